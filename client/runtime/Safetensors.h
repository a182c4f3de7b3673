//===- Safetensors.h - constants beside an executable -----------*- C++ -*-===//
//
// Format (Hugging Face safetensors): u64le length of a JSON header, the header
// (name -> dtype, shape, [begin, end) of its bytes), then the bytes of all
// tensors without holes. The header is padded with spaces so that the data
// begins at a multiple of 64; tensors stand in the order of falling alignment
// of their sizes, so that as many as possible begin at one too.
//
// Complex128, which the format lacks, is stored as F64 with a last dimension of
// two.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_RUNTIME_SAFETENSORS_H
#define INGOT_CLIENT_RUNTIME_SAFETENSORS_H

#include "absl/status/statusor.h"
#include "client/runtime/Tensor.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ingot::runtime {

/// A file mapped into memory, read-only and shared with every other process
/// that maps it. Immutable.
class Safetensors {
public:
  /// NOT_FOUND when it cannot be opened, INVALID_ARGUMENT when it is not such a
  /// file. Messages begin with the path.
  static absl::StatusOr<std::shared_ptr<const Safetensors>>
  open(const std::string &path);
  ~Safetensors();

  /// The bytes of a tensor, or an empty view with a null pointer when there is
  /// none of that name. Valid as long as this object.
  std::string_view find(const std::string &name) const;

private:
  Safetensors() = default;
  absl::Status parse();

  const char *mapping_ = nullptr;
  size_t size_ = 0;
  std::map<std::string, std::string_view> tensors_;
};

/// A tensor to write; the bytes are the caller's.
struct NamedBytes {
  std::string name;
  ElementType type = 0;
  std::vector<int64_t> shape;
  std::string_view bytes;
};

/// Writes a file, whole or not at all; the same tensors in any order give the
/// same bytes. PERMISSION_DENIED when it cannot.
absl::Status writeSafetensors(const std::string &path,
                              std::vector<NamedBytes> tensors);

} // namespace ingot::runtime

#endif // INGOT_CLIENT_RUNTIME_SAFETENSORS_H
