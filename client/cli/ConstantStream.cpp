//===- ConstantStream.cpp - constants on their way to a file --------------===//
//
// Groups are taken in the order of the file, so that what is held is what is
// written next. One that next() waits for is fetched whatever is held: a blob
// with several uses stays to its last one.
//
//===----------------------------------------------------------------------===//

#include "client/cli/ConstantStream.h"
#include "cache/key/Digest.h"

#include "absl/strings/numbers.h"

#include <algorithm>

namespace ingot::client {
namespace {

/// Of what was fetched and is not being written; a single blob may have more,
/// and is then held beside the one that is written.
constexpr int64_t kMaxHeldBytes = 32 << 20;
/// Blobs up to so much together are one group.
constexpr int64_t kMaxGroupBytes = 4 << 20;
/// More do not make one daemon faster.
constexpr size_t kMaxThreads = 4;

/// Of HASH/SIZE.
int64_t sizeOf(const std::string &digest) {
  int64_t size = 0;
  if (!absl::SimpleAtoi(digest.substr(digest.find('/') + 1), &size))
    return 0; // The fetch says what is wrong.
  return size;
}

} // namespace

OldConstants::OldConstants(const std::string &path) {
  if (auto file = runtime::TensorFile::open(path); file.ok())
    file_ = *std::move(file);
  if (!file_)
    return;
  for (const auto &[name, tensor] : file_->tensors())
    if (!tensor.digest.empty())
      byHash_.emplace(tensor.digest, tensor.bytes);
}

std::optional<std::string> OldConstants::find(const std::string &digest) const {
  auto found = byHash_.find(digest.substr(0, digest.find('/')));
  if (found == byHash_.end())
    return std::nullopt;
  std::string bytes(found->second);
  if (Digest::of(bytes).toString() != digest)
    return std::nullopt;
  return bytes;
}

ConstantStream::ConstantStream(Client &client, const OldConstants &old,
                               std::vector<std::string> digests,
                               const CallOptions &call)
    : client_(client), old_(old), call_(call), digests_(std::move(digests)) {
  {
    absl::MutexLock lock(&mutex_);
    for (size_t i = 0; i < digests_.size(); ++i) {
      if (blobs_[digests_[i]].uses++ > 0)
        continue;
      const int64_t size = sizeOf(digests_[i]);
      if (groups_.empty() || groups_.back().bytes + size > kMaxGroupBytes)
        groups_.push_back({i, 0, {}});
      groups_.back().bytes += size;
      groups_.back().digests.push_back(digests_[i]);
    }
  }
  const size_t count = std::min(kMaxThreads, groups_.size());
  for (size_t i = 0; i < count; ++i)
    threads_.emplace_back([this] { fetch(); });
}

ConstantStream::~ConstantStream() {
  {
    absl::MutexLock lock(&mutex_);
    isOver_ = true;
  }
  for (std::thread &thread : threads_)
    thread.join();
}

absl::StatusOr<std::string_view> ConstantStream::next() {
  absl::MutexLock lock(&mutex_);
  Blob &blob = blobs_.at(digests_[wanted_]);
  mutex_.Await(absl::Condition(
      +[](Blob *blob) { return blob->bytes != nullptr; }, &blob));
  ++wanted_;
  current_ = blob.bytes;
  if (--blob.uses == 0) {
    if (current_->ok())
      held_ -= static_cast<int64_t>((*current_)->size());
    blob.bytes = nullptr;
  }
  if (!current_->ok())
    return current_->status();
  return std::string_view(**current_);
}

bool ConstantStream::isNextDue() const {
  if (isOver_ || nextGroup_ == groups_.size())
    return true;
  const Group &group = groups_[nextGroup_];
  return group.first <= wanted_ || held_ + group.bytes <= kMaxHeldBytes;
}

void ConstantStream::fetch() {
  while (true) {
    const Group *group;
    {
      absl::MutexLock lock(&mutex_,
                           absl::Condition(this, &ConstantStream::isNextDue));
      if (isOver_ || nextGroup_ == groups_.size())
        return;
      group = &groups_[nextGroup_++];
      held_ += group->bytes;
    }
    std::vector<Bytes> fetched = fetchGroup(*group);
    absl::MutexLock lock(&mutex_);
    for (size_t i = 0; i < fetched.size(); ++i)
      blobs_.at(group->digests[i]).bytes = std::move(fetched[i]);
  }
}

std::vector<ConstantStream::Bytes>
ConstantStream::fetchGroup(const Group &group) {
  std::vector<Bytes> results(group.digests.size());
  auto keep = [&](size_t i, absl::StatusOr<std::string> bytes) {
    results[i] =
        std::make_shared<const absl::StatusOr<std::string>>(std::move(bytes));
  };
  std::vector<std::string> missing;
  std::vector<size_t> places;
  for (size_t i = 0; i < group.digests.size(); ++i) {
    if (std::optional<std::string> bytes = old_.find(group.digests[i])) {
      keep(i, *std::move(bytes));
      continue;
    }
    missing.push_back(group.digests[i]);
    places.push_back(i);
  }
  if (missing.empty())
    return results;
  absl::StatusOr<std::vector<std::string>> fetched =
      client_.fetchAll(missing, call_);
  for (size_t i = 0; i < places.size(); ++i)
    if (fetched.ok())
      keep(places[i], std::move((*fetched)[i]));
    else
      keep(places[i], fetched.status());
  return results;
}

} // namespace ingot::client
