//===- TreeStream.h - the directories below one -----------------*- C++ -*-===//

#ifndef INGOT_SERVER_RPC_TREESTREAM_H
#define INGOT_SERVER_RPC_TREESTREAM_H

#include "build/bazel/remote/execution/v2/content_addressable_storage.grpc.pb.h"
#include "cache/store/Store.h"
#include "server/rpc/DownloadShare.h"
#include "server/scheduler/SerialExecutors.h"

#include "absl/container/flat_hash_set.h"

#include <grpcpp/grpcpp.h>

#include <atomic>
#include <deque>
#include <string>

namespace ingot::server {

namespace reapi = build::bazel::remote::execution::v2;

/// Answers one GetTree: each directory once, those above before those below.
/// What is missing below the root is left out, as REAPI has it. Deletes itself.
/// What is referred to outlives it.
class TreeStream final : public grpc::ServerWriteReactor<grpc::ByteBuffer> {
public:
  /// After Transfers::beginQuery(), which it ends.
  TreeStream(cache::Store &store, SerialExecutors &executors,
             const reapi::GetTreeRequest &request,
             grpc::CallbackServerContext &context, Transfers &transfers,
             const std::string &peer);

private:
  /// A task: sends the next response, or the end.
  void sendNext();
  /// Adds the next directory of the queue to a response.
  absl::Status addDirectory(reapi::GetTreeResponse &response);
  void enqueue(const Digest &digest);

  void OnWriteDone(bool ok) override;
  void OnCancel() override;
  void OnDone() override;

  cache::Store &store_;
  SerialExecutors &executors_;
  const int pageSize_;
  Transfers &transfers_;
  const std::string peer_;
  DownloadShare share_;
  std::atomic<bool> isCancelled_{false};

  // Used by tasks only, one at a time.
  std::deque<Digest> queue_;
  absl::flat_hash_set<Digest> seen_;
  bool isRoot_ = true; ///< The next directory is.
  grpc::ByteBuffer message_;
};

} // namespace ingot::server

#endif // INGOT_SERVER_RPC_TREESTREAM_H
