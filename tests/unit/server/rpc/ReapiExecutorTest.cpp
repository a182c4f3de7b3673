//===- ReapiExecutorTest.cpp - a cluster that speaks REAPI ----------------===//
//
// Real processes of the fake worker program, run by fake bots behind a real
// gRPC server on loopback.
//
//===----------------------------------------------------------------------===//

#include "server/rpc/ReapiExecutor.h"
#include "tests/fakes/FakeReapiCache.h"
#include "tests/fakes/FakeReapiExecution.h"
#include "tests/unit/TemporaryFolder.h"

#include "absl/synchronization/mutex.h"
#include "absl/synchronization/notification.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot::server {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Work planOf(const std::string &module) {
  Work work;
  work.request.mutable_plan();
  work.payloads.push_back(std::make_shared<const std::string>(module));
  return work;
}

/// One answer to wait for.
struct Answer {
  absl::Notification ready;
  absl::StatusOr<RemoteOutput> output = absl::UnknownError("nothing yet");

  RemoteExecutor::Done done() {
    return [this](absl::StatusOr<RemoteOutput> result) {
      output = std::move(result);
      ready.Notify();
    };
  }
  absl::StatusOr<RemoteOutput> &wait() {
    ready.WaitForNotification();
    return output;
  }
};

class ReapiExecutorTest : public testing::Test {
protected:
  void start(int slots = 4) {
    cache = std::make_unique<fakes::FakeReapiCache>(
        folder.path(), 0, grpc::InsecureServerCredentials(), &bots);
    options.cluster.address = cache->address();
    // A loaded machine answers late; no test is about that.
    options.cluster.timeout = absl::Seconds(60);
    options.workerProgram = INGOT_FAKE_WORKER;
    options.slots = slots;
    auto opened = ReapiExecutor::open(options);
    ASSERT_TRUE(opened.ok()) << opened.status();
    executor = *std::move(opened);
  }

  absl::StatusOr<RemoteOutput> run(const Work &work) {
    Answer answer;
    executor->start(next++, work, answer.done());
    return std::move(answer.wait());
  }

  TemporaryFolder folder;
  fakes::FakeReapiExecution bots{folder.path(), 2};
  std::unique_ptr<fakes::FakeReapiCache> cache;
  ReapiExecutorOptions options;
  uint64_t next = 1;
  std::unique_ptr<ReapiExecutor> executor; ///< Goes first.
};

TEST_F(ReapiExecutorTest, ABotsAnswerIsThatOfAWorker) {
  start();
  EXPECT_EQ(executor->slots(), 4);
  auto output = run(planOf("events 1\nkernel a"));
  ASSERT_TRUE(output.ok()) << output.status();
  EXPECT_EQ(output->compilerIdentity, "fake 1");
  EXPECT_EQ(output->responses.front().phase(), "import");
  EXPECT_EQ(output->responses.back().plan().kernels(0).symbol(), "a");
  EXPECT_EQ(output->payloads.back(), "kernel a");
}

TEST_F(ReapiExecutorTest, WhatTheClusterHasIsNotSentAgain) {
  start();
  ASSERT_TRUE(run(planOf("kernel a")).ok());
  const int writes = cache->calls("Write");
  const int batches = cache->calls("BatchUpdateBlobs");
  EXPECT_EQ(writes, 1) << "the worker program";
  ASSERT_TRUE(run(planOf("kernel b")).ok());
  EXPECT_EQ(cache->calls("Write"), writes);
  EXPECT_EQ(cache->calls("BatchUpdateBlobs"), batches + 1);
  ASSERT_TRUE(run(planOf("kernel a")).ok());
  EXPECT_EQ(cache->calls("BatchUpdateBlobs"), batches + 1);
}

TEST_F(ReapiExecutorTest, LargePayloadsGoAsStreams) {
  start();
  const std::string large = "kernel " + std::string(3 << 20, 'x');
  auto output = run(planOf(large));
  ASSERT_TRUE(output.ok()) << output.status();
  EXPECT_EQ(output->payloads.back(), large);
}

TEST_F(ReapiExecutorTest, AWorkerThatDiesIsAFailure) {
  start();
  auto output = run(planOf("exit 3"));
  EXPECT_THAT(std::string(output.status().message()),
              HasSubstr("exit code is 3"));
  EXPECT_EQ(executor->slots(), 4) << "the cluster is well";
}

TEST_F(ReapiExecutorTest, AResultThatIsNotThereIsAFailure) {
  bots.after = [](auto &result) { result.clear_output_files(); };
  start();
  EXPECT_THAT(std::string(run(planOf("kernel a")).status().message()),
              HasSubstr("left no result"));
}

TEST_F(ReapiExecutorTest, BytesThatAreNotTheDigestsAreAFailure) {
  start();
  bots.after = [this](auto &result) {
    auto &digest = *result.mutable_output_files(0)->mutable_digest();
    // The blob of that name gets other bytes of the same length.
    Digest name = *Digest::parse(digest.hash() + "/" +
                                 std::to_string(digest.size_bytes()));
    std::filesystem::resize_file(cache->blobFile(name), 0);
    std::filesystem::resize_file(cache->blobFile(name),
                                 static_cast<size_t>(digest.size_bytes()));
  };
  EXPECT_FALSE(run(planOf("kernel a")).ok());
}

TEST_F(ReapiExecutorTest, AResultBeyondTheLimitIsNotFetched) {
  options.resultLimitBytes = 10;
  start();
  EXPECT_THAT(std::string(run(planOf("kernel a")).status().message()),
              HasSubstr("too large"));
}

TEST_F(ReapiExecutorTest, AClusterThatIsAwayIsNotAskedForAWhile) {
  start();
  cache->stop();
  for (int i = 0; i < 3; ++i)
    EXPECT_FALSE(run(planOf("kernel a")).ok());
  EXPECT_EQ(executor->slots(), 0);
}

TEST_F(ReapiExecutorTest, OneThatLiedIsNotAskedForAWhile) {
  start();
  executor->distrust();
  EXPECT_EQ(executor->slots(), 0);
}

TEST_F(ReapiExecutorTest, ActionsRunBesideEachOther) {
  absl::Mutex mutex;
  int begun = 0;
  bots.before = [&](grpc::ServerContext &) {
    absl::MutexLock lock(&mutex);
    ++begun;
    auto areBoth = [&] { return begun == 2; };
    mutex.Await(absl::Condition(&areBoth));
    return grpc::Status::OK;
  };
  start();
  Answer a, b;
  executor->start(1, planOf("kernel a"), a.done());
  executor->start(2, planOf("kernel b"), b.done());
  EXPECT_TRUE(a.wait().ok()) << a.wait().status();
  EXPECT_TRUE(b.wait().ok()) << b.wait().status();
  EXPECT_EQ(bots.mostAtOnce(), 2);
}

TEST_F(ReapiExecutorTest, CancelEndsTheWait) {
  absl::Notification begun, release;
  bots.before = [&](grpc::ServerContext &) {
    begun.Notify();
    release.WaitForNotification();
    return grpc::Status::CANCELLED;
  };
  start();
  Answer answer;
  executor->start(1, planOf("kernel a"), answer.done());
  begun.WaitForNotification();
  executor->cancel(1);
  EXPECT_TRUE(absl::IsCancelled(answer.wait().status()));
  release.Notify();
  cache->stop(); // Waits for the bot.
}

TEST_F(ReapiExecutorTest, ItEndsWithWorkUnderWayAndWaiting) {
  absl::Notification begun, release;
  bots.before = [&](grpc::ServerContext &) {
    begun.Notify();
    release.WaitForNotification();
    return grpc::Status::CANCELLED;
  };
  start(/*slots=*/1);
  Answer first, second;
  executor->start(1, planOf("kernel a"), first.done());
  executor->start(2, planOf("kernel b"), second.done());
  begun.WaitForNotification();
  executor.reset();
  EXPECT_TRUE(absl::IsCancelled(first.wait().status()));
  EXPECT_TRUE(absl::IsCancelled(second.wait().status()));
  release.Notify();
  cache->stop(); // Waits for the bot.
}

TEST_F(ReapiExecutorTest, WhatBelongsToThisMachineIsNotTaken) {
  options.inputLimitBytes = 100;
  start();
  EXPECT_TRUE(executor->accepts(planOf("kernel a")));
  EXPECT_FALSE(executor->accepts(planOf(std::string(200, 'x'))));
  Work plugin = planOf("kernel a");
  plugin.endsWorker = true;
  EXPECT_FALSE(executor->accepts(plugin));
  Work check;
  check.request.mutable_check();
  EXPECT_FALSE(executor->accepts(check));
}

TEST_F(ReapiExecutorTest, AWorkerProgramThatIsNotThereIsSaid) {
  options.cluster.address = "127.0.0.1:1";
  options.workerProgram = folder.path() + "/none";
  EXPECT_THAT(std::string(ReapiExecutor::open(options).status().message()),
              HasSubstr("none"));
}

} // namespace
} // namespace ingot::server
