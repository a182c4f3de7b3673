//===- TestGraph.cpp - models of TensorFlow, written by tests -------------===//

#include "tests/unit/pipeline/frontends/tensorflow/TestGraph.h"
#include "pipeline/frontends/tensorflow/Bundle.h"
#include "pipeline/frontends/tensorflow/ReadTensorFlow.h"
#include "pipeline/frontends/tensorflow/Types.h"

#include "mlir/IR/Diagnostics.h"

using namespace ingot;
using namespace ingot::tensorflow;

static void setShape(format::TensorShape &shape,
                     const std::vector<int64_t> &sizes) {
  for (int64_t size : sizes)
    shape.add_dim()->set_size(size);
}

format::AttrValue &TestNode::add(const std::string &name) {
  format::Attr &attribute = *node_.add_attr();
  attribute.set_key(name);
  return *attribute.mutable_value();
}

TestNode &TestNode::integer(const std::string &name, int64_t value) {
  add(name).set_i(value);
  return *this;
}
TestNode &TestNode::integers(const std::string &name,
                             std::vector<int64_t> values) {
  format::AttrValue::List &list = *add(name).mutable_list();
  for (int64_t value : values)
    list.add_i(value);
  return *this;
}
TestNode &TestNode::number(const std::string &name, float value) {
  add(name).set_f(value);
  return *this;
}
TestNode &TestNode::boolean(const std::string &name, bool value) {
  add(name).set_b(value);
  return *this;
}
TestNode &TestNode::text(const std::string &name, const std::string &value) {
  add(name).set_s(value);
  return *this;
}
TestNode &TestNode::type(const std::string &name, int value) {
  add(name).set_type(value);
  return *this;
}
TestNode &TestNode::shape(const std::string &name, std::vector<int64_t> sizes) {
  setShape(*add(name).mutable_shape(), sizes);
  return *this;
}
TestNode &TestNode::function(const std::string &name,
                             const std::string &value) {
  add(name).mutable_func()->set_name(value);
  return *this;
}
TestNode &TestNode::texts(const std::string &name,
                          std::vector<std::string> values) {
  format::Tensor &tensor = *add(name).mutable_tensor();
  tensor.set_dtype(kString);
  setShape(*tensor.mutable_tensor_shape(),
           {static_cast<int64_t>(values.size())});
  for (const std::string &value : values)
    tensor.add_string_val(value);
  return *this;
}

TestNode &TestNode::tensor(const std::string &name, int type,
                           std::vector<int64_t> sizes,
                           std::vector<double> values) {
  format::Tensor &tensor = *add(name).mutable_tensor();
  tensor.set_dtype(type);
  setShape(*tensor.mutable_tensor_shape(), sizes);
  for (double value : values) {
    if (type == kFloat)
      tensor.add_float_val(static_cast<float>(value));
    else if (type == kBool)
      tensor.add_bool_val(value != 0);
    else if (type == 9)
      tensor.add_int64_val(static_cast<int64_t>(value));
    else
      tensor.add_int_val(static_cast<int32_t>(value));
  }
  return *this;
}

TestNode ingot::tensorflow::addNode(
    google::protobuf::RepeatedPtrField<format::Node> &nodes,
    const std::string &name, const std::string &op, const Inputs &inputs) {
  format::Node &node = *nodes.Add();
  node.set_name(name);
  node.set_op(op);
  for (const std::string &input : inputs)
    node.add_input(input);
  return TestNode(node);
}

void TestGraph::input(const std::string &name, int type,
                      std::vector<int64_t> sizes) {
  node(name, "Placeholder").type("dtype", type).shape("shape", sizes);
}

void TestGraph::constant(const std::string &name, int type,
                         std::vector<int64_t> sizes,
                         std::vector<double> values) {
  node(name, "Const").type("dtype", type).tensor("value", type, sizes, values);
}

format::Function &TestGraph::function(const std::string &name,
                                      const Inputs &arguments,
                                      const Inputs &results) {
  format::Function &function = *graph.mutable_library()->add_function();
  format::OpDef &signature = *function.mutable_signature();
  signature.set_name(name);
  for (const std::string &argument : arguments)
    signature.add_input_arg()->set_name(argument);
  for (size_t i = 0; i < results.size(); ++i) {
    std::string result = "result" + std::to_string(i);
    signature.add_output_arg()->set_name(result);
    format::NamePair &pair = *function.add_ret();
    pair.set_key(result);
    pair.set_value(results[i]);
  }
  return function;
}

//===----------------------------------------------------------------------===//
// Checkpoints
//===----------------------------------------------------------------------===//

static void addVarint(std::string &bytes, uint64_t number) {
  for (; number >= 0x80; number >>= 7)
    bytes += static_cast<char>(number | 0x80);
  bytes += static_cast<char>(number);
}

static void addFixed(std::string &bytes, uint64_t number, int count) {
  for (int i = 0; i < count; ++i)
    bytes += static_cast<char>(number >> (8 * i));
}

/// Puts a block with its trailer into the file; gives its handle.
static std::string addBlock(std::string &file, std::string block) {
  addFixed(block, 0, 4); // One restart, at the first entry.
  addFixed(block, 1, 4);
  std::string handle;
  addVarint(handle, file.size());
  addVarint(handle, block.size());
  block += '\0';
  file += block;
  addFixed(file, maskedCrc32c(block), 4);
  return handle;
}

static void addEntry(std::string &block, const std::string &key,
                     const std::string &value) {
  addVarint(block, 0);
  addVarint(block, key.size());
  addVarint(block, value.size());
  block += key + value;
}

std::string
ingot::tensorflow::writeTable(const std::map<std::string, std::string> &rows) {
  std::string file, data, index;
  for (const auto &[key, value] : rows)
    addEntry(data, key, value);
  addEntry(index, rows.rbegin()->first, addBlock(file, data));
  std::string footer = addBlock(file, ""); // No meta blocks.
  footer += addBlock(file, index);
  footer.resize(40, '\0');
  addFixed(footer, 0xdb4775248b80fb57, 8);
  return file + footer;
}

std::map<std::string, std::string> ingot::tensorflow::writeCheckpoint(
    const std::map<std::string, std::vector<float>> &tensors) {
  std::map<std::string, std::string> rows;
  std::string shard;
  format::BundleHeader header;
  header.set_num_shards(1);
  rows[""] = header.SerializeAsString();
  for (const auto &[name, values] : tensors) {
    std::string bytes(reinterpret_cast<const char *>(values.data()),
                      values.size() * sizeof(float));
    format::BundleEntry entry;
    entry.set_dtype(kFloat);
    setShape(*entry.mutable_shape(), {static_cast<int64_t>(values.size())});
    entry.set_offset(static_cast<int64_t>(shard.size()));
    entry.set_size(static_cast<int64_t>(bytes.size()));
    entry.set_crc32c(maskedCrc32c(bytes));
    rows[name] = entry.SerializeAsString();
    shard += bytes;
  }
  return {{"variables/variables.index", writeTable(rows)},
          {"variables/variables.data-00000-of-00001", shard}};
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

Imported::Imported(const ModelSource &source) {
  context.getDiagEngine().registerHandler([this](mlir::Diagnostic &said) {
    errors += said.str() + "\n";
    for (mlir::Diagnostic &note : said.getNotes())
      errors += note.str() + "\n";
  });
  module = readTensorFlow(source, &context);
}

std::string Imported::text() {
  std::string result;
  llvm::raw_string_ostream stream(result);
  if (module)
    module->print(stream);
  return result;
}
