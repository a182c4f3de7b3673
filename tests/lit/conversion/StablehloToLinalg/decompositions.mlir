// RUN: ingot-opt %s --convert-stablehlo-to-linalg | FileCheck %s

// Ops made of others.

// CHECK-DAG:   #[[V:.*]] = affine_map<(d0, d1) -> (d1)>

// CHECK-LABEL: func.func @dot(
// CHECK:         linalg.matmul
// CHECK:         linalg.generic {indexing_maps = [#{{.*}}, #[[V]], #{{.*}}], iterator_types = ["parallel", "reduction"]}
func.func @dot(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>, %v: tensor<4xf32>) -> tensor<2xf32> {
  %0 = stablehlo.dot %a, %b : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %1 = stablehlo.dot %0, %v : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// CHECK-LABEL: func.func @dot_dynamic(
// CHECK:         linalg.matmul
func.func @dot_dynamic(%a: tensor<?x3xf32>, %b: tensor<3x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.dot %a, %b : (tensor<?x3xf32>, tensor<3x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @einsum(
// CHECK:         linalg.batch_matmul
// CHECK:         linalg.transpose {{.*}} permutation = [2, 0, 1]
func.func @einsum(%a: tensor<5x2x3xf32>, %b: tensor<5x3x4xf32>) -> tensor<4x5x2xf32> {
  %0 = stablehlo.einsum %a, %b, config = "bij,bjk->kbi" : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<4x5x2xf32>
  return %0 : tensor<4x5x2xf32>
}

// CHECK-LABEL: func.func @einsum_dynamic(
// CHECK:         linalg.matmul
func.func @einsum_dynamic(%a: tensor<?x3xf32>, %b: tensor<3x4xf32>) -> tensor<?x4xf32> {
  %0 = stablehlo.einsum %a, %b, config = "ij,jk->ik" : (tensor<?x3xf32>, tensor<3x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @index_select(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<3x4x8xf32>, %[[I:[a-z0-9]+]]: tensor<6xi32>
// CHECK-DAG:       %[[X:.*]] = linalg.index 0
// CHECK-DAG:       %[[Y:.*]] = linalg.index 1
// CHECK-DAG:       %[[Z:.*]] = linalg.index 2
// CHECK:           tensor.extract %[[I]][%[[Y]]]
// CHECK:           tensor.extract %[[A]][
func.func @index_select(%a: tensor<3x4x8xf32>, %i: tensor<6xi32>) -> tensor<3x6x8xf32> {
  %0 = "stablehlo.torch_index_select"(%a, %i) <{batch_dims = 0 : i64, dim = 1 : i64}> : (tensor<3x4x8xf32>, tensor<6xi32>) -> tensor<3x6x8xf32>
  return %0 : tensor<3x6x8xf32>
}

// CHECK-LABEL: func.func @index_select_dynamic(
// CHECK:         linalg.generic {{.*}} outs(%{{.*}} : tensor<?x8xf32>)
func.func @index_select_dynamic(%a: tensor<4x8xf32>, %i: tensor<?xi32>) -> tensor<?x8xf32> {
  %0 = "stablehlo.torch_index_select"(%a, %i) <{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<4x8xf32>, tensor<?xi32>) -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// (x - mean) / sqrt(variance + epsilon) * scale + offset
// CHECK-LABEL: func.func @normalise(
// CHECK:         arith.constant dense<1.000000e-03> : tensor<f32>
// CHECK:         arith.addf
// CHECK:         math.sqrt
// CHECK:         arith.subf
// CHECK:         arith.divf
// CHECK:         arith.mulf
// CHECK:         arith.addf
func.func @normalise(%x: tensor<2x4x3xf32>, %scale: tensor<3xf32>, %offset: tensor<3xf32>, %mean: tensor<3xf32>, %variance: tensor<3xf32>) -> tensor<2x4x3xf32> {
  %0 = "stablehlo.batch_norm_inference"(%x, %scale, %offset, %mean, %variance) <{epsilon = 1.000000e-03 : f32, feature_index = 2 : i64}> : (tensor<2x4x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x4x3xf32>
  return %0 : tensor<2x4x3xf32>
}

// CHECK-LABEL: func.func @normalise_dynamic(
// CHECK:         math.sqrt
// CHECK:         return %{{.*}} : tensor<?x4x3xf32>
func.func @normalise_dynamic(%x: tensor<?x4x3xf32>, %p: tensor<3xf32>) -> tensor<?x4x3xf32> {
  %0 = "stablehlo.batch_norm_inference"(%x, %p, %p, %p, %p) <{epsilon = 1.000000e-03 : f32, feature_index = 2 : i64}> : (tensor<?x4x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<?x4x3xf32>
  return %0 : tensor<?x4x3xf32>
}

// Eight elements for each feature.
// CHECK-LABEL: func.func @train(
// CHECK:         arith.constant dense<8.000000e+00> : tensor<f32>
// CHECK:         arith.divf
// CHECK:         math.sqrt
func.func @train(%x: tensor<2x4x3xf32>, %p: tensor<3xf32>) -> (tensor<2x4x3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %0, %1, %2 = "stablehlo.batch_norm_training"(%x, %p, %p) <{epsilon = 1.000000e-03 : f32, feature_index = 2 : i64}> : (tensor<2x4x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x4x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return %0, %1, %2 : tensor<2x4x3xf32>, tensor<3xf32>, tensor<3xf32>
}

// CHECK-LABEL: func.func @gradient(
// CHECK:         math.sqrt
// CHECK:         return %{{.*}}, %{{.*}}, %{{.*}} : tensor<2x4x3xf32>, tensor<3xf32>, tensor<3xf32>
func.func @gradient(%x: tensor<2x4x3xf32>, %p: tensor<3xf32>) -> (tensor<2x4x3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %0, %1, %2 = "stablehlo.batch_norm_grad"(%x, %p, %p, %p, %x) <{epsilon = 1.000000e-03 : f32, feature_index = 2 : i64}> : (tensor<2x4x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x4x3xf32>) -> (tensor<2x4x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return %0, %1, %2 : tensor<2x4x3xf32>, tensor<3xf32>, tensor<3xf32>
}

// Elements are counted by the run.
// CHECK-LABEL: func.func @train_dynamic(
// CHECK:         arith.mulf %{{.*}} : f64
// CHECK:         arith.truncf %{{.*}} : f64 to f32
// CHECK:         math.sqrt
func.func @train_dynamic(%x: tensor<?x3x?xf32>, %p: tensor<3xf32>) -> (tensor<?x3x?xf32>, tensor<3xf32>, tensor<3xf32>) {
  %0:3 = "stablehlo.batch_norm_training"(%x, %p, %p) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<?x3x?xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<?x3x?xf32>, tensor<3xf32>, tensor<3xf32>)
  return %0#0, %0#1, %0#2 : tensor<?x3x?xf32>, tensor<3xf32>, tensor<3xf32>
}

// CHECK-LABEL: func.func @gradient_dynamic(
// CHECK:         math.sqrt
// CHECK:         arith.truncf %{{.*}} : f64 to f32
func.func @gradient_dynamic(%x: tensor<?x3xf32>, %p: tensor<3xf32>) -> (tensor<?x3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %0:3 = "stablehlo.batch_norm_grad"(%x, %p, %p, %p, %x) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<?x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<?x3xf32>) -> (tensor<?x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return %0#0, %0#1, %0#2 : tensor<?x3xf32>, tensor<3xf32>, tensor<3xf32>
}

// CHECK-LABEL: func.func @index_select_of_any_size(
// CHECK:         linalg.generic
// CHECK:           tensor.extract %{{.*}} : tensor<?x?xf32>
func.func @index_select_of_any_size(%c: tensor<?x?xf32>, %i: tensor<6xi32>) -> tensor<6x?xf32> {
  %0 = "stablehlo.torch_index_select"(%c, %i) <{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<?x?xf32>, tensor<6xi32>) -> tensor<6x?xf32>
  return %0 : tensor<6x?xf32>
}
