//===- LowerCopies.cpp - strided copies become loops ----------------------===//
//
// MLIR lowers a copy between strided memrefs to a call of a support library,
// which no executable has. Loops do the same, around a memcpy where rows are
// contiguous on both sides: whole rows of an image, and not the channels of
// each pixel. LLVM would find it in kernels, but looks for none in host
// programs. Copies of identity layout stay: they become memcpy by themselves.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace ingot {
#define GEN_PASS_DEF_LOWERCOPIES
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot

using namespace mlir;

/// Shorter rows are copied as fast element by element.
static constexpr int64_t kMinRowBits = 32 * 8;

namespace {
/// Sizes and strides of both sides of a copy.
struct CopyShape {
  SmallVector<OpFoldResult> sizes, source, target;
};
} // namespace

/// Dimensions that are one piece of memory on both sides become one dimension,
/// whose loop is longer, and those of size 1 none.
static CopyShape joinDimensions(const CopyShape &shape) {
  CopyShape joined;
  auto isNext = [](OpFoldResult outer, OpFoldResult inner, OpFoldResult size) {
    std::optional<int64_t> stride = getConstantIntValue(outer);
    std::optional<int64_t> step = getConstantIntValue(inner);
    std::optional<int64_t> count = getConstantIntValue(size);
    int64_t product;
    return stride && step && count &&
           !llvm::MulOverflow(*step, *count, product) && *stride == product;
  };
  for (size_t i = 0; i < shape.sizes.size(); ++i) {
    if (isConstantIntValue(shape.sizes[i], 1))
      continue;
    std::optional<int64_t> size = getConstantIntValue(shape.sizes[i]);
    std::optional<int64_t> outer =
        joined.sizes.empty() ? std::nullopt
                             : getConstantIntValue(joined.sizes.back());
    int64_t product;
    if (size && outer && !llvm::MulOverflow(*size, *outer, product) &&
        isNext(joined.source.back(), shape.source[i], shape.sizes[i]) &&
        isNext(joined.target.back(), shape.target[i], shape.sizes[i])) {
      Builder builder(joined.sizes.back().getContext());
      joined.sizes.back() = builder.getIndexAttr(product);
      joined.source.back() = shape.source[i];
      joined.target.back() = shape.target[i];
      continue;
    }
    joined.sizes.push_back(shape.sizes[i]);
    joined.source.push_back(shape.source[i]);
    joined.target.push_back(shape.target[i]);
  }
  return joined;
}

/// The elements of a memref in a view of other sizes.
static Value reshape(OpBuilder &builder, Location loc,
                     memref::ExtractStridedMetadataOp parts,
                     ArrayRef<OpFoldResult> sizes,
                     ArrayRef<OpFoldResult> strides) {
  return memref::ReinterpretCastOp::create(builder, loc, parts.getBaseBuffer(),
                                           parts.getConstifiedMixedOffset(),
                                           sizes, strides);
}

/// The length of rows that are contiguous on both sides; none if it is not
/// known, or short.
static std::optional<int64_t> rowLength(const CopyShape &shape, Type element) {
  if (shape.sizes.empty() || !isConstantIntValue(shape.source.back(), 1) ||
      !isConstantIntValue(shape.target.back(), 1))
    return std::nullopt;
  std::optional<int64_t> length = getConstantIntValue(shape.sizes.back());
  if (!length || !element.isIntOrFloat() ||
      *length < llvm::divideCeil(kMinRowBits, element.getIntOrFloatBitWidth()))
    return std::nullopt;
  return length;
}

/// The row of `length` elements at `indices`, which lack that of the last
/// dimension.
static Value rowOf(OpBuilder &builder, Location loc, Value array,
                   ValueRange indices, int64_t length) {
  SmallVector<OpFoldResult> offsets(indices.begin(), indices.end());
  SmallVector<OpFoldResult> sizes(indices.size(), builder.getIndexAttr(1));
  SmallVector<OpFoldResult> ones(indices.size() + 1, builder.getIndexAttr(1));
  offsets.push_back(builder.getIndexAttr(0));
  sizes.push_back(builder.getIndexAttr(length));
  MemRefType type = memref::SubViewOp::inferRankReducedResultType(
      {length}, cast<MemRefType>(array.getType()), offsets, sizes, ones);
  return memref::SubViewOp::create(builder, loc, type, array, offsets, sizes,
                                   ones);
}

/// Emits one loop per dimension around a load and a store of one element, or
/// around a copy of a row, which is right for overlap-free and for equal
/// buffers alike.
static void copyByLoops(OpBuilder &builder, memref::CopyOp copy) {
  Location loc = copy.getLoc();
  auto source =
      memref::ExtractStridedMetadataOp::create(builder, loc, copy.getSource());
  auto target =
      memref::ExtractStridedMetadataOp::create(builder, loc, copy.getTarget());
  CopyShape shape = joinDimensions({source.getConstifiedMixedSizes(),
                                    source.getConstifiedMixedStrides(),
                                    target.getConstifiedMixedStrides()});
  Value from = reshape(builder, loc, source, shape.sizes, shape.source);
  Value to = reshape(builder, loc, target, shape.sizes, shape.target);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  std::optional<int64_t> length =
      rowLength(shape, cast<MemRefType>(from.getType()).getElementType());
  size_t loops = shape.sizes.size() - (length ? 1 : 0);
  SmallVector<Value> sizes;
  for (OpFoldResult size : ArrayRef(shape.sizes).take_front(loops))
    sizes.push_back(getValueOrCreateConstantIndexOp(builder, loc, size));
  auto copyAt = [&](OpBuilder &body, Location loc, ValueRange indices) {
    if (length) {
      memref::CopyOp::create(body, loc,
                             rowOf(body, loc, from, indices, *length),
                             rowOf(body, loc, to, indices, *length));
      return;
    }
    Value element = memref::LoadOp::create(body, loc, from, indices);
    memref::StoreOp::create(body, loc, element, to, indices);
  };
  scf::buildLoopNest(builder, loc, SmallVector<Value>(loops, zero), sizes,
                     SmallVector<Value>(loops, one), copyAt);
}

namespace {
struct LowerCopies final : ingot::impl::LowerCopiesBase<LowerCopies> {
  void runOnOperation() override {
    SmallVector<memref::CopyOp> copies;
    getOperation().walk([&](memref::CopyOp copy) { copies.push_back(copy); });
    for (memref::CopyOp copy : copies) {
      auto source = dyn_cast<MemRefType>(copy.getSource().getType());
      auto target = dyn_cast<MemRefType>(copy.getTarget().getType());
      if (!source || !target) {
        copy.emitError("copies an unranked memref");
        return signalPassFailure();
      }
      if (source.getLayout().isIdentity() && target.getLayout().isIdentity())
        continue;
      OpBuilder builder(copy);
      copyByLoops(builder, copy);
      copy.erase();
    }
  }
};
} // namespace
