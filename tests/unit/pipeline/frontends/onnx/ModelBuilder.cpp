//===- ModelBuilder.cpp - small ONNX models in tests ----------------------===//

#include "tests/unit/pipeline/frontends/onnx/ModelBuilder.h"
#include "pipeline/dialects/torch/TorchDialect.h"
#include "pipeline/dialects/torch/TorchOps.h"
#include "pipeline/frontends/onnx/ReadOnnx.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"

using namespace ingot::onnx;
using Attr = ingot::onnx::proto::AttributeProto;

Attr &NodeBuilder::add(const std::string &name, int type) {
  Attr *attribute = node_->add_attribute();
  attribute->set_name(name);
  attribute->set_type(static_cast<Attr::AttributeType>(type));
  return *attribute;
}

NodeBuilder &NodeBuilder::attr(const std::string &name, int64_t value) {
  return add(name, Attr::INT).set_i(value), *this;
}
NodeBuilder &NodeBuilder::attr(const std::string &name, float value) {
  return add(name, Attr::FLOAT).set_f(value), *this;
}
NodeBuilder &NodeBuilder::attr(const std::string &name, const char *value) {
  return add(name, Attr::STRING).set_s(value), *this;
}
NodeBuilder &NodeBuilder::ints(const std::string &name,
                               std::vector<int64_t> values) {
  Attr &attribute = add(name, Attr::INTS);
  for (int64_t value : values)
    attribute.add_ints(value);
  return *this;
}
NodeBuilder &NodeBuilder::floats(const std::string &name,
                                 std::vector<float> values) {
  Attr &attribute = add(name, Attr::FLOATS);
  for (float value : values)
    attribute.add_floats(value);
  return *this;
}
NodeBuilder &NodeBuilder::strings(const std::string &name,
                                  std::vector<std::string> values) {
  Attr &attribute = add(name, Attr::STRINGS);
  for (const std::string &value : values)
    attribute.add_strings(value);
  return *this;
}
NodeBuilder &NodeBuilder::graph(const std::string &name,
                                const proto::GraphProto &graph) {
  return *add(name, Attr::GRAPH).mutable_g() = graph, *this;
}
NodeBuilder &NodeBuilder::tensor(const std::string &name, const Data &tensor) {
  return *add(name, Attr::TENSOR).mutable_t() = tensor, *this;
}
NodeBuilder &NodeBuilder::reference(const std::string &name,
                                    const std::string &from) {
  return add(name, Attr::INT).set_ref_attr_name(from), *this;
}
NodeBuilder &NodeBuilder::domain(const std::string &domain) {
  return node_->set_domain(domain), *this;
}
NodeBuilder &NodeBuilder::named(const std::string &name) {
  return node_->set_name(name), *this;
}

static Data makeTensor(const std::string &name, int type,
                       const std::vector<int64_t> &sizes) {
  Data tensor;
  tensor.set_name(name);
  tensor.set_data_type(type);
  for (int64_t size : sizes)
    tensor.add_dims(size);
  return tensor;
}

Data ingot::onnx::makeInts(const std::string &name, std::vector<int64_t> sizes,
                           std::vector<int64_t> values) {
  Data tensor = makeTensor(name, Data::INT64, sizes);
  for (int64_t value : values)
    tensor.add_int64_data(value);
  return tensor;
}
Data ingot::onnx::makeFloats(const std::string &name,
                             std::vector<int64_t> sizes,
                             std::vector<float> values) {
  Data tensor = makeTensor(name, Data::FLOAT, sizes);
  for (float value : values)
    tensor.add_float_data(value);
  return tensor;
}
Data ingot::onnx::makeRaw(const std::string &name, int type,
                          std::vector<int64_t> sizes,
                          const std::string &bytes) {
  Data tensor = makeTensor(name, type, sizes);
  tensor.set_raw_data(bytes);
  return tensor;
}

static void setType(ingot::onnx::proto::TypeProto *value, int type,
                    const TestShape &shape) {
  auto *tensor = value->mutable_tensor_type();
  tensor->set_elem_type(type);
  tensor->mutable_shape();
  for (const TestDim &dim : shape) {
    auto *added = tensor->mutable_shape()->add_dim();
    if (dim.value >= 0)
      added->set_dim_value(dim.value);
    else if (!dim.name.empty())
      added->set_dim_param(dim.name);
  }
}

void GraphBuilder::input(const std::string &name, int type,
                         const TestShape &shape) {
  auto *value = graph.add_input();
  value->set_name(name);
  setType(value->mutable_type(), type, shape);
}
void GraphBuilder::sequence(const std::string &name, int type) {
  auto *value = graph.add_input();
  value->set_name(name);
  value->mutable_type()
      ->mutable_sequence_type()
      ->mutable_elem_type()
      ->mutable_tensor_type()
      ->set_elem_type(type);
}
void GraphBuilder::optional(const std::string &name, int type,
                            const TestShape &shape) {
  auto *value = graph.add_input();
  value->set_name(name);
  setType(value->mutable_type()->mutable_optional_type()->mutable_elem_type(),
          type, shape);
}
void GraphBuilder::output(const std::string &name) {
  graph.add_output()->set_name(name);
}
void GraphBuilder::output(const std::string &name, int type,
                          const TestShape &shape) {
  auto *value = graph.add_output();
  value->set_name(name);
  setType(value->mutable_type(), type, shape);
}
NodeBuilder GraphBuilder::node(const std::string &op,
                               std::vector<std::string> inputs,
                               std::vector<std::string> outputs) {
  proto::NodeProto *node = graph.add_node();
  node->set_op_type(op);
  for (const std::string &name : inputs)
    node->add_input(name);
  for (const std::string &name : outputs)
    node->add_output(name);
  return NodeBuilder(node);
}

ModelBuilder::ModelBuilder(int64_t version) {
  model.set_ir_version(8);
  model.set_producer_name("test");
  import("", version);
}
void ModelBuilder::import(const std::string &domain, int64_t version) {
  auto *set = model.add_opset_import();
  set->set_domain(domain);
  set->set_version(version);
}
std::string ModelBuilder::bytes() {
  *model.mutable_graph() = graph;
  return model.SerializeAsString();
}

ModelBuilder ingot::onnx::oneNode(const std::string &op) {
  ModelBuilder model;
  model.input("x", Data::FLOAT, {2, 3});
  model.node(op, {"x"}, {"y"});
  model.output("y");
  return model;
}

ReadModel::ReadModel(std::string given,
                     std::map<std::string, std::string> named,
                     std::vector<std::string> inputTypes)
    : bytes(std::move(given)), files(std::move(named)) {
  mlir::DialectRegistry registry;
  registry.insert<mlir::func::FuncDialect, torch::TorchDialect>();
  context.appendDialectRegistry(registry);
  context.getDiagEngine().registerHandler([this](mlir::Diagnostic &said) {
    error += said.str() + "\n";
    for (mlir::Diagnostic &note : said.getNotes())
      error += note.str() + "\n";
  });
  ModelSource source(bytes);
  for (const auto &[name, content] : files)
    source.files[name] = content;
  source.inputTypes = std::move(inputTypes);
  module = readOnnx(source, &context);
  if (!module)
    return;
  if (failed(mlir::verify(*module)))
    error += "the module does not verify\n";
  llvm::raw_string_ostream stream(text);
  module->print(stream);
}

std::vector<std::string> ReadModel::operators() {
  std::vector<std::string> names;
  if (module)
    module->walk([&](torch::OperatorOp op) {
      llvm::StringRef name = op.getName();
      name.consume_front("onnx.");
      if (name != "Constant")
        names.push_back(name.str());
    });
  return names;
}

std::vector<std::string> ReadModel::results() {
  std::vector<std::string> types;
  if (!module)
    return types;
  auto function = *module->getOps<mlir::func::FuncOp>().begin();
  for (mlir::Type type : function.getResultTypes()) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    stream << type;
    llvm::StringRef short_ = text;
    short_.consume_front("!torch.vtensor<");
    short_.consume_back(">");
    types.push_back(short_.str());
  }
  return types;
}
