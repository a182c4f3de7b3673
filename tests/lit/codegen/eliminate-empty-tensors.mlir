// RUN: ingot-opt %s --ingot-eliminate-empty-tensors | FileCheck %s

// What is inserted is computed in place.
// CHECK-LABEL: func.func @inserted
func.func @inserted(%x: f32, %whole: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK-NOT: tensor.empty
  // CHECK:     %[[SLICE:.*]] = tensor.extract_slice %arg1[4] [4] [1]
  // CHECK:     linalg.fill ins(%arg0 : f32) outs(%[[SLICE]] : tensor<4xf32>)
  %empty = tensor.empty() : tensor<4xf32>
  %filled = linalg.fill ins(%x : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %0 = tensor.insert_slice %filled into %whole[4] [4] [1]
      : tensor<4xf32> into tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func.func @returned
func.func @returned(%x: f32) -> tensor<4xf32> {
  // CHECK: tensor.empty
  %empty = tensor.empty() : tensor<4xf32>
  %filled = linalg.fill ins(%x : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  return %filled : tensor<4xf32>
}

// Two values that start from one empty tensor do not share its memory.
// CHECK-LABEL: func.func @shared
func.func @shared(%x: f32, %y: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK-COUNT-2: tensor.empty() : tensor<4xf32>
  // CHECK-COUNT-2: linalg.fill
  %empty = tensor.empty() : tensor<4xf32>
  %0 = linalg.fill ins(%x : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.fill ins(%y : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// A vector that is inserted is computed in registers.
// CHECK-LABEL: func.func @vector
func.func @vector(%v: vector<4xf32>, %whole: tensor<8xf32>) -> tensor<8xf32> {
  %zero = arith.constant 0 : index
  // CHECK: vector.transfer_write %arg0, %arg1
  %0 = vector.transfer_write %v, %whole[%zero] {in_bounds = [true]}
      : vector<4xf32>, tensor<8xf32>
  return %0 : tensor<8xf32>
}
