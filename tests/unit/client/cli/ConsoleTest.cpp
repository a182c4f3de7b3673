//===- ConsoleTest.cpp - diagnostics and progress -------------------------===//

#include "client/cli/Console.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <sstream>

namespace ingot::client {
namespace {

std::string printed(const std::vector<Diagnostic> &diagnostics,
                    std::string_view module) {
  std::ostringstream err;
  DiagnosticPrinter printer(err, "model.mlir", module);
  for (const Diagnostic &diagnostic : diagnostics)
    printer.print(diagnostic);
  return err.str();
}

TEST(DiagnosticTest, TheLineStandsBelowWithACaret) {
  EXPECT_EQ(printed({{"error", "bad op", "", 2, 3, {}}}, "one\n  two\nthree\n"),
            "model.mlir:2:3: error: bad op\n    two\n    ^\n");
}

TEST(DiagnosticTest, TabsKeepTheCaretInItsPlace) {
  EXPECT_EQ(printed({{"error", "x", "", 1, 2, {}}}, "\top\n"),
            "model.mlir:1:2: error: x\n  \top\n  \t^\n");
}

TEST(DiagnosticTest, NotesAndOtherFilesHaveTheirOwnPlace) {
  EXPECT_EQ(
      printed(
          {{"error", "x", "", 0, 0, {{"note", "from here", "a.py", 7, 1, {}}}}},
          "text"),
      "model.mlir: error: x\na.py:7:1: note: from here\n");
}

TEST(DiagnosticTest, PlacesWithoutALineToShowPrintNone) {
  struct Case {
    uint32_t line, column;
    std::string_view module;
    const char *place;
  };
  const std::string kLong(301, 'x');
  for (const Case &place :
       {Case{1, 1, std::string_view("a\0b", 3), "model.mlir:1:1"}, // Bytecode.
        Case{9, 1, "one\n", "model.mlir:9:1"},
        Case{2, 1, "one", "model.mlir:2:1"},
        Case{1, 0, "one", "model.mlir:1:0"},
        Case{1, 4, kLong, "model.mlir:1:4"}, Case{0, 0, "one", "model.mlir"}})
    EXPECT_EQ(printed({{"error", "x", "", place.line, place.column, {}}},
                      place.module),
              std::string(place.place) + ": error: x\n");
}

TEST(DiagnosticTest, ATerminalObeysNothingOfAProgram) {
  Diagnostic hostile{"error", "\x1b[2Jgone\nand", "a\n\x1b.py", 1, 1, {}};
  EXPECT_EQ(printed({hostile}, ""), "a??.py:1:1: error: ?[2Jgone\nand\n");
  EXPECT_EQ(printable("\xc2\x9b"
                      "2J \xc3\x9b \xc2\xb5"),
            "\xc2?2J \xc3\x9b \xc2\xb5");
  EXPECT_EQ(printed({{"error", "x", "", 1, 1, {}}}, "\x1b[2J\x7f\n"),
            "model.mlir:1:1: error: x\n  ?[2J?\n  ^\n");
}

TEST(DiagnosticTest, TheCaretStaysWithinTheLine) {
  EXPECT_EQ(printed({{"error", "x", "", 1, 99, {}}}, "ab"),
            "model.mlir:1:99: error: x\n  ab\n    ^\n");
}

TEST(DiagnosticTest, GeneralNotesAreRepeatedByNoOtherDiagnostic) {
  // One has no place, one the place of its diagnostic, one its own.
  auto error = [](uint32_t line) {
    return Diagnostic{"error",
                      "e",
                      "",
                      line,
                      0,
                      {{"note", "known: a, b", "", line, 0, {}},
                       {"note", "see the manual", "", 0, 0, {}},
                       {"note", "called here", "", 30, 0, {}}}};
  };
  EXPECT_EQ(printed({error(10), error(20)}, ""),
            "model.mlir:10:0: error: e\n"
            "model.mlir:10:0: note: known: a, b\n"
            "model.mlir: note: see the manual\n"
            "model.mlir:30:0: note: called here\n"
            "model.mlir:20:0: error: e\n"
            "model.mlir:30:0: note: called here\n");
  EXPECT_EQ(printed({error(10)}, ""), printed({error(10)}, ""))
      << "each report has its own";
}

std::string shown(bool enabled, bool isTerminal) {
  std::ostringstream err;
  ProgressLine line(err, enabled, isTerminal);
  line.show("plan", 0, 1);
  line.show("kernels", 0, 3);
  line.show("kernels", 1, 3);
  line.show("kernels", 3, 3);
  line.clear();
  line.clear(); // Nothing is left to remove.
  return err.str();
}

TEST(ProgressLineTest, PlainLinesWhereThereIsNoTerminal) {
  EXPECT_EQ(shown(true, false),
            "phase plan\nphase kernels 0/3\nphase kernels 3/3\n");
}

TEST(ProgressLineTest, ATerminalHasOneLineThatIsRedrawnAndRemoved) {
  const std::string erase = "\r\x1b[K";
  EXPECT_EQ(shown(true, true),
            erase + "plan" + erase + "kernels [" + std::string(30, '.') +
                "] 0/3" + erase + "kernels [" + std::string(10, '#') +
                std::string(20, '.') + "] 1/3" + erase + "kernels [" +
                std::string(30, '#') + "] 3/3" + erase);
}

TEST(ProgressLineTest, UploadsSayHowMuchAndHowFast) {
  std::ostringstream terminal, file;
  {
    ProgressLine line(terminal, true, true), plain(file, true, false);
    for (uint64_t mebibytes : {256, 512, 1024})
      for (ProgressLine *each : {&line, &plain})
        each->showUpload(mebibytes << 20, uint64_t{1024} << 20,
                         absl::Seconds(mebibytes / 256));
  }
  EXPECT_THAT(terminal.str(),
              testing::HasSubstr("upload 512 of 1024 MiB, 256 MiB/s"));
  EXPECT_EQ(file.str(), "upload 1024 of 1024 MiB, 256 MiB/s\n");
}

TEST(ProgressLineTest, WhatTheDaemonHadIsNoPartOfTheRate) {
  std::ostringstream file;
  ProgressLine plain(file, true, false);
  plain.showUpload(uint64_t{900} << 20, uint64_t{1000} << 20,
                   absl::Seconds(10));
  plain.showUpload(uint64_t{1000} << 20, uint64_t{1000} << 20,
                   absl::Seconds(12));
  EXPECT_EQ(file.str(), "upload 1000 of 1000 MiB, 50 MiB/s\n");
}

TEST(ProgressLineTest, NothingWhenItIsDisabled) {
  EXPECT_EQ(shown(false, false), "");
  EXPECT_EQ(shown(false, true), "");
}

} // namespace
} // namespace ingot::client
