//===- MicrosoftAttention.cpp - com.microsoft: attention ------------------===//
//
// Attention, MultiHeadAttention, GroupQueryAttention and RotaryEmbedding as
// products, a mask that is added, and a softmax. Masks come as lengths, as ones
// and zeros, or to be added; all become what is added.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/onnx/Microsoft.h"

#include <cmath>

using namespace mlir;
using namespace ingot::onnx;
using namespace ingot::onnx::reader;
using Data = proto::TensorProto;

/// More are none that a model has.
static constexpr int64_t kMaxHeads = 1 << 16;

namespace {
/// Queries, keys and values [batch, heads, length, size], and what is added to
/// the scores.
struct Heads {
  Val q, k, v;
  std::vector<Val> added;
  double scale = 0; ///< 0 for one over the root of the size.
  double cap = 0;   ///< 0 for scores as they are.
  bool isCausal = false;
  Val past; ///< Keys before the first query; null if there are none.
  double filter = -10000;
};
} // namespace

static std::optional<int64_t> sizeAt(const Val &x, size_t dim) {
  if (!x || !x->info.shape || dim >= x->info.shape->size() ||
      !(*x->info.shape)[dim].isInteger())
    return std::nullopt;
  return (*x->info.shape)[dim].asInteger();
}

/// [batch, length, heads * size] to [batch, heads, length, size].
static Val splitHeads(Expansion &e, Val x, int64_t heads) {
  return e.transpose(e.reshape(x, {0, 0, heads, -1}), {0, 2, 1, 3});
}

static Val mergeHeads(Expansion &e, Val x) {
  return e.reshape(e.transpose(x, {0, 2, 1, 3}), {0, 0, -1});
}

static Val rangeOf(Expansion &e, Val length) {
  return e.op("Range", {e.integer(0), e.squeeze(length, {0}), e.integer(1)});
}

/// 0 where the condition holds, else the filter.
static Val filterBy(Expansion &e, Val isKept, double filter, const Val &like) {
  return e.op("Where",
              {isKept, numberLike(e, 0, like), numberLike(e, filter, like)});
}

/// A query sees keys up to its own place, and of them the last `window` if that
/// is positive. The first query of each sequence, or of all, stands at
/// `first`.
static Val causalMask(Expansion &e, const Heads &heads, const Val &first,
                      int64_t window = -1) {
  Val keys = rangeOf(e, e.sizeOf(heads.k, 2));
  Val rows = e.add(e.unsqueeze(first, {1, 2, 3}),
                   e.unsqueeze(rangeOf(e, e.sizeOf(heads.q, 2)), {1}));
  Val isSeen = e.op("LessOrEqual", {keys, rows});
  if (window > 0) {
    Val behind = e.subtract(rows, e.integers({window}));
    isSeen = e.op("And", {isSeen, e.op("Greater", {keys, behind})});
  }
  return filterBy(e, isSeen, heads.filter, heads.q);
}

/// The first query stands behind what is past. The last one sees all keys, also
/// those of another sequence, which may be longer; so runtimes have it.
static Val causalMaskOf(Expansion &e, const Heads &heads) {
  Val past = heads.past ? e.sizeOf(heads.past, 2) : e.integers({0});
  Val mask = causalMask(e, heads, past);
  bool isSameLength =
      heads.q->info.shape && heads.k->info.shape &&
      (*heads.q->info.shape)[2].equals((*heads.k->info.shape)[2]);
  if (heads.past || isSameLength)
    return mask;
  Val count = e.sizeOf(heads.q, 2);
  Val isLast = e.op("Equal", {e.unsqueeze(rangeOf(e, count), {1}),
                              e.subtract(count, e.integers({1}))});
  return e.op("Where", {isLast, numberLike(e, 0, heads.q), mask});
}

static Val attend(Expansion &e, Heads &heads) {
  double scale = heads.scale;
  if (scale == 0)
    scale = 1 / std::sqrt(static_cast<double>(sizeAt(heads.q, 3).value_or(1)));
  Val scores = e.op("MatMul", {heads.q, e.transpose(heads.k, {0, 1, 3, 2})});
  scores = e.multiply(scores, numberLike(e, scale, scores));
  if (heads.cap != 0) {
    Val cap = numberLike(e, heads.cap, scores);
    scores = e.multiply(e.op("Tanh", {e.op("Div", {scores, cap})}), cap);
  }
  if (heads.isCausal)
    heads.added.push_back(causalMaskOf(e, heads));
  for (const Val &mask : heads.added)
    scores = e.add(scores, mask);
  Val weights = e.op("Softmax", {scores}, {{"axis", -1}});
  return e.op("MatMul", {weights, heads.v});
}

/// A mask of keys: lengths [batch], ones [batch, keys] or
/// [batch, queries, keys], or with heads. Null if it is none of these.
static Val maskOf(Expansion &e, Val mask, const Heads &heads) {
  if (!mask->info.shape)
    return nullptr;
  size_t rank = mask->info.shape->size();
  if (rank == 1) {
    Val places = rangeOf(e, e.sizeOf(heads.k, 2));
    Val isKept = e.op(
        "Less", {places, e.unsqueeze(e.cast(mask, Data::INT64), {1, 2, 3})});
    return filterBy(e, isKept, heads.filter, heads.q);
  }
  Val isKept = e.cast(mask, Data::BOOL);
  if (rank == 2)
    isKept = e.unsqueeze(isKept, {1, 2});
  else if (rank == 3)
    isKept = e.unsqueeze(isKept, {1});
  else if (rank != 4)
    return nullptr;
  return filterBy(e, isKept, heads.filter, heads.q);
}

/// Keys and values of earlier steps in front of those of this one.
static void prepend(Expansion &e, Heads &heads, Val keys, Val values) {
  heads.past = keys;
  heads.k = e.concat({keys, heads.k}, 2);
  heads.v = e.concat({values, heads.v}, 2);
}

/// Of queries, keys and values side by side, and three operands.
static LogicalResult attendPacked(Expansion &e, Val all, Val maskOperand,
                                  Val pastOperand, Val added) {
  if (e.at().integer("past_present_share_buffer", 0))
    return e.unsupported("a past that is a buffer with room for what follows");
  int64_t count = e.at().integer("num_heads", 0);
  std::optional<int64_t> width = sizeAt(all, 2);
  Ints sizes = e.at().integerList("qkv_hidden_sizes").value_or(Ints());
  if (!width || count < 1 || e.at().integer("do_rotary", 0))
    return e.unsupported("widths that are not known, or rotations");
  if (sizes.size() != 3)
    sizes = {*width / 3, *width / 3, *width / 3};
  std::vector<Val> parts = e.split(all, 2, sizes);
  Heads heads;
  heads.q = splitHeads(e, parts[0], count);
  heads.k = splitHeads(e, parts[1], count);
  heads.v = splitHeads(e, parts[2], count);
  heads.scale = e.at().real("scale", 0);
  heads.isCausal = e.at().integer("unidirectional", 0);
  heads.filter = e.at().real("mask_filter_value", -10000);
  if (pastOperand) {
    std::vector<Val> past = e.split(pastOperand, 0, {1, 1});
    prepend(e, heads, e.squeeze(past[0], {0}), e.squeeze(past[1], {0}));
  }
  if (e.wants(1))
    e.set(1,
          e.concat({e.unsqueeze(heads.k, {0}), e.unsqueeze(heads.v, {0})}, 0));
  if (maskOperand) {
    Val mask = maskOf(e, maskOperand, heads);
    if (!mask)
      return e.unsupported("a mask of another rank");
    heads.added.push_back(mask);
  }
  if (added)
    heads.added.push_back(added);
  e.set(0, mergeHeads(e, attend(e, heads)));
  return e.done();
}

/// Operands: input, weights, bias, mask, past, what is added.
static LogicalResult expandAttention(Expansion &e) {
  Val all = e.op("MatMul", {e.input(0), e.input(1)});
  if (e.input(2))
    all = e.add(all, e.input(2));
  return attendPacked(e, all, e.input(3), e.input(4), e.input(5));
}

/// Operands: input, weights, bias, the scales of both, mask, the zero points of
/// both, past.
static LogicalResult expandQuantizedAttention(Expansion &e) {
  Val sum =
      e.op("MatMulInteger", {e.input(0), e.input(1), e.input(6), e.input(7)});
  Val all = scaleProduct(e, sum, e.input(3), e.input(4), e.input(2));
  return attendPacked(e, all, e.input(5), e.input(8), nullptr);
}

/// A part of the bias of queries, keys and values.
static Val addBias(Expansion &e, Val x, int64_t start) {
  std::optional<int64_t> width = sizeAt(x, 2);
  if (!e.input(3) || !width)
    return x;
  return e.add(x, e.slice(e.input(3), 0, start, start + *width));
}

/// Operands: query, key, value, bias, mask, what is added, past keys and
/// values. Keys may have heads already.
static LogicalResult expandMultiHeadAttention(Expansion &e) {
  int64_t count = e.at().integer("num_heads", 0);
  if (count < 1 || e.at().rank(0) != 3 || !e.input(1) || !e.input(2))
    return e.unsupported("packed queries, keys and values");
  Heads heads;
  std::optional<int64_t> width = sizeAt(e.input(0), 2);
  if (!width)
    return e.unsupported("queries of unknown width");
  heads.q = splitHeads(e, addBias(e, e.input(0), 0), count);
  bool isSplit = e.at().rank(1) == 4;
  heads.k = isSplit ? e.input(1)
                    : splitHeads(e, addBias(e, e.input(1), *width), count);
  heads.v = isSplit ? e.input(2)
                    : splitHeads(e, addBias(e, e.input(2), 2 * *width), count);
  heads.scale = e.at().real("scale", 0);
  heads.isCausal = e.at().integer("unidirectional", 0);
  heads.filter = e.at().real("mask_filter_value", -10000);
  if (e.input(6) && e.input(7))
    prepend(e, heads, e.input(6), e.input(7));
  e.set(1, heads.k);
  e.set(2, heads.v);
  if (e.input(4)) {
    Val mask = maskOf(e, e.input(4), heads);
    if (!mask)
      return e.unsupported("a mask of another rank");
    heads.added.push_back(mask);
  }
  if (e.input(5))
    heads.added.push_back(e.input(5));
  e.set(0, mergeHeads(e, attend(e, heads)));
  return e.done();
}

/// Pairs of elements turned by an angle: halves, or neighbours if interleaved.
/// `x` is [batch, heads, length, size], the tables [batch or 1, 1, length,
/// half].
static Val rotate(Expansion &e, Val x, Val cosine, Val sine, int64_t half,
                  bool isInterleaved) {
  std::optional<int64_t> size = sizeAt(x, 3);
  int64_t rest = size.value_or(2 * half) - 2 * half;
  Val turned = x, kept;
  if (rest > 0) {
    std::vector<Val> parts = e.split(x, 3, {2 * half, rest});
    turned = parts[0];
    kept = parts[1];
  }
  Val a, b;
  if (isInterleaved) {
    Val pairs = e.reshape(turned, {0, 0, 0, half, 2});
    std::vector<Val> parts = e.split(pairs, 4, {1, 1});
    a = e.squeeze(parts[0], {4});
    b = e.squeeze(parts[1], {4});
  } else {
    std::vector<Val> parts = e.split(turned, 3, {half, half});
    a = parts[0];
    b = parts[1];
  }
  Val first = e.subtract(e.multiply(a, cosine), e.multiply(b, sine));
  Val second = e.add(e.multiply(a, sine), e.multiply(b, cosine));
  Val y = isInterleaved ? e.reshape(e.concat({e.unsqueeze(first, {4}),
                                              e.unsqueeze(second, {4})},
                                             4),
                                    {0, 0, 0, 2 * half})
                        : e.concat({first, second}, 3);
  return kept ? e.concat({y, kept}, 3) : y;
}

/// Operands: input, positions, cosines, sines. One position is where the first
/// element stands.
static LogicalResult expandRotaryEmbedding(Expansion &e) {
  Val x = e.input(0), positions = e.input(1);
  std::optional<int64_t> half = sizeAt(e.input(2), 1);
  bool isFlat = e.at().rank(0) == 3;
  int64_t count = e.at().integer("num_heads", 0);
  int64_t rotary = e.at().integer("rotary_embedding_dim", 0);
  if (!half || (!isFlat && e.at().rank(0) != 4))
    return e.unsupported("tables of unknown width");
  if (isFlat && count < 1) {
    std::optional<int64_t> width = sizeAt(x, 2);
    int64_t size = rotary > 0 ? 0 : 2 * *half;
    if (!width || size < 1 || *width % size != 0)
      return e.unsupported("heads of unknown number");
    count = *width / size;
  }
  Val heads = isFlat ? splitHeads(e, x, count) : x;
  if (e.at().rank(1) == 1)
    positions =
        e.unsqueeze(e.add(rangeOf(e, e.sizeOf(heads, 2)), positions), {0});
  auto table = [&](size_t index) {
    return e.unsqueeze(
        e.op("Gather", {e.input(index), positions}, {{"axis", 0}}), {1});
  };
  Val y = rotate(e, heads, table(2), table(3), *half,
                 e.at().integer("interleaved", 0));
  e.set(0, isFlat ? mergeHeads(e, y) : y);
  return e.done();
}

/// Each head of keys serves several of queries.
static Val repeatHeads(Expansion &e, Val x, int64_t times, int64_t heads) {
  if (times == 1)
    return x;
  Val each =
      e.op("Tile", {e.unsqueeze(x, {2}), e.integers({1, 1, times, 1, 1})});
  std::optional<int64_t> size = sizeAt(x, 3);
  return e.op("Reshape",
              {each, e.concat({e.sizeOf(x, 0), e.integers({heads * times}),
                               e.sizeOf(x, 2), e.integers({size.value_or(-1)})},
                              0)});
}

namespace {
/// Of grouped queries: where the tokens of this call stand.
struct Places {
  Val first;   ///< Of each sequence [batch], or of all [1].
  Val length;  ///< Of the keys after this call, [1].
  bool isFull; ///< The past is as long as the tokens before this call.
};
} // namespace

/// Lengths of the sequences, less one, are operand 5; the longest is operand 6.
/// In the first call of all, which has no tokens before it, they say how many
/// are no padding.
static std::optional<Places> placesOf(Expansion &e, const Heads &heads) {
  Val own = e.sizeOf(heads.q, 2);
  if (!e.input(3))
    return Places{e.integers({0}), own, true};
  if (!e.input(5) || !e.input(6))
    return std::nullopt;
  Val before = e.sizeOf(e.input(3), 2);
  Val longest = e.reshape(e.cast(e.input(6), Data::INT64), {1});
  auto known = [](const Val &one) -> Scalar {
    return one->info.elements && one->info.elements->size() == 1
               ? one->info.elements->front()
               : Scalar();
  };
  Scalar all = e.importer().symbols().add(known(before), known(own));
  if (sizeAt(e.input(0), 0) == 1 && all.equals(known(longest)))
    return Places{before, e.add(before, own), true};
  Val lengths = e.reshape(e.cast(e.input(5), Data::INT64), {-1});
  Val first = e.subtract(e.add(lengths, e.integers({1})), own);
  first =
      e.op("Where", {e.op("Equal", {longest, own}), e.integers({0}), first});
  return Places{first, e.op("Max", {before, longest}), false};
}

/// Keys or values of earlier calls with those of this one: behind a past that
/// is full, else in their places within it.
static Val join(Expansion &e, const Val &past, const Val &x,
                const Places &places) {
  Val all = e.concat({past, x}, 2);
  if (places.isFull)
    return all;
  Val slots = e.unsqueeze(rangeOf(e, places.length), {0});
  Val first = e.unsqueeze(places.first, {1});
  Val isNew =
      e.op("And", {e.op("GreaterOrEqual", {slots, first}),
                   e.op("Less", {slots, e.add(first, e.sizeOf(x, 2))})});
  Val moved = e.add(e.subtract(slots, first), e.sizeOf(past, 2));
  Val index = e.unsqueeze(e.op("Where", {isNew, moved, slots}), {1, 3});
  // Only what is known here is broadcast, so that the result's sizes are, too.
  Val sizes =
      e.integers({1, sizeAt(x, 1).value_or(1), 1, sizeAt(x, 3).value_or(1)});
  return e.op("GatherElements", {all, e.op("Expand", {index, sizes})},
              {{"axis", 2}});
}

/// Queries and keys turned by where their tokens stand, or by operand 9.
static LogicalResult rotateHeads(Expansion &e, Heads &heads,
                                 const Places &places) {
  std::optional<int64_t> half = sizeAt(e.input(7), 1);
  if (!half || !e.input(8))
    return failure();
  Val rows = e.input(9) ? e.cast(e.input(9), Data::INT64)
                        : e.add(e.unsqueeze(places.first, {1}),
                                rangeOf(e, e.sizeOf(heads.q, 2)));
  auto table = [&](size_t index) {
    return e.unsqueeze(e.op("Gather", {e.input(index), rows}, {{"axis", 0}}),
                       {1});
  };
  bool isInterleaved = e.at().integer("rotary_interleaved", 0);
  Val cosine = table(7), sine = table(8);
  heads.q = rotate(e, heads.q, cosine, sine, *half, isInterleaved);
  heads.k = rotate(e, heads.k, cosine, sine, *half, isInterleaved);
  return success();
}

/// Queries, keys and values, each an operand or all in the first one. False if
/// their widths do not fit.
static bool readHeads(Expansion &e, Heads &heads, int64_t queries,
                      int64_t keys) {
  std::vector<Val> parts = {e.input(0), e.input(1), e.input(2)};
  if (!parts[1] && !parts[2]) {
    int64_t width = sizeAt(parts[0], 2).value_or(-1),
            size = width / (queries + 2 * keys);
    if (size < 1 || size * (queries + 2 * keys) != width)
      return false;
    parts = e.split(parts[0], 2, {queries * size, keys * size, keys * size});
  }
  if (!parts[1] || !parts[2])
    return false;
  heads.q = splitHeads(e, parts[0], queries);
  heads.k = splitHeads(e, parts[1], keys);
  heads.v = splitHeads(e, parts[2], keys);
  return sizeAt(heads.k, 3) && sizeAt(heads.v, 3);
}

/// Operands: query, key, value, past keys and values, their lengths less one,
/// the length of all, cosines, sines, positions, what is added.
static LogicalResult expandGroupQueryAttention(Expansion &e) {
  int64_t queries = e.at().integer("num_heads", 0),
          keys = e.at().integer("kv_num_heads", 0);
  Heads heads;
  if (queries < 1 || keys < 1 || queries > kMaxHeads || keys > kMaxHeads ||
      queries % keys != 0 || e.at().rank(0) != 3 ||
      !readHeads(e, heads, queries, keys))
    return e.unsupported("heads of a number that does not fit the operands");
  if (e.at().integer("smooth_softmax", 0) > 0 || e.input(11))
    return e.unsupported("a softmax with a sink");
  std::optional<Places> places = placesOf(e, heads);
  if (!places || (e.input(3) && !e.input(4)))
    return e.unsupported("a past without values or lengths");
  if (e.at().integer("do_rotary", 0) && failed(rotateHeads(e, heads, *places)))
    return e.unsupported("rotations without tables");
  if (e.input(3)) {
    heads.k = join(e, e.input(3), heads.k, *places);
    heads.v = join(e, e.input(4), heads.v, *places);
  }
  e.set(1, heads.k);
  e.set(2, heads.v);
  heads.k = repeatHeads(e, heads.k, queries / keys, keys);
  heads.v = repeatHeads(e, heads.v, queries / keys, keys);
  heads.scale = e.at().real("scale", 0);
  heads.cap = e.at().real("softcap", 0);
  heads.filter = -65504;
  heads.added.push_back(causalMask(e, heads, places->first,
                                   e.at().integer("local_window_size", -1)));
  if (e.input(10))
    heads.added.push_back(e.input(10));
  e.set(0, mergeHeads(e, attend(e, heads)));
  return e.done();
}

ArrayRef<ExpansionRow> ingot::onnx::reader::attentionExpansions() {
  static constexpr ExpansionRow kTable[] = {
      {"com.microsoft", "Attention", expandAttention},
      {"com.microsoft", "GroupQueryAttention", expandGroupQueryAttention},
      {"com.microsoft", "MultiHeadAttention", expandMultiHeadAttention},
      {"com.microsoft", "QAttention", expandQuantizedAttention},
      {"com.microsoft", "RotaryEmbedding", expandRotaryEmbedding},
  };
  return kTable;
}
