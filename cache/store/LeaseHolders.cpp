//===- LeaseHolders.cpp - what other daemons were seen to do --------------===//

#include "cache/store/LeaseHolders.h"

#include <algorithm>
#include <utility>

namespace ingot::cache {

std::vector<std::string> LeaseHolders::toRead(std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  names.erase(std::remove_if(names.begin(), names.end(),
                             [this](const std::string &name) {
                               return name.empty() || name == self_;
                             }),
              names.end());
  names.resize(std::min(names.size(), kMaxHolders));
  if (holders_.size() + names.size() > kMaxHolders)
    absl::erase_if(holders_, [&](const auto &entry) {
      return !std::binary_search(names.begin(), names.end(), entry.first);
    });
  return names;
}

void LeaseHolders::note(const std::string &name,
                        const std::optional<v1::ActionRecord> &record,
                        absl::Time now) {
  std::optional<LeaseHolderState> seen;
  if (record)
    seen = parseHolder(*record);
  if (!seen) {
    holders_.erase(name);
    return;
  }
  auto [entry, isNew] = holders_.try_emplace(name);
  Holder &holder = entry->second;
  if (isNew || holder.state.beat != seen->beat)
    holder.changed = now;
  holder.state = *std::move(seen);
}

bool LeaseHolders::isHeld(const Digest &key, const std::string &name,
                          absl::Time now) const {
  auto found = holders_.find(name);
  return found != holders_.end() && found->second.state.holds(key) &&
         now - found->second.changed < lifetime_;
}

} // namespace ingot::cache
