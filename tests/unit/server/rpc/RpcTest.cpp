//===- RpcTest.cpp - statuses and resource names on the wire --------------===//

#include "server/rpc/ByteStreamService.h"
#include "server/rpc/Status.h"
#include "server/scheduler/WorkerPool.h"

#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot::server {
namespace {

google::rpc::Status detailsOf(const grpc::Status &status) {
  google::rpc::Status details;
  EXPECT_TRUE(details.ParseFromString(status.error_details()));
  return details;
}

TEST(StatusTest, CodesAndMessagesAreKept) {
  grpc::Status status = toGrpc(absl::NotFoundError("no module"));
  EXPECT_EQ(status.error_code(), grpc::StatusCode::NOT_FOUND);
  EXPECT_EQ(status.error_message(), "no module");
  EXPECT_TRUE(toGrpc(absl::OkStatus()).ok());
}

TEST(StatusTest, DiagnosticsTravelInDetails) {
  v1::Diagnostics diagnostics;
  diagnostics.add_diagnostics()->set_message("bad op");
  auto details =
      detailsOf(toGrpc(absl::FailedPreconditionError("x"), diagnostics));
  v1::Diagnostics back;
  ASSERT_EQ(details.details_size(), 1);
  ASSERT_TRUE(details.details(0).UnpackTo(&back));
  EXPECT_EQ(back.diagnostics(0).message(), "bad op");
}

TEST(StatusTest, DetailsStaySmallEnoughForATrailer) {
  v1::Diagnostics diagnostics;
  for (int i = 0; i < 1000; ++i)
    diagnostics.add_diagnostics()->set_message(std::string(100, 'x'));
  grpc::Status status = toGrpc(absl::FailedPreconditionError("x"), diagnostics);
  EXPECT_LT(status.error_details().size(), 8000u);
  v1::Diagnostics back;
  ASSERT_TRUE(detailsOf(status).details(0).UnpackTo(&back));
  EXPECT_TRUE(back.truncated());
  EXPECT_GT(back.diagnostics_size(), 10);
}

TEST(StatusTest, FullQueueSaysWhenToComeBack) {
  auto full =
      withFault(absl::ResourceExhaustedError("full"), WorkFault::FullQueue);
  auto details = detailsOf(toGrpc(full));
  google::rpc::RetryInfo retry;
  ASSERT_TRUE(details.details(0).UnpackTo(&retry));
  EXPECT_GT(retry.retry_delay().seconds(), 0);
  EXPECT_EQ(
      detailsOf(toGrpc(absl::ResourceExhaustedError("memory"))).details_size(),
      0)
      << "trying again would end the same";
}

TEST(ResourceNameTest, BothFormsAreRead) {
  Digest digest = Digest::of("x");
  for (const std::string &name :
       {"blobs/" + digest.toString(), "instance/blobs/" + digest.toString(),
        "uploads/123/blobs/" + digest.toString(),
        "a/uploads/123/blobs/" + digest.toString() + "/name.txt"}) {
    auto parsed = parseResourceName(name);
    ASSERT_TRUE(parsed.ok()) << name;
    EXPECT_EQ(*parsed, digest);
  }
  for (const char *name : {"", "blobs", "blobs/x/1", "blobs//"})
    EXPECT_EQ(parseResourceName(name).status().code(),
              absl::StatusCode::kInvalidArgument)
        << name;
}

} // namespace
} // namespace ingot::server
