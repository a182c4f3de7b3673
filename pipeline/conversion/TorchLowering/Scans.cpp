//===- Scans.cpp - running sums, products, extremes -----------------------===//
//
// Hillis and Steele, "Data Parallel Algorithms" (1986): after pass k an element
// holds the reduction of itself and of the 2^k - 1 before it, so that n
// elements take log2(n) passes, each over whole tensors. Passes are written one
// after the other where n is known, and are a loop otherwise.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchLowering/Scans.h"
#include "pipeline/conversion/TorchLowering/Conversion.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

namespace {

using Values = SmallVector<Value>;
/// Combines whole tensors: what came before, and the elements themselves.
using Step =
    llvm::function_ref<Values(TensorBuilder &, ValueRange, ValueRange)>;

/// Moved by `step` places; `neutral` stands where nothing came before.
Value shift(TensorBuilder &b, Value value, Value neutral, int64_t dim,
            Size step) {
  Sizes low(b.rankOf(value), Size(0)), high(low);
  Size size = b.sizeOf(value, dim);
  low[dim] = step;
  Value shifted;
  if (size.isKnown() && step.isKnown())
    shifted = b.pad(b.slice(value, dim, 0, b.subtract(size, step)), neutral,
                    low, high);
  else
    shifted = b.narrow(b.pad(value, neutral, low, high), dim, 0, size);
  return b.castTo(shifted, b.typeOf(value));
}

Values pass(TensorBuilder &b, ValueRange values, ValueRange neutral,
            int64_t dim, Size by, Step step) {
  Values earlier;
  for (auto [value, start] : llvm::zip_equal(values, neutral))
    earlier.push_back(shift(b, value, start, dim, by));
  Values results = step(b, earlier, values);
  for (auto [value, before] : llvm::zip_equal(results, values))
    value = b.castTo(value, b.typeOf(before));
  return results;
}

Values scan(TensorBuilder &outer, Values values, ValueRange neutral,
            int64_t dim, Step step) {
  // All tensors here have the same sizes, whatever other unknown ones do.
  std::unique_ptr<TensorBuilder> strict = outer.clone(/*strict=*/true);
  TensorBuilder &b = *strict;
  Size size = b.sizeOf(values.front(), dim);
  if (size.isKnown()) {
    for (int64_t by = 1; by < size.known(); by *= 2)
      values = pass(b, values, neutral, dim, by, step);
    return values;
  }
  Type i64 = b.getI64Type();
  Values initial{b.scalar(i64, 1)};
  llvm::append_range(initial, values);
  Value end = b.valueOf(size);
  auto isLeft = [&](TensorBuilder &b, ValueRange arguments) {
    return Values{b.compare(Comparison::LT, arguments[0], end)};
  };
  auto body = [&](TensorBuilder &b, ValueRange arguments) {
    Values next{b.multiply(arguments[0], b.scalar(i64, 2))};
    llvm::append_range(next, pass(b, arguments.drop_front(), neutral, dim,
                                  Size(arguments[0]), step));
    return next;
  };
  Values results = b.whileLoop(initial, isLeft, body);
  return Values(llvm::drop_begin(results));
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

/// A dimension of a tensor that has one, which scalars are given.
struct Row {
  Value value;
  int64_t dim;
};

FailureOr<Row> rowOf(Conversion &c, Type element) {
  Value value = c.operandAs("self", element);
  std::optional<int64_t> dim = c.getDim("dim", c.b.rankOf(value));
  if (!dim)
    return c.fail("the dimension is not known, or out of range");
  if (c.b.rankOf(value) == 0)
    value = c.b.reshape(value, Size(1));
  return Row{value, *dim};
}

template <Reducer reducer> Converted convertRunning(Conversion &c) {
  Type element = c.resultElement();
  bool isSmall =
      isa<mlir::FloatType>(element) && element.getIntOrFloatBitWidth() < 32;
  FailureOr<Row> row = rowOf(c, isSmall ? Type(c.b.getF32Type()) : element);
  if (failed(row))
    return failure();
  return c.toResultRank(ingot::torch::scan(c.b, reducer, row->value, row->dim));
}

/// The greatest (or smallest) so far, and where it was: of equal ones the last,
/// and once there was a NaN, the last of these.
template <Comparison better> Converted convertRunningExtreme(Conversion &c) {
  FailureOr<Row> row = rowOf(c, c.resultElement());
  if (failed(row))
    return failure();
  Type i64 = c.b.getI64Type();
  Value places = c.b.iota(c.b.sizesOf(row->value), row->dim, i64);
  Values neutral{
      c.b.limit(c.resultElement(), /*greatest=*/better == Comparison::LE),
      c.b.scalar(i64, 0)};
  Values results =
      scan(c.b, {row->value, places}, neutral, row->dim,
           [](TensorBuilder &b, ValueRange earlier, ValueRange own) {
             Value takesOwn = b.compare(better, own[0], earlier[0]);
             if (b.isFloat(own[0]))
               takesOwn = b.logicalOr(takesOwn, b.isNan(own[0]));
             return Values{b.select(takesOwn, own[0], earlier[0]),
                           b.select(takesOwn, own[1], earlier[1])};
           });
  return Values{c.toResultRank(results[0]), c.toResultRank(results[1])};
}

} // namespace

Value ingot::torch::scan(TensorBuilder &b, Reducer reducer, Value value,
                         int64_t dim) {
  Value neutral = b.neutralElement(reducer, b.elementOf(value));
  return ::scan(b, {value}, neutral, dim,
                [&](TensorBuilder &b, ValueRange earlier, ValueRange own) {
                  return Values{b.combine(reducer, earlier[0], own[0])};
                })
      .front();
}

void ingot::torch::populateScans(ConversionTable &table) {
  table.add({
      {"torch.aten.cumsum", convertRunning<Reducer::Add>},
      {"torch.aten.cumprod", convertRunning<Reducer::Multiply>},
      {"torch.aten.cummax", convertRunningExtreme<Comparison::GE>},
      {"torch.aten.cummin", convertRunningExtreme<Comparison::LE>},
  });
}
