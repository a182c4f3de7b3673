//===- ModuleAttributes.h - what a model says beside its math ---*- C++ -*-===//
//
// Names of inputs and outputs, who wrote the model and with which operators:
// attributes that later stages carry to the manifest and to reports.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_FRONTENDS_MODULEATTRIBUTES_H
#define INGOT_PIPELINE_FRONTENDS_MODULEATTRIBUTES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

#include <map>
#include <string>

namespace ingot {

/// Of an argument or result of a function: the model's name of it, a string.
inline constexpr char kNameAttribute[] = "ingot.name";
/// Of a module: format, versions and producer in one line, a string.
inline constexpr char kProducerAttribute[] = "ingot.producer";
/// Of a module: how often each operator of the model occurs, a dictionary of
/// i64 by the model's names of operators.
inline constexpr char kOperatorsAttribute[] = "ingot.operators";

void setArgumentName(mlir::func::FuncOp function, unsigned index,
                     llvm::StringRef name);
void setResultName(mlir::func::FuncOp function, unsigned index,
                   llvm::StringRef name);
void setProducer(mlir::ModuleOp module, llvm::StringRef text);
void setOperatorCounts(mlir::ModuleOp module,
                       const std::map<std::string, int64_t> &counts);

} // namespace ingot

#endif // INGOT_PIPELINE_FRONTENDS_MODULEATTRIBUTES_H
