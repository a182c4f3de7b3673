//===- CommandTest.h - ingot in process, with a fake daemon -----*- C++ -*-===//
//
// Runs the whole command line but for main(): arguments in, exit code, stdout
// and stderr out. The client that commands get answers from a `FakeDaemon`,
// which a test fills in and asks afterwards.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_TESTS_UNIT_CLIENT_CLI_COMMANDTEST_H
#define INGOT_TESTS_UNIT_CLIENT_CLI_COMMANDTEST_H

#include "client/cli/CommandLine.h"
#include "client/lib/StoreAdmin.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <sstream>
#include <string>
#include <unistd.h>
#include <vector>

namespace ingot::client {

/// What the daemon answers, and what it was asked.
struct FakeDaemon {
  // Answers.
  absl::Status reachable;                          ///< Of connecting.
  std::map<std::string, absl::Status> reachableAt; ///< Of one address.
  absl::Status startable; ///< Of starting the private one.
  absl::Status status;    ///< Of every call.
  Failure failure;        ///< Of a compile or check.
  CompileResult result;
  std::vector<Diagnostic> found; ///< By check.
  Inspection inspection;
  std::vector<Target> targetList;
  std::vector<std::string> phaseList;
  std::vector<std::pair<std::string, std::string>> statisticsList;
  std::vector<RunningJob> jobList;
  Explanation explanation;
  absl::Status explainable; ///< Of explanations, besides `status`.
  std::map<std::string, std::string> blobs; ///< By HASH/SIZE.
  /// Runs before statistics are answered.
  std::function<void()> onStatistics;
  /// Runs inside a compile.
  std::function<void(const CompileOptions &, const Progress &)> duringCompile;
  /// In place of `status` and `result` where answers differ by target.
  std::function<absl::StatusOr<CompileResult>(const Target &)> resultFor;

  // Questions.
  std::vector<std::string> connections; ///< Addresses.
  ConnectOptions options;               ///< Of the last connection.
  int starts = 0;
  std::string module;
  CompileOptions compile;
  CheckOptions check;
  std::map<std::string, std::string> files; ///< Beside the module.
  CallOptions call;
  std::vector<std::string> fetched;
  std::vector<std::string> uploaded; ///< What commands sent by themselves.
  bool isDrained = false;
  std::string cancelled;              ///< HASH/SIZE.
  std::vector<std::string> explained; ///< The last entry and base.

  /// Of compiles, which may run at the same time.
  std::mutex mutex;

  // The store: answers, and what was asked.
  StoreDescription store;
  std::vector<std::pair<StoreVerification, std::string>> verified;
  GarbageOptions garbage;
  std::string checkpointName, archive;
  ArchiveSummary summary;
  std::vector<PinnedResult> pins;
};

/// Care of a FakeDaemon's store.
class FakeStoreAdmin final : public StoreAdmin {
public:
  explicit FakeStoreAdmin(FakeDaemon &daemon) : daemon_(daemon) {}

  absl::StatusOr<StoreDescription> describe(const CallOptions &) override {
    return answer(daemon_.store);
  }
  absl::StatusOr<StoreVerification> verify(const OnVerified &onProgress,
                                           const CallOptions &) override {
    StoreVerification last;
    for (const auto &[soFar, finding] : daemon_.verified) {
      onProgress(soFar, finding);
      last = soFar;
    }
    return answer(last);
  }
  absl::StatusOr<GarbageReport> collectGarbage(const GarbageOptions &what,
                                               const CallOptions &) override {
    daemon_.garbage = what;
    return answer(GarbageReport{2, 1, 3 << 20, 5 << 20});
  }
  absl::StatusOr<StoreCheckpoint> checkpoint(const std::string &name,
                                             const CallOptions &) override {
    daemon_.checkpointName = name;
    return answer(StoreCheckpoint{"/backup/" + name, 9});
  }
  absl::StatusOr<PromotedResult> promote(const std::string &key,
                                         const std::string &lane,
                                         const CallOptions &) override {
    return answer(PromotedResult{"request", 2, 3 << 20, key == lane});
  }
  absl::StatusOr<std::string> pin(const std::string &key,
                                  const std::string &lane,
                                  const CallOptions &) override {
    daemon_.pins.push_back({"request", key, lane, 0, 3 << 20});
    return answer(std::string("request"));
  }
  absl::Status unpin(const std::string &, const std::string &,
                     const CallOptions &) override {
    daemon_.pins.clear();
    return daemon_.status;
  }
  absl::StatusOr<std::vector<PinnedResult>> pins(const CallOptions &) override {
    return answer(daemon_.pins);
  }
  absl::StatusOr<ArchiveSummary>
  exportTo(const std::function<absl::Status(std::string_view)> &sink,
           const CallOptions &) override {
    if (absl::Status status = sink(daemon_.archive); !status.ok())
      return status;
    return answer(daemon_.summary);
  }
  absl::StatusOr<ArchiveSummary>
  importFrom(const std::function<absl::StatusOr<std::string>()> &source,
             const CallOptions &) override {
    daemon_.archive.clear();
    while (true) {
      absl::StatusOr<std::string> piece = source();
      if (!piece.ok())
        return piece.status();
      if (piece->empty())
        return answer(daemon_.summary);
      daemon_.archive += *piece;
    }
  }

private:
  template <typename T> absl::StatusOr<T> answer(const T &value) {
    if (!daemon_.status.ok())
      return daemon_.status;
    return value;
  }

  FakeDaemon &daemon_;
};

/// A connection to a FakeDaemon, which must outlive it.
class FakeClient final : public Client {
public:
  explicit FakeClient(FakeDaemon &daemon) : daemon_(daemon) {}

  absl::StatusOr<CompileResult> compile(std::string_view module,
                                        const CompileOptions &options,
                                        const Progress &progress,
                                        Failure *failure) override {
    std::lock_guard<std::mutex> lock(daemon_.mutex);
    daemon_.module = std::string(module);
    daemon_.compile = options;
    daemon_.files = filesOf(options.files);
    if (daemon_.duringCompile)
      daemon_.duringCompile(options, progress);
    *failure = daemon_.failure;
    if (daemon_.resultFor)
      return daemon_.resultFor(options.target);
    return answer(daemon_.result, options);
  }
  absl::StatusOr<std::vector<Diagnostic>> check(std::string_view module,
                                                const CheckOptions &options,
                                                Failure *failure) override {
    daemon_.module = std::string(module);
    daemon_.check = options;
    daemon_.files = filesOf(options.files);
    *failure = daemon_.failure;
    return answer(daemon_.found, options);
  }
  absl::StatusOr<Inspection> inspect(std::string_view module,
                                     const CheckOptions &options,
                                     Failure *failure) override {
    daemon_.module = std::string(module);
    daemon_.check = options;
    daemon_.files = filesOf(options.files);
    *failure = daemon_.failure;
    return answer(daemon_.inspection, options);
  }
  absl::StatusOr<std::vector<Target>>
  targets(const CallOptions &options) override {
    return answer(daemon_.targetList, options);
  }
  absl::StatusOr<std::vector<std::string>>
  phases(const CallOptions &options) override {
    return answer(daemon_.phaseList, options);
  }
  absl::StatusOr<std::vector<std::pair<std::string, std::string>>>
  statistics(const CallOptions &options) override {
    if (daemon_.onStatistics)
      daemon_.onStatistics();
    return answer(daemon_.statisticsList, options);
  }
  absl::StatusOr<std::string> fetch(const std::string &digest,
                                    const CallOptions &options) override {
    daemon_.fetched.push_back(digest);
    auto blob = daemon_.blobs.find(digest);
    if (blob == daemon_.blobs.end())
      return daemon_.status.ok() ? absl::NotFoundError("no such blob")
                                 : daemon_.status;
    return answer(blob->second, options);
  }
  absl::StatusOr<std::vector<std::string>>
  fetchAll(const std::vector<std::string> &digests,
           const CallOptions &options) override {
    std::vector<std::string> all;
    for (const std::string &digest : digests) {
      absl::StatusOr<std::string> one = fetch(digest, options);
      if (!one.ok())
        return one.status();
      all.push_back(*one);
    }
    return all;
  }
  absl::StatusOr<std::string> upload(std::string_view bytes,
                                     const CallOptions &options) override {
    daemon_.uploaded.emplace_back(bytes);
    return answer(std::string("digest"), options);
  }
  absl::StatusOr<std::vector<RunningJob>>
  jobs(const CallOptions &options) override {
    return answer(daemon_.jobList, options);
  }
  absl::StatusOr<Explanation> explain(const std::string &entry,
                                      const std::string &base,
                                      const CallOptions &options) override {
    daemon_.explained = {entry, base};
    if (!daemon_.explainable.ok())
      return daemon_.explainable;
    return answer(daemon_.explanation, options);
  }
  absl::Status cancelRequest(const std::string &request,
                             const CallOptions &options) override {
    daemon_.cancelled = request;
    return answer(true, options).status();
  }
  std::unique_ptr<StoreAdmin> storeAdmin() override {
    return std::make_unique<FakeStoreAdmin>(daemon_);
  }
  absl::Status drain(const CallOptions &options) override {
    daemon_.isDrained = true;
    return answer(true, options).status();
  }

private:
  static std::map<std::string, std::string>
  filesOf(const std::vector<NamedFile> &files) {
    std::map<std::string, std::string> copies;
    for (const NamedFile &file : files)
      copies[file.name] = std::string(file.bytes);
    return copies;
  }

  template <typename T>
  absl::StatusOr<T> answer(const T &value, const CallOptions &options) {
    daemon_.call = options;
    if (!daemon_.status.ok())
      return daemon_.status;
    return value;
  }

  FakeDaemon &daemon_;
};

/// What one run of the program left behind.
struct Outcome {
  int code = -1;
  std::string out, err;
};

/// Stands in an empty folder; no server is configured.
class CommandTest : public ::testing::Test {
protected:
  void SetUp() override {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    std::filesystem::current_path(folder_);
    setenv("XDG_CACHE_HOME", (folder_ / "cache").c_str(), 1);
    setenv("XDG_RUNTIME_DIR", (folder_ / "run").c_str(), 1);
    unsetenv("INGOT_SERVER");
    unsetenv("INGOT_FALLBACK");
    unsetenv("INGOT_INITIALISER_CACHE");
    write("m.mlir", "func.func @main() {\n  return\n}\n");
  }
  void TearDown() override {
    std::filesystem::current_path(start_);
    std::filesystem::remove_all(folder_);
  }

  /// Runs `ingot ARGUMENTS`.
  Outcome run(const std::vector<std::string> &arguments) {
    std::ostringstream out;
    Outcome outcome = run(arguments, out);
    outcome.out = out.str();
    return outcome;
  }
  Outcome run(const std::vector<std::string> &arguments, std::ostream &out) {
    std::vector<const char *> argv{"ingot"};
    for (const std::string &argument : arguments)
      argv.push_back(argument.c_str());
    std::ostringstream err;
    Environment environment{out, err, isTerminal};
    environment.connect = [this](const std::string &address, absl::Duration,
                                 const ConnectOptions &options)
        -> absl::StatusOr<std::unique_ptr<Client>> {
      daemon.connections.push_back(address);
      daemon.options = options;
      if (auto one = daemon.reachableAt.find(address);
          one != daemon.reachableAt.end() && !one->second.ok())
        return one->second;
      if (!daemon.reachable.ok() && !daemon.reachableAt.count(address))
        return daemon.reachable;
      return std::make_unique<FakeClient>(daemon);
    };
    environment.startDaemon = [this](const PrivateDaemonPaths &) {
      ++daemon.starts;
      return daemon.startable;
    };
    environment.replicas.sleep = [](absl::Duration) {};
    Outcome outcome;
    outcome.code =
        runCommandLine(static_cast<int>(argv.size()), argv.data(), environment);
    outcome.err = err.str();
    return outcome;
  }

  static void write(const std::string &path, const std::string &bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
  }
  static std::string read(const std::string &path) {
    std::stringstream bytes;
    bytes << std::ifstream(path, std::ios::binary).rdbuf();
    return bytes.str();
  }

  FakeDaemon daemon;
  bool isTerminal = false;

private:
  const std::filesystem::path start_ = std::filesystem::current_path();
  const std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) /
      ("command-test-" + std::to_string(getpid()));
};

} // namespace ingot::client

#endif // INGOT_TESTS_UNIT_CLIENT_CLI_COMMANDTEST_H
