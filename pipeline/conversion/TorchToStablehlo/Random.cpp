//===- Random.cpp - random numbers ----------------------------------------===//
//
// Numbers come from `stablehlo.rng`. A generator that the program names would
// only say where its state is, and is not asked.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchToStablehlo/Tables.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

namespace {

using Distribution = stablehlo::RngDistribution;

/// Uniform between `a` and `b`, or normal of mean `a` and deviation `b`. Floats
/// of 16 bits and less are drawn in f32.
Value draw(StablehloBuilder &b, ArrayRef<Size> sizes, Type element, Value low,
           Value high, Distribution distribution) {
  bool isSmall =
      isa<mlir::FloatType>(element) && element.getIntOrFloatBitWidth() < 32;
  Type drawn = isSmall ? Type(b.getF32Type()) : element;
  return stablehlo::RngOp::create(
      b, b.typeOf(sizes, drawn), b.convert(low, drawn), b.convert(high, drawn),
      b.shapeOf(sizes),
      stablehlo::RngDistributionAttr::get(b.getContext(), distribution));
}

template <Distribution distribution>
Converted drawLike(Conversion &c, StringRef low, StringRef high) {
  if (!isa<mlir::FloatType>(c.resultElement()))
    return c.fail("the numbers are no floats");
  return draw(stablehloBuilder(c), c.b.sizesOf(c.operand("self")),
              c.resultElement(), c.operand(low), c.operand(high), distribution);
}

Converted convertUniform(Conversion &c) {
  return drawLike<Distribution::UNIFORM>(c, "from", "to");
}

Converted convertNormal(Conversion &c) {
  return drawLike<Distribution::NORMAL>(c, "mean", "std");
}

/// Of sizes: between 0 and 1, or of mean 0 and deviation 1.
template <Distribution distribution> Converted drawSizes(Conversion &c) {
  std::optional<Sizes> sizes = c.op.operand("size")
                                   ? c.getSizes("size")
                                   : c.b.sizesOf(c.operand("self"));
  if (!sizes || !isa<mlir::FloatType>(c.resultElement()))
    return c.fail("the sizes are not known, or the numbers are no floats");
  Type f32 = c.b.getF32Type();
  return draw(stablehloBuilder(c), *sizes, c.resultElement(),
              c.b.scalar(f32, 0), c.b.scalar(f32, 1), distribution);
}

/// Integers from `low`, or 0, to below `high`, of equal probability.
Converted convertIntegers(Conversion &c) {
  std::optional<Sizes> sizes = c.getSizes("size");
  if (!sizes)
    return c.fail("the elements of the list of sizes are not known");
  Type f64 = c.b.getF64Type();
  Value low =
      c.op.operand("low") ? c.operandAs("low", f64) : c.b.scalar(f64, 0);
  Value numbers = draw(stablehloBuilder(c), *sizes, f64, low,
                       c.operandAs("high", f64), Distribution::UNIFORM);
  return c.b.convert(c.b.elementwise(ElementOp::Floor, numbers),
                     c.b.getI64Type());
}

/// True with the probability that each element says.
Converted convertBernoulli(Conversion &c) {
  Value chances = c.operand("self");
  Type element = c.b.elementOf(chances);
  Value numbers = draw(stablehloBuilder(c), c.b.sizesOf(chances), element,
                       c.b.scalar(element, 0), c.b.scalar(element, 1),
                       Distribution::UNIFORM);
  return c.b.compare(Comparison::LT, numbers, chances);
}

} // namespace

void ingot::torch::populateStablehloRandom(ConversionTable &table) {
  constexpr Distribution kUniform = Distribution::UNIFORM;
  constexpr Distribution kNormal = Distribution::NORMAL;
  table.add({
      {"torch.aten.uniform", convertUniform},
      {"torch.aten.normal_functional", convertNormal},
      {"torch.aten.rand", drawSizes<kUniform>},
      {"torch.aten.rand_like", drawSizes<kUniform>},
      {"torch.aten.randn", drawSizes<kNormal>},
      {"torch.aten.randn.generator", drawSizes<kNormal>},
      {"torch.aten.randn_like", drawSizes<kNormal>},
      {"torch.aten.randint", convertIntegers},
      {"torch.aten.randint.low", convertIntegers},
      {"torch.aten.bernoulli", convertBernoulli},
  });
}
