//===- Sort.cpp - stable merge sort of several tensors --------------------===//
//
// Bottom-up merging, row by row: runs of one element, of two, of four ... are
// merged from the row into a spare one and back by turns. Always stable, as a
// program may ask for and none may mind.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/StablehloToLinalg/Patterns.h"
#include "pipeline/conversion/StablehloToLinalg/Scalars.h"
#include "pipeline/conversion/StablehloToLinalg/Tensors.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace ingot::stablehlo;

namespace {

class RowSorter {
public:
  RowSorter(Location loc, Region &comparator, OpFoldResult size)
      : loc_(loc), comparator_(comparator), size_(size) {}

  /// The rows in order, and behind them `spare`, rows of the same types that
  /// were written to.
  SmallVector<Value> sort(OpBuilder &builder, ValueRange rows,
                          ValueRange spare) {
    size_t count = rows.size();
    SmallVector<Value> carried{
        IndexMath(builder, loc_).value(builder.getIndexAttr(1))};
    llvm::append_range(carried, rows);
    llvm::append_range(carried, spare);
    SmallVector<Type> types(ValueRange(carried).getTypes());
    auto passes = scf::WhileOp::create(
        builder, loc_, types, carried,
        [&](OpBuilder &b, Location, ValueRange values) {
          Value isShorter =
              arith::CmpIOp::create(b, loc_, arith::CmpIPredicate::slt,
                                    values[0], IndexMath(b, loc_).value(size_));
          scf::ConditionOp::create(b, loc_, isShorter, values);
        },
        [&](OpBuilder &b, Location, ValueRange values) {
          // There and back; a run that is longer than the row is copied.
          IndexMath math(b, loc_);
          ValueRange from = values.slice(1, count),
                     into = values.drop_front(1 + count);
          Value twice = math.value(math.add(values[0], values[0]));
          SmallVector<Value> merged = mergeAll(b, values[0], from, into);
          SmallVector<Value> next{math.value(math.add(twice, twice))};
          llvm::append_range(next, mergeAll(b, twice, merged, from));
          llvm::append_range(next, merged);
          scf::YieldOp::create(b, loc_, next);
        });
    return SmallVector<Value>(passes.getResults().drop_front());
  }

  bool isKnown() const { return isKnown_; }

private:
  /// Merges neighbouring runs of `width` elements of `rows` into `spare`.
  SmallVector<Value> mergeAll(OpBuilder &b, Value width, ValueRange rows,
                              ValueRange spare) {
    IndexMath math(b, loc_);
    Value zero = math.value(math.constant(0)), size = math.value(size_);
    Value twice = math.value(math.add(width, width));
    auto runs = scf::ForOp::create(
        b, loc_, zero, size, twice, spare,
        [&](OpBuilder &inner, Location, Value low, ValueRange merged) {
          IndexMath place(inner, loc_);
          Value middle = place.value(place.min(place.add(low, width), size));
          Value high = place.value(place.min(place.add(low, twice), size));
          scf::YieldOp::create(inner, loc_,
                               merge(inner, low, middle, high, rows, merged));
        });
    return SmallVector<Value>(runs.getResults());
  }

  SmallVector<Value> merge(OpBuilder &builder, Value low, Value middle,
                           Value high, ValueRange rows, ValueRange merged) {
    Value one = arith::ConstantIndexOp::create(builder, loc_, 1);
    SmallVector<Value> carried{low, middle};
    llvm::append_range(carried, merged);
    auto loop = scf::ForOp::create(
        builder, loc_, low, high, one, carried,
        [&](OpBuilder &b, Location, Value place, ValueRange values) {
          Value left = values[0], right = values[1];
          Value isRight = takeRight(b, left, middle, right, high, rows);
          Value source = arith::SelectOp::create(b, loc_, isRight, right, left);
          SmallVector<Value> next{
              arith::SelectOp::create(
                  b, loc_, isRight, left,
                  arith::AddIOp::create(b, loc_, left, one)),
              arith::SelectOp::create(
                  b, loc_, isRight, arith::AddIOp::create(b, loc_, right, one),
                  right)};
          for (auto [row, into] : llvm::zip(rows, values.drop_front(2)))
            next.push_back(tensor::InsertOp::create(
                b, loc_, tensor::ExtractOp::create(b, loc_, row, source), into,
                place));
          scf::YieldOp::create(b, loc_, next);
        });
    return SmallVector<Value>(loop.getResults().drop_front(2));
  }

  /// The right run has an element, and the left one has none or one that must
  /// come later.
  Value takeRight(OpBuilder &b, Value left, Value middle, Value right,
                  Value high, ValueRange rows) {
    auto isBefore = [&](Value a, Value limit) {
      return arith::CmpIOp::create(b, loc_, arith::CmpIPredicate::slt, a,
                                   limit);
    };
    Value hasLeft = isBefore(left, middle), hasRight = isBefore(right, high);
    // Somewhere to look where a run is at its end.
    Value a = arith::SelectOp::create(b, loc_, hasLeft, left, right);
    Value c = arith::SelectOp::create(b, loc_, hasRight, right, left);
    SmallVector<Value> pairs;
    for (Value row : rows) {
      pairs.push_back(tensor::ExtractOp::create(b, loc_, row, c));
      pairs.push_back(tensor::ExtractOp::create(b, loc_, row, a));
    }
    auto isLess = mapRegion(comparator_, pairs, b);
    isKnown_ &= succeeded(isLess);
    if (failed(isLess))
      return hasRight;
    Value one = arith::ConstantIntOp::create(b, loc_, 1, 1);
    Value mustBe = arith::XOrIOp::create(b, loc_, hasLeft, one);
    Value wins = arith::OrIOp::create(b, loc_, mustBe, isLess->front());
    return arith::AndIOp::create(b, loc_, hasRight, wins);
  }

  Location loc_;
  Region &comparator_;
  OpFoldResult size_;
  bool isKnown_ = true;
};

struct ConvertSort final : OpPattern<SortOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(SortOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    SmallVector<OpFoldResult> sizes =
        sizesOf(rewriter, loc, adaptor.getInputs().front());
    auto rank = static_cast<int64_t>(sizes.size());
    int64_t dimension = static_cast<int64_t>(op.getDimension()) < 0
                            ? rank + static_cast<int64_t>(op.getDimension())
                            : static_cast<int64_t>(op.getDimension());
    if (dimension < 0 || dimension >= rank)
      return failure();
    if (hasNoElements(typeOf(adaptor.getInputs().front()))) {
      rewriter.replaceOp(op, adaptor.getInputs());
      return success();
    }
    RowSorter sorter(loc, op.getComparator(), sizes[dimension]);
    SmallVector<OpFoldResult> others(sizes);
    others.erase(others.begin() + dimension);

    SmallVector<Value> carried(adaptor.getInputs());
    for (Value input : adaptor.getInputs())
      carried.push_back(emptyTensor(rewriter, loc, rowType(input, dimension),
                                    sizes[dimension]));
    SmallVector<Value> results = buildLoops(
        rewriter, loc, others, carried,
        [&](OpBuilder &b, ValueRange places, ValueRange values) {
          return sortRow(b, sorter, sizes, dimension, places, values);
        });
    if (!sorter.isKnown())
      return failure();
    results.truncate(op->getNumResults());
    rewriter.replaceOp(op, results);
    return success();
  }

private:
  static RankedTensorType rowType(Value tensor, int64_t dimension) {
    RankedTensorType type = typeOf(tensor);
    return RankedTensorType::get({type.getDimSize(dimension)},
                                 type.getElementType());
  }

  static SmallVector<Value> sortRow(OpBuilder &b, RowSorter &sorter,
                                    ArrayRef<OpFoldResult> sizes,
                                    int64_t dimension, ValueRange places,
                                    ValueRange values) {
    Location loc = values.front().getLoc();
    SmallVector<OpFoldResult> offsets(places.begin(), places.end()),
        ones(sizes.size(), b.getIndexAttr(1)), extent(ones);
    offsets.insert(offsets.begin() + dimension, b.getIndexAttr(0));
    extent[dimension] = sizes[dimension];
    size_t count = values.size() / 2;
    SmallVector<Value> rows;
    for (Value value : values.take_front(count))
      rows.push_back(tensor::ExtractSliceOp::create(
          b, loc, rowType(value, dimension), value, offsets, extent, ones));
    SmallVector<Value> sorted = sorter.sort(b, rows, values.take_back(count));
    SmallVector<Value> next;
    for (auto [row, value] : llvm::zip(sorted, values.take_front(count)))
      next.push_back(tensor::InsertSliceOp::create(b, loc, row, value, offsets,
                                                   extent, ones));
    llvm::append_range(next, ArrayRef(sorted).take_back(count));
    return next;
  }
};

} // namespace

void ingot::stablehlo::populateSortPatterns(const TypeConverter &converter,
                                            RewritePatternSet &patterns) {
  patterns.add<ConvertSort>(converter, patterns.getContext());
}
