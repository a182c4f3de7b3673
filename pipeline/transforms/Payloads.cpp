//===- Payloads.cpp - the bytes of dense constants ------------------------===//
//
// Bytecode can bring dense constants with fewer bytes than their types need.
// MLIR 22 does not check that, and would read beyond the buffer. So
// payloadFault() looks before anyone reads (ingot-check-payloads), and
// everything else here relies on it.
//
// Booleans have three forms: one byte each at the C ABI, one bit each in a
// resource, and DenseElementsAttr's own.
//
//===----------------------------------------------------------------------===//

#include "pipeline/transforms/Payloads.h"
#include "pipeline/conversion/AbiTypes.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

ElementsAttr ingot::constantPayload(Operation *op) {
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return dyn_cast<ElementsAttr>(constant.getValue());
  if (auto constant = dyn_cast<tosa::ConstOp>(op))
    return constant.getValues();
  if (auto constant = dyn_cast<stablehlo::ConstantOp>(op))
    return constant.getValue();
  return nullptr;
}

std::optional<int64_t> ingot::elementByteSize(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type)) {
    std::optional<int64_t> part = elementByteSize(complex.getElementType());
    return part ? std::optional<int64_t>(2 * *part) : std::nullopt;
  }
  if (type.isIndex())
    return 8;
  if (!type.isIntOrFloat())
    return std::nullopt;
  return static_cast<int64_t>(
      llvm::PowerOf2Ceil(llvm::divideCeil(type.getIntOrFloatBitWidth(), 8u)));
}

std::optional<int64_t> ingot::denseByteSize(ShapedType type) {
  std::optional<int64_t> size = elementByteSize(type.getElementType());
  if (!size || !type.hasStaticShape())
    return std::nullopt;
  for (int64_t dimension : type.getShape()) {
    if (dimension != 0 && *size > (int64_t{1} << 62) / dimension)
      return std::nullopt;
    *size *= dimension;
  }
  return size;
}

std::string ingot::payloadFault(ElementsAttr payload) {
  ShapedType type = payload.getShapedType();
  if (auto dense = dyn_cast<DenseIntOrFPElementsAttr>(payload)) {
    if (!type.getElementType().isIntOrIndexOrFloat() &&
        !isa<ComplexType>(type.getElementType()))
      return "has an element type without a size";
    bool splat = false;
    if (!DenseElementsAttr::isValidRawBuffer(type, dense.getRawData(), splat))
      return "has a buffer of " + std::to_string(dense.getRawData().size()) +
             " bytes, which its type does not have";
    return "";
  }
  auto resource = dyn_cast<DenseResourceElementsAttr>(payload);
  if (!resource)
    return "";
  const AsmResourceBlob *blob = resource.getRawHandle().getBlob();
  if (!blob)
    return "names the resource '" + resource.getRawHandle().getKey().str() +
           "', of which the module has no data";
  std::optional<int64_t> wanted = denseByteSize(type);
  // A resource packs i1 into bits; anything else is one element after another.
  if (wanted && type.getElementType().isInteger(1))
    wanted = llvm::divideCeil(type.getNumElements(), 8);
  if (!wanted || static_cast<int64_t>(blob->getData().size()) != *wanted)
    return "names the resource '" + resource.getRawHandle().getKey().str() +
           "' of " + std::to_string(blob->getData().size()) +
           " bytes, which its type does not have";
  return "";
}

bool ingot::isSplatPayload(ElementsAttr payload) {
  auto dense = dyn_cast<DenseElementsAttr>(payload);
  return dense && dense.isSplat();
}

bool ingot::isWeightPayload(ElementsAttr payload) {
  constexpr int64_t kLeastBytesOfFloats = 32, kLeastBytesOfIntegers = 256;
  ShapedType type = payload.getShapedType();
  Type element = type.getElementType();
  std::optional<int64_t> size = denseByteSize(type);
  if (!size || element.isIndex() || !abiElementType(element) ||
      isSplatPayload(payload))
    return false;
  return *size >=
         (element.isInteger() ? kLeastBytesOfIntegers : kLeastBytesOfFloats);
}

bool ingot::isLargePayload(ElementsAttr payload, uint64_t minBytes) {
  ShapedType type = payload.getShapedType();
  std::optional<int64_t> size = denseByteSize(type);
  return !isSplatPayload(payload) && size &&
         abiElementType(type.getElementType()) &&
         static_cast<uint64_t>(*size) >= minBytes;
}

/// One byte per element out of one bit per element, lowest bit first.
static std::string unpackBits(ArrayRef<char> bits, int64_t count) {
  std::string bytes(count, '\0');
  for (int64_t i = 0; i < count; ++i)
    bytes[i] = static_cast<char>((bits[i / 8] >> (i % 8)) & 1);
  return bytes;
}

std::optional<StringRef> ingot::storedBytes(ElementsAttr payload) {
  auto resource = dyn_cast<DenseResourceElementsAttr>(payload);
  if (!resource ||
      payload.getShapedType().getElementType().isInteger(1)) // Packed.
    return std::nullopt;
  ArrayRef<char> data = resource.getRawHandle().getBlob()->getData();
  return StringRef(data.data(), data.size());
}

std::string ingot::payloadBytes(ElementsAttr payload) {
  ShapedType type = payload.getShapedType();
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(payload)) {
    ArrayRef<char> data = resource.getRawHandle().getBlob()->getData();
    if (type.getElementType().isInteger(1))
      return unpackBits(data, type.getNumElements());
    return std::string(data.data(), data.size());
  }
  auto dense = cast<DenseElementsAttr>(payload);
  if (type.getElementType().isInteger(1)) {
    std::string bytes;
    for (bool value : dense.getValues<bool>())
      bytes.push_back(value ? 1 : 0);
    return bytes;
  }
  ArrayRef<char> raw = dense.getRawData();
  if (!dense.isSplat())
    return std::string(raw.data(), raw.size());
  std::string bytes;
  bytes.reserve(raw.size() * type.getNumElements());
  for (int64_t i = 0; i < type.getNumElements(); ++i)
    bytes.append(raw.data(), raw.size());
  return bytes;
}
