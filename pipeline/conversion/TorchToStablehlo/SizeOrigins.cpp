//===- SizeOrigins.cpp - which size of which value a size is --------------===//
//
// Ops that leave a dimension as it is hand its size on. Asking the value
// furthest up shows that two sizes are the same, so that nothing needs to be
// broadcast from one to the other, and leaves fewer questions to the run.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchToStablehlo/SizeOrigins.h"
#include "pipeline/dialects/chlo/ChloDialect.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace ingot;
using ingot::torch::DimensionOf;

/// Position `index` among the dimensions that are not in any of the lists; -1
/// if there are not so many.
static int64_t otherDimension(int64_t rank, int64_t index, ArrayRef<int64_t> a,
                              ArrayRef<int64_t> b = {}) {
  for (int64_t dim = 0; dim < rank; ++dim)
    if (!llvm::is_contained(a, dim) && !llvm::is_contained(b, dim) &&
        index-- == 0)
      return dim;
  return -1;
}

static int64_t rankOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getRank();
}

/// Batch dimensions first, then what is left of the one and of the other.
static DimensionOf originIn(stablehlo::DotGeneralOp op, int64_t dim) {
  stablehlo::DotDimensionNumbersAttr numbers = op.getDotDimensionNumbers();
  ArrayRef<int64_t> batch = numbers.getLhsBatchingDimensions(),
                    summed = numbers.getLhsContractingDimensions();
  int64_t batches = batch.size();
  if (dim < batches)
    return {op.getLhs(), batch[dim]};
  int64_t rows = rankOf(op.getLhs()) - batches - summed.size();
  if (dim < batches + rows)
    return {op.getLhs(),
            otherDimension(rankOf(op.getLhs()), dim - batches, batch, summed)};
  return {op.getRhs(), otherDimension(rankOf(op.getRhs()), dim - batches - rows,
                                      numbers.getRhsBatchingDimensions(),
                                      numbers.getRhsContractingDimensions())};
}

/// Dimensions that are no part of a slice are the indices'.
static DimensionOf originIn(stablehlo::GatherOp op, int64_t dim) {
  stablehlo::GatherDimensionNumbersAttr numbers = op.getDimensionNumbers();
  if (llvm::is_contained(numbers.getOffsetDims(), dim))
    return {};
  int64_t index = dim - llvm::count_if(numbers.getOffsetDims(),
                                       [&](int64_t o) { return o < dim; });
  return {op.getStartIndices(),
          otherDimension(rankOf(op.getStartIndices()), index,
                         numbers.getIndexVectorDim())};
}

/// The dimension of an operand that has the size of a result's, or nothing.
static DimensionOf originIn(Operation *op, Value value, int64_t dim) {
  if (auto transpose = dyn_cast<stablehlo::TransposeOp>(op))
    return {transpose.getOperand(), transpose.getPermutation()[dim]};
  if (auto product = dyn_cast<stablehlo::DotGeneralOp>(op))
    return originIn(product, dim);
  if (auto gather = dyn_cast<stablehlo::GatherOp>(op))
    return originIn(gather, dim);
  if (auto reduce = dyn_cast<stablehlo::ReduceOp>(op))
    return {reduce.getInputs().front(),
            otherDimension(rankOf(reduce.getInputs().front()), dim,
                           reduce.getDimensions())};
  if (auto list = dyn_cast<stablehlo::ConcatenateOp>(op))
    return static_cast<int64_t>(list.getDimension()) == dim
               ? DimensionOf()
               : DimensionOf{list.getInputs().front(), dim};
  if (auto convolution = dyn_cast<stablehlo::ConvolutionOp>(op)) {
    stablehlo::ConvDimensionNumbersAttr numbers =
        convolution.getDimensionNumbers();
    return numbers.getOutputBatchDimension() == dim &&
                   convolution.getBatchGroupCount() == 1
               ? DimensionOf{convolution.getLhs(),
                             numbers.getInputBatchDimension()}
               : DimensionOf();
  }
  // What it asks may be one boolean for all elements.
  if (auto select = dyn_cast<stablehlo::SelectOp>(op))
    return {select.getOnTrue(), dim};
  if (!op->hasTrait<OpTrait::Elementwise>())
    return {};
  auto given = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
  if (!given ||
      given.getShape() != cast<RankedTensorType>(value.getType()).getShape())
    return {};
  return {op->getOperand(0), dim};
}

DimensionOf ingot::torch::originOfSize(Value value, int64_t dim) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<chlo::ChloDialect, stablehlo::StablehloDialect>(op->getDialect()))
      break;
    DimensionOf origin = originIn(op, value, dim);
    if (!origin.value || origin.dim < 0)
      break;
    value = origin.value;
    dim = origin.dim;
  }
  return {value, dim};
}

/// The number that became element `dim` of a list of sizes, null if it is not
/// to be seen.
static Value elementOfShape(Value shape, int64_t dim) {
  int64_t rank = cast<RankedTensorType>(shape.getType()).getDimSize(0);
  // One size is no list.
  if (rank != 1) {
    auto list = shape.getDefiningOp<stablehlo::ConcatenateOp>();
    if (!list || static_cast<int64_t>(list.getInputs().size()) != rank)
      return {};
    shape = list.getInputs()[dim];
  }
  auto element = shape.getDefiningOp<stablehlo::ReshapeOp>();
  return element && isa<RankedTensorType>(element.getOperand().getType()) &&
                 rankOf(element.getOperand()) == 0
             ? element.getOperand()
             : Value();
}

Value ingot::torch::sizeInShape(Value value, int64_t dim) {
  Operation *op = value.getDefiningOp();
  if (isa_and_nonnull<stablehlo::DynamicBroadcastInDimOp,
                      stablehlo::DynamicReshapeOp>(op))
    return elementOfShape(op->getOperand(1), dim);
  if (isa_and_nonnull<stablehlo::DynamicIotaOp>(op))
    return elementOfShape(op->getOperand(0), dim);
  return {};
}

/// Whether it puts something in the place of -1. The size that comes out was
/// given to an op, which refused other numbers below zero.
static bool standsForRest(stablehlo::SelectOp select) {
  auto compare = select.getPred().getDefiningOp<stablehlo::CompareOp>();
  DenseIntElementsAttr number;
  return compare &&
         compare.getComparisonDirection() ==
             stablehlo::ComparisonDirection::EQ &&
         compare.getLhs() == select.getOnFalse() &&
         matchPattern(compare.getRhs(), m_Constant(&number)) &&
         number.isSplat() && number.getSplatValue<APInt>().isAllOnes();
}

/// Operands of one op may be one value, so that the ways through a chain
/// double with each op: `steps` counts those of the whole question.
static bool mayBeNegative(Value number, unsigned &steps) {
  constexpr unsigned kMaxSteps = 64;
  Operation *op = number.getDefiningOp();
  if (!op || ++steps > kMaxSteps)
    return true;
  if (isa<stablehlo::GetDimensionSizeOp, stablehlo::IotaOp>(op))
    return false;
  DenseIntElementsAttr elements;
  if (matchPattern(op, m_Constant(&elements)))
    return llvm::any_of(elements.getValues<APInt>(), [](const APInt &element) {
      return element.isNegative();
    });
  auto asks = [&](Value operand) { return mayBeNegative(operand, steps); };
  if (isa<stablehlo::MaximumOp>(op))
    return llvm::all_of(op->getOperands(), asks);
  if (auto select = dyn_cast<stablehlo::SelectOp>(op);
      select && standsForRest(select))
    return asks(select.getOnTrue());
  if (isa<stablehlo::ReshapeOp, stablehlo::SliceOp, stablehlo::ConvertOp,
          stablehlo::BroadcastInDimOp, stablehlo::ConcatenateOp,
          stablehlo::AddOp, stablehlo::MultiplyOp, stablehlo::DivideOp,
          stablehlo::RemainderOp, stablehlo::MinimumOp>(op))
    return llvm::any_of(op->getOperands(), asks);
  return true;
}

bool ingot::torch::mayBeNegative(Value number) {
  unsigned steps = 0;
  return ::mayBeNegative(number, steps);
}
