//===- CustomCalls.cpp - what frontends call for dynamic sizes ------------===//
//
// The custom calls that JAX's exports hold and that StableHLO's documents list
// ("Dynamism"). Their operands after the data are sizes.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/stablehlo/InferTypes.h"
#include "pipeline/dialects/stablehlo/Verify.h"
#include "pipeline/transforms/refine/StaticForms.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::stablehlo;

namespace {

Rewrite replace(CustomCallOp op, ValueRange values) {
  op->replaceAllUsesWith(values);
  op->erase();
  return Rewrite::kReplaced;
}

//===----------------------------------------------------------------------===//
// shape_assertion
//===----------------------------------------------------------------------===//

/// `{0}` in the message is the first operand after the condition.
std::string fillIn(StringRef message, ValueRange operands) {
  std::string text;
  while (!message.empty()) {
    auto [before, rest] = message.split('{');
    text += before;
    if (before.size() == message.size())
      break;
    auto [index, after] = rest.split('}');
    unsigned position;
    std::optional<Shape> number;
    if (!index.getAsInteger(10, position) && position < operands.size())
      number = constantSizes(operands[position]);
    text += number && number->size() == 1 ? std::to_string(number->front())
                                          : "{" + index.str() + "}";
    message = after;
  }
  return text;
}

Rewrite foldAssertion(CustomCallOp op) {
  if (op.getInputs().empty() || op.getNumResults() != 0)
    return Rewrite::kKept;
  std::optional<Shape> holds = constantSizes(op.getInputs().front());
  if (!holds || holds->size() != 1)
    return Rewrite::kKept;
  if (holds->front() != 0)
    return replace(op, {});
  auto message = op->getAttrOfType<StringAttr>("error_message");
  op.emitError() << (message ? fillIn(message.getValue(),
                                      op.getInputs().drop_front())
                             : "a shape assertion does not hold");
  return Rewrite::kFailed;
}

//===----------------------------------------------------------------------===//
// rng_bit_generator, reduce_window
//===----------------------------------------------------------------------===//

Rewrite replaceRngBitGenerator(CustomCallOp op) {
  auto algorithm = op->getAttrOfType<RngAlgorithmAttr>("rng_algorithm");
  if (op.getInputs().size() != 2 || op.getNumResults() != 2 || !algorithm)
    return Rewrite::kKept;
  std::optional<Shape> sizes = constantSizes(op.getInputs()[1]);
  auto state = dyn_cast<RankedTensorType>(op.getInputs()[0].getType());
  Type output = sizes ? refineType(op->getResult(1).getType(), *sizes) : Type();
  if (!output || !state || op->getResult(0).getType() != state)
    return Rewrite::kKept;
  OpBuilder builder(op);
  auto created = RngBitGeneratorOp::create(builder, op.getLoc(), state, output,
                                           algorithm, op.getInputs()[0]);
  if (failed(verify(created)))
    return Rewrite::kFailed;
  return replace(op, created->getResults());
}

/// The one function that a call names; null if there is none with a body.
func::FuncOp calledFunction(CustomCallOp op) {
  if (op.getCalledComputations().size() != 1)
    return {};
  auto function = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      op, cast<FlatSymbolRefAttr>(op.getCalledComputations()[0]));
  return function && !function.isDeclaration() ? function : func::FuncOp();
}

/// A region that calls `function` with its arguments and returns the results.
void fillWithCall(Region &region, func::FuncOp function, Location loc) {
  OpBuilder builder(region.getContext());
  SmallVector<Location> locations(function.getNumArguments(), loc);
  Block *block =
      builder.createBlock(&region, {}, function.getArgumentTypes(), locations);
  auto call =
      func::CallOp::create(builder, loc, function, block->getArguments());
  ReturnOp::create(builder, loc, call.getResults());
}

/// Inputs, initial values, then sizes, strides, both dilations and padding.
Rewrite replaceReduceWindow(CustomCallOp op) {
  size_t count = op.getNumResults();
  func::FuncOp body = calledFunction(op);
  if (count == 0 || op.getInputs().size() != 2 * count + 5 || !body)
    return Rewrite::kKept;
  SmallVector<DenseI64ArrayAttr> lists;
  Builder attrs(op.getContext());
  for (Value list : op.getInputs().drop_front(2 * count)) {
    std::optional<Shape> numbers = constantSizes(list);
    if (!numbers)
      return Rewrite::kKept;
    lists.push_back(attrs.getDenseI64ArrayAttr(*numbers));
  }
  int64_t rank = lists[0].size();
  auto paddingType = RankedTensorType::get({rank, 2}, attrs.getI64Type());
  if (lists[4].size() != 2 * rank)
    return Rewrite::kKept;
  auto padding = DenseIntElementsAttr::get(paddingType, lists[4].asArrayRef());
  OpBuilder builder(op);
  auto created = ReduceWindowOp::create(
      builder, op.getLoc(), op.getResultTypes(),
      op.getInputs().take_front(count), op.getInputs().slice(count, count),
      lists[0], lists[1], lists[2], lists[3], padding);
  fillWithCall(created.getBody(), body, op.getLoc());
  if (failed(verify(created)))
    return Rewrite::kFailed;
  FailureOr<SmallVector<Type>> types = inferTypes(created);
  if (failed(types))
    return Rewrite::kFailed;
  for (auto [result, type] : llvm::zip(created.getResults(), *types))
    result.setType(type);
  return replace(op, created->getResults());
}

//===----------------------------------------------------------------------===//
// top_k
//===----------------------------------------------------------------------===//

/// The first elements along `dimension` of `sorted`, as many as `type` has.
Value firstOf(OpBuilder &builder, Location loc, Value sorted, int64_t dimension,
              int64_t count) {
  auto type = cast<RankedTensorType>(sorted.getType());
  Shape starts(type.getRank(), 0), strides(type.getRank(), 1);
  Shape limits(type.getShape());
  limits[dimension] = count;
  return SliceOp::create(builder, loc,
                         RankedTensorType::get(limits, type.getElementType()),
                         sorted, builder.getDenseI64ArrayAttr(starts),
                         builder.getDenseI64ArrayAttr(limits),
                         builder.getDenseI64ArrayAttr(strides));
}

bool isStatic(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.hasStaticShape();
}

/// Elements in descending order; NaN is above all, as in a total order.
void compareFirst(Region &region, Type element, Location loc) {
  OpBuilder builder(region.getContext());
  Type scalar = RankedTensorType::get({}, element);
  Type index = RankedTensorType::get({}, builder.getI32Type());
  Block *block = builder.createBlock(
      &region, {}, {scalar, scalar, index, index}, {loc, loc, loc, loc});
  auto kind = ComparisonTypeAttr::get(
      region.getContext(), isa<FloatType>(element) ? ComparisonType::TOTALORDER
                                                   : ComparisonType::NOTYPE);
  auto order = CompareOp::create(
      builder, loc, RankedTensorType::get({}, builder.getI1Type()),
      block->getArgument(0), block->getArgument(1),
      ComparisonDirectionAttr::get(region.getContext(),
                                   ComparisonDirection::GT),
      kind);
  ReturnOp::create(builder, loc, order->getResults());
}

/// The largest elements of each row and where they stood: a stable sort, cut.
Rewrite replaceTopK(CustomCallOp op) {
  if (op.getInputs().size() != 2 || op.getNumResults() != 2 ||
      !isStatic(op.getInputs()[0]))
    return Rewrite::kKept;
  Value operand = op.getInputs()[0];
  auto type = cast<RankedTensorType>(operand.getType());
  std::optional<Shape> k = constantSizes(op.getInputs()[1]);
  int64_t last = type.getRank() - 1;
  if (!k || k->size() != 1 || last < 0 ||
      !getElementTypeOrSelf(op->getResult(1).getType()).isInteger(32))
    return Rewrite::kKept;
  if (k->front() < 0 || k->front() > type.getDimSize(last)) {
    op.emitOpError() << "takes " << k->front() << " elements of "
                     << type.getDimSize(last);
    return Rewrite::kFailed;
  }
  OpBuilder builder(op);
  Location loc = op.getLoc();
  auto indexType = RankedTensorType::get(type.getShape(), builder.getI32Type());
  Value indices =
      IotaOp::create(builder, loc, indexType, builder.getI64IntegerAttr(last));
  auto sort = SortOp::create(
      builder, loc, TypeRange{type, indexType}, ValueRange{operand, indices},
      builder.getI64IntegerAttr(last), builder.getBoolAttr(true));
  compareFirst(sort.getComparator(), type.getElementType(), loc);
  SmallVector<Value> cut;
  for (Value sorted : sort.getResults())
    cut.push_back(firstOf(builder, loc, sorted, last, k->front()));
  return replace(op, cut);
}

/// Inputs, initial values, k and the shapes of results. Exact results are as
/// good as approximate ones: sorted by the called comparator, cut to size.
Rewrite replaceApproxTopK(CustomCallOp op) {
  size_t count = op.getNumResults();
  func::FuncOp comparator = calledFunction(op);
  auto config = op->getAttrOfType<DictionaryAttr>("mhlo.backend_config");
  auto dimension =
      config ? config.getAs<IntegerAttr>("reduction_dim") : IntegerAttr();
  if (count == 0 || op.getInputs().size() < 3 * count + 1 || !comparator ||
      !dimension)
    return Rewrite::kKept;
  ValueRange inputs = op.getInputs().take_front(count);
  auto type = dyn_cast<RankedTensorType>(inputs[0].getType());
  int64_t along = dimension.getInt();
  std::optional<Shape> sizes = constantSizes(op.getInputs()[2 * count + 1]);
  if (!llvm::all_of(inputs, isStatic) || along < 0 || along >= type.getRank() ||
      !sizes || static_cast<int64_t>(sizes->size()) != type.getRank() ||
      (*sizes)[along] < 0 || (*sizes)[along] > type.getDimSize(along))
    return Rewrite::kKept;
  OpBuilder builder(op);
  auto sort = SortOp::create(builder, op.getLoc(), inputs.getTypes(), inputs,
                             builder.getI64IntegerAttr(along),
                             builder.getBoolAttr(true));
  fillWithCall(sort.getComparator(), comparator, op.getLoc());
  if (failed(verify(sort)))
    return Rewrite::kFailed;
  SmallVector<Value> cut;
  for (Value sorted : sort.getResults())
    cut.push_back(
        firstOf(builder, op.getLoc(), sorted, along, (*sizes)[along]));
  return replace(op, cut);
}

//===----------------------------------------------------------------------===//
// All others
//===----------------------------------------------------------------------===//

/// An attribute says which operands are the shapes of the results.
Rewrite refineByShapeOperands(CustomCallOp op) {
  auto indices =
      op->getAttrOfType<DenseIntElementsAttr>("indices_of_shape_operands");
  std::optional<Shape> positions = indices ? valuesOf(indices) : std::nullopt;
  if (!positions || positions->size() != op.getNumResults())
    return Rewrite::kKept;
  for (auto [position, result] : llvm::zip(*positions, op.getResults())) {
    if (position < 0 || position >= op.getNumOperands())
      return Rewrite::kKept;
    std::optional<Shape> sizes = constantSizes(op.getOperand(position));
    Type refined = sizes ? refineType(result.getType(), *sizes) : Type();
    if (refined && llvm::none_of(*sizes, [](int64_t s) { return s < 0; }))
      result.setType(refined);
  }
  return Rewrite::kKept;
}

Rewrite refineLikeOperand(CustomCallOp op) {
  if (auto type = dyn_cast<RankedTensorType>(op.getOperand(0).getType()))
    if (Type refined = refineType(op->getResult(0).getType(), type.getShape()))
      op->getResult(0).setType(refined);
  return Rewrite::kKept;
}

/// Hides the type of its operand, which the next ops are to see.
Rewrite replaceWrapper(CustomCallOp op) {
  if (op.getInputs().empty() || op.getNumResults() != 1 ||
      !areCompatible(op.getInputs()[0].getType(), op->getResult(0).getType()))
    return Rewrite::kKept;
  return replace(op, op.getInputs()[0]);
}

} // namespace

Rewrite ingot::refineCustomCall(Operation *op) {
  auto call = cast<CustomCallOp>(op);
  StringRef target = call.getCallTargetName();
  if (target == "shape_assertion")
    return foldAssertion(call);
  if (target == "stablehlo.shape_refinement_operand_wrapper")
    return replaceWrapper(call);
  if (target == "stablehlo.dynamic_rng_bit_generator")
    return replaceRngBitGenerator(call);
  if (target == "stablehlo.dynamic_reduce_window")
    return replaceReduceWindow(call);
  if (target == "stablehlo.dynamic_top_k")
    return replaceTopK(call);
  if (target == "stablehlo.dynamic_approx_top_k")
    return replaceApproxTopK(call);
  // Says where a value lives, not what it is.
  if (target == "Sharding" && call.getNumOperands() == 1 &&
      call.getNumResults() == 1)
    return refineLikeOperand(call);
  return refineByShapeOperands(call);
}
