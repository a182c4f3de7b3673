//===- ListRows.cpp - lists and arrays of tensors -------------------------===//
//
// Either is one tensor of all elements while the program is read. A list whose
// elements' sizes are not known has no tensor until the first is put in; if
// only the run knows them, the elements have no size before.
//
// An array is what its flow carries: the handle is passed beside it and means
// nothing here.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tensorflow/Importer.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tensorflow;

namespace {

constexpr char kNoList[] = "its operand is no list";
constexpr char kNoElements[] = "the sizes of the list's elements are not known";
constexpr char kDoesNotFit[] = "the element has other sizes than those before, "
                               "or its place is beyond the end";

bool isList(Operator &c, size_t i) {
  return i < c.count() && c.item(i).isList();
}

Size lengthOf(Operator &c, const Item &list) {
  return list.hasValue() ? c.b.sizeOf(list.value, 0) : list.length;
}

/// Zeros if all sizes of the elements are known.
Item makeList(Operator &c, Size length, Type element,
              std::optional<Sizes> shape) {
  if (!shape || llvm::any_of(*shape, [](Size size) {
        return size.isKnown() && size.known() < 0;
      }))
    return Item::ofEmptyList(length, element);
  shape->insert(shape->begin(), length);
  return Item::ofList(c.b.full(*shape, c.b.scalar(element, 0)));
}

/// The sizes of elements that an operand states; a scalar of -1 says nothing.
std::optional<Sizes> elementShape(Operator &c, size_t i) {
  if (!c.isTensor(i) || c.rank(i) != 1)
    return std::nullopt;
  return c.sizes(i);
}

Results convertReserve(Operator &c) {
  Type element = c.namedType("element_dtype");
  if (!element || !c.isTensor(1))
    return c.fail("tensors cannot have its type");
  return makeList(c, c.size(1), element, elementShape(c, 0));
}

Results convertEmptyList(Operator &c) {
  Type element = c.namedType("element_dtype");
  if (!element)
    return c.fail("tensors cannot have its type");
  return makeList(c, 0, element, elementShape(c, 0));
}

Results convertFromTensor(Operator &c) {
  if (c.rank(0) == 0)
    return c.fail("its operand has no dimensions");
  return Item::ofList(c.operand(0));
}

/// The list's tensor for elements like this one; null if they cannot be
/// elements of one list. Where only the run knows whether it fits, the list was
/// empty or it fits.
Value elementsFor(Operator &c, const Item &list, Value element) {
  StablehloBuilder &b = c.b;
  Sizes sizes{lengthOf(c, list)};
  llvm::append_range(sizes, b.sizesOf(element));
  if (!list.hasValue())
    return b.full(sizes, b.scalar(b.elementOf(element), 0));
  RankedTensorType type = b.typeOf(list.value);
  if (type.getRank() != b.rankOf(element) + 1)
    return {};
  bool isDecided = true;
  Value fits = b.scalar(b.getI1Type(), 1), isEmpty = b.scalar(b.getI1Type(), 0);
  for (int64_t dim : llvm::seq<int64_t>(1, type.getRank())) {
    Size own = b.sizeOf(list.value, dim);
    if (own.isKnown() && sizes[dim].isKnown() &&
        own.known() != sizes[dim].known())
      return {};
    if (own.isKnown() && sizes[dim].isKnown())
      continue;
    isDecided = false;
    auto ownIs = [&](Size size) {
      return b.compare(Comparison::EQ, b.valueOf(own), b.valueOf(size));
    };
    fits = b.logicalAnd(fits, ownIs(sizes[dim]));
    isEmpty = b.logicalOr(isEmpty, ownIs(0));
  }
  if (!isDecided)
    b.assertThat(b.logicalOr(fits, isEmpty),
                 "the elements of a list have different sizes");
  if (llvm::none_of(type.getShape().drop_front(), ShapedType::isDynamic))
    return list.value;
  std::string reason;
  Items items = c.importer.branch(
      fits, false, 2,
      [&](unsigned port) {
        Value zeros;
        if (port == 0)
          zeros =
              b.castTo(b.full(sizes, b.scalar(type.getElementType(), 0)), type);
        return Items{Item(port == 0 ? zeros : list.value)};
      },
      reason);
  return reason.empty() ? items.front().value : Value();
}

/// Null if the element cannot stand there.
Value putAt(Operator &c, const Item &list, Size place, Value element) {
  Size length = lengthOf(c, list);
  if (place.isKnown() && length.isKnown() &&
      (place.known() < 0 || place.known() >= length.known()))
    return {};
  Value elements = elementsFor(c, list, element);
  if (!elements)
    return {};
  Sizes starts(c.b.rankOf(elements), Size(0));
  starts[0] = place;
  return c.b.updateSlice(elements, c.b.unsqueeze(element, 0), starts);
}

/// A longer list of the same elements, what is new zeros.
Value grow(Operator &c, Value elements, Size length) {
  Size size = c.b.sizeOf(elements, 0);
  Sizes low(c.b.rankOf(elements), Size(0)), high(low);
  high[0] = c.b.maximum(c.b.subtract(length, size), Size(0));
  return c.b.pad(elements, c.b.scalar(c.b.elementOf(elements), 0), low, high);
}

Results convertSetItem(Operator &c) {
  if (!isList(c, 0) || !c.isTensor(1) || !c.isTensor(2))
    return c.fail(kNoList);
  Item list = c.item(0);
  Size place = c.size(1);
  if (c.getBool("resize_if_index_out_of_bounds", false)) {
    Size length = c.b.add(place, 1);
    if (list.hasValue())
      list.value = grow(c, list.value, length);
    else
      list.length = c.b.maximum(list.length, length);
  }
  Value elements = putAt(c, list, place, c.operand(2));
  if (!elements)
    return c.fail(kDoesNotFit);
  return Item::ofList(elements);
}

Value takeAt(Operator &c, Value elements, Size place) {
  return c.b.squeeze(c.b.narrow(elements, 0, place, 1), 0);
}

Results convertGetItem(Operator &c) {
  if (!isList(c, 0) || !c.isTensor(1))
    return c.fail(kNoList);
  if (c.item(0).hasValue())
    return takeAt(c, c.item(0).value, c.size(1));
  std::optional<Sizes> shape = elementShape(c, 2);
  if (!shape || !makeList(c, 1, c.item(0).element, shape).hasValue())
    return c.fail(kNoElements);
  return c.b.full(*shape, c.b.scalar(c.item(0).element, 0));
}

Results convertStack(Operator &c) {
  if (!isList(c, 0))
    return c.fail(kNoList);
  const Item &list = c.item(0);
  if (list.hasValue())
    return list.value;
  Item made = makeList(c, list.length, list.element, elementShape(c, 1));
  if (!made.hasValue())
    return c.fail(kNoElements);
  return made.value;
}

Results convertLength(Operator &c) {
  if (!isList(c, 0))
    return c.fail(kNoList);
  return c.b.convert(c.b.valueOf(lengthOf(c, c.item(0))), c.b.getI32Type());
}

Results convertPushBack(Operator &c) {
  if (!isList(c, 0) || !c.isTensor(1))
    return c.fail(kNoList);
  Value element = c.b.unsqueeze(c.operand(1), 0);
  Value elements = elementsFor(c, c.item(0), c.operand(1));
  if (!elements)
    return c.fail(kDoesNotFit);
  return Item::ofList(c.b.concatenate({elements, element}, 0));
}

Results convertPopBack(Operator &c) {
  if (!isList(c, 0) || !c.item(0).hasValue())
    return c.fail(kNoList);
  Value elements = c.item(0).value;
  Size last = c.b.subtract(c.b.sizeOf(elements, 0), 1);
  return Items{Item::ofList(c.b.slice(elements, 0, 0, last)),
               Item(takeAt(c, elements, last))};
}

Results convertResize(Operator &c) {
  if (!isList(c, 0) || !c.isTensor(1))
    return c.fail(kNoList);
  Item list = c.item(0);
  list.length = c.size(1);
  if (list.hasValue())
    list.value =
        c.b.narrow(grow(c, list.value, list.length), 0, 0, list.length);
  return list;
}

Results convertElementShape(Operator &c) {
  if (!isList(c, 0) || !c.item(0).hasValue())
    return c.fail(kNoElements);
  Sizes sizes = c.b.sizesOf(c.item(0).value);
  sizes.erase(sizes.begin());
  return c.b.convert(c.b.shapeOf(sizes),
                     c.namedType("shape_type", c.b.getI32Type()));
}

Value takeRows(Operator &c, Value elements, Value indices) {
  Value vectors = c.b.convert(indices, c.b.getI64Type());
  return c.b.gather(elements, c.b.unsqueeze(vectors, c.b.rankOf(vectors)), 0);
}

Results convertListGather(Operator &c) {
  if (!isList(c, 0) || !c.isTensor(1) || !c.item(0).hasValue())
    return c.fail(kNoList);
  return takeRows(c, c.item(0).value, c.operand(1));
}

/// Rows put where the indices say, into `list` or a new one.
Item scatterRows(Operator &c, Value rows, Value indices, Value elements) {
  Value vectors = c.b.convert(indices, c.b.getI64Type());
  return Item::ofList(
      c.b.scatter(elements, c.b.unsqueeze(vectors, 1), rows, 0, std::nullopt));
}

Results convertListScatter(Operator &c) {
  bool hasList = c.is("TensorListScatterIntoExistingList");
  size_t rows = hasList ? 1 : 0, indices = hasList ? 2 : 1;
  if (!c.isTensor(rows) || !c.isTensor(indices) || c.rank(rows) == 0 ||
      c.rank(indices) != 1)
    return c.fail(kNoList);
  Value value = c.operand(rows);
  if (hasList)
    return isList(c, 0) && c.item(0).hasValue() &&
                   c.b.rankOf(c.item(0).value) == c.rank(rows)
               ? Results(
                     scatterRows(c, value, c.operand(indices), c.item(0).value))
               : c.fail(kNoList);
  Size length = c.b.sizeOf(c.operand(indices), 0);
  if (c.is("TensorListScatterV2") && c.isTensor(3) && !c.size(3).is(-1))
    length = c.size(3);
  Sizes sizes = c.b.sizesOf(value);
  sizes[0] = length;
  return scatterRows(c, value, c.operand(indices),
                     c.b.full(sizes, c.b.scalar(c.b.elementOf(value), 0)));
}

/// Elements one after the other, without the dimension of the list.
Value joinElements(Operator &c, Value elements) {
  Sizes sizes = c.b.sizesOf(elements);
  sizes[1] = c.b.multiply(sizes[0], sizes[1]);
  sizes.erase(sizes.begin());
  return c.b.reshape(elements, sizes);
}

/// Elements of equal sizes, all that one tensor can hold.
Results convertListConcat(Operator &c) {
  size_t list = c.is("TensorArrayConcatV3") ? 1 : 0;
  if (!isList(c, list) || !c.item(list).hasValue() ||
      c.b.rankOf(c.item(list).value) < 2)
    return c.fail(kNoList);
  Value elements = c.item(list).value;
  Value lengths =
      c.b.full(c.b.sizeOf(elements, 0), c.b.valueOf(c.b.sizeOf(elements, 1)));
  return SmallVector<Value>{joinElements(c, elements), lengths};
}

/// All lengths have to be equal.
Results convertListSplit(Operator &c) {
  bool isArray = c.is("TensorArraySplitV3");
  size_t value = isArray ? 1 : 0, lengths = 2;
  std::optional<SmallVector<int64_t>> known = c.ints(lengths);
  if (!c.isTensor(value) || !known || known->empty() ||
      !llvm::all_equal(*known) || c.rank(value) == 0)
    return c.fail("its lengths are not known, or differ");
  Sizes sizes = c.b.sizesOf(c.operand(value));
  sizes[0] = known->front();
  sizes.insert(sizes.begin(), static_cast<int64_t>(known->size()));
  return Item::ofList(c.b.reshape(c.operand(value), sizes));
}

//===----------------------------------------------------------------------===//
// Arrays: handle and flow
//===----------------------------------------------------------------------===//

Results convertArray(Operator &c) {
  Type element = c.namedType("dtype");
  if (!element)
    return c.fail("tensors cannot have its type");
  std::optional<Sizes> shape;
  const format::AttrValue *stated = c.attribute("element_shape");
  std::optional<SmallVector<int64_t>> sizes =
      stated ? shapeOf(stated->shape()) : std::nullopt;
  if (sizes)
    shape = Sizes(sizes->begin(), sizes->end());
  return Items{Item::ofStrings({}), makeList(c, c.size(0), element, shape)};
}

/// handle, index, value, flow.
Results convertArrayWrite(Operator &c) {
  if (!isList(c, 3) || !c.isTensor(1) || !c.isTensor(2))
    return c.fail(kNoList);
  Item list = c.item(3);
  Value elements = putAt(c, list, c.size(1), c.operand(2));
  if (!elements)
    return c.fail(kDoesNotFit);
  return Item::ofList(elements);
}

Results convertArrayRead(Operator &c) {
  if (!isList(c, 2) || !c.isTensor(1) || !c.item(2).hasValue())
    return c.fail(kNoElements);
  return takeAt(c, c.item(2).value, c.size(1));
}

Results convertArrayGather(Operator &c) {
  if (!isList(c, 2) || !c.isTensor(1) || !c.item(2).hasValue())
    return c.fail(kNoElements);
  return takeRows(c, c.item(2).value, c.operand(1));
}

/// handle, indices, value, flow.
Results convertArrayScatter(Operator &c) {
  if (!isList(c, 3) || !c.isTensor(1) || !c.isTensor(2) || c.rank(2) == 0 ||
      c.rank(1) != 1)
    return c.fail(kNoList);
  const Item &list = c.item(3);
  if (list.hasValue() && c.b.rankOf(list.value) != c.rank(2))
    return c.fail("its rows do not fit the elements of the array");
  Sizes sizes = c.b.sizesOf(c.operand(2));
  sizes[0] = lengthOf(c, list);
  Value elements = list.hasValue()
                       ? list.value
                       : c.b.full(sizes, c.b.scalar(c.elementOf(2), 0));
  return scatterRows(c, c.operand(2), c.operand(1), elements);
}

Results convertArraySize(Operator &c) {
  if (!isList(c, 1))
    return c.fail(kNoList);
  return c.b.convert(c.b.valueOf(lengthOf(c, c.item(1))), c.b.getI32Type());
}

} // namespace

Rows ingot::tensorflow::listRows() {
  static constexpr Row kRows[] = {
      {"EmptyTensorList", convertEmptyList, 0},
      {"TensorArrayConcatV3", convertListConcat, 0, "value,lengths"},
      {"TensorArrayGatherV3", convertArrayGather, 0},
      {"TensorArrayReadV3", convertArrayRead, 0},
      {"TensorArrayScatterV3", convertArrayScatter, 0},
      {"TensorArraySizeV3", convertArraySize, 0},
      {"TensorArraySplitV3", convertListSplit, 0},
      {"TensorArrayV3", convertArray, 1, "handle,flow"},
      {"TensorArrayWriteV3", convertArrayWrite, 0},
      {"TensorListConcatV2", convertListConcat, 0, "tensor,lengths"},
      {"TensorListElementShape", convertElementShape, 0},
      {"TensorListFromTensor", convertFromTensor},
      {"TensorListGather", convertListGather, 0},
      {"TensorListGetItem", convertGetItem, 0},
      {"TensorListLength", convertLength, 0},
      {"TensorListPopBack", convertPopBack, 0, "output_handle,tensor"},
      {"TensorListPushBack", convertPushBack, 0},
      {"TensorListReserve", convertReserve, 0},
      {"TensorListResize", convertResize, 0},
      {"TensorListScatter", convertListScatter, 0},
      {"TensorListScatterIntoExistingList", convertListScatter, 0},
      {"TensorListScatterV2", convertListScatter, 0},
      {"TensorListSetItem", convertSetItem, 0},
      {"TensorListSplit", convertListSplit, 0},
      {"TensorListStack", convertStack, 0},
  };
  return kRows;
}
