//===- UnsupportedOperators.h - one report of all that is missing -*- C++ -*-=//
//
// A user wants to know everything that stands in the way of a model at once, so
// readers collect what they cannot take and go on.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_FRONTENDS_UNSUPPORTEDOPERATORS_H
#define INGOT_PIPELINE_FRONTENDS_UNSUPPORTEDOPERATORS_H

#include "mlir/IR/Location.h"
#include "llvm/ADT/Twine.h"

#include <map>
#include <string>
#include <vector>

namespace ingot {

/// What a reader could not take so far.
class UnsupportedOperators {
public:
  /// `name` as the format writes it; `reason` says which property is at fault
  /// and what would do instead.
  void add(llvm::StringRef name, mlir::Location where,
           const llvm::Twine &reason);

  bool empty() const { return findings_.empty(); }

  /// One error with the number of operators, and a note for each kind and
  /// reason with its count and first places. Emits nothing if there are none.
  mlir::LogicalResult report(mlir::Location where) const;

private:
  /// An operator and why it is not taken.
  using Finding = std::pair<std::string, std::string>;
  std::map<Finding, std::vector<mlir::Location>> findings_;
};

/// The one of `known` that `name` was probably meant to be; empty if none is
/// near.
std::string nearestName(llvm::StringRef name,
                        llvm::ArrayRef<llvm::StringRef> known);

} // namespace ingot

#endif // INGOT_PIPELINE_FRONTENDS_UNSUPPORTEDOPERATORS_H
