//===- NormalizationRows.cpp - normalisation, softmax, losses -------------===//
//
// Floats of 16 bits are widened for the sums, as TensorFlow's kernels do: means
// of many elements would lose their last bits otherwise. Statistics have the
// channels last, or behind the batch, as the data format says.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tensorflow/Operator.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tensorflow;

namespace {

/// Sums of small floats are made in f32.
Value widen(Operator &c, Value value) {
  Type element = c.b.elementOf(value);
  bool isSmall =
      isa<FloatType>(element) && element.getIntOrFloatBitWidth() < 32;
  return isSmall ? c.b.convert(value, c.b.getF32Type()) : value;
}

struct Moments {
  Value mean, variance;
  Size count = 0;
};

Moments momentsOf(Operator &c, Value value, ArrayRef<int64_t> axes) {
  Moments moments;
  moments.count = 1;
  for (int64_t axis : axes)
    moments.count = c.b.multiply(moments.count, c.b.sizeOf(value, axis));
  Value count = c.b.convert(c.b.valueOf(moments.count), c.b.elementOf(value));
  Value mean = c.b.divide(c.b.reduce(Reducer::Add, value, axes, true), count);
  Value distance = c.b.subtract(value, mean);
  Value squares = c.b.multiply(distance, distance);
  moments.variance = c.b.divide(c.b.reduce(Reducer::Add, squares, axes), count);
  moments.mean = c.b.squeeze(mean, axes);
  return moments;
}

/// Along the channels; with the moments of the batch in training.
Results convertBatchNorm(Operator &c) {
  std::optional<SmallVector<Value>> operands = c.operands(0, 5);
  int64_t rank = c.rank(0);
  StringRef format = c.getString("data_format", "NHWC");
  if (!operands || rank < 2)
    return c.fail("its operands are no tensors");
  int64_t channels = format.starts_with("NC") ? 1 : rank - 1;
  Value x = widen(c, c.operand(0));
  Value scale = c.operand(1), offset = c.operand(2);
  Value mean = c.operand(3), variance = c.operand(4), sampled = variance;
  if (c.getBool("is_training", true)) {
    SmallVector<int64_t> axes;
    for (int64_t dim : llvm::seq(rank))
      if (dim != channels)
        axes.push_back(dim);
    Moments moments = momentsOf(c, x, axes);
    mean = moments.mean;
    variance = moments.variance;
    // What is handed on is the variance of a sample.
    Type element = c.b.elementOf(variance);
    Value n = c.b.convert(c.b.valueOf(moments.count), element);
    Value less = c.b.maximum(c.b.subtract(n, c.b.scalar(element, 1)),
                             c.b.scalar(element, 1));
    sampled = c.b.multiply(variance, c.b.divide(n, less));
  }
  Type element = c.b.elementOf(variance);
  Value epsilon = c.b.scalar(element, c.getFloat("epsilon", 1e-4));
  Value factor = c.b.multiply(
      c.b.elementwise(ElementOp::Rsqrt, c.b.add(variance, epsilon)), scale);
  Sizes sizes = c.b.sizesOf(x);
  auto along = [&](Value value) {
    return c.b.broadcastInDim(value, sizes, channels);
  };
  Value y = c.b.add(c.b.multiply(c.b.subtract(x, along(mean)), along(factor)),
                    along(offset));
  y = c.b.convert(y, c.elementOf(0));
  return SmallVector<Value>{y, mean, sampled, mean, variance, mean};
}

/// Each element over a power of the sum of its neighbours' squares along the
/// channels.
Results convertLrn(Operator &c) {
  if (c.rank(0) != 4)
    return c.fail("its operand has not four dimensions");
  int64_t radius = c.getInt("depth_radius", 5);
  if (radius < 0 || radius > 1024)
    return c.fail("its radius makes no sense");
  Value x = widen(c, c.operand(0));
  Type element = c.b.elementOf(x);
  Value squares = c.b.multiply(x, x);
  Sizes low{0, 0, 0, radius};
  Value padded = c.b.pad(squares, c.b.scalar(element, 0), low, low);
  Value sum;
  Size depth = c.b.sizeOf(x, 3);
  for (int64_t i = 0; i <= 2 * radius; ++i) {
    Value part = c.b.narrow(padded, 3, i, depth);
    sum = sum ? c.b.add(sum, part) : part;
  }
  Value base =
      c.b.add(c.b.scalar(element, c.getFloat("bias", 1)),
              c.b.multiply(sum, c.b.scalar(element, c.getFloat("alpha", 1))));
  Value power = c.b.elementwise(ElementOp::Power, base,
                                c.b.scalar(element, c.getFloat("beta", 0.5)));
  return c.b.convert(c.b.divide(x, power), c.elementOf(0));
}

//===----------------------------------------------------------------------===//
// Softmax and what is made of it
//===----------------------------------------------------------------------===//

struct Exponentials {
  Value shifted, powers, sum; ///< The sum keeps its dimension.
};

Exponentials exponentialsOf(Operator &c, Value value) {
  int64_t last = c.b.rankOf(value) - 1;
  Value greatest = c.b.reduce(Reducer::Maximum, value, last, true);
  Exponentials result;
  result.shifted = c.b.subtract(value, greatest);
  result.powers = c.b.elementwise(ElementOp::Exponential, result.shifted);
  result.sum = c.b.reduce(Reducer::Add, result.powers, last, true);
  return result;
}

Results convertSoftmax(Operator &c) {
  if (c.rank(0) == 0)
    return c.fail("its operand has no dimensions");
  Exponentials e = exponentialsOf(c, widen(c, c.operand(0)));
  return c.b.convert(c.b.divide(e.powers, e.sum), c.elementOf(0));
}

Results convertLogSoftmax(Operator &c) {
  if (c.rank(0) == 0)
    return c.fail("its operand has no dimensions");
  Exponentials e = exponentialsOf(c, widen(c, c.operand(0)));
  Value result =
      c.b.subtract(e.shifted, c.b.elementwise(ElementOp::Log, e.sum));
  return c.b.convert(result, c.elementOf(0));
}

/// The loss of each row, and its gradient.
Results crossEntropy(Operator &c, Value labels) {
  Exponentials e = exponentialsOf(c, c.operand(0));
  Value logarithms =
      c.b.subtract(c.b.elementwise(ElementOp::Log, e.sum), e.shifted);
  Value products = c.b.multiply(labels, logarithms);
  // No weight, no loss, whatever the logarithm is.
  Value zero = c.b.scalar(c.elementOf(0), 0);
  products =
      c.b.select(c.b.compare(Comparison::EQ, labels, zero), zero, products);
  Value loss = c.b.reduce(Reducer::Add, products, c.rank(0) - 1);
  Value gradient = c.b.subtract(c.b.divide(e.powers, e.sum), labels);
  return SmallVector<Value>{loss, gradient};
}

Results convertCrossEntropy(Operator &c) {
  if (c.rank(0) != 2 || c.rank(1) != 2)
    return c.fail("its operands are no matrices");
  return crossEntropy(c,
                      c.b.broadcast(c.operand(1), c.b.sizesOf(c.operand(0))));
}

Results convertSparseCrossEntropy(Operator &c) {
  if (c.rank(0) != 2 || c.rank(1) != 1)
    return c.fail("its labels are no vector");
  Type i64 = c.b.getI64Type();
  Sizes sizes = c.b.sizesOf(c.operand(0));
  Value labels = c.b.broadcastInDim(c.b.convert(c.operand(1), i64), sizes, 0);
  Value isLabel = c.b.compare(Comparison::EQ, labels, c.b.iota(sizes, 1, i64));
  return crossEntropy(c, c.b.convert(isLabel, c.elementOf(0)));
}

Results convertL2Loss(Operator &c) {
  Value squares = c.b.multiply(c.operand(0), c.operand(0));
  if (c.rank(0) > 0)
    squares = c.b.reduce(Reducer::Add, squares,
                         llvm::to_vector(llvm::seq(c.rank(0))));
  return c.b.multiply(squares, c.b.scalar(c.elementOf(0), 0.5));
}

} // namespace

Rows ingot::tensorflow::normalizationRows() {
  static constexpr char kBatchNorm[] = "y,batch_mean,batch_variance,"
                                       "reserve_space_1,reserve_space_2,"
                                       "reserve_space_3";
  static constexpr Row kRows[] = {
      {"FusedBatchNorm", convertBatchNorm, 5, kBatchNorm},
      {"FusedBatchNormV2", convertBatchNorm, 5, kBatchNorm},
      {"FusedBatchNormV3", convertBatchNorm, 5, kBatchNorm},
      {"L2Loss", convertL2Loss},
      {"LRN", convertLrn},
      {"LogSoftmax", convertLogSoftmax},
      {"Softmax", convertSoftmax},
      {"SoftmaxCrossEntropyWithLogits", convertCrossEntropy, 2,
       "loss,backprop"},
      {"SparseSoftmaxCrossEntropyWithLogits", convertSparseCrossEntropy, 2,
       "loss,backprop"},
  };
  return kRows;
}
