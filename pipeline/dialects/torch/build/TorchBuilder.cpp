//===- TorchBuilder.cpp - making PyTorch's operators ----------------------===//
//
// Asking for an operator that the table lacks, or leaving out an argument
// without default, is a fault of the caller's code and ends the process. What
// the program brings about, as types that do not agree, is returned instead.
//
// Made ops are remembered, because a decomposition may find out late that it
// cannot go on. Constants are not: unused ones are dropped by any clean-up.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/torch/build/TorchBuilder.h"
#include "pipeline/dialects/torch/ScalarTypes.h"
#include "pipeline/dialects/torch/TorchOp.h"
#include "pipeline/dialects/torch/TorchOps.h"
#include "pipeline/dialects/torch/build/CreateOps.h"
#include "pipeline/dialects/torch/build/InferTypes.h"

#include "llvm/Support/ErrorHandling.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

template <typename Op, typename... Args>
Value TorchBuilder::make(Args &&...args) {
  auto op = Op::create(rewriter_, loc_, std::forward<Args>(args)...);
  made_.push_back(op);
  return op.getResult();
}

Value TorchBuilder::none() { return createNone(rewriter_, loc_); }

Value TorchBuilder::constant(int64_t value) {
  return createInt(rewriter_, loc_, value);
}

Value TorchBuilder::constant(double value) {
  return createFloat(rewriter_, loc_, value);
}

Value TorchBuilder::constant(bool value) {
  return createBool(rewriter_, loc_, value);
}

Value TorchBuilder::constant(StringRef value) {
  return createString(rewriter_, loc_, value);
}

Value TorchBuilder::literal(ArrayRef<int64_t> elements, ArrayRef<int64_t> sizes,
                            Type dtype) {
  SmallVector<APInt> bits;
  for (int64_t element : elements)
    bits.emplace_back(dtype.getIntOrFloatBitWidth(), element,
                      /*isSigned=*/true);
  auto payload =
      DenseElementsAttr::get(RankedTensorType::get(sizes, dtype), bits);
  return make<ValueTensorLiteralOp>(
      ValueTensorType::get(context(), sizes, dtype), payload);
}

Value TorchBuilder::literal(ElementsAttr value) {
  ShapedType type = value.getShapedType();
  return make<ValueTensorLiteralOp>(
      ValueTensorType::get(context(), type.getShape(), type.getElementType()),
      value);
}

Value TorchBuilder::list(ArrayRef<Value> elements, Type element) {
  return make<PrimListConstructOp>(ListType::get(element), elements);
}

Value TorchBuilder::intList(ArrayRef<Value> elements) {
  return list(elements, IntType::get(context()));
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

/// The element type of a list for an argument: optional tensors stay optional.
static Type elementTypeFor(ArrayRef<Value> elements, const SchemaType &type) {
  MLIRContext *context =
      elements.empty() ? nullptr : elements.front().getContext();
  if (type.base != SchemaType::Base::Tensor)
    return context ? elements.front().getType() : Type();
  Type tensor = ValueTensorType::get(context, std::nullopt, Type());
  SchemaType list = type.isOptional() ? type.inner() : type;
  return list.inner().isOptional() ? OptionalType::get(tensor) : tensor;
}

Value TorchBuilder::materialize(const Argument &argument,
                                const SchemaArgument &wanted) {
  bool wantsFloat = wanted.type.base == SchemaType::Base::Float;
  if (auto *value = std::get_if<Value>(&argument.content_))
    return *value ? *value : none();
  if (auto *integer = std::get_if<int64_t>(&argument.content_))
    return wantsFloat ? constant(static_cast<double>(*integer))
                      : constant(*integer);
  if (auto *number = std::get_if<double>(&argument.content_))
    return constant(*number);
  if (auto *boolean = std::get_if<bool>(&argument.content_))
    return constant(*boolean);
  if (auto *text = std::get_if<StringRef>(&argument.content_))
    return constant(*text);
  if (auto *ints = std::get_if<Argument::Ints>(&argument.content_))
    return createIntList(rewriter_, loc_, *ints);
  const auto &values = std::get<Argument::Values>(argument.content_);
  if (values.empty())
    return intList({});
  SmallVector<Value> elements;
  for (Value element : values)
    elements.push_back(element ? element : none());
  return list(elements, elementTypeFor(elements, wanted.type));
}

Operation *TorchBuilder::createOperator(StringRef opName, Arguments arguments,
                                        TypeRange types) {
  const Schema *schema = findSchema(opName);
  if (!schema)
    llvm::report_fatal_error("torch: no operator is named " + opName);
  SmallVector<Value> operands;
  for (const SchemaArgument &wanted : schema->arguments) {
    const NamedArgument *given = llvm::find_if(
        arguments, [&](const auto &a) { return a.name == wanted.name; });
    if (given == arguments.end() && !wanted.defaultValue)
      llvm::report_fatal_error("torch: '" + opName + "' wants " + wanted.name);
    operands.push_back(given != arguments.end()
                           ? materialize(given->argument, wanted)
                           : createDefault(rewriter_, loc_, wanted));
  }
  SmallVector<Type> inferred(types);
  if (inferred.empty()) {
    auto result = inferResultTypes(context(), *schema, operands);
    if (!result)
      llvm::report_fatal_error("torch: no rule for the types of " + opName);
    inferred = *result;
  }
  OperationState state(loc_, schema->opName, operands, inferred);
  Operation *op = rewriter_.create(state);
  made_.push_back(op);
  return op;
}

Value TorchBuilder::create(StringRef opName, Arguments arguments) {
  return createOperator(opName, arguments, {})->getResult(0);
}

Value TorchBuilder::create(StringRef opName, Arguments arguments, Type type) {
  return createOperator(opName, arguments, type)->getResult(0);
}

ResultRange TorchBuilder::createAll(StringRef opName, Arguments arguments,
                                    TypeRange types) {
  return createOperator(opName, arguments, types)->getResults();
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

Value TorchBuilder::size(Value tensor, int64_t dim) {
  ArrayRef<int64_t> sizes = *cast<TorchTensorType>(tensor.getType()).getSizes();
  // Of a dimension that is not there the operator says so when it is converted.
  if (dim >= 0 && dim < static_cast<int64_t>(sizes.size()) &&
      !ShapedType::isDynamic(sizes[dim]))
    return constant(sizes[dim]);
  return create("aten.size.int", {{"self", tensor}, {"dim", dim}});
}

SmallVector<Value> TorchBuilder::sizes(Value tensor) {
  SmallVector<Value> sizes;
  for (int64_t i = 0, e = cast<TorchTensorType>(tensor.getType()).getRank();
       i < e; ++i)
    sizes.push_back(size(tensor, i));
  return sizes;
}

Value TorchBuilder::count(Value tensor) {
  Value product = constant(int64_t(1));
  for (Value size : sizes(tensor))
    product = mul(product, size);
  return product;
}

Value TorchBuilder::fold(StringRef opName, Value a, Value b,
                         function_ref<int64_t(int64_t, int64_t)> compute) {
  std::optional<int64_t> first = matchInt(a), second = matchInt(b);
  if (first && second)
    return constant(compute(*first, *second));
  return create(opName, {{"a", a}, {"b", b}});
}

Value TorchBuilder::add(Value a, Value b) {
  if (matchInt(a) == 0)
    return b;
  if (matchInt(b) == 0)
    return a;
  return fold("aten.add.int", a, b, std::plus<int64_t>());
}

Value TorchBuilder::sub(Value a, Value b) {
  if (matchInt(b) == 0)
    return a;
  return fold("aten.sub.int", a, b, std::minus<int64_t>());
}

Value TorchBuilder::mul(Value a, Value b) {
  if (matchInt(a) == 1)
    return b;
  if (matchInt(b) == 1)
    return a;
  return fold("aten.mul.int", a, b, std::multiplies<int64_t>());
}

Value TorchBuilder::floorDivide(Value a, Value b) {
  if (matchInt(b) == 1)
    return a;
  if (matchInt(b) == 0)
    return create("aten.floordiv.int", {{"a", a}, {"b", b}});
  return fold("aten.floordiv.int", a, b, [](int64_t x, int64_t y) {
    return llvm::divideFloorSigned(x, y);
  });
}

Value TorchBuilder::remainder(Value a, Value b) {
  if (matchInt(b) == 0)
    return create("aten.remainder.int", {{"a", a}, {"b", b}});
  return fold("aten.remainder.int", a, b, [](int64_t x, int64_t y) {
    return x - y * llvm::divideFloorSigned(x, y);
  });
}

Value TorchBuilder::toFloat(Value number) {
  if (std::optional<double> known = matchNumber(number))
    return constant(*known);
  if (isa<torch::FloatType>(number.getType()))
    return number;
  if (isa<IntType>(number.getType()))
    return create("aten.Float.int", {{"a", number}});
  return create(isa<BoolType>(number.getType()) ? "aten.Float.bool"
                                                : "aten.Float.Scalar",
                {{"a", number}});
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

// The terminator is made last and forgotten first: what it uses can then go.
SmallVector<Value> TorchBuilder::loop(Value iterations, ArrayRef<Value> initial,
                                      LoopBody body) {
  SmallVector<Type> types(ValueRange(initial).getTypes());
  auto op = PrimLoopOp::create(rewriter_, loc_, types, iterations,
                               constant(true), initial);
  made_.push_back(op);
  OpBuilder::InsertionGuard guard(rewriter_);
  Block *block = rewriter_.createBlock(&op.getRegion());
  Value iteration = block->addArgument(IntType::get(context()), loc_);
  for (Type type : types)
    block->addArgument(type, loc_);
  SmallVector<Value> next = body(iteration, block->getArguments().drop_front());
  for (auto [value, type] : llvm::zip_equal(next, types))
    value = conform(value, type);
  made_.push_back(PrimLoopConditionOp::create(rewriter_, loc_, constant(true),
                                              ValueRange(next)));
  return op.getResults();
}

//===----------------------------------------------------------------------===//
// Ends
//===----------------------------------------------------------------------===//

Value TorchBuilder::conform(Value value, Type type) {
  auto wanted = dyn_cast<TorchTensorType>(type);
  auto given = dyn_cast<TorchTensorType>(value.getType());
  if (!wanted || !given || given == wanted)
    return value;
  if (wanted.getDtype() && given.getDtype() != wanted.getDtype())
    if (std::optional<ScalarType> dtype = scalarTypeOf(wanted.getDtype()))
      value =
          create("aten.to.dtype",
                 {{"self", value}, {"dtype", static_cast<int64_t>(*dtype)}});
  given = cast<TorchTensorType>(value.getType());
  if (given == wanted || !areCompatible(given, wanted))
    return value;
  // What was just made may say more of its sizes by itself.
  Operation *op = value.getDefiningOp();
  if (op && llvm::is_contained(made_, op) && getSchema(op)) {
    rewriter_.modifyOpInPlace(op, [&] { value.setType(wanted); });
    return value;
  }
  return make<TensorStaticInfoCastOp>(Type(wanted), value);
}

void TorchBuilder::discard() {
  for (Operation *op : llvm::reverse(made_))
    rewriter_.eraseOp(op);
  made_.clear();
}
