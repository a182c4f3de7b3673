/*===- executable.h - the C ABI of an Ingot executable ------------*- C -*-===*\
|*                                                                            *|
|* An executable is an ELF shared object (on machines without that, an object *|
|* or a module of WebAssembly) that exports one symbol,                       *|
|* `ingot_executable_v1`, which returns the table below. This header is the   *|
|* whole contract: it includes nothing else of Ingot, and a loader written    *|
|* from it alone works.                                                       *|
|*                                                                            *|
|* The executable owns no memory, no threads and no global state. Everything  *|
|* it needs during a call comes in through `ingot_call`, so calls on          *|
|* different instances may run at the same time. Undefined symbols are those  *|
|* of libc and the compiler's support library only.                           *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef INGOT_ABI_EXECUTABLE_H
#define INGOT_ABI_EXECUTABLE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The version of every structure in this file. What is marked "version 2" is
 *  there in executables that need custom ops, what is marked "version 3" in
 *  those that derive constants, with all of version 2, and what is marked
 *  "version 4" in those that need state of the machine, with all of version 3.
 *  Others are of version 1, for loaders that know only that. */
#define INGOT_EXECUTABLE_ABI_VERSION 1
#define INGOT_EXECUTABLE_ABI_VERSION_CUSTOM_OPS 2
#define INGOT_EXECUTABLE_ABI_VERSION_DERIVATIONS 3
#define INGOT_EXECUTABLE_ABI_VERSION_STATE 4

/** Version 4, in `machine_state`: uses the tile registers of AMX, which Linux
 *  gives a process that asks for them (arch_prctl ARCH_REQ_XCOMP_PERM of
 *  XFEATURE_XTILE_DATA). A loader asks before it calls the executable. */
#define INGOT_STATE_TILES 1

/** Structures have the same offsets on every machine: a pointer takes eight
 *  bytes, of which a 32-bit machine uses the first four, and so does each one
 *  of an array of pointers, which is a member's `pointer` there. Words have
 *  their lowest byte first. */
#if UINTPTR_MAX > 0xffffffff
#define INGOT_SLOT
#define INGOT_POINTERS(type) type *const *
#else
#ifdef __cplusplus
#define INGOT_SLOT alignas(8)
#else
#define INGOT_SLOT _Alignas(8)
#endif
typedef struct ingot_pointer {
  INGOT_SLOT const void *pointer;
} ingot_pointer;
#define INGOT_POINTERS(type) INGOT_SLOT const ingot_pointer *
#endif

/** Buffers that cross this interface start at a multiple of this. */
#define INGOT_ALIGNMENT 64

/** Element types; the numbers are those of ingot.v1.ElementType. */
enum {
  INGOT_BOOL = 1, /* One byte, 0 or 1. */
  INGOT_I8 = 2,
  INGOT_I16 = 3,
  INGOT_I32 = 4,
  INGOT_I64 = 5,
  INGOT_U8 = 6,
  INGOT_U16 = 7,
  INGOT_U32 = 8,
  INGOT_U64 = 9,
  INGOT_F16 = 10,
  INGOT_BF16 = 11,
  INGOT_F32 = 12,
  INGOT_F64 = 13,
  INGOT_C64 = 14, /* Two f32: real, imaginary. */
  INGOT_C128 = 15,
  INGOT_F8E5M2 = 16, /* The rest are one byte each, by MLIR's names. */
  INGOT_F8E4M3 = 17,
  INGOT_F8E4M3FN = 18,
  INGOT_F8E5M2FNUZ = 19,
  INGOT_F8E4M3FNUZ = 20,
  INGOT_F8E4M3B11FNUZ = 21,
  INGOT_F8E3M4 = 22,
  INGOT_F8E8M0FNU = 23
};

/** The type of a tensor. `sizes` has `rank` entries; -1 is "any". */
typedef struct ingot_type {
  int32_t element;
  int32_t rank;
  INGOT_SLOT const int64_t *sizes;
} ingot_type;

/** A tensor in memory.
 *
 * As an argument: `data` is dense row-major and aligned to INGOT_ALIGNMENT,
 * `sizes` agrees with the entry's type, `strides` counts elements and is that
 * of the dense layout. The callee reads it during the call only and never
 * writes through it.
 * As a result: the caller provides `sizes` and `strides` with room for the
 * rank; the callee fills them and sets `data` to memory from `allocate`, which
 * then belongs to the caller. Results never overlap arguments or each other. */
typedef struct ingot_tensor {
  INGOT_SLOT void *data;
  INGOT_SLOT int64_t *sizes;
  INGOT_SLOT int64_t *strides;
} ingot_tensor;

/** A slice of a parallel loop: runs iterations `begin` <= i < `end`. */
typedef void (*ingot_task)(void *environment, int64_t begin, int64_t end);

struct ingot_custom_binding;

/** What the caller lends to one call. Field order is part of the ABI. */
typedef struct ingot_call {
  /** Handed back to the four functions below; opaque to the executable. */
  INGOT_SLOT void *user;
  /** Returns `size` bytes at a multiple of `alignment`, a power of two. Never
   *  returns null: a caller out of memory leaves through its own `fail`. Must
   *  be safe to call from inside tasks. */
  INGOT_SLOT void *(*allocate)(void *user, int64_t size, int64_t alignment);
  /** Frees what `allocate` returned. */
  INGOT_SLOT void (*release)(void *user, void *memory);
  /** Runs iterations 0 .. count-1 of `task`, cut into any slices on any
   *  threads, and returns when all have ended. Not called from inside tasks. */
  INGOT_SLOT void (*parallel_for)(void *user, ingot_task task,
                                  void *environment, int64_t count);
  /** Reports that the call cannot go on (a failed assertion of the program).
   *  Must not return: it leaves the call, or the task that called it, as
   *  longjmp does. Memory from `allocate` that is then unreachable is the
   *  caller's to reclaim. */
  INGOT_SLOT void (*fail)(void *user, const char *message);
  /** One pointer per entry of `ingot_executable.constants`, and in version 3
   *  behind those one per result of each of its derivations. */
  INGOT_POINTERS(const void) constants;
  /** One pointer per entry of `ingot_executable.states`: storage of the
   *  instance that this call runs on. Calls that share it must not overlap. */
  INGOT_POINTERS(void) states;
  /** Version 2: one per entry of `ingot_executable.custom_ops`. */
  INGOT_SLOT const struct ingot_custom_binding *custom_ops;
} ingot_call;

/** Runs a function. `arguments` and `results` have as many elements as the
 *  entry says. */
typedef void (*ingot_function)(const ingot_call *call,
                               const ingot_tensor *arguments,
                               ingot_tensor *results);

typedef struct ingot_entry {
  INGOT_SLOT const char *name;
  INGOT_SLOT ingot_function invoke;
  int64_t argument_count;
  INGOT_SLOT const ingot_type *arguments;
  int64_t result_count;
  INGOT_SLOT const ingot_type *results;
} ingot_entry;

/** A read-only tensor to bind before the first call. */
typedef struct ingot_constant {
  INGOT_SLOT const char *name; /* Unique within the executable. */
  ingot_type type;             /* Static. */
  int64_t size;                /* Bytes. */
  /* 64 hexadecimal digits of the SHA-256 of its bytes, or the empty string for
   * one that is bound by name. */
  INGOT_SLOT const char *digest;
} ingot_constant;

/** Version 3: constants that the loader makes of others before the first call,
 *  once, by calling `initialiser` as an entry whose arguments are the constants
 *  numbered `inputs`, as many as the initialiser has arguments. Its results,
 *  which are static, get the next numbers behind the entries of
 *  `ingot_executable.constants`; `inputs` are numbers given before. The call's
 *  `constants`, `states` and `custom_ops` are not used. Equal inputs give equal
 *  results, so those may be shared and kept. */
typedef struct ingot_derivation {
  INGOT_SLOT const ingot_entry *initialiser;
  INGOT_SLOT const int64_t *inputs;
} ingot_derivation;

/** A mutable tensor that every instance has of its own. */
typedef struct ingot_state {
  INGOT_SLOT const char *name;
  ingot_type type;          /* Static. */
  int64_t size;             /* Bytes. */
  int64_t initial_constant; /* Index of the value an instance starts with. */
} ingot_state;

/** Version 2: an operator that the executable calls and the loader supplies.
 *  One entry per combination of name, attributes and types. */
typedef struct ingot_custom_op {
  INGOT_SLOT const char *name; /* "torch.aten.layer_norm" */
  /* JSON: pipeline/conversion/TorchCustomOps/README.md, "Custom ops". */
  INGOT_SLOT const char *attributes;
  int64_t operand_count;
  INGOT_SLOT const ingot_type *operands;
  int64_t result_count;
  INGOT_SLOT const ingot_type *results;
} ingot_custom_op;

/** Version 2: computes a custom op. Returns null, or why it could not: a text
 *  that is read before the thread calls this function again. The call of the
 *  executable then ends as by `fail`.
 *
 *  `operands` are as arguments of an entry: dense, aligned, not to be written,
 *  gone after the return. `results` are as those of an entry, and the function
 *  makes all of them: `sizes` has what the type says (-1 is "any") when it is
 *  called; it fills in `sizes` and dense `strides` and sets `data` to memory
 *  from `call->allocate`, which then belongs to the executable;
 *  ingot_allocate_result() does so. Sizes that the type knows must be those.
 *
 *  Called on the thread that called the entry, never from inside tasks, as
 *  often as the program needs; at the same time for calls on other instances.
 *  It may use the functions of `call`, which is that of the entry. `fail` and
 *  `allocate` may leave it as longjmp does. */
typedef const char *(*ingot_custom_function)(
    const struct ingot_custom_binding *self, const ingot_call *call,
    const ingot_tensor *operands, ingot_tensor *results);

/** Version 2: a custom op with what implements it. */
typedef struct ingot_custom_binding {
  INGOT_SLOT ingot_custom_function run;
  INGOT_SLOT const ingot_custom_op *op; /* Its entry in the table. */
  INGOT_SLOT void *user;                /* The loader's, for `run`. */
} ingot_custom_binding;

/** Memory for a dense result of `rank` sizes whose elements take so many bytes;
 *  fills in the result. */
static inline void *ingot_allocate_result(const ingot_call *call,
                                          ingot_tensor *result, int32_t rank,
                                          const int64_t *sizes,
                                          int64_t element_bytes) {
  int64_t count = 1;
  int32_t i;
  for (i = rank - 1; i >= 0; --i) {
    result->sizes[i] = sizes[i];
    result->strides[i] = count;
    count *= sizes[i];
  }
  result->data =
      call->allocate(call->user, count * element_bytes, INGOT_ALIGNMENT);
  return result->data;
}

/** The table. Immutable; lives as long as the shared object is loaded. */
typedef struct ingot_executable {
  uint32_t abi_version;   /* 1; 2 with custom ops; 3 with derivations; 4. */
  uint32_t machine_state; /* Version 4: INGOT_STATE_...; 0 in others. */
  int64_t entry_count;
  INGOT_SLOT const ingot_entry *entries;
  int64_t constant_count;
  INGOT_SLOT const ingot_constant *constants;
  int64_t state_count;
  INGOT_SLOT const ingot_state *states;
  /** A serialized ingot.v1.Manifest, also the section `.ingot.manifest`. */
  INGOT_SLOT const void *manifest;
  int64_t manifest_size;
  /** Version 2. */
  int64_t custom_op_count;
  INGOT_SLOT const ingot_custom_op *custom_ops;
  /** Version 3. */
  int64_t derivation_count;
  INGOT_SLOT const ingot_derivation *derivations;
} ingot_executable;

/** The one exported symbol. */
typedef const ingot_executable *(*ingot_executable_v1_function)(void);
#define INGOT_EXECUTABLE_SYMBOL "ingot_executable_v1"

#ifdef __cplusplus
}
#endif

#endif /* INGOT_ABI_EXECUTABLE_H */
