/* What CMSIS-NN's functions compute, as plainly as it can be said: sums of
   products over a window, outside of which the input is its zero point; a product
   with a real number, rounded twice; a range. They ask for memory as the real ones
   do, and refuse to work without it. */
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

static int8_t store(int32_t sum, int32_t channel, int32_t offset,
                    const cmsis_nn_per_channel_quant_params *scales,
                    cmsis_nn_activation range) {
  const int32_t value =
      offset +
      requantize(sum, scales->multiplier[channel], scales->shift[channel]);
  return (int8_t)(value < range.min   ? range.min
                  : value > range.max ? range.max
                                      : value);
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
