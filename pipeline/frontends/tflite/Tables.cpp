//===- Tables.cpp - the list of all rows ----------------------------------===//
//
// Above the converter and the rows, below who reads a model. Operators without
// a row stand here with the reason, so that every builtin operator has one or
// the other; a test counts them.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tflite/TfLiteOp.h"

#include <map>

using namespace mlir;
using namespace ingot::tflite;

using RowMap = std::map<BuiltinOperator, const Row *>;

static RowMap mapOf(ArrayRef<ArrayRef<Row>> tables) {
  RowMap rows;
  for (ArrayRef<Row> table : tables)
    for (const Row &row : table)
      rows[row.code] = &row;
  return rows;
}

static const RowMap &floatRows() {
  static const RowMap rows =
      mapOf({binary(), blocks(), controlFlow(), creation(), customOps(),
             signals(), stablehloRows(), suppression(), lstm(), recurrent(),
             resize(), elementwise(), indexing(), products(), reductions(),
             shapes(), slices(), variables(), windows()});
  return rows;
}

/// Each file of quantised kernels has a line here.
static const RowMap &quantizedRows() {
  static const RowMap rows =
      mapOf({quantizedActivations(), quantizedConversions(),
             quantizedConvolutions(), quantizedElementwise(),
             quantizedMatrices(), quantizedLstm(), quantizedReductions(),
             quantizedResize(), quantizedSoftmax(), quantizedSvdf()});
  return rows;
}

static const Row *lookUp(const RowMap &rows, BuiltinOperator code) {
  auto found = rows.find(code);
  return found == rows.end() ? nullptr : found->second;
}

static const Row *findRow(BuiltinOperator code, bool quantized) {
  if (!quantized)
    return lookUp(floatRows(), code);
  if (const Row *row = lookUp(quantizedRows(), code))
    return row;
  const Row *row = lookUp(floatRows(), code);
  return row && row->movesOnly ? row : nullptr;
}

static StringRef reasonWithoutRow(BuiltinOperator code) {
  if (lookUp(floatRows(), code) || lookUp(quantizedRows(), code))
    return "";
  switch (code) {
  case BuiltinOperator::DELEGATE:
    return "a delegate's own code is not in the file; give the model before it "
           "was delegated";
  case BuiltinOperator::PLACEHOLDER_FOR_GREATER_OP_CODES:
    return "it is a placeholder and no operator";
  case BuiltinOperator::LSH_PROJECTION:
    return "it hashes with a function that is TFLite's own";
  case BuiltinOperator::SKIP_GRAM:
  case BuiltinOperator::HASHTABLE:
  case BuiltinOperator::HASHTABLE_FIND:
  case BuiltinOperator::HASHTABLE_IMPORT:
  case BuiltinOperator::HASHTABLE_SIZE:
    return "it works on strings, which no tensor holds; look words up before "
           "the model";
  case BuiltinOperator::CONCAT_EMBEDDINGS:
    return "TFLite has no kernel for it";
  case BuiltinOperator::STABLEHLO_CONVOLUTION:
  case BuiltinOperator::STABLEHLO_CUSTOM_CALL:
    return "TFLite's op of StableHLO is not read; give the StableHLO program";
  default:
    return "it has no row yet";
  }
}

namespace {
/// The table of this folder.
class AllOperators final : public OperatorTable {
public:
  const Row *findRow(BuiltinOperator code, bool quantized) const override {
    return ::findRow(code, quantized);
  }
  StringRef reasonWithoutRow(BuiltinOperator code) const override {
    return ::reasonWithoutRow(code);
  }
};
} // namespace

const OperatorTable &ingot::tflite::operatorTable() {
  static const AllOperators kTable;
  return kTable;
}
