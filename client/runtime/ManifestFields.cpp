//===- ManifestFields.cpp - what a manifest says, read alone --------------===//

#include "client/runtime/ManifestFields.h"

#include <optional>

namespace ingot::runtime {

static std::optional<uint64_t> takeVarint(std::string_view &rest) {
  uint64_t value = 0;
  for (int shift = 0; shift < 64 && !rest.empty(); shift += 7) {
    const uint8_t byte = static_cast<uint8_t>(rest.front());
    rest.remove_prefix(1);
    value |= uint64_t{byte & 0x7fu} << shift;
    if (byte < 0x80)
      return value;
  }
  return std::nullopt;
}

std::vector<std::string_view> fieldsOf(std::string_view message,
                                       uint64_t number) {
  enum Kind : uint64_t { Varint = 0, Fixed64 = 1, Delimited = 2, Fixed32 = 5 };
  std::vector<std::string_view> fields;
  while (std::optional<uint64_t> key = takeVarint(message)) {
    const uint64_t kind = *key & 7;
    std::optional<uint64_t> size = kind == Fixed64   ? 8
                                   : kind == Fixed32 ? 4
                                                     : takeVarint(message);
    if (kind == Varint && size)
      size = 0; // It was the value.
    if (kind > Delimited && kind != Fixed32)
      break;
    if (!size || *size > message.size())
      break;
    if (kind == Delimited && *key >> 3 == number)
      fields.push_back(message.substr(0, *size));
    message.remove_prefix(*size);
  }
  return fields;
}

std::vector<std::string_view> elementsOfConstants(std::string_view manifest) {
  constexpr uint64_t kConstantOfManifest = 4, kElementOfConstant = 5;
  std::vector<std::string_view> elements;
  for (std::string_view constant : fieldsOf(manifest, kConstantOfManifest)) {
    std::vector<std::string_view> said = fieldsOf(constant, kElementOfConstant);
    elements.push_back(said.empty() ? std::string_view() : said.back());
  }
  return elements;
}

} // namespace ingot::runtime
