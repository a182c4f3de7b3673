//===- HashThreads.h - hashing beside reading and writing -------*- C++ -*-===//
//
// SHA-256 of a large blob takes as long as moving it. Who moves it hands each
// piece to a thread of these, and moves the next one meanwhile. The hash of one
// blob is no faster by that, that of several is. A machine whose processors are
// all busy loses nothing: what no thread has begun, the waiting one hashes
// itself.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CACHE_KEY_HASHTHREADS_H
#define INGOT_CACHE_KEY_HASHTHREADS_H

#include "cache/key/Digest.h"

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace ingot {

/// A few threads, started when they are first wanted. Thread-safe; outlives
/// those who hash by it.
class HashThreads {
public:
  /// As many as there are processors, but for a few of many.
  HashThreads();
  explicit HashThreads(size_t maxThreads) : maxThreads_(maxThreads) {}
  ~HashThreads();

  /// For tests: threads so far, and pieces that none has begun.
  size_t threads();
  size_t queued();

private:
  friend class BesideHasher;

  /// One piece. Its fields are guarded by the mutex, but for those of what is
  /// hashed while it runs.
  struct Job {
    enum State { Done, Queued, Running };
    Hasher *hasher = nullptr;
    std::string_view bytes;
    std::shared_ptr<const std::string> owner; ///< Of the bytes, until hashed.
    State state = Done;
  };

  void begin(Job &job);
  /// Runs the job here if no thread has begun it.
  void wait(Job &job);
  /// Until no thread has the job, which nobody may have hashed then.
  void drop(Job &job);
  /// True for a job that was queued and is not any more.
  bool takeQueued(Job &job) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  bool isDue() const ABSL_SHARED_LOCKS_REQUIRED(mutex_) {
    return isOver_ || !queue_.empty();
  }
  void run();

  const size_t maxThreads_;

  absl::Mutex mutex_;
  std::deque<Job *> queue_ ABSL_GUARDED_BY(mutex_);
  bool isOver_ ABSL_GUARDED_BY(mutex_) = false;
  size_t idle_ ABSL_GUARDED_BY(mutex_) = 0; ///< Threads without a piece.
  std::vector<std::thread> threads_ ABSL_GUARDED_BY(mutex_);
};

/// The digest of one blob, piece by piece. One thread at a time.
class BesideHasher {
public:
  explicit BesideHasher(HashThreads &threads) : threads_(threads) {}
  /// What no thread has begun is given up.
  ~BesideHasher() { threads_.drop(job_); }

  /// Hashes the next piece, beside the caller if it is large. The bytes stay
  /// until the next call returns.
  void begin(std::string_view bytes);
  /// The same, but keeps the bytes itself, and lets go of them once they are
  /// hashed. Few wait for a thread so: they are memory.
  void begin(const std::shared_ptr<const std::string> &bytes);
  /// The first, beside the caller whatever its size: one of many at once.
  void beginBeside(std::string_view bytes);

  /// Until the pieces so far are hashed.
  void wait() { threads_.wait(job_); }

  /// As if the last piece had never come. Call at most once for it.
  void takeBack();

  /// The digest of everything so far. Call once, last.
  Digest finish() {
    wait();
    return hasher_.finish();
  }

private:
  HashThreads &threads_;
  Hasher hasher_, before_; ///< `before_` is without the last piece.
  HashThreads::Job job_;
};

} // namespace ingot

#endif // INGOT_CACHE_KEY_HASHTHREADS_H
