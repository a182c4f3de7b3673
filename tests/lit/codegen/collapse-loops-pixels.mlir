// RUN: ingot-opt %s --split-input-file --ingot-collapse-loops=vector-bits=512 --canonicalize | FileCheck %s

// Pixels are rows of a product, in the memory of the caller.
// CHECK-LABEL: func @alone
// CHECK-SAME: %[[X:.*]]: memref<1x7x7x32xf32>, %[[W:.*]]: memref<1x1x32x64xf32>, %[[Y:.*]]: memref<1x7x7x64xf32>
// CHECK-DAG: %[[PIXELS:.*]] = tensor.collapse_shape {{.*}} {{\[}}[0, 1, 2], [3]] : tensor<1x7x7x32xf32> into tensor<49x32xf32>
// CHECK-DAG: %[[FILTERS:.*]] = tensor.collapse_shape {{.*}} {{\[}}[0, 1, 2], [3]] : tensor<1x1x32x64xf32> into tensor<32x64xf32>
// CHECK-DAG: %[[MEMORY:.*]] = memref.collapse_shape %[[Y]] {{\[}}[0, 1, 2], [3]]
// CHECK-DAG: %[[INTO:.*]] = bufferization.to_tensor %[[MEMORY]] restrict writable
// CHECK-DAG: %[[ZERO:.*]] = linalg.fill {{.*}} outs(%[[INTO]] : tensor<49x64xf32>)
// CHECK: %[[SUM:.*]] = linalg.generic {{.*}}iterator_types = ["parallel", "parallel", "reduction"]
// CHECK-SAME: ins(%[[PIXELS]], %[[FILTERS]] : tensor<49x32xf32>, tensor<32x64xf32>) outs(%[[ZERO]] : tensor<49x64xf32>)
// CHECK: bufferization.materialize_in_destination %[[SUM]] in restrict writable %[[MEMORY]]
func.func @alone(%x: memref<1x7x7x32xf32>, %w: memref<1x1x32x64xf32>, %y: memref<1x7x7x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %0 = bufferization.to_tensor %x restrict : memref<1x7x7x32xf32> to tensor<1x7x7x32xf32>
  %1 = bufferization.to_tensor %w restrict : memref<1x1x32x64xf32> to tensor<1x1x32x64xf32>
  %2 = bufferization.to_tensor %y restrict writable : memref<1x7x7x64xf32> to tensor<1x7x7x64xf32>
  %3 = linalg.fill ins(%zero : f32) outs(%2 : tensor<1x7x7x64xf32>) -> tensor<1x7x7x64xf32>
  %4 = linalg.conv_2d_nhwc_hwcf {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%0, %1 : tensor<1x7x7x32xf32>, tensor<1x1x32x64xf32>) outs(%3 : tensor<1x7x7x64xf32>) -> tensor<1x7x7x64xf32>
  bufferization.materialize_in_destination %4 in restrict writable %y : (tensor<1x7x7x64xf32>, memref<1x7x7x64xf32>) -> ()
  return
}

// -----

// A bias and a residual go along.
// CHECK-LABEL: func @reader
// CHECK: %[[SUM:.*]] = linalg.generic {{.*}}iterator_types = ["parallel", "parallel", "reduction"]
// CHECK-SAME: tensor<70x32xf32>, tensor<32x64xf32>) outs({{.*}} : tensor<70x64xf32>)
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "parallel"]
// CHECK-SAME: ins(%[[SUM]], {{.*}} : tensor<70x64xf32>, tensor<64xf32>, tensor<70x64xf32>) outs({{.*}} : tensor<70x64xf32>)
// CHECK: materialize_in_destination
#all = affine_map<(n, h, w, f) -> (n, h, w, f)>
#bias = affine_map<(n, h, w, f) -> (f)>
func.func @reader(%x: memref<2x5x7x32xf32>, %w: memref<1x1x32x64xf32>, %b: memref<64xf32>, %r: memref<2x5x7x64xf32>, %y: memref<2x5x7x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %0 = bufferization.to_tensor %x restrict : memref<2x5x7x32xf32> to tensor<2x5x7x32xf32>
  %1 = bufferization.to_tensor %w restrict : memref<1x1x32x64xf32> to tensor<1x1x32x64xf32>
  %2 = bufferization.to_tensor %y restrict writable : memref<2x5x7x64xf32> to tensor<2x5x7x64xf32>
  %bias = bufferization.to_tensor %b restrict : memref<64xf32> to tensor<64xf32>
  %residual = bufferization.to_tensor %r restrict : memref<2x5x7x64xf32> to tensor<2x5x7x64xf32>
  %e = tensor.empty() : tensor<2x5x7x64xf32>
  %3 = linalg.fill ins(%zero : f32) outs(%e : tensor<2x5x7x64xf32>) -> tensor<2x5x7x64xf32>
  %4 = linalg.conv_2d_nhwc_hwcf {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%0, %1 : tensor<2x5x7x32xf32>, tensor<1x1x32x64xf32>) outs(%3 : tensor<2x5x7x64xf32>) -> tensor<2x5x7x64xf32>
  %5 = linalg.generic {indexing_maps = [#all, #bias, #all, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%4, %bias, %residual : tensor<2x5x7x64xf32>, tensor<64xf32>, tensor<2x5x7x64xf32>) outs(%2 : tensor<2x5x7x64xf32>) {
  ^bb0(%s: f32, %c: f32, %d: f32, %o: f32):
    %m = arith.addf %s, %c : f32
    %n = arith.addf %m, %d : f32
    linalg.yield %n : f32
  } -> tensor<2x5x7x64xf32>
  bufferization.materialize_in_destination %5 in restrict writable %y : (tensor<2x5x7x64xf32>, memref<2x5x7x64xf32>) -> ()
  return
}

// -----

// With channels first pixels are columns. Lines of 56 are three and a half
// vectors of 16; all of them together are whole ones. The bias goes along.
// CHECK-LABEL: func @channels_first
// CHECK: %[[SUM:.*]] = linalg.generic {{.*}}iterator_types = ["parallel", "parallel", "parallel", "reduction"]
// CHECK-SAME: tensor<2x32x3136xf32>, tensor<64x32xf32>) outs({{.*}} : tensor<2x64x3136xf32>)
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "parallel", "parallel"]
// CHECK-SAME: ins(%[[SUM]], {{.*}} : tensor<2x64x3136xf32>, tensor<64xf32>) outs({{.*}} : tensor<2x64x3136xf32>)
// CHECK: materialize_in_destination
#first = affine_map<(n, f, h, w) -> (n, f, h, w)>
#bias_of_first = affine_map<(n, f, h, w) -> (f)>
func.func @channels_first(%x: memref<2x32x56x56xf32>, %w: memref<64x32x1x1xf32>, %b: memref<64xf32>, %y: memref<2x64x56x56xf32>) {
  %zero = arith.constant 0.0 : f32
  %0 = bufferization.to_tensor %x restrict : memref<2x32x56x56xf32> to tensor<2x32x56x56xf32>
  %1 = bufferization.to_tensor %w restrict : memref<64x32x1x1xf32> to tensor<64x32x1x1xf32>
  %2 = bufferization.to_tensor %y restrict writable : memref<2x64x56x56xf32> to tensor<2x64x56x56xf32>
  %bias = bufferization.to_tensor %b restrict : memref<64xf32> to tensor<64xf32>
  %e = tensor.empty() : tensor<2x64x56x56xf32>
  %3 = linalg.fill ins(%zero : f32) outs(%e : tensor<2x64x56x56xf32>) -> tensor<2x64x56x56xf32>
  %4 = linalg.conv_2d_nchw_fchw {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%0, %1 : tensor<2x32x56x56xf32>, tensor<64x32x1x1xf32>) outs(%3 : tensor<2x64x56x56xf32>) -> tensor<2x64x56x56xf32>
  %5 = linalg.generic {indexing_maps = [#first, #bias_of_first, #first], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%4, %bias : tensor<2x64x56x56xf32>, tensor<64xf32>) outs(%2 : tensor<2x64x56x56xf32>) {
  ^bb0(%s: f32, %c: f32, %o: f32):
    %m = arith.addf %s, %c : f32
    linalg.yield %m : f32
  } -> tensor<2x64x56x56xf32>
  bufferization.materialize_in_destination %5 in restrict writable %y : (tensor<2x64x56x56xf32>, memref<2x64x56x56xf32>) -> ()
  return
}

// -----

// Lines of whole vectors stay, and so do those of less than two.
// CHECK-LABEL: func @whole_lines
// CHECK: linalg.conv_2d_nchw_fchw {{.*}}tensor<1x32x7x112xf32>
func.func @whole_lines(%x: memref<1x32x7x112xf32>, %w: memref<64x32x1x1xf32>, %y: memref<1x64x7x112xf32>) {
  %zero = arith.constant 0.0 : f32
  %0 = bufferization.to_tensor %x restrict : memref<1x32x7x112xf32> to tensor<1x32x7x112xf32>
  %1 = bufferization.to_tensor %w restrict : memref<64x32x1x1xf32> to tensor<64x32x1x1xf32>
  %2 = bufferization.to_tensor %y restrict writable : memref<1x64x7x112xf32> to tensor<1x64x7x112xf32>
  %3 = linalg.fill ins(%zero : f32) outs(%2 : tensor<1x64x7x112xf32>) -> tensor<1x64x7x112xf32>
  %4 = linalg.conv_2d_nchw_fchw {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%0, %1 : tensor<1x32x7x112xf32>, tensor<64x32x1x1xf32>) outs(%3 : tensor<1x64x7x112xf32>) -> tensor<1x64x7x112xf32>
  bufferization.materialize_in_destination %4 in restrict writable %y : (tensor<1x64x7x112xf32>, memref<1x64x7x112xf32>) -> ()
  return
}

// CHECK-LABEL: func @short_lines
// CHECK: linalg.conv_2d_nchw_fchw {{.*}}tensor<2x32x5x7xf32>
func.func @short_lines(%x: memref<2x32x5x7xf32>, %w: memref<64x32x1x1xf32>, %y: memref<2x64x5x7xf32>) {
  %zero = arith.constant 0.0 : f32
  %0 = bufferization.to_tensor %x restrict : memref<2x32x5x7xf32> to tensor<2x32x5x7xf32>
  %1 = bufferization.to_tensor %w restrict : memref<64x32x1x1xf32> to tensor<64x32x1x1xf32>
  %2 = bufferization.to_tensor %y restrict writable : memref<2x64x5x7xf32> to tensor<2x64x5x7xf32>
  %3 = linalg.fill ins(%zero : f32) outs(%2 : tensor<2x64x5x7xf32>) -> tensor<2x64x5x7xf32>
  %4 = linalg.conv_2d_nchw_fchw {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%0, %1 : tensor<2x32x5x7xf32>, tensor<64x32x1x1xf32>) outs(%3 : tensor<2x64x5x7xf32>) -> tensor<2x64x5x7xf32>
  bufferization.materialize_in_destination %4 in restrict writable %y : (tensor<2x64x5x7xf32>, memref<2x64x5x7xf32>) -> ()
  return
}

// -----

// Steps of two leave pixels out.
// CHECK-LABEL: func @steps
// CHECK: linalg.conv_2d_nhwc_hwcf
func.func @steps(%x: memref<1x7x7x32xf32>, %w: memref<1x1x32x64xf32>, %y: memref<1x4x4x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %0 = bufferization.to_tensor %x restrict : memref<1x7x7x32xf32> to tensor<1x7x7x32xf32>
  %1 = bufferization.to_tensor %w restrict : memref<1x1x32x64xf32> to tensor<1x1x32x64xf32>
  %2 = bufferization.to_tensor %y restrict writable : memref<1x4x4x64xf32> to tensor<1x4x4x64xf32>
  %3 = linalg.fill ins(%zero : f32) outs(%2 : tensor<1x4x4x64xf32>) -> tensor<1x4x4x64xf32>
  %4 = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%0, %1 : tensor<1x7x7x32xf32>, tensor<1x1x32x64xf32>) outs(%3 : tensor<1x4x4x64xf32>) -> tensor<1x4x4x64xf32>
  bufferization.materialize_in_destination %4 in restrict writable %y : (tensor<1x4x4x64xf32>, memref<1x4x4x64xf32>) -> ()
  return
}

// -----

// One column of windows, whose steps would leave columns out.
// CHECK-LABEL: func @column
// CHECK: linalg.conv_2d_nhwc_hwcf
func.func @column(%x: memref<1x7x7x32xf32>, %w: memref<1x5x32x64xf32>, %y: memref<1x7x1x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %0 = bufferization.to_tensor %x restrict : memref<1x7x7x32xf32> to tensor<1x7x7x32xf32>
  %1 = bufferization.to_tensor %w restrict : memref<1x5x32x64xf32> to tensor<1x5x32x64xf32>
  %2 = bufferization.to_tensor %y restrict writable : memref<1x7x1x64xf32> to tensor<1x7x1x64xf32>
  %3 = linalg.fill ins(%zero : f32) outs(%2 : tensor<1x7x1x64xf32>) -> tensor<1x7x1x64xf32>
  %4 = linalg.conv_2d_nhwc_hwcf {strides = dense<[1, 3]> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%0, %1 : tensor<1x7x7x32xf32>, tensor<1x5x32x64xf32>) outs(%3 : tensor<1x7x1x64xf32>) -> tensor<1x7x1x64xf32>
  bufferization.materialize_in_destination %4 in restrict writable %y : (tensor<1x7x1x64xf32>, memref<1x7x1x64xf32>) -> ()
  return
}
