//===- IngotDialect.cpp - verifiers and effects of the ingot dialect ------===//

#include "pipeline/dialects/ingot/IngotDialect.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

#include "pipeline/dialects/ingot/IngotDialect.cpp.inc"

#define GET_OP_CLASSES
#include "pipeline/dialects/ingot/IngotOps.cpp.inc"

using namespace mlir;

namespace ingot::dialect {

void IngotDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "pipeline/dialects/ingot/IngotOps.cpp.inc"
      >();
}

void DispatchOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  for (OpOperand &input : getInputsMutable())
    if (isa<MemRefType>(input.get().getType()))
      effects.emplace_back(MemoryEffects::Read::get(), &input,
                           SideEffects::DefaultResource::get());
  for (OpOperand &output : getOutputsMutable())
    if (isa<MemRefType>(output.get().getType()))
      effects.emplace_back(MemoryEffects::Write::get(), &output,
                           SideEffects::DefaultResource::get());
}

LogicalResult ConstantOp::verify() {
  if (!cast<ShapedType>(getResult().getType()).hasStaticShape())
    return emitOpError("needs a static shape");
  return success();
}

} // namespace ingot::dialect
