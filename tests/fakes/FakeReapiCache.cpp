//===- FakeReapiCache.cpp - a cache that speaks REAPI ---------------------===//
//
// It holds its clients to the protocol: a result names blobs that are there, a
// blob is what its digest says, an upload has the offsets and the end that it
// should have. Reading checks nothing: a bad disk is what tests want.
//
//===----------------------------------------------------------------------===//

#include "tests/fakes/FakeReapiCache.h"

#include <zstd.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <iterator>
#include <optional>
#include <regex>
#include <unistd.h>

namespace ingot::fakes {
namespace {

namespace fs = std::filesystem;

std::optional<std::string> readFile(const fs::path &path) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return std::nullopt;
  return std::string{std::istreambuf_iterator<char>(file), {}};
}

/// Whole or not at all: other calls read meanwhile.
void writeFile(const fs::path &path, const std::string &bytes) {
  static std::atomic<int> number{0};
  const fs::path part = path.string() + ".part" + std::to_string(++number);
  std::ofstream(part, std::ios::binary) << bytes;
  fs::rename(part, path);
}

bool isBlob(const reapi::Digest &digest, const std::string &bytes) {
  const Digest found = Digest::of(bytes);
  return found.hex() == digest.hash() && found.size == digest.size_bytes();
}

/// [INSTANCE/][uploads/UUID/](blobs|compressed-blobs/zstd)/HASH/SIZE
struct Resource {
  std::string instance, hash;
  int64_t size = 0;
  bool isUpload = false, isZstd = false;
};

std::optional<Resource> parse(const std::string &name) {
  static const std::regex form(
      "(?:(.+?)/)?\?(uploads/"
      "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{"
      "3}-[0-9a-f]{12}/)?(blobs|compressed-blobs/zstd)/([0-9a-f]{64})/"
      "([0-9]+)");
  std::smatch parts;
  if (!std::regex_match(name, parts, form))
    return std::nullopt;
  return Resource{parts[1], parts[4], std::stoll(parts[5]), parts[2].matched,
                  parts[3] != "blobs"};
}

std::string compress(const std::string &bytes) {
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  out.resize(
      ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), 1));
  return out;
}

/// Empty for what is no zstd of so many bytes.
std::string decompress(const std::string &zstd, int64_t size) {
  std::string out(static_cast<size_t>(size), '\0');
  // Of a stream, which may be of unknown size.
  if (ZSTD_decompress(out.data(), out.size(), zstd.data(), zstd.size()) !=
      out.size())
    out.clear();
  return out;
}

} // namespace

FakeReapiCache::FakeReapiCache(
    const std::string &folder, int port,
    std::shared_ptr<grpc::ServerCredentials> credentials, grpc::Service *beside)
    : folder_(folder) {
  fs::create_directories(folder_ / "cas");
  fs::create_directories(folder_ / "ac");
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:" + std::to_string(port), credentials,
                           &port_);
  builder.RegisterService(static_cast<reapi::ActionCache::Service *>(this));
  builder.RegisterService(static_cast<reapi::Capabilities::Service *>(this));
  builder.RegisterService(
      static_cast<reapi::ContentAddressableStorage::Service *>(this));
  builder.RegisterService(
      static_cast<google::bytestream::ByteStream::Service *>(this));
  if (beside)
    builder.RegisterService(beside);
  server_ = builder.BuildAndStart();
}

void FakeReapiCache::stop() {
  if (server_)
    server_->Shutdown(std::chrono::system_clock::now());
  server_.reset();
}

int FakeReapiCache::calls(const std::string &method) {
  std::lock_guard<std::mutex> lock(mutex_);
  return calls_[method];
}

grpc::Status FakeReapiCache::begin(const std::string &method,
                                   grpc::ServerContext *context,
                                   const std::string &name) {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    ++calls_[method];
  }
  if (name != instance)
    return {grpc::StatusCode::INVALID_ARGUMENT, "no such instance"};
  return before ? before(method, *context) : grpc::Status::OK;
}

grpc::Status
FakeReapiCache::GetCapabilities(grpc::ServerContext *context,
                                const reapi::GetCapabilitiesRequest *request,
                                reapi::ServerCapabilities *response) {
  auto *cache = response->mutable_cache_capabilities();
  if (hasSha256)
    cache->add_digest_functions(reapi::DigestFunction::SHA256);
  cache->mutable_action_cache_update_capabilities()->set_update_enabled(
      takesResults);
  cache->set_max_batch_total_size_bytes(maxBatchBytes);
  if (hasZstd)
    cache->add_supported_compressors(reapi::Compressor::ZSTD);
  return begin("GetCapabilities", context, request->instance_name());
}

grpc::Status
FakeReapiCache::GetActionResult(grpc::ServerContext *context,
                                const reapi::GetActionResultRequest *request,
                                reapi::ActionResult *response) {
  if (grpc::Status status =
          begin("GetActionResult", context, request->instance_name());
      !status.ok())
    return status;
  auto kept = readFile(folder_ / "ac" / request->action_digest().hash());
  if (!kept || !response->ParseFromString(*kept))
    return {grpc::StatusCode::NOT_FOUND, "no such result"};
  return grpc::Status::OK;
}

grpc::Status FakeReapiCache::UpdateActionResult(
    grpc::ServerContext *context,
    const reapi::UpdateActionResultRequest *request,
    reapi::ActionResult *response) {
  if (grpc::Status status =
          begin("UpdateActionResult", context, request->instance_name());
      !status.ok())
    return status;
  for (const auto &file : request->action_result().output_files())
    if (file.path().empty() ||
        !fs::exists(folder_ / "cas" / file.digest().hash()))
      return {grpc::StatusCode::FAILED_PRECONDITION,
              "the result names a blob that is not here"};
  writeFile(folder_ / "ac" / request->action_digest().hash(),
            request->action_result().SerializeAsString());
  *response = request->action_result();
  return grpc::Status::OK;
}

grpc::Status
FakeReapiCache::FindMissingBlobs(grpc::ServerContext *context,
                                 const reapi::FindMissingBlobsRequest *request,
                                 reapi::FindMissingBlobsResponse *response) {
  for (const reapi::Digest &digest : request->blob_digests())
    if (!fs::exists(folder_ / "cas" / digest.hash()))
      *response->add_missing_blob_digests() = digest;
  return begin("FindMissingBlobs", context, request->instance_name());
}

grpc::Status
FakeReapiCache::BatchUpdateBlobs(grpc::ServerContext *context,
                                 const reapi::BatchUpdateBlobsRequest *request,
                                 reapi::BatchUpdateBlobsResponse *response) {
  if (grpc::Status status =
          begin("BatchUpdateBlobs", context, request->instance_name());
      !status.ok())
    return status;
  int64_t bytes = 0;
  for (const auto &one : request->requests()) {
    bytes += static_cast<int64_t>(one.data().size());
    auto *answer = response->add_responses();
    *answer->mutable_digest() = one.digest();
    if (isBlob(one.digest(), one.data()))
      writeFile(folder_ / "cas" / one.digest().hash(), one.data());
    else
      answer->mutable_status()->set_code(grpc::StatusCode::INVALID_ARGUMENT);
  }
  return bytes <= maxBatchBytes
             ? grpc::Status::OK
             : grpc::Status(grpc::StatusCode::INVALID_ARGUMENT,
                            "more than a batch may have");
}

grpc::Status
FakeReapiCache::BatchReadBlobs(grpc::ServerContext *context,
                               const reapi::BatchReadBlobsRequest *request,
                               reapi::BatchReadBlobsResponse *response) {
  // The last first: the order means nothing.
  for (int i = request->digests_size(); i-- > 0;) {
    const reapi::Digest &digest = request->digests(i);
    auto *answer = response->add_responses();
    *answer->mutable_digest() = digest;
    if (auto bytes = readFile(folder_ / "cas" / digest.hash()))
      answer->set_data(*std::move(bytes));
    else
      answer->mutable_status()->set_code(grpc::StatusCode::NOT_FOUND);
  }
  return begin("BatchReadBlobs", context, request->instance_name());
}

grpc::Status FakeReapiCache::Read(
    grpc::ServerContext *context,
    const google::bytestream::ReadRequest *request,
    grpc::ServerWriter<google::bytestream::ReadResponse> *writer) {
  auto resource = parse(request->resource_name());
  if (!resource || resource->isUpload)
    return {grpc::StatusCode::INVALID_ARGUMENT, "no name of a blob"};
  if (grpc::Status status = begin("Read", context, resource->instance);
      !status.ok())
    return status;
  auto bytes = readFile(folder_ / "cas" / resource->hash);
  if (!bytes)
    return {grpc::StatusCode::NOT_FOUND, "no such blob"};
  if (resource->isZstd)
    bytes = compress(*bytes);
  constexpr size_t kPiece = 300000; // Odd on purpose.
  for (size_t at = 0; at < bytes->size(); at += kPiece) {
    google::bytestream::ReadResponse piece;
    piece.set_data(bytes->substr(at, kPiece));
    writer->Write(piece);
  }
  return grpc::Status::OK;
}

grpc::Status FakeReapiCache::Write(
    grpc::ServerContext *context,
    grpc::ServerReader<google::bytestream::WriteRequest> *reader,
    google::bytestream::WriteResponse *response) {
  google::bytestream::WriteRequest piece;
  std::string bytes;
  std::optional<Resource> resource;
  while (reader->Read(&piece)) {
    if (!resource)
      resource = parse(piece.resource_name());
    if (!resource || !resource->isUpload ||
        piece.write_offset() != static_cast<int64_t>(bytes.size()))
      return {grpc::StatusCode::INVALID_ARGUMENT, "a wrong name or offset"};
    bytes += piece.data();
  }
  if (!resource || !piece.finish_write())
    return {grpc::StatusCode::INVALID_ARGUMENT, "no end"};
  if (grpc::Status status = begin("Write", context, resource->instance);
      !status.ok())
    return status;
  response->set_committed_size(static_cast<int64_t>(bytes.size()));
  if (resource->isZstd)
    bytes = decompress(bytes, resource->size);
  reapi::Digest digest;
  digest.set_hash(resource->hash);
  digest.set_size_bytes(resource->size);
  if (!isBlob(digest, bytes))
    return {grpc::StatusCode::INVALID_ARGUMENT, "other bytes"};
  writeFile(folder_ / "cas" / resource->hash, bytes);
  return grpc::Status::OK;
}

} // namespace ingot::fakes
