// RUN: ingot-opt %s --ingot-pack-weights="vector-bits=512" --canonicalize --split-input-file | FileCheck %s
// RUN: ingot-opt %s --ingot-pack-weights="vector-bits=256" --canonicalize --split-input-file \
// RUN:   | FileCheck %s --check-prefix=AVX2
// RUN: ingot-opt %s --ingot-pack-weights --split-input-file | FileCheck %s --check-prefix=NONE

// NONE-NOT: floordiv

// Panels are as wide as a register tile: two vectors.
// CHECK-DAG:   #[[READ:.*]] = affine_map<(d0, d1, d2) -> (d1 floordiv 32, d2, d1 mod 32)>
// CHECK-LABEL: func.func @dense
// CHECK:         %[[W:.*]] = ingot.constant 0 : tensor<256x1024xf32>
// CHECK:         %[[PARTS:.*]] = tensor.expand_shape %[[W]] {{\[}}[0], [1, 2]] output_shape [256, 32, 32]
// CHECK:         %[[PANELS:.*]] = linalg.transpose ins(%[[PARTS]] : tensor<256x32x32xf32>) outs(%{{.*}} : tensor<32x256x32xf32>) permutation = [1, 0, 2]
// CHECK:         linalg.generic {indexing_maps = [#{{.*}}, #[[READ]], #{{.*}}], iterator_types = ["parallel", "parallel", "reduction"]}
// CHECK-SAME:      ins(%{{.*}}, %[[PANELS]] : tensor<?x256xf32>, tensor<32x256x32xf32>)
// AVX2-LABEL: func.func @dense
// AVX2:         linalg.transpose {{.*}} outs(%{{.*}} : tensor<64x256x16xf32>)
func.func @dense(%a: tensor<?x256xf32>, %c: tensor<?x1024xf32>) -> tensor<?x1024xf32> {
  %w = ingot.constant 0 : tensor<256x1024xf32>
  %r = linalg.matmul ins(%a, %w : tensor<?x256xf32>, tensor<256x1024xf32>)
      outs(%c : tensor<?x1024xf32>) -> tensor<?x1024xf32>
  return %r : tensor<?x1024xf32>
}

// -----

// A convolution by one place is a product of pixels.
// CHECK-DAG:   #[[READ:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d3 floordiv 32, d4, d5, d6, d3 mod 32)>
// CHECK-LABEL: func.func @pixels
// CHECK:         linalg.transpose {{.*}} outs(%{{.*}} : tensor<8x1x1x256x32xf32>) permutation = [3, 0, 1, 2, 4]
// CHECK:         linalg.generic {indexing_maps = [#{{.*}}, #[[READ]], #{{.*}}]
func.func @pixels(%x: tensor<1x7x7x256xf32>, %c: tensor<1x7x7x256xf32>) -> tensor<1x7x7x256xf32> {
  %w = ingot.constant 0 : tensor<1x1x256x256xf32>
  %r = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x7x7x256xf32>, tensor<1x1x256x256xf32>)
      outs(%c : tensor<1x7x7x256xf32>) -> tensor<1x7x7x256xf32>
  return %r : tensor<1x7x7x256xf32>
}

// -----

// So is one in steps of two, whose pixels share nothing either.
// CHECK-DAG:   #[[READ:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d3 floordiv 32, d4, d5, d6, d3 mod 32)>
// CHECK-LABEL: func.func @every_second_pixel
// CHECK:         linalg.transpose {{.*}} outs(%{{.*}} : tensor<8x1x1x256x32xf32>) permutation = [3, 0, 1, 2, 4]
// CHECK:         linalg.generic {indexing_maps = [#{{.*}}, #[[READ]], #{{.*}}]
func.func @every_second_pixel(%x: tensor<1x13x13x256xf32>, %c: tensor<1x7x7x256xf32>) -> tensor<1x7x7x256xf32> {
  %w = ingot.constant 0 : tensor<1x1x256x256xf32>
  %r = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>}
      ins(%x, %w : tensor<1x13x13x256xf32>, tensor<1x1x256x256xf32>)
      outs(%c : tensor<1x7x7x256xf32>) -> tensor<1x7x7x256xf32>
  return %r : tensor<1x7x7x256xf32>
}

// -----

// Larger windows gain only where filters come from far: 1.1 MiB do, a quarter of
// them does not.
// CHECK-LABEL: func.func @windows
// CHECK:         linalg.transpose {{.*}} outs(%{{.*}} : tensor<8x3x3x128x32xf32>)
// CHECK-NOT:     linalg.transpose
// CHECK:         linalg.conv_2d_nhwc_hwcf {{.*}} tensor<3x3x64x128xf32>
func.func @windows(%x: tensor<1x9x9x128xf32>, %y: tensor<1x9x9x64xf32>, %c: tensor<1x7x7x256xf32>,
                   %d: tensor<1x7x7x128xf32>) -> (tensor<1x7x7x256xf32>, tensor<1x7x7x128xf32>) {
  %w = ingot.constant 0 : tensor<3x3x128x256xf32>
  %v = ingot.constant 1 : tensor<3x3x64x128xf32>
  %r = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x9x9x128xf32>, tensor<3x3x128x256xf32>)
      outs(%c : tensor<1x7x7x256xf32>) -> tensor<1x7x7x256xf32>
  %s = linalg.conv_2d_nhwc_hwcf ins(%y, %v : tensor<1x9x9x64xf32>, tensor<3x3x64x128xf32>)
      outs(%d : tensor<1x7x7x128xf32>) -> tensor<1x7x7x128xf32>
  return %r, %s : tensor<1x7x7x256xf32>, tensor<1x7x7x128xf32>
}

// -----

// An argument is none of the constants. One row reads each element once. 1000
// columns are no whole number of panels, 32 are one. 64x64 are in the first-level
// cache.
// CHECK-LABEL: func.func @stay
// CHECK-NOT:     floordiv
// CHECK-NOT:     linalg.transpose
// CHECK:         return
func.func @stay(%a: tensor<64x512xf32>, %b: tensor<512x1024xf32>, %row: tensor<1x512xf32>,
                %small: tensor<64x64xf32>, %c: tensor<64x1024xf32>, %d: tensor<1x1024xf32>,
                %e: tensor<64x1000xf32>, %f: tensor<64x32xf32>, %g: tensor<64x64xf32>)
    -> (tensor<64x1024xf32>, tensor<1x1024xf32>, tensor<64x1000xf32>, tensor<64x32xf32>, tensor<64x64xf32>) {
  %w = ingot.constant 0 : tensor<512x1024xf32>
  %v = ingot.constant 1 : tensor<512x1000xf32>
  %u = ingot.constant 2 : tensor<512x32xf32>
  %t = ingot.constant 3 : tensor<64x64xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<64x512xf32>, tensor<512x1024xf32>)
      outs(%c : tensor<64x1024xf32>) -> tensor<64x1024xf32>
  %1 = linalg.matmul ins(%row, %w : tensor<1x512xf32>, tensor<512x1024xf32>)
      outs(%d : tensor<1x1024xf32>) -> tensor<1x1024xf32>
  %2 = linalg.matmul ins(%a, %v : tensor<64x512xf32>, tensor<512x1000xf32>)
      outs(%e : tensor<64x1000xf32>) -> tensor<64x1000xf32>
  %3 = linalg.matmul ins(%a, %u : tensor<64x512xf32>, tensor<512x32xf32>)
      outs(%f : tensor<64x32xf32>) -> tensor<64x32xf32>
  %4 = linalg.matmul ins(%small, %t : tensor<64x64xf32>, tensor<64x64xf32>)
      outs(%g : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0, %1, %2, %3, %4
      : tensor<64x1024xf32>, tensor<1x1024xf32>, tensor<64x1000xf32>, tensor<64x32xf32>, tensor<64x64xf32>
}

// -----

// Windows run along the columns: these could not become two loops.
// CHECK-LABEL: func.func @windows_of_columns
// CHECK-NOT:     linalg.transpose
// CHECK:         return
#x = affine_map<(m, n, k) -> (m, n + k)>
#w = affine_map<(m, n, k) -> (k, n)>
#y = affine_map<(m, n, k) -> (m, n)>
func.func @windows_of_columns(%x: tensor<64x1279xf32>, %y: tensor<64x1024xf32>) -> tensor<64x1024xf32> {
  %w = ingot.constant 0 : tensor<256x1024xf32>
  %r = linalg.generic {indexing_maps = [#w, #x, #y], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%w, %x : tensor<256x1024xf32>, tensor<64x1279xf32>) outs(%y : tensor<64x1024xf32>) {
  ^bb0(%b: f32, %a: f32, %s: f32):
    %p = arith.mulf %a, %b : f32
    %t = arith.addf %s, %p : f32
    linalg.yield %t : f32
  } -> tensor<64x1024xf32>
  return %r : tensor<64x1024xf32>
}

// -----

// An input may be a number.
// CHECK-LABEL: func.func @number
// CHECK:         linalg.transpose {{.*}} outs(%{{.*}} : tensor<32x256x32xf32>)
#s = affine_map<(m, n, k) -> ()>
#w = affine_map<(m, n, k) -> (k, n)>
#y = affine_map<(m, n, k) -> (m, n)>
func.func @number(%x: f32, %y: tensor<64x1024xf32>) -> tensor<64x1024xf32> {
  %w = ingot.constant 0 : tensor<256x1024xf32>
  %r = linalg.generic {indexing_maps = [#s, #w, #y], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : f32, tensor<256x1024xf32>) outs(%y : tensor<64x1024xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %p = arith.mulf %a, %b : f32
    %t = arith.addf %s, %p : f32
    linalg.yield %t : f32
  } -> tensor<64x1024xf32>
  return %r : tensor<64x1024xf32>
}

// -----

// Weights that have the sums last, as a Linear of torch, are turned when they are
// bound, once for panels and all: eight rows or more, or any number. Few rows read
// them as they lie, and so does what has fewer columns than a vector.
// CHECK-DAG:   #[[READ:.*]] = affine_map<(d0, d1, d2) -> (d1 floordiv 32, d2, d1 mod 32)>
// CHECK-DAG:   #[[TURNED:.*]] = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-LABEL: func.func @rows
// CHECK-DAG:     %[[W:.*]] = ingot.constant 0 : tensor<1024x256xf32>
// CHECK-DAG:     %[[V:.*]] = ingot.constant 1 : tensor<1000x256xf32>
// CHECK:         %[[PARTS:.*]] = tensor.expand_shape %[[W]] {{\[}}[0, 1], [2]] output_shape [32, 32, 256]
// CHECK:         %[[PANELS:.*]] = linalg.transpose ins(%[[PARTS]] : tensor<32x32x256xf32>) outs(%{{.*}} : tensor<32x256x32xf32>) permutation = [0, 2, 1]
// CHECK:         linalg.generic {indexing_maps = [#{{.*}}, #[[READ]], #{{.*}}]
// CHECK-SAME:      ins(%{{.*}}, %[[PANELS]] : tensor<?x256xf32>, tensor<32x256x32xf32>)
// CHECK:         %[[COLUMNS:.*]] = linalg.transpose ins(%[[V]] : tensor<1000x256xf32>) outs(%{{.*}} : tensor<256x1000xf32>) permutation = [1, 0]
// CHECK:         linalg.generic {indexing_maps = [#{{.*}}, #[[TURNED]], #{{.*}}]
// CHECK-SAME:      ins(%{{.*}}, %[[COLUMNS]] : tensor<?x256xf32>, tensor<256x1000xf32>)
// CHECK-NOT:     linalg.transpose
// CHECK:         return
#a = affine_map<(m, n, k) -> (m, k)>
#w = affine_map<(m, n, k) -> (n, k)>
#y = affine_map<(m, n, k) -> (m, n)>
func.func @rows(%a: tensor<?x256xf32>, %few: tensor<7x256xf32>, %many: tensor<1024x256xf32>,
                %given: tensor<1024x256xf32>, %c: tensor<?x1024xf32>, %d: tensor<?x1000xf32>,
                %e: tensor<7x1024xf32>, %f: tensor<1024x8xf32>, %g: tensor<?x1024xf32>)
    -> (tensor<?x1024xf32>, tensor<?x1000xf32>, tensor<7x1024xf32>, tensor<1024x8xf32>, tensor<?x1024xf32>) {
  %w = ingot.constant 0 : tensor<1024x256xf32>
  %v = ingot.constant 1 : tensor<1000x256xf32>
  %u = ingot.constant 2 : tensor<8x256xf32>
  %0 = linalg.matmul indexing_maps = [#a, #w, #y]
      ins(%a, %w : tensor<?x256xf32>, tensor<1024x256xf32>) outs(%c : tensor<?x1024xf32>) -> tensor<?x1024xf32>
  %1 = linalg.matmul indexing_maps = [#a, #w, #y]
      ins(%a, %v : tensor<?x256xf32>, tensor<1000x256xf32>) outs(%d : tensor<?x1000xf32>) -> tensor<?x1000xf32>
  %2 = linalg.matmul indexing_maps = [#a, #w, #y]
      ins(%few, %w : tensor<7x256xf32>, tensor<1024x256xf32>) outs(%e : tensor<7x1024xf32>) -> tensor<7x1024xf32>
  %3 = linalg.matmul indexing_maps = [#a, #w, #y]
      ins(%many, %u : tensor<1024x256xf32>, tensor<8x256xf32>) outs(%f : tensor<1024x8xf32>) -> tensor<1024x8xf32>
  %4 = linalg.matmul indexing_maps = [#a, #w, #y]
      ins(%a, %given : tensor<?x256xf32>, tensor<1024x256xf32>) outs(%g : tensor<?x1024xf32>) -> tensor<?x1024xf32>
  return %0, %1, %2, %3, %4
      : tensor<?x1024xf32>, tensor<?x1000xf32>, tensor<7x1024xf32>, tensor<1024x8xf32>, tensor<?x1024xf32>
}
