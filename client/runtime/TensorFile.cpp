//===- TensorFile.cpp - constants beside an executable --------------------===//
//
// The file is mapped and its tensors are used in place. Types and shapes are
// not interpreted before something is asked for: an entry that lacks them
// matches nothing.
//
//===----------------------------------------------------------------------===//

#include "client/runtime/TensorFile.h"
#include "client/runtime/MappedFile.h"
#include "client/runtime/TensorFormats.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include <nlohmann/json.hpp>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <mutex>
#include <numeric>
#include <sys/mman.h>
#include <unistd.h>

namespace ingot::runtime {

struct StoredTensor::Floats {
  Floats(const BlockType &blockType, std::string_view tensor)
      : type(blockType), blocks(tensor) {}

  const BlockType &type;
  const std::string_view blocks;
  std::once_flag once;
  std::vector<float> values;
};

namespace {

/// A list of all names of a model is shorter.
constexpr size_t kMaxIndexBytes = 100 << 20;

int64_t countOf(const std::vector<int64_t> &shape) {
  return std::accumulate(shape.begin(), shape.end(), int64_t{1},
                         std::multiplies<>());
}

bool isBytes(ElementType type) { return type == INGOT_U8 || type == INGOT_I8; }

/// The unsigned integer of the same size, for one that MLIR has without a sign:
/// executables know no other, whatever the program calls its constants.
ElementType unsignedOf(ElementType type) {
  return type >= INGOT_I8 && type <= INGOT_I64 ? type + (INGOT_U8 - INGOT_I8)
                                               : type;
}

/// Elements by the name that MLIR has for them: "i4", "ui8", "f4E2M1FN".
struct Elements {
  explicit Elements(std::string_view name) {
    if (name.empty())
      return;
    isSigned = name.front() == 's';
    isPositive = !isSigned && name.front() != 'i';
    const size_t digits = name.find_first_of("0123456789");
    for (size_t i = digits;
         i < name.size() && absl::ascii_isdigit(name[i]) && bits < kManyBits;
         ++i)
      bits = (i == digits ? 0 : 10 * bits) + (name[i] - '0');
  }

  static constexpr int kManyBits = 1000;
  bool isSigned = false, isPositive = false;
  int bits = 8; ///< Eight or more are as good as eight.
};

/// Safetensors may begin with this byte too, but has zeros soon after it.
bool isJson(std::string_view file) {
  return file[0] == '{' &&
         file.substr(0, 8).find('\0') == std::string_view::npos;
}

absl::Status withPath(const std::string &path, const absl::Status &status) {
  return absl::Status(status.code(),
                      absl::StrCat(path, ": ", status.message()));
}

} // namespace

std::shared_ptr<StoredTensor::Floats> lazyFloats(const BlockType &type,
                                                 std::string_view blocks) {
  return std::make_shared<StoredTensor::Floats>(type, blocks);
}

bool StoredTensor::holds(ElementType type, const std::vector<int64_t> &wanted,
                         std::string_view element) const {
  if (dtype == "BYTES" || (floats && isBytes(type)))
    return static_cast<int64_t>(bytes.size()) ==
           countOf(wanted) * elementSize(type);
  if (floats)
    return type == INGOT_F32 && shape == wanted;
  std::vector<int64_t> stored = wanted;
  if (type == INGOT_C128)
    stored.push_back(2);
  if (shape != stored)
    return false;
  const Elements elements(element);
  // Numpy has no names for floats of eight bits and integers of four.
  if (dtype == kByteElements)
    return isFloat8(type) || (isBytes(type) && elements.bits < 8);
  return dtype == dtypeName(type) ||
         (!elements.isSigned && dtype == dtypeName(unsignedOf(type)));
}

bool StoredTensor::holdsValues(std::string_view element) const {
  const Elements elements(element);
  if (elements.bits >= 8 || floats)
    return true;
  // A byte of -1 has all bits set, or those of the element.
  const uint8_t limit = uint8_t(1 << elements.bits);
  const uint8_t negative = elements.isPositive || dtype == "U8" ? 0 : limit / 2;
  const uint8_t positive = elements.isSigned ? limit / 2 : limit;
  // No way out before the end, so that many are looked at at once.
  bool isOther = false;
  for (char byte : bytes)
    isOther |= uint8_t(uint8_t(byte) + negative) >= positive + negative;
  return !isOther;
}

std::string StoredTensor::faultAs(ElementType type,
                                  const std::vector<int64_t> &wanted,
                                  std::string_view element) const {
  std::string needed = runtime::typeName(type, wanted);
  if (!element.empty())
    needed.replace(needed.rfind('x') + 1, std::string::npos, element);
  return absl::StrCat("is ", typeName(), ": the executable needs ", needed,
                      holds(type, wanted, element)
                          ? ", and one of its values is none of that type"
                          : "");
}

std::string_view StoredTensor::bytesAs(ElementType type) const {
  if (!floats || isBytes(type))
    return bytes;
  std::call_once(floats->once, [this] {
    const BlockType &blocks = floats->type;
    const size_t count = bytes.size() / blocks.bytes;
    floats->values.resize(count * blocks.elements);
    for (size_t i = 0; i < count; ++i)
      blocks.toFloats(reinterpret_cast<const unsigned char *>(bytes.data()) +
                          i * blocks.bytes,
                      floats->values.data() + i * blocks.elements);
  });
  return {reinterpret_cast<const char *>(floats->values.data()),
          floats->values.size() * sizeof(float)};
}

std::string StoredTensor::typeName() const {
  return absl::StrCat(dtype, " [", absl::StrJoin(shape, ", "), "]");
}

absl::Status TensorFile::map(const std::string &path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return absl::NotFoundError(
        absl::StrCat("cannot be read: ", std::strerror(errno)));
  file_ = MappedFile::map(fd);
  close(fd);
  return file_ ? absl::OkStatus()
               : absl::InvalidArgumentError(
                     "is not a file of tensors: it is empty");
}

absl::Status TensorFile::parse(const std::string &path) {
  const std::string_view file = file_->bytes();
  const std::string_view magic = file.substr(0, 4);
  TensorTable table;
  absl::Status status =
      magic == "IRPA"     ? readIrpa(file, table)
      : magic == "GGUF"   ? readGguf(file, table)
      : magic == "PK\3\4" ? readNpz(file, table)
      : magic == "\x93NUM"
          ? readNpy(file, std::filesystem::path(path).filename().string(),
                    table)
          : readSafetensors(file, table);
  tensors_ = std::move(table.tensors);
  owned_ = std::move(table.owned);
  return status;
}

absl::Status TensorFile::openShards(const std::string &path) {
  nlohmann::json index;
  if (file_->bytes().size() <= kMaxIndexBytes)
    index = nlohmann::json::parse(file_->bytes(), nullptr,
                                  /*allow_exceptions=*/false);
  if (!index.is_object() || !index.contains("weight_map") ||
      !index["weight_map"].is_object())
    return absl::InvalidArgumentError(
        "is not an index of safetensors files: it has no weight_map");
  std::map<std::string, std::shared_ptr<TensorFile>> shards;
  for (const auto &[name, value] : index["weight_map"].items()) {
    const std::string file = value.is_string() ? value.get<std::string>() : "";
    if (!absl::EndsWith(file, ".safetensors") || absl::StrContains(file, '/'))
      return absl::InvalidArgumentError(absl::StrCat(
          "names no .safetensors file beside it for '", name, "'"));
    std::shared_ptr<TensorFile> &shard = shards[file];
    if (!shard) {
      shard.reset(new TensorFile);
      absl::Status status = shard->map(
          (std::filesystem::path(path).parent_path() / file).string());
      if (status.ok())
        status = shard->parse(file);
      if (!status.ok())
        return withPath(file, status);
      shards_.push_back(shard);
    }
    auto tensor = shard->tensors_.find(name);
    if (tensor == shard->tensors_.end())
      return absl::InvalidArgumentError(absl::StrCat(
          "says that ", file, " has '", name, "', which it lacks"));
    tensors_[name] = tensor->second;
  }
  return absl::OkStatus();
}

absl::StatusOr<std::shared_ptr<const TensorFile>>
TensorFile::open(const std::string &path) {
  std::shared_ptr<TensorFile> file(new TensorFile);
  absl::Status status = file->map(path);
  if (status.ok())
    status = isJson(file->file_->bytes()) ? file->openShards(path)
                                          : file->parse(path);
  if (!status.ok())
    return withPath(path, status);
  return std::shared_ptr<const TensorFile>(std::move(file));
}

void TensorFile::prefetch() const {
  const std::string_view bytes = file_->bytes();
  madvise(const_cast<char *>(bytes.data()), bytes.size(), MADV_WILLNEED);
  for (const auto &shard : shards_)
    shard->prefetch();
}

const StoredTensor *TensorFile::find(const std::string &name) const {
  auto found = tensors_.find(name);
  if (found == tensors_.end())
    if (const size_t scope = name.find("::"); scope != std::string::npos)
      found = tensors_.find(name.substr(scope + 2));
  return found == tensors_.end() ? nullptr : &found->second;
}

} // namespace ingot::runtime
