/* ---- Calls: memory, failure, weights ---- */

#include <setjmp.h>
#include <stdio.h>

/* A pointer in an array of the ABI: eight bytes on every machine. */
typedef union ingot_slot {
  void *memory;
  uint64_t word;
} ingot_slot;

/* Stands before the memory that a call allocates. */
typedef struct ingot_block {
  struct ingot_block *previous, *next;
  void *begin; /* What free() takes. */
} ingot_block;

struct ingot_model {
  ingot_slot *constants; /* By number, those behind them that are derived. */
  ingot_slot *states;
  ingot_custom_binding *customs;
  ingot_block blocks; /* The head of the blocks of the call that runs. */
  jmp_buf leave;
  const char *message;
};

static void *ingot_run_allocate(void *user, int64_t size, int64_t alignment)
{
  ingot_model *model = user;
  size_t space = (size_t)(alignment < INGOT_ALIGNMENT ? INGOT_ALIGNMENT : alignment);
  size_t bytes = size < 0 || (uint64_t)size > SIZE_MAX ? SIZE_MAX : (size_t)size;
  char *begin = NULL;
  ingot_block *block;
  if (bytes <= SIZE_MAX / 2u - 2u * space)
    begin = aligned_alloc(space, space + (bytes + space - 1u) / space * space);
  if (begin == NULL) {
    model->message = "out of memory";
    longjmp(model->leave, 1);
  }
  block = (ingot_block *)(void *)(begin + space) - 1;
  block->begin = begin;
  block->previous = &model->blocks;
  block->next = model->blocks.next;
  block->next->previous = block;
  model->blocks.next = block;
  return begin + space;
}

static void ingot_run_release(void *user, void *memory)
{
  (void)user;
  if (memory != NULL) {
    ingot_block *block = (ingot_block *)memory - 1;
    block->previous->next = block->next;
    block->next->previous = block->previous;
    free(block->begin);
  }
}

static void ingot_run_parallel(void *user, ingot_task task, void *environment, int64_t count)
{
  (void)user;
  task(environment, 0, count);
}

static void ingot_run_fail(void *user, const char *message)
{
  ingot_model *model = user;
  model->message = message;
  longjmp(model->leave, 1);
}

static void ingot_run_free_all(ingot_model *model)
{
  while (model->blocks.next != &model->blocks)
    ingot_run_release(model, model->blocks.next + 1);
}

/* Results are the caller's from then on: release() frees them. */
static void ingot_run_keep_all(ingot_model *model)
{
  while (model->blocks.next != &model->blocks) {
    ingot_block *block = model->blocks.next;
    model->blocks.next = block->next;
    block->next->previous = &model->blocks;
    block->previous = block;
    block->next = block;
  }
}

static const char *ingot_run_invoke(ingot_model *model, const ingot_entry *entry,
                                    const ingot_tensor *arguments, ingot_tensor *results)
{
  ingot_call call;
  call.user = model;
  call.allocate = ingot_run_allocate;
  call.release = ingot_run_release;
  call.parallel_for = ingot_run_parallel;
  call.fail = ingot_run_fail;
  memcpy(&call.constants, &model->constants, sizeof call.constants);
  memcpy(&call.states, &model->states, sizeof call.states);
  call.custom_ops = model->customs;
  model->blocks.previous = &model->blocks;
  model->blocks.next = &model->blocks;
  if (setjmp(model->leave) != 0) {
    ingot_run_free_all(model);
    return model->message;
  }
  entry->invoke(&call, arguments, results);
  ingot_run_keep_all(model);
  return NULL;
}

void INGOT_API(release)(void *memory)
{
  ingot_run_release(NULL, memory);
}

const char *INGOT_API(run)(ingot_model *model, const char *name, const ingot_tensor *arguments,
                           ingot_tensor *results)
{
  const ingot_executable *program = ingot_executable_v1();
  int64_t i;
  for (i = 0; i < program->entry_count; ++i)
    if (strcmp(program->entries[i].name, name) == 0)
      return ingot_run_invoke(model, &program->entries[i], arguments, results);
  return "there is no entry point of this name";
}

static void *ingot_run_memory(int64_t size)
{
  size_t bytes = ((size_t)size + INGOT_ALIGNMENT) / INGOT_ALIGNMENT * INGOT_ALIGNMENT;
  return aligned_alloc(INGOT_ALIGNMENT, bytes);
}

/* The place of a tensor in a safetensors file, from `"name": {... "data_offsets": [begin, end]`.
 * The same name may be a key of the metadata, with a string. */
static int ingot_run_find(const char *header, const char *name, uint64_t *begin, uint64_t *end)
{
  size_t length = strlen(name);
  const char *at = header;
  while ((at = strchr(at, '"')) != NULL) {
    const char *word = at + 1;
    char *rest;
    at = strchr(word, '"');
    if (at == NULL)
      return 0;
    ++at;
    if ((size_t)(at - 1 - word) != length || memcmp(word, name, length) != 0)
      continue;
    word = at + strspn(at, " \t\r\n");
    word += *word == ':';
    if (word[strspn(word, " \t\r\n")] != '{')
      continue;
    at = strstr(at, "\"data_offsets\"");
    at = at == NULL ? NULL : strchr(at, '[');
    if (at == NULL)
      return 0;
    *begin = strtoull(at + 1, &rest, 10);
    *end = *rest == ',' ? strtoull(rest + 1, NULL, 10) : 0u;
    return *end >= *begin;
  }
  return 0;
}

static const char *ingot_run_read(ingot_model *model, FILE *file)
{
  const ingot_executable *program = ingot_executable_v1();
  unsigned char bytes[8];
  uint64_t size = 0;
  char *header;
  const char *error = NULL;
  int i;
  int64_t n;
  if (fread(bytes, 1, 8, file) != 8)
    return "the file of weights is too short";
  for (i = 7; i >= 0; --i)
    size = size << 8 | bytes[i];
  if (size > 100000000u || (header = malloc((size_t)size + 1u)) == NULL)
    return "the file of weights is no safetensors file";
  if (fread(header, 1, (size_t)size, file) != size)
    error = "the file of weights is too short";
  header[size] = '\0';
  for (n = 0; n < program->constant_count && error == NULL; ++n) {
    const ingot_constant *constant = &program->constants[n];
    uint64_t begin = 0, end = 0;
    void *memory = ingot_run_memory(constant->size);
    model->constants[n].memory = memory;
    if (memory == NULL)
      error = "out of memory";
    else if (!ingot_run_find(header, constant->name, &begin, &end) ||
             end - begin != (uint64_t)constant->size)
      error = "the file of weights lacks a tensor, or has another size of it";
    else if (fseek(file, (long)(8u + size + begin), SEEK_SET) != 0 ||
             fread(memory, 1, (size_t)(end - begin), file) != end - begin)
      error = "the file of weights is too short";
  }
  free(header);
  return error;
}

/* Dense strides of a type whose sizes are known. */
static void ingot_run_describe(const ingot_type *type, int64_t *sizes, int64_t *strides)
{
  int64_t stride = 1;
  int32_t i;
  for (i = type->rank - 1; i >= 0; --i) {
    sizes[i] = type->sizes[i];
    strides[i] = stride;
    stride *= sizes[i];
  }
}

/* Room for the descriptors of `count` tensors. */
static ingot_tensor *ingot_run_tensors(const ingot_type *types, int64_t count)
{
  int64_t i, ranks = 0;
  ingot_tensor *tensors;
  int64_t *numbers;
  for (i = 0; i < count; ++i)
    ranks += 2 * types[i].rank;
  tensors = malloc((size_t)count * sizeof *tensors + (size_t)ranks * sizeof *numbers + 1u);
  if (tensors == NULL)
    return NULL;
  numbers = (int64_t *)(void *)(tensors + count);
  for (i = 0; i < count; ++i) {
    tensors[i].data = NULL;
    tensors[i].sizes = numbers;
    tensors[i].strides = numbers + types[i].rank;
    numbers += 2 * types[i].rank;
    ingot_run_describe(&types[i], tensors[i].sizes, tensors[i].strides);
  }
  return tensors;
}

/* Constants that are computed of others, once. */
static const char *ingot_run_derive(ingot_model *model)
{
  const ingot_executable *program = ingot_executable_v1();
  int64_t next = program->constant_count, d, i;
  int64_t count = program->abi_version >= INGOT_EXECUTABLE_ABI_VERSION_DERIVATIONS
                      ? program->derivation_count
                      : 0;
  for (d = 0; d < count; ++d) {
    const ingot_derivation *derivation = &program->derivations[d];
    const ingot_entry *entry = derivation->initialiser;
    ingot_tensor *arguments = ingot_run_tensors(entry->arguments, entry->argument_count);
    ingot_tensor *results = ingot_run_tensors(entry->results, entry->result_count);
    const char *error = "out of memory";
    if (arguments != NULL && results != NULL) {
      for (i = 0; i < entry->argument_count; ++i)
        arguments[i].data = model->constants[derivation->inputs[i]].memory;
      error = ingot_run_invoke(model, entry, arguments, results);
      for (i = 0; error == NULL && i < entry->result_count; ++i)
        model->constants[next++].memory = results[i].data;
    }
    free(arguments);
    free(results);
    if (error != NULL)
      return error;
  }
  return NULL;
}

static int64_t ingot_run_constant_count(void)
{
  const ingot_executable *program = ingot_executable_v1();
  int64_t count = program->constant_count, d;
  if (program->abi_version >= INGOT_EXECUTABLE_ABI_VERSION_DERIVATIONS)
    for (d = 0; d < program->derivation_count; ++d)
      count += program->derivations[d].initialiser->result_count;
  return count;
}

static const char *ingot_run_start(ingot_model *model, FILE *file)
{
  const ingot_executable *program = ingot_executable_v1();
  const char *error = NULL;
  int64_t i;
  (void)ingot_allocate_result; /* For custom ops. */
  if (program->constant_count != 0)
    error = file != NULL ? ingot_run_read(model, file) : "the file of weights cannot be opened";
  if (error == NULL)
    error = ingot_run_derive(model);
  for (i = 0; i < program->state_count && error == NULL; ++i) {
    const ingot_state *state = &program->states[i];
    model->states[i].memory = ingot_run_memory(state->size);
    if (model->states[i].memory == NULL)
      error = "out of memory";
    else
      memcpy(model->states[i].memory, model->constants[state->initial_constant].memory,
             (size_t)state->size);
  }
  return error;
}

void INGOT_API(free)(ingot_model *model)
{
  const ingot_executable *program = ingot_executable_v1();
  int64_t count = ingot_run_constant_count(), i;
  if (model == NULL)
    return;
  for (i = 0; i < count && model->constants != NULL; ++i) {
    void *memory = model->constants[i].memory;
    if (i < program->constant_count)
      free(memory);
    else
      ingot_run_release(NULL, memory);
  }
  for (i = 0; i < program->state_count && model->states != NULL; ++i)
    free(model->states[i].memory);
  free(model->constants);
  free(model->states);
  free(model->customs);
  free(model);
}

ingot_model *INGOT_API(load)(const char *weights, const char **error)
{
  const ingot_executable *program = ingot_executable_v1();
  size_t customs = 0u;
  ingot_model *model = calloc(1, sizeof *model);
  FILE *file = weights != NULL ? fopen(weights, "rb") : NULL;
  const char *failure = "out of memory";
  if (program->abi_version >= INGOT_EXECUTABLE_ABI_VERSION_CUSTOM_OPS)
    customs = (size_t)program->custom_op_count;
  if (model != NULL) {
    model->constants = calloc((size_t)ingot_run_constant_count() + 1u, sizeof(ingot_slot));
    model->states = calloc((size_t)program->state_count + 1u, sizeof(ingot_slot));
    model->customs = calloc(customs + 1u, sizeof *model->customs);
    if (model->constants != NULL && model->states != NULL && model->customs != NULL)
      failure = ingot_run_start(model, file);
  }
  if (file != NULL)
    fclose(file);
  if (failure != NULL) {
    INGOT_API(free)(model);
    model = NULL;
  }
  if (error != NULL)
    *error = failure;
  return model;
}

int INGOT_API(bind)(ingot_model *model, const char *name, ingot_custom_function function, void *user)
{
  const ingot_executable *program = ingot_executable_v1();
  int bound = 0;
  int64_t i;
  if (program->abi_version < INGOT_EXECUTABLE_ABI_VERSION_CUSTOM_OPS)
    return 0;
  for (i = 0; i < program->custom_op_count; ++i)
    if (strcmp(program->custom_ops[i].name, name) == 0) {
      model->customs[i].run = function;
      model->customs[i].op = &program->custom_ops[i];
      model->customs[i].user = user;
      ++bound;
    }
  return bound;
}
