//===- ResolveTarget.h - the target that a request means --------*- C++ -*-===//
//
// A request names a target, describes one, or places parts of its program on
// several. What comes out is in the one form that keys are made of.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_CORE_RESOLVETARGET_H
#define INGOT_SERVER_CORE_RESOLVETARGET_H

#include "ingot/v1/common.pb.h"
#include "ingot/v1/worker.pb.h"

#include "absl/status/statusor.h"

#include <map>
#include <optional>
#include <string>

namespace ingot::server {

/// Brings a target into its one form: a vendor in the triple, features sorted,
/// the last of a repeated one kept, legal ops sorted and with `torch.` in
/// front. INVALID_ARGUMENT, naming the field, for an empty triple, a CPU
/// "native" or "host", or a feature without '+' or '-'. Whether there are such
/// ops is the worker's to say.
absl::StatusOr<v1::Target> canonicalTarget(const v1::Target &target);

/// The target that a request means: a registered name ("host" when it says
/// nothing) or a description, with `legalOps` besides its own and `form`, if
/// given, in place of its own. `ingot-prefer-offload` at the point `offload` is
/// at `decompose` too if the target has `ingot-offload` there.
/// INVALID_ARGUMENT lists the names there are.
absl::StatusOr<v1::Target>
resolveTarget(const v1::WorkerHello &hello, bool hasDescription,
              const v1::Target &description, const std::string &name,
              const google::protobuf::RepeatedPtrField<std::string> &legalOps,
              std::optional<v1::CustomOpForm> form = std::nullopt);

/// The registered targets that placements (`NAME=TARGET`) name, by name.
/// INVALID_ARGUMENT for one that is no placement or names no target, and for
/// any beside a target that hands ops to a library before there are parts.
using PartTargets = std::map<std::string, v1::Target>;
absl::StatusOr<PartTargets>
resolveParts(const v1::WorkerHello &hello, const v1::Target &main,
             const google::protobuf::RepeatedPtrField<std::string> &placements);

} // namespace ingot::server

#endif // INGOT_SERVER_CORE_RESOLVETARGET_H
