//===- Expansion.cpp - operators as graphs of others ----------------------===//
//
// What rows of expansions build with. The operators they make are of a fixed
// operator set, whatever the model's is, and go through the same inference as
// those of a file.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/onnx/Expansion.h"

using namespace mlir;
using namespace ingot::onnx;
using namespace ingot::onnx::reader;
using Data = proto::TensorProto;

/// What expansions are written in.
static constexpr int64_t kOperatorSet = 21;

NamedValue::NamedValue(StringRef name, int64_t value)
    : name(name), value(value) {}
NamedValue::NamedValue(StringRef name, double value)
    : name(name), value(value) {}
NamedValue::NamedValue(StringRef name, const char *value)
    : name(name), value(std::string(value)) {}
NamedValue::NamedValue(StringRef name, ArrayRef<int64_t> value)
    : name(name), value(Ints(value)) {}
NamedValue::NamedValue(StringRef name, Attribute value)
    : name(name), value(value) {}

static Attribute attributeOf(const NamedValue &given, Builder &builder) {
  Type si64 = builder.getIntegerType(64, true);
  if (auto *integer = std::get_if<int64_t>(&given.value))
    return IntegerAttr::get(si64, *integer);
  if (auto *number = std::get_if<double>(&given.value))
    return builder.getF32FloatAttr(static_cast<float>(*number));
  if (auto *text = std::get_if<std::string>(&given.value))
    return builder.getStringAttr(*text);
  if (auto *attribute = std::get_if<Attribute>(&given.value))
    return *attribute;
  SmallVector<Attribute> list;
  for (int64_t element : std::get<Ints>(given.value))
    list.push_back(IntegerAttr::get(si64, element));
  return builder.getArrayAttr(list);
}

void Expansion::set(size_t index, Val value) {
  if (results_.size() <= index)
    results_.resize(index + 1);
  results_[index] = std::move(value);
}

LogicalResult Expansion::unsupported(const Twine &reason) {
  return importer_.unsupported(node_, reason, results_);
}

LogicalResult Expansion::done() {
  results_.resize(node_.outputs.size());
  return failure(failed_);
}

std::vector<Val> Expansion::ops(StringRef name, std::vector<Val> operands,
                                Attributes attributes, size_t results) {
  Node node(name, node_.loc);
  node.version = kOperatorSet;
  node.inputs = std::move(operands);
  // Missing operands at the end are left out, as in files.
  while (!node.inputs.empty() && !node.inputs.back())
    node.inputs.pop_back();
  for (const NamedValue &given : attributes)
    node.attributes.set(given.name, attributeOf(given, importer_.builder()));
  for (size_t i = 0; i < results; ++i)
    node.outputs.push_back(node_.op + "." + std::to_string(i));
  std::vector<Val> values;
  if (failed_ || mlir::failed(importer_.emit(node, values))) {
    failed_ = true;
    values.clear();
  }
  values.resize(results);
  for (Val &value : values)
    if (!value)
      value = unknown();
  return values;
}

Val Expansion::op(StringRef name, std::vector<Val> operands,
                  Attributes attributes) {
  return ops(name, std::move(operands), attributes, 1).front();
}

static Val makeKnown(Dtype dtype, ArrayRef<int64_t> sizes, Elements elements) {
  auto value = std::make_shared<reader::Value>();
  value->info.dtype = dtype;
  value->info.shape.emplace();
  for (int64_t size : sizes)
    value->info.shape->push_back(Scalar::integer(size));
  value->info.elements = std::move(elements);
  return value;
}

Val Expansion::integers(ArrayRef<int64_t> values, ArrayRef<int64_t> sizes,
                        Dtype dtype) {
  Elements elements;
  for (int64_t value : values)
    elements.push_back(Scalar::integer(value));
  return makeKnown(dtype, sizes, std::move(elements));
}

Val Expansion::integers(ArrayRef<int64_t> values) {
  return integers(values, {static_cast<int64_t>(values.size())}, Data::INT64);
}

Val Expansion::integer(int64_t value) {
  return integers({value}, {}, Data::INT64);
}

Val Expansion::reals(ArrayRef<double> values, ArrayRef<int64_t> sizes,
                     Dtype dtype) {
  Elements elements;
  for (double value : values)
    elements.push_back(Scalar::real(value));
  return makeKnown(dtype, sizes, std::move(elements));
}

Val Expansion::real(double value, Dtype dtype) {
  return reals({value}, {}, dtype);
}

Val Expansion::cast(Val x, Dtype dtype) {
  if (x && x->info.dtype == dtype)
    return x;
  return op("Cast", {x}, {{"to", int64_t(dtype)}});
}

Val Expansion::reshape(Val x, ArrayRef<int64_t> sizes) {
  return op("Reshape", {x, integers(sizes)});
}

Val Expansion::transpose(Val x, ArrayRef<int64_t> order) {
  return op("Transpose", {x}, {{"perm", order}});
}

Val Expansion::unsqueeze(Val x, ArrayRef<int64_t> axes) {
  return op("Unsqueeze", {x, integers(axes)});
}

Val Expansion::squeeze(Val x, ArrayRef<int64_t> axes) {
  return op("Squeeze", {x, integers(axes)});
}

Val Expansion::slice(Val x, int64_t axis, int64_t start, int64_t end) {
  return op("Slice", {x, integers({start}), integers({end}), integers({axis})});
}

std::vector<Val> Expansion::split(Val x, int64_t axis,
                                  ArrayRef<int64_t> sizes) {
  return ops("Split", {x, integers(sizes)}, {{"axis", axis}}, sizes.size());
}

Val Expansion::concat(std::vector<Val> parts, int64_t axis) {
  return op("Concat", std::move(parts), {{"axis", axis}});
}

Val Expansion::sizeOf(Val x, int64_t axis) {
  return op("Shape", {x}, {{"start", axis}, {"end", axis + 1}});
}

std::optional<Shape> ingot::onnx::reader::commonShape(const OptionalShape &a,
                                                      const OptionalShape &b,
                                                      Symbols &symbols) {
  if (!a || !b || a->size() != b->size())
    return std::nullopt;
  Shape shape = *a;
  for (auto [own, other] : llvm::zip(shape, *b))
    if (!own.equals(other))
      own = symbols.fresh();
  return shape;
}
