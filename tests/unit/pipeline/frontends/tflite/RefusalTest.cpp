//===- RefusalTest.cpp - what is said of models that are not read ---------===//
//
// The texts that a user sees, of models that only a damaged file or a faulty
// writer makes.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tflite/Graph.h"
#include "tests/unit/pipeline/frontends/tflite/ModelBuilder.h"
#include "tests/unit/pipeline/frontends/tflite/ReadModel.h"

#include <gmock/gmock.h>

using namespace ingot::tflite;
using namespace ingot::tflite::testing;
using ::testing::HasSubstr;
namespace schema = ingot::tflite::schema;

namespace {

class TfLiteRefusalTest : public ModelTest {
protected:
  std::string faultOf(ModelBuilder &m) {
    EXPECT_EQ(read(m.finish()), "");
    return error;
  }
};

TEST_F(TfLiteRefusalTest, SignaturesOfNoSubgraph) {
  ModelBuilder m;
  int32_t x = m.tensor(Type::FLOAT32, {2});
  m.subgraph({x}, {x});
  m.signature("main", 3, {}, {});
  EXPECT_THAT(faultOf(m), HasSubstr("signature 'main' is of subgraph 3"));
}

TEST_F(TfLiteRefusalTest, ScalesThatDoNotFitTheirTensor) {
  ModelBuilder m;
  Extra extra;
  extra.scales = {0.5f, 0.25f, 0.125f};
  extra.zeroPoints = {0, 0, 0};
  int32_t x = m.tensor(Type::INT8, {2}, extra);
  m.subgraph({x}, {x});
  EXPECT_THAT(faultOf(m),
              HasSubstr("tensor 't0' has 3 scales along dimension 0"));
}

TEST_F(TfLiteRefusalTest, OperatorsOfAnotherNumberOfResults) {
  ModelBuilder m;
  int32_t x = m.tensor(Type::FLOAT32, {2}), y = m.tensor(Type::FLOAT32, {2}),
          z = m.tensor(Type::FLOAT32, {2});
  m.op(Code::RELU, {x}, {y, z});
  m.subgraph({x}, {y});
  EXPECT_THAT(faultOf(m), HasSubstr("it has 2 results and not 1"));
}

/// A model of one tensor, or of one operator, as the format has it.
std::string rawModel(uint32_t externalBuffer, bool hasOperator) {
  fb::FlatBufferBuilder b;
  std::vector<int32_t> shape{2}, ends{0};
  std::vector<fb::Offset<schema::Tensor>> tensors{
      schema::CreateTensorDirect(b, &shape, Type::FLOAT32, 0, "w", 0, false, 0,
                                 nullptr, false, nullptr, externalBuffer)};
  std::vector<fb::Offset<schema::Operator>> operators;
  if (hasOperator)
    operators.push_back(schema::CreateOperatorDirect(b, 7, &ends, &ends));
  std::vector<fb::Offset<schema::SubGraph>> graphs{
      schema::CreateSubGraphDirect(b, &tensors, &ends, &ends, &operators)};
  std::vector<fb::Offset<schema::Buffer>> buffers{schema::CreateBuffer(b)};
  schema::FinishModelBuffer(
      b, schema::CreateModelDirect(b, 3, nullptr, &graphs, "test", &buffers));
  return {reinterpret_cast<const char *>(b.GetBufferPointer()), b.GetSize()};
}

TEST_F(TfLiteRefusalTest, ConstantsOfAnotherFile) {
  EXPECT_EQ(read(rawModel(1, false)), "");
  EXPECT_THAT(error, HasSubstr("tensor 'w' is kept in another file"));
}

TEST_F(TfLiteRefusalTest, OperatorsWithoutACode) {
  EXPECT_EQ(read(rawModel(0, true)), "");
  EXPECT_THAT(error, HasSubstr("an operator has code 7 of 0"));
}

/// A model whose subgraphs are one table, named again and again, with tensors
/// that are one table as well.
std::string sharedModel(size_t graphs, size_t tensors, size_t nameBytes) {
  fb::FlatBufferBuilder b;
  std::vector<int32_t> shape{2}, ends{0};
  const std::string name(nameBytes, 'n');
  std::vector<fb::Offset<schema::Tensor>> tensorList(
      tensors,
      schema::CreateTensorDirect(b, &shape, Type::FLOAT32, 0, name.c_str()));
  std::vector<fb::Offset<schema::SubGraph>> graphList(
      graphs, schema::CreateSubGraphDirect(b, &tensorList, &ends, &ends));
  std::vector<fb::Offset<schema::Buffer>> buffers{schema::CreateBuffer(b)};
  schema::FinishModelBuffer(
      b,
      schema::CreateModelDirect(b, 3, nullptr, &graphList, "test", &buffers));
  return {reinterpret_cast<const char *>(b.GetBufferPointer()), b.GetSize()};
}

TEST_F(TfLiteRefusalTest, TablesThatManyShare) {
  EXPECT_NE(read(sharedModel(2, 10, 10)), "") << error;
  EXPECT_EQ(read(sharedModel(1000, 1000, 10)), "");
  EXPECT_THAT(error, HasSubstr("or many to one place"));
  EXPECT_EQ(read(sharedModel(1, 1000, 5000)), "");
  EXPECT_THAT(error, HasSubstr("share strings or lists"));
}

TEST_F(TfLiteRefusalTest, LongNamesOfVariables) {
  for (size_t length : {1024, 1025}) {
    ModelBuilder m;
    int32_t handle = m.tensor(Type::RESOURCE, {}), x = m.ints({1});
    m.op(Code::VAR_HANDLE, {}, {handle},
         schema::BuiltinOptions::VarHandleOptions,
         schema::CreateVarHandleOptionsDirect(m.b, "",
                                              std::string(length, 'v').c_str())
             .Union());
    m.subgraph({}, {x});
    read(m.finish());
    EXPECT_EQ(error.find("name of a variable has 1025 bytes") !=
                  std::string::npos,
              length == 1025)
        << error;
  }
}

TEST_F(TfLiteRefusalTest, SparseConstantsWithoutAnOrder) {
  auto fault = [](std::vector<int32_t> order, std::vector<int32_t> blocks,
                  schema::DimensionType kind) {
    fb::FlatBufferBuilder b;
    std::vector<fb::Offset<schema::DimensionMetadata>> dims(order.size());
    for (auto &dim : dims)
      dim = schema::CreateDimensionMetadata(b, kind, 2);
    b.Finish(schema::CreateSparsityParametersDirect(
        b, order.empty() ? nullptr : &order, &blocks, &dims));
    auto dense = ingot::tflite::densify(
        *fb::GetRoot<schema::SparsityParameters>(b.GetBufferPointer()), {4}, {},
        1);
    return dense ? std::string() : llvm::toString(dense.takeError());
  };
  using Kind = schema::DimensionType;
  EXPECT_THAT(fault({}, {}, Kind::DENSE),
              HasSubstr("a sparse constant has no order"));
  EXPECT_THAT(fault({0, 1}, {0}, Kind::SPARSE_CSR),
              HasSubstr("a block of a sparse constant is not dense"));
}

} // namespace
