//===- AdminServiceTest.cpp - who may ask the daemon for what -------------===//
//
// One service, called through real channels by users of this machine and by
// TCP: what gRPC calls a peer is what decides.
//
//===----------------------------------------------------------------------===//

#include "server/rpc/AdminService.h"

#include "tests/unit/server/rpc/LocalChannel.h"

#include "absl/strings/str_cat.h"
#include "absl/synchronization/notification.h"

#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <atomic>
#include <filesystem>
#include <fstream>
#include <poll.h>
#include <sstream>
#include <unistd.h>

namespace ingot::server {
namespace {

using testing::HasSubstr;

class AdminServiceTest : public testing::Test {
protected:
  AdminServiceTest() {
    grpc::ServerBuilder builder;
    int port = 0;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                             &port);
    builder.RegisterService(&service_);
    server_ = builder.BuildAndStart();
    local_ = localChannel(*server_);
    tcp_ = grpc::CreateChannel("127.0.0.1:" + std::to_string(port),
                               grpc::InsecureChannelCredentials());
  }
  ~AdminServiceTest() override { server_->Shutdown(); }

  static grpc::Status drain(const std::shared_ptr<grpc::Channel> &channel) {
    grpc::ClientContext context;
    v1::DrainResponse response;
    return v1::Admin::NewStub(channel)->Drain(&context, v1::DrainRequest(),
                                              &response);
  }

  /// Who asks for jobs by this channel.
  static std::string askerOf(const std::shared_ptr<grpc::Channel> &channel) {
    grpc::ClientContext context;
    v1::ListJobsResponse jobs;
    EXPECT_TRUE(
        v1::Admin::NewStub(channel)->ListJobs(&context, {}, &jobs).ok());
    return jobs.jobs_size() > 0 ? jobs.jobs(0).phase() : "";
  }

  /// For whom the source is asked by a user of this machine.
  static std::string operatorOf(uid_t user) {
    return absl::StrCat("operator unix@", user);
  }

  std::atomic<int> drains_{0};
  const Access access_;
  /// For whom the source was asked.
  static std::string described(const Principal &asker) {
    return (asker.isOperator ? "operator " : "reader ") + asker.name;
  }
  static AdminSource source() {
    AdminSource source;
    source.statistics = [] {
      v1::GetStatisticsResponse response;
      response.set_requests(42);
      return response;
    };
    source.jobs = [](const Principal &asker) {
      v1::ListJobsResponse response;
      response.add_jobs()->set_phase(described(asker));
      return response;
    };
    source.compiles = [](const Principal &asker) {
      v1::ListCompilesResponse response;
      response.add_recent()->set_message(described(asker));
      return response;
    };
    source.crashes = [](const Principal &asker) {
      v1::ListCrashesResponse response;
      response.add_crashes()->set_message(described(asker));
      return response;
    };
    source.cancelRequest = [](const Digest &request) {
      return absl::NotFoundError(request.toString());
    };
    return source;
  }
  AdminService service_{source(), [this] { ++drains_; }, access_};
  std::unique_ptr<grpc::Server> server_;
  std::shared_ptr<grpc::Channel> local_, tcp_;
};

TEST_F(AdminServiceTest, StatisticsAreServedToEverybody) {
  for (const auto &channel : {local_, tcp_}) {
    grpc::ClientContext context;
    v1::GetStatisticsResponse response;
    grpc::Status status = v1::Admin::NewStub(channel)->GetStatistics(
        &context, v1::GetStatisticsRequest(), &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    EXPECT_EQ(response.requests(), 42u);
  }
}

TEST_F(AdminServiceTest, WhatRunsIsAskedForOnBehalfOfTheCaller) {
  for (const auto &[channel, expected] :
       {std::pair(local_, operatorOf(geteuid())),
        std::pair(tcp_, std::string("reader anonymous@ipv4:127.0.0.1"))}) {
    auto stub = v1::Admin::NewStub(channel);
    grpc::ClientContext asksJobs, asksCompiles, asksCrashes;
    v1::ListJobsResponse jobs;
    v1::ListCompilesResponse compiles;
    v1::ListCrashesResponse crashes;
    ASSERT_TRUE(stub->ListJobs(&asksJobs, {}, &jobs).ok());
    ASSERT_TRUE(stub->ListCompiles(&asksCompiles, {}, &compiles).ok());
    ASSERT_TRUE(stub->ListCrashes(&asksCrashes, {}, &crashes).ok());
    EXPECT_EQ(jobs.jobs(0).phase(), expected);
    EXPECT_EQ(compiles.recent(0).message(), expected);
    EXPECT_EQ(crashes.crashes(0).message(), expected);
  }
}

TEST_F(AdminServiceTest, EachConnectionIsItsUsersThoughDescriptorsAreReused) {
  if (!mayBeOtherUsers())
    GTEST_SKIP() << "only root can be two users";
  for (int i = 0; i < 200; ++i) {
    const uid_t user = i % 2 ? kOtherUser : geteuid();
    EXPECT_EQ(askerOf(localChannel(*server_, user)), operatorOf(user));
  }
}

/// Keeps a call.
class CallKeeper final : public v1::Admin::CallbackService {
public:
  grpc::ServerUnaryReactor *
  GetStatistics(grpc::CallbackServerContext *context,
                const v1::GetStatisticsRequest *,
                v1::GetStatisticsResponse *) override {
    kept = context;
    reactor = context->DefaultReactor();
    has.Notify();
    return reactor;
  }

  grpc::CallbackServerContext *kept = nullptr;
  grpc::ServerUnaryReactor *reactor = nullptr;
  absl::Notification has;
};

TEST_F(AdminServiceTest, ACallIsItsUsersThoughItsConnectionIsGone) {
  if (!mayBeOtherUsers())
    GTEST_SKIP() << "only root can be two users";
  CallKeeper keeper;
  grpc::ServerBuilder builder;
  builder.RegisterService(&keeper);
  std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  auto channel = localChannel(*server, kOtherUser);
  auto context = std::make_unique<grpc::ClientContext>();
  grpc::CompletionQueue queue;
  v1::GetStatisticsResponse response;
  grpc::Status status;
  auto call = v1::Admin::NewStub(channel)->AsyncGetStatistics(
      context.get(), v1::GetStatisticsRequest(), &queue);
  call->Finish(&response, &status, nullptr);
  keeper.has.WaitForNotification();
  context->TryCancel();
  void *tag;
  bool ok;
  queue.Next(&tag, &ok);
  call.reset();
  context.reset(); // Has the channel, too.
  channel.reset();
  while (!keeper.kept->IsCancelled())
    std::this_thread::yield();
  // The other end is closed.
  const std::string peer = keeper.kept->peer();
  pollfd hangup{std::stoi(peer.substr(peer.find(':') + 1)), POLLRDHUP, 0};
  EXPECT_EQ(poll(&hangup, 1, -1), 1);
  // These would take its descriptor, if it were closed.
  std::vector<std::shared_ptr<grpc::Channel>> others;
  for (int i = 0; i < 20; ++i)
    others.push_back(localChannel(*server));
  EXPECT_EQ(access_.require(*keeper.kept, kReader, "x")->user, kOtherUser);
  keeper.reactor->Finish(grpc::Status::OK);
  server->Shutdown();
}

TEST_F(AdminServiceTest, CancelsAreInTheAuditLogWithWhatTheyWereFor) {
  const std::string path =
      testing::TempDir() + "admin-audit-" + std::to_string(getpid());
  absl::StatusOr<std::unique_ptr<AuditLog>> log = AuditLog::open(path);
  ASSERT_TRUE(log.ok()) << log.status();
  const_cast<Access &>(access_).auditTo(log->get());
  v1::CancelRequestRequest request;
  *request.mutable_request() = Digest::of("x").toProto();
  for (const auto &channel : {local_, tcp_}) {
    grpc::ClientContext context;
    v1::CancelRequestResponse response;
    v1::Admin::NewStub(channel)->CancelRequest(&context, request, &response);
  }
  server_->Shutdown();
  const_cast<Access &>(access_).auditTo(nullptr);
  log->reset(); // Writes what waits.
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  std::filesystem::remove(path);
  const std::string user = absl::StrCat(geteuid());
  EXPECT_THAT(text.str(),
              HasSubstr(absl::StrCat(
                  R"("caller":"unix@)", user, R"(","tenant":"","peer":"unix:)",
                  "uid=", user, R"(","method":"CancelRequest","key":")",
                  Digest::of("x").toString(), R"(","outcome":"NOT_FOUND")")));
  EXPECT_THAT(text.str(), HasSubstr("\"outcome\":\"PERMISSION_DENIED\""));
}

TEST_F(AdminServiceTest, OperatorsCancelByTheDigestOfTheRequest) {
  auto stub = v1::Admin::NewStub(local_);
  v1::CancelRequestRequest request;
  v1::CancelRequestResponse response;
  grpc::ClientContext malformed, unknown;
  EXPECT_EQ(stub->CancelRequest(&malformed, request, &response).error_code(),
            grpc::StatusCode::INVALID_ARGUMENT);
  *request.mutable_request() = Digest::of("x").toProto();
  EXPECT_EQ(stub->CancelRequest(&unknown, request, &response).error_message(),
            Digest::of("x").toString());
}

TEST_F(AdminServiceTest, DrainIsTakenOnTheUnixSocket) {
  grpc::Status status = drain(local_);
  EXPECT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(drains_, 1);
}

TEST_F(AdminServiceTest, DrainOverTcpIsRefusedAndSaysWhatToDo) {
  grpc::Status status = drain(tcp_);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::PERMISSION_DENIED);
  EXPECT_THAT(status.error_message(),
              HasSubstr("Drain takes the role operator"));
  EXPECT_THAT(status.error_message(), HasSubstr("--server unix:PATH"));
  EXPECT_EQ(drains_, 0);
}

/// A unary call of a method by its name, with an empty request.
grpc::Status callByName(const std::shared_ptr<grpc::Channel> &channel,
                        const std::string &method) {
  grpc::GenericStub stub(channel);
  grpc::ClientContext context;
  grpc::CompletionQueue queue;
  grpc::Slice empty;
  grpc::ByteBuffer request(&empty, 1), response;
  auto call = stub.PrepareUnaryCall(&context, method, request, &queue);
  call->StartCall();
  grpc::Status status;
  call->Finish(&response, &status, nullptr);
  void *tag;
  bool ok;
  queue.Next(&tag, &ok);
  return status;
}

TEST_F(AdminServiceTest, WhateverElseAdminHasIsRefusedOverTcp) {
  // A method that is added and does not ask who calls fails here by its name.
  const auto *service =
      v1::GetStatisticsRequest::descriptor()->file()->FindServiceByName(
          "Admin");
  ASSERT_GT(service->method_count(), 1);
  for (int i = 0; i < service->method_count(); ++i) {
    std::string name = service->method(i)->name();
    grpc::Status status = callByName(tcp_, "/ingot.v1.Admin/" + name);
    bool isQuestion = name == "GetStatistics" || name.substr(0, 4) == "List";
    EXPECT_EQ(status.error_code(), isQuestion
                                       ? grpc::StatusCode::OK
                                       : grpc::StatusCode::PERMISSION_DENIED)
        << name << ": " << status.error_message();
  }
}

} // namespace
} // namespace ingot::server
