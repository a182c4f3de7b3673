//===- MathLibrary.h - mathematics for generated code -----------*- C++ -*-===//
//
// The functions of Functions.h, as LLVM functions that a program takes in. No
// executable needs a libm, and all targets compute the same bits: the code is
// the same and uses only what IEEE 754 defines.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_MATHLIB_MATHLIBRARY_H
#define INGOT_PIPELINE_MATHLIB_MATHLIBRARY_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace ingot::pipeline {

/// What the library's functions have before their names in C: `ingot_exp`.
inline constexpr llvm::StringLiteral kMathPrefix = "ingot_";

/// Gives every function of the library that `module` declares its body, as an
/// internal function. The target's attributes are the caller's to add. A module
/// that declares none costs nothing.
llvm::Error linkMathLibrary(llvm::Module &module);

/// Puts in the functions of vectors that stand for those of the library in
/// `module`, where these are not inlined, and tells the loop vectoriser by an
/// attribute (LLVM's vector function ABI). `llvm.compiler.used` keeps them
/// until optimize() ran it. None has more than `maxLanes`.
llvm::Error offerVectorForms(llvm::Module &module, unsigned maxLanes = 16);

/// The name of the function that computes `lanes` elements at once as `name`
/// does one; both with the prefix.
std::string vectorForm(llvm::StringRef name, unsigned lanes);

/// True for a name of C, as code generators call it, that the library defines.
bool isInMathLibrary(llvm::StringRef name);

/// Defines hidden functions of C's `names`, which must be in the library, in an
/// empty module: for what a code generator has no instruction.
llvm::Error defineMathFunctions(llvm::ArrayRef<llvm::StringRef> names,
                                llvm::Module &module);

} // namespace ingot::pipeline

#endif // INGOT_PIPELINE_MATHLIB_MATHLIBRARY_H
