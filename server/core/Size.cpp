//===- Size.cpp - sizes as people write them ------------------------------===//

#include "server/core/Size.h"

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

#include <utility>

namespace ingot::server {

absl::StatusOr<int64_t> parseSize(const std::string &text) {
  static constexpr std::pair<const char *, int> kUnits[] = {
      {"KiB", 10}, {"MiB", 20}, {"GiB", 30}, {"TiB", 40}, {"", 0}};
  for (auto [unit, shift] : kUnits) {
    std::string suffix = unit;
    if (text.size() <= suffix.size() ||
        text.compare(text.size() - suffix.size(), suffix.size(), suffix) != 0)
      continue;
    int64_t value = 0;
    if (absl::SimpleAtoi(text.substr(0, text.size() - suffix.size()), &value) &&
        value >= 0 && value < int64_t{1} << (62 - shift))
      return value << shift;
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "'", text, "' is not a size such as 512MiB, 10GiB or 1000000"));
}

} // namespace ingot::server
