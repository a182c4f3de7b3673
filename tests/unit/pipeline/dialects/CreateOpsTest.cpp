//===- CreateOpsTest.cpp - making operators ------------------------------===//

#include "pipeline/dialects/torch/build/CreateOps.h"
#include "pipeline/dialects/torch/BuiltinTypes.h"
#include "pipeline/dialects/torch/TorchConversionOps.h"
#include "pipeline/dialects/torch/TorchOp.h"
#include "pipeline/dialects/torch/TorchOps.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Transforms/DialectConversion.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot::torch {
namespace {

using testing::ElementsAre;
using testing::Optional;

class TorchBuildTest : public testing::Test {
protected:
  TorchBuildTest() { context.loadDialect<TorchDialect>(); }

  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  mlir::Location loc = mlir::UnknownLoc::get(&context);
  mlir::OwningOpRef<mlir::ModuleOp> module = mlir::ModuleOp::create(loc);
  mlir::OpBuilder builder = mlir::OpBuilder::atBlockBegin(module->getBody());
};

TEST_F(TorchBuildTest, ArgumentsNotGivenTakeTheirDefaults) {
  mlir::Type type = ValueTensorType::get(&context, std::nullopt, {});
  mlir::Operation *input =
      createOperator(builder, loc, "torch.prim.Uninitialized", {}, type);
  mlir::Operation *pool = createOperator(
      builder, loc, "torch.aten.max_pool2d",
      {input->getResult(0), createIntList(builder, loc, {3, 3})}, type);
  EXPECT_TRUE(mlir::succeeded(mlir::verify(*module)));
  TorchOp op(pool);
  EXPECT_THAT(matchIntList(op.operand("stride")), Optional(ElementsAre()));
  EXPECT_THAT(matchIntList(op.operand("padding")), Optional(ElementsAre(0, 0)));
  EXPECT_THAT(matchBool(op.operand("ceil_mode")), Optional(false));
}

TEST_F(TorchBuildTest, ValuesCrossToBuiltinTypesAndBack) {
  context.loadDialect<TorchConversionDialect>();
  mlir::TypeConverter converter;
  addBuiltinTypes(converter);
  for (llvm::StringRef text :
       {"!torch.vtensor<[2,?],si64>", "!torch.int", "!torch.float",
        "!torch.bool", "!torch.Generator"}) {
    mlir::Type type = mlir::parseType(text, &context);
    mlir::Value value =
        createOperator(builder, loc, "torch.prim.Uninitialized", {}, type)
            ->getResult(0);
    mlir::Value there = converter.materializeTargetConversion(
        builder, loc, converter.convertType(type), value);
    ASSERT_TRUE(there) << text.str();
    mlir::Value back =
        converter.materializeSourceConversion(builder, loc, type, there);
    ASSERT_TRUE(back) << text.str();
    EXPECT_EQ(back.getType(), type);
  }
  EXPECT_TRUE(mlir::succeeded(mlir::verify(*module)));
}

TEST_F(TorchBuildTest, EveryDefaultOfTheTableFitsItsArgument) {
  for (const Schema &schema : allSchemas())
    for (const SchemaArgument &argument : schema.arguments) {
      if (!argument.defaultValue)
        continue;
      mlir::Value value = createDefault(builder, loc, argument);
      ASSERT_TRUE(value) << schema.text.str();
      EXPECT_TRUE(fits(value.getType(), argument.type)) << schema.text.str();
    }
}

} // namespace
} // namespace ingot::torch
