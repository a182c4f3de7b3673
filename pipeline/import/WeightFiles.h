//===- WeightFiles.h - tensors of safetensors and npz files -----*- C++ -*-===//
//
// The files that keep a program's weights beside it. Both are read in place: a
// tensor is a view of the file's bytes, unless it is compressed.
//
// Safetensors: u64le length of a JSON header, the header (name -> dtype, shape,
// [begin, end) of its bytes in what follows), the bytes.
// Npz: a zip archive of .npy files, stored or deflated.
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
  Opaque      ///< Bytes of which the file knows the size alone.
};

/// A tensor of a file. Its bytes are dense, row-major and little-endian.
struct StoredWeight {
  std::string dtype; ///< As the file has it, for messages.
  WeightKind kind = WeightKind::Opaque;
  unsigned elementBytes = 0;
  llvm::SmallVector<int64_t> shape;
  std::string_view bytes;   ///< As many as the shape says.
  bool isTemporary = false; ///< The bytes live as long as the WeightFiles.
};

/// The tensors of one or more files by name. The bytes of the files outlive it.
class WeightFiles {
public:
  /// True for names that add() knows.
  static bool isWeightFile(llvm::StringRef name);

  /// Reads the table of a file; the ending of `name` says of which kind. An
  /// error names the file.
  llvm::Error add(llvm::StringRef name, std::string_view bytes);

  /// Null if no file has it.
  const StoredWeight *find(llvm::StringRef name) const;

private:
  llvm::Error addSafetensors(std::string_view bytes);
  llvm::Error addNpz(std::string_view bytes);
  llvm::Error addTensor(llvm::StringRef name, StoredWeight weight);

  std::map<std::string, StoredWeight, std::less<>> weights_;
  std::deque<std::string> inflated_; ///< What was compressed.
};

} // namespace ingot

#endif // INGOT_PIPELINE_IMPORT_WEIGHTFILES_H
