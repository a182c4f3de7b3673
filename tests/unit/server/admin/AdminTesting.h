//===- AdminTesting.h - a made-up daemon to look at -------------*- C++ -*-===//

#ifndef INGOT_TESTS_UNIT_SERVER_ADMIN_ADMINTESTING_H
#define INGOT_TESTS_UNIT_SERVER_ADMIN_ADMINTESTING_H

#include "server/admin/HttpServer.h"

namespace ingot::server {

/// One job, one compile, one crash, one tenant and one target, with names that
/// would do harm in a page if they were not escaped. All but the target is of
/// the tenant `ml`.
inline AdminSource madeUpSource() {
  AdminSource source;
  source.statistics = [] {
    v1::GetStatisticsResponse statistics;
    statistics.set_version("1.2.3");
    statistics.set_compiler_identity("build 77");
    statistics.set_requests(4711);
    statistics.set_request_hits(4700);
    statistics.set_request_misses(11);
    statistics.set_workers(2);
    return statistics;
  };
  source.jobs = [](const Principal &asker) {
    v1::ListJobsResponse jobs;
    if (!asker.maySee("ml"))
      return jobs;
    v1::Job &job = *jobs.add_jobs();
    *job.mutable_request() = Digest::of("job").toProto();
    job.set_target("x86_64 znver4");
    job.set_phase("kernels");
    job.set_done(3);
    job.set_total(9);
    job.set_waiting(2);
    if (asker.isOperator)
      job.add_callers("ci <bot>");
    return jobs;
  };
  source.compiles = [](const Principal &asker) {
    v1::ListCompilesResponse compiles;
    if (!asker.maySee("ml"))
      return compiles;
    v1::FinishedCompile &compile = *compiles.add_recent();
    *compile.mutable_request() = Digest::of("compile").toProto();
    compile.set_outcome("OK");
    *compile.mutable_artifact() = Digest::of("artifact").toProto();
    compile.add_entry_points("<script>alert(1)</script>");
    v1::FinishedCompile::Kernel &kernel = *compile.add_kernels();
    kernel.set_symbol("kernel_7");
    kernel.set_root("linalg.matmul");
    return compiles;
  };
  source.crashes = [](const Principal &asker) {
    v1::ListCrashesResponse crashes;
    if (!asker.maySee("ml"))
      return crashes;
    v1::Crash &crash = *crashes.add_crashes();
    crash.set_kind("kernel");
    crash.set_quarantined(true);
    crash.set_message("worker died: \"signal 11\"");
    *crash.mutable_reproducer() = Digest::of("input").toProto();
    return crashes;
  };
  source.tenants = [](const Principal &asker) {
    v1::DescribeStoreResponse store;
    if (!asker.maySee("ml"))
      return store;
    v1::DescribeStoreResponse::Tenant &tenant = *store.add_tenants();
    tenant.set_name("ml");
    tenant.set_bytes(5 << 20);
    return store;
  };
  source.targets = [] {
    v1::ListTargetsResponse targets;
    targets.add_targets()->set_name("znver4");
    return targets;
  };
  source.cancelRequest = [](const Digest &request) {
    return request == Digest::of("job") ? absl::OkStatus()
                                        : absl::NotFoundError("does not run");
  };
  source.explain =
      [](const v1::ExplainRequest &request,
         const Principal &asker) -> absl::StatusOr<v1::ExplainResponse> {
    absl::StatusOr<Digest> entry = Digest::fromProto(request.entry());
    if (!entry.ok())
      return entry.status();
    if (!asker.maySee("ml") || *entry != Digest::of("compile"))
      return absl::NotFoundError("nothing is known of it");
    v1::ExplainResponse response;
    *response.mutable_entry() = request.entry();
    *response.mutable_base() =
        request.has_base() ? request.base() : Digest::of("earlier").toProto();
    v1::KeyDifference &difference = *response.add_differences();
    difference.add_path("kernels");
    difference.add_path("<b>main</b>");
    difference.set_after("k2");
    difference.set_note("built");
    response.set_left_out(4);
    return response;
  };
  return source;
}

} // namespace ingot::server

#endif // INGOT_TESTS_UNIT_SERVER_ADMIN_ADMINTESTING_H
