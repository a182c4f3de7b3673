//===- VerifyControlFlow.cpp - constraints of branches, loops and calls ---===//
//
// What depends on a region is checked in verifyRegions(), when the ops in it
// are known to be valid; the rest before. Types of a composite must equal those
// of its decomposition exactly, not only be compatible: a target may take the
// op or call the function, and callers must not see a difference.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/stablehlo/StablehloOps.h"
#include "pipeline/dialects/stablehlo/Verify.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace ingot::stablehlo {

//===----------------------------------------------------------------------===//
// Branches and loops
//===----------------------------------------------------------------------===//

LogicalResult IfOp::verifyRegions() {
  Check check(*this);
  for (auto [name, region] : {std::pair("true_branch", &getTrueBranch()),
                              std::pair("false_branch", &getFalseBranch())}) {
    std::string arguments = std::string(name) + " arguments";
    std::string results = std::string(name) + " results";
    bool isTrue = region == &getTrueBranch();
    if (!check.count("C1", arguments, region->getNumArguments(), 0) ||
        !check.returns("C2", name, *region) ||
        !check.types(isTrue ? "C3" : "C2", results,
                     region->front().back().getOperandTypes(),
                     getResultTypes()))
      return failure();
  }
  return success();
}

LogicalResult CaseOp::verify() {
  Check check(*this);
  if (getBranches().empty())
    return check.broken("C1") << "has no branches, expected one at least";
  if (!getIndex().getType().getElementType().isInteger(32))
    return emitOpError() << "has an index of type " << getIndex().getType()
                         << ", expected tensor<i32>";
  return success();
}

LogicalResult CaseOp::verifyRegions() {
  Check check(*this);
  for (auto [i, region] : llvm::enumerate(getBranches())) {
    std::string name = "branch " + std::to_string(i);
    if (!check.count("C2", name + " arguments", region.getNumArguments(), 0) ||
        !check.returns("C3", name, region) ||
        !check.types(i == 0 ? "C4" : "C3", name + " results",
                     region.front().back().getOperandTypes(), getResultTypes()))
      return failure();
  }
  return success();
}

LogicalResult WhileOp::verify() {
  Check check(*this);
  return success(
      check.types("C3", "results", getResultTypes(), getOperandTypes()));
}

LogicalResult WhileOp::verifyRegions() {
  Type boolean = RankedTensorType::get({}, IntegerType::get(getContext(), 1));
  Check check(*this);
  return success(
      check.signature("C1", "cond", getCond(), getOperandTypes(), {boolean}) &&
      check.signature("C2", "body", getBody(), getOperandTypes(),
                      getOperandTypes()));
}

LogicalResult OptimizationBarrierOp::verify() {
  Check check(*this);
  if (!check.count("C1", "results", getNumResults(), getNumOperands()))
    return failure();
  for (auto [i, operand, result] :
       llvm::enumerate(getOperandTypes(), getResultTypes()))
    if (operand != result)
      return check.broken("C1")
             << "result " << i << " has type " << result << ", expected "
             << operand << " as the operand";
  return success();
}

//===----------------------------------------------------------------------===//
// Tuples
//===----------------------------------------------------------------------===//

LogicalResult TupleOp::verify() {
  auto tuple = cast<TupleType>(getType());
  Check check(*this);
  return success(
      check.types("C1", "operands", getOperandTypes(), tuple.getTypes()));
}

LogicalResult GetTupleElementOp::verify() {
  auto tuple = cast<TupleType>(getOperand().getType());
  int64_t index = getIndex();
  Check check(*this);
  if (index < 0 || index >= static_cast<int64_t>(tuple.size()))
    return check.broken("C1")
           << "index " << index << " is out of range for a tuple of "
           << tuple.size() << " values";
  return success(
      check.type("C2", "the result", getType(), tuple.getType(index)));
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// (C1) of composite: words of letters, digits, `_` and `$` with dots between,
/// at least two, the first one an identifier.
static bool isNamespacedOpName(StringRef name) {
  SmallVector<StringRef> words;
  name.split(words, '.');
  auto isWord = [](StringRef word) {
    return !word.empty() && llvm::all_of(word, [](char c) {
      return llvm::isAlnum(c) || c == '_' || c == '$';
    });
  };
  return words.size() > 1 && llvm::all_of(words, isWord) &&
         (llvm::isAlpha(name.front()) || name.front() == '_');
}

LogicalResult CompositeOp::verify() {
  Check check(*this);
  if (isNamespacedOpName(getName()))
    return success();
  return check.broken("C1") << "name '" << getName()
                            << "' has no namespace, expected one like "
                               "'namespace.name'";
}

LogicalResult CompositeOp::verifySymbolUses(SymbolTableCollection &symbols) {
  Operation *symbol =
      symbols.lookupNearestSymbolFrom(*this, getDecompositionAttr());
  Check check(*this);
  auto function = dyn_cast_or_null<FunctionOpInterface>(symbol);
  if (!function)
    return check.broken("C2") << "has no decomposition: there is no function '"
                              << getDecomposition() << "'";
  // Exactly: a target may take the op as it is or call the function.
  if (getInputs().getTypes() != function.getArgumentTypes())
    return check.broken("C3")
           << "takes " << getInputs().getTypes() << ", expected what '"
           << getDecomposition() << "' takes, " << function.getArgumentTypes();
  if (getResultTypes() != function.getResultTypes())
    return check.broken("C4")
           << "gives " << getResultTypes() << ", expected what '"
           << getDecomposition() << "' gives, " << function.getResultTypes();
  return success();
}

namespace {

/// Layouts and aliases of a custom call. Both are promises to the code behind
/// it, so they have to fit its operands and results exactly.
class CustomCallCheck {
public:
  explicit CustomCallCheck(CustomCallOp op) : op_(op) {}

  LogicalResult run() {
    if (op_.getOperandLayouts().has_value() !=
        op_.getResultLayouts().has_value())
      return op_.emitOpError() << "has layouts for only one of operands and "
                                  "results, expected both or none";
    if (op_.getOperandLayouts() &&
        (failed(checkLayouts("operand", *op_.getOperandLayouts(),
                             op_.getOperandTypes())) ||
         failed(
             checkLayouts("result", *op_.getResultLayouts(), resultTypes()))))
      return failure();
    for (Attribute alias : op_.getOutputOperandAliases())
      if (failed(checkAlias(cast<OutputOperandAliasAttr>(alias))))
        return failure();
    return success();
  }

private:
  /// Those in the tuple, if the only result is one.
  SmallVector<Type> resultTypes() {
    if (op_->getNumResults() == 1)
      if (auto tuple = dyn_cast<TupleType>(op_->getResult(0).getType()))
        return SmallVector<Type>(tuple.getTypes());
    return SmallVector<Type>(op_->getResultTypes());
  }

  LogicalResult checkLayouts(StringRef name, ArrayAttr layouts,
                             TypeRange types) {
    if (layouts.size() != types.size())
      return op_.emitOpError() << "has " << layouts.size() << " " << name
                               << " layouts, expected " << types.size();
    for (auto [i, attr, type] : llvm::enumerate(layouts, types)) {
      auto layout = cast<DenseIntElementsAttr>(attr);
      auto tensor = dyn_cast<RankedTensorType>(type);
      std::optional<SmallVector<int64_t>> order = valuesOf(layout);
      SmallVector<int64_t> sorted = order.value_or(SmallVector<int64_t>());
      llvm::sort(sorted);
      auto all =
          llvm::to_vector(llvm::seq<int64_t>(0, tensor ? tensor.getRank() : 0));
      if (order && layout.getType().getRank() == 1 && sorted == all)
        continue;
      return op_.emitOpError()
             << name << " layout " << i << " is " << layout
             << ", expected each dimension of " << type << " once";
    }
    return success();
  }

  /// The part of `type` that a path of tuple indices leads to; null if there is
  /// none.
  static Type partAt(Type type, ArrayRef<int64_t> path) {
    for (int64_t index : path) {
      auto tuple = dyn_cast<TupleType>(type);
      if (!tuple || index < 0 || index >= static_cast<int64_t>(tuple.size()))
        return {};
      type = tuple.getType(index);
    }
    return type;
  }

  LogicalResult checkAlias(OutputOperandAliasAttr alias) {
    int64_t index = alias.getOperandIndex();
    if (index < 0 || index >= op_.getNumOperands())
      return op_.emitOpError() << "has an alias of operand " << index
                               << ", expected one of " << op_.getNumOperands();
    Type operand =
        partAt(op_.getOperand(index).getType(), alias.getOperandTupleIndices());
    Type whole = op_->getNumResults() == 1
                     ? op_->getResult(0).getType()
                     : TupleType::get(op_.getContext(), op_->getResultTypes());
    Type result = partAt(whole, alias.getOutputTupleIndices());
    if (operand && result && areCompatible(operand, result))
      return success();
    InFlightDiagnostic report = op_.emitOpError();
    report << "has the alias " << alias << " of ";
    if (operand)
      report << operand;
    else
      report << "nothing";
    report << " to ";
    if (result)
      report << result;
    else
      report << "nothing";
    return report << ", expected values of one type";
  }

  CustomCallOp op_;
};

} // namespace

LogicalResult CustomCallOp::verify() { return CustomCallCheck(*this).run(); }

} // namespace ingot::stablehlo
