//===- LinearModels.cpp - linear models and support vectors ---------------===//
//
// Formulas of ai.onnx.ml, with what runtimes do where the specification is
// silent: a model of two classes with one score gives two, in one of two ways.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/onnx/MachineLearning.h"

using namespace mlir;
using namespace ingot::onnx;
using namespace ingot::onnx::reader;
using Data = proto::TensorProto;

Val ingot::onnx::reader::rowsOf(Expansion &e) {
  Val x = e.input(0);
  if (e.at().dtype(0) != Data::DOUBLE)
    x = e.cast(x, Data::FLOAT);
  return e.at().rank(0) == 1 ? e.unsqueeze(x, {0}) : x;
}

Val ingot::onnx::reader::constantLike(Expansion &e, ArrayRef<double> values,
                                      ArrayRef<int64_t> sizes, Val like) {
  return e.reals(values, sizes, like->info.dtype);
}

/// exp(s - max) over the sum; zeros count with exp(-max) times themselves,
/// which is nothing.
static Val softmaxZero(Expansion &e, Val scores) {
  Val largest = e.op("ReduceMax", {scores, e.integers({1})});
  Val tiny = constantLike(e, {1e-7}, {}, scores);
  Val isThere = e.op("Greater", {e.op("Abs", {scores}), tiny});
  Val powers = e.op("Exp", {e.subtract(scores, largest)});
  Val small = e.multiply(scores, e.op("Exp", {e.op("Neg", {largest})}));
  Val terms = e.op("Where", {isThere, powers, small});
  Val sum = e.op("ReduceSum", {terms, e.integers({1})});
  Val zero = constantLike(e, {0}, {}, scores);
  Val half = constantLike(e, {0.5}, {}, scores);
  return e.op("Where",
              {e.op("Equal", {sum, zero}), half, e.divide(terms, sum)});
}

/// sqrt(2) * erfinv(2p - 1), by the formula that runtimes use.
static Val probit(Expansion &e, Val p) {
  auto number = [&](double value) { return constantLike(e, {value}, {}, p); };
  Val x = e.subtract(e.multiply(p, number(2)), number(1));
  Val inner = e.multiply(e.subtract(number(1), x), e.add(number(1), x));
  Val log = e.op("Log", {inner});
  constexpr double kA = 0.147, kPi = 3.14159265358979323846;
  Val v = e.add(number(2 / (kPi * kA)), e.multiply(number(0.5), log));
  Val v2 = e.multiply(number(1 / kA), log);
  Val root = e.op("Sqrt", {e.subtract(e.multiply(v, v), v2)});
  Val magnitude = e.op("Sqrt", {e.subtract(root, v)});
  return e.multiply(number(1.41421356),
                    e.multiply(e.op("Sign", {x}), magnitude));
}

Val ingot::onnx::reader::transformScores(Expansion &e, Val scores,
                                         StringRef transform) {
  if (transform == "NONE" || transform.empty())
    return scores;
  if (transform == "LOGISTIC")
    return e.op("Sigmoid", {scores});
  if (transform == "SOFTMAX")
    return e.op("Softmax", {scores}, {{"axis", 1}});
  if (transform == "SOFTMAX_ZERO")
    return softmaxZero(e, scores);
  if (transform == "PROBIT")
    return probit(e, scores);
  (void)e.unsupported("a transform that is none of the five");
  return Expansion::unknown();
}

Val ingot::onnx::reader::addSecondClass(Expansion &e, Val score,
                                        SecondClass rule, StringRef transform) {
  if (transform == "PROBIT")
    return probit(e, score);
  if (rule == SecondClass::Complement) {
    Val one = constantLike(e, {1}, {}, score);
    return e.concat({e.subtract(one, score), score}, 1);
  }
  return transformScores(e, e.concat({e.op("Neg", {score}), score}, 1),
                         transform);
}

std::optional<Ints> ingot::onnx::reader::labelsOf(Expansion &e,
                                                  StringRef integers,
                                                  StringRef strings) {
  if (std::optional<Ints> labels = e.at().integerList(integers))
    return labels;
  auto names = dyn_cast_if_present<ArrayAttr>(e.at().attribute(strings));
  if (names && !names.empty()) {
    (void)e.unsupported("labels that are strings; export with integer labels");
    return std::nullopt;
  }
  return Ints();
}

Val ingot::onnx::reader::bestLabels(Expansion &e, Val scores,
                                    ArrayRef<int64_t> labels) {
  Val best = e.op("ArgMax", {scores}, {{"axis", 1}, {"keepdims", 0}});
  if (labels.empty())
    return best;
  return e.op("Gather", {e.integers(labels), best}, {{"axis", 0}});
}

//===----------------------------------------------------------------------===//
// Linear models
//===----------------------------------------------------------------------===//

/// x times the transposed coefficients, and intercepts; null if the attributes
/// do not fit. Where only the run knows how many features there are, the number
/// of intercepts says how many rows the coefficients have.
static Val linearScores(Expansion &e, Val x) {
  auto weights = e.at().realList("coefficients");
  auto intercepts = e.at().realList("intercepts");
  const OptionalShape &shape = x->info.shape;
  if (!weights || !shape || shape->size() != 2)
    return nullptr;
  int64_t count = weights->size(), rows = 0, features = 0;
  if (shape->back().isInteger()) {
    features = shape->back().asInteger();
    rows = features > 0 ? count / features : 0;
  } else if (intercepts && !intercepts->empty()) {
    rows = intercepts->size();
    features = count / rows;
  }
  if (rows < 1 || features < 1 || rows * features != count)
    return nullptr;
  Val w = constantLike(e, *weights, {rows, features}, x);
  Val y = e.op("MatMul", {x, e.transpose(w, {1, 0})});
  if (!intercepts || intercepts->empty())
    return y;
  return e.add(y, constantLike(e, *intercepts,
                               {static_cast<int64_t>(intercepts->size())}, x));
}

static LogicalResult misfit(Expansion &e) {
  return e.unsupported("coefficients that do not fit the features");
}

static LogicalResult expandLinearRegressor(Expansion &e) {
  Val y = linearScores(e, rowsOf(e));
  if (!y)
    return misfit(e);
  e.set(0, transformScores(e, e.cast(y, Data::FLOAT),
                           e.at().text("post_transform", "NONE")));
  return e.done();
}

static LogicalResult expandLinearClassifier(Expansion &e) {
  std::optional<Ints> labels =
      labelsOf(e, "classlabels_ints", "classlabels_strings");
  if (!labels)
    return success();
  Val scores = linearScores(e, rowsOf(e));
  if (!scores || !scores->info.shape)
    return misfit(e);
  StringRef transform = e.at().text("post_transform", "NONE");
  bool isBinary = scores->info.shape->back().is(1) && labels->size() == 2;
  if (!isBinary) {
    e.set(0, bestLabels(e, scores, *labels));
    e.set(1, e.cast(transformScores(e, scores, transform), Data::FLOAT));
    return e.done();
  }
  Val zero = constantLike(e, {0}, {}, scores);
  Val isSecond = e.op("Greater", {scores, zero});
  Val label = e.op(
      "Where", {isSecond, e.integer((*labels)[1]), e.integer((*labels)[0])});
  e.set(0, e.squeeze(label, {1}));
  if (transform == "LOGISTIC")
    scores = e.op("Sigmoid", {scores});
  e.set(1, e.cast(addSecondClass(e, scores, SecondClass::Complement, transform),
                  Data::FLOAT));
  return e.done();
}

//===----------------------------------------------------------------------===//
// Support vectors
//===----------------------------------------------------------------------===//

/// How alike rows of x and the vectors [count, features] are: [n, count].
static Val kernelOf(Expansion &e, Val x, Val vectors) {
  auto parameters =
      e.at().realList("kernel_params").value_or(SmallVector<double>());
  parameters.resize(3, 0);
  auto number = [&](double value) { return constantLike(e, {value}, {}, x); };
  StringRef kind = e.at().text("kernel_type", "LINEAR");
  if (kind == "RBF") {
    Val apart = e.subtract(e.unsqueeze(x, {1}), e.unsqueeze(vectors, {0}));
    Val distance =
        e.op("ReduceSum", {e.multiply(apart, apart), e.integers({2})},
             {{"keepdims", 0}});
    return e.op("Exp", {e.multiply(distance, number(-parameters[0]))});
  }
  Val product = e.op("MatMul", {x, e.transpose(vectors, {1, 0})});
  if (kind == "LINEAR")
    return product;
  Val shifted =
      e.add(e.multiply(product, number(parameters[0])), number(parameters[1]));
  if (kind == "POLY")
    return e.op("Pow", {shifted, number(parameters[2])});
  return e.op("Tanh", {shifted});
}

/// The vectors of an attribute, as rows; null if there are none or they do not
/// fit.
static Val supportVectors(Expansion &e, Val x, int64_t count) {
  auto values = e.at().realList("support_vectors");
  if (!values || count < 1 || values->size() % count != 0)
    return nullptr;
  return constantLike(e, *values,
                      {count, static_cast<int64_t>(values->size()) / count}, x);
}

static LogicalResult expandSvmRegressor(Expansion &e) {
  Val x = rowsOf(e);
  int64_t count = e.at().integer("n_supports", 0);
  auto weights = e.at().realList("coefficients");
  auto rho = e.at().realList("rho");
  if (!weights || !rho || rho->empty())
    return misfit(e);
  Val alike = x;
  if (count > 0) {
    Val vectors = supportVectors(e, x, count);
    if (!vectors)
      return misfit(e);
    alike = kernelOf(e, x, vectors);
  }
  Val w =
      constantLike(e, *weights, {static_cast<int64_t>(weights->size()), 1}, x);
  Val y =
      e.add(e.op("MatMul", {alike, w}), constantLike(e, {(*rho)[0]}, {}, x));
  if (e.at().integer("one_class", 0)) {
    Val isInside = e.op("Greater", {y, constantLike(e, {0}, {}, x)});
    y = e.op("Where", {isInside, constantLike(e, {1}, {}, x),
                       constantLike(e, {-1}, {}, x)});
  } else {
    y = transformScores(e, y, e.at().text("post_transform", "NONE"));
  }
  e.set(0, e.cast(y, Data::FLOAT));
  return e.done();
}

namespace {
/// What pairs of classes say: a score each [n, pairs], votes for each class.
struct PairScores {
  Val scores;
  Val votes;
};
} // namespace

/// One against one: the vectors of both classes vote with their coefficients.
static std::optional<PairScores> scorePairs(Expansion &e, Val alike,
                                            ArrayRef<int64_t> perClass,
                                            ArrayRef<double> weights,
                                            ArrayRef<double> rho) {
  int64_t classes = perClass.size(), count = 0;
  Ints starts;
  for (int64_t size : perClass) {
    starts.push_back(count);
    count += size;
  }
  size_t pairs = classes * (classes - 1) / 2;
  if (static_cast<int64_t>(weights.size()) != (classes - 1) * count ||
      rho.size() < pairs)
    return std::nullopt;
  // A matrix that picks, for each pair, the coefficients of its two classes.
  std::vector<double> picked(count * pairs, 0);
  std::vector<double> yes(pairs * classes, 0), no(pairs * classes, 0);
  size_t pair = 0;
  for (int64_t i = 0; i < classes; ++i)
    for (int64_t j = i + 1; j < classes; ++j, ++pair) {
      for (int64_t v = starts[i]; v < starts[i] + perClass[i]; ++v)
        picked[v * pairs + pair] = weights[(j - 1) * count + v];
      for (int64_t v = starts[j]; v < starts[j] + perClass[j]; ++v)
        picked[v * pairs + pair] = weights[i * count + v];
      yes[pair * classes + i] = 1;
      no[pair * classes + j] = 1;
    }
  int64_t width = pairs;
  PairScores result;
  result.scores = e.add(
      e.op("MatMul", {alike, constantLike(e, picked, {count, width}, alike)}),
      constantLike(e, rho.take_front(pairs), {width}, alike));
  Val zero = constantLike(e, {0}, {}, alike);
  Val isFirst =
      e.cast(e.op("Greater", {result.scores, zero}), alike->info.dtype);
  Val isSecond = e.subtract(constantLike(e, {1}, {}, alike), isFirst);
  result.votes = e.add(
      e.op("MatMul", {isFirst, constantLike(e, yes, {width, classes}, alike)}),
      e.op("MatMul", {isSecond, constantLike(e, no, {width, classes}, alike)}));
  return result;
}

/// The probability of the first of two classes: 1 / (1 + exp(a s + b)).
static Val pairProbability(Expansion &e, Val score, double a, double b) {
  auto number = [&](double value) {
    return constantLike(e, {value}, {}, score);
  };
  Val exponent = e.add(e.multiply(score, number(a)), number(b));
  Val p = e.op("Sigmoid", {e.op("Neg", {exponent})});
  Val first = e.op("Clip", {p, number(1e-7), number(1 - 1e-7)});
  return e.concat({first, e.subtract(number(1), first)}, 1);
}

static LogicalResult expandSvmClassifier(Expansion &e) {
  std::optional<Ints> labels =
      labelsOf(e, "classlabels_ints", "classlabels_strings");
  if (!labels)
    return success();
  Val x = rowsOf(e);
  auto weights = e.at().realList("coefficients");
  auto rho = e.at().realList("rho");
  Ints perClass = e.at().integerList("vectors_per_class").value_or(Ints());
  StringRef transform = e.at().text("post_transform", "NONE");
  if (!weights || !rho || rho->empty() || labels->empty())
    return misfit(e);
  int64_t classes = labels->size(), count = 0;
  for (int64_t size : perClass) {
    if (size < 0 || size > int64_t(1) << 32)
      return misfit(e);
    count += size;
  }
  if (count == 0) {
    if (weights->size() % classes != 0)
      return misfit(e);
    Val w = constantLike(
        e, *weights, {classes, static_cast<int64_t>(weights->size()) / classes},
        x);
    Val scores = e.add(e.op("MatMul", {x, e.transpose(w, {1, 0})}),
                       constantLike(e, {(*rho)[0]}, {}, x));
    e.set(0, bestLabels(e, scores, *labels));
    e.set(1, e.cast(transformScores(e, scores, transform), Data::FLOAT));
    return e.done();
  }
  Val vectors = supportVectors(e, x, count);
  if (!vectors || static_cast<int64_t>(perClass.size()) != classes)
    return misfit(e);
  std::optional<PairScores> pairs =
      scorePairs(e, kernelOf(e, x, vectors), perClass, *weights, *rho);
  if (!pairs)
    return misfit(e);
  e.set(0, bestLabels(e, pairs->votes, *labels));
  auto a = e.at().realList("prob_a"), b = e.at().realList("prob_b");
  Val scores = pairs->scores;
  if (a && b && !a->empty() && !b->empty()) {
    if (classes != 2)
      return e.unsupported("probabilities of more than two classes");
    scores = transformScores(e, pairProbability(e, scores, (*a)[0], (*b)[0]),
                             transform);
  } else if (classes == 2) {
    bool isPlain = transform == "SOFTMAX" || transform == "SOFTMAX_ZERO";
    scores = addSecondClass(
        e, scores, isPlain ? SecondClass::Complement : SecondClass::Opposite,
        transform);
  } else {
    scores = transformScores(e, scores, transform);
  }
  e.set(1, e.cast(scores, Data::FLOAT));
  return e.done();
}

ArrayRef<ExpansionRow> ingot::onnx::reader::linearModelExpansions() {
  static constexpr ExpansionRow kTable[] = {
      {"ai.onnx.ml", "LinearClassifier", expandLinearClassifier},
      {"ai.onnx.ml", "LinearRegressor", expandLinearRegressor},
      {"ai.onnx.ml", "SVMClassifier", expandSvmClassifier},
      {"ai.onnx.ml", "SVMRegressor", expandSvmRegressor},
  };
  return kTable;
}
