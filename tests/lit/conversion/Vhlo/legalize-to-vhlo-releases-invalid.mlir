// What the target does not know is reported, each with the release that does.
// RUN: ingot-opt %s -split-input-file -verify-diagnostics --ingot-legalize-to-vhlo=target=1.5.0

func.func @pairs(%a: tensor<3x4xf32>, %t: !stablehlo.token) {
  // expected-error @+1 {{'stablehlo.send' op with 'source_target_pairs' needs StableHLO v1.12.0, the target is v1.5.0}}
  %0 = "stablehlo.send"(%a, %t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<3x4xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

// The type is older than calls that give it.
func.func @futures(%a: tensor<4xf32>) {
  // expected-error @+2 {{with the type '!stablehlo.future<tensor<4xf32>>' needs StableHLO v1.15.0, the target is v1.5.0}}
  // expected-error @+1 {{'stablehlo.custom_call' op with futures needs StableHLO v1.17.0, the target is v1.5.0}}
  %0 = stablehlo.custom_call @f(%a) : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>>
  return
}

// -----

func.func @regions(%a: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.composite' op with regions needs StableHLO v1.14.0, the target is v1.5.0}}
  %0 = "stablehlo.composite"(%a) <{name = "a.b", decomposition = @d}> ({
  ^bb0(%x: tensor<4xf32>):
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}
func.func private @d(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
