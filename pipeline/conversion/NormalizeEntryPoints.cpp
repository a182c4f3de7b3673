//===- NormalizeEntryPoints.cpp - what a caller can hand over -------------===//
//
// The C ABI knows tensors of the element types in artifact.proto. Programs also
// pass scalars, tuples, tokens, quantised numbers and integers of 2 or 4 bits.
// Entry points get arguments and results that the ABI has, and the body
// converts at both ends:
//
//   scalar        tensor of rank 0
//   tuple         its parts, one after another
//   token         nothing
//   i2, i4, !quant   i8 with the same numbers; `ingot.stands_for` says of what
//
// `ingot.name` stays: parts of a tuple are NAME.0, NAME.1 and so on. All other
// attributes of arguments and results go.
//
// A function that the program also calls itself is copied first, so that calls
// keep their types.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/AbiTypes.h"
#include "pipeline/conversion/Passes.h"
#include "pipeline/dialects/stablehlo/ElementTypes.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"

namespace ingot {
#define GEN_PASS_DEF_NORMALIZEENTRYPOINTS
#include "pipeline/conversion/Passes.h.inc"
} // namespace ingot

using namespace mlir;
namespace hlo = ingot::stablehlo;

/// The ABI's type that stores elements which callers cannot hold; null for
/// others.
static Type storedType(Type element) {
  auto integer = dyn_cast<IntegerType>(element);
  unsigned width = 8;
  bool isUnsigned = integer && integer.isUnsigned();
  if (auto quantized = dyn_cast<quant::QuantizedType>(element)) {
    width = quantized.getStorageTypeIntegralWidth();
    isUnsigned = !quantized.isSigned();
  } else if (!integer || (integer.getWidth() != 2 && integer.getWidth() != 4)) {
    return {};
  }
  return IntegerType::get(element.getContext(), width,
                          isUnsigned ? IntegerType::Unsigned
                                     : IntegerType::Signless);
}

namespace {

/// The types by which the ABI passes values of the program.
struct AbiSignature {
  SmallVector<Type> types;
  /// For each type, what its elements stand for, if not for themselves.
  SmallVector<StringAttr> meanings;
  /// For each type, the model's name of the value, if it has one.
  SmallVector<StringAttr> names;

  /// Adds what stands for `type`; fails if nothing can.
  LogicalResult add(Type type, StringAttr name) {
    if (isa<hlo::TokenType>(type))
      return success();
    if (auto tuple = dyn_cast<TupleType>(type)) {
      for (auto [i, part] : llvm::enumerate(tuple.getTypes()))
        if (failed(add(part, partName(name, i))))
          return failure();
      return success();
    }
    if (ingot::abiElementType(type))
      return push(RankedTensorType::get({}, type), StringAttr(), name);
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      return failure();
    Type element = tensor.getElementType();
    if (ingot::abiElementType(element))
      return push(tensor, StringAttr(), name);
    Type stored = storedType(element);
    if (!stored || !ingot::abiElementType(stored))
      return failure();
    std::string text;
    llvm::raw_string_ostream(text) << element;
    return push(tensor.clone(stored), StringAttr::get(type.getContext(), text),
                name);
  }

private:
  static StringAttr partName(StringAttr name, size_t index) {
    return name ? StringAttr::get(name.getContext(),
                                  name.getValue() + "." + Twine(index))
                : name;
  }

  LogicalResult push(Type type, StringAttr meaning, StringAttr name) {
    types.push_back(type);
    meanings.push_back(meaning);
    names.push_back(name);
    return success();
  }
};

/// Between elements and what stores them: the same bits, or the same numbers.
Value recast(OpBuilder &builder, Location loc, Type type, Value value) {
  bool isQuantized = hlo::isQuantized(getElementTypeOrSelf(type)) ||
                     hlo::isQuantized(getElementTypeOrSelf(value.getType()));
  if (isQuantized)
    return hlo::BitcastConvertOp::create(builder, loc, type, value);
  return hlo::ConvertOp::create(builder, loc, type, value);
}

/// The next of `values` as a value of `type`. REQUIRES: AbiSignature took the
/// type.
Value enter(OpBuilder &builder, Location loc, Type type,
            ArrayRef<Value> &values) {
  if (isa<hlo::TokenType>(type))
    return hlo::CreateTokenOp::create(builder, loc, type);
  if (auto tuple = dyn_cast<TupleType>(type)) {
    SmallVector<Value> parts;
    for (Type part : tuple.getTypes())
      parts.push_back(enter(builder, loc, part, values));
    return hlo::TupleOp::create(builder, loc, type, parts);
  }
  Value value = values.consume_front();
  if (value.getType() == type)
    return value;
  if (isa<RankedTensorType>(type))
    return recast(builder, loc, type, value);
  return tensor::ExtractOp::create(builder, loc, value, ValueRange());
}

/// Adds the values by which the ABI passes `value` to `values`.
void leave(OpBuilder &builder, Location loc, Value value,
           SmallVectorImpl<Value> &values) {
  Type type = value.getType();
  if (isa<hlo::TokenType>(type))
    return;
  if (auto tuple = dyn_cast<TupleType>(type)) {
    for (auto [i, part] : llvm::enumerate(tuple.getTypes()))
      leave(builder, loc,
            hlo::GetTupleElementOp::create(builder, loc, part, value,
                                           static_cast<uint32_t>(i)),
            values);
    return;
  }
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    value = tensor::FromElementsOp::create(
        builder, loc, RankedTensorType::get({}, type), value);
  else if (Type stored = storedType(tensor.getElementType()))
    value = recast(builder, loc, tensor.clone(stored), value);
  values.push_back(value);
}

void convertArguments(func::FuncOp function, ArrayRef<Type> types) {
  Block &entry = function.getBody().front();
  OpBuilder builder = OpBuilder::atBlockBegin(&entry);
  unsigned count = entry.getNumArguments();
  SmallVector<Value> given;
  for (Type type : types)
    given.push_back(entry.addArgument(type, function.getLoc()));
  ArrayRef<Value> left = given;
  for (BlockArgument argument : entry.getArguments().take_front(count)) {
    if (!left.empty())
      Value(left.front()).setLoc(argument.getLoc());
    argument.replaceAllUsesWith(
        enter(builder, argument.getLoc(), argument.getType(), left));
  }
  entry.eraseArguments(0, count);
}

void convertResults(func::FuncOp function) {
  function.walk([](func::ReturnOp op) {
    OpBuilder builder(op);
    SmallVector<Value> values;
    for (Value value : op.getOperands())
      leave(builder, op.getLoc(), value, values);
    op->setOperands(values);
  });
}

/// Both types are checked before leaving, so that one run reports everything.
LogicalResult findAbiTypes(func::FuncOp function, TypeRange types,
                           ArrayRef<StringAttr> names, StringRef what,
                           AbiSignature &signature) {
  LogicalResult result = success();
  for (auto [number, type] : llvm::enumerate(types))
    if (failed(signature.add(type, names[number]))) {
      function.emitError() << what << " " << number << " of public function @"
                           << function.getSymName() << " has type " << type
                           << "; callers can pass ranked tensors and scalars "
                              "of at least 8 bits only";
      result = failure();
    }
  return result;
}

/// Frontends leave functions public that only an op computes with; nobody calls
/// those from outside.
void hideComputations(ModuleOp module) {
  module.walk([&](hlo::CustomCallOp op) {
    for (Attribute name : op.getCalledComputations())
      if (auto function = module.lookupSymbol<func::FuncOp>(
              cast<FlatSymbolRefAttr>(name).getAttr()))
        function.setPrivate();
  });
}

/// What the model calls arguments and results; null where it does not.
struct ValueNames {
  explicit ValueNames(func::FuncOp function) {
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      arguments.push_back(
          function.getArgAttrOfType<StringAttr>(i, ingot::kValueNameAttr));
    for (unsigned i = 0; i < function.getNumResults(); ++i)
      results.push_back(
          function.getResultAttrOfType<StringAttr>(i, ingot::kValueNameAttr));
  }

  SmallVector<StringAttr> arguments, results;
};

struct NormalizeEntryPoints final
    : ingot::impl::NormalizeEntryPointsBase<NormalizeEntryPoints> {
  using NormalizeEntryPointsBase::NormalizeEntryPointsBase;

  void runOnOperation() override {
    hideComputations(getOperation());
    SymbolTable symbols(getOperation());
    bool failedAny = false;
    SmallVector<func::FuncOp> functions(getOperation().getOps<func::FuncOp>());
    for (func::FuncOp function : functions) {
      ValueNames names(function);
      function.removeArgAttrsAttr();
      function.removeResAttrsAttr();
      if (function.isPublic() && !function.isDeclaration())
        failedAny |= mlir::failed(normalize(function, names, symbols));
    }
    if (failedAny)
      signalPassFailure();
  }

private:
  LogicalResult normalize(func::FuncOp function, const ValueNames &names,
                          SymbolTable &symbols) {
    FunctionType type = function.getFunctionType();
    AbiSignature arguments, results;
    LogicalResult inputs = findAbiTypes(function, type.getInputs(),
                                        names.arguments, "argument", arguments);
    LogicalResult outputs = findAbiTypes(function, type.getResults(),
                                         names.results, "result", results);
    if (failed(inputs) || failed(outputs))
      return failure();
    if (!SymbolTable::symbolKnownUseEmpty(function, getOperation()))
      makePrivateCopy(function, symbols);
    if (TypeRange(arguments.types) != type.getInputs())
      convertArguments(function, arguments.types);
    if (TypeRange(results.types) != type.getResults())
      convertResults(function);
    function.setType(
        FunctionType::get(&getContext(), arguments.types, results.types));
    for (auto [i, meaning] : llvm::enumerate(arguments.meanings))
      if (meaning)
        function.setArgAttr(i, ingot::kStandsForAttr, meaning);
    for (auto [i, meaning] : llvm::enumerate(results.meanings))
      if (meaning)
        function.setResultAttr(i, ingot::kStandsForAttr, meaning);
    for (auto [i, name] : llvm::enumerate(arguments.names))
      if (name)
        function.setArgAttr(i, ingot::kValueNameAttr, name);
    for (auto [i, name] : llvm::enumerate(results.names))
      if (name)
        function.setResultAttr(i, ingot::kValueNameAttr, name);
    return success();
  }

  /// Calls from inside the program go to this copy.
  void makePrivateCopy(func::FuncOp function, SymbolTable &symbols) {
    func::FuncOp copy = function.clone();
    copy.setPrivate();
    symbols.insert(copy, std::next(Block::iterator(function)));
    if (failed(SymbolTable::replaceAllSymbolUses(
            function, copy.getSymNameAttr(), getOperation())))
      signalPassFailure();
  }
};

} // namespace
