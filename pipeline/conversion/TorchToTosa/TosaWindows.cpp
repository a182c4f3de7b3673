//===- TosaWindows.cpp - convolutions and pooling -------------------------===//
//
// TOSA's windows move over [n, h, w, c], and must cover a padded input to its
// last element: what a stride leaves over is cut off first.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchLowering/Convolutions.h"
#include "pipeline/conversion/TorchToTosa/TosaBuilder.h"

#include "mlir/Dialect/Tosa/IR/TosaOps.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

namespace {

/// How windows move along the spatial dimensions of [n, c, ...].
struct WindowGeometry {
  SmallVector<int64_t> kernel, stride, dilation, low, high;

  int64_t count() const { return static_cast<int64_t>(stride.size()); }
  int64_t reach(int64_t i) const { return dilation[i] * (kernel[i] - 1); }

  /// In the order that TOSA has for padding.
  SmallVector<int64_t> padding() const {
    SmallVector<int64_t> list;
    for (auto [before, behind] : llvm::zip_equal(low, high))
      list.append({before, behind});
    return list;
  }

  /// A dimension of size 1 in front.
  void addDimension() {
    for (auto *list : {&kernel, &stride, &dilation})
      list->insert(list->begin(), 1);
    for (auto *list : {&low, &high})
      list->insert(list->begin(), 0);
  }
};

} // namespace

/// Cuts off what no window covers and what negative padding means.
static Value cutTo(TosaBuilder &b, Value value, WindowGeometry &geometry) {
  for (int64_t i : llvm::seq(geometry.count())) {
    int64_t size = b.typeOf(value).getDimSize(i + 2);
    int64_t &low = geometry.low[i], &high = geometry.high[i];
    if (!ShapedType::isDynamic(size)) {
      int64_t room = size + low + high - geometry.reach(i) - 1;
      if (room > 0)
        high -= room % geometry.stride[i];
    }
    if (low >= 0 && high >= 0)
      continue;
    Size start = std::max<int64_t>(0, -low);
    Size limit =
        b.add(b.sizeOf(value, i + 2), Size(std::min<int64_t>(0, high)));
    value = b.slice(value, i + 2, start, limit);
    low = std::max<int64_t>(0, low);
    high = std::max<int64_t>(0, high);
  }
  return value;
}

/// [n, c, ...] to [n, ..., c], which is how TOSA has its windows.
static Value channelsLast(TosaBuilder &b, Value value) {
  SmallVector<int64_t> order{0};
  llvm::append_range(order, llvm::seq<int64_t>(2, b.rankOf(value)));
  order.push_back(1);
  return b.transpose(value, order);
}

static Value channelsSecond(TosaBuilder &b, Value value) {
  int64_t last = b.rankOf(value) - 1;
  SmallVector<int64_t> order{0, last};
  llvm::append_range(order, llvm::seq<int64_t>(1, last));
  return b.transpose(value, order);
}

/// Of windows over `input`, [n, ..., c], with `features` channels.
static RankedTensorType
typeOfWindows(Value input, const WindowGeometry &geometry, int64_t features) {
  auto given = cast<RankedTensorType>(input.getType());
  SmallVector<int64_t> shape{given.getDimSize(0)};
  for (int64_t i : llvm::seq(geometry.count())) {
    int64_t size = given.getDimSize(i + 1);
    bool isKnown = !ShapedType::isDynamic(size) &&
                   !ShapedType::isDynamic(geometry.kernel[i]);
    shape.push_back(isKnown ? (size + geometry.low[i] + geometry.high[i] -
                               geometry.reach(i) - 1) /
                                      geometry.stride[i] +
                                  1
                            : ShapedType::kDynamic);
  }
  shape.push_back(features);
  return given.clone(shape);
}

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

namespace {
/// A convolution whose attributes are all known, as TOSA wants them.
struct Kernel {
  TosaBuilder &b;
  Value weight, bias;
  WindowGeometry geometry;
  int64_t groups;

  Type element() const { return b.elementOf(weight); }
  DenseI64ArrayAttr list(ArrayRef<int64_t> numbers) const {
    return b.getDenseI64ArrayAttr(numbers);
  }
  /// TOSA has no convolution without a bias.
  Value biasOrZero() const { return bias ? bias : b.oneElement(element(), 0); }
};
} // namespace

static Value makeDepthwise(const Kernel &k, Value input) {
  // [c * m, 1, h, w] to [h, w, c, m].
  TosaBuilder &b = k.b;
  Sizes sizes = b.sizesOf(k.weight);
  sizes[1] = b.floorDivide(sizes[0], k.groups);
  sizes[0] = k.groups;
  Value weight = b.transpose(b.reshape(k.weight, sizes), {2, 3, 0, 1});
  Value zero = b.oneElement(k.element(), 0);
  int64_t features = b.typeOf(k.weight).getDimSize(0);
  return tosa::DepthwiseConv2DOp::create(
      b, typeOfWindows(input, k.geometry, features), input, weight,
      k.biasOrZero(), zero, zero, k.list(k.geometry.padding()),
      k.list(k.geometry.stride), k.list(k.geometry.dilation),
      TypeAttr::get(k.element()));
}

template <typename Op> static Value makeDense(const Kernel &k, Value input) {
  Value zero = k.b.oneElement(k.element(), 0);
  int64_t features = k.b.typeOf(k.weight).getDimSize(0);
  return Op::create(k.b, typeOfWindows(input, k.geometry, features), input,
                    channelsLast(k.b, k.weight), k.biasOrZero(), zero, zero,
                    k.list(k.geometry.padding()), k.list(k.geometry.stride),
                    k.list(k.geometry.dilation), TypeAttr::get(k.element()));
}

/// Of one group, or as many as there are channels: [n, c, ...] to the same.
static Value makeKernel(Kernel k, Value input) {
  input = channelsLast(k.b, cutTo(k.b, input, k.geometry));
  Value output = k.geometry.count() == 3 ? makeDense<tosa::Conv3DOp>(k, input)
                 : k.groups > 1          ? makeDepthwise(k, input)
                                         : makeDense<tosa::Conv2DOp>(k, input);
  return channelsSecond(k.b, output);
}

/// Groups one after the other.
static Value makeGroups(const Kernel &k, Value input) {
  TosaBuilder &b = k.b;
  int64_t channels = b.typeOf(input).getDimSize(1) / k.groups;
  int64_t features = b.typeOf(k.weight).getDimSize(0) / k.groups;
  SmallVector<Value> outputs;
  for (int64_t i : llvm::seq(k.groups)) {
    Kernel group = k;
    group.groups = 1;
    group.weight = b.narrow(k.weight, 0, i * features, features);
    if (k.bias)
      group.bias = b.narrow(k.bias, 0, i * features, features);
    outputs.push_back(
        makeKernel(group, b.narrow(input, 1, i * channels, channels)));
  }
  return b.concatenate(outputs, 1);
}

/// tosa.transpose_conv2d, where it says all that is wanted; else null.
static Value makeTransposed(TosaBuilder &b, Value input, Value weight,
                            Value bias, const ConvolutionParameters &geometry) {
  RankedTensorType given = b.typeOf(input), kernel = b.typeOf(weight);
  if (geometry.groups != 1 || given.getRank() != 4 || !given.hasStaticShape() ||
      !kernel.hasStaticShape() ||
      llvm::any_of(geometry.dilation, [](int64_t step) { return step != 1; }))
    return {};
  SmallVector<int64_t> padding, shape{given.getDimSize(0)};
  for (int64_t i : llvm::seq<int64_t>(0, 2)) {
    int64_t size = kernel.getDimSize(i + 2);
    int64_t low = geometry.low[i].known() - (size - 1);
    int64_t high = geometry.high[i].known() - (size - 1);
    if (low <= -size || high <= -size)
      return {};
    padding.append({low, high});
    shape.push_back((given.getDimSize(i + 2) - 1) * geometry.stride[i] + low +
                    high + size);
  }
  shape.push_back(kernel.getDimSize(1));
  // [in, out, h, w] to [out, h, w, in].
  weight = b.transpose(weight, {1, 2, 3, 0});
  Value zero = b.oneElement(b.elementOf(weight), 0);
  Value output = tosa::TransposeConv2DOp::create(
      b, given.clone(shape), channelsLast(b, input), weight, bias ? bias : zero,
      zero, zero, b.getDenseI64ArrayAttr(padding),
      b.getDenseI64ArrayAttr(geometry.stride),
      TypeAttr::get(b.elementOf(weight)));
  return channelsSecond(b, output);
}

Value TosaBuilder::convolve(Value input, Value weight, Value bias,
                            const ConvolutionParameters &given) {
  int64_t rank = rankOf(input);
  auto anyType =
      typeOf(input).clone(SmallVector<int64_t>(rank, ShapedType::kDynamic));
  auto isKnown = [](Size size) { return size.isKnown(); };
  if (!elementOf(input).isF32() || rank > 5 ||
      !llvm::all_of(given.low, isKnown) || !llvm::all_of(given.high, isKnown) ||
      (given.groups > 1 && !typeOf(weight).hasStaticShape()))
    return refuse(anyType, "TOSA has convolutions of f32 with kernels of known "
                           "sizes only");
  SmallVector<int64_t> stride(given.stride);
  if (given.transposed) {
    if (Value output = makeTransposed(*this, input, weight, bias, given))
      return output;
    // A convolution of the spread input with the reversed kernel.
    SmallVector<int64_t> between{0, 0};
    for (int64_t step : given.stride)
      between.push_back(step - 1);
    Sizes none(rank, Size(0));
    input = pad(input, scalar(elementOf(input), 0), none, none, between);
    stride.assign(stride.size(), 1);
    weight = flipKernel(*this, weight, given.groups);
    auto order = llvm::to_vector(llvm::seq(rank));
    std::swap(order[0], order[1]);
    weight = transpose(weight, order);
  }
  Kernel k{*this, weight, bias, {}, given.groups};
  k.geometry.stride = stride;
  k.geometry.dilation = given.dilation;
  for (int64_t i : llvm::seq(rank - 2)) {
    k.geometry.kernel.push_back(typeOf(weight).getDimSize(i + 2));
    k.geometry.low.push_back(given.low[i].known());
    k.geometry.high.push_back(given.high[i].known());
  }
  if (llvm::is_contained(k.geometry.kernel, ShapedType::kDynamic))
    return refuse(anyType, "the size of the kernel is not known");
  if (rank == 3) {
    input = unsqueeze(input, 2);
    k.weight = unsqueeze(weight, 2);
    k.geometry.addDimension();
  }
  bool isDepthwise = typeOf(weight).getDimSize(1) == 1 && rank < 5;
  Value output = given.groups > 1 && !isDepthwise ? makeGroups(k, input)
                                                  : makeKernel(k, input);
  return rank == 3 ? squeeze(output, 2) : output;
}

//===----------------------------------------------------------------------===//
// Pooling
//===----------------------------------------------------------------------===//

/// Calls `pool` with [n, h, w, c] for the last one or two dimensions.
static Value poolChannelsLast(
    TosaBuilder &b, Value value, WindowGeometry geometry,
    llvm::function_ref<Value(Value, const WindowGeometry &, RankedTensorType)>
        pool) {
  int64_t rank = b.rankOf(value), count = geometry.count();
  if (count == 1) {
    value = b.unsqueeze(value, rank - 1);
    geometry.addDimension();
  }
  // Everything in front of the windows as n and c.
  Sizes lead = b.sizesOf(value);
  Sizes spatial(lead.end() - 2, lead.end());
  lead.truncate(rank - count);
  for (int64_t missing = rank - count; missing < 2; ++missing)
    value = b.unsqueeze(value, 0);
  if (lead.size() > 2) {
    Sizes sizes{b.count(ArrayRef(lead).drop_back()), lead.back()};
    sizes.append(spatial);
    value = b.reshape(value, sizes);
  }
  value = channelsLast(b, cutTo(b, value, geometry));
  value = pool(value, geometry,
               typeOfWindows(value, geometry, b.typeOf(value).getDimSize(3)));
  value = channelsSecond(b, value);
  if (lead.size() > 2) {
    lead.append({b.sizeOf(value, 2), b.sizeOf(value, 3)});
    value = b.reshape(value, lead);
  }
  for (int64_t missing = rank - count; missing < 2; ++missing)
    value = b.squeeze(value, 0);
  return count == 1 ? b.squeeze(value, b.rankOf(value) - 2) : value;
}

/// Nothing if what stands behind is not known.
static std::optional<WindowGeometry> geometryOf(TosaBuilder &b, Value value,
                                                const Windows &w) {
  WindowGeometry geometry{w.kernel, w.stride, w.dilation, w.padding, {}};
  int64_t first = b.rankOf(value) - w.count();
  for (int64_t i : llvm::seq(w.count())) {
    Size behind = highPadding(b, b.sizeOf(value, first + i), w, i);
    if (!behind.isKnown())
      return std::nullopt;
    geometry.high.push_back(behind.known());
  }
  return geometry;
}

static bool isPlain(const Windows &w) {
  return w.count() < 3 &&
         llvm::all_of(w.dilation, [](int64_t step) { return step == 1; });
}

/// A dimension at a time: for each place in a window, that element of all of
/// them.
TensorBuilder::Values TosaBuilder::reduceWindowsVariadic(ValueRange given,
                                                         ValueRange initial,
                                                         const Windows &w,
                                                         Body body) {
  int64_t rank = rankOf(given.front()), first = rank - w.count();
  Sizes low(rank, Size(0)), high = low;
  for (int64_t i : llvm::seq(w.count())) {
    low[first + i] = w.padding[i];
    high[first + i] =
        highPadding(*this, sizeOf(given.front(), first + i), w, i);
  }
  SmallVector<Value> values;
  for (auto [value, start] : llvm::zip_equal(given, initial))
    values.push_back(pad(value, start, low, high));
  for (int64_t i : llvm::seq(w.count())) {
    int64_t dim = first + i;
    Size limit = subtract(sizeOf(values.front(), dim),
                          w.dilation[i] * (w.kernel[i] - 1));
    Values reduced;
    for (int64_t place : llvm::seq(w.kernel[i])) {
      Size start = place * w.dilation[i];
      SmallVector<Value> arguments(reduced);
      for (Value value : values)
        arguments.push_back(
            slice(value, dim, start, add(limit, start), w.stride[i]));
      reduced = reduced.empty() ? arguments : body(*this, arguments);
    }
    values = reduced;
  }
  return values;
}

Value TosaBuilder::reduceWindows(Reducer reducer, Value value,
                                 const Windows &w) {
  std::optional<WindowGeometry> geometry = geometryOf(*this, value, w);
  if (reducer != Reducer::Maximum || !geometry || !isPlain(w) ||
      !isComputable(elementOf(value)))
    return reduceWindowsVariadic(value,
                                 neutralElement(reducer, elementOf(value)), w,
                                 [&](TensorBuilder &b, ValueRange arguments) {
                                   return SmallVector<Value>{b.combine(
                                       reducer, arguments[0], arguments[1])};
                                 })
        .front();
  return poolChannelsLast(*this, value, *geometry,
                          [&](Value input, const WindowGeometry &geometry,
                              RankedTensorType type) -> Value {
                            return tosa::MaxPool2dOp::create(
                                *this, type, input,
                                getDenseI64ArrayAttr(geometry.kernel),
                                getDenseI64ArrayAttr(geometry.stride),
                                getDenseI64ArrayAttr(geometry.padding()));
                          });
}

Value TosaBuilder::averageWindows(Value value, const Windows &w,
                                  bool countsPadding) {
  Type element = elementOf(value);
  std::optional<WindowGeometry> geometry = geometryOf(*this, value, w);
  if (!geometry || !isPlain(w) || !element.isF32())
    return {};
  // TOSA does not count padding; what counts becomes part of the input.
  bool isPadded =
      llvm::any_of(w.padding, [](int64_t size) { return size != 0; });
  if (countsPadding && isPadded) {
    Sizes low(rankOf(value), Size(0));
    for (int64_t i : llvm::seq(w.count())) {
      low[rankOf(value) - w.count() + i] = w.padding[i];
      geometry->low[i] = 0;
      geometry->high[i] -= w.padding[i];
    }
    value = pad(value, scalar(element, 0), low, low);
  }
  return poolChannelsLast(*this, value, *geometry,
                          [&](Value input, const WindowGeometry &geometry,
                              RankedTensorType type) -> Value {
                            Value zero = oneElement(element, 0);
                            return tosa::AvgPool2dOp::create(
                                *this, type, input, zero, zero,
                                getDenseI64ArrayAttr(geometry.kernel),
                                getDenseI64ArrayAttr(geometry.stride),
                                getDenseI64ArrayAttr(geometry.padding()),
                                TypeAttr::get(element));
                          });
}
