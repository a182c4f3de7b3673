//===- PreferOffload.cpp - calls that have a fallback ---------------------===//
//
// Whether the library is there is asked of the loader by a custom op,
// `dnnl.present`. It has no effect, so one question serves all calls of an
// entry point, and a loader that does not know it says that it lacks it.
//
//===----------------------------------------------------------------------===//

#include "pipeline/targets/offload/PreferOffload.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Pass/Pass.h"

namespace ingot {
#define GEN_PASS_DEF_PREFEROFFLOAD
#include "pipeline/targets/offload/Passes.h.inc"
} // namespace ingot

using namespace mlir;
using ingot::dialect::CustomOp;

/// What kernels rather make themselves: it is made again beside its reader.
static bool isMadeAgain(Operation *op) {
  return op && isa<linalg::FillOp, tensor::EmptyOp>(op);
}

/// Clones `op`, and in front of it what it writes into.
static void cloneWithInits(OpBuilder &builder, Operation *op,
                           IRMapping &mapping) {
  for (Value operand : op->getOperands())
    if (!mapping.contains(operand) && isMadeAgain(operand.getDefiningOp()))
      cloneWithInits(builder, operand.getDefiningOp(), mapping);
  builder.clone(*op, mapping);
}

Value ingot::offload::branchOnPresence(CustomOp call, ArrayRef<Operation *> ops,
                                       StringRef library) {
  OpBuilder builder(call);
  Location loc = call.getLoc();
  Type answer = RankedTensorType::get({}, builder.getI1Type());
  auto question = CustomOp::create(
      builder, loc, answer, (library + ".present").str(),
      /*implementation_attrs=*/R"({"optional":true})",
      builder.getTypeArrayAttr({}), builder.getTypeArrayAttr({answer}),
      /*side_effects=*/false, /*index=*/IntegerAttr(), ValueRange());
  Value isThere =
      tensor::ExtractOp::create(builder, loc, question->getResult(0));
  auto branch = scf::IfOp::create(
      builder, loc, isThere,
      [&](OpBuilder &inner, Location) {
        Operation *moved = inner.clone(*call);
        scf::YieldOp::create(inner, loc, moved->getResults());
      },
      [&](OpBuilder &inner, Location) {
        IRMapping mapping;
        for (Operation *op : ops)
          cloneWithInits(inner, op, mapping);
        scf::YieldOp::create(inner, loc,
                             mapping.lookup(ops.back()->getResult(0)));
      });
  call.erase();
  return branch->getResult(0);
}

namespace {
struct PreferOffload final : ingot::impl::PreferOffloadBase<PreferOffload> {
  using PreferOffloadBase::PreferOffloadBase;

  void runOnOperation() override {
    Builder builder(&getContext());
    for (auto function : getOperation().getOps<func::FuncOp>())
      function->setAttr(ingot::offload::kPreferOffloadAttr,
                        builder.getUnitAttr());
  }
};
} // namespace
