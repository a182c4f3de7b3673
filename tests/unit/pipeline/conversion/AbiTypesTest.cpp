//===- AbiTypesTest.cpp - MLIR types in the words of the ABI -----------===//

#include "pipeline/conversion/AbiTypes.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/MLIRContext.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot {
namespace {

class AbiTypesTest : public testing::Test {
protected:
  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  mlir::Builder builder{&context};
};

TEST_F(AbiTypesTest, EveryTypeThatCallersHoldHasAName) {
  EXPECT_EQ(abiElementType(builder.getI1Type()), v1::BOOL);
  EXPECT_EQ(abiElementType(builder.getI32Type()), v1::I32);
  EXPECT_EQ(abiElementType(builder.getIntegerType(16, false)), v1::U16);
  EXPECT_EQ(abiElementType(builder.getIntegerType(16, true)), v1::I16);
  EXPECT_EQ(abiElementType(builder.getIndexType()), v1::I64);
  EXPECT_EQ(abiElementType(builder.getBF16Type()), v1::BF16);
  EXPECT_EQ(abiElementType(mlir::ComplexType::get(builder.getF32Type())),
            v1::C64);
  EXPECT_EQ(abiElementType(mlir::Float8E5M2Type::get(&context)), v1::F8E5M2);
  EXPECT_EQ(abiElementType(mlir::Float8E8M0FNUType::get(&context)),
            v1::F8E8M0FNU);
}

TEST_F(AbiTypesTest, OthersHaveNone) {
  EXPECT_EQ(abiElementType(builder.getIntegerType(4)), std::nullopt);
  EXPECT_EQ(abiElementType(builder.getIntegerType(128)), std::nullopt);
  EXPECT_EQ(abiElementType(mlir::Float4E2M1FNType::get(&context)),
            std::nullopt);
  EXPECT_EQ(abiElementType(mlir::VectorType::get(4, builder.getF32Type())),
            std::nullopt);
}

TEST_F(AbiTypesTest, DynamicSizesAreMinusOne) {
  auto type = abiTensorType(mlir::RankedTensorType::get(
      {mlir::ShapedType::kDynamic, 3}, builder.getF64Type()));
  EXPECT_THAT(type.shape(), testing::ElementsAre(-1, 3));
  EXPECT_EQ(type.element(), v1::F64);
}

TEST_F(AbiTypesTest, BytesCountElements) {
  auto type =
      abiTensorType(mlir::RankedTensorType::get({2, 3}, builder.getF64Type()));
  EXPECT_EQ(abiByteSize(type), 48);
  EXPECT_EQ(abiElementBytes(v1::C128), 16);
  EXPECT_EQ(abiElementBytes(v1::BOOL), 1);
}

} // namespace
} // namespace ingot
