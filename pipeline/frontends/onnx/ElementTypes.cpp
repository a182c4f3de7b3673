//===- ElementTypes.cpp - ONNX's data types as dtypes ---------------------===//
//
// One table, which all questions ask.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/onnx/ElementTypes.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace ingot::onnx;
using namespace ingot::onnx::reader;

namespace {

using Data = proto::TensorProto;

/// What a number of the format stands for.
struct Row {
  Dtype dtype;
  unsigned bits;
  enum Kind { Signed, Unsigned, Float, Other } kind;
  Type (*type)(Builder &builder);
};

template <unsigned width> Type signedType(Builder &builder) {
  return builder.getIntegerType(width, true);
}
template <unsigned width> Type unsignedType(Builder &builder) {
  return builder.getIntegerType(width, false);
}
template <typename T> Type floatType(Builder &builder) {
  return T::get(builder.getContext());
}
template <typename T> Type complexType(Builder &builder) {
  return ComplexType::get(T::get(builder.getContext()));
}
Type boolean(Builder &builder) { return builder.getI1Type(); }

constexpr Row kRows[] = {
    {Data::FLOAT, 32, Row::Float, floatType<Float32Type>},
    {Data::UINT8, 8, Row::Unsigned, unsignedType<8>},
    {Data::INT8, 8, Row::Signed, signedType<8>},
    {Data::UINT16, 16, Row::Unsigned, unsignedType<16>},
    {Data::INT16, 16, Row::Signed, signedType<16>},
    {Data::INT32, 32, Row::Signed, signedType<32>},
    {Data::INT64, 64, Row::Signed, signedType<64>},
    {Data::BOOL, 8, Row::Other, boolean},
    {Data::FLOAT16, 16, Row::Float, floatType<Float16Type>},
    {Data::DOUBLE, 64, Row::Float, floatType<Float64Type>},
    {Data::UINT32, 32, Row::Unsigned, unsignedType<32>},
    {Data::UINT64, 64, Row::Unsigned, unsignedType<64>},
    {Data::COMPLEX64, 64, Row::Other, complexType<Float32Type>},
    {Data::COMPLEX128, 128, Row::Other, complexType<Float64Type>},
    {Data::BFLOAT16, 16, Row::Float, floatType<BFloat16Type>},
    {Data::FLOAT8E4M3FN, 8, Row::Float, floatType<Float8E4M3FNType>},
    {Data::FLOAT8E4M3FNUZ, 8, Row::Float, floatType<Float8E4M3FNUZType>},
    {Data::FLOAT8E5M2, 8, Row::Float, floatType<Float8E5M2Type>},
    {Data::FLOAT8E5M2FNUZ, 8, Row::Float, floatType<Float8E5M2FNUZType>},
    {Data::UINT4, 4, Row::Unsigned, unsignedType<8>},
    {Data::INT4, 4, Row::Signed, signedType<8>},
    {Data::FLOAT4E2M1, 4, Row::Float, floatType<Float8E4M3FNType>},
    {Data::FLOAT8E8M0, 8, Row::Float, floatType<Float8E8M0FNUType>},
    {Data::UINT2, 2, Row::Unsigned, unsignedType<8>},
    {Data::INT2, 2, Row::Signed, signedType<8>},
};

const Row *find(Dtype dtype) {
  for (const Row &row : kRows)
    if (row.dtype == dtype)
      return &row;
  return nullptr;
}

bool isKind(Dtype dtype, Row::Kind kind) {
  const Row *row = find(dtype);
  return row && row->kind == kind;
}

} // namespace

Type ingot::onnx::reader::elementType(MLIRContext *context, Dtype dtype) {
  Builder builder(context);
  const Row *row = find(dtype);
  return row ? row->type(builder) : Type();
}

std::string ingot::onnx::reader::nameOf(Dtype dtype) {
  return Data::DataType_IsValid(dtype)
             ? Data::DataType_Name(static_cast<Data::DataType>(dtype))
             : llvm::itostr(dtype);
}

unsigned ingot::onnx::reader::bitsOf(Dtype dtype) {
  const Row *row = find(dtype);
  return row ? row->bits : 0;
}

bool ingot::onnx::reader::isFloat(Dtype dtype) {
  return isKind(dtype, Row::Float);
}
bool ingot::onnx::reader::isUnsigned(Dtype dtype) {
  return isKind(dtype, Row::Unsigned);
}
bool ingot::onnx::reader::isInteger(Dtype dtype) {
  return isUnsigned(dtype) || isKind(dtype, Row::Signed);
}
