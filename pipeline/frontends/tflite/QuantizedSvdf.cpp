//===- QuantizedSvdf.cpp - filters over time of integers ------------------===//
//
// Features of 8 bits go into a state of 16, whose filters are summed with one
// rounding. The state is symmetric: it has no zero point.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tflite/IntegerMath.h"
#include "pipeline/frontends/tflite/Recurrent.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tflite;

namespace {

constexpr StoredRange kShort = {-32768, 32767}, kByte = {-128, 127};

float scaleOf(TfLiteOp &op, unsigned index) {
  return op.inputQuantization(index).scales.front();
}

/// Filters over time: the state is [batch, filters * memory], and each output
/// is the sum of `rank` filters.
Results convertSvdf(TfLiteOp &op) {
  const auto &options = op.options<schema::SVDFOptions>();
  StablehloBuilder &b = op.b;
  IntegerMath m(b);
  for (unsigned i : {0, 1, 2, 4})
    if (i >= op.inputCount() || !op.has(i) || !op.inputQuantization(i))
      return op.fail("an operand or its scale is missing");
  RankedTensorType time = b.typeOf(op.input(2));
  if (time.getRank() != 2 || !time.hasStaticShape() || options.rank() < 1 ||
      time.getDimSize(0) % options.rank() != 0 || time.getDimSize(1) < 1 ||
      b.rankOf(op.input(0)) != 2 || b.rankOf(op.input(1)) != 2)
    return op.fail("needs matrices, and filters in whole ranks");
  int64_t filters = time.getDimSize(0), memory = time.getDimSize(1);
  Multiplier first =
      quantizeMultiplier(scaleOf(op, 0) * scaleOf(op, 1) / scaleOf(op, 4));
  Multiplier second = quantizeMultiplier(
      scaleOf(op, 4) * scaleOf(op, 2) / op.outputQuantization().scales.front());
  Size batch = b.sizeOf(op.input(0), 0);
  Value x = m.unbias(op.input(0), op.inputQuantization(0).zeroPoint());
  Value features = m.rescaleTwice(project(b, x, m.word(op.input(1))), first);
  features = m.minimum(m.maximum(features, kShort.low), kShort.high);
  Value state =
      b.reshape(m.word(op.input(4)), {batch, Size(filters), Size(memory)});
  state = b.concatenate(
      {b.narrow(state, 2, Size(1), Size(memory - 1)), b.unsqueeze(features, 2)},
      2);
  Value sums =
      b.reduce(Reducer::Add, b.multiply(state, m.word(op.input(2))), {2});
  sums = b.reshape(
      sums, {batch, Size(filters / options.rank()), Size(options.rank())});
  sums = b.reduce(Reducer::Add, sums, {2});
  if (op.has(3))
    sums = b.add(sums, m.word(op.input(3)));
  writeVariable(op, 4,
                b.convert(b.reshape(state, {batch, Size(filters * memory)}),
                          b.getI16Type()));
  return m.store(m.rescaleTwice(sums, second),
                 op.outputQuantization().zeroPoint(), kByte,
                 op.outputElement());
}

constexpr Row kRows[] = {
    {BuiltinOperator::SVDF, convertSvdf, 3},
};

} // namespace

ArrayRef<Row> ingot::tflite::quantizedSvdf() { return kRows; }
