//===- Npy.h - NumPy's array files ------------------------------*- C++ -*-===//
//
// Format: NEP 1 (numpy.lib.format), versions 1.0, 2.0 and 3.0. Arrays of either
// memory order and byte order are read; C order and little-endian are written.
// bf16, which NumPy lacks, is read and written as two-byte void ("<V2"), the
// way the ml_dtypes package stores it.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_RUNTIME_NPY_H
#define INGOT_CLIENT_RUNTIME_NPY_H

#include "client/runtime/Tensor.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ingot::runtime {

/// Reads a file. NOT_FOUND when it cannot be opened, INVALID_ARGUMENT when it
/// is not such a file or holds a type that executables do not know. Messages
/// begin with the path.
absl::StatusOr<Tensor> readNpy(const std::string &path);

/// An array within bytes that outlive it.
struct NpyView {
  ElementType type = 0;
  bool isUnnamed = false; ///< Of a byte each, and that is all that is known.
  std::vector<int64_t> shape;
  std::string_view bytes; ///< Row-major, little-endian.
  /// What `bytes` points into where the array stands in another order.
  std::shared_ptr<const void> copy;
};

/// Reads an array in memory; INVALID_ARGUMENT as readNpy(), and when its copy
/// would have more than `maxCopyBytes`.
absl::StatusOr<NpyView> viewNpy(std::string_view file, uint64_t maxCopyBytes);

/// Writes a file, whole or not at all. PERMISSION_DENIED when it cannot.
absl::Status writeNpy(const std::string &path, const Tensor &tensor);

/// What stands before the elements in a file, so long that they begin at a
/// multiple of 64 if the file begins at `offset` of another.
std::string npyStart(ElementType type, const std::vector<int64_t> &extents,
                     size_t offset);

} // namespace ingot::runtime

#endif // INGOT_CLIENT_RUNTIME_NPY_H
