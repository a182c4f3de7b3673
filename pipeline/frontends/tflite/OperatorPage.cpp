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
    const Row *plain = table.findRow(code, false);
    const Row *quantized = table.findRow(code, true);
    page += "| `" + name + "` | ";
    page += plain ? "yes | " : "| ";
    page += !quantized           ? "| "
            : quantized == plain ? "as they are | "
                                 : "yes | ";
    page += table.reasonWithoutRow(code).str();
    page += page.back() == ' ' ? "|\n" : " |\n";
  }
  return page;
}
