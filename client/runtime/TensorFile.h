//===- TensorFile.h - constants beside an executable ------------*- C++ -*-===//
//
// A file of named tensors, whatever its format, mapped into memory: pages are
// read when they are used, and shared with every process that maps the file.
// Formats are told apart by content:
//
//   safetensors               the tensors of one file
//   *.safetensors.index.json  of several, its shards, in the same folder
//   .npz                      NumPy's archive
//   .npy                      one array, named as the file
//   .irpa                     IREE's parameter archive: bytes without types
//   .gguf                     quantised tensors stay, or become floats
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_RUNTIME_TENSORFILE_H
#define INGOT_CLIENT_RUNTIME_TENSORFILE_H

#include "absl/status/statusor.h"
#include "client/runtime/Tensor.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ingot::runtime {

class MappedFile;

/// One tensor of a file. Valid as long as the file is open.
struct StoredTensor {
  /// As safetensors names it; BYTES where the format knows the size alone, V1
  /// where it knows that elements are bytes, and GGUF's name of a quantised
  /// type.
  std::string dtype;
  std::vector<int64_t> shape;
  std::string digest;     ///< SHA-256 of the bytes, or empty if unknown.
  std::string_view bytes; ///< As they stand in the file.

  /// True when bytesAs() has a tensor of this type. `element` is what the
  /// program has (ingot.v1.Constant.element): integers of which MLIR does not
  /// know the sign, I8 to I64 without that, are held by unsigned ones, too. The
  /// compiler binds by the same rule (pipeline/import/ExternalWeights.cpp).
  bool holds(ElementType type, const std::vector<int64_t> &wanted,
             std::string_view element = "") const;

  /// True unless `element` has less than eight bits and a byte of this tensor
  /// is none of its values. Reads all of it then.
  bool holdsValues(std::string_view element) const;

  /// Why it does not hold such a tensor: "is U8 [3]: the executable needs
  /// 3xsi8". REQUIRES: it does not, or not such values.
  std::string faultAs(ElementType type, const std::vector<int64_t> &wanted,
                      std::string_view element) const;

  /// The bytes of such a tensor. Those of a quantised one as f32 are computed
  /// the first time, and kept with the file; as u8 or i8 they are its blocks.
  /// REQUIRES: holds(type, ...). Thread-safe.
  std::string_view bytesAs(ElementType type) const;

  /// "F32 [2, 3]", for messages.
  std::string typeName() const;

  struct Floats;
  std::shared_ptr<Floats> floats; ///< Of a quantised tensor.
};

/// Tensors by name. Immutable; thread-safe.
class TensorFile {
public:
  /// NOT_FOUND when a file cannot be opened, INVALID_ARGUMENT when it has none
  /// of the formats or is damaged. Messages begin with the path.
  static absl::StatusOr<std::shared_ptr<const TensorFile>>
  open(const std::string &path);

  /// The tensor of this name, or null. A name `SCOPE::KEY` also means KEY, for
  /// files know no scopes.
  const StoredTensor *find(const std::string &name) const;

  /// All of them, by name.
  const std::map<std::string, StoredTensor> &tensors() const {
    return tensors_;
  }

  /// Asks the system to read the file ahead of its use. Does not wait.
  void prefetch() const;

private:
  TensorFile() = default;
  absl::Status map(const std::string &path);
  /// `path` is where it was, and names the array of an .npy file.
  absl::Status parse(const std::string &path);
  absl::Status openShards(const std::string &path);

  std::shared_ptr<const MappedFile> file_;
  std::map<std::string, StoredTensor> tensors_;
  // What tensors_ points into besides the file.
  std::vector<std::shared_ptr<const TensorFile>> shards_;
  std::vector<std::shared_ptr<const void>> owned_;
};

} // namespace ingot::runtime

#endif // INGOT_CLIENT_RUNTIME_TENSORFILE_H
