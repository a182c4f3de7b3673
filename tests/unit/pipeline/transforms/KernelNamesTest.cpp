//===- KernelNamesTest.cpp - equal kernels have one name ------------------===//

#include "pipeline/dialects/ingot/IngotDialect.h"
#include "pipeline/transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Parser/Parser.h"

#include "gtest/gtest.h"

namespace ingot {
namespace {

class KernelNamesTest : public testing::Test {
protected:
  KernelNamesTest() {
    context_.loadDialect<mlir::func::FuncDialect, mlir::arith::ArithDialect>();
  }

  /// A kernel that applies `op` to two numbers of `type`.
  mlir::OwningOpRef<mlir::ModuleOp> parse(std::string module, std::string op,
                                          std::string type) {
    return mlir::parseSourceString<mlir::ModuleOp>(
        "module @" + module + " { func.func @kernel(%x: " + type + ") -> " +
            type + " { %y = arith." + op + " %x, %x : " + type +
            " return %y : " + type + " } }",
        &context_);
  }

  mlir::MLIRContext context_;
};

TEST_F(KernelNamesTest, TheFirstOfEqualKernelsStandsForAll) {
  auto sum = parse("one", "addf", "f32"), again = parse("two", "addf", "f32"),
       product = parse("one", "mulf", "f32");
  DistinctKernels kernels;
  EXPECT_EQ(kernels.firstOf(*sum), *sum);
  EXPECT_EQ(kernels.firstOf(*again), *sum);
  EXPECT_EQ(kernels.firstOf(*product), *product);
  EXPECT_EQ(kernels.firstOf(*sum), *sum);
}

TEST_F(KernelNamesTest, OneNameForEqualBodiesWhateverTheModuleIsCalled) {
  auto one = parse("one", "addf", "f32"), other = parse("other", "addf", "f32");
  KernelNames names;
  std::string name = names.of(*one).str();
  EXPECT_EQ(name, kernelSymbol(kernelBytes(*one)));
  EXPECT_EQ(name, kernelSymbol(kernelBytes(*other)));
  EXPECT_EQ(name, names.of(*other));
}

TEST_F(KernelNamesTest, OthersForAnotherOpOrType) {
  auto sum = parse("m", "addf", "f32"), product = parse("m", "mulf", "f32"),
       wide = parse("m", "addf", "f64");
  KernelNames names;
  std::string name = names.of(*sum).str();
  EXPECT_NE(name, names.of(*product));
  EXPECT_NE(name, names.of(*wide));
  EXPECT_EQ(names.of(*product), kernelSymbol(kernelBytes(*product)));
}

TEST_F(KernelNamesTest, TheBytesThatNamesAreMadeOfAreKeptUntilTaken) {
  auto sum = parse("m", "addf", "f32"), product = parse("m", "mulf", "f32"),
       again = parse("n", "addf", "f32");
  KernelNames names;
  const std::string name = names.of(*sum).str();
  const std::string other = names.of(*product).str();
  names.of(*again);
  llvm::StringMap<std::string> bytes = names.takeBytes();
  EXPECT_EQ(bytes.size(), 2u);
  EXPECT_EQ(bytes[name], kernelBytes(*sum));
  EXPECT_EQ(bytes[other], kernelBytes(*product));
}

TEST_F(KernelNamesTest, AKernelThatNobodyNamedIsWritten) {
  context_.loadDialect<dialect::IngotDialect>();
  auto kernel = parse("m", "addf", "f32");
  auto &named =
      context_.getLoadedDialect<dialect::IngotDialect>()->namedKernels;
  EXPECT_EQ(takeKernelBytes(*kernel), kernelBytes(*kernel));
  named["m"] = "bytes at hand";
  EXPECT_EQ(takeKernelBytes(*kernel), "bytes at hand");
  EXPECT_EQ(takeKernelBytes(*kernel), kernelBytes(*kernel)) << "given once";
}

} // namespace
} // namespace ingot
