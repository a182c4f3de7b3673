//===- Solvers.cpp - cholesky and triangular_solve ------------------------===//
//
// The textbook algorithms, one scalar at a time, in loops around each matrix of
// the batch.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/StablehloToLinalg/Matrices.h"
#include "pipeline/conversion/StablehloToLinalg/Patterns.h"
#include "pipeline/conversion/StablehloToLinalg/RunTimeChecks.h"
#include "pipeline/conversion/StablehloToLinalg/Tensors.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace ingot::stablehlo;

namespace {

/// Computes the lower factor, column by column; the upper one is its conjugate
/// transpose, and is found in the same way in the other triangle.
struct ConvertCholesky final : OpPattern<CholeskyOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(CholeskyOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = resultType(op);
    if (!type)
      return failure();
    Location loc = op.getLoc();
    SmallVector<OpFoldResult> sizes = sizesOf(rewriter, loc, adaptor.getA());
    RunTimeChecks checks(rewriter, op);
    checks.require(arith::CmpIPredicate::eq, sizes[sizes.size() - 2],
                   sizes.back(), "a matrix is not square");
    checks.requireType(type, sizes);
    Value zeros =
        filledTensor(rewriter, loc, type, sizes,
                     zeroScalar(rewriter, loc, type.getElementType()));
    Value order = IndexMath(rewriter, loc).value(sizes.back());
    SmallVector<Value> results = buildLoops(
        rewriter, loc, ArrayRef(sizes).drop_back(2), zeros,
        [&](OpBuilder &b, ValueRange batch, ValueRange carried) {
          Factor factor{op.getLower(), loc, adaptor.getA(), batch};
          Value zero = arith::ConstantIndexOp::create(b, loc, 0);
          return SmallVector<Value>{loopOne(
              b, loc, zero, order, carried.front(),
              [&](OpBuilder &outer, Value column, Value matrix) {
                return factor.computeColumn(outer, column, order, matrix);
              })};
        });
    rewriter.replaceOp(op, results);
    return success();
  }

private:
  struct Factor {
    bool isLower;
    Location loc;
    Value input;
    ValueRange batch;

    /// Of the lower factor, whichever triangle holds it.
    Value load(OpBuilder &b, Value matrix, Value row, Value column) {
      Value element = tensor::ExtractOp::create(
          b, loc, matrix,
          isLower ? placeOf(batch, row, column) : placeOf(batch, column, row));
      return isLower ? element : Field(b, loc).conjugate(element);
    }
    Value store(OpBuilder &b, Value element, Value matrix, Value row,
                Value column) {
      if (isLower)
        return tensor::InsertOp::create(b, loc, element, matrix,
                                        placeOf(batch, row, column));
      return tensor::InsertOp::create(b, loc, Field(b, loc).conjugate(element),
                                      matrix, placeOf(batch, column, row));
    }
    /// The input's element less the product of what is known of two rows.
    Value rest(OpBuilder &builder, Value matrix, Value row, Value column) {
      Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
      return loopOne(
          builder, loc, zero, column, load(builder, input, row, column),
          [&](OpBuilder &b, Value k, Value sum) {
            Field field(b, loc);
            Value other = field.conjugate(load(b, matrix, column, k));
            return field.sub(sum, field.mul(load(b, matrix, row, k), other));
          });
    }
    Value computeColumn(OpBuilder &b, Value column, Value order, Value matrix) {
      Value root = Field(b, loc).realRoot(rest(b, matrix, column, column));
      matrix = store(b, root, matrix, column, column);
      Value one = arith::ConstantIndexOp::create(b, loc, 1);
      Value next = arith::AddIOp::create(b, loc, column, one);
      return loopOne(
          b, loc, next, order, matrix,
          [&](OpBuilder &inner, Value row, Value current) {
            Value element =
                Field(inner, loc).div(rest(inner, current, row, column), root);
            return store(inner, element, current, row, column);
          });
    }
  };
};

/// Substitution, forwards or backwards, for each column of unknowns (each row
/// of them, where they stand on the left).
struct ConvertTriangularSolve final : OpPattern<TriangularSolveOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(TriangularSolveOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = resultType(op);
    if (!type)
      return failure();
    Location loc = op.getLoc();
    SmallVector<OpFoldResult> sizes = sizesOf(rewriter, loc, adaptor.getB());
    // Loops over the batch and the systems with the same matrix.
    size_t last = sizes.size() - 1;
    SmallVector<OpFoldResult> loops(ArrayRef(sizes).drop_back(2));
    loops.push_back(op.getLeftSide() ? sizes[last] : sizes[last - 1]);
    Value order = IndexMath(rewriter, loc)
                      .value(op.getLeftSide() ? sizes[last - 1] : sizes[last]);
    SmallVector<Value> results = buildLoops(
        rewriter, loc, loops, adaptor.getB(),
        [&](OpBuilder &b, ValueRange places, ValueRange carried) {
          System system{op, adaptor.getA(), places.drop_back(), places.back()};
          return SmallVector<Value>{system.solve(b, order, carried.front())};
        });
    rewriter.replaceOp(op, results);
    return success();
  }

private:
  struct System {
    TriangularSolveOp op;
    Value a;
    ValueRange batch;
    Value number;

    SmallVector<Value> placeOfUnknown(Value i) {
      return op.getLeftSide() ? placeOf(batch, i, number)
                              : placeOf(batch, number, i);
    }
    /// The coefficient of unknown k in equation i. Where the matrix stands on
    /// the right, the equations are those of its transpose.
    Value coefficient(OpBuilder &b, Value i, Value k) {
      bool isTransposed =
          (op.getTransposeA() != Transpose::NO_TRANSPOSE) == op.getLeftSide();
      Value element = tensor::ExtractOp::create(
          b, op.getLoc(), a,
          isTransposed ? placeOf(batch, k, i) : placeOf(batch, i, k));
      return op.getTransposeA() == Transpose::ADJOINT
                 ? Field(b, op.getLoc()).conjugate(element)
                 : element;
    }
    Value solve(OpBuilder &builder, Value order, Value unknowns) {
      Location loc = op.getLoc();
      bool isTransposed =
          (op.getTransposeA() != Transpose::NO_TRANSPOSE) == op.getLeftSide();
      bool isForward = op.getLower() != isTransposed;
      Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
      auto turned = [&](OpBuilder &b, Value step) {
        if (isForward)
          return step;
        IndexMath math(b, loc);
        return math.value(math.sub(math.sub(order, step), math.constant(1)));
      };
      return loopOne(
          builder, loc, zero, order, unknowns,
          [&](OpBuilder &b, Value step, Value current) {
            Value i = turned(b, step);
            Value start =
                tensor::ExtractOp::create(b, loc, current, placeOfUnknown(i));
            Value rest =
                loopOne(b, loc, zero, step, start,
                        [&](OpBuilder &inner, Value known, Value sum) {
                          Field field(inner, loc);
                          Value k = turned(inner, known);
                          Value solved = tensor::ExtractOp::create(
                              inner, loc, current, placeOfUnknown(k));
                          return field.sub(
                              sum, field.mul(coefficient(inner, i, k), solved));
                        });
            if (!op.getUnitDiagonal())
              rest = Field(b, loc).div(rest, coefficient(b, i, i));
            return tensor::InsertOp::create(b, loc, rest, current,
                                            placeOfUnknown(i))
                .getResult();
          });
    }
  };
};

} // namespace

void ingot::stablehlo::populateSolverPatterns(const TypeConverter &converter,
                                              RewritePatternSet &patterns) {
  patterns.add<ConvertCholesky, ConvertTriangularSolve>(converter,
                                                        patterns.getContext());
}
