//===- DynamicOps.td - sizes that are known at run time -- -*- tablegen -*-===//
//
// Shapes come in as tensors of rank 1, one number for each dimension.
//
//===----------------------------------------------------------------------===//

include "pipeline/dialects/stablehlo/StablehloAttrs.td"

def Stablehlo_DynamicBroadcastInDimOp
    : Stablehlo_Op<"dynamic_broadcast_in_dim", [Stablehlo_PureIfStatic]> {
  let summary = "Repetition to sizes known at run time";
  let arguments = (ins Stablehlo_Tensor:$operand,
                       Stablehlo_Tensor:$output_dimensions,
                       DenseI64ArrayAttr:$broadcast_dimensions,
      OptionalAttr<DenseI64ArrayAttr>:$known_expanding_dimensions,
      OptionalAttr<DenseI64ArrayAttr>:$known_nonexpanding_dimensions);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` $output_dimensions `,` `dims` `=` $broadcast_dimensions
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Stablehlo_DynamicIotaOp
    : Stablehlo_Op<"dynamic_iota", [Stablehlo_PureIfStatic]> {
  let summary = "Positions along one dimension, of sizes known at run time";
  let arguments = (ins Stablehlo_Tensor:$output_shape,
                       Stablehlo_Index:$iota_dimension);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $output_shape `,` `dim` `=` $iota_dimension attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Stablehlo_DynamicPadOp
    : Stablehlo_Op<"dynamic_pad", [Stablehlo_PureIfStatic]> {
  let summary = "Padding by amounts known at run time";
  let arguments = (ins Stablehlo_Tensor:$operand,
                       Stablehlo_Tensor:$padding_value,
                       Stablehlo_Tensor:$edge_padding_low,
                       Stablehlo_Tensor:$edge_padding_high,
                       Stablehlo_Tensor:$interior_padding);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    operands attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Stablehlo_DynamicReshapeOp
    : Stablehlo_Op<"dynamic_reshape", [Stablehlo_PureIfStatic]> {
  let summary = "The same elements with sizes known at run time";
  let arguments = (ins Stablehlo_Tensor:$operand,
                       Stablehlo_Tensor:$output_shape);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    operands attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Stablehlo_RealDynamicSliceOp
    : Stablehlo_Op<"real_dynamic_slice", [Stablehlo_PureIfStatic]> {
  let summary = "Every n-th element between bounds known at run time";
  let arguments = (ins Stablehlo_Tensor:$operand,
                       Stablehlo_Tensor:$start_indices,
                       Stablehlo_Tensor:$limit_indices,
                       Stablehlo_Tensor:$strides);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    operands attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Stablehlo_GetDimensionSizeOp : Stablehlo_Op<"get_dimension_size", [Pure]> {
  let summary = "A size as a number";
  let arguments = (ins Stablehlo_Tensor:$operand,
                       Stablehlo_Index:$dimension);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `dim` `=` $dimension attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Stablehlo_SetDimensionSizeOp
    : Stablehlo_Op<"set_dimension_size", [Stablehlo_PureIfStatic]> {
  let summary = "A size given by a number, within its bound";
  let arguments = (ins Stablehlo_Tensor:$operand,
                       Stablehlo_Tensor:$size,
                       Stablehlo_Index:$dimension);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` $size `,` `dim` `=` $dimension attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}
