//===- InferQuantization.cpp - between floats and small integers ----------===//

#include "pipeline/frontends/onnx/Inference.h"

using namespace mlir;
using namespace ingot::onnx;
using namespace ingot::onnx::reader;
using Data = proto::TensorProto;

/// The type is that of the zero point, else an attribute says it, else uint8.
static void inferQuantize(Inference &node) {
  Dtype said = static_cast<Dtype>(node.integer("output_dtype", 0));
  Dtype dtype = node.has(2) ? node.dtype(2) : said ? said : Dtype(Data::UINT8);
  node.set(0, dtype, node.shape(0));
}

/// Of the scale's type.
static void inferDequantize(Inference &node) {
  Dtype said = static_cast<Dtype>(node.integer("output_dtype", 0));
  node.set(0, said ? said : node.dtype(1), node.shape(0));
}

static void inferDynamicQuantize(Inference &node) {
  node.set(0, Data::UINT8, node.shape(0));
  node.set(1, Data::FLOAT, Shape{});
  node.set(2, Data::UINT8, Shape{});
}

ArrayRef<InferenceRow> ingot::onnx::reader::quantizationInference() {
  static constexpr InferenceRow kTable[] = {
      {"DequantizeLinear", inferDequantize},
      {"DynamicQuantizeLinear", inferDynamicQuantize},
      {"QuantizeLinear", inferQuantize},
  };
  return kTable;
}
