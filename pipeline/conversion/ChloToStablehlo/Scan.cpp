//===- Scan.cpp - a scan becomes a loop -----------------------------------===//
//
// A stablehlo.while takes one slice of every input, runs the body and writes
// one slice of every output. It is sequential: the body may be any function, so
// nothing may be assumed associative.
//
// Sizes must be static, because the outputs begin as constants of zeros. A scan
// of unknown sizes stays and is reported.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/ChloToStablehlo/Patterns.h"
#include "pipeline/conversion/ChloToStablehlo/ShapeBuilder.h"
#include "pipeline/dialects/chlo/ChloOps.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace ingot::chlo;
namespace hlo = ingot::stablehlo;

namespace {

/// One scan. The loop carries the number of steps done, the outputs so far and
/// the carried values.
class ScanLoop {
public:
  ScanLoop(ScanOp op, int64_t size, RewriterBase &rewriter)
      : op_(op), rewriter_(rewriter), b_(op.getLoc(), rewriter), size_(size),
        dimension_(op.getDimension()) {}

  void run() {
    SmallVector<Value> initial = {constantSize(b_, 0)};
    for (Value output : op_.getOutputs())
      initial.push_back(zerosOf(b_, typeOf(output)));
    llvm::append_range(initial, op_.getInits());
    // No slice can be taken of nothing, not even in a loop that does not run.
    if (size_ == 0) {
      rewriter_.replaceOp(op_, ValueRange(initial).drop_front());
      return;
    }
    auto loop =
        hlo::WhileOp::create(b_, ValueRange(initial).getTypes(), initial);
    fillCondition(addBlock(loop.getCond(), loop));
    fillBody(addBlock(loop.getBody(), loop));
    rewriter_.replaceOp(op_, loop.getResults().drop_front());
  }

private:
  static RankedTensorType typeOf(Value value) {
    return cast<RankedTensorType>(value.getType());
  }

  Block &addBlock(Region &region, hlo::WhileOp loop) {
    Block &block = region.emplaceBlock();
    for (Type type : loop.getResultTypes())
      block.addArgument(type, b_.getLoc());
    return block;
  }

  void fillCondition(Block &block) {
    OpBuilder::InsertionGuard guard(b_);
    b_.setInsertionPointToStart(&block);
    MLIRContext *context = b_.getContext();
    Value isLess = hlo::CompareOp::create(
        b_, RankedTensorType::get({}, b_.getI1Type()), block.getArgument(0),
        constantSize(b_, size_),
        hlo::ComparisonDirectionAttr::get(context,
                                          hlo::ComparisonDirection::LT),
        hlo::ComparisonTypeAttr::get(context, hlo::ComparisonType::SIGNED));
    hlo::ReturnOp::create(b_, isLess);
  }

  void fillBody(Block &block) {
    OpBuilder::InsertionGuard guard(b_);
    b_.setInsertionPointToStart(&block);
    size_t numOutputs = op_.getOutputs().size();
    Value step = block.getArgument(0);
    ValueRange outputs = block.getArguments().slice(1, numOutputs);
    ValueRange carried = block.getArguments().drop_front(1 + numOutputs);
    Value position = step;
    if (op_.getIsReverse())
      position = hlo::SubtractOp::create(b_, step.getType(),
                                         constantSize(b_, size_ - 1), step);

    IRMapping mapping;
    Block &body = op_.getBody().front();
    for (auto [argument, input] :
         llvm::zip(body.getArguments(), op_.getInputs()))
      mapping.map(argument, sliceAt(input, position, argument.getType()));
    for (auto [argument, value] : llvm::zip(
             body.getArguments().drop_front(op_.getInputs().size()), carried))
      mapping.map(argument, value);
    for (Operation &inner : body.without_terminator())
      b_.clone(inner, mapping);

    SmallVector<Value> next = {
        hlo::AddOp::create(b_, step.getType(), step, constantSize(b_, 1))};
    OperandRange results = body.getTerminator()->getOperands();
    for (auto [output, result] : llvm::zip(outputs, results))
      next.push_back(
          updatedAt(output, mapping.lookupOrDefault(result), position));
    for (Value result : results.drop_front(numOutputs))
      next.push_back(mapping.lookupOrDefault(result));
    hlo::ReturnOp::create(b_, next);
  }

  SmallVector<Value> startsAt(RankedTensorType type, Value position) {
    SmallVector<Value> starts(type.getRank());
    for (auto [i, start] : llvm::enumerate(starts))
      start = static_cast<int64_t>(i) == dimension_ ? position
                                                    : constantSize(b_, 0);
    return starts;
  }

  Value sliceAt(Value input, Value position, Type type) {
    RankedTensorType whole = typeOf(input);
    SmallVector<int64_t> sizes(whole.getShape());
    sizes[dimension_] = 1;
    Value slice = hlo::DynamicSliceOp::create(b_, whole.clone(sizes), input,
                                              startsAt(whole, position),
                                              b_.getDenseI64ArrayAttr(sizes));
    return hlo::ReshapeOp::create(b_, type, slice);
  }

  Value updatedAt(Value output, Value slice, Value position) {
    RankedTensorType whole = typeOf(output);
    SmallVector<int64_t> sizes(whole.getShape());
    sizes[dimension_] = 1;
    Value update = hlo::ReshapeOp::create(b_, whole.clone(sizes), slice);
    return hlo::DynamicUpdateSliceOp::create(b_, whole, output, update,
                                             startsAt(whole, position));
  }

  ScanOp op_;
  RewriterBase &rewriter_;
  ImplicitLocOpBuilder b_;
  int64_t size_, dimension_;
};

struct ConvertScan final : OpRewritePattern<ScanOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ScanOp op,
                                PatternRewriter &rewriter) const override {
    auto isKnown = [](Type given) {
      auto type = cast<RankedTensorType>(given);
      return type.hasStaticShape() && hasZero(type.getElementType());
    };
    if (!llvm::all_of(op->getOperandTypes(), isKnown) ||
        !llvm::all_of(op->getResultTypes(), isKnown))
      return rewriter.notifyMatchFailure(op, "sizes are not known");
    int64_t size = 0;
    if (auto given = op.getScanDimSize()) {
      size = static_cast<int64_t>(*given);
    } else {
      Value whole = op.getInputs().empty() ? op.getOutputs().front()
                                           : op.getInputs().front();
      size = cast<RankedTensorType>(whole.getType())
                 .getDimSize(static_cast<unsigned>(op.getDimension()));
    }
    ScanLoop(op, size, rewriter).run();
    return success();
  }
};

} // namespace

void ingot::chlo::populateScanPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertScan>(patterns.getContext());
}
