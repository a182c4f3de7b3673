//===- ControlFlow.cpp - branches, loops and calls ------------------------===//
//
// Subgraphs become regions. What a branch or an iteration writes of the state
// is a further result. A loop's values may grow: its types are widened until
// the body gives what it takes.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchLowering/ShapeInference.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"
#include "pipeline/frontends/tflite/Converter.h"

#include "mlir/Dialect/MLProgram/IR/MLProgram.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tflite;

/// Each attempt makes at least one dimension dynamic.
static constexpr int kMaxAttempts = 64;
/// Of one operator.
static constexpr unsigned kMaxBranches = 1024;

namespace {

using Names = std::vector<std::string>;

std::vector<Held> operandsOf(TfLiteOp &op, unsigned first) {
  std::vector<Held> operands;
  for (unsigned i = first; i < op.inputCount(); ++i) {
    Held held = op.held(i);
    if (held.resource.empty())
      held.value = op.input(i);
    operands.push_back(held);
  }
  return operands;
}

/// A region that a subgraph was converted into, and what it gives.
struct Branch {
  std::unique_ptr<Region> region = std::make_unique<Region>();
  std::vector<Held> outputs;
  Values values; ///< Of the outputs that have one, then the state.
};

/// Converts a subgraph into a region whose block takes `types`; `inputs` may
/// refer to what `bind` puts there for the block's arguments.
FailureOr<Branch>
makeBranch(TfLiteOp &op, unsigned index, ArrayRef<Type> types,
           llvm::function_ref<std::vector<Held>(Block &)> bind,
           const Names &state) {
  Converter &converter = op.converter();
  Branch branch;
  Block *block = new Block();
  branch.region->push_back(block);
  for (Type type : types)
    block->addArgument(type, op.b.getLoc());
  std::string refusal;
  // The block has no parent that a context could be asked of.
  OpBuilder builder(op.b.getContext());
  builder.setInsertionPointToEnd(block);
  StablehloBuilder b(op.b.getLoc(), builder, /*strict=*/false, refusal);
  std::vector<Held> inputs = bind(*block);
  FailureOr<std::vector<Held>> outputs =
      converter.convertSubgraph(index, inputs, b);
  if (failed(outputs))
    return failure();
  branch.outputs = *outputs;
  for (const Held &held : branch.outputs)
    if (held.value)
      branch.values.push_back(held.value);
  for (const std::string &name : state)
    branch.values.push_back(converter.state().at(name));
  return branch;
}

/// Casts to these types and ends the region.
void finishBranch(TfLiteOp &op, Branch &branch, ArrayRef<Type> types) {
  std::string refusal;
  OpBuilder builder(op.b.getContext());
  builder.setInsertionPointToEnd(&branch.region->front());
  StablehloBuilder b(op.b.getLoc(), builder, /*strict=*/false, refusal);
  for (auto [value, type] : llvm::zip_equal(branch.values, types))
    value = b.castTo(value, cast<RankedTensorType>(type));
  b.yield(branch.values);
}

/// What both types say; null if elements or ranks differ.
Type widen(Type x, Type y) {
  auto a = cast<RankedTensorType>(x), c = cast<RankedTensorType>(y);
  if (a.getElementType() != c.getElementType() || a.getRank() != c.getRank())
    return {};
  SmallVector<int64_t> shape(a.getShape());
  for (auto [size, other] : llvm::zip_equal(shape, c.getShape()))
    if (size != other)
      size = ShapedType::kDynamic;
  return a.clone(shape);
}

/// Makes all state that a row will carry a value of the function.
Names loadState(TfLiteOp &op, const std::set<std::string> &names) {
  Names result;
  for (const std::string &name : names)
    if (op.converter().readState(name, op.b))
      result.push_back(name);
  return result;
}

/// After a region was made, and while it is there: what it wrote of `carried`
/// is as it was before. What it loaded stands at the function's start and
/// stays. False if it wrote other state, whose handles did not show: such a
/// value would leave its region.
bool restoreState(TfLiteOp &op, const Converter::State &before,
                  const Names &carried) {
  Converter::State &state = op.converter().state();
  bool isWhole = true;
  for (auto entry = state.begin(); entry != state.end();) {
    auto old = before.find(entry->first);
    bool isLoad = old == before.end() &&
                  entry->second.getDefiningOp<ml_program::GlobalLoadOp>();
    if (isLoad || (old != before.end() && entry->second == old->second)) {
      ++entry;
      continue;
    }
    isWhole &= llvm::is_contained(carried, entry->first);
    if (old == before.end()) {
      entry = state.erase(entry);
    } else {
      entry->second = old->second;
      ++entry;
    }
  }
  return isWhole;
}

/// Both give values and handles at the same places, and the same handles: which
/// variable a handle stands for cannot depend on the run.
bool giveSameHandles(ArrayRef<Held> a, ArrayRef<Held> c) {
  return a.size() == c.size() &&
         llvm::all_of(llvm::zip(a, c), [](const auto &pair) {
           const auto &[x, y] = pair;
           return static_cast<bool>(x.value) == static_cast<bool>(y.value) &&
                  (x.value || x.resource == y.resource);
         });
}

constexpr char kHiddenState[] =
    "it assigns to a variable whose handle another subgraph makes; make the "
    "handle outside and pass it";
constexpr char kHandlesDiffer[] =
    "it chooses between handles of variables; each has to be known before the "
    "run";

/// The results of an op as those of the operator, then the state.
Results takeResults(TfLiteOp &op, Operation *made,
                    const std::vector<Held> &outputs, const Names &state) {
  if (outputs.size() != op.outputCount())
    return op.fail("its subgraph has another number of results");
  Values results;
  unsigned next = 0;
  for (auto [i, held] : llvm::enumerate(outputs)) {
    if (held.value) {
      results.push_back(made->getResult(next++));
      continue;
    }
    results.push_back(Value());
    op.frame().tensors[op.node.outputs[i]].resource = held.resource;
  }
  for (const std::string &name : state)
    op.converter().writeState(name, made->getResult(next++));
  return results;
}

constexpr char kBadSubgraph[] =
    "its subgraphs take other operands than it gives, or nest too deep";

//===----------------------------------------------------------------------===//
// IF and STABLEHLO_CASE
//===----------------------------------------------------------------------===//

/// One of several subgraphs, each of which takes `operands`, becomes regions of
/// an op of this name.
Results branchOn(TfLiteOp &op, Value chosen, ArrayRef<unsigned> subgraphs,
                 const std::vector<Held> &operands, StringRef name) {
  std::set<std::string> written;
  for (unsigned index : subgraphs)
    written.merge(op.converter().stateWrittenBy(index, operands));
  Names state = loadState(op, written);
  SmallVector<Branch> branches;
  for (unsigned index : subgraphs) {
    Converter::State before = op.converter().state();
    FailureOr<Branch> branch =
        makeBranch(op, index, {}, [&](Block &) { return operands; }, state);
    if (failed(branch))
      return op.converter().state() = before, op.fail(kBadSubgraph);
    if (!restoreState(op, before, state))
      return op.fail(kHiddenState);
    branches.push_back(std::move(*branch));
    if (!giveSameHandles(branches[0].outputs, branches.back().outputs))
      return op.fail(kHandlesDiffer);
  }
  SmallVector<Type> types(ValueRange(branches[0].values).getTypes());
  for (const Branch &branch : branches) {
    if (branch.values.size() != types.size())
      return op.fail("its branches give different numbers of results");
    for (auto [type, value] : llvm::zip_equal(types, branch.values)) {
      type = widen(type, value.getType());
      if (!type)
        return op.fail("its branches give results of different types or ranks");
    }
  }
  OperationState made(op.b.getLoc(), name);
  made.addOperands(chosen);
  made.addTypes(types);
  for (Branch &branch : branches) {
    finishBranch(op, branch, types);
    made.addRegion(std::move(branch.region));
  }
  Operation *result = op.b.create(made);
  return takeResults(op, result, branches[0].outputs, state);
}

Results convertIf(TfLiteOp &op) {
  const auto &options = op.options<schema::IfOptions>();
  Value condition = op.b.reshape(op.input(0), {});
  if (!op.b.isBool(condition))
    return op.fail("its condition is no boolean");
  return branchOn(op, condition,
                  {static_cast<unsigned>(options.then_subgraph_index()),
                   static_cast<unsigned>(options.else_subgraph_index())},
                  operandsOf(op, 1), stablehlo::IfOp::getOperationName());
}

/// An index that is out of range chooses the last branch.
Results convertCase(TfLiteOp &op) {
  const auto *list =
      op.options2<schema::StablehloCaseOptions>().branch_subgraph_indices();
  if (!list || list->size() == 0 || list->size() > kMaxBranches)
    return op.fail("it has no branches, or too many");
  SmallVector<unsigned> subgraphs;
  for (int32_t index : *list)
    subgraphs.push_back(index);
  Value chosen = op.b.reshape(op.input(0), {});
  return branchOn(op, op.b.convert(chosen, op.b.getI32Type()), subgraphs,
                  operandsOf(op, 1), stablehlo::CaseOp::getOperationName());
}

//===----------------------------------------------------------------------===//
// WHILE
//===----------------------------------------------------------------------===//

/// A loop whose carried values have these types.
class Loop {
public:
  Loop(TfLiteOp &op, unsigned condition, unsigned body)
      : op(op), condition_(condition), body_(body),
        operands_(operandsOf(op, 0)) {}

  Results convert();

private:
  /// Converts the body; types_ become wider if it gives others. Null if
  /// nothing changed, failure if it cannot be.
  FailureOr<bool> tryBody();
  std::vector<Held> bind(Block &block);
  Results build();

  TfLiteOp &op;
  unsigned condition_, body_;
  std::vector<Held> operands_;
  Names state_;
  SmallVector<Type> types_;
  Branch bodyBranch_;
};

/// Operands with the block's arguments in the place of values; state too.
std::vector<Held> Loop::bind(Block &block) {
  std::vector<Held> inputs(operands_);
  unsigned next = 0;
  for (Held &held : inputs)
    if (held.value)
      held.value = block.getArgument(next++);
  for (const std::string &name : state_)
    op.converter().state()[name] = block.getArgument(next++);
  return inputs;
}

FailureOr<bool> Loop::tryBody() {
  Converter::State before = op.converter().state();
  FailureOr<Branch> branch = makeBranch(
      op, body_, types_, [&](Block &block) { return bind(block); }, state_);
  if (failed(branch))
    return op.converter().state() = before, failure();
  bool isWhole = restoreState(op, before, state_);
  if (branch->values.size() != types_.size())
    return failure();
  if (!isWhole)
    return op.fail(kHiddenState);
  if (!giveSameHandles(operands_, branch->outputs))
    return op.fail(kHandlesDiffer);
  bool changed = false;
  for (auto [type, value] : llvm::zip_equal(types_, branch->values)) {
    Type wider = widen(type, value.getType());
    if (!wider)
      return failure();
    changed |= wider != type;
    type = wider;
  }
  bodyBranch_ = std::move(*branch);
  return changed;
}

Results Loop::convert() {
  std::set<std::string> written =
      op.converter().stateWrittenBy(condition_, operands_);
  written.merge(op.converter().stateWrittenBy(body_, operands_));
  state_ = loadState(op, written);
  for (const Held &held : operands_)
    if (held.value)
      types_.push_back(held.value.getType());
    else if (held.resource.empty())
      return op.fail("one of its operands has no value");
  for (const std::string &name : state_)
    types_.push_back(op.converter().state().at(name).getType());
  for (int attempt = 0; attempt < kMaxAttempts; ++attempt) {
    FailureOr<bool> changed = tryBody();
    if (failed(changed))
      return op.fail("its body takes other operands than it gives, or nests "
                     "too deep");
    if (!*changed)
      return build();
  }
  return op.fail("the shapes of its values do not converge");
}

Results Loop::build() {
  Converter::State before = op.converter().state();
  FailureOr<Branch> condition = makeBranch(
      op, condition_, types_, [&](Block &block) { return bind(block); }, {});
  if (failed(condition))
    return op.converter().state() = before, op.fail(kBadSubgraph);
  bool isWhole = restoreState(op, before, state_);
  if (condition->values.size() != 1 || !op.b.isBool(condition->values[0]))
    return op.fail("its condition gives no boolean");
  if (!isWhole)
    return op.fail(kHiddenState);
  std::string refusal;
  OpBuilder inner(op.b.getContext());
  inner.setInsertionPointToEnd(&condition->region->front());
  StablehloBuilder b(op.b.getLoc(), inner, /*strict=*/false, refusal);
  condition->values[0] = b.reshape(condition->values[0], {});
  finishBranch(op, *condition, {condition->values[0].getType()});
  finishBranch(op, bodyBranch_, types_);
  Values initial;
  for (const Held &held : operands_)
    if (held.value)
      initial.push_back(held.value);
  for (const std::string &name : state_)
    initial.push_back(before.at(name));
  for (auto [value, type] : llvm::zip_equal(initial, types_))
    value = op.b.castTo(value, cast<RankedTensorType>(type));
  OperationState made(op.b.getLoc(), stablehlo::WhileOp::getOperationName());
  made.addOperands(initial);
  made.addTypes(types_);
  made.addRegion(std::move(condition->region));
  made.addRegion(std::move(bodyBranch_.region));
  Operation *result = op.b.create(made);
  return takeResults(op, result, bodyBranch_.outputs, state_);
}

Results convertWhile(TfLiteOp &op) {
  const auto &options = op.options<schema::WhileOptions>();
  return Loop(op, options.cond_subgraph_index(), options.body_subgraph_index())
      .convert();
}

Results convertStablehloWhile(TfLiteOp &op) {
  const auto &options = op.options2<schema::StablehloWhileOptions>();
  return Loop(op, options.cond_subgraph_index(), options.body_subgraph_index())
      .convert();
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

Results call(TfLiteOp &op, unsigned index) {
  FailureOr<std::vector<Held>> outputs =
      op.converter().convertSubgraph(index, operandsOf(op, 0), op.b);
  if (failed(outputs))
    return op.fail(kBadSubgraph);
  if (outputs->size() != op.outputCount())
    return op.fail("its subgraph has another number of results");
  Values results;
  for (auto [i, held] : llvm::enumerate(*outputs)) {
    results.push_back(held.value);
    if (!held.value)
      op.frame().tensors[op.node.outputs[i]].resource = held.resource;
  }
  return results;
}

Results convertCall(TfLiteOp &op) {
  return call(op, op.options<schema::CallOptions>().subgraph());
}

/// A composite is what it is made of.
Results convertComposite(TfLiteOp &op) {
  return call(op, op.options2<schema::StableHLOCompositeOptions>()
                      .decomposition_subgraph_index());
}

/// Runs once in the life of an instance: state says whether it did.
Results convertCallOnce(TfLiteOp &op) {
  StablehloBuilder &b = op.b;
  Converter &converter = op.converter();
  unsigned index = op.options<schema::CallOnceOptions>().init_subgraph_index();
  if (converter.assignments().onlyInitializes(index))
    return Values();
  std::string flag = "initialized_" + std::to_string(index);
  converter.declareState(
      flag,
      DenseElementsAttr::get(RankedTensorType::get({}, b.getI1Type()), false));
  Value isDone = converter.readState(flag, b);
  Names state = loadState(op, converter.stateWrittenBy(index, {}));
  Converter::State before = converter.state();
  FailureOr<std::vector<Held>> outputs =
      converter.convertSubgraph(index, {}, b);
  if (failed(outputs))
    return op.fail(kBadSubgraph);
  for (const std::string &name : state)
    converter.writeState(
        name, b.select(isDone, before[name], converter.state().at(name)));
  converter.writeState(flag, b.scalar(b.getI1Type(), 1));
  return Values();
}

} // namespace

static constexpr Row kRows[] = {
    {BuiltinOperator::CALL, convertCall, 0, true},
    {BuiltinOperator::CALL_ONCE, convertCallOnce, 0, true},
    {BuiltinOperator::IF, convertIf, 1, true},
    {BuiltinOperator::STABLEHLO_CASE, convertCase, 1, true},
    {BuiltinOperator::STABLEHLO_COMPOSITE, convertComposite, 0, true},
    {BuiltinOperator::STABLEHLO_WHILE, convertStablehloWhile, 0, true},
    {BuiltinOperator::WHILE, convertWhile, 0, true},
};

ArrayRef<Row> ingot::tflite::controlFlow() { return kRows; }
