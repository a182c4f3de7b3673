//===- OutlineOps.cpp - ops as a function for another target --------------===//
//
// What a part computes again instead of being given it are constants and what
// they decide: an initialiser is hoisted within a function, and would not be
// found across its edge.
//
//===----------------------------------------------------------------------===//

#include "pipeline/transforms/OutlineOps.h"
#include "pipeline/transforms/BindTimeOps.h"
#include "pipeline/transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace ingot;

namespace {

/// What some ops read and make, as seen by the rest of the program.
struct Edges {
  SetVector<Value> inputs, results;
  /// Copied ops, each behind those that it reads.
  SetVector<Operation *> copied;
};

} // namespace

/// No recursion: a chain of ops may be as long as the program.
static void addCopied(Operation *op, Edges &edges) {
  SmallVector<Operation *> waiting = {op};
  while (!waiting.empty()) {
    Operation *last = waiting.back();
    const size_t before = waiting.size();
    for (Value value : BindTimeOps::valuesReadBy(last))
      if (!edges.copied.contains(value.getDefiningOp()))
        waiting.push_back(value.getDefiningOp());
    if (waiting.size() != before)
      continue;
    edges.copied.insert(last);
    waiting.pop_back();
  }
}

static Edges findEdges(ArrayRef<Operation *> ops,
                       function_ref<bool(Operation *)> isCopied) {
  Edges edges;
  llvm::SmallPtrSet<Operation *, 8> inside(ops.begin(), ops.end());
  Block *block = ops.front()->getBlock();
  for (Operation *op : ops) {
    for (Value value : BindTimeOps::valuesReadBy(op)) {
      Operation *maker = value.getDefiningOp();
      if (maker && isCopied(maker))
        addCopied(maker, edges);
      else if (!maker || !inside.contains(maker))
        edges.inputs.insert(value);
    }
    for (Value result : op->getResults())
      if (llvm::any_of(result.getUsers(), [&](Operation *user) {
            return !inside.contains(block->findAncestorOpInBlock(*user));
          }))
        edges.results.insert(result);
  }
  return edges;
}

void ingot::outlineOps(ArrayRef<Operation *> ops, StringRef target,
                       SymbolTable &symbols,
                       function_ref<bool(Operation *)> isCopied) {
  Edges edges = findEdges(ops, isCopied);
  ValueRange inputs = edges.inputs.getArrayRef();
  ValueRange results = edges.results.getArrayRef();
  Operation *last = ops.back();
  OpBuilder builder(last->getParentOfType<func::FuncOp>());
  auto function = func::FuncOp::create(
      builder, last->getLoc(), "placed",
      builder.getFunctionType(inputs.getTypes(), results.getTypes()));
  function.setPrivate();
  function.setNoInline(true);
  function->setAttr(kTargetAttr, builder.getStringAttr(target));
  symbols.insert(function); // Renames it if the name is taken.

  Block *body = function.addEntryBlock();
  builder.setInsertionPointToStart(body);
  IRMapping mapping;
  mapping.map(inputs, body->getArguments());
  for (Operation *op : edges.copied)
    builder.clone(*op, mapping);
  for (Operation *op : ops)
    builder.clone(*op, mapping);
  SmallVector<Value> returned;
  for (Value result : results)
    returned.push_back(mapping.lookup(result));
  func::ReturnOp::create(builder, last->getLoc(), returned);

  builder.setInsertionPointAfter(last);
  auto call = func::CallOp::create(builder, last->getLoc(), function, inputs);
  for (auto [result, replacement] : llvm::zip(results, call.getResults()))
    result.replaceAllUsesWith(replacement);
  for (Operation *op : llvm::reverse(ops))
    op->erase();
}
