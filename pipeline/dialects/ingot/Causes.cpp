//===- Causes.cpp - what diagnostics say to programs ----------------------===//

#include "pipeline/dialects/ingot/Causes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace ingot;

static void addMetadata(InFlightDiagnostic &diagnostic,
                        DictionaryAttr members) {
  diagnostic.getUnderlyingDiagnostic()->getMetadata().push_back(
      DiagnosticArgument(Attribute(members)));
}

static void addCause(Builder &builder, const Cause &cause,
                     NamedAttrList &members) {
  members.append(kCauseKey,
                 builder.getI64IntegerAttr(static_cast<int64_t>(cause.kind)));
  members.append(kNearestKey, builder.getStringAttr(cause.nearest));
}

void ingot::attachCause(InFlightDiagnostic &diagnostic, const Cause &cause) {
  if (cause.kind == CauseKind::Unknown)
    return;
  Builder builder(
      diagnostic.getUnderlyingDiagnostic()->getLocation().getContext());
  NamedAttrList members;
  addCause(builder, cause, members);
  addMetadata(diagnostic, members.getDictionary(builder.getContext()));
}

const PlacementCandidate &PlacementReport::chosen() const {
  return *llvm::find_if(candidates, [](const PlacementCandidate &candidate) {
    return !candidate.why;
  });
}

/// "a kernel, about 12 us: reason", without what is not known.
static std::string textOf(const PlacementCandidate &candidate) {
  std::string text = candidate.by == kKernel      ? "a kernel"
                     : candidate.by == kOwnTarget ? "the request's target"
                                                  : candidate.by;
  if (!candidate.isAble)
    text += " cannot";
  else if (candidate.why)
    text += " could";
  if (candidate.microseconds > 0)
    text += llvm::formatv(", about {0:F1} us", candidate.microseconds);
  if (!candidate.reason.empty())
    text += ": it " + candidate.reason;
  return text;
}

static DictionaryAttr asMetadata(const PlacementCandidate &candidate,
                                 Builder &builder) {
  NamedAttrList members;
  members.append("by", builder.getStringAttr(candidate.by));
  members.append("able", builder.getBoolAttr(candidate.isAble));
  members.append("microseconds",
                 builder.getF64FloatAttr(candidate.microseconds));
  members.append("reason", builder.getStringAttr(candidate.reason));
  if (candidate.why)
    addCause(builder, *candidate.why, members);
  return members.getDictionary(builder.getContext());
}

static DictionaryAttr asMetadata(const PlacementReport &report,
                                 StringAttr target, Builder &builder) {
  SmallVector<Attribute> candidates;
  for (const PlacementCandidate &candidate : report.candidates)
    candidates.push_back(asMetadata(candidate, builder));
  auto number = [&](uint64_t value) {
    return builder.getI64IntegerAttr(static_cast<int64_t>(value));
  };
  NamedAttrList members;
  members.append("by", builder.getStringAttr(report.chosen().by));
  members.append("target", target);
  members.append("multiplications", number(report.multiplications));
  members.append("bytes", number(report.bytes));
  members.append("candidates", builder.getArrayAttr(candidates));
  return members.getDictionary(builder.getContext());
}

void ingot::explainPlacement(Operation *op, const PlacementReport &report,
                             ArrayRef<Operation *> with) {
  auto function = op->getParentOfType<func::FuncOp>();
  auto asked =
      function ? function->getAttrOfType<ArrayAttr>(kExplainAttr) : ArrayAttr();
  if (!asked)
    return;
  Builder builder(op->getContext());
  op->setAttr(kExplainedAttr, builder.getUnitAttr());
  for (Operation *part : with)
    part->setAttr(kExplainedAttr, builder.getUnitAttr());
  if (report.chosen().by == kKernel &&
      cast<StringAttr>(asked[0]).getValue() != kExplainAll)
    return;
  std::string text = "is computed by " + textOf(report.chosen());
  for (const PlacementCandidate &candidate : report.candidates)
    if (candidate.why)
      text += "; " + textOf(candidate);
  auto target = cast<StringAttr>(asked[1]);
  InFlightDiagnostic remark = op->emitRemark()
                              << "'" << op->getName() << "' op " << text;
  if (!target.empty())
    remark << "; its part is placed on '" << target.getValue() << "'";
  addMetadata(remark, builder.getDictionaryAttr(builder.getNamedAttr(
                          kPlacementKey, asMetadata(report, target, builder))));
}
