//===- ContractionOps.td - products, convolutions and linear algebra ------===//
//
// Sums of products along dimensions, and what is built of them.
//
//===----------------------------------------------------------------------===//

include "pipeline/dialects/stablehlo/StablehloAttrs.td"

def Stablehlo_DotOp : Stablehlo_Op<"dot", [Stablehlo_PureIfStatic]> {
  let summary = "Product of vectors and matrices";
  let arguments = (ins Stablehlo_Tensor:$lhs,
                       Stablehlo_Tensor:$rhs,
      OptionalAttr<Stablehlo_PrecisionConfigAttr>:$precision_config);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `` custom<Precisions>($precision_config) attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Stablehlo_DotGeneralOp
    : Stablehlo_Op<"dot_general", [Stablehlo_PureIfStatic]> {
  let summary = "Products summed along any dimensions, batched along others";
  let arguments = (ins Stablehlo_Tensor:$lhs,
                       Stablehlo_Tensor:$rhs,
                       Stablehlo_DotDimensionNumbers:$dot_dimension_numbers,
      OptionalAttr<Stablehlo_PrecisionConfigAttr>:$precision_config,
                       OptionalAttr<Stablehlo_DotAlgorithm>:$algorithm);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` custom<DotDimensions>($dot_dimension_numbers) ``
    custom<PrecisionsAndAlgorithm>($precision_config, $algorithm) attr-dict
    `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Stablehlo_EinsumOp : Stablehlo_Op<"einsum", [Stablehlo_PureIfStatic]> {
  let summary = "Products summed as an equation of letters says";
  let arguments = (ins Stablehlo_Tensor:$lhs,
                       Stablehlo_Tensor:$rhs,
                       StrAttr:$einsum_config);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` `config` `=` $einsum_config attr-dict `:`
    functional-type(operands, results)
  }];
}

def Stablehlo_UnaryEinsumOp
    : Stablehlo_Op<"unary_einsum", [Stablehlo_PureIfStatic]> {
  let summary = "Sums and diagonals as an equation of letters says";
  let arguments = (ins Stablehlo_Tensor:$operand,
                       StrAttr:$einsum_config);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `config` `=` $einsum_config attr-dict `:`
    functional-type(operands, results)
  }];
}

def Stablehlo_ConvolutionOp
    : Stablehlo_Op<"convolution", [Stablehlo_PureIfStatic]> {
  let summary = "Windows of a tensor multiplied with a kernel and summed";
  let arguments = (ins Stablehlo_Tensor:$lhs,
                       Stablehlo_Tensor:$rhs,
                       OptionalAttr<DenseI64ArrayAttr>:$window_strides,
                       OptionalAttr<I64ElementsAttr>:$padding,
                       OptionalAttr<DenseI64ArrayAttr>:$lhs_dilation,
                       OptionalAttr<DenseI64ArrayAttr>:$rhs_dilation,
                       OptionalAttr<DenseBoolArrayAttr>:$window_reversal,
                       Stablehlo_ConvDimensionNumbers:$dimension_numbers,
                       Stablehlo_Count:$feature_group_count,
                       Stablehlo_Count:$batch_group_count,
      OptionalAttr<Stablehlo_PrecisionConfigAttr>:$precision_config);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    `(` $lhs `,` $rhs `)` `dim_numbers` `=`
    custom<ConvDimensions>($dimension_numbers) `,` `window` `=` `{`
    custom<Window>($window_strides, $padding, $lhs_dilation, $rhs_dilation,
    $window_reversal) `}` attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Stablehlo_DynamicConvOp
    : Stablehlo_Op<"dynamic_conv", [Stablehlo_PureIfStatic]> {
  let summary = "Convolution with a padding known at run time";
  let arguments = (ins Stablehlo_Tensor:$lhs,
                       Stablehlo_Tensor:$rhs,
                       Stablehlo_Tensor:$padding,
                       OptionalAttr<DenseI64ArrayAttr>:$window_strides,
                       OptionalAttr<DenseI64ArrayAttr>:$lhs_dilation,
                       OptionalAttr<DenseI64ArrayAttr>:$rhs_dilation,
                       OptionalAttr<DenseBoolArrayAttr>:$window_reversal,
                       Stablehlo_ConvDimensionNumbers:$dimension_numbers,
                       Stablehlo_Count:$feature_group_count,
                       Stablehlo_Count:$batch_group_count,
      OptionalAttr<Stablehlo_PrecisionConfigAttr>:$precision_config);
  let results = (outs Stablehlo_Tensor:$result);
  let hasVerifier = 1;
}

def Stablehlo_TriangularSolveOp
    : Stablehlo_Op<"triangular_solve", [Stablehlo_PureIfStatic]> {
  let summary = "Solution of equations with a triangular matrix";
  let arguments = (ins Stablehlo_Tensor:$a,
                       Stablehlo_Tensor:$b,
                       BoolAttr:$left_side,
                       BoolAttr:$lower,
                       BoolAttr:$unit_diagonal,
                       Stablehlo_TransposeAttr:$transpose_a);
  let results = (outs Stablehlo_Tensor:$result);
  let hasVerifier = 1;
}

def Stablehlo_CholeskyOp : Stablehlo_Op<"cholesky", [Stablehlo_PureIfStatic]> {
  let summary = "Triangular factor of a positive-definite matrix";
  let arguments = (ins Stablehlo_Tensor:$a,
                       Stablehlo_FalseByDefault:$lower);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $a (`,` `lower` `=` $lower^)? attr-dict `:`
    custom<MatchingTypes>(type($a), type($result))
  }];
  let hasVerifier = 1;
}

def Stablehlo_FftOp : Stablehlo_Op<"fft", [Stablehlo_PureIfStatic]> {
  let summary = "Fourier transform of the last dimensions";
  let arguments = (ins Stablehlo_Tensor:$operand,
                       Stablehlo_FftTypeAttr:$fft_type,
                       DenseI64ArrayAttr:$fft_length);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `type` `=` $fft_type `,` `length` `=` $fft_length attr-dict
    `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}
