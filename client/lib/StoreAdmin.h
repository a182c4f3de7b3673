//===- StoreAdmin.h - care of a daemon's store ------------------*- C++ -*-===//
//
// What an operator asks: ingot.v1.StoreAdmin, in plain structs. Statuses are
// those of the service; PERMISSION_DENIED for who is no operator.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_LIB_STOREADMIN_H
#define INGOT_CLIENT_LIB_STOREADMIN_H

#include "client/lib/Client.h"

namespace ingot::client {

/// What a store keeps of one kind: "request", "action", what records call a
/// blob ("object"), or "unnamed".
struct StoreKind {
  std::string kind;
  uint64_t entries = 0, bytes = 0;
  std::vector<uint64_t> bytesByAge; ///< As StoreDescription::ages.
};

/// What a tenant wrote first, or a lane of it.
struct StoreTenant {
  std::string name; ///< TENANT or TENANT/LANE.
  uint64_t entries = 0, bytes = 0;
  uint64_t limitBytes = 0; ///< 0: none that is known.
};

/// What a store keeps.
struct StoreDescription {
  std::vector<StoreKind> kinds;
  std::vector<std::string> ages; ///< "hour", "day": last used within it.
  uint64_t bytes = 0, limitBytes = 0;
  std::vector<StoreTenant> tenants = {};
};

/// How far a verify is.
struct StoreVerification {
  uint64_t entries = 0, bytes = 0, totalEntries = 0, totalBytes = 0;
  uint64_t damaged = 0, dangling = 0;
};

/// What to evict; nothing is set at first.
struct GarbageOptions {
  int64_t maxBytes = -1;
  int64_t maxAgeSeconds = -1;
  bool unnamed = false;
};

/// What was evicted, and the bytes that stay.
struct GarbageReport {
  uint64_t blobs = 0, records = 0, bytes = 0, bytesLeft = 0;
};

/// What an archive holds: `known` blobs were there before, and `skipped` is
/// what was damaged, or records of blobs that are not there.
struct ArchiveSummary {
  uint64_t blobs = 0, records = 0, bytes = 0, known = 0, skipped = 0;
};

/// A lane's result that all may use now.
struct PromotedResult {
  std::string kind; ///< "request" or "action".
  uint64_t blobs = 0, bytes = 0;
  bool wasTrusted = false; ///< It was so before.
};

/// A result that is not evicted.
struct PinnedResult {
  std::string kind; ///< "request" or "action".
  std::string key;  ///< HASH/SIZE.
  std::string lane; ///< Empty: `trusted`.
  double since = 0; ///< Seconds since 1970.
  uint64_t bytes = 0;
};

/// A copy of a store on the daemon's machine.
struct StoreCheckpoint {
  std::string path;
  uint64_t bytes = 0;
};

/// Thread-safe. The Client that it comes from outlives it.
class StoreAdmin {
public:
  virtual ~StoreAdmin() = default;

  virtual absl::StatusOr<StoreDescription>
  describe(const CallOptions &options = {}) = 0;

  /// `onProgress` is told of each finding, and how far it is; may be null.
  using OnVerified = std::function<void(const StoreVerification &,
                                        const std::string &finding)>;
  virtual absl::StatusOr<StoreVerification>
  verify(const OnVerified &onProgress, const CallOptions &options = {}) = 0;

  virtual absl::StatusOr<GarbageReport>
  collectGarbage(const GarbageOptions &what,
                 const CallOptions &options = {}) = 0;

  virtual absl::StatusOr<StoreCheckpoint>
  checkpoint(const std::string &name, const CallOptions &options = {}) = 0;

  /// Makes a lane's result of this key, HASH/SIZE, one of `trusted`.
  virtual absl::StatusOr<PromotedResult>
  promote(const std::string &key, const std::string &lane,
          const CallOptions &options = {}) = 0;

  /// Keeps the result of this key, HASH/SIZE, and its blobs from being evicted;
  /// returns the kind of it. An empty lane is `trusted`.
  virtual absl::StatusOr<std::string> pin(const std::string &key,
                                          const std::string &lane,
                                          const CallOptions &options = {}) = 0;
  virtual absl::Status unpin(const std::string &key, const std::string &lane,
                             const CallOptions &options = {}) = 0;
  virtual absl::StatusOr<std::vector<PinnedResult>>
  pins(const CallOptions &options = {}) = 0;

  /// Hands an archive to `sink` in pieces. An error of the sink ends it.
  virtual absl::StatusOr<ArchiveSummary>
  exportTo(const std::function<absl::Status(std::string_view)> &sink,
           const CallOptions &options = {}) = 0;

  /// Sends an archive that `source` gives in pieces of up to 1 MiB; an empty
  /// one is the end.
  virtual absl::StatusOr<ArchiveSummary>
  importFrom(const std::function<absl::StatusOr<std::string>()> &source,
             const CallOptions &options = {}) = 0;
};

} // namespace ingot::client

#endif // INGOT_CLIENT_LIB_STOREADMIN_H
