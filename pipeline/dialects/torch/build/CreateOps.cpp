//===- CreateOps.cpp - making values and operators of torch ---------------===//
//
// Default values stand in schemas as Python text ("1", "None", "[0, 1]",
// "'mean'") and are parsed when an operator is made. That costs nothing beside
// making the op, and a schema stays the one place that says a default. A
// missing operator or default is a fault of ours, not of the program, and ends
// the process.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/torch/build/CreateOps.h"
#include "pipeline/dialects/torch/TorchOps.h"

#include "llvm/Support/ErrorHandling.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

Value ingot::torch::createInt(OpBuilder &builder, Location loc, int64_t value) {
  return ConstantIntOp::create(builder, loc, builder.getType<IntType>(),
                               builder.getI64IntegerAttr(value));
}

Value ingot::torch::createFloat(OpBuilder &builder, Location loc,
                                double value) {
  return ConstantFloatOp::create(builder, loc,
                                 builder.getType<torch::FloatType>(),
                                 builder.getF64FloatAttr(value));
}

Value ingot::torch::createBool(OpBuilder &builder, Location loc, bool value) {
  return ConstantBoolOp::create(builder, loc, builder.getType<BoolType>(),
                                builder.getBoolAttr(value));
}

Value ingot::torch::createString(OpBuilder &builder, Location loc,
                                 StringRef value) {
  return ConstantStrOp::create(builder, loc, builder.getType<StringType>(),
                               builder.getStringAttr(value));
}

Value ingot::torch::createNone(OpBuilder &builder, Location loc) {
  return ConstantNoneOp::create(builder, loc,
                                builder.getType<torch::NoneType>());
}

Value ingot::torch::createList(OpBuilder &builder, Location loc,
                               Type elementType, ValueRange elements) {
  return PrimListConstructOp::create(builder, loc, ListType::get(elementType),
                                     elements);
}

Value ingot::torch::createIntList(OpBuilder &builder, Location loc,
                                  ArrayRef<int64_t> values) {
  SmallVector<Value> elements;
  for (int64_t value : values)
    elements.push_back(createInt(builder, loc, value));
  return createList(builder, loc, builder.getType<IntType>(), elements);
}

Value ingot::torch::createBoolList(OpBuilder &builder, Location loc,
                                   ArrayRef<bool> values) {
  SmallVector<Value> elements;
  for (bool value : values)
    elements.push_back(createBool(builder, loc, value));
  return createList(builder, loc, builder.getType<BoolType>(), elements);
}

//===----------------------------------------------------------------------===//
// Defaults
//===----------------------------------------------------------------------===//

/// Null for what is no literal of Python.
static Value createLiteral(OpBuilder &builder, Location loc, StringRef text,
                           const SchemaType &type) {
  if (text == "True" || text == "False")
    return createBool(builder, loc, text == "True");
  if (text.size() >= 2 && text.front() == '\'')
    return createString(builder, loc, text.drop_front().drop_back());
  int64_t integer;
  bool isInteger = !text.getAsInteger(10, integer);
  // `float eps=1` is a float.
  if (isInteger && type.base == SchemaType::Base::Float)
    return createFloat(builder, loc, static_cast<double>(integer));
  if (isInteger)
    return createInt(builder, loc, integer);
  double number;
  return text.getAsDouble(number) ? Value() : createFloat(builder, loc, number);
}

static Type elementTypeOf(MLIRContext *context, const SchemaType &type) {
  switch (type.base) {
  case SchemaType::Base::Float:
    return torch::FloatType::get(context);
  case SchemaType::Base::Bool:
    return BoolType::get(context);
  case SchemaType::Base::Str:
    return StringType::get(context);
  default:
    return IntType::get(context);
  }
}

Value ingot::torch::createDefault(OpBuilder &builder, Location loc,
                                  const SchemaArgument &argument) {
  if (!argument.defaultValue)
    return {};
  StringRef text = argument.defaultValue->trim();
  if (text == "None")
    return createNone(builder, loc);
  const SchemaType &type = argument.type;
  if (!type.isList())
    return createLiteral(builder, loc, text, type);
  SmallVector<StringRef> items;
  if (text.consume_front("[") && text.consume_back("]"))
    text.split(items, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  else // One number stands for each of `int[2] padding=0`.
    items.assign(std::max(type.listSize, 1u), text);
  SmallVector<Value> elements;
  for (StringRef item : items) {
    elements.push_back(createLiteral(builder, loc, item.trim(), type));
    if (!elements.back())
      return {};
  }
  return createList(builder, loc, elementTypeOf(builder.getContext(), type),
                    elements);
}

Operation *ingot::torch::createOperator(OpBuilder &builder, Location loc,
                                        StringRef opName, ValueRange operands,
                                        TypeRange results) {
  const Schema *schema = findSchema(opName);
  if (!schema)
    llvm::report_fatal_error("no operator '" + Twine(opName) + "'");
  SmallVector<Value> all(operands);
  for (const SchemaArgument &argument :
       ArrayRef(schema->arguments).drop_front(operands.size())) {
    all.push_back(createDefault(builder, loc, argument));
    if (!all.back())
      llvm::report_fatal_error("'" + Twine(opName) + "' has no default for '" +
                               argument.name + "'");
  }
  OperationState state(loc, schema->opName, all, results);
  return builder.create(state);
}
