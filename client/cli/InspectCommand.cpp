//===- InspectCommand.cpp - ingot inspect ---------------------------------===//
//
// What a program is and what would not compile, without compiling it. The
// description goes to stdout, for people or as JSON; what is at fault goes to
// stderr, as check prints it, and decides the exit code. Executables are read
// here, without the service.
//
//===----------------------------------------------------------------------===//

#include "client/cli/Findings.h"
#include "client/cli/InspectExecutable.h"
#include "client/cli/ProgramSupport.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <ostream>

namespace ingot::client {
namespace {

using Values = std::vector<ProgramDescription::Value>;
using nlohmann::ordered_json;

void printValues(std::ostream &out, const char *what, const Values &values) {
  for (const ProgramDescription::Value &value : values)
    out << "  " << what << " " << (value.name.empty() ? "-" : value.name)
        << ": " << value.type << "\n";
}

void printDescription(std::ostream &out, const ProgramDescription &program) {
  // The line of a producer begins with its format, which stands there already.
  std::string_view producer = program.producer;
  std::string format = program.format.substr(0, program.format.find(' '));
  if (producer.substr(0, format.size() + 2) == format + ", ")
    producer.remove_prefix(format.size() + 2);
  out << program.format;
  if (!producer.empty())
    out << ", " << producer;
  out << "\n";
  for (const ProgramDescription::Function &entry : program.entryPoints) {
    out << "entry point " << entry.name << "\n";
    printValues(out, "input ", entry.inputs);
    printValues(out, "output", entry.outputs);
  }
  out << "parameters: " << program.parameters << " in "
      << program.parameterBytes << " bytes\n";
  uint64_t total = 0;
  for (const auto &[name, count] : program.operators)
    total += count;
  out << "operators: " << total << "\n";
  // The most frequent first, equal ones by name.
  auto rows = program.operators;
  std::sort(rows.begin(), rows.end(), [](const auto &a, const auto &b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  for (const auto &[name, count] : rows)
    out << absl::StrFormat("  %6d %s\n", count, name);
}

ordered_json valuesAsJson(const Values &values) {
  ordered_json json = ordered_json::array();
  for (const ProgramDescription::Value &value : values)
    json.push_back({{"name", value.name}, {"type", value.type}});
  return json;
}

void printReport(std::ostream &out, const Inspection &inspection) {
  ordered_json json;
  const ProgramDescription &program = inspection.description;
  if (inspection.isReadable) {
    json["format"] = program.format;
    json["producer"] = program.producer;
    json["entry_points"] = ordered_json::array();
    for (const ProgramDescription::Function &entry : program.entryPoints)
      json["entry_points"].push_back(
          {{"name", entry.name},
           {"inputs", valuesAsJson(entry.inputs)},
           {"outputs", valuesAsJson(entry.outputs)}});
    json["parameters"] = {{"elements", program.parameters},
                          {"bytes", program.parameterBytes}};
    json["operators"] = ordered_json::object();
    for (const auto &[name, count] : program.operators)
      json["operators"][name] = count;
  }
  json["findings"] = ordered_json::array();
  for (const Diagnostic &diagnostic : inspection.diagnostics)
    json["findings"].push_back(findingAsJson(diagnostic));
  out << printJson(json);
}

bool hasError(const Inspection &inspection) {
  return std::any_of(
      inspection.diagnostics.begin(), inspection.diagnostics.end(),
      [](const Diagnostic &found) { return found.severity == "error"; });
}

bool isExecutableFile(const std::string &path) {
  std::string start(kExecutableStartBytes, '\0');
  std::ifstream(path, std::ios::binary)
      .read(start.data(), static_cast<std::streamsize>(start.size()));
  return isExecutable(start);
}

int inspectExecutableFile(const InspectCommandOptions &options,
                          const Environment &environment) {
  absl::StatusOr<std::string> bytes = readFile(options.file);
  if (!bytes.ok())
    return failUsage(environment, bytes.status());
  absl::StatusOr<std::vector<TargetManifest>> manifests = manifestsOf(*bytes);
  if (!manifests.ok())
    return failUsage(environment,
                     absl::InvalidArgumentError(absl::StrCat(
                         options.file, ": ", manifests.status().message())));
  return inspectExecutable(*manifests, options, environment);
}

} // namespace

int inspectCommand(const InspectCommandOptions &options,
                   const Environment &environment) {
  if (isExecutableFile(options.file))
    return inspectExecutableFile(options, environment);
  CheckOptions check;
  absl::StatusOr<Program> program = readProgramFor(options, check);
  if (!program.ok())
    return failUsage(environment, program.status());
  absl::StatusOr<std::unique_ptr<Client>> client =
      connectFor(options.common, environment, check);
  if (!client.ok())
    return fail(environment, client.status());
  Failure failure;
  absl::StatusOr<Inspection> found =
      (*client)->inspect(program->module, check, &failure);
  if (!found.ok())
    return reportFailure(environment, found.status(), failure, options.file,
                         program->module);
  if (options.common.json) {
    printReport(environment.out, *found);
    return hasError(*found) ? 1 : 0;
  }
  if (found->isReadable)
    printDescription(environment.out, found->description);
  bool atFault = printFindings(environment, found->diagnostics, options.file,
                               program->module, options.common.quiet);
  if (!atFault)
    environment.out << "everything lowers\n";
  return atFault ? 1 : 0;
}

} // namespace ingot::client
