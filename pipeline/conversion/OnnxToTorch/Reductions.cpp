//===- Reductions.cpp - sums, extremes, running sums ---------------------===//
//
// The same operator differs between versions of the operator set: axes were
// attributes and became inputs (13 for ReduceSum, 18 for the others), and
// before 13 softmax flattened everything from its axis on. Both forms of axes
// are accepted everywhere; only softmax has to ask for the version.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/OnnxToTorch/Formulas.h"

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

namespace {
/// What is done to each element, to those that are reduced together, and to
/// each result. Reductions of one dimension after the other give the same.
struct Reduction {
  Tensor (*before)(Tensor);
  Tensor (*combine)(Tensor, Dims, bool);
  Tensor (*after)(Tensor);
};
} // namespace

/// Which dimensions `axes` names: a bool for each.
static SmallVector<Tensor> namedDims(const OnnxOp &op, Tensor x, Tensor axes) {
  TorchBuilder &builder = op.builder();
  axes = convert(axes, si64(builder));
  axes = where(axes < Scalar(0), axes + Scalar(x.rank()), axes);
  SmallVector<Tensor> named;
  Tensor any = number(builder, false, boolean(builder));
  for (int64_t dim = 0; dim < x.rank(); ++dim) {
    named.push_back(sum(convert(axes == Scalar(dim), si64(builder)), {0}) >
                    Scalar(0));
    any = logicalOr(any, named.back());
  }
  // No axes at all mean every one of them, or none.
  if (sizesOf(axes).front() < 1 && !op.integer("noop_with_empty_axes", 0))
    for (Tensor &isNamed : named)
      isNamed = logicalOr(isNamed, logicalNot(any));
  return named;
}

/// Sizes of those dimensions that stay, in their order. `sizes` are of all.
static SmallVector<Value> sizesThatStay(ArrayRef<Tensor> named,
                                        ArrayRef<Value> sizes, int64_t count) {
  TorchBuilder &builder = named.front().builder();
  int64_t rank = named.size();
  SmallVector<Tensor> keys;
  for (auto [dim, isNamed] : llvm::enumerate(named)) {
    Tensor key = convert(isNamed, si64(builder)) * Scalar(rank) +
                 Scalar(static_cast<int64_t>(dim));
    keys.push_back(unsqueeze(key, 0));
  }
  ResultRange order = builder.createAll(
      "aten.sort.stable",
      {{"self", concatenate(keys, 0)}, {"stable", true}, {"dim", 0}});
  Tensor stay = indexSelect(vectorOf(builder, sizes), 0,
                            slice(Tensor(builder, order[1]), 0, 0, count));
  SmallVector<Value> values;
  for (int64_t i = 0; i < count; ++i)
    values.push_back(item(select(stay, 0, i)));
  return values;
}

/// Each dimension reduced, spread again, and taken where it is named, so that
/// all sizes are known. Nothing is left to spread over a size of 0: that is
/// reduced in any case, and 1 long.
static Tensor reduceNamed(Tensor x, ArrayRef<Tensor> named,
                          Tensor (*combine)(Tensor, Dims, bool)) {
  for (int64_t dim = 0; dim < x.rank(); ++dim) {
    Tensor reduced = convert(combine(x, {dim}, true), x.dtype());
    x = sizesOf(x)[dim] == 0
            ? reduced
            : where(named[dim], expand(reduced, x.builder().sizes(x)), x);
  }
  return x;
}

/// Axes that the run knows.
static Results reduceAtRunTime(const OnnxOp &op, const Reduction &reduction) {
  Tensor x = op.input(0), axes = op.input(1);
  TorchBuilder &builder = op.builder();
  bool keep = op.integer("keepdims", 1);
  Ints stated = op.resultSizes();
  if (!axes || axes.rank() != 1 || x.rank() == 0)
    return op.fail("axes that are not known before the run");
  size_t rank = x.rank();
  if (keep ? stated.size() != rank : stated.size() > rank)
    return op.fail("a result of another rank than the operator gives");
  SmallVector<Tensor> named = namedDims(op, x, axes);
  SmallVector<Value> sizes = builder.sizes(x);
  Tensor y = reduceNamed(reduction.before(x), named, reduction.combine);
  for (int64_t dim = 0; dim < x.rank(); ++dim) {
    Tensor one = number(builder, 1, si64(builder));
    Value end =
        keep && stated[dim] != ShapedType::kDynamic
            ? builder.constant(stated[dim])
            : item(where(named[dim], one, tensorOf(builder, sizes[dim])));
    y = slice(y, dim, 0, Scalar(end));
  }
  y = reduction.after(y);
  if (keep)
    return y;
  if (std::optional<SmallVector<Value>> known = op.knownSizes())
    return view(y, *known);
  return view(y, sizesThatStay(named, sizes, stated.size()));
}

static Results reduce(const OnnxOp &op, const Reduction &reduction) {
  Tensor x = op.input(0);
  std::optional<Ints> dims = reducedDims(op, x);
  if (!dims)
    return reduceAtRunTime(op, reduction);
  bool keep = op.integer("keepdims", 1);
  return reduction.after(reduction.combine(reduction.before(x), *dims, keep));
}

static Tensor same(Tensor x) { return x; }
static Tensor square(Tensor x) { return x * x; }

static Tensor sumOf(Tensor x, Dims dims, bool keep) {
  return sum(x, dims, keep, x.dtype());
}
/// Bools have the order of 0 and 1.
static Tensor maxOf(Tensor x, Dims dims, bool keep) {
  if (!x.dtype().isInteger(1))
    return amax(x, dims, keep);
  // Of none it is the least number, which is false.
  return amax(convert(x, si32(x.builder())), dims, keep) > Scalar(0);
}
static Tensor minOf(Tensor x, Dims dims, bool keep) {
  if (!x.dtype().isInteger(1))
    return amin(x, dims, keep);
  return amin(convert(x, si32(x.builder())), dims, keep) != Scalar(0);
}
static Tensor productOf(Tensor x, Dims dims, bool keep) {
  return product(x, dims, keep);
}
static Tensor meanOf(Tensor x, Dims dims, bool keep) {
  return mean(x, dims, keep);
}
/// Less the largest, so that exp does not overflow; infinities stay out of it.
static Tensor logOfSumOfExp(Tensor x, Dims dims, bool keep) {
  Tensor wide = toFloat(x);
  Tensor top = amax(wide, dims, /*keepDim=*/true);
  top = where(abs(top) == Scalar(std::numeric_limits<double>::infinity()),
              Scalar(0.0), top);
  Tensor total = log(sum(exp(wide - top), dims, keep));
  if (!keep)
    top = sum(top, dims, false);
  return total + top;
}
static Results convertReduceL1(const OnnxOp &op) {
  return reduce(op, {abs, sumOf, same});
}
static Results convertReduceL2(const OnnxOp &op) {
  return reduce(op, {square, sumOf, sqrt});
}
static Results convertReduceLogSum(const OnnxOp &op) {
  return reduce(op, {same, sumOf, log});
}
static Results convertReduceLogSumExp(const OnnxOp &op) {
  return reduce(op, {toFloat, logOfSumOfExp, same});
}
static Results convertReduceMax(const OnnxOp &op) {
  return reduce(op, {same, maxOf, same});
}
static Results convertReduceMean(const OnnxOp &op) {
  return reduce(op, {same, meanOf, same});
}
static Results convertReduceMin(const OnnxOp &op) {
  return reduce(op, {same, minOf, same});
}
static Results convertReduceProd(const OnnxOp &op) {
  return reduce(op, {same, productOf, same});
}
static Results convertReduceSum(const OnnxOp &op) {
  return reduce(op, {same, sumOf, same});
}
static Results convertReduceSumSquare(const OnnxOp &op) {
  return reduce(op, {square, sumOf, same});
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

/// 1 at the first of the largest, over what softmax takes the sum of.
static Results convertHardmax(const OnnxOp &op) {
  Tensor x = op.input(0);
  TorchBuilder &builder = op.builder();
  std::optional<Ints> dims = softmaxDims(op);
  if (!dims)
    return {};
  // Several dimensions are one here: those behind the first of them.
  SmallVector<Value> sizes = builder.sizes(x);
  Tensor flat = x;
  int64_t dim = dims->front();
  if (dims->size() > 1) {
    SmallVector<Value> joined(sizes.begin(), sizes.begin() + dim);
    joined.push_back(elementCount(x, *dims));
    flat = view(x, joined);
  }
  Tensor best(builder, builder.create(
                           "aten.argmax",
                           {{"self", flat}, {"dim", dim}, {"keepdim", true}}));
  Tensor isBest = best == places(builder, flat.size(dim), dim, flat.rank());
  return view(convert(isBest, x.dtype()), sizes);
}

/// Running sums or products from either end, with or without the element
/// itself. The axis may be known to the run only: then all are computed.
static Tensor scan(const OnnxOp &op, Tensor x, int64_t dim, bool multiplies) {
  TorchBuilder &builder = op.builder();
  bool backwards = op.integer("reverse", 0);
  Tensor y = backwards ? flip(x, {dim}) : x;
  y = Tensor(
      builder,
      builder.create(
          multiplies ? "aten.cumprod" : "aten.cumsum",
          {{"self", y}, {"dim", dim}, {"dtype", dtypeNumber(x.dtype())}}));
  if (op.integer("exclusive", 0)) {
    // One step further, the neutral element in front.
    Tensor first = slice(y, dim, 0, 1);
    first = full(builder, builder.sizes(first), multiplies ? 1 : 0, x.dtype());
    Value end = builder.sub(x.size(dim), builder.constant(int64_t(1)));
    y = concatenate({first, slice(y, dim, 0, Scalar(end))}, dim);
  }
  return backwards ? flip(y, {dim}) : y;
}

static Results scanAll(const OnnxOp &op, bool multiplies) {
  Tensor x = op.input(0), axis = op.input(1);
  if (std::optional<Ints> known = op.constant(1); known && known->size() == 1) {
    std::optional<int64_t> dim = dimOf(known->front(), x.rank());
    return dim ? scan(op, x, *dim, multiplies) : Results();
  }
  if (axis.rank() > 0)
    axis = view(axis, {});
  axis = where(axis < Scalar(0), axis + Scalar(x.rank()), axis);
  Tensor result;
  for (int64_t dim = 0; dim < x.rank(); ++dim) {
    Tensor scanned = scan(op, x, dim, multiplies);
    result = result ? where(axis == Scalar(dim), scanned, result) : scanned;
  }
  return result ? Results(result) : Results();
}
static Results convertCumSum(const OnnxOp &op) { return scanAll(op, false); }
static Results convertCumProd(const OnnxOp &op) { return scanAll(op, true); }

ArrayRef<Conversion> ingot::onnx::reductions() {
  static constexpr Conversion kTable[] = {
      {"ArgMax", convertArgMax},
      {"ArgMin", convertArgMin},
      {"CumProd", convertCumProd, 2},
      {"CumSum", convertCumSum, 2},
      {"Hardmax", convertHardmax},
      {"LogSoftmax", convertLogSoftmax},
      {"ReduceL1", convertReduceL1},
      {"ReduceL2", convertReduceL2},
      {"ReduceLogSum", convertReduceLogSum},
      {"ReduceLogSumExp", convertReduceLogSumExp},
      {"ReduceMax", convertReduceMax},
      {"ReduceMean", convertReduceMean},
      {"ReduceMin", convertReduceMin},
      {"ReduceProd", convertReduceProd},
      {"ReduceSum", convertReduceSum},
      {"ReduceSumSquare", convertReduceSumSquare},
      {"Softmax", convertSoftmax},
  };
  return kTable;
}
