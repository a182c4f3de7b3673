//===- Html.h - values as text of a page ------------------------*- C++ -*-===//

#ifndef INGOT_SERVER_ADMIN_HTML_H
#define INGOT_SERVER_ADMIN_HTML_H

#include "ingot/v1/common.pb.h"

#include "absl/strings/string_view.h"
#include "absl/time/time.h"

#include <string>

namespace ingot::server {

/// For content and for attributes in double quotes.
std::string escapeHtml(absl::string_view text);

/// 1234567 as "1,234,567"; "12.3 MiB"; "1.23 s"; "14:05:09" of the day in UTC.
std::string formatCount(double count);
std::string formatBytes(double bytes);
std::string formatSeconds(double seconds);
std::string formatTime(absl::Time time);

/// The first digits of a digest, with the whole as a title and a link that
/// searches for it.
std::string formatDigest(const v1::Digest &digest);

} // namespace ingot::server

#endif // INGOT_SERVER_ADMIN_HTML_H
