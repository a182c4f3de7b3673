//===- Scalar.cpp - sizes and elements that the reader follows ------------===//
//
// An expression is known by its text, so that two nodes that compute the same
// of the same sizes give the same symbol. Nothing is solved beyond x+0, x*1,
// x-x and the order of what commutes: exporters compute a size in one way.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/onnx/Scalar.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace ingot::onnx::reader;

/// Texts of expressions may not grow with each node of a hostile file.
static constexpr size_t kMaxExpression = 256;

bool Scalar::equals(const Scalar &other) const {
  if (kind_ != other.kind_ || kind_ == Kind::Unknown)
    return false;
  return kind_ == Kind::Real ? real_ == other.real_
                             : integer_ == other.integer_;
}

std::optional<int64_t>
ingot::onnx::reader::elementCount(llvm::ArrayRef<Scalar> shape) {
  constexpr int64_t kMaxCount = int64_t(1) << 40;
  int64_t count = 1;
  for (const Scalar &size : shape) {
    int64_t next = 0;
    if (!size.isInteger() || size.asInteger() < 0 ||
        llvm::MulOverflow(count, size.asInteger(), next) || next > kMaxCount)
      return std::nullopt;
    count = next;
  }
  return count;
}

Scalar Symbols::named(llvm::StringRef name) {
  if (auto given = given_.find(name); given != given_.end())
    return Scalar::integer(given->second);
  auto [entry, isNew] = ids_.try_emplace(name, next_);
  next_ += isNew;
  return Scalar::symbol(entry->second);
}

int64_t Symbols::give(llvm::StringRef name, int64_t size) {
  return given_.try_emplace(name, size).first->second;
}

llvm::StringRef Symbols::nameOf(Scalar symbol) const {
  for (const auto &entry : ids_)
    if (symbol.equals(Scalar::symbol(entry.second)))
      return entry.first();
  return {};
}

Scalar Symbols::fresh() { return Scalar::symbol(next_++); }

static std::string textOf(Scalar value) {
  return (value.isSymbol() ? "#" : "") + llvm::itostr(value.asInteger());
}

Scalar Symbols::combine(char operation, Scalar a, Scalar b) {
  auto isSize = [](Scalar x) { return x.isInteger() || x.isSymbol(); };
  if (!isSize(a) || !isSize(b))
    return {};
  std::string left = textOf(a), right = textOf(b);
  if ((operation == '+' || operation == '*') && right < left)
    std::swap(left, right);
  std::string text = "\x01" + left + operation + right;
  if (text.size() > kMaxExpression)
    return {};
  Scalar result = named(text);
  if (operation == '-' || !isNonNegative(a) || !isNonNegative(b))
    mayBeNegative_.insert(result.asInteger());
  return result;
}

Scalar Symbols::add(Scalar a, Scalar b) {
  int64_t sum = 0;
  if (a.isInteger() && b.isInteger() &&
      !llvm::AddOverflow(a.asInteger(), b.asInteger(), sum))
    return Scalar::integer(sum);
  if (a.is(0) || b.is(0))
    return a.is(0) ? b : a;
  return combine('+', a, b);
}

Scalar Symbols::subtract(Scalar a, Scalar b) {
  int64_t difference = 0;
  if (a.isInteger() && b.isInteger() &&
      !llvm::SubOverflow(a.asInteger(), b.asInteger(), difference))
    return Scalar::integer(difference);
  if (b.is(0))
    return a;
  return a.equals(b) ? Scalar::integer(0) : combine('-', a, b);
}

Scalar Symbols::multiply(Scalar a, Scalar b) {
  int64_t product = 0;
  if (a.isInteger() && b.isInteger() &&
      !llvm::MulOverflow(a.asInteger(), b.asInteger(), product))
    return Scalar::integer(product);
  if (a.is(0) || b.is(0))
    return Scalar::integer(0);
  if (a.is(1) || b.is(1))
    return a.is(1) ? b : a;
  return combine('*', a, b);
}

Scalar Symbols::divide(Scalar a, Scalar b) {
  if (b.is(0))
    return {};
  if (b.is(1))
    return a;
  if (a.isInteger() && b.isInteger() && !b.is(-1))
    return Scalar::integer(
        llvm::divideFloorSigned(a.asInteger(), b.asInteger()));
  return combine('/', a, b);
}

bool Symbols::isNonNegative(Scalar a) const {
  return a.isSymbol() ? !mayBeNegative_.contains(a.asInteger())
                      : a.isInteger() && a.asInteger() >= 0;
}

Scalar Symbols::maximum(Scalar a, Scalar b) {
  if (a.isInteger() && b.isInteger())
    return Scalar::integer(std::max(a.asInteger(), b.asInteger()));
  if (a.isInteger())
    std::swap(a, b);
  if (b.isInteger() && b.asInteger() <= 0 && isNonNegative(a))
    return a;
  return a.equals(b) ? a : combine('>', a, b);
}

Scalar Symbols::minimum(Scalar a, Scalar b) {
  if (a.isInteger() && b.isInteger())
    return Scalar::integer(std::min(a.asInteger(), b.asInteger()));
  if (a.equals(b))
    return a;
  Scalar result = combine('<', a, b);
  if (b.isInteger())
    std::swap(a, b);
  // Of 0 or 1 it could be that which is broadcast.
  if (result.isSymbol() && a.isInteger() && a.asInteger() > 1 && b.isSymbol() &&
      isNonNegative(b))
    capped_.try_emplace(result.asInteger(), b.asInteger());
  return result;
}

bool Symbols::isCapped(Scalar a, Scalar size) const {
  auto found = a.isSymbol() ? capped_.find(a.asInteger()) : capped_.end();
  return found != capped_.end() && size.isSymbol() &&
         found->second == size.asInteger();
}
