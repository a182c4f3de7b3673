//===- Access.cpp - who calls, and what they may do -----------------------===//
//
// An address without its port is the name of who has no better one: the port is
// another one for each connection, and to cancel a job takes another call.
//
// The daemon gives gRPC connections of unix sockets by their descriptors
// (server/daemon/GrpcServer.cpp), and gRPC calls such a peer "fd:N". A call
// keeps its connection's transport, which alone closes the descriptor, so while
// a call lasts its N is no other connection's.
//
//===----------------------------------------------------------------------===//

#include "server/rpc/Access.h"

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

#include <grpc/grpc.h>

#include <fstream>
#include <limits>
#include <sys/socket.h>

namespace ingot::server {

const char *nameOf(Role role) {
  switch (role) {
  case kReader:
    return "reader";
  case kCompiler:
    return "compiler";
  case kUploader:
    return "uploader";
  case kOperator:
    return "operator";
  }
  return "";
}

std::optional<uid_t> unmappedUser(std::istream &map, uid_t overflow) {
  constexpr uint64_t kAll = std::numeric_limits<uint32_t>::max();
  uint64_t inside = 0, outside = 0, count = 0;
  const bool hasAll =
      map >> inside >> outside >> count && inside == 0 && count == kAll;
  return hasAll ? std::nullopt : std::optional(overflow);
}

/// Whom the kernel says to have made the connection of this peer, if by a unix
/// socket.
static std::optional<uid_t> creatorOf(absl::string_view peer) {
  int fd = -1;
  ucred user{};
  socklen_t size = sizeof(user);
  if (!absl::ConsumePrefix(&peer, "fd:") || !absl::SimpleAtoi(peer, &fd) ||
      getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &user, &size) != 0)
    return std::nullopt;
  constexpr uid_t kNone = -1; // Of other sockets.
  return user.uid == kNone ? std::nullopt : std::optional(user.uid);
}

bool isOneUser(uid_t user) {
  static const std::optional<uid_t> kUnmapped = [] {
    std::ifstream map("/proc/self/uid_map"),
        name("/proc/sys/kernel/overflowuid");
    uid_t overflow = 0;
    return unmappedUser(map, name >> overflow ? overflow : 65534);
  }();
  return user != static_cast<uid_t>(-1) && user != kUnmapped;
}

std::optional<uid_t>
Access::userOf(const grpc::CallbackServerContext &context) {
  std::optional<uid_t> user = creatorOf(context.peer());
  return user && isOneUser(*user) ? user : std::nullopt;
}

absl::StatusOr<Identity> Access::identifyUser(uid_t user) const {
  Identity identity{absl::StrCat("unix@", user), kOperator};
  identity.user = user;
  return identity;
}

absl::StatusOr<Identity>
Access::identify(const grpc::CallbackServerContext &context) const {
  if (std::optional<uid_t> user = userOf(context))
    return identifyUser(*user);
  const std::string peer = context.peer();
  return Identity{
      "anonymous@" + peer.substr(0, peer.rfind(':')), anonymous_, {}};
}

absl::StatusOr<Identity> Access::check(absl::StatusOr<Identity> identity,
                                       Role role, const char *method) const {
  if (!identity.ok() || identity->has(role))
    return identity;
  if (role == kOperator && !identity->user)
    return absl::PermissionDeniedError(absl::StrCat(
        method, " takes the role operator: show an operator's token, call it "
                "on the daemon's machine with --server unix:PATH as a user who "
                "is an operator, or send SIGTERM"));
  return absl::PermissionDeniedError(
      absl::StrCat(method, " takes the role ", nameOf(role), ", which ",
                   identity->name, " does not have"));
}

absl::StatusOr<Identity>
Access::require(const grpc::CallbackServerContext &context, Role role,
                const char *method) const {
  const absl::StatusOr<Identity> identity = identify(context);
  absl::StatusOr<Identity> allowed = check(identity, role, method);
  if (!allowed.ok())
    audited(context, identity.ok() ? *identity : Identity(), method)
        .end(allowed.status().code());
  return allowed;
}

absl::StatusOr<Identity>
Access::identifyToken(absl::string_view /*token*/) const {
  return Identity{"anonymous", anonymous_, {}, {}};
}

absl::StatusOr<Identity> Access::requireByToken(absl::string_view token,
                                                Role role,
                                                const char *method) const {
  return check(identifyToken(token), role, method);
}

AuditedCall Access::audited(const grpc::CallbackServerContext &context,
                            const Identity &caller, const char *method) const {
  if (!audit_) // No string is made.
    return {};
  std::string peer = context.peer();
  if (std::optional<uid_t> user = creatorOf(peer))
    peer = absl::StrCat("unix:uid=", *user);
  return audited(caller.principal(), std::move(peer), method);
}

AuditedCall Access::audited(const Principal &caller, std::string peer,
                            const char *method) const {
  if (!audit_)
    return {};
  AuditEntry entry;
  entry.caller = caller.name;
  entry.tenant = caller.tenant.name;
  entry.lane = caller.tenant.lane;
  entry.peer = std::move(peer);
  entry.method = method;
  return {audit_, std::move(entry)};
}

Access::Listing::Listing(std::shared_ptr<Streams> streams,
                         grpc::CallbackServerContext &context,
                         const Identity &caller)
    : streams(std::move(streams)), context(context) {
  absl::MutexLock lock(&this->streams->mutex);
  this->streams->all[&context] = {caller, &isTurnedAway};
}

Access::Listing::~Listing() {
  absl::MutexLock lock(&streams->mutex);
  streams->all.erase(&context);
}

AuditedCall Access::stream(grpc::CallbackServerContext &context,
                           const Identity &caller, const char *method) const {
  AuditedCall call = audited(context, caller, method);
  auto listing = std::make_shared<Listing>(streams_, context, caller);
  call.hold({listing, &listing->isTurnedAway});
  return call;
}

AuditedCall Access::compile(grpc::CallbackServerContext &context,
                            Identity caller, const char *method) const {
  caller.end = absl::InfiniteFuture();
  return stream(context, caller, method);
}

size_t Access::streams() const {
  absl::MutexLock lock(&streams_->mutex);
  return streams_->all.size();
}

void Access::turnAway(grpc::CallbackServerContext &context,
                      const Stream &stream, const char *why) {
  // Before: the call ends with it.
  *stream.isTurnedAway = true;
  // As TryCancel() does, but says why.
  grpc_call_cancel_with_status(context.c_call(), GRPC_STATUS_UNAUTHENTICATED,
                               why, nullptr);
}

void Access::endUnknown() const {
  absl::MutexLock lock(&streams_->mutex);
  for (const auto &[context, stream] : streams_->all)
    if (!isKnown(stream.caller))
      turnAway(*context, stream, "this caller is not known here any more");
}

void Access::endExpired(absl::Time now) const {
  absl::MutexLock lock(&streams_->mutex);
  for (const auto &[context, stream] : streams_->all)
    if (stream.caller.end <= now)
      turnAway(*context, stream, "the token is over");
}

} // namespace ingot::server
