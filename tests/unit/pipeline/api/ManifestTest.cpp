//===- ManifestTest.cpp - what executables say of themselves --------------===//

#include "pipeline/api/Manifest.h"
#include "pipeline/dialects/ingot/IngotDialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot::pipeline {
namespace {

using testing::HasSubstr;

/// The attributes of an op `name` in the host program, beside a part whose
/// target has a library and a memory.
std::string attributesOf(const std::string &name, const std::string &library,
                         const std::string &memory) {
  mlir::MLIRContext context;
  context.loadDialect<dialect::IngotDialect, mlir::func::FuncDialect>();
  auto module = mlir::parseSourceString<mlir::ModuleOp>(
      "func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {\n"
      "%0 = ingot.custom \"" +
          name +
          "\"(%a) {implementation_attrs = \"{}\", described_operands = "
          "[tensor<4xf32>], described_results = [tensor<4xf32>]} : "
          "(tensor<4xf32>) -> tensor<4xf32>\nreturn %0 : tensor<4xf32>\n}",
      &context);
  if (!module)
    return "no module";
  v1::Manifest manifest;
  v1::Part &part = *manifest.add_parts();
  part.set_name("part");
  part.mutable_target()->add_libraries()->set_name(library);
  part.mutable_target()->mutable_memory()->set_name(memory);
  describeCustomOps(*module, manifest);
  return manifest.custom_ops_size() == 1 ? manifest.custom_ops(0).attributes()
                                         : "no op";
}

TEST(ManifestTest, TransfersComeFromTheLibraryOfTheMemory) {
  EXPECT_THAT(attributesOf("unit.send", "unit", "unit"),
              HasSubstr("\"library\":{\"name\":\"unit\""));
}

TEST(ManifestTest, OpsOfTheHostAreNotFromTheLibraryOfAPart) {
  EXPECT_EQ(attributesOf("dnnl.mine", "dnnl", ""), "{}");
}

} // namespace
} // namespace ingot::pipeline
