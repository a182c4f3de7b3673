//===- LoopSteps.cpp - a structured op as loops over memory ---------------===//
//
// Tensors of a program are dense and row-major, so the step of a loop in an
// operand is the sum, over the operand's dimensions, of what the index grows by
// times what lies between two elements of that dimension.
//
//===----------------------------------------------------------------------===//

#include "pipeline/targets/offload/LoopSteps.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace ingot::offload;

/// Adds `factor` times the coefficients of `index` to `steps`, by loop.
static LogicalResult addSteps(AffineExpr index, int64_t factor,
                              MutableArrayRef<int64_t> steps) {
  if (auto loop = dyn_cast<AffineDimExpr>(index)) {
    steps[loop.getPosition()] += factor;
    return success();
  }
  if (auto constant = dyn_cast<AffineConstantExpr>(index))
    return success(constant.getValue() == 0);
  auto both = dyn_cast<AffineBinaryOpExpr>(index);
  if (!both)
    return failure();
  if (both.getKind() == AffineExprKind::Add)
    return success(succeeded(addSteps(both.getLHS(), factor, steps)) &&
                   succeeded(addSteps(both.getRHS(), factor, steps)));
  auto times = dyn_cast<AffineConstantExpr>(both.getRHS());
  if (both.getKind() != AffineExprKind::Mul || !times)
    return failure();
  return addSteps(both.getLHS(), factor * times.getValue(), steps);
}

llvm::FailureOr<LoopSteps> LoopSteps::of(linalg::LinalgOp op,
                                         RankedTensorType first) {
  LoopSteps result;
  result.sizes_ = op.getStaticLoopRanges();
  if (!op.hasPureTensorSemantics() ||
      ShapedType::isDynamicShape(result.sizes_) ||
      llvm::is_contained(result.sizes_, 0))
    return failure();
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    if (!type || !type.hasStaticShape())
      return failure();
    if (first && operand.getOperandNumber() == 0)
      type = first;
    SmallVector<int64_t> strides = computeStrides(type.getShape());
    SmallVector<int64_t> &steps =
        result.steps_.emplace_back(result.sizes_.size(), 0);
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [index, stride] : llvm::zip_equal(map.getResults(), strides))
      if (failed(addSteps(index, stride, steps)))
        return failure();
  }
  return result;
}

llvm::FailureOr<MergedLoop> LoopSteps::merge(ArrayRef<unsigned> loops) const {
  SmallVector<unsigned> open;
  llvm::copy_if(loops, std::back_inserter(open),
                [&](unsigned loop) { return sizes_[loop] != 1; });
  // From the outermost to the innermost, as some operand has them.
  llvm::sort(open, [&](unsigned a, unsigned b) {
    for (const SmallVector<int64_t> &steps : steps_)
      if (steps[a] != steps[b])
        return steps[a] > steps[b];
    return false;
  });
  MergedLoop merged;
  merged.steps.assign(steps_.size(), 0);
  for (unsigned loop : llvm::reverse(open)) {
    for (auto [all, steps] : llvm::zip_equal(merged.steps, steps_)) {
      if (merged.size == 1)
        all = steps[loop];
      else if (steps[loop] != all * merged.size)
        return failure();
    }
    merged.size *= sizes_[loop];
  }
  return merged;
}
