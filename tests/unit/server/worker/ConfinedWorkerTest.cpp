//===- ConfinedWorkerTest.cpp - workers that misbehave, in their sandbox --===//
//
// A template forks workers that do what a request tells them: take all memory,
// crash, open files, send what is too much. What the daemon then hears of is
// what it decides by: exit codes, and nothing of what was to be kept from them.
//
//===----------------------------------------------------------------------===//

#include "server/worker/ActionFiles.h"
#include "server/worker/Control.h"
#include "server/worker/ExitCodes.h"
#include "server/worker/Frame.h"
#include "server/worker/Template.h"
#include "tests/unit/TemporaryFolder.h"
#include "tests/unit/server/worker/SocketPair.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <new>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ingot::server {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Does what the first payload says.
class ObedientBackend final : public Backend {
public:
  v1::WorkerHello hello() override {
    v1::WorkerHello hello;
    hello.set_compiler_identity("obedient");
    return hello;
  }

  void run(const v1::WorkRequest &, const std::vector<std::string_view> &orders,
           const Send &send) override {
    const std::string order(orders.empty() ? "" : orders[0]);
    if (order == "no memory")
      std::get_new_handler()();
    if (order == "crash")
      std::abort();
    if (order == "exit")
      _exit(kExitFatalError);
    v1::WorkResponse outcome;
    outcome.mutable_kernel();
    send(outcome, {answerTo(order)});
  }

private:
  static std::string answerTo(const std::string &order) {
    if (order == "open") {
      const int file = open("/etc/passwd", O_RDONLY);
      return file < 0 ? std::strerror(errno) : "opened";
    }
    if (order == "descriptors") {
      std::string open;
      for (int fd = 0; fd < 256; ++fd)
        if (fcntl(fd, F_GETFD) >= 0)
          open += std::to_string(fd) + " ";
      return open;
    }
    if (order == "signals") {
      sigset_t blocked;
      sigprocmask(SIG_SETMASK, nullptr, &blocked);
      return sigisemptyset(&blocked) ? "none blocked" : "blocked";
    }
    if (order == "large")
      return std::string(1 << 20, 'x');
    return order;
  }
};

/// A template whose workers are confined, but for the limit on address space,
/// which sanitizers do not live with.
class ConfinedWorkerTest : public testing::Test {
protected:
  void SetUp() override {
    child = fork();
    if (child == 0) {
      control.ours.reset();
      ObedientBackend backend;
      WorkerLimits limits;
      limits.memoryBytes = int64_t{1} << 46;
      _exit(runTemplate(control.theirs.get(), backend, limits));
    }
    control.theirs.reset();
    char hello[4096];
    ASSERT_GT(recv(control.ours.get(), hello, sizeof(hello), 0), 0);
  }
  void TearDown() override {
    control.ours.reset();
    int status = -1;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }

  ControlMessage receive() {
    ControlMessage message;
    FileDescriptor pidfd;
    EXPECT_EQ(receiveControl(control.ours.get(), message, pidfd),
              Received::Bytes);
    return message;
  }
  FileDescriptor spawn(uint64_t number) {
    SocketPair worker(SOCK_STREAM);
    EXPECT_TRUE(sendControl(control.ours.get(), {kControlFork, number, 0},
                            worker.theirs.get())
                    .ok());
    EXPECT_EQ(receive().kind, kControlSpawned);
    return std::move(worker.ours);
  }
  void order(const FileDescriptor &socket, const std::string &what) {
    v1::WorkRequest request;
    request.mutable_kernel();
    EXPECT_TRUE(
        sendFrame(socket.get(), request.SerializeAsString(), {what}).ok());
  }
  /// What a worker answers; empty if it ends instead.
  std::string answer(const FileDescriptor &socket, const std::string &what) {
    order(socket, what);
    FrameDecoder decoder(8 << 20);
    auto frame = receiveFrame(socket.get(), decoder);
    if (!frame.ok() || !frame->has_value() || (*frame)->payloads.empty())
      return "";
    return *(*frame)->payloads[0].copy();
  }

  SocketPair control{SOCK_SEQPACKET};
  pid_t child = -1;
};

TEST_F(ConfinedWorkerTest, ItAnswersAndOpensNoFile) {
  FileDescriptor socket = spawn(1);
  EXPECT_EQ(answer(socket, "hello"), "hello");
  EXPECT_THAT(answer(socket, "open"), HasSubstr("denied"));
  EXPECT_EQ(answer(socket, "hello"), "hello") << "a refusal is no end";
}

TEST_F(ConfinedWorkerTest, ItHasItsSocketAndNoOtherDescriptor) {
  // Nor that of the other worker, nor the template's.
  FileDescriptor first = spawn(1), second = spawn(2);
  EXPECT_EQ(answer(first, "descriptors"), "0 1 2 3 ");
  EXPECT_EQ(answer(second, "descriptors"), "0 1 2 3 ");
}

TEST_F(ConfinedWorkerTest, TheTemplatesBlockedSignalsAreNotItsOwn) {
  EXPECT_EQ(answer(spawn(1), "signals"), "none blocked");
}

TEST_F(ConfinedWorkerTest, LargeAnswersNeedNoFile) {
  EXPECT_EQ(answer(spawn(1), "large"), std::string(1 << 20, 'x'));
}

TEST_F(ConfinedWorkerTest, HowItEndsIsToldByItsExitCode) {
  const struct {
    const char *order;
    int code;
  } kCases[] = {{"no memory", kExitOutOfMemory}, {"exit", kExitFatalError}};
  for (const auto &test : kCases) {
    FileDescriptor socket = spawn(7);
    EXPECT_EQ(answer(socket, test.order), "");
    const ControlMessage exited = receive();
    EXPECT_EQ(exited.kind, kControlExited);
    EXPECT_EQ(uint64_t{exited.spawn}, 7u);
    EXPECT_TRUE(WIFEXITED(exited.value)) << test.order;
    EXPECT_EQ(WEXITSTATUS(exited.value), test.code) << test.order;
  }
}

TEST_F(ConfinedWorkerTest, ACrashTakesNoOtherWorkerAlong) {
  FileDescriptor first = spawn(1), second = spawn(2);
  EXPECT_EQ(answer(first, "crash"), "");
  EXPECT_EQ(uint64_t{receive().spawn}, 1u);
  EXPECT_EQ(answer(second, "hello"), "hello");
  EXPECT_EQ(answer(spawn(3), "hello"), "hello");
}

TEST_F(ConfinedWorkerTest, WhatIsNoFrameEndsItWithItsCode) {
  FileDescriptor socket = spawn(1);
  ASSERT_EQ(write(socket.get(), std::string(64, 'g').data(), 64), 64);
  const ControlMessage exited = receive();
  ASSERT_TRUE(WIFEXITED(exited.value));
  EXPECT_EQ(WEXITSTATUS(exited.value), kExitProtocol);
}

TEST_F(ConfinedWorkerTest, ManyAreForkedAndAllAreReaped) {
  // Faster than the template looks: exits come together.
  std::vector<FileDescriptor> sockets;
  for (uint64_t i = 0; i < 20; ++i)
    sockets.push_back(spawn(100 + i));
  sockets.clear();
  std::vector<uint64_t> ended;
  for (int i = 0; i < 20; ++i) {
    const ControlMessage exited = receive();
    EXPECT_EQ(exited.kind, kControlExited);
    EXPECT_EQ(int32_t{exited.value}, 0);
    ended.push_back(uint64_t{exited.spawn});
  }
  std::sort(ended.begin(), ended.end());
  for (uint64_t i = 0; i < 20; ++i)
    EXPECT_EQ(ended[i], 100 + i);
}

/// runActionFiles() and the command line that calls it, each in a process.
class ConfinedActionTest : public testing::Test {
protected:
  void SetUp() override {
    std::filesystem::create_directory(action());
    v1::WorkRequest request;
    request.mutable_kernel();
    write(kActionRequestFile, request.SerializeAsString());
  }

  std::string action() const { return folder.path() + "/action"; }
  std::string result() const { return folder.path() + "/result"; }
  void write(const std::string &name, const std::string &bytes) {
    std::ofstream(action() + "/" + name, std::ios::binary) << bytes;
  }

  template <typename Function> int exitOf(Function &&function) {
    const pid_t child = fork();
    if (child == 0)
      _exit(function());
    int status = -1;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }
  int run(const std::string &to) {
    return exitOf([&] {
      ObedientBackend backend;
      return runActionFiles(action(), to, backend, WorkerLimits());
    });
  }
  int runMain(std::vector<std::string> flags) {
    return exitOf([&] {
      ObedientBackend backend;
      std::vector<char *> arguments;
      flags.insert(flags.begin(), "ingot-worker");
      for (std::string &flag : flags)
        arguments.push_back(flag.data());
      return templateMain(
          static_cast<int>(arguments.size()), arguments.data(),
          [&](const CompilerSettings &) -> Backend & { return backend; });
    });
  }
  std::vector<std::string> payloads() {
    v1::ActionOutput output;
    std::ifstream file(result(), std::ios::binary);
    EXPECT_TRUE(output.ParseFromIstream(&file));
    return {output.payloads().begin(), output.payloads().end()};
  }

  TemporaryFolder folder;
};

TEST_F(ConfinedActionTest, TheCompilerOpensNoFile) {
  write("payload-0", "open");
  ASSERT_EQ(run(result()), 0);
  EXPECT_THAT(payloads(), ElementsAre(HasSubstr("denied")));
}

TEST_F(ConfinedActionTest, PayloadsEndAtTheFirstThatIsNotThere) {
  write("payload-0", "first");
  write("payload-2", "not seen");
  ASSERT_EQ(run(result()), 0);
  EXPECT_THAT(payloads(), ElementsAre("first"));
}

TEST_F(ConfinedActionTest, AnActionNeedsNoPayload) {
  ASSERT_EQ(run(result()), 0);
  EXPECT_THAT(payloads(), ElementsAre(""));
}

TEST_F(ConfinedActionTest, AFolderIsNoPayload) {
  std::filesystem::create_directory(action() + "/payload-0");
  EXPECT_EQ(run(result()), kExitProtocol);
  EXPECT_FALSE(std::filesystem::exists(result()));
}

TEST_F(ConfinedActionTest, AResultNeedsAFolder) {
  EXPECT_EQ(run(folder.path() + "/absent/result"), kExitProtocol);
}

TEST_F(ConfinedActionTest, ACompilerThatGivesUpLeavesNoResultToBelieve) {
  const struct {
    const char *order;
    int code;
  } kCases[] = {{"no memory", kExitOutOfMemory}, {"exit", kExitFatalError}};
  for (const auto &test : kCases) {
    write("payload-0", test.order);
    EXPECT_EQ(run(result()), test.code);
    EXPECT_THAT(payloads(), IsEmpty());
    std::filesystem::remove(result());
  }
}

TEST_F(ConfinedActionTest, TheCommandLineRunsOneAction) {
  write("payload-0", "hello");
  const std::string from = "--action=" + action(), to = "--result=" + result();
  ASSERT_EQ(runMain({from, to, "--sandbox=on"}), 0);
  EXPECT_THAT(payloads(), ElementsAre("hello"));
  std::filesystem::remove(result());
  write("payload-0", "open");
  ASSERT_EQ(runMain({"--sandbox=off", from, to}), 0);
  EXPECT_THAT(payloads(), ElementsAre("opened"));
}

TEST_F(ConfinedActionTest, HalfACommandLineIsNone) {
  const std::string from = "--action=" + action(), to = "--result=" + result();
  for (const std::vector<std::string> &flags : {std::vector<std::string>{},
                                                {from},
                                                {to},
                                                {from, "--result="},
                                                {from, to, "--sandbox=maybe"},
                                                {"--control-fd=-1"}})
    EXPECT_EQ(runMain(flags), 2);
  EXPECT_FALSE(std::filesystem::exists(result()));
}

} // namespace
} // namespace ingot::server
