//===- Bundle.h - the variables of a SavedModel -----------------*- C++ -*-===//
//
// A checkpoint of TensorFlow ("tensor bundle"): `variables.index`, a sorted
// table of LevelDB's format from names to entries, and shards with the bytes.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_FRONTENDS_TENSORFLOW_BUNDLE_H
#define INGOT_PIPELINE_FRONTENDS_TENSORFLOW_BUNDLE_H

#include "pipeline/frontends/ModelSource.h"
#include "pipeline/frontends/tensorflow/Graph.pb.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace ingot::tensorflow {

/// The rows of a table of LevelDB, keys in rising order. Blocks are not
/// compressed; their checksums hold.
llvm::Expected<std::map<std::string, std::string>>
readTable(std::string_view bytes);

/// CRC-32C (Castagnoli), as LevelDB masks what it stores.
uint32_t maskedCrc32c(std::string_view bytes);

/// The tensors of a checkpoint, by name. Immutable; its bytes are the source's.
class Bundle {
public:
  /// Of the files `PREFIX.index` and `PREFIX.data-...` beside a program.
  static llvm::Expected<Bundle> read(const ModelSource &source,
                                     std::string_view prefix);

  /// Null if there is none.
  const format::BundleEntry *find(llvm::StringRef name) const;
  /// What an entry that `find` gave has for elements. Its checksum is verified.
  llvm::Expected<llvm::ArrayRef<char>>
  bytesOf(const format::BundleEntry &entry) const;

private:
  std::map<std::string, format::BundleEntry, std::less<>> entries_;
  std::vector<std::optional<std::string_view>> shards_;
};

} // namespace ingot::tensorflow

#endif // INGOT_PIPELINE_FRONTENDS_TENSORFLOW_BUNDLE_H
