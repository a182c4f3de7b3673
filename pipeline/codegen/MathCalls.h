//===- MathCalls.h - calls of the mathematical library ----------*- C++ -*-===//

#ifndef INGOT_PIPELINE_CODEGEN_MATHCALLS_H
#define INGOT_PIPELINE_CODEGEN_MATHCALLS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"

namespace ingot {

/// Makes calls of functions of pipeline/mathlib in one module, declaring each
/// when it is first called. Their bodies arrive when the module is translated
/// to LLVM IR.
class MathCalls {
public:
  explicit MathCalls(mlir::ModuleOp module) : symbols_(module) {}

  /// Calls `name` (without the library's prefix; with an f behind it for f32)
  /// at the builder's place.
  mlir::ValueRange call(mlir::OpBuilder &builder, mlir::Location loc,
                        llvm::StringRef name, mlir::TypeRange results,
                        mlir::ValueRange arguments);

private:
  mlir::SymbolTable symbols_;
};

} // namespace ingot

#endif // INGOT_PIPELINE_CODEGEN_MATHCALLS_H
