//===- LuFactor.cpp - LU factors with row exchanges -----------------------===//
//
// Right-looking elimination with partial pivoting, one scalar at a time (Golub
// and Van Loan, "Matrix Computations", algorithm 3.4.1), as LAPACK's getrf
// leaves the factors: L without its diagonal of ones and U in one matrix.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/StablehloToLinalg/CustomCalls.h"
#include "pipeline/conversion/StablehloToLinalg/Matrices.h"
#include "pipeline/conversion/StablehloToLinalg/Tensors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace ingot::stablehlo;

namespace {

/// One matrix of a batch.
class Elimination {
public:
  Elimination(Location loc, ValueRange batch, Value rows, Value columns)
      : loc_(loc), batch_(batch), rows_(rows), columns_(columns) {}

  /// Column `k`: `carried` is the matrix, the pivots and the info of all.
  SmallVector<Value> eliminate(OpBuilder &b, Value k, ValueRange carried) {
    Value matrix = carried[0];
    Value pivot = findPivot(b, matrix, k);
    matrix = exchangeRows(b, matrix, k, pivot);
    Value divisor = load(b, matrix, k, k);
    Value isSingular = Field(b, loc_).isZero(divisor);
    SmallVector<Value> place(batch_);
    place.push_back(k);
    Value pivots = tensor::InsertOp::create(
        b, loc_, number(b, pivot, carried[1]), carried[1], place);
    Value info = noteFirst(b, carried[2], isSingular, k);
    Value updated =
        loopOne(b, loc_, next(b, k), rows_, matrix,
                [&](OpBuilder &in, Value row, Value current) {
                  return updateRow(in, current, k, row, divisor, isSingular);
                });
    return {updated, pivots, info};
  }

private:
  Value next(OpBuilder &b, Value i) {
    IndexMath math(b, loc_);
    return math.value(math.add(i, math.constant(1)));
  }
  Value load(OpBuilder &b, Value matrix, Value row, Value column) {
    return tensor::ExtractOp::create(b, loc_, matrix,
                                     placeOf(batch_, row, column));
  }
  Value store(OpBuilder &b, Value element, Value matrix, Value row,
              Value column) {
    return tensor::InsertOp::create(b, loc_, element, matrix,
                                    placeOf(batch_, row, column));
  }
  /// LAPACK counts from 1.
  Value number(OpBuilder &b, Value index, Value like) {
    return arith::IndexCastOp::create(
        b, loc_, cast<RankedTensorType>(like.getType()).getElementType(),
        next(b, index));
  }

  /// The first row from `k` on whose element in column `k` is the largest.
  Value findPivot(OpBuilder &b, Value matrix, Value k) {
    Value first = Field(b, loc_).magnitude(load(b, matrix, k, k));
    return loopOver(
               b, loc_, next(b, k), rows_, {k, first},
               [&](OpBuilder &in, Value row, ValueRange best) {
                 Value size =
                     Field(in, loc_).magnitude(load(in, matrix, row, k));
                 Value isLarger = arith::CmpFOp::create(
                     in, loc_, arith::CmpFPredicate::OGT, size, best[1]);
                 return SmallVector<Value>{
                     arith::SelectOp::create(in, loc_, isLarger, row, best[0]),
                     arith::SelectOp::create(in, loc_, isLarger, size,
                                             best[1])};
               })
        .front();
  }

  Value exchangeRows(OpBuilder &b, Value matrix, Value row, Value other) {
    Value zero = arith::ConstantIndexOp::create(b, loc_, 0);
    return loopOne(b, loc_, zero, columns_, matrix,
                   [&](OpBuilder &in, Value column, Value current) {
                     Value x = load(in, current, row, column),
                           y = load(in, current, other, column);
                     current = store(in, y, current, row, column);
                     return store(in, x, current, other, column);
                   });
  }

  /// The info of a matrix is the first column without a pivot, or 0.
  Value noteFirst(OpBuilder &b, Value info, Value isSingular, Value k) {
    Value before = tensor::ExtractOp::create(b, loc_, info, batch_);
    Value isFirst =
        arith::CmpIOp::create(b, loc_, arith::CmpIPredicate::eq, before,
                              zeroScalar(b, loc_, before.getType()));
    Value isNoted = arith::AndIOp::create(b, loc_, isFirst, isSingular);
    Value after =
        arith::SelectOp::create(b, loc_, isNoted, number(b, k, info), before);
    return tensor::InsertOp::create(b, loc_, after, info, batch_);
  }

  /// Where there is no pivot, the column is zero below, and stays.
  Value updateRow(OpBuilder &b, Value matrix, Value k, Value row, Value divisor,
                  Value isSingular) {
    Value element = load(b, matrix, row, k);
    Value quotient = Field(b, loc_).div(element, divisor);
    Value factor =
        arith::SelectOp::create(b, loc_, isSingular, element, quotient);
    matrix = store(b, factor, matrix, row, k);
    return loopOne(b, loc_, next(b, k), columns_, matrix,
                   [&](OpBuilder &in, Value column, Value current) {
                     Field field(in, loc_);
                     Value rest = field.sub(
                         load(in, current, row, column),
                         field.mul(factor, load(in, current, k, column)));
                     return store(in, rest, current, row, column);
                   });
  }

  Location loc_;
  ValueRange batch_;
  Value rows_, columns_;
};

/// Zeros of `type`, whose open sizes are the first ones of `sizes`.
Value zeros(OpBuilder &builder, Location loc, RankedTensorType type,
            ArrayRef<OpFoldResult> sizes) {
  return filledTensor(builder, loc, type, sizes.take_front(type.getRank()),
                      zeroScalar(builder, loc, type.getElementType()));
}

} // namespace

/// getrf: matrices -> their factors, for each step the row that was exchanged,
/// and the first step without a pivot.
LogicalResult ingot::stablehlo::convertLuFactorCall(CustomCall &call) {
  if (call.inputs.empty() || call.op->getNumResults() != 3)
    return failure();
  auto type = dyn_cast<RankedTensorType>(call.inputs[0].getType());
  RankedTensorType result = call.resultType(0), pivots = call.resultType(1),
                   info = call.resultType(2);
  if (!type || !result || !pivots || !info || type.getRank() < 2 ||
      type.getElementType() != result.getElementType() ||
      !isa<FloatType, ComplexType>(type.getElementType()) ||
      result.getRank() != type.getRank() ||
      pivots.getRank() != type.getRank() - 1 ||
      info.getRank() != type.getRank() - 2 ||
      !pivots.getElementType().isInteger(32) ||
      !info.getElementType().isInteger(32))
    return failure();
  Location loc = call.op.getLoc();
  ConversionPatternRewriter &rewriter = call.rewriter;
  IndexMath math(rewriter, loc);
  SmallVector<OpFoldResult> sizes = sizesOf(rewriter, loc, call.inputs[0]);
  SmallVector<OpFoldResult> batches(ArrayRef(sizes).drop_back(2));
  Value columns = math.value(sizes.back()),
        rows = math.value(sizes[sizes.size() - 2]);
  OpFoldResult steps = math.min(sizes[sizes.size() - 2], sizes.back());
  SmallVector<OpFoldResult> pivotSizes(batches);
  pivotSizes.push_back(steps);
  SmallVector<Value> results = buildLoops(
      rewriter, loc, batches,
      {call.inputs[0], zeros(rewriter, loc, pivots, pivotSizes),
       zeros(rewriter, loc, info, batches)},
      [&](OpBuilder &b, ValueRange batch, ValueRange carried) {
        Elimination matrix(loc, batch, rows, columns);
        Value zero = arith::ConstantIndexOp::create(b, loc, 0);
        return loopOver(b, loc, zero, IndexMath(b, loc).value(steps), carried,
                        [&](OpBuilder &in, Value k, ValueRange values) {
                          return matrix.eliminate(in, k, values);
                        });
      });
  results[0] = castTensor(rewriter, loc, results[0], result);
  rewriter.replaceOp(call.op, results);
  return success();
}
