//===- CheckCommand.cpp - ingot check -------------------------------------===//
//
// What would not lower, and who would compute what does, as messages or as a
// report for other tools. Nothing is compiled.
//
//===----------------------------------------------------------------------===//

#include "client/cli/Findings.h"
#include "client/cli/ProgramSupport.h"

#include "absl/algorithm/container.h"

#include <nlohmann/json.hpp>

#include <ostream>

namespace ingot::client {

/// The findings as a report; true if it could be written.
static bool writeReport(const CheckCommandOptions &options,
                        const Environment &environment,
                        const std::string &format,
                        const std::vector<Diagnostic> &findings) {
  nlohmann::ordered_json report;
  if (format == "sarif") {
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
  check.explainPlacement = options.explainPlacement;
  check.placements = options.placements;
  absl::StatusOr<std::unique_ptr<Client>> client =
      connectFor(options.common, environment, check);
  if (!client.ok())
    return fail(environment, client.status());
  Failure failure;
  absl::StatusOr<std::vector<Diagnostic>> found =
      (*client)->check(program->module, check, &failure);
  const std::string format =
      options.common.json && options.format == "text" ? "json" : options.format;
  bool isReport = format != "text";
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
    return !writeReport(options, environment, format, *found) ? 2
           : hasError                                         ? 1
                                                              : 0;
  }
  bool atFault = printFindings(environment, *found, options.file,
                               program->module, options.common.quiet);
  // The survey of --all-custom ends with a count of its own.
  if (!options.common.quiet && !atFault && !options.allCustom)
    environment.err << options.file << ": everything lowers\n";
  return atFault ? 1 : 0;
}

} // namespace ingot::client
