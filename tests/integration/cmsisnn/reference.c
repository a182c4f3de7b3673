/* What CMSIS-NN's functions compute, as plainly as it can be said: sums of
   products over a window, outside of which the input is its zero point; a product
   with a real number, rounded twice; a range. Means of what lies inside of an
   image; exponentials in fixed point. They ask for memory as the real ones do, and
   refuse to work without it. */
#include "arm_nnfunctions.h"

#include <stddef.h>

/* Of the product's upper 31 bits, to nearest, then of a power of two, to nearest
   with halves away from zero. */
static int32_t requantize(int32_t sum, int32_t multiplier, int32_t shift) {
  const int32_t left = shift > 0 ? shift : 0, right = shift > 0 ? 0 : -shift;
  const int64_t product = (int64_t)(sum * (1 << left)) * multiplier;
  const int32_t high = (int32_t)((product + (1 << 30)) >> 31);
  const int32_t mask = (int32_t)((1u << right) - 1), rest = high & mask;
  const int32_t most = (mask >> 1) + (high < 0 ? 1 : 0);
  return (high >> right) + (rest > most ? 1 : 0);
}

static int8_t within(int32_t value, cmsis_nn_activation range) {
  return (int8_t)(value < range.min   ? range.min
                  : value > range.max ? range.max
                                      : value);
}

static int8_t store(int32_t sum, int32_t channel, int32_t offset,
                    const cmsis_nn_per_channel_quant_params *scales,
                    cmsis_nn_activation range) {
  return within(offset + requantize(sum, scales->multiplier[channel],
                                    scales->shift[channel]),
                range);
}

/* A window of one output at (y, x) of one image: element (i, j) of the window is
   this one of the image, or null outside of it. */
static const int8_t *at(const int8_t *image, const cmsis_nn_dims *in,
                        cmsis_nn_tile stride, cmsis_nn_tile padding,
                        cmsis_nn_tile dilation, int32_t y, int32_t x, int32_t i,
                        int32_t j) {
  const int32_t row = y * stride.h - padding.h + i * dilation.h;
  const int32_t column = x * stride.w - padding.w + j * dilation.w;
  if (row < 0 || row >= in->h || column < 0 || column >= in->w)
    return NULL;
  return image + (row * in->w + column) * in->c;
}

int32_t arm_convolve_wrapper_s8_get_buffer_size(const cmsis_nn_conv_params *conv,
                                                const cmsis_nn_dims *in,
                                                const cmsis_nn_dims *filter,
                                                const cmsis_nn_dims *out) {
  (void)conv;
  (void)in;
  (void)out;
  return 4 * filter->w * filter->h * filter->c;
}

arm_cmsis_nn_status arm_convolve_wrapper_s8(
    const cmsis_nn_context *ctx, const cmsis_nn_conv_params *conv,
    const cmsis_nn_per_channel_quant_params *scales, const cmsis_nn_dims *in,
    const int8_t *input, const cmsis_nn_dims *filter, const int8_t *weights,
    const cmsis_nn_dims *bias_dims, const int32_t *bias,
    const cmsis_nn_dims *out, int8_t *output) {
  (void)bias_dims;
  if (ctx->buf == NULL || filter->c != in->c || filter->n != out->c)
    return ARM_CMSIS_NN_ARG_ERROR;
  for (int32_t n = 0; n < in->n; ++n, input += in->h * in->w * in->c)
    for (int32_t y = 0; y < out->h; ++y)
      for (int32_t x = 0; x < out->w; ++x)
        for (int32_t o = 0; o < out->c; ++o) {
          const int8_t *w = weights + o * filter->h * filter->w * filter->c;
          int32_t sum = bias == NULL ? 0 : bias[o];
          for (int32_t i = 0; i < filter->h; ++i)
            for (int32_t j = 0; j < filter->w; ++j, w += filter->c) {
              const int8_t *from = at(input, in, conv->stride, conv->padding,
                                      conv->dilation, y, x, i, j);
              for (int32_t c = 0; from != NULL && c < filter->c; ++c)
                sum += (from[c] + conv->input_offset) * w[c];
            }
          *output++ = store(sum, o, conv->output_offset, scales, conv->activation);
        }
  return ARM_CMSIS_NN_SUCCESS;
}

int32_t arm_depthwise_conv_wrapper_s8_get_buffer_size(
    const cmsis_nn_dw_conv_params *conv, const cmsis_nn_dims *in,
    const cmsis_nn_dims *filter, const cmsis_nn_dims *out) {
  (void)conv;
  (void)in;
  (void)out;
  return 2 * filter->w * filter->h * filter->c;
}

arm_cmsis_nn_status arm_depthwise_conv_wrapper_s8(
    const cmsis_nn_context *ctx, const cmsis_nn_dw_conv_params *conv,
    const cmsis_nn_per_channel_quant_params *scales, const cmsis_nn_dims *in,
    const int8_t *input, const cmsis_nn_dims *filter, const int8_t *weights,
    const cmsis_nn_dims *bias_dims, const int32_t *bias,
    const cmsis_nn_dims *out, int8_t *output) {
  (void)bias_dims;
  if (ctx->buf == NULL || in->n != 1 || out->c != in->c * conv->ch_mult ||
      filter->c != out->c || conv->dilation.h != 1 || conv->dilation.w != 1)
    return ARM_CMSIS_NN_ARG_ERROR;
  for (int32_t y = 0; y < out->h; ++y)
    for (int32_t x = 0; x < out->w; ++x)
      for (int32_t o = 0; o < out->c; ++o) {
        int32_t sum = bias == NULL ? 0 : bias[o];
        for (int32_t i = 0; i < filter->h; ++i)
          for (int32_t j = 0; j < filter->w; ++j) {
            const int8_t *from = at(input, in, conv->stride, conv->padding,
                                    conv->dilation, y, x, i, j);
            if (from != NULL)
              sum += (from[o / conv->ch_mult] + conv->input_offset) *
                     weights[(i * filter->w + j) * filter->c + o];
          }
        *output++ = store(sum, o, conv->output_offset, scales, conv->activation);
      }
  return ARM_CMSIS_NN_SUCCESS;
}

/* With Helium sums begin with what arm_vector_sum_s8 has put into the memory; so
   they do here, on all machines. */
int32_t arm_fully_connected_s8_get_buffer_size(const cmsis_nn_dims *filter) {
  return 4 * filter->c;
}

arm_cmsis_nn_status arm_vector_sum_s8(int32_t *sums, int32_t columns,
                                      int32_t rows, const int8_t *weights,
                                      int32_t input_offset,
                                      int32_t filter_offset,
                                      const int32_t *bias) {
  for (int32_t o = 0; o < rows; ++o) {
    int32_t sum = 0;
    for (int32_t k = 0; k < columns; ++k)
      sum += *weights++ + filter_offset;
    sums[o] = sum * input_offset + (bias == NULL ? 0 : bias[o]);
  }
  return ARM_CMSIS_NN_SUCCESS;
}

arm_cmsis_nn_status arm_fully_connected_wrapper_s8(
    const cmsis_nn_context *ctx, const cmsis_nn_fc_params *product,
    const cmsis_nn_quant_params *scales, const cmsis_nn_dims *in,
    const int8_t *input, const cmsis_nn_dims *filter, const int8_t *weights,
    const cmsis_nn_dims *bias_dims, const int32_t *bias,
    const cmsis_nn_dims *out, int8_t *output) {
  const cmsis_nn_per_channel_quant_params each = {scales->multiplier,
                                                  scales->shift};
  (void)bias_dims;
  (void)bias;
  if (ctx->buf == NULL || filter->c != out->c || in->n != out->n ||
      (scales->is_per_channel && product->filter_offset != 0))
    return ARM_CMSIS_NN_ARG_ERROR;
  for (int32_t n = 0; n < in->n; ++n, input += filter->n)
    for (int32_t o = 0; o < out->c; ++o) {
      const int8_t *w = weights + o * filter->n;
      int32_t sum = ((const int32_t *)ctx->buf)[o];
      for (int32_t k = 0; k < filter->n; ++k)
        sum += input[k] * (w[k] + product->filter_offset);
      *output++ = store(sum, scales->is_per_channel ? o : 0,
                        product->output_offset, &each, product->activation);
    }
  return ARM_CMSIS_NN_SUCCESS;
}

int32_t arm_avgpool_s8_get_buffer_size(int width, int channels) {
  (void)width;
  return 4 * channels;
}

/* The sum of a window's elements of one channel, or the greatest of them, and how
   many lie inside of the image. */
static int32_t reduce(const int8_t *image, const cmsis_nn_dims *in,
                      const cmsis_nn_dims *window,
                      const cmsis_nn_pool_params *pool, int32_t y, int32_t x,
                      int32_t c, int is_max, int32_t *count) {
  const cmsis_nn_tile one = {1, 1};
  int32_t value = is_max ? -128 : 0;
  *count = 0;
  for (int32_t i = 0; i < window->h; ++i)
    for (int32_t j = 0; j < window->w; ++j) {
      const int8_t *from =
          at(image, in, pool->stride, pool->padding, one, y, x, i, j);
      if (from == NULL)
        continue;
      ++*count;
      if (!is_max)
        value += from[c];
      else if (from[c] > value)
        value = from[c];
    }
  return value;
}

static arm_cmsis_nn_status pool_all(const cmsis_nn_pool_params *pool,
                                    const cmsis_nn_dims *in,
                                    const int8_t *input,
                                    const cmsis_nn_dims *window,
                                    const cmsis_nn_dims *out, int8_t *output,
                                    int is_max) {
  for (int32_t n = 0; n < in->n; ++n, input += in->h * in->w * in->c)
    for (int32_t y = 0; y < out->h; ++y)
      for (int32_t x = 0; x < out->w; ++x)
        for (int32_t c = 0; c < in->c; ++c) {
          int32_t count;
          int32_t value =
              reduce(input, in, window, pool, y, x, c, is_max, &count);
          if (count == 0)
            return ARM_CMSIS_NN_ARG_ERROR;
          if (!is_max)
            value = (value > 0 ? value + count / 2 : value - count / 2) / count;
          *output++ = within(value, pool->activation);
        }
  return ARM_CMSIS_NN_SUCCESS;
}

arm_cmsis_nn_status arm_avgpool_s8(const cmsis_nn_context *ctx,
                                   const cmsis_nn_pool_params *pool,
                                   const cmsis_nn_dims *in,
                                   const int8_t *input,
                                   const cmsis_nn_dims *window,
                                   const cmsis_nn_dims *out, int8_t *output) {
  if (ctx->buf == NULL)
    return ARM_CMSIS_NN_ARG_ERROR;
  return pool_all(pool, in, input, window, out, output, 0);
}

arm_cmsis_nn_status arm_max_pool_s8(const cmsis_nn_context *ctx,
                                    const cmsis_nn_pool_params *pool,
                                    const cmsis_nn_dims *in,
                                    const int8_t *input,
                                    const cmsis_nn_dims *window,
                                    const cmsis_nn_dims *out, int8_t *output) {
  (void)ctx;
  return pool_all(pool, in, input, window, out, output, 1);
}

/* The upper 31 bits of a product of fractions, to nearest, halves up. */
static int32_t times(int32_t a, int32_t b) {
  if (a == INT32_MIN && b == INT32_MIN)
    return INT32_MAX;
  return (int32_t)(((int64_t)a * b + (1 << 30)) >> 31);
}

/* value / 2^exponent, to nearest, halves away from zero. */
static int32_t divide(int32_t value, int32_t exponent) {
  const int64_t size = value < 0 ? -(int64_t)value : value;
  const int64_t half = exponent == 0 ? 0 : (int64_t)1 << (exponent - 1);
  const int32_t rounded = (int32_t)((size + half) >> exponent);
  return value < 0 ? -rounded : rounded;
}

/* exp of a number that is not positive and has 5 integer bits, as a fraction:
   what is left of a multiple of a quarter by a series of four terms, and then one
   known factor for each bit of that multiple. */
static int32_t exponential(int32_t x) {
  static const int32_t factors[] = {1672461947, 1302514674, 790015084, 290630308,
                                    39332535,   720401,     242};
  const int32_t quarter = 1 << 24;
  const int32_t rest = (x & (quarter - 1)) - quarter; /* In [-1/4, 0). */
  const int32_t steps = rest - x;
  const int32_t a = rest * 32 + (1 << 28); /* As a fraction, about -1/8. */
  const int32_t square = times(a, a);
  const int32_t high = divide(times(square, square), 2) + times(square, a);
  const int32_t series = a + divide(times(high, 715827883) + square, 1);
  int32_t result = 1895147668 + times(1895147668, series);
  if (x == 0)
    return INT32_MAX;
  for (int32_t i = 0; i < 7; ++i)
    if (steps & (quarter << i))
      result = times(result, factors[i]);
  return result;
}

static int32_t saturating_shift(int32_t value, int32_t by) {
  const int64_t shifted = (int64_t)value * ((int64_t)1 << by);
  return shifted > INT32_MAX   ? INT32_MAX
         : shifted < INT32_MIN ? INT32_MIN
                               : (int32_t)shifted;
}

/* 1 / (1 + a) of a fraction, by Newton's steps for half of the sum. */
static int32_t reciprocal_of_one_plus(int32_t a) {
  const int64_t sum = (int64_t)a + INT32_MAX;
  const int32_t half = (int32_t)((sum + (sum >= 0 ? 1 : -1)) / 2);
  int32_t x = 1515870810 + times(half, -1010580540);
  for (int32_t i = 0; i < 3; ++i)
    x += saturating_shift(times(x, (1 << 29) - times(half, x)), 2);
  return saturating_shift(x, 1);
}

/* One row; `bits` is how many bits an element of the result has. */
static void soften(const int8_t *input, int32_t columns, int32_t mult,
                   int32_t shift, int32_t diff_min, int32_t bits,
                   void *output) {
  const int32_t low = -(1 << (bits - 1)), high = -low - 1;
  int32_t max = input[0], sum = 0, zeros = 0, inverse;
  for (int32_t i = 1; i < columns; ++i)
    max = input[i] > max ? input[i] : max;
  for (int32_t i = 0; i < columns; ++i)
    if (input[i] - max >= diff_min) /* With 12 integer bits. */
      sum += divide(exponential(times((input[i] - max) * (1 << shift), mult)),
                    12);
  while (zeros < 31 && ((uint32_t)sum << zeros) < 0x80000000u)
    ++zeros;
  /* The first bit is a one; what is behind it is the fraction. */
  inverse =
      reciprocal_of_one_plus((int32_t)(((uint32_t)sum << zeros) - 0x80000000u));
  for (int32_t i = 0; i < columns; ++i) {
    int32_t value = low;
    if (input[i] - max >= diff_min)
      value += divide(
          times(inverse,
                exponential(times((input[i] - max) * (1 << shift), mult))),
          12 - zeros + 31 - bits);
    value = value > high ? high : value;
    if (bits == 8)
      ((int8_t *)output)[i] = (int8_t)value;
    else
      ((int16_t *)output)[i] = (int16_t)value;
  }
}

void arm_softmax_s8(const int8_t *input, int32_t rows, int32_t columns,
                    int32_t mult, int32_t shift, int32_t diff_min,
                    int8_t *output) {
  for (; rows > 0; --rows, input += columns, output += columns)
    soften(input, columns, mult, shift, diff_min, 8, output);
}

void arm_softmax_s8_s16(const int8_t *input, int32_t rows, int32_t columns,
                        int32_t mult, int32_t shift, int32_t diff_min,
                        int16_t *output) {
  for (; rows > 0; --rows, input += columns, output += columns)
    soften(input, columns, mult, shift, diff_min, 16, output);
}
