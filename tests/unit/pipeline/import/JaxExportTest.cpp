//===- JaxExportTest.cpp - containers, intact and not ---------------------===//

#include "pipeline/import/JaxExport.h"
#include "pipeline/dialects/foreign/ForeignDialects.h"
#include "pipeline/dialects/stablehlo/StablehloDialect.h"
#include "pipeline/dialects/vhlo/VhloDialect.h"
#include "pipeline/import/Diagnostics.h"
#include "pipeline/import/Import.h"
#include "pipeline/import/JaxExport_generated.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/MLIRContext.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <fstream>
#include <iterator>

namespace ingot {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string readInput(const std::string &name) {
  std::ifstream file(INGOT_LIT_INPUTS "/" + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// A container as JAX would make it, with these values.
struct Values {
  uint16_t serialization = 3;
  uint16_t convention = 10;
  std::vector<std::string> platforms = {"cpu"};
  std::vector<uint8_t> module = {'M', 'L'};
  bool hasModule = true;
};
std::string make(const Values &values) {
  flatbuffers::FlatBufferBuilder builder;
  auto name = builder.CreateString("f");
  auto platforms = builder.CreateVectorOfStrings(values.platforms);
  auto module = builder.CreateVector(values.module);
  jax::ExportedBuilder exported(builder);
  exported.add_serialization_version(values.serialization);
  exported.add_function_name(name);
  exported.add_platforms(platforms);
  if (values.hasModule)
    exported.add_mlir_module_serialized(module);
  exported.add_calling_convention_version(values.convention);
  builder.Finish(exported.Finish());
  return {reinterpret_cast<const char *>(builder.GetBufferPointer()),
          builder.GetSize()};
}

class JaxExportTest : public testing::Test {
protected:
  JaxExportTest() {
    mlir::DialectRegistry registry;
    registry.insert<mlir::func::FuncDialect, stablehlo::StablehloDialect,
                    vhlo::VhloDialect>();
    context.appendDialectRegistry(registry);
  }

  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  DiagnosticCollector collector{&context, nullptr};
};

TEST_F(JaxExportTest, PartsOfARealContainer) {
  std::string bytes = readInput("two_platforms.jax_export.bin");
  std::optional<JaxExport> container = readJaxExport(bytes);
  ASSERT_TRUE(container);
  EXPECT_EQ(container->function, "f");
  EXPECT_THAT(container->platforms, ElementsAre("cuda", "cpu"));
  EXPECT_EQ(container->callingConvention, 10u);
  EXPECT_THAT(std::string(container->module.substr(0, 16)),
              HasSubstr("StableHLO_v"));
  EXPECT_GE(container->module.data(), bytes.data());
  EXPECT_LE(container->module.data() + container->module.size(),
            bytes.data() + bytes.size());
  EXPECT_THAT(faultOf(*container), IsEmpty());
}

TEST_F(JaxExportTest, AnyAlignmentWillDo) {
  std::string bytes = readInput("one_platform.jax_export.bin");
  for (size_t shift = 0; shift < 8; ++shift) {
    std::string moved(shift, 'x');
    moved += bytes;
    std::string_view view = std::string_view(moved).substr(shift);
    std::optional<JaxExport> container = readJaxExport(view);
    ASSERT_TRUE(container) << shift;
    EXPECT_EQ(container->module, readJaxExport(bytes)->module);
  }
}

TEST_F(JaxExportTest, FaultsHaveWords) {
  Values newer;
  newer.serialization = 99;
  EXPECT_THAT(faultOf(*readJaxExport(make(newer))),
              HasSubstr("serialization version 99; versions up to 11"));
  Values later;
  later.convention = 11;
  EXPECT_THAT(faultOf(*readJaxExport(make(later))),
              HasSubstr("calling convention 11; versions 9 to 10"));
  Values empty;
  empty.module.clear();
  EXPECT_THAT(faultOf(*readJaxExport(make(empty))), HasSubstr("no module"));
  Values other;
  other.platforms = {"tpu", "cuda"};
  EXPECT_THAT(faultOf(*readJaxExport(make(other))),
              HasSubstr("tpu, cuda, and not for cpu"));
}

TEST_F(JaxExportTest, WithoutAModuleItIsNoContainer) {
  Values values;
  values.hasModule = false;
  EXPECT_FALSE(readJaxExport(make(values)));
}

// Exhaustive, because a reader that trusts one offset is enough for an attack:
// address sanitizers see what these do not.
TEST_F(JaxExportTest, OfManyPlatformsItIsNoContainer) {
  Values values;
  values.platforms.assign(64, "cpu");
  EXPECT_TRUE(readJaxExport(make(values)));
  values.platforms.push_back("cpu");
  EXPECT_FALSE(readJaxExport(make(values)));
}

TEST_F(JaxExportTest, CutAnywhereNothingIsReadBeyond) {
  std::string bytes = readInput("one_platform.jax_export.bin");
  ASSERT_TRUE(importModule(bytes, &context)) << collector.firstError();
  for (size_t size = 0; size < bytes.size(); ++size) {
    // An allocation of its own, so that reading beyond it is found.
    std::vector<char> cut(bytes.begin(), bytes.begin() + size);
    std::string_view view(cut.data(), cut.size());
    if (std::optional<JaxExport> container = readJaxExport(view))
      EXPECT_LE(container->module.data() + container->module.size(),
                cut.data() + cut.size());
  }
}

// The module in it is MLIR's to read; a worker may die of that.
TEST_F(JaxExportTest, AnyByteMayBeWrong) {
  std::string bytes = readInput("one_platform.jax_export.bin");
  for (size_t i = 0; i < bytes.size(); ++i)
    for (unsigned char flip : {0x01, 0x80, 0xff}) {
      std::string broken = bytes;
      broken[i] ^= flip;
      std::optional<JaxExport> container = readJaxExport(broken);
      if (container)
        EXPECT_LE(container->module.data() + container->module.size(),
                  broken.data() + broken.size());
    }
}

} // namespace
} // namespace ingot
