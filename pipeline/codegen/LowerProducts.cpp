//===- LowerProducts.cpp - products by panels become tile instructions ----===//
//
// AMX has eight registers of 16 rows of 64 bytes. Four hold sums, two rows of
// tiles by two columns; two hold a step of the left operand, two one of the
// panels. So every tile that is loaded is used twice. Ragged ends are tiles of
// fewer rows or columns: a configuration says how long they are, and each of
// the (at most four) parts of a block sets its own.
//
// Dot products of vectors are in ProductDots.h.
//
// The registers are named here and not by LLVM, whose register allocator knows
// one configuration per function. The instructions are opaque to LLVM, which
// keeps their order.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/MatrixProduct.h"
#include "pipeline/codegen/Passes.h"
#include "pipeline/codegen/ProductDots.h"
#include "pipeline/codegen/ProductRows.h"
#include "pipeline/codegen/ProductWriter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/SymbolTable.h"

namespace ingot {
#define GEN_PASS_DEF_LOWERPRODUCTS
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot

using namespace mlir;
using ingot::kSumBytes;
using ingot::kTileRows;
using ingot::MatrixProduct;
using ingot::ProductAddresses;
using ingot::ProductRows;

static constexpr int64_t kRowBytes = 64;
/// Rows and columns of two tiles.
static constexpr int64_t kPairRows = 2 * kTileRows;
static constexpr int64_t kPairColumns = 2 * ingot::kPanelColumns;

namespace {
/// The tiles along one side of a part of a block: one or two, all full but the
/// last.
struct Side {
  int64_t tiles = 2;
  /// Rows or columns of the last tile.
  int64_t last = kTileRows;

  int64_t lengthOf(int64_t tile) const {
    return tile + 1 == tiles ? last : kTileRows;
  }
};

/// Writes the instructions of one product.
class TileWriter : ingot::ProductWriter {
public:
  TileWriter(linalg::GenericOp op, const MatrixProduct &product,
             SymbolTable &symbols)
      : ProductWriter(op), op_(op), product_(product), symbols_(symbols),
        bytes_(product.elementBits() / 8), group_(kSumBytes / bytes_) {
    SmallVector<int64_t> ranges = op.getStaticLoopRanges();
    columns_ = ranges[product.column];
    steps_ = ingot::stepsOf(ranges.back(), group_);
  }

  void run(bool fromZero) {
    fromZero_ = fromZero;
    rows_ = ProductRows(builder_, op_, product_);
    rows_.forEachOuter(builder_, loc_,
                       [&](Value left, Value panels, Value sums) {
                         writeBlock({left, panels, sums});
                       });
    call("llvm.x86.tilerelease", {});
  }

private:
  // Instructions.
  Value i8(int64_t value) {
    return LLVM::ConstantOp::create(builder_, loc_,
                                    builder_.getI8IntegerAttr(int8_t(value)));
  }
  void call(StringRef name, ValueRange arguments) {
    LLVM::CallIntrinsicOp::create(builder_, loc_, builder_.getStringAttr(name),
                                  arguments);
  }
  void move(StringRef name, int64_t tile, Value address, Value stride) {
    Value wide = arith::IndexCastOp::create(builder_, loc_,
                                            builder_.getI64Type(), stride);
    call(name, {i8(tile), pointer(address), wide});
  }
  void load(int64_t tile, Value address, Value stride) {
    move("llvm.x86.tileloadd64", tile, address, stride);
  }
  StringRef multiplication() const {
    if (product_.isFloat)
      return "llvm.x86.tdpbf16ps";
    if (product_.isLeftSigned)
      return product_.isRightSigned ? "llvm.x86.tdpbssd" : "llvm.x86.tdpbsud";
    return product_.isRightSigned ? "llvm.x86.tdpbusd" : "llvm.x86.tdpbuud";
  }

  // Which registers have which part.
  static int64_t sumsAt(int64_t row, int64_t column) {
    return 2 * row + column;
  }
  static int64_t leftAt(int64_t row) { return 4 + row; }
  static int64_t panelAt(int64_t column) { return 6 + column; }

  /// What LDTILECFG reads: the palette, then bytes of a row of each register
  /// from byte 16 on, and rows from byte 48 on.
  void appendConfiguration(SmallVectorImpl<int8_t> &table, Side rows,
                           Side columns) const {
    size_t start = table.size();
    table.resize(start + 64, 0);
    table[start] = 1;
    auto set = [&](int64_t tile, int64_t lines, int64_t rowBytes) {
      table[start + 16 + 2 * tile] = int8_t(rowBytes);
      table[start + 48 + tile] = int8_t(lines);
    };
    for (int64_t row = 0; row < rows.tiles; ++row)
      for (int64_t column = 0; column < columns.tiles; ++column)
        set(sumsAt(row, column), rows.lengthOf(row),
            columns.lengthOf(column) * kSumBytes);
    for (int64_t row = 0; row < rows.tiles; ++row)
      set(leftAt(row), rows.lengthOf(row), steps_.size * bytes_);
    for (int64_t column = 0; column < columns.tiles; ++column)
      set(panelAt(column), steps_.size / group_,
          columns.lengthOf(column) * kSumBytes);
  }

  /// The address of constant configurations.
  Value tableOf(ArrayRef<int8_t> bytes) {
    auto type = MemRefType::get({int64_t(bytes.size())}, builder_.getI8Type());
    auto value = DenseElementsAttr::get(
        RankedTensorType::get(type.getShape(), type.getElementType()), bytes);
    OpBuilder detached(builder_.getContext());
    auto global = memref::GlobalOp::create(
        detached, loc_, "tile_configuration", detached.getStringAttr("private"),
        type, value, /*constant=*/true,
        /*alignment=*/detached.getI64IntegerAttr(64));
    symbols_.insert(global);
    Value memory =
        memref::GetGlobalOp::create(builder_, loc_, type, global.getSymName());
    return memref::ExtractAlignedPointerAsIndexOp::create(builder_, loc_,
                                                          memory);
  }

  /// All parts of a block: rows in pairs of tiles and what is left of them.
  void writeBlock(const ProductAddresses &block) {
    OpFoldResult rows = rows_.count();
    if (std::optional<int64_t> count = getConstantIntValue(rows)) {
      if (*count >= kPairRows)
        writeRows(block, Side(), constant(*count / kPairRows));
      if (int64_t rest = *count % kPairRows)
        writeRows(skipRows(block, constant(*count / kPairRows * kPairRows)),
                  sideOf(rest), constant(1));
      return;
    }
    Value count = getValueOrCreateConstantIndexOp(builder_, loc_, rows);
    Value pairs =
        arith::DivUIOp::create(builder_, loc_, count, constant(kPairRows));
    writeRows(block, Side(), pairs);
    Value done = times(pairs, kPairRows);
    Value rest = arith::SubIOp::create(builder_, loc_, count, done);
    writeUnknownRest(skipRows(block, done), rest);
  }

  ProductAddresses skipRows(const ProductAddresses &block, Value rows) {
    ProductAddresses next = block;
    next.left = add(block.left, times(rows, leftStride()));
    next.sums = add(block.sums, times(rows, sumStride()));
    return next;
  }
  Value leftStride() { return rows_.leftStride(builder_, loc_); }
  Value sumStride() { return rows_.sumStride(builder_, loc_); }

  static Side sideOf(int64_t length) {
    Side side;
    side.tiles = length > kTileRows ? 2 : 1;
    side.last = length - (side.tiles - 1) * kTileRows;
    return side;
  }

  /// One tile or two, of as many rows as are left.
  void writeUnknownRest(const ProductAddresses &block, Value rest) {
    auto when = [&](arith::CmpIPredicate predicate, int64_t bound,
                    llvm::function_ref<void()> body) {
      Value condition = arith::CmpIOp::create(builder_, loc_, predicate, rest,
                                              constant(bound));
      auto choice = scf::IfOp::create(builder_, loc_, condition);
      OpBuilder::InsertionGuard guard(builder_);
      builder_.setInsertionPointToStart(choice.thenBlock());
      body();
    };
    unknownRest_ = rest;
    when(arith::CmpIPredicate::ugt, kTileRows,
         [&] { writeRows(block, Side{2, 0}, constant(1)); });
    when(arith::CmpIPredicate::ule, kTileRows, [&] {
      when(arith::CmpIPredicate::ne, 0,
           [&] { writeRows(block, Side{1, 0}, constant(1)); });
    });
    unknownRest_ = nullptr;
  }

  /// `pairs` times the rows of `side`, and all columns.
  void writeRows(const ProductAddresses &block, Side side, Value pairs) {
    if (columns_ >= kPairColumns)
      writePart(block, side, pairs, Side(), columns_ / kPairColumns);
    if (int64_t rest = columns_ % kPairColumns) {
      ProductAddresses next = block;
      int64_t done = columns_ - rest;
      next.panels = add(block.panels,
                        constant(done / ingot::kPanelColumns * panelBytes()));
      next.sums = add(block.sums, constant(done * kSumBytes));
      writePart(next, side, pairs, sideOf(rest), 1);
    }
  }

  int64_t panelBytes() const { return steps_.padded() / group_ * kRowBytes; }

  void configure(Side rows, Side columns) {
    SmallVector<int8_t> table;
    if (rows.last != 0) {
      appendConfiguration(table, rows, columns);
      call("llvm.x86.ldtilecfg", pointer(tableOf(table)));
      return;
    }
    // One for each number of rows that may be left.
    int64_t before = (rows.tiles - 1) * kTileRows;
    for (int64_t last = 1; last <= kTileRows; ++last)
      appendConfiguration(table, Side{rows.tiles, last}, columns);
    Value start = tableOf(table);
    Value index = times(unknownRest_, 64);
    Value first = constant(-(before + 1) * 64);
    call("llvm.x86.ldtilecfg", pointer(add(start, add(index, first))));
  }

  /// Columns outside, so that rows share a panel in the first-level cache.
  void writePart(const ProductAddresses &block, Side rows, Value rowPairs,
                 Side columns, int64_t columnPairs) {
    configure(rows, columns);
    Value left = leftStride(), sum = sumStride();
    loopOver(constant(columnPairs), [&](Value column) {
      Value panels = add(block.panels, times(column, 2 * panelBytes()));
      Value sums = add(block.sums, times(column, kPairColumns * kSumBytes));
      loopOver(rowPairs, [&](Value row) {
        Value first = times(row, kPairRows);
        writeTiles({add(block.left, times(first, left)), panels,
                    add(sums, times(first, sum))},
                   rows.tiles, columns.tiles, left, sum);
      });
    });
  }

  void writeTiles(const ProductAddresses &at, int64_t rows, int64_t columns,
                  Value leftStride, Value sumStride) {
    auto forSums = [&](llvm::function_ref<void(int64_t, Value)> body) {
      for (int64_t row = 0; row < rows; ++row)
        for (int64_t column = 0; column < columns; ++column)
          body(sumsAt(row, column),
               add(add(at.sums, times(sumStride, row * kTileRows)),
                   constant(column * kTileRows * kSumBytes)));
    };
    forSums([&](int64_t tile, Value address) {
      if (fromZero_)
        call("llvm.x86.tilezero", i8(tile));
      else
        load(tile, address, sumStride);
    });
    Value lineBytes = constant(kRowBytes);
    loopOver(constant(steps_.count), [&](Value step) {
      Value left = add(at.left, times(step, steps_.size * bytes_));
      Value panels =
          add(at.panels, times(step, steps_.size / group_ * kRowBytes));
      for (int64_t column = 0; column < columns; ++column)
        load(panelAt(column), add(panels, constant(column * panelBytes())),
             lineBytes);
      for (int64_t row = 0; row < rows; ++row) {
        load(leftAt(row), add(left, times(leftStride, row * kTileRows)),
             leftStride);
        for (int64_t column = 0; column < columns; ++column)
          call(multiplication(),
               {i8(sumsAt(row, column)), i8(leftAt(row)), i8(panelAt(column))});
      }
    });
    forSums([&](int64_t tile, Value address) {
      move("llvm.x86.tilestored64", tile, address, sumStride);
    });
  }

  linalg::GenericOp op_;
  const MatrixProduct &product_;
  SymbolTable &symbols_;
  int64_t bytes_; ///< Of an element of the operands.
  int64_t group_; ///< Elements of a group.
  int64_t columns_ = 0;
  ingot::ProductSteps steps_;
  ProductRows rows_;
  bool fromZero_ = false;
  Value unknownRest_;
};

struct LowerProducts final : ingot::impl::LowerProductsBase<LowerProducts> {
  void runOnOperation() override {
    SmallVector<linalg::GenericOp> products;
    getOperation().walk([&](linalg::GenericOp op) {
      if (op->hasAttr(ingot::kProductAttribute))
        products.push_back(op);
    });
    if (products.empty())
      return;
    SymbolTable symbols(getOperation());
    for (linalg::GenericOp op : products) {
      auto name = op->getAttrOfType<StringAttr>(ingot::kProductAttribute);
      const auto *dots = name ? ingot::findDotInstruction(name) : nullptr;
      if (name && !dots) {
        op.emitOpError("there are no dot products ") << name;
        return signalPassFailure();
      }
      MatrixProduct product = ingot::describePacked(op);
      linalg::FillOp fill = ingot::zeroFillOf(op);
      linalg::GenericOp equalRows;
      if (dots) {
        if (!product.isFloat)
          equalRows = ingot::equalRowsOf(op);
        ingot::writeDots(op, product, *dots, fill != nullptr, equalRows);
      } else {
        TileWriter(op, product, symbols).run(fill != nullptr);
      }
      op.erase();
      if (fill)
        fill.erase();
      if (equalRows)
        equalRows.erase();
    }
  }
};
} // namespace
