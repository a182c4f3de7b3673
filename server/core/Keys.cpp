//===- Keys.cpp - what belongs to which key -------------------------------===//

#include "server/core/Keys.h"
#include "cache/key/KeyBuilder.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

#include <map>
#include <set>

namespace ingot::server {
namespace {

/// Kernels and host programs are what they are, whatever threshold decided what
/// was cut out and whatever types were asked for; these belong to requests and
/// plans only.
void addOptions(KeyBuilder &key, const v1::CompileOptions &options,
                bool ofProgram) {
  key.add("options.emit", static_cast<uint64_t>(options.emit()));
  key.add("options.phase",
          options.emit() == v1::MLIR ? options.phase() : std::string());
  if (options.emit() == v1::STABLEHLO_PORTABLE)
    key.add("options.release", options.release());
  if (!ofProgram)
    return;
  key.add("options.constant_threshold", options.constant_threshold());
  for (int i = 0; i < options.input_types_size(); ++i)
    key.add(absl::StrCat("options.input_types.", i), options.input_types(i));
}

ActionKey finish(KeyBuilder &key) {
  std::string trace = key.trace();
  return {key.finish(), std::move(trace)};
}

} // namespace

/// Debian and GCC leave out the vendor (aarch64-linux-gnu); LLVM's form has it.
static std::string withVendor(const std::string &triple) {
  std::vector<std::string> parts = absl::StrSplit(triple, '-');
  if (parts.size() == 3 && parts[1] == "linux")
    parts.insert(parts.begin() + 1, "unknown");
  return absl::StrJoin(parts, "-");
}

absl::StatusOr<v1::Target> canonicalTarget(const v1::Target &target) {
  if (target.triple().empty())
    return absl::InvalidArgumentError(
        "target.triple: is empty; give an LLVM "
        "triple such as aarch64-unknown-linux-gnu");
  if (target.cpu() == "native" || target.cpu() == "host")
    return absl::InvalidArgumentError(
        absl::StrCat("target.cpu: '", target.cpu(),
                     "' does not say which; use the target named 'host'"));
  std::map<std::string, char> features;
  for (const std::string &feature : target.features()) {
    if (feature.size() < 2 || (feature[0] != '+' && feature[0] != '-'))
      return absl::InvalidArgumentError(absl::StrCat(
          "target.features: '", feature, "' does not begin with '+' or '-'"));
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
  v1::Target canonical;
  canonical.set_triple(withVendor(target.triple()));
  canonical.set_cpu(target.cpu().empty() ? "generic" : target.cpu());
  for (const auto &[name, sign] : features)
    canonical.add_features(std::string(1, sign) + name);
  for (const std::string &op : legal)
    canonical.add_legal_ops(op);
  canonical.set_custom_op_form(target.custom_op_form());
  return canonical;
}

/// The registered target of this name.
static absl::StatusOr<v1::Target> findTarget(const v1::WorkerHello &hello,
                                             const std::string &name) {
  std::string wanted = name.empty() ? "host" : name, known;
  for (const auto &target : hello.targets()) {
    if (target.name() == wanted)
      return target.target();
    absl::StrAppend(&known, known.empty() ? "" : ", ", target.name());
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "target: there is none named '", wanted, "'; there are ", known));
}

absl::StatusOr<v1::Target>
resolveTarget(const v1::WorkerHello &hello, bool hasDescription,
              const v1::Target &description, const std::string &name,
              const google::protobuf::RepeatedPtrField<std::string> &legalOps,
              std::optional<v1::CustomOpForm> form) {
  absl::StatusOr<v1::Target> target =
      hasDescription ? description : findTarget(hello, name);
  if (!target.ok() || (!hasDescription && legalOps.empty() && !form))
    return target;
  target->mutable_legal_ops()->MergeFrom(legalOps);
  if (form)
    target->set_custom_op_form(*form);
  return canonicalTarget(*target);
}

/// An executable and a relocatable object are linked from the same objects.
static v1::CompileOptions asBuilt(v1::CompileOptions options) {
  if (options.emit() == v1::OBJECT)
    options.set_emit(v1::EXECUTABLE);
  return options;
}

ActionKey requestKey(const Digest &module, const v1::Target &target,
                     const v1::CompileOptions &options,
                     const std::string &identity) {
  KeyBuilder key("request");
  key.add("compiler", identity).add("module", module).add(target);
  addOptions(key, options, /*ofProgram=*/true);
  return finish(key);
}

ActionKey planKey(const Digest &module, const v1::Target &target,
                  const v1::CompileOptions &options,
                  const std::string &identity) {
  KeyBuilder key("plan");
  key.add("compiler", identity).add("module", module).add(target);
  addOptions(key, options, /*ofProgram=*/true);
  return finish(key);
}

ActionKey kernelKey(const Digest &module, const v1::Target &target,
                    const v1::CompileOptions &options,
                    const std::string &identity) {
  // What stays whole was decided by the plan: two lists share kernels.
  v1::Target machine = target;
  machine.clear_legal_ops();
  machine.clear_custom_op_form();
  KeyBuilder key("kernel");
  key.add("compiler", identity).add("module", module).add(machine);
  addOptions(key, asBuilt(options), /*ofProgram=*/false);
  return finish(key);
}

ActionKey hostKey(const Digest &module, const Digest &manifest,
                  const v1::Target &target, const v1::CompileOptions &options,
                  const std::string &identity) {
  KeyBuilder key("host");
  key.add("compiler", identity).add("module", module);
  key.add("manifest", manifest).add(target);
  addOptions(key, asBuilt(options), /*ofProgram=*/false);
  return finish(key);
}

ActionKey linkKey(const Digest &host, const std::vector<Digest> &objects,
                  const Digest &manifest, const v1::Target &target,
                  const v1::CompileOptions &options,
                  const std::string &identity) {
  KeyBuilder key("link");
  key.add("compiler", identity).add("host", host).add("manifest", manifest);
  key.add("objects", static_cast<uint64_t>(objects.size()));
  for (const Digest &object : objects)
    key.add("object", object);
  key.add(target);
  addOptions(key, options, /*ofProgram=*/false);
  return finish(key);
}

} // namespace ingot::server
