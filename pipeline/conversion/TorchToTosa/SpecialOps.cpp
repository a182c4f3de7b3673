//===- SpecialOps.cpp - assertions, and what TOSA has nothing for ---------===//

#include "pipeline/conversion/TorchToTosa/Tables.h"
#include "pipeline/dialects/torch/TorchOps.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

namespace {

/// A condition that the run checks; one that holds for sure is none.
Converted assertThat(Conversion &c, Value condition, StringRef message) {
  if (!condition)
    return c.fail("the condition is no number");
  condition = c.b.convert(condition, c.b.getI1Type());
  if (constantInt(condition) != 1) {
    Value holds = tensor::ExtractOp::create(c.b, condition, ValueRange());
    cf::AssertOp::create(c.b, holds, message);
  }
  return SmallVector<Value>();
}

Converted convertRuntimeAssert(Conversion &c) {
  auto op = cast<RuntimeAssertOp>(c.op.operation());
  return assertThat(c, c.remap(op.getCondition()), op.getMessage());
}

Converted convertAssertScalar(Conversion &c) {
  return assertThat(c, c.operand("self"),
                    c.getString("assert_msg").value_or("assertion failed"));
}

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
      {"torch.runtime.assert", convertRuntimeAssert},
      {"torch.aten._assert_scalar", convertAssertScalar},
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
