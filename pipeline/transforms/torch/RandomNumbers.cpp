//===- RandomNumbers.cpp - every distribution from the uniform one --------===//
//
// What is left is aten.uniform, whose stream of numbers is the program's own:
// PyTorch promises none that others could repeat.
//
//===----------------------------------------------------------------------===//

#include "pipeline/transforms/torch/Decompositions.h"
#include "pipeline/transforms/torch/Promotion.h"

#include <cmath>

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

using Values = SmallVector<Value>;

/// The sizes of the result: listed, or those of `self`.
static std::optional<Values> resultSizes(const Composite &op) {
  if (op.operand("size"))
    return op.ints("size");
  Tensor like = op.tensor(op.operand("self") ? "self" : "input");
  return op.builder().sizes(like);
}

/// At least `from`, below `to`.
static Tensor uniform(TorchBuilder &builder, ArrayRef<Value> sizes, Type dtype,
                      Scalar from = 0.0, Scalar to = 1.0) {
  Tensor empty(builder, builder.create(
                            "aten.empty.memory_format",
                            {{"size", sizes}, {"dtype", dtypeNumber(dtype)}}));
  return {builder, builder.create("aten.uniform",
                                  {{"self", empty}, {"from", from}, {"to", to}},
                                  empty.type())};
}

static Results decomposeRand(const Composite &op) {
  std::optional<Values> sizes = resultSizes(op);
  if (!sizes)
    return {};
  return uniform(op.builder(), *sizes, computeDtype(op.resultDtype()));
}

/// A note on the generation of random normal deviates (Box and Muller, 1958).
/// 1 - u is never zero, whose logarithm is infinite.
static Tensor normal(TorchBuilder &builder, ArrayRef<Value> sizes, Type dtype) {
  Tensor radius = uniform(builder, sizes, dtype);
  Tensor angle = uniform(builder, sizes, dtype, 0.0, 2 * M_PI);
  return sqrt(log(1.0 - radius) * -2.0) * map("aten.cos", angle);
}

static Results decomposeRandn(const Composite &op) {
  std::optional<Values> sizes = resultSizes(op);
  if (!sizes)
    return {};
  return normal(op.builder(), *sizes, computeDtype(op.resultDtype()));
}

static Results decomposeNormal(const Composite &op) {
  std::optional<Values> sizes = resultSizes(op);
  if (!sizes)
    return {};
  Tensor x = normal(op.builder(), *sizes, computeDtype(op.resultDtype()));
  return x * op.scalar("std") + op.scalar("mean");
}

/// Integers from `low`, or 0, to below `high`. In f64, so that every integer of
/// 53 bits can come out.
static Results decomposeRandint(const Composite &op) {
  TorchBuilder &builder = op.builder();
  std::optional<Values> sizes = resultSizes(op);
  if (!sizes)
    return {};
  Type f64 = Float64Type::get(builder.context());
  Value low = op.operand("low");
  if (!low)
    low = builder.constant(int64_t(0));
  Tensor x = uniform(builder, *sizes, f64, builder.toFloat(low),
                     builder.toFloat(op.operand("high")));
  return map("aten.floor", x);
}

/// True with a probability that is one number, or one for each element.
static Results decomposeBernoulli(const Composite &op) {
  TorchBuilder &builder = op.builder();
  std::optional<Values> sizes = resultSizes(op);
  if (!sizes)
    return {};
  Type dtype = computeDtype(floatDtype(op.resultDtype()));
  Tensor x = uniform(builder, *sizes, dtype);
  if (Tensor p = op.tensor("p"))
    return x < p;
  if (op.operand("p"))
    return x < op.scalar("p");
  return x < op.tensor("self");
}

namespace {

struct Dropped {
  Tensor output, kept;
};

} // namespace

/// Zero with probability p, else larger so that the mean stays.
static std::optional<Dropped> drop(const Composite &op) {
  TorchBuilder &builder = op.builder();
  Tensor x = op.tensor("input");
  std::optional<double> p = matchNumber(op.operand("p"));
  if (!p)
    return std::nullopt;
  Tensor kept =
      uniform(builder, builder.sizes(x), computeDtype(x.dtype())) >= *p;
  double larger = *p == 1 ? 0 : 1 / (1 - *p);
  return Dropped{where(kept, x * larger, 0.0), kept};
}

static Results decomposeDropout(const Composite &op) {
  if (!op.truth("train"))
    return op.tensor("input");
  std::optional<Dropped> dropped = drop(op);
  return dropped ? Results(dropped->output) : Results();
}

static Results decomposeNativeDropout(const Composite &op) {
  Tensor x = op.tensor("input");
  if (op.has("train") && !op.truth("train"))
    return {x,
            full(op.builder(), op.builder().sizes(x), true, op.resultDtype(1))};
  std::optional<Dropped> dropped = drop(op);
  return dropped ? Results{dropped->output, dropped->kept} : Results();
}

ArrayRef<Decomposition> ingot::torch::randomNumbers() {
  static constexpr Decomposition kRows[] = {
      {"torch.aten.bernoulli", decomposeBernoulli},
      {"torch.aten.bernoulli.Tensor", decomposeBernoulli},
      {"torch.aten.bernoulli.p", decomposeBernoulli},
      {"torch.aten.dropout", decomposeDropout},
      {"torch.aten.native_dropout", decomposeNativeDropout},
      {"torch.aten.normal.float_float", decomposeNormal},
      {"torch.aten.normal_functional", decomposeNormal},
      {"torch.aten.rand", decomposeRand},
      {"torch.aten.rand_like", decomposeRand},
      {"torch.aten.randint", decomposeRandint},
      {"torch.aten.randint.generator", decomposeRandint},
      {"torch.aten.randint.low", decomposeRandint},
      {"torch.aten.randint.low_generator", decomposeRandint},
      {"torch.aten.randint_like", decomposeRandint},
      {"torch.aten.randint_like.low_dtype", decomposeRandint},
      {"torch.aten.randn", decomposeRandn},
      {"torch.aten.randn.generator", decomposeRandn},
      {"torch.aten.randn_like", decomposeRandn},
  };
  return kRows;
}
