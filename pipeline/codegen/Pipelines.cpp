//===- Pipelines.cpp - which pass runs when, and why then -----------------===//
//
// The order is the design: each pass relies on what those before it left, and
// each group says why it stands where it does. Values stay tensors as long as
// possible, because fusing and tiling values needs no analysis of aliases.
// Memory appears in buildBufferizePipeline() and nowhere earlier. Ops that no
// strategy took become plain loops late, and LLVM vectorises what it can.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/Pipelines.h"
#include "pipeline/codegen/Passes.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/Transforms/Passes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace ingot {

namespace {
#define GEN_PASS_REGISTRATION
#include "pipeline/codegen/Passes.h.inc"

} // namespace

void buildKernelStrategyPipeline(OpPassManager &pm,
                                 const KernelOptions &options) {
  const std::string dots = options.dots ? options.dots->name.str() : "";
  // First, so that every later step sees where results go.
  pm.addPass(createBindDestinations());
  // One pipeline on functions, within which createSimplify() remembers.
  OpPassManager &function = pm.nest<func::FuncOp>();

  // Before anything is tiled: what is fused here needs no buffer later. Borders
  // then, while the ops behind windows are few; machines without vectors are
  // short of memory for the code.
  function.addPass(createFuseElementwise());
  // All below takes loops as they come.
  function.addPass(createOrderWindows());
  // Bodies are whole by now, and few: later steps repeat them.
  if (options.vectorBits != 0)
    function.addPass(createRoundLines());
  function.addPass(createSplitBorders({options.vectorBits, dots}));
  if (options.vectorBits != 0)
    function.addPass(createSplitExtrema());
  function.addPass(createSimplify());

  // Before loops become one: pixels are joined beside panels.
  function.addPass(createSplitColumns());
  // Loops as long as they can be, before anything is cut.
  function.addPass(createCollapseLoops({options.vectorBits}));
  function.addPass(createSimplify());

  // Chains over rows are tiled whole; every later step sees one row of them.
  function.addPass(createTileRows());
  function.addPass(createSimplify());

  // What the machine multiplies by instructions of its own has its own layout
  // and its own tiles; nothing below sees more of it than the copies.
  TileProductsOptions products;
  products.bytes = options.tilesBytes;
  products.bfloats = options.tilesBFloats;
  products.dots = dots;
  if (options.bfloatDots)
    products.bfloatDots = options.bfloatDots->name.str();
  function.addPass(createTileProducts(products));
  function.addPass(createSimplify());

  // Layouts first, once for all tiles; then tiles for threads, then blocks of
  // long sums, whose number is the same for any number of threads, blocks that
  // stay in the cache, and tiles for registers.
  function.addPass(createPackOperands({options.vectorBits}));
  // A transpose that was made here widens its elements too.
  function.addPass(createWidenOperands({options.vectorBits}));
  function.addPass(
      createCutRaggedProducts({options.vectorBits, options.secondCacheBytes}));
  function.addPass(createSimplify());
  function.addPass(
      createTileParallel({options.vectorBits, options.secondCacheBytes}));
  function.addPass(createSimplify());
  function.addPass(createSplitSums({options.vectorBits}));
  function.addPass(createSimplify());
  function.addPass(
      createBlockContractions({options.vectorBits, options.cacheBytes}));
  function.addPass(createSimplify());
  function.addPass(createTileDots({options.vectorBits}));
  function.addPass(createTileRegisters({options.vectorBits, dots}));
  // While rows of windows are steps of loops, and padding is known.
  function.addPass(createSkipPadding());
  // What is marked by now has its operands as it wants them.
  function.addPass(createTileTransposes({options.vectorBits}));
  function.addPass(createSimplify());
  function.addPass(createVectorizeKernel({options.vectorBits}));

  // What is still a linalg op becomes loops, and LLVM's to vectorise.
  function.addPass(createOrderLoops());
  function.addPass(createSimplify());
}

void buildBufferizePipeline(OpPassManager &pm,
                            const BufferizeOptions &options) {
  // Values that are computed into fresh memory and then put somewhere are
  // computed there instead.
  pm.addPass(createEliminateEmptyTensors());

  bufferization::OneShotBufferizePassOptions bufferize;
  bufferize.bufferizeFunctionBoundaries = true;
  bufferize.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  // scf.for and scf.while over tensors may need a new buffer per iteration.
  bufferize.allowReturnAllocsFromLoops = true;
  bufferize.bufferAlignment = options.alignment;
  pm.addPass(bufferization::createOneShotBufferizePass(bufferize));
  // Same input, same bytes: bufferization made globals in no order.
  pm.addPass(createNameGlobals());
  // A tile computed in place is copied onto itself, by two equal views. They
  // have to be one before the copy is looked at: patterns drop it then.
  pm.addNestedPass<func::FuncOp>(createCSEPass());
  pm.addNestedPass<func::FuncOp>(createSimplify());

  if (!options.isPlanned) {
    // Hoisting first: a promoted buffer inside a loop would grow the stack with
    // every iteration.
    pm.addNestedPass<func::FuncOp>(bufferization::createBufferHoistingPass());
    pm.addNestedPass<func::FuncOp>(
        bufferization::createBufferLoopHoistingPass());
    bufferization::PromoteBuffersToStackPassOptions promote;
    promote.maxAllocSizeInBytes = 4096; // Tasks run on threads we do not know.
    pm.addNestedPass<func::FuncOp>(
        bufferization::createPromoteBuffersToStackPass(promote));
  }

  // Last: the passes above move allocations, and this one places releases.
  pm.addPass(createReleaseBuffers());
}

void buildLowerToLLVMPipeline(OpPassManager &pm, const LowerOptions &options) {
  // Before anything that calls the caller: memory, threads, failure.
  pm.addPass(createThreadCallContext());

  // What is marked, while it is one op each.
  pm.addNestedPass<func::FuncOp>(createLowerPanels());
  pm.addPass(createLowerProducts());
  pm.addNestedPass<func::FuncOp>(createLowerWindows());
  // Ops that no strategy took become loops; then every copy that is left has
  // its final shape.
  pm.addNestedPass<func::FuncOp>(createConvertLinalgToLoopsPass());
  if (options.parallel)
    pm.addPass(createOutlineParallel());
  else
    pm.addNestedPass<func::FuncOp>(createForallToForLoopPass());
  pm.addNestedPass<func::FuncOp>(createLowerCopies());
  pm.addPass(memref::createFoldMemRefAliasOpsPass());
  // While loops carry whole vectors.
  if (options.foldsExtremaByIntegers)
    pm.addNestedPass<func::FuncOp>(createFoldExtrema());
  pm.addNestedPass<func::FuncOp>(createSimplify());
  // Addresses are simple by now, and elements are read and written one by one.
  pm.addNestedPass<func::FuncOp>(createFuseRowLoops());
  // While a read of a tile is one op and says which row it takes.
  pm.addNestedPass<func::FuncOp>(createPairProducts({options.vectorBits}));
  pm.addNestedPass<func::FuncOp>(createPrefetchRows());

  // Mathematics before vectors: functions take elements one by one, and taking
  // a vector apart is the next step's business. Complex numbers first, for they
  // become mathematics on their parts.
  pm.addPass(createLowerComplex());
  pm.addPass(math::createMathExtendToSupportedTypes());
  pm.addPass(createWidenBFloats());
  pm.addPass(createLowerMath());
  // Most of a tile in one walk; patterns take what is left.
  pm.addNestedPass<func::FuncOp>(createUnrollRows());
  pm.addNestedPass<func::FuncOp>(createLowerVectors({options.laneBits}));
  // No canonicalizer here: it would spell the rows out as single elements.
  pm.addPass(createCSEPass());

  // Addresses: subviews and the like become arithmetic on pointers. Before scf
  // is gone, so that common parts leave the loops.
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(createLoopInvariantCodeMotionPass());
  pm.addPass(createCSEPass());

  // Assertions split blocks, which only unstructured control flow allows.
  pm.addPass(createSCFToControlFlowPass());
  pm.addPass(createLowerAssertions());
  pm.addPass(createConvertToLLVM(options.extraPatterns));

  // On the LLVM dialect, where a call is a pointer and a structure has a size.
  pm.addPass(createLowerAllocations());
  pm.addPass(createFoldOps());
  pm.addPass(createCSEPass());
  // What a task uses is known only when everything unused is gone.
  pm.addPass(createLowerParallelCalls());
}

void buildKernelPipeline(OpPassManager &pm, const KernelOptions &options) {
  buildKernelStrategyPipeline(pm, options);
  buildBufferizePipeline(pm, {/*isPlanned=*/false, options.alignment});
  LowerOptions lower;
  lower.parallel = true;
  lower.vectorBits = options.vectorBits;
  lower.laneBits = options.laneBits;
  lower.foldsExtremaByIntegers = options.foldsExtremaByIntegers;
  buildLowerToLLVMPipeline(pm, lower);
}

void registerCodegenPasses() {
  registerIngotCodegenPasses();
  static PassPipelineRegistration<> strategy(
      "ingot-kernel-strategy", "The part of the phase kernels on tensors",
      [](OpPassManager &pm) { buildKernelStrategyPipeline(pm, {}); });
  static PassPipelineRegistration<> bufferize(
      "ingot-bufferize", "Tensors to memrefs",
      [](OpPassManager &pm) { buildBufferizePipeline(pm); });
  static PassPipelineRegistration<> lower(
      "ingot-lower-to-llvm", "Memrefs to the LLVM dialect",
      [](OpPassManager &pm) { buildLowerToLLVMPipeline(pm, {}); });
}

} // namespace ingot
