//===- ExternalizeConstants.cpp - weights leave the code ------------------===//
//
// Weights dominate the size of a model and change more often than its code, so
// kernels take them as operands and the store keeps them as blobs. Small
// constants go the other way: a shape or a scale is worth specialising for.
// What the pass needs and leaves is stated in Passes.td.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/stablehlo/StablehloOps.h"
#include "pipeline/transforms/Passes.h"
#include "pipeline/transforms/Payloads.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

namespace ingot {
#define GEN_PASS_DEF_EXTERNALIZECONSTANTS
#include "pipeline/transforms/Passes.h.inc"
} // namespace ingot

using namespace mlir;

/// True when a lowering needs the value of `use` and not just its bytes at run
/// time.
static bool mustBeKnown(OpOperand &use) {
  if (auto rescale = dyn_cast<tosa::RescaleOp>(use.getOwner()))
    return use.get() != rescale.getInput();
  return false;
}

static bool anyUseMustBeKnown(Value value) {
  return llvm::any_of(value.getUses(), mustBeKnown);
}

/// The payload of a constant op that may leave, or null.
static ElementsAttr movablePayload(Operation *op) {
  // Unsigned integers lose their sign later, which a global could not follow.
  auto constant = dyn_cast<ingot::stablehlo::ConstantOp>(op);
  if (constant && constant.getType().getElementType().isUnsignedInteger())
    return nullptr;
  return ingot::constantPayload(op);
}

namespace {
struct ExternalizeConstants final
    : ingot::impl::ExternalizeConstantsBase<ExternalizeConstants> {
  using ExternalizeConstantsBase::ExternalizeConstantsBase;

  void runOnOperation() override {
    made_ = 0;
    inlineSmallGlobals();
    externalizeLarge();
  }

private:
  bool isLarge(ElementsAttr payload) const {
    return ingot::isLargePayload(payload, minBytes);
  }

  /// Loads of small immutable globals become constants. The unused global is
  /// erased later, with every other one that nothing loads.
  void inlineSmallGlobals() {
    SymbolTable symbols(getOperation());
    SmallVector<Operation *> loads;
    getOperation().walk([&](Operation *op) {
      if (isa<ml_program::GlobalLoadOp, ml_program::GlobalLoadConstOp>(op))
        loads.push_back(op);
    });
    for (Operation *load : loads) {
      auto symbol = load->getAttrOfType<SymbolRefAttr>("global");
      auto global =
          symbols.lookup<ml_program::GlobalOp>(symbol.getRootReference());
      if (!global || global.getIsMutable() || !global.getValue())
        continue;
      auto value = dyn_cast<TypedAttr>(*global.getValue());
      if (!value || value.getType() != load->getResult(0).getType() ||
          !isa<IntegerAttr, FloatAttr, DenseElementsAttr,
               DenseResourceElementsAttr>(value))
        continue;
      auto payload = dyn_cast<ElementsAttr>(*global.getValue());
      if (payload && isLarge(payload) && !anyUseMustBeKnown(load->getResult(0)))
        continue;
      OpBuilder builder(load);
      Value constant =
          arith::ConstantOp::create(builder, load->getLoc(), value);
      load->getResult(0).replaceAllUsesWith(constant);
      load->erase();
    }
  }

  void externalizeLarge() {
    SymbolTable symbols(getOperation());
    SmallVector<Operation *> constants;
    getOperation().walk([&](Operation *op) {
      ElementsAttr payload = movablePayload(op);
      // Quantised elements have more to them than their payload's, which a
      // global could not say.
      if (payload && isLarge(payload) &&
          payload.getType() == op->getResult(0).getType() &&
          !anyUseMustBeKnown(op->getResult(0)))
        constants.push_back(op);
      else if (isa_and_nonnull<DenseResourceElementsAttr>(payload))
        writeOut(op, payload);
    });
    // Attributes are unique in a context, so equal payloads are equal pointers;
    // the map is looked up only, never iterated over.
    DenseMap<Attribute, ml_program::GlobalOp> globals;
    for (auto global : getOperation().getOps<ml_program::GlobalOp>())
      if (!global.getIsMutable() && global.getValue())
        globals.try_emplace(*global.getValue(), global);
    for (Operation *op : constants) {
      ElementsAttr payload = movablePayload(op);
      ml_program::GlobalOp &global = globals[payload];
      if (!global)
        global = makeGlobal(op->getLoc(), payload, symbols);
      // Bodies of structured ops compute on scalars; what they read is loaded
      // in front.
      Operation *place = op;
      while (auto outer = place->getParentOfType<linalg::LinalgOp>())
        place = outer;
      OpBuilder builder(place);
      Value load = ml_program::GlobalLoadConstOp::create(
          builder, op->getLoc(), op->getResult(0).getType(),
          FlatSymbolRefAttr::get(global));
      op->getResult(0).replaceAllUsesWith(load);
      op->erase();
      ++numMoved;
    }
  }

  /// A small resource becomes dense elements, which folding and code generation
  /// can look into.
  static void writeOut(Operation *op, ElementsAttr payload) {
    ShapedType type = payload.getShapedType();
    std::string bytes = ingot::payloadBytes(payload);
    DenseElementsAttr dense;
    if (type.getElementType().isInteger(1)) {
      SmallVector<bool> bits(bytes.begin(), bytes.end());
      dense = DenseElementsAttr::get(type, bits);
    } else {
      dense = DenseElementsAttr::getFromRawBuffer(type, ArrayRef<char>(bytes));
    }
    op->setAttr(isa<tosa::ConstOp>(op) ? "values" : "value", dense);
  }

  ml_program::GlobalOp makeGlobal(Location loc, ElementsAttr payload,
                                  SymbolTable &symbols) {
    OpBuilder builder(&getContext());
    auto global = ml_program::GlobalOp::create(
        builder, loc, "constant_" + std::to_string(made_++),
        payload.getShapedType(), /*is_mutable=*/false, payload,
        builder.getStringAttr("private"));
    // Before the first function, in the order of the constants.
    Block *body = getOperation().getBody();
    auto place = llvm::find_if(
        *body, [](Operation &op) { return !isa<ml_program::GlobalOp>(op); });
    symbols.insert(global, place); // Renames it if the name is taken.
    return global;
  }

  unsigned made_ = 0;
};
} // namespace
