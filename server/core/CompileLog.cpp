//===- CompileLog.cpp - what was compiled lately --------------------------===//

#include "server/core/CompileLog.h"

#include <algorithm>

namespace ingot::server {
namespace {

/// Puts `item` in its place, greatest first, and drops what is beyond `limit`.
template <typename Item, typename Measure>
void insertTop(std::vector<Item> &top, const Item &item, size_t limit,
               Measure measure) {
  auto place = std::upper_bound(
      top.begin(), top.end(), item,
      [&](const Item &a, const Item &b) { return measure(*a) > measure(*b); });
  top.insert(place, item);
  if (top.size() > limit)
    top.pop_back();
}

} // namespace

void CompileLog::add(v1::FinishedCompile compile) {
  if (compile.kernels_size() > kMaxKernels)
    compile.mutable_kernels()->DeleteSubrange(
        kMaxKernels, compile.kernels_size() - kMaxKernels);
  if (compile.message().size() > kMaxMessageBytes) {
    // Not within a character.
    size_t end = kMaxMessageBytes;
    while (end > 0 && (compile.message()[end] & 0xC0) == 0x80)
      --end;
    compile.mutable_message()->resize(end);
  }
  auto kept = std::make_shared<const v1::FinishedCompile>(std::move(compile));
  absl::MutexLock lock(&mutex_);
  recent_.push_front(kept);
  if (recent_.size() > kRecent)
    recent_.pop_back();
  insertTop(slowest_, kept, kTop,
            [](const v1::FinishedCompile &each) { return each.seconds(); });
  if (kept->has_artifact())
    insertTop(largest_, kept, kTop, [](const v1::FinishedCompile &each) {
      return each.artifact().size_bytes();
    });
}

v1::ListCompilesResponse CompileLog::list(const Principal &asker) const {
  v1::ListCompilesResponse seen;
  auto addSeen = [&](const auto &compiles, auto *list) {
    for (const Compile &each : compiles) {
      if (std::none_of(
              each->tenants().begin(), each->tenants().end(),
              [&](const std::string &name) { return asker.maySee(name); }))
        continue;
      v1::FinishedCompile &added = *list->Add();
      added = *each;
      if (!asker.isOperator)
        added.clear_tenants();
    }
  };
  absl::MutexLock lock(&mutex_);
  addSeen(recent_, seen.mutable_recent());
  addSeen(slowest_, seen.mutable_slowest());
  addSeen(largest_, seen.mutable_largest());
  return seen;
}

} // namespace ingot::server
