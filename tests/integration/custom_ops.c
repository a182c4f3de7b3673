/* custom_ops.c - functions for custom ops, as a user would write them.
 *
 * Written from proto/abi/executable.h and the contract of custom ops
 * (pipeline/conversion/TorchToTosa/README.md) alone. Built by
 * test_custom_ops.py and given to `ingot run --custom-op`.
 */
#include "proto/abi/executable.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What stands after `"name":` in the attributes. */
static const char *member(const ingot_custom_op *op, const char *name) {
  const char *at = op->attributes;
  size_t length = strlen(name);
  while ((at = strstr(at, name)) != NULL) {
    if (at[-1] == '"' && at[length] == '"' && at[length + 1] == ':')
      return at + length + 2;
    at += length;
  }
  return "null";
}

/* The operand of an argument; -1 if it is none. */
static int operandOf(const ingot_custom_op *op, const char *name) {
  static const char start[] = "{\"operand\":";
  const char *value = member(op, name);
  if (strncmp(value, start, sizeof(start) - 1) != 0)
    return -1;
  return atoi(value + sizeof(start) - 1);
}

static int64_t count(const ingot_type *type, const ingot_tensor *tensor) {
  int64_t elements = 1;
  for (int i = 0; i < type->rank; ++i)
    elements *= tensor->sizes[i];
  return elements;
}

static const float *floats(const ingot_tensor *operands, int index) {
  return index < 0 ? NULL : (const float *)operands[index].data;
}

/* torch.aten.layer_norm, in either form. */
const char *layer_norm(const ingot_custom_binding *self, const ingot_call *call,
                       const ingot_tensor *operands, ingot_tensor *results) {
  const ingot_custom_op *op = self->op;
  int input = operandOf(op, "input");
  if (input < 0 || op->operands[input].element != INGOT_F32)
    return "only of f32";
  int shape = operandOf(op, "normalized_shape"), eps = operandOf(op, "eps");
  /* How many sizes are normalised, and how many elements these are. */
  int64_t sizes = 1;
  if (shape >= 0)
    sizes = operands[shape].sizes[0];
  else
    for (const char *c = member(op, "normalized_shape"); *c != ']'; ++c)
      sizes += *c == ',';
  int rank = op->operands[input].rank;
  int64_t row = 1, all = count(&op->operands[input], &operands[input]);
  for (int i = rank - (int)sizes; i < rank; ++i)
    row *= operands[input].sizes[i];
  double epsilon =
      eps >= 0 ? floats(operands, eps)[0] : strtod(member(op, "eps"), NULL);

  const float *x = floats(operands, input);
  const float *weight = floats(operands, operandOf(op, "weight"));
  const float *bias = floats(operands, operandOf(op, "bias"));
  float *y = ingot_allocate_result(call, &results[0], rank,
                                   operands[input].sizes, sizeof(float));
  for (int64_t begin = 0; begin < all; begin += row) {
    double mean = 0, variance = 0;
    for (int64_t i = 0; i < row; ++i)
      mean += x[begin + i] / (double)row;
    for (int64_t i = 0; i < row; ++i)
      variance += pow(x[begin + i] - mean, 2) / (double)row;
    for (int64_t i = 0; i < row; ++i) {
      double value = (x[begin + i] - mean) / sqrt(variance + epsilon);
      y[begin + i] = (float)(value * (weight ? weight[i] : 1) +
                             (bias ? bias[i] : 0));
    }
  }
  return NULL;
}

/* torch.mylib.take_positive: as many elements as are positive. */
const char *take_positive(const ingot_custom_binding *self,
                          const ingot_call *call, const ingot_tensor *operands,
                          ingot_tensor *results) {
  const float *x = floats(operands, 0);
  int64_t all = count(&self->op->operands[0], &operands[0]), found = 0;
  for (int64_t i = 0; i < all; ++i)
    found += x[i] > 0;
  float *y = ingot_allocate_result(call, &results[0], 1, &found, sizeof(float));
  for (int64_t i = 0; i < all; ++i)
    if (x[i] > 0)
      *y++ = x[i];
  return NULL;
}

/* Breaks the contract: one element too many. */
const char *too_large(const ingot_custom_binding *self, const ingot_call *call,
                      const ingot_tensor *operands, ingot_tensor *results) {
  const ingot_type *type = &self->op->results[0];
  int64_t sizes[16];
  memcpy(sizes, operands[0].sizes, 8 * (size_t)type->rank);
  ++sizes[type->rank - 1];
  memset(ingot_allocate_result(call, &results[0], type->rank, sizes,
                               sizeof(float)),
         0, 4);
  return NULL;
}

const char *refuse(const ingot_custom_binding *self, const ingot_call *call,
                   const ingot_tensor *operands, ingot_tensor *results) {
  (void)self, (void)call, (void)operands, (void)results;
  return "out of paper";
}
