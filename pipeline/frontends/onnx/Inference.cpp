//===- Inference.cpp - types and elements of an operator's results --------===//
//
// What rows ask of a node, with the checks that a hostile file needs: operands
// may be missing or no tensors, attributes of any kind.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/onnx/Inference.h"

#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace ingot::onnx::reader;

/// No operator's shape has more dimensions.
static constexpr int64_t kMaxRank = 64;

bool Inference::has(size_t index) const {
  return index < node_->inputs.size() && node_->inputs[index] &&
         node_->inputs[index]->isTensor();
}

const TensorInfo &Inference::input(size_t index) const {
  static const TensorInfo kNothing;
  return has(index) ? node_->inputs[index]->info : kNothing;
}

std::optional<int64_t> Inference::rank(size_t index) const {
  const OptionalShape &known = shape(index);
  return known ? std::optional<int64_t>(known->size()) : std::nullopt;
}

const Elements *Inference::elements(size_t index) const {
  const TensorInfo &info = input(index);
  return info.elements ? &*info.elements : nullptr;
}

std::optional<Ints> Inference::integers(size_t index) const {
  const Elements *known = elements(index);
  if (!known)
    return std::nullopt;
  Ints values;
  for (Scalar element : *known) {
    if (!element.isInteger())
      return std::nullopt;
    values.push_back(element.asInteger());
  }
  return values;
}

std::optional<double> Inference::number(size_t index) const {
  const Elements *known = elements(index);
  if (!known || known->size() != 1 || !known->front().isKnown())
    return std::nullopt;
  return known->front().asReal();
}

int64_t Inference::integer(StringRef name, int64_t otherwise) const {
  auto value = dyn_cast_if_present<IntegerAttr>(attribute(name));
  return value ? value.getValue().getSExtValue() : otherwise;
}

double Inference::real(StringRef name, double otherwise) const {
  auto value = dyn_cast_if_present<FloatAttr>(attribute(name));
  return value ? value.getValueAsDouble() : otherwise;
}

StringRef Inference::text(StringRef name, StringRef otherwise) const {
  auto value = dyn_cast_if_present<StringAttr>(attribute(name));
  return value ? value.getValue() : otherwise;
}

std::optional<Ints> Inference::integerList(StringRef name) const {
  auto list = dyn_cast_if_present<ArrayAttr>(attribute(name));
  if (!list)
    return std::nullopt;
  Ints values;
  for (Attribute element : list) {
    auto value = dyn_cast<IntegerAttr>(element);
    if (!value)
      return std::nullopt;
    values.push_back(value.getValue().getSExtValue());
  }
  return values;
}

std::optional<SmallVector<double>> Inference::realList(StringRef name) const {
  auto list = dyn_cast_if_present<ArrayAttr>(attribute(name));
  if (!list)
    return std::nullopt;
  SmallVector<double> values;
  for (Attribute element : list) {
    auto value = dyn_cast<FloatAttr>(element);
    if (!value)
      return std::nullopt;
    values.push_back(value.getValueAsDouble());
  }
  return values;
}

std::optional<Ints> Inference::integerList(StringRef name, size_t input) const {
  std::optional<Ints> list = integerList(name);
  return list ? list : integers(input);
}

std::optional<int64_t> Inference::axis(int64_t axis, int64_t rank) {
  int64_t fromFront = axis < 0 ? axis + rank : axis;
  if (fromFront >= 0 && fromFront < rank)
    return fromFront;
  fail("there is no dimension " + Twine(axis) + " of " + Twine(rank));
  return std::nullopt;
}

void Inference::set(size_t index, Dtype dtype, OptionalShape shape) {
  if (index >= results.size())
    return;
  if (shape && shape->size() > kMaxRank)
    return fail("a result has more than " + Twine(kMaxRank) + " dimensions");
  for (Scalar size : shape.value_or(Shape()))
    if (size.isInteger() && size.asInteger() < 0)
      return fail("a size of a result is negative");
  results[index].dtype = dtype;
  results[index].shape = std::move(shape);
}

void Inference::setElements(size_t index, Elements elements) {
  if (index >= results.size() || !results[index].shape)
    return;
  std::optional<int64_t> count = elementCount(*results[index].shape);
  if (count && *count == static_cast<int64_t>(elements.size()) &&
      *count <= kMaxFollowed)
    results[index].elements = std::move(elements);
}

void Inference::fail(const Twine &reason) {
  if (fault_.empty())
    fault_ = reason.str();
}

Shape Inference::unknownShape(int64_t rank) {
  Shape shape;
  if (rank < 0 || rank > kMaxRank) {
    fail("a result has an impossible number of dimensions");
    return shape;
  }
  for (int64_t i = 0; i < rank; ++i)
    shape.push_back(symbols_->fresh());
  return shape;
}

Shape Inference::broadcast(ArrayRef<Scalar> a, ArrayRef<Scalar> b) {
  if (a.size() < b.size())
    std::swap(a, b);
  Shape result(a.begin(), a.end());
  size_t offset = a.size() - b.size();
  for (auto [i, other] : llvm::enumerate(b)) {
    Scalar &size = result[offset + i];
    if (size.equals(other) || other.is(1) || symbols_->isCapped(other, size))
      continue;
    if (size.is(1) || symbols_->isCapped(size, other))
      size = other;
    else if (size.isInteger() && other.isInteger())
      fail("sizes " + Twine(size.asInteger()) + " and " +
           Twine(other.asInteger()) + " do not broadcast");
    else if (!size.isInteger())
      // A number other than 1 decides what the run finds.
      size = other.isInteger() ? other : symbols_->fresh();
  }
  return result;
}

OptionalShape Inference::broadcast(const OptionalShape &a,
                                   const OptionalShape &b) {
  if (!a || !b)
    return std::nullopt;
  return broadcast(ArrayRef<Scalar>(*a), ArrayRef<Scalar>(*b));
}

void ingot::onnx::reader::inferSame(Inference &node) {
  node.set(0, node.dtype(0), node.shape(0));
}
