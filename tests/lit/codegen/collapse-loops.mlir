// RUN: ingot-opt %s --ingot-collapse-loops --canonicalize | FileCheck %s

#image = affine_map<(n, c, h, w) -> (n, c, h, w)>
#channel = affine_map<(n, c, h, w) -> (n, c)>

// The rows of an image lie side by side: one loop of 49.
// CHECK-LABEL: func.func @mean
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<2x64x7x7xf32>
// CHECK:         %[[FLAT:.*]] = tensor.collapse_shape %[[X]] {{\[}}[0], [1], [2, 3]]
// CHECK-SAME:      into tensor<2x64x49xf32>
// CHECK:         linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction"]
// CHECK-SAME:      ins(%[[FLAT]] : tensor<2x64x49xf32>) outs(%{{.*}} : tensor<2x64xf32>)
func.func @mean(%x: tensor<2x64x7x7xf32>, %o: tensor<2x64xf32>) -> tensor<2x64xf32> {
  %r = linalg.reduce {arith.addf} ins(%x : tensor<2x64x7x7xf32>)
      outs(%o : tensor<2x64xf32>) dimensions = [2, 3]
  return %r : tensor<2x64xf32>
}

// A size that only the run knows, outside of the image, is no hindrance.
// CHECK-LABEL: func.func @batch
// CHECK:         tensor.collapse_shape {{.*}} into tensor<?x64x20xi32>
func.func @batch(%x: tensor<?x64x4x5xi32>, %o: tensor<?x64xi32>) -> tensor<?x64xi32> {
  %r = linalg.reduce {arith.maxsi} ins(%x : tensor<?x64x4x5xi32>)
      outs(%o : tensor<?x64xi32>) dimensions = [2, 3]
  return %r : tensor<?x64xi32>
}

// Rows that are long already; rows with others between them; one loop; a size
// that only the run knows; a contraction; what another op computes.
// CHECK-LABEL: func.func @not_taken
// CHECK-NOT:     collapse_shape
// CHECK:         return
func.func @not_taken(%long: tensor<8x2x256xf32>, %apart: tensor<7x8x7xf32>,
                     %short: tensor<8x1x7xf32>, %unknown: tensor<8x?x7xf32>,
                     %a: tensor<8x3x7xf32>, %b: tensor<9x3x7xf32>,
                     %e: tensor<8x3x7xf32>, %o: tensor<8xf32>, %p: tensor<8x9xf32>)
    -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8x9xf32>, tensor<8xf32>) {
  %0 = linalg.reduce {arith.addf} ins(%long : tensor<8x2x256xf32>)
      outs(%o : tensor<8xf32>) dimensions = [1, 2]
  %1 = linalg.reduce {arith.addf} ins(%apart : tensor<7x8x7xf32>)
      outs(%o : tensor<8xf32>) dimensions = [0, 2]
  %2 = linalg.reduce {arith.addf} ins(%short : tensor<8x1x7xf32>)
      outs(%o : tensor<8xf32>) dimensions = [1, 2]
  %3 = linalg.reduce {arith.addf} ins(%unknown : tensor<8x?x7xf32>)
      outs(%o : tensor<8xf32>) dimensions = [1, 2]
  %4 = linalg.generic {
      indexing_maps = [affine_map<(m, n, k, l) -> (m, k, l)>,
                       affine_map<(m, n, k, l) -> (n, k, l)>,
                       affine_map<(m, n, k, l) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %b : tensor<8x3x7xf32>, tensor<9x3x7xf32>)
      outs(%p : tensor<8x9xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %t = arith.mulf %x, %y : f32
    %s = arith.addf %z, %t : f32
    linalg.yield %s : f32
  } -> tensor<8x9xf32>
  %squares = linalg.square ins(%a : tensor<8x3x7xf32>)
      outs(%e : tensor<8x3x7xf32>) -> tensor<8x3x7xf32>
  %5 = linalg.reduce {arith.addf} ins(%squares : tensor<8x3x7xf32>)
      outs(%o : tensor<8xf32>) dimensions = [1, 2]
  return %0, %1, %2, %3, %4, %5 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8x9xf32>, tensor<8xf32>
}
