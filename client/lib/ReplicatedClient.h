//===- ReplicatedClient.h - several daemons as one --------------*- C++ -*-===//
//
// Put around the clients of single daemons. A program always goes to the same
// daemon while that answers, so that its results are there and equal requests
// meet. A daemon that fails is left out for a while and the call is sent to the
// next one: RetryPolicy.h says after which errors. The deadline of a call holds
// for all its tries together.
//
// Installed; includes no generated header.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_LIB_REPLICATEDCLIENT_H
#define INGOT_CLIENT_LIB_REPLICATEDCLIENT_H

#include "client/lib/Client.h"
#include "client/lib/RetryPolicy.h"

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

#include <optional>

namespace ingot::client {

/// How several daemons are used. Time and chance can be replaced by tests.
struct ReplicaOptions {
  int tries = 10; ///< Of one call, at all daemons together.
  Backoff backoff;
  /// How long a daemon may say nothing to a compile before another one is asked
  /// for a stored result. Infinite: never.
  absl::Duration hedgeAfter = absl::Milliseconds(150);
  /// How long a daemon that could not be reached is asked last.
  absl::Duration avoidFor = absl::Seconds(2);
  /// Makes the client that is used when no daemon can be reached; may be empty.
  std::function<absl::StatusOr<std::unique_ptr<Client>>()> fallback;

  std::function<absl::Time()> now; ///< By a clock that nobody sets.
  /// What CallOptions::deadline is held against.
  std::function<absl::Time()> timeOfDay;
  std::function<void(absl::Duration)> sleep;
  std::function<double()> random; ///< In [0, 1).
};

/// What a ReplicatedClient did, for people and tests.
struct ReplicaCounters {
  uint64_t calls = 0;     ///< By its user.
  uint64_t tries = 0;     ///< By it.
  uint64_t hedges = 0;    ///< Second daemons that were asked.
  uint64_t hedgesWon = 0; ///< And answered first.
  uint64_t fallbacks = 0; ///< Calls that the fallback got.
};

/// Thread-safe. Statistics, drain and care of the store are of one daemon: they
/// go to the first address; there is no care of a store that cannot be reached.
/// Jobs are those of all that answer.
class ReplicatedClient final : public Client {
public:
  /// Gives up, with CANCELLED, when the flag is set; it may be null.
  using Connect = std::function<absl::StatusOr<std::unique_ptr<Client>>(
      const std::string &address, const std::atomic<bool> *abandoned)>;

  /// `addresses` is not empty. Connects to a daemon when a call needs it.
  ReplicatedClient(std::vector<std::string> addresses, Connect connect,
                   ReplicaOptions options = {});
  ~ReplicatedClient() override;

  /// Connects to one daemon now. OK if any of them, or the fallback, can be
  /// reached; else what the first address said.
  absl::Status reachAny();

  ReplicaCounters counters() const;

  absl::StatusOr<CompileResult> compile(std::string_view module,
                                        const CompileOptions &options,
                                        const Progress &progress,
                                        Failure *failure) override;
  absl::StatusOr<std::vector<Diagnostic>> check(std::string_view module,
                                                const CheckOptions &options,
                                                Failure *failure) override;
  absl::StatusOr<Inspection> inspect(std::string_view module,
                                     const CheckOptions &options,
                                     Failure *failure) override;
  absl::StatusOr<std::vector<Target>>
  targets(const CallOptions &options) override;
  absl::StatusOr<std::vector<std::string>>
  phases(const CallOptions &options) override;
  absl::StatusOr<Explanation> explain(const std::string &entry,
                                      const std::string &base,
                                      const CallOptions &options) override;
  absl::StatusOr<std::vector<std::pair<std::string, std::string>>>
  statistics(const CallOptions &options) override;
  absl::StatusOr<std::vector<RunningJob>>
  jobs(const CallOptions &options) override;
  absl::Status cancelRequest(const std::string &request,
                             const CallOptions &options) override;
  absl::StatusOr<std::string> fetch(const std::string &digest,
                                    const CallOptions &options) override;
  absl::StatusOr<std::vector<std::string>>
  fetchAll(const std::vector<std::string> &digests,
           const CallOptions &options) override;
  absl::StatusOr<std::string> upload(std::string_view bytes,
                                     const CallOptions &options) override;
  absl::Status uploadProgram(std::string_view module,
                             const std::vector<NamedFile> &files,
                             const CallOptions &options) override;
  std::unique_ptr<StoreAdmin> storeAdmin() override;
  absl::Status drain(const CallOptions &options) override;

private:
  class Calls;
  using ClientPtr = std::shared_ptr<Client>;
  /// A daemon; guarded by mutex_.
  struct Replica {
    ClientPtr client; ///< Null until it is needed.
    absl::Time avoidUntil = absl::InfinitePast();
  };

  absl::StatusOr<ClientPtr>
  clientOf(size_t replica, const std::atomic<bool> *abandoned = nullptr);
  absl::StatusOr<ClientPtr> fallbackClient();
  void avoid(size_t replica);
  bool isAvoided(size_t replica) const;
  void prefer(size_t replica);
  /// All replicas in the order in which they are asked: that of `key`, or the
  /// one that answered last before the others, and those that fail at the end.
  std::vector<size_t> order(std::optional<std::string_view> key) const;
  /// Waits for the next round; false when the deadline or the caller does not
  /// allow it.
  bool waitForRound(int round, const absl::Status &why,
                    const CallOptions &options);
  absl::StatusOr<CompileResult> compileHedged(Client &client, size_t replica,
                                              std::string_view module,
                                              const CompileOptions &options,
                                              const Progress &progress,
                                              Failure *failure);

  /// What another daemon than `busy` has stored.
  absl::StatusOr<CompileResult> askAnother(size_t busy, std::string_view module,
                                           const CompileOptions &options,
                                           const std::atomic<bool> &abandoned);

  /// Makes one call at one daemon.
  template <typename T, typename Ask>
  absl::StatusOr<T> askOne(size_t replica, const CallOptions &options,
                           Ask &ask);

  /// Makes one call until it ends with what is not worth another try. `ask`
  /// gets a client and its index, which is addresses_.size() for the fallback.
  template <typename T, typename Ask>
  absl::StatusOr<T> call(std::optional<std::string_view> key,
                         const CallOptions &options, bool isRead, Ask ask);

  const std::vector<std::string> addresses_;
  const Connect connect_;
  const ReplicaOptions options_;

  mutable absl::Mutex mutex_;
  std::vector<Replica> replicas_ ABSL_GUARDED_BY(mutex_);
  ClientPtr fallback_ ABSL_GUARDED_BY(mutex_);
  size_t last_ ABSL_GUARDED_BY(mutex_) = 0; ///< The one that answered last.
  ReplicaCounters counters_ ABSL_GUARDED_BY(mutex_);
};

} // namespace ingot::client

#endif // INGOT_CLIENT_LIB_REPLICATEDCLIENT_H
