//===- SliceSubsetsTest.cpp - which slices are the same -------------------===//

#include "pipeline/codegen/Pipelines.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/SubsetOpInterface.h"
#include "mlir/Parser/Parser.h"

#include "gtest/gtest.h"

using namespace mlir;

namespace ingot {
namespace {

/// A program with one slice read and one written, in a loop.
class SliceSubsetsTest : public ::testing::Test {
protected:
  SliceSubsetsTest() {
    DialectRegistry registry;
    registerCodegenDialects(registry);
    context_.appendDialectRegistry(registry);
  }

  /// Whether `inserted` writes the slice that `extracted` reads; both are the
  /// offsets, sizes and strides of one.
  bool areSame(const std::string &extracted, const std::string &inserted,
               const std::string &target = "%t") {
    std::string text =
        "func.func @f(%t: tensor<?x?xf32>, %u: tensor<?x?xf32>,\n"
        "             %v: tensor<?x?xf32>, %a: index, %b: index) {\n"
        "  %c0 = arith.constant 0 : index\n"
        "  %c8 = arith.constant 8 : index\n"
        "  %a1 = affine.apply affine_map<(d0) -> (d0 + 1)>(%a)\n"
        "  %a2 = affine.apply affine_map<(d0) -> (d0 + 1)>(%a)\n"
        "  scf.for %i = %c0 to %b step %c8 {\n"
        "    %x = tensor.extract_slice %t" +
        extracted +
        " : tensor<?x?xf32> to tensor<?x?xf32>\n"
        "    %y = tensor.insert_slice %v into " +
        target + inserted +
        " : tensor<?x?xf32> into tensor<?x?xf32>\n"
        "  }\n"
        "  return\n"
        "}\n";
    program_ = parseSourceString<ModuleOp>(text, &context_);
    EXPECT_TRUE(program_) << text;
    tensor::ExtractSliceOp read;
    tensor::InsertSliceOp written;
    program_->walk([&](tensor::ExtractSliceOp op) { read = op; });
    program_->walk([&](tensor::InsertSliceOp op) { written = op; });
    return cast<SubsetInsertionOpInterface>(written.getOperation())
        .isEquivalentSubset(read.getResult(),
                            [](Value a, Value b) { return a == b; });
  }

private:
  MLIRContext context_;
  OwningOpRef<ModuleOp> program_;
};

TEST_F(SliceSubsetsTest, EqualNumbersAndValuesAreTheSame) {
  EXPECT_TRUE(areSame("[0, 4] [%a, %b] [1, 1]", "[0, 4] [%a, %b] [1, 1]"));
  EXPECT_TRUE(areSame("[%c0, 4] [%a, %b] [1, 1]", "[0, 4] [%a, %b] [1, 1]"))
      << "a constant is its number";
}

TEST_F(SliceSubsetsTest, OtherNumbersAreAnotherSlice) {
  EXPECT_FALSE(areSame("[0, 4] [%a, %b] [1, 1]", "[0, 5] [%a, %b] [1, 1]"));
  EXPECT_FALSE(areSame("[0, %a] [%a, %b] [1, 1]", "[1, %b] [%a, %b] [1, 1]"));
  EXPECT_FALSE(areSame("[0, 0] [%a, %b] [1, 1]", "[0, 0] [%a, %b] [1, 2]"));
}

TEST_F(SliceSubsetsTest, ValuesThatNothingIsKnownOfAreNotTheSame) {
  EXPECT_FALSE(areSame("[0, %a] [%a, %b] [1, 1]", "[0, %b] [%a, %b] [1, 1]"));
}

TEST_F(SliceSubsetsTest, AnotherTensorIsAnotherSlice) {
  EXPECT_FALSE(
      areSame("[0, 4] [%a, %b] [1, 1]", "[0, 4] [%a, %b] [1, 1]", "%u"));
}

TEST_F(SliceSubsetsTest, TheSameArithmeticIsTheSame) {
  EXPECT_TRUE(areSame("[0, %a1] [%a, %b] [1, 1]", "[0, %a2] [%a, %b] [1, 1]"))
      << "upstream's comparison is asked where a look does not tell";
  EXPECT_FALSE(areSame("[0, %a1] [%a, %b] [1, 1]", "[0, %a] [%a, %b] [1, 1]"));
}

TEST_F(SliceSubsetsTest, ALoopVariableIsItself) {
  EXPECT_TRUE(areSame("[0, %i] [%a, %b] [1, 1]", "[0, %i] [%a, %b] [1, 1]"));
}

} // namespace
} // namespace ingot
