//===- StoreCommand.cpp - ingot store -------------------------------------===//
//
// Care of a daemon's store while it serves. An export goes to a file beside the
// one that is asked for, which it becomes when it is whole.
//
//===----------------------------------------------------------------------===//

#include "client/cli/CommandSupport.h"
#include "client/lib/StoreAdmin.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/time/time.h"

#include <nlohmann/json.hpp>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <ostream>

namespace ingot::client {
namespace {

constexpr size_t kPieceBytes = 1 << 20;

std::string mebibytes(uint64_t bytes) {
  return absl::StrFormat("%.1f", static_cast<double>(bytes) / (1 << 20));
}

nlohmann::ordered_json toJson(const ArchiveSummary &summary) {
  return {{"blobs", summary.blobs},
          {"records", summary.records},
          {"bytes", summary.bytes},
          {"known", summary.known},
          {"skipped", summary.skipped}};
}

void printSummary(const Environment &environment, const CommonOptions &common,
                  const char *what, const ArchiveSummary &summary) {
  if (common.json)
    environment.out << toJson(summary).dump(2) << "\n";
  else if (!common.quiet)
    environment.out << what << " " << summary.blobs << " blobs and "
                    << summary.records << " records, "
                    << mebibytes(summary.bytes) << " MiB; " << summary.known
                    << " were known, " << summary.skipped << " left out\n";
}

void printTenants(const StoreDescription &store,
                  const Environment &environment) {
  if (store.tenants.empty())
    return;
  environment.out << absl::StrFormat("\n%-24s %9s %10s %10s\n", "TENANT",
                                     "ENTRIES", "TOTAL", "LIMIT");
  for (const StoreTenant &tenant : store.tenants)
    environment.out << absl::StrFormat(
        "%-24s %9d %10s %10s\n", tenant.name, tenant.entries,
        mebibytes(tenant.bytes),
        tenant.limitBytes ? mebibytes(tenant.limitBytes) : "-");
}

int printKinds(const StoreDescription &store, const CommonOptions &common,
               const Environment &environment) {
  if (common.json) {
    nlohmann::ordered_json json = {{"bytes", store.bytes},
                                   {"limit_bytes", store.limitBytes}};
    for (const StoreKind &kind : store.kinds) {
      nlohmann::ordered_json &row = json["kinds"][kind.kind];
      row = {{"entries", kind.entries}, {"bytes", kind.bytes}};
      for (size_t i = 0; i < store.ages.size() && i < kind.bytesByAge.size();
           ++i)
        row["bytes_by_age"][store.ages[i]] = kind.bytesByAge[i];
    }
    for (const StoreTenant &tenant : store.tenants)
      json["tenants"][tenant.name] = {{"entries", tenant.entries},
                                      {"bytes", tenant.bytes},
                                      {"limit_bytes", tenant.limitBytes}};
    environment.out << json.dump(2) << "\n";
    return 0;
  }
  environment.out << mebibytes(store.bytes) << " of "
                  << mebibytes(store.limitBytes)
                  << " MiB; in MiB, by last use:\n"
                  << absl::StrFormat("%-12s %9s %10s", "KIND", "ENTRIES",
                                     "TOTAL");
  for (const std::string &age : store.ages)
    environment.out << absl::StrFormat(" %9s", age);
  environment.out << "\n";
  for (const StoreKind &kind : store.kinds) {
    environment.out << absl::StrFormat("%-12s %9d %10s", kind.kind,
                                       kind.entries, mebibytes(kind.bytes));
    for (uint64_t bytes : kind.bytesByAge)
      environment.out << absl::StrFormat(" %9s", mebibytes(bytes));
    environment.out << "\n";
  }
  printTenants(store, environment);
  return 0;
}

int describe(StoreAdmin &store, const StoreCommandOptions &options,
             const Environment &environment) {
  auto description = store.describe(callOptions(options.common));
  if (!description.ok())
    return fail(environment, description.status());
  return printKinds(*description, options.common, environment);
}

int verify(StoreAdmin &store, const StoreCommandOptions &options,
           const Environment &environment) {
  const CommonOptions &common = options.common;
  nlohmann::ordered_json findings = nlohmann::ordered_json::array();
  auto onProgress = [&](const StoreVerification &soFar,
                        const std::string &finding) {
    if (!finding.empty())
      findings.push_back(finding);
    if (!finding.empty() && !common.json)
      environment.out << finding << std::endl;
    if (environment.isTerminal && !common.quiet)
      environment.err << absl::StrFormat(
          "\r%d of %d entries, %s of %s MiB", soFar.entries, soFar.totalEntries,
          mebibytes(soFar.bytes), mebibytes(soFar.totalBytes));
  };
  auto report = store.verify(onProgress, callOptions(common));
  if (environment.isTerminal && !common.quiet)
    environment.err << "\n";
  if (!report.ok())
    return fail(environment, report.status());
  if (common.json)
    environment.out << nlohmann::ordered_json({{"entries", report->entries},
                                               {"bytes", report->bytes},
                                               {"damaged", report->damaged},
                                               {"dangling", report->dangling},
                                               {"findings", findings}})
                           .dump(2)
                    << "\n";
  else if (!common.quiet)
    environment.out << report->entries << " entries, "
                    << mebibytes(report->bytes) << " MiB read; "
                    << report->damaged << " damaged and " << report->dangling
                    << " records of lost blobs taken out\n";
  // Scripts ask by the exit code whether the disk is sound.
  return report->damaged > 0 ? 3 : 0;
}

int collect(StoreAdmin &store, const StoreCommandOptions &options,
            const Environment &environment) {
  auto report =
      store.collectGarbage(options.garbage, callOptions(options.common));
  if (!report.ok())
    return fail(environment, report.status());
  if (options.common.json)
    environment.out << nlohmann::ordered_json(
                           {{"blobs", report->blobs},
                            {"records", report->records},
                            {"bytes", report->bytes},
                            {"bytes_left", report->bytesLeft}})
                           .dump(2)
                    << "\n";
  else if (!options.common.quiet)
    environment.out << "evicted " << report->blobs << " blobs and "
                    << report->records << " records, "
                    << mebibytes(report->bytes) << " MiB; "
                    << mebibytes(report->bytesLeft) << " MiB are left\n";
  return 0;
}

int checkpoint(StoreAdmin &store, const StoreCommandOptions &options,
               const Environment &environment) {
  auto made = store.checkpoint(options.name, callOptions(options.common));
  if (!made.ok())
    return fail(environment, made.status());
  if (options.common.json)
    environment.out << nlohmann::ordered_json(
                           {{"path", made->path}, {"bytes", made->bytes}})
                           .dump(2)
                    << "\n";
  else
    environment.out << made->path << "\n";
  return 0;
}

int promote(StoreAdmin &store, const StoreCommandOptions &options,
            const Environment &environment) {
  auto made =
      store.promote(options.name, options.lane, callOptions(options.common));
  if (!made.ok())
    return fail(environment, made.status());
  if (options.common.json)
    environment.out << nlohmann::ordered_json(
                           {{"kind", made->kind},
                            {"blobs", made->blobs},
                            {"bytes", made->bytes},
                            {"was_trusted", made->wasTrusted}})
                           .dump(2)
                    << "\n";
  else if (!options.common.quiet)
    environment.out << (made->wasTrusted ? "trusted before: " : "promoted ")
                    << made->kind << " " << options.name << " of "
                    << options.lane << ", " << made->blobs << " blobs, "
                    << mebibytes(made->bytes) << " MiB\n";
  return 0;
}

int pin(StoreAdmin &store, const StoreCommandOptions &options,
        const Environment &environment) {
  auto kind =
      store.pin(options.name, options.lane, callOptions(options.common));
  if (!kind.ok())
    return fail(environment, kind.status());
  if (options.common.json)
    environment.out << nlohmann::ordered_json({{"kind", *kind}}).dump(2)
                    << "\n";
  else if (!options.common.quiet)
    environment.out << "pinned " << *kind << " " << options.name << "\n";
  return 0;
}

int unpin(StoreAdmin &store, const StoreCommandOptions &options,
          const Environment &environment) {
  absl::Status status =
      store.unpin(options.name, options.lane, callOptions(options.common));
  if (!status.ok())
    return fail(environment, status);
  if (options.common.json)
    environment.out
        << nlohmann::ordered_json({{"unpinned", options.name}}).dump(2) << "\n";
  else if (!options.common.quiet)
    environment.out << "unpinned " << options.name << "\n";
  return 0;
}

int listPins(StoreAdmin &store, const StoreCommandOptions &options,
             const Environment &environment) {
  auto pins = store.pins(callOptions(options.common));
  if (!pins.ok())
    return fail(environment, pins.status());
  if (options.common.json) {
    nlohmann::ordered_json json = nlohmann::ordered_json::array();
    for (const PinnedResult &pin : *pins)
      json.push_back({{"kind", pin.kind},
                      {"key", pin.key},
                      {"lane", pin.lane},
                      {"since", pin.since},
                      {"bytes", pin.bytes}});
    environment.out << json.dump(2) << "\n";
    return 0;
  }
  environment.out << absl::StrFormat("%-8s %-12s %-16s %10s  %s\n", "KIND",
                                     "LANE", "SINCE", "MIB", "KEY");
  for (const PinnedResult &pin : *pins)
    environment.out << absl::StrFormat(
        "%-8s %-12s %-16s %10s  %s\n", pin.kind,
        pin.lane.empty() ? "trusted" : pin.lane,
        absl::FormatTime("%Y-%m-%d %H:%M",
                         absl::UnixEpoch() + absl::Seconds(pin.since),
                         absl::LocalTimeZone()),
        mebibytes(pin.bytes), pin.key);
  return 0;
}

int exportTo(StoreAdmin &store, const StoreCommandOptions &options,
             const Environment &environment) {
  if (absl::Status status = checkWritable(options.name); !status.ok())
    return failUsage(environment, status);
  const std::string partial = options.name + ".partial";
  std::ofstream file(partial, std::ios::binary | std::ios::trunc);
  auto written = [&file, &partial]() -> absl::Status {
    return file ? absl::OkStatus()
                : absl::PermissionDeniedError(absl::StrCat(
                      partial, ": cannot be written: ", std::strerror(errno)));
  };
  auto summary = store.exportTo(
      [&](std::string_view bytes) {
        file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        return written();
      },
      callOptions(options.common));
  file.close();
  std::error_code error;
  if (summary.ok() && file)
    std::filesystem::rename(partial, options.name, error);
  else
    std::filesystem::remove(partial, error);
  if (!file || (summary.ok() && error))
    return failUsage(environment, absl::PermissionDeniedError(absl::StrCat(
                                      options.name, ": cannot be written")));
  if (!summary.ok())
    return fail(environment, summary.status());
  printSummary(environment, options.common, "exported", *summary);
  return 0;
}

int importFrom(StoreAdmin &store, const StoreCommandOptions &options,
               const Environment &environment) {
  std::error_code error;
  if (std::filesystem::is_directory(options.name, error))
    return failUsage(environment, absl::NotFoundError(absl::StrCat(
                                      options.name, ": is a folder")));
  std::ifstream file(options.name, std::ios::binary);
  if (!file)
    return failUsage(
        environment,
        absl::NotFoundError(absl::StrCat(
            options.name, ": cannot be read: ", std::strerror(errno))));
  auto summary = store.importFrom(
      [&]() -> absl::StatusOr<std::string> {
        std::string piece(kPieceBytes, '\0');
        file.read(piece.data(), static_cast<std::streamsize>(piece.size()));
        piece.resize(static_cast<size_t>(file.gcount()));
        if (file.bad())
          return absl::NotFoundError(
              absl::StrCat(options.name, ": cannot be read"));
        return piece;
      },
      callOptions(options.common));
  if (absl::IsInvalidArgument(summary.status()))
    return fail(environment,
                absl::InvalidArgumentError(absl::StrCat(
                    options.name, ": ", summary.status().message())));
  if (!summary.ok())
    return fail(environment, summary.status());
  printSummary(environment, options.common, "imported", *summary);
  return 0;
}

} // namespace

int storeCommand(const StoreCommandOptions &options,
                 const Environment &environment) {
  absl::StatusOr<std::unique_ptr<Client>> client =
      connectToOne(options.common, environment);
  if (!client.ok())
    return fail(environment, client.status());
  const std::unique_ptr<StoreAdmin> store = (*client)->storeAdmin();
  switch (options.action) {
  case StoreAction::Stats:
    return describe(*store, options, environment);
  case StoreAction::Verify:
    return verify(*store, options, environment);
  case StoreAction::Gc:
    return collect(*store, options, environment);
  case StoreAction::Checkpoint:
    return checkpoint(*store, options, environment);
  case StoreAction::Promote:
    return promote(*store, options, environment);
  case StoreAction::Pin:
    return pin(*store, options, environment);
  case StoreAction::Unpin:
    return unpin(*store, options, environment);
  case StoreAction::Pins:
    return listPins(*store, options, environment);
  case StoreAction::Export:
    return exportTo(*store, options, environment);
  case StoreAction::Import:
    return importFrom(*store, options, environment);
  }
  return 2;
}

} // namespace ingot::client
