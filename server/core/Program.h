//===- Program.h - the module of a request and its files --------*- C++ -*-===//
//
// What a request names and what it brings. A program is one module and the
// named files that it refers to; each came in the message or is a blob in the
// store. Whatever the request says is checked here, before anything is read.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_CORE_PROGRAM_H
#define INGOT_SERVER_CORE_PROGRAM_H

#include "cache/key/Digest.h"
#include "cache/store/Store.h"
#include "ingot/v1/compiler.pb.h"
#include "server/scheduler/WorkerPool.h"

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ingot::server {

/// What a program is called: digests of all its bytes, whatever way they came.
/// Equal ones are equal programs.
struct ProgramName {
  ProgramName() = default;
  /// A module without files.
  ProgramName(const Digest &digest) : module(digest) {}

  Digest module;
  std::vector<std::pair<std::string, Digest>> files; ///< Sorted by name.

  /// Bytes of all of it.
  int64_t size() const;
};

/// The bytes of a program; null where they are still to be loaded. A large one
/// is in a sealed file; then only what came in the message is here too.
struct ProgramBytes {
  ProgramBytes() = default;
  /// A module without files.
  ProgramBytes(Payload bytes) : module(std::move(bytes)) {}

  Payload module;
  std::vector<Payload> files;           ///< In the order of ProgramName::files.
  std::optional<SealedPayloads> sealed; ///< The module first, then the files.

  bool isComplete() const;
  /// Of those that are there.
  int64_t size() const;
  /// Whether the module (0) or a file (from 1) was read from the store into the
  /// sealed file.
  bool isBlob(size_t payload) const {
    return sealed && !(payload == 0 ? module : files[payload - 1]);
  }
};

/// Limits of one request.
inline constexpr size_t kMaxProgramFiles = 4096;
/// Of a module and its files together; a message has at most 4 MiB.
inline constexpr int64_t kMaxInlineModuleBytes = 3840 << 10;
inline constexpr int64_t kMaxProgramBytes = int64_t{16} << 30;

/// A program of more bytes is read into a sealed file.
inline constexpr int64_t kMaxProgramInMemory = 1 << 20;

/// The name of a request's program. INVALID_ARGUMENT, naming the field, for one
/// that is missing, malformed, or beyond a limit, and for names of files that
/// are no relative paths or there twice.
absl::StatusOr<ProgramName> programName(const v1::Module &module);

/// Whether the module and all its files came in the message.
bool isInline(const v1::Module &module);

/// Copies of the bytes that came in the message; the rest is null.
/// REQUIRES: `name` is that of the module.
ProgramBytes inlineBytes(const v1::Module &module, const ProgramName &name);

/// The same bytes, taken out of the message.
ProgramBytes takeInlineBytes(v1::Module &module, const ProgramName &name);

/// Loads what is null, in pieces into a sealed file if the program is large.
/// NOT_FOUND, naming all of them, when the store lacks some. Blocks on the
/// disk.
absl::Status loadMissing(cache::Store &store, const ProgramName &name,
                         ProgramBytes &bytes);

/// Adds the program to work: the module first, then the files.
void addProgram(const ProgramName &name, ProgramBytes bytes, Work &work);

} // namespace ingot::server

#endif // INGOT_SERVER_CORE_PROGRAM_H
