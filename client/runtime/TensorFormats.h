//===- TensorFormats.h - the formats of TensorFile --------------*- C++ -*-===//
//
// Not installed. One function for each format, which finds the tensors in the
// bytes of a file. Files may be hostile: every offset is held against the bytes
// that are there.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_RUNTIME_TENSORFORMATS_H
#define INGOT_CLIENT_RUNTIME_TENSORFORMATS_H

#include "client/runtime/TensorFile.h"

namespace ingot::runtime {

/// Numpy's type of elements that are a byte each, and that is all it knows.
inline constexpr char kByteElements[] = "V1";

/// What a format finds. The bytes of the file outlive it.
struct TensorTable {
  std::map<std::string, StoredTensor> tensors;
  std::vector<std::shared_ptr<const void>> owned; ///< What was unpacked.
};

/// INVALID_ARGUMENT says what is wrong with the bytes.
absl::Status readSafetensors(std::string_view file, TensorTable &table);
absl::Status readNpz(std::string_view file, TensorTable &table);
/// One array, named as its file without the ending.
absl::Status readNpy(std::string_view file, std::string name,
                     TensorTable &table);
absl::Status readIrpa(std::string_view file, TensorTable &table);
absl::Status readGguf(std::string_view file, TensorTable &table);

/// Safetensors' name of a type, also of those that it stores as another; empty
/// for none.
const char *dtypeName(ElementType type);

/// A number of the file, little-endian; the caller has checked that it is
/// there.
template <typename Number>
Number numberAt(std::string_view bytes, size_t offset) {
  Number value;
  __builtin_memcpy(&value, bytes.data() + offset, sizeof(value));
  return value;
}

/// `count` bytes at `offset`, or nothing when not all are there.
inline bool takeBytes(std::string_view bytes, uint64_t offset, uint64_t count,
                      std::string_view &taken) {
  if (offset > bytes.size() || count > bytes.size() - offset)
    return false;
  taken = bytes.substr(offset, count);
  return true;
}

/// A quantised type of GGUF: so many elements stand in so many bytes.
struct BlockType {
  uint32_t number; ///< As the file has it.
  const char *name;
  uint32_t elements, bytes;
  /// Writes the elements of one block.
  void (*toFloats)(const unsigned char *block, float *values);
};

/// Null for a number that is none.
const BlockType *findBlockType(uint32_t number);

/// The values of a quantised tensor, made when they are asked for.
std::shared_ptr<StoredTensor::Floats> lazyFloats(const BlockType &type,
                                                 std::string_view blocks);

} // namespace ingot::runtime

#endif // INGOT_CLIENT_RUNTIME_TENSORFORMATS_H
