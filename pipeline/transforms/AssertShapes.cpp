//===- AssertShapes.cpp - sizes known at run time are checked there -------===//
//
// What the pass needs and leaves is stated in Passes.td.
//
//===----------------------------------------------------------------------===//

#include "pipeline/transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace ingot {
#define GEN_PASS_DEF_ASSERTSHAPES
#include "pipeline/transforms/Passes.h.inc"
} // namespace ingot

using namespace mlir;

namespace {

/// Puts assertions in front of one op.
class Checker {
public:
  explicit Checker(Operation *op)
      : builder_(op), loc_(op->getLoc()), name_(op->getName().getStringRef()) {}

  /// Each loop of a structured op has one size, whichever operand tells it.
  void checkLoops(linalg::LinalgOp op) {
    SmallVector<std::optional<OpFoldResult>> ranges(op.getNumLoops());
    for (OpOperand &operand : op->getOpOperands()) {
      auto type = dyn_cast<RankedTensorType>(operand.get().getType());
      if (!type)
        continue;
      AffineMap map = op.getMatchingIndexingMap(&operand);
      for (auto [i, expression] : llvm::enumerate(map.getResults())) {
        auto loop = dyn_cast<AffineDimExpr>(expression);
        if (!loop)
          continue;
        OpFoldResult size =
            tensor::getMixedSize(builder_, loc_, operand.get(), i);
        std::optional<OpFoldResult> &range = ranges[loop.getPosition()];
        if (!range)
          range = size;
        else
          require(arith::CmpIPredicate::eq, *range, size,
                  "the sizes of its operands do not fit together");
      }
    }
  }

  /// 0 <= index < size, for each dimension of `tensor`.
  void checkIndices(Value tensor, ValueRange indices) {
    for (auto [i, index] : llvm::enumerate(indices)) {
      OpFoldResult size = tensor::getMixedSize(builder_, loc_, tensor, i);
      // Unsigned: a negative index is a very large one.
      require(arith::CmpIPredicate::ult, OpFoldResult(index), size,
              "an index is out of bounds");
    }
  }

  /// Offset + (size - 1) * stride stays inside of `tensor`, for each dimension
  /// of which anything is taken.
  void checkSlice(Value tensor, OffsetSizeAndStrideOpInterface slice) {
    auto offsets = slice.getMixedOffsets(), sizes = slice.getMixedSizes(),
         strides = slice.getMixedStrides();
    for (size_t i = 0; i < offsets.size(); ++i) {
      OpFoldResult whole = tensor::getMixedSize(builder_, loc_, tensor, i);
      if (llvm::all_of(
              ArrayRef<OpFoldResult>{offsets[i], sizes[i], strides[i], whole},
              [](OpFoldResult v) { return isa<Attribute>(v); }))
        continue; // The verifier has looked.
      Value offset = value(offsets[i]), size = value(sizes[i]);
      checkSize(sizes[i]);
      Value one = arith::ConstantIndexOp::create(builder_, loc_, 1);
      Value last = arith::AddIOp::create(
          builder_, loc_, offset,
          arith::MulIOp::create(
              builder_, loc_, value(strides[i]),
              arith::SubIOp::create(builder_, loc_, size, one)));
      Value isInside = arith::AndIOp::create(
          builder_, loc_,
          compare(arith::CmpIPredicate::ult, last, value(whole)),
          compare(arith::CmpIPredicate::ult, offset, value(whole)));
      Value isEmpty = compare(arith::CmpIPredicate::slt, size, one);
      check(arith::OrIOp::create(builder_, loc_, isEmpty, isInside),
            "a slice is out of bounds");
    }
  }

  /// A size is not negative, and small enough to be multiplied by others.
  void checkSize(OpFoldResult size) {
    if (!isa<Value>(size))
      return;
    OpFoldResult most = builder_.getIndexAttr(int64_t(1) << 40);
    require(arith::CmpIPredicate::ule, size, most,
            "a size is negative or more than any memory has");
  }

  void require(arith::CmpIPredicate predicate, OpFoldResult a, OpFoldResult b,
               const char *fault) {
    std::optional<int64_t> left = getConstantIntValue(a),
                           right = getConstantIntValue(b);
    if (a == b || (left && right))
      return; // Known, or the verifier has looked.
    check(compare(predicate, value(a), value(b)), fault);
  }

private:
  Value value(OpFoldResult number) {
    return getValueOrCreateConstantIndexOp(builder_, loc_, number);
  }
  Value compare(arith::CmpIPredicate predicate, Value a, Value b) {
    return arith::CmpIOp::create(builder_, loc_, predicate, a, b);
  }
  void check(Value condition, const char *fault) {
    std::string message;
    llvm::raw_string_ostream stream(message);
    stream << "'" << name_ << "'";
    if (auto place = dyn_cast<FileLineColLoc>(loc_))
      stream << " at line " << place.getLine();
    stream << ": " << fault;
    cf::AssertOp::create(builder_, loc_, condition, message);
  }

  OpBuilder builder_;
  Location loc_;
  StringRef name_;
};

struct AssertShapes final : ingot::impl::AssertShapesBase<AssertShapes> {
  void runOnOperation() override {
    // Bodies of structured ops are left out: a check in there could not leave.
    getOperation()->walk<WalkOrder::PreOrder>([](Operation *op) {
      check(op);
      return isa<linalg::LinalgOp, tensor::GenerateOp, tensor::PadOp>(op)
                 ? WalkResult::skip()
                 : WalkResult::advance();
    });
  }

private:
  static void check(Operation *op) {
    Checker checker(op);
    if (auto structured = dyn_cast<linalg::LinalgOp>(op)) {
      if (structured.hasPureTensorSemantics() && structured.hasDynamicShape())
        checker.checkLoops(structured);
    } else if (auto empty = dyn_cast<tensor::EmptyOp>(op)) {
      for (Value size : empty.getDynamicSizes())
        checker.checkSize(size);
    } else if (auto extract = dyn_cast<tensor::ExtractOp>(op)) {
      checker.checkIndices(extract.getTensor(), extract.getIndices());
    } else if (auto insert = dyn_cast<tensor::InsertOp>(op)) {
      checker.checkIndices(insert.getDest(), insert.getIndices());
    } else if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op)) {
      checker.checkSlice(slice.getSource(), slice);
    } else if (auto slice = dyn_cast<tensor::InsertSliceOp>(op)) {
      checker.checkSlice(slice.getDest(), slice);
    } else if (auto pad = dyn_cast<tensor::PadOp>(op)) {
      for (Value width : llvm::concat<Value>(pad.getLow(), pad.getHigh()))
        checker.checkSize(width);
    } else if (auto cast = dyn_cast<tensor::CastOp>(op)) {
      checkCast(cast, checker);
    }
  }

  static void checkCast(tensor::CastOp cast, Checker &checker) {
    auto from = dyn_cast<RankedTensorType>(cast.getSource().getType());
    auto to = dyn_cast<RankedTensorType>(cast.getType());
    if (!from || !to)
      return;
    OpBuilder builder(cast);
    for (int64_t i = 0; i < from.getRank(); ++i)
      if (from.isDynamicDim(i) && !to.isDynamicDim(i))
        checker.require(
            arith::CmpIPredicate::eq,
            tensor::getMixedSize(builder, cast.getLoc(), cast.getSource(), i),
            builder.getIndexAttr(to.getDimSize(i)),
            "the size is another than the type says");
  }
};

} // namespace
