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
// CHECK:             linalg.reduce ins(%[[S]] : tensor<4x4x16xf32>) outs({{.*}} : tensor<4x4xf32>)
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
// CHECK:           linalg.reduce
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
