//===- VerifyReduction.cpp - constraints of ops that fold -----------------===//
//
// The types of regions are checked once the ops in them are known to be valid
// (`verifyRegions`), the rest before.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/stablehlo/VerifyWindows.h"

using namespace mlir;

namespace ingot::stablehlo {

static RankedTensorType tensorType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// Inputs of one shape, as many initial values of rank 0 and results. The
/// numbers of constraints are those of the op.
static bool checkFolded(Check &check, StringRef counts, StringRef shapes,
                        StringRef elements, OperandRange inputs,
                        OperandRange inits, ResultRange results) {
  if (inputs.empty()) {
    check.broken(counts) << "has no inputs, expected one at least";
    return false;
  }
  if (!check.count(counts, "results", results.size(), inputs.size()))
    return false;
  for (auto [i, input, init] : llvm::enumerate(inputs, inits)) {
    if (!check.shape(shapes, "input " + std::to_string(i),
                     tensorType(input).getShape(),
                     tensorType(inputs.front()).getShape()))
      return false;
    if (tensorType(init).getRank() == 0)
      continue;
    check.broken(elements) << "initial value " << i << " has type "
                           << init.getType() << ", expected a tensor of rank 0";
    return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// reduce
//===----------------------------------------------------------------------===//

LogicalResult ReduceOp::verify() {
  Check check(*this);
  // (C2), which asks for one element type of inputs and initial values, is
  // relaxed to (C6): both are promoted to the type that is folded.
  if (!checkFolded(check, "C3", "C1", "C2", getInputs(), getInitValues(),
                   getResults()))
    return failure();
  Sizes input = tensorType(getInputs().front()).getShape();
  if (!check.dimensions("C4", "dimensions", getDimensions(), "inputs",
                        input.size()) ||
      !check.unique("C5", "dimensions", getDimensions()))
    return failure();
  Shape expected = shapeOfReduce(input, getDimensions());
  for (auto [i, result] : llvm::enumerate(getResults()))
    if (!check.shape("C7", "result " + std::to_string(i),
                     tensorType(result).getShape(), Sizes(expected)))
      return failure();
  return success();
}

LogicalResult ReduceOp::verifyRegions() {
  Check check(*this);
  return success(check.reducer("C6", "C8", "body", getBody(),
                               getInputs().getTypes(), getResultTypes(),
                               getInitValues().getTypes()));
}

//===----------------------------------------------------------------------===//
// reduce_window
//===----------------------------------------------------------------------===//

LogicalResult ReduceWindowOp::verify() {
  Check check(*this);
  if (!checkFolded(check, "C1", "C2", "C3", getInputs(), getInitValues(),
                   getResults()))
    return failure();
  Sizes input = tensorType(getInputs().front()).getShape();
  int64_t rank = input.size();
  std::optional<Shape> padding;
  if (!checkWindowList(check, "C4", "C5", "window_dimensions",
                       getWindowDimensions(), rank) ||
      !checkWindowList(check, "C6", "C7", "window_strides", getWindowStrides(),
                       rank) ||
      !checkWindowList(check, "C8", "C9", "base_dilations", getBaseDilations(),
                       rank) ||
      !checkWindowList(check, "C10", "C11", "window_dilations",
                       getWindowDilations(), rank) ||
      !checkPadding(check, "C12", getPadding(), rank, padding))
    return failure();
  std::optional<Shape> expected = shapeOfWindows(
      input, windowsOf(getWindowDimensions(), getWindowStrides(),
                       getBaseDilations(), getWindowDilations(), padding));
  for (auto [i, result] : llvm::enumerate(getResults()))
    if (!check.shape("C15", "result " + std::to_string(i),
                     tensorType(result).getShape(), expected))
      return failure();
  return success();
}

LogicalResult ReduceWindowOp::verifyRegions() {
  Check check(*this);
  return success(check.reducer("C13", "C16", "body", getBody(),
                               getInputs().getTypes(), getResultTypes(),
                               getInitValues().getTypes()));
}

//===----------------------------------------------------------------------===//
// select_and_scatter
//===----------------------------------------------------------------------===//

LogicalResult SelectAndScatterOp::verify() {
  RankedTensorType operand = getOperand().getType();
  RankedTensorType source = getSource().getType();
  int64_t rank = operand.getRank();
  std::optional<Shape> padding;
  Check check(*this);
  if (!check.elements("C1", "the source", source, "the operand", operand) ||
      !check.elements("C3", "init_value", getInitValue().getType(),
                      "the operand", operand) ||
      !checkWindowList(check, "C4", "C5", "window_dimensions",
                       getWindowDimensions(), rank) ||
      !checkWindowList(check, "C6", "C7", "window_strides", getWindowStrides(),
                       rank) ||
      !checkPadding(check, "C8", getPadding(), rank, padding))
    return failure();
  Shape ones(rank, 1);
  std::optional<Shape> windows = shapeOfWindows(
      operand.getShape(),
      windowsOf(getWindowDimensions().value_or(ones), getWindowStrides(),
                std::nullopt, std::nullopt, padding));
  return success(check.shape("C2", "the source", source.getShape(), windows) &&
                 check.shape("C11", "the result", getType().getShape(),
                             operand.getShape()));
}

LogicalResult SelectAndScatterOp::verifyRegions() {
  Type element = getOperand().getType().getElementType();
  Type scalar = RankedTensorType::get({}, element);
  Type boolean = RankedTensorType::get({}, IntegerType::get(getContext(), 1));
  Check check(*this);
  return success(check.signature("C9", "select", getSelect(), {scalar, scalar},
                                 {boolean}) &&
                 check.reducer("C10", "C12", "scatter", getScatter(),
                               {getOperand().getType()}, {getType()},
                               {getInitValue().getType()}));
}

//===----------------------------------------------------------------------===//
// sort, map
//===----------------------------------------------------------------------===//

LogicalResult SortOp::verify() {
  Check check(*this);
  if (getInputs().empty())
    return check.broken("C1") << "has no inputs, expected one at least";
  if (!check.types("C2", "results", getResultTypes(), getInputs().getTypes()))
    return failure();
  RankedTensorType first = tensorType(getInputs().front());
  for (auto [i, input] : llvm::enumerate(getInputs()))
    if (!check.shape("C3", "input " + std::to_string(i),
                     tensorType(input).getShape(), first.getShape()))
      return failure();
  int64_t dimension = getDimension(), rank = first.getRank();
  if (dimension >= -rank && dimension < rank)
    return success();
  return check.broken("C4") << "dimension " << dimension
                            << " is out of range for inputs of rank " << rank;
}

LogicalResult SortOp::verifyRegions() {
  SmallVector<Type> pairs;
  for (Type type : getInputs().getTypes())
    pairs.append(2, RankedTensorType::get({}, getElementTypeOrSelf(type)));
  Type boolean = RankedTensorType::get({}, IntegerType::get(getContext(), 1));
  Check check(*this);
  return success(
      check.signature("C5", "comparator", getComparator(), pairs, {boolean}));
}

LogicalResult MapOp::verify() {
  Check check(*this);
  if (getInputs().empty())
    return check.broken("C2") << "has no inputs, expected one at least";
  RankedTensorType first = tensorType(getInputs().front());
  auto all = llvm::to_vector(llvm::seq<int64_t>(0, first.getRank()));
  if (getDimensions() != Sizes(all))
    return check.broken("C3")
           << "dimensions is " << formatShape(getDimensions()) << ", expected "
           << formatShape(all) << ", all of the inputs in order";
  for (auto [i, input] : llvm::enumerate(getInputs()))
    if (!check.shape("C1", "input " + std::to_string(i),
                     tensorType(input).getShape(), getType().getShape()))
      return failure();
  return success();
}

LogicalResult MapOp::verifyRegions() {
  SmallVector<Type> scalars;
  for (Type type : getInputs().getTypes())
    scalars.push_back(RankedTensorType::get({}, getElementTypeOrSelf(type)));
  Type result = RankedTensorType::get({}, getType().getElementType());
  Check check(*this);
  return success(check.signature("C4", "computation", getComputation(), scalars,
                                 {result}));
}

} // namespace ingot::stablehlo
