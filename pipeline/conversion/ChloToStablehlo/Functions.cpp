//===- Functions.cpp - functions become maps of formulas ------------------===//
//
// Which formula, and in which precision it is computed. The result is rounded
// once, to the type of the operand.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/ChloToStablehlo/ComplexFunctions.h"
#include "pipeline/conversion/ChloToStablehlo/ElementFunctions.h"
#include "pipeline/conversion/ChloToStablehlo/Patterns.h"
#include "pipeline/dialects/chlo/ChloOps.h"

#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace ingot::chlo;

namespace {

/// How f32 is computed. What is smaller is computed in f32.
enum class Width { f32, f64 };

Type computedIn(Type element, Width width, OpBuilder &builder) {
  if (element.isF64() || (element.isF32() && width == Width::f64))
    return builder.getF64Type();
  return builder.getF32Type();
}

/// An op on floats, by a function of as many numbers as it has operands.
template <typename Op> struct ConvertReal final : OpRewritePattern<Op> {
  using Function = Number (*)(ArrayRef<Number>);

  ConvertReal(MLIRContext *context, Function function, Width width)
      : OpRewritePattern<Op>(context), function(function), width(width) {}

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    RankedTensorType type = op.getType();
    Type element = type.getElementType();
    if (!isa<FloatType>(element))
      return failure();
    Type wide = computedIn(element, width, rewriter);
    Value result = mapElements(rewriter, op.getLoc(), type, op->getOperands(),
                               [&](ArrayRef<Number> given) {
                                 SmallVector<Number> numbers;
                                 for (Number number : given)
                                   numbers.push_back(convert(number, wide));
                                 return convert(function(numbers), element);
                               });
    rewriter.replaceOp(op, result);
    return success();
  }

  Function function;
  Width width;
};

/// An op on complex numbers.
template <typename Op> struct ConvertComplex final : OpRewritePattern<Op> {
  using Function = ComplexNumber (*)(ComplexNumber);

  ConvertComplex(MLIRContext *context, Function function)
      : OpRewritePattern<Op>(context), function(function) {}

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    RankedTensorType type = op.getType();
    auto element = dyn_cast<ComplexType>(type.getElementType());
    if (!element)
      return failure();
    Type part = element.getElementType(), wide = rewriter.getF64Type();
    Value result = mapElements(
        rewriter, op.getLoc(), type, op->getOperands(),
        [&](ArrayRef<Number> z) {
          auto [re, im] =
              function({convert(real(z[0]), wide), convert(imag(z[0]), wide)});
          return ingot::chlo::complex(convert(re, part), convert(im, part));
        });
    rewriter.replaceOp(op, result);
    return success();
  }

  Function function;
};

/// StableHLO has it, for every type.
struct ConvertTan final : OpRewritePattern<TanOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(TanOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<ingot::stablehlo::TanOp>(
        op, TypeRange(op.getType()), ValueRange(op.getOperand()));
    return success();
  }
};

template <Number (*function)(Number)> Number unary(ArrayRef<Number> x) {
  return function(x[0]);
}
template <Number (*function)(Number, Number)>
Number binary(ArrayRef<Number> x) {
  return function(x[0], x[1]);
}

template <typename Op>
void addReal(RewritePatternSet &patterns,
             typename ConvertReal<Op>::Function function, Width width) {
  patterns.add<ConvertReal<Op>>(patterns.getContext(), function, width);
}

/// A function of floats and of complex numbers. That of floats has no
/// cancellation to pay for, hence f32 as it is.
template <typename Op>
void addAnalytic(RewritePatternSet &patterns,
                 typename ConvertReal<Op>::Function onFloats,
                 typename ConvertComplex<Op>::Function onComplex) {
  addReal<Op>(patterns, onFloats, Width::f32);
  patterns.add<ConvertComplex<Op>>(patterns.getContext(), onComplex);
}

/// The mathematical library has it as one function of f32, at half the price of
/// the formula; f64 is better off with the formula, which has no branches.
struct ConvertErf final : OpRewritePattern<ErfOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ErfOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getType().getElementType().isF64())
      return failure();
    return ConvertReal<ErfOp>(getContext(), unary<erf>, Width::f64)
        .matchAndRewrite(op, rewriter);
  }
};

} // namespace

void ingot::chlo::decomposeErrorFunctions(Operation *root) {
  SmallVector<Operation *> ops;
  root->walk([&](ErfOp op) { ops.push_back(op); });
  RewritePatternSet patterns(root->getContext());
  addReal<ErfOp>(patterns, unary<erf>, Width::f32);
  (void)applyOpPatternsGreedily(ops, std::move(patterns));
}

void ingot::chlo::populateFunctionPatterns(RewritePatternSet &patterns) {
  addAnalytic<AcosOp>(patterns, unary<acos>, acos);
  addAnalytic<AcoshOp>(patterns, unary<acosh>, acosh);
  addAnalytic<AsinOp>(patterns, unary<asin>, asin);
  addAnalytic<AsinhOp>(patterns, unary<asinh>, asinh);
  addAnalytic<AtanOp>(patterns, unary<atan>, atan);
  addAnalytic<AtanhOp>(patterns, unary<atanh>, atanh);
  addAnalytic<CoshOp>(patterns, unary<cosh>, cosh);
  addAnalytic<SinhOp>(patterns, unary<sinh>, sinh);
  patterns.add<ConvertComplex<AsinAcosKernelOp>>(patterns.getContext(),
                                                 asinAcosKernel);
  patterns.add<ConvertTan>(patterns.getContext());

  patterns.add<ConvertErf>(patterns.getContext());
  addReal<ErfcOp>(patterns, unary<erfc>, Width::f32);
  addReal<ErfInvOp>(patterns, unary<erfInv>, Width::f32);
  // Recurrences and reflections add up more rounding than f32 can bear.
  addReal<BesselI1eOp>(patterns, unary<besselI1e>, Width::f64);
  addReal<DigammaOp>(patterns, unary<digamma>, Width::f64);
  addReal<LgammaOp>(patterns, unary<lgamma>, Width::f64);
  addReal<PolygammaOp>(patterns, binary<polygamma>, Width::f64);
  addReal<ZetaOp>(patterns, binary<zeta>, Width::f64);
}
