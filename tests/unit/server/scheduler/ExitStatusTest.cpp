//===- ExitStatusTest.cpp - what each way to exit means -------------------===//

#include "server/scheduler/ExitStatus.h"
#include "server/scheduler/WorkerCgroup.h"
#include "server/worker/ExitCodes.h"
#include "tests/unit/TemporaryFolder.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <csignal>
#include <filesystem>
#include <fstream>

namespace ingot::server {
namespace {

using testing::HasSubstr;

v1::WorkRequest planRequest() {
  v1::WorkRequest request;
  request.mutable_plan();
  return request;
}

TEST(ExitStatusTest, EachExitHasItsStatusAndFault) {
  WorkerPoolOptions options;
  options.memoryLimitBytes = 300 << 20;
  struct {
    std::optional<int> waitStatus;
    absl::StatusCode code;
    WorkFault fault;
    const char *message;
  } const kCases[] = {
      {std::nullopt, absl::StatusCode::kUnavailable, WorkFault::None,
       "template ended"},
      {kExitSandbox << 8, absl::StatusCode::kUnavailable, WorkFault::None,
       "could not be confined"},
      {kExitOutOfMemory << 8, absl::StatusCode::kResourceExhausted,
       WorkFault::MemoryLimit, "memory limit of 300 MiB while running a plan"},
      {kExitFatalError << 8, absl::StatusCode::kInternal, WorkFault::Crash,
       "fatal error in LLVM"},
      {kExitProtocol << 8, absl::StatusCode::kInternal, WorkFault::Crash,
       "exit code 88"},
      {0, absl::StatusCode::kInternal, WorkFault::Crash, "exit code 0"},
      {SIGSEGV, absl::StatusCode::kInternal, WorkFault::Crash,
       "signal SIGSEGV"},
      {SIGKILL, absl::StatusCode::kInternal, WorkFault::Crash,
       "signal SIGKILL"},
      {SIGRTMAX, absl::StatusCode::kInternal, WorkFault::Crash, "signal SIG?"},
  };
  for (const auto &test : kCases) {
    absl::Status status = statusOfExit(test.waitStatus, planRequest(), options);
    EXPECT_EQ(status.code(), test.code) << test.message;
    EXPECT_EQ(faultOf(status), test.fault) << test.message;
    EXPECT_THAT(std::string(status.message()), HasSubstr(test.message));
  }
}

TEST(ExitStatusTest, TheKernelEndsWhomItLikesWhenAllTakeTooMuch) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() + "/d");
  std::ofstream(folder.path() + "/membership") << "0::/d\n";
  std::ofstream(folder.path() + "/d/cgroup.controllers") << "memory pids\n";
  std::ofstream(folder.path() + "/d/cgroup.procs") << "42\n";
  auto group = WorkerCgroup::create(
      {1, 1}, 42, {folder.path(), folder.path() + "/membership"});
  ASSERT_TRUE(group.ok()) << group.status();
  WorkerPoolOptions options;
  options.cgroup = *std::move(group);
  options.memoryTotalBytes = int64_t{3} << 30;
  const absl::Status status = statusOfExit(SIGKILL, planRequest(), options);
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(faultOf(status), WorkFault::MemoryTotal);
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("memory limit of 3072 MiB, which ended a plan action"));
  EXPECT_EQ(faultOf(statusOfExit(SIGSEGV, planRequest(), options)),
            WorkFault::Crash);
}

TEST(ExitStatusTest, OfACrashPassesOfTheTargetsOwnAreNamed) {
  v1::WorkRequest request = planRequest();
  auto said = [&] {
    return std::string(statusOfExit(SIGSEGV, request, {}).message());
  };
  EXPECT_THAT(said(), Not(HasSubstr("target.")));
  // Ours, as the shipped targets and requests have them.
  v1::TargetPhase &phase = *request.mutable_target()->add_phases();
  for (const char *pipeline : {"ingot-prefer-offload",
                               "ingot-offload{library=dnnl vector-bits=256}"}) {
    phase.set_pipeline(pipeline);
    EXPECT_THAT(said(), Not(HasSubstr("target."))) << pipeline;
  }
  for (const char *pipeline : {"cse", "ingot-offload{library=dnnl},cse"}) {
    phase.set_pipeline(pipeline);
    EXPECT_THAT(said(), HasSubstr("target.phases: passes of the target's own"))
        << pipeline;
    EXPECT_THAT(
        std::string(statusOfExit(kExitOutOfMemory << 8, request, {}).message()),
        HasSubstr("target.phases: passes of the target's own"))
        << pipeline;
  }
  request.mutable_target()->add_plugins()->set_name("gain");
  EXPECT_THAT(said(), HasSubstr("target.plugins and target.phases: passes"));
}

TEST(ExitStatusTest, OfACrashPassesOfPartsAreNamed) {
  v1::WorkRequest plan = planRequest(), host, link;
  plan.add_parts()->mutable_target()->add_phases()->set_pipeline("cse");
  for (auto *manifest : {host.mutable_host()->mutable_manifest(),
                         link.mutable_link()->mutable_manifest()})
    manifest->add_parts()->mutable_target()->add_phases()->set_pipeline("cse");
  for (const v1::WorkRequest &request : {plan, host, link})
    EXPECT_THAT(std::string(statusOfExit(SIGSEGV, request, {}).message()),
                HasSubstr("target.phases: passes of the target's own"));
}

TEST(ExitStatusTest, ActionIsNamed) {
  v1::WorkRequest import, kernel, host, link;
  import.mutable_import();
  kernel.mutable_kernel();
  host.mutable_host();
  link.mutable_link();
  for (const auto &[request, name] :
       {std::pair(planRequest(), "running a plan action"),
        std::pair(import, "running an import action"),
        std::pair(kernel, "running a kernel action"),
        std::pair(host, "running a host program action"),
        std::pair(link, "running a link action"),
        std::pair(v1::WorkRequest(), "running an unknown action")})
    EXPECT_THAT(std::string(statusOfExit(SIGABRT, request, {}).message()),
                HasSubstr(name));
}

TEST(WorkFaultTest, FaultTravelsWithTheStatus) {
  for (WorkFault fault :
       {WorkFault::FullQueue, WorkFault::Crash, WorkFault::Hang,
        WorkFault::MemoryLimit, WorkFault::MemoryTotal}) {
    absl::Status status = withFault(absl::InternalError("why"), fault);
    EXPECT_EQ(faultOf(status), fault);
    EXPECT_EQ(status.message(), "why");
  }
  EXPECT_EQ(faultOf(absl::InternalError("why")), WorkFault::None);
  EXPECT_EQ(faultOf(absl::OkStatus()), WorkFault::None);
}

} // namespace
} // namespace ingot::server
