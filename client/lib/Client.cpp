//===- Client.cpp - a compile service, from a program's side --------------===//
//
// The calls of Client over gRPC's synchronous stubs. Artifacts of up to 1 MiB
// travel in the messages, and so do a module and its files of 3.75 MiB
// together. A compile names all but the smallest by their digests first,
// because a hit needs no more than the names. Only if the daemon answers
// NOT_FOUND, they follow: in the message, which is one call and no write of its
// disk, or uploaded if they are larger or the daemon has no room for such
// messages. A larger artifact is fetched after the result.
//
// DATA_LOSS during a fetch means that the daemon's copy is damaged. The daemon
// drops such a copy, so a second compile makes the artifact anew.
//
//===----------------------------------------------------------------------===//

#include "client/lib/Client.h"
#include "cache/key/Digest.h"
#include "client/lib/BlobTransfer.h"
#include "client/lib/Call.h"
#include "client/lib/Channel.h"
#include "client/lib/Convert.h"
#include "client/lib/RemoteStoreAdmin.h"

#include "ingot/v1/admin.grpc.pb.h"
#include "ingot/v1/compiler.grpc.pb.h"

#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"

#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <memory>
#include <optional>

namespace ingot::client {
namespace {

/// Larger artifacts are fetched.
constexpr size_t kMaxInlineArtifactBytes = 1 << 20;
/// Of a module and its files together, for a message has 4 MiB; what does not
/// fit travels as blobs.
constexpr size_t kMaxInlineBytes = 3840 << 10;
/// Hashing this much takes no longer than sending it does.
constexpr size_t kMaxUnnamedBytes = 32 << 10;

/// Hashes bytes that need not stay in memory.
Digest digestOf(std::string_view bytes, const CallOptions &options) {
  constexpr size_t kWindowBytes = 16 << 20;
  Hasher hasher;
  for (size_t at = 0; at < bytes.size(); at += kWindowBytes) {
    const std::string_view window = bytes.substr(at, kWindowBytes);
    hasher.update(window);
    if (options.release)
      options.release(window);
  }
  return hasher.finish();
}

/// Puts a module and its files into a message: up to `inlineBytes` of them as
/// they are, for others their names. Returns what was named.
/// `known` are those whose names were computed before.
std::vector<BlobTransfer::Source>
fillModule(std::string_view bytes, const std::vector<NamedFile> &files,
           size_t inlineBytes, const std::vector<BlobTransfer::Source> &known,
           const CallOptions &options, v1::Module &module) {
  module.Clear();
  std::vector<BlobTransfer::Source> named;
  size_t room = inlineBytes;
  auto fill = [&](std::string_view from, auto &to) {
    if (from.size() <= room) {
      to.set_inline_(std::string(from));
      room -= from.size();
      return;
    }
    const auto before =
        std::find_if(known.begin(), known.end(), [&from](const auto &source) {
          return source.bytes.data() == from.data() &&
                 source.bytes.size() == from.size();
        });
    const Digest digest =
        before == known.end() ? digestOf(from, options) : before->digest;
    *to.mutable_digest() = digest.toProto();
    named.push_back({from, digest});
  };
  fill(bytes, module);
  for (const NamedFile &file : files) {
    v1::NamedFile &added = *module.add_files();
    added.set_name(file.name);
    fill(file.bytes, added);
  }
  return named;
}

/// Who wants no work done sends no program.
bool wantsStoredOnly(const v1::CompileRequest &request) {
  return request.only_if_stored();
}
bool wantsStoredOnly(const v1::CheckRequest &) { return false; }

/// How long a flag goes unnoticed.
constexpr absl::Duration kPollInterval = absl::Milliseconds(20);

/// gRPC would retry until the deadline; the first refusal is enough here.
bool waitUntilConnected(grpc::Channel &channel, absl::Time deadline,
                        const std::atomic<bool> *abandoned) {
  while (!isSet(abandoned)) {
    grpc_connectivity_state state = channel.GetState(/*try_to_connect=*/true);
    if (state == GRPC_CHANNEL_READY)
      return true;
    const absl::Time now = absl::Now();
    if (state == GRPC_CHANNEL_TRANSIENT_FAILURE ||
        state == GRPC_CHANNEL_SHUTDOWN || now >= deadline)
      return false;
    const absl::Time next =
        abandoned ? std::min(deadline, now + kPollInterval) : deadline;
    channel.WaitForStateChange(state, absl::ToChronoTime(next));
  }
  return false;
}

} // namespace

struct Client::State {
  State(const std::shared_ptr<grpc::Channel> &channel, bool isLocal)
      : channel(channel), compiler(v1::Compiler::NewStub(channel)),
        admin(v1::Admin::NewStub(channel)), blobs(channel, !isLocal) {}

  const std::shared_ptr<grpc::Channel> channel;
  std::unique_ptr<v1::Compiler::Stub> compiler;
  std::unique_ptr<v1::Admin::Stub> admin;
  BlobTransfer blobs;

  absl::StatusOr<v1::Result> run(const v1::CompileRequest &request,
                                 const CompileOptions &options,
                                 const Progress &progress, Failure &failure);
  /// The result with its artifact, fetched if it did not come along.
  absl::StatusOr<CompileResult> complete(v1::Result answer,
                                         const CallOptions &options);
  absl::StatusOr<v1::CheckResponse> runCheck(const v1::CheckRequest &request,
                                             const CallOptions &options,
                                             Failure &failure);
  absl::StatusOr<v1::CheckResponse> checkModule(std::string_view module,
                                                const CheckOptions &options,
                                                bool describe,
                                                Failure *failure);

  /// Calls `call` with the module and its files in `request`: up to
  /// `inlineBytes` as they are, others by name. When a name is unknown, sends
  /// or uploads what the daemon lacks.
  template <typename Request, typename Options, typename Function>
  auto withModule(std::string_view module, size_t inlineBytes, Request &request,
                  const Options &options, Function call)
      -> decltype(call(request));

  absl::StatusOr<v1::ListTargetsResponse>
  listTargets(const CallOptions &options);
};

Client::Client() = default;
Client::Client(std::unique_ptr<State> state) : state_(std::move(state)) {}
Client::~Client() = default;

absl::StatusOr<std::unique_ptr<Client>>
Client::connect(const std::string &address, absl::Duration timeout,
                const ConnectOptions &options) {
  absl::StatusOr<std::shared_ptr<grpc::Channel>> opened =
      makeChannel(address, options);
  if (!opened.ok())
    return opened.status();
  std::shared_ptr<grpc::Channel> channel = *std::move(opened);
  if (!waitUntilConnected(*channel, absl::Now() + timeout, options.abandoned))
    return isSet(options.abandoned)
               ? absl::CancelledError(
                     absl::StrCat("given up before ", address, " answered"))
               : whyNotConnected(channel, address, options);
  return std::unique_ptr<Client>(
      new Client(std::make_unique<State>(channel, isLocal(address))));
}

void Client::keepConnected() {
  static auto *const kept = new std::vector<std::shared_ptr<grpc::Channel>>;
  static absl::Mutex mutex;
  absl::MutexLock lock(&mutex);
  kept->push_back(state_->channel);
}

absl::StatusOr<v1::Result> Client::State::run(const v1::CompileRequest &request,
                                              const CompileOptions &options,
                                              const Progress &progress,
                                              Failure &failure) {
  Call call(options);
  auto reader = compiler->Compile(&call.context, request);
  v1::CompileEvent event;
  // Counts only if the stream ends with OK.
  std::optional<v1::Result> result;
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
    case v1::CompileEvent::kAction:
      if (progress.onAction)
        progress.onAction(fromProto(event.action()));
      break;
    case v1::CompileEvent::kResult:
      result = std::move(*event.mutable_result());
      break;
    case v1::CompileEvent::EVENT_NOT_SET:
      break; // An event that this version does not know.
    }
  }
  grpc::Status status = reader->Finish();
  if (status.ok() && !result)
    status = {grpc::StatusCode::INTERNAL,
              "the service ended the compile without a result"};
  if (status.ok())
    return *std::move(result);
  failure = toFailure(status);
  // Trailers are limited in size; the stream had every diagnostic.
  if (seen.size() > failure.diagnostics.size()) {
    failure.diagnostics = std::move(seen);
    failure.truncated = false;
  }
  return failure.status;
}

absl::StatusOr<v1::CheckResponse>
Client::State::runCheck(const v1::CheckRequest &request,
                        const CallOptions &options, Failure &failure) {
  Call call(options);
  v1::CheckResponse response;
  grpc::Status status = compiler->Check(&call.context, request, &response);
  if (status.ok())
    return response;
  failure = toFailure(status);
  return failure.status;
}

template <typename Request, typename Options, typename Function>
auto Client::State::withModule(std::string_view module, size_t inlineBytes,
                               Request &request, const Options &options,
                               Function call) -> decltype(call(request)) {
  v1::Module &filled = *request.mutable_module();
  std::vector<BlobTransfer::Source> named;
  auto fill = [&](size_t bytes) {
    named = fillModule(module, options.files, bytes, named, options, filled);
  };
  fill(inlineBytes);
  auto answer = call(request);
  if (answer.status().code() == absl::StatusCode::kNotFound && !named.empty() &&
      !wantsStoredOnly(request)) {
    fill(kMaxInlineBytes);
    // Another client may have uploaded some of it meanwhile.
    if (!named.empty())
      if (absl::Status status = blobs.uploadMissing(named, options);
          !status.ok())
        return status;
    answer = call(request);
  }
  if (!wantsUpload(answer.status()))
    return answer;
  const size_t namedBefore = named.size();
  fill(kMaxUnnamedBytes);
  if (named.size() == namedBefore) // Nothing was inside.
    return answer;
  absl::Status status = blobs.uploadMissing(named, options);
  // Who may not upload learns from the first answer when to come back.
  if (absl::IsPermissionDenied(status))
    return answer;
  if (!status.ok())
    return status;
  return call(request);
}

absl::StatusOr<CompileResult> Client::compile(std::string_view module,
                                              const CompileOptions &options,
                                              const Progress &progress,
                                              Failure *failure) {
  v1::CompileRequest request;
  if (absl::Status status = fillRequest(options, request); !status.ok())
    return status;
  request.set_max_inline_bytes(kMaxInlineArtifactBytes);
  request.set_batch(options.batch);
  request.set_only_if_stored(options.onlyIfStored);
  request.set_several_targets(options.severalTargets);
  request.set_profile(static_cast<bool>(progress.onAction));
  Failure ignored;
  Failure &why = failure ? *failure : ignored;
  auto compileOnce = [&]() -> absl::StatusOr<CompileResult> {
    absl::StatusOr<v1::Result> answer =
        state_->withModule(module, kMaxUnnamedBytes, request, options,
                           [&](const v1::CompileRequest &filled) {
                             return state_->run(filled, options, progress, why);
                           });
    if (!answer.ok())
      return answer.status();
    return state_->complete(*std::move(answer), options);
  };
  absl::StatusOr<CompileResult> result = compileOnce();
  // The daemon has dropped its damaged copy and makes the artifact anew.
  if (result.status().code() == absl::StatusCode::kDataLoss)
    result = compileOnce();
  return result;
}

absl::StatusOr<CompileResult>
Client::State::complete(v1::Result answer, const CallOptions &options) {
  CompileResult result = fromProto(answer);
  absl::StatusOr<Digest> digest = Digest::fromProto(answer.artifact());
  if (!digest.ok())
    return absl::InternalError(absl::StrCat("the service named no artifact: ",
                                            digest.status().message()));
  // The service decides whether it sends the bytes along. They are verified
  // either way.
  result.artifact = std::move(*answer.mutable_inline_artifact());
  if (static_cast<int64_t>(result.artifact.size()) != digest->size) {
    absl::StatusOr<std::string> bytes = blobs.read(*digest, options);
    // Evicted or found damaged since the service answered. It is lost for this
    // answer, not unknown: the service makes it anew when it is asked again.
    if (absl::IsNotFound(bytes.status()))
      return absl::DataLossError(
          absl::StrCat("the artifact left the service before it was read: ",
                       bytes.status().message()));
    if (!bytes.ok())
      return bytes.status();
    result.artifact = *std::move(bytes);
  } else if (Digest::of(result.artifact) != *digest) {
    return absl::DataLossError("the artifact is not what its digest says");
  }
  return result;
}

absl::StatusOr<v1::CheckResponse>
Client::State::checkModule(std::string_view module, const CheckOptions &options,
                           bool describe, Failure *failure) {
  v1::CheckRequest request;
  if (absl::Status status = fillRequest(options, request); !status.ok())
    return status;
  request.set_describe(describe);
  Failure ignored;
  Failure &why = failure ? *failure : ignored;
  // Nothing answers a check but the program itself.
  return withModule(module, kMaxInlineBytes, request, options,
                    [&](const v1::CheckRequest &filled) {
                      return runCheck(filled, options, why);
                    });
}

absl::StatusOr<std::vector<Diagnostic>>
Client::check(std::string_view module, const CheckOptions &options,
              Failure *failure) {
  absl::StatusOr<v1::CheckResponse> response =
      state_->checkModule(module, options, /*describe=*/false, failure);
  if (!response.ok())
    return response.status();
  std::vector<Diagnostic> diagnostics;
  for (const v1::Diagnostic &diagnostic : response->diagnostics())
    diagnostics.push_back(fromProto(diagnostic));
  return diagnostics;
}

absl::StatusOr<Inspection> Client::inspect(std::string_view module,
                                           const CheckOptions &options,
                                           Failure *failure) {
  absl::StatusOr<v1::CheckResponse> response =
      state_->checkModule(module, options, /*describe=*/true, failure);
  if (!response.ok())
    return response.status();
  Inspection inspection;
  inspection.isReadable = response->has_description();
  inspection.description = fromProto(response->description());
  for (const v1::Diagnostic &diagnostic : response->diagnostics())
    inspection.diagnostics.push_back(fromProto(diagnostic));
  return inspection;
}

absl::StatusOr<v1::ListTargetsResponse>
Client::State::listTargets(const CallOptions &options) {
  Call call(options);
  v1::ListTargetsResponse response;
  grpc::Status status = compiler->ListTargets(&call.context, {}, &response);
  if (!status.ok())
    return toFailure(status).status;
  return response;
}

absl::StatusOr<std::vector<Target>>
Client::targets(const CallOptions &options) {
  absl::StatusOr<v1::ListTargetsResponse> response =
      state_->listTargets(options);
  if (!response.ok())
    return response.status();
  std::vector<Target> targets;
  for (const auto &named : response->targets())
    targets.push_back(fromProto(named));
  return targets;
}

absl::StatusOr<std::vector<std::string>>
Client::phases(const CallOptions &options) {
  absl::StatusOr<v1::ListTargetsResponse> response =
      state_->listTargets(options);
  if (!response.ok())
    return response.status();
  return std::vector<std::string>(response->phases().begin(),
                                  response->phases().end());
}

absl::StatusOr<std::vector<std::pair<std::string, std::string>>>
Client::statistics(const CallOptions &options) {
  Call call(options);
  v1::GetStatisticsResponse response;
  grpc::Status status =
      state_->admin->GetStatistics(&call.context, {}, &response);
  if (!status.ok())
    return toFailure(status).status;
  return fieldsAsText(response);
}

absl::StatusOr<std::vector<RunningJob>>
Client::jobs(const CallOptions &options) {
  Call call(options);
  v1::ListJobsResponse response;
  grpc::Status status = state_->admin->ListJobs(&call.context, {}, &response);
  if (!status.ok())
    return toFailure(status).status;
  std::vector<RunningJob> jobs;
  for (const v1::Job &job : response.jobs())
    jobs.push_back(fromProto(job));
  return jobs;
}

absl::StatusOr<Explanation> Client::explain(const std::string &entry,
                                            const std::string &base,
                                            const CallOptions &options) {
  v1::ExplainRequest request;
  for (const auto &[text, field] :
       {std::pair(&entry, request.mutable_entry()),
        std::pair(&base, base.empty() ? nullptr : request.mutable_base())}) {
    if (!field)
      continue;
    absl::StatusOr<Digest> digest = Digest::parse(*text);
    if (!digest.ok())
      return digest.status();
    *field = digest->toProto();
  }
  Call call(options);
  v1::ExplainResponse response;
  grpc::Status status =
      state_->compiler->Explain(&call.context, request, &response);
  if (!status.ok())
    return toFailure(status).status;
  return fromProto(response);
}

absl::Status Client::cancelRequest(const std::string &request,
                                   const CallOptions &options) {
  absl::StatusOr<Digest> digest = Digest::parse(request);
  if (!digest.ok())
    return digest.status();
  Call call(options);
  v1::CancelRequestRequest message;
  *message.mutable_request() = digest->toProto();
  v1::CancelRequestResponse response;
  return toFailure(
             state_->admin->CancelRequest(&call.context, message, &response))
      .status;
}

std::unique_ptr<StoreAdmin> Client::storeAdmin() {
  return makeRemoteStoreAdmin(state_->channel);
}

absl::Status Client::drain(const CallOptions &options) {
  Call call(options);
  v1::DrainResponse response;
  return toFailure(state_->admin->Drain(&call.context, {}, &response)).status;
}

absl::StatusOr<std::string> Client::fetch(const std::string &digest,
                                          const CallOptions &options) {
  absl::StatusOr<Digest> parsed = Digest::parse(digest);
  if (!parsed.ok())
    return parsed.status();
  return state_->blobs.read(*parsed, options);
}

absl::StatusOr<std::vector<std::string>>
Client::fetchAll(const std::vector<std::string> &digests,
                 const CallOptions &options) {
  std::vector<Digest> parsed;
  for (const std::string &digest : digests) {
    absl::StatusOr<Digest> one = Digest::parse(digest);
    if (!one.ok())
      return one.status();
    parsed.push_back(*one);
  }
  return state_->blobs.readAll(parsed, options);
}

absl::Status Client::uploadProgram(std::string_view module,
                                   const std::vector<NamedFile> &files,
                                   const CallOptions &options) {
  absl::Status status = upload(module, options).status();
  for (const NamedFile &file : files)
    if (status.ok())
      status = upload(file.bytes, options).status();
  return status;
}

absl::StatusOr<std::string> Client::upload(std::string_view bytes,
                                           const CallOptions &options) {
  const Digest digest = digestOf(bytes, options);
  if (absl::Status status =
          state_->blobs.uploadMissing({{bytes, digest}}, options);
      !status.ok())
    return status;
  return digest.toString();
}

} // namespace ingot::client
