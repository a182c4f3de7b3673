//===- PayloadsTest.cpp - sizes and bytes of dense constants --------------===//

#include "pipeline/transforms/Payloads.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/MLIRContext.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot {
namespace {

using testing::IsEmpty;

class PayloadsTest : public testing::Test {
protected:
  mlir::RankedTensorType tensor(llvm::ArrayRef<int64_t> shape,
                                mlir::Type type) {
    return mlir::RankedTensorType::get(shape, type);
  }

  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  mlir::Builder builder{&context};
};

TEST_F(PayloadsTest, ElementsHaveTheSizeTheyHaveInMemory) {
  EXPECT_EQ(elementByteSize(builder.getI1Type()), 1);
  EXPECT_EQ(elementByteSize(builder.getIntegerType(4)), 1);
  EXPECT_EQ(elementByteSize(builder.getBF16Type()), 2);
  EXPECT_EQ(elementByteSize(builder.getIntegerType(33)), 8);
  EXPECT_EQ(elementByteSize(builder.getIndexType()), 8);
  EXPECT_EQ(elementByteSize(mlir::ComplexType::get(builder.getF64Type())), 16);
  EXPECT_EQ(elementByteSize(builder.getNoneType()), std::nullopt);
}

TEST_F(PayloadsTest, SizeOfATensorOverflowsIntoNothing) {
  EXPECT_EQ(denseByteSize(tensor({2, 3}, builder.getF32Type())), 24);
  EXPECT_EQ(denseByteSize(tensor({0, 3}, builder.getF32Type())), 0);
  EXPECT_EQ(
      denseByteSize(tensor({mlir::ShapedType::kDynamic}, builder.getF32Type())),
      std::nullopt);
  EXPECT_EQ(denseByteSize(tensor({INT64_MAX / 2, 8}, builder.getF32Type())),
            std::nullopt);
}

TEST_F(PayloadsTest, DenseBytesAreRowMajorAndLittleEndian) {
  auto payload =
      mlir::DenseElementsAttr::get(tensor({2}, builder.getIntegerType(16)),
                                   llvm::ArrayRef<int16_t>{1, 0x0203});
  EXPECT_EQ(payloadBytes(payload), std::string("\1\0\3\2", 4));
  EXPECT_FALSE(isSplatPayload(payload));
  EXPECT_THAT(payloadFault(payload), IsEmpty());
}

TEST_F(PayloadsTest, WeightsAreWhatCodeIsNotSpecialisedTo) {
  auto floats = [&](int64_t count, float first) {
    llvm::SmallVector<float> values(count, 2);
    values[0] = first;
    return isWeightPayload(mlir::DenseElementsAttr::get(
        tensor({count}, builder.getF32Type()), llvm::ArrayRef<float>(values)));
  };
  EXPECT_TRUE(floats(8, 1));
  EXPECT_FALSE(floats(7, 1)) << "below 32 bytes";
  EXPECT_FALSE(floats(8, 2)) << "a splat";
  auto integers = [&](int64_t count, mlir::Type type) {
    llvm::SmallVector<mlir::APInt> values(
        count,
        mlir::APInt(type.isIndex() ? 64 : type.getIntOrFloatBitWidth(), 3));
    values[0] = 5;
    return isWeightPayload(
        mlir::DenseElementsAttr::get(tensor({count}, type), values));
  };
  EXPECT_TRUE(integers(256, builder.getI8Type()));
  EXPECT_TRUE(integers(32, builder.getI64Type()));
  EXPECT_FALSE(integers(31, builder.getI64Type())) << "sizes and places";
  EXPECT_FALSE(integers(256, builder.getIndexType())) << "no type of callers";
}

TEST_F(PayloadsTest, SplatsAreWrittenOut) {
  auto payload = mlir::DenseElementsAttr::get(
      tensor({3}, builder.getIntegerType(8)), int8_t{5});
  EXPECT_TRUE(isSplatPayload(payload));
  EXPECT_EQ(payloadBytes(payload), "\5\5\5");
}

TEST_F(PayloadsTest, BooleansTakeOneByteEach) {
  auto payload =
      mlir::DenseElementsAttr::get(tensor({3}, builder.getI1Type()),
                                   llvm::ArrayRef<bool>{true, false, true});
  EXPECT_EQ(payloadBytes(payload), std::string("\1\0\1", 3));
}

} // namespace
} // namespace ingot
