//===- RebindCommand.cpp - ingot rebind -----------------------------------===//
//
// Needs no service: nothing is compiled. Values are hashed while they are
// written, and both files stand under other names until all of both is there.
//
//===----------------------------------------------------------------------===//

#include "client/cli/Console.h"
#include "client/cli/InspectExecutable.h"
#include "client/cli/ProgramFiles.h"
#include "client/cli/ProgramSupport.h"
#include "client/cli/Rebind.h"
#include "client/cli/RunCommand.h"
#include "client/cli/TensorHashes.h"
#include "client/runtime/Files.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

#include <nlohmann/json.hpp>

#include <ostream>
#include <set>

namespace ingot::client {
namespace {

/// What was refused, a line each.
int failRebinding(const RebindCommandOptions &options,
                  const Environment &environment, const absl::Status &status) {
  for (absl::string_view line : absl::StrSplit(status.message(), '\n'))
    printError(environment.err, absl::StrCat(options.constants, ": ", line));
  return 1;
}

void printSummary(const RebindCommandOptions &options,
                  const Environment &environment, const std::string &output,
                  const std::string &constants, const Rebinding &rebinding) {
  if (options.common.json)
    environment.out << nlohmann::ordered_json(
                           {{"output", output},
                            {"constants", constants},
                            {"tensors", rebinding.tensors.size()},
                            {"changed", rebinding.changed},
                            {"kernels_built", 0}})
                           .dump(2, ' ', false,
                                 nlohmann::json::error_handler_t::replace)
                    << "\n";
  else if (!options.common.quiet)
    environment.err << options.executable << ": " << output << ": "
                    << rebinding.changed << " of " << rebinding.tensors.size()
                    << " constants changed, nothing compiled\n";
}

/// The manifest of the executable. Those of a fat file have the same constants
/// as a rule, and all of them are rebound together: each is there once.
absl::StatusOr<v1::Manifest> manifestOf(std::string_view executable) {
  if (!isExecutable(executable))
    return absl::InvalidArgumentError(
        "is no executable; `ingot compile` writes one");
  absl::StatusOr<std::vector<TargetManifest>> all = manifestsOf(executable);
  if (!all.ok())
    return all.status();
  v1::Manifest manifest;
  std::set<std::string> known;
  std::set<std::pair<std::string, std::string>> read;
  for (const TargetManifest &one : *all) {
    for (const v1::Constant &constant : one.manifest.constants())
      if (known.insert(constant.name()).second)
        *manifest.add_constants() = constant;
    // What one of them read, none can be bound without.
    for (const v1::FoldedConstant &folded : one.manifest.folded_constants())
      if (read.emplace(folded.name(), folded.sha256()).second)
        *manifest.add_folded_constants() = folded;
  }
  return manifest;
}

/// Writes the constants to `path` and changes the executable, which is written
/// to `output`; neither is there when it fails.
absl::Status writeRebound(const v1::Manifest &manifest, const std::string &path,
                          const std::string &output, std::string &executable,
                          Rebinding &rebinding) {
  std::vector<std::string_view> values;
  for (const runtime::NamedBytes &tensor : rebinding.tensors)
    values.push_back(tensor.bytes);
  TensorHashes hashes(values);
  runtime::OutputFile file(output);
  absl::Status status =
      runtime::writeSafetensors(path, rebinding.tensors, [&]() -> absl::Status {
        nameValues(manifest, hashes.finish(), rebinding);
        absl::Status replaced = replaceDigests(manifest, rebinding, executable);
        if (replaced.ok())
          replaced = file.open();
        if (replaced.ok())
          replaced = file.write(executable);
        return replaced.ok() ? file.close(0755) : replaced;
      });
  return status.ok() ? file.keep() : status;
}

} // namespace

int rebindCommand(const RebindCommandOptions &options,
                  const Environment &environment) {
  absl::StatusOr<std::string> executable = readFile(options.executable);
  if (!executable.ok())
    return failUsage(environment, executable.status());
  auto failExecutable = [&](const absl::Status &status) {
    return failUsage(environment,
                     absl::InvalidArgumentError(absl::StrCat(
                         options.executable, ": ", status.message())));
  };
  absl::StatusOr<v1::Manifest> manifest = manifestOf(*executable);
  if (!manifest.ok())
    return failExecutable(manifest.status());
  auto file = runtime::TensorFile::open(options.constants);
  if (!file.ok())
    return failUsage(environment, file.status());
  const std::string output =
      options.output.empty() ? options.executable : options.output;
  if (absl::Status status = checkWritable(output); !status.ok())
    return failUsage(environment, status);
  absl::StatusOr<Rebinding> rebinding = chooseConstants(*manifest, **file);
  if (!rebinding.ok())
    return failRebinding(options, environment, rebinding.status());
  const std::string constants = constantsPath(output);
  absl::Status status =
      writeRebound(*manifest, constants, output, *executable, *rebinding);
  if (absl::IsFailedPrecondition(status))
    return failRebinding(options, environment, status);
  if (absl::IsInvalidArgument(status))
    return failExecutable(status);
  if (!status.ok())
    return failUsage(environment, status);
  printSummary(options, environment, output, constants, *rebinding);
  return 0;
}

} // namespace ingot::client
