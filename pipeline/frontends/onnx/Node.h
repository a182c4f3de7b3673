//===- Node.h - an operator with its operands -------------------*- C++ -*-===//

#ifndef INGOT_PIPELINE_FRONTENDS_ONNX_NODE_H
#define INGOT_PIPELINE_FRONTENDS_ONNX_NODE_H

#include "pipeline/frontends/onnx/Value.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/OperationSupport.h"

#include <map>

namespace ingot::onnx::reader {

struct Scope;

/// A node of a graph, or one that an expansion makes.
struct Node {
  Node(llvm::StringRef op, mlir::Location loc) : op(op), loc(loc) {}

  std::string op;
  std::string domain;  ///< Empty for ai.onnx.
  int64_t version = 0; ///< Of the domain's operator set.
  mlir::Location loc;
  std::vector<Val> inputs; ///< Null for one that is left out.
  /// Numbers, strings, lists and tensors, under the format's names.
  mlir::NamedAttrList attributes;
  /// Attributes that are graphs.
  std::map<std::string, const proto::GraphProto *> graphs;
  /// Attributes that are types.
  std::map<std::string, const proto::TypeProto *> types;
  /// Names of the results; empty for one that nobody wants.
  std::vector<std::string> outputs;
  Scope *scope = nullptr; ///< Where its graphs find outer names.

  /// The operator with its domain, as messages and counts write it.
  std::string fullName() const {
    return domain.empty() ? op : domain + "." + op;
  }
};

} // namespace ingot::onnx::reader

#endif // INGOT_PIPELINE_FRONTENDS_ONNX_NODE_H
