//===- ProfileTest.cpp - where the time of a compile went -----------------===//

#include "client/cli/Profile.h"

#include <nlohmann/json.hpp>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <sstream>

namespace ingot::client {
namespace {

using testing::HasSubstr;
using testing::Not;

ActionProfile kernel(const std::string &symbol, double ran) {
  ActionProfile action;
  action.kind = "kernel";
  action.symbol = symbol;
  action.root = "linalg.matmul";
  action.built = ran > 0;
  action.began = 3;
  action.ran = ran;
  if (action.built)
    action.parts = {{"MLIR pass", "Canonicalizer", 8, ran / 2}};
  return action;
}

std::string printed(const std::vector<ActionProfile> &actions) {
  std::ostringstream out;
  printProfile(out, actions);
  return out.str();
}

TEST(ProfileTest, SlowestActionsComeFirst) {
  std::string text = printed({kernel("quick", 2), kernel("slow", 40)});
  EXPECT_LT(text.find("slow"), text.find("quick")) << text;
  EXPECT_THAT(text, HasSubstr("2 actions built, 0 found\n"));
}

TEST(ProfileTest, WhatWasFoundIsCountedAndNotListed) {
  std::string text = printed({kernel("built", 2), kernel("stored", 0)});
  EXPECT_THAT(text, Not(HasSubstr("stored")));
  EXPECT_THAT(text, HasSubstr("1 actions built, 1 found\n"));
}

TEST(ProfileTest, PartsOfOneNameAreSummedUp) {
  EXPECT_THAT(printed({kernel("a", 2), kernel("b", 40)}),
              HasSubstr("21.0  MLIR pass: Canonicalizer, 16 times\n"));
}

TEST(ProfileTest, JsonHasEveryActionInOrder) {
  nlohmann::ordered_json json = profileAsJson({kernel("a", 2), kernel("b", 0)});
  ASSERT_EQ(json.size(), 2u);
  EXPECT_EQ(json[0]["symbol"], "a");
  EXPECT_EQ(json[0]["parts"][0]["name"], "Canonicalizer");
  EXPECT_EQ(json[1]["built"], false);
  EXPECT_TRUE(json[1]["parts"].empty());
}

} // namespace
} // namespace ingot::client
