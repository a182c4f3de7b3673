//===- AssignmentsTest.cpp - where a model changes its state --------------===//

#include "pipeline/frontends/tflite/Assignments.h"
#include "tests/unit/pipeline/frontends/tflite/ModelBuilder.h"

#include <gmock/gmock.h>

using namespace ingot::tflite;
using ingot::tflite::testing::Code;
using ingot::tflite::testing::ModelBuilder;
using ingot::tflite::testing::Type;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

namespace {

int32_t addHandle(ModelBuilder &m, const char *name) {
  int32_t handle = m.tensor(Type::RESOURCE, {});
  m.op(Code::VAR_HANDLE, {}, {handle}, schema::BuiltinOptions::VarHandleOptions,
       schema::CreateVarHandleOptionsDirect(m.b, "box", name).Union());
  return handle;
}

void addCall(ModelBuilder &m, const std::vector<int32_t> &inputs,
             unsigned subgraph) {
  m.op(Code::CALL, inputs, {}, schema::BuiltinOptions::CallOptions,
       schema::CreateCallOptions(m.b, subgraph).Union());
}

/// A model and its assignments, by the names of what they change.
class AssignmentsTest : public ::testing::Test {
protected:
  std::vector<std::string> assignedFrom(ModelBuilder &m, unsigned subgraph) {
    load(m);
    std::vector<std::string> names;
    assignments->visit(subgraph, {},
                       [&](const Subgraph &, const Node &,
                           const std::string &name,
                           int32_t) { names.push_back(name); });
    return names;
  }

  void load(ModelBuilder &m) {
    bytes = m.finish();
    llvm::Expected<Model> read = readGraph(bytes);
    ASSERT_TRUE(static_cast<bool>(read)) << llvm::toString(read.takeError());
    model = std::make_unique<Model>(std::move(*read));
    assignments.emplace(*model);
  }

  std::string bytes;
  std::unique_ptr<Model> model;
  std::optional<Assignments> assignments;
};

TEST_F(AssignmentsTest, AHandleIsFollowedIntoCalls) {
  ModelBuilder m;
  addCall(m, {addHandle(m, "a")}, 1);
  addCall(m, {addHandle(m, "b")}, 1);
  m.subgraph({}, {});
  int32_t handle = m.tensor(Type::RESOURCE, {}), value = m.ints({1});
  m.op(Code::ASSIGN_VARIABLE, {handle, value}, {});
  m.subgraph({handle}, {});
  EXPECT_THAT(assignedFrom(m, 0), ElementsAre("box/a", "box/b"));
}

TEST_F(AssignmentsTest, WhoseHandleIsNotGivenHasNoName) {
  ModelBuilder m;
  int32_t handle = m.tensor(Type::RESOURCE, {});
  m.op(Code::ASSIGN_VARIABLE, {handle, m.ints({1})}, {});
  m.subgraph({handle}, {});
  EXPECT_THAT(assignedFrom(m, 0), ElementsAre(""));
}

TEST_F(AssignmentsTest, ACellThatReadsItsStateChangesIt) {
  ModelBuilder m;
  ingot::tflite::testing::Extra state;
  state.isVariable = true;
  int32_t kept = m.tensor(Type::FLOAT32, {2}, state),
          y = m.tensor(Type::FLOAT32, {2});
  m.op(Code::SVDF, {kept}, {y});
  m.subgraph({}, {y});
  EXPECT_THAT(assignedFrom(m, 0), ElementsAre(stateOf(0, kept)));
}

TEST_F(AssignmentsTest, NoSubgraphHasNoAssignments) {
  ModelBuilder m;
  m.subgraph({}, {});
  EXPECT_THAT(assignedFrom(m, 7), IsEmpty());
  EXPECT_FALSE(assignments->onlyInitializes(7));
}

TEST_F(AssignmentsTest, OnlyConstantsAreFirstValues) {
  ModelBuilder m;
  m.op(Code::ASSIGN_VARIABLE, {addHandle(m, "a"), m.ints({1})}, {});
  m.subgraph({}, {});
  int32_t computed = m.tensor(Type::INT32, {1});
  m.op(Code::ASSIGN_VARIABLE, {addHandle(m, "a"), computed}, {});
  m.subgraph({computed}, {});
  load(m);
  EXPECT_TRUE(assignments->onlyInitializes(0));
  EXPECT_FALSE(assignments->onlyInitializes(1));
}

TEST_F(AssignmentsTest, CallsThatDoubleAreCutShort) {
  constexpr unsigned kDepth = 30;
  ModelBuilder m;
  for (unsigned i = 0; i < kDepth; ++i) {
    addCall(m, {}, i + 1);
    addCall(m, {}, i + 1);
    m.subgraph({}, {});
  }
  m.subgraph({}, {});
  assignedFrom(m, 0);
  EXPECT_TRUE(assignments->isExhausted());
}

TEST_F(AssignmentsTest, TensorsCostAsWellAsOperators) {
  ModelBuilder m;
  m.subgraph({}, {});
  for (int i = 0; i < 160; ++i)
    m.tensor(Type::INT32, {1});
  m.subgraph({}, {});
  load(m);
  EXPECT_EQ(costOf(model->subgraphs[0]), 1u);
  EXPECT_EQ(costOf(model->subgraphs[1]), 11u);
}

} // namespace
