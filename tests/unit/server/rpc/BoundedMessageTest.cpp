//===- BoundedMessageTest.cpp - messages by the count of their fields -----===//

#include "server/rpc/BoundedMessage.h"

#include "ingot/v1/compiler.pb.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot::server {
namespace {

using testing::HasSubstr;

grpc::ByteBuffer bytesOf(const std::string &bytes) {
  grpc::Slice slice(bytes);
  return grpc::ByteBuffer(&slice, 1);
}

v1::CompileRequest someRequest(int files) {
  v1::CompileRequest request;
  request.mutable_module()->set_inline_("m");
  for (int i = 0; i < files; ++i)
    request.mutable_module()->add_files()->set_name("n");
  return request;
}

TEST(BoundedMessageTest, WhatIsWithinTheBoundIsParsed) {
  const v1::CompileRequest request = someRequest(3);
  v1::CompileRequest parsed;
  // module, inline, and a file and its name three times.
  ASSERT_TRUE(parseBounded(serialize(request), parsed, 8).ok());
  EXPECT_EQ(parsed.SerializeAsString(), request.SerializeAsString());
  EXPECT_TRUE(
      parseBounded(grpc::ByteBuffer(serialize(v1::CompileRequest())), parsed, 0)
          .ok());
}

TEST(BoundedMessageTest, BytesOfARequestGoOnceItIsParsed) {
  for (const char *text : {"\x0a\x00", "\x0a\x7f"}) { // The second is wrong.
    auto bytes = std::make_shared<const std::string>(text, 2);
    const std::weak_ptr<const std::string> kept = bytes;
    grpc::ByteBuffer buffer;
    {
      const grpc::Slice slice = toSlice(std::move(bytes), 2);
      buffer = grpc::ByteBuffer(&slice, 1);
    }
    v1::CompileRequest parsed;
    ASSERT_TRUE(parseBounded(buffer, parsed).ok() == (text[1] == 0));
    EXPECT_FALSE(kept.expired());
    EXPECT_EQ(parseAndRelease(buffer, parsed).ok(), text[1] == 0);
    EXPECT_TRUE(kept.expired());
  }
}

TEST(BoundedMessageTest, FieldsWithinFieldsCount) {
  v1::CompileRequest parsed;
  absl::Status status = parseBounded(serialize(someRequest(3)), parsed, 7);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("ingot.v1.CompileRequest: has more than 7 fields"));
  EXPECT_FALSE(parsed.has_module()) << "it was not parsed";
}

TEST(BoundedMessageTest, SlicesMayCutAnything) {
  const v1::CompileRequest request = someRequest(20);
  const std::string bytes = request.SerializeAsString();
  std::vector<grpc::Slice> slices;
  for (char byte : bytes)
    slices.emplace_back(std::string(1, byte));
  v1::CompileRequest parsed;
  ASSERT_TRUE(
      parseBounded(grpc::ByteBuffer(slices.data(), slices.size()), parsed)
          .ok());
  EXPECT_EQ(parsed.SerializeAsString(), bytes);
}

TEST(BoundedMessageTest, WhatIsNoMessageIsRefused) {
  const std::string whole = someRequest(2).SerializeAsString();
  for (const std::string &bytes :
       {std::string("\x0a\x7f"), // A length beyond the end.
        std::string("\x0b\x0c"), // A group.
        whole.substr(0, whole.size() - 1)}) {
    v1::CompileRequest parsed;
    absl::Status status = parseBounded(bytesOf(bytes), parsed);
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(status.message()), HasSubstr("are no ingot.v1"));
  }
}

TEST(BoundedMessageTest, DepthIsBounded) {
  std::string notes;
  // A target's phases do not nest; Diagnostic.notes do, without an end.
  for (int i = 0; i < 200; ++i) {
    v1::Diagnostic outer;
    outer.add_notes()->ParseFromString(notes);
    if (!outer.SerializeToString(&notes))
      break;
  }
  v1::Diagnostic parsed;
  EXPECT_FALSE(parseBounded(bytesOf(notes), parsed).ok());
}

} // namespace
} // namespace ingot::server
