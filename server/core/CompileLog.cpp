//===- CompileLog.cpp - what was compiled lately --------------------------===//

#include "server/core/CompileLog.h"

#include <algorithm>
#include <utility>

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
  ++added_;
  all_.add(kept, kRecent);
  for (const std::string &name : kept->tenants()) {
    Lists &lists = ofTenant(name);
    // One who is named twice has it once.
    if (std::exchange(lists.lastAdded, added_) != added_)
      lists.add(kept, kRecentOfTenant);
  }
}

void CompileLog::Lists::add(const Compile &compile, size_t limit) {
  recent.push_front(compile);
  if (recent.size() > limit)
    recent.pop_back();
  insertTop(slowest, compile, kTop,
            [](const v1::FinishedCompile &each) { return each.seconds(); });
  if (compile->has_artifact())
    insertTop(largest, compile, kTop, [](const v1::FinishedCompile &each) {
      return each.artifact().size_bytes();
    });
}

CompileLog::Lists &CompileLog::ofTenant(const std::string &name) {
  auto found = tenants_.find(name);
  if (found != tenants_.end())
    return found->second;
  if (tenants_.size() >= kMaxTenants)
    tenants_.erase(std::min_element(
        tenants_.begin(), tenants_.end(), [](const auto &a, const auto &b) {
          return a.second.lastAdded < b.second.lastAdded;
        }));
  return tenants_[name];
}

v1::ListCompilesResponse CompileLog::list(const Principal &asker) const {
  v1::ListCompilesResponse seen;
  auto addAll = [&](const auto &compiles, auto *list) {
    for (const Compile &each : compiles) {
      v1::FinishedCompile &added = *list->Add();
      added = *each;
      if (!asker.isOperator)
        added.clear_tenants();
    }
  };
  absl::MutexLock lock(&mutex_);
  auto own = tenants_.find(asker.tenant.space());
  if (!asker.isOperator && own == tenants_.end())
    return seen;
  const Lists &lists = asker.isOperator ? all_ : own->second;
  addAll(lists.recent, seen.mutable_recent());
  addAll(lists.slowest, seen.mutable_slowest());
  addAll(lists.largest, seen.mutable_largest());
  return seen;
}

} // namespace ingot::server
