//===- WidenBFloats.cpp - arithmetic on bf16 happens in f32 ---------------===//
//
// Where a machine converts to bf16 by itself, it does not keep subnormals;
// where it does not, LLVM calls a support library that is not there. What the
// pass needs and leaves is stated in Passes.td.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/DialectConversion.h"

namespace ingot {
#define GEN_PASS_DEF_WIDENBFLOATS
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot

using namespace mlir;

namespace {
struct WidenBFloats final : ingot::impl::WidenBFloatsBase<WidenBFloats> {
  void runOnOperation() override {
    Builder builder(&getContext());
    TypeConverter converter;
    arith::populateEmulateUnsupportedFloatsConversions(
        converter, builder.getType<BFloat16Type>(), builder.getF32Type());
    RewritePatternSet patterns(&getContext());
    arith::populateEmulateUnsupportedFloatsPatterns(patterns, converter);
    ConversionTarget target(getContext());
    arith::populateEmulateUnsupportedFloatsLegality(target, converter);
    // Integers by way of f32 would be rounded twice; they are expanded later.
    target.addLegalOp<arith::SIToFPOp, arith::UIToFPOp>();
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
