//===- Passes.h - passes of code generation ---------------------*- C++ -*-===//
//
// Declarations generated from Passes.td. Pipelines.h has the order.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CODEGEN_PASSES_H
#define INGOT_PIPELINE_CODEGEN_PASSES_H

#include "mlir/Pass/Pass.h"

#include <functional>
#include <memory>

namespace mlir {
class LLVMTypeConverter;
class ModuleOp;
class RewritePatternSet;
namespace func {
class FuncOp;
} // namespace func
} // namespace mlir

namespace ingot {

#define GEN_PASS_DECL
#include "pipeline/codegen/Passes.h.inc"

/// ingot-convert-to-llvm with patterns for ops that it does not know.
std::unique_ptr<mlir::Pass> createConvertToLLVM(
    std::function<void(mlir::LLVMTypeConverter &, mlir::RewritePatternSet &)>
        extraPatterns);

} // namespace ingot

#endif // INGOT_PIPELINE_CODEGEN_PASSES_H
