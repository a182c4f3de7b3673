//===- ShapeValues.cpp - sizes that programs compute as tensors -----------===//
//
// A size that is loaded from a tensor says nothing to later passes: they cannot
// see that two sizes are equal, so they neither fuse nor drop a check. Programs
// mostly compute sizes by a handful of integer ops from sizes of tensors, and
// these are followed back to tensor.dim and constants.
//
// The walk visits shared operands again at each use, so it would be exponential
// in the depth. kMaxSteps bounds it.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/StablehloToLinalg/ShapeValues.h"
#include "pipeline/conversion/StablehloToLinalg/Tensors.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace ingot::stablehlo;

/// Each step of a computation may be visited twice, so long ones are loaded.
static constexpr int kMaxSteps = 12;

namespace {

class ShapeReader {
public:
  ShapeReader(ConversionPatternRewriter &rewriter, Location loc)
      : rewriter_(rewriter), loc_(loc), math_(rewriter, loc) {}

  /// Element `place`, in row-major order, of a tensor of integers.
  OpFoldResult read(Value tensor, int64_t place) {
    OpFoldResult followed = follow(tensor, place, kMaxSteps);
    return followed ? followed : load(tensor, place);
  }

private:
  /// Null where the op is none of those that shapes are made with.
  OpFoldResult follow(Value tensor, int64_t place, int steps) {
    Operation *op = tensor.getDefiningOp();
    if (!op || steps == 0)
      return {};
    DenseIntElementsAttr known;
    if (matchPattern(tensor, m_Constant(&known)))
      return math_.constant(numberOf(known, place));
    return TypeSwitch<Operation *, OpFoldResult>(op)
        .Case([&](GetDimensionSizeOp size) -> OpFoldResult {
          Value operand = rewriter_.getRemappedValue(size.getOperand());
          if (!operand)
            return {};
          return tensor::getMixedSize(
              rewriter_, loc_, operand,
              static_cast<int64_t>(size.getDimension()));
        })
        .Case<ReshapeOp, ConvertOp>([&](Operation *same) -> OpFoldResult {
          auto type = cast<RankedTensorType>(same->getOperand(0).getType());
          bool isInteger = isa<IntegerType>(type.getElementType()) &&
                           !type.getElementType().isInteger(1);
          return isInteger ? follow(same->getOperand(0), place, steps - 1)
                           : OpFoldResult();
        })
        .Case([&](ConcatenateOp concatenate) {
          return followPart(concatenate, place, steps);
        })
        .Case([&](SliceOp slice) -> OpFoldResult {
          if (slice.getType().getRank() != 1)
            return {};
          return follow(slice.getOperand(),
                        slice.getStartIndices()[0] +
                            place * slice.getStrides()[0],
                        steps - 1);
        })
        .Case<AddOp, SubtractOp, MultiplyOp, MaximumOp, MinimumOp>(
            [&](Operation *binary) {
              return followBinary(binary, place, steps);
            })
        .Default([](Operation *) { return OpFoldResult(); });
  }

  OpFoldResult followPart(ConcatenateOp op, int64_t place, int steps) {
    if (op.getType().getRank() != 1)
      return {};
    for (Value input : op.getInputs()) {
      int64_t count = cast<RankedTensorType>(input.getType()).getDimSize(0);
      if (ShapedType::isDynamic(count))
        return {};
      if (place < count) {
        OpFoldResult number = follow(input, place, steps - 1);
        return number ? number : load(input, place);
      }
      place -= count;
    }
    return {};
  }

  OpFoldResult followBinary(Operation *op, int64_t place, int steps) {
    OpFoldResult a = follow(op->getOperand(0), place, steps - 1);
    OpFoldResult b = a ? follow(op->getOperand(1), place, steps - 1) : a;
    if (!a || !b)
      return {};
    return TypeSwitch<Operation *, OpFoldResult>(op)
        .Case([&](AddOp) { return math_.add(a, b); })
        .Case([&](SubtractOp) { return math_.sub(a, b); })
        .Case([&](MultiplyOp) { return math_.mul(a, b); })
        .Case([&](MaximumOp) { return math_.max(a, b); })
        .Default([&](Operation *) { return math_.min(a, b); });
  }

  static int64_t numberOf(DenseIntElementsAttr numbers, int64_t place) {
    APInt number = numbers.isSplat() ? numbers.getSplatValue<APInt>()
                                     : *(numbers.value_begin<APInt>() + place);
    return numbers.getElementType().isUnsignedInteger()
               ? static_cast<int64_t>(number.getZExtValue())
               : number.getSExtValue();
  }

  OpFoldResult load(Value tensor, int64_t place) {
    Value converted = rewriter_.getRemappedValue(tensor);
    if (!converted)
      converted = tensor;
    auto type = cast<RankedTensorType>(converted.getType());
    SmallVector<Value> places(type.getRank());
    for (int64_t i = type.getRank() - 1; i >= 0; --i) {
      int64_t size = type.getDimSize(i);
      places[i] = arith::ConstantIndexOp::create(rewriter_, loc_, place % size);
      place /= size;
    }
    Value number =
        tensor::ExtractOp::create(rewriter_, loc_, converted, places);
    if (number.getType().isIndex())
      return number;
    return arith::IndexCastOp::create(rewriter_, loc_, rewriter_.getIndexType(),
                                      number)
        .getResult();
  }

  ConversionPatternRewriter &rewriter_;
  Location loc_;
  IndexMath math_;
};

} // namespace

SmallVector<OpFoldResult>
ingot::stablehlo::shapeNumbers(ConversionPatternRewriter &rewriter,
                               Location loc, Value shape) {
  SmallVector<OpFoldResult> numbers;
  int64_t count = cast<RankedTensorType>(shape.getType()).getDimSize(0);
  for (int64_t i = 0; i < count; ++i)
    numbers.push_back(ShapeReader(rewriter, loc).read(shape, i));
  return numbers;
}

OpFoldResult ingot::stablehlo::shapeNumber(ConversionPatternRewriter &rewriter,
                                           Location loc, Value numbers,
                                           int64_t place) {
  return ShapeReader(rewriter, loc).read(numbers, place);
}
