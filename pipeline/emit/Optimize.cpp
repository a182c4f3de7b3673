//===- Optimize.cpp - the passes of LLVM that code here is worth ----------===//
//
// Programs arrive tiled, vectorised and with their loops in order, so LLVM's
// O2, whose order this follows, looks for much that is not there: it took a
// third of the time that a kernel needs to compile, and this takes two fifths
// of that.
//
//===----------------------------------------------------------------------===//

#include "pipeline/emit/Emit.h"
#include "pipeline/emit/ExpandExtrema.h"
#include "pipeline/emit/NarrowCounters.h"
#include "pipeline/emit/SelectBits.h"
#include "pipeline/emit/UnrollSums.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

/// Mathematical functions, small ones of our own and tasks become part of what
/// calls them; what nobody calls is gone then.
static constexpr llvm::StringLiteral kInline =
    "function(sroa,early-cse,simplifycfg),"
    "cgscc(inline,function-attrs),globaldce";

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
    "loop-vectorize,early-cse," INSTCOMBINE
    "loop-mssa(licm),simplifycfg<switch-to-lookup>";

/// Without vectors several iterations at a time share a step, a comparison and
/// a branch, and addresses are steps from one to the next: that was half of a
/// loop over bytes. Loops that vectors run through have fewer iterations, and
/// strength reduction takes long there (CodePasses.cpp).
static constexpr llvm::StringLiteral kUnroll =
    "function(loop-unroll<O2>,early-cse," INSTCOMBINE
    "simplifycfg,loop(loop-reduce))";

/// Masks of whole vectors are gone from straight code.
static constexpr llvm::StringLiteral kMasked =
    "loop(loop-unroll-full),early-cse," INSTCOMBINE "simplifycfg";

/// Small functions of vectors become part of the loops that took them; those
/// that none took are gone.
static constexpr llvm::StringLiteral kVectorForms =
    "always-inline,function(early-cse),globaldce";

/// Vectors become their elements.
static constexpr llvm::StringLiteral kApart =
    "scalarizer<load-store>,early-cse";

static bool hasVectors(const llvm::Loop &loop) {
  for (const llvm::BasicBlock *block : loop.blocks())
    for (const llvm::Instruction &instruction : *block) {
      if (instruction.getType()->isVectorTy())
        return true;
      for (const llvm::Value *operand : instruction.operands())
        if (operand->getType()->isVectorTy())
          return true;
    }
  return false;
}

/// True if the vectoriser may find something: an innermost loop over scalars.
static bool hasScalarLoop(const llvm::LoopInfo &loops) {
  return llvm::any_of(loops.getLoopsInPreorder(), [](const llvm::Loop *loop) {
    return loop->isInnermost() && !hasVectors(*loop);
  });
}

static bool isHalfVector(const llvm::Type *type) {
  return type->isVectorTy() && type->getScalarType()->isHalfTy();
}

static bool hasHalfVectors(const llvm::Function &function) {
  for (const llvm::BasicBlock &block : function)
    for (const llvm::Instruction &instruction : block) {
      if (isHalfVector(instruction.getType()))
        return true;
      for (const llvm::Value *operand : instruction.operands())
        if (isHalfVector(operand->getType()))
          return true;
    }
  return false;
}

/// The constant that `loop` compares its variable with; 0 if there is none.
static uint64_t endOf(const llvm::Loop &loop) {
  const llvm::BasicBlock *latch = loop.getLoopLatch();
  if (!latch)
    return 0;
  const auto *branch = llvm::dyn_cast<llvm::BranchInst>(latch->getTerminator());
  if (!branch || !branch->isConditional())
    return 0;
  const auto *compare = llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition());
  const auto *end =
      compare ? llvm::dyn_cast<llvm::ConstantInt>(compare->getOperand(1))
              : nullptr;
  return end ? end->getValue().getLimitedValue() : 0;
}

/// True if `loop` compares its variable with a constant of at least `count`.
static bool endsAtLeastAt(const llvm::Loop &loop, uint64_t count) {
  return endOf(loop) >= count;
}

/// Lanes of f32 of the widest registers.
static constexpr uint64_t kLanes = 16;
/// Loops of up to as many iterations may end by a mask.
static constexpr uint64_t kMaxMasked = 8 * kLanes;

/// True for a loop of scalars with as many iterations, known here, as the
/// widest registers have lanes of f32: vectors do it better than straight code.
static bool fillsVectors(const llvm::Loop &loop) {
  return endsAtLeastAt(loop, kLanes) && !hasVectors(loop);
}

/// True for a loop of vectors, which our own strategies made, that does the
/// same to more than a few rows: as straight code it is no faster. Sums, which
/// carry vectors from step to step, are left to LLVM.
static bool repeatsRows(const llvm::Loop &loop) {
  constexpr uint64_t kFew = 4;
  bool isSum =
      llvm::any_of(loop.getHeader()->phis(), [](const llvm::PHINode &phi) {
        return phi.getType()->isVectorTy();
      });
  return !isSum && endsAtLeastAt(loop, kFew + 1) && hasVectors(loop);
}

/// True for a loop that fills or copies memory by calls: as straight code each
/// of them becomes a row of stores, and nothing is won.
static bool callsMemory(const llvm::Loop &loop) {
  for (const llvm::BasicBlock *block : loop.blocks())
    for (const llvm::Instruction &op : *block)
      if (llvm::isa<llvm::MemIntrinsic>(op))
        return true;
  return false;
}

/// True for what the vectoriser made of a loop, and for what it left over.
static bool isVectorised(const llvm::Loop &loop) {
  return llvm::getBooleanLoopAttribute(&loop, "llvm.loop.isvectorized");
}

/// True for a ragged loop that the vectoriser made vectors of.
static bool masksItsEnd(const llvm::Loop &loop) {
  if (!loop.isInnermost() || endOf(loop) > kMaxMasked || !isVectorised(loop))
    return false;
  return llvm::any_of(loop.blocks(), [](const llvm::BasicBlock *block) {
    return llvm::any_of(*block, [](const llvm::Instruction &op) {
      const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&op);
      return call && (call->getIntrinsicID() == llvm::Intrinsic::masked_load ||
                      call->getIntrinsicID() == llvm::Intrinsic::masked_store);
    });
  });
}

/// By how much `loop` counts on; 1 if that is not known.
static uint64_t stepOf(const llvm::Loop &loop) {
  for (const llvm::PHINode &phi : loop.getHeader()->phis())
    if (const llvm::BasicBlock *latch = loop.getLoopLatch())
      if (const auto *next = llvm::dyn_cast<llvm::BinaryOperator>(
              phi.getIncomingValueForBlock(latch));
          next && next->getOpcode() == llvm::Instruction::Add &&
          next->getOperand(0) == &phi)
        if (const auto *step =
                llvm::dyn_cast<llvm::ConstantInt>(next->getOperand(1));
            step && !step->isZero())
          return step->getValue().getLimitedValue();
  return 1;
}

/// True if `loop` may be short as straight code. Of longer ones LLVM computes
/// what each instruction becomes in each iteration, up to 600, to find that
/// they are too long: a twentieth of a small convolution's time.
static bool isShortUnrolled(const llvm::Loop &loop) {
  constexpr uint64_t kMost = 600;
  uint64_t size = 0;
  for (const llvm::BasicBlock *block : loop.blocks())
    size += block->size();
  return size * (endOf(loop) / stepOf(loop)) <= kMost;
}

/// Short innermost loops are unrolled in full before anything is vectorised,
/// which pays where no vectors come of them; loops around loops gain nothing.
/// Of those that came out of it, the ones that end by a mask are.
/// Loops around vectors are our own strategies': they neither copy nor fill,
/// and count by one variable. Where LLVM makes the vectors it looks at the
/// variables of innermost loops.
static bool isWorthItsTime(llvm::StringRef pass, llvm::Any unit) {
  const auto *loop = llvm::any_cast<const llvm::Loop *>(&unit);
  if (!loop)
    return true;
  if (pass == "LoopFullUnrollPass")
    return masksItsEnd(**loop) ||
           ((*loop)->isInnermost() && !isVectorised(**loop) &&
            !fillsVectors(**loop) && !repeatsRows(**loop) &&
            !callsMemory(**loop) && isShortUnrolled(**loop));
  if (pass == "IndVarSimplifyPass")
    return (*loop)->isInnermost() && !hasVectors(**loop);
  if (pass == "LoopIdiomRecognizePass")
    return !hasVectors(**loop);
  return true;
}

/// Lanes of f32 of the target's registers.
static uint64_t lanesOf(const llvm::TargetTransformInfo &target) {
  auto registers = llvm::TargetTransformInfo::RGK_FixedWidthVector;
  return target.getRegisterBitWidth(registers).getFixedValue() / 32;
}

static bool hasVectorRegisters(llvm::Module &module,
                               llvm::FunctionAnalysisManager &functions) {
  auto registers = llvm::TargetTransformInfo::RGK_FixedWidthVector;
  return llvm::any_of(module, [&](llvm::Function &function) {
    return !function.isDeclaration() &&
           functions.getResult<llvm::TargetIRAnalysis>(function)
                   .getRegisterBitWidth(registers)
                   .getFixedValue() > 0;
  });
}

/// True for a short loop of scalars whose last iterations fill no vector. One
/// by one, the 13 behind four vectors take longer than these. Long loops gain
/// less than masks cost in each step: what is stored by a mask is not forwarded
/// to loads, so that short ones become straight code.
static bool isRagged(const llvm::Loop &loop) {
  uint64_t end = endOf(loop);
  return loop.isInnermost() && end > kLanes && end < kMaxMasked &&
         end % kLanes != 0 && !hasVectors(loop);
}

/// How many vectors of `lanes` at a time a loop of scalars computes that
/// evaluates a function, say, and carries nothing from step to step: one vector
/// after another, the chains of a few fill the processor's queues and its units
/// wait. Only where no elements are left over, which would be done one by one.
static uint64_t vectorsAtOnce(const llvm::Loop &loop, uint64_t lanes) {
  constexpr unsigned kLongChain = 12, kLongest = 24;
  const llvm::BasicBlock *body = loop.getHeader();
  if (!loop.isInnermost() || loop.getNumBlocks() != 1 || hasVectors(loop) ||
      std::distance(body->phis().begin(), body->phis().end()) != 1)
    return 1;
  auto operations = llvm::count_if(*body, [](const llvm::Instruction &op) {
    return op.getType()->isFloatTy() && !llvm::isa<llvm::LoadInst>(op);
  });
  if (operations < kLongChain)
    return 1;
  // Shorter vectors are more for the same elements, and wait the longer.
  uint64_t count = operations <= kLongest || lanes < kLanes ? 4 : 2,
           end = endOf(loop);
  while (count > 1 && (end == 0 || end % (count * lanes) != 0))
    count /= 2;
  return count;
}

/// Tells the vectoriser so, where vectors are long enough for functions to be
/// what a loop waits for.
static void interleaveVectors(const llvm::LoopInfo &loops,
                              const llvm::TargetTransformInfo &target) {
  constexpr uint64_t kMinLanes = 8;
  uint64_t lanes = lanesOf(target);
  if (lanes < kMinLanes)
    return;
  for (llvm::Loop *loop : loops.getLoopsInPreorder())
    if (uint64_t count = vectorsAtOnce(*loop, std::min(lanes, kLanes));
        count > 1)
      llvm::addStringMetadataToLoop(loop, "llvm.loop.interleave.count",
                                    static_cast<unsigned>(count));
}

/// Has the vectoriser make the ends of ragged loops a vector too, of which a
/// mask leaves out what is too much; true if there are any. Only where
/// registers are as wide as kLanes says, for those machines have masks in every
/// instruction.
static bool maskRaggedEnds(const llvm::LoopInfo &loops,
                           const llvm::TargetTransformInfo &target) {
  if (lanesOf(target) < kLanes)
    return false;
  bool any = false;
  for (llvm::Loop *loop : loops.getLoopsInPreorder())
    if (isRagged(*loop)) {
      llvm::addStringMetadataToLoop(loop,
                                    "llvm.loop.vectorize.predicate.enable", 1);
      any = true;
    }
  return any;
}

/// Tells the profiler, if one listens, of each pass and analysis.
static void traceTime(llvm::PassInstrumentationCallbacks &callbacks) {
  if (!llvm::timeTraceProfilerEnabled())
    return;
  auto begin = [](llvm::StringRef pass, llvm::Any) {
    llvm::timeTraceProfilerBegin("LLVM pass", pass);
  };
  callbacks.registerBeforeNonSkippedPassCallback(begin);
  callbacks.registerBeforeAnalysisCallback(begin);
  auto end = [](auto &&...) { llvm::timeTraceProfilerEnd(); };
  callbacks.registerAfterPassCallback(end);
  callbacks.registerAfterPassInvalidatedCallback(end);
  callbacks.registerAfterAnalysisCallback(end);
}

static void vectorizeLoops(llvm::Module &module, llvm::PassBuilder &builder,
                           llvm::FunctionAnalysisManager &functions) {
  llvm::FunctionPassManager vector, masked;
  llvm::cantFail(builder.parsePassPipeline(vector, kVector));
  llvm::cantFail(builder.parsePassPipeline(masked, kMasked));
  for (llvm::Function &function : module) {
    if (function.isDeclaration())
      continue;
    auto &found = functions.getResult<llvm::LoopAnalysis>(function);
    if (!hasScalarLoop(found))
      continue;
    auto &target = functions.getResult<llvm::TargetIRAnalysis>(function);
    bool hasMasks = maskRaggedEnds(found, target);
    interleaveVectors(found, target);
    functions.invalidate(function, vector.run(function, functions));
    if (hasMasks)
      functions.invalidate(function, masked.run(function, functions));
  }
}

void ingot::pipeline::optimize(llvm::Module &module, const Machine &machine) {
  llvm::TimeTraceScope scope("step", "optimize");
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassInstrumentationCallbacks callbacks;
  callbacks.registerShouldRunOptionalPassCallback(isWorthItsTime);
  traceTime(callbacks);
  llvm::PassBuilder builder(machine.generator.get(),
                            llvm::PipelineTuningOptions(), std::nullopt,
                            &callbacks);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);

  llvm::ModulePassManager scalar;
  llvm::cantFail(builder.parsePassPipeline(scalar, kInline));
  if (module.getDataLayout().getPointerSizeInBits() == 32) {
    llvm::FunctionPassManager narrow;
    narrow.addPass(llvm::LoopSimplifyPass());
    narrow.addPass(NarrowCounters());
    scalar.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(narrow)));
  }
  // At the lowest level code runs once: to find more takes longer than it does.
  bool runsOnce =
      machine.generator->getOptLevel() == llvm::CodeGenOptLevel::None;
  if (!runsOnce)
    llvm::cantFail(builder.parsePassPipeline(scalar, kScalar));
  scalar.run(module, modules);
  if (!runsOnce)
    vectorizeLoops(module, builder, functions);
  if (module.getNamedGlobal("llvm.compiler.used")) {
    llvm::removeFromUsedLists(module, [](llvm::Constant *value) {
      return llvm::isa<llvm::Function>(value->stripPointerCasts());
    });
    llvm::ModulePassManager forms;
    llvm::cantFail(builder.parsePassPipeline(forms, kVectorForms));
    forms.run(module, modules);
  }
  if (!hasVectorRegisters(module, functions)) {
    llvm::ModulePassManager unroll;
    llvm::cantFail(builder.parsePassPipeline(unroll, kUnroll));
    unroll.run(module, modules);
  } else if (module.getDataLayout().getPointerSizeInBits() == 64) {
    // Firmware, and what browsers load, stay short.
    for (llvm::Function &function : module)
      if (!function.isDeclaration())
        functions.invalidate(function, UnrollSums().run(function, functions));
  }
  for (llvm::Function &function : module)
    selectBits(function);
  if (machine.lacksExtrema)
    for (llvm::Function &function : module)
      expandExtrema(function);
  if (!machine.takesHalvesOneByOne)
    return;
  llvm::FunctionPassManager apart;
  llvm::cantFail(builder.parsePassPipeline(apart, kApart));
  for (llvm::Function &function : module)
    if (hasHalfVectors(function))
      functions.invalidate(function, apart.run(function, functions));
}
