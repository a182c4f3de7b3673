//===- IngotDialect.cpp - verifiers and effects of the ingot dialect ------===//
//
// Effects matter more than checks here. A dispatch on tensors is pure, so equal
// launches merge; on memrefs it reads inputs and writes outputs, which is all
// that ordering may rely on. Verifiers check what the lowering to the table of
// the executable takes for granted.
//
//===----------------------------------------------------------------------===//

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

/// Tensors are computed; memrefs are read and allocated.
void CustomOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  if (getSideEffects()) {
    effects.emplace_back(MemoryEffects::Read::get());
    effects.emplace_back(MemoryEffects::Write::get());
  }
  for (OpOperand &input : getInputsMutable())
    if (isa<MemRefType>(input.get().getType()))
      effects.emplace_back(MemoryEffects::Read::get(), &input,
                           SideEffects::DefaultResource::get());
  // They are written too, and it matters to say so: upstream erases an op that
  // only allocates a memref which nobody uses (MLIR 22), and so would take the
  // other results away.
  for (OpResult result : getResults())
    if (isa<MemRefType>(result.getType())) {
      effects.emplace_back(MemoryEffects::Allocate::get(), result,
                           SideEffects::DefaultResource::get());
      effects.emplace_back(MemoryEffects::Write::get(), result,
                           SideEffects::DefaultResource::get());
    }
}

/// The types of the manifest say the same but for signs.
static bool agree(TypeRange types, ArrayAttr described) {
  if (types.size() != described.size())
    return false;
  return llvm::all_of_zip(
      types, described.getAsValueRange<TypeAttr>(), [](Type type, Type said) {
        auto shaped = cast<ShapedType>(type);
        auto tensor = dyn_cast<RankedTensorType>(said);
        return tensor && tensor.getShape() == shaped.getShape();
      });
}

LogicalResult CustomOp::verify() {
  if (!agree(getInputs().getTypes(), getDescribedOperands()) ||
      !agree(getResultTypes(), getDescribedResults()))
    return emitOpError("has other operands or results than it describes");
  return success();
}

} // namespace ingot::dialect
