//===- LegalizeToVhlo.cpp - programs as portable artifacts ----------------===//
//
// For a release of StableHLO that the user names, because someone's tools are
// of that release. What it does not know is reported, all of it, before
// anything is changed.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/Passes.h"
#include "pipeline/conversion/Vhlo/PortableAttributes.h"
#include "pipeline/dialects/stablehlo/StablehloDialect.h"
#include "pipeline/dialects/vhlo/VhloDialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringSwitch.h"

namespace ingot {
#define GEN_PASS_DEF_LEGALIZETOVHLO
#include "pipeline/conversion/Passes.h.inc"
} // namespace ingot

using namespace mlir;
using namespace ingot::vhlo;

static Attribute wrap(Attribute value) {
  return VersionedAttr::get(value.getContext(), value);
}
static Type wrap(Type type) {
  return VersionedType::get(type.getContext(), type);
}

namespace {

/// What will stand in an op's place.
struct Replacement {
  Operation *op;
  const OpVersion *version;
  DictionaryAttr properties;
  DictionaryAttr discardable;
};

/// Plans for one op after another; every obstacle is a diagnostic.
class Planner {
public:
  explicit Planner(Version target) : target_(target) {}

  /// False after a diagnostic.
  bool plan(Operation *op) {
    ok_ = true;
    StringRef base = op->getName().stripDialect();
    SmallVector<const OpVersion *> versions = versionsOf(base);
    if (!isa<ingot::stablehlo::StablehloDialect, func::FuncDialect>(
            op->getDialect()) ||
        versions.empty()) {
      fail(op) << "has no form in portable artifacts";
      return ok_;
    }
    checkTypes(op);
    const OpVersion *version = select(op, versions);
    if (!version)
      return ok_;
    checkConstraints(op, *version);
    Replacement result{op, version, nullptr, nullptr};
    result.properties = planProperties(op, versions, *version);
    result.discardable = planDiscardable(op);
    if (ok_)
      plans_.push_back(result);
    return ok_;
  }

  ArrayRef<Replacement> plans() const { return plans_; }

private:
  InFlightDiagnostic fail(Operation *op) {
    ok_ = false;
    return op->emitOpError();
  }
  void needs(InFlightDiagnostic diagnostic, Version first) {
    diagnostic << "needs StableHLO v" << first.str() << ", the target is v"
               << target_.str();
  }

  const OpVersion *select(Operation *op, ArrayRef<const OpVersion *> versions) {
    for (const OpVersion *version : versions)
      if (version->isIn(target_))
        return version;
    needs(fail(op), versions.front()->first);
    return nullptr;
  }

  void checkType(Operation *op, Type type) {
    std::optional<Version> first = firstRelease(type);
    if (!first)
      fail(op) << "has a type without a form in portable artifacts: " << type;
    else if (target_ < *first)
      needs(fail(op) << "with the type " << type << " ", *first);
  }
  void checkTypes(Operation *op) {
    SetVector<Type> types;
    types.insert_range(op->getOperandTypes());
    types.insert_range(op->getResultTypes());
    for (Region &region : op->getRegions())
      types.insert_range(region.getArgumentTypes());
    if (auto function = dyn_cast<func::FuncOp>(op)) {
      types.insert_range(function.getArgumentTypes());
      types.insert_range(function.getResultTypes());
    }
    for (Type type : types)
      checkType(op, type);
  }

  Attribute checked(Operation *op, NamedAttribute attribute) {
    Attribute value = attribute.getValue();
    // A function's types were looked at one by one.
    if (isa<func::FuncOp>(op) && attribute.getName() == "function_type")
      return wrap(value);
    std::optional<Version> first = firstRelease(value);
    if (!first)
      fail(op) << "has an attribute '" << attribute.getName().getValue()
               << "' without a form in portable artifacts: " << value;
    else if (target_ < *first)
      needs(fail(op) << "with '" << attribute.getName().getValue() << "' ",
            *first);
    return wrap(value);
  }

  void checkLeftOver(Operation *op, ArrayRef<const OpVersion *> versions,
                     const NamedAttrList &attributes,
                     const NamedAttrList &defaults);
  DictionaryAttr planProperties(Operation *op,
                                ArrayRef<const OpVersion *> versions,
                                const OpVersion &version);

  DictionaryAttr planDiscardable(Operation *op) {
    NamedAttrList list;
    for (NamedAttribute entry : op->getDiscardableAttrs()) {
      entry.setValue(toPortable(entry.getValue()));
      list.set(entry.getName(), checked(op, entry));
    }
    return list.getDictionary(op->getContext());
  }

  void checkConstraints(Operation *op, const OpVersion &version);

  Version target_;
  bool ok_ = true;
  SmallVector<Replacement> plans_;
};

} // namespace

static SmallVector<StringRef> namesOf(const OpVersion &version) {
  SmallVector<StringRef> names;
  StringRef(version.attributes).split(names, ' ', -1, /*KeepEmpty=*/false);
  return names;
}

/// Attributes that the version has no place for may stand only at their
/// defaults.
void Planner::checkLeftOver(Operation *op, ArrayRef<const OpVersion *> versions,
                            const NamedAttrList &attributes,
                            const NamedAttrList &defaults) {
  std::string names;
  Version first = kOldest;
  for (NamedAttribute entry : attributes) {
    StringRef name = entry.getName();
    if (entry.getValue() == defaults.get(name))
      continue;
    const auto *later = llvm::find_if(versions, [&](const OpVersion *other) {
      return llvm::is_contained(namesOf(*other), name);
    });
    if (later == versions.end()) {
      fail(op) << "has an attribute '" << name
               << "' without a form in portable artifacts";
      continue;
    }
    names += (names.empty() ? "'" : ", '") + name.str() + "'";
    if (first < (*later)->first)
      first = (*later)->first;
  }
  if (!names.empty())
    needs(fail(op) << "with " << names << " ", first);
}

DictionaryAttr Planner::planProperties(Operation *op,
                                       ArrayRef<const OpVersion *> versions,
                                       const OpVersion &version) {
  MLIRContext *context = op->getContext();
  NamedAttrList inherent;
  if (Attribute properties = op->getPropertiesAsAttribute())
    if (auto dictionary = dyn_cast<DictionaryAttr>(properties))
      inherent.append(dictionary.begin(), dictionary.end());
  NamedAttrList portable = spread(version.base(), inherent.getAttrs());
  NamedAttrList defaults = defaultsOf(version.base(), portable, context);

  NamedAttrList result;
  for (StringRef name : namesOf(version)) {
    Attribute value = portable.erase(name);
    if (!value)
      value = defaults.get(name);
    if (!value) {
      fail(op) << "has no attribute '" << name << "'";
      continue;
    }
    result.append(name, checked(op, {StringAttr::get(context, name), value}));
  }
  checkLeftOver(op, versions, portable, defaults);
  return result.getDictionary(context);
}

/// Folding in another element type than the operands'.
static bool isPromoting(Operation *op) {
  for (Region &region : op->getRegions()) {
    if (region.empty() || region.getNumArguments() == 0 ||
        op->getNumOperands() == 0)
      continue;
    if (getElementTypeOrSelf(region.getArgument(0).getType()) !=
        getElementTypeOrSelf(op->getOperand(0).getType()))
      return true;
  }
  return false;
}

/// What changed without a new version of the op.
void Planner::checkConstraints(Operation *op, const OpVersion &version) {
  StringRef base = version.base();
  bool isFirst = StringRef(version.name).ends_with("_v1");
  bool isSingle = llvm::StringSwitch<bool>(base)
                      .Cases({"all_gather", "all_reduce", "all_to_all",
                              "collective_broadcast"},
                             isFirst)
                      .Default(false);
  if (isSingle && op->getNumOperands() != 1)
    needs(fail(op) << "with " << op->getNumOperands() << " operands ",
          versionsOf(base).back()->first);
  if (base == "composite" && isFirst && op->getNumRegions() != 0)
    needs(fail(op) << "with regions ", versionsOf(base).back()->first);

  constexpr Version kPromotion{0, 17};
  bool isFold = llvm::StringSwitch<bool>(base)
                    .Cases({"all_reduce", "reduce", "reduce_scatter",
                            "reduce_window", "scatter", "select_and_scatter"},
                           true)
                    .Default(false);
  if (isFold && target_ < kPromotion && isPromoting(op))
    needs(fail(op) << "that folds in another element type ", kPromotion);

  if (base != "custom_call")
    return;
  constexpr Version kDictionary{1, 3}, kFutures{1, 17};
  auto isFuture = [](Type type) {
    return isa<ingot::stablehlo::FutureType>(type);
  };
  if (target_ < kDictionary &&
      isa_and_nonnull<DictionaryAttr>(
          op->getInherentAttr("backend_config").value_or(Attribute())))
    needs(fail(op) << "with a dictionary as backend_config ", kDictionary);
  if (target_ < kFutures && (llvm::any_of(op->getOperandTypes(), isFuture) ||
                             llvm::any_of(op->getResultTypes(), isFuture)))
    needs(fail(op) << "with futures ", kFutures);
}

static void replace(const Replacement &plan) {
  Operation *op = plan.op;
  OperationState state(op->getLoc(), "vhlo." + plan.version->name);
  state.addOperands(op->getOperands());
  for (Type type : op->getResultTypes())
    state.addTypes(wrap(type));
  state.addAttributes(plan.discardable.getValue());
  if (!plan.properties.empty())
    state.propertiesAttr = plan.properties;
  for (Region &region : op->getRegions()) {
    for (BlockArgument argument : region.getArguments())
      argument.setType(wrap(argument.getType()));
    state.addRegion()->takeBody(region);
  }
  OpBuilder builder(op);
  Operation *result = builder.create(state);
  op->replaceAllUsesWith(result);
  op->erase();
}

/// Ranges within a file came with MLIR's bytecode of this time.
static void narrowLocations(Operation *root) {
  AttrTypeReplacer locations;
  locations.addReplacement([](FileLineColRange range) -> Attribute {
    return FileLineColLoc::get(range.getFilename(), range.getStartLine(),
                               range.getStartColumn());
  });
  locations.recursivelyReplaceElementsIn(root, /*replaceAttrs=*/false,
                                         /*replaceLocs=*/true,
                                         /*replaceTypes=*/false);
}

namespace {
struct LegalizeToVhlo final : ingot::impl::LegalizeToVhloBase<LegalizeToVhlo> {
  using LegalizeToVhloBase::LegalizeToVhloBase;

  void runOnOperation() override {
    std::optional<Version> target = Version::parse(this->target);
    if (!target || *target < kOldest || kNewest < *target) {
      getOperation()->emitError()
          << "'" << this->target << "' is no release of StableHLO from "
          << kOldest.str() << " to " << kNewest.str();
      return signalPassFailure();
    }
    Planner planner(*target);
    bool ok = true;
    getOperation()->walk([&](Operation *op) {
      if (op != getOperation())
        ok &= planner.plan(op);
    });
    if (!ok)
      return signalPassFailure();
    // In walk order: what an op contains is replaced before it.
    for (const Replacement &plan : planner.plans())
      replace(plan);
    if (*target < Version{1, 9})
      narrowLocations(getOperation());
  }
};
} // namespace
