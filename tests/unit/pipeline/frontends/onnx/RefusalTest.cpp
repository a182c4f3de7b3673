//===- RefusalTest.cpp - what is said of models that are not read ---------===//
//
// The texts that a user sees, of models that only a damaged file or a faulty
// exporter makes.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/onnx/ModelFile.h"
#include "tests/unit/pipeline/frontends/onnx/ModelBuilder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace ingot::onnx;
using testing::HasSubstr;

namespace {

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

TEST(OnnxRefusalTest, DamagedFiles) {
  const std::pair<std::string, const char *> cases[] = {
      // A ModelProto's field 7, a graph, whose length does not end.
      {"\x3a\xff", "a broken length in a ModelProto at byte 1"},
      {std::string("\x00", 1), "a broken field in a ModelProto at byte 0"},
      {"\x08\xff", "a broken number in a ModelProto at byte 0"},
      {std::string("\x09\x00\x00", 3),
       "a cut number in a ModelProto at byte 0"},
      {std::string("\x3a\x02\x0d\x00", 4),
       "a cut number in a GraphProto at byte 2"},
      // A tensor whose floats are three bytes.
      {"\x3a\x07\x2a\x05\x22\x03xyz", "a field is not of its type"}};
  for (const auto &[bytes, fault] : cases)
    EXPECT_THAT(ReadModel(bytes).error,
                HasSubstr(std::string("the ONNX file is damaged: ") + fault));
}

TEST(OnnxRefusalTest, MoreMessagesThanAnyModelHas) {
  // Empty nodes of a graph, two bytes each.
  std::string nodes;
  for (size_t i = 0; i <= reader::kMaxMessages; ++i)
    nodes += std::string("\x0a\x00", 2);
  std::string length;
  for (size_t rest = nodes.size(); rest; rest >>= 7)
    length += static_cast<char>((rest & 127) | (rest > 127 ? 128 : 0));
  EXPECT_THAT(ReadModel("\x3a" + length + nodes).error,
              HasSubstr("the ONNX file is damaged: too many messages in a "
                        "NodeProto at byte "));
}

//===----------------------------------------------------------------------===//
// Models
//===----------------------------------------------------------------------===//

TEST(OnnxRefusalTest, OperandsThatAreMissing) {
  for (const char *op : {"FusedMatMul", "GroupNorm", "DynamicQuantizeLSTM",
                         "QAttention", "QEmbedLayerNormalization",
                         "GatherBlockQuantized", "MatMulIntegerToFloat"})
    for (std::vector<std::string> operands :
         {std::vector<std::string>{}, std::vector<std::string>{"x"}}) {
      ModelBuilder model;
      model.import("com.microsoft", 1);
      model.input("x", Data::FLOAT, {2, 3});
      model.node(op, operands, {"y"}).domain("com.microsoft");
      model.output("y");
      ReadModel read(model);
      EXPECT_FALSE(read.module) << op;
      EXPECT_THAT(read.error, HasSubstr("cannot be compiled")) << op;
    }
}

TEST(OnnxRefusalTest, OperandsThatAreMissingInTheStandardsOwnDomain) {
  for (std::vector<std::string> operands :
       {std::vector<std::string>{}, std::vector<std::string>{"", "s"}}) {
    ModelBuilder model;
    model.input("s", Data::FLOAT, {3});
    model.node("SimplifiedLayerNormalization", operands, {"y"});
    model.output("y");
    EXPECT_THAT(ReadModel(model).error,
                HasSubstr("its first operand is missing"));
  }
}

TEST(OnnxRefusalTest, ContradictingVersionsAreSaidOnceForADomain) {
  ModelBuilder model = oneNode("Relu");
  for (int i = 0; i < 6; ++i)
    model.import("", i % 2 ? 99 : 98);
  std::string error = ReadModel(model).error;
  auto count = [&](llvm::StringRef part) {
    return llvm::StringRef(error).count(part);
  };
  EXPECT_EQ(count("of one domain; the last one counts"), 1u) << error;
  EXPECT_EQ(count("this compiler was written for"), 1u) << error;
}

TEST(OnnxRefusalTest, HeadersThatContradictThemselves) {
  ModelBuilder functions = oneNode("Relu");
  for (int i = 0; i < 2; ++i) {
    auto *function = functions.model.add_functions();
    function->set_domain("mine");
    function->set_name("Twice");
  }
  EXPECT_THAT(ReadModel(functions).error,
              HasSubstr("two functions are named 'mine.Twice'"));
  ModelBuilder newer(29);
  newer.input("x", Data::FLOAT, {2});
  newer.node("Relu", {"x"}, {"y"});
  newer.output("y");
  ReadModel warned(newer);
  EXPECT_TRUE(warned.module);
  EXPECT_THAT(warned.error,
              HasSubstr("the model is of operator set 29; this compiler was "
                        "written for those up to 28"));
}

TEST(OnnxRefusalTest, ConstantsOfTypesThatNoTensorHas) {
  ModelBuilder model;
  model.constant(makeRaw("c", 77, {1}, "a"));
  model.output("c");
  EXPECT_THAT(ReadModel(model).error,
              HasSubstr("elements of type 77 are not compiled"));
}

TEST(OnnxRefusalTest, InputsWithoutARank) {
  ModelBuilder model = oneNode("Relu");
  model.graph.mutable_input(0)
      ->mutable_type()
      ->mutable_tensor_type()
      ->clear_shape();
  EXPECT_THAT(ReadModel(model).error,
              HasSubstr("the input 'x' has no shape; state at least its rank"));
}

/// What is said of a call of a function that has one operand and one result.
std::string faultOfCall(std::vector<std::string> operands,
                        std::vector<std::string> results,
                        const std::string &inner) {
  ModelBuilder model;
  auto *function = model.model.add_functions();
  function->set_domain("mine");
  function->set_name("Once");
  function->add_input("a");
  function->add_output("b");
  function->add_opset_import()->set_version(17);
  GraphBuilder body;
  body.node("Relu", {"a"}, {inner});
  *function->mutable_node() = body.graph.node();
  model.import("mine", 1);
  model.input("x", Data::FLOAT, {2});
  for (const std::string &result : results)
    model.output(result);
  model.node("Once", std::move(operands), std::move(results)).domain("mine");
  return ReadModel(model).error;
}

TEST(OnnxRefusalTest, CallsThatDoNotFitTheirFunction) {
  EXPECT_THAT(faultOfCall({"x", "x"}, {"y"}, "b"),
              HasSubstr("function 'mine.Once' is called with too many "
                        "operands"));
  EXPECT_THAT(faultOfCall({"x"}, {"y", "z"}, "b"),
              HasSubstr("function 'mine.Once' gives fewer results than its "
                        "call wants"));
  EXPECT_THAT(faultOfCall({"x"}, {"y"}, "other"),
              HasSubstr("function 'mine.Once' lacks its result 'b'"));
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

std::string faultOf(ModelBuilder model) { return ReadModel(model).error; }

TEST(OnnxRefusalTest, TextAndPictures) {
  ModelBuilder text;
  text.input("x", Data::STRING, {2});
  text.node("StringConcat", {"x", "x"}, {"y"});
  text.output("y");
  EXPECT_THAT(faultOf(text),
              HasSubstr("the input 'x' has elements of type STRING, which are "
                        "not compiled: no tensor holds text; give the model "
                        "the numbers that it looks up or computes of it"));
  for (const char *op :
       {"RegexFullMatch", "StringConcat", "StringNormalizer", "StringSplit"})
    EXPECT_THAT(faultOf(oneNode(op)),
                HasSubstr("it works on text, which no tensor holds; compute it "
                          "before the model, or behind it"));
  EXPECT_THAT(faultOf(oneNode("ImageDecoder")),
              HasSubstr("pictures are not decoded; decode them before the "
                        "model and give it what they show, [height, width, "
                        "channels] of uint8"));
}

TEST(OnnxRefusalTest, ControlFlowWithoutItsGraphs) {
  EXPECT_THAT(faultOf(oneNode("If")),
              HasSubstr("two branches and a condition are needed"));
  EXPECT_THAT(faultOf(oneNode("Loop")), HasSubstr("a loop without a body"));
  ModelBuilder model;
  model.input("n", Data::INT64, {});
  model.input("x", Data::FLOAT, {2});
  GraphBuilder body;
  body.input("i", Data::INT64, {});
  body.input("go", Data::BOOL, {});
  body.input("before", Data::FLOAT, {2});
  body.output("go");
  model.node("Loop", {"n", "", "x"}, {"y"}).graph("body", body.graph);
  model.output("y");
  EXPECT_THAT(faultOf(model), HasSubstr("a body of too few results"));
}

TEST(OnnxRefusalTest, PositionsBeyondASequence) {
  ModelBuilder model;
  model.input("x", Data::FLOAT, {2});
  model.constant(makeInts("at", {}, {2}));
  model.node("SequenceConstruct", {"x", "x"}, {"s"});
  model.node("SequenceAt", {"s", "at"}, {"y"});
  model.output("y");
  EXPECT_THAT(faultOf(model), HasSubstr("a position beyond the sequence"));
}

TEST(OnnxRefusalTest, ImputersWithoutValues) {
  for (int type : {Data::FLOAT, Data::INT64}) {
    ModelBuilder model;
    model.import("ai.onnx.ml", 3);
    model.input("x", type, {2, 3});
    model.node("Imputer", {"x"}, {"y"}).domain("ai.onnx.ml");
    model.output("y");
    EXPECT_THAT(faultOf(model), HasSubstr("no values to fill in"));
  }
}

/// An operator of com.microsoft of [2, 3, 4] floats.
ModelBuilder ofMicrosoft(const std::string &op, size_t operands,
                         std::vector<std::string> results,
                         const TestShape &shape = {2, 3, 4}) {
  ModelBuilder model;
  model.import("com.microsoft", 1);
  std::vector<std::string> names;
  for (size_t i = 0; i < operands; ++i) {
    names.push_back("x" + std::to_string(i));
    model.input(names.back(), Data::FLOAT, shape);
  }
  for (const std::string &result : results)
    if (!result.empty())
      model.output(result);
  model.node(op, std::move(names), std::move(results)).domain("com.microsoft");
  return model;
}

TEST(OnnxRefusalTest, ResultsThatAreOfTraining) {
  EXPECT_THAT(faultOf(ofMicrosoft("SkipLayerNormalization", 3, {"y", "mean"})),
              HasSubstr("mean and deviation, which are of training"));
  EXPECT_THAT(
      faultOf(ofMicrosoft("SimplifiedLayerNormalization", 2, {"y", "d"})),
      HasSubstr("the deviation, which is of training"));
}

TEST(OnnxRefusalTest, APastThatIsABuffer) {
  ModelBuilder model = ofMicrosoft("Attention", 2, {"y"}, {3, 6, 6});
  NodeBuilder(model.graph.mutable_node(0))
      .attr("num_heads", 2)
      .attr("past_present_share_buffer", 1);
  EXPECT_THAT(faultOf(model),
              HasSubstr("a past that is a buffer with room for what follows"));
}

TEST(OnnxRefusalTest, AttentionOfUnknownWidths) {
  ModelBuilder model =
      ofMicrosoft("MultiHeadAttention", 3, {"y"}, {2, 3, "width"});
  NodeBuilder(model.graph.mutable_node(0)).attr("num_heads", 2);
  EXPECT_THAT(faultOf(model), HasSubstr("queries of unknown width"));
  EXPECT_THAT(faultOf(ofMicrosoft("RotaryEmbedding", 4, {"y"}, {2, "n"})),
              HasSubstr("tables of unknown width"));
}

TEST(OnnxRefusalTest, GroupQueryAttentionThatIsNotRead) {
  auto model = [](size_t operands) {
    ModelBuilder result = ofMicrosoft("GroupQueryAttention", operands, {"y"});
    NodeBuilder(result.graph.mutable_node(0))
        .attr("num_heads", 2)
        .attr("kv_num_heads", 2);
    return result;
  };
  ModelBuilder sink = model(3);
  NodeBuilder(sink.graph.mutable_node(0)).attr("smooth_softmax", 1);
  EXPECT_THAT(faultOf(sink), HasSubstr("a softmax with a sink"));
  EXPECT_THAT(faultOf(model(4)), HasSubstr("a past without values or lengths"));
}

TEST(OnnxRefusalTest, PoolsOfWhatIsNoImage) {
  ModelBuilder model;
  model.import("com.microsoft", 1);
  model.input("x", Data::UINT8, {2, 3});
  model.constant(makeFloats("scale", {}, {0.5f}));
  model.constant(makeRaw("zero", Data::UINT8, {}, "\x07"));
  model
      .node("QLinearAveragePool", {"x", "scale", "zero", "scale", "zero"},
            {"y"})
      .domain("com.microsoft")
      .ints("kernel_shape", {2});
  model.output("y");
  EXPECT_THAT(faultOf(model), HasSubstr("an image is needed"));
}

} // namespace
