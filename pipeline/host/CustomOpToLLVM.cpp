//===- CustomOpToLLVM.cpp - calls of functions that the loader supplies ---===//
//
// ingot.custom on memrefs becomes a call of the function that the call context
// has bound to it, or of one of our own library, with descriptors on the stack
// (proto/abi/executable.h, "custom ops"). One helper per module ends the call
// if that function returns a text.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/ingot/IngotDialect.h"
#include "pipeline/host/IngotToLLVM.h"
#include "pipeline/mathlib/MathLibrary.h"
#include "proto/abi/executable.h"

#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

#include <cstddef>

using namespace mlir;
using namespace ingot::dialect;

constexpr char kCheck[] = "ingot.check_custom";

namespace {

/// Loads, stores and addresses at one place.
class Emitter {
public:
  Emitter(OpBuilder &builder, Location loc) : builder(builder), loc(loc) {}

  Type pointer() { return LLVM::LLVMPointerType::get(builder.getContext()); }
  Value constant(int64_t value) {
    return LLVM::ConstantOp::create(builder, loc, builder.getI64Type(),
                                    builder.getI64IntegerAttr(value));
  }
  Value at(Value base, int64_t bytes) {
    return LLVM::GEPOp::create(builder, loc, pointer(), builder.getI8Type(),
                               base,
                               ArrayRef<LLVM::GEPArg>{LLVM::GEPArg(bytes)});
  }
  Value load(Type type, Value base, int64_t bytes) {
    return LLVM::LoadOp::create(builder, loc, type, at(base, bytes));
  }
  void store(Value value, Value base, int64_t bytes) {
    LLVM::StoreOp::create(builder, loc, value, at(base, bytes));
  }
  Value multiply(Value a, Value b) {
    return LLVM::MulOp::create(builder, loc, a, b);
  }

  OpBuilder &builder;
  Location loc;
};

/// Descriptors of several tensors in one piece of the stack: the structures,
/// then sizes and strides of each.
class Descriptors {
public:
  Descriptors(Emitter &emit, TypeRange types) : emit_(emit) {
    bytes_ = static_cast<int64_t>(types.size() * sizeof(ingot_tensor));
    for (Type type : types) {
      shapes_.push_back(bytes_);
      bytes_ += 16 * cast<MemRefType>(type).getRank();
    }
  }

  /// On the stack of the function, once per call of it: not where the op is,
  /// which may be in a loop.
  void allocate(Region &body) {
    OpBuilder::InsertionGuard guard(emit_.builder);
    emit_.builder.setInsertionPointToStart(&body.front());
    base_ = LLVM::AllocaOp::create(
        emit_.builder, emit_.loc, emit_.pointer(), emit_.builder.getI8Type(),
        emit_.constant(std::max<int64_t>(bytes_, 1)), /*alignment=*/8);
  }

  Value base() const { return base_; }

  /// Writes where sizes and strides stand, and what is given of each; null for
  /// what is not known.
  void write(size_t index, Value data, ArrayRef<Value> sizes,
             ArrayRef<Value> strides) {
    int64_t tensor = static_cast<int64_t>(index * sizeof(ingot_tensor));
    int64_t rank = static_cast<int64_t>(sizes.size());
    if (data)
      emit_.store(data, base_, tensor + offsetof(ingot_tensor, data));
    emit_.store(emit_.at(base_, shapes_[index]), base_,
                tensor + offsetof(ingot_tensor, sizes));
    emit_.store(emit_.at(base_, shapes_[index] + 8 * rank), base_,
                tensor + offsetof(ingot_tensor, strides));
    for (int64_t i = 0; i < rank; ++i) {
      emit_.store(sizes[i], base_, shapes_[index] + 8 * i);
      if (!strides.empty())
        emit_.store(strides[i], base_, shapes_[index] + 8 * (rank + i));
    }
  }

  Value data(size_t index) {
    return emit_.load(emit_.pointer(), base_,
                      static_cast<int64_t>(index * sizeof(ingot_tensor) +
                                           offsetof(ingot_tensor, data)));
  }
  Value size(size_t index, int64_t dim) {
    return emit_.load(emit_.builder.getI64Type(), base_,
                      shapes_[index] + 8 * dim);
  }

private:
  Emitter &emit_;
  SmallVector<int64_t> shapes_; ///< Where sizes begin.
  int64_t bytes_;
  Value base_;
};

struct CustomOpLowering : ConvertOpToLLVMPattern<CustomOp> {
  using ConvertOpToLLVMPattern<CustomOp>::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(CustomOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!op.getIndex() && !op->hasAttr(kLibraryFunctionAttr))
      return op.emitOpError("has no place in the manifest");
    Emitter emit(rewriter, op.getLoc());
    Descriptors operands(emit, op.getInputs().getTypes());
    Descriptors results(emit, op.getResultTypes());
    Region &body = *op->getBlock()->getParent();
    operands.allocate(body);
    results.allocate(body);
    for (auto [i, value] : llvm::enumerate(adaptor.getInputs()))
      writeOperand(emit, operands, i, value, op.getInputs()[i].getType());
    for (auto [i, type] : llvm::enumerate(op.getResultTypes()))
      writeResult(emit, results, i, cast<MemRefType>(type));
    call(emit, op, operands.base(), results.base());
    SmallVector<Value> values;
    for (auto [i, type] : llvm::enumerate(op.getResultTypes()))
      values.push_back(readResult(emit, results, i, cast<MemRefType>(type)));
    rewriter.replaceOp(op, values);
    return success();
  }

private:
  static void writeOperand(Emitter &emit, Descriptors &into, size_t index,
                           Value value, Type type) {
    MemRefDescriptor memref(value);
    SmallVector<Value> sizes, strides;
    for (int64_t i = 0; i < cast<MemRefType>(type).getRank(); ++i) {
      sizes.push_back(memref.size(emit.builder, emit.loc, i));
      strides.push_back(memref.stride(emit.builder, emit.loc, i));
    }
    into.write(index, memref.alignedPtr(emit.builder, emit.loc), sizes,
               strides);
  }

  static void writeResult(Emitter &emit, Descriptors &into, size_t index,
                          MemRefType type) {
    SmallVector<Value> sizes;
    for (int64_t size : type.getShape())
      sizes.push_back(emit.constant(ShapedType::isDynamic(size) ? -1 : size));
    into.write(index, {}, sizes, {});
  }

  /// Dense, whatever the function wrote of strides.
  Value readResult(Emitter &emit, Descriptors &from, size_t index,
                   MemRefType type) const {
    auto memref = MemRefDescriptor::poison(
        emit.builder, emit.loc, getTypeConverter()->convertType(type));
    Value data = from.data(index);
    memref.setAllocatedPtr(emit.builder, emit.loc, data);
    memref.setAlignedPtr(emit.builder, emit.loc, data);
    memref.setConstantOffset(emit.builder, emit.loc, 0);
    Value stride = emit.constant(1);
    for (int64_t i = type.getRank(); i-- > 0;) {
      Value size = type.isDynamicDim(i) ? from.size(index, i)
                                        : emit.constant(type.getDimSize(i));
      memref.setSize(emit.builder, emit.loc, i, size);
      memref.setStride(emit.builder, emit.loc, i, stride);
      if (i > 0)
        stride = emit.multiply(stride, size);
    }
    return memref;
  }

  static void call(Emitter &emit, CustomOp op, Value operands, Value results) {
    Value context = op->getParentOfType<FunctionOpInterface>().getArgument(0);
    Type pointer = emit.pointer();
    auto type = LLVM::LLVMFunctionType::get(
        pointer, {pointer, pointer, pointer, pointer});
    auto end = [&](LLVM::CallOp message) {
      LLVM::CallOp::create(emit.builder, emit.loc, check(op, emit),
                           ValueRange{context, message.getResult()});
    };
    if (op->hasAttr(kLibraryFunctionAttr)) {
      Value none = LLVM::ZeroOp::create(emit.builder, emit.loc, pointer);
      return end(LLVM::CallOp::create(
          emit.builder, emit.loc, libraryFunction(op, emit.builder, type),
          ValueRange{none, context, operands, results}));
    }
    Value table = emit.load(pointer, context, offsetof(ingot_call, custom_ops));
    Value binding =
        emit.at(table, static_cast<int64_t>(*op.getIndex() *
                                            sizeof(ingot_custom_binding)));
    Value function =
        emit.load(pointer, binding, offsetof(ingot_custom_binding, run));
    end(LLVM::CallOp::create(
        emit.builder, emit.loc, type,
        ValueRange{function, binding, context, operands, results}));
  }

  /// The declaration of a function that is linked in.
  static LLVM::LLVMFuncOp libraryFunction(CustomOp op, OpBuilder &builder,
                                          LLVM::LLVMFunctionType type) {
    std::string name =
        (ingot::pipeline::kMathPrefix + op.getOperatorName()).str();
    auto module = op->getParentOfType<ModuleOp>();
    if (auto known = module.lookupSymbol<LLVM::LLVMFuncOp>(name))
      return known;
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(module.getBody());
    return LLVM::LLVMFuncOp::create(
        builder, UnknownLoc::get(builder.getContext()), name, type);
  }

  /// void check(const ingot_call *call, const char *message): leaves the call
  /// by its `fail` if there is a message.
  static LLVM::LLVMFuncOp check(CustomOp op, Emitter outside) {
    auto module = op->getParentOfType<ModuleOp>();
    if (auto known = module.lookupSymbol<LLVM::LLVMFuncOp>(kCheck))
      return known;
    OpBuilder &builder = outside.builder;
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(module.getBody());
    Emitter emit(builder, UnknownLoc::get(builder.getContext()));
    Type pointer = emit.pointer();
    auto none = LLVM::LLVMVoidType::get(builder.getContext());
    auto function = LLVM::LLVMFuncOp::create(
        builder, emit.loc, kCheck,
        LLVM::LLVMFunctionType::get(none, {pointer, pointer}),
        LLVM::Linkage::Internal);
    Block *entry = function.addEntryBlock(builder);
    Block *failed = builder.createBlock(&function.getBody());
    Block *passed = builder.createBlock(&function.getBody());
    LLVM::ReturnOp::create(builder, emit.loc, ValueRange());

    builder.setInsertionPointToStart(entry);
    Value context = entry->getArgument(0), message = entry->getArgument(1);
    Value null = LLVM::ZeroOp::create(builder, emit.loc, pointer);
    Value good = LLVM::ICmpOp::create(builder, emit.loc,
                                      LLVM::ICmpPredicate::eq, message, null);
    LLVM::CondBrOp::create(builder, emit.loc, good, passed, failed);

    builder.setInsertionPointToStart(failed);
    Value fail = emit.load(pointer, context, offsetof(ingot_call, fail));
    Value user = emit.load(pointer, context, offsetof(ingot_call, user));
    LLVM::CallOp::create(builder, emit.loc,
                         LLVM::LLVMFunctionType::get(none, {pointer, pointer}),
                         ValueRange{fail, user, message});
    LLVM::UnreachableOp::create(builder, emit.loc);
    return function;
  }
};

} // namespace

void ingot::populateCustomOpToLLVMPatterns(LLVMTypeConverter &converter,
                                           RewritePatternSet &patterns) {
  patterns.add<CustomOpLowering>(converter);
}
