//===- OperatorPage.cpp - which operators are read ------------------------===//

#include "pipeline/frontends/tflite/OperatorPage.h"
#include "pipeline/frontends/tflite/TfLiteOp.h"

#include <map>

using namespace ingot::tflite;

std::string ingot::tflite::operatorPage() {
  std::map<std::string, BuiltinOperator> byName;
  for (BuiltinOperator code : schema::EnumValuesBuiltinOperator())
    byName[schema::EnumNameBuiltinOperator(code)] = code;
  std::string page = "| operator | floats, integers, booleans | quantised | "
                     "why not |\n| --- | --- | --- | --- |\n";
  const OperatorTable &table = operatorTable();
  for (const auto &[name, code] : byName) {
    auto mark = [&, code = code](bool quantized) {
      return table.findRow(code, quantized) ? "yes | " : "| ";
    };
    page += "| `" + name + "` | " + mark(false) + mark(true) +
            table.reasonWithoutRow(code).str();
    page += page.back() == ' ' ? "|\n" : " |\n";
  }
  return page;
}
