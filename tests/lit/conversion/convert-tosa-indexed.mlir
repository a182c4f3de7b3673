// RUN: ingot-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(ingot-convert-tosa))' | FileCheck %s

// What upstream gets wrong or takes with known sizes only is computed by index.

// Places before the first one are not rounded towards zero: a step is added
// before the division and taken off behind it.
// CHECK-LABEL: @before_the_first
func.func @before_the_first(%a: tensor<1x3x4x2xi8>) -> tensor<1x6x8x2xi32> {
  // CHECK: linalg.generic
  // CHECK: %[[LOW:.*]] = arith.divui %{{.*}}, %c4
  // CHECK: arith.addi %[[LOW]], %c-1
  // CHECK-NOT: arith.divsi
  %s = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %o = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %b = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %r = tosa.resize %a, %s, %o, %b {mode = BILINEAR} : (tensor<1x3x4x2xi8>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x6x8x2xi32>
  return %r : tensor<1x6x8x2xi32>
}

// -----

// CHECK-LABEL: @open_tile
func.func @open_tile(%a: tensor<2x?x?xf32>) -> tensor<4x?x?xf32> {
  // CHECK: linalg.generic
  // CHECK: arith.remui
  // CHECK: tensor.extract
  %s = tosa.const_shape {values = dense<[2, 1, 3]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %r = tosa.tile %a, %s : (tensor<2x?x?xf32>, !tosa.shape<3>) -> tensor<4x?x?xf32>
  return %r : tensor<4x?x?xf32>
}

// -----

// CHECK-LABEL: @open_average
func.func @open_average(%a: tensor<1x?x?x3xf32>) -> tensor<1x?x?x3xf32> {
  // CHECK: linalg.pooling_nhwc_sum
  // CHECK: linalg.generic
  // CHECK: arith.divf
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %r = tosa.avg_pool2d %a, %z, %z {kernel = array<i64: 2, 2>, stride = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, acc_type = f32} : (tensor<1x?x?x3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x?x?x3xf32>
  return %r : tensor<1x?x?x3xf32>
}
