//===- StablehloReductions.cpp - reductions, products, indexing -----------===//
//
// `gather` and `scatter` of StableHLO say with dimension numbers what a program
// of PyTorch says with the order of its indices: an index vector for each
// slice, slices that keep every dimension that is not indexed.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchToStablehlo/StablehloBuilder.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

TensorBuilder::Values StablehloBuilder::reduceVariadic(ValueRange values,
                                                       ValueRange initial,
                                                       Dims dims, bool keep,
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
  Values results(op.getResults());
  if (!keep)
    return results;
  Sizes sizes = sizesOf(values.front());
  for (int64_t dim : order)
    sizes[dim] = 1;
  for (Value &result : results)
    result = reshape(result, sizes);
  return results;
}

Value StablehloBuilder::reduce(Reducer reducer, Value value, Dims dims,
                               bool keep) {
  return reduceVariadic(value, neutralElement(reducer, elementOf(value)), dims,
                        keep,
                        [&](TensorBuilder &b, ValueRange arguments) {
                          return SmallVector<Value>{
                              b.combine(reducer, arguments[0], arguments[1])};
                        })
      .front();
}

Value StablehloBuilder::dotGeneral(Value lhs, Value rhs, Dims lhsBatch,
                                   Dims rhsBatch, Dims lhsContracted,
                                   Dims rhsContracted) {
  Sizes sizes;
  for (auto [left, right] : llvm::zip_equal(lhsBatch, rhsBatch)) {
    Size size = sizeOf(lhs, left);
    sizes.push_back(size.isKnown() ? size : sizeOf(rhs, right));
  }
  auto addFree = [&](Value value, Dims batch, Dims contracted) {
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

Value StablehloBuilder::gather(Value value, Value indices, Dims indexed) {
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

Value StablehloBuilder::scatter(Value value, Value indices, Value updates,
                                Dims indexed, std::optional<Reducer> reducer) {
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
                   reducer ? b.combine(*reducer, arguments[0], arguments[1])
                           : arguments[1]};
             });
  return op->getResult(0);
}

StablehloBuilder::Sorted StablehloBuilder::sort(
    Value value, int64_t dim,
    llvm::function_ref<Value(TensorBuilder &, Value, Value)> isBefore) {
  Value places = iota(sizesOf(value), dim, getI64Type());
  Values inputs{value, places};
  auto op = stablehlo::SortOp::create(*this, ValueRange(inputs).getTypes(),
                                      inputs, getI64IntegerAttr(dim),
                                      /*is_stable=*/getBoolAttr(true));
  Type element = RankedTensorType::get({}, elementOf(value));
  Type place = RankedTensorType::get({}, getI64Type());
  fillRegion(op.getComparator(), {element, element, place, place},
             [&](TensorBuilder &b, ValueRange arguments) {
               return Values{isBefore(b, arguments[0], arguments[1])};
             });
  return {op->getResult(0), op->getResult(1)};
}
