//===- TosaReductions.cpp - reductions, products, indexing ----------------===//
//
// TOSA reduces one dimension at a time, multiplies matrices [n, h, w], and
// takes rows of [n, k, c] at places [n, w]. Operands are brought to these forms
// and back. `tosa.scatter` may be told each place once only, and combines
// nothing: updates that are to be combined go through a matrix of places and
// updates.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchLowering/ShapeInference.h"
#include "pipeline/conversion/TorchToTosa/TosaBuilder.h"

#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// Along one dimension, which stays with size 1; null if TOSA has no such op.
static Value reduceAlong(TosaBuilder &b, Reducer reducer, Value value,
                         int64_t dim) {
  RankedTensorType given = b.typeOf(value);
  SmallVector<int64_t> shape(given.getShape());
  shape[dim] = 1;
  RankedTensorType type = given.clone(shape);
  auto axis = static_cast<uint32_t>(dim);
  if (b.isBool(value)) {
    bool isAny = reducer == Reducer::Add || reducer == Reducer::Maximum ||
                 reducer == Reducer::Or;
    return isAny ? Value(tosa::ReduceAnyOp::create(b, type, value, axis))
                 : Value(tosa::ReduceAllOp::create(b, type, value, axis));
  }
  if (!b.isComputable(b.elementOf(value)))
    return {};
  switch (reducer) {
  case Reducer::Add:
    return tosa::ReduceSumOp::create(b, type, value, axis);
  case Reducer::Multiply:
    return tosa::ReduceProductOp::create(b, type, value, axis);
  case Reducer::Maximum:
    return tosa::ReduceMaxOp::create(b, type, value, axis);
  case Reducer::Minimum:
    return tosa::ReduceMinOp::create(b, type, value, axis);
  default:
    return {};
  }
}

Value TosaBuilder::reduce(Reducer reducer, Value value, ArrayRef<int64_t> dims,
                          bool keep) {
  Sizes sizes = sizesOf(value);
  for (int64_t dim : dims)
    sizes[dim] = 1;
  if (isUnsigned(value))
    return convert(reduce(reducer, convert(value, getI32Type()), dims, keep),
                   elementOf(value));
  Value result = value;
  if (llvm::is_contained(typeOf(value).getShape(), 0)) {
    result = full(sizes, neutralElement(reducer, elementOf(value)));
  } else {
    for (int64_t dim : dims)
      if (!(result = reduceAlong(*this, reducer, result, dim))) {
        result = refuse(typeOf(sizes, elementOf(value)),
                        "TOSA does not reducer elements of this type so");
        break;
      }
  }
  return keep ? result : squeeze(result, dims);
}

TensorBuilder::Values TosaBuilder::reduceVariadic(ValueRange values, ValueRange,
                                                  Dims dims, bool keep, Body) {
  SmallVector<Type> types;
  for (Value value : values) {
    Sizes sizes = sizesOf(value);
    for (int64_t dim : dims)
      sizes[dim] = 1;
    Sizes others;
    for (int64_t dim : otherDims(rankOf(value), dims))
      others.push_back(sizes[dim]);
    types.push_back(typeOf(keep ? sizes : others, elementOf(value)));
  }
  return refuse(types, "TOSA does not reduce several tensors together");
}

Value TosaBuilder::argMax(Value value, int64_t dim) {
  SmallVector<int64_t> shape(typeOf(value).getShape());
  shape.erase(shape.begin() + dim);
  auto type = RankedTensorType::get(shape, getI32Type());
  return tosa::ArgMaxOp::create(*this, type, value, static_cast<uint32_t>(dim));
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

namespace {
/// Dimensions of one side of a product by what they are for.
struct Side {
  Side(Value value, ArrayRef<int64_t> batch, ArrayRef<int64_t> contracted)
      : value(value), batch(batch), contracted(contracted) {
    for (int64_t dim : llvm::seq(TosaBuilder::rankOf(value)))
      if (!llvm::is_contained(batch, dim) &&
          !llvm::is_contained(contracted, dim))
        free.push_back(dim);
  }

  Size count(TosaBuilder &b, ArrayRef<int64_t> dims) const {
    Size product = 1;
    for (int64_t dim : dims)
      product = b.multiply(product, b.sizeOf(value, dim));
    return product;
  }

  /// [batch, ...] with three dimensions.
  Value asMatrices(TosaBuilder &b, ArrayRef<int64_t> rows,
                   ArrayRef<int64_t> columns) const {
    SmallVector<int64_t> order(batch);
    llvm::append_range(order, rows);
    llvm::append_range(order, columns);
    return b.reshape(b.transpose(value, order),
                     {count(b, batch), count(b, rows), count(b, columns)});
  }

  Value value;
  SmallVector<int64_t> batch, contracted, free;
};
} // namespace

/// Sums of products where tosa.matmul does not take the type.
static Value multiplyAndSum(TosaBuilder &b, Value lhs, Value rhs) {
  Value products = b.multiply(b.unsqueeze(lhs, 3), b.unsqueeze(rhs, 1));
  return b.reduce(Reducer::Add, products, 2);
}

Value TosaBuilder::dotGeneral(Value lhs, Value rhs, ArrayRef<int64_t> lhsBatch,
                              ArrayRef<int64_t> rhsBatch,
                              ArrayRef<int64_t> lhsContracted,
                              ArrayRef<int64_t> rhsContracted) {
  Type element = elementOf(lhs);
  if (isUnsigned(lhs))
    return convert(dotGeneral(convert(lhs, getI32Type()),
                              convert(rhs, getI32Type()), lhsBatch, rhsBatch,
                              lhsContracted, rhsContracted),
                   element);
  Side left(lhs, lhsBatch, lhsContracted), right(rhs, rhsBatch, rhsContracted);
  Sizes sizes;
  for (auto [l, r] : llvm::zip_equal(lhsBatch, rhsBatch)) {
    Size size = sizeOf(lhs, l);
    sizes.push_back(size.isKnown() ? size : sizeOf(rhs, r));
  }
  for (int64_t dim : left.free)
    sizes.push_back(sizeOf(lhs, dim));
  for (int64_t dim : right.free)
    sizes.push_back(sizeOf(rhs, dim));
  if (!isComputable(element))
    return refuse(typeOf(sizes, element), "TOSA has no products of this type");
  // The sum of nothing.
  if (llvm::is_contained(typeOf(lhs).getShape(), 0) ||
      llvm::is_contained(typeOf(rhs).getShape(), 0))
    return full(sizes, scalar(element, 0));
  Value a = left.asMatrices(*this, left.free, left.contracted);
  Value b = right.asMatrices(*this, right.contracted, right.free);
  if (!isa<mlir::FloatType>(element))
    return reshape(multiplyAndSum(*this, a, b), sizes);
  auto type =
      RankedTensorType::get({typeOf(a).getDimSize(0), typeOf(a).getDimSize(1),
                             typeOf(b).getDimSize(2)},
                            element);
  Value zero = oneElement(element, 0);
  return reshape(tosa::MatMulOp::create(*this, type, a, b, zero, zero), sizes);
}

//===----------------------------------------------------------------------===//
// Indexing
//===----------------------------------------------------------------------===//

Value TosaBuilder::flattenIndices(Value value, Value indices,
                                  ArrayRef<int64_t> indexed) {
  int64_t last = rankOf(indices) - 1;
  Value place;
  for (auto [i, dim] : llvm::enumerate(indexed)) {
    Value index = narrow(indices, last, static_cast<int64_t>(i), 1);
    if (!place) {
      place = index;
      continue;
    }
    place = add(multiply(place, valueOf(sizeOf(value, dim))), index);
  }
  Size count = 1;
  for (int64_t dim : llvm::seq(last))
    count = multiply(count, sizeOf(indices, dim));
  return convert(reshape(place, {1, count}), getI32Type());
}

/// Dimensions `indexed` of a value, then the others.
static SmallVector<int64_t> orderOfIndexed(int64_t rank,
                                           ArrayRef<int64_t> indexed) {
  SmallVector<int64_t> order(indexed);
  for (int64_t dim : llvm::seq(rank))
    if (!llvm::is_contained(indexed, dim))
      order.push_back(dim);
  return order;
}

Value TosaBuilder::flattenIndexed(Value value, ArrayRef<int64_t> indexed) {
  SmallVector<int64_t> order = orderOfIndexed(rankOf(value), indexed);
  value = transpose(value, order);
  Sizes sizes = sizesOf(value);
  auto count = static_cast<unsigned>(indexed.size());
  return reshape(value,
                 {1, TensorBuilder::count(ArrayRef(sizes).take_front(count)),
                  TensorBuilder::count(ArrayRef(sizes).drop_front(count))});
}

Value TosaBuilder::gather(Value value, Value indices,
                          ArrayRef<int64_t> indexed) {
  Sizes sizes = sizesOf(indices);
  sizes.pop_back();
  for (int64_t dim : llvm::seq(rankOf(value)))
    if (!llvm::is_contained(indexed, dim))
      sizes.push_back(sizeOf(value, dim));
  // Nothing is taken of nothing.
  if (llvm::is_contained(typeOf(value).getShape(), 0) ||
      llvm::any_of(sizes, [](Size size) { return size.is(0); }))
    return full(sizes, scalar(elementOf(value), 0));
  Value places = flattenIndices(value, indices, indexed);
  Value flat = flattenIndexed(value, indexed);
  RankedTensorType type = typeOf(flat).clone(
      {1, typeOf(places).getDimSize(1), typeOf(flat).getDimSize(2)});
  return reshape(tosa::GatherOp::create(*this, type, flat, places), sizes);
}

/// Which update goes where is a matrix; each place reduces its own.
Value TosaBuilder::reduceInto(Reducer reducer, Value value, Value places,
                              Value updates) {
  Size rows = sizeOf(value, 1), count = sizeOf(places, 1);
  Value numbers = iota({1, rows, 1}, 1, getI32Type());
  Value isHere = compare(Comparison::EQ, numbers, unsqueeze(places, 1));
  Type element = elementOf(value);
  // [1, rows, count, 1] and [1, 1, count, c].
  Value spread =
      select(unsqueeze(reshape(isHere, {1, rows, count}), 3),
             unsqueeze(updates, 1), neutralElement(reducer, element));
  return castTo(combine(reducer, value, reduce(reducer, spread, 2)),
                typeOf(value));
}

Value TosaBuilder::scatter(Value value, Value indices, Value updates,
                           ArrayRef<int64_t> indexed,
                           std::optional<Reducer> reducer) {
  Value places = flattenIndices(value, indices, indexed);
  Value flat = flattenIndexed(value, indexed);
  Size count = sizeOf(places, 1), width = sizeOf(flat, 2);
  int64_t known = typeOf(flat).getDimSize(1);
  // The op may not be given more updates than there are places.
  if (!reducer && count.isKnown() && !ShapedType::isDynamic(known) &&
      count.known() > known)
    return refuse(typeOf(value), "TOSA writes each place once only");
  if (count.is(0) || width.is(0) || known == 0)
    return value;
  Value rows = reshape(updates, {1, count, width});
  if (reducer) {
    flat = reduceInto(*reducer, flat, places, rows);
  } else {
    // Conversions of masks give indices out of range to what is not to be
    // written, and have one index for each place. It goes behind the last one.
    bool isBounded = indexed.size() > 1;
    Size rowCount = sizeOf(flat, 1);
    Value longer =
        isBounded ? flat
                  : pad(flat, scalar(elementOf(flat), 0), {0, 0, 0}, {0, 1, 0});
    Value written =
        tosa::ScatterOp::create(*this, longer.getType(), longer, places, rows);
    flat = isBounded ? written : narrow(written, 1, 0, rowCount);
  }
  SmallVector<int64_t> order = orderOfIndexed(rankOf(value), indexed);
  Sizes sizes;
  for (int64_t dim : order)
    sizes.push_back(sizeOf(value, dim));
  return transpose(reshape(flat, sizes), invertPermutationVector(order));
}
