//===- FakeReapiCache.h - a cache that speaks REAPI -------------*- C++ -*-===//
//
// ActionCache, ContentAddressableStorage, ByteStream and Capabilities over
// loopback, without any of our server's code, as other projects' caches have
// them. What is kept are files, cas/HASH and ac/HASH of a folder, so that a
// test can look at them, change their bytes or take them away.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_TESTS_FAKES_FAKEREAPICACHE_H
#define INGOT_TESTS_FAKES_FAKEREAPICACHE_H

#include "build/bazel/remote/execution/v2/action_cache.grpc.pb.h"
#include "build/bazel/remote/execution/v2/capabilities.grpc.pb.h"
#include "build/bazel/remote/execution/v2/content_addressable_storage.grpc.pb.h"
#include "cache/key/Digest.h"
#include "google/bytestream/bytestream.grpc.pb.h"

#include <grpcpp/grpcpp.h>

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace ingot::fakes {

namespace reapi = build::bazel::remote::execution::v2;

/// Thread-safe, but for the hooks and settings, which are set before calls
/// come.
class FakeReapiCache final : public reapi::ActionCache::Service,
                             public reapi::Capabilities::Service,
                             public reapi::ContentAddressableStorage::Service,
                             public google::bytestream::ByteStream::Service {
public:
  /// Serves on 127.0.0.1; port 0 is any that is free. `beside` is served too,
  /// and outlives this.
  explicit FakeReapiCache(const std::string &folder, int port = 0,
                          std::shared_ptr<grpc::ServerCredentials> credentials =
                              grpc::InsecureServerCredentials(),
                          grpc::Service *beside = nullptr);
  ~FakeReapiCache() override { stop(); }

  int port() const { return port_; }
  std::string address() const { return "127.0.0.1:" + std::to_string(port_); }
  /// Ends all calls and serves no more.
  void stop();

  /// Runs first in each call, with its name; what is not OK ends the call.
  std::function<grpc::Status(const std::string &, grpc::ServerContext &)>
      before;
  /// What it says that it can do.
  bool takesResults = true, hasZstd = true, hasSha256 = true;
  int64_t maxBatchBytes = 4 << 20;
  /// The only instance that it knows.
  std::string instance;

  /// Calls of a method so far.
  int calls(const std::string &method);
  /// The file of a blob or of a result, whether it is there or not.
  std::filesystem::path blobFile(const Digest &digest) const {
    return folder_ / "cas" / digest.hex();
  }
  std::filesystem::path resultFile(const Digest &key) const {
    return folder_ / "ac" / key.hex();
  }

  grpc::Status GetCapabilities(grpc::ServerContext *context,
                               const reapi::GetCapabilitiesRequest *request,
                               reapi::ServerCapabilities *response) override;
  grpc::Status GetActionResult(grpc::ServerContext *context,
                               const reapi::GetActionResultRequest *request,
                               reapi::ActionResult *response) override;
  grpc::Status
  UpdateActionResult(grpc::ServerContext *context,
                     const reapi::UpdateActionResultRequest *request,
                     reapi::ActionResult *response) override;
  grpc::Status
  FindMissingBlobs(grpc::ServerContext *context,
                   const reapi::FindMissingBlobsRequest *request,
                   reapi::FindMissingBlobsResponse *response) override;
  grpc::Status
  BatchUpdateBlobs(grpc::ServerContext *context,
                   const reapi::BatchUpdateBlobsRequest *request,
                   reapi::BatchUpdateBlobsResponse *response) override;
  grpc::Status BatchReadBlobs(grpc::ServerContext *context,
                              const reapi::BatchReadBlobsRequest *request,
                              reapi::BatchReadBlobsResponse *response) override;
  grpc::Status
  Read(grpc::ServerContext *context,
       const google::bytestream::ReadRequest *request,
       grpc::ServerWriter<google::bytestream::ReadResponse> *writer) override;
  grpc::Status
  Write(grpc::ServerContext *context,
        grpc::ServerReader<google::bytestream::WriteRequest> *reader,
        google::bytestream::WriteResponse *response) override;

private:
  grpc::Status begin(const std::string &method, grpc::ServerContext *context,
                     const std::string &instance);

  const std::filesystem::path folder_;
  std::mutex mutex_;
  std::map<std::string, int> calls_;
  int port_ = 0;
  std::unique_ptr<grpc::Server> server_;
};

} // namespace ingot::fakes

#endif // INGOT_TESTS_FAKES_FAKEREAPICACHE_H
