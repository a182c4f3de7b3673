//===- InspectExecutable.h - what a compiled program is ---------*- C++ -*-===//
//
// Executables of any machine, and objects for firmware, are inspected by their
// manifest, which is a section of the file: nothing of them is loaded or run.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_CLI_INSPECTEXECUTABLE_H
#define INGOT_CLIENT_CLI_INSPECTEXECUTABLE_H

#include "client/cli/Commands.h"

#include "ingot/v1/artifact.pb.h"

#include "absl/status/statusor.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ingot::client {

/// A manifest and the target that it is for, which only a fat file names.
struct TargetManifest {
  std::string target;
  v1::Manifest manifest;
  uint64_t loadedBytes = 0; ///< Of the executable's code and constants inside.
  std::optional<uint64_t> stackBytes; ///< By deepestStack().
};

/// How many bytes of a file isExecutable() needs.
constexpr size_t kExecutableStartBytes = 8;

/// True for the first bytes of an ELF file and of a fat file.
bool isExecutable(std::string_view bytes);

/// The manifest in the bytes of an executable, or those of the executables in a
/// fat file; INVALID_ARGUMENT when they are not one. They may be anything.
absl::StatusOr<std::vector<TargetManifest>> manifestsOf(std::string_view bytes);

/// Prints entry points with their memory, constants, state and kernels; returns
/// the exit code.
int inspectExecutable(const std::vector<TargetManifest> &manifests,
                      const InspectCommandOptions &options,
                      const Environment &environment);

} // namespace ingot::client

#endif // INGOT_CLIENT_CLI_INSPECTEXECUTABLE_H
