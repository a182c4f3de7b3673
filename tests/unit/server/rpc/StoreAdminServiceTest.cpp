//===- StoreAdminServiceTest.cpp - care of the store by calls -------------===//
//
// A store on a disk behind a real server: called by a user of this machine, who
// is an operator, and by TCP, whose caller is none.
//
//===----------------------------------------------------------------------===//

#include "server/rpc/StoreAdminService.h"
#include "cache/key/Lane.h"

#include "tests/unit/cache/StoreTesting.h"
#include "tests/unit/server/rpc/LocalChannel.h"

#include <grpcpp/grpcpp.h>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <fstream>
#include <sstream>
#include <unistd.h>

namespace ingot::server {
namespace {

using cache::RecordKind;
using testing::HasSubstr;

class StoreAdminServiceTest : public testing::Test {
protected:
  StoreAdminServiceTest() {
    log_ = AuditLog::open(logPath_).value();
    access_.auditTo(log_.get());
    grpc::ServerBuilder builder;
    int port = 0;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                             &port);
    builder.RegisterService(&service_);
    server_ = builder.BuildAndStart();
    stub_ = v1::StoreAdmin::NewStub(localChannel(*server_));
    stranger_ = v1::StoreAdmin::NewStub(
        grpc::CreateChannel("127.0.0.1:" + std::to_string(port),
                            grpc::InsecureChannelCredentials()));
  }
  ~StoreAdminServiceTest() override {
    server_->Shutdown(std::chrono::system_clock::now());
    executors_.reset();
  }

  /// A blob and a record that names it.
  Digest put(const std::string &bytes) {
    const Digest blob = *store_->putBlob(bytes);
    EXPECT_TRUE(store_
                    ->putRecords({{RecordKind::Request, Digest::of(bytes),
                                   cache::recordOf({blob})}})
                    .ok());
    return blob;
  }

  grpc::Status checkpoint(const std::string &name,
                          v1::CheckpointStoreResponse &response) {
    grpc::ClientContext context;
    v1::CheckpointStoreRequest request;
    request.set_name(name);
    return stub_->CheckpointStore(&context, request, &response);
  }

  grpc::Status exported(std::string &archive, v1::ArchiveSummary &summary) {
    grpc::ClientContext context;
    auto reader = stub_->ExportStore(&context, {});
    v1::StorePiece piece;
    while (reader->Read(&piece)) {
      archive += piece.data();
      summary = piece.summary();
    }
    return reader->Finish();
  }

  grpc::Status imported(const std::string &archive,
                        v1::ArchiveSummary &summary) {
    grpc::ClientContext context;
    auto writer = stub_->ImportStore(&context, &summary);
    for (size_t at = 0; at < archive.size(); at += 100'000) {
      v1::StorePiece piece;
      piece.set_data(archive.substr(at, 100'000));
      if (!writer->Write(piece))
        break;
    }
    writer->WritesDone();
    return writer->Finish();
  }

  TemporaryFolder folder_, checkpoints_;
  const std::string logPath_ = folder_.path() + "/audit";
  std::unique_ptr<AuditLog> log_;
  Access access_;
  std::unique_ptr<cache::Store> store_ =
      cache::openStores({folder_.path() + "/store", 64 << 20}).value();
  std::unique_ptr<SerialExecutors> executors_ =
      std::make_unique<SerialExecutors>(1);
  Statistics statistics_;
  StoreAdminService service_{*store_, statistics_, *executors_, access_,
                             checkpoints_.path()};
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<v1::StoreAdmin::Stub> stub_, stranger_;
};

TEST_F(StoreAdminServiceTest, DescribeCountsKindsAndAges) {
  put("object");
  grpc::ClientContext context;
  v1::DescribeStoreResponse response;
  ASSERT_TRUE(stub_->DescribeStore(&context, {}, &response).ok());
  ASSERT_EQ(response.rows_size(), 2);
  EXPECT_EQ(response.rows(0).kind(), "object");
  EXPECT_EQ(response.rows(0).bytes(), 6u);
  EXPECT_EQ(response.rows(0).bytes_by_age(0), 6u);
  EXPECT_EQ(response.ages(0), "hour");
  EXPECT_EQ(response.limit_bytes(), 64u << 20);
}

TEST_F(StoreAdminServiceTest, DescribeSaysWhoPaysForWhat) {
  const Digest blob = put("object");
  store_->own({"ml", 1 << 20},
              {{cache::EntryKind::Blob, blob}, {cache::EntryKind::Blob, {}}});
  grpc::ClientContext context;
  v1::DescribeStoreResponse response;
  ASSERT_TRUE(stub_->DescribeStore(&context, {}, &response).ok());
  ASSERT_EQ(response.tenants_size(), 1);
  EXPECT_EQ(response.tenants(0).name(), "ml");
  EXPECT_EQ(response.tenants(0).entries(), 1u);
  EXPECT_EQ(response.tenants(0).bytes(), 6u);
  EXPECT_EQ(response.tenants(0).limit_bytes(), 1u << 20);
}

TEST_F(StoreAdminServiceTest, VerifyEndsWithTheWholeCount) {
  for (int i = 0; i < 20; ++i)
    put("object " + std::to_string(i));
  grpc::ClientContext context;
  auto reader = stub_->VerifyStore(&context, {});
  v1::VerifyStoreEvent event;
  while (reader->Read(&event)) {
  }
  ASSERT_TRUE(reader->Finish().ok());
  EXPECT_EQ(event.entries(), 40u);
  EXPECT_EQ(event.bytes(), event.total_bytes());
  EXPECT_EQ(event.damaged() + event.dangling(), 0u);
}

TEST_F(StoreAdminServiceTest, GarbageIsCollectedOnlyByWhatTheRequestSays) {
  const Digest blob = put("object");
  v1::CollectGarbageRequest request;
  v1::CollectGarbageResponse response;
  grpc::ClientContext first, second;
  grpc::Status status = stub_->CollectGarbage(&first, request, &response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_TRUE(store_->touchBlob(blob));
  request.set_max_bytes(0);
  ASSERT_TRUE(stub_->CollectGarbage(&second, request, &response).ok());
  EXPECT_EQ(response.blobs(), 1u);
  EXPECT_EQ(response.records(), 1u);
  EXPECT_EQ(response.bytes_left(), 0u);
  EXPECT_FALSE(store_->touchBlob(blob));
}

TEST_F(StoreAdminServiceTest, CheckpointsStandInTheConfiguredFolderAlone) {
  put("object");
  v1::CheckpointStoreResponse response;
  ASSERT_TRUE(checkpoint("monday", response).ok());
  EXPECT_EQ(response.path(), checkpoints_.path() + "/monday");
  EXPECT_TRUE(std::filesystem::exists(response.path() + "/CURRENT"));
  EXPECT_EQ(checkpoint("monday", response).error_code(),
            grpc::StatusCode::ALREADY_EXISTS);
  for (const char *name : {"", "..", ".hidden", "a/b", "/tmp/a", "a b"}) {
    grpc::Status status = checkpoint(name, response);
    EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT) << name;
    EXPECT_THAT(status.error_message(), HasSubstr("a name has"));
  }
}

TEST_F(StoreAdminServiceTest, AResultOfALaneIsPromotedByItsPlainKey) {
  const Digest blob = put("object"), key = Digest::of("of a pull request");
  v1::ActionRecord record;
  *record.add_outputs()->mutable_digest() = blob.toProto();
  record.set_lane("pr");
  ASSERT_TRUE(
      store_->putRecords({{RecordKind::Request, keyInLane("pr", key), record}})
          .ok());
  v1::PromoteResultRequest request;
  *request.mutable_key() = key.toProto();
  request.set_lane("fork");
  v1::PromoteResultResponse response;
  grpc::ClientContext first, second, third;
  EXPECT_EQ(stub_->PromoteResult(&first, request, &response).error_code(),
            grpc::StatusCode::NOT_FOUND);
  request.set_lane("pr");
  EXPECT_EQ(stranger_->PromoteResult(&second, request, &response).error_code(),
            grpc::StatusCode::PERMISSION_DENIED);
  EXPECT_EQ(statistics_.promotions, 0u);
  ASSERT_TRUE(stub_->PromoteResult(&third, request, &response).ok());
  EXPECT_EQ(response.kind(), "request");
  EXPECT_EQ(response.blobs(), 1u);
  EXPECT_EQ(response.bytes(), 6u);
  EXPECT_EQ(statistics_.promotions, 1u);
  auto promoted = store_->getRecord(RecordKind::Request, key);
  ASSERT_TRUE(promoted.ok() && *promoted);
  EXPECT_EQ((*promoted)->lane(), "");
  access_.auditTo(nullptr);
  log_.reset(); // Written by a thread of its own.
  std::stringstream lines;
  lines << std::ifstream(logPath_).rdbuf();
  EXPECT_THAT(lines.str(), HasSubstr("\"lane\":\"pr\""));
  EXPECT_THAT(lines.str(), HasSubstr("\"method\":\"PromoteResult\",\"key\":\"" +
                                     key.toString() + "\",\"outcome\":\"OK\""));
}

TEST_F(StoreAdminServiceTest, APinnedResultStaysAndIsListed) {
  const Digest blob = put("object");
  const Digest key = Digest::of("object");
  v1::PinResultRequest request;
  v1::PinResultResponse response;
  *request.mutable_key() = key.toProto();
  grpc::ClientContext first, second, third, fourth, fifth, sixth, seventh;
  EXPECT_EQ(stranger_->PinResult(&first, request, &response).error_code(),
            grpc::StatusCode::PERMISSION_DENIED);
  request.set_lane("pr");
  EXPECT_EQ(stub_->PinResult(&second, request, &response).error_code(),
            grpc::StatusCode::NOT_FOUND);
  request.set_lane("trusted");
  ASSERT_TRUE(stub_->PinResult(&third, request, &response).ok());
  EXPECT_EQ(response.kind(), "request");
  v1::ListPinsResponse pins;
  ASSERT_TRUE(stub_->ListPins(&fourth, {}, &pins).ok());
  ASSERT_EQ(pins.pins_size(), 1);
  EXPECT_EQ(pins.pins(0).key().hash(), key.toProto().hash());
  EXPECT_EQ(pins.pins(0).bytes(), 6u);
  EXPECT_EQ(pins.pins(0).lane(), "");
  v1::CollectGarbageRequest all;
  all.set_max_bytes(0);
  v1::CollectGarbageResponse swept;
  ASSERT_TRUE(stub_->CollectGarbage(&fifth, all, &swept).ok());
  EXPECT_NE(*store_->getBlob(blob), nullptr);
  v1::UnpinResultRequest unpin;
  v1::UnpinResultResponse unpinned;
  *unpin.mutable_key() = key.toProto();
  EXPECT_TRUE(stub_->UnpinResult(&sixth, unpin, &unpinned).ok());
  EXPECT_EQ(stub_->UnpinResult(&seventh, unpin, &unpinned).error_code(),
            grpc::StatusCode::NOT_FOUND);
}

TEST_F(StoreAdminServiceTest, WhatIsNoKeyIsNotPinned) {
  v1::PinResultResponse response;
  for (const Digest &key : {Digest(), keyInLane("pr", Digest::of("x"))}) {
    grpc::ClientContext context;
    v1::PinResultRequest request;
    if (key.size)
      *request.mutable_key() = key.toProto();
    EXPECT_EQ(stub_->PinResult(&context, request, &response).error_code(),
              grpc::StatusCode::INVALID_ARGUMENT);
  }
}

TEST_F(StoreAdminServiceTest, AnArchiveComesBack) {
  const std::string large = cache::someBytes(3 << 20, 1);
  const Digest blob = put(large);
  std::string archive;
  v1::ArchiveSummary out, in;
  ASSERT_TRUE(exported(archive, out).ok());
  EXPECT_EQ(out.blobs(), 1u);
  v1::CollectGarbageRequest all;
  all.set_max_bytes(0);
  v1::CollectGarbageResponse gone;
  grpc::ClientContext context;
  ASSERT_TRUE(stub_->CollectGarbage(&context, all, &gone).ok());
  ASSERT_TRUE(imported(archive, in).ok());
  EXPECT_EQ(in.records(), 1u);
  EXPECT_EQ(**store_->getBlob(blob), large);
  EXPECT_TRUE(
      store_->getRecord(RecordKind::Request, Digest::of(large))->has_value());
  grpc::Status status = imported(archive.substr(0, 5000), in);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(status.error_message(), HasSubstr("cut off"));
}

TEST_F(StoreAdminServiceTest, WhoLeavesInTheMiddleHoldsNobodyUp) {
  put(cache::someBytes(20 << 20, 2));
  {
    grpc::ClientContext context;
    auto reader = stub_->ExportStore(&context, {});
    v1::StorePiece piece;
    ASSERT_TRUE(reader->Read(&piece));
    context.TryCancel();
    EXPECT_FALSE(reader->Finish().ok());
  }
  grpc::ClientContext context;
  v1::DescribeStoreResponse response;
  EXPECT_TRUE(stub_->DescribeStore(&context, {}, &response).ok());
}

TEST_F(StoreAdminServiceTest, OnlyOperatorsAreLetInAndEachCallIsALine) {
  grpc::ClientContext first, second, third;
  v1::DescribeStoreResponse response;
  EXPECT_EQ(stranger_->DescribeStore(&first, {}, &response).error_code(),
            grpc::StatusCode::PERMISSION_DENIED);
  auto reader = stranger_->ExportStore(&second, {});
  v1::StorePiece piece;
  EXPECT_FALSE(reader->Read(&piece));
  EXPECT_EQ(reader->Finish().error_code(), grpc::StatusCode::PERMISSION_DENIED);
  EXPECT_TRUE(stub_->DescribeStore(&third, {}, &response).ok());
  access_.auditTo(nullptr);
  log_.reset(); // Written by a thread of its own.
  std::stringstream lines;
  lines << std::ifstream(logPath_).rdbuf();
  EXPECT_THAT(lines.str(), HasSubstr("\"method\":\"DescribeStore\""));
  EXPECT_THAT(lines.str(), HasSubstr("PERMISSION_DENIED"));
  EXPECT_THAT(lines.str(), HasSubstr("\"outcome\":\"OK\""));
}

} // namespace
} // namespace ingot::server
