//===- InferElementwise.cpp - operators on each element -------------------===//
//
// Most operators keep shape and type. Those that computations of sizes use are
// folded as well, by the names that Fold.h knows.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/onnx/Fold.h"

using namespace mlir;
using namespace ingot::onnx;
using namespace ingot::onnx::reader;
using Data = proto::TensorProto;

static void inferUnary(Inference &node) {
  inferSame(node);
  Dtype dtype = node.dtype(0);
  foldElementwise(node, [&](ArrayRef<Scalar> x) {
    return foldUnary(node.node().op, x[0], dtype);
  });
}

static void inferPredicate(Inference &node) {
  node.set(0, Data::BOOL, node.shape(0));
}

/// Operator sets before 7 broadcast only towards the first operand; the same
/// sizes result. `operation` is a name that foldBinary() knows.
static void inferBinaryAs(Inference &node, StringRef operation, Dtype result) {
  Dtype dtype = node.dtype(0) ? node.dtype(0) : node.dtype(1);
  node.set(0, result ? result : dtype,
           node.broadcast(node.shape(0), node.shape(1)));
  foldElementwise(node, [&](ArrayRef<Scalar> x) {
    return x.size() < 2
               ? Scalar()
               : foldBinary(operation, x[0], x[1], dtype, node.symbols());
  });
}

static void inferBinary(Inference &node) {
  inferBinaryAs(node, node.node().op, 0);
}

static void inferComparison(Inference &node) {
  inferBinaryAs(node, node.node().op, Data::BOOL);
}

static void inferMod(Inference &node) {
  inferBinaryAs(node, node.integer("fmod", 0) ? "FMod" : "Mod", 0);
}

/// Any number of operands that broadcast.
static void inferVariadic(Inference &node) {
  OptionalShape shape = node.shape(0);
  for (size_t i = 1; i < node.inputCount(); ++i)
    shape = node.broadcast(shape, node.shape(i));
  node.set(0, node.dtype(0), shape);
  StringRef op = node.node().op;
  StringRef operation = op == "Sum" ? StringRef("Add") : op;
  Dtype dtype = node.dtype(0);
  foldElementwise(node, [&](ArrayRef<Scalar> x) {
    Scalar result = x.front();
    for (Scalar next : x.drop_front())
      result = foldBinary(operation, result, next, dtype, node.symbols());
    return result;
  });
}

static void inferMean(Inference &node) {
  OptionalShape shape = node.shape(0);
  for (size_t i = 1; i < node.inputCount(); ++i)
    shape = node.broadcast(shape, node.shape(i));
  node.set(0, node.dtype(0), shape);
}

static void inferWhere(Inference &node) {
  node.set(0, node.dtype(1),
           node.broadcast(node.broadcast(node.shape(0), node.shape(1)),
                          node.shape(2)));
  foldElementwise(node, [](ArrayRef<Scalar> x) -> Scalar {
    if (x.size() < 3 || !x[0].isInteger())
      return {};
    return x[0].asInteger() ? x[1] : x[2];
  });
}

static void inferCast(Inference &node) {
  Dtype dtype = static_cast<Dtype>(node.integer("to", 0));
  node.set(0, dtype, node.shape(0));
  foldElementwise(
      node, [&](ArrayRef<Scalar> x) { return convertScalar(x[0], dtype); });
}

static void inferCastLike(Inference &node) {
  node.set(0, node.dtype(1), node.shape(0));
}

/// Elements of another width change the last dimension.
static void inferBitCast(Inference &node) {
  Dtype from = node.dtype(0), to = static_cast<Dtype>(node.integer("to", 0));
  OptionalShape shape = node.shape(0);
  if (bitsOf(from) == 0 || bitsOf(to) == 0)
    return node.fail("bits of a type that is not known");
  if (shape && bitsOf(from) != bitsOf(to))
    return node.fail("bits of types of another width");
  node.set(0, to, shape);
}

static void inferClip(Inference &node) { inferSame(node); }

/// The mask says which elements were kept.
static void inferDropout(Inference &node) {
  inferSame(node);
  node.set(1, node.version() < 10 ? node.dtype(0) : Dtype(Data::BOOL),
           node.shape(0));
}

static void inferSwiGLU(Inference &node) {
  OptionalShape shape = node.shape(0);
  if (shape && !shape->empty() && !node.has(1))
    shape->back() = node.symbols().divide(shape->back(), Scalar::integer(2));
  node.set(0, node.dtype(0), shape);
}

ArrayRef<InferenceRow> ingot::onnx::reader::elementwiseInference() {
  static constexpr InferenceRow kTable[] = {
      {"Abs", inferUnary},          {"Add", inferBinary},
      {"And", inferComparison},     {"BitCast", inferBitCast},
      {"BitShift", inferBinary},    {"BitwiseAnd", inferBinary},
      {"BitwiseOr", inferBinary},   {"BitwiseXor", inferBinary},
      {"Cast", inferCast},          {"CastLike", inferCastLike},
      {"Ceil", inferUnary},         {"Clip", inferClip},
      {"Div", inferBinary},         {"Dropout", inferDropout},
      {"Equal", inferComparison},   {"Floor", inferUnary},
      {"Greater", inferComparison}, {"GreaterOrEqual", inferComparison},
      {"IsInf", inferPredicate},    {"IsNaN", inferPredicate},
      {"Less", inferComparison},    {"LessOrEqual", inferComparison},
      {"Max", inferVariadic},       {"Mean", inferMean},
      {"Min", inferVariadic},       {"Mod", inferMod},
      {"Mul", inferBinary},         {"Neg", inferUnary},
      {"Not", inferUnary},          {"Or", inferComparison},
      {"Pow", inferBinary},         {"Reciprocal", inferUnary},
      {"Relu", inferUnary},         {"Round", inferUnary},
      {"Sign", inferUnary},         {"Sqrt", inferUnary},
      {"Sub", inferBinary},         {"Sum", inferVariadic},
      {"SwiGLU", inferSwiGLU},      {"Where", inferWhere},
      {"Xor", inferComparison},
  };
  return kTable;
}

/// Whose result has the type of their operand, and of which nothing is folded.
ArrayRef<InferenceRow> ingot::onnx::reader::activationInference() {
  static constexpr InferenceRow kTable[] = {
      {"Acos", inferSame},
      {"Acosh", inferSame},
      {"Asin", inferSame},
      {"Asinh", inferSame},
      {"Atan", inferSame},
      {"Atanh", inferSame},
      {"BitwiseNot", inferSame},
      {"Celu", inferSame},
      {"Cos", inferSame},
      {"Cosh", inferSame},
      {"Elu", inferSame},
      {"Erf", inferSame},
      {"Exp", inferSame},
      {"Gelu", inferSame},
      {"HardSigmoid", inferSame},
      {"HardSwish", inferSame},
      {"LeakyRelu", inferSame},
      {"Log", inferSame},
      {"Mish", inferSame},
      {"PRelu", inferSame},
      {"Selu", inferSame},
      {"Shrink", inferSame},
      {"Sigmoid", inferSame},
      {"Sin", inferSame},
      {"Sinh", inferSame},
      {"Softplus", inferSame},
      {"Softsign", inferSame},
      {"Swish", inferSame},
      {"Tan", inferSame},
      {"Tanh", inferSame},
      {"ThresholdedRelu", inferSame},
  };
  return kTable;
}
