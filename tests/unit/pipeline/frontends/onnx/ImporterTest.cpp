//===- ImporterTest.cpp - graphs, names, functions, bad models ------------===//

#include "tests/unit/pipeline/frontends/onnx/ModelBuilder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace ingot::onnx;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

namespace {

TEST(OnnxImporterTest, NodesBecomeOperatorsOfTorch) {
  ModelBuilder model;
  model.input("x", Data::FLOAT, {"batch", 3});
  model.node("LeakyRelu", {"x"}, {"y"}).attr("alpha", 0.5f).named("leak");
  model.output("y");
  ReadModel read(model);
  EXPECT_THAT(read.error, IsEmpty());
  EXPECT_THAT(read.text,
              HasSubstr(R"(torch.operator "onnx.LeakyRelu"(%arg0))"));
  EXPECT_THAT(read.text, HasSubstr("torch.onnx.alpha = 5.000000e-01 : f32"));
  EXPECT_THAT(read.results(), ElementsAre("[?,3],f32"));
}

TEST(OnnxImporterTest, NamesVersionsAndProducerComeThrough) {
  ModelBuilder model = oneNode("Relu");
  ReadModel read(model);
  EXPECT_THAT(read.text, HasSubstr(R"(ingot.name = "x")"));
  EXPECT_THAT(read.text, HasSubstr(R"(ingot.name = "y")"));
  EXPECT_THAT(read.text, HasSubstr("torch.onnx_meta.opset_version = 17"));
  EXPECT_THAT(read.text, HasSubstr("ONNX, IR version 8, opset 17, test"));
  EXPECT_THAT(read.text, HasSubstr("ingot.operators = {Relu = 1 : i64}"));
}

TEST(OnnxImporterTest, NamesAreUtf8WithoutControlCharacters) {
  ModelBuilder model;
  model.input("gr\u00f6\u00dfe", Data::FLOAT, {2});
  model.input("a\nb\xff", Data::FLOAT, {2});
  model.node("Add", {"gr\u00f6\u00dfe", "a\nb\xff"}, {"y"});
  model.output("y");
  ReadModel read(model);
  EXPECT_THAT(read.text, HasSubstr(R"(ingot.name = "gr\C3\B6\C3\9Fe")"));
  EXPECT_THAT(read.text, HasSubstr(R"(ingot.name = "a?b?")"));
}

TEST(OnnxImporterTest, InitialisersAreConstantsAlsoIfInputs) {
  ModelBuilder model;
  model.input("x", Data::FLOAT, {2});
  model.input("w", Data::FLOAT, {2});
  model.constant(makeFloats("w", {2}, {1, 2}));
  model.node("Add", {"x", "w"}, {"y"});
  model.output("y");
  ReadModel read(model);
  EXPECT_THAT(read.text, HasSubstr("dense<[1.000000e+00, 2.000000e+00]>"));
  EXPECT_THAT(read.text, Not(HasSubstr("%arg1")));
}

TEST(OnnxImporterTest, ShapesThatAreComputedAreFollowed) {
  ModelBuilder model;
  model.input("x", Data::FLOAT, {"n", 3, 4});
  model.constant(makeInts("zero", {}, {0}));
  model.constant(makeInts("axes", {1}, {0}));
  model.constant(makeInts("rest", {1}, {-1}));
  model.node("Shape", {"x"}, {"s"});
  model.node("Gather", {"s", "zero"}, {"first"});
  model.node("Unsqueeze", {"first", "axes"}, {"one"});
  model.node("Concat", {"one", "rest"}, {"sizes"}).attr("axis", 0);
  model.node("Reshape", {"x", "sizes"}, {"y"});
  model.output("y");
  ReadModel read(model);
  EXPECT_THAT(read.error, IsEmpty());
  EXPECT_THAT(read.results(), ElementsAre("[?,12],f32"));
}

TEST(OnnxImporterTest, ShapesThatWerePutTogetherAreSizes) {
  ModelBuilder model;
  model.input("x", Data::FLOAT, {"n", "m", 4});
  model.constant(makeInts("zero", {}, {0}));
  model.constant(makeInts("axes", {1}, {0}));
  model.constant(makeInts("rest", {1}, {-1}));
  model.node("Shape", {"x"}, {"s"});
  model.node("Gather", {"s", "zero"}, {"first"});
  model.node("Unsqueeze", {"first", "axes"}, {"one"});
  model.node("Concat", {"one", "rest"}, {"sizes"}).attr("axis", 0);
  model.node("Reshape", {"x", "sizes"}, {"y"});
  model.output("y");
  ReadModel read(model);
  EXPECT_THAT(read.operators(), ElementsAre("Shape", "Concat", "Reshape"));
  EXPECT_THAT(read.text, HasSubstr("torch.onnx.end = 1 : si64"));
}

// As PyTorch's exporter writes expand().
TEST(OnnxImporterTest, SizesAreNotTheMinusOneOfAShape) {
  ModelBuilder model;
  model.input("x", Data::FLOAT, {1, 4});
  model.input("like", Data::FLOAT, {"n", 4});
  model.constant(makeInts("minus", {}, {-1}));
  model.constant(makeInts("ones", {2}, {1, 1}));
  model.node("Shape", {"like"}, {"s"});
  model.node("Equal", {"s", "minus"}, {"isLeft"});
  model.node("Where", {"isLeft", "ones", "s"}, {"sizes"});
  model.node("Expand", {"x", "sizes"}, {"y"});
  model.output("y");
  ReadModel read(model);
  EXPECT_THAT(read.error, IsEmpty());
  EXPECT_THAT(read.operators(), ElementsAre("Shape", "Concat", "Expand"));
  EXPECT_THAT(read.results(), ElementsAre("[?,4],f32"));
}

TEST(OnnxImporterTest, ArgumentsShareTheSizesOfEqualNames) {
  ModelBuilder model;
  model.input("x", Data::FLOAT, {"n", 3});
  model.input("y", Data::FLOAT, {"n", "m"});
  model.input("z", Data::FLOAT, {"k"});
  model.node("Mul", {"y", "x"}, {"a"});
  model.node("Add", {"a", "z"}, {"b"});
  model.output("b");
  ReadModel read(model);
  EXPECT_THAT(read.error, IsEmpty());
  // The first size of y is asked of x, the second of itself.
  EXPECT_THAT(read.operators(),
              ElementsAre("Shape", "Shape", "Concat", "Reshape", "Mul", "Add"));
  EXPECT_THAT(read.text, HasSubstr(R"("onnx.Shape"(%arg0))"));
  EXPECT_THAT(read.text, HasSubstr(R"("onnx.Shape"(%arg1))"));
  EXPECT_THAT(read.text, HasSubstr("torch.onnx.allowzero = 1"));
  EXPECT_THAT(read.text, HasSubstr("torch.runtime.assert"));
  EXPECT_THAT(read.text, HasSubstr("\"dimension 0 of 'y' differs "
                                   "from dimension 0 of 'x': both are 'n'\""));
}

TEST(OnnxImporterTest, OneArgumentHasOneSizeForOneName) {
  ModelBuilder model;
  model.input("x", Data::FLOAT, {"n", "n"});
  model.node("Relu", {"x"}, {"y"});
  model.output("y");
  ReadModel read(model);
  EXPECT_THAT(read.error, IsEmpty());
  EXPECT_THAT(read.text, HasSubstr("dimension 1 of 'x' differs from dimension "
                                   "0 of 'x': both are 'n'"));
}

TEST(OnnxImporterTest, AQuestionMarkIsNoNameOfASize) {
  ModelBuilder model;
  model.input("x", Data::FLOAT, {"?", "?"});
  model.node("Relu", {"x"}, {"y"});
  model.output("y");
  ReadModel read(model);
  EXPECT_THAT(read.error, IsEmpty());
  EXPECT_THAT(read.text, Not(HasSubstr("differs from dimension")));
}

/// As many rows of a table as its operand has, added to it.
static ModelBuilder rowsOfATable(int64_t rows) {
  ModelBuilder model;
  model.input("x", Data::FLOAT, {"n", 4});
  model.input("table", Data::FLOAT, {rows, 4});
  model.constant(makeInts("zero", {1}, {0}));
  model.node("Shape", {"x"}, {"n"}).attr("end", 1);
  model.node("Slice", {"table", "zero", "n"}, {"part"});
  model.node("Add", {"part", "x"}, {"y"});
  model.output("y");
  return model;
}

TEST(OnnxImporterTest, PartsOfATableHaveTheSizeOfWhatTheyAreAddedTo) {
  ModelBuilder table = rowsOfATable(512), row = rowsOfATable(1);
  ReadModel read(table);
  EXPECT_THAT(read.error, IsEmpty());
  EXPECT_THAT(read.operators(), ElementsAre("Shape", "Slice", "Shape", "Concat",
                                            "Reshape", "Add"));
  // One row would be broadcast.
  EXPECT_THAT(ReadModel(row).operators(), ElementsAre("Shape", "Slice", "Add"));
}

TEST(OnnxImporterTest, SizesThatARequestGivesAreFollowed) {
  ModelBuilder model;
  model.input("x", Data::FLOAT, {"n", "m", 4});
  model.node("Shape", {"x"}, {"s"});
  model.node("ReduceProd", {"s"}, {"count"}).attr("keepdims", 1);
  model.node("Reshape", {"x", "count"}, {"y"});
  model.output("y");
  ReadModel given(model, {"tensor<2x3x4xf32>"});
  EXPECT_THAT(given.error, IsEmpty());
  EXPECT_THAT(given.operators(), ElementsAre("Reshape"));
  EXPECT_THAT(given.results(), ElementsAre("[24],f32"));
  // What stays open is the symbol that it was; what the model says stays.
  EXPECT_THAT(ReadModel(model, {"tensor<?x3x5xf32>"}).results(),
              ElementsAre("[?],f32"));
}

TEST(OnnxImporterTest, GivenSizesAreThoseOfAllDimensionsOfTheirName) {
  ModelBuilder model;
  model.input("x", Data::FLOAT, {"n", "m"});
  model.input("z", Data::FLOAT, {"m", "n"});
  model.node("Transpose", {"z"}, {"t"});
  model.node("Add", {"x", "t"}, {"y"});
  model.output("y");
  ReadModel one(model, {"tensor<2x3xf32>", "tensor<?x?xf32>"});
  EXPECT_THAT(one.error, IsEmpty());
  EXPECT_THAT(one.operators(), ElementsAre("Transpose", "Add"));
  EXPECT_THAT(one.results(), ElementsAre("[2,3],f32"));
  EXPECT_THAT(ReadModel(model, {"tensor<2x3xf32>", "tensor<3x4xf32>"}).error,
              HasSubstr("the size 'n' is given as 2 and, for the input 'z', "
                        "as 4"));
}

TEST(OnnxImporterTest, WhatIsKnownBecomesConstant) {
  ModelBuilder model;
  model.input("x", Data::FLOAT, {2, 3});
  model.node("Shape", {"x"}, {"s"});
  model.node("ReduceProd", {"s"}, {"count"}).attr("keepdims", 1);
  model.node("Reshape", {"x", "count"}, {"y"});
  model.output("y");
  ReadModel read(model);
  EXPECT_THAT(read.operators(), ElementsAre("Reshape"));
  EXPECT_THAT(read.results(), ElementsAre("[6],f32"));
}

TEST(OnnxImporterTest, StatedTypesAddToInferredOnes) {
  ModelBuilder model;
  model.input("x", Data::FLOAT, {4});
  model.input("shape", Data::INT64, {2});
  model.node("Reshape", {"x", "shape"}, {"y"});
  model.output("y", Data::FLOAT, {2, 2});
  ReadModel read(model);
  EXPECT_THAT(read.results(), ElementsAre("[2,2],f32"));
}

TEST(OnnxImporterTest, WrongStatementsDoNotHarm) {
  ModelBuilder model = oneNode("Relu");
  model.graph.mutable_output()->Clear();
  model.output("y", Data::FLOAT, {7});
  ReadModel read(model);
  EXPECT_THAT(read.results(), ElementsAre("[2,3],f32"));
}

TEST(OnnxImporterTest, StatementsGoBackToOperands) {
  // Only the run knows the axis, but the square root keeps the shape.
  ModelBuilder model;
  model.input("x", Data::FLOAT, {2, 3});
  model.input("axis", Data::INT64, {1});
  model.node("ReduceSum", {"x", "axis"}, {"sum"}).attr("keepdims", 0);
  model.node("Sqrt", {"sum"}, {"y"});
  model.output("y", Data::FLOAT, {3});
  ReadModel read(model);
  EXPECT_THAT(read.error, IsEmpty());
  EXPECT_THAT(read.text, HasSubstr("-> !torch.vtensor<[3],f32>"));
  EXPECT_THAT(read.text, Not(HasSubstr("vtensor<[?]")));
}

TEST(OnnxImporterTest, TypesOfLessThanAByteCrossTheBoundaryAsBits) {
  for (int type : {Data::INT4, Data::INT2, Data::FLOAT4E2M1}) {
    ModelBuilder model;
    model.input("x", type, {2});
    model.node("Cast", {"x"}, {"y"}).attr("to", Data::FLOAT);
    model.node("Identity", {"x"}, {"z"});
    model.output("y");
    model.output("z");
    ReadModel read(model);
    EXPECT_THAT(read.error, IsEmpty());
    EXPECT_THAT(read.text, HasSubstr("%arg0: !torch.vtensor<[2],ui8>"));
    bool isFloat = type == Data::FLOAT4E2M1;
    EXPECT_THAT(read.results(),
                ElementsAre("[2],f32", isFloat ? "[2],ui8" : "[2],si8"));
  }
}

TEST(OnnxImporterTest, ArgumentsWithoutElementsAreKnown) {
  ModelBuilder model;
  model.input("x", Data::FLOAT, {2, 3});
  model.input("axes", Data::INT64, {0});
  model.node("ReduceSum", {"x", "axes"}, {"y"}).attr("keepdims", 0);
  model.output("y");
  EXPECT_THAT(ReadModel(model).results(), ElementsAre("[],f32"));
}

TEST(OnnxImporterTest, NodesWithoutResults) {
  ModelBuilder model = oneNode("Relu");
  model.node("Exp", {"x"}, {});
  ReadModel read(model);
  EXPECT_THAT(read.operators(), ElementsAre("Relu"));
}

TEST(OnnxImporterTest, UnusedNodesGo) {
  ModelBuilder model = oneNode("Relu");
  model.node("Exp", {"y"}, {"z"});
  model.node("Log", {"z"}, {"w"});
  ReadModel read(model);
  EXPECT_THAT(read.operators(), ElementsAre("Relu"));
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

void addFunction(ModelBuilder &model) {
  auto *function = model.model.add_functions();
  function->set_domain("mine");
  function->set_name("Twice");
  function->add_input("a");
  function->add_output("b");
  function->add_attribute("how");
  auto *set = function->add_opset_import();
  set->set_version(13);
  GraphBuilder body;
  body.node("Concat", {"a", "a"}, {"b"}).reference("axis", "how");
  *function->mutable_node() = body.graph.node();
  model.import("mine", 1);
}

TEST(OnnxImporterTest, FunctionsAreInlinedWithTheirAttributes) {
  ModelBuilder model;
  addFunction(model);
  model.input("x", Data::FLOAT, {2, 3});
  model.node("Twice", {"x"}, {"y"}).domain("mine").attr("how", 1);
  model.node("Twice", {"y"}, {"z"}).domain("mine").attr("how", 0);
  model.output("z");
  ReadModel read(model);
  EXPECT_THAT(read.error, IsEmpty());
  EXPECT_THAT(read.operators(), ElementsAre("Concat", "Concat"));
  EXPECT_THAT(read.results(), ElementsAre("[4,6],f32"));
  // The body's own operator set.
  EXPECT_THAT(read.text,
              HasSubstr("torch.onnx_meta.opset_version = 13 : si64}"));
}

TEST(OnnxImporterTest, FunctionsThatCallThemselvesEnd) {
  ModelBuilder model;
  addFunction(model);
  GraphBuilder body;
  body.node("Twice", {"a"}, {"b"}).domain("mine");
  auto *function = model.model.mutable_functions(0);
  *function->mutable_node() = body.graph.node();
  auto *set = function->add_opset_import();
  set->set_domain("mine");
  set->set_version(1);
  model.input("x", Data::FLOAT, {2});
  model.node("Twice", {"x"}, {"y"}).domain("mine");
  model.output("y");
  EXPECT_THAT(ReadModel(model).error, HasSubstr("or themselves"));
}

//===----------------------------------------------------------------------===//
// What is reported
//===----------------------------------------------------------------------===//

TEST(OnnxImporterTest, AllUnsupportedOperatorsAreReportedAtOnce) {
  ModelBuilder model;
  model.input("x", Data::FLOAT, {2});
  model.node("Reluu", {"x"}, {"a"}).named("first");
  model.node("Reluu", {"x"}, {"b"}).named("second");
  model.node("Add", {"a", "b"}, {"c"});
  model.node("Nonsense", {"c"}, {"d"});
  model.node("ImageDecoder", {"x"}, {"e"}).named("image");
  model.output("d");
  model.output("e");
  ReadModel read(model);
  EXPECT_FALSE(read.module);
  EXPECT_THAT(read.error, HasSubstr("4 operators of the model"));
  EXPECT_THAT(read.error,
              HasSubstr("Reluu (2 times at 'first', 'second'): the reader does "
                        "not know it; the nearest is Relu"));
  EXPECT_THAT(read.error, HasSubstr("ImageDecoder (once"));
  // What depends on them is not, unless nobody knows it.
  EXPECT_THAT(read.error, HasSubstr("Nonsense (once"));
  EXPECT_THAT(read.error, Not(HasSubstr("Add")));
}

/// A graph whose one node is `op` of the outer value `x`.
GraphBuilder bodyOf(const std::string &op) {
  GraphBuilder body;
  body.node(op, {"x"}, {"y"});
  body.output("y");
  return body;
}

TEST(OnnxImporterTest, BodiesOfWhatIsNotReadAreLookedThrough) {
  ModelBuilder model;
  model.import("mine", 1);
  addFunction(model);
  GraphBuilder inner;
  inner.node("Nonsense", {"a"}, {"b"});
  *model.model.mutable_functions(0)->mutable_node() = inner.graph.node();
  model.input("x", Data::FLOAT, {2});
  model.node("Reluu", {"x"}, {"unknown"});
  GraphBuilder nested = bodyOf("Relu");
  nested.node("If", {"unknown"}, {"z"})
      .graph("then_branch", bodyOf("Nothing").graph)
      .graph("else_branch", bodyOf("Relu").graph);
  model.node("If", {"unknown"}, {"a"})
      .graph("then_branch", bodyOf("Nonsens").graph)
      .graph("else_branch", nested.graph);
  model.node("Twice", {"unknown"}, {"b"}).domain("mine");
  model.node("Twice", {"unknown"}, {"c"}).domain("mine");
  model.output("a");
  ReadModel read(model);
  for (const char *name : {"Reluu", "Nonsens", "Nothing", "Nonsense"})
    EXPECT_THAT(read.error, HasSubstr(std::string(name) + " (once")) << name;
  EXPECT_THAT(read.error, HasSubstr("4 operators of the model"));
}

TEST(OnnxImporterTest, ForeignOperatorsWithoutTypesAreReportedWithOthers) {
  ModelBuilder model;
  model.import("acme", 1);
  model.input("x", Data::FLOAT, {2});
  model.node("Reluu", {"x"}, {"a"});
  model.node("Foo", {"a"}, {"b"}).domain("acme");
  model.node("Bar", {"b"}, {"y"}).domain("acme");
  model.output("y", Data::FLOAT, {2});
  ReadModel read(model);
  EXPECT_THAT(read.error, HasSubstr("acme.Foo (once"));
  EXPECT_THAT(read.error, Not(HasSubstr("acme.Bar")));
}

TEST(OnnxImporterTest, OperatorsOfForeignDomainsStayIfTheirTypesAreStated) {
  ModelBuilder model;
  model.import("acme", 1);
  model.input("x", Data::FLOAT, {2});
  model.node("Swirl", {"x"}, {"y"}).domain("acme").attr("turns", 3);
  model.output("y", Data::FLOAT, {2});
  ReadModel read(model);
  EXPECT_THAT(read.error, IsEmpty());
  EXPECT_THAT(read.operators(), ElementsAre("acme.Swirl"));
}

TEST(OnnxImporterTest, InputsThatCannotBeCompiled) {
  ModelBuilder strings;
  strings.input("x", Data::STRING, {2});
  EXPECT_THAT(ReadModel(strings).error,
              HasSubstr("the input 'x' has elements of type STRING"));
  ModelBuilder shapeless;
  shapeless.input("x", Data::FLOAT, {2});
  shapeless.graph.mutable_input(0)
      ->mutable_type()
      ->mutable_tensor_type()
      ->clear_shape();
  EXPECT_THAT(ReadModel(shapeless).error, HasSubstr("has no shape"));
  ModelBuilder sequence;
  sequence.graph.add_input()->set_name("x");
  sequence.graph.mutable_input(0)->mutable_type()->mutable_sequence_type();
  EXPECT_THAT(ReadModel(sequence).error, HasSubstr("is a sequence"));
}

TEST(OnnxImporterTest, ElementsOfSequencesHaveTheSizesOfTheModel) {
  ModelBuilder model;
  auto &input = *model.graph.add_input();
  input.set_name("x");
  auto &element = *input.mutable_type()
                       ->mutable_sequence_type()
                       ->mutable_elem_type()
                       ->mutable_tensor_type();
  element.set_elem_type(Data::FLOAT);
  element.mutable_shape()->add_dim()->set_dim_param("n");
  element.mutable_shape()->add_dim()->set_dim_value(3);
  model.node("ConcatFromSequence", {"x"}, {"y"}).attr("axis", 0);
  model.output("y");
  EXPECT_THAT(
      ReadModel(model, {"tuple<tensor<2x3xf32>, tensor<1x3xf32>>"}).results(),
      ElementsAre("[3,3],f32"));
  for (const char *wrong : {"tuple<tensor<2x4xf32>>", "tuple<tensor<3xf32>>"})
    EXPECT_THAT(ReadModel(model, {wrong}).error,
                HasSubstr("element 0 of the input 'x' has sizes that the model "
                          "does not take"));
}

//===----------------------------------------------------------------------===//
// Bad models
//===----------------------------------------------------------------------===//

TEST(OnnxImporterTest, ValuesThatNobodyGives) {
  ModelBuilder model;
  model.node("Relu", {"b"}, {"a"}).named("first");
  model.node("Relu", {"a"}, {"b"});
  model.output("b");
  EXPECT_THAT(ReadModel(model).error,
              HasSubstr("node 'first' (Relu) reads 'b', which no node before "
                        "it gives; the graph has a cycle"));
}

TEST(OnnxImporterTest, TwoValuesOfOneName) {
  ModelBuilder model = oneNode("Relu");
  model.node("Exp", {"x"}, {"y"});
  EXPECT_THAT(ReadModel(model).error, HasSubstr("two values are named 'y'"));
}

TEST(OnnxImporterTest, OutputsThatNobodyGives) {
  ModelBuilder model = oneNode("Relu");
  model.output("nowhere");
  EXPECT_THAT(ReadModel(model).error,
              HasSubstr("no node gives the output 'nowhere'"));
}

TEST(OnnxImporterTest, ModelsWithoutGraph) {
  ModelBuilder model;
  model.model.clear_graph();
  EXPECT_THAT(ReadModel(model.model.SerializeAsString()).error,
              HasSubstr("it has no graph"));
}

TEST(OnnxImporterTest, NamesThatAreNoText) {
  ModelBuilder model;
  model.input("x\xff", Data::FLOAT, {2});
  model.node("Relu", {"x\xff"}, {"y\xfe"}).named("\xff\xfe");
  model.output("y\xfe");
  ReadModel read(model);
  EXPECT_THAT(read.error, IsEmpty());
  EXPECT_THAT(read.text, HasSubstr(R"(ingot.name = "x?")"));
}

TEST(OnnxImporterTest, OfTwoVersionsOfADomainTheLastCounts) {
  ModelBuilder model(18);
  model.import("", 11);
  model.input("x", Data::FLOAT, {2, 3, 4});
  model.node("Softmax", {"x"}, {"y"});
  model.output("y");
  ReadModel read(model);
  EXPECT_THAT(read.error, HasSubstr("18 and 11 of one domain"));
  EXPECT_THAT(read.text, HasSubstr("opset_version = 11"));
}

TEST(OnnxImporterTest, NewerOperatorSetsAreReadWithAWarning) {
  ModelBuilder model(99);
  model.input("x", Data::FLOAT, {2});
  model.node("Relu", {"x"}, {"y"});
  model.output("y");
  ReadModel read(model);
  EXPECT_TRUE(read.module);
  EXPECT_THAT(read.error, HasSubstr("operator set 99"));
}

} // namespace
