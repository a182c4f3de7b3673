//===- UnreadAnswer.h - room for the one answer of a call -------*- C++ -*-===//
//
// The one answer of a check, or a hit that was kept ready, takes part of the
// budget of UnreadBudget.h as events of a CompileStream do. Here is no queue:
// an answer has room or is not begun.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_RPC_UNREADANSWER_H
#define INGOT_SERVER_RPC_UNREADANSWER_H

#include "cache/key/SteadyTime.h"
#include "server/rpc/Transfers.h"

#include <grpcpp/grpcpp.h>

#include <memory>
#include <string>

namespace ingot::server {

/// Ends a call as TryCancel() does, whatever it has written, but says why:
/// RESOURCE_EXHAUSTED and the message.
inline void cancelForRoom(grpc::CallbackServerContext &context,
                          const std::string &message) {
  grpc_call_cancel_with_status(context.c_call(), GRPC_STATUS_RESOURCE_EXHAUSTED,
                               message.c_str(), nullptr);
}
/// To who reads nothing while others find no room.
inline constexpr char kReadsNothing[] =
    "others need the room of what was sent and not read";

/// The part of the budget (UnreadBudget.h) that an answer holds while it waits
/// for its caller; given back when this goes, with the call. A caller who does
/// not read it while others lack room is let go of. Belongs to the call's
/// reactor, which makes it before it writes and lets it go in OnDone; onTick()
/// comes on the thread of Transfers, never after the destructor.
class UnreadAnswer final : private Timed {
public:
  /// Room for so many bytes, before they are written; null where they are few.
  /// RESOURCE_EXHAUSTED where there is none.
  static absl::StatusOr<std::unique_ptr<UnreadAnswer>>
  take(grpc::CallbackServerContext &context, Transfers &transfers,
       const std::string &tenant, int64_t bytes) {
    if (bytes <= kSmallEventBytes)
      return nullptr;
    absl::StatusOr<UnreadBudget::Share> share =
        transfers.unread().take(tenant, bytes);
    if (!share.ok())
      return share.status();
    return std::unique_ptr<UnreadAnswer>(
        new UnreadAnswer(context, transfers, tenant, *std::move(share)));
  }

  ~UnreadAnswer() override { transfers_.remove(*this); }

private:
  UnreadAnswer(grpc::CallbackServerContext &context, Transfers &transfers,
               std::string tenant, UnreadBudget::Share share)
      : context_(context), transfers_(transfers), tenant_(std::move(tenant)),
        share_(std::move(share)) {
    transfers_.add(*this);
  }

  void onTick(absl::Time now) override {
    if (now - began_ > transfers_.limits().downloadStall &&
        transfers_.unread().wasShort(tenant_, began_))
      cancelForRoom(context_, kReadsNothing);
  }

  grpc::CallbackServerContext &context_;
  Transfers &transfers_;
  const std::string tenant_;
  const UnreadBudget::Share share_;
  const absl::Time began_ = steadyNow();
};

} // namespace ingot::server

#endif // INGOT_SERVER_RPC_UNREADANSWER_H
