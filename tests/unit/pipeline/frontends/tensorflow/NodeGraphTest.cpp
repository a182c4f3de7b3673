//===- NodeGraphTest.cpp - nodes of a graph or a function, linked ---------===//

#include "pipeline/frontends/tensorflow/NodeGraph.h"
#include "pipeline/frontends/tensorflow/Frames.h"
#include "pipeline/frontends/tensorflow/Tables.h"
#include "tests/unit/pipeline/frontends/tensorflow/TestGraph.h"

#include <gmock/gmock.h>

using namespace ingot::tensorflow;
using testing::HasSubstr;

namespace {

std::string faultOf(const format::Graph &graph) {
  llvm::Expected<NodeGraph> nodes = NodeGraph::fromGraph(graph);
  return nodes ? "" : llvm::toString(nodes.takeError());
}

TEST(NodeGraphTest, InputsOfAGraph) {
  TestGraph model;
  model.node("c", "Add", {"a:1", "b", "^a"});
  model.node("a", "Split");
  model.node("b", "Const");
  llvm::Expected<NodeGraph> nodes = NodeGraph::fromGraph(model.graph);
  ASSERT_TRUE(static_cast<bool>(nodes));
  const GraphNode &add = (*nodes)[0];
  EXPECT_EQ(add.inputs[0], (Edge{1, 1}));
  EXPECT_EQ(add.inputs[1], (Edge{2, 0}));
  EXPECT_EQ(add.controls[0], 1u);
  EXPECT_EQ(nodes->order().back(), 0u);
}

TEST(NodeGraphTest, OutputsOfFunctionsHaveNames) {
  TestGraph model;
  format::Function &body = model.function("f", {"x"}, {"top:indices:0"});
  addNode(*body.mutable_node_def(), "top", "TopKV2", {"x", "x"});
  llvm::Expected<NodeGraph> nodes =
      NodeGraph::fromFunction(body, operatorTable());
  ASSERT_TRUE(static_cast<bool>(nodes));
  EXPECT_EQ((*nodes)[0].op(), kArgumentOp);
  EXPECT_EQ(nodes->results()[0], (Edge{1, 1}));
}

TEST(NodeGraphTest, FaultsNameTheNode) {
  TestGraph model;
  model.node("a", "Neg", {"b"});
  EXPECT_THAT(faultOf(model.graph), HasSubstr("node 'a' has the input 'b'"));
  model.node("b", "Neg", {"a"});
  EXPECT_THAT(faultOf(model.graph), HasSubstr("part of a cycle"));
  model.node("a", "Neg");
  EXPECT_THAT(faultOf(model.graph), HasSubstr("two nodes have the name 'a'"));
}

/// A loop that adds 1 to x while it is less than 10.
TestGraph loopGraph() {
  TestGraph model;
  model.input("x", kFloat, {});
  model.node("enter", "Enter", {"x"}).text("frame_name", "loop");
  model.node("merge", "Merge", {"enter", "next"});
  model.constant("ten", kFloat, {}, {10});
  model.node("enter_ten", "Enter", {"ten"})
      .text("frame_name", "loop")
      .boolean("is_constant", true);
  model.node("less", "Less", {"merge", "enter_ten"});
  model.node("cond", "LoopCond", {"less"});
  model.node("switch", "Switch", {"merge", "cond"});
  model.node("one", "Const", {"^switch"})
      .type("dtype", kFloat)
      .tensor("value", kFloat, {}, {1});
  model.node("add", "Add", {"switch:1", "one"});
  model.node("next", "NextIteration", {"add"});
  model.node("exit", "Exit", {"switch"});
  return model;
}

TEST(NodeGraphTest, PartsOfALoop) {
  TestGraph model = loopGraph();
  llvm::Expected<NodeGraph> nodes = NodeGraph::fromGraph(model.graph);
  ASSERT_TRUE(static_cast<bool>(nodes));
  Control control(*nodes);
  ASSERT_EQ(control.frames.count("loop"), 1u);
  const LoopFrame &frame = control.frames["loop"];
  EXPECT_EQ(frame.enters.size(), 2u);
  ASSERT_EQ(frame.carried.size(), 1u);
  EXPECT_EQ(frame.carried[0].exit, nodes->find("exit"));
  EXPECT_EQ(frame.condition, nodes->find("cond"));
}

TEST(NodeGraphTest, AMergeKnowsItsPredicate) {
  TestGraph model;
  model.input("p", kBool, {});
  model.input("x", kFloat, {});
  model.node("id", "Identity", {"p"});
  model.node("switch", "Switch", {"x", "id"});
  model.node("neg", "Neg", {"switch:1"});
  model.node("merge", "Merge", {"switch:0", "neg"});
  llvm::Expected<NodeGraph> nodes = NodeGraph::fromGraph(model.graph);
  ASSERT_TRUE(static_cast<bool>(nodes));
  Control control(*nodes);
  const Merging &merging = control.mergings.at(*nodes->find("merge"));
  EXPECT_EQ(merging.predicate, (Edge{*nodes->find("p"), 0}));
  EXPECT_EQ(merging.ports, (std::vector<unsigned>{0, 1}));
  EXPECT_TRUE(control.guards[*nodes->find("merge")].empty());
  EXPECT_EQ(control.guards[*nodes->find("neg")].size(), 1u);
}

TEST(NodeGraphTest, ALoopIsRead) {
  TestGraph model = loopGraph();
  std::string bytes = model.bytes();
  Imported imported{ingot::ModelSource(bytes)};
  ASSERT_TRUE(imported.succeeded()) << imported.errors;
  EXPECT_THAT(imported.text(), HasSubstr("stablehlo.while"));
  // What never changes is not carried.
  EXPECT_THAT(imported.text(), testing::Not(HasSubstr("iterArg_0")));
}

} // namespace
