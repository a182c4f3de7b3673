//===- AnswerTable.h - answers to hits, kept ready --------------*- C++ -*-===//
//
// A hit that is parsed, looked up and serialized again costs more than the call
// that asks for it. Who asks the same once more, byte for byte, gets the bytes
// of the answer before. The store still decides: an answer counts as a use of
// all that it names, and is none once any of that is gone.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_CORE_ANSWERTABLE_H
#define INGOT_SERVER_CORE_ANSWERTABLE_H

#include "cache/store/LruCache.h"
#include "cache/store/Store.h"
#include "server/core/Principal.h"

#include <google/protobuf/message_lite.h>

#include <optional>
#include <string_view>
#include <vector>

namespace ingot::server {

/// Where the result of a hit stands.
struct StoredResult {
  Digest key;                                ///< In the request index.
  std::vector<Digest> blobs;                 ///< That the record names.
  std::optional<Digest> name = std::nullopt; ///< Of another lane's: ActionKey.
};

/// An answer as it was sent.
struct KeptAnswer {
  cache::SharedBytes bytes;
  Digest key;            ///< Of the result, as people see it.
  bool isOfLane = false; ///< The caller's own, and not `trusted`.
};

/// Names an answer by all that it depends on: whoever asks, and each byte of
/// the request, given in pieces. One thread at a time.
class AnswerName {
public:
  explicit AnswerName(const Principal &principal);
  void add(std::string_view bytes) { hasher_.update(bytes); }
  /// Call once, last.
  Digest finish() { return hasher_.finish(); }

private:
  Hasher hasher_;
};

/// Thread-safe; never blocks. The store outlives it.
class AnswerTable {
public:
  /// Keeps up to `bytes` of answers.
  explicit AnswerTable(cache::Store &store, int64_t bytes = int64_t{16} << 20)
      : store_(store), answers_(bytes) {}

  /// The answer of this name, if it is kept.
  std::optional<KeptAnswer> find(const Digest &name);

  /// Keeps the answer, unless it is larger than 2 MiB.
  void keep(const Digest &name, const StoredResult &result,
            const google::protobuf::MessageLite &answer);

private:
  /// What is sent, and what it needs to be true.
  struct Answer {
    StoredResult result;
    std::string bytes;
  };

  cache::Store &store_;
  cache::LruCache<Digest, Answer> answers_;
};

} // namespace ingot::server

#endif // INGOT_SERVER_CORE_ANSWERTABLE_H
