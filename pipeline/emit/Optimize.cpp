//===- Optimize.cpp - the passes of LLVM that code here is worth ----------===//
//
// Programs arrive tiled, vectorised and with their loops in order, so LLVM's
// O2, whose order this follows, looks for much that is not there: it took a
// third of the time that a kernel needs to compile, and this takes two fifths
// of that.
//
//===----------------------------------------------------------------------===//

#include "pipeline/emit/Emit.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/Passes/PassBuilder.h"

/// Mathematical functions, small ones of our own and tasks become part of what
/// calls them; what nobody calls is gone then.
static constexpr llvm::StringLiteral kInline =
    "function(sroa,early-cse,simplifycfg),"
    "cgscc(inline,function-attrs),globaldce,";

/// Without the option, instcombine aborts where one visit was not enough.
#define INSTCOMBINE "instcombine<no-verify-fixpoint>,"

/// Addresses leave loops, loops that copy or fill become calls, short ones
/// become straight code.
static constexpr llvm::StringLiteral kScalar =
    "function(sroa,early-cse<memssa>,simplifycfg," INSTCOMBINE
    "loop-mssa(loop-rotate,licm),"
    "loop(loop-idiom,indvars,loop-deletion,loop-unroll-full),"
    "sroa,gvn,dse," INSTCOMBINE "simplifycfg)";

/// Loops that our own strategies left scalar. Straight code stays scalar: what
/// LLVM makes of it is slower as often as faster.
static constexpr llvm::StringLiteral kVector =
    ",function(loop-vectorize,early-cse," INSTCOMBINE
    "loop-mssa(licm),simplifycfg<switch-to-lookup>)";

/// True for a loop of scalars with as many iterations, known here, as the
/// widest registers have lanes of f32: vectors do it better than straight code.
static bool fillsVectors(const llvm::Loop &loop) {
  constexpr uint64_t kLanes = 16;
  const llvm::BasicBlock *latch = loop.getLoopLatch();
  if (!latch)
    return false;
  const auto *branch = llvm::dyn_cast<llvm::BranchInst>(latch->getTerminator());
  if (!branch || !branch->isConditional())
    return false;
  const auto *compare = llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition());
  const auto *end =
      compare ? llvm::dyn_cast<llvm::ConstantInt>(compare->getOperand(1))
              : nullptr;
  if (!end || end->getValue().ult(kLanes))
    return false;
  for (const llvm::BasicBlock *block : loop.blocks())
    for (const llvm::Instruction &op : *block)
      if (op.getType()->isVectorTy())
        return false;
  return true;
}

/// Short innermost loops are unrolled in full before anything is vectorised,
/// which pays where no vectors come of them; loops around loops gain nothing.
static bool isWorthItsTime(llvm::StringRef pass, llvm::Any unit) {
  const auto *loop = llvm::any_cast<const llvm::Loop *>(&unit);
  return pass != "LoopFullUnrollPass" || !loop ||
         ((*loop)->isInnermost() && !fillsVectors(**loop));
}

void ingot::pipeline::optimize(llvm::Module &module, const Machine &machine) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassInstrumentationCallbacks callbacks;
  callbacks.registerShouldRunOptionalPassCallback(isWorthItsTime);
  llvm::PassBuilder builder(machine.generator.get(),
                            llvm::PipelineTuningOptions(), std::nullopt,
                            &callbacks);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);

  std::string pipeline = (kInline + kScalar).str();
  if (machine.generator->getOptLevel() >= llvm::CodeGenOptLevel::Default)
    pipeline += kVector;
  llvm::ModulePassManager passes;
  llvm::cantFail(builder.parsePassPipeline(passes, pipeline));
  passes.run(module, modules);
}
