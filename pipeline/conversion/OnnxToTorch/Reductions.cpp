//===- Reductions.cpp - sums, extremes, normalisations --------------------===//
//
// The same operator differs between versions of the operator set: axes were
// attributes and became inputs (13 for ReduceSum, 18 for the others), and
// before 13 softmax flattened everything from its axis on. Both forms of axes
// are accepted everywhere; only softmax has to ask for the version.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/OnnxToTorch/OnnxOp.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::onnx;
using namespace ingot::torch;

/// The dimensions that `axes` names; all if there are none, or none at all if
/// the operator says so.
static std::optional<Ints> reducedDims(const OnnxOp &op, Tensor x) {
  bool given = op.attribute("axes") || op.input(1);
  std::optional<Ints> axes = op.integers("axes", 1);
  if (given && !axes)
    return std::nullopt;
  if (!axes || axes->empty())
    return op.integer("noop_with_empty_axes", 0) ? Ints() : allDims(x);
  for (int64_t &axis : *axes) {
    std::optional<int64_t> dim = dimOf(axis, x.rank());
    if (!dim)
      return std::nullopt;
    axis = *dim;
  }
  return axes;
}

static Results reduce(const OnnxOp &op, Tensor (*compute)(Tensor, Dims, bool)) {
  Tensor x = op.input(0);
  std::optional<Ints> dims = reducedDims(op, x);
  if (!dims)
    return op.fail("axes that are not known before the run");
  return compute(x, *dims, op.integer("keepdims", 1));
}

static Tensor sumOf(Tensor x, Dims dims, bool keep) {
  return sum(x, dims, keep, x.dtype());
}
static Tensor meanOf(Tensor x, Dims dims, bool keep) {
  return mean(x, dims, keep);
}
static Tensor norm1(Tensor x, Dims dims, bool keep) {
  return sumOf(abs(x), dims, keep);
}
static Tensor norm2(Tensor x, Dims dims, bool keep) {
  return sqrt(sumOf(x * x, dims, keep));
}
static Tensor sumOfSquares(Tensor x, Dims dims, bool keep) {
  return sumOf(x * x, dims, keep);
}
static Tensor logOfSum(Tensor x, Dims dims, bool keep) {
  return log(sumOf(x, dims, keep));
}

static Results convertReduceL1(const OnnxOp &op) { return reduce(op, norm1); }
static Results convertReduceL2(const OnnxOp &op) { return reduce(op, norm2); }
static Results convertReduceLogSum(const OnnxOp &op) {
  return reduce(op, logOfSum);
}
static Results convertReduceMax(const OnnxOp &op) { return reduce(op, amax); }
static Results convertReduceMean(const OnnxOp &op) {
  return reduce(op, meanOf);
}
static Results convertReduceMin(const OnnxOp &op) { return reduce(op, amin); }
static Results convertReduceSum(const OnnxOp &op) { return reduce(op, sumOf); }
static Results convertReduceSumSquare(const OnnxOp &op) {
  return reduce(op, sumOfSquares);
}

/// PyTorch gives the first of equal elements. For the last one the dimension is
/// reversed, and the index counted from the end.
static Results findExtreme(const OnnxOp &op, StringRef opName) {
  Tensor x = op.input(0);
  std::optional<int64_t> axis = op.axis("axis", 0, x.rank());
  if (!axis)
    return {};
  bool last = op.integer("select_last_index", 0);
  if (last)
    x = flip(x, {*axis});
  Tensor index(op.builder(),
               op.builder().create(
                   opName, {{"self", x},
                            {"dim", *axis},
                            {"keepdim", op.integer("keepdims", 1) != 0}}));
  if (!last)
    return index;
  Value count =
      op.builder().sub(x.size(*axis), op.builder().constant(int64_t(1)));
  return Scalar(count) - index;
}
static Results convertArgMax(const OnnxOp &op) {
  return findExtreme(op, "aten.argmax");
}
static Results convertArgMin(const OnnxOp &op) {
  return findExtreme(op, "aten.argmin");
}

/// Before version 13, over all dimensions from the axis on.
static std::optional<Ints> softmaxDims(const OnnxOp &op) {
  Tensor x = op.input(0);
  bool flattens = op.opset() < 13;
  std::optional<int64_t> axis = op.axis("axis", flattens ? 1 : -1, x.rank());
  if (!axis)
    return std::nullopt;
  if (!flattens)
    return Ints{*axis};
  return Ints(ArrayRef(allDims(x)).drop_front(*axis));
}

static Results convertSoftmax(const OnnxOp &op) {
  std::optional<Ints> dims = softmaxDims(op);
  if (!dims)
    return {};
  Tensor x = op.input(0);
  if (dims->size() == 1)
    return op.builder().create("aten.softmax.int",
                               {{"self", x}, {"dim", dims->front()}},
                               op.resultType());
  Tensor e = exp(x - amax(x, *dims, /*keepDim=*/true));
  return e / sum(e, *dims, /*keepDim=*/true);
}

static Results convertLogSoftmax(const OnnxOp &op) {
  std::optional<Ints> dims = softmaxDims(op);
  if (!dims)
    return {};
  Tensor x = op.input(0);
  if (dims->size() == 1)
    return op.builder().create("aten.log_softmax.int",
                               {{"self", x}, {"dim", dims->front()}},
                               op.resultType());
  Tensor shifted = x - amax(x, *dims, /*keepDim=*/true);
  return shifted - log(sum(exp(shifted), *dims, /*keepDim=*/true));
}

/// (x - mean) / sqrt(variance + epsilon) over these dimensions.
static Tensor normalise(Tensor x, Dims dims, double epsilon) {
  Tensor centred = x - mean(x, dims, /*keepDim=*/true);
  Tensor variance = mean(centred * centred, dims, /*keepDim=*/true);
  return centred * rsqrt(variance + Scalar(epsilon));
}

/// Spelt out, with mean and variance as given: training mode would return them
/// as well.
static Results convertBatchNormalization(const OnnxOp &op) {
  if (op.integer("training_mode", 0) || op.resultCount() != 1)
    return op.fail("batch normalisation for training");
  Tensor x = op.input(0);
  if (x.rank() < 2)
    return {};
  Tensor scale =
      op.input(1) * rsqrt(op.input(4) + Scalar(op.number("epsilon", 1e-5)));
  return (x - perChannel(op.input(3), x)) * perChannel(scale, x) +
         perChannel(op.input(2), x);
}

static Results convertInstanceNormalization(const OnnxOp &op) {
  Tensor x = op.input(0);
  if (x.rank() < 3)
    return {};
  Ints dims(ArrayRef(allDims(x)).drop_front(2));
  return normalise(x, dims, op.number("epsilon", 1e-5)) *
             perChannel(op.input(1), x) +
         perChannel(op.input(2), x);
}

/// Over all dimensions from the axis on. Mean and deviation as further results
/// are not given.
static Results convertLayerNormalization(const OnnxOp &op) {
  Tensor x = op.input(0);
  std::optional<int64_t> axis = op.axis("axis", -1, x.rank());
  if (!axis || op.resultCount() != 1)
    return op.fail("layer normalisation that also gives mean or deviation");
  Ints dims(ArrayRef(allDims(x)).drop_front(*axis));
  Tensor y = normalise(x, dims, op.number("epsilon", 1e-5)) * op.input(1);
  return op.input(2) ? y + op.input(2) : y;
}

ArrayRef<Conversion> ingot::onnx::reductions() {
  static constexpr Conversion kTable[] = {
      {"ArgMax", convertArgMax},
      {"ArgMin", convertArgMin},
      {"BatchNormalization", convertBatchNormalization, 5},
      {"InstanceNormalization", convertInstanceNormalization, 3},
      {"LayerNormalization", convertLayerNormalization, 2},
      {"LogSoftmax", convertLogSoftmax},
      {"ReduceL1", convertReduceL1},
      {"ReduceL2", convertReduceL2},
      {"ReduceLogSum", convertReduceLogSum},
      {"ReduceMax", convertReduceMax},
      {"ReduceMean", convertReduceMean},
      {"ReduceMin", convertReduceMin},
      {"ReduceSum", convertReduceSum},
      {"ReduceSumSquare", convertReduceSumSquare},
      {"Softmax", convertSoftmax},
  };
  return kTable;
}
