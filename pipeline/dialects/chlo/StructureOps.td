//===- StructureOps.td - constants, ordering, ragged products, scans ------===//

include "pipeline/dialects/chlo/ChloBase.td"

def Chlo_ConstantOp : Chlo_Op<"constant", [ConstantLike, Pure]> {
  let summary = "A tensor known at compile time";
  let arguments = (ins ElementsAttr:$value);
  let results = (outs Stablehlo_Tensor:$output);
  let hasCustomAssemblyFormat = 1;
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Chlo_ConstantLikeOp
    : Chlo_Op<"constant_like", [SameOperandsAndResultShape,
                                Stablehlo_PureIfStatic]> {
  let summary = "One value in the shape of the operand";
  let arguments = (ins TypedAttrInterface:$value, Stablehlo_Tensor:$operand);
  let results = (outs Stablehlo_Tensor:$result);
  let hasVerifier = 1;
}

def Chlo_TopKOp : Chlo_Op<"top_k", [Stablehlo_PureIfStatic]> {
  let summary = "The k largest elements along the last dimension, and where";
  let description = [{
    Floats are in total order: NaN is above infinity, zero above minus zero. Of
    equal elements the first comes first, whether `is_stable` asks for it or
    not.
  }];
  let arguments = (ins Stablehlo_Tensor:$operand, I64Attr:$k,
                       OptionalAttr<BoolAttr>:$is_stable);
  let results = (outs Stablehlo_Tensor:$values, Stablehlo_Tensor:$indices);
  let assemblyFormat = [{
    `(` $operand `,` `k` `=` $k (`,` `is_stable` `=` $is_stable^)? `)` attr-dict
    `:` type($operand) `->` `(` type($values) `,` type($indices) `)`
  }];
  let useCustomPropertiesEncoding = 1;
  let hasVerifier = 1;
}

def Chlo_RaggedDotOp : Chlo_Op<"ragged_dot", [Stablehlo_PureIfStatic]> {
  let summary = "A product whose one dimension consists of groups";
  let description = [{
    `group_sizes` says how many elements of the ragged dimension of `lhs` each
    group has, one after another. That dimension is one of three kinds:

    - of the rows: each group has its own `rhs`, chosen by a group dimension;
    - contracted: each group has its own result, in a new first dimension;
    - a batch: the groups change nothing.
  }];
  let arguments = (ins Stablehlo_Tensor:$lhs, Stablehlo_Tensor:$rhs,
                       Chlo_IntegerTensor:$group_sizes,
      Chlo_RaggedDotDimensionNumbers:$ragged_dot_dimension_numbers,
                       OptionalAttr<Chlo_PrecisionConfigAttr>:$precision_config);
  let results = (outs Stablehlo_Tensor:$result);
  let hasVerifier = 1;
}

def Chlo_ScanOp
    : Chlo_Op<"scan", [
          AttrSizedOperandSegments, AttrSizedResultSegments,
          IsolatedFromAbove, RecursiveMemoryEffects,
          SingleBlockImplicitTerminator<"::ingot::stablehlo::ReturnOp">]> {
  let summary = "A region applied along a dimension, handing values on";
  let description = [{
    The region takes one slice of each input, without the dimension, and the
    carried values, which start as `inits`. It returns one slice of each output
    and the next carried values.
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs,
                       Variadic<Stablehlo_Tensor>:$inits,
                       Stablehlo_Index:$dimension,
                       OptionalAttr<Stablehlo_Index>:$scan_dim_size,
                       Stablehlo_FalseByDefault:$is_reverse,
                       OptionalAttr<BoolAttr>:$is_associative);
  let regions = (region SizedRegion<1>:$body);
  let results = (outs Variadic<Stablehlo_Tensor>:$outputs,
                      Variadic<Stablehlo_Tensor>:$carries);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}
