//===- CompileCommand.cpp - ingot compile and ingot check -----------------===//
//
// Everything that can be refused without the service is refused before a
// connection is made: flags, the input file, the place of the output. What the
// service answers becomes diagnostics on stderr, files or text, a line of
// summary or JSON, and the exit code.
//
// Constants are written before the executable, so that an executable that
// exists can be run, and only if the file does not hold them already: weights
// are large and rarely new.
//
//===----------------------------------------------------------------------===//

#include "client/cli/CommandSupport.h"
#include "client/cli/Console.h"
#include "client/cli/RunCommand.h"
#include "client/runtime/Files.h"
#include "client/runtime/Safetensors.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/time/clock.h"

#include <nlohmann/json.hpp>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <ostream>

namespace ingot::client {
namespace {

namespace fs = std::filesystem;

absl::StatusOr<std::string> readFile(const std::string &path) {
  std::error_code error;
  if (fs::is_directory(path, error))
    return absl::NotFoundError(absl::StrCat(path, ": is a folder"));
  std::ifstream file(path, std::ios::binary);
  std::string bytes;
  uint64_t size = fs::file_size(path, error);
  constexpr size_t kChunkBytes = 1 << 20;
  bytes.reserve(error ? kChunkBytes : size + 1);
  // Read to the end and not to the size: the file may be a pipe.
  std::vector<char> chunk(kChunkBytes);
  while (file.read(chunk.data(), kChunkBytes) || file.gcount() > 0)
    bytes.append(chunk.data(), static_cast<size_t>(file.gcount()));
  if (!file.eof())
    return absl::NotFoundError(
        absl::StrCat(path, ": cannot be read: ", std::strerror(errno)));
  return bytes;
}

/// The extension of an output that the user did not name; none for text, which
/// goes to standard output.
std::string defaultExtension(const std::string &emit) {
  if (emit == "executable")
    return ".so";
  if (emit == "object")
    return ".o";
  return absl::StartsWith(emit, "stablehlo-portable:") ? ".vhlo.mlirbc" : "";
}

bool isText(const std::string &emit) { return defaultExtension(emit).empty(); }

/// True when the file has all of these constants already.
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

void printJson(std::ostream &out, const CompileResult &result,
               const std::string &output, const std::string &constants) {
  nlohmann::ordered_json milliseconds = {{"total", result.totalMilliseconds},
                                         {"queued", result.queuedMilliseconds}};
  for (const auto &[phase, spent] : result.phaseMilliseconds)
    milliseconds[phase] = spent;
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
  // A path may be of any encoding, JSON is UTF-8.
  out << json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace)
      << "\n";
}

/// A wrong target or option is a mistake in the command. A fault of the program
/// comes with diagnostics.
bool isUsageError(const absl::Status &status, const Failure &failure) {
  std::string message(status.message());
  return status.code() == absl::StatusCode::kInvalidArgument &&
         failure.diagnostics.empty() &&
         (absl::StartsWith(message, "target") ||
          absl::StartsWith(message, "emit") ||
          absl::StartsWith(message, "options."));
}

/// Reports a compile or check that failed; returns the exit code.
int reportFailure(const Environment &environment, const absl::Status &status,
                  const Failure &failure, const std::string &file,
                  std::string_view module) {
  if (isUsageError(status, failure))
    return failUsage(environment, status);
  DiagnosticPrinter printer(environment.err, file, module);
  for (const Diagnostic &diagnostic : failure.diagnostics)
    printer.print(diagnostic);
  if (failure.truncated)
    environment.err << file
                    << ": note: there is more; `ingot check` lists it all\n";
  // The status repeats the diagnostics when the program is at fault.
  if (failure.diagnostics.empty() || exitCode(status) == 3)
    printError(environment.err, absl::StrCat(file, ": ", status.message()));
  return exitCode(status);
}

/// Writes the artifact and its constants; a summary or JSON follows.
int writeResult(const Environment &environment, Client &client,
                const CompileCommandOptions &options, const CallOptions &call,
                const CompileResult &result, const std::string &output,
                absl::Duration elapsed) {
  std::string constants;
  if (output.empty()) {
    environment.out << result.artifact << std::flush;
    if (!environment.out)
      return failUsage(environment, absl::PermissionDeniedError(
                                        "standard output cannot be written"));
  } else {
    if (options.emit == "executable" && hasConstants(result)) {
      constants = constantsPath(output);
      if (absl::Status status = writeConstants(client, result, constants, call);
          !status.ok())
        return status.code() == absl::StatusCode::kPermissionDenied
                   ? failUsage(environment, status)
                   : fail(environment, status);
    }
    // Not needed to load it; it says what kind of file this is.
    mode_t mode = options.emit == "executable" ? 0755 : 0644;
    if (absl::Status status =
            runtime::writeFile(output, {result.artifact}, mode);
        !status.ok())
      return failUsage(environment, status);
  }
  if (options.common.json)
    printJson(environment.out, result, output, constants);
  else if (!options.common.quiet && !output.empty())
    environment.err << absl::StrFormat(
        "%s: %s in %.0f ms (%s): %d kernels, %d built, %d reused\n",
        options.file, output, absl::ToDoubleMilliseconds(elapsed), result.cache,
        result.kernelsUnique, result.kernelsBuilt, result.kernelsReused);
  return 0;
}

/// `4x8xf32` and MLIR's `tensor<4x8xf32>` are the same type.
std::string tensorType(const std::string &text) {
  return absl::StrContains(text, '<') ? text : "tensor<" + text + ">";
}

/// Target and types of arguments, for requests of both kinds.
template <typename Request>
absl::Status fillProgram(const ProgramOptions &options, Request &request) {
  absl::StatusOr<Target> target = Target::parse(options.target);
  if (!target.ok())
    return target.status();
  request.target = *std::move(target);
  request.target.legalOps = options.legalOps;
  request.target.customOpForm = options.customOpForm;
  for (const std::string &type : options.inputTypes)
    request.inputTypes.push_back(tensorType(type));
  return absl::OkStatus();
}

/// Where the result goes; empty for standard output.
absl::StatusOr<std::string> outputPath(const CompileCommandOptions &options) {
  std::string output = options.output;
  if (output.empty() && isText(options.emit)) {
    if (options.common.json)
      return absl::InvalidArgumentError(
          "--json and the text would both go to standard output; name a file "
          "by -o");
    return output;
  }
  if (output.empty())
    output =
        fs::path(options.file).stem().string() + defaultExtension(options.emit);
  if (absl::Status status = checkWritable(output); !status.ok())
    return status;
  return output;
}

} // namespace

int compileCommand(const CompileCommandOptions &options,
                   const Environment &environment) {
  absl::StatusOr<std::string> module = readFile(options.file);
  if (!module.ok())
    return failUsage(environment, module.status());
  absl::StatusOr<std::string> output = outputPath(options);
  if (!output.ok())
    return failUsage(environment, output.status());
  CompileOptions compile;
  if (absl::Status status = fillProgram(options, compile); !status.ok())
    return failUsage(environment, status);
  compile.emit = options.emit;
  compile.constantThreshold = options.constantThreshold;

  absl::StatusOr<std::unique_ptr<Client>> client =
      connect(options.common, environment);
  if (!client.ok())
    return fail(environment, client.status());
  static_cast<CallOptions &>(compile) = callOptions(options.common);
  ProgressLine line(environment.err,
                    !options.common.quiet && !options.common.json,
                    environment.isTerminal);
  Progress progress;
  progress.onPhase = [&](const std::string &phase, uint32_t done,
                         uint32_t total) { line.show(phase, done, total); };
  absl::Time begin = absl::Now();
  Failure failure;
  absl::StatusOr<CompileResult> result =
      (*client)->compile(*module, compile, progress, &failure);
  line.clear();
  if (!result.ok())
    return reportFailure(environment, result.status(), failure, options.file,
                         *module);
  DiagnosticPrinter printer(environment.err, options.file, *module);
  if (!options.common.quiet)
    for (const Diagnostic &diagnostic : result->diagnostics)
      printer.print(diagnostic);
  return writeResult(environment, **client, options, compile, *result, *output,
                     absl::Now() - begin);
}

int checkCommand(const CheckCommandOptions &options,
                 const Environment &environment) {
  absl::StatusOr<std::string> module = readFile(options.file);
  if (!module.ok())
    return failUsage(environment, module.status());
  CheckOptions check;
  if (absl::Status status = fillProgram(options, check); !status.ok())
    return failUsage(environment, status);
  check.allCustom = options.allCustom;
  absl::StatusOr<std::unique_ptr<Client>> client =
      connect(options.common, environment);
  if (!client.ok())
    return fail(environment, client.status());
  static_cast<CallOptions &>(check) = callOptions(options.common);
  Failure failure;
  absl::StatusOr<std::vector<Diagnostic>> found =
      (*client)->check(*module, check, &failure);
  if (!found.ok())
    return reportFailure(environment, found.status(), failure, options.file,
                         *module);
  DiagnosticPrinter printer(environment.err, options.file, *module);
  bool atFault = false;
  for (const Diagnostic &diagnostic : *found) {
    bool isError = diagnostic.severity == "error";
    if (isError || !options.common.quiet)
      printer.print(diagnostic);
    atFault |= isError;
  }
  // The survey of --all-custom ends with a count of its own.
  if (!options.common.quiet && !atFault && !options.allCustom)
    environment.err << options.file << ": everything lowers\n";
  return atFault ? 1 : 0;
}

} // namespace ingot::client
