// An op that upstream does not lower is reported at its place.
// RUN: ingot-opt %s -split-input-file -verify-diagnostics --pass-pipeline="builtin.module(func.func(ingot-convert-tosa),ingot-check-supported)"

func.func @main(%x: tensor<1x4x4x2xf32>, %w: tensor<3x2x2x2xf32>, %b: tensor<3xf32>, %z: tensor<1xf32>) -> tensor<1x5x5x3xf32> {
  // expected-error @+1 {{'tosa.transpose_conv2d' op cannot be lowered}}
  %0 = tosa.transpose_conv2d %x, %w, %b, %z, %z {acc_type = f32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x2xf32>, tensor<3x2x2x2xf32>, tensor<3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x5x5x3xf32>
  return %0 : tensor<1x5x5x3xf32>
}
