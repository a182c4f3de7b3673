/* library.c - a library of ops, for tests of the runtime. What it says of
   itself is in the environment, so that one file is many libraries. */
#include "proto/abi/library.h"

#include <stdlib.h>

static const char *saidOr(const char *variable, const char *otherwise) {
  const char *said = getenv(variable);
  return said ? said : otherwise;
}

/* sample.threads () -> i64: how many it may use. */
static const char *threads(const ingot_custom_binding *self,
                           const ingot_call *call, const ingot_tensor *operands,
                           ingot_tensor *results) {
  int64_t *out = ingot_allocate_result(call, results, 0, 0, 8);
  const ingot_library_context *context = self->user;
  (void)operands;
  *out = context->threads;
  return 0;
}

static int64_t dropped;
static void drop(void *kept) {
  dropped += 1;
  free(kept);
}

/* sample.calls () -> i64: how often it was called for the instance. */
static const char *calls(const ingot_custom_binding *self,
                         const ingot_call *call, const ingot_tensor *operands,
                         ingot_tensor *results) {
  int64_t *out = ingot_allocate_result(call, results, 0, 0, 8);
  ingot_library_context *context = self->user;
  int64_t *count = context->kept;
  (void)operands;
  if (!count) {
    count = context->kept = calloc(1, sizeof(*count));
    context->drop = drop;
  }
  *out = ++*count;
  return 0;
}

/* sample.dropped () -> i64: for how many instances that was counted which are
   no more. */
static const char *ended(const ingot_custom_binding *self,
                         const ingot_call *call, const ingot_tensor *operands,
                         ingot_tensor *results) {
  int64_t *out = ingot_allocate_result(call, results, 0, 0, 8);
  (void)self;
  (void)operands;
  *out = dropped;
  return 0;
}

/* sample.constants () -> i64: the sum of the first bytes of the constants. */
static const char *constants(const ingot_custom_binding *self,
                             const ingot_call *call,
                             const ingot_tensor *operands,
                             ingot_tensor *results) {
  int64_t *out = ingot_allocate_result(call, results, 0, 0, 8);
  const ingot_library_context *context = self->user;
  int64_t i;
  (void)operands;
  for (*out = 0, i = 0; i < context->constant_count; ++i)
    *out += *(const char *)context->constants[i];
  return 0;
}

static const ingot_library_function functions[] = {
    {"sample.threads", threads},     {"sample.hollow", 0},
    {"sample.calls", calls},         {"sample.dropped", ended},
    {"sample.constants", constants},
};
static ingot_library table;

const ingot_library *ingot_library_v1(void) {
  if (getenv("SAMPLE_LIBRARY_HAS_NO_TABLE"))
    return 0;
  table.abi_version = (uint32_t)atoi(saidOr("SAMPLE_LIBRARY_ABI", "1"));
  table.name = saidOr("SAMPLE_LIBRARY_NAME", "sample");
  table.version = saidOr("SAMPLE_LIBRARY_VERSION", "2.6.3");
  table.function_count = sizeof(functions) / sizeof(functions[0]);
  table.functions = functions;
  return &table;
}
