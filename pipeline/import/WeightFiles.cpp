//===- WeightFiles.cpp - tensors of files beside a program ----------------===//
//
// The formats are tables that point into the file, and any may be hostile:
// every offset and length is held against the bytes that are there before it is
// used, and a shape against its bytes.
//
// Of zip, what numpy writes is read: one disk, no encryption, sizes of 64 bits
// in an extra field where they need it. The central directory is what counts;
// local headers only tell how long they are themselves.
//
//===----------------------------------------------------------------------===//

#include "pipeline/import/WeightFiles.h"
#include "pipeline/import/PrintableText.h"
#include "proto/files/Irpa.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <tuple>
#include <zlib.h>

using llvm::Error;
using llvm::StringRef;

namespace ingot {
namespace {

constexpr uint64_t kMaxHeaderBytes = 100 << 20;
constexpr uint64_t kMaxMadeBytes = uint64_t(4) << 30;
constexpr size_t kMaxNpyHeaderBytes = 64 << 10;
/// NumPy has no more. To put an array in order, each element asks for all.
constexpr size_t kMaxNpyRank = 64;

Error fault(const llvm::Twine &what) {
  return llvm::createStringError(what.str());
}

/// The bytes of a dense tensor, if they can be counted.
std::optional<uint64_t> tensorBytes(const StoredWeight &weight) {
  uint64_t total = weight.elementBytes;
  for (int64_t size : weight.shape)
    if (size < 0 || llvm::MulOverflow(static_cast<int64_t>(total), size,
                                      reinterpret_cast<int64_t &>(total)))
      return std::nullopt;
  return total;
}

uint64_t readNumber(std::string_view bytes, size_t offset, unsigned size) {
  uint64_t value = 0;
  for (unsigned i = 0; i < size && offset + i < bytes.size(); ++i)
    value |= uint64_t(static_cast<unsigned char>(bytes[offset + i])) << (8 * i);
  return value;
}

//===----------------------------------------------------------------------===//
// Safetensors
//===----------------------------------------------------------------------===//

std::pair<WeightKind, unsigned> kindOfSafetensors(StringRef dtype) {
  using Kind = std::pair<WeightKind, unsigned>;
  return llvm::StringSwitch<Kind>(dtype)
      .Case("BOOL", {WeightKind::Bool, 1})
      .Case("I8", {WeightKind::Signed, 1})
      .Case("I16", {WeightKind::Signed, 2})
      .Case("I32", {WeightKind::Signed, 4})
      .Case("I64", {WeightKind::Signed, 8})
      .Case("U8", {WeightKind::Unsigned, 1})
      .Case("U16", {WeightKind::Unsigned, 2})
      .Case("U32", {WeightKind::Unsigned, 4})
      .Case("U64", {WeightKind::Unsigned, 8})
      .Case("F16", {WeightKind::Float, 2})
      .Case("F32", {WeightKind::Float, 4})
      .Case("F64", {WeightKind::Float, 8})
      .Case("BF16", {WeightKind::BFloat, 2})
      .Case("C64", {WeightKind::Complex, 8})
      .StartsWith("F8_", {WeightKind::SmallFloat, 1})
      .Default({WeightKind::Opaque, 0});
}

/// Whether values of a JSON text nest deeper than a header's do: the parser
/// calls itself for each.
bool nestsDeeply(std::string_view json) {
  constexpr int kMaxDepth = 64;
  int depth = 0;
  bool isText = false;
  for (size_t i = 0; i < json.size() && depth <= kMaxDepth; ++i) {
    const char c = json[i];
    if (isText && c == '\\')
      ++i; // What is escaped.
    else if (c == '"')
      isText = !isText;
    else if (!isText)
      depth += (c == '[' || c == '{') - (c == ']' || c == '}');
  }
  return depth > kMaxDepth;
}

/// A row of the header; nothing if it is malformed or lies outside of `data`.
std::optional<StoredWeight> safetensorsRow(const llvm::json::Object &row,
                                           std::string_view data) {
  StoredWeight weight;
  std::optional<StringRef> dtype = row.getString("dtype");
  const llvm::json::Array *shape = row.getArray("shape");
  const llvm::json::Array *offsets = row.getArray("data_offsets");
  if (!dtype || !shape || !offsets || offsets->size() != 2)
    return std::nullopt;
  weight.dtype = dtype->str();
  std::tie(weight.kind, weight.elementBytes) = kindOfSafetensors(*dtype);
  for (const llvm::json::Value &size : *shape) {
    std::optional<int64_t> number = size.getAsInteger();
    if (!number)
      return std::nullopt;
    weight.shape.push_back(*number);
  }
  std::optional<int64_t> begin = (*offsets)[0].getAsInteger();
  std::optional<int64_t> end = (*offsets)[1].getAsInteger();
  if (!begin || !end || *begin < 0 || *end < *begin ||
      static_cast<uint64_t>(*end) > data.size())
    return std::nullopt;
  weight.bytes = data.substr(*begin, *end - *begin);
  return weight;
}

//===----------------------------------------------------------------------===//
// Npy
//===----------------------------------------------------------------------===//

/// What stands behind `'key':` in the dictionary of an .npy header.
std::optional<StringRef> npyValue(StringRef header, StringRef key) {
  size_t at = header.find(("'" + key + "':").str());
  if (at == StringRef::npos)
    return std::nullopt;
  return header.drop_front(at + key.size() + 3).ltrim();
}

/// An array as it stands in a file.
struct NpyArray {
  StoredWeight weight;
  bool isBigEndian = false, isFortran = false;
};

/// Whether numbers of this kind have such a width; 'V' is as wide as it is.
bool isNpyWidth(char kind, unsigned bytes) {
  switch (kind) {
  case 'b':
    return bytes == 1;
  case 'i':
  case 'u':
  case 'f':
    return bytes <= 8 && llvm::isPowerOf2_32(bytes);
  case 'c':
    return bytes == 8 || bytes == 16;
  default:
    return kind == 'V' && bytes <= 16;
  }
}

/// Kind and size of `'<f4'` and such, without a size of what is no weight:
/// texts, structures. Nobody may ask for it.
void setNpyType(StringRef text, NpyArray &array) {
  StoredWeight &weight = array.weight;
  if (!text.consume_front("'")) {
    weight.dtype = "a structure";
    return;
  }
  StringRef descr = text.take_until([](char c) { return c == '\''; });
  weight.dtype = descr.str();
  unsigned bytes = 0;
  if (descr.size() < 3 || descr.drop_front(2).getAsInteger(10, bytes) ||
      !isNpyWidth(descr[1], bytes) || (descr[0] == '>' && descr[1] == 'V') ||
      !StringRef("<|=>").contains(descr[0]))
    return;
  array.isBigEndian = descr[0] == '>' && bytes > 1;
  weight.elementBytes = bytes;
  weight.kind = llvm::StringSwitch<WeightKind>(descr.substr(1, 1))
                    .Case("b", WeightKind::Bool)
                    .Case("i", WeightKind::Signed)
                    .Case("u", WeightKind::Unsigned)
                    .Case("f", WeightKind::Float)
                    .Case("c", WeightKind::Complex)
                    .Default(WeightKind::Opaque);
}

/// `(3, 4)`, `(3,)` or `()`.
bool setNpyShape(StringRef text, StoredWeight &weight) {
  if (!text.consume_front("("))
    return false;
  StringRef inside = text.take_until([](char c) { return c == ')'; });
  llvm::SmallVector<StringRef> sizes;
  inside.split(sizes, ',');
  for (StringRef size : sizes) {
    int64_t number = 0;
    if (size.trim().empty())
      continue;
    if (size.trim().getAsInteger(10, number))
      return false;
    weight.shape.push_back(number);
  }
  return weight.shape.size() <= kMaxNpyRank;
}

llvm::Expected<NpyArray> readNpy(std::string_view bytes) {
  constexpr StringRef kMagic("\x93NUMPY", 6);
  if (!StringRef(bytes).starts_with(kMagic) || bytes.size() < 12)
    return fault("is no .npy file");
  unsigned lengthBytes = bytes[6] == 1 ? 2 : 4;
  uint64_t length = readNumber(bytes, 8, lengthBytes);
  size_t begin = 8 + lengthBytes;
  if (length > kMaxNpyHeaderBytes || length > bytes.size() - begin)
    return fault("has a header that ends outside of it");
  StringRef header(bytes.data() + begin, length);
  std::optional<StringRef> descr = npyValue(header, "descr");
  std::optional<StringRef> order = npyValue(header, "fortran_order");
  std::optional<StringRef> shape = npyValue(header, "shape");
  NpyArray array;
  if (!descr || !order || !shape || !setNpyShape(*shape, array.weight))
    return fault("has a header that is not read here");
  setNpyType(*descr, array);
  array.isFortran = order->starts_with("True") && array.weight.shape.size() > 1;
  array.weight.bytes = bytes.substr(begin + length);
  return array;
}

/// Writes the elements in row-major order, little-endian, to `out`, which has
/// as many bytes.
void putInOrder(const NpyArray &array, char *out) {
  const StoredWeight &weight = array.weight;
  const size_t size = weight.elementBytes;
  // Of a complex number each part by itself.
  const size_t part = weight.kind == WeightKind::Complex ? size / 2 : size;
  const size_t rank = weight.shape.size();
  llvm::SmallVector<size_t> index(rank, 0), strides(rank, 1);
  for (size_t d = 1; array.isFortran && d < rank; ++d)
    strides[d] = strides[d - 1] * weight.shape[d - 1];
  for (size_t d = rank; !array.isFortran && d-- > 1;)
    strides[d - 1] = strides[d] * weight.shape[d];
  size_t from = 0;
  for (char *to = out, *end = out + weight.bytes.size(); to != end;
       to += size) {
    std::memcpy(to, weight.bytes.data() + from * size, size);
    for (size_t at = 0; array.isBigEndian && at < size; at += part)
      std::reverse(to + at, to + at + part);
    for (size_t d = rank; d-- > 0;) {
      from += strides[d];
      if (++index[d] < static_cast<size_t>(weight.shape[d]))
        break;
      from -= strides[d] * index[d];
      index[d] = 0;
    }
  }
}

//===----------------------------------------------------------------------===//
// Zip
//===----------------------------------------------------------------------===//

/// One file of an archive, as the central directory has it.
struct ZipEntry {
  std::string_view name;
  unsigned method = 0;
  uint64_t packed = 0, size = 0, header = 0;
};

/// Sizes and places of more than 32 bits stand in the extra field 1.
void readZip64(std::string_view extra, ZipEntry &entry) {
  while (extra.size() >= 4) {
    uint64_t id = readNumber(extra, 0, 2), length = readNumber(extra, 2, 2);
    std::string_view field = extra.substr(4, length);
    size_t at = 0;
    for (uint64_t *value : {&entry.size, &entry.packed, &entry.header})
      if (id == 1 && *value == 0xffffffff && at + 8 <= field.size()) {
        *value = readNumber(field, at, 8);
        at += 8;
      }
    extra.remove_prefix(std::min<size_t>(extra.size(), 4 + length));
  }
}

/// Where the central directory begins; nothing if there is none.
std::optional<uint64_t> directoryStart(std::string_view bytes) {
  constexpr size_t kEndBytes = 22;
  size_t at = bytes.rfind(std::string_view("PK\5\6", 4));
  if (at == std::string_view::npos || bytes.size() - at < kEndBytes)
    return std::nullopt;
  uint64_t start = readNumber(bytes, at + 16, 4);
  if (start != 0xffffffff)
    return start;
  size_t wide = bytes.rfind(std::string_view("PK\6\6", 4));
  if (wide == std::string_view::npos || bytes.size() - wide < 56)
    return std::nullopt;
  return readNumber(bytes, wide + 48, 8);
}

/// Takes the next row of the directory off `rows`; nothing at its end.
std::optional<ZipEntry> takeZipEntry(std::string_view &rows) {
  constexpr size_t kRowBytes = 46;
  if (rows.size() < kRowBytes || rows.substr(0, 4) != "PK\1\2")
    return std::nullopt;
  size_t name = readNumber(rows, 28, 2), extra = readNumber(rows, 30, 2);
  size_t comment = readNumber(rows, 32, 2);
  if (name + extra + comment > rows.size() - kRowBytes)
    return std::nullopt;
  ZipEntry entry;
  entry.method = static_cast<unsigned>(readNumber(rows, 10, 2));
  entry.packed = readNumber(rows, 20, 4);
  entry.size = readNumber(rows, 24, 4);
  entry.header = readNumber(rows, 42, 4);
  entry.name = rows.substr(kRowBytes, name);
  readZip64(rows.substr(kRowBytes + name, extra), entry);
  rows.remove_prefix(kRowBytes + name + extra + comment);
  return entry;
}

/// The packed bytes of an entry; nothing if they lie outside of the archive.
std::optional<std::string_view> packedBytes(std::string_view bytes,
                                            const ZipEntry &entry) {
  constexpr size_t kHeaderBytes = 30;
  if (entry.header > bytes.size() ||
      bytes.size() - entry.header < kHeaderBytes ||
      bytes.substr(entry.header, 4) != "PK\3\4")
    return std::nullopt;
  uint64_t begin = entry.header + kHeaderBytes +
                   readNumber(bytes, entry.header + 26, 2) +
                   readNumber(bytes, entry.header + 28, 2);
  if (begin > bytes.size() || entry.packed > bytes.size() - begin)
    return std::nullopt;
  return bytes.substr(begin, entry.packed);
}

/// False for a damaged stream, or one of another length than it should have.
bool inflateInto(std::string_view packed, std::string &out) {
  z_stream stream{};
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) // Without zlib's own header.
    return false;
  constexpr size_t kStep = 1 << 30; // zlib counts in 32 bits.
  size_t in = 0, made = 0;
  int state = Z_OK;
  while (state == Z_OK) {
    stream.next_in =
        reinterpret_cast<Bytef *>(const_cast<char *>(packed.data() + in));
    stream.avail_in = static_cast<uInt>(std::min(kStep, packed.size() - in));
    stream.next_out = reinterpret_cast<Bytef *>(out.data() + made);
    stream.avail_out = static_cast<uInt>(std::min(kStep, out.size() - made));
    const uInt given = stream.avail_in, room = stream.avail_out;
    state = inflate(&stream, Z_NO_FLUSH);
    in += given - stream.avail_in;
    made += room - stream.avail_out;
    if (given == stream.avail_in && room == stream.avail_out)
      break;
  }
  inflateEnd(&stream);
  return state == Z_STREAM_END && made == out.size();
}

} // namespace

Error WeightFiles::add(StringRef name, std::string_view bytes) {
  file_ = name.str();
  StringRef stem = name.substr(name.rfind('/') + 1);
  Error error = Error::success();
  if (stem.consume_back(".npy"))
    error = addNpy(stem, bytes, /*isTemporary=*/false);
  else if (stem.ends_with(".npz"))
    error = addNpz(bytes);
  else if (stem.ends_with(".irpa"))
    error = addIrpa(bytes);
  else if (stem.ends_with(".safetensors"))
    error = addSafetensors(bytes);
  else if (stem.ends_with(".safetensors.index.json"))
    error = fault("is a list of files; give each of them instead");
  else if (stem.ends_with(".gguf"))
    error = fault("is of GGUF, whose weights are bound when the executable is "
                  "loaded");
  else
    error = fault("is of no kind that weights are read from: .safetensors, "
                  ".npz, .npy, .irpa");
  if (error)
    return fault("the file '" + printableText(name) + "' " +
                 llvm::toString(std::move(error)));
  return Error::success();
}

const StoredWeight *WeightFiles::find(StringRef name) const {
  auto found = weights_.find(name.str());
  if (found == weights_.end())
    if (size_t scope = name.find("::"); scope != StringRef::npos)
      found = weights_.find(name.drop_front(scope + 2).str());
  return found == weights_.end() ? nullptr : &found->second;
}

std::string *WeightFiles::allocate(uint64_t size) {
  if (size > kMaxMadeBytes - madeBytes_)
    return nullptr;
  madeBytes_ += size;
  return &made_.emplace_back(size, '\0');
}

Error WeightFiles::addTensor(StringRef name, StoredWeight weight) {
  weight.file = file_;
  if (weight.kind != WeightKind::Opaque || weight.elementBytes)
    if (tensorBytes(weight) != weight.bytes.size())
      return fault("has a tensor '" + printableText(name) + "' of " +
                   llvm::Twine(weight.bytes.size()) +
                   " bytes, which its shape does not have");
  if (!weights_.emplace(name.str(), std::move(weight)).second)
    return fault("has a tensor '" + printableText(name) +
                 "' that is there twice");
  return Error::success();
}

Error WeightFiles::addSafetensors(std::string_view bytes) {
  if (bytes.size() < 8)
    return fault("is no safetensors file: it has less than eight bytes");
  uint64_t length = readNumber(bytes, 0, 8);
  if (length > kMaxHeaderBytes || length > bytes.size() - 8)
    return fault("is no safetensors file: its header ends outside of it");
  if (nestsDeeply(bytes.substr(8, length)))
    return fault("is no safetensors file: its header nests too deep");
  auto header = llvm::json::parse(StringRef(bytes.data() + 8, length));
  const llvm::json::Object *rows = header ? header->getAsObject() : nullptr;
  llvm::consumeError(header.takeError());
  if (!rows)
    return fault("is no safetensors file: its header is no JSON object");
  for (const auto &[name, value] : *rows) {
    if (StringRef(name) == "__metadata__")
      continue;
    const llvm::json::Object *row = value.getAsObject();
    std::optional<StoredWeight> weight;
    if (row)
      weight = safetensorsRow(*row, bytes.substr(8 + length));
    if (!weight)
      return fault("has a malformed row for the tensor '" +
                   printableText(StringRef(name)) + "'");
    if (Error error = addTensor(name, *std::move(weight)))
      return error;
  }
  return Error::success();
}

Error WeightFiles::addNpy(StringRef name, std::string_view bytes,
                          bool isTemporary) {
  auto entry = [&](Error error) {
    return fault("has an entry '" + printableText(name) + "' that " +
                 llvm::toString(std::move(error)));
  };
  llvm::Expected<NpyArray> array = readNpy(bytes);
  if (!array)
    return entry(array.takeError());
  StoredWeight &weight = array->weight;
  weight.isTemporary = isTemporary;
  if ((array->isFortran || array->isBigEndian) && weight.elementBytes &&
      tensorBytes(weight) == weight.bytes.size()) {
    std::string *ordered = allocate(weight.bytes.size());
    if (!ordered)
      return entry(fault("needs more than 4 GiB to be put in order"));
    putInOrder(*array, ordered->data());
    weight.bytes = *ordered;
    weight.isTemporary = true;
  }
  return addTensor(name, std::move(weight));
}

Error WeightFiles::addNpz(std::string_view bytes) {
  std::optional<uint64_t> start = directoryStart(bytes);
  if (!start || *start > bytes.size())
    return fault("is no .npz file: it has no directory of an archive");
  std::string_view rows = bytes.substr(*start);
  uint64_t taken = 0; // Of the archive's bytes, by all entries.
  while (std::optional<ZipEntry> entry = takeZipEntry(rows)) {
    StringRef name = entry->name;
    if (!name.consume_back(".npy"))
      continue;
    std::optional<std::string_view> packed = packedBytes(bytes, *entry);
    constexpr unsigned kStored = 0, kDeflated = 8;
    if (!packed || (entry->method != kStored && entry->method != kDeflated))
      return fault("has an entry '" + printableText(name) +
                   "' that is damaged or packed in a way that is not read");
    // Else a few bytes could be read, and unpacked, by many entries.
    if (packed->size() > bytes.size() - taken)
      return fault("has entries that overlap");
    taken += packed->size();
    if (entry->method == kDeflated) {
      // Before memory is asked for: no stream of deflate grows more.
      constexpr uint64_t kMaxGrowth = 1032;
      if (entry->size / kMaxGrowth > packed->size())
        return fault("has a damaged entry '" + printableText(name) + "'");
      std::string *inflated = allocate(entry->size);
      if (!inflated)
        return fault("has more than 4 GiB when unpacked");
      if (!inflateInto(*packed, *inflated))
        return fault("has a damaged entry '" + printableText(name) + "'");
      packed = *inflated;
    }
    if (Error error = addNpy(name, *packed, entry->method == kDeflated))
      return error;
  }
  return Error::success();
}

Error WeightFiles::addIrpa(std::string_view bytes) {
  std::vector<IrpaEntry> entries;
  if (const char *why = readIrpa(bytes, entries))
    return fault(llvm::Twine("is not an IREE parameter archive: ") + why);
  for (const IrpaEntry &entry : entries) {
    StoredWeight weight;
    weight.dtype = "bytes without a type";
    weight.kind = WeightKind::Untyped;
    weight.elementBytes = 1;
    weight.shape = {static_cast<int64_t>(entry.size)};
    weight.bytes = entry.bytes;
    if (entry.isSplat()) {
      std::string *filled = allocate(entry.size);
      if (!filled)
        return fault("has more than 4 GiB of splats with the other files");
      entry.writeTo(filled->data());
      weight.bytes = *filled;
      weight.isTemporary = true;
    }
    if (Error error = addTensor(entry.name, std::move(weight)))
      return error;
  }
  return Error::success();
}

} // namespace ingot
