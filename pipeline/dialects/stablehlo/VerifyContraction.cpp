//===- VerifyContraction.cpp - constraints of products --------------------===//
//
// The order within a verifier matters: lists of dimensions are checked before
// sizes are read through them. Two constraints are relaxed for programs in use:
// (C13) of dot_general, one element type for both operands, is not checked; and
// a list of precisions may be shorter than 2.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/stablehlo/Shapes.h"
#include "pipeline/dialects/stablehlo/Verify.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"

using namespace mlir;

namespace ingot::stablehlo {

//===----------------------------------------------------------------------===//
// dot_general, dot
//===----------------------------------------------------------------------===//

static bool checkPrecisions(Check &check, StringRef constraint,
                            std::optional<ArrayAttr> precisions) {
  // Shorter lists are in use: what is missing is DEFAULT.
  if (!precisions || precisions->size() <= 2)
    return true;
  check.broken(constraint) << "has " << precisions->size()
                           << " precisions, expected 2";
  return false;
}

/// (C1) to (C10).
static bool checkDotDimensions(Check &check, Sizes lhs, Sizes rhs,
                               DotDimensionNumbersAttr numbers) {
  Sizes leftBatch = numbers.getLhsBatchingDimensions();
  Sizes rightBatch = numbers.getRhsBatchingDimensions();
  Sizes leftSummed = numbers.getLhsContractingDimensions();
  Sizes rightSummed = numbers.getRhsContractingDimensions();
  Shape left(leftBatch), right(rightBatch);
  llvm::append_range(left, leftSummed);
  llvm::append_range(right, rightSummed);
  if (!check.count("C1", "batching dimensions of rhs", rightBatch.size(),
                   leftBatch.size()) ||
      !check.count("C2", "contracting dimensions of rhs", rightSummed.size(),
                   leftSummed.size()) ||
      !check.unique("C3",
                    "lhs_batching_dimensions with "
                    "lhs_contracting_dimensions",
                    left) ||
      !check.unique("C4",
                    "rhs_batching_dimensions with "
                    "rhs_contracting_dimensions",
                    right) ||
      !check.dimensions("C5", "lhs_batching_dimensions", leftBatch, "lhs",
                        lhs.size()) ||
      !check.dimensions("C6", "lhs_contracting_dimensions", leftSummed, "lhs",
                        lhs.size()) ||
      !check.dimensions("C7", "rhs_batching_dimensions", rightBatch, "rhs",
                        rhs.size()) ||
      !check.dimensions("C8", "rhs_contracting_dimensions", rightSummed, "rhs",
                        rhs.size()))
    return false;
  for (auto [i, pair] : llvm::enumerate(llvm::zip(left, right))) {
    auto [one, other] = pair;
    if (areCompatible(lhs[one], rhs[other]))
      continue;
    bool isBatch = i < leftBatch.size();
    check.broken(isBatch ? "C9" : "C10")
        << (isBatch ? "batching" : "contracting") << " dimension " << one
        << " of lhs has size " << lhs[one] << ", dimension " << other
        << " of rhs has " << rhs[other] << "; expected the same";
    return false;
  }
  return true;
}

/// The constraints on quantised products, whose numbers follow each other in
/// dot_general and in convolution.
struct QuantizedProduct {
  StringRef allOrWeights, storage, expressed, perTensor, weightsOnly;
};

static bool checkQuantized(Check &check, const QuantizedProduct &ids, Type lhs,
                           Type rhs, Type result) {
  if (!isQuantized(lhs) && !isQuantized(rhs) && !isQuantized(result))
    return true;
  if (!isQuantized(rhs) || isQuantized(lhs) != isQuantized(result)) {
    check.broken(ids.allOrWeights)
        << "multiplies " << lhs << " with " << rhs << " to " << result
        << ", expected rhs, and both or none of lhs and the result, to be "
           "quantised";
    return false;
  }
  if (!isQuantized(lhs))
    return check.elements(ids.weightsOnly, "lhs", lhs, "rhs",
                          expressedType(rhs)) &&
           check.elements(ids.weightsOnly, "lhs", lhs, "the result", result);
  if (!check.elements(ids.storage, "lhs", storageType(lhs), "rhs",
                      storageType(rhs)) ||
      !check.elements(ids.expressed, "lhs", expressedType(lhs), "rhs",
                      expressedType(rhs)) ||
      !check.elements(ids.expressed, "lhs", expressedType(lhs), "the result",
                      expressedType(result)))
    return false;
  if (!isPerTensorQuantized(rhs) || isPerTensorQuantized(result))
    return true;
  check.broken(ids.perTensor) << "the result is quantised along an axis, "
                                 "expected one scale as rhs has";
  return false;
}

/// (C15), (C16).
static bool checkWeights(Check &check, Type rhs, Sizes summed) {
  auto perAxis = dyn_cast<quant::UniformQuantizedPerAxisType>(rhs);
  auto perTensor = dyn_cast<quant::UniformQuantizedType>(rhs);
  bool isCentred =
      (!perTensor || perTensor.getZeroPoint() == 0) &&
      (!perAxis || llvm::all_of(perAxis.getZeroPoints(),
                                [](int64_t zero) { return zero == 0; }));
  if (!isCentred) {
    check.broken("C15") << "rhs is quantised with a zero point that is not 0, "
                           "expected 0";
    return false;
  }
  if (!perAxis ||
      !llvm::is_contained(summed, int64_t(perAxis.getQuantizedDimension())))
    return true;
  check.broken("C16") << "rhs is quantised along dimension "
                      << perAxis.getQuantizedDimension()
                      << ", which is contracted";
  return false;
}

/// (C21) to (C24).
static bool checkAlgorithm(Check &check, DotAlgorithmAttr algorithm,
                           std::optional<ArrayAttr> precisions) {
  if (!algorithm)
    return true;
  auto isDefault = [](Attribute attr) {
    return cast<PrecisionAttr>(attr).getValue() == Precision::DEFAULT;
  };
  if (precisions && !llvm::all_of(*precisions, isDefault)) {
    check.broken("C21") << "has both an algorithm and precisions, expected "
                           "precisions of DEFAULT";
    return false;
  }
  return check.positive("C22", "lhs_component_count",
                        {algorithm.getLhsComponentCount()}) &&
         check.positive("C23", "rhs_component_count",
                        {algorithm.getRhsComponentCount()}) &&
         check.positive("C24", "num_primitive_operations",
                        {algorithm.getNumPrimitiveOperations()});
}

LogicalResult DotGeneralOp::verify() {
  Sizes lhs = getLhs().getType().getShape(),
        rhs = getRhs().getType().getShape();
  Type left = getLhs().getType().getElementType();
  Type right = getRhs().getType().getElementType();
  DotDimensionNumbersAttr numbers = getDotDimensionNumbers();
  Check check(*this);
  // (C13), one element type for both operands, is not checked: products of
  // mixed precision are in use, and each operand is converted to the result's.
  return success(
      checkDotDimensions(check, lhs, rhs, numbers) &&
      checkPrecisions(check, "C11", getPrecisionConfig()) &&
      check.shape("C12", "the result", getType().getShape(),
                  Sizes(shapeOfDotGeneral(lhs, rhs, numbers))) &&
      checkQuantized(check, {"C14", "C17", "C18", "C19", "C20"}, left, right,
                     getType().getElementType()) &&
      checkWeights(check, right, numbers.getRhsContractingDimensions()) &&
      checkAlgorithm(check, getAlgorithmAttr(), getPrecisionConfig()));
}

LogicalResult DotOp::verify() {
  Sizes lhs = getLhs().getType().getShape(),
        rhs = getRhs().getType().getShape();
  Check check(*this);
  std::optional<Shape> shape = shapeOfDot(lhs, rhs);
  if (!shape)
    return check.broken("C1") << "multiplies tensors of rank " << lhs.size()
                              << " and " << rhs.size() << ", expected 1 or 2";
  if (!areCompatible(lhs.back(), rhs.front()))
    return check.broken("C2")
           << "the last dimension of lhs has size " << lhs.back()
           << ", the first of rhs has " << rhs.front() << "; expected the same";
  return success(checkPrecisions(check, "C3", getPrecisionConfig()) &&
                 check.shape("C4", "the result", getType().getShape(), shape));
}

//===----------------------------------------------------------------------===//
// Solvers
//===----------------------------------------------------------------------===//

/// Only the shape is checked. Whether the matrix is positive definite is known
/// to the run, which gives NaN otherwise.
LogicalResult CholeskyOp::verify() {
  Sizes a = getA().getType().getShape();
  Check check(*this);
  if (a.size() < 2)
    return check.broken("C2")
           << "factors a tensor of rank " << a.size() << ", expected 2 or more";
  if (!areCompatible(a[a.size() - 2], a.back()))
    return check.broken("C3") << "factors matrices of " << a[a.size() - 2]
                              << " x " << a.back() << ", expected square ones";
  return success(check.shape("C1", "the result", getType().getShape(),
                             Sizes(shapeOfTriangularFactor(a))));
}

LogicalResult TriangularSolveOp::verify() {
  Sizes a = getA().getType().getShape(), b = getB().getType().getShape();
  Check check(*this);
  if (a.size() < 2 || a.size() != b.size())
    return check.broken("C2")
           << "takes tensors of rank " << a.size() << " and " << b.size()
           << ", expected the same rank, 2 or more";
  size_t rank = a.size();
  int64_t rows = b[getLeftSide() ? rank - 2 : rank - 1];
  if (!check.shape("C3", "the leading part of b", b.drop_back(2),
                   a.drop_back(2)))
    return failure();
  if (!areCompatible(a[rank - 2], a[rank - 1]) ||
      !areCompatible(a[rank - 1], rows))
    return check.broken("C3")
           << "solves with matrices of " << a[rank - 2] << " x " << a[rank - 1]
           << " for " << rows << " unknowns, expected square ones of that size";
  if (getTransposeA() == Transpose::TRANSPOSE_INVALID)
    return check.broken("I6") << "transpose_a is TRANSPOSE_INVALID, expected "
                                 "NO_TRANSPOSE, TRANSPOSE or ADJOINT";
  return success(check.type("C4", "the result", getType(), getB().getType()));
}

//===----------------------------------------------------------------------===//
// fft
//===----------------------------------------------------------------------===//

/// (C2): complex and real sides.
static bool checkFftElements(Check &check, FftType type, Type operand,
                             Type result) {
  bool fromReal = type == FftType::RFFT, toReal = type == FftType::IRFFT;
  auto partOf = [](Type element) {
    auto complex = dyn_cast<ComplexType>(element);
    return complex ? complex.getElementType() : element;
  };
  if (isa<ComplexType>(operand) != fromReal &&
      isa<ComplexType>(result) != toReal && partOf(operand) == partOf(result))
    return true;
  check.broken("C2") << stringifyFftType(type) << " makes elements of type "
                     << result << " of " << operand << ", expected "
                     << (fromReal ? "complex of float"
                         : toReal ? "float of complex"
                                  : "one complex type")
                     << " of the same precision";
  return false;
}

LogicalResult FftOp::verify() {
  Sizes operand = getOperand().getType().getShape(), length = getFftLength();
  Check check(*this);
  if (length.empty() || length.size() > 3)
    return check.broken("C3")
           << "transforms " << length.size() << " dimensions, expected 1 to 3";
  if (length.size() > operand.size())
    return check.broken("C1")
           << "transforms " << length.size()
           << " dimensions of an operand of rank " << operand.size();
  FftType type = getFftType();
  if (!checkFftElements(check, type, getOperand().getType().getElementType(),
                        getType().getElementType()) ||
      !check.notNegative("C4", "fft_length", length))
    return failure();
  Shape real(operand);
  std::copy(length.begin(), length.end(), real.end() - length.size());
  // (C4) speaks of the real side; of two complex ones each is as long.
  if (type != FftType::IRFFT &&
      !check.shape("C4", "the operand", operand, Sizes(real)))
    return failure();
  if (type == FftType::IRFFT) {
    real.back() = length.back() == 0 ? 0 : length.back() / 2 + 1;
    if (!check.shape("C5", "the operand", operand, Sizes(real)))
      return failure();
  }
  return success(check.shape("C5", "the result", getType().getShape(),
                             Sizes(shapeOfFft(operand, type, length))));
}

} // namespace ingot::stablehlo
