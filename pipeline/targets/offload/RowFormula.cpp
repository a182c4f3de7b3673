//===- RowFormula.cpp - what ops on rows compute, as formulas -------------===//
//
// Numbers are those of the program and how many columns there are, so that they
// are exact but for reciprocals, which scaled() knows.
//
//===----------------------------------------------------------------------===//

#include "pipeline/targets/offload/RowFormula.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

using namespace ingot::offload;

/// More than any way to write a norm has.
static constexpr size_t kMaxFactors = 6, kMaxTerms = 12;

//===----------------------------------------------------------------------===//
// Formula
//===----------------------------------------------------------------------===//

void Formula::add(const Product &product, double number) {
  if ((terms_[product] += number) == 0)
    terms_.erase(product);
}

double Formula::of(const Product &product) const {
  auto found = terms_.find(product);
  return found == terms_.end() ? 0 : found->second;
}

std::optional<double> Formula::asNumber() const {
  if (terms_.empty())
    return 0;
  if (terms_.size() == 1 && terms_.begin()->first.empty())
    return terms_.begin()->second;
  return std::nullopt;
}

bool Formula::isOfElements() const {
  return llvm::any_of(terms_, [](const auto &term) {
    return llvm::any_of(term.first, [](Factor factor) {
      return factor == Factor::Element || factor >= Factor::Column;
    });
  });
}

//===----------------------------------------------------------------------===//
// RowAlgebra
//===----------------------------------------------------------------------===//

/// The mean of the squares less the square of the mean, and maybe a number.
static bool isVariance(const Formula &a) {
  return a.of({Factor::MeanSquare}) == 1 &&
         a.of({Factor::Mean, Factor::Mean}) == -1 &&
         a.terms().size() == (a.of({}) == 0 ? 2 : 3);
}

/// `formula`, unless it has less than `terms` or a product times a number so
/// large or small that floats may lose the digits or the value by it.
static MaybeFormula unlessLossy(Formula formula, size_t terms) {
  constexpr double kMost = 0x1p40, kLeast = 0x1p-40;
  const bool isLossy = llvm::any_of(formula.terms(), [&](const auto &term) {
    const double size = std::abs(term.second);
    return !(size <= kMost) || (size < kLeast && !term.first.empty());
  });
  return isLossy || formula.terms().size() < terms
             ? std::nullopt
             : MaybeFormula(std::move(formula));
}

/// `a` and `sign` times `b`.
static MaybeFormula combined(const Formula &a, const Formula &b, double sign) {
  const bool addsNumber =
      (isVariance(a) && b.asNumber()) || (isVariance(b) && a.asNumber());
  if (!addsNumber && (a.of({}) != 0 || b.of({}) != 0))
    return std::nullopt;
  Formula result = a;
  for (const auto &[product, number] : b.terms())
    result.add(product, sign * number);
  // None that both have.
  return unlessLossy(std::move(result), a.terms().size() + b.terms().size());
}

MaybeFormula RowAlgebra::sum(const Formula &a, const Formula &b) {
  return combined(a, b, 1);
}

MaybeFormula RowAlgebra::difference(const Formula &a, const Formula &b) {
  return combined(a, b, -1);
}

MaybeFormula RowAlgebra::product(const Formula &a, const Formula &b) const {
  if (std::optional<double> number = a.asNumber())
    return scaled(b, *number);
  if (std::optional<double> number = b.asNumber())
    return scaled(a, *number);
  Formula result;
  for (const auto &[left, leftNumber] : a.terms())
    for (const auto &[right, rightNumber] : b.terms()) {
      Product both = left;
      both.insert(both.end(), right.begin(), right.end());
      llvm::sort(both);
      result.add(both, leftNumber * rightNumber);
      if (result.of(both) == 0 || both.size() > kMaxFactors ||
          result.terms().size() > kMaxTerms)
        return std::nullopt;
    }
  return unlessLossy(std::move(result), 1);
}

MaybeFormula RowAlgebra::quotient(const Formula &a, const Formula &b) const {
  if (b == Formula(Factor::Deviation))
    return product(a, Factor::Inverse);
  std::optional<double> number = b.asNumber();
  if (!number || *number == 0)
    return std::nullopt;
  Formula result;
  for (const auto &[product, times] : a.terms())
    result.add(product, times / *number);
  return unlessLossy(std::move(result), a.terms().size());
}

MaybeFormula RowAlgebra::scaled(const Formula &a, double number) const {
  // A mean, by a reciprocal that the program has rounded.
  if (number == static_cast<double>(1 / static_cast<float>(columns_)))
    return quotient(a, columns_);
  Formula result;
  for (const auto &[product, times] : a.terms())
    result.add(product, times * number);
  return unlessLossy(std::move(result), a.terms().size());
}

MaybeFormula RowAlgebra::maximum(const Formula &a, const Formula &b) {
  auto isOfVariance = [](const Formula &variance, const Formula &zero) {
    return isVariance(variance) && variance.of({}) == 0 &&
           zero.asNumber() == 0.0;
  };
  if (isOfVariance(a, b))
    return a;
  return isOfVariance(b, a) ? MaybeFormula(b) : std::nullopt;
}

bool RowAlgebra::takeEpsilon(const Formula &a) {
  constexpr double kMax = 1e30;
  const double added = a.of({});
  if (!isVariance(a) || !(added >= 0 && added <= kMax) ||
      (epsilon_ && *epsilon_ != added))
    return false;
  epsilon_ = added;
  return true;
}

MaybeFormula RowAlgebra::root(const Formula &a) {
  return takeEpsilon(a) ? MaybeFormula(Factor::Deviation) : std::nullopt;
}

MaybeFormula RowAlgebra::inverseRoot(const Formula &a) {
  return takeEpsilon(a) ? MaybeFormula(Factor::Inverse) : std::nullopt;
}

MaybeFormula RowAlgebra::rowSum(const Formula &a) const {
  Formula result;
  for (const auto &[product, number] : a.terms()) {
    Product rest;
    size_t elements = 0;
    for (Factor factor : product) {
      if (factor >= Factor::Column)
        return std::nullopt;
      if (factor == Factor::Element)
        ++elements;
      else
        rest.push_back(factor);
    }
    if (elements > 2)
      return std::nullopt;
    if (elements != 0)
      rest.push_back(elements == 1 ? Factor::Mean : Factor::MeanSquare);
    llvm::sort(rest);
    result.add(rest, number * columns_);
    if (result.of(rest) == 0)
      return std::nullopt;
  }
  return unlessLossy(std::move(result), 1);
}

//===----------------------------------------------------------------------===//
// RowNorm
//===----------------------------------------------------------------------===//

/// The operand whose number is at `place`.
static std::optional<unsigned> columnAt(const Product &product, size_t place) {
  if (product.size() <= place || product[place] < Factor::Column)
    return std::nullopt;
  return static_cast<unsigned>(product[place]) -
         static_cast<unsigned>(Factor::Column);
}

/// The element less the mean, both by the deviation and, maybe, times a scale;
/// and, maybe, a shift.
std::optional<RowNorm> RowNorm::of(const Formula &formula) {
  RowNorm norm;
  unsigned parts = 0;
  for (const auto &[product, number] : formula.terms()) {
    if (product.size() == 1 && columnAt(product, 0)) {
      if (norm.shift || number != 1)
        return std::nullopt;
      norm.shift = columnAt(product, 0);
      continue;
    }
    std::optional<unsigned> scale = columnAt(product, 2);
    if (product.size() != (scale ? 3 : 2) || product[1] != Factor::Inverse ||
        (parts != 0 && norm.scale != scale))
      return std::nullopt;
    const bool isElement = product[0] == Factor::Element && number == 1,
               isMean = product[0] == Factor::Mean && number == -1;
    if (!isElement && !isMean)
      return std::nullopt;
    norm.scale = scale;
    ++parts;
  }
  return parts == 2 ? std::optional(norm) : std::nullopt;
}
