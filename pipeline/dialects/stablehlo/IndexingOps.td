//===- IndexingOps.td - parts of tensors read and replaced ----------------===//
//
// Indices are clamped or skipped at the edges as the specification says of each
// op, so none of these can fail on static shapes.
//
//===----------------------------------------------------------------------===//

include "pipeline/dialects/stablehlo/StablehloAttrs.td"

def Stablehlo_SliceOp : Stablehlo_Op<"slice", [Stablehlo_PureIfStatic]> {
  let summary = "Every n-th element between static bounds";
  let arguments = (ins Stablehlo_Tensor:$operand,
                       DenseI64ArrayAttr:$start_indices,
                       DenseI64ArrayAttr:$limit_indices,
                       DenseI64ArrayAttr:$strides);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $operand custom<SliceRanges>($start_indices, $limit_indices, $strides)
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Stablehlo_DynamicSliceOp : Stablehlo_Op<"dynamic_slice", [Pure]> {
  let summary = "A block whose start is known at run time";
  let arguments = (ins Stablehlo_Tensor:$operand,
                       Variadic<Stablehlo_Tensor>:$start_indices,
                       DenseI64ArrayAttr:$slice_sizes);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` custom<OperandsBeforeKeyword>($start_indices) `sizes` `=`
    $slice_sizes attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Stablehlo_DynamicUpdateSliceOp
    : Stablehlo_Op<"dynamic_update_slice", [Pure]> {
  let summary = "A tensor with one block replaced";
  let arguments = (ins Stablehlo_Tensor:$operand,
                       Stablehlo_Tensor:$update,
                       Variadic<Stablehlo_Tensor>:$start_indices);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    operands attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Stablehlo_GatherOp : Stablehlo_Op<"gather", [Stablehlo_PureIfStatic]> {
  let summary = "Slices taken at indices";
  let arguments = (ins Stablehlo_Tensor:$operand,
                       Stablehlo_Tensor:$start_indices,
                       Stablehlo_GatherDimensionNumbers:$dimension_numbers,
                       DenseI64ArrayAttr:$slice_sizes,
                       Stablehlo_FalseByDefault:$indices_are_sorted);
  let results = (outs Stablehlo_Tensor:$result);
  let hasVerifier = 1;
}

def Stablehlo_DynamicGatherOp
    : Stablehlo_Op<"dynamic_gather", [Stablehlo_PureIfStatic]> {
  let summary = "Slices of a size known at run time taken at indices";
  let arguments = (ins Stablehlo_Tensor:$operand,
                       Stablehlo_Tensor:$start_indices,
                       Stablehlo_Tensor:$slice_sizes,
                       Stablehlo_GatherDimensionNumbers:$dimension_numbers,
                       Stablehlo_FalseByDefault:$indices_are_sorted);
  let results = (outs Stablehlo_Tensor:$result);
  let hasVerifier = 1;
}

def Stablehlo_ScatterOp
    : Stablehlo_Op<"scatter", [
          SameVariadicOperandSize,
          Stablehlo_RegionEffects]> {
  let summary = "Updates folded into tensors at indices with a region";
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs,
                       Stablehlo_Tensor:$scatter_indices,
                       Variadic<Stablehlo_Tensor>:$updates,
      Stablehlo_ScatterDimensionNumbers:$scatter_dimension_numbers,
                       Stablehlo_FalseByDefault:$indices_are_sorted,
                       Stablehlo_FalseByDefault:$unique_indices);
  let regions = (region SizedRegion<1>:$update_computation);
  let results = (outs Variadic<Stablehlo_Tensor>:$result);
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def Stablehlo_TorchIndexSelectOp
    : Stablehlo_Op<"torch_index_select", [Stablehlo_PureIfStatic]> {
  let summary = "Slices along one dimension taken at indices";
  let arguments = (ins Stablehlo_Tensor:$operand,
                       Stablehlo_Tensor:$index,
                       I64Attr:$dim,
                       I64Attr:$batch_dims);
  let results = (outs Stablehlo_Tensor:$result);
  let hasVerifier = 1;
}
