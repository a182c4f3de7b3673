//===- ClientTest.cpp - what the client makes of a daemon's answers -------===//

#include "client/lib/Client.h"
#include "google/rpc/status.pb.h"
#include "tests/fakes/FakeService.h"

#include "absl/strings/match.h"
#include "absl/time/clock.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <thread>
#include <unistd.h>

namespace ingot::client {
namespace {

using fakes::FakeService;
using ::testing::HasSubstr;

/// Longer than what travels inside a request or an answer.
std::string largeBytes(char fill) { return std::string((1 << 20) + 7, fill); }

/// Sends a result that names `artifact`, with the bytes when they are given.
grpc::Status answer(FakeService::Stream &stream, const std::string &artifact,
                    const std::string &bytes = "") {
  v1::CompileEvent event;
  event.mutable_result()->set_cache(v1::HIT);
  *event.mutable_result()->mutable_artifact() =
      Digest::parse(artifact)->toProto();
  event.mutable_result()->set_inline_artifact(bytes);
  stream.Write(event);
  return grpc::Status::OK;
}

class ClientTest : public ::testing::Test {
protected:
  ClientTest()
      : service_(testing::TempDir() + "fake-service-" +
                 std::to_string(getpid())) {
    auto client = Client::connect(service_.address());
    EXPECT_TRUE(client.ok()) << client.status();
    client_ = *std::move(client);
  }

  FakeService service_;
  std::unique_ptr<Client> client_;
};

TEST_F(ClientTest, NobodyThereIsSaidAtOnceAndWithTheAddress) {
  absl::Time begin = absl::Now();
  auto client = Client::connect("unix:/nonexistent/socket", absl::Seconds(20));
  EXPECT_EQ(client.status().code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(client.status().message()),
              HasSubstr("unix:/nonexistent/socket"));
  EXPECT_LT(absl::Now() - begin, absl::Seconds(10));
}

TEST_F(ClientTest, SmallModuleAndArtifactTravelInside) {
  service_.onCompile = [](grpc::ServerContext &,
                          const v1::CompileRequest &request,
                          FakeService::Stream &stream) {
    EXPECT_EQ(request.module().inline_(), "module");
    return answer(stream, Digest::of("code").toString(), "code");
  };
  auto result = client_->compile("module", {});
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->artifact, "code");
  EXPECT_EQ(result->cache, "hit");
}

TEST_F(ClientTest, LargeModuleIsUploadedOnlyWhenItIsMissed) {
  std::string module = largeBytes('m'), name = Digest::of(module).toString();
  int asked = 0;
  service_.onCompile = [&](grpc::ServerContext &,
                           const v1::CompileRequest &request,
                           FakeService::Stream &stream) -> grpc::Status {
    ++asked;
    EXPECT_EQ(Digest::fromProto(request.module().digest())->toString(), name);
    if (!service_.has(name))
      return {grpc::StatusCode::NOT_FOUND, "upload it"};
    return answer(stream, Digest::of("code").toString(), "code");
  };
  ASSERT_TRUE(client_->compile(module, {}).ok());
  EXPECT_TRUE(service_.has(name));
  EXPECT_EQ(asked, 2);
  ASSERT_TRUE(client_->compile(module, {}).ok());
  EXPECT_EQ(asked, 3) << "what is there is not asked for twice";
}

TEST_F(ClientTest, LargeArtifactIsFetched) {
  std::string code = largeBytes('c'), name = service_.put(code);
  service_.onCompile = [&](grpc::ServerContext &, const v1::CompileRequest &,
                           FakeService::Stream &stream) {
    return answer(stream, name);
  };
  auto result = client_->compile("module", {});
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->artifact, code);
}

TEST_F(ClientTest, InlineArtifactWithOtherBytesIsDataLoss) {
  service_.onCompile = [](grpc::ServerContext &, const v1::CompileRequest &,
                          FakeService::Stream &stream) {
    return answer(stream, Digest::of("code").toString(), "c0de");
  };
  EXPECT_EQ(client_->compile("module", {}).status().code(),
            absl::StatusCode::kDataLoss);
}

TEST_F(ClientTest, DamagedArtifactIsAskedForOnceMore) {
  std::string code = largeBytes('c'), name = service_.put(code);
  service_.putAs(name, std::string(code.size(), 'x'));
  int asked = 0;
  service_.onCompile = [&](grpc::ServerContext &, const v1::CompileRequest &,
                           FakeService::Stream &stream) {
    if (++asked == 2)
      service_.put(code); // The service has made it anew.
    return answer(stream, name);
  };
  auto result = client_->compile("module", {});
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->artifact, code);
  EXPECT_EQ(asked, 2);
}

TEST_F(ClientTest, StreamWithoutAResultIsTheServicesFault) {
  service_.onCompile = [](grpc::ServerContext &, const v1::CompileRequest &,
                          FakeService::Stream &) { return grpc::Status::OK; };
  EXPECT_EQ(client_->compile("module", {}).status().code(),
            absl::StatusCode::kInternal);
}

TEST_F(ClientTest, ResultWithoutAnArtifactIsTheServicesFault) {
  service_.onCompile = [](grpc::ServerContext &, const v1::CompileRequest &,
                          FakeService::Stream &stream) {
    v1::CompileEvent event;
    event.mutable_result();
    stream.Write(event);
    return grpc::Status::OK;
  };
  EXPECT_EQ(client_->compile("module", {}).status().code(),
            absl::StatusCode::kInternal);
}

TEST_F(ClientTest, DiagnosticsComeFromTheStreamWhenItHadMore) {
  service_.onCompile = [](grpc::ServerContext &, const v1::CompileRequest &,
                          FakeService::Stream &stream) -> grpc::Status {
    for (const char *message : {"one", "two"}) {
      v1::CompileEvent event;
      event.mutable_diagnostic()->set_message(message);
      stream.Write(event);
    }
    v1::Diagnostics few;
    few.add_diagnostics()->set_message("one");
    few.set_truncated(true);
    google::rpc::Status details;
    details.add_details()->PackFrom(few);
    return {grpc::StatusCode::INVALID_ARGUMENT, "bad",
            details.SerializeAsString()};
  };
  Failure failure;
  EXPECT_EQ(client_->compile("module", {}, {}, &failure).status().code(),
            absl::StatusCode::kInvalidArgument);
  ASSERT_EQ(failure.diagnostics.size(), 2u);
  EXPECT_EQ(failure.diagnostics[1].message, "two");
  EXPECT_FALSE(failure.truncated);
}

TEST_F(ClientTest, CancelAndDeadlineReachTheService) {
  std::atomic<bool> cancelled{false};
  service_.onCompile = [&](grpc::ServerContext &context,
                           const v1::CompileRequest &, FakeService::Stream &) {
    cancelled = true; // The caller gives up once it is heard.
    while (!context.IsCancelled())
      std::this_thread::yield();
    return grpc::Status::CANCELLED;
  };
  CompileOptions options;
  options.cancelled = &cancelled;
  EXPECT_EQ(client_->compile("module", options).status().code(),
            absl::StatusCode::kCancelled);
  CompileOptions limited;
  limited.deadline = absl::Now() + absl::Milliseconds(50);
  EXPECT_EQ(client_->compile("module", limited).status().code(),
            absl::StatusCode::kDeadlineExceeded);
}

TEST_F(ClientTest, CheckKeepsWhatWasFoundBeforeAnError) {
  service_.onCheck = [](const v1::CheckRequest &,
                        v1::CheckResponse &) -> grpc::Status {
    v1::Diagnostics found;
    found.add_diagnostics()->set_message("found");
    google::rpc::Status details;
    details.add_details()->PackFrom(found);
    return {grpc::StatusCode::UNAVAILABLE, "crashed",
            details.SerializeAsString()};
  };
  Failure failure;
  EXPECT_FALSE(client_->check("module", {}, &failure).ok());
  ASSERT_EQ(failure.diagnostics.size(), 1u);
  EXPECT_EQ(failure.diagnostics[0].message, "found");
}

TEST_F(ClientTest, FetchTellsAbsentFromDamaged) {
  std::string bytes = largeBytes('b'), name = service_.put(bytes);
  auto fetched = client_->fetch(name);
  ASSERT_TRUE(fetched.ok()) << fetched.status();
  EXPECT_EQ(*fetched, bytes);

  std::string other = bytes;
  other[5] = 'x';
  service_.putAs(name, other);
  EXPECT_EQ(client_->fetch(name).status().code(), absl::StatusCode::kDataLoss);
  service_.putAs(name, bytes + "more");
  EXPECT_EQ(client_->fetch(name).status().code(), absl::StatusCode::kDataLoss);
  service_.putAs(name, "less");
  EXPECT_EQ(client_->fetch(name).status().code(), absl::StatusCode::kDataLoss);

  EXPECT_EQ(client_->fetch(Digest::of("absent").toString()).status().code(),
            absl::StatusCode::kNotFound);
  EXPECT_EQ(client_->fetch("not a digest").status().code(),
            absl::StatusCode::kInvalidArgument);
}

TEST_F(ClientTest, FetchOfAnImpossibleSizeIsRefused) {
  std::string name = Digest::of("x").toString();
  name = name.substr(0, name.find('/')) + "/9000000000000000000";
  EXPECT_EQ(client_->fetch(name).status().code(),
            absl::StatusCode::kResourceExhausted);
}

TEST_F(ClientTest, ManySmallBlobsComeInFewBatchesAndInOrder) {
  std::vector<std::string> names, blobs;
  for (int i = 0; i < 40; ++i)
    blobs.push_back(std::string(200000, static_cast<char>('a' + i)));
  blobs.push_back(largeBytes('z'));
  blobs.push_back("last");
  for (const std::string &blob : blobs)
    names.push_back(service_.put(blob));
  auto fetched = client_->fetchAll(names);
  ASSERT_TRUE(fetched.ok()) << fetched.status();
  EXPECT_EQ(*fetched, blobs);
  EXPECT_LE(service_.batches(), 4);

  names.push_back(Digest::of("gone").toString());
  EXPECT_EQ(client_->fetchAll(names).status().code(),
            absl::StatusCode::kNotFound);
}

TEST_F(ClientTest, UploadIsSkippedForWhatIsThere) {
  auto name = client_->upload("bytes");
  ASSERT_TRUE(name.ok()) << name.status();
  EXPECT_TRUE(service_.has(*name));
  EXPECT_TRUE(client_->upload("bytes").ok());
  EXPECT_TRUE(client_->upload("").ok()) << "even nothing can be uploaded";
}

} // namespace
} // namespace ingot::client
