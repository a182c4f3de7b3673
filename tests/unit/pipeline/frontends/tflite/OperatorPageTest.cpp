//===- OperatorPageTest.cpp - the README's table of operators -------------===//

#include "pipeline/frontends/tflite/OperatorPage.h"
#include "pipeline/frontends/tflite/TfLiteOp.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

using namespace ingot::tflite;

namespace {

TEST(OperatorPageTest, TheReadmeHasTheTable) {
  std::stringstream readme;
  readme << std::ifstream(INGOT_TFLITE_README).rdbuf();
  EXPECT_NE(readme.str().find(operatorPage()), std::string::npos)
      << "put this below '## Operators':\n"
      << operatorPage();
}

TEST(OperatorPageTest, EveryBuiltinOperatorHasARowOrAReason) {
  for (BuiltinOperator code : schema::EnumValuesBuiltinOperator()) {
    bool hasRow = operatorTable().findRow(code, false) ||
                  operatorTable().findRow(code, true);
    std::string reason = operatorTable().reasonWithoutRow(code).str();
    EXPECT_NE(hasRow, !reason.empty()) << schema::EnumNameBuiltinOperator(code);
    EXPECT_NE(reason, "it has no row yet")
        << schema::EnumNameBuiltinOperator(code);
  }
}

} // namespace
