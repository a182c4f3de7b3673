//===- Frames.cpp - loops and branches of graphs without functions --------===//
//
// Each node is given its guards: the sides of switches that must be alive for
// it to run. It inherits those of its inputs; a Switch adds its own, by output,
// and a Merge drops the one on which its inputs disagree. That one is what it
// chooses by.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tensorflow/Frames.h"

#include <algorithm>

using namespace ingot::tensorflow;
using llvm::StringRef;

using Guard = std::pair<Edge, unsigned>;
using Guards = std::vector<Guard>;

/// A graph in which nodes lie behind more switches is not worth its memory.
static constexpr size_t kMaxGuards = 256;

bool ingot::tensorflow::isSwitch(StringRef op) {
  return op == "Switch" || op == "RefSwitch" || op == "_SwitchN";
}
bool ingot::tensorflow::isMerge(StringRef op) {
  return op == "Merge" || op == "RefMerge";
}
bool ingot::tensorflow::isEnter(StringRef op) {
  return op == "Enter" || op == "RefEnter";
}
bool ingot::tensorflow::isExit(StringRef op) {
  return op == "Exit" || op == "RefExit";
}

static StringRef frameNameOf(const GraphNode &node) {
  for (const format::Attr &attribute : node.def->attr())
    if (attribute.key() == "frame_name")
      return attribute.value().s();
  return "";
}

Edge Control::originOf(const NodeGraph &graph, Edge edge) {
  // Identities form no cycle, so this ends.
  while (true) {
    const GraphNode &node = graph[edge.node];
    if ((node.op() != "Identity" && node.op() != "RefIdentity") ||
        node.inputs.empty())
      return edge;
    edge = node.inputs.front();
  }
}

Control::Control(const NodeGraph &graph) : guards(graph.nodes().size()) {
  findFrames(graph);
  findGuards(graph);
}

void Control::findFrames(const NodeGraph &graph) {
  llvm::DenseMap<unsigned, std::pair<std::string, size_t>> carriedBy;
  for (auto [place, node] : llvm::enumerate(graph.nodes()))
    if (isEnter(node.op()))
      frames[frameNameOf(node).str()].enters.push_back(place);
  for (auto [place, node] : llvm::enumerate(graph.nodes())) {
    if (!isMerge(node.op()) || node.inputs.size() != 2 ||
        !isEnter(graph[node.inputs[0].node].op()))
      continue;
    unsigned next = node.inputs[1].node;
    if (!graph[next].op().ends_with("NextIteration") ||
        graph[next].inputs.empty())
      continue;
    std::string name = frameNameOf(graph[node.inputs[0].node]).str();
    LoopFrame &frame = frames[name];
    carriedBy[place] = {name, frame.carried.size()};
    frame.carried.push_back(
        {static_cast<unsigned>(place), node.inputs[0].node, next, {}, {}});
  }
  llvm::DenseMap<unsigned, std::pair<std::string, size_t>> switchedBy;
  for (auto [place, node] : llvm::enumerate(graph.nodes())) {
    if (!isSwitch(node.op()) || node.inputs.size() != 2 ||
        graph[node.inputs[1].node].op() != "LoopCond")
      continue;
    auto found = carriedBy.find(node.inputs[0].node);
    if (found == carriedBy.end())
      continue;
    LoopFrame &frame = frames[found->second.first];
    frame.carried[found->second.second].switching = place;
    frame.condition = node.inputs[1].node;
    switchedBy[place] = found->second;
  }
  for (auto [place, node] : llvm::enumerate(graph.nodes())) {
    if (!isExit(node.op()) || node.inputs.size() != 1)
      continue;
    auto found = switchedBy.find(node.inputs[0].node);
    if (found == switchedBy.end())
      continue;
    frames[found->second.first].carried[found->second.second].exit = place;
    frameOfExit[place] = found->second.first;
  }
}

static Guards unite(const Guards &a, const Guards &b) {
  Guards result;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(),
                 std::back_inserter(result));
  if (result.size() > kMaxGuards)
    result.resize(kMaxGuards);
  return result;
}

/// Of what arrives by an edge.
static Guards guardsOfEdge(const NodeGraph &graph,
                           const std::vector<Guards> &guards, Edge edge) {
  const GraphNode &node = graph[edge.node];
  if (!isSwitch(node.op()) || node.inputs.size() != 2)
    return guards[edge.node];
  Edge predicate = Control::originOf(graph, node.inputs[1]);
  if (graph[predicate.node].op() == "LoopCond")
    return guards[edge.node];
  return unite(guards[edge.node], {{predicate, edge.port}});
}

void Control::findGuards(const NodeGraph &graph) {
  for (unsigned place : graph.order()) {
    const GraphNode &node = graph[place];
    if (isMerge(node.op())) {
      resolveMerge(graph, place);
      continue;
    }
    Guards &own = guards[place];
    for (Edge edge : node.inputs)
      own = unite(own, guardsOfEdge(graph, guards, edge));
    for (unsigned control : node.controls)
      own = unite(own, guards[control]);
  }
}

void Control::resolveMerge(const NodeGraph &graph, unsigned place) {
  const GraphNode &node = graph[place];
  std::vector<Guards> incoming;
  for (Edge edge : node.inputs) {
    // What comes back in a loop has the guards of what went in.
    if (graph[edge.node].op().ends_with("NextIteration"))
      continue;
    incoming.push_back(guardsOfEdge(graph, guards, edge));
  }
  if (incoming.empty())
    return;
  Guards common = incoming.front();
  for (const Guards &other : incoming) {
    Guards both;
    std::set_intersection(common.begin(), common.end(), other.begin(),
                          other.end(), std::back_inserter(both));
    common = std::move(both);
  }
  guards[place] = common;
  if (incoming.size() != node.inputs.size())
    return;
  for (const auto &[predicate, port] : incoming.front()) {
    Merging merging{predicate, {}};
    for (const Guards &own : incoming)
      for (const auto &[other, side] : own)
        if (other == predicate) {
          merging.ports.push_back(side);
          break;
        }
    std::vector<unsigned> distinct = merging.ports;
    std::sort(distinct.begin(), distinct.end());
    distinct.erase(std::unique(distinct.begin(), distinct.end()),
                   distinct.end());
    if (distinct.size() == incoming.size() && distinct.size() > 1) {
      mergings[place] = merging;
      return;
    }
  }
}
