//===- Decompositions.cpp - ops made of other ops of StableHLO ------------===//
//
// Older and composed ops, by the formulas of their sections in the
// specification. What they become is converted by the other patterns.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/ChloToStablehlo/ShapeBuilder.h"
#include "pipeline/conversion/StablehloToLinalg/Patterns.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

using namespace mlir;
using namespace ingot::stablehlo;
namespace chlo = ingot::chlo;

namespace {

struct DecomposeDot final : OpPattern<DotOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(DotOp op, Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    int64_t last = op.getLhs().getType().getRank() - 1;
    auto numbers = DotDimensionNumbersAttr::get(getContext(), {}, {}, {last},
                                                {int64_t(0)});
    rewriter.replaceOpWithNewOp<DotGeneralOp>(
        op, op.getType(), op.getLhs(), op.getRhs(), numbers,
        op.getPrecisionConfigAttr(), DotAlgorithmAttr());
    return success();
  }
};

/// The slices at `index` along `dim`, for each batch.
struct DecomposeIndexSelect final : OpPattern<TorchIndexSelectOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(TorchIndexSelectOp op, Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType operand = op.getOperand().getType(),
                     index = op.getIndex().getType();
    auto dimension = static_cast<int64_t>(op.getDim()),
         batches = static_cast<int64_t>(op.getBatchDims());
    if (batches < 0 || dimension < batches || dimension >= operand.getRank() ||
        batches > index.getRank())
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    SmallVector<int64_t> offsets, batching;
    SmallVector<Value> slices;
    int64_t added = index.getRank() - batches;
    for (int64_t i = 0; i < operand.getRank(); ++i) {
      if (i < batches)
        batching.push_back(i);
      else if (i != dimension)
        offsets.push_back(i < dimension ? i : i + added - 1);
      slices.push_back(i < batches || i == dimension
                           ? chlo::constantSize(b, 1)
                           : chlo::sizeOf(b, op.getOperand(), i));
    }
    auto numbers = GatherDimensionNumbersAttr::get(
        getContext(), offsets, {dimension}, batching, batching, {dimension},
        index.getRank());
    rewriter.replaceOpWithNewOp<DynamicGatherOp>(
        op, op.getType(), op.getOperand(), op.getIndex(),
        chlo::shapeOf(b, slices), numbers, rewriter.getBoolAttr(false));
    return success();
  }
};

} // namespace

void ingot::stablehlo::populateDecompositionPatterns(
    const TypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<DecomposeDot, DecomposeIndexSelect>(converter,
                                                   patterns.getContext());
}
