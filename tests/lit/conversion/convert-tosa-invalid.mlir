// Ops that upstream does not lower are all reported, each at its place.
// RUN: ingot-opt %s -split-input-file -verify-diagnostics --pass-pipeline="builtin.module(func.func(ingot-convert-tosa),ingot-check-supported)"

func.func @main(%x: tensor<1x4x4x1xf32>) -> (tensor<1x4x3xf32>, tensor<1x4x3xf32>) {
  // expected-error @+1 {{'tosa.rfft2d' op cannot be lowered}}
  %0, %1 = tosa.rfft2d %x : (tensor<1x4x4x1xf32>) -> (tensor<1x4x3xf32>, tensor<1x4x3xf32>)
  return %0, %1 : tensor<1x4x3xf32>, tensor<1x4x3xf32>
}
