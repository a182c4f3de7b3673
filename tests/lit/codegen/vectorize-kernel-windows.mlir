// RUN: ingot-opt %s --ingot-tile-registers=vector-bits=256 --canonicalize \
// RUN:   --ingot-vectorize-kernel=vector-bits=256 --canonicalize | FileCheck %s

// The shape of the window is an operand of bytes, which AVX2 cannot load in part;
// but nothing of it is read. 56 columns are 32 and three quarters of 32: LLVM
// keeps vectors of 24 element by element across blocks.
// CHECK-LABEL: func.func @window_of_bytes
// CHECK-NOT:     vector<24xf32>
// CHECK:         vector<32xf32>
// CHECK-NOT:     vector<24xf32>
func.func @window_of_bytes(%x: tensor<8x114x114xf32>, %y: tensor<8x56x56xf32>)
    -> tensor<8x56x56xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %w = tensor.empty() : tensor<3x3xi8>
  %f = linalg.fill ins(%lowest : f32) outs(%y : tensor<8x56x56xf32>)
      -> tensor<8x56x56xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(c, h, w, i, j) -> (c, h * 2 + i, w * 2 + j)>,
                       affine_map<(c, h, w, i, j) -> (i, j)>,
                       affine_map<(c, h, w, i, j) -> (c, h, w)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %w : tensor<8x114x114xf32>, tensor<3x3xi8>)
      outs(%f : tensor<8x56x56xf32>) {
  ^bb0(%in: f32, %shape: i8, %out: f32):
    %m = arith.maximumf %out, %in : f32
    linalg.yield %m : f32
  } -> tensor<8x56x56xf32>
  return %r : tensor<8x56x56xf32>
}

// 20 columns are two registers and a half: a vector of 32 would load four by
// masks, for each place of the window.
// CHECK-LABEL: func.func @two_vectors
// CHECK-NOT:     vector<32xf32>
// CHECK:         arith.maximumf {{.*}} : vector<16xf32>
// CHECK-NOT:     vector<32xf32>
// CHECK:         arith.maximumf {{.*}} : vector<4xf32>
// CHECK-NOT:     vector<32xf32>
func.func @two_vectors(%x: tensor<8x24x24xf32>, %y: tensor<8x20x20xf32>)
    -> tensor<8x20x20xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %w = tensor.empty() : tensor<5x5xi8>
  %f = linalg.fill ins(%lowest : f32) outs(%y : tensor<8x20x20xf32>)
      -> tensor<8x20x20xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(c, h, w, i, j) -> (c, h + i, w + j)>,
                       affine_map<(c, h, w, i, j) -> (i, j)>,
                       affine_map<(c, h, w, i, j) -> (c, h, w)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %w : tensor<8x24x24xf32>, tensor<5x5xi8>)
      outs(%f : tensor<8x20x20xf32>) {
  ^bb0(%in: f32, %shape: i8, %out: f32):
    %m = arith.maximumf %out, %in : f32
    linalg.yield %m : f32
  } -> tensor<8x20x20xf32>
  return %r : tensor<8x20x20xf32>
}
