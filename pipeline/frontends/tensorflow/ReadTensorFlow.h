//===- ReadTensorFlow.h - SavedModel and GraphDef to modules ----*- C++ -*-===//

#ifndef INGOT_PIPELINE_FRONTENDS_TENSORFLOW_READTENSORFLOW_H
#define INGOT_PIPELINE_FRONTENDS_TENSORFLOW_READTENSORFLOW_H

#include "pipeline/frontends/ModelSource.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace ingot {

/// A module of StableHLO and CHLO. A SavedModel (`saved_model.pb`, beside it
/// `variables/...`) has a function for each signature; a GraphDef one, `main`,
/// from its placeholders to what nobody uses; of a traced function to what it
/// returned. Null after diagnostics. Constants point into `source`.
mlir::OwningOpRef<mlir::ModuleOp> readTensorFlow(const ModelSource &source,
                                                 mlir::MLIRContext *context);

} // namespace ingot

#endif // INGOT_PIPELINE_FRONTENDS_TENSORFLOW_READTENSORFLOW_H
