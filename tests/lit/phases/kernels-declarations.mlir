// RUN: ingot-opt %s --ingot-phase-kernels=target=x86-64-v4 | FileCheck %s
// RUN: ingot-opt %s --ingot-phase-kernels=target=x86-64 | FileCheck %s

// A kernel may stand beside a function without a body. Passes of ours leave it
// alone, but for the caller's context, which every function gets.
// CHECK-DAG: llvm.func @kernel(
// CHECK-DAG: llvm.func @given(!llvm.ptr, f32) -> f32
func.func @kernel(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x64xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x64xf32>) -> tensor<64x64xf32>
  %product = linalg.matmul ins(%x, %y : tensor<64x64xf32>, tensor<64x64xf32>)
      outs(%zeros : tensor<64x64xf32>) -> tensor<64x64xf32>
  %result = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%product : tensor<64x64xf32>) outs(%empty : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = func.call @given(%in) : (f32) -> f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  return %result : tensor<64x64xf32>
}
func.func private @given(f32) -> f32
