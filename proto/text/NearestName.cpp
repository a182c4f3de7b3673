//===- NearestName.cpp - which name was meant -----------------------------===//

#include "proto/text/NearestName.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

namespace ingot {

/// Names come from requests and may be of any length; none that is known is as
/// long as this.
constexpr size_t kLongest = 64;

static std::string lower(std::string_view name) {
  std::string text(name);
  for (char &c : text)
    if (c >= 'A' && c <= 'Z')
      c = static_cast<char>(c - 'A' + 'a');
  return text;
}

/// Letters to put in, take out or replace until `a` is `b` (Levenshtein).
static size_t distanceOf(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 0; i < a.size(); ++i) {
    size_t diagonal = std::exchange(row[0], i + 1);
    for (size_t j = 0; j < b.size(); ++j) {
      size_t replaced = diagonal + (a[i] != b[j]);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

static bool isBeginning(std::string_view a, std::string_view b) {
  constexpr size_t kLeast = 3;
  return a.size() >= kLeast && b.substr(0, a.size()) == a;
}

std::string_view nearestName(std::string_view name,
                             const std::vector<std::string_view> &known) {
  if (name.size() > kLongest)
    return {};
  const std::string wanted = lower(name);
  // In halves of a letter: of two that are as near as may be, one that differs
  // by letters is meant before one that is a beginning.
  const size_t limit = 2 * std::max<size_t>(1, name.size() / 3) + 1;
  size_t least = limit + 1;
  std::string_view nearest;
  for (std::string_view candidate : known) {
    const std::string other = lower(candidate);
    size_t distance = 2 * distanceOf(wanted, other);
    if (isBeginning(wanted, other) || isBeginning(other, wanted))
      distance = std::min(distance, limit);
    if (distance < least) {
      least = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

} // namespace ingot
