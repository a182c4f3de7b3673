//===- InspectExecutable.h - what a compiled program is ---------*- C++ -*-===//
//
// Executables of any machine are inspected by their manifest, which is a
// section of the file: nothing of them is loaded or run.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_CLI_INSPECTEXECUTABLE_H
#define INGOT_CLIENT_CLI_INSPECTEXECUTABLE_H

#include "client/cli/Commands.h"

#include "ingot/v1/artifact.pb.h"

#include "absl/status/statusor.h"

#include <string_view>

namespace ingot::client {

/// True for the bytes of an ELF file.
bool isElf(std::string_view bytes);

/// The manifest in the bytes of an executable; INVALID_ARGUMENT when they are
/// not one. They may be anything.
absl::StatusOr<v1::Manifest> manifestOf(std::string_view bytes);

/// Prints entry points with their memory, constants, state and kernels; returns
/// the exit code.
int inspectExecutable(const v1::Manifest &manifest,
                      const InspectCommandOptions &options,
                      const Environment &environment);

} // namespace ingot::client

#endif // INGOT_CLIENT_CLI_INSPECTEXECUTABLE_H
