// RUN: ingot-opt %s --ingot-tile-registers=vector-bits=128 | FileCheck %s
// RUN: ingot-opt %s --ingot-tile-registers=vector-bits=256 | FileCheck %s
// RUN: ingot-opt %s --ingot-tile-registers=vector-bits=512 | FileCheck %s

// Loops without iterations have no tiles; the ops stay as they are.


#a = affine_map<(i, j, k) -> (i, k, j)>
#o = affine_map<(i, j, k) -> (i, j)>
// CHECK-NOT:   scf.for
// CHECK-LABEL: func.func @sum(
func.func @sum(%a: tensor<4x0x64xf32>, %o: tensor<4x64xf32>) -> tensor<4x64xf32> {
  %0 = linalg.generic {indexing_maps = [#a, #o], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a : tensor<4x0x64xf32>) outs(%o : tensor<4x64xf32>) {
  ^bb0(%x: f32, %s: f32):
    %r = arith.addf %s, %x : f32
    linalg.yield %r : f32
  } -> tensor<4x64xf32>
  return %0 : tensor<4x64xf32>
}
// CHECK-NOT:   scf.for
// CHECK-LABEL: func.func @product(
func.func @product(%a: tensor<8x0xf32>, %b: tensor<0x32xf32>, %o: tensor<8x32xf32>) -> tensor<8x32xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<8x0xf32>, tensor<0x32xf32>) outs(%o : tensor<8x32xf32>) -> tensor<8x32xf32>
  return %0 : tensor<8x32xf32>
}
// CHECK-NOT:   scf.for
// CHECK-LABEL: func.func @nothing(
func.func @nothing(%a: tensor<8x4xf32>, %b: tensor<4x0xf32>, %o: tensor<8x0xf32>) -> tensor<8x0xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<8x4xf32>, tensor<4x0xf32>) outs(%o : tensor<8x0xf32>) -> tensor<8x0xf32>
  return %0 : tensor<8x0xf32>
}
// CHECK-NOT:   scf.for
// CHECK-LABEL: func.func @rowless(
func.func @rowless(%a: tensor<0x4xf32>, %b: tensor<4x32xf32>, %o: tensor<0x32xf32>) -> tensor<0x32xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<0x4xf32>, tensor<4x32xf32>) outs(%o : tensor<0x32xf32>) -> tensor<0x32xf32>
  return %0 : tensor<0x32xf32>
}
// CHECK-NOT:   scf.for
// CHECK-LABEL: func.func @vec(
func.func @vec(%a: tensor<0x64xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
  %0 = linalg.reduce {arith.addf} ins(%a : tensor<0x64xf32>) outs(%o : tensor<64xf32>) dimensions = [0]
  return %0 : tensor<64xf32>
}
// CHECK-NOT:   scf.for
// CHECK-LABEL: func.func @vec1(
func.func @vec1(%a: tensor<0xf32>, %o: tensor<f32>) -> tensor<f32> {
  %0 = linalg.reduce {arith.addf} ins(%a : tensor<0xf32>) outs(%o : tensor<f32>) dimensions = [0]
  return %0 : tensor<f32>
}
// CHECK-NOT:   scf.for
