//===- LapackCalls.cpp - calls of LAPACK that StableHLO has ops for -------===//
//
// JAX exports some solvers for CPUs as calls of LAPACK by way of XLA's foreign
// functions. Matrices are row-major here and there: a layout that JAX asks for
// says how the call's memory would look, not what it computes. With symbolic
// sizes, shapes of the results follow the operands.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/StablehloToLinalg/CustomCalls.h"
#include "pipeline/conversion/StablehloToLinalg/Matrices.h"
#include "pipeline/conversion/StablehloToLinalg/Tensors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace ingot::stablehlo;

/// LAPACK's options are letters. 0 if there is none of this name.
static char letterOf(CustomCall &call, StringRef name) {
  DictionaryAttr config = call.config();
  auto letter = config ? config.getAs<IntegerAttr>(name) : IntegerAttr();
  return letter ? static_cast<char>(letter.getValue().getZExtValue()) : 0;
}

/// `factor` where the factor stands, and `input` in the other triangle, which
/// LAPACK does not write to.
static Value keepTriangle(OpBuilder &builder, Location loc, Value factor,
                          Value input, bool isLower) {
  auto type = cast<RankedTensorType>(factor.getType());
  int64_t rank = type.getRank();
  AffineMap identity = builder.getMultiDimIdentityMap(rank);
  auto predicate =
      isLower ? arith::CmpIPredicate::uge : arith::CmpIPredicate::ule;
  return generateTensor(
      builder, loc, type, sizesOf(builder, loc, input), {factor, input},
      {identity, identity}, [&](OpBuilder &b, ValueRange elements) -> Value {
        Value row = linalg::IndexOp::create(b, loc, rank - 2),
              column = linalg::IndexOp::create(b, loc, rank - 1);
        Value isFactor = arith::CmpIOp::create(b, loc, predicate, row, column);
        return arith::SelectOp::create(b, loc, isFactor, elements[0],
                                       elements[1]);
      });
}

/// For each matrix 0, or the order of the first leading minor that is not
/// positive: there the factor's diagonal is not.
static Value infoOf(OpBuilder &builder, Location loc, Value factor,
                    RankedTensorType type) {
  SmallVector<OpFoldResult> sizes = sizesOf(builder, loc, factor);
  Value order = IndexMath(builder, loc).value(sizes.back());
  Value none = zeroScalar(builder, loc, type.getElementType());
  Value zeros =
      filledTensor(builder, loc, type, ArrayRef(sizes).drop_back(2), none);
  return buildLoops(builder, loc, ArrayRef(sizes).drop_back(2), zeros,
                    [&](OpBuilder &b, ValueRange batch, ValueRange carried) {
                      Value zero = arith::ConstantIndexOp::create(b, loc, 0);
                      Value info = loopOne(
                          b, loc, zero, order, none,
                          [&](OpBuilder &in, Value i, Value found) -> Value {
                            Value element = Field(in, loc).realPart(
                                tensor::ExtractOp::create(
                                    in, loc, factor, placeOf(batch, i, i)));
                            Value isPositive = arith::CmpFOp::create(
                                in, loc, arith::CmpFPredicate::OGT, element,
                                zeroScalar(in, loc, element.getType()));
                            Value isFound = arith::CmpIOp::create(
                                in, loc, arith::CmpIPredicate::ne, found, none);
                            Value keep = arith::OrIOp::create(in, loc, isFound,
                                                              isPositive);
                            IndexMath math(in, loc);
                            Value minor = arith::IndexCastOp::create(
                                in, loc, found.getType(),
                                math.value(math.add(i, math.constant(1))));
                            return arith::SelectOp::create(in, loc, keep, found,
                                                           minor);
                          });
                      return SmallVector<Value>{tensor::InsertOp::create(
                          b, loc, info, carried.front(), batch)};
                    })
      .front();
}

/// potrf: a matrix -> its factor, and how far it is positive definite.
LogicalResult ingot::stablehlo::convertCholeskyCall(CustomCall &call) {
  char triangle = letterOf(call, "uplo");
  if (call.inputs.empty() || call.op->getNumResults() != 2 ||
      (triangle != 'L' && triangle != 'U'))
    return failure();
  RankedTensorType type = call.resultType(0), info = call.resultType(1);
  auto given = dyn_cast<RankedTensorType>(call.op.getInputs()[0].getType());
  if (!type || !info || given != call.inputs[0].getType() ||
      given.getRank() < 2 || info.getRank() != given.getRank() - 2 ||
      type.getRank() != given.getRank() ||
      type.getElementType() != given.getElementType() ||
      !info.getElementType().isInteger(32))
    return failure();
  Location loc = call.op.getLoc();
  ConversionPatternRewriter &rewriter = call.rewriter;
  Value factor = CholeskyOp::create(rewriter, loc, given, call.inputs[0],
                                    rewriter.getBoolAttr(triangle == 'L'));
  Value whole =
      keepTriangle(rewriter, loc, factor, call.inputs[0], triangle == 'L');
  rewriter.replaceOp(call.op, {castTensor(rewriter, loc, whole, type),
                               infoOf(rewriter, loc, factor, info)});
  return success();
}

/// trsm: a triangular matrix and right-hand sides -> the solutions.
LogicalResult ingot::stablehlo::convertTriangularSolveCall(CustomCall &call) {
  char side = letterOf(call, "side"), triangle = letterOf(call, "uplo"),
       transposed = letterOf(call, "trans_x"),
       diagonal = letterOf(call, "diag");
  if (call.op.getInputs().size() < 2 || call.op->getNumResults() != 1 ||
      !StringRef("LR").contains(side) || !StringRef("LU").contains(triangle) ||
      !StringRef("NTC").contains(transposed) ||
      !StringRef("NU").contains(diagonal))
    return failure();
  Value a = call.op.getInputs()[0], b = call.op.getInputs()[1];
  if (call.op->getResult(0).getType() != b.getType())
    return failure();
  Transpose form = transposed == 'N'   ? Transpose::NO_TRANSPOSE
                   : transposed == 'T' ? Transpose::TRANSPOSE
                                       : Transpose::ADJOINT;
  OpBuilder &builder = call.rewriter;
  call.rewriter.replaceOpWithNewOp<TriangularSolveOp>(
      call.op, b.getType(), a, b, builder.getBoolAttr(side == 'L'),
      builder.getBoolAttr(triangle == 'L'),
      builder.getBoolAttr(diagonal == 'U'),
      TransposeAttr::get(builder.getContext(), form));
  return success();
}
