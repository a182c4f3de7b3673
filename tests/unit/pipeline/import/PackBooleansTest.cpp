//===- PackBooleansTest.cpp - constants as newer MLIR prints them
//----------===//

#include "pipeline/import/PackBooleans.h"

#include "gtest/gtest.h"

namespace ingot {
namespace {

TEST(PackBooleans, BytesBecomeBitsTheFirstOneLowest) {
  EXPECT_EQ(packBooleans("a dense<\"0x010001\"> : tensor<3xi1> b"),
            "a dense<\"0x05\"> : tensor<3xi1> b");
  EXPECT_EQ(packBooleans("dense<\"0x01010101010101010001\">: tensor<2x5xi1>"),
            "dense<\"0xFF02\">: tensor<2x5xi1>");
}

TEST(PackBooleans, EveryConstantOfTheText) {
  EXPECT_EQ(packBooleans("dense<\"0x0001\"> : tensor<2xi1>\n"
                         "dense<\"0x0100\"> : tensor<2xi1>"),
            "dense<\"0x02\"> : tensor<2xi1>\ndense<\"0x01\"> : tensor<2xi1>");
}

TEST(PackBooleans, TheOneBehindAnUnfinishedOne) {
  EXPECT_EQ(packBooleans("// dense<\"0x\ndense<\"0x0100\"> : tensor<2xi1>"),
            "// dense<\"0x\ndense<\"0x01\"> : tensor<2xi1>");
}

TEST(PackBooleans, OtherConstantsStay) {
  for (const char *text :
       {"", "dense<true> : tensor<3xi1>", "dense<\"0x05\"> : tensor<3xi1>",
        "dense<\"0x01\"> : tensor<1xi1>", "dense<\"0x0100\"> : tensor<2xi8>",
        "dense<\"0x0102\"> : tensor<2xi1>", "dense<\"0x0100",
        "dense<\"0x0100\">", "dense<\"0x0100\"> : tensor<?xi1>",
        "dense<\"0x0100\"> : tensor<",
        "dense<\"0x0100\"> : tensor<99999999999x99999999999xi1>"})
    EXPECT_EQ(packBooleans(text), std::nullopt) << text;
}

} // namespace
} // namespace ingot
