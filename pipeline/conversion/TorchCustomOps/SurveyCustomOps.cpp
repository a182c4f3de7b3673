//===- SurveyCustomOps.cpp - which operators cannot be custom ops ---------===//
//
// Answers `ingot check --all-custom`: a vendor wants to know what the contract
// cannot carry before writing code for it. The pass simply converts everything
// and reports what is left, so the answer cannot differ from the conversion.
// The module is thrown away afterwards.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/Passes.h"
#include "pipeline/conversion/TorchCustomOps/OperatorNames.h"
#include "pipeline/conversion/TorchCustomOps/StablehloCustomCalls.h"
#include "pipeline/dialects/stablehlo/StablehloDialect.h"
#include "pipeline/dialects/torch/TorchOps.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace ingot {
#define GEN_PASS_DEF_SURVEYCUSTOMOPS
#include "pipeline/conversion/Passes.h.inc"
} // namespace ingot

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

/// How values are written down, as opposed to what is done to them: custom ops
/// get what these make, and arguments that a program writes are results of it.
static bool isNotation(Operation *op) {
  return op->hasTrait<OpTrait::ConstantLike>() ||
         op->hasTrait<OpTrait::IsTerminator>() ||
         isa<BindSymbolicShapeOp, ConstantDeviceOp, CopyToNonValueTensorOp,
             CopyToValueTensorOp, DerefineOp, NonValueTensorLiteralOp,
             OverwriteTensorContentsOp, PrimListConstructOp, PrimListUnpackOp,
             PrimTupleConstructOp, PrimTupleUnpackOp, SymbolicIntOp,
             TensorStaticInfoCastOp>(op);
}

/// Why an op that is no operator cannot be one.
static std::string faultOf(Operation *op) {
  if (op->getNumRegions() != 0)
    return "it is control flow: what its regions hold can be custom ops";
  if (isa<RuntimeAssertOp>(op))
    return "it computes nothing: conversions make it a check of the run";
  return "it has no schema, which would name its arguments";
}

namespace {
struct SurveyCustomOps final
    : ingot::impl::SurveyCustomOpsBase<SurveyCustomOps> {
  using SurveyCustomOpsBase::SurveyCustomOpsBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    unsigned all = 0;
    forEachOp([&](Operation *) { ++all; });
    if (failed(convertToCustomOps(module, std::string("*"), form,
                                  StablehloCustomCalls())))
      return signalPassFailure();
    unsigned left = 0;
    forEachOp([&](Operation *op) {
      ++left;
      auto reason = op->getAttrOfType<StringAttr>("ingot.unconverted");
      StringRef text = reason ? reason.getValue() : "";
      text.consume_front("it cannot be a custom op: ");
      op->emitError() << "'" << operatorName(op) << "' cannot be a custom op: "
                      << (text.empty() ? faultOf(op) : text.str());
    });
    emitRemark(module.getLoc())
        << all - left << " of " << all << " operators can be custom ops";
    if (left)
      signalPassFailure();
  }

private:
  void forEachOp(function_ref<void(Operation *)> visit) {
    getOperation().walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa_and_nonnull<TorchDialect>(op->getDialect()) && !isNotation(op))
        visit(op);
    });
  }
};
} // namespace
