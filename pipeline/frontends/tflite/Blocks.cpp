//===- Blocks.cpp - blocks of space as channels or batch entries ----------===//
//
// Each is a reshape that names the blocks, a transposition and a reshape.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tflite/TfLiteOp.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tflite;

static Results convertSpaceToDepth(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  Value value = op.input(0);
  int64_t block = op.options<schema::SpaceToDepthOptions>().block_size();
  if (b.rankOf(value) != 4 || block < 1)
    return op.fail("it has not four dimensions and a block size");
  Sizes s = b.sizesOf(value);
  Size height = b.floorDivide(s[1], block), width = b.floorDivide(s[2], block);
  value = b.reshape(value, Sizes{s[0], height, block, width, block, s[3]});
  value = b.transpose(value, {0, 1, 3, 2, 4, 5});
  return b.reshape(value,
                   Sizes{s[0], height, width, b.multiply(s[3], block * block)});
}

static Results convertDepthToSpace(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  Value value = op.input(0);
  int64_t block = op.options<schema::DepthToSpaceOptions>().block_size();
  if (b.rankOf(value) != 4 || block < 1)
    return op.fail("it has not four dimensions and a block size");
  Sizes s = b.sizesOf(value);
  Size channels = b.floorDivide(s[3], block * block);
  value = b.reshape(value, Sizes{s[0], s[1], s[2], block, block, channels});
  value = b.transpose(value, {0, 1, 3, 2, 4, 5});
  return b.reshape(value, Sizes{s[0], b.multiply(s[1], block),
                                b.multiply(s[2], block), channels});
}

/// The blocks of an operator, and pairs of numbers for each of them.
struct BlockOperands {
  Ints blocks;
  Sizes low, high;
};

static std::optional<BlockOperands> blockOperandsOf(TfLiteOp &op) {
  std::optional<Ints> blocks = op.ints(1);
  std::optional<Sizes> pairs = op.sizes(2);
  int64_t rank = op.b.rankOf(op.input(0));
  if (!blocks || !pairs || pairs->size() != 2 * blocks->size() ||
      static_cast<int64_t>(blocks->size()) >= rank ||
      llvm::any_of(*blocks, [](int64_t size) { return size < 1; }))
    return std::nullopt;
  BlockOperands result{*blocks, {}, {}};
  for (size_t i = 0; i < blocks->size(); ++i) {
    result.low.push_back((*pairs)[2 * i]);
    result.high.push_back((*pairs)[2 * i + 1]);
  }
  return result;
}

static Results convertSpaceToBatch(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  Value value = op.input(0);
  std::optional<BlockOperands> given = blockOperandsOf(op);
  if (!given)
    return op.fail("its blocks are not known");
  int64_t rank = b.rankOf(value), count = given->blocks.size();
  Sizes low(rank, Size(0)), high(rank, Size(0));
  for (int64_t i : llvm::seq(count)) {
    low[i + 1] = given->low[i];
    high[i + 1] = given->high[i];
  }
  int64_t zero =
      op.outputTensor().isQuantized() ? op.outputQuantization().zeroPoint() : 0;
  value = b.pad(value, b.scalar(b.elementOf(value), zero), low, high);
  Sizes apart{b.sizeOf(value, 0)}, together{b.sizeOf(value, 0)};
  SmallVector<int64_t> order, behind;
  for (int64_t i : llvm::seq(count)) {
    int64_t block = given->blocks[i];
    Size size = b.floorDivide(b.sizeOf(value, i + 1), block);
    apart.append({size, Size(block)});
    together[0] = b.multiply(together[0], block);
    together.push_back(size);
    order.push_back(2 + 2 * i);
    behind.push_back(1 + 2 * i);
  }
  order.push_back(0);
  order.append(behind);
  for (int64_t dim : llvm::seq(count + 1, rank)) {
    order.push_back(apart.size());
    apart.push_back(b.sizeOf(value, dim));
    together.push_back(apart.back());
  }
  return b.reshape(b.transpose(b.reshape(value, apart), order), together);
}

static Results convertBatchToSpace(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  Value value = op.input(0);
  std::optional<BlockOperands> given = blockOperandsOf(op);
  if (!given)
    return op.fail("its blocks are not known");
  int64_t rank = b.rankOf(value), count = given->blocks.size();
  int64_t product = 1;
  Sizes apart;
  for (int64_t block : given->blocks) {
    product *= block;
    apart.push_back(block);
  }
  Size batch = b.floorDivide(b.sizeOf(value, 0), product);
  apart.push_back(batch);
  Sizes together{batch};
  SmallVector<int64_t> order{count};
  for (int64_t i : llvm::seq<int64_t>(1, rank)) {
    Size size = b.sizeOf(value, i);
    apart.push_back(size);
    order.push_back(count + i);
    if (i > count) {
      together.push_back(size);
      continue;
    }
    order.push_back(i - 1);
    together.push_back(b.multiply(size, given->blocks[i - 1]));
  }
  value = b.reshape(b.transpose(b.reshape(value, apart), order), together);
  for (int64_t i : llvm::seq(count)) {
    Size size = b.sizeOf(value, i + 1);
    Size limit = b.subtract(size, given->high[i]);
    if (limit.isKnown() && given->low[i].isKnown() &&
        (given->low[i].known() < 0 || limit.known() < given->low[i].known() ||
         (size.isKnown() && limit.known() > size.known())))
      return op.fail("its crops are out of range");
    value = b.slice(value, i + 1, given->low[i], limit);
  }
  return value;
}

static constexpr Row kRows[] = {
    {BuiltinOperator::BATCH_TO_SPACE_ND, convertBatchToSpace, 3, true},
    {BuiltinOperator::DEPTH_TO_SPACE, convertDepthToSpace, 1, true},
    {BuiltinOperator::SPACE_TO_BATCH_ND, convertSpaceToBatch, 3, true},
    {BuiltinOperator::SPACE_TO_DEPTH, convertSpaceToDepth, 1, true},
};

ArrayRef<Row> ingot::tflite::blocks() { return kRows; }
