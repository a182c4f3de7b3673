//===- ReapiLevel.cpp - a second level over REAPI -------------------------===//
//
// Calls block: whoever asks the second level waits for it anyway, on a thread
// that may. Each has a deadline, so that a cache that hangs costs a bounded
// time, and stands in a list, so that cancel() finds it. Streams are in
// ReapiStreams.cpp.
//
//===----------------------------------------------------------------------===//

#include "cache/remote/ReapiCall.h"

#include "cache/remote/ActionResult.h"
#include "cache/remote/ReapiChannel.h"

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "absl/synchronization/blocking_counter.h"

#include <algorithm>

namespace ingot::cache {
namespace {

constexpr size_t kMaxDigestsPerCall = 10000;
/// Lookups at once; servers let a connection make about a hundred calls.
constexpr size_t kMaxLookups = 64;
/// A batch that is smaller would be one call for each blob.
constexpr int64_t kMinBatchBytes = kMaxSmallBlobBytes;

} // namespace

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

ReapiLevel::Call::Call(ReapiLevel &level, int64_t bytes) : level_(level) {
  context.set_deadline(absl::ToChronoTime(
      absl::Now() + level.options_.timeout +
      absl::Seconds(static_cast<double>(bytes) / kBytesPerSecond)));
  absl::MutexLock lock(&level.mutex_);
  if (!level.token_.empty())
    context.AddMetadata("authorization", "Bearer " + level.token_);
  level.calls_.insert(&context);
  if (level.isCancelled_)
    context.TryCancel();
}

ReapiLevel::Call::~Call() {
  absl::MutexLock lock(&level_.mutex_);
  level_.calls_.erase(&context);
}

void ReapiLevel::cancel() {
  absl::MutexLock lock(&mutex_);
  isCancelled_ = true;
  for (grpc::ClientContext *call : calls_)
    call->TryCancel();
}

absl::Status ReapiLevel::failure(const grpc::Status &status) {
  if (status.error_code() == grpc::StatusCode::UNAUTHENTICATED) {
    absl::StatusOr<std::string> token = readSecretLine(options_.tokenFile);
    absl::MutexLock lock(&mutex_);
    if (token.ok())
      token_ = *std::move(token);
  }
  if (status.ok())
    return absl::OkStatus();
  return absl::Status(static_cast<absl::StatusCode>(status.error_code()),
                      absl::StrCat("second level: ", status.error_message()));
}

absl::StatusOr<std::unique_ptr<ReapiLevel>>
ReapiLevel::open(const ReapiOptions &options) {
  if (absl::Status status = checkReapiOptions(options); !status.ok())
    return status;
  auto channel = makeReapiChannel(options);
  absl::StatusOr<std::string> secret = readSecretLine(options.secretFile);
  if (!channel.ok() || !secret.ok())
    return !channel.ok() ? channel.status() : secret.status();
  std::unique_ptr<ReapiLevel> level(
      new ReapiLevel(options, *std::move(secret), *channel));
  absl::StatusOr<std::string> token = readSecretLine(options.tokenFile);
  if (!token.ok())
    return token.status();
  absl::MutexLock lock(&level->mutex_);
  level->token_ = *std::move(token);
  return level;
}

ReapiLevel::ReapiLevel(ReapiOptions options, std::string secret,
                       const std::shared_ptr<grpc::Channel> &channel)
    : options_(std::move(options)), secret_(std::move(secret)),
      actionCache_(reapi::ActionCache::NewStub(channel)),
      capabilities_(reapi::Capabilities::NewStub(channel)),
      cas_(reapi::ContentAddressableStorage::NewStub(channel)),
      byteStream_(google::bytestream::ByteStream::NewStub(channel)) {}

absl::StatusOr<ReapiLevel::Abilities> ReapiLevel::abilities() {
  {
    absl::MutexLock lock(&mutex_);
    if (abilities_)
      return *abilities_;
  }
  Call call(*this);
  reapi::GetCapabilitiesRequest request;
  request.set_instance_name(options_.instance);
  reapi::ServerCapabilities response;
  if (grpc::Status status =
          capabilities_->GetCapabilities(&call.context, request, &response);
      !status.ok())
    return failure(status);
  const reapi::CacheCapabilities &cache = response.cache_capabilities();
  auto has = [](const auto &list, int value) {
    return std::find(list.begin(), list.end(), value) != list.end();
  };
  if (!has(cache.digest_functions(), reapi::DigestFunction::SHA256))
    return absl::FailedPreconditionError(
        "second level: it does not name blobs by SHA-256");
  Abilities found;
  found.isWritable = cache.action_cache_update_capabilities().update_enabled();
  found.hasZstd = options_.isCompressed &&
                  has(cache.supported_compressors(), reapi::Compressor::ZSTD);
  // 0: it does not say.
  if (const int64_t most = cache.max_batch_total_size_bytes(); most > 0)
    found.maxBatchBytes = std::clamp(most, kMinBatchBytes, kMaxSmallBlobsBytes);
  absl::MutexLock lock(&mutex_);
  abilities_ = found;
  return found;
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

/// One of several lookups at once.
struct ReapiLevel::Lookup {
  Lookup(ReapiLevel &level, const Digest &key) : call(level) {
    request.set_instance_name(level.options_.instance);
    *request.mutable_action_digest() = toReapi(key);
  }

  FoundRecord finish(ReapiLevel &level, const Digest &key) const {
    if (status.error_code() == grpc::StatusCode::NOT_FOUND)
      return std::nullopt;
    if (!status.ok())
      return level.failure(status);
    absl::StatusOr<v1::ActionRecord> record =
        fromActionResult(key, result, level.secret_);
    if (!record.ok())
      return record.status();
    return *std::move(record);
  }

  Call call;
  reapi::GetActionResultRequest request;
  reapi::ActionResult result;
  grpc::Status status;
};

std::vector<SecondLevel::FoundRecord>
ReapiLevel::readRecords(const std::vector<Digest> &keys) {
  if (absl::Status status = abilities().status(); !status.ok())
    return std::vector<FoundRecord>(keys.size(), FoundRecord(status));
  std::vector<FoundRecord> found;
  for (size_t begin = 0; begin < keys.size(); begin += kMaxLookups) {
    const size_t end = std::min(keys.size(), begin + kMaxLookups);
    std::vector<std::unique_ptr<Lookup>> lookups;
    absl::BlockingCounter underWay(static_cast<int>(end - begin));
    for (size_t i = begin; i < end; ++i) {
      Lookup &lookup =
          *lookups.emplace_back(std::make_unique<Lookup>(*this, keys[i]));
      actionCache_->async()->GetActionResult(
          &lookup.call.context, &lookup.request, &lookup.result,
          [&lookup, &underWay](grpc::Status status) {
            lookup.status = std::move(status);
            underWay.DecrementCount();
          });
    }
    underWay.Wait();
    for (size_t i = begin; i < end; ++i)
      found.push_back(lookups[i - begin]->finish(*this, keys[i]));
  }
  return found;
}

/// One of several writes at once.
struct ReapiLevel::Update {
  Update(ReapiLevel &level, const Digest &key, const v1::ActionRecord &record)
      : call(level) {
    request.set_instance_name(level.options_.instance);
    *request.mutable_action_digest() = toReapi(key);
    *request.mutable_action_result() =
        toActionResult(key, record, level.secret_);
  }

  Call call;
  reapi::UpdateActionResultRequest request;
  reapi::ActionResult ignored;
  grpc::Status status;
};

absl::Status ReapiLevel::writeRecord(const Digest &key,
                                     const v1::ActionRecord &record) {
  return writeRecords({key}, record);
}

absl::Status ReapiLevel::writeRecords(const std::vector<Digest> &keys,
                                      const v1::ActionRecord &record) {
  for (size_t begin = 0; begin < keys.size(); begin += kMaxLookups) {
    const size_t end = std::min(keys.size(), begin + kMaxLookups);
    std::vector<std::unique_ptr<Update>> updates;
    absl::BlockingCounter underWay(static_cast<int>(end - begin));
    for (size_t i = begin; i < end; ++i) {
      Update &update = *updates.emplace_back(
          std::make_unique<Update>(*this, keys[i], record));
      actionCache_->async()->UpdateActionResult(
          &update.call.context, &update.request, &update.ignored,
          [&update, &underWay](grpc::Status status) {
            update.status = std::move(status);
            underWay.DecrementCount();
          });
    }
    underWay.Wait();
    for (const std::unique_ptr<Update> &update : updates)
      if (!update->status.ok())
        return failure(update->status);
  }
  return absl::OkStatus();
}

absl::Status ReapiLevel::checkWritable() {
  absl::StatusOr<Abilities> found = abilities();
  if (!found.ok() || found->isWritable)
    return found.status();
  return absl::PermissionDeniedError(
      "second level: it takes no results from its clients");
}

//===----------------------------------------------------------------------===//
// Small blobs
//===----------------------------------------------------------------------===//

absl::StatusOr<std::vector<Digest>>
ReapiLevel::findMissing(const std::vector<Digest> &digests) {
  absl::flat_hash_set<std::string> answered;
  for (size_t at = 0; at < digests.size(); at += kMaxDigestsPerCall) {
    Call call(*this);
    reapi::FindMissingBlobsRequest request;
    request.set_instance_name(options_.instance);
    const size_t end = std::min(digests.size(), at + kMaxDigestsPerCall);
    for (size_t i = at; i < end; ++i)
      *request.add_blob_digests() = toReapi(digests[i]);
    reapi::FindMissingBlobsResponse response;
    if (grpc::Status status =
            cas_->FindMissingBlobs(&call.context, request, &response);
        !status.ok())
      return failure(status);
    for (const reapi::Digest &digest : response.missing_blob_digests())
      answered.insert(digest.hash());
  }
  std::vector<Digest> missing;
  for (const Digest &digest : digests)
    if (answered.contains(digest.hex()))
      missing.push_back(digest);
  return missing;
}

absl::StatusOr<std::vector<std::string>>
ReapiLevel::readBlobs(const std::vector<Digest> &digests) {
  absl::StatusOr<Abilities> can = abilities();
  if (!can.ok())
    return can.status();
  std::vector<std::string> blobs;
  size_t begin = 0;
  int64_t bytes = 0;
  for (size_t i = 0; i <= digests.size(); ++i) {
    if (i == digests.size() || bytes + digests[i].size > can->maxBatchBytes) {
      if (absl::Status status =
              readBatch(digests.data() + begin, i - begin, blobs);
          !status.ok())
        return status;
      begin = i;
      bytes = 0;
    }
    if (i < digests.size())
      bytes += digests[i].size;
  }
  return blobs;
}

absl::Status ReapiLevel::readBatch(const Digest *digests, size_t count,
                                   std::vector<std::string> &blobs) {
  if (count == 0)
    return absl::OkStatus();
  reapi::BatchReadBlobsRequest request;
  request.set_instance_name(options_.instance);
  int64_t bytes = 0;
  for (size_t i = 0; i < count; ++i) {
    *request.add_digests() = toReapi(digests[i]);
    bytes += digests[i].size;
  }
  Call call(*this, bytes);
  reapi::BatchReadBlobsResponse response;
  if (grpc::Status status =
          cas_->BatchReadBlobs(&call.context, request, &response);
      !status.ok())
    return failure(status);
  // Answers come in any order.
  absl::flat_hash_map<std::string, reapi::BatchReadBlobsResponse::Response *>
      answers;
  for (auto &answer : *response.mutable_responses())
    answers[answer.digest().hash()] = &answer;
  for (size_t i = 0; i < count; ++i) {
    auto found = answers.find(digests[i].hex());
    if (found == answers.end())
      return absl::DataLossError(
          absl::StrCat("second level: no word of ", digests[i].toString()));
    if (found->second->status().code() != 0)
      return failure(
          {static_cast<grpc::StatusCode>(found->second->status().code()),
           found->second->status().message()});
    blobs.push_back(std::move(*found->second->mutable_data()));
  }
  return absl::OkStatus();
}

absl::Status ReapiLevel::writeBlobs(const std::vector<Blob> &blobs) {
  absl::StatusOr<Abilities> can = abilities();
  if (!can.ok())
    return can.status();
  size_t begin = 0;
  int64_t bytes = 0;
  for (size_t i = 0; i <= blobs.size(); ++i) {
    if (i == blobs.size() ||
        bytes + blobs[i].digest.size > can->maxBatchBytes) {
      if (absl::Status status = writeBatch(blobs.data() + begin, i - begin);
          !status.ok())
        return status;
      begin = i;
      bytes = 0;
    }
    if (i < blobs.size())
      bytes += blobs[i].digest.size;
  }
  return absl::OkStatus();
}

absl::Status ReapiLevel::writeBatch(const Blob *blobs, size_t count) {
  if (count == 0)
    return absl::OkStatus();
  reapi::BatchUpdateBlobsRequest request;
  request.set_instance_name(options_.instance);
  int64_t bytes = 0;
  for (size_t i = 0; i < count; ++i) {
    auto *one = request.add_requests();
    *one->mutable_digest() = toReapi(blobs[i].digest);
    one->set_data(*blobs[i].bytes);
    bytes += blobs[i].digest.size;
  }
  Call call(*this, bytes);
  reapi::BatchUpdateBlobsResponse response;
  if (grpc::Status status =
          cas_->BatchUpdateBlobs(&call.context, request, &response);
      !status.ok())
    return failure(status);
  for (const auto &answer : response.responses())
    if (answer.status().code() != 0)
      return failure({static_cast<grpc::StatusCode>(answer.status().code()),
                      answer.status().message()});
  return absl::OkStatus();
}

} // namespace ingot::cache
