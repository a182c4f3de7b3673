//===- Joining.cpp - tensors put together and taken apart -----------------===//
//
// What is left is cat, slice and select. An operator that gives a list gives
// the list's elements one by one, and what unpacks the list takes those.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/torch/TorchOps.h"
#include "pipeline/transforms/torch/Decompositions.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

using Tensors = SmallVector<Tensor>;

//===----------------------------------------------------------------------===//
// Together
//===----------------------------------------------------------------------===//

static Results decomposeStack(const Composite &op) {
  std::optional<Tensors> tensors = op.tensors("tensors");
  if (!tensors || tensors->empty())
    return {};
  std::optional<int64_t> dim = op.dim("dim", tensors->front().rank() + 1);
  if (!dim)
    return {};
  for (Tensor &tensor : *tensors)
    tensor = unsqueeze(tensor, *dim);
  return concatenate(*tensors, *dim);
}

/// At least as many dimensions as wanted; new ones where numpy puts them.
static Tensor atLeast(Tensor x, int64_t rank) {
  if (rank == 3 && x.rank() == 1)
    return unsqueeze(unsqueeze(x, 0), 2);
  while (x.rank() < rank)
    x = unsqueeze(x, x.rank() == 2 ? 2 : 0);
  return x;
}

static Results concatenateAtLeast(const Composite &op, int64_t rank,
                                  int64_t dim) {
  std::optional<Tensors> tensors = op.tensors("tensors");
  if (!tensors || tensors->empty())
    return {};
  for (Tensor &tensor : *tensors)
    tensor = atLeast(tensor, rank);
  return concatenate(*tensors, dim);
}

/// Along columns, of which a vector has none.
static Results decomposeHstack(const Composite &op) {
  std::optional<Tensors> tensors = op.tensors("tensors");
  if (!tensors || tensors->empty())
    return {};
  return concatenateAtLeast(op, 1, tensors->front().rank() <= 1 ? 0 : 1);
}

static Results decomposeVstack(const Composite &op) {
  return concatenateAtLeast(op, 2, 0);
}

static Results decomposeDstack(const Composite &op) {
  return concatenateAtLeast(op, 3, 2);
}

static Results decomposeColumnStack(const Composite &op) {
  std::optional<Tensors> tensors = op.tensors("tensors");
  if (!tensors || tensors->empty())
    return {};
  for (Tensor &tensor : *tensors)
    while (tensor.rank() < 2)
      tensor = unsqueeze(tensor, -1);
  return concatenate(*tensors, 1);
}

static Results decomposeAtleast(const Composite &op) {
  int64_t rank = op.is("torch.aten.atleast_1d")   ? 1
                 : op.is("torch.aten.atleast_2d") ? 2
                                                  : 3;
  return atLeast(op.tensor("self"), rank);
}

/// What is moved out at the end of a dimension comes in at its begin.
static Tensor rollOne(Tensor x, int64_t dim, Value shift) {
  TorchBuilder &builder = x.builder();
  Value size = x.size(dim);
  Value start =
      builder.remainder(builder.sub(builder.constant(int64_t(0)), shift), size);
  return concatenate({slice(x, dim, start, size), slice(x, dim, 0, start)},
                     dim);
}

static Results decomposeRoll(const Composite &op) {
  TorchBuilder &builder = op.builder();
  Tensor x = op.tensor("self");
  std::optional<SmallVector<Value>> shifts = op.ints("shifts");
  std::optional<SmallVector<int64_t>> dims = matchIntList(op.operand("dims"));
  if (!shifts || !dims)
    return {};
  // Without dimensions, in the order of all elements.
  bool isFlat = dims->empty();
  SmallVector<Value> sizes = builder.sizes(x);
  if (isFlat) {
    x = view(x, builder.count(x));
    dims->push_back(0);
  }
  if (shifts->size() != dims->size())
    return {};
  for (auto [shift, dim] : llvm::zip_equal(*shifts, *dims)) {
    std::optional<int64_t> normal = normalizeDim(dim, x.rank());
    if (!normal || x.rank() == 0)
      return {};
    x = rollOne(x, *normal, shift);
  }
  return isFlat ? view(x, sizes) : x;
}

/// The middle comes to the begin or, with `isBack`, the begin to the middle:
/// half of an odd size is rounded to the other side.
template <bool isBack>
static Results decomposeFrequencyShift(const Composite &op) {
  TorchBuilder &builder = op.builder();
  Tensor x = op.tensor("self");
  // An empty list names none here.
  std::optional<SmallVector<Value>> named = op.ints("dim");
  if (named && named->empty())
    return x;
  std::optional<SmallVector<int64_t>> dims = op.dims("dim", x.rank());
  if (!dims)
    return {};
  for (int64_t dim : *dims) {
    Value size = x.size(dim);
    if (isBack)
      size = builder.add(size, builder.constant(int64_t(1)));
    x = rollOne(x, dim,
                builder.floorDivide(size, builder.constant(int64_t(2))));
  }
  return x;
}

//===----------------------------------------------------------------------===//
// Apart
//===----------------------------------------------------------------------===//

static Results makeList(const Composite &op, ArrayRef<Tensor> elements) {
  auto list = dyn_cast<ListType>(op.result().getType());
  if (!list)
    return {};
  SmallVector<Value> values(elements);
  return op.builder().list(values, list.getContainedType());
}

/// How many elements the program takes from the list, if one op takes all.
static std::optional<int64_t> unpackedCount(const Composite &op) {
  if (!op.result().hasOneUse())
    return std::nullopt;
  auto unpack = dyn_cast<PrimListUnpackOp>(*op.result().getUsers().begin());
  return unpack ? std::optional<int64_t>(unpack.getNumResults()) : std::nullopt;
}

/// Parts of one size, the last of what is left.
static Results splitEvenly(const Composite &op, int64_t dim, Value partSize) {
  TorchBuilder &builder = op.builder();
  Tensor x = op.tensor("self");
  std::optional<int64_t> size = matchInt(x.size(dim)),
                         part = matchInt(partSize), count = unpackedCount(op);
  if (size && part && *part > 0)
    count = std::max<int64_t>(llvm::divideCeil(*size, *part), 1);
  if (!count)
    return {};
  Tensors parts;
  Value start = builder.constant(int64_t(0));
  for (int64_t i = 0; i < *count; ++i) {
    Value end = i + 1 < *count ? builder.add(start, partSize) : x.size(dim);
    parts.push_back(slice(x, dim, start, end));
    start = end;
  }
  return makeList(op, parts);
}

static Results decomposeSplit(const Composite &op) {
  std::optional<int64_t> dim = op.dim("dim", op.tensor("self").rank());
  return dim ? splitEvenly(op, *dim, op.operand("split_size")) : Results();
}

static Results decomposeSplitWithSizes(const Composite &op) {
  TorchBuilder &builder = op.builder();
  Tensor x = op.tensor("self");
  std::optional<int64_t> dim = op.dim("dim", x.rank());
  std::optional<SmallVector<Value>> sizes =
      op.ints(op.operand("split_size") ? "split_size" : "split_sizes");
  if (!dim || !sizes)
    return {};
  Tensors parts;
  Value start = builder.constant(int64_t(0));
  for (Value size : *sizes) {
    Value end = builder.add(start, size);
    parts.push_back(slice(x, *dim, start, end));
    start = end;
  }
  return makeList(op, parts);
}

static Results decomposeChunk(const Composite &op) {
  TorchBuilder &builder = op.builder();
  Tensor x = op.tensor("self");
  std::optional<int64_t> dim = op.dim("dim", x.rank());
  Value chunks = op.operand("chunks");
  if (!dim)
    return {};
  Value others = builder.sub(chunks, builder.constant(int64_t(1)));
  return splitEvenly(
      op, *dim, builder.floorDivide(builder.add(x.size(*dim), others), chunks));
}

/// As even as it goes: the first `size mod sections` are one larger.
static Results decomposeTensorSplit(const Composite &op) {
  Tensor x = op.tensor("self");
  std::optional<int64_t> dim = op.dim("dim", x.rank()),
                         sections = op.integer("sections");
  std::optional<int64_t> size =
      dim ? matchInt(x.size(*dim)) : std::optional<int64_t>();
  if (!size || !sections || *sections < 1)
    return {};
  Tensors parts;
  int64_t start = 0;
  for (int64_t i = 0; i < *sections; ++i) {
    int64_t end = start + *size / *sections + (i < *size % *sections ? 1 : 0);
    parts.push_back(slice(x, *dim, start, end));
    start = end;
  }
  return makeList(op, parts);
}

static Results decomposeUnbind(const Composite &op) {
  Tensor x = op.tensor("self");
  std::optional<int64_t> dim = op.dim("dim", x.rank());
  if (!dim || x.rank() == 0)
    return {};
  std::optional<int64_t> count = matchInt(x.size(*dim));
  if (!count)
    count = unpackedCount(op);
  if (!count)
    return {};
  Tensors parts;
  for (int64_t i = 0; i < *count; ++i)
    parts.push_back(select(x, *dim, i));
  return makeList(op, parts);
}

/// Every tensor along a dimension of its own, as large as all others say.
static Results decomposeMeshgrid(const Composite &op) {
  TorchBuilder &builder = op.builder();
  std::optional<Tensors> tensors = op.tensors("tensors");
  if (!tensors)
    return {};
  std::optional<StringRef> indexing = matchString(op.operand("indexing"));
  int64_t rank = tensors->size();
  SmallVector<int64_t> place = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  // Mathematicians name x first, which counts columns.
  if (indexing == StringRef("xy") && rank >= 2)
    std::swap(place[0], place[1]);
  SmallVector<Value> sizes(rank);
  for (auto [tensor, dim] : llvm::zip_equal(*tensors, place))
    sizes[dim] = builder.count(tensor);
  for (auto [tensor, dim] : llvm::zip_equal(*tensors, place)) {
    SmallVector<Value> apart(rank, builder.constant(int64_t(1)));
    apart[dim] = sizes[dim];
    tensor = expand(view(tensor, apart), sizes);
  }
  return makeList(op, *tensors);
}

static Results decomposeBroadcastTensors(const Composite &op) {
  std::optional<Tensors> tensors = op.tensors("tensors");
  if (!tensors || tensors->empty())
    return {};
  // The operator that gives sizes of all is any that broadcasts.
  Tensor all = tensors->front() != tensors->front();
  for (Tensor tensor : ArrayRef(*tensors).drop_front())
    all = logicalOr(all, tensor != tensor);
  for (Tensor &tensor : *tensors)
    tensor = expandAs(tensor, all);
  return makeList(op, *tensors);
}

//===----------------------------------------------------------------------===//
// Lists
//===----------------------------------------------------------------------===//

static Results decomposeListUnpack(const Composite &op) {
  Operation *unpack = op.operation();
  std::optional<SmallVector<Value>> elements = matchList(unpack->getOperand(0));
  if (!elements || elements->size() != unpack->getNumResults())
    return {};
  Results results;
  results.append(elements->begin(), elements->end());
  return results;
}

static Results decomposeGetItem(const Composite &op) {
  std::optional<SmallVector<Value>> elements = op.ints("list");
  std::optional<int64_t> index = op.integer("idx");
  if (!elements || !index)
    return {};
  int64_t count = elements->size();
  int64_t place = *index < 0 ? *index + count : *index;
  return place >= 0 && place < count ? Results((*elements)[place]) : Results();
}

ArrayRef<Decomposition> ingot::torch::joining() {
  static constexpr Decomposition kRows[] = {
      {"torch.aten.__getitem__.t", decomposeGetItem},
      {"torch.aten.atleast_1d", decomposeAtleast},
      {"torch.aten.atleast_2d", decomposeAtleast},
      {"torch.aten.atleast_3d", decomposeAtleast},
      {"torch.aten.broadcast_tensors", decomposeBroadcastTensors},
      {"torch.aten.chunk", decomposeChunk},
      {"torch.aten.column_stack", decomposeColumnStack},
      {"torch.aten.dstack", decomposeDstack},
      {"torch.aten.fft_fftshift", decomposeFrequencyShift<false>},
      {"torch.aten.fft_ifftshift", decomposeFrequencyShift<true>},
      {"torch.aten.hstack", decomposeHstack},
      {"torch.aten.meshgrid", decomposeMeshgrid},
      {"torch.aten.meshgrid.indexing", decomposeMeshgrid},
      {"torch.aten.roll", decomposeRoll},
      {"torch.aten.split.Tensor", decomposeSplit},
      {"torch.aten.split.sizes", decomposeSplitWithSizes},
      {"torch.aten.split_with_sizes", decomposeSplitWithSizes},
      {"torch.aten.stack", decomposeStack},
      {"torch.aten.tensor_split.sections", decomposeTensorSplit},
      {"torch.aten.unbind.int", decomposeUnbind},
      {"torch.aten.unsafe_chunk", decomposeChunk},
      {"torch.aten.unsafe_split.Tensor", decomposeSplit},
      {"torch.aten.unsafe_split_with_sizes", decomposeSplitWithSizes},
      {"torch.aten.vstack", decomposeVstack},
      {"torch.prim.ListUnpack", decomposeListUnpack},
  };
  return kRows;
}
