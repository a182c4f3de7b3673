/*===- library.h - the C ABI of a library of custom ops ---------------*- C
-*-===*\
|*                                                                            *|
|* A target may leave ops to a shared library that is there where executables *|
|* run. The attributes of such a custom op have a member `library` that says  *|
|* which (pipeline/conversion/TorchCustomOps/README.md); a loader finds the   *|
|* file, asks for the table below, and takes the function of the op's name    *|
|* from it. Firmware has no loader: it links the table and hands it to        *|
|* ingot_model_open, and the attributes say nothing of a library.             *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef INGOT_ABI_LIBRARY_H
#define INGOT_ABI_LIBRARY_H

#include "executable.h" /* Beside it: firmware has copies of both. */

#ifdef __cplusplus
extern "C" {
#endif

/** The version of every structure in this file. What is marked "version 2" is
 *  lent to libraries that keep something for instances. Others are of version
 *  1, for loaders that know only that. */
#define INGOT_LIBRARY_ABI_VERSION 1
#define INGOT_LIBRARY_ABI_VERSION_KEPT 2

typedef struct ingot_library_function {
  const char *name; /* Of the custom op: "dnnl.matmul". */
  ingot_custom_function run;
} ingot_library_function;

/** `self->user` of a function of a library: what the loader lends to it, one for
 *  each instance and library. It lives as long as the instance that calls,
 *  whose calls do not overlap. */
typedef struct ingot_library_context {
  /** How many threads a call may use, its own counted. */
  int64_t threads;
  /** Version 2. The library's own, null at first: what its functions keep for
   *  the instance, as weights in another order. `drop(kept)` is called, if both
   *  are set, when the instance ends. */
  void *kept;
  void (*drop)(void *kept);
  /** Version 2. Where constants of the instance are: an operand at such an
   *  address has the same elements in all calls. Others may be constant too. */
  int64_t constant_count;
  const void *const *constants;
} ingot_library_context;

/** The table. Immutable; lives as long as the shared object is loaded. */
typedef struct ingot_library {
  uint32_t abi_version; /* INGOT_LIBRARY_ABI_VERSION, or 2 if it keeps. */
  const char *name;     /* What names of its ops have before the first dot. */
  /** "2.6.3": what it is now. Where it stands for another library, asked of
   *  that one. An executable runs with equal first numbers, if the others are
   *  at least those that it was made for. */
  const char *version;
  int64_t function_count;
  const ingot_library_function *functions;
} ingot_library;

/** The one exported symbol. */
typedef const ingot_library *(*ingot_library_v1_function)(void);
#define INGOT_LIBRARY_SYMBOL "ingot_library_v1"

#ifdef __cplusplus
}
#endif

#endif /* INGOT_ABI_LIBRARY_H */
