// RUN: ingot-opt %s --ingot-explain-placement=which=all --ingot-offload='library=xnnpack vector-bits=128' --verify-diagnostics | FileCheck %s

// What a row is there for is explained before it is lowered; constants and what
// stores bytes are not.

// CHECK: ingot.custom "xnnpack.convolution"
// CHECK-NOT: ingot.custom "xnnpack

func.func @convolution(%x: tensor<1x16x16x16xi8>) -> tensor<1x16x16x32xi8> {
  %w = "tosa.const"() <{values = dense<3> : tensor<32x1x1x16xi8>}> : () -> tensor<32x1x1x16xi8>
  %b = "tosa.const"() <{values = dense<7> : tensor<32xi32>}> : () -> tensor<32xi32>
  %xz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<40> : tensor<1xi8>}> : () -> tensor<1xi8>
  // expected-remark @+1 {{'tosa.conv2d' op is computed by xnnpack.convolution, about 7.0 us; a kernel could, about 13.1 us: it is estimated to be slower so}}
  %0 = tosa.conv2d %x, %w, %b, %xz, %xz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x16x16x16xi8>, tensor<32x1x1x16xi8>, tensor<32xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x16x16x32xi32>
  %1 = tosa.rescale %0, %m, %s, %z, %xz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<1x16x16x32xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x16x16x32xi8>
  return %1 : tensor<1x16x16x32xi8>
}

func.func @too_small(%x: tensor<1x1x4x16xi8>) -> tensor<1x1x4x32xi8> {
  %w = "tosa.const"() <{values = dense<3> : tensor<32x1x1x16xi8>}> : () -> tensor<32x1x1x16xi8>
  %b = "tosa.const"() <{values = dense<7> : tensor<32xi32>}> : () -> tensor<32xi32>
  %xz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<40> : tensor<1xi8>}> : () -> tensor<1xi8>
  // expected-remark @+1 {{'tosa.conv2d' op is computed by a kernel, about 0.2 us; xnnpack.convolution could, about 2.1 us: it has too little work for a call, which pays from 16000 multiplications on}}
  %0 = tosa.conv2d %x, %w, %b, %xz, %xz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x1x4x16xi8>, tensor<32x1x1x16xi8>, tensor<32xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x1x4x32xi32>
  %1 = tosa.rescale %0, %m, %s, %z, %xz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<1x1x4x32xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x1x4x32xi8>
  return %1 : tensor<1x1x4x32xi8>
}

func.func @filters_of_the_run(%x: tensor<1x16x16x16xi8>, %w: tensor<32x1x1x16xi8>) -> tensor<1x16x16x32xi8> {
  %b = "tosa.const"() <{values = dense<7> : tensor<32xi32>}> : () -> tensor<32xi32>
  %xz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<40> : tensor<1xi8>}> : () -> tensor<1xi8>
  // expected-remark @+1 {{xnnpack.convolution cannot: it has weights that only the run knows}}
  %0 = tosa.conv2d %x, %w, %b, %xz, %xz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x16x16x16xi8>, tensor<32x1x1x16xi8>, tensor<32xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x16x16x32xi32>
  %1 = tosa.rescale %0, %m, %s, %z, %xz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<1x16x16x32xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x16x16x32xi8>
  return %1 : tensor<1x16x16x32xi8>
}
