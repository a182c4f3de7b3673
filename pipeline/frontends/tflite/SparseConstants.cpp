//===- SparseConstants.cpp - sparse weights, taken apart ------------------===//
//
// A sparse constant stores the blocks that are not zero, in a traversal order
// of dimensions of which each is dense or a list of segments with indices (as
// the rows of CSR). Weights are unpacked when the model is read: kernels are
// dense.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tflite/Graph.h"

#include "mlir/IR/BuiltinTypes.h"

#include <cstring>

using namespace ingot::tflite;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using llvm::SmallVector;

static Error fault(const char *text) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 "the TFLite model is damaged: %s", text);
}

/// A list of numbers, of which the file stores one of three types.
static SmallVector<int64_t> numbersOf(schema::SparseIndexVector type,
                                      const void *vector) {
  SmallVector<int64_t> result;
  auto append = [&](const auto *table) {
    if (table && table->values())
      result.append(table->values()->begin(), table->values()->end());
  };
  switch (type) {
  case schema::SparseIndexVector::Int32Vector:
    append(static_cast<const schema::Int32Vector *>(vector));
    break;
  case schema::SparseIndexVector::Uint16Vector:
    append(static_cast<const schema::Uint16Vector *>(vector));
    break;
  case schema::SparseIndexVector::Uint8Vector:
    append(static_cast<const schema::Uint8Vector *>(vector));
    break;
  case schema::SparseIndexVector::NONE:
    break;
  }
  return result;
}

namespace {

/// One level of the traversal.
struct Level {
  bool isSparse = false;
  int64_t size = 0;
  SmallVector<int64_t> segments, indices;
};

/// Walks through the stored elements and puts each where it belongs.
class Densifier {
public:
  Densifier(ArrayRef<int64_t> shape, ArrayRef<char> bytes, size_t elementBytes)
      : shape_(shape), bytes_(bytes), elementBytes_(elementBytes) {}

  Error prepare(const schema::SparsityParameters &sparsity);
  Expected<std::vector<char>> run();

private:
  Error readLevels(const schema::SparsityParameters &sparsity);
  Error walk(size_t level, int64_t position);
  Error store(int64_t position);

  ArrayRef<int64_t> shape_;
  ArrayRef<char> bytes_;
  size_t elementBytes_;
  std::vector<Level> levels_;
  SmallVector<int64_t> order_, blockMap_;
  /// Of each dimension: how many elements a block has along it.
  SmallVector<int64_t> blockSizes_;
  SmallVector<int64_t> place_;
  std::vector<char> dense_;
};

Error Densifier::prepare(const schema::SparsityParameters &sparsity) {
  if (Error error = readLevels(sparsity))
    return error;
  size_t rank = shape_.size();
  blockSizes_.assign(rank, 1);
  for (size_t i = 0; i < levels_.size(); ++i) {
    if (order_[i] < static_cast<int64_t>(rank))
      continue;
    if (levels_[i].isSparse || levels_[i].size <= 0)
      return fault("a block of a sparse constant is not dense");
    int64_t dim = blockMap_[order_[i] - rank];
    if (levels_[i].size > shape_[dim] || blockSizes_[dim] != 1)
      return fault("a block of a sparse constant is larger than its shape");
    blockSizes_[dim] = levels_[i].size;
  }
  for (size_t i = 0; i < levels_.size(); ++i)
    if (order_[i] < static_cast<int64_t>(rank) && !levels_[i].isSparse &&
        (levels_[i].size <= 0 || levels_[i].size > shape_[order_[i]]))
      return fault("a dimension of a sparse constant is not within its shape");
  return Error::success();
}

Error Densifier::readLevels(const schema::SparsityParameters &sparsity) {
  if (!sparsity.traversal_order() || !sparsity.dim_metadata())
    return fault("a sparse constant has no order");
  order_.assign(sparsity.traversal_order()->begin(),
                sparsity.traversal_order()->end());
  if (sparsity.block_map())
    blockMap_.assign(sparsity.block_map()->begin(),
                     sparsity.block_map()->end());
  // Each dimension is split once at most; a level is a call of walk().
  if (blockMap_.size() > shape_.size())
    return fault("a sparse constant has more blocks than dimensions");
  size_t count = shape_.size() + blockMap_.size();
  if (order_.size() != count || sparsity.dim_metadata()->size() != count)
    return fault("a sparse constant has another number of dimensions");
  std::vector<bool> seen(count);
  for (int64_t dim : order_) {
    if (dim < 0 || dim >= static_cast<int64_t>(count) || seen[dim])
      return fault("the order of a sparse constant is no permutation");
    seen[dim] = true;
  }
  for (int64_t dim : blockMap_)
    if (dim < 0 || dim >= static_cast<int64_t>(shape_.size()))
      return fault("a block of a sparse constant is of no dimension");
  for (const schema::DimensionMetadata *source : *sparsity.dim_metadata()) {
    Level level;
    level.isSparse = source->format() == schema::DimensionType::SPARSE_CSR;
    level.size = source->dense_size();
    level.segments =
        numbersOf(source->array_segments_type(), source->array_segments());
    level.indices =
        numbersOf(source->array_indices_type(), source->array_indices());
    // Segments in order do not overlap, so that each index is met once: levels
    // of those that do would take forever.
    if (level.isSparse && !llvm::is_sorted(level.segments))
      return fault("segments of a sparse constant are not in order");
    levels_.push_back(std::move(level));
  }
  return Error::success();
}

Expected<std::vector<char>> Densifier::run() {
  int64_t count = 1;
  for (int64_t size : shape_)
    count *= size;
  dense_.assign(count * elementBytes_, 0);
  place_.assign(levels_.size(), 0);
  if (Error error = walk(0, 0))
    return std::move(error);
  return std::move(dense_);
}

/// `position` counts the elements of the levels in front of this one.
Error Densifier::walk(size_t level, int64_t position) {
  if (level == levels_.size())
    return store(position);
  const Level &here = levels_[level];
  if (!here.isSparse) {
    for (int64_t i = 0; i < here.size; ++i) {
      place_[order_[level]] = i;
      if (Error error = walk(level + 1, position * here.size + i))
        return error;
    }
    return Error::success();
  }
  if (position + 1 >= static_cast<int64_t>(here.segments.size()))
    return fault("a sparse constant has too few segments");
  int64_t begin = here.segments[position], end = here.segments[position + 1];
  if (begin < 0 || end < begin ||
      end > static_cast<int64_t>(here.indices.size()))
    return fault("a segment of a sparse constant is out of range");
  for (int64_t i = begin; i < end; ++i) {
    place_[order_[level]] = here.indices[i];
    if (Error error = walk(level + 1, i))
      return error;
  }
  return Error::success();
}

Error Densifier::store(int64_t position) {
  SmallVector<int64_t> place(place_.begin(), place_.begin() + shape_.size());
  // A dimension in blocks counts these; the block has the rest.
  for (size_t dim = 0; dim < shape_.size(); ++dim)
    place[dim] *= blockSizes_[dim];
  for (size_t i = 0; i < blockMap_.size(); ++i)
    place[blockMap_[i]] += place_[shape_.size() + i];
  int64_t offset = 0;
  for (size_t dim = 0; dim < shape_.size(); ++dim) {
    if (place[dim] < 0 || place[dim] >= shape_[dim])
      return fault("an index of a sparse constant is out of range");
    offset = offset * shape_[dim] + place[dim];
  }
  if (static_cast<uint64_t>(position + 1) * elementBytes_ > bytes_.size())
    return fault("a sparse constant has too few elements");
  std::memcpy(dense_.data() + offset * elementBytes_,
              bytes_.data() + position * elementBytes_, elementBytes_);
  return Error::success();
}

} // namespace

Expected<std::vector<char>>
ingot::tflite::densify(const schema::SparsityParameters &sparsity,
                       ArrayRef<int64_t> shape, ArrayRef<char> bytes,
                       size_t elementBytes) {
  if (llvm::is_contained(shape, 0))
    return std::vector<char>();
  Densifier densifier(shape, bytes, elementBytes);
  if (Error error = densifier.prepare(sparsity))
    return std::move(error);
  return densifier.run();
}
