//===- DnnlSoftmax.cpp - softmax as oneDNN computes it --------------------===//
//
// No dialect that programs are in at the point `plan` has an op for it. What
// all frontends come to, fused, are two reductions and two elementwise ops:
//
//   m = max(x)  e = exp(x - m)  s = sum(e)  e / s
//
//===----------------------------------------------------------------------===//

#include "pipeline/targets/offload/DnnlSoftmax.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace ingot::offload;
using ingot::CauseKind;

namespace {

/// All dimensions of a tensor, and all but the last.
struct Maps {
  explicit Maps(linalg::LinalgOp op)
      : whole(AffineMap::getMultiDimIdentityMap(op.getNumLoops(),
                                                op.getContext())),
        rows(whole.dropResult(op.getNumLoops() - 1)) {}
  AffineMap whole, rows;
};

/// The one op in the body of a reduction of one operand along its last
/// dimension, which starts from `isNeutral`; null of another op.
template <typename... Steps>
Operation *findReduction(linalg::LinalgOp op, bool (*isNeutral)(Value)) {
  if (!op || op.getNumDpsInputs() != 1 || op->getNumResults() != 1 ||
      op.getNumLoops() == 0 || op.getNumReductionLoops() != 1)
    return nullptr;
  Maps maps(op);
  auto init = op.getDpsInits()[0].getDefiningOp<linalg::FillOp>();
  Block &body = *op.getBlock();
  if (op.getIndexingMapsArray() != ArrayRef({maps.whole, maps.rows}) || !init ||
      !isNeutral(init.getInputs()[0]) ||
      !llvm::hasSingleElement(body.without_terminator()))
    return nullptr;
  Operation *step = &body.front();
  auto reads = [&](unsigned number) {
    return llvm::is_contained(step->getOperands(), body.getArgument(number));
  };
  return isa<Steps...>(step) && reads(0) && reads(1) &&
                 body.getTerminator()->getOperand(0) == step->getResult(0)
             ? step
             : nullptr;
}

/// True for an elementwise op on `whole` and `rows`, one number of which is for
/// all of a row.
bool isOnRows(linalg::LinalgOp op, Value whole, Value rows) {
  if (!op || op.getNumReductionLoops() != 0 || op.getNumDpsInputs() != 2 ||
      op->getNumResults() != 1 || op.getNumLoops() == 0)
    return false;
  Maps maps(op);
  return op->getOperand(0) == whole && op->getOperand(1) == rows &&
         op.getIndexingMapsArray() ==
             ArrayRef({maps.whole, maps.rows, maps.whole});
}

/// `Op` of the two numbers that a body is given, in their order.
template <typename Op> Op findStep(Block &body) {
  auto step = dyn_cast<Op>(body.front());
  return step && step.getLhs() == body.getArgument(0) &&
                 step.getRhs() == body.getArgument(1)
             ? step
             : Op();
}

bool isExponential(linalg::LinalgOp op) {
  Block &body = *op.getBlock();
  if (!llvm::hasNItems(body.without_terminator(), 2))
    return false;
  auto below = findStep<arith::SubFOp>(body);
  auto exponential = dyn_cast<math::ExpOp>(*std::next(body.begin()));
  return below && exponential && exponential.getOperand() == below &&
         body.getTerminator()->getOperand(0) == exponential;
}

bool isQuotient(linalg::LinalgOp op) {
  Block &body = *op.getBlock();
  auto quotient = findStep<arith::DivFOp>(body);
  return quotient && llvm::hasSingleElement(body.without_terminator()) &&
         body.getTerminator()->getOperand(0) == quotient;
}

bool isLowest(Value value) { return matchPattern(value, m_NegInfFloat()); }
bool isZero(Value value) { return matchPattern(value, m_AnyZeroFloat()); }

/// The op that alone reads `value`.
linalg::LinalgOp onlyReader(Value value) {
  return value.hasOneUse()
             ? dyn_cast<linalg::LinalgOp>(*value.getUsers().begin())
             : linalg::LinalgOp();
}

} // namespace

LibraryMatch ingot::offload::matchSoftmax(Operation *op) {
  constexpr Refusal kNoSoftmax{CauseKind::Operation, "is no softmax"};
  auto maxima = dyn_cast<linalg::LinalgOp>(op);
  if (!findReduction<arith::MaximumFOp, arith::MaxNumFOp>(maxima, isLowest))
    return kNoSoftmax;
  Value x = maxima->getOperand(0);
  linalg::LinalgOp exponentials = onlyReader(maxima->getResult(0));
  if (!isOnRows(exponentials, x, maxima->getResult(0)) ||
      !isExponential(exponentials))
    return kNoSoftmax;
  Value e = exponentials->getResult(0);
  if (!llvm::hasNItems(e.getUses(), 2))
    return kNoSoftmax;
  linalg::LinalgOp sums, quotients;
  for (Operation *user : e.getUsers()) {
    auto reader = dyn_cast<linalg::LinalgOp>(user);
    (findReduction<arith::AddFOp>(reader, isZero) ? sums : quotients) = reader;
  }
  if (!sums || !isOnRows(quotients, e, sums->getResult(0)) ||
      !sums->getResult(0).hasOneUse() || !isQuotient(quotients) ||
      llvm::any_of(
          ArrayRef<Operation *>{exponentials, sums, quotients},
          [&](Operation *part) { return part->getBlock() != op->getBlock(); }))
    return kNoSoftmax;
  auto type = cast<RankedTensorType>(x.getType());
  if (!type.getElementType().isF32())
    return Refusal{CauseKind::Type, "computes with other types than f32",
                   "f32"};
  if (!type.hasStaticShape())
    return Refusal{CauseKind::Shape, "has a size that only the run knows"};
  if (type.getNumElements() == 0)
    return Refusal{CauseKind::Shape, "has no elements"};
  LibraryCall call;
  call.ops = {op, exponentials, sums, quotients};
  call.operands = {x};
  call.work = type.getNumElements();
  const int64_t columns = type.getShape().back();
  call.attributes["sizes"] =
      llvm::json::Array{type.getNumElements() / columns, columns};
  return call;
}
