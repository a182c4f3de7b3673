//===- Reductions.cpp - means, moments and norms --------------------------===//
//
// What is left is sum.dim_IntList, amax, amin and elementwise arithmetic.
// Numbers of 16 bits are added up in f32, as PyTorch does.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/torch/build/Promotion.h"
#include "pipeline/transforms/torch/Decompositions.h"

#include <cmath>

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

//===----------------------------------------------------------------------===//
// Sums and extremes
//===----------------------------------------------------------------------===//

static Results decomposeSum(const Composite &op) {
  Tensor x = op.tensor("self");
  return sum(x, allDims(x), /*keepDim=*/false, op.dtypeOr(sumDtype(x.dtype())));
}

static Results decomposeMean(const Composite &op) {
  Tensor x = op.tensor("self");
  std::optional<SmallVector<int64_t>> dims = op.dims("dim", x.rank());
  if (!dims)
    return {};
  x = convert(x, op.dtypeOr(x.dtype()));
  return mean(widen(x), *dims, op.flag("keepdim"));
}

static Results decomposeMax(const Composite &op) {
  Tensor x = op.tensor("self");
  return amax(x, allDims(x));
}

static Results decomposeMin(const Composite &op) {
  Tensor x = op.tensor("self");
  return amin(x, allDims(x));
}

static Results decomposeAminmax(const Composite &op) {
  Tensor x = op.tensor("self");
  SmallVector<int64_t> dims = allDims(x);
  if (op.has("dim")) {
    std::optional<int64_t> dim = op.dim("dim", x.rank());
    if (!dim)
      return {};
    if (x.rank() > 0)
      dims = {*dim};
  }
  bool keep = op.flag("keepdim");
  return {amin(x, dims, keep), amax(x, dims, keep)};
}

static Results decomposeCountNonzero(const Composite &op) {
  Tensor x = op.tensor("self");
  std::optional<SmallVector<int64_t>> dims;
  if (op.has("dim") && matchInt(op.operand("dim"))) {
    if (std::optional<int64_t> dim = op.dim("dim", x.rank()))
      dims = SmallVector<int64_t>{*dim};
  } else {
    dims = op.dims("dim", x.rank());
  }
  return dims ? Results(sum(x != 0, *dims)) : Results();
}

/// `any` and `all` of several dimensions, one after the other.
static Results reduceTruth(const Composite &op, StringRef opName) {
  Tensor x = op.tensor("self");
  std::optional<SmallVector<int64_t>> dims = op.dims("dim", x.rank());
  if (!dims)
    return {};
  bool keep = op.flag("keepdim");
  x = x != 0;
  // Here, unlike in sums, an empty list means no dimension.
  if (std::optional<SmallVector<Value>> asked = op.ints("dim");
      asked && asked->empty())
    return x;
  // From the last one, so that those before it keep their places.
  llvm::sort(*dims, std::greater<>());
  for (int64_t dim : *dims)
    x = {op.builder(),
         op.builder().create(opName,
                             {{"self", x}, {"dim", dim}, {"keepdim", keep}})};
  return x;
}

static Results decomposeAnyDims(const Composite &op) {
  return reduceTruth(op, "aten.any.dim");
}

static Results decomposeAllDims(const Composite &op) {
  return reduceTruth(op, "aten.all.dim");
}

/// How many boundaries stand before a number: below it, or not above it if
/// `right`. NaN is above all.
static Results decomposeBucketize(const Composite &op) {
  Tensor x = op.tensor("self"), boundaries = op.tensor("boundaries");
  if (boundaries.rank() != 1)
    return {};
  x = unsqueeze(x, -1);
  Tensor behind = op.flag("right") ? boundaries > x : boundaries >= x;
  return sum(logicalNot(behind), {x.rank() - 1});
}

/// No exponential overflows: the largest element is taken out, unless it is
/// infinite, when inf - inf would be NaN.
static Results decomposeLogsumexp(const Composite &op) {
  Tensor x = widen(toFloat(op.tensor("self")));
  std::optional<SmallVector<int64_t>> dims = op.dims("dim", x.rank());
  if (!dims)
    return {};
  Tensor largest = amax(x, *dims, /*keepDim=*/true);
  largest = where(abs(largest) == INFINITY, 0.0, largest);
  Tensor result = log(sum(exp(x - largest), *dims, /*keepDim=*/true)) + largest;
  if (op.flag("keepdim"))
    return result;
  llvm::sort(*dims, std::greater<>());
  for (int64_t dim : *dims)
    result = squeeze(result, dim);
  return result;
}

/// Each prefix by itself, so that a large element behind it takes nothing away:
/// a row of a square for each prefix, masked with -inf.
static Results decomposeLogcumsumexp(const Composite &op) {
  Tensor x = op.tensor("self");
  std::optional<int64_t> dim = op.dim("dim", x.rank());
  if (!dim)
    return {};
  if (x.rank() == 0)
    return expand(x, {});
  TorchBuilder &builder = op.builder();
  Tensor index = iota(builder, 0, x.size(*dim));
  Tensor within = unsqueeze(index, 1) >= unsqueeze(index, 0);
  Tensor last = unsqueeze(transpose(widen(x), *dim, -1), -2);
  Tensor prefixes = where(within, last, -INFINITY);
  SmallVector<int64_t> over = {prefixes.rank() - 1};
  Tensor largest = amax(prefixes, over, /*keepDim=*/true);
  largest = where(abs(largest) == INFINITY, 0.0, largest);
  Tensor result =
      log(sum(exp(prefixes - largest), over)) + squeeze(largest, -1);
  return transpose(result, *dim, -1);
}

//===----------------------------------------------------------------------===//
// Variances
//===----------------------------------------------------------------------===//

namespace {

struct Spread {
  Tensor variance, mean;
};

} // namespace

/// What is taken from the number of elements: 1 unless the operator says else.
static std::optional<double> correctionOf(const Composite &op) {
  if (op.operand("unbiased"))
    return op.flag("unbiased") ? 1.0 : 0.0;
  if (!op.has("correction"))
    return 1.0;
  return matchNumber(op.operand("correction"));
}

/// In two passes, mean first, which loses nothing to cancellation.
static std::optional<Spread> spread(const Composite &op) {
  Tensor x = widen(op.tensor("self"));
  std::optional<SmallVector<int64_t>> dims = op.dims("dim", x.rank());
  std::optional<double> correction = correctionOf(op);
  if (!dims || !correction)
    return std::nullopt;
  TorchBuilder &builder = op.builder();
  bool keep = op.flag("keepdim");
  Tensor centred = x - mean(x, *dims, /*keepDim=*/true);
  // Of a complex number, the square of its distance.
  if (categoryOf(x.dtype()) == DtypeCategory::Complex)
    centred = abs(centred);
  Tensor squares = sum(centred * centred, *dims, keep);
  Value freedom = elementCount(x, *dims);
  if (std::optional<int64_t> known = matchInt(freedom))
    freedom = builder.constant(std::max(*known - *correction, 0.0));
  else if (*correction == std::floor(*correction))
    // Not below zero, so that too few elements give an infinity or NaN.
    freedom = builder.create(
        "prim.max.int",
        {{"a", builder.sub(freedom, builder.constant(
                                        static_cast<int64_t>(*correction)))},
         {"b", builder.constant(int64_t(0))}});
  else
    return std::nullopt;
  return Spread{squares / Scalar(freedom), mean(x, *dims, keep)};
}

static Results decomposeVar(const Composite &op) {
  std::optional<Spread> s = spread(op);
  return s ? Results(s->variance) : Results();
}

static Results decomposeVarMean(const Composite &op) {
  std::optional<Spread> s = spread(op);
  return s ? Results{s->variance, s->mean} : Results();
}

static Results decomposeStd(const Composite &op) {
  std::optional<Spread> s = spread(op);
  return s ? Results(sqrt(s->variance)) : Results();
}

static Results decomposeStdMean(const Composite &op) {
  std::optional<Spread> s = spread(op);
  return s ? Results{sqrt(s->variance), s->mean} : Results();
}

//===----------------------------------------------------------------------===//
// Norms
//===----------------------------------------------------------------------===//

/// (sum of |x|^p)^(1/p), and its limits at 0 and at both infinities.
static Tensor vectorNorm(Tensor x, double p, Dims dims, bool keep) {
  Tensor length = abs(x);
  if (p == INFINITY)
    return amax(length, dims, keep);
  if (p == -INFINITY)
    return amin(length, dims, keep);
  if (p == 0)
    return sum(convert(length != 0, length.dtype()), dims, keep);
  if (p == 1)
    return sum(length, dims, keep);
  if (p == 2)
    return sqrt(sum(length * length, dims, keep));
  return pow(sum(pow(length, p), dims, keep), 1 / p);
}

/// The distance of every row of one from every row of the other.
static Results decomposeCdist(const Composite &op) {
  Tensor a = widen(op.tensor("x1")), b = widen(op.tensor("x2"));
  std::optional<double> p = matchNumber(op.operand("p"));
  if (!p || *p < 0 || a.rank() < 2 || b.rank() < 2)
    return {};
  Tensor difference = unsqueeze(a, a.rank() - 1) - unsqueeze(b, b.rank() - 2);
  return vectorNorm(difference, *p, {difference.rank() - 1}, /*keep=*/false);
}

/// The operand of a norm in the dtype that it is computed in.
static Tensor normOperand(const Composite &op) {
  Tensor x = op.tensor("self");
  return widen(toFloat(convert(x, op.dtypeOr(x.dtype()))));
}

/// The order is 2 unless it is given.
static Results norm(const Composite &op, StringRef order) {
  Tensor x = normOperand(op);
  std::optional<SmallVector<int64_t>> dims = op.dims("dim", x.rank());
  std::optional<double> p =
      op.has(order) ? matchNumber(op.operand(order)) : 2.0;
  if (!dims || !p)
    return {};
  return vectorNorm(x, *p, *dims, op.flag("keepdim"));
}

static Results decomposeVectorNorm(const Composite &op) {
  return norm(op, "ord");
}

static Results decomposeNorm(const Composite &op) { return norm(op, "p"); }

/// Of matrices: the largest or least of the sums of columns (1) or rows (inf).
static Tensor matrixNorm(Tensor x, double order, ArrayRef<int64_t> dims,
                         bool keep) {
  bool ofColumns = std::abs(order) == 1;
  int64_t summed = dims[ofColumns ? 0 : 1], other = dims[ofColumns ? 1 : 0];
  Tensor sums = sum(abs(x), {summed}, keep);
  if (!keep && other > summed)
    --other;
  return order > 0 ? amax(sums, {other}, keep) : amin(sums, {other}, keep);
}

/// A norm of vectors, or of matrices if the order is given and there are two
/// dimensions. Those of singular values are not taken apart.
static Results decomposeLinalgNorm(const Composite &op) {
  Tensor x = normOperand(op);
  std::optional<SmallVector<int64_t>> dims = op.dims("dim", x.rank());
  if (!dims)
    return {};
  bool keep = op.flag("keepdim");
  if (!op.has("ord"))
    return vectorNorm(x, 2, *dims, keep);
  std::optional<double> order = matchNumber(op.operand("ord"));
  if (!order)
    return {};
  if (dims->size() == 1)
    return vectorNorm(x, *order, *dims, keep);
  if (dims->size() == 2 && (std::abs(*order) == 1 || std::isinf(*order)))
    return matrixNorm(x, *order, *dims, keep);
  return {};
}

ArrayRef<Decomposition> ingot::torch::reductions() {
  static constexpr Decomposition kRows[] = {
      {"torch.aten._cdist_forward", decomposeCdist},
      {"torch.aten.all.dims", decomposeAllDims},
      {"torch.aten.aminmax", decomposeAminmax},
      {"torch.aten.any.dims", decomposeAnyDims},
      {"torch.aten.bucketize.Tensor", decomposeBucketize},
      {"torch.aten.cdist", decomposeCdist},
      {"torch.aten.count_nonzero", decomposeCountNonzero},
      {"torch.aten.count_nonzero.dim_IntList", decomposeCountNonzero},
      {"torch.aten.frobenius_norm.dim", decomposeNorm},
      {"torch.aten.linalg_norm", decomposeLinalgNorm},
      {"torch.aten.linalg_vector_norm", decomposeVectorNorm},
      {"torch.aten.logcumsumexp", decomposeLogcumsumexp},
      {"torch.aten.logsumexp", decomposeLogsumexp},
      {"torch.aten.max", decomposeMax},
      {"torch.aten.mean", decomposeMean},
      {"torch.aten.mean.dim", decomposeMean},
      {"torch.aten.min", decomposeMin},
      {"torch.aten.norm.Scalar", decomposeNorm},
      {"torch.aten.norm.ScalarOpt_dim", decomposeNorm},
      {"torch.aten.norm.ScalarOpt_dim_dtype", decomposeNorm},
      {"torch.aten.norm.ScalarOpt_dtype", decomposeNorm},
      {"torch.aten.std", decomposeStd},
      {"torch.aten.std.correction", decomposeStd},
      {"torch.aten.std.dim", decomposeStd},
      {"torch.aten.std_mean", decomposeStdMean},
      {"torch.aten.std_mean.correction", decomposeStdMean},
      {"torch.aten.std_mean.dim", decomposeStdMean},
      {"torch.aten.sum", decomposeSum},
      {"torch.aten.var", decomposeVar},
      {"torch.aten.var.correction", decomposeVar},
      {"torch.aten.var.dim", decomposeVar},
      {"torch.aten.var_mean", decomposeVarMean},
      {"torch.aten.var_mean.correction", decomposeVarMean},
      {"torch.aten.var_mean.dim", decomposeVarMean},
  };
  return kRows;
}
