//===- Passes.h - transformations of the whole program ----------*- C++ -*-===//
//
// Factories and registration of the passes declared in Passes.td, and the
// pipelines of the phases that consist of them.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_TRANSFORMS_PASSES_H
#define INGOT_PIPELINE_TRANSFORMS_PASSES_H

#include "pipeline/conversion/TorchCustomOps/CustomForm.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

#include <cstdint>
#include <memory>
#include <string>

namespace ingot {

/// On a kernel's module: the op at its heart, and how often it is launched.
inline constexpr char kRootAttr[] = "ingot.root";
inline constexpr char kUsesAttr[] = "ingot.uses";

/// The function inside a kernel's module.
inline constexpr char kKernelFunction[] = "kernel";

/// The symbol of a kernel whose module's bytecode is `bytes`.
std::string kernelSymbol(llvm::StringRef bytes);

/// Forgets where ops came from, in all of `root`.
void stripLocations(mlir::Operation *root);

/// The bytecode that names a kernel: without locations and names.
std::string kernelBytes(mlir::ModuleOp kernel);

/// The phase `import`, after parsing: one kind of function, entry points that a
/// caller can call, payloads that can be trusted, sizes known as far as they
/// follow from the types of arguments. `argumentTypes`, in the text of MLIR,
/// are those of the entry point; none for the types it has. `legalOps` are the
/// operators of PyTorch that the target wants whole, `form` how those of them
/// that no conversion takes get their constants.
void buildImportPipeline(
    mlir::OpPassManager &pm, llvm::ArrayRef<std::string> argumentTypes = {},
    llvm::ArrayRef<std::string> legalOps = {},
    torch::CustomForm form = torch::CustomForm::AllOperands);

/// Frontends' own operators become those of StableHLO, as at the start of
/// `import`; what has no such form stays.
void buildStablehloPipeline(
    mlir::OpPassManager &pm, llvm::ArrayRef<std::string> legalOps,
    torch::CustomForm form = torch::CustomForm::AllOperands);

/// The same with TOSA.
void buildTosaPipeline(mlir::OpPassManager &pm,
                       llvm::ArrayRef<std::string> legalOps,
                       torch::CustomForm form);

/// Reports the operators of PyTorch that cannot be custom ops.
void buildCustomSurveyPipeline(mlir::OpPassManager &pm, torch::CustomForm form);

/// Smallest payload in bytes that leaves the program when a request names none.
inline constexpr uint64_t kDefaultConstantThreshold = 1024;

/// The phase `constants`.
void buildConstantsPipeline(mlir::OpPassManager &pm, uint64_t minBytes);

/// The phase `legalize`: to linalg, tensor, arith, math, scf, cf and func. Ends
/// with the report of what could not be brought there.
void buildLegalizePipeline(mlir::OpPassManager &pm);

/// The phase `plan`: host program and kernels.
void buildPlanPipeline(mlir::OpPassManager &pm);

#define GEN_PASS_DECL
#include "pipeline/transforms/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "pipeline/transforms/Passes.h.inc"

} // namespace ingot

#endif // INGOT_PIPELINE_TRANSFORMS_PASSES_H
