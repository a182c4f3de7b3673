//===- TorchDecomposeComplexOps.cpp - composite operators taken apart -----===//
//
// Every row of every table is a pattern of its own, found by the op's name, so
// that a target's list of legal operators removes exactly those. Rows leave
// operators that other rows may take apart again; the greedy driver goes on
// until nothing changes.
//
// The driver visits ops of torch only and does not fold: the rest of the
// program is not simplified here. Patterns are built once for each pass and not
// at all while no program of torch was seen: registering some thousand
// operators costs milliseconds, which every other program would pay.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchCustomOps/OperatorNames.h"
#include "pipeline/dialects/torch/TorchDialect.h"
#include "pipeline/dialects/torch/UnknownOps.h"
#include "pipeline/transforms/Passes.h"
#include "pipeline/transforms/torch/Decompositions.h"

#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/StringSet.h"

namespace ingot {
#define GEN_PASS_DEF_TORCHDECOMPOSECOMPLEXOPS
#include "pipeline/transforms/Passes.h.inc"
} // namespace ingot

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

/// What decompositions may take for granted of a tensor, or of a list of them.
static bool isUnderstood(Value value) {
  value = stripDerefine(value);
  if (auto tensor = dyn_cast<TorchTensorType>(value.getType()))
    return tensor.hasValueSemantics() && tensor.hasRank() && tensor.getDtype();
  std::optional<SmallVector<Value>> elements = matchList(value);
  return !elements || llvm::all_of(*elements, isUnderstood);
}

static LogicalResult decompose(Operation *op, const Decomposition &row,
                               PatternRewriter &rewriter) {
  if (!llvm::all_of(op->getOperands(), isUnderstood) ||
      !llvm::all_of(op->getResults(), isUnderstood))
    return rewriter.notifyMatchFailure(op, "rank or dtype is not known");
  TorchBuilder builder(rewriter, op->getLoc());
  Results results = row.decompose(Composite(op, builder));
  if (results.empty()) {
    builder.discard();
    return rewriter.notifyMatchFailure(op, "not of these operands");
  }
  for (auto [result, value] : llvm::zip_equal(op->getResults(), results)) {
    if (value)
      value = builder.conform(value, result.getType());
    // Types that do not agree are those of a program that cannot run.
    bool agrees = value && value.getType() == result.getType();
    if (!agrees && !result.use_empty()) {
      builder.discard();
      return rewriter.notifyMatchFailure(op, "the result is of another type");
    }
  }
  rewriter.replaceOp(op, results);
  return success();
}

namespace {

struct DecomposeOperator final : RewritePattern {
  DecomposeOperator(const Decomposition &row, MLIRContext *context)
      : RewritePattern(row.opName, 1, context), row(row) {
    setDebugName(row.opName);
  }

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    return decompose(op, row, rewriter);
  }

  const Decomposition &row;
};

/// The same operators where an importer wrote `torch.operator "torch.aten..."`.
struct DecomposeByName final : RewritePattern {
  DecomposeByName(const llvm::StringMap<const Decomposition *> &rows,
                  MLIRContext *context)
      : RewritePattern("torch.operator", 1, context), rows(rows) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    const Decomposition *row = rows.lookup(TorchOp(op).name());
    return row ? decompose(op, *row, rewriter) : failure();
  }

  const llvm::StringMap<const Decomposition *> rows;
};

struct TorchDecomposeComplexOps final
    : ingot::impl::TorchDecomposeComplexOpsBase<TorchDecomposeComplexOps> {
  using TorchDecomposeComplexOpsBase::TorchDecomposeComplexOpsBase;

  LogicalResult initialize(MLIRContext *context) override {
    llvm::StringSet<> legal;
    for (const std::string &name : legalOps) {
      const Schema *schema = findSchema(name);
      if (!schema && isForeignName(name))
        continue; // Nothing here takes it apart.
      if (!schema) {
        context->getOrLoadDialect<TorchDialect>();
        Location loc = UnknownLoc::get(context);
        return reportUnknownOp(
            [&] {
              return mlir::emitError(loc) << "legal-ops: '" << name << "' ";
            },
            context, name);
      }
      legal.insert(schema->opName);
    }
    // Where nothing is of the dialect there is nothing to do, and registering
    // its operators would cost every other program milliseconds.
    if (!context->getLoadedDialect<TorchDialect>())
      return success();
    RewritePatternSet patterns(context);
    llvm::StringMap<const Decomposition *> byName;
    for (ArrayRef<Decomposition> subject : subjects())
      for (const Decomposition &row : subject)
        if (!legal.contains(row.opName)) {
          patterns.add<DecomposeOperator>(row, context);
          byName[row.opName] = &row;
        }
    patterns.add<DecomposeByName>(byName, context);
    patterns_ = std::move(patterns);
    return success();
  }

  void runOnOperation() override {
    if (!getContext().getLoadedDialect<TorchDialect>())
      return markAllAnalysesPreserved();
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (isa_and_nonnull<TorchDialect>(op->getDialect()))
        ops.push_back(op);
    });
    // Only these and what becomes of them: the rest of the program is not ours
    // to simplify.
    GreedyRewriteConfig config;
    config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps)
        .enableFolding(false)
        .setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
    if (failed(applyOpPatternsGreedily(ops, patterns_, config)))
      signalPassFailure();
  }

private:
  static SmallVector<ArrayRef<Decomposition>> subjects() {
    return {activations(),
            aliases(),
            attention(),
            convolutions(),
            creations(),
            einsum(),
            elementwise(),
            fourier(),
            gradients(),
            indexing(),
            joining(),
            losses(),
            normalisationGradients(),
            normalisations(),
            pooling(),
            poolingGradients(),
            products(),
            quantisation(),
            randomNumbers(),
            recurrent(),
            reductions(),
            searching(),
            shapes(),
            spectra(),
            vision()};
  }

  /// Built once, used by every thread.
  FrozenRewritePatternSet patterns_;
};

} // namespace
