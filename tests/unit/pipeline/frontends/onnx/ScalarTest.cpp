//===- ScalarTest.cpp - sizes and elements that the reader follows --------===//

#include "pipeline/frontends/onnx/Scalar.h"
#include "pipeline/frontends/onnx/Fold.h"

#include <gtest/gtest.h>
#include <limits>

using namespace ingot::onnx;
using namespace ingot::onnx::reader;
using Data = proto::TensorProto;

namespace {

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();

Scalar number(int64_t value) { return Scalar::integer(value); }

TEST(OnnxScalarTest, EqualNamesAreEqualSizes) {
  Symbols symbols;
  EXPECT_TRUE(symbols.named("n").equals(symbols.named("n")));
  EXPECT_FALSE(symbols.named("n").equals(symbols.named("m")));
  EXPECT_FALSE(symbols.fresh().equals(symbols.fresh()));
  EXPECT_FALSE(Scalar().equals(Scalar()));
  EXPECT_EQ(symbols.nameOf(symbols.named("n")), "n");
  EXPECT_EQ(symbols.nameOf(symbols.fresh()), "");
}

TEST(OnnxScalarTest, NamesTakeGivenNumbers) {
  Symbols symbols;
  EXPECT_EQ(symbols.give("n", 3), 3);
  EXPECT_EQ(symbols.give("n", 4), 3);
  EXPECT_TRUE(symbols.named("n").is(3));
  EXPECT_TRUE(symbols.named("m").isSymbol());
}

TEST(OnnxScalarTest, ArithmeticOfNumbers) {
  Symbols symbols;
  EXPECT_TRUE(symbols.add(number(2), number(3)).is(5));
  EXPECT_TRUE(symbols.subtract(number(2), number(3)).is(-1));
  EXPECT_TRUE(symbols.multiply(number(2), number(3)).is(6));
  EXPECT_TRUE(symbols.divide(number(-7), number(2)).is(-4));
  EXPECT_TRUE(symbols.maximum(number(2), number(3)).is(3));
  EXPECT_TRUE(symbols.minimum(number(2), number(3)).is(2));
}

TEST(OnnxScalarTest, ArithmeticThatOverflowsIsNoNumber) {
  Symbols symbols;
  EXPECT_FALSE(symbols.add(number(kMax), number(1)).isInteger());
  EXPECT_FALSE(symbols.multiply(number(kMax), number(2)).isInteger());
  EXPECT_FALSE(symbols.divide(number(1), number(0)).isKnown());
}

TEST(OnnxScalarTest, EqualComputationsOfSymbolsAreEqual) {
  Symbols symbols;
  Scalar n = symbols.named("n"), m = symbols.named("m");
  EXPECT_TRUE(symbols.multiply(n, m).equals(symbols.multiply(m, n)));
  EXPECT_TRUE(symbols.add(n, number(1)).equals(symbols.add(number(1), n)));
  EXPECT_FALSE(symbols.subtract(n, m).equals(symbols.subtract(m, n)));
  EXPECT_TRUE(symbols.subtract(n, n).is(0));
  EXPECT_TRUE(symbols.multiply(n, number(0)).is(0));
  EXPECT_TRUE(symbols.multiply(n, number(1)).equals(n));
  EXPECT_TRUE(symbols.add(n, number(0)).equals(n));
  EXPECT_TRUE(symbols.divide(n, number(1)).equals(n));
  EXPECT_TRUE(symbols.maximum(n, n).equals(n));
}

TEST(OnnxScalarTest, TheSmallerOfANumberAndASize) {
  Symbols symbols;
  Scalar n = symbols.named("n"), m = symbols.named("m");
  Scalar part = symbols.minimum(Scalar::integer(512), n);
  EXPECT_TRUE(symbols.isCapped(part, n));
  EXPECT_FALSE(symbols.isCapped(part, m));
  EXPECT_FALSE(symbols.isCapped(n, part));
  EXPECT_FALSE(symbols.isCapped(symbols.minimum(Scalar::integer(1), n), n));
  EXPECT_FALSE(symbols.isCapped(symbols.minimum(m, n), n));
  Scalar difference = symbols.subtract(n, m);
  EXPECT_FALSE(symbols.isCapped(
      symbols.minimum(Scalar::integer(512), difference), difference));
}

TEST(OnnxScalarTest, CountsAreBounded) {
  EXPECT_EQ(elementCount({number(2), number(3)}), 6);
  EXPECT_EQ(elementCount({}), 1);
  EXPECT_EQ(elementCount({number(kMax), number(2)}), std::nullopt);
  EXPECT_EQ(elementCount({number(-1)}), std::nullopt);
  EXPECT_EQ(elementCount({Symbols().named("n")}), std::nullopt);
}

TEST(OnnxFoldTest, ConversionsRoundAndWrap) {
  EXPECT_TRUE(convertScalar(Scalar::real(2.7), Data::INT64).is(2));
  EXPECT_TRUE(convertScalar(Scalar::real(-2.7), Data::INT32).is(-2));
  EXPECT_TRUE(convertScalar(number(300), Data::UINT8).is(44));
  EXPECT_TRUE(convertScalar(number(200), Data::INT8).is(-56));
  EXPECT_TRUE(convertScalar(Scalar::real(0.5), Data::BOOL).is(1));
  EXPECT_EQ(convertScalar(Scalar::real(0.1), Data::FLOAT).asReal(),
            static_cast<double>(0.1f));
  EXPECT_EQ(convertScalar(number(2049), Data::FLOAT16).asReal(), 2048);
  // No integer at all.
  EXPECT_FALSE(convertScalar(Scalar::real(1e30), Data::INT64).isKnown());
  EXPECT_FALSE(convertScalar(Symbols().named("n"), Data::FLOAT).isSymbol());
}

TEST(OnnxFoldTest, UnaryOperators) {
  auto real = [](const char *op, double x) {
    return foldUnary(op, Scalar::real(x), Data::FLOAT).asReal();
  };
  EXPECT_EQ(real("Ceil", 1.2), 2);
  EXPECT_EQ(real("Round", 2.5), 2);
  EXPECT_EQ(real("Sqrt", 9), 3);
  EXPECT_EQ(real("Reciprocal", 4), 0.25);
  EXPECT_EQ(real("Abs", -4), 4);
  EXPECT_TRUE(foldUnary("Neg", number(3), Data::INT64).is(-3));
  EXPECT_TRUE(foldUnary("Neg", number(-128), Data::INT8).is(-128));
  EXPECT_TRUE(foldUnary("Sign", number(-5), Data::INT64).is(-1));
  EXPECT_TRUE(foldUnary("Not", number(0), Data::BOOL).is(1));
  EXPECT_FALSE(foldUnary("Exp", Scalar::real(1), Data::FLOAT).isKnown());
}

TEST(OnnxFoldTest, SizesAreNotNegative) {
  Symbols symbols;
  Scalar n = symbols.named("n");
  auto fold = [&](const char *op, Scalar a, Scalar b) {
    return foldBinary(op, a, b, Data::INT64, symbols);
  };
  EXPECT_TRUE(fold("Equal", n, number(-1)).is(0));
  EXPECT_TRUE(fold("Equal", number(-1), n).is(0));
  EXPECT_TRUE(fold("Less", n, number(0)).is(0));
  EXPECT_TRUE(fold("Less", number(-1), n).is(1));
  EXPECT_FALSE(fold("Less", number(0), n).isKnown()) << "it may be 0";
  EXPECT_TRUE(fold("LessOrEqual", number(0), n).is(1));
  EXPECT_FALSE(fold("LessOrEqual", n, number(0)).isKnown());
  EXPECT_TRUE(fold("GreaterOrEqual", n, number(0)).is(1));
  EXPECT_TRUE(fold("Greater", number(0), n).is(0));
  EXPECT_TRUE(fold("Max", number(0), n).equals(n));
  // What is left of a size may be.
  Scalar less = symbols.subtract(n, number(1));
  EXPECT_FALSE(fold("Equal", less, number(-1)).isKnown());
  EXPECT_FALSE(fold("Less", symbols.add(less, number(0)), number(0)).isKnown());
  EXPECT_FALSE(symbols.isNonNegative(symbols.multiply(less, n)));
  EXPECT_TRUE(symbols.isNonNegative(symbols.multiply(n, number(2))));
}

TEST(OnnxFoldTest, BinaryOperators) {
  Symbols symbols;
  auto fold = [&](const char *op, int64_t a, int64_t b) {
    return foldBinary(op, number(a), number(b), Data::INT64, symbols);
  };
  EXPECT_TRUE(fold("Div", 7, -2).is(-3));
  EXPECT_TRUE(fold("Mod", 7, -2).is(-1));
  EXPECT_TRUE(fold("FMod", -7, 2).is(-1));
  EXPECT_TRUE(fold("LessOrEqual", 2, 2).is(1));
  EXPECT_TRUE(fold("Greater", 2, 2).is(0));
  EXPECT_FALSE(fold("Div", 1, 0).isKnown());
  EXPECT_FALSE(fold("Div", std::numeric_limits<int64_t>::min(), -1).isKnown());
  EXPECT_FALSE(fold("Mul", kMax, 2).isKnown());
  Scalar n = symbols.named("n");
  EXPECT_TRUE(foldBinary("Equal", n, n, Data::INT64, symbols).is(1));
  EXPECT_FALSE(
      foldBinary("Equal", n, number(1), Data::INT64, symbols).isKnown());
  EXPECT_TRUE(
      foldBinary("Xor", number(1), number(0), Data::BOOL, symbols).is(1));
  EXPECT_EQ(
      foldBinary("Div", Scalar::real(1), Scalar::real(4), Data::FLOAT, symbols)
          .asReal(),
      0.25);
}

} // namespace
