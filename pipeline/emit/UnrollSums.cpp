//===- UnrollSums.cpp - several steps of a product at a time --------------===//
//
// A step of a register tile is some sixteen multiply-adds, which occupy both
// vector units for eight cycles, and a handful of integer instructions: shifts
// that turn the counter into addresses, the comparison, the branch. Where
// vectors have 512 bits, integers share the ports of the vector units, and each
// of them takes half a cycle from the multiply-adds. Addresses by pointers that
// step once, with constant distances from these, and four steps for each
// comparison leave one or two of them a step.
//
// This is no general strength reduction, which searches for the cheapest set of
// variables (CodePasses.cpp): addresses at constant distances share a pointer,
// and each pointer steps once.
//
//===----------------------------------------------------------------------===//

#include "pipeline/emit/UnrollSums.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;

/// Steps at a time: with two half of the gain is there, eight gain no more.
static constexpr unsigned kSteps = 4;
/// Fewer vectors wait for their own sums, not for the ports.
static constexpr int64_t kLeastSums = 4;
/// What a loop of four steps may be long: the caches of decoded instructions
/// hold it beside what is around it.
static constexpr size_t kMaxInstructions = 96;
/// Pointers that a loop may step: the others are left what else lives in
/// general registers.
static constexpr size_t kMaxPointers = 10;

namespace {
/// Addresses that step alike and lie at constant distances.
struct Walk {
  const SCEV *start;
  APInt step;
  /// Of each use: how far from `start`.
  SmallVector<std::pair<Use *, APInt>> uses;
};
} // namespace

static bool carriesSums(const Loop &loop) {
  return loop.isInnermost() && loop.getLoopLatch() &&
         count_if(loop.getHeader()->phis(), [](const PHINode &phi) {
           return phi.getType()->isVectorTy();
         }) >= kLeastSums;
}

/// The address of a load, a store or a request; null for all else.
static Use *addressIn(Instruction &op) {
  if (isa<LoadInst>(op))
    return &op.getOperandUse(LoadInst::getPointerOperandIndex());
  if (isa<StoreInst>(op))
    return &op.getOperandUse(StoreInst::getPointerOperandIndex());
  if (auto *call = dyn_cast<IntrinsicInst>(&op);
      call && call->getIntrinsicID() == Intrinsic::prefetch)
    return &call->getArgOperandUse(0);
  return nullptr;
}

/// Adds `use` to the walk that it belongs to, if its address steps evenly.
static void collect(SmallVectorImpl<Walk> &walks, Use &use, const Loop &loop,
                    ScalarEvolution &evolution) {
  const auto *address = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(use.get()));
  if (!address || address->getLoop() != &loop || !address->isAffine())
    return;
  const auto *step =
      dyn_cast<SCEVConstant>(address->getStepRecurrence(evolution));
  if (!step)
    return;
  const SCEV *start = address->getStart();
  for (Walk &walk : walks)
    if (walk.step == step->getAPInt())
      if (const auto *distance = dyn_cast<SCEVConstant>(
              evolution.getMinusSCEV(start, walk.start))) {
        walk.uses.emplace_back(&use, distance->getAPInt());
        return;
      }
  walks.push_back({start, step->getAPInt(), {{&use, APInt(64, 0)}}});
}

static void walkByPointer(const Walk &walk, const Loop &loop,
                          SCEVExpander &expander) {
  BasicBlock *header = loop.getHeader(), *latch = loop.getLoopLatch(),
             *preheader = loop.getLoopPreheader();
  Type *type = walk.uses.front().first->get()->getType();
  Value *first =
      expander.expandCodeFor(walk.start, type, preheader->getTerminator());
  IRBuilder<> builder(header, header->begin());
  PHINode *pointer = builder.CreatePHI(type, 2);
  builder.SetInsertPoint(latch->getTerminator());
  pointer->addIncoming(first, preheader);
  pointer->addIncoming(builder.CreatePtrAdd(pointer, builder.getInt(walk.step)),
                       latch);
  for (auto &[use, distance] : walk.uses) {
    auto *old = dyn_cast<Instruction>(use->get());
    builder.SetInsertPoint(cast<Instruction>(use->getUser()));
    use->set(distance.isZero()
                 ? pointer
                 : builder.CreatePtrAdd(pointer, builder.getInt(distance)));
    if (old)
      RecursivelyDeleteTriviallyDeadInstructions(old);
  }
}

/// Replaces the addresses in `loop`; false if they are too many.
static bool walkByPointers(const Loop &loop, ScalarEvolution &evolution) {
  SmallVector<Walk> walks;
  for (BasicBlock *block : loop.blocks())
    for (Instruction &op : *block)
      if (Use *address = addressIn(op))
        collect(walks, *address, loop, evolution);
  if (walks.size() > kMaxPointers)
    return false;
  SCEVExpander expander(evolution, "walk", /*PreserveLCSSA=*/false);
  for (const Walk &walk : walks)
    walkByPointer(walk, loop, expander);
  evolution.forgetLoop(&loop);
  return true;
}

/// True if `from` leads to `to` and does nothing else.
static bool leadsTo(const BasicBlock &from, const BasicBlock *to) {
  return &from == to ||
         (from.sizeWithoutDebug() == 1 && from.getSingleSuccessor() == to);
}

/// The block of requests that `block` branches to or past, by a condition; null
/// if that is not what its end does.
static BasicBlock *requestsAt(BasicBlock &block) {
  auto *branch = dyn_cast<BranchInst>(block.getTerminator());
  if (!branch || !branch->isConditional())
    return nullptr;
  BasicBlock *requests = branch->getSuccessor(0);
  bool hasOthers = any_of(*requests, [](const Instruction &op) {
    const auto *call = dyn_cast<IntrinsicInst>(&op);
    return !op.isTerminator() && !isa<GetElementPtrInst>(op) &&
           !(call && call->getIntrinsicID() == Intrinsic::prefetch);
  });
  BasicBlock *behind = requests->getSingleSuccessor();
  return !hasOthers && behind && requests->getSinglePredecessor() == &block &&
                 leadsTo(*branch->getSuccessor(1), behind)
             ? requests
             : nullptr;
}

/// Moves the requests of `from` to the end of `to`, where their addresses are
/// distances from `header`'s pointers; false, and nothing moves, if they are
/// not.
static bool moveRequests(BasicBlock &from, BasicBlock &to,
                         const BasicBlock &header) {
  const DataLayout &layout = header.getDataLayout();
  SmallVector<std::tuple<IntrinsicInst *, Value *, APInt>> requests;
  for (Instruction &op : from)
    if (auto *request = dyn_cast<IntrinsicInst>(&op)) {
      Value *address = request->getArgOperand(0);
      APInt distance(layout.getIndexTypeSizeInBits(address->getType()), 0);
      Value *pointer = address->stripAndAccumulateConstantOffsets(
          layout, distance, /*AllowNonInbounds=*/true);
      auto *phi = dyn_cast<PHINode>(pointer);
      if (!phi || phi->getParent() != &header)
        return false;
      requests.emplace_back(request, pointer, distance);
    }
  for (auto &[request, pointer, distance] : requests) {
    IRBuilder<> builder(to.getTerminator());
    request->moveBefore(to.getTerminator()->getIterator());
    builder.SetInsertPoint(request);
    request->setArgOperand(
        0, builder.CreatePtrAdd(pointer, builder.getInt(distance)));
  }
  return true;
}

/// All steps' requests follow one branch, the first one's, if all steps branch
/// by the same condition.
static void joinRequests(BasicBlock &header) {
  BasicBlock *first = requestsAt(header);
  if (!first)
    return;
  Value *condition = cast<BranchInst>(header.getTerminator())->getCondition();
  BasicBlock *body = first->getSingleSuccessor();
  while (BasicBlock *requests = requestsAt(*body)) {
    auto *branch = cast<BranchInst>(body->getTerminator());
    if (branch->getCondition() != condition ||
        !moveRequests(*requests, *first, header))
      return;
    BasicBlock *next = requests->getSingleSuccessor(),
               *past = branch->getSuccessor(1);
    BranchInst::Create(next, branch->getIterator());
    branch->eraseFromParent();
    DeleteDeadBlock(requests);
    if (past != next)
      DeleteDeadBlock(past);
    if (!MergeBlockIntoPredecessor(next))
      return;
  }
}

static bool isShort(const Loop &loop) {
  size_t size = 0;
  for (const BasicBlock *block : loop.blocks())
    size += block->size();
  return size <= kMaxInstructions;
}

PreservedAnalyses
ingot::pipeline::UnrollSums::run(Function &function,
                                 FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  SmallVector<Loop *> sums;
  for (Loop *loop : loops.getLoopsInPreorder())
    if (carriesSums(*loop) && isShort(*loop))
      sums.push_back(loop);
  if (sums.empty())
    return PreservedAnalyses::all();
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  auto &assumptions = analyses.getResult<AssumptionAnalysis>(function);
  auto &target = analyses.getResult<TargetIRAnalysis>(function);
  OptimizationRemarkEmitter remarks(&function);
  SmallVector<BasicBlock *> headers;
  for (Loop *loop : sums) {
    simplifyLoop(loop, &dominators, &loops, &evolution, &assumptions,
                 /*MSSAU=*/nullptr, /*PreserveLCSSA=*/false);
    unsigned steps = evolution.getSmallConstantTripCount(loop);
    if (!loop->getLoopPreheader() || !walkByPointers(*loop, evolution) ||
        steps < 2 * kSteps)
      continue;
    headers.push_back(loop->getHeader());
    formLCSSA(*loop, dominators, &loops, &evolution);
    UnrollLoopOptions options = {};
    options.Count = kSteps;
    UnrollLoop(loop, options, &loops, &evolution, &dominators, &assumptions,
               &target, &remarks, /*PreserveLCSSA=*/false);
  }
  for (BasicBlock *header : headers)
    joinRequests(*header);
  return PreservedAnalyses::none();
}
