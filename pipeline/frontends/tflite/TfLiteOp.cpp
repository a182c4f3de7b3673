//===- TfLiteOp.cpp - an operator of TFLite under conversion --------------===//
//
// What rows ask of their operator: operands as values or as numbers, types,
// options; and the few formulas that most kernels share.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tflite/TfLiteOp.h"

#include "mlir/IR/Matchers.h"

#include <cstring>

using namespace mlir;
using namespace ingot::tflite;

LogicalResult TfLiteOp::fail(const Twine &why) {
  if (why_.empty())
    why_ = why.str();
  return failure();
}

const Tensor *TfLiteOp::tensorOf(unsigned index) const {
  if (index >= node.inputs.size() || node.inputs[index] < 0)
    return nullptr;
  return &frame_.graph.tensors[node.inputs[index]];
}

bool TfLiteOp::has(unsigned index) const {
  const Tensor *tensor = tensorOf(index);
  if (!tensor)
    return false;
  if (frame_.tensors[node.inputs[index]].value)
    return true;
  // A variable may be of a type or of sizes that no state can have.
  if (tensor->isVariable)
    return static_cast<bool>(
        frame_.values.valueOf(frame_, node.inputs[index], b));
  return tensor->isConstant && elementTypeOf(tensor->type, b.getContext());
}

const Tensor &TfLiteOp::inputTensor(unsigned index) const {
  return *tensorOf(index);
}

const Tensor &TfLiteOp::outputTensor(unsigned index) const {
  return frame_.graph.tensors[node.outputs[index]];
}

const Held &TfLiteOp::held(unsigned input) const {
  static const Held none;
  return tensorOf(input) ? frame_.tensors[node.inputs[input]] : none;
}

Value TfLiteOp::input(unsigned index) {
  if (!has(index))
    return {};
  return frame_.values.valueOf(frame_, node.inputs[index], b);
}

Value TfLiteOp::floatInput(unsigned index) {
  Value value = input(index);
  const Tensor &tensor = inputTensor(index);
  if (tensor.isQuantized())
    return dequantize(b, value, tensor.quantization);
  return b.convert(value, b.getF32Type());
}

Values TfLiteOp::inputs() {
  Values values;
  for (unsigned i = 0; i < inputCount(); ++i)
    values.push_back(input(i));
  return values;
}

std::string TfLiteOp::resource(unsigned index) const {
  return held(index).resource;
}

std::optional<ArrayRef<char>> TfLiteOp::constantBytes(unsigned index) const {
  const Tensor *tensor = tensorOf(index);
  if (!tensor || !tensor->isConstant ||
      frame_.tensors[node.inputs[index]].value)
    return std::nullopt;
  return tensor->bytes;
}

std::optional<Sizes> TfLiteOp::sizes(unsigned index) {
  if (!has(index) || !isa_and_nonnull<IntegerType>(inputElement(index)))
    return std::nullopt;
  return elementsOf(b, input(index));
}

std::optional<Ints> TfLiteOp::ints(unsigned index) {
  std::optional<Sizes> sizes = this->sizes(index);
  if (!sizes)
    return std::nullopt;
  Ints result;
  for (Size size : *sizes) {
    if (!size.isKnown())
      return std::nullopt;
    result.push_back(size.known());
  }
  return result;
}

std::optional<double> TfLiteOp::number(unsigned index) {
  if (!has(index))
    return std::nullopt;
  if (isa_and_nonnull<IntegerType>(inputElement(index))) {
    std::optional<Ints> values = ints(index);
    return values && values->size() == 1 ? std::optional<double>((*values)[0])
                                         : std::nullopt;
  }
  std::optional<ArrayRef<char>> bytes = constantBytes(index);
  if (!bytes || inputTensor(index).type != ElementType::FLOAT32 ||
      bytes->size() != sizeof(float))
    return std::nullopt;
  float number;
  std::memcpy(&number, bytes->data(), sizeof(number));
  return number;
}

std::optional<Ints> TfLiteOp::dims(unsigned index, int64_t rank) {
  std::optional<Ints> dims = ints(index);
  if (!dims)
    return std::nullopt;
  for (int64_t &dim : *dims) {
    std::optional<int64_t> fromFront = dimOf(dim, rank);
    if (!fromFront)
      return std::nullopt;
    dim = *fromFront;
  }
  return dims;
}

Type TfLiteOp::inputElement(unsigned index) const {
  const Tensor *tensor = tensorOf(index);
  return tensor ? elementTypeOf(tensor->type, b.getContext()) : Type();
}

Type TfLiteOp::outputElement(unsigned index) const {
  return elementTypeOf(outputTensor(index).type, b.getContext());
}

/// Lists of indices, conditions and handles are never quantised, biases are no
/// data.
static bool isData(const Tensor &tensor) {
  return tensor.type != ElementType::INT32;
}

bool TfLiteOp::isQuantized() const {
  auto counts = [](const Tensor &tensor) {
    return tensor.isQuantized() && isData(tensor);
  };
  for (unsigned i = 0; i < outputCount(); ++i)
    if (counts(outputTensor(i)))
      return true;
  // Weights beside floats are not data either: the operator is hybrid.
  for (unsigned i = 0; i < inputCount(); ++i) {
    const Tensor *tensor = tensorOf(i);
    if (!tensor || tensor->type == ElementType::INT32 ||
        tensor->type == ElementType::INT64 || tensor->type == ElementType::BOOL)
      continue;
    return counts(*tensor);
  }
  return false;
}

const void *TfLiteOp::emptyTable() {
  // A table of FlatBuffers without fields: the sizes of its field index and of
  // itself, then the way back to the index.
  alignas(8) static const struct {
    uint16_t indexBytes = 4, tableBytes = 4;
    int32_t toIndex = 4;
  } kTable;
  return &kTable.toIndex;
}

//===----------------------------------------------------------------------===//
// What several rows need
//===----------------------------------------------------------------------===//

Value ingot::tflite::activate(TensorBuilder &b, Value value,
                              schema::ActivationFunctionType function) {
  using Function = schema::ActivationFunctionType;
  auto atLeast = [&](double low) {
    return b.maximum(value, b.fullLike(value, low));
  };
  switch (function) {
  case Function::NONE:
    return value;
  case Function::RELU:
    return atLeast(0);
  case Function::RELU_N1_TO_1:
    value = atLeast(-1);
    return b.minimum(value, b.fullLike(value, 1));
  case Function::RELU6:
    value = atLeast(0);
    return b.minimum(value, b.fullLike(value, 6));
  case Function::TANH:
    return b.elementwise(ElementOp::Tanh, value);
  case Function::SIGN_BIT: {
    // 1 where the sign bit is set.
    Value isNegative = b.compare(Comparison::LT, value, b.fullLike(value, 0));
    return b.convert(isNegative, b.elementOf(value));
  }
  }
  return value;
}

EdgePadding ingot::tflite::paddingOf(TensorBuilder &b, schema::Padding padding,
                                     Size size, int64_t window, int64_t stride,
                                     int64_t dilation) {
  if (padding == schema::Padding::VALID)
    return {};
  // ceil(size / stride) windows have to fit.
  int64_t reach = (window - 1) * dilation + 1;
  Size count = b.floorDivide(b.add(size, stride - 1), stride);
  Size needed =
      b.add(b.multiply(b.subtract(count, 1), Size(stride)), Size(reach));
  Size total = b.maximum(b.subtract(needed, size), 0);
  Size low = b.floorDivide(total, 2);
  return {low, b.subtract(total, low)};
}

/// One number of each index of `axis`, in a tensor that is broadcast to `like`.
static Value alongAxis(TensorBuilder &b, ArrayRef<float> numbers, Value like,
                       int64_t axis) {
  auto type = RankedTensorType::get({static_cast<int64_t>(numbers.size())},
                                    b.getF32Type());
  Value list = b.constant(DenseElementsAttr::get(type, numbers));
  return b.broadcastInDim(list, b.sizesOf(like), {axis});
}

Value ingot::tflite::dequantize(TensorBuilder &b, Value stored,
                                const Quantization &quantization) {
  Value value = b.convert(stored, b.getF32Type());
  if (!quantization.isPerAxis()) {
    if (quantization.zeroPoint() != 0)
      value = b.subtract(value, b.fullLike(value, quantization.zeroPoint()));
    return b.multiply(value, b.fullLike(value, quantization.scale()));
  }
  if (llvm::any_of(quantization.zeroPoints, [](int64_t z) { return z != 0; })) {
    std::vector<float> zeros(quantization.zeroPoints.begin(),
                             quantization.zeroPoints.end());
    value = b.subtract(value, alongAxis(b, zeros, value, quantization.axis));
  }
  return b.multiply(
      value, alongAxis(b, quantization.scales, value, quantization.axis));
}

std::optional<int64_t> ingot::tflite::dimOf(int64_t axis, int64_t rank) {
  if (axis < -rank || axis >= rank)
    return std::nullopt;
  return axis < 0 ? axis + rank : axis;
}
