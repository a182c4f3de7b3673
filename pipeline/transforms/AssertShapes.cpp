//===- AssertShapes.cpp - sizes known at run time are checked there -------===//
//
// The pass only says what upstream's lowerings take for granted: operands of
// one loop have one size, slices and indices are inside, sizes are not negative
// and their product does not wrap around. Comparisons are unsigned where they
// can be, so that one of them refuses negative numbers as well. What is known
// to hold is not asserted; what is known not to hold the verifier has refused.
//
// A sum of indices could itself wrap around, so every size is held below 2^40
// elements first, more than any memory has.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/Places.h"
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

  /// Each loop of a structured op has one size, whichever operand tells it, and
  /// what is found by a sum of loops is inside of its operand.
  void checkLoops(linalg::LinalgOp op) {
    SmallVector<std::optional<OpFoldResult>> ranges(op.getNumLoops());
    SmallVector<Access> computed;
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isa<RankedTensorType>(operand.get().getType()))
        continue;
      AffineMap map = op.getMatchingIndexingMap(&operand);
      for (auto [i, expression] : llvm::enumerate(map.getResults())) {
        OpFoldResult size =
            tensor::getMixedSize(builder_, loc_, operand.get(), i);
        auto loop = dyn_cast<AffineDimExpr>(expression);
        if (!loop) {
          computed.push_back({expression, size});
          continue;
        }
        std::optional<OpFoldResult> &range = ranges[loop.getPosition()];
        if (!range)
          range = size;
        else
          require(arith::CmpIPredicate::eq, *range, size,
                  "the sizes of its operands do not fit together");
      }
    }
    for (const Access &access : computed)
      checkAccess(access, ranges);
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
      Value isInside =
          both(compare(arith::CmpIPredicate::ult, last, value(whole)),
               compare(arith::CmpIPredicate::ult, offset, value(whole)));
      // Else the product above could wrap around.
      if (isa<Value>(sizes[i]))
        isInside = both(isInside,
                        compare(arith::CmpIPredicate::ule, size, value(whole)));
      if (isa<Value>(strides[i]))
        isInside = both(
            isInside,
            arith::OrIOp::create(builder_, loc_,
                                 compare(arith::CmpIPredicate::ule, size, one),
                                 compare(arith::CmpIPredicate::ule,
                                         value(strides[i]), value(whole))));
      Value isEmpty = compare(arith::CmpIPredicate::slt, size, one);
      check(arith::OrIOp::create(builder_, loc_, isEmpty, isInside),
            "a slice is out of bounds");
    }
  }

  /// A size is not negative, and small enough to be added to others.
  void checkSize(OpFoldResult size) {
    if (isa<Value>(size))
      checkSize(size, builder_.getIndexAttr(kMaxElements));
  }

  /// No size of `type` is negative, and all of them multiplied do not wrap
  /// around: what is written would be more than what was allocated.
  void checkSizes(RankedTensorType type, ValueRange dynamicSizes) {
    int64_t most = kMaxElements;
    for (int64_t size : type.getShape())
      if (ShapedType::isStatic(size))
        most /= std::max<int64_t>(size, 1);
    OpFoldResult room = builder_.getIndexAttr(most);
    for (auto [i, size] : llvm::enumerate(dynamicSizes)) {
      checkSize(size, room);
      if (i + 1 == dynamicSizes.size())
        break;
      Value one = arith::ConstantIndexOp::create(builder_, loc_, 1);
      Value divisor = arith::MaxUIOp::create(builder_, loc_, size, one);
      room = arith::DivUIOp::create(builder_, loc_, value(room), divisor)
                 .getResult();
    }
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
  static constexpr int64_t kMaxElements = int64_t(1) << 40;

  /// An operand read at an index that is computed from loops.
  struct Access {
    AffineExpr expression;
    OpFoldResult size;
  };
  /// The least and the greatest value of an expression.
  struct Interval {
    OpFoldResult least, greatest;
  };

  void checkSize(OpFoldResult size, OpFoldResult most) {
    require(arith::CmpIPredicate::ule, size, most,
            "a size is negative or more than any memory has");
  }

  /// 0 <= expression < size, if any loop runs at all.
  void checkAccess(const Access &access,
                   ArrayRef<std::optional<OpFoldResult>> ranges) {
    std::optional<Interval> values = interval(access.expression, ranges);
    if (!values)
      return;
    bool isKnown = llvm::all_of(
        ArrayRef<OpFoldResult>{values->least, values->greatest, access.size},
        [](OpFoldResult v) { return getConstantIntValue(v).has_value(); });
    if (isKnown)
      return; // The verifier has looked.
    Value size = value(access.size);
    Value isFine =
        compare(arith::CmpIPredicate::slt, value(values->greatest), size);
    if (!isZeroInteger(values->least))
      isFine =
          both(isFine, compare(arith::CmpIPredicate::sge, value(values->least),
                               value(builder_.getIndexAttr(0))));
    for (const std::optional<OpFoldResult> &range : ranges)
      if (range && isa<Value>(*range))
        isFine = arith::OrIOp::create(builder_, loc_, isFine,
                                      compare(arith::CmpIPredicate::eq,
                                              value(*range),
                                              value(builder_.getIndexAttr(0))));
    check(isFine, "an operand is smaller than what is read of it");
  }

  /// Of sums and products by constants; nothing for other expressions.
  std::optional<Interval>
  interval(AffineExpr expression,
           ArrayRef<std::optional<OpFoldResult>> ranges) {
    if (auto constant = dyn_cast<AffineConstantExpr>(expression)) {
      OpFoldResult number = builder_.getIndexAttr(constant.getValue());
      return Interval{number, number};
    }
    if (auto loop = dyn_cast<AffineDimExpr>(expression)) {
      const std::optional<OpFoldResult> &range = ranges[loop.getPosition()];
      if (!range)
        return std::nullopt;
      return Interval{builder_.getIndexAttr(0),
                      compute<arith::AddIOp>(*range, builder_.getIndexAttr(-1),
                                             std::plus<int64_t>())};
    }
    auto binary = dyn_cast<AffineBinaryOpExpr>(expression);
    if (!binary)
      return std::nullopt;
    std::optional<Interval> left = interval(binary.getLHS(), ranges),
                            right = interval(binary.getRHS(), ranges);
    if (!left || !right)
      return std::nullopt;
    if (binary.getKind() == AffineExprKind::Add)
      return Interval{compute<arith::AddIOp>(left->least, right->least,
                                             std::plus<int64_t>()),
                      compute<arith::AddIOp>(left->greatest, right->greatest,
                                             std::plus<int64_t>())};
    auto factor = dyn_cast<AffineConstantExpr>(binary.getRHS());
    if (binary.getKind() != AffineExprKind::Mul || !factor)
      return std::nullopt;
    auto times = [&](OpFoldResult number) {
      return compute<arith::MulIOp>(number, right->least,
                                    std::multiplies<int64_t>());
    };
    Interval product{times(left->least), times(left->greatest)};
    if (factor.getValue() < 0)
      std::swap(product.least, product.greatest);
    return product;
  }

  /// Now where both numbers are known, else with an op.
  template <typename Op, typename Function>
  OpFoldResult compute(OpFoldResult a, OpFoldResult b, Function function) {
    std::optional<int64_t> left = getConstantIntValue(a),
                           right = getConstantIntValue(b);
    if (left && right)
      return builder_.getIndexAttr(function(*left, *right));
    return Op::create(builder_, loc_, value(a), value(b)).getResult();
  }

  Value both(Value a, Value b) {
    return arith::AndIOp::create(builder_, loc_, a, b);
  }
  Value value(OpFoldResult number) {
    return getValueOrCreateConstantIndexOp(builder_, loc_, number);
  }
  Value compare(arith::CmpIPredicate predicate, Value a, Value b) {
    return arith::CmpIOp::create(builder_, loc_, predicate, a, b);
  }
  void check(Value condition, const char *fault) {
    std::string message;
    llvm::raw_string_ostream stream(message);
    stream << "'" << name_ << "'" << ingot::placeInProgram(loc_) << ": "
           << fault;
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
      checker.checkSizes(empty.getType(), empty.getDynamicSizes());
    } else if (auto generate = dyn_cast<tensor::GenerateOp>(op)) {
      checker.checkSizes(cast<RankedTensorType>(generate.getType()),
                         generate.getDynamicExtents());
    } else if (auto splat = dyn_cast<tensor::SplatOp>(op)) {
      checker.checkSizes(splat.getType(), splat.getDynamicSizes());
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
