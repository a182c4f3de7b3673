//===- Weights.cpp - bytes of a model's file as constants -----------------===//
//
// Protocol Buffers and zip archives align nothing, so a resource may lie askew
// for its elements, whatever alignment it claims for a copy: who reads elements
// of resources copies them out first. A copy of each such weight here would be
// as large as the model, and would no longer be a part of the request, which is
// stored already.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/Weights.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

/// Up to this size constants stay in the program and are part of its key.
static constexpr size_t kMaxInlineBytes = 1024;

static std::optional<uint64_t> elementBytes(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type)) {
    std::optional<uint64_t> part = elementBytes(complex.getElementType());
    return part ? std::optional<uint64_t>(2 * *part) : std::nullopt;
  }
  if (!type.isIntOrFloat())
    return std::nullopt;
  return llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
}

std::optional<uint64_t> ingot::weightBytes(ShapedType type) {
  std::optional<uint64_t> total = elementBytes(type.getElementType());
  if (!total || !type.hasStaticShape())
    return std::nullopt;
  for (int64_t size : type.getShape()) {
    uint64_t next = 0;
    if (llvm::MulOverflow<int64_t>(*total, size,
                                   reinterpret_cast<int64_t &>(next)))
      return std::nullopt;
    total = next;
  }
  return total;
}

static DenseElementsAttr makeBooleans(ShapedType type, ArrayRef<char> bytes) {
  SmallVector<bool> values;
  for (char byte : bytes)
    values.push_back(byte != 0);
  return DenseElementsAttr::get(type, values);
}

/// Constants that are written out, for want of size or of whole bytes; null for
/// one that becomes a resource.
static ElementsAttr makeInline(ShapedType type, ArrayRef<char> bytes) {
  if (type.getElementType().isInteger(1))
    return makeBooleans(type, bytes);
  if (bytes.size() <= kMaxInlineBytes)
    return DenseElementsAttr::getFromRawBuffer(type, bytes);
  return {};
}

static ElementsAttr makeResource(ShapedType type, AsmResourceBlob blob,
                                 StringRef name) {
  return DenseResourceElementsAttr::get(type, name.empty() ? "weight" : name,
                                        std::move(blob));
}

static size_t alignmentOf(ShapedType type) {
  return llvm::PowerOf2Ceil(
      std::max<uint64_t>(elementBytes(type.getElementType()).value_or(1), 1));
}

ElementsAttr ingot::makeWeight(ShapedType type, ArrayRef<char> bytes,
                               StringRef name) {
  if (ElementsAttr small = makeInline(type, bytes))
    return small;
  return makeResource(
      type,
      UnmanagedAsmResourceBlob::allocateWithAlign(bytes, alignmentOf(type)),
      name);
}

ElementsAttr ingot::makeOwnedWeight(ShapedType type, ArrayRef<char> bytes,
                                    StringRef name) {
  if (ElementsAttr small = makeInline(type, bytes))
    return small;
  return makeResource(
      type,
      HeapAsmResourceBlob::allocateAndCopyWithAlign(bytes, alignmentOf(type)),
      name);
}
