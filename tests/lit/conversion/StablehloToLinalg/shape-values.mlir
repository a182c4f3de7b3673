// Sizes that programs compute as tensors.
// RUN: ingot-opt %s --convert-stablehlo-to-linalg --mlir-print-local-scope --canonicalize | FileCheck %s

// Sizes of tensors are followed through the list: no element is loaded.
// CHECK-LABEL: func.func @followed(
// CHECK:         %[[C2:.*]] = arith.constant 2 : index
// CHECK:         %[[C1:.*]] = arith.constant 1 : index
// CHECK:         %[[C0:.*]] = arith.constant 0 : index
// CHECK:         %[[DIM:.*]] = tensor.dim %arg0, %[[C0]] : tensor<?x?xf32>
// CHECK:         %[[DIM_1:.*]] = tensor.dim %arg0, %[[C1]] : tensor<?x?xf32>
// CHECK:         %[[V0:.*]] = arith.muli %[[DIM]], %[[DIM_1]] : index
// CHECK:         %[[V1:.*]] = arith.maxsi %[[V0]], %[[C2]] : index
// CHECK:         %[[V2:.*]] = tensor.empty(%[[V1]]) : tensor<?x2xf32>
// CHECK:         %[[V3:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%[[V2]] : tensor<?x2xf32>) {
// CHECK:         ^bb0(%[[OUT:.*]]: f32):
// CHECK:           %[[V4:.*]] = linalg.index 1 : index
// CHECK:           %[[V5:.*]] = arith.index_cast %[[V4]] : index to i64
// CHECK:           %[[V6:.*]] = arith.uitofp %[[V5]] : i64 to f32
// CHECK:           linalg.yield %[[V6]] : f32
// CHECK:         } -> tensor<?x2xf32>
// CHECK:         return %[[V3]] : tensor<?x2xf32>
func.func @followed(%a: tensor<?x?xf32>) -> tensor<?x2xf32> {
  %c2 = stablehlo.constant dense<2> : tensor<1xi32>
  %c = stablehlo.constant dense<2> : tensor<i32>
  %0 = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %1 = stablehlo.get_dimension_size %a, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %2 = stablehlo.multiply %0, %1 : tensor<i32>
  %3 = stablehlo.maximum %2, %c : tensor<i32>
  %4 = stablehlo.reshape %3 : (tensor<i32>) -> tensor<1xi32>
  %5 = stablehlo.concatenate %4, %c2, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %6 = stablehlo.dynamic_iota %5, dim = 1 : (tensor<2xi32>) -> tensor<?x2xf32>
  return %6 : tensor<?x2xf32>
}

// What the program was given is loaded.
// CHECK-LABEL: func.func @loaded(
// CHECK:         %[[C1:.*]] = arith.constant 1 : index
// CHECK:         %[[C0:.*]] = arith.constant 0 : index
// CHECK:         %[[E:.*]] = tensor.extract %arg0[%[[C0]]] : tensor<2xi64>
// CHECK:         %[[V0:.*]] = arith.index_cast %[[E]] : i64 to index
// CHECK:         %[[E_1:.*]] = tensor.extract %arg0[%[[C1]]] : tensor<2xi64>
// CHECK:         %[[V1:.*]] = arith.index_cast %[[E_1]] : i64 to index
// CHECK:         %[[V2:.*]] = tensor.empty(%[[V0]], %[[V1]]) : tensor<?x?xf32>
// CHECK:         %[[V3:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%[[V2]] : tensor<?x?xf32>) {
// CHECK:         ^bb0(%[[OUT:.*]]: f32):
// CHECK:           %[[V4:.*]] = linalg.index 0 : index
// CHECK:           %[[V5:.*]] = arith.index_cast %[[V4]] : index to i64
// CHECK:           %[[V6:.*]] = arith.uitofp %[[V5]] : i64 to f32
// CHECK:           linalg.yield %[[V6]] : f32
// CHECK:         } -> tensor<?x?xf32>
// CHECK:         return %[[V3]] : tensor<?x?xf32>
func.func @loaded(%n: tensor<2xi64>) -> tensor<?x?xf32> {
  %0 = stablehlo.dynamic_iota %n, dim = 0 : (tensor<2xi64>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// Parts of a list: element 1 of the slice is element 2 of what is sliced.
// CHECK-LABEL: func.func @sliced(
// CHECK:         %[[C1:.*]] = arith.constant 1 : index
// CHECK:         %[[C0:.*]] = arith.constant 0 : index
// CHECK:         %[[EXTRACTED_SLICE:.*]] = tensor.extract_slice %arg0[1] [2] [1] : tensor<4xi32> to tensor<2xi32>
// CHECK:         %[[V0:.*]] = tensor.empty() : tensor<2xi32>
// CHECK:         %[[V1:.*]] = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%[[EXTRACTED_SLICE]], %[[EXTRACTED_SLICE]] : tensor<2xi32>, tensor<2xi32>) outs(%[[V0]] : tensor<2xi32>) {
// CHECK:         ^bb0(%[[IN:.*]]: i32, %[[IN_1:.*]]: i32, %[[OUT:.*]]: i32):
// CHECK:           %[[V2:.*]] = arith.addi %[[IN]], %[[IN_1]] : i32
// CHECK:           linalg.yield %[[V2]] : i32
// CHECK:         } -> tensor<2xi32>
// CHECK:         %[[E:.*]] = tensor.extract %[[V1]][%[[C0]]] : tensor<2xi32>
// CHECK:         %[[V3:.*]] = arith.index_cast %[[E]] : i32 to index
// CHECK:         %[[E_1:.*]] = tensor.extract %[[V1]][%[[C1]]] : tensor<2xi32>
// CHECK:         %[[V4:.*]] = arith.index_cast %[[E_1]] : i32 to index
// CHECK:         %[[V5:.*]] = tensor.empty(%[[V3]], %[[V4]]) : tensor<?x?xf32>
// CHECK:         %[[V6:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%[[V5]] : tensor<?x?xf32>) {
// CHECK:         ^bb0(%[[OUT_1:.*]]: f32):
// CHECK:           %[[V7:.*]] = linalg.index 0 : index
// CHECK:           %[[V8:.*]] = arith.index_cast %[[V7]] : index to i64
// CHECK:           %[[V9:.*]] = arith.uitofp %[[V8]] : i64 to f32
// CHECK:           linalg.yield %[[V9]] : f32
// CHECK:         } -> tensor<?x?xf32>
// CHECK:         return %[[V6]] : tensor<?x?xf32>
func.func @sliced(%n: tensor<4xi32>) -> tensor<?x?xf32> {
  %0 = stablehlo.slice %n [1:3] : (tensor<4xi32>) -> tensor<2xi32>
  %1 = stablehlo.add %0, %0 : tensor<2xi32>
  %2 = stablehlo.dynamic_iota %1, dim = 0 : (tensor<2xi32>) -> tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}
