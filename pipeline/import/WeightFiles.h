//===- WeightFiles.h - tensors of files beside a program --------*- C++ -*-===//
//
// The files that keep a program's weights beside it. They are read in place: a
// tensor is a view of the file's bytes, unless it is compressed, a splat, or in
// another order than row-major and little-endian.
//
//   .safetensors  u64le length of a JSON header, the header (name -> dtype,
//                 shape, [begin, end) of its bytes in what follows), the bytes
//   .npy          an array of numpy, named as the file is
//   .npz          a zip archive of .npy files, stored or deflated
//   .irpa         IREE's parameter archive, bytes without types (proto/files/Irpa.h)
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_IMPORT_WEIGHTFILES_H
#define INGOT_PIPELINE_IMPORT_WEIGHTFILES_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

#include <deque>
#include <map>
#include <string>
#include <string_view>

namespace ingot {

/// How the elements of a stored tensor are to be read.
enum class WeightKind {
  Bool,
  Signed,
  Unsigned,
  Float,
  BFloat,
  Complex,
  SmallFloat, ///< Of eight bits; `dtype` says which.
  Opaque,     ///< Elements of which the file knows the size alone.
  Untyped     ///< Bytes; their number is all that is known.
};

/// A tensor of a file. Its bytes are dense, row-major and little-endian.
struct StoredWeight {
  std::string dtype; ///< As the file has it, for messages.
  WeightKind kind = WeightKind::Opaque;
  unsigned elementBytes = 0;
  llvm::SmallVector<int64_t> shape;
  std::string_view bytes;   ///< As many as the shape says.
  bool isTemporary = false; ///< The bytes live as long as the WeightFiles.
  std::string file;         ///< The name of the file that has it.
};

/// The tensors of one or more files by name. The bytes of the files outlive it.
class WeightFiles {
public:
  /// Reads the table of a file; the ending of `name` says of which kind. An
  /// error names the file, also one whose kind is not read.
  llvm::Error add(llvm::StringRef name, std::string_view bytes);

  /// Null if no file has it. A name `SCOPE::KEY` also means KEY, for files know
  /// no scopes.
  const StoredWeight *find(llvm::StringRef name) const;

private:
  llvm::Error addSafetensors(std::string_view bytes);
  llvm::Error addNpy(llvm::StringRef name, std::string_view bytes,
                     bool isTemporary);
  llvm::Error addNpz(std::string_view bytes);
  llvm::Error addIrpa(std::string_view bytes);
  llvm::Error addTensor(llvm::StringRef name, StoredWeight weight);
  /// Room of `size` bytes for what does not stand in a file as it is; null when
  /// there is too much of that.
  std::string *allocate(uint64_t size);

  std::map<std::string, StoredWeight, std::less<>> weights_;
  std::string file_;             ///< The one that is being added.
  std::deque<std::string> made_; ///< What does not stand in a file as it is.
  uint64_t madeBytes_ = 0;
};

} // namespace ingot

#endif // INGOT_PIPELINE_IMPORT_WEIGHTFILES_H
