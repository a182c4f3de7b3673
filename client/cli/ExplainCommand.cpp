//===- ExplainCommand.cpp - ingot explain ---------------------------------===//
//
// Results are named by what people have of them: the digest of a request or an
// executable, the executable itself, or what `ingot compile --json` printed.
//
//===----------------------------------------------------------------------===//

#include "cache/key/Digest.h"
#include "client/cli/CommandSupport.h"
#include "client/cli/ExplanationText.h"
#include "client/cli/Findings.h"
#include "client/cli/ProgramFiles.h"

#include "absl/strings/str_cat.h"

#include <nlohmann/json.hpp>

#include <ostream>

namespace ingot::client {
namespace {

/// The digest that names the result; an error is a mistake in the command.
absl::StatusOr<std::string> nameOfResult(const std::string &text) {
  if (Digest::parse(text).ok())
    return text;
  absl::StatusOr<std::string> bytes = readFile(text);
  if (!bytes.ok())
    return absl::InvalidArgumentError(absl::StrCat(
        text, " is neither a digest, HASH/SIZE, nor a file that can be read"));
  const auto json = nlohmann::json::parse(*bytes, nullptr, false);
  if (!json.is_object())
    return Digest::of(*bytes).toString(); // An executable.
  auto request = json.find("request");
  if (request == json.end() || !request->is_string())
    return absl::InvalidArgumentError(absl::StrCat(
        text, " has no `request`, as `ingot compile --json` prints it for one "
              "target"));
  return request->get<std::string>();
}

} // namespace

int explainCommand(const ExplainCommandOptions &options,
                   const Environment &environment) {
  std::vector<std::string> names;
  for (const std::string &text : options.results) {
    absl::StatusOr<std::string> name = nameOfResult(text);
    if (!name.ok())
      return failUsage(environment, name.status());
    names.push_back(*std::move(name));
  }
  absl::StatusOr<std::unique_ptr<Client>> client =
      connect(options.common, environment);
  if (!client.ok())
    return fail(environment, client.status());
  absl::StatusOr<Explanation> explanation =
      (*client)->explain(names.back(), names.size() > 1 ? names.front() : "",
                         callOptions(options.common, kQueryTimeoutSeconds));
  if (absl::IsNotFound(explanation.status()) ||
      absl::IsInvalidArgument(explanation.status()))
    return failUsage(environment, explanation.status());
  if (!explanation.ok())
    return fail(environment, explanation.status());
  if (options.common.json)
    environment.out << printJson(explanationAsJson(*explanation));
  else
    printExplanation(environment.out, "explain", *explanation);
  return 0;
}

} // namespace ingot::client
