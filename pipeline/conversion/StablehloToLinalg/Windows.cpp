//===- Windows.cpp - reduce_window and select_and_scatter -----------------===//
//
// A reduce_window is a reduction with one more loop for each dimension of the
// window. Strides and dilations stand in the indexing maps and must be known;
// sizes and padding need not be. The input is padded with the initial values
// beforehand, so that the loop has no branch. Nothing reads the operand of i8:
// it gives the loops of the window their extents. Windows as long as the tensor
// that begin or end at its edge are running reductions.
//
// select_and_scatter is a sequential nest, since two windows may choose the
// same element.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/StablehloToLinalg/CustomCalls.h"
#include "pipeline/conversion/StablehloToLinalg/Patterns.h"
#include "pipeline/conversion/StablehloToLinalg/Reduction.h"
#include "pipeline/conversion/StablehloToLinalg/RunTimeChecks.h"
#include "pipeline/conversion/StablehloToLinalg/Scalars.h"
#include "pipeline/conversion/StablehloToLinalg/ShapeValues.h"
#include "pipeline/conversion/StablehloToLinalg/Tensors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

using namespace mlir;
using namespace ingot::stablehlo;

/// Windows of fewer elements are folded by vectors sooner than in steps.
static constexpr int64_t kMinRunning = 64;

static int64_t at(std::optional<ArrayRef<int64_t>> values, size_t i) {
  return values ? (*values)[i] : 1;
}

/// a - b, where that is known.
static std::optional<int64_t> difference(OpFoldResult a, OpFoldResult b) {
  using Set = ValueBoundsConstraintSet;
  auto value = llvm::dyn_cast_if_present<Value>(a);
  MLIRContext *context =
      value ? value.getContext() : cast<Attribute>(a).getContext();
  AffineMap minus = AffineMap::get(
      2, 0, getAffineDimExpr(0, context) - getAffineDimExpr(1, context));
  FailureOr<int64_t> known = Set::computeConstantBound(
      presburger::BoundType::EQ,
      Set::Variable(minus, ArrayRef<Set::Variable>{a, b}));
  return succeeded(known) ? std::optional(*known) : std::nullopt;
}

/// How many windows there are along a dimension.
static OpFoldResult windowCount(IndexMath &math, OpFoldResult size,
                                OpFoldResult window, OpFoldResult dilation,
                                OpFoldResult stride) {
  OpFoldResult one = math.constant(1);
  OpFoldResult reach = math.add(math.mul(math.sub(window, one), dilation), one);
  OpFoldResult last = math.floorDiv(math.sub(size, reach), stride);
  return math.max(math.add(last, one), math.constant(0));
}

/// Widths before (0) or after (1) each dimension.
static SmallVector<int64_t>
paddingOf(std::optional<DenseIntElementsAttr> padding, int64_t rank, int side) {
  SmallVector<int64_t> widths(rank, 0);
  if (padding)
    for (int64_t i = 0; i < rank; ++i)
      widths[i] = padding->getValues<int64_t>()[2 * i + side];
  return widths;
}

namespace {

/// Windows of a reduction. Steps between elements are known, for maps of
/// indices hold them; sizes and padding need not be.
struct WindowReduction {
  Region &region;
  ValueRange inputs;
  TypeRange inputTypes;
  ValueRange initial;
  SmallVector<OpFoldResult> window, low, high;
  SmallVector<int64_t> strides, inputDilation, windowDilation;

  FailureOr<SmallVector<Value>> build(OpBuilder &builder, Location loc,
                                      ArrayRef<RankedTensorType> types) {
    int64_t rank = types.front().getRank();
    SmallVector<AffineExpr> place, inWindow, result;
    for (int64_t i = 0; i < rank; ++i) {
      AffineExpr outer = builder.getAffineDimExpr(i),
                 inner = builder.getAffineDimExpr(rank + i);
      place.push_back(outer * strides[i] + inner * windowDilation[i]);
      inWindow.push_back(inner);
      result.push_back(outer);
    }
    MLIRContext *context = builder.getContext();
    SmallVector<AffineMap> maps(inputs.size(),
                                AffineMap::get(2 * rank, 0, place, context));
    maps.push_back(AffineMap::get(2 * rank, 0, inWindow, context));
    maps.append(inputs.size(), AffineMap::get(2 * rank, 0, result, context));
    SmallVector<utils::IteratorType> kinds(rank, utils::IteratorType::parallel);
    kinds.append(rank, utils::IteratorType::reduction);

    if (std::optional<int64_t> dimension =
            runningDimension(builder, loc, types))
      return reduceRunning(builder, loc, {region, inputs, inputTypes, initial},
                           types, *dimension, isZeroInteger(low[*dimension]));
    limitPadding(builder, loc);
    SmallVector<Value> tensors;
    for (auto [input, value] : llvm::zip(inputs, initial))
      tensors.push_back(padded(builder, loc, input, value));
    SmallVector<OpFoldResult> sizes = resultSizes(builder, loc, tensors[0]);
    tensors.push_back(
        tensor::EmptyOp::create(builder, loc, window, builder.getI8Type()));
    Reduction reduction{region, tensors, inputTypes, initial};
    return reduceTensors(builder, loc, reduction, types, sizes, maps, kinds);
  }

private:
  /// The dimension along which all windows begin, or all end, at the edge, if
  /// there is no other with windows.
  std::optional<int64_t> runningDimension(OpBuilder &builder, Location loc,
                                          ArrayRef<RankedTensorType> types) {
    for (auto [input, type] : llvm::zip(inputs, types))
      if (input.getType() != type ||
          type.getShape() != types.front().getShape())
        return std::nullopt;
    std::optional<int64_t> found;
    SmallVector<OpFoldResult> sizes = sizesOf(builder, loc, inputs.front());
    for (size_t i = 0; i < sizes.size(); ++i) {
      if (strides[i] != 1 || inputDilation[i] != 1)
        return std::nullopt;
      if (isOneInteger(window[i]) && isZeroInteger(low[i]) &&
          isZeroInteger(high[i]))
        continue;
      bool isReverse = isZeroInteger(low[i]);
      OpFoldResult width = isReverse ? high[i] : low[i];
      auto beyond = difference(window[i], sizes[i]);
      if (found || windowDilation[i] != 1 || !beyond || *beyond < 0 ||
          difference(width, window[i]) != -1 ||
          !isZeroInteger(isReverse ? low[i] : high[i]) ||
          getConstantIntValue(sizes[i]).value_or(kMinRunning) < kMinRunning)
        return std::nullopt;
      found = i;
    }
    return found;
  }

  SmallVector<OpFoldResult> resultSizes(OpBuilder &builder, Location loc,
                                        Value input) {
    IndexMath math(builder, loc);
    SmallVector<OpFoldResult> sizes = sizesOf(builder, loc, input);
    OpFoldResult zero = math.constant(0);
    for (auto [i, size] : llvm::enumerate(sizes)) {
      OpFoldResult count =
          windowCount(math, size, window[i], math.constant(windowDilation[i]),
                      math.constant(strides[i]));
      // A window without elements, as one of unknown size can be, is nowhere.
      size = math.selectNonZero(window[i], count, zero);
    }
    return sizes;
  }

  /// A width that takes away takes no more than there is.
  void limitPadding(OpBuilder &builder, Location loc) {
    IndexMath math(builder, loc);
    SmallVector<OpFoldResult> sizes = sizesOf(builder, loc, inputs.front());
    for (SmallVector<OpFoldResult> *widths : {&low, &high})
      for (auto [width, size] : llvm::zip(*widths, sizes))
        if (!getConstantIntValue(width))
          width = math.max(width, math.sub(math.constant(0), size));
  }

  /// The input with initial values around and between its elements.
  Value padded(OpBuilder &builder, Location loc, Value input, Value value) {
    auto type = cast<RankedTensorType>(input.getType());
    IndexMath math(builder, loc);
    SmallVector<OpFoldResult> between, before = sizesOf(builder, loc, input);
    SmallVector<int64_t> shape;
    bool isPadded = false;
    for (int64_t i = 0; i < type.getRank(); ++i) {
      between.push_back(math.constant(inputDilation[i] - 1));
      isPadded |= !isZeroInteger(low[i]) || !isZeroInteger(high[i]) ||
                  inputDilation[i] != 1;
      OpFoldResult size =
          paddedSize(math, before[i], low[i], high[i], between[i]);
      shape.push_back(getConstantIntValue(size).value_or(ShapedType::kDynamic));
    }
    if (!isPadded)
      return input;
    return padTensor(builder, loc, type.clone(shape), input,
                     tensor::ExtractOp::create(builder, loc, value), low, high,
                     between);
  }
};

/// All lists are optional; absent ones are ones, or zeros for padding.
struct ConvertReduceWindow final : OpPattern<ReduceWindowOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(ReduceWindowOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<RankedTensorType> types;
    for (unsigned i = 0; i < op->getNumResults(); ++i)
      types.push_back(resultType(op, i));
    auto rank = static_cast<int64_t>(op.getWindowDimensions().size());
    auto steps = [&](std::optional<ArrayRef<int64_t>> given) {
      return given ? SmallVector<int64_t>(*given)
                   : SmallVector<int64_t>(rank, 1);
    };
    WindowReduction windows{
        op.getBody(),
        adaptor.getInputs(),
        op.getInputs().getTypes(),
        adaptor.getInitValues(),
        indices(rewriter, op.getWindowDimensions()),
        indices(rewriter, paddingOf(op.getPadding(), rank, 0)),
        indices(rewriter, paddingOf(op.getPadding(), rank, 1)),
        steps(op.getWindowStrides()),
        steps(op.getBaseDilations()),
        steps(op.getWindowDilations())};
    auto results = windows.build(rewriter, op.getLoc(), types);
    if (failed(results))
      return failure();
    rewriter.replaceOp(op, *results);
    return success();
  }
};

/// Two nests of loops: over the source, and in it over the window to find the
/// element that the region selects.
struct ConvertSelectAndScatter final : OpPattern<SelectAndScatterOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(SelectAndScatterOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = resultType(op);
    if (!type)
      return failure();
    Location loc = op.getLoc();
    SmallVector<OpFoldResult> sizes =
        sizesOf(rewriter, loc, adaptor.getOperand());
    checkSource(op, sizes, sizesOf(rewriter, loc, adaptor.getSource()),
                rewriter);
    Value initial =
        tensor::ExtractOp::create(rewriter, loc, adaptor.getInitValue());
    Value filled = filledTensor(rewriter, loc, type, sizes, initial);
    bool isKnown = true;
    SmallVector<Value> results = buildLoops(
        rewriter, loc, sizesOf(rewriter, loc, adaptor.getSource()), filled,
        [&](OpBuilder &b, ValueRange source, ValueRange carried) {
          Selection selection{op, adaptor.getOperand(), source, sizes};
          SmallVector<Value> chosen = select(selection, b, isKnown);
          Value element =
              tensor::ExtractOp::create(b, loc, adaptor.getSource(), source);
          Value isFound = chosen.front();
          ArrayRef<Value> place = ArrayRef(chosen).drop_front(2);
          Value old = tensor::ExtractOp::create(b, loc, carried.front(), place);
          auto added = mapRegion(op.getScatter(), {old, element}, b);
          isKnown &= succeeded(added);
          Value next = isKnown ? arith::SelectOp::create(b, loc, isFound,
                                                         added->front(), old)
                                     .getResult()
                               : old;
          return SmallVector<Value>{
              tensor::InsertOp::create(b, loc, next, carried.front(), place)};
        });
    if (!isKnown)
      return failure();
    rewriter.replaceOp(op, results);
    return success();
  }

private:
  /// (C9): one element of the source for each window.
  static void checkSource(SelectAndScatterOp op, ArrayRef<OpFoldResult> sizes,
                          ArrayRef<OpFoldResult> source, OpBuilder &builder) {
    auto rank = static_cast<int64_t>(sizes.size());
    auto low = paddingOf(op.getPadding(), rank, 0),
         high = paddingOf(op.getPadding(), rank, 1);
    IndexMath math(builder, op.getLoc());
    OpFoldResult zero = math.constant(0), one = math.constant(1);
    for (int64_t i = 0; i < rank; ++i) {
      OpFoldResult whole = paddedSize(math, sizes[i], math.constant(low[i]),
                                      math.constant(high[i]), zero);
      OpFoldResult count = windowCount(
          math, whole, math.constant(at(op.getWindowDimensions(), i)), one,
          math.constant(at(op.getWindowStrides(), i)));
      RunTimeChecks(builder, op)
          .require(arith::CmpIPredicate::eq, source[i], count,
                   "the source has another size than the windows");
    }
  }

  struct Selection {
    SelectAndScatterOp op;
    Value operand;
    ValueRange source;
    ArrayRef<OpFoldResult> sizes;
  };

  /// Whether the window has an element, the selected one, and its place.
  static SmallVector<Value> select(const Selection &selection, OpBuilder &b,
                                   bool &isKnown) {
    SelectAndScatterOp op = selection.op;
    Location loc = op.getLoc();
    IndexMath math(b, loc);
    auto type = cast<RankedTensorType>(selection.operand.getType());
    SmallVector<int64_t> ones(type.getRank(), 1);
    SmallVector<OpFoldResult> window =
        indices(b, op.getWindowDimensions().value_or(ones));
    SmallVector<int64_t> low = paddingOf(op.getPadding(), type.getRank(), 0);
    SmallVector<Value> first{arith::ConstantIntOp::create(b, loc, 0, 1),
                             zeroScalar(b, loc, type.getElementType())};
    first.append(type.getRank(), math.value(math.constant(0)));
    return buildLoops(
        b, loc, window, first,
        [&](OpBuilder &inner, ValueRange offsets, ValueRange best) {
          IndexMath place(inner, loc);
          Value isInside = arith::ConstantIntOp::create(inner, loc, 1, 1);
          SmallVector<Value> at;
          for (int64_t i = 0; i < type.getRank(); ++i) {
            OpFoldResult index = place.sub(
                place.add(
                    place.mul(selection.source[i],
                              place.constant(::at(op.getWindowStrides(), i))),
                    offsets[i]),
                place.constant(low[i]));
            Value size = place.value(selection.sizes[i]);
            // Unsigned: a negative index is a very large one.
            Value isIn =
                arith::CmpIOp::create(inner, loc, arith::CmpIPredicate::ult,
                                      place.value(index), size);
            isInside = arith::AndIOp::create(inner, loc, isInside, isIn);
            at.push_back(place.value(
                place.max(place.min(index, place.sub(size, place.constant(1))),
                          place.constant(0))));
          }
          Value element =
              tensor::ExtractOp::create(inner, loc, selection.operand, at);
          auto keep = mapRegion(op.getSelect(), {best[1], element}, inner);
          isKnown &= succeeded(keep);
          Value isKept = isKnown ? keep->front() : best[0];
          isKept = arith::AndIOp::create(inner, loc, best[0], isKept);
          Value isTaken = arith::AndIOp::create(
              inner, loc, isInside,
              arith::XOrIOp::create(
                  inner, loc, isKept,
                  arith::ConstantIntOp::create(inner, loc, 1, 1)));
          SmallVector<Value> next{
              arith::OrIOp::create(inner, loc, best[0], isTaken),
              arith::SelectOp::create(inner, loc, isTaken, element, best[1])};
          for (auto [now, before] : llvm::zip(at, best.drop_front(2)))
            next.push_back(
                arith::SelectOp::create(inner, loc, isTaken, now, before));
          return next;
        });
  }
};

} // namespace

/// What JAX calls for windows whose sizes are known at run time: inputs,
/// initial values, then sizes, strides, dilations of inputs and of windows,
/// padding.
LogicalResult ingot::stablehlo::convertDynamicReduceWindow(CustomCall &call) {
  CustomCallOp op = call.op;
  size_t count = op->getNumResults();
  func::FuncOp function = call.function();
  if (count == 0 || op.getInputs().size() != 2 * count + 5 || !function)
    return failure();
  SmallVector<RankedTensorType> types;
  for (unsigned i = 0; i < count; ++i)
    types.push_back(call.resultType(i));
  Location loc = op.getLoc();
  ValueRange inputs = op.getInputs();
  auto numbers = [&](size_t i) {
    return shapeNumbers(call.rewriter, loc, inputs[2 * count + i]);
  };
  auto strides = getConstantIntValues(numbers(1)),
       inputDilation = getConstantIntValues(numbers(2)),
       windowDilation = getConstantIntValues(numbers(3));
  if (!strides || !inputDilation || !windowDilation)
    return failure();
  if (!llvm::all_of(
          llvm::concat<int64_t>(*strides, *inputDilation, *windowDilation),
          [](int64_t step) { return step > 0; }))
    return op.emitOpError("has a stride or a dilation that is not positive");
  SmallVector<OpFoldResult> window = numbers(0);
  RunTimeChecks(call.rewriter, op)
      .requireAtLeast(0, window, "a window has a negative size");
  WindowReduction windows{function.getBody(),
                          call.inputs.take_front(count),
                          inputs.take_front(count).getTypes(),
                          call.inputs.slice(count, count),
                          window,
                          {},
                          {},
                          *strides,
                          *inputDilation,
                          *windowDilation};
  for (int64_t i = 0; i < 2 * types.front().getRank(); ++i)
    (i % 2 == 0 ? windows.low : windows.high)
        .push_back(shapeNumber(call.rewriter, loc, inputs.back(), i));
  auto results = windows.build(call.rewriter, loc, types);
  if (failed(results))
    return failure();
  call.rewriter.replaceOp(op, *results);
  return success();
}

void ingot::stablehlo::populateWindowPatterns(const TypeConverter &converter,
                                              RewritePatternSet &patterns) {
  patterns.add<ConvertReduceWindow, ConvertSelectAndScatter>(
      converter, patterns.getContext());
}
