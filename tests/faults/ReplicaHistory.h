//===- ReplicaHistory.h - what replicas may answer --------------*- C++ -*-===//
//
// The model that histories are checked against. A history is operations of
// several callers on several daemons, at once and in no order; what each may
// see depends only on what happened between its begin and its end:
//
//   compile   the bytes of the program; or an error that clients send again
//             (RetryPolicy.h), if the daemon was ended meanwhile or evicted
//             what the compile had made so far; or CANCELLED, if the caller or
//             an operator cancelled it meanwhile; or DEADLINE_EXCEEDED, if it
//             had a deadline. A program at fault: its own error, or one of
//             these.
//   look up   found, if this daemon acknowledged the result and evicted nothing
//             since that compile began. Found or not, never other bytes.
//
// Kills, evictions and cancels are intervals, of which only overlap is asked.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_TESTS_FAULTS_REPLICAHISTORY_H
#define INGOT_TESTS_FAULTS_REPLICAHISTORY_H

#include "absl/status/status.h"

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ingot::faults {

/// Events that last from begin() to end(). Thread-safe.
class Intervals {
public:
  void begin() { ++begun_; }
  void end() { ++ended_; }

  /// To be asked before what may overlap with an event.
  uint64_t mark() const { return ended_; }
  /// Whether an event was under way at any time since then.
  bool anySince(uint64_t mark) const { return begun_ > mark; }

private:
  std::atomic<uint64_t> begun_{0}, ended_{0};
};

/// What the fake worker makes of a program (tests/fakes/FakeWorker.cpp).
struct HistoryProgram {
  enum Kind { Good, AtFault, Crashes } kind = Good;
  std::string module;
  std::string expected; ///< The artifact, or the message of the error.

  /// The programs of one history, with names that no other has. They share a
  /// kernel with each other.
  static std::vector<HistoryProgram> ofHistory(int history);
};

/// What one daemon acknowledged. Thread-safe.
class Acknowledged {
public:
  explicit Acknowledged(size_t programs) : since_(programs) {}

  /// A compile that began at `mark` of the evictions was answered.
  void note(size_t program, uint64_t mark) {
    // 0 is for none. A later one only makes the promise stronger.
    uint64_t known = since_[program];
    while (known < mark + 1 &&
           !since_[program].compare_exchange_weak(known, mark + 1)) {
    }
  }
  /// The mark of the last such compile.
  std::optional<uint64_t> mark(size_t program) const {
    const uint64_t since = since_[program];
    return since == 0 ? std::nullopt : std::optional<uint64_t>(since - 1);
  }

private:
  std::vector<std::atomic<uint64_t>> since_;
};

/// What happened while a call ran.
struct Overlap {
  /// A daemon that it may have asked was ended, or evicted all it had.
  bool wasDisturbed = false;
  bool wasCancelled = false; ///< By its caller or by an operator.
  bool hadDeadline = false;
};

/// Why a compile cannot have been answered so; empty if it can.
std::string faultOfAnswer(const HistoryProgram &program,
                          const absl::Status &status,
                          const std::string &artifact, const Overlap &overlap);

} // namespace ingot::faults

#endif // INGOT_TESTS_FAULTS_REPLICAHISTORY_H
