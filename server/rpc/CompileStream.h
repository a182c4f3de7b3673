//===- CompileStream.h - the events of one compile --------------*- C++ -*-===//

#ifndef INGOT_SERVER_RPC_COMPILESTREAM_H
#define INGOT_SERVER_RPC_COMPILESTREAM_H

#include "server/core/CompileService.h"
#include "server/rpc/Access.h"
#include "server/rpc/Transfers.h"

#include "absl/synchronization/mutex.h"

#include <grpcpp/grpcpp.h>

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace ingot::server {

/// What a stream belongs to.
struct CompileStreamOptions {
  CompileService &service;
  Transfers &transfers; ///< Outlives the stream.
  std::string tenant;   ///< Whose budget it is.
  AuditedCall audit;
  /// A hit is kept ready under it.
  std::optional<Digest> name = std::nullopt;
  std::shared_ptr<RequestTrace> trace = nullptr; ///< May be null.
};

/// Ends what RequestTrace::begin() began.
void endTrace(RequestTrace &trace, const absl::Status &status,
              v1::CacheOutcome cache);

/// Writes events one after the other and then the end. Deletes itself.
class CompileStream final : public grpc::ServerWriteReactor<grpc::ByteBuffer>,
                            private Timed {
public:
  using Call = std::function<CompileService::Caller(CompileService::OnEvent,
                                                    CompileService::OnDone)>;

  /// Makes `call` for a new stream, inside the handler.
  static CompileStream *start(grpc::CallbackServerContext &context,
                              CompileStreamOptions options, const Call &call);

private:
  /// Where the service's callbacks find the stream, which may be gone.
  struct Handle {
    absl::Mutex mutex;
    CompileStream *stream ABSL_GUARDED_BY(mutex) = nullptr;
  };
  /// An event with its part of the budget; a few small ones have none.
  struct Waiting {
    grpc::Slice bytes;
    UnreadBudget::Share share = nullptr;
    /// With what a small one takes beside its bytes.
    int64_t size() const { return static_cast<int64_t>(bytes.size()) + 256; }
    bool isCounted() const { return share.use_count() > 0; }
  };

  CompileStream(grpc::CallbackServerContext &context,
                CompileStreamOptions options);

  // These are called under the handle's mutex.
  void push(const v1::CompileEvent &event);
  void end(CompileOutcome outcome);
  // RESOURCE_EXHAUSTED when there is no room for it.
  absl::Status pushResult(CompileOutcome &outcome);
  absl::Status enqueue(const v1::CompileEvent &event);
  void writeNext();
  /// Of the budget.
  bool holdsRoom() const;
  /// Ends a call for whose events there is no room.
  void giveUp(const absl::Status &why);
  /// How it ended, in the audit log and in the trace.
  void record(const absl::Status &status, v1::CacheOutcome cache);

  void OnWriteDone(bool ok) override;
  void OnCancel() override;
  void OnDone() override;
  void onTick(absl::Time now) override;

  grpc::CallbackServerContext &context_;
  const std::shared_ptr<Handle> handle_ = std::make_shared<Handle>();
  // Set once, inside the handler.
  CompileService::Caller caller_ = 0;

  // Guarded by handle_->mutex.
  CompileStreamOptions options_;
  std::deque<Waiting> queue_;
  int64_t uncounted_ = 0; ///< Bytes in the queue that no budget counts.
  Waiting current_;
  grpc::ByteBuffer message_; ///< Of current_.
  absl::Time writeBegan_;
  grpc::Status status_;
  bool writing_ = false, ended_ = false, finished_ = false;
  bool gaveUp_ = false;
};

} // namespace ingot::server

#endif // INGOT_SERVER_RPC_COMPILESTREAM_H
