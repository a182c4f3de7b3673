// RUN: ingot-opt %s --convert-stablehlo-to-linalg | FileCheck %s

// Indices of the run are forced inside.

// CHECK-LABEL: func.func @dynamic_slice(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<8xf32>, %[[I:[a-z0-9]+]]: tensor<i32>
// CHECK:         %[[X:.*]] = tensor.extract %[[I]][]
// CHECK:         %[[N:.*]] = arith.index_cast %[[X]] : i32 to index
// CHECK:         %[[C0:.*]] = arith.constant 0 : index
// CHECK:         %[[LOW:.*]] = arith.maxsi %[[N]], %[[C0]]
// CHECK:         %[[C6:.*]] = arith.constant 6 : index
// CHECK:         %[[AT:.*]] = arith.minsi %[[LOW]], %[[C6]]
// CHECK:         tensor.extract_slice %[[A]][%[[AT]]] [2] [1]
func.func @dynamic_slice(%a: tensor<8xf32>, %i: tensor<i32>) -> tensor<2xf32> {
  %0 = stablehlo.dynamic_slice %a, %i, sizes = [2] : (tensor<8xf32>, tensor<i32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// A large unsigned index must not become a negative one.
// CHECK-LABEL: func.func @unsigned(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<?xf32>
// CHECK:         %[[MOST:.*]] = arith.subi %{{.*}}, %c2
// CHECK:         %[[N:.*]] = arith.index_castui %{{.*}} : i64 to index
// CHECK:         arith.minui %[[N]], %[[MOST]]
func.func @unsigned(%a: tensor<?xf32>, %i: tensor<ui64>) -> tensor<2xf32> {
  %0 = stablehlo.dynamic_slice %a, %i, sizes = [2] : (tensor<?xf32>, tensor<ui64>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func.func @dynamic_update_slice(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<8xf32>, %[[U:[a-z0-9]+]]: tensor<2xf32>
// CHECK:         arith.maxsi
// CHECK:         %[[AT:.*]] = arith.minsi
// CHECK:         tensor.insert_slice %[[U]] into %[[A]][%[[AT]]] [2] [1]
func.func @dynamic_update_slice(%a: tensor<8xf32>, %u: tensor<2xf32>, %i: tensor<i32>) -> tensor<8xf32> {
  %0 = stablehlo.dynamic_update_slice %a, %u, %i : (tensor<8xf32>, tensor<2xf32>, tensor<i32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func.func @update_unknown_size(
// CHECK:         arith.subi
// CHECK:         tensor.insert_slice
func.func @update_unknown_size(%a: tensor<?xf32>, %u: tensor<?xf32>, %i: tensor<i32>) -> tensor<?xf32> {
  %0 = stablehlo.dynamic_update_slice %a, %u, %i : (tensor<?xf32>, tensor<?xf32>, tensor<i32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Row: the batch's; column: looked up and clamped to 0 .. 3; last: the offset.
// CHECK-LABEL: func.func @gather(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<3x4x8xf32>, %[[I:[a-z0-9]+]]: tensor<3x5x1xi64>
// CHECK:         linalg.generic {{.*}} outs(%{{.*}} : tensor<3x5x8xf32>)
// CHECK-DAG:       %[[B:.*]] = linalg.index 0
// CHECK-DAG:       %[[P:.*]] = linalg.index 1
// CHECK-DAG:       %[[O:.*]] = linalg.index 2
// CHECK:           %[[S:.*]] = tensor.extract %[[I]][%[[B]], %[[P]], %{{.*}}]
// CHECK:           arith.maxsi
// CHECK:           %[[C:.*]] = arith.minsi
// CHECK:           %[[L:.*]] = arith.addi %{{.*}}, %[[O]]
// CHECK:           tensor.extract %[[A]][%[[B]], %[[C]], %[[L]]]
func.func @gather(%a: tensor<3x4x8xf32>, %i: tensor<3x5x1xi64>) -> tensor<3x5x8xf32> {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 8>}> : (tensor<3x4x8xf32>, tensor<3x5x1xi64>) -> tensor<3x5x8xf32>
  return %0 : tensor<3x5x8xf32>
}

// CHECK-LABEL: func.func @gather_unknown_count(
// CHECK-SAME:    %{{.*}}: tensor<?x8xf32>, %[[I:[a-z0-9]+]]: tensor<?xi32>
// CHECK:         tensor.dim %[[I]]
// CHECK:         linalg.generic {{.*}} outs(%{{.*}} : tensor<?x8xf32>)
func.func @gather_unknown_count(%a: tensor<?x8xf32>, %i: tensor<?xi32>) -> tensor<?x8xf32> {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<?x8xf32>, tensor<?xi32>) -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// The slices' sizes come as a tensor.
// CHECK-LABEL: func.func @dynamic_gather(
// CHECK-SAME:    %{{.*}}: tensor<4x8xf32>, %{{.*}}: tensor<5x1xi64>, %[[S:[a-z0-9]+]]: tensor<2xi32>
// CHECK-COUNT-2: tensor.extract %[[S]]
// CHECK:         linalg.generic {{.*}} outs(%{{.*}} : tensor<5x?xf32>)
func.func @dynamic_gather(%a: tensor<4x8xf32>, %i: tensor<5x1xi64>, %s: tensor<2xi32>) -> tensor<5x?xf32> {
  %0 = "stablehlo.dynamic_gather"(%a, %i, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<4x8xf32>, tensor<5x1xi64>, tensor<2xi32>) -> tensor<5x?xf32>
  return %0 : tensor<5x?xf32>
}

// CHECK-LABEL: func.func @known_sizes(
// CHECK:         linalg.generic {{.*}} outs(%{{.*}} : tensor<5x8xf32>)
func.func @known_sizes(%a: tensor<4x8xf32>, %i: tensor<5x1xi64>) -> tensor<5x8xf32> {
  %s = stablehlo.constant dense<[1, 8]> : tensor<2xi32>
  %0 = "stablehlo.dynamic_gather"(%a, %i, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<4x8xf32>, tensor<5x1xi64>, tensor<2xi32>) -> tensor<5x8xf32>
  return %0 : tensor<5x8xf32>
}
