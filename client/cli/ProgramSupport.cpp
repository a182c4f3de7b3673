//===- ProgramSupport.cpp - what commands on programs share ---------------===//
//
// A fault of the program comes with diagnostics, which are printed with their
// places; a fault of the request or of the service comes with a status alone.
//
//===----------------------------------------------------------------------===//

#include "client/cli/ProgramSupport.h"
#include "cache/key/Digest.h"
#include "client/cli/Console.h"
#include "client/cli/ConstantStream.h"
#include "client/cli/ConstantsAsC.h"
#include "client/runtime/Files.h"
#include "client/runtime/Safetensors.h"
#include "client/runtime/TensorArchives.h"
#include "client/runtime/TensorFile.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

#include <ostream>

namespace ingot::client {
namespace {

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

/// True when the file has all of these constants already.
bool holdsConstants(const std::string &path,
                    const std::vector<const Constant *> &constants) {
  auto file = runtime::TensorFile::open(path);
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

} // namespace

std::string tensorType(const std::string &text) {
  bool isType = absl::StrContains(text, '<') || text == "none";
  return isType ? text : "tensor<" + text + ">";
}

absl::StatusOr<Target> readTarget(const std::string &text) {
  if (!absl::EndsWith(text, ".textproto"))
    return Target::parse(text);
  absl::StatusOr<std::string> description = readFile(text);
  if (!description.ok())
    return description.status();
  absl::StatusOr<Target> target = Target::fromDescription(*description);
  if (!target.ok())
    return absl::InvalidArgumentError(
        absl::StrCat(text, ": ", target.status().message()));
  return target;
}

absl::Status checkTextOutput(const CommonOptions &common) {
  if (!common.json)
    return absl::OkStatus();
  return absl::InvalidArgumentError(
      "--json and the text would both go to standard output; name a file by "
      "-o");
}

int printText(const Environment &environment, const std::string &text) {
  environment.out << text << std::flush;
  if (environment.out)
    return 0;
  return failUsage(environment, absl::PermissionDeniedError(
                                    "standard output cannot be written"));
}

int failResult(const Environment &environment, const absl::Status &status) {
  return absl::IsPermissionDenied(status) ? failUsage(environment, status)
                                          : fail(environment, status);
}

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
  printChangedFile(environment);
  return exitCode(status);
}

bool printFindings(const Environment &environment,
                   const std::vector<Diagnostic> &found,
                   const std::string &file, std::string_view module,
                   bool quiet) {
  DiagnosticPrinter printer(environment.err, file, module);
  bool atFault = false;
  for (const Diagnostic &diagnostic : found) {
    bool isError = diagnostic.severity == "error";
    if (isError || !quiet)
      printer.print(diagnostic);
    atFault |= isError;
  }
  return atFault;
}

namespace {

/// The result's constants that the service has.
std::vector<const Constant *> boundConstants(const CompileResult &result) {
  std::vector<const Constant *> bound;
  for (const Constant &constant : result.constants)
    if (!constant.digest.empty())
      bound.push_back(&constant);
  return bound;
}

std::string hashOf(const Constant &constant) {
  return constant.digest.substr(0, constant.digest.find('/'));
}

} // namespace

absl::Status writeConstants(Client &client, const CompileResult &result,
                            const std::string &path, const CallOptions &call) {
  std::vector<const Constant *> bound = boundConstants(result);
  std::vector<runtime::NamedSize> tensors;
  for (const Constant *constant : bound) {
    tensors.push_back({constant->name, constant->elementType, constant->shape,
                       hashOf(*constant)});
    // Before anything of that size is asked for.
    const absl::StatusOr<size_t> size = tensors.back().checkedSize();
    if (!size.ok())
      return absl::DataLossError(size.status().message());
    if (absl::StrCat(tensors.back().digest, "/", *size) != constant->digest)
      return absl::DataLossError(
          absl::StrCat("constant '", constant->name, "' is ", constant->digest,
                       ", which has not the ", *size, " bytes of its type"));
  }
  if (holdsConstants(path, bound))
    return absl::OkStatus();
  runtime::sortForFile(tensors);
  std::vector<std::string> digests;
  for (const runtime::NamedSize &tensor : tensors)
    digests.push_back(absl::StrCat(tensor.digest, "/", tensor.byteSize()));
  const OldConstants old(path);
  ConstantStream stream(client, old, std::move(digests), call);
  const runtime::NextBytes next = [&] { return stream.next(); };
  if (absl::EndsWith(path, ".npz"))
    return runtime::writeNpz(path, tensors, next);
  if (absl::EndsWith(path, ".irpa"))
    return runtime::writeIrpa(path, tensors, next);
  return runtime::writeSafetensors(path, tensors, next);
}

absl::Status writeConstantsAsC(Client &client, const CompileResult &result,
                               const std::string &path,
                               const CallOptions &call) {
  std::vector<const Constant *> bound = boundConstants(result);
  if (bound.size() != result.constants.size())
    return absl::FailedPreconditionError(
        "the program has constants that are bound by name, which have no "
        "values to write as C");
  std::vector<std::string> digests;
  for (const Constant *constant : bound)
    digests.push_back(constant->digest);
  absl::StatusOr<std::vector<std::string>> blobs =
      client.fetchAll(digests, call);
  if (!blobs.ok())
    return blobs.status();
  std::vector<runtime::NamedBytes> tensors;
  for (size_t i = 0; i < bound.size(); ++i)
    tensors.push_back({bound[i]->name, bound[i]->elementType, bound[i]->shape,
                       (*blobs)[i], hashOf(*bound[i])});
  return runtime::writeFile(path, {constantsAsC(tensors)});
}

bool hasConstants(const CompileResult &result) {
  for (const Constant &constant : result.constants)
    if (!constant.digest.empty())
      return true;
  return false;
}

} // namespace ingot::client
