//===- SequencePositions.h - positions that only the run knows --*- C++ -*-===//

#ifndef INGOT_PIPELINE_FRONTENDS_ONNX_SEQUENCEPOSITIONS_H
#define INGOT_PIPELINE_FRONTENDS_ONNX_SEQUENCEPOSITIONS_H

#include "pipeline/frontends/onnx/Expansion.h"

namespace ingot::onnx::reader {

/// The tensors of a list, joined into one of which the run takes a part. Built
/// once for all parts; used within the expansion that built it.
class JoinedItems {
public:
  /// Nothing if the items have no element, are of several types or ranks, or
  /// if their sizes differ in more than one dimension or are not known there.
  static std::optional<JoinedItems> join(Expansion &e, std::vector<Val> items);

  /// The item whose number is in `place`, a vector of one element; a negative
  /// one counts from the end.
  Val at(Val place) const;

private:
  JoinedItems(Expansion &e) : e_(e) {}

  Expansion &e_;
  Val all_;
  /// The dimension along which they are joined: a new one at the front if all
  /// have one shape (`ends_` is null), else that in which they differ.
  int64_t axis_ = 0;
  Val starts_, ends_;
};

/// For each row of `table` the item that is at its entry for `position`, a
/// number from `-length` on: the first entry is that number's. Nothing if the
/// items cannot be joined.
std::optional<std::vector<Val>> takeAtRun(Expansion &e, std::vector<Val> items,
                                          Val position, int64_t length,
                                          llvm::ArrayRef<Ints> table);

} // namespace ingot::onnx::reader

#endif // INGOT_PIPELINE_FRONTENDS_ONNX_SEQUENCEPOSITIONS_H
