//===- RunTargetPhase.cpp - passes of a target's own ----------------------===//
//
// Whoever wrote the description is not at hand when such a pass fails, so what
// it says is gathered into one error that begins with the field. The same for
// invalid IR: phases run unverified, and a later one would crash on it. And for
// a function that callers know and do not find any more, and what no later pass
// knows: nothing after it would know why.
//
//===----------------------------------------------------------------------===//

#include "pipeline/transforms/RunTargetPhase.h"
#include "pipeline/dialects/ingot/IngotDialect.h"
#include "pipeline/targets/Backend.h"
#include "pipeline/transforms/Passes.h"
#include "pipeline/transforms/SupportedOps.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Support/DebugStringHelper.h"
#include "llvm/ADT/MapVector.h"

namespace ingot {
#define GEN_PASS_DEF_RUNTARGETPHASE
#include "pipeline/transforms/Passes.h.inc"
} // namespace ingot

using namespace mlir;

/// By TargetPoint.
static constexpr llvm::StringRef kPoints[] = {
    "decompose", "legalize", "offload", "plan", "codegen", "emit"};

/// What a request says of the passes of its target, which stand before its own.
static constexpr llvm::StringLiteral kFirst = "ingot-prefer-offload";

/// Messages of a broken pass beyond these say nothing new.
static constexpr size_t kMaxMessages = 8;

/// Names of passes are shorter; each letter more costs the search below more.
static constexpr size_t kMaxPassName = 64;

/// The registered pass or pipeline that is one letter away from `name`; empty
/// if there is none. The registry can be asked for names and does not list
/// them.
static std::string nearestPass(StringRef name) {
  if (name.empty() || name.size() > kMaxPassName)
    return "";
  auto isKnown = [](const std::string &text) {
    return PassInfo::lookup(text) || PassPipelineInfo::lookup(text);
  };
  constexpr StringLiteral kLetters = "abcdefghijklmnopqrstuvwxyz0123456789-";
  for (size_t i = 0; i <= name.size(); ++i) {
    const std::string before = name.take_front(i).str();
    const StringRef after = name.drop_front(i);
    std::vector<std::string> tries;
    for (char letter : kLetters) {
      tries.push_back(before + letter + after.str());
      tries.push_back(before + letter + after.drop_front(!after.empty()).str());
    }
    tries.push_back(before + after.drop_front(!after.empty()).str());
    if (after.size() > 1)
      tries.push_back(before + after[1] + after[0] + after.drop_front(2).str());
    if (auto found = llvm::find_if(tries, isKnown); found != tries.end())
      return *found;
  }
  return "";
}

/// Calls `onName` with each name of a pipeline, how many ops it stands within
/// and the character behind it, 0 at the end. Options are left out.
static void
walkPipeline(StringRef text,
             llvm::function_ref<void(StringRef, int, char)> onName) {
  int depth = 0;
  while (!text.empty()) {
    const size_t end = std::min(text.find_first_of("(){},"), text.size());
    const char next = end < text.size() ? text[end] : '\0';
    onName(text.substr(0, end).trim(), depth, next);
    depth += (next == '(') - (next == ')');
    text = text.drop_front(std::min(end + 1, text.size()));
    if (next != '{')
      continue;
    // Options, which may be pipelines with options.
    size_t length = 0;
    for (int braces = 1; length < text.size(); ++length) {
      braces += (text[length] == '{') - (text[length] == '}');
      if (braces == 0)
        break;
    }
    text = text.drop_front(length);
  }
}

/// A registered pipeline that stands within an op, as in func.func(...); empty
/// if there is none. MLIR ends the process for one that is made for modules,
/// and nobody knows of one which it is made for.
static std::string nestedPipeline(StringRef text) {
  std::string found;
  walkPipeline(text, [&](StringRef name, int depth, char) {
    if (depth > 0 && PassPipelineInfo::lookup(name) && !PassInfo::lookup(name))
      found = name.str();
  });
  return found;
}

/// What is wrong with the ops that passes stand within. One that nobody knows
/// is none to MLIR: its passes never run, and nobody hears of it.
static std::string faultOfAnchors(StringRef text,
                                  const DialectRegistry &registry) {
  SetVector<StringRef> anchors;
  walkPipeline(text, [&](StringRef name, int, char next) {
    if (next == '(' && name != "any")
      anchors.insert(name);
  });
  if (anchors.empty())
    return "";
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  for (StringRef name : anchors) {
    const StringRef dialect = name.split('.').first;
    std::vector<StringRef> known;
    if (context.getOrLoadDialect(dialect)) {
      if (RegisteredOperationName::lookup(name, &context))
        continue;
      for (RegisteredOperationName op :
           context.getRegisteredOperationsByDialect(dialect))
        known.push_back(op.getStringRef());
    }
    return "there is no op '" + name.str() + "' that passes could run on" +
           ingot::pipeline::didYouMean(name, known);
  }
  return "";
}

/// Appends the pipeline to `pm`; returns what is wrong with it.
static std::string parse(StringRef pipeline, OpPassManager &pm) {
  if (pipeline.trim().starts_with("builtin.module("))
    return "give the passes without builtin.module(...) around them";
  if (std::string nested = nestedPipeline(pipeline); !nested.empty())
    return "'" + nested + "' is a pipeline and cannot stand within an op";
  std::string errors;
  llvm::raw_string_ostream stream(errors);
  if (succeeded(parsePassPipeline(pipeline, pm, stream)))
    return "";
  StringRef said = StringRef(errors).trim();
  constexpr StringLiteral kUnknown = "' does not refer to a registered";
  if (!said.contains(kUnknown))
    return said.str();
  std::string nearest =
      nearestPass(said.split(kUnknown).first.rsplit('\'').second);
  return said.str() +
         (nearest.empty() ? "" : "; did you mean '" + nearest + "'?");
}

llvm::Error ingot::checkTargetPhases(const v1::Target &target,
                                     const DialectRegistry &registry) {
  for (auto [i, phase] : llvm::enumerate(target.phases())) {
    std::string field = ("phases[" + Twine(i) + "].").str();
    if (!llvm::is_contained(kPoints, phase.name()))
      return pipeline::targetError(
          field + "name", "there is no '" + phase.name() + "'; there are " +
                              llvm::join(llvm::ArrayRef(kPoints), ", ") +
                              pipeline::didYouMean(phase.name(), kPoints));
    OpPassManager pm(ModuleOp::getOperationName());
    std::string fault = parse(phase.pipeline(), pm);
    if (fault.empty())
      fault = faultOfAnchors(phase.pipeline(), registry);
    if (!fault.empty())
      return pipeline::targetError(field + "pipeline", fault);
  }
  return llvm::Error::success();
}

/// Whether all passes hand ops to libraries or say how that is done.
static bool isOnlyOffload(StringRef pipeline) {
  OpPassManager pm(ModuleOp::getOperationName());
  return parse(pipeline, pm).empty() && llvm::all_of(pm, [](Pass &pass) {
           return pass.getArgument() == "ingot-offload" ||
                  pass.getArgument() == kFirst;
         });
}

std::string ingot::describeOwnPasses(llvm::ArrayRef<const v1::Target *> targets,
                                     TargetPoint first, TargetPoint last) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  for (auto [i, target] : llvm::enumerate(targets)) {
    const TargetPoint begin =
        i == 0 ? first : std::max(first, TargetPoint::Legalize);
    llvm::ArrayRef points = llvm::ArrayRef(kPoints)
                                .take_front(static_cast<size_t>(last) + 1)
                                .drop_front(static_cast<size_t>(begin));
    for (const v1::TargetPhase &phase : target->phases())
      if (llvm::is_contained(points, phase.name()) &&
          !isOnlyOffload(phase.pipeline()))
        stream << (text.empty() ? "" : ", ") << "'" << phase.name() << "' ("
               << phase.pipeline() << ")";
  }
  return text;
}

ingot::v1::Target ingot::withoutOwnPasses(v1::Target target) {
  auto &phases = *target.mutable_phases();
  phases.erase(llvm::remove_if(phases,
                               [](const ingot::v1::TargetPhase &phase) {
                                 return !isOnlyOffload(phase.pipeline());
                               }),
               phases.end());
  return target;
}

void ingot::addTargetPhases(OpPassManager &pm, const v1::Target &target,
                            TargetPoint point) {
  StringRef name = kPoints[static_cast<size_t>(point)];
  SmallVector<int> chosen;
  for (bool isFirst : {true, false})
    for (auto [i, phase] : llvm::enumerate(target.phases()))
      if (phase.name() == name && (phase.pipeline() == kFirst) == isFirst)
        chosen.push_back(static_cast<int>(i));
  // Before, `ingot-check-supported` comes next; behind, the backend decides.
  const bool isChecked =
      point == TargetPoint::Offload || point == TargetPoint::Plan;
  for (int index : chosen)
    pm.addPass(createRunTargetPhase(
        {name.str(), target.phases(index).pipeline(),
         isChecked && index == chosen.back(), static_cast<unsigned>(index)}));
}

/// Functions that somebody outside of a module calls, with the ops that they
/// are and their types.
using PublicFunctions =
    llvm::MapVector<StringAttr, std::pair<OperationName, Type>>;

static PublicFunctions publicFunctionsOf(ModuleOp module) {
  PublicFunctions found;
  for (auto function : module.getOps<FunctionOpInterface>())
    if (function.isPublic() && !function.isExternal())
      found.insert({function.getNameAttr(),
                    {function->getName(), function.getFunctionType()}});
  return found;
}

/// What is wrong with the public functions that are left, if something is.
static std::string compare(const PublicFunctions &before,
                           const PublicFunctions &after, bool areTypesKnown) {
  for (auto &[name, function] : before) {
    auto found = after.find(name);
    if (found == after.end() || found->second.first != function.first)
      return ("left no public function '" + name.getValue() + "'").str();
    if (areTypesKnown && found->second.second != function.second)
      return ("left the function '" + name.getValue() + "' with another type")
          .str();
  }
  return "";
}

/// Functions without a body that the program has a use for.
static SetVector<StringAttr> calledDeclarations(ModuleOp module) {
  SetVector<StringAttr> found;
  for (auto function : module.getOps<FunctionOpInterface>())
    if (function.isExternal())
      found.insert(function.getNameAttr());
  if (found.empty())
    return found;
  llvm::DenseSet<StringAttr> used;
  if (auto uses = SymbolTable::getSymbolUses(&module.getBodyRegion()))
    for (const SymbolTable::SymbolUse &use : *uses)
      used.insert(use.getSymbolRef().getRootReference());
  found.remove_if([&](StringAttr name) { return !used.contains(name); });
  return found;
}

/// The targets that functions are for.
static SetVector<Attribute> targetsOf(ModuleOp module) {
  SetVector<Attribute> found;
  for (auto function : module.getOps<FunctionOpInterface>())
    if (Attribute target = function->getAttr(ingot::kTargetAttr))
      found.insert(target);
  return found;
}

/// The first op of no dialect that is known, or, if `isFormed`, that kernels
/// are not formed from; null if there is none.
static Operation *findForeignOp(ModuleOp module, bool isFormed) {
  Operation *foreign = nullptr;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    const bool isKnown =
        op == module ||
        (op->getDialect() &&
         (!isFormed || isa<ingot::dialect::IngotDialect>(op->getDialect()) ||
          (ingot::isSupportedOp(op) && !isa<ModuleOp>(op))));
    if (isKnown)
      return WalkResult::advance();
    foreign = op;
    return WalkResult::interrupt();
  });
  return foreign;
}

namespace {
struct RunTargetPhase final : ingot::impl::RunTargetPhaseBase<RunTargetPhase> {
  using RunTargetPhaseBase::RunTargetPhaseBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    OpPassManager passes(ModuleOp::getOperationName());
    if (parse(pipeline, passes).empty())
      passes.getDependentDialects(registry);
  }

  void runOnOperation() override {
    OpPassManager passes(ModuleOp::getOperationName());
    std::string fault = parse(pipeline, passes);
    const Known before(getOperation());
    std::vector<std::pair<Location, std::string>> said;
    if (fault.empty()) {
      // Warnings and remarks go their way.
      ScopedDiagnosticHandler handler(&getContext(), [&](Diagnostic &heard) {
        if (heard.getSeverity() != DiagnosticSeverity::Error)
          return failure();
        if (said.size() < kMaxMessages)
          said.emplace_back(heard.getLocation(), heard.str());
        return success();
      });
      if (failed(runPipeline(passes, getOperation())))
        fault = "failed";
      else if (failed(verify(getOperation())))
        fault = "left a program that is not valid";
      else
        fault = faultOfRest(before);
    }
    if (fault.empty())
      return;
    InFlightDiagnostic error = emitError(getOperation().getLoc())
                               << "target.phases[" << index.getValue()
                               << "]: the passes of '" << phase << "' ("
                               << pipeline << ") " << fault;
    for (const auto &[place, text] : said)
      error.attachNote(place) << text;
    signalPassFailure();
  }

private:
  /// What is seen before the passes and behind them.
  struct Known {
    explicit Known(ModuleOp module)
        : functions(publicFunctionsOf(module)),
          declared(calledDeclarations(module)), targets(targetsOf(module)) {}
    PublicFunctions functions;
    SetVector<StringAttr> declared;
    SetVector<Attribute> targets;
  };

  /// What is valid, and what no later pass could do anything about.
  std::string faultOfRest(const Known &before) {
    const Known after(getOperation());
    const bool areTypesKnown =
        phase != kPoints[static_cast<size_t>(ingot::TargetPoint::Decompose)];
    if (std::string fault =
            compare(before.functions, after.functions, areTypesKnown);
        !fault.empty())
      return fault;
    for (Attribute target : after.targets)
      if (!before.targets.contains(target))
        return "left a function for another target, " + debugString(target);
    if (Operation *op = findForeignOp(getOperation(), isChecked))
      return ("left '" + op->getName().getStringRef() +
              "', which nothing behind '" + phase + "' knows")
          .str();
    // What a kernel calls is given the caller's ingot_call, so it is no
    // function of C either.
    const bool isKernel =
        phase == kPoints[static_cast<size_t>(ingot::TargetPoint::Codegen)];
    for (StringAttr name : after.declared)
      if ((isChecked || isKernel) && !before.declared.contains(name))
        return ("left a call of '" + name.getValue() + "', which has no body")
            .str();
    return "";
  }
};
} // namespace
