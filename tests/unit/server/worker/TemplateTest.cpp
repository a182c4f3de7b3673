//===- TemplateTest.cpp - the template and the loop of its workers --------===//

#include "server/worker/Template.h"
#include "server/worker/Control.h"
#include "server/worker/ExitCodes.h"
#include "server/worker/Frame.h"
#include "tests/unit/server/worker/SocketPair.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <csignal>
#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace ingot::server {
namespace {

using testing::ElementsAre;

/// Answers with two events and the payloads it got.
class EchoBackend final : public Backend {
public:
  v1::WorkerHello hello() override {
    v1::WorkerHello hello;
    hello.set_compiler_identity("echo");
    return hello;
  }
  void run(const v1::WorkRequest &,
           const std::vector<std::string_view> &payloads,
           const Send &send) override {
    v1::WorkResponse event, outcome;
    for (const char *phase : {"import", "link"}) {
      event.set_phase(phase);
      send(event, {});
    }
    outcome.mutable_kernel();
    send(outcome, {payloads.begin(), payloads.end()});
  }
};

std::string requestOf(uint64_t id) {
  v1::WorkRequest request;
  request.set_id(id);
  request.mutable_kernel();
  return request.SerializeAsString();
}

/// The next response; its payloads go to `payloads`.
v1::WorkResponse receiveResponse(int socket, FrameDecoder &decoder,
                                 std::vector<std::string> &payloads) {
  auto frame = receiveFrame(socket, decoder);
  v1::WorkResponse response;
  EXPECT_TRUE(frame.ok() && frame->has_value()) << frame.status();
  if (frame.ok() && frame->has_value()) {
    EXPECT_TRUE(response.ParseFromString((*frame)->header));
    payloads.clear();
    for (const FramePayload &payload : (*frame)->payloads)
      payloads.push_back(*payload.copy());
  }
  return response;
}

/// serveWorker() on a thread.
class ServeWorkerTest : public testing::Test {
protected:
  ServeWorkerTest()
      : thread([this] { status = serveWorker(pair.theirs.get(), backend); }) {}

  /// The exit status after the daemon's end is closed.
  int end() {
    pair.ours.reset();
    thread.join();
    return status;
  }

  EchoBackend backend;
  SocketPair pair{SOCK_STREAM};
  int status = -1;
  std::thread thread;
};

TEST_F(ServeWorkerTest, RequestsAreAnsweredInOrderWithTheirIds) {
  FrameDecoder decoder(1 << 20);
  for (uint64_t id : {5u, 6u})
    ASSERT_TRUE(sendFrame(pair.ours.get(), requestOf(id), {"a", "b"}).ok());
  for (uint64_t id : {5u, 6u}) {
    std::vector<std::string> phases, payloads;
    v1::WorkResponse response;
    while (response = receiveResponse(pair.ours.get(), decoder, payloads),
           response.has_phase()) {
      EXPECT_EQ(response.id(), id);
      phases.push_back(response.phase());
    }
    EXPECT_THAT(phases, ElementsAre("import", "link"));
    EXPECT_EQ(response.id(), id);
    EXPECT_TRUE(response.has_kernel());
    EXPECT_THAT(payloads, ElementsAre("a", "b"));
  }
  EXPECT_EQ(end(), 0);
}

TEST_F(ServeWorkerTest, EndOfTheSocketIsAGoodExit) { EXPECT_EQ(end(), 0); }

TEST_F(ServeWorkerTest, GarbageIsAProtocolError) {
  ASSERT_EQ(write(pair.ours.get(), std::string(64, 'g').data(), 64), 64);
  EXPECT_EQ(end(), kExitProtocol);
}

TEST_F(ServeWorkerTest, FrameWithoutARequestIsAProtocolError) {
  ASSERT_TRUE(sendFrame(pair.ours.get(), "\xff\xff\xff", {}).ok());
  EXPECT_EQ(end(), kExitProtocol);
}

TEST_F(ServeWorkerTest, AnswerThatNobodyReadsIsAProtocolError) {
  ASSERT_TRUE(sendFrame(pair.ours.get(), requestOf(1), {}).ok());
  shutdown(pair.ours.get(), SHUT_RD);
  EXPECT_EQ(end(), kExitProtocol);
}

/// runTemplate() in a child process.
class TemplateTest : public testing::Test {
protected:
  void SetUp() override {
    child = fork();
    if (child == 0) {
      pair.ours.reset();
      EchoBackend backend;
      WorkerLimits limits;
      limits.sandbox = std::nullopt;
      _exit(runTemplate(pair.theirs.get(), backend, limits));
    }
    pair.theirs.reset();
    char hello[4096];
    ssize_t got = recv(pair.ours.get(), hello, sizeof(hello), 0);
    v1::WorkerHello parsed;
    ASSERT_TRUE(parsed.ParseFromArray(hello, static_cast<int>(got)));
    EXPECT_EQ(parsed.compiler_identity(), "echo");
  }

  void TearDown() override {
    pair.ours.reset();
    if (child > 0) {
      EXPECT_EQ(waitForChild(), 0) << "it ends with the control socket";
    }
  }

  int waitForChild() {
    int status = -1;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    child = -1;
    return status;
  }

  ControlMessage receive() {
    ControlMessage message;
    EXPECT_EQ(receiveControl(pair.ours.get(), message, pidfd), Received::Bytes);
    return message;
  }

  /// Has it fork a worker and returns the daemon's end of its socket.
  FileDescriptor spawn(uint64_t number) {
    SocketPair worker(SOCK_STREAM);
    EXPECT_TRUE(sendControl(pair.ours.get(), {kControlFork, number, 0},
                            worker.theirs.get())
                    .ok());
    ControlMessage message = receive();
    EXPECT_EQ(message.kind, kControlSpawned);
    EXPECT_EQ(uint64_t{message.spawn}, number);
    EXPECT_TRUE(pidfd);
    return std::move(worker.ours);
  }

  SocketPair pair{SOCK_SEQPACKET};
  pid_t child = -1;
  FileDescriptor pidfd;
};

TEST_F(TemplateTest, WorkerServesUntilItsSocketEnds) {
  FileDescriptor socket = spawn(9);
  ASSERT_TRUE(sendFrame(socket.get(), requestOf(3), {"x"}).ok());
  FrameDecoder decoder(1 << 20);
  std::vector<std::string> payloads;
  while (receiveResponse(socket.get(), decoder, payloads).has_phase()) {
  }
  EXPECT_THAT(payloads, ElementsAre("x"));
  socket.reset();
  ControlMessage exited = receive();
  EXPECT_EQ(exited.kind, kControlExited);
  EXPECT_EQ(uint64_t{exited.spawn}, 9u);
  EXPECT_EQ(int32_t{exited.value}, 0);
}

TEST_F(TemplateTest, HowAWorkerEndedIsReported) {
  FileDescriptor socket = spawn(1);
  ASSERT_EQ(syscall(SYS_pidfd_send_signal, pidfd.get(), SIGKILL, nullptr, 0),
            0);
  ControlMessage exited = receive();
  EXPECT_EQ(uint64_t{exited.spawn}, 1u);
  EXPECT_TRUE(WIFSIGNALED(exited.value));
  EXPECT_EQ(WTERMSIG(exited.value), SIGKILL);
}

TEST_F(TemplateTest, MessagesThatMeanNothingAreIgnored) {
  ASSERT_TRUE(sendControl(pair.ours.get(), {'?', 1, 0}, -1).ok());
  ASSERT_TRUE(
      sendControl(pair.ours.get(), {kControlFork, 2, 0}, /*fd=*/-1).ok());
  EXPECT_TRUE(spawn(3)) << "the first answer is that to the third";
}

TEST_F(TemplateTest, WorkersEndWithTheTemplate) {
  FileDescriptor socket = spawn(1);
  kill(child, SIGKILL);
  EXPECT_TRUE(WIFSIGNALED(waitForChild()));
  pollfd ended{pidfd.get(), POLLIN, 0};
  EXPECT_EQ(poll(&ended, 1, -1), 1);
}

TEST(TemplateMainTest, StartedByHandItPrintsItsUsage) {
  EchoBackend backend;
  bool wasMade = false;
  char program[] = "ingot-worker", flag[] = "--sandbox=off";
  char *arguments[] = {program, flag, nullptr};
  testing::internal::CaptureStderr();
  EXPECT_EQ(templateMain(2, arguments,
                         [&](const CompilerSettings &) -> Backend & {
                           wasMade = true;
                           return backend;
                         }),
            2);
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              testing::HasSubstr("started by ingotd, not by hand"));
  EXPECT_FALSE(wasMade) << "loading a compiler takes a while";
}

TEST(TemplateMainTest, ServesTheControlSocketItIsGiven) {
  SocketPair pair(SOCK_SEQPACKET);
  std::string control = "--control-fd=" + std::to_string(pair.theirs.get());
  char program[] = "ingot-worker", memory[] = "--memory-limit=1000000";
  char targets[] = "--targets=/etc/targets", plugins[] = "--plugins=/etc/so";
  char verify[] = "--verify-passes";
  char *arguments[] = {program, control.data(), memory, targets,
                       plugins, verify,         nullptr};
  pid_t child = fork();
  if (child == 0) {
    pair.ours.reset();
    EchoBackend backend;
    _exit(templateMain(
        6, arguments, [&](const CompilerSettings &settings) -> Backend & {
          bool isGiven = settings.targets == "/etc/targets" &&
                         settings.plugins == "/etc/so" && settings.verifyPasses;
          return isGiven ? backend : throw 1;
        }));
  }
  pair.theirs.reset();
  char hello[4096];
  EXPECT_GT(recv(pair.ours.get(), hello, sizeof(hello), 0), 0);
  pair.ours.reset();
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

} // namespace
} // namespace ingot::server
