//===- Slices.cpp - slices, padding, reversal -----------------------------===//
//
// Bounds may be computed. Those of STRIDED_SLICE count from the end, are
// clamped, and five masks say what to make of each; everything is turned into
// a start, a limit and a step along each dimension of the operand first.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchLowering/Indices.h"
#include "pipeline/frontends/tflite/TfLiteOp.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tflite;

static Results convertSlice(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  Value value = op.input(0);
  std::optional<Sizes> starts = op.sizes(1), lengths = op.sizes(2);
  int64_t rank = b.rankOf(value);
  if (!starts || !lengths || static_cast<int64_t>(starts->size()) != rank ||
      static_cast<int64_t>(lengths->size()) != rank)
    return op.fail("the number of its bounds is not known");
  for (int64_t dim : llvm::seq(rank)) {
    Size start = (*starts)[dim], length = (*lengths)[dim];
    Size size = b.sizeOf(value, dim);
    if (length.is(-1))
      length = b.subtract(size, start);
    else
      length = op.b.lengthOfRun(size, start, length,
                                "SLICE: its bounds are out of range");
    if ((start.isKnown() && start.known() < 0) ||
        (length.isKnown() && length.known() < 0) ||
        (start.isKnown() && length.isKnown() && size.isKnown() &&
         start.known() > size.known() - length.known()))
      return op.fail("its bounds are out of range");
    value = b.narrow(value, dim, start, length);
  }
  return value;
}

//===----------------------------------------------------------------------===//
// Strided slices
//===----------------------------------------------------------------------===//

namespace {

/// What happens along one dimension of the operand.
struct Span {
  std::optional<Size> begin, end; ///< Nothing: as far as it goes.
  int64_t stride = 1;
  bool drops = false; ///< One element, whose dimension goes.
};

/// The spans of an operand's dimensions, and where new ones of size 1 come in.
struct SlicePlan {
  SmallVector<Span> spans;
  /// For each dimension of the result: one of the operand, or -1 for a new one.
  SmallVector<int64_t> order;
};

bool bit(int32_t mask, size_t i) { return i < 32 && (mask >> i & 1); }

/// Lines the masks and bounds up with the dimensions of the operand.
std::optional<SlicePlan> planSlice(const schema::StridedSliceOptions &options,
                                   TensorBuilder &b, int64_t rank,
                                   ArrayRef<Size> begins, ArrayRef<Size> ends,
                                   ArrayRef<int64_t> strides) {
  SlicePlan plan;
  int64_t given = 0;
  for (size_t i = 0; i < begins.size(); ++i)
    given +=
        !bit(options.ellipsis_mask(), i) && !bit(options.new_axis_mask(), i);
  bool hasEllipsis = false;
  auto takeAll = [&] {
    plan.order.push_back(plan.spans.size());
    plan.spans.emplace_back();
  };
  for (size_t i = 0; i < begins.size(); ++i) {
    if (bit(options.ellipsis_mask(), i)) {
      if (hasEllipsis)
        return std::nullopt;
      hasEllipsis = true;
      for (int64_t missing = rank - given; missing > 0; --missing)
        takeAll();
      continue;
    }
    if (bit(options.new_axis_mask(), i)) {
      plan.order.push_back(-1);
      continue;
    }
    Span span;
    span.stride = strides[i];
    span.drops = bit(options.shrink_axis_mask(), i);
    if (!bit(options.begin_mask(), i))
      span.begin = begins[i];
    if (!bit(options.end_mask(), i))
      span.end = options.offset() ? b.add(begins[i], ends[i]) : ends[i];
    if (!span.drops)
      plan.order.push_back(plan.spans.size());
    plan.spans.push_back(span);
  }
  while (static_cast<int64_t>(plan.spans.size()) < rank)
    takeAll();
  if (static_cast<int64_t>(plan.spans.size()) != rank)
    return std::nullopt;
  return plan;
}

/// A bound that counts from the end if it is negative, between two others.
Size clampBound(TensorBuilder &b, Size bound, Size size, Size low, Size high) {
  Size fromFront = b.selectLess(bound, 0, b.add(bound, size), bound);
  return b.minimum(b.maximum(fromFront, low), high);
}

Value sliceAlong(TensorBuilder &b, Value value, int64_t dim, const Span &span) {
  Size size = b.sizeOf(value, dim);
  if (span.drops) {
    Size begin = span.begin.value_or(Size(span.stride < 0 ? -1 : 0));
    begin = clampBound(b, begin, size, 0, b.subtract(size, 1));
    return b.narrow(value, dim, begin, 1);
  }
  if (span.stride > 0) {
    Size begin = span.begin ? clampBound(b, *span.begin, size, 0, size) : 0;
    Size end = span.end ? clampBound(b, *span.end, size, 0, size) : size;
    return b.slice(value, dim, begin, b.maximum(begin, end), span.stride);
  }
  // From the other end, where the same elements have a positive stride.
  Size last = b.subtract(size, 1);
  Size begin = span.begin ? clampBound(b, *span.begin, size, -1, last) : last;
  Size end = span.end ? clampBound(b, *span.end, size, -1, last) : Size(-1);
  value = b.reverse(value, dim);
  begin = b.subtract(last, begin);
  end = b.subtract(last, end);
  return b.slice(value, dim, begin, b.maximum(begin, end), -span.stride);
}

} // namespace

static Results convertStridedSlice(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  Value value = op.input(0);
  std::optional<Sizes> begins = op.sizes(1), ends = op.sizes(2);
  std::optional<Ints> strides = op.ints(3);
  if (!begins || !ends || !strides || begins->size() != strides->size() ||
      ends->size() != strides->size())
    return op.fail("its strides, or the number of its bounds, are not known");
  if (llvm::is_contained(*strides, 0))
    return op.fail("a stride is 0");
  std::optional<SlicePlan> plan =
      planSlice(op.options<schema::StridedSliceOptions>(), b, b.rankOf(value),
                *begins, *ends, *strides);
  if (!plan)
    return op.fail("its masks do not fit the rank of its operand");
  for (auto [dim, span] : llvm::enumerate(plan->spans)) {
    int64_t size = b.typeOf(value).getDimSize(dim);
    if (span.drops && size == 0)
      return op.fail("it takes an element of nothing");
    value = sliceAlong(b, value, dim, span);
  }
  Sizes sizes;
  for (int64_t dim : plan->order)
    sizes.push_back(dim < 0 ? Size(1) : b.sizeOf(value, dim));
  return b.reshape(value, sizes);
}

static Results convertDynamicUpdateSlice(TfLiteOp &op) {
  std::optional<Sizes> starts = op.sizes(2);
  Value value = op.input(0), update = op.input(1);
  int64_t rank = op.b.rankOf(value);
  if (!starts || static_cast<int64_t>(starts->size()) != rank ||
      op.b.rankOf(update) != rank)
    return op.fail("its start is not of the rank of its operand");
  if (rank == 0)
    return update;
  return op.b.updateSlice(value, update, *starts);
}

//===----------------------------------------------------------------------===//
// Padding
//===----------------------------------------------------------------------===//

/// Pairs of a list: in front and behind.
static bool splitPairs(ArrayRef<Size> pairs, int64_t rank, Sizes &low,
                       Sizes &high) {
  if (static_cast<int64_t>(pairs.size()) != 2 * rank)
    return false;
  for (int64_t dim : llvm::seq(rank)) {
    low.push_back(pairs[2 * dim]);
    high.push_back(pairs[2 * dim + 1]);
    for (Size size : {low.back(), high.back()})
      if (size.isKnown() && size.known() < 0)
        return false;
  }
  return true;
}

/// Quantised tensors are padded with what stands for 0.
static Results convertPad(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  Value value = op.input(0);
  Sizes low, high;
  std::optional<Sizes> pairs = op.sizes(1);
  if (!pairs || !splitPairs(*pairs, b.rankOf(value), low, high))
    return op.fail("the padding is not known, or negative");
  Value padding;
  if (op.has(2))
    padding = b.reshape(op.input(2), {});
  else
    padding =
        b.scalar(b.elementOf(value), op.outputTensor().isQuantized()
                                         ? op.outputQuantization().zeroPoint()
                                         : 0);
  return b.pad(value, padding, low, high);
}

static Results convertMirrorPad(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  Value value = op.input(0);
  std::optional<Ints> pairs = op.ints(1);
  int64_t rank = b.rankOf(value);
  if (!pairs || static_cast<int64_t>(pairs->size()) != 2 * rank)
    return op.fail("the padding is not known");
  // REFLECT leaves the element at the edge out.
  int64_t skip = op.options<schema::MirrorPadOptions>().mode() ==
                         schema::MirrorPadMode::REFLECT
                     ? 1
                     : 0;
  for (int64_t dim : llvm::seq(rank)) {
    int64_t low = (*pairs)[2 * dim], high = (*pairs)[2 * dim + 1];
    Size size = b.sizeOf(value, dim);
    if (low < 0 || high < 0 ||
        (size.isKnown() && std::max(low, high) > size.known() - skip))
      return op.fail("the padding is out of range");
    Values parts;
    if (low > 0)
      parts.push_back(b.reverse(b.narrow(value, dim, skip, low), dim));
    parts.push_back(value);
    if (high > 0)
      parts.push_back(b.reverse(
          b.narrow(value, dim, b.subtract(size, skip + high), high), dim));
    value = b.concatenate(parts, dim);
  }
  return value;
}

static Results convertDilate(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  Value value = op.input(0);
  std::optional<Ints> factors = op.ints(1);
  int64_t rank = b.rankOf(value);
  if (!factors || static_cast<int64_t>(factors->size()) != rank ||
      llvm::any_of(*factors, [](int64_t factor) { return factor < 1; }))
    return op.fail("the factors are not known, or less than 1");
  Ints between;
  for (int64_t factor : *factors)
    between.push_back(factor - 1);
  Sizes none(rank, Size(0));
  return b.pad(value, b.reshape(op.input(2), {}), none, none, between);
}

//===----------------------------------------------------------------------===//
// Reversal
//===----------------------------------------------------------------------===//

static Results convertReverse(TfLiteOp &op) {
  Value value = op.input(0);
  std::optional<Ints> dims = op.dims(1, op.b.rankOf(value));
  if (!dims)
    return op.fail("the dimensions are not known, or out of range");
  return dims->empty() ? value : op.b.reverse(value, *dims);
}

/// The first elements of each batch entry, as many as its length says.
static Results convertReverseSequence(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  const auto &options = op.options<schema::ReverseSequenceOptions>();
  Value value = op.input(0);
  int64_t rank = b.rankOf(value);
  std::optional<int64_t> dim = dimOf(options.seq_dim(), rank);
  std::optional<int64_t> batch = dimOf(options.batch_dim(), rank);
  if (!dim || !batch || *dim == *batch)
    return op.fail("its dimensions are out of range");
  Type i64 = b.getI64Type();
  Sizes sizes = b.sizesOf(value);
  Value lengths =
      b.broadcastInDim(b.convert(op.input(1), i64), sizes, {*batch});
  Value place = b.iota(sizes, *dim, i64);
  Value mirrored = b.subtract(b.subtract(lengths, b.scalar(i64, 1)), place);
  Value from =
      b.select(b.compare(Comparison::LT, place, lengths), mirrored, place);
  return b.gather(value, torch::elementIndices(b, value, from, *dim),
                  llvm::to_vector(llvm::seq(rank)));
}

static constexpr Row kRows[] = {
    {BuiltinOperator::DILATE, convertDilate, 3, true},
    {BuiltinOperator::DYNAMIC_UPDATE_SLICE, convertDynamicUpdateSlice, 3, true},
    {BuiltinOperator::MIRROR_PAD, convertMirrorPad, 2, true},
    {BuiltinOperator::PAD, convertPad, 2, true},
    {BuiltinOperator::PADV2, convertPad, 2, true},
    {BuiltinOperator::REVERSE_SEQUENCE, convertReverseSequence, 2, true},
    {BuiltinOperator::REVERSE_V2, convertReverse, 2, true},
    {BuiltinOperator::SLICE, convertSlice, 3, true},
    {BuiltinOperator::STRIDED_SLICE, convertStridedSlice, 4, true},
};

ArrayRef<Row> ingot::tflite::slices() { return kRows; }
