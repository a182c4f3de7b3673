//===- Tensor.h - a dense tensor in memory ----------------------*- C++ -*-===//
//
// Arguments and results of executables: element type, sizes, and dense
// row-major bytes.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_RUNTIME_TENSOR_H
#define INGOT_CLIENT_RUNTIME_TENSOR_H

#include "absl/status/statusor.h"
#include "proto/abi/executable.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ingot::runtime {

/// An element type; the values are those of proto/abi/executable.h.
using ElementType = int32_t;

/// Bytes of one element, or 0 for a number that names no type.
int64_t elementSize(ElementType type);

/// "f32", "i8", "bool", ...
std::string elementName(ElementType type);

/// True for every type of floats of eight bits.
bool isFloat8(ElementType type);

/// "3x4xf32"; -1 sizes print as "?". A scalar is just "f32".
std::string typeName(ElementType type, const std::vector<int64_t> &shape);

/// A value whose copies share its bytes. Several threads may read at once; the
/// caller synchronises writes.
class Tensor {
public:
  Tensor() = default;

  /// A tensor of zeros. INVALID_ARGUMENT for a negative size or more than 2^46
  /// bytes.
  static absl::StatusOr<Tensor> zeros(ElementType type,
                                      std::vector<int64_t> shape);

  /// A tensor in memory that `owner` keeps alive.
  static Tensor adopt(ElementType type, std::vector<int64_t> shape, void *data,
                      std::shared_ptr<void> owner);

  ElementType type() const { return type_; }
  const std::vector<int64_t> &shape() const { return shape_; }
  int64_t elementCount() const;
  int64_t byteSize() const { return elementCount() * elementSize(type_); }
  char *data() { return data_; }
  const char *data() const { return data_; }

  /// The same bytes in another shape of as many elements.
  Tensor reshaped(std::vector<int64_t> shape) const;

  /// The same bytes as another type of floats of eight bits, because .npy files
  /// do not tell them apart. Returns a copy of *this unless both types are
  /// such.
  Tensor asFloat8(ElementType type) const;

  /// The part of the first axis from `index` for `count` steps; shares bytes.
  Tensor slice(int64_t index, int64_t count) const;

  std::string typeName() const { return runtime::typeName(type_, shape_); }

private:
  ElementType type_ = 0;
  std::vector<int64_t> shape_;
  char *data_ = nullptr;
  std::shared_ptr<void> owner_;
};

} // namespace ingot::runtime

#endif // INGOT_CLIENT_RUNTIME_TENSOR_H
