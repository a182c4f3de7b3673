//===- CredentialHelper.h - a program that knows the token ------*- C++ -*-===//

#ifndef INGOT_CLIENT_CLI_CREDENTIALHELPER_H
#define INGOT_CLIENT_CLI_CREDENTIALHELPER_H

#include "absl/status/statusor.h"
#include "absl/time/time.h"

#include <string>

namespace ingot::client {

/// The token that a credential helper has for `address`, by the protocol of
/// Bazel's: `PROGRAM get` reads {"uri": "https://HOST:PORT"} and answers
/// {"headers": {"Authorization": ["Bearer TOKEN"]}}. Empty when the answer has
/// no such header. Its stderr is this process's.
///   UNAVAILABLE         it cannot be started, fails or takes too long
///   INVALID_ARGUMENT    its answer is none, or shows another kind of secret
absl::StatusOr<std::string>
tokenOfHelper(const std::string &program, const std::string &address,
              absl::Duration timeout = absl::Seconds(10));

} // namespace ingot::client

#endif // INGOT_CLIENT_CLI_CREDENTIALHELPER_H
