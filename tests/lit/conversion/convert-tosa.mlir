// RUN: ingot-opt %s --pass-pipeline='builtin.module(func.func(ingot-convert-tosa))' | FileCheck %s

// One conversion for what upstream does in four: named ops, others, shapes.
// CHECK-LABEL: func.func @kinds(
// CHECK:         linalg.batch_matmul
// CHECK:         linalg.generic
// CHECK:           math.tanh
// CHECK:         tensor.collapse_shape
func.func @kinds(%a: tensor<1x4x4xf32>, %b: tensor<1x4x4xf32>) -> tensor<16xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %s = tosa.const_shape {values = dense<16> : tensor<1xindex>} : () -> !tosa.shape<1>
  %0 = tosa.matmul %a, %b, %z, %z : (tensor<1x4x4xf32>, tensor<1x4x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4xf32>
  %1 = tosa.tanh %0 : (tensor<1x4x4xf32>) -> tensor<1x4x4xf32>
  %2 = tosa.reshape %1, %s : (tensor<1x4x4xf32>, !tosa.shape<1>) -> tensor<16xf32>
  return %2 : tensor<16xf32>
}

// And the scaling that the conversion of a rescale leaves in a body.
// CHECK-LABEL: func.func @rescaled(
// CHECK-NOT:     tosa
// CHECK:         linalg.generic
// CHECK:           arith.extsi %{{.*}} : i32 to i64
// CHECK:           arith.shrsi
func.func @rescaled(%a: tensor<2xi32>) -> tensor<2xi8> {
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<30> : tensor<1xi8>}> : () -> tensor<1xi8>
  %i = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %o = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.rescale %a, %m, %s, %i, %o {rounding_mode = SINGLE_ROUND, scale32 = true, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<2xi8>
  return %0 : tensor<2xi8>
}

// Where all shifts are longer than half of the product, the upper half is rounded
// and shifted.
// CHECK-LABEL: func.func @rescaled_by_channels(
// CHECK-NOT:     tosa
// CHECK:         linalg.generic
// CHECK:           %[[PRODUCT:.*]] = arith.muli %{{.*}}, %{{.*}} : i64
// CHECK-NOT:       arith.select
// CHECK:           arith.andi %{{.*}}, %{{.*}} : i32
// CHECK:           arith.shrsi %{{.*}}, %{{.*}} : i64
// CHECK:           arith.trunci %{{.*}} : i64 to i32
// CHECK:           arith.shrsi %{{.*}}, %{{.*}} : i32
func.func @rescaled_by_channels(%a: tensor<4x2xi32>) -> tensor<4x2xi32> {
  %m = "tosa.const"() <{values = dense<[1073741824, 2000000000]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %s = "tosa.const"() <{values = dense<[33, 62]> : tensor<2xi8>}> : () -> tensor<2xi8>
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %0 = tosa.rescale %a, %m, %s, %z, %z {rounding_mode = DOUBLE_ROUND, scale32 = true, per_channel = true, input_unsigned = false, output_unsigned = false} : (tensor<4x2xi32>, tensor<2xi32>, tensor<2xi8>, tensor<1xi32>, tensor<1xi32>) -> tensor<4x2xi32>
  return %0 : tensor<4x2xi32>
}

// Rounded once, the sign adds nothing.
// CHECK-LABEL: func.func @scaled_once(
// CHECK-NOT:     arith.andi
// CHECK:         arith.trunci %{{.*}} : i64 to i32
// CHECK:         return
func.func @scaled_once(%v: i32, %m: i32) -> i32 {
  %s = arith.constant 33 : i8
  %0 = tosa.apply_scale %v, %m, %s {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
  return %0 : i32
}

// What nobody knows may be short.
// CHECK-LABEL: func.func @scaled_by_an_argument(
// CHECK:         arith.select
// CHECK:         return
func.func @scaled_by_an_argument(%v: i32, %m: i32, %s: i8) -> i32 {
  %0 = tosa.apply_scale %v, %m, %s {rounding_mode = DOUBLE_ROUND} : (i32, i32, i8) -> i32
  return %0 : i32
}

// One of them is not.
// CHECK-LABEL: func.func @rescaled_by_any_shift(
// CHECK-NOT:     tosa
// CHECK:         linalg.generic
// CHECK:           arith.select
// CHECK:           arith.shrsi %{{.*}}, %{{.*}} : i64
// CHECK-NOT:       arith.shrsi
// CHECK:         return
func.func @rescaled_by_any_shift(%a: tensor<4x2xi32>) -> tensor<4x2xi32> {
  %m = "tosa.const"() <{values = dense<[1073741824, 2000000000]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %s = "tosa.const"() <{values = dense<[32, 62]> : tensor<2xi8>}> : () -> tensor<2xi8>
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %0 = tosa.rescale %a, %m, %s, %z, %z {rounding_mode = DOUBLE_ROUND, scale32 = true, per_channel = true, input_unsigned = false, output_unsigned = false} : (tensor<4x2xi32>, tensor<2xi32>, tensor<2xi8>, tensor<1xi32>, tensor<1xi32>) -> tensor<4x2xi32>
  return %0 : tensor<4x2xi32>
}

// What cannot be converted stays, and keeps nothing else from it.
// CHECK-LABEL: func.func @partly(
// CHECK:         tosa.custom
// CHECK:         math.tanh
// CHECK:         tosa.custom
func.func @partly(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tosa.custom %a {domain_name = "d", implementation_attrs = "", operator_name = "o"} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = tosa.tanh %0 : (tensor<4xf32>) -> tensor<4xf32>
  %2 = tosa.custom %1 {domain_name = "d", implementation_attrs = "", operator_name = "o"} : (tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// An operator of PyTorch that was carried down whole is for the caller.
// CHECK-LABEL: func.func @of_torch(
// CHECK:         ingot.custom "torch.aten.foo"(%arg0)
// CHECK-SAME:    described_operands = [tensor<?xf32>]
// CHECK-SAME:    implementation_attrs = "{}"
// CHECK-SAME:    (tensor<?xf32>) -> tensor<?xf32>
func.func @of_torch(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = tosa.custom %a {domain_name = "torch", implementation_attrs = "{}", operator_name = "torch.aten.foo"} : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
