//===- VerifyMisc.cpp - constraints of normalisation and random numbers ---===//
//
// The state of a generator may have more words than the specification lists:
// frameworks hand over words of 32 bits, twice as many, so what is checked is
// the number of bits.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/stablehlo/Shapes.h"
#include "pipeline/dialects/stablehlo/Verify.h"

using namespace mlir;

namespace ingot::stablehlo {

//===----------------------------------------------------------------------===//
// Batch normalisation
//===----------------------------------------------------------------------===//

namespace {

/// A tensor that has one number for each feature, and the constraint on it.
struct PerFeature {
  StringRef constraint, name;
  Value value;
};

} // namespace

static bool checkFeatures(Check &check, RankedTensorType operand,
                          int64_t feature, ArrayRef<PerFeature> tensors) {
  if (!check.dimension("C1", "feature_index", feature, "an operand",
                       operand.getRank()))
    return false;
  Shape expected = {operand.getDimSize(feature)};
  for (const PerFeature &tensor : tensors) {
    auto type = cast<RankedTensorType>(tensor.value.getType());
    if (!check.elements("C2", tensor.name, type, "the operand", operand) ||
        !check.shape(tensor.constraint, tensor.name, type.getShape(),
                     Sizes(expected)))
      return false;
  }
  return true;
}

LogicalResult BatchNormInferenceOp::verify() {
  Check check(*this);
  return success(
      checkFeatures(check, getOperand().getType(), getFeatureIndex(),
                    {{"C3", "scale", getScale()},
                     {"C4", "offset", getOffset()},
                     {"C5", "mean", getMean()},
                     {"C6", "variance", getVariance()}}) &&
      check.type("C7", "the result", getType(), getOperand().getType()));
}

LogicalResult BatchNormTrainingOp::verify() {
  Check check(*this);
  return success(checkFeatures(check, getOperand().getType(), getFeatureIndex(),
                               {{"C3", "scale", getScale()},
                                {"C4", "offset", getOffset()},
                                {"C5", "batch_mean", getBatchMean()},
                                {"C6", "batch_var", getBatchVar()}}) &&
                 check.type("C7", "the output", getOutput().getType(),
                            getOperand().getType()));
}

LogicalResult BatchNormGradOp::verify() {
  Check check(*this);
  RankedTensorType operand = getOperand().getType();
  return success(
      checkFeatures(check, operand, getFeatureIndex(),
                    {{"C5", "scale", getScale()},
                     {"C4", "mean", getMean()},
                     {"C4", "variance", getVariance()},
                     {"C4", "grad_scale", getGradScale()},
                     {"C4", "grad_offset", getGradOffset()}}) &&
      check.type("C3", "grad_output", getGradOutput().getType(), operand) &&
      check.type("C3", "grad_operand", getGradOperand().getType(), operand));
}

//===----------------------------------------------------------------------===//
// Random numbers
//===----------------------------------------------------------------------===//

LogicalResult RngOp::verify() {
  Check check(*this);
  Type element = getA().getType().getElementType();
  if (!check.elements("C1", "b", getB().getType(), "a", element) ||
      !check.elements("C1", "the result", getType(), "a", element))
    return failure();
  if (getRngDistribution() == RngDistribution::NORMAL &&
      !isa<FloatType>(element))
    return check.broken("C2")
           << "has a NORMAL distribution of " << element << ", expected floats";
  int64_t length = getShape().getType().getDimSize(0);
  if (!areCompatible(length, getType().getRank()))
    return check.broken("C3")
           << "has " << length << " sizes for a result of rank "
           << getType().getRank();
  std::optional<Shape> sizes = constantSizes(getShape());
  return success(!sizes || check.shape("C3", "the result", getType().getShape(),
                                       Sizes(*sizes)));
}

/// (C2): the words of 64 bits that an algorithm keeps. Frameworks hand over
/// words of 32 bits, twice as many.
static bool checkState(Check &check, RngAlgorithm algorithm,
                       RankedTensorType state) {
  if (algorithm == RngAlgorithm::DEFAULT || !state.hasStaticShape())
    return true;
  int64_t bits = state.getNumElements() * bitsOf(state.getElementType());
  bool isPhilox = algorithm == RngAlgorithm::PHILOX;
  if (bits == 128 || (isPhilox && bits == 192))
    return true;
  check.broken("C2") << "has a state of " << bits << " bits for "
                     << stringifyRngAlgorithm(algorithm) << ", expected 128"
                     << (isPhilox ? " or 192" : "");
  return false;
}

LogicalResult RngBitGeneratorOp::verify() {
  RankedTensorType state = getInitialState().getType();
  Check check(*this);
  return success(
      check.type("C1", "output_state", getOutputState().getType(), state) &&
      checkState(check, getRngAlgorithm(), state));
}

} // namespace ingot::stablehlo
