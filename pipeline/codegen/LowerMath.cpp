//===- LowerMath.cpp - mathematics to arithmetic, intrinsics, calls -------===//
//
// What a machine has as an instruction stays, as an intrinsic; the rest is
// calls of our own library (pipeline/mathlib), one per element. Those on float
// have no branches and are inlined, or there are others of vectors, so that a
// loop around them vectorises.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/ExpandArithmetic.h"
#include "pipeline/codegen/MathCalls.h"
#include "pipeline/codegen/Passes.h"
#include "pipeline/codegen/SmallFloats.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/TypeSwitch.h"

namespace ingot {
#define GEN_PASS_DEF_LOWERMATH
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot

using namespace mlir;
using ingot::MathCalls;

/// The name, for f64, of the library's function that does `op`; or empty.
static StringRef functionOf(Operation *op) {
  return llvm::TypeSwitch<Operation *, StringRef>(op)
      .Case([](math::AcosOp) { return "acos"; })
      .Case([](math::AcoshOp) { return "acosh"; })
      .Case([](math::AsinOp) { return "asin"; })
      .Case([](math::AsinhOp) { return "asinh"; })
      .Case([](math::AtanOp) { return "atan"; })
      .Case([](math::Atan2Op) { return "atan2"; })
      .Case([](math::AtanhOp) { return "atanh"; })
      .Case([](math::CbrtOp) { return "cbrt"; })
      .Case([](math::CosOp) { return "cos"; })
      .Case([](math::CoshOp) { return "cosh"; })
      .Case([](math::ErfOp) { return "erf"; })
      .Case([](math::ErfcOp) { return "erfc"; })
      .Case([](math::ExpOp) { return "exp"; })
      .Case([](math::Exp2Op) { return "exp2"; })
      .Case([](math::ExpM1Op) { return "expm1"; })
      .Case([](math::LogOp) { return "log"; })
      .Case([](math::Log10Op) { return "log10"; })
      .Case([](math::Log1pOp) { return "log1p"; })
      .Case([](math::Log2Op) { return "log2"; })
      .Case([](math::PowFOp) { return "pow"; })
      .Case([](arith::RemFOp) { return "fmod"; })
      .Case([](math::SinOp) { return "sin"; })
      .Case([](math::SinhOp) { return "sinh"; })
      .Case([](math::TanOp) { return "tan"; })
      .Case([](math::TanhOp) { return "tanh"; })
      .Default(StringRef());
}

/// Calls `name` for each element of the operands.
static Value callElementwise(MathCalls &calls, OpBuilder &builder,
                             Operation *op, StringRef name) {
  Location loc = op->getLoc();
  auto vector = dyn_cast<VectorType>(op->getResult(0).getType());
  if (!vector)
    return calls.call(builder, loc, name, op->getResultTypes(),
                      op->getOperands())[0];
  Type element = vector.getElementType();
  Value result = arith::ConstantOp::create(
      builder, loc, vector,
      DenseElementsAttr::get(vector, builder.getFloatAttr(element, 0)));
  SmallVector<int64_t> strides = computeStrides(vector.getShape());
  for (int64_t i = 0; i < vector.getNumElements(); ++i) {
    SmallVector<int64_t> position = delinearize(i, strides);
    SmallVector<Value> elements;
    for (Value operand : op->getOperands())
      elements.push_back(
          vector::ExtractOp::create(builder, loc, operand, position));
    Value value = calls.call(builder, loc, name, element, elements)[0];
    result = vector::InsertOp::create(builder, loc, value, result, position);
  }
  return result;
}

namespace {
struct LowerMath final : ingot::impl::LowerMathBase<LowerMath> {
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet patterns(context);
    ingot::populateExpandArithmeticPatterns(patterns);
    ingot::populateExpandSmallFloatPatterns(patterns);
    arith::populateExpandScalingExtTruncPatterns(patterns);
    math::populateExpansionPatterns(patterns, {"clampf", "fpowi", "sincos"});
    arith::populateExpandBFloat16Patterns(patterns);
    expansions_ = std::move(patterns);
    return success();
  }

  void runOnOperation() override {
    // Arithmetic on bf16 was put between conversions that may cancel in pairs,
    // which would leave out the rounding between two ops.
    getOperation().walk([](Operation *op) {
      if (isa<arith::ExtFOp, arith::TruncFOp>(op))
        op->removeAttr("fastmath");
    });
    // Control flow is structured here: no block is unreachable.
    if (failed(applyPatternsGreedily(
            getOperation(), expansions_,
            GreedyRewriteConfig().setRegionSimplificationLevel(
                GreedySimplifyRegionLevel::Disabled))))
      return signalPassFailure();
    callLibrary();
  }

private:
  void callLibrary() {
    SmallVector<std::pair<Operation *, StringRef>> found;
    getOperation().walk([&](Operation *op) {
      if (StringRef name = functionOf(op); !name.empty())
        found.push_back({op, name});
    });
    MathCalls calls(getOperation());
    for (auto [op, name] : found) {
      Type element = getElementTypeOrSelf(op->getResult(0).getType());
      if (!element.isF32() && !element.isF64())
        continue; // Later steps report it.
      OpBuilder builder(op);
      std::string function = name.str() + (element.isF32() ? "f" : "");
      op->getResult(0).replaceAllUsesWith(
          callElementwise(calls, builder, op, function));
      op->erase();
    }
  }

  FrozenRewritePatternSet expansions_;
};
} // namespace
