//===- MatrixProduct.cpp - products of bytes and of bf16 ------------------===//
//
// Everything is decided from indexing maps, sizes and the body, never from the
// name of an op. Loops of one iteration are put where they do no harm: those of
// the result to the rows or the batch; those of reductions are no sums at all.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/MatrixProduct.h"
#include "pipeline/codegen/RegisterTile.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace ingot {

/// Of a step of tiles.
static constexpr int64_t kStepGroups = 16;

ProductSteps stepsOf(int64_t depth, int64_t groupSize) {
  int64_t longest = kStepGroups * groupSize;
  ProductSteps steps;
  steps.count = llvm::divideCeil(depth, longest);
  steps.size = llvm::alignTo(llvm::divideCeil(depth, steps.count), groupSize);
  return steps;
}

AffineMap panelMap(unsigned loops, ArrayRef<AffineExpr> batch,
                   AffineExpr column, AffineExpr sum, int64_t groupSize) {
  SmallVector<AffineExpr> results(batch);
  llvm::append_values(results, column.floorDiv(kPanelColumns),
                      sum.floorDiv(groupSize), column % kPanelColumns,
                      sum % groupSize);
  return AffineMap::get(loops, 0, results, column.getContext());
}

namespace {
/// Takes one op apart.
class Matcher {
public:
  explicit Matcher(linalg::GenericOp op) : op_(op) {}

  std::optional<MatrixProduct> match() {
    if (op_.getNumDpsInits() != 1 || op_.getNumReductionLoops() == 0 ||
        !op_.hasPureTensorSemantics())
      return std::nullopt;
    std::optional<NarrowFactors> factors = matchNarrowFactors(op_);
    if (!factors)
      return std::nullopt;
    factors_[0] = factors->first;
    factors_[1] = factors->second;
    product_.isFloat = factors->isFloat;
    assign();
    std::optional<unsigned> column = contiguousLoop(op_);
    if (!column)
      return std::nullopt;
    product_.column = *column;
    if (mapOf(product_.left).isFunctionOfDim(*column))
      std::swap(factors_[0], factors_[1]);
    assign();
    bool isMatched = mapOf(product_.right).isProjectedPermutation()
                         ? canSliceOperands(op_) && assignLoops()
                         : assignPackedLoops();
    if (!isMatched || !takesOffsets())
      return std::nullopt;
    return product_;
  }

private:
  AffineMap mapOf(OpOperand *operand) const {
    return op_.getMatchingIndexingMap(operand);
  }

  void assign() {
    product_.left = factors_[0].operand;
    product_.right = factors_[1].operand;
    product_.isLeftSigned = factors_[0].isSigned;
    product_.isRightSigned = factors_[1].isSigned;
    product_.leftOffset = factors_[0].offset;
    product_.rightOffset = factors_[1].offset;
  }

  /// Gives every loop its role.
  bool assignLoops() {
    AffineMap left = mapOf(product_.left), right = mapOf(product_.right);
    if (!right.isProjectedPermutation() ||
        !right.isFunctionOfDim(product_.column) ||
        left.isFunctionOfDim(product_.column) || factors_[0].isWide ||
        factors_[1].isWide)
      return false;
    SmallVector<int64_t> ranges = op_.getStaticLoopRanges();
    SmallVector<utils::IteratorType> kinds = op_.getIteratorTypesArray();
    for (unsigned loop = 0; loop < ranges.size(); ++loop) {
      if (kinds[loop] != utils::IteratorType::parallel ||
          loop == product_.column)
        continue;
      bool isBatch = right.isFunctionOfDim(loop);
      if (isBatch && !left.isFunctionOfDim(loop) && ranges[loop] != 1)
        return false;
      (isBatch ? product_.batch : product_.rows).push_back(loop);
    }
    for (AffineExpr result : right.getResults()) {
      unsigned loop = cast<AffineDimExpr>(result).getPosition();
      if (kinds[loop] == utils::IteratorType::reduction && ranges[loop] != 1)
        product_.sums.push_back(loop);
    }
    for (unsigned loop = 0; loop < ranges.size(); ++loop)
      if (kinds[loop] == utils::IteratorType::reduction && ranges[loop] != 1 &&
          (!left.isFunctionOfDim(loop) || !right.isFunctionOfDim(loop)))
        return false;
    return !product_.sums.empty() && isKnown(ranges);
  }

  /// The same where the right operand may be panels of all sums in the order of
  /// their loops. Whatever is behind them meets zeros of the left operand: no
  /// float, which may be infinite.
  bool assignPackedLoops() {
    AffineMap left = mapOf(product_.left), right = mapOf(product_.right);
    auto type = cast<RankedTensorType>(product_.right->get().getType());
    int64_t batches = int64_t(right.getNumResults()) - 4;
    if (batches < 0 || left.isFunctionOfDim(product_.column) ||
        factors_[0].isWide || product_.leftOffset.value ||
        product_.rightOffset.value)
      return false;
    SmallVector<int64_t> ranges = op_.getStaticLoopRanges();
    MLIRContext *context = op_.getContext();
    AffineExpr sum = getAffineConstantExpr(0, context);
    for (auto [loop, kind] : llvm::enumerate(op_.getIteratorTypesArray())) {
      if (loop == product_.column)
        continue;
      if (kind == utils::IteratorType::parallel) {
        bool isBatch =
            llvm::is_contained(right.getResults().take_front(batches),
                               getAffineDimExpr(unsigned(loop), context));
        if (isBatch && ranges[loop] != 1 &&
            !left.isFunctionOfDim(unsigned(loop)))
          return false;
        (isBatch ? product_.batch : product_.rows).push_back(loop);
      } else if (ranges[loop] != 1) {
        if (ShapedType::isDynamic(ranges[loop]) ||
            !left.isFunctionOfDim(unsigned(loop)))
          return false;
        product_.sums.push_back(loop);
        sum = sum * ranges[loop] + getAffineDimExpr(unsigned(loop), context);
      }
    }
    if (product_.sums.empty() || !isKnown(ranges))
      return false;
    SmallVector<AffineExpr> batch;
    SmallVector<int64_t> shape;
    for (unsigned loop : product_.batch) {
      if (ShapedType::isDynamic(ranges[loop]))
        return false;
      batch.push_back(getAffineDimExpr(loop, context));
      shape.push_back(ranges[loop]);
    }
    int64_t group = type.getShape().back(), depth = product_.depth(op_);
    int64_t groups = type.getDimSize(batches + 1);
    if (group != 2 && group != 4)
      return false;
    llvm::append_values(
        shape, llvm::divideCeil(ranges[product_.column], kPanelColumns), groups,
        kPanelColumns, group);
    AffineMap wanted =
        panelMap(op_.getNumLoops(), batch,
                 getAffineDimExpr(product_.column, context), sum, group);
    if (ShapedType::isDynamic(groups) || right != wanted || !canSlice(left) ||
        type.getShape() != ArrayRef<int64_t>(shape))
      return false;
    product_.packed = {groups * group, type.getElementTypeBitWidth(), group};
    return product_.isFloat ? product_.packed.depth == depth
                            : product_.packed.depth >= depth;
  }

  bool isKnown(ArrayRef<int64_t> ranges) const {
    if (llvm::is_contained(ranges, 0) ||
        ShapedType::isDynamic(ranges[product_.column]))
      return false;
    for (unsigned loop : product_.sums)
      if (ShapedType::isDynamic(ranges[loop]))
        return false;
    return true;
  }

  /// Offsets must not vary along the sums.
  bool takesOffsets() const {
    SmallVector<utils::IteratorType> kinds = op_.getIteratorTypesArray();
    for (const Offset &offset : {product_.leftOffset, product_.rightOffset}) {
      if (!offset.operand)
        continue;
      AffineMap map = mapOf(offset.operand);
      for (unsigned loop = 0; loop < kinds.size(); ++loop)
        if (!map.isProjectedPermutation() ||
            (map.isFunctionOfDim(loop) &&
             kinds[loop] != utils::IteratorType::parallel))
          return false;
    }
    return true;
  }

  mutable linalg::GenericOp op_;
  NarrowFactor factors_[2];
  MatrixProduct product_;
};
} // namespace

int64_t MatrixProduct::depth(linalg::GenericOp op) const {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  int64_t depth = 1;
  for (unsigned loop : sums)
    depth *= ranges[loop];
  return depth;
}

std::optional<int64_t> MatrixProduct::rowCount(linalg::GenericOp op) const {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  int64_t count = 1;
  for (unsigned loop : rows) {
    if (ShapedType::isDynamic(ranges[loop]))
      return std::nullopt;
    count *= ranges[loop];
  }
  return count;
}

bool hasTiles(const ProductInstructions &machine,
              const MatrixProduct &product) {
  return product.isFloat ? machine.bfloats : machine.bytes;
}

const DotInstruction *dotsFor(const ProductInstructions &machine,
                              const MatrixProduct &product) {
  const DotInstruction *dots =
      product.isFloat ? machine.bfloatDots : machine.dots;
  if (!dots || hasTiles(machine, product))
    return nullptr;
  bool takesSign = product.isRightSigned || !dots->isLeftUnsigned,
       takesGroups =
           product.packed.depth == 0 || product.packed.group == dots->steps;
  return takesSign && takesGroups ? dots : findDotInstruction(dots->other);
}

bool hasInstruction(const ProductInstructions &machine,
                    const MatrixProduct &product) {
  return hasTiles(machine, product) || dotsFor(machine, product);
}

PanelFormat panelFormat(const ProductInstructions &machine,
                        const MatrixProduct &product, linalg::GenericOp op) {
  int64_t depth = product.depth(op);
  unsigned bits = product.elementBits();
  if (const DotInstruction *dots = dotsFor(machine, product)) {
    std::optional<int64_t> rows = product.rowCount(op);
    return {int64_t(llvm::alignTo(depth, dots->steps)),
            rows && *rows < kFewRows ? bits : dots->elementBits, dots->steps};
  }
  int64_t group = 32 / bits;
  return {stepsOf(depth, group).padded(), bits, group};
}

bool takesPanels(const ProductInstructions &machine,
                 const MatrixProduct &product, linalg::GenericOp op) {
  PanelFormat wanted = panelFormat(machine, product, op);
  const DotInstruction *dots = dotsFor(machine, product);
  return product.packed.depth == wanted.depth &&
         product.packed.group == wanted.group &&
         (product.packed.elementBits == product.elementBits() ||
          (dots && product.packed.elementBits == dots->elementBits));
}

static int64_t countInputs(linalg::LinalgOp op,
                           llvm::function_ref<bool(Type)> isCounted) {
  return llvm::count_if(op.getDpsInputs(), [&](Value input) {
    return isCounted(getElementTypeOrSelf(input.getType()));
  });
}

/// Inputs of which tiles multiply two.
static int64_t countTileFactors(linalg::LinalgOp op) {
  return countInputs(
      op, [](Type type) { return type.isInteger(8) || type.isBF16(); });
}

bool hasNarrowFactors(linalg::LinalgOp op) {
  // 16 bits may be panels of bytes, which no named op reads.
  bool mayReadPanels =
      isa<linalg::GenericOp>(op.getOperation()) &&
      countInputs(op, [](Type type) { return type.isInteger(16); }) != 0;
  return countTileFactors(op) >= (mayReadPanels ? 1 : 2) &&
         op.getNumDpsInits() == 1;
}

bool isDense(Value value) {
  while (auto slice = value.getDefiningOp<tensor::ExtractSliceOp>()) {
    int64_t rank = slice.getSourceType().getRank();
    if (!slice.hasUnitStride() ||
        (rank != 0 && slice.getDroppedDims().test(rank - 1)))
      return false;
    value = slice.getSource();
  }
  return true;
}

static bool multiplies(linalg::LinalgOp op) {
  return llvm::any_of(*op.getBlock(), [](Operation &inner) {
    return isa<arith::MulIOp, arith::MulFOp>(inner);
  });
}

bool mayUseTiles(Operation *root) {
  return root
      ->walk([](linalg::LinalgOp op) {
        return op.getNumReductionLoops() != 0 && op.getNumDpsInits() == 1 &&
                       countTileFactors(op) >= 2 && multiplies(op)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

std::optional<MatrixProduct> matchProduct(linalg::GenericOp op) {
  return Matcher(op).match();
}

} // namespace ingot
