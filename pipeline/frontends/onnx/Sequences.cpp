//===- Sequences.cpp - constants, sequences, optionals --------------------===//
//
// None of these computes anything. A sequence is a list of values that the
// reader keeps, so its length has to be known when the model is read; that
// holds of nearly all sequences that exporters write. A position may be known
// to the run only if the elements have one shape, but for one dimension.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/onnx/SequencePositions.h"
#include "pipeline/frontends/onnx/Tensors.h"

using namespace mlir;
using namespace ingot::onnx;
using namespace ingot::onnx::reader;
using Data = proto::TensorProto;

static Val makeSequence(std::vector<Val> items) {
  auto value = std::make_shared<reader::Value>();
  value->items = std::move(items);
  return value;
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// The tensor of an attribute.
static LogicalResult setTensor(Expansion &e, StringRef name) {
  auto constant =
      dyn_cast_if_present<ElementsAttr>(e.node().attributes.get(name));
  Dtype dtype = e.at().integer((name + ".dtype").str(), 0);
  if (!constant)
    return e.unsupported("a constant of type " + nameOf(dtype));
  auto value = std::make_shared<reader::Value>();
  value->name = e.node().outputs.front();
  value->constant = constant;
  value->info = constantInfo(constant, dtype);
  e.set(0, value);
  return e.done();
}

/// One of eight attributes.
static LogicalResult expandConstant(Expansion &e) {
  for (StringRef name : {"value", "sparse_value"})
    if (e.at().attribute((name + ".dtype").str()))
      return setTensor(e, name);
  if (e.at().attribute("value_int"))
    e.set(0, e.integer(e.at().integer("value_int", 0)));
  else if (std::optional<Ints> list = e.at().integerList("value_ints"))
    e.set(0, e.integers(*list));
  else if (e.at().attribute("value_float"))
    e.set(0, e.real(e.at().real("value_float", 0)));
  else if (auto reals = e.at().realList("value_floats"))
    e.set(0, e.reals(*reals, {static_cast<int64_t>(reals->size())}));
  else if (e.at().attribute("value_string") ||
           e.at().attribute("value_strings"))
    return e.unsupported("a constant of strings");
  else
    return e.unsupported("a constant without a value");
  return e.done();
}

//===----------------------------------------------------------------------===//
// Sequences
//===----------------------------------------------------------------------===//

/// The items of an operand; null if it is no sequence of known length.
static const std::vector<Val> *itemsOf(Expansion &e, size_t index) {
  Val value = e.input(index);
  bool isKnown = value && value->items && !value->stack && value->carriedAs < 0;
  return isKnown ? &*value->items : nullptr;
}

/// A sequence that is one tensor, if it is.
static Val stackOf(Expansion &e, size_t index) {
  Val value = e.input(index);
  return value && value->items && value->items->empty() ? value->stack
                                                        : nullptr;
}

static LogicalResult notASequence(Expansion &e) {
  return e.unsupported("a sequence whose length only the run knows");
}

/// A position from the front.
static std::optional<int64_t> positionOf(Expansion &e, size_t index,
                                         int64_t length) {
  std::optional<Ints> known = e.at().integers(index);
  if (!known || known->size() != 1)
    return std::nullopt;
  int64_t position = known->front();
  return position < 0 ? position + length : position;
}

/// Whether an operand is a position that only the run knows.
static bool isOfRun(Expansion &e, size_t index) {
  return e.input(index) && !e.at().integers(index);
}

static LogicalResult cannotJoin(Expansion &e) {
  return e.unsupported("a position that only the run knows, among elements of "
                       "several types or shapes");
}

/// ONNX has sequences of tensors only; such of sequences could double in size
/// with each node.
static bool isElement(const Val &value) { return value && value->isTensor(); }

static LogicalResult expandSequenceConstruct(Expansion &e) {
  if (!llvm::all_of(e.node().inputs, isElement))
    return e.unsupported("an element of a sequence that is no tensor");
  e.set(0, makeSequence(e.node().inputs));
  return e.done();
}

static LogicalResult expandSequenceEmpty(Expansion &e) {
  e.set(0, makeSequence({}));
  return e.done();
}

static LogicalResult expandSequenceAt(Expansion &e) {
  if (Val stack = stackOf(e, 0)) {
    e.set(0, e.op("Gather", {stack, e.input(1)}, {{"axis", 0}}));
    return e.done();
  }
  const std::vector<Val> *items = itemsOf(e, 0);
  if (!items)
    return notASequence(e);
  int64_t length = items->size();
  if (isOfRun(e, 1)) {
    std::optional<JoinedItems> joined = JoinedItems::join(e, *items);
    if (!joined)
      return cannotJoin(e);
    e.set(0, joined->at(e.reshape(e.input(1), {1})));
    return e.done();
  }
  std::optional<int64_t> position = positionOf(e, 1, length);
  if (!position || *position < 0 || *position >= length)
    return e.unsupported("a position beyond the sequence");
  e.set(0, (*items)[*position]);
  return e.done();
}

/// Results that each are one of `items`, by a position of the run in a sequence
/// of `length`. `itemAt(result, place)` is the number of a result's item for a
/// place from the front, up to `lastPlace`.
template <typename Function>
static LogicalResult setSequenceAtRun(Expansion &e, std::vector<Val> items,
                                      size_t operand, int64_t length,
                                      int64_t lastPlace, size_t results,
                                      Function itemAt) {
  std::vector<Ints> table(results);
  for (size_t result = 0; result < results; ++result)
    for (int64_t entry = -length; entry <= lastPlace; ++entry)
      table[result].push_back(itemAt(static_cast<int64_t>(result),
                                     entry < 0 ? entry + length : entry));
  auto taken = takeAtRun(e, std::move(items), e.input(operand), length, table);
  if (!taken)
    return cannotJoin(e);
  e.set(0, makeSequence(std::move(*taken)));
  return e.done();
}

/// A table for each element: more of them would be too many.
static constexpr int64_t kMaxTables = 256;

static LogicalResult expandSequenceInsert(Expansion &e) {
  if (!isElement(e.input(1)))
    return e.unsupported("an element of a sequence that is no tensor");
  Val open = e.input(0);
  if (open && open->items && open->carriedAs >= 0 && e.input(1) &&
      !e.input(2)) {
    auto longer = std::make_shared<reader::Value>(*open);
    longer->items->push_back(e.input(1));
    e.set(0, longer);
    return e.done();
  }
  const std::vector<Val> *items = itemsOf(e, 0);
  if (!items)
    return notASequence(e);
  int64_t length = items->size();
  if (isOfRun(e, 2) && length <= kMaxTables) {
    std::vector<Val> candidates = *items;
    candidates.push_back(e.input(1));
    return setSequenceAtRun(e, std::move(candidates), 2, length, length,
                            length + 1, [&](int64_t i, int64_t place) {
                              return i == place ? length : i - (i > place);
                            });
  }
  std::optional<int64_t> position =
      e.input(2) ? positionOf(e, 2, length) : length;
  if (!position || *position < 0 || *position > length)
    return e.unsupported("a position that is not known or beyond the end");
  std::vector<Val> more = *items;
  more.insert(more.begin() + *position, e.input(1));
  e.set(0, makeSequence(std::move(more)));
  return e.done();
}

static LogicalResult expandSequenceErase(Expansion &e) {
  const std::vector<Val> *items = itemsOf(e, 0);
  if (!items)
    return notASequence(e);
  int64_t length = items->size();
  if (isOfRun(e, 1) && length > 0 && length <= kMaxTables)
    return setSequenceAtRun(
        e, *items, 1, length, length - 1, length - 1,
        [](int64_t i, int64_t place) { return i + (i >= place); });
  std::optional<int64_t> position =
      e.input(1) ? positionOf(e, 1, length) : length - 1;
  if (!position || *position < 0 || *position >= length)
    return e.unsupported("a position that is not known or beyond the end");
  std::vector<Val> fewer = *items;
  fewer.erase(fewer.begin() + *position);
  e.set(0, makeSequence(std::move(fewer)));
  return e.done();
}

static LogicalResult expandSequenceLength(Expansion &e) {
  if (Val stack = stackOf(e, 0)) {
    e.set(0, e.squeeze(e.sizeOf(stack, 0), {0}));
    return e.done();
  }
  const std::vector<Val> *items = itemsOf(e, 0);
  if (!items)
    return notASequence(e);
  e.set(0, e.integer(items->size()));
  return e.done();
}

/// All elements of a stack along a dimension, or a new one.
static Val concatStack(Expansion &e, Val stack, int64_t axis, bool isNew) {
  int64_t rank = stack->info.shape->size() - 1; // Of an element.
  axis += axis < 0 ? rank + isNew : 0;
  if (axis < 0 || axis >= rank + isNew)
    return Expansion::unknown();
  Ints order, sizes;
  for (int64_t dim = 1; dim <= rank; ++dim)
    order.push_back(dim);
  order.insert(order.begin() + axis, 0);
  if (axis != 0)
    stack = e.transpose(stack, order);
  if (isNew)
    return stack;
  for (int64_t dim = 0; dim < rank; ++dim) {
    Scalar size = (*stack->info.shape)[dim < axis ? dim : dim + 1];
    sizes.push_back(dim == axis ? -1 : size.asInteger());
  }
  return e.reshape(stack, sizes);
}

static LogicalResult expandConcatFromSequence(Expansion &e) {
  if (Val stack = stackOf(e, 0)) {
    Val all = concatStack(e, stack, e.at().integer("axis", 0),
                          e.at().integer("new_axis", 0));
    if (Importer::isUnknown(all))
      return e.unsupported("'axis' is no dimension");
    e.set(0, all);
    return e.done();
  }
  const std::vector<Val> *items = itemsOf(e, 0);
  if (!items || items->empty())
    return notASequence(e);
  int64_t axis = e.at().integer("axis", 0);
  std::vector<Val> parts = *items;
  if (e.at().integer("new_axis", 0))
    for (Val &part : parts)
      part = e.unsqueeze(part, {axis});
  e.set(0, e.concat(std::move(parts), axis));
  return e.done();
}

/// Parts of sizes that only the run knows, if it is known how many there are.
static LogicalResult splitAtRun(Expansion &e, int64_t axis) {
  const OptionalShape &sizes = e.at().shape(1);
  if (!sizes || sizes->size() != 1 || !sizes->front().isInteger() ||
      sizes->front().asInteger() < 1 ||
      sizes->front().asInteger() > kMaxFollowed)
    return e.unsupported("parts whose number only the run knows");
  size_t count = sizes->front().asInteger();
  e.set(0, makeSequence(e.ops("Split", {e.input(0), e.input(1)},
                              {{"axis", axis}}, count)));
  return e.done();
}

/// Parts of one size, the last of which may be shorter, or of given sizes;
/// without either, slices of 1 whose dimension may go.
static LogicalResult expandSplitToSequence(Expansion &e) {
  const OptionalShape &shape = e.at().shape(0);
  if (!shape)
    return e.unsupported("a tensor of unknown rank");
  std::optional<int64_t> axis =
      e.at().axis(e.at().integer("axis", 0), shape->size());
  if (!axis)
    return e.unsupported("an axis that is no dimension");
  std::optional<Ints> sizes = e.at().integers(1);
  if (e.input(1) && !sizes)
    return splitAtRun(e, *axis);
  if (!sizes || e.at().rank(1) != 1) {
    Scalar whole = (*shape)[*axis];
    int64_t each = sizes && !sizes->empty() ? sizes->front() : 1;
    if (!whole.isInteger() || each < 1 ||
        whole.asInteger() / each > kMaxFollowed)
      return e.unsupported("parts of a number that only the run knows, or too "
                           "many");
    sizes.emplace();
    for (int64_t start = 0; start < whole.asInteger(); start += each)
      sizes->push_back(std::min(each, whole.asInteger() - start));
  }
  std::vector<Val> parts = e.split(e.input(0), *axis, *sizes);
  if (!e.input(1) && !e.at().integer("keepdims", 1))
    for (Val &part : parts)
      part = e.squeeze(part, {*axis});
  e.set(0, makeSequence(std::move(parts)));
  return e.done();
}

/// The body for each position; operands that are no sequences go to all.
static LogicalResult expandSequenceMap(Expansion &e) {
  auto body = e.node().graphs.find("body");
  const std::vector<Val> *items = itemsOf(e, 0);
  if (body == e.node().graphs.end() || !items)
    return notASequence(e);
  const proto::GraphProto &graph = *body->second;
  if (static_cast<size_t>(graph.input_size()) != e.node().inputs.size())
    return e.unsupported("a body of another number of arguments");
  std::vector<std::vector<Val>> results(e.resultCount());
  for (size_t i = 0; i < items->size(); ++i) {
    Scope scope;
    scope.outer = e.node().scope;
    scope.operatorSets = e.node().scope->operatorSets;
    for (auto [argument, value] : llvm::zip(graph.input(), e.node().inputs)) {
      bool isList = value && value->items;
      if (isList && i >= value->items->size())
        return e.unsupported("sequences of different lengths");
      scope.values[argument.name()] = isList ? (*value->items)[i] : value;
    }
    std::vector<Val> values;
    if (failed(e.importer().importSubgraph(graph, scope, values)))
      return failure();
    values.resize(e.resultCount());
    if (!llvm::all_of(values, isElement))
      return e.unsupported("an element of a sequence that is no tensor");
    for (auto [list, value] : llvm::zip(results, values))
      list.push_back(value);
  }
  for (auto [i, list] : llvm::enumerate(results))
    e.set(i, makeSequence(std::move(list)));
  return e.done();
}

/// A sequence's identity is the sequence.
static LogicalResult expandIdentity(Expansion &e) {
  e.set(0, e.input(0));
  return e.done();
}

//===----------------------------------------------------------------------===//
// Optionals
//===----------------------------------------------------------------------===//

static LogicalResult expandOptional(Expansion &e) {
  Val value = e.input(0);
  if (!value) {
    value = std::make_shared<reader::Value>();
    value->isEmptyOptional = true;
  }
  e.set(0, value);
  return e.done();
}

static LogicalResult expandOptionalHasElement(Expansion &e) {
  Val value = e.input(0);
  e.set(0, e.integers({value && !value->isEmptyOptional}, {}, Data::BOOL));
  return e.done();
}

static LogicalResult expandOptionalGetElement(Expansion &e) {
  Val value = e.input(0);
  if (!value || value->isEmptyOptional)
    return e.unsupported("an optional that has no value");
  e.set(0, value);
  return e.done();
}

ArrayRef<ExpansionRow> ingot::onnx::reader::sequenceExpansions() {
  static constexpr ExpansionRow kTable[] = {
      {"", "ConcatFromSequence", expandConcatFromSequence},
      {"", "Constant", expandConstant},
      {"", "Identity", expandIdentity},
      {"", "Optional", expandOptional},
      {"", "OptionalGetElement", expandOptionalGetElement},
      {"", "OptionalHasElement", expandOptionalHasElement},
      {"", "SequenceAt", expandSequenceAt},
      {"", "SequenceConstruct", expandSequenceConstruct},
      {"", "SequenceEmpty", expandSequenceEmpty},
      {"", "SequenceErase", expandSequenceErase},
      {"", "SequenceInsert", expandSequenceInsert},
      {"", "SequenceLength", expandSequenceLength},
      {"", "SequenceMap", expandSequenceMap},
      {"", "SplitToSequence", expandSplitToSequence},
  };
  return kTable;
}
