//===- VerifyConvolution.cpp - constraints of convolution -----------------===//
//
// `convolution` and `dynamic_conv` differ in where the padding comes from.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/stablehlo/VerifyWindows.h"

using namespace mlir;
using namespace ingot::stablehlo;

namespace {

class ConvolutionCheck {
public:
  template <typename ConvolutionLike>
  explicit ConvolutionCheck(ConvolutionLike op)
      : check_(op), lhs_(op.getLhs().getType()), rhs_(op.getRhs().getType()),
        result_(op.getType()), numbers_(op.getDimensionNumbers()),
        strides_(op.getWindowStrides()), lhsDilation_(op.getLhsDilation()),
        rhsDilation_(op.getRhsDilation()), reversal_(op.getWindowReversal()),
        precisions_(op.getPrecisionConfigAttr()),
        featureGroups_(op.getFeatureGroupCount()),
        batchGroups_(op.getBatchGroupCount()) {}

  bool run(std::optional<DenseIntElementsAttr> padding) {
    if (!checkRank())
      return false;
    std::optional<Shape> values;
    return checkWindow() &&
           checkPadding(check_, "C4", padding, lhs_.getRank() - 2, values) &&
           checkNumbers() && checkGroups() && checkElements() &&
           checkResult(values);
  }

  /// The same where the numbers of `list` stand for the padding.
  bool runDynamic(TypedValue<RankedTensorType> list) {
    if (!checkRank())
      return false;
    Shape expected = {lhs_.getRank() - 2, 2};
    // Frontends write a stride for more dimensions than there are.
    if (strides_)
      strides_ = strides_->take_front(expected.front());
    if (!checkWindow() ||
        !check_.shape("C4", "padding", list.getType().getShape(),
                      Sizes(expected)) ||
        !checkNumbers() || !checkGroups() || !checkElements())
      return false;
    std::optional<Shape> known = constantSizes(list);
    Shape unknown(2 * expected.front(), ShapedType::kDynamic);
    return checkResult(known ? known : unknown);
  }

private:
  bool checkRank() {
    if (lhs_.getRank() == rhs_.getRank() && lhs_.getRank() >= 2)
      return result_.getRank() == lhs_.getRank() ||
             check_.count("C26", "dimensions in its result", result_.getRank(),
                          lhs_.getRank());
    check_.broken("C1") << "takes tensors of rank " << lhs_.getRank() << " and "
                        << rhs_.getRank()
                        << ", expected the same rank, 2 or more";
    return false;
  }

  bool checkWindow() {
    int64_t rank = lhs_.getRank() - 2;
    return checkWindowList(check_, "C2", "C3", "window_strides", strides_,
                           rank) &&
           checkWindowList(check_, "C5", "C6", "lhs_dilation", lhsDilation_,
                           rank) &&
           checkWindowList(check_, "C7", "C8", "rhs_dilation", rhsDilation_,
                           rank) &&
           (!reversal_ || check_.count("C9", "flags in window_reversal",
                                       reversal_->size(), rank));
  }

  bool checkTensor(StringRef counts, StringRef ids, StringRef name,
                   int64_t first, int64_t second, Sizes spatial) {
    if (!check_.count(counts, ("spatial dimensions of " + name).str(),
                      spatial.size(), lhs_.getRank() - 2))
      return false;
    Shape all = {first, second};
    llvm::append_range(all, spatial);
    return check_.unique(ids, ("dim_numbers of " + name).str(), all) &&
           check_.dimensions(ids, ("dim_numbers of " + name).str(), all,
                             "a tensor", lhs_.getRank());
  }

  bool checkNumbers() {
    return checkTensor("C12", "C13", "lhs", numbers_.getInputBatchDimension(),
                       numbers_.getInputFeatureDimension(),
                       numbers_.getInputSpatialDimensions()) &&
           checkTensor("C17", "C18", "rhs",
                       numbers_.getKernelInputFeatureDimension(),
                       numbers_.getKernelOutputFeatureDimension(),
                       numbers_.getKernelSpatialDimensions()) &&
           checkTensor("C19", "C20", "the result",
                       numbers_.getOutputBatchDimension(),
                       numbers_.getOutputFeatureDimension(),
                       numbers_.getOutputSpatialDimensions());
  }

  bool divides(StringRef constraint, StringRef what, int64_t size,
               StringRef groups, int64_t count) {
    if (ShapedType::isDynamic(size) || size % count == 0)
      return true;
    check_.broken(constraint)
        << "has " << size << " " << what << ", expected a multiple of "
        << groups << " " << count;
    return false;
  }

  bool checkGroups() {
    if (!check_.positive("C21", "feature_group_count", {featureGroups_}) ||
        !check_.positive("C22", "batch_group_count", {batchGroups_}))
      return false;
    if (featureGroups_ != 1 && batchGroups_ != 1) {
      check_.broken("C23") << "has feature_group_count " << featureGroups_
                           << " and batch_group_count " << batchGroups_
                           << ", expected one of them to be 1";
      return false;
    }
    int64_t batch = lhs_.getDimSize(numbers_.getInputBatchDimension());
    int64_t features = lhs_.getDimSize(numbers_.getInputFeatureDimension());
    int64_t taken = rhs_.getDimSize(numbers_.getKernelInputFeatureDimension());
    int64_t given = rhs_.getDimSize(numbers_.getKernelOutputFeatureDimension());
    if (!divides("C10", "batches in lhs", batch, "batch_group_count",
                 batchGroups_) ||
        !divides("C11", "features in lhs", features, "feature_group_count",
                 featureGroups_) ||
        !divides("C15", "output features in rhs", given, "batch_group_count",
                 batchGroups_) ||
        !divides("C16", "output features in rhs", given, "feature_group_count",
                 featureGroups_))
      return false;
    return ShapedType::isDynamic(features) || ShapedType::isDynamic(taken) ||
           check_.count("C14", "input features in rhs", taken,
                        features / featureGroups_);
  }

  /// (C24) to (C34). Of (C27), one element type for all, only the operands'
  /// part is checked: results of another precision are in use.
  bool checkElements() {
    if (precisions_ && precisions_.size() > 2) {
      check_.broken("C24") << "has " << precisions_.size()
                           << " precisions, expected 2";
      return false;
    }
    Type lhs = lhs_.getElementType(), rhs = rhs_.getElementType(),
         result = result_.getElementType();
    if (!isQuantized(lhs) && !isQuantized(rhs) && !isQuantized(result))
      return check_.elements("C27", "rhs", rhs, "lhs", lhs);
    if (!isQuantized(rhs) || isQuantized(lhs) != isQuantized(result)) {
      check_.broken("C28") << "multiplies " << lhs << " with " << rhs << " to "
                           << result
                           << ", expected rhs, and both or none of lhs and the "
                              "result, to be quantised";
      return false;
    }
    if (!checkAxis("C29", "rhs", rhs,
                   numbers_.getKernelOutputFeatureDimension()) ||
        !checkAxis("C30", "the result", result,
                   numbers_.getOutputFeatureDimension()))
      return false;
    if (!isQuantized(lhs))
      return check_.elements("C34", "lhs", lhs, "rhs", expressedType(rhs)) &&
             check_.elements("C34", "lhs", lhs, "the result", result);
    if (!check_.elements("C31", "lhs", storageType(lhs), "rhs",
                         storageType(rhs)) ||
        !check_.elements("C32", "lhs", expressedType(lhs), "rhs",
                         expressedType(rhs)) ||
        !check_.elements("C32", "lhs", expressedType(lhs), "the result",
                         expressedType(result)))
      return false;
    if (!isPerTensorQuantized(rhs) || isPerTensorQuantized(result))
      return true;
    check_.broken("C33") << "the result is quantised along an axis, expected "
                            "one scale as rhs has";
    return false;
  }

  bool checkAxis(StringRef constraint, StringRef name, Type element,
                 int64_t dimension) {
    if (!isPerAxisQuantized(element) ||
        quantizationDimension(element) == dimension)
      return true;
    check_.broken(constraint) << name << " is quantised along dimension "
                              << quantizationDimension(element) << ", expected "
                              << dimension << ", that of the output features";
    return false;
  }

  bool checkResult(const std::optional<Shape> &padding) {
    Shape kernel;
    for (int64_t dimension : numbers_.getKernelSpatialDimensions())
      kernel.push_back(rhs_.getDimSize(dimension));
    SmallVector<Window> windows =
        windowsOf(kernel, strides_, lhsDilation_, rhsDilation_, padding);
    return check_.shape("C25", "the result", result_.getShape(),
                        shapeOfConvolution(lhs_.getShape(), rhs_.getShape(),
                                           numbers_, windows, batchGroups_));
  }

  Check check_;
  RankedTensorType lhs_, rhs_, result_;
  ConvDimensionNumbersAttr numbers_;
  std::optional<Sizes> strides_, lhsDilation_, rhsDilation_;
  std::optional<ArrayRef<bool>> reversal_;
  ArrayAttr precisions_;
  int64_t featureGroups_, batchGroups_;
};

} // namespace

LogicalResult ConvolutionOp::verify() {
  return success(ConvolutionCheck(*this).run(getPadding()));
}

LogicalResult DynamicConvOp::verify() {
  return success(ConvolutionCheck(*this).runDynamic(getPadding()));
}
