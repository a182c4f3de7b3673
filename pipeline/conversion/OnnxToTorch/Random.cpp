//===- Random.cpp - random numbers ----------------------------------------===//
//
// Of the same distribution as ONNX says, but not the same numbers for a seed:
// no two implementations of ONNX agree on those.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/OnnxToTorch/Formulas.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::onnx;
using namespace ingot::torch;

/// The sizes of the operand, or those that an attribute says.
static SmallVector<Value> sizesOfRandom(const OnnxOp &op) {
  SmallVector<Value> sizes;
  if (Tensor like = op.input(0))
    return op.builder().sizes(like);
  for (int64_t size : op.integers("shape").value_or(Ints()))
    sizes.push_back(op.builder().constant(size));
  return sizes;
}

static Tensor draw(const OnnxOp &op, StringRef opName, ArrayRef<Value> sizes) {
  TorchBuilder &builder = op.builder();
  return typed(builder, opName,
               {{"size", sizes}, {"dtype", dtypeNumber(f32(builder))}},
               op.resultSizes(), f32(builder));
}

static Results convertRandomNormal(const OnnxOp &op) {
  Tensor x = draw(op, "aten.randn", sizesOfRandom(op));
  return convert(x * Scalar(op.number("scale", 1)) +
                     Scalar(op.number("mean", 0)),
                 op.resultType().getDtype());
}

static Results convertRandomUniform(const OnnxOp &op) {
  double low = op.number("low", 0), high = op.number("high", 1);
  Tensor x = draw(op, "aten.rand", sizesOfRandom(op));
  return convert(x * Scalar(high - low) + Scalar(low),
                 op.resultType().getDtype());
}

/// 1 as often as the operand says.
static Results convertBernoulli(const OnnxOp &op) {
  Tensor x = op.input(0);
  Tensor drawn = draw(op, "aten.rand", op.builder().sizes(x));
  return convert(drawn < convert(x, drawn.dtype()), op.resultType().getDtype());
}

/// Classes by the logarithms of how likely they are: the one of which that plus
/// a number of Gumbel's distribution is the greatest.
static Results convertMultinomial(const OnnxOp &op) {
  Tensor x = op.input(0);
  TorchBuilder &builder = op.builder();
  if (x.rank() != 2)
    return {};
  SmallVector<Value> sizes{
      x.size(0), builder.constant(op.integer("sample_size", 1)), x.size(1)};
  Ints stated = sizesOf(x);
  stated.insert(stated.begin() + 1, op.integer("sample_size", 1));
  Tensor drawn = typed(builder, "aten.rand",
                       {{"size", sizes}, {"dtype", dtypeNumber(f32(builder))}},
                       stated, f32(builder));
  Tensor noise = -log(-log(clamp(drawn, 1e-30, Scalar(std::nullopt))));
  Tensor score = unsqueeze(convert(x, f32(builder)), 1) + noise;
  Tensor best(builder,
              builder.create("aten.argmax", {{"self", score}, {"dim", 2}}));
  return convert(best, op.resultType().getDtype());
}

ArrayRef<Conversion> ingot::onnx::random() {
  static constexpr Conversion kTable[] = {
      {"Bernoulli", convertBernoulli},
      {"Multinomial", convertMultinomial},
      {"RandomNormal", convertRandomNormal, 0},
      {"RandomNormalLike", convertRandomNormal},
      {"RandomUniform", convertRandomUniform, 0},
      {"RandomUniformLike", convertRandomUniform},
  };
  return kTable;
}
