//===- Suppression.cpp - NON_MAX_SUPPRESSION_V4 and V5 --------------------===//
//
// TFLite keeps a queue by score and looks back at what it chose. The same
// choice comes out if every choice lowers or drops all boxes that are left: a
// loop over choices, whose steps are wide.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchLowering/Extremes.h"
#include "pipeline/frontends/tflite/Detection.h"

#include <limits>

using namespace mlir;
using namespace ingot;
using namespace ingot::tflite;

namespace {

/// Lower and upper corners and areas of boxes, each [n].
struct Corners {
  Value top, left, bottom, right, area;
};

Corners cornersOf(TensorBuilder &b, Value boxes) {
  auto column = [&](int64_t i) {
    return b.squeeze(b.slice(boxes, 1, i, i + 1), {1});
  };
  Value y0 = column(0), x0 = column(1), y1 = column(2), x1 = column(3);
  Corners c{b.minimum(y0, y1),
            b.minimum(x0, x1),
            b.maximum(y0, y1),
            b.maximum(x0, x1),
            {}};
  c.area = b.multiply(b.subtract(c.bottom, c.top), b.subtract(c.right, c.left));
  return c;
}

Value elementAt(TensorBuilder &b, Value list, Value place) {
  return b.reshape(b.narrow(list, 0, Size(place), 1), {});
}

/// The overlap of every box with one of them; 0 with a box of no area.
Value overlapWith(TensorBuilder &b, const Corners &all, Value place) {
  auto one = [&](Value list) { return elementAt(b, list, place); };
  Value zero = b.scalar(b.getF32Type(), 0);
  Value height = b.subtract(b.minimum(all.bottom, one(all.bottom)),
                            b.maximum(all.top, one(all.top)));
  Value width = b.subtract(b.minimum(all.right, one(all.right)),
                           b.maximum(all.left, one(all.left)));
  Value common = b.multiply(b.maximum(height, zero), b.maximum(width, zero));
  Value area = one(all.area);
  Value united = b.subtract(b.add(all.area, area), common);
  Value isEmpty = b.logicalOr(b.compare(Comparison::LE, all.area, zero),
                              b.compare(Comparison::LE, area, zero));
  return b.select(isEmpty, zero, b.divide(common, united));
}

/// The greatest score and its place.
std::pair<Value, Value> bestOf(TensorBuilder &b, Value scores) {
  Type i64 = b.getI64Type();
  Value places = b.iota(b.sizesOf(scores), 0, i64);
  Values both = b.reduceVariadic(
      {scores, places},
      {b.neutralElement(Reducer::Maximum, b.elementOf(scores)),
       b.limit(i64, /*greatest=*/true)},
      0, /*keep=*/false, [](TensorBuilder &inner, ValueRange arguments) {
        return torch::takeMoreExtreme(inner, Comparison::GT, arguments);
      });
  return {both[0], both[1]};
}

} // namespace

Chosen ingot::tflite::suppress(TensorBuilder &b, Value boxes, Value scores,
                               Size count, const Suppression &s) {
  Type i64 = b.getI64Type(), f32 = b.getF32Type();
  Corners corners = cornersOf(b, boxes);
  // Minus infinity: not there any more.
  auto drop = [&](TensorBuilder &inner, Value values, Value isBad) {
    Value gone = inner.scalar(f32, -std::numeric_limits<double>::infinity());
    return inner.select(isBad, gone, values);
  };
  Value isBad =
      b.logicalNot(b.compare(s.keepsEqual ? Comparison::GE : Comparison::GT,
                             scores, s.scoreThreshold));
  Values initial{b.scalar(i64, 0), drop(b, scores, isBad),
                 b.full(count, b.scalar(i64, 0)),
                 b.full(count, b.scalar(f32, 0))};
  Value limit = b.valueOf(count);
  auto hasMore = [&](TensorBuilder &inner, ValueRange v) {
    Value gone = inner.scalar(f32, -std::numeric_limits<double>::infinity());
    Value isLeft =
        inner.compare(Comparison::GT, bestOf(inner, v[1]).first, gone);
    return Values{
        inner.logicalAnd(inner.compare(Comparison::LT, v[0], limit), isLeft)};
  };
  auto choose = [&](TensorBuilder &inner, ValueRange v) {
    auto [score, place] = bestOf(inner, v[1]);
    Value overlap = overlapWith(inner, corners, place);
    Value rest = v[1];
    if (s.softness) {
      Value power =
          inner.multiply(inner.multiply(overlap, overlap), s.softness);
      rest = inner.multiply(rest,
                            inner.elementwise(ElementOp::Exponential, power));
      rest = drop(inner, rest,
                  inner.logicalNot(
                      inner.compare(Comparison::GT, rest, s.scoreThreshold)));
    }
    Value isTooNear =
        inner.compare(s.dropsEqual ? Comparison::GE : Comparison::GT, overlap,
                      s.iouThreshold);
    Value isIt = inner.compare(Comparison::EQ,
                               inner.iota(inner.sizesOf(rest), 0, i64), place);
    rest = drop(inner, rest, inner.logicalOr(isTooNear, isIt));
    Value next = inner.add(v[0], inner.scalar(i64, 1));
    auto put = [&](Value list, Value element) {
      return inner.updateSlice(list, inner.reshape(element, Size(1)),
                               Size(v[0]));
    };
    return Values{next, inner.castTo(rest, inner.typeOf(v[1])),
                  put(v[2], place), put(v[3], score)};
  };
  Values results = b.whileLoop(initial, hasMore, choose);
  return {results[2], results[3], results[0]};
}

template <bool hasScores> static Results convertNms(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  std::optional<Sizes> count = op.sizes(2);
  Value boxes = op.input(0), scores = op.input(1);
  if (!count || count->size() != 1 || b.rankOf(boxes) != 2 ||
      b.rankOf(scores) != 1 || b.typeOf(boxes).getDimSize(1) != 4 ||
      op.outputCount() != (hasScores ? 3u : 2u))
    return op.fail("its operands are no boxes, scores and number");
  Suppression s;
  s.iouThreshold = b.reshape(op.input(3), {});
  s.scoreThreshold = b.reshape(op.input(4), {});
  s.dropsEqual = true;
  if (hasScores && op.number(5) != 0.0) {
    Value sigma = b.reshape(op.input(5), {});
    Value zero = b.scalar(b.getF32Type(), 0);
    Value factor = b.divide(b.scalar(b.getF32Type(), -0.5), sigma);
    // 0 leaves scores as they are.
    s.softness = b.select(b.compare(Comparison::GT, sigma, zero), factor, zero);
  }
  Chosen chosen = suppress(b, boxes, scores, count->front(), s);
  Values results{b.convert(chosen.places, op.outputElement(0))};
  if (hasScores)
    results.push_back(chosen.scores);
  results.push_back(b.convert(chosen.number, op.outputElement(results.size())));
  return results;
}

static constexpr Row kRows[] = {
    {BuiltinOperator::NON_MAX_SUPPRESSION_V4, convertNms<false>, 5},
    {BuiltinOperator::NON_MAX_SUPPRESSION_V5, convertNms<true>, 6},
};

ArrayRef<Row> ingot::tflite::suppression() { return kRows; }
