//===- SizesOfRun.cpp - sizes of which the run may find one to be -1 ------===//
//
// Formats write -1 for a size that the others tell. Where the list of sizes is
// known, importers put the size in its place; here are lists that only the run
// knows, so that the run does, and refuses what the format's runtime refuses.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchToStablehlo/SizeOrigins.h"
#include "pipeline/conversion/TorchToStablehlo/StablehloBuilder.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

bool StablehloBuilder::mayBeNegative(Size size) {
  return !size.isKnown() && torch::mayBeNegative(size.value());
}

void StablehloBuilder::resolveSizesOfRun(Value value, Sizes &sizes) {
  SmallVector<bool> mayBe;
  for (Size size : sizes)
    mayBe.push_back(mayBeNegative(size));
  if (llvm::is_contained(mayBe, true))
    resolveNegative(value, sizes, mayBe);
}

Size StablehloBuilder::lengthOfRun(Size size, Size begin, Size length,
                                   StringRef message) {
  if (!mayBeNegative(length))
    return length;
  length = selectRest(length, subtract(size, begin));
  Value zero = valueOf(0);
  Value isInside = logicalAnd(compare(Comparison::GE, valueOf(begin), zero),
                              compare(Comparison::GE, valueOf(length), zero));
  Value end = valueOf(add(begin, length));
  assertThat(logicalAnd(isInside, compare(Comparison::LE, end, valueOf(size))),
             message);
  return length;
}

void StablehloBuilder::resolveParts(Size size, Sizes &lengths,
                                    StringRef message) {
  SmallVector<bool> mayBe;
  bool asks = false;
  Size others = 0;
  for (Size length : lengths) {
    bool isUnsure = mayBeNegative(length);
    asks |= isUnsure;
    mayBe.push_back(isUnsure || length.is(-1));
    others = add(others, mayBe.back() ? selectRest(length, 0) : length);
  }
  Value holds = hasOneRest(lengths, mayBe);
  Size rest = subtract(size, others), total = 0;
  for (auto [length, isUnsure] : llvm::zip(lengths, mayBe)) {
    if (isUnsure)
      length = selectRest(length, rest);
    total = add(total, length);
  }
  // Of sizes of tensors nothing is asked: they are what a program made them.
  if (!asks)
    return;
  Value fits = compare(Comparison::EQ, valueOf(total), valueOf(size));
  holds = holds ? logicalAnd(holds, fits) : fits;
  for (auto [length, isUnsure] : llvm::zip(lengths, mayBe))
    if (isUnsure)
      holds = logicalAnd(holds,
                         compare(Comparison::GE, valueOf(length), valueOf(0)));
  assertThat(holds, message);
}
