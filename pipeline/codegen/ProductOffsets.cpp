//===- ProductOffsets.cpp - zero points leave a product -------------------===//
//
// Quantised numbers are multiplied less their zero points:
//
//   sum((a - p) * (b - q)) = sum(a * b) - p * sum(b) - q * sum(a) + K * p * q
//
// The first sum is what machines have instructions for; the others are a row of
// numbers for one side and a column for the other. 32-bit integers wrap around,
// so that the result is the same to the bit. What is left of the offsets
// becomes the value that the product starts from, and needs no pass of its own.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/ProductOffsets.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace ingot {

/// `map` in terms of `loops` alone, with 0 for others, which have one
/// iteration.
static AffineMap mapWithin(AffineMap map, ArrayRef<unsigned> loops) {
  MLIRContext *context = map.getContext();
  SmallVector<AffineExpr> dims(map.getNumDims(),
                               getAffineConstantExpr(0, context));
  for (auto [place, loop] : llvm::enumerate(loops))
    dims[loop] = getAffineDimExpr(place, context);
  return map.replaceDimsAndSymbols(dims, {}, loops.size(), 0);
}

namespace {
/// Rewrites one product.
class OffsetSplitter {
public:
  OffsetSplitter(RewriterBase &rewriter, linalg::GenericOp op,
                 const MatrixProduct &product)
      : rewriter_(rewriter), op_(op), product_(product), loc_(op.getLoc()) {}

  linalg::GenericOp run() {
    Value init = op_.getDpsInits()[0];
    if (product_.leftOffset.value || product_.rightOffset.value)
      init = startingValue(init);
    SmallVector<AffineMap> maps = {
        op_.getMatchingIndexingMap(product_.left),
        op_.getMatchingIndexingMap(product_.right),
        op_.getMatchingIndexingMap(op_.getDpsInitOperand(0))};
    auto plain = linalg::GenericOp::create(
        rewriter_, loc_, init.getType(),
        ValueRange{product_.left->get(), product_.right->get()}, init, maps,
        op_.getIteratorTypesArray(),
        [&](OpBuilder &b, Location loc, ValueRange elements) {
          linalg::YieldOp::create(b, loc,
                                  multiplyAdd(b, loc, product_, elements));
        });
    rewriter_.replaceOp(op_, plain);
    return plain;
  }

private:
  using Roles = SmallVector<unsigned>;

  /// The sums of one side's elements, by its own parallel loops.
  Value sumsOf(OpOperand *side, bool isSigned, const Roles &parallel) {
    Roles loops = parallel;
    llvm::append_range(loops, product_.sums);
    SmallVector<int64_t> ranges = op_.getStaticLoopRanges();
    SmallVector<OpFoldResult> shape, window;
    SmallVector<Range> all = cast<linalg::LinalgOp>(op_.getOperation())
                                 .createLoopRanges(rewriter_, loc_);
    for (unsigned loop : parallel)
      shape.push_back(all[loop].size);
    for (unsigned loop : product_.sums)
      window.push_back(rewriter_.getIndexAttr(ranges[loop]));
    Type i32 = rewriter_.getI32Type();
    Value zero = arith::ConstantIntOp::create(rewriter_, loc_, 0, 32);
    Value init =
        linalg::FillOp::create(
            rewriter_, loc_, zero,
            tensor::EmptyOp::create(rewriter_, loc_, shape, i32).getResult())
            .getResult(0);
    // Says how long the loops are, which windows do not.
    Value extent =
        tensor::EmptyOp::create(rewriter_, loc_, window, rewriter_.getI8Type());
    unsigned count = loops.size(), own = parallel.size();
    SmallVector<AffineExpr> dims;
    for (unsigned i = 0; i < count; ++i)
      dims.push_back(rewriter_.getAffineDimExpr(i));
    MLIRContext *context = rewriter_.getContext();
    SmallVector<AffineMap> maps = {
        mapWithin(op_.getMatchingIndexingMap(side), loops),
        AffineMap::get(count, 0, ArrayRef(dims).drop_front(own), context),
        AffineMap::get(count, 0, ArrayRef(dims).take_front(own), context)};
    SmallVector<utils::IteratorType> kinds(own, utils::IteratorType::parallel);
    kinds.append(count - own, utils::IteratorType::reduction);
    return linalg::GenericOp::create(
               rewriter_, loc_, init.getType(), ValueRange{side->get(), extent},
               init, maps, kinds,
               [&](OpBuilder &b, Location loc, ValueRange elements) {
                 Value wide =
                     isSigned ? arith::ExtSIOp::create(b, loc, i32, elements[0])
                                    .getResult()
                              : arith::ExtUIOp::create(b, loc, i32, elements[0])
                                    .getResult();
                 Value sum = arith::AddIOp::create(b, loc, elements[2], wide);
                 linalg::YieldOp::create(b, loc, sum);
               })
        .getResult(0);
  }

  /// All but the sum of products, added to `init`.
  Value startingValue(Value init) {
    AffineMap out = op_.getMatchingIndexingMap(op_.getDpsInitOperand(0));
    SmallVector<AffineMap> maps;
    SmallVector<Value> inputs;
    auto add = [&](Value value, AffineMap map) {
      inputs.push_back(value);
      maps.push_back(map);
    };
    // In terms of the result's dimensions.
    Roles dims;
    for (AffineExpr result : out.getResults())
      dims.push_back(cast<AffineDimExpr>(result).getPosition());
    Roles right = product_.batch, left = product_.batch;
    right.push_back(product_.column);
    llvm::append_range(left, product_.rows);
    auto within = [&](const Roles &loops) {
      SmallVector<AffineExpr> exprs;
      for (unsigned loop : loops)
        exprs.push_back(
            rewriter_.getAffineDimExpr(llvm::find(dims, loop) - dims.begin()));
      return AffineMap::get(dims.size(), 0, exprs, rewriter_.getContext());
    };
    if (product_.leftOffset.value)
      add(sumsOf(product_.right, product_.isRightSigned, right), within(right));
    if (product_.rightOffset.value)
      add(sumsOf(product_.left, product_.isLeftSigned, left), within(left));
    for (const Offset *offset : {&product_.leftOffset, &product_.rightOffset})
      if (offset->operand)
        add(offset->operand->get(),
            mapWithin(op_.getMatchingIndexingMap(offset->operand), dims));
    AffineMap identity = rewriter_.getMultiDimIdentityMap(dims.size());
    add(init, identity);
    maps.push_back(identity);
    Value memory = tensor::EmptyOp::create(
        rewriter_, loc_, tensor::getMixedSizes(rewriter_, loc_, init),
        getElementTypeOrSelf(init.getType()));
    SmallVector<utils::IteratorType> kinds(dims.size(),
                                           utils::IteratorType::parallel);
    return linalg::GenericOp::create(
               rewriter_, loc_, memory.getType(), inputs, memory, maps, kinds,
               [&](OpBuilder &b, Location loc, ValueRange elements) {
                 linalg::YieldOp::create(b, loc, corrected(b, loc, elements));
               })
        .getResult(0);
  }

  /// The body of the above; elements are in the order of its operands.
  Value corrected(OpBuilder &b, Location loc, ValueRange elements) {
    bool hasLeft = bool(product_.leftOffset.value),
         hasRight = bool(product_.rightOffset.value);
    unsigned next = 0;
    Value rightSum = hasLeft ? elements[next++] : Value();
    Value leftSum = hasRight ? elements[next++] : Value();
    Value left = offsetIn(b, loc, product_.leftOffset, elements, next);
    Value right = offsetIn(b, loc, product_.rightOffset, elements, next);
    Value sum = elements[next];
    auto subtract = [&](Value offset, Value elementSum) {
      Value term = arith::MulIOp::create(b, loc, offset, elementSum);
      sum = arith::SubIOp::create(b, loc, sum, term);
    };
    if (hasLeft)
      subtract(left, rightSum);
    if (hasRight)
      subtract(right, leftSum);
    if (hasLeft && hasRight) {
      Value depth = arith::ConstantIntOp::create(
          b, loc, int32_t(product_.depth(op_)), 32); // Wraps as the sum does.
      Value both = arith::MulIOp::create(b, loc, left, right);
      Value term = arith::MulIOp::create(b, loc, both, depth);
      sum = arith::AddIOp::create(b, loc, sum, term);
    }
    return sum;
  }

  /// The offset in a new body; takes an element if it comes from an operand.
  Value offsetIn(OpBuilder &b, Location loc, const Offset &offset,
                 ValueRange elements, unsigned &next) {
    if (!offset.value)
      return {};
    Operation *made = offset.value.getDefiningOp();
    Value value = offset.value;
    bool isInBody = value.getParentBlock() == op_.getBlock();
    if (!isInBody)
      return offset.value;
    if (!offset.operand)
      return b.clone(*made)->getResult(0); // A constant.
    Value element = elements[next++];
    if (!made)
      return element;
    IRMapping mapping;
    mapping.map(made->getOperand(0), element);
    return b.clone(*made, mapping)->getResult(0);
  }

  RewriterBase &rewriter_;
  linalg::GenericOp op_;
  MatrixProduct product_;
  Location loc_;
};
} // namespace

Value multiplyAdd(OpBuilder &b, Location loc, const MatrixProduct &product,
                  ValueRange elements) {
  if (product.isFloat) {
    Type f32 = b.getF32Type();
    Value left = arith::ExtFOp::create(b, loc, f32, elements[0]);
    Value right = arith::ExtFOp::create(b, loc, f32, elements[1]);
    Value term = arith::MulFOp::create(b, loc, left, right);
    return arith::AddFOp::create(b, loc, elements[2], term);
  }
  Type i32 = b.getI32Type();
  auto widened = [&](Value element, bool isSigned) -> Value {
    // What was made longer has a place for the sign.
    if (isSigned || element.getType().isInteger(16))
      return arith::ExtSIOp::create(b, loc, i32, element);
    return arith::ExtUIOp::create(b, loc, i32, element);
  };
  Value term =
      arith::MulIOp::create(b, loc, widened(elements[0], product.isLeftSigned),
                            widened(elements[1], product.isRightSigned));
  return arith::AddIOp::create(b, loc, elements[2], term);
}

linalg::GenericOp splitOffsets(RewriterBase &rewriter, linalg::GenericOp op,
                               const MatrixProduct &product) {
  return OffsetSplitter(rewriter, op, product).run();
}

} // namespace ingot
