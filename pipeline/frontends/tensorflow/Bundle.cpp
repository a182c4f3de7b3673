//===- Bundle.cpp - the variables of a SavedModel -------------------------===//
//
// A table ends in a footer of 48 bytes: where the index block lies, and a magic
// number. A block is entries (shared bytes of the key, further bytes, bytes of
// the value), then places of entries that share nothing, which only a search
// needs, then their number; five bytes behind it say how it is compressed and
// its checksum.
//
// Grammar: leveldb's doc/table_format.md; messages: tensor_bundle.proto.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tensorflow/Bundle.h"

#include "llvm/Support/Endian.h"

#include <array>

using namespace ingot;
using namespace ingot::tensorflow;

namespace {

constexpr size_t kFooterBytes = 48;
constexpr size_t kTrailerBytes = 5;
constexpr uint64_t kMagic = 0xdb4775248b80fb57;
/// More than any checkpoint has; each takes a view.
constexpr int kMaxShards = 100000;

llvm::Error fault(const llvm::Twine &why) {
  return llvm::createStringError("the index of the variables " + why);
}

std::array<uint32_t, 256> makeCrcTable() {
  std::array<uint32_t, 256> table{};
  for (uint32_t i = 0; i < 256; ++i) {
    uint32_t rest = i;
    for (int bit = 0; bit < 8; ++bit)
      rest = (rest >> 1) ^ ((rest & 1) ? 0x82f63b78u : 0);
    table[i] = rest;
  }
  return table;
}

/// Takes numbers and strings from the front of bytes.
class Cursor {
public:
  explicit Cursor(std::string_view bytes) : rest_(bytes) {}

  bool atEnd() const { return rest_.empty(); }

  /// False if there is none, or it has more than 64 bits.
  bool takeVarint(uint64_t &number) {
    number = 0;
    for (unsigned shift = 0; shift < 64 && !rest_.empty(); shift += 7) {
      uint8_t byte = static_cast<uint8_t>(rest_.front());
      rest_.remove_prefix(1);
      number |= uint64_t(byte & 0x7f) << shift;
      if (!(byte & 0x80))
        return true;
    }
    return false;
  }

  bool takeBytes(uint64_t count, std::string_view &bytes) {
    if (count > rest_.size())
      return false;
    bytes = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return true;
  }

private:
  std::string_view rest_;
};

/// The entries of the block at a place that `handle` names.
llvm::Error readBlock(std::string_view file, Cursor &handle,
                      std::map<std::string, std::string> &rows) {
  uint64_t offset = 0, size = 0;
  if (!handle.takeVarint(offset) || !handle.takeVarint(size) ||
      offset > file.size() || size > file.size() - offset ||
      file.size() - offset - size < kTrailerBytes || size < 4)
    return fault("names a block outside of the file");
  std::string_view block = file.substr(offset, size);
  if (file[offset + size] != 0)
    return fault("is compressed");
  uint32_t stored =
      llvm::support::endian::read32le(file.data() + offset + size + 1);
  if (stored != maskedCrc32c(file.substr(offset, size + 1)))
    return fault("has a block whose checksum is wrong");
  uint64_t restarts = llvm::support::endian::read32le(&block[size - 4]);
  if (restarts > (size - 4) / 4)
    return fault("has a block with too many restarts");
  Cursor cursor(block.substr(0, size - 4 - 4 * restarts));
  std::string key;
  while (!cursor.atEnd()) {
    uint64_t shared = 0, further = 0, length = 0;
    std::string_view suffix, value;
    if (!cursor.takeVarint(shared) || !cursor.takeVarint(further) ||
        !cursor.takeVarint(length) || shared > key.size() ||
        !cursor.takeBytes(further, suffix) || !cursor.takeBytes(length, value))
      return fault("has an entry that reaches beyond its block");
    key.resize(shared);
    key += suffix;
    rows[key] = value;
  }
  return llvm::Error::success();
}

/// Both numbers have five digits.
std::string shardName(std::string_view prefix, int shard, int count) {
  auto digits = [](int number) {
    std::string text = std::to_string(number);
    return std::string(text.size() < 5 ? 5 - text.size() : 0, '0') + text;
  };
  return std::string(prefix) + ".data-" + digits(shard) + "-of-" +
         digits(count);
}

} // namespace

uint32_t ingot::tensorflow::maskedCrc32c(std::string_view bytes) {
  static const std::array<uint32_t, 256> table = makeCrcTable();
  uint32_t crc = ~uint32_t(0);
  for (char byte : bytes)
    crc = (crc >> 8) ^ table[(crc ^ static_cast<uint8_t>(byte)) & 0xff];
  crc = ~crc;
  return ((crc >> 15) | (crc << 17)) + 0xa282ead8u;
}

llvm::Expected<std::map<std::string, std::string>>
ingot::tensorflow::readTable(std::string_view bytes) {
  if (bytes.size() < kFooterBytes)
    return fault("is too short");
  std::string_view footer = bytes.substr(bytes.size() - kFooterBytes);
  if (llvm::support::endian::read64le(footer.data() + 40) != kMagic)
    return fault("is no table of LevelDB");
  Cursor places(footer.substr(0, 40));
  uint64_t ignored = 0;
  if (!places.takeVarint(ignored) || !places.takeVarint(ignored))
    return fault("has no footer");
  std::map<std::string, std::string> index, rows;
  if (llvm::Error error = readBlock(bytes, places, index))
    return error;
  for (const auto &[last, handle] : index) {
    Cursor cursor(handle);
    if (llvm::Error error = readBlock(bytes, cursor, rows))
      return error;
  }
  return rows;
}

llvm::Expected<Bundle> Bundle::read(const ModelSource &source,
                                    std::string_view prefix) {
  std::optional<std::string_view> index =
      source.find(std::string(prefix) + ".index");
  if (!index)
    return fault("is not there");
  auto rows = readTable(*index);
  if (!rows)
    return rows.takeError();
  Bundle bundle;
  format::BundleHeader header;
  auto first = rows->find("");
  if (first == rows->end() || !header.ParseFromString(first->second) ||
      header.num_shards() < 1 || header.num_shards() > kMaxShards)
    return fault("has no header");
  if (header.endianness() != 0)
    return fault("was written by a big-endian machine");
  for (auto &[name, value] : *rows)
    if (!name.empty() && !bundle.entries_[name].ParseFromString(value))
      return fault("has an entry that is no message");
  for (int i = 0; i < header.num_shards(); ++i)
    bundle.shards_.push_back(
        source.find(shardName(prefix, i, header.num_shards())));
  return bundle;
}

const format::BundleEntry *Bundle::find(llvm::StringRef name) const {
  auto found = entries_.find(std::string_view(name));
  return found == entries_.end() ? nullptr : &found->second;
}

llvm::Expected<llvm::ArrayRef<char>>
Bundle::bytesOf(const format::BundleEntry &entry) const {
  if (entry.slices_size() != 0)
    return llvm::createStringError("a variable is stored in slices");
  uint64_t shard = static_cast<uint32_t>(entry.shard_id());
  if (shard >= shards_.size() || !shards_[shard])
    return llvm::createStringError("a file of variables is missing");
  std::string_view file = *shards_[shard];
  uint64_t offset = static_cast<uint64_t>(entry.offset());
  uint64_t size = static_cast<uint64_t>(entry.size());
  if (offset > file.size() || size > file.size() - offset)
    return llvm::createStringError("a variable lies outside of its file");
  std::string_view bytes = file.substr(offset, size);
  if (entry.has_crc32c() && maskedCrc32c(bytes) != entry.crc32c())
    return llvm::createStringError("the checksum of a variable is wrong");
  return llvm::ArrayRef<char>(bytes.data(), bytes.size());
}
