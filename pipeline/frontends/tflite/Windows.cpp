//===- Windows.cpp - convolutions and pools -------------------------------===//
//
// Rows of floats; quantised ones are in files of their own. Kernels may be
// integers beside float activations: they are dequantised.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tflite/Windows.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tflite;

static constexpr char kMisfit[] =
    "its kernel, strides and dilations do not fit its operand, or sizes of the "
    "kernel are not known";

/// Bias and activation behind a convolution.
static Results finish(TfLiteOp &op, Value result, unsigned bias,
                      schema::ActivationFunctionType activation) {
  if (!result)
    return op.fail(kMisfit);
  if (op.has(bias))
    result = op.b.add(result, op.floatInput(bias));
  return activate(op.b, result, activation);
}

template <typename Options> static Geometry geometry2D(const Options &options) {
  return {{options.stride_h(), options.stride_w()},
          {options.dilation_h_factor(), options.dilation_w_factor()},
          options.padding()};
}

static Results convertConv2D(TfLiteOp &op) {
  const auto &options = op.options<schema::Conv2DOptions>();
  Value result =
      convolve(op.b, op.floatInput(0), op.floatInput(1), geometry2D(options));
  return finish(op, result, 2, options.fused_activation_function());
}

static Results convertDepthwiseConv2D(TfLiteOp &op) {
  const auto &options = op.options<schema::DepthwiseConv2DOptions>();
  Value result = convolveDepthwise(op.b, op.floatInput(0), op.floatInput(1),
                                   geometry2D(options));
  return finish(op, result, 2, options.fused_activation_function());
}

static Geometry geometry3D(const schema::Conv3DOptions &options) {
  return {{options.stride_d(), options.stride_h(), options.stride_w()},
          {options.dilation_d_factor(), options.dilation_h_factor(),
           options.dilation_w_factor()},
          options.padding()};
}

static Results convertConv3D(TfLiteOp &op) {
  const auto &options = op.options<schema::Conv3DOptions>();
  Value result = convolveChannelsLast(op.b, op.floatInput(0), op.floatInput(1),
                                      geometry3D(options));
  return finish(op, result, 2, options.fused_activation_function());
}

static Results convertTransposeConv(TfLiteOp &op) {
  const auto &options = op.options<schema::TransposeConvOptions>();
  std::optional<Sizes> sizes = op.sizes(0);
  if (!sizes)
    return op.fail("the shape of its result is not known");
  Geometry geometry{
      {options.stride_h(), options.stride_w()}, {1, 1}, options.padding()};
  Value result = convolveTransposed(op.b, op.floatInput(2), op.floatInput(1),
                                    *sizes, geometry);
  return finish(op, result, 3, options.fused_activation_function());
}

static Results convertConv3DTranspose(TfLiteOp &op) {
  const auto &options = op.options<schema::Conv3DOptions>();
  std::optional<Sizes> sizes = op.sizes(0);
  if (!sizes)
    return op.fail("the shape of its result is not known");
  Value result =
      convolveTransposed(op.b, op.floatInput(2), op.floatInput(1), *sizes,
                         geometry3D(options), /*channelsLast=*/true);
  return finish(op, result, 3, options.fused_activation_function());
}

//===----------------------------------------------------------------------===//
// Pools
//===----------------------------------------------------------------------===//

namespace {

/// The windows of a pool; `isValid` is false if they make no sense.
struct Pool {
  Geometry geometry;
  SmallVector<int64_t> window;
  bool isValid = false;
};

} // namespace

static Pool poolOf(TfLiteOp &op) {
  const auto &options = op.options<schema::Pool2DOptions>();
  Pool pool;
  pool.geometry = {
      {options.stride_h(), options.stride_w()}, {1, 1}, options.padding()};
  pool.window = {options.filter_height(), options.filter_width()};
  pool.isValid = isValid(pool.geometry) && op.b.rankOf(op.input(0)) == 4 &&
                 llvm::all_of(pool.window, [](int64_t size) {
                   return size > 0 && size <= (1 << 20);
                 });
  return pool;
}

/// Sums of windows, and how many elements each has inside of the operand.
static Value averagePool(StablehloBuilder &b, Value value, const Pool &pool) {
  Type element = b.elementOf(value);
  Value zero = b.scalar(element, 0);
  Value sums =
      reducePool(b, value, Reducer::Add, zero, pool.window, pool.geometry);
  if (pool.geometry.padding == schema::Padding::VALID)
    return b.divide(sums,
                    b.scalar(element, double(pool.window[0] * pool.window[1])));
  Sizes sizes = b.sizesOf(value);
  sizes[0] = 1;
  sizes[3] = 1;
  Value ones = b.full(sizes, b.scalar(element, 1));
  Value counts =
      reducePool(b, ones, Reducer::Add, zero, pool.window, pool.geometry);
  return b.divide(sums, counts);
}

static constexpr char kBadPool[] =
    "its windows or strides are not valid, or its operand has not four "
    "dimensions";

static Results convertAveragePool(TfLiteOp &op) {
  Pool pool = poolOf(op);
  if (!pool.isValid)
    return op.fail(kBadPool);
  return activate(
      op.b, averagePool(op.b, op.input(0), pool),
      op.options<schema::Pool2DOptions>().fused_activation_function());
}

static Results convertL2Pool(TfLiteOp &op) {
  Pool pool = poolOf(op);
  if (!pool.isValid)
    return op.fail(kBadPool);
  Value value = op.input(0);
  Value mean = averagePool(op.b, op.b.multiply(value, value), pool);
  return activate(
      op.b, op.b.elementwise(ElementOp::Sqrt, mean),
      op.options<schema::Pool2DOptions>().fused_activation_function());
}

static Results convertMaxPool(TfLiteOp &op) {
  Pool pool = poolOf(op);
  if (!pool.isValid)
    return op.fail(kBadPool);
  Value value = op.input(0);
  Value lowest = op.b.neutralElement(Reducer::Maximum, op.b.elementOf(value));
  Value result = reducePool(op.b, value, Reducer::Maximum, lowest, pool.window,
                            pool.geometry);
  return activate(
      op.b, result,
      op.options<schema::Pool2DOptions>().fused_activation_function());
}

static constexpr Row kRows[] = {
    {BuiltinOperator::AVERAGE_POOL_2D, convertAveragePool},
    {BuiltinOperator::CONV_2D, convertConv2D, 2},
    {BuiltinOperator::CONV_3D, convertConv3D, 2},
    {BuiltinOperator::CONV_3D_TRANSPOSE, convertConv3DTranspose, 3},
    {BuiltinOperator::DEPTHWISE_CONV_2D, convertDepthwiseConv2D, 2},
    {BuiltinOperator::L2_POOL_2D, convertL2Pool},
    {BuiltinOperator::MAX_POOL_2D, convertMaxPool},
    {BuiltinOperator::TRANSPOSE_CONV, convertTransposeConv, 3},
};

ArrayRef<Row> ingot::tflite::windows() { return kRows; }
