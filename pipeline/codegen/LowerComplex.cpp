//===- LowerComplex.cpp - complex numbers to their parts ------------------===//
//
// Sums, products and the like become arithmetic on real and imaginary parts;
// functions become calls of our own library, which works on pairs of doubles
// whatever the type: a complex<f32> is computed there and rounded once. A
// product is the textbook's, as other compilers of such programs have it, and
// no infinity is recovered from NaN.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/MathCalls.h"
#include "pipeline/codegen/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/TypeSwitch.h"

namespace ingot {
#define GEN_PASS_DEF_LOWERCOMPLEX
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot

using namespace mlir;
using ingot::MathCalls;

namespace {

struct Parts {
  Value re, im;
};

/// Rewrites one op at its place.
class Lowering {
public:
  Lowering(MathCalls &calls, Operation *op)
      : calls_(calls), op_(op), b_(op), loc_(op->getLoc()) {}

  /// The new value of the op's result; null for an op that may stay.
  Value lower() {
    return llvm::TypeSwitch<Operation *, Value>(op_)
        .Case([&](complex::AddOp) { return byParts<arith::AddFOp>(); })
        .Case([&](complex::SubOp) { return byParts<arith::SubFOp>(); })
        .Case([&](complex::MulOp) { return multiply(); })
        .Case([&](complex::NegOp) {
          Parts z = parts(0);
          return make({negate(z.re), negate(z.im)});
        })
        .Case([&](complex::ConjOp) {
          Parts z = parts(0);
          return make({z.re, negate(z.im)});
        })
        .Case([&](complex::EqualOp) {
          return compare<arith::AndIOp>(arith::CmpFPredicate::OEQ);
        })
        .Case([&](complex::NotEqualOp) {
          return compare<arith::OrIOp>(arith::CmpFPredicate::UNE);
        })
        .Case([&](complex::AbsOp) { return magnitude(); })
        .Case([&](complex::AngleOp) {
          Parts z = parts(0);
          return create<math::Atan2Op>(z.im, z.re);
        })
        .Case([&](complex::PowiOp) { return integerPower(); })
        .Default([&](Operation *) {
          StringRef name = functionOf();
          return name.empty() ? Value() : call(name, doubles());
        });
  }

private:
  template <typename Op, typename... Args> Value create(Args... arguments) {
    return Op::create(b_, loc_, arguments...).getResult();
  }
  Parts parts(unsigned operand) {
    Value z = op_->getOperand(operand);
    return {create<complex::ReOp>(z), create<complex::ImOp>(z)};
  }
  Value make(Parts z) {
    return create<complex::CreateOp>(op_->getResult(0).getType(), z.re, z.im);
  }
  Value negate(Value value) { return create<arith::NegFOp>(value); }

  template <typename Op> Value byParts() {
    Parts a = parts(0), b = parts(1);
    return make({create<Op>(a.re, b.re), create<Op>(a.im, b.im)});
  }

  /// Fused as XLA fuses it on machines that can: products of many factors
  /// depend on it. A machine that cannot computes the same.
  Value multiply() {
    Parts a = parts(0), b = parts(1);
    auto times = [&](Value x, Value y) { return create<arith::MulFOp>(x, y); };
    Value re = create<math::FmaOp>(a.re, b.re, negate(times(a.im, b.im)));
    Value im = create<math::FmaOp>(a.im, b.re, times(a.re, b.im));
    return make({re, im});
  }

  template <typename Op> Value compare(arith::CmpFPredicate predicate) {
    Parts a = parts(0), b = parts(1);
    return create<Op>(create<arith::CmpFOp>(predicate, a.re, b.re),
                      create<arith::CmpFOp>(predicate, a.im, b.im));
  }

  Type part() const {
    return cast<ComplexType>(op_->getOperand(0).getType()).getElementType();
  }
  Value extend(Value value) {
    Type f64 = b_.getF64Type();
    return value.getType() == f64 ? value : create<arith::ExtFOp>(f64, value);
  }
  Value truncate(Value value) {
    return value.getType() == part() ? value
                                     : create<arith::TruncFOp>(part(), value);
  }
  SmallVector<Value> doubles() {
    SmallVector<Value> values;
    for (unsigned i = 0; i < op_->getNumOperands(); ++i) {
      Parts z = parts(i);
      values.append({extend(z.re), extend(z.im)});
    }
    return values;
  }
  Value call(StringRef name, ValueRange arguments) {
    Type f64 = b_.getF64Type();
    ValueRange results = calls_.call(b_, loc_, name, {f64, f64}, arguments);
    return make({truncate(results[0]), truncate(results[1])});
  }

  Value magnitude() {
    SmallVector<Value> z = doubles();
    // Squares of floats are doubles without overflow, and the root is rounded
    // once more: as good as any.
    StringRef name = part().isF64() ? "hypot" : "hypotf";
    if (part().isF64())
      return calls_.call(b_, loc_, name, b_.getF64Type(), z)[0];
    Type f32 = b_.getF32Type();
    auto single = [&](Value value) {
      return value.getType() == f32 ? value
                                    : create<arith::TruncFOp>(f32, value);
    };
    Value size =
        calls_.call(b_, loc_, name, f32, {single(z[0]), single(z[1])})[0];
    return part() == f32 ? size : create<arith::TruncFOp>(part(), size);
  }

  Value integerPower() {
    Parts z = parts(0);
    Type f64 = b_.getF64Type();
    Value exponent = create<arith::SIToFPOp>(f64, op_->getOperand(1));
    Value zero = create<arith::ConstantOp>(b_.getF64FloatAttr(0));
    return call("cpow", {extend(z.re), extend(z.im), exponent, zero});
  }

  /// The name of the library's function for op; or empty.
  StringRef functionOf() {
    return llvm::TypeSwitch<Operation *, StringRef>(op_)
        .Case([](complex::Atan2Op) { return "catan2"; })
        .Case([](complex::CosOp) { return "ccos"; })
        .Case([&](complex::DivOp) { return part().isF64() ? "cdiv" : "cdivf"; })
        .Case([](complex::ExpOp) { return "cexp"; })
        .Case([](complex::Expm1Op) { return "cexpm1"; })
        .Case([](complex::LogOp) { return "clog"; })
        .Case([](complex::Log1pOp) { return "clog1p"; })
        .Case([](complex::PowOp) { return "cpow"; })
        .Case([](complex::RsqrtOp) { return "crsqrt"; })
        .Case([](complex::SignOp) { return "csign"; })
        .Case([](complex::SinOp) { return "csin"; })
        .Case([](complex::SqrtOp) { return "csqrt"; })
        .Case([](complex::TanOp) { return "ctan"; })
        .Case([](complex::TanhOp) { return "ctanh"; })
        .Default(StringRef());
  }

  MathCalls &calls_;
  Operation *op_;
  OpBuilder b_;
  Location loc_;
};

struct LowerComplex final : ingot::impl::LowerComplexBase<LowerComplex> {
  void runOnOperation() override {
    SmallVector<Operation *> found;
    getOperation().walk([&](Operation *op) {
      if (isa_and_nonnull<complex::ComplexDialect>(op->getDialect()))
        found.push_back(op);
    });
    MathCalls calls(getOperation());
    for (Operation *op : found) {
      Value value = Lowering(calls, op).lower();
      if (!value)
        continue;
      op->getResult(0).replaceAllUsesWith(value);
      op->erase();
    }
  }
};

} // namespace
