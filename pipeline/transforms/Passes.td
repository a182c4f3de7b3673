//===- Passes.td - transformations of the whole program ----*- tablegen -*-===//

#ifndef INGOT_PIPELINE_TRANSFORMS_PASSES_TD
#define INGOT_PIPELINE_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def Canonicalize : Pass<"ingot-canonicalize", "mlir::ModuleOp"> {
  let summary = "Canonicalise where anything has changed";
  let description = [{
    Upstream's canonicalisation, but for two things. Runs of it that stand in one
    pipeline on modules, with other passes between them, skip a module that none of
    those passes has changed. Blocks are merged, and arguments of blocks dropped, only
    if a region has several blocks.

    Needs: nothing.
    Leaves: canonical ops.
    Cache key: no options.
  }];
}

def LegalizeTosa : Pass<"ingot-legalize-tosa", "mlir::ModuleOp"> {
  let summary = "Lower TOSA, where there is any, as far as it goes";
  let description = [{
    Upstream's decompositions, shapes, broadcasts and control flow, and
    `ingot-convert-tosa`. Without an op of TOSA nothing of that runs.

    Needs: signless integers.
    Leaves: no TOSA op but those that no pattern takes; a program without any as it
    was.
    Cache key: no options.
  }];
}

def InlineCalls : Pass<"ingot-inline-calls", "mlir::ModuleOp"> {
  let summary = "Inline functions, where any is called, and drop unused symbols";
  let description = [{
    Upstream's inliner, without passes on callees, and symbol elimination. Both ask
    for the users of every symbol, so the one runs only where there is a call and the
    other only where a symbol is private.

    Needs: canonical callees.
    Leaves: no call that can be inlined, no private symbol without a user.
    Cache key: no options.
  }];
}

def CheckPayloads : Pass<"ingot-check-payloads", "mlir::ModuleOp"> {
  let summary = "Refuse dense attributes whose bytes do not fit their type";
  let description = [{
    Bytecode can carry a dense attribute with fewer bytes than its type needs
    (MLIR 22 does not check), and reading it would read memory that belongs to
    something else. Resources can be absent or of the wrong size.

    Needs: nothing; runs before anything looks at a payload.
    Leaves: the module as it was, every payload as large as its type says.
    Cache key: no options.
  }];
}

def CheckSizes : Pass<"ingot-check-sizes", "mlir::ModuleOp"> {
  let summary = "Refuse tensors whose number of bytes 63 bits cannot hold";
  let description = [{
    The number of elements of such a type wraps around, to 0 among others, and
    passes would take the tensor for an empty or a small one.

    Needs: nothing; runs before anything multiplies sizes.
    Leaves: the module as it was.
    Cache key: no options.
  }];
}

def CheckTorchState : Pass<"ingot-check-torch-state", "mlir::ModuleOp"> {
  let summary = "Refuse programs of TorchScript that keep state or objects";
  let description = [{
    Global slots, classes and objects are what torch-mlir's importer of
    TorchScript leaves when it was not told to inline them. The error says what
    to export instead.

    Needs: nothing.
    Leaves: the module as it was, without ops of ModuleOps.td of the torch
    dialect.
    Cache key: no options.
  }];
}

def RecognizeTorchOperators
    : Pass<"ingot-recognize-torch-operators", "mlir::ModuleOp"> {
  let summary = "Turn torch.operator with a known name into that operator";
  let description = [{
    Importers write `torch.operator "torch.aten.diag"` for what their own dialect
    does not have. Later passes match ops by their names.

    Needs: nothing.
    Leaves: every `torch.operator` whose name the table of operators has, and
    whose operands and results fit its schema, as that op; `detach_` of a value as
    `torch.aten.detach`; a rank for the result of an operator that can have but
    one.
    Cache key: no options.
  }];
}

def ReturnMutatedArguments
    : Pass<"ingot-return-mutated-arguments", "mlir::ModuleOp"> {
  let summary = "Give back what a PyTorch program writes into its arguments";
  let description = [{
    An executable does not write what the caller gave. The value that an
    argument of type `!torch.tensor` holds at the end, if
    `torch.overwrite.tensor.contents` wrote it, becomes one more result of the
    entry point. These results stand behind the program's own, in the order of
    the arguments.

    Needs: nothing.
    Leaves: entry points with these results. A function that writes within a
    branch or a loop is refused.
    Cache key: no options.
  }];
}

def RestoreAdaptivePools
    : Pass<"ingot-restore-adaptive-pools", "mlir::ModuleOp"> {
  let summary = "Take torch-mlir's fixed windows for the adaptive ones they were";
  let description = [{
    torch-mlir writes adaptive pooling as pooling with fixed windows, which is
    right only where the sizes divide. Where they do not, and are known, a false
    assertion of its own stands before the pool, or the type of the result
    contradicts the windows. The adaptive operator is what the program meant.
    Windows of one element over a size that is not known, with a result of a
    known size, are taken for adaptive ones as well: wherever the windows are
    right, both give the same.

    Needs: `ingot-recognize-torch-operators`.
    Leaves: such pools as adaptive ones, without these assertions.
    Cache key: no options.
  }];
}

def WholeByteConstants
    : Pass<"ingot-whole-byte-constants", "mlir::ModuleOp"> {
  let summary = "Keep constants of four bits and the like in whole bytes";
  let description = [{
    The ABI of executables has no elements of four bits. So a constant of such
    integers, or of f4E2M1FN, that would leave the code becomes one of the
    integers in which MLIR stores each element, and `arith.trunci` and
    `arith.bitcast` behind it; immutable globals likewise. A `stablehlo.constant`
    of unsigned elements becomes a signless one, with
    `stablehlo.bitcast_convert` behind it; so does a global of
    `#ml_program.extern` that no op of TOSA reads. External ones have no other
    form, so they do whatever their size. All of that stands in the entry block
    of the function, where it is computed once.

    Needs: `ingot-check-payloads`.
    Leaves: constants of at least `min-bytes` bytes, but for splats, of elements
    that `ingot-externalize-constants` moves. Other floats below eight bits, and
    integers that MLIR stores in three bytes or in more than eight, stay; so do
    quantised constants, and those of no element of the ABI that a reduction of
    linalg or a `stablehlo.dot_general` reads as they are.
    Cache key: `min-bytes` changes the output.

    ```mlir
    %0 = arith.constant dense<[1, -2, 3, -4]> : tensor<4xi4>
    // becomes, at min-bytes=4
    %1 = arith.constant dense<[1, -2, 3, -4]> : tensor<4xi8>
    %0 = arith.trunci %1 : tensor<4xi8> to tensor<4xi4>
    ```
  }];
  let options = [Option<"minBytes", "min-bytes", "uint64_t", "1024",
                        "Smallest payload that becomes another, in bytes">];
  let dependentDialects = ["mlir::arith::ArithDialect",
                           "ingot::stablehlo::StablehloDialect"];
}

def ExternalizeConstants
    : Pass<"ingot-externalize-constants", "mlir::ModuleOp"> {
  let summary = "Move large constants into immutable globals, small ones out";
  let description = [{
    A constant of at least `min-bytes` bytes that is not a splat becomes an
    immutable `ml_program.global` and a load of it; equal ones share a global.
    The other way round, an immutable global that is smaller or a splat becomes
    constants where it is loaded, so that code can be specialised to it.
    Operands that TOSA's lowering must know (the multipliers and shifts of
    `tosa.rescale`) are constants whatever their size.

    Needs: `ingot-check-payloads`.
    Leaves: `arith.constant` and `tosa.const` below `min-bytes`, splats, and
    what must be known; every other constant is a global.
    Cache key: `min-bytes` changes the output.

    ```mlir
    %0 = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
    // becomes, at min-bytes=16
    ml_program.global private @constant_0(dense<[1, 2, 3, 4]> : tensor<4xi32>)
        : tensor<4xi32>
    %0 = ml_program.global_load_const @constant_0 : tensor<4xi32>
    ```
  }];
  let options = [Option<"minBytes", "min-bytes", "uint64_t", "1024",
                        "Smallest payload that is moved out, in bytes">];
  let statistics = [Statistic<"numMoved", "num-moved",
                              "Constants replaced by a load">];
  let dependentDialects = ["mlir::ml_program::MLProgramDialect",
                           "mlir::arith::ArithDialect"];
}

def RefineShapes : Pass<"ingot-refine-shapes", "mlir::ModuleOp"> {
  let summary = "Follow sizes that are known through StableHLO's dynamic ops";
  let description = [{
    A program for any size is made one for the sizes of its arguments: those its
    entry point has, or `argument-types`, in which a tuple stands for as many and
    `none` for no argument. Ops on constant sizes become constants,
    dynamic ops their static forms, all others get the types that follow, in
    loops and branches too. A function is copied for each combination of types
    and constant sizes it is called with. A `shape_assertion` goes if it holds
    and fails the program, with its message, if not.

    Does nothing to a program without dynamic ops. What stays dynamic stays
    valid.

    Needs: the entry point, the public function `main` or the only public one,
    if types are given.
    Leaves: ops of other dialects as they were, on casts of what was refined.
    Cache key: `argument-types` changes the output.

    ```mlir
    func.func @main(%a: tensor<?x4xf32>) -> tensor<?xf32> {
      %n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
      %0 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
      %1 = stablehlo.dynamic_iota %0, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
      return %1 : tensor<?xf32>
    }
    // becomes, at argument-types=tensor<2x4xf32>
    func.func @main(%a: tensor<2x4xf32>) -> tensor<2xf32> {
      %1 = stablehlo.iota dim = 0 : tensor<2xf32>
      return %1 : tensor<2xf32>
    }
    ```
  }];
  let options = [ListOption<"argumentTypes", "argument-types", "std::string",
                            "Types of the entry point's arguments, in order">];
  let dependentDialects = ["ingot::stablehlo::StablehloDialect",
                           "mlir::tensor::TensorDialect"];
}

def DecomposeComposites
    : Pass<"ingot-decompose-composites", "mlir::ModuleOp"> {
  let summary = "Expand ops that stand for several simpler ones";
  let description = [{
    `tensor.concat`, `linalg.softmax`, `linalg.pack`, `linalg.unpack` and other
    aggregates become structured ops, fills and slices; pads of a negative width
    become slices; arithmetic on whole tensors becomes `linalg.generic`, and what
    is said of integers without dimensions `arith` between `tensor.extract` and
    `tensor.from_elements`; named ops
    without a reduction (transpose, broadcast, map, elementwise) become
    `linalg.generic`, because fusion knows no other. A `linalg.generic` that leaves
    elements of its init as they are reads it from here on.

    Needs: no TOSA.
    Leaves: structured ops that can be planned.
    Cache key: no options.
  }];
  let dependentDialects = ["mlir::affine::AffineDialect",
                           "mlir::arith::ArithDialect",
                           "mlir::linalg::LinalgDialect",
                           "mlir::tensor::TensorDialect",
                           "mlir::scf::SCFDialect",
                           "mlir::math::MathDialect"];
}

def WidenSmallFloats : Pass<"ingot-widen-small-floats", "mlir::ModuleOp"> {
  let summary = "Compute in f32 what is written for floats of eight bits or four";
  let description = [{
    No machine has arithmetic on f8 and f4. Each op of `arith` and `math` on them
    becomes one on f32 between `arith.extf` and `arith.truncf`, which code
    generation knows how to expand; every single result is rounded as it was.

    Needs: `ingot-decompose-composites`, so that all arithmetic stands in bodies.
    Leaves: small floats as values that are loaded, stored, selected and converted.
    Cache key: no option.
  }];
  let dependentDialects = ["mlir::arith::ArithDialect",
                           "mlir::math::MathDialect"];
}

def CheckSupported : Pass<"ingot-check-supported", "mlir::ModuleOp"> {
  let summary = "Report everything that cannot be lowered";
  let description = [{
    Emits one error for each op and type that code generation does not take, at
    its location, and fails after the last and not at the first.

    Needs: legalization.
    Leaves: the module as it was.
    Cache key: no options.
  }];
}

def CheckElementTypes : Pass<"ingot-check-element-types", "mlir::ModuleOp"> {
  let summary = "Report ops on tensors of types that a target does not take";
  let description = [{
    Emits one error for each op with an operand or result of an element type that
    is not listed, and names the listed type that is most like it. `index`, `i1`
    and tensors without elements of their own to store are always taken.

    Needs: nothing.
    Leaves: the module as it was.
    Cache key: `types`.
  }];
  let options = [ListOption<"types", "types", "std::string",
                            "Element types as MLIR writes them">];
}

def AssertShapes : Pass<"ingot-assert-shapes", "mlir::ModuleOp"> {
  let summary = "Check at run time what sizes and indices the types leave open";
  let description = [{
    A program with dynamic shapes may be called with sizes that do not fit
    together. In front of every op whose operands' sizes, indices or slices are not
    known, `cf.assert` says what must hold; its message names the op and its line.
    An operand of a structured op that is read at a sum of loops must reach as
    far as the loops do. The sizes of what is allocated do not multiply to more
    than memory has. Ops inside of the bodies of structured ops are not checked:
    who builds such a body puts assertions in front of it.

    Needs: tensors, no buffers.
    Leaves: the same program with assertions.
    Cache key: no option.
  }];
  let dependentDialects = ["mlir::arith::ArithDialect",
                           "mlir::cf::ControlFlowDialect",
                           "mlir::tensor::TensorDialect"];
}

def DropUnitGroups : Pass<"ingot-drop-unit-groups", "mlir::ModuleOp"> {
  let summary = "Make a convolution of one channel a group depthwise";
  let description = [{
    A convolution with groups of one channel or one filter loses the loops over
    them, and the reshapes that split channels into groups for it.

    Needs: structured ops on tensors.
    Leaves: linalg.generic in place of such convolutions.
    Cache key: no options.
  }];
  let dependentDialects = ["mlir::linalg::LinalgDialect",
                           "mlir::affine::AffineDialect",
                           "mlir::tensor::TensorDialect"];
}

def GroupReshapes : Pass<"ingot-group-reshapes", "mlir::ModuleOp"> {
  let summary = "Split or merge dimensions where a reshape gives sizes as values";
  let description = [{
    A `tensor.reshape` whose sizes are those of its operand, in groups, becomes a
    `tensor.expand_shape` or `tensor.collapse_shape`: an unknown size stays as it is
    beside sizes of 1 or is multiplied by known ones.

    Needs: sizes of results resolved to values; reshapes that keep the number of elements.
    Leaves: fewer tensor.reshape.
    Cache key: no options.
  }];
  let dependentDialects = ["mlir::affine::AffineDialect",
                           "mlir::arith::ArithDialect",
                           "mlir::tensor::TensorDialect"];
}

def ResolveSizes : Pass<"ingot-resolve-sizes", "mlir::ModuleOp"> {
  let summary = "Say sizes of results by sizes of operands";
  let description = [{
    A `tensor.dim` of an op's result becomes what the op says of its result's sizes
    (`ReifyRankedShapedTypeOpInterface`), and one of a tensor that a loop carries
    without changing its sizes is one of what goes into the loop. What is left is of
    arguments, of results of control flow, and of sizes that only the run knows.

    Needs: regions of one block, or blocks in the order of their dominance.
    Leaves: the same values; ops that nobody asks for their sizes.
    Cache key: no options.
  }];
  let dependentDialects = ["mlir::affine::AffineDialect",
                           "mlir::arith::ArithDialect",
                           "mlir::tensor::TensorDialect"];
}

def CancelReshapes : Pass<"ingot-cancel-reshapes", "mlir::ModuleOp"> {
  let summary = "Do elementwise ops between a reshape and its inverse without both";
  let description = [{
    Where an elementwise op reads what a `tensor.collapse_shape` merges, and a
    `tensor.expand_shape` alone splits its result the same way, or the other way round, the
    op runs along the dimensions outside of the two. The second reshape is gone, and the
    first one unless something else reads it. Of the op's inputs only one may have these
    dimensions, with at most one unknown size in each group. An elementwise op that broadcasts
    along unit dimensions, of size 1, which are dropped behind it, does not. A keepdims
    reduction into a new tensor becomes one without them and an expand, which cancels out with
    a collapse where there is one.

    Needs: linalg ops on tensors; sizes of results resolved to values.
    Leaves: the same values; fewer reshapes, but for one behind a keepdims reduction whose
    readers need its unit dimensions.
    Cache key: no options.
  }];
  let dependentDialects = ["mlir::affine::AffineDialect",
                           "mlir::arith::ArithDialect",
                           "mlir::linalg::LinalgDialect",
                           "mlir::tensor::TensorDialect"];
}

def ChooseLayouts : Pass<"ingot-choose-layouts", "mlir::ModuleOp"> {
  let summary = "Arrange tensors as convolutions read them best";
  let description = [{
    Each convolution chooses between channels last, which runs vectors along its
    filters, and channels first, which runs them along the width of the map; the
    filter is arranged to fit. Elementwise ops, poolings, reductions, pads and
    slices around it follow the layout of what they read, so that copies are left
    at the ends of a network only. A transpose of the program is one more
    arrangement and often vanishes.

    Needs: structured ops on tensors, before any is fused.
    Leaves: the same values, but that a convolution may sum its terms in another
    order; arranging copies as linalg.generic, those of filters as ops of their
    own.
    Cache key: `vector-bits`, which says how many filters fill a vector; 0 does
    nothing.
  }];
  let options = [Option<"vectorBits", "vector-bits", "unsigned", "128",
                        "Width of the vector registers; 0 for none">];
  let dependentDialects = ["mlir::linalg::LinalgDialect",
                           "mlir::affine::AffineDialect",
                           "mlir::arith::ArithDialect",
                           "mlir::tensor::TensorDialect"];
}

def PackWeights : Pass<"ingot-pack-weights", "mlir::ModuleOp"> {
  let summary = "Make panels of constants that products read";
  let description = [{
    Products of bytes and of bf16 (`pipeline/codegen/MatrixProduct.h`) whose right
    operand constants decide read panels of it, which ops in front of them make:
    kernels of constants, for `ingot-hoist-initialisers`. So do the sums that the
    left operand's zero point is multiplied with. `ingot-tile-products` knows the
    map by which such a product reads. Products of floats have panels as wide as a
    register tile (`ColumnPanels.h`), which `ingot-split-columns` knows; constants
    that have the sums side by side are turned for these, or alone.

    Needs: linalg ops on tensors, layouts that are chosen.
    Leaves: the same values, but sums of floats in the loops' order where constants
    were turned; what does not pay, untouched.
    Cache key: `bytes`, `bfloats`, `dots` and `bfloat-dots`, as of
    `ingot-tile-products`; `vector-bits`.
  }];
  let options = [Option<"bytes", "bytes", "bool", "false",
                        "Take products of bytes">,
                 Option<"bfloats", "bfloats", "bool", "false",
                        "Take products of bf16">,
                 Option<"dots", "dots", "std::string", "",
                        "Instruction for products of bytes (ProductInstructions.h)">,
                 Option<"bfloatDots", "bfloat-dots", "std::string", "",
                        "The same for products of bf16">,
                 Option<"vectorBits", "vector-bits", "unsigned", "0",
                        "Width of the vector registers that multiply floats; "
                        "0 for no panels of floats">];
  let dependentDialects = ["mlir::linalg::LinalgDialect",
                           "mlir::affine::AffineDialect",
                           "mlir::arith::ArithDialect",
                           "mlir::tensor::TensorDialect"];
}

def FuseProducers : Pass<"ingot-fuse-producers", "mlir::ModuleOp"> {
  let summary = "Fuse chains of elementwise ops where nothing is done twice";
  let description = [{
    Merges an elementwise `linalg.generic` into its only user. A producer that
    the user reads more than once per element (a broadcast, an operand of a
    contraction) is merged only if recomputing it costs next to nothing. What
    makes bytes wider is merged into a sum or an extremum of windows that do not
    overlap.

    A `tensor.extract` in a body that takes the element at the place of the loops
    becomes an operand first; so does the broadcast of unknown sizes that turns
    out to be none. One that reads the result of an elementwise op computes the
    element instead, if no more of them are wanted than the op makes.

    Needs: `ingot-decompose-composites`, sizes that were resolved to values.
    Leaves: the same values.
    Cache key: no options.
  }];
  let dependentDialects = ["mlir::linalg::LinalgDialect",
                           "mlir::affine::AffineDialect"];
}

def AssignTargets : Pass<"ingot-assign-targets", "mlir::ModuleOp"> {
  let summary = "Give functions and ops to several targets";
  let description = [{
    Each placement `NAME=TARGET` is of a function (`@f`), of all ops of a name
    (`stablehlo.dot_general`) or of all composites of a name. A function that is
    placed has the attribute `ingot.target` and is not inlined any more; one that
    has the attribute already stays there, if a placement names that target. An op
    becomes a function, with the constants that it reads; a composite becomes a
    call of its definition, and an entry point a call of what was its body.

    Needs: functions as callers see them; constants in the program.
    Leaves: functions with `ingot.target`, none of them public.
    Cache key: `placements`.
  }];
  let options = [ListOption<"placements", "placements", "std::string",
                            "NAME=TARGET">];
  let dependentDialects = ["mlir::func::FuncDialect"];
}

def PlaceByCost : Pass<"ingot-place-by-cost", "mlir::ModuleOp"> {
  let summary = "Give ops to the targets where they are estimated to cost least";
  let description = [{
    Each of `targets` says what work costs there (TargetCosts.h), the request's
    own first, with an empty name. Ops on tensors of known sizes that no placement
    names go where all of them together cost least, with what is paid for tensors
    that cross between targets (CostPlacement.h says what that promises). Those of
    one target that stand behind one another become a function, as
    `ingot-assign-targets` makes them, with the constants that they read and what
    those decide.

    Needs: structured ops; functions that are placed have `ingot.target`.
    Leaves: functions with `ingot.target`, private and not inlined.
    Cache key: `targets`; `explain` is not in a compile.
  }];
  let options = [ListOption<"targets", "targets", "std::string",
                            "NAME:bits=BITS:...">,
                 Option<"which", "explain", "std::string", "",
                        "all or claimed ops: say by remarks who was chosen">];
  let statistics = [Statistic<"numPlaced", "num-placed", "Ops placed">];
  let dependentDialects = ["mlir::func::FuncDialect"];
}

def TransferOperands : Pass<"ingot-transfer-operands", "mlir::ModuleOp"> {
  let summary = "Bring tensors to the memory of the target that reads them";
  let description = [{
    A function that is placed on a target with a memory of its own has its tensors
    there: what it takes, gives and computes. `ingot.custom "NAME.send"` brings a
    tensor to the memory NAME, once for all calls of a block, and `NAME.receive`
    brings one back to that of the host program for whoever reads it elsewhere.
    Between two such memories it is both. What functions of one memory give to one
    another stays there.

    Needs: `ingot-assign-targets`.
    Leaves: the same values; no call of such a function with a tensor from another
    memory.
    Cache key: `memories`.
  }];
  let options = [ListOption<"memories", "memories", "std::string",
                            "TARGET=NAME">];
  let statistics = [Statistic<"numTransfers", "num-transfers", "Transfers">];
  let dependentDialects = ["::ingot::dialect::IngotDialect"];
}

def RunOnPart : Pass<"ingot-run-on-part", "mlir::ModuleOp"> {
  let summary = "Run passes on the functions of one target";
  let description = [{
    The passes see a module of the functions that `ingot-assign-targets` gave to
    `part`, public as long as they run, of all globals, and of declarations of the
    other functions.

    Needs: what the passes need.
    Leaves: the other functions as they were.
    Cache key: both options.
  }];
  let options = [Option<"part", "part", "std::string", "",
                        "The target; none: functions that are placed nowhere">,
                 Option<"pipeline", "pipeline", "std::string", "",
                        "Passes over builtin.module">];
}

def RunOnRepeats : Pass<"ingot-run-on-repeats", "mlir::ModuleOp"> {
  let summary = "Run passes once on layers that a function repeats";
  let description = [{
    A layer is a row of at least 16 ops of known sizes that comes again right behind
    itself, with other weights and operands. While the passes run it is a private
    function that is called for each copy and not inlined; behind them it is inlined.
    Ops of each copy keep the locations that its own ops had.

    Needs: what the passes need.
    Leaves: what the passes leave; no call of such a function.
    Cache key: the option.
  }];
  let options = [Option<"pipeline", "pipeline", "std::string", "",
                        "Passes over builtin.module">];
}

def ExplainPlacement : Pass<"ingot-explain-placement", "mlir::ModuleOp"> {
  let summary = "Say who computes each op, and who could";
  let description = [{
    With `which` it marks each function, so that whoever claims ops there says so
    by remarks (pipeline/dialects/ingot/Causes.h): `all` ops, or `claimed` ones
    alone. Without it, it says the same of those that nobody said it of, which
    are for kernels or for whoever loads the executable, and takes all marks away.

    Needs: structured ops on tensors, no kernels. The first stands before passes
    of targets at the point `plan`, the second behind them.
    Leaves: the program as it was.
    Cache key: neither is in a compile.
  }];
  let options = [Option<"which", "which", "std::string", "",
                        "all or claimed; none: to end">,
                 Option<"vectorBits", "vector-bits", "unsigned", "0",
                        "Bits of the vectors of kernels">];
}

def FormKernels : Pass<"ingot-form-kernels", "mlir::ModuleOp"> {
  let summary = "Cut the program into kernels and a host program";
  let description = [{
    Groups structured ops around one root each (a contraction, convolution,
    reduction, pooling or pad) with the elementwise ops that only it feeds, or
    around the rows that several reductions share (softmax, norms), and
    outlines every group into a nested module with one function `@kernel` in
    destination-passing style: inputs first, then one destination per result,
    all of which it overwrites. Cheap producers (fills, small constants, slices)
    are copied into each group that uses them. Inline weights, floats of at least
    32 bytes and integers of at least 256, stay in the host program and are
    inputs: kernels are the same for other numbers. The host program launches a
    group by `ingot.dispatch`; equal groups for one target are one kernel.
    Kernels of a function that is placed on a target say so (`ingot.target`). An argument
    that another kernel pads with zeros, for a convolution with many rows of windows
    there, tells how many in front and behind along each dimension (`ingot.zeros`).

    Needs: `ingot-decompose-composites`; `ingot-fuse-producers` helps.
    Leaves: no structured op on tensors in the host program, except pads whose
    padding value is computed per element.
    Cache key: no options.
  }];
  let statistics = [Statistic<"numKernels", "num-kernels", "Groups outlined">];
  let dependentDialects = ["::ingot::dialect::IngotDialect",
                           "mlir::func::FuncDialect",
                           "mlir::linalg::LinalgDialect",
                           "mlir::tensor::TensorDialect"];
}

def HoistInitialisers
    : Pass<"ingot-hoist-initialisers", "mlir::ModuleOp"> {
  let summary = "Compute what constants alone decide when they are bound";
  let description = [{
    Launches that read bound constants and nothing else, and whatever hangs
    between them, move out of the program's functions into initialisers: private
    functions of constants, marked `ingot.initialiser`. `ingot.derive` says which
    constants each is applied to and which numbers its results get; the program
    reads those by `ingot.constant`. Equal initialisers are one, and so are
    equal applications.

    Custom ops, state and loops of unknown length stay. So does what might fail in
    a loop or a branch; elsewhere assertions on constants go along with what they
    guard. A light kernel whose result is large and eight times larger than what
    it reads stays too, as does a splat that something is put into, with the
    attribute `ingot.recomputed`, which has both sizes.

    ```mlir
    %w = ingot.constant 0 : tensor<8x4xf32>
    %e = tensor.empty() : tensor<4x8xf32>
    %t = ingot.dispatch @transpose ins(%w : tensor<8x4xf32>)
                                   outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
    // becomes
    ingot.derive 1 = @initialiser_0 [0]
    ...
    %t = ingot.constant 1 : tensor<4x8xf32>
    ```

    Needs: `ingot-form-kernels`; every constant marked by
    `ingot-convert-ml-program`.
    Leaves: no launch that reads constants alone, but those named above.
    Cache key: no options.
  }];
  let statistics = [Statistic<"numDerived", "num-derived",
                              "Constants computed from others">];
  let dependentDialects = ["::ingot::dialect::IngotDialect",
                           "mlir::func::FuncDialect"];
}

def ExpandSwitches : Pass<"ingot-expand-switches", "mlir::ModuleOp"> {
  let summary = "Turn scf.index_switch into a chain of scf.if";
  let description = [{
    The analysis in front of bufferization follows values through scf.if, and not
    through scf.index_switch (LLVM 22): memory that a branch yields would be taken
    for free.

    Needs: nothing.
    Leaves: no scf.index_switch.
    Cache key: no options.
  }];
  let dependentDialects = ["mlir::arith::ArithDialect", "mlir::scf::SCFDialect"];
}

def ShareTransposes : Pass<"ingot-share-transposes", "mlir::ModuleOp"> {
  let summary = "Let one kernel of unknown sizes transpose all constants";
  let description = [{
    Kernels that only initialisers launch and that write one matrix transposed,
    with dimensions of one dropped and neighbours merged, become one for each
    type of elements (and target), which is told the sizes. Fewer than `least`
    stay as they are.

    ```mlir
    %t = ingot.dispatch @transpose ins(%w : tensor<8x1x4xf32>)
                                   outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
    // becomes
    %m = tensor.collapse_shape %w [[0], [1, 2]]
        : tensor<8x1x4xf32> into tensor<8x4xf32>
    %a = tensor.cast %m : tensor<8x4xf32> to tensor<?x?xf32>
    %b = tensor.cast %e : tensor<4x8xf32> to tensor<?x?xf32>
    %r = ingot.dispatch @ingot_transpose ins(%a : tensor<?x?xf32>)
                            outs(%b : tensor<?x?xf32>) -> tensor<?x?xf32>
    %t = tensor.cast %r : tensor<?x?xf32> to tensor<4x8xf32>
    ```

    Needs: `ingot-hoist-initialisers`; later simplification must not look into
    launches.
    Leaves: fewer than `least` such kernels for each type of elements and target.
    Cache key: `least` changes the output.
  }];
  let options = [Option<"least", "least", "unsigned", "5",
                        "Of how many one takes the place">];
  let dependentDialects = ["mlir::linalg::LinalgDialect",
                           "mlir::tensor::TensorDialect"];
  let statistics = [Statistic<"numShared", "num-shared",
                              "Kernels that one took the place of">];
}

def CopySharedResults : Pass<"ingot-copy-shared-results", "mlir::ModuleOp"> {
  let summary = "Give every returned value memory of its own";
  let description = [{
    A caller frees each result by itself, so no two may share memory, nor may
    one share it with an argument or a constant. Returned values that are not
    plainly the only use of a launch's result are copied; what a loop only writes
    elements into, before the loop instead of behind it. Arguments are marked as
    not writable, for bufferization would write into them. An empty tensor that
    several values begin as is split where loops carry it or one op writes it twice.

    Needs: `ingot-form-kernels`; later simplification could merge results again.
    Leaves: returns of values that nothing else uses.
    Cache key: no options.
  }];
  let dependentDialects = ["mlir::bufferization::BufferizationDialect"];
}

def NameKernels : Pass<"ingot-name-kernels", "mlir::ModuleOp"> {
  let summary = "Name kernels by their content and keep one of equal ones";
  let description = [{
    Drops locations and symbol names from every kernel, names it after the
    SHA-256 of its bytecode, and removes those that another one for the same
    target equals. The second of two equal kernels for different targets gets
    `ingot.named_for` with its target, which is part of its bytecode. The
    attributes `ingot.root`, `ingot.uses` and `ingot.target` stay on the
    kernel's module.

    Needs: `ingot-form-kernels` and whatever simplification is wanted: a kernel
    must not change after it got its name.
    Leaves: kernels in the order of their first launch.
    Cache key: no options.
  }];
}

def TorchDecomposeComplexOps
    : Pass<"torch-decompose-complex-ops", "mlir::ModuleOp"> {
  let summary = "Take PyTorch's composite operators apart";
  let description = [{
    Each composite operator becomes a program of core operators, by a pattern
    named after it, also where it is written `torch.operator "torch.aten..."`.
    Operators in `legal-ops` stay whole, exactly those: what a target wants to
    see is in its description, never in an attribute of the program. An operator
    of which rank, dtype or a constant is not known that must be stays as well.

    Needs: value semantics.
    Leaves: no operator that has a row in `torch/`, but the legal ones and those
    of which too little is known; results keep their types.
    Cache key: `legal-ops` changes the output.
  }];
  let options = [ListOption<"legalOps", "legal-ops", "std::string",
                            "Operators that stay whole: torch.aten.layer_norm">];
}

def RunTargetPhase : Pass<"ingot-run-target-phase", "mlir::ModuleOp"> {
  let summary = "Run the passes of a target's own at one point of the compile";
  let description = [{
    Runs the pipeline that a target's description gives for one point, and
    verifies what it leaves: nobody knows the passes. Public functions have to be
    there, with the types that they had; at `decompose`, where nobody was told of
    types yet, with any. All errors become one that names the field of the
    description.

    Needs: a pipeline that parses (checkTargetPhases).
    Leaves: what the pipeline leaves, valid, with no op of an unknown dialect and no
    function for another target; with `is-checked`, ops that code generation takes
    (SupportedOps.h), and there and at `codegen` no new call of a function without
    a body.
    Cache key: all options.
  }];
  let options = [Option<"phase", "phase", "std::string", "",
                        "The point, for messages">,
                 Option<"pipeline", "pipeline", "std::string", "",
                        "Passes on builtin.module, without it around">,
                 Option<"isChecked", "is-checked", "bool", "false",
                        "Whether kernels are formed of what is left">,
                 Option<"index", "index", "unsigned", "0",
                        "The place in the target's phases, for messages">];
}

#endif // INGOT_PIPELINE_TRANSFORMS_PASSES_TD
