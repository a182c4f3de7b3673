//===- ProductDots.cpp - narrow products by dot products ------------------===//
//
// x86's vpdpbusd adds four products of bytes to each 32-bit lane of a register:
// a group of four bytes of a panel's column, and the same four of a row for all
// lanes. pmaddwd adds two of 16 bits, a group of as many bytes, and leaves it
// to another instruction to add them to the sums. Panels of bytes are in groups
// as matrix tiles have them. Sums of some rows and columns stay in registers
// while a loop runs over the groups: with 32 registers of AVX-512 six rows of
// four registers, which takes ten loads for 24 instructions; of SSE2's, five
// rows of two. vdpbf16ps adds two products of bf16 to sums of f32 in the same
// way, the second of a pair first.
//
// The left side of vpdpbusd has no sign. A signed one has the top bit of
// its bytes turned, which adds 128 to each; so all rows start from 128 times
// less than the sums of the panels' columns, which another row of ones gives.
// Where there are many columns the block has turned it already
// (ProductOperands.cpp): here it is an instruction more for four.
//
// Tried and rejected: these sums in the value that the product starts from, as
// those of zero points. A pass over the right side, and one over the result:
// 1x1 128->256 on 28x28 took 70 us, and takes 55.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/ProductDots.h"
#include "pipeline/codegen/ProductRows.h"
#include "pipeline/codegen/ProductWriter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace ingot {

static constexpr int64_t kMaxDotRows = 16;
static constexpr int64_t kMaxRegisters = 8;

namespace {
/// Columns of a tile: registers, all full but the last.
struct Columns {
  int64_t registers = 0;
  int64_t last = 0; ///< Elements in use.
};

/// Writes the instructions of one product.
class DotWriter : ProductWriter {
public:
  DotWriter(linalg::GenericOp op, const MatrixProduct &product,
            const DotInstruction &dots, bool fromZero,
            linalg::GenericOp equalRows)
      : ProductWriter(op), dots_(dots), fromZero_(fromZero || equalRows),
        equalRows_(equalRows),
        flipsLeft_(dots.isLeftUnsigned && product.isLeftSigned),
        isShifted_(flipsLeft_ || product.isLeftShifted),
        lanes_(dots.vectorBits / 32),
        columns_(op.getStaticLoopRanges()[product.column]),
        groups_(op.getStaticLoopRanges().back() / dots.steps),
        rightType_(getElementTypeOrSelf(product.right->get())),
        isRightSigned_(product.isRightSigned), rows_(builder_, op, product) {
    // Of 16 registers of 128 bits one more is needed: their products are put
    // where a factor was.
    bool isWide = dots.vectorBits >= 512, isNarrow = dots.vectorBits < 256;
    usualRegisters_ = isWide ? 4 : 2;
    maxSums_ = isWide ? 24 : isNarrow ? 10 : 12;
    Type f32 = builder_.getF32Type(), bf16 = builder_.getBF16Type();
    wordType_ = VectorType::get({lanes_}, builder_.getI32Type());
    sumType_ = dots.isFloat ? wordType_.clone(f32) : wordType_;
    factorType_ = VectorType::get(
        {lanes_ * dots.steps},
        dots.isFloat ? bf16 : builder_.getIntegerType(dots.elementBits));
    leftStride_ = rows_.leftStride(builder_, loc_);
    sumStride_ = rows_.sumStride(builder_, loc_);
  }

  void run() {
    rows_.forEachOuter(builder_, loc_,
                       [&](Value left, Value panels, Value sums) {
                         writeBlock({left, panels, sums});
                       });
  }

private:
  /// Columns outside, so that rows share what is read of the panels.
  void writeBlock(const ProductAddresses &block) {
    int64_t registers = registersOfTile(), width = registers * lanes_,
            full = columns_ / width;
    auto at = [&](Value group) {
      return ProductAddresses{block.left,
                              add(block.panels, columnsAt(group, width)),
                              add(block.sums, times(group, width * kSumBytes))};
    };
    if (full > 0)
      loopOver(constant(full), [&](Value group) {
        writeRows(at(group), {registers, lanes_}, times(group, width));
      });
    if (int64_t rest = columns_ % width) {
      registers = llvm::divideCeil(rest, lanes_);
      writeRows(at(constant(full)),
                {registers, rest - (registers - 1) * lanes_},
                constant(full * width));
    }
  }

  /// Bytes from the first column to that of `group`, each `width` wide: panels,
  /// or a half of one.
  Value columnsAt(Value group, int64_t width) {
    if (width % kPanelColumns == 0)
      return times(group, width / kPanelColumns * panelBytes());
    Value parts = constant(kPanelColumns / width);
    Value panel = builder_.createOrFold<arith::DivUIOp>(loc_, group, parts),
          part = builder_.createOrFold<arith::RemUIOp>(loc_, group, parts);
    return add(times(panel, panelBytes()), times(part, width * groupBytes()));
  }

  /// Few rows have more of them, in whole panels, so that enough sums are under
  /// way.
  int64_t registersOfTile() const {
    std::optional<int64_t> rows = getConstantIntValue(rows_.count());
    int64_t panel = std::max<int64_t>(1, kPanelColumns / lanes_);
    int64_t fitting = rows ? maxSums_ / *rows / panel * panel : 0;
    return std::clamp(fitting, usualRegisters_, kMaxRegisters);
  }

  /// Of a group of one column in panels, of all columns of one, and of a panel.
  int64_t groupBytes() const {
    return dots_.steps * rightType_.getIntOrFloatBitWidth() / 8;
  }
  int64_t lineBytes() const { return kPanelColumns * groupBytes(); }
  int64_t panelBytes() const { return groups_ * lineBytes(); }

  /// As many rows as registers hold sums of; three quarters of that if no rows
  /// are left then.
  int64_t rowsOfTile(int64_t registers, std::optional<int64_t> count) const {
    int64_t most = std::min(kMaxDotRows, maxSums_ / registers);
    for (int64_t rows = most; count && 4 * rows >= 3 * most; --rows)
      if (*count % rows == 0)
        return rows;
    return most;
  }

  /// The rows of a block; `first` is the number of the first column.
  void writeRows(const ProductAddresses &block, Columns columns, Value first) {
    std::optional<int64_t> known = getConstantIntValue(rows_.count());
    int64_t rows = rowsOfTile(columns.registers, known);
    SmallVector<Value> starts = startsOf(block, columns, first);
    auto from = [&](Value row) {
      return ProductAddresses{add(block.left, times(row, leftStride_)),
                              block.panels,
                              add(block.sums, times(row, sumStride_))};
    };
    Value count =
        getValueOrCreateConstantIndexOp(builder_, loc_, rows_.count());
    Value tiles =
        builder_.createOrFold<arith::DivUIOp>(loc_, count, constant(rows));
    loopOver(tiles, [&](Value tile) {
      writeTile(from(times(tile, rows)), rows, columns, starts);
    });
    Value done = times(tiles, rows);
    if (!known) {
      Value left = builder_.createOrFold<arith::SubIOp>(loc_, count, done);
      loopOver(left, [&](Value row) {
        writeTile(from(add(done, row)), 1, columns, starts);
      });
    } else if (*known % rows != 0) {
      writeTile(from(done), *known % rows, columns, starts);
    }
  }

  Value constantOf(VectorType type, int64_t value) {
    Type element = type.getElementType();
    Attribute number = builder_.getZeroAttr(element);
    if (value != 0)
      number = builder_.getIntegerAttr(element, value);
    return arith::ConstantOp::create(builder_, loc_,
                                     DenseElementsAttr::get(type, number));
  }

  /// What the sums of each register's columns start from.
  SmallVector<Value> startsOf(const ProductAddresses &at, Columns columns,
                              Value first) {
    SmallVector<Value> starts =
        isShifted_
            ? shiftsOf(at, columns.registers)
            : SmallVector<Value>(columns.registers, constantOf(sumType_, 0));
    if (equalRows_)
      for (auto [number, start] : llvm::enumerate(starts))
        start = builder_.createOrFold<arith::AddIOp>(
            loc_, start,
            equalRow(add(first, number * lanes_), maskOf(columns, number)));
    return starts;
  }

  /// What is written to every row, for a register of columns from `first` on.
  Value equalRow(Value first, Value mask) {
    IRMapping vectors;
    for (OpOperand *input : equalRows_.getDpsInputOperands()) {
      auto metadata = memref::ExtractStridedMetadataOp::create(builder_, loc_,
                                                               input->get());
      Value offset = getValueOrCreateConstantIndexOp(
          builder_, loc_, metadata.getConstifiedMixedOffset());
      Value start = memref::ExtractAlignedPointerAsIndexOp::create(
          builder_, loc_, input->get());
      vectors.map(
          equalRows_.getMatchingBlockArgument(input),
          loadVector(add(start, times(add(offset, first), kSumBytes)), mask));
    }
    // From outside, or a constant.
    auto vectorOf = [&](Value value) -> Value {
      if (Value vector = vectors.lookupOrNull(value))
        return vector;
      if (Operation *made = value.getDefiningOp();
          made && made->getBlock() == equalRows_.getBlock())
        value = builder_.clone(*made)->getResult(0);
      return vector::BroadcastOp::create(builder_, loc_, sumType_, value);
    };
    for (Operation &inner : equalRows_.getBlock()->without_terminator()) {
      if (matchPattern(&inner, m_Constant()))
        continue;
      Value left = vectorOf(inner.getOperand(0)),
            right = vectorOf(inner.getOperand(1));
      OperationState state(loc_, inner.getName(), {left, right}, sumType_);
      vectors.map(inner.getResult(0), builder_.create(state)->getResult(0));
    }
    return vectorOf(equalRows_.getBlock()->getTerminator()->getOperand(0));
  }

  /// 128 times less than the sums of the columns.
  SmallVector<Value> shiftsOf(const ProductAddresses &at, int64_t registers) {
    Value zero = constantOf(sumType_, 0);
    SmallVector<Value> starts(registers, zero);
    Value ones = constantOf(factorType_, 1), seven = constantOf(sumType_, 7);
    starts = overGroups(starts, [&](Value group, ValueRange sums) {
      SmallVector<Value> added;
      for (auto [sum, right] :
           llvm::zip_equal(sums, loadLine(at, registers, group)))
        added.push_back(addProducts(sum, ones, right));
      return added;
    });
    for (Value &start : starts) {
      start = arith::ShLIOp::create(builder_, loc_, start, seven);
      start = arith::SubIOp::create(builder_, loc_, zero, start);
    }
    return starts;
  }

  /// A loop over the groups that carries `values`.
  SmallVector<Value>
  overGroups(ArrayRef<Value> values,
             llvm::function_ref<SmallVector<Value>(Value, ValueRange)> body) {
    auto loop = scf::ForOp::create(builder_, loc_, constant(0),
                                   constant(groups_), constant(1), values);
    OpBuilder::InsertionGuard guard(builder_);
    builder_.setInsertionPointToStart(loop.getBody());
    scf::YieldOp::create(
        builder_, loc_, body(loop.getInductionVar(), loop.getRegionIterArgs()));
    return SmallVector<Value>(loop.getResults());
  }

  /// Null where all lanes are used.
  Value maskOf(Columns columns, int64_t number) {
    if (number + 1 != columns.registers || columns.last == lanes_)
      return {};
    SmallVector<bool> used(lanes_, false);
    std::fill_n(used.begin(), columns.last, true);
    return arith::ConstantOp::create(
        builder_, loc_,
        DenseElementsAttr::get(VectorType::get({lanes_}, builder_.getI1Type()),
                               used));
  }

  /// `start`, and what the result holds unless it starts from zero.
  Value loadSums(Value start, Value address, Value mask) {
    if (fromZero_)
      return start;
    Value sums = loadVector(address, mask);
    // Floats start from zero or from these alone.
    return dots_.isFloat
               ? sums
               : builder_.createOrFold<arith::AddIOp>(loc_, sums, start);
  }
  Value loadVector(Value address, Value mask) {
    return mask ? LLVM::MaskedLoadOp::create(builder_, loc_, sumType_,
                                             pointer(address), mask,
                                             constantOf(sumType_, 0), kSumBytes)
                      .getResult()
                : LLVM::LoadOp::create(builder_, loc_, sumType_,
                                       pointer(address), kSumBytes)
                      .getResult();
  }
  void storeSums(Value sums, Value address, Value mask) {
    if (mask)
      LLVM::MaskedStoreOp::create(builder_, loc_, sums, pointer(address), mask,
                                  kSumBytes);
    else
      LLVM::StoreOp::create(builder_, loc_, sums, pointer(address), kSumBytes);
  }

  void writeTile(const ProductAddresses &at, int64_t rows, Columns columns,
                 ArrayRef<Value> starts) {
    SmallVector<Value> addresses, masks, sums;
    for (int64_t row = 0; row < rows; ++row)
      for (int64_t number = 0; number < columns.registers; ++number) {
        addresses.push_back(add(add(at.sums, times(sumStride_, row)),
                                number * lanes_ * kSumBytes));
        masks.push_back(maskOf(columns, number));
        sums.push_back(
            loadSums(starts[number], addresses.back(), masks.back()));
      }
    sums = overGroups(sums, [&](Value group, ValueRange carried) {
      return addGroup(at, rows, columns.registers, group, carried);
    });
    for (auto [sum, address, mask] : llvm::zip_equal(sums, addresses, masks))
      storeSums(sum, address, mask);
  }

  /// A group of all columns.
  SmallVector<Value> loadLine(const ProductAddresses &at, int64_t registers,
                              Value group) {
    SmallVector<Value> line;
    Value start = add(at.panels, times(group, lineBytes()));
    for (int64_t number = 0; number < registers; ++number) {
      int64_t column = number * lanes_;
      int64_t offset = column / kPanelColumns * panelBytes() +
                       column % kPanelColumns * groupBytes();
      line.push_back(factors(
          LLVM::LoadOp::create(builder_, loc_, factorType_.clone(rightType_),
                               pointer(add(start, offset)), 1)));
    }
    return line;
  }

  /// What is read of panels, as long as the instruction wants it.
  Value factors(Value right) {
    if (right.getType() == factorType_)
      return right;
    if (isRightSigned_)
      return arith::ExtSIOp::create(builder_, loc_, factorType_, right);
    return arith::ExtUIOp::create(builder_, loc_, factorType_, right);
  }

  /// The sums after one group of each row and column.
  SmallVector<Value> addGroup(const ProductAddresses &at, int64_t rows,
                              int64_t registers, Value group, ValueRange sums) {
    SmallVector<Value> right = loadLine(at, registers, group), added;
    Value start =
        add(at.left, times(group, dots_.steps * dots_.elementBits / 8));
    for (int64_t row = 0; row < rows; ++row) {
      Value left = repeatedGroup(add(start, times(leftStride_, row)));
      for (int64_t number = 0; number < registers; ++number)
        added.push_back(
            addProducts(sums[row * registers + number], left, right[number]));
    }
    return added;
  }

  /// A group of a row for every lane, without sign if the instruction wants it.
  Value repeatedGroup(Value address) {
    Value group = LLVM::LoadOp::create(builder_, loc_, builder_.getI32Type(),
                                       pointer(address), 1);
    Value all = vector::BroadcastOp::create(builder_, loc_, wordType_, group);
    if (flipsLeft_)
      all = arith::XOrIOp::create(builder_, loc_, all,
                                  constantOf(wordType_, int32_t(0x80808080)));
    return vector::BitCastOp::create(builder_, loc_, factorType_, all);
  }

  Value addProducts(Value sums, Value left, Value right) {
    SmallVector<Value> arguments = {left, right};
    if (dots_.addsSums)
      arguments.insert(arguments.begin(), sums);
    Value result = LLVM::CallIntrinsicOp::create(
                       builder_, loc_, sumType_,
                       builder_.getStringAttr(dots_.intrinsic), arguments)
                       .getResult(0);
    return dots_.addsSums ? result
                          : arith::AddIOp::create(builder_, loc_, sums, result);
  }

  const DotInstruction &dots_;
  bool fromZero_; ///< Not from what the result holds.
  linalg::GenericOp equalRows_;
  bool flipsLeft_; ///< The left side has a sign yet.
  bool isShifted_; ///< It is, or will be when it is turned, 128 more.
  int64_t lanes_, columns_, groups_;
  Type rightType_; ///< Of the panels' elements.
  bool isRightSigned_;
  /// Of the columns of a tile of many rows, and of all its sums.
  int64_t usualRegisters_ = 0, maxSums_ = 0;
  ProductRows rows_;
  VectorType wordType_, sumType_, factorType_; ///< Words are of 32 bits.
  Value leftStride_, sumStride_;
};
} // namespace

void writeDots(linalg::GenericOp op, const MatrixProduct &product,
               const DotInstruction &dots, bool fromZero,
               linalg::GenericOp equalRows) {
  DotWriter(op, product, dots, fromZero, equalRows).run();
}

} // namespace ingot
