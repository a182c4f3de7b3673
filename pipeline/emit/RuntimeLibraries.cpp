//===- RuntimeLibraries.cpp - the table of runtime symbols ----------------===//

#include "pipeline/emit/RuntimeLibraries.h"

#include "llvm/ADT/STLExtras.h"

namespace ingot::pipeline {

namespace {

/// Functions of libm on double; with an `f` behind, on float.
constexpr llvm::StringLiteral kMath[] = {
    "acos",      "acosh",        "asin",         "asinh",  "atan",
    "atan2",     "atanh",        "cbrt",         "ceil",   "copysign",
    "cos",       "cosh",         "erf",          "erfc",   "exp",
    "exp10",     "exp2",         "expm1",        "fabs",   "floor",
    "fma",       "fmax",         "fmin",         "fmod",   "frexp",
    "hypot",     "ldexp",        "lgamma",       "log",    "log10",
    "log1p",     "log2",         "lrint",        "lround", "modf",
    "nearbyint", "pow",          "remainder",    "rint",   "round",
    "roundeven", "sin",          "sincos",       "sinh",   "sqrt",
    "tan",       "tanh",         "tgamma",       "trunc",  "fmaximum",
    "fminimum",  "fmaximum_num", "fminimum_num", "llrint", "llround",
    "cabs",      "carg",         "cacos",        "casin",  "catan",
    "ccos",      "ccosh",        "cexp",         "clog",   "conj",
    "cpow",      "csin",         "csinh",        "csqrt",  "ctan",
    "ctanh",
};

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
  llvm::StringRef onDouble = symbol;
  onDouble.consume_back("f");
  if (llvm::is_contained(kMath, symbol) || llvm::is_contained(kMath, onDouble))
    return "libm.so.6";
  if (llvm::is_contained(kMemory, symbol))
    return "libc.so.6";
  if (llvm::is_contained(kSupport, symbol))
    return "libgcc_s.so.1";
  return "";
}

} // namespace ingot::pipeline
