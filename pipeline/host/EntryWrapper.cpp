//===- EntryWrapper.cpp - what a caller of an entry point calls -----------===//
//
// A descriptor is three values and two more for each dimension, so that as
// parameters those of a network with hundreds of weights took LLVM longer than
// all else of its host program. Most of the sizes are known and not used, which
// shows when the function is a part of its wrapper.
//
//===----------------------------------------------------------------------===//

#include "pipeline/host/EntryWrapper.h"

#include "proto/abi/executable.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

// The wrappers address the fields of ingot_tensor by number.
static_assert(offsetof(ingot_tensor, data) == 0 &&
              offsetof(ingot_tensor, sizes) == 8 &&
              offsetof(ingot_tensor, strides) == 16 &&
              sizeof(ingot_tensor) == 24);

namespace {
/// Reads and writes arrays of ingot_tensor.
class TensorAccess {
public:
  TensorAccess(OpBuilder &builder, Location loc)
      : builder_(builder), loc_(loc),
        pointer_(LLVM::LLVMPointerType::get(builder.getContext())) {}

  /// Appends the descriptor of argument `number` to `operands`.
  void unpack(Value tensors, int64_t number, const ingot::v1::TensorType &type,
              SmallVectorImpl<Value> &operands) {
    Value data = load(pointer_, tensors, number * sizeof(ingot_tensor));
    Value sizes =
        load(pointer_, tensors,
             number * sizeof(ingot_tensor) + offsetof(ingot_tensor, sizes));
    operands.append({data, data, constant(0)});
    SmallVector<Value> extent;
    for (int i = 0; i < type.shape_size(); ++i)
      extent.push_back(type.shape(i) >= 0
                           ? constant(type.shape(i))
                           : load(builder_.getI64Type(), sizes, 8 * i));
    llvm::append_range(operands, extent);
    llvm::append_range(operands, denseStrides(extent));
  }

  /// Stores the descriptor `value` into result `number`.
  void pack(Value value, Value tensors, int64_t number, int rank) {
    int64_t base = number * sizeof(ingot_tensor);
    auto part = [&](ArrayRef<int64_t> position) -> Value {
      return LLVM::ExtractValueOp::create(builder_, loc_, value, position);
    };
    store(part({1}), tensors, base + offsetof(ingot_tensor, data));
    Value sizes = load(pointer_, tensors, base + offsetof(ingot_tensor, sizes));
    Value strides =
        load(pointer_, tensors, base + offsetof(ingot_tensor, strides));
    for (int i = 0; i < rank; ++i) {
      store(part({3, i}), sizes, 8 * i);
      store(part({4, i}), strides, 8 * i);
    }
  }

private:
  SmallVector<Value> denseStrides(ArrayRef<Value> sizes) {
    SmallVector<Value> strides(sizes.size());
    Value stride = constant(1);
    for (size_t i = sizes.size(); i-- > 0;) {
      strides[i] = stride;
      if (i > 0)
        stride = LLVM::MulOp::create(builder_, loc_, stride, sizes[i]);
    }
    return strides;
  }

  Value constant(int64_t value) {
    return LLVM::ConstantOp::create(builder_, loc_, builder_.getI64Type(),
                                    builder_.getI64IntegerAttr(value));
  }
  Value address(Value base, int64_t offset) {
    return LLVM::GEPOp::create(builder_, loc_, pointer_, builder_.getI8Type(),
                               base, ArrayRef<LLVM::GEPArg>{offset});
  }
  Value load(Type type, Value base, int64_t offset) {
    return LLVM::LoadOp::create(builder_, loc_, type, address(base, offset));
  }
  void store(Value value, Value base, int64_t offset) {
    LLVM::StoreOp::create(builder_, loc_, value, address(base, offset));
  }

  OpBuilder &builder_;
  Location loc_;
  LLVM::LLVMPointerType pointer_;
};
} // namespace

/// Stores what a function gave, one value or a structure of several.
static void packResults(OpBuilder &builder, ValueRange given,
                        const ingot::v1::EntryPoint &entry, Value results) {
  for (int i = 0; i < entry.results_size(); ++i) {
    Value value = given.front();
    if (entry.results_size() > 1)
      value = LLVM::ExtractValueOp::create(builder, value.getLoc(), value,
                                           static_cast<int64_t>(i));
    TensorAccess(builder, value.getLoc())
        .pack(value, results, i, entry.results(i).shape_size());
  }
}

/// Puts the body of `function` behind the unpacking of its arguments.
static void moveBody(OpBuilder &builder, LLVM::LLVMFuncOp function,
                     LLVM::LLVMFuncOp wrapper, ArrayRef<Value> operands,
                     const ingot::v1::EntryPoint &entry) {
  Region &blocks = wrapper.getBody();
  Block &body = blocks.front(), &first = function.getBody().front();
  for (auto [parameter, value] :
       llvm::zip_equal(first.getArguments(), operands))
    parameter.replaceAllUsesWith(value);
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(body)))
    if (isOpTriviallyDead(&op))
      op.erase();
  body.getOperations().splice(body.end(), first.getOperations());
  first.erase();
  blocks.getBlocks().splice(blocks.end(), function.getBody().getBlocks());
  for (Block &block : blocks)
    if (auto result = dyn_cast<LLVM::ReturnOp>(block.getTerminator())) {
      builder.setInsertionPoint(result);
      packResults(builder, result.getOperands(), entry, body.getArgument(2));
      result->setOperands({});
    }
  function.erase();
}

LogicalResult ingot::buildEntryWrapper(OpBuilder &builder, StringRef symbol,
                                       LLVM::LLVMFuncOp function,
                                       const v1::EntryPoint &entry,
                                       bool isReferenced) {
  Location loc = function.getLoc();
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  auto type =
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(builder.getContext()),
                                  {pointer, pointer, pointer});
  auto wrapper = LLVM::LLVMFuncOp::create(builder, loc, symbol, type,
                                          LLVM::Linkage::Internal);
  Block *body = wrapper.addEntryBlock(builder);
  builder.setInsertionPointToStart(body);

  if (function.isExternal())
    return function.emitError("an entry point without a body");
  TensorAccess tensors(builder, loc);
  SmallVector<Value> operands{body->getArgument(0)};
  for (auto [number, argument] : llvm::enumerate(entry.arguments()))
    tensors.unpack(body->getArgument(1), number, argument, operands);
  if (llvm::to_vector(ValueRange(operands).getTypes()) !=
      llvm::to_vector(function.getFunctionType().getParams()))
    return function.emitError("parameters of @")
           << entry.name() << " do not fit the manifest";
  if (!isReferenced) {
    moveBody(builder, function, wrapper, operands, entry);
    return success();
  }
  auto call = LLVM::CallOp::create(builder, loc, function, operands);
  packResults(builder, call->getResults(), entry, body->getArgument(2));
  LLVM::ReturnOp::create(builder, loc, ValueRange());
  return success();
}
