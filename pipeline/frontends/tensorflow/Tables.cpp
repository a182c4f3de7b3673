//===- Tables.cpp - the operators that are read ---------------------------===//

#include "pipeline/frontends/tensorflow/Tables.h"
#include "pipeline/frontends/tensorflow/Operator.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace ingot::tensorflow;
using llvm::StringRef;

llvm::ArrayRef<Rows (*)()> ingot::tensorflow::allTables() {
  static constexpr Rows (*kTables[])() = {
      structureRows,  controlFlowRows,  variableRows,  unaryRows,
      binaryRows,     reductionRows,    shapeRows,     rearrangementRows,
      sliceRows,      paddingRows,      creationRows,  gatherRows,
      productRows,    convolutionRows,  poolRows,      normalizationRows,
      activationRows, listRows,         scatterRows,   segmentRows,
      imageRows,      diagonalRows,     matrixRows,    fourierRows,
      sortRows,       quantizationRows, randomRows,    boxRows,
      colorRows,      gradientRows,     recurrentRows,
  };
  return kTables;
}

const Row *ingot::tensorflow::findRow(StringRef name) {
  static const llvm::StringMap<const Row *> kByName = [] {
    llvm::StringMap<const Row *> rows;
    for (Rows (*table)() : allTables())
      for (const Row &row : table())
        rows[row.name] = &row;
    return rows;
  }();
  return kByName.lookup(name);
}

llvm::ArrayRef<StringRef> ingot::tensorflow::allNames() {
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

unsigned ingot::tensorflow::firstPortOf(StringRef op, StringRef output) {
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

bool ingot::tensorflow::isHousekeeping(StringRef op) {
  static const llvm::StringSet<> kNames = {
      "DisableCopyOnRead",
      "MergeV2Checkpoints",
      "SaveV2",
      "ShardedFilename",
      "StaticRegexFullMatch",
      "StringJoin",
      "StringFormat",
      "StaticRegexReplace",
      "AsString",
      "Timestamp",
      "DestroyResourceOp",
      "AudioSummary",
      "HistogramSummary",
      "ImageSummary",
      "MergeSummary",
      "ScalarSummary",
      "TensorSummary",
      "WriteSummary",
      "TensorArrayCloseV3",
      "Abort",
      "StackCloseV2",
  };
  return kNames.contains(op);
}
