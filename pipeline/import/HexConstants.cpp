//===- HexConstants.cpp - large constants of text -------------------------===//
//
// A reference is a resource, which may stand wherever such a constant may, but
// for ops that ask for dense elements by their C++ type. Those are not parsed,
// and whoever calls parses the whole text.
//
//===----------------------------------------------------------------------===//

#include "pipeline/import/HexConstants.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectResourceBlobManager.h"

#include <array>

using namespace mlir;

/// Begins the keys of our resources. A context makes keys unique by what it
/// appends, so the number ends before that.
static constexpr StringLiteral kKey = "ingot.hex.";

/// What no digit has.
static constexpr uint8_t kNoDigit = 0x80;

static constexpr std::array<uint8_t, 256> makeDigits() {
  std::array<uint8_t, 256> digits{};
  for (uint8_t &digit : digits)
    digit = kNoDigit;
  for (uint8_t i = 0; i < 10; ++i)
    digits[static_cast<size_t>('0' + i)] = i;
  for (uint8_t i = 0; i < 6; ++i)
    digits[static_cast<size_t>('a' + i)] =
        digits[static_cast<size_t>('A' + i)] = 10 + i;
  return digits;
}
static constexpr std::array<uint8_t, 256> kDigits = makeDigits();

/// False if `digits` are not pairs of hexadecimal digits.
static bool decode(StringRef digits, std::string &bytes) {
  if (digits.size() % 2 != 0)
    return false;
  bytes.resize(digits.size() / 2);
  uint8_t seen = 0;
  for (size_t i = 0; i < bytes.size(); ++i) {
    uint8_t high = kDigits[static_cast<uint8_t>(digits[2 * i])];
    uint8_t low = kDigits[static_cast<uint8_t>(digits[2 * i + 1])];
    seen |= high | low;
    bytes[i] = static_cast<char>(high << 4 | (low & 0xf));
  }
  return (seen & kNoDigit) == 0;
}

/// True if `rest` has a short end of its line, which begins no op.
static bool endsItsLine(StringRef rest) {
  constexpr size_t kMaxRest = 256;
  rest = rest.take_front(kMaxRest);
  size_t end = rest.find('\n');
  return end != StringRef::npos && !rest.take_front(end).contains('=');
}

std::optional<ingot::HexConstants>
ingot::takeHexConstants(std::string_view text) {
  constexpr StringLiteral kBegin = "dense<\"0x", kEnd = "\">";
  constexpr size_t kMinDigits = 8192;
  StringRef source(text.data(), text.size());
  HexConstants result;
  size_t copied = 0;
  for (size_t at = source.find(kBegin), last; at != StringRef::npos;
       at = source.find(kBegin, last)) {
    size_t first = at + kBegin.size();
    last = source.find(kEnd.front(), first);
    if (last == StringRef::npos)
      break;
    StringRef digits = source.slice(first, last), rest = source.substr(last);
    std::string bytes;
    if (digits.size() < kMinDigits || !rest.consume_front(kEnd) ||
        !endsItsLine(rest) || !decode(digits, bytes))
      continue;
    result.text.append(text, copied, at - copied)
        .append("dense_resource<" + kKey.str())
        .append(std::to_string(result.payloads.size()))
        .append(">");
    result.payloads.push_back(std::move(bytes));
    copied = last + kEnd.size();
  }
  // Nobody's own resource is taken for one of ours.
  if (copied == 0 || source.contains(kKey))
    return std::nullopt;
  result.text.append(text, copied);
  return result;
}

/// As the parser makes it; null where it would have complained.
static DenseElementsAttr denseOf(ShapedType type, StringRef bytes) {
  Type element = type.getElementType();
  bool isSplat = false;
  ArrayRef<char> raw(bytes.data(), bytes.size());
  if (!type.hasStaticShape() ||
      !(element.isIntOrIndexOrFloat() || isa<ComplexType>(element)) ||
      !DenseElementsAttr::isValidRawBuffer(type, raw, isSplat))
    return {};
  return DenseElementsAttr::getFromRawBuffer(type, raw);
}

LogicalResult ingot::putHexConstants(ModuleOp module,
                                     const HexConstants &constants) {
  bool allFit = true;
  AttrTypeReplacer replacer;
  replacer.addReplacement(
      [&](DenseResourceElementsAttr attribute) -> std::optional<Attribute> {
        StringRef key = attribute.getRawHandle().getKey();
        size_t number = 0;
        if (!key.consume_front(kKey) || key.consumeInteger(10, number) ||
            number >= constants.payloads.size())
          return std::nullopt;
        DenseElementsAttr dense =
            denseOf(attribute.getType(), constants.payloads[number]);
        allFit &= static_cast<bool>(dense);
        return dense ? Attribute(dense) : attribute;
      });
  replacer.recursivelyReplaceElementsIn(module);
  return success(allFit);
}
