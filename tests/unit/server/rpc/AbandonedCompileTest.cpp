//===- AbandonedCompileTest.cpp - what is written of compiles given up ----===//
//
// The audit log's line and the span of a compile whose caller left, or for
// whose events there was no room.
//
//===----------------------------------------------------------------------===//

#include "tests/unit/server/rpc/InProcessServer.h"

#include "absl/strings/str_cat.h"

#include <filesystem>
#include <fstream>
#include <sstream>

namespace ingot::server {
namespace {

using testing::HasSubstr;

class AbandonedCompileTest : public InProcessServer, private SpanSink {
protected:
  AbandonedCompileTest() {
    access.auditTo(log_.get());
    grpc::ServerBuilder builder;
    builder.RegisterService(&traced_);
    tracedServer_ = builder.BuildAndStart();
    stub_ = v1::Compiler::NewStub(tracedServer_->InProcessChannel({}));
  }
  ~AbandonedCompileTest() override { std::filesystem::remove(path_); }

  /// A compile of a caller who traces, on a worker.
  std::unique_ptr<grpc::ClientReader<v1::CompileEvent>> compile() {
    context.AddMetadata(
        "traceparent",
        absl::StrCat("00-", kTrace, "-", std::string(16, 'b'), "-01"));
    v1::CompileRequest request;
    request.mutable_module()->set_inline_("m");
    auto reader = stub_->Compile(&context, request);
    pool.awaitPending(1);
    return reader;
  }

  /// How the compile's own span ended.
  absl::Status spanEnd() {
    recorded_.WaitForNotification();
    return end_;
  }
  /// The audit log, when no call is under way any more.
  std::string auditLog() {
    tracedServer_->Shutdown();
    access.auditTo(nullptr);
    log_.reset(); // Writes what waits.
    std::stringstream text;
    text << std::ifstream(path_).rdbuf();
    return text.str();
  }

  const std::string kTrace = std::string(32, 'a');
  grpc::ClientContext context;

private:
  void record(std::vector<Span> spans) override {
    end_ = spans.at(0).status;
    recorded_.Notify();
  }

  const std::string path_ =
      testing::TempDir() + "abandoned-" + std::to_string(getpid());
  std::unique_ptr<AuditLog> log_ = AuditLog::open(path_).value();
  absl::Status end_;
  absl::Notification recorded_;
  CompilerService traced_{service, pool, access, transfers, this};
  std::unique_ptr<grpc::Server> tracedServer_;
  std::unique_ptr<v1::Compiler::Stub> stub_;
};

TEST_F(AbandonedCompileTest, OfACallerWhoLeft) {
  auto reader = compile();
  v1::CompileEvent event;
  ASSERT_TRUE(reader->Read(&event));
  ASSERT_TRUE(event.has_queued());
  context.TryCancel();
  EXPECT_EQ(spanEnd().code(), absl::StatusCode::kCancelled);
  const std::string key =
      Digest::fromProto(event.queued().request())->toString();
  EXPECT_THAT(auditLog(),
              HasSubstr(absl::StrCat(R"("method":"Compile","key":")", key,
                                     R"(","outcome":"CANCELLED","trace":")",
                                     kTrace, R"("})")));
}

TEST_F(AbandonedCompileTest, OfACallerForWhomThereIsNoRoom) {
  UnreadBudget &unread = transfers.unread();
  const int64_t half = transfers.limits().unreadBytes / 2;
  const UnreadBudget::Share shares[] = {*unread.take("a", half),
                                        *unread.take("b", half)};
  auto reader = compile();
  pool.sendDiagnostic(std::string(kSmallEventBytes, 'd'));
  EXPECT_EQ(spanEnd().code(), absl::StatusCode::kResourceExhausted);
  for (v1::CompileEvent event; reader->Read(&event);) {
  }
  EXPECT_EQ(reader->Finish().error_code(),
            grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_THAT(auditLog(), HasSubstr(R"("outcome":"RESOURCE_EXHAUSTED")"));
}

} // namespace
} // namespace ingot::server
