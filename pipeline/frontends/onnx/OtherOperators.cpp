//===- OtherOperators.cpp - FlexAttention ---------------------------------===//
//
// It brings graphs that change its scores, which are inlined.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/onnx/Expansion.h"

#include <cmath>

using namespace mlir;
using namespace ingot::onnx;
using namespace ingot::onnx::reader;
using Data = proto::TensorProto;

static std::optional<int64_t> sizeAt(const Val &x, size_t dim) {
  if (!x || !x->info.shape || dim >= x->info.shape->size() ||
      !(*x->info.shape)[dim].isInteger())
    return std::nullopt;
  return (*x->info.shape)[dim].asInteger();
}

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

ArrayRef<ExpansionRow> ingot::onnx::reader::otherExpansions() {
  static constexpr ExpansionRow kTable[] = {
      {"ai.onnx.preview", "FlexAttention", expandFlexAttention},
  };
  return kTable;
}
