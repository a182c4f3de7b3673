//===- DaemonTest.cpp - ingotd, wired up, with a made-up compiler ---------===//
//
// Runs the real program on the fake worker: what flags, signals and calls do to
// the whole. Needs no MLIR, so it runs under the sanitizers too.
//
//===----------------------------------------------------------------------===//

#include "server/worker/FileDescriptor.h"
#include "tests/unit/server/rpc/LocalChannel.h"

#include "ingot/v1/admin.grpc.pb.h"
#include "ingot/v1/compiler.grpc.pb.h"

#include <grpcpp/grpcpp.h>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace ingot::server {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
namespace fs = std::filesystem;

class DaemonTest : public testing::Test {
protected:
  DaemonTest() {
    std::string name = testing::TempDir() + "ingotd-XXXXXX";
    folder_ = mkdtemp(name.data());
  }
  ~DaemonTest() override {
    if (pid_ > 0) {
      kill(pid_, SIGKILL);
      waitpid(pid_, nullptr, 0);
    }
    fs::remove_all(folder_);
  }

  std::string socket() const { return "unix:" + (folder_ / "s").string(); }

  /// Runs ingotd; its stderr goes to a file.
  void launch(const std::vector<std::string> &extra) {
    std::vector<std::string> arguments = {INGOT_DAEMON, "--workers", "1"};
    const std::pair<const char *, std::string> kDefaults[] = {
        {"--store", folder_ / "store"},
        {"--worker-program", INGOT_FAKE_WORKER}};
    for (const auto &[flag, value] : kDefaults)
      if (std::find(extra.begin(), extra.end(), flag) == extra.end())
        arguments.insert(arguments.end(), {flag, value});
    int pipe[2];
    ASSERT_EQ(::pipe(pipe), 0);
    ready_.reset(pipe[0]);
    FileDescriptor theirs(pipe[1]);
    arguments.insert(arguments.end(),
                     {"--ready-fd", std::to_string(theirs.get())});
    arguments.insert(arguments.end(), extra.begin(), extra.end());
    std::vector<char *> pointers;
    for (std::string &argument : arguments)
      pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    const std::string log = folder_ / "log";
    pid_ = fork();
    if (pid_ == 0) {
      int fd = open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
      dup2(fd, STDERR_FILENO);
      close(ready_.get());
      execv(INGOT_DAEMON, pointers.data());
      _exit(127);
    }
  }

  /// Runs it and waits until it is ready.
  void start(std::vector<std::string> extra = {}) {
    extra.insert(extra.end(), {"--listen", socket()});
    launch(extra);
    char byte = 0;
    ASSERT_EQ(read(ready_.get(), &byte, 1), 1) << log();
    EXPECT_EQ(byte, 'r');
  }

  /// Its exit status, when it has one.
  int wait() {
    int status = -1;
    EXPECT_EQ(waitpid(pid_, &status, 0), pid_);
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }

  std::string log() const {
    std::ostringstream text;
    text << std::ifstream(folder_ / "log").rdbuf();
    return text.str();
  }

  /// The TCP address that it says it serves.
  std::string tcpAddress() const {
    std::smatch match;
    std::string text = log();
    EXPECT_TRUE(std::regex_search(text, match,
                                  std::regex("listen=(127\\.0\\.0\\.1:\\d+)")))
        << text;
    return match[1];
  }

  static std::shared_ptr<grpc::Channel> connect(const std::string &address) {
    return grpc::CreateChannel(address, grpc::InsecureChannelCredentials());
  }

  /// A connection to the socket that another user makes.
  std::shared_ptr<grpc::Channel> connectAs(uid_t user) const {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::snprintf(address.sun_path, sizeof(address.sun_path), "%s",
                  (folder_ / "s").c_str());
    FileDescriptor fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    asUser(user, [&] {
      EXPECT_EQ(::connect(fd.get(), reinterpret_cast<sockaddr *>(&address),
                          sizeof(address)),
                0);
    });
    return grpc::CreateInsecureChannelFromFd("local", fd.release());
  }

  static grpc::Status drain(const std::shared_ptr<grpc::Channel> &channel) {
    grpc::ClientContext context;
    v1::DrainResponse response;
    return v1::Admin::NewStub(channel)->Drain(&context, {}, &response);
  }
  static grpc::Status drain(const std::string &address) {
    return drain(connect(address));
  }

  static v1::GetStatisticsResponse statistics(const std::string &address) {
    grpc::ClientContext context;
    v1::GetStatisticsResponse response;
    EXPECT_TRUE(v1::Admin::NewStub(connect(address))
                    ->GetStatistics(&context, {}, &response)
                    .ok());
    return response;
  }

  static v1::CompileRequest requestOf(const std::string &module) {
    v1::CompileRequest request;
    request.mutable_module()->set_inline_(module);
    return request;
  }

  fs::path folder_;
  pid_t pid_ = -1;
  FileDescriptor ready_;
};

TEST_F(DaemonTest, CompilesOnceAndServesTheRestFromTheStore) {
  start();
  auto stub = v1::Compiler::NewStub(connect(socket()));
  for (int i = 0; i < 2; ++i) {
    grpc::ClientContext context;
    v1::CompileEvent event;
    auto stream = stub->Compile(&context, requestOf("kernel a"));
    bool hasResult = false;
    while (stream->Read(&event))
      hasResult |= event.has_result();
    grpc::Status status = stream->Finish();
    EXPECT_TRUE(status.ok() && hasResult) << status.error_message();
  }
  v1::GetStatisticsResponse figures = statistics(socket());
  EXPECT_EQ(figures.request_misses(), 1u);
  EXPECT_EQ(figures.request_hits(), 1u);
  EXPECT_EQ(figures.workers(), 1u);
  EXPECT_EQ(figures.compiler_identity(), "fake 1");
}

TEST_F(DaemonTest, SigtermEndsItWithZero) {
  start();
  EXPECT_THAT(log(), HasSubstr("event=ready listen=" + socket()));
  kill(pid_, SIGTERM);
  EXPECT_EQ(wait(), 0);
  EXPECT_THAT(log(), HasSubstr("event=drain reason=signal"));
  EXPECT_THAT(log(), HasSubstr("event=exit"));
}

TEST_F(DaemonTest, DrainIsRefusedOverTcpAndTakenOnTheUnixSocket) {
  start({"--listen", "127.0.0.1:0"});
  std::string tcp = tcpAddress();
  EXPECT_EQ(statistics(tcp).workers(), 1u);
  EXPECT_EQ(drain(tcp).error_code(), grpc::StatusCode::PERMISSION_DENIED);
  EXPECT_EQ(statistics(tcp).workers(), 1u) << "it goes on";
  grpc::Status status = drain(socket());
  EXPECT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(wait(), 0);
  EXPECT_THAT(log(), HasSubstr("event=drain reason=request"));
}

TEST_F(DaemonTest, UsersOfASocketMayWhatTheirLinesSay) {
  if (!mayBeOtherUsers())
    GTEST_SKIP() << "only root can be two users";
  const fs::path callers = folder_ / "callers", audit = folder_ / "audit";
  std::ofstream(callers) << "ann reader uid:" << kOtherUser
                         << "\nroot operator uid:0\n";
  fs::permissions(callers, fs::perms::owner_all);
  start({"--credentials", callers, "--audit-log", audit});
  // As systemd does for a group.
  fs::permissions(folder_, fs::perms::others_exec, fs::perm_options::add);
  fs::permissions(folder_ / "s", fs::perms::others_write,
                  fs::perm_options::add);
  EXPECT_EQ(drain(connectAs(kOtherUser)).error_code(),
            grpc::StatusCode::PERMISSION_DENIED);
  EXPECT_TRUE(drain(socket()).ok());
  EXPECT_EQ(wait(), 0);
  std::ostringstream text;
  text << std::ifstream(audit).rdbuf();
  EXPECT_THAT(
      text.str(),
      AllOf(HasSubstr(R"("caller":"ann","tenant":"ann","peer":"unix:uid=1",)"
                      R"("method":"Drain","key":"",)"
                      R"("outcome":"PERMISSION_DENIED")"),
            HasSubstr(R"("caller":"root","tenant":"root","peer":"unix:uid=0",)"
                      R"("method":"Drain","key":"","outcome":"OK")")));
}

TEST_F(DaemonTest, SecondSignalDoesNotWaitForWhatRuns) {
  start({"--drain-timeout", "3600"});
  auto stub = v1::Compiler::NewStub(connect(socket()));
  grpc::ClientContext context;
  auto stream = stub->Compile(&context, requestOf("hang"));
  v1::CompileEvent event;
  while (stream->Read(&event) && !event.has_phase()) {
  }
  ASSERT_TRUE(event.has_phase()) << "a worker is at it";
  kill(pid_, SIGTERM);
  // Refused once it drains. Let in before, it waits behind what hangs.
  grpc::Status status;
  do {
    grpc::ClientContext other;
    other.set_deadline(std::chrono::system_clock::now() +
                       std::chrono::milliseconds(100));
    auto refused = stub->Compile(&other, requestOf("kernel other"));
    while (refused->Read(&event)) {
    }
    status = refused->Finish();
  } while (status.error_code() == grpc::StatusCode::DEADLINE_EXCEEDED);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAVAILABLE);
  kill(pid_, SIGTERM);
  EXPECT_EQ(wait(), 1);
  EXPECT_THAT(log(), HasSubstr("reason=second-signal"));
  context.TryCancel();
  while (stream->Read(&event)) {
  }
  EXPECT_FALSE(stream->Finish().ok());
}

TEST_F(DaemonTest, AddressesBeyondLoopbackTakeAFlag) {
  launch({"--listen", "0.0.0.0:0"});
  EXPECT_EQ(wait(), 2);
  EXPECT_THAT(log(), HasSubstr("listen: '0.0.0.0:0' is reachable"));
  EXPECT_THAT(log(), HasSubstr("--insecure-listen-beyond-loopback"));
  EXPECT_FALSE(fs::exists(folder_ / "store"));
  start({"--listen", "0.0.0.0:0", "--insecure-listen-beyond-loopback"});
  kill(pid_, SIGTERM);
  EXPECT_EQ(wait(), 0);
}

TEST_F(DaemonTest, ASignalEndsOneWhoseWorkersDoNotStart) {
  setenv("INGOT_FAKE_HELLO", "never", 1);
  launch({"--listen", socket()});
  unsetenv("INGOT_FAKE_HELLO");
  while (log().find("event=start ") == std::string::npos)
    std::this_thread::yield();
  kill(pid_, SIGTERM);
  EXPECT_EQ(wait(), 0);
  EXPECT_THAT(log(), HasSubstr("event=exit reason=signal"));
}

TEST_F(DaemonTest, ADamagedStoreGivesWayToAnEmptyOne) {
  start();
  kill(pid_, SIGTERM);
  ASSERT_EQ(wait(), 0);
  std::ofstream(folder_ / "store" / "CURRENT") << "nothing of the kind";
  start();
  EXPECT_THAT(log(), HasSubstr("event=store-damaged kept=" +
                               (folder_ / "store" / "damaged").string() +
                               " error=\"store: Corruption"));
  v1::CompileEvent event;
  grpc::ClientContext context;
  auto reader = v1::Compiler::NewStub(connect(socket()))
                    ->Compile(&context, requestOf("kernel a"));
  while (reader->Read(&event)) {
  }
  EXPECT_TRUE(reader->Finish().ok());
}

TEST_F(DaemonTest, AStrictOneRefusesADamagedStore) {
  start();
  kill(pid_, SIGTERM);
  ASSERT_EQ(wait(), 0);
  std::ofstream(folder_ / "store" / "CURRENT") << "nothing of the kind";
  launch({"--listen", socket(), "--strict-store"});
  EXPECT_EQ(wait(), 1);
  EXPECT_THAT(log(), HasSubstr("event=start-failed part=store error=\"store: "
                               "Corruption"));
  EXPECT_FALSE(fs::exists(folder_ / "store" / "damaged"));
}

TEST_F(DaemonTest, IdleOneEndsByItself) {
  start({"--idle-exit", "0.05"});
  EXPECT_EQ(wait(), 0);
  EXPECT_THAT(log(), HasSubstr("event=drain reason=idle"));
}

TEST_F(DaemonTest, CheckingTheConfigurationStartsNothing) {
  launch({"--check-config"});
  EXPECT_EQ(wait(), 0);
  EXPECT_FALSE(fs::exists(folder_ / "store"));
}

TEST_F(DaemonTest, CheckingTheConfigurationRefusesWhatWorkersCannotRead) {
  launch({"--check-config", "--targets", folder_});
  EXPECT_EQ(wait(), 2);
  EXPECT_EQ(log(),
            "ingotd: error: workers: no targets in " + folder_.string() + "\n");
  launch({"--check-config", "--worker-program", "/bin/true"});
  EXPECT_EQ(wait(), 2);
  EXPECT_THAT(log(), HasSubstr("workers: the worker template is gone"));
  EXPECT_FALSE(fs::exists(folder_ / "store"));
}

TEST_F(DaemonTest, PartThatCannotStartIsNamed) {
  struct {
    std::vector<std::string> arguments;
    const char *part;
  } const kCases[] = {
      {{"--worker-program", "/bin/true"}, "workers"},
      {{"--listen", "192.0.2.1:1", "--insecure-listen-beyond-loopback"},
       "grpc"},
      {{"--http", "192.0.2.1:1", "--insecure-listen-beyond-loopback"}, "http"},
      {{"--store", "/dev/null"}, "store"},
  };
  for (const auto &test : kCases) {
    std::vector<std::string> arguments = {"--listen", socket()};
    arguments.insert(arguments.end(), test.arguments.begin(),
                     test.arguments.end());
    launch(arguments);
    EXPECT_EQ(wait(), 1) << test.part;
    EXPECT_THAT(log(),
                HasSubstr(std::string("event=start-failed part=") + test.part));
    char byte;
    EXPECT_EQ(read(ready_.get(), &byte, 1), 0) << "never ready";
  }
}

TEST_F(DaemonTest, LogGoesToAFileThatCanBeHad) {
  start({"--log-file", folder_ / "own.log", "--log-level", "info"});
  kill(pid_, SIGTERM);
  EXPECT_EQ(wait(), 0);
  EXPECT_EQ(log(), "");
  std::ostringstream text;
  text << std::ifstream(folder_ / "own.log").rdbuf();
  EXPECT_THAT(text.str(), ContainsRegex("time=.* level=info event=ready"));
  launch({"--listen", socket(), "--log-file", "/dev/null/log"});
  EXPECT_EQ(wait(), 2);
  EXPECT_THAT(log(), HasSubstr("log-file: "));
}

} // namespace
} // namespace ingot::server
