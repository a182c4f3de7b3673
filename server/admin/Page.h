//===- Page.h - the admin page ----------------------------------*- C++ -*-===//
//
// HTML that needs no script: links, forms and tables. assets/admin.js only
// exchanges the sections that change.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_ADMIN_PAGE_H
#define INGOT_SERVER_ADMIN_PAGE_H

#include "server/admin/History.h"
#include "server/core/AdminSource.h"

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ingot::server {

/// Who looks at the page.
struct Viewer {
  /// Sees what is of its tenant; an operator sees all, and may cancel.
  Principal principal;
  bool hasToken = false; ///< May log out.
};

/// Everything on the page, as it is now.
struct AdminView {
  Viewer viewer;
  bool isReady = true;
  absl::Time now;
  v1::GetStatisticsResponse statistics;
  v1::ListJobsResponse jobs;
  v1::ListCompilesResponse compiles;
  v1::ListCrashesResponse crashes;
  v1::DescribeStoreResponse tenants;
  v1::ListTargetsResponse targets;
  std::vector<Sample> history;
  /// Of the one compile that a search found.
  std::optional<absl::StatusOr<v1::ExplainResponse>> explanation = std::nullopt;
};

/// The sections that change, by the id of their element.
std::vector<std::pair<std::string, std::string>>
liveSections(const AdminView &view);

/// The whole page.
std::string overviewPage(const AdminView &view);

/// What has `query` in a digest, the name of an entry point or kernel, a target
/// or a message.
std::string searchPage(const AdminView &view, absl::string_view query);

/// The same as compiles and jobs alone.
v1::ListCompilesResponse findCompiles(const v1::ListCompilesResponse &all,
                                      absl::string_view query);

/// A form for a token, and why the last one was not taken, or empty.
std::string loginPage(absl::string_view error);

/// A page that says one thing.
std::string messagePage(absl::string_view title, absl::string_view message);

} // namespace ingot::server

#endif // INGOT_SERVER_ADMIN_PAGE_H
