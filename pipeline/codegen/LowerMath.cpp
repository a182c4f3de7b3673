//===- LowerMath.cpp - mathematics to arithmetic, intrinsics, libm --------===//
//
// Three ways, best first: a polynomial where upstream's is within a few units
// in the last place of the true value (tests/unit/pipeline/codegen/MathTest.cpp
// measures), for it works on whole vectors; an intrinsic that the machine has;
// a call of libm per element.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/ExpandArithmetic.h"
#include "pipeline/codegen/Passes.h"
#include "pipeline/codegen/SmallFloats.h"

#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace ingot::pipeline {
#define GEN_PASS_DEF_LOWERMATH
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot::pipeline

using namespace mlir;

/// Upstream has more approximations; those of sin, cos, pow, atan and the like
/// lose many digits or the special values.
static bool hasGoodPolynomial(StringRef name) {
  return name == math::ExpOp::getOperationName() ||
         name == math::ErfOp::getOperationName() ||
         name == math::LogOp::getOperationName() ||
         name == math::TanhOp::getOperationName();
}

/// Ops that the LLVM dialect lacks, or that upstream converts to it by a
/// formula which cancels (expm1 and log1p near zero).
static bool needsLibm(Operation *op) {
  return isa<math::AcosOp, math::AcoshOp, math::AsinOp, math::AsinhOp,
             math::AtanOp, math::Atan2Op, math::AtanhOp, math::CbrtOp,
             math::CoshOp, math::ErfOp, math::ErfcOp, math::ExpM1Op,
             math::Log1pOp, math::SinhOp, math::TanOp, math::TanhOp>(op);
}

namespace {
struct LowerMath final : ingot::pipeline::impl::LowerMathBase<LowerMath> {
  void runOnOperation() override {
    MLIRContext *context = &getContext();
    // Arithmetic on bf16 was put between conversions that may cancel in pairs,
    // which would leave out the rounding between two ops.
    getOperation().walk([](Operation *op) {
      if (isa<arith::ExtFOp, arith::TruncFOp>(op))
        op->removeAttr("fastmath");
    });
    ingot::pipeline::scaleSubnormalLogarithms(getOperation());
    RewritePatternSet patterns(context);
    ingot::pipeline::populateExpandArithmeticPatterns(patterns);
    ingot::pipeline::populateExpandSmallFloatPatterns(patterns);
    arith::populateExpandScalingExtTruncPatterns(patterns);
    arith::populateExpandF8E8M0Patterns(patterns);
    arith::populateExpandF4E2M1Patterns(patterns);
    populateMathPolynomialApproximationPatterns(patterns, hasGoodPolynomial);
    math::populateExpansionPatterns(patterns, {"clampf", "fpowi", "sincos"});
    arith::populateExpandBFloat16Patterns(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      return signalPassFailure();

    SmallVector<Operation *> calls;
    getOperation().walk([&](Operation *op) {
      if (needsLibm(op))
        calls.push_back(op);
    });
    RewritePatternSet libm(context);
    populateMathToLibmConversionPatterns(libm);
    if (!calls.empty() && failed(applyOpPatternsGreedily(
                              calls, std::move(libm),
                              GreedyRewriteConfig().setStrictness(
                                  GreedyRewriteStrictness::ExistingAndNewOps))))
      signalPassFailure();
  }
};
} // namespace
