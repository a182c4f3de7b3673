//===- VerifyShape.cpp - constraints of ops that move elements ------------===//
//
// A constraint that a static op shares with its dynamic twin is in
// VerifyTwins.cpp; here is what only the static op has. The smallest int64
// stands for an unknown size in MLIR, so an attribute that holds it by accident
// is refused before it is computed with.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/stablehlo/Shapes.h"
#include "pipeline/dialects/stablehlo/Verify.h"
#include "pipeline/dialects/stablehlo/VerifyTwins.h"

using namespace mlir;

namespace ingot::stablehlo {

//===----------------------------------------------------------------------===//
// Sources
//===----------------------------------------------------------------------===//

/// A constant of a quantised type holds what is stored.
static bool holds(Type value, Type output) {
  if (value == output)
    return true;
  if (!isQuantized(output))
    return false;
  return value == expressedType(output) ||
         (isa<IntegerType>(value) && bitsOf(value) == bitsOf(output));
}

LogicalResult ConstantOp::verify() {
  auto value = dyn_cast<RankedTensorType>(getValue().getType());
  Check check(*this);
  if (value && value.getShape() == getType().getShape() &&
      holds(value.getElementType(), getType().getElementType()))
    return success();
  return check.broken("C1") << "has a value of type " << getValue().getType()
                            << ", expected that of the result, " << getType();
}

LogicalResult IotaOp::verify() {
  Check check(*this);
  return success(check.dimension("C1", "iota_dimension", getIotaDimension(),
                                 "a result", getType().getRank()));
}

//===----------------------------------------------------------------------===//
// The same elements with other sizes
//===----------------------------------------------------------------------===//

LogicalResult ReshapeOp::verify() {
  RankedTensorType from = getOperand().getType(), to = getType();
  Check check(*this);
  return success(check.elements("C1", "the result", to, "the operand", from) &&
                 checkElementCount(check, "C2", from, to) &&
                 checkReshapedAxis(check, "C3", from, to));
}

/// The shape that elements of `bits` bits give to the memory of `shape`, whose
/// elements have `ofBits`; none if the last dimension does not fit.
static std::optional<Shape> shapeOfBits(Sizes shape, int64_t ofBits,
                                        int64_t bits) {
  Shape result(shape);
  if (ofBits == bits)
    return result;
  if (ofBits > bits) {
    if (ofBits % bits != 0)
      return std::nullopt;
    result.push_back(ofBits / bits);
    return result;
  }
  if (shape.empty() || bits % ofBits != 0 ||
      !areCompatible(shape.back(), bits / ofBits))
    return std::nullopt;
  result.pop_back();
  return result;
}

/// Between widths the last dimension counts the parts of an element, so sizes
/// and widths are checked together.
LogicalResult BitcastConvertOp::verify() {
  RankedTensorType from = getOperand().getType(), to = getType();
  Check check(*this);
  if (isa<ComplexType>(from.getElementType()) !=
      isa<ComplexType>(to.getElementType()))
    return check.broken("C2") << "makes " << to << " of " << from
                              << ", expected both or none to be complex";
  int64_t fromBits = bitsOf(from.getElementType());
  int64_t toBits = bitsOf(to.getElementType());
  std::optional<Shape> shape = shapeOfBits(from.getShape(), fromBits, toBits);
  if (shape && areCompatible(to.getShape(), *shape))
    return success();
  InFlightDiagnostic report = check.broken("C1");
  report << "makes " << to << " of " << from
         << ", expected the bits of the last dimension to be the same";
  return report;
}

LogicalResult BroadcastOp::verify() {
  RankedTensorType operand = getOperand().getType();
  Check check(*this);
  Shape shape(getBroadcastSizes());
  llvm::append_range(shape, operand.getShape());
  return success(
      check.elements("C1", "the result", getType(), "the operand", operand) &&
      check.notNegative("C2", "broadcast_sizes", getBroadcastSizes()) &&
      check.shape("C3", "the result", getType().getShape(), Sizes(shape)));
}

LogicalResult BroadcastInDimOp::verify() {
  Check check(*this);
  return success(checkBroadcast(check, getOperand().getType(), getType(),
                                getBroadcastDimensions()));
}

//===----------------------------------------------------------------------===//
// Another order
//===----------------------------------------------------------------------===//

LogicalResult TransposeOp::verify() {
  RankedTensorType operand = getOperand().getType();
  Sizes permutation = getPermutation();
  Check check(*this);
  if (!check.elements("C1", "the result", getType(), "the operand", operand) ||
      !check.count("C2", "dimensions in the permutation", permutation.size(),
                   operand.getRank()) ||
      !check.dimensions("C2", "permutation", permutation, "an operand",
                        operand.getRank()) ||
      !check.unique("C2", "permutation", permutation) ||
      !check.shape("C3", "the result", getType().getShape(),
                   Sizes(shapeOfTranspose(operand.getShape(), permutation))))
    return failure();
  Type from = operand.getElementType(), to = getType().getElementType();
  if (!isPerAxisQuantized(from) || !isPerAxisQuantized(to))
    return success();
  int64_t axis = quantizationDimension(to);
  if (axis < 0 || axis >= getType().getRank() ||
      permutation[axis] != quantizationDimension(from))
    return check.broken("C4")
           << "the result is quantised along dimension " << axis
           << ", expected that to which dimension "
           << quantizationDimension(from) << " of the operand goes";
  return success();
}

LogicalResult ReverseOp::verify() {
  Check check(*this);
  return success(
      check.type("C1", "the result", getType(), getOperand().getType()) &&
      check.unique("C2", "dimensions", getDimensions()) &&
      check.dimensions("C3", "dimensions", getDimensions(), "a result",
                       getType().getRank()));
}

//===----------------------------------------------------------------------===//
// More elements
//===----------------------------------------------------------------------===//

LogicalResult ConcatenateOp::verify() {
  Check check(*this);
  if (getInputs().empty())
    return check.broken("C3") << "has no inputs, expected one at least";
  auto first = cast<RankedTensorType>(getInputs().front().getType());
  int64_t dimension = getDimension();
  if (!check.dimension("C4", "dimension", dimension, "inputs", first.getRank()))
    return failure();
  for (auto [i, value] : llvm::enumerate(getInputs())) {
    auto type = cast<RankedTensorType>(value.getType());
    std::string name = "input " + std::to_string(i);
    if (!check.elements("C1", name, type, "input 0", first))
      return failure();
    Shape expected(first.getShape());
    if (type.getRank() == first.getRank())
      expected[dimension] = type.getDimSize(dimension);
    if (!check.shape("C2", name, type.getShape(), Sizes(expected)))
      return failure();
  }
  return success(
      check.elements("C5", "the result", getType(), "input 0", first) &&
      check.shape("C6", "the result", getType().getShape(),
                  shapeOfConcatenate(getInputs().getTypes(), dimension)));
}

/// The least number of 64 bits stands for a size that is not known: here none
/// may be so.
static bool areSizes(Check &check, StringRef constraint, StringRef name,
                     Sizes values) {
  if (llvm::none_of(values, ShapedType::isDynamic))
    return true;
  check.broken(constraint) << name << " has " << ShapedType::kDynamic
                           << ", which no size can be cut by";
  return false;
}

LogicalResult PadOp::verify() {
  RankedTensorType operand = getOperand().getType();
  int64_t rank = operand.getRank();
  Check check(*this);
  return success(
      check.elements("C1", "padding_value", getPaddingValue().getType(),
                     "the operand", operand) &&
      check.elements("C1", "the result", getType(), "the operand", operand) &&
      check.count("C2", "sizes in edge_padding_low", getEdgePaddingLow().size(),
                  rank) &&
      check.count("C2", "sizes in edge_padding_high",
                  getEdgePaddingHigh().size(), rank) &&
      check.count("C2", "sizes in interior_padding",
                  getInteriorPadding().size(), rank) &&
      check.notNegative("C3", "interior_padding", getInteriorPadding()) &&
      areSizes(check, "C4", "edge_padding_low", getEdgePaddingLow()) &&
      areSizes(check, "C4", "edge_padding_high", getEdgePaddingHigh()) &&
      checkPaddedShape(check, "C4", operand, getEdgePaddingLow(),
                       getEdgePaddingHigh(), getInteriorPadding(), getType()));
}

} // namespace ingot::stablehlo
