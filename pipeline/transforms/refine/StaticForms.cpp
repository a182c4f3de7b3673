//===- StaticForms.cpp - ops with known sizes for dynamic ones ------------===//
//
// An op is replaced when all operands that say sizes are constants. The static
// op is created and verified in its place: if the sizes do not fit, its
// verifier names the constraint that is broken, in the words of the
// specification, and no check is written twice.
//
//===----------------------------------------------------------------------===//

#include "pipeline/transforms/refine/StaticForms.h"
#include "pipeline/dialects/stablehlo/InferTypes.h"

#include "mlir/IR/TypeUtilities.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::stablehlo;

namespace {

bool isStatic(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return !type || type.hasStaticShape();
}

/// Puts `created` in the place of `op` if it is valid; its own diagnostics say
/// what is wrong if not.
Rewrite replace(Operation *op, Operation *created) {
  if (failed(verify(created))) {
    created->erase();
    return Rewrite::kFailed;
  }
  op->replaceAllUsesWith(created->getResults());
  op->erase();
  return Rewrite::kReplaced;
}

Rewrite makeStatic(DynamicReshapeOp op) {
  if (!isStatic(op.getOperand()) || !isStatic(op.getResult()))
    return Rewrite::kKept;
  OpBuilder builder(op);
  return replace(op, ReshapeOp::create(builder, op.getLoc(), op.getType(),
                                       op.getOperand()));
}

Rewrite makeStatic(DynamicBroadcastInDimOp op) {
  if (!isStatic(op.getOperand()) || !isStatic(op.getResult()))
    return Rewrite::kKept;
  OpBuilder builder(op);
  return replace(op, BroadcastInDimOp::create(builder, op.getLoc(),
                                              op.getType(), op.getOperand(),
                                              op.getBroadcastDimensionsAttr()));
}

Rewrite makeStatic(DynamicIotaOp op) {
  if (!isStatic(op.getResult()))
    return Rewrite::kKept;
  OpBuilder builder(op);
  return replace(op, IotaOp::create(builder, op.getLoc(), op.getType(),
                                    op.getIotaDimensionAttr()));
}

Rewrite makeStatic(DynamicPadOp op) {
  std::optional<Shape> low = constantSizes(op.getEdgePaddingLow()),
                       high = constantSizes(op.getEdgePaddingHigh()),
                       interior = constantSizes(op.getInteriorPadding());
  if (!low || !high || !interior)
    return Rewrite::kKept;
  OpBuilder builder(op);
  return replace(op, PadOp::create(builder, op.getLoc(), op.getType(),
                                   op.getOperand(), op.getPaddingValue(),
                                   builder.getDenseI64ArrayAttr(*low),
                                   builder.getDenseI64ArrayAttr(*high),
                                   builder.getDenseI64ArrayAttr(*interior)));
}

/// A block of known size: its start may come at run time, number by number.
Rewrite makeDynamicSlice(RealDynamicSliceOp op, Sizes sizes) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value list = op.getStartIndices();
  Type element = getElementTypeOrSelf(list.getType());
  if (!isa<IntegerType>(element))
    return Rewrite::kKept;
  SmallVector<Value> starts;
  for (int64_t i = 0; i < static_cast<int64_t>(sizes.size()); ++i) {
    auto attr = [&](int64_t value) {
      return builder.getDenseI64ArrayAttr({value});
    };
    Value one =
        SliceOp::create(builder, loc, RankedTensorType::get({1}, element), list,
                        attr(i), attr(i + 1), attr(1));
    starts.push_back(ReshapeOp::create(
        builder, loc, RankedTensorType::get({}, element), one));
  }
  return replace(
      op, DynamicSliceOp::create(builder, loc, op.getType(), op.getOperand(),
                                 starts, builder.getDenseI64ArrayAttr(sizes)));
}

Rewrite makeStatic(RealDynamicSliceOp op) {
  std::optional<Shape> start = constantSizes(op.getStartIndices()),
                       limit = constantSizes(op.getLimitIndices()),
                       strides = constantSizes(op.getStrides());
  std::optional<Shape> sizes = sizesOfBlock(op);
  if (!start && sizes && isStatic(op.getResult()))
    return makeDynamicSlice(op, *sizes);
  if (!start || !limit || !strides)
    return Rewrite::kKept;
  OpBuilder builder(op);
  return replace(op, SliceOp::create(builder, op.getLoc(), op.getType(),
                                     op.getOperand(),
                                     builder.getDenseI64ArrayAttr(*start),
                                     builder.getDenseI64ArrayAttr(*limit),
                                     builder.getDenseI64ArrayAttr(*strides)));
}

Rewrite makeStatic(DynamicGatherOp op) {
  std::optional<Shape> sizes = constantSizes(op.getSliceSizes());
  if (!sizes)
    return Rewrite::kKept;
  OpBuilder builder(op);
  return replace(op, GatherOp::create(builder, op.getLoc(), op.getType(),
                                      op.getOperand(), op.getStartIndices(),
                                      op.getDimensionNumbersAttr(),
                                      builder.getDenseI64ArrayAttr(*sizes),
                                      op.getIndicesAreSortedAttr()));
}

Rewrite makeStatic(DynamicConvOp op) {
  std::optional<Shape> padding = constantSizes(op.getPadding());
  if (!padding)
    return Rewrite::kKept;
  OpBuilder builder(op);
  int64_t spatial = op.getType().getRank() - 2;
  auto type = RankedTensorType::get({spatial, 2}, builder.getI64Type());
  // The dynamic form may have more entries than dimensions.
  DenseI64ArrayAttr strides = op.getWindowStridesAttr();
  if (strides)
    strides =
        builder.getDenseI64ArrayAttr(strides.asArrayRef().take_front(spatial));
  return replace(
      op,
      ConvolutionOp::create(
          builder, op.getLoc(), op.getType(), op.getLhs(), op.getRhs(), strides,
          DenseIntElementsAttr::get(type, *padding), op.getLhsDilationAttr(),
          op.getRhsDilationAttr(), op.getWindowReversalAttr(),
          op.getDimensionNumbersAttr(), op.getFeatureGroupCountAttr(),
          op.getBatchGroupCountAttr(), op.getPrecisionConfigAttr()));
}

/// A size that is set to what it is.
Rewrite makeStatic(SetDimensionSizeOp op) {
  std::optional<Shape> size = constantSizes(op.getSize());
  int64_t known = op.getOperand().getType().getDimSize(op.getDimension());
  if (!size || size->front() != known || !isStatic(op.getOperand()))
    return Rewrite::kKept;
  op->replaceAllUsesWith(ValueRange{op.getOperand()});
  op->erase();
  return Rewrite::kReplaced;
}

} // namespace

bool ingot::isDynamicForm(Operation *op) {
  if (!op->getDialect() || !isa<StablehloDialect>(op->getDialect()))
    return false;
  if (isa<DynamicReshapeOp, DynamicBroadcastInDimOp, DynamicIotaOp,
          DynamicPadOp, RealDynamicSliceOp, DynamicGatherOp, DynamicConvOp,
          GetDimensionSizeOp, SetDimensionSizeOp>(op))
    return true;
  if (auto call = dyn_cast<CustomCallOp>(op))
    if (call.getCallTargetName().starts_with("stablehlo.") ||
        call.getCallTargetName() == "shape_assertion")
      return true;
  return llvm::any_of(op->getResults(),
                      [](Value result) { return !isStatic(result); });
}

Rewrite ingot::replaceByStaticForm(Operation *op) {
  return llvm::TypeSwitch<Operation *, Rewrite>(op)
      .Case<DynamicReshapeOp, DynamicBroadcastInDimOp, DynamicIotaOp,
            DynamicPadOp, RealDynamicSliceOp, DynamicGatherOp, DynamicConvOp,
            SetDimensionSizeOp>([](auto op) { return makeStatic(op); })
      .Default([](Operation *) { return Rewrite::kKept; });
}
