//===- Access.cpp - who calls, and what they may do -----------------------===//
//
// An address without its port is the name of who has no better one: the port is
// another one for each connection, and to cancel a job takes another call.
//
//===----------------------------------------------------------------------===//

#include "server/rpc/Access.h"

#include "absl/strings/str_cat.h"

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

absl::StatusOr<Identity>
Access::identify(const grpc::CallbackServerContext &context) const {
  const std::string peer = context.peer();
  if (peer.rfind("unix:", 0) == 0)
    return Identity{"unix", kOperator};
  return Identity{"anonymous@" + peer.substr(0, peer.rfind(':')), anonymous_};
}

absl::StatusOr<Identity>
Access::require(const grpc::CallbackServerContext &context, Role role,
                const char *method) const {
  absl::StatusOr<Identity> identity = identify(context);
  if (!identity.ok() || identity->has(role))
    return identity;
  if (role == kOperator)
    return absl::PermissionDeniedError(absl::StrCat(
        method, " takes the role operator: call it on the daemon's machine "
                "with --server unix:PATH, or send SIGTERM"));
  return absl::PermissionDeniedError(
      absl::StrCat(method, " takes the role ", nameOf(role), ", which ",
                   identity->name, " does not have"));
}

} // namespace ingot::server
