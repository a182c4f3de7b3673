//===- TableConversion.cpp - operators by a table of functions ------------===//
//
// One pattern for all operators: it makes sure that operands and results are
// tensors that the dialect has, calls the row, and casts what it gives to the
// types that the program states. So no row repeats these checks. The conversion
// is partial: an operator that fails stays with its reason, and the driver
// takes back whatever its row made.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchLowering/TableConversion.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Func/Transforms/FuncConversions.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

static bool isStrict(Operation *op) {
  auto function = op->getParentOfType<FunctionOpInterface>();
  return function && function->hasAttr("torch.assume_strict_symbolic_shapes");
}

namespace {

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Unsigned integers stay so: the targets have them. What has no builtin type,
/// such as a tensor of unknown rank, stays too.
Type convertTensor(TorchTensorType type) {
  RankedTensorType converted = type.toBuiltin(/*keepUnsigned=*/true);
  return converted ? Type(converted) : Type(type);
}

/// Lists, strings and whatever else has no tensor stay as they are, so that ops
/// which take them can be asked about them.
void addTypes(TypeConverter &types) {
  types.addConversion([](Type type) { return type; });
  types.addConversion([](ValueTensorType type) -> std::optional<Type> {
    return convertTensor(type);
  });
  types.addConversion([](NonValueTensorType type) -> std::optional<Type> {
    return convertTensor(type);
  });
  auto addNumber = [&](Type (*element)(MLIRContext *), auto tag) {
    types.addConversion([element](decltype(tag) type) -> std::optional<Type> {
      return RankedTensorType::get({}, element(type.getContext()));
    });
  };
  addNumber([](MLIRContext *c) -> Type { return IntegerType::get(c, 64); },
            torch::IntType());
  addNumber([](MLIRContext *c) -> Type { return Float64Type::get(c); },
            torch::FloatType());
  addNumber([](MLIRContext *c) -> Type { return IntegerType::get(c, 1); },
            torch::BoolType());
  auto addCast = [](OpBuilder &builder, Type type, ValueRange inputs,
                    Location loc) -> Value {
    return UnrealizedConversionCastOp::create(builder, loc, type, inputs)
        .getResult(0);
  };
  types.addSourceMaterialization(addCast);
  types.addTargetMaterialization(addCast);
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

using Reasons = llvm::DenseMap<Operation *, std::string>;

/// Looks every op up in the table.
struct ConvertByTable final : ConversionPattern {
  ConvertByTable(const TypeConverter &types, const TorchTarget &target,
                 Reasons &reasons, MLIRContext *context)
      : ConversionPattern(types, MatchAnyOpTypeTag(), 1, context),
        target_(target), reasons_(reasons) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const override {
    TorchOp torchOp(op);
    ConversionFunction function = target_.table.find(torchOp.name());
    std::string &why = reasons_[op];
    if (!function) {
      if (torchOp.schema())
        why = "no conversion of this operator is known";
      return failure();
    }
    std::string refusal;
    std::unique_ptr<TensorBuilder> builder =
        target_.makeBuilder(op->getLoc(), rewriter, isStrict(op), refusal);
    Conversion c(torchOp, *builder, rewriter, *getTypeConverter(), why);
    if (failed(checkTensors(c)))
      return failure();
    Converted converted = function(c);
    if (failed(converted))
      return failure();
    if (!refusal.empty())
      return c.fail(refusal);
    SmallVector<Value> values = std::move(*converted);
    for (auto [value, result] : llvm::zip_equal(values, op->getResults())) {
      auto type = dyn_cast_or_null<RankedTensorType>(
          getTypeConverter()->convertType(result.getType()));
      if (!value || !type)
        continue;
      if (type.getRank() != c.b.rankOf(value))
        return c.fail("the result has another rank than its type says");
      if (failed(verifyCompatibleShape(value.getType(), type)))
        return c.fail("the result has other sizes than its type says");
      value = c.b.castTo(c.b.convert(value, type.getElementType()), type);
    }
    if (!refusal.empty())
      return c.fail(refusal);
    rewriter.replaceOp(op, values);
    return success();
  }

private:
  /// What is a tensor or a number for PyTorch must have become a tensor, so
  /// that no conversion need ask.
  LogicalResult checkTensors(Conversion &c) const {
    Operation *op = c.op.operation();
    for (Type type : op->getResultTypes())
      if (isa<TorchTensorType>(type) &&
          isa<TorchTensorType>(getTypeConverter()->convertType(type)))
        return c.fail("the rank or the dtype of a result is not known");
    for (TypeRange types :
         {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
      for (Type type : types)
        if (auto tensor = dyn_cast<TorchTensorType>(type);
            tensor && tensor.getDtype())
          if (StringRef why = target_.refuseElement(tensor.getDtype());
              !why.empty())
            return c.fail(why);
    const Schema *schema = c.op.schema();
    if (!schema)
      return success();
    for (auto [argument, value] :
         llvm::zip_first(schema->arguments, op->getOperands())) {
      using Base = SchemaType::Base;
      bool isNumber = !argument.type.isList() &&
                      llvm::is_contained({Base::Tensor, Base::Int, Base::Float,
                                          Base::Bool, Base::Scalar},
                                         argument.type.base);
      if (isNumber && !isNone(value) && !c.remap(value))
        return c.fail("the type of '" + argument.name + "' is not known");
    }
    return success();
  }

  const TorchTarget &target_;
  Reasons &reasons_;
};

} // namespace

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

static bool isOrTakesTorch(Operation *op) {
  if (isa_and_nonnull<TorchDialect>(op->getDialect()))
    return true;
  auto function = dyn_cast<func::FuncOp>(op);
  auto isTorch = [](Type type) { return isa<TorchDialect>(type.getDialect()); };
  return function && (llvm::any_of(function.getArgumentTypes(), isTorch) ||
                      llvm::any_of(function.getResultTypes(), isTorch));
}

bool ingot::torch::usesTorch(ModuleOp module) {
  return module
      ->walk([](Operation *op) {
        return isOrTakesTorch(op) ? WalkResult::interrupt()
                                  : WalkResult::advance();
      })
      .wasInterrupted();
}

static LogicalResult convert(ModuleOp module, const TorchTarget &torchTarget,
                             Reasons &reasons) {
  MLIRContext *context = module.getContext();
  TypeConverter types;
  addTypes(types);
  RewritePatternSet patterns(context);
  patterns.add<ConvertByTable>(types, torchTarget, reasons, context);
  populateControlFlowPatterns(types, torchTarget, patterns);
  populateFunctionOpInterfaceTypeConversionPattern<func::FuncOp>(patterns,
                                                                 types);
  populateCallOpTypeConversionPattern(patterns, types);
  populateReturnOpTypeConversionPattern(patterns, types);

  ConversionTarget target(*context);
  torchTarget.addLegality(target);
  target.addLegalOp<ModuleOp>();
  target.addDynamicallyLegalOp<func::FuncOp>([&](func::FuncOp function) {
    return types.isSignatureLegal(function.getFunctionType()) &&
           types.isLegal(&function.getBody());
  });
  target.addDynamicallyLegalOp<func::CallOp, func::ReturnOp>(
      [&](Operation *op) { return types.isLegal(op); });
  ConversionConfig config;
  // Ops are asked about the constants that they are given.
  config.foldingMode = DialectConversionFoldingMode::Never;
  return applyPartialConversion(module, target, std::move(patterns), config);
}

LogicalResult ingot::torch::convertTorch(ModuleOp module,
                                         const TorchTarget &target) {
  Reasons reasons;
  if (failed(convert(module, target, reasons)))
    return failure();
  IRRewriter rewriter(module.getContext());
  module.walk([&](func::FuncOp function) {
    (void)runRegionDCE(rewriter, function->getRegions());
    function->removeAttr("torch.assume_strict_symbolic_shapes");
  });
  // For whoever reports it.
  module.walk([&](Operation *op) {
    if (auto reason = reasons.find(op);
        reason != reasons.end() && !reason->second.empty() &&
        isa_and_nonnull<TorchDialect>(op->getDialect()))
      op->setAttr(kUnconvertedAttr,
                  StringAttr::get(module.getContext(), reason->second));
  });
  return success();
}
