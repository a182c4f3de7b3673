//===- Convert.cpp - messages of the wire as the client's structs ---------===//
//
// The installed headers include no generated ones, so the API has structs of
// its own and this file translates. It also reads the two small languages of
// the command line: targets (Target::parse) and output kinds (kEmits). Names
// that belong to the service, such as phases, releases and registered targets,
// pass through unchecked: the service refuses unknown ones with the list of
// those that it knows.
//
//===----------------------------------------------------------------------===//

#include "client/lib/Convert.h"
#include "cache/key/Digest.h"
#include "client/lib/RetryPolicy.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "proto/text/TextError.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/text_format.h>

#include <algorithm>

namespace ingot::client {
namespace {

/// By the numbers of v1::CustomOpForm.
constexpr const char *kForms[] = {"all-operands", "attributes"};

/// Output kinds without a parameter, by the name that users type.
struct EmitName {
  std::string_view name;
  v1::Emit emit;
};
constexpr EmitName kEmits[] = {
    {"executable", v1::EXECUTABLE},
    {"object", v1::OBJECT},
    {"asm", v1::ASSEMBLY},
    {"llvm-ir", v1::LLVM_IR},
    {"mlir:stablehlo", v1::STABLEHLO},
    {"mlir:tosa", v1::TOSA},
    {"program", v1::PROGRAM},
    {"program-and-weights", v1::PROGRAM_AND_WEIGHTS}};
constexpr absl::string_view kMlir = "mlir:", kPortable = "stablehlo-portable:";

std::string digestString(const v1::Digest &digest) {
  absl::StatusOr<Digest> parsed = Digest::fromProto(digest);
  return parsed.ok() ? parsed->toString() : std::string();
}

/// An unknown severity is an error: hiding one would be worse.
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

/// `4x?xf32`. The runtime has the same for numbers of the ABI, but this library
/// is shipped without it.
std::string typeString(const v1::TensorType &type) {
  std::string text;
  for (int64_t size : type.shape())
    absl::StrAppend(&text, size < 0 ? "?" : absl::StrCat(size), "x");
  // F8E4M3FN is f8E4M3FN, and BF16 is bf16.
  std::string name = v1::ElementType_Name(type.element());
  if (absl::StartsWith(name, "F8"))
    name[0] = 'f';
  else
    absl::AsciiStrToLower(&name);
  return text + name;
}

/// Keeps the first error, with its place.
class FirstError final : public google::protobuf::io::ErrorCollector {
public:
  void AddError(int line, int column, const std::string &message) override {
    if (text.empty())
      text = absl::StrCat(
          "target: line ", line + 1, ", column ", column + 1, ": ",
          withNearestName(*v1::TargetDescription::descriptor(), message));
  }
  std::string text;
};

absl::StatusOr<v1::TargetDescription>
parseDescription(const std::string &text) {
  v1::TargetDescription description;
  FirstError error;
  google::protobuf::TextFormat::Parser parser;
  parser.RecordErrorsTo(&error);
  if (!parser.ParseFromString(text, &description))
    return absl::InvalidArgumentError(error.text);
  if (!description.has_target())
    return absl::InvalidArgumentError(
        "target: is missing; a description is target { base: \"host\" ... }");
  if (!hasUtf8Only(description))
    return absl::InvalidArgumentError("target: has text that is not UTF-8");
  return description;
}

/// A pass at the point `offload` says that libraries need not be there: it is a
/// part of the target, and so of the key. The service says it again at
/// `decompose` if the target hands ops over there.
template <typename Request>
absl::Status fillOffload(const Target &target, Request &request) {
  if (target.offload == "require")
    return absl::OkStatus();
  if (target.offload != "prefer")
    return absl::InvalidArgumentError(absl::StrCat(
        "offload: '", target.offload, "' is neither require nor prefer"));
  if (!request.has_target()) {
    request.mutable_target()->set_base(target.name.empty() ? "host"
                                                           : target.name);
    request.clear_target_name();
  }
  v1::TargetPhase *phase = request.mutable_target()->add_phases();
  phase->set_name("offload");
  phase->set_pipeline("ingot-prefer-offload");
  return absl::OkStatus();
}

/// Target and custom ops, which requests of both kinds have.
template <typename Request>
absl::Status fillTarget(const Target &target, Request &request) {
  if (!target.description.empty()) {
    auto description = parseDescription(target.description);
    if (!description.ok())
      return description.status();
    *request.mutable_target() = description->target();
    if (!target.triple.empty())
      request.mutable_target()->clear_features();
  } else if (target.triple.empty()) {
    request.set_target_name(target.name);
  }
  // A listed target has both, and a caller may have changed the fields.
  if (!target.triple.empty())
    request.mutable_target()->MergeFrom(toProto(target));
  if (absl::Status status = fillOffload(target, request); !status.ok())
    return status;
  for (const std::string &op : target.legalOps)
    request.add_legal_ops(op);
  // An empty form leaves it to the target.
  if (target.customOpForm.empty())
    return absl::OkStatus();
  for (int form : {v1::ALL_OPERANDS, v1::ATTRIBUTES})
    if (target.customOpForm == kForms[form]) {
      request.set_custom_op_form(static_cast<v1::CustomOpForm>(form));
      return absl::OkStatus();
    }
  return absl::InvalidArgumentError(
      absl::StrCat("target.custom_op_form: '", target.customOpForm,
                   "' is neither all-operands nor attributes"));
}

absl::Status fillEmit(const std::string &text, v1::CompileOptions &options) {
  for (const EmitName &known : kEmits)
    if (text == known.name) {
      options.set_emit(known.emit);
      return absl::OkStatus();
    }
  if (absl::StartsWith(text, kMlir)) {
    options.set_emit(v1::MLIR);
    options.set_phase(text.substr(kMlir.size()));
    return absl::OkStatus();
  }
  if (absl::StartsWith(text, kPortable)) {
    options.set_emit(v1::STABLEHLO_PORTABLE);
    options.set_release(text.substr(kPortable.size()));
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      absl::StrCat("emit: '", text,
                   "' is not executable, object, asm, llvm-ir, "
                   "mlir:stablehlo, mlir:tosa, mlir:PHASE, "
                   "stablehlo-portable:RELEASE, program or "
                   "program-and-weights"));
}

} // namespace

absl::StatusOr<Target> Target::parse(const std::string &text) {
  Target target;
  std::vector<std::string> parts = absl::StrSplit(text, ':');
  // A triple has at least three parts; names have at most one dash.
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

absl::StatusOr<Target> Target::fromDescription(const std::string &text) {
  absl::StatusOr<v1::TargetDescription> description = parseDescription(text);
  if (!description.ok())
    return description.status();
  Target target;
  target.name = description->name();
  target.summary = description->summary();
  target.description = text;
  return target;
}

/// A kind that this build does not know has none.
static Cause fromProto(const v1::Cause &cause) {
  Cause result;
  if (cause.kind() != v1::Cause::KIND_UNSPECIFIED)
    result.kind = absl::AsciiStrToLower(v1::Cause::Kind_Name(cause.kind()));
  result.nearest = cause.nearest();
  return result;
}

static Placement fromProto(const v1::Placement &placement) {
  Placement result{placement.by(),
                   placement.target(),
                   placement.multiplications(),
                   placement.bytes(),
                   {}};
  for (const v1::Placement::Candidate &candidate : placement.candidates())
    result.candidates.push_back(
        {candidate.by(), candidate.able(), candidate.microseconds(),
         fromProto(candidate.cause()), candidate.reason()});
  return result;
}

Diagnostic fromProto(const v1::Diagnostic &diagnostic) {
  Diagnostic result{
      severityName(diagnostic.severity()), diagnostic.message(),
      diagnostic.location().file(),        diagnostic.location().line(),
      diagnostic.location().column(),      {},
      diagnostic.location().node(),        diagnostic.operation(),
      fromProto(diagnostic.cause())};
  if (diagnostic.has_placement())
    result.placement = fromProto(diagnostic.placement());
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

Target fromProto(const v1::ListTargetsResponse::Named &named) {
  Target result = fromProto(named.target());
  result.name = named.name();
  result.summary = named.summary();
  v1::TargetDescription description;
  description.set_name(named.name());
  description.set_summary(named.summary());
  *description.mutable_target() = named.target();
  google::protobuf::TextFormat::PrintToString(description, &result.description);
  return result;
}

RunningJob fromProto(const v1::Job &job) {
  auto name = [](const v1::Digest &digest) {
    return absl::StrCat(digest.hash(), "/", digest.size_bytes());
  };
  return {name(job.request()), name(job.program()),
          job.target(),        job.emit(),
          job.phase(),         job.done(),
          job.total(),         job.seconds(),
          job.waiting(),       {job.callers().begin(), job.callers().end()},
          job.lane()};
}

Explanation fromProto(const v1::ExplainResponse &response) {
  Explanation explanation{digestString(response.entry()),
                          digestString(response.base()),
                          {},
                          response.left_out()};
  for (const v1::KeyDifference &difference : response.differences()) {
    KeyDifference &added = explanation.differences.emplace_back();
    added.path.assign(difference.path().begin(), difference.path().end());
    if (difference.has_before())
      added.before = difference.before();
    if (difference.has_after())
      added.after = difference.after();
    added.note = difference.note();
  }
  return explanation;
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
  converted.request = digestString(result.request());
  converted.artifactDigest = digestString(result.artifact());
  converted.manifestDigest = digestString(result.manifest_digest());
  for (const v1::Constant &constant : result.manifest().constants())
    converted.constants.push_back(
        {constant.name(),
         static_cast<int>(constant.type().element()),
         {constant.type().shape().begin(), constant.type().shape().end()},
         constant.has_digest() ? digestString(constant.digest()) : ""});
  for (const v1::CustomOp &op : result.manifest().custom_ops()) {
    CustomOp &added = converted.customOps.emplace_back();
    added.name = op.name();
    added.attributes = op.attributes();
    for (const v1::TensorType &type : op.operands())
      added.operands.push_back(typeString(type));
    for (const v1::TensorType &type : op.results())
      added.results.push_back(typeString(type));
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

ActionProfile fromProto(const v1::ActionProfile &action) {
  ActionProfile converted;
  converted.kind = action.kind();
  converted.symbol = action.symbol();
  converted.root = action.root();
  converted.built = action.built();
  converted.began = action.began();
  converted.ended = action.ended();
  converted.queued = action.queued();
  converted.ran = action.ran();
  converted.worker = action.worker();
  for (const v1::ActionProfile::Part &part : action.parts())
    converted.parts.push_back(
        {part.group(), part.name(), part.count(), part.milliseconds()});
  return converted;
}

ProgramDescription fromProto(const v1::ProgramDescription &description) {
  auto values = [](const auto &from) {
    std::vector<ProgramDescription::Value> to;
    for (const v1::ProgramDescription::Value &value : from)
      to.push_back({value.name(), value.type()});
    return to;
  };
  ProgramDescription result;
  result.format = description.format();
  result.producer = description.producer();
  for (const v1::ProgramDescription::Function &entry :
       description.entry_points())
    result.entryPoints.push_back(
        {entry.name(), values(entry.inputs()), values(entry.outputs())});
  for (const v1::ProgramDescription::Operator &row : description.operators())
    result.operators.emplace_back(row.name(), row.count());
  result.parameters = description.parameters();
  result.parameterBytes = description.parameter_bytes();
  return result;
}

absl::Status fillRequest(const CompileOptions &options,
                         v1::CompileRequest &request) {
  if (absl::Status status = fillTarget(options.target, request); !status.ok())
    return status;
  v1::CompileOptions &wire = *request.mutable_options();
  wire.set_constant_threshold(options.constantThreshold);
  for (const std::string &type : options.inputTypes)
    wire.add_input_types(type);
  for (const std::string &placement : options.placements)
    wire.add_placements(placement);
  return fillEmit(options.emit, wire);
}

absl::Status fillRequest(const CheckOptions &options,
                         v1::CheckRequest &request) {
  request.set_all_custom(options.allCustom);
  request.set_explain_placement(options.explainPlacement);
  for (const std::string &placement : options.placements)
    request.add_placements(placement);
  for (const std::string &type : options.inputTypes)
    request.add_input_types(type);
  return fillTarget(options.target, request);
}

static constexpr char kNoRoomInside[] = "ingot/no-room-inside";

bool wantsUpload(const absl::Status &status) {
  // Older daemons, which take less inside, say so in words alone.
  return status.GetPayload(kNoRoomInside).has_value() ||
         (absl::IsInvalidArgument(status) &&
          absl::StartsWith(status.message(), "module.") &&
          absl::StrContains(status.message(), "upload it"));
}

Failure toFailure(const grpc::Status &status) {
  Failure failure;
  if (status.ok())
    return failure;
  failure.status =
      absl::Status(static_cast<absl::StatusCode>(status.error_code()),
                   status.error_message());
  // Details that do not parse are left out: the status says enough.
  google::rpc::Status details;
  if (!details.ParseFromString(status.error_details()))
    return failure;
  for (const auto &any : details.details()) {
    if (google::rpc::RetryInfo retry; any.UnpackTo(&retry))
      setRetryDelay(failure.status,
                    absl::Seconds(retry.retry_delay().seconds()) +
                        absl::Nanoseconds(retry.retry_delay().nanos()));
    if (google::rpc::ErrorInfo info;
        any.UnpackTo(&info) && info.domain() == "ingot") {
      if (info.reason() == "CANCELLED_BY_REQUEST")
        forbidResending(failure.status);
      if (info.reason() == "NO_ROOM_INSIDE")
        failure.status.SetPayload(kNoRoomInside, absl::Cord());
    }
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
fieldsAsText(const v1::GetStatisticsResponse &statistics) {
  using google::protobuf::FieldDescriptor;
  // By reflection, so that a statistic that is added to admin.proto is shown
  // without a change here.
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
