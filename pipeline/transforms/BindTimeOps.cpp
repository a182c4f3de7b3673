//===- BindTimeOps.cpp - what constants alone decide ----------------------===//
//
// One walk, front to back: an op belongs to the set if it has no effect and all
// that it reads does. Loops whose end only the run knows stay out, and custom
// ops, whose functions are not ours to call at another time.
//
// What stands in a loop or a branch may never run. There an op counts only if
// nothing can go wrong in it, for assertions that would have stopped the
// program in front of it are not asked when constants bind.
//
//===----------------------------------------------------------------------===//

#include "pipeline/transforms/BindTimeOps.h"
#include "pipeline/dialects/ingot/IngotDialect.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace ingot;

/// True if running `op` once or often, now or later, is the same.
static bool isRepeatable(Operation *op) {
  if (op->hasTrait<OpTrait::IsTerminator>() || !isMemoryEffectFree(op))
    return false;
  return !op->walk([](Operation *inner) {
              return isa<dialect::CustomOp, scf::WhileOp>(inner)
                         ? WalkResult::interrupt()
                         : WalkResult::advance();
            }).wasInterrupted();
}

/// True for an op that cannot fail, whatever its operands. What its regions
/// hold is looked at by itself.
static bool cannotFail(Operation *op) {
  if (op->hasTrait<OpTrait::IsTerminator>() || isa<dialect::ConstantOp>(op))
    return true;
  // Reads wherever the index says.
  if (isa<tensor::ExtractOp, tensor::InsertOp>(op))
    return op->getNumOperands() == 1;
  // Offsets and sizes that are computed may leave the tensor.
  if (isa<OffsetSizeAndStrideOpInterface>(op))
    return llvm::all_of(op->getOperandTypes(), llvm::IsaPred<TensorType>);
  if (op->getNumRegions() == 0)
    return mlir::isSpeculatable(op);
  return isa<ModuleOp, func::FuncOp, DestinationStyleOpInterface, tensor::PadOp,
             tensor::GenerateOp>(op);
}

SmallVector<Value> BindTimeOps::valuesReadBy(Operation *op) {
  SetVector<Value> values(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), values);
  return values.takeVector();
}

BindTimeOps::BindTimeOps(func::FuncOp function, SymbolTable &kernels)
    : kernels_(kernels) {
  unsigned place = 0;
  function.walk<WalkOrder::PreOrder>(
      [&](Operation *op) { places_[op] = place++; });
  for (Block &block : function.getBody())
    visit(block, /*isNested=*/!block.isEntryBlock());
}

void BindTimeOps::visit(Block &block, bool isNested) {
  for (Operation &op : block) {
    if (isRepeatable(&op) && readsConstantsAlone(&op) &&
        (!isNested || isSpeculatable(&op))) {
      ops_.insert(&op);
      values_.insert(op.result_begin(), op.result_end());
      continue;
    }
    if (auto assertion = dyn_cast<cf::AssertOp>(op);
        assertion && !isNested && values_.contains(assertion.getArg()))
      assertions_.push_back(assertion);
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        visit(inner, /*isNested=*/true);
  }
}

bool BindTimeOps::readsConstantsAlone(Operation *op) const {
  return llvm::all_of(valuesReadBy(op),
                      [&](Value value) { return values_.contains(value); });
}

bool BindTimeOps::isFree(Operation *op) {
  if (op->hasTrait<OpTrait::ConstantLike>() ||
      isa<dialect::ConstantOp, tensor::EmptyOp, tensor::CastOp, tensor::DimOp,
          tensor::CollapseShapeOp, tensor::ExpandShapeOp,
          tensor::ExtractSliceOp, tensor::ExtractOp, tensor::FromElementsOp>(
          op))
    return true;
  return op->getNumRegions() == 0 &&
         llvm::none_of(op->getResultTypes(), llvm::IsaPred<ShapedType>);
}

bool BindTimeOps::isSpeculatable(Operation *op) {
  return !op->walk([&](Operation *inner) {
              auto dispatch = dyn_cast<dialect::DispatchOp>(inner);
              bool isSafe = dispatch
                                ? isKernelSpeculatable(dispatch.getKernelAttr())
                                : cannotFail(inner);
              return isSafe ? WalkResult::advance() : WalkResult::interrupt();
            }).wasInterrupted();
}

bool BindTimeOps::isKernelSpeculatable(FlatSymbolRefAttr kernel) {
  auto [known, isNew] = speculatable_.try_emplace(kernel, false);
  if (!isNew)
    return known->second;
  Operation *module = kernels_.lookup(kernel.getAttr());
  known->second = module && !module
                                 ->walk([](Operation *inner) {
                                   return cannotFail(inner)
                                              ? WalkResult::advance()
                                              : WalkResult::interrupt();
                                 })
                                 .wasInterrupted();
  return known->second;
}
