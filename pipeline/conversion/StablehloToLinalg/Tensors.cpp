//===- Tensors.cpp - sizes, and tensors made element by element -----------===//
//
// Numbers are folded while ops are created, so that a program of static sizes
// gets no arithmetic on sizes at all and its kernels do not depend on a
// clean-up.
//
// Padding is a tensor.pad where its widths are known and around the elements,
// so that it may become part of a kernel. Padding between elements, negative
// widths and those that only the run knows are a fill and an insert_slice.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/StablehloToLinalg/Tensors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace ingot::stablehlo;

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

/// Computes now if both numbers are known, else with an op.
template <typename Op, typename Function>
static OpFoldResult combine(OpBuilder &builder, Location loc, OpFoldResult a,
                            OpFoldResult b, Function compute) {
  std::optional<int64_t> left = getConstantIntValue(a),
                         right = getConstantIntValue(b);
  if (left && right)
    return builder.getIndexAttr(compute(*left, *right));
  return Op::create(builder, loc,
                    getValueOrCreateConstantIndexOp(builder, loc, a),
                    getValueOrCreateConstantIndexOp(builder, loc, b))
      .getResult();
}

OpFoldResult IndexMath::constant(int64_t number) {
  return builder_.getIndexAttr(number);
}

Value IndexMath::value(OpFoldResult number) {
  return getValueOrCreateConstantIndexOp(builder_, loc_, number);
}

OpFoldResult IndexMath::add(OpFoldResult a, OpFoldResult b) {
  if (isZeroInteger(b))
    return a;
  return combine<arith::AddIOp>(builder_, loc_, a, b,
                                [](int64_t x, int64_t y) { return x + y; });
}

OpFoldResult IndexMath::sub(OpFoldResult a, OpFoldResult b) {
  if (isZeroInteger(b))
    return a;
  return combine<arith::SubIOp>(builder_, loc_, a, b,
                                [](int64_t x, int64_t y) { return x - y; });
}

OpFoldResult IndexMath::mul(OpFoldResult a, OpFoldResult b) {
  if (isOneInteger(b))
    return a;
  return combine<arith::MulIOp>(builder_, loc_, a, b,
                                [](int64_t x, int64_t y) { return x * y; });
}

OpFoldResult IndexMath::floorDiv(OpFoldResult a, OpFoldResult b) {
  if (isOneInteger(b))
    return a;
  return combine<arith::FloorDivSIOp>(
      builder_, loc_, a, b,
      [](int64_t x, int64_t y) { return llvm::divideFloorSigned(x, y); });
}

OpFoldResult IndexMath::ceilDiv(OpFoldResult a, OpFoldResult b) {
  if (isOneInteger(b))
    return a;
  return combine<arith::CeilDivSIOp>(
      builder_, loc_, a, b,
      [](int64_t x, int64_t y) { return llvm::divideCeilSigned(x, y); });
}

OpFoldResult IndexMath::min(OpFoldResult a, OpFoldResult b) {
  return combine<arith::MinSIOp>(
      builder_, loc_, a, b,
      [](int64_t x, int64_t y) { return std::min(x, y); });
}

OpFoldResult IndexMath::max(OpFoldResult a, OpFoldResult b) {
  return combine<arith::MaxSIOp>(
      builder_, loc_, a, b,
      [](int64_t x, int64_t y) { return std::max(x, y); });
}

OpFoldResult IndexMath::selectNonZero(OpFoldResult condition, OpFoldResult a,
                                      OpFoldResult b) {
  if (std::optional<int64_t> known = getConstantIntValue(condition))
    return *known != 0 ? a : b;
  Value isNonZero =
      arith::CmpIOp::create(builder_, loc_, arith::CmpIPredicate::ne,
                            value(condition), value(constant(0)));
  return arith::SelectOp::create(builder_, loc_, isNonZero, value(a), value(b))
      .getResult();
}

SmallVector<OpFoldResult>
ingot::stablehlo::sizesOf(OpBuilder &builder, Location loc, Value tensor) {
  return tensor::getMixedSizes(builder, loc, tensor);
}

SmallVector<OpFoldResult> ingot::stablehlo::indices(OpBuilder &builder,
                                                    ArrayRef<int64_t> numbers) {
  return getAsIndexOpFoldResult(builder.getContext(), numbers);
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

Value ingot::stablehlo::emptyTensor(OpBuilder &builder, Location loc,
                                    RankedTensorType type,
                                    ArrayRef<OpFoldResult> sizes) {
  SmallVector<Value> open;
  for (int64_t i = 0; i < type.getRank(); ++i)
    if (type.isDynamicDim(i))
      open.push_back(getValueOrCreateConstantIndexOp(builder, loc, sizes[i]));
  return tensor::EmptyOp::create(builder, loc, type, open);
}

Value ingot::stablehlo::filledTensor(OpBuilder &builder, Location loc,
                                     RankedTensorType type,
                                     ArrayRef<OpFoldResult> sizes,
                                     Value scalar) {
  Value empty = emptyTensor(builder, loc, type, sizes);
  return linalg::FillOp::create(builder, loc, scalar, empty).getResult(0);
}

Value ingot::stablehlo::castTensor(OpBuilder &builder, Location loc,
                                   Value tensor, RankedTensorType type) {
  if (tensor.getType() == type)
    return tensor;
  return tensor::CastOp::create(builder, loc, type, tensor);
}

bool ingot::stablehlo::hasNoElements(RankedTensorType type) {
  return llvm::is_contained(type.getShape(), 0);
}

/// A part that has no elements, of `sizes` where `whole` has any.
static Value emptyPart(OpBuilder &builder, Location loc, RankedTensorType type,
                       RankedTensorType whole, ArrayRef<OpFoldResult> sizes) {
  SmallVector<OpFoldResult> left;
  SmallVector<int64_t> shape;
  for (auto [i, size] : llvm::enumerate(sizes)) {
    bool isNone = whole.getDimSize(static_cast<int64_t>(i)) == 0;
    left.push_back(isNone ? OpFoldResult(builder.getIndexAttr(0)) : size);
    shape.push_back(
        getConstantIntValue(left.back()).value_or(ShapedType::kDynamic));
  }
  Value empty = emptyTensor(
      builder, loc, RankedTensorType::get(shape, whole.getElementType()), left);
  return castTensor(builder, loc, empty, type);
}

Value ingot::stablehlo::sliceTensor(OpBuilder &builder, Location loc,
                                    RankedTensorType type, Value tensor,
                                    ArrayRef<OpFoldResult> offsets,
                                    ArrayRef<OpFoldResult> sizes,
                                    ArrayRef<OpFoldResult> strides) {
  auto whole = cast<RankedTensorType>(tensor.getType());
  // The op's type must follow from its sizes.
  auto exact = cast<RankedTensorType>(
      tensor::ExtractSliceOp::inferResultType(whole, sizes));
  // No place in a tensor without elements is a valid one to begin at.
  if (hasNoElements(whole) || hasNoElements(exact))
    return emptyPart(builder, loc, type, whole, sizes);
  Value slice = tensor::ExtractSliceOp::create(builder, loc, exact, tensor,
                                               offsets, sizes, strides);
  return castTensor(builder, loc, slice, type);
}

Value ingot::stablehlo::zeroScalar(OpBuilder &builder, Location loc,
                                   Type type) {
  if (auto complex = dyn_cast<ComplexType>(type)) {
    Attribute part = builder.getZeroAttr(complex.getElementType());
    return complex::ConstantOp::create(builder, loc, type,
                                       builder.getArrayAttr({part, part}));
  }
  return arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
}

Value ingot::stablehlo::generateTensor(OpBuilder &builder, Location loc,
                                       RankedTensorType type,
                                       ArrayRef<OpFoldResult> sizes,
                                       ValueRange inputs,
                                       ArrayRef<AffineMap> maps,
                                       ElementBuilder element) {
  SmallVector<AffineMap> allMaps(maps);
  allMaps.push_back(builder.getMultiDimIdentityMap(type.getRank()));
  SmallVector<utils::IteratorType> loops(type.getRank(),
                                         utils::IteratorType::parallel);
  bool isKnown = true;
  auto generic = linalg::GenericOp::create(
      builder, loc, type, inputs, emptyTensor(builder, loc, type, sizes),
      allMaps, loops, [&](OpBuilder &b, Location, ValueRange elements) {
        Value result = element(b, elements.drop_back());
        isKnown = static_cast<bool>(result);
        linalg::YieldOp::create(b, loc, isKnown ? result : elements.back());
      });
  return isKnown ? generic.getResult(0) : Value();
}

//===----------------------------------------------------------------------===//
// Padding and reshaping
//===----------------------------------------------------------------------===//

OpFoldResult ingot::stablehlo::paddedSize(IndexMath &math, OpFoldResult size,
                                          OpFoldResult low, OpFoldResult high,
                                          OpFoldResult interior) {
  OpFoldResult gaps =
      math.max(math.sub(size, math.constant(1)), math.constant(0));
  return math.add(math.add(size, math.mul(gaps, interior)),
                  math.add(low, high));
}

/// A tensor.pad, or null if it cannot say what is wanted.
static Value padAround(OpBuilder &builder, Location loc, RankedTensorType type,
                       Value operand, Value padding, ArrayRef<OpFoldResult> low,
                       ArrayRef<OpFoldResult> high,
                       ArrayRef<OpFoldResult> interior) {
  auto isWidth = [](OpFoldResult width) {
    std::optional<int64_t> known = getConstantIntValue(width);
    return known && *known >= 0;
  };
  if (!llvm::all_of(low, isWidth) || !llvm::all_of(high, isWidth) ||
      !llvm::all_of(interior, isZeroInteger))
    return {};
  auto pad = tensor::PadOp::create(builder, loc, /*result=*/Type(), operand,
                                   low, high, padding, /*nofold=*/false);
  return castTensor(builder, loc, pad, type);
}

Value ingot::stablehlo::padTensor(OpBuilder &builder, Location loc,
                                  RankedTensorType type, Value operand,
                                  Value padding, ArrayRef<OpFoldResult> low,
                                  ArrayRef<OpFoldResult> high,
                                  ArrayRef<OpFoldResult> interior) {
  if (Value pad =
          padAround(builder, loc, type, operand, padding, low, high, interior))
    return pad;
  IndexMath math(builder, loc);
  int64_t rank = type.getRank();
  OpFoldResult zero = math.constant(0), one = math.constant(1);
  SmallVector<OpFoldResult> before = sizesOf(builder, loc, operand);
  SmallVector<OpFoldResult> after, first, counts, offsets, strides;
  for (int64_t i = 0; i < rank; ++i) {
    after.push_back(
        type.isDynamicDim(i)
            ? paddedSize(math, before[i], low[i], high[i], interior[i])
            : OpFoldResult(math.constant(type.getDimSize(i))));
    // Element e goes to low + e * step, if that is inside.
    OpFoldResult step = math.add(interior[i], one);
    OpFoldResult begin =
        math.ceilDiv(math.max(math.sub(zero, low[i]), zero), step);
    OpFoldResult room = math.sub(math.sub(after[i], one), low[i]);
    OpFoldResult last =
        math.min(math.sub(before[i], one), math.floorDiv(room, step));
    OpFoldResult count = math.max(math.add(math.sub(last, begin), one), zero);
    OpFoldResult offset = math.add(low[i], math.mul(begin, step));
    counts.push_back(count);
    // Nothing is taken from nowhere, which the bounds of a slice must allow.
    first.push_back(math.selectNonZero(count, begin, zero));
    offsets.push_back(math.selectNonZero(count, offset, zero));
    strides.push_back(math.selectNonZero(count, step, one));
  }
  SmallVector<OpFoldResult> ones(rank, one);
  if (llvm::any_of(counts, isZeroInteger))
    return filledTensor(builder, loc, type, after, padding);
  Value part = operand;
  if (counts != before)
    part = tensor::ExtractSliceOp::create(builder, loc, operand, first, counts,
                                          ones);
  Value filled = filledTensor(builder, loc, type, after, padding);
  return tensor::InsertSliceOp::create(builder, loc, part, filled, offsets,
                                       counts, strides);
}

/// All dimensions as one group, none for a scalar.
static SmallVector<ReassociationIndices> wholeGroup(int64_t rank) {
  SmallVector<ReassociationIndices> groups;
  if (rank > 0)
    groups.push_back(llvm::to_vector(llvm::seq<int64_t>(0, rank)));
  return groups;
}

Value ingot::stablehlo::reshapeTensor(OpBuilder &builder, Location loc,
                                      RankedTensorType type, Value operand,
                                      ArrayRef<OpFoldResult> sizes) {
  auto from = cast<RankedTensorType>(operand.getType());
  // Sizes beside a 0 do not follow from the number of elements, nor do two
  // unknown ones.
  if (hasNoElements(type))
    return emptyTensor(builder, loc, type, sizes);
  if (from == type && type.getNumDynamicDims() <= 1)
    return operand;
  if (from.hasStaticShape() && type.hasStaticShape() &&
      from.getRank() != type.getRank())
    if (auto groups = getReassociationIndicesForReshape(from, type)) {
      if (from.getRank() > type.getRank())
        return tensor::CollapseShapeOp::create(builder, loc, type, operand,
                                               *groups);
      return tensor::ExpandShapeOp::create(builder, loc, type, operand,
                                           *groups);
    }
  // Neither collapse nor expand can say which of several unknown sizes takes
  // which factor, so the sizes go along as a tensor.
  if (type.getNumDynamicDims() > 1) {
    // One dimension does not expand to several unknown ones.
    IndexMath math(builder, loc);
    SmallVector<Value> shape;
    for (OpFoldResult size : sizes)
      shape.push_back(math.value(size));
    return tensor::ReshapeOp::create(
        builder, loc, type, operand,
        tensor::FromElementsOp::create(builder, loc, shape));
  }
  // By way of one dimension.
  int64_t total =
      from.hasStaticShape() ? from.getNumElements() : ShapedType::kDynamic;
  auto flat = RankedTensorType::get({total}, from.getElementType());
  if (from.getRank() > 1)
    operand = tensor::CollapseShapeOp::create(builder, loc, flat, operand,
                                              wholeGroup(from.getRank()));
  else if (from.getRank() == 0)
    operand = tensor::ExpandShapeOp::create(builder, loc, flat, operand,
                                            ArrayRef<ReassociationIndices>());
  // What the result has is asserted of what there is, by the cast.
  int64_t wanted =
      type.hasStaticShape() ? type.getNumElements() : ShapedType::kDynamic;
  auto fitting = RankedTensorType::get({wanted}, from.getElementType());
  if (wanted != ShapedType::kDynamic)
    operand = castTensor(builder, loc, operand, fitting);
  if (type.getRank() == 1)
    return castTensor(builder, loc, operand, type);
  if (type.getRank() == 0)
    return tensor::CollapseShapeOp::create(builder, loc, type, operand,
                                           ArrayRef<ReassociationIndices>());
  return tensor::ExpandShapeOp::create(builder, loc, type, operand,
                                       wholeGroup(type.getRank()), sizes);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

SmallVector<Value> ingot::stablehlo::buildLoops(OpBuilder &builder,
                                                Location loc,
                                                ArrayRef<OpFoldResult> sizes,
                                                ValueRange carried,
                                                LoopBody body) {
  IndexMath math(builder, loc);
  SmallVector<Value> lower, upper, steps;
  for (OpFoldResult size : sizes) {
    lower.push_back(math.value(math.constant(0)));
    upper.push_back(math.value(size));
    steps.push_back(math.value(math.constant(1)));
  }
  if (sizes.empty())
    return body(builder, {}, carried);
  scf::LoopNest nest = scf::buildLoopNest(
      builder, loc, lower, upper, steps, carried,
      [&](OpBuilder &b, Location, ValueRange places, ValueRange values) {
        SmallVector<Value> next = body(b, places, values);
        return scf::ValueVector(next.begin(), next.end());
      });
  return SmallVector<Value>(nest.results);
}
