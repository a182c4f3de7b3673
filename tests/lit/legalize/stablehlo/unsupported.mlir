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
func.func @others(%a: tensor<3x3xf32>, %b: tensor<?xcomplex<f32>>) -> (tensor<3x3xf32>, tensor<3xf32>, tensor<?xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.custom_call' op cannot be lowered}}
  %0 = stablehlo.custom_call @lapack_sgetrf(%a) : (tensor<3x3xf32>) -> tensor<3x3xf32>
  %1 = stablehlo.add %0, %a : tensor<3x3xf32>
  // expected-error @+1 {{'stablehlo.unary_einsum' op cannot be lowered}}
  %2 = stablehlo.unary_einsum %1, config = "ab->a" : (tensor<3x3xf32>) -> tensor<3xf32>
  // expected-error @+1 {{'stablehlo.fft' op cannot be lowered}}
  %3 = stablehlo.fft %b, type = FFT, length = [4] : (tensor<?xcomplex<f32>>) -> tensor<?xcomplex<f32>>
  return %1, %2, %3 : tensor<3x3xf32>, tensor<3xf32>, tensor<?xcomplex<f32>>
}

// -----

// Sizes that decide how the op is taken apart.
func.func @unknown_sizes(%x: tensor<?x3xf32>, %p: tensor<3xf32>, %k: tensor<?x4x6xf32>, %i: tensor<1x8x4xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_training' op cannot be lowered}}
  %0, %1, %2 = "stablehlo.batch_norm_training"(%x, %p, %p) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<?x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<?x3xf32>, tensor<3xf32>, tensor<3xf32>)
  // expected-error @+1 {{'stablehlo.batch_norm_grad' op cannot be lowered}}
  %3, %4, %5 = "stablehlo.batch_norm_grad"(%x, %p, %p, %p, %x) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<?x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<?x3xf32>) -> (tensor<?x3xf32>, tensor<3xf32>, tensor<3xf32>)
  // expected-error @+1 {{'stablehlo.convolution' op cannot be lowered}}
  %6 = stablehlo.convolution(%i, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {reverse = [true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x4xf32>, tensor<?x4x6xf32>) -> tensor<1x?x6xf32>
  return
}

// -----

func.func @equations(%a: tensor<3x3xf32>, %b: tensor<3xf32>, %c: tensor<?x8xf32>, %i: tensor<6xi32>) {
  // expected-error @+1 {{'stablehlo.einsum' op cannot be lowered}}
  %0 = stablehlo.einsum %a, %b, config = "ii,i->i" : (tensor<3x3xf32>, tensor<3xf32>) -> tensor<3xf32>
  // expected-error @+1 {{'stablehlo.einsum' op cannot be lowered}}
  %1 = stablehlo.einsum %a, %b, config = "ij,i->i" : (tensor<3x3xf32>, tensor<3xf32>) -> tensor<3xf32>
  // expected-error @+1 {{'stablehlo.torch_index_select' op cannot be lowered}}
  %2 = "stablehlo.torch_index_select"(%c, %i) <{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<?x8xf32>, tensor<6xi32>) -> tensor<6x8xf32>
  return
}
