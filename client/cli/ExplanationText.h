//===- ExplanationText.h - why a result was not found -----------*- C++ -*-===//
//
// An explanation is parts by their paths (proto/ingot/v1/explain.proto). Here
// they become lines for people and JSON for tools.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_CLI_EXPLANATIONTEXT_H
#define INGOT_CLIENT_CLI_EXPLANATIONTEXT_H

#include "client/lib/Client.h"

#include <nlohmann/json_fwd.hpp>

#include <iosfwd>
#include <string>

namespace ingot::client {

/// One difference as a sentence without its end: "option emit: A -> B".
std::string textOf(const KeyDifference &difference);

/// `title` and one line for each difference.
void printExplanation(std::ostream &out, const std::string &title,
                      const Explanation &explanation);

nlohmann::ordered_json explanationAsJson(const Explanation &explanation);

} // namespace ingot::client

#endif // INGOT_CLIENT_CLI_EXPLANATIONTEXT_H
