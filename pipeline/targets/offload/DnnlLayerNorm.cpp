//===- DnnlLayerNorm.cpp - layer norm as oneDNN computes it ---------------===//
//
// Programs write it in many ways, and fusion cuts it into ops in others:
//
//   mean = sum(x) / n
//   variance = sum((x - mean)^2) / n, or sum(x^2) / n - mean^2
//   (x - mean) / sqrt(variance + epsilon) * scale + shift
//
// So no order of ops is looked for. From sums over x on, the bodies of what
// reads them are evaluated to formulas (RowFormula.h), until one is that of a
// layer norm.
//
//===----------------------------------------------------------------------===//

#include "pipeline/targets/offload/DnnlLayerNorm.h"
#include "pipeline/targets/offload/RowFormula.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace ingot::offload;
using ingot::CauseKind;

namespace {

/// The sizes that are not one.
SmallVector<int64_t> wideSizes(ArrayRef<int64_t> sizes) {
  return llvm::to_vector(
      llvm::make_filter_range(sizes, [](int64_t size) { return size != 1; }));
}

std::optional<double> numberOf(Value value) {
  FloatAttr number;
  SplatElementsAttr splat;
  if (matchPattern(value, m_Constant(&number)))
    return number.getValueAsDouble();
  if (matchPattern(value, m_Constant(&splat)) &&
      isa<FloatType>(splat.getElementType()))
    return splat.getSplatValue<APFloat>().convertToDouble();
  return std::nullopt;
}

/// Finds the ops. Made for one attempt.
class Chain {
public:
  Chain(Value x, ArrayRef<int64_t> sizes)
      : algebra_(sizes.back()), sizes_(wideSizes(sizes)), x_(x) {
    known_[x] = Formula(Factor::Element);
  }

  /// Goes through what reads `x` from `first` on, up to the op whose result is
  /// a layer norm. True if there is one, which begins with `first`, and nobody
  /// else reads what the ops before it leave.
  bool follow(Operation *first) {
    Operation *next = first;
    for (size_t looks = 0; next && looks < kMaxLooks; ++looks) {
      if (MaybeFormula formula = read(next)) {
        ops.push_back(next);
        known_[next->getResult(0)] = *formula;
        if (std::optional<RowNorm> found = RowNorm::of(*formula)) {
          norm = *found;
          return keepNeeded() && ops.front() == first;
        }
      }
      next = nextReader(next);
    }
    return false;
  }

  double epsilon() const { return *algebra_.epsilon(); }
  Value column(unsigned number) const { return columns_[number]; }

  SmallVector<Operation *> ops;
  RowNorm norm;

private:
  /// More than a norm has ops and its numbers have readers.
  static constexpr size_t kMaxLooks = 32;

  /// Leaves those of `ops` that the last one comes of; false if others read
  /// them.
  bool keepNeeded() {
    llvm::SmallPtrSet<Operation *, 8> needed;
    needed.insert(ops.back());
    for (Operation *op : llvm::reverse(ops))
      if (needed.contains(op))
        for (Value operand : op->getOperands())
          if (Operation *producer = operand.getDefiningOp();
              operand != x_ && known_.contains(operand))
            needed.insert(producer);
    llvm::erase_if(ops, [&](Operation *op) { return !needed.contains(op); });
    return llvm::all_of(ArrayRef(ops).drop_back(), [&](Operation *op) {
      return llvm::all_of(op->getUsers(), [&](Operation *user) {
        return needed.contains(user);
      });
    });
  }

  /// The first op behind `op` in its block that reads `x` or one of `ops`.
  Operation *nextReader(Operation *op) const {
    Operation *next = nullptr;
    auto look = [&](Value value) {
      for (Operation *user : value.getUsers())
        if (user->getBlock() == op->getBlock() && op->isBeforeInBlock(user) &&
            (!next || user->isBeforeInBlock(next)))
          next = user;
    };
    look(x_);
    for (Operation *part : ops)
      look(part->getResult(0));
    return next;
  }

  /// What `op` stores at each place of `x`, or for each of its rows.
  MaybeFormula read(Operation *op) {
    if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op))
      return readReshape(op);
    auto structured = dyn_cast<linalg::LinalgOp>(op);
    if (!structured || structured->getNumResults() != 1 ||
        !structured.hasPureTensorSemantics())
      return std::nullopt;
    loops_.clear();
    for (auto [loop, size] : llvm::enumerate(structured.getStaticLoopRanges()))
      if (size != 1)
        loops_.push_back(loop);
    isOverElements_ = wideSizes(structured.getStaticLoopRanges()) == sizes_;
    MaybeFormula stored = readBody(structured);
    return stored && isStoredInOrder(structured, *stored) ? stored
                                                          : std::nullopt;
  }

  /// One that only adds dimensions of size one, or takes some away.
  MaybeFormula readReshape(Operation *op) const {
    auto found = known_.find(op->getOperand(0));
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    if (found == known_.end() || found->second.isOfElements() ||
        wideSizes(type.getShape()) != rowSizes())
      return std::nullopt;
    return found->second;
  }

  SmallVector<int64_t> rowSizes() const {
    return llvm::to_vector(ArrayRef(sizes_).drop_back());
  }

  /// The loops, but for those of size one, that the dimensions of `operand`
  /// follow; nothing if it is not gone through wholly, dimension by dimension.
  std::optional<SmallVector<unsigned>> loopsOf(linalg::LinalgOp op,
                                               OpOperand *operand) const {
    AffineMap map = op.getMatchingIndexingMap(operand);
    ArrayRef<int64_t> shape = op.getShape(operand);
    SmallVector<unsigned> loops;
    for (auto [index, size] : llvm::zip_equal(map.getResults(), shape)) {
      if (auto loop = dyn_cast<AffineDimExpr>(index)) {
        if (llvm::is_contained(loops_, loop.getPosition()))
          loops.push_back(loop.getPosition());
      } else if (!isa<AffineConstantExpr>(index) || size != 1) {
        return std::nullopt;
      }
    }
    return loops;
  }

  MaybeFormula formulaOf(linalg::LinalgOp op, OpOperand *operand) {
    Value value = operand->get();
    if (std::optional<double> number = numberOf(value))
      return *number;
    const auto loops = loopsOf(op, operand);
    if (!loops)
      return std::nullopt;
    if (auto found = known_.find(value); found != known_.end()) {
      ArrayRef<unsigned> expected = loops_;
      if (isOverElements_ && !found->second.isOfElements())
        expected = expected.drop_back();
      return ArrayRef(*loops) == expected ? MaybeFormula(found->second)
                                          : std::nullopt;
    }
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!isOverElements_ || !type || !type.hasStaticShape() ||
        ArrayRef(*loops) != ArrayRef(loops_).take_back())
      return std::nullopt;
    const auto *known = llvm::find(columns_, value);
    const auto number = static_cast<unsigned>(known - columns_.begin());
    if (known == columns_.end())
      columns_.push_back(value);
    return Formula(columnFactor(number));
  }

  /// What the op stores, wherever that is.
  MaybeFormula readBody(linalg::LinalgOp op) {
    Block &body = *op.getBlock();
    DenseMap<Value, MaybeFormula> values;
    for (OpOperand *operand : op.getDpsInputOperands())
      values[op.getMatchingBlockArgument(operand)] = formulaOf(op, operand);
    auto valueOf = [&](Value value) -> MaybeFormula {
      if (auto found = values.find(value); found != values.end())
        return found->second;
      if (std::optional<double> number = numberOf(value))
        return *number;
      return std::nullopt;
    };
    const bool isSum = op.getNumReductionLoops() != 0;
    Operation *addition = isSum ? findAddition(op) : nullptr;
    if (isSum && !addition)
      return std::nullopt;
    for (Operation &step : body.without_terminator())
      if (&step != addition && step.getNumResults() == 1)
        values[step.getResult(0)] = apply(step, valueOf);
    if (!isSum)
      return valueOf(body.getTerminator()->getOperand(0));
    const bool isLeft = addition->getOperand(0) == body.getArguments().back();
    MaybeFormula added = valueOf(addition->getOperand(isLeft ? 1 : 0));
    return added ? algebra_.rowSum(*added) : std::nullopt;
  }

  /// The last step of a sum from zero along the last dimension alone.
  static Operation *findAddition(linalg::LinalgOp op) {
    Block &body = *op.getBlock();
    Value sum = body.getArguments().back();
    auto fill = op.getDpsInits()[0].getDefiningOp<linalg::FillOp>();
    auto add =
        body.getTerminator()->getOperand(0).getDefiningOp<arith::AddFOp>();
    return op.getNumReductionLoops() == 1 &&
                   op.getIteratorTypesArray().back() ==
                       utils::IteratorType::reduction &&
                   fill && numberOf(fill.getInputs()[0]) == 0.0 && add &&
                   sum.hasOneUse() && *sum.getUsers().begin() == add
               ? add.getOperation()
               : nullptr;
  }

  template <typename Values>
  MaybeFormula apply(Operation &step, Values valueOf) {
    SmallVector<Formula> operands;
    for (Value operand : step.getOperands())
      if (MaybeFormula formula = valueOf(operand))
        operands.push_back(*std::move(formula));
      else
        return std::nullopt;
    if (isa<math::SqrtOp>(step))
      return algebra_.root(operands[0]);
    if (isa<math::RsqrtOp>(step))
      return algebra_.inverseRoot(operands[0]);
    if (isa<arith::AddFOp>(step))
      return RowAlgebra::sum(operands[0], operands[1]);
    if (isa<arith::SubFOp>(step))
      return RowAlgebra::difference(operands[0], operands[1]);
    if (isa<arith::MulFOp>(step))
      return algebra_.product(operands[0], operands[1]);
    if (isa<arith::DivFOp>(step))
      return algebra_.quotient(operands[0], operands[1]);
    if (isa<arith::MaximumFOp, arith::MaxNumFOp>(step))
      return RowAlgebra::maximum(operands[0], operands[1]);
    return std::nullopt;
  }

  /// True if the op goes through all of `x`, or its rows, in their order.
  bool isStoredInOrder(linalg::LinalgOp op, const Formula &stored) const {
    const bool isSum = op.getNumReductionLoops() != 0;
    if (stored.asNumber() ||
        isOverElements_ != (isSum || stored.isOfElements()) ||
        (!isOverElements_ && wideSizes(op.getStaticLoopRanges()) != rowSizes()))
      return false;
    const auto loops = loopsOf(op, op.getDpsInitOperand(0));
    return loops && ArrayRef(*loops) == ArrayRef(loops_).drop_back(isSum);
  }

  RowAlgebra algebra_;
  SmallVector<int64_t> sizes_; ///< Of `x`, those that are not one.
  Value x_;
  /// Looked up only.
  DenseMap<Value, Formula> known_;
  SmallVector<Value> columns_;
  /// Of the op that is being read: its loops of other sizes than one, and
  /// whether they are those through `x`.
  SmallVector<unsigned> loops_;
  bool isOverElements_ = false;
};

bool isF32(Value value) {
  return getElementTypeOrSelf(value.getType()).isF32();
}

} // namespace

LibraryMatch ingot::offload::matchLayerNorm(Operation *op) {
  constexpr Refusal kNoNorm{CauseKind::Operation, "is no layer norm"};
  auto sums = dyn_cast<linalg::LinalgOp>(op);
  if (!sums || sums.getNumReductionLoops() != 1 ||
      sums.getNumDpsInputs() != 1 || !sums.hasPureTensorSemantics())
    return kNoNorm;
  Value x = op->getOperand(0);
  auto type = dyn_cast<RankedTensorType>(x.getType());
  // The norm of one element is no number of interest, and it has no loop here.
  if (!type || !type.hasStaticShape() || type.getNumElements() == 0 ||
      type.getRank() == 0 || type.getShape().back() == 1)
    return kNoNorm;
  Chain chain(x, type.getShape());
  if (!chain.follow(op))
    return kNoNorm;
  LibraryCall call;
  call.ops = chain.ops;
  call.operands = {x};
  call.work = type.getNumElements();
  const int64_t columns = type.getShape().back();
  call.attributes["sizes"] =
      llvm::json::Array{type.getNumElements() / columns, columns};
  call.attributes["epsilon"] = chain.epsilon();
  auto addColumn = [&](StringRef name, std::optional<unsigned> number) {
    if (!number)
      return;
    call.attributes[name] = static_cast<int64_t>(call.operands.size());
    call.operands.push_back(chain.column(*number));
  };
  addColumn("scale", chain.norm.scale);
  addColumn("shift", chain.norm.shift);
  if (!llvm::all_of(call.operands, isF32))
    return Refusal{CauseKind::Type, "computes with other types than f32",
                   "f32"};
  return call;
}
