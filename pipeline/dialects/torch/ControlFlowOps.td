//===- ControlFlowOps.td - branches, loops, calculations --- -*- tablegen -*-===//

include "pipeline/dialects/torch/TorchBase.td"

def Torch_PrimIfOp
    : Torch_Op<"prim.If", [SingleBlock, RecursiveMemoryEffects]> {
  let summary = "One of two regions";
  let description = "Each region yields the results with `torch.prim.If.yield`.";
  let arguments = (ins Torch_BoolType:$condition);
  let results = (outs Variadic<Torch_AnyType>:$results);
  let regions = (region SizedRegion<1>:$thenRegion, SizedRegion<1>:$elseRegion);
  let assemblyFormat = [{
    $condition `->` custom<ListedTypes>(type($results)) $thenRegion `else`
    $elseRegion attr-dict
  }];
  let hasRegionVerifier = 1;
}

def Torch_PrimIfYieldOp : Torch_Op<"prim.If.yield",
    [Pure, Terminator, ReturnLike, HasParent<"PrimIfOp">]> {
  let summary = "Results of a region of torch.prim.If";
  let arguments = (ins Variadic<Torch_AnyType>:$results);
  let assemblyFormat = "attr-dict ($results^ `:` qualified(type($results)))?";
}

def Torch_PrimLoopOp
    : Torch_Op<"prim.Loop", [SingleBlock, RecursiveMemoryEffects]> {
  let summary = "A region again and again";
  let description = [{
    Runs at most `maxTripCount` times, and only while the condition holds: the
    initial one, then the one that `torch.prim.Loop.condition` gives. The block
    takes the number of the iteration and the carried values.
  }];
  let arguments = (ins Torch_IntType:$maxTripCount,
                       Torch_BoolType:$initialCondition,
                       Variadic<Torch_AnyType>:$iterArgsInit);
  let results = (outs Variadic<Torch_AnyType>:$results);
  let regions = (region SizedRegion<1>:$region);
  let assemblyFormat = [{
    $maxTripCount `,` $initialCondition `,` `init` `(` $iterArgsInit `)` $region
    attr-dict `:` functional-type(operands, results)
  }];
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    /// Python's `for`: only the number of iterations ends the loop.
    bool isForLike();
  }];
}

def Torch_PrimLoopConditionOp : Torch_Op<"prim.Loop.condition",
    [Pure, Terminator, HasParent<"PrimLoopOp">]> {
  let summary = "Whether to go on, and the carried values";
  let arguments = (ins Torch_BoolType:$shouldContinue,
                       Variadic<Torch_AnyType>:$iterArgs);
  let assemblyFormat = [{
    $shouldContinue `,` `iter` `(` ($iterArgs^ `:` qualified(type($iterArgs)))?
    `)` attr-dict
  }];
}

//===----------------------------------------------------------------------===//
// An op with how its result's shape or dtype is computed, of reification
//===----------------------------------------------------------------------===//

class Torch_CalculateOp<string what, string keyword>
    : Torch_Op<what # ".calculate", [SingleBlock, RecursiveMemoryEffects]> {
  let summary = "Values, and how the " # keyword # " of them are computed";
  let results = (outs Variadic<Torch_AnyType>:$results);
  let regions = (region SizedRegion<1>:$body, SizedRegion<1>:$calculation);
  let assemblyFormat = "$body `" # keyword # "` $calculation attr-dict `:` "
                       "qualified(type($results))";
}
class Torch_CalculateYieldOp<string mnemonic, string parent, Type type>
    : Torch_Op<mnemonic, [Pure, Terminator, ReturnLike, HasParent<parent>]> {
  let summary = "Results of a region of " # parent;
  let arguments = (ins Variadic<type>:$results);
  let assemblyFormat = "attr-dict ($results^ `:` qualified(type($results)))?";
}

def Torch_ShapeCalculateOp : Torch_CalculateOp<"shape", "shapes">;
def Torch_ShapeCalculateYieldOp : Torch_CalculateYieldOp<
    "shape.calculate.yield", "ShapeCalculateOp", Torch_AnyType>;
def Torch_ShapeCalculateYieldShapesOp : Torch_CalculateYieldOp<
    "shape.calculate.yield.shapes", "ShapeCalculateOp", Torch_IntListType>;
def Torch_DtypeCalculateOp : Torch_CalculateOp<"dtype", "dtypes">;
def Torch_DtypeCalculateYieldOp : Torch_CalculateYieldOp<
    "dtype.calculate.yield", "DtypeCalculateOp", Torch_AnyType>;
def Torch_DtypeCalculateYieldDtypesOp : Torch_CalculateYieldOp<
    "dtype.calculate.yield.dtypes", "DtypeCalculateOp", Torch_IntType>;
