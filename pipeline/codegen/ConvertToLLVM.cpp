//===- ConvertToLLVM.cpp - one conversion into the LLVM dialect -----------===//
//
// Upstream's conversions, dialect by dialect, but in one step with one type
// converter: no casts between types in flight remain, and an op that nobody
// converts is reported by name.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/Passes.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ComplexToLLVM/ComplexToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Dialect/Vector/Transforms/VectorRewritePatterns.h"
#include "mlir/IR/BuiltinOps.h"

namespace ingot {
#define GEN_PASS_DEF_CONVERTTOLLVM
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot

using namespace mlir;

namespace {
using ExtraPatterns =
    std::function<void(LLVMTypeConverter &, RewritePatternSet &)>;

/// Pointers that alias no other. Upstream's conversion loses what is said of a
/// memref when that becomes several values; only the second of them, the
/// pointer to the data, is ever read and written through. A function with
/// `llvm.bareptr` takes just that one.
class NoAliasPointers {
public:
  NoAliasPointers(ModuleOp module, const LLVMTypeConverter &converter) {
    for (auto function : module.getOps<func::FuncOp>()) {
      TypeConverter::SignatureConversion conversion(function.getNumArguments());
      bool isBare = function->hasAttr("llvm.bareptr");
      converter.convertFunctionSignature(function.getFunctionType(),
                                         /*isVariadic=*/false, isBare,
                                         conversion);
      for (unsigned i = 0; i < function.getNumArguments(); ++i)
        if (isa<MemRefType>(function.getArgumentTypes()[i]) &&
            function.getArgAttr(i, LLVM::LLVMDialect::getNoAliasAttrName()))
          pointers_.emplace_back(function.getName(),
                                 conversion.getInputMapping(i)->inputNo +
                                     (isBare ? 0 : 1));
    }
  }

  /// Says it again of the functions that `module` holds after conversion.
  void restore(ModuleOp module) const {
    for (auto [name, index] : pointers_)
      if (auto function = module.lookupSymbol<LLVM::LLVMFuncOp>(name))
        function.setArgAttr(index, LLVM::LLVMDialect::getNoAliasAttrName(),
                            UnitAttr::get(module.getContext()));
  }

private:
  SmallVector<std::pair<std::string, unsigned>> pointers_;
};

struct ConvertToLLVM final : ingot::impl::ConvertToLLVMBase<ConvertToLLVM> {
  ConvertToLLVM() = default;
  explicit ConvertToLLVM(ExtraPatterns extra) : extra_(std::move(extra)) {}

  LogicalResult initialize(MLIRContext *context) override {
    LowerToLLVMOptions options(context);
    options.useGenericFunctions = true;
    options.allocLowering = LowerToLLVMOptions::AllocLowering::AlignedAlloc;
    converter_ = std::make_shared<LLVMTypeConverter>(context, options);
    LLVMTypeConverter &converter = *converter_;

    RewritePatternSet patterns(context);
    arith::populateCeilFloorDivExpandOpsPatterns(patterns);
    arith::populateArithToLLVMConversionPatterns(converter, patterns);
    populateComplexToLLVMConversionPatterns(converter, patterns);
    cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
    populateFuncToLLVMConversionPatterns(converter, patterns);
    index::populateIndexToLLVMConversionPatterns(converter, patterns);
    populateMathToLLVMConversionPatterns(converter, patterns);
    populateFinalizeMemRefToLLVMConversionPatterns(converter, patterns);
    ub::populateUBToLLVMConversionPatterns(converter, patterns);
    // Canonicalisation makes these of any rank; LLVM has them for rows.
    vector::populateVectorFromElementsUnrollPatterns(patterns);
    vector::populateVectorToElementsUnrollPatterns(patterns);
    vector::populateVectorShapeCastLoweringPatterns(patterns);
    populateVectorToLLVMConversionPatterns(converter, patterns,
                                           /*reassociateFPReductions=*/false,
                                           /*force32BitVectorIndices=*/true);
    if (extra_)
      extra_(converter, patterns);
    patterns_ = std::move(patterns);
    return success();
  }

  void runOnOperation() override {
    NoAliasPointers noAlias(getOperation(), *converter_);
    LLVMConversionTarget target(getContext());
    target.addLegalOp<ModuleOp>();
    // No pattern here fails after it has changed something, so nothing has to
    // be recorded for undoing it.
    ConversionConfig config;
    config.allowPatternRollback = false;
    if (failed(applyFullConversion(getOperation(), target, patterns_, config)))
      return signalPassFailure();
    noAlias.restore(getOperation());
  }

private:
  ExtraPatterns extra_;
  std::shared_ptr<LLVMTypeConverter> converter_; // Of `patterns_`.
  FrozenRewritePatternSet patterns_;
};
} // namespace

std::unique_ptr<Pass> ingot::createConvertToLLVM(
    std::function<void(LLVMTypeConverter &, RewritePatternSet &)>
        extraPatterns) {
  return std::make_unique<ConvertToLLVM>(std::move(extraPatterns));
}
