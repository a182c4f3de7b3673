//===- Broadcasting.cpp - broadcasting made explicit ----------------------===//
//
// Operands are repeated by `broadcast_in_dim`, or by its dynamic form where a
// size is known only at run time, before the op that does not broadcast. A
// dynamic size may turn out to be 1, so any operand may have to be repeated.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/chlo/BroadcastPositions.h"
#include "pipeline/conversion/ChloToStablehlo/Patterns.h"
#include "pipeline/conversion/ChloToStablehlo/ShapeBuilder.h"
#include "pipeline/dialects/chlo/ChloOps.h"

using namespace mlir;
using namespace ingot::chlo;
namespace hlo = ingot::stablehlo;

namespace {

using Dimensions = std::optional<ArrayRef<int64_t>>;

/// The operands of one op and where each goes.
class Broadcast {
public:
  Broadcast(Operation *op, Dimensions dimensions, OpBuilder &builder)
      : b_(op->getLoc(), builder), operands_(op->getOperands()),
        rank_(typeOf(op->getResult(0)).getRank()) {
    for (Value operand : operands_)
      positions_.push_back(
          broadcastPositions(typeOf(operand), rank_, dimensions));
    for (int64_t dimension : llvm::seq(rank_))
      shape_.push_back(staticSize(dimension, op->getResult(0)));
  }

  /// Each operand in the sizes of the result.
  SmallVector<Value> run() {
    SmallVector<Value> results;
    for (size_t index : llvm::seq(operands_.size()))
      results.push_back(repeated(index));
    return results;
  }

private:
  static RankedTensorType typeOf(Value value) {
    return cast<RankedTensorType>(value.getType());
  }

  /// The size of an operand in a dimension of the result; 1 where it has none.
  int64_t sizeIn(size_t index, int64_t dimension) const {
    auto found = llvm::find(positions_[index], dimension);
    if (found == positions_[index].end())
      return 1;
    return typeOf(operands_[index])
        .getDimSize(std::distance(positions_[index].begin(), found));
  }

  /// The result's size if any type tells.
  int64_t staticSize(int64_t dimension, Value result) const {
    int64_t size = 1;
    for (size_t index : llvm::seq(operands_.size())) {
      int64_t given = sizeIn(index, dimension);
      if (given != 1 && !ShapedType::isDynamic(given))
        return given;
      if (ShapedType::isDynamic(given))
        size = given;
    }
    return ShapedType::isDynamic(size) ? typeOf(result).getDimSize(dimension)
                                       : size;
  }

  /// The size at run time: the first that is not 1.
  Value dynamicSize(int64_t dimension) {
    if (!ShapedType::isDynamic(shape_[dimension]))
      return constantSize(b_, shape_[dimension]);
    Value size;
    auto boolean = RankedTensorType::get({}, b_.getI1Type());
    for (auto [operand, positions] : llvm::zip_equal(operands_, positions_)) {
      auto found = llvm::find(positions, dimension);
      int64_t own = std::distance(positions.begin(), found);
      if (found == positions.end() || !typeOf(operand).isDynamicDim(own))
        continue;
      Value next = sizeOf(b_, operand, own);
      if (size) {
        Value isOne = hlo::CompareOp::create(
            b_, boolean, size, constantSize(b_, 1),
            hlo::ComparisonDirectionAttr::get(b_.getContext(),
                                              hlo::ComparisonDirection::EQ),
            hlo::ComparisonTypeAttr());
        next = hlo::SelectOp::create(b_, size.getType(), isOne, next, size);
      }
      size = next;
    }
    return size;
  }

  Value wholeShape() {
    if (!wholeShape_) {
      SmallVector<Value> sizes;
      for (int64_t dimension : llvm::seq(rank_))
        sizes.push_back(dynamicSize(dimension));
      wholeShape_ = shapeOf(b_, sizes);
    }
    return wholeShape_;
  }

  /// Whether no other operand can make this one larger.
  bool hasWholeShape(size_t index) const {
    return llvm::all_of(llvm::seq(rank_), [&](int64_t dimension) {
      int64_t own = sizeIn(index, dimension);
      if (!ShapedType::isDynamic(own))
        return own == shape_[dimension];
      return llvm::all_of(llvm::seq(operands_.size()), [&](size_t other) {
        return other == index || operands_[other] == operands_[index] ||
               sizeIn(other, dimension) == 1;
      });
    });
  }

  Value repeated(size_t index) {
    Value operand = operands_[index];
    if (typeOf(operand).getRank() == rank_ && hasWholeShape(index))
      return operand;
    auto type = RankedTensorType::get(shape_, typeOf(operand).getElementType());
    auto dimensions = b_.getDenseI64ArrayAttr(positions_[index]);
    if (type.hasStaticShape() && typeOf(operand).hasStaticShape())
      return hlo::BroadcastInDimOp::create(b_, type, operand, dimensions);
    return hlo::DynamicBroadcastInDimOp::create(b_, type, operand, wholeShape(),
                                                dimensions, DenseI64ArrayAttr(),
                                                DenseI64ArrayAttr());
  }

  ImplicitLocOpBuilder b_;
  OperandRange operands_;
  int64_t rank_;
  SmallVector<SmallVector<int64_t>> positions_;
  SmallVector<int64_t> shape_;
  Value wholeShape_;
};

/// An op that has a twin without broadcasting and without attributes.
template <typename Op, typename Twin>
struct ConvertBroadcasting final : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    SmallVector<Value> operands =
        Broadcast(op, op.getBroadcastDimensions(), rewriter).run();
    rewriter.replaceOpWithNewOp<Twin>(op, op.getType(), operands[0],
                                      operands[1]);
    return success();
  }
};

struct ConvertCompare final : OpRewritePattern<BroadcastCompareOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(BroadcastCompareOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<Value> operands =
        Broadcast(op, op.getBroadcastDimensions(), rewriter).run();
    MLIRContext *context = op.getContext();
    // Both enumerations have the same numbers.
    auto direction = hlo::ComparisonDirectionAttr::get(
        context,
        static_cast<hlo::ComparisonDirection>(op.getComparisonDirection()));
    hlo::ComparisonTypeAttr type;
    if (auto given = op.getCompareType())
      type = hlo::ComparisonTypeAttr::get(
          context, static_cast<hlo::ComparisonType>(*given));
    rewriter.replaceOpWithNewOp<hlo::CompareOp>(op, op.getType(), operands[0],
                                                operands[1], direction, type);
    return success();
  }
};

struct ConvertSelect final : OpRewritePattern<BroadcastSelectOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(BroadcastSelectOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<Value> operands = Broadcast(op, std::nullopt, rewriter).run();
    rewriter.replaceOpWithNewOp<hlo::SelectOp>(op, op.getType(), operands[0],
                                               operands[1], operands[2]);
    return success();
  }
};

} // namespace

void ingot::chlo::populateBroadcastPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertBroadcasting<BroadcastAddOp, hlo::AddOp>,
               ConvertBroadcasting<BroadcastAndOp, hlo::AndOp>,
               ConvertBroadcasting<BroadcastAtan2Op, hlo::Atan2Op>,
               ConvertBroadcasting<BroadcastComplexOp, hlo::ComplexOp>,
               ConvertBroadcasting<BroadcastDivOp, hlo::DivideOp>,
               ConvertBroadcasting<BroadcastMaxOp, hlo::MaximumOp>,
               ConvertBroadcasting<BroadcastMinOp, hlo::MinimumOp>,
               ConvertBroadcasting<BroadcastMulOp, hlo::MultiplyOp>,
               ConvertBroadcasting<BroadcastNextAfterOp, NextAfterOp>,
               ConvertBroadcasting<BroadcastOrOp, hlo::OrOp>,
               ConvertBroadcasting<BroadcastPolygammaOp, PolygammaOp>,
               ConvertBroadcasting<BroadcastPowOp, hlo::PowerOp>,
               ConvertBroadcasting<BroadcastRemOp, hlo::RemainderOp>,
               ConvertBroadcasting<BroadcastShiftLeftOp, hlo::ShiftLeftOp>,
               ConvertBroadcasting<BroadcastShiftRightArithmeticOp,
                                   hlo::ShiftRightArithmeticOp>,
               ConvertBroadcasting<BroadcastShiftRightLogicalOp,
                                   hlo::ShiftRightLogicalOp>,
               ConvertBroadcasting<BroadcastSubOp, hlo::SubtractOp>,
               ConvertBroadcasting<BroadcastXorOp, hlo::XorOp>,
               ConvertBroadcasting<BroadcastZetaOp, ZetaOp>, ConvertCompare,
               ConvertSelect>(patterns.getContext());
}
