/*===- ingot_baremetal.h - executables without a system -----------*- C -*-===*\
|*                                                                            *|
|* Runs an object that `ingot compile --target cortex-m4` made, in firmware:  *|
|* C11, no heap, no file, one thread. All memory is one block that the        *|
|* firmware gives, and nothing else of libc is called but memcpy and setjmp.  *|
|*                                                                            *|
|*   static _Alignas(64) unsigned char memory[40960];                         *|
|*   ingot_model model;                                                       *|
|*   const char *error =                                                      *|
|*       ingot_model_open(&model, ingot_executable_v1(), memory,              *|
|*                        sizeof(memory), NULL);                              *|
|*   error = ingot_model_call(&model, 0, (const void *[]){samples},           *|
|*                            (void *[]){scores});                            *|
|*                                                                            *|
|* Every function returns null, or what is wrong: a text that stays.          *|
\*===----------------------------------------------------------------------===*/

#ifndef INGOT_BAREMETAL_H
#define INGOT_BAREMETAL_H

#include "executable.h"

#include <setjmp.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The most tensors that an entry may take or return. */
#define INGOT_BAREMETAL_TENSORS 16
/** The most dimensions of one. */
#define INGOT_BAREMETAL_RANK 8

/** A program with its state. The firmware's; its fields are this file's. One
 *  call at a time. */
typedef struct ingot_model {
  const ingot_executable *table;
  ingot_call call;
  jmp_buf failed;
  const char *message;
  unsigned char *memory;
  size_t size;
  size_t kept; /* Bytes that stay: state and constants that were derived. */
  size_t used;
  size_t peak; /* The most that was ever used: what `size` has to be. */
} ingot_model;

/** What the program has to call: the one symbol of the object. */
const ingot_executable *ingot_executable_v1(void);

/** Lays out state and derived constants in `memory`, which starts at a multiple
 *  of INGOT_ALIGNMENT and lives as long as the model. `constants` has the bytes
 *  of the constants in the table's order: `ingot_constants` of the source that
 *  --constants-as c writes; null if the table has none. */
const char *ingot_model_open(ingot_model *model, const ingot_executable *table,
                             void *memory, size_t size,
                             const void *const *constants);

/** Calls an entry whose tensors have known sizes: `arguments` and `results` are
 *  arrays of the types that it says, in row-major order. Arguments start at a
 *  multiple of INGOT_ALIGNMENT. Memory of the call is free again afterwards. */
const char *ingot_model_call(ingot_model *model, int64_t entry,
                             const void *const *arguments,
                             void *const *results);

/** Sets state back to its start values. */
void ingot_model_reset(ingot_model *model);

#ifdef __cplusplus
}
#endif

#endif /* INGOT_BAREMETAL_H */
