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

v1::ListCompilesResponse CompileLog::list() const {
  v1::ListCompilesResponse all;
  absl::MutexLock lock(&mutex_);
  for (const Compile &each : recent_)
    *all.add_recent() = *each;
  for (const Compile &each : slowest_)
    *all.add_slowest() = *each;
  for (const Compile &each : largest_)
    *all.add_largest() = *each;
  return all;
}

} // namespace ingot::server
