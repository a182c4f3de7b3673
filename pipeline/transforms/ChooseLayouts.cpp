//===- ChooseLayouts.cpp - channels last, or first, for whole programs ----===//
//
// Convolutions choose their layout (ConvolutionLayout.cpp) and everything
// around them follows: an op that reads a tensor of which another arrangement
// exists is done in that arrangement, so that copies are left only where a
// network begins, ends, or reshapes. Transposes that programs brought along
// meet ours and cancel out.
//
// One walk in the order of the program. An op that follows is built anew in
// front of the old one; LayoutAssignment knows the arrangements that exist and
// erases the old ones at the end. Nothing is ever computed twice, and no op
// changes what it computes: a sum alone may take its terms in another order,
// that of the new layout.
//
//===----------------------------------------------------------------------===//

#include "pipeline/transforms/ConvolutionLayout.h"
#include "pipeline/transforms/LayoutAssignment.h"
#include "pipeline/transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <numeric>

namespace ingot {
#define GEN_PASS_DEF_CHOOSELAYOUTS
#include "pipeline/transforms/Passes.h.inc"
} // namespace ingot

using namespace mlir;
using ingot::Layout;
using ingot::LayoutAssignment;
using ingot::Permutation;

namespace {

/// Rearranges one function.
class Rearranger {
public:
  Rearranger(MLIRContext *context, unsigned vectorBits)
      : rewriter_(context), vectorBits_(vectorBits), layouts_(rewriter_) {}

  void run(Region &region) {
    for (Block &block : region)
      visit(block);
    layouts_.retireReplaced();
  }

private:
  void visit(Block &block) {
    LayoutAssignment::Copies outer = layouts_.copies();
    for (Operation &op : llvm::make_early_inc_range(block)) {
      if (isa<linalg::LinalgOp, tensor::PadOp>(op)) {
        rewriter_.setInsertionPoint(&op);
        visit(&op);
        continue;
      }
      rewriter_.setInsertionPoint(&op);
      visit(&op);
      for (Region &nested : op.getRegions())
        for (Block &inner : nested)
          visit(inner);
    }
    layouts_.restoreCopies(std::move(outer));
  }

  void visit(Operation *op) {
    if (auto structured = dyn_cast<linalg::LinalgOp>(op)) {
      if (!structured.hasPureTensorSemantics() || visitTransposition(op) ||
          visitConvolution(structured))
        return;
      return visitStructured(structured);
    }
    if (auto pad = dyn_cast<tensor::PadOp>(op))
      return visitPad(pad);
    if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
      return visitSlice(slice);
    if (auto slice = dyn_cast<tensor::InsertSliceOp>(op))
      return visitInsertion(slice);
    if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
      return visitExpansion(expand);
    if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op))
      return visitCollapse(collapse);
    if (auto dim = dyn_cast<tensor::DimOp>(op))
      return visitDim(dim);
  }

  //===--------------------------------------------------------------------===//
  // Structured ops
  //===--------------------------------------------------------------------===//

  /// What a transpose reads is an arrangement of its result.
  bool visitTransposition(Operation *op) {
    std::optional<Permutation> by = ingot::arrangementBy(op);
    const Layout *source = by ? layouts_.layoutOf(op->getOperand(0)) : nullptr;
    if (!source)
      return false;
    Permutation permutation =
        applyPermutation(invertPermutationVector(*by), source->permutation);
    layouts_.replace(op, 0, source->value, permutation);
    return true;
  }

  bool visitConvolution(linalg::LinalgOp op) {
    Value input = op->getOperand(0);
    const Layout *known = layouts_.otherLayoutOf(input);
    std::optional<ArrayRef<int64_t>> permutation;
    if (known)
      permutation = known->permutation;
    std::optional<ingot::ConvolutionLayout> wanted =
        ingot::chooseConvolutionLayout(op, vectorBits_, permutation);
    if (!wanted)
      return false;
    if (isIdentityPermutation(wanted->input) &&
        isIdentityPermutation(wanted->filter) &&
        isIdentityPermutation(wanted->result)) {
      // As it should be; what follows is to stay so.
      layouts_.keep(op->getResult(0), wanted->result);
      return true;
    }
    Permutation permutations[] = {wanted->input, wanted->filter,
                                  wanted->result};
    // Before generalized() makes a second reader of them.
    SmallVector<Value> operands;
    for (auto [operand, by] : llvm::zip_equal(op->getOperands(), permutations))
      operands.push_back(layouts_.inLayout(operand, by));
    linalg::GenericOp generic = generalized(op);
    if (!generic)
      return false;
    Value made = ingot::rebuildArranged(rewriter_, generic, operands,
                                        permutations, wanted->reductions)
                     .getResult(0);
    discard(generic, op);
    layouts_.replace(op, 0, made, wanted->result);
    return true;
  }

  /// A copy of `op` as linalg.generic, right in front of it.
  linalg::GenericOp generalized(linalg::LinalgOp op) {
    if (auto generic = dyn_cast<linalg::GenericOp>(op.getOperation()))
      return generic;
    rewriter_.setInsertionPoint(op);
    auto clone = cast<linalg::LinalgOp>(rewriter_.clone(*op));
    FailureOr<linalg::GenericOp> made =
        linalg::generalizeNamedOp(rewriter_, clone);
    rewriter_.setInsertionPoint(op);
    if (succeeded(made))
      return *made;
    rewriter_.eraseOp(clone);
    return {};
  }
  void discard(linalg::GenericOp copy, linalg::LinalgOp op) {
    if (copy != op)
      rewriter_.eraseOp(copy);
  }

  /// True if every dimension of the operand runs along a loop, so that its
  /// layout says something about the op.
  static bool isWhole(AffineMap map) {
    return llvm::none_of(map.getResults(), llvm::IsaPred<AffineConstantExpr>) &&
           map.getNumResults() > 1;
  }

  /// The layout that `op` should have: that of an operand which is as large as
  /// its first result.
  const Layout *leadOf(linalg::LinalgOp op) {
    auto rank = [](Value value) {
      auto type = dyn_cast<RankedTensorType>(value.getType());
      return type ? type.getRank() : -1;
    };
    int64_t wanted = rank(op->getResult(0));
    for (OpOperand *operand : op.getDpsInputOperands())
      if (const Layout *layout = layouts_.layoutOf(operand->get()))
        if (rank(operand->get()) == wanted &&
            isWhole(op.getMatchingIndexingMap(operand)))
          return layout;
    for (auto extract : op.getBlock()->getOps<tensor::ExtractOp>())
      if (const Layout *layout = layouts_.layoutOf(extract.getTensor()))
        if (rank(extract.getTensor()) == wanted)
          return layout;
    return nullptr;
  }

  /// Lets the body read elements where they are now.
  void redirectExtracts(linalg::LinalgOp op) {
    for (auto extract :
         llvm::make_early_inc_range(op.getBlock()->getOps<tensor::ExtractOp>()))
      if (const Layout *layout = layouts_.otherLayoutOf(extract.getTensor())) {
        OpBuilder::InsertionGuard guard(rewriter_);
        rewriter_.setInsertionPoint(extract);
        rewriter_.replaceOpWithNewOp<tensor::ExtractOp>(
            extract, layout->value,
            applyPermutation(SmallVector<Value>(extract.getIndices()),
                             layout->permutation));
      }
  }

  void visitStructured(linalg::LinalgOp op) {
    if (op->getNumResults() == 0 || isa<linalg::FillOp>(op.getOperation()))
      return;
    const Layout *lead = leadOf(op);
    // None leads where an operand is spread over more dimensions.
    std::optional<Permutation> permutation;
    if (lead)
      permutation = lead->permutation;
    else if (op.getNumDpsInputs() == 1)
      if (const Layout *only = layouts_.otherLayoutOf(op.getDpsInputs()[0]))
        permutation = ingot::spreadArrangement(op, only->permutation);
    redirectExtracts(op);
    if (lead && isIdentityPermutation(*permutation)) {
      for (OpResult result : op->getResults())
        if (isRanked(result, permutation->size()))
          layouts_.keep(result, *permutation);
      return;
    }
    bool reads =
        llvm::any_of(op.getDpsInputOperands(), [&](OpOperand *operand) {
          return layouts_.otherLayoutOf(operand->get()) &&
                 (permutation || mayRead(op, *operand));
        });
    if (permutation || reads)
      rebuild(op, permutation ? &*permutation : nullptr);
  }

  static bool isRanked(Value value, size_t rank) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    return type && static_cast<size_t>(type.getRank()) == rank;
  }

  /// Builds `op` anew, reading arrangements where they exist, and with results
  /// arranged by `permutation`, if there is one.
  void rebuild(linalg::LinalgOp op, const Permutation *permutation) {
    linalg::GenericOp generic = generalized(op);
    if (!generic)
      return;
    SmallVector<Value> operands;
    SmallVector<Permutation> permutations;
    for (OpOperand &operand : generic->getOpOperands()) {
      Value value = operand.get();
      Permutation by(generic.getMatchingIndexingMap(&operand).getNumResults());
      std::iota(by.begin(), by.end(), 0);
      if (generic.isDpsInit(&operand)) {
        if (permutation && isRanked(value, permutation->size()))
          by = *permutation;
        value = layouts_.inLayout(value, by);
      } else if (const Layout *layout = layouts_.otherLayoutOf(value);
                 layout && (permutation || mayRead(generic, operand))) {
        by = layout->permutation;
        value = layout->value;
      }
      operands.push_back(value);
      permutations.push_back(std::move(by));
    }
    linalg::GenericOp made =
        ingot::rebuildArranged(rewriter_, generic, operands, permutations);
    size_t inputs = generic.getNumDpsInputs();
    discard(generic, op);
    for (unsigned i = 0; i < op->getNumResults(); ++i)
      layouts_.replace(op, i, made.getResult(i), permutations[inputs + i]);
  }

  /// True if `op`, whose results keep their layout, reads the arrangement of
  /// `operand` at least as well: its last dimension is summed, or runs along
  /// the result's last one, or there is but one dimension.
  bool mayRead(linalg::LinalgOp op, OpOperand &operand) {
    const Layout *layout = layouts_.otherLayoutOf(operand.get());
    if (!layout)
      return false;
    AffineMap map = ingot::arranged(op.getMatchingIndexingMap(&operand),
                                    layout->permutation);
    auto type = cast<RankedTensorType>(layout->value.getType());
    std::optional<unsigned> last = lastLoop(map, type.getShape());
    if (!last)
      return true;
    int64_t large =
        llvm::count_if(type.getShape(), [](int64_t size) { return size != 1; });
    if (large <= 1 ||
        op.getIteratorTypesArray()[*last] == utils::IteratorType::reduction)
      return true;
    OpOperand *init = op.getDpsInitOperand(0);
    return last ==
           lastLoop(op.getMatchingIndexingMap(init),
                    cast<RankedTensorType>(init->get().getType()).getShape());
  }

  /// The loop along the last dimension that is not one; none if that has no
  /// loop of its own.
  static std::optional<unsigned> lastLoop(AffineMap map,
                                          ArrayRef<int64_t> shape) {
    for (size_t i = shape.size(); i-- > 0;) {
      if (shape[i] == 1)
        continue;
      auto dim = dyn_cast<AffineDimExpr>(map.getResult(i));
      return dim ? std::optional(dim.getPosition()) : std::nullopt;
    }
    return std::nullopt;
  }

  //===--------------------------------------------------------------------===//
  // Ops on whole tensors
  //===--------------------------------------------------------------------===//

  /// The layout that the result of an op on `source` alone takes; null if it
  /// stays as it is. What stays in its own layout for a convolution hands that
  /// on.
  const Layout *followed(Value source, Operation *op) {
    const Layout *layout = layouts_.layoutOf(source);
    if (layout && layout->isOwn() &&
        isRanked(op->getResult(0), layout->permutation.size())) {
      layouts_.keep(op->getResult(0), Permutation(layout->permutation));
      return nullptr;
    }
    return layout && !layout->isOwn() ? layout : nullptr;
  }

  void visitPad(tensor::PadOp pad) {
    const Layout *layout = followed(pad.getSource(), pad);
    if (!layout || !pad.getConstantPaddingValue())
      return;
    Permutation by = layout->permutation;
    layouts_.replace(pad, 0, layouts_.padArranged(pad, layout->value, by), by);
  }

  void visitSlice(tensor::ExtractSliceOp slice) {
    if (slice.getSourceType().getRank() != slice.getType().getRank())
      return;
    const Layout *layout = followed(slice.getSource(), slice);
    if (!layout)
      return;
    Permutation by = layout->permutation;
    auto made = tensor::ExtractSliceOp::create(
        rewriter_, slice.getLoc(), ingot::arranged(slice.getType(), by),
        layout->value, applyPermutation(slice.getMixedOffsets(), by),
        applyPermutation(slice.getMixedSizes(), by),
        applyPermutation(slice.getMixedStrides(), by));
    layouts_.replace(slice, 0, made, by);
  }

  void visitInsertion(tensor::InsertSliceOp slice) {
    if (slice.getSourceType().getRank() != slice.getDestType().getRank())
      return;
    const Layout *layout = layouts_.otherLayoutOf(slice.getSource());
    if (!layout)
      layout = layouts_.otherLayoutOf(slice.getDest());
    if (!layout) {
      (void)followed(slice.getSource(), slice);
      return;
    }
    // A large tensor that exists otherwise is not copied for a small part.
    Operation *target = slice.getDest().getDefiningOp();
    if (!layouts_.otherLayoutOf(slice.getDest()) &&
        !isa_and_nonnull<tensor::EmptyOp, linalg::FillOp>(target))
      return;
    Permutation by = layout->permutation;
    Value source = layouts_.inLayout(slice.getSource(), by);
    Value dest = layouts_.inLayout(slice.getDest(), by);
    auto made = tensor::InsertSliceOp::create(
        rewriter_, slice.getLoc(), source, dest,
        applyPermutation(slice.getMixedOffsets(), by),
        applyPermutation(slice.getMixedSizes(), by),
        applyPermutation(slice.getMixedStrides(), by));
    layouts_.replace(slice, 0, made, by);
  }

  /// Groups of dimensions, in the order of the arrangement, numbered anew;
  /// with the permutation of the dimensions in them.
  static std::pair<SmallVector<ReassociationIndices>, Permutation>
  arrangeGroups(ArrayRef<ReassociationIndices> groups,
                ArrayRef<int64_t> order) {
    SmallVector<ReassociationIndices> arranged;
    Permutation dims;
    for (int64_t group : order) {
      ReassociationIndices indices;
      for (int64_t dim : groups[group]) {
        indices.push_back(dims.size());
        dims.push_back(dim);
      }
      arranged.push_back(std::move(indices));
    }
    return {arranged, dims};
  }

  void visitExpansion(tensor::ExpandShapeOp expand) {
    const Layout *layout = layouts_.otherLayoutOf(expand.getSrc());
    if (!layout)
      return;
    auto [groups, by] =
        arrangeGroups(expand.getReassociationIndices(), layout->permutation);
    auto made = tensor::ExpandShapeOp::create(
        rewriter_, expand.getLoc(), ingot::arranged(expand.getResultType(), by),
        layout->value, groups,
        applyPermutation(expand.getMixedOutputShape(), by));
    layouts_.replace(expand, 0, made, by);
  }

  void visitCollapse(tensor::CollapseShapeOp collapse) {
    const Layout *layout = layouts_.otherLayoutOf(collapse.getSrc());
    if (!layout)
      return;
    // The groups in the order in which the arrangement has them, if it keeps
    // the dimensions of each together.
    SmallVector<ReassociationIndices> groups =
        collapse.getReassociationIndices();
    Permutation order, left = layout->permutation;
    while (!left.empty()) {
      auto group = llvm::find_if(groups, [&](const ReassociationIndices &g) {
        return left.size() >= g.size() &&
               ArrayRef(left).take_front(g.size()) == ArrayRef(g);
      });
      if (group == groups.end())
        return;
      left.erase(left.begin(), left.begin() + group->size());
      order.push_back(group - groups.begin());
    }
    auto made = tensor::CollapseShapeOp::create(
        rewriter_, collapse.getLoc(),
        ingot::arranged(collapse.getResultType(), order), layout->value,
        arrangeGroups(groups, order).first);
    layouts_.replace(collapse, 0, made, order);
  }

  void visitDim(tensor::DimOp dim) {
    const Layout *layout = layouts_.otherLayoutOf(dim.getSource());
    std::optional<int64_t> index = dim.getConstantIndex();
    if (!layout || !index)
      return;
    auto place = llvm::find(layout->permutation, *index);
    if (place == layout->permutation.end())
      return;
    rewriter_.replaceOpWithNewOp<tensor::DimOp>(
        dim, layout->value, place - layout->permutation.begin());
  }

  IRRewriter rewriter_;
  unsigned vectorBits_;
  LayoutAssignment layouts_;
};

struct ChooseLayouts final : ingot::impl::ChooseLayoutsBase<ChooseLayouts> {
  using ChooseLayoutsBase::ChooseLayoutsBase;

  void runOnOperation() override {
    if (vectorBits != 0)
      for (auto function : getOperation().getOps<func::FuncOp>())
        Rearranger(&getContext(), vectorBits).run(function.getBody());
  }
};

} // namespace
