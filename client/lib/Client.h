//===- Client.h - a compile service, from a program's side ------*- C++ -*-===//
//
// Talks to one ingotd. Uploads what the daemon lacks, fetches what is too large
// for an answer, verifies every blob against its digest, and turns errors into
// statuses with the diagnostics that came with them.
//
// Installed; includes no generated header.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_LIB_CLIENT_H
#define INGOT_CLIENT_LIB_CLIENT_H

#include "client/lib/Answers.h"
#include "client/lib/Requests.h"

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ingot::client {

class StoreAdmin; // StoreAdmin.h

/// A connection. Thread-safe. The calls are virtual so that tests of programs
/// that use one can replace it.
///
/// Statuses: those of ingot.v1.Compiler; UNAVAILABLE when no daemon answers,
/// DATA_LOSS when what came is not what its digest says, INTERNAL when the
/// service broke its own protocol.
class Client {
public:
  /// `address` is unix:PATH, HOST:PORT or grpcs://HOST:PORT, which is by TLS.
  /// Waits up to `timeout` for the daemon, but not when the address refuses;
  /// UNAVAILABLE names it. INVALID_ARGUMENT for a file that cannot be read, and
  /// for a token that would travel in the clear.
  static absl::StatusOr<std::unique_ptr<Client>>
  connect(const std::string &address, absl::Duration timeout = absl::Seconds(3),
          const ConnectOptions &options = {});

  /// The connection stays open until the process ends, also when this object is
  /// gone: closing the last one of a process waits for gRPC's threads to end.
  void keepConnected();

  virtual ~Client();

  /// Compiles a program in any form that the service reads. On an error
  /// `failure`, if given, has the diagnostics too.
  virtual absl::StatusOr<CompileResult> compile(std::string_view module,
                                                const CompileOptions &options,
                                                const Progress &progress = {},
                                                Failure *failure = nullptr);

  /// Everything that would not lower; empty when it would compile. On an error
  /// `failure`, if given, has what was found before it.
  virtual absl::StatusOr<std::vector<Diagnostic>>
  check(std::string_view module, const CheckOptions &options = {},
        Failure *failure = nullptr);

  /// What the program is, and all that check() finds.
  virtual absl::StatusOr<Inspection> inspect(std::string_view module,
                                             const CheckOptions &options = {},
                                             Failure *failure = nullptr);

  /// The targets that have a name.
  virtual absl::StatusOr<std::vector<Target>>
  targets(const CallOptions &options = {});

  /// What PHASE of `mlir:PHASE` may be, in the order in which phases run.
  virtual absl::StatusOr<std::vector<std::string>>
  phases(const CallOptions &options = {});

  /// In what a result differs from `base`, or from the nearest earlier one
  /// where that is empty. Both are HASH/SIZE of a CompileResult: its request or
  /// its artifact. NOT_FOUND for one that the daemon does not know.
  virtual absl::StatusOr<Explanation> explain(const std::string &entry,
                                              const std::string &base,
                                              const CallOptions &options = {});

  /// Name and value of every statistic, in the order of admin.proto.
  virtual absl::StatusOr<std::vector<std::pair<std::string, std::string>>>
  statistics(const CallOptions &options = {});

  /// The requests that run, oldest first.
  virtual absl::StatusOr<std::vector<RunningJob>>
  jobs(const CallOptions &options = {});

  /// Ends a request, HASH/SIZE, for all who wait for it. For operators.
  virtual absl::Status cancelRequest(const std::string &request,
                                     const CallOptions &options = {});

  /// A blob by HASH/SIZE; NOT_FOUND when the daemon lacks it.
  virtual absl::StatusOr<std::string> fetch(const std::string &digest,
                                            const CallOptions &options = {});

  /// Several blobs, small ones in batches.
  virtual absl::StatusOr<std::vector<std::string>>
  fetchAll(const std::vector<std::string> &digests,
           const CallOptions &options = {});

  /// Stores bytes unless the daemon has them; returns HASH/SIZE.
  virtual absl::StatusOr<std::string> upload(std::string_view bytes,
                                             const CallOptions &options = {});

  /// The same for all of a program, to where it will be compiled.
  virtual absl::Status uploadProgram(std::string_view module,
                                     const std::vector<NamedFile> &files,
                                     const CallOptions &options = {});

  /// Care of the daemon's store; lives no longer than this. For operators.
  virtual std::unique_ptr<StoreAdmin> storeAdmin();

  /// Tells the daemon to finish what runs and exit.
  virtual absl::Status drain(const CallOptions &options = {});

protected:
  /// For replacements, which implement every call.
  Client();

private:
  struct State;
  explicit Client(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

} // namespace ingot::client

#endif // INGOT_CLIENT_LIB_CLIENT_H
