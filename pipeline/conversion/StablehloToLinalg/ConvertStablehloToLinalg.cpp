//===- ConvertStablehloToLinalg.cpp - the conversion as a pass ------------===//
//
// One partial conversion with the patterns of all files. No op of StableHLO is
// illegal: one that no pattern takes stays, and all of them are reported at
// once. The type converter takes the sign out of integers, because arith has it
// in its ops; patterns that need the sign look at the types before conversion.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/Passes.h"
#include "pipeline/conversion/StablehloToLinalg/Patterns.h"
#include "pipeline/conversion/StablehloToLinalg/Scalars.h"
#include "pipeline/dialects/ingot/IngotDialect.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Func/Transforms/FuncConversions.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace ingot {
#define GEN_PASS_DEF_CONVERTSTABLEHLOTOLINALG
#include "pipeline/conversion/Passes.h.inc"
} // namespace ingot

using namespace mlir;

/// Takes the sign out of integers; everything else stays.
static void addConversions(TypeConverter &converter) {
  converter.addConversion([](Type type) { return type; });
  converter.addConversion([](IntegerType type) -> Type {
    return ingot::stablehlo::signless(type);
  });
  converter.addConversion([](RankedTensorType type) -> Type {
    // Bounds of sizes are of no use here.
    return RankedTensorType::get(
        type.getShape(), ingot::stablehlo::signless(type.getElementType()));
  });
  converter.addConversion(
      [&](TupleType type, SmallVectorImpl<Type> &parts) -> LogicalResult {
        return converter.convertTypes(type.getTypes(), parts);
      });
  converter.addConversion([](ingot::stablehlo::TokenType,
                             SmallVectorImpl<Type> &) { return success(); });
  auto cast = [](OpBuilder &builder, Type type, ValueRange values,
                 Location loc) -> Value {
    return UnrealizedConversionCastOp::create(builder, loc, type, values)
        .getResult(0);
  };
  converter.addSourceMaterialization(cast);
  converter.addTargetMaterialization(cast);
}

/// Functions on scalars are copied into the loops of ops that call them, as
/// StableHLO; so they are converted themselves when all others are.
static SmallVector<Operation *> scalarFunctionsLast(ModuleOp module) {
  auto isScalar = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.getRank() == 0;
  };
  SmallVector<Operation *> order, scalar;
  for (Operation &op : *module.getBody()) {
    auto function = dyn_cast<func::FuncOp>(op);
    bool isLast = function &&
                  llvm::all_of(function.getArgumentTypes(), isScalar) &&
                  llvm::all_of(function.getResultTypes(), isScalar);
    (isLast ? scalar : order).push_back(&op);
  }
  llvm::append_range(order, scalar);
  return order;
}

namespace {
struct ConvertStablehloToLinalg final
    : ingot::impl::ConvertStablehloToLinalgBase<ConvertStablehloToLinalg> {
  void runOnOperation() override {
    MLIRContext *context = &getContext();
    ingot::stablehlo::joinAsyncOps(getOperation());
    TypeConverter converter;
    addConversions(converter);
    RewritePatternSet patterns(context);
    using namespace ingot::stablehlo;
    for (Populate *populate :
         {populateBatchNormPatterns,    populateEinsumPatterns,
          populateConvolutionPatterns,  populateControlFlowPatterns,
          populateCustomCallPatterns,   populateDecompositionPatterns,
          populateDistributionPatterns, populateDynamicShapePatterns,
          populateElementwisePatterns,  populateFourierPatterns,
          populateIndexingPatterns,     populateProductPatterns,
          populateQuantizedPatterns,    populateRandomPatterns,
          populateReductionPatterns,    populateScatterPatterns,
          populateShapePatterns,        populateSolverPatterns,
          populateSortPatterns,         populateWindowPatterns})
      populate(converter, patterns);

    // What no pattern takes is neither legal nor illegal: it stays, and all of
    // it is reported at once later.
    ConversionTarget target(*context);
    target.addLegalDialect<arith::ArithDialect, cf::ControlFlowDialect,
                           complex::ComplexDialect, linalg::LinalgDialect,
                           math::MathDialect, tensor::TensorDialect>();
    target.addLegalOp<ingot::dialect::CustomOp>();
    // What is left of them stays, and its verifier would not know its body
    // converted.
    target.addLegalOp<AsyncStartOp>();
    target.markOpRecursivelyLegal<AsyncStartOp>();
    // Of signs only, in pairs that fold; see ControlFlow.cpp.
    target.addLegalOp<UnrealizedConversionCastOp>();
    populateFunctionOpInterfaceTypeConversionPattern<func::FuncOp>(patterns,
                                                                   converter);
    target.addDynamicallyLegalOp<func::FuncOp>([&](func::FuncOp function) {
      return converter.isSignatureLegal(function.getFunctionType()) &&
             converter.isLegal(&function.getBody());
    });
    populateReturnOpTypeConversionPattern(patterns, converter);
    populateCallOpTypeConversionPattern(patterns, converter);
    target.addDynamicallyLegalOp<func::ReturnOp, func::CallOp>(
        [&](Operation *op) { return converter.isLegal(op); });
    scf::populateSCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                         target);
    if (failed(applyPartialConversion(scalarFunctionsLast(getOperation()),
                                      target, std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
