//===- IntegerMath.h - TFLite's integer arithmetic on tensors ---*- C++ -*-===//
//
// FixedPoint.h on tensors: the ops that compute the same numbers. Between
// kernels' first and last step values are i32 (or i64) without zero points.
// Where TOSA's rescale rounds as the kernel does it is used, else formulas of
// StableHLO.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_FRONTENDS_TFLITE_INTEGERMATH_H
#define INGOT_PIPELINE_FRONTENDS_TFLITE_INTEGERMATH_H

#include "pipeline/frontends/tflite/FixedPoint.h"
#include "pipeline/frontends/tflite/TfLiteOp.h"

namespace ingot::tflite {

/// The ends of what is stored, both included.
struct StoredRange {
  int32_t low, high;
};

/// What an integer type of at most 32 bits can hold.
StoredRange rangeOf(Type element);
/// The same after a fused activation, whose bounds are quantised.
StoredRange rangeOf(schema::ActivationFunctionType function,
                    const Tensor &tensor, Type element);

/// Integer ops for one operator. Numbers are converted to the element type of
/// the tensor that they meet. One thread at a time.
class IntegerMath {
public:
  explicit IntegerMath(StablehloBuilder &b) : b(b) {}

  StablehloBuilder &b;

  Value number(Value like, int64_t value) const;
  /// One number for each index of the last dimension, or one for all.
  Value numbers(Type element, llvm::ArrayRef<int64_t> values) const;
  Value add(Value a, int64_t n) const { return b.add(a, number(a, n)); }
  Value multiply(Value a, int64_t n) const {
    return b.multiply(a, number(a, n));
  }
  Value maximum(Value a, int64_t n) const { return b.maximum(a, number(a, n)); }
  Value minimum(Value a, int64_t n) const { return b.minimum(a, number(a, n)); }
  Value bitAnd(Value a, int64_t n) const;
  Value bitOr(Value a, Value other) const;
  Value shiftLeft(Value a, Value by) const;
  Value shiftRight(Value a, Value by) const;
  Value shiftRight(Value a, int64_t by) const;
  Value compare(Comparison comparison, Value a, int64_t n) const {
    return b.compare(comparison, a, number(a, n));
  }
  Value wide(Value a) const { return b.convert(a, b.getI64Type()); }
  Value word(Value a) const { return b.convert(a, b.getI32Type()); }
  /// Of the bits of i32, which may be 0.
  Value leadingZeros(Value a) const;

  //===--------------------------------------------------------------------===//
  // Stored numbers
  //===--------------------------------------------------------------------===//

  /// stored - zero point as i32.
  Value unbias(Value stored, int64_t zeroPoint) const;
  /// value + zero point within the range, in the element type.
  Value store(Value value, int64_t zeroPoint, StoredRange range,
              Type element) const;

  //===--------------------------------------------------------------------===//
  // Products with reals. Factors are one, or one for each index of the last
  // dimension.
  //===--------------------------------------------------------------------===//

  /// multiplyRoundingTwice() of i32.
  Value rescaleTwice(Value value, llvm::ArrayRef<Multiplier> factors) const;
  /// multiplyCutTo15Bits() of i64; i32.
  Value rescaleCut(Value value, llvm::ArrayRef<Multiplier> factors) const;
  /// The product as a double, rounded to the nearest integer, halves away from
  /// zero; of i32 or i64, i32.
  Value rescaleOnce(Value value, llvm::ArrayRef<double> factors) const;

  //===--------------------------------------------------------------------===//
  // Tables
  //===--------------------------------------------------------------------===//

  /// table[value + 128] of i8, or table[value] of ui8, stored in the same type.
  Value lookUpByte(Value value, llvm::ArrayRef<int32_t> table) const;
  /// table[index] of i32 indices in range, in the type `element`.
  Value lookUp(Value index, llvm::ArrayRef<int32_t> table, Type element) const;
  /// function(stored) for each element of an 8-bit or 16-bit tensor, by a table
  /// of all values.
  Value map(Value stored,
            llvm::function_ref<int32_t(int32_t stored)> function) const;

  //===--------------------------------------------------------------------===//
  // Fixed point, of i32
  //===--------------------------------------------------------------------===//

  /// saturatingRoundingDoublingHighMul() of numbers that are not both -2^31.
  Value highMul(Value a, Value c) const;
  Value highMul(Value a, int32_t c) const { return highMul(a, number(a, c)); }
  /// roundingDivideByPowerOfTwo().
  Value divideByPowerOfTwo(Value a, Value exponent) const;
  Value divideByPowerOfTwo(Value a, int exponent) const;
  /// saturatingMultiplyByPowerOfTwo().
  Value multiplyByPowerOfTwo(Value a, int exponent) const;
  Value saturatingShiftLeft(Value a, Value exponent) const;
  /// reciprocalOfOnePlus().
  Value reciprocalOfOnePlus(Value a) const;

  /// 1 / x of x > 0 with `integerDigits`: no integer bits, to be shifted to
  /// the right by `bitsOverUnit`.
  struct Reciprocal {
    Value raw, bitsOverUnit;
  };
  Reciprocal reciprocal(Value x, int integerDigits) const;

  /// inverseSquareRoot(), the shift to the right.
  struct Root {
    Value multiplier, shift;
  };
  Root inverseRoot(Value x) const;

private:
  Value binary(ElementOp op, Value a, Value c) const {
    return b.elementwise(op, a, c);
  }
};

} // namespace ingot::tflite

#endif // INGOT_PIPELINE_FRONTENDS_TFLITE_INTEGERMATH_H
