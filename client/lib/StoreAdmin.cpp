//===- StoreAdmin.cpp - care of a daemon's store --------------------------===//
//
// An archive may be larger than memory: it passes through in pieces. Who takes
// or gives them may end the call with an error of its own, which then counts
// for more than the service's.
//
//===----------------------------------------------------------------------===//

#include "client/lib/StoreAdmin.h"
#include "cache/key/Digest.h"
#include "client/lib/Call.h"
#include "client/lib/Convert.h"
#include "client/lib/RemoteStoreAdmin.h"

#include "ingot/v1/store_admin.grpc.pb.h"

#include <algorithm>

namespace ingot::client {
namespace {

absl::Status toStatus(const grpc::Status &status) {
  return toFailure(status).status;
}

StoreVerification fromProto(const v1::VerifyStoreEvent &event) {
  return {event.entries(),     event.bytes(),   event.total_entries(),
          event.total_bytes(), event.damaged(), event.dangling()};
}

ArchiveSummary fromProto(const v1::ArchiveSummary &summary) {
  return {summary.blobs(), summary.records(), summary.bytes(), summary.known(),
          summary.skipped()};
}

class RemoteStoreAdmin final : public StoreAdmin {
public:
  explicit RemoteStoreAdmin(const std::shared_ptr<grpc::Channel> &channel)
      : stub_(v1::StoreAdmin::NewStub(channel)) {}

  absl::StatusOr<StoreDescription>
  describe(const CallOptions &options) override {
    Call call(options);
    v1::DescribeStoreResponse response;
    grpc::Status status = stub_->DescribeStore(&call.context, {}, &response);
    if (!status.ok())
      return toStatus(status);
    StoreDescription description;
    for (const auto &row : response.rows())
      description.kinds.push_back(
          {row.kind(),
           row.entries(),
           row.bytes(),
           {row.bytes_by_age().begin(), row.bytes_by_age().end()}});
    description.ages = {response.ages().begin(), response.ages().end()};
    description.bytes = response.bytes();
    description.limitBytes = response.limit_bytes();
    for (const auto &tenant : response.tenants())
      description.tenants.push_back({tenant.name(), tenant.entries(),
                                     tenant.bytes(), tenant.limit_bytes()});
    return description;
  }

  absl::StatusOr<StoreVerification>
  verify(const OnVerified &onProgress, const CallOptions &options) override {
    Call call(options);
    auto reader = stub_->VerifyStore(&call.context, {});
    StoreVerification last;
    v1::VerifyStoreEvent event;
    while (reader->Read(&event)) {
      last = fromProto(event);
      if (onProgress)
        onProgress(last, event.finding());
    }
    grpc::Status status = reader->Finish();
    if (!status.ok())
      return toStatus(status);
    return last;
  }

  absl::StatusOr<GarbageReport>
  collectGarbage(const GarbageOptions &what,
                 const CallOptions &options) override {
    Call call(options);
    v1::CollectGarbageRequest request;
    if (what.maxBytes >= 0)
      request.set_max_bytes(static_cast<uint64_t>(what.maxBytes));
    if (what.maxAgeSeconds >= 0)
      request.set_max_age_seconds(static_cast<uint64_t>(what.maxAgeSeconds));
    request.set_unnamed(what.unnamed);
    v1::CollectGarbageResponse response;
    grpc::Status status =
        stub_->CollectGarbage(&call.context, request, &response);
    if (!status.ok())
      return toStatus(status);
    return GarbageReport{response.blobs(), response.records(), response.bytes(),
                         response.bytes_left()};
  }

  absl::StatusOr<StoreCheckpoint>
  checkpoint(const std::string &name, const CallOptions &options) override {
    Call call(options);
    v1::CheckpointStoreRequest request;
    request.set_name(name);
    v1::CheckpointStoreResponse response;
    grpc::Status status =
        stub_->CheckpointStore(&call.context, request, &response);
    if (!status.ok())
      return toStatus(status);
    return StoreCheckpoint{response.path(), response.bytes()};
  }

  absl::StatusOr<PromotedResult> promote(const std::string &key,
                                         const std::string &lane,
                                         const CallOptions &options) override {
    v1::PromoteResultRequest request;
    v1::PromoteResultResponse response;
    absl::Status status = callOfKey(key, lane, options, request, response,
                                    &v1::StoreAdmin::Stub::PromoteResult);
    if (!status.ok())
      return status;
    return PromotedResult{response.kind(), response.blobs(), response.bytes(),
                          response.was_trusted()};
  }

  absl::StatusOr<std::string> pin(const std::string &key,
                                  const std::string &lane,
                                  const CallOptions &options) override {
    v1::PinResultRequest request;
    v1::PinResultResponse response;
    absl::Status status = callOfKey(key, lane, options, request, response,
                                    &v1::StoreAdmin::Stub::PinResult);
    if (!status.ok())
      return status;
    return response.kind();
  }

  absl::Status unpin(const std::string &key, const std::string &lane,
                     const CallOptions &options) override {
    v1::UnpinResultRequest request;
    v1::UnpinResultResponse response;
    return callOfKey(key, lane, options, request, response,
                     &v1::StoreAdmin::Stub::UnpinResult);
  }

  absl::StatusOr<std::vector<PinnedResult>>
  pins(const CallOptions &options) override {
    Call call(options);
    v1::ListPinsResponse response;
    grpc::Status status = stub_->ListPins(&call.context, {}, &response);
    if (!status.ok())
      return toStatus(status);
    std::vector<PinnedResult> pins;
    for (const auto &pin : response.pins()) {
      absl::StatusOr<Digest> key = Digest::fromProto(pin.key());
      pins.push_back({pin.kind(), key.ok() ? key->toString() : "", pin.lane(),
                      pin.since(), pin.bytes()});
    }
    return pins;
  }

  absl::StatusOr<ArchiveSummary>
  exportTo(const std::function<absl::Status(std::string_view)> &sink,
           const CallOptions &options) override {
    Call call(options);
    auto reader = stub_->ExportStore(&call.context, {});
    ArchiveSummary summary;
    v1::StorePiece piece;
    absl::Status written;
    while (reader->Read(&piece)) {
      if (written.ok())
        written = sink(piece.data());
      if (!written.ok())
        call.context.TryCancel();
      if (piece.has_summary())
        summary = fromProto(piece.summary());
    }
    grpc::Status status = reader->Finish();
    if (!written.ok())
      return written;
    if (!status.ok())
      return toStatus(status);
    return summary;
  }

  absl::StatusOr<ArchiveSummary>
  importFrom(const std::function<absl::StatusOr<std::string>()> &source,
             const CallOptions &options) override {
    Call call(options);
    v1::ArchiveSummary response;
    auto writer = stub_->ImportStore(&call.context, &response);
    absl::Status given;
    while (true) {
      absl::StatusOr<std::string> bytes = source();
      given = bytes.status();
      if (!given.ok())
        call.context.TryCancel();
      if (!given.ok() || bytes->empty())
        break;
      v1::StorePiece piece;
      *piece.mutable_data() = *std::move(bytes);
      if (!writer->Write(piece))
        break; // The status says why.
    }
    writer->WritesDone();
    grpc::Status status = writer->Finish();
    if (!given.ok())
      return given;
    if (!status.ok())
      return toStatus(status);
    return fromProto(response);
  }

private:
  /// Calls a method of a request that names a result and its lane.
  template <typename Request, typename Response>
  absl::Status
  callOfKey(const std::string &key, const std::string &lane,
            const CallOptions &options, Request &request, Response &response,
            grpc::Status (v1::StoreAdmin::Stub::*method)(grpc::ClientContext *,
                                                         const Request &,
                                                         Response *)) {
    Call call(options);
    absl::StatusOr<Digest> digest = Digest::parse(key);
    if (!digest.ok())
      return digest.status();
    *request.mutable_key() = digest->toProto();
    request.set_lane(lane);
    return toStatus((*stub_.*method)(&call.context, request, &response));
  }

  const std::unique_ptr<v1::StoreAdmin::Stub> stub_;
};

} // namespace

std::unique_ptr<StoreAdmin>
makeRemoteStoreAdmin(const std::shared_ptr<grpc::Channel> &channel) {
  return std::make_unique<RemoteStoreAdmin>(channel);
}

} // namespace ingot::client
