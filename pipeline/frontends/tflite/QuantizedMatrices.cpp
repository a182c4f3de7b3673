//===- QuantizedMatrices.cpp - matrix products of integers ----------------===//
//
// FULLY_CONNECTED of TFLite 2.21 multiplies its sums with a double and rounds
// once; older releases rounded twice in fixed point. BATCH_MATMUL rounds as
// convolutions do.
//
// Bytes are multiplied as they are stored, and what the zero points add is
// taken off the sums: of constant weights that is a number per row, known here.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/ingot/TfLiteComposites.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"
#include "pipeline/frontends/tflite/Composites.h"
#include "pipeline/frontends/tflite/IntegerMath.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tflite;

namespace {

//===----------------------------------------------------------------------===//
// FULLY_CONNECTED
//===----------------------------------------------------------------------===//

/// [n, k] times [m, k] in the element type `sum`.
Value multiplyRows(StablehloBuilder &b, Value input, Value weight, Type sum) {
  auto numbers =
      stablehlo::DotDimensionNumbersAttr::get(b.getContext(), {}, {}, {1}, {1});
  auto type = RankedTensorType::get(
      {b.typeOf(input).getDimSize(0), b.typeOf(weight).getDimSize(0)}, sum);
  return stablehlo::DotGeneralOp::create(b, type, input, weight, numbers,
                                         ArrayAttr(),
                                         stablehlo::DotAlgorithmAttr());
}

/// The sum of each row of the weights less `shift`, as i32.
Value sumsOfRows(TfLiteOp &op, unsigned index, Value weight, int64_t shift) {
  IntegerMath m(op.b);
  RankedTensorType type = op.b.typeOf(weight);
  std::optional<ArrayRef<char>> bytes = op.constantBytes(index);
  if (!bytes || !type.hasStaticShape() ||
      static_cast<int64_t>(bytes->size()) != type.getNumElements())
    return op.b.reduce(Reducer::Add, m.word(weight), {1});
  bool isUnsigned = op.inputElement(index).isUnsignedInteger();
  int64_t count = type.getDimSize(1);
  SmallVector<int64_t> sums;
  for (int64_t row = 0; row < type.getDimSize(0); ++row) {
    int64_t sum = 0;
    for (char byte : bytes->slice(row * count, count))
      sum += (isUnsigned ? int64_t(static_cast<unsigned char>(byte))
                         : int64_t(static_cast<signed char>(byte))) -
             shift;
    sums.push_back(sum);
  }
  return op.b.reshape(m.numbers(op.b.getI32Type(), sums),
                      {Size(type.getDimSize(0))});
}

/// Sums of bytes without their zero points, in i32.
Value multiplyBytes(TfLiteOp &op, Value input, Value weight) {
  IntegerMath m(op.b);
  StablehloBuilder &b = op.b;
  Type i8 = b.getI8Type();
  int64_t inputZero = op.inputQuantization(0).zeroPoint();
  int64_t weightZero = op.inputQuantization(1).zeroPoint();
  int64_t shift = 0;
  if (op.inputElement(0).isUnsignedInteger()) {
    input = b.convert(m.unbias(input, 128), i8);
    inputZero -= 128;
  }
  if (op.inputElement(1).isUnsignedInteger()) {
    shift = 128;
    weight = b.convert(m.unbias(weight, 128), i8);
    weightZero -= 128;
  }
  Value sum = multiplyRows(b, input, weight, b.getI32Type());
  if (inputZero != 0) {
    // (w - wz) * xz for the whole row.
    Value rows = m.add(sumsOfRows(op, 1, weight, shift),
                       -weightZero * b.typeOf(weight).getDimSize(1));
    sum = b.subtract(sum, m.multiply(rows, inputZero));
  }
  if (weightZero != 0) {
    Value taken = b.reduce(Reducer::Add, m.word(input), {1}, /*keep=*/true);
    sum = b.subtract(sum, m.multiply(taken, weightZero));
  }
  return sum;
}

Value multiplyWords(TfLiteOp &op, Value input, Value weight) {
  IntegerMath m(op.b);
  int64_t count = op.b.typeOf(weight).getDimSize(1);
  bool isShort = op.inputElement(1).getIntOrFloatBitWidth() == 8 &&
                 count < (int64_t(1) << 30) / (32768 * 128);
  Type sum = isShort ? op.b.getI32Type() : op.b.getI64Type();
  input = m.unbias(input, op.inputQuantization(0).zeroPoint());
  weight = m.unbias(weight, op.inputQuantization(1).zeroPoint());
  return multiplyRows(op.b, op.b.convert(input, sum), op.b.convert(weight, sum),
                      sum);
}

LogicalResult checkFullyConnected(TfLiteOp &op) {
  if (!op.inputQuantization(0) || !op.inputQuantization(1) ||
      !op.outputQuantization() || op.inputQuantization(0).isPerAxis() ||
      op.outputQuantization().isPerAxis())
    return op.fail("needs one scale for input and result, and the weights'");
  if (op.options<schema::FullyConnectedOptions>().weights_format() !=
      schema::FullyConnectedOptionsWeightsFormat::DEFAULT)
    return op.fail("takes weights in rows, not shuffled ones");
  RankedTensorType weight = op.b.typeOf(op.input(1));
  if (weight.getRank() != 2 || weight.isDynamicDim(1))
    return op.fail("needs weights of two dimensions, the length of their rows "
                   "known");
  unsigned width = op.inputElement(0).getIntOrFloatBitWidth();
  unsigned result = op.outputElement().getIntOrFloatBitWidth();
  if ((width != 8 && width != 16) || (result != 8 && result != 16))
    return op.fail("takes int8, uint8 and int16");
  return success();
}

/// How sums are stored.
struct Stores {
  SmallVector<double> factors;
  int64_t zeroPoint;
  StoredRange range;
};

Stores storesOf(TfLiteOp &op) {
  Stores stores;
  for (float scale : op.inputQuantization(1).scales)
    stores.factors.push_back(
        static_cast<double>(op.inputQuantization(0).scales.front()) *
        static_cast<double>(scale) /
        static_cast<double>(op.outputQuantization().scales.front()));
  stores.zeroPoint = op.outputQuantization().zeroPoint();
  stores.range = rangeOf(
      op.options<schema::FullyConnectedOptions>().fused_activation_function(),
      op.outputTensor(), op.outputElement());
  return stores;
}

bool isOfBytes(TfLiteOp &op) {
  return op.inputElement(0).getIntOrFloatBitWidth() == 8 &&
         op.inputElement(1).getIntOrFloatBitWidth() == 8;
}

/// Of a matrix, weights and perhaps a bias.
Value connectFully(TfLiteOp &op, const Stores &stores, ValueRange inputs) {
  StablehloBuilder &b = op.b;
  IntegerMath m(b);
  Value sum = isOfBytes(op) ? multiplyBytes(op, inputs[0], inputs[1])
                            : multiplyWords(op, inputs[0], inputs[1]);
  if (inputs.size() > 2) {
    if (op.inputElement(2).isInteger(64))
      sum = m.wide(sum);
    sum = b.add(sum, b.convert(inputs[2], b.elementOf(sum)));
  }
  return m.store(m.rescaleOnce(sum, stores.factors), stores.zeroPoint,
                 stores.range, op.outputElement());
}

/// `connectFully` of signed bytes as a composite.
Value connectFullyByName(TfLiteOp &op, const Stores &stores,
                         ValueRange inputs) {
  auto describe = [&](NamedAttrList &attributes) {
    auto set = [&](StringRef name, int64_t number) {
      attributes.set(name, op.b.getI64IntegerAttr(number));
    };
    set(kInputZeroPoint, op.inputQuantization(0).zeroPoint());
    set(kWeightZeroPoint, op.inputQuantization(1).zeroPoint());
    set(kOutputZeroPoint, stores.zeroPoint);
    set(kLeast, stores.range.low);
    set(kMost, stores.range.high);
    auto type = RankedTensorType::get(
        {static_cast<int64_t>(stores.factors.size())}, op.b.getF64Type());
    attributes.set(kFactors,
                   DenseElementsAttr::get(type, ArrayRef(stores.factors)));
  };
  return makeComposite(
      op, kFullyConnected, inputs, describe,
      [&](ValueRange inputs) { return connectFully(op, stores, inputs); });
}

Results convertFullyConnected(TfLiteOp &op) {
  if (failed(checkFullyConnected(op)))
    return failure();
  StablehloBuilder &b = op.b;
  Value input = op.input(0), weight = op.input(1);
  Sizes sizes = b.sizesOf(input);
  Size depth(b.typeOf(weight).getDimSize(1));
  if (depth.known() == 0)
    return op.fail("the weights' rows are empty");
  Size rows = b.floorDivide(b.count(sizes), depth);
  Values inputs = {b.reshape(input, {rows, depth}), weight};
  bool hasBiasOfWords = true;
  if (op.has(2)) {
    inputs.push_back(op.input(2));
    hasBiasOfWords =
        inputs.back().getType() ==
        RankedTensorType::get({b.typeOf(weight).getDimSize(0)}, b.getI32Type());
  }
  const Stores stores = storesOf(op);
  Value result =
      isOfBytes(op) && op.outputElement().isSignlessInteger(8) && hasBiasOfWords
          ? connectFullyByName(op, stores, inputs)
          : connectFully(op, stores, inputs);
  if (!op.options<schema::FullyConnectedOptions>().keep_num_dims())
    return result;
  sizes.back() = b.sizeOf(weight, 0);
  return b.reshape(result, sizes);
}

//===----------------------------------------------------------------------===//
// BATCH_MATMUL
//===----------------------------------------------------------------------===//

/// Both with the same dimensions in front of the last two.
std::pair<Value, Value> alignBatches(StablehloBuilder &b, Value lhs,
                                     Value rhs) {
  int64_t rank = std::max(b.rankOf(lhs), b.rankOf(rhs));
  Value values[] = {lhs, rhs};
  for (Value &value : values)
    while (b.rankOf(value) < rank)
      value = b.unsqueeze(value, 0);
  Sizes batch;
  for (int64_t dim = 0; dim < rank - 2; ++dim)
    batch.push_back(b.commonSize({values[0], values[1]}, rank - 1 - dim));
  for (Value &value : values) {
    Sizes sizes = batch;
    sizes.push_back(b.sizeOf(value, rank - 2));
    sizes.push_back(b.sizeOf(value, rank - 1));
    value = b.broadcast(value, sizes);
  }
  return {values[0], values[1]};
}

Results convertBatchMatMul(TfLiteOp &op) {
  const auto &options = op.options<schema::BatchMatMulOptions>();
  StablehloBuilder &b = op.b;
  IntegerMath m(b);
  if (b.rankOf(op.input(0)) < 2 || b.rankOf(op.input(1)) < 2)
    return op.fail("needs operands of two dimensions at least");
  bool isWide = op.inputElement(0).isInteger(16);
  // Sums that are given as they are keep the zero points.
  bool isRaw = op.outputElement().isInteger(32);
  if (!isRaw &&
      (!op.inputQuantization(0) || !op.inputQuantization(1) ||
       !op.outputQuantization() || op.inputQuantization(0).isPerAxis() ||
       op.inputQuantization(1).isPerAxis()))
    return op.fail("needs one scale for each tensor");
  Type sum = isWide ? b.getI64Type() : b.getI32Type();
  Value operands[2];
  for (unsigned i : {0, 1}) {
    int64_t zeroPoint = isRaw ? 0 : op.inputQuantization(i).zeroPoint();
    operands[i] = b.convert(m.unbias(op.input(i), zeroPoint), sum);
  }
  auto [lhs, rhs] = alignBatches(b, operands[0], operands[1]);
  int64_t rank = b.rankOf(lhs);
  auto batch = llvm::to_vector(llvm::seq<int64_t>(0, rank - 2));
  Value product =
      b.dotGeneral(lhs, rhs, batch, batch, {rank - (options.adj_x() ? 2 : 1)},
                   {rank - (options.adj_y() ? 1 : 2)});
  if (isRaw)
    return product;
  float scale = op.inputQuantization(0).scales.front() *
                op.inputQuantization(1).scales.front();
  Multiplier factor = quantizeMultiplier(
      static_cast<double>(scale) / op.outputQuantization().scales.front());
  Value scaled =
      isWide ? m.rescaleCut(product, factor) : m.rescaleTwice(product, factor);
  return m.store(scaled, op.outputQuantization().zeroPoint(),
                 rangeOf(op.outputElement()), op.outputElement());
}

constexpr Row kRows[] = {
    {BuiltinOperator::BATCH_MATMUL, convertBatchMatMul, 2},
    {BuiltinOperator::FULLY_CONNECTED, convertFullyConnected, 2},
};

} // namespace

ArrayRef<Row> ingot::tflite::quantizedMatrices() { return kRows; }
