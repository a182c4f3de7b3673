//===- CompilerServiceTest.cpp - streams, cancels and deadlines -----------===//

#include "server/rpc/BoundedMessage.h"
#include "tests/unit/server/rpc/InProcessServer.h"

#include "absl/strings/str_cat.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"

namespace ingot::server {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

v1::CompileRequest requestFor(const std::string &module) {
  v1::CompileRequest request;
  request.mutable_module()->set_inline_(module);
  request.set_max_inline_bytes(1000);
  return request;
}

/// One stream of events as a client reads it.
class Stream {
public:
  Stream(v1::Compiler::Stub &stub, const v1::CompileRequest &request,
         std::chrono::milliseconds deadline = std::chrono::hours(1)) {
    context_.set_deadline(std::chrono::system_clock::now() + deadline);
    reader_ = stub.Compile(&context_, request);
  }
  Stream(v1::Compiler::Stub &stub, const std::string &module)
      : Stream(stub, requestFor(module)) {}
  Stream(v1::Compiler::Stub &stub, const v1::WatchRequest &request)
      : reader_(stub.Watch(&context_, request)) {}

  /// The next event; an empty one at the end.
  v1::CompileEvent next() {
    v1::CompileEvent event;
    return reader_->Read(&event) ? event : v1::CompileEvent();
  }
  /// Reads what is left and returns the end.
  grpc::Status finish() {
    for (v1::CompileEvent event; reader_->Read(&event);)
      rest_.push_back(event);
    return reader_->Finish();
  }
  /// What finish() read.
  const std::vector<v1::CompileEvent> &rest() const { return rest_; }
  const v1::Result &result() const { return rest_.back().result(); }

  void cancel() { context_.TryCancel(); }

private:
  grpc::ClientContext context_;
  std::unique_ptr<grpc::ClientReader<v1::CompileEvent>> reader_;
  std::vector<v1::CompileEvent> rest_;
};

class CompilerServiceTest : public InProcessServer {
protected:
  void answerAll() {
    while (!pool.pending().empty())
      pool.answer();
  }

  void build(const std::string &module) {
    Stream stream(*compiler, module);
    pool.awaitPending(1);
    answerAll();
    ASSERT_TRUE(stream.finish().ok());
  }

  Stream watch(const std::string &job) {
    v1::WatchRequest request;
    request.set_job(job);
    request.set_max_inline_bytes(1000);
    return Stream(*compiler, request);
  }

  grpc::Status cancelJob(const std::string &job) {
    v1::CancelRequest request;
    request.set_job(job);
    v1::CancelResponse response;
    grpc::ClientContext context;
    return compiler->Cancel(&context, request, &response);
  }

  /// Makes a check on a thread of its own, for it blocks.
  void startCheck(v1::CheckRequest request) {
    checking = std::thread([this, request = std::move(request)] {
      checkStatus = compiler->Check(&checkContext, request, &checked);
    });
  }
  void startCheck(const std::string &module) {
    v1::CheckRequest request;
    request.mutable_module()->set_inline_(module);
    startCheck(request);
    pool.awaitPending(1);
  }

  std::atomic<int> watchersSeen{0};
  std::thread checking;
  grpc::ClientContext checkContext;
  grpc::Status checkStatus;
  v1::CheckResponse checked;
};

//===----------------------------------------------------------------------===//
// Compile
//===----------------------------------------------------------------------===//

TEST_F(CompilerServiceTest, AMissIsItsEventsInOrderAndTheResult) {
  Stream stream(*compiler, "m");
  pool.awaitPending(1);
  EXPECT_EQ(stream.next().queued().job().substr(0, 1), "j");
  pool.sendPhase("import");
  EXPECT_EQ(stream.next().phase().name(), "import");
  pool.sendDiagnostic("slow op");
  EXPECT_EQ(stream.next().diagnostic().message(), "slow op");
  answerAll();
  ASSERT_TRUE(stream.finish().ok());
  EXPECT_EQ(stream.result().cache(), v1::MISS);
  EXPECT_EQ(stream.result().inline_artifact(), "executable");
}

TEST_F(CompilerServiceTest, AHitInMemoryWaitsForNoDisk) {
  build("m");
  store.closeGate();
  Stream stream(*compiler, "m");
  ASSERT_TRUE(stream.finish().ok());
  EXPECT_THAT(stream.rest(), SizeIs(1)) << "the result alone";
  EXPECT_EQ(stream.result().cache(), v1::HIT);
}

TEST_F(CompilerServiceTest, AHitOnTheDiskIsAnsweredToo) {
  build("m");
  store.setCold(true);
  Stream stream(*compiler, "m");
  ASSERT_TRUE(stream.finish().ok());
  EXPECT_EQ(stream.result().cache(), v1::HIT);
}

TEST_F(CompilerServiceTest, AHitThatWasAnsweredBeforeIsSentAsItWas) {
  build("m");
  Stream first(*compiler, "m");
  ASSERT_TRUE(first.finish().ok());
  // Neither memory nor disk has the record now, but it is still there.
  store.setCold(true);
  store.closeGate();
  Stream second(*compiler, "m");
  ASSERT_TRUE(second.finish().ok());
  EXPECT_EQ(second.result().SerializeAsString(),
            first.result().SerializeAsString());
  EXPECT_EQ(second.result().cache(), v1::HIT);
  EXPECT_EQ(statistics.requests, 3u);
  EXPECT_EQ(statistics.hits, 2u);
}

TEST_F(CompilerServiceTest, OtherWishesAreOtherAnswers) {
  build("m");
  for (uint32_t bytes : {1000u, 0u, 1000u}) {
    v1::CompileRequest request = requestFor("m");
    request.set_max_inline_bytes(bytes);
    Stream stream(*compiler, request);
    ASSERT_TRUE(stream.finish().ok());
    EXPECT_EQ(stream.result().inline_artifact(), bytes ? "executable" : "");
  }
}

TEST_F(CompilerServiceTest, AnErrorCarriesItsDiagnostics) {
  Stream stream(*compiler, "m");
  pool.awaitPending(1);
  pool.sendDiagnostic("op does not lower");
  pool.finish(absl::FailedPreconditionError("1 op does not lower"));
  grpc::Status status = stream.finish();
  EXPECT_EQ(status.error_code(), grpc::StatusCode::FAILED_PRECONDITION);
  EXPECT_EQ(status.error_message(), "1 op does not lower");
  google::rpc::Status details;
  ASSERT_TRUE(details.ParseFromString(status.error_details()));
  v1::Diagnostics diagnostics;
  ASSERT_TRUE(details.details(0).UnpackTo(&diagnostics));
  EXPECT_EQ(diagnostics.diagnostics(0).message(), "op does not lower");
}

TEST_F(CompilerServiceTest, AFullQueueSaysWhenToComeBack) {
  Stream stream(*compiler, "m");
  pool.awaitPending(1);
  pool.finish(
      withFault(absl::ResourceExhaustedError("full"), WorkFault::FullQueue));
  grpc::Status status = stream.finish();
  EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  google::rpc::Status details;
  ASSERT_TRUE(details.ParseFromString(status.error_details()));
  EXPECT_TRUE(details.details(0).Is<google::rpc::RetryInfo>());
}

TEST_F(CompilerServiceTest, RequestsThatCannotBeAreRefused) {
  v1::CompileRequest none, unknown = requestFor("m"), absent;
  unknown.set_target_name("z80");
  *absent.mutable_module()->mutable_digest() = Digest::of("m").toProto();
  struct Case {
    v1::CompileRequest request;
    grpc::StatusCode code;
    const char *text;
  };
  const Case cases[] = {
      {none, grpc::StatusCode::INVALID_ARGUMENT, "module: is missing"},
      {unknown, grpc::StatusCode::INVALID_ARGUMENT, "z80"},
      {absent, grpc::StatusCode::NOT_FOUND, "upload it and ask again"}};
  for (const Case &c : cases) {
    Stream stream(*compiler, c.request);
    grpc::Status status = stream.finish();
    EXPECT_EQ(status.error_code(), c.code);
    EXPECT_THAT(status.error_message(), HasSubstr(c.text));
    EXPECT_THAT(stream.rest(), IsEmpty());
  }
}

TEST_F(CompilerServiceTest, ARequestOfTooManyFieldsIsRefused) {
  v1::CompileRequest request;
  request.mutable_module()->set_inline_("m");
  v1::CheckRequest check;
  check.mutable_module()->set_inline_("m");
  for (int i = 0; i < kMaxCompileFields; ++i) {
    request.mutable_options()->add_input_types("tensor<f32>");
    check.add_input_types("tensor<f32>");
  }
  v1::CheckResponse response;
  grpc::ClientContext compiling, checking;
  for (grpc::ClientContext *context : {&compiling, &checking})
    context->set_deadline(std::chrono::system_clock::now() +
                          std::chrono::seconds(10)); // Nobody works.
  for (const grpc::Status &status :
       {compiler->Compile(&compiling, request)->Finish(),
        compiler->Check(&checking, check, &response)}) {
    EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
    EXPECT_THAT(status.error_message(), HasSubstr("has more than 50000"));
  }
}

TEST_F(CompilerServiceTest, DrainingRefusesNewWorkOnly) {
  build("m");
  Stream running(*compiler, "n");
  pool.awaitPending(1);
  service.drain();
  Stream hit(*compiler, "m"), refused(*compiler, "o");
  EXPECT_TRUE(hit.finish().ok());
  EXPECT_EQ(refused.finish().error_code(), grpc::StatusCode::UNAVAILABLE);
  answerAll();
  EXPECT_TRUE(running.finish().ok());
}

//===----------------------------------------------------------------------===//
// Cancel and deadline
//===----------------------------------------------------------------------===//

TEST_F(CompilerServiceTest, AClientThatCancelsStopsTheWork) {
  Stream stream(*compiler, "m");
  pool.awaitPending(1);
  pool.sendPhase("import");
  EXPECT_TRUE(stream.next().has_queued());
  stream.cancel();
  EXPECT_EQ(stream.finish().error_code(), grpc::StatusCode::CANCELLED);
  pool.awaitCancelled(1);
  EXPECT_THAT(pool.cancelled(), ElementsAre(pool.pending()[0].ticket));
  EXPECT_EQ(service.active(), 0);
}

TEST_F(CompilerServiceTest, ACompileGoesOnAfterItsToken) {
  Stream stream(*compiler, "m");
  pool.awaitPending(1);
  EXPECT_TRUE(stream.next().has_queued());
  EXPECT_EQ(access.streams(), 1u);
  access.endExpired(absl::Now());
  answerAll();
  EXPECT_TRUE(stream.finish().ok());
}

TEST_F(CompilerServiceTest, WhatComesAfterACancelGoesNowhere) {
  Stream stream(*compiler, "m");
  pool.awaitPending(1);
  stream.cancel();
  pool.awaitCancelled(1);
  pool.sendPhase("import");
  pool.finish(absl::CancelledError("cancelled"));
  EXPECT_EQ(stream.finish().error_code(), grpc::StatusCode::CANCELLED);
  build("m");
}

TEST_F(CompilerServiceTest, ADeadlineStopsTheWork) {
  Stream stream(*compiler, requestFor("m"), std::chrono::milliseconds(200));
  EXPECT_EQ(stream.finish().error_code(), grpc::StatusCode::DEADLINE_EXCEEDED);
  // A call that expired on its way never came; what came was cancelled.
  awaitIdle();
  awaitExecutors();
  awaitIdle();
  pool.awaitCancelled(pool.pending().size());
}

TEST_F(CompilerServiceTest, ACancelBeforeTheLookupStartsNothing) {
  store.closeGate();
  Stream blocking(*compiler, "other");
  store.awaitBlocked(1);
  Stream stream(*compiler, "m");
  stream.cancel();
  EXPECT_EQ(stream.finish().error_code(), grpc::StatusCode::CANCELLED);
  blocking.cancel();
  awaitIdle();
  store.openGate();
  awaitExecutors();
  EXPECT_THAT(pool.pending(), IsEmpty());
}

TEST_F(CompilerServiceTest, OneOfTwoCallersLeavesAndTheOtherIsServed) {
  Stream leaving(*compiler, "m");
  pool.awaitPending(1);
  Stream staying(*compiler, "m");
  EXPECT_TRUE(staying.next().has_queued());
  leaving.cancel();
  EXPECT_EQ(leaving.finish().error_code(), grpc::StatusCode::CANCELLED);
  pool.sendPhase("import");
  EXPECT_EQ(staying.next().phase().name(), "import");
  EXPECT_THAT(pool.cancelled(), IsEmpty());
  answerAll();
  ASSERT_TRUE(staying.finish().ok());
  EXPECT_EQ(staying.result().cache(), v1::JOINED);
}

TEST_F(CompilerServiceTest, AllCallersLeaveOneAfterTheOther) {
  Stream first(*compiler, "m");
  pool.awaitPending(1);
  Stream second(*compiler, "m");
  EXPECT_TRUE(second.next().has_queued());
  first.cancel();
  second.cancel();
  pool.awaitCancelled(1);
  awaitIdle();
  EXPECT_EQ(first.finish().error_code(), grpc::StatusCode::CANCELLED);
  EXPECT_EQ(second.finish().error_code(), grpc::StatusCode::CANCELLED);
}

TEST_F(CompilerServiceTest, ASlowReaderGetsEveryEventInOrder) {
  constexpr int kEvents = 2000;
  Stream stream(*compiler, "m");
  pool.awaitPending(1);
  for (int i = 0; i < kEvents; ++i)
    pool.sendDiagnostic(std::to_string(i));
  answerAll();
  // Nothing was read until here, and the work did not wait for it.
  EXPECT_EQ(service.active(), 0);
  ASSERT_TRUE(stream.finish().ok());
  int expected = 0;
  for (const v1::CompileEvent &event : stream.rest())
    if (event.has_diagnostic())
      EXPECT_EQ(event.diagnostic().message(), std::to_string(expected++));
  EXPECT_EQ(expected, kEvents);
  EXPECT_TRUE(stream.rest().back().has_result());
}

TEST_F(CompilerServiceTest, AReaderThatNeverReadsMayGoAway) {
  Stream stream(*compiler, "m");
  pool.awaitPending(1);
  for (int i = 0; i < 100; ++i)
    pool.sendDiagnostic("never read");
  stream.cancel();
  pool.awaitCancelled(1);
  EXPECT_EQ(stream.finish().error_code(), grpc::StatusCode::CANCELLED);
}

TEST_F(CompilerServiceTest, AReaderThatNeverReadsIsGivenUpBeforeMemoryIs) {
  Stream stream(*compiler, "m");
  pool.awaitPending(1);
  const std::string megabyte(1 << 20, 'x');
  for (int i = 0; i < 40; ++i) // Of 32 MiB that a tenant has.
    pool.sendDiagnostic(megabyte);
  pool.awaitCancelled(1);
  const grpc::Status status = stream.finish();
  EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_THAT(status.error_message(), HasSubstr("do not read"));
}

//===----------------------------------------------------------------------===//
// Jobs
//===----------------------------------------------------------------------===//

TEST_F(CompilerServiceTest, AWatcherGetsEventsAndTheResult) {
  Stream own(*compiler, "m");
  pool.awaitPending(1);
  const std::string job = own.next().queued().job();
  Stream watching = watch(job);
  // Neither Queued nor an answer says that the watcher is there; events do.
  std::thread sender([&] {
    while (service.active() > 0 && watchersSeen == 0)
      pool.sendPhase("import");
  });
  EXPECT_EQ(watching.next().phase().name(), "import");
  watchersSeen = 1;
  sender.join();
  answerAll();
  ASSERT_TRUE(watching.finish().ok());
  EXPECT_EQ(watching.result().cache(), v1::JOINED);
  EXPECT_EQ(watching.result().inline_artifact(), "executable");
  EXPECT_TRUE(own.finish().ok());
}

TEST_F(CompilerServiceTest, WatchOfWhatIsOverIsItsResult) {
  Stream own(*compiler, "m");
  pool.awaitPending(1);
  const std::string job = own.next().queued().job();
  answerAll();
  ASSERT_TRUE(own.finish().ok());
  store.setCold(true);
  Stream watching = watch(job);
  ASSERT_TRUE(watching.finish().ok());
  EXPECT_EQ(watching.result().cache(), v1::HIT);
}

TEST_F(CompilerServiceTest, WatchAndCancelOfUnknownJobsAreNotFound) {
  EXPECT_EQ(watch("j-none").finish().error_code(), grpc::StatusCode::NOT_FOUND);
  EXPECT_EQ(cancelJob("j-none").error_code(), grpc::StatusCode::NOT_FOUND);
}

TEST_F(CompilerServiceTest, CancelEndsTheJobsOwnStream) {
  Stream own(*compiler, "m");
  pool.awaitPending(1);
  const std::string job = own.next().queued().job();
  EXPECT_TRUE(cancelJob(job).ok());
  grpc::Status status = own.finish();
  EXPECT_EQ(status.error_code(), grpc::StatusCode::CANCELLED);
  EXPECT_EQ(status.error_message(), "cancelled by request");
  pool.awaitCancelled(1);
  EXPECT_TRUE(cancelJob(job).ok()) << "it is over, which is what was wanted";
}

//===----------------------------------------------------------------------===//
// Check and ListTargets
//===----------------------------------------------------------------------===//

TEST_F(CompilerServiceTest, WhatDoesNotLowerIsAnAnswerAndNoError) {
  startCheck("m");
  pool.sendDiagnostic("op does not lower");
  pool.finish(absl::FailedPreconditionError("1 op"));
  checking.join();
  EXPECT_TRUE(checkStatus.ok()) << checkStatus.error_message();
  ASSERT_EQ(checked.diagnostics_size(), 1);
  EXPECT_EQ(checked.diagnostics(0).message(), "op does not lower");
}

TEST_F(CompilerServiceTest, AProgramThatLowersHasAnEmptyList) {
  startCheck("m");
  pool.finish(WorkResult());
  checking.join();
  EXPECT_TRUE(checkStatus.ok());
  EXPECT_EQ(checked.diagnostics_size(), 0);
}

TEST_F(CompilerServiceTest, ACheckThatCouldNotBeMadeIsAnError) {
  const absl::Status statuses[] = {
      absl::InvalidArgumentError("does not parse"), // And no diagnostic.
      absl::InternalError("crashed"), absl::DeadlineExceededError("late")};
  for (const absl::Status &status : statuses) {
    v1::CheckRequest request;
    request.mutable_module()->set_inline_(std::string(status.message()));
    std::thread answering([&] {
      pool.awaitPending(1);
      pool.finish(status);
    });
    grpc::ClientContext context;
    grpc::Status back = compiler->Check(&context, request, &checked);
    answering.join();
    EXPECT_EQ(static_cast<int>(back.error_code()),
              static_cast<int>(status.code()));
    EXPECT_EQ(back.error_message(), status.message());
  }
}

TEST_F(CompilerServiceTest, ACheckThatIsCancelledStopsItsWork) {
  startCheck("m");
  checkContext.TryCancel();
  pool.awaitCancelled(1);
  pool.finish(absl::CancelledError("cancelled"));
  checking.join();
  EXPECT_EQ(checkStatus.error_code(), grpc::StatusCode::CANCELLED);
  EXPECT_EQ(service.active(), 0);
}

TEST_F(CompilerServiceTest, ACheckIsCancelledWhileItsModuleIsRead) {
  v1::CheckRequest request;
  *request.mutable_module()->mutable_digest() = store.putBlob("m")->toProto();
  store.closeGate();
  startCheck(request);
  store.awaitBlocked(1);
  checkContext.TryCancel();
  checking.join();
  EXPECT_EQ(checkStatus.error_code(), grpc::StatusCode::CANCELLED);
  store.openGate();
  // Whether the server heard of the cancel before the module was there or
  // after it, the check ends.
  awaitExecutors();
  pool.awaitCancelled(pool.pending().size());
  while (!pool.pending().empty())
    pool.finish(absl::CancelledError("cancelled"));
  awaitIdle();
}

TEST_F(CompilerServiceTest, ListTargetsNamesTheTargets) {
  grpc::ClientContext context;
  v1::ListTargetsResponse response;
  ASSERT_TRUE(compiler->ListTargets(&context, {}, &response).ok());
  ASSERT_EQ(response.targets_size(), 1);
  EXPECT_EQ(response.targets(0).name(), "host");
}

TEST_F(CompilerServiceTest, AMissIsExplained) {
  auto ask = [this](const v1::ExplainRequest &request,
                    v1::ExplainResponse &response) {
    grpc::ClientContext context;
    return compiler->Explain(&context, request, &response);
  };
  build("first");
  Stream second(*compiler, "second");
  pool.awaitPending(1);
  answerAll();
  ASSERT_TRUE(second.finish().ok());
  const v1::Digest key = second.result().request();
  EXPECT_EQ(key.hash().size(), 64u);
  v1::ExplainRequest request;
  v1::ExplainResponse response;
  *request.mutable_entry() = key;
  ASSERT_TRUE(ask(request, response).ok());
  EXPECT_EQ(response.entry().hash(), key.hash());
  ASSERT_TRUE(response.has_base()) << "the made up kernels are the same";
  ASSERT_EQ(response.differences_size(), 1) << response.DebugString();
  EXPECT_THAT(response.differences(0).path(), ElementsAre("program", "module"));
  Stream again(*compiler, "second");
  ASSERT_TRUE(again.finish().ok());
  EXPECT_EQ(again.result().request().hash(), key.hash()) << "a hit has it too";
  *request.mutable_entry() = Digest::of("never").toProto();
  EXPECT_EQ(ask(request, response).error_code(), grpc::StatusCode::NOT_FOUND);
  request.mutable_entry()->set_hash("no");
  EXPECT_EQ(ask(request, response).error_code(),
            grpc::StatusCode::INVALID_ARGUMENT);
}

} // namespace
} // namespace ingot::server
