//===- Convert.cpp - messages of the wire as the client's structs ---------===//

#include "client/lib/Convert.h"
#include "cache/key/Digest.h"
#include "google/rpc/status.pb.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

#include <google/protobuf/descriptor.h>

#include <algorithm>

namespace ingot::client {
namespace {

/// By the numbers of v1::CustomOpForm.
constexpr const char *kForms[] = {"all-operands", "attributes"};

constexpr const char *kPhases[] = {"stablehlo", "tosa", "import",  "constants",
                                   "legalize",  "plan", "kernels", "link"};

std::string digestText(const v1::Digest &digest) {
  absl::StatusOr<Digest> parsed = Digest::fromProto(digest);
  return parsed.ok() ? parsed->toString() : std::string();
}

const char *severityName(v1::Diagnostic::Severity severity) {
  switch (severity) {
  case v1::Diagnostic::NOTE:
    return "note";
  case v1::Diagnostic::REMARK:
    return "remark";
  case v1::Diagnostic::WARNING:
    return "warning";
  default:
    return "error";
  }
}

/// `4x?xf32`.
std::string typeText(const v1::TensorType &type) {
  std::string text;
  for (int64_t size : type.shape())
    absl::StrAppend(&text, size < 0 ? "?" : absl::StrCat(size), "x");
  return absl::StrCat(
      text, absl::AsciiStrToLower(v1::ElementType_Name(type.element())));
}

} // namespace

absl::StatusOr<std::optional<v1::CustomOpForm>>
parseCustomOpForm(const std::string &text) {
  if (text.empty())
    return std::nullopt;
  for (int number : {v1::ALL_OPERANDS, v1::ATTRIBUTES})
    if (text == kForms[number])
      return static_cast<v1::CustomOpForm>(number);
  return absl::InvalidArgumentError(
      absl::StrCat("target.custom_op_form: '", text,
                   "' is neither all-operands nor attributes"));
}

absl::StatusOr<Target> Target::parse(const std::string &text) {
  Target target;
  std::vector<std::string> parts = absl::StrSplit(text, ':');
  // Every triple has three parts at least; names have none or one dash.
  bool isTriple = std::count(parts[0].begin(), parts[0].end(), '-') >= 2 &&
                  parts[0].rfind("x86-64", 0) != 0;
  if (!isTriple) {
    if (parts.size() > 1)
      return absl::InvalidArgumentError(
          absl::StrCat("target: '", text,
                       "': options can follow a triple only, such as "
                       "x86_64-unknown-linux-gnu:cpu=znver4"));
    target.name = text;
    return target;
  }
  target.triple = parts[0];
  for (size_t i = 1; i < parts.size(); ++i) {
    if (parts[i].rfind("cpu=", 0) == 0)
      target.cpu = parts[i].substr(4);
    else if (parts[i].rfind("features=", 0) == 0)
      target.features =
          absl::StrSplit(parts[i].substr(9), ',', absl::SkipEmpty());
    else
      return absl::InvalidArgumentError(absl::StrCat(
          "target: '", parts[i], "' is not cpu=... or features=..."));
  }
  return target;
}

Diagnostic fromProto(const v1::Diagnostic &diagnostic) {
  Diagnostic result{
      severityName(diagnostic.severity()), diagnostic.message(),
      diagnostic.location().file(),        diagnostic.location().line(),
      diagnostic.location().column(),      {}};
  for (const v1::Diagnostic &note : diagnostic.notes())
    result.notes.push_back(fromProto(note));
  return result;
}

Target fromProto(const v1::Target &target) {
  Target result;
  result.triple = target.triple();
  result.cpu = target.cpu();
  result.features = {target.features().begin(), target.features().end()};
  result.legalOps = {target.legal_ops().begin(), target.legal_ops().end()};
  result.customOpForm = kForms[target.custom_op_form() == v1::ATTRIBUTES];
  return result;
}

v1::Target toProto(const Target &target) {
  v1::Target result;
  result.set_triple(target.triple);
  result.set_cpu(target.cpu);
  for (const std::string &feature : target.features)
    result.add_features(feature);
  return result;
}

CompileResult fromProto(const v1::Result &result) {
  CompileResult converted;
  converted.cache = result.cache() == v1::HIT    ? "hit"
                    : result.cache() == v1::MISS ? "miss"
                                                 : "joined";
  converted.artifactDigest = digestText(result.artifact());
  converted.manifestDigest = digestText(result.manifest_digest());
  for (const v1::Constant &constant : result.manifest().constants())
    converted.constants.push_back(
        {constant.name(),
         static_cast<int>(constant.type().element()),
         {constant.type().shape().begin(), constant.type().shape().end()},
         constant.has_digest() ? digestText(constant.digest()) : ""});
  for (const v1::CustomOp &op : result.manifest().custom_ops()) {
    CustomOp &added = converted.customOps.emplace_back();
    added.name = op.name();
    added.attributes = op.attributes();
    for (const v1::TensorType &type : op.operands())
      added.operands.push_back(typeText(type));
    for (const v1::TensorType &type : op.results())
      added.results.push_back(typeText(type));
  }
  for (const v1::EntryPoint &entry : result.manifest().entry_points())
    converted.entryPoints.push_back(entry.name());
  converted.kernelsTotal = result.kernels().total();
  converted.kernelsUnique = result.kernels().unique();
  converted.kernelsBuilt = result.kernels().built();
  converted.kernelsReused = result.kernels().reused();
  converted.totalMilliseconds = result.milliseconds().total();
  converted.queuedMilliseconds = result.milliseconds().queued();
  for (const auto &[phase, spent] : result.milliseconds().phases())
    converted.phaseMilliseconds[phase] = spent;
  converted.target = fromProto(result.target());
  for (const v1::Diagnostic &diagnostic : result.diagnostics())
    converted.diagnostics.push_back(fromProto(diagnostic));
  return converted;
}

/// Which releases there are, the service knows.
static constexpr std::string_view kPortable = "stablehlo-portable:";

absl::Status fillRequest(const CompileOptions &options,
                         v1::CompileRequest &request) {
  if (options.target.triple.empty())
    request.set_target_name(options.target.name);
  else
    *request.mutable_target() = toProto(options.target);
  for (const std::string &op : options.target.legalOps)
    request.add_legal_ops(op);
  if (auto form = parseCustomOpForm(options.target.customOpForm); !form.ok())
    return form.status();
  else if (*form)
    request.set_custom_op_form(**form);
  v1::CompileOptions &wire = *request.mutable_options();
  wire.set_constant_threshold(options.constantThreshold);
  for (const std::string &type : options.inputTypes)
    wire.add_input_types(type);
  if (options.emit == "executable")
    wire.set_emit(v1::EXECUTABLE);
  else if (options.emit == "object")
    wire.set_emit(v1::OBJECT);
  else if (options.emit == "asm")
    wire.set_emit(v1::ASSEMBLY);
  else if (options.emit == "llvm-ir")
    wire.set_emit(v1::LLVM_IR);
  else if (options.emit.rfind(kPortable, 0) == 0) {
    wire.set_emit(v1::STABLEHLO_PORTABLE);
    wire.set_release(options.emit.substr(kPortable.size()));
  } else if (options.emit == "mlir:stablehlo")
    wire.set_emit(v1::STABLEHLO);
  else if (options.emit == "mlir:tosa")
    wire.set_emit(v1::TOSA);
  else if (options.emit.rfind("mlir:", 0) == 0) {
    wire.set_emit(v1::MLIR);
    wire.set_phase(options.emit.substr(5));
    std::string known;
    for (const char *phase : kPhases) {
      if (wire.phase() == phase)
        return absl::OkStatus();
      absl::StrAppend(&known, known.empty() ? "" : ", ", phase);
    }
    return absl::InvalidArgumentError(
        absl::StrCat("emit: there is no phase '", wire.phase(),
                     "'; the phases are ", known));
  } else
    return absl::InvalidArgumentError(
        absl::StrCat("emit: '", options.emit,
                     "' is not executable, object, asm, llvm-ir, mlir:PHASE or "
                     "stablehlo-portable:RELEASE"));
  return absl::OkStatus();
}

Failure failureOf(const grpc::Status &status) {
  Failure failure;
  if (status.ok())
    return failure;
  failure.status =
      absl::Status(static_cast<absl::StatusCode>(status.error_code()),
                   status.error_message());
  google::rpc::Status details;
  if (!details.ParseFromString(status.error_details()))
    return failure;
  for (const auto &any : details.details()) {
    v1::Diagnostics diagnostics;
    if (!any.UnpackTo(&diagnostics))
      continue;
    for (const v1::Diagnostic &diagnostic : diagnostics.diagnostics())
      failure.diagnostics.push_back(fromProto(diagnostic));
    failure.truncated = diagnostics.truncated();
  }
  return failure;
}

std::vector<std::pair<std::string, std::string>>
namedValues(const v1::GetStatisticsResponse &statistics) {
  using google::protobuf::FieldDescriptor;
  std::vector<std::pair<std::string, std::string>> values;
  const auto *reflection = statistics.GetReflection();
  const auto *descriptor = statistics.GetDescriptor();
  for (int i = 0; i < descriptor->field_count(); ++i) {
    const FieldDescriptor *field = descriptor->field(i);
    std::string value;
    switch (field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_UINT64:
      value = absl::StrCat(reflection->GetUInt64(statistics, field));
      break;
    case FieldDescriptor::CPPTYPE_UINT32:
      value = absl::StrCat(reflection->GetUInt32(statistics, field));
      break;
    case FieldDescriptor::CPPTYPE_DOUBLE:
      value = absl::StrCat(reflection->GetDouble(statistics, field));
      break;
    default:
      value = reflection->GetString(statistics, field);
    }
    values.emplace_back(field->name(), value);
  }
  return values;
}

} // namespace ingot::client
