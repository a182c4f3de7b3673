//===- Keys.cpp - what belongs to which key -------------------------------===//
//
// Two forms of one target or of one request must have one key, and two that
// compile differently must not. So a target is brought into its canonical form,
// options that another option switches off are cleared, and what is left goes
// into the key by the table, in its order. The fields are read by reflection:
// a row is all that a new one needs.
//
// The encoding of a field is part of every key that it is in. Known answers in
// KeysTest pin it.
//
//===----------------------------------------------------------------------===//

#include "server/core/Keys.h"
#include "cache/key/KeyBuilder.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

#include <map>
#include <set>

namespace ingot::server {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

constexpr KeyUse kNo = KeyUse::No, kBlank = KeyUse::Blank, kYes = KeyUse::Yes,
                 kIfSet = KeyUse::IfSet;

// What stays whole is decided by the plan, so targets that differ in it share
// kernels. Kernels and host programs are what they are, whatever threshold
// decided what was cut out and whatever types were asked for.
// clang-format off
constexpr KeyField kFields[] = {
    //                             request  plan     kernel   host     link
    {"target.triple",             {kYes,    kYes,    kYes,    kYes,    kYes}},
    {"target.cpu",                {kYes,    kYes,    kYes,    kYes,    kYes}},
    {"target.features",           {kYes,    kYes,    kYes,    kYes,    kYes}},
    {"target.legal_ops",          {kYes,    kYes,    kBlank,  kYes,    kYes}},
    {"target.custom_op_form",     {kYes,    kYes,    kBlank,  kYes,    kYes}},
    {"options.emit",              {kYes,    kYes,    kYes,    kYes,    kYes}},
    {"options.phase",             {kYes,    kYes,    kYes,    kYes,    kYes}},
    {"options.release",           {kIfSet,  kIfSet,  kIfSet,  kIfSet,  kIfSet}},
    {"options.constant_threshold",{kYes,    kYes,    kNo,     kNo,     kNo}},
    {"options.input_types",       {kIfSet,  kIfSet,  kNo,     kNo,     kNo}},
};
// clang-format on

/// Of a field's full name, the name within its message.
std::string fieldName(const std::string &name) {
  return name.substr(name.find('.') + 1);
}

bool isOfTarget(const char *name) { return absl::StartsWith(name, "target."); }

/// One value of a field as text; `index` within a list, -1 for a single one.
std::string valueOf(const Message &message, const FieldDescriptor &field,
                    int index) {
  const Reflection &get = *message.GetReflection();
  const bool isList = index >= 0;
  switch (field.cpp_type()) {
  case FieldDescriptor::CPPTYPE_STRING:
    return isList ? get.GetRepeatedString(message, &field, index)
                  : get.GetString(message, &field);
  case FieldDescriptor::CPPTYPE_UINT64:
    return absl::StrCat(isList ? get.GetRepeatedUInt64(message, &field, index)
                               : get.GetUInt64(message, &field));
  case FieldDescriptor::CPPTYPE_ENUM:
    return absl::StrCat(isList
                            ? get.GetRepeatedEnumValue(message, &field, index)
                            : get.GetEnumValue(message, &field));
  default:
    return ""; // checkKeyFields() refuses these.
  }
}

bool hasKeyForm(const FieldDescriptor &field) {
  return field.cpp_type() == FieldDescriptor::CPPTYPE_STRING ||
         field.cpp_type() == FieldDescriptor::CPPTYPE_UINT64 ||
         field.cpp_type() == FieldDescriptor::CPPTYPE_ENUM;
}

void addList(KeyBuilder &key, const std::string &name, const Message &message,
             const FieldDescriptor &field, KeyUse use) {
  const int size = message.GetReflection()->FieldSize(message, &field);
  if (use == KeyUse::IfSet) {
    for (int i = 0; i < size; ++i)
      key.add(absl::StrCat(name, ".", i), valueOf(message, field, i));
    return;
  }
  key.add(name, static_cast<uint64_t>(size));
  const std::string element = name.substr(0, name.size() - 1);
  for (int i = 0; i < size; ++i)
    key.add(element, valueOf(message, field, i));
}

void addField(KeyBuilder &key, const std::string &name, const Message &message,
              KeyUse use) {
  const FieldDescriptor &field =
      *message.GetDescriptor()->FindFieldByName(fieldName(name));
  if (field.is_repeated())
    addList(key, name, message, field, use);
  else if (use != KeyUse::IfSet ||
           message.GetReflection()->HasField(message, &field))
    key.add(name, valueOf(message, field, -1));
}

/// The files by name and content, in the order of their names. A program
/// without files has no part for them.
void addProgram(KeyBuilder &key, const std::string &identity,
                const ProgramName &program) {
  key.add("compiler", identity).add("module", program.module);
  for (const auto &[name, digest] : program.files)
    key.add("file.name", name).add("file", digest);
}

absl::Status checkMessage(const Descriptor &message, const char *prefix) {
  for (int i = 0; i < message.field_count(); ++i) {
    const FieldDescriptor &field = *message.field(i);
    std::string name = absl::StrCat(prefix, ".", field.name());
    if (!hasKeyForm(field))
      return absl::InternalError(
          absl::StrCat("keys: ", name, " has a type that keys cannot hold"));
    bool isListed = false;
    for (const KeyField &row : kFields)
      isListed |= row.name == name;
    if (!isListed)
      return absl::InternalError(absl::StrCat(
          "keys: ", name,
          " is in no row of the table in server/core/Keys.cpp; decide which "
          "keys it belongs to"));
  }
  return absl::OkStatus();
}

/// What `emit` switches off counts as not given.
v1::CompileOptions canonicalOptions(v1::CompileOptions options) {
  if (options.emit() != v1::MLIR)
    options.clear_phase();
  if (options.emit() != v1::STABLEHLO_PORTABLE)
    options.clear_release();
  return options;
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

absl::Span<const KeyField> keyFields() { return kFields; }

absl::Status checkKeyFields(const Descriptor &target,
                            const Descriptor &options) {
  if (absl::Status status = checkMessage(target, "target"); !status.ok())
    return status;
  if (absl::Status status = checkMessage(options, "options"); !status.ok())
    return status;
  for (const KeyField &row : kFields)
    if (!(isOfTarget(row.name) ? target : options)
             .FindFieldByName(fieldName(row.name)))
      return absl::InternalError(absl::StrCat("keys: the table has a row for ",
                                              row.name, ", which is no field"));
  return absl::OkStatus();
}

Keys::Keys(v1::Target target, v1::CompileOptions options, std::string identity)
    : target_(std::move(target)),
      options_(canonicalOptions(std::move(options))),
      identity_(std::move(identity)) {}

ActionKey Keys::finish(KeyBuilder key, KeyKind kind) const {
  const v1::CompileOptions *options = &options_;
  v1::CompileOptions executable;
  // An executable and a relocatable object are linked from the same objects.
  if ((kind == KeyKind::Kernel || kind == KeyKind::Host) &&
      options_.emit() == v1::OBJECT) {
    executable = options_;
    executable.set_emit(v1::EXECUTABLE);
    options = &executable;
  }
  for (const KeyField &row : kFields) {
    const KeyUse use = row.uses[static_cast<size_t>(kind)];
    const Message *message = options;
    if (isOfTarget(row.name))
      message = &target_;
    if (use == KeyUse::Blank)
      message =
          google::protobuf::MessageFactory::generated_factory()->GetPrototype(
              message->GetDescriptor());
    if (use != KeyUse::No)
      addField(key, row.name, *message, use);
  }
  std::string trace = key.trace();
  return {key.finish(), std::move(trace)};
}

ActionKey Keys::request(const ProgramName &program) const {
  KeyBuilder key("request");
  addProgram(key, identity_, program);
  return finish(std::move(key), KeyKind::Request);
}

ActionKey Keys::plan(const ProgramName &program) const {
  KeyBuilder key("plan");
  addProgram(key, identity_, program);
  return finish(std::move(key), KeyKind::Plan);
}

ActionKey Keys::kernel(const Digest &module) const {
  KeyBuilder key("kernel");
  key.add("compiler", identity_).add("module", module);
  return finish(std::move(key), KeyKind::Kernel);
}

ActionKey Keys::host(const Digest &module, const Digest &manifest) const {
  KeyBuilder key("host");
  key.add("compiler", identity_).add("module", module);
  key.add("manifest", manifest);
  return finish(std::move(key), KeyKind::Host);
}

ActionKey Keys::link(const Digest &host, const std::vector<Digest> &objects,
                     const Digest &manifest) const {
  KeyBuilder key("link");
  key.add("compiler", identity_).add("host", host).add("manifest", manifest);
  key.add("objects", static_cast<uint64_t>(objects.size()));
  for (const Digest &object : objects)
    key.add("object", object);
  return finish(std::move(key), KeyKind::Link);
}

} // namespace ingot::server
