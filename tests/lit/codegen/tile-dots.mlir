// RUN: ingot-opt %s --ingot-tile-dots=vector-bits=512 --canonicalize --split-input-file \
// RUN:   | FileCheck %s
// RUN: ingot-opt %s --ingot-tile-dots=vector-bits=0 --split-input-file \
// RUN:   | FileCheck %s --check-prefix=SCALAR

// SCALAR-NOT: scf.for

// Four rows and four columns, sixteen partial sums for each element, added up
// after the loop; nothing is transposed.
// CHECK-LABEL: func.func @rows_by_rows
// CHECK-NOT:     linalg.transpose
// CHECK:         scf.for %{{.*}} = %c0 to %c48 step %c4
// CHECK:           scf.for %{{.*}} = %c0 to %c32 step %c4
// CHECK:             linalg.fill {ingot.vectorize = array<i64: 4, 4, 16>} {{.*}} tensor<4x4x16xf32>
// CHECK:             %[[S:.*]] = scf.for %{{.*}} = %c0 to %c192 step %c16
// CHECK:               linalg.generic {{.*}} ["parallel", "parallel", "parallel"]
// CHECK-SAME:            ins({{.*}} : tensor<4x16xf32>, tensor<4x16xf32>) outs({{.*}} : tensor<4x4x16xf32>)
// CHECK-SAME:            ingot.vectorize = array<i64: 4, 4, 16>
// CHECK:                 arith.mulf {{.*}} fastmath<contract>
// CHECK:             linalg.generic {{.*}} ["parallel", "parallel", "reduction"]} ins(%[[S]] : tensor<4x4x16xf32>) outs({{.*}} : tensor<4x4xf32>)
func.func @rows_by_rows(%a: tensor<32x192xf32>, %b: tensor<48x192xf32>,
                        %c: tensor<32x48xf32>) -> tensor<32x48xf32> {
  %r = linalg.matmul
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
                       affine_map<(m, n, k) -> (n, k)>,
                       affine_map<(m, n, k) -> (m, n)>]
      ins(%a, %b : tensor<32x192xf32>, tensor<48x192xf32>)
      outs(%c : tensor<32x48xf32>) -> tensor<32x48xf32>
  return %r : tensor<32x48xf32>
}

// -----

// One row: eight columns share what is read of it. The rest of a sum that is no
// multiple of the lanes goes to the first of them.
// CHECK-LABEL: func.func @one_row
// CHECK:         scf.for %{{.*}} = %c0 to %c48 step %c8
// CHECK:           scf.for %{{.*}} = %c0 to %c192 step %c16
// CHECK:             linalg.generic {{.*}} outs({{.*}} : tensor<1x8x16xf32>)
// CHECK:           linalg.generic {{.*}} outs({{.*}} : tensor<1x8x8xf32>)
// CHECK:           linalg.generic {{.*}} ["parallel", "parallel", "reduction"]} ins({{.*}} : tensor<1x8x16xf32>)
func.func @one_row(%a: tensor<1x200xf32>, %b: tensor<48x200xf32>,
                   %c: tensor<1x48xf32>) -> tensor<1x48xf32> {
  %r = linalg.matmul
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
                       affine_map<(m, n, k) -> (n, k)>,
                       affine_map<(m, n, k) -> (m, n)>]
      ins(%a, %b : tensor<1x200xf32>, tensor<48x200xf32>)
      outs(%c : tensor<1x48xf32>) -> tensor<1x48xf32>
  return %r : tensor<1x48xf32>
}

// -----

// A sum of one row reads nothing twice, a product along the columns has other
// tiles, and a short sum is done before its lanes are added.
// CHECK-LABEL: func.func @others
// CHECK-NOT:     scf.for
func.func @others(%a: tensor<32x192xf32>, %b: tensor<192x48xf32>, %s: tensor<32xf32>,
                  %c: tensor<32x48xf32>, %d: tensor<32x16xf32>, %e: tensor<48x16xf32>)
    -> (tensor<32xf32>, tensor<32x48xf32>, tensor<32x48xf32>) {
  %0 = linalg.reduce {arith.addf} ins(%a : tensor<32x192xf32>) outs(%s : tensor<32xf32>)
      dimensions = [1]
  %1 = linalg.matmul ins(%a, %b : tensor<32x192xf32>, tensor<192x48xf32>)
      outs(%c : tensor<32x48xf32>) -> tensor<32x48xf32>
  %2 = linalg.matmul
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
                       affine_map<(m, n, k) -> (n, k)>,
                       affine_map<(m, n, k) -> (m, n)>]
      ins(%d, %e : tensor<32x16xf32>, tensor<48x16xf32>)
      outs(%c : tensor<32x48xf32>) -> tensor<32x48xf32>
  return %0, %1, %2 : tensor<32xf32>, tensor<32x48xf32>, tensor<32x48xf32>
}

// -----

// A convolution to one filter: pixels of four rows and four columns, a block of
// channels outside of the taps, and lanes added once for all of them.
// CHECK-LABEL: func.func @one_filter
// CHECK:         scf.for %{{.*}} = %c0 to %c8 step %c4
// CHECK:           scf.for %{{.*}} = %c0 to %c16 step %c4
// CHECK:             %[[S:.*]] = scf.for %{{.*}} = %c0 to %c32 step %c16
// CHECK:               scf.for %{{.*}} = %c0 to %c3 step %c1
// CHECK:                 scf.for %{{.*}} = %c0 to %c3 step %c1
// CHECK:                   linalg.generic
// CHECK-SAME:                ins({{.*}} : tensor<1x4x4x16xf32>, tensor<1x1x1x16xf32>) outs({{.*}} : tensor<1x4x4x1x16xf32>)
// CHECK-SAME:                ingot.vectorize = array<i64: 1, 4, 4, 1, 1, 1, 16>
// CHECK:             linalg.generic {{.*}} ins(%[[S]] : tensor<1x4x4x1x16xf32>) outs({{.*}} : tensor<1x4x4x1xf32>)
func.func @one_filter(%x: tensor<1x10x18x32xf32>, %w: tensor<1x3x3x32xf32>,
                      %c: tensor<1x8x16x1xf32>) -> tensor<1x8x16x1xf32> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(n, h, w, f, y, x, c) -> (n, h + y, w + x, c)>,
                       affine_map<(n, h, w, f, y, x, c) -> (f, y, x, c)>,
                       affine_map<(n, h, w, f, y, x, c) -> (n, h, w, f)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel",
                        "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<1x10x18x32xf32>, tensor<1x3x3x32xf32>)
      outs(%c : tensor<1x8x16x1xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<1x8x16x1xf32>
  return %r : tensor<1x8x16x1xf32>
}

// -----

// Filters that fill a vector have other tiles.
// CHECK-LABEL: func.func @many_filters
// CHECK-NOT:     scf.for
func.func @many_filters(%x: tensor<1x10x18x32xf32>, %w: tensor<16x3x3x32xf32>,
                        %c: tensor<1x8x16x16xf32>) -> tensor<1x8x16x16xf32> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(n, h, w, f, y, x, c) -> (n, h + y, w + x, c)>,
                       affine_map<(n, h, w, f, y, x, c) -> (f, y, x, c)>,
                       affine_map<(n, h, w, f, y, x, c) -> (n, h, w, f)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel",
                        "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<1x10x18x32xf32>, tensor<16x3x3x32xf32>)
      outs(%c : tensor<1x8x16x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<1x8x16x16xf32>
  return %r : tensor<1x8x16x16xf32>
}
