//===- Item.h - what an edge of a graph carries -----------------*- C++ -*-===//

#ifndef INGOT_PIPELINE_FRONTENDS_TENSORFLOW_ITEM_H
#define INGOT_PIPELINE_FRONTENDS_TENSORFLOW_ITEM_H

#include "pipeline/conversion/TorchLowering/Size.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"

#include <string>
#include <vector>

namespace ingot::tensorflow {

using torch::Size;
using torch::Sizes;

/// A tensor, or what only exists while a model is read: handles, lists, text.
/// Lists and arrays of tensors are one tensor of their elements.
struct Item {
  enum class Kind {
    Nothing,  ///< Of a node that has no outputs, or none that is used.
    Unknown,  ///< Of an operator that was reported.
    Tensor,   ///< `value`.
    List,     ///< `value` has one more dimension than the elements.
    Variable, ///< Handle of variable `variable`.
    Strings,  ///< Text that is known.
  };

  Item() = default;
  Item(mlir::Value value) : kind(Kind::Tensor), value(value) {}

  static Item unknown() { return ofKind(Kind::Unknown); }
  static Item ofVariable(unsigned number, bool isReference = false) {
    Item item = ofKind(Kind::Variable);
    item.variable = number;
    item.isReference = isReference;
    return item;
  }
  static Item ofStrings(std::vector<std::string> strings) {
    Item item = ofKind(Kind::Strings);
    item.strings = std::move(strings);
    return item;
  }
  static Item ofList(mlir::Value elements) {
    Item item = ofKind(Kind::List);
    item.value = elements;
    return item;
  }
  /// A list whose elements' sizes nobody knows yet: it has no tensor until one
  /// is put in.
  static Item ofEmptyList(Size length, mlir::Type element) {
    Item item = ofKind(Kind::List);
    item.length = length;
    item.element = element;
    return item;
  }

  bool isTensor() const { return kind == Kind::Tensor; }
  bool isUnknown() const { return kind == Kind::Unknown; }
  bool isList() const { return kind == Kind::List; }
  /// It is a value of the program, and so what a loop carries.
  bool hasValue() const { return value != nullptr; }

  Kind kind = Kind::Nothing;
  mlir::Value value;
  unsigned variable = 0;
  /// A variable of old graphs: who wants a tensor gets its value.
  bool isReference = false;
  std::vector<std::string> strings;
  Size length = 0;    ///< Of a list without `value`.
  mlir::Type element; ///< The same.

private:
  static Item ofKind(Kind kind) {
    Item item;
    item.kind = kind;
    return item;
  }
};

using Items = std::vector<Item>;

} // namespace ingot::tensorflow

#endif // INGOT_PIPELINE_FRONTENDS_TENSORFLOW_ITEM_H
