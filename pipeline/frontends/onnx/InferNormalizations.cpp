//===- InferNormalizations.cpp - normalisations, attention, recurrence ----===//

#include "pipeline/frontends/onnx/Inference.h"

using namespace mlir;
using namespace ingot::onnx;
using namespace ingot::onnx::reader;
using Data = proto::TensorProto;

/// In training it also gives running statistics; old sets have saved ones.
static void inferBatchNormalization(Inference &node) {
  inferSame(node);
  for (size_t i = 1; i < node.resultCount(); ++i)
    node.set(i, node.dtype(3), node.shape(3));
}

/// Also the mean and the inverse deviation, of 1 in each normalised dimension.
static void inferLayerNormalization(Inference &node) {
  inferSame(node);
  OptionalShape shape = node.shape(0);
  if (shape) {
    std::optional<int64_t> axis =
        node.axis(node.integer("axis", -1), shape->size());
    for (size_t dim = axis.value_or(0); dim < shape->size(); ++dim)
      (*shape)[dim] = Scalar::integer(1);
  }
  Dtype stash = static_cast<Dtype>(node.integer("stash_type", Data::FLOAT));
  node.set(1, stash, shape);
  node.set(2, stash, shape);
}

static void inferRmsNormalization(Inference &node) {
  node.set(0, node.has(1) ? node.dtype(1) : node.dtype(0), node.shape(0));
}

/// Losses of each element, or one of all; the second result is the logarithm of
/// the probabilities.
static void inferLoss(Inference &node) {
  bool isWhole = node.text("reduction", "mean") != "none";
  node.set(0, node.dtype(0), isWhole ? OptionalShape(Shape{}) : node.shape(1));
  node.set(1, node.dtype(0), node.shape(0));
}

/// All hidden states [length, directions, batch, hidden] (or with the batch in
/// front), the last one, and of an LSTM the last cell.
static void inferRecurrent(Inference &node) {
  const OptionalShape &x = node.shape(0), &r = node.shape(2);
  bool batchFirst = node.integer("layout", 0);
  Scalar directions = Scalar::integer(
      node.text("direction", "forward") == "bidirectional" ? 2 : 1);
  Scalar hidden = node.attribute("hidden_size")
                      ? Scalar::integer(node.integer("hidden_size", 0))
                  : r && r->size() == 3 ? (*r)[2]
                                        : node.symbols().fresh();
  Shape input = x && x->size() == 3 ? *x : node.unknownShape(3);
  Scalar batch = input[batchFirst ? 0 : 1], length = input[batchFirst ? 1 : 0];
  node.set(0, node.dtype(0),
           batchFirst ? Shape{batch, length, directions, hidden}
                      : Shape{length, directions, batch, hidden});
  Shape last = batchFirst ? Shape{batch, directions, hidden}
                          : Shape{directions, batch, hidden};
  node.set(1, node.dtype(0), last);
  node.set(2, node.dtype(0), last);
}

/// Operands and results with a dimension of heads (rank 4) or without (3).
static void inferAttention(Inference &node) {
  const OptionalShape &q = node.shape(0), &k = node.shape(1),
                      &v = node.shape(2), &past = node.shape(4);
  if (!q || !k || !v || q->size() < 3 || q->size() > 4 ||
      k->size() != q->size() || v->size() != q->size())
    return node.set(0, node.dtype(0), std::nullopt);
  Symbols &s = node.symbols();
  Scalar qHeads = Scalar::integer(node.integer("q_num_heads", 0));
  Scalar kvHeads = Scalar::integer(node.integer("kv_num_heads", 0));
  bool isFlat = q->size() == 3;
  Scalar headSize, valueSize, keyLength;
  if (isFlat) {
    headSize = s.divide((*k)[2], kvHeads);
    valueSize = s.divide((*v)[2], kvHeads);
    keyLength = (*k)[1];
    node.set(0, node.dtype(0),
             Shape{(*q)[0], (*q)[1], s.multiply(qHeads, valueSize)});
  } else {
    qHeads = (*q)[1];
    kvHeads = (*k)[1];
    headSize = k->back();
    valueSize = v->back();
    keyLength = (*k)[2];
    node.set(0, node.dtype(0), Shape{(*q)[0], qHeads, (*q)[2], valueSize});
  }
  if (past && past->size() == 4)
    keyLength = s.add((*past)[2], keyLength);
  Scalar queryLength = (*q)[isFlat ? 1 : 2];
  node.set(1, node.dtype(1), Shape{(*q)[0], kvHeads, keyLength, headSize});
  node.set(2, node.dtype(2), Shape{(*q)[0], kvHeads, keyLength, valueSize});
  node.set(3, node.dtype(0), Shape{(*q)[0], qHeads, queryLength, keyLength});
}

/// A state beside the result: the last inputs of the convolution.
static void inferConvWithState(Inference &node) {
  inferSame(node);
  OptionalShape state = node.shape(3);
  const OptionalShape &x = node.shape(0), &w = node.shape(1);
  if (!state && x && w && x->size() == 3 && w->size() == 3)
    state = Shape{(*x)[0], (*x)[1],
                  node.symbols().subtract((*w)[2], Scalar::integer(1))};
  node.set(1, node.dtype(0), state);
}

/// The state is a matrix of keys by values for each head.
static void inferLinearAttention(Inference &node) {
  const OptionalShape &q = node.shape(0), &k = node.shape(1),
                      &v = node.shape(2);
  if (!q || !k || !v || q->size() != 3 || k->size() != 3 || v->size() != 3)
    return node.set(0, node.dtype(0), std::nullopt);
  Symbols &s = node.symbols();
  Scalar qHeads = Scalar::integer(node.integer("q_num_heads", 0));
  Scalar kvHeads = Scalar::integer(node.integer("kv_num_heads", 0));
  Scalar keySize = s.divide((*k)[2], kvHeads);
  Scalar valueSize = s.divide((*v)[2], kvHeads);
  node.set(0, node.dtype(0),
           Shape{(*q)[0], (*q)[1], s.multiply(qHeads, valueSize)});
  node.set(1, node.has(3) ? node.dtype(3) : node.dtype(0),
           node.shape(3) ? node.shape(3)
                         : Shape{(*q)[0], kvHeads, keySize, valueSize});
}

ArrayRef<InferenceRow> ingot::onnx::reader::normalizationInference() {
  static constexpr InferenceRow kTable[] = {
      {"Attention", inferAttention},
      {"BatchNormalization", inferBatchNormalization},
      {"CausalConvWithState", inferConvWithState},
      {"GRU", inferRecurrent},
      {"GroupNormalization", inferSame},
      {"InstanceNormalization", inferSame},
      {"LRN", inferSame},
      {"LSTM", inferRecurrent},
      {"LayerNormalization", inferLayerNormalization},
      {"LinearAttention", inferLinearAttention},
      {"LpNormalization", inferSame},
      {"MeanVarianceNormalization", inferSame},
      {"NegativeLogLikelihoodLoss", inferLoss},
      {"RMSNormalization", inferRmsNormalization},
      {"RNN", inferRecurrent},
      {"RotaryEmbedding", inferSame},
      {"SoftmaxCrossEntropyLoss", inferLoss},
  };
  return kTable;
}
