//===- ControlFlowRows.cpp - calls, branches and loops of functions -------===//
//
// Functions are read where they are called: their handles and lists are no
// values that a call could pass, and sizes known there stay known inside.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tensorflow/Importer.h"

using namespace mlir;
using namespace ingot::tensorflow;

namespace {

/// A function that an attribute names.
struct Callee {
  StringRef name;
  const Attributes *attributes;
};

std::optional<Callee> calleeOf(Operator &c, StringRef attribute) {
  const format::AttrValue *value = c.attribute(attribute);
  if (!value || !value->has_func())
    return std::nullopt;
  return Callee{value->func().name(), &value->func().attr()};
}

Items itemsFrom(Operator &c, size_t first) {
  return Items(c.items().begin() + std::min(first, c.count()), c.items().end());
}

/// By the attribute `f`, or a node whose operator is a function.
Results convertCall(Operator &c) {
  Callee callee{c.op(), &c.attributes()};
  if (!c.importer.hasFunction(c.op())) {
    std::optional<Callee> named = calleeOf(c, "f");
    if (!named)
      return c.fail("it names no function");
    callee = *named;
  }
  std::string reason;
  Items results =
      c.importer.call(callee.name, itemsFrom(c, 0), callee.attributes, reason);
  if (!reason.empty())
    return c.fail(reason);
  return results;
}

/// Gradients of functions are no concern of a program that runs.
Results convertSymbolicGradient(Operator &c) {
  return c.fail("gradients of functions are not read; export the graph after "
                "they were built");
}

/// A number is true unless it is 0, a tensor unless it is empty.
Value conditionOf(Operator &c) {
  Value value = c.operand(0);
  if (c.rank(0) == 0)
    return c.b.convert(value, c.b.getI1Type());
  Size count = c.b.count(c.b.sizesOf(value));
  return c.b.compare(Comparison::NE, c.b.valueOf(count),
                     c.b.scalar(c.b.getI64Type(), 0));
}

Results branchBetween(Operator &c, Value condition, bool isIndexed,
                      ArrayRef<Callee> callees) {
  std::string reason;
  Items results = c.importer.branch(
      condition, isIndexed, callees.size(),
      [&](unsigned i) {
        return c.importer.call(callees[i].name, itemsFrom(c, 1),
                               callees[i].attributes, reason);
      },
      reason);
  if (!reason.empty())
    return c.fail(reason);
  return results;
}

Results convertIf(Operator &c) {
  std::optional<Callee> ifTrue = calleeOf(c, "then_branch");
  std::optional<Callee> ifFalse = calleeOf(c, "else_branch");
  if (!ifTrue || !ifFalse)
    return c.fail("it does not name its branches");
  return branchBetween(c, conditionOf(c), false, {*ifFalse, *ifTrue});
}

Results convertCase(Operator &c) {
  const format::AttrValue *branches = c.attribute("branches");
  if (!branches || branches->list().func_size() == 0)
    return c.fail("it does not name its branches");
  SmallVector<Callee> callees;
  for (const format::NameAttrList &function : branches->list().func())
    callees.push_back({function.name(), &function.attr()});
  if (c.rank(0) != 0 || !c.b.isInteger(c.operand(0)))
    return c.fail("its index is no integer");
  Value index = c.b.convert(c.operand(0), c.b.getI32Type());
  return branchBetween(c, index, true, callees);
}

Results convertWhile(Operator &c) {
  std::optional<Callee> condition = calleeOf(c, "cond");
  std::optional<Callee> body = calleeOf(c, "body");
  if (!condition || !body)
    return c.fail("it does not name its functions");
  std::string reason;
  auto callWith = [&](const Callee &callee) {
    return [&](Items items) {
      return c.importer.call(callee.name, std::move(items), callee.attributes,
                             reason);
    };
  };
  Items results = c.importer.loop(itemsFrom(c, 0), callWith(*condition),
                                  callWith(*body), reason);
  if (!reason.empty())
    return c.fail(reason);
  return results;
}

/// Reached outside of a branch: both sides are made, and a Merge takes one.
Results convertSwitch(Operator &c) {
  if (c.count() == 0)
    return c.fail("it has no operand");
  int64_t outputs = c.is("_SwitchN") ? c.getInt("num_outs", 2) : 2;
  return Items(std::clamp<int64_t>(outputs, 1, 4096), c.item(0));
}

/// Of a loop, handled by its Exit.
Results convertLoopPart(Operator &c) {
  return c.fail("it belongs to no loop that is whole");
}

/// fn(i, ...) for each of a sequence of numbers.
Results convertFor(Operator &c) {
  std::optional<Callee> body = calleeOf(c, "body");
  if (!body || !c.isTensor(1) || !c.isTensor(2))
    return c.fail("it does not name its function");
  StablehloBuilder &b = c.b;
  Items initial{Item(c.operand(0))};
  for (const Item &item : itemsFrom(c, 3))
    initial.push_back(item);
  std::string reason;
  Value limit = c.operand(1), delta = c.operand(2);
  Items results = c.importer.loop(
      initial,
      [&](Items items) {
        return Items{Item(b.compare(Comparison::LT, items[0].value, limit))};
      },
      [&](Items items) {
        Items next{Item(b.add(items[0].value, delta))};
        for (Item &item :
             c.importer.call(body->name, items, body->attributes, reason))
          next.push_back(item);
        return next;
      },
      reason);
  if (!reason.empty())
    return c.fail(reason);
  results.erase(results.begin());
  return results;
}

} // namespace

Rows ingot::tensorflow::controlFlowRows() {
  // A '?' among the outputs: the row also takes operands of operators that
  // were reported, to find what else there is to report.
  static constexpr Row kRows[] = {
      {"Case", convertCase, 1, "?output"},
      {"Enter", convertLoopPart, 0},
      {"Exit", convertLoopPart, 0},
      {"For", convertFor, 3, "?output"},
      {"If", convertIf, 1, "?output"},
      {"Merge", convertLoopPart, 0, "output,value_index"},
      {"PartitionedCall", convertCall, 0, "?output"},
      {"RefEnter", convertLoopPart, 0},
      {"RefExit", convertLoopPart, 0},
      {"RefMerge", convertLoopPart, 0, "output,value_index"},
      {"RefSwitch", convertSwitch, 0, "output_false,output_true"},
      {"StatefulPartitionedCall", convertCall, 0, "?output"},
      {"StatelessCase", convertCase, 1, "?output"},
      {"StatelessIf", convertIf, 1, "?output"},
      {"StatelessWhile", convertWhile, 0, "?output"},
      {"Switch", convertSwitch, 0, "output_false,output_true"},
      {"SymbolicGradient", convertSymbolicGradient, 0},
      {"TPUPartitionedCall", convertCall, 0, "?output"},
      {"While", convertWhile, 0, "?output"},
      {"_SwitchN", convertSwitch, 0},
  };
  return kRows;
}
