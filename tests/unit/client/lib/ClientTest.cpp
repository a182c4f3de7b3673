//===- ClientTest.cpp - what the client makes of a daemon's answers -------===//

#include "client/lib/Client.h"
#include "google/rpc/status.pb.h"
#include "tests/unit/client/lib/ClientTesting.h"

#include "absl/strings/match.h"
#include "absl/time/clock.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <atomic>
#include <cstdio>
#include <sys/socket.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>

namespace ingot::client {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST_F(ClientTest, NobodyThereIsSaidAtOnceAndWithTheAddress) {
  for (const char *address : {"unix:/nonexistent/socket", "unix:/etc/passwd",
                              "localhost:1", "127.0.0.1:1"}) {
    // An hour is longer than this test may run.
    auto client = Client::connect(address, absl::Hours(1));
    EXPECT_EQ(client.status().code(), absl::StatusCode::kUnavailable);
    EXPECT_THAT(std::string(client.status().message()), HasSubstr(address));
  }
}

/// A socket at which somebody listens and says nothing.
class SilentSocket {
public:
  SilentSocket()
      : path_(testing::TempDir() + "silent-" + std::to_string(getpid())),
        descriptor_(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_un name{};
    name.sun_family = AF_UNIX;
    std::snprintf(name.sun_path, sizeof(name.sun_path), "%s", path_.c_str());
    EXPECT_EQ(
        bind(descriptor_, reinterpret_cast<sockaddr *>(&name), sizeof(name)),
        0);
    EXPECT_EQ(listen(descriptor_, 8), 0);
  }
  ~SilentSocket() {
    close(descriptor_);
    unlink(path_.c_str());
  }
  std::string address() const { return "unix:" + path_; }
  int accept() const { return ::accept(descriptor_, nullptr, nullptr); }

private:
  const std::string path_;
  const int descriptor_;
};

TEST_F(ClientTest, AConnectionCanBeGivenUp) {
  SilentSocket silent;
  std::atomic<bool> abandoned{false};
  ConnectOptions options;
  options.abandoned = &abandoned;
  std::thread caller([&] {
    // Once it is connected to.
    const int connection = silent.accept();
    abandoned = true;
    close(connection);
  });
  auto client = Client::connect(silent.address(), absl::Hours(1), options);
  caller.join();
  EXPECT_EQ(client.status().code(), absl::StatusCode::kCancelled)
      << client.status();
  EXPECT_THAT(std::string(client.status().message()),
              HasSubstr(silent.address()));
}

TEST_F(ClientTest, ASocketOfADaemonThatStartsIsWaitedFor) {
  // As long as the caller has, and not as long as gRPC waits for a greeting.
  SilentSocket silent;
  constexpr absl::Duration kTime = absl::Milliseconds(1500);
  const absl::Time begin = absl::Now();
  auto client = Client::connect(silent.address(), kTime);
  EXPECT_EQ(client.status().code(), absl::StatusCode::kUnavailable);
  EXPECT_GE(absl::Now() - begin, kTime);
}

TEST_F(ClientTest, RequestsHoldWhatWasAskedFor) {
  v1::CompileRequest seen;
  service_.onCompile = [&](grpc::ServerContext &,
                           const v1::CompileRequest &request,
                           FakeService::Stream &stream) {
    seen = request;
    return answer(stream, Digest::of("code").toString(), "code");
  };
  CompileOptions options;
  options.target.name = "aarch64";
  options.target.legalOps = {"torch.aten.gelu"};
  options.emit = "mlir:weave";
  options.constantThreshold = 99;
  options.inputTypes = {"tensor<4xf32>"};
  ASSERT_TRUE(client_->compile("module", options).ok());
  EXPECT_EQ(seen.target_name(), "aarch64");
  EXPECT_THAT(seen.legal_ops(), ElementsAre("torch.aten.gelu"));
  EXPECT_EQ(seen.options().emit(), v1::MLIR);
  EXPECT_EQ(seen.options().phase(), "weave") << "phases are the service's";
  EXPECT_EQ(seen.options().constant_threshold(), 99u);
  EXPECT_THAT(seen.options().input_types(), ElementsAre("tensor<4xf32>"));
  EXPECT_EQ(seen.max_inline_bytes(), 1u << 20);
}

TEST_F(ClientTest, OptionsThatDoNotExistAreRefusedWithoutTheService) {
  CompileOptions options;
  options.emit = "exe";
  EXPECT_EQ(client_->compile("module", options).status().code(),
            absl::StatusCode::kInvalidArgument);
  CheckOptions check;
  check.target.customOpForm = "both";
  EXPECT_EQ(client_->check("module", check).status().code(),
            absl::StatusCode::kInvalidArgument);
}

TEST_F(ClientTest, ProgressComesInOrder) {
  service_.onCompile = [](grpc::ServerContext &, const v1::CompileRequest &,
                          FakeService::Stream &stream) {
    v1::CompileEvent event;
    event.mutable_queued()->set_job("job-1");
    stream.Write(event);
    stream.Write(v1::CompileEvent()); // Of a later version, perhaps.
    event.mutable_phase()->set_name("kernels");
    event.mutable_phase()->set_done(2);
    event.mutable_phase()->set_total(5);
    stream.Write(event);
    event.mutable_diagnostic()->set_message("slow");
    event.mutable_diagnostic()->set_severity(v1::Diagnostic::WARNING);
    stream.Write(event);
    return answer(stream, Digest::of("code").toString(), "code");
  };
  std::vector<std::string> seen;
  Progress progress;
  progress.onQueued = [&](const std::string &job) { seen.push_back(job); };
  progress.onPhase = [&](const std::string &phase, uint32_t done,
                         uint32_t total) {
    seen.push_back(phase + " " + std::to_string(done) + "/" +
                   std::to_string(total));
  };
  progress.onDiagnostic = [&](const Diagnostic &diagnostic) {
    seen.push_back(diagnostic.severity + ": " + diagnostic.message);
  };
  ASSERT_TRUE(client_->compile("module", {}, progress).ok());
  EXPECT_THAT(seen, ElementsAre("job-1", "kernels 2/5", "warning: slow"));
  EXPECT_TRUE(client_->compile("module", {}).ok()) << "nobody has to listen";
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

TEST_F(ClientTest, WhatComesAsGzipIsNotUnpacked) {
  std::string bytes(1 << 20, 'c');
  service_.onCompile = [&](grpc::ServerContext &context,
                           const v1::CompileRequest &,
                           FakeService::Stream &stream) {
    context.set_compression_algorithm(GRPC_COMPRESS_GZIP);
    return answer(stream, Digest::of(bytes).toString(), bytes);
  };
  EXPECT_FALSE(client_->compile("module", {}).ok())
      << "4 MiB of it would be 4 GiB";
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

TEST_F(ClientTest, ArtifactThatLeftTheServiceIsAskedForOnceMore) {
  std::string code = largeBytes('c');
  std::string name = Digest::of(code).toString();
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

TEST_F(ClientTest, StreamsThatBreakOffKeepTheirStatusAndDiagnostics) {
  service_.onCompile = [](grpc::ServerContext &, const v1::CompileRequest &,
                          FakeService::Stream &stream) -> grpc::Status {
    v1::CompileEvent event;
    event.mutable_diagnostic()->set_message("one");
    stream.Write(event);
    return {grpc::StatusCode::UNAVAILABLE, "the daemon is going down"};
  };
  Failure failure;
  EXPECT_EQ(client_->compile("module", {}, {}, &failure).status(),
            absl::UnavailableError("the daemon is going down"));
  ASSERT_EQ(failure.diagnostics.size(), 1u);
  EXPECT_EQ(failure.diagnostics[0].message, "one");
}

TEST_F(ClientTest, AResultBeforeAnErrorIsNone) {
  service_.onCompile = [](grpc::ServerContext &, const v1::CompileRequest &,
                          FakeService::Stream &stream) -> grpc::Status {
    answer(stream, Digest::of("code").toString(), "code");
    return {grpc::StatusCode::INTERNAL, "could not be kept"};
  };
  EXPECT_EQ(client_->compile("module", {}).status(),
            absl::InternalError("could not be kept"));
}

TEST_F(ClientTest, DiagnosticsOfTheTrailersCountWhenTheStreamHadFewer) {
  service_.onCompile = [](grpc::ServerContext &, const v1::CompileRequest &,
                          FakeService::Stream &) -> grpc::Status {
    v1::Diagnostics some;
    some.add_diagnostics()->set_message("one");
    some.set_truncated(true);
    google::rpc::Status details;
    details.add_details()->PackFrom(some);
    return {grpc::StatusCode::FAILED_PRECONDITION, "bad",
            details.SerializeAsString()};
  };
  Failure failure;
  EXPECT_FALSE(client_->compile("module", {}, {}, &failure).ok());
  EXPECT_EQ(failure.diagnostics.size(), 1u);
  EXPECT_TRUE(failure.truncated);
}

TEST_F(ClientTest, DamagedArtifactsAreAskedForNoThirdTime) {
  std::string code = largeBytes('c'), name = Digest::of(code).toString();
  service_.putAs(name, std::string(code.size(), 'x'));
  int asked = 0;
  service_.onCompile = [&](grpc::ServerContext &, const v1::CompileRequest &,
                           FakeService::Stream &stream) {
    ++asked;
    return answer(stream, name);
  };
  EXPECT_EQ(client_->compile("module", {}).status().code(),
            absl::StatusCode::kDataLoss);
  EXPECT_EQ(asked, 2);
}

/// Cancels as soon as a call on blobs has reached the service, which holds it
/// until it hears of that.
class CancelTest : public ClientTest {
protected:
  CancelTest() {
    options_.cancelled = &cancelled_;
    limited_.deadline = absl::Now() + absl::Milliseconds(50);
  }

  grpc::Status waitForTheCallersEnd(grpc::ServerContext &context) {
    cancelled_ = true;
    while (!context.IsCancelled())
      std::this_thread::yield();
    return grpc::Status::CANCELLED;
  }
  std::function<grpc::Status(grpc::ServerContext &)> waiting() {
    return [this](grpc::ServerContext &context) {
      return waitForTheCallersEnd(context);
    };
  }

  std::atomic<bool> cancelled_{false};
  CallOptions options_, limited_;
};

TEST_F(CancelTest, EndsADownload) {
  std::string name = service_.put(largeBytes('b'));
  service_.beforeRead = waiting();
  EXPECT_EQ(client_->fetch(name, options_).status().code(),
            absl::StatusCode::kCancelled);
  EXPECT_EQ(client_->fetch(name, limited_).status().code(),
            absl::StatusCode::kDeadlineExceeded);
}

TEST_F(CancelTest, EndsAnUpload) {
  service_.beforeWrite = waiting();
  EXPECT_EQ(client_->upload(largeBytes('u'), options_).status().code(),
            absl::StatusCode::kCancelled);
  EXPECT_EQ(client_->upload(largeBytes('v'), limited_).status().code(),
            absl::StatusCode::kDeadlineExceeded);
  EXPECT_FALSE(service_.has(Digest::of(largeBytes('u')).toString()));
}

TEST_F(CancelTest, EndsTheDownloadOfACompile) {
  std::string name = service_.put(largeBytes('c'));
  service_.onCompile = [&](grpc::ServerContext &, const v1::CompileRequest &,
                           FakeService::Stream &stream) {
    return answer(stream, name);
  };
  service_.beforeRead = waiting();
  CompileOptions compile;
  static_cast<CallOptions &>(compile) = options_;
  EXPECT_EQ(client_->compile("module", compile).status().code(),
            absl::StatusCode::kCancelled);
}

TEST_F(CancelTest, BeforeTheCallIsCancelToo) {
  std::string name = service_.put("small");
  service_.beforeRead = waiting();
  cancelled_ = true;
  EXPECT_EQ(client_->fetch(name, options_).status().code(),
            absl::StatusCode::kCancelled);
}

TEST_F(ClientTest, TargetsAndPhasesAreTheServices) {
  service_.onListTargets = [](v1::ListTargetsResponse &response) {
    auto *named = response.add_targets();
    named->set_name("host");
    named->set_summary("this machine");
    named->mutable_target()->set_triple("x86_64-unknown-linux-gnu");
    named->mutable_target()->set_cpu("znver4");
    named->mutable_target()->add_features("+avx2");
    named->mutable_target()->add_legal_ops("torch.aten.gelu");
    for (const char *phase : {"import", "weave"})
      response.add_phases(phase);
    return grpc::Status::OK;
  };
  auto targets = client_->targets();
  ASSERT_TRUE(targets.ok()) << targets.status();
  ASSERT_EQ(targets->size(), 1u);
  EXPECT_EQ((*targets)[0].name, "host");
  EXPECT_EQ((*targets)[0].summary, "this machine");
  EXPECT_EQ((*targets)[0].cpu, "znver4");
  EXPECT_THAT((*targets)[0].features, ElementsAre("+avx2"));
  EXPECT_THAT((*targets)[0].legalOps, ElementsAre("torch.aten.gelu"));
  auto phases = client_->phases();
  ASSERT_TRUE(phases.ok()) << phases.status();
  EXPECT_THAT(*phases, ElementsAre("import", "weave"));
}

TEST_F(ClientTest, StatisticsAndDrainReachTheService) {
  service_.onStatistics = [](v1::GetStatisticsResponse &response) {
    response.set_version("1.2");
    response.set_requests(7);
    return grpc::Status::OK;
  };
  auto statistics = client_->statistics();
  ASSERT_TRUE(statistics.ok()) << statistics.status();
  EXPECT_THAT(*statistics,
              ::testing::IsSupersetOf(
                  {std::pair<std::string, std::string>("version", "1.2"),
                   std::pair<std::string, std::string>("requests", "7")}));
  bool isDrained = false;
  service_.onDrain = [&] {
    isDrained = true;
    return grpc::Status::OK;
  };
  EXPECT_TRUE(client_->drain().ok());
  EXPECT_TRUE(isDrained);
}

TEST_F(ClientTest, QuestionsKeepTheStatusOfTheService) {
  const grpc::Status kDenied(grpc::StatusCode::PERMISSION_DENIED, "not you");
  service_.onListTargets = [&](v1::ListTargetsResponse &) { return kDenied; };
  service_.onStatistics = [&](v1::GetStatisticsResponse &) { return kDenied; };
  service_.onDrain = [&] { return kDenied; };
  const absl::Status expected = absl::PermissionDeniedError("not you");
  EXPECT_EQ(client_->targets().status(), expected);
  EXPECT_EQ(client_->phases().status(), expected);
  EXPECT_EQ(client_->statistics().status(), expected);
  EXPECT_EQ(client_->drain(), expected);
}

TEST_F(ClientTest, FetchKeepsTheStatusOfTheService) {
  std::string name = service_.put(largeBytes('b'));
  service_.beforeRead = [](grpc::ServerContext &) -> grpc::Status {
    return {grpc::StatusCode::UNAVAILABLE, "draining"};
  };
  EXPECT_EQ(client_->fetch(name).status(), absl::UnavailableError("draining"));
}

TEST_F(ClientTest, BlobsOfAnyLengthAreFetched) {
  for (size_t size : {0, 1, 299999, 300000, 300001, 3000000}) {
    std::string bytes(size, 'b');
    auto fetched = client_->fetch(service_.put(bytes));
    ASSERT_TRUE(fetched.ok()) << size << ": " << fetched.status();
    EXPECT_EQ(*fetched, bytes) << size;
  }
}

TEST_F(ClientTest, BlobsLongerThanTheirDigestAreDataLossWhereverTheyExceedIt) {
  // Within the first message, at its end, and in a later one.
  for (size_t size : {1, 299999, 300000, 700000}) {
    std::string bytes(size, 'b');
    std::string name = Digest::of(bytes).toString();
    for (size_t more : {1, 300000, 2000000}) {
      service_.putAs(name, bytes + std::string(more, 'm'));
      absl::Status status = client_->fetch(name).status();
      EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss)
          << size << "+" << more << ": " << status;
    }
  }
}

TEST_F(ClientTest, BatchesThatBreakTheProtocolAreDataLoss) {
  std::vector<std::string> names = {service_.put("one"), service_.put("two")};
  service_.afterBatch = [](fakes::reapi::BatchReadBlobsResponse &response) {
    response.mutable_responses()->RemoveLast();
    return grpc::Status::OK;
  };
  EXPECT_EQ(client_->fetchAll(names).status().code(),
            absl::StatusCode::kDataLoss);
  service_.afterBatch = [](fakes::reapi::BatchReadBlobsResponse &response) {
    response.mutable_responses()->SwapElements(0, 1);
    return grpc::Status::OK;
  };
  EXPECT_EQ(client_->fetchAll(names).status().code(),
            absl::StatusCode::kDataLoss);
  service_.afterBatch = [](fakes::reapi::BatchReadBlobsResponse &) {
    return grpc::Status(grpc::StatusCode::UNAVAILABLE, "draining");
  };
  EXPECT_EQ(client_->fetchAll(names).status(),
            absl::UnavailableError("draining"));
}

TEST_F(ClientTest, BatchesNameTheBlobThatIsAbsentOrDamaged) {
  std::string there = service_.put("there");
  std::string absent = Digest::of("absent").toString();
  absl::Status status = client_->fetchAll({there, absent}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(status.message()), HasSubstr(absent));
  service_.putAs(absent, "absenT");
  status = client_->fetchAll({there, absent}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss);
  EXPECT_THAT(std::string(status.message()), HasSubstr(absent));
  EXPECT_EQ(client_->fetchAll({there, "x"}).status().code(),
            absl::StatusCode::kInvalidArgument);
}

TEST_F(ClientTest, NoBlobsNeedNoBatch) {
  auto none = client_->fetchAll({});
  ASSERT_TRUE(none.ok());
  EXPECT_TRUE(none->empty());
  std::string empty = service_.put(""), name = service_.put("x");
  EXPECT_EQ(service_.batches(), 0);
  auto repeated = client_->fetchAll({name, empty, name});
  ASSERT_TRUE(repeated.ok()) << repeated.status();
  EXPECT_THAT(*repeated, ElementsAre("x", "", "x"));
}

TEST_F(ClientTest, UploadsOfAnyLengthArrive) {
  for (size_t size : {1, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, 5 << 20}) {
    std::string bytes(size, 'u');
    auto name = client_->upload(bytes);
    ASSERT_TRUE(name.ok()) << size << ": " << name.status();
    EXPECT_EQ(*client_->fetch(*name), bytes) << size;
  }
}

TEST_F(ClientTest, ExplanationsNameBothAndWhatDiffers) {
  const std::string entry = Digest::of("e").toString(),
                    base = Digest::of("b").toString();
  v1::ExplainRequest asked;
  service_.onExplain = [&](const v1::ExplainRequest &request,
                           v1::ExplainResponse &response) {
    asked = request;
    *response.mutable_entry() = request.entry();
    *response.mutable_base() = Digest::of("b").toProto();
    response.set_left_out(3);
    v1::KeyDifference &changed = *response.add_differences();
    changed.add_path("options");
    changed.add_path("emit");
    changed.set_before("");
    changed.set_after("MLIR");
    v1::KeyDifference &gone = *response.add_differences();
    gone.set_before("x");
    gone.set_note("built");
    return grpc::Status::OK;
  };
  auto explained = client_->explain(entry, "");
  ASSERT_TRUE(explained.ok()) << explained.status();
  EXPECT_FALSE(asked.has_base());
  EXPECT_EQ(explained->entry, entry);
  EXPECT_EQ(explained->base, base);
  EXPECT_EQ(explained->leftOut, 3u);
  ASSERT_EQ(explained->differences.size(), 2u);
  EXPECT_THAT(explained->differences[0].path, ElementsAre("options", "emit"));
  EXPECT_EQ(explained->differences[0].before, "") << "empty and not absent";
  EXPECT_EQ(explained->differences[0].after, "MLIR");
  EXPECT_EQ(explained->differences[1].after, std::nullopt);
  EXPECT_EQ(explained->differences[1].note, "built");
  ASSERT_TRUE(client_->explain(entry, base).ok());
  EXPECT_EQ(asked.base().hash(), Digest::of("b").hex());
  EXPECT_TRUE(absl::IsInvalidArgument(client_->explain("x", "").status()));
  EXPECT_TRUE(absl::IsInvalidArgument(client_->explain(entry, "x").status()));
  service_.onExplain = [](const v1::ExplainRequest &, v1::ExplainResponse &) {
    return grpc::Status(grpc::StatusCode::NOT_FOUND, "nothing is known");
  };
  EXPECT_EQ(client_->explain(entry, "").status(),
            absl::NotFoundError("nothing is known"));
}

TEST_F(ClientTest, OneClientServesManyThreads) {
  std::string large = largeBytes('l');
  std::string name = service_.put(large), small = service_.put("small");
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      for (int k = 0; k < 5; ++k) {
        auto fetched = client_->fetchAll({name, small});
        ASSERT_TRUE(fetched.ok()) << fetched.status();
        EXPECT_THAT(*fetched, ElementsAre(large, "small"));
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}

} // namespace
} // namespace ingot::client
