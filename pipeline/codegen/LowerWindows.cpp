//===- LowerWindows.cpp - sums of bytes over windows by pairs -------------===//
//
// A tile of some rows of windows and some channels, each channel with weights
// of its own: a depthwise convolution of bytes. Lane by lane, a product of 32
// bits takes two extensions, a multiplication that is slow or none, and an
// addition. Instructions that multiply 16 bits and add pairs do two places of a
// window at once, if the channels of both alternate: bytes are interleaved and
// made longer together, by as many shuffles as two extensions take.
//
// Which two places: windows of neighbouring rows overlap, so a pair of places
// across the rows (of two lines of the image) serves as many windows as cover
// it, and is made once. An odd place meets a zero among the weights. Everything
// is straight code, for all rows of a tile: sums of a window never leave their
// register, and weights are made longer once a tile.
//
// The image's zero point leaves the sum: the sum of (x - p) w is that of x w,
// and p times the sum of the weights, from which every row starts. 32 bits wrap
// around, so results are those of the op, to the bit.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/ByteWindows.h"
#include "pipeline/codegen/Passes.h"
#include "pipeline/codegen/ProductRows.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"

#include <map>

namespace ingot {
#define GEN_PASS_DEF_LOWERWINDOWS
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot

using namespace mlir;
using ingot::ByteWindow;
using ingot::DotInstruction;

namespace {
/// A number for each loop of the op.
using Place = SmallVector<int64_t>;

/// One place of the window or two: the reductions' numbers, zeros elsewhere.
using Group = SmallVector<Place, 2>;

/// Writes the vectors of one tile.
class WindowWriter {
public:
  WindowWriter(linalg::GenericOp op, const ByteWindow &window,
               const DotInstruction &widest, bool fromZero)
      : op_(op), window_(window), widest_(widest), fromZero_(fromZero),
        builder_(op), loc_(op.getLoc()), ranges_(op.getStaticLoopRanges()) {}

  /// As many channels at a time as the widest vectors have, then half of that.
  void run() {
    groups_ = groups();
    int64_t channels = ranges_[window_.channel], done = 0;
    for (int64_t lanes = widest_.vectorBits / 32; done < channels; lanes /= 2) {
      int64_t end = done + (channels - done) / lanes * lanes;
      dots_ = ingot::findNarrower(widest_, lanes);
      if (end - done == lanes)
        writeChannels(constant(done));
      else if (end != done)
        loopOver(done, end, lanes);
      done = end;
    }
  }

private:
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(builder_, loc_, value);
  }
  void loopOver(int64_t begin, int64_t end, int64_t step) {
    auto loop = scf::ForOp::create(builder_, loc_, constant(begin),
                                   constant(end), constant(step));
    OpBuilder::InsertionGuard guard(builder_);
    builder_.setInsertionPointToStart(loop.getBody());
    writeChannels(loop.getInductionVar());
  }
  VectorType vectorOf(int64_t elements, unsigned bits) {
    return VectorType::get({elements}, builder_.getIntegerType(bits));
  }
  Value splat(VectorType type, int64_t value) {
    return arith::ConstantOp::create(
        builder_, loc_,
        DenseElementsAttr::get(
            type, builder_.getIntegerAttr(type.getElementType(), value)));
  }
  int64_t lanes() const { return dots_->vectorBits / 32; }
  AffineMap mapOf(OpOperand *operand) {
    return op_.getMatchingIndexingMap(operand);
  }

  //===--------------------------------------------------------------------===//
  // Which places make a pair
  //===--------------------------------------------------------------------===//

  /// Every place of the window in groups. Pairs are of places that rows do not
  /// move windows along.
  SmallVector<Group> groups() {
    SmallVector<unsigned> along, across;
    for (auto [loop, kind] : llvm::enumerate(op_.getIteratorTypesArray()))
      if (kind == utils::IteratorType::reduction)
        (movesWithRows(loop) ? along : across).push_back(loop);
    SmallVector<Group> found;
    SmallVector<Place> lines = placesOf(across);
    for (const Place &column : placesOf(along))
      for (size_t line = 0; line < lines.size(); line += 2) {
        Group group;
        for (size_t i = line; i < std::min(line + 2, lines.size()); ++i)
          group.push_back(sum(column, lines[i]));
        found.push_back(std::move(group));
      }
    return found;
  }

  /// True if a dimension of the image depends on `loop` and on the rows.
  bool movesWithRows(unsigned loop) {
    std::optional<unsigned> rows = rowLoop();
    return rows && llvm::any_of(mapOf(window_.image.operand).getResults(),
                                [&](AffineExpr result) {
                                  return result.isFunctionOfDim(loop) &&
                                         result.isFunctionOfDim(*rows);
                                });
  }

  /// The innermost loop of several windows.
  std::optional<unsigned> rowLoop() {
    std::optional<unsigned> found;
    for (auto [loop, kind] : llvm::enumerate(op_.getIteratorTypesArray()))
      if (kind == utils::IteratorType::parallel && loop != window_.channel &&
          ranges_[loop] != 1)
        found = loop;
    return found;
  }

  /// All numbers of `loops`, the last one innermost.
  SmallVector<Place> placesOf(ArrayRef<unsigned> loops) {
    SmallVector<Place> places = {Place(ranges_.size(), 0)};
    for (unsigned loop : loops) {
      SmallVector<Place> more;
      for (const Place &place : places)
        for (int64_t number = 0; number < ranges_[loop]; ++number) {
          more.push_back(place);
          more.back()[loop] = number;
        }
      places = std::move(more);
    }
    return places;
  }

  /// Of two places of different loops.
  static Place sum(ArrayRef<int64_t> a, ArrayRef<int64_t> b) {
    Place result(a);
    for (auto [number, other] : llvm::zip_equal(result, b))
      number += other;
    return result;
  }

  //===--------------------------------------------------------------------===//
  // Vectors
  //===--------------------------------------------------------------------===//

  /// All windows of the channels from `channel` on.
  void writeChannels(Value channel) {
    channel_ = channel;
    pairs_.clear();
    SmallVector<Value> weights = llvm::map_to_vector(
        groups_, [&](const Group &group) { return weightsOf(group); });
    Value start = startOf(weights);
    SmallVector<unsigned> loops;
    for (unsigned loop = 0; loop < ranges_.size(); ++loop)
      if (op_.getIteratorTypesArray()[loop] == utils::IteratorType::parallel &&
          loop != window_.channel)
        loops.push_back(loop);
    OpOperand *result = op_.getDpsInitOperand(0);
    for (const Place &row : placesOf(loops)) {
      Value sums = start;
      if (!fromZero_)
        sums = arith::AddIOp::create(builder_, loc_,
                                     load(result, row, lanes(), 32), start);
      for (auto [group, weight] : llvm::zip_equal(groups_, weights))
        sums = addProducts(sums, imageOf(row, group), weight);
      vector::StoreOp::create(builder_, loc_, sums, result->get(),
                              indicesOf(result, row));
    }
  }

  /// What every window starts from: less for the image's zero point.
  Value startOf(ArrayRef<Value> weights) {
    VectorType type = vectorOf(lanes(), 32);
    Value zero = splat(type, 0), point = imageOffset();
    if (!point)
      return zero;
    Value ones = splat(vectorOf(2 * lanes(), 16), 1), sums = zero;
    for (Value weight : weights)
      sums = addProducts(sums, ones, weight);
    Value points = vector::BroadcastOp::create(builder_, loc_, type, point);
    sums = arith::MulIOp::create(builder_, loc_, sums, points);
    return arith::SubIOp::create(builder_, loc_, zero, sums);
  }

  /// The image's zero point, of 32 bits; null for none.
  Value imageOffset() {
    const ingot::Offset &offset = window_.image.offset;
    if (!offset.value)
      return {};
    IRMapping mapping;
    if (offset.operand)
      mapping.map(op_.getMatchingBlockArgument(offset.operand),
                  offset.operand->get());
    Operation *made = offset.value.getDefiningOp();
    if (made && made->getBlock() == op_.getBlock())
      return builder_.clone(*made, mapping)->getResult(0);
    return mapping.lookupOrDefault(offset.value);
  }

  Value addProducts(Value sums, Value image, Value weights) {
    Value products =
        LLVM::CallIntrinsicOp::create(builder_, loc_, vectorOf(lanes(), 32),
                                      builder_.getStringAttr(dots_->intrinsic),
                                      ValueRange{image, weights})
            .getResult(0);
    return arith::AddIOp::create(builder_, loc_, sums, products);
  }

  SmallVector<Value> indicesOf(OpOperand *operand, ArrayRef<int64_t> place) {
    SmallVector<Value> indices;
    for (int64_t index : mapOf(operand).compose(place))
      indices.push_back(constant(index));
    indices.back() = channel_;
    return indices;
  }

  Value load(OpOperand *operand, ArrayRef<int64_t> place, int64_t elements,
             unsigned bits) {
    return vector::LoadOp::create(builder_, loc_, vectorOf(elements, bits),
                                  operand->get(), indicesOf(operand, place));
  }
  Value bytesOf(const ingot::NarrowFactor &factor, ArrayRef<int64_t> place) {
    return load(factor.operand, place, lanes(), 8);
  }

  Value longer(Value bytes, bool isSigned, VectorType type) {
    if (isSigned)
      return arith::ExtSIOp::create(builder_, loc_, type, bytes);
    return arith::ExtUIOp::create(builder_, loc_, type, bytes);
  }

  /// The bytes of both by turns, in 16 bits.
  Value alternating(Value first, Value second, bool isSigned) {
    Value both = vector::InterleaveOp::create(builder_, loc_, first, second);
    return longer(both, isSigned, vectorOf(2 * lanes(), 16));
  }

  /// The weights of a group, less their zero point, with zeros for a second
  /// place that is not there.
  Value weightsOf(const Group &group) {
    const ingot::NarrowFactor &factor = window_.weights;
    bool isPair = group.size() == 2;
    Value first = bytesOf(factor, group.front()),
          second = isPair ? bytesOf(factor, group.back())
                          : splat(vectorOf(lanes(), 8), 0);
    Value words = alternating(first, second, factor.isSigned);
    if (window_.weightOffset == 0)
      return words;
    auto point = static_cast<int16_t>(window_.weightOffset);
    SmallVector<int16_t> points(2 * lanes(), point);
    if (!isPair)
      for (int64_t lane = 0; lane < lanes(); ++lane)
        points[2 * lane + 1] = 0;
    auto type = cast<VectorType>(words.getType());
    Value less = arith::ConstantOp::create(
        builder_, loc_, DenseElementsAttr::get(type, ArrayRef(points)));
    return arith::SubIOp::create(builder_, loc_, words, less);
  }

  /// What the window `row` reads at the places of `group`, made once for all
  /// windows. A single place in 32 bits has its sign where the pair has a
  /// second one, and the weights zeros.
  Value imageOf(ArrayRef<int64_t> row, const Group &group) {
    const ingot::NarrowFactor &factor = window_.image;
    SmallVector<int64_t> key;
    for (const Place &place : group)
      llvm::append_range(key, mapOf(factor.operand).compose(sum(row, place)));
    Value &made = pairs_[key];
    if (made)
      return made;
    Value first = bytesOf(factor, sum(row, group.front()));
    if (group.size() == 2)
      made = alternating(first, bytesOf(factor, sum(row, group.back())),
                         factor.isSigned);
    else
      made = vector::BitCastOp::create(
          builder_, loc_, vectorOf(2 * lanes(), 16),
          longer(first, factor.isSigned, vectorOf(lanes(), 32)));
    return made;
  }

  linalg::GenericOp op_;
  const ByteWindow &window_;
  const DotInstruction &widest_;
  bool fromZero_; ///< Not from what the result holds.
  OpBuilder builder_;
  Location loc_;
  SmallVector<int64_t> ranges_;
  SmallVector<Group> groups_;

  // Of the channels that are being written.
  const DotInstruction *dots_ = nullptr;
  Value channel_; ///< The first.
  /// By the indices of what was read.
  std::map<SmallVector<int64_t>, Value> pairs_;
};

struct LowerWindows final : ingot::impl::LowerWindowsBase<LowerWindows> {
  void runOnOperation() override {
    SmallVector<linalg::GenericOp> tiles;
    getOperation().walk([&](linalg::GenericOp op) {
      if (op->hasAttr(ingot::kWindowAttribute))
        tiles.push_back(op);
    });
    for (linalg::GenericOp op : tiles)
      if (failed(lower(op)))
        return signalPassFailure();
  }

private:
  /// What is no tile of known size stays a loop.
  static LogicalResult lower(linalg::GenericOp op) {
    auto name = dyn_cast<StringAttr>(op->removeAttr(ingot::kWindowAttribute));
    const DotInstruction *dots =
        name ? ingot::findDotInstruction(name) : nullptr;
    if (!dots || ingot::pairsOf(*dots) != dots)
      return op.emitOpError("there are no pairs of products ") << name;
    std::optional<ByteWindow> window = ingot::matchByteWindow(op);
    if (!window || !isDense(op))
      return success();
    linalg::FillOp fill = ingot::zeroFillOf(op);
    WindowWriter(op, *window, *dots, fill != nullptr).run();
    op.erase();
    if (fill)
      fill.erase();
    return success();
  }

  static bool isDense(linalg::GenericOp op) {
    return llvm::none_of(op.getStaticLoopRanges(), ShapedType::isDynamic) &&
           llvm::all_of(op->getOperandTypes(), [](Type type) {
             auto memory = dyn_cast<MemRefType>(type);
             return !memory || memory.areTrailingDimsContiguous(1);
           });
  }
};
} // namespace
