//===- Creations.cpp - tensors of constants, ranges, masks ----------------===//
//
// What is left is aten.full, aten.empty and aten.arange.start_step. The dtype
// is that of the result, which PyTorch's rules gave it.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/torch/build/Promotion.h"
#include "pipeline/transforms/torch/Decompositions.h"

#include <cmath>

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

//===----------------------------------------------------------------------===//
// One value
//===----------------------------------------------------------------------===//

/// Of the sizes that `size` lists, or that the tensor `self` has.
static Results fill(const Composite &op, Scalar value) {
  TorchBuilder &builder = op.builder();
  if (!op.operand("size")) {
    Tensor like = op.tensor(op.operand("self") ? "self" : "a");
    return full(builder, builder.sizes(like), value, op.resultDtype());
  }
  std::optional<SmallVector<Value>> sizes = op.ints("size");
  if (!sizes)
    return {};
  return full(builder, *sizes, value, op.resultDtype());
}

static Results decomposeZeros(const Composite &op) {
  bool isFloat = categoryOf(op.resultDtype()) == DtypeCategory::Float;
  return fill(op, isFloat ? Scalar(0.0) : Scalar(0));
}

static Results decomposeOnes(const Composite &op) {
  bool isFloat = categoryOf(op.resultDtype()) == DtypeCategory::Float;
  return fill(op, isFloat ? Scalar(1.0) : Scalar(1));
}

static Results decomposeFullLike(const Composite &op) {
  return fill(op, op.scalar("fill_value"));
}

static Results decomposeFillScalar(const Composite &op) {
  return fill(op, op.scalar("value"));
}

static Results decomposeFillTensor(const Composite &op) {
  Tensor value = convert(op.tensor("value"), op.resultDtype());
  return expand(value, op.builder().sizes(op.tensor("self")));
}

static Results decomposeScalarTensor(const Composite &op) {
  Value value = op.operand(op.operand("s") ? "s" : "a");
  return number(op.builder(), value, op.resultDtype());
}

/// What the elements are is not defined; strides are no part of a program here.
static Results decomposeEmpty(const Composite &op) {
  TorchBuilder &builder = op.builder();
  std::optional<SmallVector<Value>> sizes =
      op.operand("size") ? op.ints("size") : builder.sizes(op.tensor("self"));
  if (!sizes)
    return {};
  return builder.create(
      "aten.empty.memory_format",
      {{"size", *sizes}, {"dtype", dtypeNumber(op.resultDtype())}});
}

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

static Results range(const Composite &op, Scalar start, Scalar end,
                     Scalar step) {
  return op.builder().create("aten.arange.start_step",
                             {{"start", start},
                              {"end", end},
                              {"step", step},
                              {"dtype", dtypeNumber(op.resultDtype())}},
                             op.resultType());
}

static Results decomposeArange(const Composite &op) {
  return range(op, op.operand("start") ? op.scalar("start") : Scalar(0),
               op.scalar("end"), 1);
}

static Results decomposeIota(const Composite &op) {
  TorchBuilder &builder = op.builder();
  Value start = op.operand("start"), step = op.operand("step");
  return range(op, start,
               builder.add(start, builder.mul(op.operand("length"), step)),
               step);
}

/// Both ends are exact: the first half counts from the start, the second from
/// the end.
static Results decomposeLinspace(const Composite &op) {
  TorchBuilder &builder = op.builder();
  Type dtype = computeDtype(floatDtype(op.resultDtype()));
  Tensor start = number(builder, op.scalar("start"), dtype);
  Value steps = op.operand("steps");
  if (matchInt(steps) == 1)
    return expand(start, steps);
  Tensor end = number(builder, op.scalar("end"), dtype);
  Value gaps = builder.sub(steps, builder.constant(int64_t(1)));
  Value half = builder.floorDivide(steps, builder.constant(int64_t(2)));
  Tensor index = iota(builder, 0, steps);
  Tensor step = (end - start) / Scalar(gaps);
  Tensor forward = start + convert(index, dtype) * step;
  Tensor backward = end - convert(Scalar(gaps) - index, dtype) * step;
  return where(index < Scalar(half), forward, backward);
}

/// (1 - cos(2 pi k / n)) / 2, n one less where the window is symmetric.
static Results decomposeHannWindow(const Composite &op) {
  TorchBuilder &builder = op.builder();
  std::optional<int64_t> length = op.integer("window_length");
  if (!length)
    return {};
  Type dtype = computeDtype(op.resultDtype());
  bool periodic = !op.operand("periodic") || op.flag("periodic");
  double count = static_cast<double>(*length - (periodic ? 0 : 1));
  if (*length <= 1)
    return full(builder, op.operand("window_length"), 1.0, dtype);
  Tensor index = convert(iota(builder, 0, *length), dtype);
  return (1.0 - map("aten.cos", index * (2 * M_PI / count))) * 0.5;
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

/// True on the diagonal.
static Tensor diagonalMask(TorchBuilder &builder, Value rows, Value columns) {
  return unsqueeze(iota(builder, 0, rows), 1) ==
         unsqueeze(iota(builder, 0, columns), 0);
}

static Results decomposeEye(const Composite &op) {
  Value rows = op.operand("n");
  Value columns = op.operand("m") ? op.operand("m") : rows;
  return convert(diagonalMask(op.builder(), rows, columns), op.resultDtype());
}

static Results decomposeTrace(const Composite &op) {
  Tensor x = op.tensor("self");
  if (x.rank() != 2)
    return {};
  Tensor mask = diagonalMask(op.builder(), x.size(0), x.size(1));
  return sum(where(mask, x, 0), {0, 1});
}

/// How many classes there are is not known before the program runs unless it is
/// said.
static Results decomposeOneHot(const Composite &op) {
  std::optional<int64_t> classes = op.integer("num_classes");
  if (classes && *classes < 0)
    return {};
  Tensor x = op.tensor("self");
  Tensor index = iota(op.builder(), 0, op.scalar("num_classes"));
  return convert(unsqueeze(x, -1) == index, op.resultDtype());
}

/// Rows and columns of the elements of a triangle, as two rows.
static Results triangle(const Composite &op, bool isLower) {
  std::optional<int64_t> rows = op.integer("row"), columns = op.integer("col"),
                         offset = op.integer("offset");
  // A program can ask for more than is sane to write down.
  constexpr int64_t kMaxElements = 1 << 24;
  if (!rows || !columns || !offset || *rows > kMaxElements ||
      *columns > kMaxElements || *rows * *columns > kMaxElements)
    return {};
  SmallVector<int64_t> row, column;
  for (int64_t i = 0; i < *rows; ++i)
    for (int64_t j = 0; j < *columns; ++j)
      if (isLower ? j - i <= *offset : j - i >= *offset) {
        row.push_back(i);
        column.push_back(j);
      }
  int64_t count = row.size();
  row.append(column);
  return op.builder().literal(row, {2, count}, op.resultDtype());
}

static Results decomposeTrilIndices(const Composite &op) {
  return triangle(op, /*isLower=*/true);
}

static Results decomposeTriuIndices(const Composite &op) {
  return triangle(op, /*isLower=*/false);
}

ArrayRef<Decomposition> ingot::torch::creations() {
  static constexpr Decomposition kRows[] = {
      {"torch.aten.arange", decomposeArange},
      {"torch.aten.arange.start", decomposeArange},
      {"torch.aten.empty_like", decomposeEmpty},
      {"torch.aten.empty_strided", decomposeEmpty},
      {"torch.aten.eye", decomposeEye},
      {"torch.aten.eye.m", decomposeEye},
      {"torch.aten.fill.Scalar", decomposeFillScalar},
      {"torch.aten.fill.Tensor", decomposeFillTensor},
      {"torch.aten.full_like", decomposeFullLike},
      {"torch.aten.hann_window", decomposeHannWindow},
      {"torch.aten.hann_window.periodic", decomposeHannWindow},
      {"torch.aten.linspace", decomposeLinspace},
      {"torch.aten.new_empty", decomposeEmpty},
      {"torch.aten.new_empty_strided", decomposeEmpty},
      {"torch.aten.new_full", decomposeFullLike},
      {"torch.aten.new_ones", decomposeOnes},
      {"torch.aten.new_zeros", decomposeZeros},
      {"torch.aten.one_hot", decomposeOneHot},
      {"torch.aten.ones", decomposeOnes},
      {"torch.aten.ones_like", decomposeOnes},
      {"torch.aten.scalar_tensor", decomposeScalarTensor},
      {"torch.aten.trace", decomposeTrace},
      {"torch.aten.tril_indices", decomposeTrilIndices},
      {"torch.aten.triu_indices", decomposeTriuIndices},
      {"torch.aten.zero", decomposeZeros},
      {"torch.aten.zeros", decomposeZeros},
      {"torch.aten.zeros_like", decomposeZeros},
      {"torch.prim.NumToTensor.Scalar", decomposeScalarTensor},
      {"torch.prims.full_like", decomposeFullLike},
      {"torch.prims.iota", decomposeIota},
  };
  return kRows;
}
