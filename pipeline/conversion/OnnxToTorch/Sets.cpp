//===- Sets.cpp - each element once, phrases counted ----------------------===//
//
// What stands once is found by dialects/torch/build/Groups.h.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/OnnxToTorch/Formulas.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::onnx;
using namespace ingot::torch;

/// A row of more columns than this is no row of counts.
static constexpr int64_t kMaxColumns = int64_t(1) << 24;

/// Results: the values, where each first occurs, which of them each element is,
/// how often each occurs.
static Results convertUnique(const OnnxOp &op) {
  Tensor x = op.input(0);
  TorchBuilder &builder = op.builder();
  std::optional<int64_t> axis;
  Tensor flat = x;
  Groups groups;
  if (op.attribute("axis")) {
    axis = op.axis("axis", 0, x.rank());
    if (!axis)
      return {};
    flat = moveDim(x, *axis, 0);
    groups = groupRows(asRows(flat));
  } else {
    flat = view(x, {builder.count(x)});
    groups = groupVector(flat);
  }
  if (!op.integer("sorted", 1))
    groups = inOrderOfPlaces(groups);
  Tensor values = indexSelect(flat, 0, groups.first);
  if (axis)
    values = moveDim(values, 0, *axis);
  Results results;
  results.push_back(values);
  results.push_back(groups.first);
  results.push_back(groups.inverse);
  results.push_back(groups.counts);
  results.resize(op.resultCount());
  return results;
}

//===----------------------------------------------------------------------===//
// Counts of phrases
//===----------------------------------------------------------------------===//

namespace {
/// Phrases of one length: [phrases, length] numbers, and their columns in the
/// result.
struct Phrases {
  int64_t length;
  Ints numbers, columns;
};
} // namespace

/// The pool holds phrases of one element, then of two, and so on; `starts` says
/// where each length begins.
static std::optional<SmallVector<Phrases>> phrasesOf(const OnnxOp &op) {
  std::optional<Ints> pool = op.integers("pool_int64s");
  std::optional<Ints> starts = op.integers("ngram_counts");
  std::optional<Ints> columns = op.integers("ngram_indexes");
  if (!pool || !starts || !columns)
    return std::nullopt;
  SmallVector<Phrases> all;
  int64_t next = 0, size = pool->size(), count = columns->size();
  for (auto [i, start] : llvm::enumerate(*starts)) {
    int64_t length = i + 1;
    int64_t end = i + 1 < starts->size() ? (*starts)[i + 1] : size;
    if (start < 0 || end < start || end > size || (end - start) % length != 0)
      return std::nullopt;
    int64_t phrases = (end - start) / length;
    if (next + phrases > count)
      return std::nullopt;
    all.push_back({length, Ints(ArrayRef(*pool).slice(start, end - start)),
                   Ints(ArrayRef(*columns).slice(next, phrases))});
    next += phrases;
  }
  return all;
}

/// How often each phrase stands in a row of x, [rows, phrases]: its elements
/// one beside the other, or with some left out between them.
static Tensor countPhrases(Tensor x, const Phrases &phrases, int64_t skips) {
  TorchBuilder &builder = x.builder();
  int64_t count = phrases.columns.size(), width = sizesOf(x)[1];
  Tensor table(builder,
               builder.literal(phrases.numbers, {1, 1, count, phrases.length},
                               si64(builder)));
  Tensor total =
      full(builder, {x.size(0), builder.constant(count)}, 0, si64(builder));
  for (int64_t skip = 0; skip <= (phrases.length > 1 ? skips : 0); ++skip) {
    int64_t places = width - (phrases.length - 1) * (skip + 1);
    if (places < 1)
      break;
    Tensor isHere;
    for (int64_t i = 0; i < phrases.length; ++i) {
      Tensor element = slice(x, 1, i * (skip + 1), i * (skip + 1) + places);
      Tensor same = unsqueeze(element, 2) == select(table, 3, i);
      isHere = isHere ? logicalAnd(isHere, same) : same;
    }
    total = total + sum(convert(isHere, si64(builder)), {1});
  }
  return total;
}

/// Counts, or what they weigh, of the phrases that are asked for by length.
/// Strings have no numbers here.
static Results convertTfIdfVectorizer(const OnnxOp &op) {
  Tensor x = op.input(0);
  TorchBuilder &builder = op.builder();
  std::optional<SmallVector<Phrases>> all = phrasesOf(op);
  StringRef mode = op.text("mode", "TF");
  Ints sizes = sizesOf(x);
  if (!all || x.rank() < 1 || x.rank() > 2 ||
      sizes.back() == ShapedType::kDynamic)
    return op.fail("phrases of strings, or rows of a length that is not known");
  std::optional<Ints> columns = op.integers("ngram_indexes");
  int64_t width = 0, pool = 0;
  for (int64_t column : *columns) {
    if (column < 0 || column > kMaxColumns)
      return {};
    width = std::max(width, column + 1);
  }
  Tensor rows = convert(x.rank() == 1 ? unsqueeze(x, 0) : x, si64(builder));
  Tensor y =
      full(builder, {rows.size(0), builder.constant(width)}, 0, f32(builder));
  SmallVector<double> weights =
      op.numbers("weights").value_or(SmallVector<double>(columns->size(), 1.0));
  if (weights.size() != columns->size())
    return {};
  for (const Phrases &phrases : *all) {
    int64_t count = phrases.columns.size(), first = pool;
    pool += count;
    if (count == 0 || phrases.length < op.integer("min_gram_length", 1) ||
        phrases.length > op.integer("max_gram_length", 1))
      continue;
    Tensor counts =
        convert(countPhrases(rows, phrases, op.integer("max_skip_count", 0)),
                f32(builder));
    Tensor weight = floats(builder, ArrayRef(weights).slice(first, count),
                           {count}, f32(builder));
    if (mode != "TF")
      counts = (mode == "IDF" ? convert(counts > Scalar(0.0), f32(builder))
                              : counts) *
               weight;
    Tensor index =
        expandAs(unsqueeze(vectorOf(builder, phrases.columns), 0), counts);
    y = Tensor(builder, builder.create("aten.scatter_add", {{"self", y},
                                                            {"dim", 1},
                                                            {"index", index},
                                                            {"src", counts}}));
  }
  return x.rank() == 1 ? squeeze(y, 0) : y;
}

ArrayRef<Conversion> ingot::onnx::sets() {
  static constexpr Conversion kTable[] = {
      {"TfIdfVectorizer", convertTfIdfVectorizer},
      {"Unique", convertUnique},
  };
  return kTable;
}
