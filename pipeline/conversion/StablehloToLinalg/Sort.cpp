//===- Sort.cpp - stable merge sort of several tensors --------------------===//
//
// Bottom-up merging, row by row: runs of one element, of two, of four ... are
// merged from the row into a spare one and back by turns. Always stable, as a
// program may ask for and none may mind.
//
// Where only the first few elements are read, as of a top_k, each is compared
// with the last of those that were the first so far. The ones that come before
// it are collected; when they are as many again, all are sorted and cut. Most
// rows are compared once; a row in the wrong order takes some times as long as
// that, and still less than sorting it while what is read is a small part.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/StablehloToLinalg/Patterns.h"
#include "pipeline/conversion/StablehloToLinalg/Scalars.h"
#include "pipeline/conversion/StablehloToLinalg/ShapeValues.h"
#include "pipeline/conversion/StablehloToLinalg/Tensors.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace ingot::stablehlo;

/// Of rows of unknown length so many elements are found without sorting them.
static constexpr int64_t kMaxSelected = 256;

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

/// Finds the first `count` elements of rows in order.
class RowSelector {
public:
  /// The elements of all rows at one place.
  using Elements =
      llvm::function_ref<SmallVector<Value>(OpBuilder &, Value place)>;

  RowSelector(Location loc, Region &comparator, OpFoldResult size,
              int64_t count)
      : loc_(loc), comparator_(comparator), size_(size), count_(count) {}

  /// How many elements the rows that select() writes to have.
  int64_t capacity() const { return 2 * count_; }

  /// `chosen` and `spare`, which were written to: `chosen` begins with the
  /// elements.
  SmallVector<Value> select(OpBuilder &builder, Elements elements,
                            ValueRange chosen, ValueRange spare) {
    size_t rows = chosen.size();
    IndexMath math(builder, loc_);
    Value zero = math.value(math.constant(0)), size = math.value(size_);
    SmallVector<Value> carried{zero, zero};
    llvm::append_range(carried, chosen);
    llvm::append_range(carried, spare);
    SmallVector<Type> types(ValueRange(carried).getTypes());
    auto rounds = scf::WhileOp::create(
        builder, loc_, types, carried,
        [&](OpBuilder &b, Location, ValueRange values) {
          scf::ConditionOp::create(b, loc_, isBefore(b, values[0], size),
                                   values);
        },
        [&](OpBuilder &b, Location, ValueRange values) {
          SmallVector<Value> next =
              collect(b, elements, values.take_front(2 + rows));
          RowSorter sorter(loc_, comparator_, next[1]);
          SmallVector<Value> sorted = sorter.sort(
              b, ArrayRef(next).drop_front(2), values.drop_front(2 + rows));
          isKnown_ &= sorter.isKnown();
          IndexMath inner(b, loc_);
          next[1] = inner.value(inner.min(next[1], inner.constant(count_)));
          next.truncate(2);
          llvm::append_range(next, sorted);
          scf::YieldOp::create(b, loc_, next);
        });
    return SmallVector<Value>(rounds.getResults().drop_front(2));
  }

  bool isKnown() const { return isKnown_; }

private:
  Value isBefore(OpBuilder &b, Value a, Value limit) {
    return arith::CmpIOp::create(b, loc_, arith::CmpIPredicate::slt, a, limit);
  }

  /// Takes elements from place carried[0] on until there are capacity(), of
  /// which carried[1] are there and sorted. An element that is not taken stands
  /// where the next one will.
  SmallVector<Value> collect(OpBuilder &builder, Elements elements,
                             ValueRange carried) {
    IndexMath math(builder, loc_);
    Value size = math.value(size_),
          full = math.value(math.constant(capacity())),
          last = math.value(math.constant(count_ - 1)),
          one = math.value(math.constant(1));
    Value takesAll =
        isBefore(builder, carried[1], math.value(math.constant(count_)));
    SmallVector<Value> limits;
    for (Value row : carried.drop_front(2))
      limits.push_back(tensor::ExtractOp::create(builder, loc_, row, last));
    SmallVector<Type> types(carried.getTypes());
    auto loop = scf::WhileOp::create(
        builder, loc_, types, carried,
        [&](OpBuilder &b, Location, ValueRange values) {
          Value hasNext = isBefore(b, values[0], size),
                hasRoom = isBefore(b, values[1], full);
          scf::ConditionOp::create(
              b, loc_, arith::AndIOp::create(b, loc_, hasNext, hasRoom),
              values);
        },
        [&](OpBuilder &b, Location, ValueRange values) {
          SmallVector<Value> own = elements(b, values[0]), pairs;
          for (auto [element, limit] : llvm::zip(own, limits))
            pairs.append({element, limit});
          auto isFirst = mapRegion(comparator_, pairs, b);
          isKnown_ &= succeeded(isFirst);
          Value isTaken = takesAll;
          if (isKnown_)
            isTaken = arith::OrIOp::create(b, loc_, takesAll, isFirst->front());
          Value more = arith::AddIOp::create(b, loc_, values[1], one);
          SmallVector<Value> next{
              arith::AddIOp::create(b, loc_, values[0], one),
              arith::SelectOp::create(b, loc_, isTaken, more, values[1])};
          for (auto [element, row] : llvm::zip(own, values.drop_front(2)))
            next.push_back(
                tensor::InsertOp::create(b, loc_, element, row, values[1]));
          scf::YieldOp::create(b, loc_, next);
        });
    return SmallVector<Value>(loop.getResults());
  }

  Location loc_;
  Region &comparator_;
  OpFoldResult size_;
  int64_t count_;
  bool isKnown_ = true;
};

/// A sixteenth of a row is few: of a row in the wrong order a quarter takes
/// half as long again as all of it.
static constexpr int64_t kFewParts = 16;

/// Behind the last element that `slice` reads; its limit may be wrong.
std::optional<int64_t> endOf(RealDynamicSliceOp slice, int64_t dimension,
                             ConversionPatternRewriter &rewriter) {
  auto known = [&](Value numbers) {
    return getConstantIntValue(
        shapeNumber(rewriter, slice.getLoc(), numbers, dimension));
  };
  int64_t size = cast<RankedTensorType>(slice.getType()).getDimSize(dimension);
  std::optional<int64_t> start = known(slice.getStartIndices()),
                         step = known(slice.getStrides());
  // Longer ones are not few, and would overflow.
  constexpr int64_t kMost = 1 << 30;
  if (ShapedType::isDynamic(size) || size > kMost || start.value_or(-1) < 0 ||
      *start > kMost || step.value_or(0) != 1)
    return std::nullopt;
  return *start + size;
}

/// How many elements along the dimension are read of any result; nothing if
/// they are many, or cannot be known. Where only a branch reads them the row
/// may be shorter than that.
std::optional<int64_t> elementsRead(SortOp op, int64_t dimension,
                                    ConversionPatternRewriter &rewriter) {
  OpBuilder::InsertionGuard guard(rewriter);
  int64_t count = 1;
  for (Operation *user : op->getUsers()) {
    if (user->getBlock() != op->getBlock())
      return std::nullopt;
    std::optional<int64_t> limit;
    rewriter.setInsertionPoint(user);
    if (auto slice = dyn_cast<SliceOp>(user))
      limit = slice.getLimitIndices()[dimension];
    else if (auto dynamic = dyn_cast<RealDynamicSliceOp>(user))
      limit = endOf(dynamic, dimension, rewriter);
    if (!limit || *limit <= 0)
      return std::nullopt;
    count = std::max(count, *limit);
  }
  int64_t size =
      cast<RankedTensorType>(op->getResult(0).getType()).getDimSize(dimension);
  bool isFew = ShapedType::isDynamic(size) ? count <= kMaxSelected
                                           : count <= size / kFewParts;
  return isFew ? std::optional(count) : std::nullopt;
}

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
    SmallVector<OpFoldResult> others(sizes);
    others.erase(others.begin() + dimension);
    if (std::optional<int64_t> count = elementsRead(op, dimension, rewriter))
      return select(op, adaptor, *count, sizes, others, dimension, rewriter);
    RowSorter sorter(loc, op.getComparator(), sizes[dimension]);

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
  /// Only the first `count` elements of the results are written.
  static LogicalResult select(SortOp op, Adaptor adaptor, int64_t count,
                              ArrayRef<OpFoldResult> sizes,
                              ArrayRef<OpFoldResult> others, int64_t dimension,
                              ConversionPatternRewriter &rewriter) {
    Location loc = op.getLoc();
    RowSelector selector(loc, op.getComparator(), sizes[dimension], count);
    SmallVector<Value> carried;
    for (Value input : adaptor.getInputs())
      carried.push_back(emptyTensor(rewriter, loc, typeOf(input), sizes));
    for (int copies = 0; copies < 2; ++copies)
      for (Value input : adaptor.getInputs()) {
        auto type = RankedTensorType::get({selector.capacity()},
                                          typeOf(input).getElementType());
        carried.push_back(emptyTensor(rewriter, loc, type, {}));
      }
    size_t rows = adaptor.getInputs().size();
    SmallVector<Value> results = buildLoops(
        rewriter, loc, others, carried,
        [&](OpBuilder &b, ValueRange places, ValueRange values) {
          auto elements = [&](OpBuilder &inner, Value place) {
            SmallVector<Value> indices(places), found;
            indices.insert(indices.begin() + dimension, place);
            for (auto [given, input] :
                 llvm::zip(op.getInputs(), adaptor.getInputs()))
              found.push_back(
                  elementOf(inner, given, input, indices, dimension));
            return found;
          };
          SmallVector<Value> chosen = selector.select(
              b, elements, values.slice(rows, rows), values.take_back(rows));
          SmallVector<OpFoldResult> offsets(places.begin(), places.end()),
              ones(sizes.size(), b.getIndexAttr(1)), extent(ones);
          offsets.insert(offsets.begin() + dimension, b.getIndexAttr(0));
          extent[dimension] = b.getIndexAttr(count);
          SmallVector<Value> next;
          for (auto [row, value] : llvm::zip(chosen, values.take_front(rows))) {
            auto type =
                RankedTensorType::get({count}, typeOf(row).getElementType());
            Value first = tensor::ExtractSliceOp::create(
                b, loc, type, row, OpFoldResult(b.getIndexAttr(0)),
                OpFoldResult(b.getIndexAttr(count)),
                OpFoldResult(b.getIndexAttr(1)));
            next.push_back(tensor::InsertSliceOp::create(
                b, loc, first, value, offsets, extent, ones));
          }
          llvm::append_range(next, chosen);
          return next;
        });
    if (!selector.isKnown())
      return failure();
    results.truncate(rows);
    rewriter.replaceOp(op, results);
    return success();
  }

  /// Positions along the sorted dimension are not read but counted.
  static Value elementOf(OpBuilder &b, Value given, Value input,
                         ValueRange indices, int64_t dimension) {
    Location loc = input.getLoc();
    Type element = typeOf(input).getElementType();
    auto iota = given.getDefiningOp<IotaOp>();
    if (iota && isa<IntegerType>(element) &&
        static_cast<int64_t>(iota.getIotaDimension()) == dimension)
      return arith::IndexCastOp::create(b, loc, element, indices[dimension]);
    return tensor::ExtractOp::create(b, loc, input, indices);
  }

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
