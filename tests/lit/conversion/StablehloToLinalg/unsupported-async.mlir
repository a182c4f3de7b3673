// RUN: ingot-opt %s --convert-stablehlo-to-linalg --ingot-check-supported -verify-diagnostics

// A future that somebody else waits for. The body stays as it is, too: the
// verifier asks what stands in it.

func.func private @start(%a: tensor<4xf32>) -> !stablehlo.future<tensor<2xf32>> {
  // expected-error @+1 {{'stablehlo.async_start' op cannot be lowered}}
  %0 = "stablehlo.async_start"(%a) ({
  ^bb0(%x: tensor<4xf32>):
    %s = stablehlo.slice %x [0:2] : (tensor<4xf32>) -> tensor<2xf32>
    stablehlo.return %s : tensor<2xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<2xf32>>
  // expected-error @+1 {{cannot be lowered}}
  return %0 : !stablehlo.future<tensor<2xf32>>
}

func.func private @done(%f: !stablehlo.future<tensor<2xf32>>) -> tensor<2xf32> {
  // expected-error @+1 {{'stablehlo.async_done' op cannot be lowered}}
  %0 = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<2xf32>>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
