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

def PlanMemory : Pass<"ingot-plan-memory", "mlir::func::FuncOp"> {
  let summary = "Give the buffers of a call places in one arena";
  let description = [{
    Buffers of known size that their own block allocates and releases become
    views of one block of memory, which the function allocates first and
    releases last; those that are never alive at the same time may lie on each
    other. The other buffers are released right after their last use.

    Needs: memrefs; allocations with their releases.
    Leaves: at most one allocation of known size per call, but for results and
    for buffers that loops carry; `ingot.arena_bytes` on a function that has an
    arena. A larger arena than `max-bytes` is an error.
    Cache key: `max-bytes`.
  }];
  let options = [Option<"maxBytes", "max-bytes", "uint64_t", "0",
                        "The most bytes of an arena; 0 for any number">];
  let dependentDialects = ["mlir::arith::ArithDialect",
                           "mlir::memref::MemRefDialect"];
  let statistics = [Statistic<"numPlanned", "num-planned",
                              "Buffers that got a place in an arena">];
}

def EmitEntryPoints : Pass<"ingot-emit-entry-points", "mlir::ModuleOp"> {
  let summary = "Emit the executable's table and one wrapper per entry point";
  let description = [{
    Reads the manifest from the module attribute `ingot.manifest` (protobuf text
    format), writes the table of proto/abi/executable.h as internal constants,
    the manifest as the section `.ingot.manifest`, and the one exported function
    `ingot_executable_v1`. Each entry point and initialiser gets a wrapper that unpacks
    `ingot_tensor`s, does what the function does and packs its results. Its body
    moves there; a function that others call stays, is called, and becomes
    internal as every other one with a body does. `ingot.arena_bytes` of the functions
    goes into the manifest.

    Needs: the LLVM dialect throughout; every entry point and initialiser of
    the manifest defined under the name that `ingot-prefix-functions` gave it, taking the
    call context and memref descriptors.
    Leaves: a module to translate. The attribute is gone.
    Cache key: no options; the manifest is part of the link key.
  }];
  let dependentDialects = ["mlir::LLVM::LLVMDialect"];
}

#endif // INGOT_PIPELINE_HOST_PASSES_TD
