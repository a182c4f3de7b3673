//===- StateTest.cpp - SavedModels with variables -------------------------===//

#include "tests/unit/pipeline/frontends/tensorflow/TestGraph.h"

#include <gmock/gmock.h>

using namespace ingot;
using namespace ingot::tensorflow;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

namespace {

/// A SavedModel that restores variable `v` from entry `entry`.
class StateTest : public testing::Test {
protected:
  StateTest() {
    model.input("file", /*string*/ 7, {});
    model.node("v", "VarHandleOp").text("shared_name", "shared");
    model.node("names", "Const").texts("value", {"entry"});
    model.node("slices", "Const").texts("value", {""});
    model.node("restored", "RestoreV2", {"file", "names", "slices"});
    model.node("assign", "AssignVariableOp", {"v", "restored"});
    model.node("restore", "NoOp", {"^assign"});
    model.input("x", kFloat, {2});
    model.node("read", "ReadVariableOp", {"v"});
    model.node("sum", "AddV2", {"x", "read"});
  }

  void addSignature(const std::string &key, const std::string &output) {
    format::NamedSignature &named = *meta().add_signature_def();
    named.set_key(key);
    add(*named.mutable_value()->add_inputs(), "x", "x:0");
    add(*named.mutable_value()->add_outputs(), "y", output);
  }

  void add(format::SignatureEntry &entry, const std::string &key,
           const std::string &tensor) {
    entry.set_key(key);
    entry.mutable_value()->set_name(tensor);
    entry.mutable_value()->set_dtype(kFloat);
    entry.mutable_value()->mutable_tensor_shape()->add_dim()->set_size(2);
  }

  format::MetaGraph &meta() {
    if (saved.meta_graphs_size() == 0)
      saved.add_meta_graphs();
    return *saved.mutable_meta_graphs(0);
  }

  std::string read() {
    saved.set_saved_model_schema_version(1);
    *meta().mutable_graph_def() = model.graph;
    meta().mutable_meta_info_def()->set_tensorflow_version("2.21.0");
    meta().mutable_saver_def()->set_restore_op_name("restore");
    meta().mutable_saver_def()->set_filename_tensor_name("file:0");
    bytes = saved.SerializeAsString();
    ModelSource source(bytes);
    for (const auto &[name, content] : files)
      source.files[name] = content;
    imported = std::make_unique<Imported>(source);
    return imported->succeeded() ? imported->text() : imported->errors;
  }

  TestGraph model;
  format::SavedModel saved;
  std::map<std::string, std::string> files =
      writeCheckpoint({{"entry", {3, 4}}});
  std::string bytes;
  std::unique_ptr<Imported> imported;
};

TEST_F(StateTest, AVariableWithoutAFirstValueIsNoState) {
  model.node("new", "VarHandleOp");
  model.node("set", "AssignVariableOp", {"new", "x"});
  model.node("get", "ReadVariableOp", {"new", "^set"});
  addSignature("serving_default", "get:0");
  EXPECT_THAT(read(),
              AllOf(HasSubstr("return %arg0"), Not(HasSubstr("ml_program"))));
}

TEST_F(StateTest, AVariableKeepsItsShape) {
  model.constant("row", kFloat, {1, 2}, {5, 6});
  model.node("set", "AssignVariableOp", {"v", "row"});
  model.node("after", "Identity", {"x", "^set"});
  addSignature("serving_default", "after:0");
  EXPECT_THAT(read(), HasSubstr("another type or shape"));
}

TEST_F(StateTest, ALoopThatSetsAVariableWithoutAValue) {
  model.function("always", {"i", "handle"}, {"yes:output:0"});
  format::Function &body =
      model.function("body", {"i", "handle"}, {"next:z:0", "handle"});
  format::Function &test = *model.graph.mutable_library()->mutable_function(0);
  addNode(*test.mutable_node_def(), "yes", "Const")
      .tensor("value", /*bool*/ 10, {}, {1});
  addNode(*body.mutable_node_def(), "next", "AddV2", {"i", "i"});
  addNode(*body.mutable_node_def(), "set", "AssignVariableOp", {"handle", "i"});
  body.add_control_ret()->set_key("set");
  body.mutable_control_ret(0)->set_value("set");
  model.node("new", "VarHandleOp");
  model.node("loop", "While", {"x", "new"})
      .function("cond", "always")
      .function("body", "body");
  addSignature("serving_default", "loop:0");
  EXPECT_THAT(read(), HasSubstr("has no value before"));
}

TEST_F(StateTest, VariablesThatStayAreConstants) {
  addSignature("serving_default", "sum:0");
  EXPECT_THAT(read(), AllOf(HasSubstr("dense<[3.000000e+00, 4.000000e+00]>"),
                            HasSubstr("func.func @serving_default"),
                            HasSubstr("TensorFlow 2.21.0"),
                            HasSubstr("ingot.name = \"y\""),
                            Not(HasSubstr("ml_program"))));
}

TEST_F(StateTest, VariablesThatChangeAreState) {
  addSignature("step", "after:0");
  model.node("update", "AssignAddVariableOp", {"v", "x"});
  model.node("after", "ReadVariableOp", {"v", "^update"});
  EXPECT_THAT(read(), AllOf(HasSubstr("ml_program.global private mutable "
                                      "@shared(dense<"),
                            HasSubstr("ml_program.global_load @shared"),
                            HasSubstr("ml_program.global_store @shared")));
}

TEST_F(StateTest, AVariableMayBeNamedLikeASignature) {
  addSignature("shared", "after:0");
  model.node("update", "AssignAddVariableOp", {"v", "x"});
  model.node("after", "ReadVariableOp", {"v", "^update"});
  EXPECT_THAT(read(), AllOf(HasSubstr("func.func @shared("),
                            HasSubstr("mutable @shared_1(dense<"),
                            HasSubstr("ml_program.global_store @shared_1")));
}

TEST_F(StateTest, ControlEdgesOrderReadsAndWrites) {
  addSignature("step", "before:0");
  model.node("before", "ReadVariableOp", {"v"});
  model.node("update", "AssignVariableOp", {"v", "x", "^before"});
  model.node("both", "Identity", {"before", "^update"});
  saved.mutable_meta_graphs(0)
      ->mutable_signature_def(0)
      ->mutable_value()
      ->mutable_outputs(0)
      ->mutable_value()
      ->set_name("both:0");
  // What is returned was loaded; what is stored is the argument.
  EXPECT_THAT(read(),
              AllOf(HasSubstr("%shared = ml_program.global_load @shared"),
                    HasSubstr("ml_program.global_store @shared = %arg0"),
                    HasSubstr("return %shared")));
}

TEST_F(StateTest, AVariableThatIsAssignedInABranch) {
  format::Function &yes = model.function("yes", {"v", "x"}, {"x"});
  addNode(*yes.mutable_node_def(), "set", "AssignVariableOp", {"v", "x"});
  format::NamePair &ran = *yes.add_control_ret();
  ran.set_key("set");
  ran.set_value("set");
  model.function("no", {"v", "x"}, {"x"});
  addSignature("step", "if:0");
  model.node("any", "Sum", {"x", "axis"});
  model.constant("axis", kInt32, {1}, {0});
  model.constant("zero", kFloat, {}, {0});
  model.node("less", "Less", {"any", "zero"});
  model.node("if", "If", {"less", "v", "x"})
      .function("then_branch", "yes")
      .function("else_branch", "no");
  EXPECT_THAT(read(), AllOf(HasSubstr("\"stablehlo.if\""),
                            HasSubstr("ml_program.global_store @shared")));
}

TEST_F(StateTest, SignaturesAreFunctions) {
  addSignature("one", "sum:0");
  addSignature("two", "read:0");
  addSignature("__saved_model_init_op", "sum:0");
  EXPECT_THAT(read(), AllOf(HasSubstr("@one"), HasSubstr("@two"),
                            Not(HasSubstr("init_op"))));
}

TEST_F(StateTest, CopiesHaveTheValueOfWhatTheyWereMadeOf) {
  model.node("original", "VarHandleOp").text("shared_name", "original");
  model.node("first", "ReadVariableOp", {"original"});
  model.node("copy", "AssignVariableOp", {"v", "first"});
  model.node("again", "ReadVariableOp", {"original"});
  addSignature("serve", "again:0");
  EXPECT_THAT(read(), HasSubstr("dense<[3.000000e+00, 4.000000e+00]>"));
}

TEST_F(StateTest, AVariableWithoutAValue) {
  model.node("w", "VarHandleOp").text("shared_name", "lost");
  model.node("wr", "ReadVariableOp", {"w"});
  addSignature("serve", "wr:0");
  EXPECT_THAT(read(), HasSubstr("variable 'lost' has no value"));
}

TEST_F(StateTest, AnEntryThatIsMissing) {
  files = writeCheckpoint({{"other", {3, 4}}});
  addSignature("serve", "sum:0");
  EXPECT_THAT(read(), HasSubstr("the checkpoint has no tensor 'entry'"));
}

TEST_F(StateTest, ASignatureOfTextIsRefused) {
  addSignature("serve", "sum:0");
  saved.mutable_meta_graphs(0)
      ->mutable_signature_def(0)
      ->mutable_value()
      ->mutable_inputs(0)
      ->mutable_value()
      ->set_dtype(7);
  EXPECT_THAT(read(), HasSubstr("input 'x' is of type string"));
}

TEST_F(StateTest, OldVariablesAreReadWhenTheyAreWanted) {
  model.graph.clear_node();
  model.input("file", 7, {});
  model.node("v", "VariableV2").shape("shape", {2});
  model.node("names", "Const").texts("value", {"entry"});
  model.node("slices", "Const").texts("value", {""});
  model.node("restored", "RestoreV2", {"file", "names", "slices"});
  model.node("set", "Assign", {"v", "restored"});
  model.node("restore", "NoOp", {"^set"});
  model.input("x", kFloat, {2});
  model.node("read", "Identity", {"v"});
  model.node("sum", "AddV2", {"x", "read"});
  addSignature("serve", "sum:0");
  EXPECT_THAT(read(), HasSubstr("dense<[3.000000e+00, 4.000000e+00]>"));
}

} // namespace
