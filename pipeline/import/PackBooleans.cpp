//===- PackBooleans.cpp - constants as newer MLIR prints them -------------===//

#include "pipeline/import/PackBooleans.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MathExtras.h"

using llvm::StringRef;

/// The number of elements of `tensor<2x3xi1>`, with what stands before it after
/// a constant; nothing for any other type.
static std::optional<uint64_t> elementsOf(StringRef afterConstant) {
  StringRef rest = afterConstant.ltrim(" ");
  if (!rest.consume_front(":"))
    return std::nullopt;
  rest = rest.ltrim(" ");
  if (!rest.consume_front("tensor<"))
    return std::nullopt;
  uint64_t elements = 1;
  while (!rest.starts_with("i1>")) {
    uint64_t size = 0;
    bool overflow = false;
    if (rest.consumeInteger(10, size) || !rest.consume_front("x"))
      return std::nullopt;
    elements = llvm::SaturatingMultiply(elements, size, &overflow);
    if (overflow)
      return std::nullopt;
  }
  return elements;
}

/// The first element in the lowest bit, as hexadecimal digits; empty if some
/// byte is no boolean.
static std::string pack(StringRef digits) {
  std::string bytes(llvm::divideCeil(digits.size(), 16), '\0');
  for (size_t i = 0; i < digits.size() / 2; ++i) {
    StringRef byte = digits.substr(2 * i, 2);
    if (byte == "01")
      bytes[i / 8] |= 1 << (i % 8);
    else if (byte != "00")
      return "";
  }
  return llvm::toHex(bytes);
}

std::optional<std::string> ingot::packBooleans(std::string_view text) {
  constexpr StringRef kBegin = "dense<\"0x", kEnd = "\">";
  StringRef source(text.data(), text.size());
  std::string result;
  size_t copied = 0;
  for (size_t at = source.find(kBegin); at != StringRef::npos;
       at = source.find(kBegin, at)) {
    size_t first = at + kBegin.size();
    // Whether all of it are digits is asked of few: weights are megabytes.
    size_t last = source.find(kEnd.front(), first);
    if (last == StringRef::npos)
      break;
    // Behind an unfinished one, in a comment say, it is the next one's quote.
    at = last - kBegin.find('"');
    if (!source.substr(last).starts_with(kEnd))
      continue;
    StringRef digits = source.slice(first, last);
    std::optional<uint64_t> elements =
        elementsOf(source.substr(last + kEnd.size()));
    // One element is one byte in both forms.
    if (!elements || *elements < 2 || digits.size() != 2 * *elements)
      continue;
    std::string packed = pack(digits);
    if (packed.empty())
      continue;
    result.append(text, copied, first - copied).append(packed);
    copied = last;
  }
  if (copied == 0)
    return std::nullopt;
  return result.append(text, copied);
}
