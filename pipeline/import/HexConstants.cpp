//===- HexConstants.cpp - large constants of text -------------------------===//
//
// A reference is a resource without data, which may stand wherever such a
// constant may, but for ops that ask for dense elements by their C++ type.
// Those are not parsed, and whoever calls parses the whole text. So it is with
// all that is unusual: constants in types, locations and aliases are left
// alone.
//
//===----------------------------------------------------------------------===//

#include "pipeline/import/HexConstants.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/Support/Regex.h"

using namespace mlir;

/// Begins the keys of our resources. A context makes keys unique by what it
/// appends, so the number ends before that.
static constexpr StringLiteral kKey = "ingot.hex.";

/// False if `digits` are not pairs of hexadecimal digits. Without tables and
/// branches, so that it is done by vectors.
static bool decode(StringRef digits, std::string &bytes) {
  if (digits.size() % 2 != 0)
    return false;
  bytes.resize(digits.size() / 2);
  const char *from = digits.data();
  char *to = bytes.data();
  uint8_t wrong = 0;
  auto valueOf = [&wrong](char digit) -> uint8_t {
    const auto code = static_cast<uint8_t>(digit);
    const auto decimal = static_cast<uint8_t>(code - '0');
    const auto letter = static_cast<uint8_t>((code | 0x20) - 'a');
    wrong |=
        static_cast<uint8_t>(decimal > 9) & static_cast<uint8_t>(letter > 5);
    return static_cast<uint8_t>((code & 0xf) + 9 * (code >> 6));
  };
  for (size_t i = 0, size = bytes.size(); i < size; ++i)
    to[i] =
        static_cast<char>(valueOf(from[2 * i]) << 4 | valueOf(from[2 * i + 1]));
  return wrong == 0;
}

/// Neither the begin nor the end of a constant's line is longer.
static constexpr size_t kMaxAround = 256;

/// True if the line so far is an op that waits for its attribute, as in
/// `  %0 = "tosa.const"() <{values = `.
static bool beginsAnOp(StringRef before) {
  static const llvm::Regex kOp(
      R"re(^ *%[^ ]+ = ("[a-zA-Z0-9_.$]+"\(\) <?\{[a-z]+ = )re"
      R"re(|[a-zA-Z0-9_.$]+[ (])$)re");
  before = before.take_back(kMaxAround);
  return kOp.match(before.substr(before.rfind('\n') + 1));
}

/// True if the line ends with the types and the location of the same op.
static bool endsTheOp(StringRef rest) {
  static const llvm::Regex kEnd(
      R"re(^ *: *tensor<[a-zA-Z0-9<>]+>[)}>]*)re"
      R"re(( : (\(\) -> )?!?[a-z.]+<[][a-zA-Z0-9<>,!.]*>)?( loc\([^()]*\))?)re"
      "\r?$");
  rest = rest.take_front(kMaxAround);
  size_t end = rest.find('\n');
  return end != StringRef::npos && kEnd.match(rest.take_front(end));
}

std::optional<ingot::HexConstants>
ingot::takeHexConstants(std::string_view text) {
  constexpr StringLiteral kBegin = "dense<\"0x", kEnd = "\">";
  constexpr size_t kMinDigits = 8192;
  StringRef source(text.data(), text.size());
  HexConstants result;
  size_t copied = 0;
  bool hasKey = false; // In what stays text; digits hold none.
  for (size_t at = source.find(kBegin); at != StringRef::npos;
       at = source.find(kBegin, at)) {
    size_t begin = at, first = begin + kBegin.size();
    size_t last = source.find(kEnd.front(), first);
    if (last == StringRef::npos)
      break;
    // Behind an unfinished one, in a comment say, it is the next one's quote.
    at = last - kBegin.find('"');
    StringRef digits = source.slice(first, last), rest = source.substr(last);
    std::string bytes;
    if (digits.size() < kMinDigits || !rest.consume_front(kEnd) ||
        !beginsAnOp(source.take_front(begin)) || !endsTheOp(rest) ||
        !decode(digits, bytes))
      continue;
    hasKey |= source.slice(copied, begin).contains(kKey);
    result.text.append(text, copied, begin - copied)
        .append("dense_resource<" + kKey.str())
        .append(std::to_string(result.payloads.size()))
        .append(">");
    result.payloads.push_back(std::move(bytes));
    copied = last + kEnd.size();
  }
  // Nobody's own resource is taken for one of ours.
  if (copied == 0 || hasKey || source.substr(copied).contains(kKey))
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

/// The number of one of our resources. A user's own may look like one too, for
/// keys have escapes.
static std::optional<size_t> numberOf(Attribute attribute, size_t end) {
  auto resource = dyn_cast<DenseResourceElementsAttr>(attribute);
  if (!resource)
    return std::nullopt;
  StringRef key = resource.getRawHandle().getKey();
  size_t number = 0;
  if (!key.consume_front(kKey) || key.consumeInteger(10, number) ||
      number >= end)
    return std::nullopt;
  return number;
}

LogicalResult ingot::putHexConstants(ModuleOp module,
                                     const HexConstants &constants) {
  const size_t size = constants.payloads.size();
  llvm::BitVector isBack(size);
  WalkResult result = module.walk([&](Operation *op) {
    for (NamedAttribute named : op->getAttrs()) {
      std::optional<size_t> number = numberOf(named.getValue(), size);
      if (!number)
        continue;
      auto resource = cast<DenseResourceElementsAttr>(named.getValue());
      DenseElementsAttr dense =
          denseOf(resource.getType(), constants.payloads[*number]);
      // The second may be a user's own, or the first was.
      if (!dense || isBack[*number])
        return WalkResult::interrupt();
      isBack.set(*number);
      op->setAttr(named.getName(), dense);
    }
    return WalkResult::advance();
  });
  return success(!result.wasInterrupted() && isBack.all());
}
