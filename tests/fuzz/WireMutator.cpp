//===- WireMutator.cpp - protocol buffers that stay readable --------------===//

#include "tests/fuzz/WireMutator.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize);

namespace {

/// Messages of frameworks are no deeper, and bytes may read as a message.
constexpr unsigned kMaxDepth = 24;

enum WireType : unsigned {
  kVarint = 0,
  kFixed64 = 1,
  kBytes = 2,
  kFixed32 = 5
};

struct Field {
  uint64_t tag = 0;
  uint64_t number = 0;
  /// Of what has a length, if it is no message.
  std::string bytes;
  std::vector<Field> fields;
  bool isMessage = false;

  unsigned type() const { return tag & 7; }
};
using Fields = std::vector<Field>;

/// Where a field stands, so that it can go.
struct Place {
  Fields *in;
  size_t index;

  Field &field() const { return (*in)[index]; }
};

} // namespace

static std::optional<uint64_t> takeVarint(std::string_view &bytes) {
  uint64_t value = 0;
  for (unsigned shift = 0; shift < 64 && !bytes.empty(); shift += 7) {
    uint8_t byte = bytes.front();
    bytes.remove_prefix(1);
    value |= uint64_t(byte & 127) << shift;
    if (byte < 128)
      return value;
  }
  return std::nullopt;
}

static void putVarint(std::string &out, uint64_t value) {
  for (; value >= 128; value >>= 7)
    out += char(value | 128);
  out += char(value);
}

static std::optional<Fields> parse(std::string_view bytes, unsigned depth) {
  Fields fields;
  while (!bytes.empty()) {
    Field field;
    std::optional<uint64_t> tag = takeVarint(bytes);
    if (!tag || *tag < 8)
      return std::nullopt;
    field.tag = *tag;
    if (field.type() == kVarint || field.type() == kBytes) {
      std::optional<uint64_t> number = takeVarint(bytes);
      if (!number)
        return std::nullopt;
      field.number = *number;
    }
    size_t length = field.type() == kBytes     ? field.number
                    : field.type() == kFixed64 ? 8
                    : field.type() == kFixed32 ? 4
                                               : 0;
    if (length > bytes.size() ||
        (length == 0 && field.type() != kVarint && field.type() != kBytes))
      return std::nullopt;
    std::string_view content = bytes.substr(0, length);
    bytes.remove_prefix(length);
    std::optional<Fields> inner;
    if (field.type() == kBytes && length != 0 && depth < kMaxDepth)
      inner = parse(content, depth + 1);
    field.isMessage = inner.has_value();
    if (inner)
      field.fields = std::move(*inner);
    else
      field.bytes = content;
    fields.push_back(std::move(field));
  }
  return fields;
}

static std::string write(const Fields &fields) {
  std::string out;
  for (const Field &field : fields) {
    putVarint(out, field.tag);
    std::string content = field.isMessage ? write(field.fields) : field.bytes;
    if (field.type() == kVarint)
      putVarint(out, field.number);
    else if (field.type() == kBytes)
      putVarint(out, content.size());
    out += content;
  }
  return out;
}

static void collect(Fields &fields, std::vector<Place> &places) {
  for (size_t i = 0; i < fields.size(); ++i) {
    places.push_back({&fields, i});
    collect(fields[i].fields, places);
  }
}

static uint64_t changed(uint64_t number, std::mt19937 &random) {
  static constexpr uint64_t kNumbers[] = {
      0,     1,         2,         3,          4,         5,         7,
      8,     16,        64,        255,        1 << 20,   INT32_MAX, 1ull << 31,
      ~0ull, ~0ull - 1, INT64_MAX, 1ull << 63, 1ull << 40};
  switch (random() % 4) {
  case 0:
    return number + 1;
  case 1:
    return number - 1;
  default:
    return kNumbers[random() % std::size(kNumbers)];
  }
}

static void changeBytes(std::string &bytes) {
  constexpr size_t kMore = 16;
  size_t size = bytes.size();
  bytes.resize(size + kMore);
  bytes.resize(LLVMFuzzerMutate(reinterpret_cast<uint8_t *>(bytes.data()), size,
                                bytes.size()));
}

/// Another field of the message that has the same tag takes the place of this.
static void replace(const std::vector<Place> &places, Place place,
                    std::mt19937 &random) {
  std::vector<Field *> same;
  for (const Place &other : places)
    if (other.field().tag == place.field().tag)
      same.push_back(&other.field());
  Field copy = *same[random() % same.size()];
  place.field() = std::move(copy);
}

static void change(Fields &message, std::mt19937 &random) {
  std::vector<Place> places;
  collect(message, places);
  if (places.empty())
    return;
  Place place = places[random() % places.size()];
  Fields &in = *place.in;
  switch (random() % 8) {
  case 0:
    in.erase(in.begin() + place.index);
    return;
  case 1: {
    Field copy = place.field();
    in.insert(in.begin() + place.index, std::move(copy));
    return;
  }
  case 2:
    std::swap(in[place.index], in[random() % in.size()]);
    return;
  case 3:
  case 4:
    return replace(places, place, random);
  default:
    break;
  }
  Field &field = place.field();
  if (field.type() == kVarint)
    field.number = changed(field.number, random);
  else if (field.isMessage)
    replace(places, place, random);
  else if (field.type() == kBytes)
    changeBytes(field.bytes);
  else
    field.bytes[random() % field.bytes.size()] = char(random());
}

size_t ingot::fuzz::mutateMessage(uint8_t *data, size_t size, size_t maxSize,
                                  unsigned seed) {
  std::mt19937 random(seed);
  std::optional<Fields> message;
  if (random() % 4 != 0)
    message = parse({reinterpret_cast<char *>(data), size}, 0);
  if (!message)
    return LLVMFuzzerMutate(data, size, maxSize);
  for (unsigned changes = 1 + random() % 3; changes != 0; --changes)
    change(*message, random);
  std::string bytes = write(*message);
  if (bytes.size() > maxSize)
    return LLVMFuzzerMutate(data, size, maxSize);
  std::memcpy(data, bytes.data(), bytes.size());
  return bytes.size();
}
