//===- StoreAdminService.cpp - ingot.v1.StoreAdmin over gRPC --------------===//
//
// The work is cache/store's (Maintenance.h, Archive.h); here it becomes calls.
// A stream's task is told that its caller is gone by the message that it cannot
// write or read.
//
//===----------------------------------------------------------------------===//

#include "server/rpc/StoreAdminService.h"
#include "cache/key/SteadyTime.h"

#include "cache/key/Lane.h"
#include "cache/store/Archive.h"
#include "cache/store/Maintenance.h"
#include "server/core/LaneRecords.h"
#include "server/core/StoreInventory.h"
#include "server/core/StoreOwners.h"
#include "server/rpc/BlockingStream.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

#include <algorithm>

namespace ingot::server {
namespace {

constexpr size_t kMaxPieceBytes = 1 << 20;
/// A verify says how far it is this often, and each finding at once.
constexpr absl::Duration kProgressEvery = absl::Milliseconds(500);

absl::Status callerGone() {
  return absl::CancelledError("the caller went away");
}

v1::VerifyStoreEvent toProto(const cache::VerifyReport &report,
                             const std::string &finding) {
  v1::VerifyStoreEvent event;
  event.set_entries(static_cast<uint64_t>(report.entries));
  event.set_bytes(static_cast<uint64_t>(report.bytes));
  event.set_total_entries(static_cast<uint64_t>(report.totalEntries));
  event.set_total_bytes(static_cast<uint64_t>(report.totalBytes));
  event.set_damaged(static_cast<uint64_t>(report.damaged));
  event.set_dangling(static_cast<uint64_t>(report.dangling));
  event.set_finding(finding);
  return event;
}

v1::ArchiveSummary toProto(const cache::ArchiveReport &report) {
  v1::ArchiveSummary summary;
  summary.set_blobs(static_cast<uint64_t>(report.blobs));
  summary.set_records(static_cast<uint64_t>(report.records));
  summary.set_bytes(static_cast<uint64_t>(report.bytes));
  summary.set_known(static_cast<uint64_t>(report.known));
  summary.set_skipped(static_cast<uint64_t>(report.skipped));
  return summary;
}

/// Collects what is written into messages of 1 MiB.
class PieceWriter {
public:
  explicit PieceWriter(BlockingWriter<v1::StorePiece> &stream)
      : stream_(stream) {}

  absl::Status write(std::string_view bytes) {
    while (!bytes.empty()) {
      std::string &data = *piece_.mutable_data();
      const std::string_view part =
          bytes.substr(0, kMaxPieceBytes - data.size());
      data.append(part);
      bytes.remove_prefix(part.size());
      if (data.size() == kMaxPieceBytes)
        if (absl::Status status = flush(); !status.ok())
          return status;
    }
    return absl::OkStatus();
  }

  absl::Status finish(const cache::ArchiveReport &report) {
    if (absl::Status status = flush(); !status.ok())
      return status;
    *piece_.mutable_summary() = toProto(report);
    return flush();
  }

private:
  absl::Status flush() {
    if (!stream_.write(piece_))
      return callerGone();
    piece_.Clear();
    return absl::OkStatus();
  }

  BlockingWriter<v1::StorePiece> &stream_;
  v1::StorePiece piece_;
};

absl::StatusOr<cache::StoreCare *> careOf(cache::Store &store) {
  if (cache::StoreCare *care = store.care())
    return care;
  return absl::UnimplementedError("this store cannot be cared for");
}

absl::StatusOr<cache::CollectOptions>
optionsOf(const v1::CollectGarbageRequest &request) {
  if (!request.has_max_bytes() && !request.has_max_age_seconds() &&
      !request.unnamed())
    return absl::InvalidArgumentError(
        "collect garbage: give max_bytes, max_age_seconds or unnamed");
  cache::CollectOptions options;
  constexpr uint64_t kMost = uint64_t{1} << 62;
  if (request.has_max_bytes())
    options.maxBytes =
        static_cast<int64_t>(std::min(request.max_bytes(), kMost));
  if (request.has_max_age_seconds())
    options.maxAge = absl::Seconds(
        static_cast<int64_t>(std::min(request.max_age_seconds(), kMost)));
  options.unnamed = request.unnamed();
  return options;
}

} // namespace

template <typename Task>
grpc::ServerUnaryReactor *
StoreAdminService::answer(grpc::CallbackServerContext &context,
                          const char *method, Task task, std::string key,
                          std::string lane) {
  auto *reactor = context.DefaultReactor();
  absl::StatusOr<Identity> caller = access_.require(context, kOperator, method);
  if (!caller.ok()) {
    reactor->Finish(toGrpc(caller.status()));
    return reactor;
  }
  AuditedCall audit = access_.audited(context, *caller, method);
  audit.setKey(std::move(key));
  audit.setLane(std::move(lane));
  executors_.post([this, reactor, task = std::move(task), audit]() mutable {
    absl::StatusOr<cache::StoreCare *> care = careOf(store_);
    const absl::Status status = care.ok() ? task(**care) : care.status();
    audit.end(status.code());
    reactor->Finish(toGrpc(status));
  });
  return reactor;
}

template <typename Stream, typename Task>
Stream *StoreAdminService::stream(grpc::CallbackServerContext &context,
                                  const char *method, Task task) {
  auto *stream = new Stream;
  absl::StatusOr<Identity> caller = access_.require(context, kOperator, method);
  if (!caller.ok()) {
    stream->end(caller.status());
    return stream;
  }
  executors_.post([this, stream, task = std::move(task),
                   audit = access_.stream(context, *caller, method)]() mutable {
    absl::StatusOr<cache::StoreCare *> care = careOf(store_);
    const absl::Status status =
        care.ok() ? task(*stream, **care) : care.status();
    audit.end(status.code());
    stream->end(status);
  });
  return stream;
}

grpc::ServerUnaryReactor *
StoreAdminService::DescribeStore(grpc::CallbackServerContext *context,
                                 const v1::DescribeStoreRequest *,
                                 v1::DescribeStoreResponse *response) {
  return answer(
      *context, "DescribeStore", [this, response](cache::StoreCare &care) {
        auto rows = cache::takeInventory(care, care.now());
        if (!rows.ok())
          return rows.status();
        addInventory(*rows, *response);
        const Principal all{"", true, {}, /*isOperator=*/true};
        addTenants(care, all, *response);
        const cache::StoreStatistics figures = store_.statistics();
        response->set_bytes(static_cast<uint64_t>(figures.bytes));
        response->set_limit_bytes(static_cast<uint64_t>(figures.limitBytes));
        return absl::OkStatus();
      });
}

grpc::ServerWriteReactor<v1::VerifyStoreEvent> *
StoreAdminService::VerifyStore(grpc::CallbackServerContext *context,
                               const v1::VerifyStoreRequest *) {
  using Stream = BlockingWriter<v1::VerifyStoreEvent>;
  return stream<Stream>(
      *context, "VerifyStore", [](Stream &stream, cache::StoreCare &care) {
        absl::Time said = absl::InfinitePast();
        auto report =
            cache::verifyStore(care, [&](const cache::VerifyReport &soFar,
                                         const std::string &finding) {
              const absl::Time now = steadyNow();
              if (finding.empty() && now - said < kProgressEvery)
                return true;
              said = now;
              return stream.write(toProto(soFar, finding));
            });
        if (!report.ok())
          return report.status();
        return stream.write(toProto(*report, "")) ? absl::OkStatus()
                                                  : callerGone();
      });
}

grpc::ServerUnaryReactor *
StoreAdminService::CollectGarbage(grpc::CallbackServerContext *context,
                                  const v1::CollectGarbageRequest *request,
                                  v1::CollectGarbageResponse *response) {
  return answer(
      *context, "CollectGarbage", [request, response](cache::StoreCare &care) {
        absl::StatusOr<cache::CollectOptions> options = optionsOf(*request);
        if (!options.ok())
          return options.status();
        auto report = cache::collectGarbage(care, *options, care.now());
        if (!report.ok())
          return report.status();
        response->set_blobs(static_cast<uint64_t>(report->blobs));
        response->set_records(static_cast<uint64_t>(report->records));
        response->set_bytes(static_cast<uint64_t>(report->bytes));
        response->set_bytes_left(static_cast<uint64_t>(report->bytesLeft));
        return absl::OkStatus();
      });
}

absl::StatusOr<std::string>
StoreAdminService::checkpointFolder(const std::string &name) const {
  if (checkpoints_.empty())
    return absl::FailedPreconditionError(
        "checkpoint: this daemon has no folder for them; start it with "
        "--checkpoints FOLDER");
  const bool isName =
      !name.empty() && name.size() <= 100 && name[0] != '.' &&
      std::all_of(name.begin(), name.end(), [](char byte) {
        return absl::ascii_isalnum(static_cast<unsigned char>(byte)) ||
               byte == '-' || byte == '_' || byte == '.';
      });
  if (!isName)
    return absl::InvalidArgumentError(
        "checkpoint: a name has up to 100 letters, digits, '-', '_' and '.', "
        "and does not begin with '.'");
  return absl::StrCat(checkpoints_, "/", name);
}

grpc::ServerUnaryReactor *
StoreAdminService::CheckpointStore(grpc::CallbackServerContext *context,
                                   const v1::CheckpointStoreRequest *request,
                                   v1::CheckpointStoreResponse *response) {
  return answer(*context, "CheckpointStore",
                [this, request, response](cache::StoreCare &care) {
                  absl::StatusOr<std::string> folder =
                      checkpointFolder(request->name());
                  if (!folder.ok())
                    return folder.status();
                  absl::StatusOr<int64_t> bytes = care.checkpoint(*folder);
                  if (!bytes.ok())
                    return bytes.status();
                  response->set_path(*folder);
                  response->set_bytes(static_cast<uint64_t>(*bytes));
                  return absl::OkStatus();
                });
}

grpc::ServerUnaryReactor *
StoreAdminService::PromoteResult(grpc::CallbackServerContext *context,
                                 const v1::PromoteResultRequest *request,
                                 v1::PromoteResultResponse *response) {
  const absl::StatusOr<Digest> key = Digest::fromProto(request->key());
  return answer(
      *context, "PromoteResult",
      [this, key, request, response](cache::StoreCare &) {
        if (!key.ok())
          return key.status();
        absl::StatusOr<Promotion> made = promote(store_, request->lane(), *key);
        if (!made.ok())
          return made.status();
        statistics_.promotions += made->isNew;
        response->set_kind(made->kind == cache::RecordKind::Request ? "request"
                                                                    : "action");
        response->set_blobs(made->blobs);
        response->set_bytes(static_cast<uint64_t>(made->bytes));
        response->set_was_trusted(!made->isNew);
        return absl::OkStatus();
      },
      key.ok() ? key->toString() : "", request->lane());
}

/// Calls `change` with the pin of a request's result, and with that of an
/// action's if there is no such request. Fills the pin in.
template <typename Change>
static absl::Status changePin(const absl::StatusOr<Digest> &key,
                              const std::string &lane, cache::Pin &pin,
                              Change change) {
  if (!key.ok())
    return key.status();
  if (isInLane(*key))
    return absl::InvalidArgumentError("pin: this is no key of a result");
  pin.key = *key;
  pin.lane = lane == kTrustedLane ? "" : lane;
  pin.since = absl::Now();
  pin.kind = cache::EntryKind::Request;
  absl::Status status = change(pin);
  if (!absl::IsNotFound(status))
    return status;
  pin.kind = cache::EntryKind::Action;
  return change(pin);
}

grpc::ServerUnaryReactor *
StoreAdminService::PinResult(grpc::CallbackServerContext *context,
                             const v1::PinResultRequest *request,
                             v1::PinResultResponse *response) {
  const absl::StatusOr<Digest> key = Digest::fromProto(request->key());
  return answer(
      *context, "PinResult",
      [key, request, response](cache::StoreCare &care) {
        cache::Pin pin;
        absl::Status status =
            changePin(key, request->lane(), pin,
                      [&care](const cache::Pin &pin) { return care.pin(pin); });
        response->set_kind(cache::nameOf(pin.kind));
        return status;
      },
      key.ok() ? key->toString() : "", request->lane());
}

grpc::ServerUnaryReactor *
StoreAdminService::UnpinResult(grpc::CallbackServerContext *context,
                               const v1::UnpinResultRequest *request,
                               v1::UnpinResultResponse *) {
  const absl::StatusOr<Digest> key = Digest::fromProto(request->key());
  return answer(
      *context, "UnpinResult",
      [key, request](cache::StoreCare &care) {
        cache::Pin pin;
        return changePin(
            key, request->lane(), pin,
            [&care](const cache::Pin &pin) { return care.unpin(pin); });
      },
      key.ok() ? key->toString() : "", request->lane());
}

grpc::ServerUnaryReactor *
StoreAdminService::ListPins(grpc::CallbackServerContext *context,
                            const v1::ListPinsRequest *,
                            v1::ListPinsResponse *response) {
  return answer(*context, "ListPins", [response](cache::StoreCare &care) {
    for (const cache::Pin &pin : care.pins()) {
      auto *made = response->add_pins();
      made->set_kind(cache::nameOf(pin.kind));
      *made->mutable_key() = pin.key.toProto();
      made->set_lane(pin.lane);
      made->set_since(absl::ToDoubleSeconds(pin.since - absl::UnixEpoch()));
      made->set_bytes(static_cast<uint64_t>(pin.bytes));
    }
    return absl::OkStatus();
  });
}

grpc::ServerWriteReactor<v1::StorePiece> *
StoreAdminService::ExportStore(grpc::CallbackServerContext *context,
                               const v1::ExportStoreRequest *) {
  using Stream = BlockingWriter<v1::StorePiece>;
  return stream<Stream>(
      *context, "ExportStore", [](Stream &stream, cache::StoreCare &care) {
        PieceWriter writer(stream);
        auto report =
            cache::exportStore(care, [&writer](std::string_view bytes) {
              return writer.write(bytes);
            });
        return report.ok() ? writer.finish(*report) : report.status();
      });
}

grpc::ServerReadReactor<v1::StorePiece> *
StoreAdminService::ImportStore(grpc::CallbackServerContext *context,
                               v1::ArchiveSummary *response) {
  using Stream = BlockingReader<v1::StorePiece>;
  return stream<Stream>(*context, "ImportStore",
                        [this, response](Stream &stream, cache::StoreCare &) {
                          cache::ArchiveImport import(store_);
                          v1::StorePiece piece;
                          while (stream.read(piece))
                            if (absl::Status status = import.add(piece.data());
                                !status.ok())
                              return status;
                          // The end of a caller that went away looks like a cut
                          // archive.
                          auto report = import.finish();
                          if (report.ok())
                            *response = toProto(*report);
                          return report.status();
                        });
}

} // namespace ingot::server
