//===- TileProducts.cpp - narrow products by panels -----------------------===//
//
// Machines that multiply narrow numbers several at a time want the right-hand
// side in panels: sixteen columns, a few steps of each side by side. Those of
// constants are operands (`ingot-pack-weights`). Others are made once: in front
// of the loops, or, where no two blocks need the same panels, by the block that
// multiplies them, from the cache. The result is cut into blocks of rows and
// columns, the tasks; a block of a left operand that is read through windows is
// copied into rows first, and elementwise readers of the result follow within
// the block, from the cache.
//
// What is left in a block is a product again, an op of linalg that says which
// element of a panel it reads, and would be right as loops. A mark tells
// `ingot-lower-products` to make instructions of it.
//
// Upstream's tiling cuts the op while it still reads the right-hand side as it
// was. Where panels are there by then, a tensor of no memory stands for it, and
// says which of them a block needs.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/Generalize.h"
#include "pipeline/codegen/MatrixProduct.h"
#include "pipeline/codegen/Passes.h"
#include "pipeline/codegen/ProductBlocks.h"
#include "pipeline/codegen/ProductOffsets.h"
#include "pipeline/codegen/ProductOperands.h"
#include "pipeline/codegen/RegisterTile.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace ingot {
#define GEN_PASS_DEF_TILEPRODUCTS
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot

using namespace mlir;
using ingot::MatrixProduct;

namespace {
/// Tiles one product.
class ProductTiler {
public:
  ProductTiler(IRRewriter &rewriter, linalg::GenericOp op,
               const MatrixProduct &product,
               const ingot::ProductInstructions &machine)
      : rewriter_(rewriter), op_(op), product_(product),
        dots_(ingot::dotsFor(machine, product)),
        format_(ingot::panelFormat(machine, product, op)) {}

  LogicalResult run() {
    rewriter_.setInsertionPoint(op_);
    if (product_.packed.depth != 0) {
      panels_ = product_.right->get();
      op_ = ingot::standInForPanels(rewriter_, op_, product_);
    } else {
      op_ = ingot::splitOffsets(rewriter_, op_, product_);
    }
    std::optional<MatrixProduct> matched = ingot::matchProduct(op_);
    if (!matched)
      return op_->emitError("ingot-tile-products: a product is none any more");
    product_ = *matched;
    if (panels_)
      placeholder_ = product_.right->get();
    SmallVector<int64_t> blocks = ingot::chooseProductBlocks(op_, product_);
    if (!panels_ && llvm::any_of(product_.rows, [&](unsigned loop) {
          return blocks[loop] != 0;
        }))
      packBefore();
    op_->setAttr(ingot::kProductAttribute,
                 dots_ ? Attribute(rewriter_.getStringAttr(dots_->name))
                       : rewriter_.getUnitAttr());
    if (failed(tile(blocks)))
      return failure();
    return packTile();
  }

private:
  /// Makes all panels, for several blocks of rows use each.
  void packBefore() {
    rewriter_.setInsertionPoint(op_);
    panels_ = ingot::makePanels(rewriter_, op_, product_, format_);
    auto type = cast<RankedTensorType>(product_.right->get().getType());
    // A batch of unknown length does not get here.
    placeholder_ = tensor::EmptyOp::create(
        rewriter_, op_.getLoc(), type.getShape(), type.getElementType());
    rewriter_.modifyOpInPlace(op_, [&] { product_.right->set(placeholder_); });
  }

  /// Cuts the last elementwise reader, or the op itself, into `blocks`.
  LogicalResult tile(ArrayRef<int64_t> blocks) {
    linalg::LinalgOp root = op_;
    auto plain = llvm::to_vector(llvm::seq<int>(0, op_.getNumLoops()));
    // For each loop of the root the product's, or -1.
    SmallVector<int> loops = plain;
    while (linalg::GenericOp reader = readerOf(root, loops)) {
      members_.insert(root);
      root = reader;
    }
    addStart(op_.getDpsInits()[0]);
    SmallVector<OpFoldResult> sizes;
    bool isCut = false;
    for (auto [index, loop] : llvm::enumerate(loops)) {
      int64_t size = loop < 0 ? 0 : blocks[loop];
      isCut |= size != 0;
      sizes.push_back(rewriter_.getIndexAttr(size));
    }
    if (!isCut)
      return success();
    return tileAndFuse(root, sizes);
  }

  /// The one reader of `root`'s result, if it takes its elements one by one;
  /// `loops` becomes that of the reader.
  linalg::GenericOp readerOf(linalg::LinalgOp root, SmallVector<int> &loops) {
    if (!root->getResult(0).hasOneUse())
      return nullptr;
    OpOperand &use = *root->getResult(0).use_begin();
    auto reader = dyn_cast<linalg::GenericOp>(use.getOwner());
    if (!reader || !linalg::isElementwise(reader) || reader.isDpsInit(&use) ||
        reader.getNumResults() != 1 || !reader.hasPureTensorSemantics() ||
        !ingot::canSliceOperands(reader) ||
        reader->getBlock() != root->getBlock())
      return nullptr;
    SmallVector<int> next(reader.getNumLoops(), -1);
    for (auto [loop, own] : llvm::enumerate(loops)) {
      if (own < 0 ||
          root.getIteratorTypesArray()[loop] != utils::IteratorType::parallel)
        continue;
      std::optional<unsigned> outer = ingot::loopOfReader(use, root, loop);
      if (!outer)
        return nullptr;
      next[*outer] = own;
    }
    if (llvm::is_contained(next, -1))
      return nullptr;
    loops = next;
    return reader;
  }

  LogicalResult tileAndFuse(linalg::LinalgOp root,
                            ArrayRef<OpFoldResult> sizes) {
    rewriter_.setInsertionPoint(root);
    scf::SCFTileAndFuseOptions options;
    options.tilingOptions.setTileSizes(sizes);
    options.tilingOptions.setLoopType(
        scf::SCFTilingOptions::LoopType::ForallOp);
    options.setFusionControlFn(
        [&](tensor::ExtractSliceOp, OpResult producer, bool)
            -> std::optional<scf::SCFTileAndFuseOptions::ControlFnResult> {
          if (!members_.contains(producer.getOwner()))
            return std::nullopt;
          return scf::SCFTileAndFuseOptions::ControlFnResult{};
        });
    FailureOr<scf::SCFTileAndFuseResult> result =
        scf::tileConsumerAndFuseProducersUsingSCF(
            rewriter_, cast<TilingInterface>(root.getOperation()), options);
    if (failed(result))
      return root->emitOpError("cannot be cut into blocks");
    for (OpResult value : root->getResults())
      if (Value replacement = result->replacements.lookup(value))
        rewriter_.replaceAllUsesWith(value, replacement);
    if (!root->use_empty())
      return root->emitOpError("has users that are not cut into blocks");
    op_ = nullptr;
    for (Operation *fused : result->tiledAndFusedOps)
      if (fused->hasAttr(ingot::kProductAttribute))
        op_ = cast<linalg::GenericOp>(fused);
    rewriter_.eraseOp(root);
    for (Operation *producer : result->fusedProducers)
      if (producer->use_empty())
        rewriter_.eraseOp(producer);
    return success(op_ != nullptr);
  }

  /// What is computed within the block besides: what the product starts from.
  void addStart(Value value, int depth = 0) {
    auto source = value.getDefiningOp<linalg::LinalgOp>();
    if (!source || source.getNumReductionLoops() != 0 ||
        source->getNumResults() != 1 || !ingot::canSliceOperands(source) ||
        (!source->hasOneUse() && !isa<linalg::FillOp>(source.getOperation())))
      return;
    members_.insert(source);
    if (depth < 2)
      for (Value operand : source->getOperands())
        addStart(operand, depth + 1);
  }

  /// The product of a block reads panels, and rows.
  LogicalResult packTile() {
    std::optional<MatrixProduct> product = ingot::matchProduct(op_);
    if (!product)
      return op_.emitOpError("is no product any more");
    if (!panels_) {
      // Before the sums are filled with zeros: a loop between that and the
      // product would keep it from starting there.
      placeholder_ = product->right->get();
      if (Operation *definition = placeholder_.getDefiningOp())
        rewriter_.setInsertionPointAfter(definition);
      else
        rewriter_.setInsertionPointToStart(op_->getBlock());
      panels_ = ingot::makePanels(rewriter_, op_, *product, format_);
    }
    rewriter_.setInsertionPoint(op_);
    if (failed(
            ingot::readPanels(rewriter_, op_, *product, panels_, placeholder_)))
      return op_.emitOpError("reads no panels");
    return success();
  }

  IRRewriter &rewriter_;
  linalg::GenericOp op_;
  MatrixProduct product_;
  const ingot::DotInstruction *dots_; ///< Null for tiles.
  ingot::PanelFormat format_;
  /// Panels that were made before the blocks, and what stands for them.
  Value panels_, placeholder_;
  /// Computed within a block, besides the last reader.
  llvm::SmallPtrSet<Operation *, 8> members_;
};

struct TileProducts final : ingot::impl::TileProductsBase<TileProducts> {
  using TileProductsBase::TileProductsBase;

  void runOnOperation() override {
    if (getOperation().isExternal())
      return; // As a target's own pass may leave one beside the kernel.
    machine_ = {bytes, bfloats};
    StringRef unknown = machine_.setDots(dots, bfloatDots);
    if (!unknown.empty()) {
      emitError(getOperation().getLoc())
          << "ingot-tile-products: there are no dot products '" << unknown
          << "'";
      return signalPassFailure();
    }
    // A program may not say that an op of its own is one.
    getOperation().walk([](linalg::LinalgOp op) {
      op->removeAttr(ingot::kProductAttribute);
      op->removeAttr(ingot::kPanelsAttribute);
    });
    if (!machine_.any())
      return;
    IRRewriter rewriter(&getContext());
    SmallVector<linalg::LinalgOp> ops;
    for (auto op : getOperation().getBody().front().getOps<linalg::LinalgOp>())
      if (op.getNumReductionLoops() != 0)
        ops.push_back(op);
    for (linalg::LinalgOp op : ops)
      if (failed(tryOne(rewriter, op)))
        return signalPassFailure();
  }

private:
  LogicalResult tryOne(IRRewriter &rewriter, linalg::LinalgOp op) {
    // Named ops stay as they are unless they may be products.
    if (!ingot::hasNarrowFactors(op))
      return success();
    linalg::GenericOp generic = ingot::generalize(rewriter, op);
    if (!generic)
      return success();
    std::optional<MatrixProduct> product = ingot::matchProduct(generic);
    if (!product || !ingot::hasInstruction(machine_, *product) ||
        !paysPanels(generic, *product) ||
        !llvm::all_of(generic.getDpsInputs(), ingot::isDense))
      return success();
    return ProductTiler(rewriter, generic, *product, machine_).run();
  }

  /// Those that are there already have to be as the machine wants them.
  bool paysPanels(linalg::GenericOp op, const MatrixProduct &product) const {
    if (product.packed.depth == 0)
      return ingot::isWorthPanels(op, product, machine_,
                                  /*areBound=*/false);
    return ingot::takesPanels(machine_, product, op);
  }

  ingot::ProductInstructions machine_;
};
} // namespace
