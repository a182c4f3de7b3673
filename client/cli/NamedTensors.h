//===- NamedTensors.h - arguments and results by name -----------*- C++ -*-===//
//
// `ingot run` takes .npy files in order or as NAME=FILE, by the names that the
// model gave its inputs and outputs. The executable carries them in its
// manifest.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_CLI_NAMEDTENSORS_H
#define INGOT_CLIENT_CLI_NAMEDTENSORS_H

#include "absl/status/statusor.h"
#include "client/runtime/Executable.h"

#include <string>
#include <vector>

namespace ingot::client {

/// What the model calls the values of an entry; empty where it has no name.
struct EntryNames {
  std::vector<std::string> arguments, results;
};

/// The names of an entry of `table`. Executables made before there were names
/// have none.
EntryNames namesOf(const ingot_executable &table, const ingot_entry &entry);

/// Files by the place of the value that each is for.
struct PlacedFiles {
  bool byName = false;
  std::vector<std::string> paths; ///< Empty where none was given by name.
};

/// Places files that are given in order, or all as NAME=FILE. A text that is
/// both is a file if one of that name is there. INVALID_ARGUMENT, listing the
/// names, for a name that is unknown or given twice, and for a mixture. `flag`
/// is what messages call it: "--input".
absl::StatusOr<PlacedFiles> placeFiles(const std::string &flag,
                                       const std::vector<std::string> &given,
                                       const std::vector<std::string> &names);

} // namespace ingot::client

#endif // INGOT_CLIENT_CLI_NAMEDTENSORS_H
