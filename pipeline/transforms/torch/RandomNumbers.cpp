//===- RandomNumbers.cpp - every distribution from the uniform one --------===//
//
// What is left is aten.uniform, whose stream of numbers is the program's own:
// PyTorch promises none that others could repeat.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/torch/build/Promotion.h"
#include "pipeline/transforms/torch/Decompositions.h"

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

/// Above 0, so that a logarithm is finite. Density `rate` exp(-rate x).
static Tensor exponential(TorchBuilder &builder, ArrayRef<Value> sizes,
                          Type dtype) {
  return -log(1.0 - uniform(builder, sizes, dtype));
}

static Results decomposeExponential(const Composite &op) {
  std::optional<Values> sizes = resultSizes(op);
  if (!sizes || !isa<mlir::FloatType>(op.resultDtype()))
    return {};
  return exponential(op.builder(), *sizes, computeDtype(op.resultDtype())) /
         op.scalar("lambd");
}

/// Integers of `self`'s dtype: from `from` to below `to`, or all that it holds.
static Results decomposeRandom(const Composite &op) {
  TorchBuilder &builder = op.builder();
  Tensor x = op.tensor("self");
  Type f64 = Float64Type::get(builder.context());
  Scalar low = op.has("from") ? Scalar(builder.toFloat(op.operand("from")))
                              : Scalar(0.0);
  // Floats hold integers as far as their fraction reaches.
  double end = 0x1p53;
  if (auto type = dyn_cast<mlir::FloatType>(x.dtype()))
    end = std::ldexp(1.0, std::min(type.getFPMantissaWidth(), 53u));
  else if (auto type = dyn_cast<IntegerType>(x.dtype()))
    end = std::ldexp(
        1.0,
        std::min(type.isSigned() ? type.getWidth() - 1 : type.getWidth(), 53u));
  Scalar high = end;
  if (op.has("to"))
    high = Scalar(builder.toFloat(op.operand("to")));
  else if (op.has("high"))
    high = Scalar(builder.toFloat(op.operand("high")));
  return map("aten.floor", uniform(builder, builder.sizes(x), f64, low, high));
}

/// Numbers of categories by their weights, along the last dimension. Without
/// replacement: those with the greatest weight over an exponential number
/// (Efraimidis and Spirakis, "Weighted random sampling with a reservoir",
/// 2006). With it: where the running sum of weights passes a uniform number.
static Results decomposeMultinomial(const Composite &op) {
  TorchBuilder &builder = op.builder();
  Tensor weights = widen(op.tensor("self"));
  std::optional<bool> replaces = matchBool(op.operand("replacement"));
  int64_t last = weights.rank() - 1;
  if (!replaces || last < 0 || last > 1)
    return {};
  Values sizes = builder.sizes(weights);
  Value count = op.operand("num_samples");
  if (!*replaces) {
    Tensor keys = weights / exponential(builder, sizes, weights.dtype());
    TorchTensorType indices = op.resultType();
    return builder.createAll("aten.topk",
                             {{"self", keys}, {"k", count}, {"dim", last}},
                             {indices.withDtype(weights.dtype()), indices})[1];
  }
  Tensor sums(builder, builder.create("aten.cumsum",
                                      {{"self", weights}, {"dim", last}}));
  Tensor total = unsqueeze(select(sums, last, -1), -1);
  sizes.back() = count;
  Tensor drawn = uniform(builder, sizes, weights.dtype()) * total;
  // [.., samples, categories]
  Tensor isPassed = unsqueeze(sums, -2) <= unsqueeze(drawn, -1);
  Tensor place = sum(isPassed, {last + 1});
  // Rounding may carry a number to the end, behind the last category.
  Value end = builder.sub(weights.size(last), builder.constant(int64_t(1)));
  return clamp(place, std::nullopt, Scalar(end));
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
  if (!op.flag("train"))
    return op.tensor("input");
  std::optional<Dropped> dropped = drop(op);
  return dropped ? Results(dropped->output) : Results();
}

static Results decomposeNativeDropout(const Composite &op) {
  Tensor x = op.tensor("input");
  if (op.has("train") && !op.flag("train"))
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
      {"torch.aten.exponential", decomposeExponential},
      {"torch.aten.multinomial", decomposeMultinomial},
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
      {"torch.aten.random", decomposeRandom},
      {"torch.aten.random.from", decomposeRandom},
      {"torch.aten.random.to", decomposeRandom},
  };
  return kRows;
}
