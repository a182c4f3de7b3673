//===- Json.cpp - JSON whose members keep their order ---------------------===//

#include "pipeline/conversion/TorchCustomOps/Json.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

#include <charconv>
#include <cmath>

using namespace mlir;
using namespace ingot::torch;

std::string json::string(StringRef text) {
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
  if (auto truth = dyn_cast<BoolAttr>(value))
    return truth.getValue() ? "true" : "false";
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
    texts.push_back(string(name) + ":" + value);
  return "{" + llvm::join(texts, ",") + "}";
}
