//===- FlightLeases.h - one machine at a time makes a result ----*- C++ -*-===//
//
// Daemons that share a second level may all lack the same result at once. Who
// makes it says so there first, and the others wait for what it makes. REAPI
// has no compare-and-swap, so a lease is written and read again: two daemons
// that write within one round trip may both think it theirs, and then both do
// the work, which harms nobody.
//
//   the lease of a key    who makes its result: the name of a holder
//   a holder              that it lives: a count that goes up, and the keys
//                         that it makes now
//
// So one write of its holder keeps all leases of a daemon alive, and gives one
// back when its key is not there any more. Who waits reads holders only, one
// for all keys that it makes. Times are measured by who waits: clocks of
// machines need not agree.
//
// Nobody waits twice: when the key has left its holder, its result is read
// once, and made here if it is not there. Work that waits long for a worker is
// not covered, and others may do it.
//
// Whatever goes wrong, the answer is to do the work here.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CACHE_STORE_FLIGHTLEASES_H
#define INGOT_CACHE_STORE_FLIGHTLEASES_H

#include "cache/key/SteadyTime.h"
#include "cache/store/CallbackThreads.h"
#include "cache/store/CircuitBreaker.h"
#include "cache/store/LeaseHolders.h"
#include "cache/store/SecondLevel.h"

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/synchronization/mutex.h"

#include <atomic>
#include <deque>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace ingot::cache {

/// How long who waits for whom.
struct FlightLeaseOptions {
  absl::Duration beat = absl::Milliseconds(500); ///< Between signs of life.
  /// Between the first looks at a holder; then they are rarer, up to `beat`.
  absl::Duration poll = absl::Milliseconds(50);
  absl::Duration lifetime = absl::Seconds(3); ///< Of leases of a silent holder.
  /// What waits for a worker, or to be written, is leased no longer.
  absl::Duration maxQueued = absl::Seconds(5);
  absl::Duration maxWait = absl::Seconds(60); ///< For one result.
  /// A call that takes longer counts as one that failed.
  absl::Duration slow = absl::Milliseconds(250);
  /// After failures of the second level nothing is leased for a while.
  CircuitBreaker::Options breaker;
  CircuitBreaker::Random random = [] { return 1.0; };
  /// For all but beats and polls, which go by steadyNow().
  CircuitBreaker::Clock clock = steadyNow;
  /// Of this holder, kHolderNameBytes that no other has; none: random ones.
  std::string name = "";
};

/// Thread-safe; no call but stop() waits for the second level, which outlives
/// it.
class FlightLeases {
public:
  enum class Answer {
    Ours,   ///< To be made here.
    Stored, ///< Another daemon has made it, and the second level has it.
    Stopped,
  };
  using OnAnswer = std::function<void(Answer)>;
  /// Names who asked, until end().
  using Ticket = uint64_t;

  /// `isPending` says whether a result is still on its way to the second level;
  /// `onStored` is told of a key before who waits for it is. Both run on
  /// threads of this.
  FlightLeases(SecondLevel &level, FlightLeaseOptions options,
               std::function<bool(const Digest &)> isPending,
               std::function<void(const Digest &)> onStored);
  ~FlightLeases() { stop(); }

  /// Asks whether the result of `key` is to be made here. `onAnswer` is called
  /// once, on a thread of this, where it may block, unless end() comes before;
  /// that is to come in any case. 0: to be made here, nothing is leased, and
  /// `onAnswer` is never called.
  Ticket begin(const Digest &key, OnAnswer onAnswer);

  /// A worker has it now.
  void started(Ticket ticket);

  /// It was made and given to the second level's queue, will not be made, or is
  /// not wanted any more. `onAnswer` is gone afterwards, unless it is being
  /// called. Tickets that ended, and 0, are ignored.
  void end(Ticket ticket);

  /// Answers who waits with Stopped, gives all leases back and ends the
  /// threads, after at most two calls of the second level and those that
  /// fetch what is stored. begin() leases
  /// nothing from then on.
  void stop();

  /// A result that another daemon made was taken.
  void noteTaken() { ++hits_; }

  int64_t waits() const { return waits_; } ///< For others, so far.
  int64_t hits() const { return hits_; }   ///< Results that were taken.

private:
  using Record = std::optional<v1::ActionRecord>;
  /// Who waits for an answer.
  struct Flight {
    Ticket ticket = 0;
    Digest key;
    std::string holder; ///< For whom it waits.
    absl::Time since;   ///< When it began to.
  };
  using Flights = std::vector<Flight>;
  /// A key that is made here, by one ticket. Sent: it ended, and its result may
  /// be on its way.
  struct Hold {
    enum class State { Queued, Running, Sent };
    Digest key;
    State state = State::Queued;
    absl::Time since; ///< In this state.
  };

  void run();
  /// What was asked, as soon as anything is to be done; nothing at the end.
  std::optional<Flights> awaitWork();
  void giveBack();

  void acquire(Flights flights);
  /// Moves those that another daemon makes to the waiting.
  absl::Status look(Flights &flights);
  /// Writes the leases and reads them again. Takes out those that others got,
  /// those whose results came and those that nobody wants any more.
  absl::Status claim(Flights &flights);
  void hold(Flights &flights);
  void release(Ticket ticket);
  void await(Flight flight, const std::string &holder);
  void poll();
  /// The last look at what nobody makes any more.
  void readResults(Flights flights);
  absl::Status publish();
  /// The keys that this holder names from now on; forgets what is over.
  std::vector<Digest> heldKeys(bool &isAnyPending);

  void answer(const Flights &flights, Answer answer);
  void call(Ticket ticket, const Digest &key, Answer answer);

  /// Reads the records of these holders.
  absl::Status readHolders(std::vector<std::string> names);
  /// One that is damaged says nothing.
  absl::StatusOr<std::vector<Record>> read(const std::vector<Digest> &keys);
  /// Makes a call, unless this has stopped.
  absl::Status timed(const std::function<absl::Status()> &call);
  absl::Time now() const { return options_.clock(); }

  // Fixed after construction, or synchronised by themselves.
  SecondLevel &level_;
  const FlightLeaseOptions options_;
  const std::function<bool(const Digest &)> isPending_;
  const std::function<void(const Digest &)> onStored_;
  const std::string name_; ///< Of this holder; no other has it.
  CircuitBreaker breaker_;
  std::atomic<int64_t> waits_{0}, hits_{0};
  std::atomic<bool> isStopped_{false}; ///< Set under the mutex.

  // The first thread's.
  Flights waiting_;
  LeaseHolders holders_;
  uint64_t beat_ = 0;
  absl::Duration pollWait_;
  absl::Time nextPoll_ = absl::InfinitePast();
  absl::Time nextBeat_ = absl::InfiniteFuture(); ///< While nothing is held.

  absl::Mutex mutex_;
  Ticket nextTicket_ ABSL_GUARDED_BY(mutex_) = 1;
  absl::flat_hash_map<Ticket, OnAnswer> asked_ ABSL_GUARDED_BY(mutex_);
  std::deque<Flight> fresh_ ABSL_GUARDED_BY(mutex_);
  absl::flat_hash_map<Ticket, Hold> holds_ ABSL_GUARDED_BY(mutex_);
  bool hasNews_ ABSL_GUARDED_BY(mutex_) = false; ///< Holds changed.

  /// What is stored may be large to fetch, and nothing else waits for that.
  CallbackThreads answers_{1}, storedAnswers_{4};
  std::thread thread_; ///< Last: it uses everything above.
};

} // namespace ingot::cache

#endif // INGOT_CACHE_STORE_FLIGHTLEASES_H
