/*===- ingot_cmsisnn.c - Arm's CMSIS-NN as a library of custom ops --------===*\
|*                                                                            *|
|* The table that objects for targets like `cortex-m4+cmsisnn` take functions *|
|* from (proto/abi/library.h). It is built with the firmware, beside CMSIS-NN *|
|* (github.com/ARM-software/CMSIS-NN, arm_nnfunctions.h). C11, no heap: what  *|
|* CMSIS-NN wants for a while comes from the memory of the model.             *|
|*                                                                            *|
|* README.md says what operands there are. They are read as they are, which   *|
|* is why some pointers lose their `const`: CMSIS-NN's structures have none.  *|
\*===----------------------------------------------------------------------===*/

#include "library.h"

#include "arm_nnfunctions.h"

#include <stddef.h>

/** Places in the operand of parameters, of convolutions. */
enum {
  INPUT_OFFSET,
  OUTPUT_OFFSET,
  STRIDE_H,
  STRIDE_W,
  PADDING_H,
  PADDING_W,
  DILATION_H,
  DILATION_W,
  LEAST,
  MOST
};

/** The same of a product with weights, of a pool and of softmax. */
enum { FC_INPUT_OFFSET, FC_FILTER_OFFSET, FC_OUTPUT_OFFSET, FC_LEAST, FC_MOST };
enum {
  POOL_STRIDE_H,
  POOL_STRIDE_W,
  POOL_PADDING_H,
  POOL_PADDING_W,
  POOL_WINDOW_H,
  POOL_WINDOW_W,
  POOL_LEAST,
  POOL_MOST
};
enum { SOFTMAX_MULTIPLIER, SOFTMAX_SHIFT, SOFTMAX_SMALLEST };

/** Sizes of a tensor of images. */
static cmsis_nn_dims dims_of(const int64_t *sizes) {
  cmsis_nn_dims dims = {(int32_t)sizes[0], (int32_t)sizes[1], (int32_t)sizes[2],
                        (int32_t)sizes[3]};
  return dims;
}

static cmsis_nn_tile tile_of(const int32_t *parameters, int first) {
  cmsis_nn_tile tile = {parameters[first + 1], parameters[first]};
  return tile;
}

/** The least result at `first`, and the greatest. */
static cmsis_nn_activation range_of(const int32_t *parameters, int first) {
  cmsis_nn_activation range = {parameters[first], parameters[first + 1]};
  return range;
}

/** Memory that CMSIS-NN uses during a call. */
static cmsis_nn_context lend(const ingot_call *call, int32_t size) {
  cmsis_nn_context context = {NULL, size};
  if (size > 0)
    context.buf = call->allocate(call->user, size, INGOT_ALIGNMENT);
  return context;
}

/** Takes the memory back. Null, or why the function did not compute. */
static const char *end(const ingot_call *call, cmsis_nn_context context,
                       arm_cmsis_nn_status status) {
  if (context.buf != NULL)
    call->release(call->user, context.buf);
  return status == ARM_CMSIS_NN_SUCCESS ? NULL
                                        : "CMSIS-NN does not take these sizes";
}

static void *result_of(const ingot_custom_binding *self, const ingot_call *call,
                       ingot_tensor *result, int64_t element_bytes) {
  const ingot_type *type = &self->op->results[0];
  return ingot_allocate_result(call, result, type->rank, type->sizes,
                               element_bytes);
}

static const char *convolve(const ingot_custom_binding *self,
                            const ingot_call *call,
                            const ingot_tensor *operands,
                            ingot_tensor *results) {
  const int32_t *parameters = operands[5].data;
  const cmsis_nn_conv_params conv = {
      parameters[INPUT_OFFSET],        parameters[OUTPUT_OFFSET],
      tile_of(parameters, STRIDE_H),   tile_of(parameters, PADDING_H),
      tile_of(parameters, DILATION_H), range_of(parameters, LEAST)};
  const cmsis_nn_per_channel_quant_params scales = {operands[3].data,
                                                    operands[4].data};
  const cmsis_nn_dims in = dims_of(operands[0].sizes),
                      filter = dims_of(operands[1].sizes),
                      bias = {1, 1, 1, filter.n};
  int8_t *result = result_of(self, call, &results[0], 1);
  const cmsis_nn_dims out = dims_of(results[0].sizes);
  const cmsis_nn_context context = lend(
      call, arm_convolve_wrapper_s8_get_buffer_size(&conv, &in, &filter, &out));
  return end(call, context,
             arm_convolve_wrapper_s8(
                 &context, &conv, &scales, &in, operands[0].data, &filter,
                 operands[1].data, &bias, operands[2].data, &out, result));
}

static const char *convolve_depthwise(const ingot_custom_binding *self,
                                      const ingot_call *call,
                                      const ingot_tensor *operands,
                                      ingot_tensor *results) {
  const int32_t *parameters = operands[5].data;
  const int64_t *kernel = operands[1].sizes; /* Height, width, channels, each */
  const cmsis_nn_dw_conv_params conv = {parameters[INPUT_OFFSET],
                                        parameters[OUTPUT_OFFSET],
                                        (int32_t)kernel[3],
                                        tile_of(parameters, STRIDE_H),
                                        tile_of(parameters, PADDING_H),
                                        tile_of(parameters, DILATION_H),
                                        range_of(parameters, LEAST)};
  const cmsis_nn_per_channel_quant_params scales = {operands[3].data,
                                                    operands[4].data};
  const cmsis_nn_dims in = dims_of(operands[0].sizes),
                      filter = {1, (int32_t)kernel[0], (int32_t)kernel[1],
                                (int32_t)(kernel[2] * kernel[3])},
                      bias = {1, 1, 1, filter.c};
  int8_t *result = result_of(self, call, &results[0], 1);
  const cmsis_nn_dims out = dims_of(results[0].sizes);
  const cmsis_nn_context context =
      lend(call, arm_depthwise_conv_wrapper_s8_get_buffer_size(&conv, &in,
                                                               &filter, &out));
  return end(call, context,
             arm_depthwise_conv_wrapper_s8(
                 &context, &conv, &scales, &in, operands[0].data, &filter,
                 operands[1].data, &bias, operands[2].data, &out, result));
}

static const char *connect_fully(const ingot_custom_binding *self,
                                 const ingot_call *call,
                                 const ingot_tensor *operands,
                                 ingot_tensor *results) {
  const int32_t *parameters = operands[5].data;
  const cmsis_nn_fc_params product = {
      parameters[FC_INPUT_OFFSET], parameters[FC_FILTER_OFFSET],
      parameters[FC_OUTPUT_OFFSET], range_of(parameters, FC_LEAST)};
  const cmsis_nn_quant_params scales = {operands[3].data, operands[4].data,
                                        operands[3].sizes[0] > 1};
  const int32_t rows = (int32_t)operands[1].sizes[0],
                depth = (int32_t)operands[1].sizes[1];
  const cmsis_nn_dims in = {(int32_t)operands[0].sizes[0], 1, 1, depth},
                      filter = {depth, 1, 1, rows}, bias = {1, 1, 1, rows},
                      out = {in.n, 1, 1, rows};
  int8_t *result = result_of(self, call, &results[0], 1);
  const cmsis_nn_context context =
      lend(call, arm_fully_connected_s8_get_buffer_size(&filter));
  arm_cmsis_nn_status status = ARM_CMSIS_NN_SUCCESS;
  if (context.buf != NULL) /* With Helium: what each sum begins with. */
    status = arm_vector_sum_s8(context.buf, depth, rows, operands[1].data,
                               product.input_offset, product.filter_offset,
                               operands[2].data);
  if (status == ARM_CMSIS_NN_SUCCESS)
    status = arm_fully_connected_wrapper_s8(
        &context, &product, &scales, &in, operands[0].data, &filter,
        operands[1].data, &bias, operands[2].data, &out, result);
  return end(call, context, status);
}

static cmsis_nn_pool_params pool_of(const int32_t *parameters) {
  cmsis_nn_pool_params pool = {tile_of(parameters, POOL_STRIDE_H),
                               tile_of(parameters, POOL_PADDING_H),
                               range_of(parameters, POOL_LEAST)};
  return pool;
}

static cmsis_nn_dims window_of(const int32_t *parameters) {
  cmsis_nn_dims window = {1, parameters[POOL_WINDOW_H],
                          parameters[POOL_WINDOW_W], 1};
  return window;
}

static const char *pool_average(const ingot_custom_binding *self,
                                const ingot_call *call,
                                const ingot_tensor *operands,
                                ingot_tensor *results) {
  const cmsis_nn_pool_params pool = pool_of(operands[1].data);
  const cmsis_nn_dims in = dims_of(operands[0].sizes),
                      window = window_of(operands[1].data);
  int8_t *result = result_of(self, call, &results[0], 1);
  const cmsis_nn_dims out = dims_of(results[0].sizes);
  const cmsis_nn_context context =
      lend(call, arm_avgpool_s8_get_buffer_size(out.w, in.c));
  return end(call, context,
             arm_avgpool_s8(&context, &pool, &in, operands[0].data, &window,
                            &out, result));
}

static const char *pool_max(const ingot_custom_binding *self,
                            const ingot_call *call,
                            const ingot_tensor *operands,
                            ingot_tensor *results) {
  const cmsis_nn_pool_params pool = pool_of(operands[1].data);
  const cmsis_nn_dims in = dims_of(operands[0].sizes),
                      window = window_of(operands[1].data);
  int8_t *result = result_of(self, call, &results[0], 1);
  const cmsis_nn_dims out = dims_of(results[0].sizes);
  const cmsis_nn_context context = {NULL, 0}; /* It asks for none. */
  return end(call, context,
             arm_max_pool_s8(&context, &pool, &in, operands[0].data, &window,
                             &out, result));
}

/** Rows of a tensor, and in `columns` how long each is. */
static int32_t rows_of(const ingot_type *type, int32_t *columns) {
  int64_t rows = 1;
  int32_t i;
  for (i = 0; i + 1 < type->rank; ++i)
    rows *= type->sizes[i];
  *columns = (int32_t)type->sizes[type->rank - 1];
  return (int32_t)rows;
}

static const char *soften(const ingot_custom_binding *self,
                          const ingot_call *call, const ingot_tensor *operands,
                          ingot_tensor *results) {
  const int32_t *parameters = operands[1].data;
  int32_t columns;
  const int32_t rows = rows_of(&self->op->results[0], &columns);
  arm_softmax_s8(operands[0].data, rows, columns,
                 parameters[SOFTMAX_MULTIPLIER], parameters[SOFTMAX_SHIFT],
                 parameters[SOFTMAX_SMALLEST],
                 result_of(self, call, &results[0], 1));
  return NULL;
}

static const char *soften_to_s16(const ingot_custom_binding *self,
                                 const ingot_call *call,
                                 const ingot_tensor *operands,
                                 ingot_tensor *results) {
  const int32_t *parameters = operands[1].data;
  int32_t columns;
  const int32_t rows = rows_of(&self->op->results[0], &columns);
  arm_softmax_s8_s16(operands[0].data, rows, columns,
                     parameters[SOFTMAX_MULTIPLIER], parameters[SOFTMAX_SHIFT],
                     parameters[SOFTMAX_SMALLEST],
                     result_of(self, call, &results[0], 2));
  return NULL;
}

const ingot_library *ingot_cmsisnn(void) {
  static const ingot_library_function functions[] = {
      {"cmsisnn.convolve_s8", convolve},
      {"cmsisnn.depthwise_conv_s8", convolve_depthwise},
      {"cmsisnn.fully_connected_s8", connect_fully},
      {"cmsisnn.avgpool_s8", pool_average},
      {"cmsisnn.max_pool_s8", pool_max},
      {"cmsisnn.softmax_s8", soften},
      {"cmsisnn.softmax_s8_s16", soften_to_s16},
  };
  static const ingot_library library = {
      INGOT_LIBRARY_ABI_VERSION, "cmsisnn", "0", /* CMSIS-NN does not say. */
      sizeof(functions) / sizeof(functions[0]), functions};
  return &library;
}
