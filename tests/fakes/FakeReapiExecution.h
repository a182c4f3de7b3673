//===- FakeReapiExecution.h - bots that run actions -------------*- C++ -*-===//
//
// The Execution service of REAPI beside a FakeReapiCache, whose folder has the
// inputs: each action runs as a process in a folder of its own, at most so many
// at once. What real clusters do wrong can be had by a hook.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_TESTS_FAKES_FAKEREAPIEXECUTION_H
#define INGOT_TESTS_FAKES_FAKEREAPIEXECUTION_H

#include "build/bazel/remote/execution/v2/execution.grpc.pb.h"

#include <condition_variable>
#include <filesystem>
#include <functional>
#include <mutex>
#include <string>

namespace ingot::fakes {

/// Thread-safe, but for the hooks, which are set before calls come.
class FakeReapiExecution final
    : public build::bazel::remote::execution::v2::Execution::Service {
public:
  using ActionResult = build::bazel::remote::execution::v2::ActionResult;
  using Digest = build::bazel::remote::execution::v2::Digest;

  /// `folder` is that of the cache.
  FakeReapiExecution(const std::string &folder, int bots)
      : folder_(folder), idle_(bots) {}

  /// Runs before a bot begins; what is not OK ends the call.
  std::function<grpc::Status(grpc::ServerContext &)> before;
  /// May change what the bot says.
  std::function<void(ActionResult &)> after;

  /// Actions that were begun so far.
  int actions();
  /// The most that ran at once so far.
  int mostAtOnce();
  /// Stores a blob in the cache.
  Digest put(const std::string &bytes);
  /// A blob of the cache.
  std::string get(const Digest &digest);

  grpc::Status
  Execute(grpc::ServerContext *context,
          const build::bazel::remote::execution::v2::ExecuteRequest *request,
          grpc::ServerWriter<google::longrunning::Operation> *writer) override;

private:
  void unpack(const Digest &digest, const std::filesystem::path &to);
  ActionResult run(const Digest &digest);

  const std::filesystem::path folder_;
  std::mutex mutex_;
  std::condition_variable changed_;
  int idle_;
  int running_ = 0, mostAtOnce_ = 0, actions_ = 0;
};

} // namespace ingot::fakes

#endif // INGOT_TESTS_FAKES_FAKEREAPIEXECUTION_H
