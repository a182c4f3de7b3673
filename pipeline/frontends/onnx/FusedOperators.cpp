//===- FusedOperators.cpp - com.microsoft: fused float operators ----------===//
//
// Each is what it was fused from; the compiler fuses again, its own way.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/onnx/Microsoft.h"

#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace ingot::onnx;
using namespace ingot::onnx::reader;
using Data = proto::TensorProto;

Val ingot::onnx::reader::numberLike(Expansion &e, double value,
                                    const Val &like) {
  Dtype dtype = like ? like->info.dtype : Dtype(Data::FLOAT);
  return e.real(value, isFloat(dtype) ? dtype : Dtype(Data::FLOAT));
}

SmallVector<NamedValue>
ingot::onnx::reader::attributesExcept(Expansion &e, ArrayRef<StringRef> names) {
  SmallVector<NamedValue> kept;
  for (NamedAttribute attribute : e.node().attributes)
    if (!llvm::is_contained(names, attribute.getName().getValue()))
      kept.emplace_back(attribute.getName().getValue(), attribute.getValue());
  return kept;
}

//===----------------------------------------------------------------------===//
// Activations
//===----------------------------------------------------------------------===//

static Val gelu(Expansion &e, Val x, const char *kind) {
  return e.op("Gelu", {x}, {{"approximate", kind}});
}

static LogicalResult expandGelu(Expansion &e) {
  e.set(0, gelu(e, e.input(0), "none"));
  return e.done();
}

static LogicalResult expandFastGelu(Expansion &e) {
  Val x = e.input(0);
  e.set(0, gelu(e, e.input(1) ? e.add(x, e.input(1)) : x, "tanh"));
  return e.done();
}

static LogicalResult expandBiasGelu(Expansion &e) {
  e.set(0, gelu(e, e.add(e.input(0), e.input(1)), "none"));
  return e.done();
}

static LogicalResult expandQuickGelu(Expansion &e) {
  Val x = e.input(0);
  double alpha = e.at().real("alpha", 1.702);
  Val gate = e.op("Sigmoid", {e.multiply(x, numberLike(e, alpha, x))});
  e.set(0, e.multiply(x, gate));
  return e.done();
}

/// Halves of the last dimension: the first times gelu of the second.
static LogicalResult expandBiasSplitGelu(Expansion &e) {
  Val x = e.add(e.input(0), e.input(1));
  const OptionalShape &shape = x->info.shape;
  if (!shape || shape->empty() || !shape->back().isInteger())
    return e.unsupported("channels of unknown number");
  int64_t half = shape->back().asInteger() / 2, last = shape->size() - 1;
  std::vector<Val> parts = e.split(x, last, {half, half});
  e.set(0, e.multiply(parts[0], gelu(e, parts[1], "none")));
  return e.done();
}

/// One of the activations that fused operators name; null for another.
static Val activate(Expansion &e, Val x, ArrayRef<double> parameters) {
  StringRef name = e.at().text("activation", "");
  auto parameter = [&](size_t index, double otherwise) {
    return index < parameters.size() ? parameters[index] : otherwise;
  };
  if (name.empty())
    return x;
  if (name == "LeakyRelu")
    return e.op(name, {x}, {{"alpha", parameter(0, 0.01)}});
  if (name == "HardSigmoid")
    return e.op(name, {x},
                {{"alpha", parameter(0, 0.2)}, {"beta", parameter(1, 0.5)}});
  if (name == "Clip")
    return e.op(name, {x, numberLike(e, parameter(0, -3.4e38), x),
                       numberLike(e, parameter(1, 3.4e38), x)});
  if (name == "Relu" || name == "Sigmoid" || name == "Tanh" ||
      name == "Softplus")
    return e.op(name, {x});
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// The last two dimensions exchanged, or the first moved in front of the last
/// (`transBatch`).
static Val turn(Expansion &e, Val x, bool isTransposed, bool movesBatch) {
  if (!x || !x->info.shape || (!isTransposed && !movesBatch))
    return x;
  int64_t rank = x->info.shape->size();
  Ints order;
  for (int64_t dim = 0; dim < rank; ++dim)
    order.push_back(dim);
  if (movesBatch && rank > 2) {
    order.erase(order.begin());
    order.insert(order.end() - 1, 0);
  }
  if (isTransposed && rank > 1)
    std::swap(order[rank - 1], order[rank - 2]);
  return e.transpose(x, order);
}

static LogicalResult expandFusedMatMul(Expansion &e) {
  Val a = turn(e, e.input(0), e.at().integer("transA", 0),
               e.at().integer("transBatchA", 0));
  Val b = turn(e, e.input(1), e.at().integer("transB", 0),
               e.at().integer("transBatchB", 0));
  Val product = e.op("MatMul", {a, b});
  double alpha = e.at().real("alpha", 1);
  e.set(0, alpha == 1 ? product
                      : e.multiply(product, numberLike(e, alpha, product)));
  return e.done();
}

static LogicalResult expandFusedGemm(Expansion &e) {
  SmallVector<NamedValue> kept =
      attributesExcept(e, {"activation", "activation_alpha", "activation_beta",
                           "activation_gamma"});
  Val y = e.op("Gemm", e.node().inputs, kept);
  SmallVector<double> parameters = {e.at().real("activation_alpha", 0.01),
                                    e.at().real("activation_beta", 0.5)};
  Val result = activate(e, y, parameters);
  if (!result)
    return e.unsupported("an activation that is not known");
  e.set(0, result);
  return e.done();
}

static LogicalResult expandFusedConv(Expansion &e) {
  SmallVector<NamedValue> kept =
      attributesExcept(e, {"activation", "activation_params"});
  Val y = e.op("Conv", {e.input(0), e.input(1), e.input(2)}, kept);
  if (e.input(3))
    y = e.add(y, e.input(3));
  Val result = activate(
      e, y,
      e.at().realList("activation_params").value_or(SmallVector<double>()));
  if (!result)
    return e.unsupported("an activation that is not known");
  e.set(0, result);
  return e.done();
}

static LogicalResult expandGemmFastGelu(Expansion &e) {
  Val y = e.op("MatMul", {e.input(0), e.input(1)});
  e.set(0, gelu(e, e.input(2) ? e.add(y, e.input(2)) : y, "tanh"));
  return e.done();
}

/// Weights of 2, 4 or 8 bits in blocks along k, each with a scale.
static LogicalResult expandMatMulNBits(Expansion &e) {
  int64_t k = e.at().integer("K", 0), n = e.at().integer("N", 0),
          bits = e.at().integer("bits", 4),
          block = e.at().integer("block_size", 32);
  if (k < 1 || n < 1 || block < 1 || (bits != 2 && bits != 4 && bits != 8) ||
      k > int64_t(1) << 32 || n > int64_t(1) << 32 || e.input(4))
    return e.unsupported("weights that are not in blocks of 2, 4 or 8 bits");
  int64_t blocks = (k + block - 1) / block, perByte = 8 / bits;
  Dtype dtype = e.at().dtype(0);
  // One column of a byte each, the first element in the lowest bits.
  auto unpack = [&](Val bytes, int64_t length) {
    bytes = e.cast(e.reshape(bytes, {n, -1, 1}), Data::INT32);
    Ints divisors;
    for (int64_t i = 0; i < perByte; ++i)
      divisors.push_back(int64_t(1) << (i * bits));
    Val shifted =
        e.divide(bytes, e.integers(divisors, {1, 1, perByte}, Data::INT32));
    Val codes = e.op(
        "Mod", {shifted, e.integers({int64_t(1) << bits}, {}, Data::INT32)});
    codes = e.reshape(codes, {n, -1});
    return e.slice(codes, 1, 0, length);
  };
  Val codes = e.reshape(e.cast(unpack(e.input(1), blocks * block), dtype),
                        {n, blocks, block});
  Val zero =
      numberLike(e, static_cast<double>(int64_t(1) << (bits - 1)), e.input(0));
  if (e.input(3))
    zero = isFloat(e.at().dtype(3))
               ? e.reshape(e.input(3), {n, blocks, 1})
               : e.reshape(e.cast(unpack(e.input(3), blocks), dtype),
                           {n, blocks, 1});
  Val scales = e.cast(e.reshape(e.input(2), {n, blocks, 1}), dtype);
  Val weights = e.multiply(e.subtract(codes, zero), scales);
  weights = e.slice(e.reshape(weights, {n, blocks * block}), 1, 0, k);
  Val y = e.op("MatMul", {e.input(0), e.transpose(weights, {1, 0})});
  e.set(0, e.input(5) ? e.add(y, e.input(5)) : y);
  return e.done();
}

//===----------------------------------------------------------------------===//
// Normalisations
//===----------------------------------------------------------------------===//

Val ingot::onnx::reader::normalizeRows(Expansion &e, Val x, Val scale,
                                       Val shift, bool centers,
                                       double epsilon) {
  if (centers)
    return e.op("LayerNormalization", {x, scale, shift},
                {{"axis", -1}, {"epsilon", epsilon}});
  Val wide = e.cast(x, Data::FLOAT);
  Val square = e.op("ReduceMean", {e.multiply(wide, wide), e.integers({-1})});
  Val root = e.op("Sqrt", {e.add(square, e.real(epsilon))});
  Val y = e.cast(e.divide(wide, root), x->info.dtype);
  return e.multiply(y, scale);
}

/// Operands: input, skip, then scale and the rest; the sum is the fourth
/// result.
static LogicalResult expandSkipNormalization(Expansion &e, bool centers) {
  Val sum = e.add(e.input(0), e.input(1));
  size_t bias = centers ? 4 : 3;
  if (e.input(bias))
    sum = e.add(sum, e.input(bias));
  e.set(0, normalizeRows(e, sum, e.input(2), centers ? e.input(3) : nullptr,
                         centers, e.at().real("epsilon", 1e-12)));
  if (e.wants(1) || e.wants(2))
    return e.unsupported("mean and deviation, which are of training");
  e.set(3, sum);
  return e.done();
}

static LogicalResult expandSkipLayerNormalization(Expansion &e) {
  return expandSkipNormalization(e, true);
}
static LogicalResult expandSkipSimplified(Expansion &e) {
  return expandSkipNormalization(e, false);
}

static LogicalResult expandSimplified(Expansion &e) {
  // As a row of ai.onnx, which may have operators without operands.
  if (!e.input(0))
    return e.unsupported("its first operand is missing");
  if (e.wants(1))
    return e.unsupported("the deviation, which is of training");
  e.set(0, normalizeRows(e, e.input(0), e.input(1), nullptr, false,
                         e.at().real("epsilon", 1e-5)));
  return e.done();
}

/// `read` gives the three tables, scale and shift by their operands' numbers.
/// Without `positions` each token has its place in the sequence.
static LogicalResult embed(Expansion &e, Val positions,
                           llvm::function_ref<Val(size_t operand)> read) {
  Val ids = e.input(0);
  Val sum = e.op("Gather", {read(2), ids}, {{"axis", 0}});
  if (!positions)
    positions = e.unsqueeze(
        e.op("Range",
             {e.integer(0), e.squeeze(e.sizeOf(ids, 1), {0}), e.integer(1)}),
        {0});
  sum = e.add(sum, e.op("Gather", {read(3), positions}, {{"axis", 0}}));
  if (e.input(1) && e.input(4))
    sum = e.add(sum, e.op("Gather", {read(4), e.input(1)}, {{"axis", 0}}));
  e.set(0, normalizeRows(e, sum, read(5), read(6), true,
                         e.at().real("epsilon", 1e-12)));
  if (e.wants(1)) {
    Val lengths =
        e.input(7) ? e.cast(e.op("ReduceSum", {e.input(7), e.integers({1})},
                                 {{"keepdims", 0}}),
                            Data::INT32)
                   : e.op("Expand",
                          {e.integers({0}, {}, Data::INT32), e.sizeOf(ids, 0)});
    e.set(1, lengths);
  }
  e.set(2, sum);
  return e.done();
}

/// Operands: ids, segments, their three tables, scale, shift, mask, positions.
static LogicalResult expandEmbedLayerNormalization(Expansion &e) {
  return embed(e, e.input(8), [&](size_t i) { return e.input(i); });
}

/// The five that are read have their scales from 8 on, then their zero points.
static LogicalResult expandQuantizedEmbedding(Expansion &e) {
  return embed(e, nullptr, [&](size_t i) {
    return e.op("DequantizeLinear",
                {e.input(i), e.input(i + 6), e.input(i + 11)});
  });
}

/// Channels stand last unless an attribute says otherwise.
static LogicalResult expandGroupNorm(Expansion &e) {
  Val x = e.input(0);
  if (!x->info.shape || x->info.shape->size() != 4)
    return e.unsupported("an image of four dimensions is needed");
  bool isLast = e.at().integer("channels_last", 1);
  if (isLast)
    x = e.transpose(x, {0, 3, 1, 2});
  Dtype dtype = e.at().dtype(0);
  Val y = e.op("GroupNormalization",
               {x, e.cast(e.input(1), dtype), e.cast(e.input(2), dtype)},
               {{"epsilon", e.at().real("epsilon", 1e-5)},
                {"num_groups", e.at().integer("groups", 1)}});
  if (e.at().integer("activation", 0))
    y = e.multiply(y, e.op("Sigmoid", {y}));
  e.set(0, isLast ? e.transpose(y, {0, 2, 3, 1}) : y);
  return e.done();
}

static LogicalResult expandBiasSoftmax(Expansion &e) {
  e.set(0, e.op("Softmax", {e.add(e.input(0), e.input(1))},
                {{"axis", e.at().integer("axis", 1)}}));
  return e.done();
}

static LogicalResult expandBiasAdd(Expansion &e) {
  Val y = e.add(e.input(0), e.input(1));
  e.set(0, e.input(2) ? e.add(y, e.input(2)) : y);
  return e.done();
}

//===----------------------------------------------------------------------===//
// The same as in ai.onnx
//===----------------------------------------------------------------------===//

static LogicalResult expandSame(Expansion &e) {
  std::vector<Val> results = e.ops(e.node().op, e.node().inputs,
                                   attributesExcept(e, {}), e.resultCount());
  for (auto [i, value] : llvm::enumerate(results))
    e.set(i, value);
  return e.done();
}

/// In the order of their first places; where those are is no result.
static LogicalResult expandUnique(Expansion &e) {
  std::vector<Val> results =
      e.ops("Unique", e.node().inputs, {{"sorted", 0}}, 4);
  for (size_t i = 0; i < std::min<size_t>(e.resultCount(), 3); ++i)
    e.set(i, results[i == 0 ? 0 : i + 1]);
  return e.done();
}

static LogicalResult expandExpandDims(Expansion &e) {
  std::optional<Ints> axis = e.at().integers(1);
  if (!axis || axis->size() != 1)
    return e.unsupported("an axis that only the run knows");
  e.set(0, e.unsqueeze(e.input(0), *axis));
  return e.done();
}

ArrayRef<ExpansionRow> ingot::onnx::reader::fusedExpansions() {
  static constexpr ExpansionRow kTable[] = {
      {"", "SimplifiedLayerNormalization", expandSimplified},
      {"com.microsoft", "BiasAdd", expandBiasAdd},
      {"com.microsoft", "BiasGelu", expandBiasGelu},
      {"com.microsoft", "BiasSoftmax", expandBiasSoftmax},
      {"com.microsoft", "BiasSplitGelu", expandBiasSplitGelu},
      {"com.microsoft", "EmbedLayerNormalization",
       expandEmbedLayerNormalization},
      {"com.microsoft", "ExpandDims", expandExpandDims},
      {"com.microsoft", "FastGelu", expandFastGelu},
      {"com.microsoft", "FusedConv", expandFusedConv},
      {"com.microsoft", "FusedGemm", expandFusedGemm},
      {"com.microsoft", "FusedMatMul", expandFusedMatMul},
      {"com.microsoft", "GatherND", expandSame},
      {"com.microsoft", "Gelu", expandGelu},
      {"com.microsoft", "GemmFastGelu", expandGemmFastGelu},
      {"com.microsoft", "GridSample", expandSame},
      {"com.microsoft", "GroupNorm", expandGroupNorm},
      {"com.microsoft", "MatMulNBits", expandMatMulNBits},
      {"com.microsoft", "Pad", expandSame},
      {"com.microsoft", "QEmbedLayerNormalization", expandQuantizedEmbedding},
      {"com.microsoft", "QuickGelu", expandQuickGelu},
      {"com.microsoft", "Range", expandSame},
      {"com.microsoft", "SimplifiedLayerNormalization", expandSimplified},
      {"com.microsoft", "SkipLayerNormalization", expandSkipLayerNormalization},
      {"com.microsoft", "SkipSimplifiedLayerNormalization",
       expandSkipSimplified},
      {"com.microsoft", "TransposeMatMul", expandFusedMatMul},
      {"com.microsoft", "Trilu", expandSame},
      {"com.microsoft", "Unique", expandUnique},
  };
  return kTable;
}
