//===- Client.cpp - a compile service, from a program's side --------------===//

#include "client/lib/Client.h"
#include "cache/key/Digest.h"
#include "client/lib/Convert.h"

#include "build/bazel/remote/execution/v2/content_addressable_storage.grpc.pb.h"
#include "google/bytestream/bytestream.grpc.pb.h"
#include "ingot/v1/admin.grpc.pb.h"
#include "ingot/v1/compiler.grpc.pb.h"

#include "absl/strings/str_cat.h"

#include <grpcpp/grpcpp.h>

#include <condition_variable>
#include <mutex>

#include <thread>

namespace ingot::client {
namespace {

namespace reapi = build::bazel::remote::execution::v2;

/// What travels inside a request; more is uploaded first.
constexpr size_t kInlineLimit = 1 << 20;
constexpr size_t kPiece = 1 << 20;
constexpr int64_t kBatchLimit = 3 << 20;
constexpr int64_t kBatchedBlob = 512 << 10;

/// Ends a call when the caller gives up: gRPC has no flag to look at.
class CancelWatch {
public:
  CancelWatch(const std::atomic<bool> *cancelled,
              grpc::ClientContext &context) {
    if (cancelled)
      thread_ = std::thread([this, cancelled, &context] {
        std::unique_lock<std::mutex> lock(mutex_);
        while (!over_.wait_for(lock, std::chrono::milliseconds(20),
                               [this] { return done_; }))
          if (*cancelled)
            context.TryCancel();
      });
  }
  ~CancelWatch() {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      done_ = true;
    }
    over_.notify_all();
    if (thread_.joinable())
      thread_.join();
  }

private:
  std::mutex mutex_;
  std::condition_variable over_;
  bool done_ = false;
  std::thread thread_;
};

void setDeadline(grpc::ClientContext &context, absl::Time deadline) {
  if (deadline != absl::InfiniteFuture())
    context.set_deadline(absl::ToChronoTime(deadline));
}

} // namespace

struct Client::State {
  std::shared_ptr<grpc::Channel> channel;
  std::unique_ptr<v1::Compiler::Stub> compiler;
  std::unique_ptr<v1::Admin::Stub> admin;
  std::unique_ptr<google::bytestream::ByteStream::Stub> byteStream;
  std::unique_ptr<reapi::ContentAddressableStorage::Stub> cas;

  absl::StatusOr<v1::Result> run(const v1::CompileRequest &request,
                                 const CompileOptions &options,
                                 const Progress &progress, Failure &failure);
  absl::Status write(std::string_view bytes, const Digest &digest);
  absl::StatusOr<std::string> read(const Digest &digest);
};

Client::Client(std::unique_ptr<State> state) : state_(std::move(state)) {}
Client::~Client() = default;

absl::StatusOr<std::unique_ptr<Client>>
Client::connect(const std::string &address, absl::Duration patience) {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(8 << 20);
  arguments.SetInt(GRPC_ARG_MAX_METADATA_SIZE, 64 << 10);
  auto state = std::make_unique<State>();
  state->channel = grpc::CreateCustomChannel(
      address, grpc::InsecureChannelCredentials(), arguments);
  if (!state->channel->WaitForConnected(
          absl::ToChronoTime(absl::Now() + patience)))
    return absl::UnavailableError(absl::StrCat(
        "no daemon answers at ", address, "; start one by `ingotd --listen ",
        address, "` or leave out --server to use a private one"));
  state->compiler = v1::Compiler::NewStub(state->channel);
  state->admin = v1::Admin::NewStub(state->channel);
  state->byteStream = google::bytestream::ByteStream::NewStub(state->channel);
  state->cas = reapi::ContentAddressableStorage::NewStub(state->channel);
  return std::unique_ptr<Client>(new Client(std::move(state)));
}

absl::StatusOr<v1::Result> Client::State::run(const v1::CompileRequest &request,
                                              const CompileOptions &options,
                                              const Progress &progress,
                                              Failure &failure) {
  grpc::ClientContext context;
  setDeadline(context, options.deadline);
  auto reader = compiler->Compile(&context, request);
  CancelWatch watch(options.cancelled, context);
  v1::CompileEvent event;
  v1::Result result;
  std::vector<Diagnostic> seen;
  while (reader->Read(&event)) {
    switch (event.event_case()) {
    case v1::CompileEvent::kQueued:
      if (progress.onQueued)
        progress.onQueued(event.queued().job());
      break;
    case v1::CompileEvent::kPhase:
      if (progress.onPhase)
        progress.onPhase(event.phase().name(), event.phase().done(),
                         event.phase().total());
      break;
    case v1::CompileEvent::kDiagnostic:
      seen.push_back(fromProto(event.diagnostic()));
      if (progress.onDiagnostic)
        progress.onDiagnostic(seen.back());
      break;
    case v1::CompileEvent::kResult:
      result.Swap(event.mutable_result());
      break;
    case v1::CompileEvent::EVENT_NOT_SET:
      break;
    }
  }
  grpc::Status status = reader->Finish();
  if (status.ok())
    return result;
  failure = failureOf(status);
  // Trailers hold a few; the stream had all.
  if (seen.size() > failure.diagnostics.size()) {
    failure.diagnostics = std::move(seen);
    failure.truncated = false;
  }
  return failure.status;
}

absl::StatusOr<CompileResult> Client::compile(std::string_view module,
                                              const CompileOptions &options,
                                              const Progress &progress,
                                              Failure *failure) {
  v1::CompileRequest request;
  if (absl::Status status = fillRequest(options, request); !status.ok())
    return status;
  request.set_max_inline_bytes(kInlineLimit);
  bool isInline = module.size() <= kInlineLimit;
  if (isInline)
    request.mutable_module()->set_inline_(std::string(module));
  else
    *request.mutable_module()->mutable_digest() = Digest::of(module).toProto();

  Failure ignored;
  Failure &why = failure ? *failure : ignored;
  absl::StatusOr<v1::Result> answer =
      state_->run(request, options, progress, why);
  if (!isInline && answer.status().code() == absl::StatusCode::kNotFound) {
    // A hit needs the name only; the bytes go when they are missed.
    if (absl::Status status = upload(module).status(); !status.ok())
      return status;
    answer = state_->run(request, options, progress, why);
  }
  if (!answer.ok())
    return answer.status();
  CompileResult result = fromProto(*answer);
  absl::StatusOr<Digest> digest = Digest::fromProto(answer->artifact());
  if (!digest.ok())
    return digest.status();
  result.artifact = std::move(*answer->mutable_inline_artifact());
  if (static_cast<int64_t>(result.artifact.size()) != digest->size) {
    absl::StatusOr<std::string> bytes = state_->read(*digest);
    if (!bytes.ok())
      return bytes.status();
    result.artifact = *std::move(bytes);
  } else if (Digest::of(result.artifact) != *digest) {
    return absl::DataLossError("the artifact is not what its digest says");
  }
  return result;
}

absl::StatusOr<std::vector<Diagnostic>> Client::check(std::string_view module,
                                                      const Target &target) {
  v1::CheckRequest request;
  if (module.size() <= kInlineLimit) {
    request.mutable_module()->set_inline_(std::string(module));
  } else {
    if (absl::Status status = upload(module).status(); !status.ok())
      return status;
    *request.mutable_module()->mutable_digest() = Digest::of(module).toProto();
  }
  if (target.triple.empty())
    request.set_target_name(target.name);
  else
    *request.mutable_target() = toProto(target);
  grpc::ClientContext context;
  v1::CheckResponse response;
  grpc::Status status = state_->compiler->Check(&context, request, &response);
  if (!status.ok())
    return failureOf(status).status;
  std::vector<Diagnostic> diagnostics;
  for (const v1::Diagnostic &diagnostic : response.diagnostics())
    diagnostics.push_back(fromProto(diagnostic));
  return diagnostics;
}

absl::StatusOr<std::vector<Target>> Client::targets() {
  grpc::ClientContext context;
  v1::ListTargetsResponse response;
  grpc::Status status = state_->compiler->ListTargets(&context, {}, &response);
  if (!status.ok())
    return failureOf(status).status;
  std::vector<Target> targets;
  for (const auto &named : response.targets()) {
    Target target = fromProto(named.target());
    target.name = named.name();
    target.summary = named.summary();
    targets.push_back(std::move(target));
  }
  return targets;
}

absl::StatusOr<std::vector<std::pair<std::string, std::string>>>
Client::statistics() {
  grpc::ClientContext context;
  v1::GetStatisticsResponse response;
  grpc::Status status = state_->admin->GetStatistics(&context, {}, &response);
  if (!status.ok())
    return failureOf(status).status;
  return namedValues(response);
}

absl::Status Client::drain() {
  grpc::ClientContext context;
  v1::DrainResponse response;
  return failureOf(state_->admin->Drain(&context, {}, &response)).status;
}

absl::StatusOr<std::string> Client::State::read(const Digest &digest) {
  google::bytestream::ReadRequest request;
  request.set_resource_name("blobs/" + digest.toString());
  grpc::ClientContext context;
  auto reader = byteStream->Read(&context, request);
  std::string bytes;
  google::bytestream::ReadResponse piece;
  Hasher hasher;
  while (reader->Read(&piece)) {
    if (static_cast<int64_t>(bytes.size() + piece.data().size()) > digest.size)
      context.TryCancel();
    hasher.update(piece.data());
    bytes.append(piece.data());
  }
  grpc::Status status = reader->Finish();
  if (!status.ok())
    return failureOf(status).status;
  if (hasher.finish() != digest)
    return absl::DataLossError(
        absl::StrCat("blob ", digest.toString(), " came with other bytes"));
  return bytes;
}

absl::StatusOr<std::string> Client::fetch(const std::string &digest) {
  absl::StatusOr<Digest> parsed = Digest::parse(digest);
  if (!parsed.ok())
    return parsed.status();
  return state_->read(*parsed);
}

absl::StatusOr<std::vector<std::string>>
Client::fetchAll(const std::vector<std::string> &digests) {
  std::vector<std::string> blobs(digests.size());
  std::vector<std::pair<size_t, Digest>> batch;
  int64_t batched = 0;
  auto flush = [&]() -> absl::Status {
    if (batch.empty())
      return absl::OkStatus();
    reapi::BatchReadBlobsRequest request;
    for (const auto &[index, digest] : batch) {
      reapi::Digest *asked = request.add_digests();
      asked->set_hash(digest.hex());
      asked->set_size_bytes(digest.size);
    }
    grpc::ClientContext context;
    reapi::BatchReadBlobsResponse response;
    grpc::Status status =
        state_->cas->BatchReadBlobs(&context, request, &response);
    if (!status.ok())
      return failureOf(status).status;
    for (size_t i = 0; i < batch.size(); ++i) {
      if (static_cast<int>(i) >= response.responses_size() ||
          Digest::of(response.responses(static_cast<int>(i)).data()) !=
              batch[i].second)
        return absl::DataLossError(absl::StrCat(
            "blob ", batch[i].second.toString(), " did not come whole"));
      blobs[batch[i].first] = std::move(
          *response.mutable_responses(static_cast<int>(i))->mutable_data());
    }
    batch.clear();
    batched = 0;
    return absl::OkStatus();
  };
  for (size_t i = 0; i < digests.size(); ++i) {
    absl::StatusOr<Digest> digest = Digest::parse(digests[i]);
    if (!digest.ok())
      return digest.status();
    if (digest->size > kBatchedBlob) {
      absl::StatusOr<std::string> bytes = state_->read(*digest);
      if (!bytes.ok())
        return bytes.status();
      blobs[i] = *std::move(bytes);
      continue;
    }
    if (batched + digest->size > kBatchLimit)
      if (absl::Status status = flush(); !status.ok())
        return status;
    batch.emplace_back(i, *digest);
    batched += digest->size;
  }
  if (absl::Status status = flush(); !status.ok())
    return status;
  return blobs;
}

absl::Status Client::State::write(std::string_view bytes,
                                  const Digest &digest) {
  grpc::ClientContext context;
  google::bytestream::WriteResponse response;
  auto writer = byteStream->Write(&context, &response);
  google::bytestream::WriteRequest piece;
  piece.set_resource_name("uploads/ingot/blobs/" + digest.toString());
  size_t at = 0;
  do {
    piece.set_write_offset(static_cast<int64_t>(at));
    piece.set_data(std::string(bytes.substr(at, kPiece)));
    at += piece.data().size();
    piece.set_finish_write(at == bytes.size());
    if (!writer->Write(piece))
      break; // The status says why.
    piece.clear_resource_name();
  } while (at < bytes.size());
  writer->WritesDone();
  return failureOf(writer->Finish()).status;
}

absl::StatusOr<std::string> Client::upload(std::string_view bytes) {
  Digest digest = Digest::of(bytes);
  reapi::FindMissingBlobsRequest request;
  reapi::Digest *asked = request.add_blob_digests();
  asked->set_hash(digest.hex());
  asked->set_size_bytes(digest.size);
  grpc::ClientContext context;
  reapi::FindMissingBlobsResponse response;
  grpc::Status status =
      state_->cas->FindMissingBlobs(&context, request, &response);
  if (!status.ok())
    return failureOf(status).status;
  if (response.missing_blob_digests_size() > 0)
    if (absl::Status written = state_->write(bytes, digest); !written.ok())
      return written;
  return digest.toString();
}

} // namespace ingot::client
