//===- CommandSupport.cpp - what the daemon's commands share --------------===//
//
// Ctrl-C sets a flag that the client's calls watch, and so do the signals that
// end a program otherwise: files that are half written are removed. The handler
// is installed with a command's first call, so that Ctrl-C before it, while a
// daemon starts, ends the program at once.
//
//===----------------------------------------------------------------------===//

#include "client/cli/CommandSupport.h"
#include "client/cli/Console.h"
#include "client/cli/CredentialHelper.h"
#include "client/cli/FileBytes.h"
#include "client/lib/Channel.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <unistd.h>

namespace ingot::client {

namespace fs = std::filesystem;

/// Set by Ctrl-C and its like.
static std::atomic<bool> interrupted{false};

int exitCode(const absl::Status &status) {
  switch (status.code()) {
  case absl::StatusCode::kOk:
    return 0;
  // Faults of the program or of the request.
  case absl::StatusCode::kInvalidArgument:
  case absl::StatusCode::kFailedPrecondition:
    return 1;
  default:
    return 3;
  }
}

void printChangedFile(const Environment &environment) {
  if (const std::string path = FileBytes::changedFile(); !path.empty())
    printError(environment.err,
               path + ": was written to while it was read; try again");
}

int fail(const Environment &environment, const absl::Status &status) {
  printError(environment.err, std::string(status.message()));
  printChangedFile(environment);
  return exitCode(status);
}

int failUsage(const Environment &environment, const absl::Status &status) {
  printError(environment.err, std::string(status.message()));
  return 2;
}

/// The flag, or the variable, or nothing.
static std::string flagOr(const std::string &flag, const char *variable) {
  const char *value = flag.empty() ? std::getenv(variable) : nullptr;
  return value ? value : flag;
}

std::shared_ptr<runtime::ResultFolder>
openInitialiserCache(const std::string &folder, int64_t maxBytes,
                     std::ostream *warnings) {
  const std::string path = flagOr(folder, "INGOT_INITIALISER_CACHE");
  if (path.empty())
    return nullptr;
  auto opened = runtime::ResultFolder::open(path, maxBytes);
  if (opened.ok())
    return *std::move(opened);
  if (warnings)
    *warnings << "warning: " << opened.status().message() << "\n";
  return nullptr;
}

absl::StatusOr<ConnectOptions> connectOptions(const CommonOptions &common,
                                              const std::string &address) {
  ConnectOptions options;
  options.caFile = flagOr(common.tlsCa, "INGOT_TLS_CA");
  options.certificateFile = flagOr(common.tlsCert, "INGOT_TLS_CERT");
  options.keyFile = flagOr(common.tlsKey, "INGOT_TLS_KEY");
  const std::string path = flagOr(common.tokenFile, "INGOT_TOKEN_FILE");
  if (path.empty()) {
    options.token = flagOr("", "INGOT_TOKEN");
    const std::string helper =
        flagOr(common.credentialHelper, "INGOT_CREDENTIAL_HELPER");
    // On a socket the daemon knows its user.
    if (!options.token.empty() || helper.empty() || isLocal(address))
      return options;
    absl::StatusOr<std::string> token = tokenOfHelper(helper, address);
    if (!token.ok())
      return token.status();
    options.token = *std::move(token);
    return options;
  }
  // One line: what stands behind it, a newline at least, is no part of it.
  if (std::ifstream file(path);
      !std::getline(file, options.token) ||
      absl::StripAsciiWhitespace(options.token).empty())
    return absl::InvalidArgumentError(
        absl::StrCat(path, ": has no token in its first line"));
  absl::StripTrailingAsciiWhitespace(&options.token); // Windows' line ends.
  return options;
}

absl::StatusOr<std::vector<std::string>>
serverAddresses(const CommonOptions &common) {
  const std::string text = flagOr(common.server, "INGOT_SERVER");
  std::vector<std::string> addresses;
  if (text.empty())
    return addresses;
  for (absl::string_view address : absl::StrSplit(text, ',')) {
    address = absl::StripAsciiWhitespace(address);
    if (address.empty())
      return absl::InvalidArgumentError(
          absl::StrCat("--server ", text, ": an address is empty"));
    addresses.emplace_back(address);
  }
  return addresses;
}

/// A socket of this machine refuses at once where nobody is, and a daemon that
/// the service manager starts for it may take a while.
static absl::Duration connectTimeout(const std::string &address) {
  return absl::Seconds(isLocal(address) ? 30 : 3);
}

static absl::StatusOr<std::unique_ptr<Client>>
connectTo(const CommonOptions &common, const Environment &environment,
          const std::string &address,
          const std::atomic<bool> *abandoned = nullptr) {
  absl::StatusOr<ConnectOptions> options = connectOptions(common, address);
  if (!options.ok())
    return options.status();
  options->abandoned = abandoned;
  return environment.connect(address, connectTimeout(address), *options);
}

static absl::StatusOr<std::unique_ptr<Client>>
connectToPrivate(const Environment &environment) {
  absl::StatusOr<PrivateDaemonPaths> paths = privateDaemonPaths();
  if (!paths.ok())
    return paths.status();
  if (absl::Status status = environment.startDaemon(*paths); !status.ok())
    return status;
  const std::string address = paths->address();
  return environment.connect(address, connectTimeout(address), {});
}

/// What --fallback says; INVALID_ARGUMENT for a word that it does not know,
/// which the variable may have.
static absl::StatusOr<bool> fallsBackToLocal(const CommonOptions &common) {
  const std::string word = flagOr(common.fallback, "INGOT_FALLBACK");
  if (!word.empty() && word != "none" && word != "local")
    return absl::InvalidArgumentError(absl::StrCat(
        "INGOT_FALLBACK is '", word, "'; it may be none or local"));
  return word == "local";
}

absl::StatusOr<std::unique_ptr<Client>>
connect(const CommonOptions &common, const Environment &environment) {
  absl::StatusOr<std::vector<std::string>> addresses = serverAddresses(common);
  if (!addresses.ok())
    return addresses.status();
  if (addresses->empty())
    return connectToPrivate(environment);
  absl::StatusOr<bool> isLocal = fallsBackToLocal(common);
  if (!isLocal.ok())
    return isLocal.status();
  ReplicaOptions options = environment.replicas;
  if (*isLocal)
    // The command's options are gone by then only if the client is too.
    options.fallback = [&environment, isQuiet = common.quiet] {
      if (!isQuiet)
        environment.err << "ingot: no daemon answers; a private one is used\n";
      return connectToPrivate(environment);
    };
  auto client = std::make_unique<ReplicatedClient>(
      *std::move(addresses),
      [common, &environment](const std::string &address,
                             const std::atomic<bool> *abandoned) {
        return connectTo(common, environment, address, abandoned);
      },
      std::move(options));
  if (absl::Status status = client->reachAny(); !status.ok())
    return status;
  return client;
}

absl::StatusOr<std::unique_ptr<Client>>
connectToOne(const CommonOptions &common, const Environment &environment) {
  absl::StatusOr<std::vector<std::string>> addresses = serverAddresses(common);
  if (!addresses.ok())
    return addresses.status();
  if (addresses->size() > 1)
    return absl::InvalidArgumentError(
        "this is asked of one daemon: name it by --server");
  if (addresses->empty())
    return connectToPrivate(environment);
  return connectTo(common, environment, addresses->front());
}

static absl::Time deadlineOf(const CommonOptions &common,
                             double defaultSeconds) {
  const double seconds = common.timeout > 0 ? common.timeout : defaultSeconds;
  return seconds > 0 ? absl::Now() + absl::Seconds(seconds)
                     : absl::InfiniteFuture();
}

int repeatQuery(const CommonOptions &common, double interval, int count,
                const Environment &environment, const Query &query) {
  // Once: it takes back a Ctrl-C that came before.
  CallOptions call = callOptions(common);
  constexpr absl::Duration kSlice = absl::Milliseconds(20);
  for (int i = 0; count == 0 || i < count; ++i) {
    absl::Duration left =
        i > 0 ? absl::Seconds(interval) : absl::ZeroDuration();
    for (; left > absl::ZeroDuration() && !interrupted; left -= kSlice)
      absl::SleepFor(std::min(left, kSlice));
    if (interrupted)
      return 0;
    call.deadline = deadlineOf(common, kQueryTimeoutSeconds);
    if (absl::Status status = query(call); !status.ok())
      return interrupted ? 0 : fail(environment, status);
  }
  return 0;
}

CallOptions callOptions(const CommonOptions &common, double defaultSeconds) {
  CallOptions options;
  options.deadline = deadlineOf(common, defaultSeconds);
  options.cancelled = &interrupted;
  // As OpenTelemetry's tools hand a trace on to the programs they start.
  options.traceParent = flagOr("", "TRACEPARENT");
  options.release = FileBytes::release;
  interrupted = false;
  for (int signal : {SIGINT, SIGTERM, SIGHUP})
    // What nohup has switched off stays so.
    if (std::signal(signal, [](int) { interrupted = true; }) == SIG_IGN)
      std::signal(signal, SIG_IGN);
  return options;
}

absl::Status checkWritable(const std::string &path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored))
    return absl::PermissionDeniedError(
        absl::StrCat(path, ": cannot be written: it is a folder"));
  fs::path folder = fs::absolute(path, ignored).parent_path();
  if (access(folder.c_str(), W_OK | X_OK) != 0)
    return absl::PermissionDeniedError(
        absl::StrCat(path, ": cannot be written: ", folder.string(), ": ",
                     std::strerror(errno)));
  return absl::OkStatus();
}

} // namespace ingot::client
