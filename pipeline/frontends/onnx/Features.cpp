//===- Features.cpp - features into numbers -------------------------------===//
//
// Operators of ai.onnx.ml that prepare the inputs of models. Those of strings
// and maps are reported: neither is a tensor.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/onnx/MachineLearning.h"

using namespace mlir;
using namespace ingot::onnx;
using namespace ingot::onnx::reader;
using Data = proto::TensorProto;

static LogicalResult expandScaler(Expansion &e) {
  Val x = e.cast(e.input(0), Data::FLOAT);
  auto offset = e.at().realList("offset"), scale = e.at().realList("scale");
  auto vector = [&](ArrayRef<double> values) {
    return e.reals(values, {static_cast<int64_t>(values.size())});
  };
  if (offset && !offset->empty())
    x = e.subtract(x, vector(*offset));
  if (scale && !scale->empty())
    x = e.multiply(x, vector(*scale));
  e.set(0, x);
  return e.done();
}

static LogicalResult expandNormalizer(Expansion &e) {
  Val x = e.cast(e.input(0), Data::FLOAT);
  std::optional<int64_t> rank = e.at().rank(0);
  if (!rank || *rank < 1)
    return e.unsupported("a tensor of unknown rank");
  StringRef norm = e.at().text("norm", "MAX");
  Val axes = e.integers({*rank - 1});
  StringRef reduction = norm == "L1"   ? "ReduceL1"
                        : norm == "L2" ? "ReduceL2"
                                       : "ReduceMax";
  Val length = e.op(reduction, {x, axes});
  // A row without length stays as it is.
  Val isZero = e.op("Equal", {length, e.real(0)});
  e.set(0, e.divide(x, e.op("Where", {isZero, e.real(1), length})));
  return e.done();
}

static LogicalResult expandBinarizer(Expansion &e) {
  Val x = e.input(0);
  Dtype dtype = e.at().dtype(0);
  Val threshold = e.cast(e.real(e.at().real("threshold", 0)), dtype);
  e.set(0, e.cast(e.op("Greater", {x, threshold}), dtype));
  return e.done();
}

/// NaN or another number stands for a value that is missing.
static LogicalResult expandImputer(Expansion &e) {
  Val x = e.input(0);
  bool isReal = isFloat(e.at().dtype(0));
  Val values, isMissing;
  if (isReal) {
    auto list = e.at().realList("imputed_value_floats");
    double replaced = e.at().real("replaced_value_float", 0);
    if (!list)
      return e.unsupported("no values to fill in");
    values =
        e.reals(*list, {static_cast<int64_t>(list->size())}, e.at().dtype(0));
    isMissing = replaced != replaced
                    ? e.op("IsNaN", {x})
                    : e.op("Equal", {x, e.real(replaced, e.at().dtype(0))});
  } else {
    std::optional<Ints> list = e.at().integerList("imputed_value_int64s");
    if (!list)
      return e.unsupported("no values to fill in");
    values = e.integers(*list, {static_cast<int64_t>(list->size())},
                        e.at().dtype(0));
    isMissing = e.op("Equal",
                     {x, e.integers({e.at().integer("replaced_value_int64", 0)},
                                    {}, e.at().dtype(0))});
  }
  e.set(0, e.op("Where", {isMissing, values, x}));
  return e.done();
}

/// A 1 where the element is the category. With `zeros` unset the run would have
/// to refuse others; here they give zeros as well.
static LogicalResult expandOneHotEncoder(Expansion &e) {
  std::optional<Ints> categories = e.at().integerList("cats_int64s");
  std::optional<int64_t> rank = e.at().rank(0);
  if (!categories || !rank)
    return e.unsupported("categories that are strings");
  Val x = e.unsqueeze(e.cast(e.input(0), Data::INT64), {*rank});
  e.set(0, e.cast(e.op("Equal", {x, e.integers(*categories)}), Data::FLOAT));
  return e.done();
}

/// The keys or values of an encoder: lists, or tensors since version 4.
static Val encoderList(Expansion &e, StringRef side, Dtype &dtype) {
  std::string name = side.str();
  if (auto list = e.at().integerList(name + "_int64s")) {
    dtype = Data::INT64;
    return e.integers(*list);
  }
  if (auto list = e.at().realList(name + "_floats")) {
    dtype = Data::FLOAT;
    return e.reals(*list, {static_cast<int64_t>(list->size())});
  }
  auto tensor =
      dyn_cast_if_present<ElementsAttr>(e.at().attribute(name + "_tensor"));
  if (!tensor || cast<ShapedType>(tensor.getType()).getRank() != 1)
    return nullptr;
  auto value = std::make_shared<reader::Value>();
  dtype = static_cast<Dtype>(e.at().integer(name + "_tensor.dtype", 0));
  value->constant = tensor;
  value->info.dtype = dtype;
  value->info.shape = Shape{Scalar::integer(tensor.getNumElements())};
  return value;
}

static Val encoderDefault(Expansion &e, Dtype dtype) {
  auto tensor =
      dyn_cast_if_present<ElementsAttr>(e.at().attribute("default_tensor"));
  if (tensor) {
    auto value = std::make_shared<reader::Value>();
    value->constant = tensor;
    value->info.dtype = dtype;
    value->info.shape.emplace();
    if (cast<ShapedType>(tensor.getType()).getRank() == 1)
      value->info.shape->push_back(Scalar::integer(1));
    return value;
  }
  if (isFloat(dtype))
    return e.real(e.at().real("default_float", -0.0), dtype);
  return e.integers({e.at().integer("default_int64", -1)}, {}, dtype);
}

/// The value whose key the element is: compared with all keys at once. NaN is a
/// key like others.
static LogicalResult expandLabelEncoder(Expansion &e) {
  Dtype from = 0, to = 0;
  Val keys = encoderList(e, "keys", from),
      values = encoderList(e, "values", to);
  std::optional<int64_t> rank = e.at().rank(0);
  if (!keys || !values || !rank || from != e.at().dtype(0))
    return e.unsupported("keys or values that are strings, or of another type "
                         "than the operand");
  Val x = e.unsqueeze(e.input(0), {*rank});
  Val isKey = e.op("Equal", {x, keys});
  if (isFloat(from))
    isKey =
        e.op("Or",
             {isKey, e.op("And", {e.op("IsNaN", {x}), e.op("IsNaN", {keys})})});
  Val hits = e.cast(isKey, Data::INT32);
  Val place = e.op("ArgMax", {hits}, {{"axis", *rank}, {"keepdims", 0}});
  Val isFound =
      e.cast(e.op("ReduceMax", {hits, e.integers({*rank})}, {{"keepdims", 0}}),
             Data::BOOL);
  Val value = e.op("Gather", {values, place}, {{"axis", 0}});
  e.set(0, e.op("Where", {isFound, value, encoderDefault(e, to)}));
  return e.done();
}

/// Elements of the last dimension; a vector gives one row.
static LogicalResult expandArrayFeatureExtractor(Expansion &e) {
  Val x = e.input(0);
  std::optional<int64_t> rank = e.at().rank(0);
  if (!rank || *rank < 1)
    return e.unsupported("a tensor of unknown rank");
  Val indices = e.reshape(e.input(1), {-1});
  Val picked = e.op("Gather", {x, indices}, {{"axis", *rank - 1}});
  e.set(0, *rank == 1 ? e.unsqueeze(picked, {0}) : picked);
  return e.done();
}

static LogicalResult expandFeatureVectorizer(Expansion &e) {
  std::vector<Val> parts;
  for (Val part : e.node().inputs) {
    part = e.cast(part, Data::FLOAT);
    if (part->info.shape && part->info.shape->size() == 1)
      part = e.unsqueeze(part, {1});
    parts.push_back(part);
  }
  if (parts.empty())
    return e.unsupported("no operands");
  e.set(0, e.concat(std::move(parts), 1));
  return e.done();
}

static LogicalResult expandOfStrings(Expansion &e) {
  return e.unsupported("strings and maps are not compiled; take its operand as "
                       "the model's input or output instead");
}

ArrayRef<ExpansionRow> ingot::onnx::reader::featureExpansions() {
  static constexpr ExpansionRow kTable[] = {
      {"ai.onnx.ml", "ArrayFeatureExtractor", expandArrayFeatureExtractor},
      {"ai.onnx.ml", "Binarizer", expandBinarizer},
      {"ai.onnx.ml", "CastMap", expandOfStrings},
      {"ai.onnx.ml", "CategoryMapper", expandOfStrings},
      {"ai.onnx.ml", "DictVectorizer", expandOfStrings},
      {"ai.onnx.ml", "FeatureVectorizer", expandFeatureVectorizer},
      {"ai.onnx.ml", "Imputer", expandImputer},
      {"ai.onnx.ml", "LabelEncoder", expandLabelEncoder},
      {"ai.onnx.ml", "Normalizer", expandNormalizer},
      {"ai.onnx.ml", "OneHotEncoder", expandOneHotEncoder},
      {"ai.onnx.ml", "Scaler", expandScaler},
      {"ai.onnx.ml", "ZipMap", expandOfStrings},
  };
  return kTable;
}
