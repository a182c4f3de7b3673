// RUN: ingot-opt %s --ingot-tile-registers=vector-bits=512 --canonicalize \
// RUN:   | FileCheck %s
// RUN: ingot-opt %s --ingot-tile-registers=vector-bits=0 \
// RUN:   | FileCheck %s --check-prefix=SCALAR
// RUN: ingot-opt %s --ingot-tile-registers=vector-bits=128 --canonicalize \
// RUN:   | FileCheck %s --check-prefix=NARROW

// RUN: ingot-opt %s --ingot-tile-registers="vector-bits=512 dots=vpdpbusd-512" --canonicalize \
// RUN:   | FileCheck %s --check-prefix=PAIRS
// RUN: not ingot-opt %s --ingot-tile-registers="dots=none-512" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UNKNOWN

// RUN: not ingot-opt %s --ingot-tile-registers="dots=vdpbf16ps-512" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FLOATS

// FLOATS: ingot-tile-registers: there are no dot products 'vdpbf16ps-512'
// UNKNOWN: ingot-tile-registers: there are no dot products 'none-512'

// SCALAR-NOT: scf.for

// Eight rows of two vectors; one step of k at a time. All rows use a panel of
// columns before the next panel is read.
// CHECK-LABEL: func.func @matmul
func.func @matmul(%a: tensor<64x96xf32>, %b: tensor<96x128xf32>,
                  %c: tensor<64x128xf32>) -> tensor<64x128xf32> {
  // CHECK:         scf.for %{{.*}} = %c0 to %c128 step %c32
  // CHECK:           scf.for %{{.*}} = %c0 to %c64 step %c8
  // CHECK:             scf.for %{{.*}} = %c0 to %c96 step %c1
  // CHECK:               linalg.generic
  // CHECK-SAME:            ins({{.*}} : tensor<8x1xf32>, tensor<1x32xf32>)
  // CHECK-SAME:            outs({{.*}} : tensor<8x32xf32>)
  // CHECK-SAME:            ingot.vectorize
  %r = linalg.matmul ins(%a, %b : tensor<64x96xf32>, tensor<96x128xf32>)
      outs(%c : tensor<64x128xf32>) -> tensor<64x128xf32>
  return %r : tensor<64x128xf32>
}

// The ragged end is peeled, and static as well.
// CHECK-LABEL: func.func @ragged
func.func @ragged(%a: tensor<8x96xf32>, %b: tensor<96x40xf32>,
                  %c: tensor<8x40xf32>) -> tensor<8x40xf32> {
  // CHECK:         linalg.generic {{.*}} outs({{.*}} : tensor<8x32xf32>)
  // CHECK:         linalg.generic {{.*}} outs({{.*}} : tensor<8x8xf32>)
  %r = linalg.matmul ins(%a, %b : tensor<8x96xf32>, tensor<96x40xf32>)
      outs(%c : tensor<8x40xf32>) -> tensor<8x40xf32>
  return %r : tensor<8x40xf32>
}

// One tile of 24 where parts of a vector can be stored; otherwise LLVM would
// keep it element by element.
// CHECK-LABEL: func.func @uneven
// CHECK:         linalg.generic {{.*}} outs({{.*}} : tensor<8x24xf32>)
// CHECK-NOT:     linalg.generic
// NARROW-LABEL: func.func @uneven
// NARROW:         linalg.generic {{.*}} outs({{.*}} : tensor<4x8xf32>)
func.func @uneven(%a: tensor<8x96xf32>, %b: tensor<96x24xf32>,
                  %c: tensor<8x24xf32>) -> tensor<8x24xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<8x96xf32>, tensor<96x24xf32>)
      outs(%c : tensor<8x24xf32>) -> tensor<8x24xf32>
  return %r : tensor<8x24xf32>
}

// Of an unknown number of rows the last ones are taken in pairs and one by one:
// every tile has a known number of them.
// CHECK-LABEL: func.func @unknown_rows
// CHECK-NOT:     affine.min
// CHECK:         scf.for %{{.*}} step %c8
// CHECK:           linalg.generic {{.*}} outs({{.*}} : tensor<8x32xf32>)
// CHECK:         scf.for %{{.*}} step %c2
// CHECK:           linalg.generic {{.*}} outs({{.*}} : tensor<2x32xf32>)
// CHECK:         scf.for %{{.*}} step %c1
// CHECK:           linalg.generic {{.*}} outs({{.*}} : tensor<1x32xf32>)
func.func @unknown_rows(%a: tensor<?x96xf32>, %b: tensor<96x128xf32>,
                        %c: tensor<?x128xf32>) -> tensor<?x128xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<?x96xf32>, tensor<96x128xf32>)
      outs(%c : tensor<?x128xf32>) -> tensor<?x128xf32>
  return %r : tensor<?x128xf32>
}

// The last columns of an unknown number are at most a tile's.
// CHECK-LABEL: func.func @unknown_columns
// CHECK:         linalg.generic {{.*}} outs({{.*}} : tensor<8x32xf32>)
// CHECK:         linalg.generic {{.*}} outs({{.*}} : tensor<8x?xf32>) {{.*}}ingot.vectorize = array<i64: 8, 32, 1>
func.func @unknown_columns(%a: tensor<64x96xf32>, %b: tensor<96x?xf32>,
                           %c: tensor<64x?xf32>) -> tensor<64x?xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<64x96xf32>, tensor<96x?xf32>)
      outs(%c : tensor<64x?xf32>) -> tensor<64x?xf32>
  return %r : tensor<64x?xf32>
}

// What reads the product element by element takes it from the registers.
// CHECK-LABEL: func.func @reader
// CHECK:         scf.for %{{.*}} = %c0 to %c128 step %c32
// CHECK:           linalg.fill {{.*}} tensor<8x32xf32>
// CHECK:           %[[P:.*]] = scf.for
// CHECK:             linalg.generic {{.*}}ingot.vectorize
// CHECK:           linalg.generic {{.*}} ins(%[[P]], {{.*}} : tensor<8x32xf32>, tensor<32xf32>)
// CHECK-SAME:        ingot.vectorize
func.func @reader(%a: tensor<8x96xf32>, %b: tensor<96x128xf32>,
                  %d: tensor<128xf32>, %c: tensor<8x128xf32>) -> tensor<8x128xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x128xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x128xf32>)
      -> tensor<8x128xf32>
  %p = linalg.matmul ins(%a, %b : tensor<8x96xf32>, tensor<96x128xf32>)
      outs(%f : tensor<8x128xf32>) -> tensor<8x128xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>,
                       affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%p, %d : tensor<8x128xf32>, tensor<128xf32>) outs(%c : tensor<8x128xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<8x128xf32>
  return %r : tensor<8x128xf32>
}

// Twelve rows are two tiles of six, and no last tile needs code of its own.
// CHECK-LABEL: func.func @even_rows
// CHECK:         scf.for %{{.*}} = %c0 to %c12 step %c6
// CHECK:           linalg.generic {{.*}} outs({{.*}} : tensor<6x32xf32>)
// CHECK-NOT:     linalg.generic
func.func @even_rows(%a: tensor<12x96xf32>, %b: tensor<96x128xf32>,
                     %c: tensor<12x128xf32>) -> tensor<12x128xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<12x96xf32>, tensor<96x128xf32>)
      outs(%c : tensor<12x128xf32>) -> tensor<12x128xf32>
  return %r : tensor<12x128xf32>
}

// 50 rows are no whole tiles of 8, 7 or 6: one of eight and six of seven, for two
// rows behind six of eight would wait for their sums.
// CHECK-LABEL: func.func @rows_of_two_sizes
// CHECK:         scf.for %{{.*}} = %c0 to %c128 step %c32
// CHECK:           linalg.generic {{.*}} ins({{.*}} : tensor<8x1xf32>, tensor<1x32xf32>) outs({{.*}} : tensor<8x32xf32>)
// CHECK:           scf.for %{{.*}} = %c8 to %c50 step %c7
// CHECK:             linalg.generic {{.*}} ins({{.*}} : tensor<7x1xf32>, tensor<1x32xf32>) outs({{.*}} : tensor<7x32xf32>)
// CHECK-NOT:         linalg.generic
// CHECK:         return
func.func @rows_of_two_sizes(%a: tensor<50x96xf32>, %b: tensor<96x128xf32>,
                             %c: tensor<50x128xf32>) -> tensor<50x128xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<50x96xf32>, tensor<96x128xf32>)
      outs(%c : tensor<50x128xf32>) -> tensor<50x128xf32>
  return %r : tensor<50x128xf32>
}

// 25 rows: three tiles of seven and one of four, which is fast enough.
// CHECK-LABEL: func.func @level_rows
// CHECK:         scf.for %{{.*}} = %c0 to %c21 step %c7
// CHECK:           linalg.generic {{.*}} outs({{.*}} : tensor<7x32xf32>)
// CHECK:         linalg.generic {{.*}} outs({{.*}} : tensor<4x32xf32>)
func.func @level_rows(%a: tensor<25x96xf32>, %b: tensor<96x128xf32>,
                      %c: tensor<25x128xf32>) -> tensor<25x128xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<25x96xf32>, tensor<96x128xf32>)
      outs(%c : tensor<25x128xf32>) -> tensor<25x128xf32>
  return %r : tensor<25x128xf32>
}

// Three registers of columns are taken one at a time, with more rows instead.
// CHECK-LABEL: func.func @odd_columns
// CHECK:         scf.for %{{.*}} = %c0 to %c48 step %c16
// CHECK:           linalg.generic {{.*}} outs({{.*}} : tensor<12x16xf32>)
// CHECK-NOT:     linalg.generic
func.func @odd_columns(%a: tensor<12x96xf32>, %b: tensor<96x48xf32>,
                       %c: tensor<12x48xf32>) -> tensor<12x48xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<12x96xf32>, tensor<96x48xf32>)
      outs(%c : tensor<12x48xf32>) -> tensor<12x48xf32>
  return %r : tensor<12x48xf32>
}

// Much that follows a long sum is computed row by row from a tile in memory.
// CHECK-LABEL: func.func @rows_of_reader
// CHECK:         %[[T:.*]] = tensor.empty() : tensor<8x32xf32>
// CHECK:         linalg.fill {{.*}} outs(%[[T]] :
// CHECK:         %[[P:.*]] = scf.for {{.*}} to %c96 step %c1
// CHECK:         scf.for %[[I:.*]] = %c0 to %c8 step %c1
// CHECK:           tensor.extract_slice %[[P]][%[[I]], 0] [1, 32] [1, 1]
// CHECK:           linalg.generic {{.*}} outs({{.*}} : tensor<1x32xf32>)
// CHECK-SAME:        ingot.vectorize = array<i64: 1, 32>
// CHECK-NOT:     linalg.generic
// A sum of a few steps stays in registers.
// CHECK-LABEL: func.func @short_sum
// CHECK:         linalg.generic {{.*}} outs({{.*}} : tensor<8x32xf32>)
// CHECK:         linalg.generic {{.*}} outs({{.*}} : tensor<8x32xf32>)
#id = affine_map<(i, j) -> (i, j)>
#columns = affine_map<(i, j) -> (j)>
func.func @rows_of_reader(%a: tensor<8x96xf32>, %b: tensor<96x128xf32>,
                          %d: tensor<128xf32>, %g: tensor<128xf32>,
                          %c: tensor<8x128xf32>) -> tensor<8x128xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x128xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x128xf32>)
      -> tensor<8x128xf32>
  %p = linalg.matmul ins(%a, %b : tensor<8x96xf32>, tensor<96x128xf32>)
      outs(%f : tensor<8x128xf32>) -> tensor<8x128xf32>
  %r = linalg.generic {indexing_maps = [#id, #columns, #columns, #id],
                       iterator_types = ["parallel", "parallel"]}
      ins(%p, %d, %g : tensor<8x128xf32>, tensor<128xf32>, tensor<128xf32>)
      outs(%c : tensor<8x128xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %o: f32):
    %s = arith.subf %x, %y : f32
    %t = arith.mulf %s, %z : f32
    %u = arith.addf %t, %y : f32
    %v = arith.maximumf %u, %zero : f32
    linalg.yield %v : f32
  } -> tensor<8x128xf32>
  return %r : tensor<8x128xf32>
}
func.func @short_sum(%a: tensor<8x16xf32>, %b: tensor<16x128xf32>,
                     %d: tensor<128xf32>, %g: tensor<128xf32>,
                     %c: tensor<8x128xf32>) -> tensor<8x128xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x128xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x128xf32>)
      -> tensor<8x128xf32>
  %p = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x128xf32>)
      outs(%f : tensor<8x128xf32>) -> tensor<8x128xf32>
  %r = linalg.generic {indexing_maps = [#id, #columns, #columns, #id],
                       iterator_types = ["parallel", "parallel"]}
      ins(%p, %d, %g : tensor<8x128xf32>, tensor<128xf32>, tensor<128xf32>)
      outs(%c : tensor<8x128xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %o: f32):
    %s = arith.subf %x, %y : f32
    %t = arith.mulf %s, %z : f32
    %u = arith.addf %t, %y : f32
    %v = arith.maximumf %u, %zero : f32
    linalg.yield %v : f32
  } -> tensor<8x128xf32>
  return %r : tensor<8x128xf32>
}

// A function would be called for one element at a time: LLVM's to vectorise.
// CHECK-LABEL: func.func @function_of_product
// CHECK:         linalg.generic {{.*}}ingot.vectorize
// CHECK:         linalg.generic {{.*}} tensor<8x128xf32>
// CHECK:           math.exp
func.func @function_of_product(%a: tensor<8x96xf32>, %b: tensor<96x128xf32>,
                               %e: tensor<8x128xf32>, %c: tensor<8x128xf32>)
    -> tensor<8x128xf32> {
  %p = linalg.matmul ins(%a, %b : tensor<8x96xf32>, tensor<96x128xf32>)
      outs(%e : tensor<8x128xf32>) -> tensor<8x128xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<8x128xf32>) outs(%c : tensor<8x128xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = math.exp %x : f32
    linalg.yield %s : f32
  } -> tensor<8x128xf32>
  return %r : tensor<8x128xf32>
}

// A sum along the contiguous dimension has no dimension to put vectors along.
// CHECK-LABEL: func.func @row_sum
func.func @row_sum(%a: tensor<64x96xf32>, %c: tensor<64xf32>)
    -> tensor<64xf32> {
  // CHECK-NOT:     scf.for
  // CHECK:         linalg.reduce
  %r = linalg.reduce {arith.addf} ins(%a : tensor<64x96xf32>)
      outs(%c : tensor<64xf32>) dimensions = [1]
  return %r : tensor<64xf32>
}

// A reader that repeats what it reads would have it computed for each row.
// CHECK-LABEL: func.func @repeated
// CHECK:         scf.for
// CHECK:         linalg.generic {{.*}} outs(%arg2 : tensor<64x128xf32>)
func.func @repeated(%a: tensor<96x128xf32>, %e: tensor<128xf32>, %c: tensor<64x128xf32>)
    -> tensor<64x128xf32> {
  %p = linalg.reduce {arith.addf} ins(%a : tensor<96x128xf32>)
      outs(%e : tensor<128xf32>) dimensions = [0]
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<128xf32>) outs(%c : tensor<64x128xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %x, %x : f32
    linalg.yield %s : f32
  } -> tensor<64x128xf32>
  return %r : tensor<64x128xf32>
}

// Channels of a depthwise convolution share nothing: one vector and as many rows
// as registers hold, all rows of a column of tiles before the next column.
// CHECK-LABEL: func.func @depthwise
// CHECK:         scf.for %{{.*}} = %c0 to %c240 step %c16
// CHECK:           scf.for %{{.*}} = %c0 to %c14 step %c1
// CHECK-NOT:         step %c14
// CHECK:             scf.for %{{.*}} = %c0 to %c5 step %c1
// CHECK:               scf.for %{{.*}} = %c0 to %c5 step %c1
// CHECK:                 linalg.generic {{.*}} outs({{.*}} : tensor<1x1x14x16xf32>)
// Of vectors that fill no line of the cache there are two, and they come first.
// NARROW-LABEL: func.func @depthwise
// NARROW:         scf.for %{{.*}} = %c0 to %c14 step %c1
// NARROW:           scf.for %{{.*}} = %c0 to %c12 step %c4
// NARROW:             scf.for %{{.*}} = %c0 to %c240 step %c8
func.func @depthwise(%x: tensor<1x31x31x240xf32>, %w: tensor<5x5x240xf32>,
                     %o: tensor<1x14x14x240xf32>) -> tensor<1x14x14x240xf32> {
  %r = linalg.depthwise_conv_2d_nhwc_hwc
      {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%x, %w : tensor<1x31x31x240xf32>, tensor<5x5x240xf32>)
      outs(%o : tensor<1x14x14x240xf32>) -> tensor<1x14x14x240xf32>
  return %r : tensor<1x14x14x240xf32>
}

// More rows than registers: tiles of one size if they can be, or nearly so.
// CHECK-LABEL: func.func @depthwise_rows
// CHECK:         linalg.generic {{.*}} outs({{.*}} : tensor<1x1x9x16xf32>)
// CHECK-LABEL: func.func @depthwise_prime
// CHECK:         linalg.generic {{.*}} outs({{.*}} : tensor<1x1x10x16xf32>)
// CHECK:         linalg.generic {{.*}} outs({{.*}} : tensor<1x1x9x16xf32>)
func.func @depthwise_rows(%x: tensor<1x3x56x64xf32>, %w: tensor<3x3x64xf32>,
                          %o: tensor<1x1x54x64xf32>) -> tensor<1x1x54x64xf32> {
  %r = linalg.depthwise_conv_2d_nhwc_hwc
      {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%x, %w : tensor<1x3x56x64xf32>, tensor<3x3x64xf32>)
      outs(%o : tensor<1x1x54x64xf32>) -> tensor<1x1x54x64xf32>
  return %r : tensor<1x1x54x64xf32>
}
func.func @depthwise_prime(%x: tensor<1x3x21x64xf32>, %w: tensor<3x3x64xf32>,
                           %o: tensor<1x1x19x64xf32>) -> tensor<1x1x19x64xf32> {
  %r = linalg.depthwise_conv_2d_nhwc_hwc
      {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%x, %w : tensor<1x3x21x64xf32>, tensor<3x3x64xf32>)
      outs(%o : tensor<1x1x19x64xf32>) -> tensor<1x1x19x64xf32>
  return %r : tensor<1x1x19x64xf32>
}

// Windows of bytes stay whole where pairs of products are added, in tiles that
// have memory of their own: their reader takes them row by row.
// PAIRS-LABEL: func.func @byte_windows
// PAIRS:         scf.for %{{.*}} = %c0 to %c28 step %c1
// PAIRS:           scf.for %{{.*}} = %c0 to %c28 step %c7
// PAIRS:             %[[TILE:.*]] = tensor.empty() : tensor<1x1x7x32xi32>
// PAIRS:             %[[FILL:.*]] = linalg.fill {{.*}} outs(%[[TILE]] : {{.*}}) -> tensor<1x1x7x32xi32>
// PAIRS:             linalg.generic {{.*}} ins({{.*}} : tensor<1x3x9x32xi8>, tensor<3x3x32xi8>, i32, i32) outs(%[[FILL]] : {{.*}}) attrs = {{ *}}{ingot.window = "pmaddwd-512"}
// PAIRS:             scf.for %{{.*}} = %c0 to %c7 step %c1
// PAIRS:               linalg.generic {{.*}} outs({{.*}} : tensor<1x1x1x32xi8>) attrs = {{ *}}{ingot.vectorize
// CHECK-LABEL: func.func @byte_windows
// CHECK-NOT:     ingot.window
func.func @byte_windows(%x: tensor<1x30x30x32xi8>, %w: tensor<3x3x32xi8>,
                        %o: tensor<1x28x28x32xi8>) -> tensor<1x28x28x32xi8> {
  %zero = arith.constant 0 : i32
  %point = arith.constant -3 : i32
  %none = arith.constant 0 : i32
  %e = tensor.empty() : tensor<1x28x28x32xi32>
  %fill = linalg.fill ins(%zero : i32) outs(%e : tensor<1x28x28x32xi32>) -> tensor<1x28x28x32xi32>
  %sums = linalg.depthwise_conv_2d_nhwc_hwc_q
      {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%x, %w, %point, %none : tensor<1x30x30x32xi8>, tensor<3x3x32xi8>, i32, i32)
      outs(%fill : tensor<1x28x28x32xi32>) -> tensor<1x28x28x32xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(n, h, w, c) -> (n, h, w, c)>,
      affine_map<(n, h, w, c) -> (n, h, w, c)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%sums : tensor<1x28x28x32xi32>) outs(%o : tensor<1x28x28x32xi8>) {
  ^bb0(%s: i32, %b: i8):
    %0 = arith.trunci %s : i32 to i8
    linalg.yield %0 : i8
  } -> tensor<1x28x28x32xi8>
  return %r : tensor<1x28x28x32xi8>
}

// Channels of one vector less.
// PAIRS-LABEL: func.func @few_channels
// PAIRS-NOT:     ingot.window
func.func @few_channels(%x: tensor<1x30x30x6xi8>, %w: tensor<3x3x6xi8>,
                        %o: tensor<1x28x28x6xi32>) -> tensor<1x28x28x6xi32> {
  %none = arith.constant 0 : i32
  %r = linalg.depthwise_conv_2d_nhwc_hwc_q
      {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%x, %w, %none, %none : tensor<1x30x30x6xi8>, tensor<3x3x6xi8>, i32, i32)
      outs(%o : tensor<1x28x28x6xi32>) -> tensor<1x28x28x6xi32>
  return %r : tensor<1x28x28x6xi32>
}

// Filters of each channel have weights of their own.
// PAIRS-LABEL: func.func @filters
// PAIRS-NOT:     ingot.window
func.func @filters(%x: tensor<12x16xi8>, %w: tensor<4x3x16xi8>, %o: tensor<10x4x16xi32>)
    -> tensor<10x4x16xi32> {
  %r = linalg.generic {indexing_maps = [affine_map<(h, m, c, i) -> (h + i, c)>,
      affine_map<(h, m, c, i) -> (m, i, c)>, affine_map<(h, m, c, i) -> (h, m, c)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<12x16xi8>, tensor<4x3x16xi8>) outs(%o : tensor<10x4x16xi32>) {
  ^bb0(%a: i8, %b: i8, %t: i32):
    %0 = arith.extsi %a : i8 to i32
    %1 = arith.extsi %b : i8 to i32
    %2 = arith.muli %0, %1 : i32
    %3 = arith.addi %t, %2 : i32
    linalg.yield %3 : i32
  } -> tensor<10x4x16xi32>
  return %r : tensor<10x4x16xi32>
}

// Large windows are tiles of fewer rows: all of them are straight code.
// PAIRS-LABEL: func.func @large_windows
// PAIRS:         scf.for %{{.*}} = %c0 to %c28 step %c4
// PAIRS:           linalg.generic {{.*}} ins({{.*}} : tensor<1x7x10x32xi8>, tensor<7x7x32xi8>, i32, i32) {{.*}} attrs = {{ *}}{ingot.window = "pmaddwd-512"}
func.func @large_windows(%x: tensor<1x34x34x32xi8>, %w: tensor<7x7x32xi8>,
                         %o: tensor<1x28x28x32xi32>) -> tensor<1x28x28x32xi32> {
  %none = arith.constant 0 : i32
  %r = linalg.depthwise_conv_2d_nhwc_hwc_q
      {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%x, %w, %none, %none : tensor<1x34x34x32xi8>, tensor<7x7x32xi8>, i32, i32)
      outs(%o : tensor<1x28x28x32xi32>) -> tensor<1x28x28x32xi32>
  return %r : tensor<1x28x28x32xi32>
}
