// RUN: ingot-opt %s --ingot-cut-ragged-products="vector-bits=512 cache-bytes=2097152" \
// RUN:   --ingot-simplify | FileCheck %s

// 1000 columns are no whole number of vectors of 32. The 992 of the first part
// are 31 tasks; the fill and the reader are cut with the product.
// CHECK-LABEL: func.func @columns
// CHECK-NOT:     scf.for
// CHECK:         linalg.fill {{.*}} tensor<50x992xf32>
// CHECK:         linalg.matmul {{.*}} tensor<513x992xf32>
// CHECK:         linalg.exp {{.*}} tensor<50x992xf32>
// CHECK:         linalg.matmul {{.*}} tensor<513x8xf32>
// CHECK:         linalg.exp {{.*}} tensor<50x8xf32>
// CHECK-NOT:     linalg.
// CHECK:         return
func.func @columns(%a: tensor<50x513xf32>, %b: tensor<513x1000xf32>,
                   %c: tensor<50x1000xf32>, %d: tensor<50x1000xf32>)
    -> tensor<50x1000xf32> {
  %zero = arith.constant 0.0 : f32
  %f = linalg.fill ins(%zero : f32) outs(%c : tensor<50x1000xf32>)
      -> tensor<50x1000xf32>
  %p = linalg.matmul ins(%a, %b : tensor<50x513xf32>, tensor<513x1000xf32>)
      outs(%f : tensor<50x1000xf32>) -> tensor<50x1000xf32>
  %r = linalg.exp ins(%p : tensor<50x1000xf32>) outs(%d : tensor<50x1000xf32>)
      -> tensor<50x1000xf32>
  return %r : tensor<50x1000xf32>
}

// A prime number of rows, and columns of one vector.
// CHECK-LABEL: func.func @rows
// CHECK:         linalg.matmul {{.*}} tensor<1008x512xf32>
// CHECK:         linalg.matmul {{.*}} tensor<1x512xf32>
func.func @rows(%a: tensor<1009x512xf32>, %b: tensor<512x32xf32>,
                %c: tensor<1009x32xf32>) -> tensor<1009x32xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<1009x512xf32>, tensor<512x32xf32>)
      outs(%c : tensor<1009x32xf32>) -> tensor<1009x32xf32>
  return %r : tensor<1009x32xf32>
}

// Even divisions need no cut, small products no tasks, and an end of nearly a
// third is no end.
// CHECK-LABEL: func.func @whole
// CHECK:         linalg.matmul {{.*}} tensor<512x960xf32>
// CHECK:         linalg.matmul {{.*}} tensor<64x72xf32>
// CHECK:         linalg.matmul {{.*}} tensor<65536x44xf32>
// CHECK-NOT:     linalg.matmul
// CHECK:         return
func.func @whole(%a: tensor<50x512xf32>, %b: tensor<512x960xf32>,
                 %c: tensor<50x960xf32>, %d: tensor<50x64xf32>,
                 %e: tensor<64x72xf32>, %f: tensor<50x72xf32>,
                 %g: tensor<7x65536xf32>, %h: tensor<65536x44xf32>,
                 %i: tensor<7x44xf32>)
    -> (tensor<50x960xf32>, tensor<50x72xf32>, tensor<7x44xf32>) {
  %r = linalg.matmul ins(%a, %b : tensor<50x512xf32>, tensor<512x960xf32>)
      outs(%c : tensor<50x960xf32>) -> tensor<50x960xf32>
  %s = linalg.matmul ins(%d, %e : tensor<50x64xf32>, tensor<64x72xf32>)
      outs(%f : tensor<50x72xf32>) -> tensor<50x72xf32>
  %t = linalg.matmul ins(%g, %h : tensor<7x65536xf32>, tensor<65536x44xf32>)
      outs(%i : tensor<7x44xf32>) -> tensor<7x44xf32>
  return %r, %s, %t : tensor<50x960xf32>, tensor<50x72xf32>, tensor<7x44xf32>
}
