//===- TorchSchemaTest.cpp - reading schemas ------------------------------===//

#include "pipeline/dialects/torch/Schema.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot::torch {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

Schema parse(llvm::StringRef text) {
  std::string error;
  std::optional<Schema> schema = Schema::parse(text, error);
  EXPECT_TRUE(schema) << error;
  return schema.value_or(Schema());
}

std::string faultOf(llvm::StringRef text) {
  std::string error;
  EXPECT_FALSE(Schema::parse(text, error)) << text.str();
  return error;
}

TEST(TorchSchemaTest, NamesAndDefaultsAreThoseOfTheText) {
  Schema add = parse("aten::add.Tensor(Tensor self, Tensor other, *, "
                     "Scalar alpha=1) -> Tensor");
  EXPECT_EQ(add.name, "aten::add.Tensor");
  EXPECT_EQ(add.opName, "torch.aten.add.Tensor");
  ASSERT_THAT(add.arguments, SizeIs(3));
  EXPECT_EQ(add.arguments[1].name, "other");
  EXPECT_FALSE(add.arguments[1].keywordOnly);
  EXPECT_FALSE(add.arguments[1].defaultValue);
  EXPECT_TRUE(add.arguments[2].keywordOnly);
  EXPECT_EQ(add.arguments[2].defaultValue, "1");
  EXPECT_EQ(add.arguments[2].type.base, SchemaType::Base::Scalar);
  EXPECT_EQ(add.indexOf("other"), 1u);
  EXPECT_FALSE(add.indexOf("dim"));
  EXPECT_TRUE(add.isPure());
}

TEST(TorchSchemaTest, TypesAreReadFromTheInsideOut) {
  Schema schema = parse("a::b(Tensor?[] x, int[2]? y=[0, 1], "
                        "str z='a, b)', Dict(str, t)(a!) d) -> Tensor(a)[]");
  const SchemaType &lists = schema.arguments[0].type;
  EXPECT_EQ(lists.str(), "Tensor?[]");
  EXPECT_TRUE(lists.isList());
  EXPECT_FALSE(lists.isOptional());
  EXPECT_TRUE(lists.inner().isOptional());
  EXPECT_TRUE(lists.inner().inner().isTensor());
  const SchemaType &sizes = schema.arguments[1].type;
  EXPECT_EQ(sizes.str(), "int[2]?");
  EXPECT_TRUE(sizes.isOptional());
  EXPECT_TRUE(sizes.isList());
  EXPECT_EQ(sizes.listSize, 2u);
  EXPECT_EQ(schema.arguments[1].defaultValue, "[0, 1]");
  EXPECT_EQ(schema.arguments[2].defaultValue, "'a, b)'");
  EXPECT_TRUE(schema.arguments[3].written);
  EXPECT_TRUE(schema.writes());
  ASSERT_THAT(schema.results, SizeIs(1));
  EXPECT_EQ(schema.results[0].type.str(), "Tensor[]");
  EXPECT_TRUE(schema.results[0].alias);
}

TEST(TorchSchemaTest, ResultsMayBeNoneSeveralOrAny) {
  EXPECT_THAT(parse("a::b() -> ()").results, SizeIs(0));
  EXPECT_FALSE(parse("a::b() -> ()").isPure());
  Schema sort = parse("a::b() -> (Tensor values, Tensor indices)");
  ASSERT_THAT(sort.results, SizeIs(2));
  EXPECT_EQ(sort.results[1].name, "indices");
  EXPECT_TRUE(parse("a::b(...) -> ...").anyArguments);
  EXPECT_TRUE(parse("a::b(...) -> ...").anyResults);
}

TEST(TorchSchemaTest, FaultsSayWhatWasExpected) {
  EXPECT_THAT(faultOf("add(Tensor x) -> Tensor"), HasSubstr("namespace::name"));
  EXPECT_THAT(faultOf("a::b(Stream s) -> Tensor"),
              HasSubstr("unknown type 'Stream'"));
  EXPECT_THAT(faultOf("a::b(Tensor) -> Tensor"),
              HasSubstr("name of an argument"));
  EXPECT_THAT(faultOf("a::b(Tensor x"), HasSubstr("',' or ')'"));
  EXPECT_THAT(faultOf("a::b(Tensor x) Tensor"), HasSubstr("'->'"));
  EXPECT_THAT(faultOf("a::b(Tensor x) -> Tensor more text"),
              HasSubstr("expected the end"));
  EXPECT_THAT(faultOf("a::b(int[x] y) -> Tensor"), HasSubstr("length"));
  EXPECT_THAT(faultOf("a::b(int x=) -> Tensor"), HasSubstr("default value"));
  EXPECT_THAT(faultOf("a::b(Tensor(a x) -> Tensor"),
              testing::Not(testing::IsEmpty()));
}

TEST(TorchSchemaTest, TheTableIsReadAndFoundByName) {
  EXPECT_GT(allSchemas().size(), 2000u);
  const Schema *linear = findSchema("torch.aten.linear");
  ASSERT_TRUE(linear);
  EXPECT_EQ(linear, findSchema("aten.linear"));
  EXPECT_TRUE(linear->find("bias")->type.isOptional());
  EXPECT_FALSE(findSchema("torch.aten.linaer"));
  EXPECT_FALSE(findSchema(""));
}

TEST(TorchSchemaTest, TheTableSaysWhatHasEffects) {
  EXPECT_TRUE(findSchema("aten.view")->isPure());
  EXPECT_TRUE(findSchema("aten.view")->results[0].alias);
  EXPECT_TRUE(findSchema("aten.rand_like")->random);
  EXPECT_FALSE(findSchema("aten.rand_like")->isPure());
  EXPECT_TRUE(findSchema("aten.add_.Tensor")->writes());
  EXPECT_TRUE(findSchema("aten.append.t")->writes());
  EXPECT_FALSE(findSchema("aten._assert_scalar")->isPure());
}

} // namespace
} // namespace ingot::torch
