//===- OperatorTable.h - what an importer knows of operators ----*- C++ -*-===//
//
// Rows of control flow import graphs, so the importer must not know the rows:
// it is given this interface, and whoever reads a model brings the table.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_FRONTENDS_ONNX_OPERATORTABLE_H
#define INGOT_PIPELINE_FRONTENDS_ONNX_OPERATORTABLE_H

#include "pipeline/frontends/onnx/Node.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace ingot::onnx::reader {

class Importer;
struct InferenceRow;

/// Rows by operator. Immutable; any thread.
class OperatorTable {
public:
  virtual ~OperatorTable() = default;

  /// True if the operator is made of others (Expansion.h).
  virtual bool isExpanded(llvm::StringRef domain, llvm::StringRef op) const = 0;
  /// Makes what takes the node's place. REQUIRES: isExpanded().
  virtual mlir::LogicalResult expand(Importer &importer, Node &node,
                                     std::vector<Val> &results) const = 0;
  /// Null if nothing infers the operator's types. Of ai.onnx.
  virtual const InferenceRow *findInference(llvm::StringRef op) const = 0;
  /// True of ai.onnx, and of a domain that has rows.
  virtual bool isKnownDomain(llvm::StringRef domain) const = 0;
  /// Why an operator of ONNX has no row, and what would do; empty if it has one
  /// or is no operator.
  virtual llvm::StringRef reasonWithoutRow(llvm::StringRef domain,
                                           llvm::StringRef op) const = 0;
  /// What a name that was not found may have meant: operators of ai.onnx that
  /// are inferred, and those of the domain that are expanded.
  virtual llvm::SmallVector<llvm::StringRef>
  namesNear(llvm::StringRef domain) const = 0;
};

} // namespace ingot::onnx::reader

#endif // INGOT_PIPELINE_FRONTENDS_ONNX_OPERATORTABLE_H
