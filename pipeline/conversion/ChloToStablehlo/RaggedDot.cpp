//===- RaggedDot.cpp - products with groups become ordinary products ------===//
//
// Every group is computed in full and what does not belong to it is masked:
// after the product where the rows are ragged, so that a value of one group
// cannot reach another one even if it is NaN; before it, on both sides, where
// the contracted dimension is. That is groups times the work of a product that
// knows where groups end.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/ChloToStablehlo/Patterns.h"
#include "pipeline/conversion/ChloToStablehlo/ShapeBuilder.h"
#include "pipeline/dialects/chlo/ChloOps.h"

using namespace mlir;
using namespace ingot::chlo;
namespace hlo = ingot::stablehlo;

namespace {

RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

SmallVector<int64_t> freeDimensions(int64_t rank, ArrayRef<int64_t> batching,
                                    ArrayRef<int64_t> contracting) {
  SmallVector<int64_t> free;
  for (int64_t i : llvm::seq(rank))
    if (!llvm::is_contained(batching, i) && !llvm::is_contained(contracting, i))
      free.push_back(i);
  return free;
}

SmallVector<int64_t> concatenated(ArrayRef<int64_t> a, ArrayRef<int64_t> b) {
  SmallVector<int64_t> all(a);
  llvm::append_range(all, b);
  return all;
}

class RaggedDot {
public:
  RaggedDot(RaggedDotOp op, OpBuilder &builder)
      : op_(op), b_(op.getLoc(), builder),
        dims_(op.getRaggedDotDimensionNumbers()),
        ragged_(dims_.getLhsRaggedDimensions()[0]) {}

  /// Null where group_sizes has other dimensions than the reference says.
  Value run() {
    if (llvm::is_contained(dims_.getLhsBatchingDimensions(), ragged_))
      return groupsOfBatches();
    if (llvm::is_contained(dims_.getLhsContractingDimensions(), ragged_))
      return contractedGroups();
    return groupsOfRows();
  }

private:
  Value product(Value lhs, Value rhs, ArrayRef<int64_t> lhsBatching,
                ArrayRef<int64_t> rhsBatching, ArrayRef<int64_t> lhsContracting,
                ArrayRef<int64_t> rhsContracting, ArrayRef<int64_t> shape) {
    auto dimensions = hlo::DotDimensionNumbersAttr::get(
        b_.getContext(), lhsBatching, rhsBatching, lhsContracting,
        rhsContracting);
    ArrayAttr precisions;
    if (ArrayAttr given = op_.getPrecisionConfigAttr()) {
      SmallVector<Attribute> same;
      for (auto each : given.getAsRange<PrecisionAttr>())
        same.push_back(hlo::PrecisionAttr::get(
            b_.getContext(), static_cast<hlo::Precision>(each.getValue())));
      precisions = b_.getArrayAttr(same);
    }
    return hlo::DotGeneralOp::create(
        b_, RankedTensorType::get(shape, op_.getType().getElementType()), lhs,
        rhs, dimensions, precisions, hlo::DotAlgorithmAttr());
  }

  /// Dimensions of lhs that group_sizes has before that of the groups, if it
  /// has any: those that come before the ragged one among batches and its kind.
  FailureOr<SmallVector<int64_t>> prefix(ArrayRef<int64_t> kind) {
    SmallVector<int64_t> dimensions(dims_.getLhsBatchingDimensions());
    for (int64_t dimension : kind) {
      if (dimension == ragged_)
        break;
      dimensions.push_back(dimension);
    }
    RankedTensorType sizes = op_.getGroupSizes().getType();
    if (sizes.getRank() == 1)
      return SmallVector<int64_t>();
    SmallVector<int64_t> expected;
    for (int64_t dimension : dimensions)
      expected.push_back(typeOf(op_.getLhs()).getDimSize(dimension));
    if (sizes.getShape().drop_back() != ArrayRef<int64_t>(expected))
      return failure();
    return dimensions;
  }

  int64_t numGroups() {
    return op_.getGroupSizes().getType().getShape().back();
  }

  /// Where each group ends: sums of the sizes up to its own.
  Value groupEnds() {
    Value sizes = op_.getGroupSizes();
    RankedTensorType type = typeOf(sizes);
    int64_t last = type.getRank() - 1;
    SmallVector<int64_t> window(type.getRank(), 1);
    window[last] = numGroups();
    SmallVector<int64_t> padding(2 * type.getRank(), 0);
    padding[2 * last] = numGroups() - 1;
    auto paddingType =
        RankedTensorType::get({type.getRank(), 2}, b_.getI64Type());
    auto scalar = RankedTensorType::get({}, type.getElementType());
    Value zero = zerosOf(b_, scalar);
    auto sums = hlo::ReduceWindowOp::create(
        b_, TypeRange{type}, ValueRange{sizes}, ValueRange{zero},
        b_.getDenseI64ArrayAttr(window), DenseI64ArrayAttr(),
        DenseI64ArrayAttr(), DenseI64ArrayAttr(),
        DenseIntElementsAttr::get(paddingType, padding));
    addSum(sums.getBody(), scalar);
    return sums.getResults().front();
  }

  void addSum(Region &region, RankedTensorType scalar) {
    OpBuilder::InsertionGuard guard(b_);
    Block &block = region.emplaceBlock();
    block.addArguments({scalar, scalar}, {b_.getLoc(), b_.getLoc()});
    b_.setInsertionPointToStart(&block);
    Value sum = hlo::AddOp::create(b_, scalar, block.getArgument(0),
                                   block.getArgument(1));
    hlo::ReturnOp::create(b_, sum);
  }

  Value compare(Value a, Value b, hlo::ComparisonDirection direction) {
    return hlo::CompareOp::create(
        b_, typeOf(a).clone(b_.getI1Type()), a, b,
        hlo::ComparisonDirectionAttr::get(b_.getContext(), direction),
        hlo::ComparisonTypeAttr());
  }

  /// `value`, or zero where the position along dimension `ragged` does not
  /// belong to the group of dimension `group`. `prefix` are the dimensions of
  /// `value` for those of group_sizes before the last one.
  Value masked(Value value, int64_t ragged, int64_t group,
               ArrayRef<int64_t> prefix) {
    RankedTensorType type = typeOf(value);
    auto count = RankedTensorType::get(
        type.getShape(), op_.getGroupSizes().getType().getElementType());
    SmallVector<int64_t> positions(prefix);
    positions.push_back(group);
    auto spread = [&](Value sizes) -> Value {
      return hlo::BroadcastInDimOp::create(b_, count, sizes,
                                           b_.getDenseI64ArrayAttr(positions));
    };
    Value end = spread(groupEnds());
    Value start =
        hlo::SubtractOp::create(b_, count, end, spread(op_.getGroupSizes()));
    Value position =
        hlo::IotaOp::create(b_, count, static_cast<uint64_t>(ragged));
    Value isIn = hlo::AndOp::create(
        b_, count.clone(b_.getI1Type()),
        compare(position, start, hlo::ComparisonDirection::GE),
        compare(position, end, hlo::ComparisonDirection::LT));
    Value zero = zerosOf(b_, type);
    return hlo::SelectOp::create(b_, type, isIn, value, zero);
  }

  /// [b,m,k], [b,k,n] -> [b,m,n]. A batch is in one group whatever their
  /// sizes are, and each has a product of its own.
  Value groupsOfBatches() {
    ArrayRef<int64_t> batching = dims_.getLhsBatchingDimensions();
    SmallVector<int64_t> outer;
    for (int64_t dimension : batching.take_until(
             [&](int64_t dimension) { return dimension == ragged_; }))
      outer.push_back(typeOf(op_.getLhs()).getDimSize(dimension));
    RankedTensorType sizes = op_.getGroupSizes().getType();
    if (sizes.getRank() != 1 &&
        sizes.getShape().drop_back() != ArrayRef<int64_t>(outer))
      return Value();
    return product(
        op_.getLhs(), op_.getRhs(), batching, dims_.getRhsBatchingDimensions(),
        dims_.getLhsContractingDimensions(),
        dims_.getRhsContractingDimensions(), op_.getType().getShape());
  }

  /// [b,m,k], [g,b,k,n] -> [b,m,n].
  Value groupsOfRows() {
    ArrayRef<int64_t> batching = dims_.getLhsBatchingDimensions();
    SmallVector<int64_t> lhsFree =
        freeDimensions(typeOf(op_.getLhs()).getRank(), batching,
                       dims_.getLhsContractingDimensions());
    SmallVector<int64_t> rhsFree = freeDimensions(
        typeOf(op_.getRhs()).getRank(), dims_.getRhsBatchingDimensions(),
        dims_.getRhsContractingDimensions());
    auto before = prefix(lhsFree);
    if (failed(before))
      return Value();

    // The product has batches, then what is free of lhs, then of rhs.
    SmallVector<int64_t> fromLhs = concatenated(batching, lhsFree), shape;
    for (int64_t dimension : fromLhs)
      shape.push_back(typeOf(op_.getLhs()).getDimSize(dimension));
    int64_t group = shape.size();
    for (int64_t dimension : rhsFree) {
      if (dimension == dims_.getRhsGroupDimensions()[0])
        group = shape.size();
      shape.push_back(typeOf(op_.getRhs()).getDimSize(dimension));
    }
    auto inProduct = [&](int64_t dimension) -> int64_t {
      return std::distance(fromLhs.begin(), llvm::find(fromLhs, dimension));
    };
    SmallVector<int64_t> positions = llvm::map_to_vector(*before, inProduct);
    Value all = product(op_.getLhs(), op_.getRhs(), batching,
                        dims_.getRhsBatchingDimensions(),
                        dims_.getLhsContractingDimensions(),
                        dims_.getRhsContractingDimensions(), shape);
    return sumOver(masked(all, inProduct(ragged_), group, positions), group);
  }

  /// One group's value and zeros.
  Value sumOver(Value value, int64_t dimension) {
    RankedTensorType type = op_.getType();
    auto scalar = RankedTensorType::get({}, type.getElementType());
    Value zero = zerosOf(b_, scalar);
    auto sum = hlo::ReduceOp::create(b_, TypeRange{type}, ValueRange{value},
                                     ValueRange{zero},
                                     b_.getDenseI64ArrayAttr(dimension));
    addSum(sum.getBody(), scalar);
    return sum.getResults().front();
  }

  /// [b,m,k], [b,k,n] -> [g,b,m,n].
  Value contractedGroups() {
    ArrayRef<int64_t> lhsBatching = dims_.getLhsBatchingDimensions(),
                      rhsBatching = dims_.getRhsBatchingDimensions(),
                      lhsContracting = dims_.getLhsContractingDimensions(),
                      rhsContracting = dims_.getRhsContractingDimensions();
    auto before = prefix(lhsContracting);
    if (failed(before))
      return Value();
    SmallVector<int64_t> lhsAll = concatenated(lhsBatching, lhsContracting),
                         rhsAll = concatenated(rhsBatching, rhsContracting);
    auto inRhs = [&](int64_t dimension) {
      return rhsAll[std::distance(lhsAll.begin(),
                                  llvm::find(lhsAll, dimension))];
    };
    // A first dimension for the groups moves all others.
    auto moved = [](int64_t dimension) { return dimension + 1; };
    auto movedInRhs = [&](int64_t dimension) { return inRhs(dimension) + 1; };
    Value lhs = masked(repeated(op_.getLhs()), moved(ragged_), 0,
                       llvm::map_to_vector(*before, moved));
    Value rhs = masked(repeated(op_.getRhs()), movedInRhs(ragged_), 0,
                       llvm::map_to_vector(*before, movedInRhs));
    return product(
        lhs, rhs, concatenated({0}, llvm::map_to_vector(lhsBatching, moved)),
        concatenated({0}, llvm::map_to_vector(rhsBatching, moved)),
        llvm::map_to_vector(lhsContracting, moved),
        llvm::map_to_vector(rhsContracting, moved), op_.getType().getShape());
  }

  /// Once for each group.
  Value repeated(Value value) {
    RankedTensorType type = typeOf(value);
    auto whole = RankedTensorType::get(
        concatenated({numGroups()}, type.getShape()), type.getElementType());
    auto positions = llvm::to_vector(llvm::seq<int64_t>(1, whole.getRank()));
    return hlo::BroadcastInDimOp::create(b_, whole, value,
                                         b_.getDenseI64ArrayAttr(positions));
  }

  RaggedDotOp op_;
  ImplicitLocOpBuilder b_;
  RaggedDotDimensionNumbersAttr dims_;
  int64_t ragged_;
};

struct ConvertRaggedDot final : OpRewritePattern<RaggedDotOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(RaggedDotOp op,
                                PatternRewriter &rewriter) const override {
    auto isStatic = [](Type type) {
      return cast<RankedTensorType>(type).hasStaticShape();
    };
    if (!llvm::all_of(op->getOperandTypes(), isStatic) ||
        !isStatic(op.getType()))
      return rewriter.notifyMatchFailure(op, "sizes are not known");
    if (!hasZero(op.getType().getElementType()) ||
        op.getGroupSizes().getType().getShape().back() == 0)
      return rewriter.notifyMatchFailure(op, "no numbers or no groups");
    Value result = RaggedDot(op, rewriter).run();
    if (!result)
      return rewriter.notifyMatchFailure(op, "group_sizes does not fit");
    rewriter.replaceOp(op, result);
    return success();
  }
};

} // namespace

void ingot::chlo::populateRaggedDotPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertRaggedDot>(patterns.getContext());
}
