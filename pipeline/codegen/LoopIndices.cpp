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

static std::optional<int64_t>
strideOf(AffineExpr expression, affine::AffineApplyOp apply, scf::ForOp loop) {
  unsigned dims = apply.getAffineMap().getNumDims();
  if (isa<AffineConstantExpr>(expression))
    return 0;
  if (auto dim = dyn_cast<AffineDimExpr>(expression))
    return ingot::strideAlong(apply.getOperand(dim.getPosition()), loop);
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expression))
    return ingot::strideAlong(apply.getOperand(dims + symbol.getPosition()),
                              loop);
  auto both = cast<AffineBinaryOpExpr>(expression);
  std::optional<int64_t> left = strideOf(both.getLHS(), apply, loop),
                         right = strideOf(both.getRHS(), apply, loop);
  if (!left || !right)
    return std::nullopt;
  if (*left == 0 && *right == 0)
    return 0;
  if (expression.getKind() == AffineExprKind::Add)
    return *left + *right;
  auto factor = dyn_cast<AffineConstantExpr>(both.getRHS());
  if (expression.getKind() == AffineExprKind::Mul && factor)
    return *left * factor.getValue();
  return std::nullopt;
}

std::optional<int64_t> ingot::strideAlong(Value index, scf::ForOp loop) {
  if (index == loop.getInductionVar())
    return 1;
  if (!dependsOnLoop(index, loop))
    return 0;
  auto apply = index.getDefiningOp<affine::AffineApplyOp>();
  return strideOf(apply.getAffineMap().getResult(0), apply, loop);
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
