//===- TreeStream.cpp - the directories below one -------------------------===//
//
// Directories are blobs that clients made, so all of them is bounded: their
// bytes and fields, how many there are, and how much one response has. Every
// one is sent once, so no cycle and no doubling makes an answer longer than
// what was stored.
//
//===----------------------------------------------------------------------===//

#include "server/rpc/TreeStream.h"
#include "cache/remote/ActionResult.h"
#include "server/rpc/BoundedMessage.h"
#include "server/rpc/Status.h"

#include "absl/strings/str_cat.h"

#include <limits>

namespace ingot::server {
namespace {

constexpr int64_t kMaxDirectoryBytes = 2 << 20;
constexpr size_t kMaxDirectories = 100000;
/// A response is sent once it has so many.
constexpr size_t kResponseBytes = 1 << 20;
/// Pieces of the budget of downloads that a stream takes: for a response with
/// one more directory, and for the names of all that it has seen.
constexpr int kPieces = 8;

} // namespace

TreeStream::TreeStream(cache::Store &store, SerialExecutors &executors,
                       const reapi::GetTreeRequest &request,
                       grpc::CallbackServerContext &context,
                       Transfers &transfers, const std::string &peer)
    : store_(store), executors_(executors),
      pageSize_(request.page_size() > 0 ? request.page_size()
                                        : std::numeric_limits<int>::max()),
      transfers_(transfers), peer_(peer),
      share_(transfers, peer, [&context] { context.TryCancel(); }) {
  absl::StatusOr<Digest> root = cache::fromReapi(request.root_digest());
  absl::Status status = root.status();
  if (status.ok() && !request.page_token().empty())
    status = absl::InvalidArgumentError(
        "page_token: none was given out; a tree is one stream");
  if (!status.ok()) {
    Finish(toGrpc(status));
    return;
  }
  enqueue(*root);
  share_.await(kPieces, [this] { executors_.post([this] { sendNext(); }); });
}

void TreeStream::enqueue(const Digest &digest) {
  if (seen_.insert(digest).second)
    queue_.push_back(digest);
}

absl::Status TreeStream::addDirectory(reapi::GetTreeResponse &response) {
  const Digest digest = queue_.front();
  queue_.pop_front();
  const bool isRoot = std::exchange(isRoot_, false);
  if (digest == Digest::empty()) {
    response.add_directories();
    return absl::OkStatus();
  }
  if (digest.size > kMaxDirectoryBytes)
    return absl::ResourceExhaustedError(
        absl::StrCat("the directory ", digest.toString(), " has more than ",
                     kMaxDirectoryBytes, " bytes"));
  absl::StatusOr<cache::SharedBytes> bytes = store_.getBlob(digest);
  if (!bytes.ok())
    return bytes.status();
  if (!*bytes)
    return isRoot ? absl::NotFoundError(absl::StrCat(
                        "the root ", digest.toString(), " is not here"))
                  : absl::OkStatus();
  const grpc::Slice slice = toSlice(*bytes, (*bytes)->size());
  reapi::Directory directory;
  if (absl::Status status =
          parseBounded(grpc::ByteBuffer(&slice, 1), directory);
      !status.ok())
    return absl::FailedPreconditionError(
        absl::StrCat(digest.toString(), " is no directory"));
  for (const reapi::DirectoryNode &child : directory.directories())
    if (absl::StatusOr<Digest> below = cache::fromReapi(child.digest());
        below.ok())
      enqueue(*below);
  if (seen_.size() > kMaxDirectories)
    return absl::ResourceExhaustedError(absl::StrCat(
        "the tree has more than ", kMaxDirectories, " directories"));
  response.add_directories()->Swap(&directory);
  return absl::OkStatus();
}

void TreeStream::sendNext() {
  reapi::GetTreeResponse response;
  size_t bytes = 0;
  while (!queue_.empty() && response.directories_size() < pageSize_ &&
         bytes < kResponseBytes) {
    absl::Status status = isCancelled_
                              ? absl::CancelledError("the caller went away")
                              : addDirectory(response);
    if (!status.ok())
      return Finish(toGrpc(status));
    if (response.directories_size() > 0)
      bytes += response.directories().rbegin()->ByteSizeLong();
  }
  message_ = serialize(response);
  share_.beginSend();
  if (queue_.empty())
    StartWriteAndFinish(&message_, grpc::WriteOptions(), grpc::Status::OK);
  else
    StartWrite(&message_);
}

void TreeStream::OnWriteDone(bool ok) {
  share_.endSend();
  // The end was sent with the last response.
  if (queue_.empty())
    return;
  if (!ok)
    return Finish(grpc::Status::CANCELLED);
  executors_.post([this] { sendNext(); });
}

void TreeStream::OnCancel() {
  isCancelled_ = true;
  if (share_.cancel())
    Finish(grpc::Status::CANCELLED);
}

void TreeStream::OnDone() {
  transfers_.endQuery(peer_);
  delete this;
}

} // namespace ingot::server
