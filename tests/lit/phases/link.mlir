// RUN: ingot-opt %s --ingot-phase-link | FileCheck %s

// The phase link: the host program asks the caller for memory, calls kernels
// and is reached through one exported table. Its own functions are internal.

// CHECK:       llvm.func @ingot_kernel_0(
// CHECK:       llvm.func internal @[[WRAPPER:ingot\.entry[.0-9]*]](%[[CALL:[^:]*]]: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr)
// Constants stand at byte 40 of the call, the allocator at byte 8.
// CHECK:         llvm.getelementptr %[[CALL]][40]
// CHECK:         %[[FIELD:.*]] = llvm.getelementptr inbounds %[[CALL]][8]
// CHECK:         %[[ALLOCATE:.*]] = llvm.load %[[FIELD]]
// CHECK:         %[[OUT:.*]] = llvm.call %[[ALLOCATE]](
// CHECK:         llvm.call @ingot_kernel_0(%[[CALL]], {{.*}}%[[OUT]]
// CHECK:         llvm.return
// CHECK:       llvm.mlir.global internal constant @[[NAME:[a-z.0-9]*]]("layer\00")
// CHECK:       llvm.mlir.addressof @[[NAME]]
// CHECK:       llvm.mlir.addressof @[[WRAPPER]]
// CHECK:       section = ".ingot.manifest"
// CHECK:       llvm.func @ingot_executable_v1() -> !llvm.ptr
module attributes {ingot.manifest = "abi_version: 1 entry_points { name: \"layer\" arguments { element: F32 shape: 8 shape: 4 } results { element: F32 shape: 8 shape: 2 } } constants { name: \"w\" type { element: F32 shape: 4 shape: 2 } digest { hash: \"abc\" size_bytes: 32 } }"} {
  func.func @layer(%a: tensor<8x4xf32>) -> tensor<8x2xf32> {
    %w = ingot.constant 0 : tensor<4x2xf32>
    %e = tensor.empty() : tensor<8x2xf32>
    %0 = ingot.dispatch @ingot_kernel_0 ins(%a, %w : tensor<8x4xf32>, tensor<4x2xf32>) outs(%e : tensor<8x2xf32>) -> tensor<8x2xf32>
    return %0 : tensor<8x2xf32>
  }
}
