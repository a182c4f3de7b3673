//===- KeyBuilderTest.cpp - keys never run together -----------------------===//

#include "cache/key/KeyBuilder.h"

#include <gtest/gtest.h>

namespace ingot {
namespace {

TEST(KeyBuilder, EncodingIsPinned) {
  // The documented encoding, spelled out: a change here loses every cache.
  std::string bytes("\4\0\0\0kind\6\0\0\0\0\0\0\0kernel"
                    "\1\0\0\0n\2\0\0\0\0\0\0\0"
                    "42",
                    37);
  Digest key = KeyBuilder("kernel").add("n", uint64_t{42}).finish();
  EXPECT_EQ(key.size, 37);
  EXPECT_EQ(key, Digest::of(bytes));
}

TEST(KeyBuilder, PartsThatConcatenateEquallyDiffer) {
  EXPECT_NE(KeyBuilder("k").add("ab", "c").finish(),
            KeyBuilder("k").add("a", "bc").finish());
  EXPECT_NE(KeyBuilder("k").add("a", "b").add("c", "d").finish(),
            KeyBuilder("k").add("a", "bc").add("", "d").finish());
  EXPECT_NE(KeyBuilder("k").add("a", "").finish(), KeyBuilder("k").finish());
}

TEST(KeyBuilder, OrderAndKindBelongToTheKey) {
  EXPECT_NE(KeyBuilder("k").add("a", "1").add("b", "2").finish(),
            KeyBuilder("k").add("b", "2").add("a", "1").finish());
  EXPECT_NE(KeyBuilder("plan").finish(), KeyBuilder("link").finish());
}

TEST(KeyBuilder, TraceNamesEachPart) {
  std::string large(201, 'x');
  KeyBuilder key("plan");
  key.add("cpu", "znver3").add("module", large);
  EXPECT_EQ(traceOf(key.takeParts()), "kind=plan\ncpu=znver3\nmodule=" +
                                          Digest::of(large).toString() + "\n");
}

TEST(KeyBuilder, TraceOfWhatIsNoKeyEnds) {
  const std::string parts = KeyBuilder("plan").add("cpu", "x").takeParts();
  for (size_t size = 0; size < parts.size(); ++size)
    EXPECT_LE(traceOf(parts.substr(0, size)).size(), parts.size());
  EXPECT_EQ(traceOf(std::string(5, '\xff')), "\xff=\n");
}

} // namespace
} // namespace ingot
