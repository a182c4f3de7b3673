//===- BlobDownload.h - one blob on its way to a client ---------*- C++ -*-===//

#ifndef INGOT_SERVER_RPC_BLOBDOWNLOAD_H
#define INGOT_SERVER_RPC_BLOBDOWNLOAD_H

#include "cache/store/Store.h"
#include "google/bytestream/bytestream.grpc.pb.h"
#include "server/core/Statistics.h"
#include "server/rpc/AuditLog.h"
#include "server/rpc/Transfers.h"
#include "server/scheduler/SerialExecutors.h"

#include <grpcpp/grpcpp.h>

#include <deque>
#include <memory>
#include <string>

namespace ingot::server {

/// Streams one blob to a client. Deletes itself. What is referred to outlives
/// it, and the executors end before the rest.
class BlobDownload final : public grpc::ServerWriteReactor<grpc::ByteBuffer>,
                           private Timed {
public:
  BlobDownload(grpc::CallbackServerContext &context, cache::Store &store,
               google::bytestream::ReadRequest request, std::string peer,
               Statistics &statistics, SerialExecutors &executors,
               Transfers &transfers, AuditedCall audit);

private:
  ~BlobDownload() override;

  void readAhead() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  /// A task, once the budget has a piece for this stream.
  void onGranted();
  /// A task: reads one piece.
  void readPiece();
  /// Null at the end.
  absl::StatusOr<cache::SharedBytes> nextPiece();
  /// Opens the blob; the empty one has no reader.
  absl::Status open();
  void writeNext() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void close(const grpc::Status &status) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  /// But for those that the stream keeps to its end.
  void giveBack(int pieces) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  void OnWriteDone(bool ok) override;
  void OnCancel() override;
  void OnDone() override;
  void onTick(absl::Time now) override;

  // Fixed after construction; what is referred to is thread-safe itself.
  grpc::CallbackServerContext &context_;
  cache::Store &store_;
  const google::bytestream::ReadRequest request_;
  const std::string peer_;
  Statistics &statistics_;
  SerialExecutors &executors_;
  const SerialExecutors::Executor executor_;
  Transfers &transfers_;

  // Used by tasks only, one at a time.
  std::unique_ptr<cache::BlobReader> reader_;

  /// Pieces of the budget that are taken with the first one; more than one are
  /// kept to the end. A blob that the store keeps in memory is held whole while
  /// it is read.
  const int firstPieces_;

  absl::Mutex mutex_;
  AuditedCall audit_ ABSL_GUARDED_BY(mutex_);
  /// Bytes still to be sent; not known before the blob is open.
  int64_t left_ ABSL_GUARDED_BY(mutex_) = -1;
  std::deque<cache::SharedBytes> pieces_ ABSL_GUARDED_BY(mutex_);
  grpc::ByteBuffer response_ ABSL_GUARDED_BY(mutex_);
  grpc::Status status_ ABSL_GUARDED_BY(mutex_);
  int taken_ ABSL_GUARDED_BY(mutex_) = 0; ///< Pieces of the budget.
  PieceBudget::Ticket ticket_ ABSL_GUARDED_BY(mutex_) = 0; ///< It waits.
  absl::Time writeBegan_ ABSL_GUARDED_BY(mutex_);
  bool reading_ ABSL_GUARDED_BY(mutex_) = false; ///< A task is posted or runs.
  bool writing_ ABSL_GUARDED_BY(mutex_) = false;
  bool atEnd_ ABSL_GUARDED_BY(mutex_) = false;
  bool closed_ ABSL_GUARDED_BY(mutex_) = false; ///< Finish was called.
};

} // namespace ingot::server

#endif // INGOT_SERVER_RPC_BLOBDOWNLOAD_H
