//===- Scalar.h - sizes and elements that the reader follows ----*- C++ -*-===//
//
// Shapes of a model are often computed: Shape, Gather, Concat, Reshape. The
// reader follows such values element by element. One is a number, or a symbol
// that stands for a number which only the run knows: equal symbols are equal
// numbers. Symbols come from names of dimensions and from arithmetic on them.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_FRONTENDS_ONNX_SCALAR_H
#define INGOT_PIPELINE_FRONTENDS_ONNX_SCALAR_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ingot::onnx::reader {

/// A value.
class Scalar {
public:
  Scalar() = default;
  static Scalar integer(int64_t value) {
    Scalar result(Kind::Integer);
    result.integer_ = value;
    return result;
  }
  static Scalar real(double value) {
    Scalar result(Kind::Real);
    result.real_ = value;
    return result;
  }
  static Scalar symbol(int64_t id) {
    Scalar result(Kind::Symbol);
    result.integer_ = id;
    return result;
  }

  bool isInteger() const { return kind_ == Kind::Integer; }
  bool isReal() const { return kind_ == Kind::Real; }
  bool isSymbol() const { return kind_ == Kind::Symbol; }
  /// False of symbols and of values that nothing is known of.
  bool isKnown() const { return isInteger() || isReal(); }
  bool is(int64_t value) const { return isInteger() && integer_ == value; }

  /// REQUIRES: isInteger(); the id of a symbol else.
  int64_t asInteger() const { return integer_; }
  /// REQUIRES: isKnown().
  double asReal() const {
    return isReal() ? real_ : static_cast<double>(integer_);
  }

  /// True if both are surely the same.
  bool equals(const Scalar &other) const;

private:
  enum class Kind : uint8_t { Unknown, Integer, Real, Symbol };
  explicit Scalar(Kind kind) : kind_(kind) {}

  Kind kind_ = Kind::Unknown;
  int64_t integer_ = 0;
  double real_ = 0;
};

using Shape = llvm::SmallVector<Scalar, 4>;
using Elements = std::vector<Scalar>;

/// The number of elements; nothing if a size is not a number or the product is
/// beyond 2^40.
std::optional<int64_t> elementCount(llvm::ArrayRef<Scalar> shape);

/// The symbols of a model. One thread at a time.
class Symbols {
public:
  /// The symbol of a name, the same one each time; its number once it is given.
  Scalar named(llvm::StringRef name);
  /// Gives a name its number, before named() is first asked for it. The number
  /// that it has, which is another one if it was given before.
  int64_t give(llvm::StringRef name, int64_t size);
  /// The name for which named() gives the symbol; empty if there is none.
  llvm::StringRef nameOf(Scalar symbol) const;
  /// One that equals no other.
  Scalar fresh();

  /// Arithmetic on sizes: equal operands give equal symbols.
  Scalar add(Scalar a, Scalar b);
  Scalar subtract(Scalar a, Scalar b);
  Scalar multiply(Scalar a, Scalar b);
  /// Rounds down. Unknown for a divisor of 0.
  Scalar divide(Scalar a, Scalar b);
  Scalar maximum(Scalar a, Scalar b);
  Scalar minimum(Scalar a, Scalar b);
  /// True of min(N, size), N a number above 1: broadcast to `size` it is
  /// `size`, unless it does not broadcast.
  bool isCapped(Scalar a, Scalar size) const;
  /// True of numbers that are not, and of sizes and what is made of them
  /// without a difference.
  bool isNonNegative(Scalar a) const;

private:
  Scalar combine(char operation, Scalar a, Scalar b);

  llvm::StringMap<int64_t> ids_;
  llvm::StringMap<int64_t> given_;
  llvm::DenseSet<int64_t> mayBeNegative_; ///< Never iterated.
  /// By the symbol of min(N, size): that of the size. Never iterated.
  llvm::DenseMap<int64_t, int64_t> capped_;
  int64_t next_ = 0;
};

} // namespace ingot::onnx::reader

#endif // INGOT_PIPELINE_FRONTENDS_ONNX_SCALAR_H
