//===- Recurrent.cpp - LSTM, GRU, RNN -------------------------------------===//
//
// Gates stand in the weights in the order input, output, forget, cell (LSTM) or
// update, reset, hidden (GRU). Products with the operand are one for all steps;
// few steps are spelt out, each with kernels of its own; many, or as many as
// only the run knows, are a loop.
//
// A sequence that is shorter than the others keeps its state where it ends, and
// gives zeros from there on. Backwards it begins where it ends.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/OnnxToTorch/Formulas.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::onnx;
using namespace ingot::torch;

/// More steps than this are a loop.
static constexpr int64_t kMaxSteps = 64;

namespace {
enum class Kind { Lstm, Gru, Rnn };

/// A function between gates, with what it takes beside the tensor.
struct Activation {
  std::string name;
  double alpha = 0, beta = 0;
};

/// What one direction carries from step to step: batch x hidden.
struct State {
  Tensor hidden, cell;
};

/// One direction's weights, made ready for products from the right.
struct Weights {
  Tensor products;   ///< Of all steps with W, [steps, batch, gates], W's bias.
  Tensor hidden;     ///< R, transposed.
  Tensor hiddenBias; ///< None, or [gates].
  Tensor peepholes;  ///< None, or [3 * hidden].
  ArrayRef<Activation> activations;
};

/// What all directions share.
struct Network {
  Kind kind;
  int64_t hidden, gates, directions, steps;
  std::optional<double> clip;
  bool couples, resetsLast; ///< input_forget; linear_before_reset.
  Tensor x;                 ///< [steps, batch, features]
  Tensor lengths;           ///< None, or [batch, 1].
  SmallVector<Activation> activations;
};
} // namespace

//===----------------------------------------------------------------------===//
// Activations
//===----------------------------------------------------------------------===//

/// The numbers that a function takes if the operator does not say them; nothing
/// for a function that ONNX does not name.
static std::optional<Activation> activationOf(StringRef name) {
  std::string lower = name.lower();
  for (const char *plain : {"relu", "tanh", "sigmoid", "softsign", "softplus"})
    if (lower == plain)
      return Activation{lower, 0, 0};
  if (lower == "affine" || lower == "scaledtanh")
    return Activation{lower, 1, lower == "affine" ? 0.0 : 1.0};
  if (lower == "leakyrelu")
    return Activation{lower, 0.01, 0};
  if (lower == "thresholdedrelu" || lower == "elu")
    return Activation{lower, 1, 0};
  if (lower == "hardsigmoid")
    return Activation{lower, 0.2, 0.5};
  return std::nullopt;
}

static bool takesAlpha(const Activation &f) {
  return f.name == "affine" || f.name == "scaledtanh" ||
         f.name == "leakyrelu" || f.name == "thresholdedrelu" ||
         f.name == "elu" || f.name == "hardsigmoid";
}
static bool takesBeta(const Activation &f) {
  return f.name == "affine" || f.name == "scaledtanh" ||
         f.name == "hardsigmoid";
}

static Tensor apply(const Activation &f, Tensor x) {
  if (f.name == "relu")
    return relu(x);
  if (f.name == "tanh")
    return tanh(x);
  if (f.name == "sigmoid")
    return sigmoid(x);
  if (f.name == "softsign")
    return x / (abs(x) + Scalar(1.0));
  if (f.name == "softplus")
    return relu(x) + log1p(exp(-abs(x)));
  if (f.name == "affine")
    return x * Scalar(f.alpha) + Scalar(f.beta);
  if (f.name == "scaledtanh")
    return tanh(x * Scalar(f.beta)) * Scalar(f.alpha);
  if (f.name == "leakyrelu")
    return where(x >= Scalar(0.0), x, x * Scalar(f.alpha));
  if (f.name == "thresholdedrelu")
    return where(x > Scalar(f.alpha), x, Scalar(0.0));
  if (f.name == "elu")
    return where(x > Scalar(0.0), x, expm1(x) * Scalar(f.alpha));
  return clamp(x * Scalar(f.alpha) + Scalar(f.beta), 0.0, 1.0);
}

/// As many as the network has for all directions. Numbers are taken from the
/// lists by the functions that want them, in order.
static std::optional<SmallVector<Activation>>
activationsOf(const OnnxOp &op, ArrayRef<StringRef> defaults,
              int64_t directions) {
  SmallVector<StringRef> names;
  if (std::optional<SmallVector<StringRef>> given = op.texts("activations"))
    names = *given;
  else
    for (int64_t d = 0; d < directions; ++d)
      llvm::append_range(names, defaults);
  if (names.size() != defaults.size() * directions)
    return std::nullopt;
  SmallVector<double> alphas =
      op.numbers("activation_alpha").value_or(SmallVector<double>());
  SmallVector<double> betas =
      op.numbers("activation_beta").value_or(SmallVector<double>());
  SmallVector<Activation> activations;
  size_t alpha = 0, beta = 0;
  for (StringRef name : names) {
    std::optional<Activation> f = activationOf(name);
    if (!f)
      return std::nullopt;
    if (takesAlpha(*f) && alpha < alphas.size())
      f->alpha = alphas[alpha++];
    if (takesBeta(*f) && beta < betas.size())
      f->beta = betas[beta++];
    activations.push_back(*f);
  }
  return activations;
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

static Tensor gate(const Network &net, Tensor gates, int64_t index) {
  return slice(gates, 1, index * net.hidden, (index + 1) * net.hidden);
}

static Tensor activate(const Network &net, const Activation &f, Tensor x) {
  return apply(f, net.clip ? clamp(x, -*net.clip, *net.clip) : x);
}

static State stepLstm(const Network &net, const Weights &w, Tensor products,
                      const State &before) {
  Tensor gates = products + map("aten.matmul", before.hidden, w.hidden);
  auto peep = [&](int64_t index, int64_t at, Tensor cell) {
    Tensor g = gate(net, gates, index);
    if (!w.peepholes)
      return g;
    return g +
           slice(w.peepholes, 0, at * net.hidden, (at + 1) * net.hidden) * cell;
  };
  const Activation &f = w.activations[0], &g = w.activations[1],
                   &h = w.activations[2];
  Tensor in = activate(net, f, peep(0, 0, before.cell));
  Tensor forget = net.couples ? Scalar(1.0) - in
                              : activate(net, f, peep(2, 2, before.cell));
  Tensor candidate = activate(net, g, gate(net, gates, 3));
  State after;
  after.cell = forget * before.cell + in * candidate;
  Tensor out = activate(net, f, peep(1, 1, after.cell));
  after.hidden = out * apply(h, after.cell);
  return after;
}

static State stepGru(const Network &net, const Weights &w, Tensor products,
                     const State &before) {
  int64_t two = 2 * net.hidden, three = 3 * net.hidden;
  auto part = [&](int64_t from, int64_t to) {
    Tensor r = map("aten.matmul", before.hidden, slice(w.hidden, 1, from, to));
    return w.hiddenBias ? r + slice(w.hiddenBias, 0, from, to) : r;
  };
  const Activation &f = w.activations[0], &g = w.activations[1];
  Tensor both = activate(net, f, slice(products, 1, 0, two) + part(0, two));
  Tensor update = gate(net, both, 0), reset = gate(net, both, 1);
  Tensor own = gate(net, products, 2);
  Tensor candidate;
  if (net.resetsLast) {
    candidate = own + reset * part(two, three);
  } else {
    candidate = own + map("aten.matmul", reset * before.hidden,
                          slice(w.hidden, 1, two, three));
    if (w.hiddenBias)
      candidate = candidate + slice(w.hiddenBias, 0, two, three);
  }
  candidate = activate(net, g, candidate);
  return {(Scalar(1.0) - update) * candidate + update * before.hidden, {}};
}

static State stepRnn(const Network &net, const Weights &w, Tensor products,
                     const State &before) {
  Tensor sum = products + map("aten.matmul", before.hidden, w.hidden);
  return {activate(net, w.activations[0], sum), {}};
}

static State step(const Network &net, const Weights &w, Tensor products,
                  const State &before) {
  if (net.kind == Kind::Lstm)
    return stepLstm(net, w, products, before);
  return net.kind == Kind::Gru ? stepGru(net, w, products, before)
                               : stepRnn(net, w, products, before);
}

//===----------------------------------------------------------------------===//
// Networks
//===----------------------------------------------------------------------===//

static Weights weightsOf(const OnnxOp &op, const Network &net,
                         int64_t direction) {
  Weights w;
  Tensor input = transpose(select(op.input(1), 0, direction), 0, 1);
  w.hidden = transpose(select(op.input(2), 0, direction), 0, 1);
  w.products = map("aten.matmul", net.x, input);
  if (Tensor bias = op.input(3)) {
    Tensor both = select(bias, 0, direction);
    int64_t half = net.gates * net.hidden;
    Tensor first = slice(both, 0, 0, half);
    Tensor second = slice(both, 0, half, 2 * half);
    // A GRU's reset gate stands between the two.
    bool isOne = net.kind != Kind::Gru;
    w.products = w.products + (isOne ? first + second : first);
    w.hiddenBias = isOne ? Tensor() : second;
  }
  if (net.kind == Kind::Lstm && op.input(7))
    w.peepholes = select(op.input(7), 0, direction);
  size_t each = net.activations.size() / net.directions;
  w.activations = ArrayRef(net.activations).slice(direction * each, each);
  return w;
}

static State startOf(const OnnxOp &op, const Network &net, int64_t direction,
                     bool batchFirst) {
  auto given = [&](unsigned index) {
    if (Tensor start = op.input(index))
      return select(start, batchFirst ? 1 : 0, direction);
    return full(op.builder(),
                {net.x.size(1), op.builder().constant(net.hidden)}, 0.0,
                net.x.dtype());
  };
  State state{given(5), {}};
  if (net.kind == Kind::Lstm)
    state.cell = given(6);
  return state;
}

/// Nothing changes where a sequence has ended.
static State hold(Tensor isInside, const State &after, const State &before) {
  State state;
  state.hidden = where(isInside, after.hidden, before.hidden);
  if (after.cell)
    state.cell = where(isInside, after.cell, before.cell);
  return state;
}

/// One step at a place that may be known to the run only: what it gives, and
/// the state after it.
static std::pair<Tensor, State> stepAt(const Network &net, const Weights &w,
                                       Scalar at, const State &before) {
  State after = step(net, w, select(w.products, 0, at), before);
  Tensor output = after.hidden;
  if (net.lengths) {
    Tensor isInside = net.lengths > at;
    output = where(isInside, output, Scalar(0.0));
    after = hold(isInside, after, before);
  }
  return {output, after};
}

/// Each step by itself: all hidden states, [steps, batch, hidden], and the last
/// state.
static std::pair<Tensor, State> unroll(const Network &net, const Weights &w,
                                       const State &start, bool isBackwards) {
  State state = start;
  SmallVector<Tensor> outputs(net.steps);
  for (int64_t i = 0; i < net.steps; ++i) {
    int64_t at = isBackwards ? net.steps - 1 - i : i;
    auto [output, after] = stepAt(net, w, at, state);
    outputs[at] = unsqueeze(output, 0);
    state = after;
  }
  return {concatenate(outputs, 0), state};
}

/// The same as a loop of the program.
static std::pair<Tensor, State> loop(const Network &net, const Weights &w,
                                     const State &start, bool isBackwards) {
  TorchBuilder &builder = net.x.builder();
  Value steps = net.x.size(0);
  Tensor outputs =
      full(builder, {steps, net.x.size(1), builder.constant(net.hidden)}, 0.0,
           net.x.dtype());
  SmallVector<Value> initial{outputs, start.hidden};
  if (start.cell)
    initial.push_back(start.cell);
  Value one = builder.constant(int64_t(1));
  auto body = [&](Value i, ValueRange carried) {
    State before{Tensor(builder, carried[1]), {}};
    if (carried.size() > 2)
      before.cell = Tensor(builder, carried[2]);
    Value at = isBackwards ? builder.sub(builder.sub(steps, one), i) : i;
    auto [output, after] = stepAt(net, w, Scalar(at), before);
    SmallVector<Value> next{
        builder.create("aten.slice_scatter", {{"self", carried[0]},
                                              {"src", unsqueeze(output, 0)},
                                              {"dim", 0},
                                              {"start", at},
                                              {"end", builder.add(at, one)},
                                              {"step", 1}}),
        after.hidden};
    if (after.cell)
      next.push_back(after.cell);
    return next;
  };
  SmallVector<Value> results = builder.loop(steps, initial, body);
  State last{Tensor(builder, results[1]), {}};
  if (results.size() > 2)
    last.cell = Tensor(builder, results[2]);
  return {Tensor(builder, results[0]), last};
}

/// All hidden states, the last one, the last cell.
static Results run(const OnnxOp &op, const Network &net, bool isReverse) {
  bool batchFirst = op.integer("layout", 0);
  bool isLoop = net.steps == ShapedType::kDynamic || net.steps > kMaxSteps;
  SmallVector<Tensor> all, lastHidden, lastCell;
  for (int64_t d = 0; d < net.directions; ++d) {
    Weights w = weightsOf(op, net, d);
    State start = startOf(op, net, d, batchFirst);
    auto [outputs, state] =
        (isLoop ? loop : unroll)(net, w, start, isReverse || d == 1);
    all.push_back(unsqueeze(outputs, 1));
    lastHidden.push_back(unsqueeze(state.hidden, 0));
    if (state.cell)
      lastCell.push_back(unsqueeze(state.cell, 0));
  }
  Tensor y = concatenate(all, 1), h = concatenate(lastHidden, 0);
  Results results;
  results.push_back(batchFirst ? permute(y, {2, 0, 1, 3}) : y);
  results.push_back(batchFirst ? transpose(h, 0, 1) : h);
  if (!lastCell.empty()) {
    Tensor c = concatenate(lastCell, 0);
    results.push_back(batchFirst ? transpose(c, 0, 1) : c);
  }
  results.resize(op.resultCount());
  return results;
}

static Results convertNetwork(const OnnxOp &op, Kind kind, int64_t gates,
                              ArrayRef<StringRef> defaults) {
  Tensor x = op.input(0);
  for (unsigned i : {0, 1, 2, 5, 6})
    if (op.input(i) && op.input(i).rank() != 3)
      return {};
  for (unsigned i : {3, 7})
    if (op.input(i) && op.input(i).rank() != 2)
      return {};
  StringRef direction = op.text("direction", "forward");
  Network net{};
  net.kind = kind;
  net.gates = gates;
  net.hidden = op.integer("hidden_size", sizesOf(op.input(2)).back());
  net.directions = direction == "bidirectional" ? 2 : 1;
  net.x = op.integer("layout", 0) ? transpose(x, 0, 1) : x;
  net.steps = sizesOf(net.x).front();
  net.couples = op.integer("input_forget", 0);
  net.resetsLast = op.integer("linear_before_reset", 0);
  if (op.attribute("clip"))
    net.clip = op.number("clip", 0);
  if (net.steps == 0 || net.hidden < 1)
    return op.fail("no steps, or a hidden size that is not known");
  std::optional<SmallVector<Activation>> activations =
      activationsOf(op, defaults, net.directions);
  if (!activations)
    return op.fail("its attribute 'activations' names others than ONNX has, or "
                   "too few");
  net.activations = *activations;
  if (Tensor lengths = op.input(4); lengths && lengths.rank() == 1)
    net.lengths = unsqueeze(convert(lengths, si64(op.builder())), 1);
  return run(op, net, direction == "reverse");
}

static Results convertLstm(const OnnxOp &op) {
  return convertNetwork(op, Kind::Lstm, 4, {"Sigmoid", "Tanh", "Tanh"});
}
static Results convertGru(const OnnxOp &op) {
  return convertNetwork(op, Kind::Gru, 3, {"Sigmoid", "Tanh"});
}
static Results convertRnn(const OnnxOp &op) {
  return convertNetwork(op, Kind::Rnn, 1, {"Tanh"});
}

ArrayRef<Conversion> ingot::onnx::recurrent() {
  static constexpr Conversion kTable[] = {
      {"GRU", convertGru, 3, true},
      {"LSTM", convertLstm, 3, true},
      {"RNN", convertRnn, 3, true},
  };
  return kTable;
}
