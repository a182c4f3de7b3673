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
//                         that it holds now
//
// So one write of its holder keeps all leases of a daemon alive, and gives one
// back when its key is not there any more. Times are measured by who waits:
// clocks of machines need not agree.
//
// Whatever goes wrong, the answer is to do the work here.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CACHE_STORE_FLIGHTLEASES_H
#define INGOT_CACHE_STORE_FLIGHTLEASES_H

#include "cache/store/CircuitBreaker.h"
#include "cache/store/SecondLevel.h"

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/clock.h"

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
  absl::Duration poll = absl::Milliseconds(50); ///< Between looks for a result.
  absl::Duration lifetime = absl::Seconds(3); ///< Of leases of a silent holder.
  absl::Duration maxWait = absl::Seconds(60); ///< For one result.
  /// After failures of the second level nothing is leased for a while.
  CircuitBreaker::Options breaker;
  CircuitBreaker::Random random = [] { return 1.0; };
};

/// Thread-safe; no call waits for the second level, which outlives it.
class FlightLeases {
public:
  enum class Answer {
    Ours,   ///< To be made here; end() is called then.
    Stored, ///< Another daemon has made it, and the second level has it.
    Stopped,
  };
  using OnAnswer = std::function<void(Answer)>;

  /// `isPending` says whether a result is still on its way to the second level;
  /// `onStored` is told of a key before who waits for it is. Both run on
  /// threads of this.
  FlightLeases(SecondLevel &level, FlightLeaseOptions options,
               std::function<bool(const Digest &)> isPending,
               std::function<void(const Digest &)> onStored);
  ~FlightLeases() { stop(); }

  /// Asks whether the result of `key` is to be made here. `onAnswer` is called
  /// once, inside this call when nothing is leased, else on a thread of this,
  /// where it may block.
  void begin(const Digest &key, OnAnswer onAnswer);

  /// It was made, and given to the second level's queue, or will not be.
  void end(const Digest &key);

  /// Answers who waits with Stopped, gives all leases back and ends the
  /// threads. Calls of begin() from then on are answered with Ours.
  void stop();

  int64_t waits() const { return waits_; } ///< For others, so far.
  int64_t hits() const { return hits_; }   ///< Of these, what was taken.

private:
  /// Who waits for an answer.
  struct Flight {
    Digest key;
    OnAnswer onAnswer;
    absl::Time since;
    bool hasWaited = false;
  };
  /// What was seen last of another daemon.
  struct Holder {
    uint64_t beat = 0;
    absl::Time changed; ///< When its count went up, as far as is known.
    absl::flat_hash_set<uint64_t> keys;
  };

  void run();
  void answerAll();
  void answer(const Flight &flight, Answer answer);
  /// All of them are to be made here, without a lease.
  void giveUp(std::vector<Flight> flights, const absl::Status &why);
  void acquire(std::vector<Flight> flights);
  /// Writes the leases and reads them again; those that others got are added
  /// to the waiting.
  absl::Status claim(std::vector<Flight> &flights);
  void poll();
  absl::Status publish();
  /// Reads the holders that these leases name.
  absl::Status readHolders(const std::vector<SecondLevel::FoundRecord> &leases);
  /// Whether another daemon makes the key's result.
  bool isHeld(const Digest &key, const v1::ActionRecord &lease) const;

  // Fixed after construction, or synchronised by themselves.
  SecondLevel &level_;
  const FlightLeaseOptions options_;
  const std::function<bool(const Digest &)> isPending_;
  const std::function<void(const Digest &)> onStored_;
  const std::string name_; ///< Of this holder; no other has it.
  CircuitBreaker breaker_;
  std::atomic<int64_t> waits_{0}, hits_{0};

  // The first thread's.
  std::vector<Flight> waiting_;
  absl::flat_hash_map<std::string, Holder> holders_;
  uint64_t beat_ = 0;
  size_t published_ = 0; ///< Keys of the last sign of life.
  absl::Time nextPoll_ = absl::InfinitePast();
  absl::Time nextBeat_ = absl::InfinitePast();

  absl::Mutex mutex_;
  std::deque<Flight> fresh_ ABSL_GUARDED_BY(mutex_);
  absl::flat_hash_set<Digest> held_ ABSL_GUARDED_BY(mutex_);
  absl::flat_hash_set<Digest> ended_ ABSL_GUARDED_BY(mutex_); ///< Of `held_`.
  bool hasEnded_ ABSL_GUARDED_BY(mutex_) = false;
  bool isStopped_ ABSL_GUARDED_BY(mutex_) = false;
  std::deque<std::pair<OnAnswer, Answer>> answers_ ABSL_GUARDED_BY(mutex_);
  bool isOver_ ABSL_GUARDED_BY(mutex_) = false; ///< No answers follow.

  std::thread thread_, answerThread_; ///< Last: they use everything above.
};

} // namespace ingot::cache

#endif // INGOT_CACHE_STORE_FLIGHTLEASES_H
