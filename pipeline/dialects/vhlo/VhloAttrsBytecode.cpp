//===- VhloAttrsBytecode.cpp - attributes of portable artifacts -----------===//
//
// The table at the end maps a code to the method that reads its fields; the
// writer is a type switch in the other direction. Enumerations are written by
// number, and a number that no enumerator has is a diagnostic. Whatever fails
// returns null after one: MLIR's reader then stops. See VhloBytecode.cpp for
// what all parts share.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/stablehlo/StablehloDialect.h"
#include "pipeline/dialects/vhlo/VhloBytecode.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace ingot::vhlo;
namespace hlo = ingot::stablehlo;

using Reader = DialectBytecodeReader;
using Writer = DialectBytecodeWriter;

namespace {

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

Attribute wrapString(MLIRContext *context, StringRef text) {
  return wrap(StringAttr::get(context, text));
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

/// Reads what a wrapper is to hold.
class AttrReader : public CodedReader<AttrReader, Attribute> {
public:
  explicit AttrReader(Reader &reader) : CodedReader(reader) {}

  static constexpr char kWhat[] = "attribute";
  static Attribute plain(uint64_t, MLIRContext *) { return {}; }
  static ArrayRef<Rule> rules() {
    static constexpr Rule kRules[] = {
        {kArray, &AttrReader::readArray},
        {kBool, &AttrReader::readBool},
        {kComparisonDirection,
         &AttrReader::readEnum<hlo::ComparisonDirectionAttr,
                               hlo::ComparisonDirection,
                               hlo::symbolizeComparisonDirection>},
        {kComparisonType,
         &AttrReader::readEnum<hlo::ComparisonTypeAttr, hlo::ComparisonType,
                               hlo::symbolizeComparisonType>},
        {kApiVersion, &AttrReader::readApiVersion},
        {kDictionary, &AttrReader::readDictionary},
        {kFftType, &AttrReader::readEnum<hlo::FftTypeAttr, hlo::FftType,
                                         hlo::symbolizeFftType>},
        {kFloat, &AttrReader::readFloat},
        {kInteger, &AttrReader::readInteger},
        {kOutputOperandAlias, &AttrReader::readOutputOperandAlias},
        {kPrecision, &AttrReader::readEnum<hlo::PrecisionAttr, hlo::Precision,
                                           hlo::symbolizePrecision>},
        {kRngAlgorithm,
         &AttrReader::readEnum<hlo::RngAlgorithmAttr, hlo::RngAlgorithm,
                               hlo::symbolizeRngAlgorithm>},
        {kRngDistribution,
         &AttrReader::readEnum<hlo::RngDistributionAttr, hlo::RngDistribution,
                               hlo::symbolizeRngDistribution>},
        {kString, &AttrReader::readString},
        {kElements, &AttrReader::readDense},
        {kTranspose, &AttrReader::readEnum<hlo::TransposeAttr, hlo::Transpose,
                                           hlo::symbolizeTranspose>},
        {kTypeAttr, &AttrReader::readTypeAttr},
        {kTypeExtensions, &AttrReader::readTypeExtensions},
        {kResultAccuracyMode,
         &AttrReader::readEnum<hlo::ResultAccuracyModeAttr,
                               hlo::ResultAccuracyMode,
                               hlo::symbolizeResultAccuracyMode>},
        {kResultAccuracy, &AttrReader::readResultAccuracy},
        {kSubAxisInfo, &AttrReader::readSubAxisInfo},
        {kAxisRef, &AttrReader::readAxisRef},
        {kReplicaGroupMeshAxes, &AttrReader::readReplicaGroupMeshAxes},
        {kMeshAxis, &AttrReader::readMeshAxis},
        {kMesh, &AttrReader::readMesh},
    };
    return kRules;
  }

private:
  Attribute readDense() { return readElements(reader_); }

  LogicalResult readAll(SmallVectorImpl<Attribute> &values) {
    return ingot::readBoundedList(reader_, values, [&](Attribute &value) {
      return readAttr(reader_, value);
    });
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

  template <typename AttrT, typename ValueT,
            std::optional<ValueT> (*symbolize)(uint32_t)>
  Attribute readEnum() {
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
    if (failed(ingot::readBoundedSizes(reader_, output)) ||
        failed(reader_.readSignedVarInt(index)) ||
        failed(ingot::readBoundedSizes(reader_, operand)))
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
    if (failed(ingot::readBoundedSizes(reader_, bounds)))
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
    return hlo::ResultAccuracyAttr::getChecked(
        [&] { return reader_.emitError(); }, context(), atol, rtol, ulps, mode);
  }

  // Replica groups as axes of a mesh.

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
  void emit(DenseElementsAttr attr) {
    code(kElements);
    writeElements(out_, attr);
  }
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

} // namespace

Attribute ingot::vhlo::readVersionedAttr(Reader &reader) {
  return AttrReader(reader).read();
}

LogicalResult ingot::vhlo::writeVersioned(Writer &writer, Attribute value) {
  return AttrWriter(writer).write(value);
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
