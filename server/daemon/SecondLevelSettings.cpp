//===- SecondLevelSettings.cpp - the flags of --second-level --------------===//

#include "server/daemon/SecondLevelSettings.h"
#include "server/daemon/Configuration.h"

#include "absl/strings/str_cat.h"

#include <CLI/CLI.hpp>

#include <cmath>

namespace ingot::server {
namespace {

absl::Status invalid(const char *setting, absl::string_view why) {
  return absl::InvalidArgumentError(absl::StrCat(setting, ": ", why));
}

} // namespace

void addSecondLevelOptions(CLI::App &app, SecondLevelSettings &s) {
  app.add_option("--second-level", s.address,
                 "Share results with other daemons through a cache that speaks "
                 "the Remote Execution API, grpc[s]://HOST:PORT[/INSTANCE]; "
                 "its instance should be Ingot's alone");
  app.add_flag("--second-level-read-only", s.isReadOnly, "Write nothing to it");
  app.add_flag("--second-level-leases", s.hasLeases,
               "Work that several daemons are asked for at once is done by one "
               "of them, which says so there");
  addReapiOptions(app, "second-level", s);
  app.add_option("--second-level-secret", s.secretFile,
                 "File of a secret that all daemons share: results are sealed "
                 "with it, and those that are not are none");
  app.add_option("--second-level-compression", s.compression,
                 "zstd for blobs above 256 KiB where it takes that, or none")
      ->check(CLI::IsMember({"zstd", "none"}))
      ->capture_default_str();
  app.add_option("--second-level-timeout", s.timeout,
                 "Seconds that a call of it may take; those that move blobs "
                 "have one more for each 4 MiB")
      ->capture_default_str();
  app.add_option("--second-level-max-result", s.maxResultText,
                 "Results whose blobs are larger together stay here")
      ->capture_default_str();
  app.add_option("--second-level-queue", s.queueText,
                 "Bytes of results that may wait to be written to it; more "
                 "are dropped")
      ->capture_default_str();
}

absl::Status validateSecondLevel(SecondLevelSettings &s) {
  if (!s.isUsed()) {
    if (absl::Status status = requireReapiFlag("second-level", s); !status.ok())
      return status;
    if (!s.secretFile.empty())
      return invalid("second-level-secret", "takes --second-level");
    if (s.hasLeases)
      return invalid("second-level-leases", "takes --second-level");
    return s.isReadOnly
               ? invalid("second-level-read-only", "takes --second-level")
               : absl::OkStatus();
  }
  if (s.hasLeases && s.isReadOnly)
    return invalid("second-level-leases",
                   "are written; --second-level-read-only writes nothing");
  // Written so that "not a number" is refused too.
  if (!(s.timeout >= 0.001) || !std::isfinite(s.timeout))
    return invalid("second-level-timeout", "must be at least 0.001 seconds");
  for (auto [name, text, bytes] :
       {std::tuple("second-level-max-result", &s.maxResultText, &s.maxResult),
        std::tuple("second-level-queue", &s.queueText, &s.queue)}) {
    absl::StatusOr<int64_t> size = parseSize(*text);
    if (!size.ok())
      return invalid(name, size.status().message());
    *bytes = *size;
  }
  if (absl::StatusOr<cache::ReapiOptions> address =
          cache::parseReapiAddress(s.address);
      !address.ok())
    return invalid("second-level", address.status().message());
  if (absl::Status status = cache::checkReapiOptions(reapiOptionsOf(s));
      !status.ok())
    return invalid("second-level", status.message());
  return absl::OkStatus();
}

cache::ReapiOptions reapiOptionsOf(const SecondLevelSettings &s) {
  cache::ReapiOptions options = *parseReapiSettings(s);
  options.secretFile = s.secretFile;
  options.isCompressed = s.compression == "zstd";
  options.timeout = absl::Seconds(s.timeout);
  return options;
}

} // namespace ingot::server
