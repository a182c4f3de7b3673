//===- ScalarTypes.cpp - dtypes of PyTorch as numbers and types -----------===//
//
// dtypeOf() is the only table; the other direction searches it. It has two
// dozen rows and is asked a few times per op, so a second table, which could
// disagree, would gain nothing.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/torch/ScalarTypes.h"
#include "pipeline/dialects/torch/TorchDialect.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

static Type makeInteger(MLIRContext *context, unsigned width, bool isSigned) {
  return IntegerType::get(
      context, width, isSigned ? IntegerType::Signed : IntegerType::Unsigned);
}

static Type makeComplex(Type element) { return ComplexType::get(element); }

Type ingot::torch::dtypeOf(MLIRContext *context, int64_t scalarType) {
  Builder builder(context);
  switch (static_cast<ScalarType>(scalarType)) {
  case ScalarType::UInt8:
    return makeInteger(context, 8, false);
  case ScalarType::Int8:
    return makeInteger(context, 8, true);
  case ScalarType::Int16:
    return makeInteger(context, 16, true);
  case ScalarType::Int32:
    return makeInteger(context, 32, true);
  case ScalarType::Int64:
    return makeInteger(context, 64, true);
  case ScalarType::Half:
    return builder.getF16Type();
  case ScalarType::Float:
    return builder.getF32Type();
  case ScalarType::Double:
    return builder.getF64Type();
  case ScalarType::ComplexHalf:
    return makeComplex(builder.getF16Type());
  case ScalarType::ComplexFloat:
    return makeComplex(builder.getF32Type());
  case ScalarType::ComplexDouble:
    return makeComplex(builder.getF64Type());
  case ScalarType::Bool:
    return builder.getI1Type();
  case ScalarType::QInt8:
    return QInt8Type::get(context);
  case ScalarType::QUInt8:
    return QUInt8Type::get(context);
  case ScalarType::QInt32:
    return QInt32Type::get(context);
  case ScalarType::BFloat16:
    return builder.getBF16Type();
  case ScalarType::Float8E5M2:
    return Float8E5M2Type::get(context);
  case ScalarType::Float8E4M3FN:
    return Float8E4M3FNType::get(context);
  case ScalarType::Float8E5M2FNUZ:
    return Float8E5M2FNUZType::get(context);
  case ScalarType::Float8E4M3FNUZ:
    return Float8E4M3FNUZType::get(context);
  case ScalarType::UInt16:
    return makeInteger(context, 16, false);
  case ScalarType::UInt32:
    return makeInteger(context, 32, false);
  case ScalarType::UInt64:
    return makeInteger(context, 64, false);
  case ScalarType::Float8E8M0FNU:
    return Float8E8M0FNUType::get(context);
  }
  return {};
}

std::optional<ScalarType> ingot::torch::scalarTypeOf(Type dtype) {
  // The numbers are few, and the other direction is the one place that says
  // which type is which.
  constexpr int64_t kLast = static_cast<int64_t>(ScalarType::Float8E8M0FNU);
  for (int64_t number = 0; number <= kLast; ++number)
    if (dtypeOf(dtype.getContext(), number) == dtype)
      return static_cast<ScalarType>(number);
  return std::nullopt;
}

bool ingot::torch::isDtype(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type))
    return integer.isSignless() ? integer.getWidth() == 1
                                : integer.getWidth() <= 64;
  if (auto complex = dyn_cast<ComplexType>(type))
    return isa<mlir::FloatType>(complex.getElementType());
  return isa<mlir::FloatType, QInt8Type, QInt16Type, QInt32Type, QUInt8Type,
             StringType>(type);
}

Type ingot::torch::storageType(Type dtype, bool keepUnsigned) {
  MLIRContext *context = dtype.getContext();
  if (isa<QUInt8Type>(dtype))
    return storageType(makeInteger(context, 8, false), keepUnsigned);
  if (auto integer = dyn_cast<IntegerType>(dtype))
    return keepUnsigned && integer.isUnsigned()
               ? dtype
               : IntegerType::get(context, integer.getWidth());
  if (isa<QInt8Type>(dtype))
    return IntegerType::get(context, 8);
  if (isa<QInt16Type>(dtype))
    return IntegerType::get(context, 16);
  if (isa<QInt32Type>(dtype))
    return IntegerType::get(context, 32);
  return isa<StringType>(dtype) ? Type() : dtype;
}

bool ingot::torch::isUnsignedDtype(Type dtype) {
  auto integer = dyn_cast<IntegerType>(dtype);
  return isa<QUInt8Type>(dtype) || (integer && !integer.isSigned());
}
