// RUN: ingot-opt %s --ingot-tile-registers=vector-bits=512 --canonicalize | FileCheck %s
// RUN: ingot-opt %s --ingot-tile-registers=vector-bits=256 --canonicalize \
// RUN:   | FileCheck %s --check-prefix=AVX2

// One array summed down its columns: eight registers of columns.
// CHECK-LABEL: func.func @columns
// CHECK:         step %c128
// CHECK:         tensor<128xf32>
// AVX2-LABEL: func.func @columns
// AVX2:         step %c64
// AVX2:         tensor<64xf32>
func.func @columns(%x: tensor<1024x1024xf32>, %o: tensor<1024xf32>) -> tensor<1024xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(n, k) -> (k, n)>, affine_map<(n, k) -> (n)>],
      iterator_types = ["parallel", "reduction"]} ins(%x : tensor<1024x1024xf32>) outs(%o : tensor<1024xf32>) {
  ^bb0(%a: f32, %s: f32):
    %t = arith.addf %s, %a : f32
    linalg.yield %t : f32
  } -> tensor<1024xf32>
  return %r : tensor<1024xf32>
}

// The largest of each column takes several registers for each of its vectors: four
// where there are 16 of them.
// CHECK-LABEL: func.func @largest
// CHECK:         step %c128
// AVX2-LABEL: func.func @largest
// AVX2:         step %c32
func.func @largest(%x: tensor<1024x1024xf32>, %o: tensor<1024xf32>) -> tensor<1024xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(n, k) -> (k, n)>, affine_map<(n, k) -> (n)>],
      iterator_types = ["parallel", "reduction"]} ins(%x : tensor<1024x1024xf32>) outs(%o : tensor<1024xf32>) {
  ^bb0(%a: f32, %s: f32):
    %t = arith.maximumf %s, %a : f32
    linalg.yield %t : f32
  } -> tensor<1024xf32>
  return %r : tensor<1024xf32>
}

// A function of each element wants registers of its own, and 96 columns are no
// whole tiles of 64.
// AVX2-LABEL: func.func @logarithms
// AVX2:         step %c32
// AVX2-LABEL: func.func @few_columns
// AVX2:         step %c32
func.func @logarithms(%x: tensor<1024x1024xf32>, %o: tensor<1024xf32>) -> tensor<1024xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(n, k) -> (k, n)>, affine_map<(n, k) -> (n)>],
      iterator_types = ["parallel", "reduction"]} ins(%x : tensor<1024x1024xf32>) outs(%o : tensor<1024xf32>) {
  ^bb0(%a: f32, %s: f32):
    %l = math.log %a : f32
    %t = arith.addf %s, %l : f32
    linalg.yield %t : f32
  } -> tensor<1024xf32>
  return %r : tensor<1024xf32>
}
func.func @few_columns(%x: tensor<512x96xf32>, %o: tensor<96xf32>) -> tensor<96xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(n, k) -> (k, n)>, affine_map<(n, k) -> (n)>],
      iterator_types = ["parallel", "reduction"]} ins(%x : tensor<512x96xf32>) outs(%o : tensor<96xf32>) {
  ^bb0(%a: f32, %s: f32):
    %t = arith.addf %s, %a : f32
    linalg.yield %t : f32
  } -> tensor<96xf32>
  return %r : tensor<96xf32>
}

// A row times a matrix has two inputs.
// CHECK-LABEL: func.func @row
// CHECK:         step %c64
func.func @row(%x: tensor<1x256xf32>, %w: tensor<256x1024xf32>, %o: tensor<1x1024xf32>) -> tensor<1x1024xf32> {
  %r = linalg.matmul ins(%x, %w : tensor<1x256xf32>, tensor<256x1024xf32>)
      outs(%o : tensor<1x1024xf32>) -> tensor<1x1024xf32>
  return %r : tensor<1x1024xf32>
}

// Eight rows of one vector, for four would wait for their own sums; so are three
// registers of columns taken one at a time.
// AVX2-LABEL: func.func @one_vector
// AVX2:         linalg.generic {{.*}} outs(%{{.*}} : tensor<8x8xf32>)
// AVX2:         scf.for %{{.*}} = %c0 to %c24 step %c8
// AVX2:         linalg.generic {{.*}} outs(%{{.*}} : tensor<8x8xf32>)
// AVX2-NOT:     linalg.generic
// AVX2:         return
func.func @one_vector(%x: tensor<64x96xf32>, %w: tensor<96x8xf32>, %o: tensor<64x8xf32>,
                      %v: tensor<96x24xf32>, %p: tensor<64x24xf32>) -> (tensor<64x8xf32>, tensor<64x24xf32>) {
  %r = linalg.matmul ins(%x, %w : tensor<64x96xf32>, tensor<96x8xf32>)
      outs(%o : tensor<64x8xf32>) -> tensor<64x8xf32>
  %s = linalg.matmul ins(%x, %v : tensor<64x96xf32>, tensor<96x24xf32>)
      outs(%p : tensor<64x24xf32>) -> tensor<64x24xf32>
  return %r, %s : tensor<64x8xf32>, tensor<64x24xf32>
}

// What is made wider in each pass is not taken in three of them.
// AVX2-LABEL: func.func @narrow_elements
// AVX2-NOT:     step %c8
// AVX2:         return
func.func @narrow_elements(%x: tensor<64x96xbf16>, %v: tensor<96x24xbf16>, %p: tensor<64x24xf32>) -> tensor<64x24xf32> {
  %s = linalg.matmul ins(%x, %v : tensor<64x96xbf16>, tensor<96x24xbf16>)
      outs(%p : tensor<64x24xf32>) -> tensor<64x24xf32>
  return %s : tensor<64x24xf32>
}

// Of windows over rows of 20, 16 elements fill a register and 4 a part of one; 17
// are a register and one element, which masks do in two.
// CHECK-LABEL: func.func @two_vectors
// CHECK:         linalg.generic {{.*}} outs(%{{.*}} : tensor<1x1x1x16xf32>)
// CHECK:         linalg.generic {{.*}} outs(%{{.*}} : tensor<1x1x1x4xf32>)
// CHECK:         linalg.generic {{.*}} outs(%{{.*}} : tensor<1x1x1x17xf32>)
// AVX2-LABEL: func.func @two_vectors
// AVX2:         linalg.generic {{.*}} outs(%{{.*}} : tensor<1x1x1x16xf32>)
// AVX2:         linalg.generic {{.*}} outs(%{{.*}} : tensor<1x1x1x4xf32>)
// AVX2:         linalg.generic {{.*}} outs(%{{.*}} : tensor<1x1x1x16xf32>)
func.func @two_vectors(%x: tensor<1x8x22x22xf32>, %o: tensor<1x8x20x20xf32>,
                       %y: tensor<1x8x19x19xf32>, %p: tensor<1x8x17x17xf32>)
    -> (tensor<1x8x20x20xf32>, tensor<1x8x17x17xf32>) {
  %w = tensor.empty() : tensor<3x3xf32>
  %r = linalg.pooling_nchw_max ins(%x, %w : tensor<1x8x22x22xf32>, tensor<3x3xf32>)
      outs(%o : tensor<1x8x20x20xf32>) -> tensor<1x8x20x20xf32>
  %s = linalg.pooling_nchw_max ins(%y, %w : tensor<1x8x19x19xf32>, tensor<3x3xf32>)
      outs(%p : tensor<1x8x17x17xf32>) -> tensor<1x8x17x17xf32>
  return %r, %s : tensor<1x8x20x20xf32>, tensor<1x8x17x17xf32>
}
