#include "proto/text/TextError.h"

#include "ingot/v1/common.pb.h"

#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/text_format.h>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;

struct FirstError final : google::protobuf::io::ErrorCollector {
  void AddError(int, int, const std::string &message) override {
    if (text.empty())
      text = message;
  }
  std::string text;
};

/// What is said of a target's text, by the parser that is linked.
std::string errorOf(const std::string &text) {
  FirstError error;
  v1::TargetDescription description;
  google::protobuf::TextFormat::Parser parser;
  parser.RecordErrorsTo(&error);
  EXPECT_FALSE(parser.ParseFromString(text, &description));
  return withNearestName(*v1::TargetDescription::descriptor(), error.text);
}

TEST(TextErrorTest, FieldsThatThereAreNotGetTheNearestOne) {
  EXPECT_THAT(errorOf("target { tripel: \"x\" }"),
              AllOf(HasSubstr("\"tripel\""),
                    HasSubstr("There are triple, cpu, "),
                    EndsWith("did you mean 'triple'?")));
  EXPECT_THAT(errorOf("target { phases { pipelines: \"\" } }"),
              EndsWith("There are name, pipeline; did you mean 'pipeline'?"));
}

TEST(TextErrorTest, ValuesThatThereAreNotGetTheNearestOne) {
  EXPECT_THAT(errorOf("target { emit: OBJEKT }"),
              EndsWith("There are EXECUTABLE, OBJECT, ASSEMBLY, C_SOURCE; "
                       "did you mean 'OBJECT'?"));
  EXPECT_THAT(errorOf("target { layout: zzz }"), EndsWith("CHANNELS_LAST"));
}

TEST(TextErrorTest, OtherMessagesStay) {
  std::string message = errorOf("target { base }");
  EXPECT_EQ(message.find("There are"), std::string::npos) << message;
}

TEST(TextErrorTest, EscapesMayMakeWhatNobodyTakes) {
  v1::TargetDescription description;
  for (const char *text : {"summary: \"\\303\\244\"", "summary: \"\\344\""}) {
    ASSERT_TRUE(
        google::protobuf::TextFormat::ParseFromString(text, &description));
    EXPECT_EQ(hasUtf8Only(description), description.summary().size() == 2)
        << text;
  }
}

} // namespace
} // namespace ingot
