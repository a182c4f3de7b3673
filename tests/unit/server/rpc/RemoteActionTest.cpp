//===- RemoteActionTest.cpp - work as an action of REAPI ------------------===//

#include "server/rpc/RemoteAction.h"
#include "tests/unit/TemporaryFolder.h"

#include "build/bazel/remote/execution/v2/execution.pb.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <fstream>
#include <map>

namespace reapi = build::bazel::remote::execution::v2;

namespace ingot::server {
namespace {

using testing::ElementsAre;

Work kernelOf(const std::vector<std::string> &payloads) {
  Work work;
  work.request.mutable_kernel();
  work.request.mutable_target()->set_triple("x86_64-unknown-linux-gnu");
  for (const std::string &payload : payloads)
    work.payloads.push_back(std::make_shared<const std::string>(payload));
  return work;
}

WorkerBinary workerOf(const std::string &bytes) {
  return {Digest::of(bytes), "/nowhere"};
}

/// The blobs of an action as a cluster sees them.
class Cluster {
public:
  explicit Cluster(const RemoteAction &action) {
    for (const auto &blob : action.blobs) {
      EXPECT_EQ(Digest::of(*blob.bytes), blob.digest);
      blobs_[blob.digest.hex()] = *blob.bytes;
    }
    EXPECT_TRUE(this->action.ParseFromString(blobs_[action.digest.hex()]));
    command = read<reapi::Command>(this->action.command_digest());
    root = read<reapi::Directory>(this->action.input_root_digest());
  }
  template <typename Message> Message read(const reapi::Digest &digest) {
    Message message;
    EXPECT_TRUE(message.ParseFromString(blobs_[digest.hash()]));
    return message;
  }
  std::string bytes(const reapi::Digest &digest) {
    return blobs_[digest.hash()];
  }

  reapi::Action action;
  reapi::Command command;
  reapi::Directory root;

private:
  std::map<std::string, std::string> blobs_;
};

TEST(RemoteActionTest, AClusterFindsCommandWorkerAndInputs) {
  RemoteActionOptions options;
  options.properties = {{"container", "ingot"}, {"OSFamily", "Linux"}};
  options.runLimit = absl::Seconds(7);
  Cluster cluster(
      remoteActionOf(kernelOf({"module", "file"}), workerOf("elf"), options));
  EXPECT_THAT(cluster.command.arguments(),
              ElementsAre("./ingot-worker", "--action=action",
                          "--result=result", "--memory-limit=4294967296"));
  EXPECT_THAT(cluster.command.output_paths(), ElementsAre("result"));
  ASSERT_EQ(cluster.root.files_size(), 1);
  EXPECT_EQ(cluster.root.files(0).name(), "ingot-worker");
  EXPECT_TRUE(cluster.root.files(0).is_executable());
  EXPECT_EQ(cluster.root.files(0).digest().hash(), Digest::of("elf").hex());
  ASSERT_EQ(cluster.root.directories_size(), 1);
  auto folder =
      cluster.read<reapi::Directory>(cluster.root.directories(0).digest());
  std::vector<std::string> names;
  for (const reapi::FileNode &file : folder.files())
    names.push_back(file.name());
  EXPECT_THAT(names, ElementsAre("payload-0", "payload-1", "request"));
  EXPECT_EQ(cluster.bytes(folder.files(1).digest()), "file");
  EXPECT_EQ(cluster.action.timeout().seconds(), 7);
  EXPECT_EQ(cluster.action.platform().properties(0).name(), "OSFamily");
  EXPECT_EQ(cluster.action.platform().properties(1).value(), "ingot");
}

TEST(RemoteActionTest, WhoAsksDoesNotChangeTheAction) {
  Work a = kernelOf({"module"}), b = kernelOf({"module"});
  a.request.set_id(7);
  a.request.set_traceparent("00-1-2-01");
  a.tenant.name = "somebody";
  EXPECT_EQ(remoteActionOf(a, workerOf("elf"), {}).digest,
            remoteActionOf(b, workerOf("elf"), {}).digest);
}

TEST(RemoteActionTest, WhatIsRunChangesTheAction) {
  const Digest digest =
      remoteActionOf(kernelOf({"module"}), workerOf("elf"), {}).digest;
  EXPECT_NE(remoteActionOf(kernelOf({"other"}), workerOf("elf"), {}).digest,
            digest);
  EXPECT_NE(remoteActionOf(kernelOf({"module"}), workerOf("new"), {}).digest,
            digest);
  Work target = kernelOf({"module"});
  target.request.mutable_target()->set_cpu("znver4");
  EXPECT_NE(remoteActionOf(target, workerOf("elf"), {}).digest, digest);
  RemoteActionOptions limits;
  limits.memoryLimitBytes = 1 << 20;
  EXPECT_NE(
      remoteActionOf(kernelOf({"module"}), workerOf("elf"), limits).digest,
      digest);
}

TEST(RemoteActionTest, TenPayloadsAreInTheOrderOfNamesAndOfNumbers) {
  std::vector<std::string> payloads;
  for (int i = 0; i < 12; ++i)
    payloads.push_back("payload " + std::to_string(i));
  Cluster cluster(remoteActionOf(kernelOf(payloads), workerOf("elf"), {}));
  auto folder =
      cluster.read<reapi::Directory>(cluster.root.directories(0).digest());
  EXPECT_EQ(folder.files(2).name(), "payload-10") << "sorted, as REAPI asks";
  EXPECT_EQ(cluster.bytes(folder.files(2).digest()), "payload 10");
}

TEST(RemoteActionTest, TheResultIsReadBack) {
  v1::ActionOutput output;
  output.set_compiler_identity("ingot 1");
  output.add_responses()->set_phase("import");
  output.add_responses()->mutable_kernel();
  output.add_payloads("object");
  auto parsed = parseRemoteResult(output.SerializeAsString());
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  EXPECT_EQ(parsed->compilerIdentity, "ingot 1");
  EXPECT_EQ(parsed->responses.size(), 2u);
  EXPECT_THAT(parsed->payloads, ElementsAre("object"));
  EXPECT_FALSE(parseRemoteResult("\xff\xff").ok());
}

TEST(RemoteActionTest, TheWorkerProgramIsHashed) {
  TemporaryFolder folder;
  const std::string path = folder.path() + "/worker";
  std::ofstream(path) << "elf";
  auto worker = readWorkerBinary(path);
  ASSERT_TRUE(worker.ok()) << worker.status();
  EXPECT_EQ(worker->digest, Digest::of("elf"));
  EXPECT_TRUE(
      absl::IsUnavailable(readWorkerBinary(folder.path() + "/none").status()));
}

} // namespace
} // namespace ingot::server
