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

/// Gives a result its sizes. Those that it cannot have are left alone, to be
/// reported where the call is converted.
void refineResult(CustomCallOp op, unsigned i, ArrayRef<int64_t> sizes) {
  Type refined = refineType(op->getResult(i).getType(), sizes);
  if (refined && llvm::none_of(sizes, [](int64_t size) { return size < 0; }))
    op->getResult(i).setType(refined);
}

/// The operand and k: as many elements of each row.
Rewrite refineTopK(CustomCallOp op) {
  if (op.getInputs().size() != 2 || op.getNumResults() != 2)
    return Rewrite::kKept;
  auto type = dyn_cast<RankedTensorType>(op.getInputs()[0].getType());
  std::optional<Shape> k = constantSizes(op.getInputs()[1]);
  if (!type || type.getRank() == 0 || !k || k->size() != 1)
    return Rewrite::kKept;
  Shape sizes(type.getShape());
  bool isTooLarge =
      !ShapedType::isDynamic(sizes.back()) && k->front() > sizes.back();
  if (k->front() < 0 || isTooLarge) {
    op.emitOpError() << "takes " << k->front() << " elements of "
                     << sizes.back();
    return Rewrite::kFailed;
  }
  sizes.back() = k->front();
  refineResult(op, 0, sizes);
  refineResult(op, 1, sizes);
  return Rewrite::kKept;
}

/// Inputs, initial values, k and the shapes of results.
Rewrite refineApproxTopK(CustomCallOp op) {
  unsigned count = op.getNumResults();
  if (op.getInputs().size() != 3 * count + 1)
    return Rewrite::kKept;
  for (unsigned i = 0; i < count; ++i)
    if (auto sizes = constantSizes(op.getInputs()[2 * count + 1 + i]))
      refineResult(op, i, *sizes);
  return Rewrite::kKept;
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

/// Says where a value lives, not what it is.
Rewrite refineSharding(CustomCallOp op) {
  return op.getNumOperands() == 1 && op.getNumResults() == 1
             ? refineLikeOperand(op)
             : Rewrite::kKept;
}

/// Hides the type of its operand, which the next ops are to see.
Rewrite replaceWrapper(CustomCallOp op) {
  if (op.getInputs().empty() || op.getNumResults() != 1 ||
      !areCompatible(op.getInputs()[0].getType(), op->getResult(0).getType()))
    return Rewrite::kKept;
  return replace(op, op.getInputs()[0]);
}

struct Entry {
  llvm::StringLiteral name;
  Rewrite (*refine)(CustomCallOp op);
};

/// All others are refined by the operands that they name as shapes. What calls
/// become after that is said in StablehloToLinalg/CustomCalls.cpp.
constexpr Entry kCalls[] = {
    {"Sharding", refineSharding},
    {"shape_assertion", foldAssertion},
    {"stablehlo.dynamic_approx_top_k", refineApproxTopK},
    {"stablehlo.dynamic_reduce_window", replaceReduceWindow},
    {"stablehlo.dynamic_rng_bit_generator", replaceRngBitGenerator},
    {"stablehlo.dynamic_top_k", refineTopK},
    {"stablehlo.shape_refinement_operand_wrapper", replaceWrapper},
};

} // namespace

Rewrite ingot::refineCustomCall(Operation *op) {
  auto call = cast<CustomCallOp>(op);
  for (const Entry &entry : kCalls)
    if (entry.name == call.getCallTargetName())
      return entry.refine(call);
  return refineByShapeOperands(call);
}
