//===- Views.cpp - the same elements in another shape ---------------------===//
//
// Tensors here have no strides, so a view is a reshape, a transposition or a
// broadcast of the value. A size of -1 is what the other sizes leave over,
// computed at run time if they are not known.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchLowering/Conversion.h"
#include "pipeline/dialects/torch/TorchOps.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

namespace {

/// The tensor, which prims call `a`.
Value self(Conversion &c) {
  return c.operand(c.op.operand("self") ? "self" : "a");
}

//===----------------------------------------------------------------------===//
// Reshaping
//===----------------------------------------------------------------------===//

/// The size that -1 stands for.
Size missingSize(TensorBuilder &b, Value value, ArrayRef<Size> sizes,
                 int64_t missing) {
  // What both have cancels, so that later stages see a product of sizes.
  Sizes given = b.sizesOf(value);
  Size others = 1;
  for (auto [i, size] : llvm::enumerate(sizes)) {
    if (static_cast<int64_t>(i) == missing)
      continue;
    Size *same = llvm::find_if(given, [&](Size own) {
      return size.isKnown() ? own.is(size.known())
                            : !own.isKnown() && own.value() == size.value();
    });
    if (same == given.end() || size.is(0))
      others = b.multiply(others, size);
    else
      *same = 1;
  }
  // A quotient of zeros is no size; PyTorch refuses it.
  if (others.is(0))
    return 0;
  return b.floorDivide(b.count(given), others);
}

/// Whether an int may be -1 when the program runs: one that comes from outside,
/// or is computed of such. Sizes of tensors are not. SizeOrigins.h has the
/// question for tensors of integers, as ONNX and TensorFlow compute sizes.
bool mayBeNegative(Value number, int depth = 0) {
  constexpr int kMaxDepth = 8;
  if (matchInt(number))
    return false;
  Operation *made = number.getDefiningOp();
  if (!made || depth > kMaxDepth)
    return true;
  StringRef name = made->getName().getStringRef();
  if (name == "torch.aten.size.int" || name == "torch.symbolic_int" ||
      name == "torch.aten.numel" || name == "torch.aten.sym_size.int")
    return false;
  return llvm::any_of(made->getOperands(), [&](Value operand) {
    return isa<torch::IntType>(operand.getType())
               ? mayBeNegative(operand, depth + 1)
               : true;
  });
}

/// Sizes as the program gives them. What it says of the result helps where -1
/// stands for a size that could only be computed.
Converted convertView(Conversion &c) {
  Value value = self(c);
  StringRef argument = c.op.operand("size") ? "size" : "shape";
  std::optional<Sizes> sizes = c.getSizes(argument);
  if (!sizes)
    return c.fail("the elements of the list of sizes are not known");
  RankedTensorType type = c.resultType();
  if (type.getRank() != static_cast<int64_t>(sizes->size()))
    return c.fail("the list of sizes has another length than the result");
  for (auto [i, size] : llvm::enumerate(*sizes))
    if (!type.isDynamicDim(i))
      size = type.getDimSize(i);
  bool isMissing = false;
  for (int64_t i : llvm::seq(type.getRank()))
    if ((*sizes)[i].is(-1)) {
      isMissing = true;
      (*sizes)[i] = missingSize(c.b, value, *sizes, i);
    }
  std::optional<SmallVector<Value>> given = matchList(c.op.operand(argument));
  SmallVector<bool> mayBe(sizes->size(), false);
  for (int64_t i : llvm::seq(type.getRank()))
    mayBe[i] = !isMissing && given && given->size() == sizes->size() &&
               !(*sizes)[i].isKnown() && mayBeNegative((*given)[i]);
  if (llvm::is_contained(mayBe, true))
    c.b.resolveNegative(value, *sizes, mayBe);
  return c.b.reshape(value, *sizes);
}

/// Dimensions from `first` to `last` as one.
Value collapse(TensorBuilder &b, Value value, int64_t first, int64_t last) {
  Sizes given = b.sizesOf(value);
  Sizes sizes(given.begin(), given.begin() + first);
  sizes.push_back(b.count(ArrayRef(given).slice(first, last - first + 1)));
  sizes.append(given.begin() + last + 1, given.end());
  return b.reshape(value, sizes);
}

template <const char *firstName, const char *lastName>
Converted convertCollapse(Conversion &c) {
  Value value = self(c);
  int64_t rank = c.b.rankOf(value);
  std::optional<int64_t> first = c.getDim(firstName, rank);
  std::optional<int64_t> last = c.getDim(lastName, rank);
  if (!first || !last || *first > *last)
    return c.fail("the dimensions are not known, or out of range");
  if (rank == 0)
    return c.b.reshape(value, Size(1));
  return collapse(c.b, value, *first, *last);
}

constexpr char kStartDim[] = "start_dim", kEndDim[] = "end_dim";
constexpr char kStart[] = "start", kEnd[] = "end";

/// One dimension as several; one of the sizes may be -1.
Value split(TensorBuilder &b, Value value, int64_t dim, Sizes factors) {
  Sizes given = b.sizesOf(value);
  for (Size &factor : factors) {
    if (!factor.is(-1))
      continue;
    Size others = 1;
    for (Size &other : factors)
      if (&other != &factor)
        others = b.multiply(others, other);
    factor = b.floorDivide(given[dim], others);
  }
  Sizes sizes(given.begin(), given.begin() + dim);
  sizes.append(factors);
  sizes.append(given.begin() + dim + 1, given.end());
  return b.reshape(value, sizes);
}

Converted convertUnflatten(Conversion &c) {
  Value value = self(c);
  std::optional<int64_t> dim = c.getDim("dim", c.b.rankOf(value));
  std::optional<Sizes> sizes = c.getSizes("sizes");
  if (!dim || !sizes)
    return c.fail("the dimension or the list of sizes is not known");
  return split(c.b, value, *dim, *sizes);
}

Converted convertSplitDim(Conversion &c) {
  Value value = self(c);
  std::optional<int64_t> dim = c.getDim("dim", c.b.rankOf(value));
  std::optional<Size> outer = c.getSize("outer_length");
  if (!dim || !outer)
    return c.fail("the dimension is not known");
  // torch-mlir decomposes channel_shuffle with a number that is not the one
  // that the type of the result says; the type is right.
  RankedTensorType type = c.resultType();
  Sizes factors{*outer, Size(-1)};
  if (*dim + 1 < type.getRank() && !type.isDynamicDim(*dim))
    factors[0] = type.getDimSize(*dim);
  return split(c.b, value, *dim, factors);
}

//===----------------------------------------------------------------------===//
// Dimensions of size 1
//===----------------------------------------------------------------------===//

Converted convertUnsqueeze(Conversion &c) {
  Value value = self(c);
  std::optional<int64_t> dim = c.getDim("dim", c.b.rankOf(value) + 1);
  if (!dim)
    return c.fail("the dimension is not known, or out of range");
  return c.b.unsqueeze(value, *dim);
}

/// Those of `dims` that have size 1 go. Whether one that is not known has is
/// seen from the rank of the result, which leaves no choice if it is all or
/// none of them.
Converted squeeze(Conversion &c, Value value, ArrayRef<int64_t> dims) {
  if (c.b.rankOf(value) == 0)
    return value;
  SmallVector<int64_t> ones, unknown;
  for (int64_t dim : dims) {
    if (c.b.typeOf(value).isDynamicDim(dim))
      unknown.push_back(dim);
    else if (c.b.typeOf(value).getDimSize(dim) == 1)
      ones.push_back(dim);
  }
  auto dropped =
      static_cast<size_t>(c.b.rankOf(value) - c.resultType().getRank());
  if (dropped == ones.size() + unknown.size())
    ones.append(unknown);
  else if (dropped != ones.size())
    return c.fail("which dimensions have size 1 is not known");
  return c.b.squeeze(value, ones);
}

Converted convertSqueeze(Conversion &c) {
  Value value = self(c);
  StringRef argument = c.op.operand("dim") ? "dim" : "dimensions";
  if (!c.op.operand(argument))
    return squeeze(c, value, llvm::to_vector(llvm::seq(c.b.rankOf(value))));
  std::optional<SmallVector<int64_t>> dims =
      c.getDims(argument, c.b.rankOf(value));
  if (!dims)
    return c.fail("the dimensions are not known, or out of range");
  return squeeze(c, value, *dims);
}

//===----------------------------------------------------------------------===//
// Order of dimensions
//===----------------------------------------------------------------------===//

Converted convertPermute(Conversion &c) {
  Value value = self(c);
  StringRef argument = c.op.operand("dims") ? "dims" : "permutation";
  int64_t rank = c.b.rankOf(value);
  std::optional<SmallVector<int64_t>> dims = c.getDims(argument, rank);
  if (!dims || static_cast<int64_t>(dims->size()) != rank)
    return c.fail("the dimensions are not known, or out of range");
  return c.b.transpose(value, *dims);
}

Value swap(TensorBuilder &b, Value value, int64_t first, int64_t second) {
  auto order = llvm::to_vector(llvm::seq(b.rankOf(value)));
  std::swap(order[first], order[second]);
  return b.transpose(value, order);
}

Converted convertTranspose(Conversion &c) {
  Value value = self(c);
  int64_t rank = c.b.rankOf(value);
  std::optional<int64_t> first = c.getDim("dim0", rank);
  std::optional<int64_t> second = c.getDim("dim1", rank);
  if (!first || !second)
    return c.fail("the dimensions are not known, or out of range");
  return rank == 0 ? value : swap(c.b, value, *first, *second);
}

Converted convertMatrixTranspose(Conversion &c) {
  Value value = self(c);
  int64_t rank = c.b.rankOf(value);
  return rank < 2 ? value : swap(c.b, value, rank - 2, rank - 1);
}

//===----------------------------------------------------------------------===//
// Repetition
//===----------------------------------------------------------------------===//

/// -1 leaves a size as it is.
Converted convertExpand(Conversion &c) {
  Value value = self(c);
  std::optional<Sizes> sizes = c.getSizes("size");
  if (!sizes || static_cast<int64_t>(sizes->size()) < c.b.rankOf(value))
    return c.fail("the elements of the list of sizes are not known");
  int64_t offset = static_cast<int64_t>(sizes->size()) - c.b.rankOf(value);
  for (auto [i, size] : llvm::enumerate(*sizes)) {
    int64_t dim = static_cast<int64_t>(i) - offset;
    if (size.is(-1) && dim >= 0)
      size = c.b.sizeOf(value, dim);
  }
  return c.b.broadcast(value, *sizes);
}

Converted convertExpandAs(Conversion &c) {
  return c.b.broadcast(self(c), c.b.sizesOf(c.operand("other")));
}

Converted convertBroadcastInDim(Conversion &c) {
  std::optional<Sizes> sizes = c.getSizes("shape");
  std::optional<SmallVector<int64_t>> dims = c.getInts("broadcast_dimensions");
  if (!sizes || !dims)
    return c.fail("the sizes or dimensions are not known");
  return c.b.broadcastInDim(self(c), *sizes, *dims);
}

/// Every dimension becomes two, of which the first repeats.
Value repeat(TensorBuilder &b, Value value, ArrayRef<Size> counts) {
  int64_t added = static_cast<int64_t>(counts.size()) - b.rankOf(value);
  Sizes given(added, Size(1));
  given.append(b.sizesOf(value));
  Sizes expanded, sizes;
  SmallVector<int64_t> dims;
  for (auto [i, count] : llvm::enumerate(counts)) {
    expanded.append({count, given[i]});
    sizes.push_back(b.multiply(count, given[i]));
    if (static_cast<int64_t>(i) >= added)
      dims.push_back(2 * i + 1);
  }
  return b.reshape(b.broadcastInDim(value, expanded, dims), sizes);
}

Converted convertRepeat(Conversion &c) {
  Value value = self(c);
  StringRef argument = c.op.operand("repeats") ? "repeats" : "dims";
  std::optional<Sizes> counts = c.getSizes(argument);
  if (!counts)
    return c.fail("the elements of the list of counts are not known");
  // `tile` may say less than there are dimensions.
  while (static_cast<int64_t>(counts->size()) < c.b.rankOf(value))
    counts->insert(counts->begin(), Size(1));
  return repeat(c.b, value, *counts);
}

} // namespace

void ingot::torch::populateViews(ConversionTable &table) {
  table.add({
      {"torch.aten.view", convertView},
      {"torch.aten.view_copy", convertView},
      {"torch.aten._unsafe_view", convertView},
      {"torch.aten._reshape_alias", convertView},
      {"torch.aten.reshape", convertView},
      {"torch.prims.reshape", convertView},
      {"torch.aten.flatten.using_ints", convertCollapse<kStartDim, kEndDim>},
      {"torch.prims.collapse", convertCollapse<kStart, kEnd>},
      {"torch.prims.collapse_view", convertCollapse<kStart, kEnd>},
      {"torch.aten.unflatten.int", convertUnflatten},
      {"torch.prims.split_dim", convertSplitDim},
      {"torch.aten.unsqueeze", convertUnsqueeze},
      {"torch.aten.unsqueeze_copy", convertUnsqueeze},
      {"torch.aten.squeeze", convertSqueeze},
      {"torch.aten.squeeze.dim", convertSqueeze},
      {"torch.aten.squeeze.dims", convertSqueeze},
      {"torch.prims.squeeze", convertSqueeze},
      {"torch.aten.permute", convertPermute},
      {"torch.aten.permute_copy", convertPermute},
      {"torch.prims.transpose", convertPermute},
      {"torch.aten.transpose.int", convertTranspose},
      {"torch.aten.transpose_copy.int", convertTranspose},
      {"torch.aten.t", convertMatrixTranspose},
      {"torch.aten.mT", convertMatrixTranspose},
      {"torch.aten.expand", convertExpand},
      {"torch.aten.expand_copy", convertExpand},
      {"torch.aten.broadcast_to", convertExpand},
      {"torch.aten.expand_as", convertExpandAs},
      {"torch.prims.broadcast_in_dim", convertBroadcastInDim},
      {"torch.aten.repeat", convertRepeat},
      {"torch.aten.tile", convertRepeat},
  });
}
