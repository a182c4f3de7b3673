//===- SpecialOps.cpp - what TOSA has nothing for -------------------------===//
//
// Rows that StableHLO has and TOSA cannot have, with a better reason than that
// no conversion is known.
//
//===----------------------------------------------------------------------===//

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

Converted refuseGradient(Conversion &c) {
  return c.fail("TOSA has no convolution with groups of samples");
}

} // namespace

void ingot::torch::populateTosaSpecialOps(ConversionTable &table) {
  table.add({
      {"torch.aten.uniform", refuseRandom},
      {"torch.aten.normal_functional", refuseRandom},
      {"torch.aten.rand", refuseRandom},
      {"torch.aten.rand_like", refuseRandom},
      {"torch.aten.randn", refuseRandom},
      {"torch.aten.randn.generator", refuseRandom},
      {"torch.aten.randn_like", refuseRandom},
      {"torch.aten.randint", refuseRandom},
      {"torch.aten.randint.low", refuseRandom},
      {"torch.aten.bernoulli", refuseRandom},
      {"torch.aten.sort", refuseOrder},
      {"torch.aten.sort.stable", refuseOrder},
      {"torch.aten.argsort", refuseOrder},
      {"torch.aten.topk", refuseOrder},
      {"torch.aten.kthvalue", refuseOrder},
      {"torch.torchvision.nms", refuseOrder},
      {"torch.aten.signbit", refuseBits},
      {"torch.aten.view.dtype", refuseBits},
      {"torch.aten.convolution_backward", refuseGradient},
      {"torch.aten.convolution_backward_overrideable", refuseGradient},
  });
}
