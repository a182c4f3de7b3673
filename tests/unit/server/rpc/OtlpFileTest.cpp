//===- OtlpFileTest.cpp - spans as lines of OTLP --------------------------===//

#include "server/rpc/OtlpFile.h"
#include "tests/unit/server/rpc/InProcessServer.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <sys/stat.h>

namespace ingot::server {
namespace {

using testing::HasSubstr;

Span span() {
  Span span;
  span.traceId = std::string(32, 'a');
  span.spanId = std::string(16, 'b');
  span.parentId = std::string(16, 'c');
  span.name = "ingot.v1.Compiler/Compile";
  span.isServer = true;
  span.began = absl::UnixEpoch() + absl::Nanoseconds(1500);
  span.ended = absl::UnixEpoch() + absl::Seconds(2);
  span.attributes = {{"ingot.cache", "MISS"}};
  return span;
}

/// The only list of spans of a line.
nlohmann::json spansOf(const std::string &line) {
  return nlohmann::json::parse(
      line)["resourceSpans"][0]["scopeSpans"][0]["spans"];
}

TEST(OtlpTest, FieldsAreThoseOfTheJsonEncoding) {
  nlohmann::json spans = spansOf(toOtlp({span()}));
  ASSERT_EQ(spans.size(), 1u);
  EXPECT_EQ(spans[0]["traceId"], std::string(32, 'a'));
  EXPECT_EQ(spans[0]["spanId"], std::string(16, 'b'));
  EXPECT_EQ(spans[0]["parentSpanId"], std::string(16, 'c'));
  EXPECT_EQ(spans[0]["kind"], 2);
  EXPECT_EQ(spans[0]["startTimeUnixNano"], "1500") << "64 bits are a string";
  EXPECT_EQ(spans[0]["endTimeUnixNano"], "2000000000");
  EXPECT_EQ(spans[0]["attributes"][0]["key"], "ingot.cache");
  EXPECT_EQ(spans[0]["attributes"][0]["value"]["stringValue"], "MISS");
  EXPECT_EQ(spans[0]["status"]["code"], 1);
}

TEST(OtlpTest, AnErrorSaysItsCodeAndNothingOfTheProgram) {
  Span failed = span();
  failed.isServer = false;
  failed.status = absl::InvalidArgumentError("secret: line 7");
  const std::string line = toOtlp({failed});
  EXPECT_EQ(spansOf(line)[0]["kind"], 1);
  EXPECT_EQ(spansOf(line)[0]["status"]["code"], 2);
  EXPECT_EQ(spansOf(line)[0]["status"]["message"], "INVALID_ARGUMENT");
  EXPECT_EQ(line.find("secret"), std::string::npos);
}

TEST(OtlpTest, TheServiceIsNamed) {
  auto resource = nlohmann::json::parse(
      toOtlp({span()}))["resourceSpans"][0]["resource"]["attributes"];
  EXPECT_EQ(resource[0]["key"], "service.name");
  EXPECT_EQ(resource[0]["value"]["stringValue"], "ingotd");
}

TEST(OtlpTest, WhatIsNoTextStaysOneLine) {
  Span odd = span();
  odd.name = "a\nb\xff";
  const std::string line = toOtlp({odd});
  EXPECT_EQ(line.find('\n'), std::string::npos);
  EXPECT_EQ(spansOf(line)[0]["name"].get<std::string>().substr(0, 3), "a\nb");
}

class OtlpFileTest : public testing::Test {
protected:
  ~OtlpFileTest() override { std::filesystem::remove(path_); }

  const std::string path_ =
      testing::TempDir() + "spans-" + std::to_string(getpid());
};

TEST_F(OtlpFileTest, ARequestIsALineAndTheFileItsOwnersAlone) {
  {
    auto file = OtlpFile::open(path_);
    ASSERT_TRUE(file.ok()) << file.status();
    (*file)->record({span(), span()});
    (*file)->record({span()});
  }
  std::ifstream lines(path_);
  std::string first, second, none;
  std::getline(lines, first);
  std::getline(lines, second);
  EXPECT_EQ(spansOf(first).size(), 2u);
  EXPECT_EQ(spansOf(second).size(), 1u);
  EXPECT_FALSE(std::getline(lines, none));
  struct stat entry{};
  ASSERT_EQ(stat(path_.c_str(), &entry), 0);
  EXPECT_EQ(entry.st_mode & 0777, 0600u);
}

TEST_F(OtlpFileTest, AFileThatCannotBeOpenedNamesTheSetting) {
  absl::Status status = OtlpFile::open("/nonexistent/spans").status();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("otlp-file: /nonexistent/spans"));
}

} // namespace
} // namespace ingot::server
