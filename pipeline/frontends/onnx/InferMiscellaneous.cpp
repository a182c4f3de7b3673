//===- InferMiscellaneous.cpp - random numbers, signals, selections -------===//
//
// Results whose sizes stand in attributes or in the elements of an operand, not
// in the operands' shapes. A size that only the run knows is a new symbol, and
// lists that a file writes are bounded before a size is made of them.
//

#include "pipeline/frontends/onnx/Inference.h"

using namespace mlir;
using namespace ingot::onnx;
using namespace ingot::onnx::reader;
using Data = proto::TensorProto;

/// Random numbers of a shape that an attribute says.
static void inferRandom(Inference &node) {
  Shape shape;
  for (int64_t size : node.integerList("shape").value_or(Ints()))
    shape.push_back(Scalar::integer(size));
  node.set(0, static_cast<Dtype>(node.integer("dtype", Data::FLOAT)), shape);
}

static void inferRandomLike(Inference &node) {
  node.set(0, static_cast<Dtype>(node.integer("dtype", node.dtype(0))),
           node.shape(0));
}

static void inferMultinomial(Inference &node) {
  OptionalShape shape = node.shape(0);
  if (shape && shape->size() == 2)
    (*shape)[1] = Scalar::integer(node.integer("sample_size", 1));
  node.set(0, static_cast<Dtype>(node.integer("dtype", Data::INT32)), shape);
}

static Scalar sizeIn(Inference &node, size_t input) {
  std::optional<Ints> size = node.integers(input);
  return size && size->size() == 1 && size->front() >= 0
             ? Scalar::integer(size->front())
             : node.symbols().fresh();
}

static void inferSignalWindow(Inference &node) {
  node.set(0, static_cast<Dtype>(node.integer("output_datatype", Data::FLOAT)),
           Shape{sizeIn(node, 0)});
}

/// Half the bins of the transform by the number of mel bins.
static void inferMelWeights(Inference &node) {
  Scalar bins = node.symbols().divide(sizeIn(node, 1), Scalar::integer(2));
  node.set(
      0, static_cast<Dtype>(node.integer("output_datatype", Data::FLOAT)),
      Shape{node.symbols().add(bins, Scalar::integer(1)), sizeIn(node, 0)});
}

/// The last dimension holds a real part, or that and an imaginary one. The axis
/// is an attribute in 17, an operand after.
static void inferDft(Inference &node) {
  OptionalShape shape = node.shape(0);
  if (!shape || shape->empty())
    return node.set(0, node.dtype(0), std::nullopt);
  int64_t said = node.version() < 20 ? node.integer("axis", 1) : -2;
  if (std::optional<Ints> axis = node.integers(2); axis && axis->size() == 1) {
    said = axis->front();
  } else if (node.has(2)) {
    // Any of them but the first and the last.
    Shape unknown = node.unknownShape(shape->size());
    unknown.front() = shape->front();
    unknown.back() = Scalar::integer(
        node.integer("onesided", 0) && node.integer("inverse", 0) ? 1 : 2);
    return node.set(0, node.dtype(0), unknown);
  }
  std::optional<int64_t> axis = node.axis(said, shape->size());
  if (!axis)
    return;
  Scalar &size = (*shape)[*axis];
  bool isHalf = node.integer("onesided", 0);
  bool isInverse = node.integer("inverse", 0);
  Scalar two = Scalar::integer(2), one = Scalar::integer(1);
  Symbols &s = node.symbols();
  if (node.has(1))
    size = sizeIn(node, 1);
  else if (isHalf && isInverse)
    size = s.multiply(s.subtract(size, one), two);
  if (isHalf && !isInverse)
    size = s.add(s.divide(size, two), one);
  shape->back() = isHalf && isInverse ? one : two;
  node.set(0, node.dtype(0), shape);
}

/// Operands: signal, step, window, length of a frame.
static void inferStft(Inference &node) {
  const OptionalShape &signal = node.shape(0), &window = node.shape(2);
  if (!signal || signal->size() < 2)
    return node.set(0, node.dtype(0), std::nullopt);
  Symbols &s = node.symbols();
  Scalar frame = node.has(3)                     ? sizeIn(node, 3)
                 : window && window->size() == 1 ? (*window)[0]
                                                 : s.fresh();
  Scalar one = Scalar::integer(1);
  Scalar steps =
      s.add(s.divide(s.subtract((*signal)[1], frame), sizeIn(node, 1)), one);
  Scalar bins = node.integer("onesided", 1)
                    ? s.add(s.divide(frame, Scalar::integer(2)), one)
                    : frame;
  auto known = [&](Scalar size) {
    return size.isInteger() || size.isSymbol() ? size : s.fresh();
  };
  node.set(0, node.dtype(0),
           Shape{(*signal)[0], known(steps), known(bins), Scalar::integer(2)});
}

/// A row for each chosen box: batch, class, box.
static void inferNonMaxSuppression(Inference &node) {
  node.set(0, Data::INT64, Shape{node.symbols().fresh(), Scalar::integer(3)});
}

/// As many patterns of each length as places for them: `ngram_counts` says
/// where those of the next length begin.
static bool areWholePatterns(ArrayRef<int64_t> starts, int64_t pool,
                             int64_t places) {
  int64_t patterns = 0;
  for (size_t i = 0; i < starts.size(); ++i) {
    int64_t length = i + 1, end = i + 1 < starts.size() ? starts[i + 1] : pool;
    if (starts[i] < 0 || end < starts[i] || end > pool ||
        (end - starts[i]) % length != 0)
      return false;
    patterns += (end - starts[i]) / length;
  }
  return patterns == places;
}

/// A column for each place where a pattern is counted, in each row.
static void inferTfIdf(Inference &node) {
  /// Columns that a few bytes may ask for.
  constexpr int64_t kMaxColumns = int64_t(1) << 20;
  Ints places = node.integerList("ngram_indexes").value_or(Ints()),
       starts = node.integerList("ngram_counts").value_or(Ints()),
       pool = node.integerList("pool_int64s").value_or(Ints());
  if (node.attribute("pool_strings") || places.empty() ||
      !areWholePatterns(starts, pool.size(), places.size()))
    return node.fail("patterns of strings, or that do not fit");
  int64_t columns = 0;
  for (int64_t place : places)
    columns = std::max(columns, place + 1);
  if (columns > kMaxColumns)
    return node.fail("patterns of more than 2^20 places");
  if (!node.shape(0) || node.shape(0)->empty())
    return node.fail("rows of unknown length");
  Shape shape = *node.shape(0);
  shape.back() = Scalar::integer(columns);
  node.set(0, Data::FLOAT, shape);
}

ArrayRef<InferenceRow> ingot::onnx::reader::miscellaneousInference() {
  static constexpr InferenceRow kTable[] = {
      {"Bernoulli", inferRandomLike},
      {"BlackmanWindow", inferSignalWindow},
      {"DFT", inferDft},
      {"HammingWindow", inferSignalWindow},
      {"HannWindow", inferSignalWindow},
      {"MelWeightMatrix", inferMelWeights},
      {"Multinomial", inferMultinomial},
      {"NonMaxSuppression", inferNonMaxSuppression},
      {"RandomNormal", inferRandom},
      {"RandomNormalLike", inferRandomLike},
      {"RandomUniform", inferRandom},
      {"RandomUniformLike", inferRandomLike},
      {"STFT", inferStft},
      {"TfIdfVectorizer", inferTfIdf},
  };
  return kTable;
}
