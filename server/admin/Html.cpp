//===- Html.cpp - values as text of a page --------------------------------===//

#include "server/admin/Html.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"

#include <cmath>

namespace ingot::server {

std::string escapeHtml(absl::string_view text) {
  return absl::StrReplaceAll(text, {{"&", "&amp;"},
                                    {"<", "&lt;"},
                                    {">", "&gt;"},
                                    {"\"", "&quot;"},
                                    {"'", "&#39;"}});
}

std::string formatCount(double count) {
  if (count < 99.95 && count != std::floor(count))
    return absl::StrFormat("%.1f", count);
  std::string digits = absl::StrFormat("%.0f", count);
  for (int place = static_cast<int>(digits.size()) - 3; place > 0; place -= 3)
    digits.insert(static_cast<size_t>(place), ",");
  return digits;
}

std::string formatBytes(double bytes) {
  static constexpr const char *kUnits[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  size_t unit = 0;
  // As it is written: 1023.9 of a unit would read as 1024.
  for (; std::round(bytes) >= 1024 && unit + 1 < std::size(kUnits); ++unit)
    bytes /= 1024;
  return absl::StrFormat("%.*f %s", unit == 0 || bytes >= 99.95 ? 0 : 1, bytes,
                         kUnits[unit]);
}

std::string formatSeconds(double seconds) {
  // As they are written: not 1000 ms, nor 100.0 s.
  if (seconds < 0.9995)
    return absl::StrFormat("%.0f ms", seconds * 1000);
  if (seconds < 99.95)
    return absl::StrFormat("%.1f s", seconds);
  const auto whole = static_cast<int64_t>(seconds);
  if (whole < 3600)
    return absl::StrFormat("%d min %02d s", whole / 60, whole % 60);
  if (whole < 86400)
    return absl::StrFormat("%d h %02d min", whole / 3600, whole / 60 % 60);
  return absl::StrFormat("%d d %02d h", whole / 86400, whole / 3600 % 24);
}

std::string formatTime(absl::Time time) {
  return absl::FormatTime("%H:%M:%S", time, absl::UTCTimeZone());
}

std::string formatDigest(const v1::Digest &digest) {
  if (digest.hash().empty())
    return "";
  const std::string hash = escapeHtml(digest.hash());
  return absl::StrCat("<a class=\"digest\" href=\"/search?q=", hash,
                      "\" title=\"", hash, "/", digest.size_bytes(), "\">",
                      escapeHtml(digest.hash().substr(0, 10)), "</a>");
}

} // namespace ingot::server
