//===- Tables.cpp - the operators that are read ---------------------------===//
//
// Above the importer and the rows, below who reads a model. A new file of rows
// is a name in this list.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tensorflow/Tables.h"
#include "pipeline/frontends/tensorflow/Operator.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace ingot::tensorflow;
using llvm::StringRef;

llvm::ArrayRef<Rows (*)()> ingot::tensorflow::allTables() {
  static constexpr Rows (*kTables[])() = {
      structureRows,     besselRows,         controlFlowRows,  variableRows,
      unaryRows,         binaryRows,         reductionRows,    shapeRows,
      rearrangementRows, sliceRows,          paddingRows,      creationRows,
      gatherRows,        productRows,        convolutionRows,  poolRows,
      normalizationRows, activationRows,     listRows,         scatterRows,
      segmentRows,       imageRows,          diagonalRows,     matrixRows,
      fourierRows,       sortRows,           quantizationRows, randomRows,
      boxRows,           colorRows,          gradientRows,     poolGradientRows,
      recurrentRows,     matrixFunctionRows, incompleteRows,
  };
  return kTables;
}

static const Row *findRow(StringRef name) {
  static const llvm::StringMap<const Row *> kByName = [] {
    llvm::StringMap<const Row *> rows;
    for (Rows (*table)() : allTables())
      for (const Row &row : table())
        rows[row.name] = &row;
    return rows;
  }();
  return kByName.lookup(name);
}

static llvm::ArrayRef<StringRef> allNames() {
  static const std::vector<StringRef> kNames = [] {
    std::vector<StringRef> names;
    for (Rows (*table)() : allTables())
      for (const Row &row : table())
        names.push_back(row.name);
    llvm::sort(names);
    return names;
  }();
  return kNames;
}

static unsigned firstPortOf(StringRef op, StringRef output) {
  const Row *row = findRow(op);
  if (!row)
    return 0;
  StringRef rest = row->outputs;
  for (unsigned port = 0; !rest.empty(); ++port) {
    auto [name, others] = rest.split(',');
    if (name == output)
      return port;
    rest = others;
  }
  return 0;
}

namespace {
/// The table of this folder.
class AllOperators final : public OperatorTable {
public:
  const Row *findRow(StringRef name) const override { return ::findRow(name); }
  llvm::ArrayRef<StringRef> allNames() const override { return ::allNames(); }
  unsigned firstPortOf(StringRef op, StringRef output) const override {
    return ::firstPortOf(op, output);
  }
};
} // namespace

const OperatorTable &ingot::tensorflow::operatorTable() {
  static const AllOperators kTable;
  return kTable;
}
