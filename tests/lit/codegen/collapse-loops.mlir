// RUN: ingot-opt %s --ingot-collapse-loops --canonicalize | FileCheck %s

// What @window reads along its loops.
// CHECK-DAG: #[[ROWS:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1 * 2 + d4, d2 * 6 + d5)>
// CHECK-DAG: #[[TAPS:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d4, d5, d3)>

#image = affine_map<(n, c, h, w) -> (n, c, h, w)>
#channel = affine_map<(n, c, h, w) -> (n, c)>

// The rows of an image lie side by side: one loop of 49.
// CHECK-LABEL: func.func @mean
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<2x64x7x7xf32>
// CHECK:         %[[FLAT:.*]] = tensor.collapse_shape %[[X]] {{\[}}[0], [1], [2, 3]]
// CHECK-SAME:      into tensor<2x64x49xf32>
// CHECK:         linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction"]
// CHECK-SAME:      ins(%[[FLAT]] : tensor<2x64x49xf32>) outs(%{{.*}} : tensor<2x64xf32>)
func.func @mean(%x: tensor<2x64x7x7xf32>, %o: tensor<2x64xf32>) -> tensor<2x64xf32> {
  %r = linalg.reduce {arith.addf} ins(%x : tensor<2x64x7x7xf32>)
      outs(%o : tensor<2x64xf32>) dimensions = [2, 3]
  return %r : tensor<2x64xf32>
}

// A size that only the run knows, outside of the image, is no hindrance.
// CHECK-LABEL: func.func @batch
// CHECK:         tensor.collapse_shape {{.*}} into tensor<?x64x20xi32>
func.func @batch(%x: tensor<?x64x4x5xi32>, %o: tensor<?x64xi32>) -> tensor<?x64xi32> {
  %r = linalg.reduce {arith.maxsi} ins(%x : tensor<?x64x4x5xi32>)
      outs(%o : tensor<?x64xi32>) dimensions = [2, 3]
  return %r : tensor<?x64xi32>
}

// The channels of a window's columns lie side by side: one loop of 21 in the
// order of both, over rows of 690 that the window enters in steps of 6.
// CHECK-LABEL: func.func @window
// CHECK-DAG:     %[[IMAGE:.*]] = tensor.collapse_shape %arg0 {{\[}}[0], [1], [2, 3]] {{.*}} into tensor<?x230x690xf32>
// CHECK-DAG:     %[[FILTER:.*]] = tensor.collapse_shape %arg1 {{\[}}[0], [1, 2], [3]] {{.*}} into tensor<7x21x64xf32>
// CHECK:         linalg.generic {indexing_maps = [#[[ROWS]], #[[TAPS]], #{{[a-z0-9]+}}]
// CHECK-SAME:      ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]
// CHECK-SAME:      ins(%[[IMAGE]], %[[FILTER]] : {{.*}}) outs(%arg2
func.func @window(%x: tensor<?x230x230x3xf32>, %w: tensor<7x7x3x64xf32>,
                  %o: tensor<?x112x112x64xf32>) -> tensor<?x112x112x64xf32> {
  %r = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%x, %w : tensor<?x230x230x3xf32>, tensor<7x7x3x64xf32>)
      outs(%o : tensor<?x112x112x64xf32>) -> tensor<?x112x112x64xf32>
  return %r : tensor<?x112x112x64xf32>
}

// Columns apart; many channels; channels that another op computes.
// CHECK-LABEL: func.func @windows_not_taken
// CHECK-NOT:     collapse_shape
// CHECK:         return
func.func @windows_not_taken(%x: tensor<1x9x9x3xf32>, %w: tensor<3x3x3x8xf32>, %o: tensor<1x5x5x8xf32>,
                             %y: tensor<1x9x9x16xf32>, %v: tensor<3x3x16x8xf32>, %p: tensor<1x7x7x8xf32>)
    -> (tensor<1x5x5x8xf32>, tensor<1x7x7x8xf32>, tensor<1x7x7x8xf32>) {
  %0 = linalg.conv_2d_nhwc_hwcf {strides = dense<1> : tensor<2xi64>, dilations = dense<2> : tensor<2xi64>}
      ins(%x, %w : tensor<1x9x9x3xf32>, tensor<3x3x3x8xf32>)
      outs(%o : tensor<1x5x5x8xf32>) -> tensor<1x5x5x8xf32>
  %1 = linalg.conv_2d_nhwc_hwcf {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%y, %v : tensor<1x9x9x16xf32>, tensor<3x3x16x8xf32>)
      outs(%p : tensor<1x7x7x8xf32>) -> tensor<1x7x7x8xf32>
  %squares = linalg.square ins(%x : tensor<1x9x9x3xf32>) outs(%x : tensor<1x9x9x3xf32>) -> tensor<1x9x9x3xf32>
  %2 = linalg.conv_2d_nhwc_hwcf {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%squares, %w : tensor<1x9x9x3xf32>, tensor<3x3x3x8xf32>)
      outs(%p : tensor<1x7x7x8xf32>) -> tensor<1x7x7x8xf32>
  return %0, %1, %2 : tensor<1x5x5x8xf32>, tensor<1x7x7x8xf32>, tensor<1x7x7x8xf32>
}

// Rows of an image that become columns: one loop of 784, also of where they go.
// CHECK-LABEL: func.func @transpose
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<1x64x28x28xf32>, %[[OUT:[a-z0-9]+]]: memref<1x28x28x64xf32>
// CHECK:         %[[FLAT:.*]] = tensor.collapse_shape %[[X]] {{\[}}[0], [1], [2, 3]]
// CHECK:         %[[MEMORY:.*]] = memref.collapse_shape %[[OUT]] {{\[}}[0], [1, 2], [3]]
// CHECK:         %[[INTO:.*]] = bufferization.to_tensor %[[MEMORY]] restrict writable
// CHECK:         %[[R:.*]] = linalg.generic {{.*}} ins(%[[FLAT]] : tensor<1x64x784xf32>) outs(%[[INTO]] : tensor<1x784x64xf32>)
// CHECK:         bufferization.materialize_in_destination %[[R]] in restrict writable %[[MEMORY]]
func.func @transpose(%x: tensor<1x64x28x28xf32>, %out: memref<1x28x28x64xf32>) {
  %o = bufferization.to_tensor %out restrict writable : memref<1x28x28x64xf32> to tensor<1x28x28x64xf32>
  %r = linalg.transpose ins(%x : tensor<1x64x28x28xf32>) outs(%o : tensor<1x28x28x64xf32>) permutation = [0, 2, 3, 1]
  bufferization.materialize_in_destination %r in restrict writable %out : (tensor<1x28x28x64xf32>, memref<1x28x28x64xf32>) -> ()
  return
}

// With an operand that has one of the dimensions alone, or where the result goes
// on as a tensor, nothing is joined.
// CHECK-LABEL: func.func @transposes_not_taken
// CHECK-NOT:     collapse_shape
// CHECK:         return
func.func @transposes_not_taken(%x: tensor<64x28x28xf32>, %b: tensor<28xf32>, %e: tensor<28x28x64xf32>,
                                %out: memref<28x28x64xf32>) -> tensor<28x28x64xf32> {
  %o = bufferization.to_tensor %out restrict writable : memref<28x28x64xf32> to tensor<28x28x64xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(h, w, c) -> (c, h, w)>, affine_map<(h, w, c) -> (w)>,
                       affine_map<(h, w, c) -> (h, w, c)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %b : tensor<64x28x28xf32>, tensor<28xf32>) outs(%o : tensor<28x28x64xf32>) {
  ^bb0(%p: f32, %q: f32, %z: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<28x28x64xf32>
  bufferization.materialize_in_destination %r in restrict writable %out : (tensor<28x28x64xf32>, memref<28x28x64xf32>) -> ()
  %t = linalg.transpose ins(%x : tensor<64x28x28xf32>) outs(%e : tensor<28x28x64xf32>) permutation = [1, 2, 0]
  return %t : tensor<28x28x64xf32>
}

// Rows that are long already; rows with others between them; one loop; a size
// that only the run knows; a contraction; what another op computes.
// CHECK-LABEL: func.func @not_taken
// CHECK-NOT:     collapse_shape
// CHECK:         return
func.func @not_taken(%long: tensor<8x2x256xf32>, %apart: tensor<7x8x7xf32>,
                     %short: tensor<8x1x7xf32>, %unknown: tensor<8x?x7xf32>,
                     %a: tensor<8x3x7xf32>, %b: tensor<9x3x7xf32>,
                     %e: tensor<8x3x7xf32>, %o: tensor<8xf32>, %p: tensor<8x9xf32>)
    -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8x9xf32>, tensor<8xf32>) {
  %0 = linalg.reduce {arith.addf} ins(%long : tensor<8x2x256xf32>)
      outs(%o : tensor<8xf32>) dimensions = [1, 2]
  %1 = linalg.reduce {arith.addf} ins(%apart : tensor<7x8x7xf32>)
      outs(%o : tensor<8xf32>) dimensions = [0, 2]
  %2 = linalg.reduce {arith.addf} ins(%short : tensor<8x1x7xf32>)
      outs(%o : tensor<8xf32>) dimensions = [1, 2]
  %3 = linalg.reduce {arith.addf} ins(%unknown : tensor<8x?x7xf32>)
      outs(%o : tensor<8xf32>) dimensions = [1, 2]
  %4 = linalg.generic {
      indexing_maps = [affine_map<(m, n, k, l) -> (m, k, l)>,
                       affine_map<(m, n, k, l) -> (n, k, l)>,
                       affine_map<(m, n, k, l) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %b : tensor<8x3x7xf32>, tensor<9x3x7xf32>)
      outs(%p : tensor<8x9xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %t = arith.mulf %x, %y : f32
    %s = arith.addf %z, %t : f32
    linalg.yield %s : f32
  } -> tensor<8x9xf32>
  %squares = linalg.square ins(%a : tensor<8x3x7xf32>)
      outs(%e : tensor<8x3x7xf32>) -> tensor<8x3x7xf32>
  %5 = linalg.reduce {arith.addf} ins(%squares : tensor<8x3x7xf32>)
      outs(%o : tensor<8xf32>) dimensions = [1, 2]
  return %0, %1, %2, %3, %4, %5 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8x9xf32>, tensor<8xf32>
}

#all = affine_map<(n, h, w, c) -> (n, h, w, c)>
#channels = affine_map<(n, h, w, c) -> (c)>

// A sum of two images is one loop, also with the memory that it writes to.
// CHECK-LABEL: func.func @elements
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<1x56x56x24xi8>, %[[Y:[a-z0-9]+]]: i8, %[[OUT:[a-z0-9]+]]: memref<1x56x56x24xi8>
// CHECK:         %[[MEMORY:.*]] = memref.reinterpret_cast %[[OUT]] to offset: [0], sizes: [75264], strides: [1]
// CHECK:         %[[FLAT:.*]] = memref.reinterpret_cast %[[X]] to offset: [0], sizes: [75264], strides: [1]
// CHECK:         %[[IN:.*]] = bufferization.to_tensor %[[FLAT]] restrict
// CHECK:         %[[INTO:.*]] = bufferization.to_tensor %[[MEMORY]] restrict writable
// CHECK:         %[[R:.*]] = linalg.generic {{.*}} iterator_types = ["parallel"]
// CHECK-SAME:      ins(%[[IN]], %[[Y]] : tensor<75264xi8>, i8) outs(%[[INTO]] : tensor<75264xi8>)
// CHECK:         bufferization.materialize_in_destination %[[R]] in restrict writable %[[MEMORY]]
func.func @elements(%m: memref<1x56x56x24xi8>, %y: i8, %out: memref<1x56x56x24xi8>) {
  %x = bufferization.to_tensor %m restrict : memref<1x56x56x24xi8> to tensor<1x56x56x24xi8>
  %o = bufferization.to_tensor %out restrict writable : memref<1x56x56x24xi8> to tensor<1x56x56x24xi8>
  %r = linalg.generic {
      indexing_maps = [#all, affine_map<(n, h, w, c) -> ()>, #all],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %y : tensor<1x56x56x24xi8>, i8) outs(%o : tensor<1x56x56x24xi8>) {
  ^bb0(%p: i8, %q: i8, %z: i8):
    %s = arith.addi %p, %q : i8
    linalg.yield %s : i8
  } -> tensor<1x56x56x24xi8>
  bufferization.materialize_in_destination %r in restrict writable %out : (tensor<1x56x56x24xi8>, memref<1x56x56x24xi8>) -> ()
  return
}

// A bias for each channel would have to be found by division.
// CHECK-LABEL: func.func @bias
// CHECK-NOT:     reinterpret_cast
// CHECK:         return
func.func @bias(%m: memref<1x56x56x24xi8>, %y: tensor<24xi8>, %out: memref<1x56x56x24xi8>) {
  %x = bufferization.to_tensor %m restrict : memref<1x56x56x24xi8> to tensor<1x56x56x24xi8>
  %o = bufferization.to_tensor %out restrict writable : memref<1x56x56x24xi8> to tensor<1x56x56x24xi8>
  %r = linalg.generic {
      indexing_maps = [#all, #channels, #all],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %y : tensor<1x56x56x24xi8>, tensor<24xi8>) outs(%o : tensor<1x56x56x24xi8>) {
  ^bb0(%p: i8, %q: i8, %z: i8):
    %s = arith.addi %p, %q : i8
    linalg.yield %s : i8
  } -> tensor<1x56x56x24xi8>
  bufferization.materialize_in_destination %r in restrict writable %out : (tensor<1x56x56x24xi8>, memref<1x56x56x24xi8>) -> ()
  return
}

// Rows of 24 in rows of 32 are not side by side.
// CHECK-LABEL: func.func @part_of_rows
// CHECK-NOT:     reinterpret_cast
// CHECK:         return
func.func @part_of_rows(%m: memref<1x56x56x24xi8, strided<[100352, 1792, 32, 1]>>, %y: i8, %out: memref<1x56x56x24xi8>) {
  %x = bufferization.to_tensor %m restrict : memref<1x56x56x24xi8, strided<[100352, 1792, 32, 1]>> to tensor<1x56x56x24xi8>
  %o = bufferization.to_tensor %out restrict writable : memref<1x56x56x24xi8> to tensor<1x56x56x24xi8>
  %r = linalg.generic {
      indexing_maps = [#all, affine_map<(n, h, w, c) -> ()>, #all],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %y : tensor<1x56x56x24xi8>, i8) outs(%o : tensor<1x56x56x24xi8>) {
  ^bb0(%p: i8, %q: i8, %z: i8):
    %s = arith.addi %p, %q : i8
    linalg.yield %s : i8
  } -> tensor<1x56x56x24xi8>
  bufferization.materialize_in_destination %r in restrict writable %out : (tensor<1x56x56x24xi8>, memref<1x56x56x24xi8>) -> ()
  return
}

// Of an unknown number of images nothing is flattened.
// CHECK-LABEL: func.func @unknown_rows
// CHECK-NOT:     reinterpret_cast
// CHECK:         return
func.func @unknown_rows(%m: memref<?x56x56x24xi8>, %y: i8, %out: memref<?x56x56x24xi8>) {
  %x = bufferization.to_tensor %m restrict : memref<?x56x56x24xi8> to tensor<?x56x56x24xi8>
  %o = bufferization.to_tensor %out restrict writable : memref<?x56x56x24xi8> to tensor<?x56x56x24xi8>
  %r = linalg.generic {
      indexing_maps = [#all, affine_map<(n, h, w, c) -> ()>, #all],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %y : tensor<?x56x56x24xi8>, i8) outs(%o : tensor<?x56x56x24xi8>) {
  ^bb0(%p: i8, %q: i8, %z: i8):
    %s = arith.addi %p, %q : i8
    linalg.yield %s : i8
  } -> tensor<?x56x56x24xi8>
  bufferization.materialize_in_destination %r in restrict writable %out : (tensor<?x56x56x24xi8>, memref<?x56x56x24xi8>) -> ()
  return
}
