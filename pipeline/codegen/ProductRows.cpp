//===- ProductRows.cpp - products in memory -------------------------------===//
//
// Tiles are loaded by an address and the distance of rows, which affine maps
// and memrefs say only in pieces: the strides along each loop are found here
// once.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/ProductRows.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;

namespace ingot {

MatrixProduct describePacked(linalg::GenericOp op) {
  MatrixProduct product;
  product.left = op.getDpsInputOperand(0);
  product.right = op.getDpsInputOperand(1);
  unsigned loops = op.getNumLoops();
  product.column = loops - 2;
  product.sums = {loops - 1};
  for (unsigned loop = 0; loop + 2 < loops; ++loop)
    product.rows.push_back(loop);
  product.isFloat =
      isa<FloatType>(getElementTypeOrSelf(product.left->get().getType()));
  auto isSigned = [&](unsigned number) {
    for (Operation *user : op.getBlock()->getArgument(number).getUsers())
      if (isa<arith::ExtUIOp>(user))
        return false;
    return true;
  };
  product.isLeftSigned = isSigned(0);
  for (Operation *user : op.getBlock()->getArgument(0).getUsers())
    product.isLeftShifted |=
        llvm::any_of(user->getUsers(), llvm::IsaPred<arith::SubIOp>);
  product.isRightSigned = isSigned(1);
  return product;
}

/// The memory that `value` is a view of.
static Value memoryOf(Value value) {
  while (auto view = value.getDefiningOp<ViewLikeOpInterface>())
    value = view.getViewSource();
  return value;
}

/// The op in front of `op` that writes its whole result and that nothing
/// between reads; null if that is not known.
static linalg::LinalgOp writerOf(linalg::GenericOp op) {
  Value sums = op.getDpsInits()[0];
  Value memory = memoryOf(sums);
  for (Operation *before = op->getPrevNode(); before;
       before = before->getPrevNode()) {
    if (auto writer = dyn_cast<linalg::LinalgOp>(before);
        writer && llvm::is_contained(writer.getDpsInits(), sums))
      return writer;
    if (isMemoryEffectFree(before) || isa<memref::AllocOp>(before))
      continue;
    if (!isa<linalg::LinalgOp, memref::CopyOp>(before) ||
        llvm::any_of(before->getOperands(), [&](Value operand) {
          return isa<MemRefType>(operand.getType()) &&
                 memoryOf(operand) == memory;
        }))
      return nullptr;
  }
  return nullptr;
}

linalg::FillOp zeroFillOf(linalg::GenericOp op) {
  linalg::LinalgOp writer = writerOf(op);
  auto fill = writer ? dyn_cast<linalg::FillOp>(writer.getOperation())
                     : linalg::FillOp();
  if (!fill)
    return nullptr;
  Value value = fill.getInputs()[0];
  return matchPattern(value, m_Zero()) || matchPattern(value, m_PosZeroFloat())
             ? fill
             : nullptr;
}

/// True if an op behind `rows` and in front of `op`, two of one block, writes
/// what `rows` reads.
static bool isOverwritten(linalg::GenericOp rows, linalg::GenericOp op) {
  llvm::SmallPtrSet<Value, 4> read;
  for (Value input : rows.getDpsInputs())
    read.insert(memoryOf(input));
  for (Operation *next = rows->getNextNode(); next != op;
       next = next->getNextNode()) {
    SmallVector<Value> written;
    if (auto linalgOp = dyn_cast<linalg::LinalgOp>(next))
      llvm::append_range(written, linalgOp.getDpsInits());
    if (auto copy = dyn_cast<memref::CopyOp>(next))
      written.push_back(copy.getTarget());
    if (llvm::any_of(written, [&](Value value) {
          return read.contains(memoryOf(value));
        }))
      return true;
  }
  return false;
}

linalg::GenericOp equalRowsOf(linalg::GenericOp op) {
  linalg::LinalgOp writer = writerOf(op);
  auto rows = writer ? dyn_cast<linalg::GenericOp>(writer.getOperation())
                     : linalg::GenericOp();
  if (!rows || rows.getNumDpsInits() != 1 || rows.getNumReductionLoops() != 0)
    return nullptr;
  AffineMap out = rows.getMatchingIndexingMap(rows.getDpsInitOperand(0));
  if (!out.isIdentity() ||
      !rows.getMatchingBlockArgument(rows.getDpsInitOperand(0)).use_empty())
    return nullptr;
  AffineMap column = out.getMinorSubMap(1);
  for (OpOperand *input : rows.getDpsInputOperands()) {
    auto type = dyn_cast<MemRefType>(input->get().getType());
    if (!type || !type.getElementType().isInteger(32) ||
        !type.areTrailingDimsContiguous(1) ||
        rows.getMatchingIndexingMap(input) != column)
      return nullptr;
  }
  for (Operation &inner : rows.getBlock()->without_terminator())
    if (!isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::ShLIOp>(
            inner) &&
        !matchPattern(&inner, m_Constant()))
      return nullptr;
  return isOverwritten(rows, op) ? linalg::GenericOp() : rows;
}

namespace {
/// Strides of a memref, and the address of its first element.
struct Layout {
  SmallVector<OpFoldResult> strides;
  Value base;
};
} // namespace

static Layout layoutOf(OpBuilder &builder, Location loc, Value memory,
                       int64_t bytes) {
  auto metadata =
      memref::ExtractStridedMetadataOp::create(builder, loc, memory);
  Layout layout;
  layout.strides = metadata.getConstifiedMixedStrides();
  Value start =
      memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, memory);
  Value offset = getValueOrCreateConstantIndexOp(
      builder, loc, metadata.getConstifiedMixedOffset());
  Value scale = arith::ConstantIndexOp::create(builder, loc, bytes);
  offset = builder.createOrFold<arith::MulIOp>(loc, offset, scale);
  layout.base = builder.createOrFold<arith::AddIOp>(loc, start, offset);
  return layout;
}

/// The stride along `loop` in an operand; 0 if it does not depend on that.
static OpFoldResult strideAlong(OpBuilder &builder, AffineMap map,
                                const Layout &layout, unsigned loop) {
  std::optional<unsigned> place =
      map.getResultPosition(getAffineDimExpr(loop, map.getContext()));
  return place ? layout.strides[*place] : builder.getIndexAttr(0);
}

ProductRows::ProductRows(OpBuilder &builder, linalg::GenericOp op,
                         const MatrixProduct &product) {
  Location loc = op.getLoc();
  auto bytesOf = [](OpOperand *operand) {
    return getElementTypeOrSelf(operand->get()).getIntOrFloatBitWidth() / 8;
  };
  leftBytes_ = bytesOf(product.left);
  panelBytes_ = bytesOf(product.right);
  Layout left = layoutOf(builder, loc, product.left->get(), leftBytes_),
         panels = layoutOf(builder, loc, product.right->get(), panelBytes_),
         sums = layoutOf(builder, loc, op.getDpsInits()[0], kSumBytes);
  leftBase_ = left.base;
  panelBase_ = panels.base;
  sumBase_ = sums.base;
  SmallVector<Range> ranges =
      cast<linalg::LinalgOp>(op.getOperation()).createLoopRanges(builder, loc);
  AffineMap leftMap = op.getMatchingIndexingMap(product.left),
            panelMap = op.getMatchingIndexingMap(product.right),
            sumMap = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  count_ = builder.getIndexAttr(1);
  left_ = sums_ = builder.getIndexAttr(0);
  bool isRun = true;
  for (unsigned loop : llvm::reverse(product.rows)) {
    if (isConstantIntValue(ranges[loop].size, 1))
      continue;
    Loop next{ranges[loop].size, strideAlong(builder, leftMap, left, loop),
              strideAlong(builder, panelMap, panels, loop),
              strideAlong(builder, sumMap, sums, loop)};
    std::optional<int64_t> count = getConstantIntValue(count_);
    bool usesOnePanel = isConstantIntValue(next.panels, 0);
    if (isRun && usesOnePanel && count == 1 && outer_.empty()) {
      count_ = next.size;
      left_ = next.left;
      sums_ = next.sums;
      continue;
    }
    auto continues = [&](OpFoldResult inner, OpFoldResult outer) {
      std::optional<int64_t> step = getConstantIntValue(inner),
                             stride = getConstantIntValue(outer);
      return count && step && stride && *step * *count == *stride;
    };
    if (isRun && usesOnePanel && continues(left_, next.left) &&
        continues(sums_, next.sums)) {
      Value factor = arith::ConstantIndexOp::create(builder, loc, *count);
      if (std::optional<int64_t> size = getConstantIntValue(next.size))
        count_ = builder.getIndexAttr(*size * *count);
      else
        count_ = builder.createOrFold<arith::MulIOp>(
            loc, getValueOrCreateConstantIndexOp(builder, loc, next.size),
            factor);
      continue;
    }
    isRun = false;
    outer_.push_back(next);
  }
  std::reverse(outer_.begin(), outer_.end());
}

static Value scaled(OpBuilder &builder, Location loc, OpFoldResult stride,
                    int64_t scale) {
  Value value = getValueOrCreateConstantIndexOp(builder, loc, stride);
  Value factor = arith::ConstantIndexOp::create(builder, loc, scale);
  return builder.createOrFold<arith::MulIOp>(loc, value, factor);
}

Value ProductRows::leftStride(OpBuilder &builder, Location loc) const {
  return scaled(builder, loc, left_, leftBytes_);
}

Value ProductRows::sumStride(OpBuilder &builder, Location loc) const {
  return scaled(builder, loc, sums_, kSumBytes);
}

void ProductRows::forEachOuter(
    OpBuilder &builder, Location loc,
    llvm::function_ref<void(Value, Value, Value)> body) const {
  OpBuilder::InsertionGuard guard(builder);
  Value left = leftBase_, panels = panelBase_, sums = sumBase_;
  for (const Loop &loop : outer_) {
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    Value size = getValueOrCreateConstantIndexOp(builder, loc, loop.size);
    auto around = scf::ForOp::create(builder, loc, zero, size, one);
    builder.setInsertionPointToStart(around.getBody());
    auto moved = [&](Value base, OpFoldResult stride, int64_t scale) {
      Value step = scaled(builder, loc, stride, scale);
      Value distance = builder.createOrFold<arith::MulIOp>(
          loc, around.getInductionVar(), step);
      return builder.createOrFold<arith::AddIOp>(loc, base, distance);
    };
    left = moved(left, loop.left, leftBytes_);
    panels = moved(panels, loop.panels, panelBytes_);
    sums = moved(sums, loop.sums, kSumBytes);
  }
  body(left, panels, sums);
}

} // namespace ingot
