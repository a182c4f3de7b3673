// RUN: ingot-opt %s --pass-pipeline="builtin.module(func.func(ingot-lower-panels))" --split-input-file \
// RUN:   | FileCheck %s

// Rows of four panels are read together and interleaved.
// CHECK-LABEL: func.func @columns_side_by_side
// CHECK-NOT:     linalg.generic
// CHECK-COUNT-4: vector.load %{{.*}} : memref<128x128xi8>, vector<64xi8>
// CHECK-COUNT-3: vector.shuffle
// CHECK-COUNT-4: vector.store %{{.*}} : memref<8x32x64xi8>, vector<64xi8>
func.func @columns_side_by_side(%b: memref<128x128xi8>, %p: memref<8x32x16x4xi8>) {
  linalg.generic {indexing_maps = [
      affine_map<(k, p, n, u) -> (k * 4 + u, p * 16 + n)>,
      affine_map<(k, p, n, u) -> (p, k, n, u)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%b : memref<128x128xi8>) outs(%p : memref<8x32x16x4xi8>)
      attrs = {ingot.panels} {
  ^bb0(%x: i8, %o: i8):
    linalg.yield %x : i8
  }
  return
}

// -----

// Squares of groups are turned.
// CHECK-LABEL: func.func @sums_side_by_side
// CHECK-NOT:     linalg.generic
// CHECK-COUNT-16: vector.load %{{.*}} : memref<32x64xbf16>, vector<32xbf16>
// CHECK-COUNT-64: vector.shuffle %{{.*}} : vector<16xi32>, vector<16xi32>
// CHECK-NOT:     vector.shuffle
// CHECK-COUNT-16: vector.store %{{.*}} : memref<2x32x32xbf16>, vector<32xbf16>
func.func @sums_side_by_side(%b: memref<32x64xbf16>, %p: memref<2x32x16x2xbf16>) {
  linalg.generic {indexing_maps = [
      affine_map<(p, k, n, u) -> (p * 16 + n, k * 2 + u)>,
      affine_map<(p, k, n, u) -> (p, k, n, u)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%b : memref<32x64xbf16>) outs(%p : memref<2x32x16x2xbf16>)
      attrs = {ingot.panels} {
  ^bb0(%x: bf16, %o: bf16):
    linalg.yield %x : bf16
  }
  return
}

// -----

// Bytes become 16 bits last, by their sign.
// CHECK-LABEL: func.func @longer_columns
// CHECK-COUNT-2: vector.load %{{.*}} : memref<128x128xi8>, vector<64xi8>
// CHECK-NOT:     vector.load
// CHECK:         vector.shuffle
// CHECK:         arith.extui %{{.*}} : vector<32xi8> to vector<32xi16>
// CHECK:         vector.store %{{.*}} : memref<8x64x32xi16>, vector<32xi16>
func.func @longer_columns(%b: memref<128x128xi8>, %p: memref<8x64x16x2xi16>) {
  linalg.generic {indexing_maps = [
      affine_map<(k, p, n, u) -> (k * 2 + u, p * 16 + n)>,
      affine_map<(k, p, n, u) -> (p, k, n, u)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%b : memref<128x128xi8>) outs(%p : memref<8x64x16x2xi16>)
      attrs = {ingot.panels} {
  ^bb0(%x: i8, %o: i16):
    %0 = arith.extui %x : i8 to i16
    linalg.yield %0 : i16
  }
  return
}

// -----

// CHECK-LABEL: func.func @longer_sums
// CHECK-COUNT-16: vector.load %{{.*}} : memref<32x64xi8>, vector<32xi8>
// CHECK-COUNT-64: vector.shuffle %{{.*}} : vector<16xi16>, vector<16xi16>
// CHECK-NOT:     vector.shuffle
// CHECK:         arith.extsi %{{.*}} : vector<32xi8> to vector<32xi16>
// CHECK:         vector.store %{{.*}} : memref<2x32x32xi16>, vector<32xi16>
func.func @longer_sums(%b: memref<32x64xi8>, %p: memref<2x32x16x2xi16>) {
  linalg.generic {indexing_maps = [
      affine_map<(p, k, n, u) -> (p * 16 + n, k * 2 + u)>,
      affine_map<(p, k, n, u) -> (p, k, n, u)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%b : memref<32x64xi8>) outs(%p : memref<2x32x16x2xi16>)
      attrs = {ingot.panels} {
  ^bb0(%x: i8, %o: i16):
    %0 = arith.extsi %x : i8 to i16
    linalg.yield %0 : i16
  }
  return
}
