//===- OperatorModel.cpp - ops made of schemas ----------------------------===//
//
// One model serves every operator of Operators.def: thousands of classes would
// take an hour to compile. They share an assembly form,
//
//   %r = torch.aten.add.Tensor %a, %b, %c {attributes} : A, B, C -> R
//
// in which an op without operands has no `:` and one without results no `->`.
// There are no inherent attributes.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/torch/Schema.h"
#include "pipeline/dialects/torch/TorchOp.h"
#include "pipeline/dialects/torch/VerifyOperator.h"

#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace ingot::torch;

namespace {

/// What an operator that only computes does to memory: nothing, unless tensors
/// without value semantics are around, which it reads and makes, or lists that
/// another op changes.
struct EffectsModel : MemoryEffectOpInterface::FallbackModel<EffectsModel> {
  using Effects =
      SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>;

  void getEffects(Operation *op, Effects &effects) const {
    for (OpOperand &operand : op->getOpOperands())
      if (holdsMutable(operand.get().getType()) ||
          (isa<ListType>(operand.get().getType()) &&
           mayBeChanged(operand.get())))
        effects.emplace_back(MemoryEffects::Read::get(), &operand);
    for (OpResult result : op->getResults())
      if (holdsMutable(result.getType()))
        effects.emplace_back(MemoryEffects::Allocate::get(), result);
  }
};

mlir::detail::InterfaceMap makeInterfaces(const Schema &schema) {
  mlir::detail::InterfaceMap interfaces;
  // Without the interface, an op may do anything.
  if (schema.isPure())
    interfaces.insertModels<EffectsModel>();
  return interfaces;
}

ParseResult parseOperator(OpAsmParser &parser, OperationState &state) {
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SmallVector<Type> operandTypes;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOperandList(operands) ||
      parser.parseOptionalAttrDict(state.attributes))
    return failure();
  if (!operands.empty() && parser.parseColonTypeList(operandTypes))
    return failure();
  if (parser.resolveOperands(operands, operandTypes, loc, state.operands))
    return failure();
  if (failed(parser.parseOptionalArrow()))
    return success();
  // Results in parentheses are a common slip, and mean the same.
  bool parenthesised = succeeded(parser.parseOptionalLParen());
  if (parser.parseTypeList(state.types))
    return failure();
  return parenthesised ? parser.parseRParen() : ParseResult(success());
}

void printOperator(Operation *op, OpAsmPrinter &printer) {
  printer << op->getName();
  if (op->getNumOperands() != 0)
    printer << " ";
  printer.printOperands(op->getOperands());
  printer.printOptionalAttrDict(op->getAttrs());
  if (op->getNumOperands() != 0)
    printer << " : " << op->getOperandTypes();
  if (op->getNumResults() != 0)
    printer << " -> " << op->getResultTypes();
}

class OperatorModel : public OperationName::Impl {
public:
  OperatorModel(const Schema &schema, Dialect *dialect, TypeID id)
      : Impl(schema.opName, dialect, id, makeInterfaces(schema)),
        schema_(schema) {}

  OperationName::ParseAssemblyFn getParseAssemblyFn() override {
    return parseOperator;
  }
  void printAssembly(Operation *op, OpAsmPrinter &printer, StringRef) override {
    printOperator(op, printer);
  }
  LogicalResult verifyInvariants(Operation *op) override {
    return verifyOperator(op, schema_);
  }
  LogicalResult verifyRegionInvariants(Operation *) override {
    return success();
  }

  LogicalResult foldHook(Operation *, ArrayRef<Attribute>,
                         SmallVectorImpl<OpFoldResult> &) override {
    return failure();
  }
  void getCanonicalizationPatterns(RewritePatternSet &,
                                   MLIRContext *) override {}
  bool hasTrait(TypeID) override { return false; }
  void populateDefaultAttrs(const OperationName &, NamedAttrList &) override {}

  // Attributes are the discardable ones; nothing is inherent.
  std::optional<Attribute> getInherentAttr(Operation *, StringRef) override {
    return std::nullopt;
  }
  void setInherentAttr(Operation *, StringAttr, Attribute) override {}
  void populateInherentAttrs(Operation *, NamedAttrList &) override {}
  LogicalResult
  verifyInherentAttrs(OperationName, NamedAttrList &,
                      function_ref<InFlightDiagnostic()>) override {
    return success();
  }
  int getOpPropertyByteSize() override { return 0; }
  void initProperties(OperationName, OpaqueProperties,
                      OpaqueProperties) override {}
  void deleteProperties(OpaqueProperties) override {}
  void populateDefaultProperties(OperationName, OpaqueProperties) override {}
  LogicalResult
  setPropertiesFromAttr(OperationName, OpaqueProperties, Attribute,
                        function_ref<InFlightDiagnostic()> emitError) override {
    return emitError() << "operators of PyTorch have no properties";
  }
  Attribute getPropertiesAsAttr(Operation *) override { return {}; }
  void copyProperties(OpaqueProperties, OpaqueProperties) override {}
  bool compareProperties(OpaqueProperties, OpaqueProperties) override {
    return true;
  }
  llvm::hash_code hashProperties(OpaqueProperties) override { return {0}; }

private:
  const Schema &schema_;
};

} // namespace

void TorchDialect::registerOperators() {
  for (const Schema &schema : allSchemas())
    RegisteredOperationName::insert(
        std::make_unique<OperatorModel>(schema, this, operatorIds_.allocate()),
        /*attrNames=*/{});
}
