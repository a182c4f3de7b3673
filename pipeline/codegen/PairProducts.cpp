//===- PairProducts.cpp - two products of bytes in one instruction --------===//
//
// x86 multiplies pairs of 16-bit integers and adds the two products (pmaddwd;
// with the sum as well, vpdpwssd), sixteen pairs of AVX-512 at a time, where a
// product of 32 bits takes two slots and the sum a third. A tile of products of
// bytes takes two steps at once: the bytes of two rows of the right-hand side
// alternate, and a pair of the left-hand side is repeated. Products of bytes
// and their sum are exact in 32 bits, so that nothing changes.
//
// Only shuffles and arithmetic are written here; LLVM chooses the instruction.
// Products that are worth panels are not seen here (ProductDots.cpp).
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/LoopIndices.h"
#include "pipeline/codegen/Passes.h"
#include "pipeline/codegen/RegisterTile.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

namespace ingot {
#define GEN_PASS_DEF_PAIRPRODUCTS
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot

using namespace mlir;

/// Zero points are bytes themselves, with or without sign. The sum of a byte
/// and one has 16 bits, and two products of such sums have 32.
static constexpr int64_t kMaxOffset = 255;

namespace {
/// One operand of the product: bytes, read and made longer, and perhaps a
/// number added to each, the zero point of quantised ones.
struct Bytes {
  vector::TransferReadOp read;
  bool isSigned = true;
  int64_t offset = 0;
};

/// acc[r][n] += a[r] * b[n], with a step of one along the sum.
struct ByteProduct {
  scf::ForOp loop;
  /// Read along the rows of the tile, and along its columns.
  Bytes rows, columns;
  VectorType accumulators;
};
} // namespace

/// Takes `value` = `rest` + constant apart; zero, and `value` itself, if it is
/// nothing of the kind.
static int64_t takeOffset(Value &value) {
  Operation *sum = value.getDefiningOp();
  APInt constant;
  if (!isa_and_present<arith::AddIOp, arith::SubIOp>(sum) ||
      !matchPattern(sum->getOperand(1), m_ConstantInt(&constant)))
    return 0;
  value = sum->getOperand(0);
  int64_t offset = constant.getSExtValue();
  return isa<arith::SubIOp>(sum) ? -offset : offset;
}

static std::optional<Bytes> matchBytes(Value value) {
  int64_t offset = takeOffset(value);
  Operation *extension = value.getDefiningOp();
  if (!isa_and_present<arith::ExtSIOp, arith::ExtUIOp>(extension) ||
      std::abs(offset) > kMaxOffset)
    return std::nullopt;
  Value source = extension->getOperand(0);
  auto read = source.getDefiningOp<vector::TransferReadOp>();
  if (!read || !getElementTypeOrSelf(source.getType()).isInteger(8) ||
      !isa<MemRefType>(read.getBase().getType()) || read.getMask())
    return std::nullopt;
  return Bytes{read, isa<arith::ExtSIOp>(extension), offset};
}

/// True if the pair of the next two steps lies side by side, in one row of
/// memory for each row of the tile: the next step's lies beside this one's.
static bool readsPairs(const Bytes &rows, scf::ForOp loop) {
  vector::TransferReadOp read = rows.read;
  auto type = cast<MemRefType>(read.getBase().getType());
  ArrayRef<AffineExpr> map = read.getPermutationMap().getResults();
  auto row = dyn_cast<AffineDimExpr>(map.front());
  return row && isa<AffineConstantExpr>(map.back()) && type.getRank() >= 2 &&
         row.getPosition() + 1 != unsigned(type.getRank()) &&
         loop.isDefinedOutsideOfLoop(read.getBase()) &&
         type.areTrailingDimsContiguous(1) && !read.hasOutOfBoundsDim() &&
         ingot::strideAlong(read.getIndices().back(), loop) == 1 &&
         llvm::none_of(read.getIndices().drop_back(), [&](Value index) {
           return ingot::dependsOnLoop(index, loop);
         });
}

/// True if each step reads a vector from another row.
static bool readsRows(const Bytes &columns, scf::ForOp loop) {
  vector::TransferReadOp read = columns.read;
  auto type = cast<MemRefType>(read.getBase().getType());
  ArrayRef<AffineExpr> map = read.getPermutationMap().getResults();
  return loop.isDefinedOutsideOfLoop(read.getBase()) &&
         isa<AffineConstantExpr>(map.front()) &&
         map.back() ==
             getAffineDimExpr(type.getRank() - 1, read.getContext()) &&
         !ingot::dependsOnLoop(read.getIndices().back(), loop) &&
         llvm::any_of(read.getIndices().drop_back(), [&](Value index) {
           return ingot::dependsOnLoop(index, loop);
         });
}

static std::optional<ByteProduct> match(scf::ForOp loop) {
  if (loop.getNumResults() != 1 || getConstantIntValue(loop.getStep()) != 1)
    return std::nullopt;
  auto type = dyn_cast<VectorType>(loop.getResult(0).getType());
  if (!type || type.getRank() != 2 || !type.getElementType().isInteger(32))
    return std::nullopt;
  auto sum = loop.getYieldedValues()[0].getDefiningOp<arith::AddIOp>();
  Value carried = loop.getRegionIterArg(0);
  if (!sum || !carried.hasOneUse() || *carried.user_begin() != sum)
    return std::nullopt;
  Value other = sum.getLhs() == carried ? sum.getRhs() : sum.getLhs();
  auto product = other.getDefiningOp<arith::MulIOp>();
  if (!product || !other.hasOneUse())
    return std::nullopt;
  std::optional<Bytes> left = matchBytes(product.getLhs()),
                       right = matchBytes(product.getRhs());
  if (!left || !right)
    return std::nullopt;
  for (auto [rows, columns] : {std::pair(*left, *right), {*right, *left}})
    if (readsPairs(rows, loop) && readsRows(columns, loop))
      return ByteProduct{loop, rows, columns, type};
  return std::nullopt;
}

namespace {
/// Writes the loop over pairs.
class PairLoop {
public:
  PairLoop(ByteProduct product, Value end)
      : product_(product), builder_(product.loop), loc_(product.loop.getLoc()),
        columns_(product.accumulators.getDimSize(1)) {
    scf::ForOp old = product.loop;
    Value two = arith::ConstantIndexOp::create(builder_, loc_, 2);
    loop_ = scf::ForOp::create(builder_, loc_, old.getLowerBound(), end, two,
                               old.getInitArgs());
    builder_.setInsertionPointToStart(loop_.getBody());
    Value wide = alternating();
    Value sums = loop_.getRegionIterArg(0);
    for (int64_t row = 0; row < product.accumulators.getDimSize(0); ++row) {
      Value products =
          arith::MulIOp::create(builder_, loc_, repeatedPair(row), wide);
      Value both = arith::AddIOp::create(
          builder_, loc_, everyOther(products, 0), everyOther(products, 1));
      Value before =
          vector::ExtractOp::create(builder_, loc_, sums, ArrayRef{row});
      Value after = arith::AddIOp::create(builder_, loc_, before, both);
      sums =
          vector::InsertOp::create(builder_, loc_, after, sums, ArrayRef{row});
    }
    scf::YieldOp::create(builder_, loc_, sums);
  }

  scf::ForOp loop() const { return loop_; }

private:
  VectorType vectorOf(int64_t elements, unsigned bits) {
    return VectorType::get({elements}, builder_.getIntegerType(bits));
  }
  Value widened(Value bytes, bool isSigned, unsigned bits) {
    VectorType type =
        vectorOf(cast<VectorType>(bytes.getType()).getNumElements(), bits);
    if (isSigned)
      return arith::ExtSIOp::create(builder_, loc_, type, bytes);
    return arith::ExtUIOp::create(builder_, loc_, type, bytes);
  }

  /// In 16 bits, with what is added to them.
  Value words(Value bytes, const Bytes &operand) {
    Value wide = widened(bytes, operand.isSigned, 16);
    if (operand.offset == 0)
      return wide;
    auto offset = DenseElementsAttr::get(
        cast<VectorType>(wide.getType()),
        builder_.getI16IntegerAttr(static_cast<int16_t>(operand.offset)));
    return arith::AddIOp::create(
        builder_, loc_, wide,
        arith::ConstantOp::create(builder_, loc_, offset));
  }

  /// The vector that the columns read at step `variable`.
  Value rowAt(Value variable) {
    vector::TransferReadOp read = product_.columns.read;
    SmallVector<Value> indices;
    for (Value index : read.getIndices())
      indices.push_back(
          ingot::indexAt(builder_, index, product_.loop, variable));
    unsigned rank = cast<MemRefType>(read.getBase().getType()).getRank();
    AffineMap last =
        AffineMap::getMinorIdentityMap(rank, 1, builder_.getContext());
    return vector::TransferReadOp::create(
        builder_, loc_, vectorOf(columns_, 8), read.getBase(), indices,
        AffineMapAttr::get(last), read.getPadding(), /*mask=*/Value(),
        builder_.getBoolArrayAttr(read.getInBoundsValues().back()));
  }

  /// The columns of this step and the next one by turns.
  Value alternating() {
    Value one = arith::ConstantIndexOp::create(builder_, loc_, 1);
    Value here = loop_.getInductionVar();
    Value next = arith::AddIOp::create(builder_, loc_, here, one);
    SmallVector<int64_t> mask;
    for (int64_t column = 0; column < columns_; ++column)
      llvm::append_values(mask, column, columns_ + column);
    Value both = vector::ShuffleOp::create(builder_, loc_, rowAt(here),
                                           rowAt(next), mask);
    return widened(words(both, product_.columns), /*isSigned=*/true, 32);
  }

  /// Two neighbours of the tile's `row`, as often as there are columns.
  Value repeatedPair(int64_t row) {
    vector::TransferReadOp read = product_.rows.read;
    SmallVector<Value> indices;
    for (Value index : read.getIndices())
      indices.push_back(ingot::indexAt(builder_, index, product_.loop,
                                       loop_.getInductionVar()));
    unsigned dim = cast<AffineDimExpr>(read.getPermutationMap().getResult(0))
                       .getPosition();
    indices[dim] = arith::AddIOp::create(
        builder_, loc_, indices[dim],
        arith::ConstantIndexOp::create(builder_, loc_, row));
    Value pair = vector::LoadOp::create(builder_, loc_, vectorOf(2, 8),
                                        read.getBase(), indices);
    Value one = vector::BitCastOp::create(builder_, loc_, vectorOf(1, 32),
                                          words(pair, product_.rows));
    Value scalar =
        vector::ExtractOp::create(builder_, loc_, one, ArrayRef<int64_t>{0});
    Value all = vector::BroadcastOp::create(builder_, loc_,
                                            vectorOf(columns_, 32), scalar);
    Value parts = vector::BitCastOp::create(builder_, loc_,
                                            vectorOf(2 * columns_, 16), all);
    return widened(parts, /*isSigned=*/true, 32);
  }

  Value everyOther(Value products, int64_t first) {
    SmallVector<int64_t> mask;
    for (int64_t column = 0; column < columns_; ++column)
      mask.push_back(2 * column + first);
    return vector::ShuffleOp::create(builder_, loc_, products, products, mask);
  }

  ByteProduct product_;
  OpBuilder builder_;
  Location loc_;
  int64_t columns_;
  scf::ForOp loop_;
};

struct PairProducts final : ingot::impl::PairProductsBase<PairProducts> {
  using PairProductsBase::PairProductsBase;

  void runOnOperation() override {
    if (vectorBits < ingot::kMaskedBits)
      return;
    SmallVector<ByteProduct> products;
    getOperation().walk([&](scf::ForOp loop) {
      if (std::optional<ByteProduct> product = match(loop))
        products.push_back(*product);
    });
    for (const ByteProduct &product : products)
      takePairs(product);
  }

private:
  /// The loop is left with the last step of an odd number.
  static void takePairs(const ByteProduct &product) {
    scf::ForOp loop = product.loop;
    OpBuilder builder(loop);
    AffineExpr begin, end;
    bindSymbols(builder.getContext(), begin, end);
    OpFoldResult even = affine::makeComposedFoldedAffineApply(
        builder, loop.getLoc(), end - (end - begin) % 2,
        {getAsOpFoldResult(loop.getLowerBound()),
         getAsOpFoldResult(loop.getUpperBound())});
    Value last = getValueOrCreateConstantIndexOp(builder, loop.getLoc(), even);
    scf::ForOp pairs = PairLoop(product, last).loop();
    if (isEqualConstantIntOrValue(even, loop.getUpperBound())) {
      loop.replaceAllUsesWith(pairs.getResults());
      loop.erase();
      return;
    }
    loop.setLowerBound(last);
    loop.getInitArgsMutable().assign(pairs.getResults());
  }
};
} // namespace
