//===- Tensor.h - a dense tensor in memory ----------------------*- C++ -*-===//
//
// What goes into an executable and what comes out: element type, sizes, and
// dense row-major bytes aligned as the ABI wants them.
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

/// True for floats of eight bits, of any kind.
bool isByteFloat(ElementType type);

/// "3x4xf32"; -1 sizes print as "?". A scalar is just "f32".
std::string typeName(ElementType type, const std::vector<int64_t> &shape);

/// A value that shares its bytes when copied. Reading from several threads at
/// once is fine; writing is the owner's business.
class Tensor {
public:
  Tensor() = default;

  /// A tensor of zeros. INVALID_ARGUMENT for a negative size or more than 2^46
  /// bytes.
  static absl::StatusOr<Tensor> zeros(ElementType type,
                                      std::vector<int64_t> shape);

  /// Takes over memory that `owner` keeps alive.
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

  /// The same bytes as floats of eight bits of another kind; files do not tell
  /// which. Any other tensor stays as it is.
  Tensor ofKind(ElementType type) const;

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
