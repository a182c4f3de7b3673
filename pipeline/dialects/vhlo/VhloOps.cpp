//===- VhloOps.cpp - ops made of a table ----------------------------------===//
//
// One model serves every op version: its operands, results and regions may be
// anything, its attributes are those of its row. They are kept as a dictionary
// in the op's properties, because that is where releases since 0.15 encode them
// (one after another, no names); older ones kept a plain dictionary, which MLIR
// moves into the properties by itself.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/vhlo/VhloDialect.h"

#include "mlir/Bytecode/BytecodeImplementation.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace ingot::vhlo;

static const OpVersion *findVhlo(StringRef fullName) {
  return fullName.consume_front("vhlo.") ? findOp(fullName) : nullptr;
}

const OpVersion *ingot::vhlo::versionOf(Operation *op) {
  return isa_and_nonnull<VhloDialect>(op->getDialect())
             ? findVhlo(op->getName().getStringRef())
             : nullptr;
}

static SmallVector<StringRef> attributeNames(const OpVersion &op) {
  SmallVector<StringRef> names;
  StringRef(op.attributes).split(names, ' ', -1, /*KeepEmpty=*/false);
  return names;
}

namespace {

/// How releases since 0.15 encode attributes.
struct PropertiesModel : BytecodeOpInterface::FallbackModel<PropertiesModel> {
  static LogicalResult readProperties(DialectBytecodeReader &reader,
                                      OperationState &state) {
    const OpVersion *op = findVhlo(state.name.getStringRef());
    if (op->attributes.empty())
      return reader.emitError() << "'" << state.name << "' has no attributes";
    NamedAttrList attributes;
    for (StringRef name : attributeNames(*op)) {
      Attribute value;
      if (failed(reader.readAttribute(value)))
        return failure();
      attributes.append(name, value);
    }
    state.propertiesAttr = attributes.getDictionary(reader.getContext());
    return success();
  }

  void writeProperties(Operation *op, DialectBytecodeWriter &writer) const {
    auto attributes = cast<DictionaryAttr>(op->getPropertiesAsAttribute());
    for (StringRef name : attributeNames(*versionOf(op)))
      writer.writeAttribute(attributes.get(name));
  }
};

mlir::detail::InterfaceMap makeInterfaces() {
  mlir::detail::InterfaceMap interfaces;
  interfaces.insertModels<PropertiesModel>();
  return interfaces;
}

class OpModel : public OperationName::Impl {
public:
  OpModel(StringRef name, const OpVersion &op, Dialect *dialect, TypeID id)
      : Impl(name, dialect, id, makeInterfaces()), op_(op) {
    for (StringRef attribute : ::attributeNames(op))
      names_.push_back(StringAttr::get(dialect->getContext(), attribute));
  }

  LogicalResult foldHook(Operation *, ArrayRef<Attribute>,
                         SmallVectorImpl<OpFoldResult> &) override {
    return failure();
  }
  void getCanonicalizationPatterns(RewritePatternSet &,
                                   MLIRContext *) override {}
  bool hasTrait(TypeID trait) override {
    return trait == TypeID::get<OpTrait::IsTerminator>() &&
           op_.base() == "return";
  }
  OperationName::ParseAssemblyFn getParseAssemblyFn() override {
    return [](OpAsmParser &parser, OperationState &) -> ParseResult {
      return parser.emitError(parser.getNameLoc())
             << "ops of VHLO are written in generic form";
    };
  }
  void populateDefaultAttrs(const OperationName &, NamedAttrList &) override {}
  void printAssembly(Operation *op, OpAsmPrinter &printer, StringRef) override {
    printer.printGenericOp(op);
  }
  LogicalResult verifyInvariants(Operation *op) override;
  LogicalResult verifyRegionInvariants(Operation *) override {
    return success();
  }

  std::optional<Attribute> getInherentAttr(Operation *op,
                                           StringRef name) override {
    if (!llvm::is_contained(names_, name))
      return std::nullopt;
    return attributesOf(op->getPropertiesStorage()).get(name);
  }
  void setInherentAttr(Operation *op, StringAttr name,
                       Attribute value) override {
    DictionaryAttr &attributes = attributesOf(op->getPropertiesStorage());
    NamedAttrList list(attributes);
    if (value)
      list.set(name, value);
    else
      list.erase(name);
    attributes = list.getDictionary(name.getContext());
  }
  void populateInherentAttrs(Operation *op, NamedAttrList &attrs) override {
    if (!names_.empty())
      for (NamedAttribute attr : attributesOf(op->getPropertiesStorage()))
        attrs.append(attr);
  }
  LogicalResult
  verifyInherentAttrs(OperationName, NamedAttrList &,
                      function_ref<InFlightDiagnostic()>) override {
    return success();
  }

  // An op without attributes must have no properties: none are encoded. It has
  // no storage then, and whatever looks into it must ask first.
  int getOpPropertyByteSize() override {
    return names_.empty() ? 0 : sizeof(DictionaryAttr);
  }
  void initProperties(OperationName name, OpaqueProperties storage,
                      OpaqueProperties init) override;
  void deleteProperties(OpaqueProperties) override {}
  void populateDefaultProperties(OperationName, OpaqueProperties) override {}
  LogicalResult
  setPropertiesFromAttr(OperationName, OpaqueProperties properties,
                        Attribute attr,
                        function_ref<InFlightDiagnostic()> emitError) override {
    auto attributes = dyn_cast_or_null<DictionaryAttr>(attr);
    if (!attributes)
      return emitError() << "properties are no dictionary";
    if (names_.empty())
      return attributes.empty() ? success()
                                : emitError() << "the op has no attributes";
    attributesOf(properties) = attributes;
    return success();
  }
  Attribute getPropertiesAsAttr(Operation *op) override {
    return names_.empty() ? Attribute()
                          : attributesOf(op->getPropertiesStorage());
  }
  void copyProperties(OpaqueProperties to, OpaqueProperties from) override {
    if (!names_.empty())
      attributesOf(to) = attributesOf(from);
  }
  bool compareProperties(OpaqueProperties a, OpaqueProperties b) override {
    return names_.empty() || attributesOf(a) == attributesOf(b);
  }
  llvm::hash_code hashProperties(OpaqueProperties properties) override {
    return names_.empty() ? llvm::hash_code(0)
                          : hash_value(attributesOf(properties));
  }

private:
  static DictionaryAttr &attributesOf(OpaqueProperties properties) {
    return *properties.as<DictionaryAttr *>();
  }

  const OpVersion &op_;
  SmallVector<StringAttr> names_;
};

} // namespace

void OpModel::initProperties(OperationName name, OpaqueProperties storage,
                             OpaqueProperties init) {
  new (storage.as<void *>()) DictionaryAttr(
      init ? attributesOf(init) : DictionaryAttr::get(name.getContext()));
}

LogicalResult OpModel::verifyInvariants(Operation *op) {
  for (StringAttr name : names_) {
    Attribute value = attributesOf(op->getPropertiesStorage()).get(name);
    if (!value)
      return op->emitOpError()
             << "has no attribute '" << name.getValue() << "'";
    if (!isa<VersionedAttr>(value))
      return op->emitOpError() << "has an attribute '" << name.getValue()
                               << "' without a version";
  }
  return success();
}

void VhloDialect::registerOps() {
  for (const OpVersion &op : opVersions()) {
    std::string name = "vhlo." + op.name;
    RegisteredOperationName::insert(
        std::make_unique<OpModel>(name, op, this, opIds.allocate()),
        attributeNames(op));
  }
}
