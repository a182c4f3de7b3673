//===- Types.cpp - TensorFlow's types and constants as MLIR's -------------===//
//
// A constant has its elements as bytes, or in a list of one of a dozen types. A
// list may be shorter than the tensor: its last element stands for all that
// follow, and an empty one for zeros.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tensorflow/Types.h"
#include "pipeline/frontends/Weights.h"

#include "llvm/Support/Error.h"

#include <cstring>

using namespace mlir;
using namespace ingot;
using namespace ingot::tensorflow;

namespace {

/// A constant may not be larger than this when its file does not hold the
/// bytes: a few of them could ask for any amount of memory.
constexpr uint64_t kMaxFilledBytes = uint64_t(1) << 28;

/// One number of TensorFlow's DataType.
struct TypeRow {
  int number;
  const char *name;
  Type (*make)(MLIRContext *context);
};

template <unsigned width> Type signless(MLIRContext *context) {
  return IntegerType::get(context, width);
}
template <unsigned width> Type unsignedType(MLIRContext *context) {
  return IntegerType::get(context, width, IntegerType::Unsigned);
}
template <typename Float> Type real(MLIRContext *context) {
  return Float::get(context);
}
template <typename Float> Type complexOf(MLIRContext *context) {
  return ComplexType::get(Float::get(context));
}

constexpr TypeRow kTypes[] = {
    {1, "float", real<Float32Type>},
    {2, "double", real<Float64Type>},
    {3, "int32", signless<32>},
    {4, "uint8", unsignedType<8>},
    {5, "int16", signless<16>},
    {6, "int8", signless<8>},
    {8, "complex64", complexOf<Float32Type>},
    {9, "int64", signless<64>},
    {10, "bool", signless<1>},
    {11, "qint8", signless<8>},
    {12, "quint8", unsignedType<8>},
    {13, "qint32", signless<32>},
    {14, "bfloat16", real<BFloat16Type>},
    {15, "qint16", signless<16>},
    {16, "quint16", unsignedType<16>},
    {17, "uint16", unsignedType<16>},
    {18, "complex128", complexOf<Float64Type>},
    {19, "half", real<Float16Type>},
    {22, "uint32", unsignedType<32>},
    {23, "uint64", unsignedType<64>},
    {24, "float8_e5m2", real<Float8E5M2Type>},
    {25, "float8_e4m3fn", real<Float8E4M3FNType>},
};

const TypeRow *findType(int dataType) {
  if (dataType > kReference)
    dataType -= kReference;
  for (const TypeRow &row : kTypes)
    if (row.number == dataType)
      return &row;
  return nullptr;
}

template <typename T, typename List>
void append(std::vector<char> &bytes, const List &list) {
  for (auto number : list) {
    T element = static_cast<T>(number);
    const char *raw = reinterpret_cast<const char *>(&element);
    bytes.insert(bytes.end(), raw, raw + sizeof(T));
  }
}

/// The elements of the list that belongs to the type.
std::vector<char> listedElements(const format::Tensor &tensor) {
  std::vector<char> bytes;
  switch (tensor.dtype() % kReference) {
  case 1:
    append<float>(bytes, tensor.float_val());
    break;
  case 2:
    append<double>(bytes, tensor.double_val());
    break;
  case 3:
  case 13:
    append<int32_t>(bytes, tensor.int_val());
    break;
  case 4:
  case 6:
  case 11:
  case 12:
    append<int8_t>(bytes, tensor.int_val());
    break;
  case 5:
  case 15:
  case 16:
  case 17:
    append<int16_t>(bytes, tensor.int_val());
    break;
  case 8:
    append<float>(bytes, tensor.scomplex_val());
    break;
  case 9:
    append<int64_t>(bytes, tensor.int64_val());
    break;
  case 10:
    append<int8_t>(bytes, tensor.bool_val());
    break;
  case 14:
  case 19:
    append<int16_t>(bytes, tensor.half_val());
    break;
  case 18:
    append<double>(bytes, tensor.dcomplex_val());
    break;
  case 22:
    append<uint32_t>(bytes, tensor.uint32_val());
    break;
  case 23:
    append<uint64_t>(bytes, tensor.uint64_val());
    break;
  default:
    bytes.assign(tensor.float8_val().begin(), tensor.float8_val().end());
    break;
  }
  return bytes;
}

} // namespace

Type ingot::tensorflow::elementType(int dataType, MLIRContext *context) {
  const TypeRow *row = findType(dataType);
  return row ? row->make(context) : Type();
}

std::string ingot::tensorflow::nameOfType(int dataType) {
  if (const TypeRow *row = findType(dataType))
    return row->name;
  switch (dataType % kReference) {
  case kString:
    return "string";
  case kResource:
    return "resource";
  case kVariant:
    return "variant";
  default:
    return "type " + std::to_string(dataType);
  }
}

std::optional<SmallVector<int64_t>>
ingot::tensorflow::shapeOf(const format::TensorShape &shape) {
  if (shape.unknown_rank())
    return std::nullopt;
  SmallVector<int64_t> sizes;
  for (const auto &dim : shape.dim()) {
    if (dim.size() < -1 || dim.size() > (int64_t(1) << 48))
      return std::nullopt;
    sizes.push_back(dim.size());
  }
  return sizes;
}

RankedTensorType ingot::tensorflow::tensorType(int dataType,
                                               const format::TensorShape &shape,
                                               MLIRContext *context) {
  std::optional<SmallVector<int64_t>> sizes = shapeOf(shape);
  Type element = elementType(dataType, context);
  if (!sizes || !element)
    return {};
  for (int64_t &size : *sizes)
    if (size < 0)
      size = ShapedType::kDynamic;
  return RankedTensorType::get(*sizes, element);
}

llvm::Expected<ElementsAttr>
ingot::tensorflow::constantOf(const format::Tensor &tensor,
                              MLIRContext *context, StringRef name) {
  RankedTensorType type =
      tensorType(tensor.dtype(), tensor.tensor_shape(), context);
  if (!type || !type.hasStaticShape())
    return llvm::createStringError("a constant of type " +
                                   nameOfType(tensor.dtype()) +
                                   " or of unknown shape");
  std::optional<uint64_t> wanted = weightBytes(type);
  if (!wanted)
    return llvm::createStringError("a constant with too many elements");
  const std::string &content = tensor.tensor_content();
  if (!content.empty()) {
    if (content.size() != *wanted)
      return llvm::createStringError(
          "a constant of " + llvm::Twine(*wanted) + " bytes with " +
          llvm::Twine(content.size()) + " in the file");
    return makeOwnedWeight(type, content, name);
  }
  std::vector<char> bytes = listedElements(tensor);
  if (bytes.size() > *wanted)
    return llvm::createStringError(
        "a constant with more elements than its shape has");
  int64_t count = type.getNumElements();
  uint64_t width = count == 0 ? 0 : *wanted / count;
  // A complex number has two entries in its list; half of one is none.
  if (width != 0 && bytes.size() % width != 0)
    return llvm::createStringError("a constant with a part of an element");
  std::vector<char> last(width, 0);
  if (bytes.size() >= width)
    last.assign(bytes.end() - width, bytes.end());
  // One element for all takes no memory.
  if (count > 1 && bytes.size() <= width) {
    auto scalar = RankedTensorType::get({}, type.getElementType());
    return cast<DenseElementsAttr>(makeOwnedWeight(scalar, last, name))
        .resizeSplat(type);
  }
  if (*wanted > bytes.size() && *wanted > kMaxFilledBytes)
    return llvm::createStringError(
        "a constant of more than 256 MiB without its bytes");
  while (bytes.size() < *wanted)
    bytes.insert(bytes.end(), last.begin(), last.end());
  return makeOwnedWeight(type, bytes, name);
}
