//===- AbiTypes.cpp - MLIR types in the words of the ABI ------------------===//
//
// The only place where types of MLIR meet the ElementType of artifact.proto.
// The manifest, the checks of the runtime and the generated code must agree on
// the bytes of an element; i1 takes a byte, as in numpy. Elements that no
// caller can hold (i2, i4, quantised ones) are stored in larger ones before
// they come here: NormalizeEntryPoints.cpp.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/AbiTypes.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
namespace v1 = ingot::v1;

static std::optional<v1::ElementType> integerType(IntegerType type) {
  bool isUnsigned = type.isUnsigned();
  switch (type.getWidth()) {
  case 1:
    return v1::BOOL;
  case 8:
    return isUnsigned ? v1::U8 : v1::I8;
  case 16:
    return isUnsigned ? v1::U16 : v1::I16;
  case 32:
    return isUnsigned ? v1::U32 : v1::I32;
  case 64:
    return isUnsigned ? v1::U64 : v1::I64;
  default:
    return std::nullopt;
  }
}

static std::optional<v1::ElementType> byteFloatType(Type type) {
  return llvm::TypeSwitch<Type, std::optional<v1::ElementType>>(type)
      .Case([](Float8E5M2Type) { return v1::F8E5M2; })
      .Case([](Float8E4M3Type) { return v1::F8E4M3; })
      .Case([](Float8E4M3FNType) { return v1::F8E4M3FN; })
      .Case([](Float8E5M2FNUZType) { return v1::F8E5M2FNUZ; })
      .Case([](Float8E4M3FNUZType) { return v1::F8E4M3FNUZ; })
      .Case([](Float8E4M3B11FNUZType) { return v1::F8E4M3B11FNUZ; })
      .Case([](Float8E3M4Type) { return v1::F8E3M4; })
      .Case([](Float8E8M0FNUType) { return v1::F8E8M0FNU; })
      .Default(std::nullopt);
}

std::optional<v1::ElementType> ingot::abiElementType(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type))
    return integerType(integer);
  if (type.isIndex())
    return v1::I64;
  if (type.isF16())
    return v1::F16;
  if (type.isBF16())
    return v1::BF16;
  if (type.isF32())
    return v1::F32;
  if (type.isF64())
    return v1::F64;
  if (auto complex = dyn_cast<ComplexType>(type)) {
    if (complex.getElementType().isF32())
      return v1::C64;
    if (complex.getElementType().isF64())
      return v1::C128;
  }
  return byteFloatType(type);
}

int64_t ingot::abiElementBytes(v1::ElementType type) {
  switch (type) {
  case v1::BOOL:
  case v1::I8:
  case v1::U8:
  case v1::F8E5M2:
  case v1::F8E4M3:
  case v1::F8E4M3FN:
  case v1::F8E5M2FNUZ:
  case v1::F8E4M3FNUZ:
  case v1::F8E4M3B11FNUZ:
  case v1::F8E3M4:
  case v1::F8E8M0FNU:
    return 1;
  case v1::I16:
  case v1::U16:
  case v1::F16:
  case v1::BF16:
    return 2;
  case v1::I32:
  case v1::U32:
  case v1::F32:
    return 4;
  case v1::C128:
    return 16;
  default:
    return 8;
  }
}

int64_t ingot::abiByteSize(const v1::TensorType &type) {
  int64_t size = abiElementBytes(type.element());
  for (int64_t dimension : type.shape())
    size *= dimension;
  return size;
}

v1::TensorType ingot::abiTensorType(RankedTensorType type) {
  v1::TensorType result;
  result.set_element(*abiElementType(type.getElementType()));
  for (int64_t size : type.getShape())
    result.add_shape(ShapedType::isDynamic(size) ? -1 : size);
  return result;
}

ArrayAttr ingot::abiTypes(MLIRContext *context, TypeRange types) {
  SmallVector<Attribute> described;
  for (Type type : types) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || !abiElementType(tensor.getElementType()))
      return {};
    described.push_back(TypeAttr::get(
        RankedTensorType::get(tensor.getShape(), tensor.getElementType())));
  }
  return ArrayAttr::get(context, described);
}
