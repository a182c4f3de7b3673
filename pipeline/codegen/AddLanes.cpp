//===- AddLanes.cpp - the lanes of many vectors added up ------------------===//
//
// To add up the lanes of one vector of 16 takes four shuffles and four
// additions of ever fewer lanes, and putting the sums of 16 vectors together
// one insertion each. Two vectors at a time make one: the lower halves of both,
// plus the upper halves of both. After four rounds of it, 30 shuffles and 15
// additions, the sums of 16 vectors are one vector.
//
// Each sum is of the same pairs as that of one vector by halves: lane i and
// i + 8, then i + 4 and so on. So it has the same bits, in a tile of any number
// of rows: what machines have of their own adds other pairs.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/AddLanes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

/// Shuffles within so many bits are cheap on every machine.
static constexpr int64_t kGroupBits = 128;

namespace {
/// A vector of equal segments, each of which is part of one row's sum.
struct Segments {
  Value vector;
  SmallVector<int64_t> rows; ///< Whose sum each is part of.

  int64_t lanes() const {
    return cast<VectorType>(vector.getType()).getDimSize(0);
  }
  int64_t length() const { return lanes() / int64_t(rows.size()); }
};

/// Adds up rows of one length.
class LaneAdder {
public:
  LaneAdder(OpBuilder &builder, Location loc) : builder_(builder), loc_(loc) {}

  /// The sums of `rows`, of which there are no more than each has lanes.
  Value add(ArrayRef<Value> rows) {
    SmallVector<Segments> parts;
    for (auto [number, row] : llvm::enumerate(rows))
      parts.push_back({row, {int64_t(number)}});
    // Rows that nobody asks for make pairs of all.
    while (!llvm::isPowerOf2_64(parts.size()))
      parts.push_back(
          {ub::PoisonOp::create(builder_, loc_, rows.front().getType()),
           {int64_t(parts.size())}});
    while (parts.size() > 1) {
      SmallVector<Segments> next;
      for (size_t i = 0; i < parts.size() / 2; ++i)
        next.push_back(addHalves({parts[i], parts[i + parts.size() / 2]}));
      parts = std::move(next);
    }
    Segments sums = parts.front();
    while (sums.length() > 1)
      sums = addHalves({sums});
    SmallVector<int64_t> places(sums.rows.size());
    for (auto [place, row] : llvm::enumerate(sums.rows))
      places[row] = int64_t(place);
    places.truncate(rows.size());
    if (llvm::is_sorted(places) && places.size() == sums.rows.size())
      return sums.vector;
    return vector::ShuffleOp::create(builder_, loc_, sums.vector, sums.vector,
                                     places);
  }

private:
  /// The lower halves of all segments of one or two vectors, plus the upper
  /// ones. Segments shorter than a group stay in theirs.
  Segments addHalves(ArrayRef<Segments> parts) {
    int64_t lanes = parts.front().lanes(), length = parts.front().length();
    unsigned bits = cast<VectorType>(parts.front().vector.getType())
                        .getElementTypeBitWidth();
    int64_t group = std::max<int64_t>(1, kGroupBits / bits);
    group = length > group || group > lanes ? lanes : group;
    SmallVector<int64_t> lower, upper, rows;
    for (int64_t first = 0; first < lanes; first += group)
      for (auto [number, part] : llvm::enumerate(parts))
        for (int64_t begin = first; begin < first + group; begin += length) {
          rows.push_back(part.rows[begin / length]);
          for (int64_t lane = begin; lane < begin + length / 2; ++lane) {
            lower.push_back(lane + int64_t(number) * lanes);
            upper.push_back(lower.back() + length / 2);
          }
        }
    auto shuffle = [&](ArrayRef<int64_t> places) -> Value {
      return vector::ShuffleOp::create(builder_, loc_, parts.front().vector,
                                       parts.back().vector, places);
    };
    Value low = shuffle(lower), high = shuffle(upper);
    return {arith::AddFOp::create(builder_, loc_, low, high), std::move(rows)};
  }

  OpBuilder &builder_;
  Location loc_;
};

/// Sums along the last dimension alone, that are vectors.
struct AddLanes final : OpRewritePattern<vector::MultiDimReductionOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::MultiDimReductionOp op,
                                PatternRewriter &rewriter) const override {
    VectorType type = op.getSourceVectorType();
    // A sum that is no vector stays: with all of these by halves as well,
    // mobilenet took three times as long.
    if (op.getKind() != vector::CombiningKind::ADD || op.isMasked() ||
        !isa<VectorType>(op.getDest().getType()) || type.isScalable() ||
        !isa<FloatType>(type.getElementType()) ||
        op.getReductionDims() != ArrayRef<int64_t>{type.getRank() - 1})
      return failure();
    int64_t lanes = type.getShape().back();
    if (lanes < 4 || !llvm::isPowerOf2_64(lanes))
      return failure(); // There is one order for two.
    rewriter.replaceOpWithNewOp<arith::AddFOp>(op, sumsOf(rewriter, op, lanes),
                                               op.getAcc());
    return success();
  }

private:
  /// At most `together` rows at a time.
  static Value sumsOf(OpBuilder &builder, vector::MultiDimReductionOp op,
                      int64_t together) {
    Location loc = op.getLoc();
    auto sums = cast<VectorType>(op.getDest().getType());
    int64_t count = sums.getNumElements();
    auto flat = VectorType::get(count, sums.getElementType());
    Value result;
    if (count > together)
      result = ub::PoisonOp::create(builder, loc, flat);
    for (int64_t first = 0; first < count; first += together) {
      SmallVector<Value> rows;
      for (int64_t row = first; row < std::min(first + together, count); ++row)
        rows.push_back(vector::ExtractOp::create(
            builder, loc, op.getSource(), position(sums.getShape(), row)));
      Value part = LaneAdder(builder, loc).add(rows);
      result = result ? vector::InsertStridedSliceOp::create(
                            builder, loc, part, result, {first}, {1})
                            .getResult()
                      : part;
    }
    if (sums == flat)
      return result;
    return vector::ShapeCastOp::create(builder, loc, sums, result);
  }

  static SmallVector<int64_t> position(ArrayRef<int64_t> shape, int64_t row) {
    SmallVector<int64_t> indices(shape.size());
    for (size_t dim = shape.size(); dim-- > 0; row /= shape[dim])
      indices[dim] = row % shape[dim];
    return indices;
  }
};
} // namespace

void ingot::populateAddLanesPatterns(RewritePatternSet &patterns) {
  // Before upstream's, which take the matrix apart.
  patterns.add<AddLanes>(patterns.getContext(), /*benefit=*/10);
}
