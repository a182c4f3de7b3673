//===- Safetensors.h - writes constants beside executables -----------*- C++
//-*-===//
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
#include "client/runtime/Tensor.h"

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

} // namespace ingot::runtime

#endif // INGOT_CLIENT_RUNTIME_SAFETENSORS_H
