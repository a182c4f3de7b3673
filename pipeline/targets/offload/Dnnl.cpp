//===- Dnnl.cpp - what oneDNN computes ------------------------------------===//
//
// The table of oneDNN. Functions get sizes and strides, so a row takes every op
// that is such a computation, named or not, in any order of dimensions. The
// functions themselves are in client/libraries/dnnl, whose README.md says what
// their attributes mean.
//
// Thresholds and how much faster the library is are those of
// tests/bench/offload.py; its table stands in README.md.
//
//===----------------------------------------------------------------------===//

#include "pipeline/targets/offload/DnnlLayerNorm.h"
#include "pipeline/targets/offload/DnnlSoftmax.h"
#include "pipeline/targets/offload/Epilogue.h"
#include "pipeline/targets/offload/LibraryTable.h"
#include "pipeline/targets/offload/LoopSteps.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace ingot::offload;
using ingot::CauseKind;

using llvm::json::Array;

namespace {

Array list(ArrayRef<int64_t> numbers) {
  Array all;
  for (int64_t number : numbers)
    all.push_back(number);
  return all;
}

bool isF32(Value value) {
  return getElementTypeOrSelf(value.getType()).isF32();
}

bool isZero(Value value) {
  return matchPattern(value, m_AnyZeroFloat()) ||
         matchPattern(value, m_PosZeroFloat());
}

/// Why an op has no LoopSteps.
Refusal refusalOfLoops(linalg::LinalgOp op) {
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  if (ShapedType::isDynamicShape(sizes))
    return {CauseKind::Shape, "has a size that only the run knows"};
  if (llvm::is_contained(sizes, 0))
    return {CauseKind::Shape, "has no elements"};
  return {CauseKind::Layout, "reads elements that lie at no fixed steps"};
}

constexpr Refusal kNotF32{CauseKind::Type, "computes with other types than f32",
                          "f32"},
    kNotFromZero{CauseKind::Body, "adds to something else than zero"},
    kMoreThanProducts{CauseKind::Body,
                      "does more with its operands than multiply and add"},
    kApart{CauseKind::Layout,
           "goes through dimensions that do not lie together as one"},
    kOtherEpilogue{CauseKind::Body,
                   "is followed by what the function does not do as it stores, "
                   "which would be another pass over memory"};

/// True if the op sums up from zero.
bool startsAtZero(linalg::LinalgOp op) {
  Value init = op.getDpsInits()[0];
  if (auto fill = init.getDefiningOp<linalg::FillOp>())
    return isZero(fill.getInputs()[0]);
  return isZero(init);
}

/// The dimension of the result that the one of `loops` goes along which is not
/// of size one; any of them if all are, none if there are two.
std::optional<int64_t> resultDim(linalg::LinalgOp op, const LoopSteps &steps,
                                 ArrayRef<unsigned> loops) {
  std::optional<unsigned> only;
  for (unsigned loop : loops) {
    if (!only || steps.size(*only) == 1)
      only = loop;
    else if (steps.size(loop) != 1)
      return std::nullopt;
  }
  if (!only)
    return std::nullopt;
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  return map.getResultPosition(getAffineDimExpr(*only, op.getContext()));
}

/// Upstream's check of the body alone lets functions of one operand be in it.
bool isProductSum(linalg::LinalgOp op) {
  Block &body = *op.getBlock();
  return llvm::hasNItems(body.without_terminator(), 2) &&
         linalg::detail::isContractionBody(
             body, [](Operation *multiply, Operation *add) {
               return isa<arith::MulFOp>(multiply) && isa<arith::AddFOp>(add);
             });
}

int64_t numberOf(const LibraryCall &call, StringRef member, size_t index) {
  return call.attributes.getArray(member)
      ->begin()[index]
      .getAsInteger()
      .value();
}

int64_t productOf(const LibraryCall &call, StringRef member) {
  int64_t product = 1;
  for (const llvm::json::Value &number : *call.attributes.getArray(member))
    product *= number.getAsInteger().value();
  return product;
}

//===----------------------------------------------------------------------===//
// dnnl.matmul
//===----------------------------------------------------------------------===//

/// {"sizes":[batch, m, n, k],"a":[batch, m, k],"b":[batch, k, n],
///  "c":[batch, m, n]}, all but the first strides.
LibraryMatch matchProduct(Operation *op) {
  auto product = dyn_cast<linalg::LinalgOp>(op);
  if (!product || !linalg::isaContractionOpInterface(product) ||
      product->getNumResults() != 1)
    return Refusal{CauseKind::Operation, "is no product"};
  if (!llvm::all_of(op->getOperands(), isF32))
    return kNotF32;
  if (!isProductSum(product))
    return kMoreThanProducts;
  FailureOr<linalg::ContractionDimensions> dims =
      linalg::inferContractionDims(product);
  FailureOr<LoopSteps> steps = LoopSteps::of(product);
  if (failed(dims) || failed(steps))
    return refusalOfLoops(product);
  if (!startsAtZero(product))
    return kNotFromZero;
  FailureOr<MergedLoop> batch = steps->merge(dims->batch),
                        m = steps->merge(dims->m), n = steps->merge(dims->n),
                        k = steps->merge(dims->k);
  if (failed(batch) || failed(m) || failed(n) || failed(k))
    return kApart;
  unsigned a = 0, b = 1;
  ArrayRef<unsigned> columns = dims->n;
  // The library writes rows: those of the result are the dimension that lies
  // together, whichever operand it is from.
  if (n->steps[2] != 1 && (n->size != 1 || m->steps[2] == 1)) {
    std::swap(m, n);
    std::swap(a, b);
    columns = dims->m;
  }
  auto lies = [](int64_t x, int64_t y) { return x <= 1 || y <= 1; };
  if (n->steps[2] > 1 || !lies(m->steps[a], k->steps[a]) ||
      !lies(k->steps[b], n->steps[b]))
    return Refusal{CauseKind::Layout,
                   "has a matrix neither of whose dimensions lies together"};
  LibraryCall call;
  call.ops = {op};
  call.operands = {op->getOperand(a), op->getOperand(b)};
  call.work = batch->size * m->size * n->size * k->size;
  call.attributes["sizes"] = list({batch->size, m->size, n->size, k->size});
  call.attributes["a"] = list({batch->steps[a], m->steps[a], k->steps[a]});
  call.attributes["b"] = list({batch->steps[b], k->steps[b], n->steps[b]});
  call.attributes["c"] = list({batch->steps[2], m->steps[2], n->steps[2]});
  std::optional<int64_t> dim = resultDim(product, *steps, columns);
  if (!takeEpilogue(call, dim.value_or(-1)))
    return kOtherEpilogue;
  return call;
}

/// One of the operands is a row or a column: memory decides.
template <bool wantsVector> LibraryMatch matchMatmul(Operation *op) {
  LibraryMatch match = matchProduct(op);
  auto *call = std::get_if<LibraryCall>(&match);
  if (!call)
    return match;
  bool isVector =
      numberOf(*call, "sizes", 1) == 1 || numberOf(*call, "sizes", 2) == 1;
  if (isVector == wantsVector)
    return match;
  return Refusal{CauseKind::Operation, "is of the other row"};
}

//===----------------------------------------------------------------------===//
// dnnl.convolution
//===----------------------------------------------------------------------===//

/// The dimension of `operand` that `loop` goes along.
std::optional<int64_t> dimOf(linalg::LinalgOp op, OpOperand *operand,
                             unsigned loop) {
  AffineMap map = op.getMatchingIndexingMap(operand);
  for (auto [dim, index] : llvm::enumerate(map.getResults()))
    if (index.isFunctionOfDim(loop))
      return static_cast<int64_t>(dim);
  return std::nullopt;
}

/// A window that moves over an image, and how it all lies.
struct Window {
  Value source; ///< What the image is padded from, or the image.
  RankedTensorType type;
  tensor::PadOp pad; ///< Null if the image is not padded here.
  /// By dimension of space.
  SmallVector<int64_t> sizes, strides, out, outStrides, kernel, kernelStrides,
      low, high;
};

/// The pad in front of an op that alone reads it, if it pads `dims` alone and
/// with `isPadding`.
tensor::PadOp padOf(Value value, ArrayRef<int64_t> dims,
                    bool (*isPadding)(Value)) {
  auto pad = value.getDefiningOp<tensor::PadOp>();
  if (!pad || !value.hasOneUse() || !pad.getSourceType().hasStaticShape() ||
      ShapedType::isDynamicShape(pad.getStaticLow()) ||
      ShapedType::isDynamicShape(pad.getStaticHigh()))
    return {};
  Value with = pad.getConstantPaddingValue();
  if (!with || !isPadding(with))
    return {};
  for (int64_t dim = 0; dim < pad.getSourceType().getRank(); ++dim)
    if (!llvm::is_contained(dims, dim) &&
        (pad.getStaticLow()[dim] != 0 || pad.getStaticHigh()[dim] != 0))
      return {};
  return pad;
}

std::variant<Window, Refusal>
windowOf(linalg::LinalgOp op, const linalg::ConvolutionDimensions &dims,
         bool (*isPadding)(Value)) {
  Window window;
  FailureOr<LoopSteps> steps = LoopSteps::of(op);
  if (failed(steps))
    return refusalOfLoops(op);
  size_t count = dims.outputImage.size();
  if (count == 0 || count > 2 || dims.filterLoop.size() != count)
    return Refusal{CauseKind::Shape,
                   "has a window that moves along none or more than two "
                   "dimensions"};
  OpOperand *image = op.getDpsInputOperand(0);
  SmallVector<int64_t> space;
  for (auto [out, kernel] :
       llvm::zip_equal(dims.outputImage, dims.filterLoop)) {
    std::optional<int64_t> dim = dimOf(op, image, out);
    if (!dim || dimOf(op, image, kernel) != dim)
      return Refusal{CauseKind::Layout,
                     "has a window that lies along other dimensions than it "
                     "moves along"};
    space.push_back(*dim);
    window.out.push_back(steps->size(out));
    window.outStrides.push_back(steps->step(2, out));
    window.kernel.push_back(steps->size(kernel));
    window.kernelStrides.push_back(steps->step(1, kernel));
  }
  window.pad = padOf(image->get(), space, isPadding);
  window.source = window.pad ? window.pad.getSource() : image->get();
  window.type = cast<RankedTensorType>(window.source.getType());
  SmallVector<int64_t> strides = computeStrides(window.type.getShape());
  for (int64_t dim : space) {
    window.sizes.push_back(window.type.getDimSize(dim));
    window.strides.push_back(strides[dim]);
    window.low.push_back(window.pad ? window.pad.getStaticLow()[dim] : 0);
    window.high.push_back(window.pad ? window.pad.getStaticHigh()[dim] : 0);
  }
  return window;
}

/// What convolutions and pools say of their window.
void describe(const Window &window, const linalg::ConvolutionDimensions &dims,
              llvm::json::Object &attributes) {
  attributes["in"] = list(window.sizes);
  attributes["out"] = list(window.out);
  attributes["kernel"] = list(window.kernel);
  attributes["stride"] = list(dims.strides);
  attributes["dilation"] = list(dims.dilations);
  attributes["low"] = list(window.low);
  attributes["high"] = list(window.high);
}

Array joined(ArrayRef<int64_t> first, ArrayRef<int64_t> last) {
  SmallVector<int64_t> all(first);
  llvm::append_range(all, last);
  return list(all);
}

/// Some product is in its body: no pool, which is a convolution to MLIR, too.
bool multiplies(linalg::LinalgOp op) {
  return llvm::any_of(op.getBlock()->without_terminator(), [](Operation &step) {
    return isa<arith::MulFOp, arith::MulIOp>(step);
  });
}

/// {"sizes":[n, groups, filters, channels],"x":[n, group, channel, space...],
///  "w":[group, filter, channel, space...],"y":[n, group, filter, space...]},
/// strides; filters and channels are those of one group; and the window.
LibraryMatch matchConvolution(Operation *op) {
  constexpr Refusal kNoConvolution{CauseKind::Operation, "is no convolution"};
  auto conv = dyn_cast<linalg::LinalgOp>(op);
  if (!conv || conv->getNumResults() != 1 || conv.getNumDpsInputs() != 2 ||
      !multiplies(conv) || !linalg::isaConvolutionOpInterface(conv))
    return kNoConvolution;
  if (!llvm::all_of(op->getOperands(), isF32))
    return kNotF32;
  FailureOr<linalg::ConvolutionDimensions> dims =
      linalg::inferConvolutionDims(conv);
  if (failed(dims))
    return kNoConvolution;
  if (!isProductSum(conv))
    return kMoreThanProducts;
  if (!startsAtZero(conv))
    return kNotFromZero;
  auto found = windowOf(conv, *dims, isZero);
  if (auto *refusal = std::get_if<Refusal>(&found))
    return *refusal;
  const Window *window = &std::get<Window>(found);
  FailureOr<LoopSteps> steps = LoopSteps::of(conv, window->type);
  FailureOr<MergedLoop> n = steps->merge(dims->batch),
                        group = steps->merge(dims->depth),
                        filter = steps->merge(dims->outputChannel),
                        channel = steps->merge(dims->inputChannel);
  if (failed(n) || failed(group) || failed(filter) || failed(channel))
    return kApart;
  LibraryCall call;
  if (window->pad)
    call.ops.push_back(window->pad);
  call.ops.push_back(op);
  call.operands = {window->source, op->getOperand(1)};
  call.work = 1;
  for (int64_t size : conv.getStaticLoopRanges())
    call.work *= size;
  llvm::json::Object &attributes = call.attributes;
  attributes["sizes"] =
      list({n->size, group->size, filter->size, channel->size});
  attributes["x"] = joined({n->steps[0], group->steps[0], channel->steps[0]},
                           window->strides);
  attributes["w"] =
      joined({group->steps[1], filter->steps[1], channel->steps[1]},
             window->kernelStrides);
  attributes["y"] = joined({n->steps[2], group->steps[2], filter->steps[2]},
                           window->outStrides);
  describe(*window, *dims, attributes);
  auto filters = llvm::to_vector<4>(dims->outputChannel);
  llvm::append_range(filters, dims->depth);
  std::optional<int64_t> dim = resultDim(conv, *steps, filters);
  if (!takeEpilogue(call, dim.value_or(-1)))
    return kOtherEpilogue;
  return call;
}

//===----------------------------------------------------------------------===//
// dnnl.pooling
//===----------------------------------------------------------------------===//

bool isLowest(Value value) {
  FloatAttr number;
  return matchPattern(value, m_Constant(&number)) &&
         (number.getValue().isNegInfinity() ||
          number.getValue() == llvm::APFloat::getLargest(
                                   number.getValue().getSemantics(), true));
}

/// Elements from the first to the last of one channel of one image.
int64_t imageSize(const Window &window) {
  int64_t last = 1;
  for (auto [size, stride] : llvm::zip_equal(window.sizes, window.strides))
    last += (size - 1) * stride;
  return last;
}

/// {"kind":"max"|"sum","sizes":[n, channels],"x":[n, channel, space...],
///  "y":[n, channel, space...]} and the window.
LibraryMatch matchPooling(Operation *op) {
  constexpr Refusal kNoPool{CauseKind::Operation, "is no pool"};
  auto pool = dyn_cast<linalg::LinalgOp>(op);
  if (!pool || pool->getNumResults() != 1 || pool.getNumDpsInputs() != 2)
    return kNoPool;
  Block &body = *pool.getBlock();
  if (!llvm::hasSingleElement(body.without_terminator()) ||
      !body.getArgument(1).use_empty() ||
      !linalg::isaConvolutionOpInterface(pool))
    return kNoPool;
  Operation &step = body.front();
  auto fill = pool.getDpsInits()[0].getDefiningOp<linalg::FillOp>();
  bool isMax = isa<arith::MaximumFOp, arith::MaxNumFOp>(step);
  bool reads = llvm::is_contained(step.getOperands(), body.getArgument(0)) &&
               llvm::is_contained(step.getOperands(), body.getArgument(2));
  if (!isF32(op->getOperand(0)) || !isF32(op->getOperand(2)))
    return kNotF32;
  if (!reads || (!isMax && !isa<arith::AddFOp>(step)))
    return Refusal{CauseKind::Body, "takes neither a maximum nor a sum"};
  bool (*isNeutral)(Value) = isMax ? isLowest : isZero;
  if (!fill || !isNeutral(fill.getInputs()[0]))
    return Refusal{CauseKind::Body,
                   "starts with another value than the lowest or zero"};
  FailureOr<linalg::ConvolutionDimensions> dims =
      linalg::inferConvolutionDims(pool);
  if (failed(dims) ||
      dims->inputChannel.size() + dims->outputChannel.size() != 0)
    return Refusal{CauseKind::Shape, "takes several channels together"};
  auto found = windowOf(pool, *dims, isNeutral);
  if (auto *refusal = std::get_if<Refusal>(&found))
    return *refusal;
  const Window *window = &std::get<Window>(found);
  FailureOr<LoopSteps> steps = LoopSteps::of(pool, window->type);
  // Images and channels alike are gone through one by one. Channels are what
  // lies within an image.
  SmallVector<unsigned> images, channels;
  for (unsigned loop : llvm::concat<unsigned>(dims->batch, dims->depth))
    (steps->step(0, loop) >= imageSize(*window) ? images : channels)
        .push_back(loop);
  if (images.size() > 1)
    channels.push_back(images.pop_back_val());
  FailureOr<MergedLoop> n = steps->merge(images),
                        channel = steps->merge(channels);
  if (failed(n) || failed(channel))
    return kApart;
  LibraryCall call;
  if (window->pad)
    call.ops.push_back(window->pad);
  call.ops.push_back(op);
  call.operands = {window->source};
  call.work = 1;
  for (int64_t size : pool.getStaticLoopRanges())
    call.work *= size;
  llvm::json::Object &attributes = call.attributes;
  attributes["kind"] = isMax ? "max" : "sum";
  attributes["sizes"] = list({n->size, channel->size});
  attributes["x"] = joined({n->steps[0], channel->steps[0]}, window->strides);
  attributes["y"] =
      joined({n->steps[2], channel->steps[2]}, window->outStrides);
  describe(*window, *dims, attributes);
  return call;
}

//===----------------------------------------------------------------------===//
// Where it wins
//===----------------------------------------------------------------------===//

/// Of channels that lie apart oneDNN has its reference alone, which takes up to
/// 160 times as long as a kernel, but for AVX-512, where it is slower too. Sums
/// over a few elements are faster in our kernels.
std::optional<Refusal> unlessWidePool(const LibraryCall &call) {
  constexpr int64_t kFew = 16;
  if (numberOf(call, "x", 1) != 1 || numberOf(call, "y", 1) != 1)
    return Refusal{CauseKind::Layout,
                   "has channels that lie apart, which kernels do faster",
                   "channels last"};
  if (call.attributes.getString("kind") == "sum" &&
      productOf(call, "kernel") <= kFew)
    return Refusal{CauseKind::Shape,
                   "sums few elements each, which kernels do faster"};
  return std::nullopt;
}

template <bool isMax> LibraryMatch matchPoolOf(Operation *op) {
  LibraryMatch match = matchPooling(op);
  auto *call = std::get_if<LibraryCall>(&match);
  if (!call || (call->attributes.getString("kind") == "max") == isMax)
    return match;
  return Refusal{CauseKind::Operation, "is of the other row"};
}

/// oneDNN computes it row by row.
std::optional<Refusal> unlessOneColumn(const LibraryCall &call) {
  if (call.attributes.getArray("sizes")->back() == 1)
    return Refusal{CauseKind::Shape,
                   "has rows of one element, which kernels do faster"};
  return std::nullopt;
}

/// oneDNN has work for each row that short ones do not pay, and one row at a
/// time.
std::optional<Refusal> unlessLongRows(const LibraryCall &call) {
  constexpr int64_t kShort = 16, kFewRows = 4;
  if (numberOf(call, "sizes", 1) < kShort)
    return Refusal{CauseKind::Shape, "has short rows, which kernels do faster",
                   "rows of 16 elements"};
  if (numberOf(call, "sizes", 0) < kFewRows)
    return Refusal{CauseKind::Shape, "has few rows, which kernels do faster",
                   "4 rows"};
  return std::nullopt;
}

/// What is added to the result is another image, which oneDNN reads in a pass
/// of its own.
bool takesImage(const LibraryCall &call) {
  const llvm::json::Array *steps = call.attributes.getArray("steps");
  return steps && llvm::any_of(*steps, [](const llvm::json::Value &step) {
           const llvm::json::Object &members = *step.getAsObject();
           return members.get("operand") && !members.get("along");
         });
}

/// Large windows of many channels on many pixels, and large images of which
/// pixels are left out: with vectors of 256 bits oneDNN is ahead there alone.
bool isLargeConvolution(const LibraryCall &call) {
  constexpr int64_t kManyChannels = 96, kPixels = 100, kManyPixels = 196;
  const int64_t pixels = productOf(call, "out");
  if (numberOf(call, "sizes", 1) != 1 || takesImage(call))
    return false;
  return productOf(call, "kernel") > 1
             ? numberOf(call, "sizes", 3) >= kManyChannels && pixels >= kPixels
             : productOf(call, "stride") > 1 && pixels >= kManyPixels;
}

template <bool wantsLarge> LibraryMatch matchConvolutionOf(Operation *op) {
  LibraryMatch match = matchConvolution(op);
  auto *call = std::get_if<LibraryCall>(&match);
  if (!call || isLargeConvolution(*call) == wantsLarge)
    return match;
  return Refusal{CauseKind::Operation, "is of the other row"};
}

/// Filters are filled up to whole vectors and put in another order on each
/// call: of a million weights that takes as long as a pixel takes a kernel.
std::optional<Refusal> unlessWideConvolution(const LibraryCall &call) {
  constexpr int64_t kNarrow = 12, kWeightsOfPixel = int64_t{1} << 20;
  int64_t groups = numberOf(call, "sizes", 1),
          filters = numberOf(call, "sizes", 2),
          channels = numberOf(call, "sizes", 3);
  int64_t weights = filters * channels * productOf(call, "kernel");
  if (groups != 1)
    return Refusal{CauseKind::Shape,
                   "has groups of channels, which kernels do faster"};
  if (filters < kNarrow)
    return Refusal{CauseKind::Shape, "has too few filters to fill vectors",
                   "12 filters"};
  if (productOf(call, "out") <= std::max<int64_t>(1, weights / kWeightsOfPixel))
    return Refusal{CauseKind::Shape,
                   "has many weights for few pixels, and they are put in "
                   "another order on each call"};
  return std::nullopt;
}

} // namespace

llvm::ArrayRef<LibraryRow> ingot::offload::dnnlRows() {
  static const LibraryRow kRows[] = {
      {"dnnl.matmul",
       "products of an f32 matrix and a vector",
       matchMatmul</*wantsVector=*/true>,
       {60'000, 600'000, 1'500'000},
       {1.2, 1.2, 1.2}},
      {"dnnl.matmul",
       "products of f32 matrices, batches of them",
       matchMatmul</*wantsVector=*/false>,
       {60'000, 4'000'000, kNever},
       {4.8, 1.1, 1.0}},
      {"dnnl.convolution",
       "f32 convolutions of many channels and pixels",
       matchConvolutionOf</*wantsLarge=*/true>,
       {150'000, 2'000'000, kNever},
       {3.5, 1.2, 1.0},
       unlessWideConvolution},
      {"dnnl.convolution",
       "f32 convolutions in one and two dimensions",
       matchConvolutionOf</*wantsLarge=*/false>,
       {150'000, kNever, kNever},
       {3.1, 0.8, 0.8},
       unlessWideConvolution},
      {"dnnl.pooling",
       "maxima over windows of f32",
       matchPoolOf</*isMax=*/true>,
       {30'000, kNever, kNever},
       {4.0, 0.9, 0.8},
       unlessWidePool},
      {"dnnl.pooling",
       "sums over windows of f32",
       matchPoolOf</*isMax=*/false>,
       {100'000, 100'000, 100'000},
       {1.5, 1.2, 1.2},
       unlessWidePool},
      {"dnnl.softmax",
       "softmax of f32 along the last dimension",
       matchSoftmax,
       {256, kNever, kNever},
       {7, 1.0, 1.0},
       unlessOneColumn},
      {"dnnl.layer_norm",
       "layer norm of f32 along the last dimension",
       matchLayerNorm,
       {12'000, kNever, kNever},
       {2.2, 1.0, 1.0},
       unlessLongRows},
  };
  return kRows;
}
