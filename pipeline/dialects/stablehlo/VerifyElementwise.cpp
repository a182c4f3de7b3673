//===- VerifyElementwise.cpp - constraints of elementwise ops -------------===//
//
// Those that ListedTypes.cpp does not know: element types that differ between
// operands and result, and operands that may be scalars.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/stablehlo/StablehloOps.h"
#include "pipeline/dialects/stablehlo/Verify.h"

using namespace mlir;

namespace ingot::stablehlo {

/// The type of a complex number's parts, any other type itself.
static Type partType(Type element) {
  auto complex = dyn_cast<ComplexType>(element);
  return complex ? complex.getElementType() : element;
}

static Type elementType(Value value) {
  return getElementTypeOrSelf(value.getType());
}

//===----------------------------------------------------------------------===//
// One operand
//===----------------------------------------------------------------------===//

LogicalResult AbsOp::verify() {
  Check check(*this);
  return success(check.elements("C2", "the result", elementType(getResult()),
                                "a magnitude",
                                partType(elementType(getOperand()))));
}

LogicalResult RealOp::verify() {
  Check check(*this);
  return success(check.elements("C2", "the result", elementType(getResult()),
                                "a real part",
                                partType(elementType(getOperand()))));
}

LogicalResult ImagOp::verify() {
  Check check(*this);
  return success(check.elements("C2", "the result", elementType(getResult()),
                                "an imaginary part",
                                partType(elementType(getOperand()))));
}

LogicalResult UniformQuantizeOp::verify() {
  Type operand = elementType(getOperand());
  Type expressed = expressedType(elementType(getResult()));
  Check check(*this);
  return success(
      check.elements("C2", "the result", expressed, "the operand",
                     isQuantized(operand) ? expressedType(operand) : operand));
}

LogicalResult UniformDequantizeOp::verify() {
  Check check(*this);
  return success(check.elements("C2", "the result", elementType(getResult()),
                                "the operand",
                                expressedType(elementType(getOperand()))));
}

LogicalResult ReducePrecisionOp::verify() {
  Check check(*this);
  return success(
      check.positive("C2", "exponent_bits", {int64_t(getExponentBits())}) &&
      check.notNegative("C3", "mantissa_bits", {int64_t(getMantissaBits())}));
}

//===----------------------------------------------------------------------===//
// Two operands
//===----------------------------------------------------------------------===//

/// (C6), (C7): a quantisation along an axis is the result's too.
static bool keepsAxis(Check &check, StringRef constraint, StringRef name,
                      Type operand, Type result) {
  if (!isPerAxisQuantized(operand) || !isPerAxisQuantized(result) ||
      quantizationDimension(operand) == quantizationDimension(result))
    return true;
  check.broken(constraint) << name << " is quantised along dimension "
                           << quantizationDimension(operand)
                           << ", the result along "
                           << quantizationDimension(result)
                           << "; expected the same";
  return false;
}

LogicalResult AddOp::verify() {
  Type lhs = elementType(getLhs()), rhs = elementType(getRhs()),
       result = elementType(getResult());
  Check check(*this);
  if (!isQuantized(lhs) && !isQuantized(rhs) && !isQuantized(result))
    return success(check.elements("C1", "lhs", lhs, "the result", result) &&
                   check.elements("C1", "rhs", rhs, "the result", result));
  if (!isQuantized(lhs) || !isQuantized(rhs) || !isQuantized(result))
    return check.broken("C2")
           << "takes " << lhs << " and " << rhs << " and gives " << result
           << ", expected all or none of them quantised";
  if (!check.elements("C3", "lhs", storageType(lhs), "the result's storage",
                      storageType(result)) ||
      !check.elements("C3", "rhs", storageType(rhs), "the result's storage",
                      storageType(result)) ||
      !check.elements("C4", "lhs", expressedType(lhs), "the result's values",
                      expressedType(result)) ||
      !check.elements("C4", "rhs", expressedType(rhs), "the result's values",
                      expressedType(result)))
    return failure();
  if ((isPerAxisQuantized(lhs) || isPerAxisQuantized(rhs)) !=
      isPerAxisQuantized(result))
    return check.broken("C5")
           << "takes " << lhs << " and " << rhs << " and gives " << result
           << ", expected a result quantised along an axis if an operand is";
  return success(keepsAxis(check, "C6", "lhs", lhs, result) &&
                 keepsAxis(check, "C7", "rhs", rhs, result));
}

LogicalResult ComplexOp::verify() {
  Check check(*this);
  return success(check.elements("C1", "rhs", elementType(getRhs()), "lhs",
                                elementType(getLhs())) &&
                 check.elements("C3", "the result's part",
                                partType(elementType(getResult())), "lhs",
                                elementType(getLhs())));
}

/// (C3): how elements of a type may be compared.
static bool isComparedAs(Type element, ComparisonType type) {
  if (type == ComparisonType::NOTYPE)
    return true; // As if it were absent.
  if (isa<ComplexType>(element))
    return type == ComparisonType::FLOAT;
  if (isa<FloatType>(element))
    return type == ComparisonType::FLOAT || type == ComparisonType::TOTALORDER;
  if (isQuantized(element))
    return true; // The specification does not say.
  bool isSigned = !element.isUnsignedInteger() && !element.isInteger(1);
  return type == (isSigned ? ComparisonType::SIGNED : ComparisonType::UNSIGNED);
}

LogicalResult CompareOp::verify() {
  Check check(*this);
  Type element = elementType(getLhs());
  if (!check.elements("C1", "rhs", elementType(getRhs()), "lhs", element))
    return failure();
  std::optional<ComparisonType> type = getCompareType();
  if (type && !isComparedAs(element, *type))
    return check.broken("C3") << "compares elements of type " << element
                              << " as " << stringifyComparisonType(*type);
  return success();
}

//===----------------------------------------------------------------------===//
// Three operands
//===----------------------------------------------------------------------===//

/// A tensor of rank 0, or one with the sizes of `operand`.
static bool isScalarOrFits(Check &check, StringRef constraint, StringRef name,
                           RankedTensorType type, RankedTensorType operand) {
  return type.getRank() == 0 ||
         check.shape(constraint, name, type.getShape(), operand.getShape());
}

LogicalResult SelectOp::verify() {
  RankedTensorType onTrue = getOnTrue().getType();
  Check check(*this);
  return success(
      isScalarOrFits(check, "C1", "pred", getPred().getType(), onTrue) &&
      check.type("C2", "on_false", getOnFalse().getType(), onTrue) &&
      check.type("C2", "the result", getType(), onTrue));
}

LogicalResult ClampOp::verify() {
  RankedTensorType operand = getOperand().getType();
  Check check(*this);
  return success(
      isScalarOrFits(check, "C1", "min", getMin().getType(), operand) &&
      isScalarOrFits(check, "C2", "max", getMax().getType(), operand) &&
      check.elements("C3", "min", getMin().getType(), "the operand", operand) &&
      check.elements("C3", "max", getMax().getType(), "the operand", operand) &&
      check.type("C4", "the result", getType(), operand));
}

} // namespace ingot::stablehlo
