//===- FrontendsTest.cpp - what readers of models share -------------------===//

#include "pipeline/frontends/GivenSizes.h"
#include "pipeline/frontends/ModelSource.h"
#include "pipeline/frontends/ModuleAttributes.h"
#include "pipeline/frontends/UnsupportedOperators.h"
#include "pipeline/frontends/Weights.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/OwningOpRef.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace ingot;

namespace {

class FrontendsTest : public testing::Test {
protected:
  RankedTensorType tensor(ArrayRef<int64_t> shape, Type element) {
    return RankedTensorType::get(shape, element);
  }

  MLIRContext context;
  Builder builder{&context};
};

TEST_F(FrontendsTest, AFileIsFoundByItsName) {
  ModelSource source("main");
  source.files["variables/variables.index"] = "index";
  EXPECT_EQ(source.find("variables/variables.index"), "index");
  EXPECT_FALSE(source.find("variables.index"));
  EXPECT_EQ(source.bytes, "main");
}

TEST_F(FrontendsTest, SizesThatARequestGives) {
  ModelSource source("main");
  source.inputTypes = {"tensor<?x4xf32>", "no type", "tensor<2xi8>"};
  EXPECT_EQ(givenSizes(source, 0, 2, &context),
            SmallVector<int64_t>({ShapedType::kDynamic, 4}));
  EXPECT_FALSE(givenSizes(source, 1, 1, &context)) << "said by a later pass";
  EXPECT_FALSE(givenSizes(source, 2, 2, &context)) << "of another rank";
  EXPECT_FALSE(givenSizes(source, 3, 1, &context));
  Type f32 = builder.getF32Type();
  int64_t any = ShapedType::kDynamic;
  EXPECT_EQ(withGivenSizes(source, 0, tensor({any, any}, f32)),
            tensor({any, 4}, f32));
  EXPECT_EQ(withGivenSizes(source, 0, tensor({3, 5}, f32)), tensor({3, 5}, f32))
      << "known sizes stay";
  EXPECT_EQ(withGivenSizes(source, 3, tensor({any}, f32)), tensor({any}, f32));
}

TEST_F(FrontendsTest, ElementsThatARequestGives) {
  ModelSource source("main");
  source.inputTypes = {"tuple<tensor<2xf32>, tensor<?xi8>>", "tuple<>", "none",
                       "tuple<f32>"};
  Type f32 = builder.getF32Type(), i8 = builder.getI8Type();
  EXPECT_EQ(givenElements(source, 0, &context),
            (SmallVector<RankedTensorType>{
                tensor({2}, f32), tensor({ShapedType::kDynamic}, i8)}));
  EXPECT_EQ(givenElements(source, 1, &context)->size(), 0u);
  EXPECT_FALSE(givenElements(source, 2, &context));
  EXPECT_FALSE(givenElements(source, 3, &context)) << "no tensor";
  EXPECT_TRUE(isGivenNone(source, 2, &context));
  EXPECT_FALSE(isGivenNone(source, 1, &context));
  EXPECT_FALSE(isGivenNone(source, 4, &context));
}

TEST_F(FrontendsTest, BytesOfWeights) {
  EXPECT_EQ(weightBytes(tensor({2, 3}, builder.getF32Type())), 24u);
  EXPECT_EQ(weightBytes(tensor({5}, builder.getI1Type())), 5u);
  EXPECT_EQ(weightBytes(tensor({}, ComplexType::get(builder.getF64Type()))),
            16u);
  EXPECT_EQ(weightBytes(tensor({0, 7}, builder.getI8Type())), 0u);
  EXPECT_FALSE(
      weightBytes(tensor({ShapedType::kDynamic}, builder.getI8Type())));
  EXPECT_FALSE(weightBytes(
      tensor({int64_t(1) << 40, int64_t(1) << 40}, builder.getI8Type())));
}

TEST_F(FrontendsTest, SmallWeightsAreWrittenOut) {
  const float values[] = {1, 2, 3};
  ArrayRef<char> bytes(reinterpret_cast<const char *>(values), sizeof(values));
  auto weight = dyn_cast<DenseElementsAttr>(
      makeWeight(tensor({3}, builder.getF32Type()), bytes, "w"));
  ASSERT_TRUE(weight);
  EXPECT_EQ(weight.getValues<float>()[2], 3);
}

TEST_F(FrontendsTest, BooleansTakeAByteEach) {
  std::vector<char> bytes(4096, 0);
  bytes[7] = 2;
  auto weight = dyn_cast<DenseElementsAttr>(
      makeWeight(tensor({4096}, builder.getI1Type()), bytes, "w"));
  ASSERT_TRUE(weight);
  EXPECT_TRUE(weight.getValues<bool>()[7]);
  EXPECT_FALSE(weight.getValues<bool>()[8]);
}

TEST_F(FrontendsTest, LargeWeightsPointIntoTheFile) {
  alignas(64) static char bytes[4096 + 1];
  RankedTensorType type = tensor({1024}, builder.getF32Type());
  // Wherever they lie in it, and look the same.
  for (const char *begin : {bytes, bytes + 1}) {
    auto inPlace = dyn_cast<DenseResourceElementsAttr>(
        makeWeight(type, ArrayRef<char>(begin, 4096), "w"));
    ASSERT_TRUE(inPlace);
    const AsmResourceBlob &blob = *inPlace.getRawHandle().getBlob();
    EXPECT_EQ(blob.getData().data(), begin);
    EXPECT_EQ(blob.getDataAlignment(), 4u);
  }
}

TEST_F(FrontendsTest, OneReportOfAllThatIsMissing) {
  UnsupportedOperators missing;
  EXPECT_TRUE(succeeded(missing.report(UnknownLoc::get(&context))));
  for (int i = 0; i < 5; ++i)
    missing.add("Foo", NameLoc::get(builder.getStringAttr("node")),
                "there is no such operator");
  missing.add("Bar", UnknownLoc::get(&context), "axis has to be a constant");
  std::string text;
  std::vector<std::string> notes;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    text = diagnostic.str();
    for (Diagnostic &note : diagnostic.getNotes())
      notes.push_back(note.str());
    return success();
  });
  EXPECT_TRUE(failed(missing.report(UnknownLoc::get(&context))));
  EXPECT_EQ(text, "6 operators of the model cannot be compiled");
  ASSERT_EQ(notes.size(), 2u);
  EXPECT_EQ(notes[0], "Bar (once): axis has to be a constant");
  EXPECT_EQ(notes[1], "Foo (5 times at 'node', 'node', 'node' and 2 more): "
                      "there is no such operator");
}

TEST_F(FrontendsTest, TheNearestNameIsNear) {
  EXPECT_EQ(nearestName("Conv2d", {"Conv", "CONV_2D", "Softmax"}), "CONV_2D");
  EXPECT_EQ(nearestName("Zebra", {"Conv", "Softmax"}), "");
}

TEST_F(FrontendsTest, NamesAndCountsAreAttributes) {
  context.loadDialect<func::FuncDialect>();
  OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(&context));
  Type type = tensor({1}, builder.getF32Type());
  auto function =
      func::FuncOp::create(UnknownLoc::get(&context), "main",
                           builder.getFunctionType({type, type}, {type}));
  module->push_back(function);
  setArgumentName(function, 0, "x");
  setArgumentName(function, 1, "");
  setResultName(function, 0, "y");
  setProducer(*module, "maker 1.0");
  setOperatorCounts(*module, {{"Conv", 2}});
  EXPECT_EQ(function.getArgAttrOfType<StringAttr>(0, kNameAttribute), "x");
  EXPECT_FALSE(function.getArgAttr(1, kNameAttribute));
  EXPECT_EQ(cast<StringAttr>(function.getResultAttr(0, kNameAttribute)), "y");
  EXPECT_EQ((*module)->getAttrOfType<StringAttr>(kProducerAttribute),
            "maker 1.0");
  auto counts = (*module)->getAttrOfType<DictionaryAttr>(kOperatorsAttribute);
  EXPECT_EQ(counts.getAs<IntegerAttr>("Conv").getInt(), 2);
}

} // namespace
