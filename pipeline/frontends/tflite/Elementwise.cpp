//===- Elementwise.cpp - element by element -------------------------------===//
//
// Functions of one tensor and of two, which are broadcast together.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tflite/TfLiteOp.h"

using namespace mlir;
using namespace ingot::tflite;

template <ElementOp function> static Results convertUnary(TfLiteOp &op) {
  return op.b.elementwise(function, op.input(0));
}

static constexpr Row kRows[] = {
    {BuiltinOperator::ABS, convertUnary<ElementOp::Abs>},
    {BuiltinOperator::FLOOR, convertUnary<ElementOp::Floor>},
};

ArrayRef<Row> ingot::tflite::elementwise() { return kRows; }
