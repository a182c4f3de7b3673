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

#include "pipeline/dialects/stablehlo/StablehloDialect.h"
#include "pipeline/dialects/vhlo/VhloDialect.h"

#include "mlir/Bytecode/BytecodeImplementation.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/Dialect/Shape/IR/Shape.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace ingot::vhlo;
namespace hlo = ingot::stablehlo;

using Reader = DialectBytecodeReader;
using Writer = DialectBytecodeWriter;

namespace {

enum TypeCode : uint64_t {
  kComplex = 1,
  kFunction = 8,
  kTensor = 20,
  kTensorWithEncoding = 21,
  kTuple = 23,
  kQuantized = 24,
  kUnrankedTensor = 25,
  kQuantizedPerAxis = 30,
  kBuffer = 41,
  kFuture = 42,
};

enum AttrCode : uint64_t {
  kArray = 1,
  kBool = 2,
  kComparisonDirection = 3,
  kComparisonType = 4,
  kApiVersion = 5,
  kDictionary = 6,
  kFftType = 7,
  kFloat = 8,
  kInteger = 9,
  kOutputOperandAlias = 10,
  kPrecision = 11,
  kRngAlgorithm = 12,
  kRngDistribution = 13,
  kString = 14,
  kElements = 15,
  kTranspose = 16,
  kTypeAttr = 17,
  kTypeExtensions = 18,
  kResultAccuracyMode = 19,
  kResultAccuracy = 20,
  kSubAxisInfo = 21,
  kAxisRef = 22,
  kReplicaGroupMeshAxes = 23,
  kMeshAxis = 24,
  kMesh = 25,
};

/// A type that its code alone describes.
struct PlainType {
  uint64_t code;
  Version first;
  Type (*get)(MLIRContext *);
};

template <typename T> Type plain(MLIRContext *context) {
  return T::get(context);
}
template <unsigned Width, IntegerType::SignednessSemantics Signedness>
Type integer(MLIRContext *context) {
  return IntegerType::get(context, Width, Signedness);
}

constexpr auto kSigned = IntegerType::Signless;
constexpr auto kUnsigned = IntegerType::Unsigned;

constexpr PlainType kPlainTypes[] = {
    {0, kOldest, integer<1, kSigned>},
    {2, kOldest, plain<BFloat16Type>},
    {3, kOldest, plain<Float16Type>},
    {4, kOldest, plain<Float32Type>},
    {5, kOldest, plain<Float64Type>},
    {6, kOldest, plain<Float8E4M3FNType>},
    {7, kOldest, plain<Float8E5M2Type>},
    {9, kOldest, plain<IndexType>},
    {10, kOldest, integer<4, kSigned>},
    {11, kOldest, integer<8, kSigned>},
    {12, kOldest, integer<16, kSigned>},
    {13, kOldest, integer<32, kSigned>},
    {14, kOldest, integer<64, kSigned>},
    {15, kOldest, integer<4, kUnsigned>},
    {16, kOldest, integer<8, kUnsigned>},
    {17, kOldest, integer<16, kUnsigned>},
    {18, kOldest, integer<32, kUnsigned>},
    {19, kOldest, integer<64, kUnsigned>},
    {22, kOldest, plain<hlo::TokenType>},
    {26, kOldest, plain<shape::WitnessType>},
    {27, {0, 10}, plain<Float8E4M3FNUZType>},
    {28, {0, 10}, plain<Float8E5M2FNUZType>},
    {29, {0, 11}, plain<Float8E4M3B11FNUZType>},
    {31, {1, 2}, integer<2, kSigned>},
    {32, {1, 2}, integer<2, kUnsigned>},
    {33, {1, 6}, plain<NoneType>},
    {34, {1, 6}, plain<FloatTF32Type>},
    {35, {1, 7}, plain<Float8E4M3Type>},
    {36, {1, 7}, plain<Float8E3M4Type>},
    {37, {1, 8}, plain<Float4E2M1FNType>},
    {38, {1, 8}, plain<Float6E2M3FNType>},
    {39, {1, 8}, plain<Float6E3M2FNType>},
    {40, {1, 8}, plain<Float8E8M0FNUType>},
};

const PlainType *findPlainType(Type type) {
  for (const PlainType &entry : kPlainTypes)
    if (entry.get(type.getContext()) == type)
      return &entry;
  return nullptr;
}

Attribute wrap(Attribute value) {
  return VersionedAttr::get(value.getContext(), value);
}
Type wrap(Type value) { return VersionedType::get(value.getContext(), value); }
Attribute wrapString(MLIRContext *context, StringRef text) {
  return wrap(StringAttr::get(context, text));
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

LogicalResult readType(Reader &reader, Type &value) {
  VersionedType type;
  if (failed(reader.readType(type)))
    return failure();
  value = type.getValue();
  return success();
}

LogicalResult readTypes(Reader &reader, SmallVectorImpl<Type> &values) {
  return reader.readList(values,
                         [&](Type &type) { return readType(reader, type); });
}

template <typename T> LogicalResult readAttr(Reader &reader, T &value) {
  VersionedAttr attr;
  if (failed(reader.readAttribute(attr)))
    return failure();
  value = dyn_cast<T>(attr.getValue());
  if (!value)
    return reader.emitError()
           << "an attribute is of another kind: " << attr.getValue();
  return success();
}

LogicalResult readDouble(Reader &reader, APFloat &value) {
  FailureOr<APFloat> real =
      reader.readAPFloatWithKnownSemantics(APFloat::IEEEdouble());
  if (succeeded(real))
    value = *real;
  return real;
}

void writeTypes(Writer &writer, ArrayRef<Type> types) {
  writer.writeList(types, [&](Type type) { writer.writeType(wrap(type)); });
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

class TypeReader {
public:
  explicit TypeReader(Reader &reader) : reader_(reader) {}

  /// Null after a diagnostic.
  Type read() {
    uint64_t code = 0;
    if (failed(reader_.readVarInt(code)))
      return {};
    for (const PlainType &entry : kPlainTypes)
      if (entry.code == code)
        return entry.get(context());
    switch (code) {
    case kComplex:
      return readComplex();
    case kFunction:
      return readFunction();
    case kTensor:
      return readTensor(/*hasEncoding=*/false);
    case kTensorWithEncoding:
      return readTensor(/*hasEncoding=*/true);
    case kTuple:
      return readList<TupleType>();
    case kFuture:
      return readList<hlo::FutureType>();
    case kQuantized:
      return readQuantized();
    case kQuantizedPerAxis:
      return readQuantizedPerAxis();
    case kUnrankedTensor:
      return readUnranked();
    case kBuffer:
      return readBuffer();
    default:
      reader_.emitError() << "no type of StableHLO v" << kNewest.str()
                          << " has the code " << code;
      return {};
    }
  }

private:
  MLIRContext *context() { return reader_.getContext(); }
  auto error() {
    return [this] { return reader_.emitError(); };
  }

  Type readComplex() {
    Type element;
    if (failed(readType(reader_, element)))
      return {};
    return ComplexType::getChecked(error(), element);
  }

  Type readFunction() {
    SmallVector<Type> inputs, results;
    if (failed(readTypes(reader_, inputs)) ||
        failed(readTypes(reader_, results)))
      return {};
    return FunctionType::get(context(), inputs, results);
  }

  template <typename T> Type readList() {
    SmallVector<Type> types;
    if (failed(readTypes(reader_, types)))
      return {};
    return T::get(context(), types);
  }

  LogicalResult readShape(SmallVectorImpl<int64_t> &shape) {
    if (failed(reader_.readSignedVarInts(shape)))
      return failure();
    int64_t elements = 1;
    for (int64_t size : shape) {
      if (size < 0 && !ShapedType::isDynamic(size))
        return reader_.emitError() << "a size is " << size;
      if (size > 0 && llvm::MulOverflow(elements, size, elements))
        return reader_.emitError("a tensor has more than 2^63 elements");
    }
    return success();
  }

  Type readTensor(bool hasEncoding) {
    Attribute encoding;
    SmallVector<int64_t> shape;
    Type element;
    if ((hasEncoding && failed(readAttr(reader_, encoding))) ||
        failed(readShape(shape)) || failed(readType(reader_, element)))
      return {};
    return RankedTensorType::getChecked(error(), shape, element, encoding);
  }

  Type readUnranked() {
    Type element;
    if (failed(readType(reader_, element)))
      return {};
    return UnrankedTensorType::getChecked(error(), element);
  }

  Type readBuffer() {
    SmallVector<int64_t> shape;
    Type element;
    if (failed(readShape(shape)) || failed(readType(reader_, element)))
      return {};
    return MemRefType::getChecked(error(), shape, element,
                                  MemRefLayoutAttrInterface(), Attribute());
  }

  /// What both quantised types begin with.
  struct Storage {
    uint64_t flags = 0;
    Type storage;
    Type expressed;
  };
  LogicalResult readStorage(Storage &value) {
    if (failed(reader_.readVarInt(value.flags)) ||
        failed(readType(reader_, value.storage)) ||
        failed(readType(reader_, value.expressed)))
      return failure();
    if (value.flags > UINT32_MAX)
      return reader_.emitError("flags of a quantised type are too large");
    return success();
  }

  Type readQuantized() {
    Storage type;
    APFloat scale(0.0);
    int64_t zeroPoint, min, max;
    if (failed(readStorage(type)) || failed(readDouble(reader_, scale)) ||
        failed(reader_.readSignedVarInt(zeroPoint)) ||
        failed(reader_.readSignedVarInt(min)) ||
        failed(reader_.readSignedVarInt(max)))
      return {};
    return quant::UniformQuantizedType::getChecked(
        error(), static_cast<unsigned>(type.flags), type.storage,
        type.expressed, scale.convertToDouble(), zeroPoint, min, max);
  }

  Type readQuantizedPerAxis() {
    Storage type;
    uint64_t dimension = 0;
    int64_t min, max;
    SmallVector<double> scales;
    SmallVector<int64_t> zeroPoints;
    auto readScale = [&](double &scale) -> LogicalResult {
      APFloat value(0.0);
      if (failed(readDouble(reader_, value)))
        return failure();
      scale = value.convertToDouble();
      return success();
    };
    if (failed(readStorage(type)) || failed(reader_.readVarInt(dimension)) ||
        failed(reader_.readSignedVarInt(min)) ||
        failed(reader_.readSignedVarInt(max)) ||
        failed(reader_.readList(scales, readScale)) ||
        failed(reader_.readSignedVarInts(zeroPoints)))
      return {};
    if (dimension > INT32_MAX) {
      reader_.emitError("the axis of a quantised type is too large");
      return {};
    }
    return quant::UniformQuantizedPerAxisType::getChecked(
        error(), static_cast<unsigned>(type.flags), type.storage,
        type.expressed, scales, zeroPoints, static_cast<int32_t>(dimension),
        min, max);
  }

  Reader &reader_;
};

void writeQuantized(Writer &writer, quant::UniformQuantizedType type) {
  writer.writeVarInt(kQuantized);
  writer.writeVarInt(type.getFlags());
  writer.writeType(wrap(type.getStorageType()));
  writer.writeType(wrap(type.getExpressedType()));
  writer.writeAPFloatWithKnownSemantics(APFloat(type.getScale()));
  writer.writeSignedVarInt(type.getZeroPoint());
  writer.writeSignedVarInt(type.getStorageTypeMin());
  writer.writeSignedVarInt(type.getStorageTypeMax());
}

void writeQuantized(Writer &writer, quant::UniformQuantizedPerAxisType type) {
  writer.writeVarInt(kQuantizedPerAxis);
  writer.writeVarInt(type.getFlags());
  writer.writeType(wrap(type.getStorageType()));
  writer.writeType(wrap(type.getExpressedType()));
  writer.writeVarInt(type.getQuantizedDimension());
  writer.writeSignedVarInt(type.getStorageTypeMin());
  writer.writeSignedVarInt(type.getStorageTypeMax());
  writer.writeList(type.getScales(), [&](double scale) {
    writer.writeAPFloatWithKnownSemantics(APFloat(scale));
  });
  writer.writeSignedVarInts(type.getZeroPoints());
}

void writeTensor(Writer &writer, RankedTensorType type) {
  if (Attribute encoding = type.getEncoding()) {
    writer.writeVarInt(kTensorWithEncoding);
    writer.writeAttribute(wrap(encoding));
  } else {
    writer.writeVarInt(kTensor);
  }
  writer.writeSignedVarInts(type.getShape());
  writer.writeType(wrap(type.getElementType()));
}

LogicalResult writeType(Type type, Writer &writer) {
  if (const PlainType *entry = findPlainType(type)) {
    writer.writeVarInt(entry->code);
    return success();
  }
  return llvm::TypeSwitch<Type, LogicalResult>(type)
      .Case([&](ComplexType complex) {
        writer.writeVarInt(kComplex);
        writer.writeType(wrap(complex.getElementType()));
        return success();
      })
      .Case([&](FunctionType function) {
        writer.writeVarInt(kFunction);
        writeTypes(writer, function.getInputs());
        writeTypes(writer, function.getResults());
        return success();
      })
      .Case([&](RankedTensorType tensor) {
        writeTensor(writer, tensor);
        return success();
      })
      .Case([&](UnrankedTensorType tensor) {
        writer.writeVarInt(kUnrankedTensor);
        writer.writeType(wrap(tensor.getElementType()));
        return success();
      })
      .Case([&](MemRefType buffer) {
        writer.writeVarInt(kBuffer);
        writer.writeSignedVarInts(buffer.getShape());
        writer.writeType(wrap(buffer.getElementType()));
        return success();
      })
      .Case([&](TupleType tuple) {
        writer.writeVarInt(kTuple);
        writeTypes(writer, tuple.getTypes());
        return success();
      })
      .Case([&](hlo::FutureType future) {
        writer.writeVarInt(kFuture);
        writeTypes(writer, future.getTypes());
        return success();
      })
      .Case<quant::UniformQuantizedType, quant::UniformQuantizedPerAxisType>(
          [&](auto quantized) {
            writeQuantized(writer, quantized);
            return success();
          })
      .Default([](Type) { return failure(); });
}

//===----------------------------------------------------------------------===//
// Dense elements
//===----------------------------------------------------------------------===//

/// Truth values are packed, eight in a byte, the first one lowest; if all are
/// true, they may be the one byte 0xff, and if all are false, 0. Early releases
/// wrote a byte for each.
Attribute unpackBools(Reader &reader, RankedTensorType type,
                      ArrayRef<char> bytes) {
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

bool isNumber(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type))
    type = complex.getElementType();
  return type.isIntOrIndexOrFloat();
}

Attribute readElements(Reader &reader) {
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

void writeElements(Writer &writer, DenseElementsAttr elements) {
  writer.writeVarInt(kElements);
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

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

/// Reads what a wrapper is to hold; null after a diagnostic.
class AttrReader {
public:
  explicit AttrReader(Reader &reader) : reader_(reader) {}

  Attribute read() {
    uint64_t code = 0;
    if (failed(reader_.readVarInt(code)))
      return {};
    switch (code) {
    case kArray:
      return readArray();
    case kBool:
      return readBool();
    case kComparisonDirection:
      return readEnum<hlo::ComparisonDirectionAttr>(
          hlo::symbolizeComparisonDirection);
    case kComparisonType:
      return readEnum<hlo::ComparisonTypeAttr>(hlo::symbolizeComparisonType);
    case kApiVersion:
      return readApiVersion();
    case kDictionary:
      return readDictionary();
    case kFftType:
      return readEnum<hlo::FftTypeAttr>(hlo::symbolizeFftType);
    case kFloat:
      return readFloat();
    case kInteger:
      return readInteger();
    case kOutputOperandAlias:
      return readOutputOperandAlias();
    case kPrecision:
      return readEnum<hlo::PrecisionAttr>(hlo::symbolizePrecision);
    case kRngAlgorithm:
      return readEnum<hlo::RngAlgorithmAttr>(hlo::symbolizeRngAlgorithm);
    case kRngDistribution:
      return readEnum<hlo::RngDistributionAttr>(hlo::symbolizeRngDistribution);
    case kString:
      return readString();
    case kElements:
      return readElements(reader_);
    case kTranspose:
      return readEnum<hlo::TransposeAttr>(hlo::symbolizeTranspose);
    case kTypeAttr:
      return readTypeAttr();
    case kTypeExtensions:
      return readTypeExtensions();
    case kResultAccuracyMode:
      return readEnum<hlo::ResultAccuracyModeAttr>(
          hlo::symbolizeResultAccuracyMode);
    case kResultAccuracy:
      return readResultAccuracy();
    default:
      return readMeshPart(code);
    }
  }

private:
  MLIRContext *context() { return reader_.getContext(); }

  LogicalResult readAll(SmallVectorImpl<Attribute> &values) {
    return reader_.readList(
        values, [&](Attribute &value) { return readAttr(reader_, value); });
  }

  Attribute readArray() {
    SmallVector<Attribute> values;
    if (failed(readAll(values)))
      return {};
    return ArrayAttr::get(context(), values);
  }

  Attribute readBool() {
    uint64_t value = 0;
    if (failed(reader_.readVarInt(value)))
      return {};
    return BoolAttr::get(context(), value != 0);
  }

  template <typename AttrT, typename ValueT>
  Attribute readEnum(std::optional<ValueT> (*symbolize)(uint32_t)) {
    uint64_t number = 0;
    if (failed(reader_.readVarInt(number)))
      return {};
    std::optional<ValueT> value;
    if (number <= UINT32_MAX)
      value = symbolize(static_cast<uint32_t>(number));
    if (value)
      return AttrT::get(context(), *value);
    reader_.emitError() << "no value of attribute '" << AttrT::getMnemonic()
                        << "' has the number " << number;
    return {};
  }

  Attribute readApiVersion() {
    uint64_t number = 0;
    if (failed(reader_.readVarInt(number)))
      return {};
    if (number <= UINT32_MAX &&
        hlo::symbolizeCustomCallApiVersion(static_cast<uint32_t>(number)))
      return ApiVersionAttr::get(context(), static_cast<int32_t>(number));
    reader_.emitError() << "no API version has the number " << number;
    return {};
  }

  Attribute readDictionary() {
    SmallVector<NamedAttribute> entries;
    uint64_t count = 0;
    if (failed(reader_.readVarInt(count)))
      return {};
    for (uint64_t i = 0; i < count; ++i) {
      StringAttr name;
      Attribute value;
      if (failed(readAttr(reader_, name)) || failed(readAttr(reader_, value)))
        return {};
      entries.emplace_back(name, value);
    }
    if (llvm::any_of(entries,
                     [](NamedAttribute e) { return e.getName().empty(); }) ||
        DictionaryAttr::findDuplicate(entries, /*isSorted=*/false)) {
      reader_.emitError("a dictionary has an empty name or a name twice");
      return {};
    }
    return DictionaryAttr::get(context(), entries);
  }

  Attribute readFloat() {
    Type type;
    if (failed(readType(reader_, type)))
      return {};
    auto floatType = dyn_cast<FloatType>(type);
    if (!floatType) {
      reader_.emitError() << "a float has the type " << type;
      return {};
    }
    FailureOr<APFloat> value =
        reader_.readAPFloatWithKnownSemantics(floatType.getFloatSemantics());
    if (failed(value))
      return {};
    return FloatAttr::get(floatType, *value);
  }

  Attribute readInteger() {
    Type type;
    if (failed(readType(reader_, type)))
      return {};
    if (!type.isIntOrIndex()) {
      reader_.emitError() << "an integer has the type " << type;
      return {};
    }
    unsigned width = type.isIndex() ? IndexType::kInternalStorageBitWidth
                                    : type.getIntOrFloatBitWidth();
    FailureOr<APInt> value = reader_.readAPIntWithKnownWidth(width);
    if (failed(value))
      return {};
    return IntegerAttr::get(type, *value);
  }

  Attribute readOutputOperandAlias() {
    SmallVector<int64_t> output, operand;
    int64_t index = 0;
    if (failed(reader_.readSignedVarInts(output)) ||
        failed(reader_.readSignedVarInt(index)) ||
        failed(reader_.readSignedVarInts(operand)))
      return {};
    return hlo::OutputOperandAliasAttr::get(context(), output, index, operand);
  }

  Attribute readString() {
    StringRef text;
    if (failed(reader_.readString(text)))
      return {};
    return StringAttr::get(context(), text);
  }

  Attribute readTypeAttr() {
    Type type;
    if (failed(readType(reader_, type)))
      return {};
    return TypeAttr::get(type);
  }

  Attribute readTypeExtensions() {
    SmallVector<int64_t> bounds;
    if (failed(reader_.readSignedVarInts(bounds)))
      return {};
    return hlo::TypeExtensionsAttr::get(context(), bounds);
  }

  Attribute readResultAccuracy() {
    APFloat atol(0.0), rtol(0.0);
    int64_t ulps = 0;
    hlo::ResultAccuracyModeAttr mode;
    if (failed(readDouble(reader_, atol)) ||
        failed(readDouble(reader_, rtol)) ||
        failed(reader_.readSignedVarInt(ulps)) ||
        failed(readAttr(reader_, mode)))
      return {};
    return hlo::ResultAccuracyAttr::get(context(), atol, rtol, ulps, mode);
  }

  // Replica groups as axes of a mesh.

  Attribute readMeshPart(uint64_t code) {
    switch (code) {
    case kSubAxisInfo:
      return readSubAxisInfo();
    case kAxisRef:
      return readAxisRef();
    case kReplicaGroupMeshAxes:
      return readReplicaGroupMeshAxes();
    case kMeshAxis:
      return readMeshAxis();
    case kMesh:
      return readMesh();
    default:
      reader_.emitError() << "no attribute of StableHLO v" << kNewest.str()
                          << " has the code " << code;
      return {};
    }
  }

  Attribute readSubAxisInfo() {
    int64_t before = 0, size = 0;
    if (failed(reader_.readSignedVarInt(before)) ||
        failed(reader_.readSignedVarInt(size)))
      return {};
    return hlo::SubAxisInfoAttr::get(context(), before, size);
  }

  Attribute readAxisRef() {
    StringAttr name;
    uint64_t hasPart = 0;
    hlo::SubAxisInfoAttr part;
    if (failed(readAttr(reader_, name)) ||
        failed(reader_.readVarInt(hasPart)) ||
        (hasPart && failed(readAttr(reader_, part))))
      return {};
    return hlo::AxisRefAttr::get(context(), name.getValue(), part);
  }

  Attribute readReplicaGroupMeshAxes() {
    Attribute mesh;
    ArrayAttr axes;
    if (failed(readAttr(reader_, mesh)) || failed(readAttr(reader_, axes)))
      return {};
    // A mesh by name is a symbol in StableHLO.
    if (auto name = dyn_cast<StringAttr>(mesh))
      mesh = FlatSymbolRefAttr::get(name);
    return hlo::ReplicaGroupMeshAxesAttr::get(context(), mesh, axes);
  }

  Attribute readMeshAxis() {
    StringAttr name;
    int64_t size = 0;
    if (failed(readAttr(reader_, name)) ||
        failed(reader_.readSignedVarInt(size)))
      return {};
    return hlo::MeshAxisAttr::get(context(), name.getValue(), size);
  }

  Attribute readMesh() {
    ArrayAttr list;
    VersionedAttr devices;
    if (failed(readAttr(reader_, list)) ||
        failed(reader_.readOptionalAttribute(devices)))
      return {};
    SmallVector<hlo::MeshAxisAttr> axes;
    for (Attribute axis : list) {
      axes.push_back(dyn_cast<hlo::MeshAxisAttr>(axis));
      if (!axes.back()) {
        reader_.emitError("a mesh has an axis that is none");
        return {};
      }
    }
    DenseIntElementsAttr ids;
    if (devices &&
        !(ids = dyn_cast<DenseIntElementsAttr>(devices.getValue()))) {
      reader_.emitError("device numbers of a mesh are no integers");
      return {};
    }
    return hlo::MeshAttr::get(context(), axes, ids);
  }

  Reader &reader_;
};

/// One overload for each kind of value.
class AttrWriter {
public:
  explicit AttrWriter(Writer &writer) : out_(writer) {}

  LogicalResult write(Attribute value) {
    return llvm::TypeSwitch<Attribute, LogicalResult>(value)
        .Case<ArrayAttr, BoolAttr, DictionaryAttr, FloatAttr, IntegerAttr,
              StringAttr, TypeAttr, ApiVersionAttr, DenseElementsAttr,
              hlo::OutputOperandAliasAttr, hlo::TypeExtensionsAttr,
              hlo::ResultAccuracyAttr, hlo::SubAxisInfoAttr, hlo::AxisRefAttr,
              hlo::ReplicaGroupMeshAxesAttr, hlo::MeshAxisAttr, hlo::MeshAttr>(
            [&](auto attr) {
              emit(attr);
              return success();
            })
        .Default([&](Attribute attr) { return writeEnum(attr); });
  }

private:
  void code(AttrCode code) { out_.writeVarInt(code); }
  void string(MLIRContext *context, StringRef text) {
    out_.writeAttribute(wrapString(context, text));
  }

  void emit(ArrayAttr attr) {
    code(kArray);
    out_.writeList(attr.getValue(), [&](Attribute element) {
      out_.writeAttribute(wrap(element));
    });
  }
  void emit(BoolAttr attr) {
    code(kBool);
    out_.writeVarInt(attr.getValue());
  }
  void emit(ApiVersionAttr attr) {
    code(kApiVersion);
    out_.writeVarInt(attr.getValue());
  }
  void emit(DictionaryAttr attr) {
    code(kDictionary);
    out_.writeList(attr.getValue(), [&](NamedAttribute entry) {
      out_.writeAttribute(wrap(entry.getName()));
      out_.writeAttribute(wrap(entry.getValue()));
    });
  }
  void emit(FloatAttr attr) {
    code(kFloat);
    out_.writeType(wrap(attr.getType()));
    out_.writeAPFloatWithKnownSemantics(attr.getValue());
  }
  void emit(IntegerAttr attr) {
    code(kInteger);
    out_.writeType(wrap(attr.getType()));
    out_.writeAPIntWithKnownWidth(attr.getValue());
  }
  void emit(StringAttr attr) {
    code(kString);
    out_.writeOwnedString(attr.getValue());
  }
  void emit(DenseElementsAttr attr) { writeElements(out_, attr); }
  void emit(TypeAttr attr) {
    code(kTypeAttr);
    out_.writeType(wrap(attr.getValue()));
  }
  void emit(hlo::OutputOperandAliasAttr attr) {
    code(kOutputOperandAlias);
    out_.writeSignedVarInts(attr.getOutputTupleIndices());
    out_.writeSignedVarInt(attr.getOperandIndex());
    out_.writeSignedVarInts(attr.getOperandTupleIndices());
  }
  void emit(hlo::TypeExtensionsAttr attr) {
    code(kTypeExtensions);
    out_.writeSignedVarInts(attr.getBounds());
  }
  void emit(hlo::ResultAccuracyAttr attr) {
    code(kResultAccuracy);
    out_.writeAPFloatWithKnownSemantics(attr.getAtol());
    out_.writeAPFloatWithKnownSemantics(attr.getRtol());
    out_.writeSignedVarInt(attr.getUlps());
    out_.writeAttribute(wrap(attr.getMode()));
  }
  void emit(hlo::SubAxisInfoAttr attr) {
    code(kSubAxisInfo);
    out_.writeSignedVarInt(attr.getPreSize());
    out_.writeSignedVarInt(attr.getSize());
  }
  void emit(hlo::AxisRefAttr attr) {
    code(kAxisRef);
    string(attr.getContext(), attr.getName());
    out_.writeVarInt(attr.getSubAxisInfo() ? 1 : 0);
    if (attr.getSubAxisInfo())
      out_.writeAttribute(wrap(attr.getSubAxisInfo()));
  }
  void emit(hlo::ReplicaGroupMeshAxesAttr attr) {
    code(kReplicaGroupMeshAxes);
    if (auto symbol = dyn_cast<FlatSymbolRefAttr>(attr.getMesh()))
      string(attr.getContext(), symbol.getValue());
    else
      out_.writeAttribute(wrap(attr.getMesh()));
    out_.writeAttribute(wrap(attr.getAxes()));
  }
  void emit(hlo::MeshAxisAttr attr) {
    code(kMeshAxis);
    string(attr.getContext(), attr.getName());
    out_.writeSignedVarInt(attr.getSize());
  }
  void emit(hlo::MeshAttr attr) {
    code(kMesh);
    SmallVector<Attribute> axes(attr.getAxes().begin(), attr.getAxes().end());
    out_.writeAttribute(wrap(ArrayAttr::get(attr.getContext(), axes)));
    Attribute devices = attr.getDeviceIds();
    out_.writeOptionalAttribute(devices ? wrap(devices) : devices);
  }

  LogicalResult writeEnum(Attribute value) {
    auto emitEnum = [&](AttrCode number, auto attr) {
      code(number);
      out_.writeVarInt(static_cast<uint32_t>(attr.getValue()));
      return success();
    };
    return llvm::TypeSwitch<Attribute, LogicalResult>(value)
        .Case([&](hlo::ComparisonDirectionAttr attr) {
          return emitEnum(kComparisonDirection, attr);
        })
        .Case([&](hlo::ComparisonTypeAttr attr) {
          return emitEnum(kComparisonType, attr);
        })
        .Case([&](hlo::FftTypeAttr attr) { return emitEnum(kFftType, attr); })
        .Case(
            [&](hlo::PrecisionAttr attr) { return emitEnum(kPrecision, attr); })
        .Case([&](hlo::RngAlgorithmAttr attr) {
          return emitEnum(kRngAlgorithm, attr);
        })
        .Case([&](hlo::RngDistributionAttr attr) {
          return emitEnum(kRngDistribution, attr);
        })
        .Case(
            [&](hlo::TransposeAttr attr) { return emitEnum(kTranspose, attr); })
        .Case([&](hlo::ResultAccuracyModeAttr attr) {
          return emitEnum(kResultAccuracyMode, attr);
        })
        .Default([](Attribute) { return failure(); });
  }

  Writer &out_;
};

//===----------------------------------------------------------------------===//
// The interface
//===----------------------------------------------------------------------===//

struct VhloBytecode : BytecodeDialectInterface {
  explicit VhloBytecode(Dialect *dialect) : BytecodeDialectInterface(dialect) {}

  Attribute readAttribute(Reader &reader) const override {
    Attribute value = AttrReader(reader).read();
    return value ? wrap(value) : value;
  }
  Type readType(Reader &reader) const override {
    Type value = TypeReader(reader).read();
    return value ? wrap(value) : value;
  }
  LogicalResult writeAttribute(Attribute attr, Writer &writer) const override {
    auto wrapper = dyn_cast<VersionedAttr>(attr);
    return success(wrapper &&
                   succeeded(AttrWriter(writer).write(wrapper.getValue())));
  }
  LogicalResult writeType(Type type, Writer &writer) const override {
    auto wrapper = dyn_cast<VersionedType>(type);
    return success(wrapper &&
                   succeeded(::writeType(wrapper.getValue(), writer)));
  }
};

} // namespace

void VhloDialect::registerBytecode() { addInterfaces<VhloBytecode>(); }

//===----------------------------------------------------------------------===//
// Releases
//===----------------------------------------------------------------------===//

namespace {

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

} // namespace

std::optional<Version> ingot::vhlo::firstRelease(Type type) {
  using Result = std::optional<Version>;
  if (const PlainType *entry = findPlainType(type))
    return entry->first;
  return llvm::TypeSwitch<Type, Result>(type)
      .Case([](ComplexType complex) -> Result {
        return Latest().with(complex.getElementType());
      })
      .Case([](FunctionType function) -> Result {
        return Latest()
            .withAll(function.getInputs())
            .withAll(function.getResults());
      })
      .Case([](RankedTensorType tensor) -> Result {
        Attribute encoding = tensor.getEncoding();
        if (encoding && !isa<hlo::TypeExtensionsAttr>(encoding))
          return std::nullopt;
        return Latest().with(tensor.getElementType());
      })
      .Case([](UnrankedTensorType tensor) -> Result {
        return Latest().with(tensor.getElementType());
      })
      .Case([](MemRefType buffer) -> Result {
        if (!buffer.getLayout().isIdentity() || buffer.getMemorySpace())
          return std::nullopt;
        return Latest({1, 13}).with(buffer.getElementType());
      })
      .Case([](TupleType tuple) -> Result {
        return Latest().withAll(tuple.getTypes());
      })
      .Case([](hlo::FutureType future) -> Result {
        return Latest({1, 15}).withAll(future.getTypes());
      })
      .Case([](quant::UniformQuantizedType quantized) -> Result {
        return Latest()
            .with(quantized.getStorageType())
            .with(quantized.getExpressedType());
      })
      .Case([](quant::UniformQuantizedPerAxisType quantized) -> Result {
        return Latest({0, 18})
            .with(quantized.getStorageType())
            .with(quantized.getExpressedType());
      })
      .Default([](Type) -> Result { return std::nullopt; });
}

std::optional<Version> ingot::vhlo::firstRelease(Attribute value) {
  using Result = std::optional<Version>;
  constexpr Version kAccuracy{1, 9}, kMeshes{1, 16};
  return llvm::TypeSwitch<Attribute, Result>(value)
      .Case([](ArrayAttr array) -> Result { return Latest().withAll(array); })
      .Case([](DictionaryAttr dictionary) -> Result {
        Latest latest;
        for (NamedAttribute entry : dictionary)
          latest.with(entry.getValue());
        return latest;
      })
      .Case([](FloatAttr number) -> Result {
        return Latest().with(number.getType());
      })
      .Case([](IntegerAttr number) -> Result {
        return Latest().with(number.getType());
      })
      .Case([](StringAttr string) -> Result {
        return isa<NoneType>(string.getType()) ? Result(kOldest) : std::nullopt;
      })
      .Case([](TypeAttr type) -> Result {
        return Latest().with(type.getValue());
      })
      .Case([](DenseElementsAttr elements) -> Result {
        if (!isa<RankedTensorType>(elements.getType()) ||
            isa<DenseStringElementsAttr>(elements))
          return std::nullopt;
        return Latest().with(Type(elements.getType()));
      })
      .Case<hlo::ComparisonDirectionAttr, hlo::ComparisonTypeAttr,
            hlo::FftTypeAttr, hlo::PrecisionAttr, hlo::RngAlgorithmAttr,
            hlo::RngDistributionAttr, hlo::TransposeAttr, ApiVersionAttr,
            hlo::OutputOperandAliasAttr, hlo::TypeExtensionsAttr>(
          [](auto) -> Result { return kOldest; })
      .Case<hlo::ResultAccuracyAttr, hlo::ResultAccuracyModeAttr>(
          [&](auto) -> Result { return kAccuracy; })
      .Case<hlo::SubAxisInfoAttr, hlo::AxisRefAttr, hlo::MeshAxisAttr,
            hlo::MeshAttr, hlo::ReplicaGroupMeshAxesAttr>(
          [&](auto) -> Result { return kMeshes; })
      .Default([](Attribute) -> Result { return std::nullopt; });
}
