//===- ReapiOptions.cpp - where a second level is -------------------------===//

#include "cache/remote/ReapiOptions.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

#include <algorithm>
#include <arpa/inet.h>
#include <fstream>
#include <iterator>
#include <netinet/in.h>

namespace ingot::cache {
namespace {

/// Shorter ones can be guessed by whoever sees a sealed result.
constexpr size_t kMinSecretBytes = 16;

} // namespace

bool isThisMachine(const std::string &address) {
  const std::string host = address.substr(0, address.rfind(':'));
  in_addr ipv4{};
  return (inet_pton(AF_INET, host.c_str(), &ipv4) == 1 &&
          ntohl(ipv4.s_addr) >> 24 == IN_LOOPBACKNET) ||
         host == "localhost" || host == "[::1]";
}

absl::StatusOr<ReapiOptions> parseReapiAddress(const std::string &address) {
  const absl::Status wrong = absl::InvalidArgumentError(
      absl::StrCat("'", address, "' is not grpc[s]://HOST:PORT[/INSTANCE]"));
  ReapiOptions options;
  absl::string_view rest = address;
  options.isTls = absl::ConsumePrefix(&rest, "grpcs://");
  if (!options.isTls && !absl::ConsumePrefix(&rest, "grpc://"))
    return wrong;
  if (const size_t slash = rest.find('/'); slash != rest.npos) {
    options.instance = std::string(rest.substr(slash + 1));
    rest = rest.substr(0, slash);
  }
  const size_t colon = rest.rfind(':');
  int port = 0;
  if (colon == rest.npos || colon == 0 ||
      !absl::SimpleAtoi(rest.substr(colon + 1), &port) || port < 1 ||
      port > 65535)
    return wrong;
  options.address = std::string(rest);
  return options;
}

absl::StatusOr<std::string> readPem(const std::string &path) {
  if (path.empty())
    return std::string();
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!file || text.empty())
    return absl::InvalidArgumentError(absl::StrCat(path, ": cannot be read"));
  return text;
}

absl::StatusOr<std::string> readSecretLine(const std::string &path) {
  if (path.empty())
    return std::string();
  std::string line;
  if (std::ifstream file(path); !file || !std::getline(file, line))
    return absl::InvalidArgumentError(absl::StrCat(path, ": cannot be read"));
  line = std::string(absl::StripAsciiWhitespace(line));
  // gRPC ends the process on other bytes in a header.
  if (line.empty() || !std::all_of(line.begin(), line.end(), [](char c) {
        return c > ' ' && c < '\x7f';
      }))
    return absl::InvalidArgumentError(absl::StrCat(
        path, ": its first line is not one word of printable ASCII"));
  return line;
}

absl::Status checkReapiOptions(const ReapiOptions &options) {
  if (options.certificateFile.empty() != options.keyFile.empty())
    return absl::InvalidArgumentError(
        "a certificate takes its key too, and a key its certificate");
  if (!options.isTls && !(options.caFile + options.certificateFile).empty())
    return absl::InvalidArgumentError("certificates take grpcs://");
  for (const std::string *path :
       {&options.caFile, &options.certificateFile, &options.keyFile})
    if (absl::Status status = readPem(*path).status(); !status.ok())
      return status;
  if (absl::Status status = readSecretLine(options.tokenFile).status();
      !status.ok())
    return status;
  absl::StatusOr<std::string> secret = readSecretLine(options.secretFile);
  if (!secret.ok())
    return secret.status();
  if (!secret->empty() && secret->size() < kMinSecretBytes)
    return absl::InvalidArgumentError(
        absl::StrCat(options.secretFile, ": a secret has at least ",
                     kMinSecretBytes, " characters"));
  if (options.isTls || isThisMachine(options.address))
    return absl::OkStatus();
  if (!options.tokenFile.empty())
    return absl::InvalidArgumentError(
        absl::StrCat("a token would travel to ", options.address,
                     " in the clear; use grpcs://"));
  if (secret->empty())
    return absl::InvalidArgumentError(absl::StrCat(
        "nothing proves that what comes from ", options.address,
        " was compiled by a daemon; use grpcs://, or seal results with a "
        "secret"));
  return absl::OkStatus();
}

} // namespace ingot::cache
