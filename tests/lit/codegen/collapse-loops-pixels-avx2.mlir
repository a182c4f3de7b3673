// RUN: ingot-opt %s --ingot-collapse-loops=vector-bits=256 --canonicalize | FileCheck %s

// Lines of 56 are seven vectors, and three and a half register tiles: one vector in
// four rows takes as long as two.
// CHECK-LABEL: func.func @lines(
// CHECK:         linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<1x32x3136xf32>, tensor<64x32xf32>)
// Lines of 112 are whole tiles.
// CHECK-LABEL: func.func @whole_tiles(
// CHECK:         linalg.conv_2d_nchw_fchw
func.func @lines(%x: memref<1x32x56x56xf32>, %w: memref<64x32x1x1xf32>, %y: memref<1x64x56x56xf32>) {
  %zero = arith.constant 0.0 : f32
  %0 = bufferization.to_tensor %x restrict : memref<1x32x56x56xf32> to tensor<1x32x56x56xf32>
  %1 = bufferization.to_tensor %w restrict : memref<64x32x1x1xf32> to tensor<64x32x1x1xf32>
  %2 = bufferization.to_tensor %y restrict writable : memref<1x64x56x56xf32> to tensor<1x64x56x56xf32>
  %3 = linalg.fill ins(%zero : f32) outs(%2 : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
  %4 = linalg.conv_2d_nchw_fchw ins(%0, %1 : tensor<1x32x56x56xf32>, tensor<64x32x1x1xf32>)
      outs(%3 : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
  bufferization.materialize_in_destination %4 in restrict writable %y : (tensor<1x64x56x56xf32>, memref<1x64x56x56xf32>) -> ()
  return
}

func.func @whole_tiles(%x: memref<1x32x7x112xf32>, %w: memref<64x32x1x1xf32>, %y: memref<1x64x7x112xf32>) {
  %zero = arith.constant 0.0 : f32
  %0 = bufferization.to_tensor %x restrict : memref<1x32x7x112xf32> to tensor<1x32x7x112xf32>
  %1 = bufferization.to_tensor %w restrict : memref<64x32x1x1xf32> to tensor<64x32x1x1xf32>
  %2 = bufferization.to_tensor %y restrict writable : memref<1x64x7x112xf32> to tensor<1x64x7x112xf32>
  %3 = linalg.fill ins(%zero : f32) outs(%2 : tensor<1x64x7x112xf32>) -> tensor<1x64x7x112xf32>
  %4 = linalg.conv_2d_nchw_fchw ins(%0, %1 : tensor<1x32x7x112xf32>, tensor<64x32x1x1xf32>)
      outs(%3 : tensor<1x64x7x112xf32>) -> tensor<1x64x7x112xf32>
  bufferization.materialize_in_destination %4 in restrict writable %y : (tensor<1x64x7x112xf32>, memref<1x64x7x112xf32>) -> ()
  return
}
