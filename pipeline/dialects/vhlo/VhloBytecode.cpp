//===- VhloBytecode.cpp - types and attributes of portable artifacts ------===//
//
// The encoding of VHLO (docs/vhlo.md of the StableHLO specification): a code,
// then the fields. What is read is wrapped at once around the type or attribute
// that StableHLO uses, so a wrapper's content never holds wrappers; on the way
// out each part is wrapped again, because MLIR chooses the encoding of a part
// by the dialect it belongs to.
//
// Files may come from anyone: nothing is built before it was checked, and no
// memory is taken that the file's own size does not justify.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/vhlo/VhloBytecode.h"

using namespace mlir;
using namespace ingot::vhlo;

namespace {

struct VhloBytecode : BytecodeDialectInterface {
  explicit VhloBytecode(Dialect *dialect) : BytecodeDialectInterface(dialect) {}

  Attribute readAttribute(DialectBytecodeReader &reader) const override {
    Attribute value = readVersionedAttr(reader);
    return value ? wrap(value) : value;
  }
  Type readType(DialectBytecodeReader &reader) const override {
    Type value = readVersionedType(reader);
    return value ? wrap(value) : value;
  }
  LogicalResult writeAttribute(Attribute attr,
                               DialectBytecodeWriter &writer) const override {
    auto wrapper = dyn_cast<VersionedAttr>(attr);
    return success(wrapper &&
                   succeeded(writeVersioned(writer, wrapper.getValue())));
  }
  LogicalResult writeType(Type type,
                          DialectBytecodeWriter &writer) const override {
    auto wrapper = dyn_cast<VersionedType>(type);
    return success(wrapper &&
                   succeeded(writeVersioned(writer, wrapper.getValue())));
  }
};

} // namespace

void VhloDialect::registerBytecode() { addInterfaces<VhloBytecode>(); }
