//===- ConvertMLProgramToIngot.cpp - globals become numbered tables -------===//
//
// At run time a constant is an entry of a table that the loader filled and a
// state an entry of a table that belongs to the instance. What the pass needs
// and leaves is stated in Passes.td.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/AbiTypes.h"
#include "pipeline/conversion/Passes.h"
#include "pipeline/dialects/ingot/IngotDialect.h"

#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/MapVector.h"

namespace ingot {
#define GEN_PASS_DEF_CONVERTMLPROGRAMTOINGOT
#include "pipeline/conversion/Passes.h.inc"
} // namespace ingot

using namespace mlir;
using namespace ingot::dialect;

/// The tensor type in which a global is kept: scalars have no dimensions, and
/// one declared with a dynamic shape has that of its value.
static RankedTensorType storageType(ml_program::GlobalOp global) {
  auto declared = dyn_cast<RankedTensorType>(global.getType());
  if (!declared)
    return RankedTensorType::get({}, global.getType());
  Type given;
  if (global.getValue())
    if (auto typed = dyn_cast<TypedAttr>(*global.getValue()))
      given = typed.getType();
  auto tensor = dyn_cast_or_null<RankedTensorType>(given);
  return tensor && tensor.hasStaticShape() ? tensor : declared;
}

static Attribute storageValue(Attribute value, RankedTensorType type) {
  if (isa<ElementsAttr>(value))
    return value;
  if (auto number = dyn_cast<complex::NumberAttr>(value))
    return DenseElementsAttr::get(
        type, std::complex<APFloat>(number.getReal(), number.getImag()));
  return DenseElementsAttr::get(type, value);
}

namespace {
/// Who loads and stores one global.
struct Uses {
  SmallVector<Operation *> loads, stores;
};

struct ConvertMLProgramToIngot final
    : ingot::impl::ConvertMLProgramToIngotBase<ConvertMLProgramToIngot> {
  using ConvertMLProgramToIngotBase::ConvertMLProgramToIngotBase;

  void runOnOperation() override {
    constants_ = states_ = 0;
    ModuleOp module = getOperation();
    // A pass is run on many modules, and each counts from the start.
    states_ = constants_ = 0;
    SymbolTable symbols(module);
    llvm::MapVector<Operation *, Uses> uses;
    for (auto global : module.getOps<ml_program::GlobalOp>())
      uses[global];
    module.walk([&](Operation *op) {
      if (auto load = dyn_cast<ml_program::GlobalLoadOp>(op))
        uses[symbols.lookup(load.getGlobal().getRootReference())]
            .loads.push_back(op);
      else if (auto load = dyn_cast<ml_program::GlobalLoadConstOp>(op))
        uses[symbols.lookup(load.getGlobal().getRootReference())]
            .loads.push_back(op);
      else if (auto store = dyn_cast<ml_program::GlobalStoreOp>(op))
        uses[symbols.lookup(store.getGlobal().getRootReference())]
            .stores.push_back(op);
    });

    // Every global is looked at before leaving, so that one run reports all.
    bool failedAny = false;
    for (auto &[op, use] : uses)
      failedAny |=
          mlir::failed(convert(cast<ml_program::GlobalOp>(op), use, symbols));
    if (failedAny)
      signalPassFailure();
  }

private:
  LogicalResult convert(ml_program::GlobalOp global, const Uses &uses,
                        SymbolTable &symbols) {
    if (uses.loads.empty() && uses.stores.empty()) {
      symbols.erase(global);
      return success();
    }
    if (!isa<RankedTensorType>(global.getType()) &&
        !global.getType().isIntOrIndexOrFloat() &&
        !isa<ComplexType>(global.getType()))
      return global.emitError("global of type ")
             << global.getType() << " is neither a ranked tensor nor a scalar";
    RankedTensorType type = storageType(global);
    if (!ingot::abiElementType(type.getElementType()))
      return global.emitError("global of type ")
             << global.getType()
             << " cannot be kept outside of the code: callers know booleans, "
                "integers of 8 to 64 bits, f16, bf16, f32, f64 and complex "
                "numbers of the last two";
    bool isState = !uses.stores.empty();
    // A store may change the shape of a global that is declared dynamic.
    if (!type.hasStaticShape() ||
        (isState && isa<RankedTensorType>(global.getType()) &&
         type != global.getType()))
      return global.emitError("global of type ")
             << global.getType()
             << " has a dynamic shape; give it a fixed one, its storage is "
                "made when the program is loaded";
    if (!isState)
      return convertConstant(global, uses, type);
    return convertState(global, uses, type, symbols);
  }

  LogicalResult convertConstant(ml_program::GlobalOp global, const Uses &uses,
                                RankedTensorType type) {
    if (!global.getValue())
      return global.emitError(
          "global is read but never gets a value; add one, or "
          "#ml_program.extern to bind it when the program is loaded");
    int64_t index = markConstant(global, type);
    for (Operation *op : uses.loads) {
      OpBuilder builder(op);
      Value value = ingot::dialect::ConstantOp::create(builder, op->getLoc(),
                                                       type, index);
      replaceLoad(op, value);
    }
    return success();
  }

  LogicalResult convertState(ml_program::GlobalOp global, const Uses &uses,
                             RankedTensorType type, SymbolTable &symbols) {
    OpBuilder builder(global);
    // A global without a value starts as zeros: what a caller sees must not
    // depend on what memory held before.
    Attribute value =
        global.getValue().value_or(isa<ComplexType>(type.getElementType())
                                       ? Attribute()
                                       : Attribute(builder.getZeroAttr(type)));
    if (!value)
      return global.emitError("mutable complex global needs a start value");
    auto initial = ml_program::GlobalOp::create(
        builder, global.getLoc(), global.getSymName().str() + ".initial", type,
        /*is_mutable=*/false, value, builder.getStringAttr("private"));
    symbols.insert(initial);
    markConstant(initial, type);

    int64_t index = states_++;
    global->setAttr(ingot::kStateAttr, builder.getI64IntegerAttr(index));
    global->setAttr(ingot::kInitialAttr,
                    FlatSymbolRefAttr::get(initial.getSymNameAttr()));
    global.setType(type);
    global.removeValueAttr();
    for (Operation *op : uses.loads) {
      OpBuilder at(op);
      replaceLoad(op, StateLoadOp::create(at, op->getLoc(), type, index));
    }
    for (Operation *op : uses.stores) {
      OpBuilder at(op);
      Value stored = cast<ml_program::GlobalStoreOp>(op).getValue();
      if (!isa<RankedTensorType>(stored.getType()))
        stored = tensor::FromElementsOp::create(at, op->getLoc(), type, stored);
      StateStoreOp::create(at, op->getLoc(), index, stored);
      op->erase();
    }
    return success();
  }

  int64_t markConstant(ml_program::GlobalOp global, RankedTensorType type) {
    OpBuilder builder(global);
    global->setAttr(ingot::kConstantAttr,
                    builder.getI64IntegerAttr(constants_));
    if (global.getValue() && !isa<ml_program::ExternAttr>(*global.getValue()))
      global.setValueAttr(storageValue(*global.getValue(), type));
    global.setType(type);
    return constants_++;
  }

  static void replaceLoad(Operation *load, Value tensor) {
    OpBuilder builder(load);
    Type wanted = load->getResult(0).getType();
    if (!isa<RankedTensorType>(wanted))
      tensor = tensor::ExtractOp::create(builder, load->getLoc(), tensor,
                                         ValueRange());
    else if (wanted != tensor.getType())
      tensor = tensor::CastOp::create(builder, load->getLoc(), wanted, tensor);
    load->getResult(0).replaceAllUsesWith(tensor);
    load->erase();
  }

  int64_t constants_ = 0;
  int64_t states_ = 0;
};
} // namespace
