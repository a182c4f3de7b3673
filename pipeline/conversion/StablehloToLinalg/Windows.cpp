//===- Windows.cpp - reduce_window and select_and_scatter -----------------===//

#include "pipeline/conversion/StablehloToLinalg/Folding.h"
#include "pipeline/conversion/StablehloToLinalg/Patterns.h"
#include "pipeline/conversion/StablehloToLinalg/Scalars.h"
#include "pipeline/conversion/StablehloToLinalg/Tensors.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace ingot::stablehlo;

static int64_t at(std::optional<ArrayRef<int64_t>> values, size_t i) {
  return values ? (*values)[i] : 1;
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

struct ConvertReduceWindow final : OpPattern<ReduceWindowOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(ReduceWindowOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<RankedTensorType> types;
    for (unsigned i = 0; i < op->getNumResults(); ++i)
      types.push_back(resultType(op, i));
    Location loc = op.getLoc();
    int64_t rank = types.front().getRank();
    SmallVector<AffineExpr> place, window, result;
    for (int64_t i = 0; i < rank; ++i) {
      AffineExpr outer = rewriter.getAffineDimExpr(i),
                 inner = rewriter.getAffineDimExpr(rank + i);
      place.push_back(outer * at(op.getWindowStrides(), i) +
                      inner * at(op.getWindowDilations(), i));
      window.push_back(inner);
      result.push_back(outer);
    }
    MLIRContext *context = rewriter.getContext();
    size_t count = op.getInputs().size();
    SmallVector<AffineMap> maps(count,
                                AffineMap::get(2 * rank, 0, place, context));
    maps.push_back(AffineMap::get(2 * rank, 0, window, context));
    maps.append(count, AffineMap::get(2 * rank, 0, result, context));
    SmallVector<utils::IteratorType> kinds(rank, utils::IteratorType::parallel);
    kinds.append(rank, utils::IteratorType::reduction);

    SmallVector<Value> inputs;
    for (auto [input, initial] :
         llvm::zip(adaptor.getInputs(), adaptor.getInitValues()))
      inputs.push_back(padded(op, input, initial, rewriter));
    SmallVector<OpFoldResult> sizes = resultSizes(op, inputs.front(), rewriter);
    inputs.push_back(tensor::EmptyOp::create(
        rewriter, loc, op.getWindowDimensions(), rewriter.getI8Type()));
    Folding folding{op.getBody(), inputs, op.getInputs().getTypes(),
                    adaptor.getInitValues()};
    auto results =
        foldTensors(rewriter, loc, folding, types, sizes, maps, kinds);
    if (failed(results))
      return failure();
    rewriter.replaceOp(op, *results);
    return success();
  }

private:
  static SmallVector<OpFoldResult> resultSizes(ReduceWindowOp op, Value input,
                                               OpBuilder &builder) {
    IndexMath math(builder, op.getLoc());
    SmallVector<OpFoldResult> sizes = sizesOf(builder, op.getLoc(), input);
    for (auto [i, size] : llvm::enumerate(sizes)) {
      int64_t reach =
          (op.getWindowDimensions()[i] - 1) * at(op.getWindowDilations(), i) +
          1;
      OpFoldResult room = math.sub(size, math.constant(reach));
      OpFoldResult last =
          math.floorDiv(room, math.constant(at(op.getWindowStrides(), i)));
      size = math.max(math.add(last, math.constant(1)), math.constant(0));
    }
    return sizes;
  }

  /// The input with initial values around and between its elements.
  static Value padded(ReduceWindowOp op, Value input, Value initial,
                      OpBuilder &builder) {
    Location loc = op.getLoc();
    RankedTensorType type = typeOf(input);
    int64_t rank = type.getRank();
    SmallVector<int64_t> low = paddingOf(op.getPadding(), rank, 0),
                         high = paddingOf(op.getPadding(), rank, 1),
                         between(rank), shape(type.getShape());
    bool isPadded = false;
    for (int64_t i = 0; i < rank; ++i) {
      between[i] = at(op.getBaseDilations(), i) - 1;
      isPadded |= low[i] || high[i] || between[i];
      if (!type.isDynamicDim(i))
        shape[i] +=
            low[i] + high[i] + between[i] * std::max<int64_t>(shape[i] - 1, 0);
    }
    if (!isPadded)
      return input;
    return padTensor(builder, loc, type.clone(shape), input,
                     tensor::ExtractOp::create(builder, loc, initial),
                     indices(builder, low), indices(builder, high),
                     indices(builder, between));
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

void ingot::stablehlo::populateWindowPatterns(const TypeConverter &converter,
                                              RewritePatternSet &patterns) {
  patterns.add<ConvertReduceWindow, ConvertSelectAndScatter>(
      converter, patterns.getContext());
}
