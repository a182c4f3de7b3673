//===- Findings.h - what check found, for other programs --------*- C++ -*-===//
//
// JSON of our own, and SARIF 2.1.0 (OASIS), which editors and CI services show.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_CLI_FINDINGS_H
#define INGOT_CLIENT_CLI_FINDINGS_H

#include "client/lib/Client.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace ingot::client {

/// `severity`, `message` and, where known, `operation`, `cause` (`kind`,
/// `nearest`), `placement`, `node`, `file`, `line`, `column` and `notes`, which
/// are such objects.
nlohmann::ordered_json findingAsJson(const Diagnostic &finding);

/// A log of one run. A rule is an operation, or `program` for what is said of
/// none; nodes of a model are logical locations; cause and placement are
/// properties. `file` is the program, which findings without a file of their
/// own are about.
nlohmann::ordered_json findingsAsSarif(const std::vector<Diagnostic> &findings,
                                       const std::string &file);

/// As text, with what is no UTF-8 replaced.
std::string printJson(const nlohmann::ordered_json &json);

} // namespace ingot::client

#endif // INGOT_CLIENT_CLI_FINDINGS_H
