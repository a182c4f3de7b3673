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

TEST(KeyBuilder, EveryFieldOfATargetCounts) {
  v1::Target target;
  target.set_triple("x86_64-unknown-linux-gnu");
  target.set_cpu("znver3");
  target.add_features("+avx2");
  Digest key = KeyBuilder("k").add(target).finish();
  v1::Target triple = target, cpu = target, features = target,
             legalOps = target, form = target;
  triple.set_triple("aarch64-unknown-linux-gnu");
  cpu.set_cpu("znver4");
  features.add_features("+fma");
  legalOps.add_legal_ops("torch.aten.layer_norm");
  form.set_custom_op_form(v1::ATTRIBUTES);
  for (const v1::Target &other : {triple, cpu, features, legalOps, form})
    EXPECT_NE(KeyBuilder("k").add(other).finish(), key);
}

TEST(KeyBuilder, TraceNamesEachPart) {
  std::string large(201, 'x');
  KeyBuilder key("plan");
  key.add("cpu", "znver3").add("module", large);
  EXPECT_EQ(key.trace(), "kind=plan\ncpu=znver3\nmodule=" +
                             Digest::of(large).toString() + "\n");
}

} // namespace
} // namespace ingot
