// RUN: ingot-opt %s --ingot-phase-link | FileCheck %s

// A kernel that knows its sizes is given pointers; any other is told them.
// CHECK-DAG:   llvm.func @known(!llvm.ptr, f32, !llvm.ptr)
// CHECK-DAG:   llvm.func @unknown(!llvm.ptr, !llvm.ptr, !llvm.ptr, i64, i64, i64, !llvm.ptr, !llvm.ptr, i64, i64, i64)
// CHECK-LABEL: llvm.func internal @ingot.entry.0(
// CHECK:         llvm.call @known({{[^:]*}}) : (!llvm.ptr, f32, !llvm.ptr) -> ()
// CHECK:         llvm.call @unknown(
module attributes {ingot.manifest = "abi_version: 1 entry_points { name: \"main\" arguments { element: F32 } results { element: F32 shape: 8 } results { element: F32 shape: 8 } }"} {
  func.func @main(%a: tensor<f32>) -> (tensor<8xf32>, tensor<8xf32>) {
    %x = tensor.extract %a[] : tensor<f32>
    %e = tensor.empty() : tensor<8xf32>
    %f = tensor.empty() : tensor<8xf32>
    %0 = ingot.dispatch @known ins(%x : f32) outs(%e : tensor<8xf32>) {bare_pointers} -> tensor<8xf32>
    %1 = ingot.dispatch @unknown ins(%0 : tensor<8xf32>) outs(%f : tensor<8xf32>) -> tensor<8xf32>
    return %0, %1 : tensor<8xf32>, tensor<8xf32>
  }
}
