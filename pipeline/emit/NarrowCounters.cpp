//===- NarrowCounters.cpp - counters of loops as addresses are ------------===//
//
// An index has 64 bits on every machine, for sizes of arrays have. Where
// addresses have 32, a counter took two registers, and its step, its comparison
// and each product with it several instructions: nearly half of the innermost
// loops of firmware. LLVM widens counters, and narrows none.
//
//===----------------------------------------------------------------------===//

#include "pipeline/emit/NarrowCounters.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace {
/// A counter and the addition that makes its next value.
struct Counter {
  PHINode *phi;
  BinaryOperator *next;
  BasicBlock *preheader, *latch;
};
} // namespace

static bool isBelow2To31(ScalarEvolution &evolution, Value *value) {
  return evolution.getUnsignedRangeMax(evolution.getSCEV(value)).isIntN(31);
}

static std::optional<Counter> counterOf(PHINode &phi, const Loop &loop,
                                        ScalarEvolution &evolution) {
  BasicBlock *preheader = loop.getLoopPreheader(), *latch = loop.getLoopLatch();
  if (!preheader || !latch || !phi.getType()->isIntegerTy(64))
    return std::nullopt;
  auto *next = dyn_cast<BinaryOperator>(phi.getIncomingValueForBlock(latch));
  if (!next || next->getOpcode() != Instruction::Add ||
      next->getOperand(0) != &phi || !isa<ConstantInt>(next->getOperand(1)) ||
      !isBelow2To31(evolution, &phi) || !isBelow2To31(evolution, next))
    return std::nullopt;
  return Counter{&phi, next, preheader, latch};
}

static void narrow(const Counter &counter) {
  PHINode *phi = counter.phi;
  BinaryOperator *next = counter.next;
  IRBuilder<> builder(counter.preheader->getTerminator());
  Type *word = builder.getInt32Ty();
  Value *start = builder.CreateTrunc(
      phi->getIncomingValueForBlock(counter.preheader), word);
  builder.SetInsertPoint(phi);
  PHINode *count = builder.CreatePHI(word, 2);
  builder.SetInsertPoint(next);
  uint64_t step = cast<ConstantInt>(next->getOperand(1))->getZExtValue();
  Value *sum =
      builder.CreateAdd(count, builder.getInt32(static_cast<uint32_t>(step)));
  next->replaceAllUsesWith(
      builder.CreateZExt(sum, next->getType(), "", /*IsNonNeg=*/true));
  count->addIncoming(start, counter.preheader);
  count->addIncoming(sum, counter.latch);
  builder.SetInsertPoint(phi->getParent(),
                         phi->getParent()->getFirstInsertionPt());
  phi->replaceAllUsesWith(
      builder.CreateZExt(count, phi->getType(), "", /*IsNonNeg=*/true));
  next->eraseFromParent();
  phi->eraseFromParent();
}

PreservedAnalyses
ingot::pipeline::NarrowCounters::run(Function &function,
                                     FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  SmallVector<Counter> counters;
  for (Loop *loop : loops.getLoopsInPreorder())
    for (PHINode &phi : loop->getHeader()->phis())
      if (std::optional<Counter> counter = counterOf(phi, *loop, evolution))
        counters.push_back(*counter);
  if (counters.empty())
    return PreservedAnalyses::all();
  evolution.forgetAllLoops();
  for (const Counter &counter : counters)
    narrow(counter);
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}
