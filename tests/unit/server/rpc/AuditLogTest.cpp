//===- AuditLogTest.cpp - who did what ------------------------------------===//

#include "server/rpc/AuditLog.h"
#include "tests/unit/server/rpc/InProcessServer.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <sys/stat.h>

namespace ingot::server {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::UnorderedElementsAre;

AuditEntry entry() {
  AuditEntry entry;
  entry.time = absl::UnixEpoch() + absl::Milliseconds(1500);
  entry.caller = "ci";
  entry.tenant = "ml";
  entry.peer = "ipv4:10.0.0.7:41234";
  entry.method = "Compile";
  entry.key = "hash/1";
  entry.outcome = "HIT";
  return entry;
}

TEST(AuditEntryTest, IsALineOfJson) {
  EXPECT_EQ(toJson(entry()),
            R"({"time":"1970-01-01T00:00:01.500Z","caller":"ci","tenant":"ml",)"
            R"("peer":"ipv4:10.0.0.7:41234","method":"Compile",)"
            R"("key":"hash/1","outcome":"HIT"})");
}

TEST(AuditEntryTest, ALaneIsNamedWhereItIsNotTrusted) {
  AuditEntry pulls = entry();
  pulls.lane = "pr";
  EXPECT_THAT(toJson(pulls), HasSubstr(R"("tenant":"ml","lane":"pr","peer")"));
}

TEST(AuditEntryTest, WhatCallersChooseStaysOneLineOfAscii) {
  AuditEntry forged = entry();
  forged.key = "x\"}\n{\"caller\":\"root\xff\xc3\xa4";
  const std::string line = toJson(forged);
  for (char c : line)
    EXPECT_TRUE(c >= ' ' && c < 127) << line;
  EXPECT_EQ(nlohmann::json::parse(line)["caller"], "ci");
}

class AuditLogTest : public InProcessServer {
protected:
  AuditLogTest() {
    auto opened = AuditLog::open(path_);
    EXPECT_TRUE(opened.ok()) << opened.status();
    log_ = *std::move(opened);
    access.auditTo(log_.get());
  }
  ~AuditLogTest() override { std::filesystem::remove(path_); }

  /// The lines, once nobody calls any more.
  std::vector<nlohmann::json> lines() {
    server->Shutdown(std::chrono::system_clock::now());
    executors.reset();
    access.auditTo(nullptr);
    log_.reset();
    std::vector<nlohmann::json> lines;
    std::ifstream file(path_);
    for (std::string line; std::getline(file, line);)
      lines.push_back(nlohmann::json::parse(line));
    return lines;
  }

  grpc::Status compile(const std::string &module,
                       const std::string &traceParent = "") {
    v1::CompileRequest request;
    request.mutable_module()->set_inline_(module);
    grpc::ClientContext context;
    if (!traceParent.empty())
      context.AddMetadata("traceparent", traceParent);
    auto reader = compiler->Compile(&context, request);
    v1::CompileEvent event;
    while (reader->Read(&event)) {
    }
    return reader->Finish();
  }

  const std::string path_ =
      testing::TempDir() + "audit-" + std::to_string(getpid());
  std::unique_ptr<AuditLog> log_;
};

TEST_F(AuditLogTest, ACompileIsALineWithItsKeyAndNothingOfTheProgram) {
  std::thread caller([&] { EXPECT_TRUE(compile("secret source").ok()); });
  for (int i = 0; i < 5; ++i) {
    pool.awaitPending(1);
    pool.answer();
  }
  caller.join();
  EXPECT_TRUE(compile("secret source").ok());
  std::vector<nlohmann::json> found = lines();
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0]["method"], "Compile");
  EXPECT_EQ(found[0]["outcome"], "MISS");
  EXPECT_EQ(found[1]["outcome"], "HIT");
  EXPECT_EQ(found[0]["key"], found[1]["key"]);
  EXPECT_GT(found[0]["key"].get<std::string>().size(), 64u);
  EXPECT_THAT(found[0].dump(), Not(HasSubstr("secret")));
  struct stat file{};
  ASSERT_EQ(stat(path_.c_str(), &file), 0);
  EXPECT_EQ(file.st_mode & 0777, 0600u);
}

TEST_F(AuditLogTest, TheCallersTraceIsNamed) {
  const std::string id = "0af7651916cd43dd8448eb211c80319c";
  std::thread caller([&] {
    EXPECT_TRUE(compile("m", "00-" + id + "-b7ad6b7169203331-00").ok());
  });
  for (int i = 0; i < 5; ++i) {
    pool.awaitPending(1);
    pool.answer();
  }
  caller.join();
  EXPECT_TRUE(compile("m", "00-" + id + "-b7ad6b7169203331-01").ok());
  EXPECT_TRUE(compile("m", "nonsense").ok());
  std::vector<nlohmann::json> found = lines();
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0]["trace"], id);
  EXPECT_EQ(found[1]["trace"], id) << "a hit has one too";
  EXPECT_FALSE(found[2].contains("trace"));
}

TEST_F(AuditLogTest, BlobsAreLinesWithTheirDigests) {
  const Digest digest = Digest::of("blob"), absent = Digest::of("absent");
  reapi::BatchUpdateBlobsRequest update;
  auto &blob = *update.add_requests();
  blob.mutable_digest()->set_hash(digest.hex());
  blob.mutable_digest()->set_size_bytes(digest.size);
  blob.set_data("blob");
  grpc::ClientContext updating, reading;
  reapi::BatchUpdateBlobsResponse updated;
  ASSERT_TRUE(cas->BatchUpdateBlobs(&updating, update, &updated).ok());
  google::bytestream::ReadRequest read;
  read.set_resource_name("blobs/" + absent.toString());
  auto reader = byteStream->Read(&reading, read);
  google::bytestream::ReadResponse piece;
  while (reader->Read(&piece)) {
  }
  EXPECT_EQ(reader->Finish().error_code(), grpc::StatusCode::NOT_FOUND);
  std::vector<nlohmann::json> found = lines();
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0]["method"], "BatchUpdateBlobs");
  EXPECT_EQ(found[0]["key"], digest.toString());
  EXPECT_EQ(found[0]["outcome"], "OK");
  EXPECT_EQ(found[1]["method"], "ByteStream.Read");
  EXPECT_EQ(found[1]["key"], absent.toString());
  EXPECT_EQ(found[1]["outcome"], "NOT_FOUND");
}

TEST_F(AuditLogTest, AStreamThatEndsWithItsTokenIsNoneThatItsCallerCancelled) {
  auto stub = byteStreamOverSocket();
  google::bytestream::ReadRequest read;
  read.set_resource_name("blobs/" +
                         store.putBlob(std::string(64 << 20, 'x'))->toString());
  google::bytestream::ReadResponse piece;
  grpc::ClientContext reading, writing, leaving;
  auto reader = stub->Read(&reading, read);
  ASSERT_TRUE(reader->Read(&piece));
  google::bytestream::WriteResponse written;
  auto writer = stub->Write(&writing, &written);
  while (access.streams() < 2)
    std::this_thread::yield();
  auto left = stub->Read(&leaving, read);
  ASSERT_TRUE(left->Read(&piece));
  leaving.TryCancel();
  while (left->Read(&piece)) {
  }
  EXPECT_EQ(left->Finish().error_code(), grpc::StatusCode::CANCELLED);
  while (access.streams() > 2)
    std::this_thread::yield();
  access.endExpired(absl::Now());
  while (reader->Read(&piece)) {
  }
  EXPECT_EQ(reader->Finish().error_code(), grpc::StatusCode::UNAUTHENTICATED);
  EXPECT_EQ(writer->Finish().error_code(), grpc::StatusCode::UNAUTHENTICATED);
  std::vector<nlohmann::json> found = lines();
  ASSERT_EQ(found.size(), 3u);
  // A stream is no longer counted a moment before its line is written.
  std::vector<std::string> ended;
  for (const nlohmann::json &line : found)
    ended.push_back(line["method"].get<std::string>() + " " +
                    line["outcome"].get<std::string>());
  EXPECT_THAT(ended,
              UnorderedElementsAre(
                  AllOf(HasSubstr("Read"), HasSubstr("CANCELLED")),
                  AllOf(HasSubstr("Read"), HasSubstr("UNAUTHENTICATED")),
                  AllOf(HasSubstr("Write"), HasSubstr("UNAUTHENTICATED"))));
}

TEST(AuditLogFileTest, AFileThatCannotBeWrittenIsNamed) {
  absl::Status status = AuditLog::open("/nowhere/audit").status();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(status.message()), HasSubstr("/nowhere/audit"));
}

} // namespace
} // namespace ingot::server
