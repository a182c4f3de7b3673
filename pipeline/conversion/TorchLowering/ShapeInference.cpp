//===- ShapeInference.cpp - types of results by those of operands ---------===//

#include "pipeline/conversion/TorchLowering/ShapeInference.h"

using namespace mlir;
using namespace ingot::torch;

bool ingot::torch::areKnown(ArrayRef<Size> sizes) {
  return llvm::all_of(sizes, [](Size size) { return size.isKnown(); });
}

SmallVector<int64_t> ingot::torch::knownSizes(ArrayRef<Size> sizes) {
  return llvm::map_to_vector(sizes, [](Size size) { return size.known(); });
}

RankedTensorType ingot::torch::mergeSizes(RankedTensorType a,
                                          RankedTensorType b) {
  SmallVector<int64_t> shape(a.getShape());
  for (auto [size, other] : llvm::zip_equal(shape, b.getShape()))
    if (ShapedType::isDynamic(size))
      size = other;
  return RankedTensorType::get(shape, a.getElementType());
}

RankedTensorType ingot::torch::broadcastType(ValueRange values) {
  auto type = cast<RankedTensorType>(values.front().getType());
  SmallVector<int64_t> shape(type.getShape());
  for (Value value : values.drop_front())
    for (auto [size, other] : llvm::zip_equal(
             shape, cast<RankedTensorType>(value.getType()).getShape()))
      if (size == 1 || (ShapedType::isDynamic(size) && other != 1))
        size = other;
  return RankedTensorType::get(shape, type.getElementType());
}

RankedTensorType ingot::torch::concatenatedType(ValueRange values,
                                                int64_t dim) {
  auto type = cast<RankedTensorType>(values.front().getType());
  int64_t total = 0;
  for (Value value : values) {
    auto given = cast<RankedTensorType>(value.getType());
    type = mergeSizes(type, given);
    int64_t size = given.getDimSize(dim);
    total = ShapedType::isDynamic(total) || ShapedType::isDynamic(size)
                ? ShapedType::kDynamic
                : total + size;
  }
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] = total;
  return type.clone(shape);
}

RankedTensorType ingot::torch::paddedType(RankedTensorType type,
                                          ArrayRef<Size> low,
                                          ArrayRef<Size> high,
                                          ArrayRef<int64_t> interior) {
  SmallVector<int64_t> shape;
  for (int64_t dim : llvm::seq(type.getRank())) {
    int64_t size = type.getDimSize(dim);
    int64_t between = interior.empty() ? 0 : interior[dim];
    bool isKnown = !ShapedType::isDynamic(size) && low[dim].isKnown() &&
                   high[dim].isKnown();
    shape.push_back(isKnown ? size + low[dim].known() + high[dim].known() +
                                  std::max<int64_t>(size - 1, 0) * between
                            : ShapedType::kDynamic);
  }
  return type.clone(shape);
}

RankedTensorType ingot::torch::transposedType(RankedTensorType type,
                                              ArrayRef<int64_t> permutation) {
  return type.clone(llvm::map_to_vector(
      permutation, [&](int64_t dim) { return type.getDimSize(dim); }));
}

SmallVector<int64_t> ingot::torch::otherDims(int64_t rank,
                                             ArrayRef<int64_t> dims) {
  SmallVector<int64_t> others;
  for (int64_t dim : llvm::seq(rank))
    if (!llvm::is_contained(dims, dim))
      others.push_back(dim);
  return others;
}
