// RUN: ingot-opt %s --ingot-phase-link | FileCheck %s

// A function of our own library is called by its name: no entry of the table of
// custom ops, so the manifest is of version 1, and a text that it returns ends
// the call as that of any custom op does.

// CHECK:       llvm.func @ingot_la_sgeqrf(!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> !llvm.ptr
// CHECK:       %[[NONE:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK:       %[[TEXT:.*]] = llvm.call @ingot_la_sgeqrf(%[[NONE]], %{{.*}}, %{{.*}}, %{{.*}})
// CHECK:       llvm.call @ingot.check_custom(%{{.*}}, %[[TEXT]])
module attributes {ingot.manifest = "abi_version: 1 entry_points { name: 'main' arguments { element: F32 shape: 4 shape: 3 } arguments { element: I64 shape: 1 } results { element: F32 shape: 4 shape: 3 } }"} {
  func.func @main(%x: tensor<4x3xf32>, %o: tensor<1xi64>) -> tensor<4x3xf32> {
    %0:2 = ingot.custom "la_sgeqrf"(%x, %o) {implementation_attrs = "", described_operands = [tensor<4x3xf32>, tensor<1xi64>], described_results = [tensor<4x3xf32>, tensor<3xf32>], ingot.library_function} : (tensor<4x3xf32>, tensor<1xi64>) -> (tensor<4x3xf32>, tensor<3xf32>)
    return %0#0 : tensor<4x3xf32>
  }
}
