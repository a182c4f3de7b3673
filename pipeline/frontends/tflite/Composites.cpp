//===- Composites.cpp - operators that keep their names -------------------===//

#include "pipeline/frontends/tflite/Composites.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"
#include "pipeline/frontends/tflite/Converter.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tflite;

static bool isKnownAndSigned(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  return tensor.hasStaticShape() && tensor.getElementType().isSignlessInteger();
}

Value ingot::tflite::makeComposite(TfLiteOp &op, StringRef name,
                                   ValueRange inputs,
                                   function_ref<void(NamedAttrList &)> describe,
                                   function_ref<Value(ValueRange)> define) {
  if (!llvm::all_of(inputs.getTypes(), isKnownAndSigned))
    return define(inputs);
  StablehloBuilder &b = op.b;
  // No global has such a name, nor a signature.
  func::FuncOp definition = op.converter().addDefinition(
      ("define." + name).str(), inputs.getTypes(), b.getLoc());
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(&definition.front());
    Value result = define(definition.getArguments());
    func::ReturnOp::create(b, result);
    definition.setType(b.getFunctionType(inputs.getTypes(), result.getType()));
  }
  NamedAttrList attributes;
  describe(attributes);
  auto composite = stablehlo::CompositeOp::create(
      b, definition.getResultTypes(), inputs, name,
      attributes.getDictionary(b.getContext()), definition.getName(),
      /*version=*/0, /*composite_regionsCount=*/0);
  return composite->getResult(0);
}
