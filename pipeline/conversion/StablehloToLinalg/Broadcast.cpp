//===- Broadcast.cpp - tensors repeated along dimensions ------------------===//
//
// Three forms, the cheapest that is right:
//
//   nothing             the dimensions are those of the result, in order
//   linalg.fill         a constant: readers take the number itself
//   linalg.broadcast    dimensions are added, none is repeated
//   linalg.generic      dimensions change places, or one that only the program
//                       knows to be 1 is repeated: index 0 in the map
//
// Dimensions of size 1 that are repeated are taken off first, so that readers
// see a map of plain dimensions: those join the kernel of what they read.
//
// If only the run knows whether a size is 1, the index is selected at run time,
// and the size is asserted to be 1 or that of the result. Such reads neither
// fuse nor vectorise. Attributes of the op and ValueBounds, which sees that two
// sizes are the same value, keep most dynamic broadcasts out of this form.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/StablehloToLinalg/Broadcast.h"
#include "pipeline/conversion/StablehloToLinalg/Tensors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

using namespace mlir;
using namespace ingot::stablehlo;

/// Whether the operand's dimension has the result's size, as far as can be told
/// from how the sizes came about.
static bool areSame(Value operand, int64_t dimension, OpFoldResult size) {
  if (std::optional<int64_t> known = getConstantIntValue(size))
    return false; // The operand's may be 1.
  FailureOr<bool> equal = ValueBoundsConstraintSet::areEqual(
      ValueBoundsConstraintSet::Variable(operand, dimension),
      ValueBoundsConstraintSet::Variable(cast<Value>(size)));
  return succeeded(equal) && *equal;
}

/// Reads through a computed index: 0 along dimensions that turn out to have
/// size 1. `unknown` are the dimensions of the operand to ask.
static Value broadcastAtRunTime(OpBuilder &builder, Location loc,
                                RankedTensorType type,
                                ArrayRef<OpFoldResult> sizes, Value operand,
                                ArrayRef<AffineExpr> source,
                                ArrayRef<int64_t> unknown) {
  SmallVector<Value> isRepeated(source.size());
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  IndexMath math(builder, loc);
  for (int64_t i : unknown) {
    auto expression = cast<AffineDimExpr>(source[i]);
    Value size = tensor::DimOp::create(builder, loc, operand, i);
    // The type's size is the one that the loop below runs to.
    int64_t known = type.getDimSize(expression.getPosition());
    OpFoldResult wanted = ShapedType::isStatic(known)
                              ? math.constant(known)
                              : sizes[expression.getPosition()];
    isRepeated[i] = arith::CmpIOp::create(builder, loc,
                                          arith::CmpIPredicate::eq, size, one);
    Value fits = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                       size, math.value(wanted));
    cf::AssertOp::create(
        builder, loc, arith::OrIOp::create(builder, loc, isRepeated[i], fits),
        "a dimension that is broadcast has neither size 1 nor that of the "
        "result");
  }
  return generateTensor(
      builder, loc, type, sizes, {}, {}, [&](OpBuilder &b, ValueRange) {
        SmallVector<Value> places;
        Value zero = arith::ConstantIndexOp::create(b, loc, 0);
        for (auto [i, expression] : llvm::enumerate(source)) {
          auto dimension = dyn_cast<AffineDimExpr>(expression);
          Value place =
              dimension
                  ? linalg::IndexOp::create(b, loc, dimension.getPosition())
                        .getResult()
                  : zero;
          if (isRepeated[i])
            place = arith::SelectOp::create(b, loc, isRepeated[i], zero, place);
          places.push_back(place);
        }
        return tensor::ExtractOp::create(b, loc, operand, places);
      });
}

/// The operand without the dimensions of size 1 that `source` reads at 0, which
/// go from `source` and `dimensions`.
static Value dropRepeated(OpBuilder &builder, Location loc, Value operand,
                          SmallVector<AffineExpr> &source,
                          SmallVector<int64_t> &dimensions) {
  auto from = cast<RankedTensorType>(operand.getType());
  SmallVector<ReassociationIndices> groups;
  ReassociationIndices leading;
  SmallVector<AffineExpr> keptSource;
  SmallVector<int64_t> kept, shape;
  for (int64_t i = 0; i < from.getRank(); ++i) {
    if (from.getDimSize(i) == 1 && isa<AffineConstantExpr>(source[i])) {
      (groups.empty() ? leading : groups.back()).push_back(i);
      continue;
    }
    groups.push_back(std::exchange(leading, {}));
    groups.back().push_back(i);
    keptSource.push_back(source[i]);
    kept.push_back(dimensions[i]);
    shape.push_back(from.getDimSize(i));
  }
  if (shape.size() == source.size())
    return operand;
  source = keptSource;
  dimensions = kept;
  return tensor::CollapseShapeOp::create(builder, loc, from.clone(shape),
                                         operand, groups);
}

/// The one element of a constant, null for anything else.
static Value splatScalar(OpBuilder &builder, Location loc, Value operand) {
  DenseElementsAttr elements;
  if (!matchPattern(operand, m_Constant(&elements)) || !elements.isSplat() ||
      !elements.getElementType().isIntOrIndexOrFloat())
    return {};
  return arith::ConstantOp::create(
      builder, loc, cast<TypedAttr>(elements.getSplatValue<Attribute>()));
}

Value ingot::stablehlo::broadcastTensor(OpBuilder &builder, Location loc,
                                        RankedTensorType type,
                                        ArrayRef<OpFoldResult> sizes,
                                        Value operand,
                                        ArrayRef<int64_t> operandDimensions,
                                        ArrayRef<int64_t> fixed,
                                        ArrayRef<int64_t> repeated) {
  SmallVector<int64_t> dimensions(operandDimensions);
  auto from = cast<RankedTensorType>(operand.getType());
  SmallVector<AffineExpr> source;
  SmallVector<int64_t> unknown;
  for (auto [i, dimension] : llvm::enumerate(dimensions)) {
    int64_t place = static_cast<int64_t>(i);
    bool isOne =
        from.getDimSize(place) == 1 || llvm::is_contained(repeated, place);
    bool isRepeated = isOne && type.getDimSize(dimension) != 1;
    source.push_back(isRepeated ? builder.getAffineConstantExpr(0)
                                : builder.getAffineDimExpr(dimension));
    if (from.isDynamicDim(place) && !isOne && type.getDimSize(dimension) != 1 &&
        !llvm::is_contained(fixed, place) &&
        !areSame(operand, place, sizes[dimension]))
      unknown.push_back(place);
  }
  if (!unknown.empty())
    return broadcastAtRunTime(builder, loc, type, sizes, operand, source,
                              unknown);
  if (dimensions.size() == static_cast<size_t>(type.getRank()) &&
      AffineMap::get(type.getRank(), 0, source, builder.getContext())
          .isIdentity())
    return castTensor(builder, loc, operand, type);
  if (Value scalar = splatScalar(builder, loc, operand))
    return filledTensor(builder, loc, type, sizes, scalar);
  operand = dropRepeated(builder, loc, operand, source, dimensions);
  // A named op where it says everything: later passes fold it into readers more
  // readily than a generic.
  if (llvm::is_sorted(dimensions) && llvm::all_of(source, [](AffineExpr e) {
        return isa<AffineDimExpr>(e);
      })) {
    SmallVector<int64_t> added;
    for (int64_t i = 0; i < type.getRank(); ++i)
      if (!llvm::is_contained(dimensions, i))
        added.push_back(i);
    return linalg::BroadcastOp::create(builder, loc, operand,
                                       emptyTensor(builder, loc, type, sizes),
                                       added)
        ->getResult(0);
  }
  return generateTensor(
      builder, loc, type, sizes, operand,
      AffineMap::get(type.getRank(), 0, source, builder.getContext()),
      [](OpBuilder &, ValueRange elements) { return elements.front(); });
}
