//===- TieredStore.h - A store with a second level behind it ----*- C++ -*-===//
//
// Several daemons share what they made through a cache that they all reach. It
// only ever fills the local store: what is asked for and not here is fetched,
// held against its digest, written here, and then read from here. So all that
// the local store promises stays true, a hit here never asks another machine,
// and a second level that is dead, slow or lying is a miss that is counted.
//
// A result that comes from there brings all blobs that it names, or it is none.
// What is written here goes there too, later, by WriteBehind: results, and the
// blobs that they name. Uploads of callers that no result names stay here, and
// so do results of lanes that are not trusted.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CACHE_STORE_TIEREDSTORE_H
#define INGOT_CACHE_STORE_TIEREDSTORE_H

#include "cache/key/SteadyTime.h"
#include "cache/store/CircuitBreaker.h"
#include "cache/store/FlightLeases.h"
#include "cache/store/LruCache.h"
#include "cache/store/SecondLevel.h"
#include "cache/store/StoreDecorator.h"
#include "cache/store/WriteBehind.h"

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/synchronization/mutex.h"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>

namespace ingot::cache {

/// Callers that may wait for a second level at once, unless options say
/// otherwise. Each holds a thread that others may need for what is on the disk.
inline constexpr int kMaxSecondLevelReads = 8;

/// How much a second level may cost those who wait for it.
struct TieredStoreOptions {
  bool isReadOnly = false; ///< Nothing is written to the second level.
  /// Results whose blobs are more together are not fetched.
  int64_t maxResultBytes = int64_t{1} << 30;
  int maxReads = kMaxSecondLevelReads; ///< One more is a miss at once.
  /// A result that took longer to look up counts as a failure of the second
  /// level, though it is used: so slow a cache costs more than it saves.
  absl::Duration slow = absl::Milliseconds(250);
  /// What was not there is not asked for again so soon: an action is looked up
  /// twice before it runs.
  absl::Duration absentFor = absl::Seconds(2);
  CircuitBreaker::Options breaker;
  CircuitBreaker::Clock clock = steadyNow;
  CircuitBreaker::Random random = [] { return 1.0; };
  /// Told when it is asked no more, and why, and with OK when it is again. May
  /// be null.
  std::function<void(const absl::Status &)> onChange = nullptr;
  WriteBehindOptions writing;
  /// How equal work of several daemons is done by one; none: by each. Takes a
  /// second level that is written.
  std::optional<FlightLeaseOptions> leases = std::nullopt;
};

/// Thread-safe. Stands on what verifies blobs on their way in. What peeks,
/// touches or asks for what is missing is answered by the local store alone.
class TieredStore : public StoreDecorator {
public:
  TieredStore(std::unique_ptr<Store> base, std::unique_ptr<SecondLevel> level,
              TieredStoreOptions options);
  /// Writes what is queued, for as long as the options say.
  ~TieredStore() override;

  absl::StatusOr<SharedBytes> getBlob(const Digest &digest) override;
  absl::StatusOr<std::unique_ptr<BlobReader>> openBlob(const Digest &digest,
                                                       int64_t offset) override;
  absl::StatusOr<std::unique_ptr<BlobReader>>
  openRange(const Digest &digest, int64_t offset) override;
  absl::StatusOr<std::optional<v1::ActionRecord>>
  getRecord(RecordKind kind, const Digest &key) override;
  /// When one of them is fetched, all that are not here are.
  void expectRecords(const std::vector<Digest> &keys) override;
  absl::Status putRecords(const std::vector<RecordEntry> &entries,
                          Durability durability) override;
  StoreStatistics statistics() const override;
  FlightLeases *leases() override { return leases_.get(); }

  /// Null where nothing is written.
  WriteBehind *writing() { return writing_.get(); }

private:
  /// What came of asking the second level; errors are statuses.
  enum class Outcome {
    Hit,
    Here, ///< It came while the caller was on its way.
    Absent,
    Incomplete,
    NotKept
  };
  /// Sets the flag when an answer took long.
  using Fetch = std::function<absl::StatusOr<Outcome>(bool &isSlow)>;

  /// One fetch, for all who wait for it.
  struct Flight {
    bool isOver = false;
    bool isFetched = false;
  };

  /// Runs `read` unless somebody does already, and waits. Whether the local
  /// store may have it now.
  bool fetch(const Digest &name, const Fetch &read);
  /// The same without waiting for others.
  bool fetchNow(const Digest &name, const Fetch &read);
  /// A moment ago.
  bool wasAbsent(const Digest &name);
  /// Counts, and tells the breaker.
  void note(const Digest &name, const absl::StatusOr<Outcome> &outcome,
            bool isSlow);
  void noteFailure(const absl::Status &why);

  absl::StatusOr<Outcome> fetchRecord(RecordKind kind, const Digest &key,
                                      bool &isSlow);
  /// The key, and those that were expected with it and are not here.
  std::vector<Digest> withExpected(const Digest &key);
  /// Brings the small blobs of all of them, if that can be done.
  void fetchSmallTogether(const std::vector<SecondLevel::FoundRecord> &found);
  absl::StatusOr<Outcome> keep(RecordKind kind, const Digest &key,
                               const SecondLevel::FoundRecord &found);
  absl::StatusOr<Outcome> fetchBlobs(std::vector<Digest> missing);
  absl::StatusOr<Outcome> fetchSmall(const std::vector<Digest> &digests);
  absl::StatusOr<Outcome> fetchLarge(const Digest &digest);
  Fetch blobFetch(const Digest &digest);

  const TieredStoreOptions options_;
  const std::unique_ptr<SecondLevel> level_;
  CircuitBreaker breaker_;
  /// When what is not there was asked for.
  LruCache<Digest, absl::Time> absent_{16384};
  /// Which records were expected together.
  LruCache<Digest, std::vector<Digest>> expected_{16384};
  std::atomic<int64_t> hits_{0}, absentMisses_{0}, incomplete_{0}, corrupt_{0},
      failed_{0}, skipped_{0}, notKept_{0}, bytesRead_{0}, opens_{0};

  absl::Mutex mutex_;
  absl::flat_hash_map<Digest, std::shared_ptr<Flight>>
      flights_ ABSL_GUARDED_BY(mutex_);
  int waiting_ ABSL_GUARDED_BY(mutex_) = 0; ///< Callers in fetch().

  std::unique_ptr<WriteBehind> writing_; ///< It uses base and level.
  std::unique_ptr<FlightLeases> leases_; ///< Last: it uses all above.
};

} // namespace ingot::cache

#endif // INGOT_CACHE_STORE_TIEREDSTORE_H
