/* ops.c - functions of custom ops, for tests of the runtime. */
#include "proto/abi/executable.h"

/* test.negate (?xf32) -> ?xf32 */
const char *negate(const ingot_custom_binding *self, const ingot_call *call,
                   const ingot_tensor *operands, ingot_tensor *results) {
  const float *in = operands[0].data;
  float *out = ingot_allocate_result(call, results, 1, operands[0].sizes, 4);
  (void)self;
  for (int64_t i = 0; i < operands[0].sizes[0]; ++i)
    out[i] = -in[i];
  return 0;
}

const char *give_up(const ingot_custom_binding *self, const ingot_call *call,
                    const ingot_tensor *operands, ingot_tensor *results) {
  (void)self, (void)call, (void)operands, (void)results;
  return "gave up";
}
