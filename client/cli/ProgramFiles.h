//===- ProgramFiles.h - a program on the disk, with its files ---*- C++ -*-===//
//
// A program is one file, or one file and those that it refers to, or a folder.
// The service opens no path, so the command line gathers what belongs together.
// Nothing is taken from outside of the program's folder unless the user names
// it.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_CLI_PROGRAMFILES_H
#define INGOT_CLIENT_CLI_PROGRAMFILES_H

#include "client/cli/FileBytes.h"
#include "client/lib/Client.h"

#include "absl/status/statusor.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ingot::client {

/// A program in memory.
struct Program {
  FileBytes module;
  std::map<std::string, FileBytes> files; ///< By name.
  std::vector<std::string> paths;         ///< Of all that was read.

  /// Views of `files`, for a call.
  std::vector<NamedFile> namedFiles() const;
};

/// Reads a file to its end. NOT_FOUND, naming it, when it cannot be.
absl::StatusOr<std::string> readFile(const std::string &path);

/// The same, mapped where it is large.
absl::StatusOr<FileBytes> readLargeFile(const std::string &path);

/// Reads the program at `path` and what belongs to it:
///   - of a folder that holds a saved_model.pb, or of that file itself, the
///     files in variables/, assets/ and assets.extra/;
///   - of an ONNX model, its external data;
///   - of X.mlir with external globals or X.mlirbc, X.weights.safetensors if it
///     is there.
/// `given` are NAME=PATH; they come before what would be found. NOT_FOUND,
/// saying what to do, for files that are missing or that lead out of the
/// folder; INVALID_ARGUMENT for a malformed `given`.
absl::StatusOr<Program> readProgram(const std::string &path,
                                    const std::vector<std::string> &given);

/// Where `ingot import` puts the weights of the program that it writes to
/// `path`: X.weights.safetensors for X.mlir. Compiling X.mlir writes
/// X.safetensors, which is another thing.
std::string weightsPath(const std::string &path);

/// The file name of a program without its ending, for outputs that have no name
/// of their own.
std::string programStem(const std::string &path);

} // namespace ingot::client

#endif // INGOT_CLIENT_CLI_PROGRAMFILES_H
