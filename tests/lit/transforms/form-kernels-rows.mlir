// RUN: ingot-opt %s --ingot-form-kernels --canonicalize | FileCheck %s

#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#one = affine_map<(i) -> (i)>

// Two reductions of the same rows and all between them: one kernel. The product
// that the rows come from is another.
// CHECK-LABEL: func.func @norm(
// CHECK-COUNT-2: ingot.dispatch
// CHECK-NOT:     ingot.dispatch
func.func @norm(%a: tensor<32x16xf32>, %w: tensor<16x64xf32>, %n: f32) -> tensor<32x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x64xf32>
  %er = tensor.empty() : tensor<32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<32x64xf32>) -> tensor<32x64xf32>
  %fr = linalg.fill ins(%zero : f32) outs(%er : tensor<32xf32>) -> tensor<32xf32>
  %x = linalg.matmul ins(%a, %w : tensor<32x16xf32>, tensor<16x64xf32>) outs(%f : tensor<32x64xf32>) -> tensor<32x64xf32>
  %sum = linalg.reduce {arith.addf} ins(%x : tensor<32x64xf32>) outs(%fr : tensor<32xf32>) dimensions = [1]
  %c = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sum : tensor<32x64xf32>, tensor<32xf32>) outs(%e : tensor<32x64xf32>) {
  ^bb0(%v: f32, %s: f32, %o: f32):
    %m = arith.divf %s, %n : f32
    %d = arith.subf %v, %m : f32
    linalg.yield %d : f32
  } -> tensor<32x64xf32>
  %sq = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%c : tensor<32x64xf32>) outs(%fr : tensor<32xf32>) {
  ^bb0(%v: f32, %o: f32):
    %p = arith.mulf %v, %v : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<32xf32>
  %scale = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%sq : tensor<32xf32>) outs(%er : tensor<32xf32>) {
  ^bb0(%v: f32, %o: f32):
    %r = math.rsqrt %v : f32
    linalg.yield %r : f32
  } -> tensor<32xf32>
  %y = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%c, %scale : tensor<32x64xf32>, tensor<32xf32>) outs(%e : tensor<32x64xf32>) {
  ^bb0(%v: f32, %s: f32, %o: f32):
    %p = arith.mulf %v, %s : f32
    linalg.yield %p : f32
  } -> tensor<32x64xf32>
  return %y : tensor<32x64xf32>
}

// What somebody else reads too is a result of a kernel of its own.
// CHECK-LABEL: func.func @two_results(
// CHECK-COUNT-2: ingot.dispatch
// CHECK-NOT:     ingot.dispatch
func.func @two_results(%x: tensor<32x64xf32>) -> (tensor<32x64xf32>, tensor<32xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x64xf32>
  %er = tensor.empty() : tensor<32xf32>
  %fr = linalg.fill ins(%zero : f32) outs(%er : tensor<32xf32>) -> tensor<32xf32>
  %sum = linalg.reduce {arith.addf} ins(%x : tensor<32x64xf32>) outs(%fr : tensor<32xf32>) dimensions = [1]
  %c = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sum : tensor<32x64xf32>, tensor<32xf32>) outs(%e : tensor<32x64xf32>) {
  ^bb0(%v: f32, %s: f32, %o: f32):
    %d = arith.subf %v, %s : f32
    linalg.yield %d : f32
  } -> tensor<32x64xf32>
  return %c, %sum : tensor<32x64xf32>, tensor<32xf32>
}

// Rows so short that they fill no vector stay arrays.
// CHECK-LABEL: func.func @short(
// CHECK-COUNT-2: ingot.dispatch
// CHECK-NOT:     ingot.dispatch
func.func @short(%x: tensor<32x4xf32>) -> tensor<32x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x4xf32>
  %er = tensor.empty() : tensor<32xf32>
  %fr = linalg.fill ins(%zero : f32) outs(%er : tensor<32xf32>) -> tensor<32xf32>
  %sum = linalg.reduce {arith.addf} ins(%x : tensor<32x4xf32>) outs(%fr : tensor<32xf32>) dimensions = [1]
  %c = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sum : tensor<32x4xf32>, tensor<32xf32>) outs(%e : tensor<32x4xf32>) {
  ^bb0(%v: f32, %s: f32, %o: f32):
    %d = arith.subf %v, %s : f32
    linalg.yield %d : f32
  } -> tensor<32x4xf32>
  return %c : tensor<32x4xf32>
}
