//===- AnswerTable.cpp - answers to hits, kept ready ----------------------===//
//
// The caller is part of an answer's name though an answer says nothing about
// them: what is kept for one is never found by another, whatever the core comes
// to make of a principal.
//
//===----------------------------------------------------------------------===//

#include "server/core/AnswerTable.h"

#include "cache/key/Lane.h"

namespace ingot::server {
namespace {

/// The largest artifact that comes inline, and a manifest of that size.
constexpr size_t kMaxAnswerBytes = 2 << 20;
/// What an answer costs beside its bytes.
constexpr int64_t kEntryBytes = 256;

} // namespace

AnswerName::AnswerName(const Principal &principal) {
  // The lengths keep the names and the request apart.
  for (const std::string &part : {principal.name, principal.tenant.space()})
    hasher_.update(std::to_string(part.size()) + ":" + part);
}

std::optional<KeptAnswer> AnswerTable::find(const Digest &name) {
  std::shared_ptr<const Answer> answer = answers_.get(name);
  if (!answer)
    return std::nullopt;
  if (store_.touchRecord(cache::RecordKind::Request, answer->result.key,
                         answer->result.blobs))
    return KeptAnswer{{answer, &answer->bytes},
                      answer->result.name.value_or(answer->result.key),
                      isInLane(answer->result.key)};
  answers_.erase(name);
  return std::nullopt;
}

void AnswerTable::keep(const Digest &name, const StoredResult &result,
                       const google::protobuf::MessageLite &answer) {
  const size_t size = answer.ByteSizeLong();
  if (size > kMaxAnswerBytes)
    return;
  answers_.put(
      name,
      std::make_shared<const Answer>(
          Answer{result, answer.SerializeAsString()}),
      static_cast<int64_t>(size + result.blobs.size() * sizeof(Digest)) +
          kEntryBytes);
}

} // namespace ingot::server
