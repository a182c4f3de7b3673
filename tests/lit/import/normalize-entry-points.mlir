// RUN: ingot-opt %s --ingot-normalize-entry-points -split-input-file -verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @scalars(
// CHECK-SAME:    %[[A:.*]]: tensor<f32>, %[[N:.*]]: tensor<index>) -> tensor<f32>
// CHECK-DAG:     %[[X:.*]] = tensor.extract %[[A]][]
// CHECK-DAG:     %[[Y:.*]] = tensor.extract %[[N]][]
// CHECK:         %[[R:.*]] = arith.mulf %[[X]], %[[X]]
// CHECK:         %[[T:.*]] = tensor.from_elements %[[R]] : tensor<f32>
// CHECK:         return %[[T]]
func.func @scalars(%a: f32 {some.note}, %n: index) -> f32 {
  %0 = arith.mulf %a, %a : f32
  return %0 : f32
}

// What an op computes with is no entry.
// CHECK-LABEL: func.func @windows(
// CHECK:       func.func private @reducer(
func.func @windows(%a: tensor<4xf32>, %z: tensor<f32>, %w: tensor<1xi32>, %p: tensor<1x2xi32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%a, %z, %w, %w, %w, %w, %p) {called_computations = [@reducer]} : (tensor<4xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @reducer(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %x, %y : tensor<f32>
  return %0 : tensor<f32>
}

// A public function keeps its callers out of the way of its callers' tensors.
// CHECK-LABEL: func.func @called(
// CHECK-SAME:    tensor<f32>
// CHECK-LABEL: func.func private @called_0(
// CHECK-SAME:    f32) -> f32
// CHECK-LABEL: func.func private @caller(
// CHECK:         call @called_0
func.func @called(%a: f32) -> f32 {
  return %a : f32
}
func.func private @caller(%a: f32) -> f32 {
  %0 = call @called(%a) : (f32) -> f32
  return %0 : f32
}

// -----

// Everything at fault is reported, not the first only.
// expected-error @+2 {{argument 0 of public function @bad has type 'memref<4xf32>'}}
// expected-error @+1 {{result 0 of public function @bad has type 'tensor<*xf32>'}}
func.func @bad(%a: memref<4xf32>, %b: tensor<*xf32>) -> tensor<*xf32> {
// expected-error @-1 {{argument 1 of public function @bad has type 'tensor<*xf32>'}}
  return %b : tensor<*xf32>
}
