//===- Tensor.cpp - formulas on tensors of the torch dialect --------------===//
//
// Each function is one operator of PyTorch. What is computed here is only what
// would otherwise be an operator without effect: a conversion to the same
// dtype, a permutation in order, a reduction over no dimensions (which PyTorch
// reads as all of them).
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/torch/build/Tensor.h"
#include "pipeline/dialects/torch/ScalarTypes.h"
#include "pipeline/dialects/torch/TorchOp.h"
#include "pipeline/dialects/torch/build/Promotion.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

bool Tensor::isFloat() const {
  return categoryOf(dtype()) == DtypeCategory::Float;
}

Value Tensor::size(int64_t dim) const {
  return builder_->size(value_, dim < 0 ? dim + rank() : dim);
}

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

static Tensor binary(StringRef opName, Tensor a, Argument b) {
  return {a.builder(), a.builder().create(opName, {{"self", a}, {"other", b}})};
}

Tensor ingot::torch::operator+(Tensor a, Tensor b) {
  return binary("aten.add.Tensor", a, b);
}
Tensor ingot::torch::operator-(Tensor a, Tensor b) {
  return binary("aten.sub.Tensor", a, b);
}
Tensor ingot::torch::operator*(Tensor a, Tensor b) {
  return binary("aten.mul.Tensor", a, b);
}
Tensor ingot::torch::operator/(Tensor a, Tensor b) {
  return binary("aten.div.Tensor", a, b);
}
Tensor ingot::torch::operator+(Tensor a, Scalar b) {
  return binary("aten.add.Scalar", a, b);
}
Tensor ingot::torch::operator-(Tensor a, Scalar b) {
  return binary("aten.sub.Scalar", a, b);
}
Tensor ingot::torch::operator*(Tensor a, Scalar b) {
  return binary("aten.mul.Scalar", a, b);
}
Tensor ingot::torch::operator/(Tensor a, Scalar b) {
  return binary("aten.div.Scalar", a, b);
}
Tensor ingot::torch::operator-(Scalar a, Tensor b) {
  return binary("aten.rsub.Scalar", b, a);
}
Tensor ingot::torch::operator-(Tensor a) { return map("aten.neg", a); }

Tensor ingot::torch::operator==(Tensor a, Tensor b) {
  return binary("aten.eq.Tensor", a, b);
}
Tensor ingot::torch::operator!=(Tensor a, Tensor b) {
  return binary("aten.ne.Tensor", a, b);
}
Tensor ingot::torch::operator<(Tensor a, Tensor b) {
  return binary("aten.lt.Tensor", a, b);
}
Tensor ingot::torch::operator<=(Tensor a, Tensor b) {
  return binary("aten.le.Tensor", a, b);
}
Tensor ingot::torch::operator>(Tensor a, Tensor b) {
  return binary("aten.gt.Tensor", a, b);
}
Tensor ingot::torch::operator>=(Tensor a, Tensor b) {
  return binary("aten.ge.Tensor", a, b);
}
Tensor ingot::torch::operator==(Tensor a, Scalar b) {
  return binary("aten.eq.Scalar", a, b);
}
Tensor ingot::torch::operator!=(Tensor a, Scalar b) {
  return binary("aten.ne.Scalar", a, b);
}
Tensor ingot::torch::operator<(Tensor a, Scalar b) {
  return binary("aten.lt.Scalar", a, b);
}
Tensor ingot::torch::operator<=(Tensor a, Scalar b) {
  return binary("aten.le.Scalar", a, b);
}
Tensor ingot::torch::operator>(Tensor a, Scalar b) {
  return binary("aten.gt.Scalar", a, b);
}
Tensor ingot::torch::operator>=(Tensor a, Scalar b) {
  return binary("aten.ge.Scalar", a, b);
}

Tensor ingot::torch::logicalAnd(Tensor a, Tensor b) {
  return map("aten.logical_and", a, b);
}
Tensor ingot::torch::logicalOr(Tensor a, Tensor b) {
  return map("aten.logical_or", a, b);
}
Tensor ingot::torch::logicalNot(Tensor a) { return map("aten.logical_not", a); }

Tensor ingot::torch::map(StringRef opName, Tensor x) {
  return {x.builder(), x.builder().create(opName, {{"self", x}})};
}

Tensor ingot::torch::map(StringRef opName, Tensor a, Tensor b) {
  return binary(opName, a, b);
}

static Tensor divideRoundedDown(Tensor a, Argument b, StringRef opName) {
  return {a.builder(),
          a.builder().create(
              opName, {{"self", a}, {"other", b}, {"rounding_mode", "floor"}})};
}
Tensor ingot::torch::floorDivide(Tensor a, Scalar b) {
  return divideRoundedDown(a, b, "aten.div.Scalar_mode");
}
Tensor ingot::torch::floorDivide(Tensor a, Tensor b) {
  return divideRoundedDown(a, b, "aten.div.Tensor_mode");
}

Tensor ingot::torch::clamp(Tensor x, Scalar low, Scalar high) {
  return {x.builder(),
          x.builder().create("aten.clamp",
                             {{"self", x}, {"min", low}, {"max", high}})};
}

Tensor ingot::torch::pow(Tensor x, Scalar exponent) {
  return {x.builder(),
          x.builder().create("aten.pow.Tensor_Scalar",
                             {{"self", x}, {"exponent", exponent}})};
}

Tensor ingot::torch::where(Tensor condition, Tensor a, Tensor b) {
  return {a.builder(),
          a.builder().create(
              "aten.where.self",
              {{"condition", condition}, {"self", a}, {"other", b}})};
}

Tensor ingot::torch::where(Tensor condition, Tensor a, Scalar b) {
  return where(condition, a, number(a.builder(), b, a.dtype()));
}

Tensor ingot::torch::where(Tensor condition, Scalar a, Tensor b) {
  return where(condition, number(b.builder(), a, b.dtype()), b);
}

//===----------------------------------------------------------------------===//
// Dtypes
//===----------------------------------------------------------------------===//

int64_t ingot::torch::dtypeNumber(Type dtype) {
  std::optional<ScalarType> number = scalarTypeOf(dtype);
  // Only dtypes of tensors in the program come here, and all have a number but
  // strings and qint16, which no decomposition computes with.
  return static_cast<int64_t>(number.value_or(ScalarType::Float));
}

Tensor ingot::torch::convert(Tensor x, Type dtype) {
  if (x.dtype() == dtype)
    return x;
  return {x.builder(),
          x.builder().create("aten.to.dtype",
                             {{"self", x}, {"dtype", dtypeNumber(dtype)}})};
}

Tensor ingot::torch::widen(Tensor x) {
  return convert(x, computeDtype(x.dtype()));
}

Tensor ingot::torch::toFloat(Tensor x) {
  return convert(x, floatDtype(x.dtype()));
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

SmallVector<int64_t> ingot::torch::allDims(Tensor x) {
  return llvm::to_vector(llvm::seq<int64_t>(0, x.rank()));
}

Value ingot::torch::elementCount(Tensor x, Dims dims) {
  TorchBuilder &builder = x.builder();
  Value product = builder.constant(int64_t(1));
  for (int64_t dim : dims)
    product = builder.mul(product, x.size(dim));
  return product;
}

Tensor ingot::torch::sum(Tensor x, Dims dims, bool keepDim, Type dtype) {
  Argument asked = dtype ? Argument(dtypeNumber(dtype)) : std::nullopt;
  // The operator takes no dimensions to mean all.
  if (dims.empty())
    return convert(x, dtype ? dtype : sumDtype(x.dtype()));
  return {x.builder(),
          x.builder().create("aten.sum.dim_IntList", {{"self", x},
                                                      {"dim", dims},
                                                      {"keepdim", keepDim},
                                                      {"dtype", asked}})};
}

Tensor ingot::torch::mean(Tensor x, Dims dims, bool keepDim) {
  return sum(x, dims, keepDim) / Scalar(elementCount(x, dims));
}

static Tensor extreme(StringRef opName, Tensor x, Dims dims, bool keepDim) {
  if (dims.empty())
    return x;
  return {x.builder(),
          x.builder().create(
              opName, {{"self", x}, {"dim", dims}, {"keepdim", keepDim}})};
}

Tensor ingot::torch::amax(Tensor x, Dims dims, bool keepDim) {
  return extreme("aten.amax", x, dims, keepDim);
}

Tensor ingot::torch::amin(Tensor x, Dims dims, bool keepDim) {
  return extreme("aten.amin", x, dims, keepDim);
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

Tensor ingot::torch::view(Tensor x, Sizes sizes) {
  TorchBuilder &builder = x.builder();
  return {builder, builder.create("aten.view", {{"self", x}, {"size", sizes}})};
}

Tensor ingot::torch::expand(Tensor x, Sizes sizes) {
  TorchBuilder &builder = x.builder();
  return {builder,
          builder.create("aten.broadcast_to", {{"self", x}, {"size", sizes}})};
}

Tensor ingot::torch::repeatEach(Tensor x, ArrayRef<int64_t> times) {
  TorchBuilder &builder = x.builder();
  SmallVector<Value> sizes = builder.sizes(x), split;
  for (size_t dim = 0, place = 0; dim < times.size(); ++dim, ++place) {
    split.push_back(sizes[dim]);
    if (times[dim] == 1)
      continue;
    x = unsqueeze(x, ++place);
    split.push_back(builder.constant(times[dim]));
    sizes[dim] = builder.mul(sizes[dim], builder.constant(times[dim]));
  }
  return view(expand(x, split), sizes);
}

Tensor ingot::torch::expandAs(Tensor x, Tensor other) {
  if (x.type().getSizes() == other.type().getSizes() &&
      x.type().hasStaticShape())
    return x;
  return expand(x, x.builder().sizes(other));
}

Tensor ingot::torch::permute(Tensor x, Dims dims) {
  if (llvm::equal(dims, llvm::seq<int64_t>(0, x.rank())))
    return x;
  TorchBuilder &builder = x.builder();
  return {builder,
          builder.create("aten.permute", {{"self", x}, {"dims", dims}})};
}

Tensor ingot::torch::transpose(Tensor x, int64_t a, int64_t b) {
  TorchBuilder &builder = x.builder();
  return {builder, builder.create("aten.transpose.int",
                                  {{"self", x}, {"dim0", a}, {"dim1", b}})};
}

Tensor ingot::torch::unsqueeze(Tensor x, int64_t dim) {
  TorchBuilder &builder = x.builder();
  return {builder,
          builder.create("aten.unsqueeze", {{"self", x}, {"dim", dim}})};
}

Tensor ingot::torch::squeeze(Tensor x, int64_t dim) {
  TorchBuilder &builder = x.builder();
  return {builder,
          builder.create("aten.squeeze.dim", {{"self", x}, {"dim", dim}})};
}

Tensor ingot::torch::slice(Tensor x, int64_t dim, Scalar start, Scalar end,
                           Scalar step) {
  TorchBuilder &builder = x.builder();
  return {builder, builder.create("aten.slice.Tensor", {{"self", x},
                                                        {"dim", dim},
                                                        {"start", start},
                                                        {"end", end},
                                                        {"step", step}})};
}

Tensor ingot::torch::select(Tensor x, int64_t dim, Scalar index) {
  TorchBuilder &builder = x.builder();
  return {builder,
          builder.create("aten.select.int",
                         {{"self", x}, {"dim", dim}, {"index", index}})};
}

Tensor ingot::torch::concatenate(ArrayRef<Tensor> parts, int64_t dim) {
  if (parts.size() == 1)
    return parts.front();
  TorchBuilder &builder = parts.front().builder();
  SmallVector<Value> values(parts);
  return {builder,
          builder.create("aten.cat", {{"tensors", values}, {"dim", dim}})};
}

Tensor ingot::torch::flip(Tensor x, Dims dims) {
  TorchBuilder &builder = x.builder();
  return {builder, builder.create("aten.flip", {{"self", x}, {"dims", dims}})};
}

//===----------------------------------------------------------------------===//
// Creation
//===----------------------------------------------------------------------===//

Tensor ingot::torch::full(TorchBuilder &builder, Sizes sizes, Scalar value,
                          Type dtype) {
  return {builder,
          builder.create("aten.full", {{"size", sizes},
                                       {"fill_value", value},
                                       {"dtype", dtypeNumber(dtype)}})};
}

Tensor ingot::torch::number(TorchBuilder &builder, Scalar value, Type dtype) {
  return full(builder, {}, value, dtype);
}

Tensor ingot::torch::iota(TorchBuilder &builder, Scalar start, Scalar end) {
  return {builder,
          builder.create("aten.arange.start_step",
                         {{"start", start},
                          {"end", end},
                          {"step", 1},
                          {"dtype", static_cast<int64_t>(ScalarType::Int64)}})};
}
