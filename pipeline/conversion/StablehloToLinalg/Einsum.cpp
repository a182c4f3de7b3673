//===- Einsum.cpp - einsum and unary_einsum -------------------------------===//
//
// Products by an equation of letters, one letter for each dimension ("ij,jk->
// ik"). Not part of the specification; what they mean is what numpy says of its
// einsum: a letter twice is a diagonal, one that the result lacks is summed.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/StablehloToLinalg/MultiplyAdd.h"
#include "pipeline/conversion/StablehloToLinalg/Patterns.h"
#include "pipeline/conversion/StablehloToLinalg/Tensors.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/IR/TypeUtilities.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace ingot::stablehlo;

namespace {

/// An equation as loops: first those of the result's dimensions in order, then
/// those that are summed.
struct Equation {
  /// For each operand, the loop of each of its dimensions.
  SmallVector<SmallVector<int64_t>> operands;
  int64_t resultRank, count;

  /// Fails for what is no equation of operands of these types. An ellipsis
  /// stands for the dimensions that have no letter, counted from the last.
  static FailureOr<Equation> parse(StringRef text, TypeRange types,
                                   RankedTensorType resultType) {
    auto [left, right] = text.split("->");
    if (left.size() == text.size())
      return failure();
    SmallVector<StringRef> parts;
    left.split(parts, ',');
    if (parts.size() != types.size())
      return failure();
    auto result = labels(right, resultType.getRank());
    if (failed(result))
      return failure();
    Equation equation;
    equation.resultRank = equation.count = resultType.getRank();
    llvm::SmallMapVector<int64_t, int64_t, 8> loops;
    for (auto [i, label] : llvm::enumerate(*result))
      if (!loops.insert({label, static_cast<int64_t>(i)}).second)
        return failure();
    SmallVector<int64_t> sizes(resultType.getShape());
    for (auto [part, type] : llvm::zip(parts, types))
      if (failed(equation.addOperand(part, cast<RankedTensorType>(type), loops,
                                     sizes)))
        return failure();
    for (int64_t loop = 0; loop < equation.resultRank; ++loop)
      if (llvm::none_of(equation.operands, [&](ArrayRef<int64_t> places) {
            return llvm::is_contained(places, loop);
          }))
        return failure();
    return equation;
  }

  bool isSummed(int64_t loop) const { return loop >= resultRank; }

  SmallVector<AffineMap> maps(MLIRContext *context) const {
    auto map = [&](ArrayRef<int64_t> places) {
      SmallVector<unsigned> targets(places.begin(), places.end());
      return AffineMap::getMultiDimMapWithTargets(count, targets, context);
    };
    SmallVector<AffineMap> all;
    for (ArrayRef<int64_t> places : operands)
      all.push_back(map(places));
    all.push_back(map(llvm::to_vector(llvm::seq<int64_t>(0, resultRank))));
    return all;
  }

  SmallVector<OpFoldResult> resultSizes(OpBuilder &builder, Location loc,
                                        ValueRange values) const {
    SmallVector<OpFoldResult> sizes(resultRank);
    for (auto [places, value] : llvm::zip(operands, values))
      for (auto [place, size] : llvm::zip(places, sizesOf(builder, loc, value)))
        if (!isSummed(place))
          sizes[place] = size;
    return sizes;
  }

private:
  /// A number for each dimension: that of its letter, or one beyond.
  static FailureOr<SmallVector<int64_t>> labels(StringRef part, int64_t rank) {
    constexpr int64_t kBeyondLetters = 256;
    SmallVector<int64_t> all;
    auto [before, after] = part.split("...");
    auto add = [&](StringRef letters) {
      all.append(letters.begin(), letters.end());
      return llvm::all_of(letters, [](char c) { return llvm::isAlpha(c); });
    };
    bool isKnown = add(before);
    if (before.size() != part.size())
      for (int64_t left = rank - static_cast<int64_t>(part.size() - 3);
           left > 0; --left)
        all.push_back(kBeyondLetters + left);
    isKnown &= add(after);
    if (!isKnown || static_cast<int64_t>(all.size()) != rank)
      return failure();
    return all;
  }

  LogicalResult addOperand(StringRef part, RankedTensorType type,
                           llvm::SmallMapVector<int64_t, int64_t, 8> &loops,
                           SmallVectorImpl<int64_t> &sizes) {
    auto names = labels(part, type.getRank());
    if (failed(names))
      return failure();
    SmallVector<int64_t> places;
    for (auto [label, size] : llvm::zip(*names, type.getShape())) {
      auto [entry, isNew] = loops.insert({label, count});
      if (isNew) {
        ++count;
        sizes.push_back(size);
      }
      int64_t &known = sizes[entry->second];
      // Sizes of 1 are not repeated.
      if (!ShapedType::isDynamic(known) && !ShapedType::isDynamic(size) &&
          known != size)
        return failure();
      if (ShapedType::isDynamic(known))
        known = size;
      places.push_back(entry->second);
    }
    operands.push_back(places);
    return success();
  }
};

SmallVector<utils::IteratorType> kindsOf(const Equation &equation) {
  SmallVector<utils::IteratorType> kinds(equation.resultRank,
                                         utils::IteratorType::parallel);
  kinds.resize(equation.count, utils::IteratorType::reduction);
  return kinds;
}

struct ConvertEinsum final : OpPattern<EinsumOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(EinsumOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = resultType(op);
    auto equation = Equation::parse(op.getEinsumConfig(), op->getOperandTypes(),
                                    op.getType());
    if (!type || failed(equation))
      return failure();
    if (succeeded(replaceByProduct(op, *equation, rewriter)))
      return success();
    Location loc = op.getLoc();
    ProductTypes types{getElementTypeOrSelf(op.getLhs().getType()),
                       getElementTypeOrSelf(op.getRhs().getType())};
    rewriter.replaceOp(
        op, sumOfProducts(
                rewriter, loc, type,
                equation->resultSizes(rewriter, loc, adaptor.getOperands()),
                adaptor.getOperands(), equation->maps(getContext()),
                kindsOf(*equation), types));
    return success();
  }

private:
  /// dot_general, which later passes know better, where each letter is once in
  /// an operand, and in both or in the result.
  static LogicalResult replaceByProduct(EinsumOp op, const Equation &equation,
                                        ConversionPatternRewriter &rewriter) {
    ArrayRef<int64_t> lhs = equation.operands[0], rhs = equation.operands[1];
    SmallVector<int64_t> lhsBatch, rhsBatch, lhsSummed, rhsSummed, order,
        freeOfLhs, freeOfRhs;
    for (auto [i, loop] : llvm::enumerate(lhs)) {
      const auto *other = llvm::find(rhs, loop);
      if (llvm::count(lhs, loop) != 1 ||
          (other == rhs.end() && equation.isSummed(loop)))
        return failure();
      if (other == rhs.end()) {
        freeOfLhs.push_back(loop);
        continue;
      }
      bool isSummed = equation.isSummed(loop);
      (isSummed ? lhsSummed : lhsBatch).push_back(static_cast<int64_t>(i));
      (isSummed ? rhsSummed : rhsBatch).push_back(other - rhs.begin());
      if (!isSummed)
        order.push_back(loop);
    }
    for (int64_t loop : rhs) {
      bool isShared = llvm::is_contained(lhs, loop);
      if (llvm::count(rhs, loop) != 1 || (!isShared && equation.isSummed(loop)))
        return failure();
      if (!isShared)
        freeOfRhs.push_back(loop);
    }
    llvm::append_range(order, freeOfLhs);
    llvm::append_range(order, freeOfRhs);
    // `order` has the result's dimension for each of the product's.
    SmallVector<int64_t> permutation(order.size()), shape;
    for (auto [place, loop] : llvm::enumerate(order)) {
      permutation[loop] = static_cast<int64_t>(place);
      shape.push_back(op.getType().getDimSize(loop));
    }
    auto numbers = DotDimensionNumbersAttr::get(op.getContext(), lhsBatch,
                                                rhsBatch, lhsSummed, rhsSummed);
    Value product = DotGeneralOp::create(
        rewriter, op.getLoc(), op.getType().clone(shape), op.getLhs(),
        op.getRhs(), numbers, ArrayAttr(), DotAlgorithmAttr());
    rewriter.replaceOpWithNewOp<TransposeOp>(op, op.getType(), product,
                                             permutation);
    return success();
  }
};

/// The same of one operand: elements that move, and sums.
struct ConvertUnaryEinsum final : OpPattern<UnaryEinsumOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(UnaryEinsumOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = resultType(op);
    auto equation = Equation::parse(op.getEinsumConfig(), op->getOperandTypes(),
                                    op.getType());
    if (!type || failed(equation))
      return failure();
    Location loc = op.getLoc();
    Value operand = adaptor.getOperand();
    SmallVector<OpFoldResult> sizes =
        equation->resultSizes(rewriter, loc, operand);
    SmallVector<AffineMap> maps = equation->maps(getContext());
    if (equation->count == equation->resultRank) {
      rewriter.replaceOp(op, generateTensor(rewriter, loc, type, sizes, operand,
                                            maps.front(),
                                            [](OpBuilder &, ValueRange values) {
                                              return values[0];
                                            }));
      return success();
    }
    // A product with one, which changes nothing.
    maps.insert(maps.begin() + 1,
                AffineMap::get(equation->count, 0, getContext()));
    Type given = getElementTypeOrSelf(op.getOperand().getType());
    Value one = oneTensor(rewriter, loc, type.getElementType());
    if (!one)
      return failure();
    rewriter.replaceOp(op,
                       sumOfProducts(rewriter, loc, type, sizes, {operand, one},
                                     maps, kindsOf(*equation), {given, given}));
    return success();
  }

private:
  static Value oneTensor(OpBuilder &builder, Location loc, Type element) {
    auto type = RankedTensorType::get({}, element);
    DenseElementsAttr value;
    if (auto complex = dyn_cast<ComplexType>(element)) {
      Type part = complex.getElementType();
      value = DenseElementsAttr::get(
          type,
          ArrayRef<Attribute>{builder.getArrayAttr(
              {builder.getFloatAttr(part, 1), builder.getFloatAttr(part, 0)})});
    } else if (isa<FloatType>(element)) {
      value = DenseElementsAttr::get(type, builder.getFloatAttr(element, 1));
    } else if (isa<IntegerType>(element)) {
      value = DenseElementsAttr::get(type, builder.getIntegerAttr(element, 1));
    } else {
      return Value();
    }
    return arith::ConstantOp::create(builder, loc, value);
  }
};

} // namespace

void ingot::stablehlo::populateEinsumPatterns(const TypeConverter &converter,
                                              RewritePatternSet &patterns) {
  patterns.add<ConvertEinsum, ConvertUnaryEinsum>(converter,
                                                  patterns.getContext());
}
