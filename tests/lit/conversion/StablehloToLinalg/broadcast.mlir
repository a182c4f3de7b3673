// RUN: ingot-opt %s --convert-stablehlo-to-linalg | FileCheck %s

// Dimensions that are new, of size 1, or of a size that the run decides.

// CHECK-DAG:   #[[ONE:.*]] = affine_map<(d0, d1) -> (d0, 0)>
// CHECK-DAG:   #[[TURNED:.*]] = affine_map<(d0, d1, d2) -> (d2, d0)>

// CHECK-LABEL: func.func @new(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<3xf32>
// CHECK:         %[[E:.*]] = tensor.empty() : tensor<2x3x4xf32>
// CHECK:         linalg.broadcast ins(%[[A]] : tensor<3xf32>) outs(%[[E]] : tensor<2x3x4xf32>) dimensions = [0, 2]
func.func @new(%a: tensor<3xf32>) -> tensor<2x3x4xf32> {
  %0 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<3xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// What has size 1 and is repeated goes first.
// CHECK-LABEL: func.func @size_1(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<2x1xf32>
// CHECK:         %[[V:.*]] = tensor.collapse_shape %[[A]] {{\[\[}}0, 1]] : tensor<2x1xf32> into tensor<2xf32>
// CHECK:         linalg.broadcast ins(%[[V]] : tensor<2xf32>) {{.*}} dimensions = [1]
func.func @size_1(%a: tensor<2x1xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<2x1xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @all_size_1(
// CHECK:         tensor.collapse_shape %{{.*}} [] : tensor<1x1xf32> into tensor<f32>
// CHECK:         linalg.broadcast ins(%{{.*}} : tensor<f32>) {{.*}} dimensions = [0, 1]
func.func @all_size_1(%a: tensor<1x1xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @between(
// CHECK:         tensor.collapse_shape %{{.*}} {{\[\[}}0, 1, 2], [3, 4]] : tensor<1x1x?x3x1xf32> into tensor<?x3xf32>
// CHECK:         linalg.broadcast {{.*}} dimensions = [0, 1, 4]
func.func @between(%a: tensor<1x1x?x3x1xf32>, %shape: tensor<5xi32>) -> tensor<5x2x?x3x4xf32> {
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %shape, dims = [0, 1, 2, 3, 4] {known_expanding_dimensions = array<i64: 0, 1, 4>, known_nonexpanding_dimensions = array<i64: 2>} : (tensor<1x1x?x3x1xf32>, tensor<5xi32>) -> tensor<5x2x?x3x4xf32>
  return %0 : tensor<5x2x?x3x4xf32>
}

// Readers of a constant take the number.
// CHECK-LABEL: func.func @constant(
// CHECK:         %[[C:.*]] = arith.constant 3.000000e+00 : f32
// CHECK:         linalg.fill ins(%[[C]] : f32) outs(%{{.*}} : tensor<?x4xf32>)
func.func @constant(%shape: tensor<2xi32>) -> tensor<?x4xf32> {
  %c = stablehlo.constant dense<3.0> : tensor<1xf32>
  %0 = stablehlo.dynamic_broadcast_in_dim %c, %shape, dims = [1] : (tensor<1xf32>, tensor<2xi32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @turned(
// CHECK:         linalg.generic {indexing_maps = [#[[TURNED]], #{{.*}}]
func.func @turned(%a: tensor<2x6xf32>) -> tensor<6x7x2xf32> {
  %0 = stablehlo.broadcast_in_dim %a, dims = [2, 0] : (tensor<2x6xf32>) -> tensor<6x7x2xf32>
  return %0 : tensor<6x7x2xf32>
}

// CHECK-LABEL: func.func @leading(
// CHECK:         linalg.broadcast {{.*}} dimensions = [0, 1]
func.func @leading(%a: tensor<2x6xf32>) -> tensor<5x1x2x6xf32> {
  %0 = stablehlo.broadcast %a, sizes = [5, 1] : (tensor<2x6xf32>) -> tensor<5x1x2x6xf32>
  return %0 : tensor<5x1x2x6xf32>
}

// CHECK-LABEL: func.func @leading_dynamic(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<?xf32>
// CHECK:         tensor.dim %[[A]]
// CHECK:         linalg.broadcast {{.*}} dimensions = [0]
func.func @leading_dynamic(%a: tensor<?xf32>) -> tensor<5x?xf32> {
  %0 = stablehlo.broadcast %a, sizes = [5] : (tensor<?xf32>) -> tensor<5x?xf32>
  return %0 : tensor<5x?xf32>
}

// A size that turns out to be 1 is repeated; any other must be the result's.
// CHECK-LABEL: func.func @unknown(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<?xf32>, %[[SHAPE:[a-z0-9]+]]: tensor<1xindex>
// CHECK:         %[[N:.*]] = tensor.extract %[[SHAPE]]
// CHECK:         %[[OWN:.*]] = tensor.dim %[[A]]
// CHECK:         %[[ISONE:.*]] = arith.cmpi eq, %[[OWN]], %{{.*}}
// CHECK:         %[[SAME:.*]] = arith.cmpi eq, %[[OWN]], %[[N]]
// CHECK:         %[[FITS:.*]] = arith.ori %[[ISONE]], %[[SAME]]
// CHECK:         cf.assert %[[FITS]], "a dimension that is broadcast has neither size 1 nor that of the result"
// CHECK:         linalg.generic
// CHECK:           %[[I:.*]] = linalg.index 0
// CHECK:           %[[AT:.*]] = arith.select %[[ISONE]], %{{.*}}, %[[I]]
// CHECK:           tensor.extract %[[A]][%[[AT]]]
func.func @unknown(%a: tensor<?xf32>, %shape: tensor<1xindex>) -> tensor<?xf32> {
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %shape, dims = [0] : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// The program says which ones are repeated, so nothing is asked.
// CHECK-LABEL: func.func @told(
// CHECK-NOT:     cf.assert
// CHECK:         linalg.generic {indexing_maps = [#[[ONE]], #{{.*}}]
func.func @told(%a: tensor<?x?xf32>, %shape: tensor<2xi32>) -> tensor<?x?xf32> {
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %shape, dims = [0, 1] {known_expanding_dimensions = array<i64: 1>, known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// The size is followed back to the tensor that it came from: no repetition.
// CHECK-LABEL: func.func @own_size(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<?xf32>
// CHECK-NOT:     cf.assert
// CHECK:         linalg.broadcast ins(%[[A]] : tensor<?xf32>) {{.*}} dimensions = [0]
func.func @own_size(%a: tensor<?xf32>) -> tensor<2x?xf32> {
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %shape = stablehlo.concatenate %two, %n1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %shape, dims = [1] : (tensor<?xf32>, tensor<2xi32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: func.func @static_shape(
// CHECK:         linalg.broadcast {{.*}} dimensions = [0]
func.func @static_shape(%a: tensor<3xf32>) -> tensor<2x3xf32> {
  %shape = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %shape, dims = [1] : (tensor<3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// A size with a bound is that of the operand; the bound is of no use here.
// CHECK-LABEL: func.func @bounded(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<1x?xf32>) -> tensor<2x?xf32>
// CHECK:         %[[N:.*]] = tensor.dim %[[A]], %c1
// CHECK:         tensor.empty(%[[N]]) : tensor<2x?xf32>
func.func @bounded(%a: tensor<1x?xf32, #stablehlo.bounds<?, 8>>) -> tensor<2x?xf32, #stablehlo.bounds<?, 8>> {
  %0 = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<1x?xf32, #stablehlo.bounds<?, 8>>) -> tensor<2x?xf32, #stablehlo.bounds<?, 8>>
  return %0 : tensor<2x?xf32, #stablehlo.bounds<?, 8>>
}
