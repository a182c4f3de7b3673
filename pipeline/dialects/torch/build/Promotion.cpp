//===- Promotion.cpp - PyTorch's rules of dtypes --------------------------===//
//
// PyTorch ranks operands in three classes: tensors with dimensions, tensors
// without, Python numbers. A lower class can raise the category (bool, integer,
// float, complex) but never the width: a tensor of f16 plus 1.0 is f16. This is
// torch.result_type, rule by rule.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/torch/build/Promotion.h"
#include "pipeline/dialects/torch/TorchDialect.h"
#include "pipeline/dialects/torch/TorchOp.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

using Category = DtypeCategory;

Category ingot::torch::categoryOf(Type dtype) {
  if (isa_and_nonnull<ComplexType>(dtype))
    return Category::Complex;
  if (isa_and_nonnull<mlir::FloatType>(dtype))
    return Category::Float;
  if (dtype && dtype.isInteger(1))
    return Category::Bool;
  return Category::Integer;
}

static Type promoteFloats(Type a, Type b) {
  unsigned widthA = a.getIntOrFloatBitWidth();
  unsigned widthB = b.getIntOrFloatBitWidth();
  if (widthA != widthB)
    return widthA > widthB ? a : b;
  // Neither of f16 and bf16 holds the other.
  return Float32Type::get(a.getContext());
}

static Type promoteIntegers(Type a, Type b) {
  auto wide = dyn_cast<IntegerType>(a), narrow = dyn_cast<IntegerType>(b);
  if (!wide || !narrow)
    return a;
  if (wide.getWidth() < narrow.getWidth())
    std::swap(wide, narrow);
  if (wide.isSigned() || wide.isSigned() == narrow.isSigned())
    if (wide.getWidth() > narrow.getWidth() || narrow.isSigned())
      return wide;
  // One is unsigned and as wide: only twice the bits hold both.
  return IntegerType::get(a.getContext(), std::min(64u, 2 * wide.getWidth()),
                          IntegerType::Signed);
}

Type ingot::torch::promoteDtypes(Type a, Type b) {
  if (a == b)
    return a;
  Category categoryA = categoryOf(a), categoryB = categoryOf(b);
  if (categoryA < categoryB) {
    std::swap(a, b);
    std::swap(categoryA, categoryB);
  }
  if (categoryA == Category::Complex) {
    // An integer has no say in how many bits the parts have.
    if (categoryB < Category::Float)
      return a;
    return ComplexType::get(promoteDtypes(realDtype(a), realDtype(b)));
  }
  if (categoryA != categoryB)
    return a;
  return categoryA == Category::Float ? promoteFloats(a, b)
                                      : promoteIntegers(a, b);
}

namespace {

/// The three kinds of operands, in the order of their priority.
enum Kind { kWithDimensions, kZeroDimensions, kScalar, kKinds };

} // namespace

/// The dtype that a Python scalar stands for; null for what is none.
static Type scalarDtype(Type type) {
  Builder builder(type.getContext());
  if (isa<IntType>(type))
    return builder.getIntegerType(64, /*isSigned=*/true);
  if (isa<torch::FloatType>(type))
    return builder.getF32Type();
  if (isa<BoolType>(type))
    return builder.getI1Type();
  return {};
}

/// What a kind of lower priority adds to one of higher priority.
static Type combine(Type higher, Type lower) {
  if (!higher || !lower)
    return higher ? higher : lower;
  return categoryOf(lower) > categoryOf(higher) ? promoteDtypes(higher, lower)
                                                : higher;
}

Type ingot::torch::resultDtype(ArrayRef<Value> operands) {
  Type dtypes[kKinds];
  auto add = [&](Kind kind, Type dtype) {
    dtypes[kind] = dtypes[kind] ? promoteDtypes(dtypes[kind], dtype) : dtype;
  };
  for (Value operand : operands) {
    operand = stripDerefine(operand);
    if (!operand)
      continue;
    auto tensor = dyn_cast<TorchTensorType>(operand.getType());
    if (tensor)
      add(tensor.hasRank() && tensor.getRank() == 0 ? kZeroDimensions
                                                    : kWithDimensions,
          tensor.getDtype());
    else if (Type dtype = scalarDtype(operand.getType()))
      add(kScalar, dtype);
  }
  return combine(dtypes[kWithDimensions],
                 combine(dtypes[kZeroDimensions], dtypes[kScalar]));
}

Type ingot::torch::floatDtype(Type dtype) {
  return categoryOf(dtype) < Category::Float
             ? Float32Type::get(dtype.getContext())
             : dtype;
}

Type ingot::torch::sumDtype(Type dtype) {
  return categoryOf(dtype) < Category::Float
             ? IntegerType::get(dtype.getContext(), 64, IntegerType::Signed)
             : dtype;
}

Type ingot::torch::realDtype(Type dtype) {
  auto complex = dyn_cast<ComplexType>(dtype);
  return complex ? complex.getElementType() : dtype;
}

Type ingot::torch::computeDtype(Type dtype) {
  auto number = dyn_cast<mlir::FloatType>(dtype);
  return number && number.getWidth() <= 16
             ? Float32Type::get(dtype.getContext())
             : dtype;
}
