//===- FindRepeatsTest.cpp - layers that a program has several times ------===//

#include "pipeline/transforms/FindRepeats.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

constexpr int kLayers = 6, kOps = 20;

std::string value(const std::string &name, int layer, int op) {
  return "%" + name + std::to_string(layer) + "_" + std::to_string(op);
}

/// A chain of additions and multiplications, `kOps` but for the `first`, of
/// which the last reads the layer's input as well.
std::string layer(int number, int first = 0) {
  std::string text, input = value("x", number, 0);
  for (int op = first; op < kOps; ++op)
    text += value("x", number, op + 1) + " = arith." +
            (op % 3 == 0 ? "mulf " : "addf ") +
            (op == first ? input : value("x", number, op)) + ", " +
            (op + 1 == kOps ? input : "%w" + std::to_string(number)) +
            " : tensor<4xf32>\n";
  return text + value("x", number + 1, 0) + " = arith.negf " +
         value("x", number, kOps) + " : tensor<4xf32>\n";
}

class FindRepeatsTest : public testing::Test {
protected:
  FindRepeatsTest() {
    context
        .loadDialect<mlir::arith::ArithDialect, mlir::func::FuncDialect,
                     mlir::linalg::LinalgDialect, mlir::tensor::TensorDialect,
                     mlir::ml_program::MLProgramDialect>();
  }

  /// The body of a function of one input, weights and `text`.
  mlir::Block &parse(const std::string &text, const std::string &result) {
    std::string arguments = "%x0_0: tensor<4xf32>";
    for (int i = 0; i < kLayers; ++i)
      arguments += ", %w" + std::to_string(i) + ": tensor<4xf32>";
    module = mlir::parseSourceString<mlir::ModuleOp>(
        "ml_program.global private @w(dense<1.0> : tensor<4xf32>) : "
        "tensor<4xf32>\nfunc.func @main(" +
            arguments + ") -> tensor<4xf32> {\n" + text + "return " + result +
            " : tensor<4xf32>\n}",
        &context);
    return (*module->getOps<mlir::func::FuncOp>().begin()).getBody().front();
  }

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

TEST_F(FindRepeatsTest, TellsWhatLayersReadAndGive) {
  std::string text;
  for (int i = 0; i < kLayers; ++i)
    text += layer(i);
  mlir::Block &block = parse(text, value("x", kLayers, 0));
  std::vector<Repeat> found = findRepeats(block);
  ASSERT_THAT(found, SizeIs(1));
  const Repeat &repeat = found.front();
  ASSERT_THAT(repeat.copies, SizeIs(kLayers));
  ASSERT_THAT(repeat.inputs, SizeIs(kLayers));
  EXPECT_THAT(repeat.outputs, SizeIs(1));
  for (int i = 0; i < kLayers; ++i) {
    EXPECT_THAT(repeat.copies[i], SizeIs(kOps + 1));
    ASSERT_THAT(repeat.inputs[i], SizeIs(2));
    EXPECT_EQ(repeat.inputs[i][1], block.getArgument(1 + i));
  }
  EXPECT_EQ(repeat.inputs[1][0], repeat.copies[0].back()->getResult(0));
}

TEST_F(FindRepeatsTest, CutsBetweenLayersWhereverTheFirstBegins) {
  // Half a layer in front: there is a run from its first op on.
  std::string text = layer(0, kOps / 2);
  for (int i = 1; i < kLayers; ++i)
    text += layer(i);
  std::vector<Repeat> found = findRepeats(parse(text, value("x", kLayers, 0)));
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_THAT(found.front().copies, SizeIs(kLayers - 1));
  EXPECT_THAT(found.front().outputs, SizeIs(1));
  EXPECT_THAT(found.front().inputs.front(), SizeIs(2));
}

TEST_F(FindRepeatsTest, KeepsTogetherWhatMayBeFused) {
  // Each op has one reader, so wherever one cuts two ops cannot be fused.
  std::string text;
  std::string last = "%x0_0";
  for (int i = 0; i < kLayers * kOps; ++i) {
    std::string next = "%y" + std::to_string(i);
    text += next +
            " = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, "
            "affine_map<(d0) -> (d0)>], iterator_types = [\"parallel\"]} ins(" +
            last +
            " : tensor<4xf32>) outs(%x0_0 : tensor<4xf32>) {\n"
            "^bb0(%a: f32, %b: f32):\n%r = arith." +
            (i % kOps == 0       ? "mulf"
             : i % kOps % 3 == 0 ? "subf"
                                 : "addf") +
            " %a, %a : f32\nlinalg.yield %r : f32\n} -> tensor<4xf32>\n";
    last = next;
  }
  EXPECT_THAT(findRepeats(parse(text, last)), IsEmpty());
}

TEST_F(FindRepeatsTest, WhatIsOneValueInTheFirstIsOneInAll) {
  // All layers but the first read the weight of another one as well.
  std::string text;
  for (int i = 0; i < kLayers; ++i) {
    std::string own = layer(i);
    const std::string weight = "%w" + std::to_string(i);
    if (i > 0)
      own.replace(own.find(weight), weight.size(), "%w0");
    text += own;
  }
  std::vector<Repeat> found = findRepeats(parse(text, value("x", kLayers, 0)));
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_THAT(found.front().copies, SizeIs(kLayers - 1));
  EXPECT_THAT(found.front().inputs.front(), SizeIs(3));
}

TEST_F(FindRepeatsTest, ShortProgramsHaveNone) {
  EXPECT_THAT(findRepeats(parse(layer(0) + layer(1), value("x", 2, 0))),
              IsEmpty());
}

TEST_F(FindRepeatsTest, WeightsAreNoConstants) {
  mlir::Block &block =
      parse("%two = arith.constant dense<2.0> : tensor<4xf32>\n"
            "%four = arith.addf %two, %two : tensor<4xf32>\n"
            "%w = ml_program.global_load_const @w : "
            "tensor<4xf32>\n"
            "%sum = arith.addf %four, %w : tensor<4xf32>\n",
            "%sum");
  std::vector<bool> are;
  for (mlir::Operation &op : block.without_terminator())
    are.push_back(isOfConstants(op.getResult(0)));
  EXPECT_THAT(are, testing::ElementsAre(true, true, false, false));
  EXPECT_FALSE(isOfConstants(block.getArgument(0)));
}

} // namespace
} // namespace ingot
