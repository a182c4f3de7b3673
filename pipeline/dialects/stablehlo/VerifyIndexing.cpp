//===- VerifyIndexing.cpp - constraints of slices and gathers -------------===//
//
// gather and dynamic_gather share their constraints, which the specification
// numbers in two ways: VerifyTwins.cpp. A size that is not known is taken to
// fit; the run checks it (StablehloToLinalg/RunTimeChecks.h).
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/stablehlo/Shapes.h"
#include "pipeline/dialects/stablehlo/Verify.h"
#include "pipeline/dialects/stablehlo/VerifyTwins.h"

using namespace mlir;

namespace ingot::stablehlo {

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

/// (C3) of slice: `0 <= start <= limit <= size`.
static bool checkRanges(Check &check, Sizes shape, Sizes start, Sizes limit) {
  for (size_t i = 0; i < shape.size(); ++i) {
    bool fits = 0 <= start[i] && start[i] <= limit[i] &&
                (ShapedType::isDynamic(shape[i]) || limit[i] <= shape[i]);
    if (fits)
      continue;
    InFlightDiagnostic report = check.broken("C3");
    report << "takes elements from " << start[i] << " to " << limit[i]
           << " of dimension " << i << ", expected a range within 0 to ";
    if (ShapedType::isDynamic(shape[i]))
      report << "its size";
    else
      report << shape[i];
    return false;
  }
  return true;
}

LogicalResult SliceOp::verify() {
  RankedTensorType operand = getOperand().getType();
  int64_t rank = operand.getRank();
  Check check(*this);
  return success(
      check.elements("C1", "the result", getType(), "the operand", operand) &&
      check.count("C2", "start indices", getStartIndices().size(), rank) &&
      check.count("C2", "limit indices", getLimitIndices().size(), rank) &&
      check.count("C2", "strides", getStrides().size(), rank) &&
      checkRanges(check, operand.getShape(), getStartIndices(),
                  getLimitIndices()) &&
      check.positive("C4", "strides", getStrides()) &&
      check.shape("C5", "the result", getType().getShape(),
                  Sizes(shapeOfSlice(getStartIndices(), getLimitIndices(),
                                     getStrides()))));
}

/// `0 <= part <= whole` for each dimension of two shapes of the same rank.
static bool checkPart(Check &check, StringRef constraint, StringRef name,
                      Sizes part, Sizes whole) {
  for (auto [i, sizes] : llvm::enumerate(llvm::zip(part, whole))) {
    auto [size, limit] = sizes;
    if (ShapedType::isDynamic(size) ||
        (size >= 0 && (ShapedType::isDynamic(limit) || size <= limit)))
      continue;
    InFlightDiagnostic report = check.broken(constraint);
    report << name << " has size " << size << " in dimension " << i
           << ", expected 0 to ";
    if (ShapedType::isDynamic(limit))
      report << "the operand's size";
    else
      report << limit;
    return false;
  }
  return true;
}

/// All start indices have the type of the first.
static bool checkStarts(Check &check, StringRef constraint,
                        OperandRange starts) {
  for (auto [i, start] : llvm::enumerate(starts))
    if (!check.elements(constraint, "start index " + std::to_string(i),
                        start.getType(), "start index 0",
                        starts.front().getType()))
      return false;
  return true;
}

LogicalResult DynamicSliceOp::verify() {
  RankedTensorType operand = getOperand().getType();
  int64_t rank = operand.getRank();
  Check check(*this);
  return success(
      check.elements("C1", "the result", getType(), "the operand", operand) &&
      check.count("C2", "start indices", getStartIndices().size(), rank) &&
      check.count("C2", "slice sizes", getSliceSizes().size(), rank) &&
      checkStarts(check, "C3", getStartIndices()) &&
      checkPart(check, "C4", "slice_sizes", getSliceSizes(),
                operand.getShape()) &&
      check.shape("C5", "the result", getType().getShape(), getSliceSizes()));
}

LogicalResult DynamicUpdateSliceOp::verify() {
  RankedTensorType operand = getOperand().getType();
  RankedTensorType update = getUpdate().getType();
  Check check(*this);
  return success(
      check.type("C1", "the result", getType(), operand) &&
      check.elements("C2", "the update", update, "the operand", operand) &&
      check.count("C3", "dimensions in its update", update.getRank(),
                  operand.getRank()) &&
      check.count("C4", "start indices", getStartIndices().size(),
                  operand.getRank()) &&
      checkStarts(check, "C5", getStartIndices()) &&
      checkPart(check, "C6", "the update", update.getShape(),
                operand.getShape()));
}

//===----------------------------------------------------------------------===//
// Gathers
//===----------------------------------------------------------------------===//

LogicalResult GatherOp::verify() {
  Check check(*this);
  return success(
      checkGather(check, {getOperand().getType(), getStartIndices().getType(),
                          getType(), getDimensionNumbers(), getSliceSizes()}));
}

LogicalResult DynamicGatherOp::verify() {
  RankedTensorType sizes = getSliceSizes().getType();
  int64_t rank = getOperand().getType().getRank();
  Check check(*this);
  if (sizes.isDynamicDim(0))
    return success();
  if (!check.count("C11", "slice sizes", sizes.getDimSize(0), rank))
    return failure();
  Shape known = constantSizes(getSliceSizes())
                    .value_or(Shape(rank, ShapedType::kDynamic));
  return success(checkGather(
      check, {getOperand().getType(), getStartIndices().getType(), getType(),
              getDimensionNumbers(), known, /*isDynamic=*/true}));
}

LogicalResult TorchIndexSelectOp::verify() {
  RankedTensorType operand = getOperand().getType();
  RankedTensorType index = getIndex().getType();
  int64_t dim = getDim(), batch = getBatchDims();
  Check check(*this);
  if (!check.elements("C1", "the result", getType(), "the operand", operand) ||
      !check.dimension("C2", "dim", dim, "an operand", operand.getRank()))
    return failure();
  if (batch < 0 || batch > dim || batch > index.getRank())
    return check.broken("C3") << "batch_dims is " << batch << ", expected 0 to "
                              << std::min(dim, index.getRank())
                              << ", the leading dimensions that both have";
  return success(
      check.shape("C4", "the index", index.getShape().take_front(batch),
                  operand.getShape().take_front(batch)) &&
      check.shape("C5", "the result", getType().getShape(),
                  Sizes(shapeOfTorchIndexSelect(
                      operand.getShape(), index.getShape(), dim, batch))));
}

} // namespace ingot::stablehlo
