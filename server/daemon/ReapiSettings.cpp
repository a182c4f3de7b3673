//===- ReapiSettings.cpp - flags of a REAPI server ------------------------===//

#include "server/daemon/ReapiSettings.h"

#include "absl/strings/str_cat.h"

#include <CLI/CLI.hpp>

namespace ingot::server {

void addReapiOptions(CLI::App &app, const std::string &flag, ReapiSettings &s) {
  const std::string name = absl::StrCat("--", flag);
  app.add_option(name + "-ca", s.ca,
                 "Authority of its certificate, a PEM file; default the "
                 "system's");
  app.add_option(name + "-cert", s.certificate,
                 "Certificate to show to it, a PEM file");
  app.add_option(name + "-key", s.key, absl::StrCat("Key of ", name, "-cert"));
  app.add_option(
      name + "-token-file", s.tokenFile,
      "File of a token to show to it; what the file says may change");
}

absl::Status requireReapiFlag(const std::string &flag, const ReapiSettings &s) {
  if (s.isUsed())
    return absl::OkStatus();
  for (const auto &[suffix, value] :
       {std::pair("-ca", &s.ca), std::pair("-cert", &s.certificate),
        std::pair("-key", &s.key), std::pair("-token-file", &s.tokenFile)})
    if (!value->empty())
      return absl::InvalidArgumentError(
          absl::StrCat(flag, suffix, ": takes --", flag));
  return absl::OkStatus();
}

absl::StatusOr<cache::ReapiOptions> parseReapiSettings(const ReapiSettings &s) {
  absl::StatusOr<cache::ReapiOptions> options =
      cache::parseReapiAddress(s.address);
  if (!options.ok())
    return options;
  options->caFile = s.ca;
  options->certificateFile = s.certificate;
  options->keyFile = s.key;
  options->tokenFile = s.tokenFile;
  return options;
}

} // namespace ingot::server
