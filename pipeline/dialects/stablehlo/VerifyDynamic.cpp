//===- VerifyDynamic.cpp - constraints where sizes come at run time -------===//
//
// What can be said before the program runs: ranks, attributes, and sizes that
// are constants.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/stablehlo/Shapes.h"
#include "pipeline/dialects/stablehlo/Verify.h"
#include "pipeline/dialects/stablehlo/VerifyTwins.h"

using namespace mlir;

namespace ingot::stablehlo {

/// A list of sizes, one for each dimension of `tensor`; its length may be
/// unknown too.
static bool checkLength(Check &check, StringRef constraint, StringRef name,
                        RankedTensorType list, StringRef tensor, int64_t rank) {
  if (areCompatible(list.getDimSize(0), rank))
    return true;
  check.broken(constraint) << name << " has " << list.getDimSize(0)
                           << " sizes for " << tensor << " of rank " << rank;
  return false;
}

/// The result has the sizes of a list of `rank` numbers.
static bool checkSizes(Check &check, StringRef constraint, StringRef name,
                       TypedValue<RankedTensorType> list,
                       RankedTensorType result) {
  if (!checkLength(check, constraint, name, list.getType(), "a result",
                   result.getRank()))
    return false;
  std::optional<Shape> sizes = constantSizes(list);
  if (!sizes)
    return true;
  return check.notNegative(constraint, name, *sizes) &&
         check.shape(constraint, "the result", result.getShape(),
                     Sizes(*sizes));
}

LogicalResult DynamicBroadcastInDimOp::verify() {
  RankedTensorType operand = getOperand().getType();
  Sizes expanding = getKnownExpandingDimensions().value_or(Sizes());
  Sizes others = getKnownNonexpandingDimensions().value_or(Sizes());
  Shape known(expanding);
  llvm::append_range(known, others);
  Check check(*this);
  return success(
      checkBroadcast(check, operand, getType(), getBroadcastDimensions()) &&
      checkSizes(check, "C7", "output_dimensions", getOutputDimensions(),
                 getType()) &&
      check.unique("C8",
                   "known_expanding_dimensions with "
                   "known_nonexpanding_dimensions",
                   known) &&
      check.dimensions("C9", "known_expanding_dimensions", expanding,
                       "an operand", operand.getRank()) &&
      check.dimensions("C10", "known_nonexpanding_dimensions", others,
                       "an operand", operand.getRank()));
}

LogicalResult DynamicIotaOp::verify() {
  Check check(*this);
  return success(
      check.dimension("C1", "iota_dimension", getIotaDimension(), "a result",
                      getType().getRank()) &&
      checkSizes(check, "C2", "output_shape", getOutputShape(), getType()));
}

LogicalResult DynamicPadOp::verify() {
  RankedTensorType operand = getOperand().getType();
  int64_t rank = operand.getRank();
  Check check(*this);
  if (!check.elements("C1", "padding_value", getPaddingValue().getType(),
                      "the operand", operand) ||
      !check.elements("C1", "the result", getType(), "the operand", operand) ||
      !checkLength(check, "C2", "edge_padding_low",
                   getEdgePaddingLow().getType(), "an operand", rank) ||
      !checkLength(check, "C2", "edge_padding_high",
                   getEdgePaddingHigh().getType(), "an operand", rank) ||
      !checkLength(check, "C2", "interior_padding",
                   getInteriorPadding().getType(), "an operand", rank))
    return failure();
  Shape unknown(rank, ShapedType::kDynamic);
  Shape interior = constantSizes(getInteriorPadding()).value_or(unknown);
  auto isNegative = [](int64_t size) {
    return ShapedType::isStatic(size) && size < 0;
  };
  if (llvm::any_of(interior, isNegative))
    return success(check.notNegative("C3", "interior_padding", interior));
  return success(
      checkPaddedShape(check, "C4", operand,
                       constantSizes(getEdgePaddingLow()).value_or(unknown),
                       constantSizes(getEdgePaddingHigh()).value_or(unknown),
                       interior, getType()));
}

LogicalResult DynamicReshapeOp::verify() {
  RankedTensorType operand = getOperand().getType();
  Check check(*this);
  return success(
      check.elements("C1", "the result", getType(), "the operand", operand) &&
      checkElementCount(check, "C2", operand, getType()) &&
      checkReshapedAxis(check, "C3", operand, getType()) &&
      checkSizes(check, "C4", "output_shape", getOutputShape(), getType()));
}

/// The constraints are those of `slice`.
LogicalResult RealDynamicSliceOp::verify() {
  RankedTensorType operand = getOperand().getType();
  int64_t rank = operand.getRank();
  Check check(*this);
  return success(
      check.elements("C1", "the result", getType(), "the operand", operand) &&
      check.count("C2", "dimensions in its result", getType().getRank(),
                  rank) &&
      checkLength(check, "C2", "start_indices", getStartIndices().getType(),
                  "an operand", rank) &&
      checkLength(check, "C2", "limit_indices", getLimitIndices().getType(),
                  "an operand", rank) &&
      checkLength(check, "C2", "strides", getStrides().getType(), "an operand",
                  rank) &&
      check.positive("C4", "strides",
                     constantSizes(getStrides()).value_or(Shape())));
}

LogicalResult GetDimensionSizeOp::verify() {
  Check check(*this);
  if (!getType().getElementType().isInteger(32))
    return emitOpError() << "gives " << getType() << ", expected tensor<i32>";
  return success(check.dimension("C1", "dimension", getDimension(),
                                 "an operand",
                                 getOperand().getType().getRank()));
}

LogicalResult SetDimensionSizeOp::verify() {
  RankedTensorType operand = getOperand().getType();
  Check check(*this);
  if (!check.dimension("C1", "dimension", getDimension(), "an operand",
                       operand.getRank()) ||
      !check.elements("C2", "the result", getType(), "the operand", operand))
    return failure();
  Shape expected(operand.getShape());
  expected[getDimension()] = ShapedType::kDynamic;
  if (!check.shape("C3", "the result", getType().getShape(), Sizes(expected)))
    return failure();
  if (!getSize().getType().getElementType().isInteger(32))
    return emitOpError() << "takes a size of type " << getSize().getType()
                         << ", expected tensor<i32>";
  return success();
}

} // namespace ingot::stablehlo
