//===- Products.cpp - products of matrices --------------------------------===//
//
// Every product is a `dotGeneral`, of f32 if the elements are smaller, rounded
// once. A matrix that serves all batches is not repeated for them, so the
// product stays one of two matrices; other batches are broadcast together
// first.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchLowering/Conversion.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

namespace {

/// The type in which products are summed: floats of 16 bits and less in f32.
Type accumulatorOf(Conversion &c) {
  Type element = c.resultElement();
  bool isSmall =
      isa<mlir::FloatType>(element) && element.getIntOrFloatBitWidth() < 32;
  return isSmall ? Type(c.b.getF32Type()) : element;
}

/// Matrices at the ends of both, whatever stands before them broadcast.
Value multiplyBatches(TensorBuilder &b, Value lhs, Value rhs) {
  int64_t left = b.rankOf(lhs), right = b.rankOf(rhs);
  // One matrix for all batches: no batch at all for the product.
  if (right == 2)
    return b.dotGeneral(lhs, rhs, {}, {}, left - 1, 0);
  Sizes batch;
  for (int64_t fromEnd = std::max(left, right) - 1; fromEnd >= 2; --fromEnd)
    batch.push_back(b.commonSize({lhs, rhs}, fromEnd));
  auto spread = [&](Value value) {
    Sizes sizes = batch;
    Sizes given = b.sizesOf(value);
    sizes.append(given.end() - 2, given.end());
    return b.typeOf(sizes, b.elementOf(value)) == value.getType() &&
                   (b.isStrict() || b.typeOf(value).hasStaticShape())
               ? value
               : b.broadcast(value, sizes);
  };
  auto dims = llvm::to_vector(llvm::seq<int64_t>(batch.size()));
  int64_t rank = static_cast<int64_t>(batch.size()) + 2;
  return b.dotGeneral(spread(lhs), spread(rhs), dims, dims, rank - 1, rank - 2);
}

/// torch.matmul: a vector on the left is a row, one on the right a column, and
/// neither is in the result.
Value multiply(TensorBuilder &b, Value lhs, Value rhs) {
  bool isRow = b.rankOf(lhs) == 1, isColumn = b.rankOf(rhs) == 1;
  if (isRow && isColumn)
    return b.dotGeneral(lhs, rhs, {}, {}, 0, 0);
  if (isColumn)
    return b.dotGeneral(lhs, rhs, {}, {}, b.rankOf(lhs) - 1, 0);
  if (isRow)
    lhs = b.unsqueeze(lhs, 0);
  Value product = multiplyBatches(b, lhs, rhs);
  return isRow ? b.squeeze(product, b.rankOf(product) - 2) : product;
}

template <const char *left, const char *right>
Converted convertProduct(Conversion &c) {
  Type element = accumulatorOf(c);
  Value lhs = c.operandAs(left, element), rhs = c.operandAs(right, element);
  if (c.b.rankOf(lhs) == 0 || c.b.rankOf(rhs) == 0)
    return c.fail("an operand has no dimensions");
  return multiply(c.b, lhs, rhs);
}

/// beta * self + alpha * product.
template <const char *left, const char *right>
Converted convertSumWithProduct(Conversion &c) {
  Type element = accumulatorOf(c);
  Value product =
      multiply(c.b, c.operandAs(left, element), c.operandAs(right, element));
  if (c.getNumber("alpha") != 1.0)
    product = c.b.multiply(product, c.operandAs("alpha", element));
  // With a beta of 0 self does not count, not even NaN in it.
  if (c.getNumber("beta") == 0.0)
    return product;
  Value self = c.operandAs("self", element);
  if (c.getNumber("beta") != 1.0)
    self = c.b.multiply(self, c.operandAs("beta", element));
  return c.b.add(self, product);
}

Converted convertLinear(Conversion &c) {
  Type element = accumulatorOf(c);
  Value input = c.operandAs("input", element);
  Value weight = c.operandAs("weight", element);
  Value product = c.b.dotGeneral(input, weight, {}, {}, c.b.rankOf(input) - 1,
                                 c.b.rankOf(weight) - 1);
  return c.has("bias") ? c.b.add(product, c.operandAs("bias", element))
                       : product;
}

Converted convertOuter(Conversion &c) {
  Type element = c.resultElement();
  if (c.b.rankOf(c.operand("self")) != 1 || c.b.rankOf(c.operand("vec2")) != 1)
    return c.fail("an operand is no vector");
  return c.b.multiply(c.b.unsqueeze(c.operandAs("self", element), 1),
                      c.operandAs("vec2", element));
}

constexpr char kMat1[] = "mat1", kMat2[] = "mat2", kOther[] = "other",
               kVec[] = "vec", kTensor[] = "tensor", kBatch1[] = "batch1",
               kBatch2[] = "batch2";

} // namespace

void ingot::torch::populateProducts(ConversionTable &table) {
  table.add({
      {"torch.aten.mm", convertProduct<kSelf, kMat2>},
      {"torch.aten.bmm", convertProduct<kSelf, kMat2>},
      {"torch.aten.mv", convertProduct<kSelf, kVec>},
      {"torch.aten.dot", convertProduct<kSelf, kTensor>},
      {"torch.aten.matmul", convertProduct<kSelf, kOther>},
      {"torch.aten.addmm", convertSumWithProduct<kMat1, kMat2>},
      {"torch.aten.baddbmm", convertSumWithProduct<kBatch1, kBatch2>},
      {"torch.aten.linear", convertLinear},
      {"torch.aten.outer", convertOuter},
  });
}
