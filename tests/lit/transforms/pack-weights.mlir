// RUN: ingot-opt %s --ingot-pack-weights="dots=vpdpbusd-512" --canonicalize --split-input-file | FileCheck %s
// RUN: ingot-opt %s --ingot-pack-weights="bytes bfloats" --canonicalize --split-input-file \
// RUN:   | FileCheck %s --check-prefix=TILES
// RUN: ingot-opt %s --ingot-pack-weights="bfloat-dots=vdpbf16ps-512" --canonicalize --split-input-file \
// RUN:   | FileCheck %s --check-prefix=BFLOATS
// RUN: ingot-opt %s --ingot-pack-weights="dots=pmaddwd-256" --canonicalize --split-input-file \
// RUN:   | FileCheck %s --check-prefix=WORDS
// RUN: ingot-opt %s --ingot-pack-weights --split-input-file | FileCheck %s --check-prefix=NONE
// RUN: not ingot-opt %s --ingot-pack-weights="dots=none-512" 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// UNKNOWN: ingot-pack-weights: there are no dot products 'none-512'

// NONE-NOT: floordiv

// Two of 16 bits are a group, of which 70 sums are 35.
// WORDS-DAG:   #[[READ:.*]] = affine_map<(d0, d1, d2) -> (d1 floordiv 16, d2 floordiv 2, d1 mod 16, d2 mod 2)>
// WORDS-LABEL: func.func @dense
// WORDS:         %[[PANELS:.*]] = linalg.generic {{.*}} ins(%{{.*}} : tensor<70x48xi8>) outs(%{{.*}} : tensor<3x35x16x2xi16>)
// WORDS-NEXT:    ^bb0
// WORDS-NEXT:      arith.extsi %{{.*}} : i8 to i16
// WORDS:         linalg.generic {indexing_maps = [#{{.*}}, #[[READ]], {{.*}}ins(%{{.*}}, %[[PANELS]], %{{.*}} : tensor<20x70xi8>, tensor<3x35x16x2xi16>, tensor<70xi8>)
// WORDS:           arith.extsi %{{.*}} : i8 to i32
// WORDS:           arith.extsi %{{.*}} : i16 to i32

// 70 sums are 18 groups, 40 columns three panels: zeros behind the weights.
// The product says which element of a panel it reads.
// CHECK-DAG:   #[[READ:.*]] = affine_map<(d0, d1, d2) -> (d1 floordiv 16, d2 floordiv 4, d1 mod 16, d2 mod 4)>
// CHECK-DAG:   #[[EXTENT:.*]] = affine_map<(d0, d1, d2) -> (d2)>
// CHECK-LABEL: func.func @dense
// CHECK:         %[[W:.*]] = ingot.constant 0 : tensor<70x40xi8>
// CHECK:         %[[PADDED:.*]] = tensor.insert_slice %[[W]] into %{{.*}}[0, 0] [70, 40] [1, 1] : tensor<70x40xi8> into tensor<72x48xi8>
// CHECK:         %[[PANELS:.*]] = linalg.generic {{.*}} ins(%[[PADDED]] : tensor<72x48xi8>) outs(%{{.*}} : tensor<3x18x16x4xi8>)
// CHECK:         linalg.generic {indexing_maps = [#{{.*}}, #[[READ]], #[[EXTENT]], #{{.*}}], iterator_types = ["parallel", "parallel", "reduction"]}
// CHECK-SAME:      ins(%{{.*}}, %[[PANELS]], %{{.*}} : tensor<20x70xi8>, tensor<3x18x16x4xi8>, tensor<70xi8>)
func.func @dense(%a: tensor<20x70xi8>) -> tensor<20x40xi32> {
  %w = ingot.constant 0 : tensor<70x40xi8>
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<20x40xi32>
  %fill = linalg.fill ins(%zero : i32) outs(%e : tensor<20x40xi32>) -> tensor<20x40xi32>
  %r = linalg.matmul ins(%a, %w : tensor<20x70xi8>, tensor<70x40xi8>)
      outs(%fill : tensor<20x40xi32>) -> tensor<20x40xi32>
  return %r : tensor<20x40xi32>
}

// -----

// What the zero point adds for each filter is a sum of constants, too. Windows
// stay: sums run over the window's rows, columns and channels.
// CHECK-DAG:   #[[READ:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d3 floordiv 16, {{.*}}, d3 mod 16, d6 mod 4)>
// CHECK-LABEL: func.func @convolution
// CHECK:         %[[W:.*]] = ingot.constant 0 : tensor<3x3x16x32xi8>
// CHECK:         linalg.generic {{.*}} ins(%[[W]], %{{.*}} : tensor<3x3x16x32xi8>, tensor<3x3x16xi8>) outs(%{{.*}} : tensor<32xi32>)
// CHECK:         %[[FLAT:.*]] = tensor.collapse_shape %[[W]] {{\[}}[0, 1, 2], [3]]
// CHECK:         %[[PANELS:.*]] = linalg.generic {{.*}} ins(%[[FLAT]] : {{.*}}) outs(%{{.*}} : tensor<2x36x16x4xi8>)
// CHECK:         linalg.generic {indexing_maps = [#{{.*}}, #[[READ]], #{{.*}}, #{{.*}}]
// CHECK-SAME:      ins(%{{.*}}, %[[PANELS]], %{{.*}} : tensor<1x10x10x16xi8>, tensor<2x36x16x4xi8>, tensor<3x3x16xi8>)
func.func @convolution(%x: tensor<1x10x10x16xi8>) -> tensor<1x8x8x32xi32> {
  %w = ingot.constant 0 : tensor<3x3x16x32xi8>
  %zero = arith.constant 0 : i32
  %point = arith.constant -128 : i32
  %e = tensor.empty() : tensor<1x8x8x32xi32>
  %fill = linalg.fill ins(%zero : i32) outs(%e : tensor<1x8x8x32xi32>) -> tensor<1x8x8x32xi32>
  %r = linalg.conv_2d_nhwc_hwcf_q
      ins(%x, %w, %point, %zero : tensor<1x10x10x16xi8>, tensor<3x3x16x32xi8>, i32, i32)
      outs(%fill : tensor<1x8x8x32xi32>) -> tensor<1x8x8x32xi32>
  return %r : tensor<1x8x8x32xi32>
}

// -----

// No constant; a left operand that is one.
// CHECK-LABEL: func.func @not_taken
// CHECK-NOT:     floordiv
// CHECK:         return
func.func @not_taken(%a: tensor<20x64xi8>, %b: tensor<64x32xi8>)
    -> (tensor<20x32xi32>, tensor<20x32xi32>) {
  %l = ingot.constant 1 : tensor<20x64xi8>
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<20x32xi32>
  %fill = linalg.fill ins(%zero : i32) outs(%e : tensor<20x32xi32>) -> tensor<20x32xi32>
  %0 = linalg.matmul ins(%a, %b : tensor<20x64xi8>, tensor<64x32xi8>)
      outs(%fill : tensor<20x32xi32>) -> tensor<20x32xi32>
  %1 = linalg.matmul ins(%l, %b : tensor<20x64xi8>, tensor<64x32xi8>)
      outs(%fill : tensor<20x32xi32>) -> tensor<20x32xi32>
  return %0, %1 : tensor<20x32xi32>, tensor<20x32xi32>
}

// -----

// What is packed when it binds costs a call nothing: one row, and any number of them.
// CHECK-DAG:   #[[ROW:.*]] = affine_map<(d0, d1) -> (d0 floordiv 16, d1 floordiv 4, d0 mod 16, d1 mod 4)>
// One row multiplies them as 16 bits, and yet they stay bytes.
// WORDS-LABEL: func.func @any_rows
// WORDS:         linalg.generic {{.*}}ins(%arg0, %{{.*}} : tensor<64xi8>, tensor<2x32x16x2xi8>, tensor<64xi8>)
// WORDS:         linalg.generic {{.*}}ins(%arg1, %{{.*}} : tensor<?x64xi8>, tensor<2x32x16x2xi16>, tensor<64xi8>)
// CHECK-LABEL: func.func @any_rows
// CHECK:         linalg.generic {indexing_maps = [#{{.*}}, #[[ROW]], {{.*}}ins(%arg0, %{{.*}} : tensor<64xi8>, tensor<2x16x16x4xi8>, tensor<64xi8>)
// CHECK:         linalg.generic {{.*}}ins(%arg1, %{{.*}} : tensor<?x64xi8>, tensor<2x16x16x4xi8>, tensor<64xi8>)
func.func @any_rows(%a: tensor<64xi8>, %b: tensor<?x64xi8>, %out: tensor<?x32xi32>)
    -> (tensor<32xi32>, tensor<?x32xi32>) {
  %w = ingot.constant 0 : tensor<64x32xi8>
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<32xi32>
  %fill = linalg.fill ins(%zero : i32) outs(%e : tensor<32xi32>) -> tensor<32xi32>
  %0 = linalg.vecmat ins(%a, %w : tensor<64xi8>, tensor<64x32xi8>)
      outs(%fill : tensor<32xi32>) -> tensor<32xi32>
  %1 = linalg.matmul ins(%b, %w : tensor<?x64xi8>, tensor<64x32xi8>)
      outs(%out : tensor<?x32xi32>) -> tensor<?x32xi32>
  return %0, %1 : tensor<32xi32>, tensor<?x32xi32>
}

// -----

// Sums of eight bytes are worth panels for dot products, none for tiles; of seven for
// neither.
// CHECK-DAG:   affine_map<(d0, d1, d2) -> (d1 floordiv 16, d2 floordiv 4, d1 mod 16, d2 mod 4)>
// CHECK-LABEL: func.func @short_sums
// CHECK:         linalg.generic {{.*}}ins(%arg0, %{{.*}} : tensor<64x8xi8>, tensor<1x2x16x4xi8>, tensor<8xi8>)
// CHECK:         linalg.{{.*}}ins(%arg1, %{{.*}} : tensor<64x7xi8>, tensor<7x16xi8>)
// WORDS-LABEL: func.func @short_sums
// WORDS:         linalg.generic {{.*}}ins(%arg0, %{{.*}} : tensor<64x8xi8>, tensor<1x4x16x2xi16>, tensor<8xi8>)
// WORDS:         linalg.{{.*}}ins(%arg1, %{{.*}} : tensor<64x7xi8>, tensor<7x16xi8>)
// TILES-LABEL: func.func @short_sums
// TILES:         linalg.{{.*}}ins(%arg0, %{{.*}} : tensor<64x8xi8>, tensor<8x16xi8>)
func.func @short_sums(%a: tensor<64x8xi8>, %b: tensor<64x7xi8>) -> (tensor<64x16xi32>, tensor<64x16xi32>) {
  %v = ingot.constant 0 : tensor<8x16xi8>
  %w = ingot.constant 1 : tensor<7x16xi8>
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<64x16xi32>
  %fill = linalg.fill ins(%zero : i32) outs(%e : tensor<64x16xi32>) -> tensor<64x16xi32>
  %0 = linalg.matmul ins(%a, %v : tensor<64x8xi8>, tensor<8x16xi8>)
      outs(%fill : tensor<64x16xi32>) -> tensor<64x16xi32>
  %1 = linalg.matmul ins(%b, %w : tensor<64x7xi8>, tensor<7x16xi8>)
      outs(%fill : tensor<64x16xi32>) -> tensor<64x16xi32>
  return %0, %1 : tensor<64x16xi32>, tensor<64x16xi32>
}

// -----

// Two bf16 are a group. Of 33 sums the last one would be multiplied with what is
// behind the left operand: that one stays.
// TILES-DAG:   affine_map<(d0, d1, d2) -> (d1 floordiv 16, d2 floordiv 2, d1 mod 16, d2 mod 2)>
// BFLOATS-LABEL: func.func @bfloats
// BFLOATS:         linalg.generic {{.*}} outs(%{{.*}} : tensor<2x32x16x2xbf16>)
// BFLOATS:         linalg.generic {{.*}} ins(%{{.*}} : tensor<16x64xbf16>, tensor<2x32x16x2xbf16>, tensor<64xi8>)
// TILES-LABEL: func.func @bfloats
// TILES:         linalg.generic {{.*}} outs(%{{.*}} : tensor<2x32x16x2xbf16>)
// TILES:         linalg.generic {{.*}} ins(%{{.*}} : tensor<16x64xbf16>, tensor<2x32x16x2xbf16>, tensor<64xi8>)
// TILES:         linalg.generic {{.*}} ins(%{{.*}} : tensor<16x33xbf16>, tensor<33x32xbf16>)
func.func @bfloats(%a: tensor<16x64xbf16>, %b: tensor<16x33xbf16>) -> (tensor<16x32xf32>, tensor<16x32xf32>) {
  %w = ingot.constant 0 : tensor<64x32xbf16>
  %v = ingot.constant 1 : tensor<33x32xbf16>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x32xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%e : tensor<16x32xf32>) -> tensor<16x32xf32>
  %r = linalg.matmul ins(%a, %w : tensor<16x64xbf16>, tensor<64x32xbf16>)
      outs(%fill : tensor<16x32xf32>) -> tensor<16x32xf32>
  %s = linalg.matmul ins(%b, %v : tensor<16x33xbf16>, tensor<33x32xbf16>)
      outs(%fill : tensor<16x32xf32>) -> tensor<16x32xf32>
  return %r, %s : tensor<16x32xf32>, tensor<16x32xf32>
}

// -----

// What would not be tiled, for its left operand lies apart in memory, keeps its
// weights, and so does what a zero point of the weights adds a matrix to.
// CHECK-LABEL: func.func @not_tiled
// CHECK-NOT:     floordiv
// CHECK:         return
func.func @not_tiled(%a: tensor<64x128xi8>) -> (tensor<64x32xi32>, tensor<64x32xi32>) {
  %w = ingot.constant 0 : tensor<64x32xi8>
  %zero = arith.constant 0 : i32
  %three = arith.constant 3 : i32
  %e = tensor.empty() : tensor<64x32xi32>
  %fill = linalg.fill ins(%zero : i32) outs(%e : tensor<64x32xi32>) -> tensor<64x32xi32>
  %apart = tensor.extract_slice %a[0, 0] [64, 64] [1, 2] : tensor<64x128xi8> to tensor<64x64xi8>
  %r = linalg.matmul ins(%apart, %w : tensor<64x64xi8>, tensor<64x32xi8>)
      outs(%fill : tensor<64x32xi32>) -> tensor<64x32xi32>
  %dense = tensor.extract_slice %a[0, 0] [64, 64] [1, 1] : tensor<64x128xi8> to tensor<64x64xi8>
  %q = linalg.quantized_matmul
      ins(%dense, %w, %zero, %three : tensor<64x64xi8>, tensor<64x32xi8>, i32, i32)
      outs(%fill : tensor<64x32xi32>) -> tensor<64x32xi32>
  return %r, %q : tensor<64x32xi32>, tensor<64x32xi32>
}
