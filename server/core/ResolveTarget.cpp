//===- ResolveTarget.cpp - the target that a request means ----------------===//
//
// Two forms of one target must be one: the same bytes, however it was written.
//
//===----------------------------------------------------------------------===//

#include "server/core/ResolveTarget.h"
#include "proto/text/NearestName.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

#include <map>
#include <set>
#include <vector>

namespace ingot::server {

/// Debian and GCC leave out the vendor (aarch64-linux-gnu,
/// thumbv7em-none-eabihf); LLVM's form has it.
static std::string withVendor(const std::string &triple) {
  std::vector<std::string> parts = absl::StrSplit(triple, '-');
  if (parts.size() == 3 && (parts[1] == "linux" || parts[1] == "none"))
    parts.insert(parts.begin() + 1, "unknown");
  return absl::StrJoin(parts, "-");
}

/// By name, the last mention of each.
static void canonicalizeMemory(v1::Target &target) {
  std::map<std::string, uint64_t> spaces;
  for (const v1::MemorySpace &space : target.memory_spaces())
    spaces[space.name()] = space.bytes();
  target.clear_memory_spaces();
  for (const auto &[name, bytes] : spaces) {
    target.add_memory_spaces()->set_name(name);
    target.mutable_memory_spaces()->rbegin()->set_bytes(bytes);
  }
}

/// By name, the last mention of each.
static void canonicalizeLibraries(v1::Target &target) {
  std::map<std::string, v1::TargetLibrary> libraries;
  for (const v1::TargetLibrary &library : target.libraries())
    libraries[library.name()] = library;
  target.clear_libraries();
  for (const auto &[name, library] : libraries)
    *target.add_libraries() = library;
}

/// By op, the last mention of each.
static void canonicalizeSpeeds(v1::Target &target) {
  std::map<std::string, v1::TargetSpeed> speeds;
  for (const v1::TargetSpeed &speed : target.speeds())
    speeds[speed.op()] = speed;
  target.clear_speeds();
  for (const auto &[op, speed] : speeds)
    *target.add_speeds() = speed;
}

/// By name, each once, with the bytes that the workers have of it.
static absl::Status canonicalizePlugins(const v1::WorkerHello &hello,
                                        v1::Target &target) {
  std::map<std::string, v1::TargetPlugin> known, plugins;
  for (const v1::TargetPlugin &plugin : hello.plugins())
    known[plugin.name()] = plugin;
  for (int i = 0; i < target.plugins_size(); ++i) {
    const v1::TargetPlugin &wanted = target.plugins(i);
    auto found = known.find(wanted.name());
    if (found == known.end())
      return absl::InvalidArgumentError(absl::StrCat(
          "target.plugins[", i, "].name: there is no plugin '", wanted.name(),
          "'; there are ",
          known.empty() ? "none"
                        : absl::StrJoin(known, ", ",
                                        [](std::string *out, const auto &row) {
                                          out->append(row.first);
                                        })));
    if (!wanted.sha256().empty() && wanted.sha256() != found->second.sha256())
      return absl::InvalidArgumentError(
          absl::StrCat("target.plugins[", i, "].sha256: is ", wanted.sha256(),
                       ", and the file has ", found->second.sha256()));
    plugins.insert(*found);
  }
  target.clear_plugins();
  for (const auto &[name, plugin] : plugins)
    *target.add_plugins() = plugin;
  return absl::OkStatus();
}

absl::StatusOr<v1::Target> canonicalTarget(const v1::Target &target) {
  if (target.triple().empty())
    return absl::InvalidArgumentError(
        "target.triple: is empty; give an LLVM "
        "triple such as aarch64-unknown-linux-gnu, or a base");
  if (target.cpu() == "native" || target.cpu() == "host")
    return absl::InvalidArgumentError(
        absl::StrCat("target.cpu: '", target.cpu(),
                     "' does not say which; use the target named 'host'"));
  std::map<std::string, char> features;
  for (const std::string &feature : target.features()) {
    if (feature.size() < 2 || (feature[0] != '+' && feature[0] != '-'))
      return absl::InvalidArgumentError(
          absl::StrCat("target.features: '", feature,
                       "' is not '+' or '-' and the name of a feature"));
    features[feature.substr(1)] = feature[0];
  }
  std::set<std::string> legal;
  for (const std::string &op : target.legal_ops()) {
    if (op.empty())
      return absl::InvalidArgumentError(
          "target.legal_ops: has an empty name; names are such as "
          "torch.aten.layer_norm");
    legal.insert(absl::StartsWith(op, "torch.") ? op
                                                : absl::StrCat("torch.", op));
  }
  v1::Target canonical = target;
  canonical.clear_base();
  canonical.set_triple(withVendor(target.triple()));
  if (target.cpu().empty())
    canonical.set_cpu("generic");
  canonical.clear_features();
  for (const auto &[name, sign] : features)
    canonical.add_features(std::string(1, sign) + name);
  canonical.clear_legal_ops();
  for (const std::string &op : legal)
    canonical.add_legal_ops(op);
  const std::set<std::string> types(target.element_types().begin(),
                                    target.element_types().end());
  canonical.clear_element_types();
  for (const std::string &type : types)
    canonical.add_element_types(type);
  canonicalizeMemory(canonical);
  canonicalizeLibraries(canonical);
  canonicalizeSpeeds(canonical);
  // Said aloud, the default takes back what a base says.
  if (target.emit() == v1::Target::EXECUTABLE)
    canonical.clear_emit();
  if (target.layout() == v1::Target::BY_VECTORS)
    canonical.clear_layout();
  return canonical;
}

static absl::Status noTarget(const v1::WorkerHello &hello,
                             const std::string &name) {
  std::vector<std::string> known;
  for (const auto &target : hello.targets())
    known.push_back(target.name());
  const std::string near(nearestName(name, {known.begin(), known.end()}));
  return absl::InvalidArgumentError(absl::StrCat(
      "target: there is no target named '", name, "'; ",
      near.empty() ? "there are "
                   : absl::StrCat("did you mean '", near, "'? There are "),
      absl::StrJoin(known, ", ")));
}

/// The registered target of this name.
static absl::StatusOr<v1::Target> findTarget(const v1::WorkerHello &hello,
                                             const std::string &name) {
  const std::string wanted = name.empty() ? "host" : name;
  for (const auto &target : hello.targets())
    if (target.name() == wanted)
      return target.target();
  return noTarget(hello, wanted);
}

/// What a description says, with what its base says.
static absl::StatusOr<v1::Target> inherit(const v1::WorkerHello &hello,
                                          const v1::Target &description) {
  if (description.base().empty()) {
    // A name with dashes looks like a triple to who does not know the names.
    // Nothing but a triple is as long as the triple.
    v1::Target alone;
    alone.set_triple(description.triple());
    if (!description.triple().empty() &&
        alone.ByteSizeLong() == description.ByteSizeLong())
      if (auto named = findTarget(hello, description.triple()); named.ok())
        return named;
    return description;
  }
  absl::StatusOr<v1::Target> target = findTarget(hello, description.base());
  if (!target.ok())
    return absl::InvalidArgumentError(
        absl::StrCat("target.base: ",
                     absl::StripPrefix(target.status().message(), "target: ")));
  target->MergeFrom(description);
  target->clear_base();
  return target;
}

static bool hasPhase(const v1::Target &target, const std::string &point,
                     const std::string &pass) {
  return std::any_of(target.phases().begin(), target.phases().end(),
                     [&](const v1::TargetPhase &phase) {
                       return phase.name() == point &&
                              absl::StrContains(phase.pipeline(), pass);
                     });
}

static bool offloadsAtDecompose(const v1::Target &target) {
  return hasPhase(target, "decompose", "ingot-offload");
}

/// That libraries may be absent is said at the point `offload`. It counts for
/// `decompose` too where ops are handed over there; elsewhere a phase at that
/// point would change keys and keep targets from sharing an import.
static void preferOffloadAtDecompose(v1::Target &target) {
  const std::string pass = "ingot-prefer-offload";
  if (!hasPhase(target, "offload", pass) ||
      hasPhase(target, "decompose", pass) || !offloadsAtDecompose(target))
    return;
  v1::TargetPhase &phase = *target.add_phases();
  phase.set_name("decompose");
  phase.set_pipeline(pass);
}

absl::StatusOr<v1::Target>
resolveTarget(const v1::WorkerHello &hello, bool hasDescription,
              const v1::Target &description, const std::string &name,
              const google::protobuf::RepeatedPtrField<std::string> &legalOps,
              std::optional<v1::CustomOpForm> form) {
  absl::StatusOr<v1::Target> target =
      hasDescription ? inherit(hello, description) : findTarget(hello, name);
  if (!target.ok() || (!hasDescription && legalOps.empty() && !form))
    return target;
  preferOffloadAtDecompose(*target);
  target->mutable_legal_ops()->MergeFrom(legalOps);
  if (form)
    target->set_custom_op_form(*form);
  if (absl::Status status = canonicalizePlugins(hello, *target); !status.ok())
    return status;
  return canonicalTarget(*target);
}

absl::StatusOr<PartTargets> resolveParts(
    const v1::WorkerHello &hello, const v1::Target &main,
    const google::protobuf::RepeatedPtrField<std::string> &placements) {
  if (!placements.empty() && offloadsAtDecompose(main))
    return absl::InvalidArgumentError(
        "options.placements: the target has ingot-offload at the point "
        "decompose, where there are no parts yet, so its library would be "
        "called in parts of other targets too");
  PartTargets parts;
  for (const std::string &placement : placements) {
    const size_t equals = placement.rfind('=');
    if (equals == std::string::npos || equals == 0 ||
        equals + 1 == placement.size())
      return absl::InvalidArgumentError(absl::StrCat(
          "options.placements: '", placement, "' is not NAME=TARGET"));
    const std::string name = placement.substr(equals + 1);
    absl::StatusOr<v1::Target> target = findTarget(hello, name);
    if (!target.ok())
      return absl::InvalidArgumentError(absl::StrCat(
          "options.placements: ",
          absl::StripPrefix(target.status().message(), "target: ")));
    if (offloadsAtDecompose(*target))
      return absl::InvalidArgumentError(
          absl::StrCat("options.placements: ", name,
                       " has ingot-offload at the point "
                       "decompose, where there are no parts yet, so its "
                       "library would not be "
                       "called; give it as the target of the whole program"));
    parts[name] = *std::move(target);
  }
  return parts;
}

} // namespace ingot::server
