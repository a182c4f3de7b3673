//===- Importer.h - nodes of TensorFlow to ops ------------------*- C++ -*-===//
//
// Builds what a set of outputs needs, and nothing else: an output asks for its
// node, the node for its inputs and for the nodes that its control edges name.
// Functions are read where they are called, with what is known of their
// arguments; handles, lists and text never become values of the program.
//
// What rows are there the importer does not know: it is given a table, since
// those of control flow call it again.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_FRONTENDS_TENSORFLOW_IMPORTER_H
#define INGOT_PIPELINE_FRONTENDS_TENSORFLOW_IMPORTER_H

#include "pipeline/frontends/UnsupportedOperators.h"
#include "pipeline/frontends/tensorflow/Bundle.h"
#include "pipeline/frontends/tensorflow/Frames.h"
#include "pipeline/frontends/tensorflow/NodeGraph.h"
#include "pipeline/frontends/tensorflow/Operator.h"
#include "pipeline/frontends/tensorflow/Regions.h"
#include "pipeline/frontends/tensorflow/VariableState.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <set>

namespace ingot::tensorflow {

/// A graph in evaluation: what its nodes gave so far. Frames of loops and
/// branches of old graphs are scopes within that of their graph.
struct Scope {
  const NodeGraph *graph = nullptr;
  const Scope *outer = nullptr;
  llvm::DenseMap<unsigned, Items> values;
  Items arguments;
  const Attributes *ofCall = nullptr;
  /// In a branch: which output of switches with this predicate is alive.
  std::map<Edge, unsigned> taken;

  const Items *find(unsigned node) const;
  std::optional<unsigned> portTaken(Edge predicate) const;
};

/// One model. One thread at a time.
class Importer {
public:
  using Callback = RegionCallback;

  Importer(const format::Graph &graph, const Bundle *bundle,
           Variables &variables, const OperatorTable &table,
           mlir::MLIRContext *context);

  UnsupportedOperators &unsupported() { return unsupported_; }
  StablehloBuilder &builder() { return b_; }
  const Bundle *bundle() const { return bundle_; }
  VariableState &state() { return state_; }
  mlir::Location locationOf(StringRef name);

  /// Begins a function: values go to the end of `block`, loads of variables to
  /// its begin.
  void beginFunction(mlir::Block *block);
  /// Stores what the function changed.
  void endFunction();

  /// What edges of a scope carry.
  Items evaluate(Scope &scope, ArrayRef<Edge> edges);
  void run(Scope &scope, unsigned node);

  //===--------------------------------------------------------------------===//
  // For rows
  //===--------------------------------------------------------------------===//

  /// What a function of the library gives. The reason is empty unless it
  /// failed.
  Items call(StringRef function, Items arguments, const Attributes *attributes,
             std::string &reason);
  bool hasFunction(StringRef name) const { return functions_.count(name); }
  /// What one of several branches gives, chosen by a boolean without
  /// dimensions or, by `isIndexed`, by a number. `branch` builds one.
  Items branch(Value condition, bool isIndexed, unsigned count,
               llvm::function_ref<Items(unsigned)> branch, std::string &reason);
  /// A loop. `condition` gives one boolean.
  Items loop(Items initial, Callback condition, Callback body,
             std::string &reason);

private:
  /// A function of the model, linked when it is first called.
  struct Library {
    const format::Function *body;
    std::unique_ptr<NodeGraph> graph;
  };

  void execute(Scope &scope, unsigned node);
  Items executeRow(Scope &scope, unsigned node, ArrayRef<Item> operands);
  Items executeMerge(Scope &scope, unsigned node);
  void executeExit(Scope &scope, unsigned node);
  void prepareSwitches(Scope &scope, const Merging &merging, unsigned node);
  std::optional<unsigned> nextMissing(Scope &scope, unsigned node);
  void report(const GraphNode &node, const llvm::Twine &reason);
  const Control &controlOf(const NodeGraph &graph);

  const Bundle *bundle_;
  const OperatorTable &table_;
  std::string refusal_;
  StablehloBuilder b_;
  VariableState state_;
  UnsupportedOperators unsupported_;
  std::set<const format::Node *> reported_;
  llvm::StringMap<Library> functions_;
  std::map<const NodeGraph *, Control> controls_;
  unsigned depth_ = 0;
  uint64_t executed_ = 0;
};

} // namespace ingot::tensorflow

#endif // INGOT_PIPELINE_FRONTENDS_TENSORFLOW_IMPORTER_H
