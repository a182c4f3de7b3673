//===- TosaBuilder.cpp - sizes, constants, control flow -------------------===//
//
// What the builder's other files stand on. TOSA wants shapes while compiling;
// ops of `tensor` take those that only the run knows.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchToTosa/TosaBuilder.h"
#include "pipeline/conversion/TorchLowering/ShapeInference.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Dialect/Tosa/Utils/ConversionUtils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

std::unique_ptr<TensorBuilder> TosaBuilder::clone(bool strict) const {
  return std::make_unique<TosaBuilder>(getLoc(), *this, strict, refusal());
}

Value TosaBuilder::emptyOf(RankedTensorType type) {
  if (!llvm::is_contained(type.getShape(), 0))
    return {};
  if (!type.hasStaticShape())
    return refuse(type, "a size is 0 and another one is not known");
  return tensor::EmptyOp::create(*this, type.getShape(), type.getElementType());
}

bool TosaBuilder::isComputable(Type element) {
  // Ops upstream take unsigned integers, but compute as if they had a sign.
  return isa<mlir::FloatType>(element) || element.isSignlessInteger();
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

Size TosaBuilder::sizeOf(Value value, int64_t dim) {
  RankedTensorType type = typeOf(value);
  if (!type.isDynamicDim(dim))
    return type.getDimSize(dim);
  Value size = createOrFold<tensor::DimOp>(value, dim);
  size = createOrFold<arith::IndexCastOp>(getI64Type(), size);
  return Size(tensor::FromElementsOp::create(
                  *this, RankedTensorType::get({}, getI64Type()), size)
                  .getResult());
}

OpFoldResult TosaBuilder::indexOf(Size size) {
  if (size.isKnown())
    return getIndexAttr(size.known());
  auto elements = size.value().getDefiningOp<tensor::FromElementsOp>();
  Value number =
      elements
          ? elements.getElements().front()
          : Value(tensor::ExtractOp::create(*this, size.value(), ValueRange()));
  if (auto cast = number.getDefiningOp<arith::IndexCastOp>())
    if (cast.getIn().getType().isIndex())
      return cast.getIn();
  return arith::IndexCastOp::create(*this, getIndexType(), number).getResult();
}

SmallVector<OpFoldResult> TosaBuilder::indicesOf(ArrayRef<Size> sizes) {
  return llvm::map_to_vector(sizes, [&](Size size) { return indexOf(size); });
}

Value TosaBuilder::extentsOf(ArrayRef<Size> sizes) {
  SmallVector<Value> numbers;
  for (OpFoldResult size : indicesOf(sizes))
    numbers.push_back(getValueOrCreateConstantIndexOp(*this, getLoc(), size));
  auto type = RankedTensorType::get({static_cast<int64_t>(numbers.size())},
                                    getIndexType());
  return tensor::FromElementsOp::create(*this, type, numbers);
}

Value TosaBuilder::shapeConstant(ArrayRef<int64_t> numbers) {
  return tosa::getTosaConstShape(*this, numbers);
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

Value TosaBuilder::constant(ElementsAttr elements) {
  auto type = cast<RankedTensorType>(elements.getShapedType());
  if (Value empty = emptyOf(type))
    return empty;
  if (isa<ComplexType>(type.getElementType()))
    return refuse(type, "TOSA has no complex numbers");
  return tosa::ConstOp::create(*this, type, elements);
}

Value TosaBuilder::oneElement(Type element, double number) {
  DenseElementsAttr known;
  matchPattern(scalar(element, number), m_Constant(&known));
  return constant(known.resizeSplat(RankedTensorType::get({1}, element)));
}

Value TosaBuilder::full(ArrayRef<Size> sizes, Value scalar) {
  RankedTensorType type = typeOf(sizes, elementOf(scalar));
  if (type.hasStaticShape())
    return TensorBuilder::full(sizes, scalar);
  if (!isComputable(type.getElementType()))
    return refuse(
        type, "there are no constants of this type whose sizes are not known");
  Value number = tensor::ExtractOp::create(*this, scalar, ValueRange());
  SmallVector<Value> unknown;
  for (Size size : sizes)
    if (!size.isKnown())
      unknown.push_back(
          getValueOrCreateConstantIndexOp(*this, getLoc(), indexOf(size)));
  return tensor::SplatOp::create(*this, number, type, unknown);
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

Operation *TosaBuilder::makeIf(TypeRange types, Value condition) {
  // Branches see what stands before them, so they are given nothing.
  return tosa::IfOp::create(*this, types, condition, ValueRange());
}

Operation *TosaBuilder::makeWhile(ValueRange initial) {
  return tosa::WhileOp::create(*this, initial.getTypes(), initial);
}

void TosaBuilder::yield(ValueRange values) {
  tosa::YieldOp::create(*this, values);
}

void TosaBuilder::assertThat(Value condition, StringRef message) {
  Value holds = tensor::ExtractOp::create(*this, condition, ValueRange());
  cf::AssertOp::create(*this, holds, message);
}
