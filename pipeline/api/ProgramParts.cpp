//===- ProgramParts.cpp - what of a program differs from another ----------===//
//
// A function is named by the digest of its bytecode, in which all constants are
// zero: one that has another value shows as that and does not make its function
// another one. Places and names of values are not in it, so a program that was
// only moved about has the same functions. Text would do as well, and takes
// longer to write.
//
//===----------------------------------------------------------------------===//

#include "pipeline/api/ProgramParts.h"

#include "cache/key/Digest.h"
#include "pipeline/dialects/ingot/IngotDialect.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"
#include "pipeline/import/Diagnostics.h"
#include "pipeline/import/PrintableText.h"
#include "pipeline/transforms/Passes.h"
#include "pipeline/transforms/Payloads.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/Builders.h"

using namespace mlir;

namespace ingot::pipeline {
namespace {

/// The name of a constant op's attribute that holds its value, or nothing.
std::optional<StringRef> valueAttribute(Operation *op) {
  if (isa<arith::ConstantOp, ingot::stablehlo::ConstantOp>(op))
    return "value";
  if (isa<tosa::ConstOp>(op))
    return "values";
  return std::nullopt;
}

/// The value of a constant, also of one that is a global; null for what is none
/// and for sizes and places, which stay in the text.
TypedAttr constantValue(Operation *op, SymbolTable &symbols) {
  TypedAttr value;
  if (std::optional<StringRef> name = valueAttribute(op)) {
    value = dyn_cast_or_null<TypedAttr>(op->getAttr(*name));
  } else if (isa<ml_program::GlobalLoadOp, ml_program::GlobalLoadConstOp>(op)) {
    auto symbol = op->getAttrOfType<SymbolRefAttr>("global");
    auto global =
        symbols.lookup<ml_program::GlobalOp>(symbol.getRootReference());
    if (global && !global.getIsMutable() && global.getValue())
      value = dyn_cast<TypedAttr>(*global.getValue());
  }
  return value && !getElementTypeOrSelf(value.getType()).isIndex() ? value
                                                                   : nullptr;
}

std::string typeText(TypedAttr value, AsmState &state) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  value.getType().print(stream, state);
  return text;
}

/// The global's name or the model's, or else the type, which tells most apart.
std::string constantName(Operation *op, TypedAttr value, AsmState &state) {
  if (auto symbol = op->getAttrOfType<SymbolRefAttr>("global"))
    return printableText(symbol.getRootReference().getValue());
  if (std::string node = nodeName(op->getLoc()); !node.empty())
    return node;
  return typeText(value, state);
}

/// The value where that is short, else a digest of it.
std::string valueText(TypedAttr value, AsmState &state) {
  constexpr size_t kMaxTextBytes = 128;
  constexpr int64_t kMaxPrintedBytes = 256;
  auto elements = dyn_cast<ElementsAttr>(value);
  std::string text;
  const bool isPrinted =
      !elements || isSplatPayload(elements) ||
      denseByteSize(elements.getShapedType()).value_or(0) <= kMaxPrintedBytes;
  if (isPrinted) {
    llvm::raw_string_ostream stream(text);
    value.print(stream, state);
  }
  if (isPrinted && text.size() <= kMaxTextBytes)
    return printableText(text);
  return typeText(value, state) + ", " +
         Digest::of(isPrinted ? text : payloadBytes(elements)).toString();
}

PlannedFunction::Constant describeConstant(Operation *op, TypedAttr value,
                                           uint64_t threshold,
                                           AsmState &state) {
  auto elements = dyn_cast<ElementsAttr>(value);
  const bool isCode = !elements || !isLargePayload(elements, threshold);
  return {constantName(op, value, state),
          isCode ? valueText(value, state) : typeText(value, state), isCode};
}

/// Puts zero where the constants of a function are.
void maskConstants(func::FuncOp function) {
  function.walk([](Operation *op) {
    std::optional<StringRef> name = valueAttribute(op);
    if (!name)
      return;
    auto value = dyn_cast_or_null<TypedAttr>(op->getAttr(*name));
    if (!value || getElementTypeOrSelf(value.getType()).isIndex())
      return;
    if (TypedAttr zero = Builder(op->getContext()).getZeroAttr(value.getType()))
      op->setAttr(*name, zero);
  });
}

Digest digestOf(func::FuncOp function) {
  OwningOpRef<func::FuncOp> masked = function.clone();
  maskConstants(*masked);
  stripLocations(*masked);
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  if (failed(
          writeBytecodeToFile(*masked, stream, BytecodeWriterConfig("ingot"))))
    llvm_unreachable("writing bytecode to memory cannot fail");
  return Digest::of(bytes);
}

} // namespace

std::vector<PlannedFunction> describeFunctions(ModuleOp module,
                                               uint64_t constantThreshold) {
  std::vector<PlannedFunction> functions;
  SymbolTable symbols(module);
  AsmState state(module.getContext()); // Takes as long as a short value.
  size_t constants = 0;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isDeclaration())
      continue;
    if (functions.size() == kMaxDescribedFunctions)
      break;
    PlannedFunction &described = functions.emplace_back();
    described.name = printableText(function.getSymName());
    described.digest = digestOf(function);
    function.walk([&](Operation *op) {
      TypedAttr value = constantValue(op, symbols);
      if (!value || constants == kMaxDescribedConstants)
        return;
      ++constants;
      described.constants.push_back(
          describeConstant(op, value, constantThreshold, state));
    });
  }
  return functions;
}

std::vector<PlannedLaunch> describeLaunches(ModuleOp module, const Plan &plan) {
  llvm::StringMap<uint32_t> places;
  for (auto [place, kernel] : llvm::enumerate(plan.kernels))
    places[kernel.symbol] = static_cast<uint32_t>(place);
  std::vector<PlannedLaunch> launches;
  for (auto function : module.getOps<func::FuncOp>()) {
    // Initialisers are named by what they compute: any change would be a
    // function that is gone and one that is new.
    const std::string name = function->hasAttr(kInitialiserAttr)
                                 ? "(initialisers)"
                                 : printableText(function.getSymName());
    function.walk([&](dialect::DispatchOp launch) {
      auto kernel = places.find(launch.getKernel());
      if (kernel != places.end() && launches.size() < kMaxDescribedLaunches)
        launches.push_back({kernel->second, name, nodeName(launch.getLoc())});
    });
  }
  return launches;
}

} // namespace ingot::pipeline
