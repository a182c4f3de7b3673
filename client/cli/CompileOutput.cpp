//===- CompileOutput.cpp - what ingot compile leaves behind ---------------===//
//
// The executables of one program share their constants as a rule: in a fat file
// all of them stand in one safetensors file, each once.
//
//===----------------------------------------------------------------------===//

#include "client/cli/CompileOutput.h"
#include "client/cli/ExplanationText.h"
#include "client/cli/Profile.h"
#include "client/cli/ProgramSupport.h"
#include "client/cli/RunCommand.h"
#include "client/runtime/FatFile.h"
#include "client/runtime/Files.h"

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/strip.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <map>
#include <ostream>

namespace ingot::client {
namespace {

using nlohmann::ordered_json;

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

enum class Made { SharedObject, Object, Fat, WebAssembly, Text };

/// What an artifact is, by its bytes: not every target makes shared objects.
Made kindOf(std::string_view bytes) {
  constexpr size_t kTypeOffset = 16; // Of an ELF header.
  constexpr char kRelocatable = 1;
  if (bytes.substr(0, 4) == "\177ELF")
    return bytes.size() > kTypeOffset && bytes[kTypeOffset] == kRelocatable
               ? Made::Object
               : Made::SharedObject;
  if (bytes.substr(0, 4) == std::string_view("\0asm", 4))
    return Made::WebAssembly;
  return runtime::isFat(bytes) ? Made::Fat : Made::Text;
}

/// The ending of what an executable became for a target.
std::string executableExtension(const TargetOutput &output) {
  switch (kindOf(output.result.artifact)) {
  case Made::WebAssembly:
    return ".wasm";
  case Made::Object:
    return ".o";
  case Made::Text:
    return absl::StartsWith(output.result.target.triple, "c-") ? ".c" : ".so";
  default:
    return ".so";
  }
}

/// A target as a part of a file's name: a description by its own name, a triple
/// without what cannot stand there.
std::string fileWord(std::string target) {
  target = std::filesystem::path(target).filename().string();
  target = std::string(absl::StripSuffix(target, ".textproto"));
  for (char &letter : target)
    if (!absl::ascii_isalnum(letter) && !absl::StrContains("-_.", letter))
      letter = '_';
  return target;
}

/// net.so for x86-64-v4 is net.x86-64-v4.so.
std::string pathForTarget(const std::string &output,
                          const std::string &target) {
  std::filesystem::path path(output);
  std::string name = absl::StrCat(path.stem().string(), ".", fileWord(target),
                                  path.extension().string());
  return path.replace_filename(name).string();
}

absl::Status checkFat(const CompileCommandOptions &options) {
  if (options.emit != "executable")
    return absl::InvalidArgumentError(
        "--fat holds executables; it goes with no other --emit");
  if (options.constantsAs != "safetensors")
    return absl::InvalidArgumentError(
        "--fat: the runtime that chooses reads constants from a file; leave "
        "--constants-as out");
  if (options.targets.empty())
    return absl::InvalidArgumentError(
        "--fat holds executables for the targets that --target names; name "
        "them");
  // A file of empty executables is refused for the same reasons.
  std::vector<runtime::FatMember> members;
  for (const std::string &target : options.targets)
    members.push_back({target, ""});
  absl::StatusOr<std::string> file = runtime::writeFat(members);
  if (file.ok())
    return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("--fat: ", file.status().message()));
}

/// One name in two results is one constant, or the file cannot hold both.
absl::StatusOr<CompileResult>
allConstants(const std::vector<TargetOutput> &outputs) {
  CompileResult all;
  std::map<std::string, const Constant *> known;
  for (const TargetOutput &output : outputs)
    for (const Constant &constant : output.result.constants) {
      auto [entry, isNew] = known.try_emplace(constant.name, &constant);
      if (isNew)
        all.constants.push_back(constant);
      else if (entry->second->digest != constant.digest)
        return absl::FailedPreconditionError(
            absl::StrCat("--fat: constant '", constant.name, "' of target ",
                         output.target, " differs from that of ",
                         outputs.front().target, "; leave --fat out"));
    }
  return all;
}

ordered_json customOpsAsJson(const std::vector<CustomOp> &ops) {
  ordered_json json = ordered_json::array();
  for (const CustomOp &op : ops)
    json.push_back({{"name", op.name},
                    {"attributes", op.attributes},
                    {"operands", op.operands},
                    {"results", op.results}});
  return json;
}

ordered_json resultAsJson(const CompileResult &result) {
  ordered_json milliseconds = {{"total", result.totalMilliseconds},
                               {"queued", result.queuedMilliseconds}};
  for (const auto &[phase, spent] : result.phaseMilliseconds)
    milliseconds[phase] = spent;
  ordered_json json = {{"cache", result.cache},
                       {"request", result.request},
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
  return json;
}

/// A file that was written, and the file of its constants if there is one.
struct Written {
  std::string path, constants;
};

void addWritten(ordered_json &json, const Written &written) {
  json["output"] = written.path;
  if (!written.constants.empty())
    json["constants"] = written.constants;
}

/// One result as an object; several as `targets`.
ordered_json asJson(const CompileCommandOptions &options,
                    const std::vector<TargetOutput> &outputs,
                    const std::vector<Written> &written) {
  ordered_json targets = ordered_json::array();
  for (size_t i = 0; i < outputs.size(); ++i) {
    ordered_json json = resultAsJson(outputs[i].result);
    if (written.size() == outputs.size())
      addWritten(json, written[i]);
    if (options.profile)
      json["profile"] = profileAsJson(outputs[i].profile);
    if (const auto &explanation = outputs[i].explanation)
      json["explain"] =
          explanation->ok()
              ? explanationAsJson(**explanation)
              : ordered_json{{"error", explanation->status().message()}};
    targets.push_back(std::move(json));
  }
  if (outputs.size() == 1 && !options.fat)
    return targets.front();
  ordered_json all = ordered_json::object();
  if (options.fat)
    addWritten(all, written.front());
  all["targets"] = std::move(targets);
  return all;
}

void printSummary(const Environment &environment,
                  const CompileCommandOptions &options,
                  const TargetOutput &output, const std::string &path,
                  absl::Duration elapsed) {
  const CompileResult &result = output.result;
  environment.err << absl::StrFormat(
      "%s: %s%s in %.0f ms (%s): %d kernels, %d built, %d reused\n",
      options.file, path, options.fat ? " for " + output.target : "",
      absl::ToDoubleMilliseconds(elapsed), result.cache, result.kernelsUnique,
      result.kernelsBuilt, result.kernelsReused);
}

/// Constants go beside what needs them: an executable, or an object whose user
/// asked for C. Returns the exit code.
int writeFiles(const Environment &environment, Client &client,
               const CompileCommandOptions &options, const CallOptions &call,
               const CompileResult &result, const std::string &bytes,
               Written &written) {
  const bool isC = options.constantsAs == "c";
  const bool takesConstants =
      options.emit == "executable" || (isC && options.emit == "object");
  if (takesConstants && hasConstants(result)) {
    written.constants =
        options.constantsAs == "safetensors"
            ? constantsPath(written.path)
            : absl::StrCat(outputStem(written.path), isC ? ".constants." : ".",
                           options.constantsAs);
    absl::Status status =
        isC ? writeConstantsAsC(client, result, written.constants, call)
            : writeConstants(client, result, written.constants, call);
    if (!status.ok())
      return failResult(environment, status);
  }
  // Not needed to load it; it says what kind of file this is.
  const Made made = kindOf(bytes);
  const bool isProgram = options.emit == "executable" &&
                         (made == Made::SharedObject || made == Made::Fat);
  absl::Status status =
      runtime::writeFile(written.path, {bytes}, isProgram ? 0755 : 0644);
  return status.ok() ? 0 : failUsage(environment, status);
}

int writeFat(const Environment &environment, Client &client,
             const CompileCommandOptions &options, const CallOptions &call,
             const std::vector<TargetOutput> &outputs, Written &written) {
  std::vector<runtime::FatMember> members;
  for (const TargetOutput &output : outputs)
    members.push_back({output.target, output.result.artifact});
  absl::StatusOr<std::string> file = runtime::writeFat(members);
  if (!file.ok())
    return failUsage(environment, file.status());
  absl::StatusOr<CompileResult> constants = allConstants(outputs);
  if (!constants.ok())
    return failUsage(environment, constants.status());
  return writeFiles(environment, client, options, call, *constants, *file,
                    written);
}

} // namespace

absl::StatusOr<std::vector<std::string>>
outputPaths(const CompileCommandOptions &options) {
  const bool isSeveral = options.targets.size() > 1 && !options.fat;
  if (options.emit == "program-and-weights")
    return absl::InvalidArgumentError(
        "emit: a program and its weights are two files; `ingot import --form "
        "ml_program` writes them");
  // Each is a thread that waits for the service.
  constexpr size_t kMaxTargets = 64;
  if (options.targets.size() > kMaxTargets)
    return absl::InvalidArgumentError(absl::StrCat(
        "--target: ", options.targets.size(), " are more than the ",
        kMaxTargets, " that one command compiles for"));
  if (options.fat)
    if (absl::Status status = checkFat(options); !status.ok())
      return status;
  std::string output = options.output;
  if (output.empty() && isText(options.emit)) {
    if (isSeveral)
      return absl::InvalidArgumentError(
          "the text of several targets would go to standard output; name a "
          "file by -o");
    if (absl::Status status = checkTextOutput(options.common); !status.ok())
      return status;
    return std::vector<std::string>{""};
  }
  if (output.empty())
    output = programStem(options.file) + defaultExtension(options.emit);
  std::vector<std::string> paths{output};
  if (isSeveral) {
    paths.clear();
    for (const std::string &target : options.targets)
      paths.push_back(pathForTarget(output, target));
  }
  for (auto path = paths.begin(); path != paths.end(); ++path) {
    if (std::find(paths.begin(), path, *path) != path)
      return absl::InvalidArgumentError(absl::StrCat(
          "two targets would be written to ", *path, "; name each once"));
    if (absl::Status status = checkWritable(*path); !status.ok())
      return status;
  }
  return paths;
}

int writeOutputs(const Environment &environment, Client &client,
                 const CompileCommandOptions &options, const CallOptions &call,
                 const std::vector<TargetOutput> &outputs,
                 std::vector<std::string> &paths, absl::Duration elapsed) {
  if (paths.front().empty())
    return printText(environment, outputs.front().result.artifact);
  std::vector<Written> written;
  for (size_t i = 0; i < paths.size(); ++i) {
    if (options.emit == "executable" && options.output.empty() && !options.fat)
      paths[i] = outputStem(paths[i]) + executableExtension(outputs[i]);
    written.push_back({paths[i], ""});
    const CompileResult &result = outputs[i].result;
    if (int code = options.fat
                       ? writeFat(environment, client, options, call, outputs,
                                  written.back())
                       : writeFiles(environment, client, options, call, result,
                                    result.artifact, written.back()))
      return code;
  }
  if (options.common.json) {
    // A path may be of any encoding, JSON is UTF-8.
    environment.out << asJson(options, outputs, written)
                           .dump(2, ' ', false,
                                 ordered_json::error_handler_t::replace)
                    << "\n";
  } else if (!options.common.quiet) {
    for (size_t i = 0; i < outputs.size(); ++i)
      printSummary(environment, options, outputs[i], paths[options.fat ? 0 : i],
                   elapsed);
  }
  return 0;
}

} // namespace ingot::client
