//===- Safetensors.h - constants beside an executable -----------*- C++ -*-===//
//
// Format (Hugging Face safetensors): u64le length of a JSON header, the header
// (name -> dtype, shape, [begin, end) of its bytes), then the bytes of all
// tensors without holes. The header is padded with spaces so that the data
// begins at a multiple of 64; tensors stand in the order of falling alignment
// of their sizes, so that as many as possible begin at one too.
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

  /// One tensor of the file. Valid as long as the file is open.
  struct Entry {
    std::string dtype;
    std::vector<int64_t> shape;
    std::string
        digest; ///< SHA-256 of the bytes, or empty if the file has none.
    std::string_view bytes;

    /// True when it is stored the way a tensor of this type is.
    bool holds(ElementType type, std::vector<int64_t> wanted) const;
  };

  /// The tensor of this name, or null.
  const Entry *find(const std::string &name) const;

  /// All of them, by name.
  const std::map<std::string, Entry> &tensors() const { return tensors_; }

private:
  Safetensors() = default;
  absl::Status parse();

  const char *mapping_ = nullptr;
  size_t size_ = 0;
  std::map<std::string, Entry> tensors_;
};

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
