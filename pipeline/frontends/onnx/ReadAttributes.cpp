//===- ReadAttributes.cpp - attributes of nodes as MLIR's -----------------===//
//
// Kinds are those that torch-mlir's importer writes: si64, f32, strings, lists
// of these, tensors. Old models leave the kind out; which field is there says
// it then. An attribute of a function's body may stand for one of the call.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/onnx/ReadAttributes.h"

using namespace mlir;
using namespace ingot::onnx;
using namespace ingot::onnx::reader;
using Attr = proto::AttributeProto;

static Attr::AttributeType kindOf(const Attr &attribute) {
  if (attribute.has_type() && attribute.type() != Attr::UNDEFINED)
    return attribute.type();
  if (attribute.has_f())
    return Attr::FLOAT;
  if (attribute.has_i())
    return Attr::INT;
  if (attribute.has_s())
    return Attr::STRING;
  if (attribute.has_t())
    return Attr::TENSOR;
  if (attribute.has_g())
    return Attr::GRAPH;
  if (attribute.floats_size())
    return Attr::FLOATS;
  if (attribute.ints_size())
    return Attr::INTS;
  if (attribute.strings_size())
    return Attr::STRINGS;
  if (attribute.has_sparse_tensor())
    return Attr::SPARSE_TENSOR;
  if (attribute.has_tp())
    return Attr::TYPE_PROTO;
  return Attr::UNDEFINED;
}

/// Lists and numbers; null for other kinds.
static Attribute plainAttribute(const Attr &attribute, Builder &builder) {
  Type si64 = builder.getIntegerType(64, true);
  SmallVector<Attribute> list;
  switch (kindOf(attribute)) {
  case Attr::FLOAT:
    return builder.getF32FloatAttr(attribute.f());
  case Attr::INT:
    return IntegerAttr::get(si64, attribute.i());
  case Attr::STRING:
    return builder.getStringAttr(attribute.s());
  case Attr::FLOATS:
    for (float element : attribute.floats())
      list.push_back(builder.getF32FloatAttr(element));
    return builder.getArrayAttr(list);
  case Attr::INTS:
    for (int64_t element : attribute.ints())
      list.push_back(IntegerAttr::get(si64, element));
    return builder.getArrayAttr(list);
  case Attr::STRINGS:
    for (const std::string &element : attribute.strings())
      list.push_back(builder.getStringAttr(element));
    return builder.getArrayAttr(list);
  default:
    return {};
  }
}

/// What a call gives for the attribute that `attribute` stands for; nothing if
/// neither it nor the function does.
static void copyFromCall(const Attr &attribute, const Node &call, Node &node) {
  llvm::StringRef name = attribute.name();
  const std::string &from = attribute.ref_attr_name();
  if (Attribute value = call.attributes.get(from))
    node.attributes.set(name, value);
  if (Attribute dtype = call.attributes.get(from + ".dtype"))
    node.attributes.set((name + ".dtype").str(), dtype);
  if (auto graph = call.graphs.find(from); graph != call.graphs.end())
    node.graphs[name.str()] = graph->second;
}

static llvm::Error readTensorAttribute(const Attr &attribute, bool isSparse,
                                       TensorReader &tensors, Builder &builder,
                                       Node &node) {
  llvm::StringRef name = attribute.name();
  const proto::TensorProto &tensor =
      isSparse ? attribute.sparse_tensor().values() : attribute.t();
  Type si64 = builder.getIntegerType(64, true);
  node.attributes.set((name + ".dtype").str(),
                      IntegerAttr::get(si64, tensor.data_type()));
  // Whoever needs it says that strings are not compiled.
  if (tensor.data_type() == proto::TensorProto::STRING)
    return llvm::Error::success();
  llvm::Expected<Val> value =
      isSparse ? tensors.read(attribute.sparse_tensor()) : tensors.read(tensor);
  if (!value)
    return value.takeError();
  node.attributes.set(name, (*value)->constant);
  return llvm::Error::success();
}

llvm::Error ingot::onnx::reader::readAttribute(const Attr &attribute,
                                               const Node *call,
                                               TensorReader &tensors,
                                               Builder &builder, Node &node) {
  llvm::StringRef name = attribute.name();
  // Not a name in ONNX; such are what the reader notes beside an attribute.
  if (name.contains('.'))
    return llvm::Error::success();
  if (!attribute.ref_attr_name().empty()) {
    if (!call)
      return llvm::createStringError(
          "an attribute stands for one of a function outside one");
    copyFromCall(attribute, *call, node);
    return llvm::Error::success();
  }
  if (Attribute plain = plainAttribute(attribute, builder)) {
    node.attributes.set(name, plain);
    return llvm::Error::success();
  }
  switch (Attr::AttributeType kind = kindOf(attribute)) {
  case Attr::GRAPH:
    node.graphs[name.str()] = &attribute.g();
    break;
  case Attr::TYPE_PROTO:
    node.types[name.str()] = &attribute.tp();
    break;
  case Attr::TENSOR:
  case Attr::SPARSE_TENSOR:
    return readTensorAttribute(attribute, kind == Attr::SPARSE_TENSOR, tensors,
                               builder, node);
  default:
    break;
  }
  return llvm::Error::success();
}
