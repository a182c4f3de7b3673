//===- Rebind.h - an executable with other weights --------------*- C++ -*-===//
//
// An executable names its constants by their digests, so that those of another
// are not taken for its own. Other weights of the same types need no compile:
// the digests are replaced where they stand, and not a byte of code changes.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_CLI_REBIND_H
#define INGOT_CLIENT_CLI_REBIND_H

#include "client/runtime/Safetensors.h"
#include "client/runtime/TensorFile.h"
#include "ingot/v1/artifact.pb.h"

#include "absl/status/status.h"

#include <string>
#include <vector>

namespace ingot::client {

/// Constants for an executable, by the numbers of its manifest.
struct Rebinding {
  std::vector<runtime::NamedBytes> tensors;
  int changed = 0; ///< Those with other values than now.
};

/// Why the compiler read the value of a constant, for people.
std::string whyFolded(const v1::FoldedConstant &folded);

/// Takes the constants of a manifest from a file, under their names or those
/// that the program has for them; their values have no digests yet.
/// FAILED_PRECONDITION names each constant that the file lacks, or has with
/// another type or shape; each tensor whose old value is code and whose new one
/// is another; and each that the executable does not know.
absl::StatusOr<Rebinding> chooseConstants(const v1::Manifest &manifest,
                                          const runtime::TensorFile &file);

/// Gives the tensors these digests, and counts those that changed.
void nameValues(const v1::Manifest &manifest, std::vector<std::string> digests,
                Rebinding &rebinding);

/// Replaces the digests in the bytes of an executable, in its manifest and in
/// the table that the loader reads. FAILED_PRECONDITION names constants that
/// were equal and are not any more: the executable has one digest for them.
absl::Status replaceDigests(const v1::Manifest &manifest,
                            const Rebinding &rebinding,
                            std::string &executable);

} // namespace ingot::client

#endif // INGOT_CLIENT_CLI_REBIND_H
