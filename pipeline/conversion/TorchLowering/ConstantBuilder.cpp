//===- ConstantBuilder.cpp - types and constants of a dialect -------------===//
//
// Python's numbers are doubles and 64-bit integers; a constant is one of them
// in the element type of a tensor. Both ways are here: a number into an
// attribute, and a constant without dimensions back into a number.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchLowering/ConstantBuilder.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/APSInt.h"

using namespace mlir;
using namespace ingot::torch;

bool ConstantBuilder::isInteger(Value value) {
  auto integer = dyn_cast<IntegerType>(elementOf(value));
  return integer && integer.getWidth() > 1;
}

RankedTensorType ConstantBuilder::typeOf(ArrayRef<Size> sizes, Type element) {
  SmallVector<int64_t> shape;
  for (Size size : sizes)
    shape.push_back(size.inType());
  return RankedTensorType::get(shape, element);
}

/// The only element of a constant.
static Attribute matchScalar(Value value) {
  DenseElementsAttr elements;
  if (!value || !matchPattern(value, m_Constant(&elements)) ||
      !elements.isSplat())
    return {};
  return elements.getSplatValue<Attribute>();
}

std::optional<int64_t> ingot::torch::constantInt(Value value) {
  auto integer = dyn_cast_or_null<IntegerAttr>(matchScalar(value));
  if (!integer)
    return std::nullopt;
  bool isUnsigned =
      integer.getType().isUnsignedInteger() || integer.getType().isInteger(1);
  return isUnsigned ? static_cast<int64_t>(integer.getValue().getZExtValue())
                    : integer.getValue().getSExtValue();
}

std::optional<double> ingot::torch::constantNumber(Value value) {
  if (auto number = dyn_cast_or_null<FloatAttr>(matchScalar(value)))
    return number.getValueAsDouble();
  if (std::optional<int64_t> integer = constantInt(value))
    return static_cast<double>(*integer);
  return std::nullopt;
}

/// A number as an attribute of the element type.
static Attribute attributeOf(Builder &builder, Type element, double number) {
  if (auto complex = dyn_cast<ComplexType>(element))
    return builder.getArrayAttr(
        {attributeOf(builder, complex.getElementType(), number),
         attributeOf(builder, complex.getElementType(), 0.0)});
  if (auto type = dyn_cast<mlir::FloatType>(element)) {
    APFloat value(number);
    bool losesInfo;
    value.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
    return FloatAttr::get(type, value);
  }
  if (element.isInteger(1))
    return builder.getBoolAttr(number != 0);
  APSInt truncated(64, /*isUnsigned=*/false);
  bool isExact;
  APFloat(number).convertToInteger(truncated, APFloat::rmTowardZero, &isExact);
  return IntegerAttr::get(
      element, truncated.sextOrTrunc(element.getIntOrFloatBitWidth()));
}

Value ConstantBuilder::scalar(Type element, double number) {
  auto type = RankedTensorType::get({}, element);
  return constant(
      DenseElementsAttr::get(type, attributeOf(*this, element, number)));
}

Value ConstantBuilder::scalar(Type element, int64_t number) {
  auto integer = dyn_cast<IntegerType>(element);
  if (!integer)
    return scalar(element, static_cast<double>(number));
  APInt bits = integer.getWidth() == 1 ? APInt(1, number != 0)
                                       : APInt(64, number, /*isSigned=*/true)
                                             .sextOrTrunc(integer.getWidth());
  auto type = RankedTensorType::get({}, element);
  return constant(
      DenseElementsAttr::get(type, IntegerAttr::get(element, bits)));
}

Value ConstantBuilder::constant(ArrayRef<int64_t> numbers) {
  auto type = RankedTensorType::get({static_cast<int64_t>(numbers.size())},
                                    getI64Type());
  return constant(DenseElementsAttr::get(type, numbers));
}

Value ConstantBuilder::limit(Type element, bool greatest) {
  Attribute value;
  if (auto type = dyn_cast<mlir::FloatType>(element)) {
    const llvm::fltSemantics &semantics = type.getFloatSemantics();
    value = FloatAttr::get(
        type, APFloat::semanticsHasInf(semantics)
                  ? APFloat::getInf(semantics, /*Negative=*/!greatest)
                  : APFloat::getLargest(semantics, /*Negative=*/!greatest));
  } else {
    unsigned width = element.getIntOrFloatBitWidth();
    bool isUnsigned = width == 1 || element.isUnsignedInteger();
    APInt bits = isUnsigned ? (greatest ? APInt::getMaxValue(width)
                                        : APInt::getMinValue(width))
                            : (greatest ? APInt::getSignedMaxValue(width)
                                        : APInt::getSignedMinValue(width));
    value = IntegerAttr::get(element, bits);
  }
  return constant(
      DenseElementsAttr::get(RankedTensorType::get({}, element), value));
}
