//===- ReadTfLiteTest.cpp - models as a whole -----------------------------===//

#include "pipeline/frontends/tflite/ReadTfLite.h"
#include "pipeline/frontends/ModuleAttributes.h"
#include "tests/unit/pipeline/frontends/tflite/ModelBuilder.h"
#include "tests/unit/pipeline/frontends/tflite/ReadModel.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

using namespace ingot;
using namespace ingot::tflite::testing;
using ::testing::HasSubstr;
namespace schema = ingot::tflite::schema;

namespace {

class ReadTfLiteTest : public ModelTest {};

/// x + y, in i32, both of two elements.
void addSum(ModelBuilder &m) {
  int32_t x = m.tensor(Type::INT32, {2}), y = m.tensor(Type::INT32, {2}),
          z = m.tensor(Type::INT32, {2});
  m.op(Code::ADD, {x, y}, {z});
  m.subgraph({x, y}, {z});
}

TEST_F(ReadTfLiteTest, AModelWithoutSignaturesIsMain) {
  ModelBuilder m;
  addSum(m);
  std::string text = read(m.finish());
  EXPECT_THAT(text, HasSubstr("func.func @main"));
  EXPECT_THAT(text, HasSubstr("ingot.name = \"t0\""));
  EXPECT_THAT(text, HasSubstr("stablehlo.add"));
  EXPECT_THAT(text, HasSubstr("ingot.operators = {ADD = 1 : i64}"));
  EXPECT_THAT(text, HasSubstr("ingot.producer = \"TFLite, schema 3, test\""));
}

TEST_F(ReadTfLiteTest, ASizeOfTheRunIsNotSqueezed) {
  ModelBuilder m;
  Extra open;
  open.signature = {1, 3, -1};
  int32_t x = m.tensor(Type::FLOAT32, {1, 3, 1}, open),
          y = m.tensor(Type::FLOAT32, {3});
  m.op(Code::SQUEEZE, {x}, {y});
  m.subgraph({x}, {y});
  std::string text = read(m.finish());
  EXPECT_THAT(text, HasSubstr("@shape_assertion"));
  EXPECT_THAT(text, HasSubstr("SQUEEZE would take a dimension"));
  EXPECT_THAT(text, HasSubstr("tensor<3x?xf32>"));
}

TEST_F(ReadTfLiteTest, SignaturesAreEntryPoints) {
  ModelBuilder m;
  addSum(m);
  addSum(m);
  m.signature("sum", 1, {{"left", 0}, {"right", 1}}, {{"total", 2}});
  std::string text = read(m.finish());
  EXPECT_THAT(text, HasSubstr("func.func @sum"));
  EXPECT_THAT(text, HasSubstr("ingot.name = \"left\""));
  EXPECT_THAT(text, HasSubstr("ingot.name = \"total\""));
  // Subgraph 0 has no signature.
  EXPECT_THAT(text, HasSubstr("func.func @main"));
}

/// A subgraph whose only operators are calls of others.
void addCalls(ModelBuilder &m, int32_t count, uint32_t callee) {
  int32_t x = m.tensor(Type::FLOAT32, {2}), last = x;
  for (int32_t i = 0; i < count; ++i) {
    int32_t next = m.tensor(Type::FLOAT32, {2});
    m.op(Code::CALL, {last}, {next}, schema::BuiltinOptions::CallOptions,
         schema::CreateCallOptions(m.b, callee).Union());
    last = next;
  }
  m.subgraph({x}, {last});
}

TEST_F(ReadTfLiteTest, CallsOfCallsAreBounded) {
  ModelBuilder m;
  for (uint32_t i = 1; i < 30; ++i)
    addCalls(m, 8, i);
  addCalls(m, 0, 0);
  EXPECT_EQ(read(m.finish()), "");
  EXPECT_THAT(error, HasSubstr("after its calls are inlined"));
}

/// An operator that runs subgraph 1 or 2, or one of them again and again.
void addIf(ModelBuilder &m) {
  int32_t c = m.tensor(Type::BOOL, {}), x = m.tensor(Type::FLOAT32, {2}),
          handle = m.tensor(Type::RESOURCE, {}),
          y = m.tensor(Type::FLOAT32, {2});
  m.op(Code::IF, {c}, {handle}, schema::BuiltinOptions::IfOptions,
       schema::CreateIfOptions(m.b, 1, 2).Union());
  m.op(Code::ASSIGN_VARIABLE, {handle, x}, {});
  m.op(Code::READ_VARIABLE, {handle}, {y});
  m.subgraph({c, x}, {y});
}

/// A subgraph that gives the handle of a variable.
void addHandle(ModelBuilder &m, const char *name) {
  int32_t handle = m.tensor(Type::RESOURCE, {});
  m.op(Code::VAR_HANDLE, {}, {handle}, schema::BuiltinOptions::VarHandleOptions,
       schema::CreateVarHandleOptionsDirect(m.b, "", name).Union());
  m.subgraph({}, {handle});
}

TEST_F(ReadTfLiteTest, AHandleThatTheRunChoosesIsRefused) {
  ModelBuilder m;
  addIf(m);
  addHandle(m, "a");
  addHandle(m, "b");
  EXPECT_EQ(read(m.finish()), "");
  EXPECT_THAT(error, HasSubstr("handles of variables"));
}

TEST_F(ReadTfLiteTest, AVariableThatABranchFindsByACallIsRefused) {
  ModelBuilder m;
  int32_t c = m.tensor(Type::BOOL, {}), x = m.tensor(Type::FLOAT32, {2}),
          handle = m.tensor(Type::RESOURCE, {}),
          y = m.tensor(Type::FLOAT32, {2}), z = m.tensor(Type::FLOAT32, {2});
  m.op(Code::IF, {c, x}, {y}, schema::BuiltinOptions::IfOptions,
       schema::CreateIfOptions(m.b, 1, 1).Union());
  m.op(Code::VAR_HANDLE, {}, {handle}, schema::BuiltinOptions::VarHandleOptions,
       schema::CreateVarHandleOptionsDirect(m.b, "", "a").Union());
  m.op(Code::ASSIGN_VARIABLE, {handle, x}, {});
  m.op(Code::READ_VARIABLE, {handle}, {z});
  m.subgraph({c, x}, {y, z});
  int32_t inner = m.tensor(Type::FLOAT32, {2}),
          found = m.tensor(Type::RESOURCE, {});
  m.op(Code::CALL, {}, {found}, schema::BuiltinOptions::CallOptions,
       schema::CreateCallOptions(m.b, 2).Union());
  m.op(Code::ASSIGN_VARIABLE, {found, inner}, {});
  m.subgraph({inner}, {inner});
  addHandle(m, "a");
  EXPECT_EQ(read(m.finish()), "");
  EXPECT_THAT(error, HasSubstr("whose handle another subgraph makes"));
}

TEST_F(ReadTfLiteTest, SizesByDoublingsAreReadInTime) {
  ModelBuilder m;
  int32_t x = m.tensor(Type::FLOAT32, {-1}), first = m.tensor(Type::INT32, {1}),
          y = m.tensor(Type::FLOAT32, {-1}), sum = first;
  for (int i = 0; i < 60; ++i) {
    int32_t next = m.tensor(Type::INT32, {1});
    m.op(Code::ADD, {sum, sum}, {next});
    sum = next;
  }
  m.op(Code::RESHAPE, {x, sum}, {y});
  m.subgraph({x, first}, {y});
  EXPECT_THAT(read(m.finish()), HasSubstr("dynamic_reshape")) << error;
}

/// Each value is taken apart once, not once for each way to it.
TEST_F(ReadTfLiteTest, ListsByDoublingsTakeFewOps) {
  ModelBuilder m;
  int32_t x = m.tensor(Type::FLOAT32, {-1}), first = m.tensor(Type::INT32, {8}),
          sum = first,
          y = m.tensor(Type::FLOAT32, {-1, -1, -1, -1, -1, -1, -1, -1});
  for (int i = 0; i < 20; ++i) {
    int32_t next = m.tensor(Type::INT32, {8});
    m.op(Code::ADD, {sum, sum}, {next});
    sum = next;
  }
  m.op(Code::RESHAPE, {x, sum}, {y});
  m.subgraph({x, first}, {y});
  const std::string text = read(m.finish());
  EXPECT_THAT(text, HasSubstr("dynamic_reshape")) << error;
  EXPECT_LT(std::count(text.begin(), text.end(), '\n'), 2000);
}

TEST_F(ReadTfLiteTest, NegativeSizesAreRefused) {
  ModelBuilder m;
  int32_t x = m.tensor(Type::FLOAT32, {2}), y = m.tensor(Type::FLOAT32, {2}),
          times = m.ints({-3});
  m.op(Code::TILE, {x, times}, {y});
  m.subgraph({x}, {y});
  EXPECT_EQ(read(m.finish()), "");
  EXPECT_THAT(error, HasSubstr("a size of its result is negative"));
}

TEST_F(ReadTfLiteTest, ComplexVariablesBeginAtZero) {
  ModelBuilder m;
  Extra variable;
  variable.isVariable = true;
  int32_t x = m.tensor(Type::COMPLEX64, {2}),
          state = m.tensor(Type::COMPLEX64, {2}, variable),
          y = m.tensor(Type::COMPLEX64, {2});
  m.op(Code::ADD, {x, state}, {y});
  m.subgraph({x}, {y});
  EXPECT_THAT(read(m.finish()), HasSubstr("dense<(0.000000e+00,0.000000e+00)>"))
      << error;
}

TEST_F(ReadTfLiteTest, UnsignedBytesStayUnsigned) {
  ModelBuilder m;
  Extra quantized;
  quantized.scales = {0.5f};
  quantized.zeroPoints = {128};
  int32_t x = m.tensor(Type::UINT8, {4}, quantized);
  int32_t y = m.tensor(Type::UINT8, {2, 2}, quantized);
  m.op(Code::RESHAPE, {x, m.ints({2, 2})}, {y});
  m.subgraph({x}, {y});
  EXPECT_THAT(read(m.finish()), HasSubstr("tensor<4xui8>"));
}

TEST_F(ReadTfLiteTest, SizesOfTheSignatureAreDynamic) {
  ModelBuilder m;
  Extra batch;
  batch.signature = {-1, 3};
  int32_t x = m.tensor(Type::FLOAT32, {1, 3}, batch);
  int32_t y = m.tensor(Type::FLOAT32, {1, 3}, batch);
  m.op(Code::ABS, {x}, {y});
  m.subgraph({x}, {y});
  EXPECT_THAT(read(m.finish()), HasSubstr("tensor<?x3xf32>"));
}

TEST_F(ReadTfLiteTest, ComputedShapesOfConstantsAreStatic) {
  ModelBuilder m;
  int32_t x = m.tensor(Type::FLOAT32, {2, 3}), y = m.tensor(Type::FLOAT32, {6});
  int32_t shape = m.tensor(Type::INT32, {2}),
          total = m.tensor(Type::INT32, {1});
  m.op(Code::SHAPE, {x}, {shape}, schema::BuiltinOptions::ShapeOptions,
       schema::CreateShapeOptions(m.b, Type::INT32).Union());
  m.op(Code::SLICE, {shape, m.ints({0}), m.ints({1})}, {total});
  int32_t product = m.tensor(Type::INT32, {1});
  m.op(Code::MUL, {total, m.ints({3})}, {product});
  m.op(Code::RESHAPE, {x, product}, {y});
  m.subgraph({x}, {y});
  EXPECT_THAT(read(m.finish()), HasSubstr("-> (tensor<6xf32>"));
}

TEST_F(ReadTfLiteTest, ConstantsMayBeResults) {
  ModelBuilder m;
  int32_t x = m.tensor(Type::FLOAT32, {2}), y = m.ints({7, 8});
  m.subgraph({x}, {y, x});
  EXPECT_THAT(read(m.finish()), HasSubstr("dense<[7, 8]>"));
}

TEST_F(ReadTfLiteTest, PackedIntegersAreTakenApart) {
  ModelBuilder m;
  Extra packed;
  packed.bytes = {0x2f, 0x08};
  int32_t x = m.tensor(Type::INT4, {3}, packed);
  m.subgraph({}, {x});
  EXPECT_THAT(read(m.finish()), HasSubstr("dense<[-1, 2, -8]>"));
}

/// A recurrent layer with a state of these sizes.
std::string recurrentLayer(Type element, std::vector<int32_t> sizes,
                           std::vector<int32_t> signature = {}) {
  ModelBuilder m;
  Extra variable;
  variable.isVariable = true;
  variable.signature = std::move(signature);
  int32_t x = m.tensor(Type::FLOAT32, {1, 2}),
          y = m.tensor(Type::FLOAT32, {1, 2});
  Extra weights;
  weights.bytes = bytesOf<float>({1, 0, 0, 1});
  Extra bias;
  bias.bytes = bytesOf<float>({0, 0});
  int32_t w = m.tensor(Type::FLOAT32, {2, 2}, weights);
  int32_t r = m.tensor(Type::FLOAT32, {2, 2}, weights);
  int32_t h = m.tensor(element, std::move(sizes), variable);
  m.op(Code::RNN, {x, w, r, m.tensor(Type::FLOAT32, {2}, bias), h}, {y});
  m.subgraph({x}, {y});
  return m.finish();
}

TEST_F(ReadTfLiteTest, StatesThatCannotBeAreRefused) {
  EXPECT_EQ(read(recurrentLayer(Type::FLOAT32, {})), "");
  EXPECT_THAT(error, HasSubstr("a state or its weights are no matrices"));
  error.clear();
  EXPECT_EQ(read(recurrentLayer(Type::FLOAT32, {1, 2}, {-1, 2})), "");
  EXPECT_THAT(error, HasSubstr("has no value"));
  error.clear();
  EXPECT_EQ(read(recurrentLayer(Type::RESOURCE, {1, 2})), "");
  EXPECT_THAT(error, HasSubstr("operand 4 is of type RESOURCE"));
}

TEST_F(ReadTfLiteTest, VariableTensorsAreState) {
  std::string text = read(recurrentLayer(Type::FLOAT32, {1, 2}));
  EXPECT_THAT(text, HasSubstr("ml_program.global private mutable"));
  EXPECT_THAT(text, HasSubstr("ml_program.global_load"));
  EXPECT_THAT(text, HasSubstr("ml_program.global_store"));
}

/// Assigns 5 to a variable once, then adds 1 to it in each call.
std::string counter() {
  ModelBuilder m;
  auto handle = [&] {
    int32_t v = m.tensor(Type::RESOURCE, {});
    m.op(Code::VAR_HANDLE, {}, {v}, schema::BuiltinOptions::VarHandleOptions,
         schema::CreateVarHandleOptionsDirect(m.b, "", "v").Union());
    return v;
  };
  m.op(Code::CALL_ONCE, {}, {}, schema::BuiltinOptions::CallOnceOptions,
       schema::CreateCallOnceOptions(m.b, 1).Union());
  int32_t v = handle();
  int32_t old = m.tensor(Type::INT32, {1}), now = m.tensor(Type::INT32, {1});
  m.op(Code::READ_VARIABLE, {v}, {old});
  m.op(Code::ADD, {old, m.ints({1})}, {now});
  m.op(Code::ASSIGN_VARIABLE, {v, now}, {});
  m.subgraph({}, {now});
  m.op(Code::ASSIGN_VARIABLE, {handle(), m.ints({5})}, {});
  m.subgraph({}, {});
  return m.finish();
}

TEST_F(ReadTfLiteTest, WhatIsAssignedOnceIsTheFirstValue) {
  EXPECT_THAT(read(counter()), HasSubstr("(dense<5> : tensor<1xi32>)"));
}

/// Two branches that give one and two elements.
TEST_F(ReadTfLiteTest, BranchesMayDifferInShape) {
  ModelBuilder m;
  int32_t c = m.tensor(Type::BOOL, {}), y = m.tensor(Type::INT32, {1});
  m.op(Code::IF, {c}, {y}, schema::BuiltinOptions::IfOptions,
       schema::CreateIfOptions(m.b, 1, 2).Union());
  m.subgraph({c}, {y});
  m.subgraph({}, {m.ints({1})});
  m.subgraph({}, {m.ints({1, 2})});
  std::string text = read(m.finish());
  EXPECT_THAT(text, HasSubstr("stablehlo.if"));
  EXPECT_THAT(text, HasSubstr("-> (tensor<?xi32>"));
}

/// Appends a zero in each iteration.
TEST_F(ReadTfLiteTest, LoopsMayGrow) {
  ModelBuilder m;
  int32_t c = m.tensor(Type::BOOL, {}), x = m.tensor(Type::FLOAT32, {1});
  int32_t d = m.tensor(Type::BOOL, {}), y = m.tensor(Type::FLOAT32, {1});
  m.op(Code::WHILE, {c, x}, {d, y}, schema::BuiltinOptions::WhileOptions,
       schema::CreateWhileOptions(m.b, 1, 2).Union());
  m.subgraph({c, x}, {y});
  c = m.tensor(Type::BOOL, {});
  x = m.tensor(Type::FLOAT32, {1});
  m.subgraph({c, x}, {c});
  c = m.tensor(Type::BOOL, {});
  x = m.tensor(Type::FLOAT32, {1});
  y = m.tensor(Type::FLOAT32, {2});
  m.op(Code::PAD, {x, m.ints({0, 1})}, {y});
  m.subgraph({c, x}, {c, y});
  std::string text = read(m.finish());
  EXPECT_THAT(text, HasSubstr("stablehlo.while"));
  EXPECT_THAT(text, HasSubstr("-> (tensor<?xf32>"));
}

/// The same with a loop of StableHLO that carries a counter.
TEST_F(ReadTfLiteTest, LoopsOfStablehloAreLoops) {
  ModelBuilder m;
  int32_t x = m.tensor(Type::INT32, {}), y = m.tensor(Type::INT32, {});
  m.op(Code::STABLEHLO_WHILE, {x}, {y}, schema::BuiltinOptions::NONE, 0,
       schema::BuiltinOptions2::StablehloWhileOptions,
       schema::CreateStablehloWhileOptions(m.b, 1, 2).Union());
  m.subgraph({x}, {y});
  x = m.tensor(Type::INT32, {});
  int32_t isLess = m.tensor(Type::BOOL, {});
  m.op(Code::LESS, {x, m.scalar(9)}, {isLess});
  m.subgraph({x}, {isLess});
  x = m.tensor(Type::INT32, {});
  y = m.tensor(Type::INT32, {});
  m.op(Code::ADD, {x, m.scalar(1)}, {y});
  m.subgraph({x}, {y});
  EXPECT_THAT(read(m.finish()), HasSubstr("stablehlo.while"));
}

TEST_F(ReadTfLiteTest, CallsAreInlined) {
  ModelBuilder m;
  int32_t x = m.tensor(Type::INT32, {2}), y = m.tensor(Type::INT32, {2}),
          z = m.tensor(Type::INT32, {2});
  m.op(Code::CALL, {x, y}, {z}, schema::BuiltinOptions::CallOptions,
       schema::CreateCallOptions(m.b, 1).Union());
  m.subgraph({x, y}, {z});
  addSum(m);
  EXPECT_THAT(read(m.finish()), HasSubstr("stablehlo.add"));
}

TEST_F(ReadTfLiteTest, UnknownCustomOperatorsAreCalls) {
  ModelBuilder m;
  int32_t x = m.tensor(Type::FLOAT32, {2}), y = m.tensor(Type::FLOAT32, {3});
  m.op(Code::CUSTOM, {x}, {y}, schema::BuiltinOptions::NONE, 0,
       schema::BuiltinOptions2::NONE, 0, "MyOp", {1, 2, 3});
  m.subgraph({x}, {y});
  std::string text = read(m.finish());
  EXPECT_THAT(text, HasSubstr("stablehlo.custom_call @MyOp"));
  EXPECT_THAT(text, HasSubstr("domain_name = \"tflite\""));
  EXPECT_THAT(text, HasSubstr("010203"));
}

TEST_F(ReadTfLiteTest, AllOperatorsThatAreMissingAreReported) {
  ModelBuilder m;
  int32_t x = m.tensor(Type::FLOAT32, {2}), y = m.tensor(Type::FLOAT32, {2}),
          z = m.tensor(Type::FLOAT32, {2});
  m.op(Code::DELEGATE, {x}, {y});
  m.op(Code::CUSTOM, {y}, {z}, schema::BuiltinOptions::NONE, 0,
       schema::BuiltinOptions2::NONE, 0, "FlexErf");
  m.subgraph({x}, {z});
  EXPECT_EQ(read(m.finish()), "");
  EXPECT_THAT(error, HasSubstr("2 operators of the model cannot be compiled"));
  EXPECT_THAT(error, HasSubstr("DELEGATE"));
  EXPECT_THAT(error, HasSubstr("an operator of TensorFlow (Erf)"));
}

//===----------------------------------------------------------------------===//
// Damage
//===----------------------------------------------------------------------===//

TEST_F(ReadTfLiteTest, IndicesOutOfRangeAreErrors) {
  ModelBuilder m;
  int32_t x = m.tensor(Type::FLOAT32, {2});
  m.op(Code::ABS, {x}, {7});
  m.subgraph({x}, {x});
  EXPECT_EQ(read(m.finish()), "");
  EXPECT_THAT(error, HasSubstr("ABS names tensor 7 of 1"));
}

TEST_F(ReadTfLiteTest, ConstantsHaveTheSizeOfTheirShape) {
  ModelBuilder m;
  Extra few;
  few.bytes = {1, 2, 3};
  int32_t x = m.tensor(Type::FLOAT32, {2}, few);
  m.subgraph({}, {x});
  EXPECT_EQ(read(m.finish()), "");
  EXPECT_THAT(error, HasSubstr("'t0' has 3 bytes instead of 8"));
}

TEST_F(ReadTfLiteTest, NewerSchemasAreRefused) {
  ModelBuilder m;
  addSum(m);
  EXPECT_EQ(read(m.finish(/*version=*/4)), "");
  EXPECT_THAT(error, HasSubstr("version 3 is read"));
}

TEST_F(ReadTfLiteTest, SubgraphsThatCallThemselvesAreErrors) {
  ModelBuilder m;
  int32_t x = m.tensor(Type::FLOAT32, {2}), y = m.tensor(Type::FLOAT32, {2});
  m.op(Code::CALL, {x}, {y}, schema::BuiltinOptions::CallOptions,
       schema::CreateCallOptions(m.b, 0).Union());
  m.subgraph({x}, {y});
  EXPECT_EQ(read(m.finish()), "");
  EXPECT_THAT(error, HasSubstr("nest too deep"));
}

TEST_F(ReadTfLiteTest, EveryTruncationHasAnAnswer) {
  std::string bytes = counter();
  for (size_t size = 0; size < bytes.size(); ++size)
    EXPECT_EQ(read(bytes.substr(0, size)), "") << size;
}

TEST_F(ReadTfLiteTest, EveryFlippedByteHasAnAnswer) {
  std::string bytes = counter();
  for (size_t i = 8; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] ^= 0xff;
    read(damaged);
  }
}

} // namespace
