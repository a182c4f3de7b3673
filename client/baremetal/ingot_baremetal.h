/*===- ingot_baremetal.h - executables without a system -----------*- C -*-===*\
|*                                                                            *|
|* Runs an object that `ingot compile --target cortex-m4` made, in firmware:  *|
|* C11, no heap, no file, one thread. All memory but a little stack is one    *|
|* block that the firmware gives. Of libc it calls memcpy, memset, strcmp,    *|
|* setjmp and longjmp.                                                        *|
|*                                                                            *|
|*   static _Alignas(64) unsigned char memory[40960];                         *|
|*   ingot_model model;                                                       *|
|*   const char *error =                                                      *|
|*       ingot_model_open(&model, ingot_executable_v1(), memory,              *|
|*                        sizeof(memory), NULL, NULL);                        *|
|*   error = ingot_model_call(&model, 0, (const void *[]){samples},           *|
|*                            (void *[]){scores});                            *|
|*                                                                            *|
|* A function that returns a text returns null, or what is wrong; the text    *|
|* stays.                                                                     *|
\*===----------------------------------------------------------------------===*/

#ifndef INGOT_BAREMETAL_H
#define INGOT_BAREMETAL_H

#include "executable.h"
#include "library.h"

#include <setjmp.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

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
  size_t peak;    /* The most that was ever used: what `size` has to be for
                   * calls like those that were made. */
  void *released; /* What may be handed out again in this call. */
} ingot_model;

/** The table of an object. Two of them in one firmware need names of their own:
 *  objcopy --localize-hidden --redefine-sym ingot_executable_v1=NAME. */
const ingot_executable *ingot_executable_v1(void);

/** Lays out state and derived constants in `memory`, which starts at a multiple
 *  of INGOT_ALIGNMENT and lives as long as the model. `constants` has the bytes
 *  of the constants in the table's order: `ingot_constants` of the source that
 *  --constants-as c writes; null if the table has none. `library` has the
 *  functions of the program's custom ops, as ingot_cmsisnn() of
 *  client/libraries/cmsisnn; null if it has none. */
const char *ingot_model_open(ingot_model *model, const ingot_executable *table,
                             void *memory, size_t size,
                             const void *const *constants,
                             const ingot_library *library);

/** Calls entry number `entry`, whose tensors have known sizes: `arguments` and
 * `results` are arrays of the types that it says, in row-major order. Arguments
 * start at a multiple of INGOT_ALIGNMENT. Memory of the call is free again
 * afterwards. */
const char *ingot_model_call(ingot_model *model, int64_t entry,
                             const void *const *arguments,
                             void *const *results);

/** Sets state back to its start values. */
void ingot_model_reset(ingot_model *model);

#ifdef __cplusplus
}
#endif

#endif /* INGOT_BAREMETAL_H */
