// RUN: ingot-opt %s --ingot-pack-operands | FileCheck %s
// RUN: ingot-opt %s --ingot-pack-operands=vector-bits=0 \
// RUN:   | FileCheck %s --check-prefix=SCALAR

// RUN: ingot-opt %s --ingot-pack-operands=vector-bits=512 \
// RUN:   | FileCheck %s --check-prefix=WIDE

// SCALAR-NOT: linalg.transpose

// CHECK-DAG: #[[B:.*]] = affine_map<(d0, d1, d2) -> (d2, d1)>

// CHECK-LABEL: func.func @transposed_right
// CHECK-SAME:    %[[A:.*]]: tensor<64x32xi32>, %[[B0:.*]]: tensor<48x32xi32>
func.func @transposed_right(%a: tensor<64x32xi32>, %b: tensor<48x32xi32>,
                            %c: tensor<64x48xi32>) -> tensor<64x48xi32> {
  // CHECK:         %[[T:.*]] = linalg.transpose ins(%[[B0]] {{.*}} permutation = [1, 0]
  // CHECK:         linalg.generic {indexing_maps = [#{{.*}}, #[[B]], #{{.*}}]
  // CHECK-SAME:      ins(%[[A]], %[[T]] :
  %r = linalg.matmul
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
                       affine_map<(m, n, k) -> (n, k)>,
                       affine_map<(m, n, k) -> (m, n)>]
      ins(%a, %b : tensor<64x32xi32>, tensor<48x32xi32>)
      outs(%c : tensor<64x48xi32>) -> tensor<64x48xi32>
  return %r : tensor<64x48xi32>
}

// Each element would be read four times: not worth a copy.
// CHECK-LABEL: func.func @few_rows
func.func @few_rows(%a: tensor<4x32xi32>, %b: tensor<48x32xi32>,
                    %c: tensor<4x48xi32>) -> tensor<4x48xi32> {
  // CHECK-NOT:     linalg.transpose
  %r = linalg.matmul
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
                       affine_map<(m, n, k) -> (n, k)>,
                       affine_map<(m, n, k) -> (m, n)>]
      ins(%a, %b : tensor<4x32xi32>, tensor<48x32xi32>)
      outs(%c : tensor<4x48xi32>) -> tensor<4x48xi32>
  return %r : tensor<4x48xi32>
}

// What few rows sum lies side by side in both operands: read as it is.
// CHECK-LABEL: func.func @side_by_side
func.func @side_by_side(%a: tensor<16x32xf32>, %b: tensor<48x32xf32>,
                        %c: tensor<16x48xf32>) -> tensor<16x48xf32> {
  // CHECK-NOT:     linalg.transpose
  %r = linalg.matmul
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
                       affine_map<(m, n, k) -> (n, k)>,
                       affine_map<(m, n, k) -> (m, n)>]
      ins(%a, %b : tensor<16x32xf32>, tensor<48x32xf32>)
      outs(%c : tensor<16x48xf32>) -> tensor<16x48xf32>
  return %r : tensor<16x48xf32>
}

// Many rows of short sums: adding lanes up would be most of the work.
// CHECK-LABEL: func.func @short_sums
func.func @short_sums(%a: tensor<64x32xf32>, %b: tensor<48x32xf32>,
                      %c: tensor<64x48xf32>) -> tensor<64x48xf32> {
  // CHECK:         linalg.transpose ins(%{{.*}} : tensor<48x32xf32>)
  %r = linalg.matmul
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
                       affine_map<(m, n, k) -> (n, k)>,
                       affine_map<(m, n, k) -> (m, n)>]
      ins(%a, %b : tensor<64x32xf32>, tensor<48x32xf32>)
      outs(%c : tensor<64x48xf32>) -> tensor<64x48xf32>
  return %r : tensor<64x48xf32>
}

// Long sums of as many rows need no copy.
// CHECK-LABEL: func.func @long_sums
func.func @long_sums(%a: tensor<64x320xf32>, %b: tensor<48x320xf32>,
                     %c: tensor<64x48xf32>) -> tensor<64x48xf32> {
  // CHECK-NOT:     linalg.transpose
  %r = linalg.matmul
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
                       affine_map<(m, n, k) -> (n, k)>,
                       affine_map<(m, n, k) -> (m, n)>]
      ins(%a, %b : tensor<64x320xf32>, tensor<48x320xf32>)
      outs(%c : tensor<64x48xf32>) -> tensor<64x48xf32>
  return %r : tensor<64x48xf32>
}

// Eight columns are half a vector: sums run along vectors, and the small right
// side is turned for that.
// WIDE-LABEL: func.func @few_columns
// WIDE-SAME:    %[[A:.*]]: tensor<256x512xf32>, %[[B0:.*]]: tensor<512x8xf32>
// WIDE:         %[[T:.*]] = linalg.transpose ins(%[[B0]] {{.*}} permutation = [1, 0]
// WIDE:         linalg.generic {{.*}} ins(%[[A]], %[[T]] : tensor<256x512xf32>, tensor<8x512xf32>)
func.func @few_columns(%a: tensor<256x512xf32>, %b: tensor<512x8xf32>,
                       %c: tensor<256x8xf32>) -> tensor<256x8xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<256x512xf32>, tensor<512x8xf32>)
      outs(%c : tensor<256x8xf32>) -> tensor<256x8xf32>
  return %r : tensor<256x8xf32>
}

// Not for short sums, of which lanes are added up too often, nor for few of them,
// nor where columns fill most of a vector.
// WIDE-LABEL: func.func @few_columns_of_short_sums
// WIDE-NOT:     linalg.transpose
// WIDE-LABEL: func.func @few_columns_of_few_rows
// WIDE-NOT:     linalg.transpose
// WIDE-LABEL: func.func @enough_columns
// WIDE-NOT:     linalg.transpose
func.func @few_columns_of_short_sums(%a: tensor<256x96xf32>, %b: tensor<96x8xf32>,
                                     %c: tensor<256x8xf32>) -> tensor<256x8xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<256x96xf32>, tensor<96x8xf32>)
      outs(%c : tensor<256x8xf32>) -> tensor<256x8xf32>
  return %r : tensor<256x8xf32>
}
func.func @few_columns_of_few_rows(%a: tensor<16x512xf32>, %b: tensor<512x8xf32>,
                                   %c: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<16x512xf32>, tensor<512x8xf32>)
      outs(%c : tensor<16x8xf32>) -> tensor<16x8xf32>
  return %r : tensor<16x8xf32>
}
func.func @enough_columns(%a: tensor<256x512xf32>, %b: tensor<512x12xf32>,
                          %c: tensor<256x12xf32>) -> tensor<256x12xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<256x512xf32>, tensor<512x12xf32>)
      outs(%c : tensor<256x12xf32>) -> tensor<256x12xf32>
  return %r : tensor<256x12xf32>
}
