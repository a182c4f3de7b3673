//===- VhloTable.h - versions of StableHLO and of its ops -------*- C++ -*-===//
//
// What a portable artifact may hold, as data. See VhloTable.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_DIALECTS_VHLO_VHLOTABLE_H
#define INGOT_PIPELINE_DIALECTS_VHLO_VHLOTABLE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace ingot::vhlo {

/// A release of StableHLO. The third number of a release never changes what an
/// artifact may hold and is left out here.
struct Version {
  unsigned major = 0;
  unsigned minor = 0;

  /// `1.15` or `1.15.2`.
  static std::optional<Version> parse(llvm::StringRef text);
  /// `1.15.0`, as artifacts name it.
  std::string str() const;

  friend constexpr bool operator<(Version a, Version b) {
    return a.major != b.major ? a.major < b.major : a.minor < b.minor;
  }
};

/// The releases that are read and written here.
inline constexpr Version kOldest{0, 9};
inline constexpr Version kNewest{1, 20};

/// The version of MLIR's bytecode that a release writes.
unsigned bytecodeVersion(Version version);

/// One version of one op.
struct OpVersion {
  std::string name;       // "gather_v2"
  Version first;          // the first release that has it
  Version last;           // and the last one
  std::string attributes; // names, in order, separated by spaces

  /// "gather".
  llvm::StringRef base() const {
    return llvm::StringRef(name).rsplit("_v").first;
  }
  bool isIn(Version release) const {
    return !(release < first) && !(last < release);
  }
};

/// All of them, versions of one op in order.
llvm::ArrayRef<OpVersion> opVersions();

/// By the name with its version; null if there is none.
const OpVersion *findOp(llvm::StringRef name);

/// By the name without a version; empty if there is none.
llvm::SmallVector<const OpVersion *> versionsOf(llvm::StringRef base);

} // namespace ingot::vhlo

#endif // INGOT_PIPELINE_DIALECTS_VHLO_VHLOTABLE_H
