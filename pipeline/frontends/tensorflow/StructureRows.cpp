//===- StructureRows.cpp - constants, copies, checks ----------------------===//

#include "pipeline/frontends/WeightNames.h"
#include "pipeline/frontends/tensorflow/Importer.h"

#include "llvm/Support/Error.h"

using namespace mlir;
using namespace ingot::tensorflow;

namespace {

Results convertConst(Operator &c) {
  const format::AttrValue *value = c.attribute("value");
  if (!value || !value->has_tensor())
    return c.fail("it has no value");
  const format::Tensor &tensor = value->tensor();
  if (tensor.dtype() == kString)
    return Item::ofStrings(
        {tensor.string_val().begin(), tensor.string_val().end()});
  llvm::Expected<ElementsAttr> elements =
      constantOf(tensor, c.b.getContext(), c.name());
  if (!elements)
    return c.fail(llvm::toString(elements.takeError()));
  Value constant = c.b.constant(*elements);
  ingot::nameWeight(constant, c.name());
  return constant;
}

/// Whatever it is, it goes on.
Results convertIdentity(Operator &c) {
  if (c.count() == 0)
    return c.fail("it has no operand");
  return c.item(0);
}

Results convertIdentityN(Operator &c) { return Items(c.items()); }

Results convertNothing(Operator &) { return Results::none(); }

/// The program stops where the condition is false.
Results convertAssert(Operator &c) {
  Value condition = c.operand(0);
  if (!c.b.isBool(condition))
    return c.fail("its condition is no boolean");
  SmallVector<int64_t> all = llvm::to_vector(llvm::seq(c.rank(0)));
  if (!all.empty())
    condition = c.b.reduce(Reducer::And, condition, all);
  std::string message = "assertion failed";
  for (const Item &item : c.items())
    if (!item.strings.empty())
      message += ": " + item.strings.front();
  for (char &letter : message)
    if (!llvm::isPrint(letter))
      letter = ' ';
  c.b.assertThat(condition, message);
  return Results::none();
}

/// What is known of the sizes, the program itself did not say.
Results convertEnsureShape(Operator &c) {
  const format::AttrValue *shape = c.attribute("shape");
  std::optional<SmallVector<int64_t>> sizes =
      shape ? shapeOf(shape->shape()) : std::nullopt;
  if (!sizes)
    return c.operand(0);
  RankedTensorType type = c.b.typeOf(c.operand(0));
  if (static_cast<int64_t>(sizes->size()) != type.getRank())
    return c.fail("its operand has another rank");
  SmallVector<int64_t> known(type.getShape());
  for (auto [size, wanted] : llvm::zip_equal(known, *sizes)) {
    if (wanted < 0)
      continue;
    if (!ShapedType::isDynamic(size) && size != wanted)
      return c.fail("its operand has another shape");
    size = wanted;
  }
  return c.b.castTo(c.operand(0), type.clone(known));
}

Results convertPlaceholder(Operator &c) {
  return c.fail("nothing gives it a value; it is no input that can be passed");
}

Results convertZerosLike(Operator &c) {
  if (c.item(0).isList()) {
    const Item &list = c.item(0);
    if (!list.hasValue())
      return list;
    return Item::ofList(c.b.fullLike(list.value, 0));
  }
  if (!c.isTensor(0))
    return c.fail("its operand is no tensor");
  return c.b.fullLike(c.operand(0), 0);
}

Results convertOnesLike(Operator &c) { return c.b.fullLike(c.operand(0), 1); }

} // namespace

Rows ingot::tensorflow::structureRows() {
  static constexpr Row kRows[] = {
      {"Assert", convertAssert},
      {"CheckNumerics", convertIdentity},
      {"CheckNumericsV2", convertIdentity},
      {"Const", convertConst, 0},
      {"ControlTrigger", convertNothing, 0},
      {"DeepCopy", convertIdentity},
      {"EnsureShape", convertEnsureShape},
      {"Identity", convertIdentity, 0},
      {"IdentityN", convertIdentityN, 0},
      {"LoopCond", convertIdentity, 0},
      {"NextIteration", convertIdentity, 0},
      {"NoOp", convertNothing, 0},
      {"OnesLike", convertOnesLike},
      {"Placeholder", convertPlaceholder, 0},
      {"PlaceholderV2", convertPlaceholder, 0},
      {"PlaceholderWithDefault", convertIdentity, 0},
      {"PreventGradient", convertIdentity},
      {"Print", convertIdentity},
      {"PrintV2", convertNothing, 0},
      {"RefIdentity", convertIdentity, 0},
      {"RefNextIteration", convertIdentity, 0},
      {"Snapshot", convertIdentity},
      {"StopGradient", convertIdentity},
      {"ZerosLike", convertZerosLike, 0},
  };
  return kRows;
}
