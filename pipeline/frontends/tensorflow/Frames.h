//===- Frames.h - loops and branches of graphs without functions -*- C++ -*-==//
//
// Old graphs have no regions. A loop is a frame: values go in by Enter, each
// goes round from NextIteration to Merge and leaves by Exit. A branch is what
// lies between Switch, which lets a value pass on one side, and Merge, which
// takes the one that came.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_FRONTENDS_TENSORFLOW_FRAMES_H
#define INGOT_PIPELINE_FRONTENDS_TENSORFLOW_FRAMES_H

#include "pipeline/frontends/tensorflow/NodeGraph.h"

#include "llvm/ADT/DenseMap.h"

#include <map>

namespace ingot::tensorflow {

/// A value that goes round a loop.
struct Carried {
  unsigned merge = 0, enter = 0, next = 0;
  std::optional<unsigned> switching, exit;
};

/// A loop.
struct LoopFrame {
  std::vector<unsigned> enters;
  std::vector<Carried> carried;
  std::optional<unsigned> condition; ///< The LoopCond.
};

/// What a Merge that closes branches chooses by.
struct Merging {
  Edge predicate;
  /// For each input the output of the switches that it comes from.
  std::vector<unsigned> ports;
};

/// Which nodes are which part of loops and branches. Immutable.
struct Control {
  explicit Control(const NodeGraph &graph);

  std::map<std::string, LoopFrame> frames;
  /// By Exit.
  llvm::DenseMap<unsigned, std::string> frameOfExit;
  /// By Merge.
  std::map<unsigned, Merging> mergings;
  /// Of each node: the switches that it lies behind.
  std::vector<std::vector<std::pair<Edge, unsigned>>> guards;

  /// The same value further up, before nodes that only hand it on.
  static Edge originOf(const NodeGraph &graph, Edge edge);

private:
  void findFrames(const NodeGraph &graph);
  void findGuards(const NodeGraph &graph);
  void resolveMerge(const NodeGraph &graph, unsigned node);
};

bool isSwitch(llvm::StringRef op);
bool isMerge(llvm::StringRef op);
bool isEnter(llvm::StringRef op);
bool isExit(llvm::StringRef op);

} // namespace ingot::tensorflow

#endif // INGOT_PIPELINE_FRONTENDS_TENSORFLOW_FRAMES_H
