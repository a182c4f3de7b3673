// RUN: ingot-opt %s --ingot-split-borders | FileCheck %s
// RUN: ingot-opt %s --ingot-split-borders="vector-bits=512 dots=vpdpbusd-512" | FileCheck %s --check-prefix=PAIRS
// RUN: ingot-opt %s --ingot-split-borders=vector-bits=0 | FileCheck %s --check-prefix=SCALAR
// RUN: not ingot-opt %s --ingot-split-borders="dots=vdpbf16ps-512" 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// UNKNOWN: ingot-split-borders: there are no dot products 'vdpbf16ps-512'

// SCALAR-NOT: tensor.extract_slice

// Windows of three in steps of two: in row 0 and column 0 the first place is in
// the padding, which is no larger than anything: the windows there are smaller.
// All read the image, and the ops behind the windows follow.
// CHECK-LABEL: func.func @pool(
// CHECK-SAME:    %[[X:[^ ]*]]: tensor<1x32x32x16xf32>, %[[B:[^ ]*]]: tensor<16xf32>, %[[OUT:[^ ]*]]: tensor<1x16x16x16xf32>)
// CHECK-NOT:     tensor.pad
// CHECK:         %[[CORNER:.*]] = tensor.extract_slice %[[OUT]][0, 0, 0, 0] [1, 1, 1, 16]
// CHECK:         %[[SEEN:.*]] = tensor.extract_slice %[[X]][0, 0, 0, 0] [1, 2, 2, 16]
// CHECK:         %[[SMALL:.*]] = tensor.extract_slice %{{.*}}[1, 1] [2, 2] [1, 1] : tensor<3x3xf32>
// CHECK:         %[[LARGEST:.*]] = linalg.pooling_nhwc_max {{.*}} ins(%[[SEEN]], %[[SMALL]] :
// CHECK:         linalg.generic {{.*}} ins(%[[LARGEST]], %[[B]] : {{.*}}) outs(%[[CORNER]] : tensor<1x1x1x16xf32>)
// CHECK:         tensor.insert_slice %{{.*}} into %[[OUT]][0, 0, 0, 0] [1, 1, 1, 16]
// CHECK:         tensor.extract_slice %[[X]][0, 1, 0, 0] [1, 31, 2, 16]
// CHECK:         linalg.pooling_nhwc_max {{.*}} : tensor<1x31x2x16xf32>, tensor<3x2xf32>)
// CHECK:         tensor.insert_slice %{{.*}} into %{{.*}}[0, 1, 0, 0] [1, 15, 1, 16]
// CHECK:         linalg.pooling_nhwc_max {{.*}} : tensor<1x2x31x16xf32>, tensor<2x3xf32>)
// CHECK:         tensor.insert_slice %{{.*}} into %{{.*}}[0, 0, 1, 0] [1, 1, 15, 16]
// CHECK:         %[[INSIDE:.*]] = tensor.extract_slice %[[X]][0, 1, 1, 0] [1, 31, 31, 16]
// CHECK:         linalg.pooling_nhwc_max {{.*}} ins(%[[INSIDE]]
// CHECK:         %[[R:.*]] = tensor.insert_slice %{{.*}} into %{{.*}}[0, 1, 1, 0] [1, 15, 15, 16]
// CHECK-NOT:     linalg
// CHECK:         return %[[R]]
func.func @pool(%x: tensor<1x32x32x16xf32>, %b: tensor<16xf32>, %out: tensor<1x16x16x16xf32>)
    -> tensor<1x16x16x16xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%n: index, %i: index, %j: index, %c: index):
      tensor.yield %lowest : f32
  } : tensor<1x32x32x16xf32> to tensor<1x34x34x16xf32>
  %w = tensor.empty() : tensor<3x3xf32>
  %e = tensor.empty() : tensor<1x16x16x16xf32>
  %f = linalg.fill ins(%lowest : f32) outs(%e : tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32>
  %m = linalg.pooling_nhwc_max {strides = dense<2> : tensor<2xi64>}
      ins(%p, %w : tensor<1x34x34x16xf32>, tensor<3x3xf32>)
      outs(%f : tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(n, i, j, c) -> (n, i, j, c)>, affine_map<(n, i, j, c) -> (c)>,
                       affine_map<(n, i, j, c) -> (n, i, j, c)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%m, %b : tensor<1x16x16x16xf32>, tensor<16xf32>) outs(%out : tensor<1x16x16x16xf32>) {
  ^bb0(%y: f32, %z: f32, %o: f32):
    %s = arith.addf %y, %z : f32
    linalg.yield %s : f32
  } -> tensor<1x16x16x16xf32>
  return %r : tensor<1x16x16x16xf32>
}

// Products with what is in the padding count, for a weight may be infinite: in
// the first window two are added that read no image, then three that do.
// CHECK-LABEL: func.func @depthwise(
// CHECK-SAME:    %[[X:[^ ]*]]: tensor<16x32xf32>, %[[W:[^ ]*]]: tensor<5x32xf32>
// CHECK:         %[[ZERO:.*]] = arith.constant 0.0
// CHECK:         %[[FIRST:.*]] = tensor.extract_slice %{{.*}}[0, 0] [1, 32]
// CHECK:         %[[START:.*]] = linalg.fill {{.*}} outs(%[[FIRST]]
// CHECK:         %[[ABOVE:.*]] = tensor.extract_slice %[[W]][0, 0] [2, 32]
// CHECK:         %[[PADDED:.*]] = linalg.generic {{.*}} ins(%[[ABOVE]] : tensor<2x32xf32>) outs(%[[START]] : tensor<1x32xf32>)
// CHECK:           arith.mulf %[[ZERO]], %{{.*}}
// CHECK:         %[[SEEN:.*]] = tensor.extract_slice %[[X]][0, 0] [3, 32]
// CHECK:         %[[TAPS:.*]] = tensor.extract_slice %[[W]][2, 0] [3, 32]
// CHECK:         linalg.generic {{.*}} ins(%[[SEEN]], %[[TAPS]] : {{.*}}) outs(%[[PADDED]] : tensor<1x32xf32>)
// Behind the image it is one, after the four that read it.
// CHECK:         linalg.generic {{.*}} : tensor<4x32xf32>, tensor<4x32xf32>) outs(%{{.*}} : tensor<1x32xf32>)
// CHECK:         linalg.generic {{.*}} ins(%{{.*}} : tensor<1x32xf32>) outs(%{{.*}} : tensor<1x32xf32>)
// CHECK:         linalg.generic {{.*}} ins(%{{.*}}, %[[W]] : tensor<15x32xf32>, tensor<5x32xf32>) outs(%{{.*}} : tensor<6x32xf32>)
func.func @depthwise(%x: tensor<16x32xf32>, %w: tensor<5x32xf32>, %out: tensor<8x32xf32>)
    -> tensor<8x32xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[2, 0] high[2, 0] {
    ^bb0(%i: index, %c: index):
      tensor.yield %zero : f32
  } : tensor<16x32xf32> to tensor<20x32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%out : tensor<8x32xf32>) -> tensor<8x32xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, c, k) -> (i * 2 + k, c)>, affine_map<(i, c, k) -> (k, c)>,
                       affine_map<(i, c, k) -> (i, c)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%p, %w : tensor<20x32xf32>, tensor<5x32xf32>) outs(%f : tensor<8x32xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<8x32xf32>
  return %r : tensor<8x32xf32>
}

// Windows of five in steps of one reach into the padding by two and by one on
// each side, 25 boxes: each side is one, with a padded piece of the image.
// CHECK-LABEL: func.func @far(
// CHECK-SAME:    %[[X:[^ ]*]]: tensor<1x64x64x16xf32>
// CHECK:         tensor.extract_slice %[[X]][0, 0, 0, 0] [1, 4, 64, 16]
// CHECK:         tensor.insert_slice %{{.*}} into %{{.*}}[0, 2, 2, 0] [1, 4, 64, 16] {{.*}} into tensor<1x6x68x16xf32>
// CHECK-COUNT-3: linalg.fill
// CHECK:         linalg.pooling_nhwc_max {{.*}}ins(%{{.*}} : tensor<1x6x68x16xf32>
func.func @far(%x: tensor<1x64x64x16xf32>, %out: tensor<1x64x64x16xf32>) -> tensor<1x64x64x16xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %p = tensor.pad %x low[0, 2, 2, 0] high[0, 2, 2, 0] {
    ^bb0(%n: index, %i: index, %j: index, %c: index):
      tensor.yield %lowest : f32
  } : tensor<1x64x64x16xf32> to tensor<1x68x68x16xf32>
  %w = tensor.empty() : tensor<5x5xf32>
  %f = linalg.fill ins(%lowest : f32) outs(%out : tensor<1x64x64x16xf32>) -> tensor<1x64x64x16xf32>
  %m = linalg.pooling_nhwc_max ins(%p, %w : tensor<1x68x68x16xf32>, tensor<5x5xf32>)
      outs(%f : tensor<1x64x64x16xf32>) -> tensor<1x64x64x16xf32>
  return %m : tensor<1x64x64x16xf32>
}

// The pieces at the sides would be nearly all of the image: a padded copy.
// CHECK-LABEL: func.func @narrow(
// CHECK:         %[[COPY:.*]] = tensor.insert_slice %{{.*}} into %{{.*}}[0, 2, 2, 0] [1, 8, 8, 16]
// CHECK:         linalg.pooling_nhwc_max ins(%[[COPY]]
// CHECK-NOT:     linalg
func.func @narrow(%x: tensor<1x8x8x16xf32>, %out: tensor<1x8x8x16xf32>) -> tensor<1x8x8x16xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %p = tensor.pad %x low[0, 2, 2, 0] high[0, 2, 2, 0] {
    ^bb0(%n: index, %i: index, %j: index, %c: index):
      tensor.yield %lowest : f32
  } : tensor<1x8x8x16xf32> to tensor<1x12x12x16xf32>
  %w = tensor.empty() : tensor<5x5xf32>
  %f = linalg.fill ins(%lowest : f32) outs(%out : tensor<1x8x8x16xf32>) -> tensor<1x8x8x16xf32>
  %m = linalg.pooling_nhwc_max ins(%p, %w : tensor<1x12x12x16xf32>, tensor<5x5xf32>)
      outs(%f : tensor<1x8x8x16xf32>) -> tensor<1x8x8x16xf32>
  return %m : tensor<1x8x8x16xf32>
}

// Read backwards, the first windows are the last elements: a padded copy.
// CHECK-LABEL: func.func @backwards(
// CHECK:         %[[COPY:.*]] = tensor.insert_slice %{{.*}} into %{{.*}}[2, 0] [16, 64]
// CHECK-NEXT:    linalg.generic {{.*}} ins(%[[COPY]]
func.func @backwards(%x: tensor<16x64xf32>, %out: tensor<20xf32>) -> tensor<20xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[2, 0] high[2, 0] {
    ^bb0(%i: index, %j: index):
      tensor.yield %zero : f32
  } : tensor<16x64xf32> to tensor<20x64xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (19 - i, j)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%p : tensor<20x64xf32>) outs(%out : tensor<20xf32>) {
  ^bb0(%y: f32, %o: f32):
    %s = arith.addf %o, %y : f32
    linalg.yield %s : f32
  } -> tensor<20xf32>
  return %r : tensor<20xf32>
}

// A sum of floats that padding adds numbers to keeps its order: the sides read
// padded pieces, all nine places of a window in turn.
// CHECK-LABEL: func.func @sum(
// CHECK-NOT:     tensor<3x2xf32>
// CHECK-NOT:     tensor<2x3xf32>
// CHECK:         return
func.func @sum(%x: tensor<1x32x32x16xf32>, %out: tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32> {
  %tenth = arith.constant 0.1 : f32
  %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%n: index, %i: index, %j: index, %c: index):
      tensor.yield %tenth : f32
  } : tensor<1x32x32x16xf32> to tensor<1x34x34x16xf32>
  %w = tensor.empty() : tensor<3x3xf32>
  %f = linalg.fill ins(%tenth : f32) outs(%out : tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32>
  %m = linalg.pooling_nhwc_sum {strides = dense<2> : tensor<2xi64>}
      ins(%p, %w : tensor<1x34x34x16xf32>, tensor<3x3xf32>)
      outs(%f : tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32>
  return %m : tensor<1x16x16x16xf32>
}

// So does one of numbers that zeros become.
// CHECK-LABEL: func.func @exponentials(
// CHECK-NOT:     tensor<3x2xf32>
// CHECK-NOT:     tensor<2x3xf32>
// CHECK:         return
func.func @exponentials(%x: tensor<1x32x32x16xf32>, %out: tensor<1x16x16x16xf32>)
    -> tensor<1x16x16x16xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%n: index, %i: index, %j: index, %c: index):
      tensor.yield %zero : f32
  } : tensor<1x32x32x16xf32> to tensor<1x34x34x16xf32>
  %w = tensor.empty() : tensor<3x3xf32>
  %f = linalg.fill ins(%zero : f32) outs(%out : tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32>
  %m = linalg.generic {
      indexing_maps = [affine_map<(n, i, j, c, y, x) -> (n, i * 2 + y, j * 2 + x, c)>,
                       affine_map<(n, i, j, c, y, x) -> (y, x)>,
                       affine_map<(n, i, j, c, y, x) -> (n, i, j, c)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%p, %w : tensor<1x34x34x16xf32>, tensor<3x3xf32>) outs(%f : tensor<1x16x16x16xf32>) {
  ^bb0(%e: f32, %u: f32, %s: f32):
    %0 = math.exp %e : f32
    %1 = arith.addf %s, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<1x16x16x16xf32>
  return %m : tensor<1x16x16x16xf32>
}

// Nine boxes for sixteen windows: too much code for what they gain.
// CHECK-LABEL: func.func @few(
// CHECK:         linalg.pooling_nhwc_max {{.*}} tensor<1x6x6x16xf32>
// CHECK-NOT:     linalg.pooling_nhwc_max
// CHECK:         return
func.func @few(%x: tensor<1x4x4x16xf32>, %out: tensor<1x4x4x16xf32>) -> tensor<1x4x4x16xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%n: index, %i: index, %j: index, %c: index):
      tensor.yield %lowest : f32
  } : tensor<1x4x4x16xf32> to tensor<1x6x6x16xf32>
  %w = tensor.empty() : tensor<3x3xf32>
  %f = linalg.fill ins(%lowest : f32) outs(%out : tensor<1x4x4x16xf32>) -> tensor<1x4x4x16xf32>
  %m = linalg.pooling_nhwc_max ins(%p, %w : tensor<1x6x6x16xf32>, tensor<3x3xf32>)
      outs(%f : tensor<1x4x4x16xf32>) -> tensor<1x4x4x16xf32>
  return %m : tensor<1x4x4x16xf32>
}

// Nine boxes of five operations each are not too much code.
// CHECK-LABEL:   func.func @short_reader(
// CHECK-COUNT-9:   linalg.depthwise_conv
// CHECK-NOT:       linalg.depthwise_conv
// CHECK:           return
func.func @short_reader(%x: tensor<1x32x32x16xf32>, %w: tensor<3x3x16xf32>, %out: tensor<1x32x32x16xf32>)
    -> tensor<1x32x32x16xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%n: index, %i: index, %j: index, %c: index):
      tensor.yield %zero : f32
  } : tensor<1x32x32x16xf32> to tensor<1x34x34x16xf32>
  %e = tensor.empty() : tensor<1x32x32x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x32x32x16xf32>) -> tensor<1x32x32x16xf32>
  %d = linalg.depthwise_conv_2d_nhwc_hwc ins(%p, %w : tensor<1x34x34x16xf32>, tensor<3x3x16xf32>)
      outs(%f : tensor<1x32x32x16xf32>) -> tensor<1x32x32x16xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(n, i, j, c) -> (n, i, j, c)>, affine_map<(n, i, j, c) -> (n, i, j, c)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%d : tensor<1x32x32x16xf32>) outs(%out : tensor<1x32x32x16xf32>) {
  ^bb0(%s: f32, %o: f32):
    %0 = arith.addf %s, %s : f32
    %1 = arith.mulf %0, %0 : f32
    %2 = arith.addf %1, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<1x32x32x16xf32>
  return %r : tensor<1x32x32x16xf32>
}

// Of six they are: the sides are four, and read padded pieces.
// CHECK-LABEL:   func.func @long_reader(
// CHECK-COUNT-5:   linalg.depthwise_conv
// CHECK-NOT:       linalg.depthwise_conv
// CHECK:           return
func.func @long_reader(%x: tensor<1x32x32x16xf32>, %w: tensor<3x3x16xf32>, %out: tensor<1x32x32x16xf32>)
    -> tensor<1x32x32x16xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%n: index, %i: index, %j: index, %c: index):
      tensor.yield %zero : f32
  } : tensor<1x32x32x16xf32> to tensor<1x34x34x16xf32>
  %e = tensor.empty() : tensor<1x32x32x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x32x32x16xf32>) -> tensor<1x32x32x16xf32>
  %d = linalg.depthwise_conv_2d_nhwc_hwc ins(%p, %w : tensor<1x34x34x16xf32>, tensor<3x3x16xf32>)
      outs(%f : tensor<1x32x32x16xf32>) -> tensor<1x32x32x16xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(n, i, j, c) -> (n, i, j, c)>, affine_map<(n, i, j, c) -> (n, i, j, c)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%d : tensor<1x32x32x16xf32>) outs(%out : tensor<1x32x32x16xf32>) {
  ^bb0(%s: f32, %o: f32):
    %0 = arith.addf %s, %s : f32
    %1 = arith.mulf %0, %0 : f32
    %2 = arith.addf %1, %1 : f32
    %3 = arith.mulf %2, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<1x32x32x16xf32>
  return %r : tensor<1x32x32x16xf32>
}

// Windows of bytes are straight code where pairs of products are added, and one
// copy of it is enough; elsewhere they are windows like others.
// CHECK-LABEL: func.func @byte_windows(
// CHECK-COUNT-2: linalg.generic
// PAIRS-LABEL: func.func @byte_windows(
// PAIRS:         linalg.generic
// PAIRS-NOT:     linalg.generic
func.func @byte_windows(%x: tensor<1x32x32x16xi8>, %w: tensor<3x3x16xi8>, %out: tensor<1x32x32x16xi32>)
    -> tensor<1x32x32x16xi32> {
  %point = arith.constant -3 : i8
  %zero = arith.constant -3 : i32
  %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%n: index, %h: index, %i: index, %c: index):
    tensor.yield %point : i8
  } : tensor<1x32x32x16xi8> to tensor<1x34x34x16xi8>
  %r = linalg.generic {indexing_maps = [affine_map<(n, h, w, c, i, j) -> (n, h + i, w + j, c)>,
      affine_map<(n, h, w, c, i, j) -> (i, j, c)>, affine_map<(n, h, w, c, i, j) -> (n, h, w, c)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%p, %w : tensor<1x34x34x16xi8>, tensor<3x3x16xi8>) outs(%out : tensor<1x32x32x16xi32>) {
  ^bb0(%a: i8, %b: i8, %t: i32):
    %0 = arith.extsi %a : i8 to i32
    %1 = arith.extsi %b : i8 to i32
    %2 = arith.subi %0, %zero : i32
    %3 = arith.muli %2, %1 : i32
    %4 = arith.addi %t, %3 : i32
    linalg.yield %4 : i32
  } -> tensor<1x32x32x16xi32>
  return %r : tensor<1x32x32x16xi32>
}

// So is the named op.
// CHECK-LABEL: func.func @named_windows(
// CHECK-COUNT-2: linalg.depthwise_conv
// PAIRS-LABEL: func.func @named_windows(
// PAIRS:         linalg.depthwise_conv
// PAIRS-NOT:     linalg.depthwise_conv
func.func @named_windows(%x: tensor<1x32x32x16xi8>, %w: tensor<3x3x16xi8>, %out: tensor<1x32x32x16xi32>)
    -> tensor<1x32x32x16xi32> {
  %point = arith.constant -3 : i8
  %p0 = arith.constant -3 : i32
  %p1 = arith.constant 0 : i32
  %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%n: index, %h: index, %i: index, %c: index):
    tensor.yield %point : i8
  } : tensor<1x32x32x16xi8> to tensor<1x34x34x16xi8>
  %r = linalg.depthwise_conv_2d_nhwc_hwc_q
      ins(%p, %w, %p0, %p1 : tensor<1x34x34x16xi8>, tensor<3x3x16xi8>, i32, i32)
      outs(%out : tensor<1x32x32x16xi32>) -> tensor<1x32x32x16xi32>
  return %r : tensor<1x32x32x16xi32>
}

// Four channels are a quarter of the widest vectors, and no tile of windows.
// PAIRS-LABEL: func.func @few_channels(
// PAIRS-COUNT-2: linalg.depthwise_conv
func.func @few_channels(%x: tensor<1x32x32x4xi8>, %w: tensor<3x3x4xi8>, %out: tensor<1x32x32x4xi32>)
    -> tensor<1x32x32x4xi32> {
  %point = arith.constant -3 : i8
  %p0 = arith.constant -3 : i32
  %p1 = arith.constant 0 : i32
  %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%n: index, %h: index, %i: index, %c: index):
    tensor.yield %point : i8
  } : tensor<1x32x32x4xi8> to tensor<1x34x34x4xi8>
  %r = linalg.depthwise_conv_2d_nhwc_hwc_q
      ins(%p, %w, %p0, %p1 : tensor<1x34x34x4xi8>, tensor<3x3x4xi8>, i32, i32)
      outs(%out : tensor<1x32x32x4xi32>) -> tensor<1x32x32x4xi32>
  return %r : tensor<1x32x32x4xi32>
}

// With channels first rows are padded, and a side is a column. Of a pool each of
// the four boxes is the same op over the image.
// CHECK-LABEL: func.func @channels_first(
// CHECK-SAME:    %[[X:[^ ]*]]: tensor<1x16x32x32xf32>
// CHECK-NOT:     tensor.pad
// CHECK-NOT:     linalg.fill {{.*}}34
// CHECK:         tensor.extract_slice %[[X]][0, 0, 0, 0] [1, 16, 2, 2]
// CHECK:         tensor.extract_slice %[[X]][0, 0, 1, 0] [1, 16, 31, 2]
// CHECK:         tensor.extract_slice %[[X]][0, 0, 0, 1] [1, 16, 2, 31]
// CHECK:         tensor.extract_slice %[[X]][0, 0, 1, 1] [1, 16, 31, 31]
func.func @channels_first(%x: tensor<1x16x32x32xf32>, %out: tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%n: index, %c: index, %i: index, %j: index):
      tensor.yield %lowest : f32
  } : tensor<1x16x32x32xf32> to tensor<1x16x34x34xf32>
  %w = tensor.empty() : tensor<3x3xf32>
  %f = linalg.fill ins(%lowest : f32) outs(%out : tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32>
  %m = linalg.pooling_nchw_max {strides = dense<2> : tensor<2xi64>}
      ins(%p, %w : tensor<1x16x34x34xf32>, tensor<3x3xf32>)
      outs(%f : tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32>
  return %m : tensor<1x16x16x16xf32>
}

// Nine boxes are more code than a padded copy takes time.
// CHECK-LABEL: func.func @both_ends(
// CHECK:         %[[COPY:.*]] = tensor.insert_slice %{{.*}} into %{{.*}}[0, 0, 1, 1] [1, 16, 32, 32]
// CHECK:         linalg.pooling_nchw_max ins(%[[COPY]]
// CHECK-NOT:     linalg
func.func @both_ends(%x: tensor<1x16x32x32xf32>, %out: tensor<1x16x32x32xf32>) -> tensor<1x16x32x32xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%n: index, %c: index, %i: index, %j: index):
      tensor.yield %lowest : f32
  } : tensor<1x16x32x32xf32> to tensor<1x16x34x34xf32>
  %w = tensor.empty() : tensor<3x3xf32>
  %f = linalg.fill ins(%lowest : f32) outs(%out : tensor<1x16x32x32xf32>) -> tensor<1x16x32x32xf32>
  %m = linalg.pooling_nchw_max ins(%p, %w : tensor<1x16x34x34xf32>, tensor<3x3xf32>)
      outs(%f : tensor<1x16x32x32xf32>) -> tensor<1x16x32x32xf32>
  return %m : tensor<1x16x32x32xf32>
}

// Products with what is in the padding would be code for each place.
// CHECK-LABEL: func.func @products_of_rows(
// CHECK:         %[[COPY:.*]] = tensor.insert_slice %{{.*}} into %{{.*}}[0, 1, 1] [16, 32, 32]
// CHECK:         linalg.generic {{.*}} ins(%[[COPY]],
// CHECK-NOT:     linalg.generic
func.func @products_of_rows(%x: tensor<16x32x32xf32>, %w: tensor<16x3x3xf32>, %out: tensor<16x16x16xf32>) -> tensor<16x16x16xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 1, 1] high[0, 1, 1] {
    ^bb0(%c: index, %i: index, %j: index):
      tensor.yield %zero : f32
  } : tensor<16x32x32xf32> to tensor<16x34x34xf32>
  %f = linalg.fill ins(%zero : f32) outs(%out : tensor<16x16x16xf32>) -> tensor<16x16x16xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(c, i, j, h, w) -> (c, i * 2 + h, j * 2 + w)>,
                       affine_map<(c, i, j, h, w) -> (c, h, w)>,
                       affine_map<(c, i, j, h, w) -> (c, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%p, %w : tensor<16x34x34xf32>, tensor<16x3x3xf32>) outs(%f : tensor<16x16x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<16x16x16xf32>
  return %r : tensor<16x16x16xf32>
}
