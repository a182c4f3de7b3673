//===- FakeService.h - a daemon whose answers a test decides ----*- C++ -*-===//

#ifndef INGOT_TESTS_FAKES_FAKESERVICE_H
#define INGOT_TESTS_FAKES_FAKESERVICE_H

#include "build/bazel/remote/execution/v2/capabilities.grpc.pb.h"
#include "build/bazel/remote/execution/v2/content_addressable_storage.grpc.pb.h"
#include "cache/key/Digest.h"
#include "google/bytestream/bytestream.grpc.pb.h"
#include "ingot/v1/admin.grpc.pb.h"
#include "ingot/v1/compiler.grpc.pb.h"

#include <grpc/grpc.h>
#include <grpcpp/grpcpp.h>

#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace ingot::fakes {

namespace reapi = build::bazel::remote::execution::v2;

/// Compiler, Admin, ByteStream and what REAPI has for blobs on a unix socket.
/// Blobs are kept by the name they are asked by, so a test can put wrong bytes
/// there.
class FakeService final : public v1::Compiler::Service,
                          public v1::Admin::Service,
                          public google::bytestream::ByteStream::Service,
                          public reapi::ContentAddressableStorage::Service,
                          public reapi::Capabilities::Service {
public:
  using Stream = grpc::ServerWriter<v1::CompileEvent>;

  explicit FakeService(const std::string &socket) : address_("unix:" + socket) {
    // Never given back: at its end gRPC 1.51 may wait ten seconds for a poller.
    [[maybe_unused]] static const bool isKept = (grpc_init(), true);
    grpc::ServerBuilder builder;
    builder.SetMaxReceiveMessageSize(8 << 20);
    builder.AddListeningPort(address_, grpc::InsecureServerCredentials());
    builder.RegisterService(static_cast<v1::Compiler::Service *>(this));
    builder.RegisterService(static_cast<v1::Admin::Service *>(this));
    builder.RegisterService(
        static_cast<google::bytestream::ByteStream::Service *>(this));
    builder.RegisterService(
        static_cast<reapi::ContentAddressableStorage::Service *>(this));
    builder.RegisterService(static_cast<reapi::Capabilities::Service *>(this));
    server_ = builder.BuildAndStart();
  }
  ~FakeService() override {
    server_->Shutdown(std::chrono::system_clock::now());
  }

  const std::string &address() const { return address_; }

  /// What Compile does; the test's own.
  std::function<grpc::Status(grpc::ServerContext &, const v1::CompileRequest &,
                             Stream &)>
      onCompile;
  std::function<grpc::Status(const v1::CheckRequest &, v1::CheckResponse &)>
      onCheck;
  std::function<grpc::Status(v1::ListTargetsResponse &)> onListTargets;
  std::function<grpc::Status(const v1::ExplainRequest &, v1::ExplainResponse &)>
      onExplain;
  std::function<grpc::Status(v1::GetStatisticsResponse &)> onStatistics;
  std::function<grpc::Status()> onDrain;
  /// Run before a call on blobs; anything but OK ends it.
  std::function<grpc::Status(grpc::ServerContext &)> beforeRead, beforeWrite,
      beforeFindMissing;
  /// Runs after a batch was answered.
  std::function<grpc::Status(reapi::BatchReadBlobsResponse &)> afterBatch;

  std::string put(const std::string &bytes) {
    std::string name = Digest::of(bytes).toString();
    putAs(name, bytes);
    return name;
  }
  void putAs(const std::string &name, const std::string &bytes) {
    std::lock_guard<std::mutex> lock(mutex_);
    blobs_[name] = bytes;
  }
  bool has(const std::string &name) {
    std::lock_guard<std::mutex> lock(mutex_);
    return blobs_.count(name) > 0;
  }

  grpc::Status Compile(grpc::ServerContext *context,
                       const v1::CompileRequest *request,
                       Stream *stream) override {
    return onCompile(*context, *request, *stream);
  }

  grpc::Status Check(grpc::ServerContext *, const v1::CheckRequest *request,
                     v1::CheckResponse *response) override {
    return onCheck(*request, *response);
  }

  grpc::Status ListTargets(grpc::ServerContext *,
                           const v1::ListTargetsRequest *,
                           v1::ListTargetsResponse *response) override {
    return onListTargets(*response);
  }

  grpc::Status Explain(grpc::ServerContext *, const v1::ExplainRequest *request,
                       v1::ExplainResponse *response) override {
    return onExplain(*request, *response);
  }

  grpc::Status GetStatistics(grpc::ServerContext *,
                             const v1::GetStatisticsRequest *,
                             v1::GetStatisticsResponse *response) override {
    return onStatistics(*response);
  }

  grpc::Status Drain(grpc::ServerContext *, const v1::DrainRequest *,
                     v1::DrainResponse *) override {
    return onDrain();
  }

  grpc::Status
  Read(grpc::ServerContext *context,
       const google::bytestream::ReadRequest *request,
       grpc::ServerWriter<google::bytestream::ReadResponse> *writer) override {
    if (beforeRead)
      if (grpc::Status status = beforeRead(*context); !status.ok())
        return status;
    std::string bytes;
    if (!find(request->resource_name().substr(6), bytes)) // "blobs/"
      return {grpc::StatusCode::NOT_FOUND, "no such blob"};
    constexpr size_t kPiece = 300000; // Odd on purpose.
    for (size_t at = 0; at < bytes.size(); at += kPiece) {
      google::bytestream::ReadResponse piece;
      piece.set_data(bytes.substr(at, kPiece));
      writer->Write(piece);
    }
    return grpc::Status::OK;
  }

  grpc::Status
  Write(grpc::ServerContext *context,
        grpc::ServerReader<google::bytestream::WriteRequest> *reader,
        google::bytestream::WriteResponse *response) override {
    if (beforeWrite)
      if (grpc::Status status = beforeWrite(*context); !status.ok())
        return status;
    google::bytestream::WriteRequest piece;
    std::string name, bytes;
    while (reader->Read(&piece)) {
      if (!piece.resource_name().empty())
        name = piece.resource_name();
      if (piece.write_offset() != static_cast<int64_t>(bytes.size()))
        return {grpc::StatusCode::INVALID_ARGUMENT, "wrong offset"};
      bytes += piece.data();
    }
    if (!piece.finish_write())
      return {grpc::StatusCode::INVALID_ARGUMENT, "no finish_write"};
    putAs(name.substr(name.find("blobs/") + 6), bytes);
    response->set_committed_size(static_cast<int64_t>(bytes.size()));
    return grpc::Status::OK;
  }

  grpc::Status
  FindMissingBlobs(grpc::ServerContext *context,
                   const reapi::FindMissingBlobsRequest *request,
                   reapi::FindMissingBlobsResponse *response) override {
    if (beforeFindMissing)
      if (grpc::Status status = beforeFindMissing(*context); !status.ok())
        return status;
    for (const reapi::Digest &digest : request->blob_digests())
      if (!has(nameOf(digest)))
        *response->add_missing_blob_digests() = digest;
    return grpc::Status::OK;
  }

  grpc::Status
  BatchReadBlobs(grpc::ServerContext *,
                 const reapi::BatchReadBlobsRequest *request,
                 reapi::BatchReadBlobsResponse *response) override {
    ++batches_;
    for (const reapi::Digest &digest : request->digests()) {
      auto *answer = response->add_responses();
      *answer->mutable_digest() = digest;
      if (!find(nameOf(digest), *answer->mutable_data()))
        answer->mutable_status()->set_code(grpc::StatusCode::NOT_FOUND);
    }
    return afterBatch ? afterBatch(*response) : grpc::Status::OK;
  }

  grpc::Status
  BatchUpdateBlobs(grpc::ServerContext *context,
                   const reapi::BatchUpdateBlobsRequest *request,
                   reapi::BatchUpdateBlobsResponse *response) override {
    if (beforeUpdate)
      if (grpc::Status status = beforeUpdate(*context); !status.ok())
        return status;
    for (const auto &one : request->requests()) {
      putAs(nameOf(one.digest()), one.data());
      bytesUpdated += one.data().size();
      *response->add_responses()->mutable_digest() = one.digest();
    }
    return grpc::Status::OK;
  }

  grpc::Status SpliceBlob(grpc::ServerContext *,
                          const reapi::SpliceBlobRequest *request,
                          reapi::SpliceBlobResponse *) override {
    if (!canSplice)
      return {grpc::StatusCode::UNIMPLEMENTED, "what is that"};
    if (beforeSplice)
      if (grpc::Status status = beforeSplice(); !status.ok())
        return status;
    std::string whole, piece;
    for (const reapi::Digest &digest : request->chunk_digests()) {
      if (!find(nameOf(digest), piece))
        return {grpc::StatusCode::NOT_FOUND, "no such chunk"};
      whole += piece;
    }
    putAs(nameOf(request->blob_digest()), whole);
    return grpc::Status::OK;
  }

  grpc::Status GetCapabilities(grpc::ServerContext *,
                               const reapi::GetCapabilitiesRequest *,
                               reapi::ServerCapabilities *response) override {
    ++capabilitiesAsked;
    response->mutable_cache_capabilities()->set_splice_blob_support(canSplice);
    return grpc::Status::OK;
  }

  int batches() const { return batches_; }

  std::function<grpc::Status(grpc::ServerContext &)> beforeUpdate;
  std::function<grpc::Status()> beforeSplice;
  std::atomic<int> capabilitiesAsked{0};
  std::atomic<uint64_t> bytesUpdated{0};
  bool canSplice = true;

private:
  static std::string nameOf(const reapi::Digest &digest) {
    return digest.hash() + "/" + std::to_string(digest.size_bytes());
  }
  bool find(const std::string &name, std::string &bytes) {
    std::lock_guard<std::mutex> lock(mutex_);
    auto found = blobs_.find(name);
    if (found == blobs_.end())
      return false;
    bytes = found->second;
    return true;
  }

  const std::string address_;
  std::mutex mutex_;
  std::map<std::string, std::string> blobs_; ///< By HASH/SIZE.
  std::atomic<int> batches_{0};
  std::unique_ptr<grpc::Server> server_;
};

} // namespace ingot::fakes

#endif // INGOT_TESTS_FAKES_FAKESERVICE_H
