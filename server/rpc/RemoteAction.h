//===- RemoteAction.h - work as an action of REAPI --------------*- C++ -*-===//
//
// What a cluster needs to run a piece of work: a command, a tree of input files
// and the limits, each a blob under its digest. The same work on the same build
// is the same action, whoever asks, so a cluster's own cache finds it again.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_RPC_REMOTEACTION_H
#define INGOT_SERVER_RPC_REMOTEACTION_H

#include "cache/key/Digest.h"
#include "cache/store/SecondLevel.h"
#include "server/scheduler/RemoteExecutor.h"

#include <string>
#include <utility>
#include <vector>

namespace ingot::server {

/// The worker program as an input file.
struct WorkerBinary {
  Digest digest;
  std::string path;
};

/// Hashes the file. UNAVAILABLE when it cannot be read.
absl::StatusOr<WorkerBinary> readWorkerBinary(const std::string &path);

/// What holds for all actions of a daemon.
struct RemoteActionOptions {
  /// Of machines that may run them, such as OSFamily=Linux.
  std::vector<std::pair<std::string, std::string>> properties;
  int64_t memoryLimitBytes = int64_t{4} << 30;
  absl::Duration runLimit = absl::Seconds(120);
};

/// An action and its blobs, but for the worker's.
struct RemoteAction {
  Digest digest;
  std::vector<cache::SecondLevel::Blob> blobs; ///< The action's among them.
};

/// REQUIRES: the payloads are in memory.
RemoteAction remoteActionOf(const Work &work, const WorkerBinary &worker,
                            const RemoteActionOptions &options);

/// The output file that holds what came of it.
inline constexpr char kRemoteResult[] = "result";

/// Reads that file. INVALID_ARGUMENT when it is no ActionOutput.
absl::StatusOr<RemoteOutput> parseRemoteResult(const std::string &bytes);

} // namespace ingot::server

#endif // INGOT_SERVER_RPC_REMOTEACTION_H
