//===- Recurrent.h - what recurrent operators share -------------*- C++ -*-===//

#ifndef INGOT_PIPELINE_FRONTENDS_TFLITE_RECURRENT_H
#define INGOT_PIPELINE_FRONTENDS_TFLITE_RECURRENT_H

#include "pipeline/frontends/tflite/TfLiteOp.h"

namespace ingot::tflite {

/// Keeps what a variable operand holds from now on; nothing if it is none.
void writeVariable(TfLiteOp &op, unsigned index, Value value);

/// Null if the operand is left out.
Value optionalFloat(TfLiteOp &op, unsigned index);

/// Rows, along the last dimension, times [out, in].
Value project(TensorBuilder &b, Value rows, Value weights);

/// One step after another of [time, ...] `inputs`, from the last one if
/// `reversed`. `step` takes a slice of each and the states, and gives the next
/// states and an output of `outputType`. Gives the last states, then all
/// outputs as [time, ...].
Values overTime(TensorBuilder &b, mlir::ValueRange inputs,
                mlir::ValueRange initial, Size steps, bool reversed,
                llvm::function_ref<Values(TensorBuilder &, mlir::ValueRange,
                                          mlir::ValueRange)>
                    step,
                RankedTensorType outputType);

} // namespace ingot::tflite

#endif // INGOT_PIPELINE_FRONTENDS_TFLITE_RECURRENT_H
