//===- ControlFlowTest.cpp - If, Loop, Scan, sequences, optionals ---------===//

#include "tests/unit/pipeline/frontends/onnx/ModelBuilder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace ingot::onnx;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

namespace {

/// A branch that applies one operator to a value outside.
proto::GraphProto branch(const std::string &op, std::vector<std::string> from,
                         const std::string &result) {
  GraphBuilder graph;
  graph.node(op, std::move(from), {result});
  graph.output(result);
  return graph.graph;
}

ModelBuilder withIf(bool isKnown) {
  ModelBuilder model;
  model.input("x", Data::FLOAT, {2, "n"});
  if (isKnown)
    model.constant(makeRaw("c", Data::BOOL, {}, "\1"));
  else
    model.input("c", Data::BOOL, {});
  model.node("If", {"c"}, {"y"})
      .graph("then_branch", branch("Relu", {"x"}, "a"))
      .graph("else_branch", branch("Transpose", {"x"}, "b"));
  model.output("y");
  return model;
}

TEST(OnnxControlFlowTest, KnownConditionsTakeTheirBranch) {
  ModelBuilder model = withIf(true);
  ReadModel read(model);
  EXPECT_THAT(read.error, IsEmpty());
  EXPECT_THAT(read.operators(), ElementsAre("Relu"));
}

TEST(OnnxControlFlowTest, BranchesAgreeOnWhatBothKnow) {
  ModelBuilder model = withIf(false);
  ReadModel read(model);
  EXPECT_THAT(read.error, IsEmpty());
  EXPECT_THAT(read.text, HasSubstr("torch.aten.Bool.Tensor"));
  EXPECT_THAT(read.text, HasSubstr("torch.prim.If "));
  EXPECT_THAT(read.results(), ElementsAre("[?,?],f32"));
}

TEST(OnnxControlFlowTest, BranchesOfDifferentRanks) {
  ModelBuilder model;
  model.input("x", Data::FLOAT, {2, 3});
  model.input("c", Data::BOOL, {});
  model.node("If", {"c"}, {"y"})
      .graph("then_branch", branch("Relu", {"x"}, "a"))
      .graph("else_branch", branch("Shape", {"x"}, "b"));
  model.output("y");
  EXPECT_THAT(ReadModel(model).error, HasSubstr("different ranks or types"));
}

/// A function that computes Exp of its operand unless a call gives another
/// graph for `how`.
void addBranching(ModelBuilder &model) {
  auto *function = model.model.add_functions();
  function->set_domain("mine");
  function->set_name("Branch");
  function->add_input("c");
  function->add_input("x");
  function->add_output("y");
  auto *how = function->add_attribute_proto();
  how->set_name("how");
  how->set_type(proto::AttributeProto::GRAPH);
  *how->mutable_g() = branch("Exp", {"x"}, "a");
  function->add_opset_import()->set_version(17);
  GraphBuilder body;
  body.node("If", {"c"}, {"y"})
      .reference("then_branch", "how")
      .graph("else_branch", branch("Neg", {"x"}, "b"));
  *function->mutable_node() = body.graph.node();
  model.import("mine", 1);
}

TEST(OnnxControlFlowTest, GraphsOfACallComeBeforeTheFunctionsDefaults) {
  for (bool isGiven : {false, true}) {
    ModelBuilder model;
    addBranching(model);
    model.input("x", Data::FLOAT, {2});
    model.constant(makeRaw("c", Data::BOOL, {}, "\1"));
    NodeBuilder call = model.node("Branch", {"c", "x"}, {"y"}).domain("mine");
    if (isGiven)
      call.graph("how", branch("Relu", {"x"}, "a"));
    model.output("y");
    ReadModel read(model);
    EXPECT_THAT(read.error, IsEmpty());
    EXPECT_THAT(read.operators(), ElementsAre(isGiven ? "Relu" : "Exp"));
  }
}

/// A loop whose body adds `x` to what is carried, stacks it, and goes on while
/// `again`, an outer value or the argument, holds.
ModelBuilder withLoop(std::optional<int64_t> trips, const std::string &again,
                      const TestShape &initial = {2}) {
  ModelBuilder model;
  model.input("x", Data::FLOAT, {2});
  model.input("s", Data::FLOAT, initial);
  model.input("flag", Data::BOOL, {});
  if (trips)
    model.constant(makeInts("n", {}, {*trips}));
  else
    model.input("n", Data::INT64, {});
  GraphBuilder body;
  body.input("i", Data::INT64, {});
  body.input("go", Data::BOOL, {});
  body.input("before", Data::FLOAT, initial);
  body.node("Identity", {again}, {"next"});
  body.node("Add", {"before", "x"}, {"after"});
  body.node("ReduceSum", {"after"}, {"sum"}).attr("keepdims", 0);
  body.output("next");
  body.output("after");
  body.output("sum");
  model.node("Loop", {"n", "", "s"}, {"last", "sums"})
      .graph("body", body.graph);
  model.output("last");
  model.output("sums");
  return model;
}

TEST(OnnxControlFlowTest, ShortLoopsAreUnrolled) {
  ModelBuilder model = withLoop(3, "go");
  ReadModel read(model);
  EXPECT_THAT(read.error, IsEmpty());
  EXPECT_THAT(read.text, Not(HasSubstr("prim.Loop")));
  EXPECT_THAT(read.results(), ElementsAre("[2],f32", "[3],f32"));
}

TEST(OnnxControlFlowTest, LoopsOfTheRun) {
  ModelBuilder model = withLoop(std::nullopt, "go");
  ReadModel read(model);
  EXPECT_THAT(read.error, IsEmpty());
  EXPECT_THAT(read.text, HasSubstr("torch.prim.Loop "));
  EXPECT_THAT(read.results(), ElementsAre("[2],f32", "[?],f32"));
}

TEST(OnnxControlFlowTest, ConditionsThatCannotBeCompiledAreReported) {
  ModelBuilder model = withLoop(std::nullopt, "go");
  model.graph.mutable_node(0)
      ->mutable_attribute(0)
      ->mutable_g()
      ->mutable_node(0)
      ->set_op_type("Unheard");
  EXPECT_THAT(ReadModel(model).error, HasSubstr("Unheard"));
}

TEST(OnnxControlFlowTest, ConditionsOfTheRunAreNotUnrolled) {
  ModelBuilder model = withLoop(3, "flag");
  ReadModel read(model);
  EXPECT_THAT(read.error, IsEmpty());
  EXPECT_THAT(read.text, HasSubstr("torch.prim.Loop "));
}

TEST(OnnxControlFlowTest, AnAttemptToUnrollLeavesConstants) {
  // The loop is the first of the graph, and both attempts use `w`.
  ModelBuilder model;
  model.input("s", Data::FLOAT, {2});
  model.constant(makeInts("n", {}, {3}));
  model.constant(makeFloats("w", {2}, {1, 2}));
  GraphBuilder body;
  body.input("i", Data::INT64, {});
  body.input("go", Data::BOOL, {});
  body.input("before", Data::FLOAT, {2});
  body.node("Add", {"before", "w"}, {"after"});
  body.node("ReduceSum", {"after"}, {"sum"}).attr("keepdims", 0);
  body.node("Cast", {"sum"}, {"next"}).attr("to", Data::BOOL);
  body.output("next");
  body.output("after");
  model.node("Loop", {"n", "", "s"}, {"last"}).graph("body", body.graph);
  model.output("last");
  ReadModel read(model);
  EXPECT_THAT(read.error, IsEmpty());
  EXPECT_THAT(read.text, HasSubstr("torch.prim.Loop "));
  EXPECT_THAT(read.operators(), testing::Contains("Add"));
}

TEST(OnnxControlFlowTest, WeightsOfAnUnrolledBodyAreThereOnce) {
  ModelBuilder model;
  model.input("s", Data::FLOAT, {2});
  model.constant(makeInts("n", {}, {3}));
  GraphBuilder body;
  body.input("i", Data::INT64, {});
  body.input("go", Data::BOOL, {});
  body.input("before", Data::FLOAT, {2});
  body.constant(makeFloats("w", {2}, {1, 2}));
  body.node("Add", {"before", "w"}, {"after"});
  body.output("go");
  body.output("after");
  model.node("Loop", {"n", "", "s"}, {"last"}).graph("body", body.graph);
  model.output("last");
  ReadModel read(model);
  EXPECT_THAT(read.error, IsEmpty());
  EXPECT_THAT(read.operators(), ElementsAre("Add", "Add", "Add"));
  size_t first = read.text.find("onnx.Constant");
  EXPECT_NE(first, std::string::npos);
  EXPECT_EQ(read.text.find("onnx.Constant", first + 1), std::string::npos);
}

TEST(OnnxControlFlowTest, SequencesOfSequencesAreRefused) {
  ModelBuilder model;
  model.input("x", Data::FLOAT, {2});
  model.node("SequenceConstruct", {"x", "x"}, {"s"});
  model.node("SequenceConstruct", {"s", "s"}, {"t"});
  model.node("SequenceInsert", {"s", "s"}, {"u"});
  model.output("t");
  model.output("u");
  EXPECT_THAT(ReadModel(model).error,
              HasSubstr("SequenceInsert (once at 'u'): an element"));
}

TEST(OnnxControlFlowTest, SizesThatChangeInALoopAreUnknown) {
  ModelBuilder model = withLoop(std::nullopt, "go", {1});
  ReadModel read(model);
  EXPECT_THAT(read.error, IsEmpty());
  EXPECT_THAT(read.results(), ElementsAre("[?],f32", "[?],f32"));
}

TEST(OnnxControlFlowTest, RanksThatChangeInALoopAreReported) {
  ModelBuilder model = withLoop(std::nullopt, "go", {});
  EXPECT_THAT(ReadModel(model).error, HasSubstr("rank or type changes"));
}

TEST(OnnxControlFlowTest, ScansTakeSlices) {
  ModelBuilder model;
  model.input("s", Data::FLOAT, {2});
  model.input("x", Data::FLOAT, {2, 3});
  GraphBuilder body;
  body.input("before", Data::FLOAT, {2});
  body.input("part", Data::FLOAT, {2});
  body.node("Add", {"before", "part"}, {"after"});
  body.node("Identity", {"after"}, {"out"});
  body.output("after");
  body.output("out");
  model.node("Scan", {"s", "x"}, {"last", "all"})
      .graph("body", body.graph)
      .attr("num_scan_inputs", 1)
      .ints("scan_input_axes", {1})
      .ints("scan_input_directions", {1})
      .ints("scan_output_axes", {1});
  model.output("last");
  model.output("all");
  ReadModel read(model);
  EXPECT_THAT(read.error, IsEmpty());
  EXPECT_THAT(read.results(), ElementsAre("[2],f32", "[2,3],f32"));
}

//===----------------------------------------------------------------------===//
// Sequences and optionals
//===----------------------------------------------------------------------===//

TEST(OnnxSequencesTest, TheReaderKeepsThem) {
  ModelBuilder model;
  model.input("a", Data::FLOAT, {2});
  model.input("b", Data::FLOAT, {3});
  model.constant(makeInts("last", {}, {-1}));
  model.constant(makeInts("first", {}, {0}));
  model.node("SequenceConstruct", {"a", "b"}, {"s"});
  model.node("SequenceInsert", {"s", "b", "first"}, {"t"});
  model.node("SequenceErase", {"t", "last"}, {"u"});
  model.node("SequenceAt", {"u", "first"}, {"x"});
  model.node("SequenceLength", {"u"}, {"n"});
  model.node("ConcatFromSequence", {"u"}, {"y"}).attr("axis", 0);
  for (const char *name : {"x", "n", "y", "u"})
    model.output(name);
  ReadModel read(model);
  EXPECT_THAT(read.error, IsEmpty());
  EXPECT_THAT(read.operators(), ElementsAre("Concat"));
  // A sequence is as many results as it is long.
  EXPECT_THAT(read.results(), ElementsAre("[3],f32", "[],si64", "[5],f32",
                                          "[3],f32", "[2],f32"));
}

TEST(OnnxSequencesTest, PositionsOfTheRunAreLookedUp) {
  ModelBuilder model;
  model.input("a", Data::FLOAT, {2, 4});
  model.input("b", Data::FLOAT, {2, 3});
  model.input("i", Data::INT64, {});
  model.node("SequenceConstruct", {"a", "a"}, {"same"});
  model.node("SequenceAt", {"same", "i"}, {"x"});
  model.node("SequenceConstruct", {"a", "b"}, {"s"});
  model.node("SequenceInsert", {"s", "a", "i"}, {"t"});
  model.node("SequenceErase", {"s", "i"}, {"u"});
  for (const char *name : {"x", "t", "u"})
    model.output(name);
  ReadModel read(model);
  EXPECT_THAT(read.error, IsEmpty());
  EXPECT_THAT(read.results(), ElementsAre("[2,4],f32", "[2,?],f32", "[2,?],f32",
                                          "[2,?],f32", "[2,?],f32"));
}

TEST(OnnxSequencesTest, PositionsOfTheRunNeedElementsThatJoin) {
  ModelBuilder model;
  model.input("a", Data::FLOAT, {2, 4});
  model.input("b", Data::FLOAT, {3, 3});
  model.input("i", Data::INT64, {});
  model.node("SequenceConstruct", {"a", "b"}, {"s"});
  model.node("SequenceAt", {"s", "i"}, {"x"});
  model.node("SequenceInsert", {"s", "a", "i"}, {"t"});
  model.node("SequenceErase", {"s", "i"}, {"u"});
  for (const char *name : {"x", "t", "u"})
    model.output(name);
  ReadModel read(model);
  for (const char *name :
       {"SequenceAt (once at 'x')", "SequenceInsert (once at 't')",
        "SequenceErase (once at 'u')"})
    EXPECT_THAT(read.error,
                HasSubstr(std::string(name) +
                          ": a position that only the run knows, among "
                          "elements of several types or shapes"));
}

static ModelBuilder sumOfSequence() {
  ModelBuilder model;
  model.sequence("s", Data::FLOAT);
  model.input("x", Data::FLOAT, {"n"});
  model.node("ConcatFromSequence", {"s"}, {"all"}).attr("axis", 0);
  model.node("Add", {"all", "x"}, {"y"});
  model.node("SequenceInsert", {"s", "x"}, {"t"});
  model.output("y");
  model.output("t");
  return model;
}

TEST(OnnxSequencesTest, AreArgumentsByTheTypesOfTheirElements) {
  ModelBuilder model = sumOfSequence();
  ReadModel read(model,
                 {"tuple<tensor<2xf32>, tensor<3xf32>>", "tensor<5xf32>"});
  EXPECT_THAT(read.error, IsEmpty());
  EXPECT_THAT(read.text, HasSubstr(R"(ingot.name = "s_0")"));
  EXPECT_THAT(read.text, HasSubstr(R"(ingot.name = "s_1")"));
  EXPECT_THAT(read.text, HasSubstr(R"(ingot.name = "t_2")"));
  EXPECT_THAT(read.results(),
              ElementsAre("[5],f32", "[2],f32", "[3],f32", "[5],f32"));
}

TEST(OnnxSequencesTest, OfUnknownLengthAreRefused) {
  ModelBuilder model = sumOfSequence();
  ReadModel read(model);
  EXPECT_THAT(read.error,
              HasSubstr("the input 's' is a sequence; the request has to give "
                        "the types of its elements, such as tuple<"));
}

TEST(OnnxSequencesTest, OptionalsWithoutAValueAreNoArgument) {
  ModelBuilder model;
  model.optional("o", Data::FLOAT, {2});
  model.input("x", Data::FLOAT, {2});
  model.node("OptionalHasElement", {"o"}, {"has"});
  model.node("Relu", {"x"}, {"y"});
  model.output("has");
  model.output("y");
  ReadModel none(model, {"none", "tensor<2xf32>"});
  EXPECT_THAT(none.error, IsEmpty());
  EXPECT_THAT(none.text, HasSubstr("dense<false>"));
  EXPECT_THAT(none.text, Not(HasSubstr("%arg1")));
  ReadModel some(model);
  EXPECT_THAT(some.text, HasSubstr("dense<true>"));
  EXPECT_THAT(some.text, HasSubstr("%arg1"));
}

TEST(OnnxSequencesTest, PartsOfATensor) {
  ModelBuilder model;
  model.input("x", Data::FLOAT, {5, 2});
  model.constant(makeInts("two", {}, {2}));
  model.node("SplitToSequence", {"x", "two"}, {"s"}).attr("axis", 0);
  model.node("SplitToSequence", {"x"}, {"t"})
      .attr("axis", 1)
      .attr("keepdims", 0);
  model.output("s");
  model.output("t");
  ReadModel read(model);
  EXPECT_THAT(read.results(), ElementsAre("[2,2],f32", "[2,2],f32", "[1,2],f32",
                                          "[5],f32", "[5],f32"));
}

TEST(OnnxSequencesTest, PartsOfSizesOfTheRunNeedTheirNumber) {
  ModelBuilder model;
  model.input("x", Data::FLOAT, {"n", 2});
  model.input("sizes", Data::INT64, {2});
  model.node("SplitToSequence", {"x", "sizes"}, {"s"}).attr("axis", 0);
  model.output("s");
  ReadModel read(model);
  EXPECT_THAT(read.error, IsEmpty());
  EXPECT_THAT(read.results(), ElementsAre("[?,2],f32", "[?,2],f32"));

  ModelBuilder open;
  open.input("x", Data::FLOAT, {4, 2});
  open.input("size", Data::INT64, {});
  open.node("SplitToSequence", {"x", "size"}, {"s"}).attr("axis", 0);
  open.output("s");
  EXPECT_THAT(ReadModel(open).error,
              HasSubstr("parts whose number only the run knows"));
}

TEST(OnnxSequencesTest, ThatGrowInALoopOfTheRunAreOneTensor) {
  ModelBuilder model;
  model.input("x", Data::FLOAT, {3});
  model.input("n", Data::INT64, {});
  model.node("SequenceEmpty", {}, {"s0"});
  GraphBuilder body;
  body.input("i", Data::INT64, {});
  body.input("go", Data::BOOL, {});
  body.graph.add_input()->set_name("s");
  body.node("Identity", {"go"}, {"next"});
  body.node("Mul", {"x", "x"}, {"v"});
  body.node("SequenceInsert", {"s", "v"}, {"t"});
  body.output("next");
  body.output("t");
  model.node("Loop", {"n", "", "s0"}, {"s"}).graph("body", body.graph);
  model.constant(makeInts("zero", {}, {0}));
  model.node("ConcatFromSequence", {"s"}, {"rows"})
      .attr("axis", 0)
      .attr("new_axis", 1);
  model.node("ConcatFromSequence", {"s"}, {"flat"}).attr("axis", 0);
  model.node("SequenceLength", {"s"}, {"length"});
  model.node("SequenceAt", {"s", "zero"}, {"first"});
  for (const char *name : {"rows", "flat", "length", "first"})
    model.output(name);
  ReadModel read(model);
  EXPECT_THAT(read.error, IsEmpty());
  EXPECT_THAT(read.results(),
              ElementsAre("[?,3],f32", "[?],f32", "[],si64", "[3],f32"));
  model.output("s");
  EXPECT_THAT(ReadModel(model).error, HasSubstr("has to be of known length"));
}

TEST(OnnxSequencesTest, MapsRunTheirBodyForEach) {
  ModelBuilder model;
  model.input("a", Data::FLOAT, {2});
  model.input("b", Data::FLOAT, {3});
  model.node("SequenceConstruct", {"a", "b"}, {"s"});
  GraphBuilder body;
  body.input("e", Data::FLOAT, {""});
  body.node("Relu", {"e"}, {"r"});
  body.output("r");
  model.node("SequenceMap", {"s"}, {"t"}).graph("body", body.graph);
  model.output("t");
  ReadModel read(model);
  EXPECT_THAT(read.operators(), ElementsAre("Relu", "Relu"));
}

TEST(OnnxSequencesTest, OptionalsAreTheirValues) {
  ModelBuilder model;
  model.input("x", Data::FLOAT, {2});
  model.node("Optional", {"x"}, {"o"});
  model.node("OptionalHasElement", {"o"}, {"has"});
  model.node("OptionalGetElement", {"o"}, {"y"});
  model.node("Optional", {}, {"empty"});
  model.node("OptionalHasElement", {"empty"}, {"hasNot"});
  for (const char *name : {"has", "y", "hasNot"})
    model.output(name);
  ReadModel read(model);
  EXPECT_THAT(read.error, IsEmpty());
  EXPECT_THAT(read.text, HasSubstr("dense<true>"));
  EXPECT_THAT(read.text, HasSubstr("dense<false>"));
}

TEST(OnnxSequencesTest, ConstantsStandInEightAttributes) {
  ModelBuilder model;
  model.node("Constant", {}, {"a"}).attr("value_int", 7);
  model.node("Constant", {}, {"b"}).ints("value_ints", {1, 2});
  model.node("Constant", {}, {"c"}).attr("value_float", 0.5f);
  model.node("Constant", {}, {"d"}).floats("value_floats", {1, 2});
  model.node("Constant", {}, {"e"}).tensor("value", makeInts("", {}, {3}));
  for (const char *name : {"a", "b", "c", "d", "e"})
    model.output(name);
  ReadModel read(model);
  EXPECT_THAT(read.results(), ElementsAre("[],si64", "[2],si64", "[],f32",
                                          "[2],f32", "[],si64"));
  model.node("Constant", {}, {"f"}).attr("value_string", "text");
  model.output("f");
  EXPECT_THAT(ReadModel(model).error, HasSubstr("a constant of strings"));
}

} // namespace
