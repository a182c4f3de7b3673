// RUN: ingot-opt %s --ingot-canonicalize | FileCheck %s

// A program without blocks, loops and unknown sizes is done in one round: what a
// rewrite leaves is looked at again within it, in whatever order it stands.

#id = affine_map<(i) -> (i)>

// CHECK-LABEL: func.func @chain
// CHECK-NEXT:    return %arg0
func.func @chain(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = tensor.cast %a : tensor<2x3xf32> to tensor<2x3xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  %2 = tensor.expand_shape %1 [[0, 1]] output_shape [2, 3] : tensor<6xf32> into tensor<2x3xf32>
  return %2 : tensor<2x3xf32>
}

// What loses its last user late goes too.
// CHECK-LABEL: func.func @unused
// CHECK-NEXT:    %[[FIVE:.*]] = arith.constant 5 : index
// CHECK-NEXT:    return %[[FIVE]]
func.func @unused(%a: tensor<4xf32>) -> index {
  %two = arith.constant 2 : index
  %three = arith.constant 3 : index
  %0 = tensor.extract_slice %a[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [1, 2] : tensor<2xf32> into tensor<1x2xf32>
  %2 = tensor.collapse_shape %1 [[0, 1]] : tensor<1x2xf32> into tensor<2xf32>
  %sum = arith.addi %two, %three : index
  return %sum : index
}

// CHECK-LABEL: func.func @body
// CHECK-NEXT:    return %arg0
func.func @body(%a: tensor<4xf32>, %out: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : tensor<4xf32>) outs(%out : tensor<4xf32>) {
    ^bb0(%x: f32, %o: f32):
      linalg.yield %x : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
