//===- ChloBytecode.cpp - attributes in bytecode --------------------------===//
//
// CHLO's own encoding, as its tools write it: a code and the number of the
// enumerator, both varints. All other attributes stand there as text.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/chlo/ChloDialect.h"

#include "mlir/Bytecode/BytecodeImplementation.h"

using namespace mlir;
using namespace ingot::chlo;

namespace {

enum AttrCode : uint64_t { kComparisonDirection = 0, kComparisonType = 1 };

template <typename AttrT, typename ValueT>
Attribute readEnum(DialectBytecodeReader &reader,
                   std::optional<ValueT> (*symbolize)(uint32_t)) {
  uint64_t number = 0;
  if (failed(reader.readVarInt(number)))
    return {};
  std::optional<ValueT> value;
  if (number <= UINT32_MAX)
    value = symbolize(static_cast<uint32_t>(number));
  if (value)
    return AttrT::get(reader.getContext(), *value);
  reader.emitError() << "no value of attribute '" << AttrT::getMnemonic()
                     << "' has the number " << number;
  return {};
}

struct ChloBytecode : BytecodeDialectInterface {
  explicit ChloBytecode(Dialect *dialect) : BytecodeDialectInterface(dialect) {}

  Attribute readAttribute(DialectBytecodeReader &reader) const override {
    uint64_t code = 0;
    if (failed(reader.readVarInt(code)))
      return {};
    if (code == kComparisonDirection)
      return readEnum<ComparisonDirectionAttr>(reader,
                                               symbolizeComparisonDirection);
    if (code == kComparisonType)
      return readEnum<ComparisonTypeAttr>(reader, symbolizeComparisonType);
    reader.emitError() << "no attribute of CHLO has the code " << code;
    return {};
  }

  LogicalResult writeAttribute(Attribute attr,
                               DialectBytecodeWriter &writer) const override {
    if (auto direction = dyn_cast<ComparisonDirectionAttr>(attr)) {
      writer.writeVarInt(kComparisonDirection);
      writer.writeVarInt(static_cast<uint32_t>(direction.getValue()));
      return success();
    }
    if (auto type = dyn_cast<ComparisonTypeAttr>(attr)) {
      writer.writeVarInt(kComparisonType);
      writer.writeVarInt(static_cast<uint32_t>(type.getValue()));
      return success();
    }
    return failure();
  }
};

} // namespace

void ChloDialect::registerBytecode() { addInterfaces<ChloBytecode>(); }
