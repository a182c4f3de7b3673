// RUN: ingot-opt %s --convert-stablehlo-to-linalg | FileCheck %s

// dot_general: what has a name of linalg keeps it.

// CHECK-DAG:   #[[L:.*]] = affine_map<(d0, d1, d2, d3) -> (d3, d0, d1)>
// CHECK-DAG:   #[[R:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>
// CHECK-DAG:   #[[O:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>

// CHECK-LABEL: func.func @matrices(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<2x3xf32>, %[[B:[a-z0-9]+]]: tensor<3x4xf32>
// CHECK:         %[[Z:.*]] = linalg.fill
// CHECK:         linalg.matmul ins(%[[A]], %[[B]] : {{.*}}) outs(%[[Z]] :
func.func @matrices(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) -> tensor<2x4xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// CHECK-LABEL: func.func @batches(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<?x2x3xf32>, %[[B:[a-z0-9]+]]: tensor<?x3x?xf32>
// CHECK-DAG:     %[[N:.*]] = tensor.dim %[[B]], %c2
// CHECK:         tensor.empty(%{{.*}}, %[[N]]) : tensor<?x2x?xf32>
// CHECK:         linalg.batch_matmul ins(%[[A]], %[[B]] :
func.func @batches(%a: tensor<?x2x3xf32>, %b: tensor<?x3x?xf32>) -> tensor<?x2x?xf32> {
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<?x2x3xf32>, tensor<?x3x?xf32>) -> tensor<?x2x?xf32>
  return %0 : tensor<?x2x?xf32>
}

// Batches first, then what is left of each side; sums last.
// CHECK-LABEL: func.func @any_order(
// CHECK:         linalg.generic {indexing_maps = [#[[L]], #[[R]], #[[O]]], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
// CHECK:           arith.mulf
// CHECK:           arith.addf
func.func @any_order(%a: tensor<3x5x2xf32>, %b: tensor<5x3x4xf32>) -> tensor<5x2x4xf32> {
  %0 = stablehlo.dot_general %a, %b, batching_dims = [1] x [0], contracting_dims = [0] x [1] : (tensor<3x5x2xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
  return %0 : tensor<5x2x4xf32>
}

// Sums of small floats are f32, and rounded once.
// CHECK-LABEL: func.func @small(
// CHECK:         linalg.matmul {{.*}} outs(%{{.*}} : tensor<2x4xf32>)
// CHECK:         arith.truncf %{{.*}} : f32 to bf16
func.func @small(%a: tensor<2x3xbf16>, %b: tensor<3x4xbf16>) -> tensor<2x4xbf16> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xbf16>, tensor<3x4xbf16>) -> tensor<2x4xbf16>
  return %0 : tensor<2x4xbf16>
}

// Widened before the product, as the operand's sign says.
// CHECK-LABEL: func.func @wider(
// CHECK:         arith.extsi %{{.*}} : i8 to i32
// CHECK:         arith.extui %{{.*}} : i8 to i32
// CHECK:         arith.muli %{{.*}} : i32
func.func @wider(%a: tensor<3xi8>, %b: tensor<3xui8>) -> tensor<i32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (tensor<3xi8>, tensor<3xui8>) -> tensor<i32>
  return %0 : tensor<i32>
}

// CHECK-LABEL: func.func @truth(
// CHECK:         arith.andi
// CHECK:         arith.ori
func.func @truth(%a: tensor<2x3xi1>, %b: tensor<3xi1>) -> tensor<2xi1> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xi1>, tensor<3xi1>) -> tensor<2xi1>
  return %0 : tensor<2xi1>
}

// Nothing is conjugated.
// CHECK-LABEL: func.func @complex(
// CHECK-NOT:     complex.conj
// CHECK:         complex.mul
// CHECK:         complex.add
func.func @complex(%a: tensor<3xcomplex<f32>>, %b: tensor<3xcomplex<f32>>) -> tensor<complex<f32>> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>) -> tensor<complex<f32>>
  return %0 : tensor<complex<f32>>
}
