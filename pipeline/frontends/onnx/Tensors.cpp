//===- Tensors.cpp - tensors of a model as constants ----------------------===//
//
// All forms end in dense little-endian bytes, an element in whole bytes. Raw
// bytes of such types are used where they are; what is packed or listed is
// written to new bytes.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/onnx/Tensors.h"
#include "pipeline/frontends/Weights.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <cstring>

using namespace mlir;
using namespace ingot;
using namespace ingot::onnx;
using namespace ingot::onnx::reader;
using Data = proto::TensorProto;

/// Sparse and listed tensors are written out; a few bytes of a file may stand
/// for no more than this.
static constexpr int64_t kMaxWrittenOut = int64_t(1) << 30;

namespace {
/// Bytes of the elements: of the file, or owned.
struct Bytes {
  llvm::ArrayRef<char> view;
  std::vector<char> owned;
  bool isOwned = false;
};
} // namespace

static llvm::Error fail(const Data &tensor, const llvm::Twine &what) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 "tensor '" + tensor.name() + "': " + what);
}

static llvm::Expected<Shape> shapeOf(const Data &tensor) {
  Shape shape;
  for (int64_t size : tensor.dims())
    shape.push_back(Scalar::integer(size));
  if (!elementCount(shape))
    return fail(tensor, "its sizes are negative or too large");
  return shape;
}

static std::optional<uint64_t> parseNumber(llvm::StringRef text) {
  uint64_t number = 0;
  if (text.getAsInteger(10, number))
    return std::nullopt;
  return number;
}

static llvm::Expected<llvm::ArrayRef<char>>
externalBytes(const Data &tensor, const ModelSource &source) {
  llvm::StringRef location;
  std::optional<uint64_t> offset = 0, length;
  for (const auto &entry : tensor.external_data()) {
    if (entry.key() == "location")
      location = entry.value();
    if (entry.key() == "offset")
      offset = parseNumber(entry.value());
    if (entry.key() == "length" && !(length = parseNumber(entry.value())))
      return fail(tensor, "its external length is not a number");
  }
  std::optional<std::string_view> file = source.find(std::string(location));
  if (!file)
    return fail(tensor, "its data is in the file '" + location +
                            "', which was not given");
  if (!offset || *offset > file->size() ||
      (length && *length > file->size() - *offset))
    return fail(tensor, "its data is beyond the end of '" + location + "'");
  return llvm::ArrayRef<char>(file->data() + *offset,
                              length.value_or(file->size() - *offset));
}

template <typename T> static void append(std::vector<char> &out, T value) {
  const char *bytes = reinterpret_cast<const char *>(&value);
  out.insert(out.end(), bytes, bytes + sizeof value);
}

/// One of the lists: elements of small types stand in int32_data.
static std::vector<char> listedBytes(const Data &tensor) {
  std::vector<char> out;
  unsigned bits = bitsOf(tensor.data_type());
  for (float element : tensor.float_data())
    append(out, element);
  for (double element : tensor.double_data())
    append(out, element);
  for (int64_t element : tensor.int64_data())
    append(out, element);
  for (uint64_t element : tensor.uint64_data())
    if (bits == 32)
      append(out, static_cast<uint32_t>(element));
    else
      append(out, element);
  for (int32_t element : tensor.int32_data()) {
    if (bits <= 8)
      append(out, static_cast<uint8_t>(element));
    else if (bits == 16)
      append(out, static_cast<uint16_t>(element));
    else
      append(out, element);
  }
  return out;
}

/// 2- and 4-bit elements, the first in the lowest bits.
static std::vector<char> unpack(llvm::ArrayRef<char> packed, Dtype dtype,
                                int64_t count) {
  // The values of float4e2m1 without sign, as f8E4M3FN.
  static constexpr uint8_t kFloat4[] = {0x00, 0x30, 0x38, 0x3c,
                                        0x40, 0x44, 0x48, 0x4c};
  unsigned bits = bitsOf(dtype), perByte = 8 / bits;
  std::vector<char> out;
  for (int64_t i = 0; i < count; ++i) {
    unsigned value =
        static_cast<uint8_t>(packed[i / perByte]) >> (i % perByte * bits) &
        ((1u << bits) - 1);
    if (dtype == Data::FLOAT4E2M1)
      value = kFloat4[value & 7] | (value & 8 ? 0x80 : 0);
    else if (!isUnsigned(dtype))
      value = static_cast<unsigned>(llvm::SignExtend64(value, bits));
    out.push_back(static_cast<char>(value));
  }
  return out;
}

static llvm::Expected<Bytes> bytesOf(const Data &tensor,
                                     const ModelSource &source, int64_t count) {
  Bytes bytes;
  if (tensor.data_location() == Data::EXTERNAL) {
    llvm::Expected<llvm::ArrayRef<char>> found = externalBytes(tensor, source);
    if (!found)
      return found.takeError();
    bytes.view = *found;
  } else if (tensor.has_raw_offset()) {
    bytes.view = {source.bytes.data() + tensor.raw_offset(), tensor.raw_size()};
  } else {
    bytes.owned = listedBytes(tensor);
    bytes.isOwned = true;
    bytes.view = bytes.owned;
  }
  unsigned bits = bitsOf(tensor.data_type());
  uint64_t wanted = llvm::divideCeil(static_cast<uint64_t>(count) * bits, 8);
  // A file of external data without a length may go on after the tensor.
  bool mayBeLonger = tensor.data_location() == Data::EXTERNAL;
  if (bytes.view.size() < wanted ||
      (bytes.view.size() > wanted && !mayBeLonger))
    return fail(tensor, "it has " + llvm::Twine(bytes.view.size()) +
                            " bytes of data where its type says " +
                            llvm::Twine(wanted));
  bytes.view = bytes.view.take_front(wanted);
  if (bits >= 8)
    return std::move(bytes);
  bytes.owned = unpack(bytes.view, tensor.data_type(), count);
  bytes.isOwned = true;
  bytes.view = bytes.owned;
  return std::move(bytes);
}

/// What the reader follows of a small constant.
static std::optional<Elements> followedElements(ElementsAttr constant) {
  Elements elements;
  Type type = constant.getElementType();
  auto dense = dyn_cast<DenseElementsAttr>(constant);
  if (!dense || dense.getNumElements() > kMaxFollowed)
    return std::nullopt;
  if (isa<FloatType>(type)) {
    for (const APFloat &element : dense.getValues<APFloat>())
      elements.push_back(Scalar::real(element.convertToDouble()));
    return elements;
  }
  if (!type.isInteger())
    return std::nullopt;
  bool isSigned = type.isSignedInteger();
  for (const APInt &element : dense.getValues<APInt>())
    elements.push_back(Scalar::integer(
        isSigned ? element.getSExtValue()
                 : static_cast<int64_t>(element.getZExtValue())));
  return elements;
}

static Val makeValue(const Data &tensor, Shape shape, ElementsAttr constant) {
  auto value = std::make_shared<reader::Value>();
  value->name = tensor.name();
  value->info.dtype = tensor.data_type();
  value->info.shape = std::move(shape);
  value->info.elements = followedElements(constant);
  value->constant = constant;
  return value;
}

llvm::Expected<Val> ingot::onnx::reader::readTensor(const Data &tensor,
                                                    const ModelSource &source,
                                                    MLIRContext *context) {
  Type element = elementType(context, tensor.data_type());
  if (!element)
    return fail(tensor, "elements of type " + nameOf(tensor.data_type()) +
                            " are not compiled");
  llvm::Expected<Shape> shape = shapeOf(tensor);
  if (!shape)
    return shape.takeError();
  int64_t count = *elementCount(*shape);
  if (bitsOf(tensor.data_type()) < 8 && count > kMaxWrittenOut)
    return fail(tensor, "it is too large to unpack");
  llvm::Expected<Bytes> bytes = bytesOf(tensor, source, count);
  if (!bytes)
    return bytes.takeError();
  llvm::SmallVector<int64_t> sizes(tensor.dims().begin(), tensor.dims().end());
  auto type = RankedTensorType::get(sizes, element);
  ElementsAttr constant =
      bytes->isOwned ? makeOwnedWeight(type, bytes->view, tensor.name())
                     : makeWeight(type, bytes->view, tensor.name());
  return makeValue(tensor, std::move(*shape), constant);
}

/// The place of an element in dense order: an index itself, or one index per
/// dimension.
static std::optional<int64_t> placeOf(const Elements &indices, size_t row,
                                      llvm::ArrayRef<int64_t> sizes,
                                      bool isFlat) {
  int64_t place = 0;
  if (isFlat)
    return indices[row].asInteger();
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    int64_t index = indices[row * sizes.size() + dim].asInteger();
    if (index < 0 || index >= size)
      return std::nullopt;
    place = place * size + index;
  }
  return place;
}

llvm::Expected<Val>
ingot::onnx::reader::readSparseTensor(const proto::SparseTensorProto &tensor,
                                      const ModelSource &source,
                                      MLIRContext *context) {
  const Data &values = tensor.values();
  llvm::Expected<Val> indices = readTensor(tensor.indices(), source, context);
  if (!indices)
    return indices.takeError();
  llvm::SmallVector<int64_t> sizes(tensor.dims().begin(), tensor.dims().end());
  Shape shape;
  for (int64_t size : sizes)
    shape.push_back(Scalar::integer(size));
  std::optional<int64_t> count = elementCount(shape);
  Type element = elementType(context, values.data_type());
  unsigned width = bitsOf(values.data_type()) / 8;
  if (!count || !element || width == 0 || *count > kMaxWrittenOut / width)
    return fail(values, "a sparse tensor of a type or size that is not read");
  llvm::Expected<Shape> given = shapeOf(values);
  if (!given)
    return given.takeError();
  int64_t stored = *elementCount(*given);
  llvm::Expected<Bytes> bytes = bytesOf(values, source, stored);
  if (!bytes)
    return bytes.takeError();
  const std::optional<Elements> &places = (*indices)->info.elements;
  bool isFlat = (*indices)->info.shape->size() == 1;
  size_t perRow = isFlat ? 1 : sizes.size();
  if (!places || places->size() != stored * perRow ||
      !llvm::all_of(*places, [](Scalar i) { return i.isInteger(); }))
    return fail(values, "the indices of a sparse tensor do not fit its values "
                        "or are too many");
  std::vector<char> dense(*count * width, 0);
  for (int64_t row = 0; row < stored; ++row) {
    std::optional<int64_t> place = placeOf(*places, row, sizes, isFlat);
    if (!place || *place < 0 || *place >= *count)
      return fail(values, "an index of a sparse tensor is out of range");
    std::memcpy(&dense[*place * width], &bytes->view[row * width], width);
  }
  return makeValue(values, std::move(shape),
                   makeOwnedWeight(RankedTensorType::get(sizes, element), dense,
                                   values.name()));
}

llvm::Expected<Val> TensorReader::read(const Data &tensor) {
  Val &known = known_[&tensor];
  if (!known) {
    llvm::Expected<Val> value = readTensor(tensor, source_, context_);
    if (!value)
      return value.takeError();
    known = *value;
  }
  return known;
}

llvm::Expected<Val>
TensorReader::read(const proto::SparseTensorProto &tensor) const {
  return readSparseTensor(tensor, source_, context_);
}

TensorInfo ingot::onnx::reader::constantInfo(ElementsAttr constant,
                                             Dtype dtype) {
  TensorInfo info;
  info.dtype = dtype;
  info.shape.emplace();
  for (int64_t size : cast<ShapedType>(constant.getType()).getShape())
    info.shape->push_back(Scalar::integer(size));
  info.elements = followedElements(constant);
  return info;
}

ElementsAttr ingot::onnx::reader::makeConstant(const TensorInfo &info,
                                               llvm::StringRef name,
                                               MLIRContext *context) {
  llvm::SmallVector<int64_t> sizes;
  for (Scalar size : *info.shape)
    sizes.push_back(size.asInteger());
  Type element = elementType(context, info.dtype);
  auto type = RankedTensorType::get(sizes, element);
  llvm::SmallVector<Attribute> values;
  for (Scalar value : *info.elements) {
    if (isa<FloatType>(element))
      values.push_back(FloatAttr::get(element, value.asReal()));
    else
      values.push_back(IntegerAttr::get(
          element, APInt(element.getIntOrFloatBitWidth(), value.asInteger(),
                         /*isSigned=*/false, /*implicitTrunc=*/true)));
  }
  return DenseElementsAttr::get(type, values);
}

bool reader::Value::hasKnownElements() const {
  return info.elements && llvm::all_of(*info.elements, [](Scalar element) {
           return element.isKnown();
         });
}
