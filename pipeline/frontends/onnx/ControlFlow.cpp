//===- ControlFlow.cpp - If, Loop, Scan -----------------------------------===//
//
// A branch whose condition the reader knows is taken at once. Others become
// torch.prim.If, whose results have what both branches agree on.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/torch/TorchOps.h"
#include "pipeline/frontends/onnx/Loops.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::onnx;
using namespace ingot::onnx::reader;
using Data = proto::TensorProto;

//===----------------------------------------------------------------------===//
// If
//===----------------------------------------------------------------------===//

namespace {
/// A graph of a node, imported into a region of its own.
struct Branch {
  std::unique_ptr<Region> region = std::make_unique<Region>();
  std::vector<Val> results;
};
} // namespace

static LogicalResult importGraph(Expansion &e, const proto::GraphProto &graph,
                                 std::vector<Val> &results) {
  Scope scope;
  scope.outer = e.node().scope;
  scope.operatorSets = e.node().scope->operatorSets;
  return e.importer().importSubgraph(graph, scope, results);
}

static LogicalResult importBranch(Expansion &e, const proto::GraphProto &graph,
                                  Branch &branch) {
  OpBuilder &builder = e.importer().builder();
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(&branch.region->emplaceBlock());
  return importGraph(e, graph, branch.results);
}

/// Tensors of a value and, if it is a sequence, of its items.
static void appendTensors(const Val &value, std::vector<Val> &out) {
  if (value && value->items && !value->stack && value->carriedAs < 0)
    for (const Val &item : *value->items)
      appendTensors(item, out);
  else
    out.push_back(value);
}

/// `like` with its tensors taken from `tensors`, from `next` on.
static Val rebuild(const Val &like, ArrayRef<Val> tensors, size_t &next) {
  if (!like->items)
    return tensors[next++];
  auto sequence = std::make_shared<reader::Value>();
  sequence->items.emplace();
  for (const Val &item : *like->items)
    sequence->items->push_back(rebuild(item, tensors, next));
  return sequence;
}

/// What both branches give; a reason if they do not agree in rank or type.
static std::string commonTypes(Expansion &e, ArrayRef<Val> left,
                               ArrayRef<Val> right,
                               std::vector<TensorInfo> &types) {
  if (left.size() != right.size())
    return "branches that give sequences of different lengths";
  for (auto [a, b] : llvm::zip(left, right)) {
    if (!a || !b || !a->isTensor() || !b->isTensor())
      return "branches of which one gives an optional without value";
    TensorInfo info;
    info.dtype = a->info.dtype;
    info.shape =
        commonShape(a->info.shape, b->info.shape, e.importer().symbols());
    if (!info.shape || a->info.dtype != b->info.dtype)
      return "branches that give results of different ranks or types";
    types.push_back(std::move(info));
  }
  return "";
}

static void yield(Expansion &e, Branch &branch, ArrayRef<Val> values,
                  ArrayRef<Type> types) {
  OpBuilder &builder = e.importer().builder();
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(&branch.region->front());
  SmallVector<mlir::Value> operands;
  for (auto [value, type] : llvm::zip(values, types))
    operands.push_back(castTo(e, value, type));
  torch::PrimIfYieldOp::create(builder, e.node().loc, operands);
}

static LogicalResult importBothBranches(Expansion &e,
                                        const proto::GraphProto &yes,
                                        const proto::GraphProto &no) {
  Branch left, right;
  if (failed(importBranch(e, yes, left)) || failed(importBranch(e, no, right)))
    return failure();
  std::vector<Val> ours, theirs;
  for (const Val &value : left.results)
    appendTensors(value, ours);
  for (const Val &value : right.results)
    appendTensors(value, theirs);
  if (llvm::any_of(ours, Importer::isUnknown) ||
      llvm::any_of(theirs, Importer::isUnknown))
    return e.unsupported("a branch holds what cannot be compiled");
  std::vector<TensorInfo> infos;
  if (std::string reason = commonTypes(e, ours, theirs, infos); !reason.empty())
    return e.unsupported(reason);
  SmallVector<Type> types;
  for (const TensorInfo &info : infos)
    types.push_back(e.importer().typeOf(info));
  yield(e, left, ours, types);
  yield(e, right, theirs, types);
  OperationState state(e.node().loc, "torch.prim.If", boolOf(e, e.input(0)),
                       types);
  state.addRegion(std::move(left.region));
  state.addRegion(std::move(right.region));
  Operation *op = e.importer().builder().create(state);
  std::vector<Val> tensors;
  for (auto [result, info] : llvm::zip(op->getResults(), infos))
    tensors.push_back(e.importer().wrap(result, info));
  size_t next = 0;
  for (auto [i, like] : llvm::enumerate(left.results))
    e.set(i, rebuild(like, tensors, next));
  return e.done();
}

static LogicalResult expandIf(Expansion &e) {
  auto yes = e.node().graphs.find("then_branch");
  auto no = e.node().graphs.find("else_branch");
  if (yes == e.node().graphs.end() || no == e.node().graphs.end() ||
      !e.input(0) || e.at().dtype(0) != Data::BOOL || !e.node().scope)
    return e.unsupported("two branches and a condition are needed");
  const Elements *known = e.at().elements(0);
  if (!known || known->size() != 1 || !known->front().isKnown())
    return importBothBranches(e, *yes->second, *no->second);
  std::vector<Val> results;
  const proto::GraphProto &taken =
      *(known->front().asReal() != 0 ? yes : no)->second;
  if (failed(importGraph(e, taken, results)))
    return failure();
  for (auto [i, value] : llvm::enumerate(results))
    e.set(i, value);
  return e.done();
}

//===----------------------------------------------------------------------===//
// Loop
//===----------------------------------------------------------------------===//

/// What is carried, then what every iteration gave; or `reason`, if there is
/// one.
static LogicalResult finishLoop(Expansion &e, const LoopResults &results,
                                const std::string &reason) {
  if (!reason.empty())
    return e.unsupported(reason);
  size_t next = 0;
  for (const std::vector<Val> &values : {results.carried, results.stacked})
    for (const Val &value : values)
      e.set(next++, value);
  return e.done();
}

/// Operands: how often at most, whether to begin, what is carried.
static LogicalResult expandLoop(Expansion &e) {
  auto body = e.node().graphs.find("body");
  if (body == e.node().graphs.end() || !e.node().scope)
    return e.unsupported("a loop without a body");
  LoopPlan plan;
  plan.body = body->second;
  plan.trips = e.input(0);
  plan.condition = e.input(1);
  plan.hasCondition = true;
  for (size_t i = 2; i < e.node().inputs.size(); ++i)
    plan.carried.push_back(e.input(i));
  if (std::optional<Ints> trips = e.at().integers(0);
      trips && trips->size() == 1)
    plan.knownTrips = trips->front();
  const proto::GraphProto &graph = *plan.body;
  if (static_cast<size_t>(graph.input_size()) != plan.carried.size() + 2)
    return e.unsupported("a body of another number of arguments");
  plan.bind = [&](Scope &scope, Val iteration, ArrayRef<Val> carried) {
    scope.values[graph.input(0).name()] = std::move(iteration);
    scope.values[graph.input(1).name()] = e.integers({1}, {}, Data::BOOL);
    for (auto [i, value] : llvm::enumerate(carried))
      scope.values[graph.input(i + 2).name()] = value;
  };
  LoopResults results;
  std::string reason;
  if (failed(importLoop(e, plan, results, reason)))
    return failure();
  return finishLoop(e, results, reason);
}

//===----------------------------------------------------------------------===//
// Scan
//===----------------------------------------------------------------------===//

static int64_t listed(const std::optional<Ints> &list, size_t index) {
  return list && index < list->size() ? (*list)[index] : 0;
}

/// The results of all iterations in the order and along the axis that is asked
/// for.
static Val arrangeScan(Expansion &e, Val stacked, bool isReversed,
                       int64_t axis) {
  if (isReversed)
    stacked = e.op("Slice", {stacked, e.integers({-1}),
                             e.integers({std::numeric_limits<int64_t>::min()}),
                             e.integers({0}), e.integers({-1})});
  if (!stacked->info.shape)
    return stacked;
  int64_t rank = stacked->info.shape->size();
  axis += axis < 0 ? rank : 0;
  if (axis <= 0 || axis >= rank)
    return stacked;
  Ints order;
  for (int64_t dim = 1; dim < rank; ++dim)
    order.push_back(dim);
  order.insert(order.begin() + axis, 0);
  return e.transpose(stacked, order);
}

/// States first, then tensors of which each iteration takes a slice. (In 8
/// there was a dimension of batches around it all.)
static LogicalResult expandScan(Expansion &e) {
  auto body = e.node().graphs.find("body");
  int64_t scans = e.at().integer("num_scan_inputs", 0);
  int64_t states = static_cast<int64_t>(e.node().inputs.size()) - scans;
  if (body == e.node().graphs.end() || scans < 1 || states < 0 ||
      body->second->input_size() != scans + states || !e.node().scope)
    return e.unsupported("a body of another number of arguments");
  if (e.node().version < 9)
    return e.unsupported("a scan over batches; convert the model to operator "
                         "set 9 or newer");
  const proto::GraphProto &graph = *body->second;
  std::optional<Ints> directions = e.at().integerList("scan_input_directions"),
                      axes = e.at().integerList("scan_input_axes");
  LoopPlan plan;
  plan.body = &graph;
  for (int64_t i = 0; i < states; ++i)
    plan.carried.push_back(e.input(i));
  Ints dims;
  for (int64_t i = 0; i < scans; ++i) {
    const OptionalShape &shape = e.at().shape(states + i);
    std::optional<int64_t> dim =
        shape ? e.at().axis(listed(axes, i), shape->size()) : std::nullopt;
    if (!dim)
      return e.unsupported("a scan over a dimension that is not there");
    dims.push_back(*dim);
    if ((*shape)[*dim].isInteger())
      plan.knownTrips = (*shape)[*dim].asInteger();
  }
  plan.trips = e.squeeze(e.sizeOf(e.input(states), dims[0]), {0});
  plan.bind = [&](Scope &scope, Val iteration, ArrayRef<Val> carried) {
    for (auto [i, value] : llvm::enumerate(carried))
      scope.values[graph.input(i).name()] = value;
    for (int64_t i = 0; i < scans; ++i) {
      Val index = iteration;
      if (listed(directions, i))
        index = e.subtract(e.subtract(plan.trips, e.integer(1)), index);
      scope.values[graph.input(states + i).name()] =
          e.op("Gather", {e.input(states + i), index}, {{"axis", dims[i]}});
    }
  };
  LoopResults results;
  std::string reason;
  if (failed(importLoop(e, plan, results, reason)))
    return failure();
  directions = e.at().integerList("scan_output_directions");
  axes = e.at().integerList("scan_output_axes");
  for (size_t i = 0; reason.empty() && i < results.stacked.size(); ++i)
    results.stacked[i] = arrangeScan(e, results.stacked[i],
                                     listed(directions, i), listed(axes, i));
  return finishLoop(e, results, reason);
}

ArrayRef<ExpansionRow> ingot::onnx::reader::controlFlowExpansions() {
  static constexpr ExpansionRow kTable[] = {
      {"", "If", expandIf},
      {"", "Loop", expandLoop},
      {"", "Scan", expandScan},
  };
  return kTable;
}
