//===- BlobUpload.h - one blob on its way from a client ---------*- C++ -*-===//

#ifndef INGOT_SERVER_RPC_BLOBUPLOAD_H
#define INGOT_SERVER_RPC_BLOBUPLOAD_H

#include "cache/store/Store.h"
#include "google/bytestream/bytestream.grpc.pb.h"
#include "server/core/Statistics.h"
#include "server/rpc/AuditLog.h"
#include "server/rpc/Transfers.h"
#include "server/scheduler/SerialExecutors.h"

#include <grpcpp/grpcpp.h>

#include <memory>
#include <string>

namespace ingot::server {

/// Receives one blob. Deletes itself; what was not committed leaves no trace.
/// What is referred to outlives it, and the executors end before the rest.
class BlobUpload final : public grpc::ServerReadReactor<grpc::ByteBuffer>,
                         private Timed {
public:
  /// The peer's place among the uploads is taken already, and is given back at
  /// the end.
  BlobUpload(cache::Store &store, std::string peer, cache::StoreOwner owner,
             Statistics &statistics, SerialExecutors &executors,
             Transfers &transfers, AuditedCall audit,
             grpc::ByteBuffer *response);

private:
  ~BlobUpload() override;

  /// A task: stores one message.
  void storeMessage();
  void readNext();
  /// Posts a task unless the call has ended.
  void post(void (BlobUpload::*task)());
  /// False for a large compressed blob as long as there are too many of them:
  /// then onPlace() is a task later, and stores the message.
  bool hasPlace(const std::string &name);
  void onPlace();
  /// A task: stores of request_ what one turn takes, and posts the next one.
  void storeSome();
  absl::Status open(const std::string &name);
  /// Ends the call, unless it has ended.
  void end(const grpc::Status &status);

  void OnReadDone(bool ok) override;
  void OnCancel() override;
  void OnDone() override;
  void onTick(absl::Time now) override;

  // Fixed after construction; what is referred to is thread-safe itself.
  cache::Store &store_;
  const std::string peer_;
  const cache::StoreOwner owner_;
  Statistics &statistics_;
  SerialExecutors &executors_;
  const SerialExecutors::Executor executor_;
  Transfers &transfers_;
  grpc::ByteBuffer *const response_;

  grpc::ByteBuffer message_; ///< Used by gRPC and by tasks in turn.
  // Used by tasks.
  google::bytestream::WriteRequest request_; ///< What is being stored.
  size_t taken_ = 0;                         ///< Of its data.
  std::unique_ptr<cache::BlobWriter> writer_;
  Digest digest_;             ///< Of the blob, once there is a writer.
  bool isCompressed_ = false; ///< And counts as one.

  absl::Mutex mutex_;
  AuditedCall audit_ ABSL_GUARDED_BY(mutex_);
  absl::Time began_ ABSL_GUARDED_BY(mutex_);
  PieceBudget::Ticket ticket_ ABSL_GUARDED_BY(mutex_) = 0; ///< It waits.
  /// Since when the client's next message is waited for; infinite while one is
  /// there that no task has taken.
  absl::Time waitBegan_ ABSL_GUARDED_BY(mutex_);
  int64_t received_ ABSL_GUARDED_BY(mutex_) = 0;  ///< Bytes.
  bool hasEnded_ ABSL_GUARDED_BY(mutex_) = false; ///< Finish was called.
};

} // namespace ingot::server

#endif // INGOT_SERVER_RPC_BLOBUPLOAD_H
