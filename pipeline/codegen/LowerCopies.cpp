//===- LowerCopies.cpp - strided copies become loops ----------------------===//
//
// MLIR lowers a copy between strided memrefs to a call of a support library,
// which no executable has. Loops do the same, and LLVM turns the contiguous
// ones into memcpy. Copies of identity layout stay: they become memcpy by
// themselves.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace ingot {
#define GEN_PASS_DEF_LOWERCOPIES
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot

using namespace mlir;

/// Emits one loop per dimension around a load and a store of one element, which
/// is right for overlap-free and for equal buffers alike.
static void copyByLoops(OpBuilder &builder, memref::CopyOp copy) {
  Location loc = copy.getLoc();
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  int64_t rank = cast<MemRefType>(copy.getSource().getType()).getRank();
  SmallVector<Value> sizes;
  for (int64_t i = 0; i < rank; ++i)
    sizes.push_back(
        memref::DimOp::create(builder, loc, copy.getSource(), i).getResult());
  scf::buildLoopNest(
      builder, loc, SmallVector<Value>(rank, zero), sizes,
      SmallVector<Value>(rank, one),
      [&](OpBuilder &body, Location loc, ValueRange indices) {
        Value element =
            memref::LoadOp::create(body, loc, copy.getSource(), indices);
        memref::StoreOp::create(body, loc, element, copy.getTarget(), indices);
      });
}

namespace {
struct LowerCopies final : ingot::impl::LowerCopiesBase<LowerCopies> {
  void runOnOperation() override {
    SmallVector<memref::CopyOp> copies;
    getOperation().walk([&](memref::CopyOp copy) { copies.push_back(copy); });
    for (memref::CopyOp copy : copies) {
      auto source = dyn_cast<MemRefType>(copy.getSource().getType());
      auto target = dyn_cast<MemRefType>(copy.getTarget().getType());
      if (!source || !target) {
        copy.emitError("copies an unranked memref");
        return signalPassFailure();
      }
      if (source.getLayout().isIdentity() && target.getLayout().isIdentity())
        continue;
      OpBuilder builder(copy);
      copyByLoops(builder, copy);
      copy.erase();
    }
  }
};
} // namespace
