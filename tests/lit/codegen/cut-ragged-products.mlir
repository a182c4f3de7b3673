// RUN: ingot-opt %s --ingot-cut-ragged-products="vector-bits=512 cache-bytes=2097152" \
// RUN:   --ingot-simplify | FileCheck %s

// 1000 columns are no whole number of vectors of 32. The 960 of the first part
// are 15 tasks; the 8 behind 992 would have no vectors. The fill and the reader
// are cut with the product.
// CHECK-LABEL: func.func @columns
// CHECK-NOT:     scf.for
// CHECK:         linalg.fill {{.*}} tensor<50x960xf32>
// CHECK-NOT:     scf.for
// CHECK:         linalg.matmul {{.*}} tensor<513x960xf32>
// CHECK:         linalg.exp {{.*}} tensor<50x960xf32>
// CHECK-NOT:     scf.for
// CHECK:         linalg.matmul {{.*}} tensor<513x40xf32>
// CHECK:         linalg.exp {{.*}} tensor<50x40xf32>
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

// A prime number of rows, and columns of one vector. One row would be summed in
// another order.
// CHECK-LABEL: func.func @rows
// CHECK-NOT:     tensor<1x1000xf32>
// CHECK:         linalg.matmul {{.*}} tensor<[[ROWS:9[0-9]+]]x1000xf32>
// CHECK:         linalg.matmul {{.*}} tensor<{{[0-9][0-9]+}}x1000xf32>
// CHECK-NOT:     linalg.
// CHECK:         return
func.func @rows(%a: tensor<1009x1000xf32>, %b: tensor<1000x32xf32>,
                %c: tensor<1009x32xf32>) -> tensor<1009x32xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<1009x1000xf32>, tensor<1000x32xf32>)
      outs(%c : tensor<1009x32xf32>) -> tensor<1009x32xf32>
  return %r : tensor<1009x32xf32>
}

// Even divisions need no cut, small products no tasks, an end of nearly a third
// is no end, and three tasks are not worth one.
// CHECK-LABEL: func.func @whole
// CHECK:         linalg.matmul {{.*}} tensor<512x960xf32>
// CHECK:         linalg.matmul {{.*}} tensor<64x72xf32>
// CHECK:         linalg.matmul {{.*}} tensor<65536x44xf32>
// CHECK:         linalg.matmul {{.*}} tensor<4096x100xf32>
// CHECK-NOT:     linalg.matmul
// CHECK:         return
func.func @whole(%a: tensor<50x512xf32>, %b: tensor<512x960xf32>,
                 %c: tensor<50x960xf32>, %d: tensor<50x64xf32>,
                 %e: tensor<64x72xf32>, %f: tensor<50x72xf32>,
                 %g: tensor<7x65536xf32>, %h: tensor<65536x44xf32>,
                 %i: tensor<7x44xf32>, %j: tensor<50x4096xf32>,
                 %k: tensor<4096x100xf32>, %l: tensor<50x100xf32>)
    -> (tensor<50x960xf32>, tensor<50x72xf32>, tensor<7x44xf32>,
        tensor<50x100xf32>) {
  %r = linalg.matmul ins(%a, %b : tensor<50x512xf32>, tensor<512x960xf32>)
      outs(%c : tensor<50x960xf32>) -> tensor<50x960xf32>
  %s = linalg.matmul ins(%d, %e : tensor<50x64xf32>, tensor<64x72xf32>)
      outs(%f : tensor<50x72xf32>) -> tensor<50x72xf32>
  %t = linalg.matmul ins(%g, %h : tensor<7x65536xf32>, tensor<65536x44xf32>)
      outs(%i : tensor<7x44xf32>) -> tensor<7x44xf32>
  %u = linalg.matmul ins(%j, %k : tensor<50x4096xf32>, tensor<4096x100xf32>)
      outs(%l : tensor<50x100xf32>) -> tensor<50x100xf32>
  return %r, %s, %t, %u : tensor<50x960xf32>, tensor<50x72xf32>,
                          tensor<7x44xf32>, tensor<50x100xf32>
}

// The maxima of rows need all columns: the product stays whole, to be computed
// within their tasks. One that is read twice is computed once, and its readers
// gain nothing.
// CHECK-LABEL: func.func @readers
// CHECK:         linalg.matmul {{.*}} tensor<513x1000xf32>
// CHECK-NOT:     linalg.matmul
// CHECK:         linalg.exp {{.*}} tensor<50x1000xf32>
// CHECK:         return
func.func @readers(%a: tensor<50x513xf32>, %b: tensor<513x1000xf32>,
                   %c: tensor<50x1000xf32>, %d: tensor<50xf32>,
                   %e: tensor<50x1000xf32>)
    -> (tensor<50xf32>, tensor<50x1000xf32>) {
  %p = linalg.matmul ins(%a, %b : tensor<50x513xf32>, tensor<513x1000xf32>)
      outs(%c : tensor<50x1000xf32>) -> tensor<50x1000xf32>
  %m = linalg.reduce {arith.maximumf} ins(%p : tensor<50x1000xf32>)
      outs(%d : tensor<50xf32>) dimensions = [1]
  %r = linalg.exp ins(%p : tensor<50x1000xf32>) outs(%e : tensor<50x1000xf32>)
      -> tensor<50x1000xf32>
  return %m, %r : tensor<50xf32>, tensor<50x1000xf32>
}
