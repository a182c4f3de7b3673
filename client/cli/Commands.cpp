//===- Commands.cpp - the subcommands that talk to a daemon ---------------===//

#include "client/cli/Commands.h"
#include "client/cli/Console.h"
#include "client/cli/RunCommand.h"
#include "client/lib/Client.h"
#include "client/lib/PrivateDaemon.h"
#include "client/runtime/Files.h"
#include "client/runtime/Safetensors.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include <nlohmann/json.hpp>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <unistd.h>

namespace ingot::client {
namespace {

namespace fs = std::filesystem;

/// What a question that needs no work may take.
constexpr double kQuestionSeconds = 30;

/// Set by Ctrl-C; a command then tells the daemon and leaves.
std::atomic<bool> interrupted{false};

/// Deadline and Ctrl-C of one command. `seconds` is the default; 0 is none.
CallOptions callOptions(const CommonOptions &common, double seconds = 0) {
  CallOptions options;
  if (common.timeout > 0)
    seconds = common.timeout;
  if (seconds > 0)
    options.deadline = absl::Now() + absl::Seconds(seconds);
  options.cancelled = &interrupted;
  std::signal(SIGINT, [](int) { interrupted = true; });
  return options;
}

int exitCode(const absl::Status &status) {
  switch (status.code()) {
  case absl::StatusCode::kOk:
    return 0;
  case absl::StatusCode::kInvalidArgument:
  case absl::StatusCode::kFailedPrecondition:
    return 1;
  default:
    return 3;
  }
}

int fail(const absl::Status &status) {
  printError(std::string(status.message()));
  return exitCode(status);
}

int usage(const std::string &message) {
  printError(message);
  return 2;
}

absl::StatusOr<std::unique_ptr<Client>> connect(const CommonOptions &common) {
  std::string address = common.server;
  if (address.empty())
    if (const char *configured = std::getenv("INGOT_SERVER"))
      address = configured;
  if (!address.empty())
    return Client::connect(address);
  absl::StatusOr<PrivateDaemonPaths> paths = privateDaemonPaths();
  if (!paths.ok())
    return paths.status();
  if (absl::Status status = startPrivateDaemon(*paths); !status.ok())
    return status;
  return Client::connect(paths->address());
}

absl::StatusOr<std::string> readFile(const std::string &path) {
  if (fs::is_directory(path))
    return absl::NotFoundError(absl::StrCat(path, ": is a folder"));
  std::ifstream file(path, std::ios::binary);
  std::string bytes;
  std::error_code isNoFile;
  uint64_t size = fs::file_size(path, isNoFile);
  constexpr size_t kPiece = 1 << 20;
  bytes.reserve(isNoFile ? kPiece : size + 1);
  // Read to the end rather than to the size: it may be a pipe.
  std::vector<char> piece(kPiece);
  while (file.read(piece.data(), kPiece) || file.gcount() > 0)
    bytes.append(piece.data(), static_cast<size_t>(file.gcount()));
  if (!file.eof())
    return absl::NotFoundError(
        absl::StrCat(path, ": cannot be read: ", std::strerror(errno)));
  return bytes;
}

/// Finds out before a long compile that its result could not be kept.
absl::Status checkWritable(const std::string &path) {
  fs::path folder = fs::absolute(path).parent_path();
  if (access(folder.c_str(), W_OK | X_OK) != 0)
    return absl::PermissionDeniedError(
        absl::StrCat(path, ": cannot be written: ", folder.string(), ": ",
                     std::strerror(errno)));
  if (fs::is_directory(path))
    return absl::PermissionDeniedError(
        absl::StrCat(path, ": cannot be written: it is a folder"));
  return absl::OkStatus();
}

/// The file's ending where the user names no file; none for text, which goes to
/// standard output.
std::string endingOf(const std::string &emit) {
  if (emit == "executable")
    return ".so";
  if (emit == "object")
    return ".o";
  return emit.rfind("stablehlo-portable:", 0) == 0 ? ".vhlo.mlirbc" : "";
}

bool isText(const std::string &emit) { return endingOf(emit).empty(); }

/// True when the file has all of these already, as a compile before wrote it:
/// weights are large and rarely new.
bool holdsConstants(const std::string &path,
                    const std::vector<const Constant *> &constants) {
  auto file = runtime::Safetensors::open(path);
  if (!file.ok())
    return false;
  for (const Constant *constant : constants) {
    const auto *entry = (*file)->find(constant->name);
    if (!entry || !entry->holds(constant->elementType, constant->shape) ||
        entry->digest != constant->digest.substr(0, constant->digest.find('/')))
      return false;
  }
  return true;
}

absl::Status writeConstants(Client &client, const CompileResult &result,
                            const std::string &path, const CallOptions &call) {
  std::vector<std::string> digests;
  std::vector<const Constant *> bound;
  for (const Constant &constant : result.constants)
    if (!constant.digest.empty()) {
      digests.push_back(constant.digest);
      bound.push_back(&constant);
    }
  if (holdsConstants(path, bound))
    return absl::OkStatus();
  absl::StatusOr<std::vector<std::string>> blobs =
      client.fetchAll(digests, call);
  if (!blobs.ok())
    return blobs.status();
  std::vector<runtime::NamedBytes> tensors;
  for (size_t i = 0; i < bound.size(); ++i)
    tensors.push_back({bound[i]->name, bound[i]->elementType, bound[i]->shape,
                       (*blobs)[i],
                       bound[i]->digest.substr(0, bound[i]->digest.find('/'))});
  return runtime::writeSafetensors(path, std::move(tensors));
}

bool hasConstants(const CompileResult &result) {
  for (const Constant &constant : result.constants)
    if (!constant.digest.empty())
      return true;
  return false;
}

nlohmann::ordered_json customOpsAsJson(const std::vector<CustomOp> &ops) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const CustomOp &op : ops)
    json.push_back({{"name", op.name},
                    {"attributes", op.attributes},
                    {"operands", op.operands},
                    {"results", op.results}});
  return json;
}

void printJson(const CompileResult &result, const std::string &output,
               const std::string &constants) {
  nlohmann::ordered_json milliseconds = {{"total", result.totalMilliseconds},
                                         {"queued", result.queuedMilliseconds}};
  for (const char *phase :
       {"import", "constants", "legalize", "plan", "kernels", "link"}) {
    auto spent = result.phaseMilliseconds.find(phase);
    milliseconds[phase] =
        spent == result.phaseMilliseconds.end() ? 0.0 : spent->second;
  }
  nlohmann::ordered_json json = {
      {"cache", result.cache},
      {"executable", result.artifactDigest},
      {"manifest", result.manifestDigest},
      {"kernels",
       {{"total", result.kernelsTotal},
        {"unique", result.kernelsUnique},
        {"built", result.kernelsBuilt},
        {"reused", result.kernelsReused}}},
      {"milliseconds", milliseconds},
      {"entry_points", result.entryPoints},
      {"target",
       {{"triple", result.target.triple},
        {"cpu", result.target.cpu},
        {"features", result.target.features},
        {"legal_ops", result.target.legalOps},
        {"custom_op_form", result.target.customOpForm}}}};
  if (!result.customOps.empty())
    json["custom_ops"] = customOpsAsJson(result.customOps);
  if (!output.empty())
    json["output"] = output;
  if (!constants.empty())
    json["constants"] = constants;
  std::cout << json.dump(2) << "\n";
}

/// A target or an option that is wrong is a mistake in the command; what is
/// wrong with the program comes as diagnostics.
bool isUsageMistake(const absl::Status &status, const Failure &failure) {
  std::string message(status.message());
  return status.code() == absl::StatusCode::kInvalidArgument &&
         failure.diagnostics.empty() &&
         (message.rfind("target", 0) == 0 || message.rfind("emit", 0) == 0 ||
          message.rfind("options.", 0) == 0);
}

/// Says all about a compile or check that failed; returns the exit code.
int failProgram(const absl::Status &status, const Failure &failure,
                const std::string &file, std::string_view module) {
  if (isUsageMistake(status, failure))
    return usage(std::string(status.message()));
  for (const Diagnostic &diagnostic : failure.diagnostics)
    printDiagnostic(diagnostic, file, module);
  if (failure.truncated)
    std::cerr << file << ": note: there is more; `ingot check` lists it all\n";
  // The diagnostics have said it already when the program is at fault.
  if (failure.diagnostics.empty() || exitCode(status) == 3)
    printError(absl::StrCat(file, ": ", status.message()));
  return exitCode(status);
}

/// Writes what came and says what was done.
int deliver(Client &client, const CompileCommandOptions &options,
            const CallOptions &call, const CompileResult &result,
            const std::string &output, double seconds) {
  std::string constants;
  if (output.empty()) {
    std::cout << result.artifact << std::flush;
    if (!std::cout)
      return usage("standard output cannot be written");
  } else {
    // The constants first: an executable that is there can be run.
    if (options.emit == "executable" && hasConstants(result)) {
      constants = constantsBeside(output);
      if (absl::Status status = writeConstants(client, result, constants, call);
          !status.ok())
        return status.code() == absl::StatusCode::kPermissionDenied
                   ? usage(std::string(status.message()))
                   : fail(status);
    }
    mode_t mode = options.emit == "executable" ? 0755 : 0644;
    if (absl::Status status =
            runtime::writeFile(output, {result.artifact}, mode);
        !status.ok())
      return usage(std::string(status.message()));
  }
  if (options.common.json)
    printJson(result, output, constants);
  else if (!options.common.quiet && !output.empty())
    std::cerr << absl::StrFormat(
        "%s: %s in %.0f ms (%s): %d kernels, %d built, %d reused\n",
        options.file, output, seconds * 1e3, result.cache, result.kernelsUnique,
        result.kernelsBuilt, result.kernelsReused);
  return 0;
}

} // namespace

/// `4x8xf32` and what MLIR writes for it are one type.
static std::string tensorType(const std::string &text) {
  return text.find('<') == std::string::npos ? "tensor<" + text + ">" : text;
}

int compileCommand(const CompileCommandOptions &options) {
  absl::StatusOr<std::string> module = readFile(options.file);
  if (!module.ok())
    return usage(std::string(module.status().message()));
  std::string output = options.output;
  if (output.empty() && isText(options.emit) && options.common.json)
    return usage("--json and the text would both go to standard output; name a "
                 "file by -o");
  if (output.empty() && !isText(options.emit))
    output = fs::path(options.file).stem().string() + endingOf(options.emit);
  if (!output.empty())
    if (absl::Status status = checkWritable(output); !status.ok())
      return usage(std::string(status.message()));
  CompileOptions compile;
  absl::StatusOr<Target> target = Target::parse(options.target);
  if (!target.ok())
    return usage(std::string(target.status().message()));
  compile.target = *target;
  compile.target.legalOps = options.legalOps;
  compile.target.customOpForm = options.customOpForm;
  compile.emit = options.emit;
  compile.constantThreshold = options.constantThreshold;
  for (const std::string &type : options.inputTypes)
    compile.inputTypes.push_back(tensorType(type));

  absl::StatusOr<std::unique_ptr<Client>> client = connect(options.common);
  if (!client.ok())
    return fail(client.status());
  static_cast<CallOptions &>(compile) = callOptions(options.common);
  ProgressLine line(!options.common.quiet && !options.common.json);
  Progress progress;
  progress.onPhase = [&](const std::string &phase, uint32_t done,
                         uint32_t total) { line.show(phase, done, total); };
  absl::Time begin = absl::Now();
  Failure failure;
  absl::StatusOr<CompileResult> result =
      (*client)->compile(*module, compile, progress, &failure);
  line.clear();
  if (!result.ok())
    return failProgram(result.status(), failure, options.file, *module);
  for (const Diagnostic &diagnostic : result->diagnostics)
    if (!options.common.quiet)
      printDiagnostic(diagnostic, options.file, *module);
  return deliver(**client, options, compile, *result, output,
                 absl::ToDoubleSeconds(absl::Now() - begin));
}

int checkCommand(const CheckCommandOptions &given) {
  const CommonOptions &common = given.common;
  const std::string &file = given.file;
  absl::StatusOr<std::string> module = readFile(file);
  if (!module.ok())
    return usage(std::string(module.status().message()));
  absl::StatusOr<Target> target = Target::parse(given.target);
  if (!target.ok())
    return usage(std::string(target.status().message()));
  target->legalOps = given.legalOps;
  target->customOpForm = given.customOpForm;
  CheckOptions options;
  options.target = *target;
  options.allCustom = given.allCustom;
  for (const std::string &type : given.inputTypes)
    options.inputTypes.push_back(tensorType(type));
  absl::StatusOr<std::unique_ptr<Client>> client = connect(common);
  if (!client.ok())
    return fail(client.status());
  static_cast<CallOptions &>(options) = callOptions(common);
  Failure failure;
  absl::StatusOr<std::vector<Diagnostic>> found =
      (*client)->check(*module, options, &failure);
  if (!found.ok())
    return failProgram(found.status(), failure, file, *module);
  bool atFault = false;
  for (const Diagnostic &diagnostic : *found) {
    if (common.quiet && diagnostic.severity != "error")
      continue;
    printDiagnostic(diagnostic, file, *module);
    atFault |= diagnostic.severity == "error";
  }
  // The survey counts by itself.
  if (!common.quiet && !atFault && !given.allCustom)
    std::cerr << file << ": everything lowers\n";
  return atFault ? 1 : 0;
}

int targetsCommand(const CommonOptions &common) {
  absl::StatusOr<std::unique_ptr<Client>> client = connect(common);
  if (!client.ok())
    return fail(client.status());
  absl::StatusOr<std::vector<Target>> targets =
      (*client)->targets(callOptions(common, kQuestionSeconds));
  if (!targets.ok())
    return fail(targets.status());
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const Target &target : *targets) {
    json.push_back({{"name", target.name},
                    {"triple", target.triple},
                    {"cpu", target.cpu},
                    {"features", target.features},
                    {"legal_ops", target.legalOps},
                    {"summary", target.summary}});
    if (!common.json)
      std::cout << absl::StrFormat("%-12s %-28s %-14s %s\n", target.name,
                                   target.triple, target.cpu, target.summary);
  }
  if (common.json)
    std::cout << json.dump(2) << "\n";
  return 0;
}

int statsCommand(const CommonOptions &common) {
  absl::StatusOr<std::unique_ptr<Client>> client = connect(common);
  if (!client.ok())
    return fail(client.status());
  auto values = (*client)->statistics(callOptions(common, kQuestionSeconds));
  if (!values.ok())
    return fail(values.status());
  nlohmann::ordered_json json;
  for (const auto &[name, value] : *values) {
    auto number = nlohmann::json::parse(value, nullptr, false);
    if (number.is_number())
      json[name] = number;
    else
      json[name] = value;
    if (!common.json)
      std::cout << absl::StrFormat("%-24s %s\n", name, value);
  }
  if (common.json)
    std::cout << json.dump(2) << "\n";
  return 0;
}

int fetchCommand(const CommonOptions &common, const std::string &digest,
                 const std::string &output) {
  if (absl::Status status = checkWritable(output); !status.ok())
    return usage(std::string(status.message()));
  absl::StatusOr<std::unique_ptr<Client>> client = connect(common);
  if (!client.ok())
    return fail(client.status());
  absl::StatusOr<std::string> bytes =
      (*client)->fetch(digest, callOptions(common));
  if (bytes.status().code() == absl::StatusCode::kInvalidArgument)
    return usage(std::string(bytes.status().message()));
  if (!bytes.ok())
    return fail(bytes.status());
  if (absl::Status status = runtime::writeFile(output, {*bytes}); !status.ok())
    return usage(std::string(status.message()));
  return 0;
}

int serverCommand(const CommonOptions &common, const std::string &action) {
  std::string address = common.server;
  absl::StatusOr<PrivateDaemonPaths> paths = absl::NotFoundError("");
  if (address.empty()) {
    paths = privateDaemonPaths();
    if (!paths.ok())
      return fail(paths.status());
    address = paths->address();
  }
  if (action == "start") {
    if (!paths.ok())
      return usage("server start: starts the private daemon and takes no "
                   "--server; start others by `ingotd`");
    if (absl::Status status = startPrivateDaemon(*paths); !status.ok())
      return fail(status);
    std::cout << "running at " << address << "\n";
    return 0;
  }
  absl::StatusOr<std::unique_ptr<Client>> client =
      Client::connect(address, absl::Milliseconds(500));
  if (!client.ok()) {
    std::cout << "not running at " << address << "\n";
    return action == "stop" ? 0 : 3;
  }
  if (action == "stop") {
    if (absl::Status status =
            (*client)->drain(callOptions(common, kQuestionSeconds));
        !status.ok())
      return fail(status);
    std::cout << "stopping " << address << "\n";
    return 0;
  }
  std::cout << "running at " << address << "\n";
  CommonOptions same = common;
  same.server = address;
  return common.quiet ? 0 : statsCommand(same);
}

} // namespace ingot::client
