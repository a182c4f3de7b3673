//===- StatusTest.cpp - codes, messages and details on the wire -----------===//

#include "server/rpc/Status.h"
#include "server/core/ActionTable.h"
#include "server/core/RequestBudget.h"
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

v1::Diagnostics diagnosticsOf(const grpc::Status &status) {
  v1::Diagnostics diagnostics;
  EXPECT_TRUE(detailsOf(status).details(0).UnpackTo(&diagnostics));
  return diagnostics;
}

TEST(StatusTest, EveryCodeIsItsNamesake) {
  const std::pair<absl::StatusCode, grpc::StatusCode> codes[] = {
      {absl::StatusCode::kCancelled, grpc::StatusCode::CANCELLED},
      {absl::StatusCode::kUnknown, grpc::StatusCode::UNKNOWN},
      {absl::StatusCode::kInvalidArgument, grpc::StatusCode::INVALID_ARGUMENT},
      {absl::StatusCode::kDeadlineExceeded,
       grpc::StatusCode::DEADLINE_EXCEEDED},
      {absl::StatusCode::kNotFound, grpc::StatusCode::NOT_FOUND},
      {absl::StatusCode::kAlreadyExists, grpc::StatusCode::ALREADY_EXISTS},
      {absl::StatusCode::kPermissionDenied,
       grpc::StatusCode::PERMISSION_DENIED},
      {absl::StatusCode::kResourceExhausted,
       grpc::StatusCode::RESOURCE_EXHAUSTED},
      {absl::StatusCode::kFailedPrecondition,
       grpc::StatusCode::FAILED_PRECONDITION},
      {absl::StatusCode::kAborted, grpc::StatusCode::ABORTED},
      {absl::StatusCode::kOutOfRange, grpc::StatusCode::OUT_OF_RANGE},
      {absl::StatusCode::kUnimplemented, grpc::StatusCode::UNIMPLEMENTED},
      {absl::StatusCode::kInternal, grpc::StatusCode::INTERNAL},
      {absl::StatusCode::kUnavailable, grpc::StatusCode::UNAVAILABLE},
      {absl::StatusCode::kDataLoss, grpc::StatusCode::DATA_LOSS},
      {absl::StatusCode::kUnauthenticated, grpc::StatusCode::UNAUTHENTICATED}};
  for (auto [ours, theirs] : codes) {
    grpc::Status status = toGrpc(absl::Status(ours, "text"));
    EXPECT_EQ(status.error_code(), theirs);
    EXPECT_EQ(status.error_message(), "text");
  }
  EXPECT_TRUE(toGrpc(absl::OkStatus()).ok());
}

TEST(StatusTest, ACancelThatSomebodyAskedForSaysSo) {
  grpc::Status status = toGrpc(cancelledByRequest("by an operator"));
  EXPECT_EQ(status.error_code(), grpc::StatusCode::CANCELLED);
  google::rpc::ErrorInfo info;
  ASSERT_TRUE(detailsOf(status).details(0).UnpackTo(&info));
  EXPECT_EQ(info.reason(), "CANCELLED_BY_REQUEST");
  EXPECT_EQ(info.domain(), "ingot");
  EXPECT_EQ(toGrpc(absl::CancelledError("it stops")).error_details(), "");
}

TEST(StatusTest, OnlyWhereBytesHadNoRoomAnUploadIsWanted) {
  RequestBudget budget({2, 2});
  const absl::StatusOr<RequestBudget::Share> taken = budget.take("a", 1);
  const absl::Status bytes = budget.take("a", 1, /*requests=*/0).status();
  const auto details = detailsOf(toGrpc(bytes));
  ASSERT_EQ(details.details_size(), 2) << "when to come back, and why";
  google::rpc::ErrorInfo info;
  ASSERT_TRUE(details.details(1).UnpackTo(&info));
  EXPECT_EQ(info.reason(), "NO_ROOM_INSIDE");
  EXPECT_EQ(info.domain(), "ingot");
  EXPECT_EQ(detailsOf(toGrpc(budget.take("a", 0).status())).details_size(), 1)
      << "requests are too many";
}

TEST(StatusTest, WithoutDetailsThereIsNoTrailer) {
  EXPECT_EQ(toGrpc(absl::NotFoundError("no module")).error_details(), "");
}

TEST(StatusTest, DetailsRepeatCodeAndMessage) {
  v1::Diagnostics diagnostics;
  diagnostics.add_diagnostics();
  auto details =
      detailsOf(toGrpc(absl::FailedPreconditionError("x"), diagnostics));
  EXPECT_EQ(details.code(), grpc::StatusCode::FAILED_PRECONDITION);
  EXPECT_EQ(details.message(), "x");
}

TEST(StatusTest, DiagnosticsTravelInDetails) {
  v1::Diagnostics diagnostics;
  diagnostics.add_diagnostics()->set_message("bad op");
  v1::Diagnostics back =
      diagnosticsOf(toGrpc(absl::FailedPreconditionError("x"), diagnostics));
  EXPECT_EQ(back.diagnostics(0).message(), "bad op");
  EXPECT_FALSE(back.truncated());
}

TEST(StatusTest, AReproducerTravelsWithoutDiagnosticsToo) {
  v1::Diagnostics diagnostics;
  diagnostics.mutable_reproducer()->set_hash("abc");
  v1::Diagnostics back =
      diagnosticsOf(toGrpc(absl::InternalError("crash"), diagnostics));
  EXPECT_EQ(back.reproducer().hash(), "abc");
}

TEST(StatusTest, DetailsStaySmallEnoughForATrailer) {
  v1::Diagnostics diagnostics;
  for (int i = 0; i < 1000; ++i)
    diagnostics.add_diagnostics()->set_message(std::string(100, 'x'));
  diagnostics.mutable_reproducer()->set_hash("abc");
  grpc::Status status = toGrpc(absl::FailedPreconditionError("x"), diagnostics);
  EXPECT_LT(status.error_details().size(), 8000u);
  v1::Diagnostics back = diagnosticsOf(status);
  EXPECT_TRUE(back.truncated());
  EXPECT_GT(back.diagnostics_size(), 10);
  EXPECT_EQ(back.reproducer().hash(), "abc");
}

TEST(StatusTest, OneDiagnosticThatIsTooLargeIsLeftOut) {
  v1::Diagnostics diagnostics;
  diagnostics.add_diagnostics()->set_message(std::string(100000, 'x'));
  grpc::Status status = toGrpc(absl::FailedPreconditionError("x"), diagnostics);
  EXPECT_EQ(diagnosticsOf(status).diagnostics_size(), 0);
  EXPECT_TRUE(diagnosticsOf(status).truncated());
}

TEST(StatusTest, MessagesAreCut) {
  grpc::Status status = toGrpc(absl::InternalError(std::string(5000, 'x')));
  EXPECT_EQ(status.error_message().size(), 1024u);
  std::string text = "x";
  while (text.size() < 2000)
    text += "\xc3\xa4";
  EXPECT_EQ(toGrpc(absl::InternalError(text)).error_message(),
            text.substr(0, 1023))
      << "between characters";
}

TEST(StatusTest, WhatPassesSaysWhenToComeBack) {
  for (WorkFault fault : {WorkFault::FullQueue, WorkFault::MemoryTotal}) {
    auto full = withFault(absl::ResourceExhaustedError("full"), fault);
    auto details = detailsOf(toGrpc(full));
    google::rpc::RetryInfo retry;
    ASSERT_TRUE(details.details(0).UnpackTo(&retry));
    EXPECT_GT(retry.retry_delay().seconds(), 0);
  }
  for (WorkFault fault : {WorkFault::None, WorkFault::MemoryLimit})
    EXPECT_EQ(detailsOf(toGrpc(withFault(absl::ResourceExhaustedError("memory"),
                                         fault)))
                  .details_size(),
              0)
        << "trying again would end the same";
}

} // namespace
} // namespace ingot::server
