//===- CompileCommand.cpp - ingot compile and ingot check -----------------===//
//
// Everything that can be refused without the service is refused before a
// connection is made: flags, the input files, the place of the output. What the
// service answers becomes diagnostics on stderr, files or text, a line of
// summary or JSON, and the exit code.
//
// Constants are written before the executable, so that an executable that
// exists can be run.
//
//===----------------------------------------------------------------------===//

#include "client/cli/Console.h"
#include "client/cli/Depfile.h"
#include "client/cli/Findings.h"
#include "client/cli/Profile.h"
#include "client/cli/ProgramSupport.h"
#include "client/cli/RunCommand.h"
#include "client/runtime/Files.h"

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/time/clock.h"

#include <nlohmann/json.hpp>

#include <ostream>

namespace ingot::client {
namespace {

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
               const std::string &output, const std::string &constants,
               const std::vector<ActionProfile> *profile) {
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
  json["output"] = output;
  if (!constants.empty())
    json["constants"] = constants;
  if (profile)
    json["profile"] = profileAsJson(*profile);
  // A path may be of any encoding, JSON is UTF-8.
  out << json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace)
      << "\n";
}

/// Writes the artifact and its constants; a summary or JSON follows.
int writeResult(const Environment &environment, Client &client,
                const CompileCommandOptions &options, const CallOptions &call,
                const CompileResult &result, const std::string &output,
                absl::Duration elapsed,
                const std::vector<ActionProfile> &profile) {
  if (output.empty())
    return printText(environment, result.artifact);
  std::string constants;
  if (options.emit == "executable" && hasConstants(result)) {
    constants = constantsPath(output);
    if (absl::Status status = writeConstants(client, result, constants, call);
        !status.ok())
      return failResult(environment, status);
  }
  // Not needed to load it; it says what kind of file this is. A target may have
  // text in place of an executable.
  bool isProgram =
      options.emit == "executable" && absl::StartsWith(result.artifact, "\x7f"
                                                                        "ELF");
  mode_t mode = isProgram ? 0755 : 0644;
  if (absl::Status status = runtime::writeFile(output, {result.artifact}, mode);
      !status.ok())
    return failUsage(environment, status);
  if (options.common.json)
    printJson(environment.out, result, output, constants,
              options.profile ? &profile : nullptr);
  else if (!options.common.quiet)
    environment.err << absl::StrFormat(
        "%s: %s in %.0f ms (%s): %d kernels, %d built, %d reused\n",
        options.file, output, absl::ToDoubleMilliseconds(elapsed), result.cache,
        result.kernelsUnique, result.kernelsBuilt, result.kernelsReused);
  return 0;
}

/// Where the result goes; empty for standard output.
absl::StatusOr<std::string> outputPath(const CompileCommandOptions &options) {
  if (options.emit == "program-and-weights")
    return absl::InvalidArgumentError(
        "emit: a program and its weights are two files; `ingot import --form "
        "ml_program` writes them");
  std::string output = options.output;
  if (output.empty() && isText(options.emit)) {
    if (absl::Status status = checkTextOutput(options.common); !status.ok())
      return status;
    return output;
  }
  if (output.empty())
    output = programStem(options.file) + defaultExtension(options.emit);
  if (absl::Status status = checkWritable(output); !status.ok())
    return status;
  return output;
}

} // namespace

int compileCommand(const CompileCommandOptions &options,
                   const Environment &environment) {
  CompileOptions compile;
  absl::StatusOr<Program> program = readProgramFor(options, compile);
  if (!program.ok())
    return failUsage(environment, program.status());
  absl::StatusOr<std::string> output = outputPath(options);
  if (!output.ok())
    return failUsage(environment, output.status());
  compile.emit = options.emit;
  compile.constantThreshold = options.constantThreshold;
  compile.placements = options.placements;
  compile.batch = options.batch;

  absl::StatusOr<std::unique_ptr<Client>> client =
      connectFor(options.common, environment, compile);
  if (!client.ok())
    return fail(environment, client.status());
  ProgressLine line(environment.err,
                    !options.common.quiet && !options.common.json,
                    environment.isTerminal);
  Progress progress;
  progress.onPhase = [&](const std::string &phase, uint32_t done,
                         uint32_t total) { line.show(phase, done, total); };
  std::vector<ActionProfile> profile;
  if (options.profile)
    progress.onAction = [&](const ActionProfile &action) {
      profile.push_back(action);
    };
  absl::Time begin = absl::Now();
  Failure failure;
  absl::StatusOr<CompileResult> result =
      (*client)->compile(program->module, compile, progress, &failure);
  line.clear();
  if (!result.ok())
    return reportFailure(environment, result.status(), failure, options.file,
                         program->module);
  DiagnosticPrinter printer(environment.err, options.file, program->module);
  if (!options.common.quiet)
    for (const Diagnostic &diagnostic : result->diagnostics)
      printer.print(diagnostic);
  absl::Duration elapsed = absl::Now() - begin;
  if (options.profile && !options.common.json)
    printProfile(environment.err, profile);
  int exitCode = writeResult(environment, **client, options, compile, *result,
                             *output, elapsed, profile);
  if (exitCode != 0 || options.depfile.empty())
    return exitCode;
  absl::Status written =
      runtime::writeFile(options.depfile, {depfile(*output, program->paths)});
  return written.ok() ? 0 : failUsage(environment, written);
}

/// The findings as a report; true if it could be written.
static bool writeReport(const CheckCommandOptions &options,
                        const Environment &environment,
                        const std::vector<Diagnostic> &findings) {
  nlohmann::ordered_json report;
  if (options.format == "sarif") {
    report = findingsAsSarif(findings, options.file);
  } else {
    report["findings"] = nlohmann::ordered_json::array();
    for (const Diagnostic &finding : findings)
      report["findings"].push_back(findingAsJson(finding));
  }
  return printText(environment, printJson(report)) == 0;
}

int checkCommand(const CheckCommandOptions &options,
                 const Environment &environment) {
  CheckOptions check;
  absl::StatusOr<Program> program = readProgramFor(options, check);
  if (!program.ok())
    return failUsage(environment, program.status());
  check.allCustom = options.allCustom;
  absl::StatusOr<std::unique_ptr<Client>> client =
      connectFor(options.common, environment, check);
  if (!client.ok())
    return fail(environment, client.status());
  Failure failure;
  absl::StatusOr<std::vector<Diagnostic>> found =
      (*client)->check(program->module, check, &failure);
  bool isReport = options.format != "text";
  // A program that cannot even be read is a finding, too.
  if (isReport && !found.ok() && !failure.diagnostics.empty() &&
      exitCode(found.status()) == 1)
    found = failure.diagnostics;
  if (!found.ok())
    return reportFailure(environment, found.status(), failure, options.file,
                         program->module);
  if (isReport) {
    bool hasError = absl::c_any_of(*found, [](const Diagnostic &finding) {
      return finding.severity == "error";
    });
    return !writeReport(options, environment, *found) ? 2 : hasError ? 1 : 0;
  }
  bool atFault = printFindings(environment, *found, options.file,
                               program->module, options.common.quiet);
  // The survey of --all-custom ends with a count of its own.
  if (!options.common.quiet && !atFault && !options.allCustom)
    environment.err << options.file << ": everything lowers\n";
  return atFault ? 1 : 0;
}

} // namespace ingot::client
