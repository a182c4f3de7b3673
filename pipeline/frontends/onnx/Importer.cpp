//===- Importer.cpp - nodes of ONNX to operators of a module --------------===//
//
// What may be hostile here: nodes that call functions that call functions, or
// graphs in graphs (bounded by kMaxNesting and kMaxEmitted), and names of
// anything. What a graph states of a value's type only adds to what inference
// finds: exporters state wrong sizes now and then.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/onnx/Importer.h"
#include "pipeline/dialects/torch/TorchDialect.h"
#include "pipeline/dialects/torch/TorchOps.h"
#include "pipeline/frontends/WeightNames.h"
#include "pipeline/frontends/onnx/Inference.h"
#include "pipeline/frontends/onnx/ReadAttributes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ConvertUTF.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::onnx;
using namespace ingot::onnx::reader;
using Attr = proto::AttributeProto;

/// Nodes after inlining and unrolling.
static constexpr size_t kMaxEmitted = 1'000'000;

Importer::Importer(const ModelSource &source, const proto::ModelProto &model,
                   const OperatorTable &table, MLIRContext *context)
    : model_(model), table_(table), builder_(context), source_(source),
      tensors_(source, context) {}

LogicalResult Importer::error(const Twine &message) {
  return emitError(UnknownLoc::get(context()), "ONNX model: " + message);
}

std::string ingot::onnx::reader::printable(StringRef name) {
  const auto *begin = reinterpret_cast<const llvm::UTF8 *>(name.data());
  bool isLegal = llvm::isLegalUTF8String(&begin, begin + name.size());
  std::string text;
  for (unsigned char c : name)
    text += c >= 0x20 && c != 0x7f && (c < 0x80 || isLegal) ? c : '?';
  return text;
}

Location Importer::locationOf(StringRef name) {
  return NameLoc::get(
      builder_.getStringAttr(name.empty() ? "?" : printable(name)));
}

bool Importer::isUnknown(const Val &value) {
  return value && value->isTensor() && !value->ir && !value->constant &&
         !value->hasKnownElements();
}

Val Importer::wrap(mlir::Value ir, TensorInfo info) {
  auto value = std::make_shared<reader::Value>();
  value->ir = ir;
  value->info = std::move(info);
  return value;
}

Type Importer::typeOf(const TensorInfo &info) {
  Type dtype = elementType(context(), info.dtype);
  if (!dtype || !info.shape)
    return {};
  SmallVector<int64_t> sizes;
  for (Scalar size : *info.shape)
    sizes.push_back(size.isInteger() ? size.asInteger() : ShapedType::kDynamic);
  return torch::ValueTensorType::get(context(), ArrayRef<int64_t>(sizes),
                                     dtype);
}

mlir::Value Importer::materialize(const Val &value) {
  OpBuilder::InsertionGuard guard(builder_);
  if (!value) {
    if (!none_) {
      builder_.setInsertionPointToStart(entry_);
      none_ =
          torch::ConstantNoneOp::create(builder_, UnknownLoc::get(context()));
    }
    return none_;
  }
  if (value->ir)
    return value->ir;
  // In front of everything, so that graphs within nodes see it as well.
  builder_.setInsertionPointToStart(entry_);
  ElementsAttr constant =
      value->constant ? value->constant
                      : makeConstant(value->info, value->name, context());
  auto op = torch::OperatorOp::create(
      builder_, locationOf(value->name), TypeRange(typeOf(value->info)),
      builder_.getStringAttr("onnx.Constant"), ValueRange(), 0);
  op->setAttr("torch.onnx.value", constant);
  value->ir = op->getResult(0);
  if (value->constant) // Else the reader computed it.
    nameWeight(value->ir, value->name);
  return value->ir;
}

LogicalResult Importer::unsupported(const Node &node, const Twine &reason,
                                    std::vector<Val> &results) {
  unsupported_.add(printable(node.fullName()), node.loc, reason);
  results.clear();
  for (size_t i = 0; i < node.outputs.size(); ++i)
    results.push_back(std::make_shared<reader::Value>());
  return success();
}

std::pair<Val, bool> ingot::onnx::reader::findValue(Scope &scope,
                                                    StringRef name) {
  for (Scope *at = &scope; at; at = at->outer)
    if (auto found = at->values.find(name); found != at->values.end())
      return {found->second, true};
  return {nullptr, false};
}

bool ingot::onnx::reader::isSizeName(StringRef text) {
  return llvm::any_of(text, llvm::isAlnum);
}

TensorInfo ingot::onnx::reader::statedInfo(const proto::TypeProto &type,
                                           Symbols &symbols) {
  TensorInfo info;
  if (type.has_optional_type())
    return statedInfo(type.optional_type().elem_type(), symbols);
  if (!type.has_tensor_type())
    return info;
  info.dtype = type.tensor_type().elem_type();
  if (!type.tensor_type().has_shape())
    return info;
  info.shape.emplace();
  for (const auto &dim : type.tensor_type().shape().dim()) {
    if (dim.has_dim_value() && dim.dim_value() >= 0)
      info.shape->push_back(Scalar::integer(dim.dim_value()));
    else if (dim.has_dim_param() && isSizeName(dim.dim_param()))
      info.shape->push_back(symbols.named(dim.dim_param()));
    else
      info.shape->push_back(symbols.fresh());
  }
  return info;
}

/// Adds to `info` what `stated` knows beyond it; true if that is anything.
static bool refine(TensorInfo &info, const TensorInfo &stated) {
  bool isMore = false;
  if (!info.dtype && stated.dtype) {
    info.dtype = stated.dtype;
    isMore = true;
  }
  if (!stated.shape)
    return isMore;
  if (!info.shape) {
    info.shape = stated.shape;
    return true;
  }
  if (info.shape->size() != stated.shape->size())
    return isMore;
  for (auto [own, said] : llvm::zip(*info.shape, *stated.shape)) {
    if (own.isInteger() || !said.isInteger())
      continue;
    own = said;
    isMore = true;
  }
  return isMore;
}

static const proto::TypeProto *statementOf(const Scope *scope, StringRef name) {
  if (!scope || name.empty())
    return nullptr;
  auto found = scope->stated.find(name);
  return found == scope->stated.end() ? nullptr : found->second;
}

void Importer::mergeStated(const Node &node, std::vector<TensorInfo> &types) {
  for (auto [name, info] : llvm::zip(node.outputs, types))
    if (const proto::TypeProto *type = statementOf(node.scope, name))
      refine(info, statedInfo(*type, symbols_));
}

/// For results that were built by several operators.
Val Importer::refineByStatement(Scope &scope, StringRef name, Val value) {
  const proto::TypeProto *type = statementOf(&scope, name);
  if (!type || !value || !value->isTensor() || !value->ir || value->constant)
    return value;
  TensorInfo info = value->info;
  if (!refine(info, statedInfo(*type, symbols_)))
    return value;
  auto cast = torch::TensorStaticInfoCastOp::create(
      builder_, value->ir.getLoc(), typeOf(info), value->ir);
  return wrap(cast, info);
}

LogicalResult Importer::define(Scope &scope, StringRef name, Val value) {
  if (name.empty())
    return success();
  if (!scope.values.try_emplace(name, std::move(value)).second)
    return error("two values are named '" + printable(name) + "'");
  return success();
}

LogicalResult Importer::importConstants(const proto::GraphProto &graph,
                                        Scope &scope) {
  auto add = [&](llvm::Expected<Val> value, StringRef name) {
    if (!value)
      return error(llvm::toString(value.takeError()));
    return define(scope, name, *value);
  };
  for (const proto::TensorProto &tensor : graph.initializer()) {
    // Nobody may use it; if somebody does, that is unsupported.
    if (tensor.data_type() == proto::TensorProto::STRING) {
      if (failed(
              define(scope, tensor.name(), std::make_shared<reader::Value>())))
        return failure();
      continue;
    }
    if (failed(add(tensors_.read(tensor), tensor.name())))
      return failure();
  }
  for (const proto::SparseTensorProto &tensor : graph.sparse_initializer())
    if (failed(add(tensors_.read(tensor), tensor.values().name())))
      return failure();
  return success();
}

/// Operators of one operand whose result has its shape.
static bool keepsShape(StringRef op) {
  static constexpr StringLiteral kNames[] = {
      "Abs",        "Cast",    "CastLike", "Ceil", "Exp",  "Floor",
      "Identity",   "Log",     "Neg",      "Not",  "Relu", "Round",
      "Reciprocal", "Sigmoid", "Sign",     "Sqrt", "Tanh"};
  return llvm::is_contained(kNames, op);
}

/// What is stated of a result holds for the operand of an operator that keeps
/// the shape. That tells reductions whose axes only the run knows what to give,
/// as bodies of functions state nothing within.
void Importer::stateOperands(const Nodes &nodes, Scope &scope) {
  for (const proto::NodeProto &node : llvm::reverse(nodes)) {
    if (node.output_size() < 1 || node.input_size() < 1 ||
        node.input(0).empty() || !keepsShape(node.op_type()) ||
        scope.stated.count(node.input(0)))
      continue;
    auto found = scope.stated.find(node.output(0));
    if (found == scope.stated.end() || !found->second->has_tensor_type())
      continue;
    proto::TypeProto &type = derived_.emplace_back(*found->second);
    type.mutable_tensor_type()->clear_elem_type();
    scope.stated[node.input(0)] = &type;
  }
}

LogicalResult Importer::importNodes(const Nodes &nodes, Scope &scope) {
  stateOperands(nodes, scope);
  for (const proto::NodeProto &node : nodes)
    if (failed(importNode(node, scope)))
      return failure();
  return success();
}

LogicalResult Importer::addAttribute(const Attr &attribute, const Scope &scope,
                                     Node &node) {
  const Node *call = nullptr;
  for (const Scope *at = &scope; at && !call; at = at->outer)
    call = at->call;
  if (llvm::Error fault =
          readAttribute(attribute, call, tensors_, builder_, node))
    return error(llvm::toString(std::move(fault)));
  return success();
}

LogicalResult Importer::readNode(const proto::NodeProto &proto, Scope &scope,
                                 Node &node) {
  node.domain = proto.domain() == "ai.onnx" ? "" : proto.domain();
  node.scope = &scope;
  auto version = scope.operatorSets->find(node.domain);
  if (version == scope.operatorSets->end() && node.domain.empty())
    return error("operator '" + printable(node.op) +
                 "' is of a domain without a version");
  node.version = version == scope.operatorSets->end() ? 1 : version->second;
  for (const std::string &name : proto.input()) {
    if (name.empty()) {
      node.inputs.push_back(nullptr);
      continue;
    }
    auto [value, isThere] = findValue(scope, name);
    if (!isThere)
      return error("node '" + printable(proto.name()) + "' (" +
                   printable(node.op) + ") reads '" + printable(name) +
                   "', which no node before it gives; the graph has a cycle, "
                   "is not sorted or lacks a value");
    node.inputs.push_back(value);
  }
  while (!node.inputs.empty() && !node.inputs.back())
    node.inputs.pop_back();
  node.outputs.assign(proto.output().begin(), proto.output().end());
  for (const Attr &attribute : proto.attribute())
    if (failed(addAttribute(attribute, scope, node)))
      return failure();
  return success();
}

LogicalResult Importer::importNode(const proto::NodeProto &proto,
                                   Scope &scope) {
  StringRef name = !proto.name().empty()    ? StringRef(proto.name())
                   : proto.output().empty() ? StringRef()
                                            : StringRef(proto.output(0));
  Node node(proto.op_type(), locationOf(name));
  if (failed(readNode(proto, scope, node)))
    return failure();
  if (!proto.overload().empty())
    node.op += ":" + proto.overload();
  std::vector<Val> results;
  if (failed(emit(node, results)))
    return failure();
  for (auto [output, value] : llvm::zip(node.outputs, results))
    if (failed(define(scope, output,
                      refineByStatement(scope, output, std::move(value)))))
      return failure();
  return success();
}

LogicalResult Importer::emit(Node &node, std::vector<Val> &results) {
  if (++emitted_ > kMaxEmitted)
    return error("it has more than " + Twine(kMaxEmitted) +
                 " nodes once functions and loops are unfolded");
  // A node without results does nothing; rows may count on one.
  if (node.outputs.empty()) {
    results.clear();
    return success();
  }
  // What depends on an operator that was reported is not reported again, but
  // for operators that nobody knows.
  if (llvm::any_of(node.inputs, isUnknown)) {
    lookThrough(node);
    if (hasNoRow(node) || isUnstated(node))
      return reportWithoutRow(node, results);
    results.clear();
    for (size_t i = 0; i < node.outputs.size(); ++i)
      results.push_back(std::make_shared<reader::Value>());
    return success();
  }
  if (table_.isExpanded(node.domain, node.op)) {
    if (++depth_ > kMaxNesting)
      return error("graphs are nested too deep");
    LogicalResult done = table_.expand(*this, node, results);
    --depth_;
    results.resize(node.outputs.size());
    return done;
  }
  if (node.domain.empty() && table_.findInference(node.op))
    return emitInferred(node, results);
  auto function = functions_.find(node.fullName());
  if (function != functions_.end())
    return inlineFunction(*function->second, node, results);
  return emitForeign(node, results);
}

LogicalResult Importer::emitInferred(Node &node, std::vector<Val> &results) {
  Inference inference(node, symbols_);
  for (const Val &input : node.inputs)
    if (input && !input->isTensor())
      return unsupported(node, "an operand is a sequence or has no value",
                         results);
  table_.findInference(node.op)->infer(inference);
  if (!inference.fault().empty())
    return unsupported(node, inference.fault(), results);
  mergeStated(node, inference.results);
  results.clear();
  bool isConstant = !inference.results.empty();
  for (const TensorInfo &info : inference.results) {
    auto value = std::make_shared<reader::Value>();
    value->info = info;
    isConstant &= value->hasKnownElements() &&
                  static_cast<bool>(elementType(context(), info.dtype));
    results.push_back(std::move(value));
  }
  for (auto [name, value] : llvm::zip(node.outputs, results))
    value->name = name;
  if (isConstant)
    return success();
  return createOperator(node, inference.results, results), success();
}

void Importer::createOperator(Node &node, ArrayRef<TensorInfo> types,
                              std::vector<Val> &results) {
  // A node without results does nothing.
  if (types.empty()) {
    results.clear();
    return;
  }
  SmallVector<Type> resultTypes;
  for (auto [name, info] : llvm::zip(node.outputs, types)) {
    Type type = typeOf(info);
    if (!type && !name.empty()) {
      (void)unsupported(node,
                        "rank or type of the result '" + printable(name) +
                            "' is not known before the run",
                        results);
      return;
    }
    resultTypes.push_back(type ? type : Type(torch::NoneType::get(context())));
  }
  // Results at the end that nobody wants need not be there.
  while (resultTypes.size() > 1 && node.outputs[resultTypes.size() - 1].empty())
    resultTypes.pop_back();
  SmallVector<mlir::Value> operands;
  for (auto [i, input] : llvm::enumerate(node.inputs)) {
    mlir::Value spread = spreadOperand(node, input, types.front());
    bool isShape = static_cast<int64_t>(i) == shapeOperandOf(node);
    operands.push_back(
        spread ? spread : materialize(isShape ? composeSizes(input) : input));
  }
  auto op = torch::OperatorOp::create(
      builder_, node.loc, resultTypes,
      builder_.getStringAttr("onnx." + printable(node.fullName())), operands,
      0);
  for (NamedAttribute attribute : node.attributes)
    if (!attribute.getName().getValue().contains('.'))
      op->setAttr(("torch.onnx." + attribute.getName().getValue()).str(),
                  attribute.getValue());
  // A graph has no form as an attribute, but it must not go unseen.
  for (const auto &[name, graph] : node.graphs)
    op->setAttr("torch.onnx." + printable(name), builder_.getUnitAttr());
  // A byte holds each element of a small type, so the type cannot say which.
  Dtype dtype = types.front().dtype;
  unsigned bits = bitsOf(dtype);
  if (bits > 0 && bits < 8)
    for (StringRef name : {"to", "output_dtype"})
      op->setAttr(
          ("torch.onnx." + name).str(),
          builder_.getIntegerAttr(builder_.getIntegerType(64, true), dtype));
  auto own = operatorSets_.find(node.domain);
  if (own == operatorSets_.end() || own->second != node.version)
    op->setAttr("torch.onnx_meta.opset_version",
                builder_.getIntegerAttr(builder_.getIntegerType(64, true),
                                        node.version));
  results.clear();
  for (auto [i, info] : llvm::enumerate(types))
    results.push_back(i < op->getNumResults() ? wrap(op->getResult(i), info)
                                              : nullptr);
  for (const Val &result : results)
    noteOrigins(result);
}

LogicalResult Importer::inlineFunction(const proto::FunctionProto &function,
                                       Node &node, std::vector<Val> &results) {
  if (++depth_ > kMaxNesting)
    return error("functions call each other too deep, or themselves");
  OperatorSets versions;
  for (const auto &set : function.opset_import())
    versions[set.domain() == "ai.onnx" ? "" : set.domain()] = set.version();
  Scope scope;
  scope.operatorSets = versions.empty() ? &operatorSets_ : &versions;
  for (const proto::ValueInfoProto &value : function.value_info())
    scope.stated[value.name()] = &value.type();
  // Attributes that the call leaves out have the function's defaults.
  for (const Attr &attribute : function.attribute_proto())
    if (!node.attributes.get(attribute.name()) &&
        !node.graphs.count(attribute.name()) &&
        failed(addAttribute(attribute, scope, node)))
      return failure();
  scope.call = &node;
  if (node.inputs.size() > static_cast<size_t>(function.input_size()))
    return error("function '" + printable(node.fullName()) +
                 "' is called with too many operands");
  for (int i = 0; i < function.input_size(); ++i)
    if (failed(define(scope, function.input(i),
                      static_cast<size_t>(i) < node.inputs.size()
                          ? node.inputs[i]
                          : nullptr)))
      return failure();
  for (auto [inner, outer] : llvm::zip(function.output(), node.outputs))
    if (const proto::TypeProto *type = statementOf(node.scope, outer))
      scope.stated[inner] = type;
  if (failed(importNodes(function.node(), scope)))
    return failure();
  results.clear();
  for (size_t i = 0; i < node.outputs.size(); ++i) {
    if (i >= static_cast<size_t>(function.output_size()))
      return error("function '" + printable(node.fullName()) +
                   "' gives fewer results than its call wants");
    auto [value, isThere] = findValue(scope, function.output(i));
    if (!isThere)
      return error("function '" + printable(node.fullName()) +
                   "' lacks its result '" + printable(function.output(i)) +
                   "'");
    results.push_back(value);
  }
  --depth_;
  return success();
}

LogicalResult Importer::importSubgraph(const proto::GraphProto &graph,
                                       Scope &scope,
                                       std::vector<Val> &results) {
  for (const auto *list : {&graph.value_info(), &graph.output()})
    for (const proto::ValueInfoProto &value : *list)
      scope.stated[value.name()] = &value.type();
  if (failed(importConstants(graph, scope)) ||
      failed(importNodes(graph.node(), scope)))
    return failure();
  results.clear();
  for (const proto::ValueInfoProto &output : graph.output()) {
    auto [value, isThere] = findValue(scope, output.name());
    if (!isThere)
      return error("no node gives the result '" + printable(output.name()) +
                   "'");
    results.push_back(value);
  }
  return success();
}

void Importer::eraseUnused(Region &region) {
  for (Block &block : region)
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
      for (Region &inner : op.getRegions())
        eraseUnused(inner);
      if (isa<torch::OperatorOp>(op) ? op.use_empty() : isOpTriviallyDead(&op))
        op.erase();
    }
}
