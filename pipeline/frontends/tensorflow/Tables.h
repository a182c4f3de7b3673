//===- Tables.h - the operators that are read -------------------*- C++ -*-===//
//
// A row is an operator: its name, the function that builds it, how many tensors
// it needs at least, and the names of its outputs if there are several, by
// which functions refer to them.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_FRONTENDS_TENSORFLOW_TABLES_H
#define INGOT_PIPELINE_FRONTENDS_TENSORFLOW_TABLES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace ingot::tensorflow {

class Operator;
class Results;

/// What one operator becomes.
struct Row {
  llvm::StringRef name;
  Results (*convert)(Operator &c);
  /// So many operands from the first on are tensors; the reader sees to it.
  unsigned tensors = 1;
  /// `values,indices`; empty for an operator of one output, or of one list.
  llvm::StringRef outputs = "";
};

/// Rows by operator. An importer is given one and knows no rows itself: those
/// of control flow import functions by it. Immutable; any thread.
class OperatorTable {
public:
  virtual ~OperatorTable() = default;

  /// Null if there is none.
  virtual const Row *findRow(llvm::StringRef name) const = 0;
  /// Names of all operators, in the order of the alphabet.
  virtual llvm::ArrayRef<llvm::StringRef> allNames() const = 0;
  /// The number of an operator's output, 0 if it has only one.
  virtual unsigned firstPortOf(llvm::StringRef op,
                               llvm::StringRef output) const = 0;
};

using Rows = llvm::ArrayRef<Row>;

Rows structureRows();
Rows controlFlowRows();
Rows unaryRows();
Rows besselRows();
Rows binaryRows();
Rows incompleteRows();
Rows reductionRows();
Rows shapeRows();
Rows rearrangementRows();
Rows sliceRows();
Rows paddingRows();
Rows creationRows();
Rows gatherRows();
Rows scatterRows();
Rows segmentRows();
Rows productRows();
Rows convolutionRows();
Rows poolRows();
Rows normalizationRows();
Rows activationRows();
Rows imageRows();
Rows boxRows();
Rows colorRows();
Rows gradientRows();
Rows poolGradientRows();
Rows matrixRows();
Rows matrixFunctionRows();
Rows diagonalRows();
Rows fourierRows();
Rows sortRows();
Rows randomRows();
Rows quantizationRows();
Rows listRows();
Rows variableRows();
Rows recurrentRows();

/// All tables.
llvm::ArrayRef<Rows (*)()> allTables();
/// Every row of the reader.
const OperatorTable &operatorTable();

} // namespace ingot::tensorflow

#endif // INGOT_PIPELINE_FRONTENDS_TENSORFLOW_TABLES_H
