//===- MiscOps.td - normalisation and random numbers ----- -*- tablegen -*-===//
//
// What belongs to no other file.
//
//===----------------------------------------------------------------------===//

include "pipeline/dialects/stablehlo/StablehloAttrs.td"

def Stablehlo_BatchNormGradOp
    : Stablehlo_Op<"batch_norm_grad", [Stablehlo_PureIfStatic]> {
  let summary = "Gradients of batch normalisation";
  let arguments = (ins Stablehlo_Tensor:$operand,
                       Stablehlo_Tensor:$scale,
                       Stablehlo_Tensor:$mean,
                       Stablehlo_Tensor:$variance,
                       Stablehlo_Tensor:$grad_output,
                       F32Attr:$epsilon,
                       Stablehlo_Index:$feature_index);
  let results = (outs Stablehlo_Tensor:$grad_operand,
                      Stablehlo_Tensor:$grad_scale,
                      Stablehlo_Tensor:$grad_offset);
  let hasVerifier = 1;
}

def Stablehlo_BatchNormInferenceOp
    : Stablehlo_Op<"batch_norm_inference", [Stablehlo_PureIfStatic]> {
  let summary = "Normalisation with given mean and variance";
  let arguments = (ins Stablehlo_Tensor:$operand,
                       Stablehlo_Tensor:$scale,
                       Stablehlo_Tensor:$offset,
                       Stablehlo_Tensor:$mean,
                       Stablehlo_Tensor:$variance,
                       F32Attr:$epsilon,
                       Stablehlo_Index:$feature_index);
  let results = (outs Stablehlo_Tensor:$result);
  let hasVerifier = 1;
}

def Stablehlo_BatchNormTrainingOp
    : Stablehlo_Op<"batch_norm_training", [Stablehlo_PureIfStatic]> {
  let summary = "Normalisation with mean and variance of the batch";
  let arguments = (ins Stablehlo_Tensor:$operand,
                       Stablehlo_Tensor:$scale,
                       Stablehlo_Tensor:$offset,
                       F32Attr:$epsilon,
                       Stablehlo_Index:$feature_index);
  let results = (outs Stablehlo_Tensor:$output,
                      Stablehlo_Tensor:$batch_mean,
                      Stablehlo_Tensor:$batch_var);
  let hasVerifier = 1;
}

def Stablehlo_RngOp : Stablehlo_Op<"rng"> {
  let summary = "Random numbers of a distribution, from a hidden state";
  let arguments = (ins Stablehlo_Tensor:$a,
                       Stablehlo_Tensor:$b,
                       Stablehlo_Tensor:$shape,
                       Stablehlo_RngDistributionAttr:$rng_distribution);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $a `,` $b `,` $shape `,` `distribution` `=` $rng_distribution attr-dict
    `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Stablehlo_RngBitGeneratorOp
    : Stablehlo_Op<"rng_bit_generator", [Stablehlo_PureIfStatic]> {
  let summary = "Random bits of a state, and the next state";
  let arguments = (ins Stablehlo_RngAlgorithmAttr:$rng_algorithm,
                       Stablehlo_Tensor:$initial_state);
  let results = (outs Stablehlo_Tensor:$output_state,
                      Stablehlo_Tensor:$output);
  let assemblyFormat = [{
    $initial_state `,` `algorithm` `=` $rng_algorithm attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}
