//===- OneDnnBench.cpp - oneDNN's time for one kernel ---------------------===//
//
// The peer of kernels.py that is a library. Reads one kernel from its
// arguments, runs it as often as standard input has lines, each a number of
// seconds, and answers each with the milliseconds of every call. Weights of
// convolutions and of products "any" are laid out as oneDNN likes before the
// clock runs; all else lies as the program has it.
//
//   matmul TYPE BATCH M N K TRANSPOSED plain|any
//   conv TYPE LAYOUT N C F GROUPS H W KH KW STRIDE DILATION PAD_H PAD_W
//   pool max|avg LAYOUT C H W WINDOW STRIDE PAD
//   softmax AXIS SIZES...        layer_norm ROWS SIZE
//   eltwise FUNCTION SIZES...    binary add|divide SIZES...
//   reduce sum|max AXES SIZES... transpose ORDER SIZES...
//
//===----------------------------------------------------------------------===//

#include <dnnl.hpp>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>
#include <unordered_map>
#include <vector>

using namespace dnnl;
using Sizes = memory::dims;
using Type = memory::data_type;

namespace {

/// A primitive with what it works on.
struct Kernel {
  primitive run;
  std::unordered_map<int, memory> operands;
};

/// The arguments, one after the other.
class Words {
public:
  Words(int count, char **words) : next_(words), end_(words + count) {}

  std::string text() {
    if (next_ == end_) {
      std::cerr << "an argument is missing\n";
      std::exit(2);
    }
    return *next_++;
  }
  memory::dim number() { return std::atoll(text().c_str()); }
  Sizes rest() {
    Sizes sizes;
    while (next_ != end_)
      sizes.push_back(number());
    return sizes;
  }

private:
  char **next_, **end_;
};

engine &cpu() {
  static engine instance(engine::kind::cpu, 0);
  return instance;
}

Type typeOf(const std::string &name) {
  return name == "bf16" ? Type::bf16 : name == "i8" ? Type::s8 : Type::f32;
}

Type resultOf(Type type) { return type == Type::s8 ? Type::s32 : type; }

Sizes rowMajor(const Sizes &sizes) {
  Sizes strides(sizes.size(), 1);
  for (size_t i = sizes.size(); i-- > 1;)
    strides[i - 1] = strides[i] * sizes[i];
  return strides;
}

memory::desc plain(const Sizes &sizes, Type type = Type::f32) {
  return {sizes, type, rowMajor(sizes)};
}

/// Dimensions in the order batch, channels, rows, columns, wherever the
/// channels lie in memory.
memory::desc image(const Sizes &sizes, Type type, bool channelsLast) {
  return {sizes, type,
          channelsLast ? memory::format_tag::nhwc : memory::format_tag::nchw};
}

memory filled(const memory::desc &desc) {
  memory result(desc, cpu());
  // Ones of no type, but small normal numbers in each.
  std::memset(result.get_data_handle(), 0x3c, desc.get_size());
  return result;
}

Kernel matmulOf(Words &words) {
  Type type = typeOf(words.text());
  memory::dim batch = words.number(), m = words.number(), n = words.number(),
              k = words.number();
  std::string transposed = words.text();
  bool isAny = words.text() == "any";
  auto lying = [&](memory::dim rows, memory::dim columns, bool isTransposed) {
    Sizes strides = {rows * columns, isTransposed ? 1 : columns,
                     isTransposed ? rows : 1};
    return memory::desc({batch, rows, columns}, type, strides);
  };
  bool hasA = transposed.find('a') != std::string::npos;
  bool hasB = transposed.find('b') != std::string::npos;
  memory::desc a = lying(m, k, hasA), b = lying(k, n, hasB);
  if (isAny)
    b = memory::desc({batch, k, n}, type, memory::format_tag::any);
  memory::desc c = plain({batch, m, n}, resultOf(type));
  matmul::primitive_desc chosen(matmul::desc(a, b, c), cpu());
  return {matmul(chosen),
          {{DNNL_ARG_SRC, filled(a)},
           {DNNL_ARG_WEIGHTS, filled(chosen.weights_desc())},
           {DNNL_ARG_DST, filled(c)}}};
}

Kernel convOf(Words &words) {
  Type type = typeOf(words.text());
  std::string layout = words.text();
  bool isLast = layout.back() == 'c';
  memory::dim n = words.number(), c = words.number(), f = words.number(),
              groups = words.number(), h = words.number(), w = words.number(),
              kh = words.number(), kw = words.number(), stride = words.number(),
              dilation = words.number(), padH = words.number(),
              padW = words.number();
  auto sizeOf = [&](memory::dim size, memory::dim window, memory::dim pad) {
    return (size + 2 * pad - (window - 1) * dilation - 1) / stride + 1;
  };
  memory::desc x = image({n, c, h, w}, type, isLast);
  memory::desc y = image({n, f, sizeOf(h, kh, padH), sizeOf(w, kw, padW)},
                         resultOf(type), isLast);
  Sizes weights = groups == 1 ? Sizes{f, c, kh, kw}
                              : Sizes{groups, f / groups, c / groups, kh, kw};
  // In one dimension the rows are one, and so is their step.
  memory::dim stepH = h == 1 && kh == 1 ? 1 : stride;
  convolution_forward::desc described(
      prop_kind::forward_inference, algorithm::convolution_direct, x,
      memory::desc(weights, type, memory::format_tag::any), y, {stepH, stride},
      {dilation - 1, dilation - 1}, {padH, padW}, {padH, padW});
  convolution_forward::primitive_desc chosen(described, cpu());
  return {convolution_forward(chosen),
          {{DNNL_ARG_SRC, filled(x)},
           {DNNL_ARG_WEIGHTS, filled(chosen.weights_desc())},
           {DNNL_ARG_DST, filled(y)}}};
}

Kernel poolOf(Words &words) {
  bool isMax = words.text() == "max";
  bool isLast = words.text() == "nhwc";
  memory::dim c = words.number(), h = words.number(), w = words.number(),
              window = words.number(), stride = words.number(),
              pad = words.number();
  auto sizeOf = [&](memory::dim size) {
    return (size + 2 * pad - window) / stride + 1;
  };
  memory::desc x = image({1, c, h, w}, Type::f32, isLast);
  memory::desc y = image({1, c, sizeOf(h), sizeOf(w)}, Type::f32, isLast);
  pooling_forward::desc described(
      prop_kind::forward_inference,
      isMax ? algorithm::pooling_max : algorithm::pooling_avg_exclude_padding,
      x, y, {stride, stride}, {window, window}, {pad, pad}, {pad, pad});
  pooling_forward::primitive_desc chosen(described, cpu());
  return {pooling_forward(chosen),
          {{DNNL_ARG_SRC, filled(x)}, {DNNL_ARG_DST, filled(y)}}};
}

Kernel softmaxOf(Words &words) {
  int axis = static_cast<int>(words.number());
  memory::desc x = plain(words.rest());
  softmax_forward::primitive_desc chosen(
      softmax_forward::desc(prop_kind::forward_inference, x, axis), cpu());
  return {softmax_forward(chosen),
          {{DNNL_ARG_SRC, filled(x)}, {DNNL_ARG_DST, filled(x)}}};
}

Kernel layerNormOf(Words &words) {
  memory::dim rows = words.number(), size = words.number();
  memory::desc x = plain({rows, size});
  layer_normalization_forward::primitive_desc chosen(
      layer_normalization_forward::desc(prop_kind::forward_inference, x, 1e-5f,
                                        normalization_flags::use_scale |
                                            normalization_flags::use_shift),
      cpu());
  return {layer_normalization_forward(chosen),
          {{DNNL_ARG_SRC, filled(x)},
           {DNNL_ARG_SCALE, filled(plain({size}))},
           {DNNL_ARG_SHIFT, filled(plain({size}))},
           {DNNL_ARG_DST, filled(x)}}};
}

Kernel eltwiseOf(Words &words) {
  static const std::unordered_map<std::string, algorithm> kFunctions = {
      {"exp", algorithm::eltwise_exp},
      {"tanh", algorithm::eltwise_tanh},
      {"sqrt", algorithm::eltwise_sqrt},
      {"logistic", algorithm::eltwise_logistic},
      {"gelu_erf", algorithm::eltwise_gelu_erf},
      {"gelu_tanh", algorithm::eltwise_gelu_tanh}};
  algorithm function = kFunctions.at(words.text());
  memory::desc x = plain(words.rest());
  eltwise_forward::primitive_desc chosen(
      eltwise_forward::desc(prop_kind::forward_inference, function, x, 0, 0),
      cpu());
  return {eltwise_forward(chosen),
          {{DNNL_ARG_SRC, filled(x)}, {DNNL_ARG_DST, filled(x)}}};
}

Kernel binaryOf(Words &words) {
  bool isSum = words.text() == "add";
  memory::desc x = plain(words.rest());
  binary::primitive_desc chosen(
      binary::desc(isSum ? algorithm::binary_add : algorithm::binary_div, x, x,
                   x),
      cpu());
  return {binary(chosen),
          {{DNNL_ARG_SRC_0, filled(x)},
           {DNNL_ARG_SRC_1, filled(x)},
           {DNNL_ARG_DST, filled(x)}}};
}

Kernel reduceOf(Words &words) {
  bool isSum = words.text() == "sum";
  std::string axes = words.text();
  Sizes sizes = words.rest(), result = sizes;
  for (char axis : axes)
    if (axis != ',')
      result[axis - '0'] = 1;
  memory::desc x = plain(sizes), y = plain(result);
  reduction::primitive_desc chosen(
      reduction::desc(isSum ? algorithm::reduction_sum
                            : algorithm::reduction_max,
                      x, y, 0, 0),
      cpu());
  return {reduction(chosen),
          {{DNNL_ARG_SRC, filled(x)}, {DNNL_ARG_DST, filled(y)}}};
}

Kernel transposeOf(Words &words) {
  std::string order = words.text();
  Sizes sizes = words.rest(), permuted;
  std::vector<int> from;
  for (char dim : order)
    if (dim != ',')
      from.push_back(dim - '0');
  for (int dim : from)
    permuted.push_back(sizes[dim]);
  // The same dimensions, whose steps are those of the result.
  Sizes steps = rowMajor(permuted), strides(sizes.size());
  for (size_t i = 0; i < from.size(); ++i)
    strides[from[i]] = steps[i];
  memory::desc y(sizes, Type::f32, strides);
  memory x = filled(plain(sizes)), to = filled(y);
  return {reorder(x, to), {{DNNL_ARG_FROM, x}, {DNNL_ARG_TO, to}}};
}

Kernel makeKernel(Words &words) {
  static const std::unordered_map<std::string, Kernel (*)(Words &)> kKinds = {
      {"matmul", matmulOf},
      {"conv", convOf},
      {"pool", poolOf},
      {"softmax", softmaxOf},
      {"layer_norm", layerNormOf},
      {"eltwise", eltwiseOf},
      {"binary", binaryOf},
      {"reduce", reduceOf},
      {"transpose", transposeOf}};
  return kKinds.at(words.text())(words);
}

/// Milliseconds of each call.
void serve(const Kernel &kernel) {
  using Clock = std::chrono::steady_clock;
  stream queue(cpu());
  kernel.run.execute(queue, kernel.operands);
  queue.wait();
  double seconds;
  while (std::cin >> seconds) {
    Clock::time_point start = Clock::now(), before = start;
    double spent;
    const char *comma = "[";
    do {
      kernel.run.execute(queue, kernel.operands);
      queue.wait();
      Clock::time_point after = Clock::now();
      std::cout << comma
                << std::chrono::duration<double>(after - before).count() * 1e3;
      comma = ", ";
      before = after;
      spent = std::chrono::duration<double>(after - start).count();
    } while (spent < seconds);
    std::cout << "]" << std::endl;
  }
}

} // namespace

int main(int count, char **arguments) {
  Words words(count - 1, arguments + 1);
  try {
    serve(makeKernel(words));
  } catch (const error &fault) {
    std::cerr << "error: " << fault.message << "\n";
    return 1;
  } catch (const std::exception &fault) {
    std::cerr << "error: " << fault.what() << "\n";
    return 1;
  }
}
