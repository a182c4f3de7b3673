//===- Signals.cpp - Fourier transforms and random numbers ----------------===//
//
// TFLite's generator of random numbers has a state that a seed of 0 draws
// anew, so its very numbers are nobody's contract; what they are distributed
// as is.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchLowering/Extremes.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"
#include "pipeline/frontends/tflite/TfLiteOp.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tflite;

namespace {

/// Of the last two dimensions, which are cut off or filled up first.
Results convertRfft2d(TfLiteOp &op) {
  StablehloBuilder &b = op.b;
  Value value = op.input(0);
  std::optional<Ints> lengths = op.ints(1);
  int64_t rank = b.rankOf(value);
  if (!lengths || lengths->size() != 2 || rank < 2 || lengths->front() < 1 ||
      lengths->back() < 1)
    return op.fail("its lengths are not known, or its operand is no matrix");
  for (int64_t i : {0, 1}) {
    int64_t dim = rank - 2 + i, length = (*lengths)[i];
    Sizes low(rank, Size(0)), high(low);
    high[dim] = b.subtract(Size(length), b.sizeOf(value, dim));
    if (!high[dim].is(0))
      value = b.pad(value, b.scalar(b.elementOf(value), 0), low, high);
  }
  SmallVector<int64_t> shape(b.typeOf(value).getShape());
  shape.back() = lengths->back() / 2 + 1;
  auto type =
      RankedTensorType::get(shape, ComplexType::get(b.elementOf(value)));
  return Value(stablehlo::FftOp::create(
      b, type, value,
      stablehlo::FftTypeAttr::get(b.getContext(), stablehlo::FftType::RFFT),
      b.getDenseI64ArrayAttr(*lengths)));
}

Value draw(StablehloBuilder &b, ArrayRef<Size> sizes,
           stablehlo::RngDistribution distribution) {
  Type f32 = b.getF32Type();
  return stablehlo::RngOp::create(
      b, b.typeOf(sizes, f32), b.scalar(f32, 0), b.scalar(f32, 1),
      b.shapeOf(sizes),
      stablehlo::RngDistributionAttr::get(b.getContext(), distribution));
}

template <stablehlo::RngDistribution distribution>
Results convertRandom(TfLiteOp &op) {
  std::optional<Sizes> sizes = op.sizes(0);
  if (!sizes)
    return op.fail("the number of its dimensions is not known");
  return draw(op.b, *sizes, distribution);
}

/// The greatest of logits plus -log(-log(u)) is distributed as they say.
Results convertMultinomial(TfLiteOp &op) {
  StablehloBuilder &b = op.b;
  Type f32 = b.getF32Type(), i64 = b.getI64Type();
  Value logits = op.floatInput(0);
  std::optional<Sizes> count = op.sizes(1);
  if (!count || count->size() != 1 || b.rankOf(logits) != 2)
    return op.fail("its operands are no matrix and number");
  Sizes sizes{b.sizeOf(logits, 0), count->front(), b.sizeOf(logits, 1)};
  Value u = draw(b, sizes, stablehlo::RngDistribution::UNIFORM);
  u = b.maximum(u, b.scalar(f32, 1e-30));
  auto minusLog = [&](Value value) {
    return b.negate(b.elementwise(ElementOp::Log, value));
  };
  Value noise = minusLog(b.maximum(minusLog(u), b.scalar(f32, 1e-30)));
  Value scores = b.add(b.broadcastInDim(logits, sizes, {0, 2}), noise);
  Values best = b.reduceVariadic(
      {scores, b.iota(sizes, 2, i64)},
      {b.neutralElement(Reducer::Maximum, f32), b.limit(i64, true)}, 2,
      /*keep=*/false, [](TensorBuilder &inner, ValueRange arguments) {
        return torch::takeMoreExtreme(inner, Comparison::GT, arguments);
      });
  return b.convert(best[1], op.outputElement());
}

} // namespace

static constexpr Row kRows[] = {
    {BuiltinOperator::MULTINOMIAL, convertMultinomial, 2},
    {BuiltinOperator::RANDOM_STANDARD_NORMAL,
     convertRandom<stablehlo::RngDistribution::NORMAL>},
    {BuiltinOperator::RANDOM_UNIFORM,
     convertRandom<stablehlo::RngDistribution::UNIFORM>},
    {BuiltinOperator::RFFT2D, convertRfft2d, 2},
};

ArrayRef<Row> ingot::tflite::signals() { return kRows; }
