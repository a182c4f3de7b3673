//===- StablehloBuilder.cpp - sizes, constants, elements ------------------===//
//
// Programs whose sizes are not known ask for the same size again and again. A
// size is therefore asked of the value furthest up that has it, and taken from
// the operand that an op was given its shape by: this keeps programs short, and
// shows later passes which sizes are the same.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchToStablehlo/StablehloBuilder.h"
#include "pipeline/conversion/TorchLowering/ShapeInference.h"
#include "pipeline/dialects/chlo/ChloOps.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

std::unique_ptr<TensorBuilder> StablehloBuilder::clone(bool strict) const {
  return std::make_unique<StablehloBuilder>(getLoc(), *this, strict, refusal());
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// The number that became element `dim` of a list of sizes, null if it is not
/// to be seen.
static Value elementOfShape(Value shape, int64_t dim) {
  auto list = shape.getDefiningOp<stablehlo::ConcatenateOp>();
  if (!list || static_cast<int64_t>(list.getInputs().size()) !=
                   cast<RankedTensorType>(shape.getType()).getDimSize(0))
    return {};
  auto element = list.getInputs()[dim].getDefiningOp<stablehlo::ReshapeOp>();
  return element && isa<RankedTensorType>(element.getOperand().getType()) &&
                 cast<RankedTensorType>(element.getOperand().getType())
                         .getRank() == 0
             ? element.getOperand()
             : Value();
}

/// A value further up with the same sizes. Asking it rather than what became of
/// it keeps programs short, and shows which sizes are the same.
static Value originOfSizes(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<stablehlo::StablehloDialect>(op->getDialect()) ||
        !op->hasTrait<OpTrait::Elementwise>())
      break;
    auto given = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
    if (!given ||
        given.getShape() != cast<RankedTensorType>(value.getType()).getShape())
      break;
    value = op->getOperand(0);
  }
  return value;
}

Size StablehloBuilder::sizeOf(Value value, int64_t dim) {
  RankedTensorType type = typeOf(value);
  if (!type.isDynamicDim(dim))
    return type.getDimSize(dim);
  value = originOfSizes(value);
  Operation *op = value.getDefiningOp();
  Value shape;
  if (isa_and_nonnull<stablehlo::DynamicBroadcastInDimOp,
                      stablehlo::DynamicReshapeOp>(op))
    shape = op->getOperand(1);
  else if (isa_and_nonnull<stablehlo::DynamicIotaOp>(op))
    shape = op->getOperand(0);
  if (Value size = shape ? elementOfShape(shape, dim) : Value())
    return Size(size);
  Value size = stablehlo::GetDimensionSizeOp::create(
      *this, RankedTensorType::get({}, getI32Type()), value,
      static_cast<uint64_t>(dim));
  return Size(convert(size, getI64Type()));
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

Value StablehloBuilder::constant(ElementsAttr elements) {
  return stablehlo::ConstantOp::create(*this, elements);
}

Value StablehloBuilder::iota(ArrayRef<Size> sizes, int64_t dim, Type element) {
  RankedTensorType type = typeOf(sizes, element);
  if (type.hasStaticShape())
    return stablehlo::IotaOp::create(*this, type, static_cast<uint64_t>(dim));
  return stablehlo::DynamicIotaOp::create(*this, type, shapeOf(sizes),
                                          static_cast<uint64_t>(dim));
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// Each element op has the name of an op of StableHLO or, these, of CHLO.
static StringRef opNameOf(ElementOp op) {
  using namespace stablehlo;
  using chlo::AcoshOp;
  using chlo::AcosOp;
  using chlo::AsinhOp;
  using chlo::AsinOp;
  using chlo::AtanhOp;
  using chlo::AtanOp;
  using chlo::CoshOp;
  using chlo::DigammaOp;
  using chlo::ErfcOp;
  using chlo::ErfInvOp;
  using chlo::ErfOp;
  using chlo::LgammaOp;
  using chlo::SinhOp;
  switch (op) {
#define INGOT_ELEMENT_OP(op, name)                                             \
  case ElementOp::op:                                                          \
    return op##Op::getOperationName();
#include "pipeline/conversion/TorchLowering/ElementOps.def"
  }
  llvm_unreachable("every element op is listed");
}

Value StablehloBuilder::makeElementwise(ElementOp op, RankedTensorType type,
                                        ValueRange operands) {
  OperationState state(getLoc(), opNameOf(op));
  state.addOperands(operands);
  state.addTypes(type);
  return create(state)->getResult(0);
}

static stablehlo::ComparisonDirection directionOf(Comparison comparison) {
  using Direction = stablehlo::ComparisonDirection;
  switch (comparison) {
  case Comparison::EQ:
    return Direction::EQ;
  case Comparison::NE:
    return Direction::NE;
  case Comparison::GE:
    return Direction::GE;
  case Comparison::GT:
    return Direction::GT;
  case Comparison::LE:
    return Direction::LE;
  case Comparison::LT:
    return Direction::LT;
  }
  llvm_unreachable("every comparison is listed");
}

Value StablehloBuilder::compare(Comparison comparison, Value a, Value b) {
  SmallVector<Value> operands = broadcastTogether({a, b});
  RankedTensorType type =
      mergeSizes(typeOf(operands[0]), typeOf(operands[1])).clone(getI1Type());
  return stablehlo::CompareOp::create(
      *this, type, operands[0], operands[1],
      stablehlo::ComparisonDirectionAttr::get(getContext(),
                                              directionOf(comparison)),
      stablehlo::ComparisonTypeAttr());
}

Value StablehloBuilder::select(Value condition, Value a, Value b) {
  SmallVector<Value> operands = broadcastTogether({condition, a, b});
  RankedTensorType type =
      mergeSizes(mergeSizes(typeOf(operands[1]), typeOf(operands[2])),
                 typeOf(operands[0]));
  return stablehlo::SelectOp::create(*this, type, operands[0], operands[1],
                                     operands[2]);
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

Operation *StablehloBuilder::makeIf(TypeRange types, Value condition) {
  return stablehlo::IfOp::create(*this, types, condition);
}

Operation *StablehloBuilder::makeWhile(ValueRange initial) {
  return stablehlo::WhileOp::create(*this, initial.getTypes(), initial);
}

void StablehloBuilder::yield(ValueRange values) {
  stablehlo::ReturnOp::create(*this, values);
}

void StablehloBuilder::assertThat(Value condition, StringRef message) {
  OperationState state(getLoc(), stablehlo::CustomCallOp::getOperationName());
  state.addOperands(condition);
  state.addAttribute("call_target_name", getStringAttr("shape_assertion"));
  state.addAttribute("error_message", getStringAttr(message));
  state.addAttribute("has_side_effect", getBoolAttr(true));
  create(state);
}
