//===- Npy.cpp - NumPy's array files --------------------------------------===//
//
// The header is a Python dictionary. Only the form that NumPy writes is read: a
// search for each of the three keys and the text behind it, not a parser of
// Python. The size that a header claims is compared with the size of the file
// before memory is allocated for it.
//
//===----------------------------------------------------------------------===//

#include "client/runtime/Npy.h"
#include "client/runtime/Files.h"
#include "client/runtime/TensorFormats.h"

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>

namespace ingot::runtime {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr size_t kMaxHeaderBytes = 1 << 20;
/// NumPy has no more. To put an array in order, each element asks for all.
constexpr size_t kMaxRank = 64;
/// Before the header: magic, version, length.
constexpr size_t kMaxStartBytes = 12;

struct TypeCode {
  const char *code;
  ElementType type;
};
constexpr TypeCode kCodes[] = {
    {"b1", INGOT_BOOL},
    {"i1", INGOT_I8},
    {"i2", INGOT_I16},
    {"i4", INGOT_I32},
    {"i8", INGOT_I64},
    {"u1", INGOT_U8},
    {"u2", INGOT_U16},
    {"u4", INGOT_U32},
    {"u8", INGOT_U64},
    {"f2", INGOT_F16},
    {"V2", INGOT_BF16},
    {"f4", INGOT_F32},
    {"f8", INGOT_F64},
    {"f1", INGOT_F8E5M2}, // By ml_dtypes, which writes others as V1.
    {"c8", INGOT_C64},
    {"c16", INGOT_C128},
    // numpy has no names for floats of eight bits; ml_dtypes writes this too.
    {"V1", INGOT_F8E5M2}};

/// The contents of a header.
struct Header {
  ElementType type = 0;
  bool isUnnamed = false;
  bool bigEndian = false;
  bool fortranOrder = false;
  std::vector<int64_t> shape;
};

/// The text between `open` and `close` after the key, in a Python dictionary.
std::optional<std::string> field(const std::string &header,
                                 const std::string &key, char open,
                                 char close) {
  size_t at = header.find("'" + key + "'");
  if (at == std::string::npos)
    return std::nullopt;
  size_t colon = header.find(':', at);
  size_t begin = header.find(open, colon);
  if (colon == std::string::npos || begin == std::string::npos)
    return std::nullopt;
  size_t end = header.find(close, begin + 1);
  if (end == std::string::npos)
    return std::nullopt;
  return header.substr(begin + 1, end - begin - 1);
}

absl::StatusOr<Header> parseHeader(const std::string &text) {
  Header header;
  std::optional<std::string> descr = field(text, "descr", '\'', '\'');
  std::optional<std::string> shape = field(text, "shape", '(', ')');
  if (!descr || descr->size() < 2 || !shape)
    return absl::InvalidArgumentError("its header is not one of an array");
  header.bigEndian = descr->front() == '>';
  header.isUnnamed = descr->substr(1) == kByteElements;
  for (const TypeCode &known : kCodes)
    if (descr->substr(1) == known.code)
      header.type = known.type;
  if (!header.type)
    return absl::InvalidArgumentError(
        absl::StrCat("its elements are of type ", *descr,
                     ", which executables do not know"));
  size_t order = text.find("'fortran_order'");
  if (order != std::string::npos)
    order = text.find_first_not_of(" :", order + 15);
  std::string value = order == std::string::npos ? "" : text.substr(order, 5);
  header.fortranOrder = value.rfind("True", 0) == 0;
  if (!header.fortranOrder && value != "False")
    return absl::InvalidArgumentError("its header does not tell the order");
  for (absl::string_view part : absl::StrSplit(*shape, ',')) {
    std::string number(part);
    number.erase(std::remove(number.begin(), number.end(), ' '), number.end());
    if (number.empty())
      continue;
    int64_t size = 0;
    if (!absl::SimpleAtoi(number, &size) || size < 0)
      return absl::InvalidArgumentError("its shape is not a list of sizes");
    header.shape.push_back(size);
  }
  if (header.shape.size() > kMaxRank)
    return absl::InvalidArgumentError("its shape has more than 64 sizes");
  return header;
}

absl::StatusOr<std::string> readHeader(std::istream &file) {
  char start[8];
  if (!file.read(start, sizeof(start)) ||
      std::string_view(start, kMagic.size()) != kMagic)
    return absl::InvalidArgumentError("it does not begin like an .npy file");
  // Version 1 has a length of 16 bits, later ones of 32.
  int lengthBytes = start[6] == 1 ? 2 : 4;
  if (start[6] < 1 || start[6] > 3)
    return absl::InvalidArgumentError("its format version is unknown");
  unsigned char length[4] = {};
  file.read(reinterpret_cast<char *>(length), lengthBytes);
  size_t size = length[0] | length[1] << 8 | length[2] << 16 |
                static_cast<size_t>(length[3]) << 24;
  if (!file || size > kMaxHeaderBytes)
    return absl::InvalidArgumentError("its header is cut off or too long");
  std::string header(size, '\0');
  if (!file.read(header.data(), static_cast<std::streamsize>(size)))
    return absl::InvalidArgumentError("its header is cut off");
  return header;
}

/// From big-endian to little-endian.
void swapBytes(Tensor &tensor) {
  int64_t size = elementSize(tensor.type());
  if (tensor.type() == INGOT_C64 || tensor.type() == INGOT_C128)
    size /= 2; // Each part by itself.
  for (int64_t at = 0; at < tensor.byteSize(); at += size)
    std::reverse(tensor.data() + at, tensor.data() + at + size);
}

/// From column-major to row-major order.
absl::StatusOr<Tensor> transposed(const Tensor &source) {
  absl::StatusOr<Tensor> result = Tensor::zeros(source.type(), source.shape());
  if (!result.ok())
    return result;
  int64_t size = elementSize(source.type());
  std::vector<int64_t> index(source.shape().size(), 0);
  for (int64_t i = 0; i < source.elementCount(); ++i) {
    int64_t from = 0, stride = 1;
    for (size_t d = 0; d < index.size(); ++d) {
      from += index[d] * stride;
      stride *= source.shape()[d];
    }
    std::memcpy(result->data() + i * size, source.data() + from * size, size);
    for (size_t d = index.size(); d-- > 0;) {
      if (++index[d] < source.shape()[d])
        break;
      index[d] = 0;
    }
  }
  return result;
}

/// The bytes of all elements, of which `rest` are there. An axis of none makes
/// them none, however long the others are.
absl::StatusOr<int64_t> dataBytes(const Header &header, int64_t rest) {
  int64_t bytes = elementSize(header.type);
  bool overflows = false;
  for (int64_t size : header.shape)
    overflows |= __builtin_mul_overflow(bytes, size, &bytes);
  if (std::count(header.shape.begin(), header.shape.end(), 0) > 0)
    return 0;
  if (overflows || bytes > rest)
    return absl::InvalidArgumentError(
        absl::StrCat("it is cut off: ", rest, " bytes of data for ",
                     typeName(header.type, header.shape)));
  return bytes;
}

absl::StatusOr<Tensor> readElements(std::istream &file, const Header &header) {
  absl::StatusOr<Tensor> tensor = Tensor::zeros(header.type, header.shape);
  if (!tensor.ok())
    return tensor;
  file.read(tensor->data(), tensor->byteSize());
  if (header.bigEndian)
    swapBytes(*tensor);
  return header.fortranOrder ? transposed(*tensor) : tensor;
}

absl::StatusOr<Tensor> read(std::istream &file) {
  absl::StatusOr<std::string> text = readHeader(file);
  if (!text.ok())
    return text.status();
  absl::StatusOr<Header> header = parseHeader(*text);
  if (!header.ok())
    return header.status();
  // The size in the header is not trusted: memory is allocated for it below.
  std::streamoff begin = file.tellg();
  file.seekg(0, std::ios::end);
  int64_t rest = file.tellg() - begin;
  file.seekg(begin);
  if (absl::Status status = dataBytes(*header, rest).status(); !status.ok())
    return status;
  return readElements(file, *header);
}

} // namespace

/// The bytes up to the end of the header, as far as they are there.
static std::string startOf(std::string_view file) {
  size_t length = 0;
  if (file.size() >= kMaxStartBytes) {
    const auto *bytes = reinterpret_cast<const unsigned char *>(file.data());
    length = bytes[8] | bytes[9] << 8;
    if (bytes[6] != 1)
      length |= bytes[10] << 16 | static_cast<size_t>(bytes[11]) << 24;
  }
  return std::string(
      file.substr(0, kMaxStartBytes + std::min(length, kMaxHeaderBytes)));
}

absl::StatusOr<NpyView> viewNpy(std::string_view file, uint64_t maxCopyBytes) {
  std::istringstream start(startOf(file));
  absl::StatusOr<std::string> text = readHeader(start);
  if (!text.ok())
    return text.status();
  absl::StatusOr<Header> header = parseHeader(*text);
  if (!header.ok())
    return header.status();
  NpyView view;
  view.type = header->type;
  view.isUnnamed = header->isUnnamed;
  view.shape = header->shape;
  file.remove_prefix(static_cast<size_t>(start.tellg()));
  absl::StatusOr<int64_t> size =
      dataBytes(*header, static_cast<int64_t>(file.size()));
  if (!size.ok())
    return size.status();
  view.bytes = file.substr(0, static_cast<size_t>(*size));
  if (!header->bigEndian && !header->fortranOrder)
    return view;
  if (view.bytes.size() > maxCopyBytes)
    return absl::InvalidArgumentError(
        "arrays in another order than row-major and little-endian are too "
        "large together");
  std::istringstream elements{std::string(view.bytes)};
  absl::StatusOr<Tensor> tensor = readElements(elements, *header);
  if (!tensor.ok())
    return tensor.status();
  view.bytes = {tensor->data(), view.bytes.size()};
  view.copy = std::make_shared<Tensor>(*std::move(tensor));
  return view;
}

absl::StatusOr<Tensor> readNpy(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return absl::NotFoundError(
        absl::StrCat(path, ": cannot be read: ", std::strerror(errno)));
  absl::StatusOr<Tensor> tensor = read(file);
  if (!tensor.ok())
    return absl::Status(tensor.status().code(),
                        absl::StrCat(path, ": ", tensor.status().message()));
  return tensor;
}

std::string npyStart(ElementType type, const std::vector<int64_t> &extents,
                     size_t offset) {
  std::string shape;
  for (int64_t size : extents)
    absl::StrAppend(&shape, size, ",");
  if (extents.size() > 1)
    shape.pop_back();
  std::string code;
  for (const TypeCode &known : kCodes)
    if (known.type == (isFloat8(type) ? INGOT_F8E5M2 : type))
      code = absl::StrCat(elementSize(known.type) == 1 ? "|" : "<", known.code);
  std::string header =
      absl::StrCat("{'descr': '", code, "', 'fortran_order': False, 'shape': (",
                   shape, "), }");
  // The format wants the data to begin at a multiple of 64.
  while ((offset + 10 + header.size() + 1) % 64 != 0)
    header += ' ';
  header += '\n';

  std::string start(kMagic);
  start += {'\1', '\0', static_cast<char>(header.size() & 0xff),
            static_cast<char>(header.size() >> 8)};
  return start + header;
}

absl::Status writeNpy(const std::string &path, const Tensor &tensor) {
  const std::string start = npyStart(tensor.type(), tensor.shape(), 0);
  return writeFile(
      path, {start, {tensor.data(), static_cast<size_t>(tensor.byteSize())}});
}

} // namespace ingot::runtime
