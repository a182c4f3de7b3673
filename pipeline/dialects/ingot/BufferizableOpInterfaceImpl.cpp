//===- BufferizableOpInterfaceImpl.cpp - tensors of the dialect to memrefs ===//
//
// State is copied on every load and store. Upstream's ml_program.global_store
// hands the stored value's buffer to the analysis as if the store consumed it;
// with another use of the value an uninitialised buffer is copied (MLIR 22).
// Copying makes each loaded value its own, so no analysis is needed.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/ingot/IngotDialect.h"

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace ingot::dialect;

namespace {

/// The dense row-major memref that holds a tensor of this type.
MemRefType contiguousType(Type tensor) {
  auto type = cast<RankedTensorType>(tensor);
  return MemRefType::get(type.getShape(), type.getElementType());
}

/// Kernels take dense buffers only: copies what is a strided view.
Value makeContiguous(RewriterBase &rewriter, Location loc, Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  if (type.getLayout().isIdentity())
    return buffer;
  SmallVector<Value> sizes;
  for (int64_t i = 0; i < type.getRank(); ++i)
    if (type.isDynamicDim(i))
      sizes.push_back(memref::DimOp::create(rewriter, loc, buffer, i));
  Value dense = memref::AllocOp::create(
      rewriter, loc, MemRefType::get(type.getShape(), type.getElementType()),
      sizes, rewriter.getI64IntegerAttr(64));
  memref::CopyOp::create(rewriter, loc, buffer, dense);
  return dense;
}

struct DispatchModel
    : DstBufferizableOpInterfaceExternalModel<DispatchModel, DispatchOp> {
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &) const {
    return !cast<DispatchOp>(op).isDpsInit(&operand);
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto dispatch = cast<DispatchOp>(op);
    SmallVector<Value> inputs, outputs;
    for (Value input : dispatch.getInputs()) {
      if (!isa<TensorType>(input.getType())) {
        inputs.push_back(input);
        continue;
      }
      FailureOr<Value> buffer = getBuffer(rewriter, input, options, state);
      if (failed(buffer))
        return failure();
      inputs.push_back(makeContiguous(rewriter, op->getLoc(), *buffer));
    }
    for (Value output : dispatch.getOutputs()) {
      FailureOr<Value> buffer = getBuffer(rewriter, output, options, state);
      if (failed(buffer))
        return failure();
      outputs.push_back(*buffer);
    }
    return launch(dispatch, rewriter, inputs, outputs);
  }

private:
  /// Launches into dense buffers; where an output is a strided view (the
  /// analysis found the kernel may write into a slice in place) the kernel
  /// writes beside it and the result is copied in.
  static LogicalResult launch(DispatchOp dispatch, RewriterBase &rewriter,
                              ArrayRef<Value> inputs, ArrayRef<Value> outputs) {
    Location loc = dispatch.getLoc();
    SmallVector<Value> dense;
    for (Value output : outputs)
      dense.push_back(makeContiguous(rewriter, loc, output));
    DispatchOp::create(rewriter, loc, TypeRange(), dispatch.getKernelAttr(),
                       inputs, dense, dispatch.getBarePointersAttr());
    for (auto [from, to] : llvm::zip_equal(dense, outputs))
      if (from != to)
        memref::CopyOp::create(rewriter, loc, from, to);
    replaceOpWithBufferizedValues(rewriter, dispatch, outputs);
    return success();
  }
};

struct ConstantModel
    : BufferizableOpInterface::ExternalModel<ConstantModel, ConstantOp> {
  bool isWritable(Operation *, Value, const AnalysisState &) const {
    return false;
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &,
                          BufferizationState &) const {
    auto constant = cast<ConstantOp>(op);
    replaceOpWithNewBufferizedOp<ConstantOp>(
        rewriter, op, contiguousType(constant.getResult().getType()),
        constant.getIndexAttr());
    return success();
  }
};

struct StateLoadModel
    : BufferizableOpInterface::ExternalModel<StateLoadModel, StateLoadOp> {
  bool bufferizesToAllocation(Operation *, Value) const { return true; }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &,
                          BufferizationState &) const {
    auto load = cast<StateLoadOp>(op);
    MemRefType type = contiguousType(load.getResult().getType());
    Value state =
        StateOp::create(rewriter, op->getLoc(), type, load.getIndexAttr());
    Value copy =
        memref::AllocOp::create(rewriter, op->getLoc(), type, ValueRange(),
                                rewriter.getI64IntegerAttr(64));
    memref::CopyOp::create(rewriter, op->getLoc(), state, copy);
    replaceOpWithBufferizedValues(rewriter, op, copy);
    return success();
  }
};

/// Reads its operands and gives none of their memory away.
template <typename Model, typename Op>
struct ReadingModel : BufferizableOpInterface::ExternalModel<Model, Op> {
  bool bufferizesToMemoryRead(Operation *, OpOperand &,
                              const AnalysisState &) const {
    return true;
  }
  bool bufferizesToMemoryWrite(Operation *, OpOperand &,
                               const AnalysisState &) const {
    return false;
  }
  AliasingValueList getAliasingValues(Operation *, OpOperand &,
                                      const AnalysisState &) const {
    return {};
  }
};

struct StateStoreModel : ReadingModel<StateStoreModel, StateStoreOp> {
  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto store = cast<StateStoreOp>(op);
    FailureOr<Value> value =
        getBuffer(rewriter, store.getValue(), options, state);
    if (failed(value))
      return failure();
    Value storage = StateOp::create(rewriter, op->getLoc(),
                                    contiguousType(store.getValue().getType()),
                                    store.getIndexAttr());
    memref::CopyOp::create(rewriter, op->getLoc(), *value, storage);
    rewriter.eraseOp(op);
    return success();
  }
};

/// The function behind it wants dense operands and allocates what it gives.
struct CustomModel : ReadingModel<CustomModel, CustomOp> {
  bool bufferizesToAllocation(Operation *, Value) const { return true; }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto custom = cast<CustomOp>(op);
    SmallVector<Value> inputs;
    for (Value input : custom.getInputs()) {
      FailureOr<Value> buffer = getBuffer(rewriter, input, options, state);
      if (failed(buffer))
        return failure();
      inputs.push_back(makeContiguous(rewriter, op->getLoc(), *buffer));
    }
    SmallVector<Type> types;
    for (Type type : custom.getResultTypes())
      types.push_back(contiguousType(type));
    auto made =
        CustomOp::create(rewriter, op->getLoc(), types, inputs, op->getAttrs());
    replaceOpWithBufferizedValues(rewriter, op, made->getResults());
    return success();
  }
};

} // namespace

void ingot::dialect::registerBufferizableOpInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, IngotDialect *) {
    DispatchOp::attachInterface<DispatchModel>(*context);
    ConstantOp::attachInterface<ConstantModel>(*context);
    CustomOp::attachInterface<CustomModel>(*context);
    StateLoadOp::attachInterface<StateLoadModel>(*context);
    StateStoreOp::attachInterface<StateStoreModel>(*context);
  });
}
