// RUN: ingot-opt %s --ingot-place-by-cost='targets=:bits=128,lib:bits=128:pass=ingot-offload{library=dnnl vector-bits=128}' | FileCheck %s
// RUN: ingot-opt %s --ingot-place-by-cost='targets=:bits=512,lib:bits=512:pass=ingot-offload{library=dnnl vector-bits=512}' | FileCheck %s --check-prefix=STAY
// RUN: ingot-opt %s --ingot-place-by-cost='targets=:bits=128,lib:bits=128:linalg.matmul=1/0:pass=ingot-offload{library=dnnl vector-bits=128}' | FileCheck %s --check-prefix=STAY
// RUN: not ingot-opt %s --ingot-place-by-cost='targets=:bits=128,odd:bits=128:pass=ingot-nothing' 2>&1 | FileCheck %s --check-prefix=ODD

// ODD: ingot-place-by-cost: 'odd:{{.*}}' does not say what work costs on a target

// Where kernels are as fast, and where the target says itself what a product
// costs there.
// STAY-NOT: @placed

// What the library takes and does faster; not what is too small for a call, nor
// what is of other elements.
// CHECK-LABEL: func.func private @placed(
// CHECK-SAME: attributes {ingot.target = "lib", no_inline}
// CHECK: linalg.matmul {{.*}} -> tensor<64x64xf32>
// CHECK-NOT: linalg.matmul
// CHECK: return

// CHECK-LABEL: func.func @main(
// CHECK: call @placed(
// CHECK: linalg.matmul {{.*}}tensor<8x8xf32>
// CHECK: linalg.matmul {{.*}}tensor<64x64xf64>
func.func @main(%x: tensor<64x64xf32>, %s: tensor<8x8xf32>, %d: tensor<64x64xf64>)
    -> (tensor<64x64xf32>, tensor<8x8xf32>, tensor<64x64xf64>) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x64xf32>) -> tensor<64x64xf32>
  %0 = linalg.matmul ins(%x, %x : tensor<64x64xf32>, tensor<64x64xf32>) outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  %few = tensor.empty() : tensor<8x8xf32>
  %init_few = linalg.fill ins(%zero : f32) outs(%few : tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = linalg.matmul ins(%s, %s : tensor<8x8xf32>, tensor<8x8xf32>) outs(%init_few : tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = linalg.matmul ins(%d, %d : tensor<64x64xf64>, tensor<64x64xf64>) outs(%d : tensor<64x64xf64>) -> tensor<64x64xf64>
  return %0, %1, %2 : tensor<64x64xf32>, tensor<8x8xf32>, tensor<64x64xf64>
}

// Ops that are one call only together are no call's to estimate.
// CHECK-LABEL: func.func @softmax(
// CHECK-NOT: call
// CHECK: return
func.func @softmax(%x: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %row = tensor.empty() : tensor<512xf32>
  %all = tensor.empty() : tensor<512x512xf32>
  %f = linalg.fill ins(%lowest : f32) outs(%row : tensor<512xf32>) -> tensor<512xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<512x512xf32>) outs(%f : tensor<512xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maximumf %out, %in : f32
    linalg.yield %0 : f32
  } -> tensor<512xf32>
  %e = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %m : tensor<512x512xf32>, tensor<512xf32>) outs(%all : tensor<512x512xf32>) {
  ^bb0(%in: f32, %of: f32, %out: f32):
    %0 = arith.subf %in, %of : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<512x512xf32>
  %g = linalg.fill ins(%zero : f32) outs(%row : tensor<512xf32>) -> tensor<512xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%e : tensor<512x512xf32>) outs(%g : tensor<512xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  } -> tensor<512xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%e, %s : tensor<512x512xf32>, tensor<512xf32>) outs(%all : tensor<512x512xf32>) {
  ^bb0(%in: f32, %of: f32, %out: f32):
    %0 = arith.divf %in, %of : f32
    linalg.yield %0 : f32
  } -> tensor<512x512xf32>
  return %r : tensor<512x512xf32>
}
