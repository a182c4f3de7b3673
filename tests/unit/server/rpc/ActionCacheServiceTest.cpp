//===- ActionCacheServiceTest.cpp - results and what there is to ask for --===//

#include "tests/unit/server/rpc/InProcessServer.h"

#include "cache/remote/ActionResult.h"
#include "cache/store/KeyHistory.h"

namespace ingot::server {
namespace {

using cache::RecordKind;
using testing::ElementsAre;
using testing::HasSubstr;

class ActionCacheServiceTest : public InProcessServer {
protected:
  void put(RecordKind kind, const Digest &key) {
    v1::ActionRecord record;
    absl::StatusOr<Digest> blob = store.putBlob("object");
    ASSERT_TRUE(blob.ok());
    record.add_outputs()->set_role("object");
    *record.mutable_outputs(0)->mutable_digest() = blob->toProto();
    record.set_payload("facts");
    ASSERT_TRUE(
        store.putRecords({{kind, key, record}}, cache::Durability::OnReturn)
            .ok());
  }

  grpc::Status get(const Digest &key, reapi::ActionResult &result) {
    reapi::GetActionResultRequest request;
    *request.mutable_action_digest() = cache::toReapi(key);
    grpc::ClientContext context;
    return actionCache->GetActionResult(&context, request, &result);
  }

  const Digest key = Digest::of("key");
};

TEST_F(ActionCacheServiceTest, ActionsAndRequestsAreFoundByTheirKeys) {
  const Digest request = Digest::of("request");
  put(RecordKind::Action, key);
  put(RecordKind::Request, request);
  for (const Digest &each : {key, request}) {
    reapi::ActionResult result;
    ASSERT_TRUE(get(each, result).ok());
    EXPECT_EQ(result.output_files(0).digest().hash(),
              Digest::of("object").hex());
    EXPECT_EQ(cache::fromActionResult(each, result, "")->payload(), "facts");
  }
}

TEST_F(ActionCacheServiceTest, ResultsOfLanesAreNotToBeAskedFor) {
  // Who knows a lane's name can compute where it would keep a result.
  const Digest place = keyInLane("pr", key);
  put(RecordKind::Action, place);
  for (const Digest &each : {key, place}) {
    reapi::ActionResult result;
    EXPECT_EQ(get(each, result).error_code(), grpc::StatusCode::NOT_FOUND);
  }
}

TEST_F(ActionCacheServiceTest, AResultInMemoryWaitsForNoDisk) {
  put(RecordKind::Action, key);
  store.closeGate();
  reapi::ActionResult result;
  EXPECT_TRUE(get(key, result).ok());
}

TEST_F(ActionCacheServiceTest, AResultOnTheDiskIsReadByAnExecutor) {
  put(RecordKind::Request, key);
  store.setCold(true);
  reapi::ActionResult result;
  EXPECT_TRUE(get(key, result).ok());
}

TransferLimits oneLookup() {
  TransferLimits limits;
  limits.queries = limits.queriesPerPeer = 1;
  return limits;
}

class CountedLookupsTest : public InProcessServer {
protected:
  CountedLookupsTest() : InProcessServer(oneLookup()) {}

  grpc::Status get() {
    reapi::GetActionResultRequest request;
    *request.mutable_action_digest() = cache::toReapi(Digest::of("key"));
    reapi::ActionResult result;
    grpc::ClientContext context;
    return actionCache->GetActionResult(&context, request, &result);
  }
  grpc::Status getTree() {
    reapi::GetTreeRequest request;
    *request.mutable_root_digest() = cache::toReapi(Digest::of("root"));
    grpc::ClientContext context;
    auto reader = cas->GetTree(&context, request);
    for (reapi::GetTreeResponse part; reader->Read(&part);) {
    }
    return reader->Finish();
  }
};

TEST_F(CountedLookupsTest, ACallerHasOnlySoManyAndTheirPlacesComeBack) {
  ASSERT_TRUE(transfers.beginQuery("anonymous@unix-abstract").ok());
  for (const grpc::Status &status : {get(), getTree()}) {
    EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
    EXPECT_THAT(status.error_message(), HasSubstr("too many lookups"));
  }
  transfers.endQuery("anonymous@unix-abstract");
  // A place is free when the server is done, a little after its answer.
  auto untilFree = [](const std::function<grpc::Status()> &call) {
    grpc::Status status = call();
    while (status.error_code() == grpc::StatusCode::RESOURCE_EXHAUSTED)
      status = call();
    return status.error_code();
  };
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(untilFree([this] { return get(); }), grpc::StatusCode::NOT_FOUND);
    EXPECT_EQ(untilFree([this] { return getTree(); }),
              grpc::StatusCode::NOT_FOUND);
  }
}

TEST_F(ActionCacheServiceTest, WhatIsRememberedOfKeysIsNoResult) {
  const Digest key = Digest::of("ingot.key\n" + Digest::of("r").toString());
  v1::ActionRecord record;
  record.set_format(cache::kKeyRecordFormat);
  record.set_payload("a tenant's");
  ASSERT_TRUE(store
                  .putRecords({{cache::RecordKind::Action, key, record}},
                              cache::Durability::OnReturn)
                  .ok());
  reapi::ActionResult result;
  EXPECT_EQ(get(key, result).error_code(), grpc::StatusCode::NOT_FOUND);
}

TEST_F(ActionCacheServiceTest, WhatWasNeverMadeIsNotFound) {
  reapi::ActionResult result;
  grpc::Status status = get(key, result);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::NOT_FOUND);
  EXPECT_THAT(status.error_message(), HasSubstr(key.toString()));
}

TEST_F(ActionCacheServiceTest, AKeyThatIsNoneIsRefused) {
  reapi::GetActionResultRequest request;
  request.mutable_action_digest()->set_hash("no hash");
  reapi::ActionResult result;
  grpc::ClientContext context;
  EXPECT_EQ(
      actionCache->GetActionResult(&context, request, &result).error_code(),
      grpc::StatusCode::INVALID_ARGUMENT);
}

TEST_F(ActionCacheServiceTest, NobodyWritesResults) {
  reapi::UpdateActionResultRequest request;
  *request.mutable_action_digest() = cache::toReapi(key);
  reapi::ActionResult result;
  grpc::ClientContext context;
  grpc::Status status =
      actionCache->UpdateActionResult(&context, request, &result);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::PERMISSION_DENIED);
  EXPECT_THAT(status.error_message(), HasSubstr("by this service alone"));
  EXPECT_EQ(get(key, result).error_code(), grpc::StatusCode::NOT_FOUND);
}

TEST_F(ActionCacheServiceTest, CapabilitiesAreThoseOfACacheThatIsReadOnly) {
  reapi::GetCapabilitiesRequest request;
  reapi::ServerCapabilities answer;
  grpc::ClientContext context;
  ASSERT_TRUE(capabilities->GetCapabilities(&context, request, &answer).ok());
  const reapi::CacheCapabilities &made = answer.cache_capabilities();
  EXPECT_THAT(made.digest_functions(),
              ElementsAre(reapi::DigestFunction::SHA256));
  EXPECT_FALSE(made.action_cache_update_capabilities().update_enabled());
  EXPECT_THAT(made.supported_compressors(),
              ElementsAre(reapi::Compressor::ZSTD));
  EXPECT_EQ(made.max_batch_total_size_bytes(), kMaxBatchBytes);
  EXPECT_EQ(answer.high_api_version().major(), 2);
}

} // namespace
} // namespace ingot::server
