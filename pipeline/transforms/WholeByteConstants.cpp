//===- WholeByteConstants.cpp - weights of four bits are weights too ------===//
//
// A constant leaves the code as bytes that callers can name and replace, and
// the ABI has no elements of four bits, nor StableHLO's unsigned ones a form
// that survives their lowering. MLIR keeps each such element in bytes of its
// own anyway. So the constant becomes one of those bytes, and what the program
// reads is computed from it, by kernels or when constants bind.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/AbiTypes.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"
#include "pipeline/transforms/Passes.h"
#include "pipeline/transforms/Payloads.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/Support/MathExtras.h"

namespace ingot {
#define GEN_PASS_DEF_WHOLEBYTECONSTANTS
#include "pipeline/transforms/Passes.h.inc"
} // namespace ingot

using namespace mlir;

/// The integers that hold the bytes of one element; null for an element that
/// the ABI has, and for one that is not computed from integers.
static IntegerType storageOf(Type element) {
  auto integer = dyn_cast<IntegerType>(element);
  const bool isTaken =
      integer ? integer.isUnsigned() ||
                    (integer.isSignless() && !ingot::abiElementType(integer))
              : isa<Float4E2M1FNType>(element);
  if (!isTaken)
    return {};
  // As MLIR stores them: five bytes of an i40 are none of the ABI's integers.
  uint64_t bits = llvm::alignTo(element.getIntOrFloatBitWidth(), 8);
  auto storage = IntegerType::get(element.getContext(), bits);
  return ingot::abiElementType(storage) ? storage : IntegerType();
}

/// The same bytes as elements of another type.
static ElementsAttr retyped(ElementsAttr payload, Type element) {
  ShapedType type = payload.getShapedType().clone(element);
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(payload))
    return DenseResourceElementsAttr::get(type, resource.getRawHandle());
  return DenseElementsAttr::getFromRawBuffer(
      type, cast<DenseElementsAttr>(payload).getRawData());
}

/// What a program of `type` reads, out of what is stored.
static Value restore(OpBuilder &builder, Location loc, Value stored,
                     ShapedType type) {
  Type element = type.getElementType();
  unsigned bits = element.getIntOrFloatBitWidth();
  auto narrow = type.clone(builder.getIntegerType(bits));
  Value value = stored;
  if (value.getType() != narrow)
    value = arith::TruncIOp::create(builder, loc, narrow, value);
  if (isa<FloatType>(element))
    return arith::BitcastOp::create(builder, loc, type, value);
  if (element.isUnsignedInteger())
    return ingot::stablehlo::BitcastConvertOp::create(builder, loc, type,
                                                      value);
  return value;
}

/// True where a product or a sum takes the elements as they are. They would be
/// unpacked in every call: what that makes is no element of the ABI, so nothing
/// that is made when constants bind.
static bool isReadByContraction(Value constant) {
  return !ingot::abiElementType(getElementTypeOrSelf(constant)) &&
         llvm::any_of(constant.getUsers(), [](Operation *user) {
           auto structured = dyn_cast<linalg::LinalgOp>(user);
           return structured ? structured.getNumReductionLoops() > 0
                             : isa<ingot::stablehlo::DotGeneralOp>(user);
         });
}

/// Where what `op` makes of no operands is made once: the entry block of the
/// function, however many loops and bodies `op` is in.
static Operation *placeOf(Operation *op) {
  while (!op->getParentOp()->hasTrait<OpTrait::IsIsolatedFromAbove>())
    op = op->getParentOp();
  Block *entry = &op->getParentRegion()->front();
  return op->getBlock() == entry ? op : entry->getTerminator();
}

namespace {
struct WholeByteConstants final
    : ingot::impl::WholeByteConstantsBase<WholeByteConstants> {
  using WholeByteConstantsBase::WholeByteConstantsBase;

  void runOnOperation() override {
    getOperation().walk([&](Operation *op) {
      if (ElementsAttr payload = ingot::constantPayload(op))
        widen(op, payload);
    });
    widenGlobals();
  }

private:
  /// Null for a payload that stays as it is.
  IntegerType storageOfLarge(ElementsAttr payload) const {
    if (!payload || ingot::isSplatPayload(payload))
      return {};
    std::optional<int64_t> size = ingot::denseByteSize(payload.getShapedType());
    if (!size || static_cast<uint64_t>(*size) < minBytes)
      return {};
    return storageOf(payload.getElementType());
  }

  void widen(Operation *op, ElementsAttr payload) {
    Value constant = op->getResult(0);
    // Quantised elements have more to them than their payload's.
    if (constant.getType() != payload.getType() ||
        isReadByContraction(constant))
      return;
    IntegerType storage = storageOfLarge(payload);
    // Other dialects' unsigned elements keep their sign as globals.
    if (!storage || (payload.getElementType().isUnsignedInteger() &&
                     !isa<ingot::stablehlo::ConstantOp>(op)))
      return;
    OpBuilder builder(placeOf(op));
    Value stored = arith::ConstantOp::create(
        builder, op->getLoc(), cast<TypedAttr>(retyped(payload, storage)));
    constant.replaceAllUsesWith(
        restore(builder, op->getLoc(), stored, payload.getShapedType()));
    op->erase();
  }

  void widenGlobals() {
    SymbolTable symbols(getOperation());
    DenseMap<Operation *, SmallVector<Operation *>> loads;
    getOperation().walk([&](Operation *op) {
      if (!isa<ml_program::GlobalLoadOp, ml_program::GlobalLoadConstOp>(op))
        return;
      auto symbol = op->getAttrOfType<SymbolRefAttr>("global");
      loads[symbols.lookup(symbol.getRootReference())].push_back(op);
    });
    for (auto global : getOperation().getOps<ml_program::GlobalOp>()) {
      if (isa_and_present<ml_program::ExternAttr>(global.getValueAttr())) {
        widenExternal(global, loads[global]);
        continue;
      }
      auto payload = dyn_cast_if_present<ElementsAttr>(global.getValueAttr());
      IntegerType storage = storageOfLarge(payload);
      ArrayRef<Operation *> itsLoads = loads[global];
      if (!storage || global.getIsMutable() ||
          payload.getType() != global.getType() ||
          payload.getElementType().isUnsignedInteger() ||
          llvm::any_of(itsLoads, [](Operation *load) {
            return isReadByContraction(load->getResult(0));
          }))
        continue;
      ShapedType type = payload.getShapedType();
      global.setValueAttr(retyped(payload, storage));
      global.setType(type.clone(storage));
      for (Operation *load : itsLoads)
        widenLoad(load, type, storage);
    }
  }

  /// One that is bound when the executable is loaded has no other form, so its
  /// size and who reads it do not matter.
  static void widenExternal(ml_program::GlobalOp global,
                            ArrayRef<Operation *> loads) {
    auto type = dyn_cast<RankedTensorType>(global.getType());
    IntegerType storage = type ? storageOf(type.getElementType()) : nullptr;
    const bool isTosa = llvm::any_of(loads, [](Operation *load) {
      return llvm::any_of(load->getUsers(), [](Operation *user) {
        return user->getName().getDialectNamespace() == "tosa";
      });
    });
    if (!storage || global.getIsMutable() ||
        (isTosa && type.getElementType().isUnsignedInteger()))
      return;
    RankedTensorType stored = type.clone(storage);
    global.setValueAttr(
        ml_program::ExternAttr::get(global.getContext(), stored));
    global.setType(stored);
    for (Operation *load : loads)
      widenLoad(load, type, storage);
  }

  static void widenLoad(Operation *op, ShapedType type, IntegerType storage) {
    if (Operation *place = placeOf(op); place != op)
      op->moveBefore(place);
    Value load = op->getResult(0);
    load.setType(type.clone(storage));
    OpBuilder builder(op->getContext());
    builder.setInsertionPointAfter(op);
    SmallVector<OpOperand *> uses = llvm::map_to_vector(
        load.getUses(), [](OpOperand &use) { return &use; });
    Value value = restore(builder, op->getLoc(), load, type);
    for (OpOperand *use : uses)
      use->set(value);
  }
};
} // namespace
