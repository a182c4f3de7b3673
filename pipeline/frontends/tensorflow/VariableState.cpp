//===- VariableState.cpp - variables while a function is built ------------===//
//
// A variable is loaded when it is first asked for, and at the function's begin,
// so that a load in a branch is there for what follows it as well.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tensorflow/VariableState.h"
#include "pipeline/frontends/tensorflow/NodeGraph.h"

#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tensorflow;
using llvm::StringRef;
using torch::StablehloBuilder;

unsigned Variables::numberOf(StringRef name) {
  auto [found, isNew] = byName.try_emplace(name.str(), all.size());
  if (isNew)
    all.push_back({name.str(), {}, false, printableName(name)});
  return found->second;
}

void VariableState::beginFunction(Block *block) {
  entry_ = block;
  loads_.clear();
  values_.clear();
}

static Location locationOf(const Variable &variable, Builder &b) {
  return NameLoc::get(b.getStringAttr(printableName(variable.name)));
}

static SymbolRefAttr symbolOf(const Variable &variable, Builder &b) {
  return SymbolRefAttr::get(b.getContext(), variable.symbol);
}

/// The value that a variable has when the function begins; null if it has none.
static Value load(StablehloBuilder &b, const Variable &variable, Block *block) {
  if (!variable.initial)
    return {};
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(block);
  Location before = b.getLoc();
  b.setLoc(locationOf(variable, b));
  auto restore = llvm::scope_exit([&] { b.setLoc(before); });
  if (!variable.isMutable)
    return b.constant(variable.initial);
  return ml_program::GlobalLoadOp::create(b, variable.initial.getType(),
                                          symbolOf(variable, b));
}

Value VariableState::valueOf(unsigned number) {
  size_t count = variables_.all.size();
  loads_.resize(count);
  values_.resize(count);
  if (values_[number])
    return values_[number];
  if (!loads_[number])
    loads_[number] = load(b_, variables_.all[number], entry_);
  return loads_[number];
}

Value VariableState::assignedValue(unsigned number) const {
  return number < values_.size() ? values_[number] : Value();
}

void VariableState::setValue(unsigned number, Value value) {
  values_.resize(variables_.all.size());
  values_[number] = value;
}

void VariableState::assign(unsigned number, Value value) {
  setValue(number, value);
  assigned_.insert(number);
}

/// A value of type `given`, whose unknown sizes the run checks, fits `type`.
static bool canHold(RankedTensorType type, RankedTensorType given) {
  return type.getElementType() == given.getElementType() &&
         succeeded(verifyCompatibleShape(type, given));
}

void VariableState::endFunction(UnsupportedOperators &unsupported) {
  for (auto [number, value] : llvm::enumerate(values_)) {
    const Variable &variable = variables_.all[number];
    // One without a first value is no state: each call begins without it.
    if (!value || !variable.isMutable || !variable.initial)
      continue;
    auto type = cast<RankedTensorType>(variable.initial.getType());
    if (!canHold(type, b_.typeOf(value))) {
      unsupported.add("AssignVariableOp", locationOf(variable, b_),
                      "it gives the variable another type or shape");
      continue;
    }
    ml_program::GlobalStoreOp::create(b_, symbolOf(variable, b_),
                                      b_.castTo(value, type));
  }
}
