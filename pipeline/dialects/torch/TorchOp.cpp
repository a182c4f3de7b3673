//===- TorchOp.cpp - operators of PyTorch seen by their schemas -----------===//
//
// Programs say the same thing in several ways: an op or a torch.operator of
// that name, a constant as int or number, a value behind torch.derefine. All
// conversions look through this file, so each variant is handled once.
//
// A list is known only if nothing changes it after it was made. aten.append.t
// and its like say so in their schemas.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/torch/TorchOp.h"
#include "pipeline/dialects/torch/TorchOps.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

/// A name says what an operator means only together with what it is given:
/// importers may be of another release than the table.
static bool agrees(OperatorOp op, const Schema &schema) {
  if (op.getOperands().size() != schema.arguments.size() ||
      op.getResults().size() != schema.results.size() ||
      !op.getRegions().empty() || schema.anyArguments || schema.anyResults)
    return false;
  return llvm::all_of_zip(op.getOperands().getTypes(), schema.arguments,
                          [](Type type, const SchemaArgument &argument) {
                            return fits(type, argument.type);
                          }) &&
         llvm::all_of_zip(op.getResults().getTypes(), schema.results,
                          [](Type type, const SchemaResult &result) {
                            return fitsResult(type, result.type);
                          });
}

const Schema *ingot::torch::getSchema(Operation *op) {
  if (!isa_and_nonnull<TorchDialect>(op->getDialect()))
    return nullptr;
  auto byName = dyn_cast<OperatorOp>(op);
  if (!byName)
    return findSchema(op->getName().getStringRef());
  const Schema *schema = findSchema(byName.getName());
  return schema && agrees(byName, *schema) ? schema : nullptr;
}

StringRef TorchOp::name() const {
  return schema_ ? StringRef(schema_->opName) : op_->getName().getStringRef();
}

Value TorchOp::operand(StringRef argument) const {
  return operand(argument, op_->getOperands());
}

Value TorchOp::operand(StringRef argument, ValueRange operands) const {
  if (!schema_)
    return {};
  std::optional<unsigned> index = schema_->indexOf(argument);
  return index && *index < operands.size() ? operands[*index] : Value();
}

TorchTensorType TorchOp::resultType(unsigned index) const {
  return dyn_cast<TorchTensorType>(op_->getResult(index).getType());
}

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

Value ingot::torch::stripDerefine(Value value) {
  while (value)
    if (auto cast = value.getDefiningOp<DerefineOp>())
      value = cast.getOperand();
    else
      break;
  return value;
}

template <typename Op> static Op findConstant(Value value) {
  value = stripDerefine(value);
  return value ? value.getDefiningOp<Op>() : Op();
}

std::optional<int64_t> ingot::torch::matchInt(Value value) {
  if (auto constant = findConstant<ConstantIntOp>(value))
    return constant.getValueAttr().getValue().getSExtValue();
  if (auto constant = findConstant<ConstantNumberOp>(value))
    if (auto integer = dyn_cast<IntegerAttr>(constant.getValue()))
      return integer.getValue().getSExtValue();
  return std::nullopt;
}

std::optional<double> ingot::torch::matchFloat(Value value) {
  if (auto constant = findConstant<ConstantFloatOp>(value))
    return constant.getValueAttr().getValueAsDouble();
  if (auto constant = findConstant<ConstantNumberOp>(value))
    if (auto number = dyn_cast<FloatAttr>(constant.getValue()))
      return number.getValueAsDouble();
  return std::nullopt;
}

std::optional<bool> ingot::torch::matchBool(Value value) {
  if (auto constant = findConstant<ConstantBoolOp>(value))
    return constant.getValue();
  return std::nullopt;
}

std::optional<double> ingot::torch::matchNumber(Value value) {
  if (std::optional<int64_t> integer = matchInt(value))
    return static_cast<double>(*integer);
  if (std::optional<bool> boolean = matchBool(value))
    return *boolean ? 1.0 : 0.0;
  return matchFloat(value);
}

std::optional<StringRef> ingot::torch::matchString(Value value) {
  if (auto constant = findConstant<ConstantStrOp>(value))
    return constant.getValue();
  return std::nullopt;
}

std::optional<StringRef> ingot::torch::matchDevice(Value value) {
  if (auto constant = findConstant<ConstantDeviceOp>(value))
    return constant.getValue();
  return std::nullopt;
}

bool ingot::torch::isNone(Value value) {
  value = stripDerefine(value);
  return value && isa<torch::NoneType>(value.getType());
}

bool ingot::torch::mayBeNone(Value value) {
  value = stripDerefine(value);
  return !value || isa<torch::NoneType, OptionalType, UnionType, AnyType>(
                       value.getType());
}

//===----------------------------------------------------------------------===//
// Lists
//===----------------------------------------------------------------------===//

/// The op changes the list: it says so in its schema. Operators of other
/// libraries take values, as the tensors around them are.
static bool mayChange(Operation *user, Value list) {
  if (auto cast = dyn_cast<DerefineOp>(user))
    return mayBeChanged(cast.getResult());
  const Schema *schema = getSchema(user);
  if (!schema) {
    // Of another release than the table, but the name tells.
    auto byName = dyn_cast<OperatorOp>(user);
    const Schema *named = byName ? findSchema(byName.getName()) : nullptr;
    return named && named->writes();
  }
  for (auto [argument, operand] :
       llvm::zip_first(schema->arguments, user->getOperands()))
    if (argument.written && operand == list)
      return true;
  return false;
}

bool ingot::torch::mayBeChanged(Value list) {
  return llvm::any_of(list.getUsers(),
                      [&](Operation *user) { return mayChange(user, list); });
}

std::optional<SmallVector<Value>> ingot::torch::matchList(Value value) {
  // A change may be made to what torch.derefine made of the list, or before.
  value = stripDerefine(value);
  Operation *op = value ? value.getDefiningOp() : nullptr;
  if (!isa_and_nonnull<PrimListConstructOp, PrimTupleConstructOp>(op) ||
      mayBeChanged(value))
    return std::nullopt;
  return llvm::to_vector(op->getOperands());
}

template <typename T>
static std::optional<SmallVector<T>>
matchConstants(Value value, std::optional<T> (*match)(Value)) {
  std::optional<SmallVector<Value>> elements = matchList(value);
  if (!elements)
    return std::nullopt;
  SmallVector<T> constants;
  for (Value element : *elements) {
    std::optional<T> constant = match(element);
    if (!constant)
      return std::nullopt;
    constants.push_back(*constant);
  }
  return constants;
}

std::optional<SmallVector<int64_t>> ingot::torch::matchIntList(Value value) {
  return matchConstants<int64_t>(value, matchInt);
}

std::optional<SmallVector<double>> ingot::torch::matchFloatList(Value value) {
  return matchConstants<double>(value, matchNumber);
}

std::optional<SmallVector<bool>> ingot::torch::matchBoolList(Value value) {
  return matchConstants<bool>(value, matchBool);
}

/// A scalar is taken for a vector of one element, so 0 and -1 are valid for it.
std::optional<int64_t> ingot::torch::normalizeDim(int64_t dim, int64_t rank) {
  int64_t count = std::max<int64_t>(rank, 1);
  if (dim < -count || dim >= count)
    return std::nullopt;
  return dim < 0 ? dim + count : dim;
}
