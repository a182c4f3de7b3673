//===- WidenSmallFloats.cpp - arithmetic on few bits happens in f32 -------===//
//
// An op on small floats becomes truncf(op(extf(a), extf(b))) on f32. One
// rounding follows each op, so results are those of arithmetic in the small
// type; f32 has more than twice its digits, which makes the double rounding
// harmless for + - * / and sqrt. Values stay small in memory.
//
//===----------------------------------------------------------------------===//

#include "pipeline/transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Transforms/DialectConversion.h"

namespace ingot {
#define GEN_PASS_DEF_WIDENSMALLFLOATS
#include "pipeline/transforms/Passes.h.inc"
} // namespace ingot

using namespace mlir;

namespace {
struct WidenSmallFloats final
    : ingot::impl::WidenSmallFloatsBase<WidenSmallFloats> {
  void runOnOperation() override {
    MLIRContext *context = &getContext();
    Builder builder(context);
    const Type small[] = {builder.getType<Float8E5M2Type>(),
                          builder.getType<Float8E4M3Type>(),
                          builder.getType<Float8E4M3FNType>(),
                          builder.getType<Float8E5M2FNUZType>(),
                          builder.getType<Float8E4M3FNUZType>(),
                          builder.getType<Float8E4M3B11FNUZType>(),
                          builder.getType<Float8E3M4Type>(),
                          builder.getType<Float8E8M0FNUType>(),
                          builder.getType<Float4E2M1FNType>()};
    TypeConverter converter;
    arith::populateEmulateUnsupportedFloatsConversions(converter, small,
                                                       builder.getF32Type());
    RewritePatternSet patterns(context);
    arith::populateEmulateUnsupportedFloatsPatterns(patterns, converter);
    ConversionTarget target(*context);
    arith::populateEmulateUnsupportedFloatsLegality(target, converter);
    target.addDynamicallyLegalDialect<math::MathDialect>(
        [&](Operation *op) { return converter.isLegal(op); });
    // What is expanded later, and takes them as they are. Integers by way of
    // f32 would be rounded twice.
    target.addLegalOp<arith::ScalingExtFOp, arith::ScalingTruncFOp,
                      arith::SIToFPOp, arith::UIToFPOp>();
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      return signalPassFailure();
    // The patterns allow pairs of conversions to cancel, which would leave out
    // the rounding between two ops.
    getOperation()->walk([](Operation *op) {
      if (isa<arith::ExtFOp, arith::TruncFOp>(op))
        op->removeAttr("fastmath");
    });
  }
};
} // namespace
