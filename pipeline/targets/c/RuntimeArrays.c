/* Runs an entry point of known sizes on arrays. */
static const char *ingot_run_arrays(ingot_model *model, int64_t number, const void *const *inputs,
                                    void *const *outputs, const int64_t *output_bytes)
{
  const ingot_entry *entry = &ingot_executable_v1()->entries[number];
  ingot_tensor *arguments = ingot_run_tensors(entry->arguments, entry->argument_count);
  ingot_tensor *results = ingot_run_tensors(entry->results, entry->result_count);
  const char *error = "out of memory";
  int64_t i;
  if (arguments != NULL && results != NULL) {
    for (i = 0; i < entry->argument_count; ++i)
      memcpy(&arguments[i].data, &inputs[i], sizeof(void *));
    error = ingot_run_invoke(model, entry, arguments, results);
    for (i = 0; error == NULL && i < entry->result_count; ++i) {
      memcpy(outputs[i], results[i].data, (size_t)output_bytes[i]);
      INGOT_API(release)(results[i].data);
    }
  }
  free(arguments);
  free(results);
  return error;
}
