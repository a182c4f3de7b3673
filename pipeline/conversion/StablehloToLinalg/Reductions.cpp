//===- Reductions.cpp - reductions along dimensions -----------------------===//
//
// Several inputs are reduced together by one linalg.generic with as many
// results, as in an arg max. The region may be anything that ScalarRegions.cpp
// can copy. Sums and products of floats below 32 bits are accumulated in f32
// and rounded once: a bf16 sum of ones stands still at 256. Other regions are
// reduced in the type that they are written in.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/StablehloToLinalg/MultiplyAdd.h"
#include "pipeline/conversion/StablehloToLinalg/Patterns.h"
#include "pipeline/conversion/StablehloToLinalg/Reduction.h"
#include "pipeline/conversion/StablehloToLinalg/Scalars.h"
#include "pipeline/conversion/StablehloToLinalg/Tensors.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace ingot::stablehlo;

bool ingot::stablehlo::isSumOrProduct(Region &region) {
  if (!region.hasOneBlock() || region.getNumArguments() != 2)
    return false;
  Block &block = region.front();
  Operation *op = &block.front();
  if (!isa<AddOp, MultiplyOp>(op) || op->getNextNode() != block.getTerminator())
    return false;
  Value first = op->getOperand(0), second = op->getOperand(1);
  return block.getTerminator()->getOperands() == op->getResults() &&
         ((first == block.getArgument(0) && second == block.getArgument(1)) ||
          (first == block.getArgument(1) && second == block.getArgument(0)));
}

FailureOr<SmallVector<Value>> ingot::stablehlo::reduceTensors(
    OpBuilder &builder, Location loc, const Reduction &reduction,
    ArrayRef<RankedTensorType> types, ArrayRef<OpFoldResult> sizes,
    ArrayRef<AffineMap> maps, ArrayRef<utils::IteratorType> kinds) {
  size_t count = reduction.initial.size();
  bool isWide = isSumOrProduct(reduction.region);
  SmallVector<Value> accumulators;
  for (auto [initial, type] : llvm::zip(reduction.initial, types)) {
    Value scalar = tensor::ExtractOp::create(builder, loc, initial);
    Type element = type.getElementType();
    if (isWide && sumType(element) != element) {
      element = sumType(element);
      scalar = arith::ExtFOp::create(builder, loc, element, scalar);
    }
    accumulators.push_back(filledTensor(
        builder, loc, RankedTensorType::get(type.getShape(), element), sizes,
        scalar));
  }
  // The region is copied while the generic op is built, so a region that is not
  // known shows only inside. The op then yields what it was given and is
  // erased.
  bool isKnown = true;
  auto generic = linalg::GenericOp::create(
      builder, loc, TypeRange(ValueRange(accumulators)), reduction.inputs,
      accumulators, maps, kinds,
      [&](OpBuilder &b, Location, ValueRange elements) {
        SmallVector<Value> arguments(elements.take_back(count));
        for (auto [element, given] :
             llvm::zip(elements.take_front(count), reduction.inputTypes))
          arguments.push_back(
              promoteElement(b, loc, element, getElementTypeOrSelf(given),
                             arguments[arguments.size() - count].getType()));
        FailureOr<SmallVector<Value>> results =
            mapRegion(reduction.region, arguments, b);
        isKnown = succeeded(results);
        linalg::YieldOp::create(b, loc,
                                isKnown
                                    ? ValueRange(*results)
                                    : ValueRange(elements.take_back(count)));
      });
  if (!isKnown)
    return failure();
  SmallVector<Value> results;
  for (auto [result, type] : llvm::zip(generic.getResults(), types))
    results.push_back(roundSums(builder, loc, type, result));
  return results;
}

namespace {

struct ConvertReduce final : OpPattern<ReduceOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(ReduceOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Type> types;
    if (failed(getTypeConverter()->convertTypes(op.getResultTypes(), types)))
      return failure();
    auto tensors = llvm::map_to_vector(
        types, [](Type type) { return cast<RankedTensorType>(type); });
    Location loc = op.getLoc();
    SmallVector<OpFoldResult> sizes;
    SmallVector<utils::IteratorType> kinds;
    SmallVector<AffineExpr> kept;
    for (auto [i, size] :
         llvm::enumerate(sizesOf(rewriter, loc, adaptor.getInputs().front()))) {
      if (llvm::is_contained(op.getDimensions(), static_cast<int64_t>(i))) {
        kinds.push_back(utils::IteratorType::reduction);
        continue;
      }
      kinds.push_back(utils::IteratorType::parallel);
      kept.push_back(rewriter.getAffineDimExpr(i));
      sizes.push_back(size);
    }
    auto rank = static_cast<int64_t>(kinds.size());
    size_t count = op.getInputs().size();
    SmallVector<AffineMap> maps(count, rewriter.getMultiDimIdentityMap(rank));
    maps.append(count, AffineMap::get(rank, 0, kept, rewriter.getContext()));
    Reduction reduction{op.getBody(), adaptor.getInputs(),
                        op.getInputs().getTypes(), adaptor.getInitValues()};
    auto results =
        reduceTensors(rewriter, loc, reduction, tensors, sizes, maps, kinds);
    if (failed(results))
      return failure();
    rewriter.replaceOp(op, *results);
    return success();
  }
};

} // namespace

void ingot::stablehlo::populateReductionPatterns(const TypeConverter &converter,
                                                 RewritePatternSet &patterns) {
  patterns.add<ConvertReduce>(converter, patterns.getContext());
}
