//===- Access.h - who calls, and what they may do ---------------*- C++ -*-===//
//
// Every method of every service asks here first. A caller on a unix socket is
// known by its user id, which the kernel tells, and may do everything unless
// Credentials says otherwise, for the socket's file decides who may connect;
// others are known by their address.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_RPC_ACCESS_H
#define INGOT_SERVER_RPC_ACCESS_H

#include "server/core/Principal.h"
#include "server/rpc/AuditLog.h"

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"

#include <grpcpp/grpcpp.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <sys/types.h>

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
  /// Callers without an identity of their own are one tenant, and the daemon's
  /// user is of it.
  Tenant tenant = {};
  /// What it is known by: the hash of a token, the name in a certificate.
  std::string secret = {};
  /// When its token is over.
  absl::Time end = absl::InfiniteFuture();
  /// Who made the connection, if by a unix socket.
  std::optional<uid_t> user = std::nullopt;

  bool has(Role role) const { return (roles & role) == role; }
  /// As the core knows it.
  Principal principal() const {
    return {name, has(kCompiler), tenant, has(kOperator)};
  }
};

/// Says who is calling. Thread-safe.
class Access {
public:
  /// Callers without an identity of their own have the roles `anonymous`.
  explicit Access(Roles anonymous = kCompiler | kUploader)
      : anonymous_(anonymous) {}
  virtual ~Access() = default;

  /// Records refusals from now on, and calls that services have audited. The
  /// log outlives this. Before any call.
  void auditTo(AuditLog *log) { audit_ = log; }

  /// A call that was let in; its service says how it ended.
  AuditedCall audited(const grpc::CallbackServerContext &context,
                      const Identity &caller, const char *method) const;
  /// The same of one that came another way.
  AuditedCall audited(const Principal &caller, std::string peer,
                      const char *method) const;
  /// The same for a stream, which ends with UNAUTHENTICATED when its caller is
  /// no longer known or its token is over, until the returned object has ended.
  AuditedCall stream(grpc::CallbackServerContext &context,
                     const Identity &caller, const char *method) const;
  /// The same for a compile, which ends by itself: one that was let in goes on
  /// after its token is over.
  AuditedCall compile(grpc::CallbackServerContext &context, Identity caller,
                      const char *method) const;
  /// Streams under way, and compiles.
  size_t streams() const;
  /// Ends the streams of callers whose tokens are over.
  void endExpired(absl::Time now) const;

  /// The caller, if it has the role. UNAUTHENTICATED for one that is nobody
  /// here, PERMISSION_DENIED, naming method and role, for another.
  absl::StatusOr<Identity> require(const grpc::CallbackServerContext &context,
                                   Role role, const char *method) const;

  /// The same for who comes by HTTP and shows this token; an empty one is none.
  absl::StatusOr<Identity> requireByToken(absl::string_view token, Role role,
                                          const char *method) const;

protected:
  /// Whose token it is; an empty one is nobody's.
  virtual absl::StatusOr<Identity> identifyToken(absl::string_view token) const;
  /// Who the user is that calls by a unix socket.
  virtual absl::StatusOr<Identity> identifyUser(uid_t user) const;
  /// The user at the other end of a unix socket; none for one whom the daemon's
  /// user namespace does not have.
  static std::optional<uid_t>
  userOf(const grpc::CallbackServerContext &context);
  /// The caller; one without roles is nobody. Here by its user or address
  /// alone.
  virtual absl::StatusOr<Identity>
  identify(const grpc::CallbackServerContext &context) const;

  /// Whether a caller from before is who it was.
  virtual bool isKnown(const Identity & /*caller*/) const { return true; }
  /// Ends the streams of callers that are not known any more.
  void endUnknown() const;

private:
  /// A stream under way.
  struct Stream {
    Identity caller;
    std::atomic<bool> *isTurnedAway; ///< That of its Listing.
  };
  /// Streams under way. Outlives them, whatever becomes of the Access.
  struct Streams {
    absl::Mutex mutex;
    absl::flat_hash_map<grpc::CallbackServerContext *, Stream>
        all ABSL_GUARDED_BY(mutex);
  };

  /// Keeps one stream among the others for as long as its line of the log is
  /// open, and says in the end whether the daemon ended it.
  struct Listing {
    Listing(std::shared_ptr<Streams> streams,
            grpc::CallbackServerContext &context, const Identity &caller);
    ~Listing();

    const std::shared_ptr<Streams> streams;
    grpc::CallbackServerContext &context;
    std::atomic<bool> isTurnedAway = false;
  };

  /// Ends a stream with UNAUTHENTICATED.
  static void turnAway(grpc::CallbackServerContext &context,
                       const Stream &stream, const char *why);

  absl::StatusOr<Identity> check(absl::StatusOr<Identity> identity, Role role,
                                 const char *method) const;

  const Roles anonymous_;
  AuditLog *audit_ = nullptr;
  const std::shared_ptr<Streams> streams_ = std::make_shared<Streams>();
};

/// Whom the kernel says for all users that a user namespace does not have:
/// `overflow`, unless its `map` (user_namespaces(7), uid_map) has every user.
std::optional<uid_t> unmappedUser(std::istream &map, uid_t overflow);

/// Whether the kernel means one user by this, not none or all that the daemon's
/// user namespace does not have.
bool isOneUser(uid_t user);

/// "compiler" for its bits; for messages.
const char *nameOf(Role role);

} // namespace ingot::server

#endif // INGOT_SERVER_RPC_ACCESS_H
