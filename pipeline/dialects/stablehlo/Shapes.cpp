//===- Shapes.cpp - sizes of results from sizes of operands ---------------===//
//
// Sizes come from programs of anyone, and a sum that wraps around would pass
// the verifier and size a buffer. All arithmetic here is checked; it has three
// outcomes: a number, not known, or too large for 64 bits. Division and
// subtraction are arranged so that they cannot overflow.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/stablehlo/Shapes.h"

#include "pipeline/dialects/stablehlo/Verify.h"

#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace ingot::stablehlo {

static constexpr int64_t kUnknown = ShapedType::kDynamic;

static bool areKnown(Sizes sizes) {
  return llvm::none_of(sizes, ShapedType::isDynamic);
}

std::optional<Shape> constantSizes(Value list) {
  DenseIntElementsAttr constant;
  if (!matchPattern(list, m_Constant(&constant)))
    return std::nullopt;
  return valuesOf(constant);
}

std::optional<int64_t> addSizes(int64_t a, int64_t b) {
  if (!areKnown({a, b}))
    return kUnknown;
  int64_t sum;
  if (llvm::AddOverflow(a, b, sum))
    return std::nullopt;
  return sum;
}

std::optional<int64_t> multiplySizes(int64_t a, int64_t b) {
  if (!areKnown({a, b}))
    return kUnknown;
  int64_t product;
  if (llvm::MulOverflow(a, b, product))
    return std::nullopt;
  return product;
}

/// `size = 0 ? 0 : (size - 1) * dilation + 1`.
static std::optional<int64_t> dilate(int64_t size, int64_t dilation) {
  if (size == 0)
    return 0;
  if (!areKnown({size}))
    return kUnknown;
  std::optional<int64_t> steps = multiplySizes(size - 1, dilation);
  return steps ? addSizes(*steps, 1) : steps;
}

SmallVector<Window> windowsOf(Sizes sizes, std::optional<Sizes> strides,
                              std::optional<Sizes> baseDilation,
                              std::optional<Sizes> windowDilation,
                              std::optional<Sizes> padding) {
  SmallVector<Window> windows;
  for (auto [i, size] : llvm::enumerate(sizes)) {
    Window window;
    window.size = size;
    if (strides)
      window.stride = (*strides)[i];
    if (baseDilation)
      window.baseDilation = (*baseDilation)[i];
    if (windowDilation)
      window.windowDilation = (*windowDilation)[i];
    if (padding) {
      window.low = (*padding)[2 * i];
      window.high = (*padding)[2 * i + 1];
    }
    windows.push_back(window);
  }
  return windows;
}

std::optional<int64_t> countWindows(int64_t size, const Window &window) {
  std::optional<int64_t> base = dilate(size, window.baseDilation);
  std::optional<int64_t> extent = dilate(window.size, window.windowDilation);
  if (base)
    base = addSizes(*base, window.low);
  if (base)
    base = addSizes(*base, window.high);
  if (!base || !extent)
    return std::nullopt;
  if (!areKnown({*base, *extent}))
    return kUnknown;
  if (*base <= 0 || *extent > *base)
    return 0;
  return (*base - *extent) / window.stride + 1;
}

Shape shapeOfTranspose(Sizes operand, Sizes permutation) {
  Shape shape;
  for (int64_t dimension : permutation)
    shape.push_back(operand[dimension]);
  return shape;
}

/// The more that is known of two sizes.
static int64_t knownOf(int64_t a, int64_t b) {
  return ShapedType::isDynamic(a) ? b : a;
}

std::optional<Shape> shapeOfConcatenate(TypeRange inputs, int64_t dimension) {
  Shape shape;
  int64_t total = 0;
  for (Type type : inputs) {
    Sizes sizes = cast<RankedTensorType>(type).getShape();
    std::optional<int64_t> sum = addSizes(total, sizes[dimension]);
    if (!sum)
      return std::nullopt;
    total = *sum;
    if (shape.empty())
      shape.assign(sizes.begin(), sizes.end());
    for (auto [known, size] : llvm::zip(shape, sizes))
      known = knownOf(known, size);
  }
  shape[dimension] = total;
  return shape;
}

std::optional<Shape> shapeOfPad(Sizes operand, Sizes low, Sizes high,
                                Sizes interior) {
  Shape shape;
  for (size_t i = 0; i < operand.size(); ++i) {
    if (!areKnown({operand[i], low[i], high[i], interior[i]})) {
      shape.push_back(kUnknown);
      continue;
    }
    std::optional<int64_t> size = addSizes(interior[i], 1);
    if (size)
      size = dilate(operand[i], *size);
    if (size)
      size = addSizes(*size, low[i]);
    if (size)
      size = addSizes(*size, high[i]);
    if (!size)
      return std::nullopt;
    shape.push_back(*size);
  }
  return shape;
}

Shape shapeOfSlice(Sizes start, Sizes limit, Sizes strides) {
  Shape shape;
  for (size_t i = 0; i < start.size(); ++i) {
    bool known = areKnown({start[i], limit[i], strides[i]});
    // Not (a + b - 1) / b, which overflows for large strides.
    int64_t length = known ? limit[i] - start[i] : 0;
    shape.push_back(known ? (length <= 0 ? 0 : (length - 1) / strides[i] + 1)
                          : kUnknown);
  }
  return shape;
}

Shape shapeOfReduce(Sizes input, Sizes dimensions) {
  Shape shape;
  for (auto [i, size] : llvm::enumerate(input))
    if (!llvm::is_contained(dimensions, static_cast<int64_t>(i)))
      shape.push_back(size);
  return shape;
}

//===----------------------------------------------------------------------===//
// Linear algebra
//===----------------------------------------------------------------------===//

Shape shapeOfDotGeneral(Sizes lhs, Sizes rhs, DotDimensionNumbersAttr numbers) {
  Sizes leftBatch = numbers.getLhsBatchingDimensions();
  Sizes rightBatch = numbers.getRhsBatchingDimensions();
  Shape shape;
  for (auto [left, right] : llvm::zip(leftBatch, rightBatch))
    shape.push_back(knownOf(lhs[left], rhs[right]));
  auto addRest = [&](Sizes sizes, Sizes batch, Sizes summed) {
    for (auto [i, size] : llvm::enumerate(sizes))
      if (!llvm::is_contained(batch, static_cast<int64_t>(i)) &&
          !llvm::is_contained(summed, static_cast<int64_t>(i)))
        shape.push_back(size);
  };
  addRest(lhs, leftBatch, numbers.getLhsContractingDimensions());
  addRest(rhs, rightBatch, numbers.getRhsContractingDimensions());
  return shape;
}

/// Vectors count as matrices of one row or one column, which the result does
/// not show.
std::optional<Shape> shapeOfDot(Sizes lhs, Sizes rhs) {
  if (lhs.empty() || lhs.size() > 2 || rhs.empty() || rhs.size() > 2)
    return std::nullopt;
  Shape shape;
  if (lhs.size() == 2)
    shape.push_back(lhs[0]);
  if (rhs.size() == 2)
    shape.push_back(rhs[1]);
  return shape;
}

/// A square matrix may say its size in one dimension only.
Shape shapeOfTriangularFactor(Sizes a) {
  Shape shape(a);
  int64_t rows = shape[shape.size() - 2];
  int64_t columns = shape[shape.size() - 1];
  shape[shape.size() - 2] = shape[shape.size() - 1] = knownOf(rows, columns);
  return shape;
}

/// Only transforms between real and complex change a size: of n real numbers n
/// / 2 + 1 are independent.
Shape shapeOfFft(Sizes operand, FftType type, Sizes length) {
  Shape shape(operand);
  int64_t last = length.back();
  if (type == FftType::RFFT)
    shape.back() = last == 0 ? 0 : last / 2 + 1;
  if (type == FftType::IRFFT)
    shape.back() = last;
  return shape;
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

std::optional<Shape> shapeOfWindows(Sizes operand, ArrayRef<Window> windows) {
  Shape shape;
  for (auto [size, window] : llvm::zip(operand, windows)) {
    std::optional<int64_t> count = countWindows(size, window);
    if (!count)
      return std::nullopt;
    shape.push_back(*count);
  }
  return shape;
}

std::optional<Shape> shapeOfConvolution(Sizes lhs, Sizes rhs,
                                        ConvDimensionNumbersAttr numbers,
                                        ArrayRef<Window> spatial,
                                        int64_t batchGroups) {
  Shape shape(lhs.size(), kUnknown);
  int64_t batch = lhs[numbers.getInputBatchDimension()];
  shape[numbers.getOutputBatchDimension()] =
      ShapedType::isDynamic(batch) ? kUnknown : batch / batchGroups;
  shape[numbers.getOutputFeatureDimension()] =
      rhs[numbers.getKernelOutputFeatureDimension()];
  for (auto [i, window] : llvm::enumerate(spatial)) {
    int64_t size = lhs[numbers.getInputSpatialDimensions()[i]];
    std::optional<int64_t> count = countWindows(size, window);
    if (!count)
      return std::nullopt;
    shape[numbers.getOutputSpatialDimensions()[i]] = *count;
  }
  return shape;
}

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

Shape shapeOfGather(Sizes indices, Sizes sliceSizes,
                    GatherDimensionNumbersAttr numbers) {
  Shape batch;
  for (auto [i, size] : llvm::enumerate(indices))
    if (static_cast<int64_t>(i) != numbers.getIndexVectorDim())
      batch.push_back(size);
  Shape offset;
  for (auto [i, size] : llvm::enumerate(sliceSizes)) {
    int64_t dimension = i;
    if (!llvm::is_contained(numbers.getCollapsedSliceDims(), dimension) &&
        !llvm::is_contained(numbers.getOperandBatchingDims(), dimension))
      offset.push_back(size);
  }
  Shape shape;
  const int64_t *nextBatch = batch.begin(), *nextOffset = offset.begin();
  for (size_t i = 0; i < batch.size() + offset.size(); ++i) {
    bool isOffset =
        llvm::is_contained(numbers.getOffsetDims(), static_cast<int64_t>(i));
    shape.push_back(isOffset ? *nextOffset++ : *nextBatch++);
  }
  return shape;
}

Shape shapeOfTorchIndexSelect(Sizes operand, Sizes index, int64_t dim,
                              int64_t batchDims) {
  Shape shape(operand.take_front(dim));
  llvm::append_range(shape, index.drop_front(batchDims));
  llvm::append_range(shape, operand.drop_front(dim + 1));
  return shape;
}

} // namespace ingot::stablehlo
