//===- ActionFilesTest.cpp - one action from files to a file --------------===//

#include "server/worker/ActionFiles.h"
#include "server/worker/ExitCodes.h"
#include "tests/unit/TemporaryFolder.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <filesystem>
#include <fstream>
#include <sys/wait.h>
#include <unistd.h>

namespace ingot::server {
namespace {

using testing::ElementsAre;

/// Answers with an event and the payloads it got.
class EchoBackend final : public Backend {
public:
  v1::WorkerHello hello() override {
    v1::WorkerHello hello;
    hello.set_compiler_identity("echo");
    return hello;
  }
  void run(const v1::WorkRequest &request,
           const std::vector<std::string_view> &payloads,
           const Send &send) override {
    v1::WorkResponse event, outcome;
    event.set_phase(request.profile() ? "profiled" : "plain");
    send(event, {});
    outcome.mutable_kernel();
    send(outcome, {payloads.begin(), payloads.end()});
  }
};

class ActionFilesTest : public testing::Test {
protected:
  void SetUp() override { std::filesystem::create_directory(action()); }

  std::string action() const { return folder.path() + "/action"; }
  std::string result() const { return folder.path() + "/result"; }

  void write(const std::string &name, const std::string &bytes) {
    std::ofstream(action() + "/" + name, std::ios::binary) << bytes;
  }
  void writeRequest() {
    v1::WorkRequest request;
    request.mutable_kernel();
    request.set_profile(true);
    write(kActionRequestFile, request.SerializeAsString());
  }

  /// The exit status of a process that runs the action, confined.
  int run() {
    const pid_t child = fork();
    if (child == 0) {
      EchoBackend backend;
      _exit(runActionFiles(action(), result(), backend, WorkerLimits()));
    }
    int status = -1;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  v1::ActionOutput output() {
    v1::ActionOutput output;
    std::ifstream file(result(), std::ios::binary);
    EXPECT_TRUE(output.ParseFromIstream(&file));
    return output;
  }

  TemporaryFolder folder;
};

TEST_F(ActionFilesTest, TheResultHoldsEventsOutcomeAndPayloads) {
  writeRequest();
  write("payload-0", "module");
  write("payload-1", "");
  write("payload-2", std::string(100000, 'x'));
  ASSERT_EQ(run(), 0);
  const v1::ActionOutput output = this->output();
  EXPECT_EQ(output.compiler_identity(), "echo");
  ASSERT_EQ(output.responses_size(), 2);
  EXPECT_EQ(output.responses(0).phase(), "profiled");
  EXPECT_TRUE(output.responses(1).has_kernel());
  EXPECT_THAT(output.payloads(),
              ElementsAre("module", "", std::string(100000, 'x')));
}

TEST_F(ActionFilesTest, AFolderWithoutARequestIsRefused) {
  EXPECT_EQ(run(), kExitProtocol);
  EXPECT_FALSE(std::filesystem::exists(result()));
}

TEST_F(ActionFilesTest, BytesThatAreNoRequestAreRefused) {
  write(kActionRequestFile, "\xff\xff\xff");
  EXPECT_EQ(run(), kExitProtocol);
}

TEST_F(ActionFilesTest, AResultThatIsThereStays) {
  writeRequest();
  std::ofstream(result()) << "precious";
  EXPECT_EQ(run(), kExitProtocol);
  std::ifstream file(result());
  std::string text;
  file >> text;
  EXPECT_EQ(text, "precious");
}

} // namespace
} // namespace ingot::server
