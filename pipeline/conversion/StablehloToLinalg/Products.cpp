//===- Products.cpp - dot_general -----------------------------------------===//
//
// One loop for each dimension of the result and one for each that is summed. No
// operand is transposed or reshaped into a matrix first: whether a copy pays
// depends on the machine and is decided by ingot-pack-operands. Plain products
// of floats keep their names, which upstream's passes and readers know.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/StablehloToLinalg/MultiplyAdd.h"
#include "pipeline/conversion/StablehloToLinalg/Patterns.h"
#include "pipeline/conversion/StablehloToLinalg/Tensors.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace ingot::stablehlo;

namespace {

/// Which loop each dimension of the operands is. Loops are the result's
/// dimensions (batches, free ones of lhs, of rhs), then those that are summed.
struct ProductLoops {
  ProductLoops(DotDimensionNumbersAttr numbers, int64_t lhsRank,
               int64_t rhsRank)
      : lhs(lhsRank, -1), rhs(rhsRank, -1) {
    int64_t next = 0;
    for (auto [l, r] : llvm::zip(numbers.getLhsBatchingDimensions(),
                                 numbers.getRhsBatchingDimensions()))
      lhs[l] = rhs[r] = next++;
    for (int64_t l = 0; l < lhsRank; ++l)
      if (lhs[l] < 0 &&
          !llvm::is_contained(numbers.getLhsContractingDimensions(), l))
        lhs[l] = next++;
    for (int64_t r = 0; r < rhsRank; ++r)
      if (rhs[r] < 0 &&
          !llvm::is_contained(numbers.getRhsContractingDimensions(), r))
        rhs[r] = next++;
    resultRank = next;
    for (auto [l, r] : llvm::zip(numbers.getLhsContractingDimensions(),
                                 numbers.getRhsContractingDimensions()))
      lhs[l] = rhs[r] = next++;
    count = next;
  }

  SmallVector<int64_t> lhs, rhs;
  int64_t resultRank, count;
};

/// By name, as a generic op, or as zeros where nothing is summed: a loop of no
/// iterations would leave the result undefined for named ops.
struct ConvertDotGeneral final : OpPattern<DotGeneralOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(DotGeneralOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = resultType(op);
    if (!type)
      return failure();
    Location loc = op.getLoc();
    ProductLoops loops(op.getDotDimensionNumbers(),
                       typeOf(adaptor.getLhs()).getRank(),
                       typeOf(adaptor.getRhs()).getRank());
    SmallVector<OpFoldResult> sizes(loops.resultRank);
    for (auto [operand, places] :
         {std::pair(adaptor.getLhs(), ArrayRef(loops.lhs)),
          std::pair(adaptor.getRhs(), ArrayRef(loops.rhs))})
      for (auto [place, size] :
           llvm::zip(places, sizesOf(rewriter, loc, operand)))
        if (place < loops.resultRank)
          sizes[place] = size;
    SmallVector<Value> inputs{adaptor.getLhs(), adaptor.getRhs()};
    if (isSumOfNothing(op)) {
      Value zero = zeroScalar(rewriter, loc, type.getElementType());
      rewriter.replaceOp(op, filledTensor(rewriter, loc, type, sizes, zero));
      return success();
    }
    if (Value named = buildNamed(loops, type, sizes, inputs, loc, rewriter)) {
      rewriter.replaceOp(op, named);
      return success();
    }
    auto map = [&](ArrayRef<int64_t> places) {
      SmallVector<unsigned> targets(places.begin(), places.end());
      return AffineMap::getMultiDimMapWithTargets(loops.count, targets,
                                                  rewriter.getContext());
    };
    AffineMap maps[] = {
        map(loops.lhs), map(loops.rhs),
        map(llvm::to_vector(llvm::seq<int64_t>(0, loops.resultRank)))};
    SmallVector<utils::IteratorType> kinds(loops.resultRank,
                                           utils::IteratorType::parallel);
    kinds.resize(loops.count, utils::IteratorType::reduction);
    ProductTypes types{getElementTypeOrSelf(op.getLhs().getType()),
                       getElementTypeOrSelf(op.getRhs().getType())};
    rewriter.replaceOp(op, sumOfProducts(rewriter, loc, type, sizes, inputs,
                                         maps, kinds, types));
    return success();
  }

private:
  /// Whether a summed dimension is known to have no elements.
  static bool isSumOfNothing(DotGeneralOp op) {
    return llvm::any_of(
        op.getDotDimensionNumbers().getLhsContractingDimensions(),
        [&](int64_t i) { return op.getLhs().getType().getDimSize(i) == 0; });
  }

  /// What code generation knows best keeps its name: matrix products of floats.
  static Value buildNamed(const ProductLoops &loops, RankedTensorType type,
                          ArrayRef<OpFoldResult> sizes, ValueRange inputs,
                          Location loc, OpBuilder &builder) {
    auto isFloat = [](Value value) {
      return isa<FloatType>(getElementTypeOrSelf(value));
    };
    if (!isa<FloatType>(type.getElementType()) ||
        !llvm::all_of(inputs, isFloat))
      return Value();
    bool isMatmul = ArrayRef(loops.lhs) == ArrayRef<int64_t>{0, 2} &&
                    ArrayRef(loops.rhs) == ArrayRef<int64_t>{2, 1};
    bool isBatch = ArrayRef(loops.lhs) == ArrayRef<int64_t>{0, 1, 3} &&
                   ArrayRef(loops.rhs) == ArrayRef<int64_t>{0, 3, 2};
    if (!isMatmul && !isBatch)
      return Value();
    RankedTensorType sums = type.clone(sumType(type.getElementType()));
    Value zeros = filledTensor(builder, loc, sums, sizes,
                               zeroScalar(builder, loc, sums.getElementType()));
    Value product =
        isMatmul
            ? linalg::MatmulOp::create(builder, loc, sums, inputs, zeros)
                  .getResult(0)
            : linalg::BatchMatmulOp::create(builder, loc, sums, inputs, zeros)
                  .getResult(0);
    return roundSums(builder, loc, type, product);
  }
};

} // namespace

void ingot::stablehlo::populateProductPatterns(const TypeConverter &converter,
                                               RewritePatternSet &patterns) {
  patterns.add<ConvertDotGeneral>(converter, patterns.getContext());
}
