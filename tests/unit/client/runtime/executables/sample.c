/* sample.c - an executable written by hand, for tests of the runtime.
 *
 *   add      (?xf32, ?xf32) -> ?xf32      element by element
 *   count    () -> i32                    a state that grows by one
 *   scale    (2xf32) -> 2xf32             times the constant "factor"
 *   refuse   (f32) -> f32                 fails when its argument is negative
 *   squares  (?xi64) -> ?xi64             in a parallel loop whose task fails
 * on a negative element
 *
 * SAMPLE_VERSION 2 has one entry and one custom op instead:
 *   main     (?xf32) -> ?xf32             test.negate of its argument
 *
 * SAMPLE_VERSION 3 derives three constants of its constant "weight":
 *   root     (16384xf32) -> 16384xf32     1: its square roots, in a parallel
 * loop whose task fails on a negative element
 *   ends     (16384xf32, 16384xf32) -> 2xf32   2: of 1 and 0, the last elements
 *   twice    (16384xf32) -> 16384xf32     3: of 1, times two
 *   main     () -> (16384xf32, 2xf32, 16384xf32)   all
 *   runs     () -> i64                    how often initialisers ran
 */
#include "proto/abi/executable.h"

static const int64_t any[] = {-1}, two[] = {2};
static const ingot_type vectors[] = {{INGOT_F32, 1, any}, {INGOT_F32, 1, any}};
static const ingot_type longs[] = {{INGOT_I64, 1, any}};
static const ingot_type pair[] = {{INGOT_F32, 1, two}};
static const ingot_type scalar[] = {{INGOT_F32, 0, 0}};
static const ingot_type integer[] = {{INGOT_I32, 0, 0}};

static void *make(const ingot_call *call, ingot_tensor *result, int64_t count,
                  int64_t element) {
  result->sizes[0] = count;
  result->strides[0] = 1;
  return result->data = call->allocate(call->user, count * element, 64);
}

static void add(const ingot_call *call, const ingot_tensor *arguments,
                ingot_tensor *results) {
  int64_t count = arguments[0].sizes[0];
  float *out = make(call, results, count, 4);
  for (int64_t i = 0; i < count; ++i)
    out[i] = ((float *)arguments[0].data)[i] + ((float *)arguments[1].data)[i];
}

static void count(const ingot_call *call, const ingot_tensor *arguments,
                  ingot_tensor *results) {
  (void)arguments;
  int32_t *state = call->states[0];
  int32_t *out = call->allocate(call->user, 4, 64);
  *out = ++*state;
  results[0].data = out;
}

static void scale(const ingot_call *call, const ingot_tensor *arguments,
                  ingot_tensor *results) {
  const float *factor = call->constants[1];
  float *out = make(call, results, 2, 4);
  for (int i = 0; i < 2; ++i)
    out[i] = ((float *)arguments[0].data)[i] * *factor;
}

static void refuse(const ingot_call *call, const ingot_tensor *arguments,
                   ingot_tensor *results) {
  float *out = call->allocate(call->user, 4, 64);
  if (*(float *)arguments[0].data < 0)
    call->fail(call->user, "negative");
  *out = *(float *)arguments[0].data;
  results[0].data = out;
}

struct squares {
  const ingot_call *call;
  const int64_t *in;
  int64_t *out;
};

static void square(void *environment, int64_t begin, int64_t end) {
  struct squares *loop = environment;
  for (int64_t i = begin; i < end; ++i) {
    if (loop->in[i] < 0)
      loop->call->fail(loop->call->user, "negative element");
    loop->out[i] = loop->in[i] * loop->in[i];
  }
}

static void squares(const ingot_call *call, const ingot_tensor *arguments,
                    ingot_tensor *results) {
  int64_t count = arguments[0].sizes[0];
  struct squares loop = {call, arguments[0].data, 0};
  loop.out = make(call, results, count, 8);
  call->parallel_for(call->user, square, &loop, count);
}

#ifndef SAMPLE_VERSION
#define SAMPLE_VERSION INGOT_EXECUTABLE_ABI_VERSION
#endif
#if SAMPLE_VERSION == INGOT_EXECUTABLE_ABI_VERSION_CUSTOM_OPS
static void call_custom(const ingot_call *call, const ingot_tensor *arguments,
                        ingot_tensor *results) {
  const ingot_custom_binding *binding = &call->custom_ops[0];
  results[0].sizes[0] = -1;
  const char *failure = binding->run(binding, call, arguments, results);
  if (failure)
    call->fail(call->user, failure);
}
static const ingot_entry custom_entries[] = {
    {"main", call_custom, 1, vectors, 1, vectors}};
static const ingot_custom_op custom_ops[] = {
    {"test.negate", "{}", 1, vectors, 1, vectors}};
#endif

#if SAMPLE_VERSION == INGOT_EXECUTABLE_ABI_VERSION_DERIVATIONS
enum { kWeights = 16384 };
static const int64_t many[] = {kWeights};
static const ingot_type weights[] = {{INGOT_F32, 1, many},
                                     {INGOT_F32, 1, many}};
static const ingot_type all[] = {
    {INGOT_F32, 1, many}, {INGOT_F32, 1, two}, {INGOT_F32, 1, many}};
static const ingot_type whole[] = {{INGOT_I64, 0, 0}};
static int64_t run_count;

struct roots {
  const ingot_call *call;
  const float *in;
  float *out;
};

static void root_slice(void *environment, int64_t begin, int64_t end) {
  struct roots *loop = environment;
  for (int64_t i = begin; i < end; ++i) {
    if (loop->in[i] < 0)
      loop->call->fail(loop->call->user, "negative weight");
    float guess = loop->in[i] / 2 + 0.5f;
    for (int step = 0; step < 8; ++step)
      guess = (guess + loop->in[i] / guess) / 2;
    loop->out[i] = guess;
  }
}

static void root(const ingot_call *call, const ingot_tensor *arguments,
                 ingot_tensor *results) {
  ++run_count;
  call->release(call->user, call->allocate(call->user, 1 << 20, 64));
  struct roots loop = {call, arguments[0].data, 0};
  loop.out = make(call, results, kWeights, 4);
  call->parallel_for(call->user, root_slice, &loop, kWeights);
}

static void ends(const ingot_call *call, const ingot_tensor *arguments,
                 ingot_tensor *results) {
  ++run_count;
  float *out = make(call, results, 2, 4);
  for (int i = 0; i < 2; ++i)
    out[i] = ((float *)arguments[i].data)[kWeights - 1];
}

static void twice(const ingot_call *call, const ingot_tensor *arguments,
                  ingot_tensor *results) {
  ++run_count;
  float *out = make(call, results, kWeights, 4);
  for (int i = 0; i < kWeights; ++i)
    out[i] = 2 * ((float *)arguments[0].data)[i];
}

static void derived(const ingot_call *call, const ingot_tensor *arguments,
                    ingot_tensor *results) {
  (void)arguments;
  for (int i = 0; i < 3; ++i) {
    int64_t count = all[i].sizes[0];
    float *out = make(call, &results[i], count, 4);
    for (int64_t k = 0; k < count; ++k)
      out[k] = ((const float *)call->constants[1 + i])[k];
  }
}

static void runs(const ingot_call *call, const ingot_tensor *arguments,
                 ingot_tensor *results) {
  (void)arguments;
  int64_t *out = call->allocate(call->user, 8, 64);
  *out = run_count;
  results[0].data = out;
}

static const ingot_entry derived_entries[] = {{"main", derived, 0, 0, 3, all},
                                              {"runs", runs, 0, 0, 1, whole}};
static const ingot_constant weight[] = {
    {"weight", {INGOT_F32, 1, many}, kWeights * 4, ""}};
static const ingot_entry initialisers[] = {
    {"root", root, 1, weights, 1, all},
    {"ends", ends, 2, weights, 1, pair},
    {"twice", twice, 1, weights, 1, all}};
static const int64_t of_weight[] = {0}, of_both[] = {1, 0}, of_root[] = {1};
static const ingot_derivation derivations[] = {{&initialisers[0], of_weight},
                                               {&initialisers[1], of_both},
                                               {&initialisers[2], of_root}};
#endif

static const ingot_entry entries[] = {
    {"add", add, 2, vectors, 1, vectors},
    {"count", count, 0, 0, 1, integer},
    {"scale", scale, 1, pair, 1, pair},
    {"refuse", refuse, 1, scalar, 1, scalar},
    {"squares", squares, 1, longs, 1, longs},
};
static const ingot_constant constants[] = {
    {"start", {INGOT_I32, 0, 0}, 4, ""},
    {"factor", {INGOT_F32, 0, 0}, 4, "00"},
};
static const ingot_state states[] = {{"counter", {INGOT_I32, 0, 0}, 4, 0}};

#if SAMPLE_VERSION == INGOT_EXECUTABLE_ABI_VERSION_CUSTOM_OPS
static const ingot_executable custom_table = {
    SAMPLE_VERSION, 0, 1, custom_entries, 0, 0, 0, 0, 0, 0, 1, custom_ops};
const ingot_executable *ingot_executable_v1(void) { return &custom_table; }
#elif SAMPLE_VERSION == INGOT_EXECUTABLE_ABI_VERSION_DERIVATIONS
static const ingot_executable derived_table = {
    SAMPLE_VERSION, 0, 2, derived_entries, 1, weight, 0, 0, 0, 0, 0, 0, 3,
    derivations};
const ingot_executable *ingot_executable_v1(void) { return &derived_table; }
#elif SAMPLE_VERSION == INGOT_EXECUTABLE_ABI_VERSION_STATE
/* State that nobody knows yet. */
static const ingot_executable state_table = {SAMPLE_VERSION, 1u << 31};
const ingot_executable *ingot_executable_v1(void) { return &state_table; }
#elif defined(SAMPLE_FEATURE)
/* Manifest { target { cpu: "bdver4" } processor_features: SAMPLE_FEATURE } */
static const char manifest[] = "\x12\x08\x12\x06"
                               "bdver4"
                               "\x6a\x04" SAMPLE_FEATURE;
static const ingot_executable other_table = {
    SAMPLE_VERSION, 0, 5,      entries,  2,
    constants,      1, states, manifest, sizeof(manifest) - 1};
const ingot_executable *ingot_executable_v1(void) { return &other_table; }
#else
static const ingot_executable table = {SAMPLE_VERSION, 0, 5,      entries, 2,
                                       constants,      1, states, 0,       0};
const ingot_executable *ingot_executable_v1(void) { return &table; }
#endif
