//===- Epilogue.h - elementwise ops that a library does at its stores -----===//
//
// Kernels of our own do the bias, the activation and the residual where they
// store a result. A library that does them in passes of their own loses what it
// won, so rows take what follows an op with it.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_TARGETS_OFFLOAD_EPILOGUE_H
#define INGOT_PIPELINE_TARGETS_OFFLOAD_EPILOGUE_H

#include "pipeline/targets/offload/LibraryTable.h"

namespace ingot::offload {

/// Appends to `call`, whose last op has the result `call.result()`, the
/// elementwise op that alone reads it, if that is a chain of steps on it:
///
///   {"op":"add"|"sub"|"mul"|"max"|"min","operand":N}  an operand of the call
///                                                     of the result's sizes
///   {"op":...,"operand":N,"along":true}  one that lies along `dim` alone
///   {"op":...,"number":X}                                  a number
///
/// They are the member `steps` of the attributes, in order; `dim` is one of the
/// result, and "sub" takes the operand away from it. True if it was taken or
/// there is none; false if an elementwise op follows that is another one, which
/// then stays.
bool takeEpilogue(LibraryCall &call, int64_t dim);

} // namespace ingot::offload

#endif // INGOT_PIPELINE_TARGETS_OFFLOAD_EPILOGUE_H
