//===- Policy.cpp - first in, least recent, S3-FIFO, greedy dual size -----===//
//
// S3-FIFO: Yang, Zhang, Qiu, Yue, Rashmi, "FIFO queues are all you need for
// cache eviction", SOSP 2023. Greedy dual size with frequency: Cherkasova,
// "Improving WWW proxies performance with greedy-dual-size-frequency caching
// policy", HP Labs 1998.
//
//===----------------------------------------------------------------------===//

#include "tests/bench/eviction/Policy.h"

#include <algorithm>
#include <cassert>
#include <deque>
#include <limits>
#include <queue>

namespace ingot::bench {

bool Policy::access(const Artifact &artifact) {
  if (contains(artifact.id)) {
    use(artifact);
    return true;
  }
  const int64_t bytes = std::clamp<int64_t>(artifact.bytes, 1, limit_);
  while (total_ + bytes > limit_) {
    const ArtifactId victim = chooseVictim();
    total_ -= bytes_[victim];
    evictedBytes_ += bytes_[victim];
    bytes_[victim] = 0;
    --count_;
    ++evictions_;
  }
  if (artifact.id >= bytes_.size())
    bytes_.resize(std::max<size_t>(artifact.id + 1, bytes_.size() * 3 / 2));
  bytes_[artifact.id] = static_cast<uint32_t>(
      std::min<int64_t>(bytes, std::numeric_limits<uint32_t>::max()));
  total_ += bytes_[artifact.id];
  ++count_;
  insert(artifact);
  return false;
}

namespace {
constexpr ArtifactId kNone = ~ArtifactId{0};

class FifoPolicy final : public Policy {
public:
  using Policy::Policy;

protected:
  void use(const Artifact &) override {}
  void insert(const Artifact &artifact) override {
    queue_.push_back(artifact.id);
  }
  ArtifactId chooseVictim() override {
    const ArtifactId victim = queue_.front();
    queue_.pop_front();
    return victim;
  }

private:
  std::deque<ArtifactId> queue_;
};

/// A list through an array of neighbours.
class LruPolicy final : public Policy {
public:
  using Policy::Policy;

protected:
  void use(const Artifact &artifact) override {
    unlink(artifact.id);
    append(artifact.id);
  }
  void insert(const Artifact &artifact) override {
    if (artifact.id >= links_.size())
      links_.resize(std::max<size_t>(artifact.id + 1, links_.size() * 3 / 2));
    append(artifact.id);
  }
  ArtifactId chooseVictim() override {
    const ArtifactId victim = oldest_;
    unlink(victim);
    return victim;
  }

private:
  struct Links {
    ArtifactId before = kNone, after = kNone;
  };

  void append(ArtifactId id) {
    links_[id] = {newest_, kNone};
    (newest_ == kNone ? oldest_ : links_[newest_].after) = id;
    newest_ = id;
  }
  void unlink(ArtifactId id) {
    const Links links = links_[id];
    (links.before == kNone ? oldest_ : links_[links.before].after) =
        links.after;
    (links.after == kNone ? newest_ : links_[links.after].before) =
        links.before;
  }

  std::vector<Links> links_;
  ArtifactId oldest_ = kNone, newest_ = kNone;
};

/// What comes goes through a small queue, and into the main one only if it was
/// used there, or came back soon after it had left.
class S3FifoPolicy final : public Policy {
public:
  using Policy::Policy;

protected:
  void use(const Artifact &artifact) override {
    uint8_t &uses = uses_[artifact.id];
    uses = std::min<uint8_t>(uses + 1, kMaxUses);
  }
  void insert(const Artifact &artifact) override {
    if (artifact.id >= uses_.size()) {
      const size_t size =
          std::max<size_t>(artifact.id + 1, uses_.size() * 3 / 2);
      uses_.resize(size);
      isGhost_.resize(size);
    }
    uses_[artifact.id] = 0;
    if (isGhost_[artifact.id]) {
      isGhost_[artifact.id] = false;
      main_.push_back(artifact.id);
      return;
    }
    small_.push_back(artifact.id);
    smallBytes_ += bytesOf(artifact.id);
  }
  ArtifactId chooseVictim() override {
    while (true) {
      if (!small_.empty() && (smallBytes_ > limit() / 10 || main_.empty())) {
        const ArtifactId id = small_.front();
        small_.pop_front();
        smallBytes_ -= bytesOf(id);
        if (uses_[id] == 0) {
          remember(id);
          return id;
        }
        uses_[id] = 0;
        main_.push_back(id);
        continue;
      }
      const ArtifactId id = main_.front();
      main_.pop_front();
      if (uses_[id] == 0)
        return id;
      --uses_[id];
      main_.push_back(id);
    }
  }

private:
  static constexpr uint8_t kMaxUses = 3;

  /// As many as the main queue has.
  void remember(ArtifactId id) {
    isGhost_[id] = true;
    ghosts_.push_back(id);
    while (ghosts_.size() > std::max<size_t>(main_.size(), 1)) {
      isGhost_[ghosts_.front()] = false;
      ghosts_.pop_front();
    }
  }

  std::deque<ArtifactId> small_, main_, ghosts_;
  std::vector<uint8_t> uses_;
  std::vector<bool> isGhost_;
  int64_t smallBytes_ = 0;
};

/// What is cheap to make again for each byte goes first; what was used often
/// counts more, and everything ages.
class GreedyDualPolicy final : public Policy {
public:
  GreedyDualPolicy(int64_t limitBytes, bool bySeconds)
      : Policy(limitBytes), bySeconds_(bySeconds) {}

protected:
  void use(const Artifact &artifact) override {
    ++uses_[artifact.id];
    rank(artifact);
  }
  void insert(const Artifact &artifact) override {
    if (artifact.id >= uses_.size()) {
      const size_t size =
          std::max<size_t>(artifact.id + 1, uses_.size() * 3 / 2);
      uses_.resize(size);
      values_.resize(size);
    }
    uses_[artifact.id] = 1;
    rank(artifact);
  }
  ArtifactId chooseVictim() override {
    // An artifact stands in the heap once for each use; the last one counts.
    while (true) {
      const auto [value, id] = heap_.top();
      heap_.pop();
      if (!contains(id) || values_[id] != value)
        continue;
      age_ = value;
      return id;
    }
  }

private:
  void rank(const Artifact &artifact) {
    const double cost = bySeconds_ ? artifact.seconds * 1e6 : 1;
    const double value = age_ + uses_[artifact.id] * cost /
                                    static_cast<double>(bytesOf(artifact.id));
    values_[artifact.id] = value;
    heap_.push({value, artifact.id});
  }

  const bool bySeconds_;
  double age_ = 0;
  std::vector<uint16_t> uses_;
  std::vector<double> values_;
  std::priority_queue<std::pair<double, ArtifactId>,
                      std::vector<std::pair<double, ArtifactId>>,
                      std::greater<>>
      heap_;
};
} // namespace

std::vector<NamedPolicy> allPolicies() {
  return {
      {"FIFO",
       [](int64_t limit) { return std::make_unique<FifoPolicy>(limit); }},
      {"LRU", [](int64_t limit) { return std::make_unique<LruPolicy>(limit); }},
      {"S3-FIFO",
       [](int64_t limit) { return std::make_unique<S3FifoPolicy>(limit); }},
      {"GDSF, by count",
       [](int64_t limit) {
         return std::make_unique<GreedyDualPolicy>(limit, false);
       }},
      {"GDSF, by seconds",
       [](int64_t limit) {
         return std::make_unique<GreedyDualPolicy>(limit, true);
       }},
  };
}

} // namespace ingot::bench
