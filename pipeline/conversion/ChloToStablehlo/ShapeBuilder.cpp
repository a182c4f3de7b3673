//===- ShapeBuilder.cpp - sizes and constants as values -------------------===//
//
// Sizes are i32 because get_dimension_size gives them so. A size that the type
// knows is a constant; ShapeValues.cpp of the next conversion follows the other
// ops back to the tensor, so none of them is left at run time.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/ChloToStablehlo/ShapeBuilder.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

using namespace mlir;
namespace hlo = ingot::stablehlo;

namespace ingot::chlo {

Value splatOf(ImplicitLocOpBuilder &builder, Attribute value,
              RankedTensorType type) {
  return hlo::ConstantOp::create(builder, DenseElementsAttr::get(type, value));
}

bool hasZero(Type element) {
  if (auto complex = dyn_cast<ComplexType>(element))
    element = complex.getElementType();
  return isa<FloatType, IntegerType>(element);
}

Value zerosOf(ImplicitLocOpBuilder &builder, RankedTensorType type) {
  Type element = type.getElementType();
  auto complex = dyn_cast<ComplexType>(element);
  if (!complex)
    return splatOf(builder, builder.getZeroAttr(element), type);
  Attribute zero = builder.getZeroAttr(complex.getElementType());
  return splatOf(builder, builder.getArrayAttr({zero, zero}), type);
}

Value constantSize(ImplicitLocOpBuilder &builder, int64_t size) {
  return splatOf(builder, builder.getI32IntegerAttr(static_cast<int32_t>(size)),
                 RankedTensorType::get({}, builder.getI32Type()));
}

Value sizeOf(ImplicitLocOpBuilder &builder, Value tensor, int64_t dimension) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (!type.isDynamicDim(dimension))
    return constantSize(builder, type.getDimSize(dimension));
  return hlo::GetDimensionSizeOp::create(
      builder, RankedTensorType::get({}, builder.getI32Type()), tensor,
      static_cast<uint64_t>(dimension));
}

Value elementOf(ImplicitLocOpBuilder &builder, Value sizes, int64_t place) {
  Type given = cast<RankedTensorType>(sizes.getType()).getElementType();
  Value slice =
      hlo::SliceOp::create(builder, RankedTensorType::get({1}, given), sizes,
                           builder.getDenseI64ArrayAttr({place}),
                           builder.getDenseI64ArrayAttr({place + 1}),
                           builder.getDenseI64ArrayAttr({1}));
  auto scalar = RankedTensorType::get({}, builder.getI32Type());
  Value element =
      hlo::ReshapeOp::create(builder, RankedTensorType::get({}, given), slice);
  return given == scalar.getElementType()
             ? element
             : hlo::ConvertOp::create(builder, scalar, element).getResult();
}

Value shapeOf(ImplicitLocOpBuilder &builder, ValueRange sizes) {
  Type i32 = builder.getI32Type();
  SmallVector<Value> parts;
  for (Value size : sizes)
    parts.push_back(
        hlo::ReshapeOp::create(builder, RankedTensorType::get({1}, i32), size));
  if (parts.size() == 1)
    return parts.front();
  auto type = RankedTensorType::get({static_cast<int64_t>(parts.size())}, i32);
  if (parts.empty())
    return hlo::ConstantOp::create(
        builder, DenseElementsAttr::get(type, ArrayRef<int32_t>()));
  return hlo::ConcatenateOp::create(builder, type, parts, 0);
}

Value shapeOf(ImplicitLocOpBuilder &builder, Value tensor) {
  SmallVector<Value> sizes;
  for (int64_t i :
       llvm::seq(cast<RankedTensorType>(tensor.getType()).getRank()))
    sizes.push_back(sizeOf(builder, tensor, i));
  return shapeOf(builder, sizes);
}

} // namespace ingot::chlo
