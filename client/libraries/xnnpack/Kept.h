//===- Kept.h - operators that an instance has made -------------*- C++ -*-===//
//
// One table entry of an executable may serve several call sites, which differ
// in their filters. So an operator is found by its entry and by what it was
// made of: by the address of an operand that is a constant of the instance, and
// by the bytes of any other, which the next call may have at the same address.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_LIBRARIES_XNNPACK_KEPT_H
#define INGOT_CLIENT_LIBRARIES_XNNPACK_KEPT_H

#include "client/libraries/xnnpack/Operators.h"
#include "proto/abi/library.h"

#include <algorithm>
#include <deque>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace ingot::xnnpack {

/// The operators of one instance. One thread at a time, as its calls are.
class Kept {
public:
  /// Of the context's instance, which it ends with.
  static Kept &of(ingot_library_context &context);

  explicit Kept(const ingot_library_context &context);

  /// Made at the first call of a site. Valid until the next call of this.
  Operator &find(Operator::Kind kind, const ingot_custom_op &op,
                 const ingot_tensor *operands);

  /// Of one table entry, of those that are found by bytes: of more the oldest
  /// are made again. A program has only so many constants.
  static constexpr size_t kMaxSites = 256;

private:
  /// What an operator was made of.
  struct Source {
    const void *address;
    std::string bytes; ///< Empty if the address says enough.
  };
  /// One call site.
  struct Site {
    std::vector<Source> sources;
    Operator made;
    bool holdsBytes() const {
      return std::any_of(
          sources.begin(), sources.end(),
          [](const Source &source) { return !source.bytes.empty(); });
    }
  };

  /// Takes out the oldest site that holds bytes if there are too many.
  static void evict(std::deque<Site> &sites);

  bool isOf(const std::vector<Source> &sources, const ingot_tensor *operands);
  std::vector<Source> sourcesOf(const ingot_custom_op &op,
                                const ingot_tensor *operands);

  const std::unordered_set<const void *> constants_;
  std::unordered_map<const ingot_custom_op *, std::deque<Site>> sites_;
};

} // namespace ingot::xnnpack

#endif // INGOT_CLIENT_LIBRARIES_XNNPACK_KEPT_H
