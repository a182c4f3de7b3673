// RUN: ingot-opt %s --ingot-phase-kernels=target=x86-64-v3 | FileCheck %s
// RUN: ingot-opt %s --ingot-phase-kernels=target=riscv64 | FileCheck %s --check-prefix=SCALAR
// RUN: not ingot-opt %s --ingot-phase-kernels=target=nope 2>&1 | FileCheck %s --check-prefix=TARGET

// The phase kernels: one function without result on the call and descriptors
// (pointers, offset, sizes, strides). Vectors as wide as the target's registers,
// the accumulators among them, and no memory but what the caller handed over.

// A machine without vectors gets none.
// SCALAR:     llvm.func @kernel(
// SCALAR-NOT: vector<

// TARGET: ingot-phase-kernels: there is no target 'nope'

// CHECK:       llvm.func @kernel(
// CHECK-SAME:    !llvm.ptr, %{{[^,]*}}: !llvm.ptr, %{{[^,]*}}: !llvm.ptr{{.*}}: i64)
// CHECK-NOT:     {{linalg|memref|scf|vector|arith}}.
// CHECK-NOT:     llvm.call
// CHECK:       ^{{.*}}(%{{.*}}: i64, %[[ACC:[0-9]+]]: vector<8xf32>
// CHECK:         %[[PRODUCT:[0-9]+]] = llvm.fmul {{.*}}contract{{.*}} : vector<8xf32>
// CHECK:         llvm.fadd %[[ACC]], %[[PRODUCT]] {{.*}}contract{{.*}} : vector<8xf32>
// CHECK:         %[[RELU:[0-9]+]] = llvm.intr.maximum(%[[ACC]], %{{.*}}) : (vector<8xf32>
// CHECK:         llvm.store %[[RELU]], {{.*}} : vector<8xf32>, !llvm.ptr
// CHECK:         llvm.return
// CHECK-NOT:   llvm.func
#matrix = affine_map<(i, j) -> (i, j)>
func.func @kernel(%a: tensor<8x16xf32>, %w: tensor<16x8xf32>, %out: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = linalg.fill ins(%zero : f32) outs(%out : tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = linalg.matmul ins(%a, %w : tensor<8x16xf32>, tensor<16x8xf32>) outs(%0 : tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = linalg.generic {indexing_maps = [#matrix, #matrix], iterator_types = ["parallel", "parallel"]}
      ins(%1 : tensor<8x8xf32>) outs(%out : tensor<8x8xf32>) {
    ^bb0(%x: f32, %o: f32):
      %3 = arith.maximumf %x, %zero : f32
      linalg.yield %3 : f32
  } -> tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}
