//===- TorchTypesTest.cpp - types and dtypes ------------------------------===//

#include "pipeline/dialects/torch/BuiltinTypes.h"
#include "pipeline/dialects/torch/ScalarTypes.h"
#include "pipeline/dialects/torch/TorchDialect.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Transforms/DialectConversion.h"

#include "gtest/gtest.h"

namespace ingot::torch {
namespace {

class TorchTypesTest : public testing::Test {
protected:
  TorchTypesTest() { context.loadDialect<TorchDialect>(); }

  mlir::Type type(llvm::StringRef text) {
    return mlir::parseType(text, &context);
  }
  TorchTensorType tensor(llvm::StringRef text) {
    return mlir::cast<TorchTensorType>(type(text));
  }

  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
};

TEST_F(TorchTypesTest, TensorsSayWhatIsKnown) {
  TorchTensorType known = tensor("!torch.vtensor<[2,3],si64>");
  EXPECT_TRUE(known.hasStaticShape());
  EXPECT_TRUE(known.hasValueSemantics());
  EXPECT_EQ(known.toBuiltin(), type("tensor<2x3xi64>"));
  EXPECT_EQ(known.withoutValueSemantics(), type("!torch.tensor<[2,3],si64>"));
  EXPECT_EQ(known.withSizes(std::nullopt), type("!torch.vtensor<*,si64>"));
  EXPECT_EQ(known.withDtype({}), type("!torch.vtensor<[2,3],unk>"));
  TorchTensorType dynamic = tensor("!torch.vtensor<[?],f32>");
  EXPECT_FALSE(dynamic.hasStaticShape());
  EXPECT_EQ(dynamic.getRank(), 1);
  EXPECT_EQ(dynamic.toBuiltin(), type("tensor<?xf32>"));
  EXPECT_FALSE(tensor("!torch.vtensor").hasRank());
  EXPECT_FALSE(tensor("!torch.vtensor<*,f32>").toBuiltin());
  EXPECT_FALSE(tensor("!torch.vtensor<[1],unk>").toBuiltin());
}

TEST_F(TorchTypesTest, DtypesAndTheirNumbersAreOneToOne) {
  int count = 0;
  for (int64_t number = -1; number < 64; ++number)
    if (mlir::Type dtype = dtypeOf(&context, number)) {
      ++count;
      EXPECT_TRUE(isDtype(dtype));
      EXPECT_EQ(static_cast<int64_t>(*scalarTypeOf(dtype)), number);
    }
  EXPECT_EQ(count, 24);
  EXPECT_FALSE(scalarTypeOf(type("!torch.qint16")));
  EXPECT_EQ(dtypeOf(&context, 4), type("si64"));
  EXPECT_EQ(dtypeOf(&context, 11), type("i1"));
}

TEST_F(TorchTypesTest, ElementsAreStoredWithoutASign) {
  EXPECT_EQ(storageType(type("ui8")), type("i8"));
  EXPECT_EQ(storageType(type("!torch.quint8")), type("i8"));
  EXPECT_EQ(storageType(type("!torch.qint32")), type("i32"));
  EXPECT_EQ(storageType(type("bf16")), type("bf16"));
  EXPECT_FALSE(storageType(type("!torch.str")));
  EXPECT_EQ(storageType(type("ui8"), true), type("ui8"));
  EXPECT_EQ(storageType(type("!torch.quint8"), true), type("ui8"));
  EXPECT_EQ(storageType(type("si8"), true), type("i8"));
  EXPECT_TRUE(isUnsignedDtype(type("ui8")));
  EXPECT_TRUE(isUnsignedDtype(type("!torch.quint8")));
  EXPECT_FALSE(isUnsignedDtype(type("si8")));
}

TEST_F(TorchTypesTest, ValuesHaveBuiltinTypes) {
  mlir::TypeConverter converter;
  addBuiltinTypes(converter);
  EXPECT_EQ(converter.convertType(type("!torch.vtensor<[2,?],ui8>")),
            type("tensor<2x?xi8>"));
  EXPECT_EQ(converter.convertType(type("!torch.int")), type("i64"));
  EXPECT_EQ(converter.convertType(type("!torch.float")), type("f64"));
  EXPECT_EQ(converter.convertType(type("!torch.bool")), type("i1"));
  EXPECT_EQ(converter.convertType(type("!torch.Generator")), type("i64"));
  EXPECT_FALSE(converter.convertType(type("!torch.vtensor")));
  EXPECT_FALSE(converter.convertType(type("!torch.tensor<[2],f32>")));
  EXPECT_FALSE(converter.convertType(type("!torch.list<int>")));
  EXPECT_FALSE(converter.convertType(type("!torch.none")));
  mlir::TypeConverter unsignedConverter;
  addBuiltinTypes(unsignedConverter, /*keepUnsigned=*/true);
  EXPECT_EQ(unsignedConverter.convertType(type("!torch.vtensor<[2],ui8>")),
            type("tensor<2xui8>"));
}

TEST_F(TorchTypesTest, SubtypesMayStandForWhatIsWider) {
  EXPECT_TRUE(isSubtype(type("!torch.int"), type("!torch.optional<int>")));
  EXPECT_TRUE(isSubtype(type("!torch.none"), type("!torch.optional<int>")));
  EXPECT_FALSE(isSubtype(type("!torch.optional<int>"), type("!torch.int")));
  EXPECT_FALSE(isSubtype(type("!torch.float"), type("!torch.optional<int>")));
  EXPECT_TRUE(
      isSubtype(type("!torch.union<int, none>"), type("!torch.optional<int>")));
  EXPECT_TRUE(isSubtype(type("!torch.int"), type("!torch.number")));
  EXPECT_TRUE(isSubtype(type("!torch.str"), type("!torch.any")));
  EXPECT_TRUE(
      isSubtype(type("!torch.vtensor<[2],f32>"), type("!torch.vtensor")));
  EXPECT_FALSE(isSubtype(type("!torch.vtensor<[2],f32>"),
                         type("!torch.vtensor<[3],f32>")));
  EXPECT_FALSE(isSubtype(type("!torch.vtensor"), type("!torch.tensor")));
  EXPECT_TRUE(isSubtype(type("!torch.tuple<int, none>"),
                        type("!torch.tuple<number, optional<str>>")));
  EXPECT_TRUE(areCompatible(type("!torch.optional<int>"), type("!torch.int")));
}

} // namespace
} // namespace ingot::torch
