//===- UnreadAnswer.h - room for the one answer of a call -------*- C++ -*-===//

#ifndef INGOT_SERVER_RPC_UNREADANSWER_H
#define INGOT_SERVER_RPC_UNREADANSWER_H

#include "cache/key/SteadyTime.h"
#include "server/rpc/Transfers.h"

#include <grpcpp/grpcpp.h>

#include <memory>
#include <string>

namespace ingot::server {

/// The part of the budget (UnreadBudget.h) that an answer holds while it waits
/// for its caller; given back when this goes, with the call. A caller who does
/// not read it while others lack room is let go of.
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
      context_.TryCancel();
  }

  grpc::CallbackServerContext &context_;
  Transfers &transfers_;
  const std::string tenant_;
  const UnreadBudget::Share share_;
  const absl::Time began_ = steadyNow();
};

} // namespace ingot::server

#endif // INGOT_SERVER_RPC_UNREADANSWER_H
