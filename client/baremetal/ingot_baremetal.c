/*===- ingot_baremetal.c - executables without a system -------------------===*\
|*                                                                            *|
|* Memory is handed out from the front of one block. An executable takes one  *|
|* arena for its buffers of known size, and results; what it releases before  *|
|* its call ends, as loops do, is handed out again. What a call took is       *|
|* forgotten when it ends.                                                    *|
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

/** Memory that stays until the call ends. */
static void *take(ingot_model *model, size_t size, size_t unit) {
  uintptr_t start = (uintptr_t)model->memory + model->used;
  size_t gap = (size_t)(-start & (unit - 1));
  size_t left = model->size - model->used;
  if (gap > left || size > left - gap)
    fail(model, "the memory is too small for this program");
  model->used += gap + size;
  if (model->used > model->peak)
    model->peak = model->used;
  return (void *)(start + gap);
}

/** Stands before what `allocate` returns, in INGOT_ALIGNMENT bytes. */
typedef struct block {
  size_t size;
  struct block *next; /* Of those that were released. */
} block;

/** The smallest released block that will do, taken from the others. */
static block *take_released(ingot_model *model, size_t size, size_t unit) {
  block **best = NULL, **link, *found;
  for (link = (block **)&model->released; *link != NULL;
       link = &(*link)->next) {
    uintptr_t data = (uintptr_t)*link + INGOT_ALIGNMENT;
    if ((*link)->size >= size && (data & (unit - 1)) == 0 &&
        (best == NULL || (*link)->size < (*best)->size))
      best = link;
  }
  if (best == NULL)
    return NULL;
  found = *best;
  *best = found->next;
  return found;
}

static void *allocate(void *user, int64_t size, int64_t alignment) {
  ingot_model *model = user;
  size_t unit =
      alignment > INGOT_ALIGNMENT ? (size_t)alignment : INGOT_ALIGNMENT;
  block *found;
  if (size < 0 || (uint64_t)size > model->size)
    fail(user, "the memory is too small for this program");
  found = take_released(model, (size_t)size, unit);
  if (found == NULL) {
    /* The data begins at a multiple of the unit, and so does what is before. */
    unsigned char *start = take(model, unit + (size_t)size, unit);
    found = (block *)(void *)(start + unit - INGOT_ALIGNMENT);
    found->size = (size_t)size;
  }
  return (unsigned char *)found + INGOT_ALIGNMENT;
}

static void release(void *user, void *memory) {
  ingot_model *model = user;
  block *released =
      (block *)(void *)((unsigned char *)memory - INGOT_ALIGNMENT);
  released->next = model->released;
  model->released = released;
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

/** A tensor with its sizes and strides in the model's memory. */
static ingot_tensor tensor_of(ingot_model *model, const ingot_type *type,
                              const void *data) {
  size_t bytes = sizeof(int64_t) * (size_t)type->rank;
  ingot_tensor tensor;
  int64_t stride = 1;
  int32_t i;
  memset(&tensor, 0, sizeof(tensor));
  tensor.data = (void *)(uintptr_t)data; /* Read only, by the ABI. */
  tensor.sizes = take(model, bytes, sizeof(int64_t));
  tensor.strides = take(model, bytes, sizeof(int64_t));
  for (i = type->rank - 1; i >= 0; --i) {
    tensor.sizes[i] = type->sizes[i];
    tensor.strides[i] = stride;
    stride *= type->sizes[i];
  }
  return tensor;
}

static ingot_tensor *new_tensors(ingot_model *model, int64_t count) {
  return take(model, sizeof(ingot_tensor) * (size_t)count, sizeof(int64_t));
}

static int has_sizes(const ingot_type *types, int64_t count) {
  int64_t i;
  for (i = 0; i < count; ++i)
    if (elements_of(&types[i]) < 0)
      return 0;
  return 1;
}

/** Runs an entry; `results` are then its tensors. May leave by `fail`. */
static const char *invoke(ingot_model *model, const ingot_entry *entry,
                          const void *const *arguments,
                          ingot_tensor **results) {
  ingot_tensor *takes, *gives;
  int64_t i;
  if (!has_sizes(entry->arguments, entry->argument_count) ||
      !has_sizes(entry->results, entry->result_count))
    return "an entry has a tensor of unknown size";
  takes = new_tensors(model, entry->argument_count);
  gives = new_tensors(model, entry->result_count);
  for (i = 0; i < entry->argument_count; ++i)
    takes[i] = tensor_of(model, &entry->arguments[i], arguments[i]);
  for (i = 0; i < entry->result_count; ++i)
    gives[i] = tensor_of(model, &entry->results[i], NULL);
  entry->invoke(&model->call, takes, gives);
  *results = gives;
  return NULL;
}

/** An array of pointers in the model's memory, as the ABI has it. */
static void *new_pointers(ingot_model *model, int64_t count) {
  void *array = take(model, 8 * (size_t)count, 8);
  memset(array, 0, 8 * (size_t)count);
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
    const void **inputs =
        take(model, sizeof(void *) * (size_t)entry->argument_count, 8);
    ingot_tensor *made;
    const char *error;
    for (k = 0; k < entry->argument_count; ++k)
      inputs[k] = get_pointer(constants, derivation->inputs[k]);
    error = invoke(model, entry, inputs, &made);
    if (error != NULL)
      return error;
    for (k = 0; k < entry->result_count; ++k)
      set_pointer(constants, next++, made[k].data);
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

/** The function of a custom op; null if the library has none of its name. */
static ingot_custom_function function_of(const ingot_library *library,
                                         const ingot_custom_op *op) {
  int64_t i;
  for (i = 0; library != NULL && i < library->function_count; ++i)
    if (strcmp(library->functions[i].name, op->name) == 0)
      return library->functions[i].run;
  return NULL;
}

/** Gives each custom op its function. */
static const char *bind(ingot_model *model, const ingot_library *library) {
  static const ingot_library_context context = {.threads = 1};
  const ingot_executable *table = model->table;
  ingot_custom_binding *bindings;
  int64_t i;
  if (table->abi_version < INGOT_EXECUTABLE_ABI_VERSION_CUSTOM_OPS ||
      table->custom_op_count == 0)
    return NULL;
  if (library != NULL && library->abi_version != INGOT_LIBRARY_ABI_VERSION)
    return "the library is of another version of the ABI";
  bindings = take(model, sizeof(*bindings) * (size_t)table->custom_op_count,
                  sizeof(int64_t));
  memset(bindings, 0, sizeof(*bindings) * (size_t)table->custom_op_count);
  for (i = 0; i < table->custom_op_count; ++i) {
    bindings[i].op = &table->custom_ops[i];
    bindings[i].run = function_of(library, bindings[i].op);
    bindings[i].user = (void *)(uintptr_t)&context; /* Read only. */
    if (bindings[i].run == NULL)
      return "the program has custom ops that the library lacks";
  }
  model->call.custom_ops = bindings;
  return NULL;
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
                             const void *const *constants,
                             const ingot_library *library) {
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
                take(model, (size_t)table->states[i].size, INGOT_ALIGNMENT));
  error = bind(model, library);
  if (error == NULL)
    error = derive(model, all);
  if (error != NULL)
    return error;
  memcpy(&model->call.constants, &all, sizeof(all));
  memcpy(&model->call.states, &states, sizeof(states));
  model->kept = model->used;
  model->released = NULL;
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
  const ingot_entry *called;
  const char *error;
  int64_t i;
  if (entry < 0 || entry >= model->table->entry_count)
    return "the program has no such entry";
  called = &model->table->entries[entry];
  if (setjmp(model->failed) == 0) {
    ingot_tensor *made;
    error = invoke(model, called, arguments, &made);
    for (i = 0; error == NULL && i < called->result_count; ++i)
      memcpy(results[i], made[i].data,
             (size_t)elements_of(&called->results[i]) *
                 element_bytes(called->results[i].element));
  } else {
    error = model->message;
  }
  model->used = model->kept;
  model->released = NULL;
  return error;
}
