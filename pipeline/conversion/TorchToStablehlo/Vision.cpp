//===- Vision.cpp - operators of torchvision ------------------------------===//

#include "pipeline/conversion/TorchLowering/Indices.h"
#include "pipeline/conversion/TorchToStablehlo/Tables.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

namespace {

using Values = SmallVector<Value>;

/// [n, n], how much two boxes share of what they cover together. Boxes are rows
/// of left, top, right and bottom.
Value overlaps(TensorBuilder &b, Value boxes) {
  auto column = [&](int64_t i) {
    return b.squeeze(b.slice(boxes, 1, i, i + 1), 1);
  };
  Value left = column(0), top = column(1), right = column(2),
        bottom = column(3);
  Value area = b.multiply(b.subtract(right, left), b.subtract(bottom, top));
  Sizes sizes{b.sizeOf(boxes, 0), b.sizeOf(boxes, 0)};
  auto down = [&](Value value) { return b.broadcastInDim(value, sizes, 0); };
  auto along = [&](Value value) { return b.broadcastInDim(value, sizes, 1); };
  auto length = [&](Value from, Value to) {
    Value start = b.maximum(down(from), along(from));
    Value end = b.minimum(down(to), along(to));
    return b.maximum(b.subtract(end, start), b.fullLike(start, 0));
  };
  Value shared = b.multiply(length(left, right), length(top, bottom));
  return b.divide(shared, b.subtract(b.add(down(area), along(area)), shared));
}

/// One box after the other: what is kept removes those behind it that overlap
/// too much. `overlapping` [n, n] is true of these.
Value keep(TensorBuilder &b, Value overlapping) {
  Type i64 = b.getI64Type(), i1 = b.getI1Type();
  Size count = b.sizeOf(overlapping, 0);
  Value places = b.iota(count, 0, i64);
  Values initial{b.scalar(i64, 0), b.full(count, b.scalar(i1, 1))};
  Value end = b.valueOf(count);
  auto isLeft = [&](TensorBuilder &b, ValueRange arguments) {
    return Values{b.compare(Comparison::LT, arguments[0], end)};
  };
  auto body = [&](TensorBuilder &b, ValueRange arguments) {
    Size at(arguments[0]);
    Value row = b.squeeze(b.narrow(overlapping, 0, at, 1), 0);
    Value isKept = b.reshape(b.narrow(arguments[1], 0, at, 1), {});
    Value isBehind = b.compare(Comparison::GT, places, arguments[0]);
    Value isRemoved = b.logicalAnd(b.logicalAnd(row, isBehind),
                                   b.broadcast(isKept, b.sizesOf(places)));
    Value kept = b.logicalAnd(arguments[1], b.logicalNot(isRemoved));
    return Values{b.add(arguments[0], b.scalar(i64, 1)),
                  b.castTo(kept, b.typeOf(initial[1]))};
  };
  return b.whileLoop(initial, isLeft, body)[1];
}

/// Non-maximum suppression.
Converted convertNms(Conversion &c) {
  // All sizes here are the number of boxes.
  std::unique_ptr<TensorBuilder> strict = c.b.clone(/*strict=*/true);
  auto &b = static_cast<StablehloBuilder &>(*strict);
  Value boxes = c.operand("dets"), scores = c.operand("scores");
  if (b.rankOf(boxes) != 2 || b.rankOf(scores) != 1)
    return c.fail("the boxes are no matrix, or the scores no vector");
  auto isGreater = [](TensorBuilder &b, Value score, Value other) {
    return b.compare(Comparison::GT, score, other);
  };
  Value order = b.sort(scores, 0, isGreater).places;
  Value overlap = overlaps(b, takeAlong(b, boxes, order, 0));
  Value limit = c.operandAs("iou_threshold", b.elementOf(overlap));
  Value kept = keep(b, b.compare(Comparison::GT, overlap, limit));
  return takeAlong(b, order, trueIndices(b, kept).front(), 0);
}

} // namespace

void ingot::torch::populateStablehloVision(ConversionTable &table) {
  table.add({{"torch.torchvision.nms", convertNms}});
}
