//===- QuantizedOperators.cpp - com.microsoft: small integers -------------===//
//
// Operators that onnxruntime's quantiser writes. Those of elements compute in
// floats between a DequantizeLinear and a QuantizeLinear, as the runtime does;
// products sum in 32-bit integers, exactly, and are scaled once.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/onnx/Microsoft.h"

using namespace mlir;
using namespace ingot::onnx;
using namespace ingot::onnx::reader;
using Data = proto::TensorProto;

/// The operand at `index` with the scale and zero point behind it.
static Val dequantize(Expansion &e, size_t index) {
  return e.op("DequantizeLinear",
              {e.input(index), e.input(index + 1), e.input(index + 2)});
}

/// In the scale and zero point at `index`; without a zero point, of the type of
/// `like`.
static Val quantize(Expansion &e, Val x, size_t index, Dtype like) {
  Val zero = e.input(index + 1);
  if (!zero)
    zero = e.integers({0}, {}, like);
  return e.op("QuantizeLinear", {x, e.input(index), zero});
}

static LogicalResult expandUnary(Expansion &e, Val result) {
  e.set(0, quantize(e, result, 3, e.at().dtype(0)));
  return e.done();
}

static LogicalResult expandSigmoid(Expansion &e) {
  return expandUnary(e, e.op("Sigmoid", {dequantize(e, 0)}));
}

static LogicalResult expandLeakyRelu(Expansion &e) {
  return expandUnary(e, e.op("LeakyRelu", {dequantize(e, 0)},
                             {{"alpha", e.at().real("alpha", 0.01)}}));
}

/// Coerced to two dimensions in operator sets before 13, as an attribute says.
static LogicalResult expandSoftmax(Expansion &e) {
  Val x = dequantize(e, 0);
  std::optional<int64_t> rank = e.at().rank(0);
  int64_t axis = e.at().integer("axis", -1);
  if (!rank)
    return e.unsupported("a tensor of unknown rank");
  axis += axis < 0 ? *rank : 0;
  if (e.at().integer("opset", 13) < 13 && axis != *rank - 1) {
    Val flat = e.op("Flatten", {x}, {{"axis", axis}});
    Val y = e.op("Softmax", {flat}, {{"axis", 1}});
    return expandUnary(e, e.reshapeTo(y, e.op("Shape", {x})));
  }
  return expandUnary(e, e.op("Softmax", {x}, {{"axis", axis}}));
}

/// Pooling of channels that may stand last.
static LogicalResult expandPool(Expansion &e, StringRef name) {
  Val x = dequantize(e, 0);
  std::optional<int64_t> rank = e.at().rank(0);
  bool isLast = e.at().integer("channels_last", 0);
  if (!rank || *rank < 3)
    return e.unsupported("an image is needed");
  Ints toFront = {0, *rank - 1}, toBack = {0};
  for (int64_t dim = 1; dim < *rank - 1; ++dim)
    toFront.push_back(dim);
  for (int64_t dim = 2; dim < *rank; ++dim)
    toBack.push_back(dim);
  toBack.push_back(1);
  if (isLast)
    x = e.transpose(x, toFront);
  Val y = e.op(name, {x}, attributesExcept(e, {"channels_last"}));
  return expandUnary(e, isLast ? e.transpose(y, toBack) : y);
}

static LogicalResult expandAveragePool(Expansion &e) {
  return expandPool(e, "AveragePool");
}
static LogicalResult expandGlobalAveragePool(Expansion &e) {
  return expandPool(e, "GlobalAveragePool");
}

static LogicalResult expandReduceMean(Expansion &e) {
  Ints axes = e.at().integerList("axes").value_or(Ints());
  Val y = e.op("ReduceMean",
               {dequantize(e, 0), axes.empty() ? nullptr : e.integers(axes)},
               {{"keepdims", e.at().integer("keepdims", 1)}});
  return expandUnary(e, y);
}

static LogicalResult expandBinary(Expansion &e, StringRef name) {
  Val y = e.op(name, {dequantize(e, 0), dequantize(e, 3)});
  e.set(0, quantize(e, y, 6, e.at().dtype(0)));
  return e.done();
}

static LogicalResult expandAdd(Expansion &e) { return expandBinary(e, "Add"); }
static LogicalResult expandMul(Expansion &e) { return expandBinary(e, "Mul"); }

static LogicalResult expandWhere(Expansion &e) {
  Val y = e.op("Where", {e.input(0), dequantize(e, 1), dequantize(e, 4)});
  e.set(0, quantize(e, y, 7, e.at().dtype(1)));
  return e.done();
}

/// Scale and zero point of the result, then three operands for each part.
static LogicalResult expandConcat(Expansion &e) {
  std::vector<Val> parts;
  for (size_t i = 2; i + 2 < e.node().inputs.size(); i += 3)
    parts.push_back(dequantize(e, i));
  if (parts.empty())
    return e.unsupported("no operands");
  Val y = e.concat(std::move(parts), e.at().integer("axis", 0));
  e.set(0, quantize(e, y, 0, e.at().dtype(2)));
  return e.done();
}

/// a, scale, zero point, b, scale, zero point, c, then those of the result,
/// without which it is of floats.
static LogicalResult expandGemm(Expansion &e) {
  Val a = e.input(0), b = e.input(3);
  if (e.at().integer("transA", 0))
    a = e.transpose(a, {1, 0});
  if (e.at().integer("transB", 0))
    b = e.transpose(b, {1, 0});
  Val sum = e.op("MatMulInteger", {a, b, e.input(2), e.input(5)});
  if (e.input(6))
    sum = e.add(sum, e.input(6));
  Val scale = e.multiply(e.multiply(e.input(1), e.input(4)),
                         e.real(e.at().real("alpha", 1)));
  Val y = e.multiply(e.cast(sum, Data::FLOAT), scale);
  e.set(0, e.input(7) ? quantize(e, y, 7, e.at().dtype(0)) : y);
  return e.done();
}

Val ingot::onnx::reader::scaleProduct(Expansion &e, Val sum, Val a, Val b,
                                      Val bias) {
  Val y = e.multiply(e.cast(sum, Data::FLOAT), e.multiply(a, b));
  return bias ? e.add(y, bias) : y;
}

/// a, b, scale of a, scale of b, their zero points, bias.
static LogicalResult expandIntegerToFloat(Expansion &e) {
  Val sum =
      e.op("MatMulInteger", {e.input(0), e.input(1), e.input(4), e.input(5)});
  e.set(0, scaleProduct(e, sum, e.input(2), e.input(3), e.input(6)));
  return e.done();
}

/// a of floats, quantised by what it holds; b, its scale, zero point, bias.
static LogicalResult expandDynamicMatMul(Expansion &e) {
  std::vector<Val> a = e.ops("DynamicQuantizeLinear", {e.input(0)}, {}, 3);
  Val sum = e.op("MatMulInteger", {a[0], e.input(1), a[2], e.input(3)});
  e.set(0, scaleProduct(e, sum, a[1], e.input(2), e.input(4)));
  return e.done();
}

/// Weights [direction, input, gates] in a scale and zero point for each
/// direction, or for each gate as well, as LSTM takes them.
static Val gateWeights(Expansion &e, size_t weights, size_t scale) {
  auto spread = [&](const Val &x) {
    return x->info.shape && x->info.shape->size() == 2
               ? e.unsqueeze(x, {1})
               : e.unsqueeze(e.reshape(x, {-1}), {1, 2});
  };
  Val real = e.cast(e.input(weights), Data::FLOAT);
  if (e.input(scale + 1))
    real = e.subtract(real, e.cast(spread(e.input(scale + 1)), Data::FLOAT));
  return e.transpose(e.multiply(real, spread(e.input(scale))), {0, 2, 1});
}

/// Operands as LSTM has them, then the scales and zero points of both weights.
/// The runtime quantises inputs and states as it goes; here they stay floats.
static LogicalResult expandLstm(Expansion &e) {
  if (!e.input(1) || !e.input(2) || !e.input(8) || !e.input(10))
    return e.unsupported("weights or scales that are not there");
  std::vector<Val> operands = {e.input(0), gateWeights(e, 1, 8),
                               gateWeights(e, 2, 10)};
  for (size_t i = 3; i < 8; ++i)
    operands.push_back(e.input(i));
  std::vector<Val> results =
      e.ops("LSTM", std::move(operands), attributesExcept(e, {}), 3);
  for (size_t i = 0; i < results.size(); ++i)
    e.set(i, results[i]);
  return e.done();
}

/// Rows of a table in blocks, each with a scale of its own: table, indices,
/// scales, zero points, which are in the middle if bytes have none.
static LogicalResult expandGatherBlocks(Expansion &e) {
  bool isOfBytes = e.at().dtype(0) == Data::UINT8;
  if (isOfBytes && e.at().integer("bits", 4) != 8)
    return e.unsupported("bytes that hold two elements each");
  Val zero = e.input(3);
  if (!zero && isOfBytes && e.input(2))
    zero = e.op("Expand", {e.integers({128}, {}, Data::UINT8),
                           e.op("Shape", {e.input(2)})});
  Val table = e.op("DequantizeLinear", {e.input(0), e.input(2), zero},
                   {{"axis", e.at().integer("quantize_axis", 1)},
                    {"block_size", e.at().integer("block_size", 128)}});
  e.set(0, e.op("Gather", {table, e.input(1)},
                {{"axis", e.at().integer("gather_axis", 0)}}));
  return e.done();
}

/// As in ai.onnx, with an axis for scales that are vectors.
static LogicalResult expandLinear(Expansion &e) {
  e.set(0, e.op(e.node().op, e.node().inputs, attributesExcept(e, {})));
  return e.done();
}

ArrayRef<ExpansionRow> ingot::onnx::reader::quantizedExpansions() {
  static constexpr ExpansionRow kTable[] = {
      {"com.microsoft", "DequantizeLinear", expandLinear},
      {"com.microsoft", "DynamicQuantizeLSTM", expandLstm},
      {"com.microsoft", "DynamicQuantizeMatMul", expandDynamicMatMul},
      {"com.microsoft", "GatherBlockQuantized", expandGatherBlocks},
      {"com.microsoft", "MatMulIntegerToFloat", expandIntegerToFloat},
      {"com.microsoft", "QGemm", expandGemm},
      {"com.microsoft", "QLinearAdd", expandAdd},
      {"com.microsoft", "QLinearAveragePool", expandAveragePool},
      {"com.microsoft", "QLinearConcat", expandConcat},
      {"com.microsoft", "QLinearGlobalAveragePool", expandGlobalAveragePool},
      {"com.microsoft", "QLinearLeakyRelu", expandLeakyRelu},
      {"com.microsoft", "QLinearMul", expandMul},
      {"com.microsoft", "QLinearReduceMean", expandReduceMean},
      {"com.microsoft", "QLinearSigmoid", expandSigmoid},
      {"com.microsoft", "QLinearSoftmax", expandSoftmax},
      {"com.microsoft", "QLinearWhere", expandWhere},
      {"com.microsoft", "QuantizeLinear", expandLinear},
  };
  return kTable;
}
