//===- StablehloShapes.cpp - broadcasting, reshaping, slices, padding -----===//
//
// A static op where all sizes are known, else the dynamic one with its shape as
// an operand. A dynamic broadcast says which dimensions it expands as far as
// types or the program's promise tell, so that the run need not find out.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchLowering/ShapeInference.h"
#include "pipeline/conversion/TorchToStablehlo/StablehloBuilder.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

//===----------------------------------------------------------------------===//
// Broadcasting
//===----------------------------------------------------------------------===//

Value StablehloBuilder::broadcastInDim(Value value, ArrayRef<Size> sizes,
                                       Dims dims) {
  RankedTensorType type = typeOf(sizes, elementOf(value));
  RankedTensorType given = typeOf(value);
  if (type.hasStaticShape() && given.hasStaticShape())
    return stablehlo::BroadcastInDimOp::create(*this, type, value,
                                               getDenseI64ArrayAttr(dims));
  // What is known to be 1, or not, need not be found out at run time.
  SmallVector<int64_t> expanding, keeping;
  for (auto [i, dim] : llvm::enumerate(dims)) {
    int64_t size = given.getDimSize(i);
    if (size == 1 && type.getDimSize(dim) != 1)
      expanding.push_back(i);
    else if (!ShapedType::isDynamic(size) || hasSize(value, i, sizes[dim]))
      keeping.push_back(i);
  }
  return stablehlo::DynamicBroadcastInDimOp::create(
      *this, type, value, shapeOf(sizes), getDenseI64ArrayAttr(dims),
      getDenseI64ArrayAttr(expanding), getDenseI64ArrayAttr(keeping));
}

//===----------------------------------------------------------------------===//
// Reshaping
//===----------------------------------------------------------------------===//

Value StablehloBuilder::reshape(Value value, ArrayRef<Size> sizes) {
  RankedTensorType type = typeOf(sizes, elementOf(value));
  if (type == value.getType() && type.hasStaticShape())
    return value;
  if (type.hasStaticShape() && typeOf(value).hasStaticShape())
    return stablehlo::ReshapeOp::create(*this, type, value);
  return stablehlo::DynamicReshapeOp::create(*this, type, value,
                                             shapeOf(sizes));
}

Value StablehloBuilder::castTo(Value value, RankedTensorType type) {
  RankedTensorType given = typeOf(value);
  if (given == type)
    return value;
  Sizes sizes;
  for (int64_t dim : llvm::seq(type.getRank()))
    sizes.push_back(type.isDynamicDim(dim) ? sizeOf(value, dim)
                                           : Size(type.getDimSize(dim)));
  return stablehlo::DynamicReshapeOp::create(*this, type, value,
                                             shapeOf(sizes));
}

Value StablehloBuilder::transpose(Value value, Dims permutation) {
  return stablehlo::TransposeOp::create(
      *this, transposedType(typeOf(value), permutation), value,
      getDenseI64ArrayAttr(permutation));
}

Value StablehloBuilder::reverse(Value value, Dims dims) {
  return stablehlo::ReverseOp::create(*this, typeOf(value), value,
                                      getDenseI64ArrayAttr(dims));
}

//===----------------------------------------------------------------------===//
// Slices and padding
//===----------------------------------------------------------------------===//

Value StablehloBuilder::makeSlice(Value value, int64_t dim, Size start,
                                  Size limit, ArrayRef<Size> sizes,
                                  int64_t step) {
  Sizes starts(sizes.size(), Size(0)), limits(sizes);
  starts[dim] = start;
  limits[dim] = limit;
  SmallVector<int64_t> steps(sizes.size(), 1);
  steps[dim] = step;
  SmallVector<int64_t> shape(typeOf(value).getShape());
  shape[dim] = sizes[dim].inType();
  RankedTensorType type = typeOf(value).clone(shape);
  if (areKnown(starts) && areKnown(limits))
    return stablehlo::SliceOp::create(
        *this, type, value, getDenseI64ArrayAttr(knownSizes(starts)),
        getDenseI64ArrayAttr(knownSizes(limits)), getDenseI64ArrayAttr(steps));
  return stablehlo::RealDynamicSliceOp::create(
      *this, type, value, shapeOf(starts), shapeOf(limits), constant(steps));
}

Value StablehloBuilder::updateSlice(Value value, Value update,
                                    ArrayRef<Size> starts) {
  SmallVector<Value> places;
  for (Size start : starts)
    places.push_back(valueOf(start));
  return stablehlo::DynamicUpdateSliceOp::create(*this, typeOf(value), value,
                                                 update, places);
}

Value StablehloBuilder::pad(Value value, Value padding, ArrayRef<Size> low,
                            ArrayRef<Size> high, Dims interior) {
  SmallVector<int64_t> between(interior);
  between.resize(rankOf(value), 0);
  RankedTensorType type = paddedType(typeOf(value), low, high, between);
  if (areKnown(low) && areKnown(high))
    return stablehlo::PadOp::create(
        *this, type, value, padding, getDenseI64ArrayAttr(knownSizes(low)),
        getDenseI64ArrayAttr(knownSizes(high)), getDenseI64ArrayAttr(between));
  return stablehlo::DynamicPadOp::create(*this, type, value, padding,
                                         shapeOf(low), shapeOf(high),
                                         constant(between));
}

Value StablehloBuilder::concatenate(ValueRange values, int64_t dim) {
  if (values.size() == 1)
    return values.front();
  return stablehlo::ConcatenateOp::create(*this, concatenatedType(values, dim),
                                          values, static_cast<uint64_t>(dim));
}
