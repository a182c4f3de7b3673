//===- Generalize.cpp - a named op as linalg.generic ----------------------===//

#include "pipeline/codegen/Generalize.h"

#include "mlir/Dialect/Linalg/Transforms/Transforms.h"

using namespace mlir;

linalg::GenericOp ingot::generalize(RewriterBase &rewriter,
                                    linalg::LinalgOp op) {
  rewriter.setInsertionPoint(op);
  auto generic = dyn_cast<linalg::GenericOp>(op.getOperation());
  if (!generic) {
    FailureOr<linalg::GenericOp> made = linalg::generalizeNamedOp(rewriter, op);
    if (failed(made))
      return nullptr;
    generic = *made;
  }
  rewriter.setInsertionPoint(generic);
  return generic;
}
