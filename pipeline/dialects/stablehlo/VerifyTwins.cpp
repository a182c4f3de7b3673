//===- VerifyTwins.cpp - constraints of static and dynamic twins ----------===//
//
// An op and its dynamic twin (reshape and dynamic_reshape) obey the same
// constraints, but the specification numbers some differently. Each check is
// written once and takes the number to report, so that the twins cannot drift
// apart.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/stablehlo/VerifyTwins.h"
#include "pipeline/dialects/stablehlo/Shapes.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"

using namespace mlir;

namespace ingot::stablehlo {

/// Not known if a size is not; none where it does not fit into 64 bits.
static std::optional<int64_t> elementCount(Sizes shape) {
  if (llvm::is_contained(shape, 0))
    return 0;
  int64_t count = 1;
  for (int64_t size : shape) {
    std::optional<int64_t> product = multiplySizes(count, size);
    if (!product)
      return std::nullopt;
    count = *product;
  }
  return count;
}

/// The same where a size that is not known makes the product unknown even
/// beside a zero.
static std::optional<int64_t> knownCount(Sizes shape) {
  if (llvm::any_of(shape, ShapedType::isDynamic))
    return ShapedType::kDynamic;
  return elementCount(shape);
}

bool checkElementCount(Check &check, StringRef constraint,
                       RankedTensorType from, RankedTensorType to) {
  std::optional<int64_t> before = knownCount(from.getShape());
  std::optional<int64_t> after = knownCount(to.getShape());
  if (!before || !after) {
    check.broken(constraint)
        << "the number of elements does not fit into 64 bits";
    return false;
  }
  if (areCompatible(*before, *after))
    return true;
  check.broken(constraint) << "the result has " << *after
                           << " elements, the operand " << *before
                           << "; expected the same number";
  return false;
}

bool checkReshapedAxis(Check &check, StringRef constraint,
                       RankedTensorType from, RankedTensorType to) {
  Type fromElement = from.getElementType(), toElement = to.getElementType();
  if (!isPerAxisQuantized(fromElement) || !isPerAxisQuantized(toElement))
    return true;
  int64_t axis = quantizationDimension(fromElement);
  int64_t newAxis = quantizationDimension(toElement);
  if (!check.dimension(constraint, "quantisation dimension", axis, "an operand",
                       from.getRank()) ||
      !check.dimension(constraint, "quantisation dimension", newAxis,
                       "a result", to.getRank()))
    return false;
  auto agree = [](Sizes a, Sizes b) {
    std::optional<int64_t> left = knownCount(a), right = knownCount(b);
    return left && right && areCompatible(*left, *right);
  };
  Sizes before = from.getShape(), after = to.getShape();
  if (agree(before.take_front(axis), after.take_front(newAxis)) &&
      areCompatible(before[axis], after[newAxis]) &&
      agree(before.drop_front(axis + 1), after.drop_front(newAxis + 1)))
    return true;
  check.broken(constraint)
      << "moves elements across dimension " << axis
      << ", along which the operand is quantised; expected the products of "
         "sizes before, at and after it to stay";
  return false;
}

/// (C6): the axis of a quantisation goes where its dimension goes.
static bool checkBroadcastAxis(Check &check, RankedTensorType from,
                               RankedTensorType to, Sizes dimensions) {
  auto operand =
      dyn_cast<quant::UniformQuantizedPerAxisType>(from.getElementType());
  auto result =
      dyn_cast<quant::UniformQuantizedPerAxisType>(to.getElementType());
  if (!operand || !result)
    return true;
  int64_t axis = operand.getQuantizedDimension();
  if (!check.dimension("C6", "quantisation dimension", axis, "an operand",
                       from.getRank()))
    return false;
  if (result.getQuantizedDimension() != dimensions[axis]) {
    check.broken("C6") << "the result is quantised along dimension "
                       << result.getQuantizedDimension() << ", expected "
                       << dimensions[axis];
    return false;
  }
  if (from.getDimSize(axis) != 1 || operand.getScales().empty())
    return true;
  double scale = operand.getScales().front();
  int64_t zero = operand.getZeroPoints().front();
  if (llvm::all_of(result.getScales(), [&](double s) { return s == scale; }) &&
      llvm::all_of(result.getZeroPoints(),
                   [&](int64_t z) { return z == zero; }))
    return true;
  check.broken("C6") << "repeats one scale and zero point, expected the result "
                        "to have no others";
  return false;
}

bool checkBroadcast(Check &check, RankedTensorType from, RankedTensorType to,
                    Sizes dimensions) {
  if (!check.elements("C1", "the result", to, "the operand", from) ||
      !check.count("C2", "dimensions to broadcast to", dimensions.size(),
                   from.getRank()) ||
      !check.dimensions("C3", "broadcast_dimensions", dimensions, "a result",
                        to.getRank()) ||
      !check.unique("C4", "broadcast_dimensions", dimensions))
    return false;
  for (auto [i, dimension] : llvm::enumerate(dimensions)) {
    int64_t size = from.getDimSize(i), newSize = to.getDimSize(dimension);
    if (size == 1 || areCompatible(size, newSize))
      continue;
    check.broken("C5") << "dimension " << i << " of the operand has size "
                       << size << ", expected 1 or " << newSize
                       << ", the size of dimension " << dimension
                       << " of the result";
    return false;
  }
  return checkBroadcastAxis(check, from, to, dimensions);
}

bool checkPaddedShape(Check &check, StringRef constraint,
                      RankedTensorType operand, Sizes low, Sizes high,
                      Sizes interior, RankedTensorType result) {
  std::optional<Shape> shape =
      shapeOfPad(operand.getShape(), low, high, interior);
  if (!check.shape(constraint, "the result", result.getShape(), shape))
    return false;
  for (auto [i, size] : llvm::enumerate(*shape))
    if (ShapedType::isStatic(size) && size < 0) {
      check.broken(constraint) << "cuts dimension " << i << " to the size "
                               << size << ", expected no negative size";
      return false;
    }
  return true;
}

//===----------------------------------------------------------------------===//
// gather
//===----------------------------------------------------------------------===//

namespace {

/// (C1) to (C21) of gather and what dynamic_gather has of them.
class GatherCheck {
public:
  GatherCheck(Check &check, const GatherParts &gather)
      : check_(check), gather_(gather), numbers_(gather.numbers),
        rank_(gather.operand.getRank()),
        indicesRank_(gather.indices.getRank()) {}

  bool run() {
    return checkRanks() && checkLists() && checkBatching() &&
           checkSliceSizes() && checkResult();
  }

private:
  /// The number that the same constraint has in dynamic_gather.
  const char *id(const char *gather, const char *dynamicGather) const {
    return gather_.isDynamic ? dynamicGather : gather;
  }

  bool checkRanks() {
    int64_t sum = numbers_.getOffsetDims().size() +
                  numbers_.getCollapsedSliceDims().size() +
                  numbers_.getOperandBatchingDims().size();
    if (sum != rank_) {
      check_.broken("C1") << "names " << sum
                          << " dimensions of the operand as offset, collapsed "
                             "or batching, expected "
                          << rank_;
      return false;
    }
    int64_t vector = numbers_.getIndexVectorDim();
    if (vector < 0 || vector > indicesRank_) {
      check_.broken("C2") << "index_vector_dim " << vector
                          << " is out of range, expected 0 to " << indicesRank_;
      return false;
    }
    int64_t length =
        vector < indicesRank_ ? gather_.indices.getDimSize(vector) : 1;
    return ShapedType::isDynamic(length) ||
           check_.count("C3", "dimensions in start_index_map",
                        numbers_.getStartIndexMap().size(), length);
  }

  bool checkLists() {
    Sizes collapsed = numbers_.getCollapsedSliceDims();
    Sizes batching = numbers_.getOperandBatchingDims();
    Sizes map = numbers_.getStartIndexMap();
    Shape gone(collapsed), mapped(map);
    llvm::append_range(gone, batching);
    llvm::append_range(mapped, batching);
    int64_t resultRank = indicesRank_ -
                         (numbers_.getIndexVectorDim() < indicesRank_) +
                         numbers_.getOffsetDims().size();
    return check_.unique("C4", "offset_dims", numbers_.getOffsetDims()) &&
           check_.ascending("C4", "offset_dims", numbers_.getOffsetDims()) &&
           check_.dimensions("C5", "offset_dims", numbers_.getOffsetDims(),
                             "a result", resultRank) &&
           check_.unique("C6",
                         batching.empty() ? "collapsed_slice_dims"
                                          : "collapsed_slice_dims with "
                                            "operand_batching_dims",
                         gone) &&
           check_.ascending(id("C7", "C6"), "collapsed_slice_dims",
                            collapsed) &&
           check_.dimensions(id("C8", "C7"), "collapsed_slice_dims", collapsed,
                             "an operand", rank_) &&
           check_.ascending("C10", "operand_batching_dims", batching) &&
           check_.dimensions("C11", "operand_batching_dims", batching,
                             "an operand", rank_) &&
           check_.unique(id("C18", "C9"),
                         batching.empty()
                             ? "start_index_map"
                             : "start_index_map with operand_batching_dims",
                         mapped) &&
           check_.dimensions(id("C19", "C10"), "start_index_map", map,
                             "an operand", rank_);
  }

  bool checkBatching() {
    Sizes batching = numbers_.getOperandBatchingDims();
    Sizes indices = numbers_.getStartIndicesBatchingDims();
    if (!check_.unique("C13", "start_indices_batching_dims", indices) ||
        !check_.dimensions("C14", "start_indices_batching_dims", indices,
                           "start indices", indicesRank_))
      return false;
    if (llvm::is_contained(indices, numbers_.getIndexVectorDim())) {
      check_.broken("C15") << "start_indices_batching_dims has dimension "
                           << numbers_.getIndexVectorDim()
                           << ", which is index_vector_dim";
      return false;
    }
    if (!check_.count("C16", "operand_batching_dims", batching.size(),
                      indices.size()))
      return false;
    for (auto [dim, indexDim] : llvm::zip(batching, indices)) {
      int64_t size = gather_.operand.getDimSize(dim);
      int64_t indexSize = gather_.indices.getDimSize(indexDim);
      if (areCompatible(size, indexSize))
        continue;
      check_.broken("C17") << "batching dimension " << dim
                           << " of the operand has size " << size
                           << ", that of the start indices " << indexSize
                           << "; expected the same";
      return false;
    }
    return true;
  }

  /// A slice takes one element at most along a dimension that is left out.
  bool takesOne(const char *constraint, StringRef name, Sizes dimensions) {
    for (int64_t dimension : dimensions) {
      int64_t size = gather_.sliceSizes[dimension];
      if (ShapedType::isDynamic(size) || size <= 1)
        continue;
      check_.broken(constraint)
          << "slice_sizes has " << size << " for dimension " << dimension
          << " of " << name << ", expected 1 at most";
      return false;
    }
    return true;
  }

  bool checkSliceSizes() {
    Sizes sizes = gather_.sliceSizes;
    if (!check_.count(id("C20", "C11"), "slice sizes", sizes.size(), rank_) ||
        !takesOne(id("C9", "C8"), "collapsed_slice_dims",
                  numbers_.getCollapsedSliceDims()) ||
        !takesOne("C12", "operand_batching_dims",
                  numbers_.getOperandBatchingDims()))
      return false;
    for (auto [i, size] : llvm::enumerate(sizes)) {
      int64_t whole = gather_.operand.getDimSize(i);
      if (ShapedType::isDynamic(size) ||
          (size >= 0 && (ShapedType::isDynamic(whole) || size <= whole)))
        continue;
      InFlightDiagnostic report = check_.broken(id("C21", "C12"));
      report << "slice_sizes has " << size << " for dimension " << i
             << " of the operand, expected 0 to ";
      if (ShapedType::isDynamic(whole))
        report << "its size";
      else
        report << whole;
      return false;
    }
    return true;
  }

  bool checkResult() {
    Shape shape =
        shapeOfGather(gather_.indices.getShape(), gather_.sliceSizes, numbers_);
    return check_.shape(id("C22", "C13"), "the result",
                        gather_.result.getShape(), Sizes(shape)) &&
           check_.elements(id("C23", "C14"), "the result", gather_.result,
                           "the operand", gather_.operand);
  }

  Check &check_;
  const GatherParts &gather_;
  GatherDimensionNumbersAttr numbers_;
  int64_t rank_, indicesRank_;
};

} // namespace

bool checkGather(Check &check, const GatherParts &gather) {
  return GatherCheck(check, gather).run();
}

} // namespace ingot::stablehlo
