/* Runs an entry point of a program that `ingot compile --target c` made, through the
 * interface at the head of that file: arrays of bytes in, arrays of bytes out.
 *
 *   c_program WEIGHTS|- ENTRY CALLS OUTPUT-PREFIX [INPUT SIZES]...
 *
 * SIZES is as `2x3`, and `-` for a scalar. An input has all calls behind each other.
 * Of result N the sizes of the last call go to standard output and the bytes of all
 * calls into OUTPUT-PREFIX.N. */
#define INGOT_INTERFACE_ONLY
#include PROGRAM

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int64_t element_bytes(int32_t element)
{
  static const int kBytes[] = {0, 1, 1, 2, 4, 8, 1, 2, 4, 8, 2, 2, 4, 8, 8, 16};
  return element < 16 ? kBytes[element] : 1;
}

static int64_t count_of(const ingot_tensor *tensor, int32_t rank)
{
  int64_t count = 1;
  int32_t i;
  for (i = 0; i < rank; ++i)
    count *= tensor->sizes[i];
  return count;
}

static void read_sizes(const char *text, ingot_tensor *tensor, int32_t rank)
{
  int64_t stride = 1;
  int32_t i;
  for (i = 0; i < rank; ++i) {
    char *end;
    tensor->sizes[i] = strtoll(text, &end, 10);
    text = *end == 'x' ? end + 1 : end;
  }
  for (i = rank - 1; i >= 0; --i) {
    tensor->strides[i] = stride;
    stride *= tensor->sizes[i];
  }
}

static ingot_tensor *make_tensors(const ingot_type *types, int64_t count)
{
  ingot_tensor *tensors = calloc((size_t)count + 1u, sizeof *tensors);
  int64_t i;
  for (i = 0; i < count; ++i) {
    tensors[i].sizes = calloc((size_t)types[i].rank + 1u, sizeof(int64_t));
    tensors[i].strides = calloc((size_t)types[i].rank + 1u, sizeof(int64_t));
  }
  return tensors;
}

static void free_tensors(ingot_tensor *tensors, int64_t count)
{
  int64_t i;
  for (i = 0; i < count; ++i) {
    free(tensors[i].sizes);
    free(tensors[i].strides);
  }
  free(tensors);
}

/* What is in a file of so many bytes. */
static char *read_file(const char *path, int64_t bytes)
{
  FILE *file = fopen(path, "rb");
  char *data = aligned_alloc(64, ((size_t)bytes + 64u) / 64u * 64u);
  if (file == NULL || data == NULL || fread(data, 1, (size_t)bytes, file) != (size_t)bytes)
    exit(3);
  fclose(file);
  return data;
}

static void write_results(const ingot_entry *entry, ingot_tensor *results, const char *prefix,
                          int isFirst, int isLast)
{
  int64_t i;
  int32_t d;
  for (i = 0; i < entry->result_count; ++i) {
    const ingot_type *type = &entry->results[i];
    size_t bytes = (size_t)(count_of(&results[i], type->rank) * element_bytes(type->element));
    char path[4096];
    FILE *file;
    snprintf(path, sizeof path, "%s.%d", prefix, (int)i);
    file = fopen(path, isFirst ? "wb" : "ab");
    if (file == NULL || fwrite(results[i].data, 1, bytes, file) != bytes)
      exit(3);
    fclose(file);
    for (d = 0; isLast && d < type->rank; ++d)
      printf("%lld ", (long long)results[i].sizes[d]);
    if (isLast)
      printf("\n");
    model_release(results[i].data);
  }
}

int main(int argc, char **argv)
{
  const ingot_executable *program = ingot_executable_v1();
  const ingot_entry *entry = program->entries;
  const char *error = NULL;
  ingot_model *model = model_load(strcmp(argv[1], "-") == 0 ? NULL : argv[1], &error);
  int64_t calls = strtoll(argv[3], NULL, 10), call, i;
  ingot_tensor *arguments, *results;
  char **inputs;
  (void)ingot_allocate_result;
  while (entry < program->entries + program->entry_count && strcmp(entry->name, argv[2]) != 0)
    ++entry;
  if (model == NULL || entry == program->entries + program->entry_count ||
      argc != 5 + 2 * (int)entry->argument_count) {
    fprintf(stderr, "load: %s\n", error != NULL ? error : "another entry point, or arguments");
    return 2;
  }
  arguments = make_tensors(entry->arguments, entry->argument_count);
  results = make_tensors(entry->results, entry->result_count);
  inputs = calloc((size_t)entry->argument_count + 1u, sizeof *inputs);
  for (i = 0; i < entry->argument_count; ++i) {
    read_sizes(argv[6 + 2 * i], &arguments[i], entry->arguments[i].rank);
    inputs[i] = read_file(argv[5 + 2 * i],
                          calls * count_of(&arguments[i], entry->arguments[i].rank) *
                              element_bytes(entry->arguments[i].element));
  }
  for (call = 0; call < calls && error == NULL; ++call) {
    for (i = 0; i < entry->argument_count; ++i)
      arguments[i].data = inputs[i] + call * count_of(&arguments[i], entry->arguments[i].rank) *
                                          element_bytes(entry->arguments[i].element);
    error = model_run(model, argv[2], arguments, results);
    if (error == NULL)
      write_results(entry, results, argv[4], call == 0, call + 1 == calls);
  }
  for (i = 0; i < entry->argument_count; ++i)
    free(inputs[i]);
  free(inputs);
  free_tensors(arguments, entry->argument_count);
  free_tensors(results, entry->result_count);
  model_free(model);
  if (error != NULL)
    fprintf(stderr, "run: %s\n", error);
  return error != NULL ? 1 : 0;
}
