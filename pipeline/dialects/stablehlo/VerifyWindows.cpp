//===- VerifyWindows.cpp - attributes that describe windows ---------------===//
//
// Shared by reductions of windows, select_and_scatter and convolutions, whose
// constraints on these attributes differ in number only.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/stablehlo/VerifyWindows.h"

using namespace mlir;

namespace ingot::stablehlo {

bool checkWindowList(Check &check, StringRef length, StringRef sign,
                     StringRef name, std::optional<Sizes> list, int64_t rank) {
  return !list ||
         (check.count(length, ("sizes in " + name).str(), list->size(), rank) &&
          check.positive(sign, name, *list));
}

bool checkPadding(Check &check, StringRef constraint,
                  std::optional<DenseIntElementsAttr> padding, int64_t rank,
                  std::optional<Shape> &values) {
  if (!padding)
    return true;
  ArrayRef<int64_t> shape = padding->getType().getShape();
  Shape expected = {rank, 2};
  if (shape != Sizes(expected)) {
    check.broken(constraint) << "padding has shape " << formatShape(shape)
                             << ", expected " << formatShape(expected);
    return false;
  }
  values = valuesOf(*padding);
  if (!values) {
    check.broken(constraint) << "padding has less data than its type says";
    return false;
  }
  // The number that elsewhere stands for a size that is not known.
  if (!llvm::is_contained(*values, ShapedType::kDynamic))
    return true;
  check.broken(constraint) << "padding has " << ShapedType::kDynamic
                           << ", which no size can be cut by";
  return false;
}

} // namespace ingot::stablehlo
