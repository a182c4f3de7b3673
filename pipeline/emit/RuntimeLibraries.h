//===- RuntimeLibraries.h - Who defines what code calls ---------*- C++ -*-===//
//
// Generated code calls a few functions by name: copies of memory, arithmetic on
// types that the machine lacks. (Mathematics is our own: pipeline/mathlib.) An
// executable must say in which library they are, for whoever loads it may not
// have that library loaded. There is no sysroot to ask; this table knows.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_EMIT_RUNTIMELIBRARIES_H
#define INGOT_PIPELINE_EMIT_RUNTIMELIBRARIES_H

#include "llvm/ADT/StringRef.h"

namespace ingot::pipeline {

/// The soname of the library that defines `symbol`; empty for a symbol that
/// generated code has no business calling.
llvm::StringRef runtimeLibraryOf(llvm::StringRef symbol);

} // namespace ingot::pipeline

#endif // INGOT_PIPELINE_EMIT_RUNTIMELIBRARIES_H
