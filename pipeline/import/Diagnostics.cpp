//===- Diagnostics.cpp - MLIR's diagnostics as messages -------------------===//
//
// Diagnostics leave the sandbox and are shown to people, so they are made
// harmless first: cut in length, ASCII only, the module's buffer without a file
// name. A location is a tree in MLIR and one place in a message.
//
//===----------------------------------------------------------------------===//

#include "pipeline/import/Diagnostics.h"
#include "pipeline/dialects/ingot/Causes.h"
#include "pipeline/import/PrintableText.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"

using namespace mlir;
using ingot::CauseKind;
using ingot::DiagnosticCollector;
namespace v1 = ingot::v1;

static_assert(static_cast<int>(CauseKind::Unknown) ==
                      v1::Cause::KIND_UNSPECIFIED &&
                  static_cast<int>(CauseKind::Body) == v1::Cause::BODY &&
                  static_cast<int>(CauseKind::Request) == v1::Cause::REQUEST,
              "the kinds of causes have the numbers of the wire");

/// The first place in a location that a person can open. Fused and call-site
/// locations are trees; their leaves are files.
static FileLineColLoc findFile(Location location) {
  FileLineColLoc found;
  location->walk([&](Location part) {
    if (auto file = dyn_cast<FileLineColLoc>(part)) {
      found = file;
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return found;
}

std::string ingot::nodeName(Location location) {
  std::string found;
  location->walk([&](Location part) {
    auto name = dyn_cast<NameLoc>(part);
    if (!name || name.getName().empty())
      return WalkResult::advance();
    found = ingot::printableText(name.getName());
    return WalkResult::interrupt();
  });
  return found;
}

/// Longer paths are cut.
static constexpr size_t kMaxPathBytes = 4096;

static void convertLocation(Location from, v1::Location &to) {
  to.set_node(ingot::nodeName(from));
  FileLineColLoc file = findFile(from);
  if (!file)
    return;
  if (file.getFilename().getValue() != ingot::kModuleBufferName)
    to.set_file(ingot::printableText(file.getFilename(), kMaxPathBytes));
  to.set_line(file.getLine());
  to.set_column(file.getColumn());
}

static v1::Diagnostic::Severity convertSeverity(DiagnosticSeverity severity) {
  switch (severity) {
  case DiagnosticSeverity::Note:
    return v1::Diagnostic::NOTE;
  case DiagnosticSeverity::Remark:
    return v1::Diagnostic::REMARK;
  case DiagnosticSeverity::Warning:
    return v1::Diagnostic::WARNING;
  case DiagnosticSeverity::Error:
    return v1::Diagnostic::ERROR;
  }
  return v1::Diagnostic::SEVERITY_UNSPECIFIED;
}

/// Messages may quote the program, whole ops included; what nobody reads to
/// the end is cut. Protobuf strings must be UTF-8, hostile input is not.
static std::string printable(Diagnostic &diagnostic) {
  constexpr size_t kMaxTextBytes = 4096;
  std::string text = diagnostic.str();
  // Upstream's advice is about a flag of mlir-opt.
  if (text.rfind("operation being parsed with an unregistered dialect", 0) == 0)
    text = "this operation is of a dialect that is unknown here; convert the "
           "program to upstream dialects (linalg, tensor, tosa, ml_program, "
           "...) first";
  if (text.size() > kMaxTextBytes)
    text = text.substr(0, kMaxTextBytes) + "...";
  for (char &c : text)
    if (static_cast<unsigned char>(c) >= 0x80 || (c < ' ' && c != '\n'))
      c = '?';
  return text;
}

/// The op that MLIR names in front of its own messages, `'stablehlo.sort' op`.
static StringRef findOperation(StringRef message) {
  if (!message.consume_front("'"))
    return "";
  auto [name, rest] = message.split("' op ");
  return rest.empty() || name.contains('\'') ? "" : name;
}

/// Of a field; longer ones are cut.
static constexpr size_t kMaxFieldBytes = 1024;

static std::string textOf(DictionaryAttr members, StringRef key) {
  auto text = members.getAs<StringAttr>(key);
  return text ? ingot::printableText(text, kMaxFieldBytes) : "";
}

static uint64_t numberOf(DictionaryAttr members, StringRef key) {
  auto number = members.getAs<IntegerAttr>(key);
  return number ? static_cast<uint64_t>(number.getInt()) : 0;
}

static void convertCause(DictionaryAttr members, v1::Cause &to) {
  to.set_kind(
      static_cast<v1::Cause::Kind>(numberOf(members, ingot::kCauseKey)));
  to.set_nearest(textOf(members, ingot::kNearestKey));
}

static void convertPlacement(DictionaryAttr members, v1::Placement &to) {
  to.set_by(textOf(members, "by"));
  to.set_target(textOf(members, "target"));
  to.set_multiplications(numberOf(members, "multiplications"));
  to.set_bytes(numberOf(members, "bytes"));
  for (auto from :
       members.getAs<ArrayAttr>("candidates").getAsRange<DictionaryAttr>()) {
    v1::Placement::Candidate &candidate = *to.add_candidates();
    candidate.set_by(textOf(from, "by"));
    candidate.set_able(from.getAs<BoolAttr>("able").getValue());
    candidate.set_microseconds(
        from.getAs<FloatAttr>("microseconds").getValueAsDouble());
    candidate.set_reason(textOf(from, "reason"));
    if (from.contains(ingot::kCauseKey))
      convertCause(from, *candidate.mutable_cause());
  }
}

/// What passes said besides the text (pipeline/dialects/ingot/Causes.h).
static void convertMetadata(Diagnostic &from, v1::Diagnostic &to) {
  for (const DiagnosticArgument &argument : from.getMetadata()) {
    if (argument.getKind() !=
        DiagnosticArgument::DiagnosticArgumentKind::Attribute)
      continue;
    auto members = dyn_cast<DictionaryAttr>(argument.getAsAttribute());
    if (!members)
      continue;
    if (members.contains(ingot::kCauseKey))
      convertCause(members, *to.mutable_cause());
    if (auto placement = members.getAs<DictionaryAttr>(ingot::kPlacementKey))
      convertPlacement(placement, *to.mutable_placement());
  }
}

static v1::Diagnostic convert(Diagnostic &diagnostic) {
  v1::Diagnostic result;
  result.set_severity(convertSeverity(diagnostic.getSeverity()));
  result.set_message(printable(diagnostic));
  convertLocation(diagnostic.getLocation(), *result.mutable_location());
  result.set_operation(findOperation(result.message()).str());
  convertMetadata(diagnostic, result);
  for (Diagnostic &note : diagnostic.getNotes()) {
    v1::Diagnostic *added = result.add_notes();
    added->set_severity(v1::Diagnostic::NOTE);
    added->set_message(printable(note));
    convertLocation(note.getLocation(), *added->mutable_location());
  }
  return result;
}

DiagnosticCollector::DiagnosticCollector(MLIRContext *context, Sink sink)
    : sink_(std::move(sink)), handler_(context, [this](Diagnostic &diagnostic) {
        handle(diagnostic);
      }) {}

void DiagnosticCollector::handle(Diagnostic &diagnostic) {
  v1::Diagnostic message = convert(diagnostic);
  if (message.severity() == v1::Diagnostic::ERROR && errors_++ == 0)
    firstError_ = message.message();
  if (sink_)
    sink_(message);
}
