//===- DropSharding.cpp - one device needs no sharding --------------------===//
//
// An executable runs on one device. A sharding says where parts of a value live
// and never what they are, so dropping all annotations keeps the meaning.
// Collectives, which do compute, are not annotations and stay.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/Passes.h"
#include "pipeline/dialects/foreign/ForeignDialects.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace ingot {
#define GEN_PASS_DEF_DROPSHARDING
#include "pipeline/conversion/Passes.h.inc"
} // namespace ingot

using namespace mlir;

static bool isSharding(NamedAttribute attribute) {
  return attribute.getName().getValue().starts_with("sdy.");
}

static void dropAttributes(Operation *op) {
  SmallVector<StringAttr> names;
  for (NamedAttribute attribute : op->getDiscardableAttrs())
    if (isSharding(attribute))
      names.push_back(attribute.getName());
  for (StringAttr name : names)
    op->removeDiscardableAttr(name);
}

/// Those of a function's arguments and results.
static void dropAttributes(FunctionOpInterface function) {
  auto filter = [](ArrayRef<NamedAttribute> attributes) {
    return llvm::to_vector(llvm::make_filter_range(
        attributes, [](NamedAttribute a) { return !isSharding(a); }));
  };
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    function.setArgAttrs(i, filter(function.getArgAttrs(i)));
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    function.setResultAttrs(
        i, filter(mlir::function_interface_impl::getResultAttrs(function, i)));
}

namespace {
struct DropSharding final : ingot::impl::DropShardingBase<DropSharding> {
  using DropShardingBase::DropShardingBase;

  void runOnOperation() override {
    getOperation()->walk([](Operation *op) {
      if (auto constraint = dyn_cast<ingot::sdy::ShardingConstraintOp>(op)) {
        constraint.getResult().replaceAllUsesWith(constraint.getInput());
        op->erase();
        return;
      }
      if (isa<ingot::sdy::MeshOp>(op)) {
        op->erase();
        return;
      }
      dropAttributes(op);
      if (auto function = dyn_cast<FunctionOpInterface>(op))
        dropAttributes(function);
    });
  }
};
} // namespace
