//===- Regions.cpp - branches and loops with regions ----------------------===//
//
// What a branch or a loop gives is found out by building it: a region that
// stands nowhere yet is filled, then its results say which types the op has.
// Tensors that differ in a size have an unknown one. A loop is built again
// until the types that it carries stay, and what its body hands on unchanged is
// not carried at all, so that shapes that go through a loop stay known.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tensorflow/Regions.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"
#include "pipeline/frontends/tensorflow/KnownElements.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tensorflow;
using torch::Sizes;
using torch::StablehloBuilder;

/// Types widen once for each dimension at most; this is more than any model.
static constexpr int kMaxAttempts = 24;

/// Both types, a size that differs unknown; null if rank or elements differ.
static RankedTensorType join(RankedTensorType a, RankedTensorType b) {
  if (a.getRank() != b.getRank() || a.getElementType() != b.getElementType())
    return {};
  SmallVector<int64_t> shape(a.getShape());
  for (auto [dim, size] : llvm::enumerate(b.getShape()))
    if (size != shape[dim])
      shape[dim] = ShapedType::kDynamic;
  return a.clone(shape);
}

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

static std::string describe(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

/// Whether an item without a value is a list that may have the type.
static bool isListLike(const Item &item, RankedTensorType type) {
  return item.kind == Item::Kind::List && type.getRank() > 0;
}

Value ingot::tensorflow::allocateList(StablehloBuilder &b, const Item &list,
                                      RankedTensorType type) {
  Sizes sizes{list.length};
  for (int64_t size : type.getShape().drop_front())
    sizes.push_back(ShapedType::isDynamic(size) ? 0 : size);
  return b.castTo(b.full(sizes, b.scalar(type.getElementType(), 0)), type);
}

namespace {

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

/// A branch under construction.
struct BuiltBranch {
  std::unique_ptr<Region> region;
  Items items;
  std::vector<Value> state;
};

/// Builds one op of branches. Lives as long as the call.
class BranchBuilder {
public:
  BranchBuilder(StablehloBuilder &b, VariableState &state, std::string &reason)
      : b_(b), state_(state), reason_(reason) {}

  void build(llvm::function_ref<Items(unsigned)> branch, unsigned count);
  Items finish(Value condition, bool isIndexed);

private:
  void findResults();
  void findStates();
  bool joinResult(size_t i);
  void endBranch(BuiltBranch &branch);
  Operation *makeOp(Value condition, bool isIndexed);

  StablehloBuilder &b_;
  VariableState &state_;
  std::string &reason_;
  std::vector<BuiltBranch> branches_;
  std::vector<Value> before_;
  /// The items that are results of the op, and their types.
  SmallVector<size_t> results_;
  SmallVector<RankedTensorType> types_;
  /// Variables that a branch changes.
  SmallVector<unsigned> states_;
};

void BranchBuilder::build(llvm::function_ref<Items(unsigned)> branch,
                          unsigned count) {
  before_ = state_.values();
  for (unsigned i = 0; i < count; ++i) {
    OpBuilder::InsertionGuard guard(b_);
    BuiltBranch &built = branches_.emplace_back();
    built.region = std::make_unique<Region>();
    b_.createBlock(built.region.get());
    state_.setValues(before_);
    built.items = branch(i);
    built.state = state_.values();
  }
  state_.setValues(before_);
}

/// Whether item `i` becomes a result; its type is kept.
bool BranchBuilder::joinResult(size_t i) {
  RankedTensorType type;
  for (BuiltBranch &branch : branches_) {
    if (!branch.items[i].hasValue())
      continue;
    RankedTensorType own = typeOf(branch.items[i].value);
    RankedTensorType both = type ? join(type, own) : own;
    if (!both) {
      reason_ = "its branches give " + describe(type) + " and " + describe(own);
      return false;
    }
    type = both;
  }
  if (!type)
    return false;
  for (BuiltBranch &branch : branches_)
    if (!branch.items[i].hasValue() && !isListLike(branch.items[i], type)) {
      reason_ = "its branches give " + describe(type) + " and no tensor";
      return false;
    }
  results_.push_back(i);
  types_.push_back(type);
  return true;
}

void BranchBuilder::findResults() {
  size_t count = branches_.front().items.size();
  for (BuiltBranch &branch : branches_)
    count = std::min(count, branch.items.size());
  for (size_t i = 0; i < count; ++i) {
    Value first = branches_.front().items[i].value;
    bool isUnknown = llvm::any_of(branches_, [&](BuiltBranch &branch) {
      return branch.items[i].isUnknown();
    });
    bool isSame = first && llvm::all_of(branches_, [&](BuiltBranch &branch) {
                    return branch.items[i].value == first;
                  });
    if (!isUnknown && !isSame)
      joinResult(i);
  }
}

void BranchBuilder::findStates() {
  for (unsigned number = 0; number < state_.variables().all.size(); ++number)
    if (llvm::any_of(branches_, [&](BuiltBranch &branch) {
          Value own =
              number < branch.state.size() ? branch.state[number] : Value();
          Value old = number < before_.size() ? before_[number] : Value();
          return own != old;
        }))
      states_.push_back(number);
  for (unsigned number : states_) {
    Value current = state_.valueOf(number);
    if (!current) {
      reason_ = "it changes a variable that has no value";
      return;
    }
    types_.push_back(typeOf(current));
  }
}

void BranchBuilder::endBranch(BuiltBranch &branch) {
  OpBuilder::InsertionGuard guard(b_);
  b_.setInsertionPointToEnd(&branch.region->front());
  SmallVector<Value> values;
  for (auto [place, i] : llvm::enumerate(results_)) {
    Item &item = branch.items[i];
    values.push_back(item.hasValue() ? b_.castTo(item.value, types_[place])
                                     : allocateList(b_, item, types_[place]));
  }
  for (auto [place, number] : llvm::enumerate(states_)) {
    Value value = number < branch.state.size() && branch.state[number]
                      ? branch.state[number]
                      : state_.valueOf(number);
    RankedTensorType type = types_[results_.size() + place];
    if (!join(type, typeOf(value))) {
      reason_ = "it gives a variable another rank or type";
      value = state_.valueOf(number);
    }
    values.push_back(b_.castTo(value, type));
  }
  stablehlo::ReturnOp::create(b_, values);
}

Operation *BranchBuilder::makeOp(Value condition, bool isIndexed) {
  OperationState state(b_.getLoc(), isIndexed
                                        ? stablehlo::CaseOp::getOperationName()
                                        : stablehlo::IfOp::getOperationName());
  state.addOperands(condition);
  for (RankedTensorType type : types_)
    state.addTypes(type);
  // The op has the branch for true first, TensorFlow the one for false.
  if (!isIndexed)
    std::swap(branches_[0], branches_[1]);
  for (BuiltBranch &branch : branches_)
    state.addRegion(std::move(branch.region));
  return b_.create(state);
}

Items BranchBuilder::finish(Value condition, bool isIndexed) {
  findResults();
  findStates();
  Items items = branches_.front().items;
  for (BuiltBranch &branch : branches_)
    for (auto [item, own] : llvm::zip(items, branch.items))
      if (own.isUnknown() || (own.isList() && item.isTensor()))
        item = own;
  if (reason_.empty())
    for (BuiltBranch &branch : branches_)
      endBranch(branch);
  if (!reason_.empty())
    return {};
  Operation *op = makeOp(condition, isIndexed);
  for (auto [place, i] : llvm::enumerate(results_)) {
    items[i].value = op->getResult(place);
    if (!items[i].isList())
      items[i] = Item(op->getResult(place));
  }
  for (auto [place, number] : llvm::enumerate(states_))
    state_.setValue(number, op->getResult(results_.size() + place));
  return items;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Builds one loop. Lives as long as the call.
class LoopBuilder {
public:
  LoopBuilder(StablehloBuilder &b, VariableState &state, Items initial,
              std::string &reason)
      : b_(b), state_(state), initial_(std::move(initial)), reason_(reason) {
    for (const Item &item : initial_)
      types_.push_back(item.hasValue() ? typeOf(item.value)
                                       : RankedTensorType());
  }

  /// Null if the body's results say that the loop has to be built otherwise.
  std::unique_ptr<Region> tryBody(RegionCallback body);
  std::unique_ptr<Region> buildCondition(RegionCallback condition);
  Items finish(std::unique_ptr<Region> condition, std::unique_ptr<Region> body);
  bool isUnknown() const { return isUnknown_; }

private:
  bool isCarried(size_t i) const {
    return types_[i] && !llvm::is_contained(unchanged_, i);
  }
  Items beginRegion(Region &region);
  bool compareResults(const Items &arguments, const Items &results);
  bool compareResult(size_t i, const Item &argument, const Item &result);
  bool compareStates();
  void returnFrom(const Items &results);

  StablehloBuilder &b_;
  VariableState &state_;
  Items initial_;
  std::string &reason_;
  /// Of each item, null if it is no value of the program.
  SmallVector<RankedTensorType> types_;
  SmallVector<size_t> unchanged_;
  /// Variables that the body changes, and what they are at its begin.
  SmallVector<unsigned> states_;
  std::vector<Value> stateAtBegin_;
  bool isUnknown_ = false;
};

/// A block whose arguments are the carried values.
Items LoopBuilder::beginRegion(Region &region) {
  Items arguments = initial_;
  Block *block = b_.createBlock(&region);
  for (size_t i = 0; i < initial_.size(); ++i)
    if (isCarried(i))
      arguments[i].value = block->addArgument(types_[i], b_.getLoc());
  for (unsigned number : states_)
    state_.setValue(number, block->addArgument(typeOf(state_.valueOf(number)),
                                               b_.getLoc()));
  stateAtBegin_ = state_.values();
  return arguments;
}

/// False if the item has to be carried in another way.
bool LoopBuilder::compareResult(size_t i, const Item &argument,
                                const Item &result) {
  if (result.isUnknown()) {
    isUnknown_ = true;
    return true;
  }
  if (!result.hasValue()) {
    if (types_[i])
      reason_ = "its body gives no value for one that it takes";
    return true;
  }
  if (types_[i] && llvm::is_contained(unchanged_, i))
    return true;
  if (!types_[i]) {
    RankedTensorType type = typeOf(result.value);
    if (!isListLike(initial_[i], type)) {
      reason_ = "its body gives " + describe(type) + " and takes no tensor";
      return true;
    }
    // A list that is given its first element.
    types_[i] = type;
    return false;
  }
  if (result.value == argument.value && initial_[i].hasValue()) {
    unchanged_.push_back(i);
    return false;
  }
  RankedTensorType both = join(types_[i], typeOf(result.value));
  if (!both) {
    reason_ = "its body takes " + describe(types_[i]) + " and gives " +
              describe(result.value.getType());
    return true;
  }
  bool stays = both == types_[i];
  types_[i] = both;
  return stays;
}

bool LoopBuilder::compareResults(const Items &arguments, const Items &results) {
  bool stays = true;
  for (size_t i = 0; i < initial_.size(); ++i)
    stays &= compareResult(i, arguments[i], results[i]);
  return stays;
}

bool LoopBuilder::compareStates() {
  bool stays = true;
  for (unsigned number = 0; number < state_.values().size(); ++number) {
    Value old = number < stateAtBegin_.size() ? stateAtBegin_[number] : Value();
    if (state_.values()[number] == old || llvm::is_contained(states_, number))
      continue;
    if (!old && !state_.variables().all[number].initial) {
      reason_ = "its body changes a variable that has no value before";
      return true;
    }
    states_.push_back(number);
    stays = false;
  }
  return stays;
}

void LoopBuilder::returnFrom(const Items &results) {
  SmallVector<Value> values;
  for (size_t i = 0; i < initial_.size(); ++i)
    if (isCarried(i))
      values.push_back(b_.castTo(results[i].value, types_[i]));
  Block *block = b_.getInsertionBlock();
  size_t first = block->getNumArguments() - states_.size();
  for (auto [place, number] : llvm::enumerate(states_)) {
    RankedTensorType type = typeOf(block->getArgument(first + place));
    Value value = state_.values()[number];
    if (!join(type, typeOf(value)))
      reason_ = "it gives a variable another rank or type";
    else
      values.push_back(b_.castTo(value, type));
  }
  stablehlo::ReturnOp::create(b_, values);
}

std::unique_ptr<Region> LoopBuilder::tryBody(RegionCallback body) {
  OpBuilder::InsertionGuard guard(b_);
  auto region = std::make_unique<Region>();
  std::vector<Value> before = state_.values();
  Items arguments = beginRegion(*region);
  Items results = body(arguments);
  if (results.size() < initial_.size())
    reason_ = "its body gives fewer values than it takes";
  bool stays =
      reason_.empty() && compareResults(arguments, results) && compareStates();
  if (stays && reason_.empty() && !isUnknown_)
    returnFrom(results);
  state_.setValues(before);
  return stays ? std::move(region) : nullptr;
}

std::unique_ptr<Region> LoopBuilder::buildCondition(RegionCallback condition) {
  OpBuilder::InsertionGuard guard(b_);
  auto region = std::make_unique<Region>();
  std::vector<Value> before = state_.values();
  Items results = condition(beginRegion(*region));
  state_.setValues(before);
  if (results.empty() || !results.front().isTensor() ||
      b_.rankOf(results.front().value) != 0) {
    isUnknown_ = isUnknown_ || results.empty() || results.front().isUnknown();
    reason_ = isUnknown_ ? "" : "its condition is no boolean";
    return region;
  }
  stablehlo::ReturnOp::create(
      b_, b_.convert(results.front().value, b_.getI1Type()));
  return region;
}

Items LoopBuilder::finish(std::unique_ptr<Region> condition,
                          std::unique_ptr<Region> body) {
  OperationState state(b_.getLoc(), stablehlo::WhileOp::getOperationName());
  for (size_t i = 0; i < initial_.size(); ++i)
    if (isCarried(i))
      state.addOperands(initial_[i].hasValue()
                            ? b_.castTo(initial_[i].value, types_[i])
                            : allocateList(b_, initial_[i], types_[i]));
  for (unsigned number : states_)
    state.addOperands(state_.valueOf(number));
  for (Value operand : state.operands)
    state.addTypes(operand.getType());
  state.addRegion(std::move(condition));
  state.addRegion(std::move(body));
  Operation *op = b_.create(state);
  unsigned place = 0;
  for (size_t i = 0; i < initial_.size(); ++i)
    if (isCarried(i))
      initial_[i].value = op->getResult(place++);
  for (unsigned number : states_)
    state_.setValue(number, op->getResult(place++));
  return initial_;
}

} // namespace

Items ingot::tensorflow::buildBranches(
    StablehloBuilder &b, VariableState &state, Value condition, bool isIndexed,
    unsigned count, llvm::function_ref<Items(unsigned)> branch,
    std::string &reason) {
  if (!isIndexed && count != 2) {
    reason = "it has " + std::to_string(count) + " branches of a boolean";
    return {};
  }
  if (std::optional<SmallVector<int64_t>> known = knownElements(condition)) {
    int64_t place = known->front();
    bool isInside = place >= 0 && place < static_cast<int64_t>(count);
    return branch(isInside ? place : count - 1);
  }
  BranchBuilder builder(b, state, reason);
  builder.build(branch, count);
  return builder.finish(condition, isIndexed);
}

Items ingot::tensorflow::buildLoop(StablehloBuilder &b, VariableState &state,
                                   Items initial, RegionCallback condition,
                                   RegionCallback body, std::string &reason) {
  size_t count = initial.size();
  LoopBuilder builder(b, state, std::move(initial), reason);
  std::unique_ptr<Region> region;
  for (int attempt = 0; attempt < kMaxAttempts && !region && reason.empty() &&
                        !builder.isUnknown();
       ++attempt)
    region = builder.tryBody(body);
  std::unique_ptr<Region> test;
  if (reason.empty())
    test = builder.buildCondition(condition);
  if (builder.isUnknown())
    return Items(count, Item::unknown());
  if (reason.empty() && !region)
    reason = "the shapes that it carries do not converge";
  if (!reason.empty())
    return {};
  return builder.finish(std::move(test), std::move(region));
}
