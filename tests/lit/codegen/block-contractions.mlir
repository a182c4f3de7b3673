// RUN: ingot-opt %s --ingot-block-contractions="vector-bits=512 cache-bytes=32768" \
// RUN:   --split-input-file | FileCheck %s

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
