// RUN: ingot-opt %s --ingot-form-kernels --canonicalize | FileCheck %s

// What is padded is added to a result of another kernel, here zeros that a
// slice needs, too: it is an input, and its size the destination's.
// CHECK-LABEL: func.func @added_to_shared_zeros(
// CHECK: %[[ZEROS:.*]] = ingot.dispatch
// CHECK: tensor.insert_slice %{{.*}} into %[[ZEROS]]
// CHECK: %[[OUT:.*]] = tensor.empty() : tensor<8xf32>
// CHECK: ingot.dispatch {{.*}}%[[ZEROS]]{{.*}} outs(%[[OUT]] : tensor<8xf32>)
func.func @added_to_shared_zeros(%x: tensor<4xf32>) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<7xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<7xf32>) -> tensor<7xf32>
  %apart = tensor.insert_slice %x into %zeros[0] [4] [2] : tensor<4xf32> into tensor<7xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%apart : tensor<7xf32>) outs(%zeros : tensor<7xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<7xf32>
  %padded = tensor.pad %sum low[0] high[1] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<7xf32> to tensor<8xf32>
  return %padded : tensor<8xf32>
}
