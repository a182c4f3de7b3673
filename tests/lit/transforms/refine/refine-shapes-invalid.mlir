// RUN: ingot-opt %s --split-input-file --ingot-refine-shapes --verify-diagnostics

// Known sizes that contradict each other are reported where they meet.
func.func @contradiction(%a: tensor<2x3xf32>) -> tensor<?x4xf32> {
  %d = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%a) : (tensor<2x3xf32>) -> tensor<?x?xf32>
  // expected-error @+1 {{'stablehlo.tanh' op has a result of type 'tensor<?x4xf32>', but its operands make one of shape [2, 3]}}
  %0 = stablehlo.tanh %d : (tensor<?x?xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

func.func @range(%a: tensor<4xf32>) -> tensor<?xf32> {
  %0 = stablehlo.constant dense<0> : tensor<1xi32>
  %1 = stablehlo.constant dense<1> : tensor<1xi32>
  %5 = stablehlo.constant dense<5> : tensor<1xi32>
  // expected-error @+1 {{'stablehlo.slice' op (C3) takes elements from 0 to 5 of dimension 0, expected a range within 0 to 4}}
  %2 = stablehlo.real_dynamic_slice %a, %0, %5, %1 : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}

// -----

func.func @top(%a: tensor<4xf32>) -> tensor<?xf32> {
  %5 = stablehlo.constant dense<5> : tensor<i32>
  // expected-error @+1 {{'stablehlo.custom_call' op takes 5 elements of 4}}
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%a, %5) : (tensor<4xf32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xi32>)
  return %0#0 : tensor<?xf32>
}
