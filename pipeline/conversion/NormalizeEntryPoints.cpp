//===- NormalizeEntryPoints.cpp - what a caller can hand over -------------===//
//
// The C ABI knows tensors only. What the pass needs and leaves is stated in
// Passes.td.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/BorderTypes.h"
#include "pipeline/conversion/Passes.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"

namespace ingot {
#define GEN_PASS_DEF_NORMALIZEENTRYPOINTS
#include "pipeline/conversion/Passes.h.inc"
} // namespace ingot

using namespace mlir;

static bool isScalar(Type type) {
  return ingot::borderElementType(type).has_value();
}

/// The tensor that stands for `type` at the border, or null if none can.
static Type borderType(Type type) {
  if (isScalar(type))
    return RankedTensorType::get({}, type);
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && isScalar(tensor.getElementType()) ? tensor : Type();
}

static LogicalResult checkTypes(func::FuncOp function, TypeRange types,
                                StringRef what) {
  LogicalResult result = success();
  for (auto [number, type] : llvm::enumerate(types))
    if (!borderType(type)) {
      function.emitError() << what << " " << number << " of public function @"
                           << function.getSymName() << " has type " << type
                           << "; callers can pass ranked tensors and scalars "
                              "only";
      result = failure();
    }
  return result;
}

static void convertArguments(func::FuncOp function) {
  Block &entry = function.getBody().front();
  OpBuilder builder = OpBuilder::atBlockBegin(&entry);
  for (BlockArgument argument : entry.getArguments()) {
    Type type = argument.getType();
    if (!isScalar(type))
      continue;
    argument.setType(borderType(type));
    auto scalar = tensor::ExtractOp::create(builder, argument.getLoc(),
                                            argument, ValueRange());
    argument.replaceAllUsesExcept(scalar, scalar);
  }
}

static void convertResults(func::FuncOp function) {
  function.walk([](func::ReturnOp op) {
    OpBuilder builder(op);
    for (OpOperand &operand : op->getOpOperands())
      if (isScalar(operand.get().getType()))
        operand.set(tensor::FromElementsOp::create(
            builder, op.getLoc(),
            cast<RankedTensorType>(borderType(operand.get().getType())),
            operand.get()));
  });
}

/// Frontends leave functions public that only an op computes with; nobody calls
/// those from outside.
static void hideComputations(ModuleOp module) {
  module.walk([&](ingot::stablehlo::CustomCallOp op) {
    for (Attribute name : op.getCalledComputations())
      if (auto function = module.lookupSymbol<func::FuncOp>(
              cast<FlatSymbolRefAttr>(name).getAttr()))
        function.setPrivate();
  });
}

namespace {
struct NormalizeEntryPoints final
    : ingot::impl::NormalizeEntryPointsBase<NormalizeEntryPoints> {
  using NormalizeEntryPointsBase::NormalizeEntryPointsBase;

  void runOnOperation() override {
    hideComputations(getOperation());
    SymbolTable symbols(getOperation());
    bool failedAny = false;
    SmallVector<func::FuncOp> functions(getOperation().getOps<func::FuncOp>());
    for (func::FuncOp function : functions) {
      function.removeArgAttrsAttr();
      function.removeResAttrsAttr();
      if (function.isPublic() && !function.isDeclaration())
        failedAny |= mlir::failed(normalize(function, symbols));
    }
    if (failedAny)
      signalPassFailure();
  }

private:
  LogicalResult normalize(func::FuncOp function, SymbolTable &symbols) {
    FunctionType type = function.getFunctionType();
    // Both are checked before leaving, so that one run reports everything.
    LogicalResult inputs = checkTypes(function, type.getInputs(), "argument");
    LogicalResult outputs = checkTypes(function, type.getResults(), "result");
    if (failed(inputs) || failed(outputs))
      return failure();
    if (!SymbolTable::symbolKnownUseEmpty(function, getOperation()))
      makeTwin(function, symbols);
    SmallVector<Type> arguments, results;
    for (Type input : type.getInputs())
      arguments.push_back(borderType(input));
    for (Type result : type.getResults())
      results.push_back(borderType(result));
    function.setType(FunctionType::get(&getContext(), arguments, results));
    convertArguments(function);
    convertResults(function);
    return success();
  }

  /// Calls from inside the program go to a private copy.
  void makeTwin(func::FuncOp function, SymbolTable &symbols) {
    func::FuncOp twin = function.clone();
    twin.setPrivate();
    symbols.insert(twin, std::next(Block::iterator(function)));
    if (failed(SymbolTable::replaceAllSymbolUses(
            function, twin.getSymNameAttr(), getOperation())))
      signalPassFailure();
  }
};
} // namespace
