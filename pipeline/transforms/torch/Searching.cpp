//===- Searching.cpp - sorted sequences, and what is in them once ---------===//
//
// In a sorted sequence the place of a value is how many elements come before
// it. Equal elements stand side by side, so each that differs from the one in
// front of it begins a run; how many there are only the run of the program
// knows.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/torch/build/Groups.h"
#include "pipeline/transforms/torch/Decompositions.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

using Values = SmallVector<Value>;

constexpr int64_t kUnknown = ShapedType::kDynamic;
constexpr int64_t kEnd = std::numeric_limits<int64_t>::max();

/// Whether a value goes behind those that equal it; nothing if it is not known.
static std::optional<bool> goesRight(const Composite &op) {
  if (!op.has("side"))
    return op.flag("right");
  std::optional<StringRef> side = matchString(op.operand("side"));
  return side ? std::optional(*side == "right") : std::nullopt;
}

static Results decomposeSearchsorted(const Composite &op) {
  TorchBuilder &builder = op.builder();
  Tensor sequence = op.tensor("sorted_sequence");
  bool isNumber = op.is("torch.aten.searchsorted.Scalar");
  Tensor x = isNumber ? number(builder, op.scalar("self"), sequence.dtype())
                      : op.tensor("self");
  std::optional<bool> right = goesRight(op);
  if (!right || sequence.rank() == 0 ||
      (sequence.rank() > 1 && sequence.rank() != x.rank()))
    return {};
  if (Tensor sorter = op.tensor("sorter"))
    sequence = {builder, builder.create("aten.gather", {{"self", sequence},
                                                        {"dim", -1},
                                                        {"index", sorter}})};
  if (sequence.rank() > 1)
    sequence = unsqueeze(sequence, sequence.rank() - 1);
  x = unsqueeze(x, -1);
  Tensor behind = *right ? sequence > x : sequence >= x;
  // What no comparison holds for, NaN, is behind everything.
  return sum(logicalNot(behind), {behind.rank() - 1});
}

/// Differences of neighbours, `n` times.
static Results decomposeDiff(const Composite &op) {
  Tensor x = op.tensor("self");
  std::optional<int64_t> dim = op.dim("dim", x.rank()), n = op.integer("n");
  constexpr int64_t kMaxTimes = 64;
  if (!dim || !n || *n < 0 || *n > kMaxTimes || x.rank() == 0)
    return {};
  SmallVector<Tensor> parts;
  if (Tensor before = op.tensor("prepend"))
    parts.push_back(before);
  parts.push_back(x);
  if (Tensor after = op.tensor("append"))
    parts.push_back(after);
  if (parts.size() > 1)
    x = concatenate(parts, *dim);
  bool isBool = x.dtype().isInteger(1);
  for (int64_t i = 0; i < *n; ++i) {
    Tensor next = slice(x, *dim, 1, kEnd), previous = slice(x, *dim, 0, -1);
    x = isBool ? next != previous : next - previous;
  }
  return x;
}

//===----------------------------------------------------------------------===//
// Runs of equal elements
//===----------------------------------------------------------------------===//

/// True of each element of a vector, or row of a matrix, that is not like the
/// one in front of it.
static Tensor startsOfRuns(Tensor x) {
  TorchBuilder &builder = x.builder();
  Tensor differs = slice(x, 0, 1, kEnd) != slice(x, 0, 0, -1);
  if (x.rank() == 2)
    differs = sum(differs, {1}) != Scalar(0);
  Tensor first =
      full(builder, {builder.constant(int64_t(1))}, true, differs.dtype());
  // Of no elements none is the first.
  return slice(concatenate({first, differs}, 0), 0, 0, x.size(0));
}

static Tensor numbers(TorchBuilder &builder, StringRef name,
                      TorchBuilder::Arguments arguments, TorchTensorType type) {
  return {builder, builder.create(name, arguments, type)};
}

/// How long each run is.
static Tensor lengthsOfRuns(Tensor isFirst) {
  TorchBuilder &builder = isFirst.builder();
  Tensor starts = placesOfTrue(isFirst);
  Tensor end = full(builder, {builder.constant(int64_t(1))}, isFirst.size(0),
                    starts.dtype());
  Tensor ends = concatenate({slice(starts, 0, 1, kEnd), end}, 0);
  return slice(ends, 0, 0, starts.size(0)) - starts;
}

/// The elements that begin runs; the number of the run that each element of the
/// operand is in; how long the runs are. What is not asked for is empty.
static Results runs(const Composite &op, bool sorts) {
  TorchBuilder &builder = op.builder();
  Tensor x = op.tensor("self");
  Tensor flat = view(x, {builder.count(x)}), sorted = flat, places;
  if (sorts) {
    ResultRange both =
        builder.createAll("aten.sort", {{"self", flat}, {"dim", 0}});
    sorted = {builder, both[0]};
    places = {builder, both[1]};
  }
  Tensor isFirst = startsOfRuns(sorted);
  SmallVector<int64_t> row = {kUnknown};
  Results results = numbers(builder, "aten.masked_select",
                            {{"self", sorted}, {"mask", isFirst}},
                            flat.type().withSizes(ArrayRef(row)));
  Type si64 = iota(builder, 0, 1).dtype();
  Tensor none = full(builder, {builder.constant(int64_t(0))}, 0, si64);
  Tensor inverse = none;
  if (op.flag("return_inverse")) {
    Tensor number(builder, builder.create("aten.cumsum",
                                          {{"self", isFirst}, {"dim", 0}}));
    inverse = number - Scalar(1);
    if (sorts)
      inverse = {builder, builder.create(
                              "aten.scatter.src",
                              {{"self", full(builder, {flat.size(0)}, 0, si64)},
                               {"dim", 0},
                               {"index", places},
                               {"src", inverse}})};
    inverse = view(inverse, builder.sizes(x));
  }
  results.push_back(inverse);
  if (op.operation()->getNumResults() == 3)
    results.push_back(op.flag("return_counts") ? lengthsOfRuns(isFirst) : none);
  return results;
}

static Results decomposeUnique(const Composite &op) {
  return runs(op, /*sorts=*/true);
}

/// What is not asked for is empty.
static Results resultsOf(const Composite &op, Tensor values, Tensor inverse,
                         Tensor counts) {
  TorchBuilder &builder = op.builder();
  Tensor none =
      full(builder, {builder.constant(int64_t(0))}, 0, builder.integer(64));
  Results results = values;
  results.push_back(op.flag("return_inverse") ? inverse : none);
  results.push_back(op.flag("return_counts") ? counts : none);
  return results;
}

static Results decomposeUniqueDim(const Composite &op) {
  Tensor x = op.tensor("self");
  std::optional<int64_t> dim = op.dim("dim", x.rank());
  if (!dim || x.rank() == 0)
    return {};
  Tensor slices = moveDim(x, *dim, 0);
  Groups groups = groupRows(asRows(slices));
  Tensor values = moveDim(indexSelect(slices, 0, groups.first), 0, *dim);
  return resultsOf(op, values, groups.inverse, groups.counts);
}

static Results decomposeUniqueConsecutive(const Composite &op) {
  Tensor x = op.tensor("self");
  if (!op.has("dim"))
    return runs(op, /*sorts=*/false);
  std::optional<int64_t> dim = op.dim("dim", x.rank());
  if (!dim || x.rank() == 0)
    return {};
  Tensor slices = moveDim(x, *dim, 0);
  Tensor isFirst = startsOfRuns(asRows(slices));
  Tensor values =
      moveDim(indexSelect(slices, 0, placesOfTrue(isFirst)), 0, *dim);
  Tensor number(
      op.builder(),
      op.builder().create("aten.cumsum", {{"self", isFirst}, {"dim", 0}}));
  return resultsOf(op, values, number - Scalar(1), lengthsOfRuns(isFirst));
}

ArrayRef<Decomposition> ingot::torch::searching() {
  static constexpr Decomposition kRows[] = {
      {"torch.aten._unique", decomposeUnique},
      {"torch.aten._unique2", decomposeUnique},
      {"torch.aten.diff", decomposeDiff},
      {"torch.aten.searchsorted.Scalar", decomposeSearchsorted},
      {"torch.aten.searchsorted.Tensor", decomposeSearchsorted},
      {"torch.aten.unique_consecutive", decomposeUniqueConsecutive},
      {"torch.aten.unique_dim", decomposeUniqueDim},
      {"torch.aten.unique_dim_consecutive", decomposeUniqueConsecutive},
  };
  return kRows;
}
