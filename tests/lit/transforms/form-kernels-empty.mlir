// RUN: ingot-opt %s --ingot-form-kernels --canonicalize | FileCheck %s

// A kernel of known sizes takes bare pointers, unless one of its tensors is
// empty.
// CHECK-LABEL: func.func @empty
// CHECK:         ingot.dispatch {{.*}}tensor<4x0xf32>, tensor<4xf32>) outs(%{{.*}} : tensor<4xf32>) -> tensor<4xf32>
func.func @empty(%x: tensor<4x0xf32>, %e: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
                       iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x0xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
