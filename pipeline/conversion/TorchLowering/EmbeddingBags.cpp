//===- EmbeddingBags.cpp - sums of the embeddings of a bag ----------------===//
//
// Bag k holds the indices from offsets[k] to below offsets[k + 1]. What else
// the operator gives is what PyTorch 2 gives on a CPU, where some results are
// left empty or zero for speed.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchLowering/Indices.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

namespace {

enum class Mode : int64_t { Sum, Mean, Max };

struct Bags {
  Value weight, indices, offsets;
  /// For each index the number of its bag; behind the last bag if there is
  /// none. `counted` is so for padding as well.
  Value bags, counted;
  Size count = 0;
  bool hasPadding = false;
};

/// How many offsets are at or before each place, less 1.
Value bagsOf(TensorBuilder &b, Value indices, Value offsets) {
  Type i64 = b.getI64Type();
  Sizes sizes{b.sizeOf(indices, 0), b.sizeOf(offsets, 0)};
  Value places = b.iota(sizes, 0, i64);
  Value starts = b.broadcast(offsets, sizes);
  Value isBefore = b.compare(Comparison::LE, starts, places);
  Value number = b.reduce(Reducer::Add, b.convert(isBefore, i64), 1);
  return b.subtract(number, b.scalar(i64, 1));
}

/// The index of embeddings that do not count; null if there is none.
Value paddingOf(Conversion &c, Value weight) {
  if (!c.has("padding_idx"))
    return {};
  Value padding = c.operand("padding_idx");
  if (c.op.is("torch.aten.embedding_bag.padding_idx"))
    return wrapIndices(c.b, padding, c.b.sizeOf(weight, 0));
  std::optional<int64_t> known = c.getInt("padding_idx");
  return known && *known < 0 ? Value() : padding;
}

FailureOr<Bags> bagsOf(Conversion &c, TensorBuilder &b) {
  Bags bags;
  Type i64 = b.getI64Type();
  bags.weight = c.operand("weight");
  bags.indices = b.convert(c.operand("indices"), i64);
  bags.offsets = b.convert(c.operand("offsets"), i64);
  if (b.rankOf(bags.weight) != 2 || b.rankOf(bags.indices) != 1 ||
      b.rankOf(bags.offsets) != 1)
    return c.fail("the weight is no matrix, or the others are no vectors");
  bags.count = b.subtract(b.sizeOf(bags.offsets, 0),
                          c.getBool("include_last_offset", false) ? 1 : 0);
  bags.bags = bagsOf(b, bags.indices, bags.offsets);
  bags.counted = bags.bags;
  if (Value padding = paddingOf(c, bags.weight)) {
    bags.hasPadding = true;
    Value isPadding = b.compare(Comparison::EQ, bags.indices, padding);
    bags.counted = b.select(isPadding, b.valueOf(bags.count), bags.bags);
  }
  return bags;
}

/// One update for each index, reduced into its bag.
Value reduceBags(TensorBuilder &b, const Bags &bags, Value initial,
                 Value updates, Reducer reducer) {
  return b.scatter(initial, b.unsqueeze(bags.counted, 1), updates, 0, reducer);
}

Value sizesOfBags(TensorBuilder &b, const Bags &bags) {
  Type i64 = b.getI64Type();
  return reduceBags(b, bags, b.full(bags.count, b.scalar(i64, 0)),
                    b.full(b.sizesOf(bags.indices), b.scalar(i64, 1)),
                    Reducer::Add);
}

/// The greatest of each bag, and the index of the first embedding that has it.
/// Zero where nothing is.
std::pair<Value, Value> greatestOfBags(TensorBuilder &b, const Bags &bags,
                                       Value taken) {
  Type i64 = b.getI64Type();
  Sizes sizes{bags.count, b.sizeOf(bags.weight, 1)};
  Type element = b.elementOf(taken);
  Value greatest = reduceBags(
      b, bags, b.full(sizes, b.neutralElement(Reducer::Maximum, element)),
      taken, Reducer::Maximum);
  Value own = takeAlong(b, greatest, bags.bags, 0);
  Value none = b.valueOf(b.sizeOf(bags.indices, 0));
  Value places = b.iota(b.sizesOf(taken), 0, i64);
  places = b.select(b.compare(Comparison::EQ, taken, own), places, none);
  Value first =
      reduceBags(b, bags, b.full(sizes, none), places, Reducer::Minimum);
  Value isEmpty = b.compare(Comparison::EQ, first, none);
  Value zero = b.scalar(i64, 0);
  Value indices = takeAlong(b, bags.indices, b.select(isEmpty, zero, first), 0);
  return {b.select(isEmpty, b.scalar(element, 0), greatest),
          b.select(isEmpty, zero, indices)};
}

/// The size that the program states for a vector of the results, if it does:
/// PyTorch's own kernels and what it says of them while exporting differ.
Size statedSize(Conversion &c, unsigned result, Size otherwise) {
  RankedTensorType type = c.resultType(result);
  return type && type.getRank() == 1 && !type.isDynamicDim(0)
             ? Size(type.getDimSize(0))
             : otherwise;
}

Converted convertSums(Conversion &c, TensorBuilder &b, const Bags &bags,
                      Value taken) {
  Type i64 = b.getI64Type();
  if (c.has("per_sample_weights")) {
    Value factors = c.operandAs("per_sample_weights", b.elementOf(taken));
    taken = b.multiply(taken, b.broadcastInDim(factors, b.sizesOf(taken), 0));
  }
  Sizes sizes{bags.count, b.sizeOf(bags.weight, 1)};
  Value zeros = b.full(sizes, b.scalar(b.elementOf(taken), 0));
  Value sums = reduceBags(b, bags, zeros, taken, Reducer::Add);
  // PyTorch does not number the bags of f32 and smaller without padding.
  bool isFast = !bags.hasPadding && !c.resultElement().isF64();
  isFast = statedSize(c, 1, isFast ? 0 : 1).is(0);
  Value numbers = isFast ? b.full(Size(0), b.scalar(i64, 0)) : bags.bags;
  bool countsAll = !c.op.is("torch.aten._embedding_bag");
  Size count = countsAll ? b.sizeOf(bags.offsets, 0) : bags.count;
  auto none = [&](unsigned result) {
    return b.full(statedSize(c, result, count), b.scalar(i64, 0));
  };
  return SmallVector<Value>{sums, numbers, none(2), none(3)};
}

Converted convertEmbeddingBag(Conversion &c) {
  // Sizes that meet here are those of the same bags or embeddings.
  std::unique_ptr<TensorBuilder> strict = c.b.clone(/*strict=*/true);
  TensorBuilder &b = *strict;
  std::optional<int64_t> mode = c.getInt("mode");
  FailureOr<Bags> bags = bagsOf(c, b);
  if (failed(bags))
    return failure();
  if (!mode || *mode < 0 || *mode > 2)
    return c.fail("the mode is not known");
  Type element = c.resultElement();
  bool isSmall =
      isa<mlir::FloatType>(element) && element.getIntOrFloatBitWidth() < 32;
  Value taken = b.convert(takeAlong(b, bags->weight, bags->indices, 0),
                          isSmall ? Type(b.getF32Type()) : element);
  if (static_cast<Mode>(*mode) == Mode::Sum)
    return convertSums(c, b, *bags, taken);
  Value sizes = sizesOfBags(b, *bags);
  if (static_cast<Mode>(*mode) == Mode::Max) {
    auto [greatest, indices] = greatestOfBags(b, *bags, taken);
    return SmallVector<Value>{greatest, bags->bags, sizes, indices};
  }
  Sizes all{bags->count, b.sizeOf(bags->weight, 1)};
  Value zeros = b.full(all, b.scalar(b.elementOf(taken), 0));
  Value sums = reduceBags(b, *bags, zeros, taken, Reducer::Add);
  Value divisors = b.maximum(sizes, b.scalar(b.getI64Type(), 1));
  Value means = b.divide(
      sums, b.broadcastInDim(b.convert(divisors, b.elementOf(taken)), all, 0));
  return SmallVector<Value>{means, bags->bags, sizes, sizes};
}

} // namespace

void ingot::torch::populateEmbeddingBags(ConversionTable &table) {
  table.add({
      {"torch.aten._embedding_bag", convertEmbeddingBag},
      {"torch.aten._embedding_bag_forward_only", convertEmbeddingBag},
      {"torch.aten.embedding_bag", convertEmbeddingBag},
      {"torch.aten.embedding_bag.padding_idx", convertEmbeddingBag},
  });
}
