//===- ReapiExecutor.cpp - a cluster that speaks REAPI --------------------===//
//
//   what of it is missing? -> send that -> execute -> fetch the result
//
// Each step has a deadline. A bot that is lost, a stream that ends early and an
// answer that makes no sense are failures of the action, which the pool then
// does here; failures to reach the cluster open the breaker, so that the next
// ones do not wait for it.
//
//===----------------------------------------------------------------------===//

#include "server/rpc/ReapiExecutor.h"
#include "cache/key/SteadyTime.h"

#include "cache/remote/ReapiChannel.h"
#include "cache/remote/ReapiLevel.h"

#include "absl/random/random.h"
#include "absl/strings/str_cat.h"

#include <algorithm>
#include <fstream>

namespace reapi = build::bazel::remote::execution::v2;

namespace ingot::server {
namespace {

absl::Status failure(const std::string &what) {
  return absl::UnavailableError(absl::StrCat("cluster: ", what));
}

/// Whether the cluster itself is at fault, and not this action.
bool isAway(const absl::Status &status) {
  return absl::IsUnavailable(status) || absl::IsDeadlineExceeded(status) ||
         absl::IsUnauthenticated(status) || absl::IsPermissionDenied(status) ||
         absl::IsUnimplemented(status);
}

/// Bytes in memory, or a file.
class StreamReader final : public cache::BlobReader {
public:
  explicit StreamReader(const std::string &path)
      : file_(path, std::ios::binary) {}
  explicit StreamReader(cache::SharedBytes bytes) : bytes_(std::move(bytes)) {}

  absl::StatusOr<cache::SharedBytes> next() override {
    std::string piece(kPiece, '\0');
    if (bytes_) {
      piece = bytes_->substr(std::min(at_, bytes_->size()), kPiece);
    } else {
      file_.read(piece.data(), kPiece);
      piece.resize(static_cast<size_t>(file_.gcount()));
      if (file_.bad())
        return absl::UnavailableError("the worker program cannot be read");
    }
    at_ += piece.size();
    if (piece.empty())
      return nullptr;
    return std::make_shared<const std::string>(std::move(piece));
  }
  void reportDamage() override {}

private:
  static constexpr size_t kPiece = 1 << 20;

  cache::SharedBytes bytes_; ///< Or null.
  std::ifstream file_;
  size_t at_ = 0;
};

/// Into a string, if it is what the digest says.
class StringWriter final : public cache::BlobWriter {
public:
  StringWriter(const Digest &digest, std::string &to)
      : digest_(digest), to_(to) {}

  absl::Status append(std::string_view bytes) override {
    to_.append(bytes);
    return size() <= digest_.size
               ? absl::OkStatus()
               : absl::InvalidArgumentError("more bytes than the digest says");
  }
  int64_t size() const override { return static_cast<int64_t>(to_.size()); }
  absl::Status commit() override {
    return Digest::of(to_) == digest_
               ? absl::OkStatus()
               : absl::DataLossError("not the bytes of the digest");
  }

private:
  const Digest digest_;
  std::string &to_;
};

} // namespace

absl::StatusOr<std::unique_ptr<ReapiExecutor>>
ReapiExecutor::open(const ReapiExecutorOptions &options) {
  absl::StatusOr<WorkerBinary> worker = readWorkerBinary(options.workerProgram);
  if (!worker.ok())
    return worker.status();
  auto blobs = cache::ReapiLevel::open(options.cluster);
  if (!blobs.ok())
    return blobs.status();
  auto channel = cache::makeReapiChannel(options.cluster);
  if (!channel.ok())
    return channel.status();
  return std::unique_ptr<ReapiExecutor>(new ReapiExecutor(
      options, *std::move(worker), *std::move(blobs), *channel));
}

ReapiExecutor::ReapiExecutor(const ReapiExecutorOptions &options,
                             WorkerBinary worker,
                             std::unique_ptr<cache::SecondLevel> blobs,
                             const std::shared_ptr<grpc::Channel> &channel)
    : options_(options), worker_(std::move(worker)), blobs_(std::move(blobs)),
      execution_(reapi::Execution::NewStub(channel)),
      breaker_({}, steadyNow,
               [] { return absl::Uniform(absl::BitGen(), 0.0, 1.0); }) {
  for (int i = 0; i < options.slots; ++i)
    threads_.emplace_back([this] { serve(); });
}

ReapiExecutor::~ReapiExecutor() {
  {
    absl::MutexLock lock(&mutex_);
    isClosed_ = true;
    for (auto &[number, context] : contexts_)
      context->TryCancel();
  }
  blobs_->cancel();
  for (std::thread &thread : threads_)
    thread.join();
}

int ReapiExecutor::slots() const {
  if (breaker_.untilAdmitted() > absl::ZeroDuration())
    return 0;
  absl::MutexLock lock(&mutex_);
  return steadyNow() < distrustedUntil_ ? 0 : options_.slots;
}

bool ReapiExecutor::accepts(const Work &work) const {
  // A check is for this caller alone; a plugin is on this machine alone.
  if (work.sealed || work.endsWorker || work.request.has_check())
    return false;
  int64_t bytes = 0;
  for (const Payload &payload : work.payloads)
    bytes += static_cast<int64_t>(payload->size());
  return bytes <= options_.inputLimitBytes;
}

void ReapiExecutor::start(uint64_t number, const Work &work, Done done) {
  absl::MutexLock lock(&mutex_);
  known_.insert(number);
  waiting_.push_back({number, work, std::move(done)});
}

void ReapiExecutor::cancel(uint64_t number) {
  absl::MutexLock lock(&mutex_);
  if (!known_.contains(number))
    return;
  cancelled_.insert(number);
  if (auto context = contexts_.find(number); context != contexts_.end())
    context->second->TryCancel();
}

void ReapiExecutor::distrust() {
  absl::MutexLock lock(&mutex_);
  distrustedUntil_ = steadyNow() + options_.distrustTime;
}

bool ReapiExecutor::isCancelled(uint64_t number) const {
  absl::MutexLock lock(&mutex_);
  return isClosed_ || cancelled_.contains(number);
}

void ReapiExecutor::serve() {
  while (true) {
    Job job;
    {
      absl::MutexLock lock(&mutex_);
      auto isDue = [this]() ABSL_SHARED_LOCKS_REQUIRED(mutex_) {
        return isClosed_ || !waiting_.empty();
      };
      mutex_.Await(absl::Condition(&isDue));
      if (waiting_.empty())
        return;
      job = std::move(waiting_.front());
      waiting_.pop_front();
    }
    absl::StatusOr<RemoteOutput> output = run(job);
    {
      absl::MutexLock lock(&mutex_);
      known_.erase(job.number);
      cancelled_.erase(job.number);
    }
    job.done(std::move(output));
  }
}

absl::StatusOr<RemoteOutput> ReapiExecutor::run(const Job &job) {
  if (isCancelled(job.number))
    return absl::CancelledError("cancelled before it was sent");
  if (!breaker_.admit())
    return failure("it failed lately and is not asked");
  auto output = [&]() -> absl::StatusOr<RemoteOutput> {
    const RemoteAction action =
        remoteActionOf(job.work, worker_, options_.action);
    if (absl::Status status = upload(action); !status.ok())
      return status;
    absl::StatusOr<reapi::ActionResult> result =
        execute(job.number, action.digest);
    if (!result.ok())
      return result.status();
    absl::StatusOr<std::string> bytes = download(*result);
    return bytes.ok() ? parseRemoteResult(*bytes) : bytes.status();
  }();
  if (absl::IsCancelled(output.status()))
    breaker_.abandoned();
  else if (isAway(output.status()))
    (void)breaker_.failed();
  else
    (void)breaker_.succeeded();
  return output;
}

absl::Status ReapiExecutor::upload(const RemoteAction &action) {
  std::vector<Digest> digests = {worker_.digest};
  for (const auto &blob : action.blobs)
    digests.push_back(blob.digest);
  absl::StatusOr<std::vector<Digest>> missing = blobs_->findMissing(digests);
  if (!missing.ok())
    return missing.status();
  const absl::flat_hash_set<Digest> isMissing(missing->begin(), missing->end());
  if (isMissing.contains(worker_.digest))
    if (absl::Status status = blobs_->writeBlob(
            worker_.digest, std::make_unique<StreamReader>(worker_.path));
        !status.ok())
      return status;
  std::vector<cache::SecondLevel::Blob> small;
  int64_t bytes = 0;
  for (const cache::SecondLevel::Blob &blob : action.blobs) {
    if (!isMissing.contains(blob.digest))
      continue;
    absl::Status status;
    if (blob.digest.size > cache::kMaxSmallBlobBytes) {
      status = blobs_->writeBlob(blob.digest,
                                 std::make_unique<StreamReader>(blob.bytes));
    } else {
      if (bytes + blob.digest.size > cache::kMaxSmallBlobsBytes) {
        status = blobs_->writeBlobs(std::exchange(small, {}));
        bytes = 0;
      }
      small.push_back(blob);
      bytes += blob.digest.size;
    }
    if (!status.ok())
      return status;
  }
  return small.empty() ? absl::OkStatus() : blobs_->writeBlobs(small);
}

/// The answer of an operation that is done.
static absl::StatusOr<reapi::ActionResult>
resultOf(const google::longrunning::Operation &operation) {
  if (operation.has_error())
    return failure(operation.error().message());
  reapi::ExecuteResponse response;
  if (!operation.response().UnpackTo(&response))
    return absl::InternalError("cluster: its answer is no ExecuteResponse");
  if (response.status().code() != 0)
    return absl::InternalError(
        absl::StrCat("cluster: ", response.status().message()));
  if (response.result().exit_code() != 0)
    return absl::InternalError(absl::StrCat(
        "cluster: the worker's exit code is ", response.result().exit_code(),
        ": ", response.result().stderr_raw().substr(0, 1000)));
  return std::move(*response.mutable_result());
}

absl::StatusOr<reapi::ActionResult>
ReapiExecutor::execute(uint64_t number, const Digest &action) {
  grpc::ClientContext context;
  context.set_deadline(absl::ToChronoTime(absl::Now() + options_.queueLimit +
                                          options_.action.runLimit));
  if (absl::Status status = cache::addReapiToken(options_.cluster, context);
      !status.ok())
    return status;
  {
    absl::MutexLock lock(&mutex_);
    contexts_[number] = &context;
    if (isClosed_ || cancelled_.contains(number))
      context.TryCancel();
  }
  reapi::ExecuteRequest request;
  request.set_instance_name(options_.cluster.instance);
  request.mutable_action_digest()->set_hash(action.hex());
  request.mutable_action_digest()->set_size_bytes(action.size);
  auto stream = execution_->Execute(&context, request);
  google::longrunning::Operation operation;
  while (!operation.done() && stream->Read(&operation)) {
  }
  // After the last operation nothing more is of interest.
  if (operation.done())
    context.TryCancel();
  const grpc::Status status = stream->Finish();
  {
    absl::MutexLock lock(&mutex_);
    contexts_.erase(number);
  }
  if (operation.done())
    return resultOf(operation);
  if (status.ok())
    return absl::InternalError("cluster: it ended without an answer");
  return absl::Status(static_cast<absl::StatusCode>(status.error_code()),
                      absl::StrCat("cluster: ", status.error_message()));
}

absl::StatusOr<std::string>
ReapiExecutor::download(const reapi::ActionResult &result) {
  for (const reapi::OutputFile &file : result.output_files()) {
    if (file.path() != kRemoteResult)
      continue;
    v1::Digest named;
    named.set_hash(file.digest().hash());
    named.set_size_bytes(file.digest().size_bytes());
    absl::StatusOr<Digest> digest = Digest::fromProto(named);
    if (!digest.ok())
      return digest.status();
    if (digest->size > options_.resultLimitBytes)
      return absl::InternalError("cluster: the result is too large");
    std::string bytes;
    if (absl::Status status = blobs_->readBlob(
            *digest, std::make_unique<StringWriter>(*digest, bytes));
        !status.ok())
      return status;
    return bytes;
  }
  return absl::InternalError("cluster: the action left no result");
}

} // namespace ingot::server
