/*===- library.c - the functions that executables of gain.textproto call
---===*\
|* Built by tests with another VERSION too: one that is too old. *|
\*===-----------------------------------------------------------------------===*/

#include "proto/abi/library.h"

#include <stdlib.h>
#include <string.h>

#ifndef VERSION
#define VERSION "1.4"
#endif

static const char *apply(const ingot_custom_binding *self,
                         const ingot_call *call, const ingot_tensor *operands,
                         ingot_tensor *results) {
  const ingot_type *type = &self->op->operands[0];
  const char *factor = strstr(self->op->attributes, "\"factor\":");
  const float *from = operands[0].data;
  float *to = ingot_allocate_result(call, &results[0], type->rank,
                                    operands[0].sizes, sizeof(float));
  int64_t count = 1, i;
  if (!factor)
    return "no factor";
  for (i = 0; i < type->rank; ++i)
    count *= operands[0].sizes[i];
  for (i = 0; i < count; ++i)
    to[i] = from[i] * strtof(factor + 9, NULL);
  return NULL;
}

static const ingot_library_function functions[] = {{"gain.apply", apply}};
static const ingot_library library = {INGOT_LIBRARY_ABI_VERSION, "gain",
                                      VERSION, 1, functions};

const ingot_library *ingot_library_v1(void) { return &library; }
