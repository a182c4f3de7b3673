// RUN: ingot-opt %s --convert-stablehlo-to-linalg | FileCheck %s

// Constants, and elements that only move.

// CHECK-DAG:   #[[BACK:.*]] = affine_map<(d0, d1) -> (-d0 + 1, d1)>

// CHECK-LABEL: func.func @constants(
// CHECK:         arith.constant dense<[1, 2]> : tensor<2xi32>
// CHECK:         arith.constant dense<[-1, 1]> : tensor<2xi8>
// CHECK:         arith.constant dense<(1.000000e+00,2.000000e+00)> : tensor<complex<f32>>
func.func @constants() -> (tensor<2xi32>, tensor<2xui8>, tensor<complex<f32>>) {
  %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %1 = stablehlo.constant dense<[255, 1]> : tensor<2xui8>
  %2 = stablehlo.constant dense<(1.0, 2.0)> : tensor<complex<f32>>
  return %0, %1, %2 : tensor<2xi32>, tensor<2xui8>, tensor<complex<f32>>
}

// CHECK-LABEL: func.func @iota(
// CHECK:         %[[I:.*]] = linalg.index 1
// CHECK:         arith.index_castui %[[I]] : index to i16
// CHECK:         %[[J:.*]] = linalg.index 0
// CHECK:         %[[N:.*]] = arith.index_cast %[[J]] : index to i64
// CHECK:         arith.uitofp %[[N]] : i64 to f32
// CHECK:         complex.create
func.func @iota() -> (tensor<2x3xui16>, tensor<4xf32>, tensor<4xcomplex<f32>>) {
  %0 = stablehlo.iota dim = 1 : tensor<2x3xui16>
  %1 = stablehlo.iota dim = 0 : tensor<4xf32>
  %2 = stablehlo.iota dim = 0 : tensor<4xcomplex<f32>>
  return %0, %1, %2 : tensor<2x3xui16>, tensor<4xf32>, tensor<4xcomplex<f32>>
}

// CHECK-LABEL: func.func @reshape(
// CHECK:         %[[FLAT:.*]] = tensor.collapse_shape %{{.*}} {{\[\[}}0, 1]]
// CHECK:         tensor.expand_shape %[[FLAT]] {{\[\[}}0, 1]]
func.func @reshape(%a: tensor<2x6xf32>) -> tensor<3x4xf32> {
  %0 = stablehlo.reshape %a : (tensor<2x6xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @reshape_dynamic(
// CHECK-NOT:     stablehlo
func.func @reshape_dynamic(%a: tensor<?x6xf32>) -> tensor<12xf32> {
  %0 = stablehlo.reshape %a : (tensor<?x6xf32>) -> tensor<12xf32>
  return %0 : tensor<12xf32>
}

// CHECK-LABEL: func.func @transpose(
// CHECK:         linalg.transpose ins(%{{.*}} : tensor<2x6x4xf32>) outs(%{{.*}} : tensor<4x2x6xf32>) permutation = [2, 0, 1]
func.func @transpose(%a: tensor<2x6x4xf32>) -> tensor<4x2x6xf32> {
  %0 = stablehlo.transpose %a, dims = [2, 0, 1] : (tensor<2x6x4xf32>) -> tensor<4x2x6xf32>
  return %0 : tensor<4x2x6xf32>
}

// CHECK-LABEL: func.func @transpose_dynamic(
// CHECK:         %[[N:.*]] = tensor.dim %{{.*}}, %c2
// CHECK:         tensor.empty(%[[N]]) : tensor<?x2x6xf32>
// CHECK:         linalg.transpose {{.*}} permutation = [2, 0, 1]
func.func @transpose_dynamic(%a: tensor<2x6x?xf32>) -> tensor<?x2x6xf32> {
  %0 = stablehlo.transpose %a, dims = [2, 0, 1] : (tensor<2x6x?xf32>) -> tensor<?x2x6xf32>
  return %0 : tensor<?x2x6xf32>
}

// CHECK-LABEL: func.func @reverse(
// CHECK:         linalg.generic {indexing_maps = [#[[BACK]], #{{.*}}]
func.func @reverse(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.reverse %a, dims = [0] : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @reverse_dynamic(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<?x3xf32>
// CHECK:         %[[N:.*]] = tensor.dim %[[A]]
// CHECK:         %[[LAST:.*]] = arith.subi %[[N]], %{{.*}}
// CHECK:         linalg.generic
// CHECK:           %[[I:.*]] = linalg.index 0
// CHECK:           %[[AT:.*]] = arith.subi %[[LAST]], %[[I]]
// CHECK:           %[[J:.*]] = linalg.index 1
// CHECK:           tensor.extract %[[A]][%[[AT]], %[[J]]]
func.func @reverse_dynamic(%a: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = stablehlo.reverse %a, dims = [0] : tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// CHECK-LABEL: func.func @slice(
// CHECK:         tensor.extract_slice %{{.*}}[1, 0] [2, 3] [1, 3] : tensor<4x8xf32> to tensor<2x3xf32>
func.func @slice(%a: tensor<4x8xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.slice %a [1:3, 0:8:3] : (tensor<4x8xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @slice_dynamic(
// CHECK:         tensor.extract_slice %{{.*}}[1, 0] [2, 8] [1, 1] : tensor<?x8xf32> to tensor<2x8xf32>
func.func @slice_dynamic(%a: tensor<?x8xf32>) -> tensor<2x8xf32> {
  %0 = stablehlo.slice %a [1:3, 0:8] : (tensor<?x8xf32>) -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// Parts without elements are left out.
// CHECK-LABEL: func.func @concatenate(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<2x3xf32>, %[[B:[a-z0-9]+]]: tensor<2x0xf32>, %[[C:[a-z0-9]+]]: tensor<2x1xf32>
// CHECK:         tensor.concat dim(1) %[[A]], %[[C]] : (tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x4xf32>
func.func @concatenate(%a: tensor<2x3xf32>, %b: tensor<2x0xf32>, %c: tensor<2x1xf32>) -> tensor<2x4xf32> {
  %0 = stablehlo.concatenate %a, %b, %c, dim = 1 : (tensor<2x3xf32>, tensor<2x0xf32>, tensor<2x1xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// CHECK-LABEL: func.func @concatenate_dynamic(
// CHECK:         tensor.concat dim(0)
func.func @concatenate_dynamic(%a: tensor<?x3xf32>, %b: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// CHECK-LABEL: func.func @concatenate_other_sizes(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<?x?xf32>, %[[B:[a-z0-9]+]]: tensor<?x?xf32>
// CHECK-DAG:     %[[NA:.*]] = tensor.dim %[[A]], %c1
// CHECK-DAG:     %[[NB:.*]] = tensor.dim %[[B]], %c1
// CHECK:         %[[EQUAL:.*]] = arith.cmpi eq, %[[NB]], %[[NA]]
// CHECK:         cf.assert %[[EQUAL]], "'stablehlo.concatenate'{{.*}}: the inputs differ in a size that is not joined"
// CHECK:         tensor.concat dim(0)
func.func @concatenate_other_sizes(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// One column is cut off, two elements go between the rows.
// CHECK-LABEL: func.func @pad(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<2x6xf32>, %[[P:[a-z0-9]+]]: tensor<f32>
// CHECK:         %[[V:.*]] = tensor.extract %[[P]][] : tensor<f32>
// CHECK-NOT:     stablehlo
// CHECK:         return %{{.*}} : tensor<5x7xf32>
func.func @pad(%a: tensor<2x6xf32>, %p: tensor<f32>) -> tensor<5x7xf32> {
  %0 = stablehlo.pad %a, %p, low = [1, -1], high = [0, 2], interior = [2, 0] : (tensor<2x6xf32>, tensor<f32>) -> tensor<5x7xf32>
  return %0 : tensor<5x7xf32>
}

// CHECK-LABEL: func.func @pad_dynamic(
// CHECK:         %[[V:.*]] = tensor.extract
// CHECK:         tensor.pad %{{.*}} low[1] high[2]
// CHECK:           tensor.yield %[[V]] : f32
func.func @pad_dynamic(%a: tensor<?xf32>, %p: tensor<f32>) -> tensor<?xf32> {
  %0 = stablehlo.pad %a, %p, low = [1], high = [2], interior = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// No elements, no computation.
// CHECK-LABEL: func.func @empty(
// CHECK-NEXT:    %[[E:.*]] = tensor.empty() : tensor<0x3xf32>
// CHECK-NEXT:    return %[[E]]
func.func @empty(%a: tensor<0x3xf32>) -> tensor<0x3xf32> {
  %0 = stablehlo.tanh %a : tensor<0x3xf32>
  return %0 : tensor<0x3xf32>
}

// MLIR cannot say the maps of a transpose without dimensions.
// CHECK-LABEL: func.func @transpose_of_a_scalar(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<f32>
// CHECK-NEXT:    return %[[A]]
func.func @transpose_of_a_scalar(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.transpose %a, dims = [] : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
