//===- CommandSupport.h - what the daemon's commands share ------*- C++ -*-===//
//
// Connecting, deadlines and Ctrl-C, and the way from a status to an exit code.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_CLI_COMMANDSUPPORT_H
#define INGOT_CLIENT_CLI_COMMANDSUPPORT_H

#include "client/cli/Commands.h"
#include "client/runtime/ResultFolder.h"

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <string>

namespace ingot::client {

/// 0 for OK, 1 for a fault of the program, 3 for one of the service.
int exitCode(const absl::Status &status);

/// Says which file of the program was written to while it was read, if one was:
/// that may be why something failed.
void printChangedFile(const Environment &environment);

/// Prints the error and returns its exit code.
int fail(const Environment &environment, const absl::Status &status);

/// Prints a mistake in the command and returns 2.
int failUsage(const Environment &environment, const absl::Status &status);

/// Where results of initialisers are kept: a folder, or that which
/// INGOT_INITIALISER_CACHE names; null for neither. What is wrong with it does
/// not concern the program: null and a warning, if `warnings` is not null.
std::shared_ptr<runtime::ResultFolder>
openInitialiserCache(const std::string &folder, int64_t maxBytes,
                     std::ostream *warnings);

/// What the flags, or else the environment, say of the caller and TLS.
/// INVALID_ARGUMENT for a token's file that cannot be read. Asks the credential
/// helper, if there is one and no token, for that of `address`.
absl::StatusOr<ConnectOptions> connectOptions(const CommonOptions &common,
                                              const std::string &address);

/// The addresses of --server or INGOT_SERVER; none: the private daemon's.
/// INVALID_ARGUMENT for an empty one among several.
absl::StatusOr<std::vector<std::string>>
serverAddresses(const CommonOptions &common);

/// A connection to --server, INGOT_SERVER, or the private daemon, which is
/// started if need be. Of several addresses each program has its own.
absl::StatusOr<std::unique_ptr<Client>> connect(const CommonOptions &common,
                                                const Environment &environment);

/// The same for commands about one daemon: INVALID_ARGUMENT for several
/// addresses, and nothing is asked in its place.
absl::StatusOr<std::unique_ptr<Client>>
connectToOne(const CommonOptions &common, const Environment &environment);

/// Deadline of --timeout, or of `defaultSeconds` (0 is none), and Ctrl-C, which
/// cancels the call from now on.
CallOptions callOptions(const CommonOptions &common, double defaultSeconds = 0);

/// Timeout of queries, which start no work.
constexpr double kQueryTimeoutSeconds = 30;

/// Asks a daemon something and shows the answer.
using Query = std::function<absl::Status(const CallOptions &)>;

/// Makes a query `count` times (0: for ever), `interval` seconds apart, until
/// one fails. Ctrl-C, at any moment, is how it is meant to end: 0.
int repeatQuery(const CommonOptions &common, double interval, int count,
                const Environment &environment, const Query &query);

/// Tells before a long compile that its result could not be written.
absl::Status checkWritable(const std::string &path);

} // namespace ingot::client

#endif // INGOT_CLIENT_CLI_COMMANDSUPPORT_H
