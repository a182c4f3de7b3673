//===- LowerLaunches.cpp - launches that take pointers become calls -------===//
//
// A buffer of known size is its address. As a descriptor it is a dozen values,
// which each later pass reads, converts and drops again: in a network of 180
// launches that was most of what its host program took. So launches of kernels
// that take bare pointers become calls early, and what made their descriptors
// is gone.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/ingot/IngotDialect.h"
#include "pipeline/host/IngotToLLVM.h"
#include "pipeline/host/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Iterators.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace ingot {
#define GEN_PASS_DEF_LOWERLAUNCHES
#include "pipeline/host/Passes.h.inc"
} // namespace ingot

using namespace mlir;
using namespace ingot;

namespace {

/// Addresses of dense buffers, each made once, where its buffer is made.
class Addresses {
public:
  Value of(Value buffer) {
    if (Value known = known_.lookup(buffer))
      return known;
    OpBuilder builder(buffer.getContext());
    builder.setInsertionPointAfterValue(buffer);
    return known_[buffer] = make(builder, buffer);
  }

private:
  Value make(OpBuilder &builder, Value buffer) {
    Location loc = buffer.getLoc();
    Operation *op = buffer.getDefiningOp();
    if (auto constant = dyn_cast_or_null<dialect::ConstantOp>(op))
      return loadConstant(builder, constant);
    if (auto state = dyn_cast_or_null<dialect::StateOp>(op))
      return loadState(builder, state);
    if (isa_and_nonnull<memref::CollapseShapeOp, memref::ExpandShapeOp>(op))
      return of(op->getOperand(0));
    auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
    llvm::APInt shift;
    if (auto view = dyn_cast_or_null<memref::ViewOp>(op))
      if (matchPattern(view.getByteShift(), m_ConstantInt(&shift)) &&
          shift.isSignedIntN(32))
        return LLVM::GEPOp::create(
            builder, loc, pointer, builder.getI8Type(), of(view.getSource()),
            ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(shift.getSExtValue())});
    return dialect::PointerOp::create(builder, loc, pointer, buffer);
  }

  llvm::DenseMap<Value, Value> known_;
};

struct LowerLaunches final : ingot::impl::LowerLaunchesBase<LowerLaunches> {
  using LowerLaunchesBase::LowerLaunchesBase;

  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      SmallVector<dialect::DispatchOp> launches;
      function.walk([&](dialect::DispatchOp launch) {
        if (launch.getBarePointers() && takesScalarsAsTheyAre(launch))
          launches.push_back(launch);
      });
      Addresses addresses;
      for (dialect::DispatchOp launch : launches)
        lower(launch, addresses);
      if (!launches.empty())
        eraseUnused(function);
    }
  }

private:
  /// False for types that become others in LLVM, but for sizes.
  static bool takesScalarsAsTheyAre(dialect::DispatchOp launch) {
    return llvm::all_of(launch->getOperandTypes(), [](Type type) {
      return isa<MemRefType, IndexType>(type) || LLVM::isCompatibleType(type);
    });
  }

  static void lower(dialect::DispatchOp launch, Addresses &addresses) {
    OpBuilder builder(launch);
    SmallVector<Value> arguments{callContext(launch)};
    for (Value operand : launch->getOperands())
      if (isa<MemRefType>(operand.getType()))
        arguments.push_back(addresses.of(operand));
      else if (operand.getType().isIndex())
        arguments.push_back(arith::IndexCastOp::create(
            builder, launch.getLoc(), builder.getI64Type(), operand));
      else
        arguments.push_back(operand);
    LLVM::CallOp::create(builder, launch.getLoc(),
                         declareKernel(launch, arguments, builder), arguments);
    launch.erase();
  }

  static void eraseUnused(func::FuncOp function) {
    function.walk<WalkOrder::PostOrder, ReverseIterator>([](Operation *op) {
      if (isOpTriviallyDead(op))
        op->erase();
    });
  }
};
} // namespace
