// RUN: ingot-opt %s --ingot-choose-layouts=vector-bits=512 --canonicalize --split-input-file | FileCheck %s
// RUN: ingot-opt %s --ingot-choose-layouts=vector-bits=0 --split-input-file | FileCheck %s --check-prefix=SCALAR

// Filters fill vectors: input and filter are arranged by ops of their own, and
// what follows stays in the layout. One copy brings the result back.

#id = affine_map<(n, c, h, w) -> (n, c, h, w)>

// CHECK-DAG: #[[IN:.+]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1 * 2 + d4, d2 * 2 + d5, d6)>
// CHECK-DAG: #[[FILTER:.+]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d4, d5, d6, d3)>
// CHECK-DAG: #[[OUT:.+]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3)>
// CHECK-LABEL: func.func @strided
// CHECK:         linalg.generic {{.*}} ins(%arg0 : tensor<1x8x11x11xf32>) outs({{.*}} : tensor<1x11x11x8xf32>)
// CHECK:         linalg.generic {{.*}} ins(%arg1 : tensor<16x8x3x3xf32>) outs({{.*}} : tensor<3x3x8x16xf32>)
// CHECK:         linalg.generic {indexing_maps = [#[[IN]], #[[FILTER]], #[[OUT]]]
// CHECK:         arith.maximumf
// CHECK:         tensor.pad {{.*}} low[0, 1, 1, 0] high[0, 1, 1, 0]
// CHECK:         -> tensor<1x16x7x7xf32>
// CHECK-NOT:     linalg
// CHECK:         return

// SCALAR-LABEL: func.func @strided
// SCALAR:         linalg.conv_2d_nchw_fchw
func.func @strided(%x: tensor<1x8x11x11xf32>, %w: tensor<16x8x3x3xf32>) -> tensor<1x16x7x7xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x16x5x5xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x16x5x5xf32>) -> tensor<1x16x5x5xf32>
  %0 = linalg.conv_2d_nchw_fchw {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%x, %w : tensor<1x8x11x11xf32>, tensor<16x8x3x3xf32>) outs(%i : tensor<1x16x5x5xf32>) -> tensor<1x16x5x5xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%0 : tensor<1x16x5x5xf32>) outs(%e : tensor<1x16x5x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %m = arith.maximumf %in, %zero : f32
      linalg.yield %m : f32
  } -> tensor<1x16x5x5xf32>
  %2 = tensor.pad %1 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%a: index, %b: index, %c: index, %d: index):
      tensor.yield %zero : f32
  } : tensor<1x16x5x5xf32> to tensor<1x16x7x7xf32>
  return %2 : tensor<1x16x7x7xf32>
}

// -----

// What enters a network is arranged before it is padded, so that one pass over
// memory does both.

// CHECK-LABEL: func.func @padded
// CHECK:         %[[LAST:.+]] = linalg.generic {{.*}} ins(%arg0 : tensor<1x8x9x9xf32>) outs({{.*}} : tensor<1x9x9x8xf32>)
// CHECK:         %[[PADDED:.+]] = tensor.pad %[[LAST]] low[0, 1, 2, 0] high[0, 1, 0, 0]
// CHECK:         tensor<1x9x9x8xf32> to tensor<1x11x11x8xf32>
// CHECK:         linalg.generic {{.*}} ins(%[[PADDED]], %{{.+}} : tensor<1x11x11x8xf32>, tensor<3x3x8x16xf32>)
func.func @padded(%x: tensor<1x8x9x9xf32>, %w: tensor<16x8x3x3xf32>) -> tensor<1x16x5x5xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 0, 1, 2] high[0, 0, 1, 0] {
    ^bb0(%a: index, %b: index, %c: index, %d: index):
      tensor.yield %zero : f32
  } : tensor<1x8x9x9xf32> to tensor<1x8x11x11xf32>
  %e = tensor.empty() : tensor<1x16x5x5xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x16x5x5xf32>) -> tensor<1x16x5x5xf32>
  %0 = linalg.conv_2d_nchw_fchw {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%p, %w : tensor<1x8x11x11xf32>, tensor<16x8x3x3xf32>) outs(%i : tensor<1x16x5x5xf32>) -> tensor<1x16x5x5xf32>
  return %0 : tensor<1x16x5x5xf32>
}

// -----

// Few filters and a wide map: vectors run along the width.

// CHECK-LABEL: func.func @wide
// CHECK-NOT:     linalg.generic
// CHECK:         linalg.conv_2d_nchw_fchw
// CHECK-NOT:     linalg.generic
func.func @wide(%x: tensor<1x8x9x66xf32>, %w: tensor<4x8x3x3xf32>, %i: tensor<1x4x7x64xf32>) -> tensor<1x4x7x64xf32> {
  %0 = linalg.conv_2d_nchw_fchw {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%x, %w : tensor<1x8x9x66xf32>, tensor<4x8x3x3xf32>) outs(%i : tensor<1x4x7x64xf32>) -> tensor<1x4x7x64xf32>
  return %0 : tensor<1x4x7x64xf32>
}

// -----

// Windows of one pixel are filters times pixels, which is as good; rows of seven
// pixels would leave most of a vector idle.

// CHECK-LABEL: func.func @pixels
// CHECK-NOT:     linalg.generic
// CHECK:         linalg.conv_2d_nchw_fchw {{.*}} ins(%arg0, %arg1 :
// CHECK:         linalg.generic {{.*}} outs({{.*}} : tensor<1x7x7x64xf32>)
// CHECK:         return
func.func @pixels(%x: tensor<1x64x7x64xf32>, %w: tensor<64x64x1x1xf32>, %i: tensor<1x64x7x64xf32>,
                  %y: tensor<1x64x7x7xf32>, %j: tensor<1x64x7x7xf32>) -> (tensor<1x64x7x64xf32>, tensor<1x64x7x7xf32>) {
  %0 = linalg.conv_2d_nchw_fchw {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%x, %w : tensor<1x64x7x64xf32>, tensor<64x64x1x1xf32>) outs(%i : tensor<1x64x7x64xf32>) -> tensor<1x64x7x64xf32>
  %1 = linalg.conv_2d_nchw_fchw {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%y, %w : tensor<1x64x7x7xf32>, tensor<64x64x1x1xf32>) outs(%j : tensor<1x64x7x7xf32>) -> tensor<1x64x7x7xf32>
  return %0, %1 : tensor<1x64x7x64xf32>, tensor<1x64x7x7xf32>
}

// -----

// The same the other way round. With one filter the result is but reshaped.

// CHECK-LABEL: func.func @one_filter
// CHECK:         linalg.generic {{.*}} ins(%arg0 : tensor<1x9x66x8xf32>) outs({{.*}} : tensor<1x8x9x66xf32>)
// CHECK:         } -> tensor<1x1x7x64xf32>
// CHECK-NEXT:    tensor.collapse_shape
// CHECK-NEXT:    tensor.expand_shape
// CHECK-NEXT:    return
func.func @one_filter(%x: tensor<1x9x66x8xf32>, %w: tensor<3x3x8x1xf32>) -> tensor<1x7x64x1xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x7x64x1xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x7x64x1xf32>) -> tensor<1x7x64x1xf32>
  %0 = linalg.conv_2d_nhwc_hwcf {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%x, %w : tensor<1x9x66x8xf32>, tensor<3x3x8x1xf32>) outs(%i : tensor<1x7x64x1xf32>) -> tensor<1x7x64x1xf32>
  return %0 : tensor<1x7x64x1xf32>
}

// -----

// Transposes of the program between two convolutions vanish, and what stands
// between them is done in the layout of both. Sizes are asked of what is there.

#id = affine_map<(n, c, h, w) -> (n, c, h, w)>

// CHECK-LABEL: func.func @transposed
// CHECK:         linalg.conv_2d_nhwc_hwcf
// CHECK:         math.exp
// CHECK-NEXT:    linalg.yield
// CHECK-NEXT:    -> tensor<1x?x8x16xf32>
// CHECK-NEXT:    linalg.conv_2d_nhwc_hwcf
// CHECK-NEXT:    return
func.func @transposed(%x: tensor<1x?x8x16xf32>, %w: tensor<1x1x16x16xf32>, %i: tensor<1x?x8x16xf32>) -> tensor<1x?x8x16xf32> {
  %c1 = arith.constant 1 : index
  %h = tensor.dim %x, %c1 : tensor<1x?x8x16xf32>
  %0 = linalg.conv_2d_nhwc_hwcf {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%x, %w : tensor<1x?x8x16xf32>, tensor<1x1x16x16xf32>) outs(%i : tensor<1x?x8x16xf32>) -> tensor<1x?x8x16xf32>
  %e = tensor.empty(%h) : tensor<1x16x?x8xf32>
  %1 = linalg.transpose ins(%0 : tensor<1x?x8x16xf32>) outs(%e : tensor<1x16x?x8xf32>) permutation = [0, 3, 1, 2]
  %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%1 : tensor<1x16x?x8xf32>) outs(%e : tensor<1x16x?x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %m = math.exp %in : f32
      linalg.yield %m : f32
  } -> tensor<1x16x?x8xf32>
  %f = tensor.empty(%h) : tensor<1x?x8x16xf32>
  %3 = linalg.transpose ins(%2 : tensor<1x16x?x8xf32>) outs(%f : tensor<1x?x8x16xf32>) permutation = [0, 2, 3, 1]
  %4 = linalg.conv_2d_nhwc_hwcf {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%3, %w : tensor<1x?x8x16xf32>, tensor<1x1x16x16xf32>) outs(%i : tensor<1x?x8x16xf32>) -> tensor<1x?x8x16xf32>
  return %4 : tensor<1x?x8x16xf32>
}

// -----

// A mean over the map reads channels where they are. A softmax over the width
// would not like to: the result is brought back for it.

#nchw = affine_map<(n, c, h, w) -> (n, c, h, w)>

// CHECK-LABEL: func.func @readers
// CHECK:         %[[Y:.+]] = linalg.generic {{.*}} : tensor<1x8x10x32xf32>, tensor<3x3x32x16xf32>)
// CHECK:         %[[BACK:.+]] = linalg.generic {{.*}} ins(%[[Y]] : {{.*}} outs({{.*}} : tensor<1x16x6x8xf32>)
// CHECK:         linalg.generic {{.*}} ins(%[[Y]] : tensor<1x6x8x16xf32>) outs({{.*}} : tensor<1x16xf32>)
// CHECK:         linalg.generic {{.*}} ins(%[[BACK]] : tensor<1x16x6x8xf32>) outs({{.*}} : tensor<1x16x6xf32>)
func.func @readers(%x: tensor<1x32x8x10xf32>, %w: tensor<16x32x3x3xf32>, %i: tensor<1x16x6x8xf32>,
                   %m: tensor<1x16xf32>, %s: tensor<1x16x6xf32>) -> (tensor<1x16xf32>, tensor<1x16x6xf32>) {
  %0 = linalg.conv_2d_nchw_fchw {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%x, %w : tensor<1x32x8x10xf32>, tensor<16x32x3x3xf32>) outs(%i : tensor<1x16x6x8xf32>) -> tensor<1x16x6x8xf32>
  %1 = linalg.generic {indexing_maps = [#nchw, affine_map<(n, c, h, w) -> (n, c)>],
                       iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%0 : tensor<1x16x6x8xf32>) outs(%m : tensor<1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %a = arith.addf %in, %out : f32
      linalg.yield %a : f32
  } -> tensor<1x16xf32>
  %2 = linalg.generic {indexing_maps = [#nchw, affine_map<(n, c, h, w) -> (n, c, h)>],
                       iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%0 : tensor<1x16x6x8xf32>) outs(%s : tensor<1x16x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %a = arith.maximumf %in, %out : f32
      linalg.yield %a : f32
  } -> tensor<1x16x6xf32>
  return %1, %2 : tensor<1x16xf32>, tensor<1x16x6xf32>
}

// -----

// An image of twice the size, each element next to copies of itself: channels
// stay last in the copies, and in the image that they are put together to.
// CHECK-DAG:   #[[FROM:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d5)>
// CHECK-LABEL: func.func @repeated
// CHECK:         %[[COPIES:.*]] = linalg.generic {indexing_maps = [#[[FROM]]
// CHECK-SAME:      outs(%{{.*}} : tensor<1x6x2x8x2x16xf32>)
// CHECK:         tensor.collapse_shape %[[COPIES]]
// CHECK-SAME{LITERAL}: [[0], [1, 2], [3, 4], [5]] : tensor<1x6x2x8x2x16xf32> into tensor<1x12x16x16xf32>
// SCALAR-LABEL: func.func @repeated
func.func @repeated(%x: tensor<1x32x8x10xf32>, %w: tensor<16x32x3x3xf32>, %i: tensor<1x16x6x8xf32>) -> tensor<1x16x12x16xf32> {
  %0 = linalg.conv_2d_nchw_fchw {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%x, %w : tensor<1x32x8x10xf32>, tensor<16x32x3x3xf32>) outs(%i : tensor<1x16x6x8xf32>) -> tensor<1x16x6x8xf32>
  %e = tensor.empty() : tensor<1x16x6x2x8x2xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(n, c, h, a, w, b) -> (n, c, h, w)>, affine_map<(n, c, h, a, w, b) -> (n, c, h, a, w, b)>],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]}
      ins(%0 : tensor<1x16x6x8xf32>) outs(%e : tensor<1x16x6x2x8x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
  } -> tensor<1x16x6x2x8x2xf32>
  %2 = tensor.collapse_shape %1 [[0], [1], [2, 3], [4, 5]] : tensor<1x16x6x2x8x2xf32> into tensor<1x16x12x16xf32>
  return %2 : tensor<1x16x12x16xf32>
}

// -----

// One pixel: a vector times the filter, whose rows are read where they are.
// CHECK-LABEL: func.func @pixel
// CHECK-SAME:    %[[X:.*]]: tensor<1x32x1x1xf32>, %[[W:.*]]: tensor<16x32x1x1xf32>
// CHECK:         %[[LAST:.*]] = tensor.expand_shape %{{.*}} into tensor<1x1x1x32xf32>
// CHECK:         linalg.generic
// CHECK-SAME:      ins(%[[LAST]], %[[W]] : tensor<1x1x1x32xf32>, tensor<16x32x1x1xf32>)
// SCALAR-LABEL: func.func @pixel
// SCALAR:         linalg.conv_2d_nchw_fchw
func.func @pixel(%x: tensor<1x32x1x1xf32>, %w: tensor<16x32x1x1xf32>, %i: tensor<1x16x1x1xf32>) -> tensor<1x16x1x1xf32> {
  %0 = linalg.conv_2d_nchw_fchw {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%x, %w : tensor<1x32x1x1xf32>, tensor<16x32x1x1xf32>) outs(%i : tensor<1x16x1x1xf32>) -> tensor<1x16x1x1xf32>
  return %0 : tensor<1x16x1x1xf32>
}

// -----

// A stride of four, one channel and eight taps: too little work for a transpose
// of the result, whose vectors are put together from those between.
// CHECK-LABEL: func.func @light_steps
// CHECK-NOT:     linalg.generic
// CHECK:         linalg.conv_1d_ncw_fcw
// SCALAR-LABEL: func.func @light_steps
func.func @light_steps(%x: tensor<1x1x8004xf32>, %w: tensor<64x1x8xf32>, %i: tensor<1x64x2000xf32>) -> tensor<1x64x2000xf32> {
  %0 = linalg.conv_1d_ncw_fcw {strides = dense<4> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>}
      ins(%x, %w : tensor<1x1x8004xf32>, tensor<64x1x8xf32>) outs(%i : tensor<1x64x2000xf32>) -> tensor<1x64x2000xf32>
  return %0 : tensor<1x64x2000xf32>
}

// -----

// One filter, channels last: sums along the channels, the map stays as it is.
// CHECK-DAG: #[[MAP:.+]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1 + d4, d2 + d5, d6)>
// CHECK-DAG: #[[TAPS:.+]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d3, d4, d5, d6)>
// CHECK-LABEL: func.func @channels_of_one_filter
// CHECK-NOT:     linalg
// CHECK:         linalg.generic {indexing_maps = [#[[MAP]], #[[TAPS]],
// CHECK-SAME:      ins(%arg0, %{{.*}} : tensor<1x34x34x32xf32>, tensor<1x3x3x32xf32>)
// SCALAR-LABEL: func.func @channels_of_one_filter
func.func @channels_of_one_filter(%x: tensor<1x34x34x32xf32>, %w: tensor<3x3x32x1xf32>, %i: tensor<1x32x32x1xf32>) -> tensor<1x32x32x1xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%x, %w : tensor<1x34x34x32xf32>, tensor<3x3x32x1xf32>) outs(%i : tensor<1x32x32x1xf32>) -> tensor<1x32x32x1xf32>
  return %0 : tensor<1x32x32x1xf32>
}

// -----

// Seventeen filters are no few of 16 lanes: vectors along the width.
// CHECK-LABEL: func.func @more_filters_than_lanes
// CHECK:         linalg.generic {{.*}} ins(%arg0 : {{.*}}) outs({{.*}} : tensor<1x64x34x34xf32>)
// SCALAR-LABEL: func.func @more_filters_than_lanes
func.func @more_filters_than_lanes(%x: tensor<1x34x34x64xf32>, %w: tensor<3x3x64x17xf32>, %i: tensor<1x32x32x17xf32>) -> tensor<1x32x32x17xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%x, %w : tensor<1x34x34x64xf32>, tensor<3x3x64x17xf32>) outs(%i : tensor<1x32x32x17xf32>) -> tensor<1x32x32x17xf32>
  return %0 : tensor<1x32x32x17xf32>
}

// -----

// Bytes in steps, channels first: panels want the channels last.
// CHECK-LABEL: func.func @steps_of_bytes
// CHECK-NOT:     linalg.conv_2d_nchw_fchw
// CHECK:         linalg.generic {{.*}} outs({{.*}} : tensor<1x112x112x32xi32>)
// SCALAR-LABEL: func.func @steps_of_bytes
func.func @steps_of_bytes(%x: tensor<1x1x225x225xi8>, %w: tensor<32x1x3x3xi8>, %i: tensor<1x32x112x112xi32>) -> tensor<1x32x112x112xi32> {
  %0 = linalg.conv_2d_nchw_fchw {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%x, %w : tensor<1x1x225x225xi8>, tensor<32x1x3x3xi8>) outs(%i : tensor<1x32x112x112xi32>) -> tensor<1x32x112x112xi32>
  return %0 : tensor<1x32x112x112xi32>
}
