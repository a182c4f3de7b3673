//===- Passes.td - passes of code generation ---------------*- tablegen -*-===//
//
// In the order in which Pipelines.cpp runs them.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CODEGEN_PASSES_TD
#define INGOT_PIPELINE_CODEGEN_PASSES_TD

include "mlir/Pass/PassBase.td"

def BindDestinations : Pass<"ingot-bind-destinations", "mlir::ModuleOp"> {
  let summary = "Turn a kernel's tensor signature into memrefs";
  let description = [{
    The last n arguments of the public function `kernel` are the destinations of
    its n results. They become memrefs that the results are materialised in; the
    other tensor arguments become memrefs that are only read. The function is
    given the module's name, if that has one, and returns nothing.

    Needs: one public func.func `kernel`, one destination per result, of the
    same type.
    Leaves: no tensor in the signature. Destinations carry `llvm.noalias`.
    Cache key: nothing but the input.

    ```mlir
    // In module @s
    func.func @kernel(%a: tensor<4xf32>, %out: tensor<4xf32>) -> tensor<4xf32>
    // becomes
    func.func @s(%a: memref<4xf32>, %out: memref<4xf32> {llvm.noalias})
    ```
  }];
  let dependentDialects = ["mlir::bufferization::BufferizationDialect",
                           "mlir::LLVM::LLVMDialect"];
}

def Simplify : Pass<"ingot-simplify", "mlir::func::FuncOp"> {
  let summary = "Canonicalise, and merge equal ops, where anything has changed";
  let description = [{
    Upstream's canonicalisation, without the patterns of dialects that programs are
    written in (`stablehlo`, `tosa`, `shape` and the like, of which a legal program has no
    op), and elimination of common subexpressions; structured ops on tensors that go
    through nothing become what they write into. Runs of it
    that stand in one pipeline on functions, with other passes between them, skip a
    function that none of those passes has changed.

    Needs: no control flow but structured one; blocks are not merged.
    Leaves: canonical ops.
    Cache key: no option.
  }];
}

def FoldOps : Pass<"ingot-fold-ops", "mlir::ModuleOp"> {
  let summary = "Fold ops and drop unused ones, without patterns";
  let description = [{
    Each op is folded once, after its operands, and erased if nobody uses it and it
    has no effect, after its users. Blocks and their arguments stay.

    Needs: nothing.
    Leaves: the same ops, fewer of them.
    Cache key: no option.
  }];
}

def OrderWindows : Pass<"ingot-order-windows", "mlir::func::FuncOp"> {
  let summary = "Let the loops of windows follow their result in memory";
  let description = [{
    The parallel loops of pools and convolutions, named or not, take the order of the
    result's dimensions, for tiles and tasks follow it: a depthwise convolution with
    channels first has them outside. Reductions keep their places, so sums their order.

    Needs: linalg ops on tensors.
    Leaves: linalg.generic where the order was another; other ops untouched.
    Cache key: no option.
  }];
  let dependentDialects = ["mlir::linalg::LinalgDialect"];
}

def SplitBorders : Pass<"ingot-split-borders", "mlir::func::FuncOp"> {
  let summary = "Read windows inside of a padded image from the image itself";
  let description = [{
    A pool or a depthwise convolution that alone reads a `tensor.pad` of known sizes is
    cut into the windows that lie inside of the image and those at its sides and
    corners, with the elementwise ops behind it. All read what was to be padded; what
    the padding adds at the sides is computed by ops that read no image, if it adds
    anything. Sides whose windows differ too much read small padded pieces. Results are
    the same, but perhaps for the sign of a zero. Windows of bytes that become straight
    code (`ByteWindows.h`) read a whole padded copy.

    Needs: linalg ops on tensors.
    Leaves: no tensor.pad with a constant: others are whole padded copies.
    Cache key: `vector-bits`; 0 leaves no more than copies, which is less code. `dots`:
    what the machine has for products of bytes.
  }];
  let options = [Option<"vectorBits", "vector-bits", "unsigned", "128",
                        "Width of the vector registers; 0 for none">,
                 Option<"dots", "dots", "std::string", "",
                        "Instruction for products of bytes (ProductInstructions.h)">];
  let dependentDialects = ["mlir::affine::AffineDialect",
                           "mlir::linalg::LinalgDialect",
                           "mlir::tensor::TensorDialect"];
}

def SplitColumns : Pass<"ingot-split-columns", "mlir::func::FuncOp"> {
  let summary = "Give the columns of panels a loop of their own";
  let description = [{
    The loop over the columns of a product that reads panels (`ColumnPanels.h`)
    becomes two: over the panels, and over the columns of one. So does that of what
    alone makes the value it starts from, and of the elementwise ops that read its
    result; arrays of the caller get a dimension more. Elsewhere reshapes are left.

    Needs: linalg ops on tensors, elementwise ops already merged.
    Leaves: products whose operands are projected permutations of their loops.
    Cache key: no option.
  }];
  let dependentDialects = ["mlir::bufferization::BufferizationDialect",
                           "mlir::linalg::LinalgDialect",
                           "mlir::memref::MemRefDialect",
                           "mlir::tensor::TensorDialect"];
}

def SplitExtrema : Pass<"ingot-split-extrema", "mlir::func::FuncOp"> {
  let summary = "Find the largest of a window dimension by dimension";
  let description = [{
    A fold of windows of several dimensions by an extremum becomes two: all but the
    first dimension, for each row of the image, and that one. Where windows overlap
    enough that this looks at half as many elements.

    Needs: linalg ops on tensors.
    Leaves: others untouched.
    Cache key: no option.
  }];
  let dependentDialects = ["mlir::arith::ArithDialect",
                           "mlir::linalg::LinalgDialect",
                           "mlir::tensor::TensorDialect"];
}

def FuseElementwise : Pass<"ingot-fuse-elementwise", "mlir::func::FuncOp"> {
  let summary = "Merge elementwise ops into the ops that read them";
  let description = [{
    Upstream's elementwise fusion under one rule: an element is never computed
    twice. A producer whose value the consumer reads repeatedly (a broadcast, an
    operand of a contraction) stays.

    Needs: linalg.generic on tensors.
    Leaves: fewer of them.
    Cache key: no option.
  }];
  let dependentDialects = ["mlir::affine::AffineDialect",
                           "mlir::linalg::LinalgDialect"];
}

def RoundLines : Pass<"ingot-round-lines", "mlir::func::FuncOp"> {
  let summary = "Compute bytes that are rounded lines of bytes by floats";
  let description = [{
    Where a structured op's body makes one byte of one or two others by products
    of 64 bits, as rescaled sums and products of quantised tensors do, it is
    evaluated for all of them. If floats compute the same line and round it to the
    same byte each time, they take its place. Results are the same to the bit
    where floats round to nearest, whether or not the machine fuses products and
    sums. At most four bodies of a kernel are evaluated.

    Needs: scalar bodies, elementwise ops already merged; rounding to nearest.
    Leaves: what it replaced without a use, for `ingot-simplify`.
    Cache key: no option; whether it runs is the machine's, which has vectors.

    ```mlir
    %sum = arith.addf %x_scaled, %y_scaled fastmath<contract> : f32
    %moved = arith.addf %sum, %two_to_the_23_and_22 : f32
    %bits = arith.bitcast %moved : f32 to i32
    %rounded = arith.subi %bits, %zero : i32
    ```
  }];
  let dependentDialects = ["mlir::arith::ArithDialect",
                           "mlir::math::MathDialect"];
}

def TileProducts : Pass<"ingot-tile-products", "mlir::func::FuncOp"> {
  let summary = "Cut products of bytes and of bf16 into blocks that read panels";
  let description = [{
    Takes contractions and convolutions of bytes that are added to 32 bits, and of
    bf16 added to f32 (`MatrixProduct.h`). The right operand is copied into panels
    of sixteen columns, marked `ingot.panels`. Zero points leave the product: what
    they add is in the value that it starts from. The result is cut into blocks, a
    `scf.forall`, with its elementwise readers; a left operand that is read through
    windows is copied row by row within each. Panels that one block alone reads are
    made in it; a right operand that is panels already (`ingot-pack-weights`) is read
    as it is. The product of a block is marked
    `ingot.product` and says of each panel which element it reads.
    Results of bytes do not change; sums of bf16 are those of the instruction.

    Needs: linalg ops on tensors.
    Leaves: what is no such product, or does not pay, untouched.
    Cache key: `bytes`, `bfloats`, `dots` and `bfloat-dots`: what the machine has
    instructions for.
  }];
  let options = [Option<"bytes", "bytes", "bool", "false",
                        "Take products of bytes">,
                 Option<"bfloats", "bfloats", "bool", "false",
                        "Take products of bf16">,
                 Option<"dots", "dots", "std::string", "",
                        "Instruction for products of bytes (ProductInstructions.h)">,
                 Option<"bfloatDots", "bfloat-dots", "std::string", "",
                        "The same for products of bf16">];
  let dependentDialects = [
    "mlir::affine::AffineDialect", "mlir::arith::ArithDialect",
    "mlir::linalg::LinalgDialect", "mlir::scf::SCFDialect",
    "mlir::tensor::TensorDialect"
  ];
}

def PackOperands : Pass<"ingot-pack-operands", "mlir::func::FuncOp"> {
  let summary = "Transpose an operand that a contraction reads across its rows";
  let description = [{
    A contraction is vectorised along the contiguous dimension of its result. An
    operand that has this dimension elsewhere (a transposed right-hand side) is
    copied into a layout that has it last, if it is read often enough to pay. A
    right-hand side of few columns is copied into one that has the sums last.

    Needs: linalg ops on tensors.
    Leaves: linalg.transpose in front of such ops, which become linalg.generic.
    Cache key: `vector-bits`: nothing is done without vectors.
  }];
  let options = [Option<"vectorBits", "vector-bits", "unsigned", "128",
                        "Width of the vector registers; 0 for none">];
  let dependentDialects = ["mlir::affine::AffineDialect",
                           "mlir::arith::ArithDialect",
                           "mlir::linalg::LinalgDialect",
                           "mlir::tensor::TensorDialect"];
}

def WidenOperands : Pass<"ingot-widen-operands", "mlir::func::FuncOp"> {
  let summary = "Make operands of narrow floats f32 before products read them often";
  let description = [{
    A product or a convolution that has a register tile of rows, and makes the elements
    of an operand wider before it multiplies them, reads a wide copy of that, if it reads
    each element often: `ingot-tile-registers` would make each element wide in every
    tile. What transposes the operand alone is one op with the copy. Results are the same.

    Needs: linalg ops on tensors; `ingot-tile-products` and `ingot-pack-operands` before.
    Leaves: elementwise linalg.generic in front of such ops, which become linalg.generic.
    Cache key: `vector-bits`; 0 does nothing.
  }];
  let options = [Option<"vectorBits", "vector-bits", "unsigned", "128",
                        "Width of the vector registers; 0 for none">];
  let dependentDialects = ["mlir::arith::ArithDialect",
                           "mlir::linalg::LinalgDialect",
                           "mlir::tensor::TensorDialect"];
}

def CollapseLoops : Pass<"ingot-collapse-loops", "mlir::func::FuncOp"> {
  let summary = "Make one loop of short innermost loops over dense elements";
  let description = [{
    Innermost loops of one kind, of known sizes and the last below 256, which
    every operand has side by side as its dimensions or not at all, become one;
    operands and results are reshaped. Applies to ops that read and write memory
    along these loops, not each other's results. Two innermost loops of a sum,
    over the columns of a window and over fewer than 16 channels that lie side
    by side in each, become one as well; and so do loops of a transpose that all
    operands have side by side, with the memory that it writes to, and all loops
    of an elementwise op whose operands lie as that memory does. Convolutions of
    floats by one place, in steps of one, become products of all pixels, with
    what begins their sums and the elementwise op that reads them; of channels
    first those whose lines waste parts of vectors.

    Needs: linalg on tensors.
    Leaves: linalg.generic, tensor.collapse_shape and tensor.expand_shape; memory
    of fewer dimensions by memref.reinterpret_cast and bufferization.to_tensor.
    Cache key: `vector-bits`, which lines of channels first are measured by.
  }];
  let options = [Option<"vectorBits", "vector-bits", "unsigned", "128",
                        "Width of the vector registers; 0 for none">];
  let dependentDialects = ["mlir::affine::AffineDialect",
                           "mlir::bufferization::BufferizationDialect",
                           "mlir::linalg::LinalgDialect",
                           "mlir::memref::MemRefDialect",
                           "mlir::tensor::TensorDialect"];
}

def TileRows : Pass<"ingot-tile-rows", "mlir::func::FuncOp"> {
  let summary = "Compute chains of reductions row by row";
  let description = [{
    Where all linalg ops of the function form one chain over rows, as a softmax
    or a norm does (several reductions of the same rows, and values that several
    of the ops read), the rows become loops: a `scf.forall` of tasks, if there is
    work for more than one thread, and `scf.for` of one row each. Every op
    computes its part of the row, once.

    Needs: linalg ops on tensors.
    Leaves: the same values, computed in the same order per element; other
    functions untouched.
    Cache key: no option.
  }];
  let dependentDialects = [
    "mlir::affine::AffineDialect", "mlir::arith::ArithDialect",
    "mlir::linalg::LinalgDialect", "mlir::scf::SCFDialect",
    "mlir::tensor::TensorDialect"
  ];
}

def CutRaggedProducts
    : Pass<"ingot-cut-ragged-products", "mlir::func::FuncOp"> {
  let summary = "Give the ragged end of a product code of its own";
  let description = [{
    A product whose rows and columns have no even division into tasks, and which
    has one but for an eighth of them or less, becomes two: the part that is
    divided evenly, and the rest. Its elementwise reader, and fills, are cut with
    it. An end too narrow for register tiles is not cut off, for its sums would
    have another order.

    Needs: linalg ops on tensors, in front of `ingot-tile-parallel`.
    Leaves: two ops on slices of the same tensors, each in a loop of one
    iteration; the same values, computed in the same order per element.
    Cache key: `vector-bits`, which tiles are multiples of, and `cache-bytes`, up
    to which an operand costs nothing to read again.
  }];
  let options = [Option<"vectorBits", "vector-bits", "unsigned", "128",
                        "Width of the vector registers; 0 for none">,
                 Option<"cacheBytes", "cache-bytes", "unsigned", "262144",
                        "Size of a core's second-level cache">];
  let dependentDialects = [
    "mlir::affine::AffineDialect", "mlir::arith::ArithDialect",
    "mlir::linalg::LinalgDialect", "mlir::scf::SCFDialect",
    "mlir::tensor::TensorDialect"
  ];
}

def TileParallel : Pass<"ingot-tile-parallel", "mlir::func::FuncOp"> {
  let summary = "Cut a kernel into tiles that may run on different threads";
  let description = [{
    From the last op to the first, tiles the outer parallel dimensions of a
    linalg op into a `scf.forall` if there is work for more than one thread, and
    fuses producers of which every tile needs a part of its own. Where one of
    those is a contraction, tiles are multiples of its register tile.

    Needs: linalg ops on tensors.
    Leaves: the same values, computed in the same order per element.
    Cache key: `vector-bits`, which tiles are multiples of, and `cache-bytes`, up
    to which an operand costs nothing to read again.
  }];
  let options = [Option<"vectorBits", "vector-bits", "unsigned", "128",
                        "Width of the vector registers; 0 for none">,
                 Option<"cacheBytes", "cache-bytes", "unsigned", "262144",
                        "Size of a core's second-level cache">];
  let dependentDialects = [
    "mlir::affine::AffineDialect", "mlir::arith::ArithDialect",
    "mlir::linalg::LinalgDialect", "mlir::scf::SCFDialect",
    "mlir::tensor::TensorDialect"
  ];
}

def SplitSums : Pass<"ingot-split-sums", "mlir::func::FuncOp"> {
  let summary = "Sum long axes block by block";
  let description = [{
    A sum of f32 or f64 over more elements than a block has (1024 that lie side
    by side, 512 others), or over an unknown number, becomes loops over blocks.
    Each block is summed from zero; the sums of blocks are added in f64. The error
    no longer grows with the length. Sums of products that rows of accumulators
    share (matrix products, convolutions) stay as they are.

    Needs: linalg ops on tensors, tiled for threads: blocks are per element.
    Leaves: scf.for around the op on a block and one that adds its result.
    Cache key: `vector-bits`, which tells what is a contraction.
  }];
  let options = [Option<"vectorBits", "vector-bits", "unsigned", "128",
                        "Width of the vector registers; 0 for none">];
  let dependentDialects = [
    "mlir::affine::AffineDialect", "mlir::arith::ArithDialect",
    "mlir::linalg::LinalgDialect", "mlir::scf::SCFDialect",
    "mlir::tensor::TensorDialect"
  ];
}

def BlockContractions
    : Pass<"ingot-block-contractions", "mlir::func::FuncOp"> {
  let summary = "Cut long contractions into blocks of cached panels";
  let description = [{
    Tiles the reduction loops of a contraction so that the part of the right-hand
    side that a column of register tiles reads in one block fills half of
    `cache-bytes`. Accumulators are stored and loaded between blocks: every element
    sums in the order of the op's own loops, as it did. A product with an
    elementwise reader is computed in that reader's destination. Where enough rows
    read panels that would not stay in the cache, each is copied into one piece. One
    row times a matrix that `cache-bytes` do not hold goes along eight of its rows.

    Needs: linalg ops on tensors, tiled for threads.
    Leaves: scf.for around contractions with short reductions; convolutions with
    filters of up to 1 MiB and contractions of one register tile untouched.
    Cache key: `vector-bits` and `cache-bytes`, which make the block.
  }];
  let options = [Option<"vectorBits", "vector-bits", "unsigned", "128",
                        "Width of the vector registers; 0 for none">,
                 Option<"cacheBytes", "cache-bytes", "unsigned", "32768",
                        "Size of the first-level data cache">];
  let dependentDialects = [
    "mlir::affine::AffineDialect", "mlir::arith::ArithDialect",
    "mlir::linalg::LinalgDialect", "mlir::scf::SCFDialect",
    "mlir::tensor::TensorDialect"
  ];
}

def TileDots : Pass<"ingot-tile-dots", "mlir::func::FuncOp"> {
  let summary = "Cut products of rows by rows into tiles of vectors of sums";
  let description = [{
    A sum of products whose operands both have the summed dimension last is tiled by
    a few rows and columns, and each element of a tile gets one partial sum for each
    lane of a vector, added up at the end. Parts are marked `ingot.vectorize`. How an
    element is summed depends on the number of lanes and on nothing else.

    Needs: linalg ops on tensors, long sums split.
    Leaves: scf.for around small linalg ops; ops it cannot take untouched.
    Cache key: `vector-bits`; 0 does nothing.
  }];
  let options = [Option<"vectorBits", "vector-bits", "unsigned", "128",
                        "Width of the vector registers; 0 for none">];
  let dependentDialects = [
    "mlir::affine::AffineDialect", "mlir::arith::ArithDialect",
    "mlir::linalg::LinalgDialect", "mlir::scf::SCFDialect",
    "mlir::tensor::TensorDialect"
  ];
}

def TileRegisters : Pass<"ingot-tile-registers", "mlir::func::FuncOp"> {
  let summary = "Cut contractions into tiles that fit the vector registers";
  let description = [{
    Tiles an op with reductions (contraction, convolution, pooling) so that the
    accumulators of one tile stay in registers while all reduction loops run, and
    peels the ragged rest. An elementwise reader of the result, if it is the only
    one and pure arithmetic, goes into the tiles. Tiles of static shape are marked
    `ingot.vectorize`.
    Every element sums in the order of the op's own loops.
    Tiles of depthwise convolutions of bytes keep their windows whole and are
    marked `ingot.window`, for `ingot-lower-windows`, where the machine adds pairs
    of products.

    Needs: linalg ops on tensors.
    Leaves: scf.for around small linalg.generic; ops it cannot take untouched.
    Cache key: `vector-bits`; 0 does nothing. `dots`: what the machine has for
    products of bytes.
  }];
  let options = [Option<"vectorBits", "vector-bits", "unsigned", "128",
                        "Width of the vector registers; 0 for none">,
                 Option<"dots", "dots", "std::string", "",
                        "Instruction for products of bytes (ProductInstructions.h)">];
  let dependentDialects = [
    "mlir::affine::AffineDialect", "mlir::arith::ArithDialect",
    "mlir::linalg::LinalgDialect", "mlir::scf::SCFDialect",
    "mlir::tensor::TensorDialect"
  ];
}

def SkipPadding : Pass<"ingot-skip-padding", "mlir::func::FuncOp"> {
  let summary = "Leave out rows of windows that lie in the padding";
  let description = [{
    A loop that adds products of a filter and of an argument with zeros around it
    runs over the rows in the image alone, if the filter, which the function looks at
    once, is finite: all other products are zeros. Taken are loops
    whose sums start from zero and whose steps each read one row. Results are the same,
    but for the sign of a sum that underflowed to zero.

    Needs: tiles by `ingot-tile-registers`, marked `ingot.vectorize`; arguments that
    `ingot-form-kernels` marked `ingot.zeros`.
    Leaves: the same loops, with bounds that are computed; no mark on an argument.
    Cache key: no option.

    ```mlir
    scf.for %tap = %c0 to %c3 step %c1 // Rows %row + %tap of an image of 4 between 1 and 1.
    // becomes
    %low = arith.select %finite, affine.max(0, 1 - %row), %c0
    %high = arith.select %finite, affine.min(3, 5 - %row), %c3
    scf.for %tap = %low to %high step %c1
    ```
  }];
  let dependentDialects = [
    "mlir::affine::AffineDialect", "mlir::arith::ArithDialect",
    "mlir::linalg::LinalgDialect", "mlir::tensor::TensorDialect"
  ];
}

def TileTransposes : Pass<"ingot-tile-transposes", "mlir::func::FuncOp"> {
  let summary = "Cut transposes into squares that fit the vector registers";
  let description = [{
    Tiles an elementwise op that reads an operand along another dimension than it
    writes into squares of one vector's length, 4 to 16, of both dimensions, and
    peels the ragged rest. Squares of static shape are marked `ingot.vectorize`.

    Needs: linalg ops on tensors.
    Leaves: scf.for around small linalg.generic; ops it cannot take untouched.
    Cache key: `vector-bits`; 0 does nothing.
  }];
  let options = [Option<"vectorBits", "vector-bits", "unsigned", "128",
                        "Width of the vector registers; 0 for none">];
  let dependentDialects = [
    "mlir::affine::AffineDialect", "mlir::arith::ArithDialect",
    "mlir::linalg::LinalgDialect", "mlir::scf::SCFDialect",
    "mlir::tensor::TensorDialect"
  ];
}

def VectorizeKernel : Pass<"ingot-vectorize-kernel", "mlir::func::FuncOp"> {
  let summary = "Turn register tiles into vector operations";
  let description = [{
    Vectorises the linalg ops that `ingot-tile-registers` marked with
    `ingot.vectorize = array<i64: ...>`, bounds of their loops, or
    `ingot-tile-transposes` without bounds, and moves accumulators into
    loop-carried vectors. With vectors of 256 bits or more a
    ragged tile gets those of the next power of two, read and written beyond its
    bounds. An op that does not vectorise stays a loop nest.

    Needs: marks from `ingot-tile-registers`.
    Leaves: no mark; vector ops on tensors.
    Cache key: `vector-bits`: ragged tiles.
  }];
  let options = [Option<"vectorBits", "vector-bits", "unsigned", "128",
                        "Width of the vector registers; 0 for none">];
  let dependentDialects = [
    "mlir::affine::AffineDialect", "mlir::arith::ArithDialect",
    "mlir::scf::SCFDialect", "mlir::tensor::TensorDialect",
    "mlir::ub::UBDialect", "mlir::vector::VectorDialect"
  ];
}

def OrderLoops : Pass<"ingot-order-loops", "mlir::func::FuncOp"> {
  let summary = "Make the innermost loop of a linalg op one that vectorises";
  let description = [{
    An op that stays a loop nest is vectorised by LLVM if at all, and LLVM may
    not reorder a sum of floats. So the loop that runs along the contiguous
    dimension of the result goes innermost and the reductions around it: every
    element sums in the order of the op's own loops. Where the elements of a sum
    lie side by side themselves, their loop goes innermost and its additions may
    be reordered: each lane gets an accumulator. Folds that mean the same in any
    order, as the largest element, go the same way.

    Needs: linalg ops on tensors or memrefs.
    Leaves: interchanged linalg.generic in place of ops with a reduction; ops
    with index-dependent or windowed results untouched.
    Cache key: no option.
  }];
  let dependentDialects = ["mlir::affine::AffineDialect",
                           "mlir::linalg::LinalgDialect"];
}

def EliminateEmptyTensors
    : Pass<"ingot-eliminate-empty-tensors", "mlir::ModuleOp"> {
  let summary = "Compute values in the memory that they are meant for";
  let description = [{
    Upstream's elimination of empty tensors: what is computed into a fresh tensor
    and then inserted into another one is computed into a slice of that. It is
    asked only if an empty tensor may reach an insertion. Before that, each use of
    an empty tensor gets one of its own, for what shares one shares its memory in
    the eyes of the analysis.

    Needs: ops on tensors.
    Leaves: one use for each tensor.empty; none that is inserted.
    Cache key: no option.
  }];
  let dependentDialects = ["mlir::bufferization::BufferizationDialect",
                           "mlir::tensor::TensorDialect"];
}

def NameGlobals : Pass<"ingot-name-globals", "mlir::ModuleOp"> {
  let summary = "Name and order constants as the program first uses them";
  let description = [{
    Bufferization numbers the globals that it makes of constants in the order in
    which it visits functions, which differs from run to run. Private globals
    become `constant.0` and so on, and stand before all functions.

    Needs: memrefs.
    Leaves: globals whose names and order follow from the program alone.
    Cache key: no options.
  }];
  let dependentDialects = ["mlir::memref::MemRefDialect"];
}

def ReleaseBuffers : Pass<"ingot-release-buffers", "mlir::ModuleOp"> {
  let summary = "Release what is allocated, if anything is";
  let description = [{
    At the end of the block that allocates it where only views and ops of that
    block see a buffer, or it is returned. Upstream's deallocation by ownership
    where that is not so for one of them. A program that allocates nothing,
    calls nothing with buffers and returns none stays as it is.

    Needs: memrefs; allocations where they are to stay.
    Leaves: a release on each path for each allocation; no op of bufferization.
    Cache key: no option.
  }];
  let dependentDialects = ["mlir::bufferization::BufferizationDialect",
                           "mlir::memref::MemRefDialect"];
}

def ThreadCallContext
    : Pass<"ingot-thread-call-context", "mlir::ModuleOp"> {
  let summary = "Pass the caller's ingot_call to every function";
  let description = [{
    Every func.func, declarations too, gets a leading `!llvm.ptr` argument, the
    `const ingot_call *` of proto/abi/executable.h; every call passes the one of
    the function around it.

    Needs: bufferized functions; no func.constant.
    Leaves: argument 0 of each function is the call.
    Cache key: no option.
  }];
  let dependentDialects = ["mlir::LLVM::LLVMDialect"];
}

def OutlineParallel : Pass<"ingot-outline-parallel", "mlir::ModuleOp"> {
  let summary = "Move the bodies of scf.forall into task functions";
  let description = [{
    The body of an outermost `scf.forall` becomes a private function that runs a
    range of its flattened iterations, marked `ingot.task`; a call over the whole
    range takes its place. That call is already correct, on one thread;
    `ingot-lower-parallel-calls` hands it to the caller's threads. A forall
    inside a forall becomes loops, for tasks must not start tasks; so does one
    that is estimated to take less than `min-nanoseconds`. If its length is the
    run's to say, there is a second call, marked `ingot.serial`, for when it is
    too short.

    Needs: scf.forall without results (bufferized); argument 0 of each function
    is the call.
    Leaves: no scf.forall.
    Cache key: `min-nanoseconds`. In networks of short kernels, loops of 20 to
    40 us took longer on two threads than on one, those of 55 two thirds as long.
  }];
  let options = [Option<"minNanoseconds", "min-nanoseconds", "double", "40000",
                        "What a loop has to take to be worth other threads">];
  let dependentDialects = [
    "mlir::arith::ArithDialect", "mlir::func::FuncDialect",
    "mlir::LLVM::LLVMDialect", "mlir::scf::SCFDialect"
  ];
}

def LowerPanels : Pass<"ingot-lower-panels", "mlir::func::FuncOp"> {
  let summary = "Make panels by shuffles of vectors";
  let description = [{
    A copy marked `ingot.panels` becomes loops over its panels that read whole
    vectors along the rows of what is copied and write whole groups, of longer elements
    if the copy extends them.

    Needs: memrefs; the marks of `ingot-tile-products`.
    Leaves: no mark.
    Cache key: no option.
  }];
  let dependentDialects = [
    "mlir::arith::ArithDialect", "mlir::memref::MemRefDialect",
    "mlir::scf::SCFDialect", "mlir::vector::VectorDialect"
  ];
}

def LowerProducts : Pass<"ingot-lower-products", "mlir::ModuleOp"> {
  let summary = "Multiply by the matrix instructions of the machine";
  let description = [{
    A product marked `ingot.product` becomes loops around AMX's tile instructions, or
    around the dot products that the mark names.
    Where it starts from zeros that a fill in front of it writes, that fill goes. So does an
    op that writes the same to all rows in front of dot products, which compute it in registers.

    Needs: memrefs; the marks of `ingot-tile-products`.
    Leaves: no mark; calls of LLVM's intrinsics.
    Cache key: no option.
  }];
  let dependentDialects = [
    "mlir::arith::ArithDialect", "mlir::LLVM::LLVMDialect",
    "mlir::memref::MemRefDialect", "mlir::scf::SCFDialect",
    "mlir::vector::VectorDialect"
  ];
}

def LowerWindows : Pass<"ingot-lower-windows", "mlir::func::FuncOp"> {
  let summary = "Sum bytes over windows by pairs of products";
  let description = [{
    A tile marked `ingot.window`, of a depthwise convolution of bytes
    (`ByteWindows.h`), becomes straight code: two places of a window in one vector
    of 16 bits, which are multiplied and added by the instruction that the mark
    names. Where it starts from zeros that a fill in front of it writes, that fill
    goes.

    Needs: memrefs; the marks of `ingot-tile-registers`.
    Leaves: no mark; vector ops and calls of LLVM's intrinsics. A tile of unknown
    size stays linalg.
    Cache key: no option.
  }];
  let dependentDialects = [
    "mlir::arith::ArithDialect", "mlir::LLVM::LLVMDialect",
    "mlir::memref::MemRefDialect", "mlir::scf::SCFDialect",
    "mlir::vector::VectorDialect"
  ];
}

def LowerCopies : Pass<"ingot-lower-copies", "mlir::func::FuncOp"> {
  let summary = "Turn copies of strided memrefs into loops";
  let description = [{
    MLIR lowers `memref.copy` to memcpy where both sides are contiguous and to
    a function of its own runtime library elsewhere. There is no such library
    here, so those become loops, around a copy of a row where rows of 32 bytes or
    more are contiguous on both sides. Source and target may be the same buffer.

    Needs: ranked memrefs.
    Leaves: memref.copy between memrefs of identity layout or of one contiguous
    dimension.
    Cache key: no option.
  }];
  let dependentDialects = ["mlir::arith::ArithDialect",
                           "mlir::memref::MemRefDialect",
                           "mlir::scf::SCFDialect"];
}

def PairProducts : Pass<"ingot-pair-products", "mlir::func::FuncOp"> {
  let summary = "Multiply bytes two steps at a time";
  let description = [{
    An innermost loop that adds products of bytes to a tile of 32-bit integers takes
    two steps at once, in the form that x86's multiply-add of pairs of 16-bit integers
    is recognised by: alternating bytes of two rows times a repeated pair. Sums are
    exact either way.

    Needs: vector transfers on memrefs, subviews folded into them.
    Leaves: such loops with a step of two, and one for the last step of an odd number.
    Cache key: `vector-bits`; below 256 nothing is done.
  }];
  let options = [Option<"vectorBits", "vector-bits", "unsigned", "128",
                        "Width of the vector registers; 0 for none">];
  let dependentDialects = ["mlir::affine::AffineDialect",
                           "mlir::arith::ArithDialect",
                           "mlir::vector::VectorDialect"];
}

def PrefetchRows : Pass<"ingot-prefetch-rows", "mlir::func::FuncOp"> {
  let summary = "Ask for rows of a panel some steps before they are read";
  let description = [{
    An innermost loop that carries vectors and with each step reads a piece of
    another row asks for the piece that it reads 32 steps later; of several tiles
    that read the same rows the first one does.

    Needs: vector transfers on memrefs, subviews folded into them.
    Leaves: memref.prefetch before such reads.
    Cache key: no option.
  }];
  let dependentDialects = ["mlir::affine::AffineDialect",
                           "mlir::arith::ArithDialect",
                           "mlir::memref::MemRefDialect"];
}

def FuseRowLoops : Pass<"ingot-fuse-row-loops", "mlir::func::FuncOp"> {
  let summary = "Add rows up where their elements are computed";
  let description = [{
    A loop that adds up, in any order, what the loop before it computed by
    arithmetic and stored in an array of the kernel's own becomes one with it. What
    is between them comes first.

    Needs: innermost loops that read and write numbers in memory.
    Leaves: the stores, for other readers.
    Cache key: no option.
  }];
  let dependentDialects = ["mlir::memref::MemRefDialect"];
}

def FoldExtrema : Pass<"ingot-fold-extrema", "mlir::func::FuncOp"> {
  let summary = "Find the largest and the least of many f32 by integers";
  let description = [{
    A loop that folds a vector of f32 by `arith.maximumf` alone, or by
    `arith.minimumf` alone, perhaps in loops inside of it, carries three vectors
    of integers instead, extrema of the bits with and without sign; behind it
    they become the result, which is the same for zeros and NaN too. Loops of
    fewer than four steps stay. An innermost loop that folds sixteen numbers or
    more into one in memory that is the kernel's own carries three integers
    likewise, and reads and writes that memory once.

    Needs: vectors of one dimension, carried by loops; numbers in memory.
    Leaves: iter_args that pass through unchanged and what computed them, for
    `ingot-simplify`.
    Cache key: no option; whether it runs is the machine's.
  }];
  let dependentDialects = ["mlir::arith::ArithDialect",
                           "mlir::memref::MemRefDialect"];
}

def LowerComplex : Pass<"ingot-lower-complex", "mlir::ModuleOp"> {
  let summary = "Turn complex arithmetic and functions into those of the parts";
  let description = [{
    Sums, products, comparisons work on real and imaginary parts; functions are
    calls of the mathematical library on doubles, rounded to the type once.

    Needs: nothing.
    Leaves: of the complex dialect only making and taking apart of numbers,
    constants and casts.
    Cache key: no option.
  }];
  let dependentDialects = ["mlir::arith::ArithDialect",
                           "mlir::complex::ComplexDialect",
                           "mlir::func::FuncDialect", "mlir::math::MathDialect"];
}

def WidenBFloats : Pass<"ingot-widen-bfloats", "mlir::ModuleOp"> {
  let summary = "Compute in f32 what is written for bf16";
  let description = [{
    Each op of `arith` and each sum of `vector` on bf16 becomes one on f32 between
    `arith.extf` and `arith.truncf`. Every single result is rounded as it was:
    f32 has more than twice the digits, so that two roundings are one.

    Needs: no `math` on bf16, which upstream's pass widens.
    Leaves: bf16 as values that are loaded, stored, selected and converted.
    Cache key: no option.
  }];
  let dependentDialects = ["mlir::arith::ArithDialect",
                           "mlir::vector::VectorDialect"];
}

def LowerMath : Pass<"ingot-lower-math", "mlir::ModuleOp"> {
  let summary = "Turn mathematics into arithmetic, intrinsics and calls";
  let description = [{
    What a machine has (sqrt, abs, rounding) stays, for LLVM's intrinsics; every
    other function of f32 and f64, scalar or vector, becomes calls of the
    mathematical library, per element, with the same bits on every machine.
    Conversions to and from bf16 and less become arithmetic on bits: one rounding,
    to the nearest, and subnormals are kept.

    Needs: mathematics on f32 and f64 only; arithmetic on bf16 and less in f32
    (`ingot-widen-bfloats`).
    Leaves: no math op that the LLVM dialect lacks; declarations of the
    library's functions, which come in when the module becomes LLVM IR.
    Cache key: no option.
  }];
  let dependentDialects = ["mlir::arith::ArithDialect",
                           "mlir::func::FuncDialect", "mlir::math::MathDialect",
                           "mlir::LLVM::LLVMDialect",
                           "mlir::scf::SCFDialect",
                           "mlir::vector::VectorDialect"];
}

def UnrollRows : Pass<"ingot-unroll-rows", "mlir::func::FuncOp"> {
  let summary = "Take matrices in registers apart into their rows";
  let description = [{
    Elementwise ops, broadcasts, constants, transfers from and to memrefs along
    the last dimension, and loops that carry matrices become ops on rows. An op
    of another kind gets its matrices put together again.

    Needs: nothing.
    Leaves: no matrix in flight but where another op makes or reads one.
    Cache key: no option.
  }];
  let dependentDialects = ["mlir::arith::ArithDialect", "mlir::scf::SCFDialect",
                           "mlir::ub::UBDialect", "mlir::vector::VectorDialect"];
}

def LowerVectors : Pass<"ingot-lower-vectors", "mlir::func::FuncOp"> {
  let summary = "Reduce vector ops to those that LLVM has";
  let description = [{
    Contractions become outer products and those become fma on one row of
    accumulators each; transfers become loads, stores and loops; transposes
    become shuffles; loop-carried matrices become one value per row.

    Needs: vectors of static shape.
    Leaves: vectors of rank one, but for constants and their parts.
    Cache key: `lane-bits`.
  }];
  let options = [
    Option<"laneBits", "lane-bits", "unsigned", "0",
           "Squares turn within lanes of so many bits first; 0: vectors have none">
  ];
  let dependentDialects = ["mlir::affine::AffineDialect",
                           "mlir::arith::ArithDialect", "mlir::math::MathDialect",
                           "mlir::memref::MemRefDialect",
                           "mlir::scf::SCFDialect", "mlir::ub::UBDialect",
                           "mlir::vector::VectorDialect"];
}

def LowerAssertions : Pass<"ingot-lower-assertions", "mlir::ModuleOp"> {
  let summary = "Turn cf.assert into a call of the caller's fail";
  let description = [{
    A failed assertion calls `ingot_call.fail` with its message, which leaves the
    call and does not return.

    Needs: no structured control flow around assertions; argument 0 of each
    function is the call.
    Leaves: no cf.assert.
    Cache key: no option.
  }];
  let dependentDialects = ["mlir::cf::ControlFlowDialect",
                           "mlir::LLVM::LLVMDialect"];
}

def ConvertToLLVM : Pass<"ingot-convert-to-llvm", "mlir::ModuleOp"> {
  let summary = "Convert what is left to the LLVM dialect in one step";
  let description = [{
    One dialect conversion with one type converter for func, cf, arith, math,
    memref, vector, index, complex and ub. `memref.alloc` and `memref.dealloc`
    become calls of placeholders that `ingot-lower-allocations` replaces.

    Needs: no scf, affine, linalg or tensor op.
    Leaves: the LLVM dialect only; an op that has no conversion is an error.
    Cache key: no option.
  }];
  let dependentDialects = ["mlir::LLVM::LLVMDialect"];
}

def LowerAllocations : Pass<"ingot-lower-allocations", "mlir::ModuleOp"> {
  let summary = "Allocate and release through the call";
  let description = [{
    Replaces MLIR's generic allocation functions by calls of
    `ingot_call.allocate`, aligned to 64 bytes or more, and
    `ingot_call.release`.

    Needs: the LLVM dialect; argument 0 of each function that allocates is the
    call.
    Leaves: no reference to `_mlir_memref_to_llvm_*`.
    Cache key: no option.
  }];
  let dependentDialects = ["mlir::LLVM::LLVMDialect"];
}

def LowerParallelCalls : Pass<"ingot-lower-parallel-calls", "mlir::ModuleOp"> {
  let summary = "Run tasks on the caller's threads";
  let description = [{
    A call of a function marked `ingot.task` puts those of its arguments that the
    task uses into a structure on the stack and hands `ingot_call.parallel_for` a
    trampoline that takes them out. The last two parameters of a task are the
    range it runs.

    Calls marked `ingot.serial` stay calls.

    Needs: the LLVM dialect; calls of tasks start at 0, one of each task but for
    serial ones, and come from functions that are no tasks.
    Leaves: no direct call of a task but the trampolines'; no mark.
    Cache key: no option.
  }];
  let dependentDialects = ["mlir::LLVM::LLVMDialect"];
}

#endif // INGOT_PIPELINE_CODEGEN_PASSES_TD
