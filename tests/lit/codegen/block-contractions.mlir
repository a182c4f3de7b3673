// RUN: ingot-opt %s --ingot-block-contractions="vector-bits=512 cache-bytes=32768" \
// RUN:   --canonicalize --split-input-file | FileCheck %s

// A panel of 32 columns and 128 rows is half of 32 KiB. The accumulators go from
// block to block; the fill stays before the first one.
// CHECK-LABEL: func.func @long
// CHECK:         %[[F:.*]] = linalg.fill
// CHECK:         scf.for %[[K:.*]] = %c0{{.*}} to %c3072{{.*}} step %c128{{.*}} iter_args(%[[C:.*]] = %[[F]])
// CHECK:           tensor.extract_slice %{{.*}}[0, %[[K]]] [32, 128] [1, 1]
// CHECK:           tensor.extract_slice %{{.*}}[%[[K]], 0] [128, 768] [1, 1]
// CHECK:           linalg.matmul {{.*}} outs(%{{.*}} : tensor<32x768xf32>)
func.func @long(%a: tensor<32x3072xf32>, %b: tensor<3072x768xf32>,
                %c: tensor<32x768xf32>) -> tensor<32x768xf32> {
  %zero = arith.constant 0.0 : f32
  %f = linalg.fill ins(%zero : f32) outs(%c : tensor<32x768xf32>)
      -> tensor<32x768xf32>
  %r = linalg.matmul ins(%a, %b : tensor<32x3072xf32>, tensor<3072x768xf32>)
      outs(%f : tensor<32x768xf32>) -> tensor<32x768xf32>
  return %r : tensor<32x768xf32>
}

// -----

// Four blocks would have 129 steps and a last one 126; three have 171 each. 257
// is a prime.
// CHECK-LABEL: func.func @even_blocks
// CHECK:         scf.for %{{.*}} to %c513{{.*}} step %c171
// CHECK:           linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<32x171xf32>, tensor<171x768xf32>)
// CHECK:         scf.for %{{.*}} to %c257{{.*}} step %c129
// CHECK:           linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<32x?xf32>, tensor<?x768xf32>)
func.func @even_blocks(%a: tensor<32x513xf32>, %b: tensor<513x768xf32>, %c: tensor<32x768xf32>,
                       %d: tensor<32x257xf32>, %e: tensor<257x768xf32>) -> tensor<32x768xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<32x513xf32>, tensor<513x768xf32>)
      outs(%c : tensor<32x768xf32>) -> tensor<32x768xf32>
  %s = linalg.matmul ins(%d, %e : tensor<32x257xf32>, tensor<257x768xf32>)
      outs(%r : tensor<32x768xf32>) -> tensor<32x768xf32>
  return %s : tensor<32x768xf32>
}

// -----

// A short product fits, and one tile of registers reads nothing twice.
// CHECK-LABEL: func.func @short
// CHECK-NOT:     scf.for
func.func @short(%a: tensor<32x128xf32>, %b: tensor<128x768xf32>, %c: tensor<32x768xf32>,
                 %d: tensor<8x3072xf32>, %e: tensor<3072x32xf32>, %g: tensor<8x32xf32>)
    -> (tensor<32x768xf32>, tensor<8x32xf32>) {
  %r = linalg.matmul ins(%a, %b : tensor<32x128xf32>, tensor<128x768xf32>)
      outs(%c : tensor<32x768xf32>) -> tensor<32x768xf32>
  %s = linalg.matmul ins(%d, %e : tensor<8x3072xf32>, tensor<3072x32xf32>)
      outs(%g : tensor<8x32xf32>) -> tensor<8x32xf32>
  return %r, %s : tensor<32x768xf32>, tensor<8x32xf32>
}

// -----

// The outer sum goes step by step, so that the order of the sum stays.
// CHECK-LABEL: func.func @two_sums
// CHECK:         scf.for %{{.*}} to %c4{{.*}} step %c1{{.*}}
// CHECK:           scf.for %{{.*}} to %c1024{{.*}} step %c128{{.*}}
// CHECK-NOT:         scf.for
// CHECK:             linalg.generic
func.func @two_sums(%a: tensor<64x4x1024xf32>, %b: tensor<4x1024x64xf32>,
                    %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(m, n, h, k) -> (m, h, k)>,
                       affine_map<(m, n, h, k) -> (h, k, n)>,
                       affine_map<(m, n, h, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %b : tensor<64x4x1024xf32>, tensor<4x1024x64xf32>)
      outs(%c : tensor<64x64xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

// -----

// The product is made where its reader writes, and changed there.
// CHECK-LABEL: func.func @reader
// CHECK-SAME:    %[[OUT:[a-z0-9]+]]: tensor<32x768xf32>)
// CHECK:         %[[F:.*]] = linalg.fill {{.*}} outs(%[[OUT]] :
// CHECK:         %[[P:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[F]])
// CHECK:         linalg.generic {{.*}} ins(%[[P]], {{.*}} outs(%[[P]] :
func.func @reader(%a: tensor<32x3072xf32>, %b: tensor<3072x768xf32>, %d: tensor<768xf32>,
                  %out: tensor<32x768xf32>) -> tensor<32x768xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x768xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<32x768xf32>)
      -> tensor<32x768xf32>
  %p = linalg.matmul ins(%a, %b : tensor<32x3072xf32>, tensor<3072x768xf32>)
      outs(%f : tensor<32x768xf32>) -> tensor<32x768xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>,
                       affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%p, %d : tensor<32x768xf32>, tensor<768xf32>) outs(%out : tensor<32x768xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<32x768xf32>
  return %r : tensor<32x768xf32>
}

// -----

// Rows of 2 KiB share two sets of the cache: a block's panels are copied, once
// for all rows.
// CHECK-LABEL: func.func @packed
// CHECK:         scf.for %[[K:.*]] = %c0{{.*}} to %c512{{.*}} step %c128
// CHECK:           scf.for %[[N:.*]] = %c0{{.*}} to %c512{{.*}} step %c32
// CHECK:             %[[B:.*]] = tensor.extract_slice %{{.*}}[%[[K]], %[[N]]] [128, 32] [1, 1]
// CHECK:             %[[E:.*]] = tensor.empty() : tensor<128x32xf32>
// CHECK:             %[[P:.*]] = linalg.copy ins(%[[B]] : tensor<128x32xf32>) outs(%[[E]] :
// CHECK:             linalg.matmul ins(%{{.*}}, %[[P]] : tensor<64x128xf32>, tensor<128x32xf32>)
func.func @packed(%a: tensor<64x512xf32>, %b: tensor<512x512xf32>,
                  %c: tensor<64x512xf32>) -> tensor<64x512xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<64x512xf32>, tensor<512x512xf32>)
      outs(%c : tensor<64x512xf32>) -> tensor<64x512xf32>
  return %r : tensor<64x512xf32>
}

// -----

// So are panels of rows a power of two apart that need no blocks, and vectors that
// each are parts of two lines.
// CHECK-LABEL: func.func @packed_whole
// CHECK:         scf.for %[[N:.*]] = %c0{{.*}} to %c8192{{.*}} step %c32
// CHECK:           %[[P:.*]] = linalg.copy ins(%{{.*}} : tensor<64x32xf32>)
// CHECK:           linalg.matmul ins(%{{.*}}, %[[P]] : tensor<64x64xf32>, tensor<64x32xf32>)
// CHECK:         scf.for %{{.*}} = %c0{{.*}} to %c96{{.*}} step %c32
// CHECK:           linalg.copy ins(%{{.*}} : tensor<64x32xf32>)
func.func @packed_whole(%a: tensor<64x64xf32>, %b: tensor<64x8192xf32>,
                        %c: tensor<64x8192xf32>, %d: tensor<64x100xf32>,
                        %e: tensor<64x100xf32>)
    -> (tensor<64x8192xf32>, tensor<64x100xf32>) {
  %r = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x8192xf32>)
      outs(%c : tensor<64x8192xf32>) -> tensor<64x8192xf32>
  %s = linalg.matmul ins(%a, %d : tensor<64x64xf32>, tensor<64x100xf32>)
      outs(%e : tensor<64x100xf32>) -> tensor<64x100xf32>
  return %r, %s : tensor<64x8192xf32>, tensor<64x100xf32>
}

// -----

// The last panel is narrower, the last block shorter; blocks are of about equal
// length, and the memory is of known size.
// CHECK-LABEL: func.func @ragged
// CHECK:         scf.for %{{.*}} = %c0{{.*}} to %c514{{.*}} step %c129
// CHECK:           scf.for %{{.*}} = %c0{{.*}} to %c992{{.*}} step %c32
// CHECK:             tensor.empty() : tensor<129x32xf32>
// CHECK:             linalg.copy ins(%{{.*}} : tensor<?x32xf32>)
// CHECK:           tensor.empty() : tensor<129x32xf32>
// CHECK:           linalg.copy ins(%{{.*}} : tensor<?x31xf32>)
func.func @ragged(%a: tensor<127x514xf32>, %b: tensor<514x1023xf32>,
                  %c: tensor<127x1023xf32>) -> tensor<127x1023xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<127x514xf32>, tensor<514x1023xf32>)
      outs(%c : tensor<127x1023xf32>) -> tensor<127x1023xf32>
  return %r : tensor<127x1023xf32>
}

// -----

// Each batch has panels of its own. Rows of 448 bytes keep them in the cache.
// CHECK-LABEL: func.func @batch
// CHECK:         scf.for %{{.*}} to %c4{{.*}} step %c1
// CHECK:           scf.for %{{.*}} to %c256{{.*}} step %c128
// CHECK:             scf.for %{{.*}} to %c128{{.*}} step %c32
// CHECK:               tensor.empty() : tensor<1x128x32xf32>
// CHECK:               linalg.copy
// CHECK:         scf.for %{{.*}} to %c256{{.*}} step %c128
// CHECK-NOT:       linalg.copy
// CHECK:           linalg.matmul
func.func @batch(%a: tensor<4x64x256xf32>, %b: tensor<4x256x128xf32>,
                 %c: tensor<4x64x128xf32>, %d: tensor<64x256xf32>,
                 %e: tensor<256x112xf32>, %g: tensor<64x112xf32>)
    -> (tensor<4x64x128xf32>, tensor<64x112xf32>) {
  %r = linalg.batch_matmul ins(%a, %b : tensor<4x64x256xf32>, tensor<4x256x128xf32>)
      outs(%c : tensor<4x64x128xf32>) -> tensor<4x64x128xf32>
  %s = linalg.matmul ins(%d, %e : tensor<64x256xf32>, tensor<256x112xf32>)
      outs(%g : tensor<64x112xf32>) -> tensor<64x112xf32>
  return %r, %s : tensor<4x64x128xf32>, tensor<64x112xf32>
}

// -----

// A filter of 2.25 MiB does not stay in the second-level cache: taps and blocks of
// channels outside, and the pixels share each copied panel.
// CHECK-LABEL: func.func @filter
// CHECK:         scf.for %{{.*}} to %c3{{.*}} step %c1
// CHECK:           scf.for %{{.*}} to %c3{{.*}} step %c1
// CHECK:             scf.for %{{.*}} to %c256{{.*}} step %c128
// CHECK:               scf.for %{{.*}} to %c256{{.*}} step %c32
// CHECK:                 %[[E:.*]] = tensor.empty() : tensor<1x1x128x32xf32>
// CHECK:                 %[[P:.*]] = linalg.copy ins(%{{.*}} : tensor<1x1x128x32xf32>) outs(%[[E]] :
// CHECK:                 linalg.conv_2d_nhwc_hwcf ins(%{{.*}}, %[[P]] :
func.func @filter(%x: tensor<1x9x16x256xf32>, %w: tensor<3x3x256x256xf32>,
                  %c: tensor<1x7x14x256xf32>) -> tensor<1x7x14x256xf32> {
  %r = linalg.conv_2d_nhwc_hwcf
      ins(%x, %w : tensor<1x9x16x256xf32>, tensor<3x3x256x256xf32>)
      outs(%c : tensor<1x7x14x256xf32>) -> tensor<1x7x14x256xf32>
  return %r : tensor<1x7x14x256xf32>
}

// -----

// One of 0.5 MiB does, and is read where it lies.
// CHECK-LABEL: func.func @small_filter
// CHECK-NOT:     scf.for
// CHECK:         linalg.conv_2d_nhwc_hwcf
func.func @small_filter(%x: tensor<1x16x16x128xf32>, %w: tensor<3x3x128x128xf32>,
                        %c: tensor<1x14x14x128xf32>) -> tensor<1x14x14x128xf32> {
  %r = linalg.conv_2d_nhwc_hwcf
      ins(%x, %w : tensor<1x16x16x128xf32>, tensor<3x3x128x128xf32>)
      outs(%c : tensor<1x14x14x128xf32>) -> tensor<1x14x14x128xf32>
  return %r : tensor<1x14x14x128xf32>
}

// -----

// One row reads each element once: eight rows of the matrix at a time along all
// columns, and of 1003 the last three.
// CHECK-LABEL: func.func @one_row
// CHECK:         scf.for %[[K:.*]] = %c0{{.*}} to %c1000{{.*}} step %c8
// CHECK:           tensor.extract_slice %{{.*}}[%[[K]], 0] [8, 512] [1, 1]
// CHECK:           linalg.matmul
// CHECK:         linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<1x3xf32>, tensor<3x512xf32>)
func.func @one_row(%a: tensor<1x1003xf32>, %b: tensor<1003x512xf32>,
                   %c: tensor<1x512xf32>) -> tensor<1x512xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<1x1003xf32>, tensor<1003x512xf32>)
      outs(%c : tensor<1x512xf32>) -> tensor<1x512xf32>
  return %r : tensor<1x512xf32>
}

// -----

// A matrix of a batch after the other; one that stays in the cache is as good by
// panels.
// CHECK-LABEL: func.func @batch_of_rows
// CHECK:         scf.for %[[B:.*]] = %c0{{.*}} to %c12{{.*}} step %c1
// CHECK:           scf.for %[[K:.*]] = %c0{{.*}} to %c256{{.*}} step %c8
// CHECK:             tensor.extract_slice %{{.*}}[%[[B]], %[[K]], 0] [1, 8, 128] [1, 1, 1]
// CHECK:         linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<1x64xf32>, tensor<64x128xf32>)
func.func @batch_of_rows(%a: tensor<12x1x256xf32>, %b: tensor<12x256x128xf32>,
                         %c: tensor<12x1x128xf32>, %d: tensor<1x64xf32>,
                         %e: tensor<64x128xf32>, %g: tensor<1x128xf32>)
    -> (tensor<12x1x128xf32>, tensor<1x128xf32>) {
  %r = linalg.batch_matmul ins(%a, %b : tensor<12x1x256xf32>, tensor<12x256x128xf32>)
      outs(%c : tensor<12x1x128xf32>) -> tensor<12x1x128xf32>
  %s = linalg.matmul ins(%d, %e : tensor<1x64xf32>, tensor<64x128xf32>)
      outs(%g : tensor<1x128xf32>) -> tensor<1x128xf32>
  return %r, %s : tensor<12x1x128xf32>, tensor<1x128xf32>
}

// -----

#a = affine_map<(m, o, i, k) -> (m, k)>
#b = affine_map<(m, o, i, k) -> (o, k, i)>
#c = affine_map<(m, o, i, k) -> (m, o, i)>

// Panels that lie in one piece are walked one behind the other, block by block,
// and copied nowhere.
// CHECK-LABEL: func.func @panels
// CHECK:         scf.for %[[O:.*]] = %c0{{.*}} to %c24{{.*}} step %c1
// CHECK:           scf.for %[[K:.*]] = %c0{{.*}} to %c768{{.*}} step %c128
// CHECK-NOT:         linalg.copy
// CHECK:             tensor.extract_slice %{{.*}}[%[[O]], %[[K]], 0] [1, 128, 32] [1, 1, 1]
// CHECK:             linalg.generic {{.*}} outs(%{{.*}} : tensor<64x1x32xf32>)
func.func @panels(%x: tensor<64x768xf32>, %y: tensor<24x768x32xf32>, %z: tensor<64x24x32xf32>)
    -> tensor<64x24x32xf32> {
  %p = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<64x768xf32>, tensor<24x768x32xf32>) outs(%z : tensor<64x24x32xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %t = arith.mulf %i, %j : f32
    %u = arith.addf %o, %t : f32
    linalg.yield %u : f32
  } -> tensor<64x24x32xf32>
  return %p : tensor<64x24x32xf32>
}

// -----

// A prime has no even blocks, and of a huge one few are tried: all of them took
// three quarters of a minute.
// CHECK-LABEL: func.func @huge_prime
// CHECK-DAG:     %[[K:.*]] = arith.constant 1099511627689 : index
// CHECK-DAG:     %[[BLOCK:.*]] = arith.constant 129 : index
// CHECK:         scf.for %{{.*}} to %[[K]] step %[[BLOCK]]
func.func @huge_prime(%a: tensor<64x1099511627689xf32>, %b: tensor<1099511627689x64xf32>,
                      %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<64x1099511627689xf32>, tensor<1099511627689x64xf32>)
                     outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// -----

// Where a panel has all of the sums, its part of the result is filled beside it
// and not before all panels.
// CHECK-LABEL: func.func @filled_within
// CHECK-SAME:    %[[OUT:[a-z0-9]+]]: tensor<64x512xf32>)
// CHECK-NOT:     linalg.fill
// CHECK:         scf.for {{.*}} step %c32{{.*}} iter_args(%{{.*}} = %[[OUT]])
// CHECK-DAG:       %[[F:.*]] = linalg.fill {{.*}} -> tensor<64x32xf32>
// CHECK-DAG:       %[[P:.*]] = linalg.copy
// CHECK:           linalg.matmul ins(%{{.*}}, %[[P]] : tensor<64x128xf32>, tensor<128x32xf32>) outs(%[[F]] :
func.func @filled_within(%a: tensor<64x128xf32>, %b: tensor<128x512xf32>,
                         %c: tensor<64x512xf32>) -> tensor<64x512xf32> {
  %zero = arith.constant 0.0 : f32
  %f = linalg.fill ins(%zero : f32) outs(%c : tensor<64x512xf32>)
      -> tensor<64x512xf32>
  %r = linalg.matmul ins(%a, %b : tensor<64x128xf32>, tensor<128x512xf32>)
      outs(%f : tensor<64x512xf32>) -> tensor<64x512xf32>
  return %r : tensor<64x512xf32>
}
