//===- VhloElementsBytecode.cpp - constants of portable artifacts ---------===//
//
// A dense constant is a type and its raw bytes. The bytes come from anyone, so
// their number is compared with what the type needs before an attribute is
// built: DenseElementsAttr would read beyond them. Booleans are the exception
// to "as in memory": packed into bits, or one byte for a splat, and one byte
// each in early releases. See VhloBytecode.cpp for what all parts share.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/vhlo/VhloBytecode.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace ingot::vhlo;

/// Booleans are packed, eight in a byte, the first one lowest; if all are
/// true, they may be the one byte 0xff, and if all are false, 0. Early releases
/// wrote a byte for each.
static Attribute unpackBools(DialectBytecodeReader &reader,
                             RankedTensorType type, ArrayRef<char> bytes) {
  uint64_t count = type.getNumElements();
  uint64_t packed = llvm::divideCeil(count, 8);
  if (bytes.size() == 1 && (bytes[0] == 0 || bytes[0] == '\xff'))
    return DenseElementsAttr::get(type, bytes[0] != 0);
  if (bytes.size() != packed && bytes.size() != count) {
    reader.emitError() << "a tensor " << type << " has " << bytes.size()
                       << " bytes";
    return {};
  }
  SmallVector<bool> values(count);
  for (uint64_t i = 0; i < count; ++i)
    values[i] =
        bytes.size() == count ? bytes[i] != 0 : (bytes[i / 8] >> (i % 8)) & 1;
  return DenseElementsAttr::get(type, values);
}

static bool isNumber(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type))
    type = complex.getElementType();
  return type.isIntOrIndexOrFloat();
}

Attribute ingot::vhlo::readElements(DialectBytecodeReader &reader) {
  Type type;
  ArrayRef<char> bytes;
  if (failed(readType(reader, type)) || failed(reader.readBlob(bytes)))
    return {};
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape() ||
      !isNumber(tensor.getElementType())) {
    reader.emitError() << "a constant has the type " << type;
    return {};
  }
  if (tensor.getElementType().isInteger(1))
    return unpackBools(reader, tensor, bytes);
  bool isSplat = false;
  if (!DenseElementsAttr::isValidRawBuffer(tensor, bytes, isSplat)) {
    reader.emitError() << "a tensor " << type << " has " << bytes.size()
                       << " bytes";
    return {};
  }
  return DenseElementsAttr::getFromRawBuffer(tensor, bytes);
}

void ingot::vhlo::writeElements(DialectBytecodeWriter &writer,
                                DenseElementsAttr elements) {
  writer.writeType(wrap(elements.getType()));
  if (!elements.getElementType().isInteger(1)) {
    writer.writeOwnedBlob(elements.getRawData());
    return;
  }
  // One element is not written as a splat: its byte would be ambiguous.
  int64_t count = elements.getNumElements();
  std::string bytes;
  if (elements.isSplat() && count > 1) {
    bytes.push_back(elements.getSplatValue<bool>() ? '\xff' : 0);
  } else {
    bytes.resize(llvm::divideCeil(count, 8));
    for (auto [i, value] : llvm::enumerate(elements.getValues<bool>()))
      bytes[i / 8] |= value << (i % 8);
  }
  // A blob must live as long as the writer; strings of the context do.
  StringAttr owner = StringAttr::get(elements.getContext(), bytes);
  writer.writeOwnedBlob(ArrayRef<char>(owner.data(), owner.size()));
}
