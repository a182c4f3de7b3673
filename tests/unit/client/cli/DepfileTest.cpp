//===- DepfileTest.cpp - rules that make can read -------------------------===//

#include "client/cli/Depfile.h"

#include "gtest/gtest.h"

namespace ingot::client {
namespace {

TEST(DepfileTest, AnOutputDependsOnAllInputs) {
  EXPECT_EQ(depfile({"a.so"}, {"m.onnx", "w/x.bin"}),
            "a.so: \\\n  m.onnx \\\n  w/x.bin\n");
}

TEST(DepfileTest, SeveralOutputsAreMadeTogether) {
  EXPECT_EQ(depfile({"a.so", "b.so"}, {"m.onnx"}), "a.so b.so: \\\n  m.onnx\n");
}

TEST(DepfileTest, WhatMakeWouldReadOtherwiseIsEscaped) {
  EXPECT_EQ(depfile({"a b.so"}, {"$x#1"}), "a\\ b.so: \\\n  $$x\\#1\n");
}

} // namespace
} // namespace ingot::client
