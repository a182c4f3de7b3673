//===- Composites.h - operators that keep their names -----------*- C++ -*-===//
//
// Which operators do so, and with which attributes, is said in
// pipeline/dialects/ingot/TfLiteComposites.h.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_FRONTENDS_TFLITE_COMPOSITES_H
#define INGOT_PIPELINE_FRONTENDS_TFLITE_COMPOSITES_H

#include "pipeline/frontends/tflite/TfLiteOp.h"

namespace ingot::tflite {

/// What `define` makes of the inputs, as the definition of a composite `name`
/// with the attributes that `describe` adds; as it is if a size of the inputs
/// is not known, or they are not all signed.
Value makeComposite(TfLiteOp &op, llvm::StringRef name, mlir::ValueRange inputs,
                    llvm::function_ref<void(mlir::NamedAttrList &)> describe,
                    llvm::function_ref<Value(mlir::ValueRange inputs)> define);

} // namespace ingot::tflite

#endif // INGOT_PIPELINE_FRONTENDS_TFLITE_COMPOSITES_H
