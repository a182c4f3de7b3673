//===- Keys.cpp - what belongs to which key -------------------------------===//
//
// Two forms of one target or of one request must have one key, and two that
// compile differently must not. So a target is in its canonical form
// (ResolveTarget.h), options that another option switches off are cleared, and
// what is left goes into the key by the table, in its order. The fields are
// read by reflection: a row is all that a new one needs.
//
// The encoding of a field is part of every key that it is in. Known answers in
// KeysTest pin it.
//
//===----------------------------------------------------------------------===//

#include "server/core/Keys.h"

#include "cache/key/Lane.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

#include <map>
#include <set>
#include <string_view>

namespace ingot::server {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

// What stays whole is decided by the plan, so targets that differ in it share
// kernels. An import is what comes before anything of a target but which ops it
// wants whole. Kernels and host programs are what they are, whatever threshold
// decided what was cut out and whatever types were asked for. A base is gone
// when a target is canonical. Plans have the whole target in their manifest.
// clang-format off
constexpr KeyField kFields[] = {
    //                             request plan   kernel host   link   import whenSet
    {"target.triple",             {true,   true,  true,  true,  true,  false}},
    {"target.cpu",                {true,   true,  true,  true,  true,  false}},
    {"target.features",           {true,   true,  true,  true,  true,  false}},
    {"target.legal_ops",          {true,   true,  false, true,  true,  true}},
    {"target.custom_op_form",     {true,   true,  false, true,  true,  true}},
    {"target.base",               {false,  false, false, false, false, false}},
    {"target.vector_bits",        {true,   true,  true,  true,  true,  false}},
    {"target.phases",             {true,   true,  true,  true,  true,  false}},
    {"target.backend",            {true,   true,  true,  true,  true,  false},  true},
    {"target.emit",               {true,   true,  true,  true,  true,  false},  true},
    {"target.l1_cache_bytes",     {true,   true,  true,  false, false, false}, true},
    {"target.l2_cache_bytes",     {true,   true,  true,  false, false, false}, true},
    {"target.memory_spaces",      {true,   true,  false, true,  true,  false},  true},
    {"target.alignment",          {true,   true,  true,  true,  true,  false},  true},
    {"target.element_types",      {true,   true,  false, false, false, false}, true},
    {"target.layout",             {true,   true,  false, false, false, false}, true},
    {"target.plugins",            {true,   true,  true,  true,  true,  false},  true},
    {"target.libraries",          {true,   true,  false, true,  true,  false},  true},
    {"target.speeds",             {true,   true,  false, false, false, false}, true},
    {"target.memory",             {true,   true,  false, false, false, false}, true},
    {"options.emit",              {true,   true,  true,  true,  true,  false}},
    {"options.phase",             {true,   true,  true,  true,  true,  false}},
    {"options.release",           {true,   true,  true,  true,  true,  false}},
    {"options.constant_threshold",{true,   true,  false, false, false, true}},
    {"options.input_types",       {true,   true,  false, false, false, true}},
    {"options.placements",        {true,   true,  false, false, false, false}, true},
};
// clang-format on

/// Of a field's full name, the name within its message.
std::string fieldName(const std::string &name) {
  return name.substr(name.find('.') + 1);
}

bool isOfTarget(const char *name) { return absl::StartsWith(name, "target."); }

/// A row with what it takes to read the field.
struct Field {
  const KeyField *row;
  const FieldDescriptor *descriptor; ///< Null where the row names no field.
  bool isOfTarget;
  std::string element; ///< What an element of a list is called.
};

/// The table, looked up in the descriptors once: a key is made for each hit.
const std::vector<Field> &fields() {
  static const std::vector<Field> *const kAll = [] {
    auto *all = new std::vector<Field>;
    for (const KeyField &row : kFields) {
      const std::string name = row.name;
      const bool ofTarget = isOfTarget(row.name);
      const Descriptor &message = ofTarget ? *v1::Target::descriptor()
                                           : *v1::CompileOptions::descriptor();
      all->push_back({&row, message.FindFieldByName(fieldName(name)), ofTarget,
                      name.substr(0, name.size() - 1)});
    }
    return all;
  }();
  return *kAll;
}

/// Adds one value of a field; `index` within a list, -1 for a single one. A
/// message is there with each of its fields.
void addValue(KeyBuilder &key, std::string_view tag, const Message &message,
              const FieldDescriptor &field, int index) {
  const Reflection &get = *message.GetReflection();
  const bool isList = index >= 0;
  std::string scratch;
  switch (field.cpp_type()) {
  case FieldDescriptor::CPPTYPE_STRING:
    key.add(tag, isList ? get.GetRepeatedStringReference(message, &field, index,
                                                         &scratch)
                        : get.GetStringReference(message, &field, &scratch));
    return;
  case FieldDescriptor::CPPTYPE_UINT64:
    key.add(tag, isList ? get.GetRepeatedUInt64(message, &field, index)
                        : get.GetUInt64(message, &field));
    return;
  case FieldDescriptor::CPPTYPE_MESSAGE: {
    const Message &value = isList
                               ? get.GetRepeatedMessage(message, &field, index)
                               : get.GetMessage(message, &field);
    for (int i = 0; i < field.message_type()->field_count(); ++i) {
      const FieldDescriptor &part = *field.message_type()->field(i);
      addValue(key, absl::StrCat(std::string(tag), ".", part.name()), value,
               part, -1);
    }
    return;
  }
  case FieldDescriptor::CPPTYPE_ENUM:
    scratch =
        std::to_string(isList ? get.GetRepeatedEnumValue(message, &field, index)
                              : get.GetEnumValue(message, &field));
    key.add(tag, scratch);
    return;
  default:
    return; // checkKeyFields() refuses these.
  }
}

bool hasScalarKeyForm(const FieldDescriptor &field) {
  return field.cpp_type() == FieldDescriptor::CPPTYPE_STRING ||
         field.cpp_type() == FieldDescriptor::CPPTYPE_UINT64 ||
         field.cpp_type() == FieldDescriptor::CPPTYPE_ENUM;
}

/// A message has one if it is made of single scalars.
bool hasKeyForm(const FieldDescriptor &field) {
  if (field.cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE || field.is_map())
    return hasScalarKeyForm(field);
  for (int i = 0; i < field.message_type()->field_count(); ++i) {
    const FieldDescriptor &part = *field.message_type()->field(i);
    if (part.is_repeated() || !hasScalarKeyForm(part))
      return false;
  }
  return true;
}

/// True for a list with elements and for any value but the field's default.
bool isSet(const Field &field, const Message &message) {
  const Reflection &get = *message.GetReflection();
  return field.descriptor->is_repeated()
             ? get.FieldSize(message, field.descriptor) != 0
             : get.HasField(message, field.descriptor);
}

void addField(KeyBuilder &key, const Field &field, const Message &message) {
  if (field.row->whenSet && !isSet(field, message))
    return;
  if (!field.descriptor->is_repeated())
    return addValue(key, field.row->name, message, *field.descriptor, -1);
  const int size =
      message.GetReflection()->FieldSize(message, field.descriptor);
  key.add(field.row->name, static_cast<uint64_t>(size));
  for (int i = 0; i < size; ++i)
    addValue(key, field.element, message, *field.descriptor, i);
}

/// One value of a field for people: an enumerator by its name.
std::string readableValue(const Message &message, const FieldDescriptor &field,
                          int index) {
  const Reflection &get = *message.GetReflection();
  const bool isList = index >= 0;
  if (field.cpp_type() == FieldDescriptor::CPPTYPE_ENUM)
    return (isList ? get.GetRepeatedEnum(message, &field, index)
                   : get.GetEnum(message, &field))
        ->name();
  if (field.cpp_type() == FieldDescriptor::CPPTYPE_UINT64)
    return absl::StrCat(isList ? get.GetRepeatedUInt64(message, &field, index)
                               : get.GetUInt64(message, &field));
  return isList ? get.GetRepeatedString(message, &field, index)
                : get.GetString(message, &field);
}

/// The fields of a message from `first` on.
void addMessageParts(v1::KeyPart &to, const Message &message, int first) {
  const Descriptor &type = *message.GetDescriptor();
  for (int i = first; i < type.field_count(); ++i)
    addPart(to, type.field(i)->name(),
            readableValue(message, *type.field(i), -1));
}

/// One element of a list. What a canonical target has sorted is named by
/// itself, features with their signs as values; where order counts the name is
/// the place.
void addElementPart(v1::KeyPart &list, const Field &field,
                    const Message &message, int index) {
  const std::string_view row = field.row->name;
  const bool isSorted = field.isOfTarget && row != "target.phases";
  const std::string place = absl::StrCat(index);
  if (field.descriptor->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) {
    const std::string value = readableValue(message, *field.descriptor, index);
    if (row == "target.features")
      addPart(list, value.substr(1), value.substr(0, 1));
    else if (isSorted)
      addPart(list, value);
    else
      addPart(list, place, value);
    return;
  }
  const Message &element = message.GetReflection()->GetRepeatedMessage(
      message, field.descriptor, index);
  const std::string name =
      readableValue(element, *element.GetDescriptor()->field(0), -1);
  addMessageParts(isSorted ? addPart(list, name) : addPart(list, place, name),
                  element, 1);
}

/// The fields of a message that belong to the keys of requests.
void addFieldParts(v1::KeyPart &to, const Message &message) {
  const bool isTarget = message.GetDescriptor() == v1::Target::descriptor();
  for (const Field &field : fields()) {
    if (field.isOfTarget != isTarget || !field.descriptor ||
        !field.row->uses[static_cast<size_t>(KeyKind::Request)] ||
        (field.row->whenSet && !isSet(field, message)))
      continue;
    const std::string &name = field.descriptor->name();
    if (!field.descriptor->is_repeated() &&
        field.descriptor->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
      addMessageParts(
          addPart(to, name),
          message.GetReflection()->GetMessage(message, field.descriptor), 0);
      continue;
    }
    if (!field.descriptor->is_repeated()) {
      addPart(to, name, readableValue(message, *field.descriptor, -1));
      continue;
    }
    v1::KeyPart &list = addPart(to, name);
    const int size =
        message.GetReflection()->FieldSize(message, field.descriptor);
    for (int i = 0; i < size; ++i)
      addElementPart(list, field, message, i);
  }
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

Keys::Keys(v1::Target target, v1::CompileOptions options, std::string identity,
           PartTargets parts, std::string lane)
    : shared_(std::make_shared<const Shared>(
          Shared{std::move(target), canonicalOptions(std::move(options)),
                 std::move(identity), std::move(parts), std::move(lane)})) {}

Keys Keys::part(const std::string &name) const {
  return Keys(parts().at(name), options(), shared_->identity, {},
              shared_->lane);
}

void Keys::addTarget(KeyBuilder &key, KeyKind kind,
                     const v1::Target &target) const {
  for (const Field &field : fields())
    if (field.isOfTarget && field.row->uses[static_cast<size_t>(kind)] &&
        field.descriptor)
      addField(key, field, target);
}

ActionKey Keys::finish(KeyBuilder key, KeyKind kind) const {
  const v1::CompileOptions *options = &shared_->options;
  v1::CompileOptions executable;
  // An executable and a relocatable object are linked from the same objects.
  if ((kind == KeyKind::Kernel || kind == KeyKind::Host) &&
      options->emit() == v1::OBJECT) {
    executable = *options;
    executable.set_emit(v1::EXECUTABLE);
    options = &executable;
  }
  addTarget(key, kind, target());
  for (const Field &field : fields())
    if (!field.isOfTarget && field.row->uses[static_cast<size_t>(kind)] &&
        field.descriptor)
      addField(key, field, *options);
  if (kind == KeyKind::Request || kind == KeyKind::Plan)
    for (const auto &[name, target] : parts()) {
      key.add("part", name);
      addTarget(key, kind, target);
    }
  Digest digest = key.finish();
  return {keyInLane(shared_->lane, digest), key.takeParts(), shared_->lane,
          digest};
}

ActionKey Keys::request(const ProgramName &program) const {
  KeyBuilder key("request");
  addProgram(key, shared_->identity, program);
  return finish(std::move(key), KeyKind::Request);
}

v1::KeyPart Keys::requestTree(const ProgramName &program) const {
  v1::KeyPart tree;
  tree.set_name("request");
  addPart(tree, "compiler", shared_->identity);
  v1::KeyPart &named = addPart(tree, "program");
  addPart(named, "module", program.module.toString());
  v1::KeyPart &files = addPart(named, "files");
  for (const auto &[name, digest] : program.files)
    addPart(files, name, digest.toString());
  addFieldParts(addPart(tree, "target"), target());
  addFieldParts(addPart(tree, "options"), options());
  v1::KeyPart &parts = addPart(tree, "parts");
  for (const auto &[name, target] : shared_->parts)
    addFieldParts(addPart(parts, name), target);
  return tree;
}

ActionKey Keys::plan(const ProgramName &program) const {
  KeyBuilder key("plan");
  addProgram(key, shared_->identity, program);
  return finish(std::move(key), KeyKind::Plan);
}

ActionKey Keys::import(const ProgramName &program) const {
  KeyBuilder key("import");
  addProgram(key, shared_->identity, program);
  return finish(std::move(key), KeyKind::Import);
}

bool Keys::sharesImport() const {
  for (const v1::TargetPhase &phase : target().phases())
    if (phase.name() == "decompose")
      return false;
  const v1::Emit emit = options().emit();
  return parts().empty() && target().plugins().empty() &&
         (emit == v1::EXECUTABLE || emit == v1::OBJECT ||
          emit == v1::ASSEMBLY || emit == v1::LLVM_IR);
}

ActionKey Keys::kernel(const Digest &module) const {
  KeyBuilder key("kernel");
  key.add("compiler", shared_->identity).add("module", module);
  return finish(std::move(key), KeyKind::Kernel);
}

ActionKey Keys::host(const Digest &module, const Digest &manifest) const {
  KeyBuilder key("host");
  key.add("compiler", shared_->identity).add("module", module);
  key.add("manifest", manifest);
  return finish(std::move(key), KeyKind::Host);
}

ActionKey Keys::link(const Digest &host, const std::vector<Digest> &objects,
                     const Digest &manifest) const {
  KeyBuilder key("link");
  key.add("compiler", shared_->identity)
      .add("host", host)
      .add("manifest", manifest);
  key.add("objects", static_cast<uint64_t>(objects.size()));
  for (const Digest &object : objects)
    key.add("object", object);
  return finish(std::move(key), KeyKind::Link);
}

} // namespace ingot::server
