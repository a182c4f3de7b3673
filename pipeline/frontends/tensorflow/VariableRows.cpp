//===- VariableRows.cpp - variables and what restores them ----------------===//
//
// The operators that restore a checkpoint are read like all others, which says
// which variable each of its entries belongs to.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/WeightNames.h"
#include "pipeline/frontends/Weights.h"
#include "pipeline/frontends/tensorflow/Importer.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tensorflow;

namespace {

Results convertHandle(Operator &c) {
  StringRef shared = c.getString("shared_name");
  return Item::ofVariable(c.importer.state().variables().numberOf(
      shared.empty() ? c.name() : shared));
}

bool isVariable(Operator &c) {
  return c.count() > 0 && c.item(0).kind == Item::Kind::Variable;
}

Value valueOf(Operator &c) {
  return c.importer.state().valueOf(c.item(0).variable);
}

std::string valueless(Operator &c) {
  return "variable '" +
         c.importer.state().variables().all[c.item(0).variable].name +
         "' has no value in the model's files";
}

Results convertRead(Operator &c) {
  if (!isVariable(c))
    return c.fail("its operand is no variable");
  if (Value value = valueOf(c))
    return value;
  return c.fail(valueless(c));
}

/// Of old graphs: whoever wants a tensor reads it.
Results convertReference(Operator &c) {
  Item item = convertHandle(c).items().front();
  item.isReference = true;
  return item;
}

Results assign(Operator &c, Value value) {
  c.importer.state().assign(c.item(0).variable, value);
  return c.item(0);
}

Results convertAssign(Operator &c) {
  if (!isVariable(c) || !c.isTensor(1))
    return c.fail("it does not assign a tensor to a variable");
  return assign(c, c.operand(1));
}

template <Value (TensorBuilder::*combine)(Value, Value)>
Results convertUpdate(Operator &c) {
  if (!isVariable(c) || !c.isTensor(1))
    return c.fail("it does not assign a tensor to a variable");
  Value value = valueOf(c);
  if (!value)
    return c.fail(valueless(c));
  Value next = (c.b.*combine)(value, c.operand(1));
  return assign(c, c.b.rankOf(next) == c.b.rankOf(value)
                       ? c.b.castTo(next, c.b.typeOf(value))
                       : next);
}

Results convertIsInitialized(Operator &c) {
  return c.b.scalar(c.b.getI1Type(), 1);
}

Results convertShape(Operator &c) {
  if (!isVariable(c))
    return c.fail("its operand is no variable");
  Value value = valueOf(c);
  if (!value)
    return c.fail(valueless(c));
  return c.b.convert(c.b.shapeOf(c.b.sizesOf(value)),
                     c.namedType("out_type", c.b.getI32Type()));
}

Value entryOf(Operator &c, StringRef name, std::string &reason) {
  const Bundle *bundle = c.importer.bundle();
  const format::BundleEntry *entry = bundle ? bundle->find(name) : nullptr;
  if (!entry) {
    reason = "the checkpoint has no tensor '" + name.str() + "'";
    return {};
  }
  RankedTensorType type =
      tensorType(entry->dtype(), entry->shape(), c.b.getContext());
  if (!type || !type.hasStaticShape()) {
    reason = "the tensor '" + name.str() + "' of the checkpoint is of type " +
             nameOfType(entry->dtype());
    return {};
  }
  llvm::Expected<ArrayRef<char>> bytes = bundle->bytesOf(*entry);
  if (!bytes) {
    reason = llvm::toString(bytes.takeError());
    return {};
  }
  if (weightBytes(type) != bytes->size()) {
    reason = "the tensor '" + name.str() + "' of the checkpoint has " +
             std::to_string(bytes->size()) + " bytes";
    return {};
  }
  Value constant = c.b.constant(makeWeight(type, *bytes, name));
  nameWeight(constant, name);
  return constant;
}

/// One tensor for each name; text is left out.
Results convertRestore(Operator &c) {
  if (c.count() < 2 || c.item(1).kind != Item::Kind::Strings)
    return c.fail("the names of its tensors are not known");
  const format::AttrValue *types = c.attribute("dtypes");
  Items items;
  for (auto [i, name] : llvm::enumerate(c.item(1).strings)) {
    bool isText = types && static_cast<int>(i) < types->list().type_size() &&
                  types->list().type(i) == kString;
    std::string reason;
    Value value = isText ? Value() : entryOf(c, name, reason);
    if (!reason.empty())
      return c.fail(reason);
    items.push_back(isText ? Item::ofStrings({}) : Item(value));
  }
  return items;
}

} // namespace

Rows ingot::tensorflow::variableRows() {
  static constexpr Row kRows[] = {
      {"Assign", convertAssign, 0, "&output_ref"},
      {"AssignAdd", convertUpdate<&TensorBuilder::add>, 0, "&output_ref"},
      {"AssignAddVariableOp", convertUpdate<&TensorBuilder::add>, 0},
      {"AssignSub", convertUpdate<&TensorBuilder::subtract>, 0, "&output_ref"},
      {"AssignSubVariableOp", convertUpdate<&TensorBuilder::subtract>, 0},
      {"AssignVariableOp", convertAssign, 0},
      {"IsVariableInitialized", convertIsInitialized, 0, "&output_ref"},
      {"ReadVariableOp", convertRead, 0},
      {"RestoreV2", convertRestore, 0},
      {"VarHandleOp", convertHandle, 0},
      {"VarIsInitializedOp", convertIsInitialized, 0},
      {"Variable", convertReference, 0},
      {"VariableShape", convertShape, 0},
      {"VariableV2", convertReference, 0},
  };
  return kRows;
}
