//===- ConvolutionLayout.cpp - the layout a convolution runs best in ------===//
//
// Channels last is the rule: filters fill whole vectors, any stride and any
// width of the map cost nothing, and a pixel's channels lie side by side for
// the reduction. The width is better only where there are fewer filters than
// lanes and rows are long: a convolution to one filter has 15 of 16 lanes idle
// otherwise. A stride along the width would gather, so it counts against it.
// Where a map has its channels last already, and enough of them, such a
// convolution sums along the channels, with a vector of partial sums for each
// pixel: nothing is copied, and the filters have their channels last.
//
// Depthwise convolutions and those with little work per element of their maps
// are bound by memory: they take the layout that their input has. So do those
// with windows of one pixel, which are matrix products either way.
//
//===----------------------------------------------------------------------===//

#include "pipeline/transforms/ConvolutionLayout.h"

#include "pipeline/codegen/ConvolutionVectors.h"

#include <algorithm>
#include <numeric>

using namespace mlir;
using linalg::ConvolutionDimensions;

namespace ingot {

/// Multiplications per element of input and result from which on copies of both
/// are repaid; a quarter of that where most lanes would be idle without them.
static constexpr int64_t kMinWorkPerElement = 16;
/// Reads of each element of the filter from which on its copy is repaid; the
/// copy of a constant is made once and not counted.
static constexpr int64_t kMinFilterReuse = 16;
/// What a lane along the width must bring more than one along the channels to
/// be preferred: all neighbours run with channels last.
static constexpr double kPreferChannels = 0.75;
/// The share of a vector that a strided load is worth where layouts are chosen
/// for a network.
static constexpr double kStrided = 0.2;
/// What it is worth where nothing is copied for it: a shuffle or some for each
/// vector that all rows of a tile share.
static constexpr double kInSteps = 0.7;
/// Vectors of a sum along the channels that are worth adding up the lanes.
static constexpr int64_t kMinSumVectors = 8;

namespace {

/// One convolution and its dimensions, as maps and sizes tell them.
class Choice {
public:
  Choice(linalg::LinalgOp op, const ConvolutionDimensions &dims,
         unsigned vectorBits)
      : op_(op), dims_(dims), ranges_(op.getStaticLoopRanges()),
        maps_(op.getIndexingMapsArray()), vectorBits_(vectorBits) {
    Type element = getElementTypeOrSelf(op.getDpsInits().front().getType());
    unsigned bits = std::max(8u, element.getIntOrFloatBitWidth());
    lanes_ = std::max(1u, vectorBits / bits);
  }

  std::optional<ConvolutionLayout>
  choose(std::optional<ArrayRef<int64_t>> known) const {
    ConvolutionLayout last = layout(/*channelsLast=*/true);
    ConvolutionLayout first = layout(/*channelsLast=*/false);
    if (isProduct() && !known && !copiesMaps(first))
      return std::nullopt;
    bool wantsLast = channelUse() >= kPreferChannels * widthUse();
    if (!wantsLast && sumsAlongChannels(last, known))
      return layout(/*channelsLast=*/true, /*filtersFirst=*/true);
    const ConvolutionLayout *wanted = wantsLast ? &last : &first;
    // Depthwise, the copies cost as much as the work.
    if (isDepthwise() && known)
      wanted = *known == ArrayRef(first.input) ? &first : &last;
    double gain = wantsLast ? channelUse() / widthUseInPlace()
                            : widthUse() / channelUse();
    if (!isWorthCopies(*wanted, known, gain))
      return std::nullopt;
    ConvolutionLayout chosen = *wanted;
    if (!isWorthFilterCopy(chosen)) {
      if (!isVectorByMatrix(chosen))
        return std::nullopt;
      std::iota(chosen.filter.begin(), chosen.filter.end(), 0);
    }
    return chosen;
  }

private:
  /// True for windows of one pixel next to each other, in long rows: filters
  /// times pixels, or pixels times filters, which is as fast. Panels of narrow
  /// elements want the latter.
  bool isProduct() const {
    return isOfFloats() && size(dims_.filterLoop) == 1 && dims_.depth.empty() &&
           llvm::all_of(dims_.strides,
                        [](int64_t step) { return step == 1; }) &&
           size(dims_.outputImage.back()) >= 2 * lanes_ &&
           widthUse() >= kPreferChannels;
  }

  bool isOfFloats() const {
    return isa<Float32Type, Float64Type>(
        getElementTypeOrSelf(op_->getOperand(0).getType()));
  }

  bool isDepthwise() const {
    return !dims_.depth.empty() && dims_.inputChannel.empty();
  }

  /// Elements of these loops; a guess that fills every vector if unknown.
  int64_t size(ArrayRef<unsigned> loops) const {
    int64_t product = 1;
    for (unsigned loop : loops) {
      int64_t range = ranges_[loop];
      if (ShapedType::isDynamic(range))
        return int64_t(1) << 20;
      product *= std::max<int64_t>(1, range);
    }
    return product;
  }

  /// The share of lanes that work on `elements` side by side.
  double use(int64_t elements) const {
    int64_t vectors = llvm::divideCeil(elements, lanes_);
    return double(elements) / double(vectors * lanes_);
  }
  double channelUse() const {
    return use(size(isDepthwise() ? dims_.depth : dims_.outputChannel));
  }
  int64_t step() const {
    return dims_.strides.empty() ? 1 : dims_.strides.back();
  }
  double widthUse() const {
    double share = use(size(dims_.outputImage.back()));
    return step() == 1 ? share : std::min(share, kStrided);
  }
  /// Of a convolution that stays as it is. Channels of a depthwise one share no
  /// vector; bytes have their panels with channels last only.
  double widthUseInPlace() const {
    if (step() == 1 || step() > maxStepOfRows(vectorBits_) || isDepthwise() ||
        !isOfFloats())
      return widthUse();
    return use(size(dims_.outputImage.back())) * kInSteps;
  }

  /// True if all pixels' channels lie side by side, in the map as it is or as
  /// it exists besides, and make up for filters that fill no vector.
  bool sumsAlongChannels(const ConvolutionLayout &last,
                         std::optional<ArrayRef<int64_t>> known) const {
    Type element = getElementTypeOrSelf(op_->getResult(0).getType());
    if (!dims_.depth.empty() || !isa<Float32Type, Float64Type>(element) ||
        ShapedType::isDynamicShape(ranges_) ||
        !areFewFilters(size(dims_.outputChannel), lanes_))
      return false;
    bool isThere = known
                       ? *known == ArrayRef(last.input)
                       : copied(op_->getOperand(0).getType(), last.input) == 0;
    int64_t channels = size(dims_.inputChannel);
    int64_t vectors =
        size(dims_.filterLoop) * llvm::divideCeil(channels, lanes_);
    return isThere && vectors >= kMinSumVectors &&
           use(channels) >= kPreferChannels * widthUse();
  }

  /// The positions of `map`'s results in the order of `rank`, which gives each
  /// its place.
  static Permutation sorted(AffineMap map,
                            llvm::function_ref<int(AffineExpr)> rank) {
    Permutation order(map.getNumResults());
    std::iota(order.begin(), order.end(), 0);
    llvm::sort(order, [&](int64_t a, int64_t b) {
      return std::pair(rank(map.getResult(a)), a) <
             std::pair(rank(map.getResult(b)), b);
    });
    return order;
  }
  static bool isOf(AffineExpr expression, ArrayRef<unsigned> loops) {
    return llvm::any_of(
        loops, [&](unsigned loop) { return expression.isFunctionOfDim(loop); });
  }

  ConvolutionLayout layout(bool channelsLast, bool filtersFirst = false) const {
    auto place = [&](AffineExpr expression) {
      if (isOf(expression, dims_.outputImage))
        return channelsLast ? 1 : 4;
      if (isOf(expression, dims_.depth))
        return 2;
      if (isOf(expression, dims_.inputChannel) ||
          isOf(expression, dims_.outputChannel))
        return 3;
      return 0;
    };
    ConvolutionLayout layout;
    layout.input = sorted(maps_[0], place);
    layout.result = sorted(maps_[2], place);
    if (channelsLast) {
      layout.filter = sorted(maps_[1], [&](AffineExpr expression) {
        if (isOf(expression, dims_.outputChannel))
          return filtersFirst ? 0 : 3;
        if (isOf(expression, dims_.inputChannel))
          return 2;
        bool isGroup = isOf(expression, dims_.depth);
        return isGroup ? (dims_.inputChannel.empty() ? 2 : 0) : 1;
      });
      llvm::append_range(layout.reductions, dims_.filterLoop);
      llvm::append_range(layout.reductions, dims_.inputChannel);
    } else {
      layout.filter = sorted(maps_[1], [](AffineExpr) { return 0; });
      llvm::append_range(layout.reductions, dims_.inputChannel);
      llvm::append_range(layout.reductions, dims_.filterLoop);
    }
    return layout;
  }

  /// Elements of a map of the given shape if arranging it costs a copy.
  static int64_t copied(Type type, ArrayRef<int64_t> permutation) {
    auto tensor = cast<RankedTensorType>(type);
    if (isReshape(tensor.getShape(), permutation))
      return 0;
    return tensor.hasStaticShape() ? tensor.getNumElements() : 1;
  }

  /// True if input or result lie otherwise.
  bool copiesMaps(const ConvolutionLayout &layout) const {
    return copied(op_->getOperand(0).getType(), layout.input) +
               copied(op_->getResult(0).getType(), layout.result) >
           0;
  }

  /// True if the work repays the copies of input and result.
  bool isWorthCopies(const ConvolutionLayout &layout,
                     std::optional<ArrayRef<int64_t>> known,
                     double gain) const {
    double needed = kMinWorkPerElement / std::clamp(gain, 1.0, 4.0);
    bool exists = known && *known == ArrayRef(layout.input);
    int64_t copies =
        (exists ? 0 : copied(op_->getOperand(0).getType(), layout.input)) +
        (exists ? 0 : copied(op_->getResult(0).getType(), layout.result));
    if (copies == 0)
      return true;
    SmallVector<unsigned> sums(layout.reductions);
    if (llvm::is_contained(ranges_, ShapedType::kDynamic))
      return double(size(sums)) >= needed;
    double work = 1;
    for (int64_t range : ranges_)
      work *= double(range);
    return work >= double(copies) * needed;
  }

  /// True if the filter is right as it is, constant, or read often enough. One
  /// that is read by one pixel only and has its taps side by side is not
  /// copied: its rows are summed where they lie.
  bool isWorthFilterCopy(const ConvolutionLayout &layout) const {
    auto filter = cast<RankedTensorType>(op_->getOperand(1).getType());
    if (isReshape(filter.getShape(), layout.filter))
      return true;
    int64_t reuse = size(dims_.batch) * size(dims_.outputImage);
    if (reuse >= kMinFilterReuse)
      return true;
    Operation *source = op_->getOperand(1).getDefiningOp();
    return source && source->getNumOperands() == 0 &&
           size(dims_.filterLoop) > 1;
  }

  /// True for one pixel and one tap, whose maps are not copied: a vector times
  /// the filter's rows. Spelled with the channels last it is seen as such.
  bool isVectorByMatrix(const ConvolutionLayout &layout) const {
    return size(dims_.outputImage) == 1 && size(dims_.filterLoop) == 1 &&
           !dims_.inputChannel.empty() && !copiesMaps(layout);
  }

  linalg::LinalgOp op_;
  const ConvolutionDimensions &dims_;
  SmallVector<int64_t> ranges_;
  SmallVector<AffineMap> maps_;
  unsigned vectorBits_;
  int64_t lanes_;
};

} // namespace

std::optional<ConvolutionLayout>
chooseConvolutionLayout(linalg::LinalgOp op, unsigned vectorBits,
                        std::optional<ArrayRef<int64_t>> known) {
  if (op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1 ||
      op.getNumReductionLoops() == 0 || !op.hasPureTensorSemantics() ||
      !getElementTypeOrSelf(op.getDpsInits().front()).isIntOrFloat())
    return std::nullopt;
  FailureOr<ConvolutionDimensions> dims = linalg::inferConvolutionDims(op);
  if (failed(dims) || dims->outputImage.empty() ||
      (dims->outputChannel.empty() && dims->depth.empty()) ||
      llvm::is_contained(op.getStaticLoopRanges(), 0))
    return std::nullopt;
  return Choice(op, *dims, vectorBits).choose(known);
}

} // namespace ingot
