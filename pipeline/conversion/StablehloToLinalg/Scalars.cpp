//===- Scalars.cpp - what an elementwise op does to one element -----------===//

#include "pipeline/conversion/StablehloToLinalg/Scalars.h"
#include "pipeline/conversion/StablehloToLinalg/ScalarElement.h"

using namespace mlir;
using namespace ingot::stablehlo;

Type ingot::stablehlo::signless(Type type) {
  if (auto quantized = dyn_cast<quant::QuantizedType>(type))
    return quantized.getStorageType();
  if (auto integer = dyn_cast<IntegerType>(type))
    return IntegerType::get(type.getContext(), integer.getWidth());
  return type;
}

Value ingot::stablehlo::mapElement(Operation *op, ValueRange elements,
                                   OpBuilder &builder) {
  for (MapScalar *map : {mapArithmetic, mapConversion, mapFunction})
    if (Value value = map(op, elements, builder))
      return value;
  return Value();
}
