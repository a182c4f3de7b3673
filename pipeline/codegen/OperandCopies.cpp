//===- OperandCopies.cpp - copies of operands in another order ------------===//

#include "pipeline/codegen/OperandCopies.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace ingot {

Value zeroOf(OpBuilder &builder, Location loc, Type type) {
  return arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
}

Value emptyOf(OpBuilder &builder, Location loc, ArrayRef<OpFoldResult> shape,
              Type element) {
  return tensor::EmptyOp::create(builder, loc, shape, element);
}

/// `element` as the copy, whose elements are of `type`, has it.
static Value changed(OpBuilder &b, Location loc, Value element,
                     ElementChange change, Type type) {
  switch (change) {
  case ElementChange::None:
    return element;
  case ElementChange::Shift:
    return arith::XOrIOp::create(b, loc, element,
                                 arith::ConstantIntOp::create(b, loc, -128, 8));
  case ElementChange::SignExtend:
    return arith::ExtSIOp::create(b, loc, type, element);
  case ElementChange::ZeroExtend:
    return arith::ExtUIOp::create(b, loc, type, element);
  }
  llvm_unreachable("unknown change");
}

linalg::GenericOp makeCopy(OpBuilder &builder, Location loc,
                           const OperandCopy &copy, Value into,
                           ElementChange change) {
  unsigned rank = copy.map.getNumDims();
  AffineMap target =
      copy.target ? copy.target : builder.getMultiDimIdentityMap(rank);
  SmallVector<utils::IteratorType> kinds(rank, utils::IteratorType::parallel);
  return linalg::GenericOp::create(
      builder, loc, into.getType(), copy.source, into, {copy.map, target},
      kinds, [&](OpBuilder &b, Location loc, ValueRange elements) {
        linalg::YieldOp::create(
            b, loc,
            changed(b, loc, elements[0], change, elements[1].getType()));
      });
}

Value collapseDims(OpBuilder &builder, Location loc, Value value,
                   unsigned first, unsigned count) {
  auto type = cast<RankedTensorType>(value.getType());
  if (count == 1)
    return value;
  SmallVector<ReassociationIndices> groups;
  for (unsigned dim = 0; dim < unsigned(type.getRank()); ++dim)
    if (dim > first && dim < first + count)
      groups.back().push_back(dim);
    else
      groups.push_back({int64_t(dim)});
  return tensor::CollapseShapeOp::create(builder, loc, value, groups);
}

} // namespace ingot
