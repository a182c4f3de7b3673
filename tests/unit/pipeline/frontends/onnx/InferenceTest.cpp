//===- InferenceTest.cpp - types of each operator's results ---------------===//
//
// A row for each operator, most with a size that only the run knows. What is
// computed is tested where it is lowered.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/onnx/Tables.h"
#include "tests/unit/pipeline/frontends/onnx/ModelBuilder.h"

#include "llvm/ADT/StringSet.h"

#include <cstring>
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <limits>

using namespace ingot::onnx;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

/// An operand: a tensor of the run, constant integers, or none.
struct Operand {
  int type = 0;
  TestShape shape;
  std::optional<Data> constant;
};
Operand f(TestShape shape) { return {Data::FLOAT, std::move(shape), {}}; }
Operand i(TestShape shape) { return {Data::INT64, std::move(shape), {}}; }
Operand of(int type, TestShape shape) { return {type, std::move(shape), {}}; }
Operand known(std::vector<int64_t> values) {
  int64_t size = values.size();
  return {0, {}, makeInts("", {size}, std::move(values))};
}
Operand scalar(int64_t value) { return {0, {}, makeInts("", {}, {value})}; }
Operand scales(std::vector<float> values) {
  int64_t size = values.size();
  return {0, {}, makeFloats("", {size}, std::move(values))};
}
Operand none() { return {}; }

using Attributes = std::function<void(NodeBuilder)>;

struct Case {
  std::string op;
  std::vector<Operand> operands;
  std::vector<std::string> results;
  Attributes attributes = nullptr;
  int64_t version = 17;
};

std::string operandName(size_t index) { return "x" + std::to_string(index); }

ModelBuilder modelOf(const Case &c) {
  ModelBuilder model(c.version);
  std::vector<std::string> inputs, outputs;
  for (size_t k = 0; k < c.operands.size(); ++k) {
    const Operand &operand = c.operands[k];
    bool isThere = operand.type || operand.constant;
    inputs.push_back(isThere ? operandName(k) : "");
    if (operand.constant) {
      Data tensor = *operand.constant;
      tensor.set_name(operandName(k));
      model.constant(tensor);
    } else if (isThere) {
      model.input(operandName(k), operand.type, operand.shape);
    }
  }
  for (size_t k = 0; k < c.results.size(); ++k) {
    outputs.push_back("y" + std::to_string(k));
    model.output(outputs.back());
  }
  NodeBuilder node = model.node(c.op, inputs, outputs);
  if (c.attributes)
    c.attributes(node);
  return model;
}

Attributes ints(std::string name, std::vector<int64_t> values) {
  return [=](NodeBuilder node) { node.ints(name, values); };
}
Attributes attr(std::string name, int64_t value) {
  return [=](NodeBuilder node) { node.attr(name, value); };
}
Attributes text(std::string name, std::string value) {
  return [=](NodeBuilder node) { node.attr(name, value.c_str()); };
}
Attributes both(Attributes a, Attributes b) {
  return [=](NodeBuilder node) {
    a(node);
    b(node);
  };
}

const TestShape kImage = {"n", 3, 8, 9};

std::vector<Case> cases() {
  return {
      // Elements.
      {"Add", {f({"n", 3}), f({1, 3})}, {"[?,3],f32"}},
      {"Add", {f({"n", 3}), f({4, 1, 1})}, {"[4,?,3],f32"}},
      {"Equal", {i({"n"}), i({1})}, {"[?],i1"}},
      {"Mod", {i({2}), i({2})}, {"[2],si64"}},
      {"Max", {f({2, 1}), f({3}), f({})}, {"[2,3],f32"}},
      {"Mean", {f({2, 1}), f({3})}, {"[2,3],f32"}},
      {"Where", {of(Data::BOOL, {2, 1}), f({3}), f({})}, {"[2,3],f32"}},
      {"Cast", {f({2})}, {"[2],si32"}, attr("to", Data::INT32)},
      {"CastLike", {f({2}), i({})}, {"[2],si64"}},
      {"IsNaN", {f({2})}, {"[2],i1"}},
      {"Dropout", {f({2})}, {"[2],f32", "[2],i1"}},
      {"PRelu", {f({2, 3}), f({3})}, {"[2,3],f32"}},
      {"BitCast", {f({2})}, {"[2],si32"}, attr("to", Data::INT32), 26},
      // Reductions.
      {"ReduceSum", {f({"n", 3}), known({1})}, {"[?,1],f32"}},
      {"ReduceSum",
       {f({"n", 3}), known({-1})},
       {"[?],f32"},
       attr("keepdims", 0)},
      {"ReduceMean", {f({2, 3})}, {"[1,1],f32"}},
      {"ReduceMax",
       {f({2, 3})},
       {"[3],f32"},
       both(ints("axes", {0}), attr("keepdims", 0))},
      {"ReduceSum", {f({2, 3}), i({1})}, {"[?,?],f32"}},
      {"ArgMax", {f({2, 3})}, {"[2,1],si64"}, attr("axis", 1)},
      {"TopK", {f({"n", 5}), known({2})}, {"[?,2],f32", "[?,2],si64"}},
      {"TopK", {f({5})}, {"[3],f32", "[3],si64"}, attr("k", 3), 9},
      {"CumSum", {f({2, 3}), scalar(0)}, {"[2,3],f32"}},
      {"Softmax", {f({2, "n"})}, {"[2,?],f32"}},
      // Shapes.
      {"Shape", {f({"n", 3})}, {"[2],si64"}},
      {"Shape", {f({"n", 3, 4})}, {"[1],si64"}, attr("start", 2)},
      {"Size", {f({"n", 3})}, {"[],si64"}},
      {"Reshape", {f({2, 6}), known({3, -1})}, {"[3,4],f32"}},
      {"Reshape", {f({"n", 6}), known({0, 2, -1})}, {"[?,2,3],f32"}},
      {"Reshape", {f({"n", 6}), i({3})}, {"[?,?,?],f32"}},
      {"Flatten", {f({2, 3, 4})}, {"[6,4],f32"}, attr("axis", 2)},
      {"Squeeze", {f({1, "n", 1}), known({0})}, {"[?,1],f32"}},
      {"Squeeze", {f({1, 3, 1})}, {"[3],f32"}},
      {"Unsqueeze", {f({"n"}), known({0, -1})}, {"[1,?,1],f32"}},
      {"Transpose", {f({2, "n", 4})}, {"[4,?,2],f32"}},
      {"Transpose", {f({2, 3, 4})}, {"[3,2,4],f32"}, ints("perm", {1, 0, 2})},
      {"Expand", {f({3, 1}), known({2, 1, 6})}, {"[2,3,6],f32"}},
      {"Tile", {f({2, "n"}), known({3, 1})}, {"[6,?],f32"}},
      {"ConstantOfShape", {i({2})}, {"[?,?],f32"}},
      {"Range", {scalar(0), i({}), scalar(1)}, {"[?],si64"}},
      {"EyeLike", {f({2, 3})}, {"[2,3],f64"}, attr("dtype", Data::DOUBLE)},
      {"DepthToSpace",
       {f({1, 8, 2, "n"})},
       {"[1,2,4,?],f32"},
       attr("blocksize", 2)},
      {"SpaceToDepth",
       {f({1, 2, 4, 6})},
       {"[1,8,2,3],f32"},
       attr("blocksize", 2)},
      {"Trilu", {f({2, 3})}, {"[2,3],f32"}},
      // Parts.
      {"Concat", {f({"n", 2}), f({"n", 3})}, {"[?,5],f32"}, attr("axis", 1)},
      {"Split", {f({6, 2})}, {"[3,2],f32", "[3,2],f32"}},
      {"Split", {f({6}), known({2, 4})}, {"[2],f32", "[4],f32"}},
      {"Split",
       {f({5})},
       {"[2],f32", "[2],f32", "[1],f32"},
       attr("num_outputs", 3),
       18},
      {"Slice",
       {f({"n", 8}), known({1}), known({-1}), known({1})},
       {"[?,6],f32"}},
      {"Slice",
       {f({8}), known({-1}), known({-100}), known({0}), known({-3})},
       {"[3],f32"}},
      {"Slice",
       {f({8, 2})},
       {"[3,2],f32"},
       both(ints("starts", {1}), ints("ends", {4})),
       9},
      {"Slice", {f({8}), i({1}), i({1})}, {"[?],f32"}},
      {"Gather", {f({5, "n", 4}), i({2, 3})}, {"[2,3,?,4],f32"}},
      {"GatherElements", {f({5, 4}), i({2, 4})}, {"[2,4],f32"}},
      {"GatherND", {f({5, 4, 3}), i({7, 2})}, {"[7,3],f32"}},
      {"ScatterND", {f({5}), i({2, 1}), f({2})}, {"[5],f32"}},
      {"ScatterElements", {f({5}), i({2}), f({2})}, {"[5],f32"}},
      {"Pad", {f({"n", 3}), known({0, 1, 0, 2})}, {"[?,6],f32"}},
      {"Pad", {f({2})}, {"[5],f32"}, ints("pads", {1, 2}), 10},
      {"OneHot", {i({2}), scalar(5), f({2})}, {"[2,5],f32"}},
      {"NonZero", {f({2, 3})}, {"[2,?],si64"}},
      {"Compress",
       {f({2, 3}), of(Data::BOOL, {2})},
       {"[?,3],f32"},
       attr("axis", 0)},
      {"Unique", {f({6})}, {"[?],f32", "[?],si64", "[6],si64", "[?],si64"}},
      {"CenterCropPad",
       {f({5, 6}), known({3})},
       {"[5,3],f32"},
       ints("axes", {1}),
       18},
      {"ReverseSequence", {f({2, 3}), i({3})}, {"[2,3],f32"}},
      // Products.
      {"MatMul", {f({"n", 2, 3}), f({3, 4})}, {"[?,2,4],f32"}},
      {"MatMul", {f({3}), f({3})}, {"[],f32"}},
      {"MatMulInteger",
       {of(Data::UINT8, {2, 3}), of(Data::INT8, {3, 4})},
       {"[2,4],si32"}},
      {"Gemm",
       {f({3, "n"}), f({4, 3})},
       {"[?,4],f32"},
       both(attr("transA", 1), attr("transB", 1))},
      {"Conv", {f(kImage), f({5, 3, 3, 3})}, {"[?,5,6,7],f32"}},
      {"Conv",
       {f(kImage), f({5, 3, 3, 3})},
       {"[?,5,4,5],f32"},
       both(text("auto_pad", "SAME_UPPER"), ints("strides", {2, 2}))},
      {"Conv", {f({1, 3, "h"}), f({5, 3, 3})}, {"[1,5,?],f32"}},
      {"ConvInteger",
       {of(Data::UINT8, {1, 1, 4, 4}), of(Data::UINT8, {1, 1, 2, 2})},
       {"[1,1,3,3],si32"}},
      {"ConvTranspose",
       {f({1, 3, 4, 4}), f({3, 2, 3, 3})},
       {"[1,2,9,9],f32"},
       ints("strides", {2, 2})},
      {"ConvTranspose",
       {f({1, 3, 4}), f({3, 2, 3})},
       {"[1,2,11],f32"},
       both(ints("strides", {2}), ints("output_shape", {11}))},
      {"Einsum",
       {f({2, "n", 3}), f({2, 3, 4})},
       {"[2,?,4],f32"},
       text("equation", "bij, bjk -> bik")},
      {"Einsum",
       {f({2, 3}), f({3, 4})},
       {"[2,4],f32"},
       text("equation", "ij,jk")},
      {"Det", {f({5, 3, 3})}, {"[5],f32"}},
      // Windows.
      {"MaxPool",
       {f(kImage)},
       {"[?,3,4,4],f32", "[?,3,4,4],si64"},
       both(ints("kernel_shape", {2, 2}), ints("strides", {2, 2}))},
      {"AveragePool",
       {f(kImage)},
       {"[?,3,4,5],f32"},
       both(both(ints("kernel_shape", {2, 2}), ints("strides", {2, 2})),
            attr("ceil_mode", 1))},
      {"GlobalAveragePool", {f(kImage)}, {"[?,3,1,1],f32"}},
      {"MaxUnpool",
       {f({1, 1, 2, 2}), i({1, 1, 2, 2})},
       {"[1,1,4,4],f32"},
       both(ints("kernel_shape", {2, 2}), ints("strides", {2, 2}))},
      {"RoiAlign",
       {f(kImage), f({4, 4}), i({4})},
       {"[4,3,2,1],f32"},
       attr("output_height", 2)},
      {"Col2Im",
       {f({1, 5, 5}), known({5, 5}), known({1, 5})},
       {"[1,1,5,5],f32"},
       nullptr,
       18},
      // Normalisations, recurrence, attention.
      {"LayerNormalization",
       {f({2, "n", 4}), f({4})},
       {"[2,?,4],f32", "[2,?,1],f32", "[2,?,1],f32"}},
      {"InstanceNormalization", {f(kImage), f({3}), f({3})}, {"[?,3,8,9],f32"}},
      {"LSTM",
       {f({5, "n", 3}), f({2, 16, 3}), f({2, 16, 4})},
       {"[5,2,?,4],f32", "[2,?,4],f32", "[2,?,4],f32"},
       text("direction", "bidirectional")},
      {"GRU",
       {f({2, 5, 3}), f({1, 12, 3}), f({1, 12, 4})},
       {"[2,5,1,4],f32", "[2,1,4],f32"},
       attr("layout", 1)},
      {"Attention",
       {f({1, 2, 4, 8}), f({1, 2, 6, 8}), f({1, 2, 6, 5})},
       {"[1,2,4,5],f32"},
       nullptr,
       23},
      {"SoftmaxCrossEntropyLoss", {f({3, 5}), i({3})}, {"[],f32", "[3,5],f32"}},
      {"NegativeLogLikelihoodLoss",
       {f({3, 5}), i({3})},
       {"[3],f32"},
       text("reduction", "none")},
      // Small integers.
      {"QuantizeLinear", {f({2}), f({}), of(Data::INT8, {})}, {"[2],si8"}},
      {"QuantizeLinear", {f({2}), f({})}, {"[2],ui8"}},
      {"DequantizeLinear", {of(Data::UINT8, {2}), f({})}, {"[2],f32"}},
      {"DynamicQuantizeLinear", {f({2})}, {"[2],ui8", "[],f32", "[],ui8"}},
      // Images.
      {"Resize",
       {f({1, 1, 4, 6}), none(), scales({1, 1, 2, 0.5f})},
       {"[1,1,8,3],f32"}},
      {"Resize",
       {f({1, 1, 4, 6}), none(), none(), known({1, 1, 3, 3})},
       {"[1,1,3,3],f32"}},
      {"Resize",
       {f({1, 1, 4, 6}), none(), none(), known({8, 8})},
       {"[1,1,5,8],f32"},
       both(ints("axes", {2, 3}),
            text("keep_aspect_ratio_policy", "not_larger")),
       18},
      {"Upsample",
       {f({1, 1, 2, 2}), scales({1, 1, 2, 3})},
       {"[1,1,4,6],f32"},
       nullptr,
       9},
      {"GridSample", {f({2, 3, 4, 5}), f({2, 6, 7, 2})}, {"[2,3,6,7],f32"}},
      {"AffineGrid",
       {f({2, 2, 3}), known({2, 3, 5, 6})},
       {"[2,5,6,2],f32"},
       nullptr,
       20},
      // Others.
      {"RandomNormal", {}, {"[2,3],f32"}, ints("shape", {2, 3})},
      {"RandomUniformLike", {f({2})}, {"[2],f32"}},
      {"HannWindow", {scalar(10)}, {"[10],f32"}},
      {"DFT", {f({1, 10, 1})}, {"[1,6,2],f32"}, attr("onesided", 1)},
      {"STFT", {f({1, 128, 1}), scalar(8), f({16})}, {"[1,15,9,2],f32"}},
      {"MelWeightMatrix",
       {scalar(8), scalar(16), scalar(8192), f({}), f({})},
       {"[9,8],f32"}},
      {"NonMaxSuppression", {f({1, 6, 4}), f({1, 1, 6})}, {"[?,3],si64"}},
  };
}

TEST(OnnxInferenceTest, TypesOfResults) {
  for (const Case &c : cases()) {
    ModelBuilder model = modelOf(c);
    ReadModel read(model);
    EXPECT_THAT(read.error, IsEmpty()) << c.op;
    EXPECT_EQ(read.results(), c.results) << c.op;
  }
}

TEST(OnnxInferenceTest, NodesThatAreNotValid) {
  const std::pair<Case, const char *> kCases[] = {
      {{"Add", {f({2}), f({3})}, {""}}, "sizes 2 and 3 do not broadcast"},
      {{"MatMul", {f({2, 3}), f({4, 5})}, {""}}, "3 columns and 4 rows"},
      {{"Reshape", {f({6}), known({4})}, {""}}, "6 elements do not fit"},
      {{"Reshape", {f({6}), known({-1, -1})}, {""}}, "two sizes are -1"},
      {{"Transpose", {f({2, 3})}, {""}, ints("perm", {0, 0})},
       "'perm' is no permutation"},
      {{"Concat", {f({2}), f({2, 2})}, {""}, attr("axis", 0)},
       "different ranks"},
      {{"Softmax", {f({2})}, {""}}, ""},
      {{"Squeeze", {f({2}), known({0})}, {""}}, "of size 2 is squeezed"},
      {{"Unsqueeze", {f({2}), known({0, 0})}, {""}}, "named twice"},
      {{"Slice",
        {f({2}), known({0}), known({1}), known({0}), known({0})},
        {""}},
       "step is 0"},
      {{"Gather", {f({2}), i({1})}, {""}, attr("axis", 3)},
       "there is no dimension 3 of 1"},
      {{"Conv", {f({1, 1, 2}), f({1, 1, 5})}, {""}}, "larger than the image"},
      {{"MaxPool", {f({1, 1, 4})}, {""}, ints("kernel_shape", {1, 1})},
       "'kernel_shape' does not fit"},
      {{"Einsum", {f({2})}, {""}, text("equation", "ij->i")}, "other ranks"},
      {{"Split", {f({4}), known({4})}, {"", ""}}, "more results than parts"},
  };
  for (const auto &[c, fault] : kCases) {
    ModelBuilder model = modelOf(c);
    EXPECT_THAT(ReadModel(model).error, HasSubstr(fault)) << c.op;
  }
}

TEST(OnnxInferenceTest, EveryRowIsAnOperatorOfTheFormat) {
  llvm::StringSet<> seen;
  for (llvm::StringRef name : reader::inferredOperators()) {
    EXPECT_TRUE(seen.insert(name).second) << name.str();
    EXPECT_NE(reader::operatorTable().findInference(name), nullptr);
  }
  EXPECT_EQ(reader::operatorTable().findInference("Nothing"), nullptr);
}

//===----------------------------------------------------------------------===//
// Elements that are followed
//===----------------------------------------------------------------------===//

/// The elements of a result, as the constant that it becomes.
std::string folded(const Case &c) {
  ModelBuilder model = modelOf(c);
  ReadModel read(model);
  size_t start = read.text.rfind("torch.onnx.value = dense<");
  if (!read.operators().empty() || start == std::string::npos)
    return "not folded " + read.error;
  start += strlen("torch.onnx.value = dense<");
  return read.text.substr(start, read.text.find('>', start) - start);
}

TEST(OnnxInferenceTest, ComputationsOfSizesFold) {
  EXPECT_EQ(folded({"Shape", {f({2, 3})}, {""}}), "[2, 3]");
  EXPECT_EQ(folded({"Size", {f({2, 3})}, {""}}), "6");
  EXPECT_EQ(folded({"Add", {known({1, 2}), scalar(3)}, {""}}), "[4, 5]");
  EXPECT_EQ(folded({"Sub", {known({1}), known({3})}, {""}}), "-2");
  EXPECT_EQ(folded({"Div", {known({-7}), known({2})}, {""}}), "-3");
  EXPECT_EQ(folded({"Mod", {known({-7}), known({3})}, {""}}), "2");
  EXPECT_EQ(folded({"Mod", {known({-7}), known({3})}, {""}, attr("fmod", 1)}),
            "-1");
  EXPECT_EQ(folded({"Equal", {known({1, 2}), known({1, 3})}, {""}}),
            "[true, false]");
  EXPECT_EQ(folded({"Where",
                    {{0,
                      {},
                      [] {
                        Data t = makeRaw("", Data::BOOL, {2}, "");
                        t.set_raw_data(std::string("\1\0", 2));
                        return t;
                      }()},
                     known({1, 2}),
                     known({3, 4})},
                    {""}}),
            "[1, 4]");
  EXPECT_EQ(
      folded({"Cast", {scales({2.7f, -2.7f})}, {""}, attr("to", Data::INT64)}),
      "[2, -2]");
  EXPECT_EQ(folded({"Concat", {known({1}), known({2})}, {""}, attr("axis", 0)}),
            "[1, 2]");
  EXPECT_EQ(folded({"Slice",
                    {known({1, 2, 3}), known({-1}), known({-9}), known({0}),
                     known({-2})},
                    {""}}),
            "[3, 1]");
  EXPECT_EQ(folded({"Gather", {known({4, 5, 6}), known({2, -3})}, {""}}),
            "[6, 4]");
  EXPECT_EQ(folded({"Range", {scalar(5), scalar(0), scalar(-2)}, {""}}),
            "[5, 3, 1]");
  EXPECT_EQ(folded({"ReduceProd", {known({2, 3})}, {""}}), "6");
  EXPECT_EQ(folded({"Expand", {known({7}), known({2})}, {""}}), "7");
  EXPECT_EQ(folded({"Max", {known({1, 5}), known({3, 2})}, {""}}), "[3, 5]");
  EXPECT_EQ(folded({"Floor", {scales({1.5f})}, {""}}), "1.000000e+00");
  EXPECT_EQ(
      folded({"Not", {{0, {}, makeRaw("", Data::BOOL, {1}, "\1")}}, {""}}),
      "false");
}

TEST(OnnxInferenceTest, MatricesOfSizesFold) {
  // How PyTorch's exporter turns pads around.
  auto matrix = [] {
    return Operand{0, {}, makeInts("", {3, 2}, {1, 2, 3, 4, 5, 6})};
  };
  EXPECT_EQ(folded({"Transpose", {matrix()}, {""}}), "[[1, 3, 5], [2, 4, 6]]");
  EXPECT_EQ(folded({"Slice",
                    {matrix(), known({-1}), known({-INT64_MAX}), known({0}),
                     known({-1})},
                    {""}}),
            "[[5, 6], [3, 4], [1, 2]]");
  EXPECT_EQ(folded({"Slice", {matrix(), known({1, 0}), known({3, 1})}, {""}}),
            "[[3], [5]]");
  EXPECT_EQ(folded({"Gather", {matrix(), known({-1, 0})}, {""}}),
            "[[5, 6], [1, 2]]");
  EXPECT_EQ(folded({"Concat", {matrix(), matrix()}, {""}, attr("axis", 0)})
                .substr(0, 15),
            "[[1, 2], [3, 4]");
}

TEST(OnnxInferenceTest, FoldingKeepsTheWidthOfIntegers) {
  Data big = makeRaw("", Data::INT32, {1}, "\xff\xff\xff\x7f");
  EXPECT_EQ(folded({"Add", {{0, {}, big}, {0, {}, big}}, {""}}), "-2");
}

TEST(OnnxInferenceTest, DivisionByZeroIsLeftToTheRun) {
  EXPECT_THAT(folded({"Div", {known({1}), known({0})}, {""}}),
              HasSubstr("not folded"));
}

/// Each would have led outside of a list.
TEST(OnnxInferenceTest, OperandsThatDoNotFit) {
  auto errorOf = [](const Case &c) {
    ModelBuilder model = modelOf(c);
    return ReadModel(model).error;
  };
  constexpr int64_t kHuge = std::numeric_limits<int64_t>::max();
  EXPECT_THAT(errorOf({"Split",
                       {known({1, 2, 3}), known({kHuge, kHuge, 5})},
                       {"", "", ""}}),
              HasSubstr("do not add up"));
  EXPECT_THAT(errorOf({"Split", {f({4}), known({3, 2})}, {"", ""}}),
              HasSubstr("do not add up"));
  EXPECT_THAT(errorOf({"Range", {scalar(0), i({0}), scalar(1)}, {""}}),
              IsEmpty());
  EXPECT_THAT(
      errorOf(
          {"Attention", {f({1, 2, 3, 4}), f({}), f({2})}, {""}, nullptr, 23}),
      HasSubstr("not known"));
  EXPECT_THAT(errorOf({"RandomNormal", {}, {""}, ints("shape", {-3})}),
              HasSubstr("negative"));
  EXPECT_THAT(errorOf({"Constant", {}, {}, attr("value_int", 3)}), IsEmpty());
}

} // namespace
