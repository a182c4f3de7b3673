//===- Attention.cpp - queries, keys and values ---------------------------===//
//
// Written out as ONNX defines it, because each step may be a result: products
// scaled by the square root on either side, a soft cap, the masks as one bias,
// softmax in a type of its own, rows without any key as zeros.
//
// Inside, queries are [batch, heads, queries, size] and keys [batch, heads,
// keys, size].
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/OnnxToTorch/Casts.h"
#include "pipeline/dialects/torch/TorchOp.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::onnx;
using namespace ingot::torch;

static constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// [batch, length, heads * size] as [batch, heads, length, size].
static Tensor joinHeads(Tensor x) {
  TorchBuilder &builder = x.builder();
  return view(transpose(x, 1, 2),
              {x.size(0), x.size(2), builder.mul(x.size(1), x.size(3))});
}

/// Each head as often as there are queries for it.
static Tensor repeatHeads(Tensor x, Value wanted) {
  TorchBuilder &builder = x.builder();
  Value times = builder.floorDivide(wanted, x.size(1));
  Tensor repeated = expand(unsqueeze(x, 2),
                           {x.size(0), x.size(1), times, x.size(2), x.size(3)});
  return view(repeated, {x.size(0), wanted, x.size(2), x.size(3)});
}

namespace {
/// The operands, brought into one form.
struct Call {
  Tensor queries, keys, values;
  Tensor mask;   ///< None, or bools, or what is added.
  Tensor offset; ///< Keys before the first query, [] or [batch, 1, 1, 1].
  Tensor valid;  ///< None, or how many keys count, [batch, 1, 1, 1].
  int64_t left = -1, right = -1;
  Type softmax =
      {}; ///< What softmax is in unless an attribute says; may be null.
};
} // namespace

/// 0 where a key may be looked at, -inf elsewhere.
static Tensor biasOf(Tensor isAllowed, Type dtype) {
  Tensor zero = number(isAllowed.builder(), 0.0, dtype);
  return where(isAllowed, zero, number(isAllowed.builder(), -kInfinity, dtype));
}

/// The mask's last dimension may be shorter than there are keys.
static Tensor padMask(Tensor mask, Value keys) {
  TorchBuilder &builder = mask.builder();
  Value missing = builder.sub(keys, mask.size(-1));
  if (std::optional<int64_t> known = matchInt(missing); known && *known <= 0)
    return mask;
  SmallVector<Value> sizes = builder.sizes(mask);
  sizes.back() = missing;
  bool isBool = mask.dtype().isInteger(1);
  Tensor rest = isBool ? full(builder, sizes, false, mask.dtype())
                       : full(builder, sizes, -kInfinity, mask.dtype());
  return concatenate({mask, rest}, mask.rank() - 1);
}

/// Everything that keeps a query from a key, as what is added to the products.
/// Null if nothing does.
static Tensor maskOf(const Call &call) {
  TorchBuilder &builder = call.queries.builder();
  Type dtype = call.queries.dtype();
  Tensor bias;
  auto add = [&](Tensor more) { bias = bias ? bias + more : more; };
  if (call.mask) {
    Tensor mask = padMask(call.mask, call.keys.size(2));
    add(mask.dtype().isInteger(1) ? biasOf(mask, dtype) : convert(mask, dtype));
  }
  Tensor key = places(builder, call.keys.size(2), 3, 4);
  if (call.left >= 0 || call.right >= 0) {
    Tensor query = places(builder, call.queries.size(2), 2, 4) + call.offset;
    if (call.left >= 0)
      add(biasOf(key >= query - Scalar(call.left), dtype));
    if (call.right >= 0)
      add(biasOf(key <= query + Scalar(call.right), dtype));
  }
  if (call.valid)
    add(biasOf(key < call.valid, dtype));
  return bias;
}

/// [batch, heads, queries, values' size], and the products after each step.
static Results attend(const OnnxOp &op, const Call &call, Tensor presentKey,
                      Tensor presentValue) {
  TorchBuilder &builder = op.builder();
  Tensor q = call.queries;
  Type dtype = q.dtype();
  double scale = op.number("scale", 0);
  Tensor root;
  if (op.attribute("scale")) {
    root = number(builder, std::sqrt(scale), dtype);
  } else {
    Tensor size = convert(tensorOf(builder, q.size(3)), f64(builder));
    root = convert(pow(size, -0.25), dtype);
  }
  Tensor keys = repeatHeads(call.keys, q.size(1));
  Tensor values = repeatHeads(call.values, q.size(1));
  Tensor products = map("aten.matmul", q * root, transpose(keys, 2, 3) * root);
  SmallVector<Tensor> steps{products};
  if (double cap = op.number("softcap", 0); cap != 0)
    products = tanh(products / Scalar(cap)) * Scalar(cap);
  steps.push_back(products);
  Tensor bias = maskOf(call);
  if (bias)
    products = products + bias;
  steps.push_back(products);
  int64_t precision = op.integer("softmax_precision", 0);
  Type wide = precision == 1    ? f32(builder)
              : precision == 11 ? f64(builder)
              : call.softmax    ? call.softmax
                                : dtype;
  Tensor logits = convert(products, wide);
  Tensor shares(builder,
                builder.create("aten.softmax.int",
                               {{"self", logits}, {"dim", 3}}, logits.type()));
  if (bias) {
    Tensor isAlone = amax(bias, {bias.rank() - 1}, true) == Scalar(-kInfinity);
    shares = where(isAlone, Scalar(0.0), shares);
  }
  shares = convert(shares, dtype);
  steps.push_back(shares);
  int64_t mode = op.integer("qk_matmul_output_mode", 0);
  if (mode < 0 || mode > 3)
    return {};
  Tensor y = map("aten.matmul", shares, values);
  Results results;
  results.push_back(op.input(0).rank() == 3 ? joinHeads(y) : y);
  results.push_back(presentKey ? presentKey.value() : Value());
  results.push_back(presentValue ? presentValue.value() : Value());
  results.push_back(steps[mode]);
  results.resize(op.resultCount());
  return results;
}

/// What is added to a mask of four dimensions and joined with keys and values;
/// a mask may lack dimensions at the front.
static bool haveRanks(const OnnxOp &op) {
  auto isBetween = [](Tensor x, int64_t least, int64_t most) {
    return !x || (x.rank() >= least && x.rank() <= most);
  };
  return isBetween(op.input(3), 1, 4) && isBetween(op.input(4), 4, 4) &&
         isBetween(op.input(5), 4, 4) && isBetween(op.input(6), 1, 1);
}

static Results convertAttention(const OnnxOp &op) {
  TorchBuilder &builder = op.builder();
  if (!haveRanks(op))
    return op.fail("a mask, past keys and values, or lengths of another rank");
  Call call{op.input(0), op.input(1), op.input(2), op.input(3), {}, {}};
  if (call.queries.rank() == 3) {
    int64_t heads = op.integer("q_num_heads", 0);
    int64_t keyHeads = op.integer("kv_num_heads", heads);
    if (heads < 1 || keyHeads < 1)
      return op.fail("operands of three dimensions need the numbers of heads");
    if (call.keys.rank() != 3 || call.values.rank() != 3)
      return {};
    call.queries = splitHeads(call.queries, heads);
    call.keys = splitHeads(call.keys, keyHeads);
    call.values = splitHeads(call.values, keyHeads);
  }
  if (call.queries.rank() != 4 || call.keys.rank() != 4 ||
      call.values.rank() != 4 || op.resultCount() > 4)
    return {};
  Tensor pastKey = op.input(4), pastValue = op.input(5);
  call.offset = number(builder, 0, si64(builder));
  if (pastKey && pastValue) {
    call.keys = concatenate({pastKey, call.keys}, 2);
    call.values = concatenate({pastValue, call.values}, 2);
    call.offset = tensorOf(builder, pastKey.size(2));
  }
  if (Tensor lengths = op.input(6)) {
    call.valid = along(convert(lengths, si64(builder)), 0, 4);
    if (!pastKey)
      call.offset = call.valid - Scalar(call.queries.size(2));
  }
  call.left = op.integer("left_window_size", -1);
  call.right = op.integer("right_window_size", -1);
  if (op.integer("is_causal", 0))
    call.right = call.right < 0 ? 0 : std::min<int64_t>(call.right, 0);
  return attend(op, call, call.keys, call.values);
}

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

/// Pairs of elements turned by an angle, [batch, length, heads, size]. They
/// stand side by side, or half of them apart.
static Tensor rotate(Tensor x, Tensor cosine, Tensor sine, bool interleaved) {
  TorchBuilder &builder = x.builder();
  Value size = x.size(3);
  Value half = builder.floorDivide(size, builder.constant(int64_t(2)));
  Tensor a = interleaved ? slice(x, 3, 0, Scalar(size), 2)
                         : slice(x, 3, 0, Scalar(half));
  Tensor b = interleaved ? slice(x, 3, 1, Scalar(size), 2)
                         : slice(x, 3, Scalar(half), Scalar(size));
  Tensor real = a * cosine - b * sine, imaginary = a * sine + b * cosine;
  if (!interleaved)
    return concatenate({real, imaginary}, 3);
  Tensor pairs = concatenate({unsqueeze(real, 4), unsqueeze(imaginary, 4)}, 4);
  return view(pairs, builder.sizes(x));
}

/// Rows of a cache at positions, over the heads.
static Tensor rowsOf(Tensor cache, Tensor positions) {
  TorchBuilder &builder = cache.builder();
  if (positions) {
    SmallVector<Value> sizes = builder.sizes(positions);
    sizes.push_back(cache.size(1));
    Tensor flat = view(positions, {builder.count(positions)});
    cache = view(indexSelect(cache, 0, convert(flat, si64(builder))), sizes);
  }
  return unsqueeze(cache, 2);
}

static Tensor rotateHeads(Tensor x, Tensor cosine, Tensor sine, int64_t rotated,
                          bool interleaved) {
  if (rotated == 0)
    return rotate(x, cosine, sine, interleaved);
  Tensor turned = rotate(slice(x, 3, 0, rotated), cosine, sine, interleaved);
  return concatenate({turned, slice(x, 3, rotated, Scalar(x.size(3)))}, 3);
}

static Results convertRotaryEmbedding(const OnnxOp &op) {
  Tensor x = op.input(0), cosine = op.input(1), sine = op.input(2),
         positions = op.input(3);
  TorchBuilder &builder = op.builder();
  int64_t heads = op.integer("num_heads", 0);
  bool isFlat = x.rank() == 3;
  if ((x.rank() != 4 && !isFlat) || (isFlat && heads < 1) ||
      cosine.rank() != (positions ? 2 : 3) || sine.rank() != cosine.rank())
    return {};
  SmallVector<Value> sizes = builder.sizes(x);
  if (isFlat) {
    Value count = builder.constant(heads);
    x = view(x,
             {sizes[0], sizes[1], count, builder.floorDivide(sizes[2], count)});
  } else {
    x = transpose(x, 1, 2);
  }
  Tensor y = rotateHeads(x, rowsOf(cosine, positions), rowsOf(sine, positions),
                         op.integer("rotary_embedding_dim", 0),
                         op.integer("interleaved", 0));
  return isFlat ? view(y, sizes) : transpose(y, 1, 2);
}

ArrayRef<Conversion> ingot::onnx::attention() {
  static constexpr Conversion kTable[] = {
      {"Attention", convertAttention, 3},
      {"RotaryEmbedding", convertRotaryEmbedding, 3},
  };
  return kTable;
}
