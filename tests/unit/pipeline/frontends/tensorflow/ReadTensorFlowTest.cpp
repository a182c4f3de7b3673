//===- ReadTensorFlowTest.cpp - SavedModel and GraphDef to modules --------===//

#include "tests/unit/pipeline/frontends/tensorflow/TestGraph.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <gmock/gmock.h>

using namespace ingot;
using namespace ingot::tensorflow;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

namespace {

class ReadTensorFlowTest : public testing::Test {
protected:
  /// The module as text, or what was said of the model.
  std::string read() {
    bytes = model.bytes();
    imported = std::make_unique<Imported>(ModelSource(bytes));
    return imported->succeeded() ? imported->text() : imported->errors;
  }

  TestGraph model;
  std::string bytes;
  std::unique_ptr<Imported> imported;
};

TEST_F(ReadTensorFlowTest, NamesOfArgumentsAndResults) {
  model.input("x", kFloat, {2, -1});
  model.node("y", "Neg", {"x"});
  EXPECT_THAT(read(), AllOf(HasSubstr("func.func @main(%arg0: tensor<2x?xf32> "
                                      "{ingot.name = \"x:0\"})"),
                            HasSubstr("ingot.name = \"y:0\""),
                            HasSubstr("stablehlo.negate")));
}

TEST_F(ReadTensorFlowTest, WhatATracedFunctionDidNotReturn) {
  model.input("x", kFloat, {2});
  model.node("dead", "Exp", {"x"});
  model.node("y", "Neg", {"x"});
  model.node("Identity", "Identity", {"y"});
  EXPECT_THAT(read(), AllOf(HasSubstr("ingot.name = \"Identity:0\""),
                            Not(HasSubstr("exponential"))));
}

TEST_F(ReadTensorFlowTest, WhatAFunctionWithItsOwnGradientHandsOn) {
  model.input("x", kFloat, {2});
  model.node("y", "Exp", {"x"});
  model.node("Identity", "Identity", {"y"});
  model.node("IdentityN", "IdentityN", {"y", "x"})
      .integer("T", 2)
      .text("_gradient_op_type", "CustomGradient-1");
  model.node("z", "Neg", {"IdentityN:1"});
  model.node("Identity_1", "Identity", {"z"});
  EXPECT_THAT(read(), AllOf(HasSubstr("ingot.name = \"Identity_1:0\""),
                            Not(HasSubstr("ingot.name = \"Identity:0\""))));
}

TEST_F(ReadTensorFlowTest, NumbersOfOutputsAreBounded) {
  model.input("x", kFloat, {2});
  model.node("y", "IdentityN", {"x"}).integer("T", 4'000'000'000);
  EXPECT_THAT(read(), HasSubstr("ingot.name = \"y:0\""));
}

TEST_F(ReadTensorFlowTest, ChainsOfDoublingsAreReadInTime) {
  model.input("y0", kInt32, {});
  for (int i = 0; i < 60; ++i) {
    std::string from = "y" + std::to_string(i);
    model.node("y" + std::to_string(i + 1), "AddV2", {from, from});
  }
  EXPECT_THAT(read(), HasSubstr("ingot.name = \"y60:0\""));
}

TEST_F(ReadTensorFlowTest, NegativeSizesAreRefused) {
  model.input("x", kFloat, {});
  model.constant("dims", kInt32, {1}, {-3});
  model.node("y", "Fill", {"dims", "x"});
  EXPECT_THAT(read(), HasSubstr("a size of its result is negative"));
}

TEST_F(ReadTensorFlowTest, PlacesOfAListAreAVector) {
  model.input("rows", kFloat, {2, 3});
  model.input("place", kInt32, {});
  model.constant("shape", kInt32, {}, {-1});
  model.node("list", "TensorListScatter", {"rows", "place", "shape"})
      .type("element_dtype", kFloat);
  model.node("y", "TensorListStack", {"list", "shape"})
      .type("element_dtype", kFloat);
  EXPECT_THAT(read(), HasSubstr("TensorListScatter (once"));
}

TEST_F(ReadTensorFlowTest, PartsBeyondAConstantAreNotRead) {
  model.constant("c", kInt32, {2}, {3, 4});
  model.node("parts", "Unpack", {"c"}).integer("num", 9);
  EXPECT_FALSE(read().empty());
  EXPECT_FALSE(imported->succeeded());
}

TEST_F(ReadTensorFlowTest, APartOfAComplexNumberIsNoElement) {
  model.node("c", "Const").tensor("value", kFloat, {3}, {});
  format::Tensor &tensor = *model.graph.mutable_node(0)
                                ->mutable_attr(0)
                                ->mutable_value()
                                ->mutable_tensor();
  tensor.set_dtype(/*complex64*/ 8);
  for (float number : {1.0f, 2.0f, 3.0f})
    tensor.add_scomplex_val(number);
  model.node("y", "Neg", {"c"});
  EXPECT_THAT(read(), HasSubstr("a part of an element"));
}

TEST_F(ReadTensorFlowTest, ASizeOfTheRunIsNotSqueezed) {
  model.input("x", kFloat, {1, 3, -1});
  model.node("y", "Squeeze", {"x"});
  EXPECT_THAT(read(), AllOf(HasSubstr("-> (tensor<3x?xf32>"),
                            HasSubstr("@shape_assertion"),
                            HasSubstr("Squeeze would take a dimension")));
}

TEST_F(ReadTensorFlowTest, ProducerAndOperators) {
  model.graph.mutable_versions()->set_producer(2474);
  model.input("x", kFloat, {2});
  model.node("y", "Neg", {"x"});
  EXPECT_THAT(read(),
              AllOf(HasSubstr("graph of version 2474"), HasSubstr("Neg = 1"),
                    HasSubstr("Placeholder = 1")));
}

TEST_F(ReadTensorFlowTest, EverythingUnsupportedIsSaidAtOnce) {
  model.input("x", kFloat, {2});
  model.node("a", "Relux", {"x"});
  model.node("b", "Frobnicate", {"a"});
  model.node("c", "Frobnicate", {"b"});
  model.input("axis", kInt32, {});
  model.node("d", "Cumsum", {"x", "axis"});
  EXPECT_THAT(read(),
              AllOf(HasSubstr("4 operators of the model"),
                    HasSubstr("'Relu' is"), HasSubstr("Frobnicate (2 times"),
                    HasSubstr("the axis is not known")));
}

TEST_F(ReadTensorFlowTest, ShapesAreFollowed) {
  // Reshape(x, Pack(StridedSlice(Shape(x)), -1)).
  model.input("x", kFloat, {-1, 3, 4});
  model.node("shape", "Shape", {"x"});
  model.constant("zero", kInt32, {1}, {0});
  model.constant("one", kInt32, {1}, {1});
  model.node("first", "StridedSlice", {"shape", "zero", "one", "one"})
      .integer("shrink_axis_mask", 1);
  model.constant("rest", kInt32, {}, {-1});
  model.node("pack", "Pack", {"first", "rest"});
  model.node("y", "Reshape", {"x", "pack"});
  EXPECT_THAT(read(), HasSubstr("-> (tensor<?x12xf32>"));
}

TEST_F(ReadTensorFlowTest, SizesWhoseRestWasFoundAreTheSame) {
  // x = Reshape(in, sizes); x + Reshape(-x, Shape(x)).
  model.input("in", kFloat, {-1});
  model.input("sizes", kInt32, {2});
  model.node("x", "Reshape", {"in", "sizes"});
  model.node("shape", "Shape", {"x"});
  model.node("negative", "Neg", {"x"});
  model.node("again", "Reshape", {"negative", "shape"});
  model.node("y", "AddV2", {"x", "again"});
  EXPECT_THAT(read(), Not(HasSubstr("broadcast_in_dim")));
}

TEST_F(ReadTensorFlowTest, OfTwoSizesThatTheRunGivesOneMayBeTheRest) {
  model.input("in", kFloat, {-1});
  model.input("sizes", kInt32, {2});
  model.node("x", "Reshape", {"in", "sizes"});
  EXPECT_THAT(read(), HasSubstr("two sizes of a reshape are -1"));
}

TEST_F(ReadTensorFlowTest, KnownShapesAreConstants) {
  model.input("x", kFloat, {2, 3, 4});
  model.node("shape", "Shape", {"x"});
  model.constant("axis", kInt32, {1}, {0});
  model.node("count", "Prod", {"shape", "axis"});
  model.node("pack", "Pack", {"count"});
  model.node("y", "Reshape", {"x", "pack"});
  EXPECT_THAT(read(), HasSubstr("tensor<24xf32>"));
}

TEST_F(ReadTensorFlowTest, FunctionsAreReadWhereTheyAreCalled) {
  format::Function &twice = model.function("twice", {"a"}, {"sum:z:0"});
  addNode(*twice.mutable_node_def(), "sum", "AddV2", {"a", "a"});
  model.input("x", kFloat, {2});
  model.node("f", "PartitionedCall", {"x"}).function("f", "twice");
  model.node("g", "twice", {"f"});
  EXPECT_THAT(read(),
              AllOf(HasSubstr("stablehlo.add"), Not(HasSubstr("call"))));
}

TEST_F(ReadTensorFlowTest, FunctionsThatCallThemselvesEnd) {
  format::Function &self = model.function("self", {"a"}, {"next:output:0"});
  addNode(*self.mutable_node_def(), "next", "PartitionedCall", {"a"})
      .function("f", "self");
  model.input("x", kFloat, {2});
  model.node("f", "PartitionedCall", {"x"}).function("f", "self");
  EXPECT_THAT(read(), HasSubstr("nested too deep"));
}

TEST_F(ReadTensorFlowTest, BranchesOfFunctions) {
  format::Function &yes = model.function("yes", {"a"}, {"y:y:0"});
  addNode(*yes.mutable_node_def(), "y", "Neg", {"a"});
  format::Function &no = model.function("no", {"a"}, {"y:y:0"});
  addNode(*no.mutable_node_def(), "y", "Exp", {"a"});
  model.input("p", kBool, {});
  model.input("x", kFloat, {2});
  model.node("if", "StatelessIf", {"p", "x"})
      .function("then_branch", "yes")
      .function("else_branch", "no");
  EXPECT_THAT(read(), AllOf(HasSubstr("\"stablehlo.if\""),
                            HasSubstr("stablehlo.negate"),
                            HasSubstr("stablehlo.exponential")));
}

TEST_F(ReadTensorFlowTest, BranchesThatDifferInRank) {
  format::Function &yes = model.function("yes", {"a"}, {"a"});
  format::Function &no = model.function("no", {"a"}, {"y:output:0"});
  addNode(*no.mutable_node_def(), "y", "Squeeze", {"a"});
  (void)yes;
  model.input("p", kBool, {});
  model.input("x", kFloat, {1, 2});
  model.node("if", "If", {"p", "x"})
      .function("then_branch", "yes")
      .function("else_branch", "no");
  EXPECT_THAT(read(), HasSubstr("its branches give tensor<2xf32> and "
                                "tensor<1x2xf32>"));
}

TEST_F(ReadTensorFlowTest, AKnownConditionTakesOneBranch) {
  format::Function &yes = model.function("yes", {"a"}, {"y:y:0"});
  addNode(*yes.mutable_node_def(), "y", "Neg", {"a"});
  model.function("no", {"a"}, {"a"});
  model.constant("p", kBool, {}, {1});
  model.input("x", kFloat, {2});
  model.node("if", "If", {"p", "x"})
      .function("then_branch", "yes")
      .function("else_branch", "no");
  EXPECT_THAT(read(), AllOf(Not(HasSubstr("stablehlo.if")),
                            HasSubstr("stablehlo.negate")));
}

/// while (count < 3) { count += 1; value = body(value); }
void addCountedLoop(TestGraph &model, const std::string &op,
                    const Inputs &extra) {
  format::Function &test = model.function("test", {"i", "v"}, {"less:z:0"});
  addNode(*test.mutable_node_def(), "three", "Const")
      .tensor("value", kInt32, {}, {3});
  addNode(*test.mutable_node_def(), "less", "Less", {"i", "three:output:0"});
  format::Function &body =
      model.function("body", {"i", "v"}, {"add:z:0", "next:output:0"});
  addNode(*body.mutable_node_def(), "one", "Const")
      .tensor("value", kInt32, {}, {1});
  addNode(*body.mutable_node_def(), "add", "AddV2", {"i", "one:output:0"});
  addNode(*body.mutable_node_def(), "zero", "Const")
      .tensor("value", kInt32, {}, {0});
  Inputs inputs{"v"};
  inputs.insert(inputs.end(), extra.begin(), extra.end());
  addNode(*body.mutable_node_def(), "next", op, inputs);
  model.constant("start", kInt32, {}, {0});
  model.input("x", kFloat, {2});
  model.node("while", "StatelessWhile", {"start", "x"})
      .function("cond", "test")
      .function("body", "body");
  model.node("y", "Identity", {"while:1"});
}

TEST_F(ReadTensorFlowTest, Loops) {
  addCountedLoop(model, "Neg", {});
  EXPECT_THAT(read(), AllOf(HasSubstr("stablehlo.while"),
                            HasSubstr("-> (tensor<2xf32>")));
}

TEST_F(ReadTensorFlowTest, ShapesThatGrowInALoopAreUnknown) {
  addCountedLoop(model, "ConcatV2", {"v", "zero:output:0"});
  EXPECT_THAT(read(), HasSubstr("-> (tensor<?xf32>"));
}

TEST_F(ReadTensorFlowTest, ListsAreTensors) {
  model.input("x", kFloat, {3});
  model.constant("shape", kInt32, {1}, {3});
  model.constant("count", kInt32, {}, {4});
  model.constant("place", kInt32, {}, {2});
  model.node("list", "TensorListReserve", {"shape", "count"})
      .type("element_dtype", kFloat);
  model.node("set", "TensorListSetItem", {"list", "place", "x"});
  model.node("stack", "TensorListStack", {"set", "shape"});
  EXPECT_THAT(read(), AllOf(HasSubstr("dynamic_update_slice"),
                            HasSubstr("-> (tensor<4x3xf32>")));
}

TEST_F(ReadTensorFlowTest, AListTakesItsShapeFromTheFirstElement) {
  model.input("x", kFloat, {3});
  model.constant("shape", kInt32, {}, {-1});
  model.constant("count", kInt32, {}, {4});
  model.constant("place", kInt32, {}, {2});
  model.node("list", "TensorListReserve", {"shape", "count"})
      .type("element_dtype", kFloat);
  model.node("set", "TensorListSetItem", {"list", "place", "x"});
  model.node("stack", "TensorListStack", {"set", "shape"});
  EXPECT_THAT(read(), HasSubstr("-> (tensor<4x3xf32>"));
}

/// A list of `length` elements of unknown sizes, the first of which is put in.
static void addList(TestGraph &model, double length, bool grows) {
  model.constant("shape", kInt32, {}, {-1});
  model.constant("count", kInt32, {}, {length});
  model.constant("zero", kInt32, {}, {0});
  model.constant("one", kInt32, {}, {1});
  model.node("list", "TensorListReserve", {"shape", "count"})
      .type("element_dtype", kFloat);
  model.node("first", "TensorListSetItem", {"list", "zero", "x"})
      .boolean("resize_if_index_out_of_bounds", grows);
}

/// A node with an empty list of elements of unknown sizes.
static void addEmptyList(TestGraph &model) {
  model.constant("shape", kInt32, {}, {-1});
  model.constant("count", kInt32, {}, {2});
  model.node("list", "TensorListReserve", {"shape", "count"})
      .type("element_dtype", kFloat);
}

TEST_F(ReadTensorFlowTest, BranchesOfAListAndANumber) {
  model.function("yes", {"a", "l"}, {"l"});
  model.function("no", {"a", "l"}, {"a"});
  model.input("p", kBool, {});
  model.input("x", kFloat, {});
  addEmptyList(model);
  model.node("if", "StatelessIf", {"p", "x", "list"})
      .function("then_branch", "yes")
      .function("else_branch", "no");
  model.node("y", "Identity", {"if"});
  EXPECT_THAT(read(), HasSubstr("its branches give tensor<f32> and no tensor"));
}

TEST_F(ReadTensorFlowTest, ALoopThatMakesANumberOfAList) {
  format::Function &test = model.function("test", {"l", "v"}, {"less:z:0"});
  addNode(*test.mutable_node_def(), "less", "Less", {"v", "v"});
  model.function("body", {"l", "v"}, {"v", "v"});
  model.input("x", kFloat, {});
  addEmptyList(model);
  model.node("while", "StatelessWhile", {"list", "x"})
      .function("cond", "test")
      .function("body", "body");
  model.node("y", "Identity", {"while"});
  EXPECT_THAT(read(),
              HasSubstr("its body gives tensor<f32> and takes no tensor"));
}

TEST_F(ReadTensorFlowTest, ElementsOfOneListHaveEqualSizes) {
  model.input("x", kFloat, {3});
  model.input("z", kFloat, {2});
  addList(model, 2, false);
  model.node("second", "TensorListSetItem", {"first", "one", "z"});
  model.node("stack", "TensorListStack", {"second", "shape"});
  EXPECT_THAT(read(), HasSubstr("'second'): the element has other sizes than "
                                "those before, or its place is beyond"));
}

TEST_F(ReadTensorFlowTest, TheRunChecksSizesOfElementsThatItKnows) {
  model.input("x", kFloat, {-1});
  model.input("z", kFloat, {-1});
  addList(model, 2, false);
  model.node("second", "TensorListSetItem", {"first", "one", "z"});
  model.node("stack", "TensorListStack", {"second", "shape"});
  EXPECT_THAT(read(), AllOf(HasSubstr("the elements of a list have different"),
                            HasSubstr("-> (tensor<2x?xf32>")));
}

TEST_F(ReadTensorFlowTest, ListsThatGrow) {
  model.input("x", kFloat, {3});
  addList(model, 0, true);
  model.node("second", "TensorListSetItem", {"first", "one", "x"})
      .boolean("resize_if_index_out_of_bounds", true);
  model.node("stack", "TensorListStack", {"second", "shape"});
  EXPECT_THAT(read(), HasSubstr("-> (tensor<2x3xf32>"));
}

TEST_F(ReadTensorFlowTest, PlacesBeyondTheEndOfAList) {
  model.input("x", kFloat, {3});
  addList(model, 0, false);
  model.node("stack", "TensorListStack", {"first", "shape"});
  EXPECT_THAT(read(), HasSubstr("its place is beyond the end"));
}

TEST_F(ReadTensorFlowTest, NamesThatAreNoText) {
  model.input("x\xff", kFloat, {2});
  model.node("y\xfe", "Neg", {"x\xff"});
  EXPECT_THAT(read(), HasSubstr("ingot.name = \"x?:0\""));
}

TEST_F(ReadTensorFlowTest, BytesThatAreNoModel) {
  bytes = "\x0a\xff\xff";
  imported = std::make_unique<Imported>(ModelSource(bytes));
  EXPECT_FALSE(imported->succeeded());
  EXPECT_THAT(imported->errors, HasSubstr("neither a SavedModel nor"));
}

TEST_F(ReadTensorFlowTest, EveryTruncationIsAnAnswer) {
  addCountedLoop(model, "Neg", {});
  const std::string whole = model.bytes();
  for (size_t size = 0; size < whole.size(); size += 7) {
    bytes = whole.substr(0, size);
    Imported truncated{ModelSource(bytes)};
    EXPECT_TRUE(truncated.succeeded() || !truncated.errors.empty()) << size;
  }
}

TEST_F(ReadTensorFlowTest, EveryFlippedByteIsAnAnswer) {
  addCountedLoop(model, "Neg", {});
  const std::string whole = model.bytes();
  for (size_t at = 0; at < whole.size(); at += 3) {
    bytes = whole;
    bytes[at] ^= 0x11;
    Imported damaged{ModelSource(bytes)};
    EXPECT_TRUE(damaged.succeeded() || !damaged.errors.empty()) << at;
  }
}

} // namespace
