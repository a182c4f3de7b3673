//===- TensorTest.cpp - tensors, their names and their bytes --------------===//

#include "client/runtime/Tensor.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cstdlib>
#include <cstring>

namespace ingot::runtime {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(ElementTypeTest, EveryTypeHasANameAndASize) {
  struct Case {
    ElementType type;
    const char *name;
    int64_t size;
  };
  for (const Case &element : {Case{INGOT_BOOL, "bool", 1},
                              Case{INGOT_I8, "i8", 1},
                              Case{INGOT_I16, "i16", 2},
                              Case{INGOT_I32, "i32", 4},
                              Case{INGOT_I64, "i64", 8},
                              Case{INGOT_U8, "u8", 1},
                              Case{INGOT_U16, "u16", 2},
                              Case{INGOT_U32, "u32", 4},
                              Case{INGOT_U64, "u64", 8},
                              Case{INGOT_F16, "f16", 2},
                              Case{INGOT_BF16, "bf16", 2},
                              Case{INGOT_F32, "f32", 4},
                              Case{INGOT_F64, "f64", 8},
                              Case{INGOT_C64, "c64", 8},
                              Case{INGOT_C128, "c128", 16},
                              Case{INGOT_F8E5M2, "f8E5M2", 1},
                              Case{INGOT_F8E4M3, "f8E4M3", 1},
                              Case{INGOT_F8E4M3FN, "f8E4M3FN", 1},
                              Case{INGOT_F8E5M2FNUZ, "f8E5M2FNUZ", 1},
                              Case{INGOT_F8E4M3FNUZ, "f8E4M3FNUZ", 1},
                              Case{INGOT_F8E4M3B11FNUZ, "f8E4M3B11FNUZ", 1},
                              Case{INGOT_F8E3M4, "f8E3M4", 1},
                              Case{INGOT_F8E8M0FNU, "f8E8M0FNU", 1}}) {
    EXPECT_EQ(elementName(element.type), element.name);
    EXPECT_EQ(elementSize(element.type), element.size) << element.name;
    EXPECT_EQ(isFloat8(element.type),
              std::string(element.name).rfind("f8", 0) == 0)
        << element.name;
  }
}

TEST(ElementTypeTest, OtherNumbersAreNoType) {
  for (ElementType type : {-1, 0, INGOT_F8E8M0FNU + 1, 1 << 30}) {
    EXPECT_EQ(elementSize(type), 0);
    EXPECT_EQ(elementName(type), "?");
    EXPECT_FALSE(isFloat8(type));
    EXPECT_EQ(Tensor::zeros(type, {1}).status().code(),
              absl::StatusCode::kInvalidArgument);
  }
}

TEST(ElementTypeTest, TypesAreWrittenAsInMlir) {
  EXPECT_EQ(typeName(INGOT_F32, {}), "f32");
  EXPECT_EQ(typeName(INGOT_I8, {3, -1, 0}), "3x?x0xi8");
}

TEST(TensorTest, ZerosAreZeroAndAligned) {
  for (const std::vector<int64_t> &shape :
       {std::vector<int64_t>{}, {0}, {1}, {3, 5}, {1000, 1000}}) {
    auto tensor = Tensor::zeros(INGOT_F32, shape);
    ASSERT_TRUE(tensor.ok()) << tensor.status();
    EXPECT_EQ(tensor->shape(), shape);
    EXPECT_EQ(tensor->byteSize(), tensor->elementCount() * 4);
    ASSERT_NE(tensor->data(), nullptr) << "also for no elements";
    EXPECT_EQ(reinterpret_cast<uintptr_t>(tensor->data()) % INGOT_ALIGNMENT,
              0u);
    for (int64_t i = 0; i < tensor->byteSize(); ++i)
      ASSERT_EQ(tensor->data()[i], 0);
  }
}

TEST(TensorTest, ImpossibleShapesAreRefusedBeforeTheirSizeOverflows) {
  constexpr int64_t kLarge = int64_t{1} << 62;
  for (const std::vector<int64_t> &shape : {std::vector<int64_t>{-1},
                                            {2, -3},
                                            {kLarge},
                                            {kLarge, kLarge},
                                            {kLarge, kLarge, kLarge, kLarge},
                                            {int64_t{1} << 46}}) {
    auto tensor = Tensor::zeros(INGOT_F32, shape);
    EXPECT_EQ(tensor.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(tensor.status().message()),
                HasSubstr(typeName(INGOT_F32, shape) + " cannot be made"));
  }
}

TEST(TensorTest, CopiesShareTheirBytes) {
  Tensor tensor = *Tensor::zeros(INGOT_U8, {4});
  Tensor copy = tensor;
  copy.data()[2] = 7;
  EXPECT_EQ(tensor.data()[2], 7);
  Tensor reshaped = tensor.reshaped({2, 2});
  EXPECT_EQ(reshaped.data(), tensor.data());
  EXPECT_EQ(reshaped.typeName(), "2x2xu8");
  EXPECT_EQ(tensor.typeName(), "4xu8") << "stays as it was";
}

TEST(TensorTest, AdoptedMemoryLivesAsLongAsItsLastTensor) {
  bool isFreed = false;
  char memory[4] = {1, 2, 3, 4};
  Tensor part;
  {
    Tensor whole = Tensor::adopt(
        INGOT_U8, {4}, memory,
        std::shared_ptr<void>(memory, [&](void *) { isFreed = true; }));
    part = whole.slice(1, 2);
  }
  EXPECT_FALSE(isFreed);
  EXPECT_EQ(part.data()[0], 2);
  part = Tensor();
  EXPECT_TRUE(isFreed);
}

TEST(TensorTest, SlicesAreStepsOfTheFirstAxis) {
  Tensor tensor = *Tensor::zeros(INGOT_I16, {3, 2});
  std::memcpy(tensor.data(), "\0\0\1\0\2\0\3\0\4\0\5\0", 12);
  Tensor last = tensor.slice(2, 1);
  EXPECT_THAT(last.shape(), ElementsAre(1, 2));
  EXPECT_EQ(last.data()[0], 4);
  EXPECT_EQ(last.byteSize(), 4);
  EXPECT_EQ(tensor.slice(1, 2).data()[0], 2);
  EXPECT_EQ(tensor.slice(0, 0).elementCount(), 0);
  Tensor empty = *Tensor::zeros(INGOT_I16, {0, 2});
  EXPECT_EQ(empty.slice(0, 0).byteSize(), 0);
}

TEST(TensorTest, OnlyFloatsOfEightBitsBecomeOthersOfTheKind) {
  Tensor bytes = *Tensor::zeros(INGOT_F8E5M2, {3});
  Tensor other = bytes.asFloat8(INGOT_F8E8M0FNU);
  EXPECT_EQ(other.typeName(), "3xf8E8M0FNU");
  EXPECT_EQ(other.data(), bytes.data());
  EXPECT_EQ(bytes.asFloat8(INGOT_I8).type(), INGOT_F8E5M2);
  EXPECT_EQ(Tensor::zeros(INGOT_I8, {3})->asFloat8(INGOT_F8E5M2).type(),
            INGOT_I8);
}

} // namespace
} // namespace ingot::runtime
