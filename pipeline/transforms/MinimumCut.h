//===- MinimumCut.h - the cheapest way to part a graph in two ---*- C++ -*-===//

#ifndef INGOT_PIPELINE_TRANSFORMS_MINIMUMCUT_H
#define INGOT_PIPELINE_TRANSFORMS_MINIMUMCUT_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ingot {

/// A directed graph with a source and a sink, parted so that the arcs from the
/// source's side to the sink's cost least together. One thread at a time.
class MinimumCut {
public:
  static constexpr unsigned kSource = 0, kSink = 1;
  /// More than any cut that can be avoided costs. A path has to have an arc
  /// that costs less, so that flows stay below it and no sum overflows.
  static constexpr int64_t kNever = int64_t{1} << 61;

  /// The number of a new node.
  unsigned addNode();

  /// REQUIRES: `cost` is not negative.
  void addArc(unsigned from, unsigned to, int64_t cost);

  /// Which nodes are on the side of the sink: of all cheapest cuts the one with
  /// the fewest of them, so that the same graph is always cut alike. Once.
  std::vector<bool> cut();

private:
  /// An arc or the reverse of one.
  struct Arc {
    unsigned to;
    int64_t left; ///< What may still flow.
  };

  bool findDistances();
  bool pushOnce();

  std::vector<Arc> arcs_; ///< Each with its reverse behind it.
  std::vector<std::vector<unsigned>> leaving_{2}; ///< Arcs, by node.
  std::vector<unsigned> distance_; ///< From the source; of one round.
  std::vector<size_t> next_;       ///< The arc to try; of one round.
};

} // namespace ingot

#endif // INGOT_PIPELINE_TRANSFORMS_MINIMUMCUT_H
