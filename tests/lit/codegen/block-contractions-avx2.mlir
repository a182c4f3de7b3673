// RUN: ingot-opt %s --ingot-block-contractions="vector-bits=256 cache-bytes=32768" \
// RUN:   --canonicalize | FileCheck %s
// RUN: ingot-opt %s --ingot-block-contractions="vector-bits=512 cache-bytes=32768" \
// RUN:   --canonicalize | FileCheck %s --check-prefix=WIDE

// Sixteen rows are four register tiles of four, which share a copy of each panel.
// CHECK-LABEL: func.func @few_rows(
// CHECK:         %[[P:.*]] = linalg.copy ins(%{{.*}} : tensor<256x16xf32>)
// CHECK:         linalg.matmul ins(%{{.*}}, %[[P]] : tensor<16x256xf32>, tensor<256x16xf32>)
// WIDE-LABEL: func.func @few_rows(
// WIDE-NOT:     linalg.copy
// WIDE:         linalg.matmul
func.func @few_rows(%a: tensor<16x1024xf32>, %b: tensor<1024x1024xf32>, %c: tensor<16x1024xf32>) -> tensor<16x1024xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<16x1024xf32>, tensor<1024x1024xf32>)
      outs(%c : tensor<16x1024xf32>) -> tensor<16x1024xf32>
  return %r : tensor<16x1024xf32>
}

// Behind panels of sixteen columns a single one would be read element by element:
// masked tiles take it from where it lies.
// CHECK-LABEL: func.func @ragged_columns(
// CHECK-NOT:     linalg.copy
// CHECK:         linalg.matmul
func.func @ragged_columns(%a: tensor<16x1024xf32>, %b: tensor<1024x1025xf32>, %c: tensor<16x1025xf32>) -> tensor<16x1025xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<16x1024xf32>, tensor<1024x1025xf32>)
      outs(%c : tensor<16x1025xf32>) -> tensor<16x1025xf32>
  return %r : tensor<16x1025xf32>
}

// Filters of 576 KiB are more than half a second-level cache of such machines:
// taps and blocks of channels outside, pixels within.
// CHECK-LABEL: func.func @filters(
// CHECK:         scf.for %{{.*}} = %c0 to %c3 step %c1
// CHECK:           scf.for %{{.*}} = %c0 to %c3 step %c1
// CHECK:             linalg.copy
// CHECK:             linalg.conv_2d_nhwc_hwcf
// WIDE-LABEL: func.func @filters(
// WIDE-NOT:     scf.for
// WIDE:         linalg.conv_2d_nhwc_hwcf
func.func @filters(%x: tensor<1x30x30x128xf32>, %w: tensor<3x3x128x128xf32>, %y: tensor<1x28x28x128xf32>) -> tensor<1x28x28x128xf32> {
  %r = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x30x30x128xf32>, tensor<3x3x128x128xf32>)
      outs(%y : tensor<1x28x28x128xf32>) -> tensor<1x28x28x128xf32>
  return %r : tensor<1x28x28x128xf32>
}
