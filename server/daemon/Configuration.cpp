//===- Configuration.cpp - flags and the config file of ingotd ------------===//
//
// A mistake must be reported with the name of its setting before a store is
// opened or a process started; otherwise it appears minutes later as another
// error. So CLI11 only reads, and validate() checks everything that can be
// checked without a side effect: ranges, addresses, that the worker program can
// be executed.
//
// An address that other machines reach is an error, unless TLS encrypts it and
// nobody is let in without being known, or a flag says that this is meant.
//
//===----------------------------------------------------------------------===//

#include "server/daemon/Configuration.h"
#include "server/daemon/GrpcServer.h"
#include "server/daemon/ServiceManager.h"
#include "server/daemon/TlsFiles.h"
#include "server/rpc/Credentials.h"
#include "server/scheduler/WorkerCgroup.h"

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

#include <CLI/CLI.hpp>

#include <arpa/inet.h>
#include <cmath>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <netinet/in.h>
#include <thread>
#include <unistd.h>

namespace ingot::server {
namespace {

constexpr char kDescription[] =
    "ingotd compiles machine-learning programs as a service.\n\n"
    "It takes MLIR over gRPC, compiles it on sandboxed worker processes and "
    "keeps everything\nit built, by content, in its store. Every setting below "
    "can stand in a file as well\n(--config FILE, TOML, the same names without "
    "the dashes).";

constexpr char kExamples[] =
    "Examples:\n"
    "  ingotd --listen unix:/run/ingot/socket --store /var/lib/ingot\n"
    "  ingotd --listen 127.0.0.1:7420 --store /srv/ingot --store-limit 100GiB "
    "--http 127.0.0.1:7421\n"
    "  ingotd --listen 0.0.0.0:7420 --tls-cert cert.pem --tls-key key.pem "
    "--credentials callers --store\n  /srv/ingot\n"
    "  ingotd --config /etc/ingot/ingotd.toml --check-config\n\n"
    "SIGTERM and SIGINT drain: no new work, what runs is finished, then exit "
    "0.\nA second signal exits at once.";

/// The compiler's own libraries take most of that.
constexpr int64_t kMinMemory = int64_t{512} << 20;

absl::Status invalid(const std::string &setting, const std::string &why) {
  return absl::InvalidArgumentError(absl::StrCat(setting, ": ", why));
}

absl::Status validateAddress(const std::string &setting,
                             const std::string &address, bool mayBeUnix) {
  if (address.rfind("unix:", 0) == 0 && mayBeUnix) {
    size_t length = address.size() - 5;
    if (length == 0 || length > 100)
      return invalid(setting, absl::StrCat("'", address,
                                           "': a socket's path has 1 to 100 "
                                           "characters"));
    return absl::OkStatus();
  }
  size_t colon = address.rfind(':');
  int port = -1;
  if (colon == std::string::npos || colon == 0 ||
      !absl::SimpleAtoi(address.substr(colon + 1), &port) || port < 0 ||
      port > 65535)
    return invalid(setting,
                   absl::StrCat("'", address, "' is not ",
                                mayBeUnix ? "unix:PATH or " : "",
                                "HOST:PORT with a port of 0 to 65535"));
  return absl::OkStatus();
}

/// `systemd` as the sockets that it stands for.
absl::Status
replacePassed(const std::vector<std::string> &listen,
              std::vector<std::pair<const char *, std::string>> &all) {
  for (const std::string &address : listen) {
    if (address != kPassedSockets) {
      all.emplace_back("listen", address);
      continue;
    }
    absl::StatusOr<std::vector<PassedSocket>> sockets = passedSockets();
    if (!sockets.ok())
      return invalid("listen", std::string(sockets.status().message()));
    if (sockets->empty())
      return invalid("listen", "systemd: no socket was passed; start it by "
                               "ingotd.socket");
    for (const PassedSocket &socket : *sockets)
      all.emplace_back("listen", socket.address);
  }
  return absl::OkStatus();
}

/// Whether only this machine reaches HOST:PORT. Names other than localhost
/// count as beyond: what they mean is not known before they are resolved.
bool isLoopback(const std::string &address) {
  std::string host = address.substr(0, address.rfind(':'));
  if (host.size() > 2 && host.front() == '[' && host.back() == ']')
    host = host.substr(1, host.size() - 2);
  in_addr ipv4{};
  if (inet_pton(AF_INET, host.c_str(), &ipv4) == 1)
    return ntohl(ipv4.s_addr) >> 24 == IN_LOOPBACKNET;
  return host == "localhost" || host == "::1";
}

absl::Status validateReach(const std::string &setting,
                           const std::string &address) {
  if (address.rfind("unix:", 0) == 0 || isLoopback(address))
    return absl::OkStatus();
  return invalid(
      setting,
      absl::StrCat("'", address,
                   "' is reachable from other machines, and is not both "
                   "encrypted and kept to known callers; ",
                   setting == "listen"
                       ? "add --tls-cert, --tls-key and --credentials, or use "
                         "unix:PATH, "
                       : "use ",
                   "127.0.0.1:PORT or [::1]:PORT, or add "
                   "--insecure-listen-beyond-loopback where the network itself "
                   "is trusted"));
}

std::string besideThisProgram(const char *name) {
  std::error_code error;
  auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? std::string(name) : (self.parent_path() / name).string();
}

} // namespace

/// The addresses of gRPC and HTTP.
static absl::Status validateAddresses(const Configuration &configuration) {
  if (configuration.listen.empty())
    return invalid("listen", "give at least one address");
  std::vector<std::pair<const char *, std::string>> all;
  if (absl::Status status = replacePassed(configuration.listen, all);
      !status.ok())
    return status;
  if (!configuration.http.empty())
    all.emplace_back("http", configuration.http);
  // Where everybody who is let in is known, and nobody else listens.
  const bool isClosed =
      !configuration.tlsCert.empty() &&
      (configuration.anonymous == "none" || !configuration.tlsClientCa.empty());
  for (const auto &[setting, address] : all) {
    bool mayBeUnix = std::string(setting) == "listen";
    if (absl::Status status = validateAddress(setting, address, mayBeUnix);
        !status.ok())
      return status;
    if (configuration.insecureListenBeyondLoopback || (mayBeUnix && isClosed))
      continue;
    if (absl::Status status = validateReach(setting, address); !status.ok())
      return status;
  }
  return absl::OkStatus();
}

/// TLS and who may call.
static absl::Status validateCallers(Configuration &configuration) {
  const TlsFiles tls{configuration.tlsCert, configuration.tlsKey,
                     configuration.tlsClientCa};
  if (tls.certificate.empty() != tls.key.empty())
    return invalid("tls-cert", "takes --tls-key too, and that this");
  if (!tls.isUsed() && !tls.clientCa.empty())
    return invalid("tls-client-ca", "takes --tls-cert and --tls-key");
  if (tls.isUsed())
    if (absl::Status status = checkTlsFiles(tls); !status.ok())
      return status;
  // Who names callers wants no others.
  if (configuration.anonymous.empty())
    configuration.anonymous =
        configuration.credentials.empty() ? "compiler,uploader" : "none";
  absl::StatusOr<Roles> roles = parseRoles(configuration.anonymous);
  if (!roles.ok())
    return invalid("anonymous", std::string(roles.status().message()));
  if (configuration.credentials.empty())
    return *roles == 0
               ? invalid("anonymous", "none, and no --credentials name others")
               : absl::OkStatus();
  absl::StatusOr<CredentialTable> table =
      readCredentials(configuration.credentials);
  if (table.ok() && !table->byCertificate.empty() && tls.clientCa.empty())
    return invalid("credentials", "a line with cert: takes --tls-client-ca, "
                                  "which verifies certificates");
  return table.status();
}

absl::Status validate(Configuration &configuration) {
  if (absl::Status status = validateCallers(configuration); !status.ok())
    return status;
  if (absl::Status status = validateAddresses(configuration); !status.ok())
    return status;
  if (configuration.store.empty())
    return invalid("store", "give the folder to keep compiled artifacts in");
  if (configuration.storeLimit < 16 << 20)
    return invalid("store-limit", "must be at least 16MiB");
  if (absl::Status status = validateSecondLevel(configuration.secondLevel);
      !status.ok())
    return status;
  if (absl::Status status = validateExecution(configuration.execution);
      !status.ok())
    return status;
  if (configuration.workers == 0)
    configuration.workers =
        static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  if (configuration.workers < 1 || configuration.workers > 1024)
    return invalid("workers", "must be 1 to 1024, or 0 for one per processor");
  // Without credentials all callers are one tenant.
  if (configuration.spareWorkers == -1)
    configuration.spareWorkers = configuration.credentials.empty()
                                     ? 0
                                     : std::min(configuration.workers, 4) + 1;
  if (configuration.spareWorkers < 0 || configuration.spareWorkers > 1024)
    return invalid("spare-workers", "must be 0 to 1024, or -1 for a few");
  if (configuration.queueLimit < 1)
    return invalid("queue-limit", "must be at least 1");
  if (configuration.memoryLimit < kMinMemory)
    return invalid("memory-limit",
                   "must be at least 512MiB: the compiler's own "
                   "libraries take most of that");
  if (configuration.workerMemoryTotal < kMinMemory)
    return invalid("worker-memory-total", "must be at least 512MiB, or auto");
  if (configuration.workerNice < 0 || configuration.workerNice > 19)
    return invalid("worker-nice", "must be 0 to 19");
  // Written so that "not a number" is refused too.
  if (!(configuration.runLimit > 0) || !std::isfinite(configuration.runLimit))
    return invalid("run-limit", "must be more than 0 seconds");
  for (auto [name, seconds] :
       {std::pair("idle-exit", configuration.idleExit),
        std::pair("drain-timeout", configuration.drainTimeout)})
    if (!(seconds >= 0) || !std::isfinite(seconds))
      return invalid(name, "must be 0 or more seconds");
  if (configuration.readyFd >= 0 && fcntl(configuration.readyFd, F_GETFD) < 0)
    return invalid("ready-fd", "is not an open descriptor");
  for (auto [name, folder] : {std::pair("targets", &configuration.targets),
                              std::pair("plugins", &configuration.plugins)})
    if (!folder->empty() && access(folder->c_str(), R_OK | X_OK) != 0)
      return invalid(name,
                     absl::StrCat(*folder, " is no folder that can be read"));
  if (!configuration.checkpoints.empty() &&
      access(configuration.checkpoints.c_str(), W_OK | X_OK) != 0)
    return invalid("checkpoints",
                   absl::StrCat(configuration.checkpoints,
                                " is no folder that can be written"));
  if (configuration.workerProgram.empty())
    configuration.workerProgram = besideThisProgram("ingot-worker");
  if (access(configuration.workerProgram.c_str(), X_OK) != 0)
    return invalid("worker-program",
                   absl::StrCat(configuration.workerProgram,
                                " is not there or cannot be executed"));
  return absl::OkStatus();
}

/// Sizes as people write them.
struct SizeTexts {
  std::string storeLimit = "10GiB", memoryLimit = "4GiB";
  std::string workerMemoryTotal = "auto";
};

static void addWorkerOptions(CLI::App &app, Configuration &c,
                             SizeTexts &sizes) {
  app.add_option("--workers", c.workers,
                 "Compiler processes; 0 is one per processor")
      ->capture_default_str();
  app.add_option("--spare-workers", c.spareWorkers,
                 "Processes beyond --workers, so that tenants who take turns "
                 "keep theirs and a new one finds one ready, 13 MiB each and "
                 "what the last kernel left; -1 is as many as --workers, at "
                 "most 4, and one, or none without --credentials")
      ->capture_default_str();
  app.add_option("--queue-limit", c.queueLimit,
                 "Actions that may wait before requests are refused")
      ->capture_default_str();
  app.add_option("--memory-limit", sizes.memoryLimit,
                 "Address space of one compiler process")
      ->capture_default_str();
  app.add_option("--worker-memory-total", sizes.workerMemoryTotal,
                 "Memory of all compiler processes: no more actions begin than "
                 "are expected to fit, by what like ones took. auto is three "
                 "quarters of what the machine or the daemon's cgroup has")
      ->capture_default_str();
  app.add_option("--worker-cgroup", c.workerCgroup,
                 "auto: where the daemon owns its part of cgroup v2, compiler "
                 "processes get a group with --worker-memory-total as its "
                 "limit; or off")
      ->check(CLI::IsMember({"auto", "off"}))
      ->capture_default_str();
  app.add_option("--run-limit", c.runLimit, "Seconds that one action may run")
      ->capture_default_str();
  app.add_option("--worker-nice", c.workerNice,
                 "Niceness of compiler processes, 0 to 19, so that hits are "
                 "served at once while they work")
      ->capture_default_str();
  app.add_flag("--fork-per-action", c.forkPerAction,
               "Run each action in a process that saw nothing else, at some "
               "milliseconds each. Without it a worker is its tenant's");
  app.add_option("--sandbox", c.sandbox,
                 "on, or log: system calls of workers that are not on the list "
                 "are done, and the kernel's audit log names them")
      ->check(CLI::IsMember({"on", "log"}))
      ->capture_default_str();
  app.add_option("--targets", c.targets,
                 "Folder of descriptions of targets, NAME.textproto, besides "
                 "those that come with the compiler");
  app.add_option("--plugins", c.plugins,
                 "Folder of plugins, NAME.so, with passes, dialects and "
                 "backends that targets may name");
  app.add_flag(
      "--verify-passes", c.verifyPasses,
      "Verify the program after each pass of the compiler in workers "
      "of this daemon, a quarter slower: to find a bug of the compiler "
      "or of a plugin");
  app.add_option("--worker-program", c.workerProgram,
                 "The ingot-worker to run; default: beside ingotd");
}

static void addServiceOptions(CLI::App &app, Configuration &c,
                              SizeTexts &sizes) {
  app.set_config("--config", "", "Read settings from this file");
  // A misspelt name would mean the default, in silence.
  app.allow_config_extras(CLI::config_extras_mode::error);
  app.set_version_flag("--version", "ingotd " INGOT_VERSION);
  app.add_option(
      "--listen", c.listen,
      "Address to serve gRPC on, unix:PATH, HOST:PORT, or systemd for the "
      "sockets that it passes; repeatable. Who connects by a unix socket is "
      "an operator, unless the file of --credentials has lines of users");
  app.add_flag("--insecure-listen-beyond-loopback",
               c.insecureListenBeyondLoopback,
               "Let --listen and --http name addresses that other machines "
               "reach, though nothing there is encrypted or authenticated");
  app.add_option("--tls-cert", c.tlsCert,
                 "Serve TCP by TLS with this certificate, a PEM file, and its "
                 "key; both are read again when they change");
  app.add_option("--tls-key", c.tlsKey, "Key of --tls-cert, a PEM file");
  app.add_option("--tls-client-ca", c.tlsClientCa,
                 "Refuse clients without a certificate of this authority");
  app.add_option("--credentials", c.credentials,
                 "File of callers: NAME ROLES sha256:HASH-OF-TOKEN, cert:NAME "
                 "or uid:NUMBER (of a unix socket) in each line, or issuers of "
                 "tokens by oidc: and grant: (server/daemon/README.md); read "
                 "again when it changes");
  app.add_option("--anonymous", c.anonymous,
                 "Roles of all others: none, or of reader, compiler, "
                 "uploader, operator; default none with --credentials, else "
                 "compiler,uploader");
  app.add_option("--store", c.store, "Folder of the store; made if absent");
  app.add_option("--store-limit", sizes.storeLimit,
                 "Size of the store; the least recently used goes first")
      ->capture_default_str();
  app.add_flag("--strict-store", c.strictStore,
               "Refuse to start on a damaged store, instead of setting it "
               "aside and starting with an empty one");
  app.add_option("--http", c.http,
                 "Serve /metrics, /healthz, /readyz and a page for people on "
                 "HOST:PORT");
  app.add_option("--idle-exit", c.idleExit,
                 "Exit after so many seconds without a request; 0 is never")
      ->capture_default_str();
  app.add_option("--drain-timeout", c.drainTimeout,
                 "Seconds that running work may take to finish at shutdown")
      ->capture_default_str();
  app.add_option("--log-level", c.logLevel, "debug, info, warn or error")
      ->check(CLI::IsMember({"debug", "info", "warn", "error"}))
      ->capture_default_str();
  app.add_option("--log-file", c.logFile,
                 "Append the log here; default stderr");
  app.add_option("--audit-log", c.auditLog,
                 "Append a line of JSON here for each call: who, which key, "
                 "and how it ended");
  app.add_option("--otlp-file", c.otlpFile,
                 "Append a line of OTLP's JSON here for each compile whose "
                 "caller sends a sampled traceparent: its spans");
  app.add_option("--checkpoints", c.checkpoints,
                 "Folder in which `ingot store checkpoint` makes copies of the "
                 "store; on the store's disk they share its files");
  app.add_option("--ready-fd", c.readyFd,
                 "Write one byte to this descriptor when ready");
  app.add_flag("--check-config", c.checkOnly,
               "Check the settings, and the targets and plugins of their "
               "folders, and exit without starting: 0, or 2 and what is wrong");
}

/// The sizes as numbers, then everything checked.
static absl::Status complete(Configuration &configuration,
                             const SizeTexts &sizes) {
  absl::StatusOr<int64_t> store = parseSize(sizes.storeLimit);
  if (!store.ok())
    return invalid("store-limit", std::string(store.status().message()));
  absl::StatusOr<int64_t> memory = parseSize(sizes.memoryLimit);
  if (!memory.ok())
    return invalid("memory-limit", std::string(memory.status().message()));
  absl::StatusOr<int64_t> total =
      sizes.workerMemoryTotal == "auto"
          ? std::max(kMinMemory, memoryOfMachine() / 4 * 3)
          : parseSize(sizes.workerMemoryTotal);
  if (!total.ok())
    return invalid("worker-memory-total",
                   std::string(total.status().message()));
  configuration.storeLimit = *store;
  // One that takes more than all may is at fault itself.
  configuration.memoryLimit = std::min(*memory, *total);
  configuration.workerMemoryTotal = *total;
  return validate(configuration);
}

ParsedCommandLine parseCommandLine(int argc, const char *const *argv) {
  Configuration c;
  SizeTexts sizes;
  CLI::App app(kDescription, "ingotd");
  app.footer(kExamples);
  addServiceOptions(app, c, sizes);
  addWorkerOptions(app, c, sizes);
  addSecondLevelOptions(app, c.secondLevel);
  addExecutionOptions(app, c.execution);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &error) {
    return {std::nullopt, app.exit(error) == 0 ? 0 : 2};
  }
  if (absl::Status status = complete(c, sizes); !status.ok()) {
    std::fprintf(stderr, "ingotd: error: %s\n",
                 std::string(status.message()).c_str());
    return {std::nullopt, 2};
  }
  return {c, 0};
}

} // namespace ingot::server
