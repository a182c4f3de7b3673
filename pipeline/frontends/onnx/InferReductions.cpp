//===- InferReductions.cpp - folds over dimensions ------------------------===//

#include "pipeline/frontends/onnx/Fold.h"

#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace ingot::onnx;
using namespace ingot::onnx::reader;
using Data = proto::TensorProto;

/// A shape without the dimensions of `axes`, or with 1 for each.
static Shape reduced(ArrayRef<Scalar> shape, const std::vector<bool> &folded,
                     bool keeps) {
  Shape result;
  for (auto [dim, size] : llvm::enumerate(shape)) {
    if (!folded[dim])
      result.push_back(size);
    else if (keeps)
      result.push_back(Scalar::integer(1));
  }
  return result;
}

/// A vector's sum, product and so on, when the reader knows the elements: what
/// a number of elements is computed by.
static void foldVector(Inference &node) {
  const Elements *elements = node.elements(0);
  StringRef operation = llvm::StringSwitch<StringRef>(node.node().op)
                            .Case("ReduceProd", "Mul")
                            .Case("ReduceSum", "Add")
                            .Case("ReduceMax", "Max")
                            .Case("ReduceMin", "Min")
                            .Default("");
  if (!elements || elements->empty() || node.rank(0) != 1 || operation.empty())
    return;
  Scalar result = elements->front();
  for (Scalar next : ArrayRef(*elements).drop_front())
    result = foldBinary(operation, result, next, node.dtype(0), node.symbols());
  node.setElements(0, {result});
}

/// Axes are an attribute before 18 (ReduceSum: 13), an operand after.
static void inferReduce(Inference &node) {
  const OptionalShape &shape = node.shape(0);
  bool keeps = node.integer("keepdims", 1);
  std::optional<Ints> axes = node.integerList("axes", 1);
  if (!shape)
    return node.set(0, node.dtype(0), std::nullopt);
  if (!axes && node.has(1)) {
    // Only the run knows which; their number is often known.
    if (keeps)
      return node.set(0, node.dtype(0), node.unknownShape(shape->size()));
    OptionalShape count = node.shape(1);
    if (count && count->size() == 1 && (*count)[0].isInteger() &&
        (*count)[0].asInteger() > 0)
      return node.set(
          0, node.dtype(0),
          node.unknownShape(shape->size() - (*count)[0].asInteger()));
    return node.set(0, node.dtype(0), std::nullopt);
  }
  std::vector<bool> folded(shape->size(), false);
  if (!axes || axes->empty())
    folded.assign(shape->size(), !node.integer("noop_with_empty_axes", 0));
  for (int64_t axis : axes.value_or(Ints()))
    if (std::optional<int64_t> dim = node.axis(axis, shape->size()))
      folded[*dim] = true;
  node.set(0, node.dtype(0), reduced(*shape, folded, keeps));
  if (!folded.empty() && folded[0])
    foldVector(node);
}

static void inferArg(Inference &node) {
  const OptionalShape &shape = node.shape(0);
  if (!shape)
    return node.set(0, Data::INT64, std::nullopt);
  std::vector<bool> folded(shape->size(), false);
  if (std::optional<int64_t> dim =
          node.axis(node.integer("axis", 0), shape->size()))
    folded[*dim] = true;
  node.set(0, Data::INT64,
           reduced(*shape, folded, node.integer("keepdims", 1)));
}

/// The k largest along a dimension: `k` is an attribute before 10.
static void inferTopK(Inference &node) {
  OptionalShape shape = node.shape(0);
  if (shape) {
    std::optional<int64_t> dim =
        node.axis(node.integer("axis", -1), shape->size());
    if (!dim)
      return;
    const Elements *k = node.elements(1);
    if (node.attribute("k"))
      (*shape)[*dim] = Scalar::integer(node.integer("k", 0));
    else
      (*shape)[*dim] =
          k && k->size() == 1 ? k->front() : node.symbols().fresh();
  }
  node.set(0, node.dtype(0), shape);
  node.set(1, Data::INT64, shape);
}

ArrayRef<InferenceRow> ingot::onnx::reader::reductionInference() {
  static constexpr InferenceRow kTable[] = {
      {"ArgMax", inferArg},          {"ArgMin", inferArg},
      {"CumProd", inferSame},        {"CumSum", inferSame},
      {"Hardmax", inferSame},        {"LogSoftmax", inferSame},
      {"ReduceL1", inferReduce},     {"ReduceL2", inferReduce},
      {"ReduceLogSum", inferReduce}, {"ReduceLogSumExp", inferReduce},
      {"ReduceMax", inferReduce},    {"ReduceMean", inferReduce},
      {"ReduceMin", inferReduce},    {"ReduceProd", inferReduce},
      {"ReduceSum", inferReduce},    {"ReduceSumSquare", inferReduce},
      {"Softmax", inferSame},        {"TopK", inferTopK},
  };
  return kTable;
}
