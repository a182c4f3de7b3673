//===- Operator.cpp - a node as its row sees it ---------------------------===//

#include "pipeline/frontends/tensorflow/Operator.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace ingot::tensorflow;
namespace format = ingot::tensorflow::format;

std::optional<SmallVector<Value>> Operator::operands(size_t first,
                                                     size_t number) {
  SmallVector<Value> values;
  for (size_t i = first; i < first + number; ++i) {
    if (!isTensor(i))
      return std::nullopt;
    values.push_back(operand(i));
  }
  return values;
}

std::optional<SmallVector<int64_t>> Operator::ints(size_t i) {
  if (!isTensor(i))
    return std::nullopt;
  return knownElements(operand(i));
}

std::optional<int64_t> Operator::integer(size_t i) {
  std::optional<SmallVector<int64_t>> all = ints(i);
  if (!all || all->size() != 1)
    return std::nullopt;
  return all->front();
}

std::optional<SmallVector<double>> Operator::numbers(size_t i) {
  DenseElementsAttr elements;
  if (!isTensor(i))
    return std::nullopt;
  if (std::optional<SmallVector<int64_t>> integers = knownElements(operand(i)))
    return SmallVector<double>(integers->begin(), integers->end());
  if (!matchPattern(operand(i), m_Constant(&elements)) ||
      !isa<FloatType>(elements.getElementType()))
    return std::nullopt;
  SmallVector<double> result;
  for (APFloat number : elements.getValues<APFloat>()) {
    bool losesInfo;
    number.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                   &losesInfo);
    result.push_back(number.convertToDouble());
  }
  return result;
}

std::optional<Sizes> Operator::sizes(size_t i) {
  if (!isTensor(i))
    return std::nullopt;
  return sizesIn(b, operand(i));
}

Size Operator::size(size_t i) {
  if (std::optional<Sizes> all = sizes(i); all && all->size() == 1)
    return all->front();
  return b.sizeFrom(b.reshape(operand(i), {}));
}

static std::optional<int64_t> wrapAxis(int64_t axis, int64_t rank) {
  if (axis < -rank || axis >= rank)
    return std::nullopt;
  return axis < 0 ? axis + rank : axis;
}

std::optional<int64_t> Operator::axis(size_t i, int64_t rank) {
  std::optional<int64_t> number = integer(i);
  return number ? wrapAxis(*number, rank) : std::nullopt;
}

std::optional<SmallVector<int64_t>> Operator::axes(size_t i, int64_t rank) {
  std::optional<SmallVector<int64_t>> numbers = ints(i);
  if (!numbers)
    return std::nullopt;
  SmallVector<int64_t> result;
  for (int64_t number : *numbers) {
    std::optional<int64_t> axis = wrapAxis(number, rank);
    if (!axis)
      return std::nullopt;
    if (!llvm::is_contained(result, *axis))
      result.push_back(*axis);
  }
  llvm::sort(result);
  return result;
}

static const format::AttrValue *findAttribute(const Attributes &attributes,
                                              StringRef name) {
  for (const format::Attr &attribute : attributes)
    if (attribute.key() == name)
      return &attribute.value();
  return nullptr;
}

const format::AttrValue *Operator::attribute(StringRef name) const {
  const format::AttrValue *value = findAttribute(node_.attr(), name);
  if (value && value->has_placeholder())
    return ofCall_ ? findAttribute(*ofCall_, value->placeholder()) : nullptr;
  return value;
}

int64_t Operator::getInt(StringRef name, int64_t otherwise) const {
  const format::AttrValue *value = attribute(name);
  return value && value->has_i() ? value->i() : otherwise;
}

double Operator::getFloat(StringRef name, double otherwise) const {
  const format::AttrValue *value = attribute(name);
  return value && value->has_f() ? value->f() : otherwise;
}

bool Operator::getBool(StringRef name, bool otherwise) const {
  const format::AttrValue *value = attribute(name);
  return value && value->has_b() ? value->b() : otherwise;
}

StringRef Operator::getString(StringRef name, StringRef otherwise) const {
  const format::AttrValue *value = attribute(name);
  return value && value->has_s() ? StringRef(value->s()) : otherwise;
}

SmallVector<int64_t> Operator::getInts(StringRef name) const {
  const format::AttrValue *value = attribute(name);
  if (!value)
    return {};
  return SmallVector<int64_t>(value->list().i().begin(),
                              value->list().i().end());
}

Type Operator::namedType(StringRef name, Type otherwise) const {
  const format::AttrValue *value = attribute(name);
  if (!value || !value->has_type())
    return otherwise;
  Type type = elementType(value->type(), b.getContext());
  if (!otherwise || (type && type.isInteger() == otherwise.isInteger() &&
                     isa<FloatType>(type) == isa<FloatType>(otherwise)))
    return type;
  b.refuse(RankedTensorType::get({}, otherwise),
           "'" + name + "' is " + nameOfType(value->type()) +
               ", which its result cannot have");
  return otherwise;
}
