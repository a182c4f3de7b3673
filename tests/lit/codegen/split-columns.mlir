// RUN: ingot-opt %s --ingot-split-columns --split-input-file | FileCheck %s

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n floordiv 32, k, n mod 32)>
#c = affine_map<(m, n, k) -> (m, n)>
#all = affine_map<(m, n) -> (m, n)>
#bias = affine_map<(m, n) -> (n)>

// The loop of the columns is one over panels and one over columns of a panel, in
// what the sums start from, in the product and in what reads it.
// CHECK-DAG:   #[[A:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d3)>
// CHECK-DAG:   #[[B:.*]] = affine_map<(d0, d1, d2, d3) -> (d1, d3, d2)>
// CHECK-DAG:   #[[C:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
// CHECK-DAG:   #[[BIAS:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-LABEL: func.func @kernel
// CHECK-SAME:    %[[A0:[a-z0-9]+]]: memref<?x64xf32>, %{{.*}}: memref<3x64x32xf32>, %[[ADDED:[a-z0-9]+]]: memref<96xf32>, %[[OUT:[a-z0-9]+]]: memref<?x96xf32>
// CHECK:         %[[OUT3:.*]] = memref.expand_shape %[[OUT]] {{\[}}[0], [1, 2]] {{.*}} into memref<?x3x32xf32>
// CHECK:         %[[ADDED2:.*]] = memref.expand_shape %[[ADDED]] {{\[}}[0, 1]] {{.*}} into memref<3x32xf32>
// CHECK:         %[[ADDED1:.*]] = bufferization.to_tensor %[[ADDED2]]
// CHECK:         tensor.empty(%{{.*}}) : tensor<?x3x32xf32>
// CHECK:         %[[F:.*]] = linalg.fill {{.*}} -> tensor<?x3x32xf32>
// CHECK:         %[[SUM:.*]] = linalg.generic {indexing_maps = [#[[A]], #[[B]], #[[C]]], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
// CHECK-SAME:      outs(%[[F]] : tensor<?x3x32xf32>)
// CHECK:         %[[R:.*]] = linalg.generic {indexing_maps = [#{{.*}}, #[[BIAS]], #{{.*}}], iterator_types = ["parallel", "parallel", "parallel"]} ins(%[[SUM]], %[[ADDED1]] :
// CHECK:         bufferization.materialize_in_destination %[[R]] in restrict writable %[[OUT3]]
// CHECK-NOT:     linalg
func.func @kernel(%a: memref<?x64xf32>, %b: memref<3x64x32xf32>, %bias: memref<96xf32>, %out: memref<?x96xf32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %rows = memref.dim %a, %c0 : memref<?x64xf32>
  %0 = bufferization.to_tensor %a restrict : memref<?x64xf32> to tensor<?x64xf32>
  %1 = bufferization.to_tensor %b restrict : memref<3x64x32xf32> to tensor<3x64x32xf32>
  %2 = bufferization.to_tensor %bias restrict : memref<96xf32> to tensor<96xf32>
  %3 = bufferization.to_tensor %out restrict writable : memref<?x96xf32> to tensor<?x96xf32>
  %e = tensor.empty(%rows) : tensor<?x96xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x96xf32>) -> tensor<?x96xf32>
  %p = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%0, %1 : tensor<?x64xf32>, tensor<3x64x32xf32>) outs(%f : tensor<?x96xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %t = arith.mulf %x, %y : f32
    %u = arith.addf %s, %t : f32
    linalg.yield %u : f32
  } -> tensor<?x96xf32>
  %r = linalg.generic {indexing_maps = [#all, #bias, #all], iterator_types = ["parallel", "parallel"]}
      ins(%p, %2 : tensor<?x96xf32>, tensor<96xf32>) outs(%3 : tensor<?x96xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %t = arith.addf %x, %y : f32
    linalg.yield %t : f32
  } -> tensor<?x96xf32>
  bufferization.materialize_in_destination %r in restrict writable %out
      : (tensor<?x96xf32>, memref<?x96xf32>) -> ()
  return
}

// -----

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n floordiv 32, k, n mod 32)>
#c = affine_map<(m, n, k) -> (m, n)>

// Where something else reads the result it is put together again, and a
// transpose that reads it is split along its rows.
// CHECK-LABEL: func.func @readers
// CHECK:         %[[INIT:.*]] = tensor.expand_shape %{{.*}} {{\[}}[0], [1, 2]] {{.*}} into tensor<8x3x32xf32>
// CHECK:         %[[SUM:.*]] = linalg.generic {{.*}} outs(%[[INIT]] : tensor<8x3x32xf32>)
// CHECK:         %[[WHOLE:.*]] = tensor.collapse_shape %[[SUM]] {{\[}}[0], [1, 2]]
// CHECK:         linalg.generic {{.*}} ins(%[[SUM]] : tensor<8x3x32xf32>) outs(%{{.*}} : tensor<3x32x8xf32>)
// CHECK:         linalg.reduce {{.*}} ins(%[[WHOLE]] : tensor<8x96xf32>)
func.func @readers(%x: tensor<8x64xf32>, %y: tensor<3x64x32xf32>, %z: tensor<8x96xf32>, %s: tensor<8xf32>)
    -> (tensor<96x8xf32>, tensor<8xf32>) {
  %p = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<8x64xf32>, tensor<3x64x32xf32>) outs(%z : tensor<8x96xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %t = arith.mulf %i, %j : f32
    %u = arith.addf %o, %t : f32
    linalg.yield %u : f32
  } -> tensor<8x96xf32>
  %e = tensor.empty() : tensor<96x8xf32>
  %q = linalg.generic {indexing_maps = [affine_map<(n, m) -> (m, n)>, affine_map<(n, m) -> (n, m)>],
      iterator_types = ["parallel", "parallel"]} ins(%p : tensor<8x96xf32>) outs(%e : tensor<96x8xf32>) {
  ^bb0(%i: f32, %o: f32):
    linalg.yield %i : f32
  } -> tensor<96x8xf32>
  %r = linalg.reduce {arith.addf} ins(%p : tensor<8x96xf32>) outs(%s : tensor<8xf32>) dimensions = [1]
  return %q, %r : tensor<96x8xf32>, tensor<8xf32>
}

// -----

// Panels that are wider than what is read of them are none of ours.
// CHECK-LABEL: func.func @other
// CHECK-NOT:     expand_shape
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n floordiv 32, k, n mod 32)>
#c = affine_map<(m, n, k) -> (m, n)>
func.func @other(%x: tensor<8x64xf32>, %y: tensor<3x64x48xf32>, %z: tensor<8x96xf32>) -> tensor<8x96xf32> {
  %p = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<8x64xf32>, tensor<3x64x48xf32>) outs(%z : tensor<8x96xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %t = arith.mulf %i, %j : f32
    %u = arith.addf %o, %t : f32
    linalg.yield %u : f32
  } -> tensor<8x96xf32>
  return %p : tensor<8x96xf32>
}

// -----

// Columns that are summed have no place in the result.
// CHECK-LABEL: func.func @summed
// CHECK-NOT:     expand_shape
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n floordiv 32, k, n mod 32)>
#c = affine_map<(m, n, k) -> (m)>
func.func @summed(%x: tensor<8x64xf32>, %y: tensor<3x64x32xf32>, %n: tensor<96xf32>, %z: tensor<8xf32>) -> tensor<8xf32> {
  %p = linalg.generic {indexing_maps = [#a, #b, affine_map<(m, n, k) -> (n)>, #c], iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%x, %y, %n : tensor<8x64xf32>, tensor<3x64x32xf32>, tensor<96xf32>) outs(%z : tensor<8xf32>) {
  ^bb0(%i: f32, %j: f32, %g: f32, %o: f32):
    %t = arith.mulf %i, %j : f32
    %v = arith.mulf %t, %g : f32
    %u = arith.addf %o, %v : f32
    linalg.yield %u : f32
  } -> tensor<8xf32>
  return %p : tensor<8xf32>
}

// -----

// A reader that another reader also feeds is split once, after both.
// CHECK-LABEL: func.func @chain
// CHECK-COUNT-3: linalg.generic
// CHECK-NOT:     linalg.generic
// CHECK:         return
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n floordiv 32, k, n mod 32)>
#c = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>
func.func @chain(%x: tensor<8x64xf32>, %y: tensor<3x64x32xf32>, %z: tensor<8x96xf32>, %e: tensor<8x96xf32>, %g: tensor<8x96xf32>)
    -> (tensor<8x96xf32>, tensor<8x96xf32>) {
  %p = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<8x64xf32>, tensor<3x64x32xf32>) outs(%z : tensor<8x96xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %t = arith.mulf %i, %j : f32
    %u = arith.addf %o, %t : f32
    linalg.yield %u : f32
  } -> tensor<8x96xf32>
  %q = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%p : tensor<8x96xf32>) outs(%e : tensor<8x96xf32>) {
  ^bb0(%i: f32, %o: f32):
    %t = math.exp %i : f32
    linalg.yield %t : f32
  } -> tensor<8x96xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%p, %q : tensor<8x96xf32>, tensor<8x96xf32>) outs(%g : tensor<8x96xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %t = arith.mulf %i, %j : f32
    linalg.yield %t : f32
  } -> tensor<8x96xf32>
  return %q, %r : tensor<8x96xf32>, tensor<8x96xf32>
}

// -----

// Two that read panels of different widths, one of which reads the other.
// CHECK-LABEL: func.func @widths
// CHECK-COUNT-2: linalg.generic
// CHECK-NOT:     linalg.generic
// CHECK:         return
#b = affine_map<(m, n) -> (n floordiv 32, m, n mod 32)>
#c = affine_map<(m, n) -> (m, n)>
#d = affine_map<(m, n) -> (m floordiv 8, n, m mod 8)>
func.func @widths(%y: tensor<3x64x32xf32>, %z: tensor<64x96xf32>, %w: tensor<8x96x8xf32>, %e: tensor<64x96xf32>) -> tensor<64x96xf32> {
  %p = linalg.generic {indexing_maps = [#b, #c], iterator_types = ["parallel", "parallel"]}
      ins(%y : tensor<3x64x32xf32>) outs(%z : tensor<64x96xf32>) {
  ^bb0(%i: f32, %o: f32):
    %u = math.exp %i : f32
    linalg.yield %u : f32
  } -> tensor<64x96xf32>
  %q = linalg.generic {indexing_maps = [#c, #d, #c], iterator_types = ["parallel", "parallel"]}
      ins(%p, %w : tensor<64x96xf32>, tensor<8x96x8xf32>) outs(%e : tensor<64x96xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %u = arith.mulf %i, %j : f32
    linalg.yield %u : f32
  } -> tensor<64x96xf32>
  return %q : tensor<64x96xf32>
}
