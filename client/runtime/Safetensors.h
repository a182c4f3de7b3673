//===- Safetensors.h - writes constants beside executables ------*- C++ -*-===//
//
// Format (Hugging Face safetensors): u64le length of a JSON header, the header
// (name -> dtype, shape, [begin, end) of its bytes), then the bytes of all
// tensors without holes. The header is padded with spaces so that the data
// begins at a page, or a multiple of 64 in small files; tensors stand in the
// order of falling alignment of their sizes, so that as many as possible begin
// at one too. TensorFile reads it.
//
// `__metadata__` maps each name to the SHA-256 of its bytes where that is
// known, so that constants of one executable are not taken for those of
// another.
//
// Complex128, which the format lacks, is stored as F64 with a last dimension of
// two.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_RUNTIME_SAFETENSORS_H
#define INGOT_CLIENT_RUNTIME_SAFETENSORS_H

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "client/runtime/Tensor.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace ingot::runtime {

/// A tensor to write; the bytes are the caller's.
struct NamedBytes {
  std::string name;
  ElementType type = 0;
  std::vector<int64_t> shape;
  std::string_view bytes;
  std::string digest; ///< SHA-256 in hexadecimal; kept in the metadata.
};

/// Writes a file, whole or not at all; the same tensors in any order give the
/// same bytes. PERMISSION_DENIED when it cannot.
absl::Status writeSafetensors(const std::string &path,
                              std::vector<NamedBytes> tensors);

/// The same of tensors whose values are named while they are written:
/// `nameValues` gives all of them their digests, of 64 digits, when the bytes
/// are there. What it returns as an error is returned, and nothing is left.
absl::Status writeSafetensors(const std::string &path,
                              const std::vector<NamedBytes> &tensors,
                              const std::function<absl::Status()> &nameValues);

/// A tensor whose bytes come when they are written.
struct NamedSize {
  std::string name;
  ElementType type = 0;
  std::vector<int64_t> shape;
  std::string digest; ///< As of NamedBytes.

  /// INVALID_ARGUMENT for a type that no tensor has: a service chose it.
  absl::StatusOr<size_t> checkedSize() const;
  /// The same, or zero.
  size_t byteSize() const { return checkedSize().value_or(0); }
};

/// Puts them into the order in which their bytes stand in a file.
void sortForFile(std::vector<NamedSize> &tensors);

/// Gives the bytes of one tensor after the other; they stay until it is called
/// again.
using NextBytes = std::function<absl::StatusOr<std::string_view>()>;

/// What `next` gives; DATA_LOSS where that is not as long as the tensor. What
/// checkedSize() refuses is refused.
absl::StatusOr<std::string_view> nextOf(const NamedSize &tensor,
                                        const NextBytes &next);

/// Writes the same file as of NamedBytes; the tensors are in the order of
/// sortForFile(), and so are their bytes. What `next` returns as an error is
/// returned, and nothing is left.
absl::Status writeSafetensors(const std::string &path,
                              const std::vector<NamedSize> &tensors,
                              const NextBytes &next);

} // namespace ingot::runtime

#endif // INGOT_CLIENT_RUNTIME_SAFETENSORS_H
