//===- Products.cpp - FULLY_CONNECTED, BATCH_MATMUL -----------------------===//
//
// Weights may be integers beside float activations ("hybrid"). TFLite quantises
// the activations as it runs; here weights are dequantised, which loses less.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tflite/TfLiteOp.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tflite;

static Results convertFullyConnected(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  const auto &options = op.options<schema::FullyConnectedOptions>();
  if (options.weights_format() !=
      schema::FullyConnectedOptionsWeightsFormat::DEFAULT)
    return op.fail("its weights are shuffled; convert the model without it");
  Value input = op.floatInput(0), weights = op.floatInput(1);
  if (b.rankOf(weights) != 2)
    return op.fail("its weights are no matrix");
  int64_t rank = b.rankOf(input);
  Sizes sizes = b.sizesOf(input);
  Size depth = b.sizeOf(weights, 1);
  Value rows = input;
  // All dimensions but the depth are rows, wherever the depth ends.
  bool isAligned =
      rank > 0 && depth.isKnown() && sizes.back().is(depth.known());
  Size count =
      isAligned && rank == 2 ? sizes[0] : b.floorDivide(b.count(sizes), depth);
  if (rank != 2 || !isAligned)
    rows = b.reshape(input, Sizes{count, depth});
  Value result = b.dotGeneral(rows, weights, {}, {}, {1}, {1});
  if (op.has(2))
    result = b.add(result, op.floatInput(2));
  result = activate(b, result, options.fused_activation_function());
  if (!options.keep_num_dims() || rank == 0)
    return result;
  sizes.back() = b.sizeOf(weights, 0);
  return b.reshape(result, sizes);
}

static Results convertBatchMatMul(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  const auto &options = op.options<schema::BatchMatMulOptions>();
  auto operand = [&](unsigned i) {
    return isa<FloatType>(op.outputElement()) ? op.floatInput(i) : op.input(i);
  };
  Value x = operand(0), y = operand(1);
  if (b.rankOf(x) < 2 || b.rankOf(y) < 2)
    return op.fail("an operand is no matrix");
  if (b.elementOf(x) != op.outputElement()) {
    x = b.convert(x, op.outputElement());
    y = b.convert(y, op.outputElement());
  }
  // Batches are broadcast together.
  int64_t rank = std::max(b.rankOf(x), b.rankOf(y));
  Sizes common;
  for (int64_t dim : llvm::seq(rank - 2)) {
    int64_t fromEnd = rank - 1 - dim;
    common.push_back(b.commonSize({x, y}, fromEnd));
  }
  auto widen = [&](Value value) {
    Sizes sizes(common);
    sizes.push_back(b.sizeOf(value, b.rankOf(value) - 2));
    sizes.push_back(b.sizeOf(value, b.rankOf(value) - 1));
    RankedTensorType type = b.typeOf(value);
    bool fits = type.hasStaticShape() && type.getRank() == rank;
    for (int64_t dim = 0; fits && dim < rank; ++dim)
      fits = sizes[dim].is(type.getDimSize(dim));
    return fits ? value : b.broadcast(value, sizes);
  };
  x = widen(x);
  y = widen(y);
  auto batch = llvm::to_vector(llvm::seq(rank - 2));
  int64_t fromX = options.adj_x() ? rank - 2 : rank - 1;
  int64_t fromY = options.adj_y() ? rank - 1 : rank - 2;
  return b.dotGeneral(x, y, batch, batch, fromX, fromY);
}

static constexpr Row kRows[] = {
    {BuiltinOperator::BATCH_MATMUL, convertBatchMatMul, 2},
    {BuiltinOperator::FULLY_CONNECTED, convertFullyConnected, 2},
};

ArrayRef<Row> ingot::tflite::products() { return kRows; }
