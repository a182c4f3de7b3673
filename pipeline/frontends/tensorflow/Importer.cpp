//===- Importer.cpp - nodes of TensorFlow to ops --------------------------===//
//
// Inputs are visited with a stack of our own, because graphs are chains of any
// length; only loops, branches and calls recurse, and these are bounded. Bounds
// are there for hostile files: functions that call each other twice each would
// otherwise grow without end.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tensorflow/Importer.h"
#include "pipeline/frontends/tensorflow/Regions.h"

#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tensorflow;

/// Calls, loops and branches within each other.
static constexpr unsigned kMaxDepth = 64;
/// Nodes that are executed, each as often as it is read.
static constexpr uint64_t kMaxExecuted = 4'000'000;

const Items *Scope::find(unsigned node) const {
  for (const Scope *scope = this; scope; scope = scope->outer)
    if (auto found = scope->values.find(node); found != scope->values.end())
      return &found->second;
  return nullptr;
}

std::optional<unsigned> Scope::portTaken(Edge predicate) const {
  for (const Scope *scope = this; scope; scope = scope->outer)
    if (auto found = scope->taken.find(predicate); found != scope->taken.end())
      return found->second;
  return std::nullopt;
}

Importer::Importer(const format::Graph &graph, const Bundle *bundle,
                   Variables &variables, const OperatorTable &table,
                   MLIRContext *context)
    : bundle_(bundle), table_(table),
      b_(UnknownLoc::get(context), OpBuilder(context), /*strict=*/false,
         refusal_),
      state_(variables, b_) {
  for (const format::Function &function : graph.library().function())
    functions_[function.signature().name()] = {&function, nullptr};
}

Location Importer::locationOf(StringRef name) {
  return NameLoc::get(b_.getStringAttr(printableName(name)));
}

void Importer::report(const GraphNode &node, const Twine &reason) {
  if (reported_.insert(node.def).second)
    unsupported_.add(printableName(node.op()), locationOf(node.name()), reason);
}

//===----------------------------------------------------------------------===//
// Order of execution
//===----------------------------------------------------------------------===//

/// What has to run before and has not; nothing if the node can run.
std::optional<unsigned> Importer::nextMissing(Scope &scope, unsigned place) {
  const GraphNode &node = (*scope.graph)[place];
  // These see to their inputs themselves, in scopes of their own.
  if (isExit(node.op()) || isMerge(node.op()) || isEnter(node.op()))
    return std::nullopt;
  for (Edge edge : node.inputs)
    if (!scope.find(edge.node))
      return edge.node;
  for (unsigned control : node.controls)
    if (!scope.find(control))
      return control;
  return std::nullopt;
}

void Importer::run(Scope &scope, unsigned root) {
  SmallVector<unsigned> stack{root};
  while (!stack.empty()) {
    unsigned node = stack.back();
    if (scope.find(node)) {
      stack.pop_back();
    } else if (std::optional<unsigned> missing = nextMissing(scope, node)) {
      stack.push_back(*missing);
      // Links were checked to form no cycle but through Merge, which does not
      // get here.
      if (stack.size() > scope.graph->nodes().size() + 1) {
        report((*scope.graph)[node], "it waits for itself");
        scope.values[node] = {};
      }
    } else {
      execute(scope, node);
      stack.pop_back();
    }
  }
}

Items Importer::evaluate(Scope &scope, ArrayRef<Edge> edges) {
  Items result;
  for (Edge edge : edges) {
    run(scope, edge.node);
    const Items &items = *scope.find(edge.node);
    result.push_back(edge.port < items.size() ? items[edge.port]
                                              : Item::unknown());
  }
  return result;
}

void Importer::execute(Scope &scope, unsigned place) {
  const GraphNode &node = (*scope.graph)[place];
  if (++executed_ > kMaxExecuted || depth_ > kMaxDepth) {
    report(node, depth_ > kMaxDepth
                     ? "functions, loops and branches are nested too deep"
                     : "the functions call each other too often");
    scope.values[place] = {Item::unknown()};
    return;
  }
  Location before = b_.getLoc();
  b_.setLoc(locationOf(node.name()));
  auto restore = llvm::scope_exit([&] { b_.setLoc(before); });
  if (isExit(node.op()))
    return executeExit(scope, place);
  if (isMerge(node.op())) {
    Items items = executeMerge(scope, place);
    scope.values[place] = std::move(items);
    return;
  }
  // A loop gives its Enters their items. The row of any other says why it is
  // none, and what enters there was not computed.
  Items operands = isEnter(node.op()) ? Items() : evaluate(scope, node.inputs);
  Items items;
  if (node.op() == kArgumentOp && place < scope.arguments.size())
    items = {scope.arguments[place]};
  else
    items = executeRow(scope, place, operands);
  scope.values[place] = std::move(items);
}

/// Shapes are computed where they can be.
static void foldResults(TensorBuilder &b, Items &items) {
  for (Item &item : items)
    if (item.isTensor() && isa<IntegerType>(b.elementOf(item.value)) &&
        b.rankOf(item.value) <= 2)
      item.value = foldKnown(b, item.value);
}

/// Sizes are operands, and rows compute with any; such a type is not valid.
static bool hasNegativeSize(const Item &item) {
  return item.hasValue() &&
         llvm::any_of(cast<RankedTensorType>(item.value.getType()).getShape(),
                      [](int64_t size) {
                        return size < 0 && !ShapedType::isDynamic(size);
                      });
}

Items Importer::executeRow(Scope &scope, unsigned place,
                           ArrayRef<Item> operands) {
  const GraphNode &node = (*scope.graph)[place];
  // Every output of a node that gives fewer items is unknown.
  Items unknown{Item::unknown()};
  bool isCall = functions_.count(node.op());
  const Row *row =
      table_.findRow(isCall ? StringRef("PartitionedCall") : node.op());
  if (isHousekeeping(node.op()))
    return unknown;
  if (!row) {
    std::string near = nearestName(node.op(), table_.allNames());
    report(node, near.empty() ? Twine("the operator is not known here")
                              : "the operator is not known here; '" +
                                    Twine(near) + "' is");
    return unknown;
  }
  if (llvm::any_of(operands, [](const Item &item) { return item.isUnknown(); }))
    if (!row->outputs.contains('?'))
      return unknown;
  // A reference is read when somebody wants its value.
  Items read;
  if (!row->outputs.contains('&')) {
    read.assign(operands.begin(), operands.end());
    for (Item &item : read)
      if (item.isReference)
        if (Value value = state_.valueOf(item.variable))
          item = Item(value);
    operands = read;
  }
  for (unsigned i = 0; i < row->tensors; ++i)
    if (i >= operands.size() || !operands[i].isTensor()) {
      report(node, "operand " + Twine(i) + " is no tensor");
      return unknown;
    }
  Operator c(*this, b_, *node.def, operands, scope.ofCall);
  Results results = row->convert(c);
  if (results.failed()) {
    report(node, c.reason());
    return unknown;
  }
  if (!refusal_.empty()) {
    report(node, refusal_);
    refusal_.clear();
    return unknown;
  }
  if (llvm::any_of(results.items(), hasNegativeSize)) {
    report(node, "a size of its result is negative");
    return unknown;
  }
  foldResults(b_, results.items());
  return std::move(results.items());
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

Items Importer::call(StringRef name, Items arguments,
                     const Attributes *attributes, std::string &reason) {
  auto found = functions_.find(name);
  if (found == functions_.end()) {
    reason = "the function '" + printableName(name) + "' does not exist";
    return {};
  }
  Library &library = found->second;
  if (!library.graph) {
    llvm::Expected<NodeGraph> graph =
        NodeGraph::fromFunction(*library.body, table_);
    if (!graph) {
      reason = "function '" + printableName(name) +
               "': " + printableName(llvm::toString(graph.takeError()));
      return {};
    }
    library.graph = std::make_unique<NodeGraph>(std::move(*graph));
  }
  if (static_cast<int>(arguments.size()) <
      library.body->signature().input_arg_size()) {
    reason = "the function '" + printableName(name) + "' takes more arguments";
    return {};
  }
  ++depth_;
  auto leave = llvm::scope_exit([&] { --depth_; });
  Scope scope;
  scope.graph = library.graph.get();
  scope.arguments = std::move(arguments);
  scope.ofCall = attributes;
  Items results = evaluate(scope, library.graph->results());
  for (unsigned node : library.graph->finals())
    run(scope, node);
  return results;
}

//===----------------------------------------------------------------------===//
// Functions of a module, branches and loops
//===----------------------------------------------------------------------===//

void Importer::beginFunction(Block *block) {
  b_.setInsertionPointToEnd(block);
  state_.beginFunction(block);
}

void Importer::endFunction() { state_.endFunction(unsupported_); }

Items Importer::branch(Value condition, bool isIndexed, unsigned count,
                       llvm::function_ref<Items(unsigned)> branch,
                       std::string &reason) {
  return buildBranches(b_, state_, condition, isIndexed, count, branch, reason);
}

Items Importer::loop(Items initial, Callback condition, Callback body,
                     std::string &reason) {
  return buildLoop(b_, state_, std::move(initial), condition, body, reason);
}

//===----------------------------------------------------------------------===//
// Loops and branches of graphs without functions
//===----------------------------------------------------------------------===//

const Control &Importer::controlOf(const NodeGraph &graph) {
  auto found = controls_.find(&graph);
  if (found == controls_.end())
    found = controls_.try_emplace(&graph, graph).first;
  return found->second;
}

/// Gives a frame's values to the nodes that hand them on.
static void seed(Scope &scope, const LoopFrame &frame, const Items &entered,
                 const Items &carried) {
  for (auto [enter, item] : llvm::zip_equal(frame.enters, entered))
    scope.values[enter] = {item};
  for (auto [value, item] : llvm::zip_equal(frame.carried, carried)) {
    scope.values[value.merge] = {item, Item::unknown()};
    if (value.switching)
      scope.values[*value.switching] = {item, item};
  }
}

void Importer::executeExit(Scope &scope, unsigned exit) {
  const GraphNode &node = (*scope.graph)[exit];
  const Control &control = controlOf(*scope.graph);
  auto name = control.frameOfExit.find(exit);
  scope.values[exit] = {Item::unknown()};
  if (name == control.frameOfExit.end())
    return report(node, "it leaves no loop");
  const LoopFrame &frame = control.frames.at(name->second);
  const NodeGraph &graph = *scope.graph;
  SmallVector<Edge> sources, next;
  for (unsigned enter : frame.enters) {
    if (graph[enter].inputs.empty())
      return report(node, "a value that enters the loop has no source");
    sources.push_back(graph[enter].inputs.front());
  }
  for (const Carried &value : frame.carried)
    next.push_back(graph[value.next].inputs.front());
  if (!frame.condition || graph[*frame.condition].inputs.empty())
    return report(node, "the loop has no condition");
  ++depth_;
  auto leave = llvm::scope_exit([&] { --depth_; });
  Items entered = evaluate(scope, sources), initial;
  for (const Carried &value : frame.carried)
    initial.push_back(
        entered[llvm::find(frame.enters, value.enter) - frame.enters.begin()]);
  auto scopeOf = [&](const Items &carried) {
    Scope inner;
    inner.graph = &graph;
    inner.outer = &scope;
    inner.ofCall = scope.ofCall;
    seed(inner, frame, entered, carried);
    return inner;
  };
  std::string reason;
  Items results = loop(
      initial,
      [&](Items carried) {
        Scope inner = scopeOf(carried);
        return evaluate(inner, graph[*frame.condition].inputs.front());
      },
      [&](Items carried) {
        Scope inner = scopeOf(carried);
        return evaluate(inner, next);
      },
      reason);
  if (!reason.empty())
    return report(node, reason);
  for (auto [value, item] : llvm::zip_equal(frame.carried, results))
    if (value.exit)
      scope.values[*value.exit] = {item};
}

/// Before a branch is entered, the values that its switches let pass are made
/// outside of it, so that they are made once.
void Importer::prepareSwitches(Scope &scope, const Merging &merging,
                               unsigned merge) {
  const NodeGraph &graph = *scope.graph;
  const Control &control = controlOf(graph);
  llvm::SmallDenseSet<unsigned> seen;
  SmallVector<unsigned> stack;
  auto push = [&](unsigned node) {
    if (!scope.find(node) && seen.insert(node).second)
      stack.push_back(node);
  };
  SmallVector<Edge> sources;
  for (Edge edge : graph[merge].inputs)
    push(edge.node);
  while (!stack.empty()) {
    const GraphNode &node = graph[stack.pop_back_val()];
    if (isSwitch(node.op()) && node.inputs.size() == 2 &&
        Control::originOf(graph, node.inputs[1]) == merging.predicate) {
      bool isOutside = llvm::all_of(
          control.guards[node.inputs[0].node], [&](const auto &guard) {
            return scope.portTaken(guard.first) == guard.second;
          });
      if (isOutside)
        sources.push_back(node.inputs[0]);
      continue;
    }
    for (Edge edge : node.inputs)
      push(edge.node);
    for (unsigned before : node.controls)
      push(before);
  }
  llvm::sort(sources);
  evaluate(scope, sources);
}

Items Importer::executeMerge(Scope &scope, unsigned place) {
  const NodeGraph &graph = *scope.graph;
  const GraphNode &node = graph[place];
  const Control &control = controlOf(graph);
  Items unknown(2, Item::unknown());
  auto found = control.mergings.find(place);
  if (found == control.mergings.end()) {
    report(node, "its inputs do not come from the sides of one switch");
    return unknown;
  }
  const Merging &merging = found->second;
  ++depth_;
  auto leave = llvm::scope_exit([&] { --depth_; });
  Item predicate = evaluate(scope, merging.predicate).front();
  if (!predicate.isTensor() || b_.rankOf(predicate.value) != 0)
    return unknown;
  prepareSwitches(scope, merging, place);
  // Branches stand in the order of the switch's outputs.
  std::string reason;
  Items results = branch(
      predicate.value, !b_.isBool(predicate.value), merging.ports.size(),
      [&](unsigned port) -> Items {
        auto input = llvm::find(merging.ports, port) - merging.ports.begin();
        if (input == static_cast<ptrdiff_t>(merging.ports.size()))
          return unknown;
        Scope inner;
        inner.graph = &graph;
        inner.outer = &scope;
        inner.ofCall = scope.ofCall;
        inner.taken[merging.predicate] = port;
        Items items = evaluate(inner, node.inputs[input]);
        items.push_back(Item(b_.scalar(b_.getI32Type(), input)));
        return items;
      },
      reason);
  if (reason.empty())
    return results;
  report(node, reason);
  return unknown;
}
