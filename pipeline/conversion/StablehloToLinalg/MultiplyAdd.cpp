//===- MultiplyAdd.cpp - sums of products of any types --------------------===//
//
// StableHLO's products take operands of any types that promote to the result's,
// and its booleans and complex numbers have no multiply-add in arith.
// Accumulating floats of 16 bits in f32 and rounding once is what XLA does on
// CPUs; accumulating in the type stands still as soon as the sum is 256 times a
// term (bf16).
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/StablehloToLinalg/MultiplyAdd.h"
#include "pipeline/conversion/StablehloToLinalg/Tensors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace ingot::stablehlo;

Type ingot::stablehlo::sumType(Type type) {
  bool isSmall = isa<FloatType>(type) && type.getIntOrFloatBitWidth() < 32;
  return isSmall ? Float32Type::get(type.getContext()) : type;
}

Value ingot::stablehlo::promoteElement(OpBuilder &b, Location loc, Value value,
                                       Type given, Type type) {
  Type from = value.getType();
  if (from == type)
    return value;
  bool isUnsigned = given.isUnsignedInteger() || given.isInteger(1);
  if (auto complex = dyn_cast<ComplexType>(type)) {
    auto part = [&](Value v) {
      return promoteElement(b, loc, v, v.getType(), complex.getElementType());
    };
    Type half = complex.getElementType();
    if (!isa<ComplexType>(from))
      return complex::CreateOp::create(b, loc, type, part(value),
                                       zeroScalar(b, loc, half));
    return complex::CreateOp::create(
        b, loc, type, part(complex::ReOp::create(b, loc, value)),
        part(complex::ImOp::create(b, loc, value)));
  }
  if (isa<FloatType>(type)) {
    if (!isa<FloatType>(from))
      return isUnsigned
                 ? arith::UIToFPOp::create(b, loc, type, value).getResult()
                 : arith::SIToFPOp::create(b, loc, type, value);
    if (from.getIntOrFloatBitWidth() < type.getIntOrFloatBitWidth())
      return arith::ExtFOp::create(b, loc, type, value);
    return arith::TruncFOp::create(b, loc, type, value);
  }
  if (from.getIntOrFloatBitWidth() > type.getIntOrFloatBitWidth())
    return arith::TruncIOp::create(b, loc, type, value);
  return isUnsigned ? arith::ExtUIOp::create(b, loc, type, value).getResult()
                    : arith::ExtSIOp::create(b, loc, type, value);
}

/// sum + lhs * rhs; of booleans, sum or (lhs and rhs).
static Value multiplyAdd(OpBuilder &b, Location loc, Value lhs, Value rhs,
                         Value sum) {
  Type type = sum.getType();
  if (isa<ComplexType>(type))
    return complex::AddOp::create(b, loc, sum,
                                  complex::MulOp::create(b, loc, lhs, rhs));
  if (isa<FloatType>(type))
    return arith::AddFOp::create(b, loc, sum,
                                 arith::MulFOp::create(b, loc, lhs, rhs));
  if (type.isInteger(1))
    return arith::OrIOp::create(b, loc, sum,
                                arith::AndIOp::create(b, loc, lhs, rhs));
  return arith::AddIOp::create(b, loc, sum,
                               arith::MulIOp::create(b, loc, lhs, rhs));
}

Value ingot::stablehlo::roundSums(OpBuilder &builder, Location loc,
                                  RankedTensorType type, Value sums) {
  if (sums.getType() == type)
    return sums;
  return generateTensor(builder, loc, type, sizesOf(builder, loc, sums), sums,
                        builder.getMultiDimIdentityMap(type.getRank()),
                        [&](OpBuilder &b, ValueRange elements) {
                          return arith::TruncFOp::create(
                              b, loc, type.getElementType(), elements[0]);
                        });
}

Value ingot::stablehlo::sumOfProducts(
    OpBuilder &builder, Location loc, RankedTensorType type,
    ArrayRef<OpFoldResult> sizes, ValueRange inputs, ArrayRef<AffineMap> maps,
    ArrayRef<utils::IteratorType> loops, const ProductTypes &types) {
  RankedTensorType sums = type.clone(sumType(type.getElementType()));
  Value zeros = filledTensor(builder, loc, sums, sizes,
                             zeroScalar(builder, loc, sums.getElementType()));
  auto generic = linalg::GenericOp::create(
      builder, loc, sums, inputs, zeros, maps, loops,
      [&](OpBuilder &b, Location, ValueRange elements) {
        Type wide = sums.getElementType();
        Value lhs = promoteElement(b, loc, elements[0], types.lhs, wide);
        Value rhs = promoteElement(b, loc, elements[1], types.rhs, wide);
        linalg::YieldOp::create(b, loc,
                                multiplyAdd(b, loc, lhs, rhs, elements[2]));
      });
  return roundSums(builder, loc, type, generic.getResult(0));
}
