//===- ScalarRegions.cpp - regions on scalars as ops on elements ----------===//
//
// Bodies of reductions, maps, sorts and scatters work on tensors of rank 0,
// bodies of linalg on scalars. A region is copied op by op: elementwise ops by
// mapElement(), branches and loops as scf, calls inlined.
//
// It is copied and not converted in place, because one region may be needed
// several times, and because a region with an op that is not known must leave
// its owner as it was, to be reported.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/StablehloToLinalg/Quantized.h"
#include "pipeline/conversion/StablehloToLinalg/Scalars.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace ingot::stablehlo;

namespace {

using Values = SmallVector<Value>;

/// Functions that call each other in a circle would be copied without end.
constexpr int kMaxCallDepth = 16;

class ScalarRegion {
public:
  /// `*fault` becomes the innermost op that could not be copied.
  ScalarRegion(OpBuilder &builder, const IRMapping &outer, int depth,
               Operation *&fault)
      : builder_(builder), elements_(outer), depth_(depth), fault_(fault) {}

  /// The elements that the region's terminator yields.
  FailureOr<Values> run(Region &region, ValueRange arguments) {
    if (!region.hasOneBlock() || region.getNumArguments() != arguments.size() ||
        depth_ > kMaxCallDepth)
      return failure();
    elements_.map(region.getArguments(), arguments);
    for (Operation &op : region.front().without_terminator()) {
      FailureOr<Values> operands = lookup(op.getOperands());
      FailureOr<Values> results =
          succeeded(operands) ? copy(&op, *operands) : operands;
      if (failed(results) || results->size() != op.getNumResults()) {
        if (!fault_)
          fault_ = &op;
        return failure();
      }
      elements_.map(op.getResults(), *results);
    }
    return lookup(region.front().getTerminator()->getOperands());
  }

private:
  FailureOr<Values> copy(Operation *op, ValueRange operands) {
    return TypeSwitch<Operation *, FailureOr<Values>>(op)
        .Case([&](ConstantOp constant) { return copyConstant(constant); })
        .Case([&](IfOp branch) { return copyIf(branch, operands); })
        .Case([&](WhileOp loop) { return copyWhile(loop, operands); })
        .Case([&](func::CallOp call) { return copyCall(call, operands); })
        .Case<ReshapeOp, BroadcastInDimOp, TransposeOp, OptimizationBarrierOp>(
            [&](Operation *same) -> FailureOr<Values> {
              if (!llvm::all_of(same->getResultTypes(), isScalar))
                return failure();
              return SmallVector<Value>(operands);
            })
        .Default([&](Operation *other) -> FailureOr<Values> {
          if (other->getNumResults() != 1)
            return failure();
          return copyElementwise(other, operands);
        });
  }

  FailureOr<Values> copyElementwise(Operation *op, ValueRange operands) {
    SmallVector<Value> numbers;
    for (auto [element, given] : llvm::zip(operands, op->getOperandTypes())) {
      auto type = dyn_cast<quant::QuantizedType>(getElementTypeOrSelf(given));
      numbers.push_back(
          type ? dequantizeScalar(builder_, op->getLoc(), element, type)
               : element);
    }
    Value result = mapElement(op, numbers, builder_);
    if (!result)
      return failure();
    auto type = dyn_cast<quant::QuantizedType>(
        getElementTypeOrSelf(op->getResult(0).getType()));
    if (type)
      result = quantizeScalar(builder_, op->getLoc(), result, type);
    return SmallVector<Value>{result};
  }

  /// Only splats: a scalar region has no element to pick from another tensor.
  FailureOr<Values> copyConstant(ConstantOp op) {
    auto dense = dyn_cast<DenseElementsAttr>(op.getValue());
    if (!dense || !dense.isSplat())
      return failure();
    auto value = dense.getSplatValue<Attribute>();
    if (auto integer = dyn_cast<IntegerAttr>(value))
      value = builder_.getIntegerAttr(signless(integer.getType()),
                                      integer.getValue());
    Location loc = op.getLoc();
    if (auto parts = dyn_cast<ArrayAttr>(value))
      return SmallVector<Value>{complex::ConstantOp::create(
          builder_, loc, getElementTypeOrSelf(op.getType()), parts)};
    auto typed = dyn_cast<TypedAttr>(value);
    if (!typed)
      return failure();
    return SmallVector<Value>{arith::ConstantOp::create(builder_, loc, typed)};
  }

  FailureOr<Values> copyIf(IfOp op, ValueRange operands) {
    SmallVector<Type> types = scalarTypes(op.getResultTypes());
    bool isKnown = true;
    auto yield = [&](Region &region) {
      return [&](OpBuilder &builder, Location loc) {
        FailureOr<Values> values = inner(builder).run(region, {});
        isKnown &= succeeded(values);
        scf::YieldOp::create(builder, loc,
                             isKnown ? ValueRange(*values) : ValueRange());
      };
    };
    auto branch = scf::IfOp::create(builder_, op.getLoc(), operands.front(),
                                    yield(op.getTrueBranch()),
                                    yield(op.getFalseBranch()));
    if (!isKnown || branch.getResultTypes() != TypeRange(types))
      return failure();
    return SmallVector<Value>(branch.getResults());
  }

  FailureOr<Values> copyWhile(WhileOp op, ValueRange operands) {
    bool isKnown = true;
    auto loop = scf::WhileOp::create(
        builder_, op.getLoc(), operands.getTypes(), operands,
        [&](OpBuilder &builder, Location loc, ValueRange arguments) {
          FailureOr<Values> go = inner(builder).run(op.getCond(), arguments);
          isKnown &= succeeded(go);
          Value condition =
              isKnown ? go->front()
                      : arith::ConstantIntOp::create(builder, loc, 0, 1);
          scf::ConditionOp::create(builder, loc, condition, arguments);
        },
        [&](OpBuilder &builder, Location loc, ValueRange arguments) {
          FailureOr<Values> next = inner(builder).run(op.getBody(), arguments);
          isKnown &= succeeded(next);
          scf::YieldOp::create(builder, loc,
                               isKnown ? ValueRange(*next) : arguments);
        });
    if (!isKnown)
      return failure();
    return SmallVector<Value>(loop.getResults());
  }

  /// Inlined. A recursion would not end, hence the limit on the depth.
  FailureOr<Values> copyCall(func::CallOp op, ValueRange operands) {
    auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
        op, op.getCalleeAttr());
    if (!callee || callee.isDeclaration())
      return failure();
    return ScalarRegion(builder_, IRMapping(), depth_ + 1, fault_)
        .run(callee.getBody(), operands);
  }

  ScalarRegion inner(OpBuilder &builder) {
    return ScalarRegion(builder, elements_, depth_ + 1, fault_);
  }

  FailureOr<Values> lookup(ValueRange values) {
    SmallVector<Value> found;
    for (Value value : values) {
      Value element = elements_.lookupOrNull(value);
      if (!element)
        element = elementOf(value);
      if (!element)
        return failure();
      found.push_back(element);
    }
    return found;
  }

  /// The element of a tensor that stands outside of the region.
  Value elementOf(Value value) {
    if (!isScalar(value.getType()) ||
        signless(getElementTypeOrSelf(value)) != getElementTypeOrSelf(value))
      return Value();
    return tensor::ExtractOp::create(builder_, value.getLoc(), value);
  }

  static bool isScalar(Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.getRank() == 0;
  }
  static SmallVector<Type> scalarTypes(TypeRange types) {
    return llvm::map_to_vector(
        types, [](Type type) { return signless(getElementTypeOrSelf(type)); });
  }

  OpBuilder &builder_;
  IRMapping elements_;
  int depth_;
  Operation *&fault_;
};

} // namespace

FailureOr<SmallVector<Value>> ingot::stablehlo::mapRegion(Region &region,
                                                          ValueRange arguments,
                                                          OpBuilder &builder) {
  Operation *fault = nullptr;
  return ScalarRegion(builder, IRMapping(), /*depth=*/0, fault)
      .run(region, arguments);
}

Operation *ingot::stablehlo::findUnmapped(Region &region) {
  // Copied to a place of its own, which is thrown away.
  Region scratch;
  Block &block = scratch.emplaceBlock();
  OpBuilder builder(region.getContext());
  builder.setInsertionPointToEnd(&block);
  MLIRContext *context = builder.getContext();
  if (!region.hasOneBlock() ||
      !context->getLoadedDialect<arith::ArithDialect>() ||
      !context->getLoadedDialect<complex::ComplexDialect>() ||
      !context->getLoadedDialect<math::MathDialect>() ||
      !context->getLoadedDialect<scf::SCFDialect>() ||
      !context->getLoadedDialect<tensor::TensorDialect>())
    return nullptr; // Nothing was converted in this context.
  for (BlockArgument argument : region.getArguments())
    block.addArgument(signless(getElementTypeOrSelf(argument.getType())),
                      argument.getLoc());
  Operation *fault = nullptr;
  (void)ScalarRegion(builder, IRMapping(), /*depth=*/0, fault)
      .run(region, block.getArguments());
  return fault;
}
