//===- Gain.cpp - a plugin: a dialect, a pass and a library call ----------===//
//
// The dialect `gain` has one op. The pass hands those of at least `least`
// elements to the function gain.apply of the library that gain.textproto names,
// and makes arithmetic of the others. Besides ingot.custom nothing of Ingot is
// used: what the compiler brings is resolved when it loads this.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/ingot/IngotDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

#include "llvm/Support/FormatVariadic.h"

#include "GainDialect.h.inc"
#define GET_OP_CLASSES
#include "GainOps.h.inc"

#include "GainDialect.cpp.inc"
#define GET_OP_CLASSES
#include "GainOps.cpp.inc"

using namespace mlir;

void gain::GainDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "GainOps.cpp.inc"
      >();
}

namespace {

struct LowerGain final : PassWrapper<LowerGain, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LowerGain)
  LowerGain() = default;
  LowerGain(const LowerGain &other) : PassWrapper(other) {
    least = other.least.getValue();
  }

  StringRef getArgument() const override { return "gain-lower"; }
  StringRef getDescription() const override {
    return "Hand large signals to the function gain.apply";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect, ingot::dialect::IngotDialect,
                    linalg::LinalgDialect, tensor::TensorDialect>();
  }

  void runOnOperation() override {
    SmallVector<gain::ApplyOp> ops;
    getOperation().walk([&](gain::ApplyOp op) { ops.push_back(op); });
    for (gain::ApplyOp op : ops) {
      OpBuilder builder(op);
      auto type = cast<RankedTensorType>(op.getType());
      bool isLarge =
          type.hasStaticShape() && type.getNumElements() >= least.getValue();
      op.replaceAllUsesWith(isLarge ? call(builder, op)
                                    : multiply(builder, op));
      op.erase();
    }
  }

  Option<int64_t> least{*this, "least", llvm::cl::init(16),
                        llvm::cl::desc("The smallest signal that is worth it")};

private:
  static Value call(OpBuilder &builder, gain::ApplyOp op) {
    std::string attributes =
        llvm::formatv("{{\"factor\":{0}}", op.getFactor().convertToFloat());
    auto custom = ingot::dialect::CustomOp::create(
        builder, op.getLoc(), op->getResultTypes(), "gain.apply", attributes,
        builder.getTypeArrayAttr({op.getSignal().getType()}),
        builder.getTypeArrayAttr({op.getType()}),
        /*side_effects=*/false, /*index=*/IntegerAttr(),
        ValueRange{op.getSignal()});
    return custom->getResult(0);
  }

  static Value multiply(OpBuilder &builder, gain::ApplyOp op) {
    Location loc = op.getLoc();
    auto type = cast<RankedTensorType>(op.getType());
    Value factor = arith::ConstantOp::create(builder, loc, op.getFactorAttr());
    Value empty = tensor::EmptyOp::create(
        builder, loc, tensor::getMixedSizes(builder, loc, op.getSignal()),
        type.getElementType());
    Value factors =
        linalg::FillOp::create(builder, loc, factor, empty).getResult(0);
    return linalg::MulOp::create(builder, loc,
                                 ValueRange{op.getSignal(), factors},
                                 ValueRange{empty})
        .getResult(0);
  }
};

} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "gain", "1",
          [] { PassRegistration<LowerGain>(); }};
}

extern "C" LLVM_ATTRIBUTE_WEAK DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "gain", "1", [](DialectRegistry *registry) {
            registry->insert<gain::GainDialect>();
          }};
}
