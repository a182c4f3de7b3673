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
#include "pipeline/conversion/TorchToStablehlo/SizeOrigins.h"
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

/// The size of a dimension that was asked for before, null if it was not.
static Value knownSize(OpBuilder &builder, Value value, int64_t dim) {
  // A value that half the program reads is not searched through.
  constexpr int kMaxUsers = 256;
  Block *block = builder.getInsertionBlock();
  auto stands = [&](Operation *op) {
    return op->getBlock() == block &&
           (builder.getInsertionPoint() == block->end() ||
            op->isBeforeInBlock(&*builder.getInsertionPoint()));
  };
  int seen = 0;
  for (Operation *user : value.getUsers()) {
    if (++seen > kMaxUsers)
      break;
    auto size = dyn_cast<stablehlo::GetDimensionSizeOp>(user);
    if (!size || static_cast<int64_t>(size.getDimension()) != dim)
      continue;
    for (Operation *reader : size->getUsers())
      if (isa<stablehlo::ConvertOp>(reader) && stands(reader) &&
          cast<RankedTensorType>(reader->getResult(0).getType())
              .getElementType()
              .isInteger(64))
        return reader->getResult(0);
  }
  return {};
}

Size StablehloBuilder::sizeOf(Value value, int64_t dim) {
  RankedTensorType type = typeOf(value);
  if (!type.isDynamicDim(dim))
    return type.getDimSize(dim);
  // A size that the type forgot on the way stays one that the type does not
  // say.
  if (DimensionOf origin = originOfSize(value, dim);
      typeOf(origin.value).isDynamicDim(origin.dim)) {
    value = origin.value;
    dim = origin.dim;
  }
  if (Value size = sizeInShape(value, dim))
    return Size(size);
  if (Value size = knownSize(*this, value, dim))
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
