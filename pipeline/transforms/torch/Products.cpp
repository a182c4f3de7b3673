//===- Products.cpp - sums of products ------------------------------------===//
//
// What is left is aten.matmul, aten.bmm and elementwise arithmetic.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/torch/build/Promotion.h"
#include "pipeline/transforms/torch/Decompositions.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

static Tensor matmul(Tensor a, Tensor b) { return map("aten.matmul", a, b); }

/// x * factor, or x if the factor is 1.
static Tensor scaled(Tensor x, Value factor) {
  return matchNumber(factor) == 1.0 ? x : x * Scalar(factor);
}

//===----------------------------------------------------------------------===//
// Matrices and vectors
//===----------------------------------------------------------------------===//

static Results decomposeLinear(const Composite &op) {
  Tensor x = op.tensor("input"), weight = op.tensor("weight"),
         bias = op.tensor("bias");
  Tensor product =
      matmul(x, weight.rank() == 2 ? transpose(weight, 0, 1) : weight);
  return bias ? product + bias : product;
}

/// beta * self + alpha * product. A beta of zero hides even NaN in self.
static Results addProduct(const Composite &op, Tensor product) {
  product = scaled(product, op.operand("alpha"));
  if (matchNumber(op.operand("beta")) == 0.0)
    return expand(product, op.builder().sizes(product));
  return scaled(op.tensor("self"), op.operand("beta")) + product;
}

static Results decomposeAddmm(const Composite &op) {
  return addProduct(op, matmul(op.tensor("mat1"), op.tensor("mat2")));
}

static Results decomposeAddmv(const Composite &op) {
  return addProduct(op, matmul(op.tensor("mat"), op.tensor("vec")));
}

static Tensor outer(Tensor a, Tensor b) {
  return unsqueeze(a, 1) * unsqueeze(b, 0);
}

static Results decomposeAddr(const Composite &op) {
  Tensor a = op.tensor("vec1"), b = op.tensor("vec2");
  if (a.rank() != 1 || b.rank() != 1)
    return {};
  return addProduct(op, outer(a, b));
}

static Results decomposeBaddbmm(const Composite &op) {
  return addProduct(op, matmul(op.tensor("batch1"), op.tensor("batch2")));
}

static Results decomposeAddbmm(const Composite &op) {
  Tensor product = matmul(op.tensor("batch1"), op.tensor("batch2"));
  return addProduct(op, sum(product, {0}, /*keepDim=*/false, product.dtype()));
}

static Results decomposeMv(const Composite &op) {
  return matmul(op.tensor("self"), op.tensor("vec"));
}

static Results decomposeDot(const Composite &op) {
  return matmul(op.tensor("self"), op.tensor("tensor"));
}

static Results decomposeOuter(const Composite &op) {
  Tensor a = op.tensor("self"), b = op.tensor("vec2");
  if (a.rank() != 1 || b.rank() != 1)
    return {};
  return outer(a, b);
}

/// Along the last dimensions of both, for every pair of the others.
static Results decomposeInner(const Composite &op) {
  Tensor a = op.tensor("self"), b = op.tensor("other");
  if (a.rank() == 0 || b.rank() == 0)
    return a * b;
  if (b.rank() > 2)
    return {};
  return matmul(a, b.rank() == 2 ? transpose(b, 0, 1) : b);
}

/// Both as matrices, with the dimensions that are summed up next to each other.
static Results decomposeTensordot(const Composite &op) {
  Tensor a = op.tensor("self"), b = op.tensor("other");
  std::optional<SmallVector<int64_t>> left = op.dims("dims_self", a.rank()),
                                      right = op.dims("dims_other", b.rank());
  // No dimensions means all of them elsewhere; here it is an outer product.
  const SmallVector<int64_t> none;
  if (matchIntList(op.operand("dims_self")) == none)
    left = none;
  if (matchIntList(op.operand("dims_other")) == none)
    right = none;
  if (!left || !right || left->size() != right->size())
    return {};
  auto others = [](Tensor x, ArrayRef<int64_t> dims) {
    SmallVector<int64_t> rest;
    for (int64_t dim : allDims(x))
      if (!llvm::is_contained(dims, dim))
        rest.push_back(dim);
    return rest;
  };
  SmallVector<int64_t> rows = others(a, *left), columns = others(b, *right);
  SmallVector<Value> sizes;
  for (int64_t dim : rows)
    sizes.push_back(a.size(dim));
  for (int64_t dim : columns)
    sizes.push_back(b.size(dim));
  SmallVector<int64_t> orderOfA(rows), orderOfB(*right);
  llvm::append_range(orderOfA, *left);
  llvm::append_range(orderOfB, columns);
  Tensor first = view(permute(a, orderOfA),
                      {elementCount(a, rows), elementCount(a, *left)});
  Tensor second = view(permute(b, orderOfB),
                       {elementCount(b, *right), elementCount(b, columns)});
  return view(matmul(first, second), sizes);
}

static Results decomposeCross(const Composite &op) {
  Tensor a = op.tensor("self"), b = op.tensor("other");
  std::optional<int64_t> dim = op.dim("dim", a.rank());
  if (!dim || a.rank() != b.rank())
    return {};
  // a1 b2 - a2 b1 and so on: both turned by one place, in both directions.
  auto turned = [&](Tensor x, int64_t by) {
    return concatenate({slice(x, *dim, by, 3), slice(x, *dim, 0, by)}, *dim);
  };
  return turned(a, 1) * turned(b, 2) - turned(a, 2) * turned(b, 1);
}

/// Integers of 8 bits whose sums need 32.
static Results decomposeIntMm(const Composite &op) {
  Type wide = op.resultDtype();
  return matmul(convert(op.tensor("self"), wide),
                convert(op.tensor("mat2"), wide));
}

/// Floats of 8 bits with a scale of the whole tensor, or of each row of the
/// left and each column of the right one; those of blocks are not taken apart.
static Results decomposeScaledMm(const Composite &op) {
  Type f32 = Float32Type::get(op.builder().context());
  Tensor scaleA = op.tensor("scale_a"), scaleB = op.tensor("scale_b");
  auto isOne = [](Tensor scale, int64_t dim) {
    return scale.rank() < 2 || matchInt(scale.size(dim)) == 1;
  };
  if (!isOne(scaleA, 1) || !isOne(scaleB, 0))
    return {};
  Tensor y =
      matmul(convert(op.tensor("self"), f32), convert(op.tensor("mat2"), f32));
  y = y * scaleA * scaleB;
  if (Tensor bias = op.tensor("bias"))
    y = y + bias;
  if (Tensor scale = op.tensor("scale_result"))
    y = y * scale;
  return y;
}

//===----------------------------------------------------------------------===//
// Forms of two and three
//===----------------------------------------------------------------------===//

/// y[..., k] = sum of x1[..., i] * weight[k, i, j] * x2[..., j].
static Results decomposeBilinear(const Composite &op) {
  Tensor a = op.tensor("input1"), b = op.tensor("input2"),
         weight = op.tensor("weight"), bias = op.tensor("bias");
  if (weight.rank() != 3 || a.rank() < 1 || a.rank() != b.rank())
    return {};
  // [..., 1, 1, i] x [k, i, j] gives [..., k, 1, j].
  Tensor left = matmul(unsqueeze(unsqueeze(a, -2), -2), weight);
  Tensor y = sum(squeeze(left, -2) * unsqueeze(b, -2), {a.rank()},
                 /*keepDim=*/false, left.dtype());
  return bias ? y + bias : y;
}

static Results decomposeTrilinear(const Composite &op) {
  Tensor product;
  for (auto [tensor, dims] :
       {std::pair("i1", "expand1"), std::pair("i2", "expand2"),
        std::pair("i3", "expand3")}) {
    std::optional<SmallVector<int64_t>> added = matchIntList(op.operand(dims));
    if (!added)
      return {};
    Tensor factor = op.tensor(tensor);
    // In ascending order each place is that of the result.
    llvm::sort(*added);
    for (int64_t dim : *added)
      factor = unsqueeze(factor, dim);
    product = product ? product * factor : factor;
  }
  std::optional<SmallVector<int64_t>> summed =
      matchIntList(op.operand("sumdim"));
  if (!summed)
    return {};
  return sum(product, *summed, /*keepDim=*/false, product.dtype());
}

/// Between vectors along a dimension; each length is at least `eps`.
static Results decomposeCosineSimilarity(const Composite &op) {
  Tensor a = op.tensor("x1"), b = op.tensor("x2");
  std::optional<int64_t> dim = op.dim("dim", std::max(a.rank(), b.rank()));
  if (!dim || a.rank() == 0 || b.rank() == 0)
    return {};
  Tensor product = a * b;
  int64_t rank = product.rank();
  auto direction = [&](Tensor x) {
    for (int64_t i = x.rank(); i < rank; ++i)
      x = unsqueeze(x, 0);
    Tensor length = sqrt(sum(x * x, {*dim}, /*keepDim=*/true));
    return x / clamp(length, op.scalar("eps"), std::nullopt);
  };
  return sum(direction(a) * direction(b), {*dim});
}

static Results decomposePairwiseDistance(const Composite &op) {
  Tensor difference = op.tensor("x1") - op.tensor("x2") + op.scalar("eps");
  std::optional<double> p = matchNumber(op.operand("p"));
  if (!p || difference.rank() == 0)
    return {};
  SmallVector<int64_t> last = {difference.rank() - 1};
  return Tensor(
      op.builder(),
      op.builder().create("aten.linalg_vector_norm",
                          {{"self", difference},
                           {"ord", *p},
                           {"dim", last},
                           {"keepdim", op.flag("keepdim")}},
                          sum(difference, last, op.flag("keepdim")).type()));
}

ArrayRef<Decomposition> ingot::torch::products() {
  static constexpr Decomposition kRows[] = {
      {"torch.aten._int_mm", decomposeIntMm},
      {"torch.aten._scaled_mm", decomposeScaledMm},
      {"torch.aten._trilinear", decomposeTrilinear},
      {"torch.aten.addbmm", decomposeAddbmm},
      {"torch.aten.addmm", decomposeAddmm},
      {"torch.aten.addmv", decomposeAddmv},
      {"torch.aten.addr", decomposeAddr},
      {"torch.aten.baddbmm", decomposeBaddbmm},
      {"torch.aten.bilinear", decomposeBilinear},
      {"torch.aten.cosine_similarity", decomposeCosineSimilarity},
      {"torch.aten.dot", decomposeDot},
      {"torch.aten.ger", decomposeOuter},
      {"torch.aten.inner", decomposeInner},
      {"torch.aten.linalg_cross", decomposeCross},
      {"torch.aten.linear", decomposeLinear},
      {"torch.aten.mv", decomposeMv},
      {"torch.aten.outer", decomposeOuter},
      {"torch.aten.pairwise_distance", decomposePairwiseDistance},
      {"torch.aten.tensordot", decomposeTensordot},
  };
  return kRows;
}
