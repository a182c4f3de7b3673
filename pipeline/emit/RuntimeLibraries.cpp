//===- RuntimeLibraries.cpp - the table of runtime symbols ----------------===//
//
// The lists are closed: a symbol that is on none of them is an error when an
// executable is linked and not when it is loaded.
//
//===----------------------------------------------------------------------===//

#include "pipeline/emit/RuntimeLibraries.h"

#include "llvm/ADT/STLExtras.h"

namespace ingot::pipeline {

namespace {

constexpr llvm::StringLiteral kMemory[] = {"bcmp", "memcmp", "memcpy",
                                           "memmove", "memset"};

/// The compiler's support library as GCC 12 ships it (bf16 came later).
constexpr llvm::StringLiteral kSupport[] = {
    "__ashlti3",     "__ashrti3",     "__divdc3",      "__divsc3",
    "__divti3",      "__extendhfdf2", "__extendhfsf2", "__fixdfti",
    "__fixhfti",     "__fixsfti",     "__fixunsdfti",  "__fixunshfti",
    "__fixunssfti",  "__floattidf",   "__floattihf",   "__floattisf",
    "__floatuntidf", "__floatuntihf", "__floatuntisf", "__lshrti3",
    "__modti3",      "__muldc3",      "__mulsc3",      "__multi3",
    "__popcountdi2", "__popcountsi2", "__powidf2",     "__powisf2",
    "__truncdfhf2",  "__truncsfhf2",  "__udivti3",     "__umodti3",
};

} // namespace

llvm::StringRef runtimeLibraryOf(llvm::StringRef symbol) {
  if (llvm::is_contained(kMemory, symbol))
    return "libc.so.6";
  if (llvm::is_contained(kSupport, symbol))
    return "libgcc_s.so.1";
  return "";
}

} // namespace ingot::pipeline
