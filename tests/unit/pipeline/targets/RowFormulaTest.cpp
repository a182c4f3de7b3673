//===- RowFormulaTest.cpp - layer norms, however they are written ---------===//

#include "pipeline/targets/offload/RowFormula.h"

#include "gtest/gtest.h"

#include <limits>

namespace ingot::offload {
namespace {

constexpr int64_t kColumns = 300;
constexpr double kEpsilon = 1e-5;

class RowFormulaTest : public testing::Test {
protected:
  Formula sum(const Formula &a, const Formula &b) {
    return RowAlgebra::sum(a, b).value();
  }
  Formula less(const Formula &a, const Formula &b) {
    return RowAlgebra::difference(a, b).value();
  }
  Formula times(const Formula &a, const Formula &b) {
    return algebra.product(a, b).value();
  }
  Formula by(const Formula &a, const Formula &b) {
    return algebra.quotient(a, b).value();
  }
  Formula rowSum(const Formula &a) { return algebra.rowSum(a).value(); }
  Formula mean() { return by(rowSum(x), kColumns); }
  Formula variance() {
    Formula centred = less(x, mean());
    return by(rowSum(times(centred, centred)), kColumns);
  }

  RowAlgebra algebra{kColumns};
  const Formula x{Factor::Element}, scale{columnFactor(0)},
      shift{columnFactor(1)};
};

TEST_F(RowFormulaTest, NumbersAreFormulas) {
  EXPECT_EQ(Formula(2.0).asNumber(), 2.0);
  EXPECT_EQ(Formula().asNumber(), 0.0);
  EXPECT_EQ(x.asNumber(), std::nullopt);
  EXPECT_EQ(times(3.0, 6.0).asNumber(), 18.0);
  EXPECT_EQ(sum(x, 0.0), x);
  EXPECT_EQ(algebra.quotient(x, 0.0), std::nullopt);
  EXPECT_EQ(algebra.quotient(1.0, x), std::nullopt);
}

TEST_F(RowFormulaTest, RowsHaveNumbersOfTheirOwn) {
  EXPECT_TRUE(x.isOfElements());
  EXPECT_TRUE(scale.isOfElements());
  EXPECT_FALSE(mean().isOfElements());
  EXPECT_EQ(mean(), Formula(Factor::Mean));
  EXPECT_EQ(mean().of({Factor::Mean}), 1);
  EXPECT_EQ(rowSum(1.0).asNumber(), kColumns);
  EXPECT_EQ(algebra.rowSum(times(x, scale)), std::nullopt);
  EXPECT_EQ(algebra.rowSum(times(x, times(x, x))), std::nullopt);
}

TEST_F(RowFormulaTest, VariancesAreOneHoweverTheyAreWritten) {
  Formula squares = by(rowSum(times(x, x)), kColumns);
  EXPECT_EQ(variance(), less(squares, times(mean(), mean())));
  // By a reciprocal that is rounded.
  EXPECT_EQ(times(rowSum(x), static_cast<double>(1 / 300.0F)), mean());
  EXPECT_EQ(RowAlgebra::maximum(0.0, variance()), variance());
  EXPECT_EQ(RowAlgebra::maximum(variance(), 0.0), variance());
  EXPECT_EQ(RowAlgebra::maximum(variance(), 1.0), std::nullopt);
  EXPECT_EQ(RowAlgebra::maximum(x, 0.0), std::nullopt);
}

TEST_F(RowFormulaTest, NormsAreOneHoweverTheyAreWritten) {
  Formula padded = sum(variance(), kEpsilon);
  Formula inverse = algebra.inverseRoot(padded).value();
  Formula deviation = algebra.root(padded).value();
  Formula norm = times(less(x, mean()), inverse);
  EXPECT_EQ(algebra.epsilon(), kEpsilon);
  EXPECT_EQ(by(less(x, mean()), deviation), norm);
  EXPECT_EQ(times(less(x, mean()), by(1.0, deviation)), norm);
  // The mean apart, as batch norms are folded.
  Formula scaled = times(inverse, scale);
  EXPECT_EQ(sum(times(x, scaled), less(shift, times(mean(), scaled))),
            sum(times(norm, scale), shift));

  std::optional<RowNorm> plain = RowNorm::of(norm);
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->scale, std::nullopt);
  EXPECT_EQ(plain->shift, std::nullopt);
  std::optional<RowNorm> whole = RowNorm::of(sum(shift, times(norm, scale)));
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->scale, 0U);
  EXPECT_EQ(whole->shift, 1U);
}

TEST_F(RowFormulaTest, WhatOnlyLooksLikeANormIsNone) {
  Formula inverse = algebra.inverseRoot(sum(variance(), kEpsilon)).value();
  Formula norm = times(less(x, mean()), inverse);
  for (const Formula &other :
       {Formula(), x, inverse, times(x, inverse), times(2.0, norm),
        sum(norm, x), times(times(norm, scale), shift),
        sum(sum(norm, shift), scale), sum(norm, times(2.0, shift)),
        times(less(x, times(2.0, mean())), inverse),
        less(times(times(x, inverse), scale), times(mean(), inverse))})
    EXPECT_FALSE(RowNorm::of(other));
}

TEST_F(RowFormulaTest, RootsAreOfVariancesWithOneEpsilon) {
  Formula centred = less(x, mean());
  Formula ofSample = by(rowSum(times(centred, centred)), kColumns - 1);
  EXPECT_EQ(algebra.root(ofSample), std::nullopt);
  EXPECT_EQ(algebra.inverseRoot(times(x, x)), std::nullopt);
  EXPECT_EQ(algebra.root(sum(variance(), -1.0)), std::nullopt);
  EXPECT_EQ(algebra.epsilon(), std::nullopt);
  EXPECT_TRUE(algebra.root(variance()));
  EXPECT_EQ(algebra.epsilon(), 0.0);
  EXPECT_EQ(algebra.root(sum(variance(), kEpsilon)), std::nullopt);
}

TEST_F(RowFormulaTest, WhatRoundsIsNotCancelled) {
  constexpr double kManyDigits = 12582912;
  for (const Formula &a : {x, mean(), scale, Formula(1.0)})
    for (const Formula &b : {Formula(kManyDigits), Formula(-1.0), a}) {
      EXPECT_EQ(RowAlgebra::sum(a, b), std::nullopt);
      EXPECT_EQ(RowAlgebra::sum(b, a), std::nullopt);
      EXPECT_EQ(RowAlgebra::difference(a, b), std::nullopt);
    }
  // Nor by a column or the row's own numbers.
  EXPECT_EQ(RowAlgebra::difference(sum(x, scale), scale), std::nullopt);
  EXPECT_EQ(RowAlgebra::sum(less(x, mean()), mean()), std::nullopt);
  EXPECT_EQ(algebra.product(less(x, mean()), sum(x, mean())), std::nullopt);
  EXPECT_EQ(algebra.rowSum(less(x, mean())), std::nullopt);
  // Epsilon is added once.
  Formula padded = sum(variance(), kEpsilon);
  EXPECT_EQ(less(variance(), -kEpsilon), padded);
  EXPECT_EQ(RowAlgebra::sum(padded, kManyDigits), std::nullopt);
  EXPECT_EQ(RowAlgebra::difference(padded, kEpsilon), std::nullopt);
}

TEST_F(RowFormulaTest, InfinitiesAreNotForgotten) {
  EXPECT_EQ(algebra.product(scale, 0.0), std::nullopt);
  EXPECT_EQ(algebra.product(0.0, x), std::nullopt);
  EXPECT_EQ(RowAlgebra::difference(x, x), std::nullopt);
  EXPECT_EQ(algebra.product(x, 1e30), std::nullopt);
  EXPECT_EQ(algebra.product(x, 1e-30), std::nullopt);
  EXPECT_EQ(algebra.quotient(x, std::numeric_limits<double>::infinity()),
            std::nullopt);
  EXPECT_EQ(algebra.product(x, std::numeric_limits<double>::quiet_NaN()),
            std::nullopt);
}

TEST_F(RowFormulaTest, FormulasStaySmall) {
  Formula many = x;
  for (unsigned i = 0; i < 8; ++i)
    many = sum(many, columnFactor(i));
  EXPECT_EQ(algebra.product(many, many), std::nullopt);
}

} // namespace
} // namespace ingot::offload
