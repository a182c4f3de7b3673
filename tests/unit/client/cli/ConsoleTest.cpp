//===- ConsoleTest.cpp - what people read ---------------------------------===//

#include "client/cli/Console.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot::client {
namespace {

using ::testing::internal::CaptureStderr;
using ::testing::internal::GetCapturedStderr;

std::string printed(const Diagnostic &diagnostic, std::string_view module) {
  CaptureStderr();
  printDiagnostic(diagnostic, "model.mlir", module);
  return GetCapturedStderr();
}

TEST(DiagnosticTest, TheLineStandsBelowWithACaret) {
  EXPECT_EQ(printed({"error", "bad op", "", 2, 3, {}}, "one\n  two\nthree\n"),
            "model.mlir:2:3: error: bad op\n    two\n    ^\n");
}

TEST(DiagnosticTest, TabsKeepTheCaretInItsPlace) {
  EXPECT_EQ(printed({"error", "x", "", 1, 2, {}}, "\top\n"),
            "model.mlir:1:2: error: x\n  \top\n  \t^\n");
}

TEST(DiagnosticTest, NotesAndOtherFilesHaveTheirOwnPlace) {
  EXPECT_EQ(
      printed(
          {"error", "x", "", 0, 0, {{"note", "from here", "a.py", 7, 1, {}}}},
          "text"),
      "model.mlir: error: x\na.py:7:1: note: from here\n");
}

TEST(DiagnosticTest, BytecodeAndLinesThatAreNotThereShowNone) {
  EXPECT_EQ(printed({"error", "x", "", 1, 1, {}}, std::string_view("a\0b", 3)),
            "model.mlir:1:1: error: x\n");
  EXPECT_EQ(printed({"error", "x", "", 9, 1, {}}, "one\n"),
            "model.mlir:9:1: error: x\n");
}

TEST(ProgressLineTest, PlainLinesWhereThereIsNoTerminal) {
  CaptureStderr();
  ProgressLine line(true);
  line.show("plan", 0, 1);
  line.show("kernels", 0, 3);
  line.show("kernels", 1, 3);
  line.show("kernels", 3, 3);
  EXPECT_EQ(GetCapturedStderr(),
            "phase plan\nphase kernels 0/3\nphase kernels 3/3\n");
  CaptureStderr();
  ProgressLine quiet(false);
  quiet.show("plan", 0, 1);
  EXPECT_EQ(GetCapturedStderr(), "");
}

} // namespace
} // namespace ingot::client
