//===- KeyTreePropertyTest.cpp - what holds for trees of any shape --------===//
//
// Trees are drawn at random, with names and values from few words, so that
// parts of one name and equal parts are common. The model of equality is a text
// with the parts of each list in order: lists are compared as sets.
//
//===----------------------------------------------------------------------===//

#include "cache/key/KeyTree.h"

#include "cache/key/KeyBuilder.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <map>
#include <random>

namespace ingot {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class KeyTreePropertyTest : public testing::Test {
protected:
  uint32_t below(uint32_t bound) { return random() % bound; }

  std::string word() {
    static const char *const kWords[] = {"", "a", "b", "kernel", "a.b", "="};
    return kWords[below(std::size(kWords))];
  }

  void grow(v1::KeyPart &tree, size_t depth) {
    for (uint32_t left = below(4); left > 0; --left) {
      v1::KeyPart &part = addPart(tree, word(), word());
      part.set_note(word());
      if (depth + 1 < kMaxKeyDepth)
        grow(part, depth + 1 + below(3));
    }
  }
  v1::KeyPart draw() {
    v1::KeyPart tree;
    tree.set_name(word());
    grow(tree, 1);
    return tree;
  }

  /// The tree with the parts of each list in another order.
  v1::KeyPart shuffled(const v1::KeyPart &tree) {
    std::vector<v1::KeyPart> parts;
    for (const v1::KeyPart &part : tree.parts())
      parts.push_back(shuffled(part));
    std::shuffle(parts.begin(), parts.end(), random);
    v1::KeyPart result = tree;
    result.clear_parts();
    for (v1::KeyPart &part : parts)
      *result.add_parts() = std::move(part);
    return result;
  }

  std::mt19937 random{7};
};

/// A text that two parts share if and only if they are equal.
std::string canonical(const v1::KeyPart &part, bool isRoot = true) {
  std::vector<std::string> parts;
  for (const v1::KeyPart &child : part.parts())
    parts.push_back(canonical(child, /*isRoot=*/false));
  std::sort(parts.begin(), parts.end());
  const std::string content = absl::StrCat("{", absl::StrJoin(parts, ";"), "}");
  return isRoot ? content
                : absl::StrCat("'", part.name(), "'='", part.value(), "'",
                               content);
}

/// Path and values of each difference; "-" for what is not there.
std::vector<std::string> linesOf(const std::vector<v1::KeyDifference> &found,
                                 bool isReversed = false) {
  std::vector<std::string> lines;
  for (const v1::KeyDifference &each : found) {
    std::string before = each.has_before() ? each.before() + "." : "-",
                after = each.has_after() ? each.after() + "." : "-";
    if (isReversed)
      std::swap(before, after);
    lines.push_back(absl::StrCat(absl::StrJoin(each.path(), "/"), ": ", before,
                                 " -> ", after));
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

TEST_F(KeyTreePropertyTest, TreesDifferIfAndOnlyIfTheyAreNotEqual) {
  int equal = 0;
  for (int i = 0; i < 4000; ++i) {
    const v1::KeyPart a = draw(), b = draw();
    const bool areEqual = canonical(a) == canonical(b);
    equal += areEqual;
    EXPECT_EQ(differencesOf(a, b).empty(), areEqual)
        << a.ShortDebugString() << "\n"
        << b.ShortDebugString();
  }
  EXPECT_GT(equal, 100) << "both sides are drawn";
}

TEST_F(KeyTreePropertyTest, OrderMakesNoDifference) {
  for (int i = 0; i < 1000; ++i) {
    const v1::KeyPart tree = draw();
    EXPECT_THAT(linesOf(differencesOf(tree, shuffled(tree))), IsEmpty())
        << tree.ShortDebugString();
  }
}

TEST_F(KeyTreePropertyTest, TheOtherWayRoundTheSameDiffers) {
  for (int i = 0; i < 1000; ++i) {
    const v1::KeyPart a = draw(), b = draw();
    EXPECT_EQ(linesOf(differencesOf(a, b)),
              linesOf(differencesOf(b, a), /*isReversed=*/true))
        << a.ShortDebugString() << "\n"
        << b.ShortDebugString();
  }
}

TEST_F(KeyTreePropertyTest, ADifferenceTellsWhereItIs) {
  // Each names a part that one of the trees has.
  for (int i = 0; i < 500; ++i) {
    const v1::KeyPart a = draw(), b = draw();
    for (const v1::KeyDifference &each : differencesOf(a, b)) {
      EXPECT_TRUE(each.has_before() || each.has_after());
      const v1::KeyPart &tree = each.has_after() ? b : a;
      std::vector<const v1::KeyPart *> at{&tree};
      for (const std::string &name : each.path()) {
        std::vector<const v1::KeyPart *> next;
        for (const v1::KeyPart *part : at)
          for (const v1::KeyPart &child : part->parts())
            if (child.name() == name)
              next.push_back(&child);
        at = std::move(next);
      }
      EXPECT_FALSE(at.empty()) << absl::StrJoin(each.path(), "/");
    }
  }
}

TEST_F(KeyTreePropertyTest, TreesWithinTheLimitsStayAsTheyAre) {
  for (int i = 0; i < 500; ++i) {
    v1::KeyPart tree = draw();
    if (!checkTree(tree).ok())
      continue;
    const std::string before = tree.SerializeAsString();
    fitTree(tree);
    EXPECT_EQ(tree.SerializeAsString(), before);
  }
}

TEST_F(KeyTreePropertyTest, TheNumberOfPartsIsLimitedExactly) {
  v1::KeyPart tree; // A part itself.
  for (size_t i = 1; i < kMaxKeyParts; ++i)
    addPart(tree, "p");
  EXPECT_TRUE(checkTree(tree).ok());
  addPart(tree, "p");
  EXPECT_EQ(checkTree(tree).code(), absl::StatusCode::kInvalidArgument);
  fitTree(tree);
  EXPECT_TRUE(checkTree(tree).ok());
}

TEST_F(KeyTreePropertyTest, ASketchSeesValuesAndPartsButNotNotes) {
  auto sketchAfter = [&](auto change) {
    v1::KeyPart changed;
    addPart(addPart(changed, "list", "v"), "child", "c").set_note("n");
    change(*changed.mutable_parts(0));
    return sketchOf(changed);
  };
  const KeySketch same = sketchAfter([](v1::KeyPart &) {});
  EXPECT_EQ(same.size(), 1u);
  EXPECT_EQ(sketchAfter([](v1::KeyPart &part) { part.set_note("x"); }), same);
  EXPECT_NE(sketchAfter([](v1::KeyPart &part) { part.set_name("x"); }), same);
  EXPECT_NE(sketchAfter([](v1::KeyPart &part) { part.set_value("x"); }), same);
  EXPECT_NE(sketchAfter([](v1::KeyPart &part) {
              part.mutable_parts(0)->set_value("x");
            }),
            same);
}

TEST_F(KeyTreePropertyTest, PartsAreInCommonAsOftenAsBothHaveThem) {
  // Three times the same kernel is not nearer than the same two kernels.
  EXPECT_THAT(rankByNearness({1, 2}, {{1, 1, 1}, {1, 2}}), ElementsAre(1, 0));
  EXPECT_THAT(rankByNearness({1, 1, 1}, {{1, 2}, {1, 1}}), ElementsAre(1, 0));
  EXPECT_THAT(rankByNearness({}, {{1}, {}}), IsEmpty());
}

TEST_F(KeyTreePropertyTest, NothingIsNearerThanTheSame) {
  for (int i = 0; i < 500; ++i) {
    KeySketch sketch(1 + below(5));
    for (uint64_t &hash : sketch)
      hash = below(4);
    std::vector<KeySketch> candidates{sketch};
    for (int more = 0; more < 5; ++more) {
      candidates.emplace_back(below(8));
      for (uint64_t &hash : candidates.back())
        hash = below(4);
    }
    const std::vector<size_t> order = rankByNearness(sketch, candidates);
    ASSERT_FALSE(order.empty());
    EXPECT_EQ(order[0], 0u);
  }
}

TEST(KeyBuilderPropertyTest, KeysAreEqualIfAndOnlyIfTheirPartsAre) {
  // Few words, which run into each other.
  std::mt19937 random(3);
  static const char *const kWords[] = {"", "a", "b", "ab", "ba"};
  std::map<std::string, std::vector<std::pair<std::string, std::string>>> keys;
  for (int i = 0; i < 5000; ++i) {
    std::vector<std::pair<std::string, std::string>> parts;
    KeyBuilder key("k");
    for (uint32_t left = random() % 4; left > 0; --left) {
      parts.emplace_back(kWords[random() % 5], kWords[random() % 5]);
      key.add(parts.back().first, parts.back().second);
    }
    auto [known, isNew] = keys.emplace(key.finish().toString(), parts);
    EXPECT_EQ(known->second, parts);
  }
  EXPECT_GT(keys.size(), 500u);
}

TEST(DigestPropertyTest, PiecesOfAnySizesHashLikeTheWhole) {
  std::mt19937 random(5);
  std::string bytes(3000, '\0');
  for (char &byte : bytes)
    byte = static_cast<char>(random());
  for (int i = 0; i < 200; ++i) {
    Hasher hasher;
    for (std::string_view rest = bytes; !rest.empty();) {
      const size_t size = std::min<size_t>(random() % 130, rest.size());
      hasher.update(rest.substr(0, size));
      rest.remove_prefix(size);
    }
    ASSERT_EQ(hasher.finish(), Digest::of(bytes));
  }
}

TEST(DigestPropertyTest, OneChangedCharacterIsAnotherDigestOrNone) {
  const Digest digest = Digest::of("some bytes");
  const std::string text = digest.toString();
  for (size_t at = 0; at < text.size(); ++at)
    for (char other : {'0', '9', 'a', 'f', 'g', 'A', '/', '-', ' ', '\0'}) {
      std::string changed = text;
      changed[at] = other;
      auto parsed = Digest::parse(changed);
      if (changed == text)
        continue;
      if (parsed.ok()) {
        EXPECT_NE(*parsed, digest) << changed;
        EXPECT_EQ(parsed->toString(), changed) << "one spelling for each";
      } else {
        EXPECT_EQ(parsed.status().code(), absl::StatusCode::kInvalidArgument);
      }
    }
}

TEST(DigestPropertyTest, SizesUpToTheLargestComeBack) {
  Digest digest = Digest::of("x");
  for (int64_t size : {int64_t{0}, int64_t{9}, int64_t{10}, INT64_MAX}) {
    digest.size = size;
    auto parsed = Digest::parse(digest.toString());
    ASSERT_TRUE(parsed.ok()) << parsed.status();
    EXPECT_EQ(*parsed, digest);
  }
  EXPECT_FALSE(Digest::parse(digest.hex() + "/9223372036854775808").ok());
  v1::Digest wire = digest.toProto();
  wire.set_size_bytes(-1);
  EXPECT_EQ(Digest::fromProto(wire).status().code(),
            absl::StatusCode::kInvalidArgument);
}

} // namespace
} // namespace ingot
