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
