//===- TosaIndexed.cpp - TOSA ops by index arithmetic ---------------------===//
//
// Upstream takes `tosa.resize`, `tosa.avg_pool2d` and `tosa.tile` with known
// sizes, and where a resize of integers begins before the first place it
// rounds places towards zero: what lies before the first place is continued
// along the line through the first two instead of repeated. Half-pixel centres
// begin there. Here a result is computed from its index, whatever the sizes;
// the rest stays with upstream.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TosaIndexed.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Dialect/Tosa/Utils/ConversionUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;

namespace {
/// Index arithmetic.
struct Indices {
  ImplicitLocOpBuilder &b;

  Value number(int64_t value) const {
    return arith::ConstantIndexOp::create(b, value);
  }
  Value size(Value tensor, int64_t axis) const {
    return b.createOrFold<tensor::DimOp>(tensor, axis);
  }
  Value plus(Value value, int64_t more) const {
    return b.createOrFold<arith::AddIOp>(value, number(more));
  }
  Value times(Value value, int64_t factor) const {
    return b.createOrFold<arith::MulIOp>(value, number(factor));
  }
  Value by(Value value, int64_t divisor) const {
    return b.createOrFold<arith::DivUIOp>(value, number(divisor));
  }
  /// How often `step` fits behind the first of `length` places; none where
  /// `length` is not positive.
  Value places(Value length, int64_t step) const {
    return by(arith::MaxSIOp::create(b, plus(length, step - 1), number(0)),
              step);
  }
  Value from0To(Value value, Value last) const {
    return arith::MinSIOp::create(
        b, arith::MaxSIOp::create(b, value, number(0)), last);
  }
};

/// A tensor of `type`; `sizes` are those of all axes.
Value emptyOf(ImplicitLocOpBuilder &b, RankedTensorType type,
              ArrayRef<Value> sizes) {
  SmallVector<Value> open;
  for (auto [axis, size] : llvm::enumerate(sizes))
    if (type.isDynamicDim(axis))
      open.push_back(size);
  return tensor::EmptyOp::create(b, type, open);
}

/// Each element of `out` by `body`, which gets its index.
Value eachElement(
    ImplicitLocOpBuilder &b, Value out, ValueRange inputs,
    function_ref<Value(ImplicitLocOpBuilder &, ArrayRef<Value>, ValueRange)>
        body) {
  auto type = cast<RankedTensorType>(out.getType());
  SmallVector<AffineMap> maps(inputs.size() + 1,
                              b.getMultiDimIdentityMap(type.getRank()));
  SmallVector<utils::IteratorType> loops(type.getRank(),
                                         utils::IteratorType::parallel);
  auto build = [&](OpBuilder &builder, Location loc, ValueRange arguments) {
    ImplicitLocOpBuilder inner(loc, builder);
    SmallVector<Value> index;
    for (int64_t axis = 0; axis < type.getRank(); ++axis)
      index.push_back(linalg::IndexOp::create(inner, axis));
    linalg::YieldOp::create(inner, body(inner, index, arguments));
  };
  return linalg::GenericOp::create(b, TypeRange{type}, inputs, ValueRange{out},
                                   maps, loops, build)
      .getResult(0);
}

/// The numbers of one axis of a resize.
struct Scale {
  int64_t up, down, offset, border;
};

/// Where a place of the result lies along one axis: between `low` and `high`,
/// `rest` of `scale.up` parts behind `low`.
struct Between {
  Value low, high, rest;
};

Between placeOf(ImplicitLocOpBuilder &b, Value index, Value size,
                const Scale &scale) {
  Indices at{b};
  // TOSA has no offset below -up, so that a whole step more is not negative.
  Value shifted = at.plus(at.times(index, scale.down), scale.offset + scale.up);
  Value low = at.plus(at.by(shifted, scale.up), -1);
  Value rest = arith::RemUIOp::create(b, shifted, at.number(scale.up));
  Value last = at.plus(size, -1);
  return {at.from0To(low, last), at.from0To(at.plus(low, 1), last), rest};
}

struct ResizeByIndex final : OpRewritePattern<tosa::ResizeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tosa::ResizeOp op,
                                PatternRewriter &rewriter) const override {
    auto from = dyn_cast<RankedTensorType>(op.getInput().getType());
    auto to = dyn_cast<RankedTensorType>(op.getType());
    SmallVector<int64_t> scale, offset, border;
    if (!from || !to ||
        !tosa::getConstShapeValues(op.getScale().getDefiningOp(), scale) ||
        !tosa::getConstShapeValues(op.getOffset().getDefiningOp(), offset) ||
        !tosa::getConstShapeValues(op.getBorder().getDefiningOp(), border))
      return failure();
    Scale rows{scale[0], scale[1], offset[0], border[0]};
    Scale columns{scale[2], scale[3], offset[1], border[1]};
    bool isLinear = op.getMode() == tosa::ResizeMode::BILINEAR;
    if (rows.offset < -rows.up || columns.offset < -columns.up)
      return rewriter.notifyMatchFailure(op, "is no resize of TOSA");
    bool isOpen = from.isDynamicDim(1) || from.isDynamicDim(2) ||
                  to.isDynamicDim(1) || to.isDynamicDim(2);
    bool isBefore = isLinear && from.getElementType().isInteger() &&
                    (rows.offset < 0 || columns.offset < 0);
    if (!isOpen && !isBefore)
      return rewriter.notifyMatchFailure(op, "is upstream's");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Indices at{b};
    Value input = op.getInput();
    Value height = at.size(input, 1), width = at.size(input, 2);
    Value out = emptyOf(b, to,
                        {at.size(input, 0), resized(at, height, rows),
                         resized(at, width, columns), at.size(input, 3)});
    auto body = [&](ImplicitLocOpBuilder &inner, ArrayRef<Value> index,
                    ValueRange) {
      Between y = placeOf(inner, index[1], height, rows);
      Between x = placeOf(inner, index[2], width, columns);
      if (!isLinear)
        return tensor::ExtractOp::create(
                   inner, input,
                   ValueRange{index[0], nearer(inner, y, rows),
                              nearer(inner, x, columns), index[3]})
            .getResult();
      return between(inner, op, index, y, x, rows.up, columns.up);
    };
    rewriter.replaceOp(op, eachElement(b, out, {}, body));
    return success();
  }

private:
  static Value resized(const Indices &at, Value size, const Scale &scale) {
    return at.places(at.plus(at.times(at.plus(size, -1), scale.up),
                             scale.border - scale.offset + 1),
                     scale.down);
  }

  static Value nearer(ImplicitLocOpBuilder &b, const Between &place,
                      const Scale &scale) {
    Indices at{b};
    Value isHigh =
        arith::CmpIOp::create(b, arith::CmpIPredicate::uge,
                              at.times(place.rest, 2), at.number(scale.up));
    return arith::SelectOp::create(b, isHigh, place.high, place.low);
  }

  /// Integers are multiplied by whole parts, floats by fractions.
  static Value between(ImplicitLocOpBuilder &b, tosa::ResizeOp op,
                       ArrayRef<Value> index, const Between &y,
                       const Between &x, int64_t rows, int64_t columns) {
    Type type = cast<ShapedType>(op.getType()).getElementType();
    auto read = [&](Value row, Value column) -> Value {
      Value one = tensor::ExtractOp::create(
          b, op.getInput(), ValueRange{index[0], row, column, index[3]});
      if (type.isInteger() && one.getType() != type)
        return arith::ExtSIOp::create(b, type, one);
      return one;
    };
    auto mix = [&](Value low, Value high, Value rest, int64_t parts) -> Value {
      if (isa<FloatType>(type)) {
        Value whole = arith::ConstantOp::create(b, b.getFloatAttr(type, 1.0));
        Value all = arith::ConstantOp::create(
            b, b.getFloatAttr(type, static_cast<double>(parts)));
        Value part = arith::DivFOp::create(
            b, arith::SIToFPOp::create(b, type, inI32(b, rest)), all);
        Value other = arith::SubFOp::create(b, whole, part);
        return arith::AddFOp::create(b, arith::MulFOp::create(b, low, other),
                                     arith::MulFOp::create(b, high, part));
      }
      Value part = arith::IndexCastOp::create(b, type, rest);
      Value other = arith::SubIOp::create(
          b, arith::ConstantOp::create(b, b.getIntegerAttr(type, parts)), part);
      return arith::AddIOp::create(b, arith::MulIOp::create(b, low, other),
                                   arith::MulIOp::create(b, high, part));
    };
    Value above = mix(read(y.low, x.low), read(y.low, x.high), x.rest, columns);
    Value below =
        mix(read(y.high, x.low), read(y.high, x.high), x.rest, columns);
    return mix(above, below, y.rest, rows);
  }

  static Value inI32(ImplicitLocOpBuilder &b, Value index) {
    return arith::IndexCastOp::create(b, b.getI32Type(), index);
  }
};

struct TileByIndex final : OpRewritePattern<tosa::TileOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tosa::TileOp op,
                                PatternRewriter &rewriter) const override {
    auto from = dyn_cast<RankedTensorType>(op.getInput1().getType());
    auto to = dyn_cast<RankedTensorType>(op.getType());
    SmallVector<int64_t> multiples;
    if (!from || !to || from.hasStaticShape() ||
        failed(op.getConstantMultiples(multiples)))
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Indices at{b};
    SmallVector<Value> before, after;
    for (int64_t axis = 0; axis < from.getRank(); ++axis) {
      before.push_back(at.size(op.getInput1(), axis));
      after.push_back(at.times(before.back(), multiples[axis]));
    }
    auto body = [&](ImplicitLocOpBuilder &inner, ArrayRef<Value> index,
                    ValueRange) -> Value {
      SmallVector<Value> source(index);
      for (auto [axis, place] : llvm::enumerate(source))
        if (multiples[axis] != 1)
          place = arith::RemUIOp::create(inner, place, before[axis]);
      return tensor::ExtractOp::create(inner, op.getInput1(), source);
    };
    rewriter.replaceOp(op, eachElement(b, emptyOf(b, to, after), {}, body));
    return success();
  }
};

/// An average of floats: the sum of a window by the number of places in it.
struct AverageByIndex final : OpRewritePattern<tosa::AvgPool2dOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tosa::AvgPool2dOp op,
                                PatternRewriter &rewriter) const override {
    auto from = dyn_cast<RankedTensorType>(op.getInput().getType());
    auto to = dyn_cast<RankedTensorType>(op.getType());
    auto sums = dyn_cast<FloatType>(op.getAccType());
    if (!from || !to || !sums || !isa<FloatType>(from.getElementType()) ||
        !(from.isDynamicDim(1) || from.isDynamicDim(2)))
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value sum = summed(b, op, to.clone(sums));
    Indices at{b};
    Value height = at.size(op.getInput(), 1), width = at.size(op.getInput(), 2);
    ArrayRef<int64_t> kernel = op.getKernel(), stride = op.getStride(),
                      pad = op.getPad();
    auto body = [&](ImplicitLocOpBuilder &inner, ArrayRef<Value> index,
                    ValueRange values) -> Value {
      Value rows =
          inside(inner, index[1], height, kernel[0], stride[0], pad[0]);
      Value columns =
          inside(inner, index[2], width, kernel[1], stride[1], pad[2]);
      Value places = arith::MulIOp::create(inner, rows, columns);
      Value count = arith::SIToFPOp::create(
          inner, sums,
          arith::IndexCastOp::create(inner, inner.getI32Type(), places));
      Value mean = arith::DivFOp::create(inner, values[0], count);
      if (sums == to.getElementType())
        return mean;
      return arith::TruncFOp::create(inner, to.getElementType(), mean);
    };
    Value out = emptyOf(b, to, sizesOf(at, sum));
    rewriter.replaceOp(op, eachElement(b, out, {sum}, body));
    return success();
  }

private:
  static SmallVector<Value> sizesOf(const Indices &at, Value tensor) {
    SmallVector<Value> sizes;
    for (int64_t axis = 0; axis < 4; ++axis)
      sizes.push_back(at.size(tensor, axis));
    return sizes;
  }

  /// How many places of a window are not padding.
  static Value inside(ImplicitLocOpBuilder &b, Value index, Value size,
                      int64_t kernel, int64_t stride, int64_t before) {
    Indices at{b};
    Value begin = at.plus(at.times(index, stride), -before);
    Value end = at.plus(begin, kernel);
    return arith::SubIOp::create(b, at.from0To(end, size),
                                 at.from0To(begin, size));
  }

  static Value summed(ImplicitLocOpBuilder &b, tosa::AvgPool2dOp op,
                      RankedTensorType type) {
    Indices at{b};
    ArrayRef<int64_t> kernel = op.getKernel(), stride = op.getStride(),
                      pad = op.getPad();
    auto from = cast<RankedTensorType>(op.getInput().getType());
    auto padded = [&](ArrayRef<int64_t> pads) {
      return llvm::map_to_vector(pads, [&](int64_t size) -> OpFoldResult {
        return b.getIndexAttr(size);
      });
    };
    Value nothing =
        arith::ConstantOp::create(b, b.getZeroAttr(from.getElementType()));
    Value input = tensor::PadOp::create(
        b, Type(), op.getInput(), padded({0, pad[0], pad[2], 0}),
        padded({0, pad[1], pad[3], 0}), nothing);
    auto resultSize = [&](int64_t axis, int64_t i) {
      return at.places(at.plus(at.size(input, axis), 1 - kernel[i]), stride[i]);
    };
    Value zero =
        arith::ConstantOp::create(b, b.getZeroAttr(type.getElementType()));
    Value out = emptyOf(b, type,
                        {at.size(input, 0), resultSize(1, 0), resultSize(2, 1),
                         at.size(input, 3)});
    out = linalg::FillOp::create(b, zero, out).getResult(0);
    Value window = tensor::EmptyOp::create(b, kernel, type.getElementType());
    DenseIntElementsAttr steps = b.getI64VectorAttr(stride);
    DenseIntElementsAttr near = b.getI64VectorAttr({1, 1});
    return linalg::PoolingNhwcSumOp::create(b, TypeRange{type},
                                            ValueRange{input, window},
                                            ValueRange{out}, steps, near)
        .getResult(0);
  }
};
} // namespace

void ingot::populateTosaIndexedPatterns(RewritePatternSet &patterns) {
  // Upstream's patterns of a resize have benefits up to 300.
  patterns.add<ResizeByIndex, TileByIndex, AverageByIndex>(
      patterns.getContext(), PatternBenefit(400));
}
