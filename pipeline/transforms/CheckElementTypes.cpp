//===- CheckElementTypes.cpp - types that a target computes with ----------===//
//
// A target that lists element types takes no other; what it is given besides is
// reported op by op, all at once, as CheckSupported does with ops.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/ingot/Causes.h"
#include "pipeline/targets/Backend.h"
#include "pipeline/transforms/ElementTypes.h"
#include "pipeline/transforms/Passes.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Support/DebugStringHelper.h"
#include "llvm/ADT/StringExtras.h"

namespace ingot {
#define GEN_PASS_DEF_CHECKELEMENTTYPES
#include "pipeline/transforms/Passes.h.inc"
} // namespace ingot

using namespace mlir;

namespace {
struct CheckElementTypes final
    : ingot::impl::CheckElementTypesBase<CheckElementTypes> {
  using CheckElementTypesBase::CheckElementTypesBase;

  void runOnOperation() override {
    bool failedAny = false;
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      // What writes to it says it, and is what the program has.
      if (isa<tensor::EmptyOp>(op) && !op->use_empty())
        return;
      SmallVector<Type> all = llvm::to_vector(op->getOperandTypes());
      llvm::append_range(all, op->getResultTypes());
      if (auto function = dyn_cast<FunctionOpInterface>(op))
        llvm::append_range(all, function.getArgumentTypes());
      auto wrong = llvm::find_if(
          all, [&](Type type) { return !ingot::takesElements(types, type); });
      if (wrong == all.end())
        return;
      report(op, *wrong);
      failedAny = true;
    });
    if (failedAny)
      signalPassFailure();
  }

private:
  void report(Operation *op, Type wrong) const {
    std::string element = debugString(cast<TensorType>(wrong).getElementType());
    std::string near = nearest(wrong);
    InFlightDiagnostic error =
        op->emitOpError("cannot be lowered: the target takes elements of ");
    error << llvm::join(types, ", ") << " and not of " << element << ", as in "
          << wrong;
    if (!near.empty())
      error << "; the nearest is " << near;
    ingot::attachCause(error, {ingot::CauseKind::Type, near});
  }

  /// A listed type of the same kind; empty if there is none.
  std::string nearest(Type wrong) const {
    Type element = cast<TensorType>(wrong).getElementType();
    for (const std::string &type : types)
      if ((isa<FloatType>(element) && (type[0] == 'f' || type[0] == 'b')) ||
          (isa<IntegerType>(element) && type[0] == 'i'))
        return type;
    return "";
  }
};
} // namespace
