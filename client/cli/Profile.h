//===- Profile.h - where the time of a compile went -------------*- C++ -*-===//
//
// What `ingot compile --profile` shows: each action of the compile, found or
// built, and the parts of the compiler that took the time of those built.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_CLI_PROFILE_H
#define INGOT_CLIENT_CLI_PROFILE_H

#include "client/lib/Client.h"

#include <nlohmann/json_fwd.hpp>

#include <iosfwd>
#include <vector>

namespace ingot::client {

/// Actions as they ended, for tools.
nlohmann::ordered_json profileAsJson(const std::vector<ActionProfile> &actions);

/// For people: actions by the time they ran, then the parts that took longest
/// in all of them together.
void printProfile(std::ostream &out, const std::vector<ActionProfile> &actions);

} // namespace ingot::client

#endif // INGOT_CLIENT_CLI_PROFILE_H
