//===- VhloBytecode.h - parts of portable artifacts -------------*- C++ -*-===//
//
// What the encodings of types and of attributes have in common. Private to this
// folder.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_DIALECTS_VHLO_VHLOBYTECODE_H
#define INGOT_PIPELINE_DIALECTS_VHLO_VHLOBYTECODE_H

#include "pipeline/dialects/BytecodeLists.h"
#include "pipeline/dialects/vhlo/VhloDialect.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

namespace ingot::vhlo {

/// The content of a wrapper, by its code and fields; null after a diagnostic.
mlir::Type readVersionedType(mlir::DialectBytecodeReader &reader);
mlir::Attribute readVersionedAttr(mlir::DialectBytecodeReader &reader);

/// Fails if VHLO has no form for it.
mlir::LogicalResult writeVersioned(mlir::DialectBytecodeWriter &writer,
                                   mlir::Type type);
mlir::LogicalResult writeVersioned(mlir::DialectBytecodeWriter &writer,
                                   mlir::Attribute value);

/// Reads a code and then the fields that it stands for; null after a
/// diagnostic. `Self` has a name for what it reads (kWhat) and a table of codes
/// and methods.
template <typename Self, typename Result> class CodedReader {
public:
  /// A code, and the method that reads the fields behind it.
  struct Rule {
    uint64_t code;
    Result (Self::*read)();
  };

  Result read() {
    uint64_t code = 0;
    if (failed(reader_.readVarInt(code)))
      return {};
    if (Result plain = Self::plain(code, context()))
      return plain;
    for (const Rule &rule : Self::rules())
      if (rule.code == code)
        return (static_cast<Self &>(*this).*rule.read)();
    reader_.emitError() << "no " << Self::kWhat << " of StableHLO v"
                        << kNewest.str() << " has the code " << code;
    return {};
  }

protected:
  explicit CodedReader(mlir::DialectBytecodeReader &reader) : reader_(reader) {}
  mlir::MLIRContext *context() { return reader_.getContext(); }

  mlir::DialectBytecodeReader &reader_;
};

/// Dense elements, after their code.
mlir::Attribute readElements(mlir::DialectBytecodeReader &reader);
void writeElements(mlir::DialectBytecodeWriter &writer,
                   mlir::DenseElementsAttr elements);

inline mlir::Attribute wrap(mlir::Attribute value) {
  return VersionedAttr::get(value.getContext(), value);
}
inline mlir::Type wrap(mlir::Type value) {
  return VersionedType::get(value.getContext(), value);
}

/// Since release 1.11 artifacts may hold parts of other dialects.
inline mlir::LogicalResult readType(mlir::DialectBytecodeReader &reader,
                                    mlir::Type &value) {
  if (failed(reader.readType(value)))
    return mlir::failure();
  if (auto wrapper = llvm::dyn_cast<VersionedType>(value))
    value = wrapper.getValue();
  return mlir::success();
}

inline mlir::LogicalResult
readTypes(mlir::DialectBytecodeReader &reader,
          llvm::SmallVectorImpl<mlir::Type> &values) {
  return ingot::readBoundedList(
      reader, values, [&](mlir::Type &type) { return readType(reader, type); });
}

template <typename T>
mlir::LogicalResult readAttr(mlir::DialectBytecodeReader &reader, T &value) {
  mlir::Attribute attr;
  if (failed(reader.readAttribute(attr)))
    return mlir::failure();
  if (auto wrapper = llvm::dyn_cast<VersionedAttr>(attr))
    attr = wrapper.getValue();
  value = llvm::dyn_cast<T>(attr);
  if (!value)
    return reader.emitError() << "an attribute is of another kind: " << attr;
  return mlir::success();
}

inline mlir::LogicalResult readDouble(mlir::DialectBytecodeReader &reader,
                                      llvm::APFloat &value) {
  mlir::FailureOr<llvm::APFloat> real =
      reader.readAPFloatWithKnownSemantics(llvm::APFloat::IEEEdouble());
  if (succeeded(real))
    value = *real;
  return real;
}

/// The later one of what parts need; nothing as soon as one has no form.
class Latest {
public:
  Latest(Version version = kOldest) : version_(version) {}
  template <typename T> Latest &with(T part) {
    std::optional<Version> other = firstRelease(part);
    if (!other || !version_)
      version_ = std::nullopt;
    else if (*version_ < *other)
      version_ = other;
    return *this;
  }
  template <typename RangeT> Latest &withAll(RangeT &&parts) {
    for (auto part : parts)
      with(part);
    return *this;
  }
  operator std::optional<Version>() const { return version_; }

private:
  std::optional<Version> version_;
};

} // namespace ingot::vhlo

#endif // INGOT_PIPELINE_DIALECTS_VHLO_VHLOBYTECODE_H
