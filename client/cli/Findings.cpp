//===- Findings.cpp - what check found, for other programs ----------------===//
//
// JSON is ours and may grow. SARIF 2.1.0 (OASIS, 2020) is what code review
// shows beside a file: a result for each finding, and what it has no field for
// in the result's properties.
//
//===----------------------------------------------------------------------===//

#include "client/cli/Findings.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_format.h"
#include <nlohmann/json.hpp>

#include <set>

namespace ingot::client {

using nlohmann::ordered_json;

/// The rule of findings that name no op.
static constexpr char kProgramRule[] = "program";

static ordered_json asJson(const Cause &cause) {
  ordered_json json = {{"kind", cause.kind}};
  if (!cause.nearest.empty())
    json["nearest"] = cause.nearest;
  return json;
}

static ordered_json asJson(const Placement &placement) {
  ordered_json json = {{"by", placement.by}};
  if (!placement.target.empty())
    json["target"] = placement.target;
  json["multiplications"] = placement.multiplications;
  json["bytes"] = placement.bytes;
  json["candidates"] = ordered_json::array();
  for (const Placement::Candidate &candidate : placement.candidates) {
    ordered_json row = {{"by", candidate.by}, {"able", candidate.able}};
    if (candidate.microseconds > 0)
      row["microseconds"] = candidate.microseconds;
    if (!candidate.cause.kind.empty())
      row["cause"] = asJson(candidate.cause);
    if (!candidate.reason.empty())
      row["reason"] = candidate.reason;
    json["candidates"].push_back(std::move(row));
  }
  return json;
}

/// What a finding says to programs besides where it is.
static void addFields(const Diagnostic &finding, ordered_json &json) {
  if (!finding.cause.kind.empty())
    json["cause"] = asJson(finding.cause);
  if (finding.placement)
    json["placement"] = asJson(*finding.placement);
}

ordered_json findingAsJson(const Diagnostic &finding) {
  ordered_json json = {{"severity", finding.severity},
                       {"message", finding.message}};
  if (!finding.operation.empty())
    json["operation"] = finding.operation;
  addFields(finding, json);
  if (!finding.node.empty())
    json["node"] = finding.node;
  if (finding.line) {
    if (!finding.file.empty())
      json["file"] = finding.file;
    json["line"] = finding.line;
    json["column"] = finding.column;
  }
  if (!finding.notes.empty()) {
    json["notes"] = ordered_json::array();
    for (const Diagnostic &note : finding.notes)
      json["notes"].push_back(findingAsJson(note));
  }
  return json;
}

//===----------------------------------------------------------------------===//
// SARIF
//===----------------------------------------------------------------------===//

/// A path as a relative reference (RFC 3986).
static std::string uriOf(std::string_view path) {
  std::string uri;
  for (unsigned char c : path)
    if (absl::ascii_isalnum(c) || absl::StrContains("/-._~", c))
      uri += static_cast<char>(c);
    else
      absl::StrAppendFormat(&uri, "%%%02X", c);
  return uri;
}

static ordered_json locationOf(const Diagnostic &finding,
                               const std::string &file) {
  ordered_json physical = {
      {"artifactLocation",
       {{"uri", uriOf(finding.file.empty() ? file : finding.file)}}}};
  if (finding.line) {
    physical["region"] = {{"startLine", finding.line}};
    if (finding.column)
      physical["region"]["startColumn"] = finding.column;
  }
  ordered_json location = {{"physicalLocation", physical}};
  if (!finding.node.empty())
    location["logicalLocations"] = {{{"fullyQualifiedName", finding.node}}};
  return location;
}

static std::string ruleOf(const Diagnostic &finding) {
  return finding.operation.empty() ? kProgramRule : finding.operation;
}

static ordered_json resultOf(const Diagnostic &finding,
                             const std::string &file) {
  bool hasLevel = finding.severity == "error" || finding.severity == "warning";
  ordered_json result = {{"ruleId", ruleOf(finding)},
                         {"level", hasLevel ? finding.severity : "note"},
                         {"message", {{"text", finding.message}}},
                         {"locations", {locationOf(finding, file)}}};
  for (const Diagnostic &note : finding.notes) {
    ordered_json related = locationOf(note, file);
    related["message"] = {{"text", note.message}};
    result["relatedLocations"].push_back(related);
  }
  ordered_json properties = ordered_json::object();
  addFields(finding, properties);
  if (!properties.empty())
    result["properties"] = std::move(properties);
  return result;
}

ordered_json findingsAsSarif(const std::vector<Diagnostic> &findings,
                             const std::string &file) {
  std::set<std::string> names;
  ordered_json rules = ordered_json::array();
  ordered_json results = ordered_json::array();
  for (const Diagnostic &finding : findings) {
    results.push_back(resultOf(finding, file));
    if (names.insert(ruleOf(finding)).second)
      rules.push_back({{"id", ruleOf(finding)}});
  }
  ordered_json driver = {
      {"name", "ingot"}, {"version", INGOT_VERSION}, {"rules", rules}};
  return {{"version", "2.1.0"},
          {"runs", {{{"tool", {{"driver", driver}}}, {"results", results}}}}};
}

std::string printJson(const ordered_json &json) {
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) +
         "\n";
}

} // namespace ingot::client
