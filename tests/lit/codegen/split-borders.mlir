// RUN: ingot-opt %s --ingot-split-borders | FileCheck %s

// Windows of three in steps of two: row 0 and column 0 alone need padding. Each
// piece is filled where no image is, and the middle reads the image. The ops
// behind the windows follow.
// CHECK-LABEL: func.func @pool(
// CHECK-SAME:    %[[X:[^ ]*]]: tensor<1x32x32x16xf32>, %[[B:[^ ]*]]: tensor<16xf32>, %[[OUT:[^ ]*]]: tensor<1x16x16x16xf32>)
// CHECK-NOT:     tensor.pad
// CHECK:         %[[ROW:.*]] = tensor.extract_slice %[[OUT]][0, 0, 0, 0] [1, 1, 16, 16]
// CHECK:         tensor.extract_slice %[[X]][0, 0, 0, 0] [1, 2, 32, 16]
// CHECK:         tensor.insert_slice %{{.*}} into %{{.*}}[0, 1, 1, 0] [1, 2, 32, 16] {{.*}} into tensor<1x3x33x16xf32>
// CHECK-COUNT-2: linalg.fill
// CHECK:         %[[LARGEST:.*]] = linalg.pooling_nhwc_max {{.*}} ins(%{{.*}} : tensor<1x3x33x16xf32>
// CHECK:         linalg.generic {{.*}} ins(%[[LARGEST]], %[[B]] : {{.*}}) outs(%[[ROW]] : tensor<1x1x16x16xf32>)
// CHECK:         tensor.insert_slice %{{.*}} into %[[OUT]][0, 0, 0, 0] [1, 1, 16, 16]
// CHECK:         linalg.pooling_nhwc_max {{.*}} ins(%{{.*}} : tensor<1x31x3x16xf32>
// CHECK:         tensor.insert_slice %{{.*}} into %{{.*}}[0, 1, 0, 0] [1, 15, 1, 16]
// CHECK:         %[[INSIDE:.*]] = tensor.extract_slice %[[X]][0, 1, 1, 0] [1, 31, 31, 16]
// CHECK:         linalg.pooling_nhwc_max {{.*}} ins(%[[INSIDE]]
// CHECK:         %[[R:.*]] = tensor.insert_slice %{{.*}} into %{{.*}}[0, 1, 1, 0] [1, 15, 15, 16]
// CHECK-NOT:     linalg
// CHECK:         return %[[R]]
func.func @pool(%x: tensor<1x32x32x16xf32>, %b: tensor<16xf32>, %out: tensor<1x16x16x16xf32>)
    -> tensor<1x16x16x16xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%n: index, %i: index, %j: index, %c: index):
      tensor.yield %lowest : f32
  } : tensor<1x32x32x16xf32> to tensor<1x34x34x16xf32>
  %w = tensor.empty() : tensor<3x3xf32>
  %e = tensor.empty() : tensor<1x16x16x16xf32>
  %f = linalg.fill ins(%lowest : f32) outs(%e : tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32>
  %m = linalg.pooling_nhwc_max {strides = dense<2> : tensor<2xi64>}
      ins(%p, %w : tensor<1x34x34x16xf32>, tensor<3x3xf32>)
      outs(%f : tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(n, i, j, c) -> (n, i, j, c)>, affine_map<(n, i, j, c) -> (c)>,
                       affine_map<(n, i, j, c) -> (n, i, j, c)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%m, %b : tensor<1x16x16x16xf32>, tensor<16xf32>) outs(%out : tensor<1x16x16x16xf32>) {
  ^bb0(%y: f32, %z: f32, %o: f32):
    %s = arith.addf %y, %z : f32
    linalg.yield %s : f32
  } -> tensor<1x16x16x16xf32>
  return %r : tensor<1x16x16x16xf32>
}

// The pieces at the sides would be nearly all of the image: a padded copy.
// CHECK-LABEL: func.func @narrow(
// CHECK:         %[[COPY:.*]] = tensor.insert_slice %{{.*}} into %{{.*}}[0, 2, 2, 0] [1, 8, 8, 16]
// CHECK:         linalg.pooling_nhwc_max ins(%[[COPY]]
// CHECK-NOT:     linalg
func.func @narrow(%x: tensor<1x8x8x16xf32>, %out: tensor<1x8x8x16xf32>) -> tensor<1x8x8x16xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %p = tensor.pad %x low[0, 2, 2, 0] high[0, 2, 2, 0] {
    ^bb0(%n: index, %i: index, %j: index, %c: index):
      tensor.yield %lowest : f32
  } : tensor<1x8x8x16xf32> to tensor<1x12x12x16xf32>
  %w = tensor.empty() : tensor<5x5xf32>
  %f = linalg.fill ins(%lowest : f32) outs(%out : tensor<1x8x8x16xf32>) -> tensor<1x8x8x16xf32>
  %m = linalg.pooling_nhwc_max ins(%p, %w : tensor<1x12x12x16xf32>, tensor<5x5xf32>)
      outs(%f : tensor<1x8x8x16xf32>) -> tensor<1x8x8x16xf32>
  return %m : tensor<1x8x8x16xf32>
}

// Read backwards, the first windows are the last elements: a padded copy.
// CHECK-LABEL: func.func @backwards(
// CHECK:         %[[COPY:.*]] = tensor.insert_slice %{{.*}} into %{{.*}}[2, 0] [16, 64]
// CHECK-NEXT:    linalg.generic {{.*}} ins(%[[COPY]]
func.func @backwards(%x: tensor<16x64xf32>, %out: tensor<20xf32>) -> tensor<20xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[2, 0] high[2, 0] {
    ^bb0(%i: index, %j: index):
      tensor.yield %zero : f32
  } : tensor<16x64xf32> to tensor<20x64xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (19 - i, j)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%p : tensor<20x64xf32>) outs(%out : tensor<20xf32>) {
  ^bb0(%y: f32, %o: f32):
    %s = arith.addf %o, %y : f32
    linalg.yield %s : f32
  } -> tensor<20xf32>
  return %r : tensor<20xf32>
}
