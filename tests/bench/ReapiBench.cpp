//===- ReapiBench.cpp - what clients of REAPI ask for most ----------------===//
//
// The key of an action is what the daemon makes of a request, so it is made
// here the same way: of what the daemon says of its compiler and its targets.
//
//===----------------------------------------------------------------------===//

#include "tests/bench/ReapiBench.h"

#include "build/bazel/remote/execution/v2/action_cache.grpc.pb.h"
#include "build/bazel/remote/execution/v2/content_addressable_storage.grpc.pb.h"
#include "google/bytestream/bytestream.grpc.pb.h"
#include "ingot/v1/admin.grpc.pb.h"
#include "server/core/Keys.h"

#include "absl/strings/str_cat.h"

#include <functional>

namespace ingot::bench {
namespace {

namespace reapi = build::bazel::remote::execution::v2;

constexpr int kCalls = 500;

void check(const grpc::Status &status, const char *call) {
  if (!status.ok())
    die(absl::StrCat(call, ": ", status.error_message()));
}

reapi::Digest named(const Digest &digest) {
  reapi::Digest made;
  made.set_hash(digest.hex());
  made.set_size_bytes(digest.size);
  return made;
}

/// The median of the repetitions' medians, and the least.
void measure(const std::string &name, int repetitions,
             const std::function<void()> &call) {
  std::vector<double> medians;
  for (int i = 0; i < repetitions; ++i) {
    std::vector<double> times;
    for (int k = 0; k < kCalls; ++k) {
      const auto start = Clock::now();
      call();
      times.push_back(microseconds(Clock::now() - start));
    }
    medians.push_back(percentile(times, .5));
  }
  report(name, medians, "us");
}

std::string randomBytes(size_t size) {
  std::string bytes(size, '\0');
  uint32_t state = 1;
  for (char &byte : bytes)
    byte = static_cast<char>((state = state * 1664525 + 1013904223) >> 24);
  return bytes;
}

void benchBlobs(const Daemon &daemon, int repetitions) {
  auto channel = connect(daemon);
  auto cas = reapi::ContentAddressableStorage::NewStub(channel);
  auto streams = google::bytestream::ByteStream::NewStub(channel);
  const std::string bytes = randomBytes(64 << 10);
  const Digest digest = Digest::of(bytes);
  {
    reapi::BatchUpdateBlobsRequest request;
    *request.add_requests()->mutable_digest() = named(digest);
    request.mutable_requests(0)->set_data(bytes);
    reapi::BatchUpdateBlobsResponse response;
    grpc::ClientContext context;
    check(cas->BatchUpdateBlobs(&context, request, &response), "update");
  }
  reapi::BatchReadBlobsRequest batch;
  *batch.add_digests() = named(digest);
  measure("64 KiB blob, BatchReadBlobs, p50", repetitions, [&] {
    reapi::BatchReadBlobsResponse response;
    grpc::ClientContext context;
    check(cas->BatchReadBlobs(&context, batch, &response), "read");
    if (response.responses(0).data().size() != bytes.size())
      die("read: another size");
  });
  google::bytestream::ReadRequest stream;
  stream.set_resource_name(absl::StrCat("blobs/", digest.toString()));
  measure("64 KiB blob, ByteStream, p50", repetitions, [&] {
    grpc::ClientContext context;
    auto reader = streams->Read(&context, stream);
    for (google::bytestream::ReadResponse part; reader->Read(&part);)
      ;
    check(reader->Finish(), "read");
  });
  reapi::FindMissingBlobsRequest many;
  for (int i = 0; i < 1000; ++i)
    *many.add_blob_digests() = named(Digest::of(absl::StrCat("absent ", i)));
  measure("FindMissingBlobs of 1,000, p50", repetitions, [&] {
    reapi::FindMissingBlobsResponse response;
    grpc::ClientContext context;
    check(cas->FindMissingBlobs(&context, many, &response), "find");
    if (response.missing_blob_digests_size() != 1000)
      die("find: something is there");
  });
}

/// The key under which the daemon keeps the result of a request.
Digest keyOf(const Daemon &daemon, const v1::CompileRequest &request) {
  auto channel = connect(daemon);
  grpc::ClientContext first, second;
  v1::GetStatisticsResponse statistics;
  check(v1::Admin::NewStub(channel)->GetStatistics(&first, {}, &statistics),
        "statistics");
  v1::ListTargetsResponse targets;
  check(v1::Compiler::NewStub(channel)->ListTargets(&second, {}, &targets),
        "targets");
  for (const auto &each : targets.targets())
    if (each.name() == "host")
      return server::Keys(each.target(), request.options(),
                          statistics.compiler_identity())
          .request(Digest::of(request.module().inline_()))
          .digest;
  die("there is no target named host");
}

void benchActions(const Daemon &daemon, int repetitions) {
  auto channel = connect(daemon);
  auto compiler = v1::Compiler::NewStub(channel);
  const auto request = program(1);
  compile(*compiler, request);
  reapi::GetActionResultRequest action;
  *action.mutable_action_digest() = named(keyOf(daemon, request));
  auto get = [&action](reapi::ActionCache::Stub &stub) {
    reapi::ActionResult result;
    grpc::ClientContext context;
    check(stub.GetActionResult(&context, action, &result), "action");
  };
  auto stub = reapi::ActionCache::NewStub(channel);
  measure("GetActionResult, one caller, p50", repetitions, [&] { get(*stub); });
  std::vector<std::unique_ptr<reapi::ActionCache::Stub>> stubs;
  for (int i = 0; i < kChannels; ++i)
    stubs.push_back(reapi::ActionCache::NewStub(connect(daemon)));
  reportRate("GetActionResult, 64 callers", repetitions,
             [&](int caller) { get(*stubs[caller % kChannels]); });
}

} // namespace

void benchReapi(const Daemon &daemon, int repetitions) {
  benchBlobs(daemon, repetitions);
  benchActions(daemon, repetitions);
}

} // namespace ingot::bench
