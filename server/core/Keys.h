//===- Keys.h - what belongs to which key -----------------------*- C++ -*-===//
//
// A result may be reused exactly when its key is equal, so every input that can
// change the result must be in the key. One table says for each field of
// CompileOptions and Target which of the six keys it belongs to, and the keys
// are built from that table. A new field without a row fails checkKeyFields(),
// which names it: in the test, and when the daemon starts.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_CORE_KEYS_H
#define INGOT_SERVER_CORE_KEYS_H

#include "cache/key/Digest.h"
#include "cache/key/KeyBuilder.h"
#include "cache/key/KeyTree.h"
#include "ingot/v1/compiler.pb.h"
#include "server/core/Program.h"
#include "server/core/ResolveTarget.h"

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace ingot::server {

/// A key and its parts.
struct ActionKey {
  Digest digest;         ///< Where the caller's lane keeps the result.
  std::string parts;     ///< Encoded by KeyBuilder; the same in all lanes.
  std::string lane = {}; ///< Empty: `trusted`.
  Digest plain = {};     ///< Of another lane: where `trusted` keeps it.

  /// What people call it, the same in all lanes.
  const Digest &name() const { return lane.empty() ? digest : plain; }
  /// The parts as readable lines.
  std::string trace() const { return traceOf(parts); }
};

/// The six kinds of key, in the order of the columns of the table.
enum class KeyKind { Request, Plan, Kernel, Host, Link, Import };
inline constexpr size_t kKeyKinds = 6;

/// One row of the table: "target.cpu", "options.emit". A field that belongs to
/// a key is there with its value; a list with the number of its elements and
/// each of them.
struct KeyField {
  const char *name;
  std::array<bool, kKeyKinds> uses; ///< By KeyKind.
  /// A field that says nothing adds nothing: keys from before the field was
  /// there stay what they are.
  bool whenSet = false;
};

/// The table, in the order in which the parts stand in a key.
absl::Span<const KeyField> keyFields();

/// INTERNAL, naming the field, when one of the two messages has a field without
/// a row or of a type that keys cannot hold, or a row names no field.
absl::Status checkKeyFields(
    const google::protobuf::Descriptor &target = *v1::Target::descriptor(),
    const google::protobuf::Descriptor &options =
        *v1::CompileOptions::descriptor());

/// Makes the keys of one request: built once from what all its actions share,
/// which copies share too: a target has a hundred features. Immutable.
class Keys {
public:
  /// `target` is canonical, as are those of parts; `identity` is the
  /// compiler's; an empty `lane` is `trusted`.
  Keys(v1::Target target, v1::CompileOptions options, std::string identity,
       PartTargets parts = {}, std::string lane = "");

  const v1::Target &target() const { return shared_->target; }
  /// Those that parts of the program are placed on. They are in the keys of the
  /// request and the plan; what comes after is in the manifest.
  const PartTargets &parts() const { return shared_->parts; }
  /// The keys of one part: a kernel has the key that it has in a request for
  /// that target alone. REQUIRES: there is one of this name.
  Keys part(const std::string &name) const;
  /// Without what options.emit switches off.
  const v1::CompileOptions &options() const { return shared_->options; }

  /// The index of whole requests: what is asked, not who asks.
  ActionKey request(const ProgramName &program) const;
  /// The parts of that key as a tree; within no limits yet.
  v1::KeyPart requestTree(const ProgramName &program) const;
  ActionKey plan(const ProgramName &program) const;
  /// Of what plans for several targets begin with. REQUIRES: sharesImport().
  ActionKey import(const ProgramName &program) const;
  /// False where a target has passes of its own in an import, or what is wanted
  /// is no plan, or a text on the way to it.
  bool sharesImport() const;
  ActionKey kernel(const Digest &module) const;
  /// `manifest` is the digest of its serialized form.
  ActionKey host(const Digest &module, const Digest &manifest) const;
  /// `host` and `objects` are digests of objects.
  ActionKey link(const Digest &host, const std::vector<Digest> &objects,
                 const Digest &manifest) const;

private:
  /// What all copies are made of.
  struct Shared {
    v1::Target target;
    v1::CompileOptions options;
    std::string identity;
    PartTargets parts;
    std::string lane;
  };
  ActionKey finish(KeyBuilder key, KeyKind kind) const;
  void addTarget(KeyBuilder &key, KeyKind kind, const v1::Target &target) const;

  std::shared_ptr<const Shared> shared_;
};

} // namespace ingot::server

#endif // INGOT_SERVER_CORE_KEYS_H
