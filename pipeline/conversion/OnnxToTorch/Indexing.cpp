//===- Indexing.cpp - elements and slices at indices ----------------------===//
//
// Indices of ONNX count from the end where they are negative; those of
// PyTorch's operators here do not, so they are made positive first. Indices of
// several dimensions (GatherND, ScatterND) become one into a tensor of which
// these dimensions are one.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/OnnxToTorch/Formulas.h"

#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::onnx;
using namespace ingot::torch;

/// From the front, si64.
static Tensor positive(Tensor indices, Value size) {
  indices = convert(indices, si64(indices.builder()));
  return where(indices < Scalar(0), indices + Scalar(size), indices);
}

/// Whole slices at indices of any shape, which count from the end if negative.
static Results convertGather(const OnnxOp &op) {
  Tensor x = op.input(0), indices = op.input(1);
  TorchBuilder &builder = op.builder();
  std::optional<int64_t> axis = op.axis("axis", 0, x.rank());
  if (!axis)
    return {};
  SmallVector<Value> sizes = builder.sizes(x);
  SmallVector<Value> inner = builder.sizes(indices);
  sizes.erase(sizes.begin() + *axis);
  sizes.insert(sizes.begin() + *axis, inner.begin(), inner.end());
  indices = positive(indices, x.size(*axis));
  Tensor flat = view(indices, {builder.constant(int64_t(-1))});
  return view(indexSelect(x, *axis, flat), sizes);
}

static Results convertGatherElements(const OnnxOp &op) {
  Tensor x = op.input(0), indices = op.input(1);
  std::optional<int64_t> axis = op.axis("axis", 0, x.rank());
  if (!axis || indices.rank() != x.rank())
    return {};
  return gather(x, *axis, positive(indices, x.size(*axis)));
}

/// The last dimension of `indices` holds one index for each of these
/// dimensions of x; as one, into all of them.
static Tensor joinIndices(Tensor x, Tensor indices, int64_t firstDim) {
  TorchBuilder &builder = x.builder();
  int64_t count = sizesOf(indices).back();
  Tensor joined;
  for (int64_t i = 0; i < count; ++i) {
    Value size = x.size(firstDim + i);
    Tensor part = positive(select(indices, indices.rank() - 1, i), size);
    joined = joined ? joined * Scalar(size) + part : part;
  }
  if (!joined) {
    SmallVector<Value> sizes = builder.sizes(indices);
    sizes.pop_back();
    joined = full(builder, sizes, 0, si64(builder));
  }
  return joined;
}

static Value countOf(Tensor x, int64_t first, int64_t last) {
  SmallVector<int64_t> dims = llvm::to_vector(llvm::seq<int64_t>(first, last));
  return elementCount(x, dims);
}

static bool hasIndices(Tensor x, Tensor indices, int64_t batch) {
  int64_t count = indices.rank() > 0 ? sizesOf(indices).back() : -1;
  return count >= 0 && batch >= 0 && batch < indices.rank() &&
         batch + count <= x.rank();
}

static Results convertGatherND(const OnnxOp &op) {
  Tensor x = op.input(0), indices = op.input(1);
  TorchBuilder &builder = op.builder();
  int64_t batch = op.integer("batch_dims", 0);
  if (!hasIndices(x, indices, batch))
    return op.fail("how many indices there are is known only to the run");
  int64_t count = sizesOf(indices).back();
  Value inner = countOf(x, batch, batch + count);
  Value batches = countOf(x, 0, batch);
  Tensor joined = joinIndices(x, indices, batch);
  Value each = countOf(indices, batch, indices.rank() - 1);
  joined = view(joined, {batches, each}) +
           places(builder, batches, 0, 2) * Scalar(inner);
  SmallVector<Value> sizes = builder.sizes(x);
  SmallVector<Value> rest(sizes.begin() + batch + count, sizes.end());
  SmallVector<Value> flat{builder.mul(batches, inner)};
  flat.append(rest);
  SmallVector<Value> wanted = builder.sizes(indices);
  wanted.pop_back();
  wanted.append(rest);
  Tensor read =
      indexSelect(view(x, flat), 0, view(joined, {builder.mul(batches, each)}));
  return view(read, wanted);
}

//===----------------------------------------------------------------------===//
// Scatter
//===----------------------------------------------------------------------===//

/// PyTorch's word for what becomes of several updates of one element; nothing
/// if there is none.
static std::optional<StringRef> reductionOf(const OnnxOp &op) {
  return llvm::StringSwitch<std::optional<StringRef>>(
             op.text("reduction", "none"))
      .Case("none", "")
      .Case("add", "sum")
      .Case("mul", "prod")
      .Case("max", "amax")
      .Case("min", "amin")
      .Default(std::nullopt);
}

static Tensor scatter(Tensor x, int64_t dim, Tensor indices, Tensor updates,
                      StringRef reduction) {
  TorchBuilder &builder = x.builder();
  if (reduction.empty())
    return {builder, builder.create("aten.scatter.src", {{"self", x},
                                                         {"dim", dim},
                                                         {"index", indices},
                                                         {"src", updates}})};
  return typed(builder, "aten.scatter_reduce.two",
               {{"self", x},
                {"dim", dim},
                {"index", indices},
                {"src", updates},
                {"reduce", reduction}},
               sizesOf(x), x.dtype());
}

static Results convertScatterElements(const OnnxOp &op) {
  Tensor x = op.input(0), indices = op.input(1), updates = op.input(2);
  std::optional<int64_t> axis = op.axis("axis", 0, x.rank());
  std::optional<StringRef> reduction = reductionOf(op);
  if (!axis || !reduction || indices.rank() != x.rank() ||
      updates.rank() != x.rank())
    return {};
  return scatter(x, *axis, positive(indices, x.size(*axis)), updates,
                 *reduction);
}

/// Slices: x becomes two dimensions, that of the indices and the rest.
static Results convertScatterND(const OnnxOp &op) {
  Tensor x = op.input(0), indices = op.input(1), updates = op.input(2);
  TorchBuilder &builder = op.builder();
  std::optional<StringRef> reduction = reductionOf(op);
  // What the ranks say, also where the length of a vector is the run's.
  int64_t count = x.rank() + indices.rank() - 1 - updates.rank();
  if (!reduction || indices.rank() < 1 || count < 0 || count > x.rank())
    return {};
  if (sizesOf(indices).back() == ShapedType::kDynamic) {
    SmallVector<Value> sizes = builder.sizes(indices);
    sizes.back() = builder.constant(count);
    indices = view(indices, sizes);
  }
  if (!hasIndices(x, indices, 0) || sizesOf(indices).back() != count)
    return {};
  Value rows = countOf(x, 0, count), columns = countOf(x, count, x.rank());
  Value each = countOf(indices, 0, indices.rank() - 1);
  Tensor joined =
      view(joinIndices(x, indices, 0), {each, builder.constant(int64_t(1))});
  Tensor result =
      scatter(view(x, {rows, columns}), 0, expand(joined, {each, columns}),
              view(updates, {each, columns}), *reduction);
  return view(result, builder.sizes(x));
}

/// A cache, written from a place of its own for each of the batch.
static Results convertTensorScatter(const OnnxOp &op) {
  Tensor x = op.input(0), update = op.input(1), start = op.input(2);
  TorchBuilder &builder = op.builder();
  std::optional<int64_t> axis = op.axis("axis", -2, x.rank());
  if (!axis || *axis == 0 || update.rank() != x.rank())
    return {};
  if (start && start.rank() != 1)
    return op.fail("places to write at that are not a vector");
  Tensor indices = places(builder, update.size(*axis), *axis, x.rank());
  if (start)
    indices = indices + along(convert(start, si64(builder)), 0, x.rank());
  if (op.text("mode", "linear") == "circular")
    indices = remainder(indices, Scalar(x.size(*axis)));
  return scatter(x, *axis, expandAs(indices, update), update, "");
}

//===----------------------------------------------------------------------===//
// Orders and masks
//===----------------------------------------------------------------------===//

/// Values on and off, at the place that each index names along a new dimension.
static Results convertOneHot(const OnnxOp &op) {
  Tensor indices = op.input(0), depth = op.input(1), values = op.input(2);
  TorchBuilder &builder = op.builder();
  std::optional<int64_t> axis =
      dimOf(op.integer("axis", -1), indices.rank() + 1);
  if (!axis || values.rank() != 1 ||
      op.resultSizes().size() != static_cast<size_t>(indices.rank()) + 1)
    return {};
  int64_t stated = op.resultSizes()[*axis];
  Value count = stated != ShapedType::kDynamic
                    ? builder.constant(stated)
                    : item(convert(depth, si64(builder)));
  Tensor at = unsqueeze(positive(indices, count), *axis);
  Tensor isOn = at == places(builder, count, *axis, at.rank());
  return where(isOn, select(values, 0, 1), select(values, 0, 0));
}

/// Of equal ones the first comes first, so a stable sort.
static Results convertTopK(const OnnxOp &op) {
  Tensor x = op.input(0);
  TorchBuilder &builder = op.builder();
  std::optional<int64_t> axis = op.axis("axis", -1, x.rank());
  if (!axis || op.resultSizes().size() != static_cast<size_t>(x.rank()))
    return {};
  int64_t stated = op.resultSizes()[*axis];
  Value count;
  if (stated != ShapedType::kDynamic)
    count = builder.constant(stated);
  else if (op.attribute("k"))
    count = builder.constant(op.integer("k", 0));
  else if (op.input(1))
    count = item(op.input(1));
  else
    return {};
  ResultRange sorted = builder.createAll(
      "aten.sort.stable", {{"self", x},
                           {"stable", true},
                           {"dim", *axis},
                           {"descending", op.integer("largest", 1) != 0}});
  Results results;
  for (Value part : sorted)
    results.push_back(slice(Tensor(builder, part), *axis, 0, Scalar(count)));
  results.resize(op.resultCount());
  return results;
}

/// Above or below a diagonal, which may be known to the run only.
static Results convertTrilu(const OnnxOp &op) {
  Tensor x = op.input(0), k = op.input(1);
  TorchBuilder &builder = op.builder();
  if (x.rank() < 2)
    return {};
  Tensor rows = places(builder, x.size(-2), 0, 2);
  Tensor distance = places(builder, x.size(-1), 1, 2) - rows;
  Tensor diagonal = k ? convert(k.rank() == 0 ? k : view(k, {}), si64(builder))
                      : number(builder, 0, si64(builder));
  Tensor isKept =
      op.integer("upper", 1) ? distance >= diagonal : distance <= diagonal;
  return where(isKept, x, Scalar(0));
}

/// Rows and columns of what is not zero: one row for each dimension.
static Tensor nonzero(Tensor x) {
  return typed(x.builder(), "aten.nonzero", {{"self", x}},
               {ShapedType::kDynamic, x.rank()}, si64(x.builder()));
}

static Results convertNonZero(const OnnxOp &op) {
  Tensor x = op.input(0);
  if (x.rank() == 0)
    x = unsqueeze(x, 0);
  return transpose(nonzero(x), 0, 1);
}

static Results convertCompress(const OnnxOp &op) {
  Tensor x = op.input(0), condition = op.input(1);
  TorchBuilder &builder = op.builder();
  if (condition.rank() != 1)
    return {};
  Tensor indices = select(nonzero(condition), 1, 0);
  if (!op.attribute("axis"))
    return indexSelect(view(x, {builder.count(x)}), 0, indices);
  std::optional<int64_t> axis = op.axis("axis", 0, x.rank());
  return axis ? indexSelect(x, *axis, indices) : Results();
}

/// The first elements of each sequence, as many as it is long, from the back.
static Results convertReverseSequence(const OnnxOp &op) {
  Tensor x = op.input(0), lengths = op.input(1);
  TorchBuilder &builder = op.builder();
  std::optional<int64_t> time = op.axis("time_axis", 0, x.rank());
  std::optional<int64_t> batch = op.axis("batch_axis", 1, x.rank());
  if (!time || !batch || *time == *batch || lengths.rank() != 1)
    return {};
  Tensor at = places(builder, x.size(*time), *time, x.rank());
  Tensor length = along(convert(lengths, si64(builder)), *batch, x.rank());
  Tensor indices = where(at < length, length - Scalar(1) - at, at);
  return gather(x, *time, expandAs(indices, x));
}

/// ai.onnx.ml: columns of the last dimension.
static Results convertArrayFeatureExtractor(const OnnxOp &op) {
  Tensor x = op.input(0), indices = op.input(1);
  TorchBuilder &builder = op.builder();
  if (x.rank() == 0)
    return {};
  Tensor flat = view(indices, {builder.count(indices)});
  Tensor read = indexSelect(x, x.rank() - 1, convert(flat, si64(builder)));
  return x.rank() == 1 ? unsqueeze(read, 0) : read;
}

ArrayRef<Conversion> ingot::onnx::indexing() {
  static constexpr Conversion kTable[] = {
      {"Compress", convertCompress, 2},
      {"Gather", convertGather, 2},
      {"GatherElements", convertGatherElements, 2},
      {"GatherND", convertGatherND, 2},
      {"NonZero", convertNonZero},
      {"OneHot", convertOneHot, 3},
      {"ReverseSequence", convertReverseSequence, 2},
      {"Scatter", convertScatterElements, 3},
      {"ScatterElements", convertScatterElements, 3},
      {"ScatterND", convertScatterND, 3},
      {"TensorScatter", convertTensorScatter, 2},
      {"TopK", convertTopK},
      {"Trilu", convertTrilu},
      {"ai.onnx.ml.ArrayFeatureExtractor", convertArrayFeatureExtractor, 2},
  };
  return kTable;
}
