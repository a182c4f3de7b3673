//===- PaddingRows.cpp - padding, and space as batches or depth -----------===//
//
// Space as batches and space as depth are one reshape, one transposition and
// another reshape; paddings and crops may come from the run, blocks may not,
// because they are sizes of the split.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tensorflow/Operator.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tensorflow;

namespace {

/// A matrix of two columns, low and high, one row for each dimension.
struct Paddings {
  Sizes low, high;
};

std::optional<Paddings> paddingsOf(Operator &c, size_t i, int64_t rank) {
  Value value = c.operand(i);
  RankedTensorType type = c.b.typeOf(value);
  if (type.getRank() != 2 || type.getShape() != ArrayRef<int64_t>{rank, 2})
    return std::nullopt;
  std::optional<Sizes> flat = sizesIn(c.b, c.b.reshape(value, Size(2 * rank)));
  if (!flat)
    return std::nullopt;
  Paddings paddings;
  for (int64_t dim : llvm::seq(rank)) {
    paddings.low.push_back((*flat)[2 * dim]);
    paddings.high.push_back((*flat)[2 * dim + 1]);
  }
  return paddings;
}

constexpr char kNoPaddings[] = "its paddings are no matrix of two columns";

Results convertPad(Operator &c) {
  std::optional<Paddings> paddings = paddingsOf(c, 1, c.rank(0));
  if (!paddings)
    return c.fail(kNoPaddings);
  Value filler = c.isTensor(2) ? c.b.reshape(c.operand(2), {})
                               : c.b.scalar(c.elementOf(0), 0);
  return c.b.pad(c.operand(0), filler, paddings->low, paddings->high);
}

/// What stands in front of and behind the first and last element is mirrored,
/// with the element itself (symmetric) or without.
Results convertMirrorPad(Operator &c) {
  std::optional<Paddings> paddings = paddingsOf(c, 1, c.rank(0));
  if (!paddings)
    return c.fail(kNoPaddings);
  int64_t edge = c.getString("mode") == "SYMMETRIC" ? 0 : 1;
  Value value = c.operand(0);
  for (int64_t dim : llvm::seq(c.rank(0))) {
    Size low = paddings->low[dim], high = paddings->high[dim];
    Size size = c.b.sizeOf(value, dim);
    SmallVector<Value> parts{value};
    if (!low.is(0))
      parts.insert(parts.begin(),
                   c.b.reverse(c.b.narrow(value, dim, edge, low), dim));
    if (!high.is(0)) {
      Size start = c.b.subtract(c.b.subtract(size, edge), high);
      parts.push_back(c.b.reverse(c.b.narrow(value, dim, start, high), dim));
    }
    value = c.b.concatenate(parts, dim);
  }
  return value;
}

constexpr char kNoBlocks[] = "its blocks are not known";

/// The blocks of each spatial dimension: an operand of the newer operators, an
/// attribute of the one named `old`. `widths` is the operand after them.
std::optional<SmallVector<int64_t>> blocksOf(Operator &c, StringRef old,
                                             size_t &widths) {
  bool isOld = c.is(old);
  widths = isOld ? 1 : 2;
  std::optional<SmallVector<int64_t>> block =
      isOld ? SmallVector<int64_t>(2, c.getInt("block_size", 1)) : c.ints(1);
  if (!block || block->empty() ||
      c.rank(0) <= static_cast<int64_t>(block->size()))
    return std::nullopt;
  return block;
}

/// [b, n * k, ...] to [k * b, n, ...].
Results convertSpaceToBatch(Operator &c) {
  size_t padding = 0;
  std::optional<SmallVector<int64_t>> block =
      blocksOf(c, "SpaceToBatch", padding);
  if (!block)
    return c.fail(kNoBlocks);
  int64_t count = block->size(), rank = c.rank(0);
  std::optional<Paddings> spatial = paddingsOf(c, padding, count);
  if (!spatial)
    return c.fail(kNoPaddings);
  Sizes low(rank, Size(0)), high(low);
  for (int64_t i : llvm::seq(count)) {
    low[1 + i] = spatial->low[i];
    high[1 + i] = spatial->high[i];
  }
  Value value = c.b.pad(c.operand(0), c.b.scalar(c.elementOf(0), 0), low, high);
  Sizes sizes = c.b.sizesOf(value), split{sizes[0]}, merged{sizes[0]};
  SmallVector<int64_t> order;
  for (int64_t i : llvm::seq(count)) {
    Size outer = c.b.floorDivide(sizes[1 + i], (*block)[i]);
    split.append({outer, Size((*block)[i])});
    merged[0] = c.b.multiply(merged[0], (*block)[i]);
    merged.push_back(outer);
    order.push_back(2 + 2 * i);
  }
  order.push_back(0);
  for (int64_t i : llvm::seq(count))
    order.push_back(1 + 2 * i);
  for (int64_t dim = 1 + count; dim < rank; ++dim) {
    order.push_back(split.size());
    split.push_back(sizes[dim]);
    merged.push_back(sizes[dim]);
  }
  return c.b.reshape(c.b.transpose(c.b.reshape(value, split), order), merged);
}

/// The way back, cropped.
Results convertBatchToSpace(Operator &c) {
  size_t cropping = 0;
  std::optional<SmallVector<int64_t>> block =
      blocksOf(c, "BatchToSpace", cropping);
  if (!block)
    return c.fail(kNoBlocks);
  int64_t count = block->size(), rank = c.rank(0);
  std::optional<Paddings> crops = paddingsOf(c, cropping, count);
  if (!crops)
    return c.fail(kNoPaddings);
  Sizes sizes = c.b.sizesOf(c.operand(0)), split, merged;
  Size batch = sizes[0];
  for (int64_t by : *block) {
    split.push_back(by);
    batch = c.b.floorDivide(batch, by);
  }
  split.push_back(batch);
  merged.push_back(batch);
  SmallVector<int64_t> order{count};
  for (int64_t i : llvm::seq(count)) {
    order.append({count + 1 + i, i});
    split.push_back(sizes[1 + i]);
    merged.push_back(c.b.multiply(sizes[1 + i], (*block)[i]));
  }
  for (int64_t dim = 1 + count; dim < rank; ++dim) {
    order.push_back(split.size());
    split.push_back(sizes[dim]);
    merged.push_back(sizes[dim]);
  }
  Value value = c.b.reshape(
      c.b.transpose(c.b.reshape(c.operand(0), split), order), merged);
  for (int64_t i : llvm::seq(count))
    value = c.b.slice(value, 1 + i, crops->low[i],
                      c.b.subtract(merged[1 + i], crops->high[i]));
  return value;
}

/// Blocks of space become channels, or the other way round.
Results convertDepth(Operator &c) {
  int64_t block = c.getInt("block_size", 1);
  StringRef format = c.getString("data_format", "NHWC");
  if (c.rank(0) != 4 || block < 1 || (format != "NHWC" && format != "NCHW"))
    return c.fail("it is not in NHWC or NCHW");
  Value value = c.operand(0);
  if (format == "NCHW")
    value = c.b.transpose(value, {0, 2, 3, 1});
  Sizes s = c.b.sizesOf(value);
  Size square = block * block;
  if (c.is("SpaceToDepth")) {
    Size h = c.b.floorDivide(s[1], block), w = c.b.floorDivide(s[2], block);
    value = c.b.reshape(value, {s[0], h, block, w, block, s[3]});
    value = c.b.transpose(value, {0, 1, 3, 2, 4, 5});
    value = c.b.reshape(value, {s[0], h, w, c.b.multiply(s[3], square)});
  } else {
    Size depth = c.b.floorDivide(s[3], square);
    value = c.b.reshape(value, {s[0], s[1], s[2], block, block, depth});
    value = c.b.transpose(value, {0, 1, 3, 2, 4, 5});
    value = c.b.reshape(value, {s[0], c.b.multiply(s[1], block),
                                c.b.multiply(s[2], block), depth});
  }
  return format == "NCHW" ? c.b.transpose(value, {0, 3, 1, 2}) : value;
}

} // namespace

Rows ingot::tensorflow::paddingRows() {
  static constexpr Row kRows[] = {
      {"BatchToSpace", convertBatchToSpace, 2},
      {"BatchToSpaceND", convertBatchToSpace, 3},
      {"DepthToSpace", convertDepth},
      {"MirrorPad", convertMirrorPad, 2},
      {"Pad", convertPad, 2},
      {"PadV2", convertPad, 3},
      {"SpaceToBatch", convertSpaceToBatch, 2},
      {"SpaceToBatchND", convertSpaceToBatch, 3},
      {"SpaceToDepth", convertDepth},
  };
  return kRows;
}
