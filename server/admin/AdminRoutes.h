//===- AdminRoutes.h - the page, its data and its login ---------*- C++ -*-===//
//
//   /  /search?q=        the page
//   /events              what changes on it, server-sent events
//   /login  /logout      a token in a cookie
//   /jobs/HASH-SIZE/cancel          POST, for operators
//   /api/v1/...          the same data as JSON: statistics, jobs, compiles,
//                        crashes, tenants, targets, history, search?q=,
//                        explain?entry=HASH-SIZE[&base=HASH-SIZE], and POST of
//                        jobs/HASH-SIZE/cancel
//
// A token comes as `Authorization: Bearer` or in the cookie that the form sets.
// It is looked at in each request, so that one that is taken back ends at once.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_ADMIN_ADMINROUTES_H
#define INGOT_SERVER_ADMIN_ADMINROUTES_H

#include "server/admin/History.h"
#include "server/admin/LimitedHttpServer.h"
#include "server/admin/Page.h"

#include "absl/status/statusor.h"

#include <functional>
#include <optional>
#include <string>

namespace ingot::server {

/// Answers for the page. Thread-safe; outlives the server that it is added to.
class AdminRoutes {
public:
  /// Who has the token, if they may read; an empty one is nobody's.
  using Identify =
      std::function<absl::StatusOr<Viewer>(const std::string &token)>;

  /// For the log of who did what: a cancel, or a refusal.
  struct Audited {
    Principal caller; ///< Nobody where the token was not known.
    std::string peer;
    const char *method = "";
    std::string key; ///< Of a cancel the request, else the path.
    absl::Status status;
  };
  using OnAudit = std::function<void(const Audited &)>;

  /// `onAudit` may be null.
  AdminRoutes(AdminSource source, Identify identify, OnAudit onAudit,
              std::function<bool()> isReady, const History &history)
      : source_(std::move(source)), identify_(std::move(identify)),
        onAudit_(std::move(onAudit)), isReady_(std::move(isReady)),
        history_(history) {}

  void addTo(LimitedHttpServer &server);

  /// Whether a POST is for one of these.
  static bool takesPost(const std::string &path);

private:
  using Request = httplib::Request;
  using Response = httplib::Response;

  /// The viewer; else the response says what is to be done.
  std::optional<Viewer> admit(const Request &request, Response &response) const;
  void audit(const char *method, const Principal &caller,
             const Request &request, const std::string &key,
             const absl::Status &status) const;
  AdminView viewFor(const Viewer &viewer) const;

  void addPages(LimitedHttpServer &server);
  void addApi(LimitedHttpServer &server);
  void addEvents(LimitedHttpServer &server);
  void logIn(const Request &request, Response &response) const;
  void cancel(const Request &request, Response &response) const;
  void explain(const Request &request, Response &response) const;
  /// With why a compile ran, if one alone is found.
  AdminView viewForSearch(const Viewer &viewer, const std::string &query) const;

  const AdminSource source_;
  const Identify identify_;
  const OnAudit onAudit_;
  const std::function<bool()> isReady_;
  const History &history_;
};

} // namespace ingot::server

#endif // INGOT_SERVER_ADMIN_ADMINROUTES_H
