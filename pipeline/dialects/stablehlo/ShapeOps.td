//===- ShapeOps.td - elements moved, repeated or named anew ---------------===//
//
// None of these computes with element values; sizes are static attributes.
//
//===----------------------------------------------------------------------===//

include "pipeline/dialects/stablehlo/StablehloAttrs.td"

def Stablehlo_ConstantOp
    : Stablehlo_Op<"constant", [
          ConstantLike,
          Pure,
          DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "A tensor known at compile time";
  let arguments = (ins ElementsAttr:$value);
  let results = (outs Stablehlo_Tensor:$output);
  let hasCustomAssemblyFormat = 1;
  let hasFolder = 1;
  let builders = [OpBuilder<(ins "::mlir::ElementsAttr":$value)>];
  let hasVerifier = 1;
}

def Stablehlo_IotaOp : Stablehlo_Op<"iota", [Pure]> {
  let summary = "Positions along one dimension";
  let arguments = (ins Stablehlo_Index:$iota_dimension);
  let results = (outs Stablehlo_Tensor:$output);
  let assemblyFormat = "`dim` `=` $iota_dimension attr-dict `:` type($output)";
  let hasVerifier = 1;
}

def Stablehlo_ReshapeOp : Stablehlo_Op<"reshape", [Stablehlo_PureIfStatic]> {
  let summary = "The same elements in order, with other sizes";
  let arguments = (ins Stablehlo_Tensor:$operand);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $operand attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Stablehlo_BitcastConvertOp
    : Stablehlo_Op<"bitcast_convert", [Stablehlo_PureIfStatic]> {
  let summary = "The same bits as another element type";
  let arguments = (ins Stablehlo_Tensor:$operand);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $operand attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Stablehlo_BroadcastOp : Stablehlo_Op<"broadcast", [Pure]> {
  let summary = "Repetition along new leading dimensions";
  let arguments = (ins Stablehlo_Tensor:$operand,
                       DenseI64ArrayAttr:$broadcast_sizes);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `sizes` `=` $broadcast_sizes attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Stablehlo_BroadcastInDimOp
    : Stablehlo_Op<"broadcast_in_dim", [Stablehlo_PureIfStatic]> {
  let summary = "Repetition along dimensions that are new or have size 1";
  let arguments = (ins Stablehlo_Tensor:$operand,
                       DenseI64ArrayAttr:$broadcast_dimensions);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `dims` `=` $broadcast_dimensions attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Stablehlo_TransposeOp
    : Stablehlo_Op<"transpose", [Stablehlo_PureIfStatic]> {
  let summary = "Dimensions in another order";
  let arguments = (ins Stablehlo_Tensor:$operand,
                       DenseI64ArrayAttr:$permutation);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `dims` `=` $permutation attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Stablehlo_ReverseOp : Stablehlo_Op<"reverse", [Stablehlo_PureIfStatic]> {
  let summary = "Elements in opposite order along some dimensions";
  let arguments = (ins Stablehlo_Tensor:$operand,
                       DenseI64ArrayAttr:$dimensions);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `dims` `=` $dimensions attr-dict `:`
    custom<MatchingTypes>(type($operand), type($result))
  }];
  let hasVerifier = 1;
}

def Stablehlo_ConcatenateOp
    : Stablehlo_Op<"concatenate", [Stablehlo_PureIfStatic]> {
  let summary = "Tensors one after another along a dimension";
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs,
                       Stablehlo_Index:$dimension);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    custom<OperandsBeforeKeyword>($inputs) `dim` `=` $dimension attr-dict
    `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Stablehlo_PadOp : Stablehlo_Op<"pad", [Stablehlo_PureIfStatic]> {
  let summary = "Padding around and between elements; negative padding cuts";
  let arguments = (ins Stablehlo_Tensor:$operand,
                       Stablehlo_Tensor:$padding_value,
                       DenseI64ArrayAttr:$edge_padding_low,
                       DenseI64ArrayAttr:$edge_padding_high,
                       DenseI64ArrayAttr:$interior_padding);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` $padding_value `,` `low` `=` $edge_padding_low `,` `high`
    `=` $edge_padding_high `,` `interior` `=` $interior_padding attr-dict
    `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}
