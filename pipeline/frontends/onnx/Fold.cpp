//===- Fold.cpp - elements that the reader computes -----------------------===//
//
// Only operators that computations of sizes consist of: a model's arithmetic is
// the compiler's work, not the reader's. Whatever could differ from the
// compiled program by a rounding (exp, pow of fractions) is left to it.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/onnx/Fold.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>
#include <limits>

using namespace ingot::onnx;
using namespace ingot::onnx::reader;
using Data = proto::TensorProto;

static const llvm::fltSemantics *semanticsOf(Dtype dtype) {
  switch (dtype) {
  case Data::FLOAT:
    return &llvm::APFloat::IEEEsingle();
  case Data::FLOAT16:
    return &llvm::APFloat::IEEEhalf();
  case Data::BFLOAT16:
    return &llvm::APFloat::BFloat();
  case Data::DOUBLE:
    return &llvm::APFloat::IEEEdouble();
  default:
    return nullptr;
  }
}

Scalar ingot::onnx::reader::convertScalar(Scalar value, Dtype dtype) {
  if (!value.isKnown())
    return dtype == Data::INT64 || dtype == Data::INT32 ? value : Scalar();
  if (dtype == Data::BOOL)
    return Scalar::integer(value.asReal() != 0);
  if (isFloat(dtype)) {
    const llvm::fltSemantics *semantics = semanticsOf(dtype);
    if (!semantics)
      return {};
    llvm::APFloat number(value.asReal());
    bool losesInfo = false;
    number.convert(*semantics, llvm::APFloat::rmNearestTiesToEven, &losesInfo);
    return Scalar::real(number.convertToDouble());
  }
  if (!isInteger(dtype) || bitsOf(dtype) < 8)
    return {};
  if (value.isReal() && !(std::abs(value.asReal()) < 9e18))
    return {};
  int64_t number =
      value.isReal() ? static_cast<int64_t>(value.asReal()) : value.asInteger();
  unsigned bits = bitsOf(dtype);
  if (bits == 64)
    return Scalar::integer(number);
  uint64_t low = static_cast<uint64_t>(number) & ((uint64_t(1) << bits) - 1);
  return Scalar::integer(isUnsigned(dtype) ? static_cast<int64_t>(low)
                                           : llvm::SignExtend64(low, bits));
}

Scalar ingot::onnx::reader::foldUnary(llvm::StringRef op, Scalar a,
                                      Dtype dtype) {
  if (!a.isKnown())
    return {};
  if (a.isInteger()) {
    int64_t x = a.asInteger();
    if (op == "Not")
      return Scalar::integer(!x);
    if (dtype == Data::BOOL || x == std::numeric_limits<int64_t>::min())
      return {};
    if (op == "Neg")
      return convertScalar(Scalar::integer(-x), dtype);
    if (op == "Abs")
      return convertScalar(Scalar::integer(x < 0 ? -x : x), dtype);
    if (op == "Sign")
      return Scalar::integer((x > 0) - (x < 0));
    if (op == "Relu")
      return Scalar::integer(std::max<int64_t>(x, 0));
    return {};
  }
  double x = a.asReal();
  auto result = [&](double value) {
    return convertScalar(Scalar::real(value), dtype);
  };
  if (op == "Neg")
    return result(-x);
  if (op == "Abs")
    return result(std::abs(x));
  if (op == "Floor")
    return result(std::floor(x));
  if (op == "Ceil")
    return result(std::ceil(x));
  if (op == "Round")
    return result(std::nearbyint(x));
  if (op == "Sqrt")
    return result(std::sqrt(x));
  if (op == "Reciprocal")
    return result(1 / x);
  return {};
}

template <typename Number>
static Scalar foldComparison(llvm::StringRef op, Number x, Number y) {
  if (op == "Equal")
    return Scalar::integer(x == y);
  if (op == "Less")
    return Scalar::integer(x < y);
  if (op == "LessOrEqual")
    return Scalar::integer(x <= y);
  if (op == "Greater")
    return Scalar::integer(x > y);
  if (op == "GreaterOrEqual")
    return Scalar::integer(x >= y);
  return {};
}

static Scalar foldReals(llvm::StringRef op, double x, double y, Dtype dtype) {
  auto result = [&](double value) {
    return convertScalar(Scalar::real(value), dtype);
  };
  if (op == "Add")
    return result(x + y);
  if (op == "Sub")
    return result(x - y);
  if (op == "Mul")
    return result(x * y);
  if (op == "Div")
    return result(x / y);
  if (op == "Max" && !std::isnan(x) && !std::isnan(y))
    return result(std::max(x, y));
  if (op == "Min" && !std::isnan(x) && !std::isnan(y))
    return result(std::min(x, y));
  return foldComparison(op, x, y);
}

static Scalar foldLogical(llvm::StringRef op, int64_t x, int64_t y) {
  if (op == "And")
    return Scalar::integer(x && y);
  if (op == "Or")
    return Scalar::integer(x || y);
  if (op == "Xor")
    return Scalar::integer(!x != !y);
  if (op == "Equal")
    return Scalar::integer(!x == !y);
  return {};
}

/// Towards zero, and the remainder of the divisor's sign unless it is `fmod`.
static Scalar foldQuotient(llvm::StringRef op, int64_t x, int64_t y) {
  if (y == 0 || (y == -1 && x == std::numeric_limits<int64_t>::min()))
    return {};
  if (op == "Div")
    return Scalar::integer(x / y);
  int64_t rest = x % y;
  if (op == "Mod" && rest != 0 && (rest < 0) != (y < 0))
    rest += y;
  return Scalar::integer(rest);
}

static Scalar foldIntegers(llvm::StringRef op, int64_t x, int64_t y) {
  int64_t result = 0;
  if (op == "Add")
    return llvm::AddOverflow(x, y, result) ? Scalar() : Scalar::integer(result);
  if (op == "Sub")
    return llvm::SubOverflow(x, y, result) ? Scalar() : Scalar::integer(result);
  if (op == "Mul")
    return llvm::MulOverflow(x, y, result) ? Scalar() : Scalar::integer(result);
  if (op == "Div" || op == "Mod" || op == "FMod")
    return foldQuotient(op, x, y);
  if (op == "Max")
    return Scalar::integer(std::max(x, y));
  if (op == "Min")
    return Scalar::integer(std::min(x, y));
  return foldComparison(op, x, y);
}

/// Sizes are not negative: what the comparisons of models ask of symbols, when
/// they look for the -1 of a shape. Nothing if it depends on the size.
static Scalar foldOrder(bool orEqual, Scalar a, Scalar b,
                        const Symbols &symbols) {
  if (orEqual && a.equals(b))
    return Scalar::integer(1);
  int64_t least = orEqual ? 0 : -1;
  if (a.isInteger() && a.asInteger() <= least && symbols.isNonNegative(b))
    return Scalar::integer(1);
  if (b.isInteger() && b.asInteger() < (orEqual ? 0 : 1) &&
      symbols.isNonNegative(a))
    return Scalar::integer(0);
  return {};
}

static Scalar foldSymbols(llvm::StringRef op, Scalar a, Scalar b,
                          Symbols &symbols) {
  if (op == "Add")
    return symbols.add(a, b);
  if (op == "Sub")
    return symbols.subtract(a, b);
  if (op == "Mul")
    return symbols.multiply(a, b);
  if (op == "Div")
    return symbols.divide(a, b);
  if (op == "Max")
    return symbols.maximum(a, b);
  if (op == "Min")
    return symbols.minimum(a, b);
  if (op == "Equal") {
    if (a.equals(b))
      return Scalar::integer(1);
    auto isNegative = [](Scalar x) {
      return x.isInteger() && x.asInteger() < 0;
    };
    bool differ = (isNegative(a) && symbols.isNonNegative(b)) ||
                  (isNegative(b) && symbols.isNonNegative(a));
    return differ ? Scalar::integer(0) : Scalar();
  }
  if (op.starts_with("Less"))
    return foldOrder(op == "LessOrEqual", a, b, symbols);
  if (op.starts_with("Greater"))
    return foldOrder(op == "GreaterOrEqual", b, a, symbols);
  return {};
}

Scalar ingot::onnx::reader::foldBinary(llvm::StringRef op, Scalar a, Scalar b,
                                       Dtype dtype, Symbols &symbols) {
  if (a.isKnown() && b.isKnown()) {
    if (dtype == Data::BOOL)
      return foldLogical(op, a.asInteger(), b.asInteger());
    if (isFloat(dtype))
      return foldReals(op, a.asReal(), b.asReal(), dtype);
    if (!a.isInteger() || !b.isInteger())
      return {};
    bool wasCompared =
        op == "Equal" || op.starts_with("Less") || op.starts_with("Greater");
    // Those beyond 2^63 are negative here.
    if (dtype == Data::UINT64 && (a.asInteger() < 0 || b.asInteger() < 0))
      return {};
    Scalar result = foldIntegers(op, a.asInteger(), b.asInteger());
    return wasCompared ? result : convertScalar(result, dtype);
  }
  if (dtype != Data::INT64 && dtype != Data::INT32)
    return {};
  return foldSymbols(op, a, b, symbols);
}

void ingot::onnx::reader::foldElementwise(
    Inference &node,
    llvm::function_ref<Scalar(llvm::ArrayRef<Scalar> operands)> compute) {
  if (node.results.empty() || !node.results[0].shape)
    return;
  const Shape &shape = *node.results[0].shape;
  std::optional<int64_t> count = elementCount(shape);
  if (!count || *count > kMaxFollowed || !node.fault().empty())
    return;
  for (size_t i = 0; i < node.inputCount(); ++i)
    if (!node.elements(i))
      return;
  Elements elements;
  for (int64_t place = 0; place < *count; ++place) {
    llvm::SmallVector<Scalar> operands;
    for (size_t i = 0; i < node.inputCount(); ++i) {
      const Shape &own = *node.shape(i);
      int64_t rest = place, index = 0, stride = 1;
      for (size_t back = 1; back <= shape.size(); ++back) {
        int64_t size = shape[shape.size() - back].asInteger();
        if (back <= own.size()) {
          int64_t width = own[own.size() - back].asInteger();
          index += (width == 1 ? 0 : rest % size) * stride;
          stride *= width;
        }
        rest /= size;
      }
      operands.push_back((*node.elements(i))[index]);
    }
    elements.push_back(compute(operands));
  }
  node.setElements(0, std::move(elements));
}

std::optional<Ints>
ingot::onnx::reader::stridesOf(llvm::ArrayRef<Scalar> shape) {
  if (!elementCount(shape))
    return std::nullopt;
  Ints strides(shape.size(), 1);
  for (size_t dim = shape.size(); dim-- > 1;)
    strides[dim - 1] = strides[dim] * shape[dim].asInteger();
  return strides;
}

std::optional<Elements>
ingot::onnx::reader::pickElements(const Elements &elements, int64_t offset,
                                  llvm::ArrayRef<int64_t> sizes,
                                  llvm::ArrayRef<int64_t> strides) {
  int64_t count = 1;
  for (int64_t size : sizes)
    if (llvm::MulOverflow(count, size, count) || count > kMaxFollowed)
      return std::nullopt;
  Elements picked;
  for (int64_t place = 0; place < count; ++place) {
    int64_t rest = place, index = offset;
    for (size_t dim = sizes.size(); dim-- > 0;) {
      index += rest % sizes[dim] * strides[dim];
      rest /= sizes[dim];
    }
    if (index < 0 || index >= static_cast<int64_t>(elements.size()))
      return std::nullopt;
    picked.push_back(elements[index]);
  }
  return picked;
}
