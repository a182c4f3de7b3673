//===- PlacementCost.cpp - what kernels cost, roughly ---------------------===//

#include "pipeline/dialects/ingot/PlacementCost.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace mlir;
using namespace ingot;

/// Multiplications in a microsecond, by vectors of 128, 256 and 512 bits: about
/// those of large matrix products on the machine of
/// pipeline/targets/offload/README.md.
static constexpr double kRates[] = {10'000, 25'000, 50'000};
/// Bytes in a microsecond, from beyond the second cache.
static constexpr double kMemoryRate = 20'000;

/// Each tensor fits into an address space; a product or sum of their sizes need
/// not.
static int64_t asSigned(uint64_t value) {
  return static_cast<int64_t>(std::min<uint64_t>(value, INT64_MAX));
}

int64_t ingot::bytesOf(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape() ||
      !tensor.getElementType().isIntOrFloat())
    return 0;
  return tensor.getNumElements() *
         llvm::divideCeil(tensor.getElementTypeBitWidth(), 8);
}

PlacementWork ingot::workOf(Operation *op) {
  auto hasUnknownSize = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && !tensor.hasStaticShape();
  };
  PlacementWork work;
  if (llvm::any_of(op->getOperandTypes(), hasUnknownSize) ||
      llvm::any_of(op->getResultTypes(), hasUnknownSize))
    return work;
  // Results are as large as what they are written to, which is an operand.
  for (Type type : op->getOperandTypes())
    work.bytes = asSigned(
        llvm::SaturatingAdd<uint64_t>(static_cast<uint64_t>(work.bytes),
                                      static_cast<uint64_t>(bytesOf(type))));
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured)
    return work;
  work.multiplications = 1;
  for (int64_t size : structured.getStaticLoopRanges())
    work.multiplications = asSigned(llvm::SaturatingMultiply<uint64_t>(
        static_cast<uint64_t>(work.multiplications),
        static_cast<uint64_t>(size)));
  return work;
}

PlacementRates ingot::kernelRates(unsigned vectorBits) {
  return {kRates[vectorBits <= 128   ? 0
                 : vectorBits <= 256 ? 1
                                     : 2],
          kMemoryRate};
}

double ingot::microsecondsOf(const PlacementWork &work,
                             const PlacementRates &rates) {
  return std::max(static_cast<double>(work.multiplications) /
                      rates.multiplications,
                  static_cast<double>(work.bytes) / rates.bytes);
}

double ingot::kernelMicroseconds(const PlacementWork &work,
                                 unsigned vectorBits) {
  return microsecondsOf(work, kernelRates(vectorBits));
}

static llvm::StringMap<PassEstimate> &passEstimates() {
  static llvm::StringMap<PassEstimate> estimates;
  return estimates;
}

void ingot::registerPassEstimate(StringRef argument, PassEstimate estimate) {
  passEstimates()[argument] = estimate;
}

PassEstimate ingot::findPassEstimate(StringRef argument) {
  return passEstimates().lookup(argument);
}

PlacementReport ingot::kernelPlacement(Operation *op, unsigned vectorBits) {
  const PlacementWork work = workOf(op);
  return {static_cast<uint64_t>(work.multiplications),
          static_cast<uint64_t>(work.bytes),
          {{kKernel.str(), true, kernelMicroseconds(work, vectorBits)}}};
}
