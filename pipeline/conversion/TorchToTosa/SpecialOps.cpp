//===- SpecialOps.cpp - what TOSA has nothing for -------------------------===//

#include "pipeline/conversion/TorchToTosa/Tables.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

namespace {

Converted refuseRandom(Conversion &c) {
  return c.fail("TOSA has no random numbers");
}

Converted refuseOrder(Conversion &c) { return c.fail("TOSA does not sort"); }

Converted refuseBits(Conversion &c) {
  return c.fail("TOSA does not show the bits of a number");
}

} // namespace

void ingot::torch::populateTosaSpecialOps(ConversionTable &table) {
  table.add({
      {"torch.aten.uniform", refuseRandom},
      {"torch.aten.sort", refuseOrder},
      {"torch.aten.sort.stable", refuseOrder},
      {"torch.aten.argsort", refuseOrder},
      {"torch.aten.topk", refuseOrder},
      {"torch.aten.kthvalue", refuseOrder},
      {"torch.aten.signbit", refuseBits},
      {"torch.aten.view.dtype", refuseBits},
  });
}
