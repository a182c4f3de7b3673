//===- Access.h - who calls, and what they may do ---------------*- C++ -*-===//
//
// Every method of every service asks here first. A caller on the unix socket is
// the daemon's own user, for the socket is that user's file alone; others are
// known by their address.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_RPC_ACCESS_H
#define INGOT_SERVER_RPC_ACCESS_H

#include "server/core/Principal.h"

#include "absl/status/statusor.h"

#include <grpcpp/grpcpp.h>

#include <cstdint>
#include <string>

namespace ingot::server {

/// What a caller may do; a set of bits. Each includes what a reader may.
enum Role : uint32_t {
  kReader = 1,       ///< Hits, stored blobs, targets, figures.
  kCompiler = 1 | 2, ///< Compiles and checks.
  kUploader = 1 | 4, ///< Stores blobs.
  kOperator = 15,    ///< All of it, and what changes the daemon.
};
using Roles = uint32_t;

/// A caller. Immutable.
struct Identity {
  std::string name; ///< Equal for equal callers; never empty.
  Roles roles = 0;

  bool has(Role role) const { return (roles & role) == role; }
  /// As the core knows it.
  Principal principal() const { return {name, has(kCompiler)}; }
};

/// Says who is calling. Thread-safe.
class Access {
public:
  /// Callers without an identity of their own have the roles `anonymous`.
  explicit Access(Roles anonymous = kCompiler | kUploader)
      : anonymous_(anonymous) {}
  virtual ~Access() = default;

  /// The caller, if it has the role. UNAUTHENTICATED for one that is nobody
  /// here, PERMISSION_DENIED, naming method and role, for another.
  absl::StatusOr<Identity> require(const grpc::CallbackServerContext &context,
                                   Role role, const char *method) const;

protected:
  /// The caller; one without roles is nobody. Here by its address alone.
  virtual absl::StatusOr<Identity>
  identify(const grpc::CallbackServerContext &context) const;

private:
  const Roles anonymous_;
};

/// "compiler" for its bits; for messages.
const char *nameOf(Role role);

} // namespace ingot::server

#endif // INGOT_SERVER_RPC_ACCESS_H
