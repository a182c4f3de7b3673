//===- ElementTypes.cpp - element types as StableHLO groups them ----------===//
//
// MLIR has more types than StableHLO: i3, signed integers by their type, tf32.
// A type that belongs to no group is refused by every op. The groups are bits,
// so that a table of the specification's columns can hold any set of them
// (ListedTypes.cpp).
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/stablehlo/ElementTypes.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace ingot::stablehlo {

static unsigned groupOfInteger(IntegerType type) {
  unsigned width = type.getWidth();
  if (width == 1 && type.isSignless())
    return kBoolean;
  bool isKnown = width == 2 || width == 4 || width == 8 || width == 16 ||
                 width == 32 || width == 64;
  if (!isKnown || type.isSigned())
    return 0;
  return type.isUnsigned() ? kUnsigned : kSigned;
}

static unsigned groupOfFloat(FloatType type) {
  // TF32 has 19 bits: it is a precision, not a type of tensors.
  unsigned width = type.getWidth();
  bool isKnown = width == 4 || width == 6 || width == 8 || width == 16 ||
                 width == 32 || width == 64;
  return isKnown ? kFloat : 0;
}

unsigned groupOf(Type element) {
  if (auto integer = dyn_cast<IntegerType>(element))
    return groupOfInteger(integer);
  if (auto number = dyn_cast<FloatType>(element))
    return groupOfFloat(number);
  if (auto complex = dyn_cast<ComplexType>(element))
    return complex.getElementType().isF32() || complex.getElementType().isF64()
               ? kComplex
               : 0;
  if (isPerTensorQuantized(element))
    return kPerTensorQuantized;
  if (isPerAxisQuantized(element))
    return kPerAxisQuantized;
  return isa<IndexType>(element) ? kIndex : 0;
}

std::string describe(unsigned groups) {
  SmallVector<StringRef> names;
  auto add = [&](unsigned group, StringRef name) {
    if ((groups & group) == group)
      names.push_back(name);
  };
  add(kBoolean, "booleans");
  if ((groups & kSigned) && (groups & kUnsigned)) {
    names.push_back("integers");
  } else {
    add(kSigned, "signed integers");
    add(kUnsigned, "unsigned integers");
  }
  add(kFloat, "floats");
  add(kComplex, "complex numbers");
  if (groups & kPerAxisQuantized)
    names.push_back("quantised numbers");
  else
    add(kPerTensorQuantized, "numbers quantised per tensor");
  add(kIndex, "index");
  if (names.size() < 2)
    return names.empty() ? "nothing" : names.front().str();
  StringRef last = names.pop_back_val();
  return llvm::join(names, ", ") + " or " + last.str();
}

bool isQuantized(Type element) {
  return isPerTensorQuantized(element) || isPerAxisQuantized(element);
}

bool isPerTensorQuantized(Type element) {
  return isa<quant::UniformQuantizedType>(element);
}

bool isPerAxisQuantized(Type element) {
  return isa<quant::UniformQuantizedPerAxisType>(element);
}

Type storageType(Type element) {
  return cast<quant::QuantizedType>(element).getStorageType();
}

Type expressedType(Type element) {
  return cast<quant::QuantizedType>(element).getExpressedType();
}

int64_t quantizationDimension(Type element) {
  return cast<quant::UniformQuantizedPerAxisType>(element)
      .getQuantizedDimension();
}

bool haveSameBaseline(Type a, Type b) {
  if (a == b)
    return true;
  if (!isQuantized(a) || !isQuantized(b))
    return false;
  auto left = cast<quant::QuantizedType>(a);
  auto right = cast<quant::QuantizedType>(b);
  return left.getStorageType() == right.getStorageType() &&
         left.isSigned() == right.isSigned() &&
         left.getExpressedType() == right.getExpressedType();
}

int64_t bitsOf(Type element) {
  if (isQuantized(element))
    return cast<quant::QuantizedType>(element).getStorageTypeIntegralWidth();
  if (auto complex = dyn_cast<ComplexType>(element))
    return 2 * bitsOf(complex.getElementType());
  return element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 64;
}

bool isPromotable(Type from, Type to) {
  if (haveSameBaseline(from, to))
    return true;
  if (isa<FloatType>(from) && isa<FloatType>(to))
    return true;
  bool sameKind = (isa<IntegerType>(from) && isa<IntegerType>(to)) ||
                  (isa<ComplexType>(from) && isa<ComplexType>(to)) ||
                  (isQuantized(from) && isQuantized(to) &&
                   expressedType(from) == expressedType(to));
  return sameKind && bitsOf(from) <= bitsOf(to);
}

} // namespace ingot::stablehlo
