//===- RunningReductions.cpp - windows that begin or end at the edge ------===//
//
// What jax.numpy.cumsum and its like are exported as: a window as long as the
// tensor for each element. One step for each element along the dimension makes
// the same of what the step before left. Where elements lie behind one another
// along other dimensions, a step takes all of these at once; else each row is a
// loop over elements.
//
// Sums of floats, not products, of which a part can be infinite where the whole
// is 0, run over blocks of about the root of the length: first within
// the block, then added to the sum of the blocks before, so that errors grow
// with the root of the length, too. Blelloch, "Prefix Sums and Their
// Applications" (1990), has the scheme.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/StablehloToLinalg/MultiplyAdd.h"
#include "pipeline/conversion/StablehloToLinalg/Reduction.h"
#include "pipeline/conversion/StablehloToLinalg/Scalars.h"
#include "pipeline/conversion/StablehloToLinalg/Tensors.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace ingot::stablehlo;

/// So many neighbours are worth a step of their own: fewer do not fill a
/// vector.
static constexpr int64_t kMinNeighbours = 16;
/// Shorter dimensions are one block.
static constexpr int64_t kMinBlocked = 128;

namespace {

using Values = SmallVector<Value>;

class RunningReducer {
public:
  RunningReducer(OpBuilder &builder, Location loc, const Reduction &reduction,
                 ArrayRef<RankedTensorType> types, int64_t dimension,
                 bool isReverse)
      : loc_(loc), reduction_(reduction), dimension_(dimension),
        isReverse_(isReverse),
        sizes_(sizesOf(builder, loc, reduction.inputs.front())) {
    const bool isWide = isSumOrProduct(reduction.region);
    isSum_ = isWide && isa<AddOp>(reduction.region.front().front());
    for (RankedTensorType type : types)
      types_.push_back(isWide ? type.clone(sumType(type.getElementType()))
                              : type);
    int64_t neighbours = 1;
    for (int64_t size : types.front().getShape().drop_front(dimension + 1))
      neighbours *= ShapedType::isDynamic(size) ? kMinNeighbours : size;
    takesSlices_ = neighbours >= kMinNeighbours;
  }

  /// Tensors of accumulated values; fails for a region that is not known.
  FailureOr<Values> build(OpBuilder &b) {
    Values results, initial;
    for (auto [type, value] : llvm::zip(types_, reduction_.initial)) {
      results.push_back(emptyTensor(b, loc_, type, sizes_));
      Value scalar = tensor::ExtractOp::create(b, loc_, value);
      if (scalar.getType() != type.getElementType())
        scalar = arith::ExtFOp::create(b, loc_, type.getElementType(), scalar);
      initial.push_back(scalar);
    }
    if (takesSlices_) {
      for (auto [value, type] : llvm::zip(initial, types_))
        value = filledTensor(b, loc_, sliceType(type), otherSizes(), value);
      results = runBlocks(b, {}, initial, results);
    } else {
      results = buildLoops(
          b, loc_, otherSizes(), results,
          [&](OpBuilder &inner, ValueRange places, ValueRange carried) {
            return runBlocks(inner, places, initial, carried);
          });
    }
    if (!isKnown_)
      return failure();
    return results;
  }

private:
  SmallVector<OpFoldResult> otherSizes() const {
    SmallVector<OpFoldResult> others(sizes_);
    others.erase(others.begin() + dimension_);
    return others;
  }

  RankedTensorType sliceType(RankedTensorType type) const {
    SmallVector<int64_t> shape(type.getShape());
    shape.erase(shape.begin() + dimension_);
    return RankedTensorType::get(shape, type.getElementType());
  }

  /// How many elements a block has; 0 if all are one.
  int64_t blockLength() const {
    std::optional<int64_t> length = getConstantIntValue(sizes_[dimension_]);
    if (!isSum_ || types_.front().getElementType().isInteger() ||
        (length && *length < kMinBlocked))
      return 0;
    return length ? int64_t(1) << (llvm::Log2_64_Ceil(*length) / 2)
                  : kMinBlocked;
  }

  /// All steps at one place of the other dimensions, or of all of them.
  Values runBlocks(OpBuilder &builder, ValueRange places, ValueRange initial,
                   ValueRange results) {
    IndexMath math(builder, loc_);
    Value zero = math.value(math.constant(0)),
          length = math.value(sizes_[dimension_]);
    int64_t block = blockLength();
    if (!block)
      return runSteps(builder, places, zero, length, initial, {}, results);
    Values carried(initial);
    llvm::append_range(carried, results);
    auto blocks = scf::ForOp::create(
        builder, loc_, zero, length, math.value(math.constant(block)), carried,
        [&](OpBuilder &b, Location, Value begin, ValueRange values) {
          IndexMath inner(b, loc_);
          Value end = inner.value(
              inner.min(inner.add(begin, inner.constant(block)), length));
          scf::YieldOp::create(b, loc_,
                               runSteps(b, places, begin, end, initial,
                                        values.take_front(initial.size()),
                                        values.drop_front(initial.size()),
                                        /*keepsLast=*/true));
        });
    return Values(blocks.getResults().drop_front(initial.size()));
  }

  /// The steps from `begin` to `end`. What they leave is added to `before`, if
  /// there is any; the last sum stands before the results then.
  Values runSteps(OpBuilder &builder, ValueRange places, Value begin, Value end,
                  ValueRange initial, ValueRange before, ValueRange results,
                  bool keepsLast = false) {
    size_t count = initial.size();
    Value one = arith::ConstantIndexOp::create(builder, loc_, 1);
    Values carried(initial);
    llvm::append_range(carried, results);
    auto steps = scf::ForOp::create(
        builder, loc_, begin, end, one, carried,
        [&](OpBuilder &b, Location, Value step, ValueRange values) {
          IndexMath math(b, loc_);
          Value at = step;
          if (isReverse_)
            at = math.value(
                math.sub(math.sub(sizes_[dimension_], math.constant(1)), step));
          Values own = combine(b, values.take_front(count), load(b, places, at),
                               /*isElement=*/true);
          Values total = before.empty() ? own : combine(b, before, own, false);
          Values next(own);
          llvm::append_range(
              next, store(b, places, at, total, values.drop_front(count)));
          scf::YieldOp::create(b, loc_, next);
        });
    ValueRange left = steps.getResults();
    if (!keepsLast)
      return Values(left.drop_front(count));
    Values next = combine(builder, before, left.take_front(count), false);
    llvm::append_range(next, left.drop_front(count));
    return next;
  }

  /// What was accumulated and what follows, in the order of the tensor.
  Values combine(OpBuilder &builder, ValueRange sums, ValueRange values,
                 bool isElement) {
    auto region = [&](OpBuilder &b, ValueRange first, ValueRange second) {
      Values arguments(first), others;
      for (auto [i, value] : llvm::enumerate(second)) {
        Type given = isElement ? getElementTypeOrSelf(reduction_.inputTypes[i])
                               : first[i].getType();
        others.push_back(
            promoteElement(b, loc_, value, given, first[i].getType()));
      }
      llvm::append_range(arguments, others);
      if (isReverse_)
        std::rotate(arguments.begin(), arguments.begin() + first.size(),
                    arguments.end());
      FailureOr<Values> results = mapRegion(reduction_.region, arguments, b);
      isKnown_ &= succeeded(results);
      return isKnown_ ? *results : Values(first);
    };
    if (!takesSlices_)
      return region(builder, sums, values);
    Values operands(sums), results;
    llvm::append_range(operands, values);
    for (RankedTensorType type : types_)
      results.push_back(
          emptyTensor(builder, loc_, sliceType(type), otherSizes()));
    auto rank = static_cast<unsigned>(sizes_.size() - 1);
    SmallVector<AffineMap> maps(operands.size() + results.size(),
                                builder.getMultiDimIdentityMap(rank));
    SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
    auto generic = linalg::GenericOp::create(
        builder, loc_, TypeRange(ValueRange(results)), operands, results, maps,
        loops, [&](OpBuilder &b, Location, ValueRange elements) {
          linalg::YieldOp::create(
              b, loc_,
              region(b, elements.take_front(sums.size()),
                     elements.slice(sums.size(), values.size())));
        });
    return Values(generic.getResults());
  }

  SmallVector<OpFoldResult> offsets(OpBuilder &b, Value at) const {
    SmallVector<OpFoldResult> offsets(sizes_.size(), b.getIndexAttr(0));
    offsets[dimension_] = at;
    return offsets;
  }

  SmallVector<OpFoldResult> extents(OpBuilder &b) const {
    SmallVector<OpFoldResult> extents(sizes_);
    extents[dimension_] = b.getIndexAttr(1);
    return extents;
  }

  Values indicesOf(ValueRange places, Value at) const {
    Values indices(places);
    indices.insert(indices.begin() + dimension_, at);
    return indices;
  }

  Values load(OpBuilder &b, ValueRange places, Value at) {
    Values elements;
    SmallVector<OpFoldResult> ones(sizes_.size(), b.getIndexAttr(1));
    for (Value input : reduction_.inputs) {
      if (takesSlices_)
        elements.push_back(tensor::ExtractSliceOp::create(
            b, loc_, sliceType(cast<RankedTensorType>(input.getType())), input,
            offsets(b, at), extents(b), ones));
      else
        elements.push_back(
            tensor::ExtractOp::create(b, loc_, input, indicesOf(places, at)));
    }
    return elements;
  }

  Values store(OpBuilder &b, ValueRange places, Value at, ValueRange values,
               ValueRange results) {
    Values next;
    SmallVector<OpFoldResult> ones(sizes_.size(), b.getIndexAttr(1));
    for (auto [value, into] : llvm::zip(values, results)) {
      if (takesSlices_)
        next.push_back(tensor::InsertSliceOp::create(
            b, loc_, value, into, offsets(b, at), extents(b), ones));
      else
        next.push_back(tensor::InsertOp::create(b, loc_, value, into,
                                                indicesOf(places, at)));
    }
    return next;
  }

  Location loc_;
  const Reduction &reduction_;
  int64_t dimension_;
  bool isReverse_;
  SmallVector<OpFoldResult> sizes_;
  SmallVector<RankedTensorType> types_;
  bool isSum_ = false;
  bool takesSlices_ = false;
  bool isKnown_ = true;
};

} // namespace

FailureOr<SmallVector<Value>> ingot::stablehlo::reduceRunning(
    OpBuilder &builder, Location loc, const Reduction &reduction,
    ArrayRef<RankedTensorType> types, int64_t dimension, bool isReverse) {
  FailureOr<Values> sums =
      RunningReducer(builder, loc, reduction, types, dimension, isReverse)
          .build(builder);
  if (failed(sums))
    return failure();
  Values results;
  for (auto [sum, type] : llvm::zip(*sums, types))
    results.push_back(roundSums(builder, loc, type, sum));
  return results;
}
