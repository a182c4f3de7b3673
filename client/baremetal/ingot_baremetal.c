/*===- ingot_baremetal.c - executables without a system -------------------===*\
|*                                                                            *|
|* Memory is handed out from the front of one block. What a call took is      *|
|* forgotten when it ends: an executable takes one arena for its buffers of   *|
|* known size, so a call takes that and its results.                          *|
\*===----------------------------------------------------------------------===*/

#include "ingot_baremetal.h"

#include <string.h>

/** Sizes of elements by their numbers in executable.h. */
static size_t element_bytes(int32_t element) {
  switch (element) {
  case INGOT_I16:
  case INGOT_U16:
  case INGOT_F16:
  case INGOT_BF16:
    return 2;
  case INGOT_I32:
  case INGOT_U32:
  case INGOT_F32:
    return 4;
  case INGOT_I64:
  case INGOT_U64:
  case INGOT_F64:
  case INGOT_C64:
    return 8;
  case INGOT_C128:
    return 16;
  default:
    return 1;
  }
}

static void fail(void *user, const char *message) {
  ingot_model *model = user;
  model->message = message;
  longjmp(model->failed, 1);
}

static void *allocate(void *user, int64_t size, int64_t alignment) {
  ingot_model *model = user;
  size_t unit =
      alignment > INGOT_ALIGNMENT ? (size_t)alignment : INGOT_ALIGNMENT;
  uintptr_t start = (uintptr_t)model->memory + model->used;
  size_t gap = (size_t)(-start & (unit - 1));
  size_t left = model->size - model->used;
  if (gap > left || (uint64_t)size > left - gap)
    fail(user, "the memory is too small for this program");
  model->used += gap + (size_t)size;
  if (model->used > model->peak)
    model->peak = model->used;
  return (void *)(start + gap);
}

/** The end of the call releases everything. */
static void release(void *user, void *memory) {
  (void)user;
  (void)memory;
}

static void run_loop(void *user, ingot_task task, void *environment,
                     int64_t count) {
  (void)user;
  task(environment, 0, count);
}

/** Elements of a type; negative if its size is not known. */
static int64_t elements_of(const ingot_type *type) {
  int64_t count = 1;
  int32_t i;
  for (i = 0; i < type->rank; ++i) {
    if (type->sizes[i] < 0)
      return -1;
    count *= type->sizes[i];
  }
  return count;
}

/** Room for the sizes and strides of a tensor. */
typedef struct shape {
  int64_t sizes[INGOT_BAREMETAL_RANK], strides[INGOT_BAREMETAL_RANK];
} shape;

static ingot_tensor tensor_of(const ingot_type *type, const void *data,
                              shape *room) {
  ingot_tensor tensor;
  int64_t stride = 1;
  int32_t i;
  for (i = type->rank - 1; i >= 0; --i) {
    room->sizes[i] = type->sizes[i];
    room->strides[i] = stride;
    stride *= type->sizes[i];
  }
  memset(&tensor, 0, sizeof(tensor));
  tensor.data = (void *)(uintptr_t)data; /* Read only, by the ABI. */
  tensor.sizes = room->sizes;
  tensor.strides = room->strides;
  return tensor;
}

static int fits(const ingot_type *types, int64_t count) {
  int64_t i;
  if (count > INGOT_BAREMETAL_TENSORS)
    return 0;
  for (i = 0; i < count; ++i)
    if (types[i].rank > INGOT_BAREMETAL_RANK || elements_of(&types[i]) < 0)
      return 0;
  return 1;
}

/** Runs an entry and leaves the addresses of its results in `made`. */
static const char *invoke(ingot_model *model, const ingot_entry *entry,
                          const void *const *arguments, const void **made) {
  ingot_tensor takes[INGOT_BAREMETAL_TENSORS], gives[INGOT_BAREMETAL_TENSORS];
  shape shapes[2 * INGOT_BAREMETAL_TENSORS];
  int64_t i;
  if (!fits(entry->arguments, entry->argument_count) ||
      !fits(entry->results, entry->result_count))
    return "an entry has too many tensors, or one of unknown size";
  for (i = 0; i < entry->argument_count; ++i)
    takes[i] = tensor_of(&entry->arguments[i], arguments[i], &shapes[i]);
  for (i = 0; i < entry->result_count; ++i)
    gives[i] = tensor_of(&entry->results[i], NULL,
                         &shapes[INGOT_BAREMETAL_TENSORS + i]);
  if (setjmp(model->failed) != 0)
    return model->message;
  entry->invoke(&model->call, takes, gives);
  for (i = 0; i < entry->result_count; ++i)
    made[i] = gives[i].data;
  return NULL;
}

/** An array of pointers in the model's memory, as the ABI has it. */
static void **new_pointers(ingot_model *model, int64_t count) {
  void *array = allocate(model, 8 * count, INGOT_ALIGNMENT);
  memset(array, 0, (size_t)(8 * count));
  return array;
}

/** The pointer number `index` of such an array. */
static void set_pointer(void *array, int64_t index, const void *pointer) {
  memcpy((unsigned char *)array + 8 * index, &pointer, sizeof(pointer));
}

static void *get_pointer(const void *array, int64_t index) {
  void *pointer;
  memcpy(&pointer, (const unsigned char *)array + 8 * index, sizeof(pointer));
  return pointer;
}

static const char *derive(ingot_model *model, void *constants) {
  const ingot_executable *table = model->table;
  int64_t next = table->constant_count, i, k;
  if (table->abi_version < INGOT_EXECUTABLE_ABI_VERSION_DERIVATIONS)
    return NULL;
  for (i = 0; i < table->derivation_count; ++i) {
    const ingot_derivation *derivation = &table->derivations[i];
    const ingot_entry *entry = derivation->initialiser;
    const void *inputs[INGOT_BAREMETAL_TENSORS], *made[INGOT_BAREMETAL_TENSORS];
    const char *error;
    if (entry->argument_count > INGOT_BAREMETAL_TENSORS)
      return "an initialiser has too many tensors";
    for (k = 0; k < entry->argument_count; ++k)
      inputs[k] = get_pointer(constants, derivation->inputs[k]);
    error = invoke(model, entry, inputs, made);
    if (error != NULL)
      return error;
    for (k = 0; k < entry->result_count; ++k)
      set_pointer(constants, next++, made[k]);
  }
  return NULL;
}

static int64_t derived_count(const ingot_executable *table) {
  int64_t count = 0, i;
  if (table->abi_version >= INGOT_EXECUTABLE_ABI_VERSION_DERIVATIONS)
    for (i = 0; i < table->derivation_count; ++i)
      count += table->derivations[i].initialiser->result_count;
  return count;
}

static void lend_functions(ingot_model *model) {
  model->call.user = model;
  model->call.allocate = allocate;
  model->call.release = release;
  model->call.parallel_for = run_loop;
  model->call.fail = fail;
}

const char *ingot_model_open(ingot_model *model, const ingot_executable *table,
                             void *memory, size_t size,
                             const void *const *constants) {
  const char *error;
  void *all, *states;
  int64_t i;
  memset(model, 0, sizeof(*model));
  model->table = table;
  model->memory = memory;
  model->size = size;
  lend_functions(model);
  if (table->abi_version > INGOT_EXECUTABLE_ABI_VERSION_DERIVATIONS)
    return "the program is of a later version of the ABI";
  if (table->abi_version >= INGOT_EXECUTABLE_ABI_VERSION_CUSTOM_OPS &&
      table->custom_op_count != 0)
    return "the program has custom ops";
  if (table->constant_count != 0 && constants == NULL)
    return "the program needs constants";
  if (setjmp(model->failed) != 0)
    return model->message;
  all = new_pointers(model, table->constant_count + derived_count(table));
  states = new_pointers(model, table->state_count);
  for (i = 0; i < table->constant_count; ++i)
    set_pointer(all, i, constants[i]);
  for (i = 0; i < table->state_count; ++i)
    set_pointer(states, i,
                allocate(model, table->states[i].size, INGOT_ALIGNMENT));
  error = derive(model, all);
  if (error != NULL)
    return error;
  memcpy(&model->call.constants, &all, sizeof(all));
  memcpy(&model->call.states, &states, sizeof(states));
  model->kept = model->used;
  ingot_model_reset(model);
  return NULL;
}

void ingot_model_reset(ingot_model *model) {
  void *constants, *states;
  int64_t i;
  memcpy(&constants, &model->call.constants, sizeof(constants));
  memcpy(&states, &model->call.states, sizeof(states));
  for (i = 0; i < model->table->state_count; ++i) {
    const ingot_state *state = &model->table->states[i];
    memcpy(get_pointer(states, i),
           get_pointer(constants, state->initial_constant),
           (size_t)state->size);
  }
}

const char *ingot_model_call(ingot_model *model, int64_t entry,
                             const void *const *arguments,
                             void *const *results) {
  const void *made[INGOT_BAREMETAL_TENSORS];
  const ingot_entry *called = &model->table->entries[entry];
  const char *error = invoke(model, called, arguments, made);
  int64_t i;
  if (error == NULL)
    for (i = 0; i < called->result_count; ++i)
      memcpy(results[i], made[i],
             (size_t)elements_of(&called->results[i]) *
                 element_bytes(called->results[i].element));
  model->used = model->kept;
  return error;
}
