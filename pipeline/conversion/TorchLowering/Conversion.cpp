//===- Conversion.cpp - operands and types of an operator -----------------===//
//
// Rows ask for operands by the names of the schema, because one row serves
// overloads that differ in what they have and in which order. A number may be a
// literal of the program, or a tensor that an earlier row folded to a constant;
// both count as known, so that lists of sizes stay static as far as possible.
//
// Types follow torch.result_type: tensors with dimensions count before those
// without, these before Python's numbers, unless these are of a higher
// category.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchLowering/Conversion.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

LogicalResult Conversion::fail(const Twine &why) {
  why_ = why.str();
  return failure();
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

Value Conversion::remap(Value value) const {
  value = stripDerefine(value);
  if (!value)
    return {};
  Value converted = rewriter_.getRemappedValue(value);
  return converted && isa<RankedTensorType>(converted.getType()) ? converted
                                                                 : Value();
}

bool Conversion::has(StringRef argument) const {
  Value value = op.operand(argument);
  return value && !isNone(value);
}

Value Conversion::operand(StringRef argument) {
  return remap(op.operand(argument));
}

Value Conversion::operandAs(StringRef argument, Type element) {
  return b.convert(operand(argument), element);
}

std::optional<SmallVector<Value>> Conversion::operands(StringRef argument) {
  std::optional<SmallVector<Value>> elements = matchList(op.operand(argument));
  if (!elements)
    return std::nullopt;
  SmallVector<Value> converted;
  for (Value element : *elements) {
    converted.push_back(isNone(element) ? Value() : remap(element));
    if (!converted.back() && !isNone(element))
      return std::nullopt;
  }
  return converted;
}

std::optional<int64_t> Conversion::getInt(StringRef argument) {
  if (std::optional<int64_t> known = matchInt(op.operand(argument)))
    return known;
  return constantInt(operand(argument));
}

std::optional<double> Conversion::getNumber(StringRef argument) {
  if (std::optional<double> known = matchNumber(op.operand(argument)))
    return known;
  return constantNumber(operand(argument));
}

std::optional<bool> Conversion::getBool(StringRef argument) {
  std::optional<int64_t> known = constantInt(operand(argument));
  return known ? std::optional<bool>(*known != 0) : std::nullopt;
}

int64_t Conversion::getInt(StringRef argument, int64_t otherwise) {
  return getInt(argument).value_or(otherwise);
}

bool Conversion::getBool(StringRef argument, bool otherwise) {
  return getBool(argument).value_or(otherwise);
}

std::optional<StringRef> Conversion::getString(StringRef argument) {
  return matchString(op.operand(argument));
}

std::optional<Size> Conversion::getSize(StringRef argument) {
  Value value = operand(argument);
  return value ? std::optional<Size>(b.sizeFrom(value)) : std::nullopt;
}

std::optional<Sizes> Conversion::getSizes(StringRef argument) {
  std::optional<SmallVector<Value>> values = operands(argument);
  if (!values || llvm::is_contained(*values, Value()))
    return std::nullopt;
  Sizes sizes;
  for (Value value : *values)
    sizes.push_back(b.sizeFrom(value));
  return sizes;
}

std::optional<SmallVector<int64_t>> Conversion::getInts(StringRef argument) {
  std::optional<Sizes> sizes = getSizes(argument);
  if (!sizes)
    return std::nullopt;
  SmallVector<int64_t> ints;
  for (Size size : *sizes) {
    if (!size.isKnown())
      return std::nullopt;
    ints.push_back(size.known());
  }
  return ints;
}

std::optional<int64_t> Conversion::getDim(StringRef argument, int64_t rank) {
  std::optional<int64_t> dim = getInt(argument);
  return dim ? normalizeDim(*dim, rank) : std::nullopt;
}

std::optional<SmallVector<int64_t>> Conversion::getDims(StringRef argument,
                                                        int64_t rank) {
  auto all = llvm::to_vector(llvm::seq(rank));
  if (!has(argument))
    return all;
  std::optional<SmallVector<int64_t>> dims = getInts(argument);
  // One int stands for a list of one in some schemas.
  if (std::optional<int64_t> dim = dims ? std::nullopt : getInt(argument))
    dims = SmallVector<int64_t>{*dim};
  if (!dims)
    return std::nullopt;
  if (dims->empty() || rank == 0)
    return all;
  for (int64_t &dim : *dims) {
    std::optional<int64_t> normal = normalizeDim(dim, rank);
    if (!normal)
      return std::nullopt;
    dim = *normal;
  }
  return dims;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

Type Conversion::dtypeOf(StringRef argument) const {
  Value value = stripDerefine(op.operand(argument));
  auto type =
      value ? dyn_cast<TorchTensorType>(value.getType()) : TorchTensorType();
  return type ? type.getDtype() : Type();
}

RankedTensorType Conversion::resultType(unsigned index) const {
  return dyn_cast_or_null<RankedTensorType>(
      types_.convertType(op.result(index).getType()));
}

Value Conversion::toResultRank(Value value) {
  return resultType().getRank() == 0 ? b.reshape(value, {}) : value;
}

/// 0 for booleans, then integers, floats, complex numbers.
static int categoryOf(Type element) {
  if (isa<ComplexType>(element))
    return 3;
  if (isa<mlir::FloatType>(element))
    return 2;
  return element.isInteger(1) ? 0 : 1;
}

/// The wider one; of types of equal width that differ (f16 and bf16, signed and
/// unsigned) what holds both.
static Type widen(Type a, Type b) {
  if (!a || !b || a == b)
    return a ? a : b;
  if (categoryOf(a) != categoryOf(b))
    return categoryOf(a) > categoryOf(b) ? a : b;
  auto widthOf = [](Type type) {
    auto complex = dyn_cast<ComplexType>(type);
    return (complex ? complex.getElementType() : type).getIntOrFloatBitWidth();
  };
  MLIRContext *context = a.getContext();
  if (widthOf(a) == widthOf(b) && isa<mlir::FloatType>(a))
    return Float32Type::get(context);
  Type wide = widthOf(a) >= widthOf(b) ? a : b;
  Type narrow = wide == a ? b : a;
  // An unsigned type next to a signed one that does not hold it.
  if (wide.isUnsignedInteger() && !narrow.isUnsignedInteger())
    return IntegerType::get(context, std::min(2 * widthOf(wide), 64u));
  if (widthOf(a) == widthOf(b) && isa<IntegerType>(a))
    return IntegerType::get(context, std::min(2 * widthOf(a), 64u));
  return wide;
}

Type Conversion::promotedType(ArrayRef<StringRef> arguments) {
  // Tensors, tensors without dimensions, numbers.
  Type kinds[3];
  for (StringRef argument : arguments) {
    Value value = operand(argument);
    if (!value)
      continue;
    Type element = b.elementOf(value);
    int kind = !dtypeOf(argument) ? 2 : b.rankOf(value) == 0 ? 1 : 0;
    // Python's floats are of the default dtype.
    if (kind == 2 && element.isF64())
      element = b.getF32Type();
    kinds[kind] = widen(kinds[kind], element);
  }
  Type result = kinds[0];
  for (Type lower : {kinds[1], kinds[2]})
    if (lower && (!result || categoryOf(lower) > categoryOf(result)))
      // A real type next to a complex number keeps its width.
      result = isa<ComplexType>(lower) && result && result.isF64()
                   ? ComplexType::get(result)
                   : lower;
  return result;
}
