//===- Formula.h - StableHLO ops written as formulas ------------*- C++ -*-===//
//
// Numerical code reads like the paper it comes from, `x * x + 1`, and creates
// one op on tensors without dimensions for each operator. mapElements() puts
// such a formula into a `stablehlo.map`: one op for the whole tensor, whatever
// its sizes, and no memory for what lies between.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CONVERSION_CHLOTOSTABLEHLO_FORMULA_H
#define INGOT_PIPELINE_CONVERSION_CHLOTOSTABLEHLO_FORMULA_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

#include <limits>

namespace ingot::chlo {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
inline constexpr double kLog2 = 0.693147180559945309417;

/// An element under computation: a float, an integer, a complex number or, from
/// a comparison, a boolean. Copied freely; the builder must outlive it. The
/// operands of an operator have one type, which a plain number takes on.
class Number {
public:
  Number(mlir::ImplicitLocOpBuilder &builder, mlir::Value value)
      : builder_(&builder), value_(value) {}

  mlir::ImplicitLocOpBuilder &builder() const { return *builder_; }
  mlir::Value value() const { return value_; }
  mlir::Type element() const;
  bool isF64() const { return element().isF64(); }
  /// A constant of this number's type, rounded to nearest.
  Number constant(double number) const;
  /// The same of an integer type, by its bits.
  Number constant(const llvm::APInt &number) const;

private:
  mlir::ImplicitLocOpBuilder *builder_;
  mlir::Value value_;
};

Number operator+(Number a, Number b);
Number operator-(Number a, Number b);
Number operator*(Number a, Number b);
Number operator/(Number a, Number b);
Number operator-(Number a);
inline Number operator+(Number a, double b) { return a + a.constant(b); }
inline Number operator-(Number a, double b) { return a - a.constant(b); }
inline Number operator*(Number a, double b) { return a * a.constant(b); }
inline Number operator/(Number a, double b) { return a / a.constant(b); }
inline Number operator+(double a, Number b) { return b.constant(a) + b; }
inline Number operator-(double a, Number b) { return b.constant(a) - b; }
inline Number operator*(double a, Number b) { return b.constant(a) * b; }
inline Number operator/(double a, Number b) { return b.constant(a) / b; }

/// Comparisons give booleans; with NaN all but != are false.
Number operator<(Number a, Number b);
Number operator<=(Number a, Number b);
Number operator==(Number a, Number b);
Number operator!=(Number a, Number b);
inline Number operator>(Number a, Number b) { return b < a; }
inline Number operator>=(Number a, Number b) { return b <= a; }
inline Number operator<(Number a, double b) { return a < a.constant(b); }
inline Number operator<=(Number a, double b) { return a <= a.constant(b); }
inline Number operator>(Number a, double b) { return a.constant(b) < a; }
inline Number operator>=(Number a, double b) { return a.constant(b) <= a; }
inline Number operator==(Number a, double b) { return a == a.constant(b); }
inline Number operator!=(Number a, double b) { return a != a.constant(b); }

/// Of booleans, or of the bits of integers.
Number operator&(Number a, Number b);
Number operator|(Number a, Number b);
Number operator^(Number a, Number b);
Number shiftRight(Number a, unsigned bits);

Number select(Number condition, Number a, Number b);
Number select(Number condition, Number a, double b);
Number select(Number condition, double a, Number b);

Number abs(Number x);
Number atan2(Number y, Number x);
Number cos(Number x);
Number exp(Number x);
Number expm1(Number x);
Number floor(Number x);
Number log(Number x);
Number log1p(Number x);
Number max(Number a, Number b);
Number min(Number a, Number b);
Number pow(Number x, Number y);
Number roundToEven(Number x);
Number sin(Number x);
Number sqrt(Number x);
Number tan(Number x);
/// Unlike x < 0, true of minus zero; of NaN it is whatever its sign bit says.
Number hasSignBit(Number x);
/// The magnitude of `x`, which is not negative, with the sign bit of `sign`.
Number copySign(Number x, Number sign);

Number convert(Number x, mlir::Type element);
Number real(Number z);
Number imag(Number z);
Number complex(Number re, Number im);

/// The polynomial with these coefficients, that of x^0 first.
Number polynomial(llvm::ArrayRef<double> coefficients, Number x);

using Formula = llvm::function_ref<Number(llvm::ArrayRef<Number>)>;

/// A tensor of `type` whose elements `formula` computes from those of the
/// operands, which have the same sizes.
mlir::Value mapElements(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::RankedTensorType type, mlir::ValueRange operands,
                        Formula formula);

} // namespace ingot::chlo

#endif // INGOT_PIPELINE_CONVERSION_CHLOTOSTABLEHLO_FORMULA_H
