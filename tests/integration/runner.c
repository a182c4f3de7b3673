/* runner.c - runs one executable on other machines than this one.
 *
 * Written from proto/abi/executable.h alone, as any loader could be: loads the
 * executable, binds no constants but derives those that need none, fills every f32 argument with 0.25 * (index % 8), calls the entry
 * and prints the sum of each result and a hash of its bytes. Built by test_targets.py with a cross
 * compiler and run under qemu.
 */
#include "proto/abi/executable.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

static void *allocate(void *user, int64_t size, int64_t alignment) {
  (void)user;
  void *memory = NULL;
  if (posix_memalign(&memory, alignment < 8 ? 8 : alignment, size ? size : 1))
    abort();
  return memory;
}

static void release(void *user, void *memory) {
  (void)user;
  free(memory);
}

static void run(void *user, ingot_task task, void *environment, int64_t count) {
  (void)user;
  task(environment, 0, count);
}

static void fail(void *user, const char *message) {
  (void)user;
  fprintf(stderr, "failed: %s\n", message);
  exit(1);
}

static int64_t elements(const ingot_type *type) {
  int64_t count = 1;
  for (int i = 0; i < type->rank; ++i)
    count *= type->sizes[i];
  return count;
}

static ingot_tensor argument(const ingot_type *type) {
  ingot_tensor tensor;
  int64_t count = elements(type), stride = 1;
  float *data = allocate(NULL, count * 4, INGOT_ALIGNMENT);
  for (int64_t i = 0; i < count; ++i)
    data[i] = 0.25f * (float)(i % 8);
  tensor.data = data;
  tensor.sizes = malloc(8 * (type->rank + 1));
  tensor.strides = malloc(8 * (type->rank + 1));
  for (int i = type->rank; i-- > 0;) {
    tensor.sizes[i] = type->sizes[i];
    tensor.strides[i] = stride;
    stride *= type->sizes[i];
  }
  return tensor;
}

/* The table of constants: none is given, some may be derived. */
static const void *const *derive(const ingot_executable *executable,
                                 ingot_call *call) {
  if (executable->constant_count > 0) {
    fprintf(stderr, "needs constants, and this runner has none\n");
    exit(1);
  }
  if (executable->abi_version < INGOT_EXECUTABLE_ABI_VERSION_DERIVATIONS)
    return NULL;
  const void **constants = NULL;
  int64_t count = 0;
  for (int64_t i = 0; i < executable->derivation_count; ++i) {
    const ingot_derivation *derivation = &executable->derivations[i];
    const ingot_entry *initialiser = derivation->initialiser;
    ingot_tensor arguments[8], results[8];
    for (int64_t k = 0; k < initialiser->argument_count; ++k) {
      arguments[k] = argument(&initialiser->arguments[k]);
      arguments[k].data = (void *)constants[derivation->inputs[k]];
    }
    for (int64_t k = 0; k < initialiser->result_count; ++k)
      results[k] = argument(&initialiser->results[k]);
    initialiser->invoke(call, arguments, results);
    constants =
        realloc(constants, 8 * (size_t)(count + initialiser->result_count));
    for (int64_t k = 0; k < initialiser->result_count; ++k)
      constants[count++] = results[k].data;
  }
  return constants;
}

int main(int argc, char **argv) {
  void *library = argc > 1 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
  if (!library) {
    fprintf(stderr, "cannot load: %s\n", dlerror());
    return 1;
  }
  ingot_executable_v1_function get =
      (ingot_executable_v1_function)dlsym(library, INGOT_EXECUTABLE_SYMBOL);
  const ingot_executable *executable = get();
  const ingot_entry *entry = &executable->entries[0];
  ingot_tensor arguments[8], results[8];
  for (int64_t i = 0; i < entry->argument_count; ++i)
    arguments[i] = argument(&entry->arguments[i]);
  for (int64_t i = 0; i < entry->result_count; ++i)
    results[i] = argument(&entry->results[i]);
  ingot_call call = {NULL, allocate, release, run, fail, NULL, NULL, NULL};
  call.constants = derive(executable, &call);
  entry->invoke(&call, arguments, results);
  for (int64_t i = 0; i < entry->result_count; ++i) {
    double sum = 0;
    uint64_t hash = 0;
    for (int64_t k = 0; k < elements(&entry->results[i]); ++k) {
      sum += ((float *)results[i].data)[k];
      hash = hash * 0x9e3779b97f4a7c15 + ((uint32_t *)results[i].data)[k];
    }
    printf("%.4f %016llx\n", sum, (unsigned long long)hash);
  }
  return 0;
}
