//===- CheckPayloads.cpp - no constant reaches beyond its bytes -----------===//
//
// Dense attributes may stand anywhere, also within dictionaries and arrays, so
// every attribute of every op is walked. The first fault of an op is reported,
// and all ops that have one.
//
//===----------------------------------------------------------------------===//

#include "pipeline/transforms/Passes.h"
#include "pipeline/transforms/Payloads.h"

#include "mlir/IR/AttrTypeSubElements.h"

namespace ingot {
#define GEN_PASS_DEF_CHECKPAYLOADS
#include "pipeline/transforms/Passes.h.inc"
} // namespace ingot

using namespace mlir;

namespace {
struct CheckPayloads final : ingot::impl::CheckPayloadsBase<CheckPayloads> {
  using CheckPayloadsBase::CheckPayloadsBase;

  void runOnOperation() override {
    bool failedAny = false;
    getOperation()->walk([&](Operation *op) {
      std::string fault;
      AttrTypeWalker walker;
      walker.addWalk([&](ElementsAttr payload) {
        if (fault.empty())
          fault = ingot::payloadFault(payload);
      });
      walker.walk(op->getAttrDictionary());
      if (fault.empty())
        return;
      op->emitError("dense constant ") << fault;
      failedAny = true;
    });
    if (failedAny)
      signalPassFailure();
  }
};
} // namespace
