// RUN: ingot-opt %s --ingot-tile-products="bytes bfloats" --canonicalize --split-input-file \
// RUN:   | FileCheck %s
// RUN: ingot-opt %s --ingot-tile-products --split-input-file \
// RUN:   | FileCheck %s --check-prefix=PLAIN
// RUN: ingot-opt %s --ingot-tile-products="dots=512" --canonicalize --split-input-file \
// RUN:   | FileCheck %s --check-prefix=DOTS

// PLAIN-NOT: ingot.product

// The same panels for dot products of vectors.
// DOTS-LABEL: func.func @square
// DOTS:         linalg.generic {{.*}} attrs = {{ *}}{ingot.panels}
// DOTS:         scf.forall
// DOTS:           linalg.generic {{.*}} attrs = {{ *}}{ingot.product = 512 : i64}
// They are of bytes alone.
// DOTS-LABEL: func.func @bfloats
// DOTS-NOT:     ingot.product

// Panels once, in front of the loops; blocks of rows read the left operand where
// it is.
// CHECK-DAG:   #[[PANEL:.*]] = affine_map<(d0, d1, d2) -> (d1 floordiv 16, d2 floordiv 4, d1 mod 16, d2 mod 4)>
// CHECK-LABEL: func.func @square
// CHECK:         %[[PANELS:.*]] = linalg.generic {{.*}} outs({{.*}} : tensor<32x128x16x4xi8>) attrs = {{ *}}{ingot.panels}
// CHECK:         scf.forall
// CHECK-NOT:       tensor.empty
// CHECK:           linalg.generic {{{.*}}#[[PANEL]]{{.*}}} ins(%{{.*}}, %[[PANELS]] : tensor<32x512xi8>, tensor<32x128x16x4xi8>) {{.*}} attrs = {{ *}}{ingot.product}
func.func @square(%a: tensor<512x512xi8>, %b: tensor<512x512xi8>, %out: tensor<512x512xi32>)
    -> tensor<512x512xi32> {
  %zero = arith.constant 0 : i32
  %fill = linalg.fill ins(%zero : i32) outs(%out : tensor<512x512xi32>) -> tensor<512x512xi32>
  %r = linalg.matmul ins(%a, %b : tensor<512x512xi8>, tensor<512x512xi8>)
      outs(%fill : tensor<512x512xi32>) -> tensor<512x512xi32>
  return %r : tensor<512x512xi32>
}

// -----

// Windows are copied into rows of one block, 27 bytes and a zero; the zero point
// is in what the product starts from, and the reader follows in the block.
// CHECK-LABEL: func.func @convolution
// CHECK:         linalg.generic {{.*}} attrs = {{ *}}{ingot.panels}
// CHECK:         scf.forall
// CHECK-DAG:       tensor.empty() : tensor<1x2x56x28xi8>
// CHECK:           linalg.generic {{.*}} attrs = {{ *}}{ingot.product}
// CHECK:           arith.sitofp
// CHECK:         scf.forall.in_parallel
func.func @convolution(%x: tensor<1x58x58x3xi8>, %w: tensor<3x3x3x64xi8>,
                       %out: tensor<1x56x56x64xf32>) -> tensor<1x56x56x64xf32> {
  %zero = arith.constant 0 : i32
  %point = arith.constant -128 : i32
  %none = arith.constant 0 : i32
  %sums = tensor.empty() : tensor<1x56x56x64xi32>
  %fill = linalg.fill ins(%zero : i32) outs(%sums : tensor<1x56x56x64xi32>) -> tensor<1x56x56x64xi32>
  %r = linalg.conv_2d_nhwc_hwcf_q
      ins(%x, %w, %point, %none : tensor<1x58x58x3xi8>, tensor<3x3x3x64xi8>, i32, i32)
      outs(%fill : tensor<1x56x56x64xi32>) -> tensor<1x56x56x64xi32>
  %f = linalg.generic {indexing_maps = [affine_map<(n, h, w, c) -> (n, h, w, c)>,
      affine_map<(n, h, w, c) -> (n, h, w, c)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%r : tensor<1x56x56x64xi32>) outs(%out : tensor<1x56x56x64xf32>) {
  ^bb0(%s: i32, %o: f32):
    %0 = arith.sitofp %s : i32 to f32
    linalg.yield %0 : f32
  } -> tensor<1x56x56x64xf32>
  return %f : tensor<1x56x56x64xf32>
}

// -----

// One row uses each panel once: it stays as it is.
// CHECK-LABEL: func.func @row
// CHECK-NOT:     ingot.product
func.func @row(%a: tensor<1x512xi8>, %b: tensor<512x512xi8>, %out: tensor<1x512xi32>)
    -> tensor<1x512xi32> {
  %r = linalg.matmul ins(%a, %b : tensor<1x512xi8>, tensor<512x512xi8>)
      outs(%out : tensor<1x512xi32>) -> tensor<1x512xi32>
  return %r : tensor<1x512xi32>
}

// -----

// Two bf16 are a group.
// CHECK:       affine_map<(d0, d1, d2) -> (d1 floordiv 16, d2 floordiv 2, d1 mod 16, d2 mod 2)>
// CHECK-LABEL: func.func @bfloats
// CHECK:         arith.extf
// CHECK:         arith.mulf
func.func @bfloats(%a: tensor<32x64xbf16>, %b: tensor<64x32xbf16>, %out: tensor<32x32xf32>)
    -> tensor<32x32xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<32x64xbf16>, tensor<64x32xbf16>)
      outs(%out : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %r : tensor<32x32xf32>
}
