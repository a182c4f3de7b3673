//===- BlobTransfer.cpp - blobs to and from a daemon ----------------------===//
//
// A download is bound by copying and hashing, not by the network: one byte is
// copied once, from gRPC's slices to its place in the result, and hashing runs
// on the caller's thread beside gRPC's. That needs the serialized messages, so
// `Download` uses the generic stub and reads ReadResponse by hand. Small blobs
// are read in batches, because a call costs more than they do.
//
//===----------------------------------------------------------------------===//

#include "client/lib/BlobTransfer.h"
#include "client/lib/Call.h"
#include "client/lib/Convert.h"
#include "client/lib/PieceUpload.h"

#include "absl/base/thread_annotations.h"
#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/wire_format_lite.h>
#include <grpcpp/impl/codegen/proto_buffer_reader.h>

#include <algorithm>
#include <sys/mman.h>

namespace ingot::client {
namespace {

namespace reapi = build::bazel::remote::execution::v2;

/// A digest that claims more than a machine's memory is wrong.
constexpr int64_t kMaxBlobBytes = int64_t(1) << 39;
/// Data of one message of an upload.
constexpr size_t kChunkBytes = 1 << 20;
/// Data of one batch; messages are limited to 4 MiB.
constexpr int64_t kMaxBatchBytes = 3 << 20;
/// A larger blob gets a call of its own.
constexpr int64_t kMaxBatchedBlobBytes = 512 << 10;

absl::Status digestMismatch(const Digest &digest) {
  return absl::DataLossError(
      absl::StrCat("blob ", digest.toString(), " came with other bytes"));
}

/// Asks for pages of 2 MiB. Fresh memory costs a page fault per 4 KiB
/// otherwise, a fifth of the time of a large download.
void useHugePages(std::string &buffer) {
  constexpr uintptr_t kHugePage = 2 << 20;
  uintptr_t begin = reinterpret_cast<uintptr_t>(buffer.data());
  uintptr_t end = (begin + buffer.capacity()) & ~(kHugePage - 1);
  begin = (begin + kHugePage - 1) & ~(kHugePage - 1);
  if (begin < end)
    madvise(reinterpret_cast<void *>(begin), end - begin, MADV_HUGEPAGE);
}

/// Receives one blob: gRPC's thread appends bytes while the caller's thread
/// hashes those that have come.
class Download final
    : public grpc::ClientBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer> {
public:
  /// Throws std::bad_alloc when there is no room for the blob.
  Download(grpc::GenericStub &stub, Call &call, const Digest &digest)
      : digest_(digest), context_(call.context) {
    // The caller's thread reads while gRPC's appends: bytes must not move.
    bytes_.reserve(static_cast<size_t>(digest.size));
    useHugePages(bytes_);
    google::bytestream::ReadRequest request;
    request.set_resource_name("blobs/" + digest.toString());
    bool ownsBuffer;
    grpc::SerializationTraits<google::bytestream::ReadRequest>::Serialize(
        request, &request_, &ownsBuffer);
    stub.PrepareBidiStreamingCall(
        &context_, "/google.bytestream.ByteStream/Read", {}, this);
    // The order matters: StartCall() starts what was posted before it.
    StartWriteLast(&request_, {});
    StartRead(&piece_);
    StartCall();
  }

  /// Waits for the end. DATA_LOSS for bytes that are not the digest's.
  absl::StatusOr<std::string> finish() {
    Hasher hasher;
    size_t hashed = 0;
    const char *data = bytes_.data(); // Does not move: it was reserved.
    bool isOver = false;
    while (!isOver) {
      size_t received;
      {
        auto isReady = [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
          return isOver_ || received_ > hashed;
        };
        absl::MutexLock lock(&mutex_, absl::Condition(&isReady));
        received = received_;
        isOver = isOver_ && received == hashed;
      }
      hasher.update({data + hashed, received - hashed});
      hashed = received;
    }
    if (isTooLong_)
      return digestMismatch(digest_);
    if (!status_.ok())
      return toFailure(status_).status;
    if (hasher.finish() != digest_)
      return digestMismatch(digest_);
    return std::move(bytes_);
  }

private:
  void OnReadDone(bool ok) override {
    if (!ok)
      return;
    if (!append()) {
      // finish() must say DATA_LOSS, not the CANCELLED that follows here.
      isTooLong_ = true;
      context_.TryCancel();
    }
    {
      absl::MutexLock lock(&mutex_);
      received_ = bytes_.size();
    }
    StartRead(&piece_);
  }

  /// Appends the data of one ReadResponse; false when the blob gets longer than
  /// its digest says. A malformed message is left to the digest to detect.
  bool append() {
    using google::protobuf::internal::WireFormatLite;
    grpc::ProtoBufferReader reader(&piece_);
    google::protobuf::io::CodedInputStream input(&reader);
    while (uint32_t tag = input.ReadTag()) {
      constexpr int kData = google::bytestream::ReadResponse::kDataFieldNumber;
      uint32_t left;
      if (WireFormatLite::GetTagFieldNumber(tag) != kData) {
        if (!WireFormatLite::SkipField(&input, tag))
          return true;
        continue;
      }
      if (!input.ReadVarint32(&left))
        return true;
      if (static_cast<int64_t>(bytes_.size() + left) > digest_.size)
        return false;
      const void *part;
      int size;
      for (; left > 0 && input.GetDirectBufferPointer(&part, &size);
           left -= static_cast<uint32_t>(size)) {
        size = std::min(size, static_cast<int>(left));
        bytes_.append(static_cast<const char *>(part),
                      static_cast<size_t>(size));
        input.Skip(size);
      }
    }
    return true;
  }

  void OnDone(const grpc::Status &status) override {
    absl::MutexLock lock(&mutex_);
    status_ = status;
    isOver_ = true;
  }

  const Digest digest_;
  grpc::ClientContext &context_;
  grpc::ByteBuffer request_, piece_;
  std::string bytes_;      ///< Written by gRPC's thread until isOver_.
  bool isTooLong_ = false; ///< Likewise.
  absl::Mutex mutex_;
  size_t received_ ABSL_GUARDED_BY(mutex_) = 0;
  bool isOver_ ABSL_GUARDED_BY(mutex_) = false;
  grpc::Status status_; ///< Fixed once isOver_.
};

} // namespace

BlobTransfer::BlobTransfer(const std::shared_ptr<grpc::Channel> &channel,
                           bool inPieces)
    : inPieces_(inPieces), generic_(channel),
      byteStream_(google::bytestream::ByteStream::NewStub(channel)),
      cas_(reapi::ContentAddressableStorage::NewStub(channel)),
      capabilities_(reapi::Capabilities::NewStub(channel)) {}

absl::StatusOr<std::string> BlobTransfer::read(const Digest &digest,
                                               const CallOptions &options) {
  absl::Status tooLarge = absl::ResourceExhaustedError(
      absl::StrCat("blob ", digest.toString(), " does not fit into memory"));
  if (digest.size > kMaxBlobBytes)
    return tooLarge;
  try {
    Call call(options);
    Download download(generic_, call, digest);
    return download.finish();
  } catch (const std::bad_alloc &) {
    return tooLarge;
  }
}

/// Small blobs to ask for together.
struct BlobTransfer::Batch {
  std::vector<std::pair<size_t, Digest>> blobs; ///< Place in the answer.
  int64_t bytes = 0;
};

absl::Status BlobTransfer::readBatch(Batch &batch,
                                     std::vector<std::string> &blobs,
                                     const CallOptions &options) {
  if (batch.blobs.empty())
    return absl::OkStatus();
  reapi::BatchReadBlobsRequest request;
  for (const auto &[index, digest] : batch.blobs) {
    reapi::Digest *asked = request.add_digests();
    asked->set_hash(digest.hex());
    asked->set_size_bytes(digest.size);
  }
  Call call(options);
  reapi::BatchReadBlobsResponse response;
  grpc::Status status = cas_->BatchReadBlobs(&call.context, request, &response);
  if (!status.ok())
    return toFailure(status).status;
  // Answers are taken by their place, so none may be left out. An answer in
  // another place fails by its digest.
  if (response.responses_size() != request.digests_size())
    return absl::DataLossError("the service left blobs out of its answer");
  for (int i = 0; i < response.responses_size(); ++i) {
    const auto &[index, digest] = batch.blobs[static_cast<size_t>(i)];
    auto &one = *response.mutable_responses(i);
    if (one.status().code() != 0)
      return absl::Status(static_cast<absl::StatusCode>(one.status().code()),
                          absl::StrCat("blob ", digest.toString(), ": ",
                                       one.status().message()));
    if (Digest::of(one.data()) != digest)
      return digestMismatch(digest);
    blobs[index] = std::move(*one.mutable_data());
  }
  batch = {};
  return absl::OkStatus();
}

absl::StatusOr<std::vector<std::string>>
BlobTransfer::readAll(const std::vector<Digest> &digests,
                      const CallOptions &options) {
  std::vector<std::string> blobs(digests.size());
  Batch batch;
  for (size_t i = 0; i < digests.size(); ++i) {
    if (digests[i].size > kMaxBatchedBlobBytes) {
      absl::StatusOr<std::string> bytes = read(digests[i], options);
      if (!bytes.ok())
        return bytes.status();
      blobs[i] = *std::move(bytes);
      continue;
    }
    if (batch.bytes + digests[i].size > kMaxBatchBytes)
      if (absl::Status status = readBatch(batch, blobs, options); !status.ok())
        return status;
    batch.blobs.emplace_back(i, digests[i]);
    batch.bytes += digests[i].size;
  }
  if (absl::Status status = readBatch(batch, blobs, options); !status.ok())
    return status;
  return blobs;
}

/// Most blobs are there already, so a question of 100 bytes saves an upload.
absl::StatusOr<std::set<std::string>>
BlobTransfer::findMissing(const std::vector<Source> &blobs,
                          const CallOptions &options) {
  reapi::FindMissingBlobsRequest request;
  for (const Source &blob : blobs) {
    reapi::Digest *asked = request.add_blob_digests();
    asked->set_hash(blob.digest.hex());
    asked->set_size_bytes(blob.digest.size);
  }
  Call call(options);
  reapi::FindMissingBlobsResponse response;
  grpc::Status status =
      cas_->FindMissingBlobs(&call.context, request, &response);
  if (!status.ok())
    return toFailure(status).status;
  std::set<std::string> missing;
  for (const reapi::Digest &digest : response.missing_blob_digests())
    missing.insert(absl::StrCat(digest.hash(), "/", digest.size_bytes()));
  return missing;
}

absl::Status BlobTransfer::write(std::string_view bytes, const Digest &digest,
                                 const CallOptions &options,
                                 const OnSent &onSent) {
  Call call(options);
  google::bytestream::WriteResponse response;
  auto writer = byteStream_->Write(&call.context, &response);
  google::bytestream::WriteRequest piece;
  // Only the first message names the resource.
  piece.set_resource_name("uploads/ingot/blobs/" + digest.toString());
  size_t at = 0;
  do {
    piece.set_write_offset(static_cast<int64_t>(at));
    piece.set_data(std::string(bytes.substr(at, kChunkBytes)));
    at += piece.data().size();
    piece.set_finish_write(at == bytes.size());
    if (!writer->Write(piece))
      break; // Finish() says why.
    onSent(piece.data().size());
    if (options.release)
      options.release(bytes.substr(at - piece.data().size(), kChunkBytes));
    piece.clear_resource_name();
  } while (at < bytes.size());
  writer->WritesDone();
  return toFailure(writer->Finish()).status;
}

absl::Status BlobTransfer::uploadMissing(const std::vector<Source> &blobs,
                                         const CallOptions &options) {
  absl::StatusOr<std::set<std::string>> missing = findMissing(blobs, options);
  if (!missing.ok())
    return missing.status();
  std::vector<const Source *> wanted;
  uint64_t done = 0, total = 0;
  for (const Source &blob : blobs)
    // Erased, so that equal files go once.
    if (missing->erase(blob.digest.toString()) > 0) {
      wanted.push_back(&blob);
      total += blob.bytes.size();
    }
  for (const Source *blob : wanted) {
    const uint64_t before = done;
    auto onSent = [&](uint64_t sent) {
      done += sent;
      if (options.onUpload)
        options.onUpload(done, total);
    };
    absl::Status status = absl::UnimplementedError("not in pieces");
    if (inPieces_ && blob->bytes.size() >= kMinBytesForPieces &&
        putsTogether(options))
      status = uploadPieces(*cas_, blob->bytes, blob->digest, options, onSent);
    if (absl::IsUnimplemented(status) || absl::IsNotFound(status)) {
      done = before; // It begins anew.
      status = write(blob->bytes, blob->digest, options, onSent);
    }
    if (!status.ok())
      return status;
  }
  return absl::OkStatus();
}

bool BlobTransfer::putsTogether(const CallOptions &options) {
  if (pieces_ == Pieces::Unknown) {
    Call call(options);
    reapi::ServerCapabilities response;
    grpc::Status status =
        capabilities_->GetCapabilities(&call.context, {}, &response);
    if (status.ok() || status.error_code() == grpc::StatusCode::UNIMPLEMENTED)
      pieces_ = response.cache_capabilities().splice_blob_support()
                    ? Pieces::Taken
                    : Pieces::NotTaken;
  }
  return pieces_ == Pieces::Taken;
}

} // namespace ingot::client
