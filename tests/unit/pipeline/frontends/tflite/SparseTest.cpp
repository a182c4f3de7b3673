//===- SparseTest.cpp - sparse constants ----------------------------------===//

#include "pipeline/frontends/tflite/Graph.h"
#include "tests/unit/pipeline/frontends/tflite/ModelBuilder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace ingot::tflite;
using namespace ingot::tflite::testing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
namespace schema = ingot::tflite::schema;

namespace {

/// A matrix whose rows are dense and whose columns are lists.
class SparseTest : public ::testing::Test {
protected:
  using Vector = schema::SparseIndexVector;

  llvm::Expected<std::vector<char>> densify(std::vector<int32_t> segments,
                                            std::vector<int32_t> indices,
                                            std::vector<char> bytes,
                                            std::vector<int64_t> shape) {
    fb::FlatBufferBuilder b;
    auto list = [&](const std::vector<int32_t> &numbers) {
      return schema::CreateInt32VectorDirect(b, &numbers).Union();
    };
    std::vector<fb::Offset<schema::DimensionMetadata>> dims{
        schema::CreateDimensionMetadata(b, schema::DimensionType::DENSE,
                                        shape[0]),
        schema::CreateDimensionMetadata(b, schema::DimensionType::SPARSE_CSR, 0,
                                        Vector::Int32Vector, list(segments),
                                        Vector::Int32Vector, list(indices))};
    std::vector<int32_t> order{0, 1};
    b.Finish(schema::CreateSparsityParametersDirect(b, &order, nullptr, &dims));
    return ingot::tflite::densify(
        *fb::GetRoot<schema::SparsityParameters>(b.GetBufferPointer()), shape,
        bytes, 1);
  }
};

TEST_F(SparseTest, RowsOfIndices) {
  auto dense = densify({0, 1, 3}, {2, 0, 1}, {7, 8, 9}, {2, 3});
  ASSERT_TRUE(static_cast<bool>(dense));
  EXPECT_THAT(*dense, ElementsAre(0, 0, 7, 8, 9, 0));
}

TEST_F(SparseTest, WhatLeadsOutsideIsAnError) {
  auto fault = [&](auto dense) {
    return dense ? std::string() : llvm::toString(dense.takeError());
  };
  EXPECT_THAT(fault(densify({0, 1, 3}, {3, 0, 1}, {7, 8, 9}, {2, 3})),
              HasSubstr("out of range"));
  EXPECT_THAT(fault(densify({0, 1, 4}, {2, 0, 1}, {7, 8, 9}, {2, 3})),
              HasSubstr("segment"));
  EXPECT_THAT(fault(densify({0, 1}, {2, 0, 1}, {7, 8, 9}, {2, 3})),
              HasSubstr("too few segments"));
  EXPECT_THAT(fault(densify({0, 1, 3}, {2, 0, 1}, {7, 8}, {2, 3})),
              HasSubstr("too few elements"));
  EXPECT_THAT(fault(densify({0, 4, 4}, {0, 1, 0, 1}, {7, 8, 9, 6}, {2, 1})),
              HasSubstr("out of range"));
  EXPECT_THAT(fault(densify({0, 3, 0, 3}, {0, 1, 2}, {7, 8, 9}, {3, 3})),
              HasSubstr("not in order"));
}

/// Levels of which none stores an element, and as many as a file may name.
TEST_F(SparseTest, BlocksAreWithinTheShape) {
  fb::FlatBufferBuilder b;
  auto read = [&](std::vector<int32_t> blocks, int32_t size) {
    b.Clear();
    std::vector<int32_t> order;
    std::vector<fb::Offset<schema::DimensionMetadata>> dims;
    for (size_t i = 0; i < blocks.size() + 1; ++i) {
      order.push_back(blocks.size() - i);
      dims.push_back(schema::CreateDimensionMetadata(
          b, schema::DimensionType::DENSE, i == blocks.size() ? 0 : size));
    }
    b.Finish(schema::CreateSparsityParametersDirect(b, &order, &blocks, &dims));
    auto dense = ingot::tflite::densify(
        *fb::GetRoot<schema::SparsityParameters>(b.GetBufferPointer()), {4}, {},
        1);
    return dense ? std::string() : llvm::toString(dense.takeError());
  };
  EXPECT_THAT(read(std::vector<int32_t>(1'000'000, 0), 1),
              HasSubstr("more blocks than dimensions"));
  EXPECT_THAT(read({0}, 2'000'000'000), HasSubstr("larger than its shape"));
  EXPECT_THAT(read({0}, 2), HasSubstr("not within its shape"));
}

} // namespace
