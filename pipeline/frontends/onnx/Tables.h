//===- Tables.h - all rows of the reader ------------------------*- C++ -*-===//

#ifndef INGOT_PIPELINE_FRONTENDS_ONNX_TABLES_H
#define INGOT_PIPELINE_FRONTENDS_ONNX_TABLES_H

#include "pipeline/frontends/onnx/OperatorTable.h"

#include "llvm/ADT/ArrayRef.h"

#include <vector>

namespace ingot::onnx::reader {

struct ExpansionRow;

/// Every row of the reader.
const OperatorTable &operatorTable();

/// Rows of expansions, sorted by domain and name.
std::vector<const ExpansionRow *> allExpansions();
/// The names of operators whose types are inferred, sorted.
llvm::ArrayRef<llvm::StringRef> inferredOperators();

} // namespace ingot::onnx::reader

#endif // INGOT_PIPELINE_FRONTENDS_ONNX_TABLES_H
