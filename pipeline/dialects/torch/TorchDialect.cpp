//===- TorchDialect.cpp - the dialect of PyTorch programs -----------------===//
//
// An unknown op in text is an error at once, with the closest name: MLIR would
// only say that the dialect has no such op, and there are thousands to mistype.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/torch/TorchDialect.h"
#include "pipeline/dialects/torch/TorchOps.h"
#include "pipeline/dialects/torch/UnknownOps.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"

#include "pipeline/dialects/torch/TorchDialect.cpp.inc"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

void TorchDialect::initialize() {
  registerTypes();
  addContainerOps();
  addControlFlowOps();
  addModuleOps();
  addTensorOps();
  registerOperators();
}

static ParseResult parseUnknownOp(OpAsmParser &parser, OperationState &state) {
  return reportUnknownOp([&] { return parser.emitError(parser.getNameLoc()); },
                         parser.getContext(), state.name.getStringRef());
}

std::optional<Dialect::ParseOpHook>
TorchDialect::getParseOperationHook(StringRef) const {
  // Asked for unknown ops only. The hook does not own what it refers to.
  return ParseOpHook(parseUnknownOp);
}

Operation *TorchDialect::materializeConstant(OpBuilder &builder,
                                             Attribute value, Type type,
                                             Location loc) {
  if (auto integer = dyn_cast<IntegerAttr>(value)) {
    if (isa<IntType>(type))
      return ConstantIntOp::create(builder, loc, type, integer);
    if (isa<BoolType>(type) && integer.getType().isInteger(1))
      return ConstantBoolOp::create(builder, loc, type, integer);
    if (isa<NumberType>(type))
      return ConstantNumberOp::create(builder, loc, type, integer);
  }
  if (auto number = dyn_cast<FloatAttr>(value)) {
    if (isa<torch::FloatType>(type))
      return ConstantFloatOp::create(builder, loc, type, number);
    if (isa<NumberType>(type))
      return ConstantNumberOp::create(builder, loc, type, number);
  }
  if (auto text = dyn_cast<StringAttr>(value); text && isa<StringType>(type))
    return ConstantStrOp::create(builder, loc, type, text);
  if (isa<UnitAttr>(value) && isa<torch::NoneType>(type))
    return ConstantNoneOp::create(builder, loc, type);
  auto elements = dyn_cast<ElementsAttr>(value);
  if (elements && isa<ValueTensorType>(type))
    return ValueTensorLiteralOp::create(builder, loc, type, elements);
  return nullptr;
}
