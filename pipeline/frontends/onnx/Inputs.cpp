//===- Inputs.cpp - inputs of a graph as arguments of `main` --------------===//
//
// A tensor is one argument. A sequence is as many as it has elements, which the
// model does not say: the request gives their types, and with them the length.
// A size that the request gives is that of all dimensions of its name.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/GivenSizes.h"
#include "pipeline/frontends/ModuleAttributes.h"
#include "pipeline/frontends/onnx/Boundary.h"
#include "pipeline/frontends/onnx/Importer.h"

#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::onnx;
using namespace ingot::onnx::reader;

/// Sizes that the request gives to an argument take the place of symbols.
static void takeGivenSizes(const ModelSource &source, size_t index,
                           TensorInfo &info, MLIRContext *context) {
  if (!info.shape)
    return;
  std::optional<SmallVector<int64_t>> sizes =
      givenSizes(source, index, info.shape->size(), context);
  if (!sizes)
    return;
  for (auto [own, given] : llvm::zip(*info.shape, *sizes))
    if (!own.isInteger() && !ShapedType::isDynamic(given))
      own = Scalar::integer(given);
}

static const proto::TypeProto &withoutOptional(const proto::TypeProto &type) {
  return type.has_optional_type() ? type.optional_type().elem_type() : type;
}

LogicalResult
Importer::nameGivenSizes(ArrayRef<const proto::ValueInfoProto *> inputs) {
  for (auto [index, input] : llvm::enumerate(inputs)) {
    const auto &dims =
        withoutOptional(input->type()).tensor_type().shape().dim();
    std::optional<SmallVector<int64_t>> sizes =
        givenSizes(source_, index, dims.size(), context());
    if (!sizes)
      continue;
    for (auto [dim, size] : llvm::zip(dims, *sizes)) {
      if (ShapedType::isDynamic(size) || !isSizeName(dim.dim_param()))
        continue;
      if (int64_t known = symbols_.give(dim.dim_param(), size); known != size)
        return error("the size '" + printable(dim.dim_param()) +
                     "' is given as " + Twine(known) + " and, for the input '" +
                     printable(input->name()) + "', as " + Twine(size));
    }
  }
  return success();
}

LogicalResult Importer::addArgument(const std::string &name, TensorInfo info,
                                    SmallVectorImpl<Argument> &arguments) {
  std::string what = "the input '" + printable(name) + "'";
  if (!elementType(context(), info.dtype)) {
    const char *instead =
        info.dtype == proto::TensorProto::STRING
            ? ": no tensor holds text; give the model the numbers that it "
              "looks up or computes of it"
            : "";
    return error(what + " has elements of type " + nameOf(info.dtype) +
                 ", which are not compiled" + instead);
  }
  if (!info.shape)
    return error(what + " has no shape; state at least its rank");
  // A tensor without elements holds no secret.
  if (elementCount(*info.shape) == 0)
    info.elements.emplace();
  Argument argument{wrap({}, info), info.dtype};
  argument.value->name = name;
  argument.value->info.dtype = argumentDtype(info.dtype);
  arguments.push_back(std::move(argument));
  return success();
}

/// Whether a type can be given where the model states a shape.
static bool fits(RankedTensorType type, const std::optional<Shape> &stated) {
  if (!stated)
    return true;
  if (stated->size() != static_cast<size_t>(type.getRank()))
    return false;
  return llvm::all_of(llvm::zip(*stated, type.getShape()), [](auto pair) {
    auto [own, given] = pair;
    return !own.isInteger() || ShapedType::isDynamic(given) || own.is(given);
  });
}

LogicalResult Importer::addElements(const proto::TypeProto &sequence,
                                    const std::string &name, size_t index,
                                    SmallVectorImpl<Argument> &arguments) {
  const proto::TypeProto &element = sequence.sequence_type().elem_type();
  std::optional<SmallVector<RankedTensorType>> types =
      givenElements(source_, index, context());
  if (!types)
    return error("the input '" + printable(name) +
                 "' is a sequence; the request has to give the types of its "
                 "elements, such as tuple<tensor<2x3xf32>, tensor<4x3xf32>>");
  TensorInfo stated = statedInfo(element, symbols_);
  for (auto [i, type] : llvm::enumerate(*types)) {
    if (!fits(type, stated.shape))
      return error("element " + Twine(i) + " of the input '" + printable(name) +
                   "' has sizes that the model does not take");
    TensorInfo info{stated.dtype, Shape(), {}};
    for (int64_t size : type.getShape())
      info.shape->push_back(ShapedType::isDynamic(size)
                                ? symbols_.fresh()
                                : Scalar::integer(size));
    if (failed(addArgument(name + "_" + std::to_string(i), std::move(info),
                           arguments)))
      return failure();
  }
  return success();
}

LogicalResult Importer::addInput(const proto::ValueInfoProto &proto,
                                 Input &input, size_t index,
                                 SmallVectorImpl<Argument> &arguments) {
  const proto::TypeProto &type = withoutOptional(proto.type());
  if (proto.type().has_optional_type() &&
      isGivenNone(source_, index, context())) {
    input.kind = Input::Kind::None;
    return success();
  }
  if (type.has_sequence_type()) {
    input.kind = Input::Kind::Sequence;
    return addElements(type, proto.name(), index, arguments);
  }
  if (!type.has_tensor_type())
    return error("the input '" + printable(proto.name()) +
                 "' is neither a tensor nor a sequence of tensors");
  TensorInfo info = statedInfo(type, symbols_);
  takeGivenSizes(source_, index, info, context());
  return addArgument(proto.name(), std::move(info), arguments);
}

LogicalResult Importer::addInputs(SmallVectorImpl<Argument> &arguments,
                                  SmallVectorImpl<Input> &inputs) {
  llvm::StringSet<> constants;
  const proto::GraphProto &graph = model_.graph();
  for (const proto::TensorProto &tensor : graph.initializer())
    constants.insert(tensor.name());
  for (const proto::SparseTensorProto &tensor : graph.sparse_initializer())
    constants.insert(tensor.values().name());
  SmallVector<const proto::ValueInfoProto *> given;
  for (const proto::ValueInfoProto &proto : graph.input())
    if (!constants.contains(proto.name()))
      given.push_back(&proto);
  if (failed(nameGivenSizes(given)))
    return failure();
  for (const proto::ValueInfoProto *proto : given) {
    Input input{proto->name(), Input::Kind::Tensor, arguments.size(), 0};
    if (failed(addInput(*proto, input, inputs.size(), arguments)))
      return failure();
    input.count = arguments.size() - input.first;
    inputs.push_back(std::move(input));
  }
  return success();
}

/// The argument as the graph sees it.
Val Importer::bindArgument(func::FuncOp function, size_t index,
                           const Argument &argument) {
  argument.value->ir = entry_->getArgument(index);
  takeEarlierSizes(argument.value);
  setArgumentName(function, index, printable(argument.value->name));
  Val value = decodeArgument(*this, argument.value, argument.dtype);
  if (value->hasKnownElements()) {
    value = std::make_shared<reader::Value>(*value);
    value->ir = {};
  }
  return value;
}

LogicalResult Importer::bindInputs(func::FuncOp function,
                                   ArrayRef<Argument> arguments,
                                   ArrayRef<Input> inputs, Scope &scope) {
  for (const Input &input : inputs) {
    auto value = std::make_shared<reader::Value>();
    value->isEmptyOptional = input.kind == Input::Kind::None;
    if (input.kind == Input::Kind::Sequence)
      value->items.emplace();
    for (size_t i = input.first; i < input.first + input.count; ++i) {
      Val bound = bindArgument(function, i, arguments[i]);
      if (value->items)
        value->items->push_back(std::move(bound));
      else
        value = std::move(bound);
    }
    if (failed(define(scope, input.name, value)))
      return failure();
  }
  return success();
}
