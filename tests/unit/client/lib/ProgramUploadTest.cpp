//===- ProgramUploadTest.cpp - how programs and their files travel --------===//

#include "client/lib/RetryPolicy.h"
#include "tests/unit/client/lib/ClientTesting.h"

#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"

#include "gmock/gmock.h"

namespace ingot::client {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// What a daemon says whose requests hold too many bytes.
grpc::Status noRoomInside() {
  google::rpc::RetryInfo retry;
  retry.mutable_retry_delay()->set_seconds(1);
  google::rpc::ErrorInfo info;
  info.set_domain("ingot");
  info.set_reason("NO_ROOM_INSIDE");
  google::rpc::Status details;
  details.add_details()->PackFrom(retry);
  details.add_details()->PackFrom(info);
  return {grpc::StatusCode::RESOURCE_EXHAUSTED, "too many at once",
          details.SerializeAsString()};
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

TEST_F(ClientTest, OnlyLargeFilesThatAreMissedAreUploaded) {
  const std::string large = largeBytes('w'), there = largeBytes('t');
  service_.put(there);
  std::vector<std::string> missing = {Digest::of(large).toString()};
  int asked = 0;
  service_.onCompile = [&](grpc::ServerContext &,
                           const v1::CompileRequest &request,
                           FakeService::Stream &stream) -> grpc::Status {
    ++asked;
    const v1::Module &module = request.module();
    EXPECT_EQ(module.inline_(), "module");
    EXPECT_EQ(module.files_size(), 3);
    EXPECT_EQ(module.files(0).name(), "a/large");
    EXPECT_EQ(Digest::fromProto(module.files(0).digest())->toString(),
              missing[0]);
    EXPECT_EQ(module.files(1).inline_(), "few bytes");
    EXPECT_EQ(module.files(2).source_case(), v1::NamedFile::kDigest);
    if (!service_.has(missing[0]))
      return {grpc::StatusCode::NOT_FOUND, "upload it"};
    return answer(stream, Digest::of("code").toString(), "code");
  };
  int writes = 0, questions = 0;
  service_.beforeWrite = [&](grpc::ServerContext &) {
    ++writes;
    return grpc::Status::OK;
  };
  service_.beforeFindMissing = [&](grpc::ServerContext &) {
    ++questions;
    return grpc::Status::OK;
  };
  CompileOptions options;
  options.files = {{"a/large", large}, {"small", "few bytes"}, {"b", there}};
  ASSERT_TRUE(client_->compile("module", options).ok());
  EXPECT_EQ(writes, 1) << "what the service has is not sent";
  EXPECT_EQ(questions, 1) << "one question for all";
  EXPECT_EQ(asked, 2);
}

TEST_F(ClientTest, ProgramsTravelInsideAsFarAsAMessageHasRoom) {
  const std::string third(1280 << 10, 'x');
  service_.onCheck = [&](const v1::CheckRequest &request, v1::CheckResponse &) {
    EXPECT_TRUE(request.module().files(0).has_inline_());
    EXPECT_TRUE(request.module().files(1).has_inline_());
    EXPECT_TRUE(request.module().files(2).has_digest());
    return grpc::Status::OK;
  };
  CheckOptions options;
  options.files = {{"a", third}, {"b", third}, {"c", "x"}};
  EXPECT_TRUE(client_->check(third, options).ok());
}

TEST_F(ClientTest, InspectTellsWhatTheProgramIsAndWhatIsWrong) {
  service_.onCheck = [&](const v1::CheckRequest &request,
                         v1::CheckResponse &response) {
    EXPECT_TRUE(request.describe());
    v1::ProgramDescription &described = *response.mutable_description();
    described.set_format("ONNX model");
    described.set_parameters(12);
    auto &entry = *described.add_entry_points();
    entry.set_name("main");
    entry.add_inputs()->set_name("x");
    entry.add_outputs()->set_type("4xf32");
    auto &row = *described.add_operators();
    row.set_name("Conv");
    row.set_count(3);
    v1::Diagnostic &found = *response.add_diagnostics();
    found.set_message("no such operator");
    found.mutable_location()->set_node("layer/7");
    return grpc::Status::OK;
  };
  auto found = client_->inspect("module");
  ASSERT_TRUE(found.ok()) << found.status();
  EXPECT_TRUE(found->isReadable);
  EXPECT_EQ(found->description.format, "ONNX model");
  EXPECT_EQ(found->description.parameters, 12u);
  EXPECT_EQ(found->description.entryPoints[0].inputs[0].name, "x");
  EXPECT_EQ(found->description.entryPoints[0].outputs[0].type, "4xf32");
  EXPECT_THAT(found->description.operators,
              ElementsAre(std::pair("Conv", uint64_t(3))));
  EXPECT_EQ(found->diagnostics[0].node, "layer/7");
  service_.onCheck = [](const v1::CheckRequest &request, v1::CheckResponse &) {
    return grpc::Status::OK;
  };
  EXPECT_FALSE(client_->inspect("module")->isReadable);
}

TEST_F(ClientTest, AllButTheSmallestModulesAreNamedFirst) {
  std::vector<bool> inside;
  bool isKnown = true;
  service_.onCompile = [&](grpc::ServerContext &,
                           const v1::CompileRequest &request,
                           FakeService::Stream &stream) -> grpc::Status {
    const v1::Module &module = request.module();
    inside.push_back(module.has_inline_());
    if (!module.has_inline_() && !isKnown &&
        !service_.has(Digest::fromProto(module.digest())->toString()))
      return {grpc::StatusCode::NOT_FOUND, "send it"};
    return answer(stream, Digest::of("code").toString(), "code");
  };
  ASSERT_TRUE(client_->compile("module", {}).ok());
  ASSERT_TRUE(client_->compile(std::string(1 << 20, 'm'), {}).ok());
  EXPECT_THAT(inside, ElementsAre(true, false)) << "a hit needs the name only";
  inside.clear();
  isKnown = false;
  ASSERT_TRUE(client_->compile(std::string(1 << 20, 'm'), {}).ok());
  EXPECT_THAT(inside, ElementsAre(false, true)) << "sent inside when missed";
  inside.clear();
  ASSERT_TRUE(client_->compile(std::string((3840 << 10) + 1, 'm'), {}).ok());
  EXPECT_THAT(inside, ElementsAre(false, false)) << "uploaded when missed";
}

TEST_F(ClientTest, ModulesForWhichADaemonHasNoRoomInMessagesAreUploaded) {
  const grpc::Status refusals[] = {
      noRoomInside(),
      {grpc::StatusCode::INVALID_ARGUMENT,
       "module.inline: has 2097152 bytes, more than 1 MiB; upload it"}};
  for (const grpc::Status &refusal : refusals) {
    SCOPED_TRACE(refusal.error_message());
    const std::string module(2 << 20, refusal.error_message().front());
    const std::string name = Digest::of(module).toString();
    std::vector<bool> inside;
    service_.onCompile = [&](grpc::ServerContext &,
                             const v1::CompileRequest &request,
                             FakeService::Stream &stream) -> grpc::Status {
      inside.push_back(request.module().has_inline_());
      if (inside.back())
        return refusal;
      if (!service_.has(name))
        return {grpc::StatusCode::NOT_FOUND, "send it"};
      return answer(stream, Digest::of("code").toString(), "code");
    };
    EXPECT_TRUE(client_->compile(module, {}).ok());
    EXPECT_THAT(inside, ElementsAre(false, true, false));
  }
}

TEST_F(ClientTest, AProgramThatRanOutOfMemoryIsNotCompiledTwice) {
  int compiled = 0, writes = 0;
  service_.onCompile = [&](grpc::ServerContext &,
                           const v1::CompileRequest &request,
                           FakeService::Stream &) -> grpc::Status {
    if (!request.module().has_inline_())
      return {grpc::StatusCode::NOT_FOUND, "send it"};
    ++compiled;
    return {grpc::StatusCode::RESOURCE_EXHAUSTED, "the memory limit"};
  };
  service_.beforeWrite = [&](grpc::ServerContext &) {
    ++writes;
    return grpc::Status::OK;
  };
  EXPECT_EQ(client_->compile(std::string(1 << 20, 'm'), {}).status().message(),
            "the memory limit");
  EXPECT_EQ(compiled, 1);
  EXPECT_EQ(writes, 0);
}

TEST_F(ClientTest, WhoMayNotUploadIsToldWhenToComeBack) {
  service_.onCompile = [](grpc::ServerContext &,
                          const v1::CompileRequest &request,
                          FakeService::Stream &) -> grpc::Status {
    if (!request.module().has_inline_())
      return {grpc::StatusCode::NOT_FOUND, "send it"};
    return noRoomInside();
  };
  service_.beforeFindMissing = [](grpc::ServerContext &) -> grpc::Status {
    return {grpc::StatusCode::PERMISSION_DENIED, "no uploader"};
  };
  const absl::Status status =
      client_->compile(std::string(1 << 20, 'm'), {}).status();
  EXPECT_EQ(status.message(), "too many at once");
  EXPECT_EQ(retryDelayOf(status), absl::Seconds(1));
}

TEST_F(ClientTest, RefusalsOfModulesThatWereOnlyNamedAreAnswersEnough) {
  int asked = 0;
  service_.onCompile = [&](grpc::ServerContext &, const v1::CompileRequest &,
                           FakeService::Stream &) -> grpc::Status {
    ++asked;
    return noRoomInside();
  };
  EXPECT_EQ(client_->compile(std::string(2 << 20, 'm'), {}).status().message(),
            "too many at once");
  EXPECT_EQ(client_->compile("module", {}).status().message(),
            "too many at once");
  EXPECT_EQ(asked, 2);
}

TEST_F(ClientTest, NotFoundIsAnswerEnoughForAModuleThatWasSent) {
  int asked = 0;
  service_.onCompile = [&](grpc::ServerContext &, const v1::CompileRequest &,
                           FakeService::Stream &) -> grpc::Status {
    ++asked;
    return {grpc::StatusCode::NOT_FOUND, "a constant is gone"};
  };
  EXPECT_EQ(client_->compile("module", {}).status(),
            absl::NotFoundError("a constant is gone"));
  EXPECT_EQ(asked, 1);
  EXPECT_EQ(client_->compile(largeBytes('m'), {}).status().code(),
            absl::StatusCode::kNotFound);
  EXPECT_EQ(asked, 3) << "once more after the upload, and no more";
}

TEST_F(ClientTest, CheckUploadsALargeModuleOnlyWhenItIsMissed) {
  std::string module = largeBytes('m'), name = Digest::of(module).toString();
  int asked = 0;
  service_.onCheck = [&](const v1::CheckRequest &,
                         v1::CheckResponse &response) -> grpc::Status {
    ++asked;
    if (!service_.has(name))
      return {grpc::StatusCode::NOT_FOUND, "upload it"};
    response.add_diagnostics()->set_message("found");
    return grpc::Status::OK;
  };
  auto found = client_->check(module);
  ASSERT_TRUE(found.ok()) << found.status();
  ASSERT_EQ(found->size(), 1u);
  EXPECT_EQ((*found)[0].message, "found");
  EXPECT_EQ(asked, 2);
}

TEST_F(ClientTest, UploadsThatFailEndTheCompile) {
  service_.onCompile = [](grpc::ServerContext &, const v1::CompileRequest &,
                          FakeService::Stream &) -> grpc::Status {
    return {grpc::StatusCode::NOT_FOUND, "upload it"};
  };
  service_.beforeWrite = [](grpc::ServerContext &) -> grpc::Status {
    return {grpc::StatusCode::RESOURCE_EXHAUSTED, "the store is full"};
  };
  EXPECT_EQ(client_->compile(largeBytes('m'), {}).status(),
            absl::ResourceExhaustedError("the store is full"));
  service_.beforeFindMissing = [](grpc::ServerContext &) -> grpc::Status {
    return {grpc::StatusCode::UNAVAILABLE, "draining"};
  };
  EXPECT_EQ(client_->compile(largeBytes('m'), {}).status(),
            absl::UnavailableError("draining"));
  EXPECT_EQ(client_->upload("bytes").status(),
            absl::UnavailableError("draining"));
}

} // namespace
} // namespace ingot::client
