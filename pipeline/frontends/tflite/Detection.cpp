//===- Detection.cpp - TFLite_Detection_PostProcess -----------------------===//
//
// Boxes are decoded against anchors, then the best of them are chosen: by their
// best class ("fast"), or class by class and the best of all ("regular").
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tflite/Detection.h"
#include "pipeline/conversion/TorchLowering/Indices.h"
#include "pipeline/frontends/tflite/CustomOptions.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tflite;

namespace {

/// The options of the operator.
struct Detection {
  int64_t maxDetections, maxClasses, perClass, classes;
  bool isRegular;
  double scoreThreshold, iouThreshold;
  double scale[4]; ///< y, x, h, w.
};

/// Beyond it nothing real is left.
constexpr int64_t kMaxCount = 100'000;

std::optional<Detection> detectionOf(TfLiteOp &op) {
  std::optional<CustomOptions> options = CustomOptions::read(op);
  if (!options)
    return std::nullopt;
  Detection d;
  d.maxDetections = options->integer("max_detections", 0);
  d.maxClasses = options->integer("max_classes_per_detection", 1);
  d.perClass = options->integer("detections_per_class", 100);
  d.classes = options->integer("num_classes", 0);
  d.isRegular = options->integer("use_regular_nms", 0) != 0;
  d.scoreThreshold = options->number("nms_score_threshold", 0);
  d.iouThreshold = options->number("nms_iou_threshold", 0);
  static constexpr const char *kScales[] = {"y_scale", "x_scale", "h_scale",
                                            "w_scale"};
  for (auto [scale, name] : llvm::zip(d.scale, kScales))
    scale = options->number(name, 1);
  for (int64_t count : {d.maxDetections, d.maxClasses, d.perClass, d.classes})
    if (count < 1 || count > kMaxCount)
      return std::nullopt;
  return d;
}

/// Corners [n, 4] of boxes that say centre and size relative to an anchor.
Value decode(TensorBuilder &b, Value encoded, Value anchors,
             const Detection &d) {
  Type f32 = b.getF32Type();
  auto column = [&](Value table, int64_t i) {
    return b.slice(table, 1, i, i + 1);
  };
  auto scaled = [&](int64_t i) {
    return b.divide(column(encoded, i), b.scalar(f32, d.scale[i]));
  };
  Values low, high;
  for (int64_t i : {0, 1}) {
    Value anchorSize = column(anchors, i + 2);
    Value centre = b.add(b.multiply(scaled(i), anchorSize), column(anchors, i));
    Value half = b.multiply(
        b.multiply(b.elementwise(ElementOp::Exponential, scaled(i + 2)),
                   anchorSize),
        b.scalar(f32, 0.5));
    low.push_back(b.subtract(centre, half));
    high.push_back(b.add(centre, half));
  }
  return b.concatenate({low[0], low[1], high[0], high[1]}, 1);
}

/// What the operator gives, before the batch dimension.
struct Found {
  Value boxes, classes, scores, number;
};

/// Only what stands in front of `number`; zeros behind.
Value cutOff(TensorBuilder &b, Value list, Value number) {
  Value isThere = b.compare(
      Comparison::LT, b.iota(b.sizeOf(list, 0), 0, b.getI64Type()), number);
  Sizes sizes = b.sizesOf(list);
  return b.select(b.broadcastInDim(isThere, sizes, {0}), list,
                  b.scalar(b.elementOf(list), 0));
}

StablehloBuilder::Sorted sortDown(StablehloBuilder &b, Value value,
                                  int64_t dim) {
  return b.sort(value, dim, [](TensorBuilder &inner, Value x, Value y) {
    return inner.compare(Comparison::GT, x, y);
  });
}

/// Boxes by their best class; each is given with its best classes.
Found findFast(StablehloBuilder &b, Value boxes, Value scores,
               const Suppression &s, const Detection &d) {
  Type i64 = b.getI64Type(), f32 = b.getF32Type();
  int64_t each = std::min(d.maxClasses, d.classes);
  StablehloBuilder::Sorted sorted = sortDown(b, scores, 1);
  Value best = b.squeeze(b.slice(sorted.values, 1, 0, 1), {1});
  Chosen chosen = suppress(b, boxes, best, d.maxDetections, s);
  auto rows = [&](Value table) {
    return torch::takeAlong(b, table, chosen.places, 0);
  };
  // `each` results for each box, one behind the other.
  int64_t total = d.maxDetections * each;
  Value wide =
      b.broadcastInDim(rows(boxes), Sizes{d.maxDetections, each, 4}, {0, 2});
  Value classes = b.convert(rows(b.slice(sorted.places, 1, 0, each)), f32);
  Value number = b.multiply(chosen.number, b.scalar(i64, each));
  auto flat = [&](Value table) {
    return cutOff(b, b.reshape(table, Size(total)), number);
  };
  return {cutOff(b, b.reshape(wide, Sizes{total, 4}), number), flat(classes),
          flat(rows(b.slice(sorted.values, 1, 0, each))), number};
}

/// The best of what is chosen for each class alone.
Found findRegular(StablehloBuilder &b, Value boxes, Value scores,
                  const Suppression &s, const Detection &d) {
  Type i64 = b.getI64Type(), f32 = b.getF32Type();
  Values places, classes, values;
  Value gone = b.scalar(f32, -1.0);
  Value total = b.scalar(i64, 0);
  for (int64_t i : llvm::seq(d.classes)) {
    Value ofClass = b.squeeze(b.slice(scores, 1, i, i + 1), {1});
    Chosen chosen = suppress(b, boxes, ofClass, d.perClass, s);
    Value isThere = b.compare(Comparison::LT, b.iota(Size(d.perClass), 0, i64),
                              chosen.number);
    places.push_back(chosen.places);
    values.push_back(b.select(isThere, chosen.scores, gone));
    classes.push_back(b.full(Size(d.perClass), b.scalar(f32, double(i))));
    total = b.add(total, chosen.number);
  }
  int64_t count = std::min(d.maxDetections, d.classes * d.perClass);
  StablehloBuilder::Sorted sorted = sortDown(b, b.concatenate(values, 0), 0);
  Value order = b.slice(sorted.places, 0, 0, count);
  Value number = b.minimum(total, b.scalar(i64, count));
  auto fill = [&](Value list) {
    list = cutOff(b, list, number);
    Sizes low(b.rankOf(list), Size(0)), high(low);
    high[0] = d.maxDetections - count;
    return count == d.maxDetections
               ? list
               : b.pad(list, b.scalar(b.elementOf(list), 0), low, high);
  };
  Value from = torch::takeAlong(b, b.concatenate(places, 0), order, 0);
  return {fill(torch::takeAlong(b, boxes, from, 0)),
          fill(torch::takeAlong(b, b.concatenate(classes, 0), order, 0)),
          fill(b.slice(sorted.values, 0, 0, count)), number};
}

} // namespace

Results ingot::tflite::convertDetectionPostProcess(TfLiteOp &op) {
  StablehloBuilder &b = op.b;
  std::optional<Detection> d = detectionOf(op);
  if (!d)
    return op.fail("its options are missing or out of range");
  for (unsigned i = 0; i < 3; ++i)
    if (!op.has(i))
      return op.fail("an operand is missing");
  Value encoded = op.floatInput(0), scores = op.floatInput(1),
        anchors = op.floatInput(2);
  if (b.rankOf(encoded) != 3 || b.rankOf(scores) != 3 ||
      b.rankOf(anchors) != 2 || op.outputCount() != 4 ||
      b.typeOf(encoded).getDimSize(0) != 1 ||
      !b.typeOf(scores).hasStaticShape() ||
      b.typeOf(scores).getDimSize(2) < d->classes)
    return op.fail("its operands are no boxes, classes and anchors of a batch "
                   "of one");
  encoded = b.squeeze(encoded, {0});
  scores = b.squeeze(scores, {0});
  // Classes in front of those that count are background.
  int64_t all = b.typeOf(scores).getDimSize(1);
  scores = b.slice(scores, 1, all - d->classes, all);
  Suppression s;
  s.iouThreshold = b.scalar(b.getF32Type(), d->iouThreshold);
  s.scoreThreshold = b.scalar(b.getF32Type(), d->scoreThreshold);
  s.keepsEqual = true;
  Value boxes = decode(b, encoded, anchors, *d);
  Found found = d->isRegular ? findRegular(b, boxes, scores, s, *d)
                             : findFast(b, boxes, scores, s, *d);
  auto batch = [&](Value value) { return b.unsqueeze(value, 0); };
  return Values{batch(found.boxes), batch(found.classes), batch(found.scores),
                batch(b.convert(found.number, b.getF32Type()))};
}
