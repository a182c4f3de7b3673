//===- KeyTreeTest.cpp - trees of named parts and their differences -------===//

#include "cache/key/KeyTree.h"

#include "cache/key/Digest.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include <google/protobuf/text_format.h>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

v1::KeyPart tree(const char *text) {
  v1::KeyPart parsed;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &parsed))
      << text;
  return parsed;
}

/// "a.b: x -> y note", "-" for what is not there.
std::vector<std::string> differences(const v1::KeyPart &before,
                                     const v1::KeyPart &after) {
  std::vector<std::string> lines;
  for (const v1::KeyDifference &each : differencesOf(before, after))
    lines.push_back(absl::StrCat(absl::StrJoin(each.path(), "."), ": ",
                                 each.has_before() ? each.before() : "-",
                                 " -> ", each.has_after() ? each.after() : "-",
                                 each.note().empty() ? "" : " ", each.note()));
  return lines;
}

TEST(KeyTree, EncodingIsPinned) {
  // What stands on disk: a change here makes old trees unreadable.
  v1::KeyPart root;
  addPart(root, "cpu", "znver4").set_note("n");
  EXPECT_EQ(root.SerializeAsString(), std::string("\x1a\x10\x0a\x03"
                                                  "cpu\x12\x06"
                                                  "znver4\x22\x01n",
                                                  18));
}

TEST(KeyTree, TextHasALineForEachValue) {
  EXPECT_EQ(textOf(tree("parts { name: 'a' value: '1' parts { name: 'b' } } "
                        "parts { name: 'c' parts { name: 'd' value: '2' } }")),
            "a = 1\na.b = \nc.d = 2\n");
}

TEST(KeyTree, LongValuesAreThereByTheirDigest) {
  v1::KeyPart root;
  const std::string longest(kMaxKeyPartBytes, 'x'), tooLong = longest + "x";
  EXPECT_EQ(addPart(root, "a", longest).value(), longest);
  EXPECT_EQ(addPart(root, "a", tooLong).value(),
            Digest::of(tooLong).toString());
  EXPECT_EQ(addPart(root, tooLong).name(), Digest::of(tooLong).toString());
  EXPECT_TRUE(checkTree(root).ok());
}

TEST(KeyTree, EqualTreesDifferInNothing) {
  v1::KeyPart a = tree("name: 'one' parts { name: 'x' value: '1' note: 'old' } "
                       "parts { name: 'y' }");
  v1::KeyPart b = tree("name: 'two' parts { name: 'y' } "
                       "parts { name: 'x' value: '1' note: 'new' }");
  EXPECT_THAT(differences(a, b), IsEmpty()) << "order, notes and the root";
}

TEST(KeyTree, DifferencesNameThePartAndBothValues) {
  v1::KeyPart before =
      tree("parts { name: 'options' parts { name: 'emit' value: 'A' } "
           "parts { name: 'gone' value: 'g' } } parts { name: 'same' }");
  v1::KeyPart after = tree(
      "parts { name: 'options' parts { name: 'emit' value: 'B' } "
      "parts { name: 'new' value: '' note: 'n' } } parts { name: 'same' }");
  EXPECT_THAT(differences(before, after),
              ElementsAre("options.gone: g -> -", "options.emit: A -> B",
                          "options.new: - ->  n"));
}

TEST(KeyTree, PartsOfAPartThatChangedAreComparedToo) {
  EXPECT_THAT(
      differences(tree("parts { name: 'f' value: '1' parts { name: 'c' } }"),
                  tree("parts { name: 'f' value: '2' parts { name: 'd' } }")),
      ElementsAre("f: 1 -> 2", "f.c:  -> -", "f.d: - -> "));
}

TEST(KeyTree, ANewPartIsToldOfWithAllThatIsInIt) {
  EXPECT_THAT(differences(tree(""), tree("parts { name: 'f' parts { name: 'c' "
                                         "} parts { name: 'd' } }")),
              ElementsAre("f: - -> 2 parts"));
}

TEST(KeyTree, OfSeveralOfOneNameEqualOnesBelongTogether) {
  v1::KeyPart before =
      tree("parts { name: 'k' value: '1' } parts { name: 'k' value: '2' } "
           "parts { name: 'k' value: '2' } parts { name: 'k' value: '3' }");
  EXPECT_THAT(differences(before, tree("parts { name: 'k' value: '0' } "
                                       "parts { name: 'k' value: '1' } "
                                       "parts { name: 'k' value: '2' } "
                                       "parts { name: 'k' value: '2' } "
                                       "parts { name: 'k' value: '3' }")),
              ElementsAre("k: - -> 0"))
      << "one in front moves no others";
  EXPECT_THAT(differences(before, tree("parts { name: 'k' value: '1' } "
                                       "parts { name: 'k' value: '2' } "
                                       "parts { name: 'k' value: '4' } "
                                       "parts { name: 'k' value: '3' }")),
              ElementsAre("k: 2 -> 4"));
  EXPECT_THAT(differences(before, tree("parts { name: 'k' value: '2' }")),
              ElementsAre("k: 1 -> -", "k: 2 -> -", "k: 3 -> -"));
}

TEST(KeyTree, WhatIsTooLargeIsCutAndComparesNevertheless) {
  auto wide = [](const char *last) {
    v1::KeyPart root;
    v1::KeyPart &list = addPart(root, "list");
    for (int i = 0; i < 10000; ++i)
      addPart(list, absl::StrCat("n", i), "v");
    addPart(list, last);
    addPart(root, "small", "s");
    return root;
  };
  v1::KeyPart a = wide("a"), b = wide("b"), again = wide("a");
  EXPECT_THAT(checkTree(a).message(), HasSubstr("too large"));
  for (v1::KeyPart *each : {&a, &b, &again})
    fitTree(*each);
  EXPECT_TRUE(checkTree(a).ok()) << checkTree(a);
  EXPECT_THAT(a.parts(0).parts(), SizeIs(512));
  EXPECT_EQ(a.parts(1).value(), "s");
  EXPECT_THAT(differences(a, again), IsEmpty());
  EXPECT_THAT(differences(a, b), ElementsAre(HasSubstr("list.(others): 9490")));
}

TEST(KeyTree, FittingEndsForAnyTree) {
  v1::KeyPart root;
  for (int i = 0; i < 70; ++i)
    for (int j = 0; j < 70; ++j)
      addPart(j == 0 ? addPart(root, absl::StrCat(i)) : *root.mutable_parts(i),
              absl::StrCat(j), std::string(kMaxKeyPartBytes, 'x'));
  fitTree(root);
  EXPECT_TRUE(checkTree(root).ok()) << checkTree(root);
}

TEST(KeyTree, WhatIsReadIsHeldAgainstTheLimits) {
  v1::KeyPart deep;
  v1::KeyPart *part = &deep;
  for (size_t i = 1; i < kMaxKeyDepth; ++i)
    part = &addPart(*part, "d");
  EXPECT_TRUE(checkTree(deep).ok());
  addPart(*part, "d");
  EXPECT_THAT(checkTree(deep).message(), HasSubstr("too deep"));
  for (auto set : {&v1::KeyPart::set_name<const std::string &>,
                   &v1::KeyPart::set_value<const std::string &>,
                   &v1::KeyPart::set_note<const std::string &>}) {
    v1::KeyPart root;
    (root.add_parts()->*set)(std::string(kMaxKeyPartBytes + 1, 'x'));
    EXPECT_THAT(checkTree(root).message(), HasSubstr("too long"));
  }
}

TEST(KeyTree, NearestIsWhatSharesMostPartsThenWhatComesFirst) {
  const KeySketch all = sketchOf(
      tree("parts { name: 'a' value: '1' } parts { name: 'b' value: '2' } "
           "parts { name: 'c' value: '3' note: 'n' }"));
  const KeySketch two = sketchOf(
      tree("parts { name: 'b' value: '2' } parts { name: 'c' value: '3' }"));
  const KeySketch one = sketchOf(tree("parts { name: 'c' value: '3' }"));
  const KeySketch none = sketchOf(tree("parts { name: 'c' value: '4' } "
                                       "parts { name: 'b' value: '3' }"));
  EXPECT_THAT(rankByNearness(all, {none, one, two, one}), ElementsAre(2, 1, 3));
  EXPECT_THAT(rankByNearness(all, {}), IsEmpty());
}

} // namespace
} // namespace ingot
