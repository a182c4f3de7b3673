//===- StablehloBytecode.cpp - attributes and types in bytecode -----------===//
//
// StableHLO's own encoding (docs/bytecode.md of the specification), which its
// tools write when they write MLIR bytecode. Without it attributes would stand
// there as text. Each attribute is a code and its fields in order:
//
//   int, sizes    signed varint, list of signed varints
//   enumeration   varint
//   string, bool  as MLIR writes them
//   type, attribute, list of attributes
//   optional      bool, then the attribute if there is one
//   real          a double, 64 bits
//
// Codes are never used for something else: 0 was an attribute that is gone.
// This is not the form for keeping programs; that one is in dialects/vhlo.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/BytecodeLists.h"
#include "pipeline/dialects/stablehlo/StablehloDialect.h"

#include <tuple>

using namespace mlir;
using namespace ingot::stablehlo;

using Reader = DialectBytecodeReader;
using Writer = DialectBytecodeWriter;

//===----------------------------------------------------------------------===//
// Fields
//===----------------------------------------------------------------------===//

namespace {

/// How a field is held until its attribute is made. The accessor's type says
/// which way it is encoded.
template <typename T> struct Field {
  T value = {};
};
template <typename T> struct Field<ArrayRef<T>> {
  SmallVector<T> value;
};
template <> struct Field<APFloat> {
  APFloat value{0.0};
};

LogicalResult read(Reader &reader, Field<int64_t> &field) {
  return reader.readSignedVarInt(field.value);
}
LogicalResult read(Reader &reader, Field<ArrayRef<int64_t>> &field) {
  return ingot::readBoundedSizes(reader, field.value);
}
LogicalResult read(Reader &reader, Field<bool> &field) {
  return reader.readBool(field.value);
}
LogicalResult read(Reader &reader, Field<StringRef> &field) {
  return reader.readString(field.value);
}
LogicalResult read(Reader &reader, Field<Type> &field) {
  return reader.readType(field.value);
}
LogicalResult read(Reader &reader, Field<APFloat> &field) {
  FailureOr<APFloat> real =
      reader.readAPFloatWithKnownSemantics(APFloat::IEEEdouble());
  if (succeeded(real))
    field.value = *real;
  return real;
}
LogicalResult read(Reader &reader, Field<Attribute> &field) {
  return reader.readAttribute(field.value);
}
LogicalResult read(Reader &reader, Field<ResultAccuracyModeAttr> &field) {
  return reader.readAttribute(field.value);
}
LogicalResult read(Reader &reader, Field<ArrayAttr> &field) {
  SmallVector<Attribute> elements;
  if (failed(ingot::readBoundedAttributes(reader, elements)))
    return failure();
  field.value = ArrayAttr::get(reader.getContext(), elements);
  return success();
}
/// A list that is one attribute of the program.
LogicalResult read(Reader &reader, Field<ArrayRef<MeshAxisAttr>> &field) {
  ArrayAttr elements;
  if (failed(reader.readAttribute(elements)))
    return failure();
  for (Attribute element : elements) {
    auto axis = dyn_cast<MeshAxisAttr>(element);
    if (!axis)
      return reader.emitError("a mesh has an axis that is none");
    field.value.push_back(axis);
  }
  return success();
}
template <typename T> LogicalResult readOptional(Reader &reader, T &value) {
  bool present = false;
  if (failed(reader.readBool(present)))
    return failure();
  return present ? reader.readAttribute(value) : success();
}
LogicalResult read(Reader &reader, Field<SubAxisInfoAttr> &field) {
  return readOptional(reader, field.value);
}
LogicalResult read(Reader &reader, Field<DenseIntElementsAttr> &field) {
  return readOptional(reader, field.value);
}

void write(Writer &writer, int64_t value, MLIRContext *) {
  writer.writeSignedVarInt(value);
}
void write(Writer &writer, ArrayRef<int64_t> value, MLIRContext *) {
  writer.writeSignedVarInts(value);
}
void write(Writer &writer, bool value, MLIRContext *) {
  writer.writeOwnedBool(value);
}
void write(Writer &writer, StringRef value, MLIRContext *) {
  writer.writeOwnedString(value);
}
void write(Writer &writer, Type value, MLIRContext *) {
  writer.writeType(value);
}
void write(Writer &writer, const APFloat &value, MLIRContext *) {
  writer.writeAPFloatWithKnownSemantics(value);
}
void write(Writer &writer, Attribute value, MLIRContext *) {
  writer.writeAttribute(value);
}
void write(Writer &writer, ArrayAttr value, MLIRContext *) {
  writer.writeAttributes(value.getValue());
}
void write(Writer &writer, ArrayRef<MeshAxisAttr> value, MLIRContext *context) {
  SmallVector<Attribute> axes(value.begin(), value.end());
  writer.writeAttribute(ArrayAttr::get(context, axes));
}
void writeOptional(Writer &writer, Attribute value) {
  writer.writeOwnedBool(static_cast<bool>(value));
  if (value)
    writer.writeAttribute(value);
}
void write(Writer &writer, SubAxisInfoAttr value, MLIRContext *) {
  writeOptional(writer, value);
}
void write(Writer &writer, DenseIntElementsAttr value, MLIRContext *) {
  writeOptional(writer, value);
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

/// Of attributes that not all values of their fields make.
template <typename AttrT, typename... Fields>
using Verified =
    decltype(AttrT::verify(std::declval<function_ref<InFlightDiagnostic()>>(),
                           std::declval<Fields>()...));

/// Null after a diagnostic if it is one of those, and these do not.
template <typename AttrT, typename... Fields>
AttrT make(Reader &reader, const Fields &...fields) {
  if constexpr (llvm::is_detected<Verified, AttrT, Fields...>::value) {
    auto emitError = [&] { return reader.emitError(); };
    if (failed(AttrT::verify(emitError, fields...)))
      return {};
  }
  return AttrT::get(reader.getContext(), fields...);
}

/// An attribute: its code and the accessors of its fields in order.
template <uint64_t Code, typename AttrT, auto... Accessors> struct Record {
  using Attr = AttrT;
  static constexpr uint64_t kCode = Code;

  static Attribute read(Reader &reader) {
    std::tuple<
        Field<std::decay_t<decltype((std::declval<AttrT>().*Accessors)())>>...>
        fields;
    auto readAll = [&](auto &...field) {
      return (succeeded(::read(reader, field)) && ...);
    };
    if (!std::apply(readAll, fields))
      return {};
    return std::apply(
        [&](auto &...field) { return make<AttrT>(reader, field.value...); },
        fields);
  }

  static void write(AttrT attr, Writer &writer) {
    (::write(writer, (attr.*Accessors)(), attr.getContext()), ...);
  }
};

template <typename AttrT>
using ValueOf = decltype(std::declval<AttrT>().getValue());

template <uint64_t Code, typename AttrT,
          std::optional<ValueOf<AttrT>> (*Symbolize)(uint32_t)>
struct Enumeration {
  using Attr = AttrT;
  static constexpr uint64_t kCode = Code;

  static Attribute read(Reader &reader) {
    uint64_t number = 0;
    if (failed(reader.readVarInt(number)))
      return {};
    std::optional<ValueOf<AttrT>> value;
    if (number <= UINT32_MAX)
      value = Symbolize(static_cast<uint32_t>(number));
    if (value)
      return AttrT::get(reader.getContext(), *value);
    reader.emitError() << "no value of attribute '" << AttrT::getMnemonic()
                       << "' has the number " << number;
    return {};
  }

  static void write(AttrT attr, Writer &writer) {
    writer.writeVarInt(static_cast<uint32_t>(attr.getValue()));
  }
};

// The order of fields differs from the order of the numbers in text.
using Attributes = std::tuple<
    Record<1, ChannelHandleAttr, &ChannelHandleAttr::getHandle,
           &ChannelHandleAttr::getType>,
    Enumeration<2, ComparisonDirectionAttr, symbolizeComparisonDirection>,
    Enumeration<3, ComparisonTypeAttr, symbolizeComparisonType>,
    Record<4, ConvDimensionNumbersAttr,
           &ConvDimensionNumbersAttr::getInputBatchDimension,
           &ConvDimensionNumbersAttr::getInputFeatureDimension,
           &ConvDimensionNumbersAttr::getInputSpatialDimensions,
           &ConvDimensionNumbersAttr::getKernelInputFeatureDimension,
           &ConvDimensionNumbersAttr::getKernelOutputFeatureDimension,
           &ConvDimensionNumbersAttr::getKernelSpatialDimensions,
           &ConvDimensionNumbersAttr::getOutputBatchDimension,
           &ConvDimensionNumbersAttr::getOutputFeatureDimension,
           &ConvDimensionNumbersAttr::getOutputSpatialDimensions>,
    Record<5, DotDimensionNumbersAttr,
           &DotDimensionNumbersAttr::getLhsBatchingDimensions,
           &DotDimensionNumbersAttr::getRhsBatchingDimensions,
           &DotDimensionNumbersAttr::getLhsContractingDimensions,
           &DotDimensionNumbersAttr::getRhsContractingDimensions>,
    Enumeration<6, FftTypeAttr, symbolizeFftType>,
    Record<7, GatherDimensionNumbersAttr,
           &GatherDimensionNumbersAttr::getOffsetDims,
           &GatherDimensionNumbersAttr::getCollapsedSliceDims,
           &GatherDimensionNumbersAttr::getOperandBatchingDims,
           &GatherDimensionNumbersAttr::getStartIndicesBatchingDims,
           &GatherDimensionNumbersAttr::getStartIndexMap,
           &GatherDimensionNumbersAttr::getIndexVectorDim>,
    Enumeration<8, PrecisionAttr, symbolizePrecision>,
    Enumeration<9, RngAlgorithmAttr, symbolizeRngAlgorithm>,
    Enumeration<10, RngDistributionAttr, symbolizeRngDistribution>,
    Record<11, ScatterDimensionNumbersAttr,
           &ScatterDimensionNumbersAttr::getUpdateWindowDims,
           &ScatterDimensionNumbersAttr::getInsertedWindowDims,
           &ScatterDimensionNumbersAttr::getInputBatchingDims,
           &ScatterDimensionNumbersAttr::getScatterIndicesBatchingDims,
           &ScatterDimensionNumbersAttr::getScatterDimsToOperandDims,
           &ScatterDimensionNumbersAttr::getIndexVectorDim>,
    Enumeration<12, TransposeAttr, symbolizeTranspose>,
    Record<13, TypeExtensionsAttr, &TypeExtensionsAttr::getBounds>,
    Record<14, OutputOperandAliasAttr,
           &OutputOperandAliasAttr::getOutputTupleIndices,
           &OutputOperandAliasAttr::getOperandIndex,
           &OutputOperandAliasAttr::getOperandTupleIndices>,
    Record<15, DotAlgorithmAttr, &DotAlgorithmAttr::getLhsPrecisionType,
           &DotAlgorithmAttr::getRhsPrecisionType,
           &DotAlgorithmAttr::getAccumulationType,
           &DotAlgorithmAttr::getLhsComponentCount,
           &DotAlgorithmAttr::getRhsComponentCount,
           &DotAlgorithmAttr::getNumPrimitiveOperations,
           &DotAlgorithmAttr::getAllowImpreciseAccumulation>,
    Enumeration<16, ResultAccuracyModeAttr, symbolizeResultAccuracyMode>,
    Record<17, ResultAccuracyAttr, &ResultAccuracyAttr::getAtol,
           &ResultAccuracyAttr::getRtol, &ResultAccuracyAttr::getUlps,
           &ResultAccuracyAttr::getMode>,
    Record<18, ReplicaGroupMeshAxesAttr, &ReplicaGroupMeshAxesAttr::getMesh,
           &ReplicaGroupMeshAxesAttr::getAxes>,
    Record<19, SubAxisInfoAttr, &SubAxisInfoAttr::getPreSize,
           &SubAxisInfoAttr::getSize>,
    Record<20, AxisRefAttr, &AxisRefAttr::getName,
           &AxisRefAttr::getSubAxisInfo>,
    Record<21, MeshAxisAttr, &MeshAxisAttr::getName, &MeshAxisAttr::getSize>,
    Record<22, MeshAttr, &MeshAttr::getAxes, &MeshAttr::getDeviceIds>>;

/// Calls `function` with a default-made element of each kind of attribute,
/// until it says true.
template <typename FunctionT> bool anyAttribute(FunctionT function) {
  return std::apply([&](auto... entry) { return (function(entry) || ...); },
                    Attributes());
}

//===----------------------------------------------------------------------===//
// The interface
//===----------------------------------------------------------------------===//

enum TypeCode : uint64_t { kToken = 0, kFuture = 1 };

struct StablehloBytecode : BytecodeDialectInterface {
  explicit StablehloBytecode(Dialect *dialect)
      : BytecodeDialectInterface(dialect) {}

  Attribute readAttribute(Reader &reader) const override {
    uint64_t code = 0;
    if (failed(reader.readVarInt(code)))
      return {};
    Attribute attr;
    bool known = anyAttribute([&](auto entry) {
      if (entry.kCode != code)
        return false;
      attr = entry.read(reader);
      return true;
    });
    if (!known)
      reader.emitError() << "no attribute of StableHLO has the code " << code;
    return attr;
  }

  LogicalResult writeAttribute(Attribute attr, Writer &writer) const override {
    return success(anyAttribute([&](auto entry) {
      auto known = dyn_cast<typename decltype(entry)::Attr>(attr);
      if (!known)
        return false;
      writer.writeVarInt(entry.kCode);
      entry.write(known, writer);
      return true;
    }));
  }

  Type readType(Reader &reader) const override {
    uint64_t code = 0;
    if (failed(reader.readVarInt(code)))
      return {};
    switch (code) {
    case kToken:
      return TokenType::get(getContext());
    case kFuture: {
      SmallVector<Type> types;
      if (failed(ingot::readBoundedTypes(reader, types)))
        return {};
      return FutureType::get(getContext(), types);
    }
    default:
      reader.emitError() << "no type of StableHLO has the code " << code;
      return {};
    }
  }

  LogicalResult writeType(Type type, Writer &writer) const override {
    if (isa<TokenType>(type)) {
      writer.writeVarInt(kToken);
      return success();
    }
    if (auto future = dyn_cast<FutureType>(type)) {
      writer.writeVarInt(kFuture);
      writer.writeTypes(future.getTypes());
      return success();
    }
    return failure();
  }
};

} // namespace

void StablehloDialect::registerBytecode() {
  addInterfaces<StablehloBytecode>();
}
