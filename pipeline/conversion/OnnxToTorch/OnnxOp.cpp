//===- OnnxOp.cpp - operators of ONNX as an importer writes them ----------===//
//
// Attributes of ONNX arrive as discardable attributes, which no verifier has
// seen. Each accessor checks the kind: one that is missing has ONNX's default;
// one of another kind leaves a reason. A conversion may therefore go on with
// the default; the pass looks at the reason first and discards what was built.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/OnnxToTorch/OnnxOp.h"
#include "pipeline/dialects/torch/TorchOp.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/DialectResourceBlobManager.h"

#include <cstring>

using namespace mlir;
using namespace ingot;
using namespace ingot::onnx;

/// Lists of sizes, axes and the like have at most one entry for each dimension,
/// or two; more would be another thing.
static constexpr int64_t kMaxInts = 64;

Tensor OnnxOp::input(unsigned index) const {
  if (index >= inputCount())
    return {};
  Value value = op_->getOperands()[index];
  if (!isa<torch::TorchTensorType>(value.getType()))
    return {};
  return {*builder_, value};
}

std::optional<SmallVector<Tensor>> OnnxOp::inputs() const {
  SmallVector<Tensor> tensors;
  for (unsigned i = 0; i < inputCount(); ++i)
    if (Tensor tensor = tensors.emplace_back(input(i)); !tensor)
      return std::nullopt;
  return tensors;
}

std::optional<Ints> OnnxOp::constant(unsigned index) const {
  Tensor tensor = input(index);
  if (!tensor)
    return std::nullopt;
  auto literal = tensor.value().getDefiningOp<torch::ValueTensorLiteralOp>();
  if (!literal)
    return std::nullopt;
  Ints elements;
  if (auto dense = dyn_cast<DenseIntElementsAttr>(literal.getValue())) {
    for (const APInt &element : dense.getValues<APInt>())
      elements.push_back(element.getSExtValue());
    return elements;
  }
  auto resource = dyn_cast<DenseResourceElementsAttr>(literal.getValue());
  if (!resource || !resource.getType().getElementType().isInteger(64))
    return std::nullopt;
  AsmResourceBlob *blob = resource.getRawHandle().getBlob();
  if (!blob)
    return std::nullopt;
  // They may lie askew (frontends/Weights.cpp).
  elements.resize(blob->getData().size() / sizeof(int64_t));
  std::memcpy(elements.data(), blob->getData().data(),
              elements.size() * sizeof(int64_t));
  return elements;
}

std::optional<double> OnnxOp::constantNumber(unsigned index) const {
  Tensor tensor = input(index);
  auto literal =
      tensor ? tensor.value().getDefiningOp<torch::ValueTensorLiteralOp>()
             : torch::ValueTensorLiteralOp();
  auto splat = literal ? dyn_cast<SplatElementsAttr>(literal.getValue())
                       : SplatElementsAttr();
  if (!splat)
    return std::nullopt;
  if (isa<FloatType>(splat.getElementType()))
    return splat.getSplatValue<APFloat>().convertToDouble();
  return splat.getSplatValue<APInt>().getSExtValue();
}

Attribute OnnxOp::attribute(StringRef name) const {
  return op_->getDiscardableAttr(("torch.onnx." + name).str());
}

template <typename Kind>
Kind OnnxOp::typedAttribute(StringRef name, const char *kind) const {
  Attribute given = attribute(name);
  auto value = dyn_cast_if_present<Kind>(given);
  if (given && !value)
    fail("its attribute '" + name + "' is not " + kind);
  return value;
}

int64_t OnnxOp::integer(StringRef name, int64_t otherwise) const {
  auto value = typedAttribute<IntegerAttr>(name, "an int");
  return value ? value.getValue().getSExtValue() : otherwise;
}

double OnnxOp::number(StringRef name, double otherwise) const {
  auto value = typedAttribute<FloatAttr>(name, "a float");
  return value ? value.getValueAsDouble() : otherwise;
}

StringRef OnnxOp::text(StringRef name, StringRef otherwise) const {
  auto value = typedAttribute<StringAttr>(name, "a string");
  return value ? value.getValue() : otherwise;
}

std::optional<Ints> OnnxOp::integers(StringRef name) const {
  auto list = typedAttribute<ArrayAttr>(name, "a list of ints");
  if (!list)
    return std::nullopt;
  Ints elements;
  for (Attribute element : list) {
    auto value = dyn_cast<IntegerAttr>(element);
    if (!value) {
      fail("its attribute '" + name + "' is not a list of ints");
      return std::nullopt;
    }
    elements.push_back(value.getValue().getSExtValue());
  }
  return elements;
}

std::optional<Ints> OnnxOp::integers(StringRef name, unsigned input) const {
  std::optional<Ints> list = integers(name);
  return list ? list : constant(input);
}

std::optional<int64_t> OnnxOp::axis(StringRef name, int64_t otherwise,
                                    int64_t rank) const {
  return dimOf(integer(name, otherwise), rank);
}

std::optional<int64_t> ingot::onnx::dimOf(int64_t axis, int64_t rank) {
  // PyTorch lets a number have the dimensions of a vector; ONNX does not.
  return rank == 0 ? std::nullopt : torch::normalizeDim(axis, rank);
}

std::optional<SmallVector<double>> OnnxOp::numbers(StringRef name) const {
  auto list = typedAttribute<ArrayAttr>(name, "a list of floats");
  if (!list)
    return std::nullopt;
  SmallVector<double> elements;
  for (Attribute element : list) {
    auto value = dyn_cast<FloatAttr>(element);
    if (!value) {
      fail("its attribute '" + name + "' is not a list of floats");
      return std::nullopt;
    }
    elements.push_back(value.getValueAsDouble());
  }
  return elements;
}

std::optional<SmallVector<StringRef>> OnnxOp::texts(StringRef name) const {
  auto list = typedAttribute<ArrayAttr>(name, "a list of strings");
  if (!list)
    return std::nullopt;
  SmallVector<StringRef> elements;
  for (Attribute element : list) {
    auto value = dyn_cast<StringAttr>(element);
    if (!value) {
      fail("its attribute '" + name + "' is not a list of strings");
      return std::nullopt;
    }
    elements.push_back(value.getValue());
  }
  return elements;
}

/// The numbers that a vector was put together from. Sizes that went through
/// tensors are seen to be sizes.
static std::optional<SmallVector<Value>>
numbersIn(torch::TorchBuilder &builder, Value vector, int depth = 0) {
  constexpr int kMaxDepth = 4;
  Operation *op = vector.getDefiningOp();
  if (!op || depth > kMaxDepth)
    return std::nullopt;
  if (auto literal = dyn_cast<torch::ValueTensorLiteralOp>(op)) {
    auto dense = dyn_cast<DenseIntElementsAttr>(literal.getValue());
    if (!dense || dense.getType().getRank() != 1 ||
        dense.getNumElements() > kMaxInts)
      return std::nullopt;
    SmallVector<Value> numbers;
    for (const APInt &number : dense)
      numbers.push_back(builder.constant(number.getSExtValue()));
    return numbers;
  }
  torch::TorchOp part(op);
  if (part.is("torch.aten.view")) {
    Value self = part.operand("self");
    Operation *number = self ? self.getDefiningOp() : nullptr;
    if (!number || !torch::TorchOp(number).is("torch.prim.NumToTensor.Scalar"))
      return std::nullopt;
    auto type = dyn_cast<torch::TorchTensorType>(vector.getType());
    return type && type.getSizes() &&
                   ArrayRef(*type.getSizes()) == ArrayRef<int64_t>({1})
               ? std::optional(SmallVector<Value>{number->getOperand(0)})
               : std::nullopt;
  }
  std::optional<SmallVector<Value>> parts;
  if (Value list = part.operand("tensors"); list && part.is("torch.aten.cat"))
    parts = torch::matchList(list);
  if (!parts)
    return std::nullopt;
  SmallVector<Value> all;
  for (Value each : *parts) {
    std::optional<SmallVector<Value>> numbers =
        numbersIn(builder, each, depth + 1);
    if (!numbers || all.size() + numbers->size() > kMaxInts)
      return std::nullopt;
    all.append(*numbers);
  }
  return all;
}

std::optional<SmallVector<Value>> OnnxOp::sizesIn(unsigned index) const {
  Tensor tensor = input(index);
  return tensor && tensor.rank() == 1 ? numbersIn(*builder_, tensor.value())
                                      : std::nullopt;
}

Value OnnxOp::sizeIn(unsigned index) const {
  Tensor tensor = input(index);
  if (!tensor || tensor.rank() != 0)
    return {};
  Value value = tensor.value();
  while (Operation *op = value.getDefiningOp()) {
    torch::TorchOp part(op);
    if (part.is("torch.aten.size.int"))
      return value;
    if (part.is("torch.prim.NumToTensor.Scalar"))
      value = op->getOperand(0);
    else if (part.is("torch.aten.squeeze.dim") || part.is("torch.aten.view"))
      value = part.operand("self");
    else
      break;
  }
  return {};
}

std::optional<SmallVector<Value>> OnnxOp::ints(unsigned index) const {
  Tensor tensor = input(index);
  if (!tensor || tensor.rank() > 1)
    return std::nullopt;
  SmallVector<Value> values;
  if (std::optional<Ints> known = constant(index)) {
    for (int64_t value : *known)
      values.push_back(builder_->constant(value));
    return values;
  }
  if (tensor.rank() == 0)
    return SmallVector<Value>{
        builder_->create("aten.Int.Tensor", {{"a", tensor}})};
  if (std::optional<SmallVector<Value>> numbers = sizesIn(index))
    return numbers;
  int64_t count = tensor.type().getSizes()->front();
  if (count == ShapedType::kDynamic || count > kMaxInts)
    return std::nullopt;
  for (int64_t i = 0; i < count; ++i)
    values.push_back(builder_->create("aten.Int.Tensor",
                                      {{"a", torch::select(tensor, 0, i)}}));
  return values;
}

torch::TorchTensorType OnnxOp::resultType(unsigned index) const {
  if (index >= resultCount())
    return {};
  return dyn_cast<torch::TorchTensorType>(op_->getResult(index).getType());
}

Ints OnnxOp::resultSizes(unsigned index) const {
  torch::TorchTensorType type = resultType(index);
  return type ? Ints(*type.getSizes()) : Ints();
}

std::optional<SmallVector<Value>> OnnxOp::knownSizes(unsigned index) const {
  SmallVector<Value> sizes;
  for (int64_t size : resultSizes(index)) {
    if (size == ShapedType::kDynamic)
      return std::nullopt;
    sizes.push_back(builder_->constant(size));
  }
  return sizes;
}

torch::Results OnnxOp::fail(const Twine &reason) const {
  reason_ = reason.str();
  return {};
}

Tensor ingot::onnx::perChannel(Tensor values, Tensor like) {
  torch::TorchBuilder &builder = values.builder();
  SmallVector<Value> sizes(like.rank(), builder.constant(int64_t(1)));
  sizes[1] = builder.constant(int64_t(-1));
  return torch::view(values, sizes);
}
