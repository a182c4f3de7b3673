//===- DerivationKeys.cpp - what results of initialisers depend on --------===//
//
// A key is the SHA-256 of a text:
//
//   ingot results 1
//   abi VERSION
//   floating point BITS       in hexadecimal: rounding, flushing to zero
//   code FINGERPRINT          of the executable's file
//   derivation NUMBER         in its table
//   input FINGERPRINT         of the bytes, for each input, or
//   input RESULT of KEY       of an earlier derivation
//
// The code is the whole executable's: an initialiser calls kernels and reads
// literals wherever they were linked to. The name in the manifest is not
// enough, for compilers of one version in development give two codes one name.
//
// Weights and code are mapped, so a file may be written to while it is read.
// What was made then has no name: both are named again before it is kept.
//
//===----------------------------------------------------------------------===//

#include "client/runtime/DerivationKeys.h"
#include "client/runtime/GeneratedCall.h"
#include "client/runtime/Tensor.h"

#include "absl/strings/str_cat.h"

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace ingot::runtime {
namespace {

/// Results below are made sooner than a file is opened, and a file has whole
/// pages.
constexpr int64_t kMinKeptBytes = 64 << 10;
/// Slices and sums of more than so many times their bytes are made sooner than
/// their inputs are hashed.
constexpr int64_t kMaxInputsToResults = 4;

/// How this thread computes, and those that it started.
uint64_t floatingPointMode() {
#if defined(__x86_64__)
  return _mm_getcsr() & 0xe040; // FTZ, RC, DAZ of MXCSR
#elif defined(__aarch64__)
  uint64_t control;
  asm volatile("mrs %0, fpcr" : "=r"(control));
  return control & 0x07c80003; // AHP, DN, FZ, RMode, FZ16, AH, FIZ
#else
  return 0;
#endif
}

int64_t bytesOf(const ingot_type *types, int64_t count) {
  int64_t bytes = 0;
  for (int64_t i = 0; i < count; ++i)
    bytes += byteSizeOf(types[i]);
  return bytes;
}

} // namespace

int64_t byteSizeOf(const ingot_type &type) {
  int64_t size = elementSize(type.element);
  for (int32_t i = 0; i < type.rank; ++i)
    size *= type.sizes[i];
  return size;
}

bool isKept(const ingot_entry &initialiser) {
  const int64_t results =
      bytesOf(initialiser.results, initialiser.result_count);
  return results >= kMinKeptBytes &&
         bytesOf(initialiser.arguments, initialiser.argument_count) <=
             kMaxInputsToResults * results;
}

DerivationKeys::DerivationKeys(const Fingerprinter &fingerprinter,
                               std::string_view code,
                               const ingot_executable &table,
                               ThreadPool *threads)
    : fingerprinter_(fingerprinter), table_(table), threads_(threads),
      codeBytes_(code) {}

std::string DerivationKeys::inputsOf(const ingot_derivation &derivation,
                                     const std::vector<const void *> &known) {
  names_.resize(known.size());
  std::string text;
  for (int64_t k = 0; k < derivation.initialiser->argument_count; ++k) {
    const size_t number = static_cast<size_t>(derivation.inputs[k]);
    std::string &name = names_[number];
    if (name.empty())
      name =
          hexOf(fingerprinter_.of({static_cast<const char *>(known[number]),
                                   static_cast<size_t>(byteSizeOf(
                                       derivation.initialiser->arguments[k]))},
                                  threads_));
    absl::StrAppend(&text, "input ", name, "\n");
  }
  return text;
}

Fingerprint DerivationKeys::keyOf(int64_t derivation,
                                  const std::vector<const void *> &known) {
  const ingot_derivation &derived = table_.derivations[derivation];
  if (code_.empty())
    code_ = hexOf(fingerprinter_.of(codeBytes_, threads_));
  inputs_ = inputsOf(derived, known);
  return sha256(absl::StrCat("ingot results 1\nabi ", table_.abi_version,
                             "\nfloating point ",
                             absl::Hex(floatingPointMode()), "\ncode ", code_,
                             "\nderivation ", derivation, "\n", inputs_));
}

bool DerivationKeys::stillHold(int64_t derivation,
                               const std::vector<const void *> &known) {
  const ingot_derivation &derived = table_.derivations[derivation];
  for (int64_t k = 0; k < derived.initialiser->argument_count; ++k)
    if (derived.inputs[k] < table_.constant_count)
      names_[static_cast<size_t>(derived.inputs[k])].clear();
  return hexOf(fingerprinter_.of(codeBytes_, threads_)) == code_ &&
         inputsOf(derived, known) == inputs_;
}

void DerivationKeys::nameResults(int64_t derivation, const Fingerprint &key,
                                 size_t first) {
  names_.resize(first);
  for (int64_t k = 0;
       k < table_.derivations[derivation].initialiser->result_count; ++k)
    names_.push_back(absl::StrCat(k, " of ", hexOf(key)));
}

} // namespace ingot::runtime
