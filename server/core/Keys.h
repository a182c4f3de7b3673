//===- Keys.h - what belongs to which key -----------------------*- C++ -*-===//
//
// A result may be reused exactly when its key is equal, so every input that can
// change the result must be in the key. One function takes every option by
// name: a new field of CompileOptions does not pass the test here until
// somebody decided for each kind of action whether it belongs.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_CORE_KEYS_H
#define INGOT_SERVER_CORE_KEYS_H

#include "cache/key/Digest.h"
#include "ingot/v1/compiler.pb.h"
#include "ingot/v1/worker.pb.h"

#include "absl/status/statusor.h"

#include <optional>
#include <string>
#include <vector>

namespace ingot::server {

/// A key and the readable list of its parts.
struct ActionKey {
  Digest digest;
  std::string trace;
};

/// Brings a target into its one form: a vendor in the triple, features sorted,
/// the last of a repeated one kept, legal ops sorted and with `torch.` in
/// front. INVALID_ARGUMENT, naming the field, for an empty triple, a CPU
/// "native" or "host", or a feature without '+' or '-'. Whether there are such
/// ops is the worker's to say.
absl::StatusOr<v1::Target> canonicalTarget(const v1::Target &target);

/// The target that a request means: a registered name ("host" when it says
/// nothing) or a description, with `legalOps` besides its own and `form`, if
/// given, in place of its own.
/// INVALID_ARGUMENT lists the names there are.
absl::StatusOr<v1::Target>
resolveTarget(const v1::WorkerHello &hello, bool hasDescription,
              const v1::Target &description, const std::string &name,
              const google::protobuf::RepeatedPtrField<std::string> &legalOps,
              std::optional<v1::CustomOpForm> form = std::nullopt);

/// The index of whole requests: what is asked, not who asks.
ActionKey requestKey(const Digest &module, const v1::Target &target,
                     const v1::CompileOptions &options,
                     const std::string &identity);

ActionKey planKey(const Digest &module, const v1::Target &target,
                  const v1::CompileOptions &options,
                  const std::string &identity);

ActionKey kernelKey(const Digest &module, const v1::Target &target,
                    const v1::CompileOptions &options,
                    const std::string &identity);

/// `manifest` is the digest of its serialized form.
ActionKey hostKey(const Digest &module, const Digest &manifest,
                  const v1::Target &target, const v1::CompileOptions &options,
                  const std::string &identity);

/// `host` and `objects` are digests of objects.
ActionKey linkKey(const Digest &host, const std::vector<Digest> &objects,
                  const Digest &manifest, const v1::Target &target,
                  const v1::CompileOptions &options,
                  const std::string &identity);

} // namespace ingot::server

#endif // INGOT_SERVER_CORE_KEYS_H
