//===- Loops.cpp - a body that runs again and again -----------------------===//
//
// Values that a torch.prim.Loop carries have one type in all iterations. The
// body is imported with the types of the initial values; a size that it gives
// back differently is taken as unknown, and the body imported anew, until
// nothing changes. That ends, because sizes only become unknown.
//
// Results of each iteration are appended to a tensor that grows; its length is
// the number of iterations, which only the run knows. A sequence to which each
// iteration appends one element is such a tensor as well.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/onnx/Loops.h"

#include "pipeline/dialects/torch/TorchOps.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::onnx;
using namespace ingot::onnx::reader;
using Data = proto::TensorProto;

/// Nodes that an unrolled loop may become, if it could also be a loop.
static constexpr int64_t kMaxUnrolled = 512;
/// If it could not, as its state is a sequence.
static constexpr int64_t kMaxUnrolledForced = 20'000;

static mlir::Value createTorch(Expansion &e, StringRef name,
                               ValueRange operands, Type type) {
  OperationState state(e.node().loc, name, operands, {type});
  return e.importer().builder().create(state)->getResult(0);
}

mlir::Value ingot::onnx::reader::boolOf(Expansion &e, const Val &value) {
  return createTorch(e, "torch.aten.Bool.Tensor",
                     e.importer().materialize(value),
                     torch::BoolType::get(e.importer().context()));
}

mlir::Value ingot::onnx::reader::intOf(Expansion &e, const Val &value) {
  return createTorch(e, "torch.aten.Int.Tensor",
                     e.importer().materialize(value),
                     torch::IntType::get(e.importer().context()));
}

mlir::Value ingot::onnx::reader::castTo(Expansion &e, const Val &value,
                                        Type type) {
  mlir::Value ir = e.importer().materialize(value);
  if (ir.getType() == type)
    return ir;
  return createTorch(e, "torch.tensor_static_info_cast", ir, type);
}

namespace {
/// One loop that is being imported.
class LoopImport {
public:
  LoopImport(Expansion &e, const LoopPlan &plan, std::string &reason)
      : e_(e), plan_(plan), reason_(reason) {}

  LogicalResult importUnrolled(LoopResults &results, bool &isDone);
  LogicalResult loop(LoopResults &results);

private:
  LogicalResult runBody(Val iteration, ArrayRef<Val> carried,
                        std::vector<Val> &results);
  LogicalResult fail(const Twine &reason) {
    reason_ = reason.str();
    return success();
  }
  bool widen(ArrayRef<Val> after);
  LogicalResult findTypes();
  LogicalResult create(LoopResults &results);
  std::vector<Val> arguments(Block &block, ArrayRef<TensorInfo> infos);
  void stack(ArrayRef<std::vector<Val>> lists, LoopResults &results);
  std::vector<Val> bodyArguments(Block &block);
  std::vector<Val> iterationResults(ArrayRef<Val> values);
  size_t skipped() const { return plan_.hasCondition ? 1 : 0; }
  /// The carried values that are tensors, of as many as are carried.
  std::vector<Val> tensorsOf(ArrayRef<Val> carried) const {
    std::vector<Val> tensors;
    for (size_t place : tensors_)
      tensors.push_back(carried[place]);
    return tensors;
  }

  Expansion &e_;
  const LoopPlan &plan_;
  std::string &reason_;
  std::vector<size_t> tensors_;     ///< Which of the carried values are.
  std::vector<size_t> sequences_;   ///< And which are sequences.
  std::vector<TensorInfo> carried_; ///< What the loop knows of each tensor.
  std::vector<TensorInfo> scanned_; ///< Of a result of one iteration.
  /// Sizes that are known to change.
  std::vector<std::vector<bool>> changes_;
};
} // namespace

LogicalResult LoopImport::runBody(Val iteration, ArrayRef<Val> carried,
                                  std::vector<Val> &results) {
  Scope scope;
  scope.outer = e_.node().scope;
  scope.operatorSets = e_.node().scope->operatorSets;
  plan_.bind(scope, std::move(iteration), carried);
  if (failed(e_.importer().importSubgraph(*plan_.body, scope, results)))
    return failure();
  if (results.size() < skipped() + carried.size())
    return fail("a body of too few results");
  return success();
}

/// One iteration after the other; `isDone` is false if the body decides by a
/// value that only the run knows.
LogicalResult LoopImport::importUnrolled(LoopResults &results, bool &isDone) {
  OpBuilder &builder = e_.importer().builder();
  Block *block = builder.getInsertionBlock();
  // Constants are put in front of everything and stay if the rest is undone:
  // other values know them. So there has to be something to stand in front of.
  if (block->empty())
    torch::ConstantNoneOp::create(builder, e_.node().loc);
  Operation *last = &block->back();
  e_.importer().setTentative(true);
  auto decided = llvm::scope_exit([&] { e_.importer().setTentative(false); });
  results.carried = plan_.carried;
  std::vector<std::vector<Val>> lists(plan_.body->output_size() -
                                      plan_.carried.size() - skipped());
  isDone = true;
  for (int64_t i = 0; i < *plan_.knownTrips; ++i) {
    std::vector<Val> values;
    if (failed(runBody(e_.integer(i), results.carried, values)))
      return failure();
    if (!reason_.empty())
      return success();
    std::optional<bool> goesOn = true;
    if (plan_.hasCondition) {
      const Val &next = values.front();
      goesOn =
          next && next->hasKnownElements() && !next->info.elements->empty()
              ? std::optional<bool>(next->info.elements->front().asReal() != 0)
              : std::nullopt;
    }
    if (!goesOn) {
      while (&block->back() != last)
        block->back().erase();
      isDone = false;
      return success();
    }
    auto rest = ArrayRef(values).drop_front(skipped());
    results.carried = rest.take_front(plan_.carried.size());
    for (auto [list, value] :
         llvm::zip(lists, rest.drop_front(plan_.carried.size())))
      list.push_back(value);
    if (!*goesOn)
      break;
  }
  return stack(lists, results), success();
}

void LoopImport::stack(ArrayRef<std::vector<Val>> lists, LoopResults &results) {
  for (const std::vector<Val> &list : lists) {
    std::vector<Val> parts;
    for (const Val &value : list)
      parts.push_back(e_.unsqueeze(value, {0}));
    results.stacked.push_back(parts.empty() ? Expansion::unknown()
                                            : e_.concat(std::move(parts), 0));
  }
}

/// Sizes that differ become unknown; true if one did.
bool LoopImport::widen(ArrayRef<Val> after) {
  bool hasChanged = false;
  for (size_t i = 0; i < after.size() && reason_.empty(); ++i) {
    if (!after[i] || !after[i]->isTensor()) {
      (void)fail("a sequence that grows in a loop whose length only the run "
                 "knows");
      return false;
    }
    if (Importer::isUnknown(after[i]))
      continue; // It was reported.
    const TensorInfo &info = after[i]->info;
    if (!info.shape || info.shape->size() != carried_[i].shape->size() ||
        info.dtype != carried_[i].dtype) {
      (void)fail("a value whose rank or type changes from one iteration to "
                 "the next");
      return false;
    }
    for (auto [dim, size] : llvm::enumerate(*carried_[i].shape)) {
      if (changes_[i][dim] || size.equals((*info.shape)[dim]))
        continue;
      size = e_.importer().symbols().fresh();
      changes_[i][dim] = true;
      hasChanged = true;
    }
  }
  return hasChanged;
}

std::vector<Val> LoopImport::arguments(Block &block,
                                       ArrayRef<TensorInfo> infos) {
  std::vector<Val> values;
  for (const TensorInfo &info : infos)
    values.push_back(e_.importer().wrap(
        block.addArgument(e_.importer().typeOf(info), e_.node().loc), info));
  return values;
}

/// All carried values at the begin of an iteration.
std::vector<Val> LoopImport::bodyArguments(Block &block) {
  std::vector<Val> tensors = arguments(block, carried_);
  std::vector<Val> values(plan_.carried.size());
  for (auto [place, value] : llvm::zip(tensors_, tensors))
    values[place] = value;
  for (size_t place : sequences_) {
    values[place] = std::make_shared<reader::Value>();
    values[place]->items.emplace();
    values[place]->carriedAs = place;
  }
  return values;
}

/// What an iteration gives besides what is carried: the body's own results, and
/// the element that it appends to each sequence.
std::vector<Val> LoopImport::iterationResults(ArrayRef<Val> values) {
  ArrayRef<Val> rest = values.drop_front(skipped());
  std::vector<Val> results = rest.drop_front(plan_.carried.size());
  for (size_t place : sequences_) {
    const Val &sequence = rest[place];
    if (!sequence || !sequence->items || sequence->items->size() != 1 ||
        sequence->carriedAs != static_cast<int64_t>(place)) {
      (void)fail("a sequence to which an iteration does not append exactly one "
                 "element, in a loop whose length only the run knows");
      return {};
    }
    results.push_back(sequence->items->front());
  }
  return results;
}

/// The number of the iteration as a tensor.
static Val iterationOf(Expansion &e, Block &block) {
  MLIRContext *context = e.importer().context();
  TensorInfo info;
  info.dtype = Data::INT64;
  info.shape.emplace();
  mlir::Value number =
      block.addArgument(torch::IntType::get(context), e.node().loc);
  return e.importer().wrap(createTorch(e, "torch.prim.NumToTensor.Scalar",
                                       number, e.importer().typeOf(info)),
                           info);
}

/// Imports the body until the types of what is carried stay.
LogicalResult LoopImport::findTypes() {
  for (auto [place, value] : llvm::enumerate(plan_.carried)) {
    if (value && value->items && !value->stack && value->carriedAs < 0) {
      sequences_.push_back(place);
      continue;
    }
    if (!value || !value->isTensor() || !value->info.shape)
      return fail("a sequence in a loop whose length only the run knows");
    TensorInfo info = value->info;
    info.elements.reset();
    changes_.emplace_back(info.shape->size(), false);
    carried_.push_back(std::move(info));
    tensors_.push_back(place);
  }
  OpBuilder &builder = e_.importer().builder();
  while (true) {
    OpBuilder::InsertionGuard guard(builder);
    Region region;
    Block &block = region.emplaceBlock();
    builder.setInsertionPointToEnd(&block);
    Val iteration = iterationOf(e_, block);
    std::vector<Val> values;
    if (failed(runBody(iteration, bodyArguments(block), values)))
      return failure();
    if (!reason_.empty())
      return success();
    std::vector<Val> results = iterationResults(values);
    bool hasChanged = reason_.empty() &&
                      widen(tensorsOf(ArrayRef(values).drop_front(skipped())));
    if (!reason_.empty())
      return success();
    if (hasChanged)
      continue;
    for (const Val &value : results) {
      TensorInfo info = value ? value->info : TensorInfo();
      info.elements.reset();
      if (!info.shape || !elementCount(*info.shape))
        return fail("results of iterations whose sizes only the run knows");
      scanned_.push_back(std::move(info));
    }
    return success();
  }
}

LogicalResult LoopImport::create(LoopResults &results) {
  OpBuilder &builder = e_.importer().builder();
  Importer &importer = e_.importer();
  Location loc = e_.node().loc;
  std::vector<TensorInfo> infos = carried_;
  SmallVector<mlir::Value> initial;
  for (auto [value, info] : llvm::zip(tensorsOf(plan_.carried), carried_))
    initial.push_back(castTo(e_, value, importer.typeOf(info)));
  for (const TensorInfo &info : scanned_) {
    TensorInfo grown = info;
    grown.shape->insert(grown.shape->begin(), Scalar::integer(0));
    auto empty = std::make_shared<reader::Value>();
    empty->info = grown;
    empty->info.elements.emplace();
    grown.shape->front() = importer.symbols().fresh();
    initial.push_back(castTo(e_, empty, importer.typeOf(grown)));
    infos.push_back(std::move(grown));
  }
  mlir::Value trips = plan_.trips
                          ? intOf(e_, plan_.trips)
                          : mlir::Value(torch::ConstantIntOp::create(
                                builder, loc,
                                builder.getI64IntegerAttr(
                                    std::numeric_limits<int64_t>::max())));
  mlir::Value begins = plan_.condition
                           ? boolOf(e_, plan_.condition)
                           : mlir::Value(torch::ConstantBoolOp::create(
                                 builder, loc, builder.getBoolAttr(true)));
  SmallVector<Type> types;
  for (const TensorInfo &info : infos)
    types.push_back(importer.typeOf(info));
  auto loop =
      torch::PrimLoopOp::create(builder, loc, types, trips, begins, initial);
  {
    OpBuilder::InsertionGuard guard(builder);
    Block &block = loop.getRegion().emplaceBlock();
    builder.setInsertionPointToEnd(&block);
    Val iteration = iterationOf(e_, block);
    std::vector<Val> values, current = bodyArguments(block);
    std::vector<Val> grown =
        arguments(block, ArrayRef(infos).drop_front(carried_.size()));
    if (failed(runBody(iteration, current, values)))
      return failure();
    std::vector<Val> next = tensorsOf(ArrayRef(values).drop_front(skipped()));
    for (auto [all, last] : llvm::zip(grown, iterationResults(values)))
      next.push_back(e_.concat({all, e_.unsqueeze(last, {0})}, 0));
    bool hasUnknown = llvm::any_of(next, Importer::isUnknown);
    if (plan_.hasCondition)
      hasUnknown |= !values.front() || !values.front()->isTensor() ||
                    Importer::isUnknown(values.front());
    if (hasUnknown)
      return fail("its body holds what cannot be compiled");
    SmallVector<mlir::Value> yielded;
    for (auto [value, type] : llvm::zip(next, types))
      yielded.push_back(castTo(e_, value, type));
    mlir::Value goesOn = plan_.hasCondition
                             ? boolOf(e_, values.front())
                             : mlir::Value(torch::ConstantBoolOp::create(
                                   builder, loc, builder.getBoolAttr(true)));
    torch::PrimLoopConditionOp::create(builder, loc, goesOn, yielded);
  }
  results.carried.resize(plan_.carried.size());
  std::vector<Val> values;
  for (auto [result, info] : llvm::zip(loop->getResults(), infos))
    values.push_back(importer.wrap(result, info));
  for (auto [place, value] : llvm::zip(tensors_, values))
    results.carried[place] = value;
  results.stacked.assign(values.begin() + carried_.size(), values.end());
  // The last ones are of sequences, which go on after what they began with.
  for (size_t place : llvm::reverse(sequences_)) {
    auto sequence = std::make_shared<reader::Value>();
    sequence->items = plan_.carried[place]->items;
    sequence->stack = results.stacked.back();
    results.carried[place] = sequence;
    results.stacked.pop_back();
  }
  return success();
}

LogicalResult LoopImport::loop(LoopResults &results) {
  if (failed(findTypes()))
    return failure();
  return reason_.empty() ? create(results) : success();
}

LogicalResult ingot::onnx::reader::importLoop(Expansion &e,
                                              const LoopPlan &plan,
                                              LoopResults &results,
                                              std::string &reason) {
  if (static_cast<size_t>(plan.body->output_size()) <
      plan.carried.size() + (plan.hasCondition ? 1 : 0)) {
    reason = "a body of too few results";
    return success();
  }
  std::optional<Elements> condition =
      plan.condition ? plan.condition->info.elements : std::nullopt;
  bool begins = !plan.condition || (condition && condition->size() == 1 &&
                                    condition->front().is(1));
  bool hasSequences = llvm::any_of(plan.carried, [](const Val &value) {
    return !value || !value->isTensor();
  });
  int64_t nodes = std::max(plan.body->node_size(), 1);
  int64_t limit = (hasSequences ? kMaxUnrolledForced : kMaxUnrolled) / nodes;
  if (begins && plan.knownTrips && *plan.knownTrips > 0 &&
      *plan.knownTrips <= limit) {
    bool isDone = false;
    LoopResults unrolled;
    if (failed(LoopImport(e, plan, reason).importUnrolled(unrolled, isDone)))
      return failure();
    if (isDone || !reason.empty()) {
      results = std::move(unrolled);
      return success();
    }
  }
  return LoopImport(e, plan, reason).loop(results);
}
