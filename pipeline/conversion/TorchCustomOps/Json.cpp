//===- Json.cpp - JSON whose members keep their order ---------------------===//
//
// The text is part of the program and of its key, so equal values must give
// equal bytes on every machine: members stay in the order given, and a float
// has the shortest digits that read back (std::to_chars, never printf, whose
// output depends on the locale).
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchCustomOps/Json.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

#include <charconv>
#include <cmath>

using namespace mlir;
using namespace ingot::torch;

std::string json::quoted(StringRef text) {
  llvm::json::Value value(llvm::json::fixUTF8(text));
  std::string quoted;
  llvm::raw_string_ostream(quoted) << value;
  return quoted;
}

static std::string writeFloat(double value) {
  if (std::isnan(value))
    return R"({"float":"nan"})";
  if (std::isinf(value))
    return value < 0 ? R"({"float":"-inf"})" : R"({"float":"inf"})";
  char digits[32];
  auto end = std::to_chars(std::begin(digits), std::end(digits), value).ptr;
  std::string text(digits, end);
  if (text.find_first_of(".e") == std::string::npos)
    text += ".0";
  return text;
}

std::string json::number(TypedAttr value) {
  if (auto boolean = dyn_cast<BoolAttr>(value))
    return boolean.getValue() ? "true" : "false";
  if (auto integer = dyn_cast<IntegerAttr>(value)) {
    SmallString<24> digits;
    integer.getValue().toString(digits, /*Radix=*/10,
                                !integer.getType().isUnsignedInteger());
    return digits.str().str();
  }
  return writeFloat(cast<FloatAttr>(value).getValueAsDouble());
}

std::string json::array(ArrayRef<std::string> elements) {
  return "[" + llvm::join(elements, ",") + "]";
}

std::string json::object(ArrayRef<Member> members) {
  SmallVector<std::string> texts;
  for (const auto &[name, value] : members)
    texts.push_back(quoted(name) + ":" + value);
  return "{" + llvm::join(texts, ",") + "}";
}

/// A dictionary with one of these would read as something else.
static bool isReserved(StringRef name) {
  return name == "operand" || name == "float" || name == "device";
}

static std::optional<std::string> writeDictionary(DictionaryAttr dictionary,
                                                  json::WriteTensor write) {
  SmallVector<json::Member> members;
  for (NamedAttribute member : dictionary) {
    StringRef name = member.getName();
    std::optional<std::string> value =
        json::attribute(member.getValue(), write);
    if (!value || isReserved(name) || !llvm::json::isUTF8(name))
      return std::nullopt;
    members.push_back({name.str(), *std::move(value)});
  }
  return json::object(members);
}

/// The elements of a list or a dense array.
static std::optional<SmallVector<Attribute>> elementsOf(Attribute attribute) {
  if (auto list = dyn_cast<ArrayAttr>(attribute))
    return llvm::to_vector(list.getValue());
  auto dense = dyn_cast<DenseArrayAttr>(attribute);
  if (!dense)
    return std::nullopt;
  if (dense.empty())
    return SmallVector<Attribute>();
  auto type = RankedTensorType::get(dense.getSize(), dense.getElementType());
  return llvm::to_vector(
      DenseElementsAttr::getFromRawBuffer(type, dense.getRawData())
          .getValues<Attribute>());
}

std::optional<std::string> json::attribute(Attribute attribute,
                                           WriteTensor writeTensor) {
  if (auto text = dyn_cast<StringAttr>(attribute))
    return llvm::json::isUTF8(text.getValue())
               ? std::optional(quoted(text.getValue()))
               : std::nullopt;
  if (isa<UnitAttr>(attribute))
    return "true";
  if (isa<IntegerAttr, FloatAttr>(attribute))
    return number(cast<TypedAttr>(attribute));
  if (auto tensor = dyn_cast<ElementsAttr>(attribute))
    return writeTensor(tensor);
  if (auto dictionary = dyn_cast<DictionaryAttr>(attribute))
    return writeDictionary(dictionary, writeTensor);
  std::optional<SmallVector<Attribute>> elements = elementsOf(attribute);
  if (!elements)
    return std::nullopt;
  SmallVector<std::string> texts;
  for (Attribute element : *elements) {
    std::optional<std::string> text = json::attribute(element, writeTensor);
    if (!text)
      return std::nullopt;
    texts.push_back(*std::move(text));
  }
  return array(texts);
}
