//===- TensorFolds.cpp - reductions, products, gather and scatter ---------===//

#include "pipeline/conversion/TorchToStablehlo/TensorBuilder.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

void TensorBuilder::fillRegion(Region &region, TypeRange types, Body body) {
  OpBuilder::InsertionGuard guard(*this);
  Block *block = createBlock(&region, region.end(), types,
                             SmallVector<Location>(types.size(), getLoc()));
  TensorBuilder inner(getLoc(), *this, strict_);
  stablehlo::ReturnOp::create(inner, body(inner, block->getArguments()));
}

Value TensorBuilder::neutral(Fold fold, Type element) {
  switch (fold) {
  case Fold::Add:
    return scalar(element, 0);
  case Fold::Multiply:
    return scalar(element, 1);
  case Fold::Maximum:
    return limit(element, /*greatest=*/false);
  case Fold::Minimum:
    return limit(element, /*greatest=*/true);
  case Fold::And:
    return scalar(element, element.isInteger(1) ? 1 : -1);
  case Fold::Or:
    return scalar(element, 0);
  }
  llvm_unreachable("every fold is listed");
}

Value TensorBuilder::combine(Fold fold, Value a, Value b) {
  switch (fold) {
  case Fold::Add:
    return add(a, b);
  case Fold::Multiply:
    return multiply(a, b);
  case Fold::Maximum:
    return maximum(a, b);
  case Fold::Minimum:
    return minimum(a, b);
  case Fold::And:
    return logicalAnd(a, b);
  case Fold::Or:
    return logicalOr(a, b);
  }
  llvm_unreachable("every fold is listed");
}

SmallVector<Value> TensorBuilder::reduce(ValueRange values, ValueRange initial,
                                         ArrayRef<int64_t> dims, bool keep,
                                         Body body) {
  SmallVector<Type> types;
  SmallVector<int64_t> order = llvm::to_vector(dims);
  llvm::sort(order);
  for (Value value : values) {
    SmallVector<int64_t> shape;
    for (int64_t dim : llvm::seq(rankOf(value)))
      if (!llvm::is_contained(order, dim))
        shape.push_back(typeOf(value).getDimSize(dim));
    types.push_back(typeOf(value).clone(shape));
  }
  auto op = stablehlo::ReduceOp::create(*this, types, values, initial,
                                        getDenseI64ArrayAttr(order));
  SmallVector<Type> elements(initial.getTypes());
  elements.append(elements.begin(), elements.begin() + initial.size());
  fillRegion(op.getBody(), elements, body);
  SmallVector<Value> results(op.getResults());
  if (!keep)
    return results;
  Sizes sizes = sizesOf(values.front());
  for (int64_t dim : order)
    sizes[dim] = 1;
  for (Value &result : results)
    result = reshape(result, sizes);
  return results;
}

Value TensorBuilder::reduce(Fold fold, Value value, ArrayRef<int64_t> dims,
                            bool keep) {
  return reduce(value, neutral(fold, elementOf(value)), dims, keep,
                [&](TensorBuilder &b, ValueRange arguments) {
                  return SmallVector<Value>{
                      b.combine(fold, arguments[0], arguments[1])};
                })
      .front();
}

Value TensorBuilder::dotGeneral(Value lhs, Value rhs,
                                ArrayRef<int64_t> lhsBatch,
                                ArrayRef<int64_t> rhsBatch,
                                ArrayRef<int64_t> lhsContracted,
                                ArrayRef<int64_t> rhsContracted) {
  Sizes sizes;
  for (auto [left, right] : llvm::zip_equal(lhsBatch, rhsBatch)) {
    Size size = sizeOf(lhs, left);
    sizes.push_back(size.isKnown() ? size : sizeOf(rhs, right));
  }
  auto addFree = [&](Value value, ArrayRef<int64_t> batch,
                     ArrayRef<int64_t> contracted) {
    for (int64_t dim : llvm::seq(rankOf(value)))
      if (!llvm::is_contained(batch, dim) &&
          !llvm::is_contained(contracted, dim))
        sizes.push_back(sizeOf(value, dim));
  };
  addFree(lhs, lhsBatch, lhsContracted);
  addFree(rhs, rhsBatch, rhsContracted);
  // The sum of nothing.
  if (llvm::any_of(lhsContracted, [&](int64_t dim) {
        return typeOf(lhs).getDimSize(dim) == 0;
      }))
    return full(sizes, scalar(elementOf(lhs), 0));
  return stablehlo::DotGeneralOp::create(
      *this, typeOf(sizes, elementOf(lhs)), lhs, rhs,
      stablehlo::DotDimensionNumbersAttr::get(getContext(), lhsBatch, rhsBatch,
                                              lhsContracted, rhsContracted),
      ArrayAttr(), stablehlo::DotAlgorithmAttr());
}

Value TensorBuilder::gather(Value value, Value indices,
                            ArrayRef<int64_t> indexed) {
  int64_t batchRank = rankOf(indices) - 1;
  Sizes sliceSizes = sizesOf(value);
  for (int64_t dim : indexed)
    sliceSizes[dim] = 1;
  SmallVector<int64_t> shape(typeOf(indices).getShape().drop_back());
  SmallVector<int64_t> offsets;
  for (int64_t dim : llvm::seq(rankOf(value)))
    if (!llvm::is_contained(indexed, dim)) {
      offsets.push_back(batchRank + static_cast<int64_t>(offsets.size()));
      shape.push_back(sliceSizes[dim].inType());
    }
  // No index is valid where nothing is; there are none, then.
  if (llvm::any_of(indexed, [&](int64_t dim) {
        return typeOf(value).getDimSize(dim) == 0;
      })) {
    Sizes sizes = sizesOf(indices);
    sizes.pop_back();
    for (int64_t dim : llvm::seq(rankOf(value)))
      if (!llvm::is_contained(indexed, dim))
        sizes.push_back(sliceSizes[dim]);
    return full(sizes, scalar(elementOf(value), 0));
  }
  SmallVector<int64_t> collapsed(indexed);
  llvm::sort(collapsed);
  auto numbers = stablehlo::GatherDimensionNumbersAttr::get(
      getContext(), offsets, collapsed, {}, {}, indexed, batchRank);
  RankedTensorType type = typeOf(value).clone(shape);
  SmallVector<int64_t> known;
  for (Size size : sliceSizes)
    known.push_back(size.inType());
  if (!llvm::is_contained(known, ShapedType::kDynamic))
    return stablehlo::GatherOp::create(*this, type, value, indices, numbers,
                                       getDenseI64ArrayAttr(known), BoolAttr());
  return stablehlo::DynamicGatherOp::create(
      *this, type, value, indices, shapeOf(sliceSizes), numbers, BoolAttr());
}

Value TensorBuilder::scatter(Value value, Value indices, Value updates,
                             ArrayRef<int64_t> indexed,
                             std::optional<Fold> fold) {
  int64_t batchRank = rankOf(indices) - 1;
  auto windows =
      llvm::to_vector(llvm::seq<int64_t>(batchRank, rankOf(updates)));
  SmallVector<int64_t> inserted(indexed);
  llvm::sort(inserted);
  auto numbers = stablehlo::ScatterDimensionNumbersAttr::get(
      getContext(), windows, inserted, {}, {}, indexed, batchRank);
  auto op = stablehlo::ScatterOp::create(*this, TypeRange(value.getType()),
                                         value, indices, updates, numbers,
                                         BoolAttr(), BoolAttr());
  Type scalarType = RankedTensorType::get({}, elementOf(value));
  fillRegion(op.getUpdateComputation(), {scalarType, scalarType},
             [&](TensorBuilder &b, ValueRange arguments) {
               return SmallVector<Value>{
                   fold ? b.combine(*fold, arguments[0], arguments[1])
                        : arguments[1]};
             });
  return op->getResult(0);
}
