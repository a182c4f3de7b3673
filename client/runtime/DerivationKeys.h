//===- DerivationKeys.h - inputs of initialisers ----------------*- C++ -*-===//
//
// Not installed. A key is made of the code that computes and the bytes that it
// reads, both as they are now: what files say of themselves, digests included,
// is not asked.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_RUNTIME_DERIVATIONKEYS_H
#define INGOT_CLIENT_RUNTIME_DERIVATIONKEYS_H

#include "client/runtime/Fingerprint.h"
#include "proto/abi/executable.h"

#include <string>
#include <string_view>
#include <vector>

namespace ingot::runtime {

/// Bytes of a static type.
int64_t byteSizeOf(const ingot_type &type);

/// Whether what an initialiser makes is worth a file, by sizes.
bool isKept(const ingot_entry &initialiser);

/// Keys of the derivations of one executable, asked for in their order; some
/// may be left out. One thread at a time; what it is made of must outlive it.
class DerivationKeys {
public:
  /// `code` are all bytes of the executable.
  DerivationKeys(const Fingerprinter &fingerprinter, std::string_view code,
                 const ingot_executable &table, ThreadPool *threads);

  /// The key of a derivation, where `known` are the constants and all results
  /// before its own.
  Fingerprint keyOf(int64_t derivation, const std::vector<const void *> &known);

  /// Whether the inputs and the code still are what the last key, of
  /// `derivation`, was made of.
  bool stillHold(int64_t derivation, const std::vector<const void *> &known);

  /// Names the results of a key, the first of which gets the number `first`.
  /// Those that have no name are known by their bytes.
  void nameResults(int64_t derivation, const Fingerprint &key, size_t first);

private:
  std::string inputsOf(const ingot_derivation &derivation,
                       const std::vector<const void *> &known);

  const Fingerprinter &fingerprinter_;
  const ingot_executable &table_;
  ThreadPool *const threads_;
  std::string code_; ///< Made for the first key.
  std::string_view codeBytes_;
  std::string inputs_; ///< Of the last key.
  /// By number of a constant or result: its name, or empty.
  std::vector<std::string> names_;
};

} // namespace ingot::runtime

#endif // INGOT_CLIENT_RUNTIME_DERIVATIONKEYS_H
