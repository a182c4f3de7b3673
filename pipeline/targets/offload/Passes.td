//===- Passes.td - passes that hand ops to libraries -------*- tablegen -*-===//

#ifndef INGOT_TARGETS_OFFLOAD_PASSES_TD
#define INGOT_TARGETS_OFFLOAD_PASSES_TD

include "mlir/Pass/PassBase.td"

def PreferOffload : Pass<"ingot-prefer-offload", "mlir::ModuleOp"> {
  let summary = "Say that libraries need not be there at run time";
  let description = [{
    What `ingot-offload` hands to a library is compiled as well, and whoever
    loads the executable without the library runs that. `ingot compile --offload
    prefer` is this pass at the point `offload` of its target, and at `decompose`
    if `ingot-offload` is there. It runs before others.

    Needs: nothing.
    Leaves: `ingot.prefer_offload` on each function, which `ingot-offload` takes
    away.
    Cache key: no options.
  }];
}

def OffloadToLibrary : Pass<"ingot-offload", "mlir::ModuleOp"> {
  let summary = "Hand ops to a library that computes them faster";
  let description = [{
    Every op that a row of the library's table takes (LibraryTable.h), and that
    is as large as the row says, becomes a call of the library's function with
    what the function takes along: a pad in front, elementwise ops behind. Where
    functions of several libraries take one, the cheapest by estimate
    (ChoosePlacement.h) does. All else stays for kernels of our own.

    Needs: for rows of structured ops, tensors, producers fused into their
    readers, layouts chosen: the point `plan` of a target; for rows of TOSA's
    ops and of composites the point `decompose`. The target lists the library if
    a loader is to find it.
    Leaves: `ingot.custom` named as the function. In functions that are marked
    by `ingot-prefer-offload` it stands in a branch on `LIBRARY.present`, whose
    other side has the ops as they were. Definitions of composites that nothing
    uses any more are gone. In functions that are marked by
    `ingot-explain-placement`, a remark at each op says who computes it.
    Cache key: `library`, `vector-bits` and `all` change what is offloaded.
  }];
  let options = [
    Option<"library", "library", "std::string", "",
           "Which library: the name of its table; several, separated by '+'">,
    Option<"vectorBits", "vector-bits", "unsigned", "512",
           "Bits of the vectors that kernels of our own have, 128, 256 or 512">,
    Option<"all", "all", "bool", "false",
           "Whatever the library can compute, faster or not: to measure">
  ];
  let statistics = [
    Statistic<"numCalls", "calls", "Calls of the library">
  ];
}

#endif // INGOT_TARGETS_OFFLOAD_PASSES_TD
