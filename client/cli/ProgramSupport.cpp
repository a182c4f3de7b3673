//===- ProgramSupport.cpp - what commands on programs share ---------------===//
//
// A fault of the program comes with diagnostics, which are printed with their
// places; a fault of the request or of the service comes with a status alone.
//
//===----------------------------------------------------------------------===//

#include "client/cli/ProgramSupport.h"
#include "cache/key/Digest.h"
#include "client/cli/Console.h"
#include "client/cli/ConstantsAsC.h"
#include "client/runtime/Files.h"
#include "client/runtime/Safetensors.h"
#include "client/runtime/TensorFile.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

#include <map>
#include <optional>
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

/// Constants that a file has already: of a program that was changed a little
/// since it was written, most of them.
class OldConstants {
public:
  /// None.
  OldConstants() = default;
  /// There need be no file.
  explicit OldConstants(const std::string &path) {
    if (auto file = runtime::TensorFile::open(path); file.ok())
      file_ = *std::move(file);
    if (!file_)
      return;
    for (const auto &[name, tensor] : file_->tensors())
      if (!tensor.digest.empty())
        byHash_.emplace(tensor.digest, tensor.bytes);
  }

  /// A copy of the bytes of this digest, which is held against it: somebody may
  /// write to the file. (It must not become shorter meanwhile; writers here put
  /// another in its place.)
  std::optional<std::string> find(const std::string &digest) const {
    auto found = byHash_.find(digest.substr(0, digest.find('/')));
    if (found == byHash_.end())
      return std::nullopt;
    std::string bytes(found->second);
    if (Digest::of(bytes).toString() != digest)
      return std::nullopt;
    return bytes;
  }

private:
  std::shared_ptr<const runtime::TensorFile> file_;
  std::map<std::string, std::string_view> byHash_;
};

/// The bytes of all of them, by digest: those that `old` has are not fetched.
absl::StatusOr<std::map<std::string, std::string>>
fetchConstants(Client &client, const std::vector<const Constant *> &bound,
               const OldConstants &old, const CallOptions &call) {
  std::map<std::string, std::string> blobs;
  std::vector<std::string> missing;
  for (const Constant *constant : bound) {
    auto [blob, isNew] = blobs.try_emplace(constant->digest);
    if (!isNew)
      continue;
    if (std::optional<std::string> bytes = old.find(constant->digest))
      blob->second = *std::move(bytes);
    else
      missing.push_back(constant->digest);
  }
  absl::StatusOr<std::vector<std::string>> fetched =
      client.fetchAll(missing, call);
  if (!fetched.ok())
    return fetched.status();
  for (size_t i = 0; i < missing.size(); ++i)
    blobs[missing[i]] = std::move((*fetched)[i]);
  return blobs;
}

/// The constants with their bytes, which stay in `blobs`.
std::vector<runtime::NamedBytes>
withBytes(const std::vector<const Constant *> &bound,
          const std::map<std::string, std::string> &blobs) {
  std::vector<runtime::NamedBytes> tensors;
  for (const Constant *constant : bound)
    tensors.push_back({constant->name, constant->elementType, constant->shape,
                       blobs.at(constant->digest),
                       constant->digest.substr(0, constant->digest.find('/'))});
  return tensors;
}

} // namespace

absl::Status writeConstants(Client &client, const CompileResult &result,
                            const std::string &path, const CallOptions &call) {
  std::vector<const Constant *> bound = boundConstants(result);
  if (holdsConstants(path, bound))
    return absl::OkStatus();
  absl::StatusOr<std::map<std::string, std::string>> blobs =
      fetchConstants(client, bound, OldConstants(path), call);
  if (!blobs.ok())
    return blobs.status();
  return runtime::writeSafetensors(path, withBytes(bound, *blobs));
}

absl::Status writeConstantsAsC(Client &client, const CompileResult &result,
                               const std::string &path,
                               const CallOptions &call) {
  std::vector<const Constant *> bound = boundConstants(result);
  if (bound.size() != result.constants.size())
    return absl::FailedPreconditionError(
        "the program has constants that are bound by name, which have no "
        "values to write as C");
  absl::StatusOr<std::map<std::string, std::string>> blobs =
      fetchConstants(client, bound, OldConstants(), call);
  if (!blobs.ok())
    return blobs.status();
  return runtime::writeFile(path, {constantsAsC(withBytes(bound, *blobs))});
}

bool hasConstants(const CompileResult &result) {
  for (const Constant &constant : result.constants)
    if (!constant.digest.empty())
      return true;
  return false;
}

} // namespace ingot::client
