//===- OtherOperators.cpp - FlexAttention, TfIdfVectorizer ----------------===//
//
// FlexAttention brings graphs that change its scores, which are inlined.
// TfIdfVectorizer has no form in tensors: each pattern is compared at all
// places at once and the hits are summed by a product with zeros and ones.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/onnx/Expansion.h"

#include <cmath>

using namespace mlir;
using namespace ingot::onnx;
using namespace ingot::onnx::reader;
using Data = proto::TensorProto;

/// Elements of the matrix of TfIdfVectorizer, which a few bytes may ask for;
/// the reader holds each in 24 bytes for a while.
static constexpr int64_t kMaxMatrix = int64_t(1) << 24;

static std::optional<int64_t> sizeAt(const Val &x, size_t dim) {
  if (!x || !x->info.shape || dim >= x->info.shape->size() ||
      !(*x->info.shape)[dim].isInteger())
    return std::nullopt;
  return (*x->info.shape)[dim].asInteger();
}

//===----------------------------------------------------------------------===//
// FlexAttention
//===----------------------------------------------------------------------===//

/// The result of a graph of one argument; the value itself without a graph.
static LogicalResult modify(Expansion &e, const char *name, Val &value) {
  auto found = e.node().graphs.find(name);
  if (found == e.node().graphs.end())
    return success();
  const proto::GraphProto &graph = *found->second;
  Scope scope;
  scope.outer = e.node().scope;
  scope.operatorSets = e.node().scope->operatorSets;
  if (graph.input_size() == 1)
    scope.values[graph.input(0).name()] = value;
  std::vector<Val> results;
  if (failed(e.importer().importSubgraph(graph, scope, results)))
    return failure();
  value = results.size() == 1 && results[0] ? results[0] : Expansion::unknown();
  return success();
}

/// A head of keys serves a group of heads of queries, one after the other.
static Val groupHeads(Expansion &e, Val x, int64_t times) {
  std::optional<int64_t> heads = sizeAt(x, 1), size = sizeAt(x, 3);
  if (times == 1 || !heads || !size)
    return x;
  Val each =
      e.op("Tile", {e.unsqueeze(x, {2}), e.integers({1, 1, times, 1, 1})});
  return e.op("Reshape",
              {each, e.concat({e.sizeOf(x, 0), e.integers({*heads * times}),
                               e.sizeOf(x, 2), e.integers({*size})},
                              0)});
}

static LogicalResult expandFlexAttention(Expansion &e) {
  Val q = e.input(0), k = e.input(1), v = e.input(2);
  std::optional<int64_t> size = sizeAt(q, 3), queries = sizeAt(q, 1),
                         keys = sizeAt(k, 1);
  if (!size || !queries || !keys || *keys < 1 || *queries % *keys != 0 ||
      !e.node().scope)
    return e.unsupported("heads or sizes that are not known");
  Dtype dtype = q->info.dtype;
  Dtype precise = static_cast<Dtype>(e.at().integer(
      "softmax_precision", dtype == Data::DOUBLE ? Data::DOUBLE : Data::FLOAT));
  k = groupHeads(e, k, *queries / *keys);
  v = groupHeads(e, v, *queries / *keys);
  double scale =
      e.at().real("scale", 1 / std::sqrt(static_cast<double>(*size)));
  Val scores = e.op("MatMul", {e.cast(q, precise),
                               e.cast(e.transpose(k, {0, 1, 3, 2}), precise)});
  scores = e.multiply(scores, e.real(scale, precise));
  if (failed(modify(e, "score_mod", scores)))
    return failure();
  Val weights = e.op("Softmax", {scores}, {{"axis", -1}});
  if (failed(modify(e, "prob_mod", weights)))
    return failure();
  e.set(0, e.cast(e.op("MatMul", {weights, e.cast(v, precise)}), dtype));
  return e.done();
}

//===----------------------------------------------------------------------===//
// TfIdfVectorizer
//===----------------------------------------------------------------------===//

namespace {
/// The patterns of one length.
struct Patterns {
  int64_t length = 0;
  int64_t count = 0;
  Ints elements; ///< Pattern after pattern.
};
} // namespace

/// Patterns of each length, from where `ngram_counts` says they begin; nothing
/// if they do not fit.
static std::optional<std::vector<Patterns>> patternsOf(Expansion &e) {
  Ints pool = e.at().integerList("pool_int64s").value_or(Ints()),
       starts = e.at().integerList("ngram_counts").value_or(Ints());
  std::vector<Patterns> all;
  for (size_t i = 0; i < starts.size(); ++i) {
    int64_t begin = starts[i], length = i + 1;
    int64_t end = i + 1 < starts.size() ? starts[i + 1] : int64_t(pool.size());
    if (begin < 0 || end < begin || end > int64_t(pool.size()) ||
        (end - begin) % length != 0)
      return std::nullopt;
    Patterns patterns;
    patterns.length = length;
    patterns.count = (end - begin) / length;
    patterns.elements.append(pool.begin() + begin, pool.begin() + end);
    all.push_back(std::move(patterns));
  }
  return all;
}

/// How often each pattern stands in the rows of x, its elements `step` apart:
/// [rows, patterns].
static Val countPatterns(Expansion &e, Val x, const Patterns &patterns,
                         int64_t step, int64_t positions) {
  Val hits;
  for (int64_t k = 0; k < patterns.length; ++k) {
    Ints column;
    for (int64_t i = 0; i < patterns.count; ++i)
      column.push_back(patterns.elements[i * patterns.length + k]);
    Val part = e.slice(x, 1, k * step, k * step + positions);
    Val equal = e.op("Equal", {e.unsqueeze(part, {2}), e.integers(column)});
    hits = hits ? e.op("And", {hits, equal}) : equal;
  }
  return e.op("ReduceSum", {e.cast(hits, Data::FLOAT), e.integers({1})},
              {{"keepdims", 0}});
}

/// Where each pattern is counted: a matrix of ones and zeros.
static Val placesAsMatrix(Expansion &e, ArrayRef<int64_t> places,
                          int64_t columns) {
  int64_t count = places.size();
  std::vector<double> matrix(count * columns, 0);
  for (auto [i, place] : llvm::enumerate(places))
    if (place >= 0)
      matrix[i * columns + place] = 1;
  return e.reals(matrix, {count, columns});
}

static LogicalResult expandTfIdf(Expansion &e) {
  std::optional<std::vector<Patterns>> all = patternsOf(e);
  Ints places = e.at().integerList("ngram_indexes").value_or(Ints());
  if (!all || e.at().attribute("pool_strings") || places.empty())
    return e.unsupported("patterns of strings, or that do not fit");
  bool isVector = e.at().rank(0) == 1;
  Val x = e.cast(e.input(0), Data::INT64);
  if (isVector)
    x = e.unsqueeze(x, {0});
  std::optional<int64_t> width = sizeAt(x, 1);
  if (!width || e.at().rank(0).value_or(3) > 2)
    return e.unsupported("rows of unknown length");
  int64_t shortest = e.at().integer("min_gram_length", 1),
          longest = e.at().integer("max_gram_length", 1),
          skips = e.at().integer("max_skip_count", 0);
  int64_t patterns = 0, columns = 1;
  for (int64_t place : places)
    columns = std::max(columns, place + 1);
  for (const Patterns &own : *all)
    patterns += own.count;
  if (skips < 0 || skips > 1024 || longest > 1024 || columns > 1 << 20 ||
      patterns != int64_t(places.size()) || patterns > kMaxMatrix / columns)
    return e.unsupported("too many patterns, or that do not fit");
  Val total;
  int64_t first = 0;
  for (const Patterns &own : *all) {
    ArrayRef<int64_t> ownPlaces =
        ArrayRef(places).slice(first, static_cast<size_t>(own.count));
    first += own.count;
    if (own.length < shortest || own.length > longest || own.count == 0)
      continue;
    Val target = placesAsMatrix(e, ownPlaces, columns);
    for (int64_t step = 1; step <= (own.length > 1 ? skips : 0) + 1; ++step) {
      int64_t positions = *width - (own.length - 1) * step;
      if (positions < 1)
        break;
      Val counts =
          e.op("MatMul", {countPatterns(e, x, own, step, positions), target});
      total = total ? e.add(total, counts) : counts;
    }
  }
  if (!total)
    total =
        e.op("Expand",
             {e.real(0), e.concat({e.sizeOf(x, 0), e.integers({columns})}, 0)});
  StringRef mode = e.at().text("mode", "TF");
  auto weights = e.at().realList("weights");
  if (mode == "IDF")
    total = e.cast(e.op("Greater", {total, e.real(0)}), Data::FLOAT);
  if (mode != "TF" && weights && !weights->empty()) {
    // A weight for each pattern, in the order of their places.
    std::vector<double> byPlace(columns, 1);
    for (auto [place, weight] : llvm::zip(places, *weights))
      if (place >= 0)
        byPlace[place] = weight;
    total = e.multiply(total, e.reals(byPlace, {columns}));
  }
  e.set(0, isVector ? e.squeeze(total, {0}) : total);
  return e.done();
}

ArrayRef<ExpansionRow> ingot::onnx::reader::otherExpansions() {
  static constexpr ExpansionRow kTable[] = {
      {"", "TfIdfVectorizer", expandTfIdf},
      {"ai.onnx.preview", "FlexAttention", expandFlexAttention},
  };
  return kTable;
}
