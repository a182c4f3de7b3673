//===- RowFormula.h - what ops on rows compute, as formulas -----*- C++ -*-===//
//
// A number that is computed of a row of x is here a sum of products: of its
// element, the mean, the mean of the squares, and so on. Two ways to write one
// computation come to one formula, which is how layer norms are recognised.
// No general algebra: what a norm has no use for has no formula.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_TARGETS_OFFLOAD_ROWFORMULA_H
#define INGOT_PIPELINE_TARGETS_OFFLOAD_ROWFORMULA_H

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace ingot::offload {

/// What is multiplied: numbers of an element, of its row, and, from Column on,
/// those that operands have for each column.
enum class Factor : unsigned {
  Element,
  Mean,
  MeanSquare, ///< The mean of the squares.
  Inverse,    ///< One by the deviation.
  Deviation,  ///< The root of the variance and epsilon.
  Column
};

/// That of operand `number` of those that lie along the columns.
inline Factor columnFactor(unsigned number) {
  return Factor{static_cast<unsigned>(Factor::Column) + number};
}

/// Sorted; of none it is one.
using Product = std::vector<Factor>;

/// A sum of products, each times a number. A value.
class Formula {
public:
  Formula() = default;
  /*implicit*/ Formula(double number) { add({}, number); }
  /*implicit*/ Formula(Factor factor) { add({factor}, 1); }

  void add(const Product &product, double number);
  const std::map<Product, double> &terms() const { return terms_; }
  /// What `product` is multiplied by.
  double of(const Product &product) const;

  std::optional<double> asNumber() const;
  /// False if all elements of a row have the same.
  bool isOfElements() const;
  bool operator==(const Formula &other) const { return terms_ == other.terms_; }

private:
  std::map<Product, double> terms_;
};

using MaybeFormula = std::optional<Formula>;

/// Calculates with formulas about the rows of one tensor. One thread at a time.
///
/// Programs round, formulas do not. So there is none of a sum in which rounding
/// may be the point, `(x + 2^23) - 2^23`: of two operands with one product, or
/// of a number and anything but a variance. Nor is there one where terms cancel
/// out, which are NaN of an infinity, as is 0 times it.
class RowAlgebra {
public:
  explicit RowAlgebra(int64_t columns)
      : columns_(static_cast<double>(columns)) {}

  static MaybeFormula sum(const Formula &a, const Formula &b);
  static MaybeFormula difference(const Formula &a, const Formula &b);
  MaybeFormula product(const Formula &a, const Formula &b) const;
  MaybeFormula quotient(const Formula &a, const Formula &b) const;
  /// The larger of two: of a variance and zero the variance.
  static MaybeFormula maximum(const Formula &a, const Formula &b);
  /// Of a variance, or of one and a number, which is the epsilon from then on.
  MaybeFormula root(const Formula &a);
  MaybeFormula inverseRoot(const Formula &a);
  /// Over the elements of a row.
  MaybeFormula rowSum(const Formula &a) const;

  /// That of the roots so far.
  std::optional<double> epsilon() const { return epsilon_; }

private:
  bool takeEpsilon(const Formula &a);
  MaybeFormula scaled(const Formula &a, double number) const;

  double columns_;
  std::optional<double> epsilon_;
};

/// A layer norm: the operands of columns that it multiplies by and adds.
struct RowNorm {
  std::optional<unsigned> scale, shift;

  static std::optional<RowNorm> of(const Formula &formula);
};

} // namespace ingot::offload

#endif // INGOT_PIPELINE_TARGETS_OFFLOAD_ROWFORMULA_H
