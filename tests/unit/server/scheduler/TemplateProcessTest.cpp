//===- TemplateProcessTest.cpp - the daemon's side of the control socket --===//
//
// Against the fake worker program: what the daemon asks and what it is told.
//
//===----------------------------------------------------------------------===//

#include "server/scheduler/TemplateProcess.h"
#include "server/worker/Frame.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <fstream>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ingot::server {
namespace {

using testing::HasSubstr;

/// Waits for the next event.
absl::StatusOr<TemplateEvent> await(TemplateProcess &process) {
  while (true) {
    auto event = process.next();
    if (!event.ok())
      return event.status();
    if (event->has_value())
      return **std::move(event);
    pollfd wait{process.control(), POLLIN, 0};
    poll(&wait, 1, -1);
  }
}

std::unique_ptr<TemplateProcess> startFake(int nice = 0) {
  WorkerPoolOptions options;
  options.nice = nice;
  options.workerProgram = INGOT_FAKE_WORKER;
  auto process = TemplateProcess::start(options);
  EXPECT_TRUE(process.ok()) << process.status();
  return *std::move(process);
}

TEST(TemplateProcessTest, HelloIsTheFirstEvent) {
  auto process = startFake();
  auto hello = await(*process);
  ASSERT_TRUE(hello.ok()) << hello.status();
  EXPECT_EQ(hello->kind, TemplateEvent::Hello);
  EXPECT_EQ(hello->hello.compiler_identity(), "fake 1");
  auto nothing = process->next();
  ASSERT_TRUE(nothing.ok());
  EXPECT_FALSE(nothing->has_value());
}

/// The process behind a pidfd.
pid_t pidOf(const FileDescriptor &pidfd) {
  std::ifstream file("/proc/self/fdinfo/" + std::to_string(pidfd.get()));
  for (std::string line; std::getline(file, line);)
    if (line.rfind("Pid:", 0) == 0)
      return std::stoi(line.substr(4));
  return -1;
}

TEST(TemplateProcessTest, SignalsOfATerminalAreNotTheWorkersButItsShareIs) {
  constexpr int kNice = 19; // The most that there is.
  auto process = startFake(kNice);
  ASSERT_TRUE(await(*process).ok());
  int pair[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair), 0);
  FileDescriptor ours(pair[0]), theirs(pair[1]);
  ASSERT_TRUE(process->fork(1, theirs.get()).ok());
  auto spawned = await(*process);
  ASSERT_TRUE(spawned.ok()) << spawned.status();
  const pid_t worker = pidOf(spawned->pidfd);
  EXPECT_NE(getpgid(worker), getpgid(0)) << "it gets no Ctrl-C";
  EXPECT_EQ(getsid(worker), getsid(0))
      << "of another session, its niceness would say nothing";
  EXPECT_EQ(getpriority(PRIO_PROCESS, static_cast<id_t>(worker)), kNice);
}

TEST(TemplateProcessTest, WorkersAreSpawnedServeAndExit) {
  auto process = startFake();
  ASSERT_TRUE(await(*process).ok());
  int pair[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair), 0);
  FileDescriptor ours(pair[0]), theirs(pair[1]);
  ASSERT_TRUE(process->fork(42, theirs.get()).ok());
  theirs.reset();
  auto spawned = await(*process);
  ASSERT_TRUE(spawned.ok()) << spawned.status();
  EXPECT_EQ(spawned->kind, TemplateEvent::Spawned);
  EXPECT_EQ(spawned->spawn, 42u);
  EXPECT_TRUE(spawned->pidfd);

  v1::WorkRequest request;
  request.set_id(7);
  request.mutable_kernel();
  ASSERT_TRUE(
      sendFrame(ours.get(), request.SerializeAsString(), {"kernel a"}).ok());
  FrameDecoder decoder(1 << 20);
  auto frame = receiveFrame(ours.get(), decoder);
  ASSERT_TRUE(frame.ok() && frame->has_value()) << frame.status();
  v1::WorkResponse response;
  ASSERT_TRUE(response.ParseFromString((*frame)->header));
  EXPECT_EQ(response.id(), 7u);
  EXPECT_THAT((*frame)->payloads, testing::ElementsAre("object(kernel a)"));

  ours.reset();
  auto exited = await(*process);
  ASSERT_TRUE(exited.ok()) << exited.status();
  EXPECT_EQ(exited->kind, TemplateEvent::Exited);
  EXPECT_EQ(exited->spawn, 42u);
  EXPECT_TRUE(WIFEXITED(exited->waitStatus));
  EXPECT_EQ(WEXITSTATUS(exited->waitStatus), 0);
}

TEST(TemplateProcessTest, ProgramThatExitsIsGone) {
  WorkerPoolOptions options;
  options.workerProgram = "/bin/true";
  auto process = TemplateProcess::start(options);
  ASSERT_TRUE(process.ok()) << process.status();
  absl::Status status = await(**process).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("is it an ingot-worker"));
}

TEST(TemplateProcessTest, ProgramThatIsNotThereIsNamed) {
  WorkerPoolOptions options;
  options.workerProgram = "/nowhere/ingot-worker";
  absl::Status status = TemplateProcess::start(options).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("/nowhere/ingot-worker"));
}

} // namespace
} // namespace ingot::server
