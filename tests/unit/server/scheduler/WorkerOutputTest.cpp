//===- WorkerOutputTest.cpp - what workers write to stderr ----------------===//

#include "server/scheduler/WorkerOutput.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <vector>

namespace ingot::server {
namespace {

using testing::ElementsAre;

class WorkerOutputTest : public testing::Test {
protected:
  std::vector<std::string> lines;
  WorkerOutput output{
      [this](const std::string &line) { lines.push_back(line); }};
  const absl::Time start = absl::UnixEpoch();
};

TEST_F(WorkerOutputTest, LinesArePutTogether) {
  output.feed("one\ntw", start);
  output.feed("o\nthree", start);
  EXPECT_THAT(lines, ElementsAre("one", "two"));
  output.end(start);
  output.end(start);
  EXPECT_THAT(lines, ElementsAre("one", "two", "three"));
}

TEST_F(WorkerOutputTest, NothingSteersATerminalOrForgesAField) {
  output.feed("\x1b[2Jgone\" level=error\r\xff\n", start);
  EXPECT_THAT(lines, ElementsAre("?[2Jgone? level=error??"));
}

TEST_F(WorkerOutputTest, LongLinesAreCut) {
  output.feed(std::string(1 << 20, 'x') + "\n", start);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0].size(), WorkerOutput::kMaxLineBytes);
}

TEST_F(WorkerOutputTest, AFloodOfLinesIsCounted) {
  for (int i = 0; i < 1000; ++i)
    output.feed("x\n", start);
  EXPECT_EQ(lines.size(), static_cast<size_t>(WorkerOutput::kMaxLines));
  lines.clear();
  output.feed("later\n", start + WorkerOutput::kPeriod);
  EXPECT_THAT(lines, ElementsAre("(and 900 lines)", "later"));
}

} // namespace
} // namespace ingot::server
