//===- NarrowFactors.cpp - what a narrow body multiplies ------------------===//

#include "pipeline/codegen/NarrowFactors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace ingot {

/// The operand of `op` that `value` is an element of.
static OpOperand *operandOf(linalg::LinalgOp op, Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || argument.getOwner() != op.getBlock() ||
      argument.getArgNumber() >= unsigned(op.getNumDpsInputs()))
    return nullptr;
  return op.getMatchingOpOperand(argument);
}

/// A value from outside, or an element of an operand of 8 or 32 bits.
static std::optional<Offset> matchOffset(linalg::LinalgOp op, Value value) {
  if (matchPattern(value, m_Zero()))
    return Offset{};
  Value source = value;
  if (Operation *extension = value.getDefiningOp();
      isa_and_present<arith::ExtSIOp, arith::ExtUIOp>(extension))
    source = extension->getOperand(0);
  if (OpOperand *operand = operandOf(op, source)) {
    if (matchPattern(operand->get(), m_Zero()))
      return Offset{};
    return Offset{value, operand};
  }
  if (value.getParentBlock() == op.getBlock() &&
      !matchPattern(value, m_Constant()))
    return std::nullopt;
  return Offset{value, nullptr};
}

static std::optional<NarrowFactor> matchFactor(linalg::LinalgOp op, Value value,
                                               bool isFloat) {
  NarrowFactor factor;
  if (!isFloat)
    if (auto sub = value.getDefiningOp<arith::SubIOp>()) {
      std::optional<Offset> offset = matchOffset(op, sub.getRhs());
      if (!offset)
        return std::nullopt;
      factor.offset = *offset;
      value = sub.getLhs();
    }
  Operation *extension = value.getDefiningOp();
  bool isExtension =
      isFloat ? isa_and_present<arith::ExtFOp>(extension)
              : isa_and_present<arith::ExtSIOp, arith::ExtUIOp>(extension);
  if (!isExtension)
    return std::nullopt;
  Type type = extension->getOperand(0).getType();
  factor.isSigned = !isa<arith::ExtUIOp>(extension);
  factor.isWide = type.isInteger(16) && factor.isSigned;
  if (!(isFloat ? type.isBF16() : type.isInteger(8) || factor.isWide))
    return std::nullopt;
  factor.operand = operandOf(op, extension->getOperand(0));
  if (!factor.operand)
    return std::nullopt;
  return factor;
}

std::optional<NarrowFactors> matchNarrowFactors(linalg::LinalgOp op) {
  if (op.getNumDpsInits() != 1)
    return std::nullopt;
  BlockArgument total = op.getMatchingBlockArgument(op.getDpsInitOperand(0));
  Operation *sum =
      op.getBlock()->getTerminator()->getOperand(0).getDefiningOp();
  if (!isa_and_present<arith::AddIOp, arith::AddFOp>(sum) ||
      !total.hasOneUse() || *total.user_begin() != sum)
    return std::nullopt;
  Value other = sum->getOperand(sum->getOperand(0) == total ? 1 : 0);
  Operation *product = other.getDefiningOp();
  NarrowFactors factors;
  factors.isFloat = isa<arith::AddFOp>(sum);
  if (factors.isFloat ? !isa_and_present<arith::MulFOp>(product)
                      : !isa_and_present<arith::MulIOp>(product))
    return std::nullopt;
  if (!(factors.isFloat ? total.getType().isF32()
                        : total.getType().isInteger(32)))
    return std::nullopt;
  std::optional<NarrowFactor> first =
      matchFactor(op, product->getOperand(0), factors.isFloat);
  std::optional<NarrowFactor> second =
      matchFactor(op, product->getOperand(1), factors.isFloat);
  if (!first || !second || first->operand == second->operand)
    return std::nullopt;
  factors.first = *first;
  factors.second = *second;
  return factors;
}

} // namespace ingot
