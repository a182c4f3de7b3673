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

/** Places in the operand of parameters. */
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

static cmsis_nn_activation range_of(const int32_t *parameters) {
  cmsis_nn_activation range = {parameters[LEAST], parameters[MOST]};
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

static int8_t *result_of(const ingot_custom_binding *self,
                         const ingot_call *call, ingot_tensor *result) {
  const ingot_type *type = &self->op->results[0];
  return ingot_allocate_result(call, result, type->rank, type->sizes, 1);
}

static const char *convolve(const ingot_custom_binding *self,
                            const ingot_call *call,
                            const ingot_tensor *operands,
                            ingot_tensor *results) {
  const int32_t *parameters = operands[5].data;
  const cmsis_nn_conv_params conv = {parameters[INPUT_OFFSET],
                                     parameters[OUTPUT_OFFSET],
                                     tile_of(parameters, STRIDE_H),
                                     tile_of(parameters, PADDING_H),
                                     tile_of(parameters, DILATION_H),
                                     range_of(parameters)};
  const cmsis_nn_per_channel_quant_params scales = {operands[3].data,
                                                    operands[4].data};
  const cmsis_nn_dims in = dims_of(operands[0].sizes),
                      filter = dims_of(operands[1].sizes),
                      bias = {1, 1, 1, filter.n};
  int8_t *result = result_of(self, call, &results[0]);
  const cmsis_nn_dims out = dims_of(results[0].sizes);
  const cmsis_nn_context context = lend(
      call, arm_convolve_wrapper_s8_get_buffer_size(&conv, &in, &filter, &out));
  return end(call, context,
             arm_convolve_wrapper_s8(&context, &conv, &scales, &in,
                                     operands[0].data, &filter,
                                     operands[1].data, &bias, operands[2].data,
                                     &out, result));
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
                                        range_of(parameters)};
  const cmsis_nn_per_channel_quant_params scales = {operands[3].data,
                                                    operands[4].data};
  const cmsis_nn_dims in = dims_of(operands[0].sizes),
                      filter = {1, (int32_t)kernel[0], (int32_t)kernel[1],
                                (int32_t)(kernel[2] * kernel[3])},
                      bias = {1, 1, 1, filter.c};
  int8_t *result = result_of(self, call, &results[0]);
  const cmsis_nn_dims out = dims_of(results[0].sizes);
  const cmsis_nn_context context =
      lend(call, arm_depthwise_conv_wrapper_s8_get_buffer_size(&conv, &in,
                                                               &filter, &out));
  return end(call, context,
             arm_depthwise_conv_wrapper_s8(&context, &conv, &scales, &in,
                                           operands[0].data, &filter,
                                           operands[1].data, &bias,
                                           operands[2].data, &out, result));
}

const ingot_library *ingot_cmsisnn(void) {
  static const ingot_library_function functions[] = {
      {"cmsisnn.convolve_s8", convolve},
      {"cmsisnn.depthwise_conv_s8", convolve_depthwise},
  };
  static const ingot_library library = {
      INGOT_LIBRARY_ABI_VERSION, "cmsisnn", "0", /* CMSIS-NN does not say. */
      sizeof(functions) / sizeof(functions[0]), functions};
  return &library;
}
