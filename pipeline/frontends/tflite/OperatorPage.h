//===- OperatorPage.h - which operators are read ----------------*- C++ -*-===//

#ifndef INGOT_PIPELINE_FRONTENDS_TFLITE_OPERATORPAGE_H
#define INGOT_PIPELINE_FRONTENDS_TFLITE_OPERATORPAGE_H

#include <string>

namespace ingot::tflite {

/// The table of README.md, from the tables of rows: one line for each builtin
/// operator in the order of its name.
std::string operatorPage();

} // namespace ingot::tflite

#endif // INGOT_PIPELINE_FRONTENDS_TFLITE_OPERATORPAGE_H
