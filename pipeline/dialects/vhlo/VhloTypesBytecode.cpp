//===- VhloTypesBytecode.cpp - types of portable artifacts ----------------===//
//
// A code without fields is a row of one table, which serves both directions;
// the other types have a method each. Each type also says which release brought
// it, so that writing for an older one can refuse it. See VhloBytecode.cpp for
// what all parts share.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/stablehlo/StablehloDialect.h"
#include "pipeline/dialects/vhlo/VhloBytecode.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/Dialect/Shape/IR/Shape.h"
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

void writeTypes(Writer &writer, ArrayRef<Type> types) {
  writer.writeList(types, [&](Type type) { writer.writeType(wrap(type)); });
}

class TypeReader : public CodedReader<TypeReader, Type> {
public:
  explicit TypeReader(Reader &reader) : CodedReader(reader) {}

  static constexpr char kWhat[] = "type";
  static Type plain(uint64_t code, MLIRContext *context) {
    for (const PlainType &entry : kPlainTypes)
      if (entry.code == code)
        return entry.get(context);
    return {};
  }
  static ArrayRef<Rule> rules() {
    static constexpr Rule kRules[] = {
        {kComplex, &TypeReader::readComplex},
        {kFunction, &TypeReader::readFunction},
        {kTensor, &TypeReader::readTensor},
        {kTensorWithEncoding, &TypeReader::readTensorWithEncoding},
        {kTuple, &TypeReader::readList<TupleType>},
        {kQuantized, &TypeReader::readQuantized},
        {kUnrankedTensor, &TypeReader::readUnranked},
        {kQuantizedPerAxis, &TypeReader::readQuantizedPerAxis},
        {kBuffer, &TypeReader::readBuffer},
        {kFuture, &TypeReader::readList<hlo::FutureType>},
    };
    return kRules;
  }

private:
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
    if (failed(ingot::readBoundedSizes(reader_, shape)))
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

  Type readTensorWithEncoding() {
    Attribute encoding;
    if (failed(readAttr(reader_, encoding)))
      return {};
    return readTensorOf(encoding);
  }
  Type readTensor() { return readTensorOf(Attribute()); }
  Type readTensorOf(Attribute encoding) {
    SmallVector<int64_t> shape;
    Type element;
    if (failed(readShape(shape)) || failed(readType(reader_, element)))
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
        failed(ingot::readBoundedList(reader_, scales, readScale)) ||
        failed(ingot::readBoundedSizes(reader_, zeroPoints)))
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

void writeTensorType(Writer &writer, RankedTensorType type) {
  if (Attribute encoding = type.getEncoding()) {
    writer.writeVarInt(kTensorWithEncoding);
    writer.writeAttribute(wrap(encoding));
  } else {
    writer.writeVarInt(kTensor);
  }
  writer.writeSignedVarInts(type.getShape());
  writer.writeType(wrap(type.getElementType()));
}

} // namespace

Type ingot::vhlo::readVersionedType(Reader &reader) {
  return TypeReader(reader).read();
}

LogicalResult ingot::vhlo::writeVersioned(Writer &writer, Type type) {
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
        writeTensorType(writer, tensor);
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
