// RUN: ingot-opt %s -split-input-file --convert-stablehlo-to-linalg --ingot-check-supported -verify-diagnostics

// What no pattern takes stays, and one run names all of it.

func.func @several_devices(%a: tensor<4xf32>, %t: tensor<1xi32>) -> tensor<4xf32> {
  // expected-error @+1 {{'stablehlo.all_gather' op cannot be lowered: it needs several devices}}
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<8xf32>
  // expected-error @+1 {{'stablehlo.reduce_scatter' op cannot be lowered}}
  %1 = "stablehlo.reduce_scatter"(%0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<8xf32>) -> tensor<4xf32>
  // expected-error @+1 {{'stablehlo.all_reduce' op cannot be lowered}}
  %2 = "stablehlo.all_reduce"(%1) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error @+1 {{'stablehlo.all_to_all' op cannot be lowered}}
  %3 = "stablehlo.all_to_all"(%2) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error @+1 {{'stablehlo.collective_broadcast' op cannot be lowered}}
  %4 = "stablehlo.collective_broadcast"(%3) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error @+1 {{'stablehlo.collective_permute' op cannot be lowered}}
  %5 = "stablehlo.collective_permute"(%4) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error @+1 {{'stablehlo.collective_reduce' op cannot be lowered}}
  %6 = "stablehlo.collective_reduce"(%5) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error @+1 {{'stablehlo.cross-replica-sum' op cannot be lowered}}
  %7 = "stablehlo.cross-replica-sum"(%6) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  return %7 : tensor<4xf32>
}

// -----

func.func @host(%a: tensor<4xf32>) -> tensor<4xf32> {
  %t = stablehlo.create_token : !stablehlo.token
  // expected-error @+1 {{'stablehlo.send' op cannot be lowered: it exchanges values with the host or another device while the program runs}}
  %0 = "stablehlo.send"(%a, %t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true}> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  // expected-error @+1 {{'stablehlo.recv' op cannot be lowered}}
  %1:2 = "stablehlo.recv"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  // expected-error @+1 {{'stablehlo.infeed' op cannot be lowered}}
  %2:2 = "stablehlo.infeed"(%1#1) : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  // expected-error @+1 {{'stablehlo.outfeed' op cannot be lowered}}
  %3 = "stablehlo.outfeed"(%2#0, %2#1) : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  return %2#0 : tensor<4xf32>
}

// -----

// Code of others, and ops that are known but not lowered, beside one that is.
func.func @others(%a: tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3xf32>) {
  // expected-error @+2 {{'stablehlo.custom_call' op cannot be lowered}}
  // expected-note @+1 {{known calls are}}
  %0 = stablehlo.custom_call @lapack_sgetrf(%a) : (tensor<3x3xf32>) -> tensor<3x3xf32>
  %1 = stablehlo.add %0, %a : tensor<3x3xf32>
  // expected-error @+1 {{'stablehlo.unary_einsum' op cannot be lowered}}
  %2 = stablehlo.unary_einsum %1, config = "ab->c" : (tensor<3x3xf32>) -> tensor<3xf32>
  return %1, %2 : tensor<3x3xf32>, tensor<3xf32>
}

// -----

// Sizes that decide how the op is taken apart.
func.func @unknown_sizes(%k: tensor<?x4x6xf32>, %i: tensor<1x8x4xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op cannot be lowered}}
  %6 = stablehlo.convolution(%i, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {reverse = [true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x4xf32>, tensor<?x4x6xf32>) -> tensor<1x?x6xf32>
  return
}

// -----

func.func @equations(%a: tensor<3x3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.einsum' op cannot be lowered}}
  %0 = stablehlo.einsum %a, %b, config = "ij,i->k" : (tensor<3x3xf32>, tensor<3xf32>) -> tensor<3xf32>
  // expected-error @+1 {{'stablehlo.einsum' op cannot be lowered}}
  %1 = stablehlo.einsum %a, %b, config = "ij,i" : (tensor<3x3xf32>, tensor<3xf32>) -> tensor<3xf32>
  // expected-error @+1 {{'stablehlo.einsum' op cannot be lowered}}
  %2 = stablehlo.einsum %a, %b, config = "ij,jk->i" : (tensor<3x3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @endless(%a: tensor<3xf32>) -> tensor<3xf32> {
  // expected-error @+1 {{'stablehlo.composite' op cannot be lowered: its decomposition calls itself}}
  %0 = stablehlo.composite "my.op" %a {decomposition = @again} : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
func.func private @again(%a: tensor<3xf32>) -> tensor<3xf32> {
  %0 = func.call @other(%a) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
func.func private @other(%a: tensor<3xf32>) -> tensor<3xf32> {
  // expected-error @+1 {{'stablehlo.composite' op cannot be lowered: its decomposition calls itself}}
  %0 = stablehlo.composite "my.op" %a {decomposition = @again} : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
