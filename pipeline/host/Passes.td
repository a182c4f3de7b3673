//===- Passes.td - passes of the host program --------------*- tablegen -*-===//

#ifndef INGOT_PIPELINE_HOST_PASSES_TD
#define INGOT_PIPELINE_HOST_PASSES_TD

include "mlir/Pass/PassBase.td"

def PrefixFunctions : Pass<"ingot-prefix-functions", "mlir::ModuleOp"> {
  let summary = "Give the program's functions names that no C symbol has";
  let description = [{
    A program may name a function `sinf`, `memcpy` or `ingot_executable_v1`.
    Later lowering calls the library's functions by these names and would find
    the program's, so those become `program.sinf` and so on: names with a dot
    are no C symbols, and all that lowering makes up starts otherwise.

    Needs: to run before anything that declares a function to call.
    Leaves: every function and its calls with the prefix.
    Cache key: no options.
  }];
}

def EmitEntryPoints : Pass<"ingot-emit-entry-points", "mlir::ModuleOp"> {
  let summary = "Emit the executable's table and one wrapper per entry point";
  let description = [{
    Reads the manifest from the module attribute `ingot.manifest` (protobuf text
    format), writes the table of proto/abi/executable.h as internal constants,
    the manifest as the section `.ingot.manifest`, and the one exported function
    `ingot_executable_v1`. Each entry point and initialiser gets a wrapper that unpacks
    `ingot_tensor`s, calls the function and packs its results. Every other
    function with a body becomes internal.

    Needs: the LLVM dialect throughout; every entry point and initialiser of
    the manifest defined under the name that `ingot-prefix-functions` gave it, taking the
    call context and memref descriptors.
    Leaves: a module to translate. The attribute is gone.
    Cache key: no options; the manifest is part of the link key.
  }];
  let dependentDialects = ["mlir::LLVM::LLVMDialect"];
}

#endif // INGOT_PIPELINE_HOST_PASSES_TD
