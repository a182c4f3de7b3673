//===- Gguf.cpp - llama.cpp's files of tensors ----------------------------===//
//
// Versions 2 and 3, little-endian:
//
//   file    "GGUF", version:u32, tensors:u64, pairs:u64, the pairs, the infos,
//           padding to the alignment, the data
//   pair    key:string, type:u32, value
//   info    name:string, rank:u32, sizes:u64[rank], type:u32, offset:u64
//   string  length:u64, bytes
//   array   element type:u32, length:u64, elements
//
// The first size is that of the innermost axis. Of the pairs, only
// `general.alignment` matters here. Offsets count from the data's start.
//
//===----------------------------------------------------------------------===//

#include "client/runtime/TensorFormats.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <optional>

namespace ingot::runtime {
namespace {

/// The numbers of value types.
enum : uint32_t { kString = 8, kArray = 9, kValueTypes = 13 };
/// Bytes of a value; 0 for strings and arrays.
constexpr uint8_t kValueBytes[kValueTypes] = {1, 1, 2, 2, 4, 4, 4,
                                              1, 0, 0, 8, 8, 8};
constexpr uint32_t kUint32 = 4, kMaxRank = 4;
constexpr int kMaxDepth = 4;

/// Types that are stored as they are.
struct PlainType {
  uint32_t number;
  const char *name;
  uint32_t bytes;
};
constexpr PlainType kPlainTypes[] = {
    {0, "F32", 4},  {1, "F16", 2},  {24, "I8", 1},  {25, "I16", 2},
    {26, "I32", 4}, {27, "I64", 8}, {28, "F64", 8}, {30, "BF16", 2}};

absl::Status malformed(absl::string_view what) {
  return absl::InvalidArgumentError(absl::StrCat("is not a GGUF file: ", what));
}

/// Takes values off the front; after one that is not there, isCutOff.
class Cursor {
public:
  explicit Cursor(std::string_view bytes) : bytes_(bytes) {}

  template <typename Number> Number number() {
    std::string_view taken = take(sizeof(Number));
    return isCutOff ? Number{} : numberAt<Number>(taken, 0);
  }
  std::string_view take(uint64_t count) {
    std::string_view taken;
    isCutOff |= !takeBytes(bytes_, at_, count, taken);
    at_ += isCutOff ? 0 : count;
    return taken;
  }
  std::string_view string() { return take(number<uint64_t>()); }

  /// Passes over a value; false for a type that is none.
  bool skip(uint32_t type, int depth = 0) {
    if (type >= kValueTypes || depth > kMaxDepth)
      return false;
    if (type == kString)
      string();
    else if (type != kArray)
      take(kValueBytes[type]);
    else
      return skipArray(depth);
    return true;
  }

  uint64_t position() const { return at_; }

  bool isCutOff = false;

private:
  bool skipArray(int depth) {
    const uint32_t element = number<uint32_t>();
    const uint64_t length = number<uint64_t>();
    if (element < kValueTypes && kValueBytes[element]) {
      if (length > bytes_.size())
        isCutOff = true;
      else
        take(length * kValueBytes[element]);
      return true;
    }
    for (uint64_t i = 0; i < length && !isCutOff; ++i)
      if (!skip(element, depth + 1))
        return false;
    return true;
  }

  const std::string_view bytes_;
  uint64_t at_ = 0;
};

/// What the file says of one tensor.
struct Info {
  std::string name;
  std::vector<int64_t> shape;
  uint64_t elements = 1;
  uint32_t type = 0;
  uint64_t offset = 0;
};

std::optional<Info> takeInfo(Cursor &cursor, uint64_t fileBytes) {
  Info info;
  info.name = cursor.string();
  const uint32_t rank = cursor.number<uint32_t>();
  if (rank > kMaxRank)
    return std::nullopt;
  for (uint32_t i = 0; i < rank; ++i) {
    const uint64_t size = cursor.number<uint64_t>();
    // A block has at most 256 elements of less than a byte each.
    if (size == 0 || size > (fileBytes * 256) / info.elements)
      return std::nullopt;
    info.elements *= size;
    info.shape.insert(info.shape.begin(), static_cast<int64_t>(size));
  }
  info.type = cursor.number<uint32_t>();
  info.offset = cursor.number<uint64_t>();
  if (cursor.isCutOff)
    return std::nullopt;
  return info;
}

absl::Status addTensor(const Info &info, std::string_view data,
                       TensorTable &table) {
  StoredTensor tensor;
  tensor.shape = info.shape;
  uint64_t bytes = 0;
  const BlockType *blocks = findBlockType(info.type);
  if (blocks) {
    tensor.dtype = blocks->name;
    if (info.shape.empty() || info.shape.back() % blocks->elements != 0)
      return malformed(absl::StrCat("'", info.name, "' is no whole number of ",
                                    blocks->name, " blocks"));
    bytes = info.elements / blocks->elements * blocks->bytes;
  }
  for (const PlainType &plain : kPlainTypes)
    if (plain.number == info.type) {
      tensor.dtype = plain.name;
      bytes = info.elements * plain.bytes;
    }
  // Of a type that is not known the size is not either; it matches nothing.
  if (tensor.dtype.empty())
    tensor.dtype = absl::StrCat("GGUF type ", info.type);
  if (!takeBytes(data, info.offset, bytes, tensor.bytes))
    return malformed(absl::StrCat("'", info.name, "' reaches beyond the end"));
  if (blocks)
    tensor.floats = lazyFloats(*blocks, tensor.bytes);
  table.tensors[info.name] = std::move(tensor);
  return absl::OkStatus();
}

} // namespace

absl::Status readGguf(std::string_view file, TensorTable &table) {
  Cursor cursor(file);
  cursor.take(4);
  const uint32_t version = cursor.number<uint32_t>();
  const uint64_t tensors = cursor.number<uint64_t>();
  const uint64_t pairs = cursor.number<uint64_t>();
  if (version < 2 || version > 3)
    return malformed("its version is unknown");
  uint64_t alignment = 32;
  for (uint64_t i = 0; i < pairs && !cursor.isCutOff; ++i) {
    const std::string_view key = cursor.string();
    const uint32_t type = cursor.number<uint32_t>();
    if (key == "general.alignment" && type == kUint32)
      alignment = std::max(1u, cursor.number<uint32_t>());
    else if (!cursor.skip(type))
      return malformed("it has a value of an unknown type");
  }
  std::vector<Info> infos;
  for (uint64_t i = 0; i < tensors && !cursor.isCutOff; ++i) {
    std::optional<Info> info = takeInfo(cursor, file.size());
    if (!info)
      return malformed("a tensor is malformed or cut off");
    infos.push_back(*std::move(info));
  }
  if (cursor.isCutOff)
    return malformed("it is cut off");
  const uint64_t start =
      (cursor.position() + alignment - 1) / alignment * alignment;
  const std::string_view data =
      start < file.size() ? file.substr(start) : std::string_view();
  for (const Info &info : infos)
    if (absl::Status status = addTensor(info, data, table); !status.ok())
      return status;
  return absl::OkStatus();
}

} // namespace ingot::runtime
