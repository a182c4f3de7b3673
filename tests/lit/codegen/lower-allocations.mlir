// RUN: ingot-opt %s --ingot-lower-allocations --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-NOT: _mlir_memref_to_llvm
llvm.func @_mlir_memref_to_llvm_aligned_alloc(i64, i64) -> !llvm.ptr
llvm.func @_mlir_memref_to_llvm_free(!llvm.ptr)

// CHECK-LABEL: llvm.func @f(
// CHECK-SAME:    %[[CALL:.*]]: !llvm.ptr, %[[SIZE:.*]]: i64)
llvm.func @f(%call: !llvm.ptr, %size: i64) {
  // An alignment below that of the interface is raised.
  // CHECK:         %[[A:.*]] = llvm.mlir.constant(64 : i64)
  // CHECK:         llvm.getelementptr inbounds %[[CALL]][8]
  // CHECK:         %[[M:.*]] = llvm.call %{{.*}}(%{{.*}}, %[[SIZE]], %[[A]]) : !llvm.ptr, (!llvm.ptr, i64, i64) -> !llvm.ptr
  // CHECK:         llvm.getelementptr inbounds %[[CALL]][16]
  // CHECK:         llvm.call %{{.*}}(%{{.*}}, %[[M]]) : !llvm.ptr, (!llvm.ptr, !llvm.ptr) -> ()
  %c16 = llvm.mlir.constant(16 : i64) : i64
  %m = llvm.call @_mlir_memref_to_llvm_aligned_alloc(%c16, %size)
      : (i64, i64) -> !llvm.ptr
  llvm.call @_mlir_memref_to_llvm_free(%m) : (!llvm.ptr) -> ()
  llvm.return
}

// -----

llvm.func @_mlir_memref_to_llvm_alloc(i64) -> !llvm.ptr
llvm.func @no_context(%size: i64) {
  // expected-error @+1 {{is in a function without the caller's context}}
  %m = llvm.call @_mlir_memref_to_llvm_alloc(%size) : (i64) -> !llvm.ptr
  llvm.return
}
