//===- BroadcastOps.cpp - elementwise ops that broadcast by themselves ----===//
//
// Operands broadcast as in numpy: dimensions are aligned at the last one, and
// size 1 repeats. `broadcast_dimensions` says otherwise for the operand of
// lower rank. One verifier serves all ops. It refuses only what is wrong for
// certain: a size that is not known may be 1.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/chlo/BroadcastPositions.h"
#include "pipeline/dialects/chlo/ChloOps.h"

#include "mlir/IR/Builders.h"

#define GET_OP_CLASSES
#include "pipeline/dialects/chlo/BroadcastOps.cpp.inc"

using namespace mlir;

namespace ingot::chlo {

void ChloDialect::addBroadcastOps() {
  addOperations<
#define GET_OP_LIST
#include "pipeline/dialects/chlo/BroadcastOps.cpp.inc"
      >();
}

SmallVector<int64_t>
broadcastPositions(RankedTensorType operand, int64_t rank,
                   std::optional<ArrayRef<int64_t>> dimensions) {
  if (dimensions && operand.getRank() < rank)
    return SmallVector<int64_t>(*dimensions);
  return llvm::to_vector(llvm::seq(rank - operand.getRank(), rank));
}

/// `dimensions` belongs to the operand of lower rank.
static LogicalResult
verifyDimensions(Operation *op, RankedTensorType operand, int64_t rank,
                 std::optional<ArrayRef<int64_t>> dimensions) {
  if (!dimensions || operand.getRank() == rank)
    return success();
  if (static_cast<int64_t>(dimensions->size()) != operand.getRank())
    return op->emitOpError() << "has " << dimensions->size()
                             << " broadcast_dimensions for an operand of rank "
                             << operand.getRank();
  int64_t previous = -1;
  for (int64_t dimension : *dimensions) {
    if (dimension <= previous || dimension >= rank)
      return op->emitOpError()
             << "needs broadcast_dimensions that increase and are less than "
             << rank;
    previous = dimension;
  }
  return success();
}

/// Sizes of the operands where they are known must be those of the result, or
/// 1.
static LogicalResult
verifyBroadcast(Operation *op, ValueRange operands, RankedTensorType result,
                std::optional<ArrayRef<int64_t>> dimensions) {
  int64_t rank = 0;
  for (Value operand : operands)
    rank = std::max(rank, cast<RankedTensorType>(operand.getType()).getRank());
  if (result.getRank() != rank)
    return op->emitOpError() << "has a result of rank " << result.getRank()
                             << " for operands of rank up to " << rank;
  SmallVector<int64_t> largest(rank, 1);
  for (Value operand : operands) {
    auto type = cast<RankedTensorType>(operand.getType());
    if (failed(verifyDimensions(op, type, rank, dimensions)))
      return failure();
    for (auto [size, position] : llvm::zip_equal(
             type.getShape(), broadcastPositions(type, rank, dimensions))) {
      int64_t &known = largest[position];
      // A size of 1 says nothing; of two that are not known, one is like none.
      if (known == 1 || (ShapedType::isDynamic(known) && size != 1))
        known = size;
      else if (size != 1 && !ShapedType::isDynamic(size) && size != known)
        return op->emitOpError() << "has operands of sizes " << known << " and "
                                 << size << " in dimension " << position;
    }
  }
  for (auto [dimension, size] : llvm::enumerate(largest))
    if (!ShapedType::isDynamic(size) && !result.isDynamicDim(dimension) &&
        result.getDimSize(dimension) != size)
      return op->emitOpError()
             << "has a result of size " << result.getDimSize(dimension)
             << " in dimension " << dimension << ", where it has " << size;
  return success();
}

/// The element types of both operands and the result are one.
static LogicalResult verifyEqualElements(Operation *op) {
  auto elementOf = [](Value value) {
    return cast<RankedTensorType>(value.getType()).getElementType();
  };
  for (Value operand : op->getOperands())
    if (elementOf(operand) != elementOf(op->getResult(0)))
      return op->emitOpError()
             << "needs operands and a result of one element type";
  return success();
}

template <typename Op> static LogicalResult verifyBinary(Op op) {
  return verifyBroadcast(op, op->getOperands(), op.getType(),
                         op.getBroadcastDimensions());
}

template <typename Op> static LogicalResult verifyArithmetic(Op op) {
  return failure(failed(verifyEqualElements(op)) || failed(verifyBinary(op)));
}

LogicalResult BroadcastAddOp::verify() { return verifyArithmetic(*this); }
LogicalResult BroadcastAndOp::verify() { return verifyArithmetic(*this); }
LogicalResult BroadcastAtan2Op::verify() { return verifyArithmetic(*this); }
LogicalResult BroadcastDivOp::verify() { return verifyArithmetic(*this); }
LogicalResult BroadcastMaxOp::verify() { return verifyArithmetic(*this); }
LogicalResult BroadcastMinOp::verify() { return verifyArithmetic(*this); }
LogicalResult BroadcastMulOp::verify() { return verifyArithmetic(*this); }
LogicalResult BroadcastNextAfterOp::verify() { return verifyArithmetic(*this); }
LogicalResult BroadcastOrOp::verify() { return verifyArithmetic(*this); }
LogicalResult BroadcastPolygammaOp::verify() { return verifyArithmetic(*this); }
LogicalResult BroadcastPowOp::verify() { return verifyArithmetic(*this); }
LogicalResult BroadcastRemOp::verify() { return verifyArithmetic(*this); }
LogicalResult BroadcastShiftLeftOp::verify() { return verifyArithmetic(*this); }
LogicalResult BroadcastShiftRightArithmeticOp::verify() {
  return verifyArithmetic(*this);
}
LogicalResult BroadcastShiftRightLogicalOp::verify() {
  return verifyArithmetic(*this);
}
LogicalResult BroadcastSubOp::verify() { return verifyArithmetic(*this); }
LogicalResult BroadcastXorOp::verify() { return verifyArithmetic(*this); }
LogicalResult BroadcastZetaOp::verify() { return verifyArithmetic(*this); }

LogicalResult BroadcastComplexOp::verify() {
  auto result = cast<ComplexType>(getType().getElementType()).getElementType();
  if (getLhs().getType().getElementType() != result ||
      getRhs().getType().getElementType() != result)
    return emitOpError() << "needs operands of the result's real type";
  return verifyBinary(*this);
}

LogicalResult BroadcastCompareOp::verify() {
  if (getLhs().getType().getElementType() !=
      getRhs().getType().getElementType())
    return emitOpError() << "needs operands of one element type";
  return verifyBinary(*this);
}

LogicalResult BroadcastSelectOp::verify() {
  Type element = getType().getElementType();
  if (getOnTrue().getType().getElementType() != element ||
      getOnFalse().getType().getElementType() != element)
    return emitOpError() << "needs values of the result's element type";
  return verifyBroadcast(*this, getOperands(), getType(), std::nullopt);
}

} // namespace ingot::chlo
