// RUN: ingot-opt %s --convert-stablehlo-to-linalg | FileCheck %s

// Updates, one after another; those that would be outside are skipped.

// What the index alone decides is asked in front of the loop over the window.
// CHECK-LABEL: func.func @rows(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<4x8xf32>, %[[I:[a-z0-9]+]]: tensor<5x1xi32>, %[[U:[a-z0-9]+]]: tensor<5x8xf32>
// CHECK:         scf.for %[[S:[a-z0-9]+]] = {{.*}} iter_args(%{{.*}} = %[[A]])
// CHECK:           %[[X:.*]] = tensor.extract %[[I]][%[[S]], %{{.*}}]
// CHECK:           %[[ROW:.*]] = arith.index_cast %[[X]] : i32 to index
// CHECK:           %[[INSIDE:.*]] = arith.cmpi ult, %[[ROW]], %{{.*}} : index
// CHECK:           scf.if %[[INSIDE]]
// CHECK:             scf.for %[[W:[a-z0-9]+]] =
// CHECK-NOT:           scf.if
// CHECK:               %[[OLD:.*]] = tensor.extract %{{.*}}[%[[ROW]], %[[W]]]
// CHECK:               %[[NEW:.*]] = tensor.extract %[[U]][%[[S]], %[[W]]]
// CHECK:               %[[R:.*]] = arith.subf %[[OLD]], %[[NEW]]
// CHECK:               tensor.insert %[[R]] into %{{.*}}[%[[ROW]], %[[W]]]
// CHECK:           } else {
func.func @rows(%a: tensor<4x8xf32>, %i: tensor<5x1xi32>, %u: tensor<5x8xf32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %d = stablehlo.subtract %x, %y : tensor<f32>
    stablehlo.return %d : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// A window that starts where the index says may reach over the end.
// CHECK-LABEL: func.func @slices(
// CHECK:         %[[START:.*]] = arith.index_cast
// CHECK-NOT:     scf.if
// CHECK:         scf.for %[[W:[a-z0-9]+]] =
// CHECK:           %[[PLACE:.*]] = arith.addi %[[START]], %[[W]]
// CHECK:           %[[INSIDE:.*]] = arith.cmpi ult, %[[PLACE]], %{{.*}} : index
// CHECK:           scf.if %[[INSIDE]]
// CHECK:             tensor.insert %{{.*}} into %{{.*}}[%[[PLACE]]]
func.func @slices(%a: tensor<9xf32>, %i: tensor<2x1xi32>, %u: tensor<2x4xf32>) -> tensor<9xf32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) : (tensor<9xf32>, tensor<2x1xi32>, tensor<2x4xf32>) -> tensor<9xf32>
  return %0 : tensor<9xf32>
}

// Unsigned indices are not extended by a sign.
// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<?xf32>, %[[I:[a-z0-9]+]]: tensor<?xi32>, %[[U:[a-z0-9]+]]: tensor<?xf32>
// CHECK-DAG:     tensor.dim %[[A]]
// CHECK-DAG:     tensor.dim %[[U]]
// CHECK:         scf.for
// CHECK:           arith.index_castui
// CHECK:           scf.if
func.func @dynamic(%a: tensor<?xf32>, %i: tensor<?xui32>, %u: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) : (tensor<?xf32>, tensor<?xui32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Several tensors, one region.
// CHECK-LABEL: func.func @several(
// CHECK:         scf.if {{.*}} -> (tensor<4xf32>, tensor<4xi32>)
// CHECK:           arith.addf
// CHECK:           arith.addi
// CHECK-COUNT-2:   tensor.insert
func.func @several(%a: tensor<4xf32>, %b: tensor<4xi32>, %i: tensor<2x1xi32>, %u: tensor<2xf32>, %v: tensor<2xi32>) -> (tensor<4xf32>, tensor<4xi32>) {
  %0:2 = "stablehlo.scatter"(%a, %b, %i, %u, %v) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<i32>, %z: tensor<f32>, %w: tensor<i32>):
    %s = stablehlo.add %x, %z : tensor<f32>
    %t = stablehlo.add %y, %w : tensor<i32>
    stablehlo.return %s, %t : tensor<f32>, tensor<i32>
  }) : (tensor<4xf32>, tensor<4xi32>, tensor<2x1xi32>, tensor<2xf32>, tensor<2xi32>) -> (tensor<4xf32>, tensor<4xi32>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xi32>
}
