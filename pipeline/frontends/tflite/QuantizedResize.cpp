//===- QuantizedResize.cpp - bilinear resizing of integers ----------------===//
//
// int8 and int16 are interpolated in fixed point with 10 bits for each
// direction; uint8 in floats, whose sum is cut after a half was added. Places
// and weights depend on sizes only, so they are constants.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tflite/IntegerMath.h"

#include <cmath>

using namespace mlir;
using namespace ingot;
using namespace ingot::tflite;

namespace {

/// Of each result along a dimension: the elements on both sides, and where it
/// lies from the first on. T is int32_t with 10 bits behind the point, or
/// float.
template <typename T> struct Places {
  SmallVector<int64_t> lower, upper;
  SmallVector<T> fraction;
};

struct Mode {
  bool alignsCorners, hasHalfPixels;
};

Places<int32_t> placesInFixedPoint(int64_t given, int64_t wanted, Mode mode) {
  constexpr int64_t kOne = 1 << 10;
  int64_t from = given, to = wanted;
  if (mode.alignsCorners && wanted > 1) {
    --from;
    --to;
  }
  int64_t scale = (kOne * from + to / 2) / to;
  Places<int32_t> places;
  for (int64_t i = 0; i < wanted; ++i) {
    int64_t place = i * scale;
    if (mode.hasHalfPixels)
      place += scale / 2 - kOne / 2;
    int64_t lower = std::max<int64_t>(place / kOne, 0);
    int64_t upper = std::min((place + kOne - 1) / kOne, given - 1);
    places.lower.push_back(std::min(lower, given - 1));
    places.upper.push_back(std::max<int64_t>(upper, 0));
    places.fraction.push_back(static_cast<int32_t>(place - kOne * lower));
  }
  return places;
}

Places<float> placesInFloats(int64_t given, int64_t wanted, Mode mode) {
  float scale = static_cast<float>(given) / static_cast<float>(wanted);
  if (mode.alignsCorners && wanted > 1)
    scale = static_cast<float>(given - 1) / static_cast<float>(wanted - 1);
  Places<float> places;
  for (int64_t i = 0; i < wanted; ++i) {
    auto place = static_cast<float>(i) * scale;
    if (mode.hasHalfPixels)
      place = (static_cast<float>(i) + 0.5f) * scale - 0.5f;
    int64_t lower = std::max<int64_t>(std::floor(place), 0);
    int64_t upper = std::min<int64_t>(std::ceil(place), given - 1);
    places.lower.push_back(std::min(lower, given - 1));
    places.upper.push_back(std::max<int64_t>(upper, 0));
    places.fraction.push_back(place - static_cast<float>(lower));
  }
  return places;
}

/// The elements of `value` at places along a dimension.
Value take(StablehloBuilder &b, Value value, ArrayRef<int64_t> places,
           int64_t dim) {
  IntegerMath m(b);
  auto count = static_cast<int64_t>(places.size());
  Value indices =
      b.reshape(m.numbers(b.getI32Type(), places), {Size(count), Size(1)});
  Value taken = b.gather(value, indices, {dim});
  // The new dimension is the first one.
  SmallVector<int64_t> order;
  for (int64_t i = 0; i < b.rankOf(value); ++i)
    order.push_back(i == dim ? 0 : i < dim ? i + 1 : i);
  return b.transpose(taken, order);
}

/// Numbers along dimension `dim` of four.
template <typename T>
Value along(StablehloBuilder &b, Type element, ArrayRef<T> numbers,
            int64_t dim) {
  SmallVector<int64_t> shape(4, 1);
  shape[dim] = static_cast<int64_t>(numbers.size());
  return b.constant(
      DenseElementsAttr::get(RankedTensorType::get(shape, element), numbers));
}

/// lower * (1 - fraction) + upper * fraction along a dimension, of integers.
Value mix(StablehloBuilder &b, Value value, const Places<int32_t> &places,
          int64_t dim) {
  SmallVector<int64_t> first, second;
  for (int32_t fraction : places.fraction) {
    first.push_back((1 << 10) - fraction);
    second.push_back(fraction);
  }
  Type i64 = b.getI64Type(), element = b.elementOf(value);
  auto weight = [&](ArrayRef<int64_t> list) {
    return b.convert(along<int64_t>(b, i64, list, dim), element);
  };
  return b.add(b.multiply(take(b, value, places.lower, dim), weight(first)),
               b.multiply(take(b, value, places.upper, dim), weight(second)));
}

Value resizeInFixedPoint(TfLiteOp &op, ArrayRef<int64_t> given,
                         ArrayRef<int64_t> wanted, Mode mode) {
  StablehloBuilder &b = op.b;
  IntegerMath m(b);
  // 8 bits and 20 of the weights, which lie within 1.5 of zero, fit i32.
  Value value = op.inputElement(0).isInteger(8) ? m.word(op.input(0))
                                                : m.wide(op.input(0));
  for (int64_t i : {0, 1})
    value = mix(b, value, placesInFixedPoint(given[i], wanted[i], mode), i + 1);
  Value half = b.select(m.compare(Comparison::GT, value, 0),
                        m.number(value, 1 << 19), m.number(value, -(1 << 19)));
  value = b.divide(b.add(value, half), m.number(value, 1 << 20));
  return b.convert(value, op.outputElement());
}

Value resizeInFloats(TfLiteOp &op, ArrayRef<int64_t> given,
                     ArrayRef<int64_t> wanted, Mode mode) {
  StablehloBuilder &b = op.b;
  Type f32 = b.getF32Type();
  Places<float> rows = placesInFloats(given[0], wanted[0], mode);
  Places<float> columns = placesInFloats(given[1], wanted[1], mode);
  auto weights = [&](const Places<float> &places, int64_t dim, bool isUpper) {
    SmallVector<float> list(places.fraction);
    if (!isUpper)
      for (float &fraction : list)
        fraction = 1 - fraction;
    return along<float>(b, f32, list, dim);
  };
  // In the kernel's order: floats are not associative.
  Value sum;
  for (auto [isRight, isBelow] :
       {std::pair(false, false), {false, true}, {true, false}, {true, true}}) {
    Value corner = take(b, op.input(0), isBelow ? rows.upper : rows.lower, 1);
    corner = take(b, corner, isRight ? columns.upper : columns.lower, 2);
    Value term = b.multiply(b.convert(corner, f32), weights(rows, 1, isBelow));
    term = b.multiply(term, weights(columns, 2, isRight));
    sum = sum ? b.add(sum, term) : term;
  }
  sum = b.add(sum, b.scalar(f32, 0.5));
  return b.convert(b.convert(sum, b.getI32Type()), op.outputElement());
}

Results convertResizeBilinear(TfLiteOp &op) {
  const auto &options = op.options<schema::ResizeBilinearOptions>();
  std::optional<Ints> wanted = op.ints(1);
  RankedTensorType type = op.b.typeOf(op.input(0));
  if (type.getRank() != 4 || type.isDynamicDim(1) || type.isDynamicDim(2) ||
      !wanted || wanted->size() != 2)
    return op.fail("needs four dimensions, the sizes that change known");
  Ints given = {type.getDimSize(1), type.getDimSize(2)};
  constexpr int64_t kMaxSize = 1 << 16;
  for (ArrayRef<int64_t> sizes : {ArrayRef(*wanted), ArrayRef(given)})
    for (int64_t size : sizes)
      if (size < 1 || size > kMaxSize)
        return op.fail("a size is not between 1 and 65536");
  Mode mode{options.align_corners(), options.half_pixel_centers()};
  if (op.inputElement(0).isUnsignedInteger())
    return resizeInFloats(op, given, *wanted, mode);
  return resizeInFixedPoint(op, given, *wanted, mode);
}

constexpr Row kRows[] = {
    {BuiltinOperator::RESIZE_BILINEAR, convertResizeBilinear, 2},
};

} // namespace

ArrayRef<Row> ingot::tflite::quantizedResize() { return kRows; }
