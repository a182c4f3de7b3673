//===- Safetensors.cpp - constants beside an executable -------------------===//
//
// The header is read as it is parsed: a tree of it would take thirty times its
// size, and seconds.
//
//===----------------------------------------------------------------------===//

#include "client/runtime/Safetensors.h"
#include "client/runtime/Files.h"
#include "client/runtime/TensorFormats.h"

#include "absl/strings/str_cat.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace ingot::runtime {
namespace {

constexpr uint64_t kMaxHeaderBytes = 100 << 20;

absl::Status malformed(const char *what) {
  return absl::InvalidArgumentError(
      absl::StrCat("is not a safetensors file: ", what));
}

/// What the header says of one tensor.
struct HeaderEntry {
  std::string dtype;
  std::vector<int64_t> shape;
  std::vector<uint64_t> offsets;
  bool hasOffsets = false; ///< Two numbers, of which neither is negative.
};

/// Takes the events of the parser; what the format does not know is skipped.
class HeaderReader final : public nlohmann::json_sax<nlohmann::json> {
public:
  std::map<std::string, HeaderEntry> tensors;
  std::map<std::string, std::string> digests; ///< Of `__metadata__`.
  bool isObject = false;

  bool null() override { return onValue(); }
  bool boolean(bool) override { return onValue(); }
  bool number_integer(number_integer_t value) override {
    return onNumber(value, /*isUnsigned=*/false);
  }
  bool number_unsigned(number_unsigned_t value) override {
    return onNumber(static_cast<int64_t>(value), /*isUnsigned=*/true);
  }
  bool number_float(number_float_t, const string_t &) override {
    return onValue();
  }
  bool binary(binary_t &) override { return onValue(); }

  bool string(string_t &value) override {
    if (depth_ == 2 && name_ == kMetadata)
      digests[field_] = value;
    else if (depth_ == 2 && field_ == "dtype")
      entry().dtype = value;
    return onValue();
  }

  bool start_object(std::size_t) override {
    isObject |= depth_ == 0;
    return begin();
  }
  bool key(string_t &name) override {
    if (depth_ == 1)
      field_.clear();
    (depth_ == 1 ? name_ : depth_ == 2 ? field_ : ignored_) = name;
    if (depth_ == 1)
      tensors[name] = {}; // The last of a name counts.
    return true;
  }
  bool end_object() override { return end(); }

  bool start_array(std::size_t) override {
    // A header is an object, whose values are objects.
    if (depth_ == 2 && field_ == "shape")
      entry().shape.clear();
    if (depth_ == 2 && field_ == "data_offsets") {
      entry().offsets.clear();
      entry().hasOffsets = true;
    }
    return begin();
  }
  bool end_array() override {
    if (depth_ == 3 && field_ == "data_offsets")
      entry().hasOffsets &= entry().offsets.size() == 2;
    return end();
  }
  bool parse_error(std::size_t, const std::string &,
                   const nlohmann::json::exception &) override {
    return false;
  }

private:
  static constexpr char kMetadata[] = "__metadata__";
  /// Tensors have fewer axes; a longer shape matches nothing either way.
  static constexpr size_t kMaxRank = 64;

  HeaderEntry &entry() { return tensors[name_]; }

  bool begin() {
    onValue(); // As an element of what is around it.
    ++depth_;
    return true;
  }
  bool end() {
    --depth_;
    return true;
  }

  bool onNumber(int64_t value, bool isUnsigned) {
    if (depth_ == 3 && field_ == "shape" && entry().shape.size() < kMaxRank)
      entry().shape.push_back(value);
    else if (depth_ == 3 && field_ == "data_offsets" && isUnsigned &&
             entry().offsets.size() < 3)
      entry().offsets.push_back(static_cast<uint64_t>(value));
    else
      onValue();
    return true;
  }

  /// A value that is not what its place is for.
  bool onValue() {
    if (depth_ == 3 && field_ == "shape" && entry().shape.size() < kMaxRank)
      entry().shape.push_back(-1);
    if (depth_ == 3 && field_ == "data_offsets")
      entry().hasOffsets = false;
    return true;
  }

  int depth_ = 0; ///< Objects and arrays around the next value.
  std::string name_, field_, ignored_;
};

/// A SHA-256 in hexadecimal.
constexpr size_t kDigestDigits = 64;

/// Large tensors begin at a page where their sizes allow it, so that what is
/// mapped holds no part of others.
constexpr size_t kPageBytes = 4096;

/// The largest power of two, up to a page, that divides `size`.
size_t alignmentOf(size_t size) {
  return size == 0 ? kPageBytes : std::min(kPageBytes, size & -size);
}

} // namespace

const char *dtypeName(ElementType type) {
  static const char *const kNames[] = {
      "",    "BOOL", "I8",  "I16",  "I32", "I64", "U8",  "U16",
      "U32", "U64",  "F16", "BF16", "F32", "F64", "C64", "F64"};
  // The format has names for three of the eight kinds.
  if (runtime::isFloat8(type))
    return type == INGOT_F8E5M2      ? "F8_E5M2"
           : type == INGOT_F8E4M3FN  ? "F8_E4M3"
           : type == INGOT_F8E8M0FNU ? "F8_E8M0"
                                     : "U8";
  return type > 0 && type < 16 ? kNames[type] : "";
}

absl::Status readSafetensors(std::string_view file, TensorTable &table) {
  uint64_t length = 0;
  if (file.size() < sizeof(length))
    return malformed("too short");
  length = numberAt<uint64_t>(file, 0);
  if (length > kMaxHeaderBytes || length > file.size() - sizeof(length))
    return malformed("its header is cut off");
  const char *begin = file.data() + sizeof(length);
  // The parser is iterative: no depth of nesting overflows the stack.
  HeaderReader header;
  if (!nlohmann::json::sax_parse(begin, begin + length, &header) ||
      !header.isObject)
    return malformed("its header is not JSON");
  header.tensors.erase("__metadata__");
  const std::string_view data = file.substr(sizeof(length) + length);
  for (auto &[name, entry] : header.tensors) {
    if (!entry.hasOffsets)
      return malformed("a tensor has no offsets");
    const uint64_t from = entry.offsets[0], to = entry.offsets[1];
    StoredTensor &tensor = table.tensors[name];
    if (from > to || !takeBytes(data, from, to - from, tensor.bytes))
      return malformed("a tensor reaches beyond the end");
    tensor.dtype = std::move(entry.dtype);
    tensor.shape = std::move(entry.shape);
    if (auto digest = header.digests.find(name); digest != header.digests.end())
      tensor.digest = digest->second;
  }
  return absl::OkStatus();
}

static size_t sizeOf(const NamedBytes &tensor) { return tensor.bytes.size(); }
static size_t sizeOf(const NamedSize &tensor) { return tensor.byteSize(); }

/// By falling alignment of their sizes: whatever follows a tensor of 64 n bytes
/// is aligned too.
template <typename Tensor> static void sortTensors(std::vector<Tensor> &all) {
  std::sort(all.begin(), all.end(), [](const Tensor &a, const Tensor &b) {
    size_t first = alignmentOf(sizeOf(a)), second = alignmentOf(sizeOf(b));
    return first != second ? first > second : a.name < b.name;
  });
}

/// What stands before the bytes of these tensors.
template <typename Tensor>
static std::string headerOf(const std::vector<Tensor> &tensors) {
  nlohmann::ordered_json header;
  for (const Tensor &tensor : tensors)
    if (!tensor.digest.empty())
      header["__metadata__"][tensor.name] = tensor.digest;
  uint64_t offset = 0;
  for (const Tensor &tensor : tensors) {
    std::vector<int64_t> shape = tensor.shape;
    if (tensor.type == INGOT_C128)
      shape.push_back(2);
    header[tensor.name] = {{"dtype", dtypeName(tensor.type)},
                           {"shape", shape},
                           {"data_offsets", {offset, offset + sizeOf(tensor)}}};
    offset += sizeOf(tensor);
  }
  // Spaces behind the JSON make the data begin at a multiple of 64, or at a
  // page where there is one of it.
  std::string text = header.is_null() ? "{}" : header.dump();
  const size_t start = offset < kPageBytes ? 64 : kPageBytes;
  text.resize((text.size() + 8 + start - 1) / start * start - 8, ' ');
  const uint64_t length = text.size();
  text.insert(0, reinterpret_cast<const char *>(&length), sizeof(length));
  return text;
}

absl::StatusOr<size_t> NamedSize::checkedSize() const {
  int64_t size = elementSize(type);
  bool isSize = size > 0;
  for (int64_t extent : shape)
    isSize =
        isSize && extent >= 0 && !__builtin_mul_overflow(size, extent, &size);
  if (!isSize)
    return absl::InvalidArgumentError(
        absl::StrCat("constant '", name, "' is a ", typeName(type, shape),
                     ", which cannot be written"));
  return static_cast<size_t>(size);
}

void sortForFile(std::vector<NamedSize> &tensors) { sortTensors(tensors); }

absl::Status writeSafetensors(const std::string &path,
                              std::vector<NamedBytes> tensors) {
  sortTensors(tensors);
  const std::string header = headerOf(tensors);
  std::vector<std::string_view> pieces{header};
  for (const NamedBytes &tensor : tensors)
    pieces.push_back(tensor.bytes);
  return writeFile(path, pieces);
}

absl::Status writeSafetensors(const std::string &path,
                              const std::vector<NamedBytes> &tensors,
                              const std::function<absl::Status()> &nameValues) {
  OutputFile file(path);
  if (absl::Status status = file.open(); !status.ok())
    return status;
  if (!file.canRestart()) {
    absl::Status status = nameValues();
    return status.ok() ? writeSafetensors(path, tensors) : status;
  }
  // The header stands first. Its length does not depend on what the digests
  // are, so one of noughts keeps its place.
  std::vector<NamedBytes> sorted = tensors;
  for (NamedBytes &tensor : sorted)
    tensor.digest.assign(kDigestDigits, '0');
  sortTensors(sorted);
  const std::string place = headerOf(sorted);
  absl::Status status = file.write(place);
  for (size_t i = 0; i < sorted.size() && status.ok(); ++i)
    status = file.write(sorted[i].bytes);
  if (status.ok())
    status = nameValues();
  if (!status.ok())
    return status;
  sorted = tensors;
  sortTensors(sorted);
  const std::string header = headerOf(sorted);
  if (header.size() != place.size())
    return absl::InternalError("a tensor's digest is none");
  file.restart();
  status = file.write(header);
  if (status.ok())
    status = file.close();
  return status.ok() ? file.keep() : status;
}

absl::StatusOr<std::string_view> nextOf(const NamedSize &tensor,
                                        const NextBytes &next) {
  const absl::StatusOr<size_t> size = tensor.checkedSize();
  if (!size.ok())
    return size.status();
  absl::StatusOr<std::string_view> bytes = next();
  if (bytes.ok() && bytes->size() != *size)
    return absl::DataLossError(
        absl::StrCat("constant '", tensor.name, "' has ", bytes->size(),
                     " bytes, which its type does not have"));
  return bytes;
}

absl::Status writeSafetensors(const std::string &path,
                              const std::vector<NamedSize> &tensors,
                              const NextBytes &next) {
  const std::string header = headerOf(tensors);
  size_t piece = 0; // The header, then a tensor each.
  return writeFile(path, tensors.size() + 1,
                   [&]() -> absl::StatusOr<std::string_view> {
                     if (piece++ == 0)
                       return header;
                     return nextOf(tensors[piece - 2], next);
                   });
}

} // namespace ingot::runtime
