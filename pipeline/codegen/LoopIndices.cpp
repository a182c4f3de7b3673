//===- LoopIndices.cpp - indices at another step of a loop ----------------===//

#include "pipeline/codegen/LoopIndices.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"

using namespace mlir;

bool ingot::dependsOnLoop(Value index, scf::ForOp loop) {
  if (index == loop.getInductionVar())
    return true;
  auto apply = index.getDefiningOp<affine::AffineApplyOp>();
  return apply && llvm::any_of(apply.getOperands(), [&](Value operand) {
           return dependsOnLoop(operand, loop);
         });
}

Value ingot::indexAt(OpBuilder &builder, Value index, scf::ForOp loop,
                     Value variable) {
  if (index == loop.getInductionVar())
    return variable;
  if (!dependsOnLoop(index, loop))
    return index;
  auto apply = index.getDefiningOp<affine::AffineApplyOp>();
  SmallVector<Value> operands;
  for (Value operand : apply.getOperands())
    operands.push_back(indexAt(builder, operand, loop, variable));
  return affine::AffineApplyOp::create(builder, index.getLoc(),
                                       apply.getAffineMap(), operands);
}
