//===- MinimumCut.cpp - the cheapest way to part a graph in two -----------===//
//
// The cheapest cut costs what can flow at most, which is found by Dinic's way:
// rounds, each of which fills all paths that are shortest by then.
//
//===----------------------------------------------------------------------===//

#include "pipeline/transforms/MinimumCut.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace ingot {

static constexpr unsigned kUnreached = std::numeric_limits<unsigned>::max();

unsigned MinimumCut::addNode() {
  leaving_.emplace_back();
  return static_cast<unsigned>(leaving_.size() - 1);
}

void MinimumCut::addArc(unsigned from, unsigned to, int64_t cost) {
  assert(cost >= 0);
  leaving_[from].push_back(static_cast<unsigned>(arcs_.size()));
  arcs_.push_back({to, cost});
  leaving_[to].push_back(static_cast<unsigned>(arcs_.size()));
  arcs_.push_back({from, 0});
}

bool MinimumCut::findDistances() {
  distance_.assign(leaving_.size(), kUnreached);
  distance_[kSource] = 0;
  std::vector<unsigned> reached = {kSource};
  for (size_t i = 0; i < reached.size(); ++i)
    for (unsigned arc : leaving_[reached[i]])
      if (arcs_[arc].left > 0 && distance_[arcs_[arc].to] == kUnreached) {
        distance_[arcs_[arc].to] = distance_[reached[i]] + 1;
        reached.push_back(arcs_[arc].to);
      }
  return distance_[kSink] != kUnreached;
}

/// Fills one shortest path; false if there is none any more. No recursion: a
/// path may be as long as the program.
bool MinimumCut::pushOnce() {
  std::vector<unsigned> path; // Arcs.
  unsigned node = kSource;
  while (node != kSink) {
    if (next_[node] == leaving_[node].size()) {
      if (path.empty())
        return false;
      node = arcs_[path.back() ^ 1].to;
      path.pop_back();
      ++next_[node];
      continue;
    }
    const unsigned number = leaving_[node][next_[node]];
    const Arc &arc = arcs_[number];
    if (arc.left > 0 && distance_[arc.to] == distance_[node] + 1) {
      path.push_back(number);
      node = arc.to;
    } else {
      ++next_[node];
    }
  }
  int64_t most = std::numeric_limits<int64_t>::max();
  for (unsigned arc : path)
    most = std::min(most, arcs_[arc].left);
  for (unsigned arc : path) {
    arcs_[arc].left -= most;
    arcs_[arc ^ 1].left += most;
  }
  return true;
}

std::vector<bool> MinimumCut::cut() {
  while (findDistances()) {
    next_.assign(leaving_.size(), 0);
    while (pushOnce())
      ;
  }
  // Whatever can still reach the sink: backwards over arcs that are not full.
  std::vector<bool> isOfSink(leaving_.size());
  isOfSink[kSink] = true;
  std::vector<unsigned> reached = {kSink};
  for (size_t i = 0; i < reached.size(); ++i)
    for (unsigned arc : leaving_[reached[i]])
      if (arcs_[arc ^ 1].left > 0 && !isOfSink[arcs_[arc].to]) {
        isOfSink[arcs_[arc].to] = true;
        reached.push_back(arcs_[arc].to);
      }
  return isOfSink;
}

} // namespace ingot
