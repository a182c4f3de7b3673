//===- CheckSizes.cpp - tensors whose size can be counted -----------------===//
//
// The element is taken to have 16 bytes, the most that any has, so that the
// pass need not know element types. Types are those of results and block
// arguments: every value is one of these.
//
//===----------------------------------------------------------------------===//

#include "pipeline/transforms/Passes.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/CheckedArithmetic.h"

namespace ingot {
#define GEN_PASS_DEF_CHECKSIZES
#include "pipeline/transforms/Passes.h.inc"
} // namespace ingot

using namespace mlir;

/// Whether 63 bits hold the number of bytes, sizes that the run decides
/// being 1.
static bool isCountable(ShapedType type) {
  // No element has more bytes than a complex number of two doubles.
  std::optional<int64_t> bytes = 16;
  bool isEmpty = false;
  for (int64_t size : type.getShape()) {
    isEmpty |= size == 0;
    if (ShapedType::isStatic(size) && size > 0 && bytes)
      bytes = llvm::checkedMul(*bytes, size);
  }
  return bytes || isEmpty;
}

static LogicalResult checkTypes(Location loc, TypeRange types) {
  for (Type type : types) {
    auto shaped = dyn_cast<ShapedType>(type);
    if (shaped && shaped.hasRank() && !isCountable(shaped))
      return emitError(loc) << "a value of type " << type
                            << " has more bytes than 63 bits can count";
  }
  return success();
}

namespace {
struct CheckSizes final : ingot::impl::CheckSizesBase<CheckSizes> {
  void runOnOperation() override {
    bool failedAny = false;
    getOperation()->walk([&](Operation *op) {
      failedAny |= failed(checkTypes(op->getLoc(), op->getResultTypes()));
      for (Region &region : op->getRegions())
        for (Block &block : region)
          failedAny |=
              failed(checkTypes(op->getLoc(), block.getArgumentTypes()));
    });
    if (failedAny)
      signalPassFailure();
  }
};
} // namespace
