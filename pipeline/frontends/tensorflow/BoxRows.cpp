//===- BoxRows.cpp - boxes in images --------------------------------------===//
//
// Boxes are [y1, x1, y2, x2], their corners in any order. Of those that overlap
// too much the one with the higher score stays: boxes are sorted by score, all
// overlaps are computed at once, and one loop over the boxes lets each that is
// still there take away the ones behind it.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchLowering/Indices.h"
#include "pipeline/frontends/tensorflow/Boxes.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tensorflow;

namespace {

Value scalarOf(Operator &c, size_t i, Type element) {
  return c.b.convert(c.b.reshape(c.operand(i), {}), element);
}

/// A vector of zeros behind what there is.
Value fillTo(TensorBuilder &b, Value value, Size length) {
  Size missing = b.maximum(b.subtract(length, b.sizeOf(value, 0)), Size(0));
  Value padded =
      b.pad(value, b.scalar(b.elementOf(value), 0), Size(0), missing);
  return b.narrow(padded, 0, 0, length);
}

/// Which boxes stay, of boxes in falling order of their scores. `removes` is
/// [batch..., n, n]: whether the first box takes the second away.
Value keepBoxes(TensorBuilder &b, Value removes, Value isCandidate, Size most) {
  int64_t rank = b.rankOf(isCandidate), last = rank - 1;
  Type i64 = b.getI64Type();
  Size count = b.sizeOf(isCandidate, last);
  Sizes sizes = b.sizesOf(isCandidate);
  Value places = b.iota(sizes, last, i64);
  Sizes batch(sizes.begin(), sizes.end() - 1);
  SmallVector<Value> initial{b.scalar(i64, 0), isCandidate,
                             b.full(batch, b.scalar(i64, 0))};
  Value end = b.valueOf(count), limit = b.valueOf(most);
  RankedTensorType keptType = b.typeOf(isCandidate);
  RankedTensorType numberType = b.typeOf(initial[2]);
  SmallVector<Value> results = b.whileLoop(
      initial,
      [&](TensorBuilder &b, ValueRange x) {
        return SmallVector<Value>{b.compare(Comparison::LT, x[0], end)};
      },
      [&](TensorBuilder &b, ValueRange x) {
        Size at(x[0]);
        Value own = b.squeeze(b.narrow(x[1], last, at, 1), last);
        // No more than are wanted.
        own = b.logicalAnd(own, b.compare(Comparison::LT, x[2], limit));
        Value taken = b.squeeze(b.narrow(removes, last, at, 1), last);
        Value isBehind = b.compare(Comparison::GT, places, x[0]);
        Value wide = b.broadcastInDim(own, b.sizesOf(x[1]),
                                      llvm::to_vector(llvm::seq(last)));
        Value gone = b.logicalAnd(b.logicalAnd(wide, taken), isBehind);
        Value isHere = b.compare(Comparison::EQ, places, x[0]);
        Value kept =
            b.select(isHere, wide, b.logicalAnd(x[1], b.logicalNot(gone)));
        Value number = b.add(x[2], b.convert(own, b.getI64Type()));
        return SmallVector<Value>{b.add(x[0], b.scalar(b.getI64Type(), 1)),
                                  b.castTo(kept, keptType),
                                  b.castTo(number, numberType)};
      });
  return results[1];
}

StablehloBuilder::Sorted sortByScore(StablehloBuilder &b, Value scores) {
  return b.sort(scores, b.rankOf(scores) - 1,
                [](TensorBuilder &b, Value first, Value second) {
                  return b.compare(Comparison::GT, first, second);
                });
}

/// The fifth version with scores that fall with the overlap.
Results suppressSoftly(Operator &c, double sigma) {
  StablehloBuilder &b = c.b;
  Type element = c.elementOf(1), i32 = b.getI32Type();
  SoftSuppression limits{scalarOf(c, 3, element), scalarOf(c, 4, element),
                         sigma, c.size(2)};
  ChosenBoxes chosen =
      chooseSoftly(b, b.convert(c.operand(0), element), c.operand(1), limits);
  Size number(chosen.number);
  Value places = b.narrow(b.convert(chosen.places, i32), 0, 0, number);
  Value scores = b.narrow(chosen.scores, 0, 0, number);
  if (c.getBool("pad_to_max_output_size", false)) {
    places = fillTo(b, places, limits.most);
    scores = fillTo(b, scores, limits.most);
  }
  return SmallVector<Value>{places, scores, b.convert(chosen.number, i32)};
}

/// Boxes, scores, how many at most, thresholds of overlap and, from the third
/// version on, of scores.
Results convertNms(Operator &c) {
  StablehloBuilder &b = c.b;
  if (c.rank(0) != 2 || c.rank(1) != 1 || !c.isTensor(2))
    return c.fail("its boxes are no matrix, or its scores no vector");
  Type element = c.elementOf(1), i32 = b.getI32Type();
  Value threshold = c.isTensor(3)
                        ? scalarOf(c, 3, element)
                        : b.scalar(element, c.getFloat("iou_threshold", 0.5));
  if (c.isTensor(5)) {
    std::optional<SmallVector<double>> sigma = c.numbers(5);
    if (!sigma || sigma->size() != 1 || !(sigma->front() >= 0))
      return c.fail("'soft_nms_sigma' is not known, or negative");
    if (sigma->front() > 0)
      return suppressSoftly(c, sigma->front());
  }
  StablehloBuilder::Sorted sorted = sortByScore(b, c.operand(1));
  Value boxes =
      torch::takeAlong(b, b.convert(c.operand(0), element), sorted.places, 0);
  Value isCandidate =
      b.full(b.sizesOf(sorted.values), b.scalar(b.getI1Type(), 1));
  if (c.isTensor(4))
    isCandidate =
        b.compare(Comparison::GT, sorted.values, scalarOf(c, 4, element));
  Value removes = b.compare(Comparison::GT, overlaps(b, boxes), threshold);
  Size most = c.size(2);
  Value kept = keepBoxes(b, removes, isCandidate, most);
  Value places = torch::trueIndices(b, kept).front();
  Value chosen = b.convert(torch::takeAlong(b, sorted.places, places, 0), i32);
  Value valid = b.convert(b.valueOf(b.sizeOf(chosen, 0)), i32);
  Value scores = torch::takeAlong(b, sorted.values, places, 0);
  if (c.getBool("pad_to_max_output_size", false)) {
    chosen = fillTo(b, chosen, most);
    scores = fillTo(b, scores, most);
  }
  if (c.is("NonMaxSuppressionV5"))
    return SmallVector<Value>{chosen, scores, valid};
  return SmallVector<Value>{chosen, valid};
}

/// Batches of boxes and of scores by class; what stays of all classes in
/// falling order of the scores.
Results convertCombinedNms(Operator &c) {
  StablehloBuilder &b = c.b;
  std::optional<int64_t> perClass = c.integer(2), total = c.integer(3);
  RankedTensorType boxType = b.typeOf(c.operand(0));
  RankedTensorType scoreType = b.typeOf(c.operand(1));
  if (!perClass || !total || boxType.getRank() != 4 ||
      scoreType.getRank() != 3 || *total < 0 || *perClass < 0 ||
      boxType.getDimSize(3) != 4)
    return c.fail("its operands are no boxes and scores, or its sizes are not "
                  "known");
  Type element = scoreType.getElementType();
  Value scores = b.transpose(c.operand(1), {0, 2, 1});
  Sizes sizes = b.sizesOf(scores);
  Value boxes = b.transpose(c.operand(0), {0, 2, 1, 3});
  Sizes boxSizes(sizes);
  boxSizes.push_back(4);
  boxes = b.broadcast(boxes, boxSizes);
  StablehloBuilder::Sorted sorted = sortByScore(b, scores);
  Value vectors = torch::elementIndices(b, scores, sorted.places, 2);
  boxes = b.gather(boxes, vectors, {0, 1, 2});
  Value removes =
      b.compare(Comparison::GT, overlaps(b, boxes), scalarOf(c, 4, element));
  Value isCandidate =
      b.compare(Comparison::GT, sorted.values, scalarOf(c, 5, element));
  Value kept = keepBoxes(b, removes, isCandidate, *perClass);
  // All classes together; what does not stay comes last.
  Size count = b.multiply(sizes[1], sizes[2]);
  Value none = b.limit(element, /*greatest=*/false);
  Value ranked =
      b.reshape(b.select(kept, sorted.values, none), {sizes[0], count});
  Value classes = b.reshape(b.iota(sizes, 1, element), {sizes[0], count});
  boxes = b.reshape(boxes, {sizes[0], count, 4});
  Value isKept = b.reshape(kept, {sizes[0], count});
  StablehloBuilder::Sorted best = sortByScore(b, ranked);
  // A candidate may score minus infinity, too: what stays is looked up.
  Value order = torch::elementIndices(b, ranked, best.places, 1);
  int64_t length = *total;
  if (c.getBool("pad_per_class", false) && sizes[1].isKnown())
    length = std::min(length, *perClass * sizes[1].known());
  Value stays = b.gather(isKept, order, {0, 1});
  auto finish = [&](Value value, Value filler) {
    Sizes high(b.rankOf(value), Size(0)), low(high);
    high[1] = b.maximum(b.subtract(length, count), Size(0));
    Value mask = stays;
    if (b.rankOf(value) == 3)
      mask = b.broadcastInDim(stays, b.sizesOf(value), {0, 1});
    value = b.pad(b.select(mask, value, filler), filler, low, high);
    return b.narrow(value, 1, 0, length);
  };
  Value zero = b.scalar(element, 0);
  Value chosen = b.gather(boxes, order, {0, 1});
  if (c.getBool("clip_boxes", true))
    chosen = b.maximum(b.minimum(chosen, b.scalar(element, 1)), zero);
  Value number = b.reduce(Reducer::Add, b.convert(stays, b.getI32Type()), 1);
  number = b.minimum(number, b.scalar(b.getI32Type(), length));
  return SmallVector<Value>{finish(chosen, zero), finish(best.values, zero),
                            finish(b.gather(classes, order, {0, 1}), zero),
                            number};
}

//===----------------------------------------------------------------------===//
// Crops
//===----------------------------------------------------------------------===//

/// Places along one side of each box, [boxes, count]; in numbers of elements.
Value cropPlaces(TensorBuilder &b, Value low, Value high, Size size,
                 Size count) {
  Type f32 = b.getF32Type();
  Value last = b.convert(b.valueOf(b.subtract(size, 1)), f32);
  Sizes sizes{b.sizeOf(low, 0), count};
  auto wide = [&](Value x) { return b.broadcastInDim(x, sizes, 0); };
  if (count.is(1))
    return wide(
        b.multiply(b.multiply(b.add(low, high), b.scalar(f32, 0.5)), last));
  Value steps = b.convert(b.valueOf(b.subtract(count, 1)), f32);
  Value scale = b.divide(b.multiply(b.subtract(high, low), last), steps);
  return b.add(wide(b.multiply(low, last)),
               b.multiply(b.iota(sizes, 1, f32), wide(scale)));
}

Results convertCrop(Operator &c) {
  TensorBuilder &b = c.b;
  std::optional<Sizes> crop = c.sizes(3);
  if (c.rank(0) != 4 || c.rank(1) != 2 || c.rank(2) != 1 || !crop ||
      crop->size() != 2)
    return c.fail("its operands are no images and boxes");
  Type f32 = b.getF32Type(), i64 = b.getI64Type();
  Value image = b.convert(c.operand(0), f32);
  auto side = [&](int64_t i) {
    return b.squeeze(b.slice(c.operand(1), 1, i, i + 1), 1);
  };
  Size height = b.sizeOf(image, 1), width = b.sizeOf(image, 2);
  Sizes sizes{b.sizeOf(c.operand(1), 0), (*crop)[0], (*crop)[1]};
  Value ys = b.broadcastInDim(
      cropPlaces(b, side(0), side(2), height, (*crop)[0]), sizes, {0, 1});
  Value xs = b.broadcastInDim(
      cropPlaces(b, side(1), side(3), width, (*crop)[1]), sizes, {0, 2});
  Value which = b.broadcastInDim(b.convert(c.operand(2), i64), sizes, 0);
  auto bound = [&](Size size) {
    return b.convert(b.valueOf(b.subtract(size, 1)), f32);
  };
  auto isWithin = [&](Value x, Size size) {
    return b.logicalAnd(b.compare(Comparison::GE, x, b.scalar(f32, 0)),
                        b.compare(Comparison::LE, x, bound(size)));
  };
  auto pixel = [&](Value y, Value x) {
    auto column = [&](Value value) {
      return b.unsqueeze(b.convert(value, i64), 3);
    };
    Value vectors =
        b.concatenate({b.unsqueeze(which, 3), column(y), column(x)}, 3);
    return b.gather(image, vectors, {0, 1, 2});
  };
  auto clampTo = [&](Value x, Size size) {
    return b.maximum(b.minimum(x, bound(size)), b.scalar(f32, 0));
  };
  Value result;
  if (c.getString("method", "bilinear") == "nearest") {
    auto nearest = [&](Value x, Size size) {
      return clampTo(
          b.elementwise(ElementOp::Floor, b.add(x, b.scalar(f32, 0.5))), size);
    };
    result = pixel(nearest(ys, height), nearest(xs, width));
  } else {
    auto floor = [&](Value x) { return b.elementwise(ElementOp::Floor, x); };
    auto ceil = [&](Value x) { return b.elementwise(ElementOp::Ceil, x); };
    Value top = clampTo(floor(ys), height), bottom = clampTo(ceil(ys), height);
    Value left = clampTo(floor(xs), width), right = clampTo(ceil(xs), width);
    auto weight = [&](Value x) {
      return b.unsqueeze(b.subtract(x, floor(x)), 3);
    };
    auto mix = [&](Value from, Value to, Value by) {
      return b.add(from, b.multiply(b.subtract(to, from), by));
    };
    Value above = mix(pixel(top, left), pixel(top, right), weight(xs));
    Value below = mix(pixel(bottom, left), pixel(bottom, right), weight(xs));
    result = mix(above, below, weight(ys));
  }
  Value isInside = b.logicalAnd(isWithin(ys, height), isWithin(xs, width));
  return b.select(b.unsqueeze(isInside, 3), result,
                  b.scalar(f32, c.getFloat("extrapolation_value", 0)));
}

} // namespace

Rows ingot::tensorflow::boxRows() {
  static constexpr Row kRows[] = {
      {"CombinedNonMaxSuppression", convertCombinedNms, 6,
       "nmsed_boxes,nmsed_scores,nmsed_classes,valid_detections"},
      {"CropAndResize", convertCrop, 4},
      {"NonMaxSuppression", convertNms, 3},
      {"NonMaxSuppressionV2", convertNms, 4},
      {"NonMaxSuppressionV3", convertNms, 5},
      {"NonMaxSuppressionV4", convertNms, 5, "selected_indices,valid_outputs"},
      {"NonMaxSuppressionV5", convertNms, 6,
       "selected_indices,selected_scores,valid_outputs"},
  };
  return kRows;
}
