//===- DerivationKeysTest.cpp - what results of initialisers depend on ----===//

#include "client/runtime/DerivationKeys.h"

#include "gtest/gtest.h"

#include <cfenv>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace ingot::runtime {
namespace {

const int64_t kFour[] = {4};
const ingot_type kVector[] = {{INGOT_F32, 1, kFour}};
const ingot_entry kInitialiser = {"pack", nullptr, 1, kVector, 1, kVector};
const int64_t kFirst[] = {0}, kSecond[] = {1}, kThird[] = {2};

/// Two constants, two derivations of the first, the second of its result, and
/// one of the second constant.
class DerivationKeysTest : public testing::Test {
protected:
  DerivationKeysTest() {
    table.abi_version = 3;
    table.constant_count = 2;
    table.derivation_count = 3;
    table.derivations = derivations;
  }

  DerivationKeys keys(std::string_view code = "code") {
    return DerivationKeys(fingerprinter, code, table, nullptr);
  }

  const ingot_derivation derivations[3] = {{&kInitialiser, kFirst},
                                           {&kInitialiser, kThird},
                                           {&kInitialiser, kSecond}};
  ingot_executable table{};
  const Fingerprinter fingerprinter{Fingerprinter::Secret{}};
  float first[4] = {1, 2, 3, 4}, second[4] = {1, 2, 3, 4},
        result[4] = {5, 6, 7, 8};
};

TEST_F(DerivationKeysTest, SizesSayWhatIsWorthAFile) {
  EXPECT_EQ(byteSizeOf(kVector[0]), 16);
  auto kept = [](int64_t input, std::vector<int64_t> results) {
    std::vector<ingot_type> types;
    for (const int64_t &size : results)
      types.push_back({INGOT_I8, 1, &size});
    const ingot_type argument = {INGOT_I8, 1, &input};
    return isKept({"f", nullptr, 1, &argument,
                   static_cast<int64_t>(types.size()), types.data()});
  };
  EXPECT_FALSE(kept(8, {65535}));
  EXPECT_TRUE(kept(8, {65536}));
  EXPECT_TRUE(kept(8, {65535, 1}));
  EXPECT_FALSE(kept(8, {}));
  EXPECT_TRUE(kept(262144, {65536}));
  EXPECT_FALSE(kept(262145, {65536})) << "a slice, or a sum";
}

TEST_F(DerivationKeysTest, AreMadeOfBytesCodeAndPlace) {
  const Fingerprint key = keys().keyOf(0, {first, second});
  EXPECT_EQ(keys().keyOf(0, {second, first}), key) << "addresses do not count";
  EXPECT_NE(keys().keyOf(2, {first, second}), key);
  EXPECT_NE(keys("other").keyOf(0, {first, second}), key);
  table.abi_version = 4;
  EXPECT_NE(keys().keyOf(0, {first, second}), key);
  table.abi_version = 3;
  first[3] = 5;
  EXPECT_NE(keys().keyOf(0, {first, second}), key);
}

TEST_F(DerivationKeysTest, AreTheseNumbers) {
  // SHA-256 of the texts in DerivationKeys.cpp, by another program.
  DerivationKeys made = keys();
  const Fingerprint key = made.keyOf(0, {first, second});
  EXPECT_EQ(hexOf(key), "601a859a1686935785e3770068c6ef73"
                        "5d38375068f53ab8118bcfb7c205cde4");
  made.nameResults(0, key, 2);
  EXPECT_EQ(hexOf(made.keyOf(1, {first, second, result})),
            "fc54b848762752677a4304a57dfb22cb"
            "9be94178e40d00dee1e8ef806a309ac0");
}

TEST_F(DerivationKeysTest, AreMadeOfHowTheProcessorRounds) {
  const Fingerprint key = keys().keyOf(0, {first, second});
  std::fesetround(FE_TOWARDZERO);
  EXPECT_NE(keys().keyOf(0, {first, second}), key);
  std::fesetround(FE_TONEAREST);
#if defined(__x86_64__)
  const unsigned before = _mm_getcsr();
  for (unsigned flush : {0x8000u, 0x40u}) {
    _mm_setcsr(before | flush);
    EXPECT_NE(keys().keyOf(0, {first, second}), key) << flush;
  }
  _mm_setcsr(before ^ 0x3f); // What happened so far is no mode.
  EXPECT_EQ(keys().keyOf(0, {first, second}), key);
  _mm_setcsr(before);
#endif
}

TEST_F(DerivationKeysTest, NamedResultsAreKnownByTheirKeys) {
  DerivationKeys one = keys(), two = keys(), three = keys();
  one.nameResults(0, one.keyOf(0, {first, second}), 2);
  const Fingerprint named = one.keyOf(1, {first, second, result});
  const Fingerprint byBytes = two.keyOf(1, {first, second, result});
  EXPECT_NE(named, byBytes);
  result[0] = 9;
  three.nameResults(0, three.keyOf(0, {first, second}), 2);
  EXPECT_EQ(three.keyOf(1, {first, second, result}), named);
  EXPECT_NE(keys().keyOf(1, {first, second, result}), byBytes);
}

TEST_F(DerivationKeysTest, InputsThatChangeMeanwhileAreNoticed) {
  DerivationKeys made = keys();
  made.keyOf(0, {first, second});
  EXPECT_TRUE(made.stillHold(0, {first, second}));
  first[0] = 9;
  EXPECT_FALSE(made.stillHold(0, {first, second}));
}

TEST_F(DerivationKeysTest, CodeThatChangesMeanwhileIsNoticed) {
  std::string code = "code";
  DerivationKeys made = keys(code);
  made.keyOf(0, {first, second});
  EXPECT_TRUE(made.stillHold(0, {first, second}));
  code[0] = 'C';
  EXPECT_FALSE(made.stillHold(0, {first, second}));
}

} // namespace
} // namespace ingot::runtime
