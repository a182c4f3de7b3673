//===- Boxes.cpp - overlaps of boxes, and what falls with them ------------===//

#include "pipeline/frontends/tensorflow/Boxes.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tensorflow;

Value ingot::tensorflow::overlaps(TensorBuilder &b, Value boxes) {
  int64_t rank = b.rankOf(boxes), last = rank - 1;
  auto side = [&](int64_t i) {
    return b.squeeze(b.slice(boxes, last, i, i + 1), last);
  };
  Value top = b.minimum(side(0), side(2)), bottom = b.maximum(side(0), side(2));
  Value left = b.minimum(side(1), side(3)), right = b.maximum(side(1), side(3));
  Value area = b.multiply(b.subtract(bottom, top), b.subtract(right, left));
  auto column = [&](Value x) { return b.unsqueeze(x, last); };
  auto row = [&](Value x) { return b.unsqueeze(x, last - 1); };
  Type element = b.elementOf(boxes);
  Value zero = b.scalar(element, 0);
  auto shared = [&](Value low, Value high) {
    return b.maximum(b.subtract(b.minimum(column(high), row(high)),
                                b.maximum(column(low), row(low))),
                     zero);
  };
  Value both = b.multiply(shared(top, bottom), shared(left, right));
  Value either = b.subtract(b.add(column(area), row(area)), both);
  Value isEmpty = b.logicalOr(b.compare(Comparison::LE, column(area), zero),
                              b.compare(Comparison::LE, row(area), zero));
  return b.select(isEmpty, zero, b.divide(both, either));
}

ChosenBoxes ingot::tensorflow::chooseSoftly(TensorBuilder &b, Value boxes,
                                            Value scores,
                                            const SoftSuppression &limits) {
  Type element = b.elementOf(scores), i64 = b.getI64Type();
  Value shared = overlaps(b, boxes);
  Value exponents = b.multiply(b.multiply(shared, shared),
                               b.scalar(element, -0.5 / limits.sigma));
  Value weights = b.select(b.compare(Comparison::LE, shared, limits.overlap),
                           b.elementwise(ElementOp::Exponential, exponents),
                           b.scalar(element, 0));
  Sizes sizes = b.sizesOf(scores);
  Value places = b.iota(sizes, 0, i64);
  Value limit = b.valueOf(b.minimum(limits.most, sizes.front()));
  Value none = b.limit(element, /*greatest=*/false);
  RankedTensorType scoreType = b.typeOf(scores), placeType = b.typeOf(places);
  // Scores as they are now, places and scores of the chosen, their number.
  SmallVector<Value> results = b.whileLoop(
      {scores, b.fullLike(places, 0), b.fullLike(scores, 0), b.scalar(i64, 0)},
      [&](TensorBuilder &inner, ValueRange x) {
        Value best = inner.reduce(Reducer::Maximum, x[0], 0);
        return SmallVector<Value>{
            inner.logicalAnd(inner.compare(Comparison::GT, best, limits.score),
                             inner.compare(Comparison::LT, x[3], limit))};
      },
      [&](TensorBuilder &inner, ValueRange x) {
        Value best = inner.reduce(Reducer::Maximum, x[0], 0);
        Value isBest = inner.compare(Comparison::EQ, x[0], best);
        Value beyond = inner.valueOf(sizes.front());
        Value place = inner.reduce(Reducer::Minimum,
                                   inner.select(isBest, places, beyond), 0);
        Value weight =
            inner.squeeze(inner.narrow(weights, 0, Size(place), 1), 0);
        Value isChosen = inner.compare(Comparison::EQ, places, place);
        Value isNext = inner.compare(Comparison::EQ, places, x[3]);
        // The chosen stay out; minus infinity times 0 would be no number.
        Value isOut = inner.logicalOr(
            isChosen, inner.compare(Comparison::EQ, x[0], none));
        Value left = inner.select(isOut, none, inner.multiply(x[0], weight));
        return SmallVector<Value>{
            inner.castTo(left, scoreType),
            inner.castTo(inner.select(isNext, place, x[1]), placeType),
            inner.castTo(inner.select(isNext, best, x[2]), scoreType),
            inner.add(x[3], inner.scalar(inner.getI64Type(), 1))};
      });
  return {results[1], results[2], results[3]};
}
