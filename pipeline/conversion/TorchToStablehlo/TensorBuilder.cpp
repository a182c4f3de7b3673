//===- TensorBuilder.cpp - constants and arithmetic -----------------------===//

#include "pipeline/conversion/TorchToStablehlo/TensorBuilder.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/APSInt.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

bool TensorBuilder::isInteger(Value value) {
  auto integer = dyn_cast<IntegerType>(elementOf(value));
  return integer && integer.getWidth() > 1;
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

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
  APSInt integer(64, /*isUnsigned=*/false);
  bool isExact;
  APFloat(number).convertToInteger(integer, APFloat::rmTowardZero, &isExact);
  return IntegerAttr::get(element,
                          integer.sextOrTrunc(element.getIntOrFloatBitWidth()));
}

void TensorBuilder::assertThat(Value condition, StringRef message) {
  OperationState state(getLoc(), stablehlo::CustomCallOp::getOperationName());
  state.addOperands(condition);
  state.addAttribute("call_target_name", getStringAttr("shape_assertion"));
  state.addAttribute("error_message", getStringAttr(message));
  state.addAttribute("has_side_effect", getBoolAttr(true));
  create(state);
}

Value TensorBuilder::constant(ElementsAttr elements) {
  return stablehlo::ConstantOp::create(*this, elements);
}

Value TensorBuilder::scalar(Type element, double number) {
  auto type = RankedTensorType::get({}, element);
  return constant(
      DenseElementsAttr::get(type, attributeOf(*this, element, number)));
}

Value TensorBuilder::scalar(Type element, int64_t number) {
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

Value TensorBuilder::constant(ArrayRef<int64_t> numbers) {
  auto type = RankedTensorType::get({static_cast<int64_t>(numbers.size())},
                                    getI64Type());
  return constant(DenseElementsAttr::get(type, numbers));
}

Value TensorBuilder::limit(Type element, bool greatest) {
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

Value TensorBuilder::full(ArrayRef<Size> sizes, Value scalar) {
  RankedTensorType type = typeOf(sizes, elementOf(scalar));
  DenseElementsAttr known;
  if (type.hasStaticShape() && matchPattern(scalar, m_Constant(&known)))
    return constant(known.resizeSplat(type));
  return broadcastInDim(scalar, sizes, {});
}

Value TensorBuilder::fullLike(Value value, double number) {
  return full(sizesOf(value), scalar(elementOf(value), number));
}

Value TensorBuilder::iota(ArrayRef<Size> sizes, int64_t dim, Type element) {
  RankedTensorType type = typeOf(sizes, element);
  if (type.hasStaticShape())
    return stablehlo::IotaOp::create(*this, type, static_cast<uint64_t>(dim));
  return stablehlo::DynamicIotaOp::create(*this, type, shapeOf(sizes),
                                          static_cast<uint64_t>(dim));
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// A constant without dimensions converted at once; null if it cannot be.
static Value foldConvert(TensorBuilder &b, Value value, Type element) {
  if (TensorBuilder::rankOf(value) != 0 || isa<ComplexType>(element))
    return {};
  if (std::optional<int64_t> integer = constantInt(value))
    return b.scalar(element, *integer);
  std::optional<double> number = constantNumber(value);
  // What is out of range or NaN is left to the run, which has one rule for it.
  if (!number || (!isa<mlir::FloatType>(element) && !element.isInteger(1) &&
                  !(std::abs(*number) < 0x1p31)))
    return {};
  return b.scalar(element, *number);
}

Value TensorBuilder::convert(Value value, Type element) {
  RankedTensorType type = typeOf(value);
  Type from = type.getElementType();
  if (from == element)
    return value;
  if (Value folded = foldConvert(*this, value, element))
    return folded;
  if (element.isInteger(1))
    return compare(Direction::NE, value, fullLike(value, 0));
  if (auto complex = dyn_cast<ComplexType>(from);
      complex && !isa<ComplexType>(element)) {
    OperationState state(getLoc(), stablehlo::RealOp::getOperationName());
    value = make(state, type.clone(complex.getElementType()), value);
    return convert(value, element);
  }
  // What a small integer cannot hold loses its high bits, where StableHLO would
  // take the nearest that it can.
  auto integer = dyn_cast<IntegerType>(element);
  if (isFloat(value) && integer && integer.getWidth() < 32)
    value = convert(value, getI32Type());
  OperationState state(getLoc(), stablehlo::ConvertOp::getOperationName());
  return make(state, typeOf(value).clone(element), value);
}

Value TensorBuilder::make(OperationState &state, RankedTensorType type,
                          ValueRange operands) {
  state.addOperands(operands);
  state.addTypes(type);
  return create(state)->getResult(0);
}

Value TensorBuilder::makeBinary(OperationState &state, Value a, Value b) {
  SmallVector<Value> operands = broadcastTogether({a, b});
  return make(state, mergeSizes(typeOf(operands[0]), typeOf(operands[1])),
              operands);
}

Value TensorBuilder::add(Value a, Value b) {
  return isBool(a) ? logicalOr(a, b) : binary<stablehlo::AddOp>(a, b);
}
Value TensorBuilder::subtract(Value a, Value b) {
  return binary<stablehlo::SubtractOp>(a, b);
}
Value TensorBuilder::multiply(Value a, Value b) {
  return isBool(a) ? logicalAnd(a, b) : binary<stablehlo::MultiplyOp>(a, b);
}
Value TensorBuilder::divide(Value a, Value b) {
  return binary<stablehlo::DivideOp>(a, b);
}
Value TensorBuilder::maximum(Value a, Value b) {
  return binary<stablehlo::MaximumOp>(a, b);
}
Value TensorBuilder::minimum(Value a, Value b) {
  return binary<stablehlo::MinimumOp>(a, b);
}
Value TensorBuilder::logicalAnd(Value a, Value b) {
  return binary<stablehlo::AndOp>(a, b);
}
Value TensorBuilder::logicalOr(Value a, Value b) {
  return binary<stablehlo::OrOp>(a, b);
}
Value TensorBuilder::logicalNot(Value a) { return unary<stablehlo::NotOp>(a); }
Value TensorBuilder::negate(Value a) { return unary<stablehlo::NegateOp>(a); }

Value TensorBuilder::compare(Direction direction, Value a, Value b) {
  SmallVector<Value> operands = broadcastTogether({a, b});
  RankedTensorType type =
      mergeSizes(typeOf(operands[0]), typeOf(operands[1])).clone(getI1Type());
  return stablehlo::CompareOp::create(
      *this, type, operands[0], operands[1],
      stablehlo::ComparisonDirectionAttr::get(getContext(), direction),
      stablehlo::ComparisonTypeAttr());
}

Value TensorBuilder::select(Value condition, Value a, Value b) {
  SmallVector<Value> operands = broadcastTogether({condition, a, b});
  RankedTensorType type =
      mergeSizes(mergeSizes(typeOf(operands[1]), typeOf(operands[2])),
                 typeOf(operands[0]));
  return stablehlo::SelectOp::create(*this, type, operands[0], operands[1],
                                     operands[2]);
}
